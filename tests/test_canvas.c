/* The sheet of character cells: widths, edges, wide characters, and what a game may draw from. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/canvas.h"

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
    assert_row(0, "   abc");
    assert_int_equal(sr_canvas_text(&canvas, 1, 3, SR_PLAIN, "ab茶"), 6);
    assert_row(1, "   ab"); /* half of a wide character is not drawn */
    sr_canvas_clear(&canvas, 6, 2);
    assert_int_equal(sr_canvas_text(&canvas, 0, -2, SR_PLAIN, "abcd"), 2);
    assert_row(0, "cd");
    assert_int_equal(sr_canvas_text(&canvas, 1, -1, SR_PLAIN, "茶d"), 2);
    assert_row(1, " d");
    sr_canvas_clear(&canvas, 6, 2);
    assert_int_equal(sr_canvas_text(&canvas, 2, 0, SR_PLAIN, "below"), 5);
    assert_int_equal(sr_canvas_text(&canvas, -1, 0, SR_PLAIN, "above"), 5);
    assert_int_equal(sr_canvas_text(&canvas, 0, 6, SR_PLAIN, "right"), 6);
    for (int row = 0; row < SR_CANVAS_ROWS; row++)
        assert_row(row, "");
    assert_int_equal(canvas.used_rows, 0);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
