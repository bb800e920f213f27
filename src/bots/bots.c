/* The list of bots, and the reading of their names. */
#include "bots/bots.h"

#include "bots/search.h"

#include <stddef.h>
#include <string.h>

/* Those for the tables of people come first. */
static const struct sr_bot_kind *const kinds[] = {
    &sr_random_bot, &sr_greedy_bot, &sr_search_bot,  &sr_novice_bot, &sr_fair_bot,
    &sr_strong_bot, &sr_master_bot, &sr_command_bot, &sr_hunch_bot,  &sr_peek_bot,
};
enum { KINDS = sizeof kinds / sizeof kinds[0], DIGITS = 9, MOST_MEGABYTES = 1 << 20 };

static const struct {
    const char *sign;
    size_t at;
} settings[] = {
    {"/explore=", offsetof(struct sr_bot_settings, explore)},
    {"/playout=", offsetof(struct sr_bot_settings, playout)},
    {"/points=", offsetof(struct sr_bot_settings, points)},
    {"/look=", offsetof(struct sr_bot_settings, look)},
    {"/width=", offsetof(struct sr_bot_settings, width)},
    {"/others=", offsetof(struct sr_bot_settings, others)},
    {"/hunch=", offsetof(struct sr_bot_settings, hunch)},
    {"/heedless=", offsetof(struct sr_bot_settings, heedless)},
};
enum { SETTINGS = sizeof settings / sizeof settings[0] };

const struct sr_bot_kind *sr_bot_kind_at(int index) {
    return index >= 0 && index < KINDS && kinds[index]->place == SR_BOTS_AT_TABLES ? kinds[index]
                                                                                   : NULL;
}

struct sr_bot sr_bot_of(const struct sr_bot_kind *kind) {
    struct sr_bot bot = {.kind = kind,
                         .iterations = kind->iterations,
                         .milliseconds = kind->milliseconds,
                         .megabytes = kind->megabytes,
                         .threads = 1,
                         .settings = {-1, -1, -1, -1, -1, -1, -1, -1},
                         .slips = kind->slips};
    strncpy(bot.name, kind->name, sizeof bot.name - 1);
    return bot;
}

/* A whole number above nothing; moves `text` past it. */
static bool read_number(const char **text, const char *end, uint64_t *number) {
    const char *at = *text;
    *number = 0;
    for (; at < end && *at >= '0' && *at <= '9'; at++)
        if (at - *text < DIGITS)
            *number = 10 * *number + (uint64_t)(*at - '0');
    bool fits = at > *text && at - *text <= DIGITS && *number > 0;
    *text = at;
    return fits;
}

/* A number of at least 0, such as 0.25; moves `text` past it. */
static bool read_decimal(const char **text, const char *end, float *number) {
    const char *at = *text, *point = NULL;
    double value = 0, unit = 1;
    for (; at < end && ((*at >= '0' && *at <= '9') || (*at == '.' && !point)); at++)
        if (*at == '.')
            point = at;
        else if (point)
            value += (unit /= 10) * (*at - '0');
        else
            value = 10 * value + (*at - '0');
    bool fits = at > *text && point != *text && point != at - 1 && at - *text <= DIGITS;
    *number = (float)value;
    *text = at;
    return fits;
}

static bool read_word(const char **text, const char *end, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(end - *text) < length || memcmp(*text, word, length))
        return false;
    *text += length;
    return true;
}

/* "/explore=0.5/look=20", with "/weights=FILE" last. */
static bool read_settings(struct sr_bot *bot, const char *name, const char **text,
                          const char *end) {
    while (*text < end) {
        if (read_word(text, end, "/weights=")) {
            bot->weights_at = (uint8_t)(*text - name);
            return *text < end;
        }
        int i = 0;
        while (i < SETTINGS && !read_word(text, end, settings[i].sign))
            i++;
        if (i == SETTINGS)
            return false;
        void *number = (char *)&bot->settings + settings[i].at;
        if (!read_decimal(text, end, number))
            return false;
    }
    return true;
}

/* "1000", "500ms", "500ms@2", in the laboratory with settings. */
static bool read_budget(enum sr_bots_place place, struct sr_bot *bot, const char *name,
                        const char *text, const char *end) {
    uint64_t number, threads = 1;
    if (!read_number(&text, end, &number))
        return false;
    bool timed = read_word(&text, end, "ms");
    bot->iterations = timed ? 0 : number;
    bot->milliseconds = timed ? (uint32_t)number : 0;
    if (read_word(&text, end, "@") &&
        (!read_number(&text, end, &threads) || threads > SR_SEARCH_THREADS))
        return false;
    bot->threads = (int)threads;
    return text == end || (place == SR_BOTS_IN_LABORATORY && read_settings(bot, name, &text, end));
}

/* "500ms:", "2000mb:" in front of a command, then the command: anything that is not blank. */
static bool read_command(struct sr_bot *bot, const char *name, const char *text, const char *end) {
    for (;;) {
        const char *at = text;
        uint64_t number;
        if (!read_number(&at, end, &number))
            break;
        if (read_word(&at, end, "ms:"))
            bot->milliseconds = (uint32_t)number;
        else if (read_word(&at, end, "mb:") && number <= MOST_MEGABYTES)
            bot->megabytes = (uint32_t)number;
        else
            break;
        text = at;
    }
    bot->command_at = (uint8_t)(text - name);
    for (const char *at = text; at < end; at++)
        if ((unsigned char)*at > ' ')
            return !memchr(text, '\0', (size_t)(end - text));
    return false;
}

static bool refuse(enum sr_bots_place place, const char *text, size_t length,
                   struct sr_error *error) {
    char offer[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, offer, sizeof offer);
    for (int i = 0; i < KINDS; i++) {
        const struct sr_bot_kind *kind = kinds[i];
        if (kind->place > place)
            continue;
        sr_put(&out, i ? ", " : "");
        sr_put(&out, kind->name);
        sr_put(&out, kind->takes_budget ? ":1000" : kind->is_program ? ":COMMAND" : "");
        if (kind == &sr_search_bot)
            sr_put(&out, ", search:500ms, search:500ms@2");
        for (int k = 0; k < SETTINGS && kind == &sr_peek_bot; k++) {
            sr_put(&out, settings[k].sign);
            sr_put(&out, "1");
        }
        sr_put(&out, kind == &sr_peek_bot ? "/weights=FILE" : "");
    }
    sr_fail(error, SR_PROBLEM_UNKNOWN_BOT, "", offer, NULL);
    sr_error_set_arg(error, 0, text, length);
    return false;
}

/* What follows the colon. */
static bool read_rest(enum sr_bots_place place, struct sr_bot *bot, const char *text,
                      const char *colon, const char *end) {
    if (bot->kind->takes_budget)
        return colon && read_budget(place, bot, text, colon + 1, end);
    if (bot->kind->is_program)
        return colon && read_command(bot, text, colon + 1, end);
    return !colon;
}

bool sr_bot_read_at(enum sr_bots_place place, struct sr_bot *bot, const char *text, size_t length,
                    struct sr_error *error) {
    const char *colon = memchr(text, ':', length);
    size_t word = colon ? (size_t)(colon - text) : length;
    for (int i = 0; i < KINDS && length < SR_BOT_NAME_BYTES; i++) {
        const struct sr_bot_kind *kind = kinds[i];
        if (kind->place > place || strlen(kind->name) != word || memcmp(kind->name, text, word))
            continue;
        struct sr_bot made = sr_bot_of(kind);
        if (!read_rest(place, &made, text, colon, text + length))
            break;
        memcpy(made.name, text, length);
        made.name[length] = '\0';
        *bot = made;
        return true;
    }
    return refuse(place, text, length, error);
}

bool sr_bot_read(struct sr_bot *bot, const char *text, size_t length, struct sr_error *error) {
    return sr_bot_read_at(SR_BOTS_AT_TABLES, bot, text, length, error);
}
