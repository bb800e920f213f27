/* A sheet of character cells on which a game draws its board in text. The terminal screen, line
 * mode and `serai show` all print it; the games know no terminal. */
#ifndef SR_CANVAS_H
#define SR_CANVAS_H

#include "game.h"

enum { SR_CANVAS_COLUMNS = 160, SR_CANVAS_ROWS = 60 };

/* Styles say what a thing is; the terminal decides how that looks, without colour too. */
enum sr_style {
    SR_PLAIN,
    SR_QUIET,      /* lines, empty places, remarks */
    SR_STRONG,     /* titles, numbers that matter */
    SR_GOLD,       /* what may be chosen, coins, tokens */
    SR_RED,        /* seals, losses */
    SR_JADE,       /* own things, gains */
    SR_SEAT_STYLE, /* + seat: the colour of a seat */
    SR_STYLES = SR_SEAT_STYLE + SR_MAX_SEATS
};

struct sr_cell {
    uint32_t code; /* 0: the right half of a wide character */
    uint8_t style;
};

struct sr_canvas {
    int columns, rows; /* the room there is; a game may make it narrower for a while */
    int edge;          /* the columns of the whole sheet */
    int used_rows;     /* the lowest row drawn on, plus one */
    int cut;           /* the first row, plus one, whose text went beyond the right edge; 0: none */
    struct sr_cell cell[SR_CANVAS_ROWS][SR_CANVAS_COLUMNS];
};

/* What a game draws from: a state in which everything is zero that the viewer may not see. */
struct sr_look {
    const struct sr_game *game;
    const void *state;
    int viewer; /* seat, SR_SPECTATOR or SR_REFEREE */
    const struct sr_reader *reader;
};

/* A text in the language of who looks on. */
static inline const char *sr_look_text(const struct sr_look *look, const struct sr_text *text) {
    return text->in[look->reader->lang];
}

/* What a sign or an abbreviation on the sheet stands for. A game lists those of its own board. */
struct sr_sign {
    const char *sign[SR_LANGS];
    struct sr_text text;
};
struct sr_signs {
    const struct sr_sign *list;
    uint8_t count;
};
/* One that is written the same way in both languages, and one that is not. */
#define SR_SIGN(sign, en, ru)                                                                      \
    { {(sign), (sign)}, SR_TEXT(en, ru) }
#define SR_SIGN_IN(sign_en, sign_ru, en, ru)                                                       \
    { {(sign_en), (sign_ru)}, SR_TEXT(en, ru) }

/* The sign of a seat, told apart without colour: a shape. */
const char *sr_seat_sign(int seat);

void sr_canvas_clear(struct sr_canvas *canvas, int columns, int rows);
/* Writes text, cut at the edge, and at that of the sheet with a sign of it; returns the column
 * after it. */
int sr_canvas_text(struct sr_canvas *canvas, int row, int column, enum sr_style style,
                   const char *text);
int sr_canvas_number(struct sr_canvas *canvas, int row, int column, enum sr_style style,
                     int64_t number);
/* The name of a value, in the reader's language. */
int sr_canvas_value(struct sr_canvas *canvas, int row, int column, enum sr_style style,
                    const struct sr_reader *reader, const struct sr_domain *domain, int64_t value);
int sr_text_width(const char *text); /* in columns */

void sr_canvas_draw(const struct sr_game *game, const void *state, int viewer,
                    const struct sr_reader *reader, struct sr_canvas *canvas);

#endif
