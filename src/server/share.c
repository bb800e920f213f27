/* Fair queues: see share.h. Each network, and each person within it, has a virtual time: how much
 * it has used, counted from when it last had nothing waiting on. The least goes first. Whoever
 * comes starts at the time of those who are being served, neither ahead of them nor behind; of
 * those with the same time, whoever has waited longest.
 *
 * Networks that have something waiting are a heap by their time, so that finding the next one does
 * not depend on how many there are.
 *
 * Networks and people that have nothing waiting are forgotten once their time has been passed by
 * that of the queue: from then on a newcomer would be treated in the same way. */
#include "share.h"

#include <stdlib.h>

enum { CHAINS = 1024 };

struct line {
    struct sr_waiting *first, **last;
    int count;
};

struct person {
    int64_t id;
    uint64_t used, since; /* since: the how manieth to begin waiting, or to be served */
    struct line line[SR_MOST_RANKS];
    int count;
    struct person *next;
};

struct network {
    uint64_t id;
    uint64_t used, since;
    uint64_t now; /* the time of those of its people who are served */
    struct person *people;
    int count[SR_MOST_RANKS], all;
    struct network *next; /* in its chain */
    int place;            /* in the heap; only with something waiting */
};

struct sr_fair {
    struct network *chain[CHAINS];
    struct network **busy; /* a heap: none has used more than the two below it */
    int busy_count, busy_room;
    uint64_t now;
    uint64_t turns; /* that began or ended: what `since` counts */
    int count[SR_MOST_RANKS], all;
};

struct sr_fair *sr_fair_open(void) {
    return calloc(1, sizeof(struct sr_fair));
}

static void forget_people(struct network *network, bool all) {
    for (struct person **at = &network->people; *at;) {
        struct person *person = *at;
        if (person->count == 0 && (all || person->used <= network->now)) {
            *at = person->next;
            free(person);
        } else {
            at = &person->next;
        }
    }
}

/* Those of a chain that nothing is remembered for. */
static void forget(struct sr_fair *fair, struct network **chain, bool all) {
    for (struct network **at = chain; *at;) {
        struct network *network = *at;
        if (network->all == 0 && (all || network->used <= fair->now)) {
            *at = network->next;
            forget_people(network, true);
            free(network);
        } else {
            at = &network->next;
        }
    }
}

void sr_fair_close(struct sr_fair *fair) {
    if (!fair)
        return;
    for (int i = 0; i < CHAINS; i++)
        forget(fair, &fair->chain[i], true);
    free(fair->busy);
    free(fair);
}

static struct network **chain_of(struct sr_fair *fair, uint64_t id) {
    id ^= id >> 33;
    id *= UINT64_C(0xff51afd7ed558ccd);
    return &fair->chain[(id ^ id >> 33) % CHAINS];
}

static struct network *find_network(const struct sr_fair *fair, uint64_t id) {
    struct network *network = *chain_of((struct sr_fair *)fair, id);
    while (network && network->id != id)
        network = network->next;
    return network;
}

static struct person *find_person(const struct network *network, int64_t id) {
    struct person *person = network ? network->people : NULL;
    while (person && person->id != id)
        person = person->next;
    return person;
}

/* Finds or makes them; NULL: out of memory. */
static struct network *use_network(struct sr_fair *fair, uint64_t id) {
    struct network *network = find_network(fair, id);
    if (network)
        return network;
    struct network **chain = chain_of(fair, id);
    forget(fair, chain, false);
    network = calloc(1, sizeof *network);
    if (!network)
        return NULL;
    network->id = id;
    network->used = fair->now;
    network->next = *chain;
    *chain = network;
    return network;
}

static struct person *use_person(struct network *network, int64_t id) {
    struct person *person = find_person(network, id);
    if (person)
        return person;
    forget_people(network, false);
    person = calloc(1, sizeof *person);
    if (!person)
        return NULL;
    person->id = id;
    person->used = network->now;
    for (int rank = 0; rank < SR_MOST_RANKS; rank++)
        person->line[rank].last = &person->line[rank].first;
    person->next = network->people;
    network->people = person;
    return person;
}

/* ---- the heap ---- */

static void put(struct sr_fair *fair, int place, struct network *network) {
    fair->busy[place] = network;
    network->place = place;
}

static bool precedes(const struct network *one, const struct network *other) {
    return one->used < other->used || (one->used == other->used && one->since < other->since);
}

static void rise(struct sr_fair *fair, struct network *network) {
    int place = network->place;
    for (; place > 0 && precedes(network, fair->busy[(place - 1) / 2]); place = (place - 1) / 2)
        put(fair, place, fair->busy[(place - 1) / 2]);
    put(fair, place, network);
}

static void sink(struct sr_fair *fair, struct network *network) {
    int place = network->place;
    for (;;) {
        int below = 2 * place + 1;
        if (below + 1 < fair->busy_count && precedes(fair->busy[below + 1], fair->busy[below]))
            below++;
        if (below >= fair->busy_count || !precedes(fair->busy[below], network))
            break;
        put(fair, place, fair->busy[below]);
        place = below;
    }
    put(fair, place, network);
}

static bool make_room(struct sr_fair *fair) {
    if (fair->busy_count < fair->busy_room)
        return true;
    int room = fair->busy_room ? 2 * fair->busy_room : 16;
    struct network **busy = realloc(fair->busy, (size_t)room * sizeof(struct network *));
    if (!busy)
        return false;
    fair->busy = busy;
    fair->busy_room = room;
    return true;
}

static void become_busy(struct sr_fair *fair, struct network *network) {
    if (network->used < fair->now)
        network->used = fair->now;
    network->since = ++fair->turns;
    put(fair, fair->busy_count++, network);
    rise(fair, network);
}

static void become_idle(struct sr_fair *fair, struct network *network) {
    struct network *last = fair->busy[--fair->busy_count];
    if (last == network)
        return;
    put(fair, network->place, last);
    rise(fair, last);
    sink(fair, last);
}

/* ---- adding and taking ---- */

static bool add(struct sr_fair *fair, struct sr_waiting *waiting, bool first) {
    struct network *network = use_network(fair, waiting->share.network);
    struct person *person = network ? use_person(network, waiting->share.person) : NULL;
    if (!person || !make_room(fair))
        return false;
    if (network->all++ == 0)
        become_busy(fair, network);
    if (person->count++ == 0) {
        person->used = person->used < network->now ? network->now : person->used;
        person->since = ++fair->turns;
    }
    struct line *line = &person->line[waiting->rank];
    if (first) {
        waiting->next = line->first;
        line->first = waiting;
        if (!waiting->next)
            line->last = &waiting->next;
    } else {
        waiting->next = NULL;
        *line->last = waiting;
        line->last = &waiting->next;
    }
    line->count++;
    network->count[waiting->rank]++;
    fair->count[waiting->rank]++;
    fair->all++;
    return true;
}

bool sr_fair_add(struct sr_fair *fair, struct sr_waiting *waiting) {
    return add(fair, waiting, false);
}

bool sr_fair_add_first(struct sr_fair *fair, struct sr_waiting *waiting) {
    return add(fair, waiting, true);
}

/* The person of a network who is next in a rank. */
static struct person *next_person(const struct network *network, int rank, sr_fair_may *may,
                                  void *context) {
    struct person *best = NULL;
    for (struct person *person = network->people; person; person = person->next)
        if (person->line[rank].count > 0 &&
            (!best || person->used < best->used ||
             (person->used == best->used && person->since < best->since)) &&
            (!may || may(context, person->line[rank].first)))
            best = person;
    return best;
}

static struct sr_waiting *take_from(struct sr_fair *fair, struct network *network,
                                    struct person *person, int rank) {
    struct line *line = &person->line[rank];
    struct sr_waiting *waiting = line->first;
    line->first = waiting->next;
    if (!line->first)
        line->last = &line->first;
    line->count--;
    person->count--;
    network->count[rank]--;
    fair->count[rank]--;
    fair->all--;
    if (fair->now < network->used)
        fair->now = network->used;
    if (network->now < person->used)
        network->now = person->used;
    if (--network->all == 0)
        become_idle(fair, network);
    return waiting;
}

/* Mostly the top of the heap; who has nothing in this rank, or may not go, is passed over. */
static struct network *next_network(const struct sr_fair *fair, int rank, sr_fair_may *may,
                                    void *context, struct person **who) {
    struct network *best = NULL;
    for (int i = 0; i < fair->busy_count; i++) {
        struct network *network = fair->busy[i];
        if (network->count[rank] == 0 || (best && !precedes(network, best)))
            continue;
        struct person *person = next_person(network, rank, may, context);
        if (!person)
            continue;
        best = network;
        *who = person;
        if (i == 0)
            break;
    }
    return best;
}

struct sr_waiting *sr_fair_take(struct sr_fair *fair, sr_fair_may *may, void *context) {
    for (int rank = 0; rank < SR_MOST_RANKS && fair->all > 0; rank++) {
        struct person *who = NULL;
        struct network *network =
            fair->count[rank] > 0 ? next_network(fair, rank, may, context, &who) : NULL;
        if (network)
            return take_from(fair, network, who, rank);
    }
    return NULL;
}

void sr_fair_charge(struct sr_fair *fair, struct sr_share share, uint64_t cost) {
    struct network *network = use_network(fair, share.network);
    struct person *person = network ? use_person(network, share.person) : NULL;
    if (!person)
        return; /* without memory nothing is remembered */
    cost /= share.weight ? share.weight : 1;
    network->used += cost;
    person->used += cost;
    network->since = person->since = ++fair->turns;
    if (network->all > 0)
        sink(fair, network);
}

bool sr_fair_precedes(const struct sr_fair *fair, const struct sr_waiting *doing) {
    for (int rank = 0; rank < doing->rank; rank++)
        if (fair->count[rank] > 0)
            return true;
    if (fair->count[doing->rank] == 0)
        return false;
    const struct network *own = find_network(fair, doing->share.network);
    const struct person *self = find_person(own, doing->share.person);
    for (int i = 0; i < fair->busy_count; i++) {
        const struct network *network = fair->busy[i];
        if (network != own && network->count[doing->rank] > 0 && own && network->used < own->used)
            return true;
    }
    for (const struct person *person = own ? own->people : NULL; person; person = person->next)
        if (person != self && person->line[doing->rank].count > 0 && self &&
            person->used < self->used)
            return true;
    return false;
}

int sr_fair_count(const struct sr_fair *fair, int rank) {
    return fair->count[rank];
}

int sr_fair_count_of(const struct sr_fair *fair, int rank, uint64_t id) {
    const struct network *network = find_network(fair, id);
    return network ? network->count[rank] : 0;
}

void sr_fair_each(const struct sr_fair *fair,
                  void (*each)(void *context, struct sr_waiting *waiting), void *context) {
    for (int i = 0; i < fair->busy_count; i++)
        for (const struct person *person = fair->busy[i]->people; person; person = person->next)
            for (int rank = 0; rank < SR_MOST_RANKS; rank++)
                for (struct sr_waiting *at = person->line[rank].first, *next; at; at = next) {
                    next = at->next;
                    each(context, at);
                }
}
