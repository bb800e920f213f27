#include "keeper.h"

#include "bots/system.h"
#include "cli/problems.h"
#include "server/problems.h"
#include "store/problems.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Often enough that little is lost with the machine, seldom enough that games do not wait for it.
 */
static const double seconds_between_syncs = 1;

double sr_seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool sr_keeper_open(struct sr_keeper *keeper, struct sr_error *error) {
    struct stat about;
    keeper->made = access(keeper->path, F_OK) != 0;
    keeper->file = open(keeper->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (keeper->file < 0 || fstat(keeper->file, &about))
        return sr_fail_system(error, SR_PROBLEM_WRITE, keeper->path, errno);
    if (!S_ISREG(about.st_mode))
        return sr_fail(error, SR_PROBLEM_NOT_PLAIN, keeper->path, NULL);
    if (lockf(keeper->file, F_TLOCK, 0))
        return sr_fail(error, SR_PROBLEM_KEEP_BUSY, keeper->path, NULL);
    return true;
}

void sr_keeper_close(struct sr_keeper *keeper) {
    struct stat about;
    if (keeper->file < 0)
        return;
    if (keeper->made && fstat(keeper->file, &about) == 0 && about.st_size == 0)
        unlink(keeper->path);
    close(keeper->file);
    keeper->file = -1;
}

bool sr_keeper_read(const struct sr_keeper *keeper, char **text, size_t *length,
                    struct sr_error *error) {
    size_t room = 1 << 16;
    *text = sr_need(NULL, room);
    *length = 0;
    for (;;) {
        ssize_t got = read(keeper->file, *text + *length, room - *length);
        if (got < 0)
            return sr_fail_system(error, SR_PROBLEM_READ, keeper->path, errno);
        if (got == 0)
            return true;
        *length += (size_t)got;
        if (*length == room)
            *text = sr_need(*text, room *= 2);
    }
}

bool sr_keeper_cut(const struct sr_keeper *keeper, size_t whole, struct sr_error *error) {
    return ftruncate(keeper->file, (off_t)whole) == 0 ||
           sr_fail_system(error, SR_PROBLEM_WRITE, keeper->path, errno);
}

static bool write_all(int file, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t wrote = write(file, bytes, length);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        bytes += wrote;
        length -= (size_t)wrote;
    }
    return true;
}

/* What is written survives the program; only what is on the disk survives the machine. */
static bool sync_file(struct sr_keeper *keeper) {
    keeper->synced = sr_seconds_now();
    return sr_system_sync(keeper->file);
}

bool sr_keeper_write(struct sr_keeper *keeper, const void *bytes, size_t length) {
    bool due = sr_seconds_now() - keeper->synced >= seconds_between_syncs;
    if (write_all(keeper->file, bytes, length) && (!due || sync_file(keeper)))
        return true;
    keeper->trouble = errno;
    return false;
}

bool sr_keeper_sync(struct sr_keeper *keeper, struct sr_error *error) {
    if (keeper->file >= 0 && !keeper->trouble && !sync_file(keeper))
        keeper->trouble = errno;
    return !keeper->trouble ||
           sr_fail_system(error, SR_PROBLEM_WRITE, keeper->path, keeper->trouble);
}
