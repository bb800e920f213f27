/* What the parts of the server share.
 *
 *   http.c     libmicrohttpd in its own threads: heads, bodies, cookies, origins, answers
 *   routes.c   what each address does
 *   socket.c   one thread with epoll for all WebSockets
 *   workers.c  the threads that act on what requests and sockets say, so that theirs never wait
 *   room.c     a table in memory: its host (src/host), which decides all that happens there, and
 *              what the host wants done
 *   bots.c     what bots think about; thinkers.c the threads on which they do, in turns by share.c;
 *              chart.c chances over a game; clock.c looks who is late
 *   cluster.c  many nodes on one store: which acts for which table, what others have stored
 *   web.c      the browser client's files
 *   limits.c   how fast anyone may ask; patience.c how long anyone may take
 *   guard.c    secrets, names, random ids
 *   log.c      log lines and counters
 *
 * Locks are taken in this order and never the other way: a room, a socket, a list. */
#ifndef SR_SERVER_H
#define SR_SERVER_H

#include "api/buffer.h"
#include "host/host.h"
#include "store/store.h"

#include <jansson.h>
#include <stdatomic.h>

enum {
    SR_BODY_BYTES = SR_MESSAGE_BYTES, /* the largest body of a request, and frame of a socket */
    SR_HEAD_BYTES = 4096,             /* the largest head of a request */
    SR_IMPORT_BYTES = 1 << 18,        /* the largest record that may be sent */
    SR_EXPORTED_GAMES = 500,          /* at once */
    SR_OUTBOX_BYTES = 1 << 20,        /* what a slow reader may leave unread */
    SR_INBOX_COUNT = 64,              /* what a fast writer may leave unanswered */
    SR_TABLES_A_HOST = 50,            /* unfinished ones */
    SR_TABLES_A_NETWORK = 500,        /* the same, of all hosts there */
    SR_LISTED_TABLES = 100,
    SR_TOKEN_BYTES = 32,
    SR_ADDRESS_BYTES = 64,
    SR_SEEN_EVERY = 6 * 3600 /* seconds until it is noted again that somebody was here */
};

/* ---- the server (server.c) ---- */

struct sr_server_plan {
    const char *address; /* "127.0.0.1:8080"; port 0 takes a free one */
    const char *directory;
    const char *store;   /* "postgres://..."; NULL: a file in the directory */
    const char *web;     /* a directory with the browser client; NULL: the one in the program */
    const char *proxies; /* addresses that are believed who they ask for; NULL: only this machine */
    int64_t grace;       /* seconds; 0: the usual ones */
    int64_t bot_threads; /* 0: as many as usual */
    /* Browsers are asked to play games against bots themselves. */
    bool bots_at_visitors;
};

struct sr_server {
    struct sr_store *store;
    int guard;                  /* a locked file, if the store has none itself; -1 */
    struct sr_cluster *cluster; /* NULL: this is the only node there is */
    const char *proxies;        /* see the plan */
    struct sr_rooms *rooms;
    struct sr_limits *limits;
    struct sr_patience *patience;
    struct sr_crowd *crowd;
    struct sr_puzzles *puzzles;
    struct sr_bots *bots;
    struct sr_clocks *clocks;
    struct sr_workers *scribes; /* NULL: whoever wants something stored waits for it */
    struct sr_sockets *sockets;
    struct sr_http *http;
    struct sr_control *control;
    const char *web;
    int64_t grace;
    bool bots_at_visitors; /* see the plan */
    bool at_home;          /* it is one person's own, from whom nothing is hidden */
    uint8_t network_key[SR_KEY_BYTES];
    bool logging;         /* through the ring */
    atomic_bool draining; /* no new games begin */
    /* When it was last tried whether the store can write, of sr_milliseconds(); what it answered.
     */
    atomic_llong beat_at;
    atomic_int beat;
};

/* Is it an address to listen on, as "127.0.0.1:8080"? (http.c) */
bool sr_address_check(const char *address, struct sr_error *error);
/* Starts everything; it runs until it is stopped. `address` becomes what is listened on. */
struct sr_server *sr_server_start(const struct sr_server_plan *plan, char *address, size_t size,
                                  struct sr_error *error);
/* Finishes what is under way and tells those who are connected. */
void sr_server_stop(struct sr_server *server);

/* Gives up all that the server does not need once it runs (confine.c). False: `why` not. */
/* `connects`: it still opens connections, to its database. */
bool sr_confine(bool connects, const char **why);

/* ---- logs and counters (log.c) ---- */

enum sr_counter {
    SR_COUNT_REQUESTS,
    SR_COUNT_REFUSED,
    SR_COUNT_SOCKETS, /* open now */
    SR_COUNT_MESSAGES,
    SR_COUNT_MOVES,
    SR_COUNT_BOT_MOVES,
    SR_COUNT_UNDOS,
    SR_COUNT_HINTS,
    SR_COUNT_CHAT,
    SR_COUNT_SLOW_READERS,
    SR_COUNT_FLOODS,
    SR_COUNT_CUT_OFF,
    SR_COUNT_SHED, /* refused because there was too much to do */
    SR_COUNT_LOG_DROPPED,
    SR_COUNT_QUARANTINED,
    SR_COUNTERS
};
void sr_count(enum sr_counter counter, int64_t by);
int64_t sr_counted(enum sr_counter counter);
const char *sr_counter_name(enum sr_counter counter);

/* How long things took, in microseconds. */
enum sr_measure {
    SR_MEASURE_REQUEST,
    SR_MEASURE_MOVE, /* until all that it led to was done and said */
    /* Messages over sockets, until the system has what is answered to whoever sent them. */
    SR_MEASURE_ANSWER,
    SR_MEASURE_CROWD, /* what a crowd is told, until it is the turn of each of them */
    SR_MEASURES
};
void sr_measure(enum sr_measure measure, uint64_t microseconds);
struct sr_latency;
const struct sr_latency *sr_measured(enum sr_measure measure);
const char *sr_measure_name(enum sr_measure measure);

/* A line of JSON on standard error: names and texts in pairs, ended by NULL. No secrets: no tokens,
 * codes, seeds, moves or chat. */
void sr_log(const char *level, const char *what, ...) __attribute__((sentinel));
/* From here on lines are written by a thread of their own, and whoever logs never waits: what does
 * not fit into the ring is left out and counted. Until then, and after, they are written at once.
 */
bool sr_log_open(void);
void sr_log_close(void);
/* Somebody was refused, and why. Only so many lines a second for each reason: who floods us does
 * not fill the disk with it; how many were left out is said in the next one. */
void sr_log_refusal(const char *address, const char *why);

/* ---- secrets, names, ids (guard.c) ---- */

bool sr_guard_open(void);
void sr_random_bytes(void *bytes, size_t count);
/* Letters and digits that are not mistaken for each other. */
void sr_random_word(char *word, size_t size);
void sr_token_write(const uint8_t token[SR_TOKEN_BYTES], char text[2 * SR_TOKEN_BYTES + 1]);
bool sr_token_read(const char *text, size_t length, uint8_t token[SR_TOKEN_BYTES]);
void sr_token_hash(const uint8_t token[SR_TOKEN_BYTES], uint8_t hash[SR_TOKEN_HASH_BYTES]);
/* Passwords: Argon2id, 19 MiB and 2 passes. Slow: only the lane of passwords calls these. */
bool sr_password_hash(const char *password, char hash[SR_PASSWORD_BYTES]);
bool sr_password_fits(const char *password, const char *hash);
/* What is published before the first move: BLAKE2b-256 of the seed and the table's id. */
void sr_commitment(const uint8_t seed[SR_SEED_BYTES], const char *id, uint8_t hash[32]);
/* Does the Origin name the host that was asked? */
bool sr_same_origin(const char *origin, const char *host);

/* ---- networks (network.c) ---- */

/* What an address counts as: itself, or its /64. */
void sr_network_name(const char *address, char network[SR_ADDRESS_BYTES]);
/* What is stored of it: a hash with a key of this store. Never 0. */
uint64_t sr_network_hash(const struct sr_server *server, const char *network);

/* ---- limits (limits.c) ---- */

enum sr_rate {
    SR_RATE_REQUEST,
    SR_RATE_SIGN_IN,
    SR_RATE_PASSWORD,
    SR_RATE_TABLE,
    SR_RATE_SOCKET,
    SR_RATE_HINT, /* of a person */
    SR_RATE_EXPORT,
    SR_RATE_IMPORT,
    SR_RATE_CHART,
    SR_RATE_MESSAGE, /* on all sockets together */
    SR_RATE_CHAT,
    SR_RATE_GUESS, /* wrong passwords for one account */
    SR_RATES
};

struct sr_limits *sr_limits_open(void);
void sr_limits_close(struct sr_limits *limits);
/* This is one of so many nodes, which share what is allowed. */
void sr_limits_part(struct sr_limits *limits, int parts);
/* Whatever anybody did is forgotten: for tests, which do the work of days in a minute. */
void sr_limits_forget(struct sr_limits *limits);
/* May this network do one more of these now? */
bool sr_limits_allow(struct sr_limits *limits, const char *network, enum sr_rate rate);
/* May this person, wherever they are? 0, nobody, may. */
bool sr_limits_allow_person(struct sr_limits *limits, int64_t person, enum sr_rate rate);
/* May this person say something now, from there? */
bool sr_may_chat(struct sr_server *server, const struct sr_person *person, const char *network,
                 struct sr_error *error);
/* May somebody still try a password for this account? And: it was the wrong one. */
bool sr_limits_may_guess(struct sr_limits *limits, int64_t account);
void sr_limits_count_guess(struct sr_limits *limits, int64_t account);

/* ---- patience (patience.c) ---- */

/* Connections whose requests must come in, and whose answers must be taken, within their time. */
struct sr_patience *sr_patience_open(void);
void sr_patience_close(struct sr_patience *patience);
/* Cuts off those whose time is over at `now`, of sr_milliseconds(), and counts them. */
int sr_patience_sweep(struct sr_patience *patience, int64_t now);
struct sockaddr;
struct sr_caller *sr_caller_arrive(struct sr_patience *patience, int fd,
                                   const struct sockaddr *address);
void sr_caller_waits(struct sr_caller *caller);    /* the next request may come */
void sr_caller_answered(struct sr_caller *caller); /* its request is whole */
void sr_caller_upgraded(struct sr_caller *caller); /* it is a socket from now on */
void sr_caller_depart(struct sr_caller *caller);   /* before its file is closed */

/* A bucket that fills at `rate` a second up to `most`. */
struct sr_bucket {
    double level;
    int64_t at; /* milliseconds */
};
bool sr_bucket_take(struct sr_bucket *bucket, double rate, double most, int64_t now);
int64_t sr_milliseconds(void); /* of a clock that never goes back */

/* ---- reading what we are sent (request.c) ---- */

/* A JSON object, not too deep, no member twice; NULL with `error`. Freed with json_decref(). */
json_t *sr_read_object(const char *text, size_t length, struct sr_error *error);
/* Members of it. A missing one is "" or `preset`; a wrong one is an error. */
bool sr_member_text(const json_t *object, const char *name, const char **text,
                    struct sr_error *error);
bool sr_member_number(const json_t *object, const char *name, int64_t low, int64_t high,
                      int64_t preset, int64_t *number, struct sr_error *error);
/* true or false; must be there if `needed`. */
bool sr_member_flag(const json_t *object, const char *name, bool needed, bool *flag,
                    struct sr_error *error);

/* ---- HTTP (http.c), what each address does (routes.c) ---- */

struct sr_request {
    struct sr_server *server;
    const char *method, *path; /* below /api/v1/ */
    const char *body;
    size_t body_length;
    enum sr_lang lang;
    struct sr_person person; /* id 0: not signed in */
    uint8_t token_hash[SR_TOKEN_HASH_BYTES];
    char address[SR_ADDRESS_BYTES], network[SR_ADDRESS_BYTES];
    bool secure;                                 /* came over TLS, through a proxy */
    int64_t after, ply, seat;                    /* of the query, -1: none */
    const char *cursor;                          /* of the query, or NULL */
    const char *accept_encoding, *if_none_match; /* headers, or NULL */
};

struct sr_reply {
    int status;
    const struct sr_problem *problem; /* why it is refused, SR_FINE: it is not */
    const char *type;
    struct sr_buffer text;
    char cookie[256];                     /* empty: none */
    char socket_table[SR_TABLE_ID_BYTES]; /* not empty: upgrade to a socket of this table */
    /* Files of the browser client. */
    bool client;  /* may show pictures and run scripts of this server */
    bool lasting; /* the same address has the same bytes for ever */
    bool gzip;
    bool packs;    /* `text` is the same for everybody, and long: it may be kept, and compressed */
    bool hangs_up; /* nothing more is read from who asked: where requests end is not clear there */
    const unsigned char *file; /* instead of `text`; it stays where it is */
    size_t file_size;
    char tag[64]; /* its ETag; empty: none */
};

/* What a request may have to wait for. */
enum sr_lane {
    SR_LANE_ROOMS,     /* rooms, reading from the store */
    SR_LANE_CHANGES,   /* a commit too: who only looks does not wait behind them */
    SR_LANE_REPLAYS,   /* long work: whole games, lists of everything */
    SR_LANE_PASSWORDS, /* hashing */
    SR_LANES,
    SR_LANE_NONE = SR_LANES /* nothing: it is answered at once */
};
enum sr_lane sr_route_lane(const struct sr_request *request);
/* Which table it is about; false: none. */
bool sr_route_table(const struct sr_request *request, char id[SR_TABLE_ID_BYTES]);
void sr_route(const struct sr_request *request, struct sr_reply *reply);
/* {"error":{"problem":...,"message":...}} with the status that fits. */
void sr_reply_error(struct sr_reply *reply, enum sr_lang lang, const struct sr_error *error);

struct sr_http *sr_http_open(struct sr_server *server, const char *address, char *bound,
                             size_t size, struct sr_error *error);
int sr_http_waiting(const struct sr_http *http, enum sr_lane lane);
/* Takes no new connections and answers what waits. */
void sr_http_quiet(struct sr_http *http);
void sr_http_close(struct sr_http *http);

/* ---- sockets (socket.c) ---- */

struct sr_socket;
struct sr_sockets *sr_sockets_open(struct sr_server *server, struct sr_error *error);
/* Says goodbye to all, ends what is being done for them, and takes no more. */
void sr_sockets_stop(struct sr_sockets *sockets);
void sr_sockets_close(struct sr_sockets *sockets);
/* Hangs up on all sockets of a person, or of one session of theirs, or all but one; or on all at a
 * table. What they said and was not acted on yet is not heard any more. Says how many there were.
 */
struct sr_dismissal {
    int64_t person;
    const uint8_t *only, *kept; /* hash of a token, or NULL */
    const char *table;          /* NULL: it is about a person */
};
int sr_sockets_dismiss(struct sr_sockets *sockets, const struct sr_dismissal *dismissal);
/* All are asked to come back, to another node. */
void sr_sockets_send_away(struct sr_sockets *sockets);
/* Something about a person was changed elsewhere: hangs up on the sessions that have ended, or that
 * know another name. */
enum { SR_SESSIONS_LOOKED_AT = 16 };
void sr_sockets_look_again(struct sr_sockets *sockets, struct sr_store *store, int64_t person);
/* How many sockets wait to be served; what they have not read yet, in bytes. */
int sr_sockets_waiting(struct sr_sockets *sockets);
/* Messages that came and were not acted on yet. */
int sr_sockets_unheard(struct sr_sockets *sockets);
int64_t sr_sockets_unread(struct sr_sockets *sockets);
/* Who comes. */
struct sr_visitor {
    struct sr_person person;
    enum sr_lang lang;
    char table[SR_TABLE_ID_BYTES];
    int64_t after; /* the last event seen, -1: none */
    int seat;      /* whose view is wanted, from 0; SR_SPECTATOR: not said */
    char address[SR_ADDRESS_BYTES], network[SR_ADDRESS_BYTES];
    uint8_t token_hash[SR_TOKEN_HASH_BYTES]; /* of the session that it belongs to */
};
/* Somebody who was let into the crowd. `finish` closes the connection behind `fd`, from another
 * thread. False: it was not taken. */
bool sr_sockets_add(struct sr_sockets *sockets, const struct sr_visitor *visitor, int fd,
                    const char *early, size_t early_length, void (*finish)(void *), void *handle);
/* From any thread. */
void sr_socket_send(struct sr_socket *socket, const char *text, size_t length);
/* The same to many, who are known by their numbers as viewers (room_parts.h). What a crowd is told
 * stands behind what is told to few, and to those who play. */
void sr_sockets_tell(const uint64_t *viewer, int viewers, const char *text, size_t length);
void sr_socket_hang_up(struct sr_socket *socket);
const struct sr_visitor *sr_socket_visitor(const struct sr_socket *socket);

/* ---- orders of those who run it (orders.c), over a local socket (control.c) ---- */

/* Ends a table that waits or is in play; sets one aside, or gives it back; bans and mutes. */
bool sr_order_close(struct sr_server *server, const char *id, struct sr_error *error);
bool sr_order_quarantine(struct sr_server *server, const char *id, bool aside,
                         struct sr_error *error);
bool sr_order_ban(struct sr_server *server, const char *who, bool banned, struct sr_error *error);
bool sr_order_mute(struct sr_server *server, const char *who, bool muted, struct sr_error *error);
/* Hangs up on somebody whose sessions have ended. */
bool sr_order_revoke(struct sr_server *server, const char *who, struct sr_error *error);
/* Closes what was abandoned, throws away what nobody needs; called now and then. */
void sr_tidy(struct sr_server *server);
/* Somebody has another name in the store: their tables are told with it. */
void sr_rename_chairs(struct sr_server *server, int64_t person);

/* Listens at serai.socket in the directory of the store, for its owner alone. */
enum { SR_CONTROL_BYTES = 1024 }; /* of a line, either way */
#define SR_CONTROL_NAME "serai.socket"
struct sr_control *sr_control_open(struct sr_server *server, const char *directory,
                                   struct sr_error *error);
void sr_control_close(struct sr_control *control);
/* From another program: gives an order to the server that uses this directory. */
enum sr_ordered { SR_ORDER_DONE, SR_ORDER_REFUSED, SR_ORDER_NOBODY }; /* NOBODY: none runs */
enum sr_ordered sr_control_ask(const char *directory, const char *line, struct sr_error *error);

/* ---- bots (bots.c) ---- */

struct sr_bots *sr_bots_open(struct sr_server *server, int threads, struct sr_error *error);
/* A bot decides at this table; `live`: somebody who plays there is connected. */
void sr_bots_add(struct sr_bots *bots, const struct sr_table_row *row, bool live);
/* Advice is wanted at this table, by this person. False: too much is wanted. */
bool sr_bots_advise(struct sr_bots *bots, const char *id, const struct sr_person *person);
/* Is somebody waiting for advice already? */
bool sr_bots_advising(struct sr_bots *bots, int64_t person);
/* Is the chart of this game being worked out? */
bool sr_bots_charting(struct sr_bots *bots, const char *id);
/* The chart of a finished game is wanted; it will be in the store. */
enum sr_charting { SR_CHART_BEGUN, SR_CHART_BUSY };
enum sr_charting sr_bots_chart(struct sr_bots *bots, const char *id, const struct sr_table *table,
                               const struct sr_person *person);
/* The review of a finished game is wanted, or, without a table, the puzzle of a game: `id` is its
 * name. How far a review is goes to `done` and `all`. */
enum sr_charting sr_bots_study(struct sr_bots *bots, const char *id, const struct sr_table *table,
                               const struct sr_person *person, uint32_t *done, uint32_t *all);
/* Is it being worked out? */
bool sr_bots_studying(struct sr_bots *bots, const char *id, uint32_t *done, uint32_t *all);
/* What could not be stored is tried again; called now and then. */
void sr_bots_wake(struct sr_bots *bots, int64_t now);
/* False: so many turns wait that no new games should begin. */
bool sr_bots_keep_up(struct sr_bots *bots);
/* How much waits, by kind; NULL: there is no such kind. */
int sr_bots_waiting(struct sr_bots *bots, int rank);
const char *sr_bots_rank_name(int rank);
void sr_bots_close(struct sr_bots *bots);

/* ---- charts (chart.c) ---- */

/* Estimated chances over a finished game, worked out a little at a time. */
struct sr_chart;
struct sr_chart *sr_chart_new(const char *id, const struct sr_table *table);
void sr_chart_free(struct sr_chart *chart);
/* Works on for a moment; false: it is done and stored, or cannot be. */
bool sr_chart_go_on(struct sr_chart *chart, struct sr_server *server);

/* ---- the coach (review.c) ---- */

/* What the coach is asked to find out, worked out a little at a time. */
struct sr_study;
struct sr_puzzle;
struct sr_study *sr_study_review(const char *id, const struct sr_table *table);
struct sr_study *sr_study_puzzle(const struct sr_game *game, uint32_t day);
void sr_study_free(struct sr_study *study);
/* Works on for a moment; false: it is done and kept, or cannot be. */
bool sr_study_go_on(struct sr_study *study, struct sr_server *server);
/* How far a review is; from any thread. */
void sr_study_progress(const struct sr_study *study, uint32_t *done, uint32_t *all);

/* The puzzles of the day that were found. */
struct sr_puzzles *sr_puzzles_open(void);
void sr_puzzles_close(struct sr_puzzles *puzzles);
uint32_t sr_puzzle_today(void);
/* False: it is not there. */
bool sr_puzzles_tell(struct sr_puzzles *puzzles, const struct sr_game *game, uint32_t day,
                     void (*tell)(void *context, const struct sr_puzzle *puzzle), void *context);

/* ---- clocks (clock.c) ---- */

struct sr_clocks *sr_clocks_open(struct sr_server *server, struct sr_error *error);
void sr_clocks_close(struct sr_clocks *clocks);

#endif
