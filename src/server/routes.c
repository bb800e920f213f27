/* The table of addresses, what their routes share, and the house itself. Rules and rooms decide; a
 * route only reads what is asked and writes what is answered. */
#include "routes.h"
#include "web.h"

#include "core/lexicon.h"

#include <stdio.h>
#include <string.h>

/* ---- what routes share ---- */

bool sr_route_signed_in(const struct sr_request *request, struct sr_error *error) {
    return request->person.id ? true : sr_fail(error, SR_PROBLEM_SIGN_IN, NULL);
}

bool sr_route_allows(const struct sr_request *request, enum sr_rate rate, struct sr_error *error) {
    return sr_limits_allow(request->server->limits, request->address, rate)
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
    struct sr_room *room = sr_room_enter(request->server, id, error);
    if (room && !sr_host_may_see(room->host, request->person.id)) {
        sr_room_leave(room);
        sr_fail(error, SR_PROBLEM_NO_TABLE, NULL);
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
    struct sr_room *room = sr_room_enter(request->server, id, error);
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
    sr_buffer_write_json(&reply->text, write_lexicon, &lexicon);
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
    add_metric(&reply->text, "store_failures_total",
               (int64_t)sr_store_failures(request->server->store));
    add_metric(&reply->text, "rooms", sr_rooms_count(request->server->rooms));
    return true;
}

/* ---- the table of routes ---- */

struct route {
    const char *method, *path; /* * is a table's id */
    sr_route_run *run;
};

static const struct route routes[] = {
    {"GET", "/api/v1/games", list_games},
    {"GET", "/api/v1/games/*", tell_game},
    {"GET", "/api/v1/health", tell_health},
    {"GET", "/health", tell_health},
    {"GET", "/api/v1/metrics", tell_metrics},
    {"GET", "/metrics", tell_metrics},
    {"POST", "/api/v1/people", sr_route_sign_in},
    {"GET", "/api/v1/people/me", sr_route_tell_me},
    {"DELETE", "/api/v1/people/me", sr_route_sign_out},
    {"POST", "/api/v1/people/me/claim", sr_route_claim_name},
    {"GET", "/api/v1/people/me/tables", sr_route_list_own_tables},
    {"POST", "/api/v1/people/me/password", sr_route_change_password},
    {"GET", "/api/v1/people/me/statistics", sr_route_tell_statistics},
    {"GET", "/api/v1/people/me/export", sr_route_export},
    {"GET", "/api/v1/ratings/*", sr_route_tell_ratings},
    {"POST", "/api/v1/import", sr_route_import},
    {"POST", "/api/v1/join", sr_route_join_by_code},
    {"GET", "/api/v1/tables", sr_route_list_open_tables},
    {"POST", "/api/v1/tables", sr_route_make_table},
    {"GET", "/api/v1/tables/*", sr_route_tell_table},
    {"POST", "/api/v1/tables/*/join", sr_route_join},
    {"POST", "/api/v1/tables/*/start", sr_route_start},
    {"POST", "/api/v1/tables/*/leave", sr_route_leave},
    {"POST", "/api/v1/tables/*/rematch", sr_route_rematch},
    {"POST", "/api/v1/tables/*/fork", sr_route_fork},
    {"POST", "/api/v1/tables/*/moves", sr_route_make_move},
    {"POST", "/api/v1/tables/*/undo", sr_route_take_back},
    {"POST", "/api/v1/tables/*/chat", sr_route_chat},
    {"POST", "/api/v1/tables/*/hint", sr_route_ask_hint},
    {"POST", "/api/v1/tables/*/petition", sr_route_ask},
    {"POST", "/api/v1/tables/*/petition/answer", sr_route_answer},
    {"POST", "/api/v1/tables/*/share", sr_route_share},
    {"GET", "/api/v1/tables/*/view", sr_route_tell_view},
    {"GET", "/api/v1/tables/*/events", sr_route_tell_events},
    {"GET", "/api/v1/tables/*/record", sr_route_tell_record},
    {"GET", "/api/v1/tables/*/moves", sr_route_tell_moves},
    {"GET", "/api/v1/tables/*/replay", sr_route_replay},
    {"GET", "/api/v1/tables/*/chances", sr_route_tell_chances},
    {"GET", "/api/v1/tables/*/score", sr_route_tell_score},
    {"GET", "/api/v1/tables/*/socket", sr_route_open_socket},
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
    if (strcmp(method, "GET") == 0 && strncmp(request->path, "/api", 4) != 0)
        return sr_web_serve(request, reply, error);
    return sr_fail(error, SR_PROBLEM_NO_PAGE, request->path, NULL);
}

void sr_route(const struct sr_request *request, struct sr_reply *reply) {
    struct sr_error error = {0};
    if (!run_route(request, reply, &error))
        sr_reply_error(reply, request->lang, &error);
}
