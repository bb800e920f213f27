/* Panda Spin: the element cards. Played on a bid that meets their condition they win the trick at
 * once; unused ones may be dropped before any play or pass. */
#include "state.h"

/* The elements in a hand, as a set of suits. */
static unsigned elements_held(const struct pandaspin *t, int seat) {
    unsigned held = 0;
    for (int part = 0; part < PARTS; part++)
        for (uint64_t left = part_of(t->white[seat], part) & ONE_OF_EACH_SUIT << ELEMENT_BIT; left;
             left &= left - 1)
            held |= 1U << part_card(part, left) / PART_BITS;
    return held;
}

static void list_suits(struct sr_moves *moves, enum verb verb, unsigned suits) {
    for (; suits; suits &= suits - 1)
        sr_add_move(moves, (struct sr_move){(uint8_t)verb, {(uint8_t)lowest_bit(suits)}});
}

void pandaspin_list_elements(const struct pandaspin *t, struct sr_moves *moves) {
    unsigned held = elements_held(t, t->head.decider);
    list_suits(moves, verb_element, held & winning_elements(t, t->head.decider));
    list_suits(moves, verb_drop, held);
}

void pandaspin_drop(struct pandaspin *t, int suit, struct sr_turn *turn) {
    int seat = t->head.decider;
    pandaspin_discard_from_hand(t, seat, suit, ELEMENT_BIT);
    pandaspin_note_size(t, seat);
    sr_tell(turn, event_dropped, seat, suit);
}

/* ---- an element wins ---- */

/* Might the seat hold an element, for all that everybody knows? */
static bool may_hold_element(const struct pandaspin *t, int seat) {
    if (!sr_has_option(t, option_use_element_cards) || unseen_white(t, seat) <= 0)
        return false;
    for (int suit = 0; suit < SUITS; suit++)
        if (in_play(t, suit) && !(t->discard[suit] >> ELEMENT_BIT & 1))
            return true;
    return false;
}

/* All others pass, clockwise; who may hold elements is asked first. */
static void force_next(struct pandaspin *t, struct sr_turn *turn) {
    while (t->forced) {
        int seat = next_of(t->forced, t->owner);
        if (sr_has_option(t, option_forced_pass_may_drop_elements) && may_hold_element(t, seat)) {
            t->head.decider = (uint8_t)seat;
            t->head.phase = phase_forced;
            return;
        }
        pandaspin_settle(t, seat, turn);
        remove_seat(&t->forced, seat);
    }
    pandaspin_end_trick(t, t->owner, turn);
}

void pandaspin_play_element(struct pandaspin *t, int suit, struct sr_turn *turn) {
    int seat = t->head.decider;
    t->element = (uint8_t)suit;
    t->owner = (uint8_t)seat;
    pandaspin_discard_from_hand(t, seat, suit, ELEMENT_BIT);
    sr_tell(turn, event_element, seat, suit);
    pandaspin_forget_deeds(t, seat);
    int drawn = 0, card[ELEMENT_DRAW] = {SR_NONE, SR_NONE};
    for (; drawn < ELEMENT_DRAW && t->deck_size; drawn++) {
        card[drawn] = t->deck[t->deck_size - 1];
        pandaspin_draw_card(t, seat);
    }
    sr_tell(turn, event_drew, seat, drawn, card[0], card[1]);
    pandaspin_note_size(t, seat);
    pandaspin_discard_table(t, seat);
    t->forced = (uint8_t)(active_seats(t) & ~(1U << seat));
    force_next(t, turn);
}

void pandaspin_list_forced(const void *state, struct sr_moves *moves) {
    const struct pandaspin *t = state;
    moves->secret = true;
    sr_add_move(moves, (struct sr_move){verb_pass, {0}});
    list_suits(moves, verb_drop, elements_held(t, t->head.decider));
}

void pandaspin_play_forced(void *state, struct sr_move move, struct sr_turn *turn) {
    struct pandaspin *t = state;
    int seat = t->head.decider;
    if (move.verb == verb_drop) {
        turn->shown = true;
        pandaspin_drop(t, move.arg[0], turn);
    } else {
        pandaspin_settle(t, seat, turn);
        remove_seat(&t->forced, seat);
    }
    force_next(t, turn);
}
