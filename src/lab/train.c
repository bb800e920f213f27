#include "lab/train.h"

#include "core/exact.h"
#include "lab/problems.h"
#include "lab/train_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { UNITS = SR_NET_UNITS, SNAPSHOTS = 20, AVERAGED_EPOCHS = 2 };
static const float rate = 0.03f, decay = 1e-4f;
/* As if every weight had moved before: what is rarely on must not jump when it first is. */
static const float first_squares = 0.1f;
/* What is known already must not be forgotten over the first exercises. */
static const float known_squares = 4.0f;
static const float leak = 1.0f / (1 << SR_NET_LEAK_SHIFT);
/* How far weights begin from nothing. Inputs begin there, so that what is hardly ever on says
 * hardly anything; features and outputs that differ are enough to set units apart. */
static const float first_features = 0.05f, first_outs = 0.1f;

/* ---- the net in the making ---- */

/* All numbers stand in one array, so that they can be averaged alike. */
struct pupil {
    const struct sr_exercises *from;
    size_t rows, features, bias, outs, out_bias, slope, all; /* where each kind begins */
    float *number, *squares, *sum; /* weights; of slopes so far; of snapshots */
    int snapshots;
};

static bool open_pupil(struct pupil *pupil, const struct sr_exercises *from) {
    size_t seats = (size_t)from->seats, stages = (size_t)from->stages;
    *pupil = (struct pupil){.from = from};
    pupil->features = (size_t)from->inputs->count * UNITS;
    pupil->bias = pupil->features + seats * (size_t)from->features * UNITS;
    pupil->outs = pupil->bias + UNITS;
    pupil->out_bias = pupil->outs + stages * seats * UNITS;
    pupil->slope = pupil->out_bias + stages * seats;
    pupil->all = pupil->slope + stages;
    pupil->number = calloc(pupil->all, sizeof(float));
    pupil->squares = calloc(pupil->all, sizeof(float));
    pupil->sum = calloc(pupil->all, sizeof(float));
    return pupil->number && pupil->squares && pupil->sum;
}

static void close_pupil(struct pupil *pupil) {
    free(pupil->number);
    free(pupil->squares);
    free(pupil->sum);
}

/* Anything from -most to most. */
static float draw_real(struct sr_stream *stream, float most) {
    return most * ((float)(sr_word(stream) >> 8) / (float)(1 << 23) - 1.0f);
}

static void begin(struct pupil *pupil, struct sr_stream *stream) {
    float points = sr_mind_of(pupil->from->inputs->game)->judge_points;
    for (size_t i = pupil->features; i < pupil->bias; i++)
        pupil->number[i] = draw_real(stream, first_features);
    for (size_t i = pupil->outs; i < pupil->out_bias; i++)
        pupil->number[i] = draw_real(stream, first_outs);
    for (int stage = 0; stage < pupil->from->stages; stage++)
        pupil->number[pupil->slope + (size_t)stage] = points > 0 ? 1.0f / points : 0.2f;
}

/* ---- what it says ---- */

struct answer {
    float sum[UNITS], unit[UNITS];
    float share[SR_MAX_SEATS];
};

/* Into each way to run, so that it is compiled for that machine. */
#define INLINED static inline __attribute__((always_inline))
#define EACH_UNIT for (int unit = 0; unit < UNITS; unit++)

static const float *feature_of(const struct sr_exercises *from, size_t index) {
    return from->feature + index * (size_t)(from->seats * from->features);
}

static size_t outs_of(const struct pupil *pupil, int stage, int seat) {
    return pupil->outs + (size_t)(stage * pupil->from->seats + seat) * UNITS;
}

static size_t out_bias_of(const struct pupil *pupil, int stage, int seat) {
    return pupil->out_bias + (size_t)(stage * pupil->from->seats + seat);
}

/* What a net in whole numbers says, in the pupil's units. */
static void begin_with(struct pupil *pupil, const struct sr_net_weights *known) {
    const struct sr_exercises *from = pupil->from;
    float row = 1.0f / (float)(1 << known->row_shift), out = 1.0f / (float)(1 << known->out_shift);
    for (size_t i = 0; i < pupil->features; i++)
        pupil->number[i] = row * known->row[i];
    for (int i = 0; i < from->seats * from->features; i++) {
        float usual = from->feature_unit[i % from->features] * SR_NET_FEATURE_UNIT;
        float times = usual > 0 ? row * known->feature_unit[i % from->features] / usual : 0;
        EACH_UNIT pupil->number[pupil->features + (size_t)(i * UNITS + unit)] =
            times * known->feature_row[i][unit];
    }
    EACH_UNIT pupil->number[pupil->bias + (size_t)unit] = row * known->bias[unit];
    for (int stage = 0; stage < from->stages; stage++) {
        pupil->number[pupil->slope + (size_t)stage] = known->slope[stage];
        for (int seat = 0; seat < from->seats; seat++) {
            EACH_UNIT pupil->number[outs_of(pupil, stage, seat) + (size_t)unit] =
                out * known->out[stage][seat][unit];
            pupil->number[out_bias_of(pupil, stage, seat)] =
                row * out * (float)known->out_bias[stage][seat];
        }
    }
    for (size_t i = 0; i < pupil->all; i++)
        pupil->squares[i] = known_squares;
}

INLINED void ask_logits(const struct pupil *pupil, size_t index, struct answer *answer) {
    const struct sr_exercises *from = pupil->from;
    const struct sr_exercise *exercise = &from->exercise[index];
    const float *number = pupil->number, *feature = feature_of(from, index);
    float sum[UNITS];
    memcpy(sum, number + pupil->bias, sizeof sum);
    for (int i = 0; i < exercise->count; i++) {
        const float *row = number + (size_t)from->on[exercise->first + (uint32_t)i] * UNITS;
        EACH_UNIT sum[unit] += row[unit];
    }
    for (int i = 0; i < from->seats * from->features; i++) {
        const float *row = number + pupil->features + (size_t)i * UNITS;
        if (feature[i] != 0)
            EACH_UNIT sum[unit] += feature[i] * row[unit];
    }
    EACH_UNIT {
        answer->sum[unit] = sum[unit];
        answer->unit[unit] = sum[unit] > 0 ? sum[unit] : leak * sum[unit];
    }
    for (int seat = 0; seat < from->seats; seat++) {
        const float *out = number + outs_of(pupil, exercise->stage, seat);
        float logit = number[out_bias_of(pupil, exercise->stage, seat)] +
                      number[pupil->slope + exercise->stage] * exercise->linear[seat];
        EACH_UNIT logit += out[unit] * answer->unit[unit];
        answer->share[seat] = logit;
    }
}

INLINED void ask(const struct pupil *pupil, size_t index, struct answer *answer) {
    ask_logits(pupil, index, answer);
    sr_net_shares(answer->share, pupil->from->seats);
}

/* ---- learning ---- */

INLINED void improve(struct pupil *pupil, size_t at, float slope) {
    float *number = &pupil->number[at], *squares = &pupil->squares[at];
    *squares += slope * slope;
    *number -= rate * slope / sqrtf(*squares + first_squares);
}

INLINED void improve_row(struct pupil *pupil, size_t at, const float slope[UNITS], float times) {
    float *number = &pupil->number[at], *squares = &pupil->squares[at];
    EACH_UNIT {
        float down = times * slope[unit] + decay * number[unit];
        squares[unit] += down * down;
        number[unit] -= rate * down / sqrtf(squares[unit] + first_squares);
    }
}

/* One exercise: asks, and moves every weight that had a part in the answer. */
INLINED void practise(struct pupil *pupil, size_t index) {
    const struct sr_exercises *from = pupil->from;
    const struct sr_exercise *exercise = &from->exercise[index];
    const float *feature = feature_of(from, index);
    struct answer answer;
    float slope[UNITS] = {0}, by_linear = 0;
    ask(pupil, index, &answer);
    for (int seat = 0; seat < from->seats; seat++) {
        float wrong = answer.share[seat] - exercise->aim[seat];
        size_t out = outs_of(pupil, exercise->stage, seat);
        EACH_UNIT slope[unit] += wrong * pupil->number[out + (size_t)unit];
        improve_row(pupil, out, answer.unit, wrong);
        improve(pupil, out_bias_of(pupil, exercise->stage, seat), wrong);
        by_linear += wrong * exercise->linear[seat];
    }
    improve(pupil, pupil->slope + exercise->stage, by_linear);
    EACH_UNIT slope[unit] *= answer.sum[unit] > 0 ? 1.0f : leak;
    improve_row(pupil, pupil->bias, slope, 1);
    for (int i = 0; i < exercise->count; i++)
        improve_row(pupil, (size_t)from->on[exercise->first + (uint32_t)i] * UNITS, slope, 1);
    for (int i = 0; i < from->seats * from->features; i++)
        if (feature[i] != 0)
            improve_row(pupil, pupil->features + (size_t)i * UNITS, slope, feature[i]);
}

/* The same sums in the same order, some machines do more of them at once. */
typedef void run_of(struct pupil *pupil, const uint32_t *order, size_t count);
static void practise_plain(struct pupil *pupil, const uint32_t *order, size_t count) {
    for (size_t i = 0; i < count; i++)
        practise(pupil, order[i]);
}
#if defined(__x86_64__)
__attribute__((target("avx2"))) static void practise_avx2(struct pupil *pupil,
                                                          const uint32_t *order, size_t count) {
    for (size_t i = 0; i < count; i++)
        practise(pupil, order[i]);
}
static run_of *best_run(void) {
    return __builtin_cpu_supports("avx2") ? practise_avx2 : practise_plain;
}
#else
static run_of *best_run(void) {
    return practise_plain;
}
#endif

static void shuffle(struct sr_stream *stream, uint32_t *order, size_t count) {
    for (size_t i = count; i > 1; i--) {
        size_t j = sr_draw(stream, (uint32_t)i);
        uint32_t moved = order[i - 1];
        order[i - 1] = order[j];
        order[j] = moved;
    }
}

static void snapshot(struct pupil *pupil) {
    for (size_t i = 0; i < pupil->all; i++)
        pupil->sum[i] += pupil->number[i];
    pupil->snapshots++;
}

static void practise_all(struct pupil *pupil, const struct sr_training *training, uint32_t *order,
                         size_t count, struct sr_stream *stream) {
    run_of *run = best_run();
    size_t between = count / SNAPSHOTS + 1;
    for (int epoch = 0; epoch < training->epochs; epoch++) {
        shuffle(stream, order, count);
        for (size_t done = 0; done < count; done += between) {
            size_t now = count - done < between ? count - done : between;
            run(pupil, order + done, now);
            if (epoch >= training->epochs - AVERAGED_EPOCHS)
                snapshot(pupil);
            if (training->progress)
                training->progress(training->context,
                                   (uint64_t)((size_t)epoch * count + done + now),
                                   (uint64_t)training->epochs * count);
        }
    }
    for (size_t i = 0; pupil->snapshots && i < pupil->all; i++)
        pupil->number[i] = pupil->sum[i] / (float)pupil->snapshots;
}

/* ---- how well it has learnt ---- */

static double nats(const float *aim, const float *share, int seats) {
    double sum = 0, rest = 1, left = 1;
    for (int seat = 0; seat < seats; seat++) {
        sum -= (double)aim[seat] * log(fmax((double)share[seat], 1e-6));
        rest -= (double)aim[seat];
        left -= (double)share[seat];
    }
    return seats == 1 ? sum - rest * log(fmax(left, 1e-6)) : sum;
}

static void measure(struct pupil *pupil, struct sr_training_result *result) {
    const struct sr_exercises *from = pupil->from;
    float points = sr_mind_of(from->inputs->game)->judge_points, share[SR_MAX_SEATS];
    double kept_back = 0;
    struct answer answer;
    for (size_t i = 0; i < from->count; i++) {
        const struct sr_exercise *exercise = &from->exercise[i];
        if (!exercise->kept_back)
            continue;
        kept_back++;
        for (int seat = 0; seat < from->seats; seat++)
            share[seat] = 1.0f / (float)(from->seats == 1 ? 2 : from->seats);
        result->blind += nats(exercise->aim, share, from->seats);
        result->least += nats(exercise->aim, exercise->aim, from->seats);
        for (int seat = 0; seat < from->seats; seat++)
            share[seat] = exercise->linear[seat] / (points > 0 ? points : 5.0f);
        sr_net_shares(share, from->seats);
        result->linear += nats(exercise->aim, share, from->seats);
        ask(pupil, i, &answer);
        result->net += nats(exercise->aim, answer.share, from->seats);
    }
    if (kept_back < 1)
        kept_back = 1;
    result->blind /= kept_back;
    result->least /= kept_back;
    result->linear /= kept_back;
    result->net /= kept_back;
}

/* ---- as sure as it may be ---- */

/* How surprising it is who won. */
static double surprise_of_winners(const struct sr_exercise *exercise, const float *logit, int seats,
                                  float times, float more) {
    float share[SR_MAX_SEATS];
    for (int seat = 0; seat < seats; seat++)
        share[seat] = times * logit[seat] + more;
    sr_net_shares(share, seats);
    return nats(exercise->won, share, seats);
}

/* By how much logits are too small or too large to be those of chances of winning, from games that
 * nothing was learnt from. Beside others only how far they lie apart counts; alone, where half of
 * an aim is about points, they are also too high or too low: by a few at most, unless so many games
 * say otherwise. */
static void find_surety(const struct pupil *pupil, float *times, float *more) {
    enum { STEPS = 41, SHIFTS = 49 };
    static const double first = 0.4, step = 1.07, first_shift = -6.0, shift_step = 0.25;
    static const double usual_shift = 2.0;
    const struct sr_exercises *from = pupil->from;
    int shifts = from->seats == 1 ? SHIFTS : 1, best = 0;
    double sum[STEPS * SHIFTS] = {0}, decisions = 0;
    struct answer answer;
    for (size_t i = 0; i < from->count; i++) {
        const struct sr_exercise *exercise = &from->exercise[i];
        if (!exercise->kept_back || !exercise->decision)
            continue;
        ask_logits(pupil, i, &answer);
        decisions++;
        for (int n = 0; n < STEPS * shifts; n++)
            sum[n] += surprise_of_winners(
                exercise, answer.share, from->seats, (float)(first * pow(step, n / shifts)),
                shifts > 1 ? (float)(first_shift + shift_step * (n % shifts)) : 0);
    }
    /* all decisions of a game are one witness */
    double weight = decisions * SR_ONE_KEPT_BACK_IN / (double)(from->games ? from->games : 1);
    for (int n = 0; n < STEPS * shifts && shifts > 1; n++)
        sum[n] += weight * pow((first_shift + shift_step * (n % shifts)) / usual_shift, 2) / 2;
    for (int n = 1; n < STEPS * shifts; n++)
        if (sum[n] < sum[best])
            best = n;
    *times = decisions > 0 ? (float)(first * pow(step, best / shifts)) : 1.0f;
    *more = decisions > 0 && shifts > 1 ? (float)(first_shift + shift_step * (best % shifts)) : 0;
}

static void make_surer(struct pupil *pupil, float times, float more) {
    for (size_t i = pupil->outs; i < pupil->all; i++)
        pupil->number[i] *= times; /* outputs, their biases and slopes */
    for (size_t i = pupil->out_bias; i < pupil->slope; i++)
        pupil->number[i] += more;
}

/* ---- in whole numbers ---- */

/* Inputs that were never on have learnt nothing, and what is always on is a part of the bias. */
static void tidy(struct pupil *pupil) {
    const struct sr_exercises *from = pupil->from;
    uint32_t *seen = calloc(from->inputs->count, sizeof *seen);
    if (!seen)
        return;
    for (size_t i = 0; i < from->count; i++)
        for (int n = 0; n < from->exercise[i].count; n++)
            seen[from->on[from->exercise[i].first + (uint32_t)n]]++;
    for (int g = 0; g < from->inputs->groups; g++) {
        const struct sr_input_group *group = &from->inputs->group[g];
        for (int i = 0; i < group->count; i++) {
            size_t input = (size_t)group->first + (size_t)i;
            float *row = pupil->number + input * UNITS;
            bool always = seen[input] == from->count && !group->listed;
            EACH_UNIT {
                pupil->number[pupil->bias + (size_t)unit] += always ? row[unit] : 0;
                row[unit] = always || !seen[input] ? 0 : row[unit];
            }
        }
    }
    free(seen);
}

static int16_t whole(float number, int shift) {
    float units = roundf(number * (float)(1 << shift));
    return (int16_t)fmaxf(-INT16_MAX, fminf(INT16_MAX, units));
}

static void round_rows(const struct pupil *pupil, int shift, struct sr_net_weights *to) {
    const struct sr_exercises *from = pupil->from;
    to->row_shift = (uint8_t)shift;
    for (size_t i = 0; i < pupil->features; i++)
        to->row[i] = whole(pupil->number[i], shift);
    for (int i = 0; i < from->seats * from->features; i++)
        EACH_UNIT to->feature_row[i][unit] =
            whole(pupil->number[pupil->features + (size_t)(i * UNITS + unit)], shift);
    EACH_UNIT to->bias[unit] = whole(pupil->number[pupil->bias + (size_t)unit], shift);
}

static void round_outs(const struct pupil *pupil, int shift, struct sr_net_weights *to) {
    to->out_shift = (uint8_t)shift;
    for (int stage = 0; stage < pupil->from->stages; stage++)
        for (int seat = 0; seat < pupil->from->seats; seat++) {
            const float *out = pupil->number + outs_of(pupil, stage, seat);
            EACH_UNIT to->out[stage][seat][unit] = whole(out[unit], shift);
            to->out_bias[stage][seat] =
                (int32_t)lrintf(pupil->number[out_bias_of(pupil, stage, seat)] *
                                (float)(1 << (to->row_shift + shift)));
        }
}

/* As finely as fits: first the rows, with outputs that are nothing, then these. */
static bool round_off(struct pupil *pupil, struct sr_net_weights *to) {
    const struct sr_exercises *from = pupil->from;
    enum {
        FINE_ROWS = 7,
        FINE_OUTS = 12
    }; /* finer rows foretell no better, and are more to store */
    int shift = FINE_ROWS;
    to->input_hash = from->inputs->hash;
    to->seats = (uint8_t)from->seats;
    to->stages = (uint8_t)from->stages;
    to->features = (uint8_t)from->features;
    to->inputs = from->inputs->count;
    for (int stage = 0; stage < from->stages; stage++)
        to->slope[stage] = pupil->number[pupil->slope + (size_t)stage];
    for (int i = 0; i < from->features; i++)
        to->feature_unit[i] = from->feature_unit[i] * SR_NET_FEATURE_UNIT;
    do
        round_rows(pupil, shift, to);
    while (!sr_net_fits(from->inputs, to) && --shift > 0);
    for (shift = FINE_OUTS; shift > 0; shift--) {
        round_outs(pupil, shift, to);
        if (sr_net_fits(from->inputs, to))
            return true;
    }
    return false;
}

static bool write_file(struct pupil *pupil, struct sr_training_result *result,
                       struct sr_error *error) {
    struct sr_net_weights *weights = aligned_alloc(64, sizeof *weights);
    if (weights) {
        memset(weights, 0, sizeof *weights);
        weights->row = calloc(pupil->features + 1, sizeof *weights->row);
    }
    if (!weights || !weights->row) {
        free(weights);
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    }
    tidy(pupil);
    bool fits = round_off(pupil, weights);
    if (fits)
        result->file = sr_net_write(weights, &result->size);
    free(weights->row);
    free(weights);
    return fits && result->file ? true : sr_fail(error, SR_PROBLEM_MEMORY, NULL);
}

/* ---- the whole ---- */

static bool learn(struct pupil *pupil, const struct sr_training *training,
                  struct sr_training_result *result, struct sr_error *error) {
    const struct sr_exercises *from = pupil->from;
    uint32_t *order = malloc((from->count + 1) * sizeof *order);
    size_t count = 0;
    struct sr_rng rng;
    if (!order)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    sr_rng_seed(&rng, training->seed);
    struct sr_stream stream = sr_stream_open(&rng);
    for (size_t i = 0; i < from->count; i++)
        if (!from->exercise[i].kept_back)
            order[count++] = (uint32_t)i;
    if (training->begin)
        begin_with(pupil, training->begin);
    else
        begin(pupil, &stream);
    practise_all(pupil, training, order, count, &stream);
    free(order);
    measure(pupil, result);
    float more;
    find_surety(pupil, &result->surer, &more);
    make_surer(pupil, result->surer, more);
    result->notes = count / (size_t)from->views;
    result->games = from->games;
    result->inputs = from->inputs->count;
    result->rescale = from->rescale;
    return write_file(pupil, result, error);
}

bool sr_train(const struct sr_training *training, struct sr_training_result *result,
              struct sr_error *error) {
    struct sr_exercises exercises;
    struct pupil pupil = {0};
    *result = (struct sr_training_result){0};
    bool fine = sr_exercises_make(&exercises, training, error);
    if (fine && !exercises.count)
        fine = sr_fail(error, SR_PROBLEM_NOTHING_TO_LEARN, NULL);
    if (fine && !open_pupil(&pupil, &exercises))
        fine = sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    fine = fine && learn(&pupil, training, result, error);
    close_pupil(&pupil);
    sr_exercises_free(&exercises);
    return fine;
}
