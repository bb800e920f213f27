/* Threads that wait for work, take pieces of it from one counter, and wait again. */
#include "api/gang.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    AT_A_TIME =
        16, /* pieces that are taken at once: few enough to share evenly, enough to share seldom */
    LINE = 64,
    GLANCES = 2000, /* how often who waits looks before it lies down: some 50 microseconds */
};

/* Everybody begins with pieces of their own, the same in every round, so that what a piece touches
 * stays in that core's cache; who is through with them helps the others. */
struct share {
    _Alignas(LINE) atomic_uint next;
    uint32_t end;
};

struct sr_gang {
    pthread_mutex_t door;
    pthread_cond_t begin, end;
    pthread_t thread[SR_GANG_MOST];
    struct share share[SR_GANG_MOST + 1];
    int threads;
    int glances;   /* on one core nothing happens while one looks */
    pid_t process; /* that hired them: a fork has the memory, but not the threads */
    atomic_bool closing;
    sr_gang_job *job;
    void *context;
    _Alignas(LINE) atomic_ullong round; /* its number, and in the last byte how many threads work */
    _Alignas(LINE) atomic_int busy;     /* how many still do */
};

enum { WORKERS = 0xff };

struct hand {
    struct sr_gang *gang;
    int number;
    unsigned long long seen;
};

static void breathe(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

static void take_pieces(struct sr_gang *gang, int number, int all) {
    for (int turn = 0; turn < all; turn++) {
        struct share *share = &gang->share[(number + turn) % all];
        for (;;) {
            uint32_t first = atomic_fetch_add(&share->next, AT_A_TIME);
            if (first >= share->end)
                break;
            uint32_t last = first + AT_A_TIME < share->end ? first + AT_A_TIME : share->end;
            gang->job(gang->context, first, last);
        }
    }
}

/* The next round comes soon, as a rule: looking for it costs less than being woken. */
static unsigned long long await(struct sr_gang *gang, unsigned long long seen) {
    unsigned long long round = atomic_load(&gang->round);
    for (int i = 0; round == seen && !atomic_load(&gang->closing) && i < gang->glances; i++) {
        breathe();
        round = atomic_load(&gang->round);
    }
    if (round != seen)
        return round;
    pthread_mutex_lock(&gang->door);
    while (!atomic_load(&gang->closing) && atomic_load(&gang->round) == seen)
        pthread_cond_wait(&gang->begin, &gang->door);
    pthread_mutex_unlock(&gang->door);
    return atomic_load(&gang->round);
}

static void *wait_and_work(void *context) {
    struct hand hand = *(struct hand *)context;
    struct sr_gang *gang = hand.gang;
    free(context);
    for (;;) {
        hand.seen = await(gang, hand.seen);
        if (atomic_load(&gang->closing))
            return NULL;
        int workers = (int)(hand.seen & WORKERS);
        if (hand.number >= workers)
            continue;
        take_pieces(gang, hand.number + 1, workers + 1);
        if (atomic_fetch_sub(&gang->busy, 1) == 1) {
            pthread_mutex_lock(&gang->door);
            pthread_cond_signal(&gang->end);
            pthread_mutex_unlock(&gang->door);
        }
    }
}

static struct sr_gang *found(void) {
    struct sr_gang *gang = aligned_alloc(LINE, sizeof *gang);
    if (!gang)
        return NULL;
    memset(gang, 0, sizeof *gang);
    pthread_mutex_init(&gang->door, NULL);
    pthread_cond_init(&gang->begin, NULL);
    pthread_cond_init(&gang->end, NULL);
    gang->process = getpid();
    gang->glances = sysconf(_SC_NPROCESSORS_ONLN) > 1 ? GLANCES : 0;
    return gang;
}

static void hire(struct sr_gang *gang, int threads) {
    while (gang->threads < threads && gang->threads < SR_GANG_MOST) {
        struct hand *hand = malloc(sizeof *hand);
        if (!hand)
            return;
        *hand = (struct hand){gang, gang->threads, atomic_load(&gang->round)};
        if (pthread_create(&gang->thread[gang->threads], NULL, wait_and_work, hand)) {
            free(hand);
            return;
        }
        gang->threads++;
    }
}

/* In whole lines, so that no two threads write into the same one even where a piece's result is a
 * byte. */
static void share_out(struct sr_gang *gang, int all, uint32_t count) {
    uint32_t each = (count + (uint32_t)all - 1) / (uint32_t)all, first = 0;
    if (each >= LINE)
        each = (each + LINE - 1) / LINE * LINE;
    for (int i = 0; i < all; i++) {
        atomic_store(&gang->share[i].next, first);
        first = count - first < each ? count : first + each;
        gang->share[i].end = first;
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
    hire(all, others);
    int workers = others < all->threads ? others : all->threads;
    share_out(all, workers + 1, count);
    all->job = job;
    all->context = context;
    atomic_store(&all->busy, workers);
    pthread_mutex_lock(&all->door);
    unsigned long long number = (atomic_load(&all->round) | WORKERS) + 1;
    atomic_store(&all->round, number | (unsigned long long)workers);
    pthread_cond_broadcast(&all->begin);
    pthread_mutex_unlock(&all->door);
    take_pieces(all, 0, workers + 1);
    for (int i = 0; atomic_load(&all->busy) && i < all->glances; i++)
        breathe();
    if (atomic_load(&all->busy) == 0)
        return;
    pthread_mutex_lock(&all->door);
    while (atomic_load(&all->busy))
        pthread_cond_wait(&all->end, &all->door);
    pthread_mutex_unlock(&all->door);
}

void sr_gang_free(struct sr_gang *gang) {
    if (!gang)
        return;
    if (gang->process == getpid()) {
        pthread_mutex_lock(&gang->door);
        atomic_store(&gang->closing, true);
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
