/* What the house is given and what it wants done: requests, sockets, time. See engine.h. */
#include "engine.h"

#include "server/crowd.h"
#include "server/problems.h"
#include "server/room_parts.h"
#include "server/routes.h"
#include "server/web.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the outbox and the inbox ---- */

struct sr_buffer sr_outbox;
static char *inbox;
static size_t inbox_room;

void sr_outbox_begin(const char *name) {
    sr_buffer_add(&sr_outbox, "{\"");
    sr_buffer_add(&sr_outbox, name);
    sr_buffer_add(&sr_outbox, "\":");
}

void sr_outbox_end(void) {
    sr_buffer_add(&sr_outbox, "}\n");
}

static void add_name(const char *name) {
    sr_buffer_add(&sr_outbox, ",\"");
    sr_buffer_add(&sr_outbox, name);
    sr_buffer_add(&sr_outbox, "\":");
}

void sr_outbox_text(const char *name, const char *text) {
    add_name(name);
    sr_buffer_add_string(&sr_outbox, text);
}

void sr_outbox_number(const char *name, int64_t number) {
    add_name(name);
    sr_buffer_add_number(&sr_outbox, number);
}

/* Where the next text of so many bytes is to be written. NULL: no memory. */
char *SR_EXPORT(serai_inbox)(size_t size);
char *serai_inbox(size_t size) {
    if (size + 1 > inbox_room) {
        free(inbox);
        inbox = malloc(size + 1);
        inbox_room = inbox ? size + 1 : 0;
    }
    if (inbox)
        inbox[size] = '\0';
    return inbox;
}

const char *SR_EXPORT(serai_outbox)(void);
const char *serai_outbox(void) {
    return sr_outbox.text;
}

/* -1: it is not whole, since memory ran out; the house is of no use any more. */
int SR_EXPORT(serai_outbox_length)(void);
int serai_outbox_length(void) {
    return sr_outbox.broken ? -1 : (int)sr_outbox.length;
}

void SR_EXPORT(serai_outbox_clear)(void);
void serai_outbox_clear(void) {
    sr_buffer_free(&sr_outbox);
    sr_outbox = (struct sr_buffer){0};
}

json_t *sr_inbox_read(size_t length) {
    return inbox ? json_loadb(inbox, length, JSON_REJECT_DUPLICATES, NULL) : NULL;
}

const char *sr_inbox_bytes(void) {
    return inbox;
}

const char *sr_inbox_text(const json_t *object, const char *name) {
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

int64_t sr_inbox_number(const json_t *object, const char *name, int64_t preset) {
    const json_t *member = json_object_get(object, name);
    return json_is_integer(member) ? json_integer_value(member) : preset;
}

/* ---- the house ---- */

static struct sr_server house;

struct sr_server *sr_house(void) {
    if (!house.rooms) {
        house.store = sr_engine_store();
        house.at_home = true;
        house.rooms = sr_rooms_open(&house);
        house.puzzles = sr_puzzles_open();
        house.bots = (struct sr_bots *)(void *)&house; /* there are bots: see thinker.c */
    }
    return &house;
}

void sr_log(const char *level, const char *what, ...) {
    va_list list;
    if (strcmp(level, "info") == 0)
        return;
    sr_outbox_begin("log");
    sr_buffer_add_string(&sr_outbox, what);
    sr_outbox_text("level", level);
    va_start(list, what);
    for (const char *name = va_arg(list, const char *); name; name = va_arg(list, const char *))
        sr_outbox_text(name, va_arg(list, const char *));
    va_end(list);
    sr_outbox_end();
}

/* What was kept: {"owner":{...}}, {"table":{...}}, {"puzzle":{...}} or
 * {"history":"ID","value":{...}}. False: it cannot be read; a table of which that is so is as if it
 * were not there. */
bool SR_EXPORT(serai_know)(size_t length);
bool serai_know(size_t length) {
    struct sr_store *store = sr_house()->store;
    struct sr_table_row row = {0};
    json_t *json = sr_inbox_read(length);
    const json_t *owner = json_object_get(json, "owner"), *table = json_object_get(json, "table");
    const json_t *puzzle = json_object_get(json, "puzzle");
    bool fine;
    if (owner)
        fine = sr_store_know_owner(store, sr_inbox_text(owner, "name"),
                                   sr_inbox_number(owner, "here", 0) != 0);
    else if (table)
        fine = sr_ledger_read_row(table, &row) && sr_store_know_table(store, &row);
    else if (puzzle)
        fine = sr_store_know_puzzle(store, sr_inbox_text(puzzle, "game"), puzzle);
    else
        fine = sr_store_know_history(store, sr_inbox_text(json, "history"),
                                     json_object_get(json, "value"));
    sr_table_row_clear(&row);
    json_decref(json);
    return fine;
}

/* Was something asked for that is not here? Then all that was said is taken back. */
static bool wants(size_t before) {
    struct sr_store *store = sr_house()->store;
    char id[SR_TABLE_ID_BYTES];
    if (!*sr_store_wanted(store))
        return false;
    memcpy(id, sr_store_wanted(store), sizeof id);
    sr_store_want_nothing(store);
    if (sr_outbox.text)
        sr_outbox.text[before] = '\0';
    sr_outbox.length = before;
    sr_outbox_begin("want");
    sr_buffer_add_string(&sr_outbox, id);
    sr_outbox_end();
    return true;
}

static enum sr_lang lang_of(const json_t *json) {
    return strcmp(sr_inbox_text(json, "lang"), "ru") == 0 ? SR_RU : SR_EN;
}

static struct sr_person person_here(void) {
    bool here;
    struct sr_person owner = sr_store_owner(sr_house()->store, &here);
    return here ? owner : (struct sr_person){0};
}

/* ---- requests ---- */

/* Nobody else can come in, so nothing is locked. */
static bool is_about_passwords(const struct sr_request *request) {
    const char *last = strrchr(request->path, '/');
    return last && (strcmp(last, "/claim") == 0 || strcmp(last, "/password") == 0 ||
                    (strcmp(last, "/people") == 0 && strstr(request->body, "password")));
}

/* The puzzle of the day is kept as it is told: false: it is not, or it is about something else. */
static bool tell_kept_puzzle(const struct sr_request *request, struct sr_reply *reply) {
    static const char at[] = "/api/v1/puzzles/";
    if (strcmp(request->method, "GET") != 0 || strncmp(request->path, at, sizeof at - 1) != 0)
        return false;
    const char *told = sr_store_puzzle(sr_house()->store, request->path + sizeof at - 1,
                                       sr_puzzle_today(), request->lang);
    if (told)
        sr_buffer_add(&reply->text, told);
    return told != NULL;
}

static void add_reply(const struct sr_reply *reply) {
    sr_outbox_begin("reply");
    sr_buffer_add_number(&sr_outbox, reply->text.broken ? 503 : reply->status);
    sr_outbox_text("type", reply->type);
    sr_outbox_text("socket", reply->socket_table);
    sr_outbox_text("text", reply->text.text && !reply->text.broken ? reply->text.text : "{}");
    sr_outbox_end();
}

/* {"method":"GET","path":"/api/v1/games","lang":"en","after":..,"ply":..,"seat":..,"cursor":"..","body":".."}
 */
void SR_EXPORT(serai_ask)(size_t length);
void serai_ask(size_t length) {
    json_t *json = sr_inbox_read(length);
    const char *body = sr_inbox_text(json, "body");
    size_t before = sr_outbox.length;
    struct sr_reply reply = {.status = 200, .type = "application/json"};
    struct sr_request request = {.server = sr_house(),
                                 .method = sr_inbox_text(json, "method"),
                                 .path = sr_inbox_text(json, "path"),
                                 .body = body,
                                 .body_length = strlen(body),
                                 .lang = lang_of(json),
                                 .person = person_here(),
                                 .after = sr_inbox_number(json, "after", -1),
                                 .ply = sr_inbox_number(json, "ply", -1),
                                 .seat = sr_inbox_number(json, "seat", -1),
                                 .cursor = json_string_value(json_object_get(json, "cursor"))};
    if (is_about_passwords(&request)) {
        struct sr_error error = {0};
        sr_fail(&error, SR_PROBLEM_NO_PASSWORDS, NULL);
        sr_reply_error(&reply, request.lang, &error);
    } else if (!tell_kept_puzzle(&request, &reply)) {
        sr_route(&request, &reply);
    }
    if (!wants(before))
        add_reply(&reply);
    sr_buffer_free(&reply.text);
    json_decref(json);
}

bool sr_web_serve(const struct sr_request *request, struct sr_reply *reply,
                  struct sr_error *error) {
    (void)reply;
    return sr_fail(error, SR_PROBLEM_NO_PAGE, request->path, NULL);
}

bool sr_route_tell_health(const struct sr_request *request, const char *id, struct sr_reply *reply,
                          struct sr_error *error) {
    (void)request;
    (void)id;
    (void)error;
    sr_buffer_add(&reply->text, "{\"status\":\"ok\",\"version\":\"" SERAI_VERSION "\"}");
    return true;
}

bool sr_route_tell_metrics(const struct sr_request *request, const char *id, struct sr_reply *reply,
                           struct sr_error *error) {
    (void)id;
    (void)reply;
    return sr_fail(error, SR_PROBLEM_NO_PAGE, request->path, NULL);
}

/* ---- sockets ---- */

struct sr_socket {
    int number;
    struct sr_visitor visitor;
    struct sr_room *watched; /* NULL: none, any more */
    struct sr_socket *next;
};

static struct sr_socket *sockets;

static struct sr_socket **find_socket(int number) {
    struct sr_socket **at = &sockets;
    while (*at && (*at)->number != number)
        at = &(*at)->next;
    return at;
}

const struct sr_visitor *sr_socket_visitor(const struct sr_socket *socket) {
    return &socket->visitor;
}

void sr_socket_send(struct sr_socket *socket, const char *text, size_t length) {
    (void)length; /* texts end */
    sr_outbox_begin("tell");
    sr_buffer_add_number(&sr_outbox, socket->number);
    sr_outbox_text("text", text);
    sr_outbox_end();
}

void sr_sockets_tell(const uint64_t *viewer, int viewers, const char *text, size_t length) {
    for (int i = 0; i < viewers; i++)
        sr_socket_send(sr_socket_of(viewer[i]), text, length);
}

void sr_socket_hang_up(struct sr_socket *socket) {
    sr_outbox_begin("hang_up");
    sr_buffer_add_number(&sr_outbox, socket->number);
    sr_outbox_end();
}

static void send_error(struct sr_socket *socket, const struct sr_message *message,
                       const struct sr_error *error) {
    struct sr_buffer text = {0};
    sr_wire_refusal(&text, message && message->named, message ? message->id : 0, error,
                    socket->visitor.lang);
    if (text.text && !text.broken)
        sr_socket_send(socket, text.text, text.length);
    sr_buffer_free(&text);
}

static void drop_socket(struct sr_socket **at) {
    struct sr_socket *socket = *at;
    *at = socket->next;
    free(socket);
}

static void arrived(struct sr_room *room, void *context) {
    struct sr_socket *socket = context;
    if (sr_room_admits(room, socket))
        socket->watched = room;
}

/* {"socket":7,"table":"...","lang":"en","seat":..,"after":..}: seat from 1 */
void SR_EXPORT(serai_arrive)(size_t length);
void serai_arrive(size_t length) {
    struct sr_error error = {0};
    json_t *json = sr_inbox_read(length);
    size_t before = sr_outbox.length;
    int64_t seat = sr_inbox_number(json, "seat", -1);
    struct sr_socket *socket = calloc(1, sizeof *socket);
    if (!socket) {
        json_decref(json);
        return;
    }
    socket->number = (int)sr_inbox_number(json, "socket", 0);
    socket->visitor.person = person_here();
    socket->visitor.lang = lang_of(json);
    socket->visitor.after = sr_inbox_number(json, "after", -1);
    socket->visitor.seat = seat > 0 ? (int)seat - 1 : SR_SPECTATOR;
    snprintf(socket->visitor.table, sizeof socket->visitor.table, "%s",
             sr_inbox_text(json, "table"));
    json_decref(json);
    socket->next = sockets;
    sockets = socket;
    struct sr_room *room = sr_room_enter(sr_house(), socket->visitor.table, &error);
    if (room) {
        sr_room_arrive(room, socket, &(struct sr_sequel){.then = arrived, .context = socket});
    } else {
        send_error(socket, NULL, &error);
        sr_socket_hang_up(socket);
    }
    if (wants(before))
        drop_socket(&sockets);
}

/* A message of a socket. */
void SR_EXPORT(serai_say)(int number, size_t length);
void serai_say(int number, size_t length) {
    struct sr_error error = {0};
    struct sr_message message;
    struct sr_socket *socket = *find_socket(number);
    if (!socket)
        return;
    bool fine = sr_message_read(&message, inbox, length, &error);
    struct sr_room *room = fine ? sr_room_enter(sr_house(), socket->visitor.table, &error) : NULL;
    if (!room) {
        send_error(socket, &message, &error);
        return;
    }
    sr_room_say(room, socket, &message, &(struct sr_sequel){0});
}

void SR_EXPORT(serai_depart)(int number);
void serai_depart(int number) {
    struct sr_socket **at = find_socket(number);
    if (!*at)
        return;
    struct sr_room *room = NULL;
    if ((*at)->watched && sr_room_claim(sr_house(), (*at)->visitor.table, NULL, &room) && room)
        sr_room_depart(room, *at, &(struct sr_sequel){0});
    drop_socket(at);
}

bool sr_crowd_is_at(struct sr_crowd *crowd, const char *table) {
    (void)crowd;
    for (const struct sr_socket *socket = sockets; socket; socket = socket->next)
        if (strcmp(socket->visitor.table, table) == 0)
            return true;
    return false;
}

/* ---- time ---- */

/* To be called about once a second as long as somebody is here. */
void SR_EXPORT(serai_tick)(void);
void serai_tick(void) {
    sr_rooms_tick(sr_house(), sr_milliseconds());
}
