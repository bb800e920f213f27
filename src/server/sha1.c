/* SHA-1 of short texts. */
#include "sha1.h"

#include <string.h>

static uint32_t rotate(uint32_t word, int by) {
    return word << by | word >> (32 - by);
}

static void add_block(uint32_t sum[5], const uint8_t block[64]) {
    uint32_t word[80];
    for (int i = 0; i < 16; i++)
        word[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
                  (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 80; i++)
        word[i] = rotate(word[i - 3] ^ word[i - 8] ^ word[i - 14] ^ word[i - 16], 1);
    uint32_t a = sum[0], b = sum[1], c = sum[2], d = sum[3], e = sum[4];
    for (int i = 0; i < 80; i++) {
        uint32_t mixed, constant;
        if (i < 20) {
            mixed = (b & c) | (~b & d);
            constant = 0x5a827999;
        } else if (i < 40) {
            mixed = b ^ c ^ d;
            constant = 0x6ed9eba1;
        } else if (i < 60) {
            mixed = (b & c) | (b & d) | (c & d);
            constant = 0x8f1bbcdc;
        } else {
            mixed = b ^ c ^ d;
            constant = 0xca62c1d6;
        }
        uint32_t next = rotate(a, 5) + mixed + e + constant + word[i];
        e = d;
        d = c;
        c = rotate(b, 30);
        b = a;
        a = next;
    }
    sum[0] += a;
    sum[1] += b;
    sum[2] += c;
    sum[3] += d;
    sum[4] += e;
}

void sr_sha1(const void *bytes, size_t count, uint8_t hash[SR_SHA1_BYTES]) {
    uint32_t sum[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    uint8_t block[128] = {0};
    if (count > SR_SHA1_MOST)
        count = SR_SHA1_MOST;
    memcpy(block, bytes, count);
    block[count] = 0x80;
    size_t blocks = count < 56 ? 1 : 2;
    block[64 * blocks - 2] = (uint8_t)(count * 8 >> 8);
    block[64 * blocks - 1] = (uint8_t)(count * 8);
    for (size_t i = 0; i < blocks; i++)
        add_block(sum, block + 64 * i);
    for (int i = 0; i < 20; i++)
        hash[i] = (uint8_t)(sum[i / 4] >> (24 - 8 * (i % 4)));
}
