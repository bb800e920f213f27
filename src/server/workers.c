/* Threads that do what waits in a fair queue: see workers.h. */
#include "workers.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

enum {
    MOST_WORKERS = 64,
    LEAST_COST = 50 /* microseconds: asking is not for nothing */
};

struct sr_workers {
    struct sr_crew crew;
    pthread_mutex_t lock;
    pthread_cond_t wanted;
    struct sr_fair *fair;
    int waiting, put_off;
    bool closing;
    int count;
    pthread_t thread[MOST_WORKERS];
};

static uint64_t used_so_far(void) {
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (uint64_t)used.tv_sec * 1000000 + (uint64_t)used.tv_nsec / 1000;
}

/* What it costs is the processor's time. A commit is shared by all who wait for it, and on a busy
 * machine a thread waits for its turn: neither is what somebody asked for, and charging it would
 * set whoever has bad luck behind others who ask for the same. */
static uint64_t run_and_measure(const struct sr_crew *crew, struct sr_waiting *waiting) {
    uint64_t began = used_so_far();
    crew->run(waiting);
    uint64_t cost = used_so_far() - began;
    return cost > LEAST_COST ? cost : LEAST_COST;
}

/* A niceness is of the thread alone on Linux, and is added to what the whole program has. */
void sr_yield_by(int niceness) {
    if (niceness > 0)
        setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + niceness);
}

static void *work(void *context) {
    struct sr_workers *workers = context;
    sr_yield_by(workers->crew.niceness);
    pthread_mutex_lock(&workers->lock);
    for (;;) {
        while (workers->waiting == 0 && (!workers->closing || workers->put_off > 0))
            pthread_cond_wait(&workers->wanted, &workers->lock);
        struct sr_waiting *waiting = sr_fair_take(workers->fair, NULL, NULL);
        if (!waiting)
            break;
        struct sr_share share = waiting->share;
        workers->waiting--;
        pthread_mutex_unlock(&workers->lock);
        uint64_t cost = run_and_measure(&workers->crew, waiting);
        pthread_mutex_lock(&workers->lock);
        sr_fair_charge(workers->fair, share, cost);
    }
    pthread_mutex_unlock(&workers->lock);
    return NULL;
}

struct sr_workers *sr_workers_open(const struct sr_crew *crew, struct sr_error *error) {
    struct sr_workers *workers = calloc(1, sizeof *workers);
    if (!workers || !(workers->fair = sr_fair_open())) {
        free(workers);
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        return NULL;
    }
    workers->crew = *crew;
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->wanted, NULL);
    while (workers->count < crew->threads && workers->count < MOST_WORKERS)
        if (pthread_create(&workers->thread[workers->count], NULL, work, workers) == 0)
            workers->count++;
        else
            break;
    if (workers->count > 0)
        return workers;
    sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    sr_workers_close(workers);
    return NULL;
}

static bool has_room(const struct sr_workers *workers, const struct sr_waiting *waiting) {
    const struct sr_crew *crew = &workers->crew;
    return (!crew->most || workers->waiting < crew->most) &&
           (!crew->most_a_network ||
            sr_fair_count_of(workers->fair, waiting->rank, waiting->share.network) <
                crew->most_a_network);
}

bool sr_workers_add(struct sr_workers *workers, struct sr_waiting *waiting) {
    waiting->workers = workers;
    pthread_mutex_lock(&workers->lock);
    bool added = (!workers->closing || !workers->crew.most) && has_room(workers, waiting) &&
                 sr_fair_add(workers->fair, waiting);
    workers->waiting += added;
    if (added)
        pthread_cond_signal(&workers->wanted);
    pthread_mutex_unlock(&workers->lock);
    return added;
}

void sr_workers_put_off(struct sr_waiting *waiting) {
    struct sr_workers *workers = waiting->workers;
    pthread_mutex_lock(&workers->lock);
    workers->put_off++;
    pthread_mutex_unlock(&workers->lock);
}

void sr_workers_return(struct sr_waiting *waiting) {
    struct sr_workers *workers = waiting->workers;
    pthread_mutex_lock(&workers->lock);
    bool added = sr_fair_add(workers->fair, waiting);
    workers->waiting += added;
    pthread_mutex_unlock(&workers->lock);
    if (!added)
        workers->crew.run(waiting); /* no memory to have it wait */
    pthread_mutex_lock(&workers->lock);
    workers->put_off--;
    /* all are waiting for it if this closes */
    pthread_cond_broadcast(&workers->wanted);
    pthread_mutex_unlock(&workers->lock);
}

void sr_workers_done(struct sr_workers *workers) {
    pthread_mutex_lock(&workers->lock);
    workers->put_off--;
    if (workers->closing)
        pthread_cond_broadcast(&workers->wanted);
    pthread_mutex_unlock(&workers->lock);
}

int sr_workers_waiting(struct sr_workers *workers) {
    pthread_mutex_lock(&workers->lock);
    int waiting = workers->waiting;
    pthread_mutex_unlock(&workers->lock);
    return waiting;
}

void sr_workers_stop(struct sr_workers *workers) {
    if (!workers)
        return;
    pthread_mutex_lock(&workers->lock);
    workers->closing = true;
    pthread_cond_broadcast(&workers->wanted);
    pthread_mutex_unlock(&workers->lock);
    for (int i = 0; i < workers->count; i++)
        pthread_join(workers->thread[i], NULL);
    workers->count = 0;
}

void sr_workers_close(struct sr_workers *workers) {
    if (!workers)
        return;
    sr_workers_stop(workers);
    sr_fair_close(workers->fair);
    pthread_mutex_destroy(&workers->lock);
    pthread_cond_destroy(&workers->wanted);
    free(workers);
}
