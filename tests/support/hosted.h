/* A hosted table without a server: the host, and around it a store in memory, viewers who keep what
 * they are told, and a clock that the test sets. */
#ifndef TEST_HOSTED_H
#define TEST_HOSTED_H

#include "host/host.h"

enum { HOSTED_VIEWERS = 8, HOSTED_TOLD = 512, HOSTED_MADE = 4 };

/* What one viewer was told, in order. */
struct inbox {
    char *text[HOSTED_TOLD];
    int count;
    bool hung_up;
};

struct hosted {
    struct sr_host *host;
    struct sr_effects effects; /* being carried out */
    int64_t now, date, wake;
    /* the store */
    struct sr_table_row row;
    struct sr_entry *entry;
    int64_t entries, entries_room;
    struct sr_result result;
    bool finished;
    struct sr_table_row made[HOSTED_MADE]; /* tables that were asked for */
    int mades;
    struct sr_saved saved;
    int64_t lines;
    enum sr_store_answer answers; /* what it answers to everything */
    bool holds;                   /* it does not answer yet */
    bool loses;                   /* it does what it is asked, but the answer is lost */
    bool doubts;                  /* it does what it is asked, and answers that nobody knows */
    struct sr_effect held;        /* what it has not answered */
    bool holding;
    bool shares; /* other nodes may be beside it */
    int rebases; /* how often a table was to go on by other rules */
    /* the people */
    struct inbox inbox[HOSTED_VIEWERS];
    int texts;               /* how many texts were written, however many were told */
    struct sr_error refused; /* the last answer to a caller */
    char *answer;
    char refer[SR_TABLE_ID_BYTES];
    bool later;
    /* the bots */
    int bots_asked, bot_seat;
    int64_t bot_number;
    int advice_asked;
    bool adviser_busy;
};

/* A table of two for a test, as cmocka's state. */
int hosted_set_up(void **state);
int hosted_tear_down(void **state);

/* People are numbered from 1; their names are Ada, Ben ... */
struct sr_person hosted_person(int64_t id);
/* A table of two seats that waits, of the first game: persons 1 and 2 sit there, 1 is its host. */
void hosted_plan(struct hosted *hosted, int seats);
/* The host as a store that has all this would load it; may be called again, for a new start. */
void hosted_open(struct hosted *hosted);
void hosted_close(struct hosted *hosted);

void hosted_take(struct hosted *hosted, struct sr_input input);
/* The store answers what it held back. */
void hosted_release(struct hosted *hosted, enum sr_store_answer answer);
void hosted_wait(struct hosted *hosted, int64_t milliseconds); /* with a tick */

void hosted_arrive(struct hosted *hosted, uint64_t viewer, int64_t person, int64_t after);
void hosted_depart(struct hosted *hosted, uint64_t viewer);
/* A viewer says this JSON; a person asks as a request does. True: it was done. */
bool hosted_say(struct hosted *hosted, uint64_t viewer, const char *json);
bool hosted_ask(struct hosted *hosted, int64_t person, enum sr_say say, const char *json);
/* Starts the game, and plays any move for whoever decides; `by` says how. */
void hosted_start(struct hosted *hosted);
bool hosted_move(struct hosted *hosted);      /* a person at a request */
void hosted_bot_moves(struct hosted *hosted); /* the bot that was asked */
void hosted_forget(struct hosted *hosted);    /* empties all inboxes */
/* How many messages of a type a viewer was told; the last one (NULL: none). */
int hosted_told(const struct hosted *hosted, uint64_t viewer, const char *type);
const char *hosted_last(const struct hosted *hosted, uint64_t viewer, const char *type);

#endif
