/* Gugong: servants between supply and pool, and the pair that counts as two. */
#include "state.h"

bool gugong_supply_left(const struct gugong *t, int side) {
    return t->supply[side] > 0 || pair_is(t, side, pair_supply);
}

/* The pair is worth taking first. */
int gugong_could_raise(const struct gugong *t, int seat) {
    int exchanges = token_worth(t, seat) / gugong_exchange_worth[exchange_servant];
    if (!is_mended(t) || !exchanges)
        return 0;
    int pair = pair_is(t, seat, pair_supply), left = exchanges - pair;
    return 2 * pair + (left < t->supply[seat] ? left : t->supply[seat]);
}

/* ---- gaining ---- */

/* Fewer may be taken, except where the choice to take them was just made. */
void gugong_push_servants(struct gugong *t, int side, int amount, int source) {
    if (side == MENG)
        sr_push(t, phase_meng_servants, SR_NONE, meng_servants, .amount = (uint8_t)amount);
    else
        sr_push(t, phase_servants, side, servants, .amount = (uint8_t)amount,
                .no_fewer = source == source_wall || source == source_decree,
                .source = (uint8_t)source);
}

/* Version 1 looked into the supply too early: before what was paid had come back to it. */
void gugong_offer_servants(struct gugong *t, int side, int amount, int source) {
    if (amount > 0 && (is_mended(t) || gugong_supply_left(t, side)))
        gugong_push_servants(t, side, amount, source);
}

void gugong_gain(struct gugong *t, int side, int servants, bool pair, struct sr_turn *turn) {
    t->supply[side] = (uint8_t)(t->supply[side] - servants);
    t->pool[side] = (uint8_t)(t->pool[side] + servants);
    if (pair)
        t->pair_at[side] = pair_pool;
    if (servants || pair)
        gugong_tell(turn, side, servants, servants, pair ? piece_pair : SR_NONE);
}

bool gugong_asks_servants(const void *state) {
    const struct gugong *t = state;
    return gugong_supply_left(t, top_seat(t));
}

/* Any single servant may be the pair. The most comes first. */
void gugong_list_servants(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    const struct servants *offered = sr_top(t, servants);
    int seat = t->head.decider;
    for (int pair = pair_is(t, seat, pair_supply); pair >= 0; pair--) {
        int most =
            offered->amount - pair < t->supply[seat] ? offered->amount - pair : t->supply[seat];
        if (offered->no_fewer && !pair && !most)
            continue;
        for (int servants = most; servants >= (offered->no_fewer ? most : 0); servants--)
            sr_add_3(moves, verb_take, servants, pair ? piece_pair : SR_NONE, 0);
    }
}

void gugong_play_servants(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    gugong_gain(t, t->head.decider, move.arg[0], move.arg[1] != SR_NONE, turn);
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

void gugong_pay(struct gugong *t, int seat, int amount, enum need need, struct sr_turn *turn) {
    if (amount <= 0)
        return;
    unsigned ways = ways_to_pay(t, seat, amount, need);
    if (ways & (ways - 1))
        sr_push(t, phase_pay, seat, pay, .amount = (uint8_t)amount, .need = (uint8_t)need);
    else if (ways)
        pay_with(t, seat, amount, (enum pay_with)__builtin_ctz(ways), turn);
}

void gugong_list_pay(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    const struct pay *due = sr_top(t, pay);
    unsigned ways = ways_to_pay(t, t->head.decider, due->amount, (enum need)due->need);
    for (int with = with_servants; with <= with_pair_as_one; with++)
        if (ways >> with & 1)
            sr_add_3(moves, verb_with, with, 0, 0);
}

void gugong_play_pay(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    pay_with(t, t->head.decider, sr_taken(turn, pay)->amount, (enum pay_with)move.arg[0], turn);
}
