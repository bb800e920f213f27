/* A fleet: the same command, started in several processes on any number of machines, which share
 * out the jobs of their crews. Every process goes the same way and comes to the same results; the
 * first one, which leads, is the only one that speaks, reads and writes. How messages travel is
 * left to others: this is what is asked of them. All calls come from one thread of each process. */
#ifndef SR_FLEET_H
#define SR_FLEET_H

#include <stdbool.h>
#include <stddef.h>

struct sr_fleet {
    int rank; /* this process, from 0: the one that leads */
    int ranks;
    /* Hands over a message. Between two processes messages arrive in the order they were sent. */
    void (*send)(int to, const void *bytes, size_t length);
    /* The next message that has arrived, with its length: into `bytes`, which hold the longest that
     * are sent. False: none has. */
    bool (*receive)(int *from, void *bytes, size_t room, size_t *length);
    /* From the first to all others. Every process calls it, and waits for it. */
    void (*broadcast)(void *bytes, size_t length);
};

/* Alone, or as the first of many. */
static inline bool sr_leads(const struct sr_fleet *fleet) {
    return !fleet || fleet->rank == 0;
}
static inline bool sr_is_many(const struct sr_fleet *fleet) {
    return fleet && fleet->ranks > 1;
}
/* What the first one has, everybody has. */
static inline void sr_fleet_share(const struct sr_fleet *fleet, void *bytes, size_t length) {
    if (sr_is_many(fleet))
        fleet->broadcast(bytes, length);
}

#endif
