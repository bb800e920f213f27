/* What the SQLite store keeps, row by row: people, tables and their seats, histories, chat. */
#include "sqlite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- columns ---- */

static void column_text(sqlite3_stmt *statement, int column, char *text, size_t size) {
    const unsigned char *found = sqlite3_column_text(statement, column);
    snprintf(text, size, "%s", found ? (const char *)found : "");
}

/* What a finished walk over rows means. */
static enum sr_store_answer walked(sqlite3_stmt *statement, int code) {
    sqlite3_reset(statement);
    return code == SQLITE_DONE || code == SQLITE_ROW ? SR_STORE_DONE : SR_STORE_BROKEN;
}

/* ---- people ---- */

struct new_person {
    const char *name;
    const uint8_t *token_hash;
    struct sr_person *person;
};

static enum sr_store_answer insert_token(struct sr_link *link, int64_t person,
                                         const uint8_t *token_hash) {
    return sr_link_run(sr_link_ask(link, "INSERT INTO tokens (hash, person, made) VALUES (?, ?, ?)",
                                   "bii", (const void *)token_hash, SR_TOKEN_HASH_BYTES, person,
                                   (int64_t)time(NULL)));
}

static enum sr_store_answer add_person(struct sr_link *link, void *context) {
    const struct new_person *new = context;
    enum sr_store_answer answer =
        sr_link_run(sr_link_ask(link, "INSERT INTO people (name, made) VALUES (?, ?)", "ti",
                                new->name, (int64_t)time(NULL)));
    if (answer != SR_STORE_DONE)
        return answer;
    new->person->id = sqlite3_last_insert_rowid(link->database);
    return insert_token(link, new->person->id, new->token_hash);
}

enum sr_store_answer sr_store_add_person(struct sr_store *store, const char *name,
                                         const uint8_t token_hash[SR_TOKEN_HASH_BYTES],
                                         struct sr_person *person) {
    struct new_person new = {name, token_hash, person};
    *person = (struct sr_person){0};
    snprintf(person->name, sizeof person->name, "%s", name);
    return sr_store_write(store, add_person, &new);
}

/* The one row of a person: id, name, password; the last one goes to `password` unless NULL. */
static enum sr_store_answer read_person(sqlite3_stmt *ask, struct sr_person *person,
                                        char *password) {
    int code = ask ? sqlite3_step(ask) : SQLITE_ERROR;
    *person = (struct sr_person){0};
    if (code == SQLITE_ROW) {
        person->id = sqlite3_column_int64(ask, 0);
        column_text(ask, 1, person->name, sizeof person->name);
        person->claimed = sqlite3_column_type(ask, 2) != SQLITE_NULL;
        if (password)
            column_text(ask, 2, password, SR_PASSWORD_BYTES);
    }
    sqlite3_reset(ask);
    return code == SQLITE_ROW    ? SR_STORE_DONE
           : code == SQLITE_DONE ? SR_STORE_MISSING
                                 : SR_STORE_BROKEN;
}

enum sr_store_answer sr_store_find_person(struct sr_store *store,
                                          const uint8_t token_hash[SR_TOKEN_HASH_BYTES],
                                          struct sr_person *person) {
    struct sr_link *link = sr_store_read(store);
    enum sr_store_answer answer =
        read_person(sr_link_ask(link,
                                "SELECT id, name, password FROM tokens"
                                " JOIN people ON people.id = person WHERE hash = ?",
                                "b", (const void *)token_hash, SR_TOKEN_HASH_BYTES),
                    person, NULL);
    sr_store_read_end(store);
    return answer;
}

enum sr_store_answer sr_store_find_claimed(struct sr_store *store, const char *name,
                                           struct sr_person *person,
                                           char password[SR_PASSWORD_BYTES]) {
    struct sr_link *link = sr_store_read(store);
    enum sr_store_answer answer =
        read_person(sr_link_ask(link,
                                "SELECT id, name, password FROM people"
                                " WHERE name = ? AND password IS NOT NULL",
                                "t", name),
                    person, password);
    sr_store_read_end(store);
    return answer;
}

struct token_change {
    int64_t person;
    const uint8_t *hash;
};

static enum sr_store_answer add_token(struct sr_link *link, void *context) {
    const struct token_change *change = context;
    return insert_token(link, change->person, change->hash);
}

enum sr_store_answer sr_store_add_token(struct sr_store *store, int64_t person,
                                        const uint8_t token_hash[SR_TOKEN_HASH_BYTES]) {
    struct token_change change = {person, token_hash};
    return sr_store_write(store, add_token, &change);
}

static enum sr_store_answer drop_token(struct sr_link *link, void *context) {
    const struct token_change *change = context;
    return sr_link_run(sr_link_ask(link, "DELETE FROM tokens WHERE hash = ?", "b",
                                   (const void *)change->hash, SR_TOKEN_HASH_BYTES));
}

enum sr_store_answer sr_store_drop_token(struct sr_store *store,
                                         const uint8_t token_hash[SR_TOKEN_HASH_BYTES]) {
    struct token_change change = {0, token_hash};
    return sr_store_write(store, drop_token, &change);
}

/* An answer for an update that should have found its one row. */
static enum sr_store_answer found_one(const struct sr_link *link, enum sr_store_answer answer) {
    if (answer == SR_STORE_DONE && sr_link_changes(link) != 1)
        return SR_STORE_CONFLICT;
    return answer;
}

struct claim_change {
    int64_t person;
    const char *password;
};

static enum sr_store_answer claim(struct sr_link *link, void *context) {
    const struct claim_change *change = context;
    enum sr_store_answer answer = sr_link_run(
        sr_link_ask(link, "UPDATE people SET password = ? WHERE id = ? AND password IS NULL", "ti",
                    change->password, change->person));
    return found_one(link, answer);
}

enum sr_store_answer sr_store_claim(struct sr_store *store, int64_t person, const char *password) {
    struct claim_change change = {person, password};
    return sr_store_write(store, claim, &change);
}

/* ---- tables ---- */

void sr_table_row_clear(struct sr_table_row *row) {
    free(row->position);
    row->position = NULL;
}

struct new_table {
    const struct sr_table_row *row;
};

static enum sr_store_answer add_table(struct sr_link *link, void *context) {
    const struct new_table *new = context;
    const struct sr_table_row *row = new->row;
    enum sr_store_answer answer = sr_link_run(sr_link_ask(
        link,
        "INSERT INTO tables (id, code, game, options, rules, seats, seed, position, clock, open,"
        " status, host, made) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        "ttttiibntiiii", row->id, row->code, row->game, row->options, (int64_t)row->rules,
        (int64_t)row->seats, (const void *)row->seed, SR_SEED_BYTES, row->position, row->clock,
        (int64_t)row->open, (int64_t)row->status, row->host, row->made));
    for (int seat = 0; seat < row->seats && answer == SR_STORE_DONE; seat++) {
        const struct sr_chair *chair = &row->chair[seat];
        answer = sr_link_run(sr_link_ask(link,
                                         "INSERT INTO seats (table_id, seat, person, name, bot)"
                                         " VALUES (?, ?, nullif(?, 0), ?, ?)",
                                         "tiitt", row->id, (int64_t)seat, chair->person,
                                         chair->name, chair->bot));
    }
    return answer;
}

enum sr_store_answer sr_store_add_table(struct sr_store *store, const struct sr_table_row *row) {
    struct new_table new = {row};
    return sr_store_write(store, add_table, &new);
}

#define TABLE_COLUMNS                                                                              \
    "tables.id, code, game, options, rules, seats, seed, position, clock, open, status, host,"     \
    " tables.made, rematch"

static void read_row(sqlite3_stmt *ask, struct sr_table_row *row, bool with_position) {
    memset(row, 0, sizeof *row);
    column_text(ask, 0, row->id, sizeof row->id);
    column_text(ask, 1, row->code, sizeof row->code);
    column_text(ask, 2, row->game, sizeof row->game);
    column_text(ask, 3, row->options, sizeof row->options);
    row->rules = sqlite3_column_int(ask, 4);
    row->seats = sqlite3_column_int(ask, 5);
    if (row->seats < 0 || row->seats > SR_MAX_SEATS)
        row->seats = 0;
    if (sqlite3_column_bytes(ask, 6) == SR_SEED_BYTES)
        memcpy(row->seed, sqlite3_column_blob(ask, 6), SR_SEED_BYTES);
    const unsigned char *position = sqlite3_column_text(ask, 7);
    if (with_position && position)
        row->position = strdup((const char *)position);
    column_text(ask, 8, row->clock, sizeof row->clock);
    row->open = sqlite3_column_int(ask, 9) != 0;
    row->status = (enum sr_table_status)sqlite3_column_int(ask, 10);
    row->host = sqlite3_column_int64(ask, 11);
    row->made = sqlite3_column_int64(ask, 12);
    column_text(ask, 13, row->rematch, sizeof row->rematch);
}

static enum sr_store_answer read_chairs(struct sr_link *link, struct sr_table_row *row) {
    sqlite3_stmt *ask = sr_link_ask(
        link, "SELECT seat, person, name, bot FROM seats WHERE table_id = ?", "t", row->id);
    int code = SQLITE_ERROR;
    while (ask && (code = sqlite3_step(ask)) == SQLITE_ROW) {
        int seat = sqlite3_column_int(ask, 0);
        if (seat < 0 || seat >= row->seats)
            continue;
        struct sr_chair *chair = &row->chair[seat];
        chair->person = sqlite3_column_int64(ask, 1);
        column_text(ask, 2, chair->name, sizeof chair->name);
        column_text(ask, 3, chair->bot, sizeof chair->bot);
    }
    return walked(ask, code);
}

enum sr_store_answer sr_store_get_table(struct sr_store *store, const char *id,
                                        struct sr_table_row *row) {
    enum sr_store_answer answer = SR_STORE_BROKEN;
    memset(row, 0, sizeof *row);
    struct sr_link *link = sr_store_read(store);
    sqlite3_stmt *ask =
        sr_link_ask(link, "SELECT " TABLE_COLUMNS " FROM tables WHERE id = ?", "t", id);
    int code = ask ? sqlite3_step(ask) : SQLITE_ERROR;
    if (code == SQLITE_ROW) {
        read_row(ask, row, true);
        sqlite3_reset(ask);
        answer = read_chairs(link, row);
        if (answer != SR_STORE_DONE)
            sr_table_row_clear(row);
    } else if (code == SQLITE_DONE) {
        answer = SR_STORE_MISSING;
    }
    sqlite3_reset(ask);
    sr_store_read_end(store);
    return answer;
}

enum sr_store_answer sr_store_find_code(struct sr_store *store, const char *code,
                                        char id[SR_TABLE_ID_BYTES]) {
    struct sr_link *link = sr_store_read(store);
    sqlite3_stmt *ask = sr_link_ask(link, "SELECT id FROM tables WHERE code = ?", "t", code);
    int step = ask ? sqlite3_step(ask) : SQLITE_ERROR;
    if (step == SQLITE_ROW)
        column_text(ask, 0, id, SR_TABLE_ID_BYTES);
    sqlite3_reset(ask);
    sr_store_read_end(store);
    return step == SQLITE_ROW    ? SR_STORE_DONE
           : step == SQLITE_DONE ? SR_STORE_MISSING
                                 : SR_STORE_BROKEN;
}

/* Walks over an asked list. The reader is held, so `each` must not call the store. */
static enum sr_store_answer list_tables(struct sr_link *link, sqlite3_stmt *ask,
                                        sr_store_each_table *each, void *context) {
    int code = SQLITE_ERROR;
    while (ask && (code = sqlite3_step(ask)) == SQLITE_ROW) {
        struct sr_table_row row;
        read_row(ask, &row, false);
        if (read_chairs(link, &row) != SR_STORE_DONE || !each(context, &row))
            break;
    }
    return walked(ask, code);
}

enum sr_store_answer sr_store_list_open(struct sr_store *store, int most, sr_store_each_table *each,
                                        void *context) {
    struct sr_link *link = sr_store_read(store);
    sqlite3_stmt *ask =
        sr_link_ask(link,
                    "SELECT " TABLE_COLUMNS " FROM tables WHERE open = 1 AND status IN (0, 1)"
                    " ORDER BY status, made DESC, id LIMIT ?",
                    "i", (int64_t)most);
    enum sr_store_answer answer = list_tables(link, ask, each, context);
    sr_store_read_end(store);
    return answer;
}

enum sr_store_answer sr_store_list_of(struct sr_store *store, int64_t person, int most,
                                      sr_store_each_table *each, void *context) {
    struct sr_link *link = sr_store_read(store);
    sqlite3_stmt *ask =
        sr_link_ask(link,
                    "SELECT " TABLE_COLUMNS " FROM seats JOIN tables ON tables.id = table_id"
                    " WHERE person = ? ORDER BY tables.made DESC, tables.id LIMIT ?",
                    "ii", person, (int64_t)most);
    enum sr_store_answer answer = list_tables(link, ask, each, context);
    sr_store_read_end(store);
    return answer;
}

enum sr_store_answer sr_store_list_playing(struct sr_store *store, sr_store_each_table *each,
                                           void *context) {
    struct sr_link *link = sr_store_read(store);
    sqlite3_stmt *ask =
        sr_link_ask(link, "SELECT " TABLE_COLUMNS " FROM tables WHERE status = 1", "");
    enum sr_store_answer answer = list_tables(link, ask, each, context);
    sr_store_read_end(store);
    return answer;
}

enum sr_store_answer sr_store_count_unfinished(struct sr_store *store, int64_t host, int *count) {
    struct sr_link *link = sr_store_read(store);
    sqlite3_stmt *ask = sr_link_ask(
        link, "SELECT count(*) FROM tables WHERE host = ? AND status IN (0, 1)", "i", host);
    int code = ask ? sqlite3_step(ask) : SQLITE_ERROR;
    *count = code == SQLITE_ROW ? sqlite3_column_int(ask, 0) : 0;
    enum sr_store_answer answer = walked(ask, code);
    sr_store_read_end(store);
    return answer;
}

struct chair_change {
    const char *id;
    int seat;
    const struct sr_chair *before, *after;
};

static enum sr_store_answer set_chair(struct sr_link *link, void *context) {
    const struct chair_change *change = context;
    enum sr_store_answer answer = sr_link_run(sr_link_ask(
        link,
        "UPDATE seats SET person = nullif(?, 0), name = ?, bot = ?"
        " WHERE table_id = ? AND seat = ? AND coalesce(person, 0) = ? AND bot = ?",
        "itttiit", change->after->person, change->after->name, change->after->bot, change->id,
        (int64_t)change->seat, change->before->person, change->before->bot));
    return found_one(link, answer);
}

enum sr_store_answer sr_store_set_chair(struct sr_store *store, const char *id, int seat,
                                        const struct sr_chair *before,
                                        const struct sr_chair *after) {
    struct chair_change change = {id, seat, before, after};
    return sr_store_write(store, set_chair, &change);
}

struct status_change {
    const char *id;
    enum sr_table_status before, after;
};

static enum sr_store_answer set_status(struct sr_link *link, void *context) {
    const struct status_change *change = context;
    enum sr_store_answer answer = sr_link_run(
        sr_link_ask(link, "UPDATE tables SET status = ? WHERE id = ? AND status = ?", "iti",
                    (int64_t)change->after, change->id, (int64_t)change->before));
    return found_one(link, answer);
}

enum sr_store_answer sr_store_set_status(struct sr_store *store, const char *id,
                                         enum sr_table_status before, enum sr_table_status after) {
    struct status_change change = {id, before, after};
    return sr_store_write(store, set_status, &change);
}

struct rematch_change {
    const char *id, *rematch;
};

static enum sr_store_answer set_rematch(struct sr_link *link, void *context) {
    const struct rematch_change *change = context;
    enum sr_store_answer answer =
        sr_link_run(sr_link_ask(link, "UPDATE tables SET rematch = ? WHERE id = ? AND rematch = ''",
                                "tt", change->rematch, change->id));
    return found_one(link, answer);
}

enum sr_store_answer sr_store_set_rematch(struct sr_store *store, const char *id,
                                          const char *rematch) {
    struct rematch_change change = {id, rematch};
    return sr_store_write(store, set_rematch, &change);
}

/* ---- history ---- */

struct new_entry {
    const char *id;
    const struct sr_entry *entry;
    const struct sr_result *result;
};

static enum sr_store_answer finish(struct sr_link *link, const struct new_entry *new) {
    struct status_change change = {new->id, SR_TABLE_PLAYING, SR_TABLE_FINISHED};
    enum sr_store_answer answer = set_status(link, &change);
    for (int seat = 0; seat < new->result->seats &&answer == SR_STORE_DONE; seat++)
        answer = sr_link_run(sr_link_ask(
            link,
            "INSERT INTO results (table_id, seat, person, bot, points, rank, won)"
            " SELECT table_id, seat, person, bot, ?, ?, ? FROM seats"
            " WHERE table_id = ? AND seat = ?",
            "iiiti", (int64_t) new->result->points[seat], (int64_t) new->result->rank[seat],
            (int64_t) new->result->won[seat], new->id, (int64_t)seat));
    return answer;
}

static enum sr_store_answer add_entry(struct sr_link *link, void *context) {
    const struct new_entry *new = context;
    const struct sr_entry *entry = new->entry;
    enum sr_store_answer answer = sr_link_run(sr_link_ask(
        link,
        "INSERT INTO moves (table_id, number, kind, seat, move, made)"
        " SELECT ?1, ?2, ?3, ?4, ?5, ?6"
        " WHERE ?2 = 1 + (SELECT coalesce(max(number), 0) FROM moves WHERE table_id = ?1)"
        " AND 1 = (SELECT status FROM tables WHERE id = ?1)",
        "tiiiti", new->id, entry->number, (int64_t)entry->kind, (int64_t)entry->seat, entry->move,
        entry->made));
    answer = found_one(link, answer);
    return answer == SR_STORE_DONE && new->result ? finish(link, new) : answer;
}

enum sr_store_answer sr_store_add_entry(struct sr_store *store, const char *id,
                                        const struct sr_entry *entry,
                                        const struct sr_result *result) {
    struct new_entry new = {id, entry, result};
    return sr_store_write(store, add_entry, &new);
}

enum sr_store_answer sr_store_list_entries(struct sr_store *store, const char *id, int64_t after,
                                           sr_store_each_entry *each, void *context) {
    struct sr_link *link = sr_store_read(store);
    sqlite3_stmt *ask = sr_link_ask(link,
                                    "SELECT number, kind, seat, move, made FROM moves"
                                    " WHERE table_id = ? AND number > ? ORDER BY number",
                                    "ti", id, after);
    int code = SQLITE_ERROR;
    while (ask && (code = sqlite3_step(ask)) == SQLITE_ROW) {
        struct sr_entry entry = {.number = sqlite3_column_int64(ask, 0),
                                 .kind = (enum sr_entry_kind)sqlite3_column_int(ask, 1),
                                 .seat = sqlite3_column_int(ask, 2),
                                 .made = sqlite3_column_int64(ask, 4)};
        column_text(ask, 3, entry.move, sizeof entry.move);
        if (!each(context, &entry))
            break;
    }
    enum sr_store_answer answer = walked(ask, code);
    sr_store_read_end(store);
    return answer;
}

enum sr_store_answer sr_store_get_result(struct sr_store *store, const char *id,
                                         struct sr_result *result) {
    memset(result, 0, sizeof *result);
    struct sr_link *link = sr_store_read(store);
    sqlite3_stmt *ask = sr_link_ask(
        link, "SELECT points, rank, won FROM results WHERE table_id = ? ORDER BY seat", "t", id);
    int code = SQLITE_ERROR;
    while (ask && result->seats < SR_MAX_SEATS && (code = sqlite3_step(ask)) == SQLITE_ROW) {
        result->points[result->seats] = sqlite3_column_int(ask, 0);
        result->rank[result->seats] = sqlite3_column_int(ask, 1);
        result->won[result->seats] = sqlite3_column_int(ask, 2) != 0;
        result->seats++;
    }
    enum sr_store_answer answer = walked(ask, code);
    sr_store_read_end(store);
    return answer == SR_STORE_DONE && result->seats == 0 ? SR_STORE_MISSING : answer;
}

/* ---- chat ---- */

struct new_chat {
    const char *id;
    struct sr_chat *chat;
};

static enum sr_store_answer add_chat(struct sr_link *link, void *context) {
    struct new_chat *new = context;
    struct sr_chat *chat = new->chat;
    sqlite3_stmt *ask = sr_link_ask(
        link, "SELECT coalesce(max(number), 0) FROM chat WHERE table_id = ?", "t", new->id);
    if (!ask || sqlite3_step(ask) != SQLITE_ROW) {
        sqlite3_reset(ask);
        return SR_STORE_BROKEN;
    }
    chat->number = 1 + sqlite3_column_int64(ask, 0);
    sqlite3_reset(ask);
    return sr_link_run(sr_link_ask(
        link,
        "INSERT INTO chat (table_id, number, person, name, text, made) VALUES (?, ?, ?, ?, ?, ?)",
        "tiitti", new->id, chat->number, chat->person, chat->name, chat->text, chat->made));
}

enum sr_store_answer sr_store_add_chat(struct sr_store *store, const char *id,
                                       struct sr_chat *chat) {
    struct new_chat new = {id, chat};
    return sr_store_write(store, add_chat, &new);
}

enum sr_store_answer sr_store_list_chat(struct sr_store *store, const char *id, int64_t after,
                                        int most, sr_store_each_chat *each, void *context) {
    struct sr_link *link = sr_store_read(store);
    sqlite3_stmt *ask = sr_link_ask(link,
                                    "SELECT number, person, name, text, made FROM"
                                    " (SELECT * FROM chat WHERE table_id = ? AND number > ?"
                                    "  ORDER BY number DESC LIMIT ?) ORDER BY number",
                                    "tii", id, after, (int64_t)most);
    int code = SQLITE_ERROR;
    while (ask && (code = sqlite3_step(ask)) == SQLITE_ROW) {
        struct sr_chat chat = {.number = sqlite3_column_int64(ask, 0),
                               .person = sqlite3_column_int64(ask, 1),
                               .made = sqlite3_column_int64(ask, 4)};
        column_text(ask, 2, chat.name, sizeof chat.name);
        column_text(ask, 3, chat.text, sizeof chat.text);
        if (!each(context, &chat))
            break;
    }
    enum sr_store_answer answer = walked(ask, code);
    sr_store_read_end(store);
    return answer;
}
