#include "lab/crew.h"

#include <pthread.h>
#include <stdatomic.h>

/* What the workers have in common. */
struct yard {
    const struct sr_crew *crew;
    atomic_ullong next, done;
    atomic_bool closed;
};

struct worker {
    struct yard *yard;
    int number;
    pthread_t thread;
};

static void *work(void *context) {
    const struct worker *worker = context;
    struct yard *yard = worker->yard;
    const struct sr_crew *crew = yard->crew;
    while (!atomic_load(&yard->closed)) {
        uint64_t number = atomic_fetch_add(&yard->next, 1);
        if (number >= crew->jobs)
            break;
        if (!crew->job(crew->context, worker->number, number))
            atomic_store(&yard->closed, true);
        uint64_t done = atomic_fetch_add(&yard->done, 1) + 1;
        if (worker->number == 0 && crew->progress)
            crew->progress(crew->listener, done, crew->jobs);
    }
    return NULL;
}

void sr_crew_work(const struct sr_crew *crew) {
    struct yard yard = {.crew = crew};
    struct worker worker[SR_CREW_MOST];
    int started = 1; /* the calling thread works too */
    worker[0] = (struct worker){.yard = &yard};
    while (started < crew->threads && started < SR_CREW_MOST) {
        worker[started] = (struct worker){.yard = &yard, .number = started};
        if (pthread_create(&worker[started].thread, NULL, work, &worker[started]))
            break;
        started++;
    }
    work(&worker[0]);
    for (int i = 1; i < started; i++)
        pthread_join(worker[i].thread, NULL);
}
