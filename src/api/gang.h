/* A gang: threads that stay, for work that is shared out many times a second. What a crew of the
 * laboratory does for minutes, a gang does for a millisecond. */
#ifndef SR_GANG_H
#define SR_GANG_H

#include <stdbool.h>
#include <stdint.h>

enum { SR_GANG_MOST = 64 };

struct sr_gang;

/* Does the pieces from `first` to before `last`. Who does which must not matter. */
typedef void sr_gang_job(void *context, uint32_t first, uint32_t last);

/* Shares out `count` pieces, some at a time, and comes back when all are done. `*gang` is NULL at
 * first; threads are hired when they are asked for, and stay. In a process that was forked they
 * are hired anew. Threads that cannot be had are done without. */
void sr_gang_work(struct sr_gang **gang, int threads, uint32_t count, sr_gang_job *job,
                  void *context);
/* NULL is fine. */
void sr_gang_free(struct sr_gang *gang);

#endif
