/* What each address does, and the table of them. Rules and rooms decide; this only reads what is
 * asked and writes what is answered. */
#include "routes.h"

#include <stdio.h>
#include <string.h>

/* ---- what routes share ---- */

bool sr_route_signed_in(const struct sr_request *request, struct sr_error *error) {
    return request->person.id ? true : sr_fail(error, SR_PROBLEM_SIGN_IN, NULL);
}

json_t *sr_route_body(const struct sr_request *request, struct sr_error *error) {
    if (request->body_length == 0)
        return sr_read_object("{}", 2, error);
    return sr_read_object(request->body, request->body_length, error);
}

struct sr_room *sr_route_room(const struct sr_request *request, const char *id,
                              struct sr_error *error) {
    struct sr_room *room = sr_room_enter(request->server, id, error);
    if (room && !sr_room_may_see(room, request->person.id)) {
        sr_room_leave(room);
        sr_fail(error, SR_PROBLEM_NO_TABLE, NULL);
        return NULL;
    }
    return room;
}

void sr_reply_table(struct sr_reply *reply, const struct sr_room *room,
                    const struct sr_request *request) {
    sr_wire_table(&reply->text, &room->row, room->table, room->number, sr_room_time_left(room),
                  request->person.id, request->lang);
}

/* ---- the house ---- */

static void write_game(struct sr_out *out, const void *context) {
    sr_game_json(out, context);
}

static bool list_games(const struct sr_request *request, const char *id, struct sr_reply *reply,
                       struct sr_error *error) {
    (void)id;
    (void)error;
    sr_buffer_add(&reply->text, "{\"games\":[");
    for (int i = 0; sr_game_at(i); i++) {
        sr_buffer_add(&reply->text, i ? "," : "");
        sr_buffer_write_json(&reply->text, write_game, sr_game_at(i));
    }
    sr_buffer_add(&reply->text, "],\"bots\":[");
    bool first = true;
    for (int i = 0; sr_bot_kind_at(i); i++) {
        const struct sr_bot_kind *kind = sr_bot_kind_at(i);
        if (kind->takes_budget)
            continue;
        sr_buffer_add(&reply->text, first ? "{\"name\":" : ",{\"name\":");
        sr_buffer_add_string(&reply->text, kind->name);
        sr_buffer_add(&reply->text, ",\"title\":");
        sr_buffer_add_string(&reply->text, kind->title.in[request->lang]);
        sr_buffer_add(&reply->text, "}");
        first = false;
    }
    sr_buffer_add(&reply->text, "]}");
    return true;
}

static bool tell_health(const struct sr_request *request, const char *id, struct sr_reply *reply,
                        struct sr_error *error) {
    char found[SR_TABLE_ID_BYTES];
    (void)id;
    if (sr_store_find_code(request->server->store, "-", found) == SR_STORE_BROKEN)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    sr_buffer_add(&reply->text, "{\"status\":\"ok\",\"version\":\"" SERAI_VERSION "\"}");
    return true;
}

static void add_metric(struct sr_buffer *out, const char *name, int64_t value) {
    sr_buffer_add(out, "serai_");
    sr_buffer_add(out, name);
    sr_buffer_add(out, " ");
    sr_buffer_add_number(out, value);
    sr_buffer_add(out, "\n");
}

static bool tell_metrics(const struct sr_request *request, const char *id, struct sr_reply *reply,
                         struct sr_error *error) {
    uint64_t commits, changes;
    (void)id;
    (void)error;
    reply->type = "text/plain; version=0.0.4";
    for (int i = 0; i < SR_COUNTERS; i++)
        add_metric(&reply->text, sr_counter_name((enum sr_counter)i),
                   sr_counted((enum sr_counter)i));
    sr_store_counts(request->server->store, &commits, &changes);
    add_metric(&reply->text, "store_commits_total", (int64_t)commits);
    add_metric(&reply->text, "store_changes_total", (int64_t)changes);
    add_metric(&reply->text, "rooms", sr_rooms_count(request->server->rooms));
    return true;
}

/* ---- people ---- */

static void reply_person(struct sr_reply *reply, const struct sr_person *person) {
    sr_buffer_add(&reply->text, "{\"id\":");
    sr_buffer_add_number(&reply->text, person->id);
    sr_buffer_add(&reply->text, ",\"name\":");
    sr_buffer_add_string(&reply->text, person->name);
    sr_buffer_add(&reply->text, person->claimed ? ",\"claimed\":true}" : ",\"claimed\":false}");
}

static bool check_name(const char *name, struct sr_error *error) {
    size_t length = strlen(name);
    bool trimmed = length > 0 && name[0] != ' ' && name[length - 1] != ' ';
    if (trimmed && sr_clean_text(name, length, SR_NAME_BYTES))
        return true;
    return sr_fail(error, SR_PROBLEM_NAME, name, NULL);
}

static bool read_password(const json_t *body, const char **password, struct sr_error *error) {
    if (!sr_member_text(body, "password", password, error))
        return false;
    size_t length = strlen(*password);
    if (length >= 8 && length <= 200)
        return true;
    return sr_fail(error, SR_PROBLEM_MEMBER, "password", "8 to 200 bytes", "от 8 до 200 байт",
                   NULL);
}

static void set_cookie(const struct sr_request *request, struct sr_reply *reply,
                       const uint8_t *token) {
    char text[2 * SR_TOKEN_BYTES + 1] = "";
    if (token)
        sr_token_write(token, text);
    snprintf(reply->cookie, sizeof reply->cookie,
             "serai=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s", text, token ? 31536000 : 0,
             request->secure ? "; Secure" : "");
}

/* A guest gets a name and a token; whose the name is decides the password, if it has one. */
static bool find_or_add(const struct sr_request *request, const json_t *body,
                        struct sr_person *person, const uint8_t *hash, struct sr_error *error) {
    struct sr_store *store = request->server->store;
    const char *name, *password;
    char kept[SR_PASSWORD_BYTES];
    if (!sr_member_text(body, "name", &name, error) || !check_name(name, error))
        return false;
    enum sr_store_answer answer;
    if (json_object_get(body, "password")) {
        if (!sr_limits_allow(request->server->limits, request->address, SR_RATE_PASSWORD))
            return sr_fail(error, SR_PROBLEM_TOO_FAST, NULL);
        if (!read_password(body, &password, error))
            return false;
        answer = sr_store_find_claimed(store, name, person, kept);
        if (answer == SR_STORE_MISSING ||
            (answer == SR_STORE_DONE && !sr_password_fits(password, kept)))
            return sr_fail(error, SR_PROBLEM_WRONG_PASSWORD, NULL);
        if (answer == SR_STORE_DONE)
            answer = sr_store_add_token(store, person->id, hash);
    } else {
        answer = sr_store_find_claimed(store, name, person, kept);
        if (answer == SR_STORE_DONE)
            return sr_fail(error, SR_PROBLEM_NAME_TAKEN, name, NULL);
        answer = sr_store_add_person(store, name, hash, person);
    }
    return answer == SR_STORE_DONE ? true : sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
}

static bool sign_in(const struct sr_request *request, const char *id, struct sr_reply *reply,
                    struct sr_error *error) {
    uint8_t token[SR_TOKEN_BYTES], hash[SR_TOKEN_HASH_BYTES];
    struct sr_person person = {0};
    (void)id;
    if (!sr_limits_allow(request->server->limits, request->address, SR_RATE_SIGN_IN))
        return sr_fail(error, SR_PROBLEM_TOO_FAST, NULL);
    json_t *body = sr_route_body(request, error);
    sr_random_bytes(token, sizeof token);
    sr_token_hash(token, hash);
    bool fine = body && find_or_add(request, body, &person, hash, error);
    json_decref(body);
    if (!fine)
        return false;
    set_cookie(request, reply, token);
    reply->status = 201;
    reply_person(reply, &person);
    return true;
}

/* A guest makes the name their own, and keeps the games. */
static bool claim_name(const struct sr_request *request, const char *id, struct sr_reply *reply,
                       struct sr_error *error) {
    char hash[SR_PASSWORD_BYTES];
    const char *password;
    (void)id;
    if (!sr_route_signed_in(request, error))
        return false;
    if (!sr_limits_allow(request->server->limits, request->address, SR_RATE_PASSWORD))
        return sr_fail(error, SR_PROBLEM_TOO_FAST, NULL);
    json_t *body = sr_route_body(request, error);
    bool fine = body && read_password(body, &password, error);
    if (fine && !sr_password_hash(password, hash))
        fine = sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    json_decref(body);
    if (!fine)
        return false;
    enum sr_store_answer answer = sr_store_claim(request->server->store, request->person.id, hash);
    if (answer == SR_STORE_CONFLICT)
        return sr_fail(error, SR_PROBLEM_NAME_TAKEN, request->person.name, NULL);
    if (answer != SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    struct sr_person person = request->person;
    person.claimed = true;
    reply_person(reply, &person);
    return true;
}

static bool sign_out(const struct sr_request *request, const char *id, struct sr_reply *reply,
                     struct sr_error *error) {
    (void)id;
    if (request->person.id &&
        sr_store_drop_token(request->server->store, request->token_hash) != SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    set_cookie(request, reply, NULL);
    sr_buffer_add(&reply->text, "{}");
    return true;
}

static bool tell_me(const struct sr_request *request, const char *id, struct sr_reply *reply,
                    struct sr_error *error) {
    (void)id;
    if (!sr_route_signed_in(request, error))
        return false;
    reply_person(reply, &request->person);
    return true;
}

/* ---- tables ---- */

struct listing {
    struct sr_buffer *out;
    int64_t person;
    enum sr_lang lang;
    int count;
};

static bool list_one(void *context, const struct sr_table_row *row) {
    struct listing *listing = context;
    sr_buffer_add(listing->out, listing->count++ ? "," : "");
    sr_wire_table(listing->out, row, NULL, 0, -1, listing->person, listing->lang);
    return true;
}

static bool list_tables(const struct sr_request *request, struct sr_reply *reply, bool own,
                        struct sr_error *error) {
    struct sr_store *store = request->server->store;
    struct listing listing = {&reply->text, request->person.id, request->lang, 0};
    sr_buffer_add(&reply->text, "{\"tables\":[");
    enum sr_store_answer answer =
        own ? sr_store_list_of(store, request->person.id, SR_LISTED_TABLES, list_one, &listing)
            : sr_store_list_open(store, SR_LISTED_TABLES, list_one, &listing);
    sr_buffer_add(&reply->text, "]}");
    return answer == SR_STORE_DONE ? true : sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
}

static bool list_open_tables(const struct sr_request *request, const char *id,
                             struct sr_reply *reply, struct sr_error *error) {
    (void)id;
    return list_tables(request, reply, false, error);
}

static bool list_own_tables(const struct sr_request *request, const char *id,
                            struct sr_reply *reply, struct sr_error *error) {
    (void)id;
    return sr_route_signed_in(request, error) && list_tables(request, reply, true, error);
}

static bool tell_table(const struct sr_request *request, const char *id, struct sr_reply *reply,
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

static bool join(const struct sr_request *request, const char *id, struct sr_reply *reply,
                 struct sr_error *error) {
    if (!sr_route_signed_in(request, error))
        return false;
    json_t *body = sr_route_body(request, error);
    struct sr_room *room = body ? sr_route_room(request, id, error) : NULL;
    bool fine = room && sit_down(request, room, body, reply, error);
    if (room)
        sr_room_leave(room);
    json_decref(body);
    return fine;
}

/* The code in a link opens private tables too. */
static bool join_by_code(const struct sr_request *request, const char *id, struct sr_reply *reply,
                         struct sr_error *error) {
    (void)id;
    if (!sr_route_signed_in(request, error))
        return false;
    if (!sr_limits_allow(request->server->limits, request->address, SR_RATE_TABLE))
        return sr_fail(error, SR_PROBLEM_TOO_FAST, NULL);
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

static bool start(const struct sr_request *request, const char *id, struct sr_reply *reply,
                  struct sr_error *error) {
    return change_table(request, id, reply, sr_room_start, error);
}

static bool leave(const struct sr_request *request, const char *id, struct sr_reply *reply,
                  struct sr_error *error) {
    return change_table(request, id, reply, sr_room_stand_up, error);
}

/* ---- playing ---- */

static void reply_number(struct sr_reply *reply, const struct sr_room *room) {
    sr_buffer_add(&reply->text, "{\"number\":");
    sr_buffer_add_number(&reply->text, room->number);
    sr_buffer_add(&reply->text, ",\"ply\":");
    sr_buffer_add_number(&reply->text, room->table ? room->table->plies : 0);
    sr_buffer_add(&reply->text, "}");
}

enum deed { DEED_MOVE, DEED_UNDO, DEED_CHAT };

static bool act(struct sr_room *room, const struct sr_request *request, const json_t *body,
                enum deed deed, struct sr_error *error) {
    int seat = sr_room_seat(room, request->person.id);
    const char *text;
    int64_t after;
    switch (deed) {
    case DEED_MOVE:
        return sr_member_text(body, "move", &text, error) && sr_member_after(body, &after, error) &&
               sr_room_move(room, seat, text, after, error);
    case DEED_UNDO:
        return sr_member_after(body, &after, error) && sr_room_undo(room, seat, after, error);
    case DEED_CHAT:
        break;
    }
    return sr_member_chat(body, &text, error) && sr_room_chat(room, &request->person, text, error);
}

static bool act_at_table(const struct sr_request *request, const char *id, struct sr_reply *reply,
                         enum deed deed, struct sr_error *error) {
    if (!sr_route_signed_in(request, error))
        return false;
    json_t *body = sr_route_body(request, error);
    struct sr_room *room = body ? sr_route_room(request, id, error) : NULL;
    bool fine = room && act(room, request, body, deed, error);
    if (fine)
        reply_number(reply, room);
    if (room)
        sr_room_leave(room);
    json_decref(body);
    return fine;
}

static bool make_move(const struct sr_request *request, const char *id, struct sr_reply *reply,
                      struct sr_error *error) {
    return act_at_table(request, id, reply, DEED_MOVE, error);
}

static bool take_back(const struct sr_request *request, const char *id, struct sr_reply *reply,
                      struct sr_error *error) {
    return act_at_table(request, id, reply, DEED_UNDO, error);
}

static bool say(const struct sr_request *request, const char *id, struct sr_reply *reply,
                struct sr_error *error) {
    return act_at_table(request, id, reply, DEED_CHAT, error);
}

static bool tell_view(const struct sr_request *request, const char *id, struct sr_reply *reply,
                      struct sr_error *error) {
    struct sr_room *room = sr_route_room(request, id, error);
    if (!room)
        return false;
    bool begun = room->table != NULL;
    if (begun)
        sr_wire_view(&reply->text, room->table, room->number,
                     sr_room_seat(room, request->person.id), request->lang);
    else
        sr_fail(error, SR_PROBLEM_NOT_PLAYING, NULL);
    sr_room_leave(room);
    return begun;
}

static void add_message(void *context, const struct sr_buffer *message) {
    struct sr_buffer *out = context;
    sr_buffer_add(out, out->text[out->length - 1] == '[' ? "" : ",");
    sr_buffer_add_bytes(out, message->text, message->length);
}

static bool tell_events(const struct sr_request *request, const char *id, struct sr_reply *reply,
                        struct sr_error *error) {
    struct sr_room *room = sr_route_room(request, id, error);
    if (!room)
        return false;
    sr_buffer_add(&reply->text, "{\"messages\":[");
    bool fine = !reply->text.broken &&
                sr_room_resume(room, sr_room_seat(room, request->person.id), request->lang,
                               request->after, add_message, &reply->text);
    sr_room_leave(room);
    sr_buffer_add(&reply->text, "]}");
    return fine ? true : sr_fail(error, SR_PROBLEM_MEMORY, NULL);
}

static void write_record(struct sr_out *out, const void *context) {
    sr_record_write(out, context);
}

static bool tell_record(const struct sr_request *request, const char *id, struct sr_reply *reply,
                        struct sr_error *error) {
    struct sr_room *room = sr_route_room(request, id, error);
    if (!room)
        return false;
    bool finished = room->row.status == SR_TABLE_FINISHED;
    reply->type = "text/plain; charset=utf-8";
    if (finished)
        sr_buffer_write(&reply->text, write_record, room->table);
    else
        sr_fail(error, SR_PROBLEM_NOT_FINISHED, NULL);
    sr_room_leave(room);
    return finished;
}

static bool open_socket(const struct sr_request *request, const char *id, struct sr_reply *reply,
                        struct sr_error *error) {
    if (!sr_limits_allow(request->server->limits, request->address, SR_RATE_SOCKET))
        return sr_fail(error, SR_PROBLEM_TOO_FAST, NULL);
    struct sr_room *room = sr_route_room(request, id, error);
    if (!room)
        return false;
    sr_room_leave(room);
    snprintf(reply->socket_table, sizeof reply->socket_table, "%s", id);
    return true;
}

/* ---- the table of routes ---- */

struct route {
    const char *method, *path; /* * is a table's id */
    sr_route_run *run;
};

static const struct route routes[] = {
    {"GET", "/api/v1/games", list_games},
    {"GET", "/api/v1/health", tell_health},
    {"GET", "/health", tell_health},
    {"GET", "/api/v1/metrics", tell_metrics},
    {"GET", "/metrics", tell_metrics},
    {"POST", "/api/v1/people", sign_in},
    {"GET", "/api/v1/people/me", tell_me},
    {"DELETE", "/api/v1/people/me", sign_out},
    {"POST", "/api/v1/people/me/claim", claim_name},
    {"GET", "/api/v1/people/me/tables", list_own_tables},
    {"POST", "/api/v1/join", join_by_code},
    {"GET", "/api/v1/tables", list_open_tables},
    {"POST", "/api/v1/tables", sr_route_make_table},
    {"GET", "/api/v1/tables/*", tell_table},
    {"POST", "/api/v1/tables/*/join", join},
    {"POST", "/api/v1/tables/*/start", start},
    {"POST", "/api/v1/tables/*/leave", leave},
    {"POST", "/api/v1/tables/*/rematch", sr_route_rematch},
    {"POST", "/api/v1/tables/*/fork", sr_route_fork},
    {"POST", "/api/v1/tables/*/moves", make_move},
    {"POST", "/api/v1/tables/*/undo", take_back},
    {"POST", "/api/v1/tables/*/chat", say},
    {"GET", "/api/v1/tables/*/view", tell_view},
    {"GET", "/api/v1/tables/*/events", tell_events},
    {"GET", "/api/v1/tables/*/record", tell_record},
    {"GET", "/api/v1/tables/*/socket", open_socket},
};
enum { ROUTES = sizeof routes / sizeof routes[0] };

static bool fits(const char *pattern, const char *path, char id[SR_TABLE_ID_BYTES]) {
    const char *star = strchr(pattern, '*');
    id[0] = '\0';
    if (!star)
        return strcmp(pattern, path) == 0;
    size_t before = (size_t)(star - pattern);
    if (strncmp(pattern, path, before) != 0)
        return false;
    size_t length = strcspn(path + before, "/");
    if (length == 0 || length >= SR_TABLE_ID_BYTES || strcmp(star + 1, path + before + length) != 0)
        return false;
    memcpy(id, path + before, length);
    id[length] = '\0';
    return true;
}

static bool run_route(const struct sr_request *request, struct sr_reply *reply,
                      struct sr_error *error) {
    char id[SR_TABLE_ID_BYTES], offer[64] = "";
    const char *method = strcmp(request->method, "HEAD") == 0 ? "GET" : request->method;
    for (int i = 0; i < ROUTES; i++) {
        if (!fits(routes[i].path, request->path, id))
            continue;
        if (strcmp(routes[i].method, method) == 0)
            return routes[i].run(request, id, reply, error);
        size_t length = strlen(offer);
        snprintf(offer + length, sizeof offer - length, "%s%s", length ? ", " : "",
                 routes[i].method);
    }
    if (*offer)
        return sr_fail(error, SR_PROBLEM_METHOD, request->method, offer, NULL);
    return sr_fail(error, SR_PROBLEM_NO_PAGE, request->path, NULL);
}

void sr_route(const struct sr_request *request, struct sr_reply *reply) {
    struct sr_error error = {0};
    if (!run_route(request, reply, &error))
        sr_reply_error(reply, request->lang, &error);
}
