/* The Voyages of Marco Polo: dice. The mat, the spaces of the board, what each space asks and
 * gives.
 *
 * The dice of an action are chosen one by one, lowest first, so the first one is the value of the
 * action and every set of dice can be chosen in one way only. */
#include "state.h"

#include <string.h>

/* ---- the mat ---- */

void marcopolo_add_die(struct marcopolo *t, int seat, int die) {
    uint8_t *dice = t->dice[seat];
    int at = t->dice_size[seat];
    if (at >= MAT_DICE)
        return;
    for (; at > 0 && dice[at - 1] > die; at--)
        dice[at] = dice[at - 1];
    dice[at] = (uint8_t)die;
    t->dice_size[seat]++;
}

static void remove_die(struct marcopolo *t, int seat, int die) {
    uint8_t *dice = t->dice[seat];
    int at = 0, last = t->dice_size[seat] - 1;
    while (at < last && dice[at] != die)
        at++;
    for (; at < last; at++)
        dice[at] = dice[at + 1];
    dice[last] = 0;
    t->dice_size[seat] = (uint8_t)last;
}

static int roll(struct marcopolo *t) {
    struct sr_stream chance = sr_stream_open(&t->head.rng);
    return 1 + (int)sr_draw(&chance, FACES);
}

/* Raschid's dice are not rolled. */
void marcopolo_gain_black_die(struct marcopolo *t, int seat, struct sr_turn *turn) {
    if (!t->black_dice) {
        sr_tell(turn, event_no_black, seat);
        return;
    }
    int value = is_character(t, seat, the_raschid) ? 0 : roll(t);
    t->black_dice--;
    marcopolo_add_die(t, seat, die_code(value, die_black));
    sr_tell(turn, event_black, seat, die_code(value, die_black));
}

/* ---- the board ---- */

static void count_die(struct marcopolo *t, int space, int seat, int die) {
    t->laid[space]++;
    if (die_class(die) == die_own && seat < SEATS)
        t->coloured[space] = (uint8_t)(t->coloured[space] | 1 << seat);
    if (space == space_khan)
        t->khan_die = (uint8_t)die_value(die);
}

void marcopolo_lay_die(struct marcopolo *t, int space, int seat, int die) {
    int at = t->placed_size;
    if (at >= PLACED)
        return;
    t->placed_on[at] = (uint8_t)space;
    t->placed_by[at] = (uint8_t)seat;
    t->placed_die[at] = (uint8_t)die;
    t->placed_size++;
    count_die(t, space, seat, die);
}

void marcopolo_count_placed(struct marcopolo *t) {
    memset(t->laid, 0, sizeof t->laid);
    memset(t->coloured, 0, sizeof t->coloured);
    t->khan_die = 0;
    for (int at = 0; at < t->placed_size; at++)
        count_die(t, t->placed_on[at], t->placed_by[at], t->placed_die[at]);
}

/* ---- which actions can be taken ---- */

struct hand {
    int dice, colourless;          /* how many */
    int lowest, highest;           /* values of all dice */
    int lowest_less, highest_less; /* of black and white ones */
};

static struct hand look_at_mat(const struct marcopolo *t, int seat) {
    const uint8_t *dice = t->dice[seat];
    struct hand hand = {.dice = t->dice_size[seat]};
    if (!hand.dice)
        return hand;
    hand.lowest = die_value(dice[0]);
    hand.highest = die_value(dice[hand.dice - 1]);
    for (int i = 0; i < hand.dice; i++)
        if (!is_own_die(dice[i])) {
            if (!hand.colourless++)
                hand.lowest_less = die_value(dice[i]);
            hand.highest_less = die_value(dice[i]);
        }
    if (is_character(t, seat, the_raschid)) { /* who names what he likes */
        hand.lowest = hand.lowest_less = 1;
        hand.highest = hand.highest_less = FACES;
    }
    return hand;
}

/* Enough dice, one of them low enough to be paid; nobody's dice there: nothing is paid, and colours
 * do not matter. `extra` coins are needed besides. */
static bool can_use(const struct marcopolo *t, int seat, int space, const struct hand *hand,
                    int extra) {
    int purse = t->stock[seat][resource_coins] - extra;
    if (!t->laid[space])
        return hand->dice >= marcopolo_space[space].dice && purse >= 0;
    bool own = !(t->coloured[space] >> seat & 1);
    return (own ? hand->dice : hand->colourless) >= marcopolo_space[space].dice &&
           price_of_space(t, seat, space, own ? hand->lowest : hand->lowest_less) <= purse;
}

/* The Khan wants a die that is high enough. */
static bool can_please_khan(const struct marcopolo *t, int seat, const struct hand *hand) {
    bool own = !(t->coloured[space_khan] >> seat & 1);
    return t->laid[space_khan] < KHAN_CELLS && (own || hand->colourless) &&
           (own ? hand->highest : hand->highest_less) >= t->khan_die;
}

void marcopolo_list_actions(const struct marcopolo *t, struct sr_moves *moves) {
    int seat = t->turn_seat, road;
    const struct hand hand = look_at_mat(t, seat);
    if (!hand.dice)
        return;
    if (can_use(t, seat, space_take5, &hand, 0))
        sr_add_1(moves, verb_take5, 0);
    for (int row = 0; row <= GOODS; row++)
        if (can_use(t, seat, space_camel + row, &hand, 0))
            sr_add_1(moves, verb_bazaar, row);
    if (can_please_khan(t, seat, &hand))
        sr_add_1(moves, verb_khan, 0);
    if (t->row_size && can_use(t, seat, space_contracts, &hand, 0))
        sr_add_1(moves, verb_contracts, 0);
    if (hand.dice >= 2 && t->stock[seat][resource_coins] >= marcopolo_steps_price[1] &&
        marcopolo_cheapest_step(t, seat, &road) &&
        can_use(t, seat, space_travel, &hand, marcopolo_steps_price[1] + road))
        sr_add_1(moves, verb_travel, 0);
    int usable = t->posts[seat];
    if (sr_has_option(t, option_city_card_from_next_turn))
        usable &= ~t->fresh;
    if (!(usable & ALL_CITIES))
        return;
    for (int space = 0; space < CARD_SPACES; space++)
        if ((usable >> marcopolo_card_city[space] & 1) && !t->laid[space_card + space] &&
            marcopolo_card_useful(t, seat, t->card[space]))
            sr_add_1(moves, verb_card, space);
}

/* ---- choosing the dice ---- */

/* A colour goes to a space once a round; the purse takes everything. */
static bool own_allowed(const struct marcopolo *t, int seat, const struct placing *it) {
    if (it->space == space_purse || !(t->coloured[it->space] >> seat & 1))
        return true;
    int before = marcopolo_space[it->space].dice - it->dice_left;
    for (int at = t->placed_size - before; at < t->placed_size; at++)
        if (at >= 0 && die_class(t->placed_die[at]) == die_own)
            return true;
    return false;
}

/* Values that the first die may have: for the Khan at least that of the last one there, elsewhere
 * what can be paid, the first step of a journey included. */
static void fitting_values(const struct marcopolo *t, int seat, int space, int *least, int *most) {
    int purse = t->stock[seat][resource_coins], road;
    *least = 0;
    *most = FACES;
    if (space == space_khan)
        *least = t->khan_die;
    if (space == space_travel) {
        marcopolo_cheapest_step(t, seat, &road);
        purse -= marcopolo_steps_price[1] + road;
    }
    if (purse < 0)
        *most = -1;
    else if (price_of_space(t, seat, space, 1))
        *most = purse;
}

/* Whoever names values names one for all dice of an action. */
static void list_values(const struct placing *it, int class, int least, int most,
                        struct sr_moves *moves) {
    if (it->value)
        least = most = it->value;
    for (int value = least > 1 ? least : 1; value <= FACES && value <= most; value++)
        sr_add_1(moves, verb_die, die_code(value, class));
}

void marcopolo_list_die(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    const struct placing *it = sr_top(t, placing);
    int seat = t->turn_seat, size = t->dice_size[seat];
    const uint8_t *dice = t->dice[seat];
    bool own = own_allowed(t, seat, it), purse = it->space == space_purse;
    bool names_values = is_character(t, seat, the_raschid) && !purse;
    int lowest = 0, highest = DIE_CODES, least = 0, most = FACES;

    if (!is_first_die(it) && t->placed_size) /* dice are chosen in the order of the mat */
        lowest = t->placed_die[t->placed_size - 1];
    else if (!purse)
        fitting_values(t, seat, it->space, &least, &most);
    if (names_values) {
        lowest = die_class(lowest);
    } else if (least || most < FACES) {
        lowest = die_code(least, die_own);
        highest = die_code(most + 1, die_own) - 1;
    }
    for (int more = it->dice_left - 1; more > 0 && size > 0; size--) /* others must follow */
        more -= own || !is_own_die(dice[size - 1]);
    for (int i = 0, last = -1; i < size && dice[i] <= highest; i++) {
        int die = dice[i];
        if (die < lowest || die == last || (!own && is_own_die(die)))
            continue;
        last = die;
        if (names_values)
            list_values(it, die_class(die), least, most, moves);
        else
            sr_add_1(moves, verb_die, die);
    }
}

/* ---- what the spaces give ---- */

/* The merchant of Tabriz profits from what others do on the board. */
static void mirror(struct marcopolo *t, int resource, int count, struct sr_turn *turn) {
    for (int seat = 0; seat < t->head.seats; seat++)
        if (seat != t->turn_seat && is_character(t, seat, the_mercator))
            marcopolo_gain_one(t, seat, resource, count, source_character + the_mercator, turn);
}

static void use_space(struct marcopolo *t, int space, int value, struct sr_turn *turn) {
    int seat = t->turn_seat, source = source_space + space;
    t->main_done = 1;
    switch (space) {
    case space_take5:
        marcopolo_gain_one(t, seat, resource_coins, TAKE5_COINS, source, turn);
        if (t->head.seats == 2)
            mirror(t, resource_coins, 2, turn);
        break;
    case space_camel:
    case space_pepper:
    case space_silk:
    case space_gold:
        sr_push(t, phase_column, seat, bazaar, .space = (uint8_t)space, .value = (uint8_t)value);
        break;
    case space_khan:
        marcopolo_gain_one(t, seat, resource_camels, KHAN_CAMELS, source, turn);
        sr_push(t, phase_good, seat, good, .count = 1, .source = (uint8_t)source);
        if (t->head.seats < SEATS)
            mirror(t, resource_camels, 1, turn);
        break;
    case space_contracts:
        sr_push(t, phase_take, seat, taking, .value = (uint8_t)value);
        break;
    case space_travel:
        t->last_traveller = (uint8_t)seat;
        marcopolo_start_journey(t, value, source);
        break;
    default:
        marcopolo_use_card(t, t->card[space - space_card], value, turn);
        break;
    }
}

/* The first die is the value of the action, and what an occupied space costs. */
void marcopolo_play_die(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    struct placing it = *sr_taken(turn, placing);
    int seat = t->turn_seat, die = move.arg[0], space = it.space;
    bool raschid = is_character(t, seat, the_raschid);
    if (is_first_die(&it) && space != space_purse) {
        it.value = (uint8_t)die_value(die);
        marcopolo_pay_one(t, seat, resource_coins, price_of_space(t, seat, space, it.value),
                          source_space + space, turn);
    }
    remove_die(t, seat, raschid ? die_code(0, die_class(die)) : die);
    marcopolo_lay_die(t, space, seat, die);
    sr_tell(turn, event_placed, seat, die, space);
    if (it.dice_left > 1)
        sr_push(t, phase_die, seat, placing, .space = it.space, .value = it.value,
                .dice_left = (uint8_t)(it.dice_left - 1));
    else if (space == space_purse)
        marcopolo_gain_one(t, seat, resource_coins, PURSE_COINS, source_space + space, turn);
    else
        use_space(t, space, it.value, turn);
}

/* ---- the bazaar: any column up to the lowest die ---- */

void marcopolo_list_column(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    for (int column = 1; column <= sr_top(t, bazaar)->value; column++)
        sr_add_1(moves, verb_column, column);
}

void marcopolo_play_column(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    int space = sr_taken(turn, bazaar)->space, row = space - space_camel;
    marcopolo_reward(t, &marcopolo_bazaar[row][move.arg[0] - 1], source_space + space, turn);
    mirror(t, resource_camels + row, 1, turn);
}

/* ---- rolling a die again, and turning it by one ---- */

void marcopolo_list_reroll(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    const uint8_t *dice = t->dice[t->turn_seat];
    for (int i = 0; i < t->dice_size[t->turn_seat]; i++)
        if (shows_value(dice[i]) && (!i || dice[i - 1] != dice[i]))
            sr_add_1(moves, verb_die, dice[i]);
}

void marcopolo_play_reroll(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    int seat = t->turn_seat, die = move.arg[0];
    remove_die(t, seat, die);
    int rolled = die_code(roll(t), die_class(die));
    marcopolo_add_die(t, seat, rolled);
    sr_tell(turn, event_die, seat, die, rolled);
}

void marcopolo_list_adjust(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    int seat = t->turn_seat;
    for (int i = 0; i < t->dice_size[seat]; i++) {
        int die = t->dice[seat][i], value = die_value(die);
        if (!value || (i && t->dice[seat][i - 1] == die))
            continue;
        if (value < FACES)
            sr_add_1(moves, verb_up, die);
        if (value > 1)
            sr_add_1(moves, verb_down, die);
    }
}

void marcopolo_play_adjust(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    int seat = t->turn_seat, die = move.arg[0];
    int turned = die + (move.verb == verb_up ? DIE_CLASSES : -DIE_CLASSES);
    remove_die(t, seat, die);
    marcopolo_add_die(t, seat, turned);
    sr_tell(turn, event_adjusted, seat, die, turned);
}
