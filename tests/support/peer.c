/* A small client of the server: HTTP by hand, frames by hand, nothing that is not needed.
 */
#include "peer.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HEAD_BYTES = 1024, FRAME_TEXT = 0x1, FRAME_CLOSE = 0x8, FRAME_PING = 0x9, FRAME_PONG = 0xa };

static int connect_to(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int on = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0) {
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        return fd;
    }
    if (fd >= 0)
        close(fd);
    return -1;
}

static bool send_all(int fd, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t sent = send(fd, bytes, count, MSG_NOSIGNAL);
        if (sent < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (sent <= 0)
            return false;
        bytes += sent;
        count -= (size_t)sent;
    }
    return true;
}

static int write_head(char *head, size_t size, int port, const struct person *person,
                      const char *method, const char *path) {
    uint32_t from = person ? person->number : 0;
    return snprintf(head, size,
                    "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n"
                    "X-Forwarded-For: 10.%u.%u.%u\r\n%s%s%s",
                    method, path, port, port, from >> 16 & 255, from >> 8 & 255, from & 255,
                    person && *person->cookie ? "Cookie: " : "", person ? person->cookie : "",
                    person && *person->cookie ? "\r\n" : "");
}

/* ---- requests ---- */

bool line_open(struct line *line, int port) {
    line->port = port;
    line->fd = connect_to(port);
    return line->fd >= 0;
}

void line_close(struct line *line) {
    close(line->fd);
}

static bool read_answer(struct line *line) {
    size_t length = 0, wanted = 0;
    line->body = NULL;
    while (!line->body || (size_t)(line->answer + length - line->body) < wanted) {
        ssize_t got = recv(line->fd, line->answer + length, sizeof line->answer - 1 - length, 0);
        if (got <= 0)
            return false;
        length += (size_t)got;
        line->answer[length] = '\0';
        char *end = line->body ? NULL : strstr(line->answer, "\r\n\r\n");
        if (!end)
            continue;
        line->body = end + 4;
        const char *announced = strstr(line->answer, "Content-Length: ");
        wanted = announced ? strtoul(announced + 16, NULL, 10) : 0;
    }
    line->status = atoi(line->answer + 9);
    return true;
}

bool line_ask(struct line *line, const struct person *person, const char *method, const char *path,
              const char *body) {
    char head[HEAD_BYTES + 4096];
    size_t body_length = body ? strlen(body) : 0;
    int length = write_head(head, HEAD_BYTES, line->port, person, method, path);
    length += snprintf(head + length, sizeof head - (size_t)length, "Content-Length: %zu\r\n\r\n%s",
                       body_length, body ? body : "");
    return send_all(line->fd, head, (size_t)length) && read_answer(line) && line->status < 300;
}

bool line_sign_in(struct line *line, struct person *person, uint32_t number) {
    char body[64];
    person->number = number;
    person->cookie[0] = '\0';
    snprintf(body, sizeof body, "{\"name\":\"Load %u\"}", number);
    if (!line_ask(line, person, "POST", "/api/v1/people", body))
        return false;
    const char *cookie = strstr(line->answer, "Set-Cookie: ");
    if (!cookie)
        return false;
    cookie += 12;
    snprintf(person->cookie, sizeof person->cookie, "%.*s", (int)strcspn(cookie, ";\r"), cookie);
    return true;
}

bool line_find(const struct line *line, const char *member, char *text, size_t size) {
    const char *at = strstr(line->body, member);
    if (!at)
        return false;
    at += strlen(member);
    size_t length = strcspn(at, "\"");
    if (length >= size)
        return false;
    memcpy(text, at, length);
    text[length] = '\0';
    return true;
}

/* ---- sockets ---- */

static bool reserve(struct peer *peer, size_t count) {
    if (peer->length + count <= peer->room)
        return true;
    size_t room = peer->room ? peer->room : 4096;
    while (room < peer->length + count)
        room *= 2;
    char *buffer = realloc(peer->buffer, room);
    if (!buffer)
        return false;
    peer->buffer = buffer;
    peer->room = room;
    return true;
}

static void forget(struct peer *peer, size_t count) {
    peer->length -= count;
    memmove(peer->buffer, peer->buffer + count, peer->length);
}

static bool shake_hands(struct peer *peer) {
    for (;;) {
        if (!reserve(peer, 2048))
            return false;
        ssize_t got = recv(peer->fd, peer->buffer + peer->length, 2047, 0);
        if (got <= 0)
            return false;
        peer->length += (size_t)got;
        peer->buffer[peer->length] = '\0';
        char *end = strstr(peer->buffer, "\r\n\r\n");
        if (!end)
            continue;
        bool upgraded = strncmp(peer->buffer, "HTTP/1.1 101", 12) == 0;
        forget(peer, (size_t)(end + 4 - peer->buffer));
        return upgraded;
    }
}

bool peer_open(struct peer *peer, int port, const struct person *person, const char *table,
               const char *query) {
    char head[HEAD_BYTES], path[128];
    snprintf(path, sizeof path, "/api/v1/tables/%s/socket%s", table, query);
    int length = write_head(head, sizeof head, port, person, "GET", path);
    length += snprintf(head + length, sizeof head - (size_t)length,
                       "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                       "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n");
    peer->length = 0;
    peer->fd = connect_to(port);
    if (peer->fd < 0)
        return false;
    if (!send_all(peer->fd, head, (size_t)length) || !shake_hands(peer)) {
        peer_close(peer);
        return false;
    }
    fcntl(peer->fd, F_SETFL, fcntl(peer->fd, F_GETFL) | O_NONBLOCK);
    return true;
}

void peer_close(struct peer *peer) {
    if (peer->fd >= 0)
        close(peer->fd);
    peer->fd = -1;
    free(peer->buffer);
    peer->buffer = NULL;
    peer->length = peer->room = 0;
}

bool peer_read(struct peer *peer) {
    for (;;) {
        if (!reserve(peer, 4096))
            return false;
        size_t room = peer->room - peer->length;
        ssize_t got = recv(peer->fd, peer->buffer + peer->length, room, 0);
        if (got > 0)
            peer->length += (size_t)got;
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
            return false;
        if (got < 0 || (size_t)got < room)
            return true;
    }
}

static bool send_frame(struct peer *peer, int opcode, const char *text, size_t length) {
    char frame[4200];
    size_t head = 2;
    if (length > 4096)
        return false;
    frame[0] = (char)(0x80 | opcode);
    if (length < 126) {
        frame[1] = (char)(0x80 | length);
    } else {
        frame[1] = (char)(0x80 | 126);
        frame[2] = (char)(length >> 8);
        frame[3] = (char)length;
        head = 4;
    }
    memset(frame + head, 0, 4); /* a mask of zeros leaves the text as it is */
    memcpy(frame + head + 4, text, length);
    return send_all(peer->fd, frame, head + 4 + length);
}

bool peer_send(struct peer *peer, const char *text, size_t length) {
    return send_frame(peer, FRAME_TEXT, text, length);
}

/* Length of the head and of the text of the frame at `at`; false: it is not there yet. */
static bool measure(const char *at, size_t length, size_t *head, size_t *text) {
    const unsigned char *bytes = (const unsigned char *)at;
    if (length < 2)
        return false;
    *head = (bytes[1] & 127) == 127 ? 10 : (bytes[1] & 127) == 126 ? 4 : 2;
    if (length < *head)
        return false;
    *text = bytes[1] & 127;
    if (*head > 2)
        *text = 0;
    for (size_t i = 2; i < *head; i++)
        *text = *text << 8 | bytes[i];
    return length >= *head + *text;
}

const char *peer_next(struct peer *peer, bool *closed) {
    static char *message;
    static size_t message_room;
    size_t head, text;
    while (measure(peer->buffer, peer->length, &head, &text)) {
        int opcode = peer->buffer[0] & 15;
        if (text + 1 > message_room) {
            char *larger = realloc(message, 2 * text + 1);
            if (!larger)
                break;
            message = larger;
            message_room = 2 * text + 1;
        }
        memcpy(message, peer->buffer + head, text);
        message[text] = '\0';
        forget(peer, head + text);
        if (opcode == FRAME_TEXT)
            return message;
        if (opcode == FRAME_PING)
            send_frame(peer, FRAME_PONG, message, text);
        if (opcode == FRAME_CLOSE) {
            *closed = true;
            break;
        }
    }
    /* what is left is little: idle sockets should cost the measuring side nothing */
    if (peer->length == 0) {
        free(peer->buffer);
        peer->buffer = NULL;
        peer->room = 0;
    }
    return NULL;
}
