/* A conditional logit, as in tune.c: the chance of a secret is exponential in the weighed sum of
 * the clues that speak for it. Every secret has weights of its own for all clues. */
#include "lab/clues.h"

#include "core/glimpse.h"
#include "lab/newton.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    PER_GAME = 16,
    NEWTON_STEPS = 10,
    MAX_THREADS = 64,
    MAX_SIZE = SR_MAX_SECRETS * SR_MAX_CLUES
};
static const double pull = 1.0; /* prior weight of "no influence", in seats looked at */

/* What speaks for each secret of a seat, and which it has. */
struct look {
    int16_t clue[SR_MAX_SECRETS][SR_MAX_CLUES];
    int secret;
};

struct school {
    const struct sr_clues_study *study;
    struct look *look; /* PER_GAME positions for each game, all seats of each */
    uint8_t *count;    /* positions of each game */
    atomic_ullong next, done;
};

/* ---- positions ---- */

static struct look *looks_of(const struct school *school, uint64_t game, int place) {
    return &school->look[(game * PER_GAME + (uint64_t)place) * school->study->setup.seats];
}

static void note_position(const struct sr_game *game, const void *state, struct look *look) {
    const struct sr_clues *clues = game->clues;
    for (int seat = 0; seat < sr_head(state)->seats; seat++) {
        look[seat].secret = clues->secret_of(state, seat);
        for (int secret = 0; secret < sr_secrets(clues); secret++)
            clues->read(state, seat, secret, look[seat].clue[secret]);
    }
}

/* A fixed number of positions from each game, all equally likely: reservoir sampling. */
static void play_game(struct school *school, uint64_t index) {
    const struct sr_clues_study *study = school->study;
    const struct sr_game *game = study->game;
    _Alignas(8) unsigned char state[SR_MAX_STATE];
    struct sr_setup setup = study->setup;
    struct sr_moves moves;
    struct sr_rng rng;
    uint8_t seed[SR_SEED_BYTES];
    uint32_t met = 0;
    sr_series_seed(study->setup.seed, 2 * index, setup.seed);
    sr_series_seed(study->setup.seed, 2 * index + 1, seed);
    sr_rng_seed(&rng, seed);
    struct sr_stream stream = sr_stream_open(&rng);
    sr_deal(game, state, &setup, NULL, &moves);
    while (!sr_head(state)->over) {
        int seat = sr_head(state)->decider;
        const struct sr_bot *bot = &study->bot[((uint64_t)seat + index) % setup.seats];
        uint32_t place = met < PER_GAME ? met : sr_draw(&stream, met + 1);
        if (place < PER_GAME)
            note_position(game, state, looks_of(school, index, (int)place));
        met++;
        struct sr_glimpse glimpse = {bot->judged ? bot->judged : game, state, seat, &moves};
        sr_play(game, state, sr_bot_choose(bot, &glimpse, &stream), NULL, &moves);
    }
    school->count[index] = (uint8_t)(met < PER_GAME ? met : PER_GAME);
}

/* Plays games as long as there are any. Only the calling thread reports how far all have come. */
static void play_games(struct school *school, bool reports) {
    const struct sr_clues_study *study = school->study;
    for (;;) {
        unsigned long long index = atomic_fetch_add(&school->next, 1);
        if (index >= study->games)
            return;
        play_game(school, index);
        unsigned long long done = atomic_fetch_add(&school->done, 1) + 1;
        if (reports && study->progress)
            study->progress(study->context, done, study->games);
    }
}

static void *work(void *context) {
    play_games(context, false);
    return NULL;
}

static void play_all(struct school *school) {
    pthread_t thread[MAX_THREADS];
    int started = 0, wanted = school->study->threads - 1;
    while (started < wanted && started < MAX_THREADS &&
           !pthread_create(&thread[started], NULL, work, school))
        started++;
    play_games(school, true);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}

/* ---- regression ---- */

struct sums {
    double loss, gradient[MAX_SIZE], *curvature; /* a square of `size` */
    int secrets, clues, size;
    uint64_t looks;
};

static void add_look(struct sums *sums, const struct look *look, const double *weight) {
    double chance[SR_MAX_SECRETS] = {0}, most = -1e300, total = 0;
    int clues = sums->clues;
    for (int secret = 0; secret < sums->secrets; secret++) {
        for (int i = 0; i < clues; i++)
            chance[secret] += weight[secret * clues + i] * look->clue[secret][i];
        most = fmax(most, chance[secret]);
    }
    for (int secret = 0; secret < sums->secrets; secret++)
        total += chance[secret] = exp(chance[secret] - most);
    for (int secret = 0; secret < sums->secrets; secret++)
        chance[secret] /= total;
    sums->loss -= log(fmax(chance[look->secret], 1e-300));
    for (int a = 0; a < sums->secrets; a++) {
        double surplus = (a == look->secret) - chance[a];
        for (int i = 0; i < clues; i++) {
            double clue = look->clue[a][i];
            if (clue == 0)
                continue;
            sums->gradient[a * clues + i] += surplus * clue;
            for (int b = 0; b <= a; b++) {
                double common = clue * chance[a] * ((a == b) - chance[b]);
                double *row = &sums->curvature[(a * clues + i) * sums->size + b * clues];
                for (int j = 0; j < clues; j++)
                    row[j] += common * look->clue[b][j];
            }
        }
    }
    sums->looks++;
}

static void add_all(struct sums *sums, const struct school *school, const double *weight) {
    int seats = school->study->setup.seats;
    memset(sums->gradient, 0, sizeof sums->gradient);
    memset(sums->curvature, 0, sizeof(double) * (size_t)(sums->size * sums->size));
    sums->loss = 0;
    sums->looks = 0;
    for (uint64_t game = 0; game < school->study->games; game++)
        for (int place = 0; place < school->count[game]; place++)
            for (int seat = 0; seat < seats; seat++)
                add_look(sums, &looks_of(school, game, place)[seat], weight);
    for (int i = 0; i < sums->size; i++) {
        sums->gradient[i] -= pull * weight[i];
        sums->curvature[i * sums->size + i] += pull;
    }
}

static void fit(const struct school *school, struct sums *sums, struct sr_clues_result *result) {
    const struct sr_clues *clues = school->study->game->clues;
    double weight[MAX_SIZE] = {0};
    add_all(sums, school, weight);
    result->looks = sums->looks;
    result->loss_blind = sums->loss / (double)sums->looks;
    for (int i = 0; i < sums->size; i++)
        weight[i] = clues->weights[i] / SR_CLUE_UNIT;
    add_all(sums, school, weight);
    result->loss_before = sums->loss / (double)sums->looks;
    memset(weight, 0, sizeof weight);
    for (int step = 0; step < NEWTON_STEPS; step++) {
        add_all(sums, school, weight);
        sr_newton_factor(sums->curvature, sums->size, sums->size);
        sr_newton_solve(sums->curvature, sums->size, sums->size, sums->gradient);
        for (int i = 0; i < sums->size; i++)
            weight[i] += sums->gradient[i];
    }
    add_all(sums, school, weight);
    result->loss_after = sums->loss / (double)sums->looks;
    for (int secret = 0; secret < sums->secrets; secret++)
        for (int i = 0; i < sums->clues; i++)
            result->weight[secret][i] = weight[secret * sums->clues + i];
}

bool sr_clues_learn(const struct sr_clues_study *study, struct sr_clues_result *result,
                    struct sr_error *error) {
    struct school school = {.study = study};
    memset(result, 0, sizeof *result);
    if (!sr_setup_check(study->game, &study->setup, error))
        return false;
    if (!study->game->clues)
        return sr_fail(error, SR_PROBLEM_NO_CLUES, study->game->name, NULL);
    struct sums sums = {.secrets = sr_secrets(study->game->clues),
                        .clues = study->game->clues->count};
    sums.size = sums.secrets * sums.clues;
    sums.curvature = calloc((size_t)(sums.size * sums.size), sizeof *sums.curvature);
    school.look = calloc((size_t)study->games * PER_GAME * study->setup.seats, sizeof *school.look);
    school.count = calloc(study->games ? study->games : 1, 1);
    bool ready = sums.curvature && school.look && school.count;
    if (ready) {
        play_all(&school);
        fit(&school, &sums, result);
        result->games = study->games;
    } else {
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    }
    free(sums.curvature);
    free(school.look);
    free(school.count);
    return ready;
}
