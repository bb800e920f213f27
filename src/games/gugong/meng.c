/* Gugong: Meng, the courtier against whom one plays alone. He is played by the rules, not by a bot:
 * a card of his automa deck leads him to an official, the worth of his gift does not matter, and at
 * dusk his servants improve on what he did by day. */
#include "state.h"

static const uint8_t loop[] = {
#define LOOP(id) city_##id,
#include "components.def"
};
enum { LOOP_CITIES = sizeof loop / sizeof loop[0] };

/* ---- servants and tokens ---- */

/* Can he have this many servants in his pool, exchanging tokens two for one if need be? Doubles
 * first; the supply must have the servants. */
static bool can_raise(const struct gugong *t, int wanted) {
    int missing = wanted - t->pool[MENG];
    int doubles = gugong_doubles(t, MENG), plain = t->token_count[MENG] - doubles;
    return missing <= 0 || (missing <= doubles + plain / 2 && missing <= t->supply[MENG]);
}

static bool raise(struct gugong *t, int wanted, struct sr_turn *turn) {
    if (!can_raise(t, wanted))
        return false;
    while (t->pool[MENG] < wanted) {
        bool by_double = gugong_doubles(t, MENG) > 0;
        gugong_spend_tokens(t, MENG, by_double ? 0 : 2, by_double);
        gugong_tell(turn, MENG, exchanges, by_double ? 1 : 2, exchange_servant);
        gugong_gain(t, MENG, 1, false, turn);
    }
    return true;
}

static void pay(struct gugong *t, int amount, struct sr_turn *turn) {
    t->pool[MENG] = (uint8_t)(t->pool[MENG] - amount);
    t->supply[MENG] = (uint8_t)(t->supply[MENG] + amount);
    if (amount)
        gugong_tell(turn, MENG, pays, amount, SR_NONE);
}

/* As soon as his tokens are worth six they become a jade. */
static void store(struct gugong *t, int token, struct sr_turn *turn) {
    gugong_store(t, MENG, token);
    if (token_worth(t, MENG) < 6)
        return;
    int doubles = gugong_doubles(t, MENG);
    gugong_spend_tokens(t, MENG, 6 - 2 * doubles, doubles);
    gugong_tell(turn, MENG, exchanges, 6 - doubles, exchange_jade);
    gugong_add_jade(t, MENG, turn);
}

static void gain(struct gugong *t, int amount, struct sr_turn *turn) {
    gugong_gain(t, MENG, amount < t->supply[MENG] ? amount : t->supply[MENG], false, turn);
}

/* ---- the canal ---- */

static void put_under_gifts(struct gugong *t, int gift) {
    if (t->meng_gifts_size >= MENG_GIFTS)
        return;
    for (int i = t->meng_gifts_size++; i > 0; i--)
        t->meng_gifts[i] = t->meng_gifts[i - 1];
    t->meng_gifts[0] = (uint8_t)gift;
}

/* Who plays alone moves Meng's gifts, and sees what goes to his discard. */
static void put_in_discard(struct gugong *t, int gift, struct sr_turn *turn) {
    if (t->meng_discard_size >= MENG_GIFTS)
        return;
    t->meng_discard[t->meng_discard_size++] = (uint8_t)gift;
    gugong_know(t, gift, MENG, known_discard);
    turn->shown = true;
    sr_tell(turn, event_meng_drops, gift);
}

/* Two gifts from the deck (one, if he began with five), then points every time. By day the gift
 * goes under those he has still to play, at dusk to his discard, in the morning among the rest. */
static void take_reward(struct gugong *t, int ship, struct sr_turn *turn) {
    uint8_t *cells = t->cells[MENG];
    bool card = cells[reward_card] < 2 && t->deck_size > 0;
    gugong_tell(turn, MENG, rewarded, t->ship_at[MENG][ship], card ? reward_card : reward_points);
    gugong_unload(t, MENG, ship);
    if (!card) {
        if (cells[reward_points] < 3)
            cells[reward_points]++;
        gugong_add_points(t, MENG, HARBOUR_POINTS, turn);
        return;
    }
    cells[reward_card]++;
    int gift = take_last(t->deck, &t->deck_size);
    if (t->step == step_dusk) {
        put_in_discard(t, gift, turn);
    } else {
        put_under_gifts(t, gift);
        if (t->step == step_morning) {
            struct sr_stream chance = sr_stream_open(&t->head.rng);
            sr_shuffle(&chance, t->meng_gifts, t->meng_gifts_size);
        }
    }
    sr_tell(turn, event_meng_gift, cells[reward_card]);
}

/* One servant, already taken from pool or supply, onto his ship or a new one. */
static void load(struct gugong *t, struct sr_turn *turn) {
    int ship = 0;
    while (ship < SHIPS && t->ship_at[MENG][ship] == SR_NONE)
        ship++;
    if (ship == SHIPS) {
        ship = gugong_free_ship(t, MENG);
        t->ship_at[MENG][ship] = (uint8_t)gugong_first_harbour(t, 0);
        gugong_tell(turn, MENG, launches, t->ship_at[MENG][ship], 1);
    } else {
        gugong_tell(turn, MENG, loads, t->ship_at[MENG][ship], 1);
    }
    if (++t->ship_load[MENG][ship] >= SHIP_CELLS)
        take_reward(t, ship, turn);
}

/* ---- journeys ---- */

static int on_loop(int city) {
    int at = 0;
    while (at < LOOP_CITIES && loop[at] != city)
        at++;
    return at;
}

/* Round by round outwards along the roads; the city listed first wins a tie. */
static int nearest_token(unsigned map, int from) {
    unsigned seen = 1u << from;
    while (!(seen & map)) {
        unsigned next = seen;
        for (unsigned edge = seen; edge; edge &= edge - 1)
            next |= gugong_roads[0][__builtin_ctz(edge)];
        if (next == seen)
            return SR_NONE;
        seen = next;
    }
    return __builtin_ctz(seen & map);
}

/* Counter-clockwise round the loop to the next token, from the lower right corner at first. If the
 * loop has none, the nearest one elsewhere; later he goes on where he left the loop. */
static int next_city(const struct gugong *t) {
    unsigned map = gugong_tokens_on_map(t);
    int from = t->meng_loop == SR_NONE ? 0 : on_loop(t->meng_loop) + 1;
    if (!map)
        return SR_NONE;
    for (int step = 0; step < LOOP_CITIES; step++) {
        int city = loop[(from + step) % LOOP_CITIES];
        if (map >> city & 1)
            return city;
    }
    return nearest_token(map, t->traveller[MENG] == SR_NONE ? loop[0] : t->traveller[MENG]);
}

static void recover_gift(struct gugong *t, struct sr_turn *turn) {
    if (t->step == step_dusk || !t->meng_discard_size) {
        gugong_add_points(t, MENG, 1, turn);
        return;
    }
    int gift = take_last(t->meng_discard, &t->meng_discard_size);
    put_under_gifts(t, gift);
    gugong_know(t, gift, MENG, known_hand);
    sr_tell(turn, event_meng_recovers, t->meng_gifts_size);
}

static void drop_gift(struct gugong *t, struct sr_turn *turn) {
    if (t->step == step_dusk || !t->meng_gifts_size) {
        gugong_add_points(t, MENG, 1, turn);
        return;
    }
    put_in_discard(t, take_last(t->meng_gifts, &t->meng_gifts_size), turn);
    gugong_add_jade(t, MENG, turn);
}

static void use_token(struct gugong *t, int token, struct sr_turn *turn) {
    switch (token) {
    case token_servant:
        gain(t, 1, turn);
        break;
    case token_servants2:
        gain(t, 2, turn);
        break;
    case token_envoy:
        gugong_step_envoy(t, MENG, 1, turn);
        break;
    case token_intrigue:
        gugong_move_intrigue(t, MENG, 1, turn);
        break;
    case token_gift_for_jade:
        drop_gift(t, turn);
        break;
    case token_points:
        gugong_add_points(t, MENG, 2, turn);
        break;
    case token_swap:
        gugong_add_points(t, MENG, 1, turn);
        break;
    case token_recover:
        recover_gift(t, turn);
        break;
    case token_ship:
        if (t->supply[MENG] && gugong_fits(t, MENG, 1)) {
            t->supply[MENG]--;
            load(t, turn);
        }
        break;
    case token_wall:
        if (t->supply[MENG]) {
            gugong_build(t, MENG, &t->supply[MENG], piece_servant, turn);
            sr_push_bare(t, phase_wall_check, SR_NONE);
        }
        break;
    case token_servants_for_jade:
        if (t->pool[MENG] >= JADE_SERVANTS) {
            pay(t, JADE_SERVANTS, turn);
            gugong_add_jade(t, MENG, turn);
        }
        break;
    default:
        break;
    }
}

static void cannot(int area, struct sr_turn *turn) {
    sr_tell(turn, event_meng_cannot, area);
}

void gugong_run_meng_travel(void *state, struct sr_turn *turn) {
    struct gugong *t = state;
    int moves = sr_taken(turn, meng_travel)->moves, city = next_city(t);
    if (city == SR_NONE) {
        cannot(area_travel, turn);
        return;
    }
    if (moves > 1)
        sr_push(t, phase_meng_travel, SR_NONE, meng_travel, .moves = (uint8_t)(moves - 1));
    int token = gugong_take_token(t, MENG, city, turn);
    if (on_loop(city) < LOOP_CITIES)
        t->meng_loop = (uint8_t)city;
    use_token(t, token, turn);
    store(t, token, turn);
}

/* ---- decrees ---- */

/* Within a level: where the human is not, else the lower slot. */
static int decree_of_level(const struct gugong *t, int level, bool free) {
    int lower = 2 * level - 1, upper = lower - 1;
    unsigned taken = t->on_decrees[MENG];
    bool upper_first = !(t->on_decrees[0] >> upper & 1) && (t->on_decrees[0] >> lower & 1);
    for (int i = 0; i < 2; i++) {
        int slot = (i == 0) == upper_first ? upper : lower;
        if (taken >> slot & 1)
            continue;
        if (free || can_raise(t, gugong_decree_cost(t, MENG, slot) + 1))
            return slot;
    }
    return SR_NONE;
}

/* The level of the round; else lower ones downward, then higher ones upward. */
static int choose_decree(const struct gugong *t, bool free) {
    int wanted = t->round < 3 ? t->round + 1 : 3, slot = SR_NONE;
    for (int level = wanted; level >= 1 && slot == SR_NONE; level--)
        slot = decree_of_level(t, level, free);
    for (int level = wanted + 1; level <= 3 && slot == SR_NONE; level++)
        slot = decree_of_level(t, level, free);
    return slot;
}

static void take_decree(struct gugong *t, bool special, struct sr_turn *turn) {
    int slot = choose_decree(t, special);
    if (slot == SR_NONE || (special && !t->supply[MENG] && !t->pool[MENG])) {
        cannot(area_decrees, turn);
        return;
    }
    if (special) {
        --*(t->supply[MENG] ? &t->supply[MENG] : &t->pool[MENG]);
    } else {
        int cost = gugong_decree_cost(t, MENG, slot);
        raise(t, cost + 1, turn);
        pay(t, cost, turn);
        t->pool[MENG]--;
    }
    gugong_enact(t, MENG, slot, turn);
}

/* ---- jade and wall ---- */

static void buy_jade(struct gugong *t, bool special, struct sr_turn *turn) {
    const uint8_t *prices = gugong_price[0];
    int best = SR_NONE, price = SQUARE_PRICE;
    for (int house = 0; house < HOUSES; house++)
        if (t->house[house] && prices[house] < price) {
            best = house;
            price = prices[house];
        }
    int cost = special ? 0 : gugong_jade_price(t, MENG, price);
    if (!raise(t, cost, turn)) {
        cannot(area_jade, turn);
        return;
    }
    pay(t, cost, turn);
    if (best != SR_NONE)
        t->house[best] = 0;
    gugong_tell(turn, MENG, buys, cost);
    gugong_add_jade(t, MENG, turn);
}

/* From the supply first, then from the pool; false: there is none left. */
static bool take_free_servant(struct gugong *t) {
    uint8_t *from = t->supply[MENG] ? &t->supply[MENG] : &t->pool[MENG];
    if (!*from)
        return false;
    --*from;
    return true;
}

static void build_wall(struct gugong *t, bool special, struct sr_turn *turn) {
    int placed = 0;
    if (special) {
        while (placed < 2 && take_free_servant(t))
            placed++;
    } else if (raise(t, 1, turn)) {
        t->pool[MENG]--;
        placed = 1;
    }
    if (!placed) {
        cannot(area_wall, turn);
        return;
    }
    if (owns_decree(t, MENG, decree_more_wall) && t->supply[MENG]) {
        t->supply[MENG]--;
        placed++;
    }
    t->wall[MENG] = (uint8_t)(t->wall[MENG] + placed);
    gugong_tell(turn, MENG, wall, placed, on_wall(t, MENG));
    sr_push_bare(t, phase_wall_check, SR_NONE);
}

static void load_ships(struct gugong *t, bool special, struct sr_turn *turn) {
    int placed = 0;
    if (special) {
        for (; placed < 2 && gugong_fits(t, MENG, 1) && take_free_servant(t); placed++)
            load(t, turn);
    } else if (gugong_fits(t, MENG, 1) && raise(t, 1, turn)) {
        t->pool[MENG]--;
        load(t, turn);
        placed = 1;
    }
    if (!placed)
        cannot(area_canal, turn);
}

/* ---- his day ---- */

void gugong_run_meng_action(void *state, struct sr_turn *turn) {
    struct gugong *t = state;
    bool special = sr_taken(turn, meng_action)->special;
    switch (sr_taken(turn, meng_action)->area) {
    case area_travel:
        sr_push(t, phase_meng_travel, SR_NONE, meng_travel, .moves = special ? 2 : 1);
        break;
    case area_wall:
        build_wall(t, special, turn);
        break;
    case area_jade:
        buy_jade(t, special, turn);
        break;
    case area_intrigue:
        gugong_move_intrigue(t, MENG, special ? 3 : 1, turn);
        if (!special)
            gugong_take_medal(t, MENG, turn);
        break;
    case area_palace:
        gugong_step_envoy(t, MENG, special ? 2 : 1, turn);
        if (special)
            gugong_move_intrigue(t, MENG, 1, turn);
        break;
    case area_decrees:
        take_decree(t, special, turn);
        break;
    default:
        load_ships(t, special, turn);
        break;
    }
}

/* Only cards of earlier rounds come back; those of today are needed at dusk. */
static bool reshuffle_automa(struct gugong *t, struct sr_turn *turn) {
    if (!t->automa_used_size)
        return false;
    struct sr_stream chance = sr_stream_open(&t->head.rng);
    for (int i = 0; i < t->automa_used_size; i++) {
        t->automa_deck[t->automa_deck_size++] = t->automa_used[i];
        t->automa_used[i] = 0;
    }
    t->automa_used_size = 0;
    sr_shuffle(&chance, t->automa_deck, t->automa_deck_size);
    sr_tell(turn, event_automa_reshuffle, t->automa_deck_size);
    return true;
}

/* Without a card to lead him he puts down what he has left. */
static void give_up(struct gugong *t, struct sr_turn *turn) {
    while (t->meng_gifts_size)
        put_in_discard(t, take_last(t->meng_gifts, &t->meng_gifts_size), turn);
}

void gugong_meng_turn(struct gugong *t, struct sr_turn *turn) {
    turn->shown = true;
    if ((!t->automa_deck_size && !reshuffle_automa(t, turn)) ||
        t->automa_today_size >= AUTOMA_CARDS || t->meng_discard_size >= MENG_GIFTS) {
        give_up(t, turn);
        return;
    }
    int card = take_last(t->automa_deck, &t->automa_deck_size);
    t->automa_today[t->automa_today_size++] = (uint8_t)card;
    int gift = take_last(t->meng_gifts, &t->meng_gifts_size);
    bool special = card == automa_special;
    int area = special ? t->focus : card, taken = t->board[area];
    sr_tell(turn, event_automa, card);

    gugong_forget(t, gift);
    t->board[area] = (uint8_t)gift;
    t->meng_discard[t->meng_discard_size++] = (uint8_t)taken;
    gugong_know(t, taken, MENG, known_discard);
    gugong_tell(turn, MENG, offers, gift, area, taken);

    sr_push(t, phase_meng_action, SR_NONE, meng_action, .area = (uint8_t)area, .special = special);
    switch (gugong_gifts[gift].action) {
    case action_nothing:
        break;
    case action_servant:
        gain(t, 1, turn);
        break;
    case action_servants2:
        gain(t, 2, turn);
        break;
    case action_swap:
        gugong_add_points(t, MENG, 1, turn);
        break;
    default:
        sr_push(t, phase_meng_action, SR_NONE, meng_action, .area = gugong_gifts[gift].action,
                .special = special);
        break;
    }
}

/* ---- dusk: the lower halves of the day's cards, in the order played ---- */

/* He pays only for what changes something, and if a servant to place is left. */
static bool pays_at_dusk(struct gugong *t, int area, bool helps, int price, int placed,
                         struct sr_turn *turn) {
    if (!helps || !raise(t, price + placed, turn)) {
        cannot(area, turn);
        return false;
    }
    pay(t, price, turn);
    return true;
}

static void dusk_action(struct gugong *t, int card, struct sr_turn *turn) {
    switch (card) {
    case automa_travel:
        if (pays_at_dusk(t, area_travel, gugong_tokens_on_map(t), gugong_travel_price(t, MENG), 0,
                         turn))
            sr_push(t, phase_meng_travel, SR_NONE, meng_travel, .moves = 1);
        break;
    case automa_wall:
        if (pays_at_dusk(t, area_wall, true, SMALL_PRICE, 1, turn)) {
            gugong_build(t, MENG, &t->pool[MENG], piece_servant, turn);
            sr_push_bare(t, phase_wall_check, SR_NONE);
        }
        break;
    case automa_intrigue:
        if (pays_at_dusk(t, area_intrigue, t->intrigue[MENG] < LAST_CELL, SMALL_PRICE, 0, turn))
            gugong_move_intrigue(t, MENG, 2, turn);
        break;
    case automa_palace:
        if (pays_at_dusk(t, area_palace, true, PALACE_PRICE, 0, turn)) {
            gugong_step_envoy(t, MENG, 1, turn);
            gugong_move_intrigue(t, MENG, 1, turn);
        }
        break;
    case automa_canal:
        if (pays_at_dusk(t, area_canal, gugong_fits(t, MENG, 1), SMALL_PRICE, 1, turn)) {
            t->pool[MENG]--;
            load(t, turn);
        }
        break;
    default:
        sr_push(t, phase_meng_travel, SR_NONE, meng_travel, .moves = 1);
        break;
    }
}

bool gugong_meng_dusk(struct gugong *t, struct sr_turn *turn) {
    if (t->dusk_at < t->automa_today_size) {
        int card = t->automa_today[t->dusk_at++];
        sr_tell(turn, event_dusk_card, card);
        dusk_action(t, card, turn);
        return true;
    }
    for (int i = 0; i < t->automa_today_size; i++) {
        if (t->automa_used_size < AUTOMA_CARDS)
            t->automa_used[t->automa_used_size++] = t->automa_today[i];
        t->automa_today[i] = 0;
    }
    t->automa_today_size = 0;
    t->dusk_at = 0;
    return false;
}

/* ---- night, morning, and after the wall ---- */

void gugong_meng_night(struct gugong *t, struct sr_stream *chance) {
    for (int i = 0; i < t->meng_discard_size; i++) {
        if (t->meng_gifts_size < MENG_GIFTS)
            t->meng_gifts[t->meng_gifts_size++] = t->meng_discard[i];
        t->meng_discard[i] = 0;
    }
    t->meng_discard_size = 0;
    sr_shuffle(chance, t->meng_gifts, t->meng_gifts_size);
}

void gugong_run_meng_servants(void *state, struct sr_turn *turn) {
    gain(state, sr_taken(turn, meng_servants)->amount, turn);
}

void gugong_run_meng_morning(void *state, struct sr_turn *turn) {
    struct gugong *t = state;
    for (int slot = 0; slot < 2; slot++) {
        if (!(t->on_decrees[MENG] >> slot & 1))
            continue;
        switch (t->decree[slot]) {
        case decree_morning_intrigue:
            gugong_move_intrigue(t, MENG, 2, turn);
            break;
        case decree_morning_ship:
            if (t->supply[MENG] && gugong_fits(t, MENG, 1)) {
                t->supply[MENG]--;
                load(t, turn);
            }
            break;
        case decree_morning_servant:
            gain(t, 1, turn);
            break;
        case decree_morning_envoy:
            gugong_step_envoy(t, MENG, 1, turn);
            break;
        default:
            gugong_add_points(t, MENG, 1, turn); /* he does not swap gifts */
            break;
        }
    }
}

void gugong_run_meng_intrigue(void *state, struct sr_turn *turn) {
    struct gugong *t = state;
    if (t->intrigue[MENG] >= 7) {
        gugong_move_intrigue(t, MENG, -7, turn);
        gugong_add_jade(t, MENG, turn);
    } else if (t->intrigue[MENG] >= 1 && t->supply[MENG]) {
        gugong_move_intrigue(t, MENG, -1, turn);
        gugong_gain(t, MENG, 1, false, turn);
    }
}
