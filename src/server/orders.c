/* What those who run the server order while it runs, and what it does by itself about tables that
 * are damaged or abandoned. */
#include "crowd.h"
#include "room.h"
#include "server/problems.h"
#include "store/problems.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- tables ---- */

static bool fail_store(enum sr_store_answer answer, const char *what, struct sr_error *error) {
    return answer == SR_STORE_BROKEN ? sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL)
                                     : sr_fail(error, SR_PROBLEM_TABLE_NOT_OPEN, what, NULL);
}

static enum sr_store_answer close_stored(struct sr_store *store, const char *id) {
    enum sr_store_answer answer = sr_store_set_status(store, id, SR_TABLE_WAITING, SR_TABLE_CLOSED);
    if (answer == SR_STORE_CONFLICT)
        answer = sr_store_set_status(store, id, SR_TABLE_PLAYING, SR_TABLE_CLOSED);
    return answer;
}

/* A table that nobody can come to is closed where it is stored. */
bool sr_order_close(struct sr_server *server, const char *id, struct sr_error *error) {
    struct sr_error ignored = {0};
    struct sr_room *room = sr_room_enter_fresh(server, id, &ignored);
    enum sr_store_answer answer = close_stored(server->store, id);
    if (room && answer == SR_STORE_DONE)
        sr_room_take(room, &(struct sr_input){.kind = SR_INPUT_CHANGED}); /* tells all who watch */
    if (room)
        sr_room_leave(room);
    if (answer != SR_STORE_DONE)
        return fail_store(answer, id, error);
    sr_log("info", "table closed", "table", id, NULL);
    return true;
}

/* Sockets there are hung up on, and the room is forgotten. */
bool sr_order_quarantine(struct sr_server *server, const char *id, bool aside,
                         struct sr_error *error) {
    struct sr_error ignored = {0};
    struct sr_room *room = aside ? sr_room_enter_fresh(server, id, &ignored) : NULL;
    enum sr_store_answer answer = sr_store_set_quarantine(
        server->store, id, aside ? SR_QUARANTINE_ORDERED : SR_QUARANTINE_NONE);
    if (room) {
        if (answer == SR_STORE_DONE)
            sr_room_forget(room);
        sr_room_leave(room);
    }
    if (answer != SR_STORE_DONE)
        return fail_store(answer, id, error);
    if (aside)
        sr_sockets_dismiss(server->sockets, &(struct sr_dismissal){.table = id});
    else if ((room = sr_room_enter_fresh(server, id, &ignored))) /* its bots and clocks go on */
        sr_room_leave(room);
    sr_log("info", aside ? "table set aside" : "table given back", "table", id, NULL);
    return true;
}

/* ---- people ---- */

static bool find_somebody(struct sr_server *server, const char *who, struct sr_person *person,
                          struct sr_error *error) {
    enum sr_store_answer answer = sr_store_find_somebody(server->store, who, person);
    if (answer == SR_STORE_DONE)
        return true;
    return answer == SR_STORE_MISSING ? sr_fail(error, SR_PROBLEM_NOBODY_NAMED, who, NULL)
                                      : sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
}

static void note(struct sr_server *server, const char *what, const struct sr_person *person) {
    struct sr_audit line = {.at = (int64_t)time(NULL), .person = person->id, .address = "-"};
    snprintf(line.what, sizeof line.what, "%s", what);
    memcpy(line.name, person->name, sizeof line.name);
    sr_store_audit(server->store, &line);
}

static bool change_somebody(struct sr_server *server, const char *who, bool flag,
                            enum sr_store_answer (*change)(struct sr_store *, int64_t, bool),
                            const char *what, struct sr_error *error) {
    struct sr_person person;
    if (!find_somebody(server, who, &person, error))
        return false;
    if (change(server->store, person.id, flag) != SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    note(server, what, &person);
    sr_sockets_dismiss(server->sockets, &(struct sr_dismissal){.person = person.id});
    return true;
}

bool sr_order_ban(struct sr_server *server, const char *who, bool banned, struct sr_error *error) {
    return change_somebody(server, who, banned, sr_store_set_banned, banned ? "ban" : "unban",
                           error);
}

/* Sockets know who may chat from when they were opened: they are opened again. */
bool sr_order_mute(struct sr_server *server, const char *who, bool muted, struct sr_error *error) {
    return change_somebody(server, who, muted, sr_store_set_muted, muted ? "mute" : "unmute",
                           error);
}

bool sr_order_revoke(struct sr_server *server, const char *who, struct sr_error *error) {
    struct sr_person person;
    if (!find_somebody(server, who, &person, error))
        return false;
    note(server, "revoke", &person);
    sr_sockets_dismiss(server->sockets, &(struct sr_dismissal){.person = person.id});
    return true;
}

/* ---- by itself ---- */

enum { TABLES_AT_ONCE = 200 };

struct id_list {
    int count;
    char id[TABLES_AT_ONCE][SR_TABLE_ID_BYTES];
};

static bool list_id(void *context, const char *id) {
    struct id_list *list = context;
    snprintf(list->id[list->count++], SR_TABLE_ID_BYTES, "%s", id);
    return list->count < TABLES_AT_ONCE;
}

static bool list_unfinished(void *context, const struct sr_table_row *row) {
    bool open = row->status == SR_TABLE_WAITING || row->status == SR_TABLE_PLAYING;
    return open ? list_id(context, row->id) : true;
}

void sr_rename_chairs(struct sr_server *server, int64_t person) {
    struct id_list *list = calloc(1, sizeof *list);
    if (!list)
        return;
    sr_store_list_of(server->store, person, 0, TABLES_AT_ONCE, list_unfinished, list);
    for (int i = 0; i < list->count; i++) {
        struct sr_error ignored = {0};
        struct sr_room *room = sr_room_enter(server, list->id[i], &ignored);
        if (!room)
            continue;
        sr_room_take(room, &(struct sr_input){.kind = SR_INPUT_CHANGED});
        sr_room_leave(room);
    }
    free(list);
}

static void log_expired(const struct sr_expired *expired, int closed) {
    char tables[16], guests[16], chat[16];
    if (closed + expired->guests + expired->chat == 0)
        return;
    snprintf(tables, sizeof tables, "%d", closed);
    snprintf(guests, sizeof guests, "%d", expired->guests);
    snprintf(chat, sizeof chat, "%d", expired->chat);
    sr_log("info", "tidied", "tables_closed", tables, "guests_forgotten", guests,
           "chat_lines_forgotten", chat, NULL);
}

void sr_tidy(struct sr_server *server) {
    struct id_list *list = calloc(1, sizeof *list);
    struct sr_expired expired = {0};
    int64_t now = (int64_t)time(NULL);
    int closed = 0;
    if (!list)
        return;
    sr_store_list_abandoned(server->store, now, list_id, list);
    for (int i = 0; i < list->count; i++) {
        struct sr_error ignored = {0};
        if (!sr_crowd_is_at(server->crowd, list->id[i]))
            closed += sr_order_close(server, list->id[i], &ignored);
    }
    free(list);
    sr_store_expire(server->store, now, &expired);
    log_expired(&expired, closed);
}
