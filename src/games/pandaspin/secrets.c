/* Panda Spin: how cards move between hands, table, deck and discard pile, what everybody knows of
 * the hands, and the redealing of what a seat cannot know. */
#include "state.h"

#include "core/mind.h"

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

static inline void move_cards(uint16_t from[SUITS], uint16_t to[SUITS], int part, uint64_t cards) {
    set_part(from, part, part_of(from, part) & ~cards);
    set_part(to, part, part_of(to, part) | cards);
}

void pandaspin_lay_down(struct pandaspin *t, int seat) {
    int cards = 0, unseen = 0;
    for (int part = 0; part < PARTS; part++) {
        uint64_t white = part_of(t->laid_white, part), blue = part_of(t->laid_blue, part);
        for (uint64_t left = white | blue; left; left &= left - 1)
            cards++;
        move_cards(t->white[seat], t->table_white[seat], part, white);
        if (!blue)
            continue;
        for (uint64_t left = part_of(t->turned[seat], part) & blue; left; left &= left - 1)
            unseen++;
        move_cards(t->blue[seat], t->table_blue[seat], part, blue);
        set_part(t->turned[seat], part, part_of(t->turned[seat], part) & ~blue);
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
    for (int part = 0; part < PARTS; part++) {
        uint64_t back = part_of(t->table_white[seat], part);
        for (uint64_t left = back; left; left &= left - 1)
            cards++;
        move_cards(t->table_white[seat], t->blue[seat], part, back);
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

/* ---- guessing ---- */

/* What nobody but its owner knows: cards taken up, how many from whom. Elements are apart: they are
 * never blue. */
struct pool {
    uint8_t animal[CARDS], element[SUITS];
    int animals, elements;
    int whites[SEATS], blues[SEATS], deck;
};

/* Cards side by side as in a part. No card comes twice, so there is room for all. */
static inline void collect(struct pool *pool, int place) {
    int suit = place / PART_BITS, bit = place % PART_BITS;
    if (bit == ELEMENT_BIT)
        pool->element[pool->elements++] = (uint8_t)(ANIMALS + suit);
    else
        pool->animal[pool->animals++] = (uint8_t)(suit * RANKS + bit);
}

static void take_up(struct pool *pool, struct pandaspin *t, int seat) {
    uint64_t taken[PARTS] = {0}; /* a damaged position might have a card twice */
    for (int other = 0; other < t->head.seats; other++) {
        if (other == seat)
            continue;
        for (int part = 0; part < PARTS; part++) {
            uint64_t white = part_of(t->white[other], part) & ~taken[part];
            uint64_t blue = part_of(t->turned[other], part) & ~(taken[part] | white);
            int before = pool->animals + pool->elements, turned = 0;
            for (uint64_t left = blue; left; left &= left - 1)
                turned++;
            for (uint64_t left = white | blue; left; left &= left - 1)
                collect(pool, part_card(part, left));
            pool->whites[other] += pool->animals + pool->elements - before - turned;
            pool->blues[other] += turned;
            taken[part] |= white | blue;
            set_part(t->white[other], part, part_of(t->white[other], part) & ~white);
            set_part(t->turned[other], part, part_of(t->turned[other], part) & ~blue);
        }
    }
    for (int i = 0; i < t->deck_size; i++) {
        int suit = card_suit(t->deck[i]), part = suit / SUITS_A_PART;
        int place = suit * PART_BITS + card_bit(t->deck[i]);
        uint64_t bit = UINT64_C(1) << place % (SUITS_A_PART * PART_BITS);
        if (!(taken[part] & bit)) {
            collect(pool, place);
            taken[part] |= bit;
            pool->deck++;
        }
    }
}

/* Animals to the cards that were turned unseen, what is left to the rest. Every arrangement is
 * equally likely. */
static void deal_pool(struct pool *pool, struct pandaspin *t, struct slots *slots,
                      struct sr_stream *stream) {
    sr_shuffle(stream, pool->animal, (size_t)pool->animals);
    for (int other = 0; other < t->head.seats; other++)
        for (; pool->blues[other] > 0 && pool->animals > 0; pool->blues[other]--) {
            int card = pool->animal[--pool->animals];
            uint16_t *turned = &t->turned[other][card_suit(card)];
            *turned = (uint16_t)(*turned | 1U << card_bit(card));
        }
    slots->all = pool->animals + pool->elements;
    memcpy(slots->card, pool->animal, (size_t)pool->animals);
    memcpy(slots->card + pool->animals, pool->element, (size_t)pool->elements);
    sr_shuffle(stream, slots->card, (size_t)slots->all);
    slots->held = 0;
    for (int other = 0; other < t->head.seats; other++) {
        int cards = slots->all - slots->held;
        cards = pool->whites[other] < cards ? pool->whites[other] : cards;
        memset(slots->owner + slots->held, other, (size_t)cards);
        slots->held += cards;
    }
    memset(slots->owner + slots->held, SR_NONE, (size_t)(slots->all - slots->held));
}

static void lay_out(const struct pool *pool, const struct slots *slots, struct pandaspin *t) {
    for (int i = 0; i < slots->held; i++) {
        uint16_t *white = &t->white[slots->owner[i]][card_suit(slots->card[i])];
        *white = (uint16_t)(*white | 1U << card_bit(slots->card[i]));
    }
    for (int i = 0; i < pool->deck && slots->held + i < slots->all; i++)
        t->deck[i] = slots->card[slots->held + i];
}

static void redeal(struct pandaspin *t, int seat, bool heeding, struct sr_stream *stream) {
    struct pool pool = {.animals = 0};
    struct slots slots;
    take_up(&pool, t, seat);
    deal_pool(&pool, t, &slots, stream);
    if (heeding)
        pandaspin_heed_deeds(t, &slots, stream);
    lay_out(&pool, &slots, t);
}

void pandaspin_redeal(void *state, int seat, struct sr_stream *stream) {
    redeal(state, seat, false, stream);
}

void pandaspin_guess(void *state, int seat, struct sr_stream *stream) {
    struct pandaspin *t = state;
    redeal(t, seat, sr_draw(stream, SR_OPEN_MINDED) != 0, stream);
    /* What another has chosen so far for a bid is unknown, even whether anything: nothing, then. */
    if (!t->head.over && t->head.decider != seat)
        pandaspin_forget_choice(t);
}
