/* A room: a table in memory, and those who watch it. The store is the truth; a room is what its
 * history replays to, kept as long as somebody uses it. Moves are made here and nowhere else: tried
 * on the table, stored, and told only when they are durable.
 *
 *   room.c        the map of rooms, loading by replay, telling
 *   room_play.c   moves, taking back, chat
 *   room_seats.c  sitting down, leaving, starting, bots that play on
 *   room_clock.c  whose time runs
 *   orders.c      what those who run the server order; tables that are damaged
 *   room_saved.c  positions for the day on which the rules change
 *   petition.c    what needs the consent of others
 *   advice.c      hints */
#ifndef SR_ROOM_H
#define SR_ROOM_H

#include "bots/hint.h"
#include "server/server.h"

#include <pthread.h>

/* An entry of the history, as short as it can be. */
struct sr_deed {
    struct sr_move move;
    uint32_t ply; /* where a return goes back to */
    uint8_t kind, seat;
};

struct sr_watcher {
    struct sr_socket *socket;
    int seat; /* whose view was asked for; SR_SPECTATOR: the only one there is, or nobody's */
};

/* Something that one seat wants and others must agree to. It is about the table as it is now: the
 * next entry ends it. */
enum sr_petition_kind { SR_PETITION_NONE, SR_PETITION_UNDO, SR_PETITION_REPLACE };
struct sr_petition {
    enum sr_petition_kind kind;
    int by;
    uint32_t ply;    /* undo: back to after so many moves */
    int seat;        /* replace: who is away */
    uint32_t agreed; /* a bit for each seat */
    int refused;     /* by this seat; -1: by nobody */
};

/* Advice for the decider; it is about the table after entry `number`. */
enum sr_advice_state { SR_ADVICE_NONE, SR_ADVICE_THINKING, SR_ADVICE_READY };
struct sr_advice {
    enum sr_advice_state state;
    int64_t number;
    int seat;
    struct sr_hints hints;
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
    /* Of the last entry; of the one that loading began after: entry n is deed[n - 1 - first]. */
    int64_t number, first, deeds_room;
    struct sr_watcher *watcher;
    int watchers, watchers_room;
    bool bot_called;
    struct sr_petition petition;
    struct sr_advice advice;
    int64_t seen[SR_MAX_SEATS]; /* when a person was last here, of sr_milliseconds() */
    /* Clocks, in milliseconds. */
    int clock_seat;             /* whose time runs; SR_SPECTATOR: nobody's */
    int64_t ticking;            /* since when it was not counted */
    int64_t turn_began;         /* when the decider came to decide */
    int64_t bank[SR_MAX_SEATS]; /* what is left of a game's time */
    /* Both of sr_milliseconds(), and read without the lock. */
    atomic_llong deadline; /* 0: nobody must hurry */
    atomic_llong unsaved;  /* since when the position is not the saved one; 0: it is */
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
bool sr_room_watch(struct sr_room *room, struct sr_socket *socket, int seat);
void sr_room_unwatch(struct sr_room *room, struct sr_socket *socket);

/* All of the following are called with the room locked. */

/* The first seat of a person, or SR_SPECTATOR. */
int sr_room_seat(const struct sr_room *room, int64_t person);
int sr_room_seats_of(const struct sr_room *room, int64_t person); /* how many */
/* Whose view a person gets: of the seat asked for if it is theirs, of their only one, or nobody's:
 * who plays several seats at one screen asks for each. */
int sr_room_viewer(const struct sr_room *room, int64_t person, int asked);
/* For whom a person acts: the seat asked for, their only one, or the decider if it is theirs. */
int sr_room_actor(const struct sr_room *room, int64_t person, int asked);
bool sr_room_may_see(const struct sr_room *room, int64_t person);
/* Is a person connected, or was so within the last `milliseconds`? */
bool sr_room_is_here(const struct sr_room *room, int seat, int64_t milliseconds);
/* Changes whose view a socket gets. */
void sr_room_turn_to(struct sr_room *room, struct sr_socket *socket, int seat);
/* The seat that was asked for on a socket. */
int sr_room_asked(const struct sr_room *room, const struct sr_socket *socket);

/* Plays a move in notation, if `after` is the number of the last entry (-1: whatever it is). */
bool sr_room_move(struct sr_room *room, int seat, const char *move, int64_t after,
                  struct sr_error *error);
bool sr_room_undo(struct sr_room *room, int seat, int64_t after, struct sr_error *error);
/* Back to after `ply` moves, whoever made them: only when all have agreed. */
bool sr_room_return(struct sr_room *room, int seat, uint32_t ply, struct sr_error *error);
bool sr_room_chat(struct sr_room *room, const struct sr_person *person, const char *text,
                  struct sr_error *error);
/* May this seat act now, having seen entry `after`? */
bool sr_room_may_act(const struct sr_room *room, int seat, int64_t after, struct sr_error *error);

/* Takes a seat (from 0; -1: any that is free), or one's own back from the bot. */
bool sr_room_sit(struct sr_room *room, const struct sr_person *person, int seat,
                 struct sr_error *error);
/* Before the game the seat is free again; during it a bot plays on. */
bool sr_room_stand_up(struct sr_room *room, const struct sr_person *person, struct sr_error *error);
bool sr_room_start(struct sr_room *room, const struct sr_person *person, struct sr_error *error);
/* A bot plays on for a person, who may come back. */
bool sr_room_seat_bot(struct sr_room *room, int seat, struct sr_error *error);
/* If time is up, a bot plays on for the one who decides. */
void sr_room_time_up(struct sr_room *room);
/* Calls a bot if one decides and none is called yet. */
void sr_room_call_bot(struct sr_room *room);

/* ---- clocks (room_clock.c) ---- */

/* At the beginning of the game. */
void sr_room_fill_banks(struct sr_room *room);
/* What the clock has counted since the last entry, for the entry that is made now. */
int64_t sr_room_spent(const struct sr_room *room);
/* An entry was made: `decider` decided before it, and it took `spent`. */
void sr_room_charge(struct sr_room *room, int decider, enum sr_entry_kind kind, int64_t spent);
/* Sets the clock of whoever decides now. */
void sr_room_tick(struct sr_room *room);
/* After a start of the server; the last entry was made then, in seconds since 1970. */
void sr_room_resume_clock(struct sr_room *room, int64_t last_made);
/* Seconds left for a seat, -1 without a clock. */
int64_t sr_room_time_left(const struct sr_room *room, int seat);

/* ---- long histories (room_line.c) ---- */

typedef void sr_room_tell(void *context, const struct sr_buffer *message);
/* The table before each of the last moves, so that taking one back replays nothing. */
enum { SR_STEPS = 16 };
struct sr_steps {
    struct sr_table *table[SR_STEPS];
};
void sr_steps_clear(struct sr_steps *steps);
/* After an entry, which was made then, also one that is replayed: keeps where the table is, now and
 * then. */
void sr_room_checkpoint(const struct sr_room *room, int64_t last_made);
/* The table as it was after entry `from`, the last one up to `number` that there is a checkpoint
 * of, with what was left to each seat then. NULL: there is none. */
struct sr_table *sr_room_checkpointed(const struct sr_room *room, int64_t number, int64_t *from,
                                      int64_t *last_made, int64_t bank[SR_MAX_SEATS]);
/* Every entry after `after`, told to a viewer. */
bool sr_room_tell_since(const struct sr_room *room, int viewer, enum sr_lang lang, int64_t after,
                        sr_room_tell *tell, void *context);

/* ---- orders (orders.c) ---- */

/* Its history does not replay: nobody comes in any more, and no bot tries, until it is given back.
 */
bool sr_room_set_aside(struct sr_room *room, struct sr_error *error);

/* ---- saved positions (room_saved.c) ---- */

enum { SR_SAVE_AFTER = 10000 }; /* milliseconds after a table moved */

/* The game began, or an entry was made. */
void sr_room_changed(struct sr_room *room);
/* Saves what changed SR_SAVE_AFTER before `now`; all that is not saved. No room may be locked. */
void sr_rooms_save_due(struct sr_server *server, int64_t now);
void sr_rooms_save_all(struct sr_server *server);
/* The table goes on under the rules of today, from what was saved and the entries after it. */
bool sr_room_rebase(struct sr_room *room, struct sr_error *error);

/* ---- consent (petition.c) ---- */

/* Asks to go back to after `ply` moves; -1: to before the seat's own last move. */
bool sr_room_ask_undo(struct sr_room *room, int seat, int64_t ply, int64_t after,
                      struct sr_error *error);
/* Asks that a bot plays on for who has been away, and decides, longer than the grace. */
bool sr_room_ask_replace(struct sr_room *room, int seat, int absent, struct sr_error *error);
bool sr_room_answer_petition(struct sr_room *room, int seat, bool agrees, struct sr_error *error);
/* The next entry ends it. */
void sr_room_drop_petition(struct sr_room *room);

/* ---- hints (advice.c) ---- */

/* Asks for advice; it is there at once if it was asked for before (`advice.state` says so). */
bool sr_room_ask_hint(struct sr_room *room, const struct sr_person *person, int seat,
                      struct sr_error *error);
/* The bots' threads have thought; NULL: in vain. */
void sr_room_take_hints(struct sr_room *room, int64_t number, int seat,
                        const struct sr_hints *hints);
void sr_wire_hint(struct sr_buffer *out, const struct sr_room *room, enum sr_lang lang);

/* ---- what sockets and requests read alike ---- */

/* "seat" of an object: for whom a person acts. Without it, `asked`, or what sr_room_actor() says.
 * Another's seat is refused. */
bool sr_member_seat(const json_t *object, const struct sr_room *room, int64_t person, int asked,
                    int *seat, struct sr_error *error);
/* Reads a petition and asks it (routes_play.c). */
bool sr_petition_read(const json_t *body, struct sr_room *room, int64_t person, int asked,
                      struct sr_error *error);

/* ---- telling ---- */

/* Everything a viewer missed since event `after`, as messages, or a fresh view. */
bool sr_room_resume(const struct sr_room *room, int viewer, enum sr_lang lang, int64_t after,
                    sr_room_tell *tell, void *context);
/* Tells all who watch what the table is like now: seats, status. */
void sr_room_tell_table(struct sr_room *room);
/* Fresh views for all. */
void sr_room_tell_views(struct sr_room *room);
/* Sends a message and frees it. */
void sr_room_send(struct sr_socket *socket, struct sr_buffer *message);
struct sr_scene;
void sr_room_tell_scene(struct sr_room *room, const struct sr_scene *scene);

/* ---- between the parts ---- */

bool sr_room_add_deed(struct sr_room *room, struct sr_deed deed);
void sr_room_unload(struct sr_room *room);
bool sr_room_load(struct sr_room *room, struct sr_error *error);
/* The table as its row says, at its first decision. */
struct sr_table *sr_room_begin(const struct sr_table_row *row, struct sr_error *error);
bool sr_room_setup(const struct sr_game *game, const struct sr_table_row *row,
                   struct sr_setup *setup, struct sr_error *error);
/* What is stored of an entry, as it is replayed; and the one way in which that is done. */
bool sr_room_read_deed(const struct sr_room *room, const struct sr_entry *entry,
                       struct sr_deed *deed, struct sr_error *error);
struct sr_steps;
bool sr_room_replay_deed(struct sr_table **table, const struct sr_deed *deed,
                         struct sr_steps *steps, struct sr_events *events, struct sr_error *error);
bool sr_room_fail_rules(const struct sr_table_row *row, int known, struct sr_error *error);
/* Tables that have not been saved since then; how many. */
int sr_rooms_list_unsaved(struct sr_rooms *rooms, int64_t since, char (*id)[SR_TABLE_ID_BYTES],
                          int most);
/* Who decides; SR_SPECTATOR: nobody, the game is over or has not begun. */
int sr_room_decider(const struct sr_room *room);
/* Points, ranks and winners of a table whose game is over. */
void sr_room_score(const struct sr_table *table, struct sr_result *result);

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
/* Of an object that is begun: ,"view":... and the true ,"scores":... */
void sr_wire_board(struct sr_buffer *out, const struct sr_table *table, int viewer,
                   enum sr_lang lang);
void sr_wire_sheet(struct sr_buffer *out, const struct sr_table *table, enum sr_lang lang);
/* The lines of a log, as a list of texts. */
void sr_wire_log(struct sr_buffer *out, const struct sr_table *table,
                 const struct sr_events *events, int viewer, enum sr_lang lang);
/* The same as data, for animation. */
void sr_wire_events(struct sr_buffer *out, const struct sr_table *table,
                    const struct sr_events *events, int viewer);
/* A table as `person` may know it. In lists there is no room: NULL. */
void sr_wire_table(struct sr_buffer *out, const struct sr_table_row *row,
                   const struct sr_room *room, int64_t person, enum sr_lang lang);
/* How much time each seat has left. */
void sr_wire_clock(struct sr_buffer *out, const struct sr_room *room);
/* The score sheet as `viewer` can know it. */
void sr_wire_score(struct sr_buffer *out, const struct sr_table *table, int viewer,
                   enum sr_lang lang);
void sr_wire_chat(struct sr_buffer *out, const struct sr_chat *chat);
/* The fixed word that programs know a problem by. */
enum { SR_PROBLEM_NAME_BYTES = 40 };
void sr_problem_name(enum sr_problem problem, char name[SR_PROBLEM_NAME_BYTES]);
/* "problem":...,"message":... */
void sr_wire_error(struct sr_buffer *out, const struct sr_error *error, enum sr_lang lang);

#endif
