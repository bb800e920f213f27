/* Cards: sets of them, decks, and dealing what nobody has seen.
 *
 * A set has a bit for each of up to 64 cards; where cards have suits, a card is its suit times the
 * ranks plus its rank, as domains by parts count them. Where equal cards cannot be told apart,
 * there are counts by kind instead. */
#ifndef SR_CARDS_H
#define SR_CARDS_H

#include "rng.h"

typedef uint64_t sr_cards;

enum { SR_MAX_CARDS = 64, SR_MAX_HANDS = 6 };

/* ---- sets ---- */

static inline sr_cards sr_card(int card) {
    return UINT64_C(1) << card;
}
static inline bool sr_has_card(sr_cards set, int card) {
    return set >> card & 1;
}
/* The cards of a suit among all, and the ranks that a set has of it, as bits from 0. */
static inline sr_cards sr_suit(int suit, int ranks) {
    return ((UINT64_C(1) << ranks) - 1) << suit * ranks;
}
static inline sr_cards sr_ranks_of(sr_cards set, int suit, int ranks) {
    return set >> suit * ranks & ((UINT64_C(1) << ranks) - 1);
}
/* One after the other: for (sr_cards left = set; left; left &= left - 1) sr_first_card(left) ... */
static inline int sr_first_card(sr_cards set) {
    return __builtin_ctzll(set);
}
static inline int sr_last_card(sr_cards set) {
    return 63 - __builtin_clzll(set);
}
/* Most processors that we compile for are not known to count for themselves. */
static inline int sr_count_cards(sr_cards set) {
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)(set * UINT64_C(0x0101010101010101) >> 56);
}
/* Of 16 bits, such as the ranks of a suit. */
static inline int sr_count_bits(unsigned word) {
    word -= word >> 1 & 0x5555U;
    word = (word & 0x3333U) + (word >> 2 & 0x3333U);
    word = (word + (word >> 4)) & 0x0f0fU;
    return (int)((word + (word >> 8)) & 0x1fU);
}

/* ---- counts and decks ---- */

/* Writes each kind as often as its count says, and returns how many that are; at most `room`. */
int sr_lay_out(const int count[], int kinds, uint8_t card[], int room);

/* For edited positions: a deck, bottom first, becomes just the cards of which `left` counts how
 * many of each kind lie nowhere else. Those in it that may stay keep their order, the upper ones
 * first; what is missing goes to the bottom. `left` is used up, and may be less than nothing.
 * Returns how many the deck has then, at most `room`; the rest of it is zero. */
int sr_fill_deck(uint8_t deck[], int size, int room, int left[], int kinds);

/* ---- dealing under constraints ---- */

/* A hand, or the rest of a deck: which cards it may have, and how many it wants. */
struct sr_hand {
    sr_cards may;
    int room;
    sr_cards cards; /* what it was dealt */
};

/* Deals the cards to hands that have just room for them, to each only what it may have. False, with
 * nothing dealt, if there is no such deal.
 *
 * Cards that the fewest hands may have are dealt first, each to one of these hands with a chance as
 * the room that it has left, and never so that the rest could not be dealt. So every deal is
 * equally likely where each hand may have any of the cards; where constraints bind, one is not
 * exactly as likely as another, but none that is possible is left out. */
bool sr_deal_among(struct sr_stream *stream, sr_cards cards, struct sr_hand hand[], int hands);

#endif
