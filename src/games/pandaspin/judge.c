/* Panda Spin: what a position is judged by: points, how near the hand is to being empty, what
 * nobody can beat and what going out would bring. The weights are learnt from play: see
 * weights.def. */
#include "state.h"

#include "core/mind.h"

#include <string.h>

static const struct sr_feature features[FEATURES] = {
    [feature_points] = {"points", SR_TEXT("points", "очки"), SR_MORE},
    [feature_cards] = {"cards", SR_TEXT("cards in hand", "карты в руке"), SR_LESS},
    [feature_groups] = {"groups", SR_TEXT("plays that the hand needs", "ставки до выхода"),
                        SR_LESS},
    [feature_high] = {"high", SR_TEXT("high values in hand", "старшие номиналы в руке"), SR_MORE},
    [feature_low] = {"low", SR_TEXT("low values in hand", "младшие номиналы в руке"), SR_LESS},
    [feature_extra] = {"extra", SR_TEXT("cards of several values", "карты с номиналами сразу"),
                       SR_MORE},
    [feature_bamboo] = {"bamboo", SR_TEXT("bamboo in hand", "бамбук в руке"), SR_MORE},
    [feature_symbols] = {"symbols", SR_TEXT("other symbols in hand", "прочие символы в руке"),
                         SR_MORE},
    [feature_elements] = {"elements", SR_TEXT("element cards", "карты элементов"), SR_MORE},
    [feature_at_risk] = {"at_risk", SR_TEXT("blue cards that may be lost", "синие карты на кону"),
                         SR_LESS},
    [feature_empty] = {"empty", SR_TEXT("an empty hand", "пустая рука"), SR_MORE},
    [feature_highest] = {"highest", SR_TEXT("the highest bid", "наибольшая ставка"), SR_MORE},
    [feature_plays] = {"plays", SR_TEXT("plays with rows put together", "ставки при рядах вместе"),
                       SR_LESS},
    [feature_white] = {"white", SR_TEXT("white cards in hand", "белые карты в руке")},
    [feature_controls] = {"controls",
                          SR_TEXT("values that nobody can beat",
                                  "номиналы, которые некому перебить"),
                          SR_MORE},
    [feature_near] = {"near", SR_TEXT("how near going out is", "близость к выходу"), SR_MORE},
    [feature_prize] = {"prize", SR_TEXT("hope of points for going out", "надежда на очки за выход"),
                       SR_MORE},
    [feature_sure] = {"sure",
                      SR_TEXT("points for going out that nobody can prevent",
                              "верные очки за выход"),
                      SR_MORE},
    [feature_bombs] = {"bombs", SR_TEXT("bombs in hand", "бомбы в руке"), SR_MORE},
    [feature_rounds] = {"rounds", SR_TEXT("rounds to be won", "сколько раундов выиграть")},
    [feature_leads] = {"leads", SR_TEXT("leading a trick", "первый ход кона"), SR_MORE},
    [feature_to_move] = {"to_move", SR_TEXT("being in turn", "очередь хода")},
};

/* WEIGHTS(seats, one weight for each feature in the order above) */
static const float weights[SEATS - 1][FEATURES] = {
#define WEIGHTS(seats, ...) [(seats)-2] = {__VA_ARGS__},
#include "weights.def"
};

enum { MOST_COPIES = 3 }; /* beyond which sets do not matter apart */

/* A hand as it will be, with the white cards on the table that will come back to it. */
struct sight {
    unsigned ranks;                       /* values in it */
    uint8_t sum[RANKS];                   /* how many of each */
    unsigned ranks_with[MOST_COPIES + 1]; /* values of which it has so many or more */
    float plays;                          /* that it takes to be rid of it */
};

static void measure_half(struct face face, struct sight *sight, float *value) {
    sight->ranks |= 1U << face.rank;
    sight->sum[face.rank] = (uint8_t)(sight->sum[face.rank] + face.count);
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

/* Each value is a play; three or more in a row are one together. */
static int count_plays(unsigned ranks) {
    unsigned runs = ranks & ranks >> 1 & ranks >> 2 & ((1U << (RUN_RANKS - 2)) - 1);
    unsigned in_runs = runs | runs << 1 | runs << 2;
    return sr_count_bits(ranks & ~in_runs) + sr_count_bits(in_runs & ~(in_runs << 1));
}

static void measure_hand(const struct pandaspin *t, int seat, struct sight *sight, float *value) {
    bool highest = t->bid.type != bid_nothing && t->owner == seat;
    bool back = !highest && !((t->bombed | t->played_blue) >> seat & 1);
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned white = t->white[seat][suit], blue = blue_in_hand(t, seat, suit);
        if (back)
            blue |= t->table_white[seat][suit];
        if (white >> ELEMENT_BIT & 1) {
            value[feature_elements] += 1.0f;
            value[feature_cards] += 1.0f;
        }
        for (unsigned left = white & ANIMAL_BITS; left; left &= left - 1) {
            measure_half(pandaspin_face[white_side][suit][lowest_bit(left)], sight, value);
            value[feature_white] += 1.0f;
        }
        for (unsigned left = blue; left; left &= left - 1)
            measure_half(pandaspin_face[blue_side][suit][lowest_bit(left)], sight, value);
    }
    for (unsigned left = sight->ranks; left; left &= left - 1) {
        int rank = lowest_bit(left), sum = sight->sum[rank];
        for (int copies = 0; copies <= MOST_COPIES && copies <= sum; copies++)
            sight->ranks_with[copies] |= 1U << rank;
        if (sum >= BOMB_VALUES)
            value[feature_bombs] += 1.0f;
    }
    unsigned rows =
        sight->ranks & sight->ranks >> 1 & sight->ranks >> 2 & ((1U << (RUN_RANKS - 2)) - 1);
    value[feature_groups] = (float)(sr_count_bits(sight->ranks) - sr_count_bits(rows));
    sight->plays = (float)count_plays(sight->ranks) + value[feature_elements];
    value[feature_plays] = sight->plays;
    if (!highest && (t->played_blue >> seat & 1))
        value[feature_at_risk] = (float)count_cards(t->table_blue[seat]);
    value[feature_empty] = value[feature_cards] > 0 ? 0.0f : 1.0f;
    value[feature_highest] = highest ? 1.0f : 0.0f;
}

static int highest_of(unsigned ranks) {
    return ranks ? 31 - __builtin_clz(ranks) : 0;
}

/* Plays that none of the others can beat with as many of a value; bombs and elements apart. */
static int count_controls(const struct sight sight[SEATS], int seat, int seats) {
    unsigned own = sight[seat].ranks_with[0];
    int controls = 0;
    for (int copies = MOST_COPIES; copies > 0; copies--) {
        unsigned others = 0, mine = own & sight[seat].ranks_with[copies];
        for (int other = 0; other < seats; other++)
            if (other != seat)
                others |= sight[other].ranks_with[copies];
        controls += sr_count_bits(mine >> highest_of(others));
        own &= ~mine;
    }
    return controls;
}

/* What depends on the other hands: plays that cannot be beaten, how near going out is and how many
 * points it would bring. Who leads and needs not lose any trick before the last play goes out. */
static void compare_hands(const struct pandaspin *t, int seat, const struct sight sight[SEATS],
                          float *values) {
    float most = 0, *value = &values[seat * FEATURES];
    for (int other = 0; other < t->head.seats; other++) {
        float cards = values[other * FEATURES + feature_cards];
        if (other != seat && cards > most)
            most = cards;
    }
    float prize = most < OUT_POINTS ? most : OUT_POINTS;
    float controls = (float)count_controls(sight, seat, t->head.seats);
    float losers = sight[seat].plays > controls ? sight[seat].plays - controls : 0.0f;
    value[feature_controls] = controls;
    value[feature_near] = 1.0f / (1.0f + losers);
    value[feature_prize] = prize / (1.0f + losers);
    if (value[feature_leads] > 0 && losers <= 1.0f)
        value[feature_sure] = prize;
}

void pandaspin_measure(const void *state, float values[]) {
    const struct pandaspin *t = state;
    struct sight sight[SEATS] = {0};
    for (int seat = 0; seat < t->head.seats; seat++) {
        float *value = &values[seat * FEATURES];
        for (int i = 0; i < FEATURES; i++)
            value[i] = 0;
        value[feature_points] = (float)t->points[seat];
        int missing = t->options[option_target] - t->points[seat];
        value[feature_rounds] = missing <= 0 ? 0.0f : missing <= OUT_POINTS ? 1.0f : 2.0f;
        bool moves = t->head.decider == seat;
        value[feature_to_move] = moves ? 1.0f : 0.0f;
        value[feature_leads] = moves && t->bid.type == bid_nothing ? 1.0f : 0.0f;
        if (t->playing >> seat & 1)
            measure_hand(t, seat, &sight[seat], value);
    }
    for (int seat = 0; seat < t->head.seats; seat++)
        if (t->playing >> seat & 1)
            compare_hands(t, seat, sight, values);
}

/* ---- for a learnt judge ---- */

/* How many of each value a hand has counts for more than on which cards they are. */
enum { MOST_OF_A_RANK = 7 };
static const struct sr_relation relations[] = {{"rank_sum", SEATS *RANKS, MOST_OF_A_RANK}};

static void relate(const void *state, int seat, uint8_t number[]) {
    const struct pandaspin *t = state;
    float ignored[FEATURES] = {0};
    memset(number, 0, SEATS * RANKS);
    for (int far = 0; far < t->head.seats; far++, number += RANKS) {
        struct sight sight = {0};
        int who = (seat + far) % t->head.seats;
        if (!(t->playing >> who & 1))
            continue;
        measure_hand(t, who, &sight, ignored);
        for (int rank = 0; rank < RANKS; rank++)
            number[rank] = sight.sum[rank] < MOST_OF_A_RANK ? sight.sum[rank] : MOST_OF_A_RANK;
    }
}

/* Who may win with this round changes what everything is worth. */
enum { NOBODY_NEAR, SOMEBODY_NEAR, STAGES };
static uint8_t stage(const void *state) {
    const struct pandaspin *t = state;
    for (int seat = 0; seat < t->head.seats; seat++)
        if (t->options[option_target] - t->points[seat] <= OUT_POINTS)
            return SOMEBODY_NEAR;
    return NOBODY_NEAR;
}

const struct sr_mind pandaspin_mind = {
    .features = features,
    .feature_count = FEATURES,
    .weights = weights[0],
    .measure = pandaspin_measure,
    .relations = relations,
    .relation_count = SR_COUNT(relations),
    .relate = relate,
    .stage = stage,
    .stages = STAGES,
    .clues = &pandaspin_clues,
    .playout = 3,
    .judge_points = 1.0f,
    .explore = 0.4f,
    .strong_iterations = 1000,
};
