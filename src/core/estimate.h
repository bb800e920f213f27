/* The score sheet as somebody at the table can know it: the lines that are certain, and between
 * which limits the rest lies. Found by looking at many guessed worlds, never at the true one. */
#ifndef SR_ESTIMATE_H
#define SR_ESTIMATE_H

#include "game.h"

struct sr_estimate {
    struct sr_sheet sheet;                         /* lines that stand on every sheet */
    int32_t low[SR_MAX_SEATS], high[SR_MAX_SEATS]; /* totals */
    bool certain;                                  /* every sheet was the same */
};

/* The sheet itself: for the referee, and when the game is over. */
void sr_estimate_true(struct sr_estimate *estimate, const struct sr_game *game, const void *state);
/* What `viewer` (a seat or SR_SPECTATOR) can know. `number` seeds the guesses; the number of the
 * decision does. */
void sr_estimate_of(struct sr_estimate *estimate, const struct sr_game *game, const void *state,
                    int viewer, uint64_t number);

/* {"over":...,"certain":...,"seats":[{"seat","low","high","rank","winner","lines":[{"points",
 * "text"}]}]}. Ranks and winners of what is not certain are null and false. */
void sr_estimate_json(struct sr_out *out, const struct sr_reader *reader,
                      const struct sr_game *game, const void *state,
                      const struct sr_estimate *estimate);

#endif
