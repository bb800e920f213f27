/* The hosted table: everything that happens at a table between people, as one pure machine. It
 * takes what came in, one input after the other, and says what should happen, as a list of effects.
 * It has no socket, thread, clock, store or generator of its own: whoever runs it, the server, a
 * browser, or a simulator, gives it those. The same inputs always have the same effects.
 *
 * A host begins by waiting for SR_INPUT_LOADED. From then on, whatever came in, the one who runs it
 * carries out the effects in their order, those of an answer after all that came before it. Those
 * that ask something (of the store, of the adviser)
 * carry a ticket, and are answered by an input with the same ticket; until the answer is there the
 * host holds all other inputs back, in order. So nobody is told of anything that is not durable,
 * and nobody looks at a table that is half changed. An answer that never comes is given up after
 * SR_HOST_PATIENCE; the host then reads again what the store has, and goes on from there.
 *
 *   host.c      taking inputs: which part they are for, what must wait, asking and being answered
 *   open.c      loading by replay, and going on under new rules
 *   line.c      checkpoints of long histories
 *   trail.c     replaying long histories
 *   watch.c     who is there, who sees what, telling
 *   play.c      moves, taking back, chat
 *   seats.c     sitting down, leaving, starting, playing again
 *   fork.c      going on alone from a position
 *   petition.c  what needs the consent of others
 *   clock.c     whose time runs
 *   advice.c    hints
 *   wire.c      what is told to whom, as JSON
 *   protocol.c  the messages of the protocol, described once */
#ifndef SR_HOST_H
#define SR_HOST_H

#include "bots/hint.h"
#include "host/ledger.h"
#include "host/protocol.h"

enum {
    SR_HOST_GRACE = 120,      /* seconds before the others may call a bot for who is away */
    SR_HOST_PATIENCE = 30000, /* milliseconds until an answer is not waited for any more */
    SR_BOT_PATIENCE = 60000,  /* milliseconds until a bot or an adviser is asked again */
    SR_HOST_QUEUE = 1024,     /* inputs held back; more are refused */
    SR_SAVE_AFTER = 10000,    /* milliseconds after a table moved */
    SR_RESUME_EVENTS = 200,   /* who missed more gets a fresh view */
    SR_CHAT_LINES = 50,       /* told to who comes */
    SR_LONG_HISTORY =
        10000, /* entries; beyond them nothing is taken back: the game goes to its end */
    SR_TAKE_BACKS_EACH = 1000, /* how often one person may take back or return in a game */
    SR_MOST_OTHERS = 64,       /* people elsewhere that are known of */
    SR_COMMITMENT_BYTES = 32
};

/* ---- what comes in ---- */

/* One who looks or asks. */
struct sr_guest {
    struct sr_person person; /* id 0: nobody we know */
    enum sr_lang lang;
};

enum sr_input_kind {
    /* What the store has of the table; the answer to SR_EFFECT_READ, and the very first input. */
    SR_INPUT_LOADED,
    /* Entries that somebody else stored. Those known already are passed over; if some are missing
     * between, the table is read again. */
    SR_INPUT_ENTRIES,
    /* Something of the table was changed elsewhere, by those who run it, say: it is read again. */
    SR_INPUT_CHANGED,
    /* From here on whoever runs this host acts for the table, or somebody else does: asks bots,
     * says when time is up, saves positions. */
    SR_INPUT_OWNED,
    /* Who is at the table elsewhere. */
    SR_INPUT_OTHERS,
    /* Somebody comes to watch, under a number that `viewer` gives them, or goes. */
    SR_INPUT_ARRIVES,
    SR_INPUT_DEPARTS,
    /* A message, of a viewer, or of a caller who only asks and waits for the answer. */
    SR_INPUT_SAYS,
    /* Nothing but time passed. To be given when SR_EFFECT_WAKE said, and harmless at any time. */
    SR_INPUT_TICK,
    /* What the bot chose that was asked by SR_EFFECT_BOT. */
    SR_INPUT_BOT_MOVED,
    /* Will the adviser think about it (the answer to SR_EFFECT_ADVICE)? What was found, later. */
    SR_INPUT_ADVISER,
    SR_INPUT_ADVISED,
    /* The store's answer to an effect that changes what is kept. */
    SR_INPUT_STORED,
    /* The store's answer to SR_EFFECT_SAVE, which nobody waits for. */
    SR_INPUT_SAVED,
    /* The one who runs the host is about to stop: the position should be saved now. */
    SR_INPUT_STOPPING
};

struct sr_input {
    enum sr_input_kind kind;
    int64_t now;     /* milliseconds, of a clock that never goes back; above 0 */
    int64_t date;    /* seconds since 1970, for what is kept */
    uint64_t ticket; /* of the effect that is answered */
    union {
        struct {
            enum sr_store_answer answer; /* done, missing or broken */
            const struct sr_table_row *row;
            /* All after row->base, in order; or, where there is one, after a checkpoint. */
            const struct sr_entry *entry;
            int64_t entries;
            /* With SR_RESUME_EVENTS entries after it at least; NULL: none, or none that fits. */
            const struct sr_checkpoint *checkpoint;
            const struct sr_saved *saved; /* only if it was asked for; NULL: there is none */
            const struct sr_chat *chat;   /* the last SR_CHAT_LINES, oldest first */
            int chats;
            const uint8_t *commitment;    /* to the seed */
            const struct sr_asked *asked; /* of a shared table; NULL: nothing is known of it */
        } loaded;
        struct {
            const struct sr_entry *entry;
            int64_t entries;
            int64_t read; /* when, as `now` of struct sr_table_row */
        } entries;
        struct {
            bool owns;
        } owned;
        struct {
            const int64_t *person; /* each once */
            int count;             /* those beyond SR_MOST_OTHERS do not count */
        } others;
        struct {
            uint64_t viewer; /* not 0, and nobody else's */
            struct sr_guest guest;
            int seat;      /* whose view is wanted, from 0; SR_SPECTATOR: not said */
            int64_t after; /* the last event seen, -1: none */
        } arrives;
        struct {
            uint64_t viewer;
        } departs;
        struct {
            uint64_t viewer; /* who watches; 0: nobody, then `caller` says whom to answer */
            uint64_t caller;
            struct sr_guest guest; /* of a caller */
            bool invited;          /* the caller knows the code of the table */
            const struct sr_message *message;
            uint8_t chance[SR_SEED_BYTES]; /* drawn for SR_MESSAGE_FORK; others need none */
        } says;
        struct {
            int64_t number; /* of the last entry that the bot knew */
            int seat;
            const char *move; /* in notation; NULL: it could not think */
        } bot_moved;
        struct {
            bool taken;
        } adviser;
        struct {
            int64_t number;
            int seat;
            const struct sr_hints *hints; /* NULL: in vain */
        } advised;
        struct {
            enum sr_store_answer answer;
            int64_t line;   /* SR_EFFECT_ADD_CHAT: the number it got */
            const char *id; /* SR_EFFECT_ADD_TABLE: the id it got */
        } stored;
        struct {
            enum sr_store_answer answer;
        } saved;
    };
};

/* ---- what goes out ---- */

enum sr_effect_kind {
    /* Changes of what is kept; each is answered by SR_INPUT_STORED. */
    SR_EFFECT_APPEND,     /* the next entry; with a result the game is finished by it */
    SR_EFFECT_SET_CHAIR,  /* if it still is as `before` says */
    SR_EFFECT_SET_STATUS, /* if it still is `before` */
    SR_EFFECT_SET_SHARED,
    SR_EFFECT_SET_REMATCH,  /* if none is named yet */
    SR_EFFECT_ADD_TABLE,    /* another one: its id, code and seed are to be drawn */
    SR_EFFECT_ADD_CHAT,     /* with a number: if that is the next one */
    SR_EFFECT_SET_PETITION, /* if it has that version; of a shared table only */
    SR_EFFECT_REBASE,       /* from entry `number` on the table goes on from this position */
    /* Reading it; answered by SR_INPUT_LOADED. */
    SR_EFFECT_READ,
    /* A position to be kept when there is time for it; answered by SR_INPUT_SAVED. */
    SR_EFFECT_SAVE,
    /* Where the history has led to; nobody waits for it, and it may be lost. */
    SR_EFFECT_CHECKPOINT,
    /* Tell these viewers this text; answer this caller. */
    SR_EFFECT_TELL,
    SR_EFFECT_ANSWER,
    /* Close the socket of this viewer, who does not watch any more. */
    SR_EFFECT_HANG_UP,
    /* A bot decides; its move comes as SR_INPUT_BOT_MOVED. Asked again after
     * SR_BOT_PATIENCE: what comes twice counts once. */
    SR_EFFECT_BOT,
    /* Advice is wanted; answered by SR_INPUT_ADVISER, and later by SR_INPUT_ADVISED. */
    SR_EFFECT_ADVICE,
    /* A tick is wanted at `at`, of the clock that inputs have; it replaces the one before. 0: none
     * is wanted any more. */
    SR_EFFECT_WAKE,
    /* The table is closed or finished: nothing will happen here by itself any more. */
    SR_EFFECT_CLOSE,
    /* The history does not replay: nobody should come to this table until it was looked into. */
    SR_EFFECT_SET_ASIDE,
    /* Something that whoever runs this should know of. */
    SR_EFFECT_NOTE
};

struct sr_effect {
    enum sr_effect_kind kind;
    uint64_t ticket; /* to be given back with the answer; 0: none is expected */
    bool own;        /* nobody asked: it may be done only by whoever acts for the table */
    union {
        struct {
            struct sr_entry entry;
            bool finishes, by_bot;
            struct sr_result result;
        } append;
        struct {
            int seat;
            struct sr_chair before, after;
        } set_chair;
        struct {
            enum sr_table_status before, after;
        } set_status;
        struct {
            bool shared;
        } set_shared;
        struct {
            char id[SR_TABLE_ID_BYTES];
        } set_rematch;
        struct {
            struct sr_table_row *row;
        } add_table;
        struct {
            struct sr_chat chat;
        } add_chat;
        struct sr_asked petition;
        struct {
            int64_t number;
            int rules;
            char *position;
        } position; /* SR_EFFECT_REBASE, SR_EFFECT_SAVE */
        struct sr_checkpoint checkpoint;
        struct {
            /* The saved position too, and the whole history, whatever checkpoints there are. */
            bool with_saved;
        } read;
        struct {
            uint64_t *viewer;
            int viewers;
            const struct sr_problem
                *problem; /* why a message was refused, for logs; SR_FINE: it was not */
            struct sr_buffer text;
        } tell;
        struct {
            uint64_t caller;
            struct sr_error error;         /* problem SR_FINE: none */
            bool later;                    /* it is being thought about: ask again */
            char refer[SR_TABLE_ID_BYTES]; /* not empty: the answer is that table, as it is told
                                              there */
            struct sr_buffer text;
        } answer;
        struct {
            uint64_t viewer;
        } hang_up;
        struct {
            int64_t number;
            int seat;
            bool live; /* somebody is there and waits for it */
        } bot;
        struct {
            int64_t number;
            int seat;
            struct sr_person person;
        } advice;
        struct {
            int64_t at;
        } wake;
        struct {
            const char *level, *what;
        } note;
    };
};

struct sr_effects {
    struct sr_effect *list;
    int count, room;
};
/* Frees what the effects hold, and the list. */
void sr_effects_clear(struct sr_effects *effects);

/* ---- the machine ---- */

struct sr_host; /* opaque, but for those in src/host */

struct sr_host_plan {
    const char *id;
    int64_t grace; /* seconds; 0: the usual ones */
    bool shared;   /* others host it too: what they must know is stored */
    bool follows;  /* somebody else acts for the table, until SR_INPUT_OWNED says otherwise */
};
struct sr_host *sr_host_new(const struct sr_host_plan *plan); /* NULL: no memory */
void sr_host_free(struct sr_host *host);

/* Takes an input and adds its effects. Nothing of the input is kept. False: no memory; the effects
 * so far still hold, but the host must be freed then, its viewers be let go, also those who were
 * only about to arrive, and a new one be loaded: whatever was stored is in the store. */
bool sr_host_take(struct sr_host *host, const struct sr_input *input, struct sr_effects *effects);

/* ---- looking at it, between inputs ---- */

/* Is it loaded, and does it wait for nothing? */
bool sr_host_rests(const struct sr_host *host);
/* Why it could not be loaded: false with `error`; it may be loaded again. */
bool sr_host_is_whole(const struct sr_host *host, struct sr_error *error);
const struct sr_table_row *sr_host_row(const struct sr_host *host);
const struct sr_table *sr_host_table(const struct sr_host *host); /* NULL: it has not begun */
int64_t sr_host_number(const struct sr_host *host);               /* of the last entry */
/* Who decides; SR_SPECTATOR: nobody, the game is over or has not begun. */
int sr_host_decider(const struct sr_host *host);
bool sr_host_may_see(const struct sr_host *host, int64_t person);
/* The first seat of a person, or SR_SPECTATOR. */
int sr_host_seat(const struct sr_host *host, int64_t person);
/* Whose view a person gets: of the seat asked for if it is theirs, of their only one, or nobody's:
 * who plays several seats at one screen asks for each. */
int sr_host_viewer(const struct sr_host *host, int64_t person, int asked);
int sr_host_viewers(const struct sr_host *host); /* how many watch */
uint64_t sr_host_viewer_at(const struct sr_host *host, int index);
int sr_host_watches(const struct sr_host *host, int64_t person); /* how often a person does */
int64_t sr_host_line(const struct sr_host *host);                /* of chat, the last; 0: none */
bool sr_host_is_watched_by(const struct sr_host *host, uint64_t viewer);
/* Does a bot decide that was asked, and which? For those who think on their own time. */
bool sr_host_bot_asked(const struct sr_host *host, int *seat, int64_t *number);
bool sr_host_advice_asked(const struct sr_host *host, int *seat, int64_t *number);

/* ---- what is shared with those who make tables ---- */

/* The bots that a table may have: those with a budget of their own (fork.c). */
bool sr_house_bot(const char *name, struct sr_bot *bot, struct sr_error *error);
/* Gives such a bot a chair, and a name. */
bool sr_chair_set_bot(struct sr_chair *chair, int seat, const char *name, struct sr_error *error);

/* The table as its row says, at its first decision. */
struct sr_table *sr_row_deal(const struct sr_table_row *row, struct sr_error *error);
/* Points, ranks and winners of a table whose game is over. */
void sr_score_result(const struct sr_table *table, struct sr_result *result);

enum sr_clock_kind {
    SR_CLOCK_NONE,
    SR_CLOCK_TURN, /* "turn 60": seconds for every turn */
    SR_CLOCK_DAYS, /* "days 3": the same, in days */
    SR_CLOCK_GAME  /* "game 600 5": seconds of a seat for the game, and more for every turn */
};
struct sr_clock {
    enum sr_clock_kind kind;
    int64_t seconds, increment;
};
enum {
    SR_LEAST_TURN = 5, /* seconds of a turn */
    SR_MOST_TURN = 30 * 86400,
    SR_MOST_DAYS = 30,
    SR_LEAST_GAME = 30, /* seconds of a seat for a whole game */
    SR_MOST_GAME = 86400,
    SR_MOST_INCREMENT = 3600
};
/* What is stored of a clock; whatever is not one of the above is no clock. */
struct sr_clock sr_clock_read(const char *text);
void sr_clock_write(struct sr_clock clock, char text[SR_CLOCK_BYTES]);

#endif
