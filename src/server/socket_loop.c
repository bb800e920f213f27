/* The thread that reads and writes all WebSockets, with epoll, and wslay for the frames. It waits
 * for nothing else: what people say goes to a worker, in order for each socket, and what is to be
 * sent comes through the socket's outbox. */
#include "socket_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

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

/* How long somebody may leave what we send unread, in milliseconds. */
enum { STALLED = 10000, UNREAD = 30000 };

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
    pthread_mutex_lock(&home->roster);
    *socket->link = socket->next;
    if (socket->next)
        socket->next->link = socket->link;
    pthread_mutex_unlock(&home->roster);
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
    sr_socket_schedule(socket);
    pthread_mutex_unlock(&socket->lock);
}

static void begin_close(struct sr_socket *socket, uint16_t code) {
    if (socket->closing_since)
        return;
    socket->closing_since = sr_milliseconds();
    wslay_event_queue_close(socket->frames, code, NULL, 0);
}

static void drop_slow(struct sr_socket *socket, const char *why) {
    sr_count(SR_COUNT_SLOW_READERS, 1);
    sr_log_refusal(socket->visitor.address, why);
    drop(socket);
}

/* Sends what can be sent. False: the socket is dropped. */
static bool pump(struct sr_socket *socket) {
    pthread_mutex_lock(&socket->lock);
    bool slow = socket->slow, dismissed = socket->dismissed, elsewhere = socket->elsewhere;
    while (!slow && socket->outbox.first &&
           wslay_event_get_queued_msg_length(socket->frames) < IN_FLIGHT_BYTES) {
        struct sr_letter *letter = sr_post_take(&socket->outbox);
        atomic_fetch_sub(&socket->home->unread, (long long)letter->length);
        const struct wslay_event_msg message = {WSLAY_TEXT_FRAME, (const uint8_t *)letter->text,
                                                letter->length};
        /* once a close is on its way nothing else is sent */
        int code = wslay_event_queue_msg(socket->frames, &message);
        slow = code != 0 && code != WSLAY_ERR_NO_MORE_MSG;
        free(letter);
    }
    bool more = socket->outbox.first != NULL; /* too much to be in flight at once */
    pthread_mutex_unlock(&socket->lock);
    if (slow) {
        drop_slow(socket, "slow reader: too much unread");
        return false;
    }
    if (dismissed)
        begin_close(socket, elsewhere ? WSLAY_CODE_GOING_AWAY : WSLAY_CODE_POLICY_VIOLATION);
    bool broken = wslay_event_send(socket->frames) != 0;
    bool wants_write = more || wslay_event_want_write(socket->frames);
    if (broken || (!wants_write && !wslay_event_want_read(socket->frames))) {
        drop(socket);
        return false;
    }
    if (!wants_write)
        socket->stalled_since = 0;
    else if (!socket->stalled_since)
        socket->stalled_since = sr_milliseconds();
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
    if (sent >= 0) {
        socket->stalled_since = 0;
        return sent;
    }
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
    const struct sr_visitor *visitor = &socket->visitor;
    struct sr_limits *limits = socket->home->server->limits;
    /* all sockets of a person count together; of nobody, each on its own */
    bool flood =
        !sr_limits_allow(limits, visitor->network, SR_RATE_MESSAGE) ||
        !sr_limits_allow_person(limits, visitor->person.id, SR_RATE_MESSAGE) ||
        !sr_bucket_take(&socket->bucket, MESSAGES_A_SECOND, MESSAGES_AT_ONCE, sr_milliseconds());
    if (message->opcode == WSLAY_BINARY_FRAME) {
        begin_close(socket, WSLAY_CODE_UNSUPPORTED_DATA);
        return;
    }
    if (message->opcode == WSLAY_TEXT_FRAME && !flood) {
        pthread_mutex_lock(&socket->lock);
        flood = socket->inbox.count >= SR_INBOX_COUNT ||
                !sr_post_add(&socket->inbox, (const char *)message->msg, message->msg_length);
        if (!flood) {
            atomic_fetch_add(&socket->home->unheard, 1);
            sr_socket_schedule(socket);
        }
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
        sr_socket_free(socket);
        return;
    }
    wslay_event_config_set_max_recv_msg_length(socket->frames, SR_BODY_BYTES);
    socket->waits_for = EPOLLIN;
    socket->heard = socket->pinged = sr_milliseconds();
    pthread_mutex_lock(&sockets->roster);
    socket->next = sockets->all;
    socket->link = &sockets->all;
    if (socket->next)
        socket->next->link = &socket->next;
    sockets->all = socket;
    pthread_mutex_unlock(&sockets->roster);
    sr_count(SR_COUNT_SOCKETS, 1);
    pthread_mutex_lock(&socket->lock);
    sr_socket_schedule(socket);
    pthread_mutex_unlock(&socket->lock);
    hear(socket);
}

/* Has somebody left what we sent unread for too long? */
static bool is_slow(struct sr_socket *socket, int64_t now) {
    pthread_mutex_lock(&socket->lock);
    int64_t age = sr_post_age(&socket->outbox);
    pthread_mutex_unlock(&socket->lock);
    return age > UNREAD || (socket->stalled_since && now - socket->stalled_since > STALLED);
}

static void sweep(struct sr_sockets *sockets, int64_t now) {
    for (struct sr_socket *socket = sockets->all, *next; socket; socket = next) {
        next = socket->next;
        bool overdue = socket->closing_since && now - socket->closing_since > CLOSE_WAIT;
        if (overdue || now - socket->heard > QUIET_GONE) {
            drop(socket);
        } else if (is_slow(socket, now)) {
            drop_slow(socket, "slow reader: unread too long");
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

void *sr_sockets_loop(void *context) {
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
