/* What is behind the store: a kind of database, as a table of functions, and what the queries use
 * of it. All queries are written once (people.c, tables.c, history.c, watch.c), in SQL that both
 * kinds understand; a kind says how they are asked, and how changes are made durable.
 *
 *   sqlite.c    one file, one process, one thread that writes
 *   postgres.c  many processes on one PostgreSQL
 *
 * Arguments in SQL are `?` or `?1`, as SQLite has them. What stands in {braces} is for databases
 * with several writers, who must lock what they have looked at, and tell each other; SQLite sees
 * what comes after a bar in them, {this|that}, or nothing. */
#ifndef SR_KIND_H
#define SR_KIND_H

#include "latency.h"
#include "store.h"

#include <pthread.h>
#include <stdarg.h>

/* Milliseconds by the clock of a database that several programs share. */
#define SR_POSTGRES_NOW "((extract(epoch FROM clock_timestamp()) * 1000)::bigint)"

enum {
    SR_LINK_STATEMENTS = 128, /* that a connection keeps prepared */
    SR_STATEMENT_BYTES = 2048,
    SR_COMPLAINT_BYTES = 200
};

struct sr_store_kind;

/* A connection. Statements are prepared once and kept, known by the address of their text. */
struct sr_link {
    const struct sr_store_kind *kind;
};

/* A statement that was asked, and where its rows are. */
struct sr_rows {
    struct sr_link *link;
};

/* What a step over rows found. */
enum sr_step { SR_STEP_ROW, SR_STEP_END, SR_STEP_CONFLICT, SR_STEP_BROKEN };

/* A change: what is done within a commit. Answers other than SR_STORE_DONE undo it, and it alone.
 * It may be run again, from the beginning, if others were in its way. */
typedef enum sr_store_answer sr_change(struct sr_link *link, void *context);

/* A change was tried, the connection broke, and now it is refused: was it this one that did what is
 * there? SR_STORE_DONE, or SR_STORE_CONFLICT if it was somebody else; SR_STORE_UNSURE: it cannot be
 * read. */
typedef enum sr_store_answer sr_was_done(struct sr_link *link, void *context);

/* How a store is opened: to serve; beside a server that may be running, changing nothing. */
enum sr_opening { SR_OPEN_SERVE, SR_OPEN_BESIDE };

struct sr_store_kind {
    struct sr_store *(*open)(const char *place, enum sr_opening opening, struct sr_error *error);
    void (*close)(struct sr_store *store);

    /* `single`: the change is one statement, which is a transaction by itself. */
    enum sr_store_answer (*write)(struct sr_store *store, sr_change *change, void *context,
                                  bool single);
    bool (*write_later)(struct sr_store *store, sr_change *change, const void *context,
                        size_t size);
    /* `then` is called once it is durable, or refused; the first `size` bytes of the context are
     * copied. NULL: changes must be waited for. */
    bool (*write_then)(struct sr_store *store, sr_change *change, const void *context, size_t size,
                       sr_store_then *then, void *then_context);
    struct sr_link *(*read)(struct sr_store *store);
    void (*read_end)(struct sr_store *store, struct sr_link *link);

    struct sr_rows *(*ask)(struct sr_link *link, const char *text, const char *letters,
                           va_list values);
    enum sr_step (*next)(struct sr_rows *rows);
    void (*end)(struct sr_rows *rows);
    int (*changes)(const struct sr_link *link);
    bool (*is_null)(struct sr_rows *rows, int column);
    int64_t (*number)(struct sr_rows *rows, int column);
    double (*real)(struct sr_rows *rows, int column);
    const char *(*string)(struct sr_rows *rows, int column);
    bool (*bytes)(struct sr_rows *rows, int column, void *bytes, size_t count);

    /* The change feed; NULL: nobody else uses this store. */
    bool (*listen)(struct sr_store *store, sr_store_hear *hear, void *context);
    void (*announce)(struct sr_store *store, enum sr_news news, const char *id);

    /* Copies everything into one file; NULL: the database has tools of its own for that. */
    bool (*backup)(struct sr_store *store, const char *path, struct sr_error *error);
};

extern const struct sr_store_kind sr_store_sqlite;
#ifdef SR_POSTGRES
extern const struct sr_store_kind sr_store_postgres;
#endif

/* What every kind of store begins with. */
struct sr_store {
    const struct sr_store_kind *kind;
    pthread_mutex_t lock; /* the counts and the complaint */
    uint64_t commits, changes, failures;
    int waiting;               /* changes that wait for their commit */
    struct sr_latency latency; /* of commits */
    char complaint[SR_COMPLAINT_BYTES];
    const struct sr_text *cause; /* of it, in words; NULL: there are none */
};
/* The counts of a store that is opened; why something is broken. */
void sr_store_begin(struct sr_store *store, const struct sr_store_kind *kind);
void sr_store_complain(struct sr_store *store, const struct sr_text *cause, const char *why);

/* ---- what queries use ---- */

/* A statement with its arguments bound, by letters: t text, n text or NULL, i int64_t, d double, b
 * bytes with their int count, x bytes as text in the way of PostgreSQL, "\\x00ff". NULL: it cannot
 * be asked. */
struct sr_rows *sr_link_ask(struct sr_link *link, const char *text, const char *letters, ...);
/* Runs a statement whose rows nobody wants. */
enum sr_store_answer sr_link_run(struct sr_rows *rows);
/* How many rows it changed. */
int sr_link_changes(const struct sr_link *link);
/* An answer for an update that should have found its one row. */
enum sr_store_answer sr_link_found_one(const struct sr_link *link, enum sr_store_answer answer);

enum sr_step sr_rows_next(struct sr_rows *rows);
void sr_rows_end(struct sr_rows *rows); /* NULL is fine */
/* What a finished walk over rows means. */
enum sr_store_answer sr_link_walked(struct sr_rows *rows, enum sr_step step);

bool sr_column_is_null(struct sr_rows *rows, int column);
int64_t sr_column_number(struct sr_rows *rows, int column);
int sr_column_int(struct sr_rows *rows, int column);
double sr_column_real(struct sr_rows *rows, int column);
/* NULL: it is NULL. Good until the next step. */
const char *sr_column_string(struct sr_rows *rows, int column);
void sr_column_text(struct sr_rows *rows, int column, char *text, size_t size);
/* False: it has not so many. */
bool sr_column_bytes(struct sr_rows *rows, int column, void *bytes, size_t count);

/* A change that may as well be made twice: it is made again if nobody knows whether it was. */
enum sr_store_answer sr_store_write(struct sr_store *store, sr_change *change, void *context);
/* The same for a change that is one statement. */
enum sr_store_answer sr_store_write_one(struct sr_store *store, sr_change *change, void *context);
/* The same for changes that are refused the second time. */
enum sr_store_answer sr_store_write_once(struct sr_store *store, sr_change *change,
                                         sr_was_done *was_done, void *context);
enum sr_store_answer sr_store_write_one_once(struct sr_store *store, sr_change *change,
                                             sr_was_done *was_done, void *context);
/* For sr_was_done: it was, if there is such a row. */
enum sr_store_answer sr_link_finds(struct sr_rows *rows);
/* For what nobody waits for and may be lost: the context is copied, `size` bytes of it. False: it
 * is left out. */
bool sr_store_write_later(struct sr_store *store, sr_change *change, const void *context,
                          size_t size);
/* If it was done: tells other programs that a table, or a person, is not what it was. */
enum sr_store_answer sr_store_tell_table(struct sr_store *store, const char *id,
                                         enum sr_store_answer answer);
enum sr_store_answer sr_store_tell_person(struct sr_store *store, int64_t person,
                                          enum sr_store_answer answer);
/* One of several connections for readers, who never wait for writers. */
struct sr_link *sr_store_read(struct sr_store *store);
void sr_store_read_end(struct sr_store *store, struct sr_link *link);

/* The text of a statement as a kind wants it: `mark` stands before the number of an argument, and
 * what is in braces is there or not. False: it is too long. */
bool sr_statement_write(const char *text, char mark, bool braces, char out[SR_STATEMENT_BYTES]);

/* ---- parts of several changes ---- */

enum sr_store_answer sr_link_add_table(struct sr_link *link, const struct sr_table_row *row);
/* Ids are drawn: one that is there was put there by whoever drew it. */
enum sr_store_answer sr_link_finds_table(struct sr_link *link, const char *id);
enum sr_store_answer sr_link_set_status(struct sr_link *link, const char *id,
                                        enum sr_table_status before, enum sr_table_status after);
/* Nobody else changes this table's row, or who sits there, until this change is made; and other
 * programs will find that it is not what it was. */
enum sr_store_answer sr_link_touch_table(struct sr_link *link, const char *id);
/* What the names of a store from before look like. */
enum sr_store_answer sr_link_fill_skeletons(struct sr_link *link);
/* Skills and doubts after a finished game. */
enum sr_store_answer sr_link_rate(struct sr_link *link, const char *id);

#endif
