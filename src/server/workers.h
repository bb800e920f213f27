/* Threads that do what waits in a fair queue: for sockets what came over them, for requests their
 * answers. They wait for the store and for rooms, so that the threads that read and write
 * connections never do. */
#ifndef SR_WORKERS_H
#define SR_WORKERS_H

#include "core/error.h"
#include "share.h"

struct sr_crew {
    int threads;
    int most, most_a_network; /* that may wait; 0: as many as come */
    int niceness;             /* how much more than the program they yield to others */
    void (*run)(struct sr_waiting *waiting);
};

/* Whatever this thread does from here on yields so much more to others than the program does. */
void sr_yield_by(int niceness);

struct sr_workers *sr_workers_open(const struct sr_crew *crew, struct sr_error *error);
/* False: too many wait already, or it is closing; nothing will be done. */
bool sr_workers_add(struct sr_workers *workers, struct sr_waiting *waiting);
/* For `run`, which must return at once then: this cannot be done yet, and nobody shall wait for it.
 * It is run again once somebody has returned it, on whatever thread. */
void sr_workers_put_off(struct sr_waiting *waiting);
void sr_workers_return(struct sr_waiting *waiting);
/* It was done by others instead, who have returned nothing. */
void sr_workers_done(struct sr_workers *workers);
int sr_workers_waiting(struct sr_workers *workers);
/* Does all that waits, and takes no more. */
void sr_workers_stop(struct sr_workers *workers);
void sr_workers_close(struct sr_workers *workers);

#endif
