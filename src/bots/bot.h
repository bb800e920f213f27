/* Players. A bot is given a glimpse of the table, never the table.
 *
 * Every command line names bots in one way: a kind, or a kind with what it takes.
 *   random          any legal move
 *   greedy          the move after which it looks best
 *   search:1000     tree search, a thousand iterations a move: always the same with the same seed
 *   search:500ms    tree search for half a second a move
 *   search:500ms@2  the same on two threads
 *   search:1000/explore=0.5/playout=8/weights=FILE   with other settings than the game's, the file
 *                   as `serai tune` writes it; in the laboratory
 *   novice fair strong master   levels for people: searches of growing budget, the lower ones with
 *                   slips
 *   cmd:./mybot     a program; cmd:500ms:2000mb:./mybot has limits of its own
 *   peek:1000       a search that sees what is hidden, to measure what that is worth */
#ifndef SR_BOT_H
#define SR_BOT_H

#include "core/world.h"

enum { SR_BOT_NAME_BYTES = 200 };

/* Where bots sit down. Each place has all bots of those before it. */
enum sr_bots_place {
    SR_BOTS_AT_TABLES,    /* of people, anywhere */
    SR_BOTS_AT_HOME,      /* where whoever names the bot owns the machine that runs it */
    SR_BOTS_IN_LABORATORY /* where there are no people */
};

struct sr_bot;

/* How a search goes about a game, where it is not to do so as the game says: see struct
 * sr_search_plan. Below 0: as the game says. */
struct sr_bot_settings {
    float explore, playout, points, look, width, others, hunch, heedless, net;
};

struct sr_bot_kind {
    const char *name;
    struct sr_text title;     /* what it does, in a line */
    enum sr_bots_place place; /* the first place where there are any */
    bool takes_budget;        /* "name:1000", "name:500ms", each with "@2" for two threads */
    bool is_program;          /* "name:COMMAND", asked through a struct sr_player */
    bool peeks;               /* is given the true state in the place of guesses */
    bool heedless;            /* looks at nothing but the list of moves */
    /* The budget of kinds that have one of their own. */
    uint64_t iterations;
    uint32_t milliseconds, megabytes;
    float slips;
    /* NULL for programs. */
    struct sr_move (*choose)(const struct sr_bot *bot, const struct sr_glimpse *glimpse,
                             struct sr_stream *stream);
};

/* A bot that is ready to play. Plain data: copied by assignment. */
struct sr_bot {
    const struct sr_bot_kind *kind; /* NULL: no bot, a person sits there */
    uint64_t iterations;            /* at most this many a move; 0: no limit */
    uint32_t milliseconds;          /* at most this long a move; 0: no limit */
    int threads;                    /* that think about one move */
    struct sr_bot_settings settings;
    float slips;                  /* chance that a move is not thought about at all */
    uint32_t megabytes;           /* of memory for a program; 0: as much as there is */
    uint8_t command_at;           /* where in `name` the command of a program begins */
    uint8_t weights_at;           /* where in `name` a file of weights begins; 0: none */
    const struct sr_game *judged; /* the game with those weights; NULL: as it is */
    /* Whoever lets bots take turns at thinking brings a clock that counts their time alone: see
     * struct sr_search_plan. NULL: the real one. */
    uint64_t (*now)(void *context);
    void *now_context;
    char name[SR_BOT_NAME_BYTES]; /* as it was written */
};

/* Reads "search:1000". False: `error` says which bots there are, or what a budget looks like. */
bool sr_bot_read(struct sr_bot *bot, const char *text, size_t length, struct sr_error *error);
/* The same, with the bots that there are at such a place only. */
bool sr_bot_read_at(enum sr_bots_place place, struct sr_bot *bot, const char *text, size_t length,
                    struct sr_error *error);
/* The bots for the tables of people; NULL past the last. */
const struct sr_bot_kind *sr_bot_kind_at(int index);

/* A bot of a kind that takes no budget. */
struct sr_bot sr_bot_of(const struct sr_bot_kind *kind);

/* A checksum over all numbers that a bot plays by in a game for so many, its own or the game's:
 * budget and settings, weights, habits, what clues say. Of programs nothing is known. */
uint64_t sr_bot_checksum(const struct sr_bot *bot, const struct sr_game *game, int seats);

/* For bots that think here; see struct sr_player for those that are programs. */
static inline struct sr_move sr_bot_choose(const struct sr_bot *bot,
                                           const struct sr_glimpse *glimpse,
                                           struct sr_stream *stream) {
    return bot->kind->choose(bot, glimpse, stream);
}

#endif
