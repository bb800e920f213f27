/* Threads that take turns at thinking. Only so many think at a time; what they do is cut into
 * slices, and after each of them whoever is further back in the fair queue (share.h) goes on in the
 * place of who has had more. A thought that is put off keeps its thread and goes on where it was.
 */
#ifndef SR_THINKERS_H
#define SR_THINKERS_H

#include "core/error.h"
#include "share.h"

enum sr_thought_rank {
    SR_THOUGHT_LIVE,     /* a bot's turn at a table where people wait for it */
    SR_THOUGHT_HINT,     /* advice that somebody asked for */
    SR_THOUGHT_BY_DAYS,  /* a turn for people who look in now and then */
    SR_THOUGHT_AMONG_US, /* a turn at a table where only bots are left */
    SR_THOUGHT_CHART,    /* the chart of a finished game */
    SR_THOUGHT_STUDY,    /* its review, or a puzzle */
    SR_THOUGHT_RANKS
};

/* A part of whatever is thought about. */
struct sr_thought {
    struct sr_waiting waiting;
    int64_t due; /* of sr_milliseconds(): not before; 0: at once */
    /* the thinkers' own */
    bool begun, granted, left;
    uint64_t slice_began, put_off; /* microseconds */
    struct sr_thinkers *home;
    struct sr_thinker *by;
};

/* What came of a thought. */
enum sr_thought_end {
    SR_THOUGHT_DONE,
    SR_THOUGHT_AGAIN, /* its next piece, when its turn comes */
    SR_THOUGHT_LATER  /* not before `due`, which was set */
};
/* What is done about thoughts; `drop` frees one that is done, or that nobody will think. */
struct sr_thinking {
    enum sr_thought_end (*run)(void *context, struct sr_thought *thought);
    void (*drop)(struct sr_thought *thought);
    void *context;
};

struct sr_thinkers *sr_thinkers_open(int at_once, struct sr_thinking thinking,
                                     struct sr_error *error);
/* False: out of memory, or closing; the thought is the caller's. */
bool sr_thinkers_add(struct sr_thinkers *thinkers, struct sr_thought *thought);
/* What was put off until now. */
void sr_thinkers_wake(struct sr_thinkers *thinkers, int64_t now);
int sr_thinkers_waiting(struct sr_thinkers *thinkers, int rank);
int sr_thinkers_waiting_of(struct sr_thinkers *thinkers, int rank, uint64_t network);
/* Is there a thought, begun or waiting, that fits? */
typedef bool sr_thought_fits(const void *context, const struct sr_thought *thought);
bool sr_thinkers_have(struct sr_thinkers *thinkers, sr_thought_fits *fits, const void *context);
/* For whoever thinks: the time that this thought has had, in microseconds. Here it is put off if
 * others are due; if the thinkers close, its time is over. */
uint64_t sr_thought_time(void *thought);
/* The thinking is over and only waiting is left: somebody else may think meanwhile. */
void sr_thought_leave(struct sr_thought *thought);
/* Ends all thoughts. */
void sr_thinkers_close(struct sr_thinkers *thinkers);

#endif
