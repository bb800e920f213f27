/* Playing at a table: moves, taking back, chat. An entry is tried on the table in memory, stored,
 * and told only when it is durable. */
#include "room.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static bool fail_moved_on(const struct sr_room *room, int64_t after, struct sr_error *error) {
    char last[24], given[24];
    snprintf(last, sizeof last, "%lld", (long long)room->number);
    snprintf(given, sizeof given, "%lld", (long long)after);
    return sr_fail(error, SR_PROBLEM_MOVED_ON, last, given, NULL);
}

bool sr_room_may_act(const struct sr_room *room, int seat, int64_t after, struct sr_error *error) {
    if (seat < 0)
        return sr_fail(error, SR_PROBLEM_NO_SEAT, NULL);
    if (room->row.status == SR_TABLE_FINISHED)
        return sr_fail(error, SR_PROBLEM_GAME_OVER, NULL);
    if (room->row.status != SR_TABLE_PLAYING)
        return sr_fail(error, SR_PROBLEM_NOT_PLAYING, NULL);
    if (after >= 0 && after != room->number)
        return fail_moved_on(room, after, error);
    return true;
}

/* The store did not take an entry. If somebody else was there first, the room is read again. */
static bool entry_refused(struct sr_room *room, enum sr_store_answer answer,
                          struct sr_error *error) {
    if (answer != SR_STORE_CONFLICT) {
        char complaint[200];
        sr_store_complaint(room->server->store, complaint, sizeof complaint);
        sr_log("error", "store cannot write", "table", room->id, "why", complaint, NULL);
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    }
    int64_t known = room->number;
    sr_room_unload(room);
    if (!sr_room_load(room, error)) {
        sr_room_unload(room);
        return false;
    }
    sr_room_tell_table(room);
    if (room->table)
        sr_room_tell_views(room);
    return fail_moved_on(room, known, error);
}

void sr_room_score(const struct sr_table *table, struct sr_result *result) {
    struct sr_sheet sheet = {0};
    sr_score(table->game, table->state, &sheet);
    result->seats = sr_head(table->state)->seats;
    for (int seat = 0; seat < result->seats; seat++) {
        result->points[seat] = sheet.total[seat];
        result->rank[seat] = sheet.rank[seat];
        result->won[seat] = sheet.winners >> seat & 1;
    }
}

/* An entry that is tried, stored and then told. */
struct attempt {
    struct sr_entry entry;
    int decider; /* before it */
    _Alignas(8) unsigned char before[SR_MAX_STATE];
    struct sr_events events;
};

static void begin_attempt(const struct sr_room *room, struct attempt *attempt,
                          enum sr_entry_kind kind, int seat) {
    attempt->entry = (struct sr_entry){.number = room->number + 1,
                                       .kind = kind,
                                       .seat = seat,
                                       .made = (int64_t)time(NULL),
                                       .spent = sr_room_spent(room)};
    attempt->decider = sr_room_decider(room);
    memcpy(attempt->before, room->table->state, sizeof attempt->before);
    attempt->events.count = 0;
}

static void tell_clock(struct sr_room *room) {
    if (sr_clock_read(room->row.clock).kind == SR_CLOCK_NONE)
        return;
    for (int i = 0; i < room->watchers; i++) {
        struct sr_buffer message = {0};
        sr_wire_clock(&message, room);
        sr_room_send(room->watcher[i].socket, &message);
    }
}

/* It is durable, and the table is as it is after it: counts and tells it. */
static bool finish_attempt(struct sr_room *room, const struct attempt *attempt, struct sr_deed deed,
                           struct sr_error *error) {
    const struct sr_entry *entry = &attempt->entry;
    if (!sr_room_add_deed(room, deed)) {
        sr_room_unload(room); /* it is stored: the next one who enters reads it */
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    }
    bool over = sr_head(room->table->state)->over;
    if (over) {
        room->row.status = SR_TABLE_FINISHED;
        room->row.ended = entry->made;
    }
    sr_room_charge(room, attempt->decider, entry->kind, entry->spent);
    sr_room_tick(room);
    sr_room_drop_petition(room);
    sr_room_changed(room);
    sr_room_checkpoint(room, entry->made);
    if (!*room->row.chair[entry->seat].bot)
        room->seen[entry->seat] = sr_milliseconds();
    struct sr_scene scene = {room->table, attempt->before, &attempt->events,
                             entry->kind, entry->seat,     room->number};
    sr_room_tell_scene(room, &scene);
    tell_clock(room);
    if (over)
        sr_room_tell_table(room);
    sr_room_call_bot(room);
    return true;
}

bool sr_room_move(struct sr_room *room, int seat, const char *move, int64_t after,
                  struct sr_error *error) {
    if (!sr_room_may_act(room, seat, after, error))
        return false;
    struct sr_table *table = room->table;
    struct attempt attempt;
    begin_attempt(room, &attempt, SR_ENTRY_MOVE, seat);
    if (!sr_table_play_text(table, seat, move, strlen(move), &attempt.events, error))
        return false;
    struct sr_move played = table->ply[table->plies - 1].move;
    struct sr_out out;
    sr_out_open(&out, attempt.entry.move, sizeof attempt.entry.move);
    sr_move_write(&out, table->game, played);
    bool over = sr_head(table->state)->over;
    struct sr_result result = {0};
    if (over)
        sr_room_score(table, &result);
    enum sr_store_answer answer =
        sr_store_add_entry(room->server->store, room->id, &attempt.entry, over ? &result : NULL);
    if (answer != SR_STORE_DONE) {
        sr_table_undo(table, SR_REFEREE, NULL);
        return entry_refused(room, answer, error);
    }
    sr_count(SR_COUNT_MOVES, 1);
    struct sr_deed deed = {.move = played, .kind = SR_ENTRY_MOVE, .seat = (uint8_t)seat};
    return finish_attempt(room, &attempt, deed, error);
}

bool sr_room_undo(struct sr_room *room, int seat, int64_t after, struct sr_error *error) {
    if (!sr_room_may_act(room, seat, after, error))
        return false;
    if (sr_table_undoable(room->table, seat) == 0)
        return sr_fail(error, SR_PROBLEM_NOTHING_TO_UNDO, NULL);
    struct attempt attempt;
    begin_attempt(room, &attempt, SR_ENTRY_UNDO, seat);
    enum sr_store_answer answer =
        sr_store_add_entry(room->server->store, room->id, &attempt.entry, NULL);
    if (answer != SR_STORE_DONE)
        return entry_refused(room, answer, error);
    if (!sr_table_undo(room->table, seat, error)) {
        sr_room_unload(room);
        return false;
    }
    sr_count(SR_COUNT_UNDOS, 1);
    struct sr_deed deed = {.kind = SR_ENTRY_UNDO, .seat = (uint8_t)seat};
    return finish_attempt(room, &attempt, deed, error);
}

bool sr_room_return(struct sr_room *room, int seat, uint32_t ply, struct sr_error *error) {
    struct sr_table *past = sr_table_at(room->table, ply, error);
    if (!past)
        return false;
    struct attempt attempt;
    begin_attempt(room, &attempt, SR_ENTRY_RETURN, seat);
    snprintf(attempt.entry.move, sizeof attempt.entry.move, "%u", (unsigned)ply);
    enum sr_store_answer answer =
        sr_store_add_entry(room->server->store, room->id, &attempt.entry, NULL);
    if (answer != SR_STORE_DONE) {
        sr_table_free(past);
        return entry_refused(room, answer, error);
    }
    sr_table_free(room->table);
    room->table = past;
    sr_count(SR_COUNT_UNDOS, 1);
    struct sr_deed deed = {.ply = ply, .kind = SR_ENTRY_RETURN, .seat = (uint8_t)seat};
    bool fine = finish_attempt(room, &attempt, deed, error);
    if (fine)
        sr_room_tell_table(room); /* nothing is asked any more */
    return fine;
}

bool sr_room_chat(struct sr_room *room, const struct sr_person *person, const char *text,
                  struct sr_error *error) {
    if (sr_room_seat(room, person->id) < 0)
        return sr_fail(error, SR_PROBLEM_NO_SEAT, NULL);
    struct sr_chat chat = {.person = person->id, .made = (int64_t)time(NULL)};
    snprintf(chat.name, sizeof chat.name, "%s", person->name);
    snprintf(chat.text, sizeof chat.text, "%s", text);
    if (sr_store_add_chat(room->server->store, room->id, &chat) != SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    sr_count(SR_COUNT_CHAT, 1);
    for (int i = 0; i < room->watchers; i++) {
        struct sr_buffer message = {0};
        sr_wire_chat(&message, &chat);
        sr_room_send(room->watcher[i].socket, &message);
    }
    return true;
}
