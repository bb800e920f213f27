/* The list of bots, and the reading of their names. */
#include "bots/bots.h"

#include <string.h>

static const struct sr_bot_kind *const kinds[] = {
    &sr_random_bot, &sr_greedy_bot, &sr_search_bot, &sr_novice_bot,
    &sr_fair_bot,   &sr_strong_bot, &sr_master_bot,
};

const struct sr_bot_kind *sr_bot_kind_at(int index) {
    int count = (int)(sizeof kinds / sizeof kinds[0]);
    return index >= 0 && index < count ? kinds[index] : NULL;
}

struct sr_bot sr_bot_of(const struct sr_bot_kind *kind) {
    struct sr_bot bot = {.kind = kind,
                         .iterations = kind->iterations,
                         .milliseconds = kind->milliseconds,
                         .slips = kind->slips};
    strncpy(bot.name, kind->name, sizeof bot.name - 1);
    return bot;
}

/* "1000" or "500ms", up to nine digits, more than nothing. */
static bool read_budget(struct sr_bot *bot, const char *text, size_t length) {
    bool timed = length > 2 && !memcmp(text + length - 2, "ms", 2);
    size_t digits = timed ? length - 2 : length;
    uint64_t number = 0;
    if (digits < 1 || digits > 9)
        return false;
    for (size_t i = 0; i < digits; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        number = 10 * number + (uint64_t)(text[i] - '0');
    }
    bot->iterations = timed ? 0 : number;
    bot->milliseconds = timed ? (uint32_t)number : 0;
    return number > 0;
}

static bool refuse(const char *text, size_t length, struct sr_error *error) {
    char offer[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, offer, sizeof offer);
    for (int i = 0; sr_bot_kind_at(i); i++) {
        sr_put(&out, i ? ", " : "");
        sr_put(&out, kinds[i]->name);
        if (kinds[i]->takes_budget)
            sr_put(&out, ":1000, search:500ms");
    }
    sr_fail(error, SR_PROBLEM_UNKNOWN_BOT, "", offer, NULL);
    sr_error_set_arg(error, 0, text, length);
    return false;
}

bool sr_bot_read(struct sr_bot *bot, const char *text, size_t length, struct sr_error *error) {
    const char *colon = memchr(text, ':', length);
    size_t word = colon ? (size_t)(colon - text) : length;
    for (int i = 0; sr_bot_kind_at(i) && length < SR_BOT_NAME_BYTES; i++) {
        const struct sr_bot_kind *kind = kinds[i];
        if (strlen(kind->name) != word || memcmp(kind->name, text, word))
            continue;
        struct sr_bot made = sr_bot_of(kind);
        if (kind->takes_budget != (colon != NULL) ||
            (colon && !read_budget(&made, colon + 1, length - word - 1)))
            break;
        memcpy(made.name, text, length);
        made.name[length] = '\0';
        *bot = made;
        return true;
    }
    return refuse(text, length, error);
}
