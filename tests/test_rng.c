/* The generator: published ChaCha vectors, streams, unbiased draws, shuffles, seeds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/rng.h"
#include "core/text.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static uint32_t word_at(const uint8_t *byte) {
    return (uint32_t)byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 |
           (uint32_t)byte[3] << 24;
}

static void key_from_hex(const char *hex, uint32_t key[8]) {
    uint8_t bytes[SR_SEED_BYTES];
    assert_true(sr_seed_parse(hex, strlen(hex), bytes));
    for (int i = 0; i < 8; i++)
        key[i] = word_at(bytes + 4 * i);
}

/* The block as bytes, in hexadecimal. */
static void block_to_hex(const uint32_t block[SR_BLOCK_WORDS], char hex[129]) {
    uint8_t bytes[4 * SR_BLOCK_WORDS];
    for (int i = 0; i < 4 * SR_BLOCK_WORDS; i++)
        bytes[i] = (uint8_t)(block[i / 4] >> (8 * (i % 4)));
    struct sr_out out;
    sr_out_open(&out, hex, 129);
    sr_put_hex(&out, bytes, sizeof bytes);
}

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"
#define COUNTED "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

/* Zero keys and the single bit: draft-strombergson-chacha-test-vectors. The others: RFC 8439, whose
 * 32-bit counter and 96-bit nonce are the same four words of the state as our counter and nonce. */
static const struct {
    int rounds;
    const char *key;
    uint64_t counter, nonce;
    const char *block;
} vectors[] = {
    {8, ZEROS, 0, 0,
     "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
     "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"},
    {8, ZEROS, 1, 0,
     "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
     "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa"},
    {8, "0100000000000000000000000000000000000000000000000000000000000000", 0, 0,
     "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea"
     "289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb9222ee3bd8fae3c8"},
    {12, ZEROS, 0, 0,
     "9bf49a6a0755f953811fce125f2683d50429c3bb49e074147e0089a52eae155f"
     "0564f879d27ae3c02ce82834acfa8c793a629f2ca0de6919610be82f411326be"},
    {12, ZEROS, 1, 0,
     "0bd58841203e74fe86fc71338ce0173dc628ebb719bdcbcc151585214cc089b4"
     "42258dcda14cf111c602b8971b8cc843e91e46ca905151c02744a6b017e69316"},
    {20, ZEROS, 0, 0,
     "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
     "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"},
    {20, ZEROS, 1, 0,
     "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
     "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"},
    {20, COUNTED, 0x0900000000000001, 0x000000004a000000,
     "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
     "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"},
};

static void blocks_match_the_published_vectors(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(vectors); i++) {
        uint32_t key[8], block[SR_BLOCK_WORDS];
        char hex[129];
        key_from_hex(vectors[i].key, key);
        sr_chacha(block, key, vectors[i].counter, vectors[i].nonce, vectors[i].rounds);
        block_to_hex(block, hex);
        assert_string_equal(hex, vectors[i].block);
    }
}

static void the_generator_is_chacha_of_eight_rounds(void **state) {
    (void)state;
    const uint8_t seed[SR_SEED_BYTES] = {0};
    struct sr_rng rng;
    memset(&rng, 0xFF, sizeof rng);
    sr_rng_seed(&rng, seed);
    struct sr_stream stream = sr_stream_open(&rng);
    for (int block = 0; block < 2; block++) {
        uint32_t words[SR_BLOCK_WORDS];
        char hex[129];
        for (int i = 0; i < SR_BLOCK_WORDS; i++) {
            words[i] = sr_word(&stream);
            assert_int_equal(rng.block, block + 1);
        }
        block_to_hex(words, hex);
        assert_string_equal(hex, vectors[block].block);
    }
}

static void a_stream_starts_at_a_fresh_block(void **state) {
    (void)state;
    uint8_t seed[SR_SEED_BYTES];
    sr_seed_number(7, seed);
    struct sr_rng rng;
    sr_rng_seed(&rng, seed);
    struct sr_stream unused = sr_stream_open(&rng);
    assert_int_equal(unused.left, 0);
    assert_int_equal(rng.block, 0);
    for (uint32_t i = 0; i < 5; i++) {
        struct sr_stream stream = sr_stream_open(&rng);
        uint32_t block[SR_BLOCK_WORDS];
        sr_chacha(block, rng.key, i, 0, 8);
        assert_int_equal(sr_word(&stream), block[0]);
        assert_int_equal(sr_word(&stream), block[1]);
        assert_int_equal(rng.block, i + 1);
    }
}

/* ---- draws ---- */

static struct sr_rng seeded(uint64_t number) {
    uint8_t seed[SR_SEED_BYTES];
    struct sr_rng rng;
    sr_seed_number(number, seed);
    sr_rng_seed(&rng, seed);
    return rng;
}

static double chi_square(const uint32_t *seen, size_t kinds, double expected) {
    double sum = 0;
    for (size_t i = 0; i < kinds; i++)
        sum += (seen[i] - expected) * (seen[i] - expected) / expected;
    return sum;
}

/* What an even generator exceeds once in ten thousand times, by the number of kinds. */
static double bound_of_chance(size_t kinds) {
    static const struct {
        size_t kinds;
        double bound;
    } critical[] = {{2, 15.14},  {3, 18.42},  {5, 23.51},  {6, 25.74}, {7, 27.86},
                    {10, 33.72}, {13, 39.13}, {24, 57.07}, {52, 97.34}};
    for (size_t i = 0; i < COUNT(critical); i++)
        if (critical[i].kinds == kinds)
            return critical[i].bound;
    fail_msg("no critical value for %zu kinds", kinds);
    return 0;
}

static void draws_are_even(void **state) {
    (void)state;
    static const uint32_t bounds[] = {2, 3, 5, 6, 7, 10, 13, 52};
    for (size_t i = 0; i < COUNT(bounds); i++) {
        for (uint64_t seed = 1; seed <= 3; seed++) {
            struct sr_rng rng = seeded(seed);
            struct sr_stream stream = sr_stream_open(&rng);
            uint32_t seen[52] = {0};
            const uint32_t each = 2000;
            for (uint32_t n = 0; n < each * bounds[i]; n++) {
                uint32_t drawn = sr_draw(&stream, bounds[i]);
                assert_true(drawn < bounds[i]);
                seen[drawn]++;
            }
            assert_true(chi_square(seen, bounds[i], each) < bound_of_chance(bounds[i]));
        }
    }
}

/* Where a quarter of all words must be drawn again, any bias would stand out: taking remainders
 * doubles the first third, multiplying without rejection doubles every third number. */
static void large_draws_are_even(void **state) {
    (void)state;
    const uint32_t bound = 3u << 30;
    struct sr_rng rng = seeded(4);
    struct sr_stream stream = sr_stream_open(&rng);
    uint32_t by_third[3] = {0}, by_remainder[3] = {0};
    for (int n = 0; n < 9000; n++) {
        uint32_t drawn = sr_draw(&stream, bound);
        assert_true(drawn < bound);
        by_third[drawn >> 30]++;
        by_remainder[drawn % 3]++;
    }
    assert_true(chi_square(by_third, 3, 3000) < bound_of_chance(3));
    assert_true(chi_square(by_remainder, 3, 3000) < bound_of_chance(3));
    assert_true(rng.block > 9000 / SR_BLOCK_WORDS + 1); /* some were drawn again */
}

static void draws_with_one_outcome_are_zero(void **state) {
    (void)state;
    struct sr_rng rng = seeded(5);
    struct sr_stream stream = sr_stream_open(&rng);
    for (int i = 0; i < 100; i++)
        assert_int_equal(sr_draw(&stream, 1), 0);
    for (int i = 0; i < 100; i++)
        assert_true(sr_draw(&stream, UINT32_MAX) < UINT32_MAX);
}

static void shuffles_reach_every_order_evenly(void **state) {
    (void)state;
    struct sr_rng rng = seeded(6);
    struct sr_stream stream = sr_stream_open(&rng);
    uint32_t seen[256] = {0}; /* by an order written as base 4 digits */
    const uint32_t each = 500;
    for (uint32_t n = 0; n < 24 * each; n++) {
        uint8_t items[4] = {0, 1, 2, 3};
        sr_shuffle(&stream, items, 4);
        unsigned members = 0, order = 0;
        for (int i = 0; i < 4; i++) {
            assert_true(items[i] < 4);
            members |= 1u << items[i];
            order = order << 2 | items[i];
        }
        assert_int_equal(members, 15);
        seen[order]++;
    }
    uint32_t orders[24];
    size_t count = 0;
    for (size_t i = 0; i < COUNT(seen); i++) {
        if (seen[i] > 0) {
            assert_true(count < COUNT(orders));
            orders[count++] = seen[i];
        }
    }
    assert_int_equal(count, 24);
    assert_true(chi_square(orders, 24, each) < bound_of_chance(24));
}

static void shuffles_keep_what_they_shuffle(void **state) {
    (void)state;
    struct sr_rng rng = seeded(8);
    struct sr_stream stream = sr_stream_open(&rng);
    uint8_t one[1] = {9};
    sr_shuffle(&stream, one, 0);
    sr_shuffle(&stream, one, 1);
    assert_int_equal(one[0], 9);
    assert_int_equal(rng.block, 0); /* no chance was needed */

    uint8_t deck[200];
    for (size_t i = 0; i < sizeof deck; i++)
        deck[i] = (uint8_t)(i / 2);
    sr_shuffle(&stream, deck, sizeof deck);
    int seen[100] = {0}, moved = 0;
    for (size_t i = 0; i < sizeof deck; i++) {
        seen[deck[i]]++;
        moved += deck[i] != i / 2;
    }
    for (size_t i = 0; i < COUNT(seen); i++)
        assert_int_equal(seen[i], 2);
    assert_true(moved > 150);
}

static void reseeding_makes_a_fresh_generator(void **state) {
    (void)state;
    struct sr_rng guesses = seeded(9);
    struct sr_stream stream = sr_stream_open(&guesses);
    struct sr_rng truth = seeded(10), first = truth, second = truth;
    first.block = second.block = 33;
    sr_rng_reseed(&first, &stream);
    sr_rng_reseed(&second, &stream);
    assert_int_equal(first.block, 0);
    assert_int_equal(second.block, 0);
    for (int i = 0; i < 8; i++) {
        assert_int_not_equal(first.key[i], truth.key[i]);
        assert_int_not_equal(first.key[i], second.key[i]);
    }
    /* also from its own stream, even when that must take a new block half way */
    struct sr_rng own = seeded(11), twin = own;
    struct sr_stream from_own = sr_stream_open(&own), from_twin = sr_stream_open(&twin);
    for (int i = 0; i < 12; i++) {
        sr_word(&from_own);
        sr_word(&from_twin);
    }
    sr_rng_reseed(&own, &from_own);
    for (int i = 0; i < 8; i++)
        assert_int_equal(own.key[i], sr_word(&from_twin));
}

/* ---- seeds ---- */

static void seeds_are_numbers_or_hexadecimal(void **state) {
    (void)state;
    static const struct {
        const char *text, *hex;
    } good[] = {
        {"0", ZEROS},
        {"1", "0100000000000000000000000000000000000000000000000000000000000000"},
        {"0258", "0201000000000000000000000000000000000000000000000000000000000000"},
        {"18446744073709551615",
         "ffffffffffffffff000000000000000000000000000000000000000000000000"},
        {COUNTED, COUNTED},
        {"00112233445566778899AABBCCDDEEFF00112233445566778899aabbccddeeff",
         "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"},
        /* sixty-four decimal digits are hexadecimal too */
        {"1000000000000000000000000000000000000000000000000000000000000002",
         "1000000000000000000000000000000000000000000000000000000000000002"},
    };
    for (size_t i = 0; i < COUNT(good); i++) {
        uint8_t seed[SR_SEED_BYTES];
        memset(seed, 0xEE, sizeof seed);
        assert_true(sr_seed_parse(good[i].text, strlen(good[i].text), seed));
        char hex[2 * SR_SEED_BYTES + 1];
        struct sr_out out;
        sr_out_open(&out, hex, sizeof hex);
        sr_put_hex(&out, seed, sizeof seed);
        assert_string_equal(hex, good[i].hex);
    }
}

static void other_seeds_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {
        "",
        " 1",
        "1 ",
        "+1",
        "-1",
        "1.5",
        "0x10",
        "ff",
        "18446744073709551616",
        "99999999999999999999",
        "184467440737095516150",
        "12\xD9\xA1",
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1",
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f0",
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1g",
        "g00102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "                                                               1",
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        uint8_t seed[SR_SEED_BYTES], before[SR_SEED_BYTES];
        memset(seed, 0xEE, sizeof seed);
        memcpy(before, seed, sizeof seed);
        assert_false(sr_seed_parse(bad[i], strlen(bad[i]), seed));
        assert_memory_equal(seed, before, sizeof seed);
    }
    uint8_t seed[SR_SEED_BYTES];
    assert_false(sr_seed_parse("1\0002", 3, seed));
}

static void keys_are_little_endian(void **state) {
    (void)state;
    uint8_t seed[SR_SEED_BYTES];
    assert_true(sr_seed_parse(COUNTED, strlen(COUNTED), seed));
    struct sr_rng rng;
    sr_rng_seed(&rng, seed);
    assert_int_equal(rng.key[0], 0x03020100);
    assert_int_equal(rng.key[7], 0x1f1e1d1c);
    assert_int_equal(rng.block, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_match_the_published_vectors),
        cmocka_unit_test(the_generator_is_chacha_of_eight_rounds),
        cmocka_unit_test(a_stream_starts_at_a_fresh_block),
        cmocka_unit_test(draws_are_even),
        cmocka_unit_test(large_draws_are_even),
        cmocka_unit_test(draws_with_one_outcome_are_zero),
        cmocka_unit_test(shuffles_reach_every_order_evenly),
        cmocka_unit_test(shuffles_keep_what_they_shuffle),
        cmocka_unit_test(reseeding_makes_a_fresh_generator),
        cmocka_unit_test(seeds_are_numbers_or_hexadecimal),
        cmocka_unit_test(other_seeds_are_refused),
        cmocka_unit_test(keys_are_little_endian),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
