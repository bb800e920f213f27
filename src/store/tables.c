/* Tables in the store, with their seats. */
#include "kind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum sr_store_answer sr_link_add_table(struct sr_link *link, const struct sr_table_row *row) {
    enum sr_store_answer answer = sr_link_run(sr_link_ask(
        link,
        "INSERT INTO tables (id, code, game, options, rules, seats, seed, position, clock, open,"
        " status, host, made, hints, imported, ended, network)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        "ttttiibntiiiiiiii", row->id, row->code, row->game, row->options, (int64_t)row->rules,
        (int64_t)row->seats, (const void *)row->seed, SR_SEED_BYTES, row->position, row->clock,
        (int64_t)row->open, (int64_t)row->status, row->host, row->made, (int64_t)row->hints,
        (int64_t)row->imported, row->ended, (int64_t)row->network));
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

enum sr_store_answer sr_link_finds_table(struct sr_link *link, const char *id) {
    return sr_link_finds(sr_link_ask(link, "SELECT 1 FROM tables WHERE id = ?", "t", id));
}

struct new_table {
    const struct sr_table_row *row;
};

static enum sr_store_answer add_table(struct sr_link *link, void *context) {
    const struct new_table *new = context;
    return sr_link_add_table(link, new->row);
}

static enum sr_store_answer table_is_there(struct sr_link *link, void *context) {
    return sr_link_finds_table(link, ((const struct new_table *)context)->row->id);
}

enum sr_store_answer sr_store_add_table(struct sr_store *store, const struct sr_table_row *row) {
    struct new_table new = {row};
    return sr_store_write_once(store, add_table, table_is_there, &new);
}

#define TABLE_COLUMNS                                                                              \
    "tables.id, code, game, options, rules, seats, seed, position, clock, open, status, host,"     \
    " tables.made, rematch, hints, shared, imported, base, ended, tables.network, quarantine,"     \
    " {revision|0}, {" SR_POSTGRES_NOW "|0}, {started|0},"                                         \
    " {(SELECT (extract(epoch FROM min(house)) * 1000)::bigint FROM nodes WHERE until > now())|0}"

static void read_row(struct sr_rows *ask, struct sr_table_row *row, bool with_position) {
    memset(row, 0, sizeof *row);
    sr_column_text(ask, 0, row->id, sizeof row->id);
    sr_column_text(ask, 1, row->code, sizeof row->code);
    sr_column_text(ask, 2, row->game, sizeof row->game);
    sr_column_text(ask, 3, row->options, sizeof row->options);
    row->rules = sr_column_int(ask, 4);
    row->seats = sr_column_int(ask, 5);
    if (row->seats < 0 || row->seats > SR_MAX_SEATS)
        row->seats = 0;
    sr_column_bytes(ask, 6, row->seed, SR_SEED_BYTES);
    const char *position = sr_column_string(ask, 7);
    if (with_position && position)
        row->position = strdup(position);
    sr_column_text(ask, 8, row->clock, sizeof row->clock);
    row->open = sr_column_int(ask, 9) != 0;
    row->status = (enum sr_table_status)sr_column_int(ask, 10);
    row->host = sr_column_number(ask, 11);
    row->made = sr_column_number(ask, 12);
    sr_column_text(ask, 13, row->rematch, sizeof row->rematch);
    row->hints = sr_column_int(ask, 14) != 0;
    row->shared = sr_column_int(ask, 15) != 0;
    row->imported = sr_column_int(ask, 16) != 0;
    row->base = sr_column_number(ask, 17);
    row->ended = sr_column_number(ask, 18);
    row->network = (uint64_t)sr_column_number(ask, 19);
    row->quarantine = (enum sr_quarantine)sr_column_int(ask, 20);
    row->revision = sr_column_number(ask, 21);
    row->now = sr_column_number(ask, 22);
    row->started = sr_column_number(ask, 23);
    row->open_since = sr_column_number(ask, 24);
}

static enum sr_store_answer read_chairs(struct sr_link *link, struct sr_table_row *row) {
    struct sr_rows *ask = sr_link_ask(
        link,
        "SELECT seats.seat, seats.person, name, seats.bot, points, rank, won, {seats.at|0} FROM "
        "seats"
        " LEFT JOIN results ON results.table_id = seats.table_id AND results.seat = seats.seat"
        " WHERE seats.table_id = ?",
        "t", row->id);
    enum sr_step code = SR_STEP_BROKEN;
    while (ask && (code = sr_rows_next(ask)) == SR_STEP_ROW) {
        int seat = sr_column_int(ask, 0);
        if (seat < 0 || seat >= row->seats)
            continue;
        struct sr_chair *chair = &row->chair[seat];
        chair->person = sr_column_number(ask, 1);
        sr_column_text(ask, 2, chair->name, sizeof chair->name);
        sr_column_text(ask, 3, chair->bot, sizeof chair->bot);
        chair->points = sr_column_int(ask, 4);
        chair->rank = sr_column_int(ask, 5);
        chair->won = sr_column_int(ask, 6) != 0;
        chair->at = sr_column_number(ask, 7);
    }
    return sr_link_walked(ask, code);
}

enum sr_store_answer sr_store_get_table(struct sr_store *store, const char *id,
                                        struct sr_table_row *row) {
    enum sr_store_answer answer = SR_STORE_BROKEN;
    memset(row, 0, sizeof *row);
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *ask =
        sr_link_ask(link, "SELECT " TABLE_COLUMNS " FROM tables WHERE id = ?", "t", id);
    enum sr_step code = ask ? sr_rows_next(ask) : SR_STEP_BROKEN;
    if (code == SR_STEP_ROW) {
        read_row(ask, row, true);
        sr_rows_end(ask);
        answer = read_chairs(link, row);
        if (answer != SR_STORE_DONE)
            sr_table_row_clear(row);
    } else if (code == SR_STEP_END) {
        answer = SR_STORE_MISSING;
    }
    sr_rows_end(ask);
    sr_store_read_end(store, link);
    return answer;
}

enum sr_store_answer sr_store_find_code(struct sr_store *store, const char *code,
                                        char id[SR_TABLE_ID_BYTES]) {
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *ask = sr_link_ask(link, "SELECT id FROM tables WHERE code = ?", "t", code);
    enum sr_step step = ask ? sr_rows_next(ask) : SR_STEP_BROKEN;
    if (step == SR_STEP_ROW)
        sr_column_text(ask, 0, id, SR_TABLE_ID_BYTES);
    sr_rows_end(ask);
    sr_store_read_end(store, link);
    return step == SR_STEP_ROW   ? SR_STORE_DONE
           : step == SR_STEP_END ? SR_STORE_MISSING
                                 : SR_STORE_BROKEN;
}

/* Walks over an asked list. The reader is held, so `each` must not call the store. */
static enum sr_store_answer list_tables(struct sr_link *link, struct sr_rows *ask,
                                        sr_store_each_table *each, void *context) {
    enum sr_step code = SR_STEP_BROKEN;
    while (ask && (code = sr_rows_next(ask)) == SR_STEP_ROW) {
        struct sr_table_row row;
        read_row(ask, &row, false);
        if (read_chairs(link, &row) != SR_STORE_DONE || !each(context, &row))
            break;
    }
    return sr_link_walked(ask, code);
}

enum sr_store_answer sr_store_list_lobby(struct sr_store *store, sr_store_each_lobby *each,
                                         void *context) {
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *ask = sr_link_ask(link,
                                      "SELECT id, network, status, made,"
                                      " {EXISTS (SELECT 1 FROM presence JOIN nodes"
                                      "  ON nodes.id = node WHERE table_id = tables.id"
                                      "  AND until > now())|0}"
                                      " FROM tables WHERE open = 1"
                                      " AND status IN (0, 1) AND quarantine = 0 ORDER BY made DESC",
                                      "");
    enum sr_step code = SR_STEP_BROKEN;
    while (ask && (code = sr_rows_next(ask)) == SR_STEP_ROW) {
        struct sr_lobby_row row = {.network = (uint64_t)sr_column_number(ask, 1),
                                   .status = (enum sr_table_status)sr_column_int(ask, 2),
                                   .made = sr_column_number(ask, 3),
                                   .crowded = sr_column_int(ask, 4) != 0};
        sr_column_text(ask, 0, row.id, sizeof row.id);
        if (!each(context, &row))
            break;
    }
    enum sr_store_answer answer = sr_link_walked(ask, code);
    sr_store_read_end(store, link);
    return answer;
}

enum sr_store_answer sr_store_list_of(struct sr_store *store, int64_t person, int skip, int most,
                                      sr_store_each_table *each, void *context) {
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *ask =
        sr_link_ask(link,
                    "SELECT " TABLE_COLUMNS " FROM tables WHERE id IN"
                    " (SELECT table_id FROM seats WHERE person = ?1"
                    "  UNION SELECT id FROM tables WHERE host = ?1 AND status <> 3)"
                    " ORDER BY made DESC, id LIMIT ?2 OFFSET ?3",
                    "iii", person, (int64_t)most, (int64_t)skip);
    enum sr_store_answer answer = list_tables(link, ask, each, context);
    sr_store_read_end(store, link);
    return answer;
}

/* Every table that a question without arguments finds. */
static enum sr_store_answer list_found(struct sr_store *store, const char *question,
                                       sr_store_each_table *each, void *context) {
    struct sr_link *link = sr_store_read(store);
    enum sr_store_answer answer = list_tables(link, sr_link_ask(link, question, ""), each, context);
    sr_store_read_end(store, link);
    return answer;
}

enum sr_store_answer sr_store_list_playing(struct sr_store *store, sr_store_each_table *each,
                                           void *context) {
    return list_found(store, "SELECT " TABLE_COLUMNS " FROM tables WHERE status = 1", each,
                      context);
}

enum sr_store_answer sr_store_list_all(struct sr_store *store, sr_store_each_table *each,
                                       void *context) {
    return list_found(store, "SELECT " TABLE_COLUMNS " FROM tables ORDER BY made DESC, id", each,
                      context);
}

enum sr_store_answer sr_store_count_unfinished(struct sr_store *store, int64_t host,
                                               uint64_t network, int *of_host, int *of_network) {
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *ask = sr_link_ask(
        link,
        "SELECT (SELECT count(*) FROM tables WHERE host = ?1 AND status IN (0, 1)),"
        " (SELECT count(*) FROM tables WHERE network = ?2 AND network <> 0 AND status IN (0, 1))",
        "ii", host, (int64_t)network);
    enum sr_step code = ask ? sr_rows_next(ask) : SR_STEP_BROKEN;
    *of_host = code == SR_STEP_ROW ? sr_column_int(ask, 0) : 0;
    *of_network = code == SR_STEP_ROW ? sr_column_int(ask, 1) : 0;
    enum sr_store_answer answer = sr_link_walked(ask, code);
    sr_store_read_end(store, link);
    return answer;
}

enum sr_store_answer sr_link_touch_table(struct sr_link *link, const char *id) {
    return sr_link_run(sr_link_ask(
        link, "{UPDATE tables SET revision = revision + 1 WHERE id = ?1|SELECT 1}", "t", id));
}

struct chair_change {
    const char *id;
    int seat;
    const struct sr_chair *before, *after;
    int64_t fence;
};

static enum sr_store_answer set_chair(struct sr_link *link, void *context) {
    const struct chair_change *change = context;
    enum sr_store_answer answer = sr_link_touch_table(link, change->id);
    if (answer != SR_STORE_DONE)
        return answer;
    answer = sr_link_run(sr_link_ask(
        link,
        "UPDATE seats SET person = nullif(?1, 0), name = ?2, bot = ?3{, at = " SR_POSTGRES_NOW "}"
        " WHERE table_id = ?4 AND seat = ?5 AND coalesce(person, 0) = ?6 AND bot = ?7"
        " AND (?1 = ?6 OR 0 = (SELECT status FROM tables WHERE id = ?4))"
        " {AND (?8 = 0 OR ?8 = (SELECT fence FROM tables WHERE id = ?4))}",
        "itttiiti", change->after->person, change->after->name, change->after->bot, change->id,
        (int64_t)change->seat, change->before->person, change->before->bot, change->fence));
    return sr_link_found_one(link, answer);
}

/* Whoever made it so: it is as it should be. */
static enum sr_store_answer chair_is_so(struct sr_link *link, void *context) {
    const struct chair_change *change = context;
    return sr_link_finds(sr_link_ask(link,
                                     "SELECT 1 FROM seats WHERE table_id = ? AND seat = ?"
                                     " AND coalesce(person, 0) = ? AND name = ? AND bot = ?",
                                     "tiitt", change->id, (int64_t)change->seat,
                                     change->after->person, change->after->name,
                                     change->after->bot));
}

enum sr_store_answer sr_store_set_chair_as(struct sr_store *store, const char *id, int64_t fence,
                                           int seat, const struct sr_chair *before,
                                           const struct sr_chair *after) {
    struct chair_change change = {id, seat, before, after, fence};
    return sr_store_tell_table(store, id,
                               sr_store_write_once(store, set_chair, chair_is_so, &change));
}

enum sr_store_answer sr_store_set_chair(struct sr_store *store, const char *id, int seat,
                                        const struct sr_chair *before,
                                        const struct sr_chair *after) {
    return sr_store_set_chair_as(store, id, 0, seat, before, after);
}

struct status_change {
    const char *id;
    enum sr_table_status before, after;
};

enum sr_store_answer sr_link_set_status(struct sr_link *link, const char *id,
                                        enum sr_table_status before, enum sr_table_status after) {
    enum sr_store_answer answer = sr_link_run(
        sr_link_ask(link,
                    "UPDATE tables SET status = ?1"
                    "{, started = CASE WHEN ?1 = 1 THEN " SR_POSTGRES_NOW " ELSE started END}"
                    " WHERE id = ?2 AND status = ?3"
                    " AND NOT (?1 = 1 AND EXISTS (SELECT 1 FROM seats WHERE table_id = ?2"
                    " AND (coalesce(person, 0) = 0) = (bot = '')))",
                    "iti", (int64_t)after, id, (int64_t)before));
    return sr_link_found_one(link, answer);
}

static enum sr_store_answer set_status(struct sr_link *link, void *context) {
    const struct status_change *change = context;
    enum sr_store_answer answer = sr_link_touch_table(link, change->id);
    return answer == SR_STORE_DONE
               ? sr_link_set_status(link, change->id, change->before, change->after)
               : answer;
}

static enum sr_store_answer status_is_so(struct sr_link *link, void *context) {
    const struct status_change *change = context;
    return sr_link_finds(sr_link_ask(link, "SELECT 1 FROM tables WHERE id = ? AND status = ?", "ti",
                                     change->id, (int64_t)change->after));
}

enum sr_store_answer sr_store_set_status(struct sr_store *store, const char *id,
                                         enum sr_table_status before, enum sr_table_status after) {
    struct status_change change = {id, before, after};
    return sr_store_tell_table(store, id,
                               sr_store_write_once(store, set_status, status_is_so, &change));
}

struct rematch_change {
    const char *id, *rematch;
};

static enum sr_store_answer set_rematch(struct sr_link *link, void *context) {
    const struct rematch_change *change = context;
    enum sr_store_answer answer = sr_link_run(sr_link_ask(
        link,
        "UPDATE tables SET rematch = ?{, revision = revision + 1} WHERE id = ? AND rematch = ''",
        "tt", change->rematch, change->id));
    return sr_link_found_one(link, answer);
}

static enum sr_store_answer rematch_is_so(struct sr_link *link, void *context) {
    const struct rematch_change *change = context;
    return sr_link_finds(sr_link_ask(link, "SELECT 1 FROM tables WHERE id = ? AND rematch = ?",
                                     "tt", change->id, change->rematch));
}

enum sr_store_answer sr_store_set_rematch(struct sr_store *store, const char *id,
                                          const char *rematch) {
    struct rematch_change change = {id, rematch};
    return sr_store_tell_table(store, id,
                               sr_store_write_one_once(store, set_rematch, rematch_is_so, &change));
}

struct share_change {
    const char *id;
    bool shared;
};

static enum sr_store_answer set_shared(struct sr_link *link, void *context) {
    const struct share_change *change = context;
    enum sr_store_answer answer = sr_link_run(
        sr_link_ask(link, "UPDATE tables SET shared = ?{, revision = revision + 1} WHERE id = ?",
                    "it", (int64_t)change->shared, change->id));
    return sr_link_found_one(link, answer);
}

enum sr_store_answer sr_store_set_shared(struct sr_store *store, const char *id, bool shared) {
    struct share_change change = {id, shared};
    return sr_store_tell_table(store, id, sr_store_write_one(store, set_shared, &change));
}
