/* Tables: playing, refusing, taking back, looking back, names, views and previews. */
#include "support/tables.h"

#include "api/problems.h"
#include "core/glimpse.h"
#include "games/games.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { HISTORY = 512 };

static struct sr_stream dice_of(struct sr_rng *rng, uint64_t number) {
    uint8_t seed[SR_SEED_BYTES];
    sr_seed_number(number, seed);
    sr_rng_seed(rng, seed);
    return sr_stream_open(rng);
}

static bool is_over(const struct sr_table *table) {
    return sr_head(table->state)->over;
}

static int decider(const struct sr_table *table) {
    return sr_head(table->state)->decider;
}

static struct sr_move text_move(const struct sr_table *table, const char *text) {
    struct sr_move move;
    struct sr_error error = {0};
    if (!sr_move_read(table->game, text, strlen(text), sr_head(table->state)->seats, &move, &error))
        fail_msg("%s: %s", text, tables_say(&error, SR_EN));
    return move;
}

/* ---- setting a table ---- */

static void a_table_starts_at_a_decision(void **unused) {
    (void)unused;
    for (int seats = 2; seats <= 4; seats++) {
        struct sr_table *table = tables_deal(seats, 1);
        assert_int_equal(sr_head(table->state)->seats, seats);
        assert_int_equal(table->plies, 0);
        assert_true(table->moves.count > 0);
        assert_memory_equal(table->state, table->start, sizeof table->state);
        assert_false(table->from_position);
        sr_table_free(table);
    }
}

static void wrong_seats_are_refused(void **unused) {
    (void)unused;
    const struct sr_game *game = sr_game_at(0);
    const uint8_t wrong[] = {0, 1, 5, 6, 7, 255};
    for (size_t i = 0; i < sizeof wrong; i++) {
        struct sr_setup setup;
        struct sr_error error = {0};
        sr_setup_init(game, &setup);
        setup.seats = wrong[i];
        assert_null(sr_table_new(game, &setup, &error));
        assert_int_equal(error.problem, SR_PROBLEM_SEATS);
    }
}

static void freeing_nothing_is_fine(void **unused) {
    (void)unused;
    sr_table_free(NULL);
}

/* ---- playing ---- */

/* Tries what must be refused, and looks that nothing has changed. */
static void expect_refusal(struct sr_table *table, int seat, const char *text, size_t length,
                           const struct sr_problem *problem) {
    struct sr_error error = {0}, unused = {0};
    struct sr_table *before = sr_table_copy(table, &unused);
    assert_false(sr_table_play_text(table, seat, text, length, NULL, &error));
    if (error.problem != problem)
        fail_msg("\"%.40s\": %s", text, tables_say(&error, SR_EN));
    assert_true(tables_same(table, before));
    sr_table_free(before);
}

static void moves_in_notation_are_played(void **unused) {
    (void)unused;
    struct sr_table *table = tables_deal(3, 5);
    while (!is_over(table)) {
        char text[SR_MOVE_TEXT_BYTES];
        struct sr_out out;
        struct sr_error error = {0};
        sr_out_open(&out, text, sizeof text);
        sr_move_write(&out, table->game, table->moves.list[table->plies % table->moves.count]);
        uint32_t plies = table->plies;
        int seat = decider(table);
        assert_true(sr_table_play_text(table, seat, text, out.len, NULL, &error));
        assert_int_equal(table->plies, plies + 1);
        assert_int_equal(table->ply[plies].seat, seat);
    }
    assert_int_equal(table->moves.count, 0);
    sr_table_free(table);
}

static void another_seat_is_refused(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(4, 3, 20);
    char text[SR_MOVE_TEXT_BYTES];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_move_write(&out, table->game, table->moves.list[0]);
    for (int seat = 0; seat < 4; seat++)
        if (seat != decider(table))
            expect_refusal(table, seat, text, out.len, SR_PROBLEM_WRONG_SEAT);
    expect_refusal(table, 4, text, out.len, SR_PROBLEM_SEAT);
    expect_refusal(table, SR_SPECTATOR, text, out.len, SR_PROBLEM_SEAT);
    expect_refusal(table, -100, text, out.len, SR_PROBLEM_SEAT);
    sr_table_free(table);
}

/* Who does not decide is told the same, whatever was tried: an error must not show what the
 * decider could do. */
static void a_wrong_seat_learns_nothing(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(3, 9, 12);
    int other = (decider(table) + 1) % 3;
    const char *tries[] = {"walk 1", "nonsense", "", "keep tea", "walk 900"};
    struct sr_error first = {0};
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        struct sr_error error = {0};
        assert_false(sr_table_play_text(table, other, tries[i], strlen(tries[i]), NULL, &error));
        if (i == 0)
            first = error;
        assert_memory_equal(&error, &first, sizeof error);
    }
    sr_table_free(table);
}

static void wrong_moves_are_refused(void **unused) {
    (void)unused;
    struct sr_table *table = tables_deal(4, 11);
    static char long_text[10 << 20];
    memset(long_text, 'k', sizeof long_text);
    int seat = decider(table);
    expect_refusal(table, seat, "", 0, SR_PROBLEM_NO_MOVE);
    expect_refusal(table, seat, "  \t ", 4, SR_PROBLEM_NO_MOVE);
    expect_refusal(table, seat, "keep", 4, SR_PROBLEM_TOO_FEW_ARGS);
    expect_refusal(table, seat, "keep sand", 9, SR_PROBLEM_BAD_ARG);
    expect_refusal(table, seat, "keep tea tea", 12, SR_PROBLEM_TOO_MANY_ARGS);
    expect_refusal(table, seat, "kepe tea", 8, SR_PROBLEM_UNKNOWN_VERB);
    expect_refusal(table, seat, "walk 1", 6, SR_PROBLEM_ILLEGAL_MOVE);
    expect_refusal(table, seat, "walk\0 1", 7, SR_PROBLEM_UNKNOWN_VERB);
    expect_refusal(table, seat, "keep \xff\xfe", 7, SR_PROBLEM_BAD_ARG);
    expect_refusal(table, seat, long_text, sizeof long_text, SR_PROBLEM_MOVE_TOO_LONG);
    expect_refusal(table, seat, long_text, SR_MOVE_TEXT_BYTES, SR_PROBLEM_MOVE_TOO_LONG);

    struct sr_error error = {0};
    struct sr_move none = {.verb = 255, .arg = {9, 9, 9, 9, 9, 9, 9}};
    assert_false(sr_table_play(table, seat, none, NULL, &error));
    assert_int_equal(error.problem, SR_PROBLEM_ILLEGAL_MOVE);
    sr_table_free(table);
}

static void an_illegal_move_is_answered_with_legal_ones(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(4, 3, 5);
    struct sr_error error = {0};
    assert_false(sr_table_play(table, SR_REFEREE, text_move(table, "walk 45"), NULL, &error));
    assert_int_equal(error.problem, SR_PROBLEM_ILLEGAL_MOVE);
    assert_non_null(
        strstr(tables_say(&error, SR_EN), "\"walk 45\" is not legal now; legal: walk 1, walk 2"));
    assert_non_null(strstr(tables_say(&error, SR_RU), "«walk 45» сейчас нельзя; можно: walk 1"));
    sr_table_free(table);
}

static void a_finished_game_takes_no_move(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(2, 4, HISTORY);
    assert_true(is_over(table));
    expect_refusal(table, 0, "walk 1", 6, SR_PROBLEM_GAME_OVER);
    expect_refusal(table, SR_REFEREE, "walk 1", 6, SR_PROBLEM_GAME_OVER);
    sr_table_free(table);
}

/* ---- taking back ---- */

/* As many as are the seat's own at the end and did nothing that cannot be forgotten. */
static int count_undoable(const struct sr_table *table, int seat) {
    int count = 0;
    for (uint32_t i = table->plies; i > 0; i--) {
        if (table->ply[i - 1].seat != seat || table->ply[i - 1].did != 0)
            break;
        count++;
    }
    return count;
}

static void taking_back_restores_every_byte(void **unused) {
    (void)unused;
    static unsigned char history[HISTORY][SR_MAX_STATE];
    int undone = 0, refused = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        int seats = 2 + (int)(seed % 3);
        struct sr_table *table = tables_deal(seats, seed);
        struct sr_rng rng;
        struct sr_stream dice = dice_of(&rng, seed);
        while (!is_over(table)) {
            memcpy(history[table->plies], table->state, SR_MAX_STATE);
            tables_move(table, &dice, NULL);
            for (int seat = 0; seat < seats; seat++) {
                struct sr_error error = {0}, ignored = {0};
                int may = sr_table_undoable(table, seat);
                assert_int_equal(may, count_undoable(table, seat));
                struct sr_table *copy = sr_table_copy(table, &ignored);
                for (int i = 0; i < may; i++) {
                    assert_true(sr_table_undo(copy, seat, &error));
                    assert_memory_equal(copy->state, history[copy->plies], SR_MAX_STATE);
                    undone++;
                }
                assert_false(sr_table_undo(copy, seat, &error));
                assert_int_equal(error.problem, SR_PROBLEM_NOTHING_TO_UNDO);
                assert_int_equal(copy->plies, table->plies - (uint32_t)may);
                refused++;
                sr_table_free(copy);
            }
        }
        sr_table_free(table);
    }
    assert_true(undone > 100 && refused > 100);
}

static void after_taking_back_play_goes_on_as_before(void **unused) {
    (void)unused;
    struct sr_table *table = tables_deal(3, 77);
    struct sr_rng rng;
    struct sr_stream dice = dice_of(&rng, 78);
    int tried = 0;
    while (!is_over(table)) {
        struct sr_error error = {0};
        tables_move(table, &dice, NULL);
        struct sr_ply last = table->ply[table->plies - 1];
        if (sr_table_undoable(table, last.seat) == 0)
            continue;
        struct sr_table *before = sr_table_copy(table, &error);
        assert_true(sr_table_undo(table, last.seat, &error));
        assert_int_equal(decider(table), last.seat);
        assert_true(sr_table_play(table, last.seat, last.move, NULL, &error));
        assert_true(tables_same(table, before));
        sr_table_free(before);
        tried++;
    }
    assert_true(tried > 10);
    sr_table_free(table);
}

static void nothing_to_take_back(void **unused) {
    (void)unused;
    struct sr_table *table = tables_deal(2, 1);
    struct sr_error error = {0};
    assert_int_equal(sr_table_undoable(table, 0), 0);
    assert_false(sr_table_undo(table, 0, &error));
    assert_int_equal(error.problem, SR_PROBLEM_NOTHING_TO_UNDO);
    assert_false(sr_table_undo(table, SR_REFEREE, &error));
    assert_int_equal(error.problem, SR_PROBLEM_NOTHING_TO_UNDO);
    assert_false(sr_table_undo(table, 2, &error));
    assert_int_equal(error.problem, SR_PROBLEM_SEAT);
    assert_false(sr_table_undo(table, SR_SPECTATOR, &error));
    assert_int_equal(error.problem, SR_PROBLEM_SEAT);
    sr_table_free(table);
}

static void the_referee_takes_everything_back(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(3, 6, HISTORY);
    struct sr_error error = {0};
    assert_int_equal(sr_table_undoable(table, SR_REFEREE), table->plies);
    while (table->plies > 0)
        assert_true(sr_table_undo(table, SR_REFEREE, &error));
    assert_memory_equal(table->state, table->start, sizeof table->state);
    sr_table_free(table);
}

/* ---- looking back ---- */

static void the_table_as_it_was(void **unused) {
    (void)unused;
    static unsigned char history[HISTORY][SR_MAX_STATE];
    struct sr_table *table = tables_deal(4, 21);
    struct sr_rng rng;
    struct sr_stream dice = dice_of(&rng, 22);
    while (!is_over(table)) {
        memcpy(history[table->plies], table->state, SR_MAX_STATE);
        tables_move(table, &dice, NULL);
    }
    for (uint32_t ply = 0; ply < table->plies; ply++) {
        struct sr_error error = {0};
        struct sr_table *past = sr_table_at(table, ply, &error);
        assert_non_null(past);
        assert_memory_equal(past->state, history[ply], SR_MAX_STATE);
        struct sr_moves moves;
        sr_list(past->game, past->state, &moves);
        assert_int_equal(past->moves.count, moves.count);
        /* It can be played on, and that does not touch the other. */
        assert_true(sr_table_play(past, SR_REFEREE, table->ply[ply].move, NULL, &error));
        sr_table_free(past);
    }
    struct sr_error error = {0};
    assert_null(sr_table_at(table, table->plies + 1, &error));
    assert_int_equal(error.problem, SR_PROBLEM_PLY);
    assert_null(sr_table_at(table, UINT32_MAX, &error));
    assert_int_equal(error.problem, SR_PROBLEM_PLY);
    sr_table_free(table);
}

static void events_are_told_again(void **unused) {
    (void)unused;
    static struct sr_events told[HISTORY];
    struct sr_table *table = tables_deal(3, 31);
    struct sr_rng rng;
    struct sr_stream dice = dice_of(&rng, 32);
    while (!is_over(table))
        tables_move(table, &dice, &told[table->plies + 1]);
    uint32_t all = 0;
    for (uint32_t ply = 1; ply <= table->plies; ply++) {
        struct sr_error error = {0};
        struct sr_events again;
        assert_true(sr_table_events(table, ply, &again, &error));
        assert_int_equal(again.count, told[ply].count);
        assert_int_equal(again.dropped, 0);
        for (uint32_t i = 0; i < again.count; i++) {
            assert_int_equal(again.list[i].kind, told[ply].list[i].kind);
            assert_memory_equal(again.list[i].arg, told[ply].list[i].arg, sizeof again.list[i].arg);
        }
        all += again.count;
    }
    assert_true(all > table->plies);
    struct sr_error error = {0};
    struct sr_events none;
    assert_true(sr_table_events(table, 0, &none, &error));
    assert_false(sr_table_events(table, table->plies + 1, &none, &error));
    assert_int_equal(error.problem, SR_PROBLEM_PLY);
    sr_table_free(table);
}

static void copies_are_independent(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(3, 41, 10);
    struct sr_error error = {0};
    struct sr_table *copy = sr_table_copy(table, &error);
    struct sr_table *witness = sr_table_copy(table, &error);
    assert_true(tables_same(table, copy));
    struct sr_rng rng;
    struct sr_stream dice = dice_of(&rng, 42);
    while (!is_over(copy))
        tables_move(copy, &dice, NULL);
    assert_true(sr_table_set_name(copy, 0, "Anna", 4, &error));
    assert_true(tables_same(table, witness));
    sr_table_free(copy);
    assert_true(tables_same(table, witness));
    sr_table_free(table);
    sr_table_free(witness);
}

/* ---- names ---- */

static void names_are_kept(void **unused) {
    (void)unused;
    struct sr_table *table = tables_deal(3, 1);
    struct sr_error error = {0};
    const char *names[SR_MAX_SEATS];
    assert_true(sr_table_set_name(table, 0, "Anna", 4, &error));
    assert_true(sr_table_set_name(table, 2, "Нина Ивановна", strlen("Нина Ивановна"), &error));
    sr_table_names(table, names);
    assert_string_equal(names[0], "Anna");
    assert_null(names[1]);
    assert_string_equal(names[2], "Нина Ивановна");
    assert_true(sr_table_set_name(table, 0, "B", 1, &error));
    assert_true(sr_table_set_name(table, 2, NULL, 0, &error));
    sr_table_names(table, names);
    assert_string_equal(names[0], "B");
    assert_null(names[2]);
    const char *longest = "12345678901234567890123456789012";
    assert_true(sr_table_set_name(table, 1, longest, 32, &error));
    sr_table_free(table);
}

static void bad_names_are_refused(void **unused) {
    (void)unused;
    static const struct {
        const char *name;
        size_t length;
    } bad[] = {
        {"", 0},
        {" Anna", 5},
        {"Anna ", 5},
        {"An\nna", 5},
        {"An\tna", 5},
        {"An\0na", 5},
        {"An\x7fna", 5},
        {"An\xff\xfe", 4},
        {"An\xc3", 3},
        {"An\xe2\x80\xae", 5},   /* turns the direction of writing */
        {"An\xe2\x80\xa8na", 7}, /* a line separator */
        {"\xe2\x80\x8b", 3},     /* nothing to be seen */
        {"\xef\xbb\xbf"
         "Anna",
         7}, /* a byte order mark */
        {"123456789012345678901234567890123", 33},
    };
    struct sr_table *table = tables_deal(2, 1);
    struct sr_error error = {0};
    assert_true(sr_table_set_name(table, 1, "Nina", 4, &error));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        error.problem = SR_FINE;
        if (sr_table_set_name(table, 1, bad[i].name, bad[i].length, &error))
            fail_msg("name %zu was taken", i);
        assert_int_equal(error.problem, SR_PROBLEM_NAME);
        assert_string_equal(table->name[1], "Nina");
    }
    assert_false(sr_table_set_name(table, 2, "Anna", 4, &error));
    assert_int_equal(error.problem, SR_PROBLEM_SEAT);
    assert_false(sr_table_set_name(table, -1, "Anna", 4, &error));
    assert_int_equal(error.problem, SR_PROBLEM_SEAT);
    sr_table_free(table);
}

/* ---- views ---- */

static json_t *view_of(const struct sr_table *table, int viewer) {
    char *text = tables_view(table, viewer);
    json_error_t stopped;
    json_t *view = json_loads(text, JSON_REJECT_DUPLICATES, &stopped);
    if (!view)
        fail_msg("a view is not JSON: %s", stopped.text);
    free(text);
    return view;
}

static void views_carry_the_table(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(3, 51, 17);
    struct sr_error error = {0};
    assert_true(sr_table_set_name(table, 1, "An\"na\\", 6, &error));
    for (int viewer = SR_REFEREE; viewer < 3; viewer++) {
        json_t *view = view_of(table, viewer);
        assert_int_equal(json_integer_value(json_object_get(view, "ply")), 17);
        const json_t *names = json_object_get(view, "names");
        assert_int_equal(json_object_size(names), 1);
        assert_string_equal(json_string_value(json_object_get(names, "2")), "An\"na\\");
        assert_true(json_string_length(json_object_get(view, "prompt")) > 0);
        assert_int_equal(json_integer_value(json_object_get(view, "undo")),
                         sr_table_undoable(table, viewer));
        bool asked = viewer == decider(table) || viewer == SR_REFEREE;
        const json_t *moves = json_object_get(view, "moves");
        assert_int_equal(json_is_array(moves), asked);
        if (asked)
            assert_int_equal(json_array_size(moves), table->moves.count);
        json_decref(view);
    }
    sr_table_free(table);
}

/* The waiting text must not depend on what only the decider knows. */
static void others_are_told_whom_they_wait_for(void **unused) {
    (void)unused;
    struct sr_table *table = tables_deal(3, 61);
    struct sr_error error = {0};
    assert_true(sr_table_set_name(table, decider(table), "Anna", 4, &error));
    char asked[1024], waiting[1024], russian[1024];
    struct sr_out out;
    sr_out_open(&out, asked, sizeof asked);
    sr_table_prompt(&out, table, decider(table), SR_EN);
    sr_out_open(&out, waiting, sizeof waiting);
    sr_table_prompt(&out, table, SR_SPECTATOR, SR_EN);
    sr_out_open(&out, russian, sizeof russian);
    sr_table_prompt(&out, table, SR_SPECTATOR, SR_RU);
    assert_string_not_equal(asked, waiting);
    assert_non_null(strstr(waiting, "Waiting for Anna"));
    assert_non_null(strstr(russian, "Решает Anna"));
    sr_table_free(table);
}

static void a_finished_game_says_so(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(2, 71, HISTORY);
    for (int viewer = SR_REFEREE; viewer < 2; viewer++) {
        json_t *view = view_of(table, viewer);
        assert_string_equal(json_string_value(json_object_get(view, "prompt")),
                            "The game is over.");
        assert_null(json_object_get(view, "moves"));
        assert_true(json_is_null(json_object_get(view, "decider")));
        json_decref(view);
    }
    sr_table_free(table);
}

/* A seat's whole view is the same in every world that the seat might be in. */
static void views_do_not_leak(void **unused) {
    (void)unused;
    int compared = 0;
    for (uint32_t plies = 0; plies < 60; plies += 3) {
        struct sr_table *table = tables_play(3, 81, plies);
        struct sr_rng rng;
        struct sr_stream dice = dice_of(&rng, plies);
        for (int viewer = SR_SPECTATOR; viewer < 3; viewer++) {
            struct sr_error error = {0};
            struct sr_table *world = sr_table_copy(table, &error);
            sr_guess(world->game, world->state, viewer, &dice);
            sr_list(world->game, world->state, &world->moves);
            char *one = tables_view(table, viewer), *other = tables_view(world, viewer);
            assert_string_equal(one, other);
            compared++;
            free(one);
            free(other);
            sr_table_free(world);
        }
        sr_table_free(table);
    }
    assert_true(compared >= 40);
}

static void a_glimpse_is_the_deciders(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(4, 91, 9);
    struct sr_glimpse glimpse;
    sr_table_glimpse(table, &glimpse);
    assert_ptr_equal(glimpse.game, table->game);
    assert_int_equal(glimpse.seat, decider(table));
    assert_ptr_equal(glimpse.moves, &table->moves);
    assert_int_equal(sr_glimpse_moves(&glimpse)->count, table->moves.count);
    sr_table_free(table);
}

/* ---- previews ---- */

static void say_event(const struct sr_table *table, const struct sr_event *event, int viewer,
                      char *text, size_t size) {
    struct sr_out out;
    sr_out_open(&out, text, size);
    sr_event_json(&out, table->game, event, viewer);
}

/* What a preview tells comes true; a certain one tells all of it. */
static void previews_come_true(void **unused) {
    (void)unused;
    int certain = 0, uncertain = 0;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        struct sr_table *table = tables_deal(3, seed);
        struct sr_rng rng;
        struct sr_stream dice = dice_of(&rng, seed);
        while (!is_over(table)) {
            int seat = decider(table);
            struct sr_error error = {0};
            struct sr_preview preview;
            struct sr_move move = table->moves.list[sr_draw(&dice, table->moves.count)];
            struct sr_table *before = sr_table_copy(table, &error);
            assert_true(sr_table_preview(table, move, &preview, &error));
            assert_true(tables_same(table, before));
            struct sr_events events;
            assert_true(sr_table_play(table, seat, move, &events, &error));
            if (!preview.uncertain) {
                assert_int_equal(table->ply[table->plies - 1].did, 0);
                assert_int_equal(preview.events.count, events.count);
            }
            assert_true(preview.events.count <= events.count);
            for (uint32_t i = 0; i < preview.events.count; i++) {
                char told[512], happened[512];
                say_event(table, &preview.events.list[i], seat, told, sizeof told);
                say_event(table, &events.list[i], seat, happened, sizeof happened);
                assert_string_equal(told, happened);
            }
            *(preview.uncertain ? &uncertain : &certain) += 1;
            sr_table_free(before);
        }
        sr_table_free(table);
    }
    assert_true(certain > 20 && uncertain > 20);
}

static void write_preview(const struct sr_table *table, struct sr_move move, char *text,
                          size_t size) {
    struct sr_error error = {0};
    struct sr_preview preview;
    struct sr_out out;
    assert_true(sr_table_preview(table, move, &preview, &error));
    sr_out_open(&out, text, size);
    sr_preview_write(&out, table, &preview, SR_EN);
}

/* In another world that the decider might be in, every preview reads the same. */
static void previews_do_not_leak(void **unused) {
    (void)unused;
    static char one[1 << 16], other[1 << 16];
    int compared = 0;
    for (uint32_t plies = 0; plies < 45; plies += 4) {
        struct sr_table *table = tables_play(3, 82, plies);
        struct sr_error error = {0};
        struct sr_table *world = sr_table_copy(table, &error);
        struct sr_rng rng;
        struct sr_stream dice = dice_of(&rng, plies);
        sr_guess(world->game, world->state, decider(table), &dice);
        for (uint32_t i = 0; i < table->moves.count; i++) {
            write_preview(table, table->moves.list[i], one, sizeof one);
            write_preview(world, table->moves.list[i], other, sizeof other);
            assert_string_equal(one, other);
            compared++;
        }
        sr_table_free(world);
        sr_table_free(table);
    }
    assert_true(compared > 30);
}

static void previews_refuse_what_play_refuses(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(4, 3, 5);
    struct sr_error error = {0};
    struct sr_preview preview;
    assert_false(sr_table_preview(table, text_move(table, "walk 45"), &preview, &error));
    assert_int_equal(error.problem, SR_PROBLEM_ILLEGAL_MOVE);
    sr_table_free(table);
    table = tables_play(2, 4, HISTORY);
    assert_false(sr_table_preview(table, text_move(table, "walk 1"), &preview, &error));
    assert_int_equal(error.problem, SR_PROBLEM_GAME_OVER);
    sr_table_free(table);
}

/* ---- reading ---- */

static void records_and_positions_are_told_apart(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(3, 5, 10);
    struct sr_error error = {0};
    char *record = tables_record(table), *position = tables_position(table);
    struct sr_table *one = sr_table_read(record, strlen(record), false, &error);
    assert_non_null(one);
    assert_false(one->from_position);
    struct sr_table *other = sr_table_read(position, strlen(position), false, &error);
    assert_non_null(other);
    assert_true(other->from_position);
    assert_memory_equal(one->state, other->state, sizeof one->state);
    assert_null(sr_table_read("", 0, false, &error));
    assert_int_equal(error.problem, SR_PROBLEM_RECORD_EMPTY);
    assert_null(sr_table_read(" \n\t\r ", 5, false, &error));
    assert_int_equal(error.problem, SR_PROBLEM_RECORD_EMPTY);
    assert_null(sr_table_read(" \n{", 3, false, &error));
    assert_int_equal(error.problem, SR_PROBLEM_JSON_CUT);
    free(record);
    free(position);
    sr_table_free(one);
    sr_table_free(other);
    sr_table_free(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_starts_at_a_decision),
        cmocka_unit_test(wrong_seats_are_refused),
        cmocka_unit_test(freeing_nothing_is_fine),
        cmocka_unit_test(moves_in_notation_are_played),
        cmocka_unit_test(another_seat_is_refused),
        cmocka_unit_test(a_wrong_seat_learns_nothing),
        cmocka_unit_test(wrong_moves_are_refused),
        cmocka_unit_test(an_illegal_move_is_answered_with_legal_ones),
        cmocka_unit_test(a_finished_game_takes_no_move),
        cmocka_unit_test(taking_back_restores_every_byte),
        cmocka_unit_test(after_taking_back_play_goes_on_as_before),
        cmocka_unit_test(nothing_to_take_back),
        cmocka_unit_test(the_referee_takes_everything_back),
        cmocka_unit_test(the_table_as_it_was),
        cmocka_unit_test(events_are_told_again),
        cmocka_unit_test(copies_are_independent),
        cmocka_unit_test(names_are_kept),
        cmocka_unit_test(bad_names_are_refused),
        cmocka_unit_test(views_carry_the_table),
        cmocka_unit_test(others_are_told_whom_they_wait_for),
        cmocka_unit_test(a_finished_game_says_so),
        cmocka_unit_test(views_do_not_leak),
        cmocka_unit_test(a_glimpse_is_the_deciders),
        cmocka_unit_test(previews_come_true),
        cmocka_unit_test(previews_do_not_leak),
        cmocka_unit_test(previews_refuse_what_play_refuses),
        cmocka_unit_test(records_and_positions_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
