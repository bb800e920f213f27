/* Gugong: what scenarios cannot tell. What the judge looks at, that against Meng it is the
 * difference that counts, and what views leave out. */
#include "core/mind.h"
#include "core/view.h"
#include "games/gugong/state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

extern const struct sr_game sr_game_gugong;

static const float close = 1e-5f;

static void deal(struct gugong *t, int seats, uint64_t seed) {
    struct sr_setup setup;
    struct sr_moves moves;
    sr_setup_init(&sr_game_gugong, &setup);
    setup.seats = (uint8_t)seats;
    sr_seed_number(seed, setup.seed);
    sr_deal(&sr_game_gugong, t, &setup, NULL, &moves);
}

static float measured(const struct gugong *t, int seat, enum feature feature) {
    float values[SEATS * FEATURES];
    gugong_measure(t, values);
    return values[seat * FEATURES + (int)feature];
}

static void alone_points_count_against_those_of_meng(void **state) {
    (void)state;
    struct gugong t;
    deal(&t, 1, 1);
    assert_float_equal(measured(&t, 0, feature_points), 0, close);
    t.points[0] = 12;
    t.points[MENG] = 20;
    t.jade[MENG] = 3;
    assert_float_equal(measured(&t, 0, feature_points), -8, close);
    assert_float_equal(measured(&t, 0, feature_jade), -6, close);
}

static void alone_no_servant_of_meng_is_looked_at(void **state) {
    (void)state;
    struct gugong t;
    deal(&t, 1, 1);
    float pool = measured(&t, 0, feature_pool), risk = measured(&t, 0, feature_risk);
    t.pool[MENG] = 0;
    t.points[MENG] = 40; /* which he cannot lose */
    assert_float_equal(measured(&t, 0, feature_pool), pool, close);
    assert_float_equal(measured(&t, 0, feature_risk), risk, close);
}

static void alone_turns_of_meng_run_out(void **state) {
    (void)state;
    struct gugong t;
    deal(&t, 1, 1);
    assert_float_equal(measured(&t, 0, feature_meng), 16, close);
    t.round = ROUNDS - 1;
    t.meng_discard_size = 3;
    t.meng_gifts_size = 1;
    assert_float_equal(measured(&t, 0, feature_meng), 1, close);
}

static void among_others_meng_is_nothing(void **state) {
    (void)state;
    for (int seats = 2; seats <= SEATS; seats++) {
        struct gugong t;
        deal(&t, seats, 1);
        for (int seat = 0; seat < seats; seat++)
            assert_float_equal(measured(&t, seat, feature_meng), 0, close);
    }
}

/* Halfway through the weights lie halfway between those at the beginning and those at the end. */
static void alone_weights_change_on_the_way(void **state) {
    (void)state;
    const float *early = gugong_mind.weights, *late = gugong_mind.late_weights;
    float weight[SR_MAX_FEATURES];
    struct gugong t;
    bool differ = false;
    deal(&t, 1, 1);
    t.hand_size[0] = START_HAND;
    sr_weights(&sr_game_gugong, &t, weight);
    for (int i = 0; i < FEATURES; i++)
        assert_float_equal(weight[i], early[i], close);
    t.round = ROUNDS / 2;
    sr_weights(&sr_game_gugong, &t, weight);
    for (int i = 0; i < FEATURES; i++) {
        assert_float_equal(weight[i], (early[i] + late[i]) / 2, close);
        differ = differ || early[i] != late[i];
    }
    assert_true(differ);
    t.round = ROUNDS - 1;
    t.hand_size[0] = 0;
    sr_weights(&sr_game_gugong, &t, weight);
    for (int i = 0; i < FEATURES; i++)
        assert_float_equal(weight[i], late[i], close);
}

static void among_others_weights_stay(void **state) {
    (void)state;
    for (int seats = 2; seats <= SEATS; seats++) {
        float weight[SR_MAX_FEATURES];
        struct gugong t;
        deal(&t, seats, 1);
        t.round = ROUNDS - 1;
        sr_weights(&sr_game_gugong, &t, weight);
        for (int i = 0; i < FEATURES; i++)
            assert_float_equal(weight[i], gugong_mind.weights[(seats - 1) * FEATURES + i], close);
    }
}

/* The wall scores at the end as it stands, however little of it there is. */
static void on_the_last_day_the_lead_on_the_wall_is_sure(void **state) {
    (void)state;
    struct gugong t;
    deal(&t, 4, 1);
    t.wall[2] = 1;
    assert_float_equal(measured(&t, 2, feature_last_wall), 0, close);
    t.round = ROUNDS - 1;
    assert_float_equal(measured(&t, 2, feature_last_wall), 1, close);
    assert_float_equal(measured(&t, 1, feature_last_wall), 0, close);
}

static void morning_decrees_help_as_often_as_there_are_mornings(void **state) {
    (void)state;
    struct gugong t;
    deal(&t, 3, 1);
    t.on_decrees[1] = 1u << 0 | 1u << 1 | 1u << 2; /* both of the first level, one of the second */
    assert_float_equal(measured(&t, 1, feature_mornings), 2 * (ROUNDS - 1), close);
    t.round = ROUNDS - 1;
    assert_float_equal(measured(&t, 1, feature_mornings), 0, close);
}

static bool shows_what_is_known(const struct gugong *t, int viewer) {
    static char text[1 << 16];
    struct sr_out out;
    struct gugong masked;
    sr_out_open(&out, text, sizeof text);
    sr_view_write(&out, &sr_game_gugong, t, viewer);
    assert_true(sr_out_fits(&out));
    bool owner = strstr(text, "\"known_owner\"") != NULL;
    assert_int_equal(strstr(text, "\"known_place\"") != NULL, owner);
    sr_fields_mask(&sr_game_gugong, t, viewer, &masked);
    bool kept = memcmp(masked.known_owner, t->known_owner, sizeof t->known_owner) == 0;
    assert_int_equal(kept, owner);
    return owner;
}

static void what_is_known_of_hands_may_be_left_to_memory(void **state) {
    (void)state;
    struct gugong t;
    deal(&t, 3, 1);
    assert_true(shows_what_is_known(&t, 1));
    assert_true(shows_what_is_known(&t, SR_SPECTATOR));
    t.options[option_known_hands] = 0;
    assert_false(shows_what_is_known(&t, 1));
    assert_false(shows_what_is_known(&t, SR_SPECTATOR));
    assert_true(shows_what_is_known(&t, SR_REFEREE));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alone_points_count_against_those_of_meng),
        cmocka_unit_test(alone_no_servant_of_meng_is_looked_at),
        cmocka_unit_test(alone_turns_of_meng_run_out),
        cmocka_unit_test(among_others_meng_is_nothing),
        cmocka_unit_test(alone_weights_change_on_the_way),
        cmocka_unit_test(among_others_weights_stay),
        cmocka_unit_test(on_the_last_day_the_lead_on_the_wall_is_sure),
        cmocka_unit_test(morning_decrees_help_as_often_as_there_are_mornings),
        cmocka_unit_test(what_is_known_of_hands_may_be_left_to_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
