/* A game with other weights or habits than its own, as `serai tune` prints them: to try them in
 * duels. */
#ifndef SR_WEIGHTS_H
#define SR_WEIGHTS_H

#include "core/game.h"

/* Reads rows of weights, and habits; those that the text lacks stay as they are. The game is freed
 * by the caller. NULL: out of memory, or `line` is the first that is neither a row of this game's
 * weights nor a habit of it (0: out of memory). */
struct sr_game *sr_weights_read(const struct sr_game *game, const char *text, int *line);

#endif
