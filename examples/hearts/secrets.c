/* Hearts: what everybody learns from a card, and the redealing of what a seat cannot know. */
#include "state.h"

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

/* Cards to be dealt, and the seats with room for them. A card that any of these may hold is free;
 * the others are dealt first. slack[set of seats] is the room in these seats that cards which must
 * go there do not need: below nothing, and some card would find no place. */
struct redeal {
    int unknown; /* bit per seat that is dealt to */
    int room[SEATS];
    int slack[1 << SEATS];
    uint8_t bound[CARDS], seats_of[CARDS], free[CARDS];
    int bound_count, free_count;
};

static void sort_cards(const struct hearts *t, const unsigned hidden[SUITS], struct redeal *deal) {
    int needed[1 << SEATS] = {0};
    for (int suit = 0; suit < SUITS; suit++)
        for (unsigned ranks = hidden[suit]; ranks; ranks &= ranks - 1) {
            unsigned bit = ranks & -ranks;
            int card = suit * RANKS + __builtin_ctz(ranks), seats = 0;
            for (int seat = 0; seat < SEATS; seat++)
                if (deal->unknown >> seat & 1 && hearts_could_hold(t, seat, suit) & bit)
                    seats |= 1 << seat;
            if (seats == deal->unknown || !seats) { /* nobody's: only in a loose position */
                deal->free[deal->free_count++] = (uint8_t)card;
                continue;
            }
            deal->seats_of[card] = (uint8_t)seats;
            deal->bound[deal->bound_count++] = (uint8_t)card;
            needed[seats]++;
        }
    for (int set = 1; set < 1 << SEATS && deal->bound_count; set++) {
        deal->slack[set] = 0;
        for (int seat = 0; seat < SEATS; seat++)
            deal->slack[set] += set >> seat & 1 ? deal->room[seat] : 0;
        for (int within = set; within; within = (within - 1) & set)
            deal->slack[set] -= needed[within];
    }
}

/* Does a card for one of `seats` that goes to `seat` leave a place for every other? */
static bool leaves_room(const struct redeal *deal, int seats, int seat) {
    for (int set = 1; set < 1 << SEATS; set++)
        if (set >> seat & 1 && seats & ~set && deal->slack[set] < 1)
            return false;
    return true;
}

static void give(struct hearts *t, struct redeal *deal, int seat, int card) {
    t->hand[seat][suit_of(card)] |= (uint16_t)bit_of(card);
    deal->room[seat]--;
}

/* Each seat as likely as it has room, if all the rest still fits. Where voids bind, some worlds
 * come a little more often than others; none that is possible never comes. */
static void deal_bound(struct hearts *t, struct redeal *deal, struct sr_stream *stream) {
    sr_shuffle(stream, deal->bound, (size_t)deal->bound_count);
    for (int i = 0; i < deal->bound_count; i++) {
        int card = deal->bound[i], seats = deal->seats_of[card], sum = 0, chance[SEATS] = {0};
        for (int seat = 0; seat < SEATS; seat++)
            if (seats >> seat & 1 && deal->room[seat] > 0 && leaves_room(deal, seats, seat))
                sum += chance[seat] = deal->room[seat];
        if (!sum) { /* a loose position that contradicts itself */
            deal->free[deal->free_count++] = (uint8_t)card;
            continue;
        }
        int drawn = (int)sr_draw(stream, (uint32_t)sum), seat = 0;
        for (; drawn >= chance[seat]; seat++)
            drawn -= chance[seat];
        give(t, deal, seat, card);
        for (int set = 1; set < 1 << SEATS; set++)
            if (set >> seat & 1 && seats & ~set)
                deal->slack[set]--;
    }
}

static void deal_free(struct hearts *t, struct redeal *deal, struct sr_stream *stream) {
    sr_shuffle(stream, deal->free, (size_t)deal->free_count);
    int next = 0;
    for (int seat = 0; seat < SEATS; seat++)
        while (deal->room[seat] > 0 && next < deal->free_count)
            give(t, deal, seat, deal->free[next++]);
}

/* Which of its cards a seat has set aside is anybody's guess. */
static void set_aside(struct hearts *t, int seat, int count, struct sr_stream *stream) {
    uint8_t cards[HAND];
    int held = 0;
    for (int suit = 0; suit < SUITS; suit++)
        for (unsigned ranks = t->hand[seat][suit]; ranks && held < HAND; ranks &= ranks - 1)
            cards[held++] = (uint8_t)(suit * RANKS + __builtin_ctz(ranks));
    sr_shuffle(stream, cards, (size_t)held);
    for (int i = 0; i < count && i < held; i++) {
        t->hand[seat][suit_of(cards[i])] &= (uint16_t)~bit_of(cards[i]);
        t->chosen[seat][suit_of(cards[i])] |= (uint16_t)bit_of(cards[i]);
    }
}

void hearts_guess(void *state, int seat, struct sr_stream *stream) {
    struct hearts *t = state;
    struct redeal deal = {.unknown = ((1 << SEATS) - 1) & ~(seat >= 0 ? 1 << seat : 0)};
    unsigned hidden[SUITS] = {0};
    int chosen[SEATS] = {0};
    int follower = seat >= 0 ? left_of(seat, hearts_passes(t)) : -1; /* whose cards it knows */
    for (int other = 0; other < SEATS; other++) {
        if (other == seat)
            continue;
        chosen[other] = hearts_cards(t->chosen[other]);
        for (int suit = 0; suit < SUITS; suit++) {
            unsigned known = other == follower ? t->given[seat][suit] : 0;
            unsigned held = (t->hand[other][suit] | t->chosen[other][suit]) & ~known;
            hidden[suit] |= held;
            deal.room[other] += count_bits(held);
            t->hand[other][suit] = (uint16_t)known;
            t->chosen[other][suit] = 0;
            /* What others know of each other they are taken to have forgotten. */
            if (left_of(other, hearts_passes(t)) != seat)
                t->given[other][suit] = 0;
        }
    }
    sort_cards(t, hidden, &deal);
    deal_bound(t, &deal, stream);
    deal_free(t, &deal, stream);
    for (int other = 0; other < SEATS; other++)
        if (other != seat && chosen[other])
            set_aside(t, other, chosen[other], stream);
}
