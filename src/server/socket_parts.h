/* What the two files of sockets share: socket.c, which is called from everywhere, and
 * socket_loop.c, the one thread that reads and writes them all. */
#ifndef SR_SOCKET_PARTS_H
#define SR_SOCKET_PARTS_H

#include "post.h"
#include "room.h"
#include "workers.h"

#include <wslay/wslay.h>

/* Sockets that have something to send, whoever waits longest first. Whoever plays, asked for
 * something, or is told what few are told does not wait behind a crowd. */
enum sr_due { SR_DUE_FIRST, SR_DUE_CROWD, SR_DUES };
struct sr_due_link {
    struct sr_socket *next, **link; /* link NULL: it is not in this list */
};

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
    uint64_t asked_first;  /* when that came whose answer is being sent; 0: none is */
    struct sr_bucket bucket;
    struct sr_socket *next, **link;
    /* the workers' own */
    bool arrived;
    struct sr_room *watched;
    bool plays;               /* whoever it belongs to sits at the table; for who is in the room */
    struct sr_letter *letter; /* that is being acted on */
    bool moves;               /* it is a move */
    /* shared */
    pthread_mutex_t lock;
    struct sr_post inbox, outbox;
    bool scheduled, slow, dismissed, gone;
    bool elsewhere; /* dismissed because another node serves it from now on */
    uint64_t asked; /* when the letter came that is being acted on; 0: none is */
    /* of its home, and under its lock */
    struct sr_due_link due[SR_DUES];
    struct sr_socket *next_arrival;
};

struct sr_sockets {
    struct sr_server *server;
    int epoll, bell;
    pthread_t thread;
    struct sr_workers *workers;
    struct sr_socket *all;  /* changed by the loop alone */
    pthread_mutex_t roster; /* for that; taken before any socket's */
    atomic_llong unread;    /* bytes of texts that wait in outboxes, each counted once */
    atomic_int unheard;     /* messages that came and were not acted on yet */
    pthread_mutex_t lock;
    struct sr_socket *arrivals;
    struct sr_due_list {
        struct sr_socket *first, **last;
    } due[SR_DUES];
    bool rung, closing;
};

/* With the socket's lock held. */
void sr_socket_schedule(struct sr_socket *socket); /* a worker shall look at it */
/* It has its turn, or will not have one any more. */
void sr_socket_is_served(struct sr_socket *socket, enum sr_due due);
/* What its oldest letter has waited, in milliseconds. */
int64_t sr_post_age(const struct sr_post *post);
/* Nobody knows it any more. */
void sr_socket_free(struct sr_socket *socket);

/* The thread itself; its context is the struct sr_sockets. */
void *sr_sockets_loop(void *context);

#endif
