/* Gugong: journeys and travel tokens: what they bring when found, and what they are exchanged for
 * later. */
#include "state.h"

#include <string.h>

/* ---- the map ---- */

uint16_t gugong_tokens_on_map(const struct gugong *t) {
    unsigned map = 0;
    for (int city = 0; city < CITIES; city++)
        map |= (unsigned)(t->city_token[city] != SR_NONE) << city;
    return (uint16_t)map;
}

/* Along the roads the first city with a token stops the traveller; the first journey begins in any
 * of them. */
uint16_t gugong_destinations(const struct gugong *t, int side) {
    unsigned map = gugong_tokens_on_map(t);
    if (t->traveller[side] == SR_NONE)
        return (uint16_t)map;
    const uint16_t *roads = gugong_roads[board_side(t)];
    unsigned seen = 1u << t->traveller[side], edge = seen, found = 0;
    while (edge) {
        unsigned next = 0;
        for (; edge; edge &= edge - 1)
            next |= roads[__builtin_ctz(edge)];
        next &= ~seen;
        seen |= next;
        found |= next & map;
        edge = next & ~map;
    }
    return (uint16_t)found;
}

bool gugong_asks_travel(const void *state) {
    const struct gugong *t = state;
    return gugong_destinations(t, top_seat(t)) != 0;
}

void gugong_list_travel(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    for (unsigned found = gugong_destinations(t, t->head.decider); found; found &= found - 1)
        sr_add_3(moves, verb_go, __builtin_ctz(found), 0, 0);
}

int gugong_take_token(struct gugong *t, int side, int city, struct sr_turn *turn) {
    int token = t->city_token[city];
    t->city_token[city] = SR_NONE;
    t->traveller[side] = (uint8_t)city;
    gugong_tell(turn, side, goes, city, token);
    return token;
}

/* Beneath the choices that the token brings lies the token itself, still to be stored. */
static void push_benefit(struct gugong *t, int seat, int token) {
    sr_push(t, phase_store, seat, found, .token = (uint8_t)token);
    switch (token) {
    case token_servant:
        gugong_offer_servants(t, seat, 1, source_token);
        break;
    case token_servants2:
        gugong_offer_servants(t, seat, 2, source_token);
        break;
    case token_swap:
        sr_push(t, phase_swap, seat, swap, .source = source_token);
        break;
    case token_ship:
        sr_push(t, phase_load, seat, load, .left = 1, .how = load_from_supply,
                .source = source_token);
        break;
    case token_double:
        break;
    default:
        sr_push(t, phase_benefit, seat, found, .token = (uint8_t)token);
        break;
    }
}

void gugong_play_travel(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    const struct travel *travel = sr_taken(turn, travel);
    int seat = t->head.decider;
    if (travel->moves > 1)
        sr_push(t, phase_travel, seat, travel, .moves = (uint8_t)(travel->moves - 1),
                .source = travel->source);
    push_benefit(t, seat, gugong_take_token(t, seat, move.arg[0], turn));
}

/* ---- benefits ---- */

/* The servant who goes to work with a special token: as bits by enum piece. */
static unsigned companions(const struct gugong *t, int singles, bool pair) {
    return (singles ? 1u << piece_servant : 0u) |
           (pair && pair_may_park(t) ? 1u << piece_pair : 0u);
}

static unsigned companions_in_pool(const struct gugong *t, int seat) {
    return companions(t, t->pool[seat], pair_is(t, seat, pair_pool));
}

/* Whoever lacks the servants but could exchange tokens for them is asked. */
bool gugong_asks_benefit(const void *state) {
    const struct gugong *t = state;
    int seat = top_seat(t);
    switch (sr_top(t, found)->token) {
    case token_intrigue:
        return t->intrigue[seat] < LAST_CELL;
    case token_gift_for_jade:
        return t->hand_size[seat] > 0;
    case token_recover:
        return t->discard_size[seat] > 0;
    case token_wall:
        return gugong_supply_left(t, seat);
    case token_servants_for_jade:
        return funds(t, seat) + gugong_could_raise(t, seat) >= JADE_SERVANTS;
    case token_plus:
    case token_tax:
    case token_follow:
        return t->step == step_day && t->parked_size < SPECIAL_TOKENS &&
               (companions_in_pool(t, seat) ||
                (gugong_could_raise(t, seat) &&
                 companions(t, t->supply[seat], pair_is(t, seat, pair_supply))));
    default:
        return true;
    }
}

static void list_parking(const struct gugong *t, int seat, int token, struct sr_moves *moves) {
    unsigned pieces = companions_in_pool(t, seat);
    for (int piece = piece_servant; piece <= piece_pair; piece++) {
        int named = piece == piece_pair ? piece : SR_NONE;
        if (!(pieces >> piece & 1))
            continue;
        if (token == token_plus)
            sr_add_3(moves, verb_use, named, 0, 0);
        for (int area = 0; area < AREAS && token != token_plus; area++)
            sr_add_3(moves, verb_park, area, named, 0);
    }
}

void gugong_list_benefit(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    int seat = t->head.decider, token = sr_top(t, found)->token;
    switch (token) {
    case token_gift_for_jade:
        moves->secret = true; /* who holds a precious gift? */
        for (int i = 0; i < t->hand_size[seat]; i++)
            if (gugong_gifts[t->hand[seat][i]].value >= JADE_GIFT &&
                !gugong_is_spare(t, t->hand[seat], t->hand_size[seat], i, SR_NONE))
                sr_add_3(moves, verb_hand_in, t->hand[seat][i], 0, 0);
        break;
    case token_recover:
        for (int i = 0; i < t->discard_size[seat]; i++)
            if (!gugong_is_spare(t, t->discard[seat], t->discard_size[seat], i, SR_NONE))
                sr_add_3(moves, verb_recover, t->discard[seat][i], 0, 0);
        break;
    case token_wall:
        gugong_list_pieces(t, seat, t->supply[seat], pair_supply, moves);
        break;
    case token_plus:
    case token_tax:
    case token_follow:
        list_parking(t, seat, token, moves);
        break;
    default:
        if (token != token_servants_for_jade || funds(t, seat) >= JADE_SERVANTS)
            sr_add_3(moves, verb_use, SR_NONE, 0, 0);
        break;
    }
    sr_add_3(moves, verb_skip, 0, 0, 0);
}

/* A special token goes to work with a servant. It is stored when the day ends, so the item that
 * would store it now is taken off. */
static void park(struct gugong *t, int seat, int token, int area, int piece, struct sr_turn *turn) {
    int at = t->parked_size++;
    t->parked[at] = (uint8_t)token;
    t->parked_seat[at] = (uint8_t)seat;
    t->parked_area[at] = (uint8_t)area;
    if (piece == piece_pair)
        t->pair_at[seat] = pair_parked;
    else
        t->pool[seat]--;
    int top = t->head.pending - 1;
    if (top >= 0 && t->agenda[top].phase == phase_store && token_of(&t->agenda[top]) == token) {
        t->agenda[top] = (struct sr_item){0};
        t->head.pending--;
    }
    sr_tell(turn, event_parks, seat, token, area, piece);
}

static void use(struct gugong *t, int seat, int token, int piece, struct sr_turn *turn) {
    switch (token) {
    case token_envoy:
        gugong_step_envoy(t, seat, 1, turn);
        break;
    case token_intrigue:
        gugong_move_intrigue(t, seat, 1, turn);
        break;
    case token_points:
        gugong_add_points(t, seat, 2, turn);
        break;
    case token_servants_for_jade:
        gugong_add_jade(t, seat, turn);
        gugong_pay(t, seat, JADE_SERVANTS, need_nothing, turn);
        break;
    case token_plus:
        park(t, seat, token, SR_NONE, piece, turn);
        break;
    default:
        break;
    }
}

void gugong_play_benefit(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    int seat = t->head.decider, token = sr_taken(turn, found)->token, first = move.arg[0];
    switch (move.verb) {
    case verb_use:
        use(t, seat, token, first, turn);
        break;
    case verb_hand_in:
        gugong_hand_remove(t, seat, first);
        gugong_discard_add(t, seat, first);
        sr_tell(turn, event_hands_in, seat, first);
        turn->shown = true; /* that it was a precious one */
        gugong_blur(t, seat, known_hand, JADE_GIFT);
        gugong_add_jade(t, seat, turn);
        break;
    case verb_recover:
        gugong_discard_remove(t, seat, first);
        gugong_hand_add(t, seat, first);
        sr_tell(turn, event_recovers, seat, first);
        gugong_blur(t, seat, known_discard, 0);
        break;
    case verb_place:
        gugong_build(t, seat, &t->supply[seat], first, turn);
        sr_push_bare(t, phase_wall_check, seat);
        break;
    case verb_park:
        park(t, seat, token, first, move.arg[1], turn);
        break;
    default:
        break;
    }
}

/* ---- storing ---- */

void gugong_store(struct gugong *t, int side, int token) {
    if (t->token_count[side] < MAT)
        t->tokens[side][t->token_count[side]++] = (uint8_t)token;
}

void gugong_run_store(void *state, struct sr_turn *turn) {
    struct gugong *t = state;
    int seat = turn->taken.seat;
    uint8_t token = sr_taken(turn, found)->token;
    if (t->token_count[seat] < MAT)
        gugong_store(t, seat, token);
    else
        sr_push(t, phase_full, seat, found, .token = token);
}

void gugong_list_full(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    gugong_list_exchanges(t, t->head.decider, moves);
}

void gugong_play_full(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    sr_push(t, phase_store, t->head.decider, found, .token = sr_taken(turn, found)->token);
    gugong_exchange(t, t->head.decider, move, turn);
}

/* ---- exchanging ---- */

int gugong_doubles(const struct gugong *t, int side) {
    int doubles = 0;
    for (int i = 0; i < t->token_count[side]; i++)
        doubles += t->tokens[side][i] == token_double;
    return doubles;
}

/* Which plain ones go makes no difference to the player: the oldest. */
void gugong_spend_tokens(struct gugong *t, int side, int plain, int doubles) {
    int kept = 0, count = t->token_count[side];
    uint8_t *tokens = t->tokens[side];
    for (int i = 0; i < count; i++) {
        int *left = tokens[i] == token_double ? &doubles : &plain;
        if (*left > 0) {
            --*left;
            t->token_discard[tokens[i]]++;
        } else {
            tokens[kept++] = tokens[i];
        }
    }
    memset(tokens + kept, 0, (size_t)(MAT - kept));
    t->token_count[side] = (uint8_t)kept;
}

void gugong_list_exchanges(const struct gugong *t, int seat, struct sr_moves *moves) {
    int count = t->token_count[seat];
    if (count == 0)
        return;
    int doubles = gugong_doubles(t, seat), plain = count - doubles;
    if (plain + 2 * doubles < gugong_exchange_worth[exchange_servant])
        return;
    for (int good = exchange_servant; good <= exchange_jade; good++)
        for (int spent = 0; spent <= doubles && 2 * spent <= gugong_exchange_worth[good]; spent++) {
            if (gugong_exchange_worth[good] - 2 * spent > plain)
                continue;
            if (good != exchange_servant || t->supply[seat])
                sr_add_3(moves, verb_exchange, good, spent, SR_NONE);
            if (good == exchange_servant && pair_is(t, seat, pair_supply))
                sr_add_3(moves, verb_exchange, good, spent, piece_pair);
        }
}

void gugong_exchange(struct gugong *t, int seat, struct sr_move move, struct sr_turn *turn) {
    int good = move.arg[0], doubles = move.arg[1];
    int plain = gugong_exchange_worth[good] - 2 * doubles;
    gugong_spend_tokens(t, seat, plain, doubles);
    gugong_tell(turn, seat, exchanges, plain + doubles, good);
    if (good == exchange_jade)
        gugong_add_jade(t, seat, turn);
    else if (good == exchange_points)
        gugong_add_points(t, seat, 2, turn);
    else
        gugong_gain(t, seat, move.arg[2] == SR_NONE, move.arg[2] != SR_NONE, turn);
}

/* ---- new tokens in the morning ---- */

static void reshuffle(struct gugong *t, struct sr_turn *turn) {
    struct sr_stream chance = sr_stream_open(&t->head.rng);
    for (int token = 0; token < TOKENS; token++)
        for (; t->token_discard[token]; t->token_discard[token]--)
            if (t->pile_size < ALL_TOKENS)
                t->pile[t->pile_size++] = (uint8_t)token;
    if (!t->pile_size)
        return;
    sr_shuffle(&chance, t->pile, t->pile_size);
    sr_tell(turn, event_reshuffle, t->pile_size);
}

void gugong_refill(struct gugong *t, struct sr_turn *turn) {
    const uint16_t *roads = gugong_roads[board_side(t)];
    unsigned travellers = 0;
    for (int i = 0; i < sides(t); i++) {
        int city = t->traveller[side_at(t, i)];
        if (city != SR_NONE)
            travellers |= 1u << city;
    }
    for (int city = 0; city < CITIES; city++) {
        if (!roads[city] || t->city_token[city] != SR_NONE || travellers >> city & 1)
            continue;
        if (!t->pile_size)
            reshuffle(t, turn);
        if (!t->pile_size)
            return;
        t->city_token[city] = take_last(t->pile, &t->pile_size);
        turn->shown = true;
        sr_tell(turn, event_refill, city, t->city_token[city]);
    }
}
