/* The Voyages of Marco Polo: the moves, the events and the reasons for points, in words. */
#include "state.h"

static const struct sr_name row_names[] = {
    {"camels", SR_TEXT("camels", "верблюды|верблюдов|верблюдов")},
    {"pepper", SR_TEXT("pepper", "специи|специй|специи")},
    {"silk", SR_TEXT("silk", "шёлк|шёлка|шёлк")},
    {"gold", SR_TEXT("gold", "золото|золота|золото")},
};
static const struct sr_domain a_row = SR_DOMAIN_NAMED("row", row_names);

static const struct sr_name cell_names[] = {
#define BAZAAR(row, column, gain, effect, en, ru) {#row #column, SR_TEXT(en, ru)},
#include "components.def"
};
static const struct sr_domain a_cell = SR_DOMAIN_NAMED("cell", cell_names);

static const struct sr_name ability_names[] = {
#define ABILITY(id, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
static const struct sr_domain an_ability = SR_DOMAIN_NAMED("ability", ability_names);

static const struct sr_name figure_names[] = {
    {"first", SR_TEXT("first", "первая")},
    {"second", SR_TEXT("second", "вторая")},
};
static const struct sr_domain a_figure = SR_DOMAIN_NAMED_OR_NONE("figure", figure_names);
static const struct sr_domain a_number_in_hand = SR_DOMAIN_PLACE("goal", GOALS_DEALT);
static const struct sr_domain a_column = SR_DOMAIN_NUMBER("column", 1, FACES);
static const struct sr_domain times = SR_DOMAIN_NUMBER("times", 1, FACES);
static const struct sr_domain exchanges = SR_DOMAIN_NUMBER("exchanges", 0, FACES);
static const struct sr_domain units = SR_DOMAIN_NUMBER("units", 0, FAIR_ROLL);
static const struct sr_domain number = SR_DOMAIN_NUMBER("number", 0, 9999);
static const struct sr_domain change = {
    .id = "change", .kind = SR_NUMBER, .min = -9999, .max = 9999, .is_change = true};
static const struct sr_domain a_round = SR_DOMAIN_PLACE("round", ROUNDS);
static const struct sr_domain a_beijing_space = SR_DOMAIN_PLACE("space", BEIJING_SPACES);

#define NO_ARGS                                                                                    \
    {                                                                                              \
        { NULL, NULL }                                                                             \
    }
#define OCCUPIED_EN                                                                                \
    "[ · occupied by {laid} {laid#die|dice}: costs as many coins as your lowest die shows]"
#define OCCUPIED_RU                                                                                                                                   \
    "[ · занято ({laid} {laid#кубик|кубика|кубиков}): стоит столько монет, сколько на вашем " \
    "наименьшем кубике]"

const struct sr_verb marcopolo_verbs[VERBS] = {
    [verb_draft] = {"draft",
                    {{"character", &marcopolo_a_character}},
                    SR_TEXT("{character}: {ability}", "{character}: {ability}"),
                    {{"ability", &an_ability}}},
    [verb_keep] = {"keep",
                   {{"first", &a_number_in_hand}, {"second", &a_number_in_hand}},
                   SR_TEXT("Keep {goal}; {other}", "Оставить: {goal}; {other}"),
                   {{"goal", &marcopolo_a_goal}, {"other", &marcopolo_a_goal}}},
    [verb_compensate] = {"compensate",
                         {{"coins", &units}, {"camels", &units}},
                         SR_TEXT("{coins} {coins#coin|coins} and {camels} {camels#camel|camels}",
                                 "{coins} {coins#монета|монеты|монет} и {camels} "
                                 "{camels#верблюд|верблюда|верблюдов}")},
    [verb_take5] = {"take5",
                    NO_ARGS,
                    SR_TEXT("Take 5 coins (1 die)" OCCUPIED_EN,
                            "Взять 5 монет (1 кубик)" OCCUPIED_RU),
                    {{"laid", &number}}},
    [verb_bazaar] = {"bazaar",
                     {{"row", &a_row}},
                     SR_TEXT("Bazaar: {row} ({dice} {dice#die|dice})" OCCUPIED_EN,
                             "Базар: {row} ({dice} {dice#кубик|кубика|кубиков})" OCCUPIED_RU),
                     {{"laid", &number}, {"dice", &number}}},
    [verb_khan] = {"khan",
                   NO_ARGS,
                   SR_TEXT("The Khan's favour: a good and 2 camels (1 die[, {least} or more])",
                           "Милость хана: товар и 2 верблюда (1 кубик[, не меньше {least}])"),
                   {{"least", &number}}},
    [verb_contracts] = {"contracts",
                        NO_ARGS,
                        SR_TEXT("Contracts: take one or two (1 die)" OCCUPIED_EN,
                                "Контракты: взять один или два (1 кубик)" OCCUPIED_RU),
                        {{"laid", &number}}},
    [verb_travel] = {"travel",
                     NO_ARGS,
                     SR_TEXT("Travel (2 dice)" OCCUPIED_EN, "Путешествие (2 кубика)" OCCUPIED_RU),
                     {{"laid", &number}}},
    [verb_card] = {"card",
                   {{"space", &marcopolo_a_card_space}},
                   SR_TEXT("City card in {space} (1 die): {card}",
                           "Карта города, {space} (1 кубик): {card}"),
                   {{"card", &marcopolo_a_card}}},
    [verb_complete] = {"complete",
                       {{"slot", &marcopolo_an_active_slot}},
                       SR_TEXT("Complete the contract: {contract}",
                               "Выполнить контракт: {contract}"),
                       {{"contract", &marcopolo_a_contract_or_none}}},
    [verb_purse] = {"purse", NO_ARGS,
                    SR_TEXT("Purse: 3 coins for a die", "Кошелёк: 3 монеты за кубик")},
    [verb_reroll] = {"reroll", NO_ARGS,
                     SR_TEXT("Roll a die again · 1 camel", "Перебросить кубик · 1 верблюд")},
    [verb_adjust] = {"adjust", NO_ARGS,
                     SR_TEXT("Turn a die up or down by 1 · 2 camels",
                             "Изменить кубик на 1 · 2 верблюда")},
    [verb_black] = {"black",
                    NO_ARGS,
                    SR_TEXT("Take a black die ({left} left) · 3 camels",
                            "Взять чёрный кубик (осталось {left}) · 3 верблюда"),
                    {{"left", &number}}},
    [verb_finish] = {"finish", NO_ARGS, SR_TEXT("End the turn", "Закончить ход"), .passes = true},
    [verb_die] = {"die",
                  {{"die", &marcopolo_a_die}},
                  SR_TEXT("[Die: {face}|{die}][ · pay {price} {price#coin|coins}]",
                          "[Кубик: {face}|{die}][ · плата {price} {price#монета|монеты|монет}]"),
                  {{"price", &number}, {"face", &number}}},
    [verb_up] = {"up",
                 {{"die", &marcopolo_a_die}},
                 SR_TEXT("{die} up to {turned}", "{die} → {turned}"),
                 {{"turned", &marcopolo_a_die}}},
    [verb_down] = {"down",
                   {{"die", &marcopolo_a_die}},
                   SR_TEXT("{die} down to {turned}", "{die} → {turned}"),
                   {{"turned", &marcopolo_a_die}}},
    [verb_column] = {"column",
                     {{"column", &a_column}},
                     SR_TEXT("Column {column}: {cell}", "Столбец {column}: {cell}"),
                     {{"cell", &a_cell}}},
    [verb_take] = {"take",
                   {{"slot", &marcopolo_a_slot}, {"second", &marcopolo_a_slot_or_none}},
                   SR_TEXT("[Slots {slot} and {second}: {contract}; and {other}|Slot {slot}: "
                           "{contract}][ · plus {bonus} {bonus#coin or camel|coins or camels}]",
                           "[Клетки {slot} и {second}: {contract}; и {other}|Клетка {slot}: "
                           "{contract}][ · ещё {bonus} {bonus#монета или верблюд|монеты или "
                           "верблюда|монет или верблюдов}]"),
                   {{"contract", &marcopolo_a_contract_or_none},
                    {"other", &marcopolo_a_contract_or_none},
                    {"bonus", &number}}},
    [verb_discard] = {"discard",
                      {{"slot", &marcopolo_an_active_slot}},
                      SR_TEXT("Discard the contract: {contract}", "Сбросить контракт: {contract}"),
                      {{"contract", &marcopolo_a_contract_or_none}}},
    [verb_refuse] = {"refuse",
                     NO_ARGS,
                     SR_TEXT("Refuse the new one: {contract}", "Отказаться от нового: {contract}"),
                     {{"contract", &marcopolo_a_contract_or_none}}},
    [verb_bonus] = {"bonus",
                    {{"resource", &marcopolo_a_resource}},
                    SR_TEXT("{resource}: {count}", "{resource}: {count}"),
                    {{"count", &number}}},
    [verb_step] = {"step",
                   {{"place", &marcopolo_a_place},
                    {"goods", &marcopolo_a_pair_or_none},
                    {"figure", &a_figure}},
                   SR_TEXT("{place}[ · {coins} {coins#coin|coins}][ · {camels} "
                           "{camels#camel|camels}][ · {goods}][ · the {which} figure]",
                           "{place}[ · {coins} {coins#монета|монеты|монет}][ · {camels} "
                           "{camels#верблюд|верблюда|верблюдов}][ · {goods}][ · фишка {which}]"),
                   {{"coins", &number}, {"camels", &number}, {"which", &a_figure}}},
    [verb_stop] = {"stop", NO_ARGS, SR_TEXT("Stop", "Остановиться"), .passes = true},
    [verb_decline] = {"decline", NO_ARGS, SR_TEXT("Decline", "Отказаться"), .passes = true},
    [verb_relocate] = {"relocate",
                       {{"place", &marcopolo_a_post_place}},
                       SR_TEXT("Move the post from {place}", "Перенести факторию: {place}")},
    [verb_settle] = {"settle",
                     {{"place", &marcopolo_a_post_place}},
                     SR_TEXT("{place}: {what}", "{place}: {what}"),
                     {{"what", &marcopolo_a_source}}},
    [verb_times] =
        {"times",
         {{"times", &times}},
         SR_TEXT("{times} {times#time|times}[, coins {coins}][, camels {camels}][, goods {goods}]"
                 "[, points {points}]",
                 "{times} {times#раз|раза|раз}[, монеты {coins}][, верблюды {camels}][, товары "
                 "{goods}][, очки {points}]"),
         {{"coins", &change}, {"camels", &change}, {"goods", &change}, {"points", &change}}},
    [verb_exchange] =
        {"exchange",
         {{"there", &exchanges}, {"back", &exchanges}},
         SR_TEXT("[{there} × from left to right[, {back} × back]|{back} × from right to left]"
                 "[, coins {coins}][, camels {camels}][, goods {goods}][, points {points}]",
                 "[{there} × слева направо[, {back} × обратно]|{back} × справа налево][, монеты "
                 "{coins}][, верблюды {camels}][, товары {goods}][, очки {points}]"),
         {{"coins", &change}, {"camels", &change}, {"goods", &change}, {"points", &change}}},
    [verb_pay] = {"pay",
                  {{"good", &marcopolo_a_good}},
                  SR_TEXT("Hand in {good}", "Отдать {good.a}")},
    [verb_province] = {"province",
                       {{"place", &marcopolo_a_post_place}},
                       SR_TEXT("{place}: {bonus}", "{place}: {bonus}"),
                       {{"bonus", &marcopolo_a_bonus}}},
    [verb_copy] = {"copy", {{"bonus", &marcopolo_a_bonus}}, SR_TEXT("{bonus}", "{bonus}")},
    [verb_good] = {"good", {{"good", &marcopolo_a_good}}, SR_TEXT("{good}", "{good}")},
    [verb_goods] = {"goods", {{"goods", &marcopolo_a_pair_or_none}}, SR_TEXT("{goods}", "{goods}")},
};

/* ---- labels: what a choice costs or brings ---- */

static int laid_on(const struct marcopolo *t, int seat, int space) {
    return is_character(t, seat, the_berke) ? 0 : t->laid[space];
}

/* Coins, camels, goods and points that change hands in so many repetitions. */
static void label_change(const struct amounts *pay, const struct amounts *get, int count,
                         int16_t values[SR_LABEL_ARGS]) {
    for (int i = 0; i < AMOUNTS; i++) {
        int at = i == resource_coins ? 0 : i == resource_camels ? 1 : i == resource_points ? 3 : 2;
        values[at] = (int16_t)(values[at] + (get->of[i] - pay->of[i]) * count);
    }
}

/* The arguments of the item on top, as long as the phase is the one they belong to. */
static int card_in_hand(const struct marcopolo *t) {
    switch (t->head.phase) {
    case phase_times:
    case phase_exchange:
        return sr_top(t, card_use)->card;
    case phase_again:
        return sr_top(t, again)->card;
    default:
        return card_t01;
    }
}

static void label_exchange(const struct marcopolo *t, struct sr_move move,
                           int16_t values[SR_LABEL_ARGS]) {
    int card = card_in_hand(t);
    label_change(&marcopolo_card[card].pay, &marcopolo_card[card].get, move.arg[0], values);
    label_change(&marcopolo_card_back[card].pay, &marcopolo_card_back[card].get, move.arg[1],
                 values);
    if (marcopolo_card[card].kind == card_barter)
        values[2] = (int16_t)(values[2] + move.arg[1] - move.arg[0]);
}

static int contract_in_slot(const struct marcopolo *t, int slot) {
    return t->active[t->turn_seat][slot < ACTIVE ? slot : 0];
}

static int contract_in_row(const struct marcopolo *t, int slot) {
    return slot < t->row_size ? t->row[slot] : SR_NONE;
}

static int slot_bonus(int slot) {
    return slot >= ROW - 2 && slot < ROW ? slot - (ROW - 3) : 0;
}

static void label_step(const struct marcopolo *t, struct sr_move move,
                       int16_t values[SR_LABEL_ARGS]) {
    const struct journey journey = marcopolo_under_way(t);
    int price, beasts;
    marcopolo_step_price(t, &journey, move.arg[0], move.arg[2] == 1, &price, &beasts);
    values[0] = (int16_t)price;
    values[1] = (int16_t)beasts;
    values[2] = move.arg[2];
}

void marcopolo_label(const void *state, struct sr_move move, int16_t values[SR_LABEL_ARGS]) {
    const struct marcopolo *t = state;
    int seat = t->head.decider < SEATS ? t->head.decider : 0, first = move.arg[0];

    switch ((enum verb)move.verb) {
    case verb_draft:
        values[0] = (int16_t)first;
        break;
    case verb_keep:
        values[0] = t->goal[seat][first % GOALS_DEALT];
        values[1] = t->goal[seat][move.arg[1] % GOALS_DEALT];
        break;
    case verb_take5:
        values[0] = (int16_t)laid_on(t, seat, space_take5);
        break;
    case verb_bazaar:
        values[0] = (int16_t)laid_on(t, seat, space_camel + first);
        values[1] = marcopolo_space[space_camel + first].dice;
        break;
    case verb_khan:
        values[0] = t->khan_die > 1 ? t->khan_die : 0;
        break;
    case verb_contracts:
        values[0] = (int16_t)laid_on(t, seat, space_contracts);
        break;
    case verb_travel:
        values[0] = (int16_t)laid_on(t, seat, space_travel);
        break;
    case verb_card:
        values[0] = t->card[first];
        break;
    case verb_complete:
    case verb_discard:
        values[0] = (int16_t)contract_in_slot(t, first);
        break;
    case verb_black:
        values[0] = t->black_dice;
        break;
    case verb_die:
        if (t->head.phase == phase_die && is_first_die(sr_top(t, placing)))
            values[0] =
                (int16_t)price_of_space(t, seat, sr_top(t, placing)->space, die_value(first));
        if (die_class(first) == die_own)
            values[1] = (int16_t)die_value(first);
        break;
    case verb_up:
        values[0] = (int16_t)(die_value(first) < FACES ? first + DIE_CLASSES : first);
        break;
    case verb_down:
        values[0] = (int16_t)(die_value(first) > 1 ? first - DIE_CLASSES : first);
        break;
    case verb_column:
        if (t->head.phase == phase_column)
            values[0] = (int16_t)((sr_top(t, bazaar)->space - space_camel) * FACES + first - 1);
        break;
    case verb_take:
        values[0] = (int16_t)contract_in_row(t, first);
        values[1] = (int16_t)contract_in_row(t, move.arg[1]);
        values[2] = (int16_t)(slot_bonus(first) + slot_bonus(move.arg[1]));
        break;
    case verb_refuse:
        if (t->head.phase == phase_room)
            values[0] = sr_top(t, room)->contract;
        break;
    case verb_bonus:
        if (t->head.phase == phase_slot_bonus)
            values[0] = sr_top(t, slot_bonus)->count;
        break;
    case verb_step:
        if (t->head.phase == phase_journey || t->head.phase == phase_move)
            label_step(t, move, values);
        break;
    case verb_settle:
        if (is_province(first))
            values[0] = (int16_t)(source_bonus + t->bonus[first - FIRST_PROVINCE]);
        else
            values[0] = (int16_t)(first < CITIES && t->token[first] != SR_NONE
                                      ? source_token + t->token[first]
                                      : SR_NONE);
        break;
    case verb_times: {
        const struct card_info *info = &marcopolo_card[card_in_hand(t)];
        label_change(&info->pay, &info->get, first, values);
        if (info->kind == card_goods)
            values[2] = (int16_t)(values[2] + first);
        break;
    }
    case verb_exchange:
        label_exchange(t, move, values);
        break;
    case verb_province:
        if (is_province(first))
            values[0] = t->bonus[first - FIRST_PROVINCE];
        break;
    default:
        break;
    }
}

/* ---- events ---- */

#define SEAT                                                                                       \
    { "seat", &sr_a_seat, SR_TOLD_ALL }
#define ARG(name, of)                                                                              \
    { name, of, SR_TOLD_ALL }
#define AMOUNT(name)                                                                               \
    { name, &number, SR_TOLD_ALL }
#define ALL_AMOUNTS                                                                                \
    AMOUNT("coins"), AMOUNT("camels"), AMOUNT("pepper"), AMOUNT("silk"), AMOUNT("gold"),           \
        AMOUNT("points"), ARG("source", &marcopolo_a_source)
#define AMOUNTS_EN                                                                                 \
    "[+{coins} {coins#coin|coins}][+{camels} {camels#camel|camels}][+{pepper} pepper][+{silk} "    \
    "silk][+{gold} gold][+{points} {points#point|points}][ · {source}]"
#define AMOUNTS_RU                                                                                                                         \
    "[+{coins} {coins#монету|монеты|монет}][+{camels} "                                                                   \
    "{camels#верблюда|верблюдов|верблюдов}][+{pepper} {pepper#специю|специи|специй}][+{silk} " \
    "{silk#шёлк|шёлка|шёлка}][+{gold} {gold#золото|золота|золота}][+{points} "                             \
    "{points#очко|очка|очков}][ · {source}]"
#define OPEN SR_TEXT(NULL, NULL)

const struct sr_event_kind marcopolo_events[EVENTS] = {
    [event_drafted] = {"drafted",
                       {SEAT, ARG("character", &marcopolo_a_character)},
                       SR_TEXT("{seat} plays as {character}", "{seat} выбирает: {character}"),
                       OPEN},
    [event_kept] = {"kept",
                    {SEAT,
                     {"first", &marcopolo_a_goal, SR_TOLD_FIRST},
                     {"second", &marcopolo_a_goal, SR_TOLD_FIRST}},
                    SR_TEXT("{seat} keeps two goals: {first}; {second}",
                            "{seat} оставляет две цели: {first}; {second}"),
                    SR_TEXT("{seat} keeps two goals", "{seat} оставляет две цели")},
    [event_round] = {"round",
                     {ARG("round", &a_round)},
                     SR_TEXT("Round {round} begins", "Начинается раунд {round}"),
                     OPEN},
    [event_start_player] = {"start_player",
                            {SEAT},
                            SR_TEXT("{seat} travelled last and begins",
                                    "{seat} начинает раунд как последний путешественник"),
                            OPEN},
    [event_rolled] = {"rolled",
                      {SEAT, AMOUNT("first"), AMOUNT("second"), AMOUNT("third"), AMOUNT("fourth"),
                       AMOUNT("fifth"), AMOUNT("white")},
                      SR_TEXT(
                          "{seat} rolls {first}, {second}, {third}, {fourth}, {fifth}[ and a white "
                          "{white}]",
                          "{seat} бросает: {first}, {second}, {third}, {fourth}, {fifth}[, белый "
                          "— {white}]"),
                      OPEN},
    [event_gained] = {"gained",
                      {SEAT, ALL_AMOUNTS},
                      SR_TEXT("{seat} receives" AMOUNTS_EN, "{seat} получает" AMOUNTS_RU),
                      OPEN},
    [event_paid] = {"paid",
                    {SEAT, ALL_AMOUNTS},
                    SR_TEXT("{seat} pays" AMOUNTS_EN, "{seat} отдаёт" AMOUNTS_RU),
                    OPEN},
    [event_placed] = {"placed",
                      {SEAT, ARG("die", &marcopolo_a_die), ARG("space", &marcopolo_a_space)},
                      SR_TEXT("{seat} places {die}: {space}", "{seat} ставит кубик {die}: {space}"),
                      OPEN},
    [event_die] = {"die",
                   {SEAT, ARG("die", &marcopolo_a_die), ARG("rolled", &marcopolo_a_die)},
                   SR_TEXT("{seat} rolls {die} again: {rolled}",
                           "{seat} перебрасывает {die}: {rolled}"),
                   OPEN},
    [event_adjusted] = {"adjusted",
                        {SEAT, ARG("die", &marcopolo_a_die), ARG("turned", &marcopolo_a_die)},
                        SR_TEXT("{seat} turns {die} to {turned}",
                                "{seat} меняет {die} на {turned}"),
                        OPEN},
    [event_black] = {"black",
                     {SEAT, ARG("die", &marcopolo_a_die)},
                     SR_TEXT("{seat} takes one more die: {die}", "{seat} берёт ещё кубик: {die}"),
                     OPEN},
    [event_no_black] = {"no_black",
                        {SEAT},
                        SR_TEXT("There is no black die left for {seat}",
                                "{seat}: чёрных кубиков не осталось"),
                        OPEN},
    [event_black_had] = {"black_had",
                         {SEAT},
                         SR_TEXT("{seat} has had the one black die of this turn",
                                 "{seat}: чёрный кубик за этот ход уже получен"),
                         OPEN},
    [event_took] = {"took",
                    {SEAT, ARG("contract", &marcopolo_a_contract)},
                    SR_TEXT("{seat} takes a contract: {contract}",
                            "{seat} берёт контракт: {contract}"),
                    OPEN},
    [event_drew] = {"drew",
                    {SEAT, ARG("contract", &marcopolo_a_contract),
                     ARG("source", &marcopolo_a_source)},
                    SR_TEXT("{seat} reveals a contract: {contract}[ · {source}]",
                            "{seat} открывает контракт: {contract}[ · {source}]"),
                    OPEN},
    [event_discarded] = {"discarded",
                         {SEAT, ARG("contract", &marcopolo_a_contract)},
                         SR_TEXT("{seat} discards a contract: {contract}",
                                 "{seat} сбрасывает контракт: {contract}"),
                         OPEN},
    [event_refused] = {"refused",
                       {SEAT, ARG("contract", &marcopolo_a_contract)},
                       SR_TEXT("{seat} refuses a contract: {contract}",
                               "{seat} отказывается от контракта: {contract}"),
                       OPEN},
    [event_completed] = {"completed",
                         {SEAT, ARG("contract", &marcopolo_a_contract)},
                         SR_TEXT("{seat} completes a contract: {contract}",
                                 "{seat} выполняет контракт: {contract}"),
                         OPEN},
    [event_row] = {"row",
                   {ARG("slot", &marcopolo_a_slot), ARG("contract", &marcopolo_a_contract)},
                   SR_TEXT("A new contract in slot {slot}: {contract}",
                           "Новый контракт на клетке {slot}: {contract}"),
                   OPEN},
    [event_row_cleared] = {"row_cleared",
                           {AMOUNT("contracts")},
                           SR_TEXT("{contracts} {contracts#contract|contracts} left in the row "
                                   "{contracts#goes|go} under the special pile",
                                   "Оставшиеся в ряду контракты ({contracts}) уходят под особую "
                                   "стопку"),
                           OPEN},
    [event_first] = {"first",
                     {SEAT},
                     SR_TEXT("{seat} is the first player: first place at the table",
                             "{seat} — первый игрок: первое место за столом"),
                     OPEN},
    [event_no_contract] = {"no_contract",
                           {SEAT},
                           SR_TEXT("There is no contract left for {seat}",
                                   "{seat}: контрактов не осталось"),
                           OPEN},
    [event_stepped] = {"stepped",
                       {SEAT, ARG("from", &marcopolo_a_place), ARG("to", &marcopolo_a_place)},
                       SR_TEXT("{seat} goes from {from} to {to}", "{seat}: {from} → {to}"),
                       OPEN},
    [event_built] = {"built",
                     {SEAT, ARG("place", &marcopolo_a_post_place)},
                     SR_TEXT("{seat} builds a post in {place}", "{seat} строит факторию: {place}"),
                     OPEN},
    [event_relocated] = {"relocated",
                         {SEAT, ARG("from", &marcopolo_a_post_place),
                          ARG("to", &marcopolo_a_post_place)},
                         SR_TEXT("{seat} moves a post from {from} to {to}",
                                 "{seat} переносит факторию: {from} → {to}"),
                         OPEN},
    [event_declined] = {"declined",
                        {SEAT, ARG("source", &marcopolo_a_source)},
                        SR_TEXT("{seat} declines[ · {source}]", "{seat} отказывается[ · {source}]"),
                        OPEN},
    [event_lost] = {"lost",
                    {SEAT, ARG("source", &marcopolo_a_source)},
                    SR_TEXT("{seat} cannot pay for any road: the step is lost[ · {source}]",
                            "{seat}: дорога не по средствам, шаг пропадает[ · {source}]"),
                    OPEN},
    [event_slid] =
        {"slid",
         {SEAT, AMOUNT("points")},
         SR_TEXT("{seat} moves up in Beijing, to the space worth {points} {points#point|points}",
                 "{seat} поднимается в Пекине на место в {points} "
                 "{points#очко|очка|очков}"),
         OPEN},
    [event_ended] = {"ended",
                     {SEAT},
                     SR_TEXT("{seat} ends the turn", "{seat} заканчивает ход"),
                     OPEN},
    [event_scored] = {"scored",
                      {SEAT},
                      SR_TEXT("The fifth round is over: the goals are laid open and scored",
                              "Пятый раунд окончен: цели открыты, идёт подсчёт очков"),
                      OPEN},
};

const struct sr_reason marcopolo_reasons[REASONS] = {
    [reason_points] = {"points", NO_ARGS, SR_TEXT("During the game", "За время игры")},
    [reason_goal] = {"goal",
                     {{"goal", &marcopolo_a_goal}},
                     SR_TEXT("Goal reached: {goal}", "Цель достигнута: {goal}")},
    [reason_places] = {"places",
                       {{"places", &number}},
                       SR_TEXT("Different goal places reached: {places}",
                               "Разных мест с карт целей: {places}")},
    [reason_coins] = {"coins",
                      {{"coins", &number}},
                      SR_TEXT("{coins} {coins#coin|coins}, 1 for every 10",
                              "{coins} {coins#монета|монеты|монет}, по 1 за 10")},
    [reason_beijing] = {"beijing",
                        {{"space", &a_beijing_space}},
                        SR_TEXT("A post on space {space} of Beijing",
                                "Фактория в Пекине, {space}-я ячейка")},
    [reason_goods] = {"goods",
                      {{"goods", &number}},
                      SR_TEXT("{goods} {goods#good|goods} with a post in Beijing, 1 for every 2",
                              "{goods} {goods#товар|товара|товаров} при фактории в Пекине, по 1 "
                              "за 2")},
    [reason_contracts] = {"contracts",
                          {{"contracts", &number}},
                          SR_TEXT("Most contracts completed ({contracts})",
                                  "Больше всех выполненных контрактов ({contracts})")},
    [reason_tie] = {"tie",
                    {{"camels", &number}},
                    SR_TEXT("Equal points; more camels decide ({camels})",
                            "Очков поровну, решают верблюды: их больше ({camels})")},
};
