/* The thread that reads and writes all WebSockets, with epoll, and wslay for the frames. It waits
 * for nothing else: what people say goes to a worker, in order for each socket, and what is to be
 * sent comes through the socket's outbox. */
#include "socket_parts.h"
#include "store/latency.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
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
    EVENTS_AT_ONCE = 64,
    CROWD_AT_ONCE = 32 /* of a crowd, until we look whether somebody has said something */
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
    for (int due = 0; due < SR_DUES; due++)
        sr_socket_is_served(socket, (enum sr_due)due);
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

/* The system has all that there was to send. */
static void note_sent(struct sr_socket *socket) {
    socket->stalled_since = 0;
    if (socket->asked_first)
        sr_measure(SR_MEASURE_ANSWER, sr_latency_now() - socket->asked_first);
    socket->asked_first = 0;
}

/* Sends what can be sent. False: the socket is dropped. */
static bool pump(struct sr_socket *socket) {
    pthread_mutex_lock(&socket->lock);
    bool slow = socket->slow, dismissed = socket->dismissed, elsewhere = socket->elsewhere;
    while (!slow && socket->outbox.first &&
           wslay_event_get_queued_msg_length(socket->frames) < IN_FLIGHT_BYTES) {
        struct sr_letter *letter = sr_post_take(&socket->outbox);
        const struct wslay_event_msg message = {
            WSLAY_TEXT_FRAME, (const uint8_t *)letter->text->bytes, letter->text->length};
        /* once a close is on its way nothing else is sent */
        int code = wslay_event_queue_msg(socket->frames, &message);
        slow = code != 0 && code != WSLAY_ERR_NO_MORE_MSG;
        socket->asked_first = socket->asked_first ? socket->asked_first : letter->asked;
        if (letter->crowd)
            sr_measure(SR_MEASURE_CROWD, sr_latency_now() - letter->at);
        sr_letter_free(letter);
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
        note_sent(socket);
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
        struct sr_saying *text =
            sr_saying_new((const char *)message->msg, message->msg_length, NULL);
        pthread_mutex_lock(&socket->lock);
        flood =
            !text || socket->inbox.count >= SR_INBOX_COUNT || !sr_post_add(&socket->inbox, text);
        if (!flood) {
            atomic_fetch_add(&socket->home->unheard, 1);
            sr_socket_schedule(socket);
        }
        pthread_mutex_unlock(&socket->lock);
        sr_saying_free(text);
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

/* Sockets that came. */
static void answer_bell(struct sr_sockets *sockets) {
    uint64_t rings;
    pthread_mutex_lock(&sockets->lock);
    if (read(sockets->bell, &rings, sizeof rings) == sizeof rings)
        sockets->rung = false;
    struct sr_socket *arrival = sockets->arrivals;
    sockets->arrivals = NULL;
    pthread_mutex_unlock(&sockets->lock);
    while (arrival) {
        struct sr_socket *next = arrival->next_arrival;
        take_in(sockets, arrival);
        arrival = next;
    }
}

/* Whose turn it is; NULL: nobody has anything to send. */
static struct sr_socket *next_due(struct sr_sockets *sockets, enum sr_due *due) {
    struct sr_socket *socket = NULL;
    pthread_mutex_lock(&sockets->lock);
    for (*due = SR_DUE_FIRST; *due < SR_DUES; (*due)++)
        if ((socket = sockets->due[*due].first))
            break;
    if (socket)
        sr_socket_is_served(socket, *due);
    pthread_mutex_unlock(&sockets->lock);
    return socket;
}

/* False: a crowd waits to be told more. One at a time from the list itself, since dropping one
 * takes it off there. */
static bool serve_due(struct sr_sockets *sockets, int most_of_crowd) {
    enum sr_due due;
    for (int crowd = 0; crowd < most_of_crowd; crowd += due == SR_DUE_CROWD) {
        struct sr_socket *socket = next_due(sockets, &due);
        if (!socket)
            return true;
        pump(socket);
    }
    return false;
}

static bool is_closing(struct sr_sockets *sockets) {
    pthread_mutex_lock(&sockets->lock);
    bool closing = sockets->closing;
    pthread_mutex_unlock(&sockets->lock);
    return closing;
}

/* True: it is all told, and there is nothing to do until something comes. */
static bool listen_on(struct sr_sockets *sockets, int timeout) {
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
    return serve_due(sockets, CROWD_AT_ONCE);
}

void *sr_sockets_loop(void *context) {
    struct sr_sockets *sockets = context;
    int64_t swept = sr_milliseconds();
    bool told = true;
    while (!is_closing(sockets)) {
        told = listen_on(sockets, told ? SWEEP_EVERY : 0);
        int64_t now = sr_milliseconds();
        if (now - swept >= SWEEP_EVERY) {
            sweep(sockets, now);
            swept = now;
        }
    }
    answer_bell(sockets);
    serve_due(sockets, INT_MAX);
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
