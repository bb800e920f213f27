/* Clocks: one thread looks every half second which tables want to be woken, and who is late on
 * connections. Tables with a clock are loaded at the start, so that nobody has to look at a table
 * for its time to run. */
#include "cluster.h"
#include "room.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    LOOK_EVERY = 500, /* milliseconds, all three */
    TIDY_EVERY = 600000,
    TIDY_AFTER = 3600000,
    MOST_JUMP = 3600 /* seconds */
};

struct sr_clocks {
    struct sr_server *server;
    atomic_bool closing;
    pthread_t thread;
};

struct id_list {
    struct id_list *next;
    char id[SR_TABLE_ID_BYTES];
};

static bool list_clocked(void *context, const struct sr_table_row *row) {
    struct id_list **list = context;
    if (sr_clock_read(row->clock).kind == SR_CLOCK_NONE)
        return true;
    struct id_list *one = malloc(sizeof *one);
    if (!one)
        return false;
    memcpy(one->id, row->id, sizeof one->id);
    one->next = *list;
    *list = one;
    return true;
}

/* Entering a room sets its clock going. */
static void load_clocked(struct sr_server *server) {
    struct id_list *list = NULL;
    sr_store_list_playing(server->store, list_clocked, &list);
    while (list) {
        struct id_list *one = list;
        struct sr_error error;
        struct sr_room *room = sr_room_enter(server, one->id, &error);
        if (room)
            sr_room_leave(room);
        list = one->next;
        free(one);
    }
}

/* By the time of day, the second at which the steady clock began: the same always, unless the time
 * of day jumps. What is old is not known then, and nothing is thrown away. */
static int64_t boot_time(void) {
    return (int64_t)time(NULL) - sr_milliseconds() / 1000;
}

/* When it was tidied, and whether it ever may be again. */
struct tidying {
    int64_t last, start;
    bool jumped;
};

static void tidy(struct sr_server *server, struct tidying *tidying) {
    if (sr_milliseconds() - tidying->last < TIDY_EVERY)
        return;
    tidying->last = sr_milliseconds();
    if (llabs(boot_time() - tidying->start) < MOST_JUMP) {
        if (sr_cluster_is_first(server->cluster))
            sr_tidy(server);
    } else if (!tidying->jumped) {
        tidying->jumped = true;
        sr_log("warning", "the time of day has jumped: nothing old is thrown away", NULL);
    }
}

static void *look(void *context) {
    struct sr_clocks *clocks = context;
    /* whoever waits for the server may come back */
    struct tidying tidying = {.last = sr_milliseconds() + TIDY_AFTER, .start = boot_time()};
    if (!clocks->server->cluster)
        load_clocked(clocks->server);
    while (!atomic_load(&clocks->closing)) {
        sr_rooms_tick(clocks->server, sr_milliseconds());
        sr_bots_wake(clocks->server->bots, sr_milliseconds());
        sr_patience_sweep(clocks->server->patience, sr_milliseconds());
        tidy(clocks->server, &tidying);
        struct timespec pause = {0, LOOK_EVERY * 1000000L};
        nanosleep(&pause, NULL);
    }
    return NULL;
}

struct sr_clocks *sr_clocks_open(struct sr_server *server, struct sr_error *error) {
    struct sr_clocks *clocks = calloc(1, sizeof *clocks);
    if (clocks) {
        clocks->server = server;
        if (pthread_create(&clocks->thread, NULL, look, clocks) == 0)
            return clocks;
    }
    free(clocks);
    sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    return NULL;
}

void sr_clocks_close(struct sr_clocks *clocks) {
    if (!clocks)
        return;
    atomic_store(&clocks->closing, true);
    pthread_join(clocks->thread, NULL);
    free(clocks);
}
