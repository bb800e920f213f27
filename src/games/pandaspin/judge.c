/* Panda Spin: what a position is judged by: points, and how near the hand is to being empty. The
 * weights are learnt from play: see weights.def. */
#include "state.h"

const struct sr_feature pandaspin_features[FEATURES] = {
    [feature_points] = {"points", SR_TEXT("points", "очки")},
    [feature_cards] = {"cards", SR_TEXT("cards in hand", "карты на руке")},
    [feature_groups] = {"groups", SR_TEXT("plays that the hand needs", "нужно ставок")},
    [feature_high] = {"high", SR_TEXT("high values in hand", "старшие номиналы на руке")},
    [feature_low] = {"low", SR_TEXT("low values in hand", "младшие номиналы на руке")},
    [feature_extra] = {"extra", SR_TEXT("cards of several values", "карты с номиналами сразу")},
    [feature_bamboo] = {"bamboo", SR_TEXT("bamboo in hand", "бамбук на руке")},
    [feature_symbols] = {"symbols", SR_TEXT("other symbols in hand", "прочие символы на руке")},
    [feature_elements] = {"elements", SR_TEXT("element cards", "карты элементов")},
    [feature_at_risk] = {"at_risk", SR_TEXT("blue cards that may be lost", "синие карты на кону")},
    [feature_empty] = {"empty", SR_TEXT("an empty hand", "пустая рука")},
    [feature_highest] = {"highest", SR_TEXT("the highest bid", "наибольшая ставка")},
    [feature_to_move] = {"to_move", SR_TEXT("being in turn", "очередь хода")},
};

/* WEIGHTS(seats, one weight for each feature in the order above) */
const float pandaspin_weights[SEATS - 1][FEATURES] = {
#define WEIGHTS(seats, ...) [(seats)-2] = {__VA_ARGS__},
#include "weights.def"
};

static void measure_half(struct face face, unsigned *ranks, float *value) {
    *ranks |= 1U << face.rank;
    value[feature_cards] += 1.0f;
    value[feature_extra] += (float)(face.count - 1);
    if (face.rank >= rank_q)
        value[feature_high] += 1.0f;
    else if (face.rank <= rank_6)
        value[feature_low] += 1.0f;
    if (face.symbol == symbol_bamboo)
        value[feature_bamboo] += 1.0f;
    else if (face.symbol != symbol_no)
        value[feature_symbols] += 1.0f;
}

/* The hand, with the white cards on the table that will come back to it. */
static void measure_hand(const struct pandaspin *t, int seat, float *value) {
    bool highest = t->bid.type != bid_nothing && t->owner == seat;
    bool back = !highest && !((t->bombed | t->played_blue) >> seat & 1);
    unsigned ranks = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned white = t->white[seat][suit], blue = blue_in_hand(t, seat, suit);
        if (back)
            blue |= t->table_white[seat][suit];
        if (white >> ELEMENT_BIT & 1) {
            value[feature_elements] += 1.0f;
            value[feature_cards] += 1.0f;
        }
        for (unsigned left = white & ANIMAL_BITS; left; left &= left - 1)
            measure_half(pandaspin_face[white_side][suit][lowest_bit(left)], &ranks, value);
        for (unsigned left = blue; left; left &= left - 1)
            measure_half(pandaspin_face[blue_side][suit][lowest_bit(left)], &ranks, value);
    }
    /* Each value is a play; values in a row go together. */
    unsigned rows = ranks & ranks >> 1 & ranks >> 2 & ((1U << (RUN_RANKS - 2)) - 1);
    value[feature_groups] = (float)(count_bits(ranks) - count_bits(rows));
    if (!highest && (t->played_blue >> seat & 1))
        value[feature_at_risk] = (float)count_cards(t->table_blue[seat]);
    value[feature_empty] = value[feature_cards] > 0 ? 0.0f : 1.0f;
    value[feature_highest] = highest ? 1.0f : 0.0f;
}

void pandaspin_measure(const void *state, float values[]) {
    const struct pandaspin *t = state;
    for (int seat = 0; seat < t->head.seats; seat++) {
        float *value = &values[seat * FEATURES];
        for (int i = 0; i < FEATURES; i++)
            value[i] = 0;
        value[feature_points] = (float)t->points[seat];
        value[feature_to_move] = t->head.decider == seat ? 1.0f : 0.0f;
        if (t->playing >> seat & 1)
            measure_hand(t, seat, value);
    }
}
