/* Whether a game ships, and where the files of its tests lie: tests/scenarios/dunhuang,
 * examples/hearts/scenarios. */
#ifndef PLACES_H
#define PLACES_H

#include <stdbool.h>
#include <stddef.h>

/* `what` is "scenarios" or "golden". With `root`, ROOT/GAME, whichever game it is. */
void place_of(char *path, size_t size, const char *root, const char *what, const char *game);

/* Is it one of the games that ship, of which more is asked than of any honest game? */
bool ships(const char *game);

#endif
