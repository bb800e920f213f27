/* Players. A bot is given a glimpse of the table, never the table.
 *
 * Every command line names bots in one way: a kind, or a kind with its budget.
 *   random              any legal move
 *   greedy              the move after which it looks best
 *   search:1000         tree search, a thousand iterations a move: always the same with the same
 * seed search:500ms        tree search for half a second a move novice fair strong master levels
 * for people: searches of growing budget, the lower ones with slips */
#ifndef SR_BOT_H
#define SR_BOT_H

#include "core/world.h"

enum { SR_BOT_NAME_BYTES = 48 };

struct sr_bot;

struct sr_bot_kind {
    const char *name;
    struct sr_text title; /* what it does, in a line */
    bool takes_budget;    /* "name:1000" or "name:500ms" */
    /* The budget of kinds that have one of their own. */
    uint64_t iterations;
    uint32_t milliseconds;
    float slips;
    struct sr_move (*choose)(const struct sr_bot *bot, const struct sr_glimpse *glimpse,
                             struct sr_stream *stream);
};

/* A bot that is ready to play. Plain data: copied by assignment. */
struct sr_bot {
    const struct sr_bot_kind *kind; /* NULL: no bot, a person sits there */
    uint64_t iterations;            /* at most this many a move; 0: no limit */
    uint32_t milliseconds;          /* at most this long a move; 0: no limit */
    float slips;                    /* chance that a move is not thought about at all */
    char name[SR_BOT_NAME_BYTES];   /* as it was written */
};

/* Reads "search:1000". False: `error` says which bots there are, or what a budget looks like. */
bool sr_bot_read(struct sr_bot *bot, const char *text, size_t length, struct sr_error *error);
const struct sr_bot_kind *sr_bot_kind_at(int index); /* NULL past the last */

/* A bot of a kind that takes no budget. */
struct sr_bot sr_bot_of(const struct sr_bot_kind *kind);

static inline struct sr_move sr_bot_choose(const struct sr_bot *bot,
                                           const struct sr_glimpse *glimpse,
                                           struct sr_stream *stream) {
    return bot->kind->choose(bot, glimpse, stream);
}

#endif
