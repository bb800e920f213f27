/* A series: many games between a list of bots, at tables that are drawn in a balanced way.
 *
 * Games are numbered. They come in rounds; all games of a round share one deal, and in each round
 * every table of the list meets once in every rotation of the seats. Which bots meet in game k and
 * from which seeds follows from the series' seed and k alone, so it does not matter which thread
 * plays it, whether it is played today or tomorrow, or how many more there will be. */
#ifndef SR_SERIES_H
#define SR_SERIES_H

#include "lab/match.h"

#include <stdatomic.h>

enum { SR_SERIES_BOTS = 16, SR_SERIES_GAMES = 2000000 };

struct sr_fleet;
struct sr_results;

struct sr_series {
    const struct sr_game *game;
    struct sr_setup setup; /* seats, options; its seed is that of the whole series */
    int bots;
    struct sr_bot bot[SR_SERIES_BOTS];
    /* False: every table of different bots that the list allows; with fewer bots than seats, all
     * of them as often as the seats allow. True: the first bot alone against a table of another. */
    bool focal;
    uint64_t games;
    int threads;
    const struct sr_fleet *fleet; /* who else plays them; NULL: nobody */
    /* Called in the process that leads after each game, from any thread but never from two at once;
     * false ends the series early. May be NULL. */
    bool (*finished)(void *context, const struct sr_results *results, uint64_t number);
    void *context;
    /* Set by anyone to stop: games under way are finished, no more are begun. May be NULL. */
    const atomic_bool *stop;
};

/* Who meets in a game, and on which deal. */
struct sr_pairing {
    uint64_t round;
    uint8_t bot[SR_MAX_SEATS]; /* index into the series' list */
};

struct sr_result {
    bool done;
    uint8_t bot[SR_MAX_SEATS];
    struct sr_outcome outcome;
};

/* What came out, by number. */
struct sr_results {
    uint64_t games, done;
    int seats, tallies;
    struct sr_result *result;
    int32_t *tally; /* of each game: tallies x seats */
    /* How a bot failed in this run, if one did: in the game with the lowest number, whichever was
     * over first. */
    uint64_t failed_game;
    struct sr_error failure;
};

static inline int32_t *sr_results_tally(const struct sr_results *results, uint64_t number,
                                        int tally, int seat) {
    uint64_t row = number * (uint64_t)results->tallies + (uint64_t)tally;
    return &results->tally[row * (uint64_t)results->seats + (uint64_t)seat];
}

bool sr_results_open(struct sr_results *results, const struct sr_series *series,
                     struct sr_error *error);
void sr_results_free(struct sr_results *results);

void sr_series_pairing(const struct sr_series *series, uint64_t number, struct sr_pairing *pairing);
/* After how many games everyone has met everyone in every seat. */
uint64_t sr_series_round(const struct sr_series *series);

/* Plays every game that is not done. */
bool sr_series_run(const struct sr_series *series, struct sr_results *results,
                   struct sr_error *error);

#endif
