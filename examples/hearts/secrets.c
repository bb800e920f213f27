/* Hearts: what everybody learns from a card, and the redealing of what a seat cannot know. */
#include "state.h"

#include "core/cards.h"

#include <string.h>

/* ---- what a card betrays ---- */

static void learn_only(struct hearts *t, int seat, unsigned held) {
    t->lacks[seat] = (uint8_t)(t->lacks[seat] | (((1U << LACKS) - 1) & ~held));
}

/* Called before the card leaves the hand. Who does not follow has nothing of the suit; who gives
 * points to the first trick has nothing else, and so has who leads hearts that are not broken. */
void hearts_learn(struct hearts *t, int seat, int card) {
    int suit = suit_of(card), passes = hearts_passes(t);
    if (passes) {
        int giver = left_of(seat, SEATS - passes);
        t->given[giver][suit] &= (uint16_t)~bit_of(card);
    }
    if (seat == t->lead) {
        if (suit == suit_hearts && !t->broken)
            learn_only(t, seat, 1U << suit_hearts);
        return;
    }
    int led = suit_of(t->trick[t->lead]);
    if (suit == led)
        return;
    t->lacks[seat] = (uint8_t)(t->lacks[seat] | 1U << led);
    bool points = suit == suit_hearts || (suit == suit_spades && bit_of(card) == QUEEN);
    if (points && t->tricks == 0)
        learn_only(t, seat, 1U << suit_hearts | 1U << suit_spades);
}

unsigned hearts_could_hold(const struct hearts *t, int seat, int suit) {
    if (t->lacks[seat] >> suit & 1)
        return 0;
    bool queen_alone = suit == suit_spades && t->lacks[seat] >> lack_small_spades & 1;
    return queen_alone ? QUEEN : WHOLE_SUIT;
}

/* ---- guessing ---- */

/* Which of its cards a seat has set aside is anybody's guess. */
static void set_aside(struct hearts *t, int seat, int count, struct sr_stream *stream) {
    uint8_t cards[HAND];
    int held = 0;
    for (int suit = 0; suit < SUITS; suit++)
        for (unsigned ranks = t->hand[seat][suit]; ranks && held < HAND; ranks &= ranks - 1)
            cards[held++] = (uint8_t)(suit * RANKS + __builtin_ctz(ranks));
    sr_shuffle(stream, cards, (size_t)held);
    memset(t->chosen[seat], 0, sizeof t->chosen[seat]);
    for (int i = 0; i < count && i < held; i++) {
        t->hand[seat][suit_of(cards[i])] &= (uint16_t)~bit_of(cards[i]);
        t->chosen[seat][suit_of(cards[i])] |= (uint16_t)bit_of(cards[i]);
    }
}

static sr_cards all_of(const uint16_t suits[SUITS]) {
    sr_cards cards = 0;
    for (int suit = 0; suit < SUITS; suit++)
        cards |= (sr_cards)suits[suit] << suit * RANKS;
    return cards;
}

static sr_cards could_hold(const struct hearts *t, int seat) {
    sr_cards cards = 0;
    for (int suit = 0; suit < SUITS; suit++)
        cards |= (sr_cards)hearts_could_hold(t, seat, suit) << suit * RANKS;
    return cards;
}

/* A guess from a loose position that contradicts itself: nobody is known to lack anything. */
static void deal_freely(struct sr_stream *stream, sr_cards hidden, struct sr_hand hand[],
                        int hands) {
    for (int i = 0; i < hands; i++)
        hand[i].may = hidden;
    sr_deal_among(stream, hidden, hand, hands);
}

void hearts_guess(void *state, int seat, struct sr_stream *stream) {
    struct hearts *t = state;
    struct sr_hand hand[SEATS];
    sr_cards hidden = 0, known[SEATS];
    int owner[SEATS], hands = 0, passes = hearts_passes(t);
    for (int other = 0; other < SEATS; other++) {
        if (other == seat)
            continue;
        bool received = seat >= 0 && other == left_of(seat, passes); /* what the seat passed on */
        known[hands] = received ? all_of(t->given[seat]) : 0;
        sr_cards held = (all_of(t->hand[other]) | all_of(t->chosen[other])) & ~known[hands];
        hand[hands] = (struct sr_hand){could_hold(t, other), sr_count_cards(held), 0};
        hidden |= held;
        owner[hands++] = other;
        /* What others know of each other they are taken to have forgotten. */
        if (left_of(other, passes) != seat)
            memset(t->given[other], 0, sizeof t->given[other]);
    }
    if (!sr_deal_among(stream, hidden, hand, hands))
        deal_freely(stream, hidden, hand, hands);
    for (int i = 0; i < hands; i++) {
        int chosen = hearts_cards(t->chosen[owner[i]]);
        sr_cards cards = hand[i].cards | known[i];
        for (int suit = 0; suit < SUITS; suit++)
            t->hand[owner[i]][suit] = (uint16_t)sr_ranks_of(cards, suit, RANKS);
        if (chosen)
            set_aside(t, owner[i], chosen, stream);
    }
}
