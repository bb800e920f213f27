/* The Voyages of Marco Polo: what scenarios cannot tell. What comes to mind, and by which habits.
 */
#include "core/mind.h"
#include "games/marcopolo/state.h"

#include "lab/problems.h"
#include "lab/weights.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

extern const struct sr_game sr_game_marcopolo;

enum { SEAT = 0 };

/* A table of two at the first turn of the first seat, who has nothing but what a test gives it. */
/* What lies on top of the agenda is asked now. */
static void ask(struct marcopolo *t) {
    t->head.phase = t->agenda[t->head.pending - 1].phase;
    t->head.decider = SEAT;
}

static void begin(struct marcopolo *t) {
    struct sr_setup setup;
    struct sr_moves moves;
    sr_setup_unsaid(&sr_game_marcopolo, &setup);
    setup.seats = 2;
    sr_seed_number(1, setup.seed);
    sr_deal(&sr_game_marcopolo, t, &setup, NULL, &moves);
    memset(t->stock[SEAT], 0, sizeof t->stock[SEAT]);
    t->active[SEAT][0] = t->active[SEAT][1] = SR_NONE;
    t->stage = stage_turns;
    t->turn_seat = SEAT;
    memset(t->agenda, 0, sizeof t->agenda);
    t->head.pending = 0;
    sr_push_bare(t, phase_turn, SEAT);
    ask(t);
}

static int find_habit(const char *name) {
    for (int i = 0; i < HABITS; i++)
        if (!strcmp(marcopolo_habit_names[i], name))
            return i;
    fail_msg("no habit %s", name);
    return 0;
}

/* At the beginning and at the end. */
static void set_habit(float habits[HABITS], const char *name, float value) {
    char late[64];
    snprintf(late, sizeof late, "late_%s", name);
    habits[find_habit(name)] = habits[find_habit(late)] = value;
}

static struct sr_move think(const struct marcopolo *t, const float habits[HABITS]) {
    struct sr_moves moves;
    struct sr_rng rng;
    uint8_t seed[SR_SEED_BYTES];
    sr_seed_number(7, seed);
    sr_rng_seed(&rng, seed);
    struct sr_stream stream = sr_stream_open(&rng);
    sr_list(&sr_game_marcopolo, t, &moves);
    assert_true(moves.count > 1);
    uint32_t chosen = marcopolo_hunch(t, habits, &moves, &stream);
    assert_true(chosen < moves.count);
    return moves.list[chosen];
}

static void a_contract_that_can_be_paid_is_completed(void **state) {
    (void)state;
    struct marcopolo t;
    begin(&t);
    t.active[SEAT][1] = contract_s03; /* two silk and a camel */
    t.stock[SEAT][resource_silk] = 2;
    t.stock[SEAT][resource_camels] = 1;
    struct sr_move move = think(&t, marcopolo_habits);
    assert_int_equal(move.verb, verb_complete);
    assert_int_equal(move.arg[0], 1);
}

static void a_good_of_choice_is_the_one_that_a_contract_lacks(void **state) {
    (void)state;
    static const struct {
        int contract, lacks;
    } cases[] = {{contract_s01, resource_pepper},
                 {contract_s03, resource_silk},
                 {contract_s04, resource_gold}};
    float habits[HABITS] = {0};
    set_habit(habits, "pepper", 1);
    set_habit(habits, "silk", 1);
    set_habit(habits, "gold", 1);
    set_habit(habits, "lacking", 1);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct marcopolo t;
        begin(&t);
        t.active[SEAT][0] = (uint8_t)cases[i].contract;
        sr_push(&t, phase_good, SEAT, good, .count = 1, .source = source_space + space_khan);
        ask(&t);
        struct sr_move move = think(&t, habits);
        assert_int_equal(move.verb, verb_good);
        assert_int_equal(FIRST_GOOD + move.arg[0], cases[i].lacks);
    }
}

/* One step from Venice: to Alexandria, or on the roads to Moscow or Samarcanda. */
static void a_journey_goes_where_goals_are(void **state) {
    (void)state;
    static const struct {
        int goal, first_step;
    } cases[] = {{goal_g13, at_alexandria}, {goal_g02, at_oasis1}, {goal_g12, at_oasis2}};
    float habits[HABITS] = {0};
    set_habit(habits, "half_goal", 1);
    set_habit(habits, "near_goal", 1);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct marcopolo t;
        begin(&t);
        t.stock[SEAT][resource_coins] = 30;
        t.stock[SEAT][resource_camels] = 9;
        t.figure[SEAT][0] = at_venezia;
        t.goal[SEAT][0] = t.goal[SEAT][1] = (uint8_t)cases[i].goal;
        marcopolo_start_journey(&t, 2, source_space + space_travel);
        ask(&t);
        struct sr_move move = think(&t, habits);
        assert_int_equal(move.verb, verb_step);
        assert_int_equal(move.arg[0], cases[i].first_step);
    }
}

/* ---- tables ---- */

/* Rings around each place for posts, one road wider each time. */
static void roads_between_places_are_counted_right(void **state) {
    (void)state;
    for (int from = 0; from < POST_PLACES; from++) {
        unsigned reached = 1u << from, edge = reached;
        assert_int_equal(marcopolo_roads_between[from][from], 0);
        for (int roads = 1; edge; roads++) {
            unsigned next = 0;
            for (; edge; edge &= edge - 1)
                for (int i = 0; i < MAX_ROADS; i++) {
                    const struct road *road = &marcopolo_road[__builtin_ctz(edge)][i];
                    if (road->there)
                        next |= 1u << road->to;
                }
            edge = next & ~reached;
            reached |= edge;
            for (unsigned left = edge; left; left &= left - 1)
                assert_int_equal(marcopolo_roads_between[from][__builtin_ctz(left)], roads);
        }
        assert_int_equal(reached, (1u << PLACES) - 1);
    }
}

/* ---- habits from a file ---- */

static void habits_are_read_by_name(void **state) {
    (void)state;
    struct sr_error error = {0};
    int die = find_habit("late_die"), other = find_habit("die");
    struct sr_game *game = sr_weights_read(&sr_game_marcopolo, "try.def",
                                           "/* a try */\nHABIT(late_die, 12.5f)\n", &error);
    assert_non_null(game);
    assert_true(game->mind->habits[die] > 12.4f && game->mind->habits[die] < 12.6f);
    assert_memory_equal(&game->mind->habits[other], &marcopolo_habits[other], sizeof(float));
    assert_memory_equal(game->mind->weights, marcopolo_mind.weights, sizeof(float) * FEATURES);
    free(game);
}

static void unknown_habits_are_refused(void **state) {
    (void)state;
    static const char *const texts[] = {"\nHABIT(late_dice, 1.0f)", "\nHABIT(die)",
                                        "\nHABIT(die, )", "\nHABIT(die, 1.0f",
                                        "\nHABIT(HABIT(die, 1.0f)"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct sr_error error = {0};
        assert_null(sr_weights_read(&sr_game_marcopolo, "try.def", texts[i], &error));
        assert_int_equal(error.problem, SR_PROBLEM_BAD_WEIGHTS);
        assert_string_equal(error.arg[1], "2");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_contract_that_can_be_paid_is_completed),
        cmocka_unit_test(a_good_of_choice_is_the_one_that_a_contract_lacks),
        cmocka_unit_test(a_journey_goes_where_goals_are),
        cmocka_unit_test(roads_between_places_are_counted_right),
        cmocka_unit_test(habits_are_read_by_name),
        cmocka_unit_test(unknown_habits_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
