/* Playing on the full screen: the board, the choices, the log, and the keys.
 *
 * Three layouts. From 110 columns on the board and the log stand on the left, the prompt and the
 * choices on the right, and from 160 on what the choice brings and what the signs mean beside
 * them; below that the board is on top, choices and log beneath it. */
#include "choices.h"
#include "details.h"
#include "games/games.h"
#include "play.h"
#include "screen.h"
#include "tell.h"

#include <stdlib.h>
#include <string.h>

enum {
    WIDE_COLUMNS = 110,
    WIDEST_COLUMNS = 160, /* room for a third part */
    BOARD_COLUMNS = 82,   /* what a board likes to have */
    LEAST_SIDE = 38,      /* columns of the choices beside it */
    MOST_SIDE = 56,
    THIRD_SIDE = 40,
    LEAST_BELOW = 9, /* rows that prompt, choices and log need under a board */
    LEAST_LOG = 5,
    BOT_MILLISECONDS = 450, /* so that one can follow what the bots do */
    TEXT_BYTES = 2048
};

/* What is on the screen besides the game itself. */
struct view {
    struct sr_session *session;
    struct sr_choices choices;
    bool filtering;          /* keys go to the filter of the choices */
    bool hurried;            /* do not wait after a bot's move */
    char status[TEXT_BYTES]; /* said instead of the keys, until the next key */
};

static void view_reset(struct view *view) {
    view->filtering = false;
    sr_choices_begin(&view->choices, view->session);
}

static void set_status(struct view *view, const char *text) {
    struct sr_out out;
    sr_out_open(&out, view->status, sizeof view->status);
    sr_put(&out, text);
}

static void set_error(struct view *view, const struct sr_error *error) {
    struct sr_out out;
    sr_out_open(&out, view->status, sizeof view->status);
    sr_error_say(&out, view->session->lang, error);
}

/* ---- the log ---- */

static void add_log_line(const struct sr_session *session, struct sr_page *page, uint32_t index,
                         int columns) {
    bool fresh = session->log[index].ply > session->own_ply;
    char line[TEXT_BYTES];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_put(&out, fresh ? "▸ " : "  ");
    sr_session_log_say(session, index, &out);
    sr_page_wrap(page, fresh ? SR_PLAIN : SR_QUIET, columns, 2, line);
}

/* The end of the log, as much as there is room for. */
static void draw_log(const struct sr_session *session, int row, int column, int rows, int columns) {
    struct sr_page page = {0};
    uint32_t first = session->logged > (uint32_t)rows ? session->logged - (uint32_t)rows : 0;
    for (uint32_t i = first; i < session->logged; i++)
        add_log_line(session, &page, i, columns);
    int skipped = page.count > rows ? page.count - rows : 0;
    sr_screen_page(row, column, rows, columns, &page, skipped);
    sr_page_free(&page);
}

static void fill_log(struct sr_page *page, const void *context, int columns) {
    const struct sr_session *session = context;
    for (uint32_t i = 0; i < session->logged; i++)
        add_log_line(session, page, i, columns);
}

/* ---- the whole ---- */

static void prompt_page(const struct view *view, int columns, struct sr_page *page) {
    const struct sr_session *session = view->session;
    char line[TEXT_BYTES];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    if (sr_session_asks(session))
        sr_session_prompt_say(session, &out);
    else
        sr_turn_say(&out, session->table, session->lang);
    sr_page_wrap(page, sr_session_asks(session) ? SR_STRONG : SR_QUIET, columns, 0, line);
}

static void draw_prompt_and_choices(struct view *view, int row, int column, int rows, int columns) {
    struct sr_page prompt = {0};
    prompt_page(view, columns, &prompt);
    sr_screen_page(row, column, rows, columns, &prompt, 0);
    int used = prompt.count + 1;
    sr_page_free(&prompt);
    if (sr_session_asks(view->session) && *view->choices.filter && !view->filtering) {
        char line[TEXT_BYTES];
        struct sr_out out;
        sr_out_open(&out, line, sizeof line);
        sr_phrase_say(&out, view->session->lang, SR_SAY_FILTERED, view->choices.filter,
                      sr_digits(view->choices.shown).text,
                      sr_digits(view->session->table->moves.count).text, NULL);
        sr_screen_text(row + used - 1, column, columns, SR_GOLD, line);
    }
    if (sr_session_asks(view->session) && rows > used)
        sr_choices_draw(&view->choices, row + used, column, rows - used, columns);
}

/* The third part: the choice in full, then the signs that are on the board. */
static void draw_third(struct view *view, const struct sr_canvas *canvas, int row, int column,
                       int rows, int columns) {
    const struct sr_session *session = view->session;
    struct sr_page page = {0};
    if (sr_session_asks(session) && *sr_choices_preview(&view->choices)) {
        sr_page_add(&page, SR_STRONG, sr_phrase(session->lang, SR_SAY_CHOICE));
        sr_page_wrap(&page, SR_PLAIN, columns, 0, view->choices.text[view->choices.selected]);
        sr_page_wrap(&page, SR_JADE, columns, 0, view->choices.preview);
        sr_page_add(&page, SR_PLAIN, "");
    }
    sr_page_add(&page, SR_STRONG, sr_phrase(session->lang, SR_SAY_SIGNS));
    sr_signs_page(&page, session, canvas, columns);
    sr_page_add(&page, SR_PLAIN, "");
    sr_page_add(&page, SR_STRONG, sr_phrase(session->lang, SR_SAY_DETAILS));
    sr_details_page(&page, session, "", columns);
    sr_screen_page(row, column, rows, columns, &page, 0);
    if (page.count > rows)
        sr_screen_text(row + rows - 1, column + columns - 1, 1, SR_GOLD, "↓");
    sr_page_free(&page);
}

static void draw_wide(struct view *view, struct sr_canvas *canvas, int rows, int columns) {
    if (columns >= WIDEST_COLUMNS)
        columns -= THIRD_SIDE + 1;
    int side = columns - BOARD_COLUMNS;
    side = side < LEAST_SIDE ? LEAST_SIDE : side > MOST_SIDE ? MOST_SIDE : side;
    int left = columns - side - 1;
    int room = rows - 2;
    sr_canvas_clear(canvas, left - 1, room);
    sr_session_draw(view->session, canvas);
    sr_screen_canvas(1, 0, canvas);
    sr_screen_wall(1, left, room);
    if (columns < sr_screen_columns()) {
        sr_screen_wall(1, columns, room);
        draw_third(view, canvas, 1, columns + 2, room, THIRD_SIDE - 2);
    }
    int below = room - canvas->used_rows - 1;
    if (below >= LEAST_LOG) {
        sr_screen_rule(1 + canvas->used_rows, 0, left);
        draw_log(view->session, 2 + canvas->used_rows, 0, below, left - 1);
        draw_prompt_and_choices(view, 1, left + 2, room, side - 2);
        return;
    }
    int log = room / 3;
    draw_prompt_and_choices(view, 1, left + 2, room - log - 1, side - 2);
    sr_screen_rule(rows - log - 2, left + 1, side - 1);
    draw_log(view->session, rows - log - 1, left + 1, log, side - 2);
}

static void draw_narrow(struct view *view, struct sr_canvas *canvas, int rows, int columns) {
    int room = rows - 2;
    sr_canvas_clear(canvas, columns, room - LEAST_BELOW);
    sr_session_draw(view->session, canvas);
    sr_screen_canvas(1, 0, canvas);
    int row = 1 + canvas->used_rows;
    struct sr_page prompt = {0};
    prompt_page(view, columns - 1, &prompt);
    sr_screen_page(row, 0, prompt.count, columns - 1, &prompt, 0);
    row += prompt.count;
    sr_page_free(&prompt);
    int left = columns * 3 / 5;
    int below = rows - 1 - row;
    if (sr_session_asks(view->session))
        sr_choices_draw(&view->choices, row, 0, below, left - 1);
    sr_screen_wall(row, left, below);
    draw_log(view->session, row, left + 1, below, columns - left - 1);
}

static void draw(struct view *view) {
    const struct sr_session *session = view->session;
    static struct sr_canvas canvas;
    if (sr_screen_is_too_small(session->lang))
        return;
    int rows = sr_screen_rows(), columns = sr_screen_columns();
    char line[TEXT_BYTES], seat[128];
    struct sr_out out;
    sr_screen_clear();
    sr_out_open(&out, seat, sizeof seat);
    sr_seat_say(&out, session->table, session->lang, session->seat);
    sr_out_open(&out, line, sizeof line);
    sr_put_char(&out, ' ');
    sr_phrase_say(&out, session->lang, SR_SAY_TITLE_BAR,
                  session->wish.game->title.in[session->lang], seat, session->wish.seed, NULL);
    sr_screen_bar(0, 0, columns, SR_STRONG, line);
    if (columns >= WIDE_COLUMNS)
        draw_wide(view, &canvas, rows, columns);
    else
        draw_narrow(view, &canvas, rows, columns);
    sr_out_open(&out, line, sizeof line);
    sr_put_char(&out, ' ');
    if (view->filtering)
        sr_phrase_say(&out, session->lang, SR_SAY_FILTER, view->choices.filter,
                      sr_digits(view->choices.shown).text,
                      sr_digits(session->table->moves.count).text, NULL);
    else if (*view->status)
        sr_put(&out, view->status);
    else
        sr_put(&out, sr_phrase(session->lang,
                               sr_session_asks(session) ? SR_SAY_PLAY_KEYS : SR_SAY_BOT_KEYS));
    sr_screen_bar(rows - 1, 0, columns, *view->status ? SR_STRONG : SR_PLAIN, line);
    sr_screen_show();
}

/* ---- keys ---- */

static void fill_rules(struct sr_page *page, const void *context, int columns) {
    const struct sr_session *session = context;
    sr_page_wrap(page, SR_QUIET, columns, 0, sr_phrase(session->lang, SR_SAY_SCREEN_KEYS));
    sr_page_add(page, SR_PLAIN, "");
    sr_rules_page(page, session->wish.game, session->lang, columns);
}

static void fill_estimate(struct sr_page *page, const void *context, int columns) {
    enum { WIDEST = 64 };
    const struct sr_session *session = context;
    sr_estimate_page(page, session->table, session->seat, session->lang,
                     columns < WIDEST ? columns : WIDEST);
}

static void show_page(const struct sr_session *session, enum sr_phrase title,
                      sr_page_filler *fill) {
    sr_screen_pager(session->lang, sr_phrase(session->lang, title),
                    sr_phrase(session->lang, SR_SAY_BACK_KEYS), "", fill, session);
}

static bool confirm_quit(struct view *view) {
    const struct sr_session *session = view->session;
    set_status(view,
               sr_phrase(session->lang, session->record ? SR_SAY_QUIT_WITH_RECORD : SR_SAY_QUIT));
    draw(view);
    *view->status = '\0';
    int key;
    while ((key = sr_screen_key(-1)) == SR_KEY_RESIZE || key == SR_KEY_OTHER)
        draw(view);
    return key == 'y' || key == SR_KEY_GONE;
}

/* The board's signs, all of them. */
static void fill_signs(struct sr_page *page, const void *context, int columns) {
    sr_signs_page(page, context, NULL, columns);
}

/* Everything on the table, and what the selected choice brings; words that are typed filter it. */
struct looked_at {
    struct view *view;
    char filter[SR_FILTER_BYTES];
};

static void fill_details(struct sr_page *page, const void *context, int columns) {
    const struct looked_at *looked_at = context;
    struct view *view = looked_at->view;
    if (!*looked_at->filter && view->choices.selected >= 0) {
        sr_page_add(page, SR_STRONG, sr_phrase(view->session->lang, SR_SAY_CHOICE));
        sr_page_wrap(page, SR_PLAIN, columns, 0, view->choices.text[view->choices.selected]);
        if (*sr_choices_preview(&view->choices))
            sr_page_wrap(page, SR_JADE, columns, 0, view->choices.preview);
        sr_page_add(page, SR_PLAIN, "");
    }
    struct sr_page details = {0};
    sr_details_page(&details, view->session, looked_at->filter, columns);
    for (int i = 0; i < details.count; i++)
        sr_page_add(page, details.line[i].style, details.line[i].text);
    sr_page_free(&details);
}

static void show_details(struct view *view) {
    const struct sr_session *session = view->session;
    struct looked_at looked_at = {.view = view};
    sr_screen_finder(session->lang, sr_phrase(session->lang, SR_SAY_DETAILS), SR_SAY_DETAILS_KEYS,
                     looked_at.filter, sizeof looked_at.filter, fill_details, &looked_at);
}

static void show_hint(struct view *view) {
    struct sr_choices *choices = &view->choices;
    const struct sr_session *session = view->session;
    char text[TEXT_BYTES], why[TEXT_BYTES];
    struct sr_out out;
    if (!sr_choices_hint(choices) || choices->selected < 0)
        return;
    sr_out_open(&out, text, sizeof text);
    sr_phrase_say(&out, session->lang, SR_SAY_HINT, sr_digits(choices->selected + 1).text,
                  choices->text[choices->selected], NULL);
    sr_out_open(&out, why, sizeof why);
    sr_session_hint_say(session, &choices->hints, 0, &out);
    sr_out_open(&out, view->status, sizeof view->status);
    sr_put(&out, text);
    sr_put(&out, " · ");
    sr_put(&out, why);
}

/* A digit of the number of a choice: the selection goes there at once. */
static void type_digit(struct view *view, int digit) {
    if (sr_choices_digit(&view->choices, digit))
        return;
    char line[256];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_phrase_say(&out, view->session->lang, SR_SAY_NO_SUCH_CHOICE, sr_digits(digit).text,
                  sr_digits(view->session->table->moves.count).text, NULL);
    set_status(view, line);
}

/* Keys while the filter is typed. */
static void type_filter(struct view *view, int key) {
    struct sr_choices *choices = &view->choices;
    if (key == SR_KEY_UP || key == SR_KEY_DOWN) {
        sr_choices_move(choices, key == SR_KEY_UP ? -1 : 1);
        return;
    }
    if (key == SR_KEY_ESCAPE || key == SR_KEY_ENTER || (key == 'q' && !sr_screen_typed())) {
        view->filtering = false;
        if (key != SR_KEY_ENTER || !choices->shown)
            *choices->filter = '\0';
    } else if (!sr_screen_edit(key, choices->filter, sizeof choices->filter)) {
        return;
    }
    sr_choices_refresh(choices);
}

/* What the play ends with, or that it goes on. */
enum turn { GO_ON, QUIT, BROKEN };

static enum turn play_selected(struct view *view, struct sr_error *error) {
    if (view->choices.selected < 0) {
        set_status(view, sr_phrase(view->session->lang, SR_SAY_CHOOSE_FIRST));
        return GO_ON;
    }
    struct sr_move move = view->session->table->moves.list[view->choices.selected];
    if (!sr_session_play(view->session, move, error))
        return BROKEN;
    view_reset(view);
    view->hurried = false;
    return GO_ON;
}

static enum turn undo(struct view *view, struct sr_error *error) {
    if (sr_session_undo(view->session, error)) {
        view_reset(view);
        set_status(view, sr_phrase(view->session->lang, SR_SAY_TAKEN_BACK));
        return GO_ON;
    }
    if (sr_exit_of(error) == SR_EXIT_SYSTEM)
        return BROKEN;
    set_error(view, error);
    return GO_ON;
}

static enum turn obey(struct view *view, int key, struct sr_error *error) {
    struct sr_session *session = view->session;
    enum { PAGE = 5 };
    *view->status = '\0';
    if (view->filtering && key != SR_KEY_GONE && key != SR_KEY_RESIZE) {
        type_filter(view, key);
        return GO_ON;
    }
    switch (key) {
    case SR_KEY_ENTER:
        return play_selected(view, error);
    case SR_KEY_UP:
        sr_choices_move(&view->choices, -1);
        break;
    case SR_KEY_DOWN:
        sr_choices_move(&view->choices, 1);
        break;
    case SR_KEY_PAGE_UP:
        sr_choices_move(&view->choices, -PAGE);
        break;
    case SR_KEY_PAGE_DOWN:
        sr_choices_move(&view->choices, PAGE);
        break;
    case SR_KEY_HOME:
        sr_choices_move(&view->choices, -SR_MAX_MOVES);
        break;
    case SR_KEY_END:
        sr_choices_move(&view->choices, SR_MAX_MOVES);
        break;
    case SR_KEY_BACKSPACE:
    case SR_KEY_ESCAPE:
        view->choices.number = 0;
        *view->choices.filter = '\0';
        sr_choices_refresh(&view->choices);
        break;
    case '/':
        view->filtering = true;
        break;
    case 'i':
        show_details(view);
        break;
    case 'k':
        show_page(session, SR_SAY_SIGNS, fill_signs);
        break;
    case 'u':
        return undo(view, error);
    case 'h':
        show_hint(view);
        break;
    case '?':
        show_page(session, SR_SAY_RULES, fill_rules);
        break;
    case 's':
        show_page(session, SR_SAY_SCORE, fill_estimate);
        break;
    case 'l':
        show_page(session, SR_SAY_LOG, fill_log);
        break;
    case 'v':
        sr_session_set_lang(session, session->lang == SR_EN ? SR_RU : SR_EN);
        sr_choices_refresh(&view->choices);
        break;
    case 'q':
        return confirm_quit(view) ? QUIT : GO_ON;
    case SR_KEY_GONE:
        return QUIT;
    default:
        if (key >= '0' && key <= '9')
            type_digit(view, key - '0');
        break;
    }
    return GO_ON;
}

/* A bot moves; then a moment to see it, unless somebody is in a hurry. */
static enum turn let_bot_play(struct view *view, struct sr_error *error) {
    if (!sr_session_play_bot(view->session, error))
        return BROKEN;
    view_reset(view);
    *view->status = '\0';
    /* When the last bot has moved, the next key chooses: waiting would swallow it. */
    if (view->hurried || sr_session_asks(view->session))
        return GO_ON;
    draw(view);
    int key = sr_screen_key(BOT_MILLISECONDS);
    if (key == 'q' && confirm_quit(view))
        return QUIT;
    if (key == SR_KEY_GONE)
        return QUIT;
    view->hurried = key != SR_KEY_NONE && key != SR_KEY_RESIZE;
    return GO_ON;
}

static void fill_sheet(struct sr_page *page, const void *context, int columns) {
    enum { WIDEST = 64 };
    const struct sr_session *session = context;
    sr_sheet_page(page, session->table, session->lang, columns < WIDEST ? columns : WIDEST);
}

/* The game is over: the sheet, and whether there is another game. */
static enum turn show_end(struct view *view, struct sr_error *error) {
    struct sr_session *session = view->session;
    for (;;) {
        int key = sr_screen_pager(session->lang, sr_phrase(session->lang, SR_SAY_GAME_OVER),
                                  sr_phrase(session->lang, SR_SAY_END_KEYS), "nqlbv", fill_sheet,
                                  session);
        switch (key) {
        case 'n':
            if (!sr_session_again(session, error))
                return BROKEN;
            view_reset(view);
            return GO_ON;
        case 'q':
        case SR_KEY_GONE:
            return QUIT;
        case 'l':
            show_page(session, SR_SAY_LOG, fill_log);
            break;
        case 'v':
            sr_session_set_lang(session, session->lang == SR_EN ? SR_RU : SR_EN);
            break;
        case 'b':
            do {
                set_status(view, sr_phrase(session->lang, SR_SAY_ANY_KEY));
                draw(view);
                *view->status = '\0';
                key = sr_screen_key(-1);
            } while (key == SR_KEY_RESIZE || key == SR_KEY_OTHER);
            break;
        default:
            break;
        }
    }
}

static enum turn next(struct view *view, struct sr_error *error) {
    const struct sr_session *session = view->session;
    if (sr_session_over(session))
        return show_end(view, error);
    if (!sr_session_asks(session))
        return let_bot_play(view, error);
    if (view->hurried)
        sr_screen_forget_keys(); /* keys meant to hurry the bots must not choose */
    view->hurried = false;
    draw(view);
    int key = sr_screen_key(-1);
    if (sr_screen_fits())
        return obey(view, key, error);
    /* nothing can be seen, so nothing is chosen */
    return key == 'q' || key == SR_KEY_GONE ? QUIT : GO_ON;
}

enum sr_exit sr_screen_play(struct sr_session *session) {
    struct sr_error error = {0};
    struct view view = {.session = session};
    view_reset(&view);
    enum turn turn;
    while ((turn = next(&view, &error)) == GO_ON)
        error = (struct sr_error){0};
    sr_screen_close();
    if (turn == BROKEN)
        return sr_report(session->lang, NULL, &error);
    char line[6000];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_turn_say(&out, session->table, session->lang);
    sr_put_char(&out, '\n');
    sr_session_repeat_say(session, &out);
    puts(line);
    return sr_finish(session->lang);
}

/* ---- the start ---- */

bool sr_screen_ask(enum sr_lang lang, struct sr_question question, const struct sr_game **game,
                   int *seats) {
    enum { MOST_GAMES = 16 };
    const char *item[MOST_GAMES];
    const char *title = sr_phrase(lang, SR_SAY_CARAVANSERAI);
    if (question.game) {
        int count = 0;
        for (; count < MOST_GAMES && sr_game_at(count); count++)
            item[count] = sr_game_at(count)->title.in[lang];
        int chosen =
            sr_screen_choose(lang, title, sr_phrase(lang, SR_SAY_MENU_GAME), item, count, 0);
        if (chosen < 0)
            return false;
        *game = sr_game_at(chosen);
    }
    *seats = (*game)->seats_max;
    if (!question.seats)
        return true;
    char line[SR_MAX_SEATS][64];
    int count = 0;
    for (int number = (*game)->seats_min; number <= (*game)->seats_max; number++, count++) {
        struct sr_out out;
        sr_out_open(&out, line[count], sizeof line[count]);
        sr_phrase_say(&out, lang, SR_SAY_MENU_SEATS_ITEM, sr_digits(number).text,
                      sr_digits(number - 1).text, NULL);
        item[count] = line[count];
    }
    char heading[256];
    struct sr_out out;
    sr_out_open(&out, heading, sizeof heading);
    sr_phrase_say(&out, lang, SR_SAY_MENU_SEATS, (*game)->title.in[lang], NULL);
    int chosen = sr_screen_choose(lang, title, heading, item, count, count - 1);
    if (chosen < 0)
        return false;
    *seats = (*game)->seats_min + chosen;
    return true;
}
