#include "bots/net_sum.h"

#include <stddef.h>

static bool always(void) {
    return true;
}

/* ---- one at a time ---- */

static void add_rows_plain(int16_t sum[SR_NET_UNITS], const int16_t *table, const uint16_t *row,
                           int count) {
    for (int n = 0; n < count; n++)
        for (int unit = 0; unit < SR_NET_UNITS; unit++)
            sum[unit] = (int16_t)(sum[unit] + table[row[n] * SR_NET_UNITS + unit]);
}

static void add_times_plain(int32_t sum[SR_NET_UNITS], const int16_t *table, const int16_t *times,
                            int count) {
    for (int n = 0; n < count; n++)
        for (int unit = 0; unit < SR_NET_UNITS; unit++)
            sum[unit] += times[n] * table[n * SR_NET_UNITS + unit];
}

/* ---- many at a time ---- */

/* Sums stay in registers while rows are added. `bytes` is what a register holds; the vectors are of
 * the kind that gcc and clang share, so any machine can have them. */
#define WIDE_SUMS(way, target_, bytes)                                                             \
    typedef int16_t way##_shorts __attribute__((vector_size(bytes), may_alias));                   \
    typedef int32_t way##_longs __attribute__((vector_size(bytes), may_alias));                    \
    typedef int16_t way##_halves __attribute__((vector_size((bytes) / 2), may_alias));             \
    target_ static void add_rows_##way(int16_t sum[SR_NET_UNITS], const int16_t *table,            \
                                       const uint16_t *row, int count) {                           \
        enum { PARTS = SR_NET_UNITS * 2 / (bytes) };                                               \
        way##_shorts part[PARTS];                                                                  \
        for (int i = 0; i < PARTS; i++)                                                            \
            part[i] = ((const way##_shorts *)(const void *)sum)[i];                                \
        for (int n = 0; n < count; n++) {                                                          \
            const way##_shorts *more =                                                             \
                (const way##_shorts *)(const void *)(table + row[n] * SR_NET_UNITS);               \
            for (int i = 0; i < PARTS; i++)                                                        \
                part[i] += more[i];                                                                \
        }                                                                                          \
        for (int i = 0; i < PARTS; i++)                                                            \
            ((way##_shorts *)(void *)sum)[i] = part[i];                                            \
    }                                                                                              \
    target_ static void add_times_##way(int32_t sum[SR_NET_UNITS], const int16_t *table,           \
                                        const int16_t *times, int count) {                         \
        enum { PARTS = SR_NET_UNITS * 4 / (bytes) };                                               \
        way##_longs part[PARTS];                                                                   \
        for (int i = 0; i < PARTS; i++)                                                            \
            part[i] = ((const way##_longs *)(const void *)sum)[i];                                 \
        for (int n = 0; n < count; n++) {                                                          \
            const way##_halves *more =                                                             \
                (const way##_halves *)(const void *)(table + n * SR_NET_UNITS);                    \
            if (!times[n])                                                                         \
                continue;                                                                          \
            for (int i = 0; i < PARTS; i++)                                                        \
                part[i] += (int32_t)times[n] * __builtin_convertvector(more[i], way##_longs);      \
        }                                                                                          \
        for (int i = 0; i < PARTS; i++)                                                            \
            ((way##_longs *)(void *)sum)[i] = part[i];                                             \
    }

/* What the compiler may take for granted: SSE2, NEON, the vectors of WebAssembly where it is told
 * to use them. */
WIDE_SUMS(wide, , 16)

#if defined(__x86_64__)
WIDE_SUMS(avx2, __attribute__((target("avx2"))), 32)

static bool has_avx2(void) {
    return __builtin_cpu_supports("avx2");
}
#endif

static const struct sr_net_sums ways[] = {
    {"plain", always, add_rows_plain, add_times_plain},
    {"wide", always, add_rows_wide, add_times_wide},
#if defined(__x86_64__)
    {"avx2", has_avx2, add_rows_avx2, add_times_avx2},
#endif
};
enum { WAYS = sizeof ways / sizeof ways[0] };

const struct sr_net_sums *sr_net_sums_at(int index) {
    return index >= 0 && index < WAYS ? &ways[index] : NULL;
}

const struct sr_net_sums *sr_net_sums_best(void) {
    int best = WAYS - 1;
    while (!ways[best].available())
        best--;
    return &ways[best];
}
