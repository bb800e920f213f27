/* Tables and playing at them: lists, seats, moves, hints, consent, views, sockets. */
#include "routes.h"

#include <stdio.h>
#include <string.h>

struct listing {
    struct sr_buffer *out;
    int64_t person;
    enum sr_lang lang;
    int count;
};

static bool list_one(void *context, const struct sr_table_row *row) {
    struct listing *listing = context;
    sr_buffer_add(listing->out, listing->count++ ? "," : "");
    sr_wire_table(listing->out, row, NULL, listing->person, listing->lang);
    return true;
}

bool sr_route_list_own_tables(const struct sr_request *request, const char *id,
                              struct sr_reply *reply, struct sr_error *error) {
    (void)id;
    if (!sr_route_signed_in(request, error))
        return false;
    struct listing listing = {&reply->text, request->person.id, request->lang, 0};
    int skip = request->after > 0 ? (int)request->after : 0;
    sr_buffer_add(&reply->text, "{\"tables\":[");
    enum sr_store_answer answer = sr_store_list_of(request->server->store, request->person.id, skip,
                                                   SR_LISTED_TABLES, list_one, &listing);
    sr_buffer_add(&reply->text, "]}");
    return answer == SR_STORE_DONE ? true : sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
}

bool sr_route_tell_table(const struct sr_request *request, const char *id, struct sr_reply *reply,
                         struct sr_error *error) {
    struct sr_room *room = sr_route_room(request, id, error);
    if (!room)
        return false;
    sr_reply_table(reply, room, request);
    sr_room_leave(room);
    return true;
}

/* Sits down where the body says, or anywhere. */
static bool sit_down(const struct sr_request *request, struct sr_room *room, const json_t *body,
                     struct sr_reply *reply, struct sr_error *error) {
    int64_t seat;
    bool fine = sr_member_number(body, "seat", 1, room->row.seats, 0, &seat, error) &&
                sr_room_sit(room, &request->person, (int)seat - 1, error);
    if (fine)
        sr_reply_table(reply, room, request);
    return fine;
}

/* Somebody who is signed in comes to a table and wants something, which the body says. */
struct visit {
    json_t *body;
    struct sr_room *room;
};

/* Must be ended, whatever it returns. */
static bool begin_visit(const struct sr_request *request, const char *id, struct visit *visit,
                        struct sr_error *error) {
    *visit = (struct visit){0};
    if (sr_route_signed_in(request, error))
        visit->body = sr_route_body(request, error);
    if (visit->body)
        visit->room = sr_route_room(request, id, error);
    return visit->room != NULL;
}

static void end_visit(struct visit *visit) {
    if (visit->room)
        sr_room_leave(visit->room);
    json_decref(visit->body);
}

bool sr_route_join(const struct sr_request *request, const char *id, struct sr_reply *reply,
                   struct sr_error *error) {
    struct visit visit;
    bool fine = begin_visit(request, id, &visit, error) &&
                sit_down(request, visit.room, visit.body, reply, error);
    end_visit(&visit);
    return fine;
}

/* The code in a link opens private tables too. */
bool sr_route_join_by_code(const struct sr_request *request, const char *id, struct sr_reply *reply,
                           struct sr_error *error) {
    (void)id;
    if (!sr_route_signed_in(request, error) || !sr_route_allows(request, SR_RATE_TABLE, error))
        return false;
    json_t *body = sr_route_body(request, error);
    const char *code;
    char found[SR_TABLE_ID_BYTES];
    struct sr_room *room = NULL;
    if (body && sr_member_text(body, "code", &code, error)) {
        if (sr_store_find_code(request->server->store, code, found) == SR_STORE_DONE)
            room = sr_room_enter(request->server, found, error);
        else
            sr_fail(error, SR_PROBLEM_NO_TABLE, NULL);
    }
    bool fine = room && sit_down(request, room, body, reply, error);
    if (room)
        sr_room_leave(room);
    json_decref(body);
    return fine;
}

static bool change_table(const struct sr_request *request, const char *id, struct sr_reply *reply,
                         bool (*change)(struct sr_room *, const struct sr_person *,
                                        struct sr_error *),
                         struct sr_error *error) {
    if (!sr_route_signed_in(request, error))
        return false;
    struct sr_room *room = sr_route_room(request, id, error);
    if (!room)
        return false;
    bool fine = change(room, &request->person, error);
    if (fine)
        sr_reply_table(reply, room, request);
    sr_room_leave(room);
    return fine;
}

bool sr_route_start(const struct sr_request *request, const char *id, struct sr_reply *reply,
                    struct sr_error *error) {
    return change_table(request, id, reply, sr_room_start, error);
}

bool sr_route_leave(const struct sr_request *request, const char *id, struct sr_reply *reply,
                    struct sr_error *error) {
    return change_table(request, id, reply, sr_room_stand_up, error);
}

static void reply_number(struct sr_reply *reply, const struct sr_room *room) {
    sr_buffer_add(&reply->text, "{\"number\":");
    sr_buffer_add_number(&reply->text, room->number);
    sr_buffer_add(&reply->text, ",\"ply\":");
    sr_buffer_add_number(&reply->text, room->table ? room->table->plies : 0);
    sr_buffer_add(&reply->text, "}");
}

enum deed { DEED_MOVE, DEED_UNDO, DEED_CHAT, DEED_ANSWER };

static bool act(struct sr_room *room, const struct sr_request *request, const json_t *body,
                enum deed deed, struct sr_error *error) {
    const char *text;
    int64_t after;
    int seat;
    bool agrees;
    if (!sr_member_seat(body, room, request->person.id, SR_SPECTATOR, &seat, error))
        return false;
    switch (deed) {
    case DEED_MOVE:
        return sr_member_text(body, "move", &text, error) && sr_member_after(body, &after, error) &&
               sr_room_move(room, seat, text, after, error);
    case DEED_UNDO:
        return sr_member_after(body, &after, error) && sr_room_undo(room, seat, after, error);
    case DEED_ANSWER:
        return sr_member_flag(body, "agree", true, &agrees, error) &&
               sr_room_answer_petition(room, seat, agrees, error);
    case DEED_CHAT:
        break;
    }
    return sr_member_chat(body, &text, error) &&
           sr_may_chat(room->server, &request->person, request->network, error) &&
           sr_room_chat(room, &request->person, text, error);
}

static bool act_at_table(const struct sr_request *request, const char *id, struct sr_reply *reply,
                         enum deed deed, struct sr_error *error) {
    struct visit visit;
    bool fine = begin_visit(request, id, &visit, error) &&
                act(visit.room, request, visit.body, deed, error);
    if (fine)
        reply_number(reply, visit.room);
    end_visit(&visit);
    return fine;
}

bool sr_route_make_move(const struct sr_request *request, const char *id, struct sr_reply *reply,
                        struct sr_error *error) {
    return act_at_table(request, id, reply, DEED_MOVE, error);
}

bool sr_route_take_back(const struct sr_request *request, const char *id, struct sr_reply *reply,
                        struct sr_error *error) {
    return act_at_table(request, id, reply, DEED_UNDO, error);
}

bool sr_route_say(const struct sr_request *request, const char *id, struct sr_reply *reply,
                  struct sr_error *error) {
    return act_at_table(request, id, reply, DEED_CHAT, error);
}

bool sr_route_answer(const struct sr_request *request, const char *id, struct sr_reply *reply,
                     struct sr_error *error) {
    return act_at_table(request, id, reply, DEED_ANSWER, error);
}

/* Asks for the consent of the others: {"kind":"undo"} or {"kind":"replace","seat":3}. */
bool sr_petition_read(const json_t *body, struct sr_room *room, int64_t person, int asked,
                      struct sr_error *error) {
    const char *kind;
    int64_t ply, after, absent;
    int seat = sr_room_actor(room, person, asked);
    if (!sr_member_text(body, "kind", &kind, error))
        return false;
    if (strcmp(kind, "undo") == 0)
        return sr_member_number(body, "ply", 0, INT32_MAX, -1, &ply, error) &&
               sr_member_after(body, &after, error) &&
               sr_room_ask_undo(room, seat, ply, after, error);
    if (strcmp(kind, "replace") != 0)
        return sr_fail(error, SR_PROBLEM_MEMBER, "kind", "undo or replace", "undo или replace",
                       NULL);
    return sr_member_number(body, "seat", 1, room->row.seats, 0, &absent, error) &&
           (absent > 0
                ? true
                : sr_fail(error, SR_PROBLEM_MEMBER, "seat", "who is away", "кого нет", NULL)) &&
           sr_room_ask_replace(room, seat, (int)absent - 1, error);
}

bool sr_route_ask(const struct sr_request *request, const char *id, struct sr_reply *reply,
                  struct sr_error *error) {
    struct visit visit;
    bool fine = begin_visit(request, id, &visit, error) &&
                sr_petition_read(visit.body, visit.room, request->person.id, SR_SPECTATOR, error);
    if (fine)
        sr_reply_table(reply, visit.room, request);
    end_visit(&visit);
    return fine;
}

/* Asked again, it tells what has been thought of meanwhile. */
bool sr_route_ask_hint(const struct sr_request *request, const char *id, struct sr_reply *reply,
                       struct sr_error *error) {
    struct visit visit;
    int seat;
    bool fine =
        begin_visit(request, id, &visit, error) &&
        sr_member_seat(visit.body, visit.room, request->person.id, SR_SPECTATOR, &seat, error) &&
        sr_room_ask_hint(visit.room, &request->person, seat, error);
    if (fine) {
        reply->status = visit.room->advice.state == SR_ADVICE_READY ? 200 : 202;
        sr_wire_hint(&reply->text, visit.room, request->lang);
    }
    end_visit(&visit);
    return fine;
}

bool sr_route_tell_view(const struct sr_request *request, const char *id, struct sr_reply *reply,
                        struct sr_error *error) {
    int viewer;
    struct sr_room *room = sr_route_begun_room(request, id, &viewer, error);
    if (!room)
        return false;
    sr_wire_view(&reply->text, room->table, room->number, viewer, request->lang);
    sr_room_leave(room);
    return true;
}

static void add_message(void *context, const struct sr_buffer *message) {
    struct sr_buffer *out = context;
    sr_buffer_add(out, out->text[out->length - 1] == '[' ? "" : ",");
    sr_buffer_add_bytes(out, message->text, message->length);
}

bool sr_route_tell_events(const struct sr_request *request, const char *id, struct sr_reply *reply,
                          struct sr_error *error) {
    struct sr_room *room = sr_route_room(request, id, error);
    if (!room)
        return false;
    int viewer;
    bool fine = sr_route_viewer(request, room, &viewer, error);
    sr_buffer_add(&reply->text, "{\"messages\":[");
    if (fine && (reply->text.broken || !sr_room_resume(room, viewer, request->lang, request->after,
                                                       add_message, &reply->text)))
        fine = sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    sr_room_leave(room);
    sr_buffer_add(&reply->text, "]}");
    return fine;
}

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
