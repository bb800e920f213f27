/* Tree search over guessed worlds (single-observer information-set Monte Carlo tree search). */
#ifndef SR_SEARCH_H
#define SR_SEARCH_H

#include "bots/bot.h"

enum { SR_SEARCH_THREADS = 64 };

struct sr_search_plan {
    uint64_t iterations;   /* at most this many; 0: no limit */
    uint32_t milliseconds; /* at most this long; 0: no limit */
    int threads;           /* trees that grow side by side; their visits are added up */
    int playout;           /* decisions before the judge is asked at a leaf */
    bool hunches;        /* these, and all that others decide, are made by hunch, else at random */
    bool heedless;       /* all that others decide is decided at random, as chance does */
    float judge_points;  /* see struct sr_game */
    float explore;       /* weight of what was tried little */
    float explore_alone; /* the same at a table for one */
    /* By how much moves are tried more that look well to the judge, and of how many a search thinks
     * at all: see struct sr_game. */
    float look, width, others_width;
    uint32_t most_nodes; /* in all trees together; 0: as many as a search may have */
    /* Whoever tests the clock brings one of their own, in microseconds. NULL: the real one. */
    uint64_t (*now)(void *context);
    void *context;
};

/* The plan that suits a game; the budget is the caller's. */
struct sr_search_plan sr_search_plan_for(const struct sr_game *game);

/* What the search thinks of one of the legal moves. */
struct sr_search_move {
    struct sr_move move;
    uint32_t visits;
    float value; /* expected share of the victory, 0 to 1 */
};

struct sr_search_result {
    uint64_t iterations;
    uint32_t nodes;
    uint32_t count; /* legal moves, most visited first */
    struct sr_search_move move[SR_MAX_MOVES];
};

/* How much memory the trees of a search take at most, if all searches together leave them so much:
 * see bots/forest.h. Never 200 MB or more. */
size_t sr_search_bytes(const struct sr_search_plan *plan);

/* False: out of memory; any legal move is in the result then. With a budget in iterations the same
 * stream and the same number of threads give the same result. */
bool sr_search(const struct sr_glimpse *glimpse, struct sr_stream *stream,
               const struct sr_search_plan *plan, struct sr_search_result *result);

/* Shares of the victory in a world: played on at random as far as the plan says, then judged. The
 * world is changed; `moves` are those that are legal in it. */
void sr_search_value(const struct sr_search_plan *plan, struct sr_stream *stream,
                     struct sr_world *world, struct sr_moves *moves, float value[SR_MAX_SEATS]);

#endif
