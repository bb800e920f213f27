/* What bots think about, and thinking. A turn, advice or a chart is handed out as a job, with the
 * game so far as a record; whoever runs the house lets another module of the same kind do it, which
 * knows nothing but the job, and brings back what came of it. Bots there get a glimpse of the
 * table, as everywhere. */
#include "engine.h"

#include "bots/bots.h"
#include "bots/hint.h"
#include "bots/problems.h"
#include "core/glimpse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- in the house: what is wanted ---- */

enum { MOST_CHARTS = 4 };
static char charting[MOST_CHARTS][SR_TABLE_ID_BYTES];
static bool advising;

static void want_thought(const char *kind, const char *id) {
    sr_outbox_begin("think");
    sr_buffer_add_string(&sr_outbox, kind);
    sr_outbox_text("id", id);
    sr_outbox_end();
}

bool sr_house_bot(const char *name, struct sr_bot *bot, struct sr_error *error) {
    char offer[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, offer, sizeof offer);
    for (int i = 0; sr_bot_kind_at(i); i++) {
        const struct sr_bot_kind *kind = sr_bot_kind_at(i);
        if (kind->takes_budget)
            continue;
        if (strcmp(kind->name, name) == 0) {
            *bot = sr_bot_of(kind);
            return true;
        }
        sr_put(&out, out.len ? ", " : "");
        sr_put(&out, kind->name);
    }
    return sr_fail(error, SR_PROBLEM_UNKNOWN_BOT, name, offer, NULL);
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

/* ---- in the house: handing out ---- */

static void hand_out(const char *kind, const struct sr_room *room, int seat, int64_t number,
                     const char *bot) {
    char *record = sr_record_text(sr_host_table(room->host));
    sr_outbox_begin("job");
    sr_buffer_add_string(&sr_outbox, kind);
    sr_outbox_text("id", room->id);
    sr_outbox_number("seat", seat);
    sr_outbox_number("number", number);
    sr_outbox_text("bot", bot);
    sr_outbox_text("record", record ? record : "");
    sr_outbox_end();
    free(record);
}

static bool wants_turn(struct sr_room *room, int *seat, int64_t *number) {
    struct sr_bot bot;
    return sr_host_bot_asked(room->host, seat, number) &&
           sr_house_bot(sr_host_row(room->host)->chair[*seat].bot, &bot, NULL);
}

/* Hands out the job of a line {"think":KIND,"id":ID}; {"kind":KIND,"id":ID} */
void SR_EXPORT(serai_job)(size_t length);
void serai_job(size_t length) {
    struct sr_error error = {0};
    json_t *json = sr_inbox_read(length);
    const char *kind = sr_inbox_text(json, "kind"), *id = sr_inbox_text(json, "id");
    struct sr_room *room = sr_room_enter(sr_house(), id, &error);
    int seat = 0;
    int64_t number = 0;
    if (room) {
        if (strcmp(kind, "turn") == 0 && wants_turn(room, &seat, &number))
            hand_out(kind, room, seat, number, sr_host_row(room->host)->chair[seat].bot);
        if (strcmp(kind, "hint") == 0 && sr_host_advice_asked(room->host, &seat, &number))
            hand_out(kind, room, seat, number, sr_strong_bot.name);
        if (strcmp(kind, "chart") == 0 && sr_host_table(room->host))
            hand_out(kind, room, 0, 0, "");
        sr_room_leave(room);
    }
    json_decref(json);
}

/* Is this job still wanted? Others have played on, or taken back, or gone. */
bool SR_EXPORT(serai_job_stands)(size_t length);
bool serai_job_stands(size_t length) {
    struct sr_error error = {0};
    json_t *json = sr_inbox_read(length);
    const char *kind = sr_inbox_text(json, "kind");
    struct sr_room *room = sr_room_enter(sr_house(), sr_inbox_text(json, "id"), &error);
    int seat = 0;
    int64_t number = 0;
    bool stands = room && strcmp(kind, "chart") == 0;
    if (room && strcmp(kind, "turn") == 0)
        stands = wants_turn(room, &seat, &number);
    if (room && strcmp(kind, "hint") == 0)
        stands = sr_host_advice_asked(room->host, &seat, &number);
    stands = stands && (strcmp(kind, "chart") == 0 || number == sr_inbox_number(json, "number", 0));
    if (room)
        sr_room_leave(room);
    json_decref(json);
    return stands;
}

/* ---- in the house: what came of it ---- */

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

/* The job again, with what came of it: "move", "hints" or "chances"; without: nothing did. */
void SR_EXPORT(serai_done)(size_t length);
void serai_done(size_t length) {
    struct sr_error error = {0};
    json_t *json = sr_inbox_read(length);
    const char *kind = sr_inbox_text(json, "kind"), *id = sr_inbox_text(json, "id");
    const char *chances = sr_inbox_text(json, "chances");
    char *chart = find_chart(id);
    if (strcmp(kind, "hint") == 0)
        advising = false;
    if (strcmp(kind, "chart") == 0) {
        if (*chances)
            sr_store_set_chances(sr_house()->store, id, chances);
        if (chart)
            chart[0] = '\0';
    } else {
        struct sr_room *room = sr_room_enter(sr_house(), id, &error);
        if (room && strcmp(kind, "turn") == 0)
            take_move(room, json);
        else if (room)
            take_advice(room, json);
        if (room)
            sr_room_leave(room);
    }
    json_decref(json);
}

/* ---- in a module of its own: thinking ---- */

static void open_stream(struct sr_rng *rng, struct sr_stream *stream) {
    uint8_t seed[SR_SEED_BYTES];
    sr_random_bytes(seed, sizeof seed);
    sr_rng_seed(rng, seed);
    *stream = sr_stream_open(rng);
}

static void think_turn(const struct sr_table *table, const char *name) {
    struct sr_bot bot = {0};
    struct sr_rng rng;
    struct sr_stream stream;
    struct sr_glimpse glimpse;
    char text[SR_MOVE_TEXT_BYTES];
    struct sr_out out;
    if (!sr_house_bot(name, &bot, NULL) || !bot.kind)
        return;
    open_stream(&rng, &stream);
    sr_table_glimpse(table, &glimpse);
    struct sr_move move = sr_bot_choose(&bot, &glimpse, &stream);
    sr_out_open(&out, text, sizeof text);
    sr_move_write(&out, table->game, move);
    sr_outbox_text("move", text);
}

static void think_hint(const struct sr_table *table) {
    static struct sr_hints hints;
    struct sr_bot adviser = sr_bot_of(&sr_strong_bot);
    struct sr_rng rng;
    struct sr_stream stream;
    struct sr_glimpse glimpse;
    open_stream(&rng, &stream);
    sr_table_glimpse(table, &glimpse);
    if (!sr_hints_find(&glimpse, &stream, &adviser, &hints))
        return;
    sr_buffer_add(&sr_outbox, ",\"hints\":\"");
    sr_buffer_add_hex(&sr_outbox, (const uint8_t *)&hints, sizeof hints);
    sr_buffer_add(&sr_outbox, "\"");
}

/* The chart stores what it found; the store of this module is there for nothing else. */
static void think_chart(const struct sr_table *table, const char *id) {
    struct sr_store *store = sr_house()->store;
    struct sr_table_row row = {.seats = sr_head(table->state)->seats};
    struct sr_chart *chart = sr_chart_new(id, table);
    char *chances = NULL;
    snprintf(row.id, sizeof row.id, "%s", id);
    sr_store_add_table(store, &row);
    while (chart && sr_chart_go_on(chart, sr_house()))
        continue;
    sr_chart_free(chart);
    sr_store_get_chances(store, id, &chances);
    serai_outbox_clear();
    sr_outbox_begin("done");
    sr_buffer_add_string(&sr_outbox, "chart");
    if (chances)
        sr_outbox_text("chances", chances);
    free(chances);
}

/* A job as it was handed out: {"kind":KIND,"id":ID,"bot":NAME,"record":TEXT}. Answers with
 * {"done":KIND} and "move", "hints" or "chances". */
void SR_EXPORT(serai_think)(size_t length);
void serai_think(size_t length) {
    json_t *json = sr_inbox_read(length);
    const char *kind = sr_inbox_text(json, "kind"), *record = sr_inbox_text(json, "record");
    struct sr_table *table = sr_record_read(record, strlen(record), NULL);
    bool thinks = table && (strcmp(kind, "chart") == 0 || !sr_head(table->state)->over);
    if (thinks && strcmp(kind, "chart") == 0) {
        think_chart(table, sr_inbox_text(json, "id"));
    } else {
        sr_outbox_begin("done");
        sr_buffer_add_string(&sr_outbox, kind);
        if (thinks && strcmp(kind, "turn") == 0)
            think_turn(table, sr_inbox_text(json, "bot"));
        else if (thinks)
            think_hint(table);
    }
    sr_outbox_end();
    sr_table_free(table);
    json_decref(json);
}
