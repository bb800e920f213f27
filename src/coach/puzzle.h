/* A puzzle for a day and a game: a position from a game between bots in which one of them is about
 * to go wrong. The same day gives the same puzzle everywhere; it is worked out a little at a time,
 * without I/O, threads or a clock. */
#ifndef SR_PUZZLE_H
#define SR_PUZZLE_H

#include "coach/verdict.h"

struct sr_puzzle;

/* `day`: any number, days since 1970 by custom. NULL: no memory. */
struct sr_puzzle *sr_puzzle_new(const struct sr_game *game, uint32_t day);
void sr_puzzle_free(struct sr_puzzle *puzzle);
/* Goes on by one decision of the bots. False: it is found, or there was no memory for it. */
bool sr_puzzle_step(struct sr_puzzle *puzzle);
bool sr_puzzle_found(const struct sr_puzzle *puzzle);
uint32_t sr_puzzle_day(const struct sr_puzzle *puzzle);
/* The position, and what is to be said of the moves in it. */
const struct sr_table *sr_puzzle_table(const struct sr_puzzle *puzzle);
const struct sr_verdict *sr_puzzle_verdict(const struct sr_puzzle *puzzle);

#endif
