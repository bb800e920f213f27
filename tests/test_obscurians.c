/* Obscurians: what scenarios cannot tell. How often the set-up deals what, that dice and guesses
 * are fair, the best split of Collect against all splits, what the screen hides, which positions
 * are refused. */
#include "games/obscurians/state.h"

#include "api/table.h"
#include "core/canvas.h"
#include "core/glimpse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { DEALS = 6000 };

static void deal(struct obscurians *t, int seats, uint64_t seed) {
    struct sr_setup setup;
    struct sr_moves moves;
    sr_setup_init(&sr_game_obscurians, &setup);
    setup.seats = (uint8_t)seats;
    sr_seed_number(seed, setup.seed);
    sr_deal(&sr_game_obscurians, t, &setup, NULL, &moves);
}

/* Is a count what chance allows? Five standard deviations around the mean; the seeds are fixed. */
static void assert_likely(int count, int trials, int numerator, int denominator) {
    double chance = (double)numerator / denominator, mean = trials * chance;
    double deviation = count - mean;
    if (deviation * deviation > 25 * mean * (1 - chance) + 1)
        fail_msg("%d of %d, expected about %.0f", count, trials, mean);
}

/* ---- the set-up ---- */

static void four_seats_have_two_missions_of_each_triple(void **state) {
    (void)state;
    int dealt[MISSIONS] = {0};
    for (uint64_t seed = 0; seed < DEALS; seed++) {
        struct obscurians t;
        int triple[2] = {0};
        deal(&t, 4, seed);
        for (int seat = 0; seat < 4; seat++) {
            triple[t.mission[seat] / TRIPLE]++;
            dealt[t.mission[seat]]++;
        }
        assert_int_equal(triple[0], 2);
        assert_int_equal(triple[1], 2);
    }
    for (int mission = 0; mission < MISSIONS; mission++)
        assert_likely(dealt[mission], DEALS, 2, 3);
}

static void five_seats_leave_any_mission_out(void **state) {
    (void)state;
    int left_out[MISSIONS] = {0}, of_first[MISSIONS] = {0};
    for (uint64_t seed = 0; seed < DEALS; seed++) {
        struct obscurians t;
        unsigned dealt = 0;
        deal(&t, 5, seed);
        for (int seat = 0; seat < 5; seat++)
            dealt |= 1u << t.mission[seat];
        assert_int_equal(__builtin_popcount(dealt), 5);
        left_out[__builtin_ctz(~dealt)]++;
        of_first[t.mission[0]]++;
    }
    for (int mission = 0; mission < MISSIONS; mission++) {
        assert_likely(left_out[mission], DEALS, 1, 6);
        assert_likely(of_first[mission], DEALS, 1, 6);
    }
}

static void six_seats_have_all_missions(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 500; seed++) {
        struct obscurians t;
        unsigned dealt = 0;
        deal(&t, 6, seed);
        for (int seat = 0; seat < 6; seat++)
            dealt |= 1u << t.mission[seat];
        assert_int_equal(dealt, EVERY_MISSION);
    }
}

static void the_storm_is_one_of_the_last_three(void **state) {
    (void)state;
    int place[DECK] = {0}, first_event[HAPPENINGS] = {0}, begins[SEATS] = {0};
    for (uint64_t seed = 0; seed < DEALS; seed++) {
        struct obscurians t;
        unsigned seen;
        deal(&t, 6, seed);
        seen = 1u << t.event;
        assert_int_equal(t.deck_size, DECK - 1);
        for (int i = 0; i < t.deck_size; i++) {
            assert_false(seen >> t.deck[i] & 1);
            seen |= 1u << t.deck[i];
            if (t.deck[i] == happening_sandstorm)
                place[i]++;
        }
        first_event[t.event]++;
        begins[t.card_holder]++;
    }
    for (int i = 0; i < DECK; i++) {
        if (i < STORM_CARDS)
            assert_likely(place[i], DEALS, 1, 3);
        else
            assert_int_equal(place[i], 0);
    }
    for (int event = 0; event < happening_sandstorm; event++)
        assert_likely(first_event[event], DEALS, 1, 13);
    for (int seat = 0; seat < SEATS; seat++)
        assert_likely(begins[seat], DEALS, 1, 6);
}

static void other_seat_counts_are_refused(void **state) {
    (void)state;
    struct sr_setup setup;
    struct sr_error error = {0};
    sr_setup_init(&sr_game_obscurians, &setup);
    for (uint8_t seats = 0; seats < 10; seats++) {
        setup.seats = seats;
        assert_int_equal(sr_setup_check(&sr_game_obscurians, &setup, &error),
                         seats >= 4 && seats <= 6);
    }
    setup.seats = 4;
    setup.options[option_first] = 5;
    assert_false(sr_setup_check(&sr_game_obscurians, &setup, &error));
    setup.seats = 5;
    assert_true(sr_setup_check(&sr_game_obscurians, &setup, &error));
}

/* ---- dice ---- */

/* Rolls as games roll: the first decision is left by placing nothing. */
static void dice_are_fair(void **state) {
    (void)state;
    static const int weights[DICE + 1] = {3125, 3125, 1250, 250, 25, 1};
    int faces[FACES] = {0}, steals[DICE + 1] = {0}, rolls = 0;
    for (uint64_t seed = 0; rolls < DEALS; seed++) {
        struct obscurians t;
        struct sr_moves moves;
        deal(&t, 5, seed);
        if (t.head.phase != phase_suspect)
            continue;
        sr_play(&sr_game_obscurians, &t, (struct sr_move){.verb = verb_done}, NULL, &moves);
        int count = 0;
        for (int die = 0; die < DICE; die++) {
            faces[t.dice[die]]++;
            count += t.dice[die] == face_steal;
        }
        steals[count]++;
        rolls++;
    }
    for (int face = 0; face < FACES; face++)
        assert_likely(faces[face], DICE * rolls, 1, FACES);
    for (int count = 0; count <= DICE; count++)
        assert_likely(steals[count], rolls, weights[count], 7776);
}

/* ---- guesses ---- */

/* Each way the missions may lie is dealt equally often. */
static void guesses_weigh_missions_as_the_set_up_does(void **state) {
    (void)state;
    for (int seats = 4; seats <= 6; seats++) {
        struct obscurians t;
        struct sr_rng rng;
        uint8_t seed[SR_SEED_BYTES];
        int counts[SEATS][MISSIONS] = {{0}};
        deal(&t, seats, 99);
        int own = t.mission[1];
        sr_seed_number((uint64_t)seats, seed);
        sr_rng_seed(&rng, seed);
        struct sr_stream stream = sr_stream_open(&rng);
        for (int i = 0; i < DEALS; i++) {
            struct obscurians world = t;
            sr_guess(&sr_game_obscurians, &world, 1, &stream);
            assert_int_equal(world.mission[1], own);
            for (int seat = 0; seat < seats; seat++)
                counts[seat][world.mission[seat]]++;
        }
        for (int seat = 0; seat < seats; seat++)
            for (int mission = 0; mission < MISSIONS; mission++) {
                bool same_triple = mission / TRIPLE == own / TRIPLE;
                if (seat == 1)
                    continue;
                if (mission == own)
                    assert_int_equal(counts[seat][mission], 0);
                else if (seats > 4)
                    assert_likely(counts[seat][mission], DEALS, 1, 5);
                else /* of three others one has one of two, two have two of three */
                    assert_likely(counts[seat][mission], DEALS, same_triple ? 3 : 4, 18);
            }
    }
}

/* Whoever gives goods away and suspects others of all but one mission is likely to have that one;
 * but nothing that the set-up could have dealt is ever ruled out. */
static void guesses_heed_what_others_have_done(void **state) {
    (void)state;
    enum { GIVEN = 4 };
    struct obscurians t;
    struct sr_rng rng;
    uint8_t seed[SR_SEED_BYTES];
    int counts[MISSIONS] = {0};
    deal(&t, 6, 99);
    t.mission[1] = mission_keep;
    t.open[2][2] = GOODS_EACH - GIVEN;
    t.open[3][2] = GIVEN;
    t.deeds[2][deed_gave_own] = GIVEN;
    t.deeds[2][deed_left_steal] = t.deeds[2][deed_left_swap] = 2;
    t.past_size = 2;
    for (int i = 0; i < 2; i++) {
        int mission = i ? mission_choose : mission_take;
        t.stack[4][t.stack_size[4]++] = (uint8_t)(2 * MISSIONS + mission);
        t.placed[2] = (uint8_t)(t.placed[2] | 1 << mission);
    }
    sr_seed_number(1, seed);
    sr_rng_seed(&rng, seed);
    struct sr_stream stream = sr_stream_open(&rng);
    for (int i = 0; i < DEALS; i++) {
        struct obscurians world = t;
        sr_guess(&sr_game_obscurians, &world, 1, &stream);
        counts[world.mission[2]]++;
    }
    for (int mission = 0; mission < MISSIONS; mission++)
        assert_true(mission == mission_give || counts[mission] < counts[mission_give]);
    assert_true(counts[mission_take] < DEALS / 20);
    assert_int_equal(counts[mission_keep], 0);
    for (int mission = mission_take; mission < MISSIONS; mission++)
        assert_true(counts[mission] > 0);
}

/* Many guesses by one insight are the guesses that would have been made one by one, and an insight
 * knows nothing that its seat cannot know: in a guessed world it is the same. */
static void insights_are_guesses_made_once(void **state) {
    (void)state;
    for (int seats = 4; seats <= 6; seats++) {
        struct obscurians t;
        struct sr_moves moves;
        struct sr_rng rng = {.key = {(uint32_t)seats}};
        struct sr_stream stream = sr_stream_open(&rng);
        deal(&t, seats, 7);
        sr_list(&sr_game_obscurians, &t, &moves);
        for (int step = 0; moves.count; step++) {
            struct sr_insight insight = {{0}}, again = {{0}};
            struct sr_glimpse glimpse = {&sr_game_obscurians, &t, step % seats, &moves, false};
            struct sr_rng one = rng, other = rng;
            struct sr_stream by_one = sr_stream_open(&one), by_other = sr_stream_open(&other);
            struct sr_world world, same;
            sr_glimpse_ponder(&glimpse, &insight);
            sr_glimpse_guess(&glimpse, &by_one, &world);
            sr_glimpse_guess_by(&glimpse, &insight, &by_other, &same);
            assert_memory_equal(world.state, same.state, sizeof t);
            obscurians_ponder(world.state, step % seats, &again);
            assert_memory_equal(&insight, &again, sizeof insight);
            sr_play(&sr_game_obscurians, &t, moves.list[sr_draw(&stream, moves.count)], NULL,
                    &moves);
        }
    }
}

/* ---- Collect ---- */

/* Every way to take one set of three, four or five colours, and then the best of the rest. */
static int best_of_all(const uint8_t counts[COLOURS]) {
    static const int points[] = {0, 0, 0, 8, 14, 22};
    int best = 0;
    for (unsigned set = 0; set < 1u << COLOURS; set++) {
        int size = __builtin_popcount(set);
        uint8_t left[COLOURS];
        bool possible = size >= SET_LEAST && size <= SET_MOST;
        for (int colour = 0; possible && colour < COLOURS; colour++) {
            int taken = set >> colour & 1;
            possible = counts[colour] >= taken;
            left[colour] = (uint8_t)(counts[colour] - taken);
        }
        int worth = possible ? points[size] + best_of_all(left) : 0;
        if (worth > best)
            best = worth;
    }
    return best;
}

static void collect_finds_the_best_split(void **state) {
    (void)state;
    /* Counts in falling order, up to three of a colour: all others are the same shuffled. */
    uint8_t c[COLOURS];
    for (c[0] = 0; c[0] <= 3; c[0]++)
        for (c[1] = 0; c[1] <= c[0]; c[1]++)
            for (c[2] = 0; c[2] <= c[1]; c[2]++)
                for (c[3] = 0; c[3] <= c[2] && c[3] <= 2; c[3]++)
                    for (c[4] = 0; c[4] <= c[3]; c[4]++)
                        for (c[5] = 0; c[5] <= c[4] && c[5] <= 1; c[5]++) {
                            int sets[SET_MOST + 1];
                            int points = obscurians_collect(c, true, sets);
                            assert_int_equal(points, best_of_all(c));
                            assert_int_equal(points, 22 * sets[5] + 14 * sets[4] + 8 * sets[3]);
                        }
}

static void collect_manages_a_whole_bazaar(void **state) {
    (void)state;
    const uint8_t all[COLOURS] = {10, 10, 10, 10, 10, 10};
    int sets[SET_MOST + 1];
    assert_int_equal(obscurians_collect(all, true, sets), 12 * 22);
    assert_int_equal(sets[5], 12);
    assert_int_equal(obscurians_collect(all, false, sets), 10 * 22);
}

/* ---- what the screen shows ---- */

static bool screen_has(const struct obscurians *t, int viewer, const char *word) {
    static struct sr_canvas canvas;
    const struct sr_reader reader = {.lang = SR_EN};
    sr_canvas_clear(&canvas, 100, 30);
    sr_canvas_draw(&sr_game_obscurians, t, viewer, &reader, &canvas);
    size_t length = strlen(word);
    for (int row = 0; row < canvas.used_rows; row++)
        for (int column = 0; column + (int)length <= canvas.columns; column++) {
            size_t same = 0;
            while (same < length &&
                   canvas.cell[row][column + (int)same].code == (unsigned char)word[same])
                same++;
            if (same == length)
                return true;
        }
    return false;
}

static void the_screen_hides_all_but_the_top(void **state) {
    (void)state;
    struct obscurians t;
    deal(&t, 5, 4);
    t.stack[1][0] = 2 * MISSIONS + mission_collect;
    t.stack[1][1] = 3 * MISSIONS + mission_lose;
    t.stack_size[1] = 2;
    obscurians_recount(&t);
    assert_true(screen_has(&t, SR_SPECTATOR, "Lose"));
    assert_false(screen_has(&t, SR_SPECTATOR, "Collect"));
    t.options[option_ui_hide_stack] = 0;
    assert_true(screen_has(&t, SR_SPECTATOR, "Collect"));
    assert_true(screen_has(&t, SR_SPECTATOR, "Lose"));
}

/* ---- positions that are none ---- */

static void breaks(const struct obscurians *t, bool structural, const char *expected) {
    struct sr_error error = {0};
    char said[400];
    struct sr_out out;
    assert_false(sr_check(&sr_game_obscurians, t, &error));
    sr_out_open(&out, said, sizeof said);
    sr_error_say(&out, SR_EN, &error);
    if (!strstr(said, expected))
        fail_msg("\"%s\" does not say \"%s\"", said, expected);
    assert_int_equal(sr_check_loose(&sr_game_obscurians, t, &error), !structural);
}

static void broken_positions_are_refused(void **state) {
    (void)state;
    struct obscurians good, t;
    struct sr_error error = {0};
    uint64_t seed = 1;
    do
        deal(&good, 4, seed++);
    while (good.head.phase != phase_suspect || good.event == happening_cursed_artifact);
    assert_true(sr_check(&sr_game_obscurians, &good, &error));

    t = good;
    t.open[0][kind_lamp] = t.open[1][kind_lamp] = t.open[2][kind_lamp] = t.open[3][kind_lamp] = 0;
    breaks(&t, true, "one magic lamp, not 0");
    t = good;
    t.open[2][kind_curse] = 2;
    breaks(&t, true, "the cursed artifact: 2");
    t = good;
    t.open[0][kind_yellow] = 1;
    breaks(&t, true, "goods of colour 2: 11");
    t = good;
    t.open[0][kind_green] = 9;
    breaks(&t, false, "goods of colour 1: 9 are on the table, 10 belong");
    t = good;
    t.stack[0][0] = 5 * MISSIONS;
    t.stack_size[0] = 1;
    obscurians_recount(&t);
    breaks(&t, true, "colour that is not in play");
    t = good;
    t.stack[0][0] = mission_take;
    t.stack_size[0] = 1;
    obscurians_recount(&t);
    breaks(&t, true, "a token of its own");
    t = good;
    t.stack[0][0] = t.stack[2][0] = MISSIONS + mission_take;
    t.stack_size[0] = t.stack_size[2] = 1;
    obscurians_recount(&t);
    breaks(&t, true, "a token of seat 2 lies on two boards");
    t = good;
    t.deck[--t.deck_size] = 0;
    breaks(&t, true, "5 events to come and 0 past ones");
    t = good;
    for (int i = 0; i < STORM_CARDS; i++)
        if (t.deck[i] == happening_sandstorm)
            t.deck[i] = t.event;
    breaks(&t, true, "the storm must be among the last three");
    t = good;
    t.deck[5] = t.event;
    breaks(&t, false, "an event is there twice");
    t = good;
    t.mission[1] = t.mission[0];
    breaks(&t, false, "seats 1 and 2 have the same mission");
    t = good;
    t.mission[0] = mission_keep;
    t.mission[1] = mission_take;
    t.mission[2] = mission_collect;
    t.mission[3] = mission_lose;
    breaks(&t, false, "two of Keep, Take, Collect must be in play, not 3");
    t = good;
    t.dice[0] = face_steal;
    breaks(&t, true, "five dice must lie there after the roll");
    t = good;
    t.head.phase = phase_suspect_whom;
    breaks(&t, true, "the phase does not fit");
    t = good;
    t.repeats = 2;
    breaks(&t, false, "something of a turn is left");
    t = good;
    t.embargo[t.head.decider] = 1;
    breaks(&t, false, "an embargo at a point of its own turn");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_seats_have_two_missions_of_each_triple),
        cmocka_unit_test(five_seats_leave_any_mission_out),
        cmocka_unit_test(six_seats_have_all_missions),
        cmocka_unit_test(the_storm_is_one_of_the_last_three),
        cmocka_unit_test(other_seat_counts_are_refused),
        cmocka_unit_test(dice_are_fair),
        cmocka_unit_test(guesses_weigh_missions_as_the_set_up_does),
        cmocka_unit_test(guesses_heed_what_others_have_done),
        cmocka_unit_test(insights_are_guesses_made_once),
        cmocka_unit_test(collect_finds_the_best_split),
        cmocka_unit_test(collect_manages_a_whole_bazaar),
        cmocka_unit_test(the_screen_hides_all_but_the_top),
        cmocka_unit_test(broken_positions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
