#include "lab/crew.h"

#include "lab/yard.h"

#include <stdlib.h>

struct worker {
    struct sr_yard *yard;
    int number;
    pthread_t thread;
};

/* ---- the yard ---- */

/* With the door closed behind us. */
static void tell(struct sr_yard *yard, int worker, uint64_t number) {
    const struct sr_crew *crew = yard->crew;
    if (crew->told && !crew->told(crew->context, worker, number))
        atomic_store(&yard->closed, true);
    atomic_fetch_add(&yard->done, 1);
}

static bool recall(struct sr_yard *yard, int worker, uint64_t number) {
    const struct sr_crew *crew = yard->crew;
    unsigned char *bytes = crew->journal ? sr_yard_bundle(yard, worker) : NULL;
    if (!bytes)
        return false;
    pthread_mutex_lock(&yard->door);
    size_t length = crew->journal->recall(crew->journal->keeper, number, bytes, crew->bundle);
    bool known = length > 0 && crew->unpack(crew->context, worker, number, bytes, length);
    if (known)
        tell(yard, worker, number);
    pthread_mutex_unlock(&yard->door);
    return known;
}

static bool is_done_already(struct sr_yard *yard, int worker, uint64_t number) {
    const struct sr_crew *crew = yard->crew;
    if (!crew->skip || !crew->skip(crew->context, number))
        return recall(yard, worker, number);
    atomic_fetch_add(&yard->done, 1);
    return true;
}

bool sr_yard_take(struct sr_yard *yard, int worker, uint64_t *number) {
    while (!atomic_load(&yard->closed)) {
        *number = atomic_fetch_add(&yard->next, 1);
        if (*number >= yard->crew->jobs)
            return false;
        if (!is_done_already(yard, worker, *number))
            return true;
    }
    return false;
}

void sr_yard_hand_in(struct sr_yard *yard, int worker, uint64_t number, const void *bytes,
                     size_t length) {
    const struct sr_crew *crew = yard->crew;
    const struct sr_journal *journal = crew->journal;
    pthread_mutex_lock(&yard->door);
    if (journal && !journal->note(journal->keeper, number, bytes, length))
        atomic_store(&yard->closed, true);
    tell(yard, worker, number);
    pthread_mutex_unlock(&yard->door);
}

/* ---- the workers ---- */

static bool follows(const struct sr_yard *yard) {
    return yard->voyage && !sr_leads(yard->crew->fleet);
}

static bool take(struct sr_yard *yard, int worker, uint64_t *number) {
    return follows(yard) ? sr_voyage_take(yard, number) : sr_yard_take(yard, worker, number);
}

static bool do_job(struct sr_yard *yard, int worker, uint64_t number) {
    const struct sr_crew *crew = yard->crew;
    bool done = crew->job(crew->context, worker, number);
    unsigned char *bytes = done && yard->bundle ? sr_yard_bundle(yard, worker) : NULL;
    size_t length = bytes ? crew->pack(crew->context, worker, number, bytes) : 0;
    if (!done)
        atomic_store(&yard->closed, true);
    if (follows(yard))
        sr_voyage_hand_in(yard, number, bytes, length);
    else if (done)
        sr_yard_hand_in(yard, worker, number, bytes, length);
    return done;
}

static void *work(void *context) {
    const struct worker *worker = context;
    struct sr_yard *yard = worker->yard;
    const struct sr_crew *crew = yard->crew;
    uint64_t number;
    while (take(yard, worker->number, &number)) {
        bool done = do_job(yard, worker->number, number);
        if (done && worker->number == 0 && crew->progress && !yard->voyage)
            crew->progress(crew->listener, atomic_load(&yard->done), crew->jobs);
    }
    if (yard->voyage)
        sr_voyage_leave(yard);
    return NULL;
}

/* Without a fleet the calling thread works too; with one it carries messages. */
static void work_all(struct sr_yard *yard) {
    struct worker worker[SR_CREW_MOST];
    int first = yard->voyage ? 0 : 1, started = first;
    worker[0] = (struct worker){.yard = yard};
    while (started < yard->workers) {
        worker[started] = (struct worker){.yard = yard, .number = started};
        if (pthread_create(&worker[started].thread, NULL, work, &worker[started]))
            break;
        started++;
    }
    if (yard->voyage)
        sr_voyage_sail(yard, started);
    else
        work(&worker[0]);
    for (int i = first; i < started; i++)
        pthread_join(worker[i].thread, NULL);
}

static int count_workers(const struct sr_crew *crew) {
    if (crew->threads < 1)
        return 1;
    return crew->threads < SR_CREW_MOST ? crew->threads : SR_CREW_MOST;
}

bool sr_crew_work(const struct sr_crew *crew) {
    struct sr_yard yard = {.crew = crew, .workers = count_workers(crew)};
    bool many = crew->bundle && sr_is_many(crew->fleet), ready = true;
    if (pthread_mutex_init(&yard.door, NULL))
        return false;
    if (many || crew->journal)
        ready = (yard.bundle = calloc(SR_CREW_MOST + 1, crew->bundle)) != NULL;
    if (ready && many)
        ready = sr_voyage_open(&yard);
    if (ready && crew->journal)
        crew->journal->begin(crew->journal->keeper);
    if (ready)
        work_all(&yard);
    if (yard.voyage)
        sr_voyage_close(&yard);
    free(yard.bundle);
    pthread_mutex_destroy(&yard.door);
    return ready;
}
