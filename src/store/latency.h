/* How long things took: counts by powers of two of a tenth of a millisecond. Anybody may add at any
 * time. */
#ifndef SR_LATENCY_H
#define SR_LATENCY_H

#include <stdatomic.h>
#include <stdint.h>
#include <time.h>

enum {
    SR_LATENCY_BUCKETS = 18,
    SR_LATENCY_FIRST = 100
}; /* microseconds; the last holds the rest */

struct sr_latency {
    atomic_ullong count[SR_LATENCY_BUCKETS];
    atomic_ullong sum; /* microseconds */
};

static inline uint64_t sr_latency_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static inline void sr_latency_add(struct sr_latency *latency, uint64_t microseconds) {
    int bucket = 0;
    for (uint64_t most = SR_LATENCY_FIRST; bucket < SR_LATENCY_BUCKETS - 1 && microseconds > most;
         most *= 2)
        bucket++;
    atomic_fetch_add_explicit(&latency->count[bucket], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&latency->sum, microseconds, memory_order_relaxed);
}

#endif
