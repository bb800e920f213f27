/* Threads that take turns at thinking: see thinkers.h. */
#include "thinkers.h"

#include "server.h"
#include "workers.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum {
    MOST_AT_ONCE = 16,
    SPARE = 62,       /* threads for thoughts that were begun and put off */
    SLICE = 10000,    /* microseconds, then others may be due */
    NICENESS = 2,     /* whoever answers people goes first */
    BESIDE = 2,       /* more than may think at once, for a moment */
    A_NETWORKS = 4,   /* thoughts of one network that are begun at the same time */
    LEAST_COST = 100, /* microseconds: asking is not for nothing */
    THREADS = MOST_AT_ONCE + SPARE
};

/* So many threads are kept free for what ranks higher. */
static const int reserve[SR_THOUGHT_RANKS] = {
    [SR_THOUGHT_HINT] = 8,   [SR_THOUGHT_BY_DAYS] = 16, [SR_THOUGHT_AMONG_US] = 32,
    [SR_THOUGHT_CHART] = 40, [SR_THOUGHT_STUDY] = 44,
};

struct sr_thinker {
    struct sr_thinkers *home;
    pthread_t thread;
    pthread_cond_t called;
    struct sr_thought *thought; /* NULL: it is idle */
    struct sr_thinker *next;    /* that is idle too */
};

struct sr_thinkers {
    pthread_mutex_t lock;
    struct sr_fair *fair;
    struct sr_thinking does;
    int at_once, thinking; /* how many may, how many do */
    struct sr_thinker *idle;
    int idle_count;
    struct sr_thought *later; /* linked by waiting.next */
    atomic_bool closing;
    atomic_bool crowded; /* something came and found nobody free: whoever thinks shall look */
    int threads;
    struct sr_thinker thinker[THREADS];
};

static uint64_t microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static struct sr_thought *thought_of(const struct sr_waiting *waiting) {
    return (struct sr_thought *)(void *)waiting; /* its first member */
}

/* ---- who is next; the lock is held ---- */

static int begun_of(const struct sr_thinkers *thinkers, uint64_t network) {
    int count = 0;
    for (int i = 0; i < thinkers->threads; i++) {
        const struct sr_thought *thought = thinkers->thinker[i].thought;
        count += thought && !thought->left && thought->waiting.share.network == network;
    }
    return count;
}

/* What was begun may always go on; what was not needs a thread. */
static bool may_begin(void *context, const struct sr_waiting *waiting) {
    const struct sr_thinkers *thinkers = context;
    return thought_of(waiting)->begun || (thinkers->idle_count > reserve[waiting->rank] &&
                                          begun_of(thinkers, waiting->share.network) < A_NETWORKS);
}

/* What people wait for, of a network that has nothing else begun, does not wait until a thread that
 * thinks looks up: it begins beside it, and whoever looks up first makes way. */
static bool may_begin_beside(void *context, const struct sr_waiting *waiting) {
    const struct sr_thinkers *thinkers = context;
    return waiting->rank == SR_THOUGHT_LIVE && !thought_of(waiting)->begun &&
           thinkers->idle_count > 0 && begun_of(thinkers, waiting->share.network) == 0;
}

static struct sr_waiting *take_next(struct sr_thinkers *thinkers) {
    if (thinkers->thinking < thinkers->at_once)
        return sr_fair_take(thinkers->fair, may_begin, thinkers);
    if (thinkers->thinking >= thinkers->at_once + BESIDE ||
        sr_fair_count(thinkers->fair, SR_THOUGHT_LIVE) == 0)
        return NULL;
    atomic_store(&thinkers->crowded, true);
    return sr_fair_take(thinkers->fair, may_begin_beside, thinkers);
}

static void hand_out(struct sr_thinkers *thinkers) {
    struct sr_waiting *waiting;
    while (!thinkers->closing && (waiting = take_next(thinkers))) {
        struct sr_thought *thought = thought_of(waiting);
        thinkers->thinking++;
        if (!thought->begun) {
            thought->by = thinkers->idle;
            thinkers->idle = thought->by->next;
            thinkers->idle_count--;
            thought->by->thought = thought;
            thought->begun = true;
            thought->left = false;
            thought->put_off = 0;
        }
        thought->granted = true;
        thought->slice_began = microseconds();
        pthread_cond_signal(&thought->by->called);
    }
}

static void charge(struct sr_thought *thought) {
    uint64_t now = microseconds(), cost = now - thought->slice_began;
    thought->slice_began = now;
    sr_fair_charge(thought->home->fair, thought->waiting.share,
                   cost > LEAST_COST ? cost : LEAST_COST);
}

/* ---- for whoever thinks ---- */

uint64_t sr_thought_time(void *context) {
    struct sr_thought *thought = context;
    struct sr_thinkers *thinkers = thought->home;
    uint64_t now = microseconds();
    if (atomic_load_explicit(&thinkers->closing, memory_order_relaxed))
        return UINT64_MAX;
    if (now - thought->slice_began < SLICE &&
        !atomic_load_explicit(&thinkers->crowded, memory_order_relaxed))
        return now - thought->put_off;
    pthread_mutex_lock(&thinkers->lock);
    atomic_store(&thinkers->crowded, false);
    charge(thought);
    bool due = thinkers->thinking > thinkers->at_once ||
               sr_fair_precedes(thinkers->fair, &thought->waiting);
    if (due && !thinkers->closing && sr_fair_add_first(thinkers->fair, &thought->waiting)) {
        thought->granted = false;
        thinkers->thinking--;
        hand_out(thinkers);
        while (!thought->granted && !thinkers->closing)
            pthread_cond_wait(&thought->by->called, &thinkers->lock);
        uint64_t then = microseconds();
        thought->put_off += then - now;
        now = then;
    }
    pthread_mutex_unlock(&thinkers->lock);
    return now - thought->put_off;
}

void sr_thought_leave(struct sr_thought *thought) {
    struct sr_thinkers *thinkers = thought->home;
    pthread_mutex_lock(&thinkers->lock);
    charge(thought);
    thought->left = true;
    thinkers->thinking--;
    hand_out(thinkers);
    pthread_mutex_unlock(&thinkers->lock);
}

/* ---- the threads ---- */

/* What waits for a time, and for nobody. */
static void put_later(struct sr_thinkers *thinkers, struct sr_thought *thought) {
    thought->waiting.next = thinkers->later ? &thinkers->later->waiting : NULL;
    thinkers->later = thought;
}

static bool put_in_queue(struct sr_thinkers *thinkers, struct sr_thought *thought) {
    thought->begun = thought->granted = false;
    thought->home = thinkers;
    return sr_fair_add(thinkers->fair, &thought->waiting);
}

/* What becomes of a thought whose run is over. */
static void settle(struct sr_thinkers *thinkers, struct sr_thought *thought,
                   enum sr_thought_end end) {
    if (!thought->left) {
        charge(thought);
        thinkers->thinking--;
    }
    if (end == SR_THOUGHT_LATER && !thinkers->closing)
        put_later(thinkers, thought);
    else if (end != SR_THOUGHT_AGAIN || thinkers->closing || !put_in_queue(thinkers, thought))
        thinkers->does.drop(thought);
}

static void *think_on(void *context) {
    struct sr_thinker *self = context;
    struct sr_thinkers *thinkers = self->home;
    sr_yield_by(NICENESS);
    pthread_mutex_lock(&thinkers->lock);
    while (!thinkers->closing) {
        self->next = thinkers->idle;
        thinkers->idle = self;
        thinkers->idle_count++;
        hand_out(thinkers);
        while (!self->thought && !thinkers->closing)
            pthread_cond_wait(&self->called, &thinkers->lock);
        struct sr_thought *thought = self->thought;
        if (!thought)
            break;
        pthread_mutex_unlock(&thinkers->lock);
        enum sr_thought_end end = thinkers->does.run(thinkers->does.context, thought);
        pthread_mutex_lock(&thinkers->lock);
        self->thought = NULL;
        settle(thinkers, thought, end);
    }
    pthread_mutex_unlock(&thinkers->lock);
    return NULL;
}

/* ---- the door ---- */

bool sr_thinkers_add(struct sr_thinkers *thinkers, struct sr_thought *thought) {
    pthread_mutex_lock(&thinkers->lock);
    bool added = !thinkers->closing && put_in_queue(thinkers, thought);
    if (added)
        hand_out(thinkers);
    if (added && !thought->granted)
        atomic_store(&thinkers->crowded, true);
    pthread_mutex_unlock(&thinkers->lock);
    return added;
}

void sr_thinkers_wake(struct sr_thinkers *thinkers, int64_t now) {
    pthread_mutex_lock(&thinkers->lock);
    struct sr_thought *list = thinkers->later;
    thinkers->later = NULL;
    while (list) {
        struct sr_thought *thought = list;
        list = thought->waiting.next ? thought_of(thought->waiting.next) : NULL;
        if (thought->due > now || !put_in_queue(thinkers, thought))
            put_later(thinkers, thought);
    }
    hand_out(thinkers);
    pthread_mutex_unlock(&thinkers->lock);
}

int sr_thinkers_waiting(struct sr_thinkers *thinkers, int rank) {
    pthread_mutex_lock(&thinkers->lock);
    int count = sr_fair_count(thinkers->fair, rank);
    pthread_mutex_unlock(&thinkers->lock);
    return count;
}

int sr_thinkers_waiting_of(struct sr_thinkers *thinkers, int rank, uint64_t network) {
    pthread_mutex_lock(&thinkers->lock);
    int count = sr_fair_count_of(thinkers->fair, rank, network);
    pthread_mutex_unlock(&thinkers->lock);
    return count;
}

struct looking {
    sr_thought_fits *fits;
    const void *context;
    bool found;
};

static void look_at(void *context, struct sr_waiting *waiting) {
    struct looking *looking = context;
    looking->found = looking->found || looking->fits(looking->context, thought_of(waiting));
}

bool sr_thinkers_have(struct sr_thinkers *thinkers, sr_thought_fits *fits, const void *context) {
    struct looking looking = {fits, context, false};
    pthread_mutex_lock(&thinkers->lock);
    sr_fair_each(thinkers->fair, look_at, &looking);
    for (int i = 0; i < thinkers->threads && !looking.found; i++)
        looking.found = thinkers->thinker[i].thought && fits(context, thinkers->thinker[i].thought);
    pthread_mutex_unlock(&thinkers->lock);
    return looking.found;
}

/* ---- opening and closing ---- */

static bool start(struct sr_thinkers *thinkers) {
    int wanted = thinkers->at_once + SPARE;
    pthread_mutex_lock(&thinkers->lock); /* those who start early see how many there are */
    while (thinkers->threads < wanted) {
        struct sr_thinker *thinker = &thinkers->thinker[thinkers->threads];
        thinker->home = thinkers;
        pthread_cond_init(&thinker->called, NULL);
        if (pthread_create(&thinker->thread, NULL, think_on, thinker) != 0)
            break;
        thinkers->threads++;
    }
    pthread_mutex_unlock(&thinkers->lock);
    return thinkers->threads == wanted;
}

struct sr_thinkers *sr_thinkers_open(int at_once, struct sr_thinking thinking,
                                     struct sr_error *error) {
    struct sr_thinkers *thinkers = calloc(1, sizeof *thinkers);
    if (thinkers) {
        pthread_mutex_init(&thinkers->lock, NULL);
        thinkers->fair = sr_fair_open();
        thinkers->does = thinking;
        thinkers->at_once = at_once < MOST_AT_ONCE ? at_once : MOST_AT_ONCE;
        if (thinkers->fair && start(thinkers))
            return thinkers;
        sr_thinkers_close(thinkers);
    }
    sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    return NULL;
}

/* What was begun is dropped by the thread that has it. */
static void drop_waiting(struct sr_thinkers *thinkers) {
    struct sr_waiting *waiting;
    while (thinkers->fair && (waiting = sr_fair_take(thinkers->fair, NULL, NULL)))
        if (!thought_of(waiting)->begun)
            thinkers->does.drop(thought_of(waiting));
}

void sr_thinkers_close(struct sr_thinkers *thinkers) {
    if (!thinkers)
        return;
    pthread_mutex_lock(&thinkers->lock);
    atomic_store(&thinkers->closing, true);
    drop_waiting(thinkers);
    for (int i = 0; i < thinkers->threads; i++)
        pthread_cond_signal(&thinkers->thinker[i].called);
    pthread_mutex_unlock(&thinkers->lock);
    for (int i = 0; i < thinkers->threads; i++) {
        pthread_join(thinkers->thinker[i].thread, NULL);
        pthread_cond_destroy(&thinkers->thinker[i].called);
    }
    while (thinkers->later) {
        struct sr_thought *thought = thinkers->later;
        thinkers->later = thought->waiting.next ? thought_of(thought->waiting.next) : NULL;
        thinkers->does.drop(thought);
    }
    sr_fair_close(thinkers->fair);
    pthread_mutex_destroy(&thinkers->lock);
    free(thinkers);
}
