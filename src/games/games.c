/* The games in the house, and finding one by its name. Who has more of them defines SR_GAMES_TOO,
 * the name of another list, and compiles this anew: examples/games.c. */
#include "games.h"

#include <string.h>

#define GAME(name) extern const struct sr_game sr_game_##name;
#include "games.def"
#ifdef SR_GAMES_TOO
#include SR_GAMES_TOO
#endif
#undef GAME

static const struct sr_game *const games[] = {
#define GAME(name) &sr_game_##name,
#include "games.def"
#ifdef SR_GAMES_TOO
#include SR_GAMES_TOO
#endif
#undef GAME
};
enum { GAMES = sizeof games / sizeof games[0] };

const struct sr_game *sr_game_at(int index) {
    return index >= 0 && index < GAMES ? games[index] : NULL;
}

const struct sr_game *sr_game_named(const char *name, size_t length, const struct sr_game *only,
                                    struct sr_error *error) {
    char known[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    const struct sr_game *game;
    sr_out_open(&out, known, sizeof known);
    for (int i = 0; (game = !only ? sr_game_at(i) : i == 0 ? only : NULL); i++) {
        if (strlen(game->name) == length && !memcmp(game->name, name, length))
            return game;
        sr_put(&out, i ? ", " : "");
        sr_put(&out, game->name);
    }
    sr_fail(error, SR_PROBLEM_UNKNOWN_GAME, "", known, NULL);
    if (error)
        sr_error_set_arg(error, 0, name, length);
    return NULL;
}

const struct sr_game *sr_game_find(const char *name) {
    for (int i = 0; i < GAMES; i++)
        if (strcmp(games[i]->name, name) == 0)
            return games[i];
    return NULL;
}
