/* The sheet of character cells: writing on it, and how wide characters are. */
#include "canvas.h"

#include <string.h>

const char *sr_seat_sign(int seat) {
    static const char *const signs[SR_MAX_SEATS] = {"●", "■", "▲", "◆", "★", "⬢"};
    return seat >= 0 && seat < SR_MAX_SEATS ? signs[seat] : "?";
}

/* ---- width ---- */

struct range {
    uint32_t first, last;
};

/* Marks that join the character before them, and signs without a shape. */
static const struct range zero_width[] = {
    {0x00AD, 0x00AD}, {0x0300, 0x036F},   {0x0483, 0x0489},   {0x0591, 0x05BD}, {0x0610, 0x061A},
    {0x064B, 0x065F}, {0x0900, 0x0902},   {0x0E34, 0x0E3A},   {0x0E47, 0x0E4E}, {0x1160, 0x11FF},
    {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},   {0x200B, 0x200F},   {0x2028, 0x202E}, {0x2060, 0x206F},
    {0x20D0, 0x20F0}, {0x302A, 0x302D},   {0x3099, 0x309A},   {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},
    {0xFEFF, 0xFEFF}, {0xE0001, 0xE007F}, {0xE0100, 0xE01EF},
};

/* East Asian wide and fullwidth characters, emoji among them. */
static const struct range double_width[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},
    {0x23F0, 0x23F0},   {0x23F3, 0x23F3},   {0x25FD, 0x25FE},   {0x2614, 0x2615},
    {0x2648, 0x2653},   {0x267F, 0x267F},   {0x2693, 0x2693},   {0x26A1, 0x26A1},
    {0x26AA, 0x26AB},   {0x26BD, 0x26BE},   {0x26C4, 0x26C5},   {0x26CE, 0x26CE},
    {0x26D4, 0x26D4},   {0x26EA, 0x26EA},   {0x26F2, 0x26F3},   {0x26F5, 0x26F5},
    {0x26FA, 0x26FA},   {0x26FD, 0x26FD},   {0x2705, 0x2705},   {0x270A, 0x270B},
    {0x2728, 0x2728},   {0x274C, 0x274C},   {0x274E, 0x274E},   {0x2753, 0x2755},
    {0x2757, 0x2757},   {0x2795, 0x2797},   {0x27B0, 0x27B0},   {0x27BF, 0x27BF},
    {0x2B1B, 0x2B1C},   {0x2B50, 0x2B50},   {0x2B55, 0x2B55},   {0x2E80, 0x303E},
    {0x3041, 0xA4CF},   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
    {0xFE10, 0xFE19},   {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},
    {0x16FE0, 0x18CFF}, {0x1B000, 0x1B2FF}, {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF},
    {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F200, 0x1F320}, {0x1F32D, 0x1F335},
    {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393}, {0x1F3A0, 0x1F3CA}, {0x1F3CF, 0x1F3D3},
    {0x1F3E0, 0x1F3F0}, {0x1F3F4, 0x1F3F4}, {0x1F3F8, 0x1F43E}, {0x1F440, 0x1F440},
    {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D}, {0x1F54B, 0x1F54E}, {0x1F550, 0x1F567},
    {0x1F57A, 0x1F57A}, {0x1F595, 0x1F596}, {0x1F5A4, 0x1F5A4}, {0x1F5FB, 0x1F64F},
    {0x1F680, 0x1F6C5}, {0x1F6CC, 0x1F6CC}, {0x1F6D0, 0x1F6D2}, {0x1F6D5, 0x1F6D7},
    {0x1F6DC, 0x1F6DF}, {0x1F6EB, 0x1F6EC}, {0x1F6F4, 0x1F6FC}, {0x1F7E0, 0x1F7EB},
    {0x1F7F0, 0x1F7F0}, {0x1F90C, 0x1F93A}, {0x1F93C, 0x1F945}, {0x1F947, 0x1F9FF},
    {0x1FA70, 0x1FAFF}, {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD},
};

static bool lies_in(const struct range *ranges, size_t count, uint32_t code) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (code > ranges[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && code >= ranges[low].first;
}

static int width_of(uint32_t code) {
    if (lies_in(zero_width, sizeof zero_width / sizeof zero_width[0], code))
        return 0;
    return lies_in(double_width, sizeof double_width / sizeof double_width[0], code) ? 2 : 1;
}

/* Takes the next character off a text; bytes that no terminal should get become a sign. */
static uint32_t take_character(const char **at, size_t *left) {
    uint32_t code;
    int step = sr_utf8_next(*at, *left, &code);
    if (step == 0) {
        step = 1;
        code = 0xFFFD;
    } else if (code < 0x20 || (code >= 0x7F && code <= 0x9F)) {
        code = '?';
    }
    *at += step;
    *left -= (size_t)step;
    return code;
}

int sr_text_width(const char *text) {
    int width = 0;
    size_t left = strlen(text);
    while (left > 0)
        width += width_of(take_character(&text, &left));
    return width;
}

/* ---- writing ---- */

static int clamp(int number, int most) {
    return number < 0 ? 0 : number > most ? most : number;
}

void sr_canvas_clear(struct sr_canvas *canvas, int columns, int rows) {
    canvas->columns = canvas->edge = clamp(columns, SR_CANVAS_COLUMNS);
    canvas->rows = clamp(rows, SR_CANVAS_ROWS);
    canvas->used_rows = 0;
    canvas->cut = 0;
    for (int row = 0; row < SR_CANVAS_ROWS; row++)
        for (int column = 0; column < SR_CANVAS_COLUMNS; column++)
            canvas->cell[row][column] = (struct sr_cell){' ', SR_PLAIN};
}

/* Makes room for a new character: a wide one that loses a half loses the other as well. */
static void free_cell(struct sr_canvas *canvas, int row, int column) {
    struct sr_cell *cell = canvas->cell[row];
    if (cell[column].code == 0 && column > 0)
        cell[column - 1].code = ' ';
    if (column + 1 < canvas->columns && cell[column + 1].code == 0)
        cell[column + 1].code = ' ';
    cell[column].code = ' ';
}

static void put_character(struct sr_canvas *canvas, int row, int column, enum sr_style style,
                          uint32_t code, int width) {
    for (int i = 0; i < width; i++)
        free_cell(canvas, row, column + i);
    for (int i = 0; i < width; i++)
        canvas->cell[row][column + i] = (struct sr_cell){i == 0 ? code : 0, (uint8_t)style};
    if (row >= canvas->used_rows)
        canvas->used_rows = row + 1;
}

/* What does not fit on the sheet is not lost without a word. */
static void mark_cut(struct sr_canvas *canvas, int row) {
    if (canvas->columns < canvas->edge || row < 0 || row >= canvas->rows || !canvas->edge)
        return;
    if (!canvas->cut)
        canvas->cut = row + 1;
    put_character(canvas, row, canvas->edge - 1, SR_QUIET, 0x2026, 1); /* … */
}

int sr_canvas_text(struct sr_canvas *canvas, int row, int column, enum sr_style style,
                   const char *text) {
    size_t left = strlen(text);
    while (left > 0) {
        uint32_t code = take_character(&text, &left);
        int width = width_of(code);
        if (column + width > canvas->columns) {
            if (code != ' ')
                mark_cut(canvas, row);
            return canvas->columns;
        }
        if (width > 0 && column >= 0 && row >= 0 && row < canvas->rows)
            put_character(canvas, row, column, style, code, width);
        column += width;
    }
    return column;
}

int sr_canvas_number(struct sr_canvas *canvas, int row, int column, enum sr_style style,
                     int64_t number) {
    char text[24];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_put_number(&out, number);
    return sr_canvas_text(canvas, row, column, style, text);
}

int sr_canvas_value(struct sr_canvas *canvas, int row, int column, enum sr_style style,
                    const struct sr_reader *reader, const struct sr_domain *domain, int64_t value) {
    char text[4 * SR_CANVAS_COLUMNS + 1];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_domain_say(&out, reader, domain, value, 0);
    return sr_canvas_text(canvas, row, column, style, text);
}

void sr_canvas_draw(const struct sr_game *game, const void *state, int viewer,
                    const struct sr_reader *reader, struct sr_canvas *canvas) {
    if (!game->draw)
        return;
    _Alignas(8) unsigned char masked[SR_MAX_STATE];
    sr_fields_mask(game, state, viewer, masked);
    struct sr_look look = {.game = game, .state = masked, .viewer = viewer, .reader = reader};
    game->draw(&look, canvas);
}
