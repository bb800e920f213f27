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
static const struct sr_text item_wrong =
    SR_TEXT("item {0} of the agenda cannot be there as things stand: seat {1}, turn of seat {2}",
            "пункт {0} повестки не соответствует происходящему: место {1}, ход места {2}");
static const struct sr_text turn_missing =
    SR_TEXT("among the turns the last item of the agenda is the turn of seat {0}",
            "во время ходов последний пункт повестки — ход места {0}");
static const struct sr_text no_move = SR_TEXT("seat {0} has no legal move in this position",
                                              "у места {0} в этой позиции нет допустимых ходов");

static bool card_of_kind(int card, unsigned kinds) {
    return kinds >> marcopolo_card[card].kind & 1;
}

/* Dice are being placed on a space that they can make something of. */
static bool placing_fits(const struct marcopolo *t, const struct placing *it) {
    int card = it->space >= space_card ? t->card[it->space - space_card] : SR_NONE;
    if (it->dice_left > marcopolo_space[it->space].dice ||
        (card != SR_NONE && !marcopolo_card_useful(t, t->turn_seat, card)) ||
        (it->space == space_contracts && !t->row_size))
        return false;
    return it->value || is_first_die(it);
}

static bool journey_fits(const struct journey *it) {
    return it->steps + it->steps_left <= FACES &&
           (it->source == source_space + space_travel || it->source == source_card + card_t03 ||
            it->source == source_card + card_t10);
}

/* Before the first round: each seat's choice in its order, and nothing else. */
static bool setup_fits(const struct marcopolo *t, int at) {
    int seat = t->agenda[at].seat;
    if (t->agenda[at].phase == phase_draft)
        return seat == at && t->draft_size == t->head.pending + 1;
    return t->agenda[at].phase == phase_goals && seat == t->head.seats - 1 - at &&
           t->goal_size[seat] == GOALS_DEALT && !t->rejected_size[seat];
}

/* Can it be there, with these arguments? What the domains of the arguments allow, the core has
 * seen to. */
static bool item_fits(const struct marcopolo *t, int at) {
    const struct sr_item *item = &t->agenda[at];
    const uint8_t *active = t->active[item->seat < SEATS ? item->seat : 0];
    bool top = at + 1 == t->head.pending, turns = t->stage == stage_turns;
    if (t->stage == stage_setup)
        return setup_fits(t, at);
    if (item->phase == phase_receive)
        return t->stage == stage_bonuses && item->seat != SR_NONE;
    if (item->phase == phase_compensate)
        return t->stage == stage_compensation && t->owed[item->seat];
    if (item->seat != t->turn_seat || t->stage == stage_compensation ||
        (turns && (item->phase == phase_turn) != (at == 0)))
        return false;
    switch ((enum phase)item->phase) {
    case phase_turn:
        return turns;
    case phase_die:
        return turns && top && placing_fits(t, sr_args(item, placing));
    case phase_reroll:
    case phase_adjust:
    case phase_take:
        return turns && top;
    case phase_column:
        return turns && top && sr_args(item, bazaar)->space >= space_camel &&
               sr_args(item, bazaar)->space <= space_gold;
    case phase_room:
        return top && active[0] != SR_NONE && active[1] != SR_NONE;
    case phase_journey:
        return turns && top && journey_fits(sr_args(item, journey));
    case phase_move:
        return turns && top;
    case phase_post:
        return turns && sr_args(item, post)->place != SR_NONE;
    case phase_relocate:
        return turns && top && sr_args(item, post)->place != SR_NONE &&
               !has_post(t, item->seat, sr_args(item, post)->place);
    case phase_settle:
        return sr_args(item, settle)->cities || sr_args(item, settle)->provinces;
    case phase_times:
        return turns && top &&
               card_of_kind(sr_args(item, card_use)->card,
                            1u << card_repeat | 1u << card_goods | 1u << card_provinces);
    case phase_exchange:
        return turns && top &&
               card_of_kind(sr_args(item, card_use)->card,
                            1u << card_one_way | 1u << card_two_way | 1u << card_barter);
    case phase_draft:
    case phase_goals:
        return false;
    default:
        return true;
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
    if (t->stage == stage_turns && t->head.pending && t->agenda[0].phase != phase_turn)
        return sr_broken(breach, true, &turn_missing, t->turn_seat + 1, 0, 0, 0);
    for (int at = 0; at < t->head.pending; at++)
        if (!item_fits(t, at))
            return sr_broken(breach, true, &item_wrong, t->head.pending - at,
                             t->agenda[at].seat == SR_NONE ? 0 : t->agenda[at].seat + 1,
                             t->turn_seat + 1, 0);
    if (t->head.over)
        return true;
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
    int count[CONTRACTS] = {0}, completing = marcopolo_completing(t);
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
            if (t->active[seat][slot] != SR_NONE && !(seat == t->turn_seat && slot == completing))
                count[t->active[seat][slot]]++;
    for (int i = 0; i < t->head.pending; i++)
        if (contract_waiting(t, i) < CONTRACTS)
            count[contract_waiting(t, i)]++;
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
        bool dealt = sr_has_option(t, option_goal_choice) ? kept + gone == GOALS_DEALT
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
    SR_TEXT("no movement is under way, yet posts are marked as built by it",
            "перемещение не идёт, но фактории отмечены как построенные в нём");

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
        if (t->points[seat] < 0 && !sr_has_option(t, option_vp_may_go_negative))
            return sr_broken(breach, false, &points_negative, seat + 1, t->points[seat], 0, 0);
    }
    for (int space = 1; space < BEIJING_SPACES; space++)
        if (sr_has_option(t, option_beijing_slide_up_on_vacate) && t->beijing[space] != SR_NONE &&
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
    if (idle && t->built)
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
