/* What the parts of the SQLite store share: connections with their prepared statements, and the
 * door to the one thread that writes. */
#ifndef SR_SQLITE_H
#define SR_SQLITE_H

#include "latency.h"
#include "store.h"

#include <sqlite3.h>

enum { SR_LINK_STATEMENTS = 96 };

/* A connection. Statements are prepared once and kept, known by the address of their text. */
struct sr_link {
    sqlite3 *database;
    int count;
    struct {
        const char *text;
        sqlite3_stmt *statement;
    } kept[SR_LINK_STATEMENTS];
};

/* A statement with its arguments bound, by letters: t text, n text or NULL, i int64_t, d double, b
 * bytes with their int count. NULL: it cannot be prepared. */
sqlite3_stmt *sr_link_ask(struct sr_link *link, const char *text, const char *letters, ...);
/* Runs a statement that returns no rows. */
enum sr_store_answer sr_link_run(sqlite3_stmt *statement);
/* How many rows it changed. */
int sr_link_changes(const struct sr_link *link);
/* An answer for an update that should have found its one row. */
enum sr_store_answer sr_link_found_one(const struct sr_link *link, enum sr_store_answer answer);
/* What a finished walk over rows means. */
enum sr_store_answer sr_link_walked(sqlite3_stmt *statement, int code);
void sr_column_text(sqlite3_stmt *statement, int column, char *text, size_t size);

bool sr_link_open(struct sr_link *link, const char *path, struct sr_error *error);
void sr_link_close(struct sr_link *link);
/* Is it a store that this program knows? */
bool sr_link_is_store(struct sr_link *link, const char *path, struct sr_error *error);
/* Makes a file that nobody else may read, or sees to it that nobody may. */
bool sr_file_own(const char *path, struct sr_error *error);
/* Makes the directory, and locks it for one server; `guard` is closed to let it go. */
bool sr_directory_take(const char *directory, int *guard, struct sr_error *error);

/* A change: what the writer thread does within a commit. Answers other than SR_STORE_DONE undo it,
 * and it alone. */
typedef enum sr_store_answer sr_change(struct sr_link *link, void *context);
enum sr_store_answer sr_store_write(struct sr_store *store, sr_change *change, void *context);

/* Parts of several changes. */
enum sr_store_answer sr_link_add_table(struct sr_link *link, const struct sr_table_row *row);
enum sr_store_answer sr_link_set_status(struct sr_link *link, const char *id,
                                        enum sr_table_status before, enum sr_table_status after);
/* What the names of a store from before look like (sqlite_people.c). */
enum sr_store_answer sr_link_fill_skeletons(struct sr_link *link);
/* Skills and doubts after a finished game (sqlite_people.c). */
enum sr_store_answer sr_link_rate(struct sr_link *link, const char *id);

/* For what nobody waits for and may be lost: the context is copied, `size` bytes of it. False: it
 * is left out. */
bool sr_store_write_later(struct sr_store *store, sr_change *change, const void *context,
                          size_t size);

/* One of several connections for readers; they never wait for the writer. */
struct sr_link *sr_store_read(struct sr_store *store);
void sr_store_read_end(struct sr_store *store, struct sr_link *link);

#endif
