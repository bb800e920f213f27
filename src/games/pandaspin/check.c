/* Panda Spin: every invariant of a position, in the words of the game. */
#include "state.h"

#include <string.h>

void pandaspin_recount(void *state) {
    struct pandaspin *t = state;
    t->panda_down = 0;
    for (int seat = 0; seat < t->head.seats; seat++) {
        t->spun[seat] = (uint8_t)count_cards(t->turned[seat]);
        t->hand_size[seat] =
            (uint8_t)(count_cards(t->white[seat]) + count_cards(t->blue[seat]) + t->spun[seat]);
        for (int suit = 0; suit < SUITS; suit++)
            for (int rank = 0; rank < RANKS; rank++) {
                bool white = t->table_white[seat][suit] >> rank & 1;
                bool blue_up = t->table_blue[seat][suit] >> rank & 1;
                if ((white && pandaspin_face[white_side][suit][rank].symbol == symbol_panda) ||
                    (blue_up && pandaspin_face[blue_side][suit][rank].symbol == symbol_panda))
                    add_seat(&t->panda_down, seat);
            }
    }
}

static const struct sr_text phase_wrong =
    SR_TEXT("the phase does not fit what is under way: decider {0}",
            "фаза не соответствует происходящему: решает место {0}");
static const struct sr_text hand_too_large =
    SR_TEXT("seat {0} holds {1} cards; at most {2} are possible",
            "у места {0} в руке карт: {1}; больше {2} не бывает");
static const struct sr_text twice_in_hand =
    SR_TEXT("seat {0}: a card is in hand twice: as white, blue or turned",
            "место {0}: карта в руке дважды: как white, blue или turned");
static const struct sr_text bid_wrong =
    SR_TEXT("the highest bid is none that can be made", "такой ставки, как наибольшая, не бывает");
static const struct sr_text wanted_wrong =
    SR_TEXT("seat {0} cannot be choosing cards for this bid, or has nothing to choose",
            "место {0} не может выбирать карты для такой ставки, или выбирать не из чего");
static const struct sr_text seats_wrong =
    SR_TEXT("seats that are forced or have passed do not take part in the trick",
            "пасовавшие или вынужденные пасовать места не участвуют в коне");
static const struct sr_text cards_lost =
    SR_TEXT("suit {0}: cards lie in two places, in none, or are not in play (card {1} of 14)",
            "масть {0}: карта лежит в двух местах, нигде или не участвует в игре ({1} из 14)");
static const struct sr_text suits_wrong =
    SR_TEXT("{0} suits are in play, {1} are right", "мастей в игре {0}, а должно быть {1}");
static const struct sr_text points_wrong =
    SR_TEXT("seat {0}: the points do not add up from their sources",
            "место {0}: очки не сходятся с их источниками");
static const struct sr_text emptied_wrong =
    SR_TEXT("seat {0}: the order in which hands became empty does not fit the hands",
            "место {0}: порядок опустевших рук не соответствует рукам");
static const struct sr_text table_wrong =
    SR_TEXT("seat {0} has cards on the table, but has passed or does not take part",
            "у места {0} карты на столе, хотя оно пасовало или не участвует");
static const struct sr_text played_wrong =
    SR_TEXT("seat {0}: what was played in the trick does not fit the cards on the table",
            "место {0}: сыгранное на кону не соответствует картам на столе");
static const struct sr_text idle_hand =
    SR_TEXT("seat {0} holds cards, but does not take part in the trick",
            "у места {0} есть карты, но оно не участвует в коне");

static const struct sr_text not_the_turn =
    SR_TEXT("seat {0} decides, but after the bid of seat {2} it is the turn of seat {1}",
            "решает место {0}, но после ставки места {2} очередь места {1}");

/* ---- what a play function relies on ---- */

static bool bid_possible(struct bid bid) {
    switch ((enum bid_type)bid.type) {
    case bid_nothing:
        return bid.copies == 0 && bid.length == 0 && bid.top == SR_NONE;
    case bid_single:
        return bid.copies == 1 && bid.length == 1 && bid.top < RANKS;
    case bid_set:
        return bid.copies >= 2 && bid.length == 1 && bid.top < RANKS;
    case bid_run:
        return bid.copies == 1 && bid.length >= RUN_LEAST && bid.top < RUN_RANKS &&
               bid.top + 1 >= bid.length;
    case bid_formation:
        return bid.copies >= 2 && bid.length >= RUN_LEAST && bid.top < RUN_RANKS &&
               bid.top + 1 >= bid.length;
    case bid_bomb:
        return bid.copies >= BOMB_VALUES && bid.length == 1 && bid.top < RANKS;
    default:
        return false;
    }
}

static bool phase_fits(const struct pandaspin *t) {
    int seat = t->head.decider;
    bool mine = t->bid.type != bid_nothing && t->owner == seat;
    bool symbols = t->bamboos_left || t->pandas_left || t->fires_left;
    if (!(t->playing >> seat & 1) || (t->passed >> seat & 1))
        return false;
    switch ((enum phase)t->head.phase) {
    case phase_turn:
        return !symbols && !t->forced && t->element == SR_NONE &&
               (t->bid.type == bid_nothing || t->owner != seat);
    case phase_bamboo:
        return mine && t->bamboos_left;
    case phase_hungry:
        return mine && t->pandas_left && !t->bamboos_left && t->mood == mood_hungry &&
               t->beaten != SR_NONE && t->beaten != seat && t->points[t->beaten] > 0;
    case phase_spin:
        return mine && t->pandas_left && !t->bamboos_left && t->mood == mood_spin &&
               unseen_white(t, seat) > 0;
    case phase_fire:
        return mine && t->fires_left && !t->bamboos_left && !t->pandas_left && t->hand_size[seat];
    case phase_forced:
        return !symbols && t->element != SR_NONE && t->owner != SR_NONE && t->owner != seat &&
               (t->forced >> seat & 1);
    default:
        return false;
    }
}

static bool choice_fits(const struct pandaspin *t) {
    int seat = t->head.decider, laid = 0;
    struct sr_moves moves;
    for (int suit = 0; suit < SUITS; suit++) {
        laid += sr_count_bits(t->laid_white[suit]) + sr_count_bits(t->laid_blue[suit]);
        if (t->head.over)
            continue;
        if ((t->laid_white[suit] & ~t->white[seat][suit]) ||
            (t->laid_blue[suit] & ~blue_in_hand(t, seat, suit)))
            return false;
    }
    if (t->wanted.type == bid_nothing)
        return laid == 0;
    if (t->head.over || t->head.phase != phase_turn || !pandaspin_beats(t, t->wanted))
        return false;
    moves.count = 0;
    pandaspin_list_cards(t, &moves);
    return moves.count >= 2;
}

static bool check_structure(const struct pandaspin *t, struct sr_breach *breach) {
    for (int seat = 0; seat < t->head.seats; seat++) {
        if (t->hand_size[seat] > MAX_HAND)
            return sr_broken(breach, true, &hand_too_large, seat + 1, t->hand_size[seat], MAX_HAND);
        for (int suit = 0; suit < SUITS; suit++) {
            if ((t->white[seat][suit] & blue_in_hand(t, seat, suit)) ||
                (t->blue[seat][suit] & t->turned[seat][suit]))
                return sr_broken(breach, true, &twice_in_hand, seat + 1, 0, 0);
        }
    }
    if (!bid_possible(t->bid) || (t->bid.type != bid_nothing && t->owner == SR_NONE))
        return sr_broken(breach, true, &bid_wrong, 0, 0, 0);
    unsigned forced = t->forced;
    if ((t->passed & ~t->playing) || (forced & ~active_seats(t)) ||
        (forced && t->owner != SR_NONE && (forced >> t->owner & 1)))
        return sr_broken(breach, true, &seats_wrong, 0, 0, 0);
    if (!t->head.over && !phase_fits(t))
        return sr_broken(breach, true, &phase_wrong, t->head.decider + 1, 0, 0);
    if (!bid_possible(t->wanted) || !choice_fits(t))
        return sr_broken(breach, true, &wanted_wrong, t->head.over ? 0 : t->head.decider + 1, 0, 0);
    return true;
}

/* ---- the rules ---- */

/* Every card of the suits in play is somewhere, once. */
static bool check_cards(const struct pandaspin *t, struct sr_breach *breach) {
    uint8_t places[SUITS][ELEMENT_BIT + 1];
    memset(places, 0, sizeof places);
    for (int i = 0; i < t->deck_size; i++) {
        int card = t->deck[i];
        if (card < ANIMALS)
            places[card / RANKS][card % RANKS]++;
        else
            places[card - ANIMALS][ELEMENT_BIT]++;
    }
    for (int suit = 0; suit < SUITS; suit++)
        for (int bit = 0; bit <= ELEMENT_BIT; bit++) {
            int found = places[suit][bit] + (t->discard[suit] >> bit & 1);
            for (int seat = 0; seat < t->head.seats; seat++)
                found += (t->white[seat][suit] >> bit & 1) + (t->blue[seat][suit] >> bit & 1) +
                         (t->turned[seat][suit] >> bit & 1) +
                         (t->table_white[seat][suit] >> bit & 1) +
                         (t->table_blue[seat][suit] >> bit & 1);
            bool belongs = in_play(t, suit) &&
                           (bit != ELEMENT_BIT || sr_has_option(t, option_use_element_cards));
            if (found != belongs)
                return sr_broken(breach, false, &cards_lost, suit + 1, bit + 1, 0);
        }
    return true;
}

/* Hands became empty one after the other. */
static bool check_emptied(const struct pandaspin *t, struct sr_breach *breach) {
    for (int seat = 0; seat < t->head.seats; seat++) {
        int order = t->emptied[seat], before = 0;
        for (int other = 0; other < t->head.seats; other++) {
            before += t->emptied[other] && t->emptied[other] < order;
            if (other != seat && order && t->emptied[other] == order)
                return sr_broken(breach, false, &emptied_wrong, seat + 1, 0, 0);
        }
        if ((order != 0) != (t->hand_size[seat] == 0) || (order && order != before + 1))
            return sr_broken(breach, false, &emptied_wrong, seat + 1, 0, 0);
    }
    return true;
}

static bool check_trick(const struct pandaspin *t, struct sr_breach *breach) {
    unsigned active = active_seats(t);
    for (int seat = 0; seat < t->head.seats; seat++) {
        int white = count_cards(t->table_white[seat]), blue = count_cards(t->table_blue[seat]);
        if (white + blue && !(active >> seat & 1))
            return sr_broken(breach, false, &table_wrong, seat + 1, 0, 0);
        bool down = (active >> seat & 1) && !(t->element != SR_NONE && t->owner == seat);
        if ((white && !(t->played_white >> seat & 1)) || (blue && !(t->played_blue >> seat & 1)) ||
            (down && !t->head.over &&
             (!white != !(t->played_white >> seat & 1) || !blue != !(t->played_blue >> seat & 1))))
            return sr_broken(breach, false, &played_wrong, seat + 1, 0, 0);
        if (!t->head.over && t->hand_size[seat] && !(t->playing >> seat & 1))
            return sr_broken(breach, false, &idle_hand, seat + 1, 0, 0);
    }
    if (t->panda_down && !t->panda_played)
        return sr_broken(breach, false, &played_wrong, lowest_bit(t->panda_down) + 1, 0, 0);
    unsigned bidders = (unsigned)t->bombed | t->played_white | t->played_blue;
    if ((bidders & ~(unsigned)t->playing) || (bidders && t->bid.type == bid_nothing) ||
        (t->bid.type != bid_nothing && t->element == SR_NONE && !t->head.over &&
         !((t->played_white | t->played_blue) >> t->owner & 1)))
        return sr_broken(breach, false, &bid_wrong, 0, 0, 0);
    if (!t->head.over && t->bid.type != bid_nothing && !(active >> t->owner & 1))
        return sr_broken(breach, false, &bid_wrong, 0, 0, 0);
    return true;
}

/* Clockwise from the bid nobody is left out who has not passed. */
static bool check_turn(const struct pandaspin *t, struct sr_breach *breach) {
    bool forced = t->head.phase == phase_forced;
    if (t->head.over || (!forced && t->head.phase != phase_turn) || t->owner == SR_NONE)
        return true;
    int right = next_of(forced ? t->forced : active_seats(t), t->owner);
    return right == t->head.decider ||
           sr_broken(breach, false, &not_the_turn, t->head.decider + 1, right + 1, t->owner + 1);
}

bool pandaspin_check(const void *state, struct sr_breach *breach) {
    const struct pandaspin *t = state;
    if (!check_structure(t, breach))
        return false;
    int right = pandaspin_suits_for(t->head.seats);
    if (sr_count_bits(t->suits) != right)
        return sr_broken(breach, false, &suits_wrong, sr_count_bits(t->suits), right, 0);
    for (int seat = 0; seat < t->head.seats; seat++)
        if (t->points[seat] + t->lost[seat] <
            t->from_going_out[seat] + t->from_bamboo[seat] + t->stolen[seat])
            return sr_broken(breach, false, &points_wrong, seat + 1, 0, 0);
    return check_cards(t, breach) && check_emptied(t, breach) && check_trick(t, breach) &&
           check_turn(t, breach);
}
