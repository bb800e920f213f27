/* Learning what the deeds of a seat say about its secret, from play: a regression of the secrets
 * that seats really have on what everybody has seen them do. Where the secret is a deal, the real
 * one stands beside seven that were dealt without heed. */
#ifndef SR_CLUES_H
#define SR_CLUES_H

#include "lab/crew.h"
#include "lab/sim.h"

enum { SR_MAX_SECRETS = 8, SR_MAX_CLUES = 64 };

struct sr_clues_study {
    const struct sr_game *game;
    struct sr_setup setup;           /* seats and options; seed of the series */
    struct sr_bot bot[SR_MAX_SEATS]; /* they change seats from game to game */
    uint32_t games;
    int threads;
    const struct sr_fleet *fleet; /* may be NULL, as below */
    const struct sr_journal *journal;
    void (*progress)(void *context, uint64_t done, uint64_t games); /* may be NULL */
    void *context;
};

struct sr_clues_result {
    uint64_t games, looks;                       /* seats looked at */
    double weight[SR_MAX_SECRETS][SR_MAX_CLUES]; /* of deals: one row */
    double loss_blind, loss_before, loss_after;  /* surprise: see struct sr_tune_result */
};

/* The same series gives the same weights with any number of threads and processes. */
bool sr_clues_learn(const struct sr_clues_study *study, struct sr_clues_result *result,
                    struct sr_error *error);

#endif
