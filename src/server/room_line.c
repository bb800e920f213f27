/* Long histories. Whatever was played and taken back, what a table is follows from the moves that
 * stand: every so many entries they are kept as a checkpoint, and whoever loads the table, or asks
 * what happened since, replays the moves of the last checkpoint and the entries after it, not the
 * whole history. Nothing is lost by that: the line goes back to the deal, so that moves can be
 * taken back beyond a checkpoint, and records and promises are as they would be.
 *
 * A checkpoint is a text: the time left to each seat and when the last entry was made in its first
 * line, then a line for each move, with its seat. */
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHECKPOINT_EVERY = 64 }; /* entries */

/* ---- taking back, while replaying ---- */

void sr_steps_clear(struct sr_steps *steps) {
    for (int i = 0; i < SR_STEPS; i++) {
        sr_table_free(steps->table[i]);
        steps->table[i] = NULL;
    }
}

/* Remembers a table before the next move. Without memory it is not remembered. */
static void remember(struct sr_steps *steps, const struct sr_table *table) {
    struct sr_table **place = &steps->table[table->plies % SR_STEPS];
    sr_table_free(*place);
    *place = sr_table_copy(table, NULL);
}

/* The table after `ply` moves, if that was not long ago; steps after it led elsewhere. */
static struct sr_table *step_back(struct sr_steps *steps, uint32_t ply) {
    struct sr_table **place = &steps->table[ply % SR_STEPS], *found = NULL;
    if (*place && (*place)->plies == ply) {
        found = *place;
        *place = NULL;
    }
    for (int i = 0; i < SR_STEPS; i++)
        if (steps->table[i] && steps->table[i]->plies > ply) {
            sr_table_free(steps->table[i]);
            steps->table[i] = NULL;
        }
    return found;
}

bool sr_room_replay_deed(struct sr_table **table, const struct sr_deed *deed,
                         struct sr_steps *steps, struct sr_events *events, struct sr_error *error) {
    if (deed->kind == SR_ENTRY_MOVE) {
        if (steps)
            remember(steps, *table);
        return sr_table_play(*table, deed->seat, deed->move, events, error);
    }
    bool undo = deed->kind == SR_ENTRY_UNDO;
    if (undo && sr_table_undoable(*table, deed->seat) == 0)
        return sr_fail(error, SR_PROBLEM_NOTHING_TO_UNDO, NULL);
    uint32_t ply = undo ? (*table)->plies - 1 : deed->ply;
    struct sr_table *past = steps && ply < (*table)->plies ? step_back(steps, ply) : NULL;
    if (!past)
        past = sr_table_at(*table, ply, error);
    if (!past)
        return false;
    sr_table_free(*table);
    *table = past;
    return true;
}

/* ---- checkpoints ---- */

void sr_room_checkpoint(const struct sr_room *room, int64_t last_made) {
    const struct sr_table *table = room->table;
    struct sr_buffer text = {0};
    if ((room->number - room->row.base) % CHECKPOINT_EVERY != 0)
        return;
    sr_buffer_add_number(&text, last_made);
    for (int seat = 0; seat < room->row.seats; seat++) {
        sr_buffer_add(&text, " ");
        sr_buffer_add_number(&text, room->bank[seat]);
    }
    for (uint32_t i = 0; i < table->plies; i++) {
        char move[SR_MOVE_TEXT_BYTES];
        struct sr_out out;
        sr_out_open(&out, move, sizeof move);
        sr_move_write(&out, table->game, table->ply[i].move);
        sr_buffer_add(&text, "\n");
        sr_buffer_add_number(&text, table->ply[i].seat);
        sr_buffer_add(&text, " ");
        sr_buffer_add(&text, move);
    }
    struct sr_checkpoint checkpoint = {room->number, room->row.rules, text.text};
    if (!text.broken)
        sr_store_add_checkpoint(room->server->store, room->id, &checkpoint);
    sr_buffer_free(&text);
}

/* The first line; false: it is none. */
static bool read_banks(const struct sr_room *room, const char **at, int64_t *last_made,
                       int64_t bank[SR_MAX_SEATS]) {
    char *end;
    *last_made = strtoll(*at, &end, 10);
    for (int seat = 0; seat < room->row.seats; seat++) {
        if (*end != ' ')
            return false;
        bank[seat] = strtoll(end + 1, &end, 10);
    }
    *at = end;
    return *end == '\0' || *end == '\n';
}

static bool play_line(const struct sr_room *room, const char *at, struct sr_table *table) {
    while (*at == '\n') {
        char *move;
        long seat = strtol(at + 1, &move, 10);
        if (*move != ' ' || seat < 0 || seat >= room->row.seats)
            return false;
        size_t length = strcspn(++move, "\n");
        if (!sr_table_play_text(table, (int)seat, move, length, NULL, NULL))
            return false;
        at = move + length;
    }
    return *at == '\0';
}

/* A checkpoint is a cache: one that does not fit is as none. */
struct sr_table *sr_room_checkpointed(const struct sr_room *room, int64_t number, int64_t *from,
                                      int64_t *last_made, int64_t bank[SR_MAX_SEATS]) {
    struct sr_checkpoint found;
    if (sr_store_find_checkpoint(room->server->store, room->id, number, &found) != SR_STORE_DONE)
        return NULL;
    const char *at = found.text;
    struct sr_table *table = NULL;
    if (found.rules == room->row.rules && found.number > room->row.base &&
        read_banks(room, &at, last_made, bank))
        table = sr_room_begin(&room->row, NULL);
    if (table && !play_line(room, at, table)) {
        sr_table_free(table);
        table = NULL;
    }
    *from = found.number;
    free(found.text);
    return table;
}

/* ---- what happened since ---- */

struct since {
    const struct sr_room *room;
    struct sr_table *table;
    struct sr_steps steps;
    int viewer;
    enum sr_lang lang;
    int64_t after, number;
    sr_room_tell *tell;
    void *context;
    bool fine;
};

static bool tell_entry(void *context, const struct sr_entry *entry) {
    struct since *since = context;
    struct sr_deed deed;
    _Alignas(8) unsigned char before[SR_MAX_STATE];
    struct sr_events events = {0};
    if (entry->number > since->room->number)
        return false;
    memcpy(before, since->table->state, sizeof before);
    since->fine = entry->number == since->number + 1 &&
                  sr_room_read_deed(since->room, entry, &deed, NULL) &&
                  sr_room_replay_deed(&since->table, &deed, &since->steps, &events, NULL);
    since->number = entry->number;
    if (!since->fine || entry->number <= since->after)
        return since->fine;
    struct sr_buffer message = {0};
    struct sr_scene scene = {since->table, before,       &events, (enum sr_entry_kind)deed.kind,
                             deed.seat,    entry->number};
    sr_wire_event(&message, &scene, since->viewer, since->lang);
    since->fine = !message.broken;
    if (since->fine)
        since->tell(since->context, &message);
    sr_buffer_free(&message);
    return since->fine;
}

bool sr_room_tell_since(const struct sr_room *room, int viewer, enum sr_lang lang, int64_t after,
                        sr_room_tell *tell, void *context) {
    int64_t bank[SR_MAX_SEATS], last_made;
    struct since since = {.room = room,
                          .viewer = viewer,
                          .lang = lang,
                          .after = after,
                          .number = room->row.base,
                          .tell = tell,
                          .context = context,
                          .fine = true};
    since.table = sr_room_checkpointed(room, after, &since.number, &last_made, bank);
    if (!since.table) {
        since.number = room->row.base;
        since.table = sr_room_begin(&room->row, NULL);
    }
    bool fine = since.table && sr_store_list_entries(room->server->store, room->id, since.number,
                                                     tell_entry, &since) == SR_STORE_DONE;
    fine = fine && since.fine && since.number == room->number;
    sr_steps_clear(&since.steps);
    sr_table_free(since.table);
    return fine;
}
