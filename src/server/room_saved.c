/* Saved positions: what tables in play go on from when the rules of their game have changed. They
 * are saved some seconds after a table moved, many in one commit, and all when the server stops. A
 * history tells the same and more, but only a program that knows its rules can replay it. */
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 64,        /* positions in one commit */
    MOST_SAVING = 3000 /* milliseconds: a stop must not take long */
};

/* ---- saving ---- */

void sr_room_changed(struct sr_room *room) {
    if (room->row.status != SR_TABLE_PLAYING)
        atomic_store(&room->unsaved, 0);
    else if (atomic_load(&room->unsaved) == 0)
        atomic_store(&room->unsaved, sr_milliseconds());
}

/* The position as it is now; false: there is nothing to save. What changes from here on is noted
 * anew. */
static bool take_position(struct sr_room *room, struct sr_saved *saved) {
    const struct sr_table *table = room->table;
    atomic_store(&room->unsaved, 0);
    if (room->row.status != SR_TABLE_PLAYING || !table)
        return false;
    *saved = (struct sr_saved){.number = room->number, .rules = room->row.rules};
    memcpy(saved->id, room->id, sizeof saved->id);
    saved->position = sr_position_text(table->game, table->state, table->loose);
    if (!saved->position)
        sr_room_changed(room);
    return saved->position != NULL;
}

/* What could not be stored is tried again later. */
static void try_again(struct sr_server *server, const struct sr_saved *saved, int count) {
    char complaint[200];
    sr_store_complaint(server->store, complaint, sizeof complaint);
    sr_log("warning", "positions were not saved", "why", complaint, NULL);
    for (int i = 0; i < count; i++) {
        struct sr_error error = {0};
        struct sr_room *room = sr_room_enter(server, saved[i].id, &error);
        if (!room)
            continue;
        sr_room_changed(room);
        sr_room_leave(room);
    }
}

/* Up to BATCH tables in one commit; false: the store did not take them. */
static bool save_batch(struct sr_server *server, char (*id)[SR_TABLE_ID_BYTES], int count) {
    struct sr_saved saved[BATCH];
    int taken = 0;
    for (int i = 0; i < count; i++) {
        struct sr_error error = {0};
        struct sr_room *room = sr_room_enter(server, id[i], &error);
        if (!room)
            continue;
        taken += take_position(room, &saved[taken]);
        sr_room_leave(room);
    }
    bool fine = taken == 0 || sr_store_save_positions(server->store, saved, taken) == SR_STORE_DONE;
    if (!fine)
        try_again(server, saved, taken);
    for (int i = 0; i < taken; i++)
        free(saved[i].position);
    return fine;
}

void sr_rooms_save_due(struct sr_server *server, int64_t now) {
    char id[BATCH][SR_TABLE_ID_BYTES];
    int count = BATCH;
    while (count == BATCH) {
        count = sr_rooms_list_unsaved(server->rooms, now - SR_SAVE_AFTER, id, BATCH);
        if (!save_batch(server, id, count))
            break;
    }
}

struct id_list {
    size_t count, room;
    char (*id)[SR_TABLE_ID_BYTES];
};

static bool list_id(void *context, const char *id) {
    struct id_list *list = context;
    if (list->count == list->room) {
        size_t wanted = list->room ? 2 * list->room : BATCH;
        void *grown = realloc(list->id, wanted * sizeof *list->id);
        if (!grown)
            return false;
        list->id = grown;
        list->room = wanted;
    }
    snprintf(list->id[list->count++], SR_TABLE_ID_BYTES, "%s", id);
    return true;
}

void sr_rooms_save_all(struct sr_server *server) {
    struct id_list list = {0};
    size_t done = 0;
    int64_t until = sr_milliseconds() + MOST_SAVING;
    sr_store_list_unsaved(server->store, list_id, &list);
    while (done < list.count && sr_milliseconds() < until) {
        size_t count = list.count - done < BATCH ? list.count - done : BATCH;
        if (!save_batch(server, &list.id[done], (int)count))
            break;
        done += count;
    }
    if (done < list.count) {
        char count[24], all[24];
        snprintf(count, sizeof count, "%zu", done);
        snprintf(all, sizeof all, "%zu", list.count);
        sr_log("warning", "positions were not all saved", "saved", count, "of", all, NULL);
    }
    free(list.id);
}

/* ---- when the rules have changed ---- */

/* A position that an older program saved, under the rules of today. It is accepted only if it is a
 * position of these rules in every respect. */
static struct sr_table *renew(const char *saved, int rules) {
    struct sr_error ignored = {0};
    json_t *json = json_loads(saved, JSON_REJECT_DUPLICATES, NULL);
    char *text = NULL;
    if (json && json_object_set_new(json, "rules", json_integer(rules)) == 0)
        text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    struct sr_table *table = text ? sr_position_read(text, strlen(text), false, &ignored) : NULL;
    free(text);
    return table;
}

/* A table on its way from the position that was saved to its last entry. */
struct renewal {
    struct sr_room *room;
    struct sr_table *table; /* NULL: it cannot be done */
    int64_t number;         /* of the entry that it stands after */
    uint32_t plies;         /* how many moves led to the saved position */
};

/* Where it starts from: the position saved last, or the one that the table itself began with. */
static void begin_renewal(struct renewal *renewal) {
    const struct sr_room *room = renewal->room;
    char *saved = NULL;
    int64_t number;
    if (sr_store_saved_position(room->server->store, room->id, &number, &saved) != SR_STORE_DONE)
        number = -1;
    bool older = number < room->row.base;
    const char *from = older ? room->row.position : saved;
    renewal->number = older ? room->row.base : number;
    renewal->table = from ? renew(from, room->game->rules) : NULL;
    free(saved);
}

/* How many moves stand after an entry, if so many stood before it. */
static uint32_t count_plies(const struct sr_entry *entry, uint32_t plies) {
    switch (entry->kind) {
    case SR_ENTRY_MOVE:
        return plies + 1;
    case SR_ENTRY_UNDO:
        return plies - 1;
    case SR_ENTRY_RETURN:
        break;
    }
    return (uint32_t)strtoul(entry->move, NULL, 10);
}

/* Entries up to the saved position only count; those after it must be possible under the rules of
 * today as well. */
static bool renew_entry(void *context, const struct sr_entry *entry) {
    struct renewal *renewal = context;
    struct sr_error ignored = {0};
    struct sr_deed deed;
    if (entry->number <= renewal->number) {
        renewal->plies = count_plies(entry, renewal->plies);
        return true;
    }
    bool fine = sr_room_read_deed(renewal->room, entry, &deed, &ignored);
    if (fine && deed.kind == SR_ENTRY_RETURN) {
        fine = deed.ply >= renewal->plies;
        deed.ply -= renewal->plies;
    }
    fine = fine && sr_room_replay_deed(&renewal->table, &deed, NULL, NULL, &ignored);
    renewal->number = entry->number;
    if (!fine) {
        sr_table_free(renewal->table);
        renewal->table = NULL;
    }
    return fine;
}

bool sr_room_rebase(struct sr_room *room, struct sr_error *error) {
    struct sr_store *store = room->server->store;
    struct renewal renewal = {.room = room};
    begin_renewal(&renewal);
    bool fine = renewal.table && sr_store_list_entries(store, room->id, room->row.base, renew_entry,
                                                       &renewal) == SR_STORE_DONE;
    const struct sr_table *table = renewal.table;
    fine = fine && table && !sr_head(table->state)->over;
    char *position = fine ? sr_position_text(table->game, table->state, false) : NULL;
    fine = position && sr_store_rebase(store, room->id, renewal.number, room->game->rules,
                                       position) == SR_STORE_DONE;
    free(position);
    sr_table_free(renewal.table);
    if (!fine)
        return sr_room_fail_rules(&room->row, room->game->rules, error);
    sr_log("info", "table goes on under new rules", "table", room->id, NULL);
    sr_table_row_clear(&room->row);
    if (sr_store_get_table(store, room->id, &room->row) != SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    return true;
}
