/* Merchants of Dunhuang: the moves, the events and the reasons for points, in words. */
#include "state.h"

/* In Russian the preposition belongs to the place: whence (genitive), whither (accusative). */
static const struct sr_name place_names[] = {
    {"hand", SR_TEXT("hand", "рука|из руки|в руку")},
    {"shop", SR_TEXT("shop", "лавка|из лавки|в лавку")},
};
static const struct sr_domain a_place = SR_DOMAIN_NAMED("place", place_names);
static const struct sr_domain steps = SR_DOMAIN_NUMBER("steps", 1, MAX_STEPS);
static const struct sr_domain number = SR_DOMAIN_NUMBER("number", 0, 255);
static const struct sr_name lot_names[] = {
    {"lot", SR_TEXT("drawn by lot", "по жребию")},
};
static const struct sr_domain a_lot = SR_DOMAIN_NAMED_OR_NONE("lot", lot_names);

#define GOOD_ARG                                                                                   \
    { "good", &dunhuang_good }
#define CHARACTER_ARG                                                                              \
    { "character", &dunhuang_character }

/* Forgetful: what passed between two merchants, a third knows only in part. And at the end of a
 * turn, whoever has the majorities and does not win is seen to lack kinds in hand: no guess makes
 * use of that. */
const struct sr_verb dunhuang_verbs[VERBS] = {
    [verb_keep] = {"keep", {GOOD_ARG}, SR_TEXT("Keep {good}", "Оставить {good.a}")},
    [verb_camel] = {"camel", {CHARACTER_ARG}, SR_TEXT("{character}", "{character}")},
    [verb_walk] = {"walk",
                   {{"steps", &steps}},
                   SR_TEXT("{character}[ · {good} {value}][ · {cost} {cost#coin|coins}]",
                           "{character}[ · {good} {value}][ · {cost} {cost#монета|монеты|монет}]"),
                   {{"character", &dunhuang_character},
                    {"good", &dunhuang_good_or_none},
                    {"value", &number},
                    {"cost", &number}}},
    [verb_take] = {"take",
                   {{"place", &a_place}},
                   SR_TEXT("{good} {value} into the {place}", "{good} {value} — {place.a}"),
                   {{"good", &dunhuang_good_or_none}, {"value", &number}}},
    [verb_pay] = {"pay",
                  {{NULL, NULL}},
                  SR_TEXT("Pay 2 coins and take the token of {good}",
                          "Заплатить 2 монеты и забрать жетон {good.g}"),
                  {{"good", &dunhuang_good_or_none}},
                  .forgetful = true},
    [verb_decline] = {"decline",
                      {{NULL, NULL}},
                      SR_TEXT("Leave the token where it is", "Оставить жетон владельцу"),
                      .forgetful = true,
                      .passes = true},
    [verb_coins] = {"coins",
                    {{NULL, NULL}},
                    SR_TEXT("[Take {coins} {coins#coin|coins}|Go without a bonus]",
                            "[Взять {coins} {coins#монету|монеты|монет}|Обойтись без бонуса]"),
                    {{"coins", &number}},
                    .forgetful = true},
    [verb_artist] = {"artist",
                     {GOOD_ARG},
                     SR_TEXT("Artist: discard {good} from the hand for {prestige} prestige",
                             "Художник: сбросить из руки {good.a}, престиж +{prestige}"),
                     {{"prestige", &number}},
                     .forgetful = true},
    [verb_musician] = {"musician",
                       {GOOD_ARG},
                       SR_TEXT("Musician: discard {good} from the shop for {prestige} prestige",
                               "Музыкант: сбросить из лавки {good.a}, престиж +{prestige}"),
                       {{"prestige", &number}},
                       .forgetful = true},
    [verb_princess] = {"princess",
                       {{NULL, NULL}},
                       SR_TEXT("Princess: {prestige} prestige for your majorities",
                               "Принцесса: престиж +{prestige} за преимущества"),
                       {{"prestige", &number}},
                       .forgetful = true},
    [verb_dancer] = {"dancer",
                     {{NULL, NULL}},
                     SR_TEXT("Dancer: {prestige} prestige", "Танцовщица: престиж +{prestige}"),
                     {{"prestige", &number}},
                     .forgetful = true},
    [verb_translator] = {"translator",
                         {{NULL, NULL}},
                         SR_TEXT(
                             "Translator: draw {cards} {cards#card|cards}, keep one",
                             "Переводчик: взять {cards} {cards#карту|карты|карт}, оставить одну"),
                         {{"cards", &number}},
                         .forgetful = true},
    [verb_ambassador] = {"ambassador",
                         {{NULL, NULL}},
                         SR_TEXT("Ambassador: draw {cards} {cards#card|cards}, keep one",
                                 "Посол: взять {cards} {cards#карту|карты|карт}, оставить одну"),
                         {{"cards", &number}},
                         .forgetful = true},
    [verb_soldier] = {"soldier",
                      {GOOD_ARG, CHARACTER_ARG},
                      SR_TEXT("Soldier: {good} from the shop for {other} ({character})",
                              "Солдат: {good.a} из лавки на {other.a} ({character})"),
                      {{"other", &dunhuang_good_or_none}},
                      .forgetful = true},
    [verb_general] = {"general",
                      {GOOD_ARG, CHARACTER_ARG},
                      SR_TEXT("General: {good} from the hand for {other} ({character})",
                              "Генерал: {good.a} из руки на {other.a} ({character})"),
                      {{"other", &dunhuang_good_or_none}},
                      .forgetful = true},
    [verb_chinese] = {"chinese",
                      {{"seat", &sr_a_seat}},
                      SR_TEXT("Chinese Merchant: take {cards} random {cards#card|cards} from "
                              "{seat}, give as many back",
                              "Китайский купец: взять наугад {cards} {cards#карту|карты|карт} у "
                              "{seat.g} и столько же вернуть"),
                      {{"cards", &number}},
                      .forgetful = true},
    [verb_sogdian] = {"sogdian",
                      {{"seat", &sr_a_seat}},
                      SR_TEXT(
                          "Sogdian Merchant: {seat}[ hands over {cards} {cards#card|cards} of "
                          "choice, you give as many back| has no cards to exchange][ · "
                          "{prestige} prestige]",
                          "Согдийский купец: {seat}[ отдаёт на выбор {cards} "
                          "{cards#карту|карты|карт}, вы возвращаете столько же|, менять нечего][ "
                          "· престиж +{prestige}]"),
                      {{"cards", &number}, {"prestige", &number}},
                      .forgetful = true},
    [verb_handmaid] = {"handmaid",
                       {{"from_shop", &dunhuang_good}, {"from_hand", &dunhuang_good}},
                       SR_TEXT("Handmaid: {from_shop} to the hand, {from_hand} to the shop",
                               "Прислужница: {from_shop.a} в руку, {from_hand.a} в лавку"),
                       .forgetful = true},
    [verb_servant] = {"servant",
                      {{"place", &a_place}, GOOD_ARG},
                      SR_TEXT("Servant: {good} into the {place}", "Слуга: {good} — {place.a}"),
                      .forgetful = true},
    [verb_shepherd] = {"shepherd",
                       {CHARACTER_ARG},
                       SR_TEXT("Shepherd: take {other} from the {character}",
                               "Пастух: взять {other.a} у {character.g}"),
                       {{"other", &dunhuang_good_or_none}},
                       .forgetful = true},
    [verb_peasant] = {"peasant",
                      {CHARACTER_ARG},
                      SR_TEXT("Peasant: take {other} from the {character}",
                              "Крестьянин: взять {other.a} у {character.g}"),
                      {{"other", &dunhuang_good_or_none}},
                      .forgetful = true},
    [verb_manichaean] = {"manichaean",
                         {GOOD_ARG},
                         SR_TEXT("Manichaean: protect {good} (blocks one tie)",
                                 "Манихей: защитить {good.a} (от одной ничьей)"),
                         .forgetful = true},
    [verb_buddhist] = {"buddhist",
                       {GOOD_ARG},
                       SR_TEXT("Buddhist: protect {good} (a tie costs 2 coins)",
                               "Буддист: защитить {good.a} (ничья стоит 2 монеты)"),
                       .forgetful = true},
    [verb_give] = {"give",
                   {GOOD_ARG, {"second", &dunhuang_good_or_none}},
                   SR_TEXT("Give {good}[ and {second}]", "Отдать {good.a}[ и {second.a}]"),
                   .forgetful = true},
};

/* What a choice costs or where it leads, for its text. */
void dunhuang_label(const void *state, struct sr_move move, int16_t values[SR_LABEL_ARGS]) {
    const struct dunhuang *t = state;
    int seat = t->turn_seat;
    int prestige = sr_has_option(t, option_unlimited_prestige) ? MAX_PRESTIGE : t->prestige_supply;
    int coins = sr_has_option(t, option_unlimited_coins) ? MAX_COINS : t->coin_supply;
    int here = t->camel < SPACES ? t->camel : 0;

    switch ((enum verb)move.verb) {
    case verb_walk: {
        int space = next_space(here, move.arg[0]);
        values[0] = t->circle[space];
        values[1] = t->market[space];
        values[2] = t->market[space] < GOODS ? dunhuang_value[t->market[space]] : 0;
        values[3] = (int16_t)(move.arg[0] - 1);
        break;
    }
    case verb_take:
        values[0] = t->market[here];
        values[1] = t->market[here] < GOODS ? dunhuang_value[t->market[here]] : 0;
        break;
    case verb_pay:
        values[0] = t->at_stake;
        break;
    case verb_coins:
        values[0] = (int16_t)(coins < BONUS_COINS ? coins : BONUS_COINS);
        break;
    case verb_artist:
    case verb_musician:
        values[0] = (int16_t)(prestige < 3 ? prestige : 3);
        break;
    case verb_princess: {
        int tokens = dunhuang_majorities(t, seat);
        values[0] = (int16_t)(prestige < tokens ? prestige : tokens);
        break;
    }
    case verb_dancer:
        values[0] = (int16_t)(prestige < 2 ? prestige : 2);
        break;
    case verb_translator:
        values[0] = t->steps < t->deck_size ? t->steps : t->deck_size;
        break;
    case verb_ambassador:
        values[0] = t->deck_size < 2 ? t->deck_size : 2;
        break;
    case verb_sogdian:
        values[1] = (int16_t)(prestige < 1 ? prestige : 1);
        /* fall through */
    case verb_chinese:
        values[0] = t->hand_size[move.arg[0]] < 2 ? t->hand_size[move.arg[0]] : 2;
        break;
    case verb_soldier:
    case verb_general:
    case verb_shepherd:
    case verb_peasant: {
        int character =
            move.verb == verb_soldier || move.verb == verb_general ? move.arg[1] : move.arg[0];
        values[0] = t->market[space_of(t, character)];
        break;
    }
    default:
        break;
    }
}

/* ---- events ---- */

#define SEAT                                                                                       \
    { "seat", &sr_a_seat, SR_TOLD_ALL }
#define OTHER                                                                                      \
    { "other", &sr_a_seat, SR_TOLD_ALL }
#define GOOD_                                                                                      \
    { "good", &dunhuang_good, SR_TOLD_ALL }
#define WHERE                                                                                      \
    { "character", &dunhuang_character, SR_TOLD_ALL }
#define COUNT(name)                                                                                \
    { name, &number, SR_TOLD_ALL }

const struct sr_event_kind dunhuang_events[EVENTS] = {
    [event_first] = {"first",
                     {SEAT, {"how", &a_lot, SR_TOLD_ALL}},
                     SR_TEXT("{seat} is the first player[, {how}]",
                             "{seat} — первый игрок[, {how}]")},
    [event_kept] = {"kept",
                    {SEAT, {"good", &dunhuang_good, SR_TOLD_FIRST}},
                    SR_TEXT("{seat} keeps {good}", "{seat} оставляет {good.a}"),
                    SR_TEXT("{seat} keeps a card", "{seat} оставляет карту")},
    [event_camel] = {"camel",
                     {SEAT, WHERE},
                     SR_TEXT("{seat} puts the camel beside the {character}",
                             "{seat} ставит верблюда у {character.g}"),
                     SR_TEXT(NULL, NULL)},
    [event_walked] = {"walked",
                      {SEAT, COUNT("steps"), COUNT("cost"), WHERE},
                      SR_TEXT("{seat} walks {steps} {steps#step|steps} to the {character}[ for "
                              "{cost} {cost#coin|coins}]",
                              "{seat} ведёт верблюда на {steps} {steps#шаг|шага|шагов} до "
                              "{character.g}[ за {cost} {cost#монету|монеты|монет}]"),
                      SR_TEXT(NULL, NULL)},
    [event_took] = {"took",
                    {SEAT, GOOD_, {"place", &a_place, SR_TOLD_ALL}},
                    SR_TEXT("{seat} takes {good} into the {place}",
                            "{seat} берёт {good.a} {place.a}"),
                    SR_TEXT(NULL, NULL)},
    [event_nothing_there] = {"nothing_there",
                             {SEAT},
                             SR_TEXT("There is no card for {seat} there",
                                     "{seat}: карты здесь нет"),
                             SR_TEXT(NULL, NULL)},
    [event_token_gained] = {"token_gained",
                            {SEAT, GOOD_},
                            SR_TEXT("{seat} gets the majority of {good}",
                                    "{seat} получает преимущество: {good}"),
                            SR_TEXT(NULL, NULL)},
    [event_token_taken] = {"token_taken",
                           {SEAT, OTHER, GOOD_},
                           SR_TEXT("{seat} takes the majority of {good} from {other}",
                                   "{seat} забирает преимущество у {other.g}: {good}"),
                           SR_TEXT(NULL, NULL)},
    [event_token_held] =
        {"token_held",
         {SEAT, GOOD_},
         SR_TEXT("{seat} keeps the majority of {good}: the Manichaean's protection is used up",
                 "{seat} удерживает преимущество ({good}): защита Манихея снята"),
         SR_TEXT(NULL, NULL)},
    [event_token_paid] =
        {"token_paid",
         {SEAT, OTHER, GOOD_, COUNT("coins")},
         SR_TEXT("{seat} pays {other} {coins} {coins#coin|coins} and takes the majority of {good}",
                 "{seat} платит {coins} {coins#монету|монеты|монет} {other.d} и забирает "
                 "преимущество: {good}"),
         SR_TEXT(NULL, NULL)},
    [event_token_declined] = {"token_declined",
                              {SEAT, GOOD_},
                              SR_TEXT("{seat} does not pay for the majority of {good}",
                                      "{seat} не платит за преимущество: {good}"),
                              SR_TEXT(NULL, NULL)},
    [event_token_returned] = {"token_returned",
                              {SEAT, GOOD_},
                              SR_TEXT("{seat} loses the majority of {good} to the supply",
                                      "{seat} возвращает преимущество в запас: {good}"),
                              SR_TEXT(NULL, NULL)},
    [event_token_flipped] = {"token_flipped",
                             {SEAT, GOOD_},
                             SR_TEXT("{seat} protects the majority of {good}",
                                     "{seat} защищает преимущество: {good}"),
                             SR_TEXT(NULL, NULL)},
    [event_coins] = {"coins",
                     {SEAT, COUNT("coins")},
                     SR_TEXT("{seat} takes {coins} {coins#coin|coins}",
                             "{seat} берёт {coins} {coins#монету|монеты|монет}"),
                     SR_TEXT(NULL, NULL)},
    [event_discarded] = {"discarded",
                         {SEAT, GOOD_, {"place", &a_place, SR_TOLD_ALL}},
                         SR_TEXT("{seat} discards {good} from the {place}",
                                 "{seat} сбрасывает {good.a} {place.g}"),
                         SR_TEXT(NULL, NULL)},
    [event_prestige] = {"prestige",
                        {SEAT, COUNT("prestige")},
                        SR_TEXT("{seat} gains {prestige} prestige", "{seat}: престиж +{prestige}"),
                        SR_TEXT(NULL, NULL)},
    [event_drew] = {"drew",
                    {SEAT, COUNT("cards")},
                    SR_TEXT("{seat} looks at {cards} {cards#card|cards} from the deck",
                            "{seat} смотрит {cards} {cards#карту|карты|карт} из колоды"),
                    SR_TEXT(NULL, NULL)},
    [event_kept_drawn] = {"kept_drawn",
                          {SEAT, {"good", &dunhuang_good, SR_TOLD_FIRST}},
                          SR_TEXT("{seat} keeps {good}", "{seat} оставляет {good.a}"),
                          SR_TEXT("{seat} keeps one of them", "{seat} оставляет одну из них")},
    [event_returned] = {"returned",
                        {SEAT, COUNT("cards")},
                        SR_TEXT("{seat} puts {cards} {cards#card|cards} under the deck",
                                "{seat} кладёт под колоду {cards} {cards#карту|карты|карт}"),
                        SR_TEXT(NULL, NULL)},
    [event_swapped] =
        {"swapped",
         {SEAT,
          GOOD_,
          {"taken", &dunhuang_good, SR_TOLD_ALL},
          {"place", &a_place, SR_TOLD_ALL},
          WHERE},
         SR_TEXT("{seat} swaps {good} from the {place} for {taken} beside the {character}",
                 "{seat} меняет {good.a} {place.g} на {taken.a} у {character.g}"),
         SR_TEXT(NULL, NULL)},
    [event_partner] = {"partner",
                       {SEAT, OTHER, WHERE},
                       SR_TEXT("{seat} exchanges cards with {other} through the {character}",
                               "{seat} и {other}: обмен через {character.a}"),
                       SR_TEXT(NULL, NULL)},
    [event_received] = {"received",
                        {SEAT, OTHER, {"good", &dunhuang_good, SR_TOLD_BOTH}},
                        SR_TEXT("{seat} receives {good} from {other}",
                                "{seat} получает {good.a} от {other.g}"),
                        SR_TEXT("{seat} receives a card from {other}",
                                "{seat} получает карту от {other.g}")},
    [event_gave_back] = {"gave_back",
                         {SEAT, OTHER, {"good", &dunhuang_good, SR_TOLD_BOTH}},
                         SR_TEXT("{seat} gives {good} back to {other}",
                                 "{seat} возвращает {good.a} {other.d}"),
                         SR_TEXT("{seat} gives a card back to {other}",
                                 "{seat} возвращает карту {other.d}")},
    [event_moved] = {"moved",
                     {SEAT, GOOD_, {"place", &a_place, SR_TOLD_ALL}},
                     SR_TEXT("{seat} moves {good} into the {place}",
                             "{seat} перекладывает {good.a} {place.a}"),
                     SR_TEXT(NULL, NULL)},
    [event_taken_along] = {"taken_along",
                           {SEAT, GOOD_, WHERE},
                           SR_TEXT("{seat} also takes {good} from the {character}",
                                   "{seat} берёт ещё {good.a} у {character.g}"),
                           SR_TEXT(NULL, NULL)},
    [event_refilled] = {"refilled",
                        {WHERE, GOOD_},
                        SR_TEXT("A new card beside the {character}: {good}",
                                "Новая карта у {character.g}: {good}"),
                        SR_TEXT(NULL, NULL)},
    [event_final_round] = {"final_round",
                           {SEAT},
                           SR_TEXT("The deck is empty: the last round",
                                   "Колода пуста: последний круг"),
                           SR_TEXT(NULL, NULL)},
    [event_won] =
        {"won",
         {SEAT},
         SR_TEXT("{seat} has the majorities and four different goods in hand, and wins at once",
                 "{seat} собирает преимущества и четыре разных товара в руке — немедленная победа"),
         SR_TEXT(NULL, NULL)},
    [event_scored] = {"scored",
                      {SEAT},
                      SR_TEXT("The last turn is over: the hands are laid open and scored",
                              "Последний ход сделан: карты открыты, идёт подсчёт очков"),
                      SR_TEXT(NULL, NULL)},
};

const struct sr_reason dunhuang_reasons[REASONS] = {
    [reason_majorities] = {"majorities",
                           {{"tokens", &number}},
                           SR_TEXT(
                               "{tokens} {tokens#majority|majorities}, 2 each",
                               "{tokens} {tokens#преимущество|преимущества|преимуществ}, по 2")},
    [reason_prestige] = {"prestige",
                         {{"prestige", &number}},
                         SR_TEXT("{prestige} prestige", "Престиж: {prestige}")},
    [reason_good] = {"good",
                     {GOOD_ARG, {"cards", &number}},
                     SR_TEXT("Most {good} in hand ({cards})",
                             "Больше всех в руке: {good} ({cards})")},
    [reason_capped] = {"capped",
                       {GOOD_ARG, {"cards", &number}},
                       SR_TEXT("Most {good} in hand ({cards}), but no majority left to keep it",
                               "Больше всех в руке: {good} ({cards}), но не хватило преимуществ")},
    [reason_won] = {"won",
                    {{"tokens", &number}, {"kinds", &number}},
                    SR_TEXT(
                        "Won at once: {tokens} majorities, {kinds} different goods in hand",
                        "Немедленная победа: преимуществ {tokens}, разных товаров в руке {kinds}")},
    [reason_tie] = {"tie",
                    {{"coins", &number}},
                    SR_TEXT("Equal points; more coins decide ({coins})",
                            "Очков поровну, решают монеты: их больше ({coins})")},
};
