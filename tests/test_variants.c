/* What the house promises games that count differently, have rules of several versions, or no mind:
 * tried on variants of Pebbles. */
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_judge_knows_which_way_points_count),
        cmocka_unit_test(duels_learn_which_way_points_count),
        cmocka_unit_test(a_game_of_fewest_passes_the_battery),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
