/* A library to be loaded before the server (LD_PRELOAD), so that the deals and what bots draw are
 * the same in every run of a test. Whatever libsodium would draw is counted out from the number in
 * a small file (DEALS): a test writes its own number there and has its own games. Ids and codes are
 * words and are drawn elsewhere: they stay unlike any others. */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* As the tests write it. A server that is started again goes on counting. */
struct deal {
    uint64_t number;
    _Atomic uint64_t drawn;
};

void randombytes_buf(void *bytes, size_t count);

static struct deal *deal;

/* Before the server confines itself. */
__attribute__((constructor)) static void find_deal(void) {
    const char *path = getenv("DEALS");
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *map =
        fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *deal, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd >= 0)
        close(fd);
    if (map != MAP_FAILED)
        deal = map;
}

/* SplitMix64 */
static uint64_t mixed(uint64_t word) {
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
    return word ^ (word >> 31);
}

/* Where there is no such file nothing may look as if it had been drawn. */
void randombytes_buf(void *bytes, size_t count) {
    if (!deal)
        abort();
    uint64_t word = mixed(deal->number) + atomic_fetch_add(&deal->drawn, 1);
    for (size_t done = 0; done < count; done += sizeof word) {
        word = mixed(word + 0x9e3779b97f4a7c15u);
        size_t part = count - done < sizeof word ? count - done : sizeof word;
        memcpy((unsigned char *)bytes + done, &word, part);
    }
}
