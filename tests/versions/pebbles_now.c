/* Pebbles as a game of the house, by the first version of its rules. */
#define pebbles_game sr_game_pebbles
#include "doubles/pebbles.c"
