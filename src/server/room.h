/* A room: a table in memory, and those who watch it. The store is the truth; a room is what its
 * history replays to, kept as long as somebody uses it. Moves are made here and nowhere else: tried
 * on the table, stored, and told only when they are durable. */
#ifndef SR_ROOM_H
#define SR_ROOM_H

#include "server/server.h"

#include <pthread.h>

/* An entry of the history, as short as it can be. */
struct sr_deed {
    struct sr_move move;
    uint8_t kind, seat;
};

struct sr_watcher {
    struct sr_socket *socket;
};

struct sr_room {
    char id[SR_TABLE_ID_BYTES];
    struct sr_server *server;
    struct sr_room *next; /* in its chain of the map */
    int uses;             /* under the lock of the map */
    pthread_mutex_t lock; /* all that follows */
    bool loaded;
    struct sr_table_row row;
    const struct sr_game *game;
    struct sr_table *table; /* NULL until the game begins */
    struct sr_deed *deed;
    int64_t number, deeds_room; /* of the last entry; entry n is deed[n - 1] */
    struct sr_watcher *watcher;
    int watchers, watchers_room;
    bool bot_called;
    int clock_seat;        /* whose turn the deadline is about */
    atomic_llong deadline; /* of sr_milliseconds(); 0: nobody must hurry. Read without the lock */
};

struct sr_rooms *sr_rooms_open(struct sr_server *server);
void sr_rooms_close(struct sr_rooms *rooms);
int sr_rooms_count(struct sr_rooms *rooms);
/* Some table whose time is up, if there is one. */
bool sr_rooms_find_late(struct sr_rooms *rooms, char id[SR_TABLE_ID_BYTES]);

/* The room of a table, locked; NULL with `error` if there is none. Each must be left. */
struct sr_room *sr_room_enter(struct sr_server *server, const char *id, struct sr_error *error);
void sr_room_leave(struct sr_room *room);
/* A socket that watches keeps the room in memory until it stops; that is the one call for a room
 * that is not locked. */
bool sr_room_watch(struct sr_room *room, struct sr_socket *socket);
void sr_room_unwatch(struct sr_room *room, struct sr_socket *socket);

/* All of the following are called with the room locked. */

/* The seat of a person, or SR_SPECTATOR. */
int sr_room_seat(const struct sr_room *room, int64_t person);
bool sr_room_may_see(const struct sr_room *room, int64_t person);

/* Plays a move in notation, if `after` is the number of the last entry (-1: whatever it is). */
bool sr_room_move(struct sr_room *room, int seat, const char *move, int64_t after,
                  struct sr_error *error);
bool sr_room_undo(struct sr_room *room, int seat, int64_t after, struct sr_error *error);
bool sr_room_chat(struct sr_room *room, const struct sr_person *person, const char *text,
                  struct sr_error *error);
/* Takes a seat (from 0; -1: any that is free), or one's own back from the bot. */
bool sr_room_sit(struct sr_room *room, const struct sr_person *person, int seat,
                 struct sr_error *error);
/* Before the game the seat is free again; during it a bot plays on. */
bool sr_room_stand_up(struct sr_room *room, const struct sr_person *person, struct sr_error *error);
bool sr_room_start(struct sr_room *room, const struct sr_person *person, struct sr_error *error);
/* Seconds left for the turn, -1 without a clock. */
int64_t sr_room_time_left(const struct sr_room *room);
/* If time is up, a bot plays on for the one who decides. */
void sr_room_time_up(struct sr_room *room);
/* Calls a bot if one decides and none is called yet. */
void sr_room_call_bot(struct sr_room *room);

/* Everything a viewer missed since event `after`, as messages, or a fresh view. */
typedef void sr_room_tell(void *context, const struct sr_buffer *message);
bool sr_room_resume(const struct sr_room *room, int viewer, enum sr_lang lang, int64_t after,
                    sr_room_tell *tell, void *context);
/* Tells all who watch what the table is like now: seats, status. */
void sr_room_tell_table(struct sr_room *room);

/* The table as its row says, at its first decision. */
struct sr_table *sr_room_begin(const struct sr_table_row *row, struct sr_error *error);
bool sr_room_setup(const struct sr_game *game, const struct sr_table_row *row,
                   struct sr_setup *setup, struct sr_error *error);

/* ---- what is told, as JSON (wire.c) ---- */

/* One thing that happened at a table. */
struct sr_scene {
    const struct sr_table *table; /* after it */
    const void *before;           /* the state before it */
    const struct sr_events *events;
    enum sr_entry_kind kind;
    int seat;
    int64_t number;
};

void sr_wire_event(struct sr_buffer *out, const struct sr_scene *scene, int viewer,
                   enum sr_lang lang);
void sr_wire_view(struct sr_buffer *out, const struct sr_table *table, int64_t number, int viewer,
                  enum sr_lang lang);
/* A table as `person` may know it; `table` may be NULL; `left` are the seconds of the turn, or -1.
 */
void sr_wire_table(struct sr_buffer *out, const struct sr_table_row *row,
                   const struct sr_table *table, int64_t number, int64_t left, int64_t person,
                   enum sr_lang lang);
void sr_wire_chat(struct sr_buffer *out, const struct sr_chat *chat);
/* "problem":...,"message":... */
void sr_wire_error(struct sr_buffer *out, const struct sr_error *error, enum sr_lang lang);

#endif
