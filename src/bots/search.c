/* Information-set Monte Carlo tree search.
 *
 * Every iteration guesses a whole world afresh, walks down one common tree as far as the moves of
 * that world allow, adds one node, values it for every seat, and writes the values back along the
 * path. The tree is keyed by moves, not by states: what chance does between them differs from
 * iteration to iteration, and averages out. A move may be legal in few worlds only, so each node
 * counts how often it was available; exploration is weighed by that.
 *
 * Values are shares of victory, one for each seat (max^n); a node keeps only that of the seat
 * whose move led to it, which is the one that chooses by it. */
#include "bots/search.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

/* The tree is one block of memory; when it is full the search goes on without growing it. */
enum { MAX_NODES = 4 << 20, MAX_PATH = 1024, NO_NODE = 0, ROOT = 1 };

struct node {
    struct sr_move move;
    uint32_t child, sibling;
    uint32_t visits, available;
    float total;
    uint8_t seat; /* who made the move */
};

struct search {
    struct node *node;
    uint32_t used, limit;
    const struct sr_search_plan *plan;
    struct sr_stream *stream;
};

static uint32_t add_node(struct search *search, uint32_t parent, struct sr_move move, int seat) {
    if (search->used >= search->limit)
        return NO_NODE;
    uint32_t fresh = search->used++;
    search->node[fresh] = (struct node){.move = move, .seat = (uint8_t)seat};
    search->node[fresh].sibling = search->node[parent].child;
    search->node[parent].child = fresh;
    return fresh;
}

/* ---- leaves ---- */

/* Shares of victory: one over the number of winners. */
static void value_end(const struct sr_world *world, float value[SR_MAX_SEATS]) {
    struct sr_sheet sheet;
    sr_score(world->game, world->state, &sheet);
    for (int seat = 0; seat < sr_world_seats(world); seat++)
        value[seat] =
            sheet.winners & 1u << seat ? 1.0f / (float)__builtin_popcount(sheet.winners) : 0.0f;
}

/* The judge speaks in points; shares of victory are exponential in them. Who plays alone plays
 * against losing, which has no points. */
static void value_by_judge(const struct sr_world *world, float judge_points,
                           float value[SR_MAX_SEATS]) {
    int seats = sr_world_seats(world);
    float most = seats == 1 ? 0 : -1e30f, sum = 0;
    sr_world_judge(world, value);
    for (int seat = 0; seat < seats; seat++)
        most = fmaxf(most, value[seat]);
    if (seats == 1)
        sum = expf(-most / judge_points);
    for (int seat = 0; seat < seats; seat++) {
        value[seat] = expf((value[seat] - most) / judge_points);
        sum += value[seat];
    }
    for (int seat = 0; seat < seats; seat++)
        value[seat] /= sum;
}

static void value_leaf(struct search *search, struct sr_world *world, struct sr_moves *moves,
                       float value[SR_MAX_SEATS]) {
    for (int step = 0; step < search->plan->playout && moves->count > 0; step++)
        sr_world_play(world, moves->list[sr_draw(search->stream, moves->count)], moves);
    if (sr_world_over(world))
        value_end(world, value);
    else
        value_by_judge(world, search->plan->judge_points, value);
}

/* ---- the tree ---- */

/* Finds the children that are legal in this world and counts them as available; picks the move with
 * the best promise. Untried moves are taken to be as good as their parent so far: with many moves
 * the good ones are looked at again before all have been tried. */
static uint32_t select_move(struct search *search, uint32_t parent, const struct sr_moves *moves,
                            int seat, uint32_t *child_of_move) {
    uint32_t child_of[SR_MAX_MOVES] = {NO_NODE};
    const struct node *above = &search->node[parent];
    float tried_value = 0, best = -1e30f;
    uint32_t tried_visits = 0, chosen = 0;

    for (uint32_t i = 0; i < moves->count; i++)
        child_of[i] = NO_NODE;
    for (uint32_t c = above->child; c != NO_NODE; c = search->node[c].sibling) {
        struct node *child = &search->node[c];
        if (child->seat != seat)
            continue;
        for (uint32_t i = 0; i < moves->count; i++)
            if (sr_same_move(child->move, moves->list[i])) {
                child_of[i] = c;
                child->available++;
                tried_value += child->total;
                tried_visits += child->visits;
                break;
            }
    }
    float urgency = tried_visits ? tried_value / (float)tried_visits : 0.5f;
    float prior = 1.0f / (float)moves->count;
    float wonder = search->plan->explore * prior;
    /* A random start breaks ties without favour. */
    uint32_t start = sr_draw(search->stream, moves->count);
    for (uint32_t n = 0; n < moves->count; n++) {
        uint32_t i = start + n < moves->count ? start + n : start + n - moves->count;
        float promise;
        if (child_of[i] == NO_NODE) {
            promise = urgency + wonder * sqrtf((float)(above->visits + 1));
        } else {
            const struct node *child = &search->node[child_of[i]];
            promise = child->total / (float)child->visits +
                      wonder * sqrtf((float)child->available) / (1.0f + (float)child->visits);
        }
        if (promise > best) {
            best = promise;
            chosen = i;
        }
    }
    *child_of_move = child_of[chosen];
    return chosen;
}

static void iterate(struct search *search, const struct sr_glimpse *glimpse) {
    struct sr_world world;
    struct sr_moves moves;
    uint32_t path[MAX_PATH], length = 0, at = ROOT;
    float value[SR_MAX_SEATS] = {0};

    sr_glimpse_guess(glimpse, search->stream, &world);
    sr_world_list(&world, &moves);
    while (moves.count > 0 && length < MAX_PATH) { /* an edited position may lead nowhere */
        uint32_t child;
        int seat = sr_world_decider(&world);
        uint32_t chosen = select_move(search, at, &moves, seat, &child);
        bool fresh = child == NO_NODE;
        if (fresh)
            child = add_node(search, at, moves.list[chosen], seat);
        sr_world_play(&world, moves.list[chosen], &moves);
        if (child == NO_NODE)
            break;
        path[length++] = at = child;
        if (fresh) {
            search->node[child].available = 1;
            break;
        }
    }
    value_leaf(search, &world, &moves, value);
    search->node[ROOT].visits++;
    for (uint32_t i = 0; i < length; i++) {
        struct node *node = &search->node[path[i]];
        node->visits++;
        node->total += value[node->seat];
    }
}

/* ---- the search ---- */

struct sr_search_plan sr_search_plan_for(const struct sr_game *game) {
    return (struct sr_search_plan){
        .playout = game->playout ? game->playout : INT_MAX,
        .judge_points = game->judge_points > 0 ? game->judge_points : 5.0f,
        .explore = 1.0f,
    };
}

static uint64_t milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static int by_visits(const void *a, const void *b) {
    const struct sr_search_move *x = a, *y = b;
    if (x->visits != y->visits)
        return x->visits < y->visits ? 1 : -1;
    return x->value < y->value ? 1 : x->value > y->value ? -1 : 0;
}

static void report(const struct search *search, const struct sr_glimpse *glimpse,
                   struct sr_search_result *result) {
    const struct sr_moves *moves = sr_glimpse_moves(glimpse);
    result->nodes = search->used;
    result->count = moves->count;
    for (uint32_t i = 0; i < moves->count; i++) {
        result->move[i] = (struct sr_search_move){.move = moves->list[i]};
        for (uint32_t c = search->node[ROOT].child; c != NO_NODE; c = search->node[c].sibling) {
            const struct node *child = &search->node[c];
            if (sr_same_move(child->move, moves->list[i]) && child->visits) {
                result->move[i].visits = child->visits;
                result->move[i].value = child->total / (float)child->visits;
            }
        }
    }
    qsort(result->move, result->count, sizeof result->move[0], by_visits);
}

bool sr_search(const struct sr_glimpse *glimpse, struct sr_stream *stream,
               const struct sr_search_plan *plan, struct sr_search_result *result) {
    struct search search = {.plan = plan, .stream = stream, .used = ROOT + 1, .limit = MAX_NODES};
    uint64_t end = plan->milliseconds ? milliseconds_now() + plan->milliseconds : 0;

    if (plan->iterations && plan->iterations + ROOT + 1 < MAX_NODES)
        search.limit = (uint32_t)plan->iterations + ROOT + 1;
    result->iterations = 0;
    result->count = 1;
    result->move[0] = (struct sr_search_move){.move = sr_glimpse_moves(glimpse)->list[0]};
    search.node = calloc(search.limit, sizeof *search.node);
    if (!search.node)
        return false;
    search.node[ROOT] = (struct node){.visits = 0};
    while (!plan->iterations || result->iterations < plan->iterations) {
        if (end && result->iterations % 16 == 0 && milliseconds_now() >= end)
            break;
        if (!plan->iterations && !end)
            break; /* a plan without any limit is no plan */
        iterate(&search, glimpse);
        result->iterations++;
    }
    report(&search, glimpse, result);
    free(search.node);
    return true;
}
