/* How fast a network, and a person, may ask. Buckets are kept in a table of fixed size: whoever's
 * place is taken by another that has been quiet takes it over, so memory stays flat under any
 * flood. They belong to who asks, not to a connection: coming back resets nothing. */
#include "server.h"
#include "server/problems.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PLACES = 16384, WAYS = 8 };

struct rate {
    double rate, most; /* a second; at once */
};
/* most 0: it is not limited so */
static const struct rate_kind {
    struct rate network, person;
} kinds[SR_RATES] = {
    [SR_RATE_REQUEST] = {{100, 1000}, {0, 0}}, [SR_RATE_SIGN_IN] = {{1, 100}, {0, 0}},
    [SR_RATE_PASSWORD] = {{0.2, 10}, {0, 0}},  [SR_RATE_TABLE] = {{2, 200}, {2, 200}},
    [SR_RATE_SOCKET] = {{20, 500}, {20, 500}}, [SR_RATE_HINT] = {{0, 0}, {0.2, 12}},
    [SR_RATE_EXPORT] = {{0.1, 10}, {0.1, 10}}, [SR_RATE_IMPORT] = {{0.1, 50}, {0.1, 50}},
    [SR_RATE_CHART] = {{1, 100}, {0.5, 50}},   [SR_RATE_MESSAGE] = {{400, 8000}, {40, 800}},
    [SR_RATE_CHAT] = {{10, 400}, {1, 60}},     [SR_RATE_GUESS] = {{0, 0}, {0.1, 10}},
};

struct place {
    char key[SR_ADDRESS_BYTES];
    struct sr_bucket bucket[SR_RATES];
    int64_t used;
};

/* What is asked by single requests, which a balancer spreads over all nodes: each has a part of it,
 * so that together they allow no more than one would. */
static const bool parted[SR_RATES] = {
    [SR_RATE_SIGN_IN] = true, [SR_RATE_PASSWORD] = true, [SR_RATE_GUESS] = true,
    [SR_RATE_TABLE] = true,   [SR_RATE_EXPORT] = true,   [SR_RATE_IMPORT] = true,
};

struct sr_limits {
    pthread_mutex_t lock;
    int parts; /* nodes that there are */
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
    if (limits) {
        limits->parts = 1;
        pthread_mutex_init(&limits->lock, NULL);
    }
    return limits;
}

void sr_limits_part(struct sr_limits *limits, int parts) {
    pthread_mutex_lock(&limits->lock);
    limits->parts = parts > 1 ? parts : 1;
    pthread_mutex_unlock(&limits->lock);
}

void sr_limits_close(struct sr_limits *limits) {
    if (!limits)
        return;
    pthread_mutex_destroy(&limits->lock);
    free(limits);
}

void sr_limits_forget(struct sr_limits *limits) {
    pthread_mutex_lock(&limits->lock);
    memset(limits->place, 0, sizeof limits->place);
    pthread_mutex_unlock(&limits->lock);
}

static uint32_t hash_of(const char *text) {
    uint32_t hash = 2166136261u;
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * 16777619u;
    return hash;
}

/* The place of the key among the few it may have, or the one that was quiet longest. */
static struct place *find_place(struct sr_limits *limits, const char *key) {
    uint32_t first = hash_of(key) % (PLACES / WAYS) * WAYS;
    struct place *oldest = &limits->place[first];
    for (uint32_t i = first; i < first + WAYS; i++) {
        struct place *place = &limits->place[i];
        if (strcmp(place->key, key) == 0)
            return place;
        if (place->used < oldest->used)
            oldest = place;
    }
    memset(oldest, 0, sizeof *oldest);
    snprintf(oldest->key, sizeof oldest->key, "%s", key);
    return oldest;
}

/* Of this node; at least one at a time. With the lock held. */
static struct rate part_of(const struct sr_limits *limits, enum sr_rate rate, struct rate limit) {
    if (!parted[rate])
        return limit;
    double most = limit.most / limits->parts;
    return (struct rate){limit.rate / limits->parts, most < 1 ? 1 : most};
}

static bool allow(struct sr_limits *limits, const char *key, enum sr_rate rate, struct rate limit) {
    int64_t now = sr_milliseconds();
    if (limit.most <= 0)
        return true;
    pthread_mutex_lock(&limits->lock);
    struct place *place = find_place(limits, key);
    place->used = now;
    limit = part_of(limits, rate, limit);
    bool allowed = sr_bucket_take(&place->bucket[rate], limit.rate, limit.most, now);
    pthread_mutex_unlock(&limits->lock);
    return allowed;
}

bool sr_limits_allow(struct sr_limits *limits, const char *network, enum sr_rate rate) {
    return allow(limits, network, rate, kinds[rate].network);
}

static void person_key(int64_t person, char key[SR_ADDRESS_BYTES]) {
    snprintf(key, SR_ADDRESS_BYTES, "person %lld", (long long)person);
}

bool sr_limits_allow_person(struct sr_limits *limits, int64_t person, enum sr_rate rate) {
    char key[SR_ADDRESS_BYTES];
    person_key(person, key);
    return !person || allow(limits, key, rate, kinds[rate].person);
}

/* Only wrong ones are counted, so whoever knows it does not lock themselves out. */
bool sr_limits_may_guess(struct sr_limits *limits, int64_t account) {
    char key[SR_ADDRESS_BYTES];
    int64_t now = sr_milliseconds();
    person_key(account, key);
    pthread_mutex_lock(&limits->lock);
    struct rate limit = part_of(limits, SR_RATE_GUESS, kinds[SR_RATE_GUESS].person);
    struct sr_bucket *bucket = &find_place(limits, key)->bucket[SR_RATE_GUESS];
    bool may = sr_bucket_take(bucket, limit.rate, limit.most, now);
    if (may)
        bucket->level += 1;
    pthread_mutex_unlock(&limits->lock);
    return may;
}

void sr_limits_count_guess(struct sr_limits *limits, int64_t account) {
    sr_limits_allow_person(limits, account, SR_RATE_GUESS);
}

/* Lines are for people, who read them all: however many nodes somebody is at, they may say no more
 * within a minute than at one. */
static bool chats_elsewhere(struct sr_server *server, int64_t person) {
    const struct rate *limit = &kinds[SR_RATE_CHAT].person;
    int64_t lines = 0;
    return server->cluster &&
           sr_store_count_lines(server->store, person, &lines) == SR_STORE_DONE &&
           (double)lines >= limit->most + SR_CHAT_SECONDS * limit->rate;
}

bool sr_may_chat(struct sr_server *server, const struct sr_person *person, const char *network,
                 struct sr_error *error) {
    if (person->muted)
        return sr_fail(error, SR_PROBLEM_MUTED, NULL);
    return sr_limits_allow_person(server->limits, person->id, SR_RATE_CHAT) &&
                   sr_limits_allow(server->limits, network, SR_RATE_CHAT) &&
                   !chats_elsewhere(server, person->id)
               ? true
               : sr_fail(error, SR_PROBLEM_TOO_FAST, NULL);
}
