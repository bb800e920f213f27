/* A crew: threads, and where there is a fleet several processes, that share out numbered jobs.
 * Which worker does a job must not matter for what comes out. */
#ifndef SR_CREW_H
#define SR_CREW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SR_CREW_MOST = 256 };

struct sr_fleet;

/* What jobs left behind in an earlier run, kept by somebody, so that they need not be done again.
 * Asked and told in the process that leads, never by two threads at once. */
struct sr_journal {
    void *keeper;
    /* Jobs of the next crew follow: the same command sends the same crews in the same order. */
    void (*begin)(void *keeper);
    /* What job `number` left, to `bytes`, which holds `room`; 0: that is not known. */
    size_t (*recall)(void *keeper, uint64_t number, void *bytes, size_t room);
    /* False: it cannot be kept, and no more jobs are begun. */
    bool (*note)(void *keeper, uint64_t number, const void *bytes, size_t length);
};

struct sr_crew {
    uint64_t jobs;
    int threads; /* less than one counts as one, more than SR_CREW_MOST as that */
    /* Does a job; false: it was left undone, and no more are begun, by anyone. Workers are numbered
     * from 0, and each does one job at a time. */
    bool (*job)(void *context, int worker, uint64_t number);
    /* Hears of each job that was done, one at a time, in the process that leads; `worker` is who
     * did it or unpacked it. False: no more are begun. May be NULL. */
    bool (*told)(void *context, int worker, uint64_t number);
    /* Is there nothing to do for this number? Asked by the process that leads. May be NULL. */
    bool (*skip)(void *context, uint64_t number);
    void *context;
    /* How many are done, told by the calling thread now and then. May be NULL. */
    void (*progress)(void *listener, uint64_t done, uint64_t jobs);
    void *listener;
    /* What a job leaves behind, as at most `bundle` bytes, for other processes and later runs.
     * unpack() puts it where the job would have; false: these are no such bytes. There is one
     * worker more than SR_CREW_MOST, who only unpacks. Jobs without a bundle are done by every
     * process for itself. */
    size_t bundle;
    size_t (*pack)(void *context, int worker, uint64_t number, void *bytes);
    bool (*unpack)(void *context, int worker, uint64_t number, const void *bytes, size_t length);
    const struct sr_fleet *fleet;     /* NULL: this process alone */
    const struct sr_journal *journal; /* may be NULL */
};

/* Comes back when all jobs are done, or those under way when one said no; what they left is then in
 * every process of the fleet. Threads that cannot be had are done without. False: no memory. */
bool sr_crew_work(const struct sr_crew *crew);

#endif
