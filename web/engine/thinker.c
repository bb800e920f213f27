/* What is to be thought about: a turn, advice, a chart, a review or a puzzle is handed out as a
 * job, with the game so far as a record; whoever runs the house lets another module of the same
 * kind do it (thinking.c), and brings back what came of it. */
#include "engine.h"

#include "bots/bots.h"
#include "bots/hint.h"
#include "bots/nets.h"
#include "coach/review.h"
#include "games/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is wanted ---- */

enum { MOST_CHARTS = 4, MOST_STUDIES = 4 };
static char charting[MOST_CHARTS][SR_TABLE_ID_BYTES];
static struct study {
    char id[SR_TABLE_ID_BYTES]; /* of a table, or the name of a game; empty: none */
    uint32_t done, all;
} studying[MOST_STUDIES];
static bool advising;

static void want_thought(const char *kind, const char *id) {
    sr_outbox_begin("think");
    sr_buffer_add_string(&sr_outbox, kind);
    sr_outbox_text("id", id);
    sr_outbox_end();
}

void sr_bots_add(struct sr_bots *bots, const struct sr_table_row *row, bool live) {
    (void)bots;
    (void)live;
    want_thought("turn", row->id);
}

bool sr_bots_keep_up(struct sr_bots *bots) {
    (void)bots;
    return true;
}

bool sr_bots_advising(struct sr_bots *bots, int64_t person) {
    (void)bots;
    (void)person;
    return advising;
}

bool sr_bots_advise(struct sr_bots *bots, const char *id, const struct sr_person *person) {
    (void)bots;
    (void)person;
    advising = true;
    want_thought("hint", id);
    return true;
}

static char *find_chart(const char *id) {
    for (int i = 0; i < MOST_CHARTS; i++)
        if (strcmp(charting[i], id) == 0)
            return charting[i];
    return NULL;
}

bool sr_bots_charting(struct sr_bots *bots, const char *id) {
    (void)bots;
    return find_chart(id) != NULL;
}

enum sr_charting sr_bots_chart(struct sr_bots *bots, const char *id, const struct sr_table *table,
                               const struct sr_person *person) {
    (void)bots;
    (void)table;
    (void)person;
    if (find_chart(id))
        return SR_CHART_BEGUN;
    char *free_one = find_chart("");
    if (!free_one)
        return SR_CHART_BUSY;
    snprintf(free_one, SR_TABLE_ID_BYTES, "%s", id);
    want_thought("chart", id);
    return SR_CHART_BEGUN;
}

static struct study *find_study(const char *id) {
    for (int i = 0; i < MOST_STUDIES; i++)
        if (strcmp(studying[i].id, id) == 0)
            return &studying[i];
    return NULL;
}

bool sr_bots_studying(struct sr_bots *bots, const char *id, uint32_t *done, uint32_t *all) {
    (void)bots;
    const struct study *study = find_study(id);
    *done = study ? study->done : 0;
    *all = study ? study->all : 0;
    return study != NULL;
}

enum sr_charting sr_bots_study(struct sr_bots *bots, const char *id, const struct sr_table *table,
                               const struct sr_person *person, uint32_t *done, uint32_t *all) {
    (void)person;
    if (sr_bots_studying(bots, id, done, all))
        return SR_CHART_BEGUN;
    struct study *study = find_study("");
    if (!study)
        return SR_CHART_BUSY;
    *study = (struct study){0};
    snprintf(study->id, sizeof study->id, "%s", id);
    want_thought(table ? "review" : "puzzle", id);
    return SR_CHART_BEGUN;
}

/* How far one is: {"id":ID,"steps":..,"of":..} */
void SR_EXPORT(serai_progress)(size_t length);
void serai_progress(size_t length) {
    json_t *json = sr_inbox_read(length);
    struct study *study = find_study(sr_inbox_text(json, "id"));
    if (study && *study->id) {
        study->done = (uint32_t)sr_inbox_number(json, "steps", 0);
        study->all = (uint32_t)sr_inbox_number(json, "of", 0);
    }
    json_decref(json);
}

/* ---- handing out ---- */

/* The nets of a game that whoever does the job must have: the one for so many seats, or all. */
static void add_nets(const char *game, int seats) {
    bool first = true;
    sr_buffer_add(&sr_outbox, ",\"nets\":[");
    for (int i = 0; sr_net_files[i].game; i++) {
        char name[64];
        if (strcmp(sr_net_files[i].game, game) != 0 || (seats && sr_net_files[i].seats != seats))
            continue;
        snprintf(name, sizeof name, "%s-%d", game, sr_net_files[i].seats);
        sr_buffer_add(&sr_outbox, first ? "" : ",");
        sr_buffer_add_string(&sr_outbox, name);
        first = false;
    }
    sr_buffer_add(&sr_outbox, "]");
}

static void hand_out(const char *kind, const struct sr_room *room, int seat, int64_t number,
                     const char *bot) {
    const struct sr_table *table = sr_host_table(room->host);
    char *record = sr_record_text(table);
    sr_outbox_begin("job");
    sr_buffer_add_string(&sr_outbox, kind);
    sr_outbox_text("id", room->id);
    sr_outbox_number("seat", seat);
    sr_outbox_number("number", number);
    sr_outbox_text("bot", bot);
    sr_outbox_text("record", record ? record : "");
    add_nets(table->game->name, sr_head(table->state)->seats);
    sr_outbox_end();
    free(record);
}

/* A puzzle is about a game and a day, and is looked for at tables of every size. */
static void hand_out_puzzle(const char *game) {
    sr_outbox_begin("job");
    sr_buffer_add_string(&sr_outbox, "puzzle");
    sr_outbox_text("id", game);
    sr_outbox_number("seat", 0);
    sr_outbox_number("number", sr_puzzle_today());
    sr_outbox_text("bot", "");
    sr_outbox_text("record", "");
    add_nets(game, 0);
    sr_outbox_end();
}

static bool wants_turn(struct sr_room *room, int *seat, int64_t *number) {
    struct sr_bot bot;
    return sr_host_bot_asked(room->host, seat, number) &&
           sr_house_bot(sr_host_row(room->host)->chair[*seat].bot, &bot, NULL);
}

static bool is_about_the_past(const char *kind) {
    return strcmp(kind, "chart") == 0 || strcmp(kind, "review") == 0;
}

static void hand_out_of(const char *kind, struct sr_room *room) {
    int seat = 0;
    int64_t number = 0;
    if (strcmp(kind, "turn") == 0 && wants_turn(room, &seat, &number))
        hand_out(kind, room, seat, number, sr_host_row(room->host)->chair[seat].bot);
    if (strcmp(kind, "hint") == 0 && sr_host_advice_asked(room->host, &seat, &number))
        hand_out(kind, room, seat, number, sr_strong_bot.name);
    if (is_about_the_past(kind) && sr_host_table(room->host))
        hand_out(kind, room, 0, 0, "");
}

/* Hands out the job of a line {"think":KIND,"id":ID}; {"kind":KIND,"id":ID} */
void SR_EXPORT(serai_job)(size_t length);
void serai_job(size_t length) {
    struct sr_error error = {0};
    json_t *json = sr_inbox_read(length);
    const char *kind = sr_inbox_text(json, "kind"), *id = sr_inbox_text(json, "id");
    if (strcmp(kind, "puzzle") == 0) {
        hand_out_puzzle(id);
    } else {
        struct sr_room *room = sr_room_enter(sr_house(), id, &error);
        if (room) {
            hand_out_of(kind, room);
            sr_room_leave(room);
        }
    }
    json_decref(json);
}

static bool stands_in(struct sr_room *room, const char *kind, int64_t wanted) {
    int seat = 0;
    int64_t number = 0;
    if (is_about_the_past(kind))
        return true;
    bool asked = strcmp(kind, "turn") == 0 ? wants_turn(room, &seat, &number)
                                           : sr_host_advice_asked(room->host, &seat, &number);
    return asked && number == wanted;
}

/* Is this job still wanted? Others have played on, or taken back, or gone. */
bool SR_EXPORT(serai_job_stands)(size_t length);
bool serai_job_stands(size_t length) {
    struct sr_error error = {0};
    json_t *json = sr_inbox_read(length);
    const char *kind = sr_inbox_text(json, "kind");
    int64_t number = sr_inbox_number(json, "number", 0);
    bool stands = strcmp(kind, "puzzle") == 0 && number == sr_puzzle_today();
    if (strcmp(kind, "puzzle") != 0) {
        struct sr_room *room = sr_room_enter(sr_house(), sr_inbox_text(json, "id"), &error);
        stands = room && stands_in(room, kind, number);
        if (room)
            sr_room_leave(room);
    }
    json_decref(json);
    return stands;
}

/* ---- what came of it ---- */

static int hex_value(char digit) {
    return digit <= '9' ? digit - '0' : digit - 'a' + 10;
}

/* Advice goes from one module to another of the same kind as the bytes that it is. */
static bool read_hints(const char *hex, struct sr_hints *hints) {
    uint8_t *byte = (uint8_t *)hints;
    if (strlen(hex) != 2 * sizeof *hints || strspn(hex, "0123456789abcdef") != 2 * sizeof *hints)
        return false;
    for (size_t i = 0; i < sizeof *hints; i++)
        byte[i] = (uint8_t)(16 * hex_value(hex[2 * i]) + hex_value(hex[2 * i + 1]));
    return hints->count >= 0 && hints->count <= SR_HINTS;
}

static void take_move(struct sr_room *room, const json_t *json) {
    struct sr_input input = {.kind = SR_INPUT_BOT_MOVED};
    const char *move = sr_inbox_text(json, "move");
    input.bot_moved.number = sr_inbox_number(json, "number", 0);
    input.bot_moved.seat = (int)sr_inbox_number(json, "seat", 0);
    input.bot_moved.move = *move ? move : NULL;
    sr_room_take(room, &input);
}

static void take_advice(struct sr_room *room, const json_t *json) {
    struct sr_hints hints;
    struct sr_input input = {.kind = SR_INPUT_ADVISED};
    input.advised.number = sr_inbox_number(json, "number", 0);
    input.advised.seat = (int)sr_inbox_number(json, "seat", 0);
    input.advised.hints = read_hints(sr_inbox_text(json, "hints"), &hints) ? &hints : NULL;
    sr_room_take(room, &input);
}

static void take_chart(const char *id, const char *chances) {
    char *chart = find_chart(id);
    if (*chances)
        sr_store_set_chances(sr_house()->store, id, chances);
    if (chart)
        chart[0] = '\0';
}

/* What it is by is said here and not where it was worked out: it is asked for here. */
static void take_review(const struct sr_room *room, const char *review) {
    const struct sr_table *table = sr_host_table(room->host);
    char by[SR_REVIEWER_BYTES];
    sr_reviewer_name(table->game, sr_head(table->state)->seats, SR_REVIEW_BUDGET, by);
    if (*review)
        sr_store_set_review(sr_house()->store, room->id, by, review);
}

static void take_from(struct sr_room *room, const char *kind, const json_t *json) {
    if (strcmp(kind, "turn") == 0)
        take_move(room, json);
    else if (strcmp(kind, "hint") == 0)
        take_advice(room, json);
    else
        take_review(room, sr_inbox_text(json, "review"));
}

/* The job again, with what came of it: "move", "hints", "chances", "review", or "en" and "ru" of a
 * puzzle; without: nothing did. */
void SR_EXPORT(serai_done)(size_t length);
void serai_done(size_t length) {
    struct sr_error error = {0};
    json_t *json = sr_inbox_read(length);
    const char *kind = sr_inbox_text(json, "kind"), *id = sr_inbox_text(json, "id");
    struct study *study = find_study(id);
    if (study && (strcmp(kind, "review") == 0 || strcmp(kind, "puzzle") == 0))
        study->id[0] = '\0';
    if (strcmp(kind, "hint") == 0)
        advising = false;
    if (strcmp(kind, "chart") == 0) {
        take_chart(id, sr_inbox_text(json, "chances"));
    } else if (strcmp(kind, "puzzle") == 0) {
        sr_store_set_puzzle(sr_house()->store, id, json);
    } else {
        struct sr_room *room = sr_room_enter(sr_house(), id, &error);
        if (room) {
            take_from(room, kind, json);
            sr_room_leave(room);
        }
    }
    json_decref(json);
}
