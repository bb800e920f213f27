/* The Voyages of Marco Polo: the city cards. Everything is paid first and received after, unless
 * the table lets exchanges feed each other; then those cards are used one exchange at a time. */
#include "state.h"

static int count_goods(const struct marcopolo *t, int seat) {
    return t->stock[seat][resource_pepper] + t->stock[seat][resource_silk] +
           t->stock[seat][resource_gold];
}

static int lower(int a, int b) {
    return a < b ? a : b;
}

/* How many points may be paid: as many as one likes, if they may go below zero. */
static int points_to_spend(const struct marcopolo *t, int seat) {
    if (sr_has_option(t, option_vp_may_go_negative))
        return FACES;
    return t->points[seat] > 0 ? t->points[seat] : 0;
}

static int affordable(const struct marcopolo *t, int seat, const struct amounts *price, int most) {
    while (most > 0 && !can_pay(t, seat, price, most))
        most--;
    return most;
}

static int most_forward(const struct marcopolo *t, int seat, int card, int value) {
    const struct amounts *pay = &marcopolo_card[card].pay;
    int most = affordable(t, seat, pay, value);
    if (pay->of[resource_points])
        most = lower(most, points_to_spend(t, seat));
    if (marcopolo_card[card].kind == card_barter)
        most = lower(most, count_goods(t, seat));
    return most;
}

static int most_back(const struct marcopolo *t, int seat, int card, int value) {
    return affordable(t, seat, &marcopolo_card_back[card].pay, value);
}

/* May the card be used at all? That never depends on the die. */
bool marcopolo_card_useful(const struct marcopolo *t, int seat, int card) {
    const struct card_info *info = &marcopolo_card[card];
    switch ((enum card_kind)info->kind) {
    case card_repeat:
    case card_goods:
        return can_pay(t, seat, &info->pay, 1);
    case card_walk:
        return marcopolo_can_step(t, source_card + card);
    case card_provinces:
        return own_provinces(t, seat) && can_pay(t, seat, &info->pay, 1);
    case card_one_way:
    case card_two_way:
    case card_barter:
        return most_forward(t, seat, card, 1) || most_back(t, seat, card, 1);
    case card_contracts:
        return t->completed[seat] > 0;
    case card_posts:
    case card_pips:
    case card_by_die:
    default:
        return true;
    }
}

/* How often, at most. */
int marcopolo_card_times(const struct marcopolo *t, int seat, int card, int value) {
    const struct card_info *info = &marcopolo_card[card];
    if (info->kind != card_provinces)
        return affordable(t, seat, &info->pay, value);
    if (info->from)
        value = value >= info->from ? 2 : 1;
    value = lower(value, __builtin_popcount((unsigned)own_provinces(t, seat)));
    return affordable(t, seat, &info->pay, value);
}

static bool one_by_one(const struct marcopolo *t, int card) {
    return !sr_has_option(t, option_city_card_pay_all_then_receive) &&
           (card == card_t06 || card == card_t21 || card == card_t22);
}

void marcopolo_use_card(struct marcopolo *t, int card, int value, struct sr_turn *turn) {
    const struct card_info *info = &marcopolo_card[card];
    int seat = t->turn_seat, times;
    if (one_by_one(t, card)) {
        sr_push(t, phase_again, seat, again, .card = (uint8_t)card, .left = (uint8_t)value,
                .provinces = (uint8_t)own_provinces(t, seat));
        return;
    }
    switch ((enum card_kind)info->kind) {
    case card_repeat:
    case card_goods:
    case card_provinces:
        sr_push(t, phase_times, seat, card_use, .card = (uint8_t)card, .value = (uint8_t)value);
        return;
    case card_walk:
        marcopolo_start_journey(t, value, source_card + card);
        return;
    case card_one_way:
    case card_two_way:
    case card_barter:
        sr_push(t, phase_exchange, seat, card_use, .card = (uint8_t)card, .value = (uint8_t)value);
        return;
    case card_contracts:
        times = lower(value, t->completed[seat]);
        break;
    case card_posts:
        times = lower(value, count_posts(t, seat));
        break;
    case card_by_die:
        times = value >= info->from ? 3 : 1;
        break;
    case card_pips:
    default:
        times = value;
        break;
    }
    marcopolo_gain(t, seat, &info->get, times, source_card + card, turn);
}

/* ---- so many times ---- */

void marcopolo_list_times(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    const struct card_use *use = sr_top(t, card_use);
    int most = marcopolo_card_times(t, t->turn_seat, use->card, use->value);
    for (int times = 1; times <= most; times++)
        sr_add_1(moves, verb_times, times);
}

void marcopolo_play_times(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    int seat = t->turn_seat, card = sr_taken(turn, card_use)->card, times = move.arg[0];
    const struct card_info *info = &marcopolo_card[card];
    marcopolo_pay(t, seat, &info->pay, times, source_card + card, turn);
    marcopolo_gain(t, seat, &info->get, times, source_card + card, turn);
    if (info->kind == card_goods)
        sr_push(t, phase_good, seat, good, .count = (uint8_t)times,
                .source = (uint8_t)(source_card + card));
    else if (info->kind == card_provinces)
        sr_push(t, phase_province, seat, own_bonuses, .card = (uint8_t)card,
                .count = (uint8_t)times, .provinces = (uint8_t)own_provinces(t, seat));
}

/* ---- exchanges ---- */

void marcopolo_list_exchange(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    const struct card_use *use = sr_top(t, card_use);
    int seat = t->turn_seat, card = use->card, value = use->value;
    int forward = most_forward(t, seat, card, value), back = most_back(t, seat, card, value);
    bool both = marcopolo_card[card].kind != card_one_way;
    for (int there = 0; there <= forward; there++)
        for (int here = 0; here <= back && there + here <= value; here++)
            if (there + here > 0 && (both || !there || !here))
                sr_add_2(moves, verb_exchange, there, here);
}

/* Payments first. Goods that are paid are chosen one by one, then goods that are received. */
static void exchange(struct marcopolo *t, int card, int there, int here, struct sr_turn *turn) {
    const struct card_info *info = &marcopolo_card[card];
    const struct exchange *back = &marcopolo_card_back[card];
    int seat = t->turn_seat, source = source_card + card;
    if (there)
        marcopolo_pay(t, seat, &info->pay, there, source, turn);
    if (here)
        marcopolo_pay(t, seat, &back->pay, here, source, turn);
    if (info->kind != card_barter) {
        if (there)
            marcopolo_gain(t, seat, &info->get, there, source, turn);
        if (here)
            marcopolo_gain(t, seat, &back->get, here, source, turn);
        return;
    }
    if (here)
        sr_push(t, phase_good, seat, good, .count = (uint8_t)here, .source = (uint8_t)source);
    if (there)
        sr_push(t, phase_barter, seat, barter, .card = (uint8_t)card, .count = (uint8_t)there,
                .camels = (uint8_t)(there * info->get.of[resource_camels]));
}

void marcopolo_play_exchange(void *state, struct sr_move move, struct sr_turn *turn) {
    exchange(state, sr_taken(turn, card_use)->card, move.arg[0], move.arg[1], turn);
}

bool marcopolo_asks_barter(const void *state) {
    const struct marcopolo *t = state;
    return count_goods(t, t->turn_seat) > 0;
}

void marcopolo_list_barter(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    for (int good = 0; good < GOODS; good++)
        if (t->stock[t->turn_seat][FIRST_GOOD + good])
            sr_add_1(moves, verb_pay, good);
}

/* The camels come when all goods are handed in. */
void marcopolo_play_barter(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    struct barter it = *sr_taken(turn, barter);
    int seat = t->turn_seat, good = FIRST_GOOD + move.arg[0], source = source_card + it.card;
    marcopolo_pay_one(t, seat, (enum resource)good, 1, source, turn);
    if (it.count > 1)
        sr_push(t, phase_barter, seat, barter, .card = it.card, .count = (uint8_t)(it.count - 1),
                .camels = it.camels);
    else
        marcopolo_gain_one(t, seat, resource_camels, it.camels, source, turn);
}

/* ---- bonuses of own provinces, all different ---- */

bool marcopolo_asks_province(const void *state) {
    return sr_top((const struct marcopolo *)state, own_bonuses)->provinces != 0;
}

static void list_provinces(int provinces, struct sr_moves *moves) {
    for (int left = provinces; left; left &= left - 1)
        sr_add_1(moves, verb_province, FIRST_PROVINCE + __builtin_ctz((unsigned)left));
}

void marcopolo_list_province(const void *state, struct sr_moves *moves) {
    list_provinces(sr_top((const struct marcopolo *)state, own_bonuses)->provinces, moves);
}

void marcopolo_play_province(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    struct own_bonuses it = *sr_taken(turn, own_bonuses);
    int province = move.arg[0] - FIRST_PROVINCE;
    if (it.count > 1)
        sr_push(t, phase_province, t->turn_seat, own_bonuses, .card = it.card,
                .count = (uint8_t)(it.count - 1),
                .provinces = (uint8_t)(it.provinces & ~(1 << province)));
    marcopolo_give_bonus(t, t->bonus[province], turn);
}

/* ---- one exchange at a time ---- */

bool marcopolo_asks_again(const void *state) {
    const struct marcopolo *t = state;
    const struct again *it = sr_top(t, again);
    int seat = t->turn_seat, card = it->card;
    if (marcopolo_card[card].kind == card_provinces)
        return it->provinces && can_pay(t, seat, &marcopolo_card[card].pay, 1);
    return most_forward(t, seat, card, 1) || most_back(t, seat, card, 1);
}

void marcopolo_list_again(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    const struct again *it = sr_top(t, again);
    int seat = t->turn_seat, card = it->card;
    if (marcopolo_card[card].kind == card_provinces) {
        list_provinces(it->provinces, moves);
    } else {
        if (most_forward(t, seat, card, 1))
            sr_add_2(moves, verb_exchange, 1, 0);
        if (most_back(t, seat, card, 1))
            sr_add_2(moves, verb_exchange, 0, 1);
    }
    if (it->done)
        sr_add_1(moves, verb_stop, 0);
}

void marcopolo_play_again(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    struct again it = *sr_taken(turn, again);
    int province = move.arg[0] - FIRST_PROVINCE, seat = t->turn_seat;
    if (move.verb == verb_stop)
        return;
    if (move.verb == verb_province)
        it.provinces = (uint8_t)(it.provinces & ~(1 << province));
    if (it.left > 1)
        sr_push(t, phase_again, seat, again, .card = it.card, .left = (uint8_t)(it.left - 1),
                .done = (uint8_t)(it.done + 1), .provinces = it.provinces);
    if (move.verb == verb_province) {
        marcopolo_pay(t, seat, &marcopolo_card[it.card].pay, 1, source_card + it.card, turn);
        marcopolo_give_bonus(t, t->bonus[province], turn);
    } else {
        exchange(t, it.card, move.arg[0], move.arg[1], turn);
    }
}
