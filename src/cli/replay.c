/* Stepping through a record on the full screen, as anybody at the table saw it. */
#include "replay.h"

#include "screen.h"
#include "tell.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    WIDE_COLUMNS = 110,
    BOARD_COLUMNS = 82,
    LEAST_SIDE = 38,
    MOST_SIDE = 56,
    LEAST_BELOW = 9,
    JUMP = 10, /* moves that a page key skips */
    TEXT_BYTES = 2048
};

struct replay {
    const struct sr_table *record;
    struct sr_table *table; /* as it was at the present move */
    enum sr_lang lang;
    int viewer;
};

static void add_ply(const struct replay *replay, uint32_t ply, int columns, struct sr_page *page) {
    const struct sr_table *record = replay->record;
    const char *names[SR_MAX_SEATS];
    sr_table_names(record, names);
    struct sr_reader reader = {replay->lang, names};
    enum sr_style style = ply == replay->table->plies ? SR_PLAIN : SR_QUIET;
    char line[TEXT_BYTES];
    struct sr_out out;
    /* the move itself may be a secret of who made it: others read what they were told */
    if (ply > 0 && (replay->viewer == SR_REFEREE || replay->viewer == record->ply[ply - 1].seat)) {
        sr_out_open(&out, line, sizeof line);
        sr_ply_say(&out, record, replay->lang, ply);
        sr_page_wrap(page, style == SR_PLAIN ? SR_STRONG : SR_QUIET, columns, 4, line);
    }
    struct sr_events events;
    struct sr_error ignored;
    if (!sr_table_events(record, ply, &events, &ignored))
        return;
    for (uint32_t i = 0; i < events.count; i++) {
        sr_out_open(&out, line, sizeof line);
        sr_put(&out, "  ");
        sr_event_say(&out, &reader, record->game, &events.list[i], replay->viewer);
        sr_page_wrap(page, style, columns, 4, line);
    }
}

/* The last moves up to the present one. */
static void draw_log(const struct replay *replay, int row, int column, int rows, int columns) {
    struct sr_page page = {0};
    uint32_t ply = replay->table->plies;
    uint32_t first = ply > (uint32_t)rows ? ply - (uint32_t)rows : 0;
    for (uint32_t i = first; i <= ply; i++)
        add_ply(replay, i, columns, &page);
    int skipped = page.count > rows ? page.count - rows : 0;
    sr_screen_page(row, column, rows, columns, &page, skipped);
    sr_page_free(&page);
}

static void viewer_say(const struct replay *replay, struct sr_out *out) {
    if (replay->viewer == SR_REFEREE)
        sr_put(out, sr_phrase(replay->lang, SR_SAY_SEEN_BY_REFEREE));
    else if (replay->viewer == SR_SPECTATOR)
        sr_put(out, sr_phrase(replay->lang, SR_SAY_SEEN_BY_SPECTATOR));
    else
        sr_seat_say(out, replay->record, replay->lang, replay->viewer);
}

static void draw_board(const struct replay *replay, struct sr_canvas *canvas, int columns,
                       int rows) {
    const char *names[SR_MAX_SEATS];
    sr_table_names(replay->record, names);
    struct sr_reader reader = {replay->lang, names};
    sr_canvas_clear(canvas, columns, rows);
    sr_canvas_draw(replay->record->game, replay->table->state, replay->viewer, &reader, canvas);
    sr_screen_canvas(1, 0, canvas);
}

static void draw(const struct replay *replay) {
    static struct sr_canvas canvas;
    if (sr_screen_is_too_small(replay->lang))
        return;
    int rows = sr_screen_rows(), columns = sr_screen_columns();
    char line[TEXT_BYTES], viewer[128];
    struct sr_out out;
    sr_screen_clear();
    sr_out_open(&out, viewer, sizeof viewer);
    viewer_say(replay, &out);
    sr_out_open(&out, line, sizeof line);
    sr_put_char(&out, ' ');
    sr_phrase_say(
        &out, replay->lang, SR_SAY_REPLAY_BAR, replay->record->game->title.in[replay->lang],
        sr_digits(replay->table->plies).text, sr_digits(replay->record->plies).text, viewer, NULL);
    sr_screen_bar(0, 0, columns, SR_STRONG, line);
    sr_out_open(&out, line, sizeof line);
    sr_turn_say(&out, replay->table, replay->lang);
    if (columns >= WIDE_COLUMNS) {
        int side = columns - BOARD_COLUMNS;
        side = side < LEAST_SIDE ? LEAST_SIDE : side > MOST_SIDE ? MOST_SIDE : side;
        int left = columns - side - 1;
        draw_board(replay, &canvas, left - 1, rows - 2);
        sr_screen_wall(1, left, rows - 2);
        sr_screen_text(1, left + 2, side - 2, SR_GOLD, line);
        draw_log(replay, 3, left + 2, rows - 4, side - 2);
    } else {
        draw_board(replay, &canvas, columns, rows - 2 - LEAST_BELOW);
        int row = 1 + canvas.used_rows;
        sr_screen_text(row, 0, columns, SR_GOLD, line);
        draw_log(replay, row + 1, 0, rows - 2 - row, columns);
    }
    sr_out_open(&out, line, sizeof line);
    sr_put_char(&out, ' ');
    sr_put(&out, sr_phrase(replay->lang, SR_SAY_REPLAY_KEYS));
    sr_screen_bar(rows - 1, 0, columns, SR_PLAIN, line);
    sr_screen_show();
}

/* ---- keys ---- */

/* Everything, then each seat, then a spectator, then everything again. */
static int next_viewer(const struct replay *replay) {
    int seats = sr_head(replay->table->state)->seats;
    if (replay->viewer == SR_REFEREE)
        return 0;
    if (replay->viewer == SR_SPECTATOR)
        return SR_REFEREE;
    return replay->viewer + 1 < seats ? replay->viewer + 1 : SR_SPECTATOR;
}

static bool go_to(struct replay *replay, int64_t ply, struct sr_error *error) {
    int64_t last = replay->record->plies;
    ply = ply < 0 ? 0 : ply > last ? last : ply;
    struct sr_table *table = sr_table_at(replay->record, (uint32_t)ply, error);
    if (!table)
        return false;
    sr_table_free(replay->table);
    replay->table = table;
    return true;
}

static void fill_sheet(struct sr_page *page, const void *context, int columns) {
    enum { WIDEST = 64 };
    const struct replay *replay = context;
    int width = columns < WIDEST ? columns : WIDEST;
    if (replay->viewer == SR_REFEREE)
        sr_sheet_page(page, replay->table, replay->lang, width);
    else
        sr_estimate_page(page, replay->table, replay->viewer, replay->lang, width);
}

static void fill_rules(struct sr_page *page, const void *context, int columns) {
    const struct replay *replay = context;
    sr_rules_page(page, replay->record->game, replay->lang, columns);
}

static void show_page(const struct replay *replay, enum sr_phrase title, sr_page_filler *fill) {
    sr_screen_pager(replay->lang, sr_phrase(replay->lang, title),
                    sr_phrase(replay->lang, SR_SAY_BACK_KEYS), "", fill, replay);
}

/* Obeys keys until the person leaves. */
static bool step_through(struct replay *replay, struct sr_error *error) {
    for (;;) {
        draw(replay);
        int64_t ply = replay->table->plies, to = ply;
        switch (sr_screen_key(-1)) {
        case SR_KEY_RIGHT:
        case SR_KEY_DOWN:
        case SR_KEY_ENTER:
        case ' ':
            to = ply + 1;
            break;
        case SR_KEY_LEFT:
        case SR_KEY_UP:
        case SR_KEY_BACKSPACE:
            to = ply - 1;
            break;
        case SR_KEY_PAGE_DOWN:
            to = ply + JUMP;
            break;
        case SR_KEY_PAGE_UP:
            to = ply - JUMP;
            break;
        case SR_KEY_HOME:
            to = 0;
            break;
        case SR_KEY_END:
            to = replay->record->plies;
            break;
        case 't':
        case '\t':
            replay->viewer = next_viewer(replay);
            break;
        case 's':
            show_page(replay, SR_SAY_SCORE, fill_sheet);
            break;
        case '?':
            show_page(replay, SR_SAY_RULES, fill_rules);
            break;
        case 'v':
            replay->lang = replay->lang == SR_EN ? SR_RU : SR_EN;
            break;
        case 'q':
        case SR_KEY_ESCAPE:
        case SR_KEY_GONE:
            return true;
        default:
            break;
        }
        if (to != ply && !go_to(replay, to, error))
            return false;
    }
}

bool sr_replay_screen(const struct sr_call *call, const struct sr_table *table,
                      enum sr_exit *code) {
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !sr_screen_open(sr_colourful(stdout)))
        return false;
    struct replay replay = {.record = table, .lang = call->lang, .viewer = SR_REFEREE};
    struct sr_error error = {0};
    bool good = go_to(&replay, 0, &error) && step_through(&replay, &error);
    sr_table_free(replay.table);
    sr_screen_close();
    *code = good ? SR_EXIT_FINE : sr_report(call->lang, NULL, &error);
    return true;
}
