/* Panda Spin: the moves, the events and the reasons for points, in words. */
#include "state.h"

static const struct sr_domain a_number = SR_DOMAIN_NUMBER("number", 0, 255);
static const struct sr_domain a_count = SR_DOMAIN_NUMBER("count", 2, MAX_VALUES);
static const struct sr_domain a_bomb = SR_DOMAIN_NUMBER("count", BOMB_VALUES, MAX_VALUES);
static const struct sr_domain a_length = SR_DOMAIN_NUMBER("length", RUN_LEAST, RUN_MOST);

static const struct sr_name condition_names[] = {
#define SUIT(id, letter, number, en, ru, if_en, if_ru) {#id, SR_TEXT(if_en, if_ru)},
#include "components.def"
};
static const struct sr_domain a_condition = SR_DOMAIN_NAMED("condition", condition_names);

static const struct sr_name lead_names[] = {
    [lead_by_number] = {"number", SR_TEXT("the highest number", "старшее число")},
    [lead_by_lot] = {"lot", SR_TEXT("drawn by lot", "по жребию")},
    [lead_by_points] = {"points", SR_TEXT("the fewest points", "меньше всех очков")},
    [lead_by_hand] = {"hand",
                      SR_TEXT("of those with the fewest points, the first with an empty hand",
                              "из тех, у кого меньше всех очков, рука опустела раньше")},
};
static const struct sr_domain a_lead = SR_DOMAIN_NAMED("lead", lead_names);

#define VALUE_ARG                                                                                  \
    { "value", &pandaspin_rank }
#define TOP_ARG                                                                                    \
    { "top", &pandaspin_rank }
#define SUIT_ARG                                                                                   \
    { "suit", &pandaspin_suit }
#define CARD_ARG                                                                                   \
    { "card", &pandaspin_half }
#define NO_ARG                                                                                     \
    { NULL, NULL }

/* The cards of a bid, if they are certain and not too many. */
#define THE_CARDS "[ — {first}][, {second}][, {third}][, {fourth}]"
#define CARD_LABELS                                                                                \
    {                                                                                              \
        {"first", &pandaspin_half_or_none}, {"second", &pandaspin_half_or_none},                   \
            {"third", &pandaspin_half_or_none}, {                                                  \
            "fourth", &pandaspin_half_or_none                                                      \
        }                                                                                          \
    }

/* Forgetful: a bid whose cards are still being chosen is not seen; a guess takes it back, and
 * forgets that there was anything to choose. */
const struct sr_verb pandaspin_verbs[VERBS] = {
    [verb_single] = {"single",
                     {VALUE_ARG},
                     SR_TEXT("Single {value}" THE_CARDS, "Одиночная {value}" THE_CARDS),
                     CARD_LABELS,
                     .forgetful = true},
    [verb_set] = {"set",
                  {{"count", &a_count}, VALUE_ARG},
                  SR_TEXT("Set, {count} × {value}" THE_CARDS, "Набор, {count} × {value}" THE_CARDS),
                  CARD_LABELS,
                  .forgetful = true},
    [verb_run] = {"run",
                  {{"length", &a_length}, TOP_ARG},
                  SR_TEXT("Run of {length}, highest {top}" THE_CARDS,
                          "Последовательность из {length} номиналов, старший {top}" THE_CARDS),
                  CARD_LABELS,
                  .forgetful = true},
    [verb_formation] = {"formation",
                        {{"copies", &a_count}, {"length", &a_length}, TOP_ARG},
                        SR_TEXT(
                            "Formation, {copies} runs of {length}, highest {top}" THE_CARDS,
                            "Конфигурация {copies} × {length}, старший номинал {top}" THE_CARDS),
                        CARD_LABELS,
                        .forgetful = true},
    [verb_bomb] = {"bomb",
                   {{"count", &a_bomb}, VALUE_ARG},
                   SR_TEXT("Bomb, {count} × {value}" THE_CARDS,
                           "Бомба, {count} × {value}" THE_CARDS),
                   CARD_LABELS,
                   .forgetful = true},
    [verb_lay] = {"lay",
                  {CARD_ARG},
                  SR_TEXT("Lay {card} for it", "Выложить для неё: {card}"),
                  .forgetful = true},
    [verb_enough] = {"enough",
                     {NO_ARG},
                     SR_TEXT("Lay no more cards: jokers fill the rest",
                             "Больше карт не нужно: остальное — джокеры"),
                     .forgetful = true,
                     .passes = true},
    [verb_element] = {"element",
                      {SUIT_ARG},
                      SR_TEXT("Element of {suit}: win the trick, draw 2 cards",
                              "Элемент {suit.g}: выиграть кон и взять 2 карты")},
    [verb_drop] = {"drop",
                   {SUIT_ARG},
                   SR_TEXT(
                       "Drop the element of {suit} unused (it would win only with: {condition})",
                       "Сбросить элемент {suit.g} без эффекта (он выигрывает, только если "
                       "{condition})"),
                   {{"condition", &a_condition}}},
    [verb_pass] = {"pass",
                   {NO_ARG},
                   SR_TEXT("Pass[: {back} {back#card comes|cards come} back blue][: {gone} "
                           "{gone#card is|cards are} discarded]",
                           "Пас[: {back#вернётся|вернутся|вернутся} {back} "
                           "{back#карта|карты|карт} синей стороной][: {gone#уйдёт|уйдут|уйдут} в "
                           "сброс {gone} {gone#карта|карты|карт}]"),
                   {{"back", &a_number}, {"gone", &a_number}},
                   .passes = true},
    [verb_take] = {"take", {NO_ARG}, SR_TEXT("Take the point", "Взять очко")},
    [verb_turn] = {"turn",
                   {CARD_ARG},
                   SR_TEXT("Turn {card}: it becomes {turned}", "Повернуть {card}: станет {turned}"),
                   {{"turned", &pandaspin_half}}},
    [verb_discard] = {"discard", {CARD_ARG}, SR_TEXT("Discard {card}", "Сбросить: {card}")},
    [verb_decline] = {"decline", {NO_ARG}, SR_TEXT("Decline", "Отказаться"), .passes = true},
};

/* The cards of a bid that can be made in one way only. */
static void label_cards(const struct pandaspin *t, struct sr_move move,
                        int16_t values[SR_LABEL_ARGS]) {
    struct pandaspin copy = *t;
    for (int i = 0; i < SR_LABEL_ARGS; i++)
        values[i] = SR_NONE;
    if (t->head.over || !pandaspin_want(&copy, move_bid(move)) ||
        count_cards(copy.laid_white) + count_cards(copy.laid_blue) > SR_LABEL_ARGS)
        return;
    int half[CARDS], laid = pandaspin_laid_in_order(&copy, half);
    for (int i = 0; i < laid; i++)
        values[i] = (int16_t)half[i];
}

void pandaspin_label(const void *state, struct sr_move move, int16_t values[SR_LABEL_ARGS]) {
    const struct pandaspin *t = state;
    int seat = t->head.decider;
    switch ((enum verb)move.verb) {
    case verb_single:
    case verb_set:
    case verb_run:
    case verb_formation:
    case verb_bomb:
        label_cards(t, move, values);
        break;
    case verb_pass: {
        values[0] = values[1] = 0;
        if (seat >= t->head.seats)
            break;
        int white = count_cards(t->table_white[seat]), blue = count_cards(t->table_blue[seat]);
        bool gone = blue || (t->bombed >> seat & 1);
        values[gone] = (int16_t)(white + blue);
        break;
    }
    case verb_drop:
        values[0] = move.arg[0];
        break;
    case verb_turn:
        values[0] = (int16_t)(move.arg[0] | blue_side);
        break;
    default:
        break;
    }
}

/* ---- events ---- */

#define SEAT                                                                                       \
    { "seat", &sr_a_seat, SR_TOLD_ALL }
#define SUIT_                                                                                      \
    { "suit", &pandaspin_suit, SR_TOLD_ALL }
#define COUNT(name)                                                                                \
    { name, &a_number, SR_TOLD_ALL }
#define TOP                                                                                        \
    { "top", &pandaspin_rank, SR_TOLD_ALL }
#define HALF(name)                                                                                 \
    { name, &pandaspin_half_or_none, SR_TOLD_ALL }
#define BID_ARGS                                                                                   \
    { SEAT, COUNT("copies"), COUNT("length"), TOP }
#define NO_VEIL SR_TEXT(NULL, NULL)

const struct sr_event_kind pandaspin_events[EVENTS] = {
    [event_suits] = {"suits",
                     {{"suits", &pandaspin_suits, SR_TOLD_ALL}},
                     SR_TEXT("The suits in play: {suits}", "Масти в игре: {suits}"),
                     NO_VEIL},
    [event_drew_lot] = {"drew_lot",
                        {SEAT, SUIT_, COUNT("number")},
                        SR_TEXT("{seat} draws the element of {suit}, number {number}, for the lead",
                                "{seat} тянет жребий: элемент {suit.g}, число {number}"),
                        NO_VEIL},
    [event_mood] = {"mood",
                    {{"mood", &pandaspin_mood, SR_TOLD_ALL}},
                    SR_TEXT("The panda's mood for this game: {mood}",
                            "Настроение панды на всю игру: {mood}"),
                    NO_VEIL},
    [event_round] = {"round",
                     {COUNT("round"), SEAT, {"why", &a_lead, SR_TOLD_ALL}},
                     SR_TEXT("Round {round}: the cards are dealt, {seat} leads[ ({why})]",
                             "Раунд {round}: карты розданы, начинает {seat}[ ({why})]"),
                     NO_VEIL},
    [event_single] = {"single", BID_ARGS,
                      SR_TEXT("{seat} bids a single {top}", "{seat}: одиночная {top}"), NO_VEIL},
    [event_set] = {"set", BID_ARGS,
                   SR_TEXT("{seat} bids a set, {copies} × {top}",
                           "{seat}: набор, {copies} × {top}"),
                   NO_VEIL},
    [event_run] = {"run", BID_ARGS,
                   SR_TEXT("{seat} bids a run of {length}, highest {top}",
                           "{seat}: последовательность из {length} номиналов, старший {top}"),
                   NO_VEIL},
    [event_formation] = {"formation", BID_ARGS,
                         SR_TEXT(
                             "{seat} bids a formation, {copies} runs of {length}, highest {top}",
                             "{seat}: конфигурация {copies} × {length}, старший номинал {top}"),
                         NO_VEIL},
    [event_bomb] = {"bomb", BID_ARGS,
                    SR_TEXT("{seat} drops a bomb, {copies} × {top}",
                            "{seat}: бомба, {copies} × {top}"),
                    NO_VEIL},
    [event_laid] = {"laid",
                    {SEAT, HALF("first"), HALF("second"), HALF("third"), HALF("fourth"),
                     HALF("fifth"), HALF("sixth"), HALF("seventh")},
                    SR_TEXT("{seat} lays {first}[, {second}][, {third}][, {fourth}][, {fifth}][, "
                            "{sixth}][, {seventh}]",
                            "{seat} выкладывает: {first}[, {second}][, {third}][, {fourth}][, "
                            "{fifth}][, {sixth}][, {seventh}]"),
                    NO_VEIL},
    [event_passed] = {"passed", {SEAT}, SR_TEXT("{seat} passes", "{seat} пасует"), NO_VEIL},
    [event_returned] = {"returned",
                        {SEAT, COUNT("cards")},
                        SR_TEXT("{seat} takes {cards} {cards#card|cards} back, blue side up",
                                "{seat} забирает {cards} {cards#карту|карты|карт} синей стороной "
                                "вверх"),
                        NO_VEIL},
    [event_gone] = {"gone",
                    {SEAT, COUNT("cards")},
                    SR_TEXT("{seat} discards {cards} played {cards#card|cards}",
                            "{seat} сбрасывает сыгранное: {cards} {cards#карта|карты|карт}"),
                    NO_VEIL},
    [event_dropped] = {"dropped",
                       {SEAT, SUIT_},
                       SR_TEXT("{seat} drops the element of {suit} unused",
                               "{seat} сбрасывает элемент {suit.g} без эффекта"),
                       NO_VEIL},
    [event_element] = {"element",
                       {SEAT, SUIT_},
                       SR_TEXT("{seat} plays the element of {suit}: all others must pass",
                               "{seat} играет элемент {suit.g}: остальные пасуют"),
                       NO_VEIL},
    [event_drew] = {"drew",
                    {SEAT,
                     COUNT("cards"),
                     {"first", &pandaspin_card_or_none, SR_TOLD_FIRST},
                     {"second", &pandaspin_card_or_none, SR_TOLD_FIRST}},
                    SR_TEXT(
                        "{seat} [draws {cards} {cards#card|cards}: {first}[, {second}]|finds the "
                        "deck empty]",
                        "{seat} [берёт из колоды {cards} {cards#карту|карты|карт}: {first}[, "
                        "{second}]|не находит карт в колоде]"),
                    SR_TEXT("{seat} [draws {cards} {cards#card|cards}|finds the deck empty]",
                            "{seat} [берёт из колоды {cards} {cards#карту|карты|карт}|не находит "
                            "карт в колоде]")},
    [event_bamboo] = {"bamboo",
                      {SEAT},
                      SR_TEXT("{seat} takes 1 point for bamboo", "{seat} берёт 1 очко за бамбук"),
                      NO_VEIL},
    [event_stole] = {"stole",
                     {SEAT, {"other", &sr_a_seat, SR_TOLD_ALL}},
                     SR_TEXT("The hungry panda of {seat} takes 1 point from {other}",
                             "{seat}: голодная панда забирает 1 очко у {other.g}"),
                     NO_VEIL},
    [event_turned] = {"turned",
                      {SEAT, {"card", &pandaspin_card, SR_TOLD_FIRST}},
                      SR_TEXT("{seat} turns {card} in hand", "{seat} поворачивает в руке {card}"),
                      SR_TEXT("{seat} turns a card in hand", "{seat} поворачивает карту в руке")},
    [event_burnt] = {"burnt",
                     {SEAT, {"card", &pandaspin_half, SR_TOLD_ALL}},
                     SR_TEXT("{seat} discards {card} by fire", "{seat} сбрасывает огнём: {card}"),
                     NO_VEIL},
    [event_declined] = {"declined",
                        {SEAT, {"symbol", &pandaspin_symbol, SR_TOLD_ALL}},
                        SR_TEXT("{seat} does not use a symbol: {symbol}",
                                "{seat} не использует символ: {symbol}"),
                        NO_VEIL},
    [event_won_trick] = {"won_trick",
                         {SEAT},
                         SR_TEXT("{seat} wins the trick", "{seat} выигрывает кон"),
                         NO_VEIL},
    [event_out] = {"out",
                   {SEAT, COUNT("points")},
                   SR_TEXT("{seat} goes out for {points} {points#point|points}",
                           "{seat} выходит из раунда: {points} {points#очко|очка|очков}"),
                   NO_VEIL},
    [event_out_empty] = {"out_empty",
                         {SEAT},
                         SR_TEXT("{seat} goes out, but no hand has any cards: no points",
                                 "{seat} выходит из раунда, но карт нет ни у кого: очков нет"),
                         NO_VEIL},
    [event_end] = {"end",
                   {COUNT("round")},
                   SR_TEXT("The game ends in round {round}", "Игра кончается в раунде {round}"),
                   NO_VEIL},
};

const struct sr_reason pandaspin_reasons[REASONS] = {
    [reason_start] = {"start", {NO_ARG}, SR_TEXT("At the beginning", "В начале игры")},
    [reason_out] = {"out", {NO_ARG}, SR_TEXT("For going out", "За выход из раундов")},
    [reason_bamboo] = {"bamboo", {NO_ARG}, SR_TEXT("For bamboo", "За бамбук")},
    [reason_stolen] = {"stolen",
                       {NO_ARG},
                       SR_TEXT("Taken by hungry pandas", "Забрано голодными пандами")},
    [reason_lost] = {"lost", {NO_ARG}, SR_TEXT("Lost to hungry pandas", "Отдано голодным пандам")},
    [reason_tie] = {"tie",
                    {{"emptied", &a_number}},
                    SR_TEXT(
                        "Equal points; the hand that was empty sooner in the last round decides",
                        "Очков поровну, решает рука, опустевшая в последнем раунде раньше")},
};
