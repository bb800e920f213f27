/* Log lines, one JSON object each, on standard error; and the counters behind /metrics. */
#include "server.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static atomic_llong counters[SR_COUNTERS];

static const char *const counter_names[SR_COUNTERS] = {
    [SR_COUNT_REQUESTS] = "requests_total", [SR_COUNT_REFUSED] = "requests_refused_total",
    [SR_COUNT_SOCKETS] = "sockets",         [SR_COUNT_MESSAGES] = "socket_messages_total",
    [SR_COUNT_MOVES] = "moves_total",       [SR_COUNT_BOT_MOVES] = "bot_moves_total",
    [SR_COUNT_UNDOS] = "undos_total",       [SR_COUNT_HINTS] = "hints_total",
    [SR_COUNT_CHAT] = "chat_lines_total",   [SR_COUNT_SLOW_READERS] = "slow_readers_total",
    [SR_COUNT_FLOODS] = "floods_total",     [SR_COUNT_CUT_OFF] = "slow_callers_total",
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
    /* one write, so that the lines of several threads do not mix; a log that nobody reads any more
     * is no reason to stop */
    if (!line.broken && write(STDERR_FILENO, line.text, line.length) < 0)
        sr_count(SR_COUNT_REFUSED, 0);
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
