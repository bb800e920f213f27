/* Hearts: what a position is judged by. Points taken and points that the hand will hardly avoid.
 * The weights are learnt from play: see weights.def. */
#include "state.h"

#include "core/mind.h"

enum feature {
    feature_total,
    feature_points,
    feature_moon,
    feature_queen,
    feature_high_spades,
    feature_masters,
    feature_heart_masters,
    feature_safe,
    feature_voids,
    feature_lead,
    FEATURES
};

static const struct sr_feature features[FEATURES] = {
    [feature_total] = {"total", SR_TEXT("points in all", "очки за игру"), SR_LESS},
    [feature_points] = {"points", SR_TEXT("points in this deal", "очки в этой сдаче"), SR_LESS},
    [feature_moon] = {"moon", SR_TEXT("all points so far", "все очки до сих пор"), SR_UNTOLD},
    [feature_queen] = {"queen", SR_TEXT("the queen of spades in hand", "дама пик на руке"),
                       SR_LESS},
    [feature_high_spades] = {"high_spades",
                             SR_TEXT("cards that may catch the queen", "карты, что поймают даму"),
                             SR_LESS},
    [feature_masters] = {"masters", SR_TEXT("cards that nobody beats", "карты, которых не побить"),
                         SR_LESS},
    [feature_heart_masters] = {"heart_masters",
                               SR_TEXT("hearts that nobody beats", "червы, которых не побить"),
                               SR_LESS},
    [feature_safe] = {"safe", SR_TEXT("cards that take nothing", "карты, что ничего не возьмут"),
                      SR_MORE},
    [feature_voids] = {"voids", SR_TEXT("suits out of hand", "отсутствующие масти"), SR_MORE},
    [feature_lead] = {"lead", SR_TEXT("being on lead", "первый ход"), SR_UNTOLD},
};

/* WEIGHTS(seats, one weight for each feature in the order above) */
static const float weights[1][FEATURES] = {
#define WEIGHTS(seats, ...) [(seats)-SEATS] = {__VA_ARGS__},
#include "weights.def"
};

/* Of the cards held in a suit, those above all that the others hold, and those below all. */
static void measure_suit(unsigned own, unsigned others, int suit, float *value) {
    if (!own) {
        value[feature_voids] += 1.0f;
        return;
    }
    if (!others)
        return; /* nobody follows: such a card takes whatever is thrown on it */
    unsigned highest = 31U - (unsigned)__builtin_clz(others);
    unsigned lowest = others & -others;
    float masters = (float)sr_count_bits(own >> (highest + 1));
    value[suit == suit_hearts ? feature_heart_masters : feature_masters] += masters;
    value[feature_safe] += (float)sr_count_bits(own & (lowest - 1));
}

static void measure_seat(const struct hearts *t, int seat, const unsigned held[SUITS],
                         bool queen_out, bool alone, float *value) {
    const uint16_t *hand = t->hand[seat];
    value[feature_total] = 0.1f * (float)t->total[seat];
    value[feature_points] = alone ? 0.0f : 0.1f * (float)t->points[seat];
    value[feature_moon] = alone ? 0.1f * (float)t->points[seat] : 0.0f;
    for (int suit = 0; suit < SUITS; suit++)
        measure_suit(hand[suit], held[suit] & ~(unsigned)hand[suit], suit, value);
    unsigned high = hand[suit_spades] >> (rank_queen + 1);
    bool has_queen = (hand[suit_spades] & QUEEN) != 0;
    value[feature_queen] = has_queen ? 1.0f : 0.0f;
    value[feature_high_spades] = queen_out && !has_queen ? (float)sr_count_bits(high) : 0.0f;
    value[feature_lead] = t->head.phase == phase_play && t->lead == seat ? 1.0f : 0.0f;
}

static void measure(const void *state, float values[]) {
    const struct hearts *t = state;
    unsigned held[SUITS] = {0};
    int points = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        points += t->points[seat];
        for (int suit = 0; suit < SUITS; suit++)
            held[suit] |= t->hand[seat][suit];
    }
    bool queen_out = (held[suit_spades] & QUEEN) != 0;
    for (int seat = 0; seat < SEATS; seat++) {
        float *value = &values[seat * FEATURES];
        for (int i = 0; i < FEATURES; i++)
            value[i] = 0;
        bool alone = points >= QUEEN_POINTS && t->points[seat] == points;
        measure_seat(t, seat, held, queen_out, alone, value);
    }
}

const struct sr_mind hearts_mind = {
    .features = features,
    .feature_count = FEATURES,
    .weights = weights[0],
    .measure = measure,
    .playout = 8,
    .judge_points = 1.0f,
};
