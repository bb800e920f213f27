/* Series: the schedule of tables, and threads that play it. */
#include "lab/series.h"

#include "core/tally.h"

#include "lab/crew.h"
#include "lab/sim.h"

#include <pthread.h>
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

/* What the threads have in common, and the door behind which results are told. */
struct hall {
    const struct sr_series *series;
    struct sr_results *results;
    pthread_mutex_t door;
};

/* False if nobody wants to hear of more. */
static bool play(struct hall *hall, uint64_t number) {
    const struct sr_series *series = hall->series;
    struct sr_results *results = hall->results;
    struct sr_result *result = &results->result[number];
    struct sr_setup setup = series->setup;
    struct sr_pairing pairing;
    const struct sr_bot *bot[SR_MAX_SEATS] = {0};
    uint8_t bot_seed[SR_SEED_BYTES];

    sr_series_pairing(series, number, &pairing);
    for (int seat = 0; seat < setup.seats; seat++)
        bot[seat] = &series->bot[pairing.bot[seat]];
    make_seed(series, SEED_DEAL, pairing.round, setup.seed);
    make_seed(series, SEED_BOTS, number, bot_seed);
    memcpy(result->bot, pairing.bot, sizeof result->bot);
    struct sr_error failure = {0};
    sr_match_play(series->game, &setup, bot, bot_seed, &result->outcome,
                  sr_results_tally(results, number, 0, 0), &failure);

    pthread_mutex_lock(&hall->door);
    result->done = true;
    results->done++;
    bool first = results->failure.problem == SR_FINE || number < results->failed_game;
    if (result->outcome.forfeit && first) {
        results->failed_game = number;
        results->failure = failure;
    }
    bool wanted = !series->finished || series->finished(series->context, results, number);
    pthread_mutex_unlock(&hall->door);
    return wanted;
}

static bool play_if_open(void *context, int worker, uint64_t number) {
    struct hall *hall = context;
    (void)worker;
    if (hall->series->stop && atomic_load(hall->series->stop))
        return false;
    /* only the results that were there before the threads began are done already */
    return hall->results->result[number].done || play(hall, number);
}

bool sr_series_run(const struct sr_series *series, struct sr_results *results,
                   struct sr_error *error) {
    struct hall hall = {.series = series, .results = results};
    if (!sr_setup_check(series->game, &series->setup, error))
        return false;
    if (pthread_mutex_init(&hall.door, NULL))
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    sr_crew_work(&(struct sr_crew){
        .jobs = series->games, .threads = series->threads, .job = play_if_open, .context = &hall});
    pthread_mutex_destroy(&hall.door);
    return true;
}
