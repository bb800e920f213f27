/* Examples keep everything in their own folder; the games of the house share those of the tests. */
#include "places.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

void place_of(char *path, size_t size, const char *root, const char *what, const char *game) {
    struct stat there;
    snprintf(path, size, "examples/%.40s", game);
    if (root)
        snprintf(path, size, "%.300s/%.40s", root, game);
    else if (stat(path, &there) == 0)
        snprintf(path, size, "examples/%.40s/%.40s", game, what);
    else
        snprintf(path, size, "tests/%.40s/%.40s", what, game);
}

bool ships(const char *game) {
    static const char *const names[] = {
#define GAME(name) #name,
#include "games/games.def"
#undef GAME
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], game) == 0)
            return true;
    return false;
}
