/* WebSockets, as the rest of the server knows them: what is sent to them, what workers do about
 * what came over them, who is dismissed. The thread that reads and writes them is in socket_loop.c.
 */
#include "crowd.h"
#include "host/wire.h"
#include "room_parts.h"
#include "server/problems.h"
#include "socket_parts.h"
#include "store/latency.h"
#include "store/problems.h"

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
    PLAYERS_WEIGHT = 4, /* what those say who sit at the table, beside those who look on */
    FEW = 16,           /* who are told the same and are no crowd */
    WORKERS = 8
};

/* With the lock of all sockets held: the loop shall look at what came. */
static void ring(struct sr_sockets *sockets) {
    uint64_t one = 1;
    if (!sockets->rung && write(sockets->bell, &one, sizeof one) == sizeof one)
        sockets->rung = true;
}

/* ---- from other threads ---- */

const struct sr_visitor *sr_socket_visitor(const struct sr_socket *socket) {
    return &socket->visitor;
}

/* With the socket's lock held: the loop shall look at it. */
static void become_due(struct sr_socket *socket, enum sr_due due) {
    struct sr_sockets *home = socket->home;
    struct sr_due_link *link = &socket->due[due];
    if (socket->gone)
        return;
    pthread_mutex_lock(&home->lock);
    if (!link->link) {
        link->next = NULL;
        link->link = home->due[due].last;
        *link->link = socket;
        home->due[due].last = &link->next;
    }
    ring(home);
    pthread_mutex_unlock(&home->lock);
}

void sr_socket_is_served(struct sr_socket *socket, enum sr_due due) {
    struct sr_due_link *link = &socket->due[due];
    if (!link->link)
        return;
    *link->link = link->next;
    if (link->next)
        link->next->due[due].link = link->link;
    else
        socket->home->due[due].last = link->link;
    link->link = NULL;
}

int64_t sr_post_age(const struct sr_post *post) {
    return post->first ? (int64_t)(sr_latency_now() - post->first->at) / 1000 : 0;
}

/* With the socket's lock held: may it leave so much more unread, which all have been counted with?
 */
static bool has_room(struct sr_socket *socket, size_t length) {
    int64_t all = atomic_load(&socket->home->unread);
    const struct sr_post *outbox = &socket->outbox;
    if (outbox->bytes + length > SR_OUTBOX_BYTES)
        return false;
    if (all <= ALL_OUTBOX_BYTES || !outbox->first)
        return true;
    return all <= 2 * (int64_t)ALL_OUTBOX_BYTES && sr_post_age(outbox) < UNREAD_MOMENT;
}

/* Without memory there is no text; then nothing that comes later may be sent either. */
static void post(struct sr_socket *socket, struct sr_saying *text, enum sr_due due) {
    pthread_mutex_lock(&socket->lock);
    if (!socket->gone && !socket->slow) {
        bool room = text && has_room(socket, text->length);
        struct sr_letter *letter = room ? sr_post_add(&socket->outbox, text) : NULL;
        socket->slow = !letter;
        if (letter) {
            letter->asked = socket->asked;
            letter->crowd = due == SR_DUE_CROWD;
        }
        become_due(socket, due);
    }
    pthread_mutex_unlock(&socket->lock);
}

void sr_socket_send(struct sr_socket *socket, const char *text, size_t length) {
    struct sr_saying *kept = sr_saying_new(text, length, &socket->home->unread);
    post(socket, kept, SR_DUE_FIRST);
    sr_saying_free(kept);
}

void sr_sockets_tell(const uint64_t *viewer, int viewers, const char *text, size_t length) {
    struct sr_saying *kept = NULL;
    for (int i = 0; i < viewers; i++) {
        struct sr_socket *socket = sr_socket_of(viewer[i]);
        if (i == 0)
            kept = sr_saying_new(text, length, &socket->home->unread);
        post(socket, kept, viewers <= FEW || socket->plays ? SR_DUE_FIRST : SR_DUE_CROWD);
    }
    sr_saying_free(kept);
}

void sr_socket_hang_up(struct sr_socket *socket) {
    pthread_mutex_lock(&socket->lock);
    socket->dismissed = true;
    become_due(socket, SR_DUE_FIRST);
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

void sr_sockets_send_away(struct sr_sockets *sockets) {
    pthread_mutex_lock(&sockets->roster);
    for (struct sr_socket *socket = sockets->all; socket; socket = socket->next) {
        pthread_mutex_lock(&socket->lock);
        socket->elsewhere = true;
        pthread_mutex_unlock(&socket->lock);
        sr_socket_hang_up(socket);
    }
    pthread_mutex_unlock(&sockets->roster);
}

/* One of a person's sessions that was not listed before, under the lock of the roster. */
static void list_session(struct sr_visitor *list, int *count, const struct sr_visitor *visitor) {
    for (int i = 0; i < *count; i++)
        if (memcmp(list[i].token_hash, visitor->token_hash, sizeof visitor->token_hash) == 0)
            return;
    if (*count < SR_SESSIONS_LOOKED_AT)
        list[(*count)++] = *visitor;
}

void sr_sockets_look_again(struct sr_sockets *sockets, struct sr_store *store, int64_t person) {
    struct sr_visitor list[SR_SESSIONS_LOOKED_AT];
    int count = 0;
    if (!sockets)
        return;
    pthread_mutex_lock(&sockets->roster);
    for (const struct sr_socket *socket = sockets->all; socket; socket = socket->next)
        if (socket->visitor.person.id == person)
            list_session(list, &count, &socket->visitor);
    pthread_mutex_unlock(&sockets->roster);
    for (int i = 0; i < count; i++) {
        const struct sr_person *known = &list[i].person;
        struct sr_person now;
        enum sr_store_answer answer = sr_store_find_person(store, list[i].token_hash, &now);
        bool same = answer == SR_STORE_DONE && !now.banned && now.muted == known->muted &&
                    strcmp(now.name, known->name) == 0;
        if (!same && answer != SR_STORE_BROKEN)
            sr_sockets_dismiss(
                sockets, &(struct sr_dismissal){.person = person, .only = list[i].token_hash});
    }
}

int sr_sockets_waiting(struct sr_sockets *sockets) {
    return sr_workers_waiting(sockets->workers);
}

int sr_sockets_unheard(struct sr_sockets *sockets) {
    return atomic_load(&sockets->unheard);
}

int64_t sr_sockets_unread(struct sr_sockets *sockets) {
    return atomic_load(&sockets->unread);
}

/* ---- what workers do ---- */

static void send_error(struct sr_socket *socket, const struct sr_message *message,
                       const struct sr_error *error) {
    struct sr_buffer text = {0};
    char why[SR_PROBLEM_NAME_BYTES];
    sr_problem_name(error->problem, why);
    sr_log_refusal(socket->visitor.address, why);
    sr_wire_refusal(&text, message && message->named, message ? message->id : 0, error,
                    socket->visitor.lang);
    if (!text.broken)
        sr_socket_send(socket, text.text, text.length);
    sr_buffer_free(&text);
}

void sr_socket_free(struct sr_socket *socket) {
    const struct sr_visitor *visitor = &socket->visitor;
    atomic_fetch_sub(&socket->home->unheard, socket->inbox.count);
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

/* ---- one thing at a time, so that others who have said less have their turn ---- */

/* Everything that it led to is done. */
static void served(void *context) {
    struct sr_socket *socket = context;
    if (socket->letter) {
        if (socket->moves)
            sr_measure(SR_MEASURE_MOVE, sr_latency_now() - socket->letter->at);
        atomic_fetch_sub(&socket->home->unheard, 1);
        sr_letter_free(socket->letter);
        socket->letter = NULL;
        socket->moves = false;
    }
    pthread_mutex_lock(&socket->lock);
    socket->scheduled = false;
    socket->asked = 0;
    if (socket->gone || socket->inbox.first)
        sr_socket_schedule(socket);
    pthread_mutex_unlock(&socket->lock);
}

/* People sit down and leave while they watch. */
static void look_who_plays(struct sr_socket *socket, const struct sr_room *room) {
    socket->plays = sr_host_seat(room->host, socket->visitor.person.id) >= 0;
    socket->waiting.share.weight = socket->plays ? PLAYERS_WEIGHT : 1;
}

static void arrived(struct sr_room *room, void *context) {
    struct sr_socket *socket = context;
    if (!sr_room_admits(room, socket))
        return;
    socket->watched = room;
    look_who_plays(socket, room);
}

/* Nothing is done about it. */
static void pass_over(struct sr_socket *socket, struct sr_room *room) {
    if (room)
        sr_room_leave(room);
    served(socket);
}

static void arrive(struct sr_socket *socket, struct sr_room *room) {
    struct sr_error error = {0};
    socket->arrived = true;
    bool known = is_signed_in(socket);
    if (!room)
        sr_fail(&error, SR_PROBLEM_MEMORY, NULL);
    if (known && room && sr_room_refresh(room, &error)) {
        sr_room_arrive(room, socket,
                       &(struct sr_sequel){arrived, served, socket, &socket->waiting});
        return;
    }
    if (known)
        send_error(socket, NULL, &error);
    sr_socket_hang_up(socket);
    pass_over(socket, room);
}

static void act(struct sr_socket *socket, struct sr_room *room) {
    const struct sr_letter *letter = socket->letter;
    struct sr_error error = {0};
    struct sr_message message;
    sr_count(SR_COUNT_MESSAGES, 1);
    bool fine = sr_message_read(&message, letter->text->bytes, letter->text->length, &error);
    if (fine && message.say == SR_MESSAGE_CHAT)
        fine = sr_may_chat(socket->home->server, &socket->visitor.person, socket->visitor.network,
                           &error);
    if (fine && !room)
        fine = sr_fail(&error, SR_PROBLEM_MEMORY, NULL);
    if (!fine || !sr_room_load(room, &error)) {
        send_error(socket, &message, &error);
        pass_over(socket, room);
        return;
    }
    socket->moves = message.say == SR_MESSAGE_MOVE;
    look_who_plays(socket, room);
    sr_room_say(room, socket, &message,
                &(struct sr_sequel){NULL, served, socket, &socket->waiting});
}

static void departed(void *context) {
    sr_socket_free(context);
}

static void depart(struct sr_socket *socket, struct sr_room *room) {
    if (socket->watched) {
        sr_room_depart(room, socket, &(struct sr_sequel){NULL, departed, socket, &socket->waiting});
        return;
    }
    if (room)
        sr_room_leave(room);
    sr_socket_free(socket);
}

/* For a worker: whoever finds somebody else at the table does not wait for them. */
static void serve(struct sr_waiting *waiting) {
    struct sr_socket *socket = (struct sr_socket *)(void *)waiting;
    struct sr_room *room;
    if (!sr_room_claim(socket->home->server, socket->visitor.table, waiting, &room))
        return;
    pthread_mutex_lock(&socket->lock);
    bool gone = socket->gone;
    if (!gone && socket->arrived)
        socket->letter = sr_post_take(&socket->inbox);
    socket->asked = socket->letter ? socket->letter->at : 0;
    bool heard = !socket->dismissed;
    pthread_mutex_unlock(&socket->lock);
    if (gone)
        depart(socket, room);
    else if (!socket->arrived)
        arrive(socket, room);
    else if (socket->letter && heard)
        act(socket, room);
    else
        pass_over(socket, room);
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
    socket->waiting.share =
        (struct sr_share){.network = visitor->person.network, .person = visitor->person.id};
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
        socket->next_arrival = sockets->arrivals;
        sockets->arrivals = socket;
        ring(sockets);
    }
    pthread_mutex_unlock(&sockets->lock);
    if (!open)
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
    for (int i = 0; i < SR_DUES; i++)
        sockets->due[i].last = &sockets->due[i].first;
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
    sr_fail_system(error, SR_PROBLEM_READ, "epoll", errno);
    sr_workers_close(sockets->workers);
    free(sockets);
    return NULL;
}

void sr_sockets_stop(struct sr_sockets *sockets) {
    if (!sockets)
        return;
    pthread_mutex_lock(&sockets->lock);
    sockets->closing = true;
    ring(sockets);
    pthread_mutex_unlock(&sockets->lock);
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
