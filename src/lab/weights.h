/* A game with other weights or habits than its own, as `serai tune` prints them: to try them in
 * duels. */
#ifndef SR_WEIGHTS_H
#define SR_WEIGHTS_H

#include "core/game.h"

/* Reads rows of weights, and habits; those that the text lacks stay as they are, but there must be
 * something in it. The game is freed by the caller. NULL: `error` says what is wrong in which line
 * of `path`, as which the text is known. */
struct sr_game *sr_weights_read(const struct sr_game *game, const char *path, const char *text,
                                struct sr_error *error);

#endif
