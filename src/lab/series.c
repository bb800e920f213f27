/* Series: the schedule of tables, and threads that play it. */
#include "lab/series.h"

#include "bots/problems.h"
#include "core/tally.h"
#include "lab/crew.h"
#include "lab/fleet.h"
#include "lab/sim.h"

#include <stdlib.h>
#include <string.h>

/* ---- the schedule ---- */

static uint64_t choose(int from, int count) {
    uint64_t ways = 1;
    for (int i = 0; i < count; i++)
        ways = ways * (uint64_t)(from - i) / (uint64_t)(i + 1);
    return ways;
}

/* Alone on the list there is nobody else to sit down with. */
static bool is_focal(const struct sr_series *series) {
    return series->focal && series->bots > 1;
}

/* How many different tables there are, seats apart. Everyone sits down as often as the seats
 * allow; for those that are left, every choice of bots makes a table. */
static uint64_t table_count(const struct sr_series *series) {
    if (is_focal(series))
        return (uint64_t)series->bots - 1;
    return choose(series->bots, series->setup.seats % series->bots);
}

static void fill_table(const struct sr_series *series, uint64_t table, uint8_t bot[SR_MAX_SEATS]) {
    int seats = series->setup.seats, count = 0;
    if (is_focal(series)) {
        bot[count++] = 0;
        while (count < seats)
            bot[count++] = (uint8_t)(table + 1);
        return;
    }
    for (int i = 0; i < seats / series->bots * series->bots; i++)
        bot[count++] = (uint8_t)(i % series->bots);
    /* the choice number `table` in the order of a dictionary */
    for (int i = 0; count < seats; i++) {
        uint64_t with = choose(series->bots - i - 1, seats - count - 1);
        if (table < with)
            bot[count++] = (uint8_t)i;
        else
            table -= with;
    }
}

/* A table of equals, or of one, looks the same from every seat. */
static int rotation_count(const struct sr_series *series) {
    return series->bots > 1 && series->setup.seats > 1 ? series->setup.seats : 1;
}

uint64_t sr_series_round(const struct sr_series *series) {
    return table_count(series) * (uint64_t)rotation_count(series);
}

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Seeds of a series: for each round one of the deal and one of the order, for each game one of the
 * bots. */
enum seed_kind { SEED_DEAL, SEED_ORDER, SEED_BOTS, SEED_KINDS };

static void make_seed(const struct sr_series *series, enum seed_kind kind, uint64_t index,
                      uint8_t seed[SR_SEED_BYTES]) {
    sr_series_seed(series->setup.seed, SEED_KINDS * index + kind, seed);
}

void sr_series_pairing(const struct sr_series *series, uint64_t number,
                       struct sr_pairing *pairing) {
    uint64_t tables = table_count(series), rotations = (uint64_t)rotation_count(series);
    uint64_t within = number % (tables * rotations);
    int seats = series->setup.seats;
    uint8_t seed[SR_SEED_BYTES], place[SR_MAX_SEATS], bot[SR_MAX_SEATS] = {0};
    struct sr_rng rng;

    memset(pairing, 0, sizeof *pairing);
    pairing->round = number / (tables * rotations);
    make_seed(series, SEED_ORDER, pairing->round, seed);
    sr_rng_seed(&rng, seed);
    struct sr_stream stream = sr_stream_open(&rng);
    /* Tables are visited in strides, so that a round which is cut short favours nobody. */
    uint64_t start = sr_draw(&stream, (uint32_t)tables), stride;
    do
        stride = 1 + sr_draw(&stream, (uint32_t)tables);
    while (common_divisor(stride, tables) != 1);
    fill_table(series, (start + within / rotations * stride) % tables, bot);
    for (int i = 0; i < seats; i++)
        place[i] = (uint8_t)i;
    sr_shuffle(&stream, place, (size_t)seats);
    for (int seat = 0; seat < seats; seat++)
        pairing->bot[seat] = bot[place[((uint64_t)seat + within % rotations) % (uint64_t)seats]];
}

/* ---- results ---- */

bool sr_results_open(struct sr_results *results, const struct sr_series *series,
                     struct sr_error *error) {
    size_t cells =
        (size_t)series->games * (size_t)sr_tally_count(series->game) * series->setup.seats;
    *results = (struct sr_results){.games = series->games,
                                   .seats = series->setup.seats,
                                   .tallies = sr_tally_count(series->game)};
    results->result = calloc((size_t)series->games + 1, sizeof *results->result);
    results->tally = calloc(cells + 1, sizeof *results->tally);
    if (results->result && results->tally)
        return true;
    sr_results_free(results);
    return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
}

void sr_results_free(struct sr_results *results) {
    free(results->result);
    free(results->tally);
    results->result = NULL;
    results->tally = NULL;
}

/* ---- playing ---- */

/* How a bot failed, by the worker who saw it: in words that another process knows too. */
struct note_of_failure {
    int32_t problem; /* index into `known`; -1: none of them */
    int32_t line;
    char arg[SR_ERROR_ARGS][SR_ERROR_ARG_BYTES];
};

/* What the workers have in common. */
struct hall {
    const struct sr_series *series;
    struct sr_results *results;
    struct sr_error failure[SR_CREW_MOST + 1]; /* in the game that a worker played last */
    struct sr_company company[SR_CREW_MOST];   /* the programs of each worker */
};

static bool play(void *context, int worker, uint64_t number) {
    struct hall *hall = context;
    const struct sr_series *series = hall->series;
    struct sr_results *results = hall->results;
    struct sr_result *result = &results->result[number];
    struct sr_setup setup = series->setup;
    struct sr_pairing pairing;
    const struct sr_bot *bot[SR_MAX_SEATS] = {0};
    uint8_t bot_seed[SR_SEED_BYTES];

    if (series->stop && atomic_load(series->stop))
        return false;
    sr_series_pairing(series, number, &pairing);
    for (int seat = 0; seat < setup.seats; seat++)
        bot[seat] = &series->bot[pairing.bot[seat]];
    make_seed(series, SEED_DEAL, pairing.round, setup.seed);
    make_seed(series, SEED_BOTS, number, bot_seed);
    memcpy(result->bot, pairing.bot, sizeof result->bot);
    memset(&hall->failure[worker], 0, sizeof hall->failure[worker]);
    sr_match_play(&(struct sr_match){.game = series->game,
                                     .setup = &setup,
                                     .bot = bot,
                                     .bot_seed = bot_seed,
                                     .tally = sr_results_tally(results, number, 0, 0),
                                     .company = &hall->company[worker]},
                  &result->outcome, &hall->failure[worker]);
    result->done = true;
    return true;
}

/* False if nobody wants to hear of more. */
static bool take_down(void *context, int worker, uint64_t number) {
    struct hall *hall = context;
    const struct sr_series *series = hall->series;
    struct sr_results *results = hall->results;
    const struct sr_result *result = &results->result[number];
    results->done++;
    bool first = results->failure.problem == SR_FINE || number < results->failed_game;
    if (result->outcome.forfeit && first) {
        results->failed_game = number;
        results->failure = hall->failure[worker];
    }
    return !series->finished || series->finished(series->context, results, number);
}

/* Only the results that were there before the workers began are done already. */
static bool is_done(void *context, uint64_t number) {
    const struct hall *hall = context;
    return hall->results->result[number].done;
}

/* ---- results on their way ---- */

/* What a bot can fail by. A problem is known by its address, which another process has elsewhere.
 */
static const struct sr_problem *const known[] = {
#define PROBLEM(id, code, en, ru) SR_PROBLEM_##id,
#include "bots/problems.def"
#include "core/problems.def"
#undef PROBLEM
};

static struct note_of_failure write_failure(const struct sr_error *failure) {
    struct note_of_failure note = {.problem = -1, .line = failure->line};
    for (int i = 0; i < (int)(sizeof known / sizeof known[0]); i++)
        if (known[i] == failure->problem)
            note.problem = i;
    memcpy(note.arg, failure->arg, sizeof note.arg);
    return note;
}

static struct sr_error read_failure(const struct note_of_failure *note) {
    struct sr_error failure = {.line = note->line};
    if (note->problem >= 0 && note->problem < (int)(sizeof known / sizeof known[0]))
        failure.problem = known[note->problem];
    memcpy(failure.arg, note->arg, sizeof failure.arg);
    return failure;
}

static size_t tally_bytes(const struct sr_results *results) {
    return (size_t)(results->tallies * results->seats) * sizeof results->tally[0];
}

/* The result, the tallies, and the failure where there was one. */
static size_t pack(void *context, int worker, uint64_t number, void *bytes) {
    const struct hall *hall = context;
    const struct sr_results *results = hall->results;
    const struct sr_result *result = &results->result[number];
    unsigned char *at = bytes;
    if (!result->done)
        return 0;
    memcpy(at, result, sizeof *result);
    at += sizeof *result;
    memcpy(at, sr_results_tally(results, number, 0, 0), tally_bytes(results));
    at += tally_bytes(results);
    if (result->outcome.forfeit) {
        struct note_of_failure note = write_failure(&hall->failure[worker]);
        memcpy(at, &note, sizeof note);
        at += sizeof note;
    }
    return (size_t)(at - (unsigned char *)bytes);
}

static bool unpack(void *context, int worker, uint64_t number, const void *bytes, size_t length) {
    struct hall *hall = context;
    struct sr_results *results = hall->results;
    const unsigned char *at = bytes;
    struct sr_result result;
    struct note_of_failure note;
    size_t least = sizeof result + tally_bytes(results);
    if (length < least)
        return false;
    memcpy(&result, at, sizeof result);
    if (length != least + (result.outcome.forfeit ? sizeof note : 0))
        return false;
    results->result[number] = result;
    memcpy(sr_results_tally(results, number, 0, 0), at + sizeof result, tally_bytes(results));
    if (result.outcome.forfeit) {
        memcpy(&note, at + least, sizeof note);
        hall->failure[worker] = read_failure(&note);
    }
    return true;
}

bool sr_series_run(const struct sr_series *series, struct sr_results *results,
                   struct sr_error *error) {
    if (!sr_setup_check(series->game, &series->setup, error))
        return false;
    struct hall *hall = calloc(1, sizeof *hall);
    bool worked = false;
    if (hall) {
        *hall = (struct hall){.series = series, .results = results};
        worked = sr_crew_work(&(struct sr_crew){.jobs = series->games,
                                                .threads = series->threads,
                                                .job = play,
                                                .told = take_down,
                                                .skip = is_done,
                                                .context = hall,
                                                .bundle = sizeof(struct sr_result) +
                                                          tally_bytes(results) +
                                                          sizeof(struct note_of_failure),
                                                .pack = pack,
                                                .unpack = unpack,
                                                .fleet = series->fleet});
        for (int i = 0; i < SR_CREW_MOST; i++)
            sr_company_part(&hall->company[i]);
    }
    free(hall);
    return worked || sr_fail(error, SR_PROBLEM_MEMORY, NULL);
}
