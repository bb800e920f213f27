/* Threads that wait for work, take pieces of it from one counter, and wait again. */
#include "api/gang.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

/* Pieces that a thread takes at a time: few enough to share evenly, enough to share seldom. */
enum { AT_A_TIME = 16 };

struct sr_gang {
    pthread_mutex_t door;
    pthread_cond_t begin, end;
    pthread_t thread[SR_GANG_MOST];
    int threads;
    pid_t process; /* that hired them: a fork has the memory, but not the threads */
    uint64_t round;
    int wanted, busy; /* how many work this round; how many still do */
    bool closing;
    sr_gang_job *job;
    void *context;
    uint32_t count;
    atomic_uint next;
};

struct hand {
    struct sr_gang *gang;
    int number;
};

static void take_pieces(struct sr_gang *gang) {
    for (;;) {
        uint32_t first = atomic_fetch_add(&gang->next, AT_A_TIME);
        if (first >= gang->count)
            return;
        uint32_t last = first + AT_A_TIME < gang->count ? first + AT_A_TIME : gang->count;
        gang->job(gang->context, first, last);
    }
}

static void *wait_and_work(void *context) {
    struct hand hand = *(struct hand *)context;
    struct sr_gang *gang = hand.gang;
    uint64_t seen = 0;
    free(context);
    pthread_mutex_lock(&gang->door);
    for (;;) {
        while (!gang->closing && (gang->round == seen || hand.number >= gang->wanted)) {
            seen = gang->round;
            pthread_cond_wait(&gang->begin, &gang->door);
        }
        if (gang->closing)
            break;
        seen = gang->round;
        pthread_mutex_unlock(&gang->door);
        take_pieces(gang);
        pthread_mutex_lock(&gang->door);
        if (--gang->busy == 0)
            pthread_cond_signal(&gang->end);
    }
    pthread_mutex_unlock(&gang->door);
    return NULL;
}

static struct sr_gang *found(void) {
    struct sr_gang *gang = calloc(1, sizeof *gang);
    if (!gang)
        return NULL;
    pthread_mutex_init(&gang->door, NULL);
    pthread_cond_init(&gang->begin, NULL);
    pthread_cond_init(&gang->end, NULL);
    gang->process = getpid();
    return gang;
}

static void hire(struct sr_gang *gang, int threads) {
    while (gang->threads < threads && gang->threads < SR_GANG_MOST) {
        struct hand *hand = malloc(sizeof *hand);
        if (!hand)
            return;
        *hand = (struct hand){gang, gang->threads};
        if (pthread_create(&gang->thread[gang->threads], NULL, wait_and_work, hand)) {
            free(hand);
            return;
        }
        gang->threads++;
    }
}

void sr_gang_work(struct sr_gang **gang, int threads, uint32_t count, sr_gang_job *job,
                  void *context) {
    int others = threads > 1 ? threads - 1 : 0; /* the calling thread works too */
    if (others && *gang && (*gang)->process != getpid())
        *gang = NULL; /* the parent's: its locks may be held by threads that are not here */
    if (others && !*gang)
        *gang = found();
    if (!others || !*gang || count <= AT_A_TIME) {
        job(context, 0, count);
        return;
    }
    struct sr_gang *all = *gang;
    pthread_mutex_lock(&all->door);
    hire(all, others);
    all->wanted = others < all->threads ? others : all->threads;
    all->busy = all->wanted;
    all->job = job;
    all->context = context;
    all->count = count;
    atomic_store(&all->next, 0);
    all->round++;
    pthread_cond_broadcast(&all->begin);
    pthread_mutex_unlock(&all->door);
    take_pieces(all);
    pthread_mutex_lock(&all->door);
    while (all->busy)
        pthread_cond_wait(&all->end, &all->door);
    pthread_mutex_unlock(&all->door);
}

void sr_gang_free(struct sr_gang *gang) {
    if (!gang)
        return;
    if (gang->process == getpid()) {
        pthread_mutex_lock(&gang->door);
        gang->closing = true;
        pthread_cond_broadcast(&gang->begin);
        pthread_mutex_unlock(&gang->door);
        for (int i = 0; i < gang->threads; i++)
            pthread_join(gang->thread[i], NULL);
        pthread_cond_destroy(&gang->end);
        pthread_cond_destroy(&gang->begin);
        pthread_mutex_destroy(&gang->door);
    }
    free(gang);
}
