/* What systems differ in. See system.h. */
#define _GNU_SOURCE      /* NOLINT(bugprone-reserved-identifier): pipe2(), syscall(), madvise() */
#define _DARWIN_C_SOURCE /* NOLINT(bugprone-reserved-identifier): the same on macOS */
#include "bots/system.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/random.h>
#include <sys/syscall.h>
#endif

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

bool sr_system_pipe(int end[2]) {
#ifdef __linux__
    return pipe2(end, O_CLOEXEC) == 0;
#else
    /* a program that another thread starts in between inherits them: the best there is here */
    return pipe(end) == 0 && fcntl(end[0], F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(end[1], F_SETFD, FD_CLOEXEC) == 0;
#endif
}

bool sr_system_close_from(int first) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, (unsigned)first, ~0U, 0U) == 0)
        return true;
#endif
    /* an older kernel, or another system */
    struct rlimit most;
    if (getrlimit(RLIMIT_NOFILE, &most) != 0)
        return false;
    for (rlim_t file = (rlim_t)first; file < most.rlim_cur; file++)
        close((int)file);
    return true;
}

void *sr_system_map(size_t bytes) {
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
#ifdef MADV_NOHUGEPAGE
    madvise(memory, bytes, MADV_NOHUGEPAGE);
#endif
    return memory;
}

void sr_system_unmap(void *memory, size_t bytes) {
    munmap(memory, bytes);
}

bool sr_system_draw(void *bytes, size_t count) {
#ifdef __linux__
    return getrandom(bytes, count, 0) == (ssize_t)count;
#else
    arc4random_buf(bytes, count);
    return true;
#endif
}

double sr_system_load(void) {
    double load;
    return getloadavg(&load, 1) == 1 ? load : 0;
}

bool sr_system_sync(int file) {
#ifdef __linux__
    return fdatasync(file) == 0;
#else
    return fsync(file) == 0;
#endif
}
