/* Panda Spin: what can be reached by naming a bid and choosing its cards one by one is exactly what
 * a plain enumeration of all sets of cards and all their readings gives. Also: the data. */
#include "games/pandaspin/state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

extern const struct sr_game sr_game_pandaspin;

enum { MAX_PLAYS = 1 << 16, SMALL_HANDS = 20000, LARGE_HANDS = 300 };

struct held {
    int suit, rank, side;
};

/* A play as one number: which cards of the hand, and the bid. */
struct plays {
    size_t count;
    uint64_t play[MAX_PLAYS];
};

static uint64_t pack(uint32_t cards, struct bid bid) {
    return (uint64_t)cards << 32 | (uint64_t)bid.type << 24 | (uint64_t)bid.copies << 16 |
           (uint64_t)bid.length << 8 | bid.top;
}

static void add_play(struct plays *plays, uint32_t cards, struct bid bid) {
    assert_true(plays->count < MAX_PLAYS);
    plays->play[plays->count++] = pack(cards, bid);
}

static int by_number(const void *one, const void *other) {
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return a < b ? -1 : a > b;
}

/* ---- the plain way: every set of cards, every reading of it ---- */

/* One reading: so many copies of `length` values from `lowest` on, all printed values used, every
 * hole filled by a water symbol. */
static bool reads_as(const struct pandaspin *t, const int shown[RANKS], const int waters[RANKS],
                     int lowest, int length, int copies, struct bid *bid) {
    int holes = 0, water = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        bool inside = rank >= lowest && rank < lowest + length;
        water += waters[rank];
        if (shown[rank] > (inside ? copies : 0))
            return false;
        if (!inside)
            continue;
        holes += copies - shown[rank];
        if (!t->options[option_joker_free_value] && copies - shown[rank] > waters[rank])
            return false;
    }
    if (holes > water)
        return false;
    int top = lowest + length - 1;
    if (length > 1 && top == rank_2)
        return false;
    bid->copies = (uint8_t)copies;
    bid->length = (uint8_t)length;
    bid->top = (uint8_t)top;
    if (length > 1)
        bid->type = copies == 1 ? bid_run : bid_formation;
    else if (copies == 1)
        bid->type = bid_single;
    else if (copies >= 4 && holes == 0)
        bid->type = bid_bomb;
    else
        bid->type = bid_set;
    return !(bid->type == bid_set && copies >= 4 &&
             !t->options[option_joker_set_of_4_plus_allowed]);
}

/* The beat relation, written down once more. */
static bool is_allowed(const struct pandaspin *t, struct bid bid) {
    int values = bid.copies * bid.length, highest = t->bid.copies * t->bid.length;
    if (t->bid.type == bid_nothing)
        return bid.type != bid_bomb || t->options[option_bomb_may_lead];
    if (t->bid.type == bid_bomb)
        return bid.type == bid_bomb &&
               (values > highest || (values == highest && bid.top > t->bid.top));
    if (bid.type == bid_bomb)
        return true;
    if (t->options[option_formation_shape_strict] &&
        (bid.copies != t->bid.copies || bid.length != t->bid.length))
        return false;
    return bid.type == t->bid.type && values == highest && bid.top > t->bid.top;
}

static void enumerate(const struct pandaspin *t, const struct held *hand, int size,
                      struct plays *plays) {
    plays->count = 0;
    for (uint32_t cards = 1; cards < UINT32_C(1) << size; cards++) {
        int shown[RANKS] = {0}, waters[RANKS] = {0}, values = 0, water = 0;
        int low = RANKS, high = -1;
        for (int i = 0; i < size; i++) {
            if (!(cards >> i & 1))
                continue;
            struct face face = pandaspin_face[hand[i].side][hand[i].suit][hand[i].rank];
            shown[face.rank] += face.count;
            waters[face.rank] += face.symbol == symbol_water;
            values += face.count;
            water += face.symbol == symbol_water;
            low = face.rank < low ? face.rank : low;
            high = face.rank > high ? face.rank : high;
        }
        for (int length = high - low + 1; length <= 5; length++)
            for (int lowest = high - length + 1; lowest <= low; lowest++)
                for (int copies = 1; copies * length <= values + water; copies++) {
                    struct bid bid;
                    if (lowest >= 0 && lowest + length <= RANKS &&
                        reads_as(t, shown, waters, lowest, length, copies, &bid) &&
                        is_allowed(t, bid))
                        add_play(plays, cards, bid);
                }
    }
}

/* ---- the way of the game: bid, then card after card ---- */

static uint32_t laid_cards(const struct pandaspin *t, const struct held *hand, int size) {
    uint32_t cards = 0;
    for (int i = 0; i < size; i++) {
        const uint16_t *laid = hand[i].side ? t->laid_blue : t->laid_white;
        cards |= (uint32_t)(laid[hand[i].suit] >> hand[i].rank & 1) << i;
    }
    return cards;
}

static void follow(const struct pandaspin *t, const struct held *hand, int size,
                   struct plays *plays) {
    struct sr_moves moves = {.count = 0};
    pandaspin_list_cards(t, &moves);
    assert_true(moves.count >= 2); /* else there was nothing to ask */
    for (uint32_t i = 0; i < moves.count; i++) {
        struct pandaspin next = *t;
        if (pandaspin_choose(&next, moves.list[i]))
            add_play(plays, laid_cards(&next, hand, size), next.wanted);
        else
            follow(&next, hand, size, plays);
    }
}

static uint32_t reach(const struct pandaspin *t, const struct held *hand, int size,
                      struct plays *plays) {
    struct sr_moves moves = {.count = 0};
    plays->count = 0;
    pandaspin_list_bids(t, &moves);
    for (uint32_t i = 0; i < moves.count; i++) {
        struct pandaspin next = *t;
        struct bid bid = move_bid(moves.list[i]);
        struct sr_move again = pandaspin_bid_move(bid);
        assert_true(sr_same_move(again, moves.list[i]));
        if (pandaspin_want(&next, bid))
            add_play(plays, laid_cards(&next, hand, size), bid);
        else
            follow(&next, hand, size, plays);
    }
    return moves.count;
}

/* ---- random hands ---- */

static struct sr_stream dice_of(struct sr_rng *rng, uint64_t number) {
    uint8_t seed[SR_SEED_BYTES];
    sr_seed_number(number, seed);
    sr_rng_seed(rng, seed);
    return sr_stream_open(rng);
}

static void empty_table(struct pandaspin *t, struct sr_stream *dice) {
    memset(t, 0, sizeof *t);
    t->head.seats = 5;
    for (int i = 0; i < OPTIONS; i++)
        t->options[i] = pandaspin_options[i].standard;
    static const int flags[] = {option_bomb_may_lead, option_joker_free_value,
                                option_joker_set_of_4_plus_allowed, option_formation_shape_strict};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (sr_draw(dice, 4) == 0)
            t->options[flags[i]] ^= 1;
    t->bid.top = SR_NONE;
    pandaspin_forget_choice(t);
}

/* Hands of a few values, or of many blue cards, or of much water, so that there is much to make. */
static int deal_hand(struct pandaspin *t, struct held *hand, int size, struct sr_stream *dice) {
    int low = (int)sr_draw(dice, RANKS), span = 1 + (int)sr_draw(dice, RANKS);
    uint32_t blues = sr_draw(dice, 4), wet = sr_draw(dice, 3);
    bool taken[SUITS][RANKS] = {{false}};
    int count = 0;
    for (int tries = 0; tries < 4000 && count < size; tries++) {
        int suit = wet == 0 && sr_draw(dice, 2) ? suit_water : (int)sr_draw(dice, SUITS);
        int rank = (int)sr_draw(dice, RANKS), side = sr_draw(dice, 4) < blues;
        int value = pandaspin_face[side][suit][rank].rank;
        if (taken[suit][rank] || (value - low + RANKS) % RANKS >= span)
            continue;
        taken[suit][rank] = true;
        hand[count++] = (struct held){suit, rank, side};
        uint16_t *cards = side == white_side ? t->white[0]
                          : sr_draw(dice, 2) ? t->blue[0]
                                             : t->turned[0];
        cards[suit] = (uint16_t)(cards[suit] | 1U << rank);
    }
    t->hand_size[0] = (uint8_t)count;
    return count;
}

/* Nothing, or a bid that this very hand could make, brought down a little so that it can be beaten.
 */
static void lead_something(struct pandaspin *t, struct sr_stream *dice) {
    struct sr_moves moves = {.count = 0};
    pandaspin_list_bids(t, &moves);
    if (!moves.count || sr_draw(dice, 3) == 0)
        return;
    struct bid bid = move_bid(moves.list[sr_draw(dice, moves.count)]);
    int lowest = bid.length - 1;
    bid.top = (uint8_t)(lowest + (int)sr_draw(dice, (uint32_t)(bid.top - lowest) + 1));
    t->bid = bid;
    t->owner = 1;
}

static struct plays plain, reached;

static void compare(struct sr_stream *dice, int least, int most) {
    struct pandaspin t;
    struct held hand[MAX_HAND];
    empty_table(&t, dice);
    int size = deal_hand(&t, hand, least + (int)sr_draw(dice, (uint32_t)(most - least) + 1), dice);
    lead_something(&t, dice);
    enumerate(&t, hand, size, &plain);
    reach(&t, hand, size, &reached);
    qsort(plain.play, plain.count, sizeof plain.play[0], by_number);
    qsort(reached.play, reached.count, sizeof reached.play[0], by_number);
    assert_int_equal(plain.count, reached.count); /* so nothing is reached twice, either */
    assert_memory_equal(plain.play, reached.play, plain.count * sizeof plain.play[0]);
}

static void small_hands_reach_every_play(void **state) {
    (void)state;
    struct sr_rng rng;
    struct sr_stream dice = dice_of(&rng, 1);
    uint64_t plays = 0, hands_with_many = 0;
    for (int i = 0; i < SMALL_HANDS; i++) {
        compare(&dice, 1, 9);
        plays += plain.count;
        hands_with_many += plain.count > 50;
    }
    printf("             %d hands, %llu plays\n", SMALL_HANDS, (unsigned long long)plays);
    assert_true(plays > SMALL_HANDS && hands_with_many > 100); /* not all of it idle */
}

static void large_hands_reach_every_play(void **state) {
    (void)state;
    struct sr_rng rng;
    struct sr_stream dice = dice_of(&rng, 2);
    size_t most = 0;
    for (int i = 0; i < LARGE_HANDS; i++) {
        compare(&dice, 10, 13);
        most = plain.count > most ? plain.count : most;
    }
    printf("             at most %zu plays of one hand\n", most);
    assert_true(most > 500);
}

/* The largest hand that can be has 17 cards. The hands are made worse step by step. */
static void lists_stay_short(void **state) {
    (void)state;
    struct sr_rng rng;
    struct sr_stream dice = dice_of(&rng, 3);
    uint32_t longest = 0;
    for (int climb = 0; climb < 30; climb++) {
        struct held hand[MAX_HAND];
        struct pandaspin t;
        empty_table(&t, &dice);
        memset(t.options, 1, sizeof t.options);
        int size = deal_hand(&t, hand, 17, &dice);
        uint32_t best = 0;
        for (int step = 0; step < 1500 && size == 17; step++) {
            struct held old = hand[0];
            int at = (int)sr_draw(&dice, 17);
            struct held fresh = {(int)sr_draw(&dice, SUITS), (int)sr_draw(&dice, RANKS),
                                 (int)sr_draw(&dice, 2)};
            bool twice = false;
            for (int i = 0; i < size; i++)
                twice |= i != at && hand[i].suit == fresh.suit && hand[i].rank == fresh.rank;
            if (twice)
                continue;
            old = hand[at];
            hand[at] = fresh;
            memset(t.white, 0, sizeof t.white);
            memset(t.blue, 0, sizeof t.blue);
            memset(t.turned, 0, sizeof t.turned);
            for (int i = 0; i < size; i++) {
                uint16_t *cards = hand[i].side ? t.blue[0] : t.white[0];
                cards[hand[i].suit] = (uint16_t)(cards[hand[i].suit] | 1U << hand[i].rank);
            }
            struct sr_moves moves = {.count = 0};
            pandaspin_list_bids(&t, &moves);
            if (moves.count >= best)
                best = moves.count;
            else
                hand[at] = old;
        }
        longest = best > longest ? best : longest;
    }
    printf("             the longest list of bids has %u\n", longest);
    assert_true(longest > 50 && longest < 180);
}

/* ---- the data ---- */

static void assert_face(int side, int suit, int rank, int value, int count, int symbol) {
    struct face face = pandaspin_face[side][suit][rank];
    assert_int_equal(face.rank, value);
    assert_int_equal(face.count, count);
    assert_int_equal(face.symbol, symbol);
}

static void rulebook_cards_are_as_printed(void **state) {
    (void)state;
    assert_face(blue_side, suit_fire, rank_q, rank_a, 1, symbol_fire);
    assert_face(blue_side, suit_metal, rank_8, rank_3, 3, symbol_no);
    assert_face(blue_side, suit_water, rank_k, rank_7, 1, symbol_water);
    assert_face(white_side, suit_earth, rank_j, rank_j, 1, symbol_panda);
    assert_face(blue_side, suit_earth, rank_j, rank_j, 2, symbol_no);
    assert_face(blue_side, suit_wood, rank_9, rank_2, 1, symbol_bamboo);
}

static void every_card_has_a_source(void **state) {
    (void)state;
    enum source { RULEBOOK, PRERELEASE, RECONSTRUCTED, SOURCES };
    static const struct {
        int suit, rank, count, value, symbol;
        enum source source;
    } cards[] = {
#define CARD(suit, rank, symbol, count, value, blue_symbol, source)                                \
    {suit_##suit, rank_##rank, count, rank_##value, symbol_##blue_symbol, source},
#include "games/pandaspin/components.def"
    };
    int sources[SOURCES] = {0}, waters[RANKS] = {0};
    assert_int_equal(sizeof cards / sizeof cards[0], ANIMALS);
    for (int i = 0; i < ANIMALS; i++) {
        assert_int_equal(cards[i].suit * RANKS + cards[i].rank, i); /* each once, in order */
        assert_in_range(cards[i].count, 1, 3);
        sources[cards[i].source]++;
        waters[cards[i].value] += cards[i].symbol == symbol_water;
    }
    assert_int_equal(sources[RULEBOOK], 5);
    assert_int_equal(sources[PRERELEASE], 4);
    assert_int_equal(sources[RECONSTRUCTED], 56);
    for (int rank = 0; rank < RANKS; rank++)
        assert_in_range(waters[rank], 0, MAX_WATERS);
}

/* What the rulebook says of the suits, whatever the single cards show. */
static void suits_keep_their_character(void **state) {
    (void)state;
    for (int rank = 0; rank < RANKS; rank++) {
        struct face fire = pandaspin_face[blue_side][suit_fire][rank];
        struct face metal = pandaspin_face[blue_side][suit_metal][rank];
        struct face earth = pandaspin_face[blue_side][suit_earth][rank];
        assert_true(fire.symbol == symbol_fire ? fire.count == 1 && fire.rank > rank
                                               : fire.symbol == symbol_no && fire.count == 2);
        assert_true(metal.symbol == symbol_no && metal.count >= 2);
        assert_true(earth.symbol == symbol_panda ? earth.count == 1 && earth.rank > rank
                                                 : earth.symbol == symbol_no && earth.count == 2);
        assert_int_equal(pandaspin_face[blue_side][suit_water][rank].symbol, symbol_water);
        assert_int_equal(pandaspin_face[blue_side][suit_wood][rank].symbol, symbol_bamboo);
    }
}

/* ---- guesses ---- */

enum { DEALS = 20000 };

/* How often seat 2 holds each card, in guesses of seat 1. */
static void count_held(const struct pandaspin *t, int held[SUITS][ELEMENT_BIT + 1]) {
    struct sr_rng rng;
    uint8_t seed[SR_SEED_BYTES];
    sr_seed_number(1, seed);
    sr_rng_seed(&rng, seed);
    struct sr_stream stream = sr_stream_open(&rng);
    memset(held, 0, SUITS * sizeof held[0]);
    for (int i = 0; i < DEALS; i++) {
        struct pandaspin world = *t;
        sr_guess(&sr_game_pandaspin, &world, 0, &stream);
        for (int suit = 0; suit < SUITS; suit++)
            for (int bit = 0; bit <= ELEMENT_BIT; bit++)
                held[suit][bit] += world.white[1][suit] >> bit & 1;
    }
}

/* Somebody who was seen to do without a card hardly has it, but nothing is ever ruled out. */
static void guesses_heed_what_was_declined(void **state) {
    (void)state;
    static int before[SUITS][ELEMENT_BIT + 1], after[SUITS][ELEMENT_BIT + 1];
    struct sr_setup setup;
    struct sr_moves moves;
    struct pandaspin t;
    sr_setup_init(&sr_game_pandaspin, &setup);
    setup.seats = 2;
    sr_seed_number(5, setup.seed);
    sr_deal(&sr_game_pandaspin, &t, &setup, NULL, &moves);
    count_held(&t, before);
    t.declined[1][kind_single] = t.declined[1][kind_again] = 1 << rank_2;
    t.spent[1] = 1 << rank_5;
    t.kept[1] = t.suits;
    count_held(&t, after);
    for (int suit = 0; suit < SUITS; suit++)
        for (int bit = 0; bit <= ELEMENT_BIT; bit++) {
            bool unknown = in_play(&t, suit) && !(t.white[0][suit] >> bit & 1);
            assert_int_equal(after[suit][bit] > 0, unknown);
            assert_true(!unknown || after[suit][bit] < DEALS);
            if (unknown && (bit == rank_2 || bit == rank_5 || bit == ELEMENT_BIT))
                assert_true(3 * after[suit][bit] < 2 * before[suit][bit]);
        }
}

/* ---- the judge ---- */

/* Two hands of white cards of one suit each, the first to lead. */
static void judge_hands(unsigned first, unsigned second, float value[2 * FEATURES]) {
    struct sr_setup setup;
    struct sr_moves moves;
    struct pandaspin t;
    sr_setup_init(&sr_game_pandaspin, &setup);
    setup.seats = 2;
    sr_seed_number(1, setup.seed);
    sr_deal(&sr_game_pandaspin, &t, &setup, NULL, &moves);
    memset(t.white, 0, sizeof t.white);
    t.head.decider = 0;
    t.white[0][suit_fire] = (uint16_t)first;
    t.white[1][suit_metal] = (uint16_t)second;
    pandaspin_recount(&t);
    pandaspin_measure(&t, value);
}

/* Rows are one play, what nobody can beat is a control, and with one play to lose at most whoever
 * leads goes out. */
static void hands_are_judged_by_plays_and_controls(void **state) {
    (void)state;
    float value[2 * FEATURES], *other = &value[FEATURES];
    judge_hands(1 << rank_3 | 1 << rank_k | 1 << rank_2, 1 << rank_q | 1 << rank_8, value);
    assert_true(value[feature_plays] == 3 && value[feature_controls] == 2);
    assert_true(value[feature_sure] == 2); /* as many points as the other hand has cards */
    assert_true(other[feature_plays] == 2 && other[feature_controls] == 0);
    assert_true(other[feature_sure] == 0);
    judge_hands(1 << rank_3 | 1 << rank_4 | 1 << rank_2, 1 << rank_q | 1 << rank_8, value);
    assert_true(value[feature_plays] == 3 && value[feature_controls] == 1);
    assert_true(value[feature_sure] == 0);
    judge_hands(1 << rank_3 | 1 << rank_4 | 1 << rank_5 | 1 << rank_6, 1 << rank_q, value);
    assert_true(value[feature_plays] == 1 && value[feature_sure] == 1);
    assert_true(other[feature_controls] == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_hands_reach_every_play),
        cmocka_unit_test(large_hands_reach_every_play),
        cmocka_unit_test(lists_stay_short),
        cmocka_unit_test(rulebook_cards_are_as_printed),
        cmocka_unit_test(every_card_has_a_source),
        cmocka_unit_test(suits_keep_their_character),
        cmocka_unit_test(guesses_heed_what_was_declined),
        cmocka_unit_test(hands_are_judged_by_plays_and_controls),
    };
    return cmocka_run_group_tests_name("pandaspin", tests, NULL, NULL);
}
