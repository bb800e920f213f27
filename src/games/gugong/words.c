/* Gugong: the moves, the events and the reasons for points, in words. */
#include "state.h"

static const struct sr_domain number = SR_DOMAIN_NUMBER("number", 0, 255);
static const struct sr_domain some_servants = SR_DOMAIN_NUMBER("number", 0, SERVANTS);
static const struct sr_domain a_price = SR_DOMAIN_NUMBER("price", 1, 9);
static const struct sr_domain a_value = SR_DOMAIN_NUMBER("value", LOWEST, HIGHEST);
static const struct sr_domain a_die = SR_DOMAIN_PLACE("die", DICE);
static const struct sr_domain a_round = SR_DOMAIN_PLACE("round", ROUNDS);
static const struct sr_domain back = SR_DOMAIN_NUMBER("steps", 1, 7);
static const struct sr_domain some_doubles = SR_DOMAIN_NUMBER("doubles", 0, MAT);

static const struct sr_name with_names[] = {
    {"servants", SR_TEXT("single servants", "обычные слуги")},
    {"pair", SR_TEXT("the pair, for two", "пара, за двоих")},
    {"pair_as_one", SR_TEXT("the pair, for one", "пара, за одного")},
};
static const struct sr_domain a_payment = SR_DOMAIN_NAMED("with", with_names);

static const struct sr_name piece_names[] = {
    {"servant", SR_TEXT("a servant", "слуга|слуги|слугу")},
    {"pair", SR_TEXT("the pair", "пара слуг|пары слуг|пару слуг")},
};
static const struct sr_domain a_piece = SR_DOMAIN_NAMED("piece", piece_names);
static const struct sr_domain a_piece_or_none = SR_DOMAIN_NAMED_OR_NONE("piece", piece_names);

static const struct sr_name exchange_names[] = {
    {"servant", SR_TEXT("a servant", "слуга|слуги|слугу")},
    {"points", SR_TEXT("2 points", "2 очка|2 очков|2 очка")},
    {"jade", SR_TEXT("a jade", "нефрит|нефрита|нефрит")},
};
static const struct sr_domain an_exchange = SR_DOMAIN_NAMED("for", exchange_names);

static const struct sr_name terms_names[] = {
    {"free", SR_TEXT("worth enough", "достаточно ценен")},
    {"not_enough", SR_TEXT("not worth enough", "ценности не хватает")},
};
static const struct sr_domain some_terms = SR_DOMAIN_NAMED("terms", terms_names);

/* What the options of the areas do: A and B of each in turn. */
static const struct sr_name deed_names[] = {
    {"travel_a", SR_TEXT("Travel once", "Одно перемещение")},
    {"travel_b", SR_TEXT("Travel twice", "Два перемещения")},
    {"wall_a", SR_TEXT("Place 1 servant on the wall", "Поставить 1 слугу на стену")},
    {"wall_b", SR_TEXT("Place up to 2 servants on the wall", "Поставить до 2 слуг на стену")},
    {"jade_a", SR_TEXT("Buy a jade", "Купить нефрит")},
    {"jade_b", SR_TEXT("Buy a jade", "Купить нефрит")},
    {"intrigue_a",
     SR_TEXT("Intrigue +1, and the medal of the next first player if it is still there",
             "Интриги +1 и жетон следующего первого игрока, если он ещё здесь")},
    {"intrigue_b", SR_TEXT("Intrigue +3", "Интриги +3")},
    {"palace_a", SR_TEXT("Envoy +1", "Проситель +1")},
    {"palace_b", SR_TEXT("Envoy +2 and intrigue +1", "Проситель +2 и интриги +1")},
    {"decrees_a", SR_TEXT("Enact a decree", "Получить указ")},
    {"decrees_b", SR_TEXT("Enact a decree", "Получить указ")},
    {"canal_a", SR_TEXT("Load 1 servant and move a ship, both if you like",
                        "Погрузить 1 слугу и передвинуть джонку, по желанию")},
    {"canal_b", SR_TEXT("Load 2 servants", "Погрузить 2 слуг")},
};
static const struct sr_domain a_deed = SR_DOMAIN_NAMED("deed", deed_names);

static const struct sr_name benefit_names[] = {
    {"servant", SR_TEXT("a servant", "слуга")},
    {"servants", SR_TEXT("2 servants", "2 слуги")},
    {"jade", SR_TEXT("a jade", "нефрит|нефрита|нефрит")},
};
static const struct sr_domain a_benefit = SR_DOMAIN_NAMED("benefit", benefit_names);

static const struct sr_name tie_names[] = {
    {"intrigue", SR_TEXT("the tie is won by intrigue", "ничью решают интриги")},
};
static const struct sr_domain a_tie = SR_DOMAIN_NAMED_OR_NONE("tie", tie_names);

/* In the order of enum why_first. */
static const struct sr_name why_first_names[] = {
    {"order", SR_TEXT("first place at the table", "первое место за столом")},
    {"lot", SR_TEXT("drawn by lot", "по жребию")},
    {"medal", SR_TEXT("has the medal", "по жетону")},
    {"still", SR_TEXT("nobody took the medal", "жетон никто не взял")},
};
static const struct sr_domain a_reason_to_begin = SR_DOMAIN_NAMED_OR_NONE("why", why_first_names);

static const struct sr_name zone_names[] = {
    {"hand", SR_TEXT("hand", "рука|из руки")},
    {"discard", SR_TEXT("discard", "сброс|из сброса")},
};
static const struct sr_domain a_zone = SR_DOMAIN_NAMED("zone", zone_names);

#define GIFT_ARG                                                                                   \
    { "gift", &gugong_gift }
#define AREA_ARG                                                                                   \
    { "area", &gugong_area }
#define HARBOUR_ARG                                                                                \
    { "harbour", &gugong_harbour }
#define PIECE_ARG                                                                                  \
    { "piece", &a_piece }
#define NO_ARGS                                                                                    \
    {                                                                                              \
        { NULL, NULL }                                                                             \
    }

const struct sr_verb gugong_verbs[VERBS] = {
    [verb_offer] = {"offer",
                    {GIFT_ARG, AREA_ARG},
                    SR_TEXT("{gift} → {area} · {terms} · you take {taken}",
                            "{gift} → {area} · {terms} · взять «{taken}»"),
                    {{"taken", &gugong_gift}, {"terms", &some_terms}}},
    [verb_return] = {"return", NO_ARGS,
                     SR_TEXT("Return 2 servants and act", "Вернуть 2 слуг и действовать")},
    [verb_discard] = {"discard",
                      {GIFT_ARG},
                      SR_TEXT("Put {gift} aside and act", "Отложить «{gift}» и действовать")},
    [verb_forgo] = {"forgo", NO_ARGS, SR_TEXT("Exchange without actions", "Обменять без действий"),
                    .passes = true},
    [verb_with] = {"with", {{"pieces", &a_payment}}, SR_TEXT("Pay: {pieces}", "Оплата: {pieces}")},
    [verb_skip] = {"skip", NO_ARGS, SR_TEXT("Do not use it", "Не использовать"), .passes = true},
    [verb_a] = {"a", NO_ARGS, SR_TEXT("{deed}", "{deed}"), {{"deed", &a_deed}}},
    [verb_b] = {"b",
                NO_ARGS,
                SR_TEXT("{deed} · {cost} {cost#servant|servants}",
                        "{deed} · {cost} {cost#слуга|слуги|слуг}"),
                {{"deed", &a_deed}, {"cost", &number}}},
    [verb_buy] = {"buy",
                  {{"price", &a_price}},
                  SR_TEXT("Buy a jade for {cost} {cost#servant|servants}",
                          "Купить нефрит за {cost} {cost#слугу|слуг|слуг}"),
                  {{"cost", &number}}},
    [verb_enact] = {"enact",
                    {{"decree", &gugong_decree_names}},
                    SR_TEXT("{decree} · pay {cost} {cost#servant|servants} and leave 1[ · {points} "
                            "{points#point|points} now]",
                            "{decree} · заплатить {cost} {cost#слугой|слугами|слугами} и оставить "
                            "1[ · сразу {points} {points#очко|очка|очков}]"),
                    {{"cost", &number}, {"points", &number}}},
    [verb_take] = {"take",
                   {{"servants", &some_servants}, {"piece", &a_piece_or_none}},
                   SR_TEXT("Take [{servants} {servants#servant|servants}[ and {piece}]|[{piece}|no "
                           "servants]]",
                           "[Взять {servants} {servants#слугу|слуг|слуг}[ и {piece.a}]|[Взять "
                           "{piece.a}|Не брать слуг]]")},
    [verb_swap] = {"swap",
                   {GIFT_ARG, AREA_ARG},
                   SR_TEXT("{gift} from your {zone} for {taken} in {area}",
                           "«{gift}» {zone.g} на «{taken}» ({area})"),
                   {{"taken", &gugong_gift}, {"zone", &a_zone}}},
    [verb_go] = {"go",
                 {{"city", &gugong_city}},
                 SR_TEXT("{city}: {token}", "{city}: {token}"),
                 {{"token", &gugong_token_or_none}}},
    [verb_use] = {"use",
                  {{"piece", &a_piece_or_none}},
                  SR_TEXT("Use it: {token}[, with {piece}]",
                          "Использовать: {token}[, занять {piece.a}]"),
                  {{"token", &gugong_token_or_none}}},
    [verb_hand_in] = {"hand_in",
                      {GIFT_ARG},
                      SR_TEXT("Put {gift} aside for a jade", "Отложить «{gift}» за нефрит")},
    [verb_recover] = {"recover",
                      {GIFT_ARG},
                      SR_TEXT("Take {gift} back into the hand", "Вернуть в руку «{gift}»")},
    [verb_park] = {"park",
                   {AREA_ARG, {"piece", &a_piece_or_none}},
                   SR_TEXT("Put it beside {area}[, with {piece}]",
                           "Положить у области «{area}»[ и занять {piece.a}]")},
    [verb_place] = {"place",
                    {PIECE_ARG},
                    SR_TEXT("Place {piece} on the wall", "Поставить на стену {piece.a}")},
    [verb_stop] = {"stop", NO_ARGS, SR_TEXT("That is enough", "Достаточно"), .passes = true},
    [verb_step_back] = {"step_back",
                        {{"steps", &back}},
                        SR_TEXT("Intrigue {steps} back: {benefit}",
                                "Интриги на {steps} назад: {benefit}"),
                        {{"benefit", &a_benefit}}},
    [verb_turn] = {"turn",
                   {{"die", &a_die}, {"value", &a_value}},
                   SR_TEXT("Intrigue 5 back: turn the {old} of die {die} to {value}",
                           "Интриги на 5 назад: кубик {die} с {old} на {value}"),
                   {{"old", &number}}},
    [verb_load] = {"load",
                   {HARBOUR_ARG, PIECE_ARG},
                   SR_TEXT("{piece} onto the ship in harbour {harbour}",
                           "{piece} на джонку в гавани {harbour}")},
    [verb_launch] = {"launch",
                     {HARBOUR_ARG, PIECE_ARG},
                     SR_TEXT("A new ship in harbour {harbour} with {piece}",
                             "Новая джонка в гавани {harbour}, на ней {piece}")},
    [verb_stay] = {"stay", NO_ARGS, SR_TEXT("Leave it at that", "Оставить как есть"),
                   .passes = true},
    [verb_sail] = {"sail",
                   {HARBOUR_ARG},
                   SR_TEXT("The ship in harbour {harbour} to {next}",
                           "Джонка из гавани {harbour} в гавань {next}"),
                   {{"next", &gugong_harbour}}},
    [verb_claim] = {"claim",
                    {{"reward", &gugong_reward}},
                    SR_TEXT("Take {reward}", "Получить: {reward}")},
    [verb_advantage] = {"advantage",
                        {{"decree", &gugong_decree_names}},
                        SR_TEXT("Use: {decree}", "Применить: {decree}")},
    [verb_done] = {"done", NO_ARGS, SR_TEXT("Done", "Готово"), .passes = true},
    [verb_exchange] =
        {"exchange",
         {{"for", &an_exchange}, {"doubles", &some_doubles}, {"piece", &a_piece_or_none}},
         SR_TEXT("Exchange {count} {count#token|tokens}[, {doubles} of them double,] for "
                 "{for}[: {piece}]",
                 "Обменять {count} {count#жетон|жетона|жетонов}[ (двойных: "
                 "{doubles})] на {for.a}[: {piece}]"),
         {{"count", &number}}},
};

/* What a choice costs or where it leads, for its text. */
void gugong_label(const void *state, struct sr_move move, int16_t values[SR_LABEL_ARGS]) {
    const struct gugong *t = state;
    int seat = t->head.decider < SEATS ? t->head.decider : 0;
    bool acting = t->head.pending && t->head.phase == phase_action;
    bool finding = t->head.pending && t->head.phase == phase_benefit;
    switch ((enum verb)move.verb) {
    case verb_offer:
        values[0] = t->board[move.arg[1]];
        values[1] = !gugong_is_free(t, seat, move.arg[0], t->board[move.arg[1]]);
        break;
    case verb_a:
    case verb_b: {
        static const uint8_t price[AREAS] = {TRAVEL_PRICE, SMALL_PRICE, 0,          SMALL_PRICE,
                                             PALACE_PRICE, SMALL_PRICE, SMALL_PRICE};
        int area = acting ? sr_top(t, action)->area : 0;
        values[0] = (int16_t)(2 * area + (move.verb == verb_b));
        values[1] = (int16_t)(price[area] -
                              (area == area_travel && owns_decree(t, seat, decree_cheap_travel)));
        break;
    }
    case verb_buy:
        values[0] = (int16_t)gugong_jade_price(t, seat, move.arg[0]);
        break;
    case verb_enact:
        for (int slot = 0; slot < SLOTS; slot++)
            if (t->decree[slot] == move.arg[0])
                values[0] = (int16_t)gugong_decree_cost(t, seat, slot);
        values[1] = gugong_decrees[move.arg[0]].points;
        break;
    case verb_swap:
        values[0] = t->board[move.arg[1]];
        for (int i = 0; i < t->discard_size[seat]; i++)
            if (t->discard[seat][i] == move.arg[0])
                values[1] = 1;
        break;
    case verb_go:
        values[0] = t->city_token[move.arg[0]];
        break;
    case verb_use:
        values[0] = (int16_t)(finding ? sr_top(t, found)->token : SR_NONE);
        break;
    case verb_step_back:
        values[0] = (int16_t)(move.arg[0] == 1 ? 0 : move.arg[0] == 3 ? 1 : 2);
        break;
    case verb_turn:
        values[0] = t->dice[move.arg[0]];
        break;
    case verb_sail: {
        int next = gugong_next_harbour(t, move.arg[0]);
        values[0] = (int16_t)(next == SR_NONE ? move.arg[0] : next);
        break;
    }
    case verb_exchange: {
        values[0] = (int16_t)(gugong_exchange_worth[move.arg[0]] - move.arg[1]);
        break;
    }
    default:
        break;
    }
}

/* ---- events ---- */

#define SEAT                                                                                       \
    { "seat", &sr_a_seat, SR_TOLD_ALL }
#define ARG(name, of)                                                                              \
    { name, of, SR_TOLD_ALL }
#define OWN_GIFT                                                                                   \
    { "gift", &gugong_gift, SR_TOLD_FIRST }
#define PLAIN SR_TEXT(NULL, NULL)
/* All these sentences begin with who does it. */
#define SIDED(id, en, ru, ...)                                                                     \
    [event_##id] = {#id, {SEAT, __VA_ARGS__}, SR_TEXT("{seat}" en, "{seat}" ru), PLAIN},           \
    [event_meng_##id] = {"meng_" #id, {__VA_ARGS__}, SR_TEXT("Meng" en, "Мэн" ru), PLAIN}

const struct sr_event_kind gugong_events[EVENTS] = {
    SIDED(offers, " offers {gift} in {area} and takes {taken}",
          " подносит «{gift}» ({area}) и берёт «{taken}»", ARG("gift", &gugong_gift),
          ARG("area", &gugong_area), ARG("taken", &gugong_gift)),
    SIDED(servants,
          " takes [{servants} {servants#servant|servants}[ and {piece}]|[{piece}|no servants]]",
          " [берёт {servants} {servants#слугу|слуг|слуг}[ и {piece.a}]|[берёт {piece.a}|не берёт "
          "слуг]]",
          ARG("servants", &number), ARG("piece", &a_piece_or_none)),
    SIDED(pays,
          " returns [{servants} {servants#servant|servants}[ and {piece}]|[{piece}|no servants]]",
          " [возвращает {servants} {servants#слугу|слуг|слуг}[ и {piece.a}]|[возвращает "
          "{piece.a}|не возвращает слуг]]",
          ARG("servants", &number), ARG("piece", &a_piece_or_none)),
    SIDED(points, " gets {points} {points#point|points}",
          " получает {points} {points#очко|очка|очков}", ARG("points", &number)),
    SIDED(jade, " gets a jade and has {jade} now", " получает нефрит, теперь их {jade}",
          ARG("jade", &number)),
    SIDED(buys, " buys a jade", " покупает нефрит", ARG("cost", &number)),
    SIDED(envoy, ": the envoy walks {steps} {steps#step|steps}, to cell {cell} of 8",
          ": проситель проходит {steps} {steps#деление|деления|делений}, он на {cell}-м из 8",
          ARG("steps", &number), ARG("cell", &number)),
    SIDED(arrives, ": the envoy is in the palace, {points} {points#point|points} at the end",
          ": проситель во дворце, в конце {points} {points#очко|очка|очков}",
          ARG("points", &number)),
    SIDED(intrigue, ": intrigue is on {cell} now", ": фишка интриг на делении {cell}",
          ARG("cell", &number)),
    SIDED(medal, " takes the medal of the next first player",
          " берёт жетон следующего первого игрока", ARG("round", &a_round)),
    SIDED(enacts, " has a servant by the decree: {decree}", " получает указ: {decree}",
          ARG("decree", &gugong_decree_names)),
    SIDED(goes, " travels to {city}: {token}", " едет в город {city}: {token}",
          ARG("city", &gugong_city), ARG("token", &gugong_token)),
    SIDED(exchanges, " exchanges {count} {count#token|tokens} for {for}",
          " меняет {count} {count#жетон|жетона|жетонов} на {for.a}", ARG("count", &number),
          ARG("for", &an_exchange)),
    SIDED(wall,
          " puts {servants} {servants#servant|servants} on the wall and has {total} there now",
          " ставит на стену {servants} {servants#слугу|слуг|слуг}, своих там теперь {total}",
          ARG("servants", &number), ARG("total", &number)),
    SIDED(wall_won,
          ": most servants on the finished part of the wall ({servants})[, {tie}]; they return",
          ": больше всех слуг на готовой части стены ({servants})[, {tie}]; они возвращаются",
          ARG("servants", &number), ARG("tie", &a_tie)),
    SIDED(loads, " loads the ship in harbour {harbour}: +{cells}",
          " грузит джонку в гавани {harbour}: +{cells}", ARG("harbour", &gugong_harbour),
          ARG("cells", &number)),
    SIDED(launches, " launches a ship in harbour {harbour}: {cells} aboard",
          " спускает джонку в гавани {harbour}, на борту {cells}", ARG("harbour", &gugong_harbour),
          ARG("cells", &number)),
    SIDED(rewarded, " takes the reward of harbour {harbour}: {reward}",
          " получает награду гавани {harbour}: {reward}", ARG("harbour", &gugong_harbour),
          ARG("reward", &gugong_reward)),
    SIDED(sinks, " loses the ship in harbour {harbour}", " теряет джонку в гавани {harbour}",
          ARG("harbour", &gugong_harbour)),
    SIDED(matches,
          ": [{matches} {matches#match|matches} of gifts and dice|no gift matches the dice]",
          ": [{matches} {matches#совпадение|совпадения|совпадений} подарков с кубиками|совпадений "
          "с кубиками нет]",
          ARG("matches", &number)),
    SIDED(award, " has the most matches ({matches})[, {tie}]",
          ": больше всех совпадений ({matches})[, {tie}]", ARG("matches", &number),
          ARG("tie", &a_tie)),
    SIDED(starts, " begins day {day}[: {why}]", " начинает день {day}[: {why}]",
          ARG("day", &a_round), ARG("why", &a_reason_to_begin)),

    [event_returns] = {"returns",
                       {SEAT},
                       SR_TEXT("The gift of {seat} is not enough; servants make up for it",
                               "{seat}: подарка мало, его дополняют слуги"),
                       PLAIN},
    [event_discards] = {"discards",
                        {SEAT, OWN_GIFT},
                        SR_TEXT("{seat} puts {gift} aside", "{seat} откладывает «{gift}»"),
                        SR_TEXT("{seat} puts a gift aside", "{seat} откладывает подарок")},
    [event_forgoes] = {"forgoes",
                       {SEAT},
                       SR_TEXT("{seat} exchanges without actions", "{seat} меняет без действий"),
                       PLAIN},
    [event_skips] = {"skips",
                     {SEAT, ARG("area", &gugong_area)},
                     SR_TEXT("{seat} does nothing in {area}", "{seat} пропускает: {area}"),
                     PLAIN},
    [event_swaps] = {"swaps",
                     {SEAT, ARG("gift", &gugong_gift), ARG("area", &gugong_area),
                      ARG("taken", &gugong_gift), ARG("zone", &a_zone)},
                     SR_TEXT("{seat} swaps {gift} from the {zone} for {taken} in {area}",
                             "{seat} меняет «{gift}» {zone.g} на «{taken}» ({area})"),
                     PLAIN},
    [event_hands_in] = {"hands_in",
                        {SEAT, OWN_GIFT},
                        SR_TEXT("{seat} puts {gift} aside for a jade",
                                "{seat} откладывает «{gift}» за нефрит"),
                        SR_TEXT("{seat} puts a precious gift aside for a jade",
                                "{seat} откладывает ценный подарок за нефрит")},
    [event_recovers] = {"recovers",
                        {SEAT, OWN_GIFT},
                        SR_TEXT("{seat} takes {gift} back into the hand",
                                "{seat} возвращает в руку «{gift}»"),
                        SR_TEXT("{seat} takes a gift back into the hand",
                                "{seat} возвращает подарок в руку")},
    [event_parks] = {"parks",
                     {SEAT, ARG("token", &gugong_token), ARG("area", &gugong_area_or_none),
                      ARG("piece", &a_piece_or_none)},
                     SR_TEXT("{seat} sets a special token to work[ in {area}][ with {piece}]: "
                             "{token}",
                             "{seat} использует особый жетон[ ({area})][ и {piece.a}]: {token}"),
                     PLAIN},
    [event_unparked] = {"unparked",
                        {SEAT, ARG("token", &gugong_token)},
                        SR_TEXT("The special token of {seat} has done its work: {token}",
                                "{seat}: действие особого жетона кончается: {token}"),
                        PLAIN},
    [event_taxed] = {"taxed",
                     {SEAT, ARG("other", &sr_a_seat)},
                     SR_TEXT("{seat} pays a point of tax to {other}",
                             "{seat} платит подать, 1 очко получает {other}"),
                     PLAIN},
    [event_follows] = {"follows",
                       {SEAT, ARG("area", &gugong_area)},
                       SR_TEXT("{seat} follows in {area}", "{seat} повторяет действие: {area}"),
                       PLAIN},
    [event_die] = {"die",
                   {SEAT, ARG("die", &a_die), ARG("value", &number)},
                   SR_TEXT("{seat} turns die {die} to {value}",
                           "{seat} поворачивает кубик {die} на {value}"),
                   PLAIN},
    [event_sails] = {"sails",
                     {SEAT, ARG("from", &gugong_harbour), ARG("to", &gugong_harbour)},
                     SR_TEXT("{seat} moves a ship from harbour {from} to {to}",
                             "{seat} ведёт джонку из гавани {from} в гавань {to}"),
                     PLAIN},
    [event_draws] = {"draws",
                     {SEAT, OWN_GIFT},
                     SR_TEXT("{seat} draws {gift}", "{seat} берёт из колоды «{gift}»"),
                     SR_TEXT("{seat} draws a gift", "{seat} берёт подарок из колоды")},
    [event_advantage] = {"advantage",
                         {SEAT, ARG("decree", &gugong_decree_names)},
                         SR_TEXT("{seat} uses a decree: {decree}",
                                 "{seat} применяет указ: {decree}"),
                         PLAIN},
    [event_shows] = {"shows",
                     {SEAT, ARG("gift", &gugong_gift)},
                     SR_TEXT("{seat} shows {gift}", "{seat} показывает «{gift}»"),
                     PLAIN},
    [event_day] = {"day", {ARG("day", &a_round)}, SR_TEXT("Day {day}", "День {day}"), PLAIN},
    [event_dusk] = {"dusk",
                    {ARG("day", &a_round)},
                    SR_TEXT("Dusk of day {day}", "Сумерки дня {day}"),
                    PLAIN},
    [event_night] = {"night",
                     {ARG("day", &a_round)},
                     SR_TEXT("Night after day {day}: gifts return to hands",
                             "Ночь после дня {day}: подарки возвращаются в руки"),
                     PLAIN},
    [event_dice] = {"dice",
                    {ARG("a", &number), ARG("b", &number), ARG("c", &number)},
                    SR_TEXT("The dice show {a}, {b}, {c}", "На кубиках {a}, {b}, {c}"),
                    PLAIN},
    [event_refill] = {"refill",
                      {ARG("city", &gugong_city), ARG("token", &gugong_token)},
                      SR_TEXT("A new token in {city}: {token}", "Новый жетон, {city}: {token}"),
                      PLAIN},
    [event_reshuffle] = {"reshuffle",
                         {ARG("tokens", &number)},
                         SR_TEXT(
                             "{tokens} used {tokens#token is|tokens are} shuffled into the piles",
                             "Использованные жетоны ({tokens}) снова в стопках"),
                         PLAIN},
    [event_ships] = {"ships",
                     {ARG("day", &a_round)},
                     SR_TEXT("All ships move on one harbour", "Все джонки плывут на гавань вперёд"),
                     PLAIN},
    [event_over] = {"over",
                    {ARG("start", &gugong_side_or_none)},
                    SR_TEXT("The four days are over", "Четыре дня окончены"),
                    PLAIN},
    [event_automa] = {"automa",
                      {ARG("card", &gugong_automa)},
                      SR_TEXT("Meng turns up the card “{card}”", "Мэн открывает карту «{card}»"),
                      PLAIN},
    [event_dusk_card] = {"dusk_card",
                         {ARG("card", &gugong_automa)},
                         SR_TEXT("At dusk Meng's card “{card}” acts once more",
                                 "В сумерках снова действует карта Мэна «{card}»"),
                         PLAIN},
    [event_automa_reshuffle] = {"automa_reshuffle",
                                {ARG("cards", &number)},
                                SR_TEXT("Meng's deck is shuffled anew: {cards} cards",
                                        "Колода Мэна перемешана, карт: {cards}"),
                                PLAIN},
    [event_focus] = {"focus",
                     {ARG("area", &gugong_area)},
                     SR_TEXT("Meng's focus area is {area}", "Важная для Мэна область: {area}"),
                     PLAIN},
    [event_meng_cannot] = {"meng_cannot",
                           {ARG("area", &gugong_area)},
                           SR_TEXT("Meng can do nothing in {area}",
                                   "Мэн ничего не может сделать: {area}"),
                           PLAIN},
    [event_meng_gift] = {"meng_gift",
                         {ARG("rewards", &number)},
                         SR_TEXT("Meng has another gift from now on",
                                 "У Мэна отныне одним подарком больше"),
                         PLAIN},
    [event_meng_drops] = {"meng_drops",
                          {ARG("gift", &gugong_gift)},
                          SR_TEXT("Meng puts {gift} aside", "Мэн откладывает «{gift}»"),
                          PLAIN},
    [event_meng_recovers] = {"meng_recovers",
                             {ARG("gifts", &number)},
                             SR_TEXT("Meng takes a gift back and has {gifts} to play",
                                     "Мэн возвращает подарок, осталось сыграть: {gifts}"),
                             PLAIN},
};

/* ---- reasons for points ---- */

/* Meng has no seat, so his lines stand on the sheet of whoever plays against him, without points.
 */
#define OF_EACH(id, en, ru, ...)                                                                   \
    [reason_##id] = {#id, {__VA_ARGS__}, SR_TEXT(en, ru)},                                         \
    [reason_meng_##id] = {"meng_" #id,                                                             \
                          {{"points", &number}, __VA_ARGS__},                                      \
                          SR_TEXT("Meng, {points}: " en, "Мэн, {points}: " ru)}
#define COUNTED(name)                                                                              \
    { name, &number }

const struct sr_reason gugong_reasons[REASONS] = {
    OF_EACH(track, "points during the game", "очки по ходу игры", {NULL, NULL}),
    OF_EACH(wall, "most servants on the wall at the end ({servants})",
            "больше всех слуг на стене в конце игры ({servants})", COUNTED("servants")),
    OF_EACH(third, "decree, a point for each 3 of {had} points, at most 10",
            "указ, очко за каждые 3 из набранных {had}, не больше 10", COUNTED("had")),
    OF_EACH(eight, "decree, 8 points", "указ, 8 очков", {NULL, NULL}),
    OF_EACH(end_jade, "decree, 2 points for each jade ({jade}), at most 10",
            "указ, 2 очка за каждый нефрит ({jade}), не больше 10", COUNTED("jade")),
    OF_EACH(end_decrees, "decree, 2 points for each decree ({servants})",
            "указ, 2 очка за каждый указ ({servants})", COUNTED("servants")),
    OF_EACH(end_harbour, "decree, 2 points for each harbour reward ({servants})",
            "указ, 2 очка за каждую награду гавани ({servants})", COUNTED("servants")),
    OF_EACH(arrival, "arrived in the palace as number {place}", "прибытие во дворец, № {place}",
            COUNTED("place")),
    OF_EACH(jade, "{jade} jade", "{jade} {jade#нефрит|нефрита|нефритов}", COUNTED("jade")),
    [reason_missed] = {"missed",
                       {COUNTED("cell")},
                       SR_TEXT("The envoy got only to cell {cell}: everything is lost",
                               "Проситель дошёл лишь до {cell}-го деления: всё потеряно")},
    [reason_meng] = {"meng",
                     {COUNTED("total")},
                     SR_TEXT("Meng has {total} {total#point|points} in all",
                             "У Мэна всего {total} {total#очко|очка|очков}")},
    [reason_tie] = {"tie",
                    {COUNTED("cell")},
                    SR_TEXT("Equal points; whoever is ahead in intrigue wins (cell {cell})",
                            "Очков поровну, решает шкала интриг (деление {cell})")},
};
