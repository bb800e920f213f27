/* The model is a conditional logit: the chance that a seat wins is exponential in the weighed sum
 * of its features, as the searching bots take it. The best weights are found by Newton's method,
 * with a slight pull towards zero so that features that never vary do no harm. */
#include "lab/tune.h"

#include "core/glimpse.h"
#include "lab/newton.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { PER_GAME = 12, NEWTON_STEPS = 12, MAX_THREADS = 64 };
static const double pull = 1.0; /* prior weight of "no influence", in positions */

/* One position: what each seat has, and its share of the victory in the end. With worths that
 * change on the way, what it has counts as had at the beginning and at the end, in parts. */
struct sample {
    float feature[SR_MAX_SEATS][SR_MAX_WEIGHTS];
    float share[SR_MAX_SEATS];
};

struct school {
    const struct sr_tune *tune;
    struct sample *sample; /* PER_GAME for each game, `count` of them used */
    uint8_t *count;
    atomic_ullong next, done;
};

/* ---- positions ---- */

static void note_position(const struct sr_game *game, const void *state, struct sample *sample) {
    float value[SR_MAX_SEATS * SR_MAX_FEATURES];
    int features = game->feature_count;
    float progress = game->progress ? game->progress(state) : 0;
    game->measure(state, value);
    for (int seat = 0; seat < sr_head(state)->seats; seat++)
        for (int i = 0; i < features; i++) {
            float had = value[seat * features + i];
            sample->feature[seat][i] = (1 - progress) * had;
            if (game->progress)
                sample->feature[seat][features + i] = progress * had;
        }
}

int sr_tune_weights(const struct sr_game *game) {
    return game->feature_count * (game->progress ? 2 : 1);
}

float sr_tune_weight(const struct sr_game *game, int seats, int index) {
    int features = game->feature_count, row = (seats - game->seats_min) * features;
    return index < features ? game->weights[row + index]
                            : game->late_weights[row + index - features];
}

/* A fixed number of positions from each game, all equally likely: reservoir sampling. */
static void play_game(struct school *school, uint64_t index) {
    const struct sr_tune *tune = school->tune;
    const struct sr_game *game = tune->game, *judged = tune->bot.judged ? tune->bot.judged : game;
    _Alignas(8) unsigned char state[SR_MAX_STATE];
    struct sample *sample = &school->sample[index * PER_GAME];
    struct sr_setup setup = tune->setup;
    struct sr_moves moves;
    struct sr_sheet sheet;
    struct sr_rng rng;
    uint8_t seed[SR_SEED_BYTES];
    uint32_t met = 0;

    sr_series_seed(tune->setup.seed, 2 * index, setup.seed);
    sr_series_seed(tune->setup.seed, 2 * index + 1, seed);
    sr_rng_seed(&rng, seed);
    struct sr_stream stream = sr_stream_open(&rng);
    sr_deal(game, state, &setup, NULL, &moves);
    while (!sr_head(state)->over) {
        uint32_t place = met < PER_GAME ? met : sr_draw(&stream, met + 1);
        if (place < PER_GAME)
            note_position(game, state, &sample[place]);
        met++;
        struct sr_glimpse glimpse = {judged, state, sr_head(state)->decider, &moves};
        sr_play(game, state, sr_bot_choose(&tune->bot, &glimpse, &stream), NULL, &moves);
    }
    sr_score(game, state, &sheet);
    if (setup.seats > 1 && !sheet.winners) /* all lost: that says nothing about who is ahead */
        return;
    school->count[index] = (uint8_t)(met < PER_GAME ? met : PER_GAME);
    for (int i = 0; i < school->count[index]; i++) {
        for (int seat = 0; seat < setup.seats; seat++)
            sample[i].share[seat] =
                sheet.winners & 1u << seat ? 1.0f / (float)__builtin_popcount(sheet.winners) : 0.0f;
        if (setup.seats == 1) /* the rival is defeat */
            sample[i].share[1] = 1.0f - sample[i].share[0];
    }
}

/* Plays games as long as there are any. Only the calling thread reports how far all have come. */
static void play_games(struct school *school, bool reports) {
    const struct sr_tune *tune = school->tune;
    for (;;) {
        unsigned long long index = atomic_fetch_add(&school->next, 1);
        if (index >= tune->games)
            return;
        play_game(school, index);
        unsigned long long done = atomic_fetch_add(&school->done, 1) + 1;
        if (reports && tune->progress)
            tune->progress(tune->context, done, tune->games);
    }
}

static void *work(void *context) {
    play_games(context, false);
    return NULL;
}

static void play_all(struct school *school) {
    pthread_t thread[MAX_THREADS];
    int started = 0, wanted = school->tune->threads - 1;
    while (started < wanted && started < MAX_THREADS &&
           !pthread_create(&thread[started], NULL, work, school))
        started++;
    play_games(school, true);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}

/* ---- regression ---- */

/* Who plays alone has one rival, defeat, whose features are all zero. */
static int rivals(const struct sr_tune *tune) {
    return tune->setup.seats > 1 ? tune->setup.seats : 2;
}

struct sums {
    double gradient[SR_MAX_WEIGHTS];
    double curvature[SR_MAX_WEIGHTS][SR_MAX_WEIGHTS];
    double loss;
    uint64_t positions;
};

/* Adds one position: chances by the weights, then slope and curvature of the surprise. */
static void add_sample(struct sums *sums, const struct sample *sample, int seats, int features,
                       const double *weight) {
    double chance[SR_MAX_SEATS], mean[SR_MAX_WEIGHTS] = {0}, most = -1e300, total = 0;
    for (int seat = 0; seat < seats; seat++) {
        chance[seat] = 0;
        for (int i = 0; i < features; i++)
            chance[seat] += weight[i] * (double)sample->feature[seat][i];
        most = fmax(most, chance[seat]);
    }
    for (int seat = 0; seat < seats; seat++)
        total += chance[seat] = exp(chance[seat] - most);
    for (int seat = 0; seat < seats; seat++) {
        chance[seat] /= total;
        sums->loss -= (double)sample->share[seat] * log(fmax(chance[seat], 1e-300));
        for (int i = 0; i < features; i++)
            mean[i] += chance[seat] * (double)sample->feature[seat][i];
    }
    for (int seat = 0; seat < seats; seat++) {
        double surplus = (double)sample->share[seat] - chance[seat];
        for (int i = 0; i < features; i++) {
            double off = (double)sample->feature[seat][i] - mean[i];
            sums->gradient[i] += surplus * (double)sample->feature[seat][i];
            for (int j = 0; j <= i; j++)
                sums->curvature[i][j] +=
                    chance[seat] * off * ((double)sample->feature[seat][j] - mean[j]);
        }
    }
    sums->positions++;
}

static void add_all(struct sums *sums, const struct school *school, const double *weight) {
    int seats = rivals(school->tune), features = sr_tune_weights(school->tune->game);
    memset(sums, 0, sizeof *sums);
    for (uint64_t game = 0; game < school->tune->games; game++)
        for (int i = 0; i < school->count[game]; i++)
            add_sample(sums, &school->sample[game * PER_GAME + (uint64_t)i], seats, features,
                       weight);
    for (int i = 0; i < features; i++) {
        sums->gradient[i] -= pull * weight[i];
        sums->curvature[i][i] += pull;
        for (int j = 0; j < i; j++)
            sums->curvature[j][i] = sums->curvature[i][j];
    }
}

static void fit(const struct school *school, struct sr_tune_result *result) {
    const struct sr_game *game = school->tune->game;
    int seats = school->tune->setup.seats, features = sr_tune_weights(game);
    struct sums sums;
    double weight[SR_MAX_WEIGHTS] = {0};

    add_all(&sums, school, weight);
    result->positions = sums.positions;
    result->loss_blind = sums.loss / (double)sums.positions;
    double points = game->judge_points > 0 ? (double)game->judge_points : 1.0;
    for (int i = 0; i < features; i++)
        weight[i] = (double)sr_tune_weight(game, seats, i) / points;
    add_all(&sums, school, weight);
    result->loss_before = sums.loss / (double)sums.positions;
    memset(weight, 0, sizeof weight);
    for (int step = 0; step < NEWTON_STEPS; step++) {
        add_all(&sums, school, weight);
        sr_newton_factor(sums.curvature[0], SR_MAX_WEIGHTS, features);
        sr_newton_solve(sums.curvature[0], SR_MAX_WEIGHTS, features, sums.gradient);
        for (int i = 0; i < features; i++)
            weight[i] += sums.gradient[i];
    }
    add_all(&sums, school, weight);
    result->loss_after = sums.loss / (double)sums.positions;
    sr_newton_factor(sums.curvature[0], SR_MAX_WEIGHTS, features);
    for (int i = 0; i < features; i++) {
        double unit[SR_MAX_WEIGHTS] = {0};
        unit[i] = 1;
        sr_newton_solve(sums.curvature[0], SR_MAX_WEIGHTS, features, unit);
        result->weight[i] = weight[i];
        result->error[i] = sqrt(unit[i]);
    }
}

bool sr_tune_run(const struct sr_tune *tune, struct sr_tune_result *result,
                 struct sr_error *error) {
    struct school school = {.tune = tune};
    memset(result, 0, sizeof *result);
    if (!sr_setup_check(tune->game, &tune->setup, error))
        return false;
    if (!tune->game->measure)
        return sr_fail(error, SR_PROBLEM_NO_FEATURES, tune->game->name, NULL);
    school.sample = calloc((size_t)tune->games * PER_GAME, sizeof *school.sample);
    school.count = calloc(tune->games ? tune->games : 1, 1);
    bool ready = school.sample && school.count;
    if (ready) {
        play_all(&school);
        fit(&school, result);
        result->games = tune->games;
    } else {
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    }
    free(school.sample);
    free(school.count);
    return ready;
}
