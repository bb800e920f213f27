/* The Voyages of Marco Polo: a turn, and the table of phases. */
#include "state.h"

/* ---- the turn: one main action, and bonus actions before and after it ---- */

static void list_turn(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    int seat = t->turn_seat, dice = t->dice_size[seat], herd = t->stock[seat][camels];
    if (!t->main_done)
        marcopolo_list_actions(t, moves);
    for (int slot = 0; slot < ACTIVE; slot++) {
        int contract = t->active[seat][slot];
        if (contract < CONTRACTS && can_pay(t, seat, &marcopolo_contract[contract].price, 1))
            add_move(moves, verb_complete, slot);
    }
    if (dice) {
        add_move(moves, verb_purse, 0);
        bool rolled = die_value(t->dice[seat][dice - 1]) > 0; /* never so for Raschid */
        if (rolled && herd >= REROLL_PRICE)
            add_move(moves, verb_reroll, 0);
        if (rolled && herd >= ADJUST_PRICE)
            add_move(moves, verb_adjust, 0);
    }
    if (herd >= BLACK_DIE_PRICE && t->black_dice && !t->bought_black)
        add_move(moves, verb_black, 0);
    if (t->main_done || !dice)
        add_move(moves, verb_finish, 0);
}

static void play_turn(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    int seat = t->turn_seat;
    switch ((enum verb)move.verb) {
    case verb_take5:
        marcopolo_begin_dice(t, space_take5);
        break;
    case verb_bazaar:
        marcopolo_begin_dice(t, space_camel + move.arg[0]);
        break;
    case verb_khan:
        marcopolo_begin_dice(t, space_khan);
        break;
    case verb_contracts:
        marcopolo_begin_dice(t, space_contracts);
        break;
    case verb_travel:
        marcopolo_begin_dice(t, space_travel);
        break;
    case verb_card:
        marcopolo_begin_dice(t, space_card + move.arg[0]);
        break;
    case verb_purse:
        marcopolo_begin_dice(t, space_purse);
        break;
    case verb_complete:
        marcopolo_complete(t, move.arg[0], turn);
        break;
    case verb_reroll:
        marcopolo_pay_one(t, seat, camels, REROLL_PRICE, SR_NONE, turn);
        marcopolo_begin_dice(t, doing_reroll);
        break;
    case verb_adjust:
        marcopolo_pay_one(t, seat, camels, ADJUST_PRICE, SR_NONE, turn);
        marcopolo_begin_dice(t, doing_adjust);
        t->head.phase = phase_adjust;
        break;
    case verb_black:
        marcopolo_pay_one(t, seat, camels, BLACK_DIE_PRICE, SR_NONE, turn);
        t->bought_black = 1;
        marcopolo_gain_black_die(t, seat, turn);
        marcopolo_go_on(t, turn);
        break;
    case verb_finish:
    default:
        marcopolo_end_turn(t, turn);
        break;
    }
}

/* ---- the table of phases ---- */

const struct sr_phase marcopolo_phases[PHASES] = {
    [phase_draft] = {"draft", SR_TEXT("Characters", "Персонажи"),
                     SR_TEXT(
                         "Choose a character for the whole game. The first player chooses last.",
                         "Выберите персонажа на всю партию. Первый игрок выбирает последним."),
                     marcopolo_list_draft, marcopolo_play_draft},
    [phase_goals] = {"goals", SR_TEXT("Goals", "Цели"),
                     SR_TEXT("Keep two of your four goals. Nobody sees the other two.",
                             "Оставьте две из четырёх целей. Две другие никто не увидит."),
                     marcopolo_list_goals, marcopolo_play_goals},
    [phase_compensate] =
        {"compensate", SR_TEXT("A poor roll", "Неудачный бросок"),
         SR_TEXT("Your dice fall {owed} short of 15. Take as much in coins and camels.",
                 "До суммы 15 не хватает: {owed}. Возьмите столько монет и верблюдов."),
         marcopolo_list_compensate, marcopolo_play_compensate},
    [phase_turn] = {"turn", SR_TEXT("Your turn", "Ваш ход"),
                    SR_TEXT(
                        "Round {round}. One main action, and bonus actions before and after it.",
                        "Раунд {round}. Одно основное действие, до и после него — дополнительные."),
                    list_turn, play_turn},
    [phase_die] = {"die", SR_TEXT("Choose a die", "Выбор кубика"),
                   SR_TEXT(
                       "Choose a die ({doing}). Dice still to choose: {dice_left}; the lowest one "
                       "counts.",
                       "Выберите кубик ({doing}). Осталось выбрать: {dice_left}; считается "
                       "наименьший."),
                   marcopolo_list_die, marcopolo_play_die},
    [phase_adjust] = {"adjust", SR_TEXT("Turn a die", "Изменение кубика"),
                      SR_TEXT("Turn one of your dice up or down by 1 (2 camels are paid).",
                              "Измените один кубик на 1 вверх или вниз (2 верблюда уплачены)."),
                      marcopolo_list_adjust, marcopolo_play_adjust},
    [phase_column] = {"column", SR_TEXT("The bazaar", "Базар"),
                      SR_TEXT("Take what a column up to {value} gives ({doing}).",
                              "Возьмите то, что даёт столбец не выше {value} ({doing})."),
                      marcopolo_list_column, marcopolo_play_column},
    [phase_take] = {"take", SR_TEXT("New contracts", "Новые контракты"),
                    SR_TEXT("Take one or two contracts from slots 1 to {value}.",
                            "Возьмите один или два контракта с клеток от 1 до {value}."),
                    marcopolo_list_take, marcopolo_play_take},
    [phase_room] = {"room", SR_TEXT("No room", "Нет места"),
                    SR_TEXT("Both your slots are full: what makes room for {offered}? ({source})",
                            "Обе клетки заняты: что уступит место контракту {offered}? ({source})"),
                    marcopolo_list_room, marcopolo_play_room},
    [phase_slot_bonus] = {"slot_bonus", SR_TEXT("A bonus of the row", "Бонус клетки"),
                          SR_TEXT("Coins or camels? The slot also gives {wanted} ({source}).",
                                  "Монеты или верблюды? Клетка даёт ещё {wanted} ({source})."),
                          marcopolo_list_slot_bonus, marcopolo_play_slot_bonus},
    [phase_journey] = {"journey", SR_TEXT("A journey", "Путешествие"),
                       SR_TEXT("Where to? Steps walked: {steps}, at most {steps_left} more. The "
                               "journey ends where you stop ({source}).",
                               "Куда дальше? Пройдено шагов: {steps}, осталось не больше "
                               "{steps_left}. Где остановитесь, там и конец пути ({source})."),
                       marcopolo_list_journey, marcopolo_play_journey},
    [phase_move] = {"move", SR_TEXT("A step", "Шаг"),
                    SR_TEXT("You gain a step: only the road is paid ({source}).",
                            "Вы получаете шаг: оплачивается только дорога ({source})."),
                    marcopolo_list_move, marcopolo_play_move},
    [phase_relocate] =
        {"relocate", SR_TEXT("All posts are built", "Все фактории построены"),
         SR_TEXT("{target} needs a post and your mat has none. Which post moves there? ({source})",
                 "{target} — нужна фактория, а на планшете их нет. Какую перенести? ({source})"),
         marcopolo_list_relocate, marcopolo_play_relocate},
    [phase_settle] = {"settle", SR_TEXT("Several bonuses", "Несколько бонусов"),
                      SR_TEXT("Which bonus first? New posts bring {wanted} ({source}).",
                              "С какого бонуса начать? К получению: {wanted} ({source})."),
                      marcopolo_list_settle, marcopolo_play_settle},
    [phase_times] = {"times", SR_TEXT("A city card", "Карта города"),
                     SR_TEXT("How many times, up to {value}? ({source})",
                             "Сколько раз, не больше {value}? ({source})"),
                     marcopolo_list_times, marcopolo_play_times},
    [phase_exchange] = {"exchange", SR_TEXT("A city card", "Карта города"),
                        SR_TEXT("Choose the exchanges, {value} at most in all ({source}).",
                                "Выберите обмены, всего не больше {value} ({source})."),
                        marcopolo_list_exchange, marcopolo_play_exchange},
    [phase_again] = {"again", SR_TEXT("A city card", "Карта города"),
                     SR_TEXT("Exchange one at a time, {wanted} more at most ({source}).",
                             "Обменивайте по одному, ещё не больше {wanted} ({source})."),
                     marcopolo_list_again, marcopolo_play_again},
    [phase_barter] = {"barter", SR_TEXT("A city card", "Карта города"),
                      SR_TEXT("Which good do you hand in? Still to go: {wanted} ({source}).",
                              "Какой товар отдаёте? Осталось: {wanted} ({source})."),
                      marcopolo_list_barter, marcopolo_play_barter},
    [phase_province] = {"province", SR_TEXT("Own provinces", "Свои провинции"),
                        SR_TEXT(
                            "Which province pays its bonus? Still to take: {wanted} ({source}).",
                            "Бонус какой провинции берёте? Осталось: {wanted} ({source})."),
                        marcopolo_list_province, marcopolo_play_province},
    [phase_copy] = {"copy", SR_TEXT("Any other bonus", "Любой другой бонус"),
                    SR_TEXT("Which of the other province bonuses do you take? ({source})",
                            "Какой из других бонусов провинций вы берёте? ({source})"),
                    marcopolo_list_copy, marcopolo_play_copy},
    [phase_good] = {"good", SR_TEXT("A good of your choice", "Товар на выбор"),
                    SR_TEXT("Choose a good, {wanted} to choose ({source}).",
                            "Выберите товар, осталось выбрать: {wanted} ({source})."),
                    marcopolo_list_good, marcopolo_play_good},
    [phase_goods] = {"goods", SR_TEXT("Two different goods", "Два разных товара"),
                     SR_TEXT("Choose two different goods ({source}).",
                             "Выберите два разных товара ({source})."),
                     marcopolo_list_goods, marcopolo_play_goods},
};
