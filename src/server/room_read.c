/* What the store has of a table, for its room: all of it, and what other nodes have stored since.
 */
#include "cluster.h"
#include "room_parts.h"

#include <stdlib.h>

/* ---- reading ---- */

static bool add_entry(void *context, const struct sr_entry *entry) {
    struct sr_reading *reading = context;
    if (reading->entries == reading->room) {
        int64_t wanted = reading->room ? 2 * reading->room : 64;
        struct sr_entry *grown = realloc(reading->entry, (size_t)wanted * sizeof *grown);
        reading->short_of_memory = !grown;
        if (!grown)
            return false;
        reading->entry = grown;
        reading->room = wanted;
    }
    reading->entry[reading->entries++] = *entry;
    return true;
}

static bool add_chat(void *context, const struct sr_chat *chat) {
    struct sr_reading *reading = context;
    if (reading->chats < SR_CHAT_LINES)
        reading->chat[reading->chats++] = *chat;
    return true;
}

/* A checkpoint with enough entries after it for those who come back. */
static int64_t read_checkpoint(struct sr_room *room, struct sr_reading *reading) {
    struct sr_store *store = room->server->store;
    struct sr_checkpoint newest;
    if (sr_store_find_checkpoint(store, room->id, INT64_MAX, &newest) != SR_STORE_DONE)
        return reading->row.base;
    free(newest.text);
    if (sr_store_find_checkpoint(store, room->id, newest.number - SR_RESUME_EVENTS,
                                 &reading->checkpoint) == SR_STORE_DONE &&
        reading->checkpoint.number > reading->row.base)
        return reading->checkpoint.number;
    free(reading->checkpoint.text);
    reading->checkpoint.text = NULL;
    return reading->row.base;
}

enum sr_store_answer sr_reading_table(struct sr_room *room, struct sr_reading *reading,
                                      bool with_saved) {
    struct sr_store *store = room->server->store;
    enum sr_store_answer answer = sr_store_get_table(store, room->id, &reading->row);
    bool begun =
        reading->row.status == SR_TABLE_PLAYING || reading->row.status == SR_TABLE_FINISHED;
    if (answer == SR_STORE_DONE && begun) {
        int64_t from = with_saved ? reading->row.base : read_checkpoint(room, reading);
        answer = sr_store_list_entries(store, room->id, from, add_entry, reading);
    }
    if (answer == SR_STORE_DONE)
        answer = sr_store_get_petition(store, room->id, &reading->asked);
    if (answer == SR_STORE_DONE)
        answer = sr_store_list_chat(store, room->id, 0, SR_CHAT_LINES, add_chat, reading);
    if (answer == SR_STORE_DONE && with_saved &&
        sr_store_saved_position(store, room->id, &reading->saved.number,
                                &reading->saved.position) != SR_STORE_DONE)
        reading->saved.position = NULL;
    sr_commitment(reading->row.seed, room->id, reading->commitment);
    return answer == SR_STORE_DONE && reading->short_of_memory ? SR_STORE_BROKEN : answer;
}

void sr_reading_free(struct sr_reading *reading) {
    if (!reading)
        return;
    sr_table_row_clear(&reading->row);
    free(reading->checkpoint.text);
    free(reading->saved.position);
    free(reading->entry);
    free(reading);
}

/* ---- many nodes ---- */

static bool take_state(void *context, const struct sr_table_state *state) {
    *(struct sr_table_state *)context = *state;
    return true;
}

static void take_entries(struct sr_room *room, int64_t read) {
    struct sr_reading *reading = calloc(1, sizeof *reading);
    if (!reading)
        return;
    if (sr_store_list_entries(room->server->store, room->id, sr_host_number(room->host), add_entry,
                              reading) == SR_STORE_DONE &&
        reading->entries > 0) {
        struct sr_input input = {.kind = SR_INPUT_ENTRIES};
        input.entries.entry = reading->entry;
        input.entries.entries = reading->entries;
        input.entries.read = read;
        sr_room_take(room, &input);
    }
    sr_reading_free(reading);
}

/* Entries first, so that they are told one by one; then whatever else is different. */
void sr_room_catch_up(struct sr_room *room) {
    struct sr_table_state state = {.number = -1};
    if (sr_store_list_states(room->server->store, room->id, take_state, &state) != SR_STORE_DONE ||
        state.number < 0)
        return;
    if (state.number > sr_host_number(room->host) && sr_host_table(room->host))
        take_entries(room, state.now);
    if (room->host && (state.revision != sr_host_row(room->host)->revision ||
                       state.line > sr_host_line(room->host)))
        sr_room_take(room, &(struct sr_input){.kind = SR_INPUT_CHANGED});
}

struct others {
    int64_t person[SR_MOST_OTHERS];
    int count;
};

static bool add_other(void *context, int64_t person) {
    struct others *others = context;
    others->person[others->count++] = person;
    return others->count < SR_MOST_OTHERS;
}

void sr_room_look_around(struct sr_room *room) {
    struct others others = {.count = 0};
    if (sr_store_list_present(room->server->store, room->id, sr_cluster_node(room->server->cluster),
                              add_other, &others) != SR_STORE_DONE)
        return;
    struct sr_input input = {.kind = SR_INPUT_OTHERS};
    input.others.person = others.person;
    input.others.count = others.count;
    sr_room_take(room, &input);
}

void sr_room_own(struct sr_room *room, int64_t fence) {
    struct sr_input input = {.kind = SR_INPUT_OWNED};
    room->fence = fence;
    input.owned.owns = fence != 0;
    sr_room_take(room, &input);
}

void sr_room_note_all_presence(struct sr_room *room) {
    struct sr_server *server = room->server;
    for (int i = 0; i < sr_host_viewers(room->host); i++) {
        const struct sr_socket *socket = sr_socket_of(sr_host_viewer_at(room->host, i));
        int64_t person = sr_socket_visitor(socket)->person.id;
        if (person)
            sr_store_note_presence(server->store, room->id, person,
                                   sr_cluster_node(server->cluster), true);
    }
}

/* The socket of which it is said still watches. */
void sr_room_note_presence(struct sr_room *room, int64_t person, bool present) {
    struct sr_cluster *cluster = room->server->cluster;
    if (cluster && person && room->host && sr_host_watches(room->host, person) == 1)
        sr_store_note_presence(room->server->store, room->id, person, sr_cluster_node(cluster),
                               present);
}
