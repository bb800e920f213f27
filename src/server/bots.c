/* Threads on which bots think. A bot's turn is a table's id in a queue; whatever happens meanwhile,
 * its move counts only if the table is still where it was. Turns that a stop or a crash interrupts
 * are found again at the next start, since the store knows whose turn it is. */
#include "room.h"

#include "bots/bots.h"
#include "core/glimpse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_THREADS = 16 };

struct turn {
    char id[SR_TABLE_ID_BYTES];
    struct turn *next;
};

struct sr_bots {
    struct sr_server *server;
    pthread_mutex_t lock;
    pthread_cond_t wanted;
    struct turn *first, **last;
    bool closing;
    int count;
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

static bool begin_thought(struct sr_room *room, struct thought *thought) {
    if (room->row.status != SR_TABLE_PLAYING || !room->table)
        return false;
    const struct sr_head *head = sr_head(room->table->state);
    if (head->over || head->decider >= room->row.seats)
        return false;
    const char *name = room->row.chair[head->decider].bot;
    if (!*name || !sr_house_bot(name, &thought->bot, NULL) || !thought->bot.kind)
        return false;
    thought->seat = head->decider;
    thought->number = room->number;
    thought->table = sr_table_copy(room->table, NULL);
    return thought->table != NULL;
}

static void think(struct thought *thought) {
    uint8_t seed[SR_SEED_BYTES];
    struct sr_rng rng;
    struct sr_glimpse glimpse;
    sr_random_bytes(seed, sizeof seed);
    sr_rng_seed(&rng, seed);
    struct sr_stream stream = sr_stream_open(&rng);
    sr_table_glimpse(thought->table, &glimpse);
    struct sr_move move = sr_bot_choose(&thought->bot, &glimpse, &stream);
    struct sr_out out;
    sr_out_open(&out, thought->move, sizeof thought->move);
    sr_move_write(&out, thought->table->game, move);
    sr_table_free(thought->table);
}

/* False: the move could not be stored, and it should be tried again later. */
static bool take_turn(struct sr_server *server, const char *id) {
    struct sr_error error = {0};
    struct thought thought = {0};
    struct sr_room *room = sr_room_enter(server, id, &error);
    if (!room)
        return true;
    bool thinks = begin_thought(room, &thought);
    room->bot_called = thinks;
    sr_room_leave(room);
    if (!thinks)
        return true;
    think(&thought);
    room = sr_room_enter(server, id, &error);
    if (!room)
        return true;
    bool stored = true;
    bool still = room->number == thought.number && *room->row.chair[thought.seat].bot;
    if (still && sr_room_move(room, thought.seat, thought.move, thought.number, &error))
        sr_count(SR_COUNT_BOT_MOVES, 1);
    else
        stored = error.problem != SR_PROBLEM_STORE_BROKEN;
    room->bot_called = false;
    if (stored && room->loaded)
        sr_room_call_bot(room);
    sr_room_leave(room);
    return stored;
}

/* ---- the queue ---- */

static void *think_on(void *context) {
    struct sr_bots *bots = context;
    pthread_mutex_lock(&bots->lock);
    while (!bots->closing) {
        struct turn *turn = bots->first;
        if (!turn) {
            pthread_cond_wait(&bots->wanted, &bots->lock);
            continue;
        }
        bots->first = turn->next;
        if (!bots->first)
            bots->last = &bots->first;
        pthread_mutex_unlock(&bots->lock);
        if (!take_turn(bots->server, turn->id)) {
            struct timespec second = {1, 0};
            nanosleep(&second, NULL);
            sr_bots_add(bots, turn->id);
        }
        free(turn);
        pthread_mutex_lock(&bots->lock);
    }
    pthread_mutex_unlock(&bots->lock);
    return NULL;
}

void sr_bots_add(struct sr_bots *bots, const char *id) {
    struct turn *turn = calloc(1, sizeof *turn);
    if (!turn) {
        sr_log("error", "out of memory: a bot's turn waits for the next restart", "table", id,
               NULL);
        return;
    }
    snprintf(turn->id, sizeof turn->id, "%s", id);
    pthread_mutex_lock(&bots->lock);
    *bots->last = turn;
    bots->last = &turn->next;
    pthread_cond_signal(&bots->wanted);
    pthread_mutex_unlock(&bots->lock);
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
    bots->last = &bots->first;
    pthread_mutex_init(&bots->lock, NULL);
    pthread_cond_init(&bots->wanted, NULL);
    server->bots = bots; /* its threads call it by this name at once */
    bool found = sr_store_list_playing(server->store, find_turn, bots) == SR_STORE_DONE;
    while (found && bots->count < threads && bots->count < MOST_THREADS)
        if (pthread_create(&bots->thread[bots->count], NULL, think_on, bots) == 0)
            bots->count++;
        else
            break;
    if (bots->count > 0)
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
    for (int i = 0; i < bots->count; i++)
        pthread_join(bots->thread[i], NULL);
    while (bots->first) {
        struct turn *turn = bots->first;
        bots->first = turn->next;
        free(turn);
    }
    pthread_mutex_destroy(&bots->lock);
    pthread_cond_destroy(&bots->wanted);
    free(bots);
}
