/* The table of addresses, what their routes share, and the house itself. Rules and rooms decide; a
 * route only reads what is asked and writes what is answered. */
#include "routes.h"
#include "web.h"

#include "core/lexicon.h"
#include "games/games.h"
#include "server/problems.h"

#include <stdio.h>
#include <string.h>

/* ---- what routes share ---- */

bool sr_route_signed_in(const struct sr_request *request, struct sr_error *error) {
    return request->person.id ? true : sr_fail(error, SR_PROBLEM_SIGN_IN, NULL);
}

bool sr_route_allows(const struct sr_request *request, enum sr_rate rate, struct sr_error *error) {
    struct sr_limits *limits = request->server->limits;
    return sr_limits_allow(limits, request->network, rate) &&
                   sr_limits_allow_person(limits, request->person.id, rate)
               ? true
               : sr_fail(error, SR_PROBLEM_TOO_FAST, NULL);
}

json_t *sr_route_body(const struct sr_request *request, struct sr_error *error) {
    if (request->body_length == 0)
        return sr_read_object("{}", 2, error);
    return sr_read_object(request->body, request->body_length, error);
}

struct sr_room *sr_route_room(const struct sr_request *request, const char *id,
                              struct sr_error *error) {
    struct sr_room *room = sr_room_enter_fresh(request->server, id, error);
    if (room && !sr_host_may_see(room->host, request->person.id)) {
        sr_room_leave(room);
        sr_fail(error, SR_PROBLEM_PRIVATE_TABLE, NULL);
        return NULL;
    }
    return room;
}

static bool reply_referred(const struct sr_request *request, const struct sr_answer *answer,
                           struct sr_reply *reply, struct sr_error *error) {
    reply->status = answer->made ? 201 : 200;
    return sr_route_reply_table(request, answer->refer, reply, error);
}

bool sr_route_ask_host(const struct sr_request *request, const char *id, bool invited,
                       const struct sr_message *message, struct sr_reply *reply,
                       struct sr_error *error) {
    const struct sr_guest guest = {request->person, request->lang};
    struct sr_answer answer;
    struct sr_room *room = sr_room_enter_fresh(request->server, id, error);
    if (!room)
        return false;
    bool fine = sr_room_ask(room, &guest, invited, message, &answer);
    sr_room_leave(room);
    if (!fine)
        *error = answer.error;
    else if (*answer.refer)
        return reply_referred(request, &answer, reply, error);
    if (answer.later)
        reply->status = 202;
    reply->text = answer.text;
    return fine;
}

bool sr_route_reply_table(const struct sr_request *request, const char *id, struct sr_reply *reply,
                          struct sr_error *error) {
    struct sr_message message;
    sr_message_init(&message, SR_MESSAGE_TABLE);
    return sr_route_ask_host(request, id, false, &message, reply, error);
}

/* ---- the house ---- */

static void write_game(struct sr_out *out, const void *context) {
    sr_game_json(out, context);
}

static bool list_games(const struct sr_request *request, const char *id, struct sr_reply *reply,
                       struct sr_error *error) {
    (void)id;
    (void)error;
    reply->packs = true;
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
    sr_buffer_add(&reply->text, "],\"bots_at\":");
    sr_buffer_add(&reply->text, request->server->bots_at_visitors ? "\"visitor\"}" : "\"house\"}");
    return true;
}

struct lexicon {
    const struct sr_game *game;
    enum sr_lang lang;
};

static void write_lexicon(struct sr_out *out, const void *context) {
    const struct lexicon *lexicon = context;
    sr_lexicon_json(out, lexicon->game, lexicon->lang);
}

static bool tell_game(const struct sr_request *request, const char *id, struct sr_reply *reply,
                      struct sr_error *error) {
    struct lexicon lexicon = {sr_game_named(id, strlen(id), NULL, error), request->lang};
    if (!lexicon.game)
        return false;
    reply->packs = true;
    sr_buffer_write_json(&reply->text, write_lexicon, &lexicon);
    return true;
}

/* ---- the table of routes ---- */

#define ROUTE(method, path, run, lane, what, answers, refusals, query, body, say)                  \
    {method, path, run, lane},
static const struct route {
    const char *method, *path; /* what is in braces is a table's id */
    sr_route_run *run;
    enum sr_lane lane;
} routes[] = {
#include "routes.def"
};
#undef ROUTE
enum { ROUTES = sizeof routes / sizeof routes[0] };

static bool fits(const char *pattern, const char *path, char id[SR_TABLE_ID_BYTES]) {
    const char *open = strchr(pattern, '{');
    id[0] = '\0';
    if (!open)
        return strcmp(pattern, path) == 0;
    size_t before = (size_t)(open - pattern);
    if (strncmp(pattern, path, before) != 0)
        return false;
    size_t length = strcspn(path + before, "/");
    if (length == 0 || length >= SR_TABLE_ID_BYTES ||
        strcmp(strchr(open, '}') + 1, path + before + length) != 0)
        return false;
    memcpy(id, path + before, length);
    id[length] = '\0';
    return true;
}

/* Whoever signs in with a password waits for its hash. A name of a member may be written with
 * escapes, and is not read yet. */
static bool brings_password(const struct sr_request *request) {
    return strstr(request->body, "password") || strchr(request->body, '\\');
}

enum sr_lane sr_route_lane(const struct sr_request *request) {
    char id[SR_TABLE_ID_BYTES];
    const char *method = strcmp(request->method, "HEAD") == 0 ? "GET" : request->method;
    for (int i = 0; i < ROUTES; i++)
        if (strcmp(routes[i].method, method) == 0 && fits(routes[i].path, request->path, id))
            return routes[i].run == sr_route_sign_in && brings_password(request) ? SR_LANE_PASSWORDS
                                                                                 : routes[i].lane;
    return SR_LANE_NONE; /* files of the client, and refusals */
}

bool sr_route_table(const struct sr_request *request, char id[SR_TABLE_ID_BYTES]) {
    static const char tables[] = "/api/v1/tables/";
    if (strncmp(request->path, tables, sizeof tables - 1) != 0)
        return false;
    for (int i = 0; i < ROUTES; i++)
        if (fits(routes[i].path, request->path, id) && *id)
            return true;
    return false;
}

static bool run_route(const struct sr_request *request, struct sr_reply *reply,
                      struct sr_error *error) {
    char id[SR_TABLE_ID_BYTES], offer[64] = "";
    const char *method = strcmp(request->method, "HEAD") == 0 ? "GET" : request->method;
    for (int i = 0; i < ROUTES; i++) {
        if (!fits(routes[i].path, request->path, id))
            continue;
        bool socket = routes[i].run == sr_route_open_socket;
        if (routes[i].run == sr_route_start && atomic_load(&request->server->draining))
            return sr_fail(error, SR_PROBLEM_DRAINING, NULL);
        if (strcmp(routes[i].method, socket ? request->method : method) == 0)
            return routes[i].run(request, id, reply, error);
        size_t length = strlen(offer);
        snprintf(offer + length, sizeof offer - length, "%s%s", length ? ", " : "",
                 routes[i].method);
    }
    if (*offer)
        return sr_fail(error, SR_PROBLEM_METHOD, request->method, offer, NULL);
    if (strcmp(method, "GET") == 0 && strncmp(request->path, "/api", 4) != 0)
        return sr_web_serve(request, reply, error);
    return sr_fail(error, SR_PROBLEM_NO_PAGE, request->path, NULL);
}

void sr_route(const struct sr_request *request, struct sr_reply *reply) {
    struct sr_error error = {0};
    if (!run_route(request, reply, &error))
        sr_reply_error(reply, request->lang, &error);
}
