/* The list of bots, and the reading of their names. */
#include "bots/bots.h"

#include "bots/problems.h"
#include "bots/search.h"

#include <stddef.h>
#include <string.h>

/* Those for the tables of people come first. */
static const struct sr_bot_kind *const kinds[] = {
    &sr_random_bot, &sr_greedy_bot, &sr_search_bot,  &sr_novice_bot, &sr_fair_bot,
    &sr_strong_bot, &sr_master_bot, &sr_command_bot, &sr_hunch_bot,  &sr_peek_bot,
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

#define MOST_NUMBER "999999999" /* of iterations, of milliseconds, of anything that has no end */
enum { MOST_MEGABYTES = 1 << 20, MOST_SLIPS = 2 };
enum { WRONG = 1 }; /* which argument of a problem quotes what is wrong in the name of a bot */

/* The settings of a search: numbers, whole ones or not, within bounds. */
static const struct setting {
    const char *name;
    size_t at;
    const char *least, *most;
    bool whole;
} settings[] = {
    {"explore", offsetof(struct sr_bot_settings, explore), "0", MOST_NUMBER, false},
    {"playout", offsetof(struct sr_bot_settings, playout), "0", MOST_NUMBER, true},
    {"points", offsetof(struct sr_bot_settings, points), "0.001", MOST_NUMBER, false},
    {"look", offsetof(struct sr_bot_settings, look), "0", MOST_NUMBER, false},
    {"width", offsetof(struct sr_bot_settings, width), "0", MOST_NUMBER, false},
    {"others", offsetof(struct sr_bot_settings, others), "0", MOST_NUMBER, false},
    {"hunch", offsetof(struct sr_bot_settings, hunch), "0", "1", true},
    {"heedless", offsetof(struct sr_bot_settings, heedless), "0", "1", true},
    {"net", offsetof(struct sr_bot_settings, net), "0", "1", true},
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
                         .settings = {-1, -1, -1, -1, -1, -1, -1, -1, -1},
                         .slips = kind->slips};
    strncpy(bot.name, kind->name, sizeof bot.name - 1);
    return bot;
}

/* ---- numbers and words ---- */

/* A number of at least 0, such as 0.25; moves `text` past it. */
static bool read_decimal(const char **text, double *number) {
    const char *at = *text, *point = NULL;
    double unit = 1;
    *number = 0;
    for (; (*at >= '0' && *at <= '9') || (*at == '.' && !point); at++)
        if (*at == '.')
            point = at;
        else if (point)
            *number += (unit /= 10) * (*at - '0');
        else
            *number = 10 * *number + (*at - '0');
    bool is_number = at > *text && point != *text && point != at - 1;
    *text = at;
    return is_number;
}

/* A number up to its end, or up to one of the signs that may follow; within bounds. */
static bool read_bounded(const char **text, const char *least, const char *most, bool whole,
                         const char *signs, double *number) {
    const char *start = *text;
    double low, high;
    read_decimal(&least, &low);
    read_decimal(&most, &high);
    return read_decimal(text, number) && *number >= low && *number <= high &&
           !(whole && memchr(start, '.', (size_t)(*text - start))) &&
           (!**text || strchr(signs, **text));
}

static bool read_word(const char **text, const char *word) {
    size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0)
        return false;
    *text += length;
    return true;
}

/* A word that has little to do with what was given is no help. */
static bool is_near(const struct sr_suggestion *suggestion) {
    return suggestion->distance <= MOST_SLIPS &&
           (size_t)suggestion->distance < strlen(suggestion->given) / 2;
}

/* ---- settings of a search ---- */

static bool refuse_setting(const struct sr_bot *bot, const char *text, struct sr_error *error) {
    char given[SR_BOT_NAME_BYTES], offer[SR_ERROR_ARG_BYTES];
    struct sr_suggestion suggestion = {.given = given};
    struct sr_out out;
    sr_out_open(&out, given, sizeof given);
    sr_put_bytes(&out, text, strcspn(text, "=/"));
    sr_out_open(&out, offer, sizeof offer);
    for (int i = 0; i < SETTINGS; i++) {
        sr_suggest(&suggestion, settings[i].name);
        sr_put(&out, settings[i].name);
        sr_put(&out, ", ");
    }
    sr_suggest(&suggestion, "weights");
    sr_put(&out, "weights");
    if (!is_near(&suggestion))
        return sr_fail(error, SR_PROBLEM_UNKNOWN_SETTING, bot->name, given, offer, NULL);
    return sr_fail(error, SR_PROBLEM_NEAR_SETTING, bot->name, given, suggestion.nearest, offer,
                   NULL);
}

static bool refuse_value(const struct setting *setting, const char *value, struct sr_error *error) {
    sr_fail(error, setting->whole ? SR_PROBLEM_SETTING_WHOLE : SR_PROBLEM_SETTING_NUMBER,
            setting->name, "", setting->least, setting->most, NULL);
    sr_error_set_arg(error, WRONG, value, strcspn(value, "/"));
    return false;
}

/* "/explore=0.5/look=20", with "/weights=FILE" last. */
static bool read_settings(struct sr_bot *bot, const char *text, struct sr_error *error) {
    while (read_word(&text, "/")) {
        if (read_word(&text, "weights=")) {
            bot->weights_at = (uint8_t)(text - bot->name);
            return *text || sr_fail(error, SR_PROBLEM_SETTING_WEIGHTS, bot->name, NULL);
        }
        size_t length = strcspn(text, "=/");
        const struct setting *setting = settings;
        while (setting < settings + SETTINGS &&
               (strlen(setting->name) != length || memcmp(setting->name, text, length) != 0))
            setting++;
        if (setting == settings + SETTINGS)
            return refuse_setting(bot, text, error);
        text += length;
        read_word(&text, "=");
        const char *value = text;
        double number;
        if (!read_bounded(&text, setting->least, setting->most, setting->whole, "/", &number))
            return refuse_value(setting, value, error);
        void *place = (char *)&bot->settings + setting->at;
        *(float *)place = (float)number;
    }
    return true;
}

/* ---- what follows the colon ---- */

/* The name of the bot, what is wrong in it, the kind, the largest number: a problem of those. */
static bool refuse_number(const struct sr_bot *bot, const struct sr_problem *problem,
                          const char *wrong, size_t length, const char *most,
                          struct sr_error *error) {
    sr_fail(error, problem, bot->name, "", bot->kind->name, most, NULL);
    sr_error_set_arg(error, WRONG, wrong, length);
    return false;
}

/* "1000", "500ms", "500ms@2", in the laboratory with settings. */
static bool read_budget(enum sr_bots_place place, struct sr_bot *bot, const char *text,
                        struct sr_error *error) {
    const char *at = text;
    double number, threads = 1;
    bool fits = read_bounded(&at, "1", MOST_NUMBER, true, "m@/", &number);
    bool timed = read_word(&at, "ms");
    if (!fits || (*at && *at != '@' && *at != '/'))
        return refuse_number(bot, SR_PROBLEM_BOT_BUDGET, text, strcspn(text, "@/"), MOST_NUMBER,
                             error);
    bot->iterations = timed ? 0 : (uint64_t)number;
    bot->milliseconds = timed ? (uint32_t)number : 0;
    if (read_word(&at, "@")) {
        const char *wish = at;
        struct sr_digits most = sr_digits(SR_SEARCH_THREADS);
        if (!read_bounded(&at, "1", most.text, true, "/", &threads))
            return refuse_number(bot, SR_PROBLEM_BOT_THREADS, wish, strcspn(wish, "/"), most.text,
                                 error);
    }
    bot->threads = (int)threads;
    if (!*at || place == SR_BOTS_IN_LABORATORY)
        return read_settings(bot, at, error);
    sr_fail(error, SR_PROBLEM_BOT_NO_SETTINGS, "", at, NULL);
    sr_error_set_arg(error, 0, bot->name, (size_t)(at - bot->name));
    return false;
}

/* "500ms:", "2000mb:" in front of a command, then the command: anything that is not blank. */
static bool read_command(struct sr_bot *bot, const char *text, struct sr_error *error) {
    struct sr_digits most = sr_digits(MOST_MEGABYTES);
    for (;;) {
        const char *unit = text + strspn(text, "0123456789"), *at = text;
        double number;
        bool time = strncmp(unit, "ms:", 3) == 0, memory = strncmp(unit, "mb:", 3) == 0;
        if (unit == text || (!time && !memory))
            break;
        if (!read_bounded(&at, "1", time ? MOST_NUMBER : most.text, true, "m", &number)) {
            sr_fail(error, SR_PROBLEM_BOT_LIMIT, bot->name, "", MOST_NUMBER, most.text, NULL);
            sr_error_set_arg(error, WRONG, text, strcspn(text, ":"));
            return false;
        }
        *(time ? &bot->milliseconds : &bot->megabytes) = (uint32_t)number;
        text = strchr(unit, ':') + 1;
    }
    bot->command_at = (uint8_t)(text - bot->name);
    for (; *text; text++)
        if ((unsigned char)*text > ' ')
            return true;
    return sr_fail(error, SR_PROBLEM_BOT_COMMAND, bot->name, NULL);
}

/* `text`: what follows the colon; NULL if there is none. */
static bool read_rest(enum sr_bots_place place, struct sr_bot *bot, const char *text,
                      struct sr_error *error) {
    if (bot->kind->takes_budget)
        return read_budget(place, bot, text ? text : "", error);
    if (bot->kind->is_program)
        return read_command(bot, text ? text : "", error);
    return !text || sr_fail(error, SR_PROBLEM_BOT_TAKES_NOTHING, bot->name, bot->kind->name, NULL);
}

/* ---- names ---- */

static const struct sr_bot_kind *find_kind(enum sr_bots_place place, const char *name,
                                           size_t length) {
    for (int i = 0; i < KINDS; i++)
        if (kinds[i]->place <= place && strlen(kinds[i]->name) == length &&
            memcmp(kinds[i]->name, name, length) == 0)
            return kinds[i];
    return NULL;
}

static void put_example(struct sr_out *out, const struct sr_bot_kind *kind) {
    sr_put(out, kind->name);
    sr_put(out, kind->takes_budget ? ":1000" : kind->is_program ? ":COMMAND" : "");
}

/* The kind whose name is nearly `word`; none for the name of a kind that is not at this place. */
static const struct sr_bot_kind *nearest_kind(enum sr_bots_place place, const char *word) {
    struct sr_suggestion suggestion = {.given = word};
    if (find_kind(SR_BOTS_IN_LABORATORY, word, strlen(word)))
        return NULL;
    for (int i = 0; i < KINDS; i++)
        if (kinds[i]->place <= place)
            sr_suggest(&suggestion, kinds[i]->name);
    return is_near(&suggestion) ? find_kind(place, suggestion.nearest, strlen(suggestion.nearest))
                                : NULL;
}

static bool refuse_name(enum sr_bots_place place, const char *name, struct sr_error *error) {
    char word[SR_BOT_NAME_BYTES], perhaps[SR_BOT_NAME_BYTES], offer[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, offer, sizeof offer);
    for (int i = 0; i < KINDS; i++) {
        if (kinds[i]->place > place)
            continue;
        sr_put(&out, i ? ", " : "");
        put_example(&out, kinds[i]);
        if (kinds[i] == &sr_search_bot)
            sr_put(&out, ", search:500ms, search:500ms@2");
    }
    sr_out_open(&out, word, sizeof word);
    sr_put_bytes(&out, name, strcspn(name, ":"));
    const struct sr_bot_kind *near = nearest_kind(place, word);
    if (!near)
        return sr_fail(error, SR_PROBLEM_UNKNOWN_BOT, name, offer, NULL);
    sr_out_open(&out, perhaps, sizeof perhaps);
    const char *rest = strchr(name, ':');
    if (rest && (near->takes_budget || near->is_program)) {
        sr_put(&out, near->name);
        sr_put(&out, rest);
    } else {
        put_example(&out, near);
    }
    return sr_fail(error, SR_PROBLEM_NEAR_BOT, name, perhaps, offer, NULL);
}

bool sr_bot_read_at(enum sr_bots_place place, struct sr_bot *bot, const char *text, size_t length,
                    struct sr_error *error) {
    char name[SR_BOT_NAME_BYTES] = "";
    if (length >= sizeof name) {
        sr_fail(error, SR_PROBLEM_BOT_NAME_LONG, "", sr_digits(SR_BOT_NAME_BYTES - 1).text, NULL);
        sr_error_set_arg(error, 0, text, length);
        return false;
    }
    memcpy(name, text, length);
    size_t word = strcspn(name, ":");
    const struct sr_bot_kind *kind = find_kind(place, name, word);
    if (!kind || strlen(name) < length)
        return refuse_name(place, name, error);
    struct sr_bot made = sr_bot_of(kind);
    memcpy(made.name, name, sizeof name);
    if (!read_rest(place, &made, made.name[word] ? made.name + word + 1 : NULL, error))
        return false;
    *bot = made;
    return true;
}

bool sr_bot_read(struct sr_bot *bot, const char *text, size_t length, struct sr_error *error) {
    return sr_bot_read_at(SR_BOTS_AT_TABLES, bot, text, length, error);
}
