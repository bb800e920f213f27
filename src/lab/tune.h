/* Learning what a game's features are worth, from play: a regression of who wins on what each seat
 * had in positions met on the way. */
#ifndef SR_TUNE_H
#define SR_TUNE_H

#include "lab/crew.h"
#include "lab/sim.h"

struct sr_tune {
    const struct sr_game *game;
    struct sr_setup setup; /* seats and options; seed of the series */
    struct sr_bot bot;     /* plays all seats */
    bool habits;           /* duels find what hunches go by in the place of weights */
    uint32_t only;         /* a regression learns these features, bit for each; 0: all */
    uint32_t games;
    int threads;
    const struct sr_fleet *fleet; /* may be NULL, as below */
    const struct sr_journal *journal;
    void (*progress)(void *context, uint64_t done, uint64_t games); /* may be NULL */
    void *context;
};

/* Where worths change on the way, each feature has a weight for the beginning and one for the end.
 */
enum { SR_MAX_WEIGHTS = 2 * SR_MAX_FEATURES };

/* How many weights a game has for a number of seats, and which of them is in use. */
int sr_tune_weights(const struct sr_game *game, int seats);
float sr_tune_weight(const struct sr_game *game, int seats, int index);

struct sr_tune_result {
    uint64_t games, positions;
    double weight[SR_MAX_WEIGHTS]; /* of all features; then, if there are such, those at the end */
    double habit[SR_MAX_HABITS];   /* in the place of weights, where duels were about habits */
    double error[SR_MAX_WEIGHTS];  /* standard error of each, positions taken as independent */
    /* Mean surprise at the winner, in nats: knowing nothing, by the weights in use, by the new. */
    double loss_blind, loss_before, loss_after;
};

/* The same series gives the same weights with any number of threads and processes. */
bool sr_tune_run(const struct sr_tune *tune, struct sr_tune_result *result, struct sr_error *error);

#endif
