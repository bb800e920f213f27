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

/* A game to be played. */
struct sr_match {
    const struct sr_game *game;
    const struct sr_setup *setup;
    const struct sr_bot *const *bot; /* a player for each seat */
    const uint8_t *bot_seed;         /* SR_SEED_BYTES, which they all draw from */
    int32_t *tally; /* what the game tallies, one row of seats after the other; NULL: nobody asks */
    struct sr_company *company; /* keeps programs from game to game; NULL: they end with this one */
    /* Sees every decision before its move is played; may be NULL. */
    void (*witness)(void *context, const void *state, const struct sr_moves *moves,
                    struct sr_move move);
    void *context;
};

/* Plays it. A bot that fails loses: the game ends there, the others share the victory (alone,
 * nobody wins), and `error` says how it failed. */
void sr_match_play(const struct sr_match *match, struct sr_outcome *outcome,
                   struct sr_error *error);

#endif
