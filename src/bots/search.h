/* Tree search over guessed worlds (single-observer information-set Monte Carlo tree search). */
#ifndef SR_SEARCH_H
#define SR_SEARCH_H

#include "bots/bot.h"

struct sr_search_plan {
    uint64_t iterations;   /* at most this many; 0: no limit */
    uint32_t milliseconds; /* at most this long; 0: no limit */
    int playout;           /* random decisions before the judge is asked at a leaf */
    float judge_points;    /* see struct sr_game */
    float explore;         /* weight of what was tried little */
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

/* False: out of memory; any legal move is in the result then. With a budget in iterations the same
 * stream gives the same result. */
bool sr_search(const struct sr_glimpse *glimpse, struct sr_stream *stream,
               const struct sr_search_plan *plan, struct sr_search_result *result);

#endif
