/* SHA-1, for the handshake of WebSockets, which asks for it; not for secrets. */
#ifndef SR_SHA1_H
#define SR_SHA1_H

#include <stddef.h>
#include <stdint.h>

enum { SR_SHA1_BYTES = 20, SR_SHA1_MOST = 119 };

/* Of at most SR_SHA1_MOST bytes. */
void sr_sha1(const void *bytes, size_t count, uint8_t hash[SR_SHA1_BYTES]);

#endif
