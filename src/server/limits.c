/* How fast an address may ask. Buckets are kept in a table of fixed size: an address whose place is
 * taken by another that has been quiet takes it over, so memory stays flat under any flood. */
#include "server.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PLACES = 4096, WAYS = 8, ADDRESS_BYTES = 64 };

struct rate_kind {
    double rate, most;
};
static const struct rate_kind kinds[SR_RATES] = {
    [SR_RATE_REQUEST] = {100, 1000}, [SR_RATE_SIGN_IN] = {1, 100}, [SR_RATE_PASSWORD] = {0.2, 10},
    [SR_RATE_TABLE] = {2, 200},      [SR_RATE_SOCKET] = {20, 500}, [SR_RATE_HINT] = {0.2, 12},
    [SR_RATE_EXPORT] = {0.1, 10},    [SR_RATE_IMPORT] = {0.1, 50},
};

struct place {
    char address[ADDRESS_BYTES];
    struct sr_bucket bucket[SR_RATES];
    int64_t used;
};

struct sr_limits {
    pthread_mutex_t lock;
    struct place place[PLACES];
};

int64_t sr_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool sr_bucket_take(struct sr_bucket *bucket, double rate, double most, int64_t now) {
    if (bucket->at == 0)
        bucket->level = most;
    else
        bucket->level += rate * (double)(now - bucket->at) / 1000;
    bucket->at = now;
    if (bucket->level > most)
        bucket->level = most;
    if (bucket->level < 1)
        return false;
    bucket->level -= 1;
    return true;
}

struct sr_limits *sr_limits_open(void) {
    struct sr_limits *limits = calloc(1, sizeof *limits);
    if (limits)
        pthread_mutex_init(&limits->lock, NULL);
    return limits;
}

void sr_limits_close(struct sr_limits *limits) {
    if (!limits)
        return;
    pthread_mutex_destroy(&limits->lock);
    free(limits);
}

static uint32_t hash_of(const char *text) {
    uint32_t hash = 2166136261u;
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * 16777619u;
    return hash;
}

/* The place of the address among the few it may have, or the one that was quiet longest. */
static struct place *find_place(struct sr_limits *limits, const char *address) {
    uint32_t first = hash_of(address) % (PLACES / WAYS) * WAYS;
    struct place *oldest = &limits->place[first];
    for (uint32_t i = first; i < first + WAYS; i++) {
        struct place *place = &limits->place[i];
        if (strcmp(place->address, address) == 0)
            return place;
        if (place->used < oldest->used)
            oldest = place;
    }
    memset(oldest, 0, sizeof *oldest);
    snprintf(oldest->address, sizeof oldest->address, "%s", address);
    return oldest;
}

bool sr_limits_allow(struct sr_limits *limits, const char *address, enum sr_rate rate) {
    int64_t now = sr_milliseconds();
    pthread_mutex_lock(&limits->lock);
    struct place *place = find_place(limits, address);
    place->used = now;
    bool allowed = sr_bucket_take(&place->bucket[rate], kinds[rate].rate, kinds[rate].most, now);
    pthread_mutex_unlock(&limits->lock);
    return allowed;
}
