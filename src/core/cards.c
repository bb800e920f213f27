/* Laying out, filling decks, and dealing so that every hand gets only what it may have. */
#include "cards.h"

#include <string.h>

int sr_lay_out(const int count[], int kinds, uint8_t card[], int room) {
    int laid = 0;
    for (int kind = 0; kind < kinds; kind++)
        for (int n = 0; n < count[kind] && laid < room; n++)
            card[laid++] = (uint8_t)kind;
    return laid;
}

int sr_fill_deck(uint8_t deck[], int size, int room, int left[], int kinds) {
    uint8_t kept[UINT8_MAX], missing[UINT8_MAX];
    int staying = 0;
    for (int i = size - 1; i >= 0 && staying < room; i--) /* from the top */
        if (left[deck[i]] > 0) {
            left[deck[i]]--;
            kept[staying++] = deck[i];
        }
    int added = sr_lay_out(left, kinds, missing, room - staying);
    memset(left, 0, (size_t)kinds * sizeof left[0]);
    memset(deck, 0, (size_t)room);
    for (int i = 0; i < added; i++) /* the first of them highest */
        deck[added - 1 - i] = missing[i];
    for (int i = 0; i < staying; i++)
        deck[added + staying - 1 - i] = kept[i];
    return added + staying;
}

/* ---- dealing under constraints ---- */

enum { SETS_OF_HANDS = 1 << SR_MAX_HANDS };

/* The cards that are still to be dealt, by the set of hands that may have them. */
struct dealing {
    int hands;
    int room[SETS_OF_HANDS]; /* of all hands of a set together */
    int only[SETS_OF_HANDS]; /* cards that no hand outside the set may have */
};

/* Hall's condition: no set of hands has to take more cards than it has room for. Since there is
 * just room for all cards, none can stay short either. */
static bool can_be_dealt(const struct dealing *d) {
    for (int set = 0; set < 1 << d->hands; set++)
        if (d->only[set] > d->room[set])
            return false;
    return true;
}

/* One card of those that the hands of `takers` may have is there no more, or there again. */
static void count_card(struct dealing *d, int takers, int change) {
    for (int set = 0; set < 1 << d->hands; set++)
        if (!(takers & ~set))
            d->only[set] += change;
}

static void count_room(struct dealing *d, int hand, int change) {
    for (int set = 0; set < 1 << d->hands; set++)
        if (set >> hand & 1)
            d->room[set] += change;
}

static int takers_of(int card, const struct sr_hand hand[], int hands) {
    int takers = 0;
    for (int i = 0; i < hands; i++)
        takers |= (int)sr_has_card(hand[i].may, card) << i;
    return takers;
}

/* The hands that may take the card and leave the others possible. */
static int open_takers(struct dealing *d, int takers) {
    int open = 0;
    count_card(d, takers, -1);
    for (int i = 0; i < d->hands; i++) {
        if (!(takers >> i & 1) || !d->room[1 << i])
            continue;
        count_room(d, i, -1);
        if (can_be_dealt(d))
            open |= 1 << i;
        count_room(d, i, 1);
    }
    return open;
}

static int draw_taker(const struct dealing *d, int open, struct sr_stream *stream) {
    uint32_t ticket = sr_draw(stream, (uint32_t)d->room[open]);
    int taker = 0;
    for (;; taker++) {
        if (!(open >> taker & 1))
            continue;
        uint32_t room = (uint32_t)d->room[1 << taker];
        if (ticket < room)
            return taker;
        ticket -= room;
    }
}

bool sr_deal_among(struct sr_stream *stream, sr_cards cards, struct sr_hand hand[], int hands) {
    struct dealing d = {.hands = hands};
    sr_cards by_takers[SETS_OF_HANDS] = {0};
    int room = 0;
    for (int i = 0; i < hands; i++) {
        count_room(&d, i, hand[i].room);
        room += hand[i].room;
        hand[i].cards = 0;
    }
    for (sr_cards left = cards; left; left &= left - 1) {
        int takers = takers_of(sr_first_card(left), hand, hands);
        by_takers[takers] |= left & -left;
        count_card(&d, takers, 1);
    }
    if (room != sr_count_cards(cards) || !can_be_dealt(&d))
        return false;
    for (int choice = 1; choice <= hands; choice++)
        for (int takers = 1; takers < 1 << hands; takers++) {
            if (sr_count_cards((sr_cards)takers) != choice)
                continue;
            for (sr_cards left = by_takers[takers]; left; left &= left - 1) {
                int taker = draw_taker(&d, open_takers(&d, takers), stream);
                count_room(&d, taker, -1);
                hand[taker].room--;
                hand[taker].cards |= left & -left;
            }
        }
    for (int i = 0; i < hands; i++) /* what was wanted is told again */
        hand[i].room += sr_count_cards(hand[i].cards);
    return true;
}
