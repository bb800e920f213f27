/* WebSockets: one thread with epoll reads and writes them all, with wslay for the frames. It never
 * waits for anything else: what people say goes to a worker, in order for each socket, and what is
 * to be sent comes back through the socket's outbox. */
#include "room.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wslay/wslay.h>

enum {
    MESSAGES_A_SECOND = 20,
    MESSAGES_AT_ONCE = 400,
    QUIET_PING = 30000, /* milliseconds until we ask whether somebody is there */
    QUIET_GONE = 90000,
    CLOSE_WAIT = 3000,
    SWEEP_EVERY = 1000,
    IN_FLIGHT_BYTES = 1 << 16, /* handed to wslay at once */
    EVENTS_AT_ONCE = 64
};

struct letter {
    struct letter *next;
    size_t length;
    char text[];
};

struct post {
    struct letter *first, **last;
    size_t bytes;
    int count;
};

struct sr_socket {
    struct sr_sockets *home;
    struct sr_visitor visitor;
    void (*finish)(void *);
    void *handle;
    /* the loop's own */
    int fd;
    wslay_event_context_ptr frames;
    char *early; /* what came with the request already */
    size_t early_length, early_at;
    uint32_t waits_for;
    int64_t heard, pinged, closing_since;
    struct sr_bucket bucket;
    struct sr_socket *next, **link;
    /* the workers' own */
    bool arrived;
    struct sr_room *watched;
    /* shared */
    pthread_mutex_t lock;
    struct post inbox, outbox;
    bool scheduled, dirty, slow, dismissed, gone;
    struct sr_socket *next_dirty;
};

struct sr_sockets {
    struct sr_server *server;
    int epoll, bell;
    pthread_t thread;
    struct sr_socket *all; /* the loop's own */
    pthread_mutex_t lock;
    struct sr_socket *arrivals, *dirty; /* linked by next_dirty */
    bool closing;
};

/* ---- post ---- */

static bool post_add(struct post *post, const char *text, size_t length) {
    struct letter *letter = malloc(sizeof *letter + length + 1);
    if (!letter)
        return false;
    letter->next = NULL;
    letter->length = length;
    if (length > 0) /* an empty message has no text at all */
        memcpy(letter->text, text, length);
    letter->text[length] = '\0';
    if (!post->first)
        post->last = &post->first;
    *post->last = letter;
    post->last = &letter->next;
    post->bytes += length;
    post->count++;
    return true;
}

static struct letter *post_take(struct post *post) {
    struct letter *letter = post->first;
    if (!letter)
        return NULL;
    post->first = letter->next;
    post->bytes -= letter->length;
    post->count--;
    return letter;
}

static void post_clear(struct post *post) {
    struct letter *letter;
    while ((letter = post_take(post)))
        free(letter);
}

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

void sr_socket_send(struct sr_socket *socket, const char *text, size_t length) {
    pthread_mutex_lock(&socket->lock);
    if (!socket->gone && !socket->slow) {
        if (socket->outbox.bytes + length > SR_OUTBOX_BYTES ||
            !post_add(&socket->outbox, text, length))
            socket->slow = true;
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
static void schedule(struct sr_socket *socket) {
    if (socket->scheduled)
        return;
    socket->scheduled = true;
    sr_workers_add(socket->home->server->workers, socket);
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

static void arrive(struct sr_socket *socket) {
    struct sr_error error = {0};
    struct sr_room *room = sr_room_enter(socket->home->server, socket->visitor.table, &error);
    if (!room) {
        send_error(socket, NULL, &error);
        sr_socket_hang_up(socket);
        return;
    }
    if (sr_room_watch(room, socket))
        socket->watched = room;
    sr_room_leave(room);
}

static void depart(struct sr_socket *socket) {
    if (socket->watched)
        sr_room_unwatch(socket->watched, socket);
}

static void act(struct sr_socket *socket, const struct letter *letter) {
    struct sr_error error = {0};
    struct sr_message message;
    sr_count(SR_COUNT_MESSAGES, 1);
    bool fine = sr_message_read(&message, letter->text, letter->length, &error);
    struct sr_room *room =
        fine ? sr_room_enter(socket->home->server, socket->visitor.table, &error) : NULL;
    if (!room) {
        send_error(socket, &message, &error);
        return;
    }
    sr_room_say(room, socket, &message);
    sr_room_leave(room);
}

static void socket_free(struct sr_socket *socket) {
    post_clear(&socket->inbox);
    post_clear(&socket->outbox);
    pthread_mutex_destroy(&socket->lock);
    free(socket->early);
    free(socket);
}

void sr_socket_serve(struct sr_socket *socket) {
    for (;;) {
        pthread_mutex_lock(&socket->lock);
        bool gone = socket->gone;
        bool arrives = !gone && !socket->arrived;
        struct letter *letter = gone || arrives ? NULL : post_take(&socket->inbox);
        if (!gone && !arrives && !letter)
            socket->scheduled = false;
        bool done = !gone && !arrives && !letter;
        pthread_mutex_unlock(&socket->lock);
        if (done)
            return;
        if (gone) {
            depart(socket);
            socket_free(socket);
            return;
        }
        if (arrives) {
            socket->arrived = true;
            arrive(socket);
        } else {
            act(socket, letter);
            free(letter);
        }
    }
}

/* ---- what the loop does ---- */

/* A socket that we closed for what came over it. */
static void log_misconduct(const struct sr_socket *socket) {
    const char *why = NULL;
    switch (wslay_event_get_status_code_sent(socket->frames)) {
    case WSLAY_CODE_PROTOCOL_ERROR:
        why = "bad frame";
        break;
    case WSLAY_CODE_UNSUPPORTED_DATA:
        why = "binary frame";
        break;
    case WSLAY_CODE_INVALID_FRAME_PAYLOAD_DATA:
        why = "not UTF-8";
        break;
    case WSLAY_CODE_POLICY_VIOLATION:
        why = "too_fast";
        break;
    case WSLAY_CODE_MESSAGE_TOO_BIG:
        why = "too_much";
        break;
    default:
        return;
    }
    sr_log_refusal(socket->visitor.address, why);
}

/* The socket is the workers' after this. */
static void drop(struct sr_socket *socket) {
    struct sr_sockets *home = socket->home;
    log_misconduct(socket);
    epoll_ctl(home->epoll, EPOLL_CTL_DEL, socket->fd, NULL);
    wslay_event_context_free(socket->frames);
    socket->finish(socket->handle);
    *socket->link = socket->next;
    if (socket->next)
        socket->next->link = socket->link;
    sr_count(SR_COUNT_SOCKETS, -1);
    pthread_mutex_lock(&socket->lock);
    socket->gone = true;
    pthread_mutex_lock(&home->lock);
    for (struct sr_socket **at = &home->dirty; *at; at = &(*at)->next_dirty)
        if (*at == socket) {
            *at = socket->next_dirty;
            break;
        }
    pthread_mutex_unlock(&home->lock);
    schedule(socket);
    pthread_mutex_unlock(&socket->lock);
}

static void begin_close(struct sr_socket *socket, uint16_t code) {
    if (socket->closing_since)
        return;
    socket->closing_since = sr_milliseconds();
    wslay_event_queue_close(socket->frames, code, NULL, 0);
}

/* Sends what can be sent. False: the socket is dropped. */
static bool pump(struct sr_socket *socket) {
    pthread_mutex_lock(&socket->lock);
    bool slow = socket->slow, dismissed = socket->dismissed;
    while (!slow && socket->outbox.first &&
           wslay_event_get_queued_msg_length(socket->frames) < IN_FLIGHT_BYTES) {
        struct letter *letter = post_take(&socket->outbox);
        const struct wslay_event_msg message = {WSLAY_TEXT_FRAME, (const uint8_t *)letter->text,
                                                letter->length};
        /* once a close is on its way nothing else is sent */
        int code = wslay_event_queue_msg(socket->frames, &message);
        slow = code != 0 && code != WSLAY_ERR_NO_MORE_MSG;
        free(letter);
    }
    pthread_mutex_unlock(&socket->lock);
    if (slow) {
        sr_count(SR_COUNT_SLOW_READERS, 1);
        sr_log_refusal(socket->visitor.address, "slow reader");
        drop(socket);
        return false;
    }
    if (dismissed)
        begin_close(socket, WSLAY_CODE_POLICY_VIOLATION);
    bool broken = wslay_event_send(socket->frames) != 0;
    bool wants_write = wslay_event_want_write(socket->frames);
    if (broken || (!wants_write && !wslay_event_want_read(socket->frames))) {
        drop(socket);
        return false;
    }
    uint32_t waits_for = EPOLLIN | (wants_write ? (uint32_t)EPOLLOUT : 0);
    if (waits_for != socket->waits_for) {
        struct epoll_event event = {.events = waits_for, .data.ptr = socket};
        epoll_ctl(socket->home->epoll, EPOLL_CTL_MOD, socket->fd, &event);
        socket->waits_for = waits_for;
    }
    return true;
}

static ssize_t receive(wslay_event_context_ptr frames, uint8_t *bytes, size_t count, int flags,
                       void *context) {
    struct sr_socket *socket = context;
    (void)flags;
    size_t early = socket->early_length - socket->early_at;
    if (early > 0) {
        size_t taken = early < count ? early : count;
        memcpy(bytes, socket->early + socket->early_at, taken);
        socket->early_at += taken;
        return (ssize_t)taken;
    }
    ssize_t got;
    do
        got = recv(socket->fd, bytes, count, 0);
    while (got < 0 && errno == EINTR);
    if (got > 0) {
        socket->heard = sr_milliseconds();
        return got;
    }
    bool later = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    wslay_event_set_error(frames, later ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static ssize_t transmit(wslay_event_context_ptr frames, const uint8_t *bytes, size_t count,
                        int flags, void *context) {
    struct sr_socket *socket = context;
    ssize_t sent;
    do
        sent =
            send(socket->fd, bytes, count, MSG_NOSIGNAL | (flags & WSLAY_MSG_MORE ? MSG_MORE : 0));
    while (sent < 0 && errno == EINTR);
    if (sent >= 0)
        return sent;
    bool later = errno == EAGAIN || errno == EWOULDBLOCK;
    wslay_event_set_error(frames, later ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static void on_message(wslay_event_context_ptr frames,
                       const struct wslay_event_on_msg_recv_arg *message, void *context) {
    struct sr_socket *socket = context;
    (void)frames;
    if (socket->closing_since || message->opcode == WSLAY_CONNECTION_CLOSE)
        return;
    int64_t now = sr_milliseconds();
    bool flood = !sr_bucket_take(&socket->bucket, MESSAGES_A_SECOND, MESSAGES_AT_ONCE, now);
    if (message->opcode == WSLAY_BINARY_FRAME) {
        begin_close(socket, WSLAY_CODE_UNSUPPORTED_DATA);
        return;
    }
    if (message->opcode == WSLAY_TEXT_FRAME && !flood) {
        pthread_mutex_lock(&socket->lock);
        flood = socket->inbox.count >= SR_INBOX_COUNT ||
                !post_add(&socket->inbox, (const char *)message->msg, message->msg_length);
        if (!flood)
            schedule(socket);
        pthread_mutex_unlock(&socket->lock);
    }
    if (flood) {
        sr_count(SR_COUNT_FLOODS, 1);
        begin_close(socket, WSLAY_CODE_POLICY_VIOLATION);
    }
}

static void tune(int fd) {
    int on = 1, off = 0, bytes = IN_FLIGHT_BYTES;
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    /* the request's corked answer would hold every message back for 44 ms */
    setsockopt(fd, IPPROTO_TCP, TCP_CORK, &off, sizeof off);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    /* what a slow reader does not read waits in its outbox, where it is counted */
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
}

static void hear(struct sr_socket *socket) {
    if (wslay_event_recv(socket->frames) != 0)
        drop(socket);
    else
        pump(socket);
}

/* A socket that cannot be taken in is closed; nobody else knows it yet. */
static void take_in(struct sr_sockets *sockets, struct sr_socket *socket) {
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = receive, .send_callback = transmit, .on_msg_recv_callback = on_message};
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = socket};
    tune(socket->fd);
    bool framed = wslay_event_context_server_init(&socket->frames, &callbacks, socket) == 0;
    if (!framed || epoll_ctl(sockets->epoll, EPOLL_CTL_ADD, socket->fd, &event) != 0) {
        if (framed)
            wslay_event_context_free(socket->frames);
        socket->finish(socket->handle);
        socket_free(socket);
        return;
    }
    wslay_event_config_set_max_recv_msg_length(socket->frames, SR_BODY_BYTES);
    socket->waits_for = EPOLLIN;
    socket->heard = socket->pinged = sr_milliseconds();
    socket->next = sockets->all;
    socket->link = &sockets->all;
    if (socket->next)
        socket->next->link = &socket->next;
    sockets->all = socket;
    sr_count(SR_COUNT_SOCKETS, 1);
    pthread_mutex_lock(&socket->lock);
    schedule(socket);
    pthread_mutex_unlock(&socket->lock);
    hear(socket);
}

static void sweep(struct sr_sockets *sockets, int64_t now) {
    for (struct sr_socket *socket = sockets->all, *next; socket; socket = next) {
        next = socket->next;
        bool overdue = socket->closing_since && now - socket->closing_since > CLOSE_WAIT;
        if (overdue || now - socket->heard > QUIET_GONE) {
            drop(socket);
        } else if (now - socket->heard > QUIET_PING && now - socket->pinged > QUIET_PING) {
            const struct wslay_event_msg ping = {WSLAY_PING, NULL, 0};
            socket->pinged = now;
            wslay_event_queue_msg(socket->frames, &ping);
            pump(socket);
        }
    }
}

/* Sockets that came, and sockets that have something to send. */
static void answer_bell(struct sr_sockets *sockets) {
    uint64_t rings;
    if (read(sockets->bell, &rings, sizeof rings) < 0)
        rings = 0; /* not rung: looked all the same */
    pthread_mutex_lock(&sockets->lock);
    struct sr_socket *arrival = sockets->arrivals;
    sockets->arrivals = NULL;
    pthread_mutex_unlock(&sockets->lock);
    while (arrival) {
        struct sr_socket *next = arrival->next_dirty;
        take_in(sockets, arrival);
        arrival = next;
    }
    /* one at a time from the list itself, since dropping one takes it off there */
    for (;;) {
        pthread_mutex_lock(&sockets->lock);
        struct sr_socket *socket = sockets->dirty;
        if (socket)
            sockets->dirty = socket->next_dirty;
        pthread_mutex_unlock(&sockets->lock);
        if (!socket)
            break;
        pthread_mutex_lock(&socket->lock);
        socket->dirty = false;
        pthread_mutex_unlock(&socket->lock);
        pump(socket);
    }
}

static bool is_closing(struct sr_sockets *sockets) {
    pthread_mutex_lock(&sockets->lock);
    bool closing = sockets->closing;
    pthread_mutex_unlock(&sockets->lock);
    return closing;
}

static void listen_on(struct sr_sockets *sockets, int timeout) {
    struct epoll_event event[EVENTS_AT_ONCE];
    int count = epoll_wait(sockets->epoll, event, EVENTS_AT_ONCE, timeout);
    bool rung = false;
    for (int i = 0; i < count; i++) {
        struct sr_socket *socket = event[i].data.ptr;
        if (!socket)
            rung = true;
        else if (event[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR))
            hear(socket);
        else
            pump(socket);
    }
    if (rung)
        answer_bell(sockets);
}

static void *loop(void *context) {
    struct sr_sockets *sockets = context;
    int64_t swept = sr_milliseconds();
    while (!is_closing(sockets)) {
        listen_on(sockets, SWEEP_EVERY);
        int64_t now = sr_milliseconds();
        if (now - swept >= SWEEP_EVERY) {
            sweep(sockets, now);
            swept = now;
        }
    }
    answer_bell(sockets);
    for (struct sr_socket *socket = sockets->all, *next; socket; socket = next) {
        next = socket->next;
        if (pump(socket)) {
            begin_close(socket, WSLAY_CODE_GOING_AWAY);
            pump(socket);
        }
    }
    for (int64_t until = sr_milliseconds() + 1000; sockets->all && sr_milliseconds() < until;)
        listen_on(sockets, 50);
    while (sockets->all)
        drop(sockets->all);
    return NULL;
}

/* ---- opening and closing ---- */

bool sr_sockets_add(struct sr_sockets *sockets, const struct sr_visitor *visitor, int fd,
                    const char *early, size_t early_length, void (*finish)(void *), void *handle) {
    struct sr_socket *socket = calloc(1, sizeof *socket);
    if (!socket)
        return false;
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
        socket_free(socket);
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
    sockets->epoll = epoll_create1(EPOLL_CLOEXEC);
    sockets->bell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN};
    if (sockets->epoll >= 0 && sockets->bell >= 0 &&
        epoll_ctl(sockets->epoll, EPOLL_CTL_ADD, sockets->bell, &event) == 0 &&
        pthread_create(&sockets->thread, NULL, loop, sockets) == 0)
        return sockets;
    sr_fail(error, SR_PROBLEM_READ, "epoll", strerror(errno), NULL);
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
}

void sr_sockets_close(struct sr_sockets *sockets) {
    if (!sockets)
        return;
    close(sockets->epoll);
    close(sockets->bell);
    pthread_mutex_destroy(&sockets->lock);
    free(sockets);
}
