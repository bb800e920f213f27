/* `serai review`: where a game was won and lost, as text, JSON or a page with pictures. */
#include "cli.h"

#include "api/problems.h"
#include "cli/problems.h"
#include "coach/review.h"
#include "lab.h"
#include "page.h"
#include "tell.h"

#include <math.h>
#include <stdlib.h>

enum { LINE_BYTES = 1200, INDENT = 2, DEEPER = 6 };

struct telling {
    const struct sr_call *call;
    const struct sr_review *review;
};

static int percent(double share) {
    return (int)lround(100 * share);
}

/* ---- what both forms say ---- */

/* A move in words, as the table stood before it, or, without one, what was asked there. */
static void say_at(struct sr_out *out, const struct telling *telling, uint32_t ply,
                   const struct sr_move *move) {
    const struct sr_table *table = sr_review_table(telling->review);
    const char *names[SR_MAX_SEATS];
    struct sr_table *at = sr_table_at(table, ply - 1, NULL);
    const struct sr_reader reader = {telling->call->lang, names};
    sr_table_plain_names(table, names);
    if (at && move)
        sr_move_say(out, &reader, table->game, at->state, *move);
    else if (at)
        sr_prompt_say(out, &reader, table->game, at->state);
    sr_table_free(at);
}

static void say_head(struct sr_out *out, const struct telling *telling) {
    const struct sr_table *table = sr_review_table(telling->review);
    enum sr_lang lang = telling->call->lang;
    sr_phrase_say(out, lang, SR_SAY_REVIEW_HEAD, table->game->title.in[lang],
                  sr_digits(sr_head(table->state)->seats).text, sr_digits(table->plies).text,
                  sr_digits(sr_review_budget(telling->review)).text, NULL);
}

/* "● fair (player 1)": where two have the same name, texts call them by their seats. */
static void say_player(struct sr_out *out, const struct sr_table *table, enum sr_lang lang,
                       int seat) {
    const char *names[SR_MAX_SEATS];
    const struct sr_reader nobody = {lang, NULL};
    sr_seat_say(out, table, lang, seat);
    sr_table_plain_names(table, names);
    if (names[seat] || !table->name[seat][0])
        return;
    sr_put(out, " (");
    sr_domain_say(out, &nobody, &sr_a_seat, seat, 0);
    sr_put(out, ")");
}

/* ---- text ---- */

static void add_mistake(struct sr_page *page, const struct telling *telling,
                        const struct sr_verdict *verdict) {
    enum sr_lang lang = telling->call->lang;
    const struct sr_game *game = sr_review_table(telling->review)->game;
    int columns = sr_output_columns();
    char line[LINE_BYTES], move[LINE_BYTES];
    struct sr_out out, words;
    sr_out_open(&words, move, sizeof move);
    say_at(&words, telling, verdict->ply, &verdict->played);
    sr_out_open(&out, line, sizeof line);
    sr_put(&out, "  ");
    sr_phrase_say(&out, lang, SR_SAY_REVIEW_MISTAKE, sr_digits(verdict->ply).text, move,
                  sr_digits(percent(verdict->before)).text, sr_digits(percent(verdict->after)).text,
                  NULL);
    sr_page_wrap(page, SR_PLAIN, columns, DEEPER, line);
    sr_out_open(&words, move, sizeof move);
    say_at(&words, telling, verdict->ply, NULL);
    sr_out_open(&out, line, sizeof line);
    sr_put(&out, "      ");
    sr_phrase_say(&out, lang, SR_SAY_REVIEW_ASKED, move, NULL);
    sr_page_wrap(page, SR_QUIET, columns, DEEPER, line);
    sr_out_open(&words, move, sizeof move);
    say_at(&words, telling, verdict->ply, &verdict->better.move);
    sr_out_open(&out, line, sizeof line);
    sr_put(&out, "      ");
    sr_phrase_say(&out, lang, SR_SAY_REVIEW_BETTER, move, NULL);
    sr_page_wrap(page, SR_JADE, columns, DEEPER, line);
    sr_out_open(&out, line, sizeof line);
    sr_put(&out, "      ");
    sr_better_say(&out, lang, game, &verdict->better);
    sr_page_wrap(page, SR_QUIET, columns, DEEPER, line);
}

static void add_player(struct sr_page *page, const struct telling *telling,
                       const struct sr_player_review *player) {
    enum sr_lang lang = telling->call->lang;
    char line[LINE_BYTES];
    struct sr_out out;
    sr_page_add(page, SR_PLAIN, "");
    sr_out_open(&out, line, sizeof line);
    say_player(&out, sr_review_table(telling->review), lang, player->seat);
    sr_page_add(page, SR_STRONG, line);
    for (int i = 0; i < SR_SUMMARY_SENTENCES; i++) {
        sr_out_open(&out, line, sizeof line);
        sr_put(&out, "  ");
        sr_summary_say(&out, lang, telling->review, player, i);
        sr_page_wrap(page, SR_PLAIN, sr_output_columns(), INDENT, line);
    }
    for (uint32_t i = 0; i < player->verdicts; i++)
        if (player->verdict[i].mistake)
            add_mistake(page, telling, &player->verdict[i]);
}

static void print_text(const struct telling *telling) {
    struct sr_page page = {0};
    char line[LINE_BYTES];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    say_head(&out, telling);
    sr_page_add(&page, SR_STRONG, line);
    for (int i = 0; i < sr_review_players(telling->review); i++)
        add_player(&page, telling, sr_review_player(telling->review, i));
    sr_page_print(&page, stdout, sr_colourful(stdout));
    sr_page_free(&page);
}

static void write_json(struct sr_out *out, const void *context) {
    sr_review_json(out, ((const struct telling *)context)->review);
    sr_put_char(out, '\n');
}

/* ---- the page ---- */

static void write_course(struct sr_out *out, enum sr_lang lang, uint32_t plies,
                         const struct sr_player_review *player) {
    struct sr_course_dot *dot = sr_need(NULL, (player->points + 1) * sizeof *dot);
    char about[LINE_BYTES];
    struct sr_out words;
    double low = 1, high = 0;
    uint32_t at = 0; /* of the verdicts, which come in the order of the points */
    for (uint32_t i = 0; i < player->points; i++) {
        const struct sr_curve_point *point = &player->point[i];
        while (at < player->verdicts && player->verdict[at].ply <= point->ply)
            at++;
        bool decided = i > 0 && at < player->verdicts && player->verdict[at].ply == point->ply + 1;
        dot[i] = (struct sr_course_dot){point->ply, point->chance,
                                        decided && player->verdict[at].mistake};
        low = fmin(low, point->chance);
        high = fmax(high, point->chance);
    }
    sr_out_open(&words, about, sizeof about);
    sr_phrase_say(&words, lang, SR_SAY_REVIEW_ABOUT, sr_digits(percent(player->start)).text,
                  sr_digits(percent(player->end)).text, sr_digits(percent(low)).text,
                  sr_digits(percent(high)).text, sr_digits(player->mistakes).text, NULL);
    sr_plot_course(out, &(struct sr_course){.lang = lang,
                                            .title = sr_phrase(lang, SR_SAY_REVIEW_CURVE),
                                            .about = about,
                                            .last = plies,
                                            .count = player->points,
                                            .dot = dot});
    free(dot);
}

static void write_cell(struct sr_out *out, const char *tag, const char *text) {
    sr_put(out, "<");
    sr_put(out, tag);
    sr_put(out, ">");
    sr_html_text(out, text);
    sr_put(out, "</");
    sr_put(out, tag);
    sr_put(out, ">");
}

static void write_row(struct sr_out *out, const struct telling *telling,
                      const struct sr_verdict *verdict) {
    char text[LINE_BYTES];
    struct sr_out words;
    sr_put(out, "<tr>");
    write_cell(out, "th", sr_digits(verdict->ply).text);
    sr_out_open(&words, text, sizeof text);
    say_at(&words, telling, verdict->ply, NULL);
    write_cell(out, "td", text);
    sr_out_open(&words, text, sizeof text);
    say_at(&words, telling, verdict->ply, &verdict->played);
    write_cell(out, "td", text);
    sr_out_open(&words, text, sizeof text);
    sr_put_number(&words, percent(verdict->before - verdict->after));
    sr_put(&words, " %");
    write_cell(out, "td", text);
    sr_out_open(&words, text, sizeof text);
    say_at(&words, telling, verdict->ply, &verdict->better.move);
    write_cell(out, "td", text);
    sr_out_open(&words, text, sizeof text);
    sr_better_say(&words, telling->call->lang, sr_review_table(telling->review)->game,
                  &verdict->better);
    write_cell(out, "td", text);
    sr_put(out, "</tr>\n");
}

static void write_mistakes(struct sr_out *out, const struct telling *telling,
                           const struct sr_player_review *player) {
    static const enum sr_phrase columns[] = {
        SR_SAY_REVIEW_COLUMN_MOVE, SR_SAY_REVIEW_COLUMN_ASKED,  SR_SAY_REVIEW_COLUMN_PLAYED,
        SR_SAY_REVIEW_COLUMN_COST, SR_SAY_REVIEW_COLUMN_BETTER, SR_SAY_REVIEW_COLUMN_WHY};
    enum sr_lang lang = telling->call->lang;
    if (!player->mistakes)
        return;
    sr_put(out, "<div class=\"wide\"><table class=\"words\"><caption>");
    sr_html_text(out, sr_phrase(lang, SR_SAY_REVIEW_MISTAKES));
    sr_put(out, "</caption><thead><tr>");
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        write_cell(out, "th", sr_phrase(lang, columns[i]));
    sr_put(out, "</tr></thead><tbody>\n");
    for (uint32_t i = 0; i < player->verdicts; i++)
        if (player->verdict[i].mistake)
            write_row(out, telling, &player->verdict[i]);
    sr_put(out, "</tbody></table></div>\n");
}

static void write_page(struct sr_out *out, const void *context) {
    const struct telling *telling = context;
    enum sr_lang lang = telling->call->lang;
    const struct sr_table *table = sr_review_table(telling->review);
    char title[LINE_BYTES], text[LINE_BYTES];
    struct sr_out words;
    sr_out_open(&words, title, sizeof title);
    sr_phrase_say(&words, lang, SR_SAY_REVIEW_TITLE, table->game->title.in[lang], NULL);
    sr_out_open(&words, text, sizeof text);
    say_head(&words, telling);
    sr_html_begin(out, lang, title, text);
    for (int i = 0; i < sr_review_players(telling->review); i++) {
        const struct sr_player_review *player = sr_review_player(telling->review, i);
        sr_out_open(&words, title, sizeof title);
        say_player(&words, table, lang, player->seat);
        sr_out_open(&words, text, sizeof text);
        for (int k = 0; k < SR_SUMMARY_SENTENCES; k++) {
            sr_put(&words, k ? " " : "");
            sr_summary_say(&words, lang, telling->review, player, k);
        }
        sr_html_section(out, title, text);
        write_course(out, lang, table->plies, player);
        write_mistakes(out, telling, player);
    }
    sr_html_end(out, lang);
}

/* ---- the command ---- */

static struct sr_review *begin(const struct sr_call *call, const struct sr_table *table,
                               struct sr_error *error) {
    int64_t seat, budget;
    int seats = sr_head(table->state)->seats;
    if (!sr_flag_number(call, SR_FLAG_SEAT, 1, seats, 0, &seat, error) ||
        !sr_flag_number(call, SR_FLAG_BUDGET, SR_REVIEW_LEAST_BUDGET, SR_REVIEW_MOST_BUDGET,
                        SR_REVIEW_BUDGET, &budget, error))
        return NULL;
    if (!table->plies) {
        sr_fail(error, SR_PROBLEM_NOTHING_TO_REVIEW, call->argument[0], NULL);
        return NULL;
    }
    return sr_review_new(table, seat ? (int)seat - 1 : SR_REVIEW_ALL, (uint32_t)budget, error);
}

static bool run(const struct sr_call *call, struct sr_review *review, struct sr_error *error) {
    uint32_t done, all;
    do {
        sr_review_progress(review, &done, &all);
        sr_progress(sr_phrase(call->lang, SR_SAY_REVIEW_PROGRESS), done, all);
    } while (sr_review_step(review));
    sr_progress_end();
    return sr_review_whole(review) ? true : sr_fail(error, SR_PROBLEM_MEMORY, NULL);
}

enum sr_exit sr_run_review(const struct sr_call *call) {
    struct sr_error error = {0};
    enum sr_exit code;
    const char *path = call->value[SR_FLAG_REPORT];
    if (path && (!sr_file_spare(path, call->value[SR_FLAG_FORCE] != NULL, &error) ||
                 !sr_file_can_write(path, &error)))
        return sr_report(call->lang, NULL, &error);
    struct sr_table *table = sr_open_table(call, &code);
    if (!table)
        return code;
    struct sr_review *review = begin(call, table, &error);
    const struct telling telling = {call, review};
    bool fine = review && run(call, review, &error);
    char *page = fine && path ? sr_write_all(write_page, &telling) : NULL;
    if (fine && path)
        fine = page ? sr_file_write(path, page, &error) : sr_fail(&error, SR_PROBLEM_MEMORY, NULL);
    free(page);
    if (!fine) {
        code = sr_report(call->lang, NULL, &error);
    } else if (call->value[SR_FLAG_JSON]) {
        code = sr_print(call, write_json, &telling);
    } else {
        print_text(&telling);
        code = sr_finish(call->lang);
    }
    sr_review_free(review);
    sr_table_free(table);
    return code;
}
