/* The list of bots. */
#include "bots/bots.h"

#include <string.h>

static const struct sr_bot *const bots[] = {&sr_bot_random, &sr_bot_greedy};

const struct sr_bot *sr_bot_at(int index) {
    int count = (int)(sizeof bots / sizeof bots[0]);
    return index >= 0 && index < count ? bots[index] : NULL;
}

const struct sr_bot *sr_bot_find(const char *name, size_t length) {
    for (int i = 0; sr_bot_at(i); i++)
        if (strlen(bots[i]->name) == length && !memcmp(bots[i]->name, name, length))
            return bots[i];
    return NULL;
}
