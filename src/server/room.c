/* Rooms: tables in memory. The map of rooms, loading by replay, who looks at what, and telling. */
#include "room.h"
#include "games/games.h"
#include "server/problems.h"

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

void sr_room_unload(struct sr_room *room) {
    sr_table_free(room->table);
    free(room->deed);
    sr_table_row_clear(&room->row);
    room->table = NULL;
    room->deed = NULL;
    room->number = room->deeds_room = 0;
    room->loaded = false;
    room->clock_seat = SR_SPECTATOR;
    room->advice.state = SR_ADVICE_NONE;
    sr_room_drop_petition(room);
    atomic_store(&room->deadline, 0);
    atomic_store(&room->unsaved, 0);
}

static void room_free(struct sr_room *room) {
    sr_room_unload(room);
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
    bool busy = atomic_load(&room->deadline) != 0 || atomic_load(&room->unsaved) != 0;
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
}

void sr_room_leave(struct sr_room *room) {
    pthread_mutex_unlock(&room->lock);
    unuse_room(room, false);
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

int sr_rooms_list_unsaved(struct sr_rooms *rooms, int64_t since, char (*id)[SR_TABLE_ID_BYTES],
                          int most) {
    int count = 0;
    pthread_mutex_lock(&rooms->lock);
    for (int i = 0; i < CHAINS && count < most; i++)
        for (struct sr_room *room = rooms->chain[i]; room && count < most; room = room->next) {
            int64_t unsaved = atomic_load(&room->unsaved);
            if (unsaved != 0 && unsaved <= since)
                memcpy(id[count++], room->id, SR_TABLE_ID_BYTES);
        }
    pthread_mutex_unlock(&rooms->lock);
    return count;
}

/* ---- loading ---- */

bool sr_room_setup(const struct sr_game *game, const struct sr_table_row *row,
                   struct sr_setup *setup, struct sr_error *error) {
    memset(setup, 0, sizeof *setup);
    sr_setup_unsaid(game, setup);
    setup->rules = (uint8_t)row->rules;
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

bool sr_room_fail_rules(const struct sr_table_row *row, int known, struct sr_error *error) {
    char played[16], knows[16];
    snprintf(played, sizeof played, "%d", row->rules);
    snprintf(knows, sizeof knows, "%d", known);
    return sr_fail(error, SR_PROBLEM_OTHER_RULES, played, row->game, knows, NULL);
}

struct sr_table *sr_room_begin(const struct sr_table_row *row, struct sr_error *error) {
    const struct sr_game *game = sr_game_find(row->game);
    if (!game || row->rules < 1 || row->rules > game->rules) {
        sr_room_fail_rules(row, game ? game->rules : 0, error);
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

int sr_room_decider(const struct sr_room *room) {
    const struct sr_head *head = room->table ? sr_head(room->table->state) : NULL;
    return head && !head->over && head->decider < room->row.seats ? head->decider : SR_SPECTATOR;
}

bool sr_room_add_deed(struct sr_room *room, struct sr_deed deed_made) {
    int64_t count = room->number - room->row.base;
    if (count == room->deeds_room) {
        int64_t wanted = room->deeds_room ? 2 * room->deeds_room : 64;
        struct sr_deed *deed = realloc(room->deed, (size_t)wanted * sizeof *deed);
        if (!deed)
            return false;
        room->deed = deed;
        room->deeds_room = wanted;
    }
    room->deed[count] = deed_made;
    room->number++;
    return true;
}

struct loading {
    struct sr_room *room;
    bool fine;
    int64_t last_made;
    struct sr_error *error;
};

bool sr_room_replay_deed(struct sr_table **table, const struct sr_deed *deed,
                         struct sr_events *events, struct sr_error *error) {
    switch ((enum sr_entry_kind)deed->kind) {
    case SR_ENTRY_MOVE:
        return sr_table_play(*table, deed->seat, deed->move, events, error);
    case SR_ENTRY_UNDO:
        return sr_table_undo(*table, deed->seat, error);
    case SR_ENTRY_RETURN:
        break;
    }
    struct sr_table *past = sr_table_at(*table, deed->ply, error);
    if (!past)
        return false;
    sr_table_free(*table);
    *table = past;
    return true;
}

bool sr_room_read_deed(const struct sr_room *room, const struct sr_entry *entry,
                       struct sr_deed *deed, struct sr_error *error) {
    *deed = (struct sr_deed){.kind = (uint8_t)entry->kind, .seat = (uint8_t)entry->seat};
    bool known = entry->kind == SR_ENTRY_MOVE || entry->kind == SR_ENTRY_UNDO ||
                 entry->kind == SR_ENTRY_RETURN;
    if (!known || entry->seat < 0 || entry->seat >= room->row.seats)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    if (entry->kind == SR_ENTRY_RETURN)
        deed->ply = (uint32_t)strtoul(entry->move, NULL, 10);
    return entry->kind != SR_ENTRY_MOVE ||
           sr_move_read(room->game, entry->move, strlen(entry->move), room->row.seats, &deed->move,
                        error);
}

/* Histories were checked when they were made; that they replay is checked all the same. */
static bool replay_entry(void *context, const struct sr_entry *entry) {
    struct loading *loading = context;
    struct sr_room *room = loading->room;
    struct sr_deed deed;
    int decider = sr_room_decider(room);
    loading->fine = false;
    if (entry->number != room->number + 1)
        return sr_fail(loading->error, SR_PROBLEM_STORE_BROKEN, NULL);
    if (!sr_room_read_deed(room, entry, &deed, loading->error) ||
        !sr_room_replay_deed(&room->table, &deed, NULL, loading->error))
        return false;
    sr_room_charge(room, decider, entry->kind, entry->spent);
    loading->last_made = entry->made;
    loading->fine = sr_room_add_deed(room, deed);
    return loading->fine;
}

/* ---- entering ---- */

static bool load_history(struct sr_room *room, struct sr_error *error) {
    /* Versions that are known go on as they began, to the end. */
    bool known = room->row.rules >= 1 && room->row.rules <= room->game->rules;
    if (!known && room->row.status == SR_TABLE_PLAYING && !sr_room_rebase(room, error))
        return false;
    room->table = sr_room_begin(&room->row, error);
    if (!room->table)
        return false;
    room->number = room->row.base;
    sr_room_fill_banks(room);
    struct loading loading = {room, true, 0, error};
    if (sr_store_list_entries(room->server->store, room->id, room->row.base, replay_entry,
                              &loading) != SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    if (!loading.fine) {
        sr_log("error", "history does not replay", "table", room->id, NULL);
        return false;
    }
    sr_room_resume_clock(room, loading.last_made);
    return true;
}

bool sr_room_load(struct sr_room *room, struct sr_error *error) {
    enum sr_store_answer answer = sr_store_get_table(room->server->store, room->id, &room->row);
    if (answer == SR_STORE_MISSING)
        return sr_fail(error, SR_PROBLEM_NO_TABLE, NULL);
    if (answer != SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    room->game = sr_game_find(room->row.game);
    if (!room->game)
        return sr_room_fail_rules(&room->row, 0, error);
    room->clock_seat = SR_SPECTATOR;
    sr_room_drop_petition(room);
    for (int seat = 0; seat < SR_MAX_SEATS; seat++)
        room->seen[seat] = sr_milliseconds();
    bool begun = room->row.status == SR_TABLE_PLAYING || room->row.status == SR_TABLE_FINISHED;
    if (begun && !load_history(room, error))
        return false;
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
    if (room->loaded || sr_room_load(room, error))
        return room;
    sr_room_unload(room);
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

int sr_room_seats_of(const struct sr_room *room, int64_t person) {
    int count = 0;
    for (int seat = 0; person && seat < room->row.seats; seat++)
        count += room->row.chair[seat].person == person;
    return count;
}

static bool is_theirs(const struct sr_room *room, int64_t person, int seat) {
    return person && seat >= 0 && seat < room->row.seats && room->row.chair[seat].person == person;
}

int sr_room_viewer(const struct sr_room *room, int64_t person, int asked) {
    if (is_theirs(room, person, asked))
        return asked;
    return sr_room_seats_of(room, person) == 1 ? sr_room_seat(room, person) : SR_SPECTATOR;
}

int sr_room_actor(const struct sr_room *room, int64_t person, int asked) {
    int decider = sr_room_decider(room);
    if (asked >= 0)
        return is_theirs(room, person, asked) ? asked : SR_SPECTATOR;
    return is_theirs(room, person, decider) ? decider : sr_room_seat(room, person);
}

bool sr_room_may_see(const struct sr_room *room, int64_t person) {
    return room->row.open || sr_room_seat(room, person) >= 0 ||
           (person && room->row.host == person) ||
           (room->row.shared && room->row.status == SR_TABLE_FINISHED);
}

static bool is_watching(const struct sr_room *room, int64_t person) {
    for (int i = 0; person && i < room->watchers; i++)
        if (sr_socket_visitor(room->watcher[i].socket)->person.id == person)
            return true;
    return false;
}

bool sr_room_is_here(const struct sr_room *room, int seat, int64_t milliseconds) {
    if (is_watching(room, room->row.chair[seat].person))
        return true;
    return milliseconds > 0 && sr_milliseconds() - room->seen[seat] <= milliseconds;
}

/* Those who sit here are told when one of them comes or goes. */
static void tell_presence(struct sr_room *room, int64_t person) {
    bool sits = false;
    for (int seat = 0; person && seat < room->row.seats; seat++)
        if (room->row.chair[seat].person == person) {
            room->seen[seat] = sr_milliseconds();
            sits = true;
        }
    if (sits && room->loaded)
        sr_room_tell_table(room);
}

static bool make_place(struct sr_room *room) {
    if (room->watchers < room->watchers_room)
        return true;
    int wanted = room->watchers_room ? 2 * room->watchers_room : 4;
    struct sr_watcher *watcher = realloc(room->watcher, (size_t)wanted * sizeof *watcher);
    if (!watcher)
        return false;
    room->watcher = watcher;
    room->watchers_room = wanted;
    return true;
}

bool sr_room_watch(struct sr_room *room, struct sr_socket *socket, int seat) {
    int64_t person = sr_socket_visitor(socket)->person.id;
    bool comes = !is_watching(room, person);
    if (!make_place(room))
        return false;
    if (comes)
        tell_presence(room, person); /* to the others; the new one is told everything anyway */
    room->watcher[room->watchers++] = (struct sr_watcher){socket, seat};
    pthread_mutex_lock(&room->server->rooms->lock);
    room->uses++;
    pthread_mutex_unlock(&room->server->rooms->lock);
    return true;
}

void sr_room_unwatch(struct sr_room *room, struct sr_socket *socket) {
    int64_t person = sr_socket_visitor(socket)->person.id;
    pthread_mutex_lock(&room->lock);
    for (int i = 0; i < room->watchers; i++)
        if (room->watcher[i].socket == socket) {
            room->watcher[i] = room->watcher[--room->watchers];
            break;
        }
    if (!is_watching(room, person))
        tell_presence(room, person);
    pthread_mutex_unlock(&room->lock);
    unuse_room(room, false);
}

void sr_room_turn_to(struct sr_room *room, struct sr_socket *socket, int seat) {
    for (int i = 0; i < room->watchers; i++)
        if (room->watcher[i].socket == socket)
            room->watcher[i].seat = seat;
}

int sr_room_asked(const struct sr_room *room, const struct sr_socket *socket) {
    for (int i = 0; i < room->watchers; i++)
        if (room->watcher[i].socket == socket)
            return room->watcher[i].seat;
    return SR_SPECTATOR;
}

/* ---- telling ---- */

void sr_room_send(struct sr_socket *socket, struct sr_buffer *message) {
    if (!message->broken)
        sr_socket_send(socket, message->text, message->length);
    sr_buffer_free(message);
}

static void tell_table(struct sr_room *room, struct sr_socket *socket) {
    const struct sr_visitor *visitor = sr_socket_visitor(socket);
    struct sr_buffer message = {0};
    sr_buffer_add(&message, "{\"type\":\"table\",\"table\":");
    sr_wire_table(&message, &room->row, room, visitor->person.id, visitor->lang);
    sr_buffer_add(&message, "}");
    sr_room_send(socket, &message);
}

void sr_room_tell_table(struct sr_room *room) {
    for (int i = 0; i < room->watchers; i++)
        tell_table(room, room->watcher[i].socket);
}

void sr_room_tell_scene(struct sr_room *room, const struct sr_scene *scene) {
    for (int i = 0; i < room->watchers; i++) {
        const struct sr_visitor *visitor = sr_socket_visitor(room->watcher[i].socket);
        struct sr_buffer message = {0};
        sr_wire_event(&message, scene,
                      sr_room_viewer(room, visitor->person.id, room->watcher[i].seat),
                      visitor->lang);
        sr_room_send(room->watcher[i].socket, &message);
    }
}

void sr_room_tell_views(struct sr_room *room) {
    for (int i = 0; i < room->watchers; i++) {
        const struct sr_visitor *visitor = sr_socket_visitor(room->watcher[i].socket);
        struct sr_buffer message = {0};
        sr_wire_view(&message, room->table, room->number,
                     sr_room_viewer(room, visitor->person.id, room->watcher[i].seat),
                     visitor->lang);
        sr_room_send(room->watcher[i].socket, &message);
    }
}

void sr_room_call_bot(struct sr_room *room) {
    if (room->row.status != SR_TABLE_PLAYING || room->bot_called)
        return;
    int decider = sr_room_decider(room);
    if (decider < 0 || !*room->row.chair[decider].bot)
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
    if (after >= room->row.base && after <= room->number &&
        room->number - after <= SR_RESUME_EVENTS)
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
    for (int64_t number = room->row.base + 1; fine && number <= room->number; number++) {
        const struct sr_deed *deed = &room->deed[number - 1 - room->row.base];
        _Alignas(8) unsigned char before[SR_MAX_STATE];
        struct sr_events events = {0};
        memcpy(before, past->state, sizeof before);
        fine = sr_room_replay_deed(&past, deed, &events, NULL);
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
