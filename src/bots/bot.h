/* Players. A bot is given a glimpse of the table, never the table. */
#ifndef SR_BOT_H
#define SR_BOT_H

#include "core/world.h"

/* A kind of bot, written on every command line in one way: "random", "greedy". */
struct sr_bot {
    const char *name;
    struct sr_text title; /* what it does, in a line */
    struct sr_move (*choose)(const struct sr_glimpse *glimpse, struct sr_stream *stream);
};

const struct sr_bot *sr_bot_find(const char *name, size_t length);
const struct sr_bot *sr_bot_at(int index); /* NULL past the last */

#endif
