/* The sheet of character cells: widths, edges, wide characters, and what a game may draw from. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/canvas.h"
#include "games/games.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static struct sr_canvas canvas;

/* The code points of a row must spell the text, blanks after it; '_' is the half of a wide one. */
static void assert_row(int row, const char *text) {
    size_t left = strlen(text);
    int column = 0;
    for (; left > 0; column++) {
        uint32_t code;
        int step = sr_utf8_next(text, left, &code);
        assert_true(step > 0);
        assert_int_equal(canvas.cell[row][column].code, code == '_' ? 0 : code);
        text += step;
        left -= (size_t)step;
    }
    for (; column < SR_CANVAS_COLUMNS; column++)
        assert_int_equal(canvas.cell[row][column].code, ' ');
}

static void text_has_a_width(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int width;
    } cases[] = {
        {"", 0},      {"tea", 3},      {"чай, ёж", 7},  {"茶", 2},   {"敦煌 Dunhuang", 13},
        {"ＡＢ", 4},  {"e\u0301t", 2}, {"и\u0306", 1},  {"한글", 4}, {"🐪", 2},
        {"─│┼•…", 5}, {"a\u200Bb", 2}, {"\xFF\xFE", 2}, {"\n", 1},   {"・", 2},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(sr_text_width(cases[i].text), cases[i].width);
}

static void seats_have_signs_of_their_own(void **state) {
    (void)state;
    for (int seat = 0; seat < SR_MAX_SEATS; seat++) {
        assert_int_equal(sr_text_width(sr_seat_sign(seat)), 1);
        for (int other = 0; other < seat; other++)
            assert_string_not_equal(sr_seat_sign(seat), sr_seat_sign(other));
    }
    assert_string_equal(sr_seat_sign(SR_MAX_SEATS), "?");
    assert_string_equal(sr_seat_sign(-1), "?");
}

static void a_cleared_canvas_is_blank(void **state) {
    (void)state;
    memset(&canvas, 0xEE, sizeof canvas);
    sr_canvas_clear(&canvas, 80, 24);
    assert_int_equal(canvas.columns, 80);
    assert_int_equal(canvas.rows, 24);
    assert_int_equal(canvas.used_rows, 0);
    for (int row = 0; row < SR_CANVAS_ROWS; row++)
        assert_row(row, "");
    sr_canvas_clear(&canvas, 10000, -5);
    assert_int_equal(canvas.columns, SR_CANVAS_COLUMNS);
    assert_int_equal(canvas.rows, 0);
}

static void text_is_written_and_measured(void **state) {
    (void)state;
    sr_canvas_clear(&canvas, 20, 5);
    assert_int_equal(sr_canvas_text(&canvas, 0, 0, SR_GOLD, "чай 茶!"), 7);
    assert_row(0, "чай 茶_!");
    assert_int_equal(canvas.cell[0][0].style, SR_GOLD);
    assert_int_equal(canvas.cell[0][5].style, SR_GOLD);
    assert_int_equal(canvas.cell[0][7].style, SR_PLAIN);
    assert_int_equal(canvas.used_rows, 1);
    assert_int_equal(sr_canvas_number(&canvas, 2, 1, SR_PLAIN, -45), 4);
    assert_row(2, " -45");
    assert_int_equal(canvas.used_rows, 3);
    sr_canvas_text(&canvas, 1, 0, SR_PLAIN, "x");
    assert_int_equal(canvas.used_rows, 3);
    const char *const names[SR_MAX_SEATS] = {"Ли"};
    struct sr_reader reader = {SR_RU, names};
    int column = sr_canvas_value(&canvas, 3, 0, SR_PLAIN, &reader, &sr_a_seat, 0);
    assert_int_equal(column, 2);
    column = sr_canvas_value(&canvas, 3, column + 1, SR_PLAIN, &reader, &sr_a_seat, 1);
    assert_int_equal(column, 10);
    assert_row(3, "Ли Игрок 2");
}

static void text_is_cut_at_the_edges(void **state) {
    (void)state;
    sr_canvas_clear(&canvas, 6, 2);
    assert_int_equal(sr_canvas_text(&canvas, 0, 3, SR_PLAIN, "abcdef"), 6);
    assert_row(0, "   ab…");
    assert_int_equal(canvas.cut, 1); /* the row, counted from 1 */
    assert_int_equal(sr_canvas_text(&canvas, 1, 3, SR_PLAIN, "ab茶"), 6);
    assert_row(1, "   ab…"); /* half of a wide character is not drawn */
    sr_canvas_clear(&canvas, 6, 2);
    sr_canvas_text(&canvas, 1, 0, SR_PLAIN, "abcdef  ");
    canvas.columns = 2; /* a column of its own, cut on purpose */
    sr_canvas_text(&canvas, 0, 0, SR_PLAIN, "abcdef");
    canvas.columns = canvas.edge;
    assert_row(0, "ab");
    assert_int_equal(canvas.cut, 0); /* blanks are nothing to lose */
    sr_canvas_clear(&canvas, 6, 2);
    assert_int_equal(sr_canvas_text(&canvas, 0, -2, SR_PLAIN, "abcd"), 2);
    assert_row(0, "cd");
    assert_int_equal(sr_canvas_text(&canvas, 1, -1, SR_PLAIN, "茶d"), 2);
    assert_row(1, " d");
    sr_canvas_clear(&canvas, 6, 2);
    assert_int_equal(sr_canvas_text(&canvas, 2, 0, SR_PLAIN, "below"), 5);
    assert_int_equal(sr_canvas_text(&canvas, -1, 0, SR_PLAIN, "above"), 5);
    for (int row = 0; row < SR_CANVAS_ROWS; row++)
        assert_row(row, "");
    assert_int_equal(canvas.used_rows, 0);
    assert_int_equal(sr_canvas_text(&canvas, 0, 6, SR_PLAIN, "right"), 6);
    assert_row(0, "     …");
}

static void wide_characters_are_never_left_in_halves(void **state) {
    (void)state;
    sr_canvas_clear(&canvas, 10, 4);
    for (int row = 0; row < 4; row++)
        sr_canvas_text(&canvas, row, 0, SR_PLAIN, "茶茶茶");
    sr_canvas_text(&canvas, 0, 2, SR_PLAIN, "x");
    assert_row(0, "茶_x 茶_");
    sr_canvas_text(&canvas, 1, 3, SR_PLAIN, "x");
    assert_row(1, "茶_ x茶_");
    sr_canvas_text(&canvas, 2, 1, SR_PLAIN, "煌");
    assert_row(2, " 煌_ 茶_");
    sr_canvas_text(&canvas, 3, 2, SR_PLAIN, "煌");
    assert_row(3, "茶_煌_茶_");
}

static void nothing_reaches_the_terminal_that_could_command_it(void **state) {
    (void)state;
    sr_canvas_clear(&canvas, 20, 1);
    sr_canvas_text(&canvas, 0, 0, SR_PLAIN, "\x1B[2J\n\xC2\x9B\xFFz\u0301");
    assert_row(0, "?[2J??\uFFFDz");
}

/* ---- drawing a game ---- */

struct cups {
    struct sr_head head;
    uint8_t pebbles[2];
    uint8_t padding[2];
};

static const struct sr_field cup_fields[] = {
    SR_ARRAY_FIELD(struct cups, pebbles, SR_OWNER, &sr_a_byte, SR_SEATS(2)),
    SR_PADDING_FIELD(struct cups, padding),
};

static void draw_cups(const struct sr_look *look, struct sr_canvas *sheet) {
    const struct cups *cups = look->state;
    int column = sr_canvas_number(sheet, 0, 0, SR_PLAIN, look->viewer);
    for (int i = 0; i < 2; i++) {
        column = sr_canvas_text(sheet, 0, column, SR_PLAIN, " ");
        column = sr_canvas_number(sheet, 0, column, SR_PLAIN, cups->pebbles[i]);
    }
    column = sr_canvas_text(sheet, 0, column, SR_PLAIN, " ");
    sr_canvas_number(sheet, 0, column, SR_PLAIN, cups->head.rng.key[0]);
}

static void a_game_draws_only_what_the_viewer_may_see(void **state) {
    (void)state;
    static const struct sr_fields fields = SR_TABLE(cup_fields);
    static const struct sr_game game = {
        .name = "cups",
        .seats_min = 2,
        .seats_max = 2,
        .size = sizeof(struct cups),
        .fields = &fields,
        .draw = draw_cups,
    };
    struct cups cups = {.head = {.rng = {.key = {77}}, .seats = 2}, .pebbles = {5, 6}};
    struct sr_reader reader = {SR_EN, NULL};
    static const struct {
        int viewer;
        const char *row;
    } cases[] = {
        {0, "0 5 0 0"}, {1, "1 0 6 0"}, {SR_SPECTATOR, "-1 0 0 0"}, {SR_REFEREE, "-2 5 6 0"}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        sr_canvas_clear(&canvas, 40, 2);
        sr_canvas_draw(&game, &cups, cases[i].viewer, &reader, &canvas);
        assert_row(0, cases[i].row);
    }
    struct sr_game without = game;
    without.draw = NULL;
    sr_canvas_clear(&canvas, 40, 2);
    sr_canvas_draw(&without, &cups, 0, &reader, &canvas);
    assert_int_equal(canvas.used_rows, 0);
}

/* ---- the legend ---- */

/* Letters, figures, the lines of tables and maps, and the marks of every text explain themselves.
 */
static bool explains_itself(uint32_t code) {
    static const char marks[] = " .,:;/-'!%=[]()+&|@~>$\"";
    if (code == 0 || (code < 0x80 && strchr(marks, (int)code)))
        return true;
    if ((code >= '0' && code <= '9') || (code >= 'A' && code <= 'Z') ||
        (code >= 'a' && code <= 'z') || (code >= 0x400 && code <= 0x4ff))
        return true;
    return (code >= 0x2500 && code <= 0x257f) || code == 0x2571 || code == 0x2572 || code == 0xab ||
           code == 0xbb || code == 0x2013;
}

static bool has_code(const char *text, uint32_t code) {
    size_t left = strlen(text);
    while (left > 0) {
        uint32_t there;
        int step = sr_utf8_next(text, left, &there);
        if (there == code)
            return true;
        text += step;
        left -= (size_t)step;
    }
    return false;
}

static bool in_legend(const struct sr_game *game, enum sr_lang lang, uint32_t code) {
    for (int seat = 0; seat < SR_MAX_SEATS; seat++)
        if (has_code(sr_seat_sign(seat), code))
            return true;
    if (has_code("▸…", code))
        return true;
    for (int i = 0; game->signs && i < game->signs->count; i++)
        if (has_code(game->signs->list[i].sign[lang], code))
            return true;
    return false;
}

static void assert_explained(const struct sr_game *game, enum sr_lang lang) {
    for (int row = 0; row < canvas.used_rows; row++)
        for (int column = 0; column < canvas.columns; column++) {
            uint32_t code = canvas.cell[row][column].code;
            if (!explains_itself(code) && !in_legend(game, lang, code))
                fail_msg("%s: the sign U+%04X on the board is in no legend", game->name,
                         (unsigned)code);
        }
}

/* Games at random, drawn in every size and language as each seat sees them. */
static void every_sign_is_in_the_legend(void **state) {
    (void)state;
    static const struct { int columns, rows; } sizes[] = {{80, 13}, {82, 38}, {116, 48}, {160, 60}};
    static struct sr_moves moves;
    _Alignas(8) unsigned char position[SR_MAX_STATE];
    for (int i = 0; sr_game_at(i); i++) {
        const struct sr_game *game = sr_game_at(i);
        for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
            struct sr_setup setup;
            sr_setup_init(game, &setup);
            setup.seats = (uint8_t)seats;
            sr_seed_number((uint64_t)seats, setup.seed);
            sr_deal(game, position, &setup, NULL, &moves);
            for (uint32_t ply = 0; !sr_head(position)->over; ply++) {
                size_t size = ply % COUNT(sizes);
                struct sr_reader reader = {ply / 4 % 2 ? SR_RU : SR_EN, NULL};
                sr_canvas_clear(&canvas, sizes[size].columns, sizes[size].rows);
                sr_canvas_draw(game, position, (int)ply % seats, &reader, &canvas);
                assert_explained(game, reader.lang);
                sr_play(game, position, moves.list[ply * 7 % moves.count], NULL, &moves);
            }
            sr_canvas_clear(&canvas, 160, 60);
            sr_canvas_draw(game, position, SR_REFEREE, &(struct sr_reader){SR_EN, NULL}, &canvas);
            assert_explained(game, SR_EN);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_has_a_width),
        cmocka_unit_test(seats_have_signs_of_their_own),
        cmocka_unit_test(a_cleared_canvas_is_blank),
        cmocka_unit_test(text_is_written_and_measured),
        cmocka_unit_test(text_is_cut_at_the_edges),
        cmocka_unit_test(wide_characters_are_never_left_in_halves),
        cmocka_unit_test(nothing_reaches_the_terminal_that_could_command_it),
        cmocka_unit_test(a_game_draws_only_what_the_viewer_may_see),
        cmocka_unit_test(every_sign_is_in_the_legend),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
