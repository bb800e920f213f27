/* Where people, tables and moves are kept. A table is its setup and its history; a state is never
 * stored, it is replayed.
 *
 * The history of a table is a list of entries, moves and take-backs, numbered from 1. An entry is
 * added by one conditional insert on (table, number): of two writers who both believe that a number
 * is theirs, one gets SR_STORE_CONFLICT and must read again. That is the whole concurrency control,
 * so that it holds for many processes on one database too.
 *
 * Every call blocks until it is answered, and may be made from any thread. A call that changes
 * something returns SR_STORE_DONE only when the change will survive a power cut; the changes that
 * many threads ask for at the same time share one commit. */
#ifndef SR_STORE_H
#define SR_STORE_H

#include "api/table.h"
#include "bots/bot.h"

enum sr_store_answer {
    SR_STORE_DONE,
    SR_STORE_CONFLICT, /* somebody else was there first; nothing was changed */
    SR_STORE_MISSING,  /* there is no such thing */
    SR_STORE_BROKEN    /* disk full, file damaged ...; nothing was changed */
};

enum {
    SR_TABLE_ID_BYTES = 13, /* with its end */
    SR_TABLE_CODE_BYTES = 13,
    SR_TOKEN_HASH_BYTES = 32,
    SR_PASSWORD_BYTES = 128, /* of the hash, as text */
    SR_GAME_NAME_BYTES = 32,
    SR_OPTIONS_BYTES = 2048, /* "name=value,name=value" */
    SR_CLOCK_BYTES = 32,
    SR_CHAT_BYTES = 501
};

struct sr_store; /* opaque */

/* Opens the store in a directory, which is made if it is missing; brings older ones up to date. */
struct sr_store *sr_store_open(const char *directory, struct sr_error *error);
void sr_store_close(struct sr_store *store);
/* Why the last SR_STORE_BROKEN was answered, for logs. */
void sr_store_complaint(struct sr_store *store, char *text, size_t size);
/* Commits so far, and the changes in them. */
void sr_store_counts(struct sr_store *store, uint64_t *commits, uint64_t *changes);

/* ---- people ---- */

struct sr_person {
    int64_t id; /* from 1; 0 is nobody */
    char name[SR_NAME_BYTES];
    bool claimed; /* the name is theirs alone, by a password */
};

enum sr_store_answer sr_store_add_person(struct sr_store *store, const char *name,
                                         const uint8_t token_hash[SR_TOKEN_HASH_BYTES],
                                         struct sr_person *person);
enum sr_store_answer sr_store_find_person(struct sr_store *store,
                                          const uint8_t token_hash[SR_TOKEN_HASH_BYTES],
                                          struct sr_person *person);

/* One more token for somebody; one that is not valid any more. */
enum sr_store_answer sr_store_add_token(struct sr_store *store, int64_t person,
                                        const uint8_t token_hash[SR_TOKEN_HASH_BYTES]);
enum sr_store_answer sr_store_drop_token(struct sr_store *store,
                                         const uint8_t token_hash[SR_TOKEN_HASH_BYTES]);
/* Makes a name somebody's own. SR_STORE_CONFLICT: it is another's, or they have a password. */
enum sr_store_answer sr_store_claim(struct sr_store *store, int64_t person, const char *password);
/* Whose name it is, with the hash of their password. */
enum sr_store_answer sr_store_find_claimed(struct sr_store *store, const char *name,
                                           struct sr_person *person,
                                           char password[SR_PASSWORD_BYTES]);

/* ---- tables ---- */

enum sr_table_status { SR_TABLE_WAITING, SR_TABLE_PLAYING, SR_TABLE_FINISHED, SR_TABLE_CLOSED };

/* Who sits there. With a person and a bot, the bot plays until the person comes back. */
struct sr_chair {
    int64_t person;
    char name[SR_NAME_BYTES];
    char bot[SR_BOT_NAME_BYTES];
};

struct sr_table_row {
    char id[SR_TABLE_ID_BYTES], code[SR_TABLE_CODE_BYTES];
    char game[SR_GAME_NAME_BYTES], options[SR_OPTIONS_BYTES];
    int rules; /* the version it is played under */
    int seats;
    uint8_t seed[SR_SEED_BYTES];
    char *position; /* where it began, if not with a deal; of the row, see sr_table_row_clear() */
    char clock[SR_CLOCK_BYTES];
    bool open; /* listed, and anyone may watch */
    enum sr_table_status status;
    int64_t host;
    int64_t made;                    /* seconds since 1970 */
    char rematch[SR_TABLE_ID_BYTES]; /* the table that goes on from here; empty: none */
    struct sr_chair chair[SR_MAX_SEATS];
};

void sr_table_row_clear(struct sr_table_row *row);

/* The row's `position` is read, not taken. */
enum sr_store_answer sr_store_add_table(struct sr_store *store, const struct sr_table_row *row);
enum sr_store_answer sr_store_get_table(struct sr_store *store, const char *id,
                                        struct sr_table_row *row);
enum sr_store_answer sr_store_find_code(struct sr_store *store, const char *code,
                                        char id[SR_TABLE_ID_BYTES]);

/* Calls `each` for tables, newest first; it returns false to stop. Rows come without position. */
typedef bool sr_store_each_table(void *context, const struct sr_table_row *row);
enum sr_store_answer sr_store_list_open(struct sr_store *store, int most, sr_store_each_table *each,
                                        void *context);
enum sr_store_answer sr_store_list_of(struct sr_store *store, int64_t person, int most,
                                      sr_store_each_table *each, void *context);
enum sr_store_answer sr_store_list_playing(struct sr_store *store, sr_store_each_table *each,
                                           void *context);
/* Tables of a host that are not finished. */
enum sr_store_answer sr_store_count_unfinished(struct sr_store *store, int64_t host, int *count);

/* Changes a chair if it still is as `before` says. */
enum sr_store_answer sr_store_set_chair(struct sr_store *store, const char *id, int seat,
                                        const struct sr_chair *before,
                                        const struct sr_chair *after);
/* Changes the status if it still is `before`. */
enum sr_store_answer sr_store_set_status(struct sr_store *store, const char *id,
                                         enum sr_table_status before, enum sr_table_status after);
/* Names the rematch if none is named yet. */
enum sr_store_answer sr_store_set_rematch(struct sr_store *store, const char *id,
                                          const char *rematch);

/* ---- history ---- */

enum sr_entry_kind { SR_ENTRY_MOVE, SR_ENTRY_UNDO };

struct sr_entry {
    int64_t number;
    enum sr_entry_kind kind;
    int seat;
    char move[SR_MOVE_TEXT_BYTES]; /* in notation; empty for a take-back */
    int64_t made;                  /* seconds since 1970 */
};

/* How a game ended, kept with the entry that ended it. */
struct sr_result {
    int seats;
    int32_t points[SR_MAX_SEATS];
    int rank[SR_MAX_SEATS];
    bool won[SR_MAX_SEATS];
};

/* Adds entry number `entry->number`, which must be the next one of a table in play. With `result`
 * the table is finished by it. */
enum sr_store_answer sr_store_add_entry(struct sr_store *store, const char *id,
                                        const struct sr_entry *entry,
                                        const struct sr_result *result);
typedef bool sr_store_each_entry(void *context, const struct sr_entry *entry);
enum sr_store_answer sr_store_list_entries(struct sr_store *store, const char *id, int64_t after,
                                           sr_store_each_entry *each, void *context);
/* The result of a finished table, for the tests and for statistics. */
enum sr_store_answer sr_store_get_result(struct sr_store *store, const char *id,
                                         struct sr_result *result);

/* ---- chat ---- */

struct sr_chat {
    int64_t number;
    int64_t person;
    char name[SR_NAME_BYTES];
    char text[SR_CHAT_BYTES];
    int64_t made;
};

/* Fills in `chat->number`. */
enum sr_store_answer sr_store_add_chat(struct sr_store *store, const char *id,
                                       struct sr_chat *chat);
typedef bool sr_store_each_chat(void *context, const struct sr_chat *chat);
/* The last `most` lines after number `after`, oldest first. */
enum sr_store_answer sr_store_list_chat(struct sr_store *store, const char *id, int64_t after,
                                        int most, sr_store_each_chat *each, void *context);

#endif
