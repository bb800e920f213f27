/* Numbers with their intervals, and tables of them, for the answers of the laboratory. */
#include "lab.h"

#include "core/canvas.h"

#include <string.h>

/* ---- numbers ---- */

void sr_percent_say(struct sr_out *out, enum sr_lang lang, double share) {
    sr_real_say(out, lang, 100 * share, 1);
    sr_put(out, " %");
}

void sr_mean_say(struct sr_out *out, enum sr_lang lang, const struct sr_estimate *estimate,
                 int digits) {
    sr_real_say(out, lang, estimate->value, digits);
    sr_put(out, " ± ");
    sr_real_say(out, lang, (estimate->high - estimate->low) / 2, digits);
}

void sr_change_say(struct sr_out *out, enum sr_lang lang, const struct sr_estimate *estimate,
                   int digits) {
    sr_put(out, estimate->value > 0 ? "+" : "");
    sr_mean_say(out, lang, estimate, digits);
}

void sr_share_say(struct sr_out *out, enum sr_lang lang, const struct sr_estimate *estimate) {
    sr_percent_say(out, lang, estimate->value);
    sr_put(out, " (");
    sr_real_say(out, lang, 100 * estimate->low, 1);
    sr_put(out, "–");
    sr_real_say(out, lang, 100 * estimate->high, 1);
    sr_put(out, ")");
}

void sr_json_estimate(struct sr_out *out, const struct sr_estimate *estimate) {
    sr_put(out, "{\"value\":");
    sr_put_real(out, estimate->value, 5);
    sr_put(out, ",\"low\":");
    sr_put_real(out, estimate->low, 5);
    sr_put(out, ",\"high\":");
    sr_put_real(out, estimate->high, 5);
    sr_put(out, "}");
}

/* ---- tables ---- */

struct sr_out sr_grid_cell(struct sr_grid *grid, int column) {
    struct sr_out out;
    char *cell = grid->cell[grid->rows][column];
    sr_out_open(&out, cell, sizeof grid->cell[0][0]);
    if (column >= grid->columns)
        grid->columns = column + 1;
    return out;
}

void sr_grid_next_row(struct sr_grid *grid) {
    /* the last row is written over rather than past the end */
    if (grid->rows + 1 < SR_GRID_ROWS)
        grid->rows++;
}

static void put_blanks(struct sr_out *out, int count) {
    while (count-- > 0)
        sr_put_char(out, ' ');
}

void sr_grid_write(struct sr_out *out, const struct sr_grid *grid) {
    int width[SR_GRID_COLUMNS] = {0};
    for (int row = 0; row < grid->rows; row++)
        for (int column = 0; column < grid->columns; column++) {
            int wide = sr_text_width(grid->cell[row][column]);
            width[column] = wide > width[column] ? wide : width[column];
        }
    for (int row = 0; row < grid->rows; row++) {
        for (int column = 0; column < grid->columns; column++) {
            const char *text = grid->cell[row][column];
            int missing = width[column] - sr_text_width(text);
            put_blanks(out, column ? missing + 3 : 2);
            sr_put(out, text);
            if (column == 0)
                put_blanks(out, missing);
        }
        sr_put(out, "\n");
    }
}

void sr_grid_html(struct sr_out *out, const struct sr_grid *grid, const char *caption) {
    sr_put(out, "<div class=\"wide\"><table>\n");
    if (*caption) {
        sr_put(out, "<caption>");
        sr_html_text(out, caption);
        sr_put(out, "</caption>\n");
    }
    for (int row = 0; row < grid->rows; row++) {
        sr_put(out, row == 0 ? "<thead><tr>" : "<tr>");
        for (int column = 0; column < grid->columns; column++) {
            const char *open = row == 0 ? "<th scope=\"col\">" : "<td>";
            const char *close = row == 0 ? "</th>" : "</td>";
            if (row > 0 && column == 0) {
                open = "<th scope=\"row\">";
                close = "</th>";
            }
            sr_put(out, open);
            sr_html_text(out, grid->cell[row][column]);
            sr_put(out, close);
        }
        sr_put(out, row == 0 ? "</tr></thead>\n<tbody>\n" : "</tr>\n");
    }
    sr_put(out, "</tbody></table></div>\n");
}

/* ---- lines that every answer has ---- */

void sr_lab_head_say(struct sr_out *out, const struct sr_lab *lab, uint64_t games) {
    enum sr_lang lang = lab->call->lang;
    sr_phrase_say(out, lang, SR_SAY_LAB_HEAD, lab->series.game->title.in[lang],
                  sr_digits(lab->series.setup.seats).text, sr_digits((int64_t)games).text,
                  lab->wish.seed, NULL);
}

/* "serai balance gugong --seats 4 --games 2000 --seed 1 --bots greedy": it gives the same again. */
void sr_lab_command_write(struct sr_out *out, const struct sr_lab *lab) {
    sr_put(out, "serai ");
    sr_put(out, lab->call->command->name);
    sr_put(out, " ");
    sr_put(out, lab->series.game->name);
    sr_put(out, " --seats ");
    sr_put_number(out, lab->series.setup.seats);
    sr_put(out, " --games ");
    sr_put_number(out, (int64_t)lab->results.games);
    sr_put(out, " --seed ");
    sr_put(out, lab->wish.seed);
    sr_wish_options_write(out, &lab->wish);
    sr_put(out, " --bots ");
    bool plain = true;
    for (int i = 0; i < lab->series.bots; i++)
        plain = plain && !strpbrk(lab->series.bot[i].name, " '\"\\$&|;<>()*?`");
    sr_put(out, plain ? "" : "'");
    for (int i = 0; i < lab->series.bots; i++) {
        sr_put(out, i ? "," : "");
        sr_put(out, lab->series.bot[i].name);
    }
    sr_put(out, plain ? "" : "'");
    sr_put(out, lab->series.focal ? " --focal" : "");
}

bool sr_lab_has_forfeits(const struct sr_lab *lab) {
    for (uint64_t i = 0; i < lab->results.games; i++)
        if (lab->results.result[i].done && lab->results.result[i].outcome.forfeit)
            return true;
    return false;
}

void sr_lab_forfeits_say(struct sr_out *out, const struct sr_lab *lab) {
    const struct sr_results *results = &lab->results;
    enum sr_lang lang = lab->call->lang;
    int64_t count[SR_SERIES_BOTS] = {0};
    for (uint64_t i = 0; i < results->games; i++)
        if (results->result[i].done && results->result[i].outcome.forfeit)
            count[results->result[i].bot[results->result[i].outcome.forfeit - 1]]++;
    for (int bot = 0; bot < lab->series.bots; bot++)
        if (count[bot]) {
            sr_phrase_say(out, lang, SR_SAY_LAB_FORFEITS, lab->series.bot[bot].name,
                          sr_digits(count[bot]).text, NULL);
            sr_put(out, "\n");
        }
    if (results->failure.problem != SR_FINE) {
        sr_put(out, sr_phrase(lang, SR_SAY_FIRST_FAILURE));
        sr_error_say(out, lang, &results->failure);
        sr_put(out, "\n");
    }
}

void sr_lab_finer_say(struct sr_out *out, const struct sr_lab *lab, uint64_t games) {
    sr_phrase_say(out, lab->call->lang, SR_SAY_LAB_FINER, sr_digits((int64_t)(4 * games)).text,
                  sr_digits((int64_t)(3 * games)).text, NULL);
}

void sr_lab_head_json(struct sr_out *out, const struct sr_lab *lab, const char *kind) {
    const struct sr_series *series = &lab->series;
    sr_put(out, "{\"serai\":");
    sr_json_string(out, kind);
    sr_put(out, ",\"game\":");
    sr_json_string(out, series->game->name);
    sr_put(out, ",\"rules\":");
    sr_put_number(out, series->setup.rules);
    sr_put(out, ",\"seats\":");
    sr_put_number(out, series->setup.seats);
    sr_put(out, ",\"seed\":");
    sr_json_string(out, lab->wish.seed);
    sr_put(out, ",\"options\":{");
    for (int i = 0; i < series->game->option_count; i++) {
        sr_put(out, i ? "," : "");
        sr_json_string(out, series->game->options[i].name);
        sr_put(out, ":");
        sr_json_value(out, series->game->options[i].of, series->setup.options[i]);
    }
    sr_put(out, "},\"games\":");
    sr_put_number(out, (int64_t)lab->results.done);
    sr_put(out, lab->stopped ? ",\"stopped\":true" : "");
    char command[SR_LAB_COMMAND_BYTES];
    struct sr_out line;
    sr_out_open(&line, command, sizeof command);
    sr_lab_command_write(&line, lab);
    sr_put(out, ",\"command\":");
    sr_json_string(out, command);
}
