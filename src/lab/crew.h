/* A crew: threads that share out numbered jobs. Which worker does a job must not matter for what
 * comes out. */
#ifndef SR_CREW_H
#define SR_CREW_H

#include <stdbool.h>
#include <stdint.h>

enum { SR_CREW_MOST = 256 };

struct sr_crew {
    uint64_t jobs;
    int threads; /* less than one counts as one, more than SR_CREW_MOST as that */
    /* Does a job; false: no more jobs are begun, by anyone. Workers are numbered from 0, the
     * calling thread, and each does one job at a time. */
    bool (*job)(void *context, int worker, uint64_t number);
    void *context;
    /* How many are done, told by the calling thread after its own jobs. May be NULL. */
    void (*progress)(void *listener, uint64_t done, uint64_t jobs);
    void *listener;
};

/* Comes back when all jobs are done, or those under way when one said no. Threads that cannot be
 * had are done without. */
void sr_crew_work(const struct sr_crew *crew);

#endif
