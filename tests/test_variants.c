/* What the house promises games that count differently, have rules of several versions, or no mind:
 * tried on variants of Pebbles. */
#include "api/problems.h"
#include "api/table.h"
#include "bots/bots.h"
#include "doubles/variants.h"
#include "lab/duel.h"
#include "lab/standing.h"
#include "support/battery.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void passes_battery(const struct sr_game *game, int seats, int rules) {
    struct battery_plan plan = battery_plan(4);
    struct battery_report report;
    sr_setup_init(game, &plan.setup);
    plan.setup.seats = (uint8_t)seats;
    plan.setup.rules = (uint8_t)rules;
    if (!battery_game(game, &plan, &report)) {
        char text[3000];
        battery_say(&report, game, &plan, text, sizeof text);
        fail_msg("%s", text);
    }
}

/* ---- fewest points win ---- */

/* Every game of it, between a bot that judges and one that does not. */
static void play_series(const struct sr_game *game, struct sr_standing *standing) {
    static const char *const names[] = {"greedy", "random"};
    struct sr_series series = {.game = game, .bots = 2, .games = 200, .threads = 1};
    struct sr_results results;
    struct sr_error error;
    sr_setup_init(game, &series.setup);
    series.setup.seats = 2;
    sr_seed_number(7, series.setup.seed);
    for (int i = 0; i < 2; i++)
        assert_true(sr_bot_read(&series.bot[i], names[i], strlen(names[i]), &error));
    assert_true(sr_results_open(&results, &series, &error));
    assert_true(sr_series_run(&series, &results, &error));
    assert_true(sr_standing_make(standing, &series, &results, &error));
    sr_results_free(&results);
}

/* Judged by the score sheet alone, a bot goes the way that points count. */
static void a_judge_knows_which_way_points_count(void **state) {
    (void)state;
    static struct sr_standing most, fewest;
    struct sr_game game = pebbles_fewest_wins();
    play_series(&pebbles_game, &most);
    play_series(&game, &fewest);
    assert_true(most.bot[0].share.low > 0.6 && fewest.bot[0].share.low > 0.6);
    assert_true(most.bot[0].score.value > most.bot[1].score.value + 1);
    assert_true(fewest.bot[0].score.value < fewest.bot[1].score.value - 1);
    /* whoever wins is ahead */
    assert_true(most.duel[0][1].lead.low > 0 && fewest.duel[0][1].lead.low > 0);
    assert_true(fewest.duel[1][0].lead.high < 0);
}

static void measure_points(const void *state, float value[]) {
    struct sr_sheet sheet;
    sr_score(&pebbles_game, state, &sheet);
    for (int seat = 0; seat < sr_head(state)->seats; seat++)
        value[seat] = (float)sheet.total[seat];
}

static const struct sr_feature points_feature[] = {
    {"points", SR_TEXT("points", "очки"), SR_UNTOLD},
};
static const float no_weights[PEBBLE_SEATS - 1];
static const struct sr_mind by_points = {
    .features = points_feature,
    .feature_count = SR_COUNT(points_feature),
    .weights = no_weights,
    .measure = measure_points,
};

/* By points alone: a margin of one point counts as much as a victory. */
static double learnt_weight(struct sr_game game) {
    game.mind = &by_points;
    struct sr_tune tune = {.game = &game, .games = 200, .threads = 1};
    struct sr_tune_result result;
    struct sr_error error;
    sr_setup_init(&game, &tune.setup);
    tune.setup.seats = 2;
    sr_seed_number(7, tune.setup.seed);
    assert_true(sr_bot_read(&tune.bot, "greedy", strlen("greedy"), &error));
    assert_true(sr_duels_run(&tune, 1, &result, &error));
    return result.weight[0];
}

static void duels_learn_which_way_points_count(void **state) {
    (void)state;
    assert_true(learnt_weight(pebbles_game) > 0.01);
    assert_true(learnt_weight(pebbles_fewest_wins()) < -0.01);
}

static void a_game_of_fewest_passes_the_battery(void **state) {
    (void)state;
    struct sr_game game = pebbles_fewest_wins();
    for (int seats = 2; seats <= PEBBLE_SEATS; seats++)
        passes_battery(&game, seats, 1);
}

/* ---- rules of two versions ---- */

static struct sr_table *set_table(const struct sr_game *game, const char *options) {
    struct sr_error error = {0};
    struct sr_setup setup;
    sr_setup_init(game, &setup);
    setup.seats = 2;
    sr_seed_number(11, setup.seed);
    assert_true(sr_setup_options(game, &setup, options, &error));
    struct sr_table *table = sr_table_new(game, &setup, &error);
    assert_non_null(table);
    return table;
}

static void play_out(struct sr_table *table) {
    struct sr_error error = {0};
    for (uint32_t i = 0; !sr_head(table->state)->over; i++)
        assert_true(sr_table_play(table, SR_REFEREE, table->moves.list[7 * i % table->moves.count],
                                  NULL, &error));
}

static int coins_at_first(const struct sr_table *table) {
    return ((const struct pebbles *)(const void *)table->start)->coins[0];
}

/* Deals take the newest version when nobody says otherwise. */
static void both_versions_are_dealt(void **state) {
    (void)state;
    struct sr_game game = pebbles_of_two_versions();
    struct sr_table *newest = set_table(&game, ""), *old = set_table(&game, "rules=1");
    assert_int_equal(sr_head(newest->state)->rules, 2);
    assert_int_equal(newest->setup.rules, 2);
    assert_int_equal(coins_at_first(newest), 0);
    assert_int_equal(sr_head(old->state)->rules, 1);
    assert_int_equal(coins_at_first(old), START_COINS);
    sr_table_free(newest);
    sr_table_free(old);
}

static void both_versions_pass_the_battery(void **state) {
    (void)state;
    struct sr_game game = pebbles_of_two_versions();
    for (int rules = 1; rules <= 2; rules++)
        passes_battery(&game, 2, rules);
}

/* The record of either version comes back to the same bytes, and under its own rules. */
static void records_of_both_versions_replay(void **state) {
    (void)state;
    struct sr_game game = pebbles_of_two_versions();
    for (int rules = 1; rules <= 2; rules++) {
        struct sr_error error = {0};
        struct sr_table *table = set_table(&game, rules == 1 ? "rules=1" : "");
        play_out(table);
        char *text = sr_record_text(table);
        assert_non_null(strstr(text, rules == 1 ? "\nrules 1\n" : "\nrules 2\n"));
        struct sr_table *again = sr_record_read_of(&game, text, strlen(text), &error);
        assert_non_null(again);
        assert_int_equal(sr_head(again->state)->rules, rules);
        assert_memory_equal(again->state, table->state, game.size);
        char *twice = sr_record_text(again);
        assert_string_equal(twice, text);
        /* the other version does not make the same game of it */
        *(strstr(text, "\nrules ") + strlen("\nrules ")) = (char)('0' + 3 - rules);
        assert_null(sr_record_read_of(&game, text, strlen(text), &error));
        free(text);
        free(twice);
        sr_table_free(table);
        sr_table_free(again);
    }
}

/* A position goes on under the version that it began with. */
static void positions_keep_their_version(void **state) {
    (void)state;
    struct sr_game game = pebbles_of_two_versions();
    struct sr_error error = {0};
    struct sr_table *table = set_table(&game, "rules=1");
    char *text = sr_position_text(&game, table->state, false);
    struct sr_table *again = sr_position_read_of(&game, text, strlen(text), false, &error);
    assert_non_null(again);
    assert_int_equal(sr_head(again->state)->rules, 1);
    play_out(again);
    char *record = sr_record_text(again);
    assert_non_null(strstr(record, "\nrules 1\n"));
    /* a header that says otherwise is refused */
    *(strstr(record, "\nrules ") + strlen("\nrules ")) = '2';
    assert_null(sr_record_read_of(&game, record, strlen(record), &error));
    assert_ptr_equal(error.problem, SR_PROBLEM_FIELD_VALUE);
    free(text);
    free(record);
    sr_table_free(table);
    sr_table_free(again);
}

static void versions_to_come_are_refused(void **state) {
    (void)state;
    struct sr_game game = pebbles_of_two_versions();
    struct sr_error error = {0};
    struct sr_setup setup;
    sr_setup_init(&game, &setup);
    setup.seats = 2;
    assert_false(sr_setup_options(&game, &setup, "rules=3", &error));
    assert_ptr_equal(error.problem, SR_PROBLEM_RULES);
    assert_false(sr_setup_options(&game, &setup, "rules=0", &error));
    assert_false(sr_setup_options(&game, &setup, "rules=1,rules=1", &error));
    assert_ptr_equal(error.problem, SR_PROBLEM_OPTION_TWICE);
    setup.rules = 3;
    assert_null(sr_table_new(&game, &setup, &error));
    assert_ptr_equal(error.problem, SR_PROBLEM_RULES);
    static const char record[] = "serai-record 1\ngame pebbles\nrules 3\nseats 2\nseed 1\nmoves\n";
    assert_null(sr_record_read_of(&game, record, strlen(record), &error));
    assert_ptr_equal(error.problem, SR_PROBLEM_RECORD_RULES);
    assert_int_equal(error.line, 3);
    struct sr_table *table = set_table(&game, "");
    char *text = sr_position_text(&game, table->state, false);
    char *rules = strstr(text, "\"rules\":");
    assert_non_null(rules);
    rules[strcspn(rules, "2")] = '3';
    assert_null(sr_position_read_of(&game, text, strlen(text), false, &error));
    assert_ptr_equal(error.problem, SR_PROBLEM_POSITION_RULES);
    free(text);
    sr_table_free(table);
}

/* What is usual may change; what was written down stays what it was. */
static void records_mean_what_they_meant(void **state) {
    (void)state;
    struct sr_game game = pebbles_of_two_versions();
    struct sr_error error = {0};
    struct sr_table *plain = set_table(&game, "");
    assert_int_equal(plain->setup.options[option_peeking], 0);
    char *text = sr_record_text(plain);
    assert_non_null(strstr(text, "\noption peeking no\n"));
    static const char header[] = "serai-record 1\ngame pebbles\nrules 1\nseats 2\nseed 11\nmoves\n";
    struct sr_table *old = set_table(&game, "rules=1,peeking=yes");
    char *unnamed = sr_record_text(old);
    assert_memory_equal(unnamed, header, strlen(header));
    struct sr_table *again = sr_record_read_of(&game, unnamed, strlen(unnamed), &error);
    assert_non_null(again);
    assert_int_equal(again->setup.options[option_peeking], 1);
    free(text);
    free(unnamed);
    sr_table_free(plain);
    sr_table_free(old);
    sr_table_free(again);
}

/* ---- presets ---- */

static void presets_are_lines_of_options(void **state) {
    (void)state;
    struct sr_game game = pebbles_of_two_versions();
    struct sr_error error = {0};
    struct sr_setup setup;
    sr_setup_init(&game, &setup);
    assert_true(sr_setup_options(&game, &setup, "preset=many,peeking=no,rules=1", &error));
    assert_int_equal(setup.options[option_copies], 3);
    assert_int_equal(setup.options[option_peeking], 0);
    assert_int_equal(setup.rules, 1);
    assert_false(sr_setup_options(&game, &setup, "preset=none", &error));
    assert_ptr_equal(error.problem, SR_PROBLEM_UNKNOWN_PRESET);
    assert_string_equal(error.arg[2], "few, many");
    /* it says all, so that it comes first */
    assert_false(sr_setup_options(&game, &setup, "copies=2,preset=many", &error));
    assert_ptr_equal(error.problem, SR_PROBLEM_UNKNOWN_OPTION);
    assert_false(sr_setup_preset(&pebbles_game, &setup, "few", 3, &error));
    assert_ptr_equal(error.problem, SR_PROBLEM_UNKNOWN_PRESET);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_judge_knows_which_way_points_count),
        cmocka_unit_test(duels_learn_which_way_points_count),
        cmocka_unit_test(a_game_of_fewest_passes_the_battery),
        cmocka_unit_test(both_versions_are_dealt),
        cmocka_unit_test(both_versions_pass_the_battery),
        cmocka_unit_test(records_of_both_versions_replay),
        cmocka_unit_test(positions_keep_their_version),
        cmocka_unit_test(versions_to_come_are_refused),
        cmocka_unit_test(records_mean_what_they_meant),
        cmocka_unit_test(presets_are_lines_of_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
