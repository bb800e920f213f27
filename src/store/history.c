/* Histories in the store: entries, results, saved positions, charts, chat. */
#include "kind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- history ---- */

struct new_entry {
    const char *id;
    const struct sr_entry *entry;
    const struct sr_result *result;
    int64_t fence;
};

static enum sr_store_answer add_results(struct sr_link *link, const char *id,
                                        const struct sr_result *result) {
    enum sr_store_answer answer = SR_STORE_DONE;
    for (int seat = 0; seat < result->seats && answer == SR_STORE_DONE; seat++)
        answer = sr_link_run(
            sr_link_ask(link,
                        "INSERT INTO results (table_id, seat, person, bot, points, rank, won)"
                        " SELECT table_id, seat, person, bot, ?, ?, ? FROM seats"
                        " WHERE table_id = ? AND seat = ?",
                        "iiiti", (int64_t)result->points[seat], (int64_t)result->rank[seat],
                        (int64_t)result->won[seat], id, (int64_t)seat));
    return answer;
}

static enum sr_store_answer finish(struct sr_link *link, const struct new_entry *new) {
    enum sr_store_answer answer =
        sr_link_set_status(link, new->id, SR_TABLE_PLAYING, SR_TABLE_FINISHED);
    if (answer == SR_STORE_DONE)
        answer = sr_link_run(sr_link_ask(link, "UPDATE tables SET ended = ? WHERE id = ?", "it",
                                         new->entry->made, new->id));
    if (answer == SR_STORE_DONE)
        answer = sr_link_run(
            sr_link_ask(link, "DELETE FROM positions WHERE table_id = ?", "t", new->id));
    if (answer == SR_STORE_DONE)
        answer = add_results(link, new->id, new->result);
    bool rates = answer == SR_STORE_DONE && !new->result->unrated;
    return rates ? sr_link_rate(link, new->id) : answer;
}

static enum sr_store_answer add_entry(struct sr_link *link, void *context) {
    const struct new_entry *new = context;
    const struct sr_entry *entry = new->entry;
    enum sr_store_answer answer = sr_link_run(
        sr_link_ask(link,
                    "INSERT INTO moves (table_id, number, kind, seat, move, made, spent)"
                    " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 FROM tables WHERE id = ?1 AND status = 1"
                    " AND ?2 = 1 + (SELECT coalesce(max(number), 0) FROM moves WHERE table_id = ?1)"
                    " {AND (?8 = 0 OR fence = ?8) FOR SHARE}",
                    "tiiitiii", new->id, entry->number, (int64_t)entry->kind, (int64_t)entry->seat,
                    entry->move, entry->made, entry->spent, new->fence));
    answer = sr_link_found_one(link, answer);
    return answer == SR_STORE_DONE && new->result ? finish(link, new) : answer;
}

static enum sr_store_answer entry_is_there(struct sr_link *link, void *context) {
    const struct new_entry *new = context;
    const struct sr_entry *entry = new->entry;
    return sr_link_finds(
        sr_link_ask(link,
                    "SELECT 1 FROM moves WHERE table_id = ? AND number = ? AND kind = ?"
                    " AND seat = ? AND move = ? AND made = ? AND spent = ?",
                    "tiiitii", new->id, entry->number, (int64_t)entry->kind, (int64_t)entry->seat,
                    entry->move, entry->made, entry->spent));
}

/* A move that does not end the game is one statement. */
enum sr_store_answer sr_store_add_entry_as(struct sr_store *store, const char *id, int64_t fence,
                                           const struct sr_entry *entry,
                                           const struct sr_result *result) {
    struct new_entry new = {id, entry, result, fence};
    return sr_store_tell_table(store, id,
                               (result ? sr_store_write_once : sr_store_write_one_once)(
                                   store, add_entry, entry_is_there, &new));
}

bool sr_store_add_entry_then(struct sr_store *store, const char *id, int64_t fence,
                             const struct sr_entry *entry, const struct sr_result *result,
                             sr_store_then *then, void *context) {
    struct new_entry new = {id, entry, result, fence};
    return store->kind->write_then &&
           store->kind->write_then(store, add_entry, &new, sizeof new, then, context);
}

enum sr_store_answer sr_store_add_entry(struct sr_store *store, const char *id,
                                        const struct sr_entry *entry,
                                        const struct sr_result *result) {
    return sr_store_add_entry_as(store, id, 0, entry, result);
}

enum sr_store_answer sr_store_list_entries(struct sr_store *store, const char *id, int64_t after,
                                           sr_store_each_entry *each, void *context) {
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *ask =
        sr_link_ask(link,
                    "SELECT number, kind, seat, move, made, spent, {at|0} FROM moves"
                    " WHERE table_id = ? AND number > ? ORDER BY number",
                    "ti", id, after);
    enum sr_step code = SR_STEP_BROKEN;
    while (ask && (code = sr_rows_next(ask)) == SR_STEP_ROW) {
        struct sr_entry entry = {.number = sr_column_number(ask, 0),
                                 .kind = (enum sr_entry_kind)sr_column_int(ask, 1),
                                 .seat = sr_column_int(ask, 2),
                                 .made = sr_column_number(ask, 4),
                                 .spent = sr_column_number(ask, 5),
                                 .at = sr_column_number(ask, 6)};
        sr_column_text(ask, 3, entry.move, sizeof entry.move);
        if (!each(context, &entry))
            break;
    }
    enum sr_store_answer answer = sr_link_walked(ask, code);
    sr_store_read_end(store, link);
    return answer;
}

enum sr_store_answer sr_store_get_result(struct sr_store *store, const char *id,
                                         struct sr_result *result) {
    memset(result, 0, sizeof *result);
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *ask = sr_link_ask(
        link, "SELECT points, rank, won FROM results WHERE table_id = ? ORDER BY seat", "t", id);
    enum sr_step code = SR_STEP_BROKEN;
    while (ask && result->seats < SR_MAX_SEATS && (code = sr_rows_next(ask)) == SR_STEP_ROW) {
        result->points[result->seats] = sr_column_int(ask, 0);
        result->rank[result->seats] = sr_column_int(ask, 1);
        result->won[result->seats] = sr_column_int(ask, 2) != 0;
        result->seats++;
    }
    enum sr_store_answer answer = sr_link_walked(ask, code);
    sr_store_read_end(store, link);
    return answer == SR_STORE_DONE && result->seats == 0 ? SR_STORE_MISSING : answer;
}

/* ---- games from elsewhere ---- */

struct new_import {
    const struct sr_table_row *row;
    const struct sr_entry *entry;
    int64_t count;
    const struct sr_result *result;
};

static enum sr_store_answer import(struct sr_link *link, void *context) {
    const struct new_import *new = context;
    enum sr_store_answer answer = sr_link_add_table(link, new->row);
    for (int64_t i = 0; i < new->count &&answer == SR_STORE_DONE; i++) {
        const struct sr_entry *entry = &new->entry[i];
        answer =
            sr_link_run(sr_link_ask(link,
                                    "INSERT INTO moves (table_id, number, kind, seat, move, made)"
                                    " VALUES (?, ?, ?, ?, ?, ?)",
                                    "tiiiti", new->row->id, entry->number, (int64_t)entry->kind,
                                    (int64_t)entry->seat, entry->move, entry->made));
    }
    return answer == SR_STORE_DONE && new->result ? add_results(link, new->row->id, new->result)
                                                  : answer;
}

static enum sr_store_answer import_is_there(struct sr_link *link, void *context) {
    return sr_link_finds_table(link, ((const struct new_import *)context)->row->id);
}

enum sr_store_answer sr_store_import(struct sr_store *store, const struct sr_table_row *row,
                                     const struct sr_entry *entry, int64_t count,
                                     const struct sr_result *result) {
    struct new_import new = {row, entry, count, result};
    return sr_store_write_once(store, import, import_is_there, &new);
}

/* ---- saved positions ---- */

struct position_change {
    const char *id, *position;
    int64_t number;
    int rules;
};

struct new_positions {
    const struct sr_saved *saved;
    int count;
};

/* A game may have ended since its position was taken. */
static enum sr_store_answer save_positions(struct sr_link *link, void *context) {
    const struct new_positions *new = context;
    enum sr_store_answer answer = SR_STORE_DONE;
    for (int i = 0; i < new->count &&answer == SR_STORE_DONE; i++) {
        const struct sr_saved *saved = &new->saved[i];
        answer = sr_link_run(
            sr_link_ask(link,
                        "INSERT INTO positions (table_id, number, rules, position)"
                        " SELECT id, ?2, ?3, ?4 FROM tables WHERE id = ?1 AND status = 1"
                        " {AND (?5 = 0 OR fence = ?5) FOR SHARE|}"
                        " ON CONFLICT (table_id) DO UPDATE SET number = excluded.number,"
                        "  rules = excluded.rules, position = excluded.position",
                        "tiiti", saved->id, saved->number, (int64_t)saved->rules, saved->position,
                        saved->fence));
    }
    return answer;
}

enum sr_store_answer sr_store_save_positions(struct sr_store *store, const struct sr_saved *saved,
                                             int count) {
    struct new_positions new = {saved, count};
    return sr_store_write(store, save_positions, &new);
}

/* A number and a text of the only row. */
static enum sr_store_answer read_text(struct sr_rows *ask, int64_t *number, char **copy) {
    enum sr_step code = ask ? sr_rows_next(ask) : SR_STEP_BROKEN;
    const char *text = code == SR_STEP_ROW ? sr_column_string(ask, 1) : NULL;
    *number = code == SR_STEP_ROW ? sr_column_number(ask, 0) : 0;
    *copy = text ? strdup(text) : NULL;
    enum sr_store_answer answer = sr_link_walked(ask, code);
    return answer == SR_STORE_DONE && !*copy ? SR_STORE_MISSING : answer;
}

enum sr_store_answer sr_store_saved_position(struct sr_store *store, const char *id,
                                             int64_t *number, char **position) {
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *ask =
        sr_link_ask(link, "SELECT number, position FROM positions WHERE table_id = ?", "t", id);
    enum sr_store_answer answer = read_text(ask, number, position);
    sr_store_read_end(store, link);
    return answer;
}

static enum sr_store_answer rebase(struct sr_link *link, void *context) {
    const struct position_change *change = context;
    enum sr_store_answer answer = sr_link_run(
        sr_link_ask(link,
                    "UPDATE tables SET rules = ?, position = ?, base = ?3{, revision = revision + "
                    "1} WHERE id = ?4"
                    " AND status = 1"
                    " AND ?3 = (SELECT coalesce(max(number), 0) FROM moves WHERE table_id = ?4)",
                    "itit", (int64_t)change->rules, change->position, change->number, change->id));
    return sr_link_found_one(link, answer);
}

enum sr_store_answer sr_store_rebase(struct sr_store *store, const char *id, int64_t number,
                                     int rules, const char *position) {
    struct position_change change = {id, position, number, rules};
    return sr_store_tell_table(store, id, sr_store_write_one(store, rebase, &change));
}

enum sr_store_answer sr_store_list_unsaved(struct sr_store *store, sr_store_each_id *each,
                                           void *context) {
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *ask =
        sr_link_ask(link,
                    "SELECT id FROM tables LEFT JOIN positions ON table_id = id WHERE status = 1"
                    " AND coalesce(number, -1) <>"
                    "  (SELECT coalesce(max(number), 0) FROM moves WHERE moves.table_id = id)",
                    "");
    enum sr_step code = SR_STEP_BROKEN;
    while (ask && (code = sr_rows_next(ask)) == SR_STEP_ROW) {
        char id[SR_TABLE_ID_BYTES];
        sr_column_text(ask, 0, id, sizeof id);
        if (!each(context, id))
            break;
    }
    enum sr_store_answer answer = sr_link_walked(ask, code);
    sr_store_read_end(store, link);
    return answer;
}

/* ---- checkpoints ---- */

struct new_checkpoint {
    char id[SR_TABLE_ID_BYTES];
    int64_t number;
    int rules;
    char text[]; /* with its end */
};

static enum sr_store_answer add_checkpoint(struct sr_link *link, void *context) {
    const struct new_checkpoint *new = context;
    enum sr_store_answer answer =
        sr_link_run(sr_link_ask(link,
                                "INSERT INTO checkpoints (table_id, number, rules, text)"
                                " SELECT id, ?2, ?3, ?4 FROM tables WHERE id = ?1"
                                " ON CONFLICT (table_id, number) DO UPDATE"
                                "  SET rules = excluded.rules, text = excluded.text",
                                "tiit", new->id, new->number, (int64_t) new->rules, new->text));
    if (answer == SR_STORE_DONE)
        answer = sr_link_run(sr_link_ask(link,
                                         "DELETE FROM checkpoints WHERE table_id = ?1 AND number <="
                                         " (SELECT number FROM checkpoints WHERE table_id = ?1"
                                         "  ORDER BY number DESC LIMIT 1 OFFSET ?2)",
                                         "ti", new->id, (int64_t)SR_KEPT_CHECKPOINTS));
    return answer;
}

void sr_store_add_checkpoint(struct sr_store *store, const char *id,
                             const struct sr_checkpoint *checkpoint) {
    size_t length = strlen(checkpoint->text) + 1;
    struct new_checkpoint *new = calloc(1, sizeof *new + length);
    if (!new)
        return;
    snprintf(new->id, sizeof new->id, "%s", id);
    new->number = checkpoint->number;
    new->rules = checkpoint->rules;
    memcpy(new->text, checkpoint->text, length);
    sr_store_write_later(store, add_checkpoint, new, sizeof *new + length);
    free(new);
}

enum sr_store_answer sr_store_find_checkpoint(struct sr_store *store, const char *id,
                                              int64_t number, struct sr_checkpoint *checkpoint) {
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *ask =
        sr_link_ask(link,
                    "SELECT number, text, rules FROM checkpoints WHERE table_id = ?"
                    " AND number <= ? ORDER BY number DESC LIMIT 1",
                    "ti", id, number);
    *checkpoint = (struct sr_checkpoint){0};
    enum sr_step code = ask ? sr_rows_next(ask) : SR_STEP_BROKEN;
    const char *text = code == SR_STEP_ROW ? sr_column_string(ask, 1) : NULL;
    if (text) {
        checkpoint->number = sr_column_number(ask, 0);
        checkpoint->rules = sr_column_int(ask, 2);
        checkpoint->text = strdup(text);
    }
    enum sr_store_answer answer = sr_link_walked(ask, code);
    sr_store_read_end(store, link);
    return answer == SR_STORE_DONE && !checkpoint->text ? SR_STORE_MISSING : answer;
}

/* ---- charts ---- */

static enum sr_store_answer set_chances(struct sr_link *link, void *context) {
    const struct position_change *change = context;
    return sr_link_run(
        sr_link_ask(link,
                    "INSERT INTO chances (table_id, chances) VALUES (?, ?)"
                    " ON CONFLICT (table_id) DO UPDATE SET chances = excluded.chances",
                    "tt", change->id, change->position));
}

enum sr_store_answer sr_store_set_chances(struct sr_store *store, const char *id,
                                          const char *chances) {
    struct position_change change = {.id = id, .position = chances};
    return sr_store_write_one(store, set_chances, &change);
}

enum sr_store_answer sr_store_get_chances(struct sr_store *store, const char *id, char **chances) {
    struct sr_link *link = sr_store_read(store);
    int64_t one;
    struct sr_rows *ask =
        sr_link_ask(link, "SELECT 1, chances FROM chances WHERE table_id = ?", "t", id);
    enum sr_store_answer answer = read_text(ask, &one, chances);
    sr_store_read_end(store, link);
    return answer;
}

/* ---- reviews ---- */

struct new_review {
    const char *id, *by, *review;
};

static enum sr_store_answer set_review(struct sr_link *link, void *context) {
    const struct new_review *new = context;
    return sr_link_run(sr_link_ask(link,
                                   "INSERT INTO reviews (table_id, reviewer, review)"
                                   " VALUES (?, ?, ?) ON CONFLICT (table_id) DO UPDATE"
                                   " SET reviewer = excluded.reviewer, review = excluded.review",
                                   "ttt", new->id, new->by, new->review));
}

enum sr_store_answer sr_store_set_review(struct sr_store *store, const char *id, const char *by,
                                         const char *review) {
    struct new_review new = {id, by, review};
    return sr_store_write_one(store, set_review, &new);
}

enum sr_store_answer sr_store_get_review(struct sr_store *store, const char *id, const char *by,
                                         char **review) {
    struct sr_link *link = sr_store_read(store);
    int64_t one;
    struct sr_rows *ask = sr_link_ask(
        link, "SELECT 1, review FROM reviews WHERE table_id = ? AND reviewer = ?", "tt", id, by);
    enum sr_store_answer answer = read_text(ask, &one, review);
    sr_store_read_end(store, link);
    return answer;
}

/* ---- chat ---- */

struct new_chat {
    const char *id;
    struct sr_chat *chat;
    int64_t wanted; /* the number that it must get; 0: any */
};

static enum sr_store_answer add_chat(struct sr_link *link, void *context) {
    struct new_chat *new = context;
    struct sr_chat *chat = new->chat;
    /* one line after the other, also if two programs have one at the same time */
    enum sr_store_answer locked = sr_link_run(
        sr_link_ask(link, "SELECT 1 FROM tables WHERE id = ? {FOR NO KEY UPDATE}", "t", new->id));
    if (locked != SR_STORE_DONE)
        return locked;
    struct sr_rows *ask = sr_link_ask(
        link, "SELECT coalesce(max(number), 0) FROM chat WHERE table_id = ?", "t", new->id);
    if (!ask || sr_rows_next(ask) != SR_STEP_ROW) {
        sr_rows_end(ask);
        return SR_STORE_BROKEN;
    }
    chat->number = 1 + sr_column_number(ask, 0);
    sr_rows_end(ask);
    if (new->wanted &&new->wanted != chat->number)
        return SR_STORE_CONFLICT;
    return sr_link_run(sr_link_ask(
        link,
        "INSERT INTO chat (table_id, number, person, name, text, made) VALUES (?, ?, ?, ?, ?, ?)",
        "tiitti", new->id, chat->number, chat->person, chat->name, chat->text, chat->made));
}

static enum sr_store_answer line_is_there(struct sr_link *link, void *context) {
    const struct new_chat *new = context;
    const struct sr_chat *chat = new->chat;
    new->chat->number = new->wanted;
    return sr_link_finds(sr_link_ask(link,
                                     "SELECT 1 FROM chat WHERE table_id = ? AND number = ?"
                                     " AND person = ? AND text = ? AND made = ?",
                                     "tiiti", new->id, new->wanted, chat->person, chat->text,
                                     chat->made));
}

enum sr_store_answer sr_store_add_chat(struct sr_store *store, const char *id,
                                       struct sr_chat *chat) {
    struct new_chat new = {id, chat, chat->number};
    return sr_store_tell_table(store, id,
                               sr_store_write_once(store, add_chat, line_is_there, &new));
}

enum sr_store_answer sr_store_list_chat(struct sr_store *store, const char *id, int64_t after,
                                        int most, sr_store_each_chat *each, void *context) {
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *ask = sr_link_ask(link,
                                      "SELECT number, person, name, text, made FROM"
                                      " (SELECT * FROM chat WHERE table_id = ? AND number > ?"
                                      "  ORDER BY number DESC LIMIT ?) AS last ORDER BY number",
                                      "tii", id, after, (int64_t)most);
    enum sr_step code = SR_STEP_BROKEN;
    while (ask && (code = sr_rows_next(ask)) == SR_STEP_ROW) {
        struct sr_chat chat = {.number = sr_column_number(ask, 0),
                               .person = sr_column_number(ask, 1),
                               .made = sr_column_number(ask, 4)};
        sr_column_text(ask, 2, chat.name, sizeof chat.name);
        sr_column_text(ask, 3, chat.text, sizeof chat.text);
        if (!each(context, &chat))
            break;
    }
    enum sr_store_answer answer = sr_link_walked(ask, code);
    sr_store_read_end(store, link);
    return answer;
}

enum sr_store_answer sr_store_count_lines(struct sr_store *store, int64_t person, int64_t *lines) {
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *ask =
        sr_link_ask(link,
                    "SELECT {count(*)|0} {FROM chat WHERE person = ?1 AND at > " SR_POSTGRES_NOW
                    " - 1000 * ?2|WHERE ?1 = ?1 AND ?2 = ?2}",
                    "ii", person, (int64_t)SR_CHAT_SECONDS);
    enum sr_step step = ask ? sr_rows_next(ask) : SR_STEP_BROKEN;
    *lines = step == SR_STEP_ROW ? sr_column_number(ask, 0) : 0;
    enum sr_store_answer answer = sr_link_walked(ask, step);
    sr_store_read_end(store, link);
    return answer;
}
