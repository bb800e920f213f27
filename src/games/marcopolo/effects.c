/* The Voyages of Marco Polo: gains and payments, and the stack of effects that wait for a choice.
 * The topmost effect is worked off first, so whatever it triggers comes before what lies below. */
#include "state.h"

#include <string.h>

/* ---- gains and payments ---- */

static void tell_amounts(struct sr_turn *turn, int event, int seat, const int of[AMOUNTS],
                         int source) {
    sr_tell(turn, (uint8_t)event, seat, of[coins], of[camels], of[pepper], of[silk], of[gold],
            of[points], source);
}

static void change(struct marcopolo *t, int seat, const struct amounts *by, int times) {
    for (int resource = 0; resource < RESOURCES; resource++)
        t->stock[seat][resource] = (uint16_t)(t->stock[seat][resource] + by->of[resource] * times);
    t->points[seat] = (int16_t)(t->points[seat] + by->of[points] * times);
}

static void tell_times(struct sr_turn *turn, int event, int seat, const struct amounts *by,
                       int times, int source) {
    int of[AMOUNTS], any = 0;
    for (int i = 0; i < AMOUNTS; i++) {
        of[i] = by->of[i] * times;
        any |= of[i];
    }
    if (any)
        tell_amounts(turn, event, seat, of, source);
}

void marcopolo_gain(struct marcopolo *t, int seat, const struct amounts *gain, int times,
                    int source, struct sr_turn *turn) {
    change(t, seat, gain, times);
    if (turn->events)
        tell_times(turn, event_gained, seat, gain, times, source);
}

void marcopolo_pay(struct marcopolo *t, int seat, const struct amounts *price, int times,
                   int source, struct sr_turn *turn) {
    change(t, seat, price, -times);
    if (turn->events)
        tell_times(turn, event_paid, seat, price, times, source);
}

void marcopolo_gain_one(struct marcopolo *t, int seat, int resource, int count, int source,
                        struct sr_turn *turn) {
    if (resource == points)
        t->points[seat] = (int16_t)(t->points[seat] + count);
    else
        t->stock[seat][resource] = (uint16_t)(t->stock[seat][resource] + count);
    if (turn->events) {
        int of[AMOUNTS] = {0};
        of[resource] = count;
        tell_amounts(turn, event_gained, seat, of, source);
    }
}

void marcopolo_pay_one(struct marcopolo *t, int seat, enum resource resource, int count, int source,
                       struct sr_turn *turn) {
    t->stock[seat][resource] = (uint16_t)(t->stock[seat][resource] - count);
    if (turn->events && count) {
        int of[AMOUNTS] = {0};
        of[resource] = count;
        tell_amounts(turn, event_paid, seat, of, source);
    }
}

/* ---- the stack ---- */

void marcopolo_push(struct marcopolo *t, enum effect effect, int arg, int source) {
    if (t->effect_size >= MAX_EFFECTS)
        return;
    int at = t->effect_size++;
    t->effect[at] = (uint8_t)effect;
    t->effect_arg[at] = (uint8_t)arg;
    t->effect_source[at] = (uint8_t)source;
}

struct pending {
    int effect, arg, source;
};

static struct pending top(const struct marcopolo *t) {
    int at = t->effect_size - 1;
    return (struct pending){t->effect[at], t->effect_arg[at], t->effect_source[at]};
}

void marcopolo_pop(struct marcopolo *t) {
    int at = --t->effect_size;
    t->effect[at] = 0;
    t->effect_arg[at] = 0;
    t->effect_source[at] = 0;
}

/* One of several is done; the effect goes when none is left. */
static void count_down(struct marcopolo *t) {
    int at = t->effect_size - 1;
    if (--t->effect_arg[at] == 0)
        marcopolo_pop(t);
}

/* Fixed gains at once, choices after: the first effect printed is the first worked off. */
void marcopolo_reward(struct marcopolo *t, const struct reward *reward, int source,
                      struct sr_turn *turn) {
    marcopolo_gain(t, t->turn_seat, &reward->gain, 1, source, turn);
    for (int i = 1; i >= 0; i--)
        if (reward->effect[i] != effect_nothing)
            marcopolo_push(t, (enum effect)reward->effect[i], 1, source);
}

/* ---- working off ---- */

/* The seat on turn is asked; always true. */
bool marcopolo_ask(struct marcopolo *t, enum phase phase, int wanted, int source) {
    t->head.phase = (uint8_t)phase;
    t->head.decider = t->turn_seat;
    t->wanted = (uint8_t)wanted;
    t->source = (uint8_t)source;
    return true;
}

static void draw_for(struct marcopolo *t, int source, struct sr_turn *turn) {
    int contract = marcopolo_draw_contract(t, turn);
    if (contract == SR_NONE) {
        sr_tell(turn, event_no_contract, t->turn_seat);
        return;
    }
    sr_tell(turn, event_drew, t->turn_seat, contract, source);
    if (!marcopolo_place_contract(t, t->turn_seat, contract, turn))
        marcopolo_push(t, effect_offer, contract, source);
}

static bool need_post(struct marcopolo *t, int place, int source, struct sr_turn *turn) {
    int seat = t->turn_seat;
    if (has_post(t, seat, place) || marcopolo_build_post(t, seat, place, turn) ||
        !marcopolo_relocatable(t)) {
        marcopolo_pop(t);
        return false;
    }
    t->target = (uint8_t)place;
    return marcopolo_ask(t, phase_relocate, 1, source);
}

static void collect(struct marcopolo *t, int source) {
    int due = 0;
    for (int left = t->built; left; left &= left - 1) {
        int place = __builtin_ctz((unsigned)left);
        if (marcopolo_place_gives(t, place))
            due |= 1 << place;
    }
    if (due & (due - 1)) {
        t->due = (uint16_t)due;
        marcopolo_push(t, effect_due, 0, source);
    } else if (due) {
        marcopolo_push(t, effect_place, __builtin_ctz((unsigned)due), source);
    }
}

static bool settle(struct marcopolo *t, int source) {
    int due = t->due;
    if (due & (due - 1))
        return marcopolo_ask(t, phase_settle, __builtin_popcount((unsigned)due), source);
    marcopolo_pop(t);
    t->due = 0;
    if (due)
        marcopolo_push(t, effect_place, __builtin_ctz((unsigned)due), source);
    return false;
}

static bool start_move(struct marcopolo *t, int source, struct sr_turn *turn) {
    marcopolo_start_journey(t, 1);
    marcopolo_ask(t, phase_move, 1, source);
    if (marcopolo_can_step(t))
        return true;
    sr_tell(turn, event_lost, t->turn_seat, source);
    marcopolo_pop(t);
    return false;
}

static int count_goods(const struct marcopolo *t, int seat) {
    return t->stock[seat][pepper] + t->stock[seat][silk] + t->stock[seat][gold];
}

/* True: somebody has to decide. */
static bool work_off(struct marcopolo *t, struct sr_turn *turn) {
    struct pending it = top(t);
    switch ((enum effect)it.effect) {
    case effect_good:
        return marcopolo_ask(t, phase_good, it.arg, it.source);
    case effect_pair:
        return marcopolo_ask(t, phase_goods, 1, it.source);
    case effect_copy:
        return marcopolo_ask(t, phase_copy, 1, it.source);
    case effect_slot_bonus:
        return marcopolo_ask(t, phase_slot_bonus, it.arg, it.source);
    case effect_room:
    case effect_offer:
        t->offered = (uint8_t)it.arg;
        return marcopolo_ask(t, phase_room, 1, it.source);
    case effect_move:
        return start_move(t, it.source, turn);
    case effect_post:
        return need_post(t, it.arg, it.source, turn);
    case effect_due:
        return settle(t, it.source);
    case effect_provinces:
        if (t->provinces)
            return marcopolo_ask(t, phase_province, it.arg, it.source);
        break;
    case effect_barter:
        if (count_goods(t, t->turn_seat))
            return marcopolo_ask(t, phase_barter, it.arg, it.source);
        break;
    case effect_again:
        if (marcopolo_can_go_again(t, it.source - source_card))
            return marcopolo_ask(t, phase_again, it.arg, it.source);
        break;
    default:
        break;
    }
    marcopolo_pop(t);
    switch ((enum effect)it.effect) {
    case effect_black:
        marcopolo_gain_black_die(t, t->turn_seat, turn);
        break;
    case effect_contract:
        draw_for(t, it.source, turn);
        break;
    case effect_bonus:
        marcopolo_reward(t, &marcopolo_bonus[it.arg], source_bonus + it.arg, turn);
        break;
    case effect_place:
        marcopolo_take_place(t, it.arg, turn);
        break;
    case effect_collect:
        collect(t, it.source);
        break;
    case effect_camels:
        marcopolo_gain_one(t, t->turn_seat, camels, it.arg, it.source, turn);
        break;
    case effect_free_slot:
        marcopolo_free_slot(t, t->turn_seat, it.arg);
        break;
    default:
        break;
    }
    return false;
}

void marcopolo_go_on(struct marcopolo *t, struct sr_turn *turn) {
    while (!t->head.over)
        if (t->effect_size ? work_off(t, turn) : marcopolo_next_stage(t, turn))
            return;
}

/* ---- choices of goods ---- */

void marcopolo_list_good(const void *state, struct sr_moves *moves) {
    (void)state;
    for (int good = 0; good < GOODS; good++)
        add_move(moves, verb_good, good);
}

void marcopolo_play_good(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    marcopolo_gain_one(t, t->turn_seat, FIRST_GOOD + move.arg[0], 1, t->source, turn);
    count_down(t);
    marcopolo_go_on(t, turn);
}

void marcopolo_list_goods(const void *state, struct sr_moves *moves) {
    (void)state;
    for (int pair = 0; pair < PAIRS; pair++)
        add_move(moves, verb_goods, pair);
}

void marcopolo_play_goods(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    struct amounts gain = {{0}};
    gain.of[marcopolo_pair[move.arg[0]][0]] = 1;
    gain.of[marcopolo_pair[move.arg[0]][1]] = 1;
    marcopolo_gain(t, t->turn_seat, &gain, 1, t->source, turn);
    marcopolo_pop(t);
    marcopolo_go_on(t, turn);
}

/* ---- bonuses ---- */

/* Bonus D takes any other one; all six lie on the map. */
void marcopolo_list_copy(const void *state, struct sr_moves *moves) {
    (void)state;
    for (int bonus = 0; bonus < BONUSES; bonus++)
        if (marcopolo_bonus[bonus].effect[0] != effect_copy)
            add_move(moves, verb_copy, bonus);
}

void marcopolo_play_copy(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    marcopolo_pop(t);
    marcopolo_push(t, effect_bonus, move.arg[0], source_bonus + move.arg[0]);
    marcopolo_go_on(t, turn);
}

void marcopolo_list_settle(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    for (int left = t->due; left; left &= left - 1)
        add_move(moves, verb_settle, __builtin_ctz((unsigned)left));
}

void marcopolo_play_settle(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    t->due = (uint16_t)(t->due & ~(1 << move.arg[0]));
    marcopolo_push(t, effect_place, move.arg[0], t->source);
    marcopolo_go_on(t, turn);
}

/* Coins or camels for a contract from slot 5 or 6. */
void marcopolo_list_slot_bonus(const void *state, struct sr_moves *moves) {
    (void)state;
    add_move(moves, verb_bonus, coins);
    add_move(moves, verb_bonus, camels);
}

void marcopolo_play_slot_bonus(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    marcopolo_gain_one(t, t->turn_seat, move.arg[0], t->wanted, t->source, turn);
    marcopolo_pop(t);
    marcopolo_go_on(t, turn);
}
