/* Clocks: one thread looks every half second whose time is up, at tables and on connections, and
 * which positions should be saved.
 * Deadlines are kept by the rooms, on a clock that never goes back; tables with a clock are loaded
 * at the start, so that nobody has to look at a table for its time to run. */
#include "room.h"

#include <stdio.h>
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

static bool fits(int64_t number, int64_t low, int64_t high) {
    return number >= low && number <= high;
}

struct sr_clock sr_clock_read(const char *text) {
    struct sr_clock clock = {SR_CLOCK_NONE, 0, 0};
    char word[8], again[SR_CLOCK_BYTES];
    long long first, second = 0;
    int count = sscanf(text, "%7s %lld %lld", word, &first, &second);
    if (count == 2 && strcmp(word, "turn") == 0 && fits(first, SR_LEAST_TURN, SR_MOST_TURN))
        clock = (struct sr_clock){SR_CLOCK_TURN, first, 0};
    else if (count == 2 && strcmp(word, "days") == 0 && fits(first, 1, SR_MOST_DAYS))
        clock = (struct sr_clock){SR_CLOCK_DAYS, 86400 * first, 0};
    else if (count == 3 && strcmp(word, "game") == 0 && fits(first, SR_LEAST_GAME, SR_MOST_GAME) &&
             fits(second, 0, SR_MOST_INCREMENT))
        clock = (struct sr_clock){SR_CLOCK_GAME, first, second};
    /* nothing may follow */
    sr_clock_write(clock, again);
    return strcmp(again, text) == 0 ? clock : (struct sr_clock){SR_CLOCK_NONE, 0, 0};
}

void sr_clock_write(struct sr_clock clock, char text[SR_CLOCK_BYTES]) {
    long long seconds = clock.seconds, increment = clock.increment;
    switch (clock.kind) {
    case SR_CLOCK_NONE:
        snprintf(text, SR_CLOCK_BYTES, "none");
        break;
    case SR_CLOCK_TURN:
        snprintf(text, SR_CLOCK_BYTES, "turn %lld", seconds);
        break;
    case SR_CLOCK_DAYS:
        snprintf(text, SR_CLOCK_BYTES, "days %lld", seconds / 86400);
        break;
    case SR_CLOCK_GAME:
        snprintf(text, SR_CLOCK_BYTES, "game %lld %lld", seconds, increment);
        break;
    }
}

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

static void *look(void *context) {
    struct sr_clocks *clocks = context;
    int64_t tidied =
        sr_milliseconds() + TIDY_AFTER; /* whoever waits for the server may come back */
    int64_t start = boot_time();
    load_clocked(clocks->server);
    while (!atomic_load(&clocks->closing)) {
        char id[SR_TABLE_ID_BYTES];
        while (!atomic_load(&clocks->closing) && sr_rooms_find_late(clocks->server->rooms, id)) {
            struct sr_error error;
            struct sr_room *room = sr_room_enter(clocks->server, id, &error);
            if (!room)
                break;
            sr_room_time_up(room);
            sr_room_leave(room);
        }
        sr_bots_wake(clocks->server->bots, sr_milliseconds());
        sr_patience_sweep(clocks->server->patience, sr_milliseconds());
        sr_rooms_save_due(clocks->server, sr_milliseconds());
        if (sr_milliseconds() - tidied >= TIDY_EVERY) {
            if (llabs(boot_time() - start) < MOST_JUMP)
                sr_tidy(clocks->server);
            tidied = sr_milliseconds();
        }
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
