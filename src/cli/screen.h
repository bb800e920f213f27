/* The full screen: a thin layer over ncursesw that knows styles, pages and canvases, reads keys in
 * either keyboard layout, and has the two things every part needs: a pager and a menu. */
#ifndef SR_SCREEN_H
#define SR_SCREEN_H

#include "cli.h"
#include "core/canvas.h"
#include "page.h"

enum { SR_SCREEN_COLUMNS = 80, SR_SCREEN_ROWS = 24 }; /* the least that there must be */

/* Letters are themselves, in lower case, whatever the keyboard layout; the rest are these. */
enum sr_key {
    SR_KEY_NONE, /* the time is over */
    SR_KEY_UP = 0x110000,
    SR_KEY_DOWN,
    SR_KEY_LEFT,
    SR_KEY_RIGHT,
    SR_KEY_PAGE_UP,
    SR_KEY_PAGE_DOWN,
    SR_KEY_HOME,
    SR_KEY_END,
    SR_KEY_ENTER,
    SR_KEY_ESCAPE,
    SR_KEY_BACKSPACE,
    SR_KEY_RESIZE,
    SR_KEY_GONE, /* the terminal has gone */
    SR_KEY_OTHER
};

/* False: this terminal cannot do it; nothing has happened. */
bool sr_screen_open(bool colour);
/* Gives the terminal back. May be called when nothing is open. */
void sr_screen_close(void);

int sr_screen_rows(void);
int sr_screen_columns(void);
void sr_screen_clear(void);
void sr_screen_show(void);

/* Text in so many columns, cut if it is longer. */
void sr_screen_text(int row, int column, int columns, enum sr_style style, const char *text);
/* The same, highlighted over all of the columns. */
void sr_screen_bar(int row, int column, int columns, enum sr_style style, const char *text);
/* Lines of a page from `first` on. */
void sr_screen_page(int row, int column, int rows, int columns, const struct sr_page *page,
                    int first);
void sr_screen_canvas(int row, int column, const struct sr_canvas *canvas);
void sr_screen_rule(int row, int column, int columns);
void sr_screen_wall(int row, int column, int rows);

/* The next key; waits for so many milliseconds, or for ever if that is negative. Ctrl-C is a `q`.
 */
int sr_screen_key(int milliseconds);
/* The last key as it was typed, for whoever reads words: a character, or 0 if it was none. */
uint32_t sr_screen_typed(void);
/* A word that grows and shrinks by such keys; false: the key does neither. */
bool sr_screen_edit(int key, char *word, size_t bytes);

/* Drops what was typed ahead. */
void sr_screen_forget_keys(void);

/* Is the terminal large enough? The second also says so on it if not. */
bool sr_screen_fits(void);
bool sr_screen_is_too_small(enum sr_lang lang);

/* Fills a page for a screen of so many columns. */
typedef void sr_page_filler(struct sr_page *page, const void *context, int columns);
/* Shows a page to scroll in. Ends with one of the letters in `keys`, or with SR_KEY_ESCAPE for any
 * other way out; the footer says what the letters do. */
int sr_screen_pager(enum sr_lang lang, const char *title, const char *footer, const char *keys,
                    sr_page_filler *fill, const void *context);

/* The same with a word that is typed and that the filler looks at; `footer` is a phrase with the
 * word in it. */
void sr_screen_finder(enum sr_lang lang, const char *title, enum sr_phrase footer, char *word,
                      size_t bytes, sr_page_filler *fill, const void *context);

/* One of several things, by arrow keys or number; -1: the person left. */
int sr_screen_choose(enum sr_lang lang, const char *title, const char *question,
                     const char *const *item, int count, int preset);

#endif
