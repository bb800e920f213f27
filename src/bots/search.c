/* Information-set Monte Carlo tree search.
 *
 * Every iteration guesses a whole world afresh, walks down one common tree as far as the moves of
 * that world allow, adds one node, values it for every seat, and writes the values back along the
 * path. The tree is keyed by moves, not by states: what chance does between them differs from
 * iteration to iteration, and averages out. A move may be legal in few worlds only, so each node
 * counts how often it was available; exploration is weighed by that.
 *
 * Values are shares of victory, one for each seat (max^n); a node keeps only that of the seat
 * whose move led to it, which is the one that chooses by it.
 *
 * Where a game has hunches, all others play by them, as chance does: the tree has the moves of the
 * seat that thinks, and so reaches its next turns. Its own moves are tried by how hunches rate
 * them, or, where a game does not rate moves, by how often they come to mind. */
#include "bots/search.h"

#include "bots/forest.h"
#include "bots/nets.h"
#include "core/exact.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The trees of a search share one plot; a tree that is full is searched on without growing. */
enum {
    NODES_A_STEP = 4096, /* so many a tree asks for at a time */
    MAX_HELPERS = 128,   /* threads within searches in the whole process: their stacks count too */
    MAX_PATH = 1024,
    NO_NODE = 0,
    ROOT = 1,
    NODES_A_WEIGHING = 8, /* about as many for each iteration, where moves are weighed */
    HUNCHES = 8,          /* so many times somebody asks what comes to mind */
    ENOUGH_HUNCHES = 3,   /* or so many times, if it was the same every time */
};

/* Moves that look hopeless are tried all the same: this part of all wonder is for all alike. */
static const float even_part = 0.1f;
static const float hopeless_look = 1e-30f; /* nothing is a look that nobody has taken */
static const float odd_hunch = 0.5f;       /* what never came to mind might have, so many times */

struct node {
    struct sr_move move;
    uint32_t child, sibling;
    uint32_t visits, available;
    float total;
    float seen;   /* what the move was worth to its seat when somebody looked */
    float look;   /* how well the move looked beside its siblings, above 0; 0: nobody looked */
    uint8_t seat; /* who made the move */
    bool weighed; /* somebody looked at the moves that follow */
};
/* One search must fit into all there is. */
enum {
    GIFT_NODES = SR_PLOT_GIFT / sizeof(struct node),
    FITTING_NODES = SR_FOREST_BYTES / sizeof(struct node),
    MAX_NODES = FITTING_NODES < 4 << 20 ? FITTING_NODES : 4 << 20
};

struct search {
    struct node *node;
    uint32_t used, limit, most; /* nodes; that were granted; that the tree may ever have */
    struct sr_plot *plot;
    const struct sr_search_plan *plan;
    const struct sr_insight *insight;
    struct sr_stream *stream;
    struct sr_net_past *past;   /* what the net was asked last */
    int seat;                   /* who thinks */
    double total[SR_MAX_SEATS]; /* of all values so far */
};

/* So many visits later somebody looks at the moves of a node; 0: never. Nodes seen once need no
 * order of their moves, unless it says which of them exist, or is a net's, which is worth the time
 * of a quarter of all iterations. */
static uint32_t weigh_after(const struct sr_search_plan *plan) {
    if (plan->hunches)
        return 1;
    return plan->look <= 0 ? 0 : plan->net || plan->width > 0 || plan->others_width > 0 ? 1 : 2;
}

static bool has_room(struct search *search, uint32_t nodes) {
    while (search->used + nodes > search->limit) {
        uint32_t more = search->most - search->limit;
        if (more > NODES_A_STEP)
            more = NODES_A_STEP;
        if (!more || !sr_plot_grow(search->plot, more * sizeof(struct node))) {
            search->most = search->limit; /* full for good: asking costs a lock */
            return false;
        }
        search->limit += more;
    }
    return true;
}

static uint32_t add_node(struct search *search, uint32_t parent, struct sr_move move, int seat) {
    if (!has_room(search, 1))
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
        sum = sr_exp(-most / judge_points);
    for (int seat = 0; seat < seats; seat++) {
        value[seat] = value[seat] < most ? sr_exp((value[seat] - most) / judge_points) : 1.0f;
        sum += value[seat];
    }
    for (int seat = 0; seat < seats; seat++)
        value[seat] /= sum;
}

/* `thinker`: who thinks about it, or SR_SPECTATOR. `past` may be NULL. */
static void value_position(const struct sr_search_plan *plan, struct sr_net_past *past, int thinker,
                           const struct sr_world *world, float value[SR_MAX_SEATS]) {
    if (sr_world_over(world))
        value_end(world, value);
    else if (plan->net) {
        sr_net_judge(plan->net, past, world->state, thinker, value);
        sr_net_shares(value, sr_world_seats(world));
    } else
        value_by_judge(world, plan->judge_points, value);
}

/* What is played without a thought about it: by hunch or at random. `thinker`: who is never
 * heedless. */
static void play_unthought(const struct sr_search_plan *plan, int thinker, struct sr_stream *stream,
                           struct sr_world *world, struct sr_moves *moves) {
    bool heedless = plan->heedless && sr_world_decider(world) != thinker;
    uint32_t chosen = plan->hunches && !heedless ? sr_world_hunch(world, moves, stream)
                                                 : sr_draw(stream, moves->count);
    sr_world_play(world, moves->list[chosen], moves);
}

static void value_leaf(const struct sr_search_plan *plan, struct sr_net_past *past, int thinker,
                       struct sr_stream *stream, struct sr_world *world, struct sr_moves *moves,
                       float value[SR_MAX_SEATS]) {
    for (int step = 0; step < plan->playout && moves->count > 0; step++)
        play_unthought(plan, thinker, stream, world, moves);
    value_position(plan, past, thinker, world, value);
}

void sr_search_value(const struct sr_search_plan *plan, struct sr_stream *stream,
                     struct sr_world *world, struct sr_moves *moves, float value[SR_MAX_SEATS]) {
    value_leaf(plan, NULL, SR_SPECTATOR, stream, world, moves, value);
}

/* ---- the tree ---- */

/* The children of a node that are legal in this world. */
static void match_children(struct search *search, uint32_t parent, const struct sr_moves *moves,
                           int seat, uint32_t child_of[SR_MAX_MOVES]) {
    for (uint32_t i = 0; i < moves->count; i++)
        child_of[i] = NO_NODE;
    uint32_t at = 0; /* children mostly stand in the order of the list */
    for (uint32_t c = search->node[parent].child; c != NO_NODE; c = search->node[c].sibling) {
        const struct node *child = &search->node[c];
        if (child->seat != seat)
            continue;
        for (uint32_t tried = 0; tried < moves->count; tried++) {
            uint32_t i = at;
            at = at + 1 < moves->count ? at + 1 : 0;
            if (sr_same_move(child->move, moves->list[i])) {
                child_of[i] = c;
                break;
            }
        }
    }
}

/* How good each move seems beside the best, where a game rates them; false where it does not. */
static bool look_by_rating(const struct search *search, const struct sr_world *world,
                           const struct sr_moves *moves, float look[SR_MAX_MOVES]) {
    float rating[SR_MAX_MOVES], best = -1e30f;
    if (search->plan->look <= 0 || !sr_world_rate(world, moves, rating))
        return false;
    for (uint32_t i = 0; i < moves->count; i++)
        best = fmaxf(best, rating[i]);
    for (uint32_t i = 0; i < moves->count; i++)
        look[i] = fmaxf(sr_exp(search->plan->look * (rating[i] - best)), hopeless_look);
    return true;
}

/* How often each move comes to mind. What came every time so far is taken to go on so. */
static void look_by_hunch(struct search *search, const struct sr_world *world,
                          const struct sr_moves *moves, float look[SR_MAX_MOVES]) {
    uint32_t first = sr_world_hunch(world, moves, search->stream);
    int left = HUNCHES - 1;
    bool agreed = true;
    for (uint32_t i = 0; i < moves->count; i++)
        look[i] = odd_hunch / HUNCHES;
    look[first] += 1.0f / HUNCHES;
    for (; left && !(agreed && left <= HUNCHES - ENOUGH_HUNCHES); left--) {
        uint32_t hunch = sr_world_hunch(world, moves, search->stream);
        agreed = agreed && hunch == first;
        look[hunch] += 1.0f / HUNCHES;
    }
    look[first] += (float)left / HUNCHES;
}

/* Looks one step ahead with the judge, and notes how well each move looks beside the best. */
static void look_ahead(struct search *search, const struct sr_world *world,
                       const struct sr_moves *moves, int seat, float seen[SR_MAX_MOVES],
                       float look[SR_MAX_MOVES]) {
    struct sr_world trial;
    struct sr_moves next;
    float value[SR_MAX_SEATS], best = 0;
    for (uint32_t i = 0; i < moves->count; i++) {
        sr_world_copy(&trial, world);
        sr_world_play(&trial, moves->list[i], &next);
        value_position(search->plan, search->past, search->seat, &trial, value);
        seen[i] = value[seat];
        best = fmaxf(best, seen[i]);
    }
    for (uint32_t i = 0; i < moves->count; i++)
        look[i] = fmaxf(sr_exp(search->plan->look * (seen[i] - best)), hopeless_look);
}

static void weigh_moves(struct search *search, uint32_t parent, const struct sr_world *world,
                        const struct sr_moves *moves, int seat, uint32_t child_of[SR_MAX_MOVES]) {
    float seen[SR_MAX_MOVES], look[SR_MAX_MOVES];
    bool by_hunch = search->plan->hunches;
    if (!has_room(search, moves->count))
        return;
    if (!by_hunch)
        look_ahead(search, world, moves, seat, seen, look);
    else if (!look_by_rating(search, world, moves, look))
        look_by_hunch(search, world, moves, look);
    /* added at the front, so the last comes first */
    for (uint32_t i = moves->count; i-- > 0;) {
        if (child_of[i] == NO_NODE)
            child_of[i] = add_node(search, parent, moves->list[i], seat);
        struct node *child = &search->node[child_of[i]];
        child->seen = by_hunch ? 0 : seen[i];
        child->look = look[i];
    }
    search->node[parent].weighed = true;
}

/* The look of the last move that is thought of at a node, when those that look best come first.
 * More moves are thought of the more often a node is visited. */
static float least_look(const struct search *search, const struct node *parent, int seat,
                        const uint32_t child_of[], uint32_t count) {
    float width = seat == search->seat ? search->plan->width : search->plan->others_width;
    uint32_t wide = 1 + (uint32_t)fminf((float)count, width * sqrtf((float)parent->visits));
    float looks[SR_MAX_MOVES], least = 0;
    if (width <= 0 || !parent->weighed || wide >= count)
        return 0;
    for (uint32_t i = 0; i < count; i++) /* moves that nobody has looked at are no worse */
        looks[i] = child_of[i] == NO_NODE || search->node[child_of[i]].look <= 0
                       ? 1
                       : search->node[child_of[i]].look;
    while (wide--) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < count; i++)
            if (looks[i] > looks[best])
                best = i;
        least = looks[best];
        looks[best] = 0;
    }
    return least;
}

/* Picks the move with the best promise: its value so far, and more the less it was tried and the
 * better it looked. Untried moves are worth what was seen in them, if leaves are judged as they
 * were then; else they are taken to be as good as the tried ones: with many moves the good ones
 * are looked at again before all have been tried. */
static uint32_t select_move(struct search *search, uint32_t parent, const struct sr_world *world,
                            const struct sr_moves *moves, int seat, uint32_t *child_of_move) {
    uint32_t child_of[SR_MAX_MOVES];
    const struct sr_search_plan *plan = search->plan;
    const struct node *above = &search->node[parent];
    float tried_value = 0, best = -1e30f, looks = 0;
    uint32_t tried_visits = 0, looked = 0, chosen = 0, count = moves->count;

    match_children(search, parent, moves, seat, child_of);
    uint32_t after = weigh_after(plan);
    if (after && !above->weighed && above->visits >= after && count > 1)
        weigh_moves(search, parent, world, moves, seat, child_of);
    for (uint32_t i = 0; i < count; i++) {
        if (child_of[i] == NO_NODE)
            continue;
        struct node *child = &search->node[child_of[i]];
        child->available++;
        tried_value += child->total;
        tried_visits += child->visits;
        looks += child->look;
        looked += child->look > 0;
    }
    float urgency = tried_visits ? tried_value / (float)tried_visits : 0.5f;
    float unknown_look = looked ? looks / (float)looked : 1.0f;
    looks += (float)(count - looked) * unknown_look;
    float least = least_look(search, above, seat, child_of, count);
    float even = even_part / (float)count, by_look = (1.0f - even_part) / looks;
    /* A random start breaks ties without favour. */
    uint32_t start = sr_draw(search->stream, count);
    for (uint32_t n = 0; n < count; n++) {
        uint32_t i = start + n < count ? start + n : start + n - count;
        const struct node *child = child_of[i] == NO_NODE ? NULL : &search->node[child_of[i]];
        bool known = child && child->look > 0;
        if (known && child->look < least)
            continue;
        float wonder = plan->explore * (even + by_look * (known ? child->look : unknown_look));
        float promise =
            child && child->visits
                ? child->total / (float)child->visits +
                      wonder * sqrtf((float)child->available) / (1.0f + (float)child->visits)
                : (known && !plan->playout && !plan->hunches ? child->seen : urgency) +
                      wonder * sqrtf((float)(above->visits + 1));
        if (promise > best) {
            best = promise;
            chosen = i;
        }
    }
    *child_of_move = child_of[chosen];
    return chosen;
}

/* The node below the root that a move leads to, made if there is none. */
static uint32_t root_child(struct search *search, struct sr_move move, int seat) {
    for (uint32_t c = search->node[ROOT].child; c != NO_NODE; c = search->node[c].sibling)
        if (search->node[c].seat == seat && sr_same_move(search->node[c].move, move))
            return c;
    return add_node(search, ROOT, move, seat);
}

/* Walks down the tree in one world, adds a node, and values it for every seat. The first move is
 * the one in `first`, if there is one. */
static void walk(struct search *search, struct sr_world *world, struct sr_moves *moves,
                 const struct sr_move *first, float value[SR_MAX_SEATS]) {
    uint32_t path[MAX_PATH], length = 0, at = ROOT;
    bool others_unthought = search->plan->hunches || search->plan->heedless;

    for (int step = 0; moves->count > 0 && step < MAX_PATH; step++) { /* an edited position may lead
                                                                         nowhere */
        uint32_t child;
        int seat = sr_world_decider(world);
        bool given = first && step == 0;
        if (others_unthought && seat != search->seat) {
            if (given)
                sr_world_play(world, *first, moves);
            else
                play_unthought(search->plan, search->seat, search->stream, world, moves);
            continue;
        }
        struct sr_move chosen;
        if (given) {
            chosen = *first;
            child = root_child(search, chosen, seat);
        } else {
            chosen = moves->list[select_move(search, at, world, moves, seat, &child)];
            if (child == NO_NODE) {
                child = add_node(search, at, chosen, seat);
                search->node[child].available = 1;
            }
        }
        bool fresh = search->node[child].visits == 0;
        sr_world_play(world, chosen, moves);
        if (child == NO_NODE)
            break;
        path[length++] = at = child;
        if (fresh)
            break;
    }
    value_leaf(search->plan, search->past, search->seat, search->stream, world, moves, value);
    search->node[ROOT].visits++;
    for (int seat = 0; seat < sr_world_seats(world); seat++)
        search->total[seat] += (double)value[seat];
    for (uint32_t i = 0; i < length; i++) {
        struct node *node = &search->node[path[i]];
        node->visits++;
        node->total += value[node->seat];
    }
}

static void iterate(struct search *search, const struct sr_glimpse *glimpse) {
    struct sr_world world;
    struct sr_moves moves;
    float value[SR_MAX_SEATS] = {0};
    sr_glimpse_guess_by(glimpse, search->insight, search->stream, &world);
    sr_world_list(&world, &moves);
    walk(search, &world, &moves, NULL, value);
}

/* ---- the search ---- */

struct sr_search_plan sr_search_plan_without_net(const struct sr_game *game) {
    const struct sr_mind *mind = sr_mind_of(game);
    float explore = mind->explore > 0 ? mind->explore : 1.0f;
    return (struct sr_search_plan){
        .threads = 1,
        .playout = mind->playout == SR_AT_ONCE ? 0
                   : mind->playout             ? mind->playout
                                               : INT_MAX,
        .judge_points = mind->judge_points > 0 ? mind->judge_points : 5.0f,
        .explore = explore,
        .explore_alone = mind->explore_alone > 0 ? mind->explore_alone : explore,
        .hunches = mind->hunch != NULL,
        .look = mind->look,
    };
}

struct sr_search_plan sr_search_plan_for(const struct sr_game *game, int seats) {
    const struct sr_mind *mind = sr_mind_of(game);
    struct sr_search_plan plan = sr_search_plan_without_net(game);
    plan.net = sr_net_of(game, seats);
    if (!plan.net)
        return plan;
    plan.playout = mind->net_playout;
    if (mind->net_explore > 0)
        plan.explore = mind->net_explore;
    if (mind->net_look > 0)
        plan.look = mind->net_look;
    if (mind->net_explore_alone > 0)
        plan.explore_alone = mind->net_explore_alone;
    if (mind->net_look_alone > 0 && seats == 1)
        plan.look = mind->net_look_alone;
    return plan;
}

struct sr_search_plan sr_search_plan_to_tell(const struct sr_game *game, const void *state) {
    struct sr_search_plan plan = sr_search_plan_for(game, sr_head(state)->seats);
    if (sr_mind_of(game)->doubt)
        plan.judge_points *= sr_mind_of(game)->doubt(state);
    return plan;
}

static uint64_t microseconds_now(void *unused) {
    struct timespec now;
    (void)unused;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* One of the trees of a search, and the thread on which it grows. */
struct grower {
    struct search search;
    struct sr_net_past past;
    const struct sr_glimpse *glimpse;
    struct sr_rng rng;
    struct sr_stream stream;
    uint64_t iterations, limit; /* done; to be done, 0: as many as there is time for */
    uint64_t end;               /* in microseconds; 0: as long as it takes */
    pthread_t thread;
    bool started;
};

/* The clock is asked before every iteration: it costs a hundredth of one. */
static void *grow(void *context) {
    struct grower *grower = context;
    const struct sr_search_plan *plan = grower->search.plan;
    while (!grower->limit || grower->iterations < grower->limit) {
        if (grower->end && plan->now(plan->context) >= grower->end)
            break;
        iterate(&grower->search, grower->glimpse);
        grower->iterations++;
    }
    return NULL;
}

static bool is_better(const struct sr_search_move *a, const struct sr_search_move *b) {
    return a->visits != b->visits ? a->visits > b->visits : a->value > b->value;
}

/* Of moves that came to the same the one that was legal first comes first, on every machine: what
 * qsort() does with equals is each C library's own business. */
static void put_best_first(struct sr_search_move *move, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        struct sr_search_move moved = move[i];
        uint32_t place = i;
        for (; place > 0 && is_better(&moved, &move[place - 1]); place--)
            move[place] = move[place - 1];
        move[place] = moved;
    }
}

static void report(const struct grower *grower, int count, const struct sr_glimpse *glimpse,
                   struct sr_search_result *result) {
    const struct sr_moves *moves = sr_glimpse_moves(glimpse);
    result->count = moves->count;
    for (uint32_t i = 0; i < moves->count; i++) {
        double total = 0;
        result->move[i] = (struct sr_search_move){.move = moves->list[i]};
        for (int n = 0; n < count; n++) {
            const struct node *node = grower[n].search.node;
            for (uint32_t c = node[ROOT].child; c != NO_NODE; c = node[c].sibling)
                if (sr_same_move(node[c].move, moves->list[i])) {
                    result->move[i].visits += node[c].visits;
                    total += node[c].total;
                }
        }
        if (result->move[i].visits)
            result->move[i].value = (float)(total / result->move[i].visits);
    }
    double all[SR_MAX_SEATS] = {0};
    for (int n = 0; n < count; n++) {
        for (int seat = 0; seat < SR_MAX_SEATS; seat++)
            all[seat] += grower[n].search.total[seat];
        result->iterations += grower[n].iterations;
        result->nodes += grower[n].search.used;
    }
    for (int seat = 0; result->iterations && seat < SR_MAX_SEATS; seat++)
        result->share[seat] = (float)(all[seat] / (double)result->iterations);
    put_best_first(result->move, result->count);
}

/* So many nodes a tree: one for each iteration, more if moves are weighed, and never too many. */
static uint32_t nodes_for(const struct sr_search_plan *plan, int threads) {
    uint64_t all = plan->most_nodes && plan->most_nodes < MAX_NODES ? plan->most_nodes : MAX_NODES;
    uint64_t most = all / (uint64_t)threads;
    uint64_t each = weigh_after(plan) ? NODES_A_WEIGHING : 1;
    uint64_t share = plan->iterations / (uint64_t)threads;
    uint64_t wanted = plan->iterations && share < most ? (share + 1) * each + ROOT + 1 : most;
    if (weigh_after(plan))
        wanted += SR_MAX_MOVES;
    if (wanted > most)
        wanted = most;
    return (uint32_t)(wanted > ROOT ? wanted : ROOT + 1);
}

/* No more threads than iterations. */
static int threads_of(const struct sr_search_plan *plan) {
    uint64_t most = SR_SEARCH_THREADS;
    if (plan->iterations && plan->iterations < most)
        most = plan->iterations;
    return plan->threads < 1 ? 1 : (uint64_t)plan->threads > most ? (int)most : plan->threads;
}

size_t sr_search_bytes(const struct sr_search_plan *plan) {
    int threads = threads_of(plan);
    return sizeof(struct node) * nodes_for(plan, threads) * (size_t)threads;
}

static atomic_int helpers;

static bool start_helper(struct grower *grower) {
    if (atomic_fetch_add(&helpers, 1) < MAX_HELPERS &&
        !pthread_create(&grower->thread, NULL, grow, grower))
        return true;
    atomic_fetch_sub(&helpers, 1);
    return false;
}

/* Trees without a thread of their own grow here, one after the other: what comes out is the same.
 * Against the clock only the first of them does. */
static void grow_all(struct grower *grower, int count) {
    for (int i = 1; i < count; i++)
        grower[i].started = start_helper(&grower[i]);
    grow(&grower[0]);
    for (int i = 1; i < count; i++)
        if (grower[i].started) {
            pthread_join(grower[i].thread, NULL);
            atomic_fetch_sub(&helpers, 1);
        } else if (!grower[i].end)
            grow(&grower[i]);
}

bool sr_search(const struct sr_glimpse *glimpse, struct sr_stream *stream,
               const struct sr_search_plan *plan, struct sr_search_result *result) {
    struct sr_search_plan timed = *plan;
    if (!timed.now)
        timed.now = microseconds_now;
    if (timed.net && sr_net_seats(timed.net) != sr_glimpse_seats(glimpse))
        timed.net = NULL; /* a plan for another table */
    if (sr_glimpse_seats(glimpse) == 1)
        timed.explore = timed.explore_alone;
    uint64_t end =
        plan->milliseconds ? timed.now(timed.context) + UINT64_C(1000) * plan->milliseconds : 0;
    int threads = threads_of(plan);
    uint32_t nodes = nodes_for(plan, threads);

    *result = (struct sr_search_result){.count = 1};
    result->move[0] = (struct sr_search_move){.move = sr_glimpse_moves(glimpse)->list[0]};
    if (!plan->iterations && !end)
        return true; /* a plan without any limit is no plan */
    struct grower *grower = calloc((size_t)threads, sizeof *grower);
    struct sr_plot plot;
    bool done = grower && sr_plot_open(&plot, sizeof(struct node) * nodes * (size_t)threads, !end);
    if (done) {
        struct sr_insight insight;
        uint32_t gift = GIFT_NODES / (uint32_t)threads;
        sr_glimpse_ponder(glimpse, &insight);
        for (int i = 0; i < threads; i++) {
            struct grower *one = &grower[i];
            one->glimpse = glimpse;
            one->end = end;
            one->limit = plan->iterations / (uint64_t)threads +
                         ((uint64_t)i < plan->iterations % (uint64_t)threads);
            one->stream = sr_stream_open(&one->rng);
            if (threads > 1)
                sr_rng_reseed(&one->rng, stream);
            one->search = (struct search){.node = (struct node *)plot.ground + (size_t)i * nodes,
                                          .used = ROOT + 1,
                                          .limit = gift < nodes ? gift : nodes,
                                          .most = nodes,
                                          .plot = &plot,
                                          .plan = &timed,
                                          .insight = &insight,
                                          .past = &one->past,
                                          .seat = sr_glimpse_seat(glimpse),
                                          .stream = threads > 1 ? &one->stream : stream};
        }
        grow_all(grower, threads);
        report(grower, threads, glimpse, result);
        sr_plot_close(&plot);
    }
    free(grower);
    return done;
}

/* ---- moves beside each other ---- */

enum { TRIES_FOR_A_WORLD = 256 };

/* A world in which the moves are legal: who looks at what another did may guess ones in which that
 * was not possible. */
static bool guess_fitting(struct search *search, const struct sr_glimpse *glimpse,
                          const struct sr_move move[], int count, struct sr_world *world,
                          struct sr_moves *moves) {
    for (int tried = 0; tried < TRIES_FOR_A_WORLD; tried++) {
        bool fits = true;
        sr_glimpse_guess_by(glimpse, search->insight, search->stream, world);
        sr_world_list(world, moves);
        for (int m = 0; m < count && fits; m++)
            fits = sr_listed(moves, move[m]);
        if (fits)
            return true;
    }
    return false;
}

/* How a world ended, or would if it ended there, for the seat: its place and its lead. */
static void add_ending(const struct sr_world *world, int seat, struct sr_prospect *prospect) {
    struct sr_sheet sheet;
    int32_t others = INT32_MIN;
    sr_score(world->game, world->state, &sheet);
    for (int other = 0; other < sr_world_seats(world); other++)
        if (other != seat && sr_gain(world->game, sheet.total[other]) > others)
            others = sr_gain(world->game, sheet.total[other]);
    if (sr_world_seats(world) == 1)
        others = sr_gain(world->game, sheet.rival);
    prospect->place += sheet.rank[seat];
    prospect->lead += sr_gain(world->game, sheet.total[seat]) - others;
}

struct sums {
    double of[SR_WEIGHED], product[SR_WEIGHED][SR_WEIGHED];
    struct sr_net_past past;
};

static void conclude(const struct sums *sums, int count, struct sr_weighing *weighing) {
    double worlds = (double)weighing->worlds;
    for (int a = 0; a < count; a++) {
        struct sr_prospect *prospect = &weighing->move[a];
        prospect->chance = sums->of[a] / worlds;
        prospect->place /= worlds;
        prospect->lead /= worlds;
    }
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++) {
            /* of the difference; of a move and itself, of its own value */
            double mean = a == b ? sums->of[a] : sums->of[a] - sums->of[b];
            double square =
                a == b ? sums->product[a][a]
                       : sums->product[a][a] + sums->product[b][b] - 2 * sums->product[a][b];
            double variance = (square - mean * mean / worlds) / fmax(1, worlds - 1);
            weighing->error[a][b] = sqrt(fmax(0, variance) / worlds);
        }
}

static void weigh_world(struct search *search, const struct sr_world *guess,
                        const struct sr_moves *legal, const struct sr_move move[], int count,
                        bool counts, struct sums *sums, struct sr_weighing *weighing) {
    struct sr_world world;
    double found[SR_WEIGHED];
    for (int m = 0; m < count; m++) {
        struct sr_moves moves = *legal;
        float value[SR_MAX_SEATS] = {0};
        sr_world_copy(&world, guess);
        walk(search, &world, &moves, move ? &move[m] : NULL, value);
        if (!counts)
            continue;
        found[m] = value[search->seat];
        sums->of[m] += found[m];
        add_ending(&world, search->seat, &weighing->move[m]);
    }
    for (int a = 0; counts && a < count; a++)
        for (int b = 0; b < count; b++)
            sums->product[a][b] += found[a] * found[b];
    weighing->worlds += counts;
}

bool sr_search_weigh(const struct sr_glimpse *glimpse, struct sr_stream *stream,
                     const struct sr_search_plan *plan, const struct sr_move move[], int count,
                     struct sr_weighing *weighing) {
    struct sr_search_plan timed = *plan;
    struct sr_insight insight;
    struct sr_plot plot;
    struct sums *sums = calloc(1, sizeof *sums);
    uint32_t nodes = nodes_for(plan, 1);
    int forced = move ? count : 0;
    memset(weighing, 0, sizeof *weighing);
    if (!timed.now)
        timed.now = microseconds_now;
    if (sr_glimpse_seats(glimpse) == 1)
        timed.explore = timed.explore_alone;
    uint64_t end =
        plan->milliseconds ? timed.now(timed.context) + UINT64_C(1000) * plan->milliseconds : 0;
    uint64_t half_time = end - UINT64_C(500) * plan->milliseconds;
    if (!sums || !sr_plot_open(&plot, sizeof(struct node) * nodes, !end)) {
        free(sums);
        return false;
    }
    sr_glimpse_ponder(glimpse, &insight);
    struct search search = {.node = plot.ground,
                            .used = ROOT + 1,
                            .limit = GIFT_NODES < nodes ? GIFT_NODES : nodes,
                            .most = nodes,
                            .plot = &plot,
                            .plan = &timed,
                            .insight = &insight,
                            .past = &sums->past,
                            .seat = sr_glimpse_seat(glimpse),
                            .stream = stream};
    count = move ? count : 1;
    uint64_t worlds = plan->iterations ? plan->iterations / (uint64_t)count : end ? UINT64_MAX : 0;
    for (uint64_t n = 0; n < worlds || n == 0; n++) {
        struct sr_world guess;
        struct sr_moves legal;
        if (n && end && timed.now(timed.context) >= end)
            break;
        if (!guess_fitting(&search, glimpse, move, forced, &guess, &legal))
            break;
        bool grown =
            count == 1 || n >= worlds / 2 || (end && timed.now(timed.context) >= half_time);
        weigh_world(&search, &guess, &legal, move, count, grown, sums, weighing);
    }
    if (weighing->worlds)
        conclude(sums, count, weighing);
    sr_plot_close(&plot);
    free(sums);
    return weighing->worlds > 0;
}
