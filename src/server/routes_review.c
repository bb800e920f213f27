/* Looking at games: any position of a finished one, its moves, scores and chances, its record;
 * scores of one under way as far as the viewer can know; games from elsewhere, and all of one's
 * own. */
#include "api/problems.h"
#include "routes.h"
#include "server/problems.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct sr_room *sr_route_finished_room(const struct sr_request *request, const char *id,
                                       struct sr_error *error) {
    struct sr_room *room = sr_route_room(request, id, error);
    if (room && sr_host_row(room->host)->status != SR_TABLE_FINISHED) {
        sr_room_leave(room);
        sr_fail(error, SR_PROBLEM_NOT_FINISHED, NULL);
        return NULL;
    }
    return room;
}

/* When all is over anybody may look from any seat; without one, as the referee. */
static bool find_viewer(const struct sr_request *request, const struct sr_room *room, int *viewer,
                        struct sr_error *error) {
    *viewer = request->seat < 0    ? SR_REFEREE
              : request->seat == 0 ? SR_SPECTATOR
                                   : (int)request->seat - 1;
    if (*viewer < sr_host_row(room->host)->seats)
        return true;
    char given[16], last[24];
    snprintf(given, sizeof given, "%d", *viewer + 1);
    snprintf(last, sizeof last, "0..%d", sr_host_row(room->host)->seats);
    return sr_fail(error, SR_PROBLEM_SEAT, given, last, NULL);
}

static void add_number(struct sr_buffer *out, const char *name, int64_t number) {
    sr_buffer_add(out, name);
    sr_buffer_add_number(out, number);
}

/* ---- records ---- */

static void write_record(struct sr_out *out, const void *context) {
    sr_record_write(out, context);
}

/* At home a game may be taken along before its end. */
bool sr_route_tell_record(const struct sr_request *request, const char *id, struct sr_reply *reply,
                          struct sr_error *error) {
    struct sr_room *room = request->server->at_home ? sr_route_room(request, id, error)
                                                    : sr_route_finished_room(request, id, error);
    if (!room)
        return false;
    if (!sr_host_table(room->host)) {
        sr_room_leave(room);
        return sr_fail(error, SR_PROBLEM_NOT_FINISHED, NULL);
    }
    reply->type = "text/plain; charset=utf-8";
    sr_buffer_write(&reply->text, write_record, sr_host_table(room->host));
    sr_room_leave(room);
    return true;
}

/* ---- replay ---- */

static void add_move(struct sr_buffer *out, const struct sr_table *table, uint32_t ply) {
    char text[SR_MOVE_TEXT_BYTES];
    struct sr_out move;
    sr_out_open(&move, text, sizeof text);
    sr_move_write(&move, table->game, table->ply[ply - 1].move);
    add_number(out, ",\"by\":", table->ply[ply - 1].seat + 1);
    sr_buffer_add(out, ",\"move\":");
    sr_buffer_add_string(out, text);
}

bool sr_route_replay(const struct sr_request *request, const char *id, struct sr_reply *reply,
                     struct sr_error *error) {
    struct sr_room *room = sr_route_finished_room(request, id, error);
    if (!room)
        return false;
    int viewer;
    struct sr_buffer *out = &reply->text;
    struct sr_events events = {0};
    uint32_t ply = request->ply < 0 ? sr_host_table(room->host)->plies : (uint32_t)request->ply;
    bool fine = find_viewer(request, room, &viewer, error);
    struct sr_table *past = fine ? sr_table_at(sr_host_table(room->host), ply, error) : NULL;
    fine = past && sr_table_events(sr_host_table(room->host), ply, &events, error);
    if (fine) {
        add_number(out, "{\"ply\":", ply);
        add_number(out, ",\"plies\":", sr_host_table(room->host)->plies);
        if (ply > 0)
            add_move(out, sr_host_table(room->host), ply);
        sr_buffer_add(out, ",\"events\":");
        sr_wire_events(out, past, &events, viewer);
        sr_buffer_add(out, ",\"log\":");
        sr_wire_log(out, past, &events, viewer, request->lang);
        sr_wire_sheet(out, past, request->lang);
        sr_wire_board(out, past, viewer, request->lang);
        sr_buffer_add(out, "}");
    }
    sr_table_free(past);
    sr_room_leave(room);
    return fine;
}

/* ---- the whole story ---- */

static void add_points(struct sr_buffer *out, const struct sr_table *table) {
    struct sr_sheet sheet = {0};
    sr_score(table->game, table->state, &sheet);
    sr_buffer_add(out, ",\"points\":[");
    for (int seat = 0; seat < sr_head(table->state)->seats; seat++)
        add_number(out, seat ? "," : "", sheet.total[seat]);
    sr_buffer_add(out, "]");
}

/* One after the other on a table that is replayed once. */
static bool add_story(struct sr_buffer *out, const struct sr_table *game, int viewer,
                      enum sr_lang lang, struct sr_error *error) {
    struct sr_table *table = sr_table_at(game, 0, error);
    struct sr_events events = {0};
    bool fine = table && sr_table_events(game, 0, &events, error);
    add_number(out, "{\"plies\":", game->plies);
    sr_buffer_add(out, ",\"moves\":[");
    for (uint32_t ply = 0; fine && ply <= game->plies; ply++) {
        add_number(out, ply ? ",{\"ply\":" : "{\"ply\":", ply);
        if (ply > 0) {
            events.count = 0;
            fine = sr_table_play(table, SR_REFEREE, game->ply[ply - 1].move, &events, error);
            add_move(out, game, ply);
        }
        if (!fine)
            break;
        sr_buffer_add(out, ",\"log\":");
        sr_wire_log(out, table, &events, viewer, lang);
        add_points(out, table);
        sr_buffer_add(out, "}");
    }
    sr_buffer_add(out, "]}");
    sr_table_free(table);
    return fine;
}

bool sr_route_tell_moves(const struct sr_request *request, const char *id, struct sr_reply *reply,
                         struct sr_error *error) {
    struct sr_room *room = sr_route_finished_room(request, id, error);
    if (!room)
        return false;
    int viewer;
    bool fine = find_viewer(request, room, &viewer, error);
    struct sr_table *game = fine ? sr_table_copy(sr_host_table(room->host), error) : NULL;
    sr_room_leave(room);
    fine = game && add_story(&reply->text, game, viewer, request->lang, error);
    sr_table_free(game);
    return fine;
}

/* ---- chances ---- */

bool sr_route_tell_chances(const struct sr_request *request, const char *id, struct sr_reply *reply,
                           struct sr_error *error) {
    char *chances = NULL;
    struct sr_room *room = sr_route_finished_room(request, id, error);
    if (!room)
        return false;
    enum sr_store_answer answer = sr_store_get_chances(request->server->store, id, &chances);
    enum sr_charting charting = SR_CHART_BEGUN;
    if (answer == SR_STORE_MISSING && !sr_bots_charting(request->server->bots, id) &&
        !sr_route_allows(request, SR_RATE_CHART, error)) {
        sr_room_leave(room);
        return false;
    }
    if (answer == SR_STORE_MISSING)
        charting =
            sr_bots_chart(request->server->bots, id, sr_host_table(room->host), &request->person);
    sr_room_leave(room);
    if (answer == SR_STORE_BROKEN)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    if (charting == SR_CHART_BUSY)
        return sr_fail(error, SR_PROBLEM_TOO_FAST, NULL);
    reply->status = chances ? 200 : 202;
    sr_buffer_add(&reply->text,
                  chances ? "{\"thinking\":false,\"chances\":" : "{\"thinking\":true,\"chances\":");
    sr_buffer_add(&reply->text, chances ? chances : "[]");
    sr_buffer_add(&reply->text, "}");
    free(chances);
    return true;
}

/* ---- games from elsewhere ---- */

/* The row of an imported table: nobody sits there, the names are those of the record. */
static bool fill_row(const struct sr_request *request, const struct sr_table *table,
                     struct sr_table_row *row, struct sr_error *error) {
    row->seats = sr_head(table->state)->seats;
    row->rules = sr_head(table->start)->rules;
    row->status = SR_TABLE_FINISHED;
    row->imported = true;
    row->host = request->person.id;
    row->made = (int64_t)time(NULL);
    row->network = request->person.network;
    snprintf(row->game, sizeof row->game, "%s", table->game->name);
    snprintf(row->clock, sizeof row->clock, "none");
    sr_route_draw_secrets(row);
    memcpy(row->seed, table->setup.seed, sizeof row->seed);
    for (int seat = 0; seat < row->seats; seat++)
        snprintf(row->chair[seat].name, sizeof row->chair[seat].name, "%s", table->name[seat]);
    if (table->from_position)
        row->position = sr_position_text(table->game, table->start, false);
    bool fine = (!table->from_position || row->position) &&
                sr_route_write_options(table->game, &table->setup, row);
    return fine ? true : sr_fail(error, SR_PROBLEM_MEMORY, NULL);
}

/* What is stored is loaded as any other table, and a record may be of a kind that tables are not (a
 * position that only an editor makes): that is found out before anything is stored. */
static bool would_load(const struct sr_table *table, const struct sr_table_row *row,
                       struct sr_error *error) {
    struct sr_table *again = sr_row_deal(row, error);
    bool fine = again != NULL;
    for (uint32_t i = 0; fine && i < table->plies; i++)
        fine = sr_table_play(again, table->ply[i].seat, table->ply[i].move, NULL, error);
    sr_table_free(again);
    return fine;
}

static bool store_import(const struct sr_request *request, const struct sr_table *table,
                         struct sr_table_row *row, struct sr_error *error) {
    struct sr_entry *entry = calloc(table->plies + 1, sizeof *entry);
    struct sr_result result = {0};
    bool over = sr_head(table->state)->over;
    if (!entry)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    for (uint32_t i = 0; i < table->plies; i++) {
        struct sr_out out;
        entry[i].number = i + 1;
        entry[i].kind = SR_ENTRY_MOVE;
        entry[i].seat = table->ply[i].seat;
        entry[i].made = row->made;
        sr_out_open(&out, entry[i].move, sizeof entry[i].move);
        sr_move_write(&out, table->game, table->ply[i].move);
    }
    if (over)
        sr_score_result(table, &result);
    enum sr_store_answer answer =
        sr_store_import(request->server->store, row, entry, table->plies, over ? &result : NULL);
    free(entry);
    return answer == SR_STORE_DONE ? true : sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
}

/* A record that somebody sent becomes a table to review. */
bool sr_route_import(const struct sr_request *request, const char *id, struct sr_reply *reply,
                     struct sr_error *error) {
    struct sr_table_row row = {0};
    (void)id;
    if (!sr_route_may_make(request, error) || !sr_route_allows(request, SR_RATE_IMPORT, error))
        return false;
    struct sr_table *table = sr_record_read(request->body, request->body_length, error);
    if (!table)
        return false;
    bool fine = fill_row(request, table, &row, error) && would_load(table, &row, error) &&
                store_import(request, table, &row, error);
    sr_table_free(table);
    reply->status = 201;
    fine = fine && sr_route_reply_table(request, row.id, reply, error);
    sr_table_row_clear(&row);
    return fine;
}

/* ---- all of one's own ---- */

struct exported {
    bool running; /* those that are not over too */
    int count;
    char id[SR_EXPORTED_GAMES][SR_TABLE_ID_BYTES];
};

static bool list_finished(void *context, const struct sr_table_row *row) {
    struct exported *exported = context;
    if (row->status == SR_TABLE_FINISHED || (exported->running && row->status == SR_TABLE_PLAYING))
        memcpy(exported->id[exported->count++], row->id, sizeof row->id);
    return exported->count < SR_EXPORTED_GAMES;
}

/* {"table":...,"made":...,"ended":...,"record":"..."} and a line end. */
static void add_export(struct sr_buffer *out, const struct sr_room *room) {
    struct sr_buffer record = {0};
    sr_buffer_write(&record, write_record, sr_host_table(room->host));
    if (!record.broken) {
        sr_buffer_add(out, "{\"table\":");
        sr_buffer_add_string(out, sr_host_row(room->host)->id);
        sr_buffer_add(out, ",\"game\":");
        sr_buffer_add_string(out, sr_host_row(room->host)->game);
        add_number(out, ",\"made\":", sr_host_row(room->host)->made);
        add_number(out, ",\"ended\":", sr_host_row(room->host)->ended);
        sr_buffer_add(out, ",\"record\":");
        sr_buffer_add_string(out, record.text);
        sr_buffer_add(out, "}\n");
    }
    sr_buffer_free(&record);
}

/* One game a line. Games that these rules cannot replay any more are left out. */
bool sr_route_export(const struct sr_request *request, const char *id, struct sr_reply *reply,
                     struct sr_error *error) {
    struct sr_server *server = request->server;
    (void)id;
    if (!sr_route_signed_in(request, error) || !sr_route_allows(request, SR_RATE_EXPORT, error))
        return false;
    struct exported *exported = calloc(1, sizeof *exported);
    if (!exported)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    exported->running = server->at_home;
    int skip = request->after > 0 ? (int)request->after : 0;
    bool fine = sr_store_list_of(server->store, request->person.id, skip, SR_EXPORTED_GAMES,
                                 list_finished, exported) == SR_STORE_DONE;
    reply->type = "application/x-ndjson";
    for (int i = 0; fine && i < exported->count; i++) {
        struct sr_error ignored = {0};
        struct sr_room *room = sr_room_enter_fresh(server, exported->id[i], &ignored);
        if (!room)
            continue;
        if (sr_host_table(room->host))
            add_export(&reply->text, room);
        sr_room_leave(room);
    }
    free(exported);
    return fine ? true : sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
}
