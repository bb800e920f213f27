/* Secrets, ids and the cleaning of what people write. */
#include "server.h"

#include <sodium.h>
#include <string.h>

bool sr_guard_open(void) {
    return sodium_init() >= 0;
}

void sr_random_bytes(void *bytes, size_t count) {
    randombytes_buf(bytes, count);
}

void sr_random_word(char *word, size_t size) {
    static const char letters[] = "abcdefghjkmnpqrstuvwxyz23456789";
    for (size_t i = 0; i + 1 < size; i++)
        word[i] = letters[randombytes_uniform(sizeof letters - 1)];
    word[size - 1] = '\0';
}

void sr_token_write(const uint8_t token[SR_TOKEN_BYTES], char text[2 * SR_TOKEN_BYTES + 1]) {
    sodium_bin2hex(text, 2 * SR_TOKEN_BYTES + 1, token, SR_TOKEN_BYTES);
}

bool sr_token_read(const char *text, size_t length, uint8_t token[SR_TOKEN_BYTES]) {
    size_t bytes = 0;
    return length == 2 * SR_TOKEN_BYTES &&
           sodium_hex2bin(token, SR_TOKEN_BYTES, text, length, NULL, &bytes, NULL) == 0 &&
           bytes == SR_TOKEN_BYTES;
}

void sr_token_hash(const uint8_t token[SR_TOKEN_BYTES], uint8_t hash[SR_TOKEN_HASH_BYTES]) {
    crypto_generichash(hash, SR_TOKEN_HASH_BYTES, token, SR_TOKEN_BYTES, NULL, 0);
}

bool sr_password_hash(const char *password, char hash[SR_PASSWORD_BYTES]) {
    _Static_assert(SR_PASSWORD_BYTES >= crypto_pwhash_STRBYTES, "a hash fits");
    return crypto_pwhash_str_alg(hash, password, strlen(password), 2, 19 << 20,
                                 crypto_pwhash_ALG_ARGON2ID13) == 0;
}

bool sr_password_fits(const char *password, const char *hash) {
    return crypto_pwhash_str_verify(hash, password, strlen(password)) == 0;
}

void sr_commitment(const uint8_t seed[SR_SEED_BYTES], const char *id, uint8_t hash[32]) {
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, 32);
    crypto_generichash_update(&state, seed, SR_SEED_BYTES);
    crypto_generichash_update(&state, (const unsigned char *)id, strlen(id));
    crypto_generichash_final(&state, hash, 32);
}

bool sr_same_origin(const char *origin, const char *host) {
    if (!origin || !host || !*host)
        return false;
    if (strncmp(origin, "http://", 7) == 0)
        return strcmp(origin + 7, host) == 0;
    return strncmp(origin, "https://", 8) == 0 && strcmp(origin + 8, host) == 0;
}
