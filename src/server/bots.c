/* What bots think about: their own turns, advice, and the charts of finished games, in that order
 * and each in the share of whoever it is for (thinkers.h). A bot's turn is a table's id in a queue;
 * whatever happens meanwhile, its move counts only if the table is still where it was. Turns that a
 * stop or a crash interrupts are found again at the next start, since the store knows whose turn it
 * is. */
#include "room.h"
#include "thinkers.h"

#include "bots/bots.h"
#include "bots/problems.h"
#include "core/glimpse.h"
#include "games/games.h"
#include "server/problems.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_CHARTS = 64,
    CHARTS_A_NETWORK = 4,
    MOST_STUDIES = 64,
    STUDIES_A_NETWORK = 4,
    MOST_HINTS = 256,
    HINTS_A_NETWORK = 32,
    MOST_TURNS = 4096, /* that wait; then no new games with bots are begun */
    TRY_AGAIN = 1000   /* milliseconds until a move that could not be stored is tried again */
};

struct task {
    struct sr_thought thought; /* the first member: what is thought about is a task */
    char id[SR_TABLE_ID_BYTES];
    struct sr_chart *chart; /* how far it is; NULL: it is none */
    struct sr_study *study; /* the same */
};

struct sr_bots {
    struct sr_server *server;
    struct sr_thinkers *thinkers;
};

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

/* The bot's clock counts the time that it has had, not the time that others had meanwhile. */
static void think(struct thought *thought, struct sr_thought *turn) {
    struct sr_rng rng;
    struct sr_stream stream;
    struct sr_glimpse glimpse;
    open_stream(&rng, &stream);
    sr_table_glimpse(thought->table, &glimpse);
    thought->bot.now = sr_thought_time;
    thought->bot.now_context = turn;
    struct sr_move move = sr_bot_choose(&thought->bot, &glimpse, &stream);
    struct sr_out out;
    sr_out_open(&out, thought->move, sizeof thought->move);
    sr_move_write(&out, thought->table->game, move);
    sr_table_free(thought->table);
}

/* False: the move could not be stored, and it should be tried again later. */
static bool take_turn(struct sr_server *server, struct task *task) {
    const char *id = task->id;
    struct sr_error error = {0};
    struct thought thought = {0};
    struct sr_room *room = sr_room_enter(server, id, &error);
    if (!room)
        return error.problem != SR_PROBLEM_STORE_BROKEN;
    bool thinks = begin_thought(room, &thought);
    sr_room_leave(room);
    if (!thinks)
        return true;
    think(&thought, &task->thought);
    sr_thought_leave(&task->thought);
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

static void advise(struct sr_server *server, struct task *task) {
    const char *id = task->id;
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
    adviser.now = sr_thought_time;
    adviser.now_context = &task->thought;
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

/* ---- tasks ---- */

static struct task *task_of(struct sr_thought *thought) {
    return (struct task *)(void *)thought;
}

static void drop(struct sr_thought *thought) {
    sr_chart_free(task_of(thought)->chart);
    sr_study_free(task_of(thought)->study);
    free(thought);
}

static enum sr_thought_end run(void *context, struct sr_thought *thought) {
    struct sr_bots *bots = context;
    struct task *task = task_of(thought);
    switch ((enum sr_thought_rank)thought->waiting.rank) {
    case SR_THOUGHT_HINT:
        advise(bots->server, task);
        return SR_THOUGHT_DONE;
    case SR_THOUGHT_CHART:
        return sr_chart_go_on(task->chart, bots->server) ? SR_THOUGHT_AGAIN : SR_THOUGHT_DONE;
    case SR_THOUGHT_STUDY:
        return sr_study_go_on(task->study, bots->server) ? SR_THOUGHT_AGAIN : SR_THOUGHT_DONE;
    default:
        break;
    }
    if (take_turn(bots->server, task))
        return SR_THOUGHT_DONE;
    thought->due = sr_milliseconds() + TRY_AGAIN;
    return SR_THOUGHT_LATER;
}

static bool add_task(struct sr_bots *bots, enum sr_thought_rank rank, struct sr_share share,
                     const char *id, struct sr_chart *chart, struct sr_study *study) {
    struct task *task = calloc(1, sizeof *task);
    if (!task)
        return false;
    task->thought.waiting = (struct sr_waiting){.share = share, .rank = (int)rank};
    task->chart = chart;
    task->study = study;
    snprintf(task->id, sizeof task->id, "%s", id);
    if (sr_thinkers_add(bots->thinkers, &task->thought))
        return true;
    free(task);
    return false;
}

/* Who waits for this bot: people who are there, people who look in by the day, or nobody. */
static enum sr_thought_rank rank_of(const struct sr_table_row *row, bool live) {
    bool people = false;
    for (int seat = 0; seat < row->seats; seat++)
        people = people || (row->chair[seat].person && !*row->chair[seat].bot);
    if (!people)
        return SR_THOUGHT_AMONG_US;
    switch (sr_clock_read(row->clock).kind) {
    case SR_CLOCK_DAYS:
        return SR_THOUGHT_BY_DAYS;
    case SR_CLOCK_NONE:
        return live ? SR_THOUGHT_LIVE : SR_THOUGHT_BY_DAYS;
    case SR_CLOCK_TURN:
    case SR_CLOCK_GAME:
        break;
    }
    return SR_THOUGHT_LIVE;
}

void sr_bots_add(struct sr_bots *bots, const struct sr_table_row *row, bool live) {
    struct sr_share share = {.network = row->network, .person = row->host};
    if (!add_task(bots, rank_of(row, live), share, row->id, NULL, NULL))
        sr_log("error", "a bot's turn waits for the next restart", "table", row->id, NULL);
}

bool sr_bots_advise(struct sr_bots *bots, const char *id, const struct sr_person *person) {
    struct sr_share share = {.network = person->network, .person = person->id};
    return sr_thinkers_waiting(bots->thinkers, SR_THOUGHT_HINT) < MOST_HINTS &&
           sr_thinkers_waiting_of(bots->thinkers, SR_THOUGHT_HINT, share.network) <
               HINTS_A_NETWORK &&
           add_task(bots, SR_THOUGHT_HINT, share, id, NULL, NULL);
}

static bool is_advice_for(const void *person, const struct sr_thought *thought) {
    return thought->waiting.rank == SR_THOUGHT_HINT &&
           thought->waiting.share.person == *(const int64_t *)person;
}

bool sr_bots_advising(struct sr_bots *bots, int64_t person) {
    return sr_thinkers_have(bots->thinkers, is_advice_for, &person);
}

static bool is_chart_of(const void *id, const struct sr_thought *thought) {
    return thought->waiting.rank == SR_THOUGHT_CHART &&
           strcmp(((const struct task *)(const void *)thought)->id, id) == 0;
}

bool sr_bots_charting(struct sr_bots *bots, const char *id) {
    return sr_thinkers_have(bots->thinkers, is_chart_of, id);
}

enum sr_charting sr_bots_chart(struct sr_bots *bots, const char *id, const struct sr_table *table,
                               const struct sr_person *person) {
    struct sr_share share = {.network = person->network, .person = person->id};
    if (sr_bots_charting(bots, id))
        return SR_CHART_BEGUN;
    if (sr_thinkers_waiting(bots->thinkers, SR_THOUGHT_CHART) >= MOST_CHARTS ||
        sr_thinkers_waiting_of(bots->thinkers, SR_THOUGHT_CHART, share.network) >= CHARTS_A_NETWORK)
        return SR_CHART_BUSY;
    struct sr_chart *chart = sr_chart_new(id, table);
    if (chart && add_task(bots, SR_THOUGHT_CHART, share, id, chart, NULL))
        return SR_CHART_BEGUN;
    sr_chart_free(chart);
    return SR_CHART_BUSY;
}

/* What is looked for among the thoughts, and where it is told how far it is. */
struct studied {
    const char *id;
    uint32_t *done, *all;
};

static bool is_study_of(const void *context, const struct sr_thought *thought) {
    const struct studied *studied = context;
    const struct task *task = (const struct task *)(const void *)thought;
    if (thought->waiting.rank != SR_THOUGHT_STUDY || strcmp(task->id, studied->id) != 0)
        return false;
    sr_study_progress(task->study, studied->done, studied->all);
    return true;
}

bool sr_bots_studying(struct sr_bots *bots, const char *id, uint32_t *done, uint32_t *all) {
    const struct studied studied = {id, done, all};
    *done = *all = 0;
    return sr_thinkers_have(bots->thinkers, is_study_of, &studied);
}

enum sr_charting sr_bots_study(struct sr_bots *bots, const char *id, const struct sr_table *table,
                               const struct sr_person *person, uint32_t *done, uint32_t *all) {
    struct sr_share share = {.network = person->network, .person = person->id};
    if (sr_bots_studying(bots, id, done, all))
        return SR_CHART_BEGUN;
    if (sr_thinkers_waiting(bots->thinkers, SR_THOUGHT_STUDY) >= MOST_STUDIES ||
        sr_thinkers_waiting_of(bots->thinkers, SR_THOUGHT_STUDY, share.network) >=
            STUDIES_A_NETWORK)
        return SR_CHART_BUSY;
    struct sr_study *study =
        table ? sr_study_review(id, table) : sr_study_puzzle(sr_game_find(id), sr_puzzle_today());
    if (study && add_task(bots, SR_THOUGHT_STUDY, share, id, NULL, study))
        return SR_CHART_BEGUN;
    sr_study_free(study);
    return SR_CHART_BUSY;
}

bool sr_bots_keep_up(struct sr_bots *bots) {
    int waiting = 0;
    for (int rank = 0; rank < SR_THOUGHT_CHART; rank++)
        waiting += sr_thinkers_waiting(bots->thinkers, rank);
    return waiting < MOST_TURNS;
}

int sr_bots_waiting(struct sr_bots *bots, int rank) {
    return sr_thinkers_waiting(bots->thinkers, rank);
}

const char *sr_bots_rank_name(int rank) {
    static const char *const names[SR_THOUGHT_RANKS] = {
        [SR_THOUGHT_LIVE] = "live",       [SR_THOUGHT_HINT] = "hint",
        [SR_THOUGHT_BY_DAYS] = "by_days", [SR_THOUGHT_AMONG_US] = "bots_only",
        [SR_THOUGHT_CHART] = "chart",     [SR_THOUGHT_STUDY] = "study",
    };
    return rank >= 0 && rank < SR_THOUGHT_RANKS ? names[rank] : NULL;
}

void sr_bots_wake(struct sr_bots *bots, int64_t now) {
    if (bots)
        sr_thinkers_wake(bots->thinkers, now);
}

/* ---- opening and closing ---- */

static bool find_turn(void *context, const struct sr_table_row *row) {
    for (int seat = 0; seat < row->seats; seat++)
        if (*row->chair[seat].bot) {
            sr_bots_add(context, row, false);
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
    server->bots = bots; /* its threads call it by this name at once */
    bots->thinkers = sr_thinkers_open(threads, (struct sr_thinking){run, drop, bots}, error);
    if (bots->thinkers) {
        /* of many nodes the one that takes a table's lease finds its turns */
        if (server->cluster ||
            sr_store_list_playing(server->store, find_turn, bots) == SR_STORE_DONE)
            return bots;
        sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    }
    sr_bots_close(bots);
    server->bots = NULL;
    return NULL;
}

void sr_bots_close(struct sr_bots *bots) {
    if (!bots)
        return;
    sr_thinkers_close(bots->thinkers);
    free(bots);
}
