/* Sets of cards, decks, dealing under constraints; and names that are made of two parts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/cards.h"
#include "core/domain.h"

enum { SUITS = 4, RANKS = 13, CARDS = SUITS * RANKS };

static struct sr_stream stream_of(struct sr_rng *rng, uint64_t number) {
    uint8_t seed[SR_SEED_BYTES];
    sr_seed_number(number, seed);
    sr_rng_seed(rng, seed);
    return sr_stream_open(rng);
}

static void sets_are_counted(void **state) {
    (void)state;
    sr_cards all = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        assert_int_equal(sr_count_cards(sr_suit(suit, RANKS)), RANKS);
        assert_int_equal(sr_first_card(sr_suit(suit, RANKS)), suit * RANKS);
        assert_int_equal(sr_last_card(sr_suit(suit, RANKS)), suit * RANKS + RANKS - 1);
        all |= sr_suit(suit, RANKS);
    }
    assert_true(all == (UINT64_C(1) << CARDS) - 1);
    assert_int_equal(sr_count_cards(~UINT64_C(0)), 64);
    assert_int_equal(sr_count_cards(0), 0);
    assert_true(sr_ranks_of(sr_card(2 * RANKS + 5) | sr_card(3), 2, RANKS) == 1 << 5);
    assert_true(sr_has_card(sr_card(51), 51) && !sr_has_card(sr_card(51), 50));
}

static void decks_are_filled(void **state) {
    (void)state;
    uint8_t deck[8] = {3, 1, 1, 2}; /* bottom first */
    int left[4] = {1, 1, 1, -1};
    assert_int_equal(sr_fill_deck(deck, 4, 8, left, 4), 3);
    const uint8_t right[8] = {0, 1, 2}; /* the upper 1 stays, 0 is new at the bottom */
    assert_memory_equal(deck, right, sizeof right);
    const int count[3] = {2, 0, 3};
    uint8_t card[4];
    assert_int_equal(sr_lay_out(count, 3, card, 4), 4);
    const uint8_t laid[4] = {0, 0, 2, 2};
    assert_memory_equal(card, laid, sizeof laid);
}

static void all_deals_are_alike_without_constraints(void **state) {
    (void)state;
    enum { DEALS = 6, TIMES = 600 * DEALS };
    int seen[16] = {0};
    struct sr_rng rng;
    struct sr_stream stream = stream_of(&rng, 1);
    for (int i = 0; i < TIMES; i++) {
        struct sr_hand hand[2] = {{.may = 15, .room = 2}, {.may = 15, .room = 2}};
        assert_true(sr_deal_among(&stream, 15, hand, 2));
        assert_true((hand[0].cards | hand[1].cards) == 15);
        assert_int_equal(hand[0].room, 2);
        seen[hand[0].cards]++;
    }
    for (int set = 0; set < 16; set++)
        if (sr_count_cards((sr_cards)set) == 2)
            assert_in_range(seen[set], TIMES / DEALS * 9 / 10, TIMES / DEALS * 11 / 10);
        else
            assert_int_equal(seen[set], 0);
}

/* Voids that leave one way only, and a triangle that no swap of two cards gets out of. */
static void constraints_are_kept(void **state) {
    (void)state;
    struct sr_rng rng;
    struct sr_stream stream = stream_of(&rng, 2);
    int ways[8] = {0};
    for (int i = 0; i < 400; i++) {
        struct sr_hand hand[3] = {
            {.may = 3, .room = 1}, {.may = 6, .room = 1}, {.may = 5, .room = 1}};
        assert_true(sr_deal_among(&stream, 7, hand, 3));
        ways[hand[0].cards]++;
        for (int seat = 0; seat < 3; seat++) {
            assert_true(!(hand[seat].cards & ~hand[seat].may));
            assert_int_equal(sr_count_cards(hand[seat].cards), 1);
        }
    }
    assert_in_range(ways[1], 150, 250);
    assert_int_equal(ways[1] + ways[2], 400);
    struct sr_hand poor[2] = {{.may = 1, .room = 2}, {.may = 15, .room = 2}};
    assert_false(sr_deal_among(&stream, 15, poor, 2));
    struct sr_hand small[2] = {{.may = 15, .room = 1}, {.may = 15, .room = 2}};
    assert_false(sr_deal_among(&stream, 15, small, 2));
}

/* As at a table for four: three hands whose voids everybody has seen. */
static void a_whole_table_is_dealt(void **state) {
    (void)state;
    struct sr_rng rng;
    struct sr_stream stream = stream_of(&rng, 3);
    sr_cards all = (UINT64_C(1) << 3 * RANKS) - 1;
    for (int i = 0; i < 200; i++) {
        struct sr_hand hand[3] = {{.may = all & ~sr_suit(0, RANKS), .room = RANKS},
                                  {.may = all & ~sr_suit(1, RANKS), .room = RANKS},
                                  {.may = all, .room = RANKS}};
        assert_true(sr_deal_among(&stream, all, hand, 3));
        assert_true((hand[0].cards ^ hand[1].cards ^ hand[2].cards) == all);
        for (int seat = 0; seat < 3; seat++) {
            assert_int_equal(sr_count_cards(hand[seat].cards), RANKS);
            assert_true(!(hand[seat].cards & ~hand[seat].may));
        }
    }
}

/* ---- names by parts ---- */

static const struct sr_name suit_names[] = {
    {"c", SR_TEXT("clubs", "трефы|треф")},
    {"h", SR_TEXT("hearts", "червы|черв")},
};
static const struct sr_domain a_suit = SR_DOMAIN_NAMED("suit", suit_names);
static const struct sr_name rank_names[] = {
    {"2", SR_TEXT("two", "двойка")},
    {"q", SR_TEXT("queen", "дама")},
    {"a", SR_TEXT("ace", "туз")},
};
static const struct sr_domain a_rank = SR_DOMAIN_NAMED("rank", rank_names);
static const struct sr_parts card_parts = {
    &a_suit, &a_rank, SR_TEXT("{second} of {first}", "{second} {first.g}"), NULL, NULL};
static const struct sr_name jokers[] = {{"joker", SR_TEXT("joker", "джокер")}};
static const struct sr_domain a_card = SR_DOMAIN_PARTS_AND("card", &card_parts, 2, 3, jokers);

static void expect_said(enum sr_lang lang, int64_t value, const char *right) {
    const struct sr_reader reader = {.lang = lang};
    char text[80];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_domain_say(&out, &reader, &a_card, value, 0);
    assert_string_equal(text, right);
}

static void names_are_made_of_parts(void **state) {
    (void)state;
    static const char *const ids[] = {"c2", "cq", "ca", "h2", "hq", "ha", "joker"};
    assert_int_equal(a_card.max, 6);
    for (int value = 0; value <= a_card.max; value++) {
        char text[40];
        struct sr_out out;
        int64_t read = -1;
        sr_out_open(&out, text, sizeof text);
        sr_domain_write(&out, &a_card, value);
        assert_string_equal(text, ids[value]);
        assert_true(sr_domain_read(&a_card, text, strlen(text), 4, &read));
        assert_int_equal(read, value);
    }
    int64_t read;
    assert_false(sr_domain_read(&a_card, "h3", 2, 4, &read));
    expect_said(SR_EN, 4, "queen of hearts");
    expect_said(SR_RU, 4, "дама черв");
    expect_said(SR_RU, 6, "джокер");
    char text[80];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_domain_offer(&out, &a_card, 4);
    assert_string_equal(text, "c2, cq, ca, h2, hq, ha, joker");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_are_counted),
        cmocka_unit_test(decks_are_filled),
        cmocka_unit_test(all_deals_are_alike_without_constraints),
        cmocka_unit_test(constraints_are_kept),
        cmocka_unit_test(a_whole_table_is_dealt),
        cmocka_unit_test(names_are_made_of_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
