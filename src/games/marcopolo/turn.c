/* The Voyages of Marco Polo: a turn, and the table of phases. */
#include "state.h"

/* ---- the turn: one main action, and bonus actions before and after it ---- */

void marcopolo_list_turn(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    int seat = t->turn_seat, dice = t->dice_size[seat], herd = t->stock[seat][resource_camels];
    if (!t->main_done)
        marcopolo_list_actions(t, moves);
    for (int slot = 0; slot < ACTIVE; slot++) {
        int contract = t->active[seat][slot];
        if (contract < CONTRACTS && can_pay(t, seat, &marcopolo_contract[contract].price, 1))
            sr_add_1(moves, verb_complete, slot);
    }
    if (dice) {
        sr_add_1(moves, verb_purse, 0);
        bool rolled = shows_value(t->dice[seat][dice - 1]); /* never so for Raschid */
        if (rolled && herd >= REROLL_PRICE)
            sr_add_1(moves, verb_reroll, 0);
        if (rolled && herd >= ADJUST_PRICE)
            sr_add_1(moves, verb_adjust, 0);
    }
    if (herd >= BLACK_DIE_PRICE && t->black_dice && !t->bought_black)
        sr_add_1(moves, verb_black, 0);
    if (t->main_done || !dice)
        sr_add_1(moves, verb_finish, 0);
}

/* The space that an action puts dice on. */
int marcopolo_space_of(struct sr_move move) {
    switch ((enum verb)move.verb) {
    case verb_bazaar:
        return space_camel + move.arg[0];
    case verb_khan:
        return space_khan;
    case verb_contracts:
        return space_contracts;
    case verb_travel:
        return space_travel;
    case verb_card:
        return space_card + move.arg[0];
    case verb_purse:
        return space_purse;
    case verb_take5:
    default:
        return space_take5;
    }
}

/* The turn waits beneath what it set off, until its player ends it. */
void marcopolo_play_turn(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    int seat = t->turn_seat, space;
    if (move.verb == verb_finish) {
        sr_tell(turn, event_ended, seat);
        return;
    }
    sr_put_back(t, turn);
    switch ((enum verb)move.verb) {
    case verb_complete:
        marcopolo_complete(t, move.arg[0], turn);
        break;
    case verb_reroll:
        marcopolo_pay_one(t, seat, resource_camels, REROLL_PRICE, SR_NONE, turn);
        sr_push_bare(t, phase_reroll, seat);
        break;
    case verb_adjust:
        marcopolo_pay_one(t, seat, resource_camels, ADJUST_PRICE, SR_NONE, turn);
        sr_push_bare(t, phase_adjust, seat);
        break;
    case verb_black:
        marcopolo_pay_one(t, seat, resource_camels, BLACK_DIE_PRICE, SR_NONE, turn);
        t->bought_black = 1;
        marcopolo_gain_black_die(t, seat, turn);
        break;
    default:
        space = marcopolo_space_of(move);
        sr_push(t, phase_die, seat, placing, .space = (uint8_t)space,
                .dice_left = marcopolo_space[space].dice);
        break;
    }
}

/* ---- prompts that depend on the situation ---- */

/* NOLINTBEGIN(readability-non-const-parameter): what the contract asks for */

static const struct sr_text *word_turn(const void *state, int16_t values[SR_LABEL_ARGS]) {
    static const struct sr_text done =
        SR_TEXT("Round {round}. Your main action is done; bonus actions are still possible.",
                "Раунд {round}. Основное действие сделано, можно ещё дополнительные.");
    static const struct sr_text no_dice =
        SR_TEXT("Round {round}. No dice are left for a main action; bonus actions are possible.",
                "Раунд {round}. Для основного действия нет кубиков, можно дополнительные.");
    static const struct sr_text nothing_left =
        SR_TEXT("Round {round}. Nothing is left to do: end your turn.",
                "Раунд {round}. Делать больше нечего: закончите ход.");
    const struct marcopolo *t = state;
    struct sr_moves moves = {0};
    (void)values;
    marcopolo_list_turn(t, &moves);
    if (moves.count == 1 && moves.list[0].verb == verb_finish)
        return &nothing_left;
    return t->main_done ? &done : !t->dice_size[t->turn_seat] ? &no_dice : NULL;
}

static const struct sr_text *word_die(const void *state, int16_t values[SR_LABEL_ARGS]) {
    static const struct sr_text one =
        SR_TEXT("Choose a die ({space}).", "Выберите кубик ({space}).");
    static const struct sr_text named =
        SR_TEXT("Name a value for your dice ({space}). Dice to place: {dice_left}.",
                "Назовите значение кубиков ({space}). Выставить кубиков: {dice_left}.");
    static const struct sr_text same =
        SR_TEXT("Which die goes along as a {value} ({space})? Dice still to choose: {dice_left}.",
                "Какой ещё кубик пойдёт как {value} ({space})? Осталось выбрать: {dice_left}.");
    const struct marcopolo *t = state;
    const struct placing *placing = sr_top(t, placing);
    (void)values;
    if (is_character(t, t->turn_seat, the_raschid) && placing->space != space_purse)
        return is_first_die(placing) ? &named : &same;
    return marcopolo_space[placing->space].dice == 1 ? &one : NULL;
}

/* NOLINTEND(readability-non-const-parameter) */

static const struct sr_text *word_settle(const void *state, int16_t values[SR_LABEL_ARGS]) {
    const struct settle *settle = sr_top((const struct marcopolo *)state, settle);
    int cities = __builtin_popcount(settle->cities);
    values[0] = (int16_t)(cities + __builtin_popcount(settle->provinces));
    return NULL;
}

/* ---- the table of phases ---- */

#define OF(type, member, of) SR_PHASE_ARG(type, member, SR_ALL, of)
#define SOURCE(type) OF(type, source, &marcopolo_a_source)
#define CARD(type) OF(type, card, &marcopolo_a_card)
#define COUNT(type) OF(type, count, &marcopolo_a_count)
#define VALUE(type) OF(type, value, &marcopolo_a_value)
#define DECISION(id, title, prompt, ...)                                                           \
    [phase_##id] = {#id, title, prompt, marcopolo_list_##id, marcopolo_play_##id, __VA_ARGS__}
#define CHORE(id, ...) [phase_##id] = {#id, .run = marcopolo_run_##id, .args = {__VA_ARGS__}}

const struct sr_phase marcopolo_phases[PHASES] = {
    DECISION(draft, SR_TEXT("Characters", "Персонажи"),
             SR_TEXT("Choose a character for the whole game. The first player chooses last.",
                     "Выберите персонажа на всю партию. Первый игрок выбирает последним.")),
    DECISION(goals, SR_TEXT("Goals", "Цели"),
             SR_TEXT("Keep two of your four goals. Nobody sees the other two.",
                     "Оставьте две из четырёх целей. Две другие никто не увидит.")),
    CHORE(receive),
    DECISION(compensate, SR_TEXT("A poor roll", "Неудачный бросок"),
             SR_TEXT("Your dice fall {owed} short of 15. Take as much in coins and camels.",
                     "До суммы 15 не хватает: {owed}. Возьмите столько монет и верблюдов."),
             .asks = marcopolo_asks_compensate),
    DECISION(turn, SR_TEXT("Your turn", "Ваш ход"),
             SR_TEXT("Round {round}. One main action, and bonus actions before and after it.",
                     "Раунд {round}. Одно основное действие, до и после него — дополнительные."),
             .wording = word_turn),
    DECISION(die, SR_TEXT("Choose a die", "Выбор кубика"),
             SR_TEXT("Choose a die ({space}). Dice still to choose: {dice_left}; the lowest one "
                     "counts.",
                     "Выберите кубик ({space}). Осталось выбрать: {dice_left}; считается "
                     "наименьший."),
             .args = {OF(placing, space, &marcopolo_a_space),
                      OF(placing, value, &marcopolo_a_number),
                      OF(placing, dice_left, &marcopolo_some_dice_left)},
             .wording = word_die),
    DECISION(reroll, SR_TEXT("Roll a die again", "Переброс кубика"),
             SR_TEXT("Which die do you roll again? The camel for it is paid.",
                     "Какой кубик перебросить? Верблюд за это уплачен.")),
    DECISION(adjust, SR_TEXT("Turn a die", "Изменение кубика"),
             SR_TEXT("Turn one of your dice up or down by 1 (2 camels are paid).",
                     "Измените один кубик на 1 вверх или вниз (2 верблюда уплачены).")),
    DECISION(column, SR_TEXT("The bazaar", "Базар"),
             SR_TEXT("Take what a column up to {value} gives ({space}).",
                     "Возьмите то, что даёт столбец не выше {value} ({space})."),
             .args = {OF(bazaar, space, &marcopolo_a_space), VALUE(bazaar)}),
    DECISION(take, SR_TEXT("New contracts", "Новые контракты"),
             SR_TEXT("Take one or two contracts from slots 1 to {value}.",
                     "Возьмите один или два контракта с клеток от 1 до {value}."),
             .args = {VALUE(taking)}),
    DECISION(room, SR_TEXT("No room", "Нет места"),
             SR_TEXT("Both your slots are full: what makes room for the new contract ({contract})?",
                     "Обе клетки заняты: что уступит место новому контракту ({contract})?"),
             .args = {OF(room, contract, &marcopolo_a_contract), OF(room, gained, &sr_a_flag),
                      SOURCE(room)}),
    DECISION(slot_bonus, SR_TEXT("A bonus of the row", "Бонус клетки"),
             SR_TEXT("The slot also gives {count} {count#coin or camel|coins or camels}: which?",
                     "Клетка даёт ещё {count} {count#монету или верблюда|монеты или "
                     "верблюда|монет или верблюдов}: что берёте?"),
             .args = {COUNT(slot_bonus), SOURCE(slot_bonus)}),
    CHORE(free_slot, OF(free_slot, slot, &marcopolo_an_active_slot)),
    DECISION(journey, SR_TEXT("A journey", "Путешествие"),
             SR_TEXT("Where to? Steps walked: {steps}, at most {steps_left} more. The "
                     "journey ends where you stop ({source}).",
                     "Куда дальше? Пройдено шагов: {steps}, осталось не больше "
                     "{steps_left}. Где остановитесь, там и конец пути ({source})."),
             .args = {OF(journey, steps, &marcopolo_a_number),
                      OF(journey, steps_left, &marcopolo_a_value),
                      OF(journey, moved, &marcopolo_some_figures), SOURCE(journey)}),
    CHORE(step, SOURCE(gained)),
    DECISION(move, SR_TEXT("A step", "Шаг"),
             SR_TEXT("You gain a step: only the road is paid ({source}).",
                     "Вы получаете шаг: оплачивается только дорога ({source})."),
             .args = {SOURCE(gained)}),
    CHORE(post, OF(post, place, &marcopolo_a_post_place), SOURCE(post)),
    DECISION(
        relocate, SR_TEXT("All posts are built", "Все фактории построены"),
        SR_TEXT("{place} needs a post and your mat has none. Which post moves there ({source})?",
                "{place} — нужна фактория, а на планшете их нет. Какую перенести ({source})?"),
        .args = {OF(post, place, &marcopolo_a_post_place), SOURCE(post)}),
    CHORE(collect, SOURCE(gained)),
    DECISION(settle, SR_TEXT("Several bonuses", "Несколько бонусов"),
             SR_TEXT("Which bonus first? New posts bring {bonuses} ({source}).",
                     "С какого бонуса начать? К получению: {bonuses} ({source})."),
             .args = {OF(settle, cities, &marcopolo_some_cities),
                      OF(settle, provinces, &marcopolo_some_provinces), SOURCE(settle)},
             .wording = word_settle, .words = {{"bonuses", &marcopolo_a_count}}),
    DECISION(times, SR_TEXT("A city card", "Карта города"),
             SR_TEXT("City card, {card}: how many times, up to {value}?",
                     "Карта города, {card}: сколько раз, не больше {value}?"),
             .args = {CARD(card_use), VALUE(card_use)}),
    DECISION(exchange, SR_TEXT("A city card", "Карта города"),
             SR_TEXT("City card, {card}: choose the exchanges, {value} at most in all.",
                     "Карта города, {card}: выберите обмены, всего не больше {value}."),
             .args = {CARD(card_use), VALUE(card_use)}),
    DECISION(again, SR_TEXT("A city card", "Карта города"),
             SR_TEXT("City card, {card}: exchange one at a time, {left} more at most.",
                     "Карта города, {card}: обменивайте по одному, ещё не больше {left}."),
             .args = {CARD(again), OF(again, left, &marcopolo_a_value),
                      OF(again, done, &marcopolo_a_number),
                      OF(again, provinces, &marcopolo_some_provinces)},
             .asks = marcopolo_asks_again),
    DECISION(barter, SR_TEXT("A city card", "Карта города"),
             SR_TEXT("City card, {card}: which good do you hand in? Still to go: {count}.",
                     "Карта города, {card}: какой товар отдаёте? Осталось: {count}."),
             .args = {CARD(barter), COUNT(barter), OF(barter, camels, &marcopolo_a_count)},
             .asks = marcopolo_asks_barter),
    DECISION(province, SR_TEXT("Own provinces", "Свои провинции"),
             SR_TEXT("City card, {card}: which province pays its bonus? Still to take: {count}.",
                     "Карта города, {card}: бонус какой провинции берёте? Осталось: {count}."),
             .args = {CARD(own_bonuses), COUNT(own_bonuses),
                      OF(own_bonuses, provinces, &marcopolo_some_provinces)},
             .asks = marcopolo_asks_province),
    CHORE(bonus, OF(one_bonus, bonus, &marcopolo_a_bonus)),
    DECISION(copy, SR_TEXT("Any other bonus", "Любой другой бонус"),
             SR_TEXT("Which of the other province bonuses do you take ({source})?",
                     "Какой из других бонусов провинций вы берёте ({source})?"),
             .args = {SOURCE(gained)}),
    DECISION(good, SR_TEXT("A good of your choice", "Товар на выбор"),
             SR_TEXT("Choose a good, {count} to choose ({source}).",
                     "Выберите товар, осталось выбрать: {count} ({source})."),
             .args = {COUNT(good), SOURCE(good)}),
    DECISION(
        goods, SR_TEXT("Two different goods", "Два разных товара"),
        SR_TEXT("Choose two different goods ({source}).", "Выберите два разных товара ({source})."),
        .args = {SOURCE(gained)}),
    CHORE(black_die, SOURCE(gained)),
    CHORE(draw, SOURCE(gained)),
};
