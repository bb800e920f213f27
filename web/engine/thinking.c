/* Thinking, in a module of its own, which knows nothing but the job that it is given and the nets
 * that were brought. Bots get a glimpse of the table, as everywhere. What takes long is done a
 * piece at a time, so that it can be told how far it is. */
#include "engine.h"

#include "bots/bots.h"
#include "bots/hint.h"
#include "bots/nets.h"
#include "core/glimpse.h"
#include "games/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- nets ---- */

/* "GAME-SEATS"; false: there is no such game. */
static bool read_net_name(const char *text, size_t length, const struct sr_game **game,
                          int *seats) {
    const char *dash = memchr(text, '-', length);
    if (!dash || dash + 2 != text + length)
        return false;
    *game = sr_game_named(text, (size_t)(dash - text), NULL, NULL);
    *seats = dash[1] - '0';
    return *game != NULL;
}

/* The first bytes are the name of the net, GAME-SEATS, and the rest its file. False: it is of no
 * use. */
bool SR_EXPORT(serai_net)(size_t name_length, size_t length);
bool serai_net(size_t name_length, size_t length) {
    struct sr_error error = {0};
    const struct sr_game *game;
    int seats;
    const char *bytes = sr_inbox_bytes();
    if (!read_net_name(bytes, name_length, &game, &seats))
        return false;
    return !sr_net_is_missing(game, seats) ||
           sr_net_bring(game, seats, bytes + name_length, length - name_length, &error);
}

/* A net that the job needs and that is not here; NULL: none. Nobody thinks without. */
static const char *missing_net(const json_t *job) {
    const json_t *nets = json_object_get(job, "nets");
    for (size_t i = 0; i < json_array_size(nets); i++) {
        const char *name = json_string_value(json_array_get(nets, i));
        const struct sr_game *game;
        int seats;
        if (name &&
            (!read_net_name(name, strlen(name), &game, &seats) || sr_net_is_missing(game, seats)))
            return name;
    }
    return NULL;
}

/* ---- turns and advice ---- */

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

/* ---- what is kept: it goes to the store of this module, which is there for nothing else ---- */

static void begin_answer(const char *kind) {
    serai_outbox_clear();
    sr_outbox_begin("done");
    sr_buffer_add_string(&sr_outbox, kind);
}

static void add_row(const struct sr_table *table, const char *id) {
    struct sr_table_row row = {.seats = sr_head(table->state)->seats};
    snprintf(row.id, sizeof row.id, "%s", id);
    snprintf(row.game, sizeof row.game, "%s", table->game->name);
    sr_store_add_table(sr_house()->store, &row);
}

static void think_chart(const struct sr_table *table, const char *id) {
    struct sr_chart *chart = sr_chart_new(id, table);
    char *chances = NULL;
    add_row(table, id);
    while (chart && sr_chart_go_on(chart, sr_house()))
        continue;
    sr_chart_free(chart);
    sr_store_get_chances(sr_house()->store, id, &chances);
    begin_answer("chart");
    if (chances)
        sr_outbox_text("chances", chances);
    free(chances);
}

/* ---- the coach ---- */

static struct {
    struct sr_study *study; /* NULL: none is under way */
    bool review;
    char id[SR_TABLE_ID_BYTES]; /* of the table, or the name of the game */
} coached;

static void add_review(void) {
    const char *review = sr_store_last_review(sr_house()->store, coached.id);
    begin_answer("review");
    if (review)
        sr_outbox_text("review", review);
}

/* As the server's own route tells it, in one language. */
static void add_puzzle_in(enum sr_lang lang, const char *name, struct sr_buffer *out) {
    char path[64];
    struct sr_reply reply = {.status = 200, .type = "application/json"};
    struct sr_request request = {.server = sr_house(),
                                 .method = "GET",
                                 .path = path,
                                 .body = "",
                                 .lang = lang,
                                 .after = -1,
                                 .ply = -1,
                                 .seat = -1};
    snprintf(path, sizeof path, "/api/v1/puzzles/%s", coached.id);
    sr_route(&request, &reply);
    if (reply.status == 200 && reply.text.text && !reply.text.broken) {
        sr_buffer_add(out, ",\"");
        sr_buffer_add(out, name);
        sr_buffer_add(out, "\":");
        sr_buffer_add_string(out, reply.text.text);
    }
    sr_buffer_free(&reply.text);
}

static void add_puzzle(void) {
    struct sr_buffer told = {0};
    add_puzzle_in(SR_EN, "en", &told);
    add_puzzle_in(SR_RU, "ru", &told);
    begin_answer("puzzle");
    if (told.text && !told.broken)
        sr_buffer_add(&sr_outbox, told.text);
    sr_buffer_free(&told);
}

/* A piece of what is under way: {"done":KIND,"more":1,"steps":..,"of":..}, or what came of it. */
static void study_on(void) {
    uint32_t steps = 0, all = 0;
    bool more = coached.study && sr_study_go_on(coached.study, sr_house());
    if (more) {
        sr_study_progress(coached.study, &steps, &all);
        begin_answer(coached.review ? "review" : "puzzle");
        sr_outbox_number("more", 1);
        sr_outbox_number("steps", steps);
        sr_outbox_number("of", all);
        return;
    }
    sr_study_free(coached.study);
    coached.study = NULL;
    if (coached.review)
        add_review();
    else
        add_puzzle();
}

static void study(const struct sr_table *table, const char *id, int64_t day) {
    sr_study_free(coached.study);
    coached.review = table != NULL;
    snprintf(coached.id, sizeof coached.id, "%s", id);
    if (table)
        add_row(table, id);
    const struct sr_game *game = table ? table->game : sr_game_find(id);
    coached.study = table  ? sr_study_review(id, table)
                    : game ? sr_study_puzzle(game, (uint32_t)day)
                           : NULL;
    study_on();
}

void SR_EXPORT(serai_think_on)(void);
void serai_think_on(void) {
    study_on();
    sr_outbox_end();
}

/* ---- jobs ---- */

static void think_about(const char *kind, const struct sr_table *table, const json_t *job) {
    const char *id = sr_inbox_text(job, "id");
    if (strcmp(kind, "chart") == 0)
        think_chart(table, id);
    else if (strcmp(kind, "review") == 0)
        study(table, id, 0);
    else if (strcmp(kind, "turn") == 0 && !sr_head(table->state)->over)
        think_turn(table, sr_inbox_text(job, "bot"));
    else if (strcmp(kind, "hint") == 0 && !sr_head(table->state)->over)
        think_hint(table);
}

/* A job as it was handed out: {"kind":KIND,"id":ID,"bot":NAME,"record":TEXT,"nets":[..]}. Answers
 * with {"done":KIND} and "move", "hints", "chances", "review" or "en" and "ru"; with "more": the
 * next piece is to be asked for by serai_think_on(); with "missing": that net is to be brought. */
void SR_EXPORT(serai_think)(size_t length);
void serai_think(size_t length) {
    json_t *job = sr_inbox_read(length);
    const char *kind = sr_inbox_text(job, "kind"), *record = sr_inbox_text(job, "record");
    const char *missing = missing_net(job);
    struct sr_table *table = *record ? sr_record_read(record, strlen(record), NULL) : NULL;
    begin_answer(kind);
    if (missing)
        sr_outbox_text("missing", missing);
    else if (strcmp(kind, "puzzle") == 0)
        study(NULL, sr_inbox_text(job, "id"), sr_inbox_number(job, "number", 0));
    else if (table)
        think_about(kind, table, job);
    sr_outbox_end();
    sr_table_free(table);
    json_decref(job);
}
