/* Learning what a game's features are worth by trying: weights a little to one side of those in use
 * play against weights a little to the other side, and those in use move towards the winner
 * (simultaneous perturbation). Where a regression takes what goes along with winning for what
 * brings it about, this asks what wins. */
#ifndef SR_DUEL_H
#define SR_DUEL_H

#include "lab/tune.h"

/* `tune->games` is the number of duels; each is two games from one deal, seats exchanged. `margin`
 * points ahead count as much as a victory; 0: points do not count. The same series gives the same
 * weights with any number of threads. */
bool sr_duels_run(const struct sr_tune *tune, double margin, struct sr_tune_result *result,
                  struct sr_error *error);

#endif
