/* Names, random words and commitments, without the libraries that a server has for them; and what a
 * house for one person does not need: limits, counters, passwords. */
#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): getentropy() */
#include "engine.h"

#include "bots/bots.h"
#include "store/name.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

int64_t sr_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 + 1; /* above 0 */
}

/* ---- chance ---- */

enum { MOST_ENTROPY = 256 }; /* bytes at a time */

void sr_random_bytes(void *bytes, size_t count) {
    for (size_t done = 0; done < count;) {
        size_t part = count - done < MOST_ENTROPY ? count - done : MOST_ENTROPY;
        if (getentropy((unsigned char *)bytes + done, part) != 0)
            __builtin_trap(); /* a browser without chance deals no cards */
        done += part;
    }
}

void sr_random_word(char *word, size_t size) {
    static const char letters[] = "abcdefghjkmnpqrstuvwxyz23456789";
    enum { LETTERS = sizeof letters - 1, EVEN = 256 / LETTERS * LETTERS };
    for (size_t i = 0; i + 1 < size;) {
        uint8_t byte;
        sr_random_bytes(&byte, 1);
        if (byte < EVEN)
            word[i++] = letters[byte % LETTERS];
    }
    word[0] = SR_HOUSE_MARK; /* no server's words begin so */
    word[size - 1] = '\0';
}

/* ---- commitments: BLAKE2b-256 of a seed and an id, which fit into one block (RFC 7693) ---- */

enum { WORDS = 16, ROUNDS = 12, BLOCK = 128, HASH = 32 };

static const uint64_t start[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

/* Which words of the block each round mixes in; the last two rounds are the first two again. */
static const uint8_t order[10][WORDS] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint64_t turn(uint64_t word, int by) {
    return word >> by | word << (64 - by);
}

static void mix(uint64_t v[WORDS], const uint8_t at[4], uint64_t x, uint64_t y) {
    uint64_t *a = &v[at[0]], *b = &v[at[1]], *c = &v[at[2]], *d = &v[at[3]];
    *a += *b + x;
    *d = turn(*d ^ *a, 32);
    *c += *d;
    *b = turn(*b ^ *c, 24);
    *a += *b + y;
    *d = turn(*d ^ *a, 16);
    *c += *d;
    *b = turn(*b ^ *c, 63);
}

/* Columns, then diagonals. */
static const uint8_t mixed[8][4] = {{0, 4, 8, 12},  {1, 5, 9, 13},  {2, 6, 10, 14}, {3, 7, 11, 15},
                                    {0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13},  {3, 4, 9, 14}};

static void hash_block(const uint8_t block[BLOCK], size_t length, uint8_t hash[HASH]) {
    uint64_t h[8], v[WORDS], m[WORDS];
    memcpy(h, start, sizeof h);
    h[0] ^= 0x01010000 ^ HASH;
    memcpy(v, h, sizeof h);
    memcpy(v + 8, start, sizeof start);
    memcpy(m, block, BLOCK); /* WebAssembly has the byte order that is wanted */
    v[12] ^= length;
    v[14] = ~v[14];
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < 8; i++)
            mix(v, mixed[i], m[order[round % 10][2 * i]], m[order[round % 10][2 * i + 1]]);
    for (int i = 0; i < 8; i++)
        h[i] ^= v[i] ^ v[i + 8];
    memcpy(hash, h, HASH);
}

void sr_commitment(const uint8_t seed[SR_SEED_BYTES], const char *id, uint8_t hash[32]) {
    uint8_t block[BLOCK] = {0};
    _Static_assert(SR_SEED_BYTES + SR_TABLE_ID_BYTES <= BLOCK, "one block");
    size_t length = strnlen(id, SR_TABLE_ID_BYTES - 1);
    memcpy(block, seed, SR_SEED_BYTES);
    memcpy(block + SR_SEED_BYTES, id, length);
    hash_block(block, SR_SEED_BYTES + length, hash);
}

/* ---- names ---- */

/* Letters that cannot be seen, or move others about. */
static const struct {
    uint32_t low, high;
} unseen[] = {
    {0x0000, 0x001f}, {0x007f, 0x00a0}, {0x00ad, 0x00ad}, {0x115f, 0x1160},    {0x1680, 0x1680},
    {0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x2000, 0x200f}, {0x2028, 0x202f},    {0x205f, 0x206f},
    {0x2800, 0x2800}, {0x3000, 0x3000}, {0x3164, 0x3164}, {0xd800, 0xf8ff},    {0xfe00, 0xfe0f},
    {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff0, 0xffff}, {0xe0000, 0x10ffff},
};

static bool is_seen(uint32_t letter) {
    for (size_t i = 0; i < sizeof unseen / sizeof unseen[0]; i++)
        if (letter >= unseen[i].low && letter <= unseen[i].high)
            return false;
    return true;
}

/* Of a text that was read as JSON, and so is UTF-8. */
static uint32_t next_letter(const char **text) {
    const unsigned char *byte = (const unsigned char *)*text;
    int more = byte[0] >= 0xf0 ? 3 : byte[0] >= 0xe0 ? 2 : byte[0] >= 0xc0 ? 1 : 0;
    uint32_t letter = more ? byte[0] & (0x3fu >> more) : byte[0];
    for (int i = 1; i <= more; i++)
        letter = letter << 6 | (byte[i] & 0x3fu);
    *text += more + 1;
    return letter;
}

bool sr_name_read(const char *text, char name[SR_NAME_BYTES]) {
    size_t length = strlen(text);
    uint32_t before = ' ';
    if (length >= SR_NAME_BYTES)
        return false;
    for (const char *at = text; *at;) {
        uint32_t letter = next_letter(&at);
        bool space = letter == ' ';
        if ((space && before == ' ') || !is_seen(letter) || letter == (uint32_t)*SR_NAME_MARK)
            return false;
        before = letter;
    }
    memcpy(name, text, length + 1);
    return before != ' ';
}

/* ---- what one person alone does not need ---- */

bool sr_limits_allow(struct sr_limits *limits, const char *network, enum sr_rate rate) {
    (void)limits;
    (void)network;
    (void)rate;
    return true;
}

bool sr_limits_allow_person(struct sr_limits *limits, int64_t person, enum sr_rate rate) {
    (void)limits;
    (void)person;
    (void)rate;
    return true;
}

bool sr_limits_may_guess(struct sr_limits *limits, int64_t account) {
    (void)limits;
    (void)account;
    return true;
}

void sr_limits_count_guess(struct sr_limits *limits, int64_t account) {
    (void)limits;
    (void)account;
}

bool sr_may_chat(struct sr_server *server, const struct sr_person *person, const char *network,
                 struct sr_error *error) {
    (void)server;
    (void)person;
    (void)network;
    (void)error;
    return true;
}

void sr_count(enum sr_counter counter, int64_t by) {
    (void)counter;
    (void)by;
}

void sr_log_refusal(const char *address, const char *why) {
    (void)address;
    (void)why;
}

void sr_token_hash(const uint8_t token[SR_TOKEN_BYTES], uint8_t hash[SR_TOKEN_HASH_BYTES]) {
    memcpy(hash, token, SR_TOKEN_HASH_BYTES);
}

void sr_token_write(const uint8_t token[SR_TOKEN_BYTES], char text[2 * SR_TOKEN_BYTES + 1]) {
    (void)token;
    text[0] = '\0';
}

/* NOLINTBEGIN(readability-non-const-parameter): as the server declares them */
/* house.c refuses every password before it comes here. */
bool sr_password_hash(const char *password, char hash[SR_PASSWORD_BYTES]) {
    (void)password;
    (void)hash;
    return false;
}

bool sr_password_fits(const char *password, const char *hash) {
    (void)password;
    (void)hash;
    return false;
}

enum sr_store_answer sr_store_find_claimed(struct sr_store *store, const char *name,
                                           struct sr_person *person,
                                           char password[SR_PASSWORD_BYTES]) {
    (void)store;
    (void)name;
    (void)person;
    (void)password;
    return SR_STORE_MISSING;
}

/* NOLINTEND(readability-non-const-parameter) */

enum sr_store_answer sr_store_add_token(struct sr_store *store, int64_t person,
                                        const uint8_t token_hash[SR_TOKEN_HASH_BYTES]) {
    (void)store;
    (void)person;
    (void)token_hash;
    return SR_STORE_BROKEN;
}

enum sr_store_answer sr_store_claim(struct sr_store *store, int64_t person, const char *password,
                                    struct sr_renamed *renamed) {
    (void)store;
    (void)person;
    (void)password;
    (void)renamed;
    return SR_STORE_BROKEN;
}

enum sr_store_answer sr_store_set_password(struct sr_store *store, int64_t person,
                                           const char *password, const uint8_t *kept) {
    (void)store;
    (void)person;
    (void)password;
    (void)kept;
    return SR_STORE_BROKEN;
}

enum sr_store_answer sr_store_list_ratings(struct sr_store *store, const char *game, int most,
                                           sr_store_each_rating *each, void *context) {
    (void)store;
    (void)game;
    (void)most;
    (void)each;
    (void)context;
    return SR_STORE_DONE;
}

void sr_store_note_seen(struct sr_store *store, int64_t person, uint64_t network, int64_t now) {
    (void)store;
    (void)person;
    (void)network;
    (void)now;
}

void sr_store_audit(struct sr_store *store, const struct sr_audit *line) {
    (void)store;
    (void)line;
}

void sr_store_complaint(struct sr_store *store, char *text, size_t size) {
    (void)store;
    if (size > 0)
        text[0] = '\0';
}

int sr_sockets_dismiss(struct sr_sockets *sockets, const struct sr_dismissal *dismissal) {
    (void)sockets;
    (void)dismissal;
    return 0;
}

/* There are no programs to ask here, and the name is refused wherever bots are named. */
const struct sr_bot_kind sr_command_bot = {
    .name = "cmd", .title = SR_TEXT("", ""), .place = SR_BOTS_AT_HOME, .is_program = true};
