/* Panda Spin: what a laboratory counts to learn what wins. Hands are dealt anew each round; what is
 * counted is the first of them and what was done with it, where the points came from, and how the
 * last round went. */
#include "state.h"

#include "core/tally.h"

static const struct sr_domain some_points = SR_DOMAIN_NUMBER("points", 0, MAX_POINTS);
static const struct sr_domain a_place = SR_DOMAIN_PLACE("place", SEATS);
static const struct sr_domain some_cards = SR_DOMAIN_NUMBER("cards", 0, FIRST_HAND);
static const struct sr_name suit_names[] = {
#define SUIT(id, letter, number, en, ru, if_en, if_ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
static const struct sr_domain some_suits = SR_DOMAIN_BITS("suits", suit_names);

/* ---- the first round ---- */

static int leads(const void *state, int seat) {
    const struct pandaspin *t = state;
    return t->first == seat;
}

static int elements_dealt(const void *state, int seat) {
    const struct pandaspin *t = state;
    int suits = 0;
    for (int suit = 0; suit < SUITS; suit++)
        if (t->white[seat][suit] >> ELEMENT_BIT & 1)
            suits |= 1 << suit;
    return suits;
}

static int count_high(const void *state, int seat) {
    const struct pandaspin *t = state;
    int cards = 0;
    for (int suit = 0; suit < SUITS; suit++)
        cards += sr_count_bits(t->white[seat][suit] & (1U << rank_a | 1U << rank_2));
    return cards;
}

static int count_values(const void *state, int seat) {
    const struct pandaspin *t = state;
    unsigned values = 0;
    for (int suit = 0; suit < SUITS; suit++)
        values |= t->white[seat][suit] & ANIMAL_BITS;
    return sr_count_bits(values);
}

static int type_of_bid(const void *state, struct sr_move move) {
    (void)state;
    return move.verb <= verb_bomb ? move_bid(move).type : -1;
}

static int element_played(const void *state, struct sr_move move) {
    (void)state;
    return move.verb == verb_element ? move.arg[0] : -1;
}

/* ---- the points, and the last round ---- */

static int points_of_going_out(const void *state, int seat) {
    const struct pandaspin *t = state;
    return t->from_going_out[seat];
}

static int points_of_bamboo(const void *state, int seat) {
    const struct pandaspin *t = state;
    return t->from_bamboo[seat];
}

static int points_stolen(const void *state, int seat) {
    const struct pandaspin *t = state;
    return t->stolen[seat];
}

static int points_lost(const void *state, int seat) {
    const struct pandaspin *t = state;
    return t->lost[seat];
}

/* Whoever still holds cards is at no place. */
static int place_of_hand(const void *state, int seat) {
    const struct pandaspin *t = state;
    return t->emptied[seat] ? t->emptied[seat] - 1 : -1;
}

static const struct sr_tally tallies[] = {
    {"began", SR_TEXT("Led the first round", "Ходил первым в первом раунде"), &sr_a_flag, leads,
     .at_deal = true},
    {"elements", SR_TEXT("Element in the first hand", "Элемент на первой руке"), &some_suits,
     elements_dealt, .at_deal = true},
    {"high", SR_TEXT("Aces and twos in the first hand", "Тузов и двоек на первой руке"),
     &some_cards, count_high, .at_deal = true},
    {"values", SR_TEXT("Different values in the first hand", "Разных номиналов на первой руке"),
     &some_cards, count_values, .at_deal = true},
    {"bid", SR_TEXT("First bid", "Первая ставка"), &pandaspin_bid_type, .of_move = type_of_bid},
    {"element", SR_TEXT("First element played", "Первый сыгранный элемент"), &pandaspin_suit,
     .of_move = element_played},
    {"out", SR_TEXT("Points for going out", "Очки за опустевшую руку"), &some_points,
     points_of_going_out},
    {"bamboo", SR_TEXT("Points of bamboo", "Очки за бамбук"), &some_points, points_of_bamboo},
    {"stolen", SR_TEXT("Points stolen", "Украдено очков"), &some_points, points_stolen},
    {"lost", SR_TEXT("Points lost to thieves", "Очков украдено у игрока"), &some_points,
     points_lost},
    {"emptied", SR_TEXT("Hand empty in the last round", "Рука опустела в последнем раунде"),
     &a_place, place_of_hand},
    {"first", SR_TEXT("Led the last round", "Ходил первым в последнем раунде"), &sr_a_flag, leads},
};

const struct sr_laboratory pandaspin_laboratory = SR_TABLE(tallies);
