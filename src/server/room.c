/* Rooms: the map of them, who is in them, loading, waking and saving. What their hosts want is done
 * in errand.c. */
#include "room.h"
#include "cluster.h"
#include "room_parts.h"
#include "server/problems.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    CHAINS = 4096,
    KEPT_IDLE = 512,
    MOST_SAVING = 3000, /* milliseconds: a stop must not take long */
    LATE_AGAIN = 1000   /* milliseconds until a room is looked at again that did not wake */
};

struct sr_rooms {
    struct sr_server *server;
    pthread_mutex_t lock;
    int count;
    struct sr_room *chain[CHAINS];
};

/* ---- the map ---- */

static uint32_t chain_of(const char *id) {
    uint32_t hash = 2166136261u;
    for (; *id; id++)
        hash = (hash ^ (uint8_t)*id) * 16777619u;
    return hash % CHAINS;
}

struct sr_rooms *sr_rooms_open(struct sr_server *server) {
    struct sr_rooms *rooms = calloc(1, sizeof *rooms);
    if (!rooms)
        return NULL;
    rooms->server = server;
    pthread_mutex_init(&rooms->lock, NULL);
    return rooms;
}

static void room_free(struct sr_room *room) {
    sr_host_free(room->host);
    pthread_cond_destroy(&room->left);
    free(room);
}

void sr_rooms_close(struct sr_rooms *rooms) {
    if (!rooms)
        return;
    for (int i = 0; i < CHAINS; i++)
        while (rooms->chain[i]) {
            struct sr_room *room = rooms->chain[i];
            rooms->chain[i] = room->next;
            room_free(room);
        }
    pthread_mutex_destroy(&rooms->lock);
    free(rooms);
}

int sr_rooms_count(struct sr_rooms *rooms) {
    pthread_mutex_lock(&rooms->lock);
    int count = rooms->count;
    pthread_mutex_unlock(&rooms->lock);
    return count;
}

/* With the map locked. */
static struct sr_room *find_room(const struct sr_rooms *rooms, const char *id) {
    struct sr_room *room = rooms->chain[chain_of(id)];
    while (room && strcmp(room->id, id) != 0)
        room = room->next;
    return room;
}

/* Finds or makes the room, with one use more, under the lock of the map. */
static struct sr_room *use_room(struct sr_rooms *rooms, const char *id) {
    struct sr_room **chain = &rooms->chain[chain_of(id)], *room = find_room(rooms, id);
    if (!room && (room = calloc(1, sizeof *room))) {
        snprintf(room->id, sizeof room->id, "%s", id);
        room->server = rooms->server;
        pthread_cond_init(&room->left, NULL);
        room->put_off_last = &room->put_off;
        room->next = *chain;
        *chain = room;
        rooms->count++;
    }
    if (room)
        room->uses++;
    return room;
}

/* The same: waits until nobody else is in it. */
static void occupy(struct sr_rooms *rooms, struct sr_room *room) {
    while (room->held && pthread_cond_wait(&room->left, &rooms->lock) == 0)
        continue;
    room->held = true;
}

/* The same: if somebody is in it, this waits until they leave, and nobody waits with it. */
static bool put_off(struct sr_room *room, struct sr_waiting *waiting) {
    if (!room || !room->held)
        return false;
    sr_workers_put_off(waiting);
    waiting->next = NULL;
    *room->put_off_last = waiting;
    room->put_off_last = &waiting->next;
    return true;
}

bool sr_room_put_off(struct sr_server *server, const char *id, struct sr_waiting *waiting) {
    struct sr_rooms *rooms = server->rooms;
    pthread_mutex_lock(&rooms->lock);
    bool later = put_off(find_room(rooms, id), waiting);
    pthread_mutex_unlock(&rooms->lock);
    return later;
}

bool sr_room_claim(struct sr_server *server, const char *id, struct sr_waiting *waiting,
                   struct sr_room **room) {
    struct sr_rooms *rooms = server->rooms;
    pthread_mutex_lock(&rooms->lock);
    bool later = put_off(find_room(rooms, id), waiting);
    *room = later ? NULL : use_room(rooms, id);
    if (*room)
        (*room)->held = true;
    pthread_mutex_unlock(&rooms->lock);
    return !later;
}

/* Somebody else may come in, and what was put off can be done. Rooms that nobody uses are kept
 * while they are few, unless they never loaded. */
void sr_room_leave(struct sr_room *room) {
    struct sr_rooms *rooms = room->server->rooms;
    bool useless =
        !room->host || (!sr_host_is_whole(room->host, NULL) && atomic_load(&room->wake) == 0);
    pthread_mutex_lock(&rooms->lock);
    room->held = false;
    pthread_cond_signal(&room->left);
    struct sr_waiting *put_off = room->put_off;
    room->put_off = NULL;
    room->put_off_last = &room->put_off;
    bool busy = atomic_load(&room->wake) != 0;
    bool gone = --room->uses == 0 && (useless || (rooms->count > KEPT_IDLE && !busy));
    if (gone) {
        struct sr_room **at = &rooms->chain[chain_of(room->id)];
        while (*at != room)
            at = &(*at)->next;
        *at = room->next;
        rooms->count--;
    }
    pthread_mutex_unlock(&rooms->lock);
    if (gone)
        room_free(room);
    while (put_off) {
        struct sr_waiting *next = put_off->next;
        sr_workers_return(put_off);
        put_off = next;
    }
}

/* ---- entering ---- */

bool sr_room_reload(struct sr_room *room, struct sr_error *error) {
    struct sr_errand errand = {.room = room};
    room->fence = sr_cluster_fence(room->server->cluster, room->id);
    struct sr_host_plan plan = {.id = room->id,
                                .grace = room->server->grace,
                                .shared = room->server->cluster != NULL,
                                .follows = room->server->cluster && room->fence == 0};
    if (room->host && sr_host_viewers(room->host) == 0) {
        sr_host_free(room->host);
        room->host = NULL;
    }
    if (!room->host) {
        room->thinking = -1;
        room->host = sr_host_new(&plan);
    }
    if (!room->host)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    sr_errand_run(&errand, NULL);
    if (!room->host)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    return sr_host_is_whole(room->host, error);
}

bool sr_room_load(struct sr_room *room, struct sr_error *error) {
    bool whole = room->host && sr_host_is_whole(room->host, NULL);
    if (whole || sr_room_reload(room, error))
        return true;
    bool watched = room->host && sr_host_viewers(room->host) > 0;
    if (!watched)
        atomic_store(&room->wake, 0);
    return false;
}

struct sr_room *sr_room_enter(struct sr_server *server, const char *id, struct sr_error *error) {
    struct sr_rooms *rooms = server->rooms;
    if (strlen(id) >= SR_TABLE_ID_BYTES) {
        sr_fail(error, SR_PROBLEM_NO_TABLE, NULL);
        return NULL;
    }
    pthread_mutex_lock(&rooms->lock);
    struct sr_room *room = use_room(rooms, id);
    if (room)
        occupy(rooms, room);
    pthread_mutex_unlock(&rooms->lock);
    if (!room) {
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        return NULL;
    }
    if (sr_room_load(room, error))
        return room;
    sr_room_leave(room);
    return NULL;
}

struct sr_room *sr_room_enter_fresh(struct sr_server *server, const char *id,
                                    struct sr_error *error) {
    struct sr_room *room = server->cluster ? sr_room_enter_loaded(server, id) : NULL;
    if (!room)
        return sr_room_enter(server, id, error);
    if (sr_room_refresh(room, error))
        return room;
    sr_room_leave(room);
    return NULL;
}

bool sr_room_refresh(struct sr_room *room, struct sr_error *error) {
    bool whole = room->host && sr_host_is_whole(room->host, NULL);
    if (!whole)
        return sr_room_load(room, error);
    if (room->server->cluster)
        sr_room_catch_up(room);
    return room->host && sr_host_is_whole(room->host, error);
}

struct sr_room *sr_room_enter_loaded(struct sr_server *server, const char *id) {
    struct sr_rooms *rooms = server->rooms;
    pthread_mutex_lock(&rooms->lock);
    struct sr_room *room = find_room(rooms, id);
    if (room) {
        room->uses++;
        occupy(rooms, room);
    }
    pthread_mutex_unlock(&rooms->lock);
    if (!room)
        return NULL;
    if (room->host && sr_host_is_whole(room->host, NULL))
        return room;
    sr_room_leave(room);
    return NULL;
}

void sr_rooms_list(struct sr_rooms *rooms, sr_store_each_id *each, void *context) {
    pthread_mutex_lock(&rooms->lock);
    bool more = true;
    for (int i = 0; i < CHAINS && more; i++)
        for (struct sr_room *room = rooms->chain[i]; room && more; room = room->next)
            more = each(context, room->id);
    pthread_mutex_unlock(&rooms->lock);
}

/* ---- sockets and requests ---- */

void sr_room_arrive(struct sr_room *room, struct sr_socket *socket,
                    const struct sr_sequel *sequel) {
    const struct sr_visitor *visitor = sr_socket_visitor(socket);
    struct sr_input input = {.kind = SR_INPUT_ARRIVES};
    input.arrives.viewer = sr_viewer_of(socket);
    input.arrives.guest.person = visitor->person;
    input.arrives.guest.lang = visitor->lang;
    input.arrives.seat = visitor->seat;
    input.arrives.after = visitor->after;
    if (room->server->cluster)
        sr_room_look_around(room);
    sr_room_give(room, &input, sequel);
}

bool sr_room_admits(struct sr_room *room, struct sr_socket *socket) {
    if (!room->host)
        sr_socket_hang_up(socket); /* out of memory: it was not let in, and shall try again */
    if (!room->host || !sr_host_is_watched_by(room->host, sr_viewer_of(socket)))
        return false;
    sr_room_note_presence(room, sr_socket_visitor(socket)->person.id, true);
    pthread_mutex_lock(&room->server->rooms->lock);
    room->uses++;
    pthread_mutex_unlock(&room->server->rooms->lock);
    return true;
}

void sr_room_depart(struct sr_room *room, struct sr_socket *socket,
                    const struct sr_sequel *sequel) {
    struct sr_input input = {.kind = SR_INPUT_DEPARTS};
    input.departs.viewer = sr_viewer_of(socket);
    sr_room_note_presence(room, sr_socket_visitor(socket)->person.id, false);
    pthread_mutex_lock(&room->server->rooms->lock);
    room->uses--; /* whoever is in it has one more */
    pthread_mutex_unlock(&room->server->rooms->lock);
    sr_room_give(room, &input, sequel);
}

void sr_room_say(struct sr_room *room, struct sr_socket *socket, const struct sr_message *message,
                 const struct sr_sequel *sequel) {
    struct sr_input input = {.kind = SR_INPUT_SAYS};
    input.says.viewer = sr_viewer_of(socket);
    input.says.message = message;
    sr_room_give(room, &input, sequel);
}

bool sr_room_ask(struct sr_room *room, const struct sr_guest *guest, bool invited,
                 const struct sr_message *message, struct sr_answer *answered) {
    struct sr_errand errand = {.room = room, .answer = answered};
    struct sr_input input = sr_input_of(SR_INPUT_SAYS, 0);
    *answered = (struct sr_answer){0};
    sr_fail(&answered->error, SR_PROBLEM_MEMORY, NULL); /* unless it is answered */
    input.says.caller = 1;                              /* the only one while the room is locked */
    input.says.guest = *guest;
    input.says.invited = invited;
    input.says.message = message;
    if (message->say == SR_MESSAGE_FORK)
        sr_random_bytes(input.says.chance, sizeof input.says.chance);
    sr_errand_run(&errand, &input);
    return answered->error.problem == SR_FINE;
}

/* ---- waking and saving ---- */

/* Up to SR_BATCH rooms whose time has come. */
static int list_due(struct sr_rooms *rooms, int64_t now, char (*id)[SR_TABLE_ID_BYTES]) {
    int count = 0;
    pthread_mutex_lock(&rooms->lock);
    for (int i = 0; i < CHAINS && count < SR_BATCH; i++)
        for (struct sr_room *room = rooms->chain[i]; room && count < SR_BATCH; room = room->next) {
            int64_t wake = atomic_load(&room->wake);
            if (wake != 0 && wake <= now)
                memcpy(id[count++], room->id, SR_TABLE_ID_BYTES);
        }
    pthread_mutex_unlock(&rooms->lock);
    return count;
}

/* Gives the host of a table an input of this kind, at this time. */
static void give(struct sr_server *server, const char *id, enum sr_input_kind kind, int64_t now,
                 struct sr_batch *batch) {
    struct sr_error error = {0};
    struct sr_room *room = sr_room_enter(server, id, &error);
    struct sr_errand errand = {.room = room, .batch = batch};
    struct sr_input input = sr_input_of(kind, 0);
    if (!room)
        return;
    input.now = now;
    if (kind == SR_INPUT_SAVED)
        input.saved.answer = SR_STORE_BROKEN;
    sr_errand_run(&errand, &input);
    int64_t wake = atomic_load(&room->wake);
    if (wake != 0 && wake <= now)
        atomic_store(&room->wake, now + LATE_AGAIN);
    sr_room_leave(room);
}

/* What could not be stored is tried again later. False: the store did not take it. */
static bool store_batch(struct sr_server *server, struct sr_batch *batch) {
    bool fine = batch->count == 0 ||
                sr_store_save_positions(server->store, batch->saved, batch->count) == SR_STORE_DONE;
    if (!fine) {
        char complaint[200];
        sr_store_complaint(server->store, complaint, sizeof complaint);
        sr_log("warning", "positions were not saved", "why", complaint, NULL);
    }
    for (int i = 0; i < batch->count; i++) {
        if (!fine)
            give(server, batch->saved[i].id, SR_INPUT_SAVED, sr_milliseconds(), NULL);
        free(batch->saved[i].position);
    }
    batch->count = 0;
    return fine;
}

void sr_rooms_tick(struct sr_server *server, int64_t now) {
    char id[SR_BATCH][SR_TABLE_ID_BYTES];
    struct sr_batch batch = {.count = 0};
    int count = SR_BATCH;
    while (count == SR_BATCH) {
        count = list_due(server->rooms, now, id);
        for (int i = 0; i < count; i++)
            give(server, id[i], SR_INPUT_TICK, now, &batch);
        if (!store_batch(server, &batch))
            break;
    }
}

struct id_list {
    size_t count, room;
    char (*id)[SR_TABLE_ID_BYTES];
};

static bool list_id(void *context, const char *id) {
    struct id_list *list = context;
    if (list->count == list->room) {
        size_t wanted = list->room ? 2 * list->room : SR_BATCH;
        void *grown = realloc(list->id, wanted * sizeof *list->id);
        if (!grown)
            return false;
        list->id = grown;
        list->room = wanted;
    }
    snprintf(list->id[list->count++], SR_TABLE_ID_BYTES, "%s", id);
    return true;
}

void sr_rooms_save_all(struct sr_server *server) {
    struct id_list list = {0};
    struct sr_batch batch = {.count = 0};
    size_t done = 0;
    bool fine = true;
    int64_t until = sr_milliseconds() + MOST_SAVING;
    sr_store_list_unsaved(server->store, list_id, &list);
    while (fine && done < list.count && sr_milliseconds() < until) {
        size_t end = list.count - done < SR_BATCH ? list.count : done + SR_BATCH;
        for (size_t i = done; i < end; i++)
            give(server, list.id[i], SR_INPUT_STOPPING, sr_milliseconds(), &batch);
        fine = store_batch(server, &batch);
        done = fine ? end : done;
    }
    if (done < list.count) {
        char count[24], all[24];
        snprintf(count, sizeof count, "%zu", done);
        snprintf(all, sizeof all, "%zu", list.count);
        sr_log("warning", "positions were not all saved", "saved", count, "of", all, NULL);
    }
    free(list.id);
}
