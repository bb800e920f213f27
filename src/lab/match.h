/* One game between bots, from the deal to the score sheet. Simulation, arena and balance all play
 * their games here. */
#ifndef SR_MATCH_H
#define SR_MATCH_H

#include "bots/player.h"

/* How a game ended. */
struct sr_outcome {
    uint32_t decisions;
    uint8_t winners; /* bit per seat */
    uint8_t forfeit; /* the seat, from 1, whose bot failed; 0: none */
    uint8_t rank[SR_MAX_SEATS];
    int32_t score[SR_MAX_SEATS];
    int32_t rival; /* points of the one who has no seat, when somebody plays alone */
};

/* What a seat has of the victory: shared ones count in parts. */
static inline double sr_won(const struct sr_outcome *outcome, int seat) {
    return outcome->winners & 1u << seat ? 1.0 / __builtin_popcount(outcome->winners) : 0;
}

/* Plays the game of `setup`; `bot` has a player for each seat, who all draw from `bot_seed`. What
 * the game tallies goes to `tally`, one row of seats after the other; NULL if nobody asks.
 * A bot that fails loses: the game ends there, the others share the victory (alone, nobody wins),
 * and `error` says how it failed. */
void sr_match_play(const struct sr_game *game, const struct sr_setup *setup,
                   const struct sr_bot *const bot[SR_MAX_SEATS],
                   const uint8_t bot_seed[SR_SEED_BYTES], struct sr_outcome *outcome,
                   int32_t *tally, struct sr_error *error);

#endif
