/* Reading a configuration file. */
#include "config.h"
#include "server/problems.h"

#include <stddef.h>
#include <string.h>

enum kind { TEXT, NUMBER, YES, NO };

static const struct setting {
    const char *name;
    enum kind kind;
    size_t at;
    int64_t low, high;
} settings[] = {
    {"listen", TEXT, offsetof(struct sr_config, listen), 0, 0},
    {"data", TEXT, offsetof(struct sr_config, data), 0, 0},
    {"store", TEXT, offsetof(struct sr_config, store), 0, 0},
    {"web", TEXT, offsetof(struct sr_config, web), 0, 0},
    {"proxy", TEXT, offsetof(struct sr_config, proxy), 0, 0},
    {"grace", NUMBER, offsetof(struct sr_config, grace), 1, 86400},
    {"bot_threads", NUMBER, offsetof(struct sr_config, bot_threads), 1, 16},
    {"bots_at_visitors", YES, offsetof(struct sr_config, bots_at_visitors), 0, 0},
    {"confine", NO, offsetof(struct sr_config, unconfined), 0, 0},
};
enum { SETTINGS = sizeof settings / sizeof settings[0] };

struct part {
    const char *at;
    size_t length;
};

static struct part trim(struct part part) {
    while (part.length > 0 && strchr(" \t\r", part.at[0])) {
        part.at++;
        part.length--;
    }
    while (part.length > 0 && strchr(" \t\r", part.at[part.length - 1]))
        part.length--;
    return part;
}

static bool is_word(struct part part, const char *word) {
    return part.length == strlen(word) && memcmp(part.at, word, part.length) == 0;
}

static bool fail_line(const char *names, struct part part, struct sr_error *error) {
    sr_fail(error, SR_PROBLEM_CONFIG_LINE, "", names, NULL);
    sr_error_set_arg(error, 0, part.at, part.length);
    return false;
}

static const struct setting *find_setting(struct part name) {
    for (int i = 0; i < SETTINGS; i++)
        if (is_word(name, settings[i].name))
            return &settings[i];
    return NULL;
}

static bool read_number(struct part value, int64_t low, int64_t high, int64_t *number) {
    *number = 0;
    if (value.length == 0 || value.length > 9)
        return false;
    for (size_t i = 0; i < value.length; i++) {
        if (value.at[i] < '0' || value.at[i] > '9')
            return false;
        *number = 10 * *number + (value.at[i] - '0');
    }
    return *number >= low && *number <= high;
}

static bool read_value(const struct setting *setting, struct part value, struct sr_config *config,
                       struct sr_error *error) {
    char *place = (char *)config + setting->at;
    if (setting->kind == NUMBER) {
        int64_t number;
        char limits[64];
        struct sr_out out;
        if (read_number(value, setting->low, setting->high, &number)) {
            memcpy(place, &number, sizeof number);
            return true;
        }
        sr_out_open(&out, limits, sizeof limits);
        sr_put_number(&out, setting->low);
        sr_put(&out, "..");
        sr_put_number(&out, setting->high);
        sr_fail(error, SR_PROBLEM_FLAG_VALUE, setting->name, "", limits, NULL);
    } else if (setting->kind == YES || setting->kind == NO) {
        bool set = is_word(value, setting->kind == YES ? "yes" : "no");
        if (set || is_word(value, setting->kind == YES ? "no" : "yes")) {
            memcpy(place, &set, sizeof set);
            return true;
        }
        sr_fail(error, SR_PROBLEM_FLAG_VALUE, setting->name, "", "yes, no", NULL);
    } else {
        if (value.length > 0 && value.length < SR_CONFIG_TEXT_BYTES &&
            !memchr(value.at, '\0', value.length)) {
            memcpy(place, value.at, value.length);
            place[value.length] = '\0';
            return true;
        }
        sr_fail(error, SR_PROBLEM_FLAG_VALUE, setting->name, "", "1..1023", NULL);
    }
    sr_error_set_arg(error, 1, value.at, value.length);
    return false;
}

static bool read_line(struct part line, uint32_t *given, struct sr_config *config,
                      struct sr_error *error) {
    static const char names[] =
        "listen, data, store, web, proxy, grace, bot_threads, bots_at_visitors, confine";
    if (line.length == 0 || line.at[0] == '#')
        return true;
    const char *sign = memchr(line.at, '=', line.length);
    struct part name = {line.at, sign ? (size_t)(sign - line.at) : line.length};
    const struct setting *setting = sign ? find_setting(trim(name)) : NULL;
    if (!setting)
        return fail_line(names, line, error);
    uint32_t bit = 1u << (setting - settings);
    if (*given & bit)
        return sr_fail(error, SR_PROBLEM_FLAG_TWICE, setting->name, NULL);
    *given |= bit;
    struct part value = {sign + 1, line.length - name.length - 1};
    return read_value(setting, trim(value), config, error);
}

bool sr_config_read(const char *text, size_t length, struct sr_config *config,
                    struct sr_error *error) {
    uint32_t given = 0;
    int number = 1;
    memset(config, 0, sizeof *config);
    for (size_t at = 0; at < length; number++) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t count = end ? (size_t)(end - text) - at : length - at;
        if (!read_line(trim((struct part){text + at, count}), &given, config, error)) {
            error->line = number;
            return false;
        }
        at += count + 1;
    }
    return true;
}
