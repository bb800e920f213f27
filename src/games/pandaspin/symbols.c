/* Panda Spin: the symbols of a bid, in a fixed order: bamboo, panda, fire; each its own question,
 * and each may be refused. Questions about the hand are asked whenever the others cannot know the
 * answer. */
#include "state.h"

static bool panda_can_act(const struct pandaspin *t, int seat) {
    if (t->mood == mood_hungry)
        return t->beaten != SR_NONE && t->points[t->beaten] > 0;
    return unseen_white(t, seat) > 0;
}

static void take_bamboo(struct pandaspin *t, struct sr_turn *turn) {
    int seat = t->head.decider;
    pandaspin_add_points(t, seat, 1, t->from_bamboo);
    sr_tell(turn, event_bamboo, seat);
}

static void steal_point(struct pandaspin *t, struct sr_turn *turn) {
    int seat = t->head.decider, from = t->beaten;
    t->points[from]--;
    if (t->lost[from] < MAX_POINTS)
        t->lost[from]++;
    pandaspin_add_points(t, seat, 1, t->stolen);
    sr_tell(turn, event_stole, seat, from);
}

/* Asks for the next symbol that can do anything, or goes on to the next turn. */
void pandaspin_ask_symbols(struct pandaspin *t, struct sr_turn *turn) {
    int seat = t->head.decider;
    bool auto_take = sr_has_option(t, option_auto_take);
    for (; t->bamboos_left; t->bamboos_left--) {
        if (!auto_take) {
            t->head.phase = phase_bamboo;
            return;
        }
        take_bamboo(t, turn);
    }
    for (; t->pandas_left && panda_can_act(t, seat); t->pandas_left--) {
        if (t->mood == mood_spin || !auto_take) {
            t->head.phase = t->mood == mood_spin ? phase_spin : phase_hungry;
            return;
        }
        steal_point(t, turn);
    }
    t->pandas_left = 0;
    if (t->fires_left && t->hand_size[seat]) {
        t->head.phase = phase_fire;
        return;
    }
    t->fires_left = 0;
    pandaspin_next_turn(t, turn);
}

/* ---- bamboo and the hungry panda: a point, or not ---- */

void pandaspin_list_bonus(const void *state, struct sr_moves *moves) {
    (void)state;
    sr_add_move(moves, (struct sr_move){verb_take, {0}});
    sr_add_move(moves, (struct sr_move){verb_decline, {0}});
}

void pandaspin_play_bamboo(void *state, struct sr_move move, struct sr_turn *turn) {
    struct pandaspin *t = state;
    t->bamboos_left--;
    if (move.verb == verb_take)
        take_bamboo(t, turn);
    else
        sr_tell(turn, event_declined, t->head.decider, symbol_bamboo);
    pandaspin_ask_symbols(t, turn);
}

void pandaspin_play_hungry(void *state, struct sr_move move, struct sr_turn *turn) {
    struct pandaspin *t = state;
    t->pandas_left--;
    if (move.verb == verb_take)
        steal_point(t, turn);
    else
        sr_tell(turn, event_declined, t->head.decider, symbol_panda);
    pandaspin_ask_symbols(t, turn);
}

/* ---- the panda spin: a white card of the hand turns blue ---- */

void pandaspin_list_spin(const void *state, struct sr_moves *moves) {
    const struct pandaspin *t = state;
    int seat = t->head.decider;
    moves->secret = true;
    sr_add_move(moves, (struct sr_move){verb_decline, {0}});
    for (int suit = 0; suit < SUITS; suit++)
        for (unsigned left = t->white[seat][suit] & ANIMAL_BITS; left; left &= left - 1)
            sr_add_move(moves,
                        (struct sr_move){verb_turn,
                                         {(uint8_t)half_of(suit, lowest_bit(left), white_side)}});
}

void pandaspin_play_spin(void *state, struct sr_move move, struct sr_turn *turn) {
    struct pandaspin *t = state;
    int seat = t->head.decider;
    t->pandas_left--;
    if (move.verb == verb_turn) {
        int suit = move.arg[0] / 2 / RANKS;
        unsigned card = 1U << move.arg[0] / 2 % RANKS;
        t->white[seat][suit] = (uint16_t)(t->white[seat][suit] & ~card);
        t->turned[seat][suit] = (uint16_t)(t->turned[seat][suit] | card);
        t->spun[seat]++;
        /* The others learn that not all of the hand is elements. */
        if (sr_has_option(t, option_use_element_cards))
            turn->shown = true;
        sr_tell(turn, event_turned, seat, move.arg[0] / 2);
    } else {
        sr_tell(turn, event_declined, seat, symbol_panda);
    }
    pandaspin_ask_symbols(t, turn);
}

/* ---- fire: a card of the hand is discarded ---- */

void pandaspin_list_fire(const void *state, struct sr_moves *moves) {
    const struct pandaspin *t = state;
    int seat = t->head.decider;
    bool elements_too = !sr_has_option(t, option_fire_discards_animals_only);
    moves->secret = true;
    sr_add_move(moves, (struct sr_move){verb_decline, {0}});
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned blue = blue_in_hand(t, seat, suit);
        for (unsigned left = (t->white[seat][suit] & ANIMAL_BITS) | blue; left; left &= left - 1) {
            int rank = lowest_bit(left), half = half_of(suit, rank, blue >> rank & 1);
            sr_add_move(moves, (struct sr_move){verb_discard, {(uint8_t)half}});
        }
        if (elements_too && (t->white[seat][suit] >> ELEMENT_BIT & 1))
            sr_add_move(moves, (struct sr_move){verb_discard, {(uint8_t)(HALVES + suit)}});
    }
}

void pandaspin_play_fire(void *state, struct sr_move move, struct sr_turn *turn) {
    struct pandaspin *t = state;
    int seat = t->head.decider, half = move.arg[0];
    t->fires_left--;
    if (move.verb == verb_discard) {
        turn->shown = true;
        sr_tell(turn, event_burnt, seat, half);
        if (half < HALVES)
            pandaspin_discard_from_hand(t, seat, half / 2 / RANKS, half / 2 % RANKS);
        else
            pandaspin_discard_from_hand(t, seat, half - HALVES, ELEMENT_BIT);
        pandaspin_note_size(t, seat);
    } else {
        sr_tell(turn, event_declined, seat, symbol_fire);
    }
    pandaspin_ask_symbols(t, turn);
}
