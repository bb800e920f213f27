/* Pebbles as a game of the house, by the second version of its rules too. */
#define pebbles_game sr_game_pebbles
#define PEBBLES_RULES 2
#include "doubles/pebbles.c"
