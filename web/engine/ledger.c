/* What is kept of tables, as JSON: one object for a row, an entry, a line of chat. Members that are
 * missing are at their presets, so that what an older house kept can be read. */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_name(struct sr_buffer *out, const char *name) {
    sr_buffer_add(out, out->length && out->text[out->length - 1] == '{' ? "\"" : ",\"");
    sr_buffer_add(out, name);
    sr_buffer_add(out, "\":");
}

static void put_text(struct sr_buffer *out, const char *name, const char *text) {
    if (!*text)
        return;
    put_name(out, name);
    sr_buffer_add_string(out, text);
}

static void put_number(struct sr_buffer *out, const char *name, int64_t number) {
    if (!number)
        return;
    put_name(out, name);
    sr_buffer_add_number(out, number);
}

static bool get_text(const json_t *json, const char *name, char *text, size_t size) {
    return (size_t)snprintf(text, size, "%s", sr_inbox_text(json, name)) < size;
}

/* Within what the type that it goes into can hold. */
static bool get_small(const json_t *json, const char *name, int low, int high, int *number) {
    int64_t given = sr_inbox_number(json, name, 0);
    *number = (int)given;
    return given >= low && given <= high;
}

/* ---- rows ---- */

static void write_chair(struct sr_buffer *out, const struct sr_chair *chair) {
    sr_buffer_add(out, "{");
    put_number(out, "person", chair->person);
    put_text(out, "name", chair->name);
    put_text(out, "bot", chair->bot);
    put_number(out, "points", chair->points);
    put_number(out, "rank", chair->rank);
    put_number(out, "won", chair->won);
    sr_buffer_add(out, "}");
}

void sr_ledger_write_row(struct sr_buffer *out, const struct sr_table_row *row) {
    sr_buffer_add(out, "{");
    put_text(out, "id", row->id);
    put_text(out, "code", row->code);
    put_text(out, "game", row->game);
    put_text(out, "options", row->options);
    put_number(out, "rules", row->rules);
    put_number(out, "seats", row->seats);
    put_name(out, "seed");
    sr_buffer_add(out, "\"");
    sr_buffer_add_hex(out, row->seed, sizeof row->seed);
    sr_buffer_add(out, "\"");
    put_text(out, "position", row->position ? row->position : "");
    put_text(out, "clock", row->clock);
    put_number(out, "open", row->open);
    put_number(out, "status", (int64_t)row->status);
    put_number(out, "host", row->host);
    put_number(out, "made", row->made);
    put_number(out, "ended", row->ended);
    put_text(out, "rematch", row->rematch);
    put_number(out, "hints", row->hints);
    put_number(out, "shared", row->shared);
    put_number(out, "imported", row->imported);
    put_number(out, "quarantine", (int64_t)row->quarantine);
    put_number(out, "base", row->base);
    put_name(out, "chairs");
    sr_buffer_add(out, "[");
    for (int seat = 0; seat < row->seats; seat++) {
        sr_buffer_add(out, seat ? "," : "");
        write_chair(out, &row->chair[seat]);
    }
    sr_buffer_add(out, "]}");
}

static bool read_chair(const json_t *json, struct sr_chair *chair) {
    int rank = 0;
    chair->person = sr_inbox_number(json, "person", 0);
    chair->points = (int)sr_inbox_number(json, "points", 0);
    chair->won = sr_inbox_number(json, "won", 0) != 0;
    bool fine = get_text(json, "name", chair->name, sizeof chair->name) &&
                get_text(json, "bot", chair->bot, sizeof chair->bot) &&
                get_small(json, "rank", 0, SR_MAX_SEATS, &rank);
    chair->rank = rank;
    return fine;
}

static bool read_chairs(const json_t *json, struct sr_table_row *row) {
    if (json_array_size(json) != (size_t)row->seats)
        return false;
    for (int seat = 0; seat < row->seats; seat++)
        if (!read_chair(json_array_get(json, (size_t)seat), &row->chair[seat]))
            return false;
    return true;
}

bool sr_ledger_read_row(const json_t *json, struct sr_table_row *row) {
    int status = 0, quarantine = 0;
    const char *seed = sr_inbox_text(json, "seed"), *position = sr_inbox_text(json, "position");
    *row = (struct sr_table_row){.host = sr_inbox_number(json, "host", 0),
                                 .made = sr_inbox_number(json, "made", 0),
                                 .ended = sr_inbox_number(json, "ended", 0),
                                 .base = sr_inbox_number(json, "base", 0),
                                 .open = sr_inbox_number(json, "open", 0) != 0,
                                 .hints = sr_inbox_number(json, "hints", 0) != 0,
                                 .shared = sr_inbox_number(json, "shared", 0) != 0,
                                 .imported = sr_inbox_number(json, "imported", 0) != 0};
    bool fine = get_text(json, "id", row->id, sizeof row->id) && *row->id &&
                get_text(json, "code", row->code, sizeof row->code) &&
                get_text(json, "game", row->game, sizeof row->game) &&
                get_text(json, "options", row->options, sizeof row->options) &&
                get_text(json, "clock", row->clock, sizeof row->clock) &&
                get_text(json, "rematch", row->rematch, sizeof row->rematch) &&
                get_small(json, "rules", 1, UINT8_MAX, &row->rules) &&
                get_small(json, "seats", 1, SR_MAX_SEATS, &row->seats) &&
                get_small(json, "status", 0, SR_TABLE_CLOSED, &status) &&
                get_small(json, "quarantine", 0, SR_QUARANTINE_DAMAGED, &quarantine) &&
                strlen(seed) == 2 * SR_SEED_BYTES &&
                sr_seed_parse(seed, 2 * SR_SEED_BYTES, row->seed) &&
                read_chairs(json_object_get(json, "chairs"), row);
    if (!fine)
        return false;
    row->status = (enum sr_table_status)status;
    row->quarantine = (enum sr_quarantine)quarantine;
    if (*position)
        row->position = strdup(position);
    return !*position || row->position;
}

/* ---- entries ---- */

void sr_ledger_write_entry(struct sr_buffer *out, const struct sr_entry *entry) {
    sr_buffer_add(out, "{");
    put_number(out, "number", entry->number);
    put_number(out, "kind", (int64_t)entry->kind);
    put_number(out, "seat", entry->seat);
    put_text(out, "move", entry->move);
    put_number(out, "made", entry->made);
    put_number(out, "spent", entry->spent);
    sr_buffer_add(out, "}");
}

bool sr_ledger_read_entry(const json_t *json, struct sr_entry *entry) {
    int kind = 0;
    *entry = (struct sr_entry){.number = sr_inbox_number(json, "number", 0),
                               .made = sr_inbox_number(json, "made", 0),
                               .spent = sr_inbox_number(json, "spent", 0)};
    bool fine = get_small(json, "kind", 0, SR_ENTRY_STAND_IN, &kind) &&
                get_small(json, "seat", 0, SR_MAX_SEATS - 1, &entry->seat) &&
                get_text(json, "move", entry->move, sizeof entry->move);
    entry->kind = (enum sr_entry_kind)kind;
    return fine;
}

/* ---- chat ---- */

void sr_ledger_write_chat(struct sr_buffer *out, const struct sr_chat *chat) {
    sr_buffer_add(out, "{");
    put_number(out, "number", chat->number);
    put_number(out, "person", chat->person);
    put_text(out, "name", chat->name);
    put_text(out, "text", chat->text);
    put_number(out, "made", chat->made);
    sr_buffer_add(out, "}");
}

bool sr_ledger_read_chat(const json_t *json, struct sr_chat *chat) {
    *chat = (struct sr_chat){.number = sr_inbox_number(json, "number", 0),
                             .person = sr_inbox_number(json, "person", 0),
                             .made = sr_inbox_number(json, "made", 0)};
    return get_text(json, "name", chat->name, sizeof chat->name) &&
           get_text(json, "text", chat->text, sizeof chat->text);
}
