/* The change feed of the PostgreSQL store: one thread with a connection of its own, which listens
 * to what other programs announce, and announces what this one changed, many changes in one notice:
 * a notice within the transaction of each change would make all writers wait for each other. News
 * are lost while the connection is; when it is there again, anything may have changed. */
#include "postgres.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    NOTICE_BYTES = 7900, /* PostgreSQL takes 8,000 */
    MOST_WAITING = 1 << 20,
    ORIGIN_BYTES = 24,
    PAUSE = 200, /* milliseconds until a lost connection is tried again */
    LISTEN_AGAIN = 5000
};

/* A notice is "origin;Tid;Pid;...": who announces it, then a letter for the kind of each news. */
static const char letters[] = {[SR_NEWS_TABLE] = 'T', [SR_NEWS_PERSON] = 'P', [SR_NEWS_ANY] = 'A'};

struct sr_feed {
    char *place;
    sr_store_hear *hear;
    void *context;
    char origin[ORIGIN_BYTES]; /* own news are not heard */
    PGconn *connection;
    int wake[2]; /* a pipe: there is something to announce, or it is time to stop */
    pthread_t thread;
    pthread_mutex_t lock; /* all that follows */
    char *waiting;        /* "Tid;Tid;", ended */
    size_t length, room;
    bool overflowed, closing;
};

/* ---- announcing ---- */

static void wake_up(struct sr_feed *feed) {
    /* a full pipe wakes too */
    if (write(feed->wake[1], "", 1) < 0)
        return;
}

static bool make_room(struct sr_feed *feed, size_t wanted) {
    if (feed->room >= wanted)
        return true;
    if (wanted > MOST_WAITING)
        return false;
    size_t room = 2 * wanted;
    char *grown = realloc(feed->waiting, room);
    if (!grown)
        return false;
    feed->waiting = grown;
    feed->room = room;
    return true;
}

void sr_feed_announce(struct sr_feed *feed, enum sr_news news, const char *id) {
    size_t more = strlen(id) + 2;
    pthread_mutex_lock(&feed->lock);
    bool idle = feed->length == 0;
    if (make_room(feed, feed->length + more + 1))
        feed->length +=
            (size_t)snprintf(feed->waiting + feed->length, more + 1, "%c%s;", letters[news], id);
    else
        feed->overflowed = true;
    pthread_mutex_unlock(&feed->lock);
    if (idle)
        wake_up(feed);
}

/* As much as one notice takes, up to the end of a piece of news. */
static bool take_notice(struct sr_feed *feed, char notice[NOTICE_BYTES]) {
    pthread_mutex_lock(&feed->lock);
    size_t begins = (size_t)snprintf(notice, NOTICE_BYTES, "%s;", feed->origin);
    size_t length = feed->length;
    if (feed->overflowed) {
        snprintf(notice + begins, NOTICE_BYTES - begins, "A;");
        feed->overflowed = false;
        feed->length = 0;
    } else if (length > 0) {
        if (length > NOTICE_BYTES - begins - 1) {
            length = NOTICE_BYTES - begins - 1;
            while (feed->waiting[length - 1] != ';')
                length--;
        }
        memcpy(notice + begins, feed->waiting, length);
        notice[begins + length] = '\0';
        feed->length -= length;
        memmove(feed->waiting, feed->waiting + length, feed->length);
    }
    pthread_mutex_unlock(&feed->lock);
    return notice[begins] != '\0';
}

static bool send_notices(struct sr_feed *feed) {
    char notice[NOTICE_BYTES];
    bool fine = true;
    while (fine && take_notice(feed, notice)) {
        const char *values[] = {notice};
        PGresult *result = PQexecParams(feed->connection, "SELECT pg_notify('serai', $1)", 1, NULL,
                                        values, NULL, NULL, 0);
        fine = PQresultStatus(result) == PGRES_TUPLES_OK;
        PQclear(result);
    }
    if (!fine) { /* the others must look at everything */
        pthread_mutex_lock(&feed->lock);
        feed->overflowed = true;
        pthread_mutex_unlock(&feed->lock);
    }
    return fine;
}

/* ---- hearing ---- */

static void hear_notice(struct sr_feed *feed, char *notice) {
    char *rest = NULL, *piece = strtok_r(notice, ";", &rest);
    if (!piece || strcmp(piece, feed->origin) == 0)
        return;
    while ((piece = strtok_r(NULL, ";", &rest)))
        for (size_t i = 0; i < sizeof letters; i++)
            if (letters[i] == *piece)
                feed->hear(feed->context, (enum sr_news)i, piece + 1);
}

static void hear_notices(struct sr_feed *feed) {
    PGnotify *notify;
    while ((notify = PQnotifies(feed->connection))) {
        hear_notice(feed, notify->extra);
        PQfreemem(notify);
    }
}

/* ---- the thread ---- */

static bool is_closing(struct sr_feed *feed) {
    pthread_mutex_lock(&feed->lock);
    bool closing = feed->closing;
    pthread_mutex_unlock(&feed->lock);
    return closing;
}

static bool listen_again(struct sr_feed *feed) {
    char why[SR_COMPLAINT_BYTES];
    PQfinish(feed->connection);
    feed->connection = sr_postgres_connect(feed->place, why, sizeof why);
    if (!feed->connection)
        return false;
    PGresult *result = PQexec(feed->connection, "LISTEN serai");
    bool fine = PQresultStatus(result) == PGRES_COMMAND_OK;
    PQclear(result);
    if (fine)
        feed->hear(feed->context, SR_NEWS_ANY, "");
    return fine;
}

/* Waits for news of either side; what wakes it is taken from the pipe before the news are. */
static void wait_for_news(struct sr_feed *feed, int milliseconds) {
    char taken[256];
    struct pollfd wait[2] = {
        {.fd = feed->wake[0], .events = POLLIN},
        {.fd = feed->connection ? PQsocket(feed->connection) : -1, .events = POLLIN}};
    if (poll(wait, 2, milliseconds) > 0 && wait[0].revents)
        while (read(feed->wake[0], taken, sizeof taken) == (ssize_t)sizeof taken)
            continue;
}

static void *follow(void *context) {
    struct sr_feed *feed = context;
    bool connected = false;
    while (!is_closing(feed)) {
        if (!connected && !(connected = listen_again(feed))) {
            wait_for_news(feed, PAUSE);
            continue;
        }
        connected = send_notices(feed) && PQconsumeInput(feed->connection) == 1;
        if (!connected)
            continue;
        hear_notices(feed);
        wait_for_news(feed, LISTEN_AGAIN);
    }
    pthread_mutex_lock(&feed->lock);
    bool waits = feed->length > 0 || feed->overflowed;
    pthread_mutex_unlock(&feed->lock);
    if (waits && (connected || listen_again(feed)))
        send_notices(feed);
    return NULL;
}

/* ---- opening and closing ---- */

static bool open_pipe(int wake[2]) {
    if (pipe(wake) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(wake[i], F_SETFL, O_NONBLOCK);
        fcntl(wake[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

static void feed_free(struct sr_feed *feed) {
    PQfinish(feed->connection);
    pthread_mutex_destroy(&feed->lock);
    free(feed->waiting);
    free(feed->place);
    free(feed);
}

/* Who announces is told apart by the process and where this is in it; the time makes it another
 * after a restart. */
struct sr_feed *sr_feed_open(const char *place, sr_store_hear *hear, void *context) {
    struct sr_feed *feed = calloc(1, sizeof *feed);
    if (!feed)
        return NULL;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t mixed = ((uint64_t)now.tv_sec * 1000000007u + (uint64_t)now.tv_nsec) ^
                     ((uint64_t)getpid() << 40) ^ (uint64_t)(uintptr_t)feed;
    snprintf(feed->origin, sizeof feed->origin, "%llx", (unsigned long long)mixed);
    feed->hear = hear;
    feed->context = context;
    feed->place = strdup(place);
    pthread_mutex_init(&feed->lock, NULL);
    bool piped = feed->place && open_pipe(feed->wake);
    if (piped && pthread_create(&feed->thread, NULL, follow, feed) == 0)
        return feed;
    if (piped) {
        close(feed->wake[0]);
        close(feed->wake[1]);
    }
    feed_free(feed);
    return NULL;
}

void sr_feed_close(struct sr_feed *feed) {
    if (!feed)
        return;
    pthread_mutex_lock(&feed->lock);
    feed->closing = true;
    pthread_mutex_unlock(&feed->lock);
    wake_up(feed);
    pthread_join(feed->thread, NULL);
    close(feed->wake[0]);
    close(feed->wake[1]);
    feed_free(feed);
}
