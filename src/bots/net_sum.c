#include "bots/net_sum.h"

#include <stddef.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

enum { UNIT_SHIFT = 6, PLACE = 16 };
_Static_assert(SR_NET_FEATURE_UNIT == 1 << UNIT_SHIFT, "sums are shifted back");

static bool always(void) {
    return true;
}

/* ---- one at a time ---- */

static int compare_plain(const unsigned char *before, const unsigned char *now,
                         const unsigned char *mask, const uint16_t *block, int blocks,
                         struct sr_net_difference *found) {
    int count = 0;
    for (int b = 0; b < blocks; b++) {
        uint32_t bytes = 0;
        for (int i = 0; i < SR_NET_BLOCK; i++) {
            int at = block[b] * SR_NET_BLOCK + i;
            bytes |= (uint32_t)(((before[at] ^ now[at]) & mask[at]) != 0) << i;
        }
        if (bytes)
            found[count++] = (struct sr_net_difference){block[b], bytes};
    }
    return count;
}

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

static void round_features_plain(int16_t times[], const float measured[], const float unit[],
                                 int count) {
    for (int i = 0; i < count; i++) {
        float units = measured[i] * unit[i];
        units = units > SR_NET_FEATURE_MOST ? SR_NET_FEATURE_MOST : units;
        units = units < -SR_NET_FEATURE_MOST ? -SR_NET_FEATURE_MOST : units;
        times[i] = (int16_t)(units + (units < 0 ? -0.5f : 0.5f));
    }
}

static int32_t activate(int32_t sum) {
    int32_t unit = sum >> UNIT_SHIFT; /* rounded down */
    unit = unit < 0 ? unit >> SR_NET_LEAK_SHIFT : unit;
    return unit > INT16_MAX ? INT16_MAX : unit < -INT16_MAX ? -INT16_MAX : unit;
}

static void answer_plain(const int16_t sum[SR_NET_UNITS], const int16_t *pair, const int16_t *times,
                         int pairs, const int16_t (*out)[SR_NET_UNITS], int seats,
                         int32_t total[]) {
    memset(total, 0, (size_t)seats * sizeof *total);
    for (int unit = 0; unit < SR_NET_UNITS; unit++) {
        int32_t all = sum[unit] * SR_NET_FEATURE_UNIT;
        const int16_t *row = pair + 2 * unit;
        for (int n = 0; n < pairs; n++, row += 2 * SR_NET_UNITS)
            all += times[2 * n] * row[0] + times[2 * n + 1] * row[1];
        for (int seat = 0; seat < seats; seat++)
            total[seat] += out[seat][unit] * activate(all);
    }
}

/* ---- many at a time ---- */

/* What each register can do, for the functions below:
 * differ   which bytes of a block differ under a mask
 * dot      for each long the two products of the shorts that stand in it, added
 * pack     two registers of longs as one of shorts, none larger than INT16_MAX either way
 * round    SR_NET_SOME features in whole numbers
 * The vectors are of the kind that gcc and clang share, so any machine can have them. */

#if defined(__x86_64__)

#define REGISTER(way, bytes)                                                                       \
    typedef uint16_t way##_shorts __attribute__((vector_size(bytes), may_alias, aligned(2)));      \
    typedef int16_t way##_half __attribute__((vector_size((bytes) / 2), may_alias, aligned(2)));   \
    typedef int32_t way##_longs __attribute__((vector_size(bytes), may_alias))
REGISTER(wide, 16);
REGISTER(avx2, 32);

static inline uint32_t differ_half(const unsigned char *before, const unsigned char *now,
                                   const unsigned char *mask) {
    __m128i one = _mm_loadu_si128((const __m128i *)(const void *)before);
    __m128i other = _mm_loadu_si128((const __m128i *)(const void *)now);
    __m128i under = _mm_loadu_si128((const __m128i *)(const void *)mask);
    __m128i differs = _mm_and_si128(_mm_xor_si128(one, other), under);
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(differs, _mm_setzero_si128())) ^ UINT16_MAX;
}

static inline uint32_t differ_wide(const unsigned char *before, const unsigned char *now,
                                   const unsigned char *mask) {
    enum { HALF = SR_NET_BLOCK / 2 };
    return differ_half(before, now, mask) | differ_half(before + HALF, now + HALF, mask + HALF)
                                                << HALF;
}

static inline wide_longs dot_wide(wide_longs one, wide_longs other) {
    return (wide_longs)_mm_madd_epi16((__m128i)one, (__m128i)other);
}

static inline wide_longs pack_wide(wide_longs one, wide_longs other) {
    return (wide_longs)_mm_max_epi16(_mm_packs_epi32((__m128i)one, (__m128i)other),
                                     _mm_set1_epi16(-INT16_MAX));
}

static inline __m128i round_few(const float *measured, const float *unit) {
    const __m128 most = _mm_set1_ps(SR_NET_FEATURE_MOST), sign = _mm_set1_ps(-0.0f);
    __m128 units = _mm_mul_ps(_mm_loadu_ps(measured), _mm_loadu_ps(unit));
    units = _mm_max_ps(_mm_min_ps(units, most), _mm_or_ps(most, sign));
    __m128 half = _mm_or_ps(_mm_and_ps(units, sign), _mm_set1_ps(0.5f));
    return _mm_cvttps_epi32(_mm_add_ps(units, half));
}

static inline void round_wide(int16_t *times, const float *measured, const float *unit) {
    enum { FEW = SR_NET_SOME / 2 };
    _mm_storeu_si128(
        (__m128i *)(void *)times,
        _mm_packs_epi32(round_few(measured, unit), round_few(measured + FEW, unit + FEW)));
}

#define WITH_AVX2 __attribute__((target("avx2")))
WITH_AVX2 static inline uint32_t differ_avx2(const unsigned char *before, const unsigned char *now,
                                             const unsigned char *mask) {
    __m256i one = _mm256_loadu_si256((const __m256i *)(const void *)before);
    __m256i other = _mm256_loadu_si256((const __m256i *)(const void *)now);
    __m256i under = _mm256_loadu_si256((const __m256i *)(const void *)mask);
    __m256i differs = _mm256_and_si256(_mm256_xor_si256(one, other), under);
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(differs, _mm256_setzero_si256()));
}

WITH_AVX2 static inline avx2_longs dot_avx2(avx2_longs one, avx2_longs other) {
    return (avx2_longs)_mm256_madd_epi16((__m256i)one, (__m256i)other);
}

WITH_AVX2 static inline avx2_longs pack_avx2(avx2_longs one, avx2_longs other) {
    enum { IN_ORDER = 0xd8 }; /* the quarters, which packing mixes */
    __m256i packed = _mm256_packs_epi32((__m256i)one, (__m256i)other);
    return (avx2_longs)_mm256_max_epi16(_mm256_permute4x64_epi64(packed, IN_ORDER),
                                        _mm256_set1_epi16(-INT16_MAX));
}

WITH_AVX2 static inline void round_avx2(int16_t *times, const float *measured, const float *unit) {
    const __m256 most = _mm256_set1_ps(SR_NET_FEATURE_MOST), sign = _mm256_set1_ps(-0.0f);
    __m256 units = _mm256_mul_ps(_mm256_loadu_ps(measured), _mm256_loadu_ps(unit));
    units = _mm256_max_ps(_mm256_min_ps(units, most), _mm256_or_ps(most, sign));
    __m256 half = _mm256_or_ps(_mm256_and_ps(units, sign), _mm256_set1_ps(0.5f));
    __m256i whole = _mm256_cvttps_epi32(_mm256_add_ps(units, half));
    _mm_storeu_si128((__m128i *)(void *)times, _mm_packs_epi32(_mm256_castsi256_si128(whole),
                                                               _mm256_extracti128_si256(whole, 1)));
}

static bool has_avx2(void) {
    return __builtin_cpu_supports("avx2");
}

#else /* SSE2 is not there: NEON, the vectors of WebAssembly, or what the compiler makes of it */

typedef uint16_t wide_shorts __attribute__((vector_size(16), may_alias, aligned(2)));
typedef int16_t wide_half __attribute__((vector_size(8), may_alias, aligned(2)));
typedef int32_t wide_longs __attribute__((vector_size(16), may_alias));
typedef uint32_t wide_bits __attribute__((vector_size(16), may_alias));
typedef float wide_reals __attribute__((vector_size(16)));

static inline uint32_t differ_wide(const unsigned char *before, const unsigned char *now,
                                   const unsigned char *mask) {
    enum { WORD = sizeof(uint64_t), BITS = 8 };
    uint32_t bytes = 0;
    for (int at = 0; at < SR_NET_BLOCK; at += WORD) {
        uint64_t one, other, under;
        memcpy(&one, before + at, WORD);
        memcpy(&other, now + at, WORD);
        memcpy(&under, mask + at, WORD);
        if (!((one ^ other) & under))
            continue;
        for (int i = at; i < at + WORD; i++)
            bytes |= (uint32_t)(((before[i] ^ now[i]) & mask[i]) != 0) << i;
    }
    return bytes;
}

static inline wide_longs choose(wide_longs which, wide_longs one, wide_longs other) {
    return (which & one) | (~which & other);
}

#if defined(__wasm_simd128__)
static inline wide_longs dot_wide(wide_longs one, wide_longs other) {
    return (wide_longs)wasm_i32x4_dot_i16x8((v128_t)one, (v128_t)other);
}

static inline wide_longs pack_wide(wide_longs one, wide_longs other) {
    return (wide_longs)wasm_i16x8_max(wasm_i16x8_narrow_i32x4((v128_t)one, (v128_t)other),
                                      wasm_i16x8_splat(-INT16_MAX));
}
#else
static inline wide_longs dot_wide(wide_longs one, wide_longs other) {
    wide_longs low = (wide_longs)((wide_bits)one << PLACE) >> PLACE;
    wide_longs low_other = (wide_longs)((wide_bits)other << PLACE) >> PLACE;
    return low * low_other + (one >> PLACE) * (other >> PLACE);
}

static inline wide_longs pack_wide(wide_longs one, wide_longs other) {
    const wide_longs most = (wide_longs){0} + INT16_MAX;
    wide_half half[2];
    wide_longs both[2] = {one, other}, packed;
    for (int i = 0; i < 2; i++) {
        both[i] = choose(both[i] > most, most, both[i]);
        both[i] = choose(both[i] < -most, -most, both[i]);
        half[i] = __builtin_convertvector(both[i], wide_half);
    }
    memcpy(&packed, half, sizeof packed);
    return packed;
}
#endif

static inline wide_reals choose_reals(wide_longs which, wide_reals one, wide_reals other) {
    return (wide_reals)choose(which, (wide_longs)one, (wide_longs)other);
}

static inline void round_wide(int16_t *times, const float *measured, const float *unit) {
    enum { FEW = sizeof(wide_reals) / sizeof(float) };
    const wide_reals none = {0}, most = none + SR_NET_FEATURE_MOST, half = none + 0.5f;
    for (int i = 0; i < SR_NET_SOME; i += FEW) {
        wide_reals read, by;
        memcpy(&read, measured + i, sizeof read);
        memcpy(&by, unit + i, sizeof by);
        wide_reals units = read * by;
        units = choose_reals(units > most, most, units);
        units = choose_reals(units < -most, -most, units);
        units += choose_reals(units < none, -half, half);
        wide_half whole =
            __builtin_convertvector(__builtin_convertvector(units, wide_longs), wide_half);
        memcpy(times + i, &whole, sizeof whole);
    }
}

#endif

/* Sums stay in registers while rows are added. `width` is what a register holds, in bytes. */
#define WIDE_SUMS(way, target_, width)                                                             \
    target_ static int compare_##way(const unsigned char *before, const unsigned char *now,        \
                                     const unsigned char *mask, const uint16_t *block, int blocks, \
                                     struct sr_net_difference *found) {                            \
        int count = 0;                                                                             \
        for (int b = 0; b < blocks; b++) {                                                         \
            int at = block[b] * SR_NET_BLOCK;                                                      \
            found[count].block = block[b];                                                         \
            found[count].bytes = differ_##way(before + at, now + at, mask + at);                   \
            count += found[count].bytes != 0;                                                      \
        }                                                                                          \
        return count;                                                                              \
    }                                                                                              \
    target_ static void add_rows_##way(int16_t sum[SR_NET_UNITS], const int16_t *table,            \
                                       const uint16_t *row, int count) {                           \
        enum { PARTS = SR_NET_UNITS * 2 / (width) };                                               \
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
        enum { PARTS = SR_NET_UNITS * 2 / (width) };                                               \
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
    target_ static void round_features_##way(int16_t times[], const float measured[],              \
                                             const float unit[], int count) {                      \
        for (int i = 0; i < count; i += SR_NET_SOME)                                               \
            round_##way(times + i, measured + i, unit + i);                                        \
    }                                                                                              \
    target_ static void answer_##way(                                                              \
        const int16_t sum[SR_NET_UNITS], const int16_t *pair, const int16_t *times, int pairs,     \
        const int16_t(*out)[SR_NET_UNITS], int seats, int32_t total[]) {                           \
        enum { PARTS = SR_NET_UNITS * 4 / (width), LANES = (width) / 4 };                          \
        way##_longs part[PARTS], unit[PARTS / 2];                                                  \
        for (int i = 0; i < PARTS; i++)                                                            \
            part[i] =                                                                              \
                __builtin_convertvector(((const way##_half *)(const void *)sum)[i], way##_longs) * \
                SR_NET_FEATURE_UNIT;                                                               \
        for (int n = 0; n < pairs; n++) {                                                          \
            int32_t both;                                                                          \
            memcpy(&both, times + 2 * n, sizeof both);                                             \
            const way##_longs by = (way##_longs){0} + both;                                        \
            const way##_longs *more =                                                              \
                (const way##_longs *)(const void *)(pair + n * 2 * SR_NET_UNITS);                  \
            for (int i = 0; i < PARTS; i++)                                                        \
                part[i] += dot_##way(more[i], by);                                                 \
        }                                                                                          \
        for (int i = 0; i < PARTS; i++) {                                                          \
            way##_longs whole = part[i] >> UNIT_SHIFT, below = whole < (way##_longs){0};           \
            part[i] = (whole & ~below) | ((whole >> SR_NET_LEAK_SHIFT) & below);                   \
        }                                                                                          \
        for (int i = 0; i < PARTS / 2; i++)                                                        \
            unit[i] = pack_##way(part[2 * i], part[2 * i + 1]);                                    \
        for (int seat = 0; seat < seats; seat++) {                                                 \
            way##_longs all = {0}, row;                                                            \
            for (int i = 0; i < PARTS / 2; i++) {                                                  \
                memcpy(&row, out[seat] + i * 2 * LANES, sizeof row);                               \
                all += dot_##way(row, unit[i]);                                                    \
            }                                                                                      \
            total[seat] = 0;                                                                       \
            for (int i = 0; i < LANES; i++)                                                        \
                total[seat] += all[i];                                                             \
        }                                                                                          \
    }

WIDE_SUMS(wide, , 16)
#if defined(__x86_64__)
WIDE_SUMS(avx2, WITH_AVX2, 32)
#endif

#define WAY(name, available, way)                                                                  \
    {                                                                                              \
        name, available, compare_##way, add_rows_##way, exchange_rows_##way, round_features_##way, \
            answer_##way                                                                           \
    }
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
