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

/* The turn waits beneath what it set off, until its player ends it. */
static void play_turn(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    int seat = t->turn_seat;
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
        marcopolo_pay_one(t, seat, camels, REROLL_PRICE, SR_NONE, turn);
        sr_push_bare(t, phase_reroll, seat);
        break;
    case verb_adjust:
        marcopolo_pay_one(t, seat, camels, ADJUST_PRICE, SR_NONE, turn);
        sr_push_bare(t, phase_adjust, seat);
        break;
    case verb_black:
        marcopolo_pay_one(t, seat, camels, BLACK_DIE_PRICE, SR_NONE, turn);
        t->bought_black = 1;
        marcopolo_gain_black_die(t, seat, turn);
        break;
    default:
        marcopolo_begin_placing(t, marcopolo_space_of(move));
        break;
    }
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

/* ---- prompts that depend on the situation ---- */

static const struct sr_text *word_turn(const void *state, int16_t values[SR_LABEL_ARGS]) {
    static const struct sr_text done =
        SR_TEXT("Round {round}. Your main action is done; bonus actions are still possible.",
                "Раунд {round}. Основное действие сделано, можно ещё дополнительные.");
    static const struct sr_text no_dice =
        SR_TEXT("Round {round}. No dice are left for a main action; bonus actions are possible.",
                "Раунд {round}. Для основного действия нет кубиков, можно дополнительные.");
    const struct marcopolo *t = state;
    (void)values;
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

static const struct sr_text *word_settle(const void *state, int16_t values[SR_LABEL_ARGS]) {
    const struct settle *settle = sr_top((const struct marcopolo *)state, settle);
    values[0] = (int16_t)(__builtin_popcount(settle->cities) + //
                          __builtin_popcount(settle->provinces));
    return NULL;
}

/* ---- the table of phases ---- */

#define OF(type, member, of) SR_PHASE_ARG(type, member, SR_ALL, of)
#define SOURCE(type) OF(type, source, &marcopolo_a_source)
#define CARD(type) OF(type, card, &marcopolo_a_card)
#define COUNT(type) OF(type, count, &marcopolo_a_count)
#define VALUE(type) OF(type, value, &marcopolo_a_value)
#define CHORE(name, function, ...)                                                                 \
    {                                                                                              \
        name, .run = (function), .args = { __VA_ARGS__ }                                           \
    }

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

    [phase_receive] = {"receive", .run = marcopolo_run_receive},
    [phase_compensate] =
        {"compensate", SR_TEXT("A poor roll", "Неудачный бросок"),
         SR_TEXT("Your dice fall {owed} short of 15. Take as much in coins and camels.",
                 "До суммы 15 не хватает: {owed}. Возьмите столько монет и верблюдов."),
         marcopolo_list_compensate, marcopolo_play_compensate, .asks = marcopolo_asks_compensate},

    [phase_turn] = {"turn", SR_TEXT("Your turn", "Ваш ход"),
                    SR_TEXT(
                        "Round {round}. One main action, and bonus actions before and after it.",
                        "Раунд {round}. Одно основное действие, до и после него — дополнительные."),
                    list_turn, play_turn, .wording = word_turn},
    [phase_die] = {"die",
                   SR_TEXT("Choose a die", "Выбор кубика"),
                   SR_TEXT(
                       "Choose a die ({space}). Dice still to choose: {dice_left}; the lowest one "
                       "counts.",
                       "Выберите кубик ({space}). Осталось выбрать: {dice_left}; считается "
                       "наименьший."),
                   marcopolo_list_die,
                   marcopolo_play_die,
                   {OF(placing, space, &marcopolo_a_space), OF(placing, value, &marcopolo_a_number),
                    OF(placing, dice_left, &marcopolo_some_dice_left)},
                   .wording = word_die},
    [phase_reroll] = {"reroll", SR_TEXT("Roll a die again", "Переброс кубика"),
                      SR_TEXT("Which die do you roll again? (1 camel is paid)",
                              "Какой кубик перебросить? (1 верблюд уплачен)"),
                      marcopolo_list_reroll, marcopolo_play_reroll},
    [phase_adjust] = {"adjust", SR_TEXT("Turn a die", "Изменение кубика"),
                      SR_TEXT("Turn one of your dice up or down by 1 (2 camels are paid).",
                              "Измените один кубик на 1 вверх или вниз (2 верблюда уплачены)."),
                      marcopolo_list_adjust, marcopolo_play_adjust},
    [phase_column] = {"column",
                      SR_TEXT("The bazaar", "Базар"),
                      SR_TEXT("Take what a column up to {value} gives ({space}).",
                              "Возьмите то, что даёт столбец не выше {value} ({space})."),
                      marcopolo_list_column,
                      marcopolo_play_column,
                      {OF(bazaar, space, &marcopolo_a_space), VALUE(bazaar)}},

    [phase_take] = {"take",
                    SR_TEXT("New contracts", "Новые контракты"),
                    SR_TEXT("Take one or two contracts from slots 1 to {value}.",
                            "Возьмите один или два контракта с клеток от 1 до {value}."),
                    marcopolo_list_take,
                    marcopolo_play_take,
                    {VALUE(taking)}},
    [phase_room] = {"room",
                    SR_TEXT("No room", "Нет места"),
                    SR_TEXT("Both your slots are full: what makes room for {contract}? ({source})",
                            "Обе клетки заняты: что уступит место контракту {contract}? "
                            "({source})"),
                    marcopolo_list_room,
                    marcopolo_play_room,
                    {OF(room, contract, &marcopolo_a_contract), OF(room, gained, &sr_a_flag),
                     SOURCE(room)}},
    [phase_slot_bonus] = {"slot_bonus",
                          SR_TEXT("A bonus of the row", "Бонус клетки"),
                          SR_TEXT("Coins or camels? The slot also gives {count} ({source}).",
                                  "Монеты или верблюды? Клетка даёт ещё {count} ({source})."),
                          marcopolo_list_slot_bonus,
                          marcopolo_play_slot_bonus,
                          {COUNT(slot_bonus), SOURCE(slot_bonus)}},
    [phase_free_slot] =
        CHORE("free_slot", marcopolo_run_free_slot, OF(free_slot, slot, &marcopolo_an_active_slot)),

    [phase_journey] = {"journey",
                       SR_TEXT("A journey", "Путешествие"),
                       SR_TEXT("Where to? Steps walked: {steps}, at most {steps_left} more. The "
                               "journey ends where you stop ({source}).",
                               "Куда дальше? Пройдено шагов: {steps}, осталось не больше "
                               "{steps_left}. Где остановитесь, там и конец пути ({source})."),
                       marcopolo_list_journey,
                       marcopolo_play_journey,
                       {OF(journey, steps, &marcopolo_a_number),
                        OF(journey, steps_left, &marcopolo_a_value),
                        OF(journey, moved, &marcopolo_some_figures), SOURCE(journey)}},
    [phase_step] = CHORE("step", marcopolo_run_step, SOURCE(gained)),
    [phase_move] = {"move",
                    SR_TEXT("A step", "Шаг"),
                    SR_TEXT("You gain a step: only the road is paid ({source}).",
                            "Вы получаете шаг: оплачивается только дорога ({source})."),
                    marcopolo_list_move,
                    marcopolo_play_move,
                    {SOURCE(gained)}},
    [phase_post] =
        CHORE("post", marcopolo_run_post, OF(post, place, &marcopolo_a_post_place), SOURCE(post)),
    [phase_relocate] =
        {"relocate",
         SR_TEXT("All posts are built", "Все фактории построены"),
         SR_TEXT("{place} needs a post and your mat has none. Which post moves there? ({source})",
                 "{place} — нужна фактория, а на планшете их нет. Какую перенести? ({source})"),
         marcopolo_list_relocate,
         marcopolo_play_relocate,
         {OF(post, place, &marcopolo_a_post_place), SOURCE(post)}},
    [phase_collect] = CHORE("collect", marcopolo_run_collect, SOURCE(gained)),
    [phase_settle] = {"settle",
                      SR_TEXT("Several bonuses", "Несколько бонусов"),
                      SR_TEXT("Which bonus first? New posts bring {bonuses} ({source}).",
                              "С какого бонуса начать? К получению: {bonuses} ({source})."),
                      marcopolo_list_settle,
                      marcopolo_play_settle,
                      {OF(settle, cities, &marcopolo_some_cities),
                       OF(settle, provinces, &marcopolo_some_provinces), SOURCE(settle)},
                      .wording = word_settle,
                      .words = {{"bonuses", &marcopolo_a_count}}},

    [phase_times] = {"times",
                     SR_TEXT("A city card", "Карта города"),
                     SR_TEXT("How many times, up to {value}? (city card {card})",
                             "Сколько раз, не больше {value}? (карта города {card})"),
                     marcopolo_list_times,
                     marcopolo_play_times,
                     {CARD(card_use), VALUE(card_use)}},
    [phase_exchange] = {"exchange",
                        SR_TEXT("A city card", "Карта города"),
                        SR_TEXT("Choose the exchanges, {value} at most in all (city card {card}).",
                                "Выберите обмены, всего не больше {value} (карта города {card})."),
                        marcopolo_list_exchange,
                        marcopolo_play_exchange,
                        {CARD(card_use), VALUE(card_use)}},
    [phase_again] = {"again",
                     SR_TEXT("A city card", "Карта города"),
                     SR_TEXT("Exchange one at a time, {left} more at most (city card {card}).",
                             "Обменивайте по одному, ещё не больше {left} (карта города {card})."),
                     marcopolo_list_again,
                     marcopolo_play_again,
                     {CARD(again), OF(again, left, &marcopolo_a_value),
                      OF(again, done, &marcopolo_a_number),
                      OF(again, provinces, &marcopolo_some_provinces)},
                     .asks = marcopolo_asks_again},
    [phase_barter] = {"barter",
                      SR_TEXT("A city card", "Карта города"),
                      SR_TEXT("Which good do you hand in? Still to go: {count} (city card {card}).",
                              "Какой товар отдаёте? Осталось: {count} (карта города {card})."),
                      marcopolo_list_barter,
                      marcopolo_play_barter,
                      {CARD(barter), COUNT(barter), OF(barter, camels, &marcopolo_a_count)},
                      .asks = marcopolo_asks_barter},
    [phase_province] = {"province",
                        SR_TEXT("Own provinces", "Свои провинции"),
                        SR_TEXT("Which province pays its bonus? Still to take: {count} (city card "
                                "{card}).",
                                "Бонус какой провинции берёте? Осталось: {count} (карта города "
                                "{card})."),
                        marcopolo_list_province,
                        marcopolo_play_province,
                        {CARD(own_bonuses), COUNT(own_bonuses),
                         OF(own_bonuses, provinces, &marcopolo_some_provinces)},
                        .asks = marcopolo_asks_province},

    [phase_bonus] = CHORE("bonus", marcopolo_run_bonus, OF(one_bonus, bonus, &marcopolo_a_bonus)),
    [phase_copy] = {"copy",
                    SR_TEXT("Any other bonus", "Любой другой бонус"),
                    SR_TEXT("Which of the other province bonuses do you take? ({source})",
                            "Какой из других бонусов провинций вы берёте? ({source})"),
                    marcopolo_list_copy,
                    marcopolo_play_copy,
                    {SOURCE(gained)}},
    [phase_good] = {"good",
                    SR_TEXT("A good of your choice", "Товар на выбор"),
                    SR_TEXT("Choose a good, {count} to choose ({source}).",
                            "Выберите товар, осталось выбрать: {count} ({source})."),
                    marcopolo_list_good,
                    marcopolo_play_good,
                    {COUNT(good), SOURCE(good)}},
    [phase_goods] = {"goods",
                     SR_TEXT("Two different goods", "Два разных товара"),
                     SR_TEXT("Choose two different goods ({source}).",
                             "Выберите два разных товара ({source})."),
                     marcopolo_list_goods,
                     marcopolo_play_goods,
                     {SOURCE(gained)}},
    [phase_black_die] = CHORE("black_die", marcopolo_run_black_die, SOURCE(gained)),
    [phase_draw] = CHORE("draw", marcopolo_run_draw, SOURCE(gained)),
};
