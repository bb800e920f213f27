/* Copies a whole store into another, of either kind, table by table and page by page. What is there
 * already is brought up to date, so whatever interrupts it, the same copy again goes on; and a
 * house moves while it is open: copied once while people play, which takes the time, and once more
 * when the old server has stopped, which takes what has changed. */
#include "kind.h"
#include "store/problems.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 500, MOST_COLUMNS = 24, TEXT_BYTES = 2048, HASH_BYTES = 32 };

/* In this order, since some refer to others. Letters are of columns: t text, i whole number, d
 * number, x bytes; the first `keys` tell the rows apart. */
static const struct table {
    const char *name, *columns, *letters;
    int keys;
    bool lasting; /* a row that is there stays as it is: only what is new is read */
    bool pruned;  /* rows that are gone must go in the copy too */
    bool timed;   /* has `at` where programs share a clock; of what comes from elsewhere it is 0 */
} tables[] = {
    {"secrets", "name, bytes", "tx", 1, false, false, false},
    {"people", "id, name, password, made, skeleton, network, seen, banned, muted", "ittitiiii", 1,
     false, false, false},
    {"tokens", "hash, person, made", "xii", 1, false, true, false},
    {"tables",
     "id, code, game, options, rules, seats, seed, position, clock, open, status, host, made,"
     " rematch, hints, shared, imported, base, ended, network, quarantine",
     "ttttiixttiiiitiiiiiii", 1, false, false, false},
    {"seats", "table_id, seat, person, name, bot", "tiitt", 2, false, false, false},
    {"moves", "table_id, number, kind, seat, move, made, spent", "tiiitii", 2, true, false, true},
    {"chat", "table_id, number, person, name, text, made", "tiitti", 2, true, false, true},
    {"results", "table_id, seat, person, bot, points, rank, won, skill", "tiitiiid", 2, false,
     false, false},
    {"positions", "table_id, number, rules, position", "tiit", 1, false, true, false},
    {"chances", "table_id, chances", "tt", 1, false, false, false},
    {"reviews", "table_id, reviewer, review", "ttt", 1, false, false, false},
    {"ratings", "person, game, skill, doubt, games", "itddi", 2, false, false, false},
    {"checkpoints", "table_id, number, rules, text", "tiit", 2, false, true, false},
    {"audit", "id, at, what, person, name, address", "iititt", 1, true, false, false},
};
enum { TABLES = sizeof tables / sizeof tables[0] };

/* The statements of a table; kept for as long as connections know them by their address. */
struct statements {
    char page[TEXT_BYTES];   /* rows after a key */
    char put[TEXT_BYTES];    /* one row */
    char keys[TEXT_BYTES];   /* keys after a key */
    char drop[TEXT_BYTES];   /* one row, by its key */
    char exists[TEXT_BYTES]; /* is there one with this key? */
    char newest[TEXT_BYTES]; /* of a lasting table: the last second key under a first */
    char since[TEXT_BYTES];  /* rows under a first key, after a second */
};

/* A row as text; NULL is NULL. */
struct row {
    char *value[MOST_COLUMNS];
};

static void row_clear(struct row *row, int columns) {
    for (int i = 0; i < columns; i++)
        free(row->value[i]);
    memset(row, 0, sizeof *row);
}

/* ---- statements ---- */

static const char *column_name(const char *columns, int index, char name[32]) {
    for (; index > 0; index--)
        columns = strchr(columns, ',') + 2;
    snprintf(name, 32, "%.*s", (int)strcspn(columns, ","), columns);
    return name;
}

/* An argument as its column wants it. */
static void add_argument(char *text, int number, char letter) {
    const char *type = letter == 'i' ? "BIGINT" : letter == 'd' ? "DOUBLE PRECISION" : NULL;
    char written[64];
    if (type)
        snprintf(written, sizeof written, "CAST(?%d AS %s)", number, type);
    else
        snprintf(written, sizeof written, "?%d", number);
    strcat(text, written);
}

static void add_list(char *text, int count, const char *letters, const char *more) {
    strcat(text, "(");
    for (int i = 0; i < count; i++) {
        strcat(text, i ? ", " : "");
        add_argument(text, i + 1, letters[i]);
    }
    strcat(text, more);
    strcat(text, ")");
}

static void add_keys(char *text, const struct table *table) {
    char name[32];
    for (int i = 0; i < table->keys; i++) {
        strcat(text, i ? ", " : "");
        strcat(text, column_name(table->columns, i, name));
    }
}

static void add_row_after(char *text, const struct table *table) {
    char limit[32];
    strcat(text, " WHERE (");
    add_keys(text, table);
    strcat(text, ") > ");
    add_list(text, table->keys, table->letters, "");
    strcat(text, " ORDER BY ");
    add_keys(text, table);
    snprintf(limit, sizeof limit, " LIMIT %d", PAGE);
    strcat(text, limit);
}

static void add_same_key(char *text, const struct table *table) {
    strcat(text, " WHERE (");
    add_keys(text, table);
    strcat(text, ") = ");
    add_list(text, table->keys, table->letters, "");
}

static void add_update(char *text, const struct table *table) {
    char name[32];
    int columns = (int)strlen(table->letters);
    strcat(text, " ON CONFLICT (");
    add_keys(text, table);
    strcat(text, ") DO ");
    strcat(text, table->lasting ? "NOTHING" : "UPDATE SET ");
    for (int i = table->keys; !table->lasting && i < columns; i++) {
        column_name(table->columns, i, name);
        strcat(text, i > table->keys ? ", " : "");
        strcat(text, name);
        strcat(text, " = excluded.");
        strcat(text, name);
    }
}

static void write_statements(const struct table *table, struct statements *to) {
    char first[32], second[32];
    column_name(table->columns, 0, first);
    snprintf(to->page, TEXT_BYTES, "SELECT %s FROM %s", table->columns, table->name);
    add_row_after(to->page, table);
    const char *at = table->timed ? "{, at}" : "", *zero = table->timed ? "{, 0}" : "";
    snprintf(to->put, TEXT_BYTES, "INSERT INTO %s (%s%s) VALUES ", table->name, table->columns, at);
    add_list(to->put, (int)strlen(table->letters), table->letters, zero);
    add_update(to->put, table);
    snprintf(to->keys, TEXT_BYTES, "SELECT ");
    add_keys(to->keys, table);
    snprintf(to->keys + strlen(to->keys), TEXT_BYTES - strlen(to->keys), " FROM %s", table->name);
    add_row_after(to->keys, table);
    snprintf(to->drop, TEXT_BYTES, "DELETE FROM %s", table->name);
    add_same_key(to->drop, table);
    snprintf(to->exists, TEXT_BYTES, "SELECT 1 FROM %s", table->name);
    add_same_key(to->exists, table);
    if (table->keys < 2)
        return;
    column_name(table->columns, 1, second);
    snprintf(to->newest, TEXT_BYTES, "SELECT coalesce(max(%s), 0) FROM %s WHERE %s = ?1", second,
             table->name, first);
    snprintf(to->since, TEXT_BYTES,
             "SELECT %s FROM %s WHERE %s = ?1 AND %s > CAST(?2 AS BIGINT) ORDER BY %s LIMIT %d",
             table->columns, table->name, first, second, second, PAGE);
}

/* ---- rows ---- */

static char *read_bytes(struct sr_rows *rows, int column) {
    uint8_t bytes[HASH_BYTES];
    static const size_t sizes[] = {HASH_BYTES, SR_KEY_BYTES};
    char *text = NULL;
    for (size_t i = 0; i < 2 && !text; i++) {
        if (!sr_column_bytes(rows, column, bytes, sizes[i]) || !(text = malloc(3 + 2 * sizes[i])))
            continue;
        strcpy(text, "\\x");
        for (size_t k = 0; k < sizes[i]; k++)
            snprintf(text + 2 + 2 * k, 3, "%02x", bytes[k]);
    }
    return text;
}

static bool read_row(struct sr_rows *rows, const char *letters, struct row *row) {
    char number[32];
    memset(row, 0, sizeof *row);
    for (int i = 0; letters[i]; i++) {
        if (sr_column_is_null(rows, i))
            continue;
        if (letters[i] == 'd')
            snprintf(number, sizeof number, "%.17g", sr_column_real(rows, i));
        const char *text = letters[i] == 'd' ? number : sr_column_string(rows, i);
        row->value[i] = letters[i] == 'x' ? read_bytes(rows, i) : strdup(text);
        if (!row->value[i])
            return false;
    }
    return true;
}

/* Letters of arguments: all of them text or NULL, but for bytes. */
static const char *argument_letters(const char *letters, char written[MOST_COLUMNS + 1]) {
    size_t count = strlen(letters);
    for (size_t i = 0; i < count; i++)
        written[i] = letters[i] == 'x' ? 'x' : 'n';
    written[count] = '\0';
    return written;
}

static const char *key_letters(const struct table *table, char written[MOST_COLUMNS + 1]) {
    snprintf(written, MOST_COLUMNS + 1, "%.*s", table->keys, table->letters);
    return written;
}

static struct sr_rows *ask(struct sr_link *link, const char *text, const char *letters,
                           const struct row *row) {
    char written[MOST_COLUMNS + 1];
    char *const *v = row->value;
    return sr_link_ask(link, text, argument_letters(letters, written), v[0], v[1], v[2], v[3], v[4],
                       v[5], v[6], v[7], v[8], v[9], v[10], v[11], v[12], v[13], v[14], v[15],
                       v[16], v[17], v[18], v[19], v[20], v[21], v[22], v[23]);
}

/* ---- pages ---- */

struct page {
    const struct table *table;
    const struct statements *statements;
    struct row row[PAGE];
    int count;
    struct sr_store *from; /* pruning: who must have what is kept */
};

static void page_clear(struct page *page) {
    for (int i = 0; i < page->count; i++)
        row_clear(&page->row[i], MOST_COLUMNS);
    page->count = 0;
}

/* Reads up to a page of rows; false: it cannot be read. */
static bool read_page(struct sr_store *from, struct page *page, const char *text,
                      const char *letters, const char *asked, const struct row *after) {
    struct sr_link *link = sr_store_read(from);
    struct sr_rows *rows = ask(link, text, asked, after);
    enum sr_step step = SR_STEP_BROKEN;
    bool fine = rows != NULL;
    while (fine && page->count < PAGE && (step = sr_rows_next(rows)) == SR_STEP_ROW)
        fine = read_row(rows, letters, &page->row[page->count++]);
    fine = sr_link_walked(rows, step) == SR_STORE_DONE && fine;
    sr_store_read_end(from, link);
    return fine;
}

static enum sr_store_answer put_page(struct sr_link *link, void *context) {
    const struct page *page = context;
    enum sr_store_answer answer = SR_STORE_DONE;
    for (int i = 0; i < page->count && answer == SR_STORE_DONE; i++)
        answer = sr_link_run(ask(link, page->statements->put, page->table->letters, &page->row[i]));
    return answer;
}

/* The key before all others. */
static bool first_key(const struct table *table, struct row *key) {
    memset(key, 0, sizeof *key);
    for (int i = 0; i < table->keys; i++) {
        char letter = table->letters[i];
        key->value[i] = strdup(letter == 'i' ? "-1" : letter == 'x' ? "\\x" : "");
        if (!key->value[i])
            return false;
    }
    return true;
}

static bool copy_key(const struct table *table, const struct row *from, struct row *to) {
    row_clear(to, MOST_COLUMNS);
    for (int i = 0; i < table->keys; i++)
        if (!(to->value[i] = strdup(from->value[i])))
            return false;
    return true;
}

/* Every row, page after page. */
static bool copy_rows(struct sr_store *from, struct sr_store *to, struct page *page,
                      int64_t *copied) {
    const struct table *table = page->table;
    char keys[MOST_COLUMNS + 1];
    struct row key;
    bool fine = first_key(table, &key);
    while (fine) {
        fine = read_page(from, page, page->statements->page, table->letters,
                         key_letters(table, keys), &key) &&
               sr_store_write(to, put_page, page) == SR_STORE_DONE;
        *copied += page->count;
        if (!fine || page->count < PAGE)
            break;
        fine = copy_key(table, &page->row[page->count - 1], &key);
        page_clear(page);
    }
    page_clear(page);
    row_clear(&key, MOST_COLUMNS);
    return fine;
}

/* ---- what only grows ---- */

static bool newest_in(struct sr_store *store, const struct page *page, const struct row *first,
                      int64_t *newest) {
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *rows = ask(link, page->statements->newest, "t", first);
    enum sr_step step = rows ? sr_rows_next(rows) : SR_STEP_BROKEN;
    *newest = step == SR_STEP_ROW ? sr_column_number(rows, 0) : 0;
    bool fine = sr_link_walked(rows, step) == SR_STORE_DONE;
    sr_store_read_end(store, link);
    return fine;
}

/* What a table of ours has under one id, after what the copy has. */
static bool copy_since(struct sr_store *from, struct sr_store *to, struct page *page,
                       const char *id, int64_t *copied) {
    char number[24];
    struct row key = {0};
    int64_t newest = 0;
    key.value[0] = strdup(id);
    bool fine = key.value[0] && newest_in(to, page, &key, &newest);
    do {
        page_clear(page);
        snprintf(number, sizeof number, "%lld", (long long)newest);
        key.value[1] = number;
        fine = fine &&
               read_page(from, page, page->statements->since, page->table->letters, "ti", &key) &&
               sr_store_write(to, put_page, page) == SR_STORE_DONE;
        *copied += page->count;
        if (page->count > 0)
            newest = strtoll(page->row[page->count - 1].value[1], NULL, 10);
    } while (fine && page->count == PAGE);
    page_clear(page);
    free(key.value[0]);
    return fine;
}

static bool copy_histories(struct sr_store *from, struct sr_store *to, struct page *page,
                           int64_t *copied) {
    static const struct table ids = {"tables", "id", "t", 1, true, false, false};
    static struct statements statements;
    struct page *list = calloc(1, sizeof *list);
    struct row key = {0};
    bool fine = list && first_key(&ids, &key);
    if (list) {
        write_statements(&ids, &statements);
        list->table = &ids;
        list->statements = &statements;
    }
    while (fine && (fine = read_page(from, list, statements.page, "t", "t", &key))) {
        for (int i = 0; fine && i < list->count; i++)
            fine = copy_since(from, to, page, list->row[i].value[0], copied);
        bool last = list->count < PAGE;
        fine = fine && (last || copy_key(&ids, &list->row[PAGE - 1], &key));
        page_clear(list);
        if (last)
            break;
    }
    if (list)
        page_clear(list);
    row_clear(&key, MOST_COLUMNS);
    free(list);
    return fine;
}

/* ---- what is gone ---- */

static bool is_in(struct sr_store *store, const struct page *page, const struct row *key,
                  bool *there) {
    char letters[MOST_COLUMNS + 1];
    key_letters(page->table, letters);
    struct sr_link *link = sr_store_read(store);
    struct sr_rows *rows = ask(link, page->statements->exists, letters, key);
    enum sr_step step = rows ? sr_rows_next(rows) : SR_STEP_BROKEN;
    *there = step == SR_STEP_ROW;
    bool fine = sr_link_walked(rows, step) == SR_STORE_DONE;
    sr_store_read_end(store, link);
    return fine;
}

static enum sr_store_answer drop_gone(struct sr_link *link, void *context) {
    const struct page *page = context;
    char letters[MOST_COLUMNS + 1];
    key_letters(page->table, letters);
    enum sr_store_answer answer = SR_STORE_DONE;
    for (int i = 0; i < page->count && answer == SR_STORE_DONE; i++) {
        bool there;
        if (!is_in(page->from, page, &page->row[i], &there))
            return SR_STORE_BROKEN;
        if (!there)
            answer = sr_link_run(ask(link, page->statements->drop, letters, &page->row[i]));
    }
    return answer;
}

static bool prune(struct sr_store *from, struct sr_store *to, struct page *page) {
    const struct table *table = page->table;
    char letters[MOST_COLUMNS + 1];
    struct row key;
    bool fine = first_key(table, &key);
    key_letters(table, letters);
    page->from = from;
    while (fine) {
        fine = read_page(to, page, page->statements->keys, letters, letters, &key) &&
               sr_store_write(to, drop_gone, page) == SR_STORE_DONE;
        if (!fine || page->count < PAGE)
            break;
        fine = copy_key(table, &page->row[page->count - 1], &key);
        page_clear(page);
    }
    page_clear(page);
    row_clear(&key, MOST_COLUMNS);
    return fine;
}

/* ---- all of it ---- */

/* Numbers that are given next must be above those that were copied. */
static enum sr_store_answer set_numbers(struct sr_link *link, void *context) {
    (void)context;
    enum sr_store_answer answer =
        sr_link_run(sr_link_ask(link,
                                "SELECT {setval(pg_get_serial_sequence('people', 'id'),"
                                " (SELECT coalesce(max(id), 0) + 1 FROM people), false)|1}",
                                ""));
    if (answer != SR_STORE_DONE)
        return answer;
    return sr_link_run(sr_link_ask(link,
                                   "SELECT {setval(pg_get_serial_sequence('audit', 'id'),"
                                   " (SELECT coalesce(max(id), 0) + 1 FROM audit), false)|1}",
                                   ""));
}

/* A claimed name that changed hands since must not be in its own way: what is unique is put last.
 */
bool sr_store_copy(struct sr_store *from, struct sr_store *to, sr_store_each_copied *each,
                   void *context, struct sr_error *error) {
    static struct statements statements[TABLES];
    struct page *page = calloc(1, sizeof *page);
    if (!page)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    for (int i = 0; i < TABLES; i++) {
        const struct table *table = &tables[i];
        int64_t copied = 0;
        write_statements(table, &statements[i]);
        page->table = table;
        page->statements = &statements[i];
        bool fine = table->lasting && table->keys == 2 ? copy_histories(from, to, page, &copied)
                                                       : copy_rows(from, to, page, &copied);
        fine = fine && (!table->pruned || prune(from, to, page));
        if (!fine) {
            free(page);
            return sr_store_fail(sr_store_complains(to) ? to : from, SR_PROBLEM_COPY, table->name,
                                 error);
        }
        each(context, table->name, copied);
    }
    free(page);
    if (sr_store_write(to, set_numbers, NULL) == SR_STORE_DONE)
        return true;
    return sr_store_fail(to, SR_PROBLEM_COPY, "people", error);
}
