/* `serai arena` and `serai ladder`: who is better, as text and as JSON. */
#include "arena.h"

#include <string.h>

/* ---- tables that text and page share ---- */

static void put_cell(struct sr_grid *grid, int column, const char *text) {
    struct sr_out cell = sr_grid_cell(grid, column);
    sr_put(&cell, text);
}

static void put_heads(struct sr_grid *grid, enum sr_lang lang, const enum sr_phrase *phrase,
                      int count) {
    for (int i = 0; i < count; i++)
        put_cell(grid, i, sr_phrase(lang, phrase[i]));
    sr_grid_next_row(grid);
}

static void put_count(struct sr_grid *grid, int column, uint64_t number) {
    put_cell(grid, column, sr_digits((int64_t)number).text);
}

void sr_arena_standing(const struct sr_arena *arena, struct sr_grid *grid) {
    static const enum sr_phrase heads[] = {SR_SAY_COLUMN_BOT,   SR_SAY_COLUMN_RATING,
                                           SR_SAY_COLUMN_SHARE, SR_SAY_COLUMN_RANK,
                                           SR_SAY_COLUMN_SCORE, SR_SAY_COLUMN_GAMES};
    const struct sr_standing *standing = &arena->standing;
    enum sr_lang lang = arena->lab.call->lang;
    memset(grid, 0, sizeof *grid);
    put_heads(grid, lang, heads, 6);
    for (int i = 0; i < standing->bots; i++) {
        int at = standing->order[i];
        const struct sr_standing_bot *bot = &standing->bot[at];
        put_cell(grid, 0, arena->lab.series.bot[at].name);
        struct sr_out cell = sr_grid_cell(grid, 1);
        if (standing->rated)
            sr_mean_say(&cell, lang, &standing->ratings.bot[at], 0);
        else
            sr_put(&cell, "–");
        cell = sr_grid_cell(grid, 2);
        sr_share_say(&cell, lang, &bot->share);
        cell = sr_grid_cell(grid, 3);
        sr_mean_say(&cell, lang, &bot->rank, 2);
        cell = sr_grid_cell(grid, 4);
        sr_mean_say(&cell, lang, &bot->score, 2);
        put_count(grid, 5, bot->games);
        sr_grid_next_row(grid);
    }
}

void sr_arena_focal(const struct sr_arena *arena, struct sr_grid *grid) {
    static const enum sr_phrase heads[] = {SR_SAY_COLUMN_OPPONENTS, SR_SAY_COLUMN_SHARE,
                                           SR_SAY_COLUMN_LEAD, SR_SAY_COLUMN_GAMES};
    const struct sr_standing *standing = &arena->standing;
    enum sr_lang lang = arena->lab.call->lang;
    memset(grid, 0, sizeof *grid);
    put_heads(grid, lang, heads, 4);
    for (int i = 1; i < standing->bots; i++) {
        put_cell(grid, 0, arena->lab.series.bot[i].name);
        struct sr_out cell = sr_grid_cell(grid, 1);
        sr_share_say(&cell, lang, &standing->focal[i]);
        cell = sr_grid_cell(grid, 2);
        sr_change_say(&cell, lang, &standing->duel[0][i].lead, 2);
        put_count(grid, 3, standing->focal_games[i]);
        sr_grid_next_row(grid);
    }
}

void sr_arena_seats(const struct sr_arena *arena, struct sr_grid *grid) {
    static const enum sr_phrase heads[] = {SR_SAY_COLUMN_SEAT, SR_SAY_COLUMN_SHARE};
    const struct sr_standing *standing = &arena->standing;
    enum sr_lang lang = arena->lab.call->lang;
    memset(grid, 0, sizeof *grid);
    put_heads(grid, lang, heads, 2);
    for (int seat = 0; seat < standing->seats; seat++) {
        put_count(grid, 0, (uint64_t)seat + 1);
        struct sr_out cell = sr_grid_cell(grid, 1);
        sr_share_say(&cell, lang, &standing->seat[seat]);
        sr_grid_next_row(grid);
    }
}

const char *sr_arena_budget(const struct sr_arena *arena, int bot) {
    return strchr(arena->lab.series.bot[bot].name, ':') + 1;
}

void sr_arena_doublings(const struct sr_arena *arena, struct sr_grid *grid) {
    static const enum sr_phrase heads[] = {SR_SAY_COLUMN_BUDGET, SR_SAY_COLUMN_DOUBLING};
    const struct sr_standing *standing = &arena->standing;
    enum sr_lang lang = arena->lab.call->lang;
    memset(grid, 0, sizeof *grid);
    put_heads(grid, lang, heads, 2);
    for (int i = 0; i < standing->doublings; i++) {
        const struct sr_doubling *doubling = &standing->doubling[i];
        struct sr_out cell = sr_grid_cell(grid, 0);
        sr_put_number(&cell, (int64_t)sr_budget(&arena->lab.series.bot[doubling->from]));
        sr_put(&cell, " → ");
        sr_put(&cell, sr_arena_budget(arena, doubling->to));
        cell = sr_grid_cell(grid, 1);
        sr_change_say(&cell, lang, &doubling->gain, 0);
        sr_grid_next_row(grid);
    }
}

void sr_arena_even_say(const struct sr_arena *arena, struct sr_out *out) {
    sr_percent_say(out, arena->lab.call->lang, 1.0 / arena->standing.seats);
}

/* ---- text ---- */

static void write_text(struct sr_out *out, const void *context) {
    const struct sr_arena *arena = context;
    const struct sr_standing *standing = &arena->standing;
    enum sr_lang lang = arena->lab.call->lang;
    struct sr_grid *grid = arena->grid;
    char even[32];
    struct sr_out share;
    sr_out_open(&share, even, sizeof even);
    sr_arena_even_say(arena, &share);

    sr_lab_head_say(out, &arena->lab, standing->games);
    sr_put(out, "\n");
    sr_arena_standing(arena, grid);
    sr_grid_write(out, grid);
    if (arena->lab.series.focal) {
        sr_phrase_say(out, lang, SR_SAY_FOCAL_HEAD, arena->lab.series.bot[0].name, even, NULL);
        sr_put(out, "\n");
        sr_arena_focal(arena, grid);
        sr_grid_write(out, grid);
    }
    if (standing->doublings) {
        sr_put(out, sr_phrase(lang, SR_SAY_DOUBLING_HEAD));
        sr_put(out, "\n");
        sr_arena_doublings(arena, grid);
        sr_grid_write(out, grid);
    }
    if (standing->seats > 1) {
        sr_phrase_say(out, lang, SR_SAY_SEATS_HEAD, even, NULL);
        sr_put(out, "\n");
        sr_arena_seats(arena, grid);
        sr_grid_write(out, grid);
    }
    sr_phrase_say(out, lang, SR_SAY_LAB_SPEED, sr_digits((int64_t)standing->decisions).text,
                  sr_digits((int64_t)(arena->lab.results.done - arena->lab.resumed)).text,
                  sr_decimal(lang, arena->lab.seconds, 1).text, NULL);
    sr_put(out, "\n");
    sr_lab_forfeits_say(out, &arena->lab);
    sr_lab_finer_say(out, &arena->lab, standing->games);
    sr_put(out, "\n");
}

/* ---- JSON ---- */

static void write_bot_json(struct sr_out *out, const struct sr_arena *arena, int at) {
    const struct sr_standing *standing = &arena->standing;
    const struct sr_standing_bot *bot = &standing->bot[at];
    sr_put(out, "{\"bot\":");
    sr_json_string(out, arena->lab.series.bot[at].name);
    sr_put(out, ",\"games\":");
    sr_put_number(out, (int64_t)bot->games);
    sr_put(out, ",\"wins\":");
    sr_put_real(out, bot->wins, 3);
    sr_put(out, ",\"forfeits\":");
    sr_put_number(out, (int64_t)bot->forfeits);
    sr_put(out, ",\"rating\":");
    if (standing->rated)
        sr_json_estimate(out, &standing->ratings.bot[at]);
    else
        sr_put(out, "null");
    sr_put(out, ",\"win_share\":");
    sr_json_estimate(out, &bot->share);
    sr_put(out, ",\"mean_rank\":");
    sr_json_estimate(out, &bot->rank);
    sr_put(out, ",\"mean_score\":");
    sr_json_estimate(out, &bot->score);
    sr_put(out, ",\"score_deviation\":");
    sr_put_real(out, bot->score_spread, 5);
    sr_put(out, ",\"scores\":[");
    for (int i = 0; i < standing->bin_count; i++) {
        sr_put(out, i ? "," : "");
        sr_put_number(out, (int64_t)bot->bin[i]);
    }
    sr_put(out, "]}");
}

static void write_duels_json(struct sr_out *out, const struct sr_arena *arena) {
    const struct sr_standing *standing = &arena->standing;
    bool first = true;
    sr_put(out, ",\"duels\":[");
    for (int a = 0; a < standing->bots; a++)
        for (int b = a + 1; b < standing->bots; b++) {
            if (!standing->duel[a][b].games)
                continue;
            sr_put(out, first ? "{\"bot\":" : ",{\"bot\":");
            sr_json_string(out, arena->lab.series.bot[a].name);
            sr_put(out, ",\"against\":");
            sr_json_string(out, arena->lab.series.bot[b].name);
            sr_put(out, ",\"games\":");
            sr_put_number(out, (int64_t)standing->duel[a][b].games);
            sr_put(out, ",\"ahead\":");
            sr_json_estimate(out, &standing->duel[a][b].ahead);
            sr_put(out, ",\"points_ahead\":");
            sr_json_estimate(out, &standing->duel[a][b].lead);
            sr_put(out, "}");
            first = false;
        }
    sr_put(out, "]");
}

static void write_focal_json(struct sr_out *out, const struct sr_arena *arena) {
    const struct sr_standing *standing = &arena->standing;
    sr_put(out, ",\"focal\":{\"bot\":");
    sr_json_string(out, arena->lab.series.bot[0].name);
    sr_put(out, ",\"tables\":[");
    for (int i = 1; i < standing->bots; i++) {
        sr_put(out, i > 1 ? ",{\"of\":" : "{\"of\":");
        sr_json_string(out, arena->lab.series.bot[i].name);
        sr_put(out, ",\"games\":");
        sr_put_number(out, (int64_t)standing->focal_games[i]);
        sr_put(out, ",\"win_share\":");
        sr_json_estimate(out, &standing->focal[i]);
        sr_put(out, ",\"points_ahead\":");
        sr_json_estimate(out, &standing->duel[0][i].lead);
        sr_put(out, "}");
    }
    sr_put(out, "]}");
}

static void write_json(struct sr_out *out, const void *context) {
    const struct sr_arena *arena = context;
    const struct sr_standing *standing = &arena->standing;
    sr_lab_head_json(out, &arena->lab, arena->lab.call->command->name);
    sr_put(out, ",\"decisions\":");
    sr_put_number(out, (int64_t)standing->decisions);
    sr_put(out, ",\"bots\":[");
    for (int i = 0; i < standing->bots; i++) {
        sr_put(out, i ? "," : "");
        write_bot_json(out, arena, standing->order[i]);
    }
    sr_put(out, "],\"score_bins\":{\"low\":");
    sr_put_number(out, standing->bin_low);
    sr_put(out, ",\"width\":");
    sr_put_number(out, standing->bin_width);
    sr_put(out, "}");
    write_duels_json(out, arena);
    if (arena->lab.series.focal)
        write_focal_json(out, arena);
    sr_put(out, ",\"doublings\":[");
    for (int i = 0; i < standing->doublings; i++) {
        sr_put(out, i ? ",{\"from\":" : "{\"from\":");
        sr_json_string(out, arena->lab.series.bot[standing->doubling[i].from].name);
        sr_put(out, ",\"to\":");
        sr_json_string(out, arena->lab.series.bot[standing->doubling[i].to].name);
        sr_put(out, ",\"rating_for_a_doubling\":");
        sr_json_estimate(out, &standing->doubling[i].gain);
        sr_put(out, "}");
    }
    sr_put(out, "],\"seat_win_shares\":[");
    for (int seat = 0; seat < standing->seats; seat++) {
        sr_put(out, seat ? "," : "");
        sr_json_estimate(out, &standing->seat[seat]);
    }
    sr_put(out, "],\"games_for_half_the_intervals\":");
    sr_put_number(out, (int64_t)standing->finer);
    sr_put(out, "}\n");
}

/* ---- the commands ---- */

static enum sr_exit run(const struct sr_call *call, const struct sr_lab_habits *habits) {
    static struct sr_arena arena;
    static struct sr_grid grid;
    struct sr_error error = {0};
    enum sr_exit code = sr_lab_run(&arena.lab, call, habits);
    if (code != SR_EXIT_FINE)
        return code;
    arena.grid = &grid;
    if (sr_standing_make(&arena.standing, &arena.lab.series, &arena.lab.results, &error))
        code = sr_lab_answer(&arena.lab, write_text, write_json, sr_arena_report, &arena);
    else
        code = sr_report(call->lang, NULL, &error);
    sr_lab_free(&arena.lab);
    return code;
}

enum sr_exit sr_run_arena(const struct sr_call *call) {
    static const struct sr_lab_habits habits = {.least_bots = 2, .games = 1};
    return run(call, &habits);
}

enum sr_exit sr_run_ladder(const struct sr_call *call) {
    static const struct sr_lab_habits habits = {
        .bots = "random,greedy,search:100,search:300,search:1000,search:3000,search:10000",
        .least_bots = 2,
        .games = 420, /* ten rounds at two seats */
        .seats = 2};
    return run(call, &habits);
}
