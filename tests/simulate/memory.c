/* Memory that runs out: the linker puts these in the place of the allocator for everything that is
 * linked into the simulator. One allocation fails where it is told to, while a host takes an input,
 * and at no other time. */
#include "world.h"

#include <stdlib.h>

static int left = -1; /* allocations until one fails; -1: none does */
static bool failed;

void memory_fails_in(int allocations) {
    left = allocations;
    failed = false;
}

bool memory_is_back(void) {
    left = -1;
    return failed;
}

static bool fails(void) {
    if (left < 0 || left-- > 0)
        return false;
    failed = true;
    return true;
}

/* NOLINTBEGIN(bugprone-reserved-identifier): the names that the linker wants */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_malloc(size_t size) {
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size) {
    return fails() ? NULL : __real_realloc(memory, size);
}
/* NOLINTEND(bugprone-reserved-identifier) */
