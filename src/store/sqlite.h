/* What the parts of the SQLite store share: connections with their prepared statements, and the
 * door to the one thread that writes. */
#ifndef SR_SQLITE_H
#define SR_SQLITE_H

#include "store.h"

#include <sqlite3.h>

enum { SR_LINK_STATEMENTS = 48 };

/* A connection. Statements are prepared once and kept, known by the address of their text. */
struct sr_link {
    sqlite3 *database;
    int count;
    struct {
        const char *text;
        sqlite3_stmt *statement;
    } kept[SR_LINK_STATEMENTS];
};

/* A statement with its arguments bound, by letters: t text, n text or NULL, i int64_t, b bytes with
 * their int count. NULL: it cannot be prepared. */
sqlite3_stmt *sr_link_ask(struct sr_link *link, const char *text, const char *letters, ...);
/* Runs a statement that returns no rows. */
enum sr_store_answer sr_link_run(sqlite3_stmt *statement);
/* How many rows it changed. */
int sr_link_changes(const struct sr_link *link);

/* A change: what the writer thread does within a commit. Answers other than SR_STORE_DONE undo it,
 * and it alone. */
typedef enum sr_store_answer sr_change(struct sr_link *link, void *context);
enum sr_store_answer sr_store_write(struct sr_store *store, sr_change *change, void *context);

/* Readers take turns on a connection of their own; they never wait for the writer. */
struct sr_link *sr_store_read(struct sr_store *store);
void sr_store_read_end(struct sr_store *store);

#endif
