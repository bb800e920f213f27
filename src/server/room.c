/* Rooms: tables in memory. The map of rooms, loading by replay, and everything that changes a
 * table. */
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CHAINS = 4096, KEPT_IDLE = 512 };

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

static void unload(struct sr_room *room) {
    sr_table_free(room->table);
    free(room->deed);
    sr_table_row_clear(&room->row);
    room->table = NULL;
    room->deed = NULL;
    room->number = room->deeds_room = 0;
    room->loaded = false;
    atomic_store(&room->deadline, 0);
}

static void room_free(struct sr_room *room) {
    unload(room);
    free(room->watcher);
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

/* Finds or makes the room, with one use more. */
static struct sr_room *use_room(struct sr_rooms *rooms, const char *id) {
    pthread_mutex_lock(&rooms->lock);
    struct sr_room **chain = &rooms->chain[chain_of(id)], *room = *chain;
    while (room && strcmp(room->id, id) != 0)
        room = room->next;
    if (!room && (room = calloc(1, sizeof *room))) {
        snprintf(room->id, sizeof room->id, "%s", id);
        room->server = rooms->server;
        pthread_mutex_init(&room->lock, NULL);
        room->next = *chain;
        *chain = room;
        rooms->count++;
    }
    if (room)
        room->uses++;
    pthread_mutex_unlock(&rooms->lock);
    return room;
}

/* One use less. Rooms that nobody uses are kept while they are few, unless they never loaded. */
static void unuse_room(struct sr_room *room, bool useless) {
    struct sr_rooms *rooms = room->server->rooms;
    pthread_mutex_lock(&rooms->lock);
    bool clocked = atomic_load(&room->deadline) != 0;
    bool gone = --room->uses == 0 && (useless || (rooms->count > KEPT_IDLE && !clocked));
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
}

void sr_room_leave(struct sr_room *room) {
    pthread_mutex_unlock(&room->lock);
    unuse_room(room, false);
}

/* ---- clocks ---- */

static const char substitute[] = "fair"; /* who plays on for those who leave or are late */

int64_t sr_room_time_left(const struct sr_room *room) {
    int64_t deadline = atomic_load(&room->deadline);
    int64_t left = (deadline - sr_milliseconds()) / 1000;
    return deadline == 0 ? -1 : left > 0 ? left : 0;
}

/* A turn is all that a seat decides in a row, moves taken back included: its time begins when the
 * seat comes to decide. `spent` seconds of it are gone. */
static void set_clock(struct sr_room *room, int64_t spent) {
    int64_t seconds = sr_clock_seconds(room->row.clock);
    const struct sr_head *head = room->table ? sr_head(room->table->state) : NULL;
    if (seconds == 0 || room->row.status != SR_TABLE_PLAYING || !head || head->over ||
        head->decider >= room->row.seats || *room->row.chair[head->decider].bot) {
        atomic_store(&room->deadline, 0);
        return;
    }
    if (atomic_load(&room->deadline) != 0 && room->clock_seat == head->decider)
        return;
    room->clock_seat = head->decider;
    atomic_store(&room->deadline, sr_milliseconds() + 1000 * (seconds - spent));
}

/* After a start of the server: what was spent before counts, but a minute is always left, since
 * nobody could move while it was down. */
static void resume_clock(struct sr_room *room, int64_t last_made) {
    int64_t seconds = sr_clock_seconds(room->row.clock);
    int64_t grace = seconds < 60 ? seconds : 60;
    int64_t spent = last_made ? (int64_t)time(NULL) - last_made : 0;
    if (spent > seconds - grace)
        spent = seconds - grace;
    set_clock(room, spent < 0 ? 0 : spent);
}

bool sr_rooms_find_late(struct sr_rooms *rooms, char id[SR_TABLE_ID_BYTES]) {
    int64_t now = sr_milliseconds();
    bool found = false;
    pthread_mutex_lock(&rooms->lock);
    for (int i = 0; i < CHAINS && !found; i++)
        for (struct sr_room *room = rooms->chain[i]; room && !found; room = room->next) {
            int64_t deadline = atomic_load(&room->deadline);
            found = deadline != 0 && deadline <= now;
            if (found)
                memcpy(id, room->id, SR_TABLE_ID_BYTES);
        }
    pthread_mutex_unlock(&rooms->lock);
    return found;
}

/* ---- loading ---- */

bool sr_room_setup(const struct sr_game *game, const struct sr_table_row *row,
                   struct sr_setup *setup, struct sr_error *error) {
    memset(setup, 0, sizeof *setup);
    sr_setup_init(game, setup);
    setup->seats = (uint8_t)row->seats;
    memcpy(setup->seed, row->seed, sizeof setup->seed);
    for (const char *at = row->options; *at;) {
        size_t length = strcspn(at, ","), name = strcspn(at, "=");
        if (name >= length)
            return sr_fail(error, SR_PROBLEM_OPTION_FORM, at, NULL);
        if (!sr_setup_option(game, setup, at, name, at + name + 1, length - name - 1, error))
            return false;
        at += length + (at[length] == ',');
    }
    return sr_setup_check(game, setup, error);
}

static bool fail_rules(const struct sr_table_row *row, int known, struct sr_error *error) {
    char played[16], knows[16];
    snprintf(played, sizeof played, "%d", row->rules);
    snprintf(knows, sizeof knows, "%d", known);
    return sr_fail(error, SR_PROBLEM_OTHER_RULES, played, row->game, knows, NULL);
}

struct sr_table *sr_room_begin(const struct sr_table_row *row, struct sr_error *error) {
    const struct sr_game *game = sr_game_find(row->game);
    if (!game || game->rules != row->rules) {
        fail_rules(row, game ? game->rules : 0, error);
        return NULL;
    }
    struct sr_setup setup;
    struct sr_table *table = NULL;
    if (row->position)
        table = sr_position_read(row->position, strlen(row->position), false, error);
    else if (sr_room_setup(game, row, &setup, error))
        table = sr_table_new(game, &setup, error);
    for (int seat = 0; table && seat < row->seats; seat++) {
        const char *name = row->chair[seat].name;
        if (*name)
            sr_table_set_name(table, seat, name, strlen(name), NULL);
    }
    return table;
}

static bool add_deed(struct sr_room *room, struct sr_move move, enum sr_entry_kind kind, int seat) {
    if (room->number == room->deeds_room) {
        int64_t wanted = room->deeds_room ? 2 * room->deeds_room : 64;
        struct sr_deed *deed = realloc(room->deed, (size_t)wanted * sizeof *deed);
        if (!deed)
            return false;
        room->deed = deed;
        room->deeds_room = wanted;
    }
    room->deed[room->number++] = (struct sr_deed){move, (uint8_t)kind, (uint8_t)seat};
    return true;
}

struct loading {
    struct sr_room *room;
    bool fine;
    int64_t last_made;
    struct sr_error *error;
};

/* Histories were checked when they were made; that they replay is checked all the same. */
static bool replay_entry(void *context, const struct sr_entry *entry) {
    struct loading *loading = context;
    struct sr_room *room = loading->room;
    struct sr_move move = {0};
    loading->fine = false;
    if (entry->number != room->number + 1)
        return sr_fail(loading->error, SR_PROBLEM_STORE_BROKEN, NULL);
    if (entry->kind == SR_ENTRY_UNDO) {
        if (!sr_table_undo(room->table, entry->seat, loading->error))
            return false;
    } else {
        if (!sr_table_play_text(room->table, entry->seat, entry->move, strlen(entry->move), NULL,
                                loading->error))
            return false;
        move = room->table->ply[room->table->plies - 1].move;
    }
    loading->last_made = entry->made;
    loading->fine = add_deed(room, move, entry->kind, entry->seat);
    return loading->fine;
}

static bool load(struct sr_room *room, struct sr_error *error) {
    struct sr_store *store = room->server->store;
    enum sr_store_answer answer = sr_store_get_table(store, room->id, &room->row);
    if (answer == SR_STORE_MISSING)
        return sr_fail(error, SR_PROBLEM_NO_TABLE, NULL);
    if (answer != SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    room->game = sr_game_find(room->row.game);
    if (!room->game)
        return fail_rules(&room->row, 0, error);
    bool begun = room->row.status == SR_TABLE_PLAYING || room->row.status == SR_TABLE_FINISHED;
    if (begun) {
        room->table = sr_room_begin(&room->row, error);
        if (!room->table)
            return false;
        struct loading loading = {room, true, 0, error};
        answer = sr_store_list_entries(store, room->id, 0, replay_entry, &loading);
        if (answer != SR_STORE_DONE)
            return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
        if (!loading.fine) {
            sr_log("error", "history does not replay", "table", room->id, NULL);
            return false;
        }
        resume_clock(room, loading.last_made);
    }
    room->loaded = true;
    return true;
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
    if (room->loaded || load(room, error))
        return room;
    unload(room);
    pthread_mutex_unlock(&room->lock);
    unuse_room(room, true);
    return NULL;
}

/* ---- who is there ---- */

int sr_room_seat(const struct sr_room *room, int64_t person) {
    for (int seat = 0; person && seat < room->row.seats; seat++)
        if (room->row.chair[seat].person == person)
            return seat;
    return SR_SPECTATOR;
}

bool sr_room_may_see(const struct sr_room *room, int64_t person) {
    return room->row.open || sr_room_seat(room, person) != SR_SPECTATOR ||
           (person && room->row.host == person);
}

bool sr_room_watch(struct sr_room *room, struct sr_socket *socket) {
    if (room->watchers == room->watchers_room) {
        int wanted = room->watchers_room ? 2 * room->watchers_room : 4;
        struct sr_watcher *watcher = realloc(room->watcher, (size_t)wanted * sizeof *watcher);
        if (!watcher)
            return false;
        room->watcher = watcher;
        room->watchers_room = wanted;
    }
    room->watcher[room->watchers++].socket = socket;
    pthread_mutex_lock(&room->server->rooms->lock);
    room->uses++;
    pthread_mutex_unlock(&room->server->rooms->lock);
    return true;
}

void sr_room_unwatch(struct sr_room *room, struct sr_socket *socket) {
    pthread_mutex_lock(&room->lock);
    for (int i = 0; i < room->watchers; i++)
        if (room->watcher[i].socket == socket) {
            room->watcher[i] = room->watcher[--room->watchers];
            break;
        }
    pthread_mutex_unlock(&room->lock);
    unuse_room(room, false);
}

/* ---- telling ---- */

static void send_buffer(struct sr_socket *socket, struct sr_buffer *message) {
    if (!message->broken)
        sr_socket_send(socket, message->text, message->length);
    sr_buffer_free(message);
}

static void tell_table(struct sr_room *room, struct sr_socket *socket) {
    const struct sr_visitor *visitor = sr_socket_visitor(socket);
    struct sr_buffer message = {0};
    sr_buffer_add(&message, "{\"type\":\"table\",\"table\":");
    sr_wire_table(&message, &room->row, room->table, room->number, sr_room_time_left(room),
                  visitor->person.id, visitor->lang);
    sr_buffer_add(&message, "}");
    send_buffer(socket, &message);
}

void sr_room_tell_table(struct sr_room *room) {
    for (int i = 0; i < room->watchers; i++)
        tell_table(room, room->watcher[i].socket);
}

static void tell_scene(struct sr_room *room, const struct sr_scene *scene) {
    for (int i = 0; i < room->watchers; i++) {
        const struct sr_visitor *visitor = sr_socket_visitor(room->watcher[i].socket);
        struct sr_buffer message = {0};
        sr_wire_event(&message, scene, sr_room_seat(room, visitor->person.id), visitor->lang);
        send_buffer(room->watcher[i].socket, &message);
    }
}

static void tell_views(struct sr_room *room) {
    for (int i = 0; i < room->watchers; i++) {
        const struct sr_visitor *visitor = sr_socket_visitor(room->watcher[i].socket);
        struct sr_buffer message = {0};
        sr_wire_view(&message, room->table, room->number, sr_room_seat(room, visitor->person.id),
                     visitor->lang);
        send_buffer(room->watcher[i].socket, &message);
    }
}

void sr_room_call_bot(struct sr_room *room) {
    if (room->row.status != SR_TABLE_PLAYING || room->bot_called)
        return;
    const struct sr_head *head = sr_head(room->table->state);
    if (head->over || head->decider >= room->row.seats || !*room->row.chair[head->decider].bot)
        return;
    room->bot_called = true;
    sr_bots_add(room->server->bots, room->id);
}

bool sr_room_resume(const struct sr_room *room, int viewer, enum sr_lang lang, int64_t after,
                    sr_room_tell *tell, void *context) {
    if (!room->table)
        return true;
    struct sr_buffer message = {0};
    struct sr_table *past = NULL;
    if (after >= 0 && after <= room->number && room->number - after <= SR_RESUME_EVENTS)
        past = sr_room_begin(&room->row, NULL);
    if (!past) {
        sr_wire_view(&message, room->table, room->number, viewer, lang);
        bool fine = !message.broken;
        if (fine)
            tell(context, &message);
        sr_buffer_free(&message);
        return fine;
    }
    bool fine = true;
    for (int64_t number = 1; fine && number <= room->number; number++) {
        const struct sr_deed *deed = &room->deed[number - 1];
        _Alignas(8) unsigned char before[SR_MAX_STATE];
        struct sr_events events = {0};
        memcpy(before, past->state, sizeof before);
        fine = deed->kind == SR_ENTRY_UNDO
                   ? sr_table_undo(past, deed->seat, NULL)
                   : sr_table_play(past, deed->seat, deed->move, &events, NULL);
        if (!fine || number <= after)
            continue;
        struct sr_scene scene = {past,       before, &events, (enum sr_entry_kind)deed->kind,
                                 deed->seat, number};
        sr_wire_event(&message, &scene, viewer, lang);
        fine = !message.broken;
        if (fine)
            tell(context, &message);
        sr_buffer_free(&message);
    }
    sr_table_free(past);
    return fine;
}

/* ---- playing ---- */

static bool fail_moved_on(const struct sr_room *room, int64_t after, struct sr_error *error) {
    char last[24], given[24];
    snprintf(last, sizeof last, "%lld", (long long)room->number);
    snprintf(given, sizeof given, "%lld", (long long)after);
    return sr_fail(error, SR_PROBLEM_MOVED_ON, last, given, NULL);
}

static bool may_act(const struct sr_room *room, int seat, int64_t after, struct sr_error *error) {
    if (seat < 0)
        return sr_fail(error, SR_PROBLEM_NO_SEAT, NULL);
    if (room->row.status == SR_TABLE_FINISHED)
        return sr_fail(error, SR_PROBLEM_GAME_OVER, NULL);
    if (room->row.status != SR_TABLE_PLAYING)
        return sr_fail(error, SR_PROBLEM_NOT_PLAYING, NULL);
    if (after >= 0 && after != room->number)
        return fail_moved_on(room, after, error);
    return true;
}

/* The store did not take an entry. If somebody else was there first, the room is read again. */
static bool entry_refused(struct sr_room *room, enum sr_store_answer answer,
                          struct sr_error *error) {
    if (answer != SR_STORE_CONFLICT) {
        char complaint[200];
        sr_store_complaint(room->server->store, complaint, sizeof complaint);
        sr_log("error", "store cannot write", "table", room->id, "why", complaint, NULL);
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    }
    int64_t known = room->number;
    unload(room);
    if (!load(room, error)) {
        unload(room);
        return false;
    }
    sr_room_tell_table(room);
    if (room->table)
        tell_views(room);
    return fail_moved_on(room, known, error);
}

static void score(const struct sr_table *table, struct sr_result *result) {
    struct sr_sheet sheet = {0};
    sr_score(table->game, table->state, &sheet);
    result->seats = sr_head(table->state)->seats;
    for (int seat = 0; seat < result->seats; seat++) {
        result->points[seat] = sheet.total[seat];
        result->rank[seat] = sheet.rank[seat];
        result->won[seat] = sheet.winners >> seat & 1;
    }
}

bool sr_room_move(struct sr_room *room, int seat, const char *move, int64_t after,
                  struct sr_error *error) {
    if (!may_act(room, seat, after, error))
        return false;
    struct sr_table *table = room->table;
    _Alignas(8) unsigned char before[SR_MAX_STATE];
    struct sr_events events = {0};
    memcpy(before, table->state, sizeof before);
    if (!sr_table_play_text(table, seat, move, strlen(move), &events, error))
        return false;

    struct sr_entry entry = {.number = room->number + 1,
                             .kind = SR_ENTRY_MOVE,
                             .seat = seat,
                             .made = (int64_t)time(NULL)};
    struct sr_move played = table->ply[table->plies - 1].move;
    struct sr_out out;
    sr_out_open(&out, entry.move, sizeof entry.move);
    sr_move_write(&out, table->game, played);
    bool over = sr_head(table->state)->over;
    struct sr_result result = {0};
    if (over)
        score(table, &result);
    enum sr_store_answer answer =
        sr_store_add_entry(room->server->store, room->id, &entry, over ? &result : NULL);
    if (answer != SR_STORE_DONE) {
        sr_table_undo(table, SR_REFEREE, NULL);
        return entry_refused(room, answer, error);
    }
    if (!add_deed(room, played, SR_ENTRY_MOVE, seat)) {
        unload(room); /* it is stored: the next one who enters reads it */
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    }
    if (over)
        room->row.status = SR_TABLE_FINISHED;
    set_clock(room, 0);
    sr_count(SR_COUNT_MOVES, 1);
    struct sr_scene scene = {table, before, &events, SR_ENTRY_MOVE, seat, room->number};
    tell_scene(room, &scene);
    if (over)
        sr_room_tell_table(room);
    sr_room_call_bot(room);
    return true;
}

bool sr_room_undo(struct sr_room *room, int seat, int64_t after, struct sr_error *error) {
    if (!may_act(room, seat, after, error))
        return false;
    struct sr_table *table = room->table;
    if (sr_table_undoable(table, seat) == 0)
        return sr_fail(error, SR_PROBLEM_NOTHING_TO_UNDO, NULL);
    struct sr_entry entry = {.number = room->number + 1,
                             .kind = SR_ENTRY_UNDO,
                             .seat = seat,
                             .made = (int64_t)time(NULL)};
    enum sr_store_answer answer = sr_store_add_entry(room->server->store, room->id, &entry, NULL);
    if (answer != SR_STORE_DONE)
        return entry_refused(room, answer, error);
    _Alignas(8) unsigned char before[SR_MAX_STATE];
    memcpy(before, table->state, sizeof before);
    if (!sr_table_undo(table, seat, error) ||
        !add_deed(room, (struct sr_move){0}, SR_ENTRY_UNDO, seat)) {
        unload(room);
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    }
    set_clock(room, 0);
    sr_count(SR_COUNT_UNDOS, 1);
    const struct sr_events none = {0};
    struct sr_scene scene = {table, before, &none, SR_ENTRY_UNDO, seat, room->number};
    tell_scene(room, &scene);
    sr_room_call_bot(room);
    return true;
}

bool sr_room_chat(struct sr_room *room, const struct sr_person *person, const char *text,
                  struct sr_error *error) {
    if (sr_room_seat(room, person->id) < 0)
        return sr_fail(error, SR_PROBLEM_NO_SEAT, NULL);
    struct sr_chat chat = {.person = person->id, .made = (int64_t)time(NULL)};
    snprintf(chat.name, sizeof chat.name, "%s", person->name);
    snprintf(chat.text, sizeof chat.text, "%s", text);
    if (sr_store_add_chat(room->server->store, room->id, &chat) != SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    sr_count(SR_COUNT_CHAT, 1);
    for (int i = 0; i < room->watchers; i++) {
        struct sr_buffer message = {0};
        sr_wire_chat(&message, &chat);
        send_buffer(room->watcher[i].socket, &message);
    }
    return true;
}

/* ---- seats ---- */

static bool change_chair(struct sr_room *room, int seat, const struct sr_chair *after,
                         struct sr_error *error) {
    enum sr_store_answer answer =
        sr_store_set_chair(room->server->store, room->id, seat, &room->row.chair[seat], after);
    if (answer == SR_STORE_CONFLICT)
        return sr_fail(error, SR_PROBLEM_NO_FREE_SEAT, NULL);
    if (answer != SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    room->row.chair[seat] = *after;
    set_clock(room, 0);
    sr_room_tell_table(room);
    return true;
}

static bool is_free(const struct sr_chair *chair) {
    return !chair->person && !*chair->bot;
}

bool sr_room_sit(struct sr_room *room, const struct sr_person *person, int seat,
                 struct sr_error *error) {
    int own = sr_room_seat(room, person->id);
    if (own >= 0) {
        struct sr_chair after = room->row.chair[own];
        if (!*after.bot)
            return true;
        after.bot[0] = '\0';
        return change_chair(room, own, &after, error);
    }
    if (room->row.status != SR_TABLE_WAITING)
        return sr_fail(error, SR_PROBLEM_NOT_WAITING, NULL);
    if (seat >= room->row.seats || (seat >= 0 && !is_free(&room->row.chair[seat])))
        return sr_fail(error, SR_PROBLEM_NO_FREE_SEAT, NULL);
    for (int i = 0; seat < 0 && i < room->row.seats; i++)
        if (is_free(&room->row.chair[i]))
            seat = i;
    if (seat < 0)
        return sr_fail(error, SR_PROBLEM_NO_FREE_SEAT, NULL);
    struct sr_chair after = {.person = person->id};
    snprintf(after.name, sizeof after.name, "%s", person->name);
    return change_chair(room, seat, &after, error);
}

static bool close_table(struct sr_room *room, struct sr_error *error) {
    if (sr_store_set_status(room->server->store, room->id, SR_TABLE_WAITING, SR_TABLE_CLOSED) !=
        SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    room->row.status = SR_TABLE_CLOSED;
    sr_room_tell_table(room);
    return true;
}

/* A bot plays on for a person, who may come back. */
static bool seat_bot(struct sr_room *room, int seat, struct sr_error *error) {
    struct sr_chair after = room->row.chair[seat];
    snprintf(after.bot, sizeof after.bot, "%s", substitute);
    if (!change_chair(room, seat, &after, error))
        return false;
    sr_room_call_bot(room);
    return true;
}

bool sr_room_stand_up(struct sr_room *room, const struct sr_person *person,
                      struct sr_error *error) {
    int seat = sr_room_seat(room, person->id);
    if (room->row.status == SR_TABLE_WAITING && room->row.host == person->id)
        return close_table(room, error);
    if (seat < 0)
        return sr_fail(error, SR_PROBLEM_NO_SEAT, NULL);
    if (room->row.status == SR_TABLE_WAITING)
        return change_chair(room, seat, &(struct sr_chair){0}, error);
    if (room->row.status != SR_TABLE_PLAYING)
        return sr_fail(error, SR_PROBLEM_GAME_OVER, NULL);
    return seat_bot(room, seat, error);
}

void sr_room_time_up(struct sr_room *room) {
    int64_t deadline = atomic_load(&room->deadline);
    struct sr_error error;
    if (deadline == 0 || deadline > sr_milliseconds())
        return;
    sr_log("info", "time is up", "table", room->id, NULL);
    if (!seat_bot(room, room->clock_seat, &error)) /* tried again in a while */
        atomic_store(&room->deadline, sr_milliseconds() + 5000);
}

bool sr_room_start(struct sr_room *room, const struct sr_person *person, struct sr_error *error) {
    if (room->row.host != person->id)
        return sr_fail(error, SR_PROBLEM_NOT_HOST, NULL);
    if (room->row.status != SR_TABLE_WAITING)
        return sr_fail(error, SR_PROBLEM_NOT_WAITING, NULL);
    for (int seat = 0; seat < room->row.seats; seat++)
        if (is_free(&room->row.chair[seat]))
            return sr_fail(error, SR_PROBLEM_SEATS_EMPTY, NULL);
    struct sr_table *table = sr_room_begin(&room->row, error);
    if (!table)
        return false;
    if (sr_store_set_status(room->server->store, room->id, SR_TABLE_WAITING, SR_TABLE_PLAYING) !=
        SR_STORE_DONE) {
        sr_table_free(table);
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    }
    room->row.status = SR_TABLE_PLAYING;
    room->table = table;
    set_clock(room, 0);
    sr_room_tell_table(room);
    tell_views(room);
    sr_room_call_bot(room);
    return true;
}
