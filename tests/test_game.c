/* What all games share beyond their fields: setting up, playing on to the next question, scores,
 * checksums, words and JSON of moves and events, and the worlds that bots are given. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/glimpse.h"
#include "core/view.h"
#include "games/games.h"
#include "support/fair.h"

static const struct sr_reader english = {.lang = SR_EN}, russian = {.lang = SR_RU};

static char printed[8192];

static struct sr_out page(void) {
    struct sr_out out;
    sr_out_open(&out, printed, sizeof printed);
    return out;
}

static struct sr_move move_of(uint8_t verb, uint8_t arg) {
    return (struct sr_move){.verb = verb, .arg = {arg}};
}

/* ---- setting up ---- */

static void expect_said(const struct sr_error *error, const char *said) {
    struct sr_out out = page();
    sr_error_say(&out, SR_EN, error);
    assert_string_equal(printed, said);
}

static bool set_option(struct sr_setup *setup, const char *name, const char *value,
                       struct sr_error *error) {
    return sr_setup_option(&sr_fair, setup, name, strlen(name), value, strlen(value), error);
}

static void test_options_are_read_by_their_domains(void **unused) {
    (void)unused;
    struct sr_setup setup;
    struct sr_error error;
    sr_setup_init(&sr_fair, &setup);
    assert_int_equal(setup.options[0], 1);
    assert_int_equal(setup.options[1], 0);
    assert_int_equal(setup.options[2], 3);
    assert_true(set_option(&setup, "lamps", "no", &error));
    assert_true(set_option(&setup, "size", "large", &error));
    assert_true(set_option(&setup, "days", "9", &error));
    assert_int_equal(setup.options[0], 0);
    assert_int_equal(setup.options[1], 1);
    assert_int_equal(setup.options[2], 9);
}

static void test_options_that_do_not_exist(void **unused) {
    (void)unused;
    struct sr_setup setup, before;
    struct sr_error error;
    sr_setup_init(&sr_fair, &setup);
    before = setup;
    assert_false(set_option(&setup, "lamp", "yes", &error));
    expect_said(&error, "fair has no option \"lamp\"; its options are: lamps, size, days");
    assert_false(set_option(&setup, "size", "huge", &error));
    expect_said(&error, "option size: \"huge\" is not one of: small, large");
    assert_false(set_option(&setup, "days", "10", &error));
    expect_said(&error, "option days: \"10\" is not one of: 0..9");
    assert_memory_equal(&setup, &before, sizeof setup);
}

static void test_setups_that_cannot_be_played(void **unused) {
    (void)unused;
    struct sr_setup setup;
    struct sr_error error;
    sr_setup_init(&sr_fair, &setup);
    setup.seats = 1;
    assert_false(sr_setup_check(&sr_fair, &setup, &error));
    expect_said(&error, "1 seats: fair is for 2-3 players");
    setup.seats = 4;
    assert_false(sr_setup_check(&sr_fair, &setup, &error));
    setup.seats = 3;
    assert_true(sr_setup_check(&sr_fair, &setup, &error));
    setup.options[2] = 10;
    assert_false(sr_setup_check(&sr_fair, &setup, &error));
    expect_said(&error, "option days: \"10\" is not one of: 0..9");
    setup.options[2] = 3;
    setup.options[0] = 0;
    setup.options[1] = 1;
    assert_false(sr_setup_check(&sr_fair, &setup, &error));
    assert_int_equal(error.problem, SR_PROBLEM_OPTIONS_CLASH);
    expect_said(&error, "a large fair needs lamps");
    struct sr_out out = page();
    sr_error_say(&out, SR_RU, &error);
    assert_string_equal(printed, "нужны фонари");
}

static void test_games_are_found_by_name(void **unused) {
    (void)unused;
    int count = 0;
    while (sr_game_at(count)) {
        assert_ptr_equal(sr_game_find(sr_game_at(count)->name), sr_game_at(count));
        count++;
    }
    assert_true(count > 0);
    assert_null(sr_game_at(-1));
    assert_null(sr_game_find("chess"));
    assert_null(sr_game_find(""));
}

/* ---- playing ---- */

static struct fair dealt(struct sr_events *events, struct sr_moves *moves) {
    struct sr_setup setup;
    struct fair fair;
    memset(&fair, 0xee, sizeof fair);
    sr_setup_init(&sr_fair, &setup);
    setup.seats = 2;
    sr_seed_number(5, setup.seed);
    sr_deal(&sr_fair, &fair, &setup, events, moves);
    return fair;
}

static void test_deal_plays_on_to_the_first_question(void **unused) {
    (void)unused;
    struct sr_events events = {.count = 99, .dropped = 9};
    struct sr_moves moves = {.count = 99, .secret = true};
    struct fair fair = dealt(&events, &moves);
    /* Two single steps were taken, and now the other seat decides. */
    assert_int_equal(fair.head.phase, ASK);
    assert_int_equal(fair.head.decider, 1);
    assert_int_equal(fair.steps, 0);
    assert_int_equal(events.count, 2);
    assert_int_equal(events.dropped, 0);
    assert_int_equal(moves.count, 9);
    assert_false(moves.secret);
    /* Setup and generator are there, and all else is zero. */
    struct fair expected;
    memset(&expected, 0, sizeof expected);
    uint8_t seed[SR_SEED_BYTES];
    sr_seed_number(5, seed);
    sr_rng_seed(&expected.head.rng, seed);
    expected.head.seats = 2;
    expected.head.decider = 1;
    expected.head.rules = 2;
    expected.options[0] = 1;
    expected.options[2] = 3;
    expected.coins[0] = 3;
    expected.total = 3;
    assert_memory_equal(&fair, &expected, sizeof fair);
}

static void test_single_public_moves_are_played(void **unused) {
    (void)unused;
    struct sr_events events;
    struct sr_moves moves;
    struct fair fair = dealt(NULL, &moves);
    assert_int_equal(sr_play(&sr_fair, &fair, move_of(VERB_WALK, 2), &events, &moves), 0);
    assert_int_equal(fair.head.phase, ASK);
    assert_int_equal(fair.head.decider, 0);
    assert_int_equal(events.count, 2);
    assert_int_equal(events.list[0].arg[0], 1);
    assert_int_equal(events.list[0].arg[1], 2);
    assert_int_equal(events.list[1].arg[1], 1);
    assert_int_equal(events.list[1].arg[2], 0);
    assert_int_equal(moves.count, 9);
}

static void test_single_secret_moves_are_asked(void **unused) {
    (void)unused;
    struct sr_moves moves;
    struct fair fair = dealt(NULL, &moves);
    sr_play(&sr_fair, &fair, move_of(VERB_HIDE, 0), NULL, &moves);
    assert_int_equal(fair.head.phase, SECRET);
    assert_int_equal(moves.count, 1);
    assert_true(moves.secret);
    sr_play(&sr_fair, &fair, moves.list[0], NULL, &moves);
    assert_int_equal(fair.head.phase, ASK);
    assert_false(moves.secret);
}

static void test_chance_and_shown_are_told_apart(void **unused) {
    (void)unused;
    struct sr_moves moves;
    struct fair fair = dealt(NULL, &moves);
    assert_int_equal(sr_play(&sr_fair, &fair, move_of(VERB_ROLL, 0), NULL, &moves), SR_CHANCE);
    assert_int_equal(sr_play(&sr_fair, &fair, move_of(VERB_SHOW, SILK), NULL, &moves), SR_SHOWN);
    assert_int_equal(sr_play(&sr_fair, &fair, move_of(VERB_WALK, 1), NULL, &moves), 0);
    /* What a single move does on the way counts as well. */
    assert_int_equal(sr_play(&sr_fair, &fair, move_of(VERB_GAMBLE, 0), NULL, &moves),
                     SR_CHANCE | SR_SHOWN);
}

static void test_no_moves_when_over(void **unused) {
    (void)unused;
    struct sr_moves moves;
    struct fair fair = dealt(NULL, &moves);
    sr_play(&sr_fair, &fair, move_of(VERB_LEAVE, 0), NULL, &moves);
    assert_int_equal(fair.head.over, 1);
    assert_int_equal(moves.count, 0);
    moves.count = 5;
    sr_list(&sr_fair, &fair, &moves);
    assert_int_equal(moves.count, 0);
}

/* Positions without invariants may lead into a circle or a dead end: both come back. */
static void test_circles_and_dead_ends_come_back(void **unused) {
    (void)unused;
    struct sr_moves moves;
    struct fair fair = dealt(NULL, &moves);
    sr_play(&sr_fair, &fair, move_of(VERB_CIRCLE, 0), NULL, &moves);
    assert_int_equal(fair.head.phase, CIRCLE);
    assert_int_equal(moves.count, 1);
    fair = dealt(NULL, &moves);
    sr_play(&sr_fair, &fair, move_of(VERB_TRAP, 0), NULL, &moves);
    assert_int_equal(fair.head.over, 0);
    assert_int_equal(moves.count, 0);
}

static void test_listed(void **unused) {
    (void)unused;
    struct sr_moves moves;
    dealt(NULL, &moves);
    assert_true(sr_listed(&moves, move_of(VERB_WALK, 2)));
    assert_false(sr_listed(&moves, move_of(VERB_WALK, 3)));
    struct sr_move dirty = move_of(VERB_WALK, 2);
    dirty.arg[6] = 1;
    assert_false(sr_listed(&moves, dirty));
}

static void test_events_that_do_not_fit_are_counted(void **unused) {
    (void)unused;
    static struct sr_events events;
    struct sr_turn turn = {.events = &events};
    for (int i = 0; i < SR_MAX_EVENTS + 2; i++)
        sr_tell(&turn, EVENT_STEP, 0, i);
    assert_int_equal(events.count, SR_MAX_EVENTS);
    assert_int_equal(events.dropped, 2);
    turn.events = NULL;
    sr_tell(&turn, EVENT_STEP, 0, 1);
}

/* ---- scores and checksums ---- */

static void test_ranks_share_places(void **unused) {
    (void)unused;
    struct sr_sheet sheet = {0};
    const int64_t key[] = {5, 9, -1, 9, 5};
    sr_score_rank(&sheet, 5, key);
    const uint8_t expected[] = {3, 1, 5, 1, 3, 0};
    assert_memory_equal(sheet.rank, expected, sizeof expected);
    assert_int_equal(sheet.winners, 1 << 1 | 1 << 3);
}

static void test_score_sheet(void **unused) {
    (void)unused;
    struct fair fair = sr_fair_sample();
    struct sr_out out = page();
    sr_sheet_json(&out, &english, &sr_fair, &fair);
    assert_string_equal(
        printed,
        "{\"lines\":["
        "{\"seat\":1,\"reason\":\"coins\",\"points\":6,\"coins\":3,\"text\":\"3 coins: 6\"},"
        "{\"seat\":2,\"reason\":\"coins\",\"points\":8,\"coins\":4,\"text\":\"4 coins: 8\"}"
        "],\"totals\":{\"1\":6,\"2\":8},\"ranks\":{\"1\":2,\"2\":1},"
        "\"winners\":[2],\"over\":false}");
    out = page();
    sr_sheet_json(&out, &russian, &sr_fair, &fair);
    assert_non_null(strstr(printed, "\"text\":\"4 мон.: 8\""));
}

static void test_sheets_that_overflow_keep_their_totals(void **unused) {
    (void)unused;
    struct sr_sheet sheet = {0};
    for (int i = 0; i < SR_MAX_SHEET + 3; i++)
        sr_score_add(&sheet, 1, 0, -2, i, 0, 0, 0);
    assert_int_equal(sheet.count, SR_MAX_SHEET);
    assert_int_equal(sheet.total[1], -2 * (SR_MAX_SHEET + 3));
}

/* The number was worked out apart from this program, from the definition. */
static void test_checksum_is_the_same_everywhere(void **unused) {
    (void)unused;
    struct fair fair = sr_fair_sample();
    assert_int_equal(sr_checksum(&sr_fair, &fair), UINT64_C(0x330ec99a8b646326));
}

static void test_checksum_sees_every_byte(void **unused) {
    (void)unused;
    struct fair fair = sr_fair_sample();
    uint64_t sum = sr_checksum(&sr_fair, &fair);
    for (size_t byte = 0; byte < offsetof(struct fair, rest); byte++) {
        if (byte == offsetof(struct fair, pad) ||
            (byte >= offsetof(struct fair, head.spare) && byte < sizeof fair.head))
            continue;
        struct fair changed = fair;
        ((unsigned char *)&changed)[byte] ^= 1;
        assert_int_not_equal(sr_checksum(&sr_fair, &changed), sum);
    }
}

/* ---- clues ---- */

/* In steps of an eighth of a nat, each rounded to the next whole number. */
static void test_likeness_is_exponential_and_never_nothing(void **context) {
    (void)context;
    assert_int_equal(sr_likeness(-1, 255), 255);
    assert_int_equal(sr_likeness(0, 256), 256);
    for (int32_t step = 0; step < 60; step++) {
        int32_t units = (int32_t)(step * SR_CLUE_UNIT / 8);
        uint32_t likely = sr_likeness(units, 256);
        double exact = 256 * exp(-step / 8.0);
        assert_true(likely >= 1);
        assert_true(fabs((double)likely - exact) <= (exact < 1 ? 1 : 0.51));
        assert_int_equal(sr_likeness(units + (int32_t)(SR_CLUE_UNIT / 8) - 1, 256), likely);
    }
    assert_int_equal(sr_likeness(INT32_MAX, 255), 1);
}

/* ---- words and JSON ---- */

/* A prompt is read by the whole table: a hand and a thief stay unknown, and parts about nothing are
 * left out. */
static void test_prompts_tell_only_what_everybody_sees(void **unused) {
    (void)unused;
    struct fair fair = sr_fair_sample();
    struct sr_out out = page();
    sr_prompt_say(&out, &english, &sr_fair, &fair);
    assert_string_equal(printed, "4 coins, age ?, thief ?, luck -300");
    fair.steps = 2;
    out = page();
    sr_prompt_say(&out, &english, &sr_fair, &fair);
    assert_string_equal(printed, "4 coins, age ?, thief ?, luck -300, 2 steps");
    out = page();
    sr_prompt_say(&out, &russian, &sr_fair, &fair);
    assert_string_equal(printed, "Монет: 4");
    fair = sr_fair_ended();
    out = page();
    sr_prompt_say(&out, &english, &sr_fair, &fair);
    assert_string_equal(printed, "");
}

static void test_move_json(void **unused) {
    (void)unused;
    struct fair fair = sr_fair_sample();
    struct sr_out out = page();
    sr_move_json(&out, &english, &sr_fair, &fair, move_of(VERB_SHOW, SILK));
    assert_string_equal(printed, "{\"move\":\"show silk\",\"verb\":\"show\",\"good\":\"silk\","
                                 "\"price\":4,\"text\":\"Show \\\"silk\\\" at 4\"}");
    out = page();
    sr_move_json(&out, &english, &sr_fair, &fair, move_of(VERB_ROLL, 0));
    assert_string_equal(printed, "{\"move\":\"roll\",\"verb\":\"roll\",\"text\":\"Roll\"}");
}

static void test_event_json(void **unused) {
    (void)unused;
    const struct sr_event event = {.kind = EVENT_STEP, .arg = {1, 2}};
    struct sr_out out = page();
    sr_event_json(&out, &sr_fair, &event, 1);
    assert_string_equal(printed, "{\"event\":\"step\",\"seat\":2,\"left\":2}");
    out = page();
    sr_event_json(&out, &sr_fair, &event, 0);
    assert_string_equal(printed, "{\"event\":\"step\",\"seat\":2,\"left\":null}");
    out = page();
    sr_event_json(&out, &sr_fair, &event, SR_SPECTATOR);
    assert_string_equal(printed, "{\"event\":\"step\",\"seat\":2,\"left\":null}");
    out = page();
    sr_event_json(&out, &sr_fair, &event, SR_REFEREE);
    assert_string_equal(printed, "{\"event\":\"step\",\"seat\":2,\"left\":2}");
}

static void test_game_json(void **unused) {
    (void)unused;
    struct sr_out out = page();
    sr_game_json(&out, &sr_fair);
    assert_string_equal(
        printed,
        "{\"name\":\"fair\",\"title\":{\"en\":\"The Fair\",\"ru\":\"Ярмарка\"},"
        "\"blurb\":{\"en\":\"All \\\"shapes\\\"\",\"ru\":\"Все формы\"},"
        "\"seats\":{\"min\":2,\"max\":3},\"rules\":2,\"state_bytes\":112,\"bound\":50,\"options\":["
        "{\"name\":\"lamps\",\"text\":{\"en\":\"lamps are lit\",\"ru\":\"горят фонари\"},"
        "\"values\":[false,true],\"default\":true},"
        "{\"name\":\"size\",\"text\":{\"en\":\"how large\",\"ru\":\"размер\"},"
        "\"values\":[\"small\",\"large\"],\"default\":\"small\"},"
        "{\"name\":\"days\",\"text\":{\"en\":\"how long\",\"ru\":\"сколько дней\"},"
        "\"values\":{\"min\":0,\"max\":9},\"default\":3}],\"presets\":[],\"fewest_wins\":false}");
}

static void test_json_strings_escape_and_mend(void **unused) {
    (void)unused;
    struct sr_out out = page();
    sr_json_string(&out, "a\"b\\c\nd\te\x01\x7f"
                         "чай\xff!\xc3");
    assert_string_equal(printed, "\"a\\\"b\\\\c\\nd\\u0009e\\u0001\\u007fчай\\ufffd!\\ufffd\"");
}

/* ---- worlds ---- */

static void test_guesses_keep_what_the_seat_sees_and_nothing_of_the_dice(void **unused) {
    (void)unused;
    struct fair fair = sr_fair_sample();
    const struct fair before = fair;
    struct sr_moves moves;
    sr_list(&sr_fair, &fair, &moves);
    const struct sr_glimpse glimpse = {&sr_fair, &fair, 1, &moves};
    struct sr_rng dice = {.key = {1}};
    struct sr_stream stream = sr_stream_open(&dice);
    struct sr_world one, other;
    sr_glimpse_guess(&glimpse, &stream, &one);
    sr_glimpse_guess(&glimpse, &stream, &other);
    assert_memory_equal(&fair, &before, sizeof fair);
    assert_memory_not_equal(sr_head(one.state)->rng.key, fair.head.rng.key, SR_SEED_BYTES);
    assert_memory_not_equal(sr_head(one.state)->rng.key, sr_head(other.state)->rng.key,
                            SR_SEED_BYTES);
    struct fair seen, guessed;
    sr_glimpse_mask(&glimpse, &seen);
    sr_fields_mask(&sr_fair, one.state, 1, &guessed);
    assert_memory_equal(&seen, &guessed, sizeof seen);
    assert_ptr_equal(sr_glimpse_game(&glimpse), &sr_fair);
    assert_ptr_equal(sr_glimpse_moves(&glimpse), &moves);
    assert_int_equal(sr_glimpse_seat(&glimpse), 1);
}

static void test_worlds_play_and_are_judged_by_score(void **unused) {
    (void)unused;
    struct fair fair = sr_fair_sample();
    struct sr_world world = {.game = &sr_fair}, copy;
    struct sr_moves moves;
    memcpy(world.state, &fair, sizeof fair);
    sr_world_copy(&copy, &world);
    sr_world_play(&copy, move_of(VERB_WALK, 1), &moves);
    assert_int_equal(sr_world_decider(&copy), 0);
    assert_int_equal(sr_world_decider(&world), 1);
    sr_world_play(&copy, move_of(VERB_LEAVE, 0), &moves);
    assert_true(sr_world_over(&copy));
    sr_world_list(&world, &moves);
    assert_int_equal(moves.count, 9);
    float value[SR_MAX_SEATS];
    sr_world_judge(&world, value);
    const int expected[SR_MAX_SEATS] = {6, 8, 0, 0, 0, 0};
    for (int seat = 0; seat < SR_MAX_SEATS; seat++)
        assert_int_equal((int)value[seat], expected[seat]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options_are_read_by_their_domains),
        cmocka_unit_test(test_options_that_do_not_exist),
        cmocka_unit_test(test_setups_that_cannot_be_played),
        cmocka_unit_test(test_games_are_found_by_name),
        cmocka_unit_test(test_deal_plays_on_to_the_first_question),
        cmocka_unit_test(test_single_public_moves_are_played),
        cmocka_unit_test(test_single_secret_moves_are_asked),
        cmocka_unit_test(test_chance_and_shown_are_told_apart),
        cmocka_unit_test(test_no_moves_when_over),
        cmocka_unit_test(test_circles_and_dead_ends_come_back),
        cmocka_unit_test(test_listed),
        cmocka_unit_test(test_events_that_do_not_fit_are_counted),
        cmocka_unit_test(test_ranks_share_places),
        cmocka_unit_test(test_score_sheet),
        cmocka_unit_test(test_sheets_that_overflow_keep_their_totals),
        cmocka_unit_test(test_likeness_is_exponential_and_never_nothing),
        cmocka_unit_test(test_checksum_is_the_same_everywhere),
        cmocka_unit_test(test_checksum_sees_every_byte),
        cmocka_unit_test(test_prompts_tell_only_what_everybody_sees),
        cmocka_unit_test(test_move_json),
        cmocka_unit_test(test_event_json),
        cmocka_unit_test(test_game_json),
        cmocka_unit_test(test_json_strings_escape_and_mend),
        cmocka_unit_test(test_guesses_keep_what_the_seat_sees_and_nothing_of_the_dice),
        cmocka_unit_test(test_worlds_play_and_are_judged_by_score),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
