/* The fields table at work: views, positions, differences, masks, and the checks of states and of
 * the table itself, tried on the fair. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/view.h"
#include "support/fair.h"

/* ---- views ---- */

#define VIEW_OPENING(seat)                                                                         \
    "{\n  \"serai\":\"view\",\n  \"game\":\"fair\",\n  \"rules\":2,\n  \"seat\":" seat             \
    ",\n  \"seats\":2,\n  \"options\":{\"lamps\":true,\"size\":\"large\",\"days\":3}"
#define OPEN_TABLE                                                                                 \
    ",\n  \"luck\":-300,\n  \"dust\":9,\n  \"crowd\":70000,\n  \"stars\":1000000,\n  "             \
    "\"open\":true"                                                                                \
    ",\n  \"guests\":[1,2],\n  \"stall\":[\"silk\",null,\"tea\"],\n  \"coins\":{\"1\":3,\"2\":4}"
#define ASKED ",\n  \"phase\":\"ask\",\n  \"decider\":2,\n  \"over\":false"
#define OVER ",\n  \"phase\":\"ask\",\n  \"decider\":null,\n  \"over\":true"

static char printed[8192];

static struct sr_out page(void) {
    struct sr_out out;
    sr_out_open(&out, printed, sizeof printed);
    return out;
}

static void expect_view(const struct fair *fair, int viewer, const char *expected) {
    struct sr_out out = page();
    sr_view_write(&out, &sr_fair, fair, viewer);
    assert_string_equal(printed, expected);
}

static void test_view_of_a_seat_that_waits(void **unused) {
    (void)unused;
    struct fair fair = sr_fair_sample();
    expect_view(&fair, 0,
                VIEW_OPENING("1") ASKED OPEN_TABLE
                ",\n  \"total\":7"
                ",\n  \"hand\":{\"1\":{\"tea\":1,\"silk\":2},\"2\":null}"
                ",\n  \"age\":{\"1\":2,\"2\":null}"
                ",\n  \"bag\":{\"1\":[\"silk\"],\"2\":[null,null]}"
                ",\n  \"look\":null"
                ",\n  \"drawn\":[null]"
                ",\n  \"deck\":[[\"tea\"],[\"silk\"],null]"
                ",\n  \"steps\":0\n}");
}

static void test_view_of_the_seat_that_decides(void **unused) {
    (void)unused;
    struct fair fair = sr_fair_sample();
    expect_view(&fair, 1,
                VIEW_OPENING("2") ASKED OPEN_TABLE
                ",\n  \"total\":7"
                ",\n  \"hand\":{\"1\":null,\"2\":{\"tea\":3,\"silk\":4}}"
                ",\n  \"age\":{\"1\":null,\"2\":3}"
                ",\n  \"bag\":{\"1\":[null],\"2\":[\"silk\",\"silk\"]}"
                ",\n  \"look\":{\"tea\":null,\"silk\":2}"
                ",\n  \"drawn\":[\"silk\"]"
                ",\n  \"deck\":[null,[\"silk\"],null]"
                ",\n  \"steps\":0\n}");
}

static void test_view_of_a_spectator(void **unused) {
    (void)unused;
    struct fair fair = sr_fair_sample();
    expect_view(&fair, SR_SPECTATOR,
                VIEW_OPENING("null") ASKED OPEN_TABLE
                ",\n  \"total\":7"
                ",\n  \"hand\":{\"1\":null,\"2\":null}"
                ",\n  \"age\":{\"1\":null,\"2\":null}"
                ",\n  \"bag\":{\"1\":[null],\"2\":[null,null]}"
                ",\n  \"look\":null"
                ",\n  \"drawn\":[null]"
                ",\n  \"deck\":[null,null,null]"
                ",\n  \"steps\":0\n}");
}

static void test_view_of_the_referee(void **unused) {
    (void)unused;
    struct fair fair = sr_fair_sample();
    expect_view(&fair, SR_REFEREE,
                VIEW_OPENING("\"referee\"") ASKED OPEN_TABLE
                ",\n  \"total\":7"
                ",\n  \"hand\":{\"1\":{\"tea\":1,\"silk\":2},\"2\":{\"tea\":3,\"silk\":4}}"
                ",\n  \"age\":{\"1\":2,\"2\":3}"
                ",\n  \"bag\":{\"1\":[\"silk\"],\"2\":[\"silk\",\"silk\"]}"
                ",\n  \"look\":{\"tea\":null,\"silk\":2}"
                ",\n  \"drawn\":[\"silk\"]"
                ",\n  \"deck\":[[\"tea\"],[\"silk\"],[\"tea\",\"silk\"]]"
                ",\n  \"deck_seen\":[1,195,128]"
                ",\n  \"thief\":2"
                ",\n  \"vault\":{\"tea\":5,\"silk\":6}"
                ",\n  \"steps\":0\n}");
}

static void test_view_when_the_end_reveals(void **unused) {
    (void)unused;
    struct fair fair = sr_fair_ended();
    expect_view(&fair, SR_SPECTATOR,
                VIEW_OPENING("null") OVER OPEN_TABLE
                ",\n  \"total\":7"
                ",\n  \"hand\":{\"1\":{\"tea\":1,\"silk\":2},\"2\":{\"tea\":3,\"silk\":4}}"
                ",\n  \"age\":{\"1\":null,\"2\":null}"
                ",\n  \"bag\":{\"1\":[null],\"2\":[null,null]}"
                ",\n  \"look\":null"
                ",\n  \"drawn\":[null]"
                ",\n  \"deck\":[null,null,null]"
                ",\n  \"vault\":{\"tea\":5,\"silk\":6}"
                ",\n  \"steps\":0\n}");
}

/* The entry of a field in a table that is to be changed. */
static struct sr_field *entry(struct sr_field fields[FIELDS], const char *name) {
    for (int i = 0; i < FIELDS; i++)
        if (strcmp(fields[i].name, name) == 0)
            return &fields[i];
    fail_msg("no field %s", name);
    return NULL;
}

/* The deck as places on a board instead of a list: still shown element by element. */
static void test_places_are_seen_one_by_one(void **unused) {
    (void)unused;
    struct fair fair = sr_fair_sample();
    struct sr_game game = sr_fair;
    struct sr_field fields[FIELDS];
    memcpy(fields, sr_fair.fields->list, sizeof fields);
    entry(fields, "deck")->axis[0].kind = SR_BY_PLACE;
    game.fields = &(const struct sr_fields)SR_TABLE(fields);
    struct sr_out out = page();
    sr_view_write(&out, &game, &fair, 1);
    assert_non_null(strstr(printed, "\"deck\":[null,[\"silk\"],null,null]"));
}

/* Only seats in play see anything: the mark 0x80 and the like belong to the game. */
static void test_seat_that_is_not_in_play_sees_what_a_spectator_sees(void **unused) {
    (void)unused;
    struct fair fair = sr_fair_sample(), empty_seat, spectator;
    fair.deck_seen[0] = 0xff;
    sr_fields_mask(&sr_fair, &fair, 2, &empty_seat);
    sr_fields_mask(&sr_fair, &fair, SR_SPECTATOR, &spectator);
    assert_memory_equal(&empty_seat, &spectator, sizeof fair);
}

static void test_position_has_everything_but_what_follows(void **unused) {
    (void)unused;
    struct fair fair = sr_fair_sample();
    struct sr_out out = page();
    sr_position_write(&out, &sr_fair, &fair, false);
    assert_string_equal(
        printed,
        "{\n  \"serai\":\"position\",\n  \"game\":\"fair\",\n  \"rules\":2,\n  \"seats\":2"
        ",\n  \"options\":{\"lamps\":true,\"size\":\"large\",\"days\":3}"
        ",\n  "
        "\"rng\":{\"key\":\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\","
        "\"block\":7}" ASKED OPEN_TABLE
        ",\n  \"hand\":{\"1\":{\"tea\":1,\"silk\":2},\"2\":{\"tea\":3,\"silk\":4}}"
        ",\n  \"age\":{\"1\":2,\"2\":3}"
        ",\n  \"bag\":{\"1\":[\"silk\"],\"2\":[\"silk\",\"silk\"]}"
        ",\n  \"look\":{\"tea\":null,\"silk\":2}"
        ",\n  \"drawn\":[\"silk\"]"
        ",\n  \"deck\":[[\"tea\"],[\"silk\"],[\"tea\",\"silk\"]]"
        ",\n  \"deck_seen\":[1,195,128]"
        ",\n  \"thief\":2"
        ",\n  \"vault\":{\"tea\":5,\"silk\":6}"
        ",\n  \"steps\":0\n}");

    fair = sr_fair_ended();
    out = page();
    sr_position_write(&out, &sr_fair, &fair, true);
    assert_non_null(strstr(printed, "\"rules\":2,\n  \"loose\":true,\n  \"seats\":2"));
    assert_non_null(strstr(printed, OVER));
}

static void test_measuring_and_writing_agree(void **unused) {
    (void)unused;
    struct fair fair = sr_fair_sample();
    struct sr_out measure, out = page();
    sr_out_open(&measure, NULL, 0);
    sr_view_write(&measure, &sr_fair, &fair, 0);
    sr_view_write(&out, &sr_fair, &fair, 0);
    assert_int_equal(measure.len, out.len);
    assert_int_equal(out.len, strlen(printed));
}

/* ---- differences ---- */

static void expect_diff(const struct fair *before, const struct fair *after, int viewer,
                        const char *expected) {
    struct sr_out out = page();
    sr_view_diff(&out, &sr_fair, before, after, viewer);
    assert_string_equal(printed, expected);
}

static void test_diff_of_equal_views_is_empty(void **unused) {
    (void)unused;
    struct fair before = sr_fair_sample(), after = sr_fair_sample();
    expect_diff(&before, &after, SR_REFEREE, "{}");
    after.head.rng.block++;
    after.thief = 0;
    after.hand[1][TEA] = 9;
    after.deck[2] = 1;
    expect_diff(&before, &after, 0, "{}");
    expect_diff(&before, &after, SR_SPECTATOR, "{}");
    expect_diff(&before, &after, 1, "{\"hand\":{\"2\":{\"tea\":9}}}");
    expect_diff(&before, &after, SR_REFEREE,
                "{\"hand\":{\"2\":{\"tea\":9}},\"deck\":[[\"tea\"],[\"silk\"],[\"tea\"]],"
                "\"thief\":1}");
}

static void test_diff_goes_into_objects_and_gives_lists_whole(void **unused) {
    (void)unused;
    struct fair before = sr_fair_sample(), after = sr_fair_sample();
    after.head.phase = WALK;
    after.luck = 1;
    after.stall[1] = TEA;
    after.coins[1] = 0;
    after.bag[1][1] = 0;
    after.bag_length[1] = 1;
    expect_diff(&before, &after, 0,
                "{\"phase\":\"walk\",\"luck\":1,\"stall\":[\"silk\",\"tea\",\"tea\"],"
                "\"coins\":{\"2\":0},\"bag\":{\"2\":[null]}}");
}

static void test_diff_follows_the_decider(void **unused) {
    (void)unused;
    struct fair before = sr_fair_sample(), after = sr_fair_sample();
    after.head.decider = 0;
    expect_diff(&before, &after, 0,
                "{\"decider\":1,\"look\":{\"tea\":null,\"silk\":2},\"drawn\":[\"silk\"]}");
    expect_diff(&before, &after, 1, "{\"decider\":1,\"look\":null,\"drawn\":[null]}");
    expect_diff(&before, &after, SR_SPECTATOR, "{\"decider\":1}");
}

static void test_diff_at_the_end_and_back(void **unused) {
    (void)unused;
    struct fair before = sr_fair_sample(), after = sr_fair_ended();
    expect_diff(&before, &after, 0,
                "{\"decider\":null,\"over\":true,\"hand\":{\"2\":{\"tea\":3,\"silk\":4}},"
                "\"vault\":{\"tea\":5,\"silk\":6}}");
    expect_diff(&after, &before, 0,
                "{\"decider\":2,\"over\":false,\"hand\":{\"2\":null},\"vault\":null}");
}

/* ---- masks ---- */

static void expect_mask(const struct fair *fair, int viewer, const struct fair *expected) {
    struct fair masked;
    memset(&masked, 0xee, sizeof masked);
    sr_fields_mask(&sr_fair, fair, viewer, &masked);
    assert_memory_equal(&masked, expected, sizeof masked);
}

static void test_mask_zeroes_exactly_what_is_hidden(void **unused) {
    (void)unused;
    struct fair fair = sr_fair_sample(), first = sr_fair_sample(), second, spectator;
    memset(&first.head.rng, 0, sizeof first.head.rng);
    expect_mask(&fair, SR_REFEREE, &first);
    memset(first.deck_seen, 0, sizeof first.deck_seen);
    memset(first.vault, 0, sizeof first.vault);
    first.thief = 0;
    first.deck[2] = 0;
    second = first;

    memset(first.hand[1], 0, sizeof first.hand[1]);
    memset(first.bag[1], 0, sizeof first.bag[1]);
    memset(first.look, 0, sizeof first.look);
    memset(first.drawn, 0, sizeof first.drawn);
    first.age[1] = 0;
    expect_mask(&fair, 0, &first);

    memset(second.hand[0], 0, sizeof second.hand[0]);
    memset(second.bag[0], 0, sizeof second.bag[0]);
    second.age[0] = 0;
    second.deck[0] = 0;
    expect_mask(&fair, 1, &second);

    spectator = first;
    memset(spectator.hand, 0, sizeof spectator.hand);
    memset(spectator.bag, 0, sizeof spectator.bag);
    memset(spectator.deck, 0, sizeof spectator.deck);
    spectator.age[0] = 0;
    expect_mask(&fair, SR_SPECTATOR, &spectator);

    fair = sr_fair_ended();
    spectator.head = fair.head;
    memset(&spectator.head.rng, 0, sizeof spectator.head.rng);
    memcpy(spectator.hand, fair.hand, sizeof fair.hand);
    memcpy(spectator.vault, fair.vault, sizeof fair.vault);
    expect_mask(&fair, SR_SPECTATOR, &spectator);
}

/* Whatever the mask hides may change without changing a byte of the view, and the other way round
 * each change of a stored value that the mask keeps is seen. */
static void test_views_and_masks_hide_the_same(void **unused) {
    (void)unused;
    static char plain[sizeof printed];
    struct fair fair = sr_fair_sample();
    for (int viewer = SR_REFEREE; viewer < 2; viewer++) {
        unsigned char masked[sizeof fair];
        sr_fields_mask(&sr_fair, &fair, viewer, masked);
        struct sr_out out = page();
        sr_view_write(&out, &sr_fair, &fair, viewer);
        memcpy(plain, printed, sizeof plain);
        for (size_t byte = offsetof(struct fair, crowd); byte < offsetof(struct fair, rest);
             byte++) {
            bool is_mask = byte >= offsetof(struct fair, deck_seen) &&
                           byte < offsetof(struct fair, deck_length);
            struct fair changed = fair;
            unsigned char *at = (unsigned char *)&changed + byte;
            if (!*at || (is_mask && viewer != SR_REFEREE))
                continue;
            --*at;
            out = page();
            sr_view_write(&out, &sr_fair, &changed, viewer);
            assert_int_equal(masked[byte] != 0, strcmp(plain, printed) != 0);
        }
    }
}

/* ---- is the table sound? ---- */

static void expect_cover(const struct sr_field *fields, int count, const char *problem) {
    struct sr_game game = sr_fair;
    struct sr_error error = {0};
    game.fields = &(const struct sr_fields){fields, (uint8_t)count};
    bool covered = sr_fields_cover(&game, &error);
    assert_int_equal(covered, !problem);
    if (!problem)
        return;
    assert_int_equal(error.problem, SR_PROBLEM_FIELD_TABLE);
    struct sr_out out = page();
    sr_error_say(&out, SR_EN, &error);
    if (!strstr(printed, problem))
        fail_msg("\"%s\" does not say \"%s\"", printed, problem);
}

static void test_cover(void **unused) {
    (void)unused;
    struct sr_field fields[FIELDS];
    memcpy(fields, sr_fair.fields->list, sizeof fields);
    expect_cover(fields, FIELDS, NULL);
    expect_cover(fields, FIELDS - 1, "no field has this byte");
    expect_cover(fields + 1, FIELDS - 1, "at byte 47: no field has this byte");
    entry(fields, "thief")->offset--;
    expect_cover(fields, FIELDS, "thief overlaps another");
    entry(fields, "thief")->offset = sizeof(struct fair);
    expect_cover(fields, FIELDS, "thief goes past the end");
}

#define SPOIL(name, member, value, problem)                                                        \
    do {                                                                                           \
        struct sr_field spoilt[FIELDS];                                                            \
        memcpy(spoilt, sr_fair.fields->list, sizeof spoilt);                                       \
        entry(spoilt, name)->member = (value);                                                     \
        expect_cover(spoilt, FIELDS, problem);                                                     \
    } while (0)

static void test_cover_finds_entries_that_contradict_themselves(void **unused) {
    (void)unused;
    static const struct sr_domain a_lot = SR_DOMAIN_NUMBER("lot", 0, 256);
    static const struct sr_domain a_debt = SR_DOMAIN_NUMBER("debt", -1, 128);
    SPOIL("stall", size, STALLS + 1, "stall: its size");
    SPOIL("stall", axis[0].count, 2, "stall: its size");
    SPOIL("stall", axis[0].count, 0, "stall: its size");
    SPOIL("thief", of, &a_lot, "thief: its size");
    SPOIL("dust", of, &a_lot, NULL);
    SPOIL("thief", of, &a_debt, "thief: its size");
    SPOIL("thief", of, NULL, "thief: its size");
    SPOIL("bag", axis[0].kind, SR_LIST, "bag: a list must be the last axis");
    SPOIL("bag", length_at, offsetof(struct fair, hand), "bag: its length is not a field");
    SPOIL("bag", length_at, offsetof(struct fair, drawn_length), "bag: its length is not a field");
    SPOIL("deck", seen_by_at, offsetof(struct fair, crowd), "deck: its masks are not a field");
    SPOIL("hand", axis[1].names, &sr_a_flag, NULL);
    SPOIL("hand", axis[1].names, NULL, "hand: more elements than names");
    SPOIL("vault", see, SR_OWNER, "vault: owned, but not by seat");
    SPOIL("vault", see, SR_AT_END, "vault: nobody said who may see it");

    struct sr_game game = sr_fair;
    struct sr_error error;
    game.recount = NULL;
    assert_false(sr_fields_cover(&game, &error));
    game = sr_fair;
    game.seats_max = SEATS + 1;
    assert_false(sr_fields_cover(&game, &error));
    game = sr_fair;
    game.size = SR_MAX_STATE + 1;
    assert_false(sr_fields_cover(&game, &error));
}

/* ---- is a state sound? ---- */

static void expect_problem(const struct fair *fair, const struct sr_problem *problem,
                           const char *said) {
    struct sr_error error = {0};
    assert_false(sr_check(&sr_fair, fair, &error));
    assert_int_equal(error.problem, problem);
    struct sr_out out = page();
    sr_error_say(&out, SR_EN, &error);
    assert_string_equal(printed, said);
}

#define BREAK(member, value, problem, said)                                                        \
    do {                                                                                           \
        struct fair broken = sr_fair_sample();                                                     \
        broken.member = (value);                                                                   \
        expect_problem(&broken, SR_PROBLEM_##problem, said);                                       \
    } while (0)

static void test_sound_states_pass(void **unused) {
    (void)unused;
    struct fair fair = sr_fair_sample();
    struct sr_error error;
    assert_true(sr_check(&sr_fair, &fair, &error));
    fair = sr_fair_ended();
    assert_true(sr_check(&sr_fair, &fair, &error));
}

static void test_values_out_of_range(void **unused) {
    (void)unused;
    BREAK(luck, -501, FIELD_RANGE, "luck is out of range: -501; allowed: -500..500");
    BREAK(hand[1][SILK], 10, FIELD_RANGE, "hand.2.silk is out of range: 10; allowed: 0..9");
    BREAK(stall[2], 2, FIELD_RANGE, "stall[2] is out of range: 2; allowed: tea, silk, none");
    BREAK(age[0], 3, FIELD_RANGE, "age.1 is out of range: 4; allowed: 1..3");
    BREAK(thief, 2, FIELD_RANGE, "thief is out of range: 3; allowed: 1..2");
    BREAK(bag[1][1], 7, FIELD_RANGE, "bag.2[1] is out of range: 7; allowed: tea, silk");
    BREAK(stars, UINT64_C(1) << 40, FIELD_RANGE,
          "stars is out of range: 1099511627776; allowed: 0..1000000");
    BREAK(bag_length[1], 3, FIELD_RANGE, "bag.2.length is out of range: 3; allowed: 0..2");
    BREAK(options[1], 2, FIELD_RANGE, "size is out of range: 2; allowed: small, large");
}

static void test_what_is_not_in_use_must_be_zero(void **unused) {
    (void)unused;
    BREAK(coins[2], 1, FIELD_UNUSED, "coins.3: a part that is not in use is not zero");
    BREAK(hand[2][TEA], 1, FIELD_UNUSED, "hand.3.tea: a part that is not in use is not zero");
    BREAK(bag_length[2], 1, FIELD_UNUSED, "bag_length.3: a part that is not in use is not zero");
    BREAK(bag[0][1], 1, FIELD_UNUSED, "bag.1[1]: a part that is not in use is not zero");
    BREAK(deck[3], 1, FIELD_UNUSED, "deck[3]: a part that is not in use is not zero");
    BREAK(deck_seen[3], 1, FIELD_UNUSED, "deck_seen[3]: a part that is not in use is not zero");
    BREAK(pad, 1, FIELD_UNUSED, "pad[0]: a part that is not in use is not zero");
    BREAK(rest[2], 1, FIELD_UNUSED, "rest[2]: a part that is not in use is not zero");
}

static void test_counts_and_rules(void **unused) {
    (void)unused;
    BREAK(total, 8, FIELD_COUNT, "total does not agree with the rest of the position");
    struct fair fair = sr_fair_sample();
    fair.coins[0] = 0;
    fair.total = 4;
    expect_problem(&fair, SR_PROBLEM_BROKEN, "the position breaks a rule: 4 coins, not 7");
    struct sr_error error;
    struct sr_out out = page();
    sr_check(&sr_fair, &fair, &error);
    sr_error_say(&out, SR_RU, &error);
    assert_string_equal(printed, "позиция нарушает правило: монет 4, а не 7");
}

static void forget_to_count(void *state) {
    (void)state;
}

static void test_recounts_that_forget_are_found(void **unused) {
    (void)unused;
    struct fair fair = sr_fair_sample();
    struct sr_game game = sr_fair;
    struct sr_error error;
    game.recount = forget_to_count;
    assert_false(sr_fields_check(&game, &fair, &error));
    assert_int_equal(error.problem, SR_PROBLEM_FIELD_COUNT);
}

static void test_loose_states_may_break_rules_but_not_the_structure(void **unused) {
    (void)unused;
    struct fair fair = sr_fair_sample();
    struct sr_error error;
    fair.coins[0] = 0;
    fair.total = 4;
    assert_true(sr_check_loose(&sr_fair, &fair, &error));
    fair.steps = 9;
    assert_false(sr_check_loose(&sr_fair, &fair, &error));
    assert_int_equal(error.problem, SR_PROBLEM_BROKEN);
    fair.steps = 10;
    assert_false(sr_check_loose(&sr_fair, &fair, &error));
    assert_int_equal(error.problem, SR_PROBLEM_FIELD_RANGE);
}

static void test_heads(void **unused) {
    (void)unused;
    BREAK(head.seats, 4, FIELD_RANGE, "seats is out of range: 4; allowed: 2..3");
    BREAK(head.phase, 6, FIELD_RANGE, "phase is out of range: 6; allowed: 0..5");
    BREAK(head.decider, 2, FIELD_RANGE, "decider is out of range: 3; allowed: 1..2");
    BREAK(head.decider, SR_NONE, FIELD_RANGE, "decider is out of range: none; allowed: 1..2");
    BREAK(head.over, 2, FIELD_RANGE, "over is out of range: 2; allowed: yes, no");
    BREAK(head.over, 1, FIELD_COUNT, "decider does not agree with the rest of the position");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_view_of_a_seat_that_waits),
        cmocka_unit_test(test_view_of_the_seat_that_decides),
        cmocka_unit_test(test_view_of_a_spectator),
        cmocka_unit_test(test_view_of_the_referee),
        cmocka_unit_test(test_view_when_the_end_reveals),
        cmocka_unit_test(test_places_are_seen_one_by_one),
        cmocka_unit_test(test_seat_that_is_not_in_play_sees_what_a_spectator_sees),
        cmocka_unit_test(test_position_has_everything_but_what_follows),
        cmocka_unit_test(test_measuring_and_writing_agree),
        cmocka_unit_test(test_diff_of_equal_views_is_empty),
        cmocka_unit_test(test_diff_goes_into_objects_and_gives_lists_whole),
        cmocka_unit_test(test_diff_follows_the_decider),
        cmocka_unit_test(test_diff_at_the_end_and_back),
        cmocka_unit_test(test_mask_zeroes_exactly_what_is_hidden),
        cmocka_unit_test(test_views_and_masks_hide_the_same),
        cmocka_unit_test(test_cover),
        cmocka_unit_test(test_cover_finds_entries_that_contradict_themselves),
        cmocka_unit_test(test_sound_states_pass),
        cmocka_unit_test(test_values_out_of_range),
        cmocka_unit_test(test_what_is_not_in_use_must_be_zero),
        cmocka_unit_test(test_counts_and_rules),
        cmocka_unit_test(test_recounts_that_forget_are_found),
        cmocka_unit_test(test_loose_states_may_break_rules_but_not_the_structure),
        cmocka_unit_test(test_heads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
