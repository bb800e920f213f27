/* Many games at once. Games are numbered; game k is dealt and played from a seed made of the series
 * and k, so it does not matter which thread plays it. Results are summed up as whole numbers, so
 * that their order does not matter either. */
#include "lab/sim.h"

#include "lab/crew.h"
#include "lab/ledger.h"
#include "lab/match.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Shared victories are counted in 60ths: divisible by any number of winners up to six. */
enum { WIN_PARTS = 60 };

struct tally {
    uint64_t games, decisions, longest, forfeits;
    uint64_t failed_game; /* the first of them */
    struct sr_error failure;
    int64_t wins[SR_MAX_SEATS], score[SR_MAX_SEATS], rival;
};

/* What a worker has to itself. */
struct bench {
    struct tally tally;
    struct sr_company company;
    struct sr_scribe *scribe; /* NULL: nothing is written down */
};

struct hall {
    const struct sr_sim *sim;
    struct bench *bench; /* of each worker */
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

static void play_game(const struct sr_sim *sim, uint64_t index, struct bench *bench) {
    struct tally *tally = &bench->tally;
    struct sr_setup setup = sim->setup;
    const struct sr_bot *bot[SR_MAX_SEATS];
    struct sr_outcome outcome;
    uint8_t bot_seed[SR_SEED_BYTES];

    for (int seat = 0; seat < SR_MAX_SEATS; seat++)
        bot[seat] = &sim->bot[seat];
    sr_series_seed(sim->setup.seed, 2 * index, setup.seed);
    sr_series_seed(sim->setup.seed, 2 * index + 1, bot_seed);
    struct sr_error failure = {0};
    struct sr_match match = {.game = sim->game,
                             .setup = &setup,
                             .bot = bot,
                             .bot_seed = bot_seed,
                             .company = &bench->company};
    if (bench->scribe) {
        sr_scribe_begin(bench->scribe, index, &setup);
        match.witness = sr_scribe_note;
        match.context = bench->scribe;
    }
    sr_match_play(&match, &outcome, &failure);
    if (bench->scribe)
        sr_scribe_end(bench->scribe, &outcome);
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

static bool play_for(void *context, int worker, uint64_t index) {
    struct hall *hall = context;
    struct bench *bench = &hall->bench[worker];
    if (hall->sim->ledger && !bench->scribe) {
        bench->scribe = sr_scribe_new(hall->sim->ledger);
        if (!bench->scribe)
            return false;
    }
    play_game(hall->sim, index, bench);
    return true;
}

/* Games come out in their order, whoever played them. */
static bool write_down(void *context, int worker, uint64_t index) {
    struct hall *hall = context;
    struct sr_scribe *scribe = hall->bench[worker].scribe;
    return !scribe || sr_ledger_take(hall->sim->ledger, index, scribe);
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void add_up(const struct bench *benches, int count, struct sr_sim_result *result) {
    int64_t wins[SR_MAX_SEATS] = {0}, score[SR_MAX_SEATS] = {0}, rival = 0;
    uint64_t failed_game = 0;
    for (int i = 0; i < count; i++) {
        const struct tally *tally = &benches[i].tally;
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
    double start = seconds_now();

    memset(result, 0, sizeof *result);
    if (!sr_setup_check(sim->game, &sim->setup, error))
        return false;
    struct hall hall = {.sim = sim, .bench = calloc(SR_CREW_MOST, sizeof(struct bench))};
    if (!hall.bench)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    sr_crew_work(&(struct sr_crew){.jobs = sim->games,
                                   .threads = sim->threads,
                                   .job = play_for,
                                   .told = write_down,
                                   .context = &hall,
                                   .progress = sim->progress,
                                   .listener = sim->context});
    add_up(hall.bench, SR_CREW_MOST, result);
    for (int i = 0; i < SR_CREW_MOST; i++) {
        sr_company_part(&hall.bench[i].company);
        sr_scribe_free(hall.bench[i].scribe);
    }
    result->seconds = seconds_now() - start;
    free(hall.bench);
    return true;
}
