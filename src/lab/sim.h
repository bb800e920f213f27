/* Many games at once: simulation on one or more threads that share nothing. The same seed gives the
 * same results with any number of threads. */
#ifndef SR_SIM_H
#define SR_SIM_H

#include "bots/bot.h"

struct sr_ledger;

struct sr_sim {
    const struct sr_game *game;
    struct sr_setup setup; /* seats, options; the seed of game k is drawn from setup.seed and k */
    struct sr_bot bot[SR_MAX_SEATS];
    uint64_t games;
    int threads;
    struct sr_ledger *ledger; /* where the games are written down; NULL: nowhere */
    /* Called now and then from one thread with the games finished so far; may be NULL. */
    void (*progress)(void *context, uint64_t done, uint64_t games);
    void *context;
};

struct sr_sim_result {
    uint64_t games, decisions, longest;
    uint64_t forfeits;             /* games lost by a bot that failed */
    struct sr_error first_forfeit; /* of them, that with the lowest number */
    double seconds;
    double wins[SR_MAX_SEATS];  /* shared victories count in parts */
    double score[SR_MAX_SEATS]; /* means */
    double rival;               /* alone: mean points of the one without a seat */
};

bool sr_sim_run(const struct sr_sim *sim, struct sr_sim_result *result, struct sr_error *error);

/* A seed of game number `index` of a series. */
void sr_series_seed(const uint8_t series[SR_SEED_BYTES], uint64_t index,
                    uint8_t seed[SR_SEED_BYTES]);

#endif
