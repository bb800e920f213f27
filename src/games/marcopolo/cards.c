/* The Voyages of Marco Polo: the city cards. Everything is paid first and received after, unless
 * the table lets exchanges feed each other; then those cards are used one exchange at a time. */
#include "state.h"

static int count_goods(const struct marcopolo *t, int seat) {
    return t->stock[seat][pepper] + t->stock[seat][silk] + t->stock[seat][gold];
}

static int lower(int a, int b) {
    return a < b ? a : b;
}

static int in_use(const struct marcopolo *t) {
    return t->card[t->doing - space_card];
}

/* How many points may be paid: as many as one likes, if they may go below zero. */
static int points_to_spend(const struct marcopolo *t, int seat) {
    if (has_option(t, option_vp_may_go_negative))
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
    if (pay->of[points])
        most = lower(most, points_to_spend(t, seat));
    if (marcopolo_card[card].kind == card_barter)
        most = lower(most, count_goods(t, seat));
    return most;
}

static int most_back(const struct marcopolo *t, int seat, int card, int value) {
    return affordable(t, seat, &marcopolo_card_back[card].pay, value);
}

/* A step on this card, and the road that goes with it. */
static bool can_walk(const struct marcopolo *t, int seat, int card) {
    int pairs = 0;
    struct marcopolo trial = *t;
    for (int pair = 0; pair < PAIRS; pair++)
        pairs += t->stock[seat][marcopolo_pair[pair][0]] && t->stock[seat][marcopolo_pair[pair][1]];
    if (card == card_t10 ? !pairs : !can_pay(t, seat, &marcopolo_card[card].pay, 1))
        return false;
    trial.head.phase = phase_move; /* the road alone */
    trial.stock[seat][camels] =
        (uint16_t)(trial.stock[seat][camels] - marcopolo_card[card].pay.of[camels]);
    return marcopolo_can_step(&trial);
}

/* May the card be used at all? That never depends on the die. */
bool marcopolo_card_useful(const struct marcopolo *t, int seat, int card) {
    const struct card_info *info = &marcopolo_card[card];
    switch ((enum card_kind)info->kind) {
    case card_repeat:
    case card_goods:
        return can_pay(t, seat, &info->pay, 1);
    case card_walk:
        return can_walk(t, seat, card);
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
    return !has_option(t, option_city_card_pay_all_then_receive) &&
           (card == card_t06 || card == card_t21 || card == card_t22);
}

void marcopolo_use_card(struct marcopolo *t, int card, struct sr_turn *turn) {
    const struct card_info *info = &marcopolo_card[card];
    int seat = t->turn_seat, source = source_card + card, times;
    t->provinces = (uint8_t)own_provinces(t, seat);
    t->steps = 0;
    if (one_by_one(t, card)) {
        marcopolo_push(t, effect_again, t->value, source);
        marcopolo_go_on(t, turn);
        return;
    }
    switch ((enum card_kind)info->kind) {
    case card_repeat:
    case card_goods:
    case card_provinces:
        marcopolo_ask(t, phase_times, t->value, source);
        return;
    case card_walk:
        marcopolo_start_journey(t, t->value);
        marcopolo_ask(t, phase_journey, t->value, source);
        return;
    case card_one_way:
    case card_two_way:
    case card_barter:
        marcopolo_ask(t, phase_exchange, t->value, source);
        return;
    case card_contracts:
        times = lower(t->value, t->completed[seat]);
        break;
    case card_posts:
        times = lower(t->value, count_posts(t, seat));
        break;
    case card_by_die:
        times = t->value >= info->from ? 3 : 1;
        break;
    case card_pips:
    default:
        times = t->value;
        break;
    }
    marcopolo_gain(t, seat, &info->get, times, source, turn);
    marcopolo_go_on(t, turn);
}

/* ---- so many times ---- */

void marcopolo_list_times(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    int most = marcopolo_card_times(t, t->turn_seat, in_use(t), t->value);
    for (int times = 1; times <= most; times++)
        add_move(moves, verb_times, times);
}

void marcopolo_play_times(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    int seat = t->turn_seat, card = in_use(t), times = move.arg[0];
    const struct card_info *info = &marcopolo_card[card];
    marcopolo_pay(t, seat, &info->pay, times, t->source, turn);
    marcopolo_gain(t, seat, &info->get, times, t->source, turn);
    if (info->kind == card_goods)
        marcopolo_push(t, effect_good, times, t->source);
    else if (info->kind == card_provinces)
        marcopolo_push(t, effect_provinces, times, t->source);
    marcopolo_go_on(t, turn);
}

/* ---- exchanges ---- */

void marcopolo_list_exchange(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    int seat = t->turn_seat, card = in_use(t);
    int forward = most_forward(t, seat, card, t->value), back = most_back(t, seat, card, t->value);
    bool both = marcopolo_card[card].kind != card_one_way;
    for (int there = 0; there <= forward; there++)
        for (int here = 0; here <= back && there + here <= t->value; here++)
            if (there + here > 0 && (both || !there || !here))
                add_move2(moves, verb_exchange, there, here);
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
    if (info->kind == card_barter) {
        if (here)
            marcopolo_push(t, effect_good, here, source);
        if (there) {
            marcopolo_push(t, effect_camels, there * info->get.of[camels], source);
            marcopolo_push(t, effect_barter, there, source);
        }
    } else {
        if (there)
            marcopolo_gain(t, seat, &info->get, there, source, turn);
        if (here)
            marcopolo_gain(t, seat, &back->get, here, source, turn);
    }
}

void marcopolo_play_exchange(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    exchange(t, in_use(t), move.arg[0], move.arg[1], turn);
    marcopolo_go_on(t, turn);
}

void marcopolo_list_barter(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    for (int good = 0; good < GOODS; good++)
        if (t->stock[t->turn_seat][FIRST_GOOD + good])
            add_move(moves, verb_pay, good);
}

void marcopolo_play_barter(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    marcopolo_pay_one(t, t->turn_seat, (enum resource)(FIRST_GOOD + move.arg[0]), 1, t->source,
                      turn);
    if (--t->effect_arg[t->effect_size - 1] == 0)
        marcopolo_pop(t);
    marcopolo_go_on(t, turn);
}

/* ---- bonuses of own provinces, all different ---- */

void marcopolo_list_province(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    for (int left = t->provinces; left; left &= left - 1)
        add_move(moves, verb_province, FIRST_PROVINCE + __builtin_ctz((unsigned)left));
}

/* One of those still wanted; the effect goes when none is. */
static void choose_province(struct marcopolo *t, int place) {
    int province = place - FIRST_PROVINCE, bonus = t->bonus[province];
    t->provinces = (uint8_t)(t->provinces & ~(1 << province));
    if (--t->effect_arg[t->effect_size - 1] == 0)
        marcopolo_pop(t);
    marcopolo_push(t, effect_bonus, bonus, source_bonus + bonus);
}

void marcopolo_play_province(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    choose_province(t, move.arg[0]);
    marcopolo_go_on(t, turn);
}

/* ---- one exchange at a time ---- */

bool marcopolo_can_go_again(const struct marcopolo *t, int card) {
    int seat = t->turn_seat;
    if (marcopolo_card[card].kind == card_provinces)
        return t->provinces && can_pay(t, seat, &marcopolo_card[card].pay, 1);
    return most_forward(t, seat, card, 1) || most_back(t, seat, card, 1);
}

void marcopolo_list_again(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    int seat = t->turn_seat, card = t->effect_source[t->effect_size - 1] - source_card;
    if (marcopolo_card[card].kind == card_provinces) {
        marcopolo_list_province(state, moves);
    } else {
        if (most_forward(t, seat, card, 1))
            add_move2(moves, verb_exchange, 1, 0);
        if (most_back(t, seat, card, 1))
            add_move2(moves, verb_exchange, 0, 1);
    }
    if (t->steps)
        add_move(moves, verb_stop, 0);
}

void marcopolo_play_again(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    int card = t->effect_source[t->effect_size - 1] - source_card;
    t->steps++;
    if (move.verb == verb_stop) {
        marcopolo_pop(t);
    } else if (move.verb == verb_province) {
        marcopolo_pay(t, t->turn_seat, &marcopolo_card[card].pay, 1, t->source, turn);
        choose_province(t, move.arg[0]);
    } else {
        if (--t->effect_arg[t->effect_size - 1] == 0)
            marcopolo_pop(t);
        exchange(t, card, move.arg[0], move.arg[1], turn);
    }
    marcopolo_go_on(t, turn);
}
