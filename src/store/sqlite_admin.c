/* What those who run the server ask of the SQLite store: copies of it while it is in use, putting a
 * copy in its place. */
#include "sqlite.h"
#include "store/problems.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, PAGES_A_STEP = 256, BUSY_PAUSE = 20 };

/* ---- copies ---- */

/* Copies page by page; whoever writes meanwhile is not held up. */
static bool copy_pages(sqlite3 *to, sqlite3 *from) {
    sqlite3_backup *copy = sqlite3_backup_init(to, "main", from, "main");
    if (!copy)
        return false;
    int code;
    while ((code = sqlite3_backup_step(copy, PAGES_A_STEP)) == SQLITE_OK || code == SQLITE_BUSY ||
           code == SQLITE_LOCKED)
        if (code != SQLITE_OK)
            sqlite3_sleep(BUSY_PAUSE);
    return sqlite3_backup_finish(copy) == SQLITE_OK && code == SQLITE_DONE;
}

/* A copy is one plain file: no log beside it. */
static bool copy_to(const char *path, sqlite3 *from, struct sr_error *error) {
    sqlite3 *to = NULL;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    bool fine = sqlite3_open_v2(path, &to, flags, NULL) == SQLITE_OK && copy_pages(to, from) &&
                sqlite3_exec(to, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL) == SQLITE_OK;
    if (!fine)
        sr_sqlite_fail(to, SR_PROBLEM_WRITE, path, error);
    sqlite3_close(to);
    return fine;
}

/* The name of a file is durable only when its directory is. */
static bool sync_directory(const char *path) {
    char directory[PATH_BYTES];
    snprintf(directory, sizeof directory, "%s", path);
    char *slash = strrchr(directory, '/');
    if (slash)
        slash[slash == directory] = '\0';
    int fd = open(slash ? directory : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool fine = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    return fine;
}

/* Under another name first, so that a copy is whole or not there. */
static bool place_copy(const char *path, sqlite3 *from, struct sr_error *error) {
    char fresh[PATH_BYTES];
    if ((size_t)snprintf(fresh, sizeof fresh, "%s.new", path) >= sizeof fresh)
        return sr_fail_system(error, SR_PROBLEM_WRITE, path, ENAMETOOLONG);
    unlink(fresh);
    bool fine = sr_file_own(fresh, error) && copy_to(fresh, from, error);
    if (fine && (rename(fresh, path) != 0 || !sync_directory(path)))
        fine = sr_fail_system(error, SR_PROBLEM_WRITE, path, errno);
    if (!fine)
        unlink(fresh);
    return fine;
}

bool sr_sqlite_backup(struct sr_store *store, const char *path, struct sr_error *error) {
    if (access(path, F_OK) == 0)
        return sr_fail_system(error, SR_PROBLEM_WRITE, path, EEXIST);
    struct sr_link *link = sr_store_read(store);
    bool fine = place_copy(path, ((struct sr_sqlite_link *)link)->database, error);
    sr_store_read_end(store, link);
    return fine;
}

static bool is_whole(sqlite3 *database, const char *path, struct sr_error *error) {
    sqlite3_stmt *ask = NULL;
    char told[160] = "";
    bool asked =
        sqlite3_prepare_v2(database, "PRAGMA integrity_check(1)", -1, &ask, NULL) == SQLITE_OK &&
        sqlite3_step(ask) == SQLITE_ROW;
    if (asked)
        snprintf(told, sizeof told, "%s", (const char *)sqlite3_column_text(ask, 0));
    sqlite3_finalize(ask);
    if (strcmp(told, "ok") == 0)
        return true;
    return *told ? sr_fail_because(error, SR_PROBLEM_STORE_OPEN, path,
                                   sr_sqlite_words(SQLITE_CORRUPT), told)
                 : sr_sqlite_fail(database, SR_PROBLEM_STORE_OPEN, path, error);
}

/* The copy is looked at before anything is touched; what was there stays beside it. */
static bool put_in_place(const char *directory, sqlite3 *from, struct sr_error *error) {
    static const char *const logs[] = {"-wal", "-shm"};
    char path[PATH_BYTES], kept[PATH_BYTES + 16];
    if ((size_t)snprintf(path, sizeof path, "%s/serai.sqlite", directory) >= sizeof path)
        return sr_fail_system(error, SR_PROBLEM_WRITE, directory, ENAMETOOLONG);
    snprintf(kept, sizeof kept, "%s.before", path);
    if (access(path, F_OK) == 0) {
        struct sr_sqlite_link old = {0};
        if (!sr_sqlite_open(&old, path, error))
            return false;
        unlink(kept);
        bool fine = place_copy(kept, old.database, error);
        sr_sqlite_close(&old);
        if (!fine)
            return false;
    }
    for (size_t i = 0; i < 2; i++) {
        char log[PATH_BYTES + 16];
        snprintf(log, sizeof log, "%s%s", path, logs[i]);
        unlink(log);
    }
    return place_copy(path, from, error);
}

bool sr_store_restore(const char *directory, const char *path, struct sr_error *error) {
    sqlite3 *from = NULL;
    int guard = -1;
    bool fine = sqlite3_open_v2(path, &from, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK
                    ? true
                    : sr_sqlite_fail(from, SR_PROBLEM_READ, path, error);
    struct sr_sqlite_link copy = {.database = from};
    fine = fine && is_whole(from, path, error) && sr_sqlite_is_store(&copy, path, error) &&
           sr_directory_take(directory, &guard, error) && put_in_place(directory, from, error);
    sqlite3_close(from);
    if (guard >= 0)
        close(guard);
    return fine;
}
