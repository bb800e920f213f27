/* The flags that say how a table is to be set: game, seats, seed, options, bots. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

const struct sr_game *sr_wish_game(const char *name, struct sr_error *error) {
    const struct sr_game *game = sr_game_find(name);
    if (game)
        return game;
    char games[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, games, sizeof games);
    for (int i = 0; sr_game_at(i); i++) {
        sr_put(&out, i ? ", " : "");
        sr_put(&out, sr_game_at(i)->name);
    }
    sr_fail(error, SR_PROBLEM_UNKNOWN_GAME, name, games, NULL);
    return NULL;
}

bool sr_flag_number(const struct sr_call *call, enum sr_flag flag, int64_t low, int64_t high,
                    int64_t preset, int64_t *number, struct sr_error *error) {
    const char *text = call->value[flag];
    *number = preset;
    if (!text)
        return true;
    size_t digits = strspn(text, "0123456789");
    if (digits > 0 && digits < 19 && !text[digits]) {
        *number = strtoll(text, NULL, 10);
        if (*number >= low && *number <= high)
            return true;
    }
    char offer[64];
    struct sr_out out;
    sr_out_open(&out, offer, sizeof offer);
    sr_phrase_say(&out, call->lang, SR_SAY_NUMBER_FROM_TO, sr_digits(low).text,
                  sr_digits(high).text, NULL);
    return sr_fail(error, SR_PROBLEM_FLAG_VALUE, sr_flag_kinds[flag].name, text, offer, NULL);
}

bool sr_wish_draw_seed(struct sr_wish *wish, struct sr_error *error) {
    uint32_t number;
    if (getrandom(&number, sizeof number, 0) != sizeof number)
        return sr_fail(error, SR_PROBLEM_READ, "getrandom", "", NULL);
    struct sr_out out;
    sr_out_open(&out, wish->seed, sizeof wish->seed);
    sr_put_number(&out, number);
    sr_seed_number(number, wish->setup.seed);
    wish->drawn = true;
    return true;
}

static bool read_seed(const char *text, struct sr_wish *wish, struct sr_error *error) {
    size_t length = strlen(text);
    if (length >= sizeof wish->seed || !sr_seed_parse(text, length, wish->setup.seed))
        return sr_fail(error, SR_PROBLEM_SEED, text, NULL);
    memcpy(wish->seed, text, length + 1);
    return true;
}

/* The number of the option in the game, or -1. */
static int option_number(const struct sr_game *game, const char *name, size_t length) {
    for (int i = 0; i < game->option_count; i++)
        if (strlen(game->options[i].name) == length &&
            memcmp(game->options[i].name, name, length) == 0)
            return i;
    return -1;
}

static bool read_options(const char *text, struct sr_wish *wish, struct sr_error *error) {
    uint32_t given = 0;
    while (*text) {
        size_t length = strcspn(text, ",");
        const char *equals = memchr(text, '=', length);
        if (!equals) {
            sr_fail(error, SR_PROBLEM_OPTION_FORM, "", NULL);
            sr_error_set_arg(error, 0, text, length);
            return false;
        }
        size_t name_length = (size_t)(equals - text);
        if (!sr_setup_option(wish->game, &wish->setup, text, name_length, equals + 1,
                             length - name_length - 1, error))
            return false;
        int option = option_number(wish->game, text, name_length);
        if (option >= 0 && given >> option & 1)
            return sr_fail(error, SR_PROBLEM_OPTION_TWICE, wish->game->options[option].name, NULL);
        if (option >= 0)
            given |= UINT32_C(1) << option;
        text += length;
        if (*text == ',' && !text[1])
            return sr_fail(error, SR_PROBLEM_OPTION_FORM, "", NULL);
        text += *text == ',';
    }
    return true;
}

bool sr_wish_read(const struct sr_call *call, const struct sr_game *game, int seats,
                  struct sr_wish *wish, struct sr_error *error) {
    memset(wish, 0, sizeof *wish);
    wish->game = game;
    sr_setup_init(game, &wish->setup);
    int64_t number;
    if (!sr_flag_number(call, SR_FLAG_SEATS, game->seats_min, game->seats_max, seats, &number,
                        error))
        return false;
    wish->setup.seats = (uint8_t)number;
    if (call->value[SR_FLAG_OPTIONS] && !read_options(call->value[SR_FLAG_OPTIONS], wish, error))
        return false;
    const char *seed = call->value[SR_FLAG_SEED];
    if (seed ? !read_seed(seed, wish, error) : !sr_wish_draw_seed(wish, error))
        return false;
    return sr_setup_check(game, &wish->setup, error);
}

static const struct sr_bot *find_bot(const char *name, size_t length, struct sr_error *error) {
    const struct sr_bot *bot = sr_bot_find(name, length);
    if (bot)
        return bot;
    char bots[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, bots, sizeof bots);
    for (int i = 0; sr_bot_at(i); i++) {
        sr_put(&out, i ? ", " : "");
        sr_put(&out, sr_bot_at(i)->name);
    }
    sr_fail(error, SR_PROBLEM_UNKNOWN_BOT, "", bots, NULL);
    sr_error_set_arg(error, 0, name, length);
    return NULL;
}

bool sr_wish_bots(const struct sr_call *call, const char *preset, int seats, int person,
                  const struct sr_bot *bot[SR_MAX_SEATS], struct sr_error *error) {
    const char *text = call->value[SR_FLAG_BOTS] ? call->value[SR_FLAG_BOTS] : preset;
    const struct sr_bot *named[SR_MAX_SEATS] = {NULL};
    int count = 0;
    const char *at = text;
    for (;; at++) {
        size_t length = strcspn(at, ",");
        const struct sr_bot *found = find_bot(at, length, error);
        if (!found)
            return false;
        if (count < SR_MAX_SEATS)
            named[count] = found;
        count++;
        at += length;
        if (!*at)
            break;
    }
    /* a person needs no bot, so who names the bots alone has said enough */
    bool bots_alone = person >= 0 && count == seats - 1;
    if (count != 1 && count != seats && !bots_alone) {
        char offer[64];
        struct sr_out out;
        sr_out_open(&out, offer, sizeof offer);
        sr_phrase_say(&out, call->lang, SR_SAY_ONE_BOT_OR, sr_digits(seats).text, NULL);
        return sr_fail(error, SR_PROBLEM_FLAG_VALUE, sr_flag_kinds[SR_FLAG_BOTS].name, text, offer,
                       NULL);
    }
    for (int seat = 0, next = 0; seat < seats; seat++) {
        if (seat == person && (bots_alone || count == 1))
            continue;
        bot[seat] = named[count == 1 ? 0 : next++];
    }
    if (person >= 0)
        bot[person] = NULL;
    return true;
}
