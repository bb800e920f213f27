/* The Voyages of Marco Polo: gains and payments, and rewards that leave a choice. */
#include "state.h"

/* ---- gains and payments ---- */

static void tell_amounts(struct sr_turn *turn, int event, int seat, const int of[AMOUNTS],
                         int source) {
    sr_tell(turn, (uint8_t)event, seat, of[resource_coins], of[resource_camels],
            of[resource_pepper], of[resource_silk], of[resource_gold], of[resource_points], source);
}

static void change(struct marcopolo *t, int seat, const struct amounts *by, int times) {
    for (int resource = 0; resource < RESOURCES; resource++)
        t->stock[seat][resource] = (uint16_t)(t->stock[seat][resource] + by->of[resource] * times);
    t->points[seat] = (int16_t)(t->points[seat] + by->of[resource_points] * times);
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
    if (resource == resource_points)
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

/* ---- rewards ---- */

/* Fixed gains at once, choices after: the first effect printed is the first worked off. */
void marcopolo_reward(struct marcopolo *t, const struct reward *reward, int source,
                      struct sr_turn *turn) {
    int seat = t->turn_seat;
    marcopolo_gain(t, seat, &reward->gain, 1, source, turn);
    for (int i = 1; i >= 0; i--)
        if (reward->effect[i] == effect_good)
            sr_push(t, phase_good, seat, good, .count = 1, .source = (uint8_t)source);
        else if (reward->effect[i] != effect_nothing)
            sr_push(t, reward->effect[i], seat, gained, .source = (uint8_t)source);
}

/* One a turn may be bought; whether one from a reward counts as that, the table agrees on. */
void marcopolo_run_black_die(void *state, struct sr_turn *turn) {
    struct marcopolo *t = state;
    bool counts = sr_has_option(t, option_one_black_die_a_turn);
    if (counts && t->bought_black) {
        sr_tell(turn, event_black_had, t->turn_seat);
        return;
    }
    t->bought_black |= counts;
    marcopolo_gain_black_die(t, t->turn_seat, turn);
}

void marcopolo_list_good(const void *state, struct sr_moves *moves) {
    (void)state;
    for (int good = 0; good < GOODS; good++)
        sr_add_1(moves, verb_good, good);
}

void marcopolo_play_good(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    struct good it = *sr_taken(turn, good);
    marcopolo_gain_one(t, t->turn_seat, FIRST_GOOD + move.arg[0], 1, it.source, turn);
    if (it.count > 1)
        sr_push(t, phase_good, t->turn_seat, good, .count = (uint8_t)(it.count - 1),
                .source = it.source);
}

void marcopolo_list_goods(const void *state, struct sr_moves *moves) {
    (void)state;
    for (int pair = 0; pair < PAIRS; pair++)
        sr_add_1(moves, verb_goods, pair);
}

void marcopolo_play_goods(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    struct amounts gain = {{0}};
    gain.of[marcopolo_pair[move.arg[0]][0]] = 1;
    gain.of[marcopolo_pair[move.arg[0]][1]] = 1;
    marcopolo_gain(t, t->turn_seat, &gain, 1, sr_taken(turn, gained)->source, turn);
}

/* ---- bonuses of provinces ---- */

void marcopolo_give_bonus(struct marcopolo *t, int bonus, struct sr_turn *turn) {
    marcopolo_reward(t, &marcopolo_bonus[bonus], source_bonus + bonus, turn);
}

void marcopolo_run_bonus(void *state, struct sr_turn *turn) {
    marcopolo_give_bonus(state, sr_taken(turn, one_bonus)->bonus, turn);
}

/* Bonus D takes any other one; all six lie on the map. */
void marcopolo_list_copy(const void *state, struct sr_moves *moves) {
    (void)state;
    for (int bonus = 0; bonus < BONUSES; bonus++)
        if (marcopolo_bonus[bonus].effect[0] != effect_copy)
            sr_add_1(moves, verb_copy, bonus);
}

void marcopolo_play_copy(void *state, struct sr_move move, struct sr_turn *turn) {
    marcopolo_give_bonus(state, move.arg[0], turn);
}
