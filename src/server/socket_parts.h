/* What the two files of sockets share: socket.c, which is called from everywhere, and
 * socket_loop.c, the one thread that reads and writes them all. */
#ifndef SR_SOCKET_PARTS_H
#define SR_SOCKET_PARTS_H

#include "post.h"
#include "room.h"
#include "workers.h"

#include <wslay/wslay.h>

struct sr_socket {
    struct sr_waiting waiting; /* the first member; for a worker */
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
    int64_t stalled_since; /* 0: whatever there was to send could be sent, or a part of it */
    struct sr_bucket bucket;
    struct sr_socket *next, **link;
    /* the workers' own */
    bool arrived;
    struct sr_room *watched;
    struct sr_letter *letter; /* that is being acted on */
    bool moves;               /* it is a move */
    /* shared */
    pthread_mutex_t lock;
    struct sr_post inbox, outbox;
    bool scheduled, dirty, slow, dismissed, gone;
    bool elsewhere; /* dismissed because another node serves it from now on */
    struct sr_socket *next_dirty;
};

struct sr_sockets {
    struct sr_server *server;
    int epoll, bell;
    pthread_t thread;
    struct sr_workers *workers;
    struct sr_socket *all;  /* changed by the loop alone */
    pthread_mutex_t roster; /* for that; taken before any socket's */
    atomic_llong unread;    /* bytes in all outboxes */
    atomic_int unheard;     /* messages that came and were not acted on yet */
    pthread_mutex_t lock;
    struct sr_socket *arrivals, *dirty; /* linked by next_dirty */
    bool closing;
};

/* With the socket's lock held. */
void sr_socket_schedule(struct sr_socket *socket); /* a worker shall look at it */
/* What its oldest letter has waited, in milliseconds. */
int64_t sr_post_age(const struct sr_post *post);
/* Nobody knows it any more. */
void sr_socket_free(struct sr_socket *socket);

/* The thread itself; its context is the struct sr_sockets. */
void *sr_sockets_loop(void *context);

#endif
