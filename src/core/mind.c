/* What features are worth, and how likely clues make a secret. */
#include "mind.h"

#include <string.h>

const struct sr_mind sr_no_mind = {0};

bool sr_weights_change(const struct sr_game *game, int seats) {
    const struct sr_mind *mind = sr_mind_of(game);
    return mind->progress && (!mind->late_seats_max || seats <= mind->late_seats_max);
}

void sr_weights(const struct sr_game *game, const void *state, float weight[SR_MAX_FEATURES]) {
    const struct sr_mind *mind = sr_mind_of(game);
    int seats = sr_head(state)->seats, count = mind->feature_count;
    int row = sr_weights_row(game, seats);
    if (!mind->weights) /* nothing to weigh */
        return;
    memcpy(weight, &mind->weights[row], sizeof *weight * (size_t)count);
    if (!sr_weights_change(game, seats))
        return;
    float progress = mind->progress(state);
    for (int i = 0; i < count; i++)
        weight[i] += progress * (mind->late_weights[row + i] - weight[i]);
}

void sr_judge_features(const struct sr_game *game, const void *state, float measured[],
                       float value[SR_MAX_SEATS]) {
    const struct sr_mind *mind = sr_mind_of(game);
    float changed[SR_MAX_FEATURES];
    int seats = sr_head(state)->seats, count = mind->feature_count;
    const float *weight = &mind->weights[sr_weights_row(game, seats)];
    if (sr_weights_change(game, seats)) {
        sr_weights(game, state, changed);
        weight = changed;
    }
    mind->measure(state, measured);
    /* Two seats side by side: their sums do not wait for each other. */
    for (int seat = 0; seat < seats; seat += 2) {
        const float *one = &measured[seat * count];
        const float *two = seat + 1 < seats ? one + count : one;
        float first = 0, second = 0;
        for (int i = 0; i < count; i++) {
            first += weight[i] * one[i];
            second += weight[i] * two[i];
        }
        value[seat] = first;
        if (seat + 1 < seats)
            value[seat + 1] = second;
    }
}

/* 2^16 exp(-n/8) */
enum { LIKENESS_STEP = (int)SR_CLUE_UNIT / 8, LIKENESSES = 45 };
static const uint16_t likeness[LIKENESSES] = {
    65535, 57835, 51039, 45042, 39750, 35079, 30957, 27319, 24109, 21276, 18776, 16570,
    14623, 12905, 11388, 10050, 8869,  7827,  6907,  6096,  5380,  4747,  4190,  3697,
    3263,  2879,  2541,  2243,  1979,  1746,  1541,  1360,  1200,  1059,  935,   825,
    728,   642,   567,   500,   442,   390,   344,   303,   268};

uint32_t sr_likeness(int32_t units, uint32_t certain) {
    int32_t steps = units / LIKENESS_STEP;
    if (steps <= 0)
        return certain;
    uint32_t part = likeness[steps < LIKENESSES ? steps : LIKENESSES - 1];
    uint32_t likely = (certain * part + (1 << 15)) >> 16;
    return likely ? likely : 1;
}
