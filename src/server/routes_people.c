/* People: signing in, names and passwords, statistics and ratings. */
#include "api/problems.h"
#include "games/games.h"
#include "routes.h"
#include "server/problems.h"
#include "store/name.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static void reply_person(struct sr_reply *reply, const struct sr_person *person) {
    sr_buffer_add(&reply->text, "{\"id\":");
    sr_buffer_add_number(&reply->text, person->id);
    sr_buffer_add(&reply->text, ",\"name\":");
    sr_buffer_add_string(&reply->text, person->name);
    sr_buffer_add(&reply->text, person->claimed ? ",\"claimed\":true}" : ",\"claimed\":false}");
}

bool sr_route_read_name(const char *text, char name[SR_NAME_BYTES], struct sr_error *error) {
    return sr_name_read(text, name) ? true : sr_fail(error, SR_PROBLEM_NAME, text, NULL);
}

/* Who came, or tried to, and from where. */
static void audit(const struct sr_request *request, const char *what, int64_t person,
                  const char *name) {
    struct sr_audit line = {.at = (int64_t)time(NULL), .person = person};
    snprintf(line.what, sizeof line.what, "%s", what);
    snprintf(line.name, sizeof line.name, "%s", name);
    snprintf(line.address, sizeof line.address, "%s", request->network);
    sr_store_audit(request->server->store, &line);
}

static bool read_password(const json_t *body, const char *name, const char **password,
                          struct sr_error *error) {
    if (!sr_member_text(body, name, password, error))
        return false;
    size_t length = strlen(*password);
    if (length >= 8 && length <= 200)
        return true;
    return sr_fail(error, SR_PROBLEM_MEMBER, name, "8 to 200 bytes", "от 8 до 200 байт", NULL);
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

/* Wrong passwords are counted for the account, wherever they come from; who has been here before
 * from the same network may go on trying, so that nobody is locked out by strangers. */
static bool check_password(const struct sr_request *request, const struct sr_person *person,
                           const char *password, const char *kept, struct sr_error *error) {
    struct sr_limits *limits = request->server->limits;
    bool known = person->network == request->person.network;
    if (!known && !sr_limits_may_guess(limits, person->id)) {
        audit(request, "throttled", person->id, person->name);
        return sr_fail(error, SR_PROBLEM_TOO_FAST, NULL);
    }
    if (sr_password_fits(password, kept))
        return true;
    sr_limits_count_guess(limits, person->id);
    audit(request, "wrong_password", person->id, person->name);
    return sr_fail(error, SR_PROBLEM_WRONG_PASSWORD, NULL);
}

static bool enter_by_password(const struct sr_request *request, const json_t *body,
                              const char *name, struct sr_person *person, const uint8_t *hash,
                              struct sr_error *error) {
    struct sr_store *store = request->server->store;
    const char *password;
    char kept[SR_PASSWORD_BYTES];
    if (!sr_route_allows(request, SR_RATE_PASSWORD, error) ||
        !read_password(body, "password", &password, error))
        return false;
    enum sr_store_answer answer = sr_store_find_claimed(store, name, person, kept);
    if (answer == SR_STORE_MISSING) {
        audit(request, "unknown_name", 0, name);
        return sr_fail(error, SR_PROBLEM_WRONG_PASSWORD, NULL);
    }
    if (answer == SR_STORE_DONE && !check_password(request, person, password, kept, error))
        return false;
    if (answer == SR_STORE_DONE && person->banned) {
        audit(request, "banned", person->id, person->name);
        return sr_fail(error, SR_PROBLEM_BANNED, NULL);
    }
    if (answer == SR_STORE_DONE)
        answer = sr_store_add_token(store, person->id, hash);
    if (answer != SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    audit(request, "sign_in", person->id, person->name);
    return true;
}

/* A guest gets a name and a token; whose the name is decides the password, if it has one. */
static bool find_or_add(const struct sr_request *request, const json_t *body,
                        struct sr_person *person, const uint8_t *hash, struct sr_error *error) {
    struct sr_store *store = request->server->store;
    const char *text;
    char name[SR_NAME_BYTES];
    if (!sr_member_text(body, "name", &text, error) || !sr_route_read_name(text, name, error))
        return false;
    if (json_object_get(body, "password"))
        return enter_by_password(request, body, name, person, hash, error);
    enum sr_store_answer answer = sr_store_add_person(store, name, hash, person);
    if (answer == SR_STORE_CONFLICT)
        return sr_fail(error, SR_PROBLEM_NAME_TAKEN, name, NULL);
    if (answer != SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    audit(request, "guest", person->id, person->name);
    return true;
}

bool sr_route_sign_in(const struct sr_request *request, const char *id, struct sr_reply *reply,
                      struct sr_error *error) {
    uint8_t token[SR_TOKEN_BYTES], hash[SR_TOKEN_HASH_BYTES];
    struct sr_person person = {0};
    (void)id;
    if (!sr_route_allows(request, SR_RATE_SIGN_IN, error))
        return false;
    json_t *body = sr_route_body(request, error);
    sr_random_bytes(token, sizeof token);
    sr_token_hash(token, hash);
    bool fine = body && find_or_add(request, body, &person, hash, error);
    json_decref(body);
    if (!fine)
        return false;
    sr_store_note_seen(request->server->store, person.id, request->person.network,
                       (int64_t)time(NULL));
    set_cookie(request, reply, token);
    reply->status = 201;
    reply_person(reply, &person);
    return true;
}

/* A guest makes the name their own, and keeps the games. */
bool sr_route_claim_name(const struct sr_request *request, const char *id, struct sr_reply *reply,
                         struct sr_error *error) {
    char hash[SR_PASSWORD_BYTES];
    const char *password;
    (void)id;
    if (!sr_route_signed_in(request, error) || !sr_route_allows(request, SR_RATE_PASSWORD, error))
        return false;
    json_t *body = sr_route_body(request, error);
    bool fine = body && read_password(body, "password", &password, error);
    if (fine && !sr_password_hash(password, hash))
        fine = sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    json_decref(body);
    if (!fine)
        return false;
    struct sr_renamed renamed = {0};
    enum sr_store_answer answer =
        sr_store_claim(request->server->store, request->person.id, hash, &renamed);
    if (answer == SR_STORE_CONFLICT)
        return sr_fail(error, SR_PROBLEM_NAME_TAKEN, request->person.name, NULL);
    if (answer != SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    /* whoever had a name like it has another now, and comes back under that */
    for (int i = 0; i < renamed.count; i++) {
        sr_sockets_dismiss(request->server->sockets,
                           &(struct sr_dismissal){.person = renamed.person[i]});
        sr_rename_chairs(request->server, renamed.person[i]);
    }
    audit(request, "claim", request->person.id, request->person.name);
    struct sr_person person = request->person;
    person.claimed = true;
    reply_person(reply, &person);
    return true;
}

bool sr_route_sign_out(const struct sr_request *request, const char *id, struct sr_reply *reply,
                       struct sr_error *error) {
    (void)id;
    if (request->person.id &&
        sr_store_drop_token(request->server->store, request->token_hash) != SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    if (request->person.id) {
        sr_sockets_dismiss(
            request->server->sockets,
            &(struct sr_dismissal){.person = request->person.id, .only = request->token_hash});
        audit(request, "sign_out", request->person.id, request->person.name);
    }
    set_cookie(request, reply, NULL);
    sr_buffer_add(&reply->text, "{}");
    return true;
}

bool sr_route_tell_me(const struct sr_request *request, const char *id, struct sr_reply *reply,
                      struct sr_error *error) {
    (void)id;
    if (!sr_route_signed_in(request, error))
        return false;
    reply_person(reply, &request->person);
    return true;
}

/* For pages: that somebody comes for the first time is no error. */
bool sr_route_tell_visitor(const struct sr_request *request, const char *id, struct sr_reply *reply,
                           struct sr_error *error) {
    (void)id;
    (void)error;
    sr_buffer_add(&reply->text, "{\"person\":");
    if (request->person.id)
        reply_person(reply, &request->person);
    else
        sr_buffer_add(&reply->text, "null");
    sr_buffer_add(&reply->text, "}");
    return true;
}

/* The old password and a new one; other devices must sign in again. */
static bool set_password(const struct sr_request *request, const json_t *body,
                         struct sr_error *error) {
    struct sr_store *store = request->server->store;
    const char *old, *password;
    char kept[SR_PASSWORD_BYTES], hash[SR_PASSWORD_BYTES];
    struct sr_person person;
    if (!read_password(body, "old", &old, error) ||
        !read_password(body, "password", &password, error))
        return false;
    enum sr_store_answer answer = sr_store_find_claimed(store, request->person.name, &person, kept);
    if (answer == SR_STORE_MISSING || (answer == SR_STORE_DONE && person.id != request->person.id))
        return sr_fail(error, SR_PROBLEM_WRONG_PASSWORD, NULL);
    if (answer == SR_STORE_DONE && !check_password(request, &person, old, kept, error))
        return false;
    if (answer == SR_STORE_DONE && !sr_password_hash(password, hash))
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    if (answer == SR_STORE_DONE)
        answer = sr_store_set_password(store, person.id, hash, request->token_hash);
    if (answer != SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    sr_sockets_dismiss(request->server->sockets,
                       &(struct sr_dismissal){.person = person.id, .kept = request->token_hash});
    audit(request, "password", person.id, person.name);
    return true;
}

bool sr_route_change_password(const struct sr_request *request, const char *id,
                              struct sr_reply *reply, struct sr_error *error) {
    (void)id;
    if (!sr_route_signed_in(request, error) || !sr_route_allows(request, SR_RATE_PASSWORD, error))
        return false;
    json_t *body = sr_route_body(request, error);
    bool fine = body && set_password(request, body, error);
    json_decref(body);
    if (fine)
        reply_person(reply, &request->person);
    return fine;
}

/* ---- statistics and ratings ---- */

static void add_number(struct sr_buffer *out, const char *name, int64_t number) {
    sr_buffer_add(out, name);
    sr_buffer_add_number(out, number);
}

/* "rating":1512,"doubt":80 */
static void add_skill(struct sr_buffer *out, double skill, double doubt) {
    add_number(out, ",\"rating\":", (int64_t)(skill + 0.5));
    add_number(out, ",\"doubt\":", (int64_t)(doubt + 0.5));
}

static bool add_statistic(void *context, const struct sr_statistic *one) {
    struct sr_buffer *out = context;
    const struct sr_game *game = sr_game_find(one->game);
    sr_buffer_add(out, out->text[out->length - 1] == '[' ? "{\"game\":" : ",{\"game\":");
    sr_buffer_add_string(out, one->game);
    add_number(out, ",\"games\":", one->games);
    add_number(out, ",\"wins\":", one->wins);
    /* in hundredths, since JSON without fractions is the same everywhere */
    add_number(out, ",\"rank_hundredths\":", (100 * one->ranks + one->games / 2) / one->games);
    add_number(out, ",\"best\":", game && game->fewest_wins ? one->least : one->most);
    add_number(out, ",\"last\":", one->last);
    add_number(out, ",\"rated\":", one->rated);
    if (one->rated > 0)
        add_skill(out, one->skill, one->doubt);
    sr_buffer_add(out, "}");
    return !out->broken;
}

bool sr_route_tell_statistics(const struct sr_request *request, const char *id,
                              struct sr_reply *reply, struct sr_error *error) {
    (void)id;
    if (!sr_route_signed_in(request, error))
        return false;
    sr_buffer_add(&reply->text, "{\"statistics\":[");
    enum sr_store_answer answer = sr_store_list_statistics(
        request->server->store, request->person.id, add_statistic, &reply->text);
    sr_buffer_add(&reply->text, "]}");
    return answer == SR_STORE_DONE ? true : sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
}

static bool add_rating(void *context, const struct sr_rating *one) {
    struct sr_buffer *out = context;
    sr_buffer_add(out, out->text[out->length - 1] == '[' ? "{\"name\":" : ",{\"name\":");
    sr_buffer_add_string(out, one->name);
    add_skill(out, one->skill, one->doubt);
    add_number(out, ",\"games\":", one->games);
    sr_buffer_add(out, "}");
    return !out->broken;
}

bool sr_route_tell_ratings(const struct sr_request *request, const char *id, struct sr_reply *reply,
                           struct sr_error *error) {
    if (!sr_game_named(id, strlen(id), NULL, error))
        return false;
    sr_buffer_add(&reply->text, "{\"ratings\":[");
    enum sr_store_answer answer = sr_store_list_ratings(request->server->store, id,
                                                        SR_LISTED_TABLES, add_rating, &reply->text);
    sr_buffer_add(&reply->text, "]}");
    return answer == SR_STORE_DONE ? true : sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
}
