/* The inside of a host: its state, and what its parts do for each other. */
#ifndef SR_MACHINE_H
#define SR_MACHINE_H

#include "host/host.h"

/* An entry of the history, as short as it can be. */
struct sr_deed {
    struct sr_move move;
    uint32_t ply; /* where a return goes back to */
    uint8_t kind, seat;
};

struct sr_viewer {
    uint64_t viewer;
    struct sr_guest guest;
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
    uint32_t asked;  /* replace: who was there when it was asked, wherever that was */
    int refused;     /* by this seat; -1: by nobody */
};

/* Advice for the decider; it is about the table after entry `number`. */
enum sr_advice_state { SR_ADVICE_NONE, SR_ADVICE_ASKED, SR_ADVICE_THINKING, SR_ADVICE_READY };
struct sr_advice {
    enum sr_advice_state state;
    int64_t number;
    int seat;
    int64_t since;          /* when it was asked for */
    struct sr_hints *hints; /* when it is ready */
};

/* Who is to be answered, and what they said. */
struct sr_asker {
    uint64_t viewer, caller; /* both 0: nobody asked, it is the table's own doing */
    struct sr_guest guest;
    enum sr_say say;
    bool named;
    int64_t id;
};

/* An entry that is tried, stored and then told. */
struct sr_attempt {
    struct sr_entry entry;
    struct sr_deed deed;
    int decider;            /* before it */
    struct sr_table *after; /* of a return: the table as it will be */
    bool by_bot;
    struct sr_events events;
    _Alignas(8) unsigned char before[SR_MAX_STATE];
};

/* What is waited for, and what it was asked for. */
enum sr_awaited {
    SR_WAITING_NOT,
    SR_WAITING_READ,
    SR_WAITING_ENTRY,
    SR_WAITING_CHAIR,
    SR_WAITING_STATUS,
    SR_WAITING_SHARED,
    SR_WAITING_NEW_TABLE,
    SR_WAITING_REMATCH,
    SR_WAITING_FORK,
    SR_WAITING_CHAT,
    SR_WAITING_REBASE,
    SR_WAITING_PETITION,
    SR_WAITING_ADVISER
};

/* Why chairs are changed, one after the other until none is left that should be. */
enum sr_errand {
    SR_ERRAND_SIT,       /* one chair */
    SR_ERRAND_COME_BACK, /* all of a person's, from the bots */
    SR_ERRAND_LEAVE,     /* all of a person's: free, or to bots */
    SR_ERRAND_SEAT_BOT,  /* one chair, to a bot that plays on */
    SR_ERRAND_FILL       /* those who did not come, to bots; then the game starts */
};

struct sr_pending {
    enum sr_awaited waiting;
    uint64_t ticket;
    int64_t since;
    enum sr_errand errand;
    int seat; /* of the chair that is changed */
    struct sr_chair after;
    enum sr_table_status status;
    bool shared;
    char rematch[SR_TABLE_ID_BYTES];
    struct sr_chat *chat;
    struct sr_attempt *attempt;
    bool with_saved;         /* reading: the saved position was asked for */
    enum sr_awaited doubted; /* reading: nobody knows whether this was done */
    struct sr_asked asked;   /* a petition, as it is to be stored */
    int tries;               /* of a line of chat that others were faster than */
    struct sr_error error; /* reading again: why the asker is refused, unless it worked after all */
};

/* An input that waits its turn, with copies of all that it points to. */
struct sr_waiter {
    struct sr_waiter *next;
    struct sr_input input;
    struct sr_message message;
    struct sr_entry *entry;
    int64_t *person;
    struct sr_hints hints;
    char move[SR_MOVE_TEXT_BYTES];
};

struct sr_host {
    char id[SR_TABLE_ID_BYTES];
    int64_t grace; /* milliseconds */
    /* Of the input that is being taken. */
    int64_t now, date;
    int64_t moment; /* when what is taken happened: now, but for what others have stored */
    struct sr_effects *effects;
    struct sr_effect spare; /* where an effect goes that there is no memory for */
    bool broken;            /* out of memory */

    bool shared;      /* see struct sr_host_plan */
    bool acts;        /* for the table: see SR_INPUT_OWNED */
    int64_t *others;  /* who is at the table elsewhere */
    int others_count; /* at most SR_MOST_OTHERS */
    bool loaded;
    int ended_between;       /* how often it was read with its end, and as if it went on */
    struct sr_error trouble; /* why it is not */
    struct sr_table_row row;
    uint8_t commitment[SR_COMMITMENT_BYTES];
    const struct sr_game *game;
    struct sr_table *table; /* NULL until the game begins */
    struct sr_deed *deed;
    /* Of the last entry; of the one that loading began after: entry n is deed[n - 1 - began]. */
    int64_t number, began;
    size_t deeds_room;
    uint32_t touched;                 /* a bit for each seat whose person made an entry */
    int64_t take_backs[SR_MAX_SEATS]; /* undos and returns by each seat */

    struct sr_viewer *viewer;
    int viewers;
    size_t viewers_room;
    int here[SR_MAX_SEATS];     /* how many look on whose person sits there */
    int64_t seen[SR_MAX_SEATS]; /* when a person was last here */
    struct sr_table *past;      /* the table after entry `past_number`, for who comes back */
    int64_t past_number;
    struct sr_chat *chat; /* the last lines, oldest first */
    int chats;
    size_t chats_room;
    int64_t line_told; /* of chat, to all who watch, before the table was read again */

    struct sr_petition petition;
    int64_t petition_version; /* of a shared table: as it is stored */
    struct sr_advice advice;

    /* Clocks, in milliseconds. */
    int clock_seat;                 /* whose time runs; SR_SPECTATOR: nobody's */
    int64_t ticking;                /* since when it was not counted */
    int64_t sat_down[SR_MAX_SEATS]; /* when a person last came to sit there, if that is known */
    int64_t turn_began;             /* when the decider came to decide */
    int64_t bank[SR_MAX_SEATS];     /* what is left of a game's time */
    int64_t deadline;               /* 0: nobody must hurry */
    int64_t unsaved;                /* since when the position is not the saved one; 0: it is */
    int64_t bot_number;             /* of the entry after which a bot was asked; -1: none is */
    int64_t bot_again;              /* when to ask it again; 0: not */
    int64_t read_again;             /* when to try it, after it failed; 0: not */
    int64_t wake;                   /* what was asked for last */

    struct sr_pending pending;
    struct sr_asker asker; /* whoever is served now */
    struct sr_waiter *first, **last;
    int waiters;
    uint64_t tickets; /* given so far */
};

/* ---- memory: the one door (host.c) ---- */

/* Makes room for one more in a list that has `count`; false: no memory, and the host is broken. */
bool sr_host_grow(struct sr_host *host, void **list, size_t *room, size_t count, size_t each);
void *sr_host_alloc(struct sr_host *host, size_t size); /* zeroed */

/* ---- asking and being answered (host.c) ---- */

/* A new effect, of kind SR_EFFECT_NOTE without words if there is no memory. */
struct sr_effect *sr_host_effect(struct sr_host *host, enum sr_effect_kind kind);
/* The same for one whose answer is waited for. */
struct sr_effect *sr_host_wait(struct sr_host *host, enum sr_effect_kind kind,
                               enum sr_awaited waiting);
/* What is stored is read again; then the asker is refused, unless what they wanted is there. */
void sr_host_read_again(struct sr_host *host, const struct sr_error *error);
void sr_host_read(struct sr_host *host, bool with_saved);
void sr_host_note(struct sr_host *host, const char *level, const char *what);
/* The asker's wish is fulfilled, or refused: they are told, and the next one is served. */
void sr_host_done(struct sr_host *host);
bool sr_host_refuse(struct sr_host *host, const struct sr_error *error);
/* Answers the asker with a text of its own, which is taken. */
void sr_host_answer(struct sr_host *host, struct sr_buffer *text, bool later);
void sr_host_refer(struct sr_host *host, const char *id);
/* The answer is there: nothing is waited for any more. What is returned is to be freed or used. */
struct sr_pending sr_host_resume(struct sr_host *host);
/* What each of the parts does with an answer. */
void sr_host_entry_stored(struct sr_host *host, enum sr_store_answer answer);
void sr_host_chair_stored(struct sr_host *host, enum sr_store_answer answer);
void sr_host_status_stored(struct sr_host *host, enum sr_store_answer answer);
void sr_host_shared_stored(struct sr_host *host, enum sr_store_answer answer);
void sr_host_table_added(struct sr_host *host, enum sr_store_answer answer, const char *id);
void sr_host_rematch_stored(struct sr_host *host, enum sr_store_answer answer);
void sr_host_chat_stored(struct sr_host *host, enum sr_store_answer answer, int64_t line);
void sr_host_rebased(struct sr_host *host, enum sr_store_answer answer);
void sr_host_adviser_said(struct sr_host *host, bool taken);
void sr_attempt_free(struct sr_attempt *attempt);

/* ---- loading (open.c) ---- */

void sr_host_load(struct sr_host *host, const struct sr_input *input);
void sr_host_unload(struct sr_host *host);
void sr_host_take_entries(struct sr_host *host, const struct sr_input *input);
/* The one way in which an entry is replayed, and noted. */
bool sr_replay_deed(struct sr_table **table, const struct sr_deed *deed, struct sr_events *events,
                    struct sr_error *error);
bool sr_host_add_deed(struct sr_host *host, struct sr_deed deed);

/* The same for a whole history (trail.c), with what is remembered of it on the way. */
struct sr_trail {
    struct sr_table **mark;
    size_t count, room;
};
bool sr_trail_replay(struct sr_trail *trail, struct sr_table **table, const struct sr_deed *deed,
                     struct sr_events *events, struct sr_error *error);
void sr_trail_free(struct sr_trail *trail);

/* ---- checkpoints (line.c) ---- */

/* After an entry, which was made then, also one that is replayed: keeps where the table is, now and
 * then. */
void sr_host_checkpoint(struct sr_host *host, int64_t last_made);
/* The table as it was then; false: the checkpoint does not fit, and nothing is changed. */
bool sr_host_begin_at(struct sr_host *host, const struct sr_checkpoint *checkpoint,
                      int64_t *last_made);

/* ---- who is there, telling (watch.c) ---- */

void sr_host_arrive(struct sr_host *host, const struct sr_input *input);
void sr_host_depart(struct sr_host *host, uint64_t viewer);
/* Hangs up on those who may not see the table any more: who left it or was not waited for, or when
 * it is not shared any more. To be called before anything else is told. */
void sr_host_let_go(struct sr_host *host);
struct sr_viewer *sr_host_find(const struct sr_host *host, uint64_t viewer);
/* The table as it is after an entry, for those who come back later. */
void sr_host_keep_past(struct sr_host *host, const struct sr_table *table, int64_t number);
/* What all who watch have missed since an entry, as events if that is possible. */
void sr_host_tell_since(struct sr_host *host, int64_t after);
void sr_host_take_others(struct sr_host *host, const int64_t *person, int count);
/* Chairs have changed: counts anew who is here. */
void sr_host_count_here(struct sr_host *host);
/* For whom a person acts: the seat asked for, their only one, or the decider if it is theirs. */
int sr_host_actor(const struct sr_host *host, int64_t person, int asked);
bool sr_host_is_theirs(const struct sr_host *host, int64_t person, int seat);
int sr_host_seats_of(const struct sr_host *host, int64_t person); /* how many */
/* Tells all who watch what the table is like now: seats, status. */
void sr_host_tell_table(struct sr_host *host);
void sr_host_tell_views(struct sr_host *host);
void sr_host_tell_clock(struct sr_host *host);
void sr_host_tell_chat(struct sr_host *host, const struct sr_chat *chat);
void sr_host_tell_hints(struct sr_host *host);
struct sr_scene;
void sr_host_tell_scene(struct sr_host *host, const struct sr_scene *scene);
/* Tells one viewer; the text is taken. */
struct sr_effect *sr_host_tell_one(struct sr_host *host, uint64_t viewer, struct sr_buffer *text);
/* What a guest sees of the board, and what they missed. */
bool sr_host_say_view(struct sr_host *host, const struct sr_message *message,
                      struct sr_error *error);
bool sr_host_say_events(struct sr_host *host, const struct sr_message *message,
                        struct sr_error *error);
bool sr_host_say_score(struct sr_host *host, const struct sr_message *message,
                       struct sr_error *error);
bool sr_host_say_preview(struct sr_host *host, int seat, const struct sr_message *message,
                         struct sr_error *error);
bool sr_host_turn_to(struct sr_host *host, const struct sr_message *message,
                     struct sr_error *error);

/* ---- playing (play.c). False: refused with `error`; true: begun, or done ---- */

bool sr_host_move(struct sr_host *host, int seat, const char *move, int64_t after,
                  struct sr_error *error);
bool sr_host_undo(struct sr_host *host, int seat, int64_t after, struct sr_error *error);
/* Back to after `ply` moves, whoever made them: only when all have agreed. */
bool sr_host_return(struct sr_host *host, int seat, uint32_t ply, struct sr_error *error);
bool sr_host_chat(struct sr_host *host, const char *text, struct sr_error *error);
void sr_host_bot_moved(struct sr_host *host, const struct sr_input *input);
/* May this seat act now, having seen entry `after` (-1: whatever it is)? */
bool sr_host_may_act(const struct sr_host *host, int seat, int64_t after, struct sr_error *error);
/* May somebody still take moves back in this game? */
bool sr_host_may_take_back(const struct sr_host *host, int seat, struct sr_error *error);
/* Asks a bot if one decides and none is asked yet. */
void sr_host_ask_bot(struct sr_host *host);
/* An entry is durable, and the board is as it is after it: notes what it means and tells it. */
void sr_host_entry_made(struct sr_host *host, const struct sr_attempt *made);
/* Who has touched the game, and how often somebody went back. */
void sr_host_count_entry(struct sr_host *host, const struct sr_deed *deed);
bool sr_host_keep_chat(struct sr_host *host, const struct sr_chat *chat);
/* Is it among the last lines? Others were faster: says it once more, after theirs. */
bool sr_host_has_line(const struct sr_host *host, const struct sr_chat *chat);
void sr_host_chat_again(struct sr_host *host, struct sr_pending *pending);
bool sr_host_fail_moved_on(const struct sr_host *host, int64_t after, struct sr_error *error);

/* ---- seats (seats.c) ---- */

bool sr_host_sit(struct sr_host *host, const struct sr_message *message, struct sr_error *error);
bool sr_host_leave(struct sr_host *host, struct sr_error *error);
bool sr_host_start(struct sr_host *host, bool without, struct sr_error *error);
bool sr_host_share(struct sr_host *host, bool shared, struct sr_error *error);
bool sr_host_rematch(struct sr_host *host, struct sr_error *error);
/* Alone, from a position (fork.c). */
bool sr_host_fork(struct sr_host *host, const struct sr_message *message,
                  const uint8_t chance[SR_SEED_BYTES], struct sr_error *error);
void sr_host_forked(struct sr_host *host, enum sr_store_answer answer, const char *id);
/* A bot plays on for a person, who may come back. */
void sr_host_seat_bot(struct sr_host *host, int seat);
/* Somebody who was asked to play again, and has not said yes yet. */
bool sr_chair_invited(const struct sr_table_row *row, int seat);
/* The same person, name and bot? */
bool sr_chair_is(const struct sr_chair *one, const struct sr_chair *other);
/* A chair is as it should be: the errand goes on. */
void sr_host_chair_is_so(struct sr_host *host, const struct sr_pending *pending);
/* Might this game count for ratings? */
bool sr_row_may_rate(const struct sr_table_row *row);

/* ---- clocks (clock.c) ---- */

void sr_host_fill_banks(struct sr_host *host); /* at the beginning of the game */
/* What the clock has counted since the last entry, for the entry that is made now. */
int64_t sr_host_spent(const struct sr_host *host);
/* An entry was made: `decider` decided before it, and it took `spent`. */
void sr_host_charge(struct sr_host *host, int decider, enum sr_entry_kind kind, int64_t spent);
/* Sets the clock of whoever decides now. */
void sr_host_set_clock(struct sr_host *host);
/* After a start; the last entry was made then, in seconds since 1970. `timed`: the clock was set on
 * the way, by moments that the store knows. */
void sr_host_resume_clock(struct sr_host *host, int64_t last_made, bool timed);
void sr_host_allow_who_sat_down(struct sr_host *host);
/* When it was here what was `at` there, if it is `now` here and was `read` there: see struct
 * sr_table_row. Now, if that is not known. */
int64_t sr_host_moment(int64_t now, int64_t read, int64_t at);
/* Seconds left for a seat, -1 without a clock. */
int64_t sr_host_time_left(const struct sr_host *host, int seat);
/* The position changed, or must be saved again. */
void sr_host_changed(struct sr_host *host);
void sr_host_save(struct sr_host *host);
/* Acts for the table from now on, or does not any more. */
void sr_host_own(struct sr_host *host, bool owns);
/* Whatever is due now; says when to be woken next. */
void sr_host_tick(struct sr_host *host);
void sr_host_set_wake(struct sr_host *host);

/* ---- consent (petition.c) ---- */

bool sr_host_ask(struct sr_host *host, int asked, const struct sr_message *message,
                 struct sr_error *error);
bool sr_host_answer_petition(struct sr_host *host, int seat, bool agrees, struct sr_error *error);
void sr_host_drop_petition(struct sr_host *host);
void sr_host_petition_stored(struct sr_host *host, enum sr_store_answer answer);
/* What others who host the table were asked; `asked` may be NULL. */
void sr_host_load_petition(struct sr_host *host, const struct sr_asked *asked);

/* ---- hints (advice.c) ---- */

bool sr_host_ask_hint(struct sr_host *host, int seat, struct sr_error *error);
void sr_host_take_hints(struct sr_host *host, int64_t number, int seat,
                        const struct sr_hints *hints);
void sr_host_drop_advice(struct sr_host *host);

/* "seat" of a message: for whom its sender acts. Another's seat is refused. */
bool sr_host_read_seat(const struct sr_host *host, const struct sr_message *message, int asked,
                       int *seat, struct sr_error *error);
bool sr_host_check_number(const char *name, int64_t given, int64_t low, int64_t high,
                          struct sr_error *error);

#endif
