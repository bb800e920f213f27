/* The random generator: ChaCha with 8 rounds, keyed by the 256-bit seed of the game.
 *
 * A state carries only the key and the number of blocks used so far. Whoever draws opens a stream
 * on it, which starts at a fresh block: so a state stays small, "was chance used?" is "did the
 * block count change?", and dice that were seen do not betray the deck that was not. */
#ifndef SR_RNG_H
#define SR_RNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SR_SEED_BYTES = 32, SR_BLOCK_WORDS = 16 };

struct sr_rng {
    uint32_t key[8];
    uint32_t block; /* blocks used so far */
};

struct sr_stream {
    uint32_t word[SR_BLOCK_WORDS];
    struct sr_rng *source;
    uint32_t left; /* words of the current block not yet used */
};

/* One block of ChaCha with an even number of rounds, 64-bit counter and 64-bit nonce. */
void sr_chacha(uint32_t out[SR_BLOCK_WORDS], const uint32_t key[8], uint64_t counter,
               uint64_t nonce, int rounds);

void sr_rng_seed(struct sr_rng *rng, const uint8_t seed[SR_SEED_BYTES]);

/* A stream takes whole blocks from its source as it goes. */
static inline struct sr_stream sr_stream_open(struct sr_rng *source) {
    struct sr_stream stream;
    stream.source = source;
    stream.left = 0;
    return stream;
}
void sr_stream_refill(struct sr_stream *stream);
static inline uint32_t sr_word(struct sr_stream *stream) {
    if (stream->left == 0)
        sr_stream_refill(stream);
    return stream->word[SR_BLOCK_WORDS - stream->left--];
}

/* An unbiased number in 0 .. bound-1 (bound >= 1), by Lemire's multiplication: the high half is the
 * draw; the few low halves that would make some numbers likelier than others are drawn again. */
uint64_t sr_redraw(struct sr_stream *stream, uint32_t bound, uint64_t product);
static inline uint32_t sr_draw(struct sr_stream *stream, uint32_t bound) {
    uint64_t product = (uint64_t)sr_word(stream) * bound;
    if ((uint32_t)product < bound)
        product = sr_redraw(stream, bound, product);
    return (uint32_t)(product >> 32);
}

void sr_shuffle(struct sr_stream *stream, uint8_t *items, size_t count);

/* Replaces the generator by a fresh one drawn from the stream: what follows cannot be foreseen. */
void sr_rng_reseed(struct sr_rng *rng, struct sr_stream *stream);

/* A seed is a decimal number below 2^64 or exactly 64 hexadecimal digits. */
bool sr_seed_parse(const char *text, size_t length, uint8_t seed[SR_SEED_BYTES]);
void sr_seed_number(uint64_t number, uint8_t seed[SR_SEED_BYTES]);

#endif
