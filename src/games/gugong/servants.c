/* Gugong: servants between supply and pool, and the pair that counts as two. */
#include "state.h"

bool gugong_supply_left(const struct gugong *t, int side) {
    return t->supply[side] > 0 || pair_is(t, side, pair_supply);
}

/* ---- gaining ---- */

void gugong_offer_servants(struct gugong *t, int side, int amount, int source) {
    if (amount > 0 && gugong_supply_left(t, side))
        gugong_push(t, phase_servants, side, amount,
                    source == source_wall || source == source_decree, source);
}

void gugong_gain(struct gugong *t, int side, int servants, bool pair, struct sr_turn *turn) {
    t->supply[side] = (uint8_t)(t->supply[side] - servants);
    t->pool[side] = (uint8_t)(t->pool[side] + servants);
    if (pair)
        t->pair_at[side] = pair_pool;
    if (servants || pair)
        gugong_tell(turn, side, servants, servants, pair ? piece_pair : SR_NONE);
}

/* Any single servant may be the pair. Fewer may be taken, except where the choice to take them was
 * just made. The most comes first. */
void gugong_list_servants(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    struct frame frame = top_frame(t);
    int seat = frame.side;
    bool chosen = frame.second;
    for (int pair = pair_is(t, seat, pair_supply); pair >= 0; pair--) {
        int most = frame.first - pair < t->supply[seat] ? frame.first - pair : t->supply[seat];
        if (chosen && !pair && !most)
            continue;
        for (int servants = most; servants >= (chosen ? most : 0); servants--)
            gugong_add(moves, verb_take, servants, pair ? piece_pair : SR_NONE, 0);
    }
    gugong_list_exchanges(t, seat, moves);
}

void gugong_play_servants(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    if (gugong_play_exchange(t, move, turn))
        return;
    struct frame frame = gugong_pop(t);
    gugong_gain(t, frame.side, move.arg[0], move.arg[1] != SR_NONE, turn);
    gugong_run(t, turn);
}

/* ---- paying ---- */

static bool enough_is_left(const struct gugong *t, int side, int servants, bool pair,
                           enum need need) {
    switch (need) {
    case need_piece:
        return servants > 0 || pair;
    case need_two_to_load:
        return servants + (pair ? 2 : 0) >= 2 &&
               ((servants > 0 && gugong_fits(t, side, 1)) || (pair && gugong_fits(t, side, 2)));
    default:
        return true;
    }
}

/* The ways to pay, as bits by enum pay_with. */
static unsigned ways_to_pay(const struct gugong *t, int side, int amount, enum need need) {
    int pool = t->pool[side];
    bool pair = pair_is(t, side, pair_pool);
    unsigned ways = 0;
    if (pool >= amount && enough_is_left(t, side, pool - amount, pair, need))
        ways |= 1u << with_servants;
    if (!pair)
        return ways;
    if (amount >= 2 && pool >= amount - 2 &&
        enough_is_left(t, side, pool - amount + 2, false, need))
        ways |= 1u << with_pair;
    if (amount >= 1 && pool >= amount - 1 &&
        enough_is_left(t, side, pool - amount + 1, false, need))
        ways |= 1u << with_pair_as_one;
    return ways;
}

static void pay_with(struct gugong *t, int side, int amount, enum pay_with with,
                     struct sr_turn *turn) {
    int servants = with == with_pair ? amount - 2 : with == with_pair_as_one ? amount - 1 : amount;
    t->pool[side] = (uint8_t)(t->pool[side] - servants);
    t->supply[side] = (uint8_t)(t->supply[side] + servants);
    if (with != with_servants)
        t->pair_at[side] = pair_supply;
    gugong_tell(turn, side, pays, servants, with != with_servants ? piece_pair : SR_NONE);
}

void gugong_pay(struct gugong *t, int side, int amount, enum need need, int source,
                struct sr_turn *turn) {
    if (amount <= 0)
        return;
    unsigned ways = ways_to_pay(t, side, amount, need);
    if (ways & (ways - 1))
        gugong_push(t, phase_pay, side, amount, (int)need, source);
    else if (ways)
        pay_with(t, side, amount, (enum pay_with)__builtin_ctz(ways), turn);
}

void gugong_list_pay(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    struct frame frame = top_frame(t);
    unsigned ways = ways_to_pay(t, frame.side, frame.first, (enum need)frame.second);
    for (int with = with_servants; with <= with_pair_as_one; with++)
        if (ways >> with & 1)
            gugong_add(moves, verb_with, with, 0, 0);
    gugong_list_exchanges(t, frame.side, moves);
}

void gugong_play_pay(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    if (gugong_play_exchange(t, move, turn))
        return;
    struct frame frame = gugong_pop(t);
    pay_with(t, frame.side, frame.first, (enum pay_with)move.arg[0], turn);
    gugong_run(t, turn);
}
