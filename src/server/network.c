/* Networks: of an IPv4 address the address itself, of an IPv6 address its /64, since whoever has
 * one address there has them all. */
#include "server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { PREFIX_BYTES = 8 };

void sr_network_name(const char *address, char network[SR_ADDRESS_BYTES]) {
    struct in6_addr found;
    char text[INET6_ADDRSTRLEN];
    if (inet_pton(AF_INET6, address, &found) != 1) {
        snprintf(network, SR_ADDRESS_BYTES, "%s", address);
        return;
    }
    if (IN6_IS_ADDR_V4MAPPED(&found)) {
        inet_ntop(AF_INET, found.s6_addr + 12, network, SR_ADDRESS_BYTES);
        return;
    }
    memset(found.s6_addr + PREFIX_BYTES, 0, sizeof found.s6_addr - PREFIX_BYTES);
    inet_ntop(AF_INET6, &found, text, sizeof text);
    snprintf(network, SR_ADDRESS_BYTES, "%s/64", text);
}

uint64_t sr_network_hash(const struct sr_server *server, const char *network) {
    _Static_assert(SR_KEY_BYTES == crypto_shorthash_KEYBYTES, "the key of a hash");
    uint8_t hash[crypto_shorthash_BYTES];
    uint64_t number;
    crypto_shorthash(hash, (const uint8_t *)network, strlen(network), server->network_key);
    memcpy(&number, hash, sizeof number);
    /* 0 is for those of whom nothing is known; SQLite's numbers have a sign */
    return (number >> 1) + (number >> 1 == 0);
}
