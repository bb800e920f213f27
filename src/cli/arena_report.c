/* The page of `serai arena` and `serai ladder`: standing, ladder, budget curve, scores, duels. */
#include "arena.h"

#include <string.h>

static enum sr_lang lang_of(const struct sr_arena *arena) {
    return arena->lab.call->lang;
}

static const char *name_of(const struct sr_arena *arena, int bot) {
    return arena->lab.series.bot[bot].name;
}

static void add_dot(struct sr_dots *dots, const char *name, const struct sr_estimate *estimate) {
    if (dots->count == SR_PLOT_ROWS)
        return;
    struct sr_dot *dot = &dots->dot[dots->count++];
    struct sr_out out;
    sr_out_open(&out, dot->name, sizeof dot->name);
    sr_put(&out, name);
    dot->estimate = *estimate;
    dot->quiet = false;
}

/* The picture in words: "greedy 1512 ± 20; random ...". */
static void describe(struct sr_dots *dots, char *about, size_t room) {
    struct sr_out out;
    sr_out_open(&out, about, room);
    for (int i = 0; i < dots->count; i++) {
        sr_put(&out, i ? "; " : "");
        sr_put(&out, dots->dot[i].name);
        sr_put(&out, " ");
        if (dots->percent)
            sr_share_say(&out, dots->lang, &dots->dot[i].estimate);
        else
            sr_mean_say(&out, dots->lang, &dots->dot[i].estimate, 0);
    }
    dots->about = about;
}

static void write_ladder(struct sr_out *out, const struct sr_arena *arena) {
    struct sr_dots dots;
    const struct sr_standing *standing = &arena->standing;
    enum sr_lang lang = lang_of(arena);
    char about[2048];
    double even = 1.0 / standing->seats;
    sr_html_section(out, sr_phrase(lang, SR_SAY_REPORT_LADDER), NULL);
    if (standing->rated) {
        dots = (struct sr_dots){.lang = lang, .title = sr_phrase(lang, SR_SAY_PLOT_RATINGS)};
        for (int i = 0; i < standing->bots; i++)
            add_dot(&dots, name_of(arena, standing->order[i]),
                    &standing->ratings.bot[standing->order[i]]);
        describe(&dots, about, sizeof about);
        sr_plot_dots(out, &dots);
    }
    bool alone = standing->seats == 1;
    dots = (struct sr_dots){
        .lang = lang,
        .title = sr_phrase(lang, alone ? SR_SAY_PLOT_SHARES_ALONE : SR_SAY_PLOT_SHARES),
        .percent = true,
        .reference = alone ? NULL : &even};
    for (int i = 0; i < standing->bots; i++)
        add_dot(&dots, name_of(arena, standing->order[i]),
                &standing->bot[standing->order[i]].share);
    describe(&dots, about, sizeof about);
    sr_plot_dots(out, &dots);
}

static void write_focal(struct sr_out *out, const struct sr_arena *arena) {
    struct sr_dots dots;
    const struct sr_standing *standing = &arena->standing;
    enum sr_lang lang = lang_of(arena);
    char about[2048], even_text[32], head[256];
    double even = 1.0 / standing->seats;
    struct sr_out line;
    if (!arena->lab.series.focal)
        return;
    sr_out_open(&line, even_text, sizeof even_text);
    sr_arena_even_say(arena, &line);
    sr_out_open(&line, head, sizeof head);
    sr_phrase_say(&line, lang, SR_SAY_FOCAL_HEAD, name_of(arena, 0), even_text, NULL);
    sr_html_section(out, sr_phrase(lang, SR_SAY_REPORT_FOCAL), head);
    dots = (struct sr_dots){.lang = lang,
                            .title = sr_phrase(lang, SR_SAY_PLOT_SHARES),
                            .percent = true,
                            .reference = &even};
    for (int i = 1; i < standing->bots; i++)
        add_dot(&dots, name_of(arena, i), &standing->focal[i]);
    describe(&dots, about, sizeof about);
    sr_plot_dots(out, &dots);
}

static void add_budget(struct sr_curve *curve, struct sr_out *about, const struct sr_arena *arena,
                       int bot) {
    const struct sr_estimate *rating = &arena->standing.ratings.bot[bot];
    sr_put(about, curve->count ? "; " : "");
    sr_put(about, sr_arena_budget(arena, bot));
    sr_put(about, ": ");
    sr_mean_say(about, curve->lang, rating, 0);
    curve->budget[curve->count] = (double)sr_budget(&arena->lab.series.bot[bot]);
    curve->estimate[curve->count++] = *rating;
}

/* A picture for each curve: of steps that lead on from one another. */
static void write_budget(struct sr_out *out, const struct sr_arena *arena) {
    const struct sr_standing *standing = &arena->standing;
    const struct sr_doubling *doubling = standing->doubling;
    enum sr_lang lang = lang_of(arena);
    if (!standing->doublings)
        return;
    sr_html_section(out, sr_phrase(lang, SR_SAY_REPORT_BUDGET), NULL);
    for (int i = 0; i < standing->doublings;) {
        char about[1024];
        struct sr_curve curve = {.lang = lang,
                                 .title = sr_phrase(lang, SR_SAY_PLOT_BUDGET),
                                 .about = about,
                                 .across = sr_phrase(lang, SR_SAY_COLUMN_BUDGET),
                                 .up = sr_phrase(lang, SR_SAY_COLUMN_RATING)};
        struct sr_out line;
        sr_out_open(&line, about, sizeof about);
        add_budget(&curve, &line, arena, doubling[i].from);
        do
            add_budget(&curve, &line, arena, doubling[i++].to);
        while (i < standing->doublings && doubling[i].from == doubling[i - 1].to);
        sr_plot_curve(out, &curve);
    }
    sr_arena_doublings(arena, arena->grid);
    sr_grid_html(out, arena->grid, sr_phrase(lang, SR_SAY_DOUBLING_HEAD));
}

static double tallest_bin(const struct sr_standing *standing) {
    double tallest = 0;
    for (int i = 0; i < standing->bots; i++)
        for (int k = 0; standing->bot[i].games && k < standing->bin_count; k++) {
            double share = (double)standing->bot[i].bin[k] / (double)standing->bot[i].games;
            tallest = share > tallest ? share : tallest;
        }
    return tallest;
}

static void write_scores(struct sr_out *out, const struct sr_arena *arena) {
    const struct sr_standing *standing = &arena->standing;
    enum sr_lang lang = lang_of(arena);
    sr_html_section(out, sr_phrase(lang, SR_SAY_REPORT_SCORES),
                    sr_phrase(lang, SR_SAY_REPORT_SCORES_ARE));
    sr_put(out, "<div class=\"small\">\n");
    for (int i = 0; i < standing->bots; i++) {
        int at = standing->order[i];
        const struct sr_standing_bot *bot = &standing->bot[at];
        char about[256], caption[96];
        struct sr_out line;
        sr_out_open(&line, about, sizeof about);
        sr_phrase_say(&line, lang, SR_SAY_PLOT_SCORES, name_of(arena, at),
                      sr_decimal(lang, bot->score.value, 1).text,
                      sr_decimal(lang, bot->score_spread, 1).text,
                      sr_digits((int64_t)bot->games).text, NULL);
        sr_out_open(&line, caption, sizeof caption);
        sr_put(&line, name_of(arena, at));
        sr_put(&line, ": ");
        sr_mean_say(&line, lang, &bot->score, 1);
        const struct sr_histogram histogram = {.title = caption,
                                               .about = about,
                                               .low = standing->bin_low,
                                               .width = standing->bin_width,
                                               .count = standing->bin_count,
                                               .bin = bot->bin,
                                               .total = bot->games,
                                               .tallest = tallest_bin(standing),
                                               .mean = bot->score.value};
        sr_plot_histogram(out, &histogram);
    }
    sr_put(out, "</div>\n");
}

/* Too wide for a grid when there are many bots, so it is written as it is. */
static void write_duels(struct sr_out *out, const struct sr_arena *arena) {
    const struct sr_standing *standing = &arena->standing;
    enum sr_lang lang = lang_of(arena);
    sr_html_section(out, sr_phrase(lang, SR_SAY_REPORT_DUELS),
                    sr_phrase(lang, SR_SAY_REPORT_DUELS_ARE));
    sr_put(out, "<div class=\"wide\"><table>\n<thead><tr><td></td>");
    for (int i = 0; i < standing->bots; i++) {
        sr_put(out, "<th scope=\"col\">");
        sr_html_text(out, name_of(arena, standing->order[i]));
        sr_put(out, "</th>");
    }
    sr_put(out, "</tr></thead>\n<tbody>\n");
    for (int i = 0; i < standing->bots; i++) {
        int row = standing->order[i];
        sr_put(out, "<tr><th scope=\"row\">");
        sr_html_text(out, name_of(arena, row));
        sr_put(out, "</th>");
        for (int k = 0; k < standing->bots; k++) {
            const struct sr_duel *duel = &standing->duel[row][standing->order[k]];
            sr_put(out, "<td>");
            if (duel->games) {
                sr_percent_say(out, lang, duel->ahead.value);
                sr_put(out, "<br>");
                sr_change_say(out, lang, &duel->lead, 1);
            }
            sr_put(out, "</td>");
        }
        sr_put(out, "</tr>\n");
    }
    sr_put(out, "</tbody></table></div>\n");
}

static void write_seats(struct sr_out *out, const struct sr_arena *arena) {
    enum sr_lang lang = lang_of(arena);
    char even[32], head[128];
    struct sr_out line;
    sr_out_open(&line, even, sizeof even);
    sr_arena_even_say(arena, &line);
    sr_out_open(&line, head, sizeof head);
    sr_phrase_say(&line, lang, SR_SAY_SEATS_HEAD, even, NULL);
    sr_html_section(out, sr_phrase(lang, SR_SAY_REPORT_SEATS), NULL);
    sr_arena_seats(arena, arena->grid);
    sr_grid_html(out, arena->grid, head);
}

void sr_arena_report(struct sr_out *out, const void *context) {
    const struct sr_arena *arena = context;
    const struct sr_standing *standing = &arena->standing;
    enum sr_lang lang = lang_of(arena);
    char title[256], head[512];
    struct sr_out line;
    sr_out_open(&line, title, sizeof title);
    sr_phrase_say(&line, lang, SR_SAY_REPORT_ARENA, arena->lab.series.game->title.in[lang], NULL);
    sr_out_open(&line, head, sizeof head);
    sr_lab_head_say(&line, &arena->lab, standing->games);
    sr_html_begin(out, lang, title, head);
    sr_html_section(out, sr_phrase(lang, SR_SAY_REPORT_STANDING),
                    sr_phrase(lang, standing->rated ? SR_SAY_REPORT_STANDING_IS
                                                    : SR_SAY_REPORT_STANDING_ALONE));
    sr_arena_standing(arena, arena->grid);
    sr_grid_html(out, arena->grid, "");
    sr_put(out, "<p>");
    sr_lab_finer_say(out, &arena->lab, standing->games);
    sr_put(out, "</p>\n");
    write_ladder(out, arena);
    write_focal(out, arena);
    write_budget(out, arena);
    if (standing->games > 0)
        write_scores(out, arena);
    if (standing->seats > 1) {
        write_duels(out, arena);
        write_seats(out, arena);
    }
    sr_html_end(out, lang);
}
