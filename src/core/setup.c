/* Setting up: seats, options one by one or as a line, presets, and the version of the rules. */
#include "game.h"

#include <string.h>

void sr_setup_init(const struct sr_game *game, struct sr_setup *setup) {
    memset(setup, 0, sizeof *setup);
    for (int i = 0; i < game->option_count; i++)
        setup->options[i] = game->options[i].standard;
    setup->rules = (uint8_t)game->rules;
}

uint8_t sr_option_unsaid(const struct sr_option *option) {
    return option->changed ? option->unsaid : option->standard;
}

void sr_setup_unsaid(const struct sr_game *game, struct sr_setup *setup) {
    sr_setup_init(game, setup);
    for (int i = 0; i < game->option_count; i++)
        setup->options[i] = sr_option_unsaid(&game->options[i]);
}

static bool is_word(const char *text, size_t length, const char *word) {
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

static int find_option(const struct sr_game *game, const char *name, size_t length) {
    int option = 0;
    while (option < game->option_count && !is_word(name, length, game->options[option].name))
        option++;
    return option;
}

static bool fail_option_value(const struct sr_option *option, const char *value, size_t length,
                              int seats, struct sr_error *error) {
    char offer[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, offer, sizeof offer);
    sr_domain_offer(&out, option->of, seats);
    sr_fail(error, SR_PROBLEM_OPTION_VALUE, option->name, "", offer, NULL);
    sr_error_set_arg(error, 1, value, length);
    return false;
}

bool sr_setup_option(const struct sr_game *game, struct sr_setup *setup, const char *name,
                     size_t name_length, const char *value, size_t value_length,
                     struct sr_error *error) {
    int found = find_option(game, name, name_length);
    if (found < game->option_count) {
        const struct sr_option *option = &game->options[found];
        int64_t stored;
        if (!sr_domain_read(option->of, value, value_length, game->seats_max, &stored))
            return fail_option_value(option, value, value_length, game->seats_max, error);
        setup->options[found] = (uint8_t)stored;
        return true;
    }
    char list[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, list, sizeof list);
    for (int i = 0; i < game->option_count; i++) {
        sr_put(&out, i ? ", " : "");
        sr_put(&out, game->options[i].name);
    }
    sr_fail(error, SR_PROBLEM_UNKNOWN_OPTION, game->name, "", game->option_count ? list : "-",
            NULL);
    sr_error_set_arg(error, 1, name, name_length);
    return false;
}

/* ---- versions and presets ---- */

bool sr_setup_rules(const struct sr_game *game, struct sr_setup *setup, int64_t rules,
                    struct sr_error *error) {
    if (rules < 1 || rules > game->rules)
        return sr_fail(error, SR_PROBLEM_RULES, sr_digits(rules).text, game->name,
                       sr_digits(game->rules).text, NULL);
    setup->rules = (uint8_t)rules;
    return true;
}

static bool read_rules(const struct sr_game *game, struct sr_setup *setup, const char *text,
                       size_t length, struct sr_error *error) {
    const struct sr_domain versions = SR_DOMAIN_NUMBER("rules", 1, UINT8_MAX);
    int64_t rules = 0;
    if (sr_domain_read(&versions, text, length, 0, &rules))
        return sr_setup_rules(game, setup, rules, error);
    sr_fail(error, SR_PROBLEM_RULES, "", game->name, sr_digits(game->rules).text, NULL);
    sr_error_set_arg(error, 0, text, length);
    return false;
}

bool sr_setup_preset(const struct sr_game *game, struct sr_setup *setup, const char *name,
                     size_t length, struct sr_error *error) {
    char list[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, list, sizeof list);
    for (int i = 0; i < sr_preset_count(game); i++) {
        const struct sr_preset *preset = &game->presets->list[i];
        if (strlen(preset->name) == length && memcmp(preset->name, name, length) == 0)
            return sr_setup_options(game, setup, preset->options, error);
        sr_put(&out, i ? ", " : "");
        sr_put(&out, preset->name);
    }
    sr_fail(error, SR_PROBLEM_UNKNOWN_PRESET, game->name, "", sr_preset_count(game) ? list : "-",
            NULL);
    sr_error_set_arg(error, 1, name, length);
    return false;
}

/* ---- a line of options ---- */

bool sr_setup_options(const struct sr_game *game, struct sr_setup *setup, const char *text,
                      struct sr_error *error) {
    uint64_t given = 0;
    for (bool first = true; *text; first = false) {
        size_t length = strcspn(text, ",");
        const char *equals = memchr(text, '=', length);
        if (!equals) {
            sr_fail(error, SR_PROBLEM_OPTION_FORM, "", NULL);
            sr_error_set_arg(error, 0, text, length);
            return false;
        }
        size_t name = (size_t)(equals - text), rest = length - name - 1;
        int option = find_option(game, text, name);
        bool preset = first && is_word(text, name, "preset");
        bool rules = is_word(text, name, "rules");
        if (preset  ? !sr_setup_preset(game, setup, equals + 1, rest, error)
            : rules ? !read_rules(game, setup, equals + 1, rest, error)
                    : !sr_setup_option(game, setup, text, name, equals + 1, rest, error))
            return false;
        /* the versions' bit lies beyond those of the options */
        if (!preset && given >> option & 1)
            return sr_fail(error, SR_PROBLEM_OPTION_TWICE,
                           rules ? "rules" : game->options[option].name, NULL);
        given |= preset ? 0 : UINT64_C(1) << option;
        text += length;
        if (*text && !*++text) /* a comma at the end */
            return sr_fail(error, SR_PROBLEM_OPTION_FORM, "", NULL);
    }
    return true;
}

bool sr_setup_check(const struct sr_game *game, const struct sr_setup *setup,
                    struct sr_error *error) {
    char text[32], range[32];
    struct sr_out out;
    struct sr_setup known = *setup;
    if (setup->rules && !sr_setup_rules(game, &known, setup->rules, error))
        return false;
    if (setup->seats < game->seats_min || setup->seats > game->seats_max) {
        sr_out_open(&out, text, sizeof text);
        sr_put_number(&out, setup->seats);
        sr_out_open(&out, range, sizeof range);
        sr_put_number(&out, game->seats_min);
        if (game->seats_max != game->seats_min) {
            sr_put_char(&out, '-');
            sr_put_number(&out, game->seats_max);
        }
        return sr_fail(error, SR_PROBLEM_SEATS, text, game->name, range, NULL);
    }
    for (int i = 0; i < game->option_count; i++)
        if (!sr_domain_holds(game->options[i].of, setup->options[i], setup->seats)) {
            sr_out_open(&out, text, sizeof text);
            sr_put_number(&out, setup->options[i] + game->options[i].of->base);
            return fail_option_value(&game->options[i], text, strlen(text), setup->seats, error);
        }
    const struct sr_text *clash = game->refuse ? game->refuse(setup) : NULL;
    if (clash)
        return sr_fail(error, SR_PROBLEM_OPTIONS_CLASH, clash->in[SR_EN], clash->in[SR_RU], NULL);
    return true;
}
