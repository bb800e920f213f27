/* Gugong: the actions of the areas, wherever they come from: the official, a gift, or a token that
 * follows another player. Travel, wall and canal go on in files of their own. */
#include "state.h"

/* ---- tracks ---- */

void gugong_add_points(struct gugong *t, int side, int points, struct sr_turn *turn) {
    int sum = t->points[side] + points;
    t->points[side] = (uint8_t)(sum < MAX_POINTS ? sum : MAX_POINTS);
    gugong_tell(turn, side, points, points);
}

void gugong_add_jade(struct gugong *t, int side, struct sr_turn *turn) {
    if (t->jade[side] < UINT8_MAX)
        t->jade[side]++;
    gugong_tell(turn, side, jade, t->jade[side]);
}

static int arrived(const struct gugong *t) {
    int count = 0;
    for (int i = 0; i < sides(t); i++)
        count += t->arrival[side_at(t, i)] != SR_NONE;
    return count;
}

/* The first to arrive takes the best place; every step beyond is a point. */
void gugong_step_envoy(struct gugong *t, int side, int steps, struct sr_turn *turn) {
    int walked = 0, over = 0;
    for (; steps > 0; steps--) {
        if (t->palace[side] >= PALACE) {
            over++;
            continue;
        }
        t->palace[side]++;
        walked++;
    }
    if (walked)
        gugong_tell(turn, side, envoy, walked, t->palace[side]);
    if (walked && t->palace[side] == PALACE) {
        int place = arrived(t);
        t->arrival[side] = (uint8_t)(place < SEATS ? place : SEATS - 1);
        gugong_tell(turn, side, arrives, gugong_arrival[t->arrival[side]]);
    }
    if (over)
        gugong_add_points(t, side, over, turn);
}

/* Leaving a cell, the markers above come down by one; arriving, the marker goes on top. */
void gugong_move_intrigue(struct gugong *t, int side, int steps, struct sr_turn *turn) {
    int from = t->intrigue[side], to = from + steps, top = 0;
    if (to > LAST_CELL)
        to = LAST_CELL;
    if (to < 0)
        to = 0;
    if (to == from)
        return;
    for (int i = 0; i < sides(t); i++) {
        int other = side_at(t, i);
        if (other == side)
            continue;
        if (t->intrigue[other] == from && t->height[other] > t->height[side])
            t->height[other]--;
        top += t->intrigue[other] == to;
    }
    t->intrigue[side] = (uint8_t)to;
    t->height[side] = (uint8_t)top;
    gugong_tell(turn, side, intrigue, to);
}

int gugong_leader(const struct gugong *t, const uint8_t count[SIDES]) {
    int leader = SR_NONE, most = 0;
    for (int i = 0; i < sides(t); i++) {
        int side = side_at(t, i);
        if (count[side] > most ||
            (most && count[side] == most && standing(t, side) > standing(t, leader))) {
            leader = side;
            most = count[side];
        }
    }
    return leader;
}

void gugong_take_medal(struct gugong *t, int side, struct sr_turn *turn) {
    if (t->medal != SR_NONE)
        return;
    t->medal = (uint8_t)side;
    gugong_tell(turn, side, medal, t->round);
}

/* ---- prices ---- */

int gugong_jade_price(const struct gugong *t, int side, int price) {
    return price - owns_decree(t, side, decree_cheap_jade);
}

/* The printed cost, and one more for each opponent who stands there. */
int gugong_decree_cost(const struct gugong *t, int side, int slot) {
    int cost = gugong_decrees[t->decree[slot]].cost;
    for (int i = 0; i < sides(t); i++) {
        int other = side_at(t, i);
        if (other != side)
            cost += t->on_decrees[other] >> slot & 1;
    }
    cost -= owns_decree(t, side, decree_cheap_decrees);
    return cost > 0 ? cost : 0;
}

int gugong_travel_price(const struct gugong *t, int side) {
    return TRAVEL_PRICE - owns_decree(t, side, decree_cheap_travel);
}

/* ---- what can be done ---- */

static unsigned canal_options(const struct gugong *t, int side) {
    int pool = t->pool[side];
    bool pair = pair_is(t, side, pair_pool);
    bool fits_one = gugong_fits(t, side, 1), fits_pair = pair && gugong_fits(t, side, 2);
    unsigned options = 0;
    if ((pool && fits_one) || fits_pair || gugong_can_sail(t, side))
        options |= option_a;
    /* After paying one, servants worth two must be left, and one of them must find room. */
    if ((pool >= 3 && fits_one) || (fits_pair && pool >= 1) || (pair && pool >= 2 && fits_one))
        options |= option_b;
    return options;
}

/* The options A and B that can be paid and change something. Jade and decrees have neither. */
unsigned gugong_area_options(const struct gugong *t, int side, int area) {
    int pieces = t->pool[side] + pair_is(t, side, pair_pool);
    switch (area) {
    case area_travel: {
        int tokens = __builtin_popcount(gugong_tokens_on_map(t));
        return (tokens >= 1 ? option_a : 0u) |
               (tokens >= 2 && funds(t, side) >= gugong_travel_price(t, side) ? option_b : 0u);
    }
    case area_wall:
        return (pieces >= 1 ? option_a : 0u) | (pieces >= 2 ? option_b : 0u);
    case area_intrigue: {
        bool room = t->intrigue[side] < LAST_CELL;
        return (room || t->medal == SR_NONE ? option_a : 0u) |
               (room && funds(t, side) >= SMALL_PRICE ? option_b : 0u);
    }
    case area_palace:
        return option_a | (funds(t, side) >= PALACE_PRICE ? option_b : 0u);
    case area_canal:
        return canal_options(t, side);
    default:
        return 0;
    }
}

/* One move for each price, since houses of a price are alike. */
static void list_jade(const struct gugong *t, int side, struct sr_moves *moves) {
    const uint8_t *price = gugong_price[board_side(t)];
    unsigned listed = 0;
    for (int house = 0; house < HOUSES; house++) {
        if (!t->house[house] || listed >> price[house] & 1 ||
            gugong_jade_price(t, side, price[house]) > funds(t, side))
            continue;
        listed |= 1u << price[house];
        sr_add_3(moves, verb_buy, price[house], 0, 0);
    }
    if (gugong_jade_price(t, side, SQUARE_PRICE) <= funds(t, side))
        sr_add_3(moves, verb_buy, SQUARE_PRICE, 0, 0);
}

/* The pair may pay, but the servant who stays must be a single one. */
static void list_decrees(const struct gugong *t, int side, struct sr_moves *moves) {
    if (!t->pool[side])
        return;
    for (int slot = 0; slot < SLOTS; slot++)
        if (!(t->on_decrees[side] >> slot & 1) &&
            gugong_decree_cost(t, side, slot) <= funds(t, side) - 1)
            sr_add_3(moves, verb_enact, t->decree[slot], 0, 0);
}

void gugong_list_action(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    int seat = t->head.decider, area = sr_top(t, action)->area;
    if (area == area_jade) {
        list_jade(t, seat, moves);
    } else if (area == area_decrees) {
        list_decrees(t, seat, moves);
    } else {
        unsigned options = gugong_area_options(t, seat, area);
        if (options & option_a)
            sr_add_3(moves, verb_a, 0, 0, 0);
        if (options & option_b)
            sr_add_3(moves, verb_b, 0, 0, 0);
    }
    sr_add_3(moves, verb_skip, 0, 0, 0);
}

/* ---- what is done ---- */

void gugong_enact(struct gugong *t, int side, int slot, struct sr_turn *turn) {
    int decree = t->decree[slot];
    t->on_decrees[side] = (uint8_t)(t->on_decrees[side] | 1u << slot);
    gugong_tell(turn, side, enacts, decree);
    if (gugong_decrees[decree].points)
        gugong_add_points(t, side, gugong_decrees[decree].points, turn);
}

static void play_a(struct gugong *t, int seat, const struct action *action, struct sr_turn *turn) {
    uint8_t source = action->source;
    switch (action->area) {
    case area_travel:
        sr_push(t, phase_travel, seat, travel, .moves = 1, .source = source);
        break;
    case area_wall:
        sr_push(t, phase_wall, seat, wall, .left = 1, .source = source);
        break;
    case area_intrigue:
        gugong_move_intrigue(t, seat, 1, turn);
        gugong_take_medal(t, seat, turn);
        break;
    case area_palace:
        gugong_step_envoy(t, seat, 1, turn);
        break;
    default:
        if (gugong_can_load_pool(t, seat))
            sr_push(t, phase_load, seat, load, .left = 1, .how = load_then_sail, .source = source);
        else
            sr_push(t, phase_sail, seat, sail, .source = source);
        break;
    }
}

/* The payment is put down last, so it is settled before what was paid for. */
static void play_b(struct gugong *t, int seat, const struct action *action, struct sr_turn *turn) {
    uint8_t source = action->source;
    switch (action->area) {
    case area_travel:
        sr_push(t, phase_travel, seat, travel, .moves = 2, .source = source);
        gugong_pay(t, seat, gugong_travel_price(t, seat), need_nothing, turn);
        break;
    case area_wall:
        sr_push(t, phase_wall, seat, wall, .left = 2, .source = source);
        gugong_pay(t, seat, SMALL_PRICE, need_piece, turn);
        break;
    case area_intrigue:
        gugong_move_intrigue(t, seat, 3, turn);
        gugong_pay(t, seat, SMALL_PRICE, need_nothing, turn);
        break;
    case area_palace:
        gugong_step_envoy(t, seat, 2, turn);
        gugong_move_intrigue(t, seat, 1, turn);
        gugong_pay(t, seat, PALACE_PRICE, need_nothing, turn);
        break;
    default:
        sr_push(t, phase_load, seat, load, .left = 2, .how = load_two, .source = source);
        gugong_pay(t, seat, SMALL_PRICE, need_two_to_load, turn);
        break;
    }
}

static void buy_jade(struct gugong *t, int seat, int price, struct sr_turn *turn) {
    const uint8_t *prices = gugong_price[board_side(t)];
    int house = 0;
    while (house < HOUSES && !(t->house[house] && prices[house] == price))
        house++;
    if (house < HOUSES)
        t->house[house] = 0;
    int cost = gugong_jade_price(t, seat, price);
    gugong_tell(turn, seat, buys, cost);
    gugong_add_jade(t, seat, turn);
    gugong_pay(t, seat, cost, need_nothing, turn);
}

static void enact_chosen(struct gugong *t, int seat, int decree, struct sr_turn *turn) {
    int slot = 0;
    while (slot < SLOTS - 1 && t->decree[slot] != decree)
        slot++;
    int cost = gugong_decree_cost(t, seat, slot);
    t->pool[seat]--;
    gugong_enact(t, seat, slot, turn);
    gugong_pay(t, seat, cost, need_nothing, turn);
}

void gugong_play_action(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    const struct action *action = sr_taken(turn, action);
    int seat = t->head.decider;
    bool following = action->source == source_follow;
    if (move.verb == verb_skip) {
        sr_tell(turn, event_skips, seat, action->area);
        return;
    }
    if (following)
        sr_tell(turn, event_follows, seat, action->area);
    if (t->parked_size)
        sr_push(t, phase_after, seat, after, .area = action->area, .following = following);
    switch (move.verb) {
    case verb_a:
        play_a(t, seat, action, turn);
        break;
    case verb_b:
        play_b(t, seat, action, turn);
        break;
    case verb_buy:
        buy_jade(t, seat, move.arg[0], turn);
        break;
    default:
        enact_chosen(t, seat, move.arg[0], turn);
        break;
    }
}

/* ---- special tokens beside the area: tax first, then those who follow ---- */

static void tax(struct gugong *t, int payer, int owner, struct sr_turn *turn) {
    if (t->points[payer])
        t->points[payer]--;
    if (t->points[owner] < MAX_POINTS)
        t->points[owner]++;
    sr_tell(turn, event_taxed, payer, owner);
}

void gugong_run_after(void *state, struct sr_turn *turn) {
    struct gugong *t = state;
    const struct after *done = sr_taken(turn, after);
    int seats = t->head.seats, doer = turn->taken.seat;
    for (int i = 0; i < t->parked_size; i++)
        if (t->parked[i] == token_tax && t->parked_area[i] == done->area &&
            t->parked_seat[i] != doer)
            tax(t, doer, t->parked_seat[i], turn);
    if (done->following)
        return; /* else two of them would follow each other for ever */
    for (int step = seats - 1; step > 0; step--) {
        int seat = (doer + step) % seats;
        for (int i = 0; i < t->parked_size; i++)
            if (t->parked[i] == token_follow && t->parked_area[i] == done->area &&
                t->parked_seat[i] == seat)
                sr_push(t, phase_action, seat, action, .area = done->area, .source = source_follow);
    }
}
