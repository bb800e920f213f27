/* The Voyages of Marco Polo: every invariant of a position, in the words of the game. */
#include "state.h"

#include <string.h>

void marcopolo_recount(void *state) {
    struct marcopolo *t = state;
    memset(t->completed, 0, sizeof t->completed);
    for (int contract = 0; contract < CONTRACTS; contract++)
        if (t->completed_by[contract] < SEATS)
            t->completed[t->completed_by[contract]]++;
    marcopolo_count_placed(t);
}

/* ---- structure: without this no move could be made safely ---- */

static const struct sr_text figure_missing =
    SR_TEXT("seat {0} has no figure on the map", "у места {0} нет фишки на карте");
static const struct sr_text dice_unsorted =
    SR_TEXT("the dice of seat {0} must be listed from the lowest code to the highest",
            "кубики места {0} должны идти по порядку от меньшего к большему");
static const struct sr_text dice_unrolled =
    SR_TEXT("the dice of seat {0} must show values after the roll, and never those of Raschid",
            "кубики места {0} после броска должны показывать значения, а у Рашида — никогда");
static const struct sr_text dice_too_many =
    SR_TEXT("there are {0} dice in the game, and room for {1} on the board",
            "в игре {0} кубиков, а на поле места для {1}");
static const struct sr_text effect_wrong =
    SR_TEXT("pending effect {0} of kind {1} cannot have the argument {2}",
            "ожидающий эффект {0} вида {1} не может иметь аргумент {2}");
static const struct sr_text phase_wrong =
    SR_TEXT("the phase does not fit what is under way: decider {0}, turn of seat {1}",
            "фаза не соответствует происходящему: решает место {0}, ход места {1}");
static const struct sr_text no_move = SR_TEXT("seat {0} has no legal move in this position",
                                              "у места {0} в этой позиции нет допустимых ходов");

/* Is the argument within what the effect indexes with it? */
static bool effect_fits(const struct marcopolo *t, int at) {
    int arg = t->effect_arg[at], source = t->effect_source[at];
    switch ((enum effect)t->effect[at]) {
    case effect_nothing:
        return false;
    case effect_good:
    case effect_slot_bonus:
    case effect_barter:
    case effect_provinces:
        return arg >= 1 && arg <= 2 * FACES;
    case effect_again:
        return arg >= 1 && arg <= FACES && source >= source_card &&
               source < source_card + CITY_CARDS;
    case effect_bonus:
        return arg < BONUSES;
    case effect_place:
    case effect_post:
        return arg < POST_PLACES;
    case effect_room:
    case effect_offer:
        return arg < CONTRACTS;
    case effect_free_slot:
        return arg < ACTIVE;
    default:
        return true;
    }
}

static bool on_top(const struct marcopolo *t, enum effect effect) {
    return t->effect_size && t->effect[t->effect_size - 1] == effect;
}

static bool card_of_kind(const struct marcopolo *t, unsigned kinds) {
    return t->doing >= space_card && t->doing < SPACES && t->value >= 1 &&
           (kinds >> marcopolo_card[t->card[t->doing - space_card]].kind & 1);
}

/* Dice are being placed on a space that they can make something of. */
static bool placing_fits(const struct marcopolo *t) {
    if (t->doing >= SPACES || !t->dice_left || t->dice_left > marcopolo_space[t->doing].dice)
        return false;
    if (t->doing >= space_card &&
        !marcopolo_card_useful(t, t->turn_seat, t->card[t->doing - space_card]))
        return false;
    if (t->doing == space_contracts && !t->row_size)
        return false;
    return t->value || t->dice_left == marcopolo_space[t->doing].dice;
}

static bool phase_fits(const struct marcopolo *t) {
    int seat = t->turn_seat;
    bool action = t->stage == stage_turns && !t->effect_size;
    switch ((enum phase)t->head.phase) {
    case phase_draft:
        return t->stage == stage_setup && t->draft_size == t->head.decider + 2;
    case phase_goals:
        return t->stage == stage_setup && t->goal_size[t->head.decider] == GOALS_DEALT &&
               !t->rejected_size[t->head.decider];
    case phase_compensate:
        return t->stage == stage_compensation && t->owed[seat] && !t->effect_size;
    case phase_turn:
        return action && t->doing == SR_NONE;
    case phase_die:
        return action && (t->doing == doing_reroll || placing_fits(t));
    case phase_adjust:
        return action && t->doing == doing_adjust;
    case phase_column:
        return action && t->doing >= space_camel && t->doing <= space_gold && t->value;
    case phase_take:
        return action && t->value;
    case phase_room:
        return (on_top(t, effect_room) || on_top(t, effect_offer)) &&
               t->offered == t->effect_arg[t->effect_size - 1] && t->active[seat][0] != SR_NONE &&
               t->active[seat][1] != SR_NONE;
    case phase_slot_bonus:
        return on_top(t, effect_slot_bonus);
    case phase_journey:
        return action && t->steps + t->steps_left <= FACES &&
               (t->doing == space_travel || card_of_kind(t, 1u << card_walk));
    case phase_move:
        return on_top(t, effect_move) && t->steps + t->steps_left <= FACES && t->steps_left;
    case phase_relocate:
        return on_top(t, effect_post) && t->target == t->effect_arg[t->effect_size - 1] &&
               !has_post(t, seat, t->target);
    case phase_settle:
        return on_top(t, effect_due);
    case phase_times:
        return action &&
               card_of_kind(t, 1u << card_repeat | 1u << card_goods | 1u << card_provinces);
    case phase_exchange:
        return action &&
               card_of_kind(t, 1u << card_one_way | 1u << card_two_way | 1u << card_barter);
    case phase_again:
        return on_top(t, effect_again);
    case phase_barter:
        return on_top(t, effect_barter);
    case phase_province:
        return on_top(t, effect_provinces);
    case phase_copy:
        return on_top(t, effect_copy);
    case phase_good:
        return on_top(t, effect_good);
    case phase_goods:
        return on_top(t, effect_pair);
    default:
        return false;
    }
}

static bool check_structure(const struct marcopolo *t, struct sr_breach *breach) {
    int dice = t->placed_size + t->black_dice;
    for (int seat = 0; seat < t->head.seats; seat++) {
        if (t->figure[seat][0] == SR_NONE)
            return sr_broken(breach, true, &figure_missing, seat + 1, 0, 0, 0);
        for (int i = 1; i < t->dice_size[seat]; i++)
            if (t->dice[seat][i - 1] > t->dice[seat][i])
                return sr_broken(breach, true, &dice_unsorted, seat + 1, 0, 0, 0);
        bool rolled = t->stage == stage_compensation || t->stage == stage_turns;
        bool shows = !is_character(t, seat, the_raschid);
        for (int i = 0; i < t->dice_size[seat] && rolled; i++)
            if ((die_value(t->dice[seat][i]) > 0) != shows)
                return sr_broken(breach, true, &dice_unrolled, seat + 1, 0, 0, 0);
        dice += t->dice_size[seat];
    }
    if (dice > PLACED)
        return sr_broken(breach, true, &dice_too_many, dice, PLACED, 0, 0);
    for (int at = 0; at < t->effect_size; at++)
        if (!effect_fits(t, at))
            return sr_broken(breach, true, &effect_wrong, at + 1, t->effect[at], t->effect_arg[at],
                             0);
    if (t->head.over)
        return true;
    bool setup = t->head.phase == phase_draft || t->head.phase == phase_goals;
    if ((!setup && t->head.decider != t->turn_seat) || setup != (t->stage == stage_setup) ||
        !phase_fits(t))
        return sr_broken(breach, true, &phase_wrong, t->head.decider + 1, t->turn_seat + 1, 0, 0);
    struct sr_moves moves;
    moves.count = 0;
    moves.secret = false;
    marcopolo_phases[t->head.phase].list(t, &moves);
    return moves.count || sr_broken(breach, true, &no_move, t->head.decider + 1, 0, 0, 0);
}

/* ---- conservation ---- */

static const struct sr_text contract_count =
    SR_TEXT("contract {0} is in the game {1} times instead of once",
            "контракт {0} встречается {1} раз вместо одного");
static const struct sr_text pile_wrong =
    SR_TEXT("{0} contracts lie in the piles, {1} are right in round {2}",
            "в стопках лежит контрактов: {0}, а в раунде {2} должно быть {1}");
static const struct sr_text own_dice_lost =
    SR_TEXT("seat {0} has {1} dice of its colour, 5 are right",
            "у места {0} кубиков своего цвета: {1}, а должно быть 5");
static const struct sr_text black_dice_lost = SR_TEXT(
    "there are {0} black dice, {1} belong to the game", "чёрных кубиков {0}, а в игре их {1}");
static const struct sr_text white_die_lost = SR_TEXT(
    "there are {0} white dice, {1} belong to the game", "белых кубиков {0}, а в игре их {1}");
static const struct sr_text neutral_dice_lost =
    SR_TEXT("there are {0} neutral dice on the board, {1} belong there",
            "нейтральных кубиков на поле {0}, а должно быть {1}");
static const struct sr_text goal_twice =
    SR_TEXT("goal {0} is held twice", "цель {0} есть у двух владельцев");
static const struct sr_text goals_wrong =
    SR_TEXT("seat {0} has {1} goals, {2} are right", "у места {0} целей {1}, а должно быть {2}");
static const struct sr_text component_twice =
    SR_TEXT("card, token, bonus or character number {0} is on the table twice",
            "карта, жетон, бонус или персонаж под номером {0} лежит на столе дважды");

static bool check_contracts(const struct marcopolo *t, struct sr_breach *breach) {
    int count[CONTRACTS] = {0};
    for (int i = 0; i < t->row_size; i++)
        count[t->row[i]]++;
    for (int i = 0; i < t->pile_size; i++)
        count[t->pile[i]]++;
    for (int i = 0; i < t->special_size; i++)
        count[t->special[i]]++;
    for (int i = 0; i < t->returned_size; i++)
        count[t->returned[i]]++;
    for (int seat = 0; seat < t->head.seats; seat++)
        for (int slot = 0; slot < ACTIVE; slot++)
            if (t->active[seat][slot] != SR_NONE &&
                !(seat == t->turn_seat && slot == t->completing))
                count[t->active[seat][slot]]++;
    for (int i = 0; i < t->effect_size; i++)
        if (t->effect[i] == effect_room || t->effect[i] == effect_offer)
            count[t->effect_arg[i]]++;
    for (int contract = 0; contract < CONTRACTS; contract++) {
        count[contract] += t->completed_by[contract] != SR_NONE;
        if (count[contract] > 1 || (!count[contract] && contract >= STARTING_CONTRACTS))
            return sr_broken(breach, false, &contract_count, contract + 1, count[contract], 0, 0);
    }
    int right = PILE * (ROUNDS - 1 - t->round);
    if (t->pile_size != right)
        return sr_broken(breach, false, &pile_wrong, t->pile_size, right, t->round + 1, 0);
    return true;
}

static bool check_dice(const struct marcopolo *t, struct sr_breach *breach) {
    int own[SEATS] = {0}, black = t->black_dice, white = 0, neutral = 0;
    for (int seat = 0; seat < t->head.seats; seat++)
        for (int i = 0; i < t->dice_size[seat]; i++) {
            own[seat] += die_class(t->dice[seat][i]) == die_own;
            black += die_class(t->dice[seat][i]) == die_black;
            white += die_class(t->dice[seat][i]) == die_white;
        }
    for (int i = 0; i < t->placed_size; i++) {
        int class = die_class(t->placed_die[i]);
        if (class == die_black)
            black++;
        else if (class == die_white)
            white++;
        else if (t->placed_by[i] == SR_NONE)
            neutral++;
        else
            own[t->placed_by[i]]++;
    }
    int white_right = 0;
    for (int seat = 0; seat < t->head.seats; seat++) {
        if (own[seat] != OWN_DICE)
            return sr_broken(breach, false, &own_dice_lost, seat + 1, own[seat], 0, 0);
        white_right += is_character(t, seat, the_matteo);
    }
    if (black != t->head.seats + 1)
        return sr_broken(breach, false, &black_dice_lost, black, t->head.seats + 1, 0, 0);
    if (white != white_right)
        return sr_broken(breach, false, &white_die_lost, white, white_right, 0, 0);
    if (neutral != neutral_dice(t))
        return sr_broken(breach, false, &neutral_dice_lost, neutral, neutral_dice(t), 0, 0);
    return true;
}

static bool check_goals(const struct marcopolo *t, struct sr_breach *breach) {
    unsigned held = 0;
    for (int seat = 0; seat < t->head.seats; seat++) {
        int kept = t->goal_size[seat], gone = t->rejected_size[seat];
        bool dealt = has_option(t, option_goal_choice) ? kept + gone == GOALS_DEALT
                                                       : kept == GOALS_KEPT && !gone;
        bool waiting = t->stage == stage_setup && t->head.phase == phase_draft && !kept && !gone;
        if ((!dealt && !waiting) || (t->stage != stage_setup && kept != GOALS_KEPT))
            return sr_broken(breach, false, &goals_wrong, seat + 1, kept, GOALS_KEPT, 0);
        for (int i = 0; i < kept + gone; i++) {
            int goal = i < kept ? t->goal[seat][i] : t->rejected[seat][i - kept];
            if (held >> goal & 1)
                return sr_broken(breach, false, &goal_twice, goal + 1, 0, 0, 0);
            held |= 1u << goal;
        }
    }
    return true;
}

/* Things of which there is one. */
static bool all_different(const uint8_t *items, int count, struct sr_breach *breach) {
    uint64_t seen = 0;
    for (int i = 0; i < count; i++) {
        if (items[i] == SR_NONE)
            continue;
        if (seen >> items[i] & 1)
            return sr_broken(breach, false, &component_twice, items[i] + 1, 0, 0, 0);
        seen |= UINT64_C(1) << items[i];
    }
    return true;
}

/* ---- rules ---- */

static const struct sr_text too_many_posts =
    SR_TEXT("seat {0} has {1} posts on the map, but only {2} in all",
            "у места {0} на карте факторий: {1}, а всего их {2}");
static const struct sr_text beijing_wrong =
    SR_TEXT("the posts in Beijing do not agree with the spaces there: seat {0}, space {1}",
            "фактории в Пекине не соответствуют занятым местам: место {0}, клетка {1}");
static const struct sr_text khan_wrong =
    SR_TEXT("the Khan's cells must hold at most 4 dice, none lower than the one before",
            "в ячейках хана не больше 4 кубиков, и каждый не меньше предыдущего");
static const struct sr_text card_twice =
    SR_TEXT("city card {0} holds {1} dice; one is the most",
            "на карте города {0} кубиков: {1}; больше одного нельзя");
static const struct sr_text figure_wrong =
    SR_TEXT("seat {0}: only Niccolo and Marco Polo are two figures",
            "место {0}: две фишки только у Никколо и Марко Поло");
static const struct sr_text character_missing =
    SR_TEXT("seat {0} has no character", "у места {0} нет персонажа");
static const struct sr_text points_negative =
    SR_TEXT("seat {0} has {1} points, and this table does not allow debts",
            "у места {0} очков {1}, а уходить ниже нуля за этим столом нельзя");
static const struct sr_text leftover =
    SR_TEXT("between actions something of the last one is left over",
            "между действиями осталось что-то от предыдущего");

static bool check_posts(const struct marcopolo *t, struct sr_breach *breach) {
    for (int seat = 0; seat < t->head.seats; seat++) {
        int spaces = 0;
        if (count_posts(t, seat) > posts_in_all(t, seat))
            return sr_broken(breach, false, &too_many_posts, seat + 1, count_posts(t, seat),
                             posts_in_all(t, seat), 0);
        for (int space = 0; space < BEIJING_SPACES; space++)
            spaces += t->beijing[space] == seat;
        if (spaces != has_post(t, seat, at_beijing))
            return sr_broken(breach, false, &beijing_wrong, seat + 1, spaces, 0, 0);
        if ((t->figure[seat][1] != SR_NONE) != is_character(t, seat, the_niccolo))
            return sr_broken(breach, false, &figure_wrong, seat + 1, 0, 0, 0);
        if (t->stage != stage_setup && t->character[seat] == SR_NONE)
            return sr_broken(breach, false, &character_missing, seat + 1, 0, 0, 0);
        if (t->points[seat] < 0 && !has_option(t, option_vp_may_go_negative))
            return sr_broken(breach, false, &points_negative, seat + 1, t->points[seat], 0, 0);
    }
    for (int space = 1; space < BEIJING_SPACES; space++)
        if (has_option(t, option_beijing_slide_up_on_vacate) && t->beijing[space] != SR_NONE &&
            t->beijing[space - 1] == SR_NONE)
            return sr_broken(breach, false, &beijing_wrong, t->beijing[space] + 1, space + 1, 0, 0);
    return true;
}

static bool check_spaces(const struct marcopolo *t, struct sr_breach *breach) {
    int last = 0, cells = 0;
    for (int i = 0; i < t->placed_size; i++)
        if (t->placed_on[i] == space_khan) {
            if (die_value(t->placed_die[i]) < last || ++cells > KHAN_CELLS)
                return sr_broken(breach, false, &khan_wrong, 0, 0, 0, 0);
            last = die_value(t->placed_die[i]);
        }
    for (int space = 0; space < CARD_SPACES; space++)
        if (t->laid[space_card + space] > 1)
            return sr_broken(breach, false, &card_twice, space + 1, t->laid[space_card + space], 0,
                             0);
    return true;
}

static bool check_idle(const struct marcopolo *t, struct sr_breach *breach) {
    bool idle = t->head.phase == phase_turn && !t->head.over;
    if (idle &&
        (t->value || t->dice_left || t->steps || t->steps_left || t->moved || t->built || t->due ||
         t->provinces || t->completing != SR_NONE || t->offered != SR_NONE || t->target != SR_NONE))
        return sr_broken(breach, false, &leftover, 0, 0, 0, 0);
    return true;
}

bool marcopolo_check(const void *state, struct sr_breach *breach) {
    const struct marcopolo *t = state;
    return check_structure(t, breach) && check_contracts(t, breach) && check_dice(t, breach) &&
           check_goals(t, breach) && all_different(t->card, CARD_SPACES, breach) &&
           all_different(t->token, CITIES, breach) && all_different(t->bonus, PROVINCES, breach) &&
           all_different(t->character, t->head.seats, breach) && check_posts(t, breach) &&
           check_spaces(t, breach) && check_idle(t, breach);
}
