/* A room: the host of one table, kept in memory as long as somebody uses it. What happens at the
 * table is the host's; the room gives it a lock, a clock, the store, sockets and the bots' threads.
 * The store is the truth: a room that is gone is loaded again from what is kept. */
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
    pthread_mutex_t lock;                       /* all that follows */
    struct sr_host *host;                       /* NULL: not loaded */
    int64_t thinking;                           /* after which entry a bot thinks; -1: none does */
    int64_t fence; /* of many nodes this one acts for the table, by this; 0: it does not */
    /* When the host wants to be woken, of sr_milliseconds(); 0: never. Read without the lock. */
    atomic_llong wake;
    atomic_bool storing; /* whoever has the lock waits for a commit */
};

struct sr_rooms *sr_rooms_open(struct sr_server *server);
void sr_rooms_close(struct sr_rooms *rooms);
int sr_rooms_count(struct sr_rooms *rooms);
/* Wakes those whose time has come at `now`; the positions that they want saved share a commit. No
 * room may be locked. */
void sr_rooms_tick(struct sr_server *server, int64_t now);
/* Saves all positions that are not: the server stops. */
void sr_rooms_save_all(struct sr_server *server);

/* The room of a table, locked; NULL with `error` if there is none. Each must be left. */
struct sr_room *sr_room_enter(struct sr_server *server, const char *id, struct sr_error *error);
void sr_room_leave(struct sr_room *room);

/* The same, with all that other nodes have stored of it until now: for who comes from elsewhere. */
struct sr_room *sr_room_enter_fresh(struct sr_server *server, const char *id,
                                    struct sr_error *error);
/* The same, but only if it is in memory; NULL: it is not. */
struct sr_room *sr_room_enter_loaded(struct sr_server *server, const char *id);
/* Calls `each` with the ids of all rooms in memory, without their locks. */
void sr_rooms_list(struct sr_rooms *rooms, sr_store_each_id *each, void *context);
/* If somebody in the room of this table waits for a commit, puts this off until they leave it, so
 * that no worker waits with them: true, and whoever runs it must return at once. */
bool sr_room_put_off(struct sr_server *server, const char *id, struct sr_waiting *waiting);

/* ---- with the room locked ---- */

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

/* A socket comes to watch, which keeps the room in memory until it stops; false: it may not. */
bool sr_room_watch(struct sr_room *room, struct sr_socket *socket);
void sr_room_say(struct sr_room *room, struct sr_socket *socket, const struct sr_message *message);

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

/* ---- with the room not locked ---- */

void sr_room_unwatch(struct sr_room *room, struct sr_socket *socket);

#endif
