/* Threads on which bots think: for their own turns, for advice, and, when nothing of that waits,
 * for the charts of finished games. A bot's turn is a table's id in a queue; whatever happens
 * meanwhile, its move counts only if the table is still where it was. Turns that a stop or a crash
 * interrupts are found again at the next start, since the store knows whose turn it is. */
#include "room.h"

#include "bots/bots.h"
#include "core/glimpse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_THREADS = 16, MOST_CHARTS = 64 };

enum task_kind { TASK_TURN, TASK_ADVICE, TASK_CHART, NO_TASK };

struct task {
    enum task_kind kind;
    char id[SR_TABLE_ID_BYTES];
    int64_t person;         /* who wants advice */
    struct sr_chart *chart; /* how far it is */
    struct task *next;
};

struct queue {
    struct task *first, **last;
    int count;
};

struct sr_bots {
    struct sr_server *server;
    pthread_mutex_t lock;
    pthread_cond_t wanted;
    struct queue urgent, idle;
    bool closing;
    int threads, count;                       /* started; at work */
    const struct task *current[MOST_THREADS]; /* what each thread does */
    pthread_t thread[MOST_THREADS];
};

bool sr_house_bot(const char *name, struct sr_bot *bot, struct sr_error *error) {
    for (int i = 0; sr_bot_kind_at(i); i++)
        if (!sr_bot_kind_at(i)->takes_budget && strcmp(sr_bot_kind_at(i)->name, name) == 0) {
            *bot = sr_bot_of(sr_bot_kind_at(i));
            return true;
        }
    char offer[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, offer, sizeof offer);
    for (int i = 0; sr_bot_kind_at(i); i++)
        if (!sr_bot_kind_at(i)->takes_budget) {
            sr_put(&out, out.len ? ", " : "");
            sr_put(&out, sr_bot_kind_at(i)->name);
        }
    return sr_fail(error, SR_PROBLEM_UNKNOWN_BOT, name, offer, NULL);
}

/* ---- a turn ---- */

/* What a bot needs to think without the room. */
struct thought {
    struct sr_table *table;
    struct sr_bot bot;
    int seat;
    int64_t number;
    char move[SR_MOVE_TEXT_BYTES];
};

/* Only one thread thinks about a turn, however often it was asked for. */
static bool begin_thought(struct sr_room *room, struct thought *thought) {
    if (!sr_host_bot_asked(room->host, &thought->seat, &thought->number) ||
        room->thinking == thought->number)
        return false;
    const char *name = sr_host_row(room->host)->chair[thought->seat].bot;
    if (!sr_house_bot(name, &thought->bot, NULL) || !thought->bot.kind)
        return false;
    thought->table = sr_table_copy(sr_host_table(room->host), NULL);
    if (thought->table)
        room->thinking = thought->number;
    return thought->table != NULL;
}

static void open_stream(struct sr_rng *rng, struct sr_stream *stream) {
    uint8_t seed[SR_SEED_BYTES];
    sr_random_bytes(seed, sizeof seed);
    sr_rng_seed(rng, seed);
    *stream = sr_stream_open(rng);
}

static void think(struct thought *thought) {
    struct sr_rng rng;
    struct sr_stream stream;
    struct sr_glimpse glimpse;
    open_stream(&rng, &stream);
    sr_table_glimpse(thought->table, &glimpse);
    struct sr_move move = sr_bot_choose(&thought->bot, &glimpse, &stream);
    struct sr_out out;
    sr_out_open(&out, thought->move, sizeof thought->move);
    sr_move_write(&out, thought->table->game, move);
    sr_table_free(thought->table);
}

/* False: the table could not be read, and it should be tried again later. */
static bool take_turn(struct sr_server *server, const char *id) {
    struct sr_error error = {0};
    struct thought thought = {0};
    struct sr_room *room = sr_room_enter(server, id, &error);
    if (!room)
        return error.problem != SR_PROBLEM_STORE_BROKEN;
    bool thinks = begin_thought(room, &thought);
    sr_room_leave(room);
    if (!thinks)
        return true;
    think(&thought);
    room = sr_room_enter(server, id, &error);
    if (!room)
        return error.problem != SR_PROBLEM_STORE_BROKEN;
    struct sr_input input = {.kind = SR_INPUT_BOT_MOVED};
    input.bot_moved.number = thought.number;
    input.bot_moved.seat = thought.seat;
    input.bot_moved.move = thought.move;
    if (room->thinking == thought.number)
        room->thinking = -1;
    sr_room_take(room, &input);
    sr_room_leave(room);
    return true;
}

/* ---- advice ---- */

/* The table as the adviser sees it; NULL: nobody waits for it any more. */
static struct sr_table *begin_advice(struct sr_server *server, const char *id, int64_t *number,
                                     int *seat) {
    struct sr_error error = {0};
    struct sr_room *room = sr_room_enter(server, id, &error);
    if (!room)
        return NULL;
    bool wanted = sr_host_advice_asked(room->host, seat, number);
    struct sr_table *table = wanted ? sr_table_copy(sr_host_table(room->host), NULL) : NULL;
    sr_room_leave(room);
    return table;
}

static void advise(struct sr_server *server, const char *id) {
    struct sr_error error = {0};
    struct sr_hints hints;
    struct sr_glimpse glimpse;
    struct sr_rng rng;
    struct sr_stream stream;
    struct sr_input input = {.kind = SR_INPUT_ADVISED};
    struct sr_table *table = begin_advice(server, id, &input.advised.number, &input.advised.seat);
    if (!table)
        return;
    struct sr_bot adviser = sr_bot_of(&sr_strong_bot);
    open_stream(&rng, &stream);
    sr_table_glimpse(table, &glimpse);
    bool found = sr_hints_find(&glimpse, &stream, &adviser, &hints);
    sr_table_free(table);
    struct sr_room *room = sr_room_enter(server, id, &error);
    if (!room)
        return;
    sr_count(SR_COUNT_HINTS, found);
    input.advised.hints = found ? &hints : NULL;
    sr_room_take(room, &input);
    sr_room_leave(room);
}

/* ---- the queue ---- */

static void queue_open(struct queue *queue) {
    queue->first = NULL;
    queue->last = &queue->first;
    queue->count = 0;
}

static void queue_add(struct queue *queue, struct task *task) {
    task->next = NULL;
    *queue->last = task;
    queue->last = &task->next;
    queue->count++;
}

static struct task *queue_take(struct queue *queue) {
    struct task *task = queue->first;
    if (!task)
        return NULL;
    queue->first = task->next;
    queue->count--;
    if (!queue->first)
        queue->last = &queue->first;
    return task;
}

static void task_free(struct task *task) {
    sr_chart_free(task->chart);
    free(task);
}

/* True: it wants to be done again, or further. */
static bool perform(struct sr_bots *bots, struct task *task) {
    switch (task->kind) {
    case TASK_TURN:
        if (take_turn(bots->server, task->id))
            return false;
        nanosleep(&(struct timespec){1, 0}, NULL);
        return true;
    case TASK_ADVICE:
        advise(bots->server, task->id);
        return false;
    case TASK_CHART:
        return sr_chart_go_on(task->chart, bots->server);
    case NO_TASK:
        break;
    }
    return false;
}

static void *think_on(void *context) {
    struct sr_bots *bots = context;
    pthread_mutex_lock(&bots->lock);
    int self = bots->count++;
    while (!bots->closing) {
        struct task *task = queue_take(&bots->urgent);
        if (!task)
            task = queue_take(&bots->idle);
        if (!task) {
            pthread_cond_wait(&bots->wanted, &bots->lock);
            continue;
        }
        bots->current[self] = task;
        pthread_mutex_unlock(&bots->lock);
        bool again = perform(bots, task);
        pthread_mutex_lock(&bots->lock);
        bots->current[self] = NULL;
        if (again)
            queue_add(task->kind == TASK_CHART ? &bots->idle : &bots->urgent, task);
        else
            task_free(task);
    }
    pthread_mutex_unlock(&bots->lock);
    return NULL;
}

static bool add_task(struct sr_bots *bots, struct task like) {
    struct task *task = malloc(sizeof *task);
    if (!task)
        return false;
    *task = like;
    pthread_mutex_lock(&bots->lock);
    queue_add(like.kind == TASK_CHART ? &bots->idle : &bots->urgent, task);
    pthread_cond_signal(&bots->wanted);
    pthread_mutex_unlock(&bots->lock);
    return true;
}

static struct task task_of(enum task_kind kind, const char *id) {
    struct task task = {.kind = kind};
    snprintf(task.id, sizeof task.id, "%s", id);
    return task;
}

void sr_bots_add(struct sr_bots *bots, const char *id) {
    if (!add_task(bots, task_of(TASK_TURN, id)))
        sr_log("error", "out of memory: a bot's turn waits for the next restart", "table", id,
               NULL);
}

bool sr_bots_advise(struct sr_bots *bots, const char *id, int64_t person) {
    struct task task = task_of(TASK_ADVICE, id);
    task.person = person;
    return add_task(bots, task);
}

bool sr_bots_advising(struct sr_bots *bots, int64_t person) {
    bool found = false;
    pthread_mutex_lock(&bots->lock);
    for (const struct task *task = bots->urgent.first; task && !found; task = task->next)
        found = task->kind == TASK_ADVICE && task->person == person;
    for (int i = 0; i < MOST_THREADS && !found; i++)
        found = bots->current[i] && bots->current[i]->kind == TASK_ADVICE &&
                bots->current[i]->person == person;
    pthread_mutex_unlock(&bots->lock);
    return found;
}

enum sr_charting sr_bots_chart(struct sr_bots *bots, const char *id, const struct sr_table *table) {
    bool found = false;
    pthread_mutex_lock(&bots->lock);
    for (const struct task *task = bots->idle.first; task && !found; task = task->next)
        found = strcmp(task->id, id) == 0;
    for (int i = 0; i < MOST_THREADS && !found; i++)
        found = bots->current[i] && bots->current[i]->kind == TASK_CHART &&
                strcmp(bots->current[i]->id, id) == 0;
    bool full = bots->idle.count >= MOST_CHARTS;
    pthread_mutex_unlock(&bots->lock);
    if (found || full)
        return found ? SR_CHART_BEGUN : SR_CHART_BUSY;
    struct task task = task_of(TASK_CHART, id);
    task.chart = sr_chart_new(id, table);
    if (task.chart && add_task(bots, task))
        return SR_CHART_BEGUN;
    sr_chart_free(task.chart);
    return SR_CHART_BUSY;
}

static bool find_turn(void *context, const struct sr_table_row *row) {
    for (int seat = 0; seat < row->seats; seat++)
        if (*row->chair[seat].bot) {
            sr_bots_add(context, row->id);
            break;
        }
    return true;
}

struct sr_bots *sr_bots_open(struct sr_server *server, int threads, struct sr_error *error) {
    struct sr_bots *bots = calloc(1, sizeof *bots);
    if (!bots) {
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        return NULL;
    }
    bots->server = server;
    queue_open(&bots->urgent);
    queue_open(&bots->idle);
    pthread_mutex_init(&bots->lock, NULL);
    pthread_cond_init(&bots->wanted, NULL);
    server->bots = bots; /* its threads call it by this name at once */
    bool found = sr_store_list_playing(server->store, find_turn, bots) == SR_STORE_DONE;
    while (found && bots->threads < threads && bots->threads < MOST_THREADS)
        if (pthread_create(&bots->thread[bots->threads], NULL, think_on, bots) == 0)
            bots->threads++;
        else
            break;
    if (bots->threads > 0)
        return bots;
    sr_fail(error, found ? SR_PROBLEM_MEMORY : SR_PROBLEM_STORE_BROKEN, NULL);
    sr_bots_close(bots);
    server->bots = NULL;
    return NULL;
}

void sr_bots_close(struct sr_bots *bots) {
    if (!bots)
        return;
    pthread_mutex_lock(&bots->lock);
    bots->closing = true;
    pthread_cond_broadcast(&bots->wanted);
    pthread_mutex_unlock(&bots->lock);
    for (int i = 0; i < bots->threads; i++)
        pthread_join(bots->thread[i], NULL);
    struct task *task;
    while ((task = queue_take(&bots->urgent)) || (task = queue_take(&bots->idle)))
        task_free(task);
    pthread_mutex_destroy(&bots->lock);
    pthread_cond_destroy(&bots->wanted);
    free(bots);
}
