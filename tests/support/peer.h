/* A small client of the server, for measuring and for listening: requests one after another on one
 * connection, and sockets that read and write without waiting. Loopback only. */
#ifndef LOAD_PEER_H
#define LOAD_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { COOKIE_BYTES = 80, TABLE_BYTES = 16, CODE_BYTES = 16 };

/* A connection for requests. */
struct line {
    int fd, port;
    char answer[1 << 16]; /* the last one: head and body, ended by a zero byte */
    const char *body;
    int status;
};

bool line_open(struct line *line, int port);
void line_close(struct line *line);
/* Asks and waits. `person` sends the cookie, and the number of an invented address, so that the
 * limits for each address hold as if everybody came from elsewhere. */
struct person {
    uint32_t number;
    char cookie[COOKIE_BYTES];
};
bool line_ask(struct line *line, const struct person *person, const char *method, const char *path,
              const char *body);
bool line_sign_in(struct line *line, struct person *person, uint32_t number);
/* The text of a member such as "id":"..." in the last answer. */
bool line_find(const struct line *line, const char *member, char *text, size_t size);

/* A socket of a table. */
struct peer {
    int fd;
    uint32_t table; /* which one, by the caller's count */
    char *buffer;
    size_t length, room;
};

/* Shakes hands, waiting for it; reads and writes do not wait afterwards. `query` is "" or "?..." */
bool peer_open(struct peer *peer, int port, const struct person *person, const char *table,
               const char *query);
void peer_close(struct peer *peer);
/* Reads what has come. False: the other side is gone. */
bool peer_read(struct peer *peer);
/* The next whole message, or NULL. It is valid until the next call; pings are answered. */
const char *peer_next(struct peer *peer, bool *closed);
bool peer_send(struct peer *peer, const char *text, size_t length);

#endif
