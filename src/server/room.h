/* A room: the host of one table, kept in memory as long as somebody uses it. What happens at the
 * table is the host's; the room sees to it that one at a time is with it, and gives it a clock, the
 * store, sockets and the bots' threads. The store is the truth: a room that is gone is loaded again
 * from what is kept. */
#ifndef SR_ROOM_H
#define SR_ROOM_H

#include "host/wire.h"
#include "server/server.h"
#include "server/workers.h"

#include <pthread.h>

struct sr_room {
    char id[SR_TABLE_ID_BYTES];
    struct sr_server *server;
    struct sr_room *next;                       /* in its chain of the map */
    int uses;                                   /* under the lock of the map */
    struct sr_waiting *put_off, **put_off_last; /* the same: what waits until somebody leaves */
    /* The same: somebody is in it, to whom all that follows belongs; whoever waits to come in. They
     * may leave it on another thread than they came in on. */
    bool held;
    pthread_cond_t left;
    struct sr_host *host; /* NULL: not loaded */
    int64_t thinking;     /* after which entry a bot thinks; -1: none does */
    int64_t fence;        /* of many nodes this one acts for the table, by this; 0: it does not */
    /* When the host wants to be woken, of sr_milliseconds(); 0: never. Read without the lock. */
    atomic_llong wake;
};

/* Threads that go on with what was begun in a room once it is stored (scribes.c). */
struct sr_workers *sr_scribes_open(struct sr_error *error);

struct sr_rooms *sr_rooms_open(struct sr_server *server);
void sr_rooms_close(struct sr_rooms *rooms);
int sr_rooms_count(struct sr_rooms *rooms);
/* Wakes those whose time has come at `now`; the positions that they want saved share a commit.
 * Whoever calls it is in no room. */
void sr_rooms_tick(struct sr_server *server, int64_t now);
/* Saves all positions that are not: the server stops. */
void sr_rooms_save_all(struct sr_server *server);

/* The room of a table, with nobody else in it; NULL with `error` if there is none. Each must be
 * left. */
struct sr_room *sr_room_enter(struct sr_server *server, const char *id, struct sr_error *error);
void sr_room_leave(struct sr_room *room);

/* The same, with all that other nodes have stored of it until now: for who comes from elsewhere. */
struct sr_room *sr_room_enter_fresh(struct sr_server *server, const char *id,
                                    struct sr_error *error);
/* The same, but only if it is in memory; NULL: it is not. */
struct sr_room *sr_room_enter_loaded(struct sr_server *server, const char *id);
/* Calls `each` with the ids of all rooms in memory, without entering them. */
void sr_rooms_list(struct sr_rooms *rooms, sr_store_each_id *each, void *context);
/* If somebody is in the room of this table, puts this off until they leave it, so that no worker
 * waits with them: true, and whoever runs it must return at once. */
bool sr_room_put_off(struct sr_server *server, const char *id, struct sr_waiting *waiting);
/* The same, and if nobody is in it, enters it; it is not loaded then. `room` is NULL if there is no
 * memory for it. False: it was put off. */
bool sr_room_claim(struct sr_server *server, const char *id, struct sr_waiting *waiting,
                   struct sr_room **room);

/* ---- in the room ---- */

/* Loads it if it is not; the same with all that other nodes have stored of it until now. */
bool sr_room_load(struct sr_room *room, struct sr_error *error);
bool sr_room_refresh(struct sr_room *room, struct sr_error *error);

/* Of many nodes: what others stored of the table since; who is there on others; who acts. */
void sr_room_catch_up(struct sr_room *room);
void sr_room_look_around(struct sr_room *room);
void sr_room_own(struct sr_room *room, int64_t fence);

/* Gives the host an input, and carries out all that it wants; `now` and `date` are filled in. */
void sr_room_take(struct sr_room *room, struct sr_input *input);
/* The table is set aside: its host goes. Who watches is hung up on elsewhere. */
void sr_room_forget(struct sr_room *room);
/* Reads everything from the store again. False: it cannot be done, and the room is of no use. */
bool sr_room_reload(struct sr_room *room, struct sr_error *error);

/* What comes once everything is carried out that an input led to: `then` in the room, `after` when
 * it was left, on whatever thread; each may be NULL. `waiting` is what is being done meanwhile. */
struct sr_sequel {
    void (*then)(struct sr_room *room, void *context);
    void (*after)(void *context);
    void *context;
    struct sr_waiting *waiting;
};
/* These leave the room, perhaps later: where a commit is to be waited for, that is left to others,
 * and the room stays taken until then. After it, nothing may be touched that `after` may end. */
void sr_room_give(struct sr_room *room, struct sr_input *input, const struct sr_sequel *sequel);
void sr_room_arrive(struct sr_room *room, struct sr_socket *socket, const struct sr_sequel *sequel);
void sr_room_say(struct sr_room *room, struct sr_socket *socket, const struct sr_message *message,
                 const struct sr_sequel *sequel);
/* Only one that was admitted; it does not keep the room in memory any more. */
void sr_room_depart(struct sr_room *room, struct sr_socket *socket, const struct sr_sequel *sequel);
/* Does a socket that arrived watch? If so, it keeps the room in memory until it departs. */
bool sr_room_admits(struct sr_room *room, struct sr_socket *socket);

/* What a request is answered. */
struct sr_answer {
    struct sr_error error; /* problem SR_FINE: none */
    bool later, made;      /* it is being thought about; a table was made */
    char refer[SR_TABLE_ID_BYTES];
    struct sr_buffer text;
};
/* False with `answer->error`. Those who know the code of a table may ask though they may not see
 * it. */
bool sr_room_ask(struct sr_room *room, const struct sr_guest *guest, bool invited,
                 const struct sr_message *message, struct sr_answer *answer);

#endif
