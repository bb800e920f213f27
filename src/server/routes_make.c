/* Making tables: from a wish, again after a game, or from a position of another table. */
#include "api/problems.h"
#include "games/games.h"
#include "routes.h"
#include "server/problems.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- a wish ---- */

static bool fail_seats(struct sr_error *error) {
    return sr_fail(error, SR_PROBLEM_MEMBER, "seats",
                   "a list such as [\"me\",\"free\",\"greedy\"]; several of \"me\" or "
                   "{\"name\":\"Ben\"} play at one screen",
                   "список вида [\"me\",\"free\",\"greedy\"]; несколько «me» или "
                   "{\"name\":\"Ben\"} играют за одним экраном",
                   NULL);
}

static void set_person(struct sr_chair *chair, const struct sr_person *person, const char *name) {
    chair->person = person->id;
    snprintf(chair->name, sizeof chair->name, "%s", name);
}

/* Somebody at the host's own screen, under a name that nobody else has claimed. */
static bool set_companion(const struct sr_request *request, struct sr_chair *chair,
                          const json_t *who, struct sr_error *error) {
    const char *text;
    char name[SR_NAME_BYTES], kept[SR_PASSWORD_BYTES];
    struct sr_person owner;
    if (!sr_member_text(who, "name", &text, error) || !sr_route_read_name(text, name, error))
        return false;
    if (sr_store_find_claimed(request->server->store, name, &owner, kept) == SR_STORE_DONE &&
        owner.id != request->person.id)
        return sr_fail(error, SR_PROBLEM_NAME_TAKEN, name, NULL);
    set_person(chair, &request->person, name);
    return true;
}

/* "me" is the host, {"name":...} somebody at the host's screen, "free" is for whoever comes, all
 * else is a bot. */
static bool read_seat(const struct sr_request *request, const json_t *wish, int seat,
                      struct sr_table_row *row, struct sr_error *error) {
    struct sr_chair *chair = &row->chair[seat];
    const char *who = json_string_value(wish);
    if (json_is_object(wish))
        return set_companion(request, chair, wish, error);
    if (!who)
        return fail_seats(error);
    if (strcmp(who, "me") == 0)
        set_person(chair, &request->person, request->person.name);
    else if (strcmp(who, "free") != 0)
        return sr_chair_set_bot(chair, seat, who, error);
    return true;
}

static bool read_seats(const struct sr_request *request, const json_t *seats,
                       struct sr_table_row *row, struct sr_error *error) {
    size_t count = json_array_size(seats);
    int own = 0, people = 0;
    if (!json_is_array(seats) || count < 1 || count > SR_MAX_SEATS)
        return fail_seats(error);
    row->seats = (int)count;
    for (int seat = 0; seat < row->seats; seat++) {
        if (!read_seat(request, json_array_get(seats, (size_t)seat), seat, row, error))
            return false;
        own += row->chair[seat].person != 0;
        people += !*row->chair[seat].bot;
    }
    row->hints = people == 1; /* unless the host says otherwise */
    return own > 0 ? true : fail_seats(error);
}

/* The value of an option as the engine reads it. */
static bool option_text(const json_t *value, char *text, size_t size) {
    if (json_is_string(value))
        return (size_t)snprintf(text, size, "%s", json_string_value(value)) < size;
    if (json_is_integer(value))
        return snprintf(text, size, "%lld", (long long)json_integer_value(value)) > 0;
    if (json_is_boolean(value))
        return snprintf(text, size, "%s", json_is_true(value) ? "yes" : "no") > 0;
    return false;
}

static bool read_options(json_t *options, const struct sr_game *game, struct sr_setup *setup,
                         struct sr_error *error) {
    if (!options)
        return true;
    if (!json_is_object(options))
        return sr_fail(error, SR_PROBLEM_MEMBER, "options", "an object: {\"name\":\"value\"}",
                       "объект: {\"имя\":\"значение\"}", NULL);
    const char *name;
    json_t *value;
    json_object_foreach(options, name, value) {
        char text[256];
        if (!option_text(value, text, sizeof text))
            return sr_fail(error, SR_PROBLEM_OPTION_FORM, name, NULL);
        if (!sr_setup_option(game, setup, name, strlen(name), text, strlen(text), error))
            return false;
    }
    return true;
}

/* All options with their values, so that a change of what is usual changes no table. */
bool sr_route_write_options(const struct sr_game *game, const struct sr_setup *setup,
                            struct sr_table_row *row) {
    struct sr_out out;
    sr_out_open(&out, row->options, sizeof row->options);
    for (int i = 0; i < game->option_count; i++) {
        sr_put(&out, i ? "," : "");
        sr_put(&out, game->options[i].name);
        sr_put_char(&out, '=');
        sr_domain_write(&out, game->options[i].of, setup->options[i]);
    }
    return sr_out_fits(&out);
}

/* {"kind":"turn","seconds":60}, {"kind":"game","seconds":600,"increment":5}, {"kind":"days",
 * "days":3} or {"kind":"none"}; "turn_seconds" alone says the first in short. */
static bool read_clock_object(const json_t *object, struct sr_clock *clock,
                              struct sr_error *error) {
    const char *kind;
    int64_t days;
    if (!json_is_object(object) || !sr_member_text(object, "kind", &kind, error))
        return sr_fail(error, SR_PROBLEM_MEMBER, "clock", "an object with a \"kind\"",
                       "объект с полем «kind»", NULL);
    if (strcmp(kind, "none") == 0)
        return true;
    if (strcmp(kind, "turn") == 0) {
        clock->kind = SR_CLOCK_TURN;
        return sr_member_number(object, "seconds", SR_LEAST_TURN, SR_MOST_TURN, 120,
                                &clock->seconds, error);
    }
    if (strcmp(kind, "days") == 0) {
        clock->kind = SR_CLOCK_DAYS;
        bool fine = sr_member_number(object, "days", 1, SR_MOST_DAYS, 3, &days, error);
        clock->seconds = 86400 * days;
        return fine;
    }
    clock->kind = SR_CLOCK_GAME;
    if (strcmp(kind, "game") == 0)
        return sr_member_number(object, "seconds", SR_LEAST_GAME, SR_MOST_GAME, 1200,
                                &clock->seconds, error) &&
               sr_member_number(object, "increment", 0, SR_MOST_INCREMENT, 10, &clock->increment,
                                error);
    return sr_fail(error, SR_PROBLEM_MEMBER, "kind", "none, turn, game or days",
                   "none, turn, game или days", NULL);
}

static bool read_clock(const json_t *body, struct sr_table_row *row, struct sr_error *error) {
    struct sr_clock clock = {SR_CLOCK_NONE, 0, 0};
    const json_t *object = json_object_get(body, "clock");
    if (object && !json_is_null(object)) {
        if (!read_clock_object(object, &clock, error))
            return false;
    } else {
        if (!sr_member_number(body, "turn_seconds", SR_LEAST_TURN, SR_MOST_TURN, 0, &clock.seconds,
                              error))
            return false;
        clock.kind = clock.seconds > 0 ? SR_CLOCK_TURN : SR_CLOCK_NONE;
    }
    sr_clock_write(clock, row->clock);
    return true;
}

void sr_route_draw_secrets(struct sr_table_row *row) {
    sr_random_word(row->id, sizeof row->id);
    sr_random_word(row->code, sizeof row->code);
    sr_random_bytes(row->seed, sizeof row->seed);
}

static bool read_wish(const struct sr_request *request, const json_t *body,
                      struct sr_table_row *row, struct sr_error *error) {
    const char *name, *preset;
    struct sr_setup setup = {0};
    int64_t rules;
    if (!sr_member_text(body, "game", &name, error) ||
        !sr_member_text(body, "preset", &preset, error))
        return false;
    const struct sr_game *game = sr_game_named(name, strlen(name), NULL, error);
    if (!game || !read_seats(request, json_object_get(body, "seats"), row, error))
        return false;
    sr_setup_init(game, &setup);
    setup.seats = (uint8_t)row->seats;
    if ((*preset && !sr_setup_preset(game, &setup, preset, strlen(preset), error)) ||
        !sr_member_number(body, "rules", 1, game->rules, setup.rules, &rules, error) ||
        !sr_setup_rules(game, &setup, rules, error) ||
        !read_options(json_object_get(body, "options"), game, &setup, error) ||
        !sr_setup_check(game, &setup, error) ||
        !sr_member_flag(body, "open", false, &row->open, error) ||
        !sr_member_flag(body, "hints", false, &row->hints, error) || !read_clock(body, row, error))
        return false;
    snprintf(row->game, sizeof row->game, "%s", game->name);
    row->rules = setup.rules;
    row->host = request->person.id;
    return sr_route_write_options(game, &setup, row) ? true
                                                     : sr_fail(error, SR_PROBLEM_MEMORY, NULL);
}

/* ---- storing ---- */

bool sr_route_may_make(const struct sr_request *request, struct sr_error *error) {
    int own, all;
    if (atomic_load(&request->server->draining))
        return sr_fail(error, SR_PROBLEM_DRAINING, NULL);
    if (!sr_bots_keep_up(request->server->bots)) {
        sr_count(SR_COUNT_SHED, 1);
        return sr_fail(error, SR_PROBLEM_OVERLOADED, NULL);
    }
    if (!sr_route_signed_in(request, error) || !sr_route_allows(request, SR_RATE_TABLE, error))
        return false;
    if (sr_store_count_unfinished(request->server->store, request->person.id,
                                  request->person.network, &own, &all) != SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    if (own < SR_TABLES_A_HOST && all < SR_TABLES_A_NETWORK)
        return true;
    char count[16];
    snprintf(count, sizeof count, "%d", own < SR_TABLES_A_HOST ? all : own);
    return sr_fail(error, SR_PROBLEM_MANY_TABLES, count, NULL);
}

/* Draws the seed, the id and the code, stores the table and answers with it. */
static bool add_table(const struct sr_request *request, struct sr_table_row *row,
                      struct sr_reply *reply, struct sr_error *error) {
    row->made = (int64_t)time(NULL);
    row->network = request->person.network;
    sr_route_draw_secrets(row);
    if (sr_store_add_table(request->server->store, row) != SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    sr_log("info", "table made", "table", row->id, "game", row->game, NULL);
    reply->status = 201;
    return sr_route_reply_table(request, row->id, reply, error);
}

bool sr_route_make_table(const struct sr_request *request, const char *id, struct sr_reply *reply,
                         struct sr_error *error) {
    (void)id;
    struct sr_table_row row = {0};
    if (!sr_route_may_make(request, error))
        return false;
    json_t *body = sr_route_body(request, error);
    bool fine =
        body && read_wish(request, body, &row, error) && add_table(request, &row, reply, error);
    json_decref(body);
    return fine;
}

/* ---- again ---- */

bool sr_route_rematch(const struct sr_request *request, const char *id, struct sr_reply *reply,
                      struct sr_error *error) {
    struct sr_message message;
    sr_message_init(&message, SR_MESSAGE_REMATCH);
    return sr_route_may_make(request, error) &&
           sr_route_ask_host(request, id, false, &message, reply, error);
}

/* ---- from a position ---- */

bool sr_route_fork(const struct sr_request *request, const char *id, struct sr_reply *reply,
                   struct sr_error *error) {
    struct sr_message message;
    return sr_route_may_make(request, error) &&
           sr_message_read_as(&message, SR_MESSAGE_FORK, request->body, request->body_length,
                              error) &&
           sr_route_ask_host(request, id, false, &message, reply, error);
}
