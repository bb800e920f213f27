/* Log lines, one JSON object each, on standard error; and the counters and measures behind
 * /metrics. Lines go through a ring that a thread empties: a pipe that nobody reads holds up
 * nobody. */
#include "server.h"
#include "store/latency.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static atomic_llong counters[SR_COUNTERS];

static const char *const counter_names[SR_COUNTERS] = {
    [SR_COUNT_REQUESTS] = "requests_total",
    [SR_COUNT_REFUSED] = "requests_refused_total",
    [SR_COUNT_SOCKETS] = "sockets",
    [SR_COUNT_MESSAGES] = "socket_messages_total",
    [SR_COUNT_MOVES] = "moves_total",
    [SR_COUNT_BOT_MOVES] = "bot_moves_total",
    [SR_COUNT_UNDOS] = "undos_total",
    [SR_COUNT_HINTS] = "hints_total",
    [SR_COUNT_CHAT] = "chat_lines_total",
    [SR_COUNT_SLOW_READERS] = "slow_readers_total",
    [SR_COUNT_FLOODS] = "floods_total",
    [SR_COUNT_CUT_OFF] = "slow_callers_total",
    [SR_COUNT_SHED] = "shed_total",
    [SR_COUNT_LOG_DROPPED] = "log_lines_dropped_total",
    [SR_COUNT_QUARANTINED] = "tables_quarantined_total",
};

void sr_count(enum sr_counter counter, int64_t by) {
    atomic_fetch_add(&counters[counter], by);
}
int64_t sr_counted(enum sr_counter counter) {
    return atomic_load(&counters[counter]);
}
const char *sr_counter_name(enum sr_counter counter) {
    return counter_names[counter];
}

/* ---- measures ---- */

static struct sr_latency measures[SR_MEASURES];
static const char *const measure_names[SR_MEASURES] = {[SR_MEASURE_REQUEST] = "request",
                                                       [SR_MEASURE_MOVE] = "move",
                                                       [SR_MEASURE_ANSWER] = "answer",
                                                       [SR_MEASURE_CROWD] = "crowd"};

void sr_measure(enum sr_measure measure, uint64_t microseconds) {
    sr_latency_add(&measures[measure], microseconds);
}
const struct sr_latency *sr_measured(enum sr_measure measure) {
    return &measures[measure];
}
const char *sr_measure_name(enum sr_measure measure) {
    return measure_names[measure];
}

/* ---- lines ---- */

enum {
    RING_BYTES = 1 << 18,
    FAREWELL = 2000 /* milliseconds for what is left when it closes */
};

static struct {
    pthread_mutex_t lock;
    pthread_cond_t filled, emptied;
    char *bytes; /* NULL: there is no ring, lines are written at once */
    size_t first, count;
    int users; /* servers in this process */
    bool closing, done;
    pthread_t thread;
} ring = {.lock = PTHREAD_MUTEX_INITIALIZER,
          .filled = PTHREAD_COND_INITIALIZER,
          .emptied = PTHREAD_COND_INITIALIZER};

/* A log that nobody reads any more is no reason to stop. */
static void write_all(const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(STDERR_FILENO, bytes, count);
        if (written < 0 && errno != EINTR)
            return;
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        }
    }
}

/* What is written stays in the ring until it is, so the lock is not held meanwhile. */
static void *empty_ring(void *unused) {
    (void)unused;
    pthread_mutex_lock(&ring.lock);
    for (;;) {
        while (ring.count == 0 && !ring.closing)
            pthread_cond_wait(&ring.filled, &ring.lock);
        if (ring.count == 0)
            break;
        size_t end = RING_BYTES - ring.first;
        size_t count = ring.count < end ? ring.count : end;
        const char *bytes = ring.bytes + ring.first;
        pthread_mutex_unlock(&ring.lock);
        write_all(bytes, count);
        pthread_mutex_lock(&ring.lock);
        ring.first = (ring.first + count) % RING_BYTES;
        ring.count -= count;
    }
    ring.done = true;
    pthread_cond_signal(&ring.emptied);
    pthread_mutex_unlock(&ring.lock);
    return NULL;
}

bool sr_log_open(void) {
    pthread_mutex_lock(&ring.lock);
    bool open = ring.bytes != NULL && !ring.closing;
    if (!open && !ring.bytes && (ring.bytes = malloc(RING_BYTES))) {
        ring.first = ring.count = 0;
        ring.closing = ring.done = false;
        open = pthread_create(&ring.thread, NULL, empty_ring, NULL) == 0;
        if (!open) {
            free(ring.bytes);
            ring.bytes = NULL;
        }
    }
    ring.users += open;
    pthread_mutex_unlock(&ring.lock);
    return open;
}

/* If nobody reads the last lines, they are left where they are, with the thread that would write
 * them: the program ends in a moment. */
void sr_log_close(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += FAREWELL / 1000;
    pthread_mutex_lock(&ring.lock);
    if (ring.users > 0 && --ring.users == 0) {
        ring.closing = true;
        pthread_cond_signal(&ring.filled);
        int code = 0;
        while (!ring.done && code == 0)
            code = pthread_cond_timedwait(&ring.emptied, &ring.lock, &until);
        if (ring.done) {
            pthread_join(ring.thread, NULL);
            free(ring.bytes);
            ring.bytes = NULL;
        }
    }
    pthread_mutex_unlock(&ring.lock);
}

/* Whole or not at all. */
static void put_line(const struct sr_buffer *line) {
    pthread_mutex_lock(&ring.lock);
    bool at_once = !ring.bytes;
    if (!at_once && ring.count + line->length > RING_BYTES) {
        sr_count(SR_COUNT_LOG_DROPPED, 1);
    } else if (!at_once) {
        size_t at = (ring.first + ring.count) % RING_BYTES, end = RING_BYTES - at;
        size_t before = line->length < end ? line->length : end;
        memcpy(ring.bytes + at, line->text, before);
        memcpy(ring.bytes, line->text + before, line->length - before);
        ring.count += line->length;
        pthread_cond_signal(&ring.filled);
    }
    pthread_mutex_unlock(&ring.lock);
    if (at_once)
        write_all(line->text, line->length);
}

void sr_log(const char *level, const char *what, ...) {
    struct sr_buffer line = {0};
    char at[32];
    struct tm parts;
    time_t now = time(NULL);
    gmtime_r(&now, &parts);
    strftime(at, sizeof at, "%Y-%m-%dT%H:%M:%SZ", &parts);
    sr_buffer_add(&line, "{\"at\":");
    sr_buffer_add_string(&line, at);
    sr_buffer_add(&line, ",\"level\":");
    sr_buffer_add_string(&line, level);
    sr_buffer_add(&line, ",\"what\":");
    sr_buffer_add_string(&line, what);
    va_list pairs;
    va_start(pairs, what);
    const char *name;
    while ((name = va_arg(pairs, const char *))) {
        sr_buffer_add(&line, ",");
        sr_buffer_add_string(&line, name);
        sr_buffer_add(&line, ":");
        sr_buffer_add_string(&line, va_arg(pairs, const char *));
    }
    va_end(pairs);
    sr_buffer_add(&line, "}\n");
    if (!line.broken)
        put_line(&line);
    sr_buffer_free(&line);
}

void sr_log_refusal(const char *address, const char *why) {
    enum { REASONS = 64, LINES_A_SECOND = 1, LINES_AT_ONCE = 20 };
    /* each reason has its own share, so that one cannot hide behind a flood of another */
    static struct {
        struct sr_bucket bucket;
        long long left_out;
    } shares[REASONS];
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    uint32_t hash = 2166136261u;
    for (const char *at = why; *at; at++)
        hash = (hash ^ (uint8_t)*at) * 16777619u;
    char left[24];
    pthread_mutex_lock(&lock);
    struct sr_bucket *bucket = &shares[hash % REASONS].bucket;
    long long *left_out = &shares[hash % REASONS].left_out;
    bool told = sr_bucket_take(bucket, LINES_A_SECOND, LINES_AT_ONCE, sr_milliseconds());
    snprintf(left, sizeof left, "%lld", *left_out);
    *left_out = told ? 0 : *left_out + 1;
    pthread_mutex_unlock(&lock);
    if (told)
        sr_log("warning", "refused", "why", why, "address", address, "left_out", left, NULL);
}
