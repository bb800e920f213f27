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
    bool hunches;       /* these, and all that others decide, are made by hunch, else at random */
    bool heedless;      /* all that others decide is decided at random, as chance does */
    float judge_points; /* see struct sr_game */
    const struct sr_net *net; /* judges in the place of the features; NULL: there is none */
    float explore;            /* weight of what was tried little */
    float explore_alone;      /* the same at a table for one */
    /* By how much moves are tried more that look well to the judge, and of how many a search thinks
     * at all: see struct sr_game. */
    float look, width, others_width;
    uint32_t most_nodes; /* in all trees together; 0: as many as a search may have */
    /* Whoever tests the clock brings one of their own, in microseconds. NULL: the real one. */
    uint64_t (*now)(void *context);
    void *context;
};

/* The plan that suits a game for so many; the budget is the caller's. With the net that the game
 * has for them, or without any. */
struct sr_search_plan sr_search_plan_for(const struct sr_game *game, int seats);
struct sr_search_plan sr_search_plan_without_net(const struct sr_game *game);
/* For whoever tells people their chances in a position, which may be a guess of it: where the judge
 * is too sure of itself, its points count for less. */
struct sr_search_plan sr_search_plan_to_tell(const struct sr_game *game, const void *state);

/* What the search thinks of one of the legal moves. */
struct sr_search_move {
    struct sr_move move;
    uint32_t visits;
    float value; /* expected share of the victory, 0 to 1 */
};

struct sr_search_result {
    uint64_t iterations;
    uint32_t nodes;
    float share[SR_MAX_SEATS]; /* of the victory, for each seat: the mean of all iterations */
    uint32_t count;            /* legal moves, most visited first */
    struct sr_search_move move[SR_MAX_MOVES];
};

/* How much memory the trees of a search take at most, if all searches together leave them so much:
 * see bots/forest.h. Never 200 MB or more. */
size_t sr_search_bytes(const struct sr_search_plan *plan);

/* False: out of memory; any legal move is in the result then. With a budget in iterations the same
 * stream and the same number of threads give the same result. */
bool sr_search(const struct sr_glimpse *glimpse, struct sr_stream *stream,
               const struct sr_search_plan *plan, struct sr_search_result *result);

/* What a move brings to the seat that looks. */
struct sr_prospect {
    double chance;      /* expected share of the victory */
    double place, lead; /* where it stands, and by how much ahead of the best other, in points */
};

enum { SR_WEIGHED = 12 };
struct sr_weighing {
    uint64_t worlds;
    struct sr_prospect move[SR_WEIGHED];
    /* The standard error of the difference between two chances; of a move and itself, that of its
     * chance. The worlds are the same for all moves, so differences are surer than chances. */
    double error[SR_WEIGHED][SR_WEIGHED];
};

/* Weighs a few moves of whoever decides beside each other, each as often as the others and in the
 * same guessed worlds, for the seat of the glimpse, which need not be the decider. The first half
 * of the worlds lets the tree grow and does not count. NULL, 0: what the position is worth,
 * whatever is done; of this, and of a single move, all worlds count, as in a search. The budget of
 * the plan is for all together, on one thread. False: out of memory, or no world could be guessed
 * in which the moves are legal. */
bool sr_search_weigh(const struct sr_glimpse *glimpse, struct sr_stream *stream,
                     const struct sr_search_plan *plan, const struct sr_move move[], int count,
                     struct sr_weighing *weighing);

/* Shares of the victory in a world: played on at random as far as the plan says, then judged. The
 * world is changed; `moves` are those that are legal in it. */
void sr_search_value(const struct sr_search_plan *plan, struct sr_stream *stream,
                     struct sr_world *world, struct sr_moves *moves, float value[SR_MAX_SEATS]);

#endif
