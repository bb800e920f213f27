/* Making glimpses: for tables and tests, never for bots. */
#ifndef SR_GLIMPSE_H
#define SR_GLIMPSE_H

#include "world.h"

struct sr_glimpse {
    const struct sr_game *game;
    const void *state;
    int seat;
    const struct sr_moves *moves;
    bool open; /* all cards on the table: guesses are the truth, but for dice not yet thrown */
};

#endif
