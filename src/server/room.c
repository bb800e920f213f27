/* Rooms: the map of them, loading, and what their hosts want done. */
#include "room.h"
#include "cluster.h"
#include "room_parts.h"
#include "server/problems.h"

#include "routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    CHAINS = 4096,
    KEPT_IDLE = 512,
    BATCH = 64,         /* positions in one commit */
    MOST_SAVING = 3000, /* milliseconds: a stop must not take long */
    LATE_AGAIN = 1000   /* milliseconds until a room is looked at again that did not wake */
};

/* Positions that are saved together. */
struct batch {
    struct sr_saved saved[BATCH];
    int count;
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
    pthread_mutex_destroy(&room->lock);
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

/* Finds or makes the room, with one use more. */
static struct sr_room *use_room(struct sr_rooms *rooms, const char *id) {
    pthread_mutex_lock(&rooms->lock);
    struct sr_room **chain = &rooms->chain[chain_of(id)], *room = find_room(rooms, id);
    if (!room && (room = calloc(1, sizeof *room))) {
        snprintf(room->id, sizeof room->id, "%s", id);
        room->server = rooms->server;
        pthread_mutex_init(&room->lock, NULL);
        room->put_off_last = &room->put_off;
        room->next = *chain;
        *chain = room;
        rooms->count++;
    }
    if (room)
        room->uses++;
    pthread_mutex_unlock(&rooms->lock);
    return room;
}

bool sr_room_put_off(struct sr_server *server, const char *id, struct sr_waiting *waiting) {
    struct sr_rooms *rooms = server->rooms;
    pthread_mutex_lock(&rooms->lock);
    struct sr_room *room = find_room(rooms, id);
    bool storing = room && atomic_load(&room->storing);
    if (storing) {
        sr_workers_put_off(waiting);
        waiting->next = NULL;
        *room->put_off_last = waiting;
        room->put_off_last = &waiting->next;
    }
    pthread_mutex_unlock(&rooms->lock);
    return storing;
}

/* One use less. What was put off can be done now. Rooms that nobody uses are kept while they are
 * few, unless they never loaded. */
static void unuse_room(struct sr_room *room, bool useless) {
    struct sr_rooms *rooms = room->server->rooms;
    pthread_mutex_lock(&rooms->lock);
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

void sr_room_leave(struct sr_room *room) {
    pthread_mutex_unlock(&room->lock);
    unuse_room(room, false);
}

/* ---- what hosts want ---- */

static struct sr_input input_of(enum sr_input_kind kind, uint64_t ticket) {
    return (struct sr_input){
        .kind = kind, .now = sr_milliseconds(), .date = (int64_t)time(NULL), .ticket = ticket};
}

/* What is being carried out for a room. */
struct errand {
    struct sr_room *room;
    struct sr_effects effects;
    struct batch *batch; /* where positions go; NULL: to the store at once */
    struct sr_answer *answer;
    bool whole; /* the host has not run out of memory */
    bool lost;  /* another node acts for the table now */
};

static void take(struct errand *errand, const struct sr_input *input) {
    errand->whole = errand->whole && sr_host_take(errand->room->host, input, &errand->effects);
}

static void load(struct errand *errand, uint64_t ticket, bool with_saved) {
    struct sr_reading *reading = calloc(1, sizeof *reading);
    struct sr_input input = input_of(SR_INPUT_LOADED, ticket);
    input.loaded.answer =
        reading ? sr_reading_table(errand->room, reading, with_saved) : SR_STORE_BROKEN;
    if (reading) {
        input.loaded.row = &reading->row;
        input.loaded.entry = reading->entry;
        input.loaded.entries = reading->entries;
        input.loaded.checkpoint = reading->checkpoint.text ? &reading->checkpoint : NULL;
        input.loaded.saved = reading->saved.position ? &reading->saved : NULL;
        input.loaded.chat = reading->chat;
        input.loaded.chats = reading->chats;
        input.loaded.commitment = reading->commitment;
        input.loaded.asked = &reading->asked;
    }
    take(errand, &input);
    sr_reading_free(reading);
}

/* May this be written, and with which fence? Of many nodes only the one that acts for the table
 * writes what nobody asked for. */
static bool has_fence(const struct sr_room *room, bool own, int64_t *fence) {
    *fence = own ? room->fence : 0;
    return !own || !room->server->cluster || room->fence != 0;
}

static enum sr_store_answer append(const struct sr_room *room, const struct sr_effect *effect) {
    const struct sr_entry *entry = &effect->append.entry;
    bool back = entry->kind == SR_ENTRY_UNDO || entry->kind == SR_ENTRY_RETURN;
    int64_t fence;
    if (!has_fence(room, effect->own, &fence))
        return SR_STORE_CONFLICT;
    enum sr_store_answer answer =
        sr_store_add_entry_as(room->server->store, room->id, fence, entry,
                              effect->append.finishes ? &effect->append.result : NULL);
    if (answer == SR_STORE_DONE) {
        sr_count(back ? SR_COUNT_UNDOS : SR_COUNT_MOVES, 1);
        sr_count(SR_COUNT_BOT_MOVES, effect->append.by_bot);
    } else if (answer != SR_STORE_CONFLICT) {
        char complaint[200];
        sr_store_complaint(room->server->store, complaint, sizeof complaint);
        sr_log("error", "store cannot write", "table", room->id, "why", complaint, NULL);
    }
    return answer;
}

static enum sr_store_answer add_table(struct errand *errand, struct sr_table_row *row) {
    sr_route_draw_secrets(row);
    enum sr_store_answer answer = sr_store_add_table(errand->room->server->store, row);
    if (answer != SR_STORE_DONE)
        return answer;
    sr_log("info", "table made", "table", row->id, "game", row->game, NULL);
    if (errand->answer)
        errand->answer->made = true;
    return answer;
}

/* Changes what is kept, and tells the host how that went. */
static void keep(struct errand *errand, struct sr_effect *effect) {
    struct sr_room *room = errand->room;
    struct sr_store *store = room->server->store;
    enum sr_store_answer answer = SR_STORE_BROKEN;
    int64_t line = 0, fence;
    const char *id = NULL;
    atomic_store(&room->storing, true);
    switch (effect->kind) {
    case SR_EFFECT_APPEND:
        answer = append(room, effect);
        break;
    case SR_EFFECT_SET_CHAIR:
        answer = has_fence(room, effect->own, &fence)
                     ? sr_store_set_chair_as(store, room->id, fence, effect->set_chair.seat,
                                             &effect->set_chair.before, &effect->set_chair.after)
                     : SR_STORE_CONFLICT;
        break;
    case SR_EFFECT_SET_STATUS:
        answer = sr_store_set_status(store, room->id, effect->set_status.before,
                                     effect->set_status.after);
        if (answer == SR_STORE_DONE && effect->set_status.after == SR_TABLE_PLAYING)
            sr_cluster_want(room->server->cluster, room->id);
        break;
    case SR_EFFECT_SET_SHARED:
        answer = sr_store_set_shared(store, room->id, effect->set_shared.shared);
        break;
    case SR_EFFECT_SET_REMATCH:
        answer = sr_store_set_rematch(store, room->id, effect->set_rematch.id);
        break;
    case SR_EFFECT_ADD_TABLE:
        answer = add_table(errand, effect->add_table.row);
        id = effect->add_table.row->id;
        break;
    case SR_EFFECT_ADD_CHAT:
        answer = sr_store_add_chat(store, room->id, &effect->add_chat.chat);
        line = effect->add_chat.chat.number;
        sr_count(SR_COUNT_CHAT, answer == SR_STORE_DONE);
        break;
    case SR_EFFECT_SET_PETITION:
        answer = sr_store_set_petition(store, room->id, &effect->petition);
        break;
    case SR_EFFECT_REBASE:
        answer = sr_store_rebase(store, room->id, effect->position.number, effect->position.rules,
                                 effect->position.position);
        break;
    default:
        break;
    }
    errand->lost = errand->lost || (effect->own && answer == SR_STORE_CONFLICT);
    atomic_store(&room->storing, false);
    struct sr_input input = input_of(SR_INPUT_STORED, effect->ticket);
    input.stored.answer = answer;
    input.stored.line = line;
    input.stored.id = id;
    take(errand, &input);
}

static void save(struct errand *errand, struct sr_effect *effect) {
    struct sr_saved saved = {.number = effect->position.number,
                             .rules = effect->position.rules,
                             .position = effect->position.position};
    if (!has_fence(errand->room, true, &saved.fence))
        return;
    memcpy(saved.id, errand->room->id, sizeof saved.id);
    if (errand->batch && errand->batch->count < BATCH) {
        errand->batch->saved[errand->batch->count++] = saved;
        effect->position.position = NULL; /* the batch has it */
        return;
    }
    struct sr_input input = input_of(SR_INPUT_SAVED, effect->ticket);
    input.saved.answer = sr_store_save_positions(errand->room->server->store, &saved, 1);
    take(errand, &input);
}

/* Sockets are viewers by their address, which is theirs alone as long as they watch. */
union handle {
    uint64_t viewer;
    struct sr_socket *socket;
};

static struct sr_socket *socket_of(uint64_t viewer) {
    return (union handle){.viewer = viewer}.socket;
}

static uint64_t viewer_of(struct sr_socket *socket) {
    union handle handle = {.viewer = 0};
    handle.socket = socket;
    return handle.viewer;
}

static void tell(const struct sr_effect *effect) {
    for (int i = 0; i < effect->tell.viewers && effect->tell.text.text; i++) {
        struct sr_socket *socket = socket_of(effect->tell.viewer[i]);
        if (effect->tell.problem != SR_FINE) {
            char why[SR_PROBLEM_NAME_BYTES];
            sr_problem_name(effect->tell.problem, why);
            sr_log_refusal(sr_socket_visitor(socket)->address, why);
        }
        sr_socket_send(socket, effect->tell.text.text, effect->tell.text.length);
    }
}

static void answer(struct errand *errand, struct sr_effect *effect) {
    if (!errand->answer)
        return;
    errand->answer->error = effect->answer.error;
    errand->answer->later = effect->answer.later;
    memcpy(errand->answer->refer, effect->answer.refer, sizeof errand->answer->refer);
    errand->answer->text = effect->answer.text;
    effect->answer.text = (struct sr_buffer){0};
}

/* One at a time a person, and not many. */
static void advise(struct errand *errand, const struct sr_effect *effect) {
    struct sr_server *server = errand->room->server;
    const struct sr_person *person = &effect->advice.person;
    struct sr_input input = input_of(SR_INPUT_ADVISER, effect->ticket);
    input.adviser.taken = !sr_bots_advising(server->bots, person->id) &&
                          sr_limits_allow_person(server->limits, person->id, SR_RATE_HINT) &&
                          sr_bots_advise(server->bots, errand->room->id, person);
    take(errand, &input);
}

/* Its history does not replay: nobody comes in any more, and no bot tries, until it is given back.
 * If that cannot be stored now, whoever comes next finds it out again. */
static void set_aside(struct sr_room *room) {
    sr_log("error", "history does not replay; the table is set aside", "table", room->id, NULL);
    sr_count(SR_COUNT_QUARANTINED, 1);
    sr_store_set_quarantine(room->server->store, room->id, SR_QUARANTINE_DAMAGED);
}

static void carry_out(struct errand *errand, struct sr_effect *effect) {
    struct sr_room *room = errand->room;
    switch (effect->kind) {
    case SR_EFFECT_READ:
        load(errand, effect->ticket, effect->read.with_saved);
        break;
    case SR_EFFECT_SAVE:
        save(errand, effect);
        break;
    case SR_EFFECT_CHECKPOINT:
        sr_store_add_checkpoint(room->server->store, room->id, &effect->checkpoint);
        break;
    case SR_EFFECT_TELL:
        tell(effect);
        break;
    case SR_EFFECT_ANSWER:
        answer(errand, effect);
        break;
    case SR_EFFECT_HANG_UP:
        sr_socket_hang_up(socket_of(effect->hang_up.viewer));
        break;
    case SR_EFFECT_BOT:
        if (room->server->bots)
            sr_bots_add(room->server->bots, sr_host_row(room->host), effect->bot.live);
        break;
    case SR_EFFECT_ADVICE:
        advise(errand, effect);
        break;
    case SR_EFFECT_WAKE:
        atomic_store(&room->wake, effect->wake.at);
        break;
    case SR_EFFECT_SET_ASIDE:
        set_aside(room);
        break;
    case SR_EFFECT_NOTE:
        if (effect->note.what)
            sr_log(effect->note.level, effect->note.what, "table", room->id, NULL);
        break;
    case SR_EFFECT_CLOSE:
        break;
    default:
        keep(errand, effect);
    }
}

/* Out of memory: the table is what is stored, and whoever looks at it must come again. */
static void give_up(struct sr_room *room) {
    sr_log("error", "out of memory: a table is loaded anew", "table", room->id, NULL);
    for (int i = 0; i < sr_host_viewers(room->host); i++)
        sr_socket_hang_up(socket_of(sr_host_viewer_at(room->host, i)));
    sr_room_forget(room);
}

void sr_room_forget(struct sr_room *room) {
    sr_host_free(room->host);
    room->host = NULL;
    atomic_store(&room->wake, 0);
}

/* Effects of answers come after those that were there before. */
static void run(struct errand *errand, const struct sr_input *input) {
    errand->whole = true;
    if (input)
        take(errand, input);
    else
        load(errand, 0, false);
    for (int i = 0; i < errand->effects.count; i++) {
        struct sr_effect effect = errand->effects.list[i]; /* the list may move */
        carry_out(errand, &effect);
        errand->effects.list[i] = effect;
    }
    sr_effects_clear(&errand->effects);
    if (!errand->whole)
        give_up(errand->room);
    else if (errand->lost && errand->room->fence)
        sr_cluster_doubt(errand->room->server->cluster, errand->room);
}

void sr_room_take(struct sr_room *room, struct sr_input *input) {
    struct errand errand = {.room = room};
    if (!room->host)
        return;
    input->now = sr_milliseconds();
    input->date = (int64_t)time(NULL);
    run(&errand, input);
}

/* ---- entering ---- */

bool sr_room_reload(struct sr_room *room, struct sr_error *error) {
    struct errand errand = {.room = room};
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
    run(&errand, NULL);
    if (!room->host)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    return sr_host_is_whole(room->host, error);
}

struct sr_room *sr_room_enter(struct sr_server *server, const char *id, struct sr_error *error) {
    if (strlen(id) >= SR_TABLE_ID_BYTES) {
        sr_fail(error, SR_PROBLEM_NO_TABLE, NULL);
        return NULL;
    }
    struct sr_room *room = use_room(server->rooms, id);
    if (!room) {
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        return NULL;
    }
    pthread_mutex_lock(&room->lock);
    bool whole = room->host && sr_host_is_whole(room->host, NULL);
    if (whole || sr_room_reload(room, error))
        return room;
    bool watched = room->host && sr_host_viewers(room->host) > 0;
    if (!watched)
        atomic_store(&room->wake, 0);
    pthread_mutex_unlock(&room->lock);
    unuse_room(room, true);
    return NULL;
}

struct sr_room *sr_room_enter_fresh(struct sr_server *server, const char *id,
                                    struct sr_error *error) {
    struct sr_room *room = server->cluster ? sr_room_enter_loaded(server, id) : NULL;
    if (!room)
        return sr_room_enter(server, id, error);
    sr_room_catch_up(room);
    if (room->host && sr_host_is_whole(room->host, error))
        return room;
    sr_room_leave(room);
    return NULL;
}

struct sr_room *sr_room_enter_loaded(struct sr_server *server, const char *id) {
    struct sr_rooms *rooms = server->rooms;
    pthread_mutex_lock(&rooms->lock);
    struct sr_room *room = rooms->chain[chain_of(id)];
    while (room && strcmp(room->id, id) != 0)
        room = room->next;
    if (room)
        room->uses++;
    pthread_mutex_unlock(&rooms->lock);
    if (!room)
        return NULL;
    pthread_mutex_lock(&room->lock);
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

bool sr_room_watch(struct sr_room *room, struct sr_socket *socket) {
    const struct sr_visitor *visitor = sr_socket_visitor(socket);
    struct sr_input input = {.kind = SR_INPUT_ARRIVES};
    input.arrives.viewer = viewer_of(socket);
    input.arrives.guest.person = visitor->person;
    input.arrives.guest.lang = visitor->lang;
    input.arrives.seat = visitor->seat;
    input.arrives.after = visitor->after;
    if (room->server->cluster)
        sr_room_look_around(room);
    sr_room_take(room, &input);
    if (!room->host)
        sr_socket_hang_up(socket); /* out of memory: it was not let in, and shall try again */
    if (!room->host || !sr_host_is_watched_by(room->host, viewer_of(socket)))
        return false;
    sr_room_note_presence(room, visitor->person.id, true);
    pthread_mutex_lock(&room->server->rooms->lock);
    room->uses++;
    pthread_mutex_unlock(&room->server->rooms->lock);
    return true;
}

void sr_room_unwatch(struct sr_room *room, struct sr_socket *socket) {
    struct sr_input input = {.kind = SR_INPUT_DEPARTS};
    input.departs.viewer = viewer_of(socket);
    pthread_mutex_lock(&room->lock);
    sr_room_take(room, &input);
    sr_room_note_presence(room, sr_socket_visitor(socket)->person.id, false);
    pthread_mutex_unlock(&room->lock);
    unuse_room(room, false);
}

void sr_room_say(struct sr_room *room, struct sr_socket *socket, const struct sr_message *message) {
    struct sr_input input = {.kind = SR_INPUT_SAYS};
    input.says.viewer = viewer_of(socket);
    input.says.message = message;
    sr_room_take(room, &input);
}

bool sr_room_ask(struct sr_room *room, const struct sr_guest *guest, bool invited,
                 const struct sr_message *message, struct sr_answer *answered) {
    struct errand errand = {.room = room, .answer = answered};
    struct sr_input input = input_of(SR_INPUT_SAYS, 0);
    *answered = (struct sr_answer){0};
    sr_fail(&answered->error, SR_PROBLEM_MEMORY, NULL); /* unless it is answered */
    input.says.caller = 1;                              /* the only one while the room is locked */
    input.says.guest = *guest;
    input.says.invited = invited;
    input.says.message = message;
    if (message->say == SR_MESSAGE_FORK)
        sr_random_bytes(input.says.chance, sizeof input.says.chance);
    run(&errand, &input);
    return answered->error.problem == SR_FINE;
}

/* ---- waking and saving ---- */

/* Up to BATCH rooms whose time has come. */
static int list_due(struct sr_rooms *rooms, int64_t now, char (*id)[SR_TABLE_ID_BYTES]) {
    int count = 0;
    pthread_mutex_lock(&rooms->lock);
    for (int i = 0; i < CHAINS && count < BATCH; i++)
        for (struct sr_room *room = rooms->chain[i]; room && count < BATCH; room = room->next) {
            int64_t wake = atomic_load(&room->wake);
            if (wake != 0 && wake <= now)
                memcpy(id[count++], room->id, SR_TABLE_ID_BYTES);
        }
    pthread_mutex_unlock(&rooms->lock);
    return count;
}

/* Gives the host of a table an input of this kind, at this time. */
static void give(struct sr_server *server, const char *id, enum sr_input_kind kind, int64_t now,
                 struct batch *batch) {
    struct sr_error error = {0};
    struct sr_room *room = sr_room_enter(server, id, &error);
    struct errand errand = {.room = room, .batch = batch};
    struct sr_input input = input_of(kind, 0);
    if (!room)
        return;
    input.now = now;
    if (kind == SR_INPUT_SAVED)
        input.saved.answer = SR_STORE_BROKEN;
    run(&errand, &input);
    int64_t wake = atomic_load(&room->wake);
    if (wake != 0 && wake <= now)
        atomic_store(&room->wake, now + LATE_AGAIN);
    sr_room_leave(room);
}

/* What could not be stored is tried again later. False: the store did not take it. */
static bool store_batch(struct sr_server *server, struct batch *batch) {
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
    char id[BATCH][SR_TABLE_ID_BYTES];
    struct batch batch = {.count = 0};
    int count = BATCH;
    while (count == BATCH) {
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
        size_t wanted = list->room ? 2 * list->room : BATCH;
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
    struct batch batch = {.count = 0};
    size_t done = 0;
    bool fine = true;
    int64_t until = sr_milliseconds() + MOST_SAVING;
    sr_store_list_unsaved(server->store, list_id, &list);
    while (fine && done < list.count && sr_milliseconds() < until) {
        size_t end = list.count - done < BATCH ? list.count : done + BATCH;
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
