/* What the parts of the SQLite store share. */
#ifndef SR_SQLITE_H
#define SR_SQLITE_H

#include "kind.h"

#include <sqlite3.h>

struct sr_sqlite_rows {
    struct sr_rows base;
    const char *text;
    sqlite3_stmt *statement;
};

struct sr_sqlite_link {
    struct sr_link base;
    sqlite3 *database;
    int count;
    struct sr_sqlite_rows kept[SR_LINK_STATEMENTS];
};

bool sr_sqlite_open(struct sr_sqlite_link *link, const char *path, struct sr_error *error);
void sr_sqlite_close(struct sr_sqlite_link *link);
/* Is it a store that this program knows? */
bool sr_sqlite_is_store(struct sr_sqlite_link *link, const char *path, struct sr_error *error);
/* Makes a file that nobody else may read, or sees to it that nobody may. */
bool sr_file_own(const char *path, struct sr_error *error);

/* What a code of SQLite's means; NULL: there are no words for it. */
const struct sr_text *sr_sqlite_words(int code);
/* A problem with `what` ({0}), for the reason that SQLite gave last ({1}); NULL: there was no
 * memory for a database. */
bool sr_sqlite_fail(sqlite3 *database, const struct sr_problem *problem, const char *what,
                    struct sr_error *error);

bool sr_sqlite_backup(struct sr_store *store, const char *path, struct sr_error *error);

#endif
