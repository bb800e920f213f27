/* Many games at once. Games are numbered; game k is dealt and played from a seed made of the series
 * and k, so it does not matter which thread plays it. Results are summed up as whole numbers, so
 * that their order does not matter either. */
#include "lab/sim.h"

#include "lab/match.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Shared victories are counted in 60ths: divisible by any number of winners up to six. */
enum { WIN_PARTS = 60, MAX_THREADS = 256 };

struct tally {
    uint64_t games, decisions, longest, forfeits;
    uint64_t failed_game; /* the first of them */
    struct sr_error failure;
    int64_t wins[SR_MAX_SEATS], score[SR_MAX_SEATS], rival;
};

struct worker {
    const struct sr_sim *sim;
    atomic_ullong *next, *done;
    bool reports; /* this one calls progress() */
    struct tally tally;
    pthread_t thread;
};

void sr_series_seed(const uint8_t series[SR_SEED_BYTES], uint64_t index,
                    uint8_t seed[SR_SEED_BYTES]) {
    struct sr_rng rng;
    uint32_t block[SR_BLOCK_WORDS];
    sr_rng_seed(&rng, series);
    /* A nonce of its own keeps the series apart from the draws of a game with the same seed. */
    sr_chacha(block, rng.key, index, UINT64_C(0x7365726965730001), 8);
    for (int i = 0; i < SR_SEED_BYTES; i++)
        seed[i] = (uint8_t)(block[i / 4] >> 8 * (i % 4));
}

static void play_game(const struct sr_sim *sim, uint64_t index, struct tally *tally) {
    struct sr_setup setup = sim->setup;
    const struct sr_bot *bot[SR_MAX_SEATS];
    struct sr_outcome outcome;
    uint8_t bot_seed[SR_SEED_BYTES];

    for (int seat = 0; seat < SR_MAX_SEATS; seat++)
        bot[seat] = &sim->bot[seat];
    sr_series_seed(sim->setup.seed, 2 * index, setup.seed);
    sr_series_seed(sim->setup.seed, 2 * index + 1, bot_seed);
    struct sr_error failure = {0};
    sr_match_play(sim->game, &setup, bot, bot_seed, &outcome, NULL, &failure);
    if (outcome.forfeit && tally->forfeits++ == 0) {
        tally->failed_game = index;
        tally->failure = failure;
    }
    tally->games++;
    tally->decisions += outcome.decisions;
    if (outcome.decisions > tally->longest)
        tally->longest = outcome.decisions;
    tally->rival += outcome.rival;
    for (int seat = 0; seat < setup.seats; seat++) {
        tally->score[seat] += outcome.score[seat];
        if (outcome.winners & 1u << seat)
            tally->wins[seat] += WIN_PARTS / __builtin_popcount(outcome.winners);
    }
}

static void *work(void *context) {
    struct worker *worker = context;
    const struct sr_sim *sim = worker->sim;
    for (;;) {
        unsigned long long index = atomic_fetch_add(worker->next, 1);
        if (index >= sim->games)
            return NULL;
        play_game(sim, index, &worker->tally);
        unsigned long long done = atomic_fetch_add(worker->done, 1) + 1;
        if (worker->reports && sim->progress)
            sim->progress(sim->context, done, sim->games);
    }
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void add_up(const struct worker *workers, int count, struct sr_sim_result *result) {
    int64_t wins[SR_MAX_SEATS] = {0}, score[SR_MAX_SEATS] = {0}, rival = 0;
    uint64_t failed_game = 0;
    for (int i = 0; i < count; i++) {
        const struct tally *tally = &workers[i].tally;
        result->games += tally->games;
        result->decisions += tally->decisions;
        if (tally->forfeits && (!result->forfeits || tally->failed_game < failed_game)) {
            failed_game = tally->failed_game;
            result->first_forfeit = tally->failure;
        }
        result->forfeits += tally->forfeits;
        if (tally->longest > result->longest)
            result->longest = tally->longest;
        rival += tally->rival;
        for (int seat = 0; seat < SR_MAX_SEATS; seat++) {
            wins[seat] += tally->wins[seat];
            score[seat] += tally->score[seat];
        }
    }
    result->rival = result->games ? (double)rival / (double)result->games : 0;
    for (int seat = 0; seat < SR_MAX_SEATS; seat++) {
        result->wins[seat] = (double)wins[seat] / WIN_PARTS;
        result->score[seat] = result->games ? (double)score[seat] / (double)result->games : 0;
    }
}

bool sr_sim_run(const struct sr_sim *sim, struct sr_sim_result *result, struct sr_error *error) {
    atomic_ullong next = 0, done = 0;
    int count = sim->threads < 1 ? 1 : sim->threads > MAX_THREADS ? MAX_THREADS : sim->threads;
    double start = seconds_now();

    memset(result, 0, sizeof *result);
    if (!sr_setup_check(sim->game, &sim->setup, error))
        return false;
    struct worker *workers = calloc((size_t)count, sizeof *workers);
    if (!workers)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    int started = 1; /* the calling thread is the first worker */
    for (int i = 0; i < count; i++)
        workers[i] = (struct worker){.sim = sim, .next = &next, .done = &done, .reports = i == 0};
    while (started < count &&
           !pthread_create(&workers[started].thread, NULL, work, &workers[started]))
        started++;
    work(&workers[0]);
    for (int i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    add_up(workers, started, result);
    result->seconds = seconds_now() - start;
    free(workers);
    return true;
}
