/* The house in a browser: hosted tables, their store and their bots, in one module of WebAssembly.
 *
 * It is the server's own sources (routes, rooms, hosts) over other ground. Whatever runs it gives
 * it texts of JSON, one at a time, and takes out what should happen, as lines of JSON in an outbox:
 * what is to be kept, who is to be told, what somebody should think about. Nothing in the outbox
 * may be told before what is to be kept in it is kept: a house whose outbox could not be kept is
 * thrown away and begun anew from what is stored.
 *
 *   house.c    requests, sockets, time
 *   thinker.c  what is to be thought about, and what came of it
 *   thinking.c the thinking itself, in a module of its own
 *   store.c    the store, in memory; every change goes to the outbox
 *   ledger.c   what is kept, as JSON
 *   json.c     trees of JSON, with the interface of include/jansson.h
 *   forest.c   memory for searches
 *   guard.c    names, random words, commitments; what a house for one does not need
 *   alone.c    the other nodes, of which there are none
 *   trial.c    for tests: games, decisions and readers by themselves */
#ifndef SR_ENGINE_H
#define SR_ENGINE_H

#include "server/room.h"

#ifdef __wasm__
#define SR_EXPORT(name) __attribute__((export_name(#name))) name
#else /* as linters see it */
#define SR_EXPORT(name) name
#endif

enum { SR_HOUSE_OWNER = 1 }; /* the id of whoever's browser it is */
#define SR_HOUSE_MARK 'l' /* ids of tables begin with it; no server has the letter in its words */

/* ---- the outbox (house.c) ---- */

extern struct sr_buffer sr_outbox;
/* `{"name":` ... and, after whatever is added, the end of the line. */
void sr_outbox_begin(const char *name);
void sr_outbox_end(void);
void sr_outbox_text(const char *name, const char *text); /* ,"name":"text" */
void sr_outbox_number(const char *name, int64_t number); /* ,"name":12 */

/* What came in as JSON: of the last text. NULL: it was none, which is a bug of the other side. */
json_t *sr_inbox_read(size_t length);
const char *sr_inbox_bytes(void);
const char *sr_inbox_text(const json_t *object, const char *name); /* "" if it is missing */
int64_t sr_inbox_number(const json_t *object, const char *name, int64_t preset);

struct sr_server *sr_house(void);
void serai_outbox_clear(void);

/* ---- what is kept, as JSON (ledger.c) ---- */

void sr_ledger_write_row(struct sr_buffer *out, const struct sr_table_row *row);
bool sr_ledger_read_row(const json_t *json, struct sr_table_row *row);
void sr_ledger_write_entry(struct sr_buffer *out, const struct sr_entry *entry);
bool sr_ledger_read_entry(const json_t *json, struct sr_entry *entry);
void sr_ledger_write_chat(struct sr_buffer *out, const struct sr_chat *chat);
bool sr_ledger_read_chat(const json_t *json, struct sr_chat *chat);

/* ---- the store (store.c) ---- */

struct sr_store *sr_engine_store(void);
/* The owner; name empty: nobody yet. `here`: signed in. */
struct sr_person sr_store_owner(const struct sr_store *store, bool *here);
/* What was kept before, handed back when the house is begun, or when a table is first wanted. */
bool sr_store_know_owner(struct sr_store *store, const char *name, bool here);
bool sr_store_know_table(struct sr_store *store, const struct sr_table_row *row);
bool sr_store_know_history(struct sr_store *store, const char *id, const json_t *history);
/* The last review of a table, whatever it is by; NULL: there is none. */
const char *sr_store_last_review(const struct sr_store *store, const char *id);
/* The puzzle of a game: {"number":DAY,"en":TEXT,"ru":TEXT}. */
bool sr_store_know_puzzle(struct sr_store *store, const char *game, const json_t *puzzle);
void sr_store_set_puzzle(struct sr_store *store, const char *game, const json_t *puzzle);
/* NULL: there is none of this day. */
const char *sr_store_puzzle(struct sr_store *store, const char *game, int64_t day,
                            enum sr_lang lang);
/* The table whose history was asked for and is not here: it is to be handed in, and what was asked
 * to be asked again. Empty: none. */
const char *sr_store_wanted(const struct sr_store *store);
void sr_store_want_nothing(struct sr_store *store);

#endif
