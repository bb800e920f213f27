/* Any bytes as what comes over a socket once hands are shaken. Whatever is said before it is closed
 * is JSON in whole frames, and closed it is when we stop. */
#include "server.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_open();
    int fd = fuzz_socket();
    fuzz_send(fd, data, size);
    size_t length = fuzz_receive(fd, 0, 1);
    shutdown(fd, SHUT_WR);
    length = fuzz_receive(fd, length, 10000);
    fuzz_read_frames(length, "");
    char byte;
    fuzz_promise(length == FUZZ_ANSWER_BYTES || recv(fd, &byte, 1, MSG_DONTWAIT) == 0,
                 "a socket that is left is closed");
    close(fd);
    return 0;
}
