/* Hearts: dealing, passing on to the play, and edited positions. */
#include "state.h"

#include <string.h>

void hearts_deal_cards(struct hearts *t, struct sr_turn *turn) {
    struct sr_stream chance = sr_stream_open(&t->head.rng);
    uint8_t deck[CARDS];
    for (int card = 0; card < CARDS; card++)
        deck[card] = (uint8_t)card;
    sr_shuffle(&chance, deck, CARDS);
    memset(t->hand, 0, sizeof t->hand);
    memset(t->taken, 0, sizeof t->taken);
    for (int i = 0; i < CARDS; i++)
        t->hand[i % SEATS][suit_of(deck[i])] |= (uint16_t)bit_of(deck[i]);
    memset(t->hand_size, HAND, sizeof t->hand_size);
    memset(t->points, 0, sizeof t->points);
    memset(t->lacks, 0, sizeof t->lacks);
    memset(t->trick, SR_NONE, sizeof t->trick);
    t->tricks = 0;
    t->broken = 0;
    turn->shown = true;
    int passes = hearts_passes(t);
    sr_tell(turn, event_dealt, t->deals + 1, passes ? t->deals % DIRECTIONS : pass_hold);
    if (!passes) {
        hearts_begin_play(t, turn);
        return;
    }
    t->lead = 0; /* nobody's yet */
    t->head.phase = phase_pass;
    t->head.decider = 0;
}

void hearts_deal(void *state, struct sr_turn *turn) {
    struct hearts *t = state;
    memset(t->last, SR_NONE, sizeof t->last);
    hearts_deal_cards(t, turn);
}

/* Whoever holds the two of clubs leads it. */
void hearts_begin_play(struct hearts *t, struct sr_turn *turn) {
    turn->shown = true; /* where the two of clubs is */
    int seat = 0;
    while (seat < SEATS - 1 && !(t->hand[seat][suit_clubs] & 1U << rank_two))
        seat++;
    t->lead = (uint8_t)seat;
    t->head.decider = (uint8_t)seat;
    t->head.phase = phase_play;
}

/* For edited positions: what is in no hand and not on the table was taken by the leader. */
void hearts_fill(void *state) {
    struct hearts *t = state;
    unsigned elsewhere[SUITS] = {0};
    for (int seat = 0; seat < SEATS; seat++) {
        for (int suit = 0; suit < SUITS; suit++) {
            elsewhere[suit] |= t->hand[seat][suit] | t->chosen[seat][suit];
            if (seat != t->lead)
                elsewhere[suit] |= t->taken[seat][suit];
        }
        if (t->trick[seat] < CARDS)
            elsewhere[suit_of(t->trick[seat])] |= bit_of(t->trick[seat]);
    }
    for (int suit = 0; suit < SUITS; suit++)
        t->taken[t->lead][suit] = (uint16_t)(WHOLE_SUIT & ~elsewhere[suit]);
}
