/* What is kept of a table between people, as those who keep it and those who play at it both know
 * it: its row, the entries of its history, what was said. A state is never kept, it is replayed. */
#ifndef SR_LEDGER_H
#define SR_LEDGER_H

#include "api/table.h"

/* What a store answers to whoever wants something kept. */
enum sr_store_answer {
    SR_STORE_DONE,
    SR_STORE_CONFLICT, /* somebody else was there first; nothing was changed */
    SR_STORE_MISSING,  /* there is no such thing */
    SR_STORE_BROKEN,   /* disk full, file damaged ...; nothing was changed */
    SR_STORE_UNSURE    /* it was changed or not: what is kept tells */
};

enum {
    SR_TABLE_ID_BYTES = 13, /* with its end */
    SR_TABLE_CODE_BYTES = 13,
    SR_GAME_NAME_BYTES = 32,
    SR_OPTIONS_BYTES = 2048, /* "name=value,name=value" */
    SR_CLOCK_BYTES = 32,
    SR_CHAIR_BOT_BYTES = 200, /* the name of a bot, as it was written */
    SR_CHAT_BYTES = 501
};

struct sr_person {
    int64_t id; /* from 1; 0 is nobody */
    char name[SR_NAME_BYTES];
    bool claimed; /* the name is theirs alone, by a password */
    /* Where they come from, as a keyed hash of the network; 0: not known. Set by whoever asks. */
    uint64_t network;
    bool banned, muted; /* may not come in; may not chat */
    int64_t seen;       /* on which day they were last here, in seconds since 1970 */
};

/* Why nobody may come to a table. */
enum sr_quarantine { SR_QUARANTINE_NONE, SR_QUARANTINE_ORDERED, SR_QUARANTINE_DAMAGED };

enum sr_table_status { SR_TABLE_WAITING, SR_TABLE_PLAYING, SR_TABLE_FINISHED, SR_TABLE_CLOSED };

/* Who sits there. With a person and a bot, the bot plays until the person comes back. */
struct sr_chair {
    int64_t person;
    char name[SR_NAME_BYTES];
    char bot[SR_CHAIR_BOT_BYTES];
    /* once the game is finished; rank 0: it is not */
    int points, rank;
    bool won;
    int64_t at; /* when it changed last, as in struct sr_table_row */
};

struct sr_table_row {
    char id[SR_TABLE_ID_BYTES], code[SR_TABLE_CODE_BYTES];
    char game[SR_GAME_NAME_BYTES], options[SR_OPTIONS_BYTES];
    int rules; /* the version it is played under */
    int seats;
    uint8_t seed[SR_SEED_BYTES];
    char *position; /* where it began, if not with a deal; of the row, see sr_table_row_clear() */
    char clock[SR_CLOCK_BYTES];
    bool open; /* listed, and anyone may watch */
    enum sr_table_status status;
    int64_t host;
    uint64_t network;                /* that it was made from, as in struct sr_person */
    int64_t made, ended;             /* seconds since 1970; 0: it has not ended */
    char rematch[SR_TABLE_ID_BYTES]; /* the table that goes on from here; empty: none */
    bool hints;                      /* the decider may ask for advice */
    bool shared;                     /* once finished, anyone who knows the id may see it */
    bool imported;                   /* a record from elsewhere */
    enum sr_quarantine quarantine;
    int64_t revision; /* another one: somebody changed this row, or who sits there */
    int64_t base;     /* entries up to this one led to `position`, and are not replayed */
    /* Of a store that several programs share, in milliseconds by its clock, and 0 elsewhere: when
     * this was read, when the game started, and since when there have been programs without a
     * break. */
    int64_t now, started, open_since;
    struct sr_chair chair[SR_MAX_SEATS];
};

/* Frees what the row holds. */
void sr_table_row_clear(struct sr_table_row *row);
/* A row with a position of its own; false: out of memory. */
bool sr_table_row_copy(struct sr_table_row *to, const struct sr_table_row *from);

enum sr_entry_kind {
    SR_ENTRY_MOVE,
    SR_ENTRY_UNDO,    /* the seat takes its last move back */
    SR_ENTRY_RETURN,  /* by consent of all: back to the number of moves that `move` says */
    SR_ENTRY_STAND_IN /* a move by the bot that plays on for the person of the seat */
};

struct sr_entry {
    int64_t number;
    enum sr_entry_kind kind;
    int seat;
    char move[SR_MOVE_TEXT_BYTES]; /* in notation; empty for a take-back */
    int64_t made;                  /* seconds since 1970 */
    int64_t spent;                 /* milliseconds of the decider's clock; 0 without a clock */
    int64_t at;                    /* as in struct sr_table_row; given by the store */
};

/* How a game ended, kept with the entry that ended it. */
struct sr_result {
    int seats;
    int32_t points[SR_MAX_SEATS];
    int rank[SR_MAX_SEATS];
    bool won[SR_MAX_SEATS];
    bool unrated; /* it counts for no rating, whoever sat there */
};

/* A position for the day on which the rules change. */
struct sr_saved {
    char id[SR_TABLE_ID_BYTES];
    int64_t number; /* of the entry that it stands after */
    int rules;
    char *position;
    int64_t fence; /* of whoever acts for the table; 0: nobody else could */
};

/* Where a long history had led to: a cache, for who loads the table. */
struct sr_checkpoint {
    int64_t number; /* of the entry that it stands after */
    int rules;
    char *text; /* whatever whoever replays has written; freed with free() */
};

/* What is asked of all at a table, for programs that share it: as whoever hosts it has written it,
 * "" for nothing. The version is one more each time that it changes. */
enum { SR_ASKED_BYTES = 96 };
struct sr_asked {
    int64_t version;
    char text[SR_ASKED_BYTES];
};

struct sr_chat {
    int64_t number;
    int64_t person;
    char name[SR_NAME_BYTES];
    char text[SR_CHAT_BYTES];
    int64_t made;
};

#endif
