/* How long we wait for whom. A connection that sends its request a byte at a time, or reads its
 * answer so, is cut off when its time is over, and no address has more than a share of the
 * connections: else a few slow callers could hold all of them. Sockets have rules of their own. */
#include "room.h"

#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    ASKING_MILLISECONDS = 20000,  /* until a request has begun, and then until it is whole */
    ANSWER_MILLISECONDS = 120000, /* until its answer was taken */
    CALLERS_AN_ADDRESS = 256,
    PLACES = 65536
};

struct sr_caller {
    struct sr_patience *home;
    struct sr_caller *next, **link;
    int fd;
    int64_t deadline; /* 0: it became a socket, or it was cut off */
    int place;        /* where its address is counted, -1: not counted */
};

struct sr_patience {
    pthread_mutex_t lock;
    struct sr_caller *first;
    uint16_t count[PLACES]; /* addresses that share a place share its count */
};

struct sr_patience *sr_patience_open(void) {
    struct sr_patience *patience = calloc(1, sizeof *patience);
    if (patience)
        pthread_mutex_init(&patience->lock, NULL);
    return patience;
}

void sr_patience_close(struct sr_patience *patience) {
    if (!patience)
        return;
    pthread_mutex_destroy(&patience->lock);
    free(patience);
}

static int place_of(const void *bytes, size_t length) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * 16777619u;
    return (int)((hash ^ hash >> 16) % PLACES);
}

/* A proxy on this machine calls for everybody and is not counted. Of an IPv6 address the network
 * counts, since whoever has one address there has them all. */
static int find_place(const struct sockaddr *address) {
    if (address && address->sa_family == AF_INET) {
        const struct sockaddr_in *from = (const void *)address;
        bool local = ntohl(from->sin_addr.s_addr) >> 24 == 127;
        return local ? -1 : place_of(&from->sin_addr, sizeof from->sin_addr);
    }
    if (address && address->sa_family == AF_INET6) {
        const struct sockaddr_in6 *from = (const void *)address;
        bool local = IN6_IS_ADDR_LOOPBACK(&from->sin6_addr);
        return local ? -1 : place_of(&from->sin6_addr, 8);
    }
    return -1;
}

struct sr_caller *sr_caller_arrive(struct sr_patience *patience, int fd,
                                   const struct sockaddr *address) {
    struct sr_caller *caller = calloc(1, sizeof *caller);
    if (!caller)
        return NULL;
    caller->home = patience;
    caller->fd = fd;
    caller->deadline = sr_milliseconds() + ASKING_MILLISECONDS;
    caller->place = find_place(address);
    pthread_mutex_lock(&patience->lock);
    if (caller->place >= 0 && ++patience->count[caller->place] > CALLERS_AN_ADDRESS) {
        caller->deadline = 0;
        shutdown(fd, SHUT_RDWR);
        sr_count(SR_COUNT_CUT_OFF, 1);
    }
    caller->next = patience->first;
    caller->link = &patience->first;
    if (caller->next)
        caller->next->link = &caller->next;
    patience->first = caller;
    pthread_mutex_unlock(&patience->lock);
    return caller;
}

static void set_deadline(struct sr_caller *caller, int64_t milliseconds) {
    if (!caller)
        return;
    pthread_mutex_lock(&caller->home->lock);
    if (caller->deadline != 0)
        caller->deadline = sr_milliseconds() + milliseconds;
    pthread_mutex_unlock(&caller->home->lock);
}

void sr_caller_answered(struct sr_caller *caller) {
    set_deadline(caller, ANSWER_MILLISECONDS);
}

void sr_caller_waits(struct sr_caller *caller) {
    set_deadline(caller, ASKING_MILLISECONDS);
}

/* With the lock held. */
static void uncount(struct sr_caller *caller) {
    if (caller->place >= 0)
        caller->home->count[caller->place]--;
    caller->place = -1;
}

void sr_caller_upgraded(struct sr_caller *caller) {
    if (!caller)
        return;
    pthread_mutex_lock(&caller->home->lock);
    caller->deadline = 0;
    uncount(caller);
    pthread_mutex_unlock(&caller->home->lock);
}

void sr_caller_depart(struct sr_caller *caller) {
    if (!caller)
        return;
    struct sr_patience *patience = caller->home;
    pthread_mutex_lock(&patience->lock);
    uncount(caller);
    *caller->link = caller->next;
    if (caller->next)
        caller->next->link = caller->link;
    pthread_mutex_unlock(&patience->lock);
    free(caller);
}

int sr_patience_sweep(struct sr_patience *patience, int64_t now) {
    int cut = 0;
    if (!patience)
        return 0;
    pthread_mutex_lock(&patience->lock);
    for (struct sr_caller *caller = patience->first; caller; caller = caller->next)
        if (caller->deadline != 0 && caller->deadline <= now) {
            /* whoever holds the connection sees its end, and takes it down */
            shutdown(caller->fd, SHUT_RDWR);
            caller->deadline = 0;
            cut++;
        }
    pthread_mutex_unlock(&patience->lock);
    sr_count(SR_COUNT_CUT_OFF, cut);
    return cut;
}
