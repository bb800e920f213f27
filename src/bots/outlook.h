/* The rest of a turn in a guessed world, so that the first half of it is not judged without its
 * second. */
#ifndef SR_OUTLOOK_H
#define SR_OUTLOOK_H

#include "bots/bot.h"

/* A world and what may be done in it. */
struct sr_place {
    struct sr_world world;
    struct sr_moves moves;
};

/* Where a turn begins, at[0], and room for thinking about it. */
struct sr_outlook {
    struct sr_place at[3];
};

/* How far the seat is ahead of the others by what each has: of the best of them, and of all a
 * little. Alone it is what it has. */
float sr_outlook_lead(const float value[SR_MAX_SEATS], int seats, int seat);

/* The best that the seat can still make of its turn, as far as it goes on deciding: one move at a
 * time, each the best by itself, by the game's own judge. Says how far ahead that leaves it; `end`
 * is the world then, inside `outlook`. */
float sr_outlook_finish(struct sr_outlook *outlook, int seat, const struct sr_world **end);

#endif
