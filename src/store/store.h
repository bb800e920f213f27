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

#include "host/ledger.h"

enum {
    SR_TOKEN_HASH_BYTES = 32,
    SR_PASSWORD_BYTES = 128 /* of the hash, as text */
};

struct sr_store; /* opaque */

/* Opens the store at a place: a directory, which is made if it is missing and has one SQLite file
 * ("DIR" or "sqlite:DIR"), or a PostgreSQL database that many programs share ("postgres://...").
 * Brings older ones up to date. */
struct sr_store *sr_store_open(const char *place, struct sr_error *error);
/* For administration while a server may be running: the store must be there and up to date. */
struct sr_store *sr_store_open_beside(const char *place, struct sr_error *error);
/* Is it one that many programs share? */
bool sr_store_is_shared(const char *place);
void sr_store_close(struct sr_store *store);
/* Makes the directory, and locks it for one server; `guard` is closed to let it go. */
bool sr_directory_take(const char *directory, int *guard, struct sr_error *error);
/* Copies the whole store into one file, which must not be there yet, while it is in use. */
bool sr_store_backup(struct sr_store *store, const char *path, struct sr_error *error);
/* Puts such a copy in the place of a directory's store, if it is whole and no server runs there.
 * What was there is kept beside it, as serai.sqlite.before. */
bool sr_store_restore(const char *directory, const char *path, struct sr_error *error);
/* Copies everything into another store, of either kind; what is there already is brought up to date
 * (copy.c). `each` is told of every table. */
typedef void sr_store_each_copied(void *context, const char *table, int64_t rows);
bool sr_store_copy(struct sr_store *from, struct sr_store *to, sr_store_each_copied *each,
                   void *context, struct sr_error *error);
/* Why the last SR_STORE_BROKEN was answered, for logs. */
void sr_store_complaint(struct sr_store *store, char *text, size_t size);
/* Has it ever said why? */
bool sr_store_complains(struct sr_store *store);
/* A problem with `what` ({0}), for that reason ({1}), in words and as the library told it. */
bool sr_store_fail(struct sr_store *store, const struct sr_problem *problem, const char *what,
                   struct sr_error *error);
/* Changes that could not be made because the store is broken. */
uint64_t sr_store_failures(struct sr_store *store);
/* How long commits took; changes that wait for one. */
struct sr_latency;
const struct sr_latency *sr_store_latency(const struct sr_store *store);
int sr_store_waiting(struct sr_store *store);
/* Writes something, for whoever asks whether that is possible. */
enum sr_store_answer sr_store_beat(struct sr_store *store);
/* The key of this name, drawn when it is first asked for. */
enum { SR_KEY_BYTES = 16 };
enum sr_store_answer sr_store_key(struct sr_store *store, const char *name,
                                  const uint8_t fresh[SR_KEY_BYTES], uint8_t key[SR_KEY_BYTES]);
/* Commits so far, and the changes in them. */
void sr_store_counts(struct sr_store *store, uint64_t *commits, uint64_t *changes);

/* ---- people ---- */

/* SR_STORE_CONFLICT: somebody has claimed a name that looks like this one. */
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
/* Makes a name somebody's own. SR_STORE_CONFLICT: it is another's, or they have a password. Guests
 * with names that look like it get others; `renamed` (NULL: not asked) says who. */
enum { SR_MOST_RENAMED = 64 }; /* told of */
struct sr_renamed {
    int count;
    int64_t person[SR_MOST_RENAMED];
};
enum sr_store_answer sr_store_claim(struct sr_store *store, int64_t person, const char *password,
                                    struct sr_renamed *renamed);
/* Whoever is meant by an id, as digits, or by a claimed name. */
enum sr_store_answer sr_store_find_somebody(struct sr_store *store, const char *who,
                                            struct sr_person *person);
/* Whose name it is, or the name that it looks like, with the hash of their password. */
enum sr_store_answer sr_store_find_claimed(struct sr_store *store, const char *name,
                                           struct sr_person *person,
                                           char password[SR_PASSWORD_BYTES]);

/* Everybody, with when they came and at how many tables they sat. */
typedef bool sr_store_each_person(void *context, const struct sr_person *person, int64_t made,
                                  int tables);
enum sr_store_answer sr_store_list_people(struct sr_store *store, sr_store_each_person *each,
                                          void *context);
/* A new password for who has one. All their tokens but `kept` (NULL: all) are not valid any more.
 */
enum sr_store_answer sr_store_set_password(struct sr_store *store, int64_t person,
                                           const char *password, const uint8_t *kept);

/* What somebody did in a game, over all finished tables at which they held one seat. */
struct sr_statistic {
    char game[SR_GAME_NAME_BYTES];
    int games, wins;
    int most, least;     /* points in one game: the game says which of them is best */
    int64_t ranks;       /* their sum */
    int64_t last;        /* when the last one ended */
    int rated;           /* how many counted for the rating */
    double skill, doubt; /* see skill.h; meaningless if none was rated */
};
typedef bool sr_store_each_statistic(void *context, const struct sr_statistic *one);
enum sr_store_answer sr_store_list_statistics(struct sr_store *store, int64_t person,
                                              sr_store_each_statistic *each, void *context);

struct sr_rating {
    int64_t person;
    char name[SR_NAME_BYTES];
    double skill, doubt;
    int games;
};
typedef bool sr_store_each_rating(void *context, const struct sr_rating *one);
/* The best at a game, best first. */
enum sr_store_answer sr_store_list_ratings(struct sr_store *store, const char *game, int most,
                                           sr_store_each_rating *each, void *context);

/* ---- watching over it (watch.c) ---- */

/* Somebody was here today, from this network. Nobody waits for it. */
void sr_store_note_seen(struct sr_store *store, int64_t person, uint64_t network, int64_t now);
/* Banned people lose their tokens. */
enum sr_store_answer sr_store_set_banned(struct sr_store *store, int64_t person, bool banned);
enum sr_store_answer sr_store_set_muted(struct sr_store *store, int64_t person, bool muted);
enum sr_store_answer sr_store_set_quarantine(struct sr_store *store, const char *id,
                                             int quarantine);

/* Signing in, failing to, and what those who run the server did. No secrets. */
struct sr_audit {
    int64_t at;
    char what[32];
    int64_t person; /* 0: nobody that is known */
    char name[SR_NAME_BYTES];
    char address[64];
};
/* Nobody waits for it; of too many at once some are left out. */
void sr_store_audit(struct sr_store *store, const struct sr_audit *line);
typedef bool sr_store_each_audit(void *context, const struct sr_audit *line);
/* The last `most` lines, oldest first. */
enum sr_store_answer sr_store_list_audit(struct sr_store *store, int most,
                                         sr_store_each_audit *each, void *context);

/* What is not needed any more at `now`: see docs/server.md. Does a part of it at a time. */
struct sr_expired {
    int guests, tokens, chat, audit;
};
enum sr_store_answer sr_store_expire(struct sr_store *store, int64_t now,
                                     struct sr_expired *expired);
/* Tables that wait or are in play and have been left by everybody; some of them. */
typedef bool sr_store_each_id(void *context, const char *id);
enum sr_store_answer sr_store_list_abandoned(struct sr_store *store, int64_t now,
                                             sr_store_each_id *each, void *context);

/* ---- tables ---- */

/* The row's `position` is read, not taken. */
enum sr_store_answer sr_store_add_table(struct sr_store *store, const struct sr_table_row *row);
enum sr_store_answer sr_store_get_table(struct sr_store *store, const char *id,
                                        struct sr_table_row *row);
enum sr_store_answer sr_store_find_code(struct sr_store *store, const char *code,
                                        char id[SR_TABLE_ID_BYTES]);

/* Calls `each` for tables, newest first; it returns false to stop. Rows come without position. */
typedef bool sr_store_each_table(void *context, const struct sr_table_row *row);
/* Open tables that wait or play, newest first, with the little that the order of a lobby needs. */
struct sr_lobby_row {
    char id[SR_TABLE_ID_BYTES];
    uint64_t network;
    enum sr_table_status status;
    int64_t made;
    bool crowded; /* somebody who is signed in is there, at any node */
};
typedef bool sr_store_each_lobby(void *context, const struct sr_lobby_row *row);
enum sr_store_answer sr_store_list_lobby(struct sr_store *store, sr_store_each_lobby *each,
                                         void *context);
/* Tables at which somebody sits or is the host, without the first `skip`. */
enum sr_store_answer sr_store_list_of(struct sr_store *store, int64_t person, int skip, int most,
                                      sr_store_each_table *each, void *context);
enum sr_store_answer sr_store_list_playing(struct sr_store *store, sr_store_each_table *each,
                                           void *context);
/* All there are. */
enum sr_store_answer sr_store_list_all(struct sr_store *store, sr_store_each_table *each,
                                       void *context);
/* Tables that are not finished, of a host and of all hosts of a network (0: none). */
enum sr_store_answer sr_store_count_unfinished(struct sr_store *store, int64_t host,
                                               uint64_t network, int *of_host, int *of_network);

/* Changes a chair if it still is as `before` says. Whose it is changes only before the game,
 * however late the wish arrives. */
enum sr_store_answer sr_store_set_chair(struct sr_store *store, const char *id, int seat,
                                        const struct sr_chair *before,
                                        const struct sr_chair *after);
/* Changes the status if it still is `before`. A table is started only with every chair taken, by a
 * person or by a bot: both means that somebody was asked and has not said yes. */
enum sr_store_answer sr_store_set_status(struct sr_store *store, const char *id,
                                         enum sr_table_status before, enum sr_table_status after);
/* Names the rematch if none is named yet. */
enum sr_store_answer sr_store_set_rematch(struct sr_store *store, const char *id,
                                          const char *rematch);

enum sr_store_answer sr_store_set_shared(struct sr_store *store, const char *id, bool shared);

/* ---- history ---- */

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

/* Adds a finished table with its whole history; `result` is NULL if the game was not over. */
enum sr_store_answer sr_store_import(struct sr_store *store, const struct sr_table_row *row,
                                     const struct sr_entry *entry, int64_t count,
                                     const struct sr_result *result);

/* ---- saved positions: a cache, until the rules of a game change under a table in play ---- */

/* All or none; of tables that are not in play, none is kept. */
enum sr_store_answer sr_store_save_positions(struct sr_store *store, const struct sr_saved *saved,
                                             int count);
/* The position after entry `number`; freed with free(). */
enum sr_store_answer sr_store_saved_position(struct sr_store *store, const char *id,
                                             int64_t *number, char **position);
/* From entry `number`, which must be the last, the table goes on from this position. */
enum sr_store_answer sr_store_rebase(struct sr_store *store, const char *id, int64_t number,
                                     int rules, const char *position);
/* Tables in play whose last entry has no saved position. */
enum sr_store_answer sr_store_list_unsaved(struct sr_store *store, sr_store_each_id *each,
                                           void *context);

/* ---- checkpoints, so that not all of a long history is replayed ---- */

enum { SR_KEPT_CHECKPOINTS = 6 }; /* of a table, the last ones */
/* Nobody waits for it, and it may be lost. */
void sr_store_add_checkpoint(struct sr_store *store, const char *id,
                             const struct sr_checkpoint *checkpoint);
/* The last one that stands at or before entry `number`. Those after it are read with
 * sr_store_list_entries(). */
enum sr_store_answer sr_store_find_checkpoint(struct sr_store *store, const char *id,
                                              int64_t number, struct sr_checkpoint *checkpoint);

/* ---- charts: estimated chances over a finished game, as JSON; freed with free() ---- */

enum sr_store_answer sr_store_set_chances(struct sr_store *store, const char *id,
                                          const char *chances);
enum sr_store_answer sr_store_get_chances(struct sr_store *store, const char *id, char **chances);

/* ---- reviews of finished games, as JSON; `by` says which program, judge and budget made it: the
 * last one is kept, and found by whoever asks for the same; freed with free() ---- */

enum sr_store_answer sr_store_set_review(struct sr_store *store, const char *id, const char *by,
                                         const char *review);
enum sr_store_answer sr_store_get_review(struct sr_store *store, const char *id, const char *by,
                                         char **review);

/* ---- chat ---- */

/* Fills in `chat->number`. If that is not 0 it is the number that the line must get: another was
 * there first, and the answer SR_STORE_CONFLICT, if it cannot. */
enum sr_store_answer sr_store_add_chat(struct sr_store *store, const char *id,
                                       struct sr_chat *chat);
/* How many lines somebody said in the last SR_CHAT_SECONDS, by the clock of a store that is shared;
 * elsewhere 0. */
enum { SR_CHAT_SECONDS = 60 };
enum sr_store_answer sr_store_count_lines(struct sr_store *store, int64_t person, int64_t *lines);
typedef bool sr_store_each_chat(void *context, const struct sr_chat *chat);
/* The last `most` lines after number `after`, oldest first. */
enum sr_store_answer sr_store_list_chat(struct sr_store *store, const char *id, int64_t after,
                                        int most, sr_store_each_chat *each, void *context);

/* ---- many programs on one store (nodes.c) ----
 *
 * Each program is a node, which says that it is there every now and then. What happens at a table
 * by itself, bots' moves and what clocks do, is done by the one node that has a lease of it.
 * Whoever takes a lease gets a number, the fence, above all that were given for that table before;
 * a write that carries an older one is refused (SR_STORE_CONFLICT), so that a node that slept can
 * do nothing any more that another has taken over. What people do carries no fence (0), and may
 * come in anywhere. On a store that is not shared there are no nodes. */

enum { SR_LEASE_SECONDS = 6 }; /* after the last sign of life, leases may be taken over */

enum sr_store_answer sr_store_add_node(struct sr_store *store, const char *version, int64_t *node);
/* It is there. SR_STORE_MISSING: it was given up; whatever it had a lease of may be another's. */
enum sr_store_answer sr_store_renew_node(struct sr_store *store, int64_t node);
/* Everything that it had a lease of is free. */
enum sr_store_answer sr_store_drop_leases(struct sr_store *store, int64_t node);
/* The same of one table, which it cannot act for. */
enum sr_store_answer sr_store_drop_lease(struct sr_store *store, const char *id, int64_t node);
/* It goes, and everything that it had a lease of is free. */
enum sr_store_answer sr_store_drop_node(struct sr_store *store, int64_t node);
/* Is it, of those that are there, the one for what only one should do? */
enum sr_store_answer sr_store_is_first_node(struct sr_store *store, int64_t node, bool *first);
/* SR_STORE_CONFLICT: another node has the lease, or the table is not in play. */
/* How many there are. */
enum sr_store_answer sr_store_count_nodes(struct sr_store *store, int *count);
enum sr_store_answer sr_store_take_lease(struct sr_store *store, const char *id, int64_t node,
                                         int64_t *fence);
/* Tables in play that no node acts for; some of them. */
enum sr_store_answer sr_store_list_orphans(struct sr_store *store, int most, sr_store_each_id *each,
                                           void *context);

/* As sr_store_add_entry() and sr_store_set_chair(), by whoever acts for the table. */
enum sr_store_answer sr_store_add_entry_as(struct sr_store *store, const char *id, int64_t fence,
                                           const struct sr_entry *entry,
                                           const struct sr_result *result);
/* The same without waiting: `then` is called with the answer, on a thread of the store, which it
 * must not hold up. What is given must stay until then. False: a store of this kind must be waited
 * for, or there is no memory; nothing was asked. */
typedef void sr_store_then(void *context, enum sr_store_answer answer);
bool sr_store_add_entry_then(struct sr_store *store, const char *id, int64_t fence,
                             const struct sr_entry *entry, const struct sr_result *result,
                             sr_store_then *then, void *context);
enum sr_store_answer sr_store_set_chair_as(struct sr_store *store, const char *id, int64_t fence,
                                           int seat, const struct sr_chair *before,
                                           const struct sr_chair *after);

/* How far a table is: whoever knows less, or another revision, must read. */
struct sr_table_state {
    char id[SR_TABLE_ID_BYTES];
    int64_t number, line, revision; /* of the last entry, of the last line of chat */
    int64_t now;                    /* as in struct sr_table_row */
};
typedef bool sr_store_each_state(void *context, const struct sr_table_state *state);
/* Of these tables, their ids with commas between them. */
enum sr_store_answer sr_store_list_states(struct sr_store *store, const char *ids,
                                          sr_store_each_state *each, void *context);

/* What is asked of all at a table, if it still has that version; what is asked now. On a store that
 * is not shared nothing is kept of it. */
enum sr_store_answer sr_store_set_petition(struct sr_store *store, const char *id,
                                           const struct sr_asked *asked);
enum sr_store_answer sr_store_get_petition(struct sr_store *store, const char *id,
                                           struct sr_asked *asked);

/* Who is at a table, on which node. Nobody waits for it. */
void sr_store_note_presence(struct sr_store *store, const char *id, int64_t person, int64_t node,
                            bool present);
/* People who are at a table on other nodes. */
typedef bool sr_store_each_number(void *context, int64_t number);
enum sr_store_answer sr_store_list_present(struct sr_store *store, const char *id, int64_t but,
                                           sr_store_each_number *each, void *context);

/* Something of a table, or of a person and their sessions, was changed by another program; or
 * anything may have been, since news were missed. */
enum sr_news { SR_NEWS_TABLE, SR_NEWS_PERSON, SR_NEWS_ANY };
/* `id` is a table's, or a person's as digits; "" for SR_NEWS_ANY. Called on a thread of the store,
 * which it must not hold up. */
typedef void sr_store_hear(void *context, enum sr_news news, const char *id);
/* From here on what others change is heard, and what this one changes is told to them. News are a
 * hint to read again: some may be lost. False: the store is not shared, or there is no memory. With
 * NULL nothing is heard or told any more; nobody may be changing anything then. */
bool sr_store_listen(struct sr_store *store, sr_store_hear *hear, void *context);

#endif
