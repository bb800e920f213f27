/* `serai balance`: what wins, as text, as JSON and as a page. */
#include "lab.h"

#include <string.h>

static const double hardly_luck = 0.05;
static const double least_chance = 0.0001; /* that is told as it is */
enum { HARDLY_LUCK_DIGITS = 2, CHANCE_DIGITS = 4 };

struct balance {
    struct sr_lab lab;
    struct sr_balance found;
    struct sr_grid *grid;
};

static const char *factor_title(enum sr_lang lang, const struct sr_factor *factor) {
    return factor->tally ? factor->tally->text.in[lang] : sr_phrase(lang, SR_SAY_SEAT_ORDER);
}

static void put_table(const struct balance *balance, const struct sr_factor *factor) {
    static const enum sr_phrase heads[] = {SR_SAY_COLUMN_VALUE, SR_SAY_COLUMN_SHARE,
                                           SR_SAY_COLUMN_COUNT, SR_SAY_COLUMN_ERRORS,
                                           SR_SAY_COLUMN_CHANCE};
    struct sr_grid *grid = balance->grid;
    enum sr_lang lang = balance->lab.call->lang;
    memset(grid, 0, sizeof *grid);
    for (int i = 0; i < 5; i++) {
        struct sr_out cell = sr_grid_cell(grid, i);
        sr_put(&cell, sr_phrase(lang, heads[i]));
    }
    sr_grid_next_row(grid);
    for (int i = 0; i < factor->count; i++) {
        const struct sr_factor_value *value = &factor->value[i];
        struct sr_out cell = sr_grid_cell(grid, 0);
        sr_factor_value_say(&cell, lang, factor, value);
        cell = sr_grid_cell(grid, 1);
        sr_share_say(&cell, lang, &value->share);
        cell = sr_grid_cell(grid, 2);
        sr_put_number(&cell, (int64_t)value->wins.count);
        cell = sr_grid_cell(grid, 3);
        sr_put(&cell, value->errors > 0 ? "+" : "");
        sr_real_say(&cell, lang, value->errors, 1);
        cell = sr_grid_cell(grid, 4);
        bool tiny = value->corrected < least_chance;
        sr_put(&cell, tiny ? "< " : "");
        sr_real_say(&cell, lang, tiny ? least_chance : value->corrected, CHANCE_DIGITS);
        sr_put(&cell, value->corrected < hardly_luck ? " *" : "  ");
        sr_grid_next_row(grid);
    }
}

static void say_even(struct sr_out *out, const struct balance *balance) {
    enum sr_lang lang = balance->lab.call->lang;
    char even[32];
    struct sr_out share;
    sr_out_open(&share, even, sizeof even);
    sr_percent_say(&share, lang, balance->found.expected);
    sr_phrase_say(out, lang, SR_SAY_BALANCE_EVEN, even, sr_digits(balance->found.comparisons).text,
                  sr_decimal(lang, hardly_luck, HARDLY_LUCK_DIGITS).text, NULL);
}

/* Who played, and how to have the same again. */
static void say_by(struct sr_out *out, const struct balance *balance) {
    const struct sr_series *series = &balance->lab.series;
    char bots[2048], command[SR_LAB_COMMAND_BYTES];
    struct sr_out line;
    sr_out_open(&line, bots, sizeof bots);
    for (int i = 0; i < series->bots; i++) {
        sr_put(&line, i ? ", " : "");
        sr_put(&line, series->bot[i].name);
    }
    sr_out_open(&line, command, sizeof command);
    sr_lab_command_write(&line, &balance->lab);
    sr_phrase_say(out, balance->lab.call->lang, SR_SAY_BALANCE_BY, bots, command, NULL);
}

/* Whoever fails loses, but not because of anything that is counted here. */
static void say_left_out(struct sr_out *out, const struct balance *balance) {
    if (balance->found.left_out)
        sr_phrase_say(out, balance->lab.call->lang, SR_SAY_BALANCE_LEFT_OUT,
                      sr_digits((int64_t)balance->found.left_out).text, NULL);
}

/* ---- text ---- */

static void write_text(struct sr_out *out, const void *context) {
    const struct balance *balance = context;
    enum sr_lang lang = balance->lab.call->lang;
    sr_lab_head_say(out, &balance->lab, balance->lab.results.done);
    sr_put(out, "\n");
    say_by(out, balance);
    sr_put(out, "\n");
    say_even(out, balance);
    say_left_out(out, balance);
    sr_put(out, "\n");
    for (int i = 0; i < balance->found.count; i++) {
        const struct sr_factor *factor = &balance->found.factor[i];
        if (!factor->count)
            continue;
        sr_put(out, "\n");
        sr_put(out, factor_title(lang, factor));
        sr_put(out, "\n");
        put_table(balance, factor);
        sr_grid_write(out, balance->grid);
    }
    sr_put(out, "\n");
    if (balance->found.count == 1) {
        sr_put(out, sr_phrase(lang, SR_SAY_BALANCE_NOTHING));
        sr_put(out, "\n");
    }
    sr_lab_forfeits_say(out, &balance->lab);
    sr_lab_finer_say(out, &balance->lab, balance->lab.results.done);
    sr_put(out, "\n");
}

/* ---- JSON ---- */

static void write_value_json(struct sr_out *out, const struct sr_factor *factor,
                             const struct sr_factor_value *value) {
    char name[SR_GRID_BYTES];
    struct sr_out id;
    sr_out_open(&id, name, sizeof name);
    sr_factor_value_write(&id, factor, value);
    sr_put(out, "{\"value\":");
    sr_json_string(out, name);
    sr_put(out, ",\"seats\":");
    sr_put_number(out, (int64_t)value->wins.count);
    sr_put(out, ",\"wins\":");
    sr_put_real(out, value->wins.sum, 3);
    sr_put(out, ",\"win_share\":");
    sr_json_estimate(out, &value->share);
    sr_put(out, ",\"errors\":");
    sr_put_real(out, value->errors, 4);
    sr_put(out, ",\"chance\":");
    sr_put_real(out, value->chance, 6);
    sr_put(out, ",\"corrected\":");
    sr_put_real(out, value->corrected, 6);
    sr_put(out, "}");
}

static void write_json(struct sr_out *out, const void *context) {
    const struct balance *balance = context;
    sr_lab_head_json(out, &balance->lab, "balance");
    sr_put(out, ",\"bots\":[");
    for (int i = 0; i < balance->lab.series.bots; i++) {
        sr_put(out, i ? "," : "");
        sr_json_string(out, balance->lab.series.bot[i].name);
    }
    sr_put(out, "],\"left_out\":");
    sr_put_number(out, (int64_t)balance->found.left_out);
    sr_put(out, ",\"expected_share\":");
    sr_put_real(out, balance->found.expected, 5);
    sr_put(out, ",\"comparisons\":");
    sr_put_number(out, balance->found.comparisons);
    sr_put(out, ",\"factors\":[");
    for (int i = 0; i < balance->found.count; i++) {
        const struct sr_factor *factor = &balance->found.factor[i];
        sr_put(out, i ? ",{\"name\":" : "{\"name\":");
        sr_json_string(out, factor->tally ? factor->tally->name : "seat");
        sr_put(out, ",\"title\":");
        sr_json_string(out, factor_title(balance->lab.call->lang, factor));
        sr_put(out, ",\"values\":[");
        for (int k = 0; k < factor->count; k++) {
            sr_put(out, k ? "," : "");
            write_value_json(out, factor, &factor->value[k]);
        }
        sr_put(out, "]}");
    }
    sr_put(out, "],\"games_for_half_the_intervals\":");
    sr_put_number(out, (int64_t)(4 * balance->lab.results.done));
    sr_put(out, "}\n");
}

/* ---- the page ---- */

static void plot_factor(struct sr_out *out, const struct balance *balance,
                        const struct sr_factor *factor) {
    enum sr_lang lang = balance->lab.call->lang;
    char title[256], about[4096];
    struct sr_out line;
    sr_out_open(&line, title, sizeof title);
    sr_phrase_say(&line, lang, SR_SAY_PLOT_FACTOR, factor_title(lang, factor), NULL);
    struct sr_dots dots = {.lang = lang,
                           .title = title,
                           .about = about,
                           .percent = true,
                           .reference = &balance->found.expected};
    sr_out_open(&line, about, sizeof about);
    for (int i = 0; i < factor->count && dots.count < SR_PLOT_ROWS; i++) {
        struct sr_dot *dot = &dots.dot[dots.count++];
        struct sr_out name;
        sr_out_open(&name, dot->name, sizeof dot->name);
        sr_factor_value_say(&name, lang, factor, &factor->value[i]);
        dot->estimate = factor->value[i].share;
        dot->quiet = factor->value[i].corrected >= hardly_luck;
        sr_put(&line, i ? "; " : "");
        sr_put(&line, dot->name);
        sr_put(&line, " ");
        sr_share_say(&line, lang, &dot->estimate);
    }
    sr_plot_dots(out, &dots);
}

static void write_report(struct sr_out *out, const void *context) {
    const struct balance *balance = context;
    enum sr_lang lang = balance->lab.call->lang;
    char title[256], head[512];
    struct sr_out line;
    sr_out_open(&line, title, sizeof title);
    sr_phrase_say(&line, lang, SR_SAY_REPORT_BALANCE, balance->lab.series.game->title.in[lang],
                  NULL);
    sr_out_open(&line, head, sizeof head);
    sr_lab_head_say(&line, &balance->lab, balance->lab.results.done);
    sr_html_begin(out, lang, title, head);
    char by[SR_LAB_COMMAND_BYTES];
    sr_out_open(&line, by, sizeof by);
    say_by(&line, balance);
    sr_put(out, "<p>");
    sr_html_text(out, by);
    sr_put(out, "</p>\n<p>");
    sr_put(out, sr_phrase(lang, SR_SAY_REPORT_FACTOR_IS));
    sr_put(out, " ");
    say_even(out, balance);
    say_left_out(out, balance);
    sr_put(out, " ");
    sr_lab_finer_say(out, &balance->lab, balance->lab.results.done);
    sr_put(out, "</p>\n");
    for (int i = 0; i < balance->found.count; i++) {
        const struct sr_factor *factor = &balance->found.factor[i];
        if (!factor->count)
            continue;
        sr_html_section(out, factor_title(lang, factor), NULL);
        plot_factor(out, balance, factor);
        put_table(balance, factor);
        sr_grid_html(out, balance->grid, "");
    }
    sr_html_end(out, lang);
}

enum sr_exit sr_run_balance(const struct sr_call *call) {
    static const struct sr_lab_habits habits = {.bots = "greedy", .least_bots = 1, .games = 1};
    static struct balance balance;
    static struct sr_grid grid;
    enum sr_exit code = sr_lab_run(&balance.lab, call, &habits);
    if (code != SR_EXIT_FINE)
        return code;
    balance.grid = &grid;
    sr_balance_make(&balance.found, &balance.lab.series, &balance.lab.results);
    code = sr_lab_answer(&balance.lab, write_text, write_json, write_report, &balance);
    sr_lab_free(&balance.lab);
    return code;
}
