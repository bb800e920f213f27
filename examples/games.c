/* The games of the house with the examples behind them: the same registry with a longer list. */
#define SR_GAMES_TOO "../../examples/games.def" /* as seen from that registry */
#include "games/games.c"
