/* Positions: the whole state as JSON, out and back to the same bytes; merges; and every way in
 * which a position can be wrong, with the place that the error names. The fair has a field of every
 * shape; the first game shows that real games come back. */
#include "api/problems.h"
#include "support/fair.h"
#include "support/tables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TO_THE_END = 512, BIG = 10 << 20 };

/* ---- the fair on a table ---- */

static struct sr_table *fair_table(void) {
    struct sr_table *table = calloc(1, sizeof *table);
    assert_non_null(table);
    struct fair fair = sr_fair_sample();
    table->game = &sr_fair;
    table->from_position = true;
    table->setup.rules = fair.head.rules;
    table->setup.seats = fair.head.seats;
    memcpy(table->setup.options, fair.options, sizeof fair.options);
    memcpy(table->state, &fair, sizeof fair);
    memcpy(table->start, &fair, sizeof fair);
    sr_list(table->game, table->state, &table->moves);
    return table;
}

static char *fair_text(void) {
    struct sr_table *table = fair_table();
    char *text = tables_position(table);
    sr_table_free(table);
    return text;
}

static struct sr_table *read_fair(const char *text, struct sr_error *error) {
    return sr_position_read_of(&sr_fair, text, strlen(text), false, error);
}

/* The sample with `old` replaced must be refused, and the error must name the place. */
static void expect(const char *old, const char *fresh, const struct sr_problem *problem,
                   const char *place) {
    char *text = fair_text(), *edited = tables_replace(text, old, fresh);
    struct sr_error error = {0};
    struct sr_table *table = read_fair(edited, &error);
    if (table)
        fail_msg("read with %s", fresh);
    if (error.problem != problem || !strstr(tables_say(&error, SR_EN), place))
        fail_msg("%s: %s", fresh, tables_say(&error, SR_EN));
    if (!strstr(tables_say(&error, SR_RU), place))
        fail_msg("%s: %s", fresh, tables_say(&error, SR_RU));
    free(edited);
    free(text);
}

/* ---- round trips ---- */

static void every_shape_comes_back(void **unused) {
    (void)unused;
    char *text = fair_text();
    struct sr_error error = {0};
    struct sr_table *table = read_fair(text, &error), *sample = fair_table();
    if (!table)
        fail_msg("%s", tables_say(&error, SR_EN));
    assert_true(tables_same(table, sample));
    char *again = tables_position(table);
    assert_string_equal(text, again);
    free(again);
    free(text);
    sr_table_free(table);
    sr_table_free(sample);
}

static void an_ended_game_comes_back(void **unused) {
    (void)unused;
    struct sr_table *sample = fair_table();
    struct fair ended = sr_fair_ended();
    memcpy(sample->state, &ended, sizeof ended);
    char *text = tables_position(sample);
    struct sr_error error = {0};
    struct sr_table *table = read_fair(text, &error);
    assert_non_null(table);
    assert_memory_equal(table->state, sample->state, sizeof table->state);
    assert_int_equal(table->moves.count, 0);
    free(text);
    sr_table_free(table);
    sr_table_free(sample);
}

static void positions_of_real_games_come_back(void **unused) {
    (void)unused;
    for (int seats = 2; seats <= 4; seats++) {
        struct sr_table *game = tables_play(seats, (uint64_t)seats, TO_THE_END);
        for (uint32_t ply = 0; ply <= game->plies; ply++) {
            struct sr_error error = {0};
            struct sr_table *past = sr_table_at(game, ply, &error);
            char *text = tables_position(past);
            struct sr_table *read = sr_position_read(text, strlen(text), false, &error);
            if (!read)
                fail_msg("ply %u: %s", ply, tables_say(&error, SR_EN));
            assert_memory_equal(read->state, past->state, sizeof read->state);
            assert_int_equal(read->moves.count, past->moves.count);
            assert_int_equal(read->plies, 0);
            char *again = tables_position(read);
            assert_string_equal(text, again);
            /* It plays on to the same. */
            if (ply < game->plies) {
                struct sr_move move = game->ply[ply].move;
                assert_true(sr_table_play(read, SR_REFEREE, move, NULL, &error));
                assert_true(sr_table_play(past, SR_REFEREE, move, NULL, &error));
                assert_memory_equal(read->state, past->state, sizeof read->state);
            }
            free(again);
            free(text);
            sr_table_free(read);
            sr_table_free(past);
        }
        sr_table_free(game);
    }
}

static void members_may_come_in_any_order(void **unused) {
    (void)unused;
    char *text = fair_text();
    char *moved = tables_replace(text, ",\n  \"luck\":-300", "");
    char *other = tables_replace(moved, "{\n", "{\"luck\":-300,\n");
    struct sr_error error = {0};
    struct sr_table *table = read_fair(other, &error), *sample = fair_table();
    assert_non_null(table);
    assert_true(tables_same(table, sample));
    sr_table_free(table);
    sr_table_free(sample);
    free(other);
    free(moved);
    free(text);
}

/* ---- what is wrong with a position ---- */

static void what_is_not_a_position(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        const struct sr_problem *problem;
    } wrong[] = {
        {"", SR_PROBLEM_JSON_CUT},
        {"{", SR_PROBLEM_JSON_CUT},
        {"{}x", SR_PROBLEM_JSON},
        {"{'game':1}", SR_PROBLEM_JSON},
        {"{\"game\":\"\xff\"}", SR_PROBLEM_JSON},
        {"{\"game\":\"a\\u0000b\"}", SR_PROBLEM_JSON},
        {"{\"coins\":99999999999999999999999999}", SR_PROBLEM_JSON},
        {"[]", SR_PROBLEM_NOT_A_POSITION},
        {"{}", SR_PROBLEM_NOT_A_POSITION},
        {"{\"game\":1,\"rules\":1,\"seats\":2}", SR_PROBLEM_NOT_A_POSITION},
        {"{\"game\":\"fair\",\"rules\":\"1\",\"seats\":2}", SR_PROBLEM_NOT_A_POSITION},
        {"{\"game\":\"fair\",\"rules\":1}", SR_PROBLEM_NOT_A_POSITION},
        {"{\"serai\":\"view\",\"game\":\"fair\",\"rules\":2,\"seats\":2}",
         SR_PROBLEM_NOT_A_POSITION},
        {"{\"game\":\"go\",\"rules\":1,\"seats\":2}", SR_PROBLEM_UNKNOWN_GAME},
        {"{\"game\":\"fair\",\"rules\":3,\"seats\":2}", SR_PROBLEM_POSITION_RULES},
        {"{\"game\":\"fair\",\"rules\":0,\"seats\":2}", SR_PROBLEM_POSITION_RULES},
        {"{\"game\":\"fair\",\"rules\":-9223372036854775808,\"seats\":2}",
         SR_PROBLEM_POSITION_RULES},
        {"{\"game\":\"fair\",\"rules\":2,\"seats\":1}", SR_PROBLEM_SEATS},
        {"{\"game\":\"fair\",\"rules\":2,\"seats\":4}", SR_PROBLEM_SEATS},
        {"{\"game\":\"fair\",\"rules\":2,\"seats\":258}", SR_PROBLEM_SEATS},
        {"{\"game\":\"fair\",\"rules\":2,\"seats\":-254}", SR_PROBLEM_SEATS},
        {"{\"game\":\"fair\",\"rules\":2,\"seats\":2}", SR_PROBLEM_FIELD_LACKS},
        {"{\"game\":\"fair\",\"rules\":1,\"seats\":2}", SR_PROBLEM_FIELD_LACKS},
        {"{\"game\":\"fair\",\"game\":\"fair\"}", SR_PROBLEM_FIELD_TWICE},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct sr_error error = {0};
        assert_null(read_fair(wrong[i].text, &error));
        if (error.problem != wrong[i].problem)
            fail_msg("%s: %s", wrong[i].text, tables_say(&error, SR_EN));
    }
    struct sr_error error = {0};
    const char *unlisted = "{\"game\":\"fair\",\"rules\":2,\"seats\":2}";
    assert_null(sr_position_read(unlisted, strlen(unlisted), false, &error));
    assert_int_equal(error.problem, SR_PROBLEM_UNKNOWN_GAME);
    assert_null(sr_position_read("{\0}", 3, false, &error));
    assert_int_equal(error.problem, SR_PROBLEM_JSON);
    assert_null(sr_position_read("{}\0", 3, false, &error));
    assert_int_equal(error.problem, SR_PROBLEM_JSON);
    assert_null(sr_position_read("{", 1, false, NULL));
}

static void broken_json_says_where(void **unused) {
    (void)unused;
    struct sr_error error = {0};
    assert_null(read_fair("{\n\"game\":\"fair\",\n\"rules\" 2}", &error));
    assert_int_equal(error.problem, SR_PROBLEM_JSON);
    assert_int_equal(error.line, 3);
    assert_non_null(strstr(tables_say(&error, SR_EN), "3:"));
}

static void wrong_values_name_their_place(void **unused) {
    (void)unused;
    expect("\"luck\":-300", "\"luck\":-501", SR_PROBLEM_FIELD_VALUE, "luck: -501");
    expect("\"luck\":-300", "\"luck\":501", SR_PROBLEM_FIELD_VALUE, "-500..500");
    expect("\"luck\":-300", "\"luck\":\"much\"", SR_PROBLEM_FIELD_VALUE, "luck: \"much\"");
    expect("\"luck\":-300", "\"luck\":1.0", SR_PROBLEM_FIELD_VALUE, "luck: 1.0");
    expect("\"luck\":-300", "\"luck\":true", SR_PROBLEM_FIELD_VALUE, "luck: true");
    expect("\"luck\":-300", "\"luck\":null", SR_PROBLEM_FIELD_VALUE, "luck: null");
    expect("\"luck\":-300", "\"luck\":[1]", SR_PROBLEM_FIELD_VALUE, "luck: [1]");
    expect("\"luck\":-300", "\"luck\":{}", SR_PROBLEM_FIELD_VALUE, "luck: {}");
    expect("\"crowd\":70000", "\"crowd\":4294967297", SR_PROBLEM_FIELD_VALUE, "crowd");
    expect("\"crowd\":70000", "\"crowd\":-9223372036854775808", SR_PROBLEM_FIELD_VALUE, "crowd");
    expect("\"open\":true", "\"open\":1", SR_PROBLEM_FIELD_VALUE, "true, false");
    expect("\"guests\":[1,2]", "\"guests\":[1,3]", SR_PROBLEM_FIELD_VALUE, "guests: [1,3]");
    expect("\"guests\":[1,2]", "\"guests\":[1,1]", SR_PROBLEM_FIELD_VALUE, "guests");
    expect("\"guests\":[1,2]", "\"guests\":3", SR_PROBLEM_FIELD_VALUE, "guests");
    expect("\"guests\":[1,2]", "\"guests\":[0]", SR_PROBLEM_FIELD_VALUE, "guests");
    expect("\"guests\":[1,2]", "\"guests\":[\"1\"]", SR_PROBLEM_FIELD_VALUE, "guests");
    expect("\"stall\":[\"silk\",null", "\"stall\":[\"salt\",null", SR_PROBLEM_FIELD_VALUE,
           "stall[0]: \"salt\"");
    expect("\"stall\":[\"silk\",null", "\"stall\":[\"none\",null", SR_PROBLEM_FIELD_VALUE,
           "stall[0]");
    expect("\"stall\":[\"silk\",null", "\"stall\":[\"silk\",255", SR_PROBLEM_FIELD_VALUE,
           "stall[1]: 255");
    expect("\"coins\":{\"1\":3", "\"coins\":{\"1\":10", SR_PROBLEM_FIELD_VALUE, "coins.1: 10");
    expect("\"hand\":{\"1\":{\"tea\":1", "\"hand\":{\"1\":{\"tea\":-1", SR_PROBLEM_FIELD_VALUE,
           "hand.1.tea: -1");
    expect("\"age\":{\"1\":2", "\"age\":{\"1\":0", SR_PROBLEM_FIELD_VALUE, "age.1: 0");
    expect("\"bag\":{\"1\":[\"silk\"]", "\"bag\":{\"1\":[null]", SR_PROBLEM_FIELD_VALUE,
           "bag.1[0]: null");
    expect("\"look\":{\"tea\":null,\"silk\":2", "\"look\":{\"tea\":null,\"silk\":3",
           SR_PROBLEM_FIELD_VALUE, "look.silk: 3");
    expect("\"look\":{\"tea\":null", "\"look\":{\"tea\":256", SR_PROBLEM_FIELD_VALUE, "1..2, null");
    expect("\"deck\":[[\"tea\"]", "\"deck\":[[\"tea\",\"tea\"]", SR_PROBLEM_FIELD_VALUE, "deck[0]");
    expect("\"deck\":[[\"tea\"]", "\"deck\":[[\"tea+silk\"]", SR_PROBLEM_FIELD_VALUE, "deck[0]");
    expect("\"deck\":[[\"tea\"]", "\"deck\":[[\"-\"]", SR_PROBLEM_FIELD_VALUE, "deck[0]");
}

static void wrong_shapes_name_their_place(void **unused) {
    (void)unused;
    expect("\"stall\":[\"silk\",null", "\"stall\":[null", SR_PROBLEM_FIELD_LIST, "stall");
    expect("\"stall\":[\"silk\",null", "\"stall\":[null,null,null", SR_PROBLEM_FIELD_LIST, ": 3");
    expect("\"coins\":{\"1\":3,\"2\":4}", "\"coins\":[3,4]", SR_PROBLEM_FIELD_SHAPE, "coins");
    expect("\"coins\":{\"1\":3,\"2\":4}", "\"coins\":{\"1\":3}", SR_PROBLEM_FIELD_LACKS, "coins.2");
    expect("\"coins\":{\"1\":3,\"2\":4}", "\"coins\":{\"1\":3,\"2\":4,\"3\":0}",
           SR_PROBLEM_FIELD_VALUE, "coins: \"3\"");
    expect("\"hand\":{\"1\":{\"tea\":1", "\"hand\":{\"1\":{\"salt\":1,\"tea\":1",
           SR_PROBLEM_FIELD_VALUE, "hand.1: \"salt\"");
    expect("\"hand\":{\"1\":{\"tea\":1,", "\"hand\":{\"1\":{", SR_PROBLEM_FIELD_LACKS,
           "hand.1.tea");
    expect("\"bag\":{\"1\":[\"silk\"]", "\"bag\":{\"1\":\"silk\"", SR_PROBLEM_FIELD_LIST, "bag.1");
    expect("\"bag\":{\"1\":[\"silk\"]", "\"bag\":{\"1\":[\"silk\",\"silk\",\"silk\"]",
           SR_PROBLEM_FIELD_LIST, ": 0..2");
    /* Lists that share a length must agree. */
    expect("\"deck\":[[\"tea\"],", "\"deck\":[", SR_PROBLEM_FIELD_COUNT, "deck_seen");
}

static void wrong_members_are_named(void **unused) {
    (void)unused;
    expect("\"luck\":-300", "\"lukc\":-300", SR_PROBLEM_UNKNOWN_FIELD, "luck");
    expect("\"luck\":-300", "\"luck\":-300,\"thieff\":1", SR_PROBLEM_UNKNOWN_FIELD, "thief");
    expect("\"luck\":-300", "\"luck\":-300,\"pad\":[0]", SR_PROBLEM_UNKNOWN_FIELD, "pad");
    expect("\"luck\":-300", "\"luck\":-300,\"total\":7", SR_PROBLEM_FIELD_COUNTED, "total");
    expect("\"luck\":-300", "\"luck\":-300,\"deck_length\":3", SR_PROBLEM_FIELD_COUNTED,
           "deck_length");
    expect(",\n  \"luck\":-300", "", SR_PROBLEM_FIELD_LACKS, "luck");
    expect("\"luck\":-300", "\"luck\":-300,\"luck\":-300", SR_PROBLEM_FIELD_TWICE, "luck");
}

static void the_head_is_read_as_strictly(void **unused) {
    (void)unused;
    expect("\"phase\":\"ask\"", "\"phase\":\"aks\"", SR_PROBLEM_FIELD_VALUE, "ask, walk, secret");
    expect("\"phase\":\"ask\"", "\"phase\":0", SR_PROBLEM_FIELD_VALUE, "phase: 0");
    expect("\"phase\":\"ask\"", "\"phase\":\"stuck\"", SR_PROBLEM_POSITION_PHASE, "stuck");
    expect("\"decider\":2", "\"decider\":3", SR_PROBLEM_FIELD_VALUE, "decider: 3");
    expect("\"decider\":2", "\"decider\":0", SR_PROBLEM_FIELD_VALUE, "decider: 0");
    expect("\"decider\":2", "\"decider\":null", SR_PROBLEM_FIELD_VALUE, "decider: null");
    expect("\"over\":false", "\"over\":true", SR_PROBLEM_FIELD_VALUE, "decider: 2");
    expect("\"over\":false", "\"over\":0", SR_PROBLEM_FIELD_VALUE, "over: 0");
    expect("\"block\":7", "\"block\":-1", SR_PROBLEM_FIELD_VALUE, "rng.block: -1");
    expect("\"block\":7", "\"block\":4294967296", SR_PROBLEM_FIELD_VALUE, "rng.block");
    expect("\"block\":7", "\"block\":7,\"more\":1", SR_PROBLEM_FIELD_SHAPE, "rng");
    expect(",\"block\":7", "", SR_PROBLEM_FIELD_LACKS, "rng.block");
    expect("\"key\":\"00", "\"key\":\"", SR_PROBLEM_FIELD_VALUE, "rng.key");
    expect("\"key\":\"00", "\"key\":\"0x", SR_PROBLEM_FIELD_VALUE, "rng.key");
    expect("\"lamps\":true", "\"lamps\":1", SR_PROBLEM_FIELD_VALUE, "options.lamps: 1");
    expect("\"lamps\":true", "\"lamps\":false", SR_PROBLEM_OPTIONS_CLASH, "");
    expect("\"lamps\":true,", "", SR_PROBLEM_FIELD_LACKS, "options.lamps");
    expect("\"lamps\":true", "\"lamps\":true,\"lights\":true", SR_PROBLEM_UNKNOWN_OPTION, "lights");
    expect("\"serai\":\"position\"", "\"serai\":\"view\"", SR_PROBLEM_NOT_A_POSITION, "");
    expect("\"rules\":2", "\"rules\":2,\"loose\":1", SR_PROBLEM_FIELD_VALUE, "loose: 1");
}

/* The largest number of blocks is a number like others. */
static void the_generator_comes_back(void **unused) {
    (void)unused;
    char *text = fair_text();
    char *edited = tables_replace(text, "\"block\":7", "\"block\":4294967295");
    struct sr_error error = {0};
    struct sr_table *table = read_fair(edited, &error);
    assert_non_null(table);
    assert_int_equal(sr_head(table->state)->rng.block, UINT32_MAX);
    assert_int_equal(sr_head(table->state)->rng.key[1], 0x07060504);
    sr_table_free(table);
    free(edited);
    free(text);
}

/* ---- strict and loose ---- */

static void broken_rules_are_named(void **unused) {
    (void)unused;
    expect("\"coins\":{\"1\":3", "\"coins\":{\"1\":4", SR_PROBLEM_BROKEN, "8");
    expect("\"steps\":0", "\"steps\":9", SR_PROBLEM_BROKEN, "9");
}

static void loose_positions_need_only_be_sound(void **unused) {
    (void)unused;
    char *text = fair_text();
    char *edited = tables_replace(text, "\"coins\":{\"1\":3", "\"coins\":{\"1\":4");
    struct sr_error error = {0};
    struct sr_table *table = sr_position_read_of(&sr_fair, edited, strlen(edited), true, &error);
    assert_non_null(table);
    assert_true(table->loose);
    /* It says so itself when it is written, and is read without being told. */
    char *written = tables_position(table);
    assert_non_null(strstr(written, "\"loose\":true"));
    struct sr_table *again = read_fair(written, &error);
    assert_non_null(again);
    assert_true(tables_same(table, again));
    /* So does a record of it. */
    char *record = tables_record(again);
    struct sr_table *recorded = sr_record_read_of(&sr_fair, record, strlen(record), &error);
    assert_non_null(recorded);
    assert_true(tables_same(table, recorded));
    free(record);
    free(written);
    sr_table_free(recorded);
    sr_table_free(again);
    sr_table_free(table);
    free(edited);

    /* Values out of range and what the engine would stumble over are refused all the same. */
    edited = tables_replace(text, "\"coins\":{\"1\":3", "\"coins\":{\"1\":10");
    assert_null(sr_position_read_of(&sr_fair, edited, strlen(edited), true, &error));
    assert_int_equal(error.problem, SR_PROBLEM_FIELD_VALUE);
    free(edited);
    edited = tables_replace(text, "\"steps\":0", "\"steps\":9");
    assert_null(sr_position_read_of(&sr_fair, edited, strlen(edited), true, &error));
    assert_int_equal(error.problem, SR_PROBLEM_BROKEN);
    free(edited);
    edited = tables_replace(text, "\"phase\":\"ask\"", "\"phase\":\"stuck\"");
    assert_null(sr_position_read_of(&sr_fair, edited, strlen(edited), true, &error));
    assert_int_equal(error.problem, SR_PROBLEM_POSITION_PHASE);
    free(edited);
    free(text);
}

/* A single public move is played by itself when it comes up in play, not when a position with it is
 * read: what was written is what is read. */
static void nothing_is_played_on_reading(void **unused) {
    (void)unused;
    char *text = fair_text();
    char *edited = tables_replace(text, "\"phase\":\"ask\"", "\"phase\":\"walk\"");
    struct sr_error error = {0};
    struct sr_table *table = read_fair(edited, &error);
    assert_non_null(table);
    assert_int_equal(table->moves.count, 1);
    assert_int_equal(sr_head(table->state)->phase, WALK);
    sr_table_free(table);
    free(edited);
    free(text);
}

static void a_card_too_many_is_refused(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(3, 4, 20);
    char *text = tables_position(table);
    char *edited = tables_replace(text, "\"jewels\":0", "\"jewels\":1");
    struct sr_error error = {0};
    assert_null(sr_position_read(edited, strlen(edited), false, &error));
    assert_int_equal(error.problem, SR_PROBLEM_BROKEN);
    struct sr_table *loose = sr_position_read(edited, strlen(edited), true, &error);
    assert_non_null(loose);
    sr_table_free(loose);
    free(edited);
    free(text);
    sr_table_free(table);
}

/* ---- merging ---- */

static bool merge(struct sr_table *table, const char *patch, bool loose, struct sr_error *error) {
    return sr_position_merge(table, patch, strlen(patch), loose, false, error);
}

static void a_merge_changes_what_it_names(void **unused) {
    (void)unused;
    struct sr_table *table = fair_table();
    struct sr_error error = {0};
    struct fair expected = sr_fair_sample();
    expected.luck = 12;
    expected.coins[0] = 2;
    expected.coins[1] = 5;
    expected.hand[1][TEA] = 9;
    expected.look[SILK] = SR_NONE;
    expected.head.decider = 0;
    expected.head.rng.block = 1;
    expected.stall[0] = expected.stall[1] = TEA;
    expected.stall[2] = SR_NONE;
    expected.bag_length[1] = 1;
    expected.bag[1][0] = TEA;
    expected.bag[1][1] = 0;
    if (!merge(table,
               "{\"luck\":12, \"coins\":{\"1\":2,\"2\":5}, \"hand\":{\"2\":{\"tea\":9}},"
               "\"look\":{\"silk\":null}, \"decider\":1, \"rng\":{\"block\":1},"
               "\"stall\":[\"tea\",\"tea\",null], \"bag\":{\"2\":[\"tea\"]}}",
               false, &error))
        fail_msg("%s", tables_say(&error, SR_EN));
    assert_memory_equal(table->state, &expected, sizeof expected);
    assert_memory_equal(table->start, &expected, sizeof expected);
    assert_true(table->from_position);
    assert_false(table->loose);
    sr_table_free(table);
}

static void a_merge_may_end_the_game(void **unused) {
    (void)unused;
    struct sr_table *table = fair_table();
    struct sr_error error = {0};
    assert_true(merge(table, "{\"over\":true,\"decider\":null}", false, &error));
    assert_true(sr_head(table->state)->over);
    assert_int_equal(sr_head(table->state)->decider, SR_NONE);
    assert_int_equal(table->moves.count, 0);
    sr_table_free(table);
}

/* A list that shares its length with one that was given goes along with it. */
static void sister_lists_follow(void **unused) {
    (void)unused;
    struct sr_error error = {0};
    struct sr_table *table = fair_table();
    assert_true(merge(table, "{\"deck\":[[\"silk\"]]}", false, &error));
    const struct fair *fair = (const void *)table->state;
    assert_int_equal(fair->deck_length, 1);
    assert_int_equal(fair->deck_seen[0], 1);
    assert_int_equal(fair->deck_seen[1], 0);
    sr_table_free(table);

    table = fair_table();
    assert_true(merge(table, "{\"deck\":[[],[],[],[]]}", false, &error));
    fair = (const void *)table->state;
    assert_int_equal(fair->deck_length, 4);
    assert_int_equal(fair->deck_seen[2], 0x80);
    assert_int_equal(fair->deck_seen[3], 0);
    sr_table_free(table);

    table = fair_table();
    assert_false(merge(table, "{\"deck\":[[]],\"deck_seen\":[1,2]}", false, &error));
    assert_int_equal(error.problem, SR_PROBLEM_FIELD_COUNT);
    sr_table_free(table);
}

static void wrong_merges_change_nothing(void **unused) {
    (void)unused;
    static const struct {
        const char *patch;
        const struct sr_problem *problem;
    } wrong[] = {
        {"", SR_PROBLEM_JSON_CUT},
        {"{", SR_PROBLEM_JSON_CUT},
        {"[]", SR_PROBLEM_NOT_A_POSITION},
        {"{\"luck\":1,\"luck\":1}", SR_PROBLEM_FIELD_TWICE},
        {"{\"game\":\"fair\"}", SR_PROBLEM_FIELD_FIXED},
        {"{\"rules\":2}", SR_PROBLEM_FIELD_FIXED},
        {"{\"seats\":3}", SR_PROBLEM_FIELD_FIXED},
        {"{\"options\":{}}", SR_PROBLEM_FIELD_FIXED},
        {"{\"loose\":true}", SR_PROBLEM_FIELD_FIXED},
        {"{\"serai\":\"position\"}", SR_PROBLEM_FIELD_FIXED},
        {"{\"total\":7}", SR_PROBLEM_FIELD_COUNTED},
        {"{\"bag_length\":{\"1\":1}}", SR_PROBLEM_FIELD_COUNTED},
        {"{\"lukc\":1}", SR_PROBLEM_UNKNOWN_FIELD},
        {"{\"rest\":[0]}", SR_PROBLEM_UNKNOWN_FIELD},
        {"{\"luck\":null}", SR_PROBLEM_FIELD_VALUE},
        {"{\"coins\":null}", SR_PROBLEM_FIELD_SHAPE},
        {"{\"coins\":{\"3\":1}}", SR_PROBLEM_FIELD_VALUE},
        {"{\"hand\":{\"2\":{\"salt\":1}}}", SR_PROBLEM_FIELD_VALUE},
        {"{\"hand\":{\"2\":5}}", SR_PROBLEM_FIELD_SHAPE},
        {"{\"luck\":{\"a\":1}}", SR_PROBLEM_FIELD_VALUE},
        {"{\"stall\":{\"1\":\"tea\"}}", SR_PROBLEM_FIELD_LIST},
        {"{\"decider\":null}", SR_PROBLEM_FIELD_VALUE},
        {"{\"over\":true}", SR_PROBLEM_FIELD_VALUE},
        {"{\"phase\":\"stuck\"}", SR_PROBLEM_POSITION_PHASE},
        {"{\"coins\":{\"1\":9}}", SR_PROBLEM_BROKEN},
        {"{\"steps\":9}", SR_PROBLEM_BROKEN},
    };
    struct sr_table *table = fair_table(), *before = fair_table();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct sr_error error = {0};
        assert_false(merge(table, wrong[i].patch, false, &error));
        if (error.problem != wrong[i].problem)
            fail_msg("%s: %s", wrong[i].patch, tables_say(&error, SR_EN));
        assert_true(tables_same(table, before));
    }
    sr_table_free(table);
    sr_table_free(before);
}

static void a_merge_may_be_loose(void **unused) {
    (void)unused;
    struct sr_table *table = fair_table();
    struct sr_error error = {0};
    assert_true(merge(table, "{\"coins\":{\"1\":9}}", true, &error));
    assert_true(table->loose);
    assert_int_equal(((const struct fair *)(const void *)table->state)->total, 13);
    /* What is loose stays so: the next merge need not mend it. */
    assert_true(merge(table, "{\"luck\":0}", false, &error));
    assert_false(merge(table, "{\"steps\":9}", true, &error));
    assert_int_equal(error.problem, SR_PROBLEM_BROKEN);
    sr_table_free(table);
}

static void an_empty_merge_leaves_a_deal(void **unused) {
    (void)unused;
    struct sr_table *table = tables_deal(3, 5), *before = tables_deal(3, 5);
    struct sr_error error = {0};
    assert_true(sr_table_set_name(table, 0, "Anna", 4, &error));
    assert_true(sr_table_set_name(before, 0, "Anna", 4, &error));
    assert_true(merge(table, "{}", false, &error));
    assert_true(tables_same(table, before));
    sr_table_free(table);
    sr_table_free(before);
}

static void a_game_under_way_takes_no_merge(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(3, 5, 1);
    struct sr_error error = {0};
    assert_false(merge(table, "{}", false, &error));
    assert_int_equal(error.problem, SR_PROBLEM_FIELD_FIXED);
    sr_table_free(table);
}

/* Names stay, the rest of the cards go where a fill puts them. */
static void a_fill_makes_a_deal_whole(void **unused) {
    (void)unused;
    struct sr_table *table = tables_deal(4, 5);
    struct sr_error error = {0};
    const char *patch = "{\"market\":[\"silk\",\"silk\",\"silk\",\"silk\",\"silk\",\"silk\","
                        "\"silk\",\"silk\"],\"deck\":[]}";
    assert_true(sr_table_set_name(table, 1, "Nina", 4, &error));
    assert_false(sr_position_merge(table, patch, strlen(patch), false, false, &error));
    assert_int_equal(error.problem, SR_PROBLEM_BROKEN);
    if (!sr_position_merge(table, patch, strlen(patch), false, true, &error))
        fail_msg("%s", tables_say(&error, SR_EN));
    assert_string_equal(table->name[1], "Nina");
    assert_true(sr_check(table->game, table->state, &error));
    assert_true(table->from_position);
    char *text = tables_position(table);
    assert_non_null(strstr(text, "\"market\":[\"silk\",\"silk\",\"silk\",\"silk\",\"silk\","));
    assert_null(strstr(text, "\"deck\":[]"));
    free(text);
    sr_table_free(table);
}

/* ---- bytes ---- */

/* A path is for programs; people read beside it what lies there, in their language. */
static void errors_say_what_a_field_is(void **unused) {
    static const struct {
        const char *patch, *english, *russian;
    } wrong[] = {
        {"{\"coins\":{\"1\":2000}}", "coins.1 (coins): 2000", "coins.1 (монеты): 2000"},
        {"{\"market\":[\"gold\"]}", "market (", "market ("},
        {"{\"hand_size\":{\"1\":3}}", "hand_size (", "hand_size ("},
        {"{\"first\":9}", "first (first player): 9", "first (первый игрок): 9"},
        /* not a field of the game: nothing to explain */
        {"{\"phase\":\"sleep\"}", "phase: \"sleep\"", "phase: \"sleep\""},
    };
    (void)unused;
    struct sr_table *table = tables_play(2, 1, 0);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct sr_error error = {0};
        assert_false(
            sr_position_merge(table, wrong[i].patch, strlen(wrong[i].patch), false, false, &error));
        if (!strstr(tables_say(&error, SR_EN), wrong[i].english))
            fail_msg("%s", tables_say(&error, SR_EN));
        if (!strstr(tables_say(&error, SR_RU), wrong[i].russian))
            fail_msg("%s", tables_say(&error, SR_RU));
    }
    sr_table_free(table);
}

static void cut_at_every_byte(void **unused) {
    (void)unused;
    struct sr_table *table = tables_play(2, 8, 15);
    char *text = tables_position(table);
    size_t length = strlen(text);
    for (size_t cut = 0; cut < length; cut++) {
        struct sr_error error = {0};
        char *part = malloc(cut ? cut : 1);
        assert_non_null(part);
        memcpy(part, text, cut);
        assert_null(sr_position_read(part, cut, false, &error));
        /* Within a word such as "false" it is not even JSON up to there. */
        assert_true(error.problem == SR_PROBLEM_JSON_CUT || error.problem == SR_PROBLEM_JSON);
        free(part);
    }
    free(text);
    sr_table_free(table);
}

/* Any byte changed to another sign of JSON: refused or read, never a crash, also loosely. */
static void damaged_bytes_never_crash(void **unused) {
    (void)unused;
    char *text = fair_text();
    size_t length = strlen(text);
    int read = 0, refused = 0;
    for (size_t at = 0; at < length; at++) {
        static const char signs[] = "9\"{[,:-\xff";
        for (size_t i = 0; i < sizeof signs; i++) {
            struct sr_error error = {0};
            char kept = text[at];
            text[at] = signs[i];
            struct sr_table *table =
                sr_position_read_of(&sr_fair, text, length, i % 2 != 0, &error);
            *(table ? &read : &refused) += 1;
            sr_table_free(table);
            text[at] = kept;
        }
    }
    assert_true(read > 0 && refused > read);
    free(text);
}

static void too_much_is_refused(void **unused) {
    (void)unused;
    struct sr_error error = {0};
    char *huge = malloc(BIG);
    assert_non_null(huge);
    memset(huge, '[', BIG);
    huge[0] = '{';
    assert_null(sr_position_read(huge, BIG, false, &error));
    assert_int_equal(error.problem, SR_PROBLEM_TOO_BIG);
    /* Deep inside itself. */
    memset(huge, '[', 1 << 20);
    assert_null(sr_position_read(huge, 1 << 20, false, &error));
    assert_int_equal(error.problem, SR_PROBLEM_JSON);
    for (size_t i = 0; i < 1 << 20; i += 5)
        memcpy(huge + i, "{\"a\":", 5);
    assert_null(sr_position_read(huge, 1 << 20, false, &error));
    assert_int_equal(error.problem, SR_PROBLEM_JSON);
    /* A key without end. */
    strcpy(huge, "{\"game\":\"fair\",\"rules\":2,\"seats\":2,\"");
    size_t start = strlen(huge);
    memset(huge + start, 'x', 1 << 20);
    strcpy(huge + start + (1 << 20), "\":1}");
    assert_null(read_fair(huge, &error));
    assert_int_equal(error.problem, SR_PROBLEM_UNKNOWN_FIELD);
    free(huge);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shape_comes_back),
        cmocka_unit_test(an_ended_game_comes_back),
        cmocka_unit_test(positions_of_real_games_come_back),
        cmocka_unit_test(members_may_come_in_any_order),
        cmocka_unit_test(what_is_not_a_position),
        cmocka_unit_test(broken_json_says_where),
        cmocka_unit_test(wrong_values_name_their_place),
        cmocka_unit_test(wrong_shapes_name_their_place),
        cmocka_unit_test(wrong_members_are_named),
        cmocka_unit_test(the_head_is_read_as_strictly),
        cmocka_unit_test(the_generator_comes_back),
        cmocka_unit_test(broken_rules_are_named),
        cmocka_unit_test(loose_positions_need_only_be_sound),
        cmocka_unit_test(nothing_is_played_on_reading),
        cmocka_unit_test(a_card_too_many_is_refused),
        cmocka_unit_test(a_merge_changes_what_it_names),
        cmocka_unit_test(a_merge_may_end_the_game),
        cmocka_unit_test(sister_lists_follow),
        cmocka_unit_test(wrong_merges_change_nothing),
        cmocka_unit_test(a_merge_may_be_loose),
        cmocka_unit_test(an_empty_merge_leaves_a_deal),
        cmocka_unit_test(a_game_under_way_takes_no_merge),
        cmocka_unit_test(a_fill_makes_a_deal_whole),
        cmocka_unit_test(errors_say_what_a_field_is),
        cmocka_unit_test(cut_at_every_byte),
        cmocka_unit_test(damaged_bytes_never_crash),
        cmocka_unit_test(too_much_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
