/* Where the workers of a crew get their jobs and leave them when they are done. Shared by crews of
 * one process (crew.c) and of many (voyage.c). */
#ifndef SR_YARD_H
#define SR_YARD_H

#include "lab/crew.h"
#include "lab/fleet.h"

#include <pthread.h>
#include <stdatomic.h>

struct sr_yard {
    const struct sr_crew *crew;
    int workers; /* that work now */
    atomic_ullong next, done;
    atomic_bool closed;
    pthread_mutex_t door; /* behind which is told, recalled and noted */
    unsigned char
        *bundle; /* of each worker and of the one who only unpacks; NULL without bundles */
    struct sr_voyage *voyage; /* of a fleet; NULL: none */
};

static inline unsigned char *sr_yard_bundle(const struct sr_yard *yard, int worker) {
    return yard->bundle + (size_t)worker * yard->crew->bundle;
}

/* The next number that has to be done; false: there is none, or no more are to be begun. */
bool sr_yard_take(struct sr_yard *yard, int worker, uint64_t *number);
/* A job is done and unpacked here: it is kept and told. */
void sr_yard_hand_in(struct sr_yard *yard, int worker, uint64_t number, const void *bytes,
                     size_t length);

/* ---- a fleet's part (voyage.c) ---- */

/* The next number for a worker of a process that follows; waits for one. */
bool sr_voyage_take(struct sr_yard *yard, uint64_t *number);
/* What such a worker did, or (with `length` 0) left undone. */
void sr_voyage_hand_in(struct sr_yard *yard, uint64_t number, const void *bytes, size_t length);
/* A worker of this process has no more to do. */
void sr_voyage_leave(struct sr_yard *yard);

/* Carries jobs and results between the processes while `started` workers work, then brings all
 * results to everybody. */
bool sr_voyage_open(struct sr_yard *yard);
void sr_voyage_sail(struct sr_yard *yard, int started);
void sr_voyage_close(struct sr_yard *yard);

#endif
