/* Scribes: threads that go on with what was begun in a room once it is stored. Whoever serves
 * sockets asks the store, hands the rest over and serves others, so that however many tables wait
 * for a commit, nobody waits who only wants to look; and as many moves as there are share one.
 *
 * A store that tells when it is done is asked at once. With others a scribe waits. */
#include "room_parts.h"

#include <stdlib.h>

enum { SCRIBES = 16 };

static void line_up(struct sr_errand *errand) {
    if (sr_workers_add(errand->room->server->scribes, &errand->waiting))
        return;
    /* a table that nobody leaves any more would stand still for ever */
    sr_log("error", "out of memory", NULL);
    abort();
}

/* On the thread of the store. */
static void stored(void *context, enum sr_store_answer answer) {
    struct sr_errand *errand = context;
    errand->is_stored = true;
    errand->stored = answer;
    line_up(errand);
}

/* False: it must be waited for. */
static bool ask_store(struct sr_errand *errand) {
    struct sr_room *room = errand->room;
    const struct sr_effect *effect = &errand->effects.list[errand->at];
    int64_t fence;
    return effect->kind == SR_EFFECT_APPEND && sr_errand_may_append(errand, &fence) &&
           sr_store_add_entry_then(room->server->store, room->id, fence, &effect->append.entry,
                                   effect->append.finishes ? &effect->append.result : NULL, stored,
                                   errand);
}

bool sr_errand_hand_over(const struct sr_errand *errand) {
    struct sr_workers *scribes = errand->room->server->scribes;
    struct sr_waiting *waiting = errand->sequel.waiting;
    struct sr_errand *copy = scribes ? malloc(sizeof *copy) : NULL;
    if (!copy)
        return false;
    *copy = *errand;
    copy->waiting = (struct sr_waiting){0};
    if (waiting) {
        copy->waiting.share = waiting->share;
        sr_workers_put_off(waiting);
    }
    if (ask_store(copy) || sr_workers_add(scribes, &copy->waiting))
        return true;
    if (waiting)
        sr_workers_done(waiting->workers);
    free(copy);
    return false;
}

static void go_on(struct sr_waiting *waiting) {
    struct sr_errand *errand = (struct sr_errand *)(void *)waiting;
    const struct sr_waiting *put_off = errand->sequel.waiting;
    struct sr_workers *workers = put_off ? put_off->workers : NULL;
    sr_errand_go_on(errand, true);
    sr_errand_end(errand);
    free(errand);
    if (workers)
        sr_workers_done(workers);
}

struct sr_workers *sr_scribes_open(struct sr_error *error) {
    return sr_workers_open(&(struct sr_crew){.threads = SCRIBES, .run = go_on}, error);
}
