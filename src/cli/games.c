/* `serai games` and `serai rules`: what there is to play, and how. */
#include "games/games.h"
#include "cli.h"
#include "tell.h"

#include <string.h>

/* ---- games ---- */

static void write_games_json(struct sr_out *out, const void *context) {
    (void)context;
    sr_put(out, "[");
    for (int i = 0; sr_game_at(i); i++) {
        sr_put(out, i ? ",\n " : "");
        sr_game_json(out, sr_game_at(i));
    }
    sr_put(out, "]\n");
}

static void add_option(struct sr_page *page, enum sr_lang lang, const struct sr_option *option,
                       int columns) {
    char line[1024];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_put(&out, "    ");
    sr_put(&out, option->name);
    sr_put(&out, "=");
    sr_domain_write(&out, option->of, option->standard);
    sr_put(&out, "  ");
    sr_put(&out, option->text.in[lang]);
    sr_put(&out, " (");
    sr_domain_offer(&out, option->of, 0);
    sr_put(&out, ")");
    sr_page_wrap(page, SR_PLAIN, columns, 8, line);
}

static void add_preset(struct sr_page *page, enum sr_lang lang, const struct sr_preset *preset,
                       int columns) {
    char line[1024];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_put(&out, "    ");
    sr_put(&out, preset->name);
    sr_put(&out, "  ");
    sr_put(&out, preset->text.in[lang]);
    if (*preset->options) {
        sr_put(&out, " (");
        sr_put(&out, preset->options);
        sr_put(&out, ")");
    }
    sr_page_wrap(page, SR_PLAIN, columns, 8, line);
}

static void add_heading(struct sr_page *page, const char *text) {
    char line[512];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_put(&out, "  ");
    sr_put(&out, text);
    sr_page_add(page, SR_PLAIN, line);
}

static void add_game(struct sr_page *page, enum sr_lang lang, const struct sr_game *game,
                     int columns) {
    char line[512];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_put(&out, game->name);
    sr_put(&out, "  ");
    sr_put(&out, game->title.in[lang]);
    sr_page_add(page, SR_STRONG, line);
    sr_out_open(&out, line, sizeof line);
    sr_put(&out, "  ");
    sr_put(&out, game->blurb.in[lang]);
    sr_page_wrap(page, SR_PLAIN, columns, 2, line);
    sr_out_open(&out, line, sizeof line);
    sr_put(&out, "  ");
    sr_phrase_say(&out, lang, SR_SAY_SEATS_FROM_TO, sr_digits(game->seats_min).text,
                  sr_digits(game->seats_max).text, sr_digits(game->rules).text, NULL);
    sr_page_add(page, SR_PLAIN, line);
    if (game->option_count)
        add_heading(page, sr_phrase(lang, SR_SAY_OPTIONS_ARE));
    for (int i = 0; i < game->option_count; i++)
        add_option(page, lang, &game->options[i], columns);
    if (sr_preset_count(game))
        add_heading(page, sr_phrase(lang, SR_SAY_PRESETS_ARE));
    for (int i = 0; i < sr_preset_count(game); i++)
        add_preset(page, lang, &game->presets->list[i], columns);
}

enum sr_exit sr_run_games(const struct sr_call *call) {
    if (call->value[SR_FLAG_JSON])
        return sr_print(call, write_games_json, NULL);
    struct sr_page page = {0};
    for (int i = 0; sr_game_at(i); i++) {
        if (i)
            sr_page_add(&page, SR_PLAIN, "");
        add_game(&page, call->lang, sr_game_at(i), sr_output_columns());
    }
    sr_page_print(&page, stdout, sr_colourful(stdout));
    sr_page_free(&page);
    return sr_finish(call->lang);
}

/* ---- rules ---- */

void sr_rules_page(struct sr_page *page, const struct sr_game *game, enum sr_lang lang,
                   int columns) {
    sr_page_add(page, SR_STRONG, game->title.in[lang]);
    sr_page_wrap(page, SR_QUIET, columns, 0, game->blurb.in[lang]);
    for (int i = 0; i < sr_chapter_count(game); i++) {
        sr_page_add(page, SR_PLAIN, "");
        sr_page_add(page, SR_GOLD, game->chapters->list[i].heading.in[lang]);
        sr_page_wrap(page, SR_PLAIN, columns, 0, game->chapters->list[i].body.in[lang]);
    }
}

enum sr_exit sr_run_rules(const struct sr_call *call) {
    struct sr_error error = {0};
    const struct sr_game *game = sr_wish_game(call->argument[0], &error);
    if (!game)
        return sr_report(call->lang, NULL, &error);
    struct sr_page page = {0};
    int columns = sr_output_columns();
    sr_rules_page(&page, game, call->lang, columns > 90 ? 90 : columns);
    sr_page_print(&page, stdout, sr_colourful(stdout));
    sr_page_free(&page);
    return sr_finish(call->lang);
}
