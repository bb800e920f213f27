/* Many nodes on one store: see cluster.h. One thread gives signs of life and looks for tables that
 * nobody acts for; a few others do what it, and the change feed, found to do. */
#include "cluster.h"
#include "host/problems.h"
#include "room_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    FOLLOWERS = 4,
    CHAINS = 1024,
    BEAT_EVERY = 1000,  /* milliseconds */
    SWEEP_EVERY = 3000, /* everything is looked at, in case that news were lost */
    MOST_CLAIMS = 64,   /* orphans that are taken at once: others want some too */
    IDS_AT_ONCE = 64,
    MOST_ID = 24
};

/* What is known of a table, or is to be done about it. */
enum task { TASK_NONE, TASK_LOOK, TASK_CLAIM, TASK_PERSON };
struct item {
    struct item *next;  /* in its chain */
    struct item *after; /* in the queue */
    char id[MOST_ID];   /* of a table; "#" and the number of a person */
    int64_t fence;      /* by which this node acts for it; 0: it does not */
    enum task task;
    bool queued;
    bool beyond; /* it is played by rules that only a newer program has: others act for it */
};

struct sr_cluster {
    struct sr_server *server;
    pthread_t beats, followers[FOLLOWERS];
    int followers_count;
    bool beating;
    pthread_mutex_t lock; /* all that follows */
    pthread_cond_t wanted, stopping;
    struct item *chain[CHAINS];
    struct item *first, **last;
    int64_t node;
    bool closing, draining, missed;
};

/* ---- what is known of tables ---- */

static uint32_t chain_of(const char *id) {
    uint32_t hash = 2166136261u;
    for (; *id; id++)
        hash = (hash ^ (uint8_t)*id) * 16777619u;
    return hash % CHAINS;
}

/* With the lock held; NULL: it is not known, or there is no memory. */
static struct item *find(struct sr_cluster *cluster, const char *id, bool makes) {
    struct item **chain = &cluster->chain[chain_of(id)], *item = *chain;
    while (item && strcmp(item->id, id) != 0)
        item = item->next;
    if (!item && makes && strlen(id) < MOST_ID && (item = calloc(1, sizeof *item))) {
        snprintf(item->id, sizeof item->id, "%s", id);
        item->next = *chain;
        *chain = item;
    }
    return item;
}

/* What is not ours, and has nothing to be done, is forgotten. */
static void forget(struct sr_cluster *cluster, struct item *item) {
    if (item->fence || item->queued || item->beyond)
        return;
    struct item **at = &cluster->chain[chain_of(item->id)];
    while (*at != item)
        at = &(*at)->next;
    *at = item->next;
    free(item);
}

/* With the lock held. However often, it is done once. */
static void enqueue(struct sr_cluster *cluster, const char *id, enum task task) {
    struct item *item = find(cluster, id, true);
    if (!item)
        return;
    if (task > item->task)
        item->task = task;
    if (item->queued)
        return;
    item->queued = true;
    item->after = NULL;
    *cluster->last = item;
    cluster->last = &item->after;
    pthread_cond_signal(&cluster->wanted);
}

static void add_task(struct sr_cluster *cluster, const char *id, enum task task) {
    pthread_mutex_lock(&cluster->lock);
    enqueue(cluster, id, task);
    pthread_mutex_unlock(&cluster->lock);
}

int64_t sr_cluster_node(const struct sr_cluster *cluster) {
    return cluster ? cluster->node : 0;
}

int64_t sr_cluster_fence(struct sr_cluster *cluster, const char *id) {
    if (!cluster)
        return 0;
    pthread_mutex_lock(&cluster->lock);
    const struct item *item = find(cluster, id, false);
    int64_t fence = item ? item->fence : 0;
    pthread_mutex_unlock(&cluster->lock);
    return fence;
}

static void set_fence(struct sr_cluster *cluster, const char *id, int64_t fence) {
    pthread_mutex_lock(&cluster->lock);
    struct item *item = find(cluster, id, fence != 0);
    if (item) {
        item->fence = fence;
        forget(cluster, item);
    }
    pthread_mutex_unlock(&cluster->lock);
}

void sr_cluster_want(struct sr_cluster *cluster, const char *id) {
    if (cluster)
        add_task(cluster, id, TASK_CLAIM);
}

void sr_cluster_doubt(struct sr_cluster *cluster, struct sr_room *room) {
    if (!cluster)
        return;
    set_fence(cluster, room->id, 0);
    sr_room_own(room, 0);
    add_task(cluster, room->id, TASK_CLAIM); /* perhaps it is ours all the same */
}

bool sr_cluster_is_first(struct sr_cluster *cluster) {
    bool first = true;
    if (cluster &&
        sr_store_is_first_node(cluster->server->store, cluster->node, &first) != SR_STORE_DONE)
        first = false;
    return first;
}

/* ---- following ---- */

/* The feed's own thread only notes what was heard. */
static void hear(void *context, enum sr_news news, const char *id) {
    struct sr_cluster *cluster = context;
    char person[MOST_ID];
    pthread_mutex_lock(&cluster->lock);
    if (news == SR_NEWS_TABLE) {
        enqueue(cluster, id, TASK_LOOK);
    } else if (news == SR_NEWS_PERSON) {
        snprintf(person, sizeof person, "#%.20s", id);
        enqueue(cluster, person, TASK_PERSON);
    } else {
        cluster->missed = true;
        pthread_cond_signal(&cluster->stopping);
    }
    pthread_mutex_unlock(&cluster->lock);
}

/* A table that this node acts for is loaded for it; others only if somebody here looks at them. */
static void look_at(struct sr_cluster *cluster, const char *id) {
    struct sr_server *server = cluster->server;
    struct sr_error error = {0};
    struct sr_room *room = sr_cluster_fence(cluster, id) ? sr_room_enter_fresh(server, id, &error)
                                                         : sr_room_enter_loaded(server, id);
    if (!room)
        return;
    sr_room_catch_up(room);
    bool whole = room->host && sr_host_is_whole(room->host, NULL);
    if (whole && sr_host_viewers(room->host) > 0)
        sr_room_look_around(room);
    bool over = whole && sr_host_row(room->host)->status != SR_TABLE_PLAYING;
    sr_room_leave(room);
    if (over)
        set_fence(cluster, id, 0);
    if (!whole) /* it was set aside */
        sr_sockets_dismiss(server->sockets, &(struct sr_dismissal){.table = id});
}

/* While programs are replaced one after the other, a newer one may have begun games that this one
 * cannot play. Whoever can shall have the lease, and it is not asked for again. */
static void leave_to_newer(struct sr_cluster *cluster, const char *id, int64_t node) {
    set_fence(cluster, id, 0);
    pthread_mutex_lock(&cluster->lock);
    struct item *item = find(cluster, id, true);
    if (item)
        item->beyond = true;
    pthread_mutex_unlock(&cluster->lock);
    sr_store_drop_lease(cluster->server->store, id, node);
}

/* Takes the lease, if it can be had, and lets the room act by it. */
static void claim(struct sr_cluster *cluster, const char *id) {
    struct sr_server *server = cluster->server;
    struct sr_error error = {0};
    int64_t fence = 0;
    pthread_mutex_lock(&cluster->lock);
    int64_t node = cluster->node;
    bool may = !cluster->draining && !cluster->closing;
    pthread_mutex_unlock(&cluster->lock);
    if (!may || sr_store_take_lease(server->store, id, node, &fence) != SR_STORE_DONE) {
        look_at(cluster, id);
        return;
    }
    set_fence(cluster, id, fence);
    struct sr_room *room = sr_room_enter_fresh(server, id, &error);
    if (!room) {
        if (error.problem == SR_PROBLEM_NEWER_RULES)
            leave_to_newer(cluster, id, node);
        return;
    }
    sr_room_own(room, fence);
    sr_room_leave(room);
}

static void do_task(struct sr_cluster *cluster, const char *id, enum task task) {
    switch (task) {
    case TASK_NONE:
        break;
    case TASK_LOOK:
        look_at(cluster, id);
        break;
    case TASK_CLAIM:
        claim(cluster, id);
        break;
    case TASK_PERSON:
        sr_sockets_look_again(cluster->server->sockets, cluster->server->store,
                              strtoll(id + 1, NULL, 10));
        break;
    }
}

static void *follow(void *context) {
    struct sr_cluster *cluster = context;
    pthread_mutex_lock(&cluster->lock);
    for (;;) {
        while (!cluster->first && !cluster->closing)
            pthread_cond_wait(&cluster->wanted, &cluster->lock);
        if (cluster->closing)
            break;
        struct item *item = cluster->first;
        cluster->first = item->after;
        if (!cluster->first)
            cluster->last = &cluster->first;
        char id[MOST_ID];
        memcpy(id, item->id, sizeof id);
        enum task task = item->task;
        item->queued = false;
        item->task = TASK_NONE;
        forget(cluster, item);
        pthread_mutex_unlock(&cluster->lock);
        do_task(cluster, id, task);
        pthread_mutex_lock(&cluster->lock);
    }
    pthread_mutex_unlock(&cluster->lock);
    return NULL;
}

/* ---- signs of life ---- */

static bool claim_orphan(void *context, const char *id) {
    struct sr_cluster *cluster = context;
    pthread_mutex_lock(&cluster->lock);
    const struct item *item = find(cluster, id, false);
    if (!item || !item->beyond)
        enqueue(cluster, id, TASK_CLAIM);
    pthread_mutex_unlock(&cluster->lock);
    return true;
}

/* It was given up while it slept: whatever it acted for is another's by now, or soon again ours. */
static void begin_anew(struct sr_cluster *cluster) {
    int64_t node = 0;
    if (sr_store_add_node(cluster->server->store, SERAI_VERSION, &node) != SR_STORE_DONE)
        return;
    pthread_mutex_lock(&cluster->lock);
    cluster->node = node;
    for (int i = 0; i < CHAINS; i++)
        for (struct item *item = cluster->chain[i]; item; item = item->next)
            if (item->fence)
                enqueue(cluster, item->id, TASK_CLAIM);
    pthread_mutex_unlock(&cluster->lock);
}

/* Tables in memory, some at a time. */
struct sweep {
    struct sr_cluster *cluster;
    size_t count, room;
    char (*id)[SR_TABLE_ID_BYTES];
};

static bool sweep_room(void *context, const char *id) {
    struct sweep *sweep = context;
    if (sweep->count == sweep->room) {
        size_t wanted = sweep->room ? 2 * sweep->room : IDS_AT_ONCE;
        void *grown = realloc(sweep->id, wanted * sizeof *sweep->id);
        if (!grown)
            return false;
        sweep->id = grown;
        sweep->room = wanted;
    }
    size_t length = strlen(id);
    if (length < SR_TABLE_ID_BYTES)
        memcpy(sweep->id[sweep->count++], id, length + 1);
    return true;
}

/* Is a room behind what is stored? Another thread catches up then. */
static bool compare(void *context, const struct sr_table_state *state) {
    struct sr_cluster *cluster = context;
    struct sr_room *room = sr_room_enter_loaded(cluster->server, state->id);
    if (!room)
        return true;
    bool behind = state->number > sr_host_number(room->host) ||
                  state->line > sr_host_line(room->host) ||
                  state->revision != sr_host_row(room->host)->revision;
    sr_room_leave(room);
    if (behind)
        add_task(cluster, state->id, TASK_LOOK);
    return true;
}

/* Everything in memory, whatever was heard or not. */
static void sweep_all(struct sr_cluster *cluster, bool missed) {
    struct sweep sweep = {.cluster = cluster};
    char ids[IDS_AT_ONCE * SR_TABLE_ID_BYTES];
    sr_rooms_list(cluster->server->rooms, sweep_room, &sweep);
    for (size_t i = 0; i < sweep.count;) {
        size_t length = 0;
        for (size_t end = i + IDS_AT_ONCE; i < sweep.count && i < end; i++) {
            length += (size_t)snprintf(ids + length, sizeof ids - length, "%s%s", length ? "," : "",
                                       sweep.id[i]);
            if (missed)
                add_task(cluster, sweep.id[i], TASK_LOOK);
        }
        sr_store_list_states(cluster->server->store, ids, compare, cluster);
    }
    free(sweep.id);
}

/* Signs of life came late: whoever looked meanwhile at who is there took nobody here for there, and
 * hears nothing of it that we are well again. */
static void say_who_is_here(struct sr_cluster *cluster) {
    struct sweep sweep = {.cluster = cluster};
    sr_rooms_list(cluster->server->rooms, sweep_room, &sweep);
    for (size_t i = 0; i < sweep.count; i++) {
        struct sr_room *room = sr_room_enter_loaded(cluster->server, sweep.id[i]);
        if (!room)
            continue;
        sr_room_note_all_presence(room);
        sr_room_leave(room);
    }
    free(sweep.id);
}

/* One sign of life. */
static void renew(struct sr_cluster *cluster, int64_t *renewed) {
    enum sr_store_answer answer = sr_store_renew_node(cluster->server->store, cluster->node);
    if (answer != SR_STORE_DONE && answer != SR_STORE_MISSING)
        return;
    if (answer == SR_STORE_MISSING)
        begin_anew(cluster);
    int64_t now = sr_milliseconds();
    if (answer == SR_STORE_MISSING || now - *renewed >= SR_LEASE_SECONDS * 1000)
        say_who_is_here(cluster);
    *renewed = now;
}

/* Waits for the next beat, unless it is time to stop or news were missed. */
static bool rest(struct sr_cluster *cluster, bool *missed) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += BEAT_EVERY / 1000;
    pthread_mutex_lock(&cluster->lock);
    if (!cluster->closing && !cluster->missed)
        pthread_cond_timedwait(&cluster->stopping, &cluster->lock, &until);
    *missed = cluster->missed;
    cluster->missed = false;
    bool goes_on = !cluster->closing;
    pthread_mutex_unlock(&cluster->lock);
    return goes_on;
}

static void *beat(void *context) {
    struct sr_cluster *cluster = context;
    struct sr_store *store = cluster->server->store;
    int64_t swept = 0, renewed = sr_milliseconds();
    bool missed = false;
    do {
        renew(cluster, &renewed);
        int nodes;
        if (sr_store_count_nodes(store, &nodes) == SR_STORE_DONE)
            sr_limits_part(cluster->server->limits, nodes);
        pthread_mutex_lock(&cluster->lock);
        bool takes = !cluster->draining && !cluster->closing;
        pthread_mutex_unlock(&cluster->lock);
        if (takes)
            sr_store_list_orphans(store, MOST_CLAIMS, claim_orphan, cluster);
        if (missed || sr_milliseconds() - swept >= SWEEP_EVERY) {
            sweep_all(cluster, missed);
            swept = sr_milliseconds();
        }
    } while (rest(cluster, &missed));
    return NULL;
}

/* ---- letting go ---- */

/* Every room stops acting, having saved its position; then the leases are given back, and others
 * take them at once. */
static void let_go(struct sr_cluster *cluster) {
    struct sweep owned = {.cluster = cluster};
    pthread_mutex_lock(&cluster->lock);
    for (int i = 0; i < CHAINS; i++)
        for (struct item *item = cluster->chain[i]; item; item = item->next)
            if (item->fence)
                sweep_room(&owned, item->id);
    pthread_mutex_unlock(&cluster->lock);
    for (size_t i = 0; i < owned.count; i++) {
        struct sr_room *room = sr_room_enter_loaded(cluster->server, owned.id[i]);
        if (room) {
            sr_room_take(room, &(struct sr_input){.kind = SR_INPUT_STOPPING});
            sr_room_own(room, 0);
            sr_room_leave(room);
        }
        set_fence(cluster, owned.id[i], 0);
    }
    free(owned.id);
    sr_store_drop_leases(cluster->server->store, cluster->node);
}

void sr_cluster_drain(struct sr_cluster *cluster, bool drains) {
    if (!cluster)
        return;
    pthread_mutex_lock(&cluster->lock);
    cluster->draining = drains;
    pthread_mutex_unlock(&cluster->lock);
    if (drains)
        let_go(cluster);
}

/* ---- opening and closing ---- */

struct sr_cluster *sr_cluster_open(struct sr_server *server, struct sr_error *error) {
    struct sr_cluster *cluster = calloc(1, sizeof *cluster);
    if (!cluster) {
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        return NULL;
    }
    cluster->server = server;
    cluster->last = &cluster->first;
    pthread_mutex_init(&cluster->lock, NULL);
    pthread_cond_init(&cluster->wanted, NULL);
    pthread_condattr_t steady; /* a time of day that jumps must not keep it waiting */
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&cluster->stopping, &steady);
    pthread_condattr_destroy(&steady);
    enum sr_store_answer answer = sr_store_add_node(server->store, SERAI_VERSION, &cluster->node);
    if (answer == SR_STORE_DONE)
        return cluster;
    if (answer != SR_STORE_MISSING)
        sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    free(cluster);
    return NULL;
}

bool sr_cluster_start(struct sr_cluster *cluster, struct sr_error *error) {
    bool fine = sr_store_listen(cluster->server->store, hear, cluster);
    while (fine && cluster->followers_count < FOLLOWERS) {
        fine = pthread_create(&cluster->followers[cluster->followers_count], NULL, follow,
                              cluster) == 0;
        cluster->followers_count += fine;
    }
    cluster->beating = fine && pthread_create(&cluster->beats, NULL, beat, cluster) == 0;
    return cluster->beating ? true : sr_fail(error, SR_PROBLEM_MEMORY, NULL);
}

void sr_cluster_stop(struct sr_cluster *cluster) {
    if (!cluster)
        return;
    pthread_mutex_lock(&cluster->lock);
    cluster->closing = true;
    pthread_cond_broadcast(&cluster->wanted);
    pthread_cond_broadcast(&cluster->stopping);
    pthread_mutex_unlock(&cluster->lock);
    if (cluster->beating)
        pthread_join(cluster->beats, NULL);
    for (int i = 0; i < cluster->followers_count; i++)
        pthread_join(cluster->followers[i], NULL);
    cluster->beating = false;
    cluster->followers_count = 0;
}

void sr_cluster_close(struct sr_cluster *cluster) {
    if (!cluster)
        return;
    sr_cluster_stop(cluster);
    sr_store_listen(cluster->server->store, NULL, NULL);
    sr_store_drop_node(cluster->server->store, cluster->node);
    for (int i = 0; i < CHAINS; i++)
        while (cluster->chain[i]) {
            struct item *item = cluster->chain[i];
            cluster->chain[i] = item->next;
            free(item);
        }
    pthread_mutex_destroy(&cluster->lock);
    pthread_cond_destroy(&cluster->wanted);
    pthread_cond_destroy(&cluster->stopping);
    free(cluster);
}
