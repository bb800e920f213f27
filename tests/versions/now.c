/* The program of today, before the next one takes its place (tests/upgrade): with Pebbles, by the
 * first version of its rules. Stands before the library on the command line, as examples/games.c
 * does. */
#define SR_GAMES_TOO "../../tests/versions/now.def" /* as seen from that registry */
#include "games/games.c"
