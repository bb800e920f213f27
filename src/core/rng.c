/* ChaCha blocks, the stream of words made from them, unbiased draws, and seeds. */
#include "rng.h"

#include <string.h>

enum { ROUNDS = 8 };

/* The sixteen words of ChaCha as four rows; gcc and clang make single instructions of this. */
typedef uint32_t row __attribute__((vector_size(16)));

#define ROTATED(words, bits) (((words) << (bits)) | ((words) >> (32 - (bits))))

struct rows {
    row a, b, c, d;
};

/* Four quarter rounds side by side, one in each column. */
static inline struct rows quarter_rounds(struct rows x) {
    x.a += x.b, x.d ^= x.a, x.d = ROTATED(x.d, 16);
    x.c += x.d, x.b ^= x.c, x.b = ROTATED(x.b, 12);
    x.a += x.b, x.d ^= x.a, x.d = ROTATED(x.d, 8);
    x.c += x.d, x.b ^= x.c, x.b = ROTATED(x.b, 7);
    return x;
}

/* A column round, then a diagonal one: the rows are turned so that diagonals stand as columns. */
static inline struct rows double_round(struct rows x) {
    x = quarter_rounds(x);
    x.b = __builtin_shufflevector(x.b, x.b, 1, 2, 3, 0);
    x.c = __builtin_shufflevector(x.c, x.c, 2, 3, 0, 1);
    x.d = __builtin_shufflevector(x.d, x.d, 3, 0, 1, 2);
    x = quarter_rounds(x);
    x.b = __builtin_shufflevector(x.b, x.b, 3, 0, 1, 2);
    x.c = __builtin_shufflevector(x.c, x.c, 2, 3, 0, 1);
    x.d = __builtin_shufflevector(x.d, x.d, 1, 2, 3, 0);
    return x;
}

static inline void chacha(uint32_t out[SR_BLOCK_WORDS], const uint32_t key[8], uint64_t counter,
                          uint64_t nonce, int rounds) {
    struct rows start = {
        .a = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, /* "expand 32-byte k" */
        .d = {(uint32_t)counter, (uint32_t)(counter >> 32), (uint32_t)nonce,
              (uint32_t)(nonce >> 32)},
    };
    memcpy(&start.b, key, sizeof start.b);
    memcpy(&start.c, key + 4, sizeof start.c);
    struct rows x = start;
    for (int round = 0; round < rounds; round += 2)
        x = double_round(x);
    x.a += start.a, x.b += start.b, x.c += start.c, x.d += start.d;
    memcpy(out, &x, sizeof x);
}

void sr_chacha(uint32_t out[SR_BLOCK_WORDS], const uint32_t key[8], uint64_t counter,
               uint64_t nonce, int rounds) {
    chacha(out, key, counter, nonce, rounds);
}

void sr_rng_seed(struct sr_rng *rng, const uint8_t seed[SR_SEED_BYTES]) {
    for (int i = 0; i < 8; i++) {
        const uint8_t *byte = seed + 4 * i;
        rng->key[i] = (uint32_t)byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 |
                      (uint32_t)byte[3] << 24;
    }
    rng->block = 0;
}

void sr_stream_refill(struct sr_stream *stream) {
    struct sr_rng *source = stream->source;
    chacha(stream->word, source->key, source->block++, 0, ROUNDS);
    stream->left = SR_BLOCK_WORDS;
}

/* The division is rarely reached. */
uint64_t sr_redraw(struct sr_stream *stream, uint32_t bound, uint64_t product) {
    uint32_t surplus = (uint32_t)(0 - bound) % bound;
    while ((uint32_t)product < surplus)
        product = (uint64_t)sr_word(stream) * bound;
    return product;
}

void sr_shuffle(struct sr_stream *stream, uint8_t *items, size_t count) {
    for (size_t left = count; left > 1; left--) {
        uint32_t chosen = sr_draw(stream, (uint32_t)left);
        uint8_t item = items[chosen];
        items[chosen] = items[left - 1];
        items[left - 1] = item;
    }
}

void sr_rng_reseed(struct sr_rng *rng, struct sr_stream *stream) {
    struct sr_rng fresh = {.block = 0};
    for (int i = 0; i < 8; i++)
        fresh.key[i] = sr_word(stream); /* all of it first: the stream may draw from `rng` itself */
    *rng = fresh;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static bool parse_hex(const char *text, uint8_t seed[SR_SEED_BYTES]) {
    uint8_t bytes[SR_SEED_BYTES];
    for (int i = 0; i < SR_SEED_BYTES; i++) {
        int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    memcpy(seed, bytes, sizeof bytes);
    return true;
}

bool sr_seed_parse(const char *text, size_t length, uint8_t seed[SR_SEED_BYTES]) {
    if (length == 2 * SR_SEED_BYTES)
        return parse_hex(text, seed);
    if (length == 0)
        return false;
    uint64_t number = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        uint64_t digit = (uint64_t)(text[i] - '0');
        if (number > (UINT64_MAX - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    sr_seed_number(number, seed);
    return true;
}

void sr_seed_number(uint64_t number, uint8_t seed[SR_SEED_BYTES]) {
    memset(seed, 0, SR_SEED_BYTES);
    for (int i = 0; i < 8; i++)
        seed[i] = (uint8_t)(number >> (8 * i));
}
