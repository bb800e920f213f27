/* ncursesw, as little of it as the game needs. No other file includes it. */
#include "screen.h"

#include "cli.h"

#include <limits.h>
#include <locale.h>
#include <ncurses.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

static struct {
    SCREEN *terminal;
    attr_t attribute[SR_STYLES];
    short pair[SR_STYLES];
    uint32_t typed; /* the last key, if it was a character */
    int silences;   /* times in a row that a key was waited for and none came */
} screen;

/* ---- opening and closing ---- */

/* Colours by name; bright ones where the terminal has them. */
static const struct {
    short colour;
    bool bright;
} palette[SR_STYLES] = {
    [SR_GOLD] = {COLOR_YELLOW, false},
    [SR_RED] = {COLOR_RED, true},
    [SR_JADE] = {COLOR_GREEN, false},
    [SR_SEAT_STYLE] = {COLOR_CYAN, false},
    [SR_SEAT_STYLE + 1] = {COLOR_MAGENTA, false},
    [SR_SEAT_STYLE + 2] = {COLOR_BLUE, true},
    [SR_SEAT_STYLE + 3] = {COLOR_RED, true},
    [SR_SEAT_STYLE + 4] = {COLOR_GREEN, true},
    [SR_SEAT_STYLE + 5] = {COLOR_YELLOW, true},
};

static void open_styles(bool colour) {
    for (int style = 0; style < SR_STYLES; style++) {
        screen.attribute[style] = A_NORMAL;
        screen.pair[style] = 0;
    }
    screen.attribute[SR_QUIET] = A_DIM;
    screen.attribute[SR_STRONG] = A_BOLD;
    if (!colour || !has_colors() || start_color() == ERR) {
        screen.attribute[SR_GOLD] = A_BOLD;
        return;
    }
    use_default_colors();
    for (int style = 0; style < SR_STYLES; style++) {
        if (palette[style].colour == 0)
            continue;
        short number = palette[style].colour;
        if (palette[style].bright && COLORS >= 16)
            number = (short)(number + 8);
        else if (palette[style].bright)
            screen.attribute[style] = A_BOLD;
        if (init_pair((short)style, number, -1) != ERR)
            screen.pair[style] = (short)style;
    }
}

/* Ctrl-C comes as a key, so that a slip of the hand ends no game; Ctrl-Z still leaves for a while.
 */
static void keep_interrupts(void) {
    struct termios settings;
    if (tcgetattr(STDIN_FILENO, &settings) != 0)
        return;
    settings.c_cc[VINTR] = _POSIX_VDISABLE;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings);
    def_prog_mode();
}

bool sr_screen_open(bool colour) {
    const char *terminal = getenv("TERM");
    if (!terminal || !*terminal || strcmp(terminal, "dumb") == 0)
        return false;
    screen.terminal = newterm(NULL, stdout, stdin);
    if (!screen.terminal)
        return false;
    set_escdelay(50);
    cbreak();
    keep_interrupts();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    curs_set(0);
    open_styles(colour);
    atexit(sr_screen_close);
    return true;
}

void sr_screen_close(void) {
    if (!screen.terminal)
        return;
    endwin();
    delscreen(screen.terminal);
    screen.terminal = NULL;
}

int sr_screen_rows(void) {
    return getmaxy(stdscr);
}

int sr_screen_columns(void) {
    return getmaxx(stdscr);
}

void sr_screen_clear(void) {
    erase();
}

void sr_screen_show(void) {
    refresh();
}

/* ---- drawing ---- */

static void use_style(int style, attr_t more) {
    if (style < 0 || style >= SR_STYLES)
        style = SR_PLAIN;
    attr_set(screen.attribute[style] | more, screen.pair[style], NULL);
}

static void put_text(int row, int column, int columns, int style, attr_t more, const char *text) {
    if (row < 0 || row >= sr_screen_rows() || columns <= 0)
        return;
    char line[2048];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_cut(&out, columns, text);
    use_style(style, more);
    mvaddstr(row, column, line);
    if (more & A_REVERSE)
        for (int width = sr_text_width(line); width < columns; width++)
            mvaddch(row, column + width, ' ');
    use_style(SR_PLAIN, A_NORMAL);
}

void sr_screen_text(int row, int column, int columns, enum sr_style style, const char *text) {
    put_text(row, column, columns, (int)style, A_NORMAL, text);
}

void sr_screen_bar(int row, int column, int columns, enum sr_style style, const char *text) {
    put_text(row, column, columns, (int)style, A_REVERSE, text);
}

void sr_screen_page(int row, int column, int rows, int columns, const struct sr_page *page,
                    int first) {
    for (int i = 0; i < rows && first + i < page->count; i++)
        sr_screen_text(row + i, column, columns, page->line[first + i].style,
                       page->line[first + i].text);
}

void sr_screen_canvas(int row, int column, const struct sr_canvas *canvas) {
    for (int y = 0; y < canvas->used_rows && row + y < sr_screen_rows(); y++) {
        for (int x = 0; x < canvas->columns && column + x < sr_screen_columns(); x++) {
            const struct sr_cell *cell = &canvas->cell[y][x];
            if (cell->code == 0 || (cell->code == ' ' && cell->style == SR_PLAIN))
                continue;
            int style = cell->style < SR_STYLES ? cell->style : SR_PLAIN;
            wchar_t text[2] = {(wchar_t)cell->code, 0};
            cchar_t sign;
            if (setcchar(&sign, text, screen.attribute[style], screen.pair[style], NULL) == OK)
                mvadd_wch(row + y, column + x, &sign);
        }
    }
}

void sr_screen_rule(int row, int column, int columns) {
    use_style(SR_QUIET, A_NORMAL);
    mvhline_set(row, column, WACS_HLINE, columns);
    use_style(SR_PLAIN, A_NORMAL);
}

void sr_screen_wall(int row, int column, int rows) {
    use_style(SR_QUIET, A_NORMAL);
    mvvline_set(row, column, WACS_VLINE, rows);
    use_style(SR_PLAIN, A_NORMAL);
}

/* ---- keys ---- */

/* The letters of our commands, where a Russian keyboard has them. */
static int latin(wint_t letter) {
    static const wchar_t russian[] = L"йцукенгшщзфывапролдячсмить";
    static const char english[] = "qwertyuiopasdfghjklzxcvbnm";
    for (int i = 0; english[i]; i++)
        if ((wint_t)russian[i] == letter || (wint_t)(russian[i] - 0x20) == letter)
            return english[i];
    return letter >= 'A' && letter <= 'Z' ? (int)letter - 'A' + 'a' : (int)letter;
}

static int special_key(wint_t key) {
    switch (key) {
    case KEY_UP:
        return SR_KEY_UP;
    case KEY_DOWN:
        return SR_KEY_DOWN;
    case KEY_LEFT:
        return SR_KEY_LEFT;
    case KEY_RIGHT:
        return SR_KEY_RIGHT;
    case KEY_PPAGE:
        return SR_KEY_PAGE_UP;
    case KEY_NPAGE:
        return SR_KEY_PAGE_DOWN;
    case KEY_HOME:
        return SR_KEY_HOME;
    case KEY_END:
        return SR_KEY_END;
    case KEY_ENTER:
        return SR_KEY_ENTER;
    case KEY_BACKSPACE:
        return SR_KEY_BACKSPACE;
    case KEY_RESIZE:
        return SR_KEY_RESIZE;
    case KEY_F(1):
        return '?';
    default:
        return SR_KEY_OTHER;
    }
}

int sr_screen_key(int milliseconds) {
    enum { MOST_SILENCES = 50 };
    wint_t key;
    screen.typed = 0;
    timeout(milliseconds);
    int kind = get_wch(&key);
    if (kind == ERR) {
        if (milliseconds >= 0)
            return SR_KEY_NONE;
        /* waiting for ever and getting nothing, again and again: nobody is there any more */
        return ++screen.silences < MOST_SILENCES ? SR_KEY_OTHER : SR_KEY_GONE;
    }
    screen.silences = 0;
    if (kind == KEY_CODE_YES)
        return special_key(key);
    switch (key) {
    case '\r':
    case '\n':
        return SR_KEY_ENTER;
    case 27:
        return SR_KEY_ESCAPE;
    case 8:
    case 127:
        return SR_KEY_BACKSPACE;
    case 3: /* Ctrl-C */
        return 'q';
    default:
        screen.typed = key >= ' ' ? (uint32_t)key : 0;
        return latin(key);
    }
}

uint32_t sr_screen_typed(void) {
    return screen.typed;
}

bool sr_screen_edit(int key, char *word, size_t bytes) {
    size_t length = strlen(word);
    if (key == SR_KEY_BACKSPACE) {
        while (length > 0 && ((unsigned char)word[--length] & 0xC0) == 0x80)
            ;
        word[length] = '\0';
        return true;
    }
    char letter[MB_LEN_MAX + 1] = "";
    if (!screen.typed || wctomb(letter, (wchar_t)screen.typed) <= 0)
        return false;
    if (length + strlen(letter) < bytes)
        strcpy(word + length, letter);
    return true;
}

void sr_screen_forget_keys(void) {
    flushinp();
}

/* ---- what every part needs ---- */

bool sr_screen_fits(void) {
    return sr_screen_rows() >= SR_SCREEN_ROWS && sr_screen_columns() >= SR_SCREEN_COLUMNS;
}

bool sr_screen_is_too_small(enum sr_lang lang) {
    if (sr_screen_fits())
        return false;
    int rows = sr_screen_rows(), columns = sr_screen_columns();
    char line[256];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_phrase_say(&out, lang, SR_SAY_TOO_SMALL, sr_digits(columns).text, sr_digits(rows).text,
                  sr_digits(SR_SCREEN_COLUMNS).text, sr_digits(SR_SCREEN_ROWS).text, NULL);
    struct sr_page page = {0};
    sr_page_wrap(&page, SR_PLAIN, columns, 0, line);
    sr_screen_clear();
    sr_screen_page(0, 0, rows, columns, &page, 0);
    sr_screen_show();
    sr_page_free(&page);
    return true;
}

/* Scrolls by a key; false: the key does not scroll. */
static bool scroll_by(int key, int rows, int count, int *first) {
    int last = count > rows ? count - rows : 0;
    int step = 0;
    switch (key) {
    case SR_KEY_UP:
        step = -1;
        break;
    case SR_KEY_DOWN:
    case SR_KEY_ENTER:
        step = 1;
        break;
    case SR_KEY_PAGE_UP:
        step = 1 - rows;
        break;
    case SR_KEY_PAGE_DOWN:
    case ' ':
        step = rows - 1;
        break;
    case SR_KEY_HOME:
        step = -count;
        break;
    case SR_KEY_END:
        step = count;
        break;
    default:
        return false;
    }
    *first += step;
    if (*first > last)
        *first = last;
    if (*first < 0)
        *first = 0;
    return true;
}

static void draw_title(const char *title) {
    char line[512];
    struct sr_out out;
    sr_screen_clear();
    sr_out_open(&out, line, sizeof line);
    sr_put_char(&out, ' ');
    sr_put(&out, title);
    sr_screen_bar(0, 0, sr_screen_columns(), SR_STRONG, line);
}

static void draw_pager(enum sr_lang lang, const char *title, const char *footer,
                       const struct sr_page *page, int first) {
    int rows = sr_screen_rows(), columns = sr_screen_columns();
    char line[512];
    struct sr_out out;
    draw_title(title);
    sr_screen_page(1, 1, rows - 2, columns - 2, page, first);
    sr_out_open(&out, line, sizeof line);
    sr_put_char(&out, ' ');
    if (page->count > rows - 2) {
        int shown = first + rows - 2 < page->count ? first + rows - 2 : page->count;
        sr_phrase_say(&out, lang, SR_SAY_SCROLL_KEYS, sr_digits(first + 1).text,
                      sr_digits(shown).text, sr_digits(page->count).text, NULL);
        sr_put(&out, "  ");
    }
    sr_put(&out, footer);
    sr_screen_bar(rows - 1, 0, columns, SR_PLAIN, line);
    sr_screen_show();
}

int sr_screen_pager(enum sr_lang lang, const char *title, const char *footer, const char *keys,
                    sr_page_filler *fill, const void *context) {
    enum { WIDEST = 90 };
    int first = 0;
    for (;;) {
        struct sr_page page = {0};
        int columns = sr_screen_columns() - 2;
        fill(&page, context, columns < WIDEST ? columns : WIDEST);
        int rows = sr_screen_rows() - 2;
        int key = SR_KEY_NONE;
        do {
            if (!sr_screen_is_too_small(lang))
                draw_pager(lang, title, footer, &page, first);
            key = sr_screen_key(-1);
        } while (scroll_by(key, rows, page.count, &first) || key == SR_KEY_OTHER);
        sr_page_free(&page);
        if (key == SR_KEY_RESIZE) {
            first = 0;
            continue;
        }
        if (key > 0 && key < 128 && strchr(keys, key))
            return key;
        if (key == SR_KEY_ESCAPE || key == SR_KEY_GONE || !*keys)
            return key == SR_KEY_GONE ? SR_KEY_GONE : SR_KEY_ESCAPE;
    }
}

void sr_screen_finder(enum sr_lang lang, const char *title, enum sr_phrase footer, char *word,
                      size_t bytes, sr_page_filler *fill, const void *context) {
    int first = 0;
    for (;;) {
        struct sr_page page = {0};
        char line[512];
        struct sr_out out;
        fill(&page, context, sr_screen_columns() - 2);
        sr_out_open(&out, line, sizeof line);
        sr_phrase_say(&out, lang, footer, word, NULL);
        if (!sr_screen_is_too_small(lang))
            draw_pager(lang, title, line, &page, first);
        int key = sr_screen_key(-1), rows = sr_screen_rows() - 2;
        bool scrolled = key != ' ' && scroll_by(key, rows, page.count, &first);
        sr_page_free(&page);
        if (scrolled || key == SR_KEY_OTHER)
            continue;
        bool interrupted = key == 'q' && !sr_screen_typed();
        if (key == SR_KEY_ESCAPE || key == SR_KEY_GONE || interrupted)
            return;
        first = 0;
        sr_screen_edit(key, word, bytes);
    }
}

static void draw_menu(enum sr_lang lang, const char *title, const char *question,
                      const char *const *item, int count, int chosen) {
    int rows = sr_screen_rows(), columns = sr_screen_columns();
    char line[512];
    struct sr_out out;
    draw_title(title);
    int row = rows / 2 - count / 2 - 2;
    if (row < 2)
        row = 2;
    int column = columns / 2 - 22;
    sr_screen_text(row, column, columns - column, SR_GOLD, question);
    for (int i = 0; i < count; i++) {
        sr_out_open(&out, line, sizeof line);
        sr_put_char(&out, ' ');
        sr_put_number(&out, i + 1);
        sr_put(&out, "  ");
        sr_put(&out, item[i]);
        if (i == chosen)
            sr_screen_bar(row + 2 + i, column, 44, SR_PLAIN, line);
        else
            sr_screen_text(row + 2 + i, column, 44, SR_PLAIN, line);
    }
    sr_out_open(&out, line, sizeof line);
    sr_put_char(&out, ' ');
    sr_put(&out, sr_phrase(lang, SR_SAY_MENU_KEYS));
    sr_screen_bar(rows - 1, 0, columns, SR_PLAIN, line);
    sr_screen_show();
}

int sr_screen_choose(enum sr_lang lang, const char *title, const char *question,
                     const char *const *item, int count, int preset) {
    int chosen = preset;
    for (;;) {
        if (!sr_screen_is_too_small(lang))
            draw_menu(lang, title, question, item, count, chosen);
        int key = sr_screen_key(-1);
        if (key == SR_KEY_ENTER && sr_screen_fits())
            return chosen;
        if (key == 'q' || key == SR_KEY_ESCAPE || key == SR_KEY_GONE)
            return -1;
        if (key == SR_KEY_UP)
            chosen = (chosen + count - 1) % count;
        else if (key == SR_KEY_DOWN)
            chosen = (chosen + 1) % count;
        else if (key > '0' && key <= '0' + count && key <= '9')
            chosen = key - '1';
    }
}
