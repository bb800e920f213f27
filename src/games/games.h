/* The games in the house: the list is games.def. */
#ifndef SR_GAMES_H
#define SR_GAMES_H

#include "core/game.h"

const struct sr_game *sr_game_find(const char *name);
const struct sr_game *sr_game_at(int index); /* NULL past the last */
/* The same for names that people write: NULL with an error that lists the games. With `only`, that
 * game alone is known (it need not be in the list). */
const struct sr_game *sr_game_named(const char *name, size_t length, const struct sr_game *only,
                                    struct sr_error *error);

#endif
