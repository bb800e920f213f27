/* The store in one SQLite file: opening and migrations, connections, and the one thread that
 * writes. The writer takes all changes that wait, makes them in one transaction and syncs once for
 * all of them (WAL, synchronous=FULL); only then are those who asked told that it is done. */
#include "sqlite.h"
#include "store/problems.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MOST_CHANGES_A_COMMIT = 512,
    BUSY_MILLISECONDS = 5000,
    READERS = 8,
    MOST_LATER = 4096 /* changes that nobody waits for; more are left out */
};

/* A change that waits for its commit. It lives on the stack of the thread that asked, or, if nobody
 * waits for it, on its own. */
struct job {
    sr_change *change;
    void *context;
    enum sr_store_answer answer;
    bool done, unwaited;
    pthread_cond_t answered; /* its own: nobody wakes up for the commit of another */
    sr_store_then *then;     /* nobody waits, but somebody is told */
    void *then_context;
    struct job *next;
};

struct sqlite_store {
    struct sr_store base;
    struct sr_sqlite_link writer, reader[READERS];
    pthread_mutex_t reading; /* which readers are taken */
    pthread_cond_t unread;
    bool taken[READERS];
    /* all that follows is under the lock of the base */
    pthread_cond_t wanted;
    struct job *first, **last;
    int later; /* jobs that nobody waits for */
    bool closing;
    pthread_t thread;
    int guard; /* a locked file: one server a directory */
};

/* Migration number n brings user_version from n to n + 1. Never change one that was released: add
 * the next. */
static const char *const migrations[] = {
    "CREATE TABLE people ("
    "  id INTEGER PRIMARY KEY,"
    "  name TEXT NOT NULL,"
    "  password TEXT,"
    "  made INTEGER NOT NULL"
    ") STRICT;"
    "CREATE UNIQUE INDEX people_claimed ON people(name) WHERE password IS NOT NULL;"
    "CREATE TABLE tokens ("
    "  hash BLOB PRIMARY KEY,"
    "  person INTEGER NOT NULL REFERENCES people(id),"
    "  made INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE tables ("
    "  id TEXT PRIMARY KEY,"
    "  code TEXT NOT NULL UNIQUE,"
    "  game TEXT NOT NULL,"
    "  options TEXT NOT NULL,"
    "  rules INTEGER NOT NULL,"
    "  seats INTEGER NOT NULL,"
    "  seed BLOB NOT NULL,"
    "  position TEXT,"
    "  clock TEXT NOT NULL,"
    "  open INTEGER NOT NULL,"
    "  status INTEGER NOT NULL,"
    "  host INTEGER NOT NULL REFERENCES people(id),"
    "  made INTEGER NOT NULL,"
    "  rematch TEXT NOT NULL DEFAULT ''"
    ") STRICT;"
    "CREATE INDEX tables_by_status ON tables(status, open, made);"
    "CREATE INDEX tables_by_host ON tables(host, status);"
    "CREATE TABLE seats ("
    "  table_id TEXT NOT NULL REFERENCES tables(id),"
    "  seat INTEGER NOT NULL,"
    "  person INTEGER REFERENCES people(id),"
    "  name TEXT NOT NULL,"
    "  bot TEXT NOT NULL,"
    "  PRIMARY KEY (table_id, seat)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX seats_by_person ON seats(person);"
    "CREATE TABLE moves ("
    "  table_id TEXT NOT NULL REFERENCES tables(id),"
    "  number INTEGER NOT NULL,"
    "  kind INTEGER NOT NULL,"
    "  seat INTEGER NOT NULL,"
    "  move TEXT NOT NULL,"
    "  made INTEGER NOT NULL,"
    "  PRIMARY KEY (table_id, number)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE chat ("
    "  table_id TEXT NOT NULL REFERENCES tables(id),"
    "  number INTEGER NOT NULL,"
    "  person INTEGER NOT NULL REFERENCES people(id),"
    "  name TEXT NOT NULL,"
    "  text TEXT NOT NULL,"
    "  made INTEGER NOT NULL,"
    "  PRIMARY KEY (table_id, number)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE results ("
    "  table_id TEXT NOT NULL REFERENCES tables(id),"
    "  seat INTEGER NOT NULL,"
    "  person INTEGER REFERENCES people(id),"
    "  bot TEXT NOT NULL,"
    "  points INTEGER NOT NULL,"
    "  rank INTEGER NOT NULL,"
    "  won INTEGER NOT NULL,"
    "  PRIMARY KEY (table_id, seat)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX results_by_person ON results(person);",

    "ALTER TABLE tables ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN imported INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN base INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE moves ADD COLUMN spent INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE results ADD COLUMN skill REAL;"
    "CREATE TABLE positions ("
    "  table_id TEXT PRIMARY KEY REFERENCES tables(id),"
    "  number INTEGER NOT NULL,"
    "  rules INTEGER NOT NULL,"
    "  position TEXT NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE chances ("
    "  table_id TEXT PRIMARY KEY REFERENCES tables(id),"
    "  chances TEXT NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE ratings ("
    "  person INTEGER NOT NULL REFERENCES people(id),"
    "  game TEXT NOT NULL,"
    "  skill REAL NOT NULL,"
    "  doubt REAL NOT NULL,"
    "  games INTEGER NOT NULL,"
    "  PRIMARY KEY (person, game)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX ratings_by_game ON ratings(game, skill);",

    "ALTER TABLE people ADD COLUMN skeleton TEXT;"
    "ALTER TABLE people ADD COLUMN network INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE people ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE people ADD COLUMN banned INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE people ADD COLUMN muted INTEGER NOT NULL DEFAULT 0;"
    "UPDATE people SET seen = unixepoch();"
    "DROP INDEX people_claimed;"
    "CREATE UNIQUE INDEX people_by_skeleton ON people(skeleton) WHERE skeleton IS NOT NULL"
    "  AND password IS NOT NULL;"
    "CREATE INDEX people_by_name ON people(name);"
    "CREATE INDEX guests_by_skeleton ON people(skeleton) WHERE password IS NULL;"
    "CREATE INDEX tokens_by_person ON tokens(person);"
    "CREATE INDEX chat_by_person ON chat(person);"
    "ALTER TABLE tables ADD COLUMN network INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN quarantine INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX tables_by_network ON tables(network, status);"
    "CREATE TABLE checkpoints ("
    "  table_id TEXT NOT NULL REFERENCES tables(id),"
    "  number INTEGER NOT NULL,"
    "  rules INTEGER NOT NULL,"
    "  text TEXT NOT NULL,"
    "  PRIMARY KEY (table_id, number)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE audit ("
    "  id INTEGER PRIMARY KEY,"
    "  at INTEGER NOT NULL,"
    "  what TEXT NOT NULL,"
    "  person INTEGER NOT NULL,"
    "  name TEXT NOT NULL,"
    "  address TEXT NOT NULL"
    ") STRICT;"
    "CREATE TABLE secrets (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE pulse (id INTEGER PRIMARY KEY CHECK (id = 1), beats INTEGER NOT NULL) STRICT;"
    "INSERT INTO pulse VALUES (1, 0);",
    "CREATE TABLE reviews ("
    "  table_id TEXT PRIMARY KEY REFERENCES tables(id),"
    "  reviewer TEXT NOT NULL,"
    "  review TEXT NOT NULL"
    ") STRICT, WITHOUT ROWID;",
};
enum { FIRST_WITH_SKELETONS = 2 }; /* the migration after which they are filled in */
enum { NEWEST = sizeof migrations / sizeof migrations[0] };

/* ---- connections ---- */

static struct sr_sqlite_rows *prepared(struct sr_sqlite_link *link, const char *text) {
    char written[SR_STATEMENT_BYTES];
    for (int i = 0; i < link->count; i++)
        if (link->kept[i].text == text)
            return &link->kept[i];
    if (link->count == SR_LINK_STATEMENTS || !sr_statement_write(text, '?', false, written))
        return NULL;
    struct sr_sqlite_rows *rows = &link->kept[link->count];
    if (sqlite3_prepare_v3(link->database, written, -1, SQLITE_PREPARE_PERSISTENT, &rows->statement,
                           NULL) != SQLITE_OK)
        return NULL;
    rows->base.link = &link->base;
    rows->text = text;
    link->count++;
    return rows;
}

static struct sqlite3_stmt *statement_of(struct sr_rows *rows) {
    return ((struct sr_sqlite_rows *)rows)->statement;
}

static void bind_hex(sqlite3_stmt *statement, int index, const char *text) {
    uint8_t bytes[SR_TOKEN_HASH_BYTES];
    size_t count = strlen(text) / 2 - 1;
    for (size_t i = 0; i < count && i < sizeof bytes; i++) {
        const char digits[] = {text[2 + 2 * i], text[3 + 2 * i], '\0'};
        bytes[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    sqlite3_bind_blob(statement, index, bytes, (int)count, SQLITE_TRANSIENT);
}

/* An argument of a part that was left out has nowhere to go, which does no harm. */
static struct sr_rows *ask(struct sr_link *base, const char *text, const char *letters,
                           va_list values) {
    struct sr_sqlite_rows *rows = prepared((struct sr_sqlite_link *)base, text);
    if (!rows)
        return NULL;
    sqlite3_stmt *statement = rows->statement;
    sqlite3_reset(statement);
    for (int i = 1; letters[i - 1]; i++) {
        if (letters[i - 1] == 'i') {
            sqlite3_bind_int64(statement, i, va_arg(values, int64_t));
        } else if (letters[i - 1] == 'd') {
            sqlite3_bind_double(statement, i, va_arg(values, double));
        } else if (letters[i - 1] == 'b') {
            const void *bytes = va_arg(values, const void *);
            int count = va_arg(values, int);
            sqlite3_bind_blob(statement, i, bytes, count, SQLITE_TRANSIENT);
        } else if (letters[i - 1] == 'x') {
            bind_hex(statement, i, va_arg(values, const char *));
        } else {
            /* NULL binds as NULL */
            sqlite3_bind_text(statement, i, va_arg(values, const char *), -1, SQLITE_TRANSIENT);
        }
    }
    return &rows->base;
}

static enum sr_step next(struct sr_rows *rows) {
    switch (sqlite3_step(statement_of(rows))) {
    case SQLITE_ROW:
        return SR_STEP_ROW;
    case SQLITE_DONE:
        return SR_STEP_END;
    case SQLITE_CONSTRAINT:
        return SR_STEP_CONFLICT;
    default:
        return SR_STEP_BROKEN;
    }
}

static void end(struct sr_rows *rows) {
    sqlite3_reset(statement_of(rows));
}

static int changes(const struct sr_link *link) {
    return sqlite3_changes(((const struct sr_sqlite_link *)link)->database);
}

static bool is_null(struct sr_rows *rows, int column) {
    return sqlite3_column_type(statement_of(rows), column) == SQLITE_NULL;
}

static int64_t number(struct sr_rows *rows, int column) {
    return sqlite3_column_int64(statement_of(rows), column);
}

static double real(struct sr_rows *rows, int column) {
    return sqlite3_column_double(statement_of(rows), column);
}

static const char *string(struct sr_rows *rows, int column) {
    return (const char *)sqlite3_column_text(statement_of(rows), column);
}

static bool bytes(struct sr_rows *rows, int column, void *to, size_t count) {
    bool fits = (size_t)sqlite3_column_bytes(statement_of(rows), column) == count;
    if (fits)
        memcpy(to, sqlite3_column_blob(statement_of(rows), column), count);
    return fits;
}

void sr_sqlite_close(struct sr_sqlite_link *link) {
    for (int i = 0; i < link->count; i++)
        sqlite3_finalize(link->kept[i].statement);
    link->count = 0;
    sqlite3_close(link->database);
    link->database = NULL;
}

const struct sr_text *sr_sqlite_words(int code) {
    static const struct {
        int code;
        struct sr_text text;
    } words[] = {
        {SQLITE_BUSY, SR_TEXT("another program uses it", "им пользуется другая программа")},
        {SQLITE_LOCKED, SR_TEXT("another program uses it", "им пользуется другая программа")},
        {SQLITE_NOTADB, SR_TEXT("it is not an SQLite database", "это не база данных SQLite")},
        {SQLITE_CORRUPT, SR_TEXT("the database is damaged", "база данных повреждена")},
        {SQLITE_READONLY, SR_TEXT("it may not be written to", "запись туда запрещена")},
        {SQLITE_IOERR, SR_TEXT("it could not be read or written", "сбой чтения или записи")},
        {SQLITE_CANTOPEN, SR_TEXT("it could not be opened", "открыть не удалось")},
    };
    for (size_t i = 0; i < SR_COUNT(words); i++)
        if (words[i].code == code)
            return &words[i].text;
    return code == SQLITE_FULL ? sr_cause(ENOSPC) : code == SQLITE_NOMEM ? sr_cause(ENOMEM) : NULL;
}

/* Of a file that could not be opened or read the system knows more. */
static const struct sr_text *cause_of(sqlite3 *database) {
    int code = sqlite3_errcode(database) & 0xFF;
    const struct sr_text *system = code == SQLITE_CANTOPEN || code == SQLITE_IOERR
                                       ? sr_cause(sqlite3_system_errno(database))
                                       : NULL;
    return system ? system : sr_sqlite_words(code);
}

bool sr_sqlite_fail(sqlite3 *database, const struct sr_problem *problem, const char *what,
                    struct sr_error *error) {
    if (!database)
        return sr_fail_system(error, problem, what, ENOMEM);
    return sr_fail_because(error, problem, what, cause_of(database), sqlite3_errmsg(database));
}

bool sr_sqlite_open(struct sr_sqlite_link *link, const char *path, struct sr_error *error) {
    static const char settings[] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                                   "PRAGMA foreign_keys=ON; PRAGMA trusted_schema=OFF;";
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    link->base.kind = &sr_store_sqlite;
    bool opened = sqlite3_open_v2(path, &link->database, flags, NULL) == SQLITE_OK;
    if (opened)
        sqlite3_busy_timeout(link->database, BUSY_MILLISECONDS);
    if (opened && sqlite3_exec(link->database, settings, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    sr_sqlite_fail(link->database, SR_PROBLEM_STORE_OPEN, path, error);
    sr_sqlite_close(link);
    return false;
}

/* ---- migrations ---- */

static int user_version(struct sr_sqlite_link *link) {
    sqlite3_stmt *statement = NULL;
    int version = -1;
    if (sqlite3_prepare_v2(link->database, "PRAGMA user_version", -1, &statement, NULL) ==
            SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        version = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return version;
}

static bool fail_newer(const char *path, int version, struct sr_error *error) {
    char found[16], known[16];
    snprintf(found, sizeof found, "%d", version);
    snprintf(known, sizeof known, "%d", NEWEST);
    return sr_fail(error, SR_PROBLEM_STORE_NEWER, path, found, known, NULL);
}

bool sr_sqlite_is_store(struct sr_sqlite_link *link, const char *path, struct sr_error *error) {
    int version = user_version(link);
    if (version > NEWEST)
        return fail_newer(path, version, error);
    sqlite3_stmt *statement = NULL;
    bool fine =
        version > 0 && sqlite3_prepare_v2(link->database, "SELECT 1 FROM people, tables, moves", -1,
                                          &statement, NULL) == SQLITE_OK;
    sqlite3_finalize(statement);
    return fine ? true : sr_fail(error, SR_PROBLEM_NOT_A_STORE, path, NULL);
}

static bool migrate(struct sr_sqlite_link *link, const char *path, struct sr_error *error) {
    int version = user_version(link);
    if (version > NEWEST)
        return fail_newer(path, version, error);
    bool fine = version >= 0;
    for (; fine && version < NEWEST; version++) {
        char mark[64];
        snprintf(mark, sizeof mark, "PRAGMA user_version=%d; COMMIT", version + 1);
        fine = sqlite3_exec(link->database, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK &&
               sqlite3_exec(link->database, migrations[version], NULL, NULL, NULL) == SQLITE_OK &&
               (version != FIRST_WITH_SKELETONS ||
                sr_link_fill_skeletons(&link->base) == SR_STORE_DONE) &&
               sqlite3_exec(link->database, mark, NULL, NULL, NULL) == SQLITE_OK;
    }
    if (!fine)
        sr_sqlite_fail(link->database, SR_PROBLEM_STORE_OPEN, path, error);
    return fine;
}

/* ---- the writer ---- */

static void complain(struct sqlite_store *store) {
    sqlite3 *database = store->writer.database;
    sr_store_complain(&store->base, cause_of(database), sqlite3_errmsg(database));
}

static bool command(struct sr_sqlite_link *link, const char *text) {
    return sqlite3_exec(link->database, text, NULL, NULL, NULL) == SQLITE_OK;
}

static void make_change(struct sqlite_store *store, struct job *job) {
    struct sr_sqlite_link *link = &store->writer;
    if (!command(link, "SAVEPOINT one")) {
        job->answer = SR_STORE_BROKEN;
        return;
    }
    job->answer = job->change(&link->base, job->context);
    if (job->answer == SR_STORE_BROKEN)
        complain(store);
    if (job->answer != SR_STORE_DONE)
        command(link, "ROLLBACK TO one");
    if (!command(link, "RELEASE one"))
        job->answer = SR_STORE_BROKEN;
}

/* Makes the changes of a list and answers in their jobs. If the commit fails, none was made. */
static uint64_t commit_all(struct sqlite_store *store, struct job *list) {
    struct sr_sqlite_link *link = &store->writer;
    uint64_t made = 0;
    bool fine = command(link, "BEGIN IMMEDIATE");
    for (struct job *job = list; fine && job; job = job->next) {
        make_change(store, job);
        made += job->answer == SR_STORE_DONE;
        /* a full disk may end the whole transaction */
        fine = !sqlite3_get_autocommit(link->database);
    }
    fine = fine && command(link, "COMMIT");
    if (fine)
        return made;
    complain(store);
    if (!sqlite3_get_autocommit(link->database))
        command(link, "ROLLBACK");
    for (struct job *job = list; job; job = job->next)
        job->answer = SR_STORE_BROKEN;
    return 0;
}

/* Takes the jobs that wait, in their order, up to a bound. The lock is held. */
static struct job *take_jobs(struct sqlite_store *store) {
    struct job *list = store->first, *end = list;
    int count = 1;
    for (; count < MOST_CHANGES_A_COMMIT && end->next; count++)
        end = end->next;
    store->base.waiting -= count;
    store->first = end->next;
    if (!store->first)
        store->last = &store->first;
    end->next = NULL;
    return list;
}

/* Answers those who wait, with the lock held; the jobs of those who shall be told remain. */
static struct job *answer_jobs(struct sqlite_store *store, struct job *list) {
    struct job *told = NULL, **last = &told;
    while (list) {
        struct job *next = list->next; /* a job may be gone once it is done */
        store->base.failures += list->answer == SR_STORE_BROKEN;
        list->done = true;
        if (list->then) {
            *last = list;
            last = &list->next;
        } else if (list->unwaited) {
            store->later--;
            free(list);
        } else {
            pthread_cond_signal(&list->answered);
        }
        list = next;
    }
    *last = NULL;
    return told;
}

static void tell_jobs(struct job *list) {
    while (list) {
        struct job *next = list->next;
        list->then(list->then_context, list->answer);
        free(list);
        list = next;
    }
}

static void *write_on(void *context) {
    struct sqlite_store *store = context;
    pthread_mutex_lock(&store->base.lock);
    for (;;) {
        while (!store->first && !store->closing)
            pthread_cond_wait(&store->wanted, &store->base.lock);
        if (!store->first)
            break;
        struct job *list = take_jobs(store);
        pthread_mutex_unlock(&store->base.lock);
        uint64_t began = sr_latency_now();
        uint64_t made = commit_all(store, list);
        sr_latency_add(&store->base.latency, sr_latency_now() - began);
        pthread_mutex_lock(&store->base.lock);
        store->base.commits++;
        store->base.changes += made;
        struct job *told = answer_jobs(store, list);
        if (!told)
            continue;
        pthread_mutex_unlock(&store->base.lock);
        tell_jobs(told);
        pthread_mutex_lock(&store->base.lock);
    }
    pthread_mutex_unlock(&store->base.lock);
    return NULL;
}

/* Every change has a savepoint, whether it is one statement or many. */
static enum sr_store_answer write_change(struct sr_store *base, sr_change *change, void *context,
                                         bool single) {
    struct sqlite_store *store = (struct sqlite_store *)base;
    (void)single;
    struct job job = {.change = change, .context = context};
    pthread_cond_init(&job.answered, NULL);
    pthread_mutex_lock(&store->base.lock);
    /* the job is off the list before this function returns */
    /* cppcheck-suppress autoVariables */
    *store->last = &job;
    /* cppcheck-suppress autoVariables */
    store->last = &job.next;
    store->base.waiting++;
    pthread_cond_signal(&store->wanted);
    while (!job.done)
        pthread_cond_wait(&job.answered, &store->base.lock);
    pthread_mutex_unlock(&store->base.lock);
    pthread_cond_destroy(&job.answered);
    return job.answer;
}

/* A job with a context of its own; NULL: out of memory. */
static struct job *lasting_job(sr_change *change, const void *context, size_t size) {
    struct job *job = calloc(1, sizeof *job + size);
    if (!job)
        return NULL;
    job->change = change;
    job->context = job + 1;
    memcpy(job->context, context, size);
    return job;
}

/* With the lock held. */
static void add_job(struct sqlite_store *store, struct job *job) {
    *store->last = job;
    store->last = &job->next;
    store->base.waiting++;
    pthread_cond_signal(&store->wanted);
}

static bool write_later(struct sr_store *base, sr_change *change, const void *context,
                        size_t size) {
    struct sqlite_store *store = (struct sqlite_store *)base;
    struct job *job = lasting_job(change, context, size);
    if (!job)
        return false;
    job->unwaited = true;
    pthread_mutex_lock(&store->base.lock);
    bool added = store->later < MOST_LATER && !store->closing;
    if (added) {
        add_job(store, job);
        store->later++;
    }
    pthread_mutex_unlock(&store->base.lock);
    if (!added)
        free(job);
    return added;
}

static bool write_then(struct sr_store *base, sr_change *change, const void *context, size_t size,
                       sr_store_then *then, void *then_context) {
    struct sqlite_store *store = (struct sqlite_store *)base;
    struct job *job = lasting_job(change, context, size);
    if (!job)
        return false;
    job->then = then;
    job->then_context = then_context;
    pthread_mutex_lock(&store->base.lock);
    add_job(store, job);
    pthread_mutex_unlock(&store->base.lock);
    return true;
}

static struct sr_link *read_begin(struct sr_store *base) {
    struct sqlite_store *store = (struct sqlite_store *)base;
    pthread_mutex_lock(&store->reading);
    for (;;) {
        for (int i = 0; i < READERS; i++)
            if (!store->taken[i]) {
                store->taken[i] = true;
                pthread_mutex_unlock(&store->reading);
                return &store->reader[i].base;
            }
        pthread_cond_wait(&store->unread, &store->reading);
    }
}

static void read_end(struct sr_store *base, struct sr_link *link) {
    struct sqlite_store *store = (struct sqlite_store *)base;
    pthread_mutex_lock(&store->reading);
    store->taken[(struct sr_sqlite_link *)link - store->reader] = false;
    pthread_cond_signal(&store->unread);
    pthread_mutex_unlock(&store->reading);
}

/* ---- opening and closing ---- */

bool sr_file_own(const char *path, struct sr_error *error) {
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    struct stat found;
    bool fine = fd >= 0 && fstat(fd, &found) == 0 &&
                ((found.st_mode & 0777) == 0600 || fchmod(fd, 0600) == 0 || errno == EPERM);
    if (!fine)
        sr_fail_system(error, SR_PROBLEM_STORE_OPEN, path, errno);
    if (fd >= 0)
        close(fd);
    return fine;
}

bool sr_directory_take(const char *directory, int *guard, struct sr_error *error) {
    char path[4096];
    if (mkdir(directory, 0700) != 0 && errno != EEXIST)
        return sr_fail_system(error, SR_PROBLEM_STORE_OPEN, directory, errno);
    if ((size_t)snprintf(path, sizeof path, "%s/serai.lock", directory) >= sizeof path)
        return sr_fail_system(error, SR_PROBLEM_STORE_OPEN, directory, ENAMETOOLONG);
    *guard = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (*guard < 0)
        return sr_fail_system(error, SR_PROBLEM_STORE_OPEN, path, errno);
    if (flock(*guard, LOCK_EX | LOCK_NB) != 0)
        return sr_fail(error, SR_PROBLEM_STORE_TAKEN, directory, NULL);
    return true;
}

static bool open_readers(struct sqlite_store *store, const char *path, struct sr_error *error) {
    for (int i = 0; i < READERS; i++)
        if (!sr_sqlite_open(&store->reader[i], path, error))
            return false;
    return true;
}

/* Beside a server that may be running: nothing is made or brought up to date. */
static bool open_beside(struct sqlite_store *store, const char *path, struct sr_error *error) {
    if (access(path, R_OK) != 0)
        return sr_fail_system(error, SR_PROBLEM_STORE_OPEN, path, errno);
    if (!sr_sqlite_open(&store->writer, path, error) ||
        !sr_sqlite_is_store(&store->writer, path, error))
        return false;
    if (user_version(&store->writer) < NEWEST)
        return sr_fail(error, SR_PROBLEM_STORE_OLDER, path, NULL);
    return open_readers(store, path, error);
}

static bool open_all(struct sqlite_store *store, const char *directory, bool beside,
                     struct sr_error *error) {
    char path[4096];
    if ((size_t)snprintf(path, sizeof path, "%s/serai.sqlite", directory) >= sizeof path)
        return sr_fail_system(error, SR_PROBLEM_STORE_OPEN, directory, ENAMETOOLONG);
    if (beside)
        return open_beside(store, path, error);
    if (!sr_directory_take(directory, &store->guard, error) || !sr_file_own(path, error))
        return false;
    if (!sr_sqlite_open(&store->writer, path, error) || !migrate(&store->writer, path, error))
        return false;
    /* What a killed server had written, but not synced, is found again and will be told: from here
     * on a power cut must not take it away. If that cannot be done now (a full disk), a commit will
     * do it later. */
    command(&store->writer, "PRAGMA wal_checkpoint(TRUNCATE)");
    return open_readers(store, path, error);
}

static void close_links(struct sqlite_store *store) {
    for (int i = 0; i < READERS; i++)
        sr_sqlite_close(&store->reader[i]);
    sr_sqlite_close(&store->writer);
}

static void store_free(struct sqlite_store *store) {
    close_links(store);
    if (store->guard >= 0)
        close(store->guard);
    pthread_mutex_destroy(&store->base.lock);
    pthread_mutex_destroy(&store->reading);
    pthread_cond_destroy(&store->wanted);
    pthread_cond_destroy(&store->unread);
    free(store);
}

static struct sr_store *store_open(const char *directory, enum sr_opening opening,
                                   struct sr_error *error) {
    struct sqlite_store *store = calloc(1, sizeof *store);
    if (!store) {
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        return NULL;
    }
    sr_store_begin(&store->base, &sr_store_sqlite);
    store->guard = -1;
    store->last = &store->first;
    pthread_mutex_init(&store->reading, NULL);
    pthread_cond_init(&store->unread, NULL);
    pthread_cond_init(&store->wanted, NULL);
    bool opened = open_all(store, directory, opening == SR_OPEN_BESIDE, error);
    if (opened && pthread_create(&store->thread, NULL, write_on, store) != 0)
        opened = sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    if (opened)
        return &store->base;
    store_free(store);
    return NULL;
}

static void store_close(struct sr_store *base) {
    struct sqlite_store *store = (struct sqlite_store *)base;
    pthread_mutex_lock(&base->lock);
    store->closing = true;
    pthread_cond_signal(&store->wanted);
    pthread_mutex_unlock(&base->lock);
    pthread_join(store->thread, NULL);
    store_free(store);
}

const struct sr_store_kind sr_store_sqlite = {
    .open = store_open,
    .close = store_close,
    .write = write_change,
    .write_later = write_later,
    .write_then = write_then,
    .read = read_begin,
    .read_end = read_end,
    .ask = ask,
    .next = next,
    .end = end,
    .changes = changes,
    .is_null = is_null,
    .number = number,
    .real = real,
    .string = string,
    .bytes = bytes,
    .backup = sr_sqlite_backup,
};
