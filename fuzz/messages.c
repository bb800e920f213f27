/* Any lines as messages on a socket, each in a frame as it should be, so that the fuzzer gets past
 * the framing: what each says is acted on, and answered in order. */
#include "server.h"

enum { MOST_MESSAGES = 12 };

static void send_message(int fd, const uint8_t *text, size_t length) {
    uint8_t head[8] = {0x81, (uint8_t)(0x80 | length)};
    size_t bytes = 6;
    if (length > 125) {
        head[1] = 0x80 | 126;
        head[2] = (uint8_t)(length >> 8);
        head[3] = (uint8_t)length;
        bytes = 8;
    }
    fuzz_send(fd, head, bytes); /* the mask is zero */
    fuzz_send(fd, text, length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint8_t last[] = "{\"type\":\"ping\",\"id\":4711}";
    static const char done[] = "{\"type\":\"pong\",\"id\":4711}";
    fuzz_open();
    int fd = fuzz_socket(), count = 0;
    const uint8_t *at = data, *end = data + size;
    for (; at < end && count < MOST_MESSAGES; count++) {
        const uint8_t *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        if (length <= SR_BODY_BYTES)
            send_message(fd, at, length);
        at += length + 1;
    }
    send_message(fd, last, sizeof last - 1);
    size_t length = 0;
    for (ssize_t got = 1; got > 0 && length < FUZZ_ANSWER_BYTES; length += (size_t)got) {
        fuzz_promise(fuzz_wait(fd, 20000), "messages are answered");
        got = recv(fd, fuzz_answer + length, FUZZ_ANSWER_BYTES - length, 0);
        if (got <= 0 || fuzz_read_frames(length + (size_t)got, done))
            break;
    }
    close(fd);
    return 0;
}
