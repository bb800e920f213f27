/* Tables and playing at them: lists, what the host of a table is asked, sockets. */
#include "routes.h"
#include "server/problems.h"

#include <stdio.h>

void sr_route_add_row(const struct sr_request *request, const struct sr_table_row *row,
                      struct sr_buffer *out) {
    uint8_t commitment[SR_COMMITMENT_BYTES];
    if (out->broken)
        return;
    sr_commitment(row->seed, row->id, commitment);
    sr_buffer_add(out, out->text[out->length - 1] == '[' ? "" : ",");
    sr_wire_table(out, row, commitment, NULL, request->person.id, request->lang);
}

struct listing {
    const struct sr_request *request;
    struct sr_buffer *out;
};

static bool list_one(void *context, const struct sr_table_row *row) {
    const struct listing *listing = context;
    sr_route_add_row(listing->request, row, listing->out);
    return !listing->out->broken;
}

bool sr_route_list_own_tables(const struct sr_request *request, const char *id,
                              struct sr_reply *reply, struct sr_error *error) {
    (void)id;
    if (!sr_route_signed_in(request, error))
        return false;
    struct listing listing = {request, &reply->text};
    int skip = request->after > 0 ? (int)request->after : 0;
    sr_buffer_add(&reply->text, "{\"tables\":[");
    enum sr_store_answer answer = sr_store_list_of(request->server->store, request->person.id, skip,
                                                   SR_LISTED_TABLES, list_one, &listing);
    sr_buffer_add(&reply->text, "]}");
    return answer == SR_STORE_DONE ? true : sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
}

/* ---- what the host of a table is asked ---- */

/* Somebody who is signed in wants something, which the body says. */
static bool say(const struct sr_request *request, const char *id, enum sr_say what,
                struct sr_reply *reply, struct sr_error *error) {
    struct sr_message message;
    return sr_route_signed_in(request, error) &&
           sr_message_read_as(&message, what, request->body, request->body_length, error) &&
           sr_route_ask_host(request, id, false, &message, reply, error);
}

/* Anybody who may see the table looks at it; the query says from where. */
static bool look(const struct sr_request *request, const char *id, enum sr_say what,
                 struct sr_reply *reply, struct sr_error *error) {
    struct sr_message message;
    sr_message_init(&message, what);
    message.seat = request->seat;
    message.after = request->after;
    return sr_route_ask_host(request, id, false, &message, reply, error);
}

#define SAY(route, what)                                                                           \
    bool route(const struct sr_request *request, const char *id, struct sr_reply *reply,           \
               struct sr_error *error) {                                                           \
        return say(request, id, what, reply, error);                                               \
    }
#define LOOK(route, what)                                                                          \
    bool route(const struct sr_request *request, const char *id, struct sr_reply *reply,           \
               struct sr_error *error) {                                                           \
        return look(request, id, what, reply, error);                                              \
    }

SAY(sr_route_join, SR_MESSAGE_JOIN)
SAY(sr_route_start, SR_MESSAGE_START)
SAY(sr_route_leave, SR_MESSAGE_LEAVE)
SAY(sr_route_make_move, SR_MESSAGE_MOVE)
SAY(sr_route_take_back, SR_MESSAGE_UNDO)
SAY(sr_route_ask, SR_MESSAGE_ASK)
SAY(sr_route_answer, SR_MESSAGE_ANSWER)
SAY(sr_route_ask_hint, SR_MESSAGE_HINT)
SAY(sr_route_share, SR_MESSAGE_SHARE)
LOOK(sr_route_tell_table, SR_MESSAGE_TABLE)
LOOK(sr_route_tell_view, SR_MESSAGE_VIEW)
LOOK(sr_route_tell_events, SR_MESSAGE_EVENTS)
LOOK(sr_route_tell_score, SR_MESSAGE_SCORE)

bool sr_route_chat(const struct sr_request *request, const char *id, struct sr_reply *reply,
                   struct sr_error *error) {
    return sr_route_signed_in(request, error) &&
           sr_may_chat(request->server, &request->person, request->network, error) &&
           say(request, id, SR_MESSAGE_CHAT, reply, error);
}

/* The code in a link opens private tables too. */
bool sr_route_join_by_code(const struct sr_request *request, const char *id, struct sr_reply *reply,
                           struct sr_error *error) {
    const char *code;
    char found[SR_TABLE_ID_BYTES];
    struct sr_message message;
    (void)id;
    if (!sr_route_signed_in(request, error) || !sr_route_allows(request, SR_RATE_TABLE, error))
        return false;
    sr_message_init(&message, SR_MESSAGE_JOIN);
    json_t *body = sr_route_body(request, error);
    bool fine = body && sr_member_text(body, "code", &code, error) &&
                sr_member_number(body, "seat", 1, SR_MAX_SEATS, -1, &message.seat, error);
    if (fine && sr_store_find_code(request->server->store, code, found) != SR_STORE_DONE)
        fine = sr_fail(error, SR_PROBLEM_NO_TABLE, NULL);
    json_decref(body);
    return fine && sr_route_ask_host(request, found, true, &message, reply, error);
}

/* ---- sockets ---- */

bool sr_route_open_socket(const struct sr_request *request, const char *id, struct sr_reply *reply,
                          struct sr_error *error) {
    if (!sr_route_allows(request, SR_RATE_SOCKET, error))
        return false;
    struct sr_room *room = sr_route_room(request, id, error);
    if (!room)
        return false;
    sr_room_leave(room);
    snprintf(reply->socket_table, sizeof reply->socket_table, "%s", id);
    return true;
}
