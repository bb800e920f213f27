/* The public interface, through <serai.h> alone: every function, in use and misused. */
#include <serai.h>

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TO_THE_END = 100000, BIG = 10 << 20 };

static serai_table *deal(int seats, const char *seed) {
    serai_error error = {0};
    serai_table *table = serai_table_new("dunhuang", seats, seed, NULL, &error);
    if (!table)
        fail_msg("%s", error.message);
    return table;
}

static void play_on(serai_table *table, int plies) {
    serai_error error = {0};
    for (int i = 0; i < plies && !serai_over(table); i++) {
        char *move = serai_bot_choose(table, "random", "5", &error);
        assert_non_null(move);
        assert_true(serai_play(table, serai_decider(table), move, &error));
        serai_free(move);
    }
}

static serai_table *played(int seats, const char *seed, int plies) {
    serai_table *table = deal(seats, seed);
    play_on(table, plies);
    return table;
}

/* A string that must be there, and what it was when it must be JSON. */
static json_t *parsed(char *text) {
    assert_non_null(text);
    json_error_t stopped;
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &stopped);
    if (!json)
        fail_msg("not JSON: %s", text);
    serai_free(text);
    return json;
}

static void expect_text(char *text) {
    assert_non_null(text);
    assert_true(strlen(text) > 0);
    serai_free(text);
}

static void expect_error(const serai_error *error, enum serai_code code, const char *word) {
    if (error->code != code || !strstr(error->message, word))
        fail_msg("%d: %s", (int)error->code, error->message);
}

/* ---- games ---- */

static void games_introduce_themselves(void **unused) {
    (void)unused;
    serai_error error = {0};
    assert_true(serai_game_count() >= 1);
    assert_string_equal(serai_game_name(0), "dunhuang");
    assert_int_equal(serai_game_find("dunhuang", &error), 0);
    assert_string_equal(serai_game_title(0, SERAI_EN), "Merchants of Dunhuang");
    assert_string_equal(serai_game_title(0, SERAI_RU), "Врата в Поднебесную");
    assert_int_equal(serai_game_seats_min(0), 2);
    assert_int_equal(serai_game_seats_max(0), 4);
    assert_int_equal(serai_game_rules_version(0), 1);
    json_t *game = parsed(serai_game_json(0, &error));
    assert_true(json_array_size(json_object_get(game, "options")) > 0);
    json_decref(game);
    char *english = serai_game_rules(0, SERAI_EN, &error);
    char *russian = serai_game_rules(0, SERAI_RU, &error);
    assert_true(strlen(english) > 1000 && strlen(russian) > 1000);
    assert_string_not_equal(english, russian);
    serai_free(english);
    serai_free(russian);
    assert_true(strlen(serai_version()) > 0);
}

static void games_that_are_not_there(void **unused) {
    (void)unused;
    const int wrong[] = {-1, serai_game_count(), 1000000};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        serai_error error = {0};
        assert_null(serai_game_name(wrong[i]));
        assert_null(serai_game_title(wrong[i], SERAI_RU));
        assert_int_equal(serai_game_seats_min(wrong[i]), 0);
        assert_int_equal(serai_game_seats_max(wrong[i]), 0);
        assert_int_equal(serai_game_rules_version(wrong[i]), 0);
        assert_null(serai_game_json(wrong[i], &error));
        expect_error(&error, SERAI_USAGE, "dunhuang");
        assert_null(serai_game_rules(wrong[i], SERAI_EN, &error));
        expect_error(&error, SERAI_USAGE, "dunhuang");
    }
    serai_error error = {0};
    assert_int_equal(serai_game_find("go", &error), -1);
    expect_error(&error, SERAI_USAGE, "\"go\"");
    assert_int_equal(serai_game_find(NULL, &error), -1);
    expect_error(&error, SERAI_USAGE, "game");
}

/* ---- tables ---- */

static void a_table_is_set(void **unused) {
    (void)unused;
    serai_error error = {0};
    serai_table *table = serai_table_new("dunhuang", 3, "42", "order=fixed,tile1=artist", &error);
    assert_non_null(table);
    assert_int_equal(error.code, SERAI_OK);
    assert_int_equal(serai_game(table), 0);
    assert_int_equal(serai_seats(table), 3);
    assert_int_equal(serai_ply(table), 0);
    assert_false(serai_over(table));
    assert_true(serai_decider(table) >= 0 && serai_decider(table) < 3);
    char *record = serai_record(table, &error);
    assert_non_null(strstr(record, "\noption order fixed\noption tile1 artist\nseed 42\n"));
    serai_free(record);
    serai_table_free(table);
    /* The same seed, the same game; another, another. */
    serai_table *one = deal(3, "42"), *same = deal(3, "42"), *other = deal(3, "43");
    assert_true(serai_checksum(one) == serai_checksum(same));
    assert_true(serai_checksum(one) != serai_checksum(other));
    serai_table_free(one);
    serai_table_free(same);
    serai_table_free(other);
    table = serai_table_new("dunhuang", 2, "42", "", &error);
    assert_non_null(table);
    serai_table_free(table);
}

static void tables_that_cannot_be(void **unused) {
    (void)unused;
    static const struct {
        const char *game;
        int seats;
        const char *seed, *options, *word;
    } wrong[] = {
        {"go", 2, "1", NULL, "\"go\""},
        {"", 2, "1", NULL, "dunhuang"},
        {NULL, 2, "1", NULL, "game"},
        {"dunhuang", 1, "1", NULL, "2-4"},
        {"dunhuang", 5, "1", NULL, "2-4"},
        {"dunhuang", 0, "1", NULL, "2-4"},
        {"dunhuang", -254, "1", NULL, "2-4"},
        {"dunhuang", 258, "1", NULL, "2-4"},
        {"dunhuang", 2, NULL, NULL, "seed"},
        {"dunhuang", 2, "", NULL, "seed"},
        {"dunhuang", 2, "-1", NULL, "\"-1\""},
        {"dunhuang", 2, "1.5", NULL, "seed"},
        {"dunhuang", 2, "18446744073709551616", NULL, "2^64"},
        {"dunhuang", 2, "0123456789abcdef", NULL, "64"},
        {"dunhuang", 2, "1", "order", "name=value"},
        {"dunhuang", 2, "1", "order=fixed,", "name=value"},
        {"dunhuang", 2, "1", ",order=fixed", "name=value"},
        {"dunhuang", 2, "1", "order=", "random"},
        {"dunhuang", 2, "1", "order=up", "\"up\""},
        {"dunhuang", 2, "1", "colour=red", "\"colour\""},
        {"dunhuang", 2, "1", "=red", "option"},
        {"dunhuang", 2, "1", "order=fixed,order=fixed", "twice"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        serai_error error = {0};
        assert_null(serai_table_new(wrong[i].game, wrong[i].seats, wrong[i].seed, wrong[i].options,
                                    &error));
        expect_error(&error, SERAI_USAGE, wrong[i].word);
        assert_null(
            serai_table_new(wrong[i].game, wrong[i].seats, wrong[i].seed, wrong[i].options, NULL));
    }
    char *huge = malloc(BIG);
    assert_non_null(huge);
    memset(huge, 'x', BIG - 1);
    huge[BIG - 1] = '\0';
    serai_error error = {0};
    assert_null(serai_table_new(huge, 2, "1", NULL, &error));
    assert_null(serai_table_new("dunhuang", 2, huge, NULL, &error));
    assert_null(serai_table_new("dunhuang", 2, "1", huge, &error));
    assert_true(strlen(error.message) < sizeof error.message);
    free(huge);
}

static void copies_and_earlier_tables(void **unused) {
    (void)unused;
    serai_error error = {0};
    serai_table *table = played(3, "9", 30);
    serai_table *copy = serai_table_copy(table, &error), *past = serai_table_at(table, 10, &error);
    assert_true(serai_checksum(copy) == serai_checksum(table));
    assert_int_equal(serai_ply(past), 10);
    serai_table *again = played(3, "9", 10);
    assert_true(serai_checksum(past) == serai_checksum(again));
    uint64_t before = serai_checksum(table);
    play_on(copy, TO_THE_END);
    assert_true(serai_checksum(table) == before);
    assert_null(serai_table_at(table, 31, &error));
    expect_error(&error, SERAI_USAGE, "31");
    assert_null(serai_table_at(table, -1, &error));
    expect_error(&error, SERAI_USAGE, "number -1; the game has 30");
    serai_table_free(again);
    serai_table_free(past);
    serai_table_free(copy);
    serai_table_free(table);
}

static void names(void **unused) {
    (void)unused;
    serai_error error = {0};
    serai_table *table = deal(2, "1");
    assert_null(serai_name(table, 0));
    assert_true(serai_set_name(table, 0, "Анна", &error));
    assert_string_equal(serai_name(table, 0), "Анна");
    assert_false(serai_set_name(table, 0, "", &error));
    expect_error(&error, SERAI_USAGE, "32");
    assert_false(serai_set_name(table, 2, "Anna", &error));
    expect_error(&error, SERAI_USAGE, "1..2");
    assert_string_equal(serai_name(table, 0), "Анна");
    assert_true(serai_set_name(table, 0, NULL, &error));
    assert_null(serai_name(table, 0));
    assert_null(serai_name(table, -1));
    assert_null(serai_name(table, 2));
    serai_table_free(table);
}

/* ---- moves ---- */

static void moves_are_listed_in_every_form(void **unused) {
    (void)unused;
    serai_error error = {0};
    serai_table *table = played(4, "3", 12);
    int count = serai_move_count(table);
    json_t *moves = parsed(serai_moves_json(table, SERAI_EN, &error));
    assert_int_equal(json_array_size(moves), count);
    for (int i = 0; i < count; i++) {
        char *move = serai_move(table, i, &error),
             *words = serai_move_say(table, i, SERAI_EN, &error);
        char *russian = serai_move_say(table, i, SERAI_RU, &error);
        const json_t *json = json_array_get(moves, (size_t)i);
        assert_string_equal(json_string_value(json_object_get(json, "move")), move);
        assert_string_equal(json_string_value(json_object_get(json, "text")), words);
        assert_string_not_equal(words, russian);
        char buffer[64], small[4];
        assert_int_equal(serai_move_write(table, i, buffer, sizeof buffer), strlen(move));
        assert_string_equal(buffer, move);
        assert_int_equal(serai_move_write(table, i, small, sizeof small), strlen(move));
        assert_int_equal(strlen(small), 3);
        assert_memory_equal(small, move, 3);
        assert_int_equal(serai_move_write(table, i, NULL, 10), strlen(move));
        /* Every one of them may be played. */
        serai_table *copy = serai_table_copy(table, &error);
        assert_true(serai_play(copy, serai_decider(copy), move, &error));
        serai_table_free(copy);
        serai_free(move);
        serai_free(words);
        serai_free(russian);
    }
    json_decref(moves);
    assert_null(serai_move(table, count, &error));
    expect_error(&error, SERAI_USAGE, "move number");
    assert_null(serai_move(table, -1, &error));
    assert_null(serai_move_say(table, count, SERAI_EN, &error));
    char buffer[8] = "kept";
    assert_int_equal(serai_move_write(table, count, buffer, sizeof buffer), 0);
    assert_string_equal(buffer, "");
    serai_table_free(table);
}

static void wrong_moves_are_refused(void **unused) {
    (void)unused;
    serai_table *table = played(3, "3", 12);
    uint64_t before = serai_checksum(table);
    int seat = serai_decider(table), other = (seat + 1) % 3;
    static const char *const wrong[] = {"",       "  ",      "fly",      "walk",
                                        "walk 0", "walk 99", "walk 2 2", "keep \xff",
                                        "Walk 1", "walk\n1", "check 1",  "end"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        serai_error error = {0};
        assert_false(serai_play(table, seat, wrong[i], &error));
        expect_error(&error, SERAI_ILLEGAL, "");
        assert_false(serai_play(table, seat, wrong[i], NULL));
    }
    serai_error error = {.lang = SERAI_RU};
    assert_false(serai_play(table, other, "walk 1", &error));
    expect_error(&error, SERAI_ILLEGAL, "не решает");
    assert_false(serai_play(table, 3, "walk 1", &error));
    expect_error(&error, SERAI_USAGE, "1..3");
    assert_false(serai_play(table, SERAI_SPECTATOR, "walk 1", &error));
    expect_error(&error, SERAI_USAGE, "1..3");
    assert_false(serai_play(table, seat, NULL, &error));
    expect_error(&error, SERAI_USAGE, "move");
    assert_true(serai_checksum(table) == before);
    play_on(table, TO_THE_END);
    assert_true(serai_over(table));
    assert_int_equal(serai_decider(table), -1);
    assert_int_equal(serai_move_count(table), 0);
    assert_false(serai_play(table, seat, "walk 1", &error));
    expect_error(&error, SERAI_ILLEGAL, "окончена");
    assert_null(serai_bot_choose(table, "random", "1", &error));
    expect_error(&error, SERAI_ILLEGAL, "окончена");
    serai_table_free(table);
}

static void taking_back(void **unused) {
    (void)unused;
    serai_error error = {0};
    serai_table *table = deal(2, "6");
    int taken = 0;
    while (!serai_over(table)) {
        int seat = serai_decider(table);
        uint64_t before = serai_checksum(table);
        play_on(table, 1);
        if (serai_undoable(table, seat) == 0) {
            assert_false(serai_undo(table, seat, &error));
            expect_error(&error, SERAI_ILLEGAL, "take back");
            continue;
        }
        assert_false(serai_undo(table, 1 - seat, &error));
        uint64_t after = serai_checksum(table);
        assert_true(serai_undo(table, seat, &error));
        assert_int_equal(error.code, SERAI_OK);
        assert_true(serai_checksum(table) == before);
        play_on(table, 1);
        assert_true(serai_checksum(table) == after);
        taken++;
    }
    assert_true(taken > 10);
    assert_false(serai_undo(table, 7, &error));
    expect_error(&error, SERAI_USAGE, "1..2");
    assert_int_equal(serai_undoable(table, SERAI_REFEREE), serai_ply(table));
    serai_table_free(table);
}

static void previews(void **unused) {
    (void)unused;
    serai_error error = {0};
    serai_table *table = deal(3, "6");
    int certain = 0, uncertain = 0;
    for (int i = 0; i < 40; i++) {
        int seat = serai_decider(table);
        uint64_t before = serai_checksum(table);
        char *move = serai_bot_choose(table, "random", "5", &error);
        json_t *preview = parsed(serai_preview(table, move, SERAI_EN, &error));
        assert_true(serai_checksum(table) == before);
        assert_true(serai_play(table, seat, move, &error));
        json_t *events = parsed(serai_events_json(table, serai_ply(table), seat, &error));
        const json_t *told = json_object_get(preview, "events");
        assert_int_equal(json_array_size(told), json_array_size(json_object_get(preview, "lines")));
        for (size_t k = 0; k < json_array_size(told); k++)
            assert_true(json_equal(json_array_get(told, k), json_array_get(events, k)));
        if (json_is_false(json_object_get(preview, "uncertain"))) {
            assert_int_equal(json_array_size(told), json_array_size(events));
            json_t *diff =
                parsed(serai_diff(table, serai_ply(table) - 1, serai_ply(table), seat, &error));
            assert_true(json_equal(json_object_get(preview, "changes"), diff));
            json_decref(diff);
            certain++;
        } else {
            assert_null(json_object_get(preview, "changes"));
            uncertain++;
        }
        json_decref(events);
        json_decref(preview);
        serai_free(move);
    }
    assert_true(certain > 5 && uncertain > 5);
    assert_null(serai_preview(table, "walk 99", SERAI_EN, &error));
    expect_error(&error, SERAI_ILLEGAL, "walk");
    assert_null(serai_preview(table, "", SERAI_EN, &error));
    assert_null(serai_preview(table, NULL, SERAI_EN, &error));
    expect_error(&error, SERAI_USAGE, "move");
    serai_table_free(table);
}

/* ---- what there is to see ---- */

static void everybody_sees_their_own(void **unused) {
    (void)unused;
    serai_error error = {0};
    serai_table *table = played(3, "11", 25);
    for (int viewer = SERAI_REFEREE; viewer < 3; viewer++) {
        json_t *view = parsed(serai_view(table, viewer, SERAI_RU, &error));
        const json_t *hands = json_object_get(view, "hand");
        for (int seat = 0; seat < 3; seat++) {
            const char key[] = {(char)('1' + seat), '\0'};
            bool seen = viewer == seat || viewer == SERAI_REFEREE;
            assert_int_equal(json_is_object(json_object_get(hands, key)), seen);
        }
        assert_null(json_object_get(view, "rng"));
        char *prompt = serai_prompt(table, viewer, SERAI_RU, &error);
        assert_string_equal(prompt, json_string_value(json_object_get(view, "prompt")));
        serai_free(prompt);
        json_decref(view);
        expect_text(serai_board(table, viewer, 80, 24, SERAI_EN, &error));
        expect_text(serai_board(table, viewer, 100000, -5, SERAI_RU, &error));
    }
    const int wrong[] = {3, 100, -3};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_null(serai_view(table, wrong[i], SERAI_EN, &error));
        expect_error(&error, SERAI_USAGE, "1..3");
        assert_null(serai_prompt(table, wrong[i], SERAI_EN, &error));
        assert_null(serai_board(table, wrong[i], 80, 24, SERAI_EN, &error));
        assert_null(serai_events(table, 1, wrong[i], SERAI_EN, &error));
        assert_null(serai_events_json(table, 1, wrong[i], &error));
        assert_null(serai_diff(table, 0, 1, wrong[i], &error));
        expect_error(&error, SERAI_USAGE, "1..3");
    }
    serai_table_free(table);
}

/* What a client does with a difference: objects member by member, everything else whole. */
static void apply(json_t *view, json_t *diff) {
    for (void *at = json_object_iter(diff); at; at = json_object_iter_next(diff, at)) {
        json_t *old = json_object_get(view, json_object_iter_key(at));
        json_t *fresh = json_object_iter_value(at);
        if (json_is_object(old) && json_is_object(fresh))
            apply(old, fresh);
        else
            json_object_set(view, json_object_iter_key(at), fresh);
    }
}

/* The fields of a view alone: the rest is the table's. */
static json_t *fields_seen(const serai_table *table, int viewer) {
    static const char *const others[] = {"ply", "names", "prompt", "moves", "undo"};
    json_t *view = parsed(serai_view(table, viewer, SERAI_EN, NULL));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        json_object_del(view, others[i]);
    return view;
}

/* A view and the differences after it make the next view. */
static void differences_lead_from_view_to_view(void **unused) {
    (void)unused;
    serai_error error = {0};
    serai_table *table = deal(3, "12");
    for (int ply = 1; ply <= 40; ply++) {
        json_t *view[4];
        for (int viewer = SERAI_SPECTATOR; viewer < 3; viewer++)
            view[viewer + 1] = fields_seen(table, viewer);
        play_on(table, 1);
        for (int viewer = SERAI_SPECTATOR; viewer < 3; viewer++) {
            json_t *none = parsed(serai_diff(table, ply, ply, viewer, &error));
            assert_int_equal(json_object_size(none), 0);
            json_t *diff = parsed(serai_diff(table, ply - 1, ply, viewer, &error));
            assert_true(json_object_size(diff) > 0);
            json_t *next = fields_seen(table, viewer);
            assert_false(json_equal(view[viewer + 1], next));
            apply(view[viewer + 1], diff);
            assert_true(json_equal(view[viewer + 1], next));
            json_decref(none);
            json_decref(diff);
            json_decref(next);
            json_decref(view[viewer + 1]);
        }
    }
    assert_null(serai_diff(table, 0, 41, 0, &error));
    expect_error(&error, SERAI_USAGE, "41");
    assert_null(serai_diff(table, -1, 0, 0, &error));
    expect_error(&error, SERAI_USAGE, "40");
    serai_table_free(table);
}

static void the_log_hides_what_is_hidden(void **unused) {
    (void)unused;
    serai_error error = {0};
    serai_table *table = deal(3, "13");
    int seat = serai_decider(table), other = (seat + 1) % 3;
    assert_true(serai_set_name(table, seat, "Anna", &error));
    char *move = serai_move(table, 0, &error);
    assert_true(serai_play(table, seat, move, &error));
    char *own = serai_events(table, 1, seat, SERAI_EN, &error);
    char *others = serai_events(table, 1, other, SERAI_EN, &error);
    char *russian = serai_events(table, 1, SERAI_SPECTATOR, SERAI_RU, &error);
    assert_non_null(strstr(own, "Anna keeps "));
    assert_string_equal(others, "Anna keeps a card\n");
    assert_string_equal(russian, "Anna оставляет карту\n");
    assert_string_not_equal(own, others);
    json_t *events = parsed(serai_events_json(table, 1, other, &error));
    assert_true(json_is_null(json_object_get(json_array_get(events, 0), "good")));
    json_decref(events);
    char *dealt = serai_events(table, 0, SERAI_SPECTATOR, SERAI_EN, &error);
    assert_non_null(dealt);
    assert_null(serai_events(table, 2, seat, SERAI_EN, &error));
    expect_error(&error, SERAI_USAGE, "2");
    assert_null(serai_events(table, -1, seat, SERAI_EN, &error));
    serai_free(dealt);
    serai_free(own);
    serai_free(others);
    serai_free(russian);
    serai_free(move);
    serai_table_free(table);
}

static void the_score_sheet(void **unused) {
    (void)unused;
    serai_error error = {0};
    serai_table *table = played(3, "14", 20);
    char *now = serai_score(table, SERAI_EN, &error);
    assert_non_null(strstr(now, "If the game ended now\n"));
    assert_null(strstr(now, "wins"));
    serai_free(now);
    play_on(table, TO_THE_END);
    char *final = serai_score(table, SERAI_EN, &error),
         *russian = serai_score(table, SERAI_RU, &error);
    assert_non_null(strstr(final, "Final score\n1. "));
    assert_non_null(strstr(final, " - wins\n"));
    assert_non_null(strstr(russian, "Итоговый счёт\n1. "));
    json_t *sheet = parsed(serai_score_json(table, SERAI_EN, &error));
    assert_int_equal(json_object_size(json_object_get(sheet, "totals")), 3);
    assert_true(json_array_size(json_object_get(sheet, "winners")) >= 1);
    assert_true(json_is_true(json_object_get(sheet, "over")));
    json_decref(sheet);
    serai_free(final);
    serai_free(russian);
    serai_table_free(table);
}

/* ---- records and positions ---- */

static void records_and_positions_come_back(void **unused) {
    (void)unused;
    serai_error error = {0};
    serai_table *table = played(4, "15", 50);
    assert_true(serai_set_name(table, 2, "Нина", &error));
    char *record = serai_record(table, &error), *position = serai_position(table, &error);
    serai_table *one = serai_table_read(record, strlen(record), 0, &error);
    serai_table *other = serai_table_read(position, strlen(position), 0, &error);
    assert_true(serai_checksum(one) == serai_checksum(table));
    assert_true(serai_checksum(other) == serai_checksum(table));
    assert_int_equal(serai_ply(one), 50);
    assert_int_equal(serai_ply(other), 0);
    assert_string_equal(serai_name(one, 2), "Нина");
    char *again = serai_record(one, &error);
    assert_string_equal(record, again);
    serai_free(again);
    /* What began from a position can be recorded and taken back, too. */
    play_on(other, 5);
    again = serai_record(other, &error);
    serai_table *third = serai_table_read(again, strlen(again), 0, &error);
    assert_true(serai_checksum(third) == serai_checksum(other));
    char *none = serai_events(third, 0, SERAI_REFEREE, SERAI_EN, &error);
    assert_string_equal(none, "");
    serai_free(none);
    serai_free(again);
    serai_free(record);
    serai_free(position);
    serai_table_free(third);
    serai_table_free(other);
    serai_table_free(one);
    serai_table_free(table);
}

static void broken_files_are_refused(void **unused) {
    (void)unused;
    serai_error error = {0};
    serai_table *table = played(2, "16", 20);
    char *record = serai_record(table, &error);
    assert_null(serai_table_read(record, strlen(record) / 2, 0, &error));
    expect_error(&error, SERAI_RECORD, "cut off");
    assert_true(error.line > 1);
    char *end = strstr(record, "end 20 ") + strlen("end 20 ");
    *end = *end == '0' ? '1' : '0';
    error.lang = SERAI_RU;
    assert_null(serai_table_read(record, strlen(record), 0, &error));
    expect_error(&error, SERAI_RECORD, "строка ");
    error.lang = SERAI_EN;
    assert_null(serai_table_read("{}", 2, 0, &error));
    expect_error(&error, SERAI_POSITION, "position");
    assert_null(serai_table_read("", 0, 0, &error));
    expect_error(&error, SERAI_RECORD, "serai-record 1");
    assert_null(serai_table_read(NULL, 10, 0, &error));
    expect_error(&error, SERAI_USAGE, "text");
    char *huge = malloc(BIG);
    assert_non_null(huge);
    memset(huge, 'x', BIG);
    assert_null(serai_table_read(huge, BIG, 0, &error));
    expect_error(&error, SERAI_SYSTEM, "larger");
    huge[0] = '{';
    assert_null(serai_table_read(huge, BIG, 0, &error));
    expect_error(&error, SERAI_SYSTEM, "larger");
    free(huge);
    serai_free(record);
    serai_table_free(table);
}

/* A preset and a version of the rules are said with the options. */
static void presets_and_versions(void **unused) {
    (void)unused;
    serai_error error = {0};
    serai_table *table = serai_table_new("dunhuang", 2, "1", "preset=first_game,rules=1", &error);
    assert_non_null(table);
    assert_int_equal(serai_rules(table), 1);
    char *position = serai_position(table, &error);
    assert_non_null(strstr(position, "\"order\":\"fixed\""));
    serai_free(position);
    serai_table_free(table);
    assert_int_equal(serai_rules(NULL), 0);
    assert_null(serai_table_new("dunhuang", 2, "1", "preset=nothing", &error));
    expect_error(&error, SERAI_USAGE, "first_game");
    assert_null(serai_table_new("dunhuang", 2, "1", "rules=200", &error));
    expect_error(&error, SERAI_USAGE, "rules version 200");
}

static void merging(void **unused) {
    (void)unused;
    serai_error error = {0};
    serai_table *table = serai_table_new("dunhuang", 3, "17", "unlimited_coins=off", &error);
    uint64_t before = serai_checksum(table);
    const char *patch = "{\"prestige\":{\"1\":7}}";
    assert_false(serai_table_merge(table, patch, strlen(patch), 0, &error));
    expect_error(&error, SERAI_POSITION, "rule");
    assert_true(serai_checksum(table) == before);
    patch = "{\"prestige\":{\"1\":7},\"prestige_supply\":21}";
    assert_true(serai_table_merge(table, patch, strlen(patch), 0, &error));
    assert_true(serai_checksum(table) != before);
    patch = "{\"prestige_supply\":0}";
    assert_true(serai_table_merge(table, patch, strlen(patch), SERAI_LOOSE, &error));
    char *position = serai_position(table, &error);
    assert_non_null(strstr(position, "\"loose\":true"));
    serai_free(position);
    play_on(table, TO_THE_END);
    serai_table_free(table);

    table = deal(3, "17");
    patch = "{\"market\":[\"tea\",\"tea\",\"tea\",\"tea\",null,null,null,null],\"deck\":[]}";
    assert_false(serai_table_merge(table, patch, strlen(patch), 0, &error));
    expect_error(&error, SERAI_POSITION, "rule");
    serai_table_free(table);
}

/* ---- bots ---- */

static void bots_choose_legal_moves(void **unused) {
    (void)unused;
    serai_error error = {0};
    assert_string_equal(serai_bot_name(0), "random");
    assert_null(serai_bot_name(-1));
    assert_null(serai_bot_title(-1, SERAI_EN));
    assert_null(serai_bot_name(1000));
    for (int bot = 0; serai_bot_name(bot); bot++) {
        assert_true(strlen(serai_bot_title(bot, SERAI_EN)) > 0);
        assert_true(strlen(serai_bot_title(bot, SERAI_RU)) > 0);
    }
    static const char *const quick[] = {"random", "greedy"};
    for (size_t bot = 0; bot < sizeof quick / sizeof quick[0]; bot++) {
        serai_table *game = deal(3, "18");
        while (!serai_over(game)) {
            char *move = serai_bot_choose(game, quick[bot], "3", &error);
            char *again = serai_bot_choose(game, quick[bot], "3", &error);
            assert_string_equal(move, again);
            assert_true(serai_play(game, serai_decider(game), move, &error));
            serai_free(move);
            serai_free(again);
        }
        serai_table_free(game);
    }
    serai_table *table = deal(3, "18");
    assert_null(serai_bot_choose(table, "genius", "1", &error));
    expect_error(&error, SERAI_USAGE, "random");
    assert_null(serai_bot_choose(table, NULL, "1", &error));
    expect_error(&error, SERAI_USAGE, "bot");
    assert_null(serai_bot_choose(table, "random", NULL, &error));
    expect_error(&error, SERAI_USAGE, "seed");
    assert_null(serai_bot_choose(table, "random", "x", &error));
    expect_error(&error, SERAI_USAGE, "\"x\"");
    serai_table_free(table);
}

/* One seed does for a whole game: decisions of equal lists are not all answered alike. */
static void one_seed_is_enough(void **unused) {
    (void)unused;
    serai_error error = {0};
    serai_table *table = deal(4, "19");
    int hands = 0, shops = 0;
    while (!serai_over(table)) {
        char *move = serai_bot_choose(table, "random", "3", &error);
        hands += strcmp(move, "take hand") == 0;
        shops += strcmp(move, "take shop") == 0;
        assert_true(serai_play(table, serai_decider(table), move, &error));
        serai_free(move);
    }
    assert_true(hands > 0 && shops > 0);
    serai_table_free(table);
}

/* ---- no table ---- */

static void nothing_crashes_without_a_table(void **unused) {
    (void)unused;
    for (int heard = 0; heard < 2; heard++) {
        serai_error error = {0}, *e = heard ? &error : NULL;
#define REFUSED(call)                                                                              \
    do {                                                                                           \
        error = (serai_error){0};                                                                  \
        assert_false(call);                                                                        \
        if (heard)                                                                                 \
            expect_error(&error, SERAI_USAGE, "table");                                            \
    } while (0)
        REFUSED(serai_table_copy(NULL, e));
        REFUSED(serai_table_at(NULL, 0, e));
        REFUSED(serai_set_name(NULL, 0, "Anna", e));
        REFUSED(serai_move(NULL, 0, e));
        REFUSED(serai_move_say(NULL, 0, SERAI_EN, e));
        REFUSED(serai_moves_json(NULL, SERAI_EN, e));
        REFUSED(serai_prompt(NULL, 0, SERAI_EN, e));
        REFUSED(serai_play(NULL, 0, "walk 1", e));
        REFUSED(serai_undo(NULL, 0, e));
        REFUSED(serai_preview(NULL, "walk 1", SERAI_EN, e));
        REFUSED(serai_view(NULL, 0, SERAI_EN, e));
        REFUSED(serai_diff(NULL, 0, 0, 0, e));
        REFUSED(serai_events(NULL, 0, 0, SERAI_EN, e));
        REFUSED(serai_events_json(NULL, 0, 0, e));
        REFUSED(serai_board(NULL, 0, 80, 24, SERAI_EN, e));
        REFUSED(serai_score(NULL, SERAI_EN, e));
        REFUSED(serai_score_json(NULL, SERAI_EN, e));
        REFUSED(serai_record(NULL, e));
        REFUSED(serai_position(NULL, e));
        REFUSED(serai_table_merge(NULL, "{}", 2, 0, e));
        REFUSED(serai_bot_choose(NULL, "random", "1", e));
#undef REFUSED
    }
    serai_table_free(NULL);
    serai_free(NULL);
    assert_int_equal(serai_game(NULL), -1);
    assert_int_equal(serai_seats(NULL), 0);
    assert_true(serai_over(NULL));
    assert_int_equal(serai_decider(NULL), -1);
    assert_int_equal(serai_ply(NULL), 0);
    assert_true(serai_checksum(NULL) == 0);
    assert_null(serai_name(NULL, 0));
    assert_int_equal(serai_move_count(NULL), 0);
    assert_int_equal(serai_move_write(NULL, 0, NULL, 0), 0);
    assert_int_equal(serai_undoable(NULL, 0), 0);
    serai_table *table = deal(2, "1");
    assert_false(serai_table_merge(table, NULL, 2, 0, NULL));
    serai_table_free(table);
}

/* Success leaves no trace of an older error, and a language that there is not is English. */
static void errors_are_told_and_cleared(void **unused) {
    (void)unused;
    serai_error error = {0};
    assert_null(serai_table_new("go", 2, "1", NULL, &error));
    assert_true(strlen(error.message) > 0);
    serai_table *table = serai_table_new("dunhuang", 2, "1", NULL, &error);
    assert_non_null(table);
    assert_int_equal(error.code, SERAI_OK);
    assert_int_equal(error.line, 0);
    assert_string_equal(error.message, "");
    error.lang = (enum serai_lang)7;
    assert_null(serai_table_new("go", 2, "1", NULL, &error));
    expect_error(&error, SERAI_USAGE, "there is no game");
    expect_text(serai_view(table, 0, (enum serai_lang)7, NULL));
    serai_table_free(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_introduce_themselves),
        cmocka_unit_test(games_that_are_not_there),
        cmocka_unit_test(a_table_is_set),
        cmocka_unit_test(tables_that_cannot_be),
        cmocka_unit_test(copies_and_earlier_tables),
        cmocka_unit_test(names),
        cmocka_unit_test(moves_are_listed_in_every_form),
        cmocka_unit_test(wrong_moves_are_refused),
        cmocka_unit_test(taking_back),
        cmocka_unit_test(previews),
        cmocka_unit_test(everybody_sees_their_own),
        cmocka_unit_test(differences_lead_from_view_to_view),
        cmocka_unit_test(the_log_hides_what_is_hidden),
        cmocka_unit_test(the_score_sheet),
        cmocka_unit_test(records_and_positions_come_back),
        cmocka_unit_test(broken_files_are_refused),
        cmocka_unit_test(presets_and_versions),
        cmocka_unit_test(merging),
        cmocka_unit_test(bots_choose_legal_moves),
        cmocka_unit_test(one_seed_is_enough),
        cmocka_unit_test(nothing_crashes_without_a_table),
        cmocka_unit_test(errors_are_told_and_cleared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
