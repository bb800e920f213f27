/* WebSockets, as the rest of the server knows them: what is sent to them, what workers do about
 * what came over them, who is dismissed. The thread that reads and writes them is in socket_loop.c.
 */
#include "crowd.h"
#include "socket_parts.h"
#include "store/latency.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* What all sockets together may leave unread, in bytes: beyond that those go who have left anything
 * for a moment, in milliseconds, beyond twice that anybody. */
enum {
    ALL_OUTBOX_BYTES = 64 << 20,
    UNREAD_MOMENT = 1000,
    WORKERS = 32 /* they mostly wait for a commit: the more wait, the more moves share one */
};

static void ring(struct sr_sockets *sockets) {
    uint64_t one = 1;
    if (write(sockets->bell, &one, sizeof one) < 0)
        return; /* full: it rings already */
}

/* ---- from other threads ---- */

const struct sr_visitor *sr_socket_visitor(const struct sr_socket *socket) {
    return &socket->visitor;
}

/* With the socket's lock held: the loop shall look at it. */
static void mark_dirty(struct sr_socket *socket) {
    struct sr_sockets *home = socket->home;
    if (socket->dirty || socket->gone)
        return;
    socket->dirty = true;
    pthread_mutex_lock(&home->lock);
    socket->next_dirty = home->dirty;
    home->dirty = socket;
    pthread_mutex_unlock(&home->lock);
    ring(home);
}

int64_t sr_post_age(const struct sr_post *post) {
    return post->first ? (int64_t)(sr_latency_now() - post->first->at) / 1000 : 0;
}

/* With the socket's lock held: may it leave so much more unread? */
static bool has_room(struct sr_socket *socket, size_t length) {
    int64_t all = atomic_load(&socket->home->unread) + (int64_t)length;
    const struct sr_post *outbox = &socket->outbox;
    if (outbox->bytes + length > SR_OUTBOX_BYTES)
        return false;
    if (all <= ALL_OUTBOX_BYTES || !outbox->first)
        return true;
    return all <= 2 * (int64_t)ALL_OUTBOX_BYTES && sr_post_age(outbox) < UNREAD_MOMENT;
}

void sr_socket_send(struct sr_socket *socket, const char *text, size_t length) {
    pthread_mutex_lock(&socket->lock);
    if (!socket->gone && !socket->slow) {
        if (!has_room(socket, length) || !sr_post_add(&socket->outbox, text, length))
            socket->slow = true;
        else
            atomic_fetch_add(&socket->home->unread, (long long)length);
        mark_dirty(socket);
    }
    pthread_mutex_unlock(&socket->lock);
}

void sr_socket_hang_up(struct sr_socket *socket) {
    pthread_mutex_lock(&socket->lock);
    socket->dismissed = true;
    mark_dirty(socket);
    pthread_mutex_unlock(&socket->lock);
}

/* With the socket's lock held. */
void sr_socket_schedule(struct sr_socket *socket) {
    if (socket->scheduled)
        return;
    socket->scheduled = true;
    if (!sr_workers_add(socket->home->workers, &socket->waiting)) {
        /* a socket that is never served again would stay for ever */
        sr_log("error", "out of memory", NULL);
        abort();
    }
}

static bool fits(const struct sr_dismissal *dismissal, const struct sr_visitor *visitor) {
    const size_t size = sizeof visitor->token_hash;
    if (dismissal->table)
        return strcmp(visitor->table, dismissal->table) == 0;
    return visitor->person.id == dismissal->person &&
           (!dismissal->only || memcmp(visitor->token_hash, dismissal->only, size) == 0) &&
           (!dismissal->kept || memcmp(visitor->token_hash, dismissal->kept, size) != 0);
}

int sr_sockets_dismiss(struct sr_sockets *sockets, const struct sr_dismissal *dismissal) {
    int count = 0;
    if (!sockets)
        return 0;
    pthread_mutex_lock(&sockets->roster);
    for (struct sr_socket *socket = sockets->all; socket; socket = socket->next)
        if (fits(dismissal, &socket->visitor)) {
            sr_socket_hang_up(socket);
            count++;
        }
    pthread_mutex_unlock(&sockets->roster);
    return count;
}

int sr_sockets_waiting(struct sr_sockets *sockets) {
    return sr_workers_waiting(sockets->workers);
}

int64_t sr_sockets_unread(struct sr_sockets *sockets) {
    return atomic_load(&sockets->unread);
}

/* ---- what workers do ---- */

static void send_text(void *context, const struct sr_buffer *message) {
    sr_socket_send(context, message->text, message->length);
}

static void send_buffer(struct sr_socket *socket, struct sr_buffer *message) {
    if (!message->broken)
        send_text(socket, message);
    sr_buffer_free(message);
}

/* The client's own name for its message comes back in the answer. */
static void add_id(struct sr_buffer *out, const json_t *object) {
    const json_t *id = object ? json_object_get(object, "id") : NULL;
    if (!json_is_integer(id))
        return;
    sr_buffer_add(out, ",\"id\":");
    sr_buffer_add_number(out, json_integer_value(id));
}

static void send_error(struct sr_socket *socket, const json_t *object,
                       const struct sr_error *error) {
    struct sr_buffer message = {0};
    char why[SR_PROBLEM_NAME_BYTES];
    sr_problem_name(error->problem, why);
    sr_log_refusal(socket->visitor.address, why);
    sr_buffer_add(&message, "{\"type\":\"error\"");
    add_id(&message, object);
    sr_buffer_add(&message, ",");
    sr_wire_error(&message, error, socket->visitor.lang);
    sr_buffer_add(&message, "}");
    send_buffer(socket, &message);
}

static bool send_chat(void *context, const struct sr_chat *chat) {
    struct sr_buffer message = {0};
    sr_wire_chat(&message, chat);
    send_buffer(context, &message);
    return true;
}

static void arrive(struct sr_socket *socket) {
    struct sr_server *server = socket->home->server;
    const struct sr_visitor *visitor = &socket->visitor;
    struct sr_error error = {0};
    struct sr_room *room = sr_room_enter(server, visitor->table, &error);
    if (!room) {
        send_error(socket, NULL, &error);
        sr_socket_hang_up(socket);
        return;
    }
    int viewer = sr_room_viewer(room, visitor->person.id, visitor->seat);
    bool fine =
        sr_room_may_see(room, visitor->person.id) && sr_room_watch(room, socket, visitor->seat);
    if (fine) {
        socket->watched = room;
        struct sr_buffer message = {0};
        sr_buffer_add(&message, "{\"type\":\"table\",\"table\":");
        sr_wire_table(&message, &room->row, room, visitor->person.id, visitor->lang);
        sr_buffer_add(&message, "}");
        send_buffer(socket, &message);
        fine = sr_room_resume(room, viewer, visitor->lang, visitor->after, send_text, socket);
        sr_store_list_chat(server->store, room->id, 0, SR_CHAT_LINES, send_chat, socket);
    }
    sr_room_leave(room);
    if (!fine)
        sr_socket_hang_up(socket);
}

static void depart(struct sr_socket *socket) {
    if (socket->watched)
        sr_room_unwatch(socket->watched, socket);
}

struct previewing {
    const struct sr_table *table;
    const struct sr_preview *preview;
    enum sr_lang lang;
};

static void write_preview(struct sr_out *out, const void *context) {
    const struct previewing *previewing = context;
    sr_preview_write(out, previewing->table, previewing->preview, previewing->lang);
}

/* What a move would bring, as far as the one who decides can know. */
static bool preview(struct sr_socket *socket, struct sr_room *room, int seat, const char *text,
                    const json_t *object, struct sr_error *error) {
    if (!room->table || room->row.status != SR_TABLE_PLAYING)
        return sr_fail(error, SR_PROBLEM_NOT_PLAYING, NULL);
    const struct sr_table *table = room->table;
    struct sr_move move;
    struct sr_preview shown;
    if (seat != sr_head(table->state)->decider)
        return sr_fail(error, SR_PROBLEM_NO_SEAT, NULL);
    if (!sr_move_read(table->game, text, strlen(text), room->row.seats, &move, error) ||
        !sr_table_preview(table, move, &shown, error))
        return false;
    struct previewing previewing = {table, &shown, socket->visitor.lang};
    struct sr_buffer message = {0};
    sr_buffer_add(&message, "{\"type\":\"preview\"");
    add_id(&message, object);
    sr_buffer_add(&message, ",\"preview\":");
    sr_buffer_write_json(&message, write_preview, &previewing);
    sr_buffer_add(&message, "}");
    send_buffer(socket, &message);
    return true;
}

/* From now on this socket gets the view of one of its person's seats; 0: nobody's. */
static bool turn_to_seat(struct sr_socket *socket, struct sr_room *room, const json_t *object,
                         struct sr_error *error) {
    int64_t seat;
    int64_t person = socket->visitor.person.id;
    if (!sr_member_number(object, "seat", 0, room->row.seats, 0, &seat, error))
        return false;
    if (seat > 0 && sr_room_viewer(room, person, (int)seat - 1) != seat - 1)
        return sr_fail(error, SR_PROBLEM_NO_SEAT, NULL);
    sr_room_turn_to(room, socket, (int)seat - 1);
    if (!room->table)
        return true;
    struct sr_buffer message = {0};
    sr_wire_view(&message, room->table, room->number, sr_room_viewer(room, person, (int)seat - 1),
                 socket->visitor.lang);
    send_buffer(socket, &message);
    return true;
}

/* Advice comes as a message of its own, now or later, to all who look from that seat. */
static bool hint(struct sr_socket *socket, struct sr_room *room, int seat, struct sr_error *error) {
    if (!sr_room_ask_hint(room, &socket->visitor.person, seat, error))
        return false;
    if (room->advice.state == SR_ADVICE_READY) {
        struct sr_buffer message = {0};
        sr_wire_hint(&message, room, socket->visitor.lang);
        send_buffer(socket, &message);
    }
    return true;
}

static bool answer_petition(struct sr_room *room, int seat, const json_t *object,
                            struct sr_error *error) {
    bool agrees;
    return sr_member_flag(object, "agree", true, &agrees, error) &&
           sr_room_answer_petition(room, seat, agrees, error);
}

static bool fail_type(struct sr_error *error) {
    static const char types[] = "move, undo, preview, hint, seat, ask, answer, chat, ping";
    return sr_fail(error, SR_PROBLEM_MEMBER, "type", types, types, NULL);
}

static bool act_for_seat(struct sr_socket *socket, struct sr_room *room, int seat,
                         const json_t *object, const char *type, struct sr_error *error) {
    const char *text;
    int64_t after;
    if (strcmp(type, "move") == 0)
        return sr_member_text(object, "move", &text, error) &&
               sr_member_after(object, &after, error) &&
               sr_room_move(room, seat, text, after, error);
    if (strcmp(type, "undo") == 0)
        return sr_member_after(object, &after, error) && sr_room_undo(room, seat, after, error);
    if (strcmp(type, "preview") == 0)
        return sr_member_text(object, "move", &text, error) &&
               preview(socket, room, seat, text, object, error);
    if (strcmp(type, "hint") == 0)
        return hint(socket, room, seat, error);
    if (strcmp(type, "answer") == 0)
        return answer_petition(room, seat, object, error);
    return fail_type(error);
}

static bool act_in_room(struct sr_socket *socket, struct sr_room *room, const json_t *object,
                        const char *type, struct sr_error *error) {
    const struct sr_person *person = &socket->visitor.person;
    int asked = sr_room_asked(room, socket), seat;
    const char *text;
    if (strcmp(type, "chat") == 0)
        return sr_member_chat(object, &text, error) &&
               sr_may_chat(room->server, person, socket->visitor.network, error) &&
               sr_room_chat(room, person, text, error);
    if (strcmp(type, "seat") == 0)
        return turn_to_seat(socket, room, object, error);
    if (strcmp(type, "ask") == 0)
        return sr_petition_read(object, room, person->id, asked, error);
    return sr_member_seat(object, room, person->id, asked, &seat, error) &&
           act_for_seat(socket, room, seat, object, type, error);
}

static void act(struct sr_socket *socket, const struct sr_letter *letter) {
    struct sr_error error = {0};
    const char *type = "";
    int64_t number = 0;
    sr_count(SR_COUNT_MESSAGES, 1);
    json_t *object = sr_read_object(letter->text, letter->length, &error);
    bool fine = object && sr_member_text(object, "type", &type, &error);
    bool ping = fine && strcmp(type, "ping") == 0;
    if (fine && !ping) {
        struct sr_room *room = sr_room_enter(socket->home->server, socket->visitor.table, &error);
        fine = room && act_in_room(socket, room, object, type, &error);
        number = room ? room->number : 0;
        if (room)
            sr_room_leave(room);
    }
    if (!fine) {
        send_error(socket, object, &error);
    } else if (strcmp(type, "preview") != 0) {
        struct sr_buffer message = {0};
        sr_buffer_add(&message, ping ? "{\"type\":\"pong\"" : "{\"type\":\"done\"");
        add_id(&message, object);
        if (!ping) {
            sr_buffer_add(&message, ",\"number\":");
            sr_buffer_add_number(&message, number);
        }
        sr_buffer_add(&message, "}");
        send_buffer(socket, &message);
        if (strcmp(type, "move") == 0)
            sr_measure(SR_MEASURE_MOVE, sr_latency_now() - letter->at);
    }
    json_decref(object);
}

void sr_socket_free(struct sr_socket *socket) {
    const struct sr_visitor *visitor = &socket->visitor;
    atomic_fetch_sub(&socket->home->unread, (long long)socket->outbox.bytes);
    sr_post_clear(&socket->inbox);
    sr_post_clear(&socket->outbox);
    sr_crowd_leave(socket->home->server->crowd, &visitor->person, visitor->table);
    pthread_mutex_destroy(&socket->lock);
    free(socket->early);
    free(socket);
}

/* Since the request was answered the session may have ended. */
static bool is_signed_in(const struct sr_socket *socket) {
    const struct sr_visitor *visitor = &socket->visitor;
    struct sr_person person;
    return !visitor->person.id ||
           (sr_store_find_person(socket->home->server->store, visitor->token_hash, &person) ==
                SR_STORE_DONE &&
            person.id == visitor->person.id && !person.banned);
}

/* One thing at a time, so that others who have said less have their turn. */
static void serve(struct sr_waiting *waiting) {
    struct sr_socket *socket = (struct sr_socket *)(void *)waiting;
    pthread_mutex_lock(&socket->lock);
    bool gone = socket->gone;
    struct sr_letter *letter = gone || !socket->arrived ? NULL : sr_post_take(&socket->inbox);
    bool heard = !socket->dismissed;
    pthread_mutex_unlock(&socket->lock);
    if (gone) {
        depart(socket);
        sr_socket_free(socket);
        return;
    }
    if (!socket->arrived) {
        socket->arrived = true;
        if (is_signed_in(socket))
            arrive(socket);
        else
            sr_socket_hang_up(socket);
    } else if (letter && heard) {
        act(socket, letter);
    }
    free(letter);
    pthread_mutex_lock(&socket->lock);
    socket->scheduled = false;
    if (socket->gone || socket->inbox.first)
        sr_socket_schedule(socket);
    pthread_mutex_unlock(&socket->lock);
}

/* ---- opening and closing ---- */

/* One that was never taken: whoever brought it still counts it. */
static void free_unknown(struct sr_socket *socket) {
    pthread_mutex_destroy(&socket->lock);
    free(socket->early);
    free(socket);
}

bool sr_sockets_add(struct sr_sockets *sockets, const struct sr_visitor *visitor, int fd,
                    const char *early, size_t early_length, void (*finish)(void *), void *handle) {
    struct sr_socket *socket = calloc(1, sizeof *socket);
    if (!socket)
        return false;
    socket->waiting.share = (struct sr_share){visitor->person.network, visitor->person.id};
    socket->home = sockets;
    socket->visitor = *visitor;
    socket->fd = fd;
    socket->finish = finish;
    socket->handle = handle;
    pthread_mutex_init(&socket->lock, NULL);
    if (early_length > 0 && (socket->early = malloc(early_length))) {
        memcpy(socket->early, early, early_length);
        socket->early_length = early_length;
    }
    pthread_mutex_lock(&sockets->lock);
    bool open = !sockets->closing;
    if (open) {
        socket->next_dirty = sockets->arrivals;
        sockets->arrivals = socket;
    }
    pthread_mutex_unlock(&sockets->lock);
    if (open)
        ring(sockets);
    else
        free_unknown(socket);
    return open;
}

struct sr_sockets *sr_sockets_open(struct sr_server *server, struct sr_error *error) {
    struct sr_sockets *sockets = calloc(1, sizeof *sockets);
    if (!sockets) {
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        return NULL;
    }
    sockets->server = server;
    pthread_mutex_init(&sockets->lock, NULL);
    pthread_mutex_init(&sockets->roster, NULL);
    if (!(sockets->workers = sr_workers_open(&(struct sr_crew){WORKERS, .run = serve}, error))) {
        free(sockets);
        return NULL;
    }
    sockets->epoll = epoll_create1(EPOLL_CLOEXEC);
    sockets->bell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN};
    if (sockets->epoll >= 0 && sockets->bell >= 0 &&
        epoll_ctl(sockets->epoll, EPOLL_CTL_ADD, sockets->bell, &event) == 0 &&
        pthread_create(&sockets->thread, NULL, sr_sockets_loop, sockets) == 0)
        return sockets;
    sr_fail(error, SR_PROBLEM_READ, "epoll", strerror(errno), NULL);
    sr_workers_close(sockets->workers);
    free(sockets);
    return NULL;
}

void sr_sockets_stop(struct sr_sockets *sockets) {
    if (!sockets)
        return;
    pthread_mutex_lock(&sockets->lock);
    sockets->closing = true;
    pthread_mutex_unlock(&sockets->lock);
    ring(sockets);
    pthread_join(sockets->thread, NULL);
    sr_workers_stop(sockets->workers);
}

void sr_sockets_close(struct sr_sockets *sockets) {
    if (!sockets)
        return;
    sr_workers_close(sockets->workers);
    close(sockets->epoll);
    close(sockets->bell);
    pthread_mutex_destroy(&sockets->roster);
    pthread_mutex_destroy(&sockets->lock);
    free(sockets);
}
