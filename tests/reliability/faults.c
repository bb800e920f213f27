/* A library to be loaded before the server (LD_PRELOAD), which lets the tests break its world:
 * disks that are full or cannot be written, clocks that jump, and power cuts. What it does is read
 * from a small file that the tests change while the server runs (FAULTS_CONTROL); only files below
 * FAULTS_DATA are touched.
 *
 * For power cuts every file is copied to NAME.durable whenever it is synced: what those copies hold
 * is all that a machine without power is sure to find again. */
#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): syscall(), open64() */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { MOST_FILES = 256, PATH_ROOM = 512 };

/* As the tests write it. */
struct control {
    int32_t write_error; /* errno of every write; 0: none */
    int32_t sync_error;
    int32_t copy_synced; /* keep what is durable */
    int32_t passed;       /* seconds by which all clocks are ahead, as if that time had passed */
    int64_t clock_offset; /* seconds by which the calendar alone is wrong */
};

static char paths[MOST_FILES][PATH_ROOM];

static const volatile struct control *control(void) {
    static const struct control none;
    static const volatile struct control *found;
    const char *path = getenv("FAULTS_CONTROL");
    if (found || !path)
        return found ? found : &none;
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
    void *map = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof none, PROT_READ, MAP_SHARED, fd, 0);
    if (fd >= 0)
        syscall(SYS_close, fd);
    if (map == MAP_FAILED)
        return &none;
    return found = map;
}

static void note(int fd, const char *path) {
    const char *data = getenv("FAULTS_DATA");
    if (fd < 0 || fd >= MOST_FILES)
        return;
    bool ours = data && strncmp(path, data, strlen(data)) == 0;
    snprintf(paths[fd], PATH_ROOM, "%s", ours ? path : "");
}

static bool is_ours(int fd) {
    return fd >= 0 && fd < MOST_FILES && paths[fd][0];
}

static bool write_fails(int fd) {
    int32_t code = is_ours(fd) ? control()->write_error : 0;
    errno = code ? code : errno;
    return code != 0;
}

/* ---- files ---- */

static int open_noted(const char *path, int flags, mode_t mode) {
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    note(fd, path);
    return fd;
}

int open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    return open_noted(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    return open_noted(path, flags, mode);
}

int close(int fd) {
    if (fd >= 0 && fd < MOST_FILES)
        paths[fd][0] = '\0';
    return (int)syscall(SYS_close, fd);
}

ssize_t write(int fd, const void *bytes, size_t count) {
    return write_fails(fd) ? -1 : syscall(SYS_write, fd, bytes, count);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
    return write_fails(fd) ? -1 : syscall(SYS_pwrite64, fd, bytes, count, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
    return write_fails(fd) ? -1 : syscall(SYS_pwrite64, fd, bytes, count, at);
}

/* Files may become shorter on a full disk, but not longer. */
static bool truncate_fails(int fd, int64_t length) {
    struct stat now;
    return is_ours(fd) && fstat(fd, &now) == 0 && length > now.st_size && write_fails(fd);
}

int ftruncate(int fd, off_t length) {
    return truncate_fails(fd, length) ? -1 : (int)syscall(SYS_ftruncate, fd, length);
}

int ftruncate64(int fd, off64_t length) {
    return truncate_fails(fd, length) ? -1 : (int)syscall(SYS_ftruncate, fd, length);
}

/* ---- what is durable ---- */

static void copy_synced(int fd) {
    char half[PATH_ROOM + 16], whole[PATH_ROOM + 16];
    snprintf(half, sizeof half, "%s.half", paths[fd]);
    snprintf(whole, sizeof whole, "%s.durable", paths[fd]);
    int to =
        (int)syscall(SYS_openat, AT_FDCWD, half, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    char block[1 << 16];
    ssize_t got = -1;
    for (off_t at = 0; to >= 0 && (got = pread(fd, block, sizeof block, at)) > 0; at += got)
        if (syscall(SYS_write, to, block, (size_t)got) != got)
            break;
    if (to >= 0)
        syscall(SYS_close, to);
    if (got == 0) /* a copy that a kill cut short is never used */
        syscall(SYS_renameat, AT_FDCWD, half, AT_FDCWD, whole);
}

/* What is deleted stays deleted: file systems keep their own journal. */
int unlink(const char *path) {
    const char *data = getenv("FAULTS_DATA");
    char whole[PATH_ROOM + 16];
    if (data && strncmp(path, data, strlen(data)) == 0 &&
        (size_t)snprintf(whole, sizeof whole, "%s.durable", path) < sizeof whole)
        syscall(SYS_unlinkat, AT_FDCWD, whole, 0);
    return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

static int sync_file(int fd, long call) {
    int32_t code = is_ours(fd) ? control()->sync_error : 0;
    if (code) {
        errno = code;
        return -1;
    }
    if (is_ours(fd) && control()->copy_synced) {
        /* the copy stands for the disk: it is complete when the call returns, as a sync is */
        copy_synced(fd);
        return 0;
    }
    return (int)syscall(call, fd);
}

int fsync(int fd) {
    return sync_file(fd, SYS_fsync);
}

int fdatasync(int fd) {
    return sync_file(fd, SYS_fdatasync);
}

/* ---- clocks ---- */

int clock_gettime(clockid_t clock, struct timespec *now) {
    int code = (int)syscall(SYS_clock_gettime, clock, now);
    bool calendar = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    if (code == 0 && (calendar || clock == CLOCK_MONOTONIC))
        now->tv_sec += control()->passed;
    if (code == 0 && calendar)
        now->tv_sec += control()->clock_offset;
    return code;
}

time_t time(time_t *into) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (into)
        *into = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict into, void *restrict zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    into->tv_sec = now.tv_sec;
    into->tv_usec = now.tv_nsec / 1000;
    return 0;
}
