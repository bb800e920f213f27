/* Any bytes as what comes over a connection, to a whole server: heads, cookies, queries, bodies.
 * Whatever is answered is a whole answer, and its JSON is JSON. */
#include "server.h"

#include <netinet/in.h>

/* Each input comes from an address of its own, so that the limits for one do not end the fuzzing.
 */
static int connect_from(uint32_t number) {
    struct sockaddr_in from = {.sin_family = AF_INET}, to = from;
    const char *port = strrchr(fuzz_address, ':');
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    from.sin_addr.s_addr = htonl(0x7f000000 | (2 + number % 0xfffff0));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons((uint16_t)atoi(port + 1));
    /* gone without waiting: thousands of connections a second would use up all ports */
    struct linger now = {1, 0};
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    if (bind(fd, (struct sockaddr *)&from, sizeof from) == 0 &&
        connect(fd, (struct sockaddr *)&to, sizeof to) == 0)
        return fd;
    close(fd);
    return -1;
}

/* What HEAD asks for is announced and not sent. Empty lines before a request are passed over. */
static bool asks_for_head(const uint8_t *data, size_t size) {
    while (size > 0 && (*data == '\r' || *data == '\n'))
        data++, size--;
    return size >= 5 && memcmp(data, "HEAD ", 5) == 0;
}

static void check_answer(size_t length, bool bodiless) {
    if (length == 0)
        return;
    fuzz_promise(strncmp(fuzz_answer, "HTTP/1.", 7) == 0, "an answer begins as one");
    int status = atoi(fuzz_answer + 9);
    fuzz_promise(status >= 100 && status < 600 && status != 500, "an answer has a status");
    const char *body = strstr(fuzz_answer, "\r\n\r\n"), *type, *said;
    fuzz_promise(body != NULL, "an answer has a head");
    type = strstr(fuzz_answer, "Content-Type: application/json");
    said = strstr(fuzz_answer, "Content-Length: ");
    if (bodiless || !type || type > body || !said || said > body)
        return;
    size_t announced = strtoul(said + 16, NULL, 10);
    if (announced > 0 && announced <= length - (size_t)(body + 4 - fuzz_answer))
        fuzz_expect_json(body + 4, announced);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint32_t number;
    fuzz_open();
    int fd = connect_from(number++);
    if (fd < 0)
        return 0;
    fuzz_send(fd, data, size);
    /* a request that is not whole gets no answer: then there is nothing to wait for */
    bool whole = false;
    for (size_t i = 0; i + 4 <= size && !whole; i++)
        whole = memcmp(data + i, "\r\n\r\n", 4) == 0;
    check_answer(fuzz_receive(fd, 0, whole ? 20 : 1), asks_for_head(data, size));
    close(fd);
    return 0;
}
