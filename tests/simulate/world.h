/* A whole world in one process, out of one seed: nodes that run hosted tables, people, bots, a
 * store, a network and clocks. Nothing happens by itself: whatever happens next is one step, drawn
 * by chance or read from a script, and a step does the same whenever the world is the same. So a
 * world that goes wrong goes wrong again, and a list of steps from which some were left out is a
 * list of steps still.
 *
 *   main.c     the command: arguments, many worlds, what is reported
 *   world.c    making a world, doing a step, time
 *   chance.c   which step comes next
 *   node.c     nodes and the hosts on them: carrying out effects, crashes
 *   store.c    the store: what is kept, and what it does and answers to whom
 *   wire.c     sockets and requests between people and nodes
 *   people.c   what people do
 *   client.c   what people make of what they are told
 *   bots.c     bots and the adviser
 *   truth.c    what the stored history of a table replays to
 *   check.c    what must hold of what is told, and of hosts
 *   consent.c  who said what, and what needed it
 *   ending.c   faults stop: everything must come to its end
 *   fault.c    planted faults
 *   trace.c    what happens, in words
 *   memory.c   memory that runs out
 *   script.c   steps as text, and making a list of them shorter */
#ifndef SIMULATE_WORLD_H
#define SIMULATE_WORLD_H

#include "host/host.h"

#include <jansson.h>

enum {
    CALL_BYTES = SR_MOVE_TEXT_BYTES + 64,
    FIRST_ID = 1000, /* of messages that are said once; what makes trouble has lower ones */
    MAX_NODES = 4,
    MAX_TABLES = 12,
    MAX_PEOPLE = 10,
    MAX_TABS = 48,
    MAX_SOCKETS = 64,
    MAX_CALLS = 48,
    MAX_DEMANDS = 96,
    MAX_REPLIES = 96,
    MAX_JOBS = 64,
    MAX_NOTICES = 64,
    HEARD = 8,          /* messages over a socket that are remembered */
    MAX_SAID = 512,     /* remembered of what people said at a table */
    QUEUE_LETTERS = 320 /* on one way of a socket; then it is cut */
};

/* ---- chance ---- */

struct dice {
    uint64_t state;
};
uint64_t dice_roll(struct dice *dice);
/* A number below `bound`, which is at least 1. */
uint32_t dice_below(struct dice *dice, uint32_t bound);
bool dice_in(struct dice *dice, uint32_t one, uint32_t in); /* `one` time in `in` */

/* ---- steps ---- */

enum step_kind {
    STEP_TIME,   /* passes */
    STEP_PERSON, /* does something */
    STEP_UP,     /* a node gets the next letter of a socket */
    STEP_DOWN,   /* a person gets the next letter of a socket */
    STEP_CALL,   /* a node gets a request: once, again, or never */
    STEP_STORE,  /* the store does something it was asked for */
    STEP_REPLY,  /* a node gets an answer of the store */
    STEP_BOT,    /* a bot or the adviser is ready */
    STEP_FEED,   /* a node hears that a table has changed */
    STEP_CUT,    /* a socket breaks, or stalls for a while */
    STEP_CRASH,  /* a node dies, at once or at one of its next effects */
    STEP_RISE,   /* a dead node starts, a sleeping one goes on */
    STEP_SLEEP,  /* a node stops as if it were not there */
    STEP_JUMP,   /* the calendar of a node jumps, its clock drifts */
    STEP_GO_TO,  /* people who come to a table are sent to another node */
    STEP_DROP,   /* a node forgets a table that nobody there uses */
    STEP_RULES,  /* all nodes stop, and start as a program with other rules */
    STEP_MEMORY, /* a node runs out of memory for a moment, soon */
    STEP_KINDS
};
extern const char *const step_names[STEP_KINDS];

struct step {
    uint8_t kind;
    uint32_t subject; /* which of them, counted round */
    uint64_t number;  /* what its own choices are drawn from */
};

/* ---- planted faults ---- */

enum fault {
    FAULT_NONE,
#define FAULT(id, name, what) FAULT_##id,
#include "faults.def"
#undef FAULT
    FAULTS
};
extern const char *const fault_names[FAULTS], *const fault_texts[FAULTS];

/* ---- what there is ---- */

/* What a world is like; each has other ones of its faults. */
struct plan {
    int nodes, people, tables;
    bool spread; /* people are at any node, and nodes hear of what others did */
    uint32_t weight[STEP_KINDS];
    /* How often of a thousand. */
    uint32_t store_refuses, store_conflicts, store_is_mute, bots_fail, calls_lost, calls_repeated,
        feed_lost, store_is_unsure;
    uint32_t hostile, clumsy; /* how many of the people in a hundred */
    uint32_t checked;         /* one in so many told texts is compared with the truth */
    enum fault fault;
};

/* A text on its way, perhaps to several. */
struct letter {
    int uses;
    size_t length;
    char text[];
};
struct letter *letter_new(const char *text, size_t length);
void letter_drop(struct letter *letter);
/* Is it a message of this type? The number after a member's name, with its quotes and colon. */
bool letter_is(const struct letter *letter, const char *type);
int64_t letter_number(const struct letter *letter, const char *name, int64_t otherwise);

enum post_kind { POST_ARRIVE, POST_TEXT, POST_CLOSE };
struct post {
    enum post_kind kind;
    struct letter *letter;
};
struct queue {
    struct post list[QUEUE_LETTERS];
    int first, count;
};

enum character { HONEST, CLUMSY, HOSTILE };

struct person {
    struct sr_person who;
    enum character character;
    enum sr_lang lang;
};

/* A window of somebody on a table, and what they know by it. */
struct tab {
    bool used;
    int person, table;
    int asked;  /* whose view, from 0; SR_SPECTATOR: not said */
    int socket; /* -1: not connected */
    int64_t seen;
    int seat; /* whose view it is */
    bool careful;
    json_t *mirror;      /* of careful ones: the view put together */
    int64_t mirrored;    /* after this event */
    struct letter *last; /* with the moves that there are; NULL: not to decide */
    char status;         /* first letter of the word; 0: not told */
    bool free_seat, petition, mine, away, invites, refused;
    int64_t tried, tried_at; /* after which event they last wanted to go on, and when */
    int64_t id, listed_id;   /* of the last message; of the last with a move that was told */
};

/* One connection. Either end may be gone before the other knows. */
struct socket {
    bool used, client_gone, node_gone, arrived, stalled;
    int tab, person, table, node;
    uint32_t life; /* of the node */
    uint64_t viewer;
    struct sr_guest guest; /* as the node was told */
    int asked;
    uint32_t asked_seats; /* a bit for each that was asked for on it, from 0 */
    int64_t after;
    struct queue up, down;
    /* What the host told so far. */
    int64_t told, told_line;
    int told_seat;  /* SR_REFEREE: no view yet */
    uint64_t since; /* the event at which they arrived */
    bool let_in;    /* was told of the table */
    /* What reached the host over it last, to be answered by its id. */
    struct heard {
        int64_t id, after;
        enum sr_say say;
        bool listed; /* a move that had been told as possible */
        char move[SR_MOVE_TEXT_BYTES];
    } heard[HEARD];
    int heard_at;
};

struct call {
    bool used, delivered;
    int person, table, node;
    uint32_t life;
    uint64_t caller;
    enum sr_say say;
    bool invited;
    char body[CALL_BYTES];
};

/* Something that the store is asked for. */
struct demand {
    bool used;
    int table, node;
    uint32_t life, host_life;
    int64_t fence;            /* of whoever asked */
    bool answered;            /* as unsure: it is done by and by, and nobody hears of that */
    bool time_was_up;         /* for the seat whose chair is changed, when it was asked for */
    struct sr_effects effect; /* one */
};

struct reply {
    bool used;
    int table, node;
    uint32_t life, host_life;
    struct sr_input input;
    struct sr_table_row row;
    struct sr_saved saved;
    struct sr_asked asked;
    char id[SR_TABLE_ID_BYTES];
};

struct job {
    bool used, advice;
    int table, node, seat;
    uint32_t life, host_life;
    int64_t number;
};

struct notice {
    bool used, row;
    int table, node;
    uint32_t life;
};

/* A host on a node, and what it is owed. */
struct room {
    struct sr_host *host;
    uint32_t life;
    int64_t wake;
    uint64_t ticket; /* of the last thing asked for */
    int64_t fence;   /* by which it acts for the table; 0: it does not */
    int64_t asked;   /* after which entry a bot was last asked, plus 1 */
    bool closed;
};

struct node {
    bool up, asleep;
    uint32_t life;
    int crash_in;            /* effects until it dies; -1: it does not */
    int memory_in;           /* allocations until one fails; -1: none does */
    int64_t clock, calendar; /* apart from the world's, in milliseconds */
    int32_t drift;           /* millionths */
    int64_t drifted;
    struct room room[MAX_TABLES];
};

/* What somebody said that reached a host. */
struct said {
    uint64_t order, event;
    int64_t person, after, ply, seat;
    enum sr_say say;
    bool agree, used, with_call;
    int node;
    int64_t number; /* of the last stored entry then */
    char move[SR_MOVE_TEXT_BYTES];
    char kind[8];
};

/* What a bot said that reached a host. */
struct bot_said {
    int64_t number;
    int seat;
    char move[SR_MOVE_TEXT_BYTES];
};

/* A table as the store has it, and what follows from that. */
struct table {
    struct sr_table_row row;
    uint8_t commitment[SR_COMMITMENT_BYTES];
    const struct sr_game *game;
    struct sr_entry *entry;
    bool *by_bot;
    int64_t entries, room;
    struct sr_chat *chat;
    int chats, chats_room;
    struct sr_asked asked; /* of all at the table, in versions */
    char *saved;
    int64_t saved_number;
    bool has_result;
    struct sr_result result;

    /* What it replays to. */
    struct sr_table *now;
    unsigned char *state;          /* after each entry, from none on */
    int64_t (*bank)[SR_MAX_SEATS]; /* the same for the time that is left */
    uint32_t *ply;                 /* and for how many moves stand */
    uint32_t touched;

    int64_t turn_since; /* when the decider came to decide, or back to the table */

    int home; /* the node to which people are sent */

    /* Which node acts for it, if there are several: the lease holds for a while after the last
     * sign of life of that node in that life. The fence is one more for each who took it. */
    int owner;
    uint32_t owner_life;
    int64_t owner_seen, fence;

    struct said said[MAX_SAID];
    uint64_t said_count;
    struct bot_said bot_said[32];
    uint64_t bot_said_count;
    uint64_t moves_heard, moves_done; /* by people: reached a host, were acknowledged */
    uint64_t chats_heard, chats_done;
    uint64_t entries_by_people;
    uint32_t knows;            /* a bit for each person who sits or sat here, or is the host */
    bool agreed[SR_MAX_SEATS]; /* whoever sits there has said yes to this table */
};

struct failure {
    bool found;
    const char *check;
    uint64_t event;
    char what[1200];
};

struct counts {
    uint64_t steps[STEP_KINDS];
    uint64_t inputs, effects, told, compared, mirrored, entries, finished, started, crashes,
        conflicts, returns, replaced, rematches, late_answers, unknown_outcomes, refusals, worlds,
        unfinished, upgrades, rebased, given_up, unsure, petitions;
};

struct world {
    uint64_t seed;
    struct plan plan;
    int64_t time;
    int64_t open_since; /* when a node came up and there had been none, by the store's clock */
    uint64_t events, told;
    bool calm;  /* no more faults */
    bool trace; /* says what happens */
    int tables, people;
    struct node node[MAX_NODES];
    struct table table[MAX_TABLES];
    struct person person[MAX_PEOPLE];
    struct tab tab[MAX_TABS];
    struct socket socket[MAX_SOCKETS];
    struct call call[MAX_CALLS];
    struct demand demand[MAX_DEMANDS];
    struct reply reply[MAX_REPLIES];
    struct job job[MAX_JOBS];
    struct notice notice[MAX_NOTICES];
    uint64_t numbers;   /* of viewers, callers and lives given so far */
    struct dice tamper; /* when a planted fault strikes */
    struct failure failure;
    struct counts *counts;
};

/* ---- making and doing (world.c) ---- */

/* `nodes` 0: as the seed says. */
struct world *world_new(uint64_t seed, int nodes, enum fault fault, uint32_t checked,
                        struct counts *counts);
void world_free(struct world *world);
void world_do(struct world *world, const struct step *step);
/* Time passes for everybody, and those who wanted to be woken are. */
void world_pass(struct world *world, int64_t milliseconds);
/* A number that nobody had. */
uint64_t world_number(struct world *world);
/* The first thing that does not hold is kept. */
void world_fail(struct world *world, const char *check, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Places in lists whose members say whether they are used; -1: there is none. The n-th of those
 * that are; place n or else the next that is; one that is not. */
#define PICK(list, n) pick(&(list)[0].used, sizeof(list)[0], sizeof(list) / sizeof(list)[0], (n))
#define NEAR(list, n)                                                                              \
    find_near(&(list)[0].used, sizeof(list)[0], sizeof(list) / sizeof(list)[0], (n))
#define FREE(list) find_free(&(list)[0].used, sizeof(list)[0], sizeof(list) / sizeof(list)[0])
int pick(const bool *used, size_t stride, size_t count, uint32_t n);
int find_near(const bool *used, size_t stride, size_t count, uint32_t n);
int find_free(const bool *used, size_t stride, size_t count);

/* Which step comes next (chance.c). */
struct step chance_step(struct world *world, struct dice *dice);
void chance_plan(struct plan *plan, struct dice *dice);

/* Everything comes to its end (ending.c). */
void world_end(struct world *world);

/* ---- nodes (node.c) ---- */

int64_t node_now(const struct world *world, int node);
/* Gives an input to the host of a table, whose time is filled in, and carries out what follows. The
 * host is made if it is not there. */
void node_take(struct world *world, int node, int table, struct sr_input *input);
bool node_open(struct world *world, int node, int table);
void node_crash(struct world *world, int node);
void node_rise(struct world *world, int node);
void node_drop(struct world *world, int node, int table);
void node_tick(struct world *world, int node);
/* Gives a sign of life, and takes the leases that nobody has. */
void node_beat(struct world *world, int node);
/* Are there several, of which one acts for a table? */
bool world_has_leases(const struct world *world);
bool node_works(const struct world *world, int node, uint32_t life);

/* The next allocation but so many fails, once, until memory_is_back() (memory.c). That says whether
 * one failed. */
void memory_fails_in(int allocations);
bool memory_is_back(void);

/* ---- the store (store.c) ---- */

void store_ask(struct world *world, int node, int table, struct sr_effect *effect);
/* The adviser says whether it will think; that takes its way like an answer of the store. */
void store_adviser(struct world *world, int node, int table, uint64_t ticket, bool taken);
void store_read(struct world *world, int node, int table, uint64_t ticket, bool with_saved);
void store_step(struct world *world, uint32_t subject, uint64_t number);
void store_reply(struct world *world, uint32_t subject);
/* A node reads the entries that its host of a table lacks. */
void store_catch_up(struct world *world, int node, int table);
/* The same, and the row if it was changed: what a node does before somebody arrives. */
void store_look_again(struct world *world, int node, int table);
/* A node hears that somebody else changed a table, and reads what it lacks. */
void store_feed(struct world *world, uint32_t subject, uint64_t number);
/* A node is to hear that a table has changed: its history, or its row. */
void store_notify(struct world *world, int node, int table, bool row);
int store_add_table(struct world *world, const struct sr_table_row *row, struct dice *dice);
/* Is something of this host still on its way to the store or back? */
/* A node is gone: nobody waits for these answers. */
void reply_clear(struct reply *reply);
void store_node_lost(struct world *world, int node);
bool store_owes(const struct world *world, int node, int table);
int store_find(const struct world *world, const char *id);
/* The program is replaced by one that knows other rules. */
/* Milliseconds by the clock of a store that nodes share; 0: nobody shares it. */
int64_t store_now(const struct world *world);
void store_upgrade(struct world *world);

/* ---- sockets and requests (wire.c) ---- */

void queue_add(struct queue *queue, enum post_kind kind, struct letter *letter);
bool queue_take(struct queue *queue, struct post *post);
void queue_clear(struct queue *queue);
int wire_connect(struct world *world, int tab);
void wire_leave(struct world *world, int socket);
void wire_send(struct world *world, int socket, const char *text, size_t length);
void wire_up(struct world *world, uint32_t subject);
void wire_down(struct world *world, uint32_t subject);
void wire_cut(struct world *world, uint32_t subject, uint64_t number);
void wire_tell(struct world *world, int node, int table, const struct sr_effect *effect);
void wire_hang_up(struct world *world, int node, uint64_t viewer);
void wire_node_lost(struct world *world, int node);
void wire_call(struct world *world, int person, int table, enum sr_say say, const char *body);
void wire_step_call(struct world *world, uint32_t subject, uint64_t number);
void wire_answer(struct world *world, int node, int table, const struct sr_effect *effect);
int wire_find(const struct world *world, int node, uint64_t viewer);

/* ---- people (people.c), what they make of it (client.c) ---- */

void person_step(struct world *world, uint32_t subject, uint64_t number);
/* A person who only wants that the game goes on, for ending.c. */
bool person_go_on(struct world *world, int tab, struct dice *dice);
int person_tab(struct world *world, int person, int table, int asked);
void person_close_tab(struct world *world, int index);
void client_connected(struct world *world, struct tab *tab);
void client_read(struct world *world, struct tab *tab, struct letter *letter);
/* One of the moves that were told; false: none was. */
bool client_move(const struct tab *tab, uint32_t n, char *move, size_t size);
void client_clear(struct tab *tab);

/* ---- bots (bots.c) ---- */

void bots_ask(struct world *world, int node, int table, const struct sr_effect *effect);
void bots_step(struct world *world, uint32_t subject, uint64_t number);

/* ---- the truth (truth.c) ---- */

bool truth_begin(struct world *world, struct table *table);
bool truth_follow(struct world *world, struct table *table, const struct sr_entry *entry);
/* For a planted fault: the last entry was never there. */
/* The table goes on from this position; false: it is not the one that the history leads to. */
bool truth_rebase(struct world *world, struct table *table, const char *position);
void truth_forget(struct world *world, struct table *table);
const void *truth_state(const struct table *table, int64_t number);
void truth_free(struct table *table);
/* What a viewer should be told of an entry, and should see after it; of the last one wholly, of
 * earlier ones up to what changed. False: there is no such entry. */
bool truth_event(const struct table *table, int64_t number, int viewer, enum sr_lang lang,
                 struct sr_buffer *out);
bool truth_view(const struct table *table, int64_t number, int viewer, enum sr_lang lang,
                struct sr_buffer *out);

/* ---- what must hold (check.c, consent.c) ---- */

void check_told(struct world *world, struct socket *socket, const struct letter *letter);
bool check_may_see(const struct table *table, int64_t person);
void check_answer(struct world *world, const struct call *call, const struct sr_effect *effect);
/* Can the host go on by itself, or is somebody else asked? */
void check_room(struct world *world, int node, int table);
void check_mirror(struct world *world, struct tab *tab);

void consent_heard(struct world *world, int node, int table, int64_t person,
                   const struct sr_message *message, bool with_call);
void consent_bot_heard(struct world *world, int table, int64_t number, int seat, const char *move);
void consent_entry(struct world *world, int table, int node, const struct sr_entry *entry,
                   bool by_bot);
void consent_chair(struct world *world, const struct demand *demand);
/* Has whoever decides from this seat had the time there is for a turn, as this node knows it? */
bool consent_time_is_up(const struct world *world, int table, int seat, int node);
void consent_status(struct world *world, int table, enum sr_table_status after);
void consent_result(struct world *world, int table, const struct sr_result *result);

/* ---- in words (trace.c) ---- */

void trace_step(const struct world *world, const struct step *step);
void trace_store(const struct world *world, const struct demand *demand, enum sr_store_answer given,
                 bool mute);
void trace_input(const struct world *world, int node, int table, const struct sr_input *input);
void trace_effect(const struct world *world, const struct sr_effect *effect);

/* ---- planted faults (fault.c) ---- */

bool fault_strikes(struct world *world, enum fault fault, uint32_t one_in);
enum fault fault_find(const char *name);
/* Text that is told, as a fault would have it; NULL: as it is. */
struct letter *fault_letter(struct world *world, struct socket *socket,
                            const struct letter *letter);
/* Something was said at a table: what nobody said may follow. */
void fault_after_message(struct world *world, int node, int table, enum sr_say say);

/* ---- scripts (script.c) ---- */

struct script {
    uint64_t seed;
    int nodes;
    enum fault fault;
    char check[32]; /* what is expected to fail; empty: nothing */
    struct step *list;
    size_t count, room;
};
void script_free(struct script *script);
bool script_add(struct script *script, const struct step *step);
bool script_read(struct script *script, const char *path);
bool script_write(const struct script *script, const char *path, const struct failure *failure);
/* `ends`: and comes to its end. */
void script_run(const struct script *script, bool ends, bool trace, struct failure *failure,
                struct counts *counts);
/* Leaves out what is not needed for the same check to fail. */
void script_shrink(struct script *script, const struct failure *failure);

#endif
