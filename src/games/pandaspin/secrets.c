/* Panda Spin: how cards move between hands, table, deck and discard pile, what everybody knows of
 * the hands, and the redealing of what a seat cannot know. */
#include "state.h"

#include <string.h>

/* ---- cards on the move ---- */

void pandaspin_note_size(struct pandaspin *t, int seat) {
    int order = t->emptied[seat];
    if ((t->hand_size[seat] == 0) == (order != 0))
        return;
    if (order) { /* cards came back: the others move up */
        t->emptied[seat] = 0;
        for (int other = 0; other < t->head.seats; other++)
            t->emptied[other] = (uint8_t)(t->emptied[other] - (t->emptied[other] > order));
        return;
    }
    for (int other = 0; other < t->head.seats; other++)
        if (t->emptied[other] > order)
            order = t->emptied[other];
    t->emptied[seat] = (uint8_t)(order < SEATS ? order + 1 : SEATS);
}

void pandaspin_lay_down(struct pandaspin *t, int seat) {
    int cards = 0, unseen = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned white = t->laid_white[suit], blue = t->laid_blue[suit];
        if (!(white | blue))
            continue;
        for (unsigned left = white | blue; left; left &= left - 1)
            cards++;
        for (unsigned left = t->turned[seat][suit] & blue; left; left &= left - 1)
            unseen++;
        t->white[seat][suit] = (uint16_t)(t->white[seat][suit] & ~white);
        t->blue[seat][suit] = (uint16_t)(t->blue[seat][suit] & ~blue);
        t->turned[seat][suit] = (uint16_t)(t->turned[seat][suit] & ~blue);
        t->table_white[seat][suit] = (uint16_t)(t->table_white[seat][suit] | white);
        t->table_blue[seat][suit] = (uint16_t)(t->table_blue[seat][suit] | blue);
    }
    t->hand_size[seat] = (uint8_t)(t->hand_size[seat] - cards);
    t->spun[seat] = (uint8_t)(t->spun[seat] - unseen);
    pandaspin_note_size(t, seat);
}

void pandaspin_discard_from_hand(struct pandaspin *t, int seat, int suit, int bit) {
    unsigned card = 1U << bit;
    t->spun[seat] = (uint8_t)(t->spun[seat] - (t->turned[seat][suit] >> bit & 1));
    t->white[seat][suit] = (uint16_t)(t->white[seat][suit] & ~card);
    t->blue[seat][suit] = (uint16_t)(t->blue[seat][suit] & ~card);
    t->turned[seat][suit] = (uint16_t)(t->turned[seat][suit] & ~card);
    t->discard[suit] = (uint16_t)(t->discard[suit] | card);
    t->hand_size[seat]--;
}

void pandaspin_take_back(struct pandaspin *t, int seat) {
    int cards = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        uint16_t back = t->table_white[seat][suit];
        t->table_white[seat][suit] = 0;
        t->blue[seat][suit] = (uint16_t)(t->blue[seat][suit] | back);
        cards += count_bits(back);
    }
    t->hand_size[seat] = (uint8_t)(t->hand_size[seat] + cards);
    remove_seat(&t->panda_down, seat);
    pandaspin_note_size(t, seat);
}

void pandaspin_discard_table(struct pandaspin *t, int seat) {
    for (int suit = 0; suit < SUITS; suit++) {
        t->discard[suit] =
            (uint16_t)(t->discard[suit] | t->table_white[seat][suit] | t->table_blue[seat][suit]);
        t->table_white[seat][suit] = t->table_blue[seat][suit] = 0;
    }
    remove_seat(&t->panda_down, seat);
}

bool pandaspin_draw_card(struct pandaspin *t, int seat) {
    if (t->deck_size == 0)
        return false; /* edited positions only: two cards for each element are left in a game */
    int card = t->deck[--t->deck_size];
    int suit = card < ANIMALS ? card / RANKS : card - ANIMALS;
    int bit = card < ANIMALS ? card % RANKS : ELEMENT_BIT;
    t->deck[t->deck_size] = 0;
    t->white[seat][suit] = (uint16_t)(t->white[seat][suit] | 1U << bit);
    t->hand_size[seat]++;
    return true;
}

/* ---- guessing ---- */

/* Cards whose place is unknown. Element cards are apart: they are never blue. */
struct redeal {
    uint8_t animal[CARDS], any[CARDS];
    int animals, others;
};

static void collect(struct redeal *pool, int suit, unsigned cards) {
    for (; cards; cards &= cards - 1) {
        int bit = lowest_bit(cards);
        if (bit == ELEMENT_BIT)
            pool->any[pool->others++] = (uint8_t)(ANIMALS + suit);
        else if (pool->animals < CARDS)
            pool->animal[pool->animals++] = (uint8_t)(suit * RANKS + bit);
    }
}

/* Everything unknown is taken up and dealt again: animals to the cards that were turned unseen,
 * what is left to the rest. Every arrangement is equally likely. */
static void redeal(struct pandaspin *t, int seat, struct sr_stream *stream) {
    struct redeal pool = {.animals = 0, .others = 0};
    int whites[SEATS] = {0}, blues[SEATS] = {0};
    unsigned taken[SUITS] = {0}; /* a damaged position might have a card twice */

    for (int other = 0; other < t->head.seats; other++) {
        if (other == seat)
            continue;
        for (int suit = 0; suit < SUITS; suit++) {
            unsigned white = t->white[other][suit] & ~taken[suit];
            unsigned blue = t->turned[other][suit] & ~(taken[suit] | white);
            collect(&pool, suit, white | blue);
            taken[suit] |= white | blue;
            whites[other] += count_bits(white);
            blues[other] += count_bits(blue);
            t->white[other][suit] = (uint16_t)(t->white[other][suit] & ~white);
            t->turned[other][suit] = (uint16_t)(t->turned[other][suit] & ~blue);
        }
    }
    int deck = 0;
    for (int i = 0; i < t->deck_size; i++) {
        int card = t->deck[i];
        int suit = card < ANIMALS ? card / RANKS : card - ANIMALS;
        unsigned bit = 1U << (card < ANIMALS ? card % RANKS : ELEMENT_BIT);
        if (!(taken[suit] & bit)) {
            collect(&pool, suit, bit);
            taken[suit] |= bit;
            deck++;
        }
    }

    sr_shuffle(stream, pool.animal, (size_t)pool.animals);
    for (int other = 0; other < t->head.seats; other++)
        for (; blues[other] > 0 && pool.animals > 0; blues[other]--) {
            int card = pool.animal[--pool.animals];
            uint16_t *turned = &t->turned[other][card / RANKS];
            *turned = (uint16_t)(*turned | 1U << card % RANKS);
        }
    memcpy(pool.any + pool.others, pool.animal, (size_t)pool.animals);
    pool.others += pool.animals;
    sr_shuffle(stream, pool.any, (size_t)pool.others);
    for (int other = 0; other < t->head.seats; other++)
        for (; whites[other] > 0 && pool.others > 0; whites[other]--) {
            int card = pool.any[--pool.others];
            int suit = card < ANIMALS ? card / RANKS : card - ANIMALS;
            int bit = card < ANIMALS ? card % RANKS : ELEMENT_BIT;
            t->white[other][suit] = (uint16_t)(t->white[other][suit] | 1U << bit);
        }
    for (int i = 0; i < deck && pool.others > 0; i++)
        t->deck[i] = pool.any[--pool.others];
}

void pandaspin_guess(void *state, int seat, struct sr_stream *stream) {
    struct pandaspin *t = state;
    redeal(t, seat, stream);
    /* What another has chosen so far for a bid is unknown, even whether anything: nothing, then. */
    if (!t->head.over && t->head.decider != seat)
        pandaspin_forget_choice(t);
}
