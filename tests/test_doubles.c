/* The battery on trial: an honest game passes it, and every broken double of that game is caught,
 * for the right reason. */
#include "doubles/broken.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Looks closely: a double is small. */
static struct battery_plan close_plan(const struct sr_game *game, int seats) {
    struct battery_plan plan = {
        .seed = 7,
        .games = 40,
        .refusals_one_in = 8,
        .files_one_in = 8,
        .words_one_in = 2,
        .secrets_one_in = 1,
        .worlds = 3,
        .undo_one_in = 4,
        .small_cases = 60,
        .small_draws = 20000,
    };
    sr_setup_init(game, &plan.setup);
    plan.setup.seats = (uint8_t)seats;
    return plan;
}

static void honest_game_passes(void **state) {
    (void)state;
    for (int seats = 2; seats <= PEBBLE_SEATS; seats++)
        for (int options = 0; options < 3; options++) {
            struct battery_plan plan = close_plan(&pebbles_game, seats);
            struct battery_report report;
            plan.setup.options[option_copies] = options == 1 ? 3 : 2;
            plan.setup.options[option_peeking] = options != 2;
            if (!battery_game(&pebbles_game, &plan, &report)) {
                char text[3000];
                battery_say(&report, &pebbles_game, &plan, text, sizeof text);
                fail_msg("%s", text);
            }
            /* A battery that tried nothing would pass too. */
            assert_true(report.decisions > 300 && report.refusals > 1000 && report.worlds > 10000);
            assert_true(report.skips > 10 && report.silent_moves > 30 && report.undone > 10);
            assert_true(report.small_cases > 20 && report.memories > 10);
        }
}

static void double_is_caught(void **state) {
    const struct broken_double *broken = *state;
    struct sr_game game;
    static struct broken_tables tables;
    broken_make(broken, &game, &tables);
    struct battery_plan plan = close_plan(&game, 2);
    struct battery_report report;
    char text[3000];
    if (battery_game(&game, &plan, &report))
        fail_msg("%s: not caught; expected %s", broken->lie, battery_name(broken->caught_by));
    battery_say(&report, &game, &plan, text, sizeof text);
    if (report.property != broken->caught_by)
        fail_msg("%s: expected %s, but %s", broken->lie, battery_name(broken->caught_by), text);
    assert_true(strlen(report.detail) > 0);
    if (getenv("SERAI_VERBOSE"))
        printf("%s\n", text);
}

int main(void) {
    int count = broken_double_count + 1;
    struct CMUnitTest *tests = calloc((size_t)count, sizeof *tests);
    if (!tests)
        return 1;
    tests[0] = (struct CMUnitTest){"an honest game passes", honest_game_passes, NULL, NULL, NULL};
    for (int i = 0; i < broken_double_count; i++)
        tests[i + 1] = (struct CMUnitTest){broken_doubles[i].lie, double_is_caught, NULL, NULL,
                                           (void *)&broken_doubles[i]};
    int failed = _cmocka_run_group_tests("doubles", tests, (size_t)count, NULL, NULL);
    free(tests);
    return failed;
}
