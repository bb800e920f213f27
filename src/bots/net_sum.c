#include "bots/net_sum.h"

#include <stddef.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

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

static void exchange_rows_plain(int16_t sum[SR_NET_UNITS], const int16_t *table,
                                const uint16_t *out, const uint16_t *in, int count) {
    for (int n = 0; n < count; n++)
        for (int unit = 0; unit < SR_NET_UNITS; unit++)
            sum[unit] = (int16_t)(sum[unit] + table[in[n] * SR_NET_UNITS + unit] -
                                  table[out[n] * SR_NET_UNITS + unit]);
}

static void add_pairs_plain(int32_t sum[SR_NET_UNITS], const int16_t *pairs, const int16_t *times,
                            int count) {
    for (int n = 0; n < count; n++, pairs += 2 * SR_NET_UNITS)
        for (int unit = 0; unit < SR_NET_UNITS; unit++)
            sum[unit] += times[2 * n] * pairs[2 * unit] + times[2 * n + 1] * pairs[2 * unit + 1];
}

/* ---- many at a time ---- */

static int32_t both_of(const int16_t *times) {
    int32_t both;
    memcpy(&both, times, sizeof both);
    return both;
}

/* Sums stay in registers while rows are added. `bytes` is what a register holds; the vectors are of
 * the kind that gcc and clang share, so any machine can have them. `dot` adds to each sum the two
 * products that belong to it. */
#define WIDE_SUMS(way, target_, bytes, dot)                                                        \
    typedef uint16_t way##_shorts __attribute__((vector_size(bytes), may_alias));                  \
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
    target_ static void exchange_rows_##way(int16_t sum[SR_NET_UNITS], const int16_t *table,       \
                                            const uint16_t *out, const uint16_t *in, int count) {  \
        enum { PARTS = SR_NET_UNITS * 2 / (bytes) };                                               \
        way##_shorts part[PARTS];                                                                  \
        for (int i = 0; i < PARTS; i++)                                                            \
            part[i] = ((const way##_shorts *)(const void *)sum)[i];                                \
        for (int n = 0; n < count; n++) {                                                          \
            const way##_shorts *more =                                                             \
                (const way##_shorts *)(const void *)(table + in[n] * SR_NET_UNITS);                \
            const way##_shorts *less =                                                             \
                (const way##_shorts *)(const void *)(table + out[n] * SR_NET_UNITS);               \
            for (int i = 0; i < PARTS; i++)                                                        \
                part[i] += more[i] - less[i];                                                      \
        }                                                                                          \
        for (int i = 0; i < PARTS; i++)                                                            \
            ((way##_shorts *)(void *)sum)[i] = part[i];                                            \
    }                                                                                              \
    target_ static void add_pairs_##way(int32_t sum[SR_NET_UNITS], const int16_t *pairs,           \
                                        const int16_t *times, int count) {                         \
        enum { PARTS = SR_NET_UNITS * 4 / (bytes) };                                               \
        way##_longs part[PARTS];                                                                   \
        for (int i = 0; i < PARTS; i++)                                                            \
            part[i] = ((const way##_longs *)(const void *)sum)[i];                                 \
        for (int n = 0; n < count; n++) {                                                          \
            const way##_longs *more =                                                              \
                (const way##_longs *)(const void *)(pairs + n * 2 * SR_NET_UNITS);                 \
            int32_t both = both_of(times + 2 * n);                                                 \
            if (!both)                                                                             \
                continue;                                                                          \
            for (int i = 0; i < PARTS; i++)                                                        \
                part[i] += dot(more[i], both);                                                     \
        }                                                                                          \
        for (int i = 0; i < PARTS; i++)                                                            \
            ((way##_longs *)(void *)sum)[i] = part[i];                                             \
    }

/* What the compiler may take for granted: SSE2, NEON, the vectors of WebAssembly where it is told
 * to use them. */
typedef int32_t wide_longs __attribute__((vector_size(16), may_alias));
static inline wide_longs dot_wide(wide_longs pairs, int32_t both) {
#if defined(__x86_64__)
    return (wide_longs)_mm_madd_epi16((__m128i)pairs, _mm_set1_epi32(both));
#elif defined(__wasm_simd128__)
    return (wide_longs)wasm_i32x4_dot_i16x8((v128_t)pairs, wasm_i32x4_splat(both));
#else
    int16_t times[2];
    memcpy(times, &both, sizeof times);
    typedef int16_t shorts __attribute__((vector_size(16), may_alias));
    shorts of = (shorts)pairs;
    wide_longs first = {of[0], of[2], of[4], of[6]}, second = {of[1], of[3], of[5], of[7]};
    return first * times[0] + second * times[1];
#endif
}
WIDE_SUMS(wide, , 16, dot_wide)

#if defined(__x86_64__)
#define WITH_AVX2 __attribute__((target("avx2")))
typedef int32_t avx2_longs __attribute__((vector_size(32), may_alias));
WITH_AVX2 static inline avx2_longs dot_avx2(avx2_longs pairs, int32_t both) {
    return (avx2_longs)_mm256_madd_epi16((__m256i)pairs, _mm256_set1_epi32(both));
}
WIDE_SUMS(avx2, WITH_AVX2, 32, dot_avx2)

static bool has_avx2(void) {
    return __builtin_cpu_supports("avx2");
}
#endif

#define WAY(name, available, way)                                                                  \
    { name, available, add_rows_##way, exchange_rows_##way, add_pairs_##way }
static const struct sr_net_sums ways[] = {
    WAY("plain", always, plain),
    WAY("wide", always, wide),
#if defined(__x86_64__)
    WAY("avx2", has_avx2, avx2),
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
