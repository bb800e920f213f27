/* Which kind of store is opened, and what all kinds have in common. */
#include "kind.h"
#include "store/problems.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- opening ---- */

/* How a place is written, and what is there. What has no scheme is a directory. */
static const struct {
    const char *scheme;
    bool kept; /* the scheme is part of the place */
    const struct sr_store_kind *kind;
} places[] = {
    {"sqlite:", false, &sr_store_sqlite},
#ifdef SR_POSTGRES
    {"postgres://", true, &sr_store_postgres},
    {"postgresql://", true, &sr_store_postgres},
#else
    {"postgres://", true, NULL},
    {"postgresql://", true, NULL},
#endif
};

static struct sr_store *open_place(const char *place, enum sr_opening opening,
                                   struct sr_error *error) {
    const struct sr_store_kind *kind = &sr_store_sqlite;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        size_t length = strlen(places[i].scheme);
        if (strncmp(place, places[i].scheme, length) != 0)
            continue;
        kind = places[i].kind;
        place += places[i].kept ? 0 : length;
        break;
    }
    if (kind)
        return kind->open(place, opening, error);
    sr_fail(error, SR_PROBLEM_NO_POSTGRES, NULL);
    return NULL;
}

struct sr_store *sr_store_open(const char *place, struct sr_error *error) {
    return open_place(place, SR_OPEN_SERVE, error);
}

struct sr_store *sr_store_open_beside(const char *place, struct sr_error *error) {
    return open_place(place, SR_OPEN_BESIDE, error);
}

bool sr_store_is_shared(const char *place) {
    return strncmp(place, "postgres", 8) == 0 && strstr(place, "://") != NULL;
}

void sr_store_close(struct sr_store *store) {
    if (store)
        store->kind->close(store);
}

bool sr_store_backup(struct sr_store *store, const char *path, struct sr_error *error) {
    if (store->kind->backup)
        return store->kind->backup(store, path, error);
    return sr_fail(error, SR_PROBLEM_OWN_BACKUP, NULL);
}

/* ---- counts ---- */

void sr_store_begin(struct sr_store *store, const struct sr_store_kind *kind) {
    store->kind = kind;
    pthread_mutex_init(&store->lock, NULL);
}

void sr_store_complain(struct sr_store *store, const struct sr_text *cause, const char *why) {
    pthread_mutex_lock(&store->lock);
    store->cause = cause;
    snprintf(store->complaint, sizeof store->complaint, "%s", why);
    for (char *at = store->complaint; *at; at++)
        if (*at == '\n')
            *at = ' ';
    pthread_mutex_unlock(&store->lock);
}

const struct sr_latency *sr_store_latency(const struct sr_store *store) {
    return &store->latency;
}

int sr_store_waiting(struct sr_store *store) {
    pthread_mutex_lock(&store->lock);
    int waiting = store->waiting;
    pthread_mutex_unlock(&store->lock);
    return waiting;
}

void sr_store_complaint(struct sr_store *store, char *text, size_t size) {
    pthread_mutex_lock(&store->lock);
    snprintf(text, size, "%s", store->complaint);
    pthread_mutex_unlock(&store->lock);
}

bool sr_store_complains(struct sr_store *store) {
    pthread_mutex_lock(&store->lock);
    bool complains = *store->complaint || store->cause;
    pthread_mutex_unlock(&store->lock);
    return complains;
}

bool sr_store_fail(struct sr_store *store, const struct sr_problem *problem, const char *what,
                   struct sr_error *error) {
    pthread_mutex_lock(&store->lock);
    sr_fail_because(error, problem, what, store->cause, store->complaint);
    pthread_mutex_unlock(&store->lock);
    return false;
}

void sr_store_counts(struct sr_store *store, uint64_t *commits, uint64_t *changes) {
    pthread_mutex_lock(&store->lock);
    *commits = store->commits;
    *changes = store->changes;
    pthread_mutex_unlock(&store->lock);
}

uint64_t sr_store_failures(struct sr_store *store) {
    pthread_mutex_lock(&store->lock);
    uint64_t failures = store->failures;
    pthread_mutex_unlock(&store->lock);
    return failures;
}

/* ---- statements ---- */

bool sr_statement_write(const char *text, char mark, bool braces, char out[SR_STATEMENT_BYTES]) {
    size_t length = 0;
    int number = 0;
    bool left_out = false, inside = false;
    for (; *text && length + 8 < SR_STATEMENT_BYTES; text++) {
        if (*text == '{' || *text == '}') {
            inside = *text == '{';
            left_out = inside && !braces;
        } else if (inside && *text == '|' && text[1] != '|' && text[-1] != '|') {
            left_out = braces;
        } else if (left_out) {
            continue;
        } else if (*text == '?') {
            out[length++] = mark;
            if (!isdigit((unsigned char)text[1]))
                length += (size_t)snprintf(out + length, 8, "%d", ++number);
        } else {
            out[length++] = *text;
        }
    }
    out[length] = '\0';
    return !*text;
}

struct sr_rows *sr_link_ask(struct sr_link *link, const char *text, const char *letters, ...) {
    va_list values;
    va_start(values, letters);
    struct sr_rows *rows = link->kind->ask(link, text, letters, values);
    va_end(values);
    return rows;
}

enum sr_step sr_rows_next(struct sr_rows *rows) {
    return rows->link->kind->next(rows);
}

void sr_rows_end(struct sr_rows *rows) {
    if (rows)
        rows->link->kind->end(rows);
}

enum sr_store_answer sr_link_run(struct sr_rows *rows) {
    if (!rows)
        return SR_STORE_BROKEN;
    enum sr_step step;
    while ((step = sr_rows_next(rows)) == SR_STEP_ROW)
        continue;
    sr_rows_end(rows);
    return step == SR_STEP_END        ? SR_STORE_DONE
           : step == SR_STEP_CONFLICT ? SR_STORE_CONFLICT
                                      : SR_STORE_BROKEN;
}

int sr_link_changes(const struct sr_link *link) {
    return link->kind->changes(link);
}

enum sr_store_answer sr_link_found_one(const struct sr_link *link, enum sr_store_answer answer) {
    if (answer == SR_STORE_DONE && sr_link_changes(link) != 1)
        return SR_STORE_CONFLICT;
    return answer;
}

enum sr_store_answer sr_link_walked(struct sr_rows *rows, enum sr_step step) {
    sr_rows_end(rows);
    return step == SR_STEP_END || step == SR_STEP_ROW ? SR_STORE_DONE : SR_STORE_BROKEN;
}

bool sr_column_is_null(struct sr_rows *rows, int column) {
    return rows->link->kind->is_null(rows, column);
}

int64_t sr_column_number(struct sr_rows *rows, int column) {
    return rows->link->kind->number(rows, column);
}

int sr_column_int(struct sr_rows *rows, int column) {
    return (int)sr_column_number(rows, column);
}

double sr_column_real(struct sr_rows *rows, int column) {
    return rows->link->kind->real(rows, column);
}

const char *sr_column_string(struct sr_rows *rows, int column) {
    return rows->link->kind->string(rows, column);
}

void sr_column_text(struct sr_rows *rows, int column, char *text, size_t size) {
    const char *found = sr_column_string(rows, column);
    snprintf(text, size, "%s", found ? found : "");
}

bool sr_column_bytes(struct sr_rows *rows, int column, void *bytes, size_t count) {
    return rows->link->kind->bytes(rows, column, bytes, count);
}

/* ---- changes ---- */

enum { MOST_DOUBTS = 4 }; /* connections that break one after the other under the same change */

/* Whether it was done is found out by doing it again: what it asks for does not hold twice, or does
 * no harm twice. If it is refused then, that may be on account of what it did itself. */
static enum sr_store_answer write_surely(struct sr_store *store, sr_change *change,
                                         sr_was_done *was_done, void *context, bool single) {
    enum sr_store_answer answer = store->kind->write(store, change, context, single);
    bool doubted = answer == SR_STORE_UNSURE;
    for (int i = 0; answer == SR_STORE_UNSURE && i < MOST_DOUBTS; i++)
        answer = store->kind->write(store, change, context, single);
    if (doubted && answer == SR_STORE_CONFLICT && was_done) {
        struct sr_link *link = sr_store_read(store);
        answer = was_done(link, context);
        sr_store_read_end(store, link);
    }
    return answer;
}

enum sr_store_answer sr_store_write(struct sr_store *store, sr_change *change, void *context) {
    return write_surely(store, change, NULL, context, false);
}

enum sr_store_answer sr_store_write_one(struct sr_store *store, sr_change *change, void *context) {
    return write_surely(store, change, NULL, context, true);
}

enum sr_store_answer sr_store_write_once(struct sr_store *store, sr_change *change,
                                         sr_was_done *was_done, void *context) {
    return write_surely(store, change, was_done, context, false);
}

enum sr_store_answer sr_store_write_one_once(struct sr_store *store, sr_change *change,
                                             sr_was_done *was_done, void *context) {
    return write_surely(store, change, was_done, context, true);
}

enum sr_store_answer sr_link_finds(struct sr_rows *rows) {
    enum sr_step step = rows ? sr_rows_next(rows) : SR_STEP_BROKEN;
    sr_rows_end(rows);
    return step == SR_STEP_ROW   ? SR_STORE_DONE
           : step == SR_STEP_END ? SR_STORE_CONFLICT
                                 : SR_STORE_UNSURE;
}

bool sr_store_write_later(struct sr_store *store, sr_change *change, const void *context,
                          size_t size) {
    return store->kind->write_later(store, change, context, size);
}

struct sr_link *sr_store_read(struct sr_store *store) {
    return store->kind->read(store);
}

void sr_store_read_end(struct sr_store *store, struct sr_link *link) {
    store->kind->read_end(store, link);
}

/* ---- news ---- */

bool sr_store_listen(struct sr_store *store, sr_store_hear *hear, void *context) {
    return store->kind->listen && store->kind->listen(store, hear, context);
}

/* What may have been done is told too. */
static bool may_be_done(enum sr_store_answer answer) {
    return answer == SR_STORE_DONE || answer == SR_STORE_UNSURE;
}

enum sr_store_answer sr_store_tell_table(struct sr_store *store, const char *id,
                                         enum sr_store_answer answer) {
    if (store->kind->announce && may_be_done(answer))
        store->kind->announce(store, SR_NEWS_TABLE, id);
    return answer;
}

enum sr_store_answer sr_store_tell_person(struct sr_store *store, int64_t person,
                                          enum sr_store_answer answer) {
    char id[24];
    snprintf(id, sizeof id, "%lld", (long long)person);
    if (store->kind->announce && may_be_done(answer))
        store->kind->announce(store, SR_NEWS_PERSON, id);
    return answer;
}
