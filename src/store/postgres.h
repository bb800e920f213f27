/* What the parts of the PostgreSQL store share. */
#ifndef SR_POSTGRES_H
#define SR_POSTGRES_H

#include "kind.h"

#include <libpq-fe.h>

/* Why what was asked was not answered. */
enum sr_trouble {
    SR_TROUBLE_NONE,
    SR_TROUBLE_RETRY, /* others were in the way: it was undone, and may be tried again */
    SR_TROUBLE_LOST   /* the connection is gone, or leads to a database that cannot be written */
};

struct sr_postgres_link;

struct sr_postgres_rows {
    struct sr_rows base;
    const char *text;
    bool prepared; /* on the connection that there is now */
    PGresult *result;
    int row;
};

struct sr_postgres_link {
    struct sr_link base;
    struct sr_postgres_store *store;
    PGconn *connection; /* NULL: not opened yet, or lost */
    int changes;        /* rows of the last statement */
    bool writes;        /* within a change: what is lost is not simply asked again */
    bool single, begun; /* the change is one statement; its transaction was begun */
    bool unsure;        /* something was sent that may have been committed */
    enum sr_trouble trouble;
    int count;
    struct sr_postgres_rows kept[SR_LINK_STATEMENTS];
};

struct sr_later; /* a change that nobody waits for */

enum { SR_POSTGRES_LINKS = 20 };

struct sr_postgres_store {
    struct sr_store base;
    char *place;
    struct sr_postgres_link link[SR_POSTGRES_LINKS];
    pthread_mutex_t taking;
    pthread_cond_t free;
    bool taken[SR_POSTGRES_LINKS];
    /* under `taking` too: what nobody waits for */
    struct sr_later *first, **last;
    int later;
    bool closing;
    pthread_cond_t wanted;
    pthread_t thread;
    struct sr_feed *feed; /* NULL: nobody listens */
};

/* What a state that the database reported (SQLSTATE) means; NULL: there are no words for it. */
const struct sr_text *sr_postgres_words(const char *sqlstate);
/* A new connection with the settings that the store needs; NULL: `why` not. */
PGconn *sr_postgres_connect(const char *place, char *why, size_t size);
/* Waits until a lost connection is there again, up to `until` of sr_latency_now(). */
bool sr_postgres_reconnect(struct sr_postgres_link *link, uint64_t until);
/* Makes the tables, or brings them up to date; whichever program comes first does it for all. With
 * `beside` it only looks whether they are. */
bool sr_postgres_migrate(struct sr_postgres_link *link, bool beside, struct sr_error *error);

/* ---- the change feed (postgres_feed.c) ---- */

struct sr_feed *sr_feed_open(const char *place, sr_store_hear *hear, void *context);
void sr_feed_close(struct sr_feed *feed);
void sr_feed_announce(struct sr_feed *feed, enum sr_news news, const char *id);

#endif
