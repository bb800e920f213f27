/* Panda Spin: every member of the state, who may see it, and the options of a table. */
#include "state.h"

/* ---- names ---- */

static const struct sr_name rank_names[] = {
#define RANK(id, text) {#id, SR_TEXT(text, text)},
#include "components.def"
};
const struct sr_domain pandaspin_rank = SR_DOMAIN_NAMED("value", rank_names);
static const struct sr_domain rank_or_none = SR_DOMAIN_NAMED_OR_NONE("value", rank_names);

static const struct sr_name suit_names[] = {
#define SUIT(id, letter, number, en, ru, if_en, if_ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
const struct sr_domain pandaspin_suit = SR_DOMAIN_NAMED("suit", suit_names);
static const struct sr_domain suit_or_none = SR_DOMAIN_NAMED_OR_NONE("suit", suit_names);
const struct sr_domain pandaspin_suits = SR_DOMAIN_BITS("suits", suit_names);

/* The cards of one suit that lie together: "3+10+q+element". */
static const struct sr_name bit_names[] = {
#define RANK(id, text) {#id, SR_TEXT(text, text)},
#include "components.def"
    {"element", SR_TEXT("element", "элемент")},
};
static const struct sr_domain cards_of_suit = SR_DOMAIN_BITS("cards", bit_names);
static const struct sr_domain animals_of_suit = SR_DOMAIN_BITS("animals", rank_names);

/* The animal cards, written "f3", and the elements after them. */
static const struct sr_name letter_names[] = {
#define SUIT(id, letter, number, en, ru, if_en, if_ru) {#letter, SR_TEXT(en, ru)},
#include "components.def"
};
static const struct sr_domain a_letter = SR_DOMAIN_NAMED("letter", letter_names);
static const struct sr_name symbol_names[] = {
#define SYMBOL(id, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
const struct sr_domain pandaspin_symbol = SR_DOMAIN_NAMED("symbol", symbol_names);
static const uint8_t white_symbols[ANIMALS] = {
#define CARD(suit, rank, symbol, count, blue_rank, blue_symbol, source) symbol_##symbol,
#include "components.def"
};
static const struct sr_parts animal = {
    .first = &a_letter,
    .second = &pandaspin_rank,
    .text = SR_TEXT("{second}[ + {detail}] of {first}", "{first} {second}[ + {detail}]"),
    .detail = &pandaspin_symbol,
    .detail_of = white_symbols,
};
static const struct sr_domain an_animal = SR_DOMAIN_PARTS("animal", &animal, SUITS, RANKS);
static const struct sr_name element_names[] = {
#define SUIT(id, letter, number, en, ru, if_en, if_ru)                                             \
    {#letter "_element", SR_TEXT("element of " en, "элемент " ELEMENT_OF_##id)},
#define ELEMENT_OF_fire "огня"
#define ELEMENT_OF_metal "металла"
#define ELEMENT_OF_water "воды"
#define ELEMENT_OF_earth "земли"
#define ELEMENT_OF_wood "дерева"
#include "components.def"
};
const struct sr_domain pandaspin_card =
    SR_DOMAIN_PARTS_AND("card", &animal, SUITS, RANKS, element_names);
const struct sr_domain pandaspin_card_or_none = {.id = "card",
                                                 .kind = SR_NAMED,
                                                 .max = CARDS - 1,
                                                 .names = element_names,
                                                 .parts = &animal,
                                                 .may_be_none = true};

/* The halves of the animal cards, "f3" and, blue side up, "f3_b"; then the elements. What a blue
 * half shows is put together from the data, so that a corrected card is corrected everywhere. */
#define HALVES_IN_WORDS
#include "components.def"

static const struct sr_name blue_names[] = {
#define CARD(suit, rank, symbol, count, blue_rank, blue_symbol, source)                            \
    {#rank, SR_TEXT(TIMES_##count(SHOWN_##blue_rank) WITH_EN_##blue_symbol,                        \
                    TIMES_##count(SHOWN_##blue_rank) WITH_RU_##blue_symbol)},
#include "components.def"
};
static const struct sr_domain a_blue = {
    .id = "blue", .kind = SR_NAMED, .min = 1, .max = ANIMALS, .names = blue_names};
static const uint8_t half_details[HALVES] = {
#define CARD(suit, rank, symbol, count, blue_rank, blue_symbol, source)                            \
    0, suit_##suit *RANKS + rank_##rank + 1,
#include "components.def"
};
static const struct sr_name side_names[] = {
    {"", SR_TEXT("{first}", "{first}")},
    {"_b", SR_TEXT("blue {detail} ({first})", "синяя {detail} ({first})")},
};
static const struct sr_domain a_side = SR_DOMAIN_NAMED("side", side_names);
static const struct sr_parts half = {
    .first = &an_animal, .second = &a_side, .detail = &a_blue, .detail_of = half_details};
const struct sr_domain pandaspin_half =
    SR_DOMAIN_PARTS_AND("half", &half, ANIMALS, SIDES, element_names);
const struct sr_domain pandaspin_half_or_none = {.id = "half",
                                                 .kind = SR_NAMED,
                                                 .max = HALVES + SUITS - 1,
                                                 .names = element_names,
                                                 .parts = &half,
                                                 .may_be_none = true};

static const struct sr_name bid_names[] = {
    {"nothing", SR_TEXT("nothing", "ничего")},
    {"single", SR_TEXT("single", "одиночная")},
    {"set", SR_TEXT("set", "набор")},
    {"run", SR_TEXT("run", "последовательность")},
    {"formation", SR_TEXT("formation", "конфигурация")},
    {"bomb", SR_TEXT("bomb", "бомба")},
};
const struct sr_domain pandaspin_bid_type = SR_DOMAIN_NAMED("bid", bid_names);

static const struct sr_name kind_names[] = {
#define KIND(id, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
static const struct sr_domain a_kind = SR_DOMAIN_NAMED("kind", kind_names);
static const struct sr_domain ranks = SR_DOMAIN_BITS("values", rank_names);

static const struct sr_name mood_names[] = {
    {"hungry", SR_TEXT("hungry panda", "голодная панда")},
    {"spin", SR_TEXT("panda spin", "пандоворот")},
};
const struct sr_domain pandaspin_mood = SR_DOMAIN_NAMED("mood", mood_names);

/* ---- numbers ---- */

static const struct sr_domain some_points = SR_DOMAIN_NUMBER("points", 0, MAX_POINTS);
static const struct sr_domain a_round = SR_DOMAIN_NUMBER("round", 0, 255);
static const struct sr_domain hand_size = SR_DOMAIN_NUMBER("cards", 0, CARDS);
static const struct sr_domain deck_length = SR_DOMAIN_NUMBER("cards", 0, CARDS);
static const struct sr_domain an_order = SR_DOMAIN_NUMBER("order", 0, SEATS);
static const struct sr_domain copies = SR_DOMAIN_NUMBER("copies", 0, MAX_VALUES);
static const struct sr_domain length = SR_DOMAIN_NUMBER("length", 0, RUN_MOST);
static const struct sr_domain symbols = SR_DOMAIN_NUMBER("symbols", 0, MAX_HAND);

/* ---- fields ---- */

#define SCALAR(member, see, of) SR_SCALAR_FIELD(struct pandaspin, member, see, of)
#define ARRAY(member, see, of, ...) SR_ARRAY_FIELD(struct pandaspin, member, see, of, __VA_ARGS__)
#define COUNTED(member, of) SR_COUNTED_FIELD(struct pandaspin, member, SR_ALL, of, EACH_SEAT)
#define EACH_SEAT SR_SEATS(SEATS)
#define REMEMBERED(member, of, ...)                                                                \
    SR_REMEMBERED_FIELD(struct pandaspin, member, SR_ALL, of, __VA_ARGS__)
#define EACH_KIND SR_NAMES(&a_kind, KINDS)
#define EACH_SUIT SR_NAMES(&pandaspin_suit, SUITS)
#define PART_OF_BID(member, part, see_, of_)                                                       \
    {                                                                                              \
        .name = #member "_" #part,                                                                 \
        .offset = offsetof(struct pandaspin, member) + offsetof(struct bid, part), .size = 1,      \
        .role = SR_STORED, .see = (see_), .of = (of_)                                              \
    }
#define BID(bid, see)                                                                              \
    PART_OF_BID(bid, type, see, &pandaspin_bid_type), PART_OF_BID(bid, copies, see, &copies),      \
        PART_OF_BID(bid, length, see, &length), PART_OF_BID(bid, top, see, &rank_or_none)

static const struct sr_field fields[] = {
    SCALAR(suits, SR_ALL, &pandaspin_suits),
    SCALAR(mood, SR_ALL, &pandaspin_mood),
    SCALAR(round, SR_ALL, &a_round),
    SCALAR(trick, SR_ALL, &a_round),
    SCALAR(first, SR_ALL, &sr_a_seat),
    ARRAY(points, SR_ALL, &some_points, EACH_SEAT),
    ARRAY(from_going_out, SR_ALL, &some_points, EACH_SEAT),
    ARRAY(from_bamboo, SR_ALL, &some_points, EACH_SEAT),
    ARRAY(stolen, SR_ALL, &some_points, EACH_SEAT),
    ARRAY(lost, SR_ALL, &some_points, EACH_SEAT),
    ARRAY(white, SR_OWNER, &cards_of_suit, EACH_SEAT, EACH_SUIT),
    ARRAY(blue, SR_ALL, &animals_of_suit, EACH_SEAT, EACH_SUIT),
    ARRAY(turned, SR_OWNER, &animals_of_suit, EACH_SEAT, EACH_SUIT),
    ARRAY(table_white, SR_ALL, &animals_of_suit, EACH_SEAT, EACH_SUIT),
    ARRAY(table_blue, SR_ALL, &animals_of_suit, EACH_SEAT, EACH_SUIT),
    ARRAY(discard, SR_ALL, &cards_of_suit, EACH_SUIT),
    ARRAY(laid_white, SR_DECIDER | SR_NOTE, &animals_of_suit, EACH_SUIT),
    ARRAY(laid_blue, SR_DECIDER | SR_NOTE, &animals_of_suit, EACH_SUIT),
    ARRAY(last_white, SR_ALL, &animals_of_suit, EACH_SUIT),
    ARRAY(last_blue, SR_ALL, &animals_of_suit, EACH_SUIT),
    COUNTED(hand_size, &hand_size),
    COUNTED(spun, &hand_size),
    SR_LIST_FIELD(struct pandaspin, deck, deck_size, SR_NOBODY, &pandaspin_card, SR_LISTED(CARDS)),
    SR_LENGTH_SCALAR_FIELD(struct pandaspin, deck_size, &deck_length),
    ARRAY(emptied, SR_ALL, &an_order, EACH_SEAT),
    SCALAR(playing, SR_ALL, &sr_a_set_of_seats),
    SCALAR(passed, SR_ALL, &sr_a_set_of_seats),
    SCALAR(bombed, SR_ALL, &sr_a_set_of_seats),
    SCALAR(played_white, SR_ALL, &sr_a_set_of_seats),
    SCALAR(played_blue, SR_ALL, &sr_a_set_of_seats),
    SR_COUNTED_SCALAR_FIELD(struct pandaspin, panda_down, SR_ALL, &sr_a_set_of_seats),
    SCALAR(panda_played, SR_ALL, &sr_a_flag),
    BID(bid, SR_ALL),
    SCALAR(owner, SR_ALL, &sr_a_seat_or_none),
    SCALAR(beaten, SR_ALL, &sr_a_seat_or_none),
    SCALAR(element, SR_ALL, &suit_or_none),
    SCALAR(forced, SR_ALL, &sr_a_set_of_seats),
    SCALAR(bamboos_left, SR_ALL, &symbols),
    SCALAR(pandas_left, SR_ALL, &symbols),
    SCALAR(fires_left, SR_ALL, &symbols),
    BID(wanted, SR_DECIDER | SR_NOTE),
    REMEMBERED(declined, &ranks, EACH_SEAT, EACH_KIND),
    REMEMBERED(spent, &ranks, EACH_SEAT),
    REMEMBERED(kept, &pandaspin_suits, EACH_SEAT),
    SR_PADDING_FIELD(struct pandaspin, padding),
};
static const struct sr_name members[] = {
#define MEMBER(id, en, ru) {#id, SR_TEXT(en, ru)},
#include "members.def"
};
const struct sr_fields pandaspin_fields = SR_TOLD_FIELDS(fields, members);

/* ---- options ---- */

static const struct sr_name mood_option_names[] = {
    {"random", SR_TEXT("random", "случайно")},
    {"hungry", SR_TEXT("hungry panda", "голодная панда")},
    {"spin", SR_TEXT("panda spin", "пандоворот")},
};
static const struct sr_domain a_mood_option = SR_DOMAIN_NAMED("mood_option", mood_option_names);
static const struct sr_domain a_target = SR_DOMAIN_NUMBER("points", 10, 20);

const struct sr_option pandaspin_options[OPTIONS] = {
    [option_mood] = {"mood", &a_mood_option, mood_random,
                     SR_TEXT("Mood of the panda", "Настроение панды")},
    [option_suits] = {"suits", &pandaspin_suits, 0,
                      SR_TEXT("Suits in play; with none chosen they are drawn",
                              "Масти в игре; если не выбраны, их решает жребий")},
    [option_use_element_cards] = {"use_element_cards", &sr_a_switch, 1,
                                  SR_TEXT("Play with the element cards",
                                          "Играть с картами элементов")},
    [option_target] = {"target", &a_target, 15,
                       SR_TEXT("Points that end the game", "Очки, с которыми игра кончается")},
    [option_bomb_may_lead] = {"bomb_may_lead", &sr_a_switch, 1,
                              SR_TEXT("A bomb may open a trick", "Бомбой можно начать кон")},
    [option_element_may_lead] = {"element_may_lead", &sr_a_switch, 0,
                                 SR_TEXT("An element whose condition holds may open a trick",
                                         "Элементом с выполненным условием можно начать кон")},
    [option_joker_free_value] = {"joker_free_value", &sr_a_switch, 1,
                                 SR_TEXT("A water symbol stands for any value; off: only for the "
                                         "value of its card",
                                         "Вода заменяет любой номинал; нет: только номинал своей "
                                         "карты")},
    [option_joker_set_of_4_plus_allowed] =
        {"joker_set_of_4_plus_allowed", &sr_a_switch, 1,
         SR_TEXT("Four or more equal values with a joker are a set",
                 "Четыре и более равных номинала с джокером — набор")},
    [option_natural_set_of_4_plus_allowed] =
        {"natural_set_of_4_plus_allowed", &sr_a_switch, 0,
         SR_TEXT("Four or more equal values without a joker may be called a set, too",
                 "Четыре и более равных номинала без джокера можно назвать и набором")},
    [option_formation_shape_strict] = {"formation_shape_strict", &sr_a_switch, 0,
                                       SR_TEXT("A formation is beaten only by the same shape",
                                               "Конфигурацию бьёт только такая же по форме")},
    [option_element_conditions_use_table_only] =
        {"element_conditions_use_table_only", &sr_a_switch, 1,
         SR_TEXT("Earth looks at pandas on the table; off: also at those that have left it",
                 "Земле нужна панда на столе; нет: годится и ушедшая с него")},
    [option_fire_discards_animals_only] = {"fire_discards_animals_only", &sr_a_switch, 1,
                                           SR_TEXT("Fire discards animals only; off: elements too",
                                                   "Огонь сбрасывает только животных; нет: и "
                                                   "элементы")},
    [option_forced_pass_may_drop_elements] =
        {"forced_pass_may_drop_elements", &sr_a_switch, 1,
         SR_TEXT("Whom an element forces to pass may first drop elements",
                 "Вынужденный пас: сперва можно сбросить элементы")},
    [option_check_15_only_at_round_end] = {"check_15_only_at_round_end", &sr_a_switch, 1,
                                           SR_TEXT(
                                               "The game ends with a round; off: after any trick",
                                               "Игра кончается с раундом; нет: после любого кона")},
    [option_auto_take] = {"auto_take", &sr_a_switch, 0,
                          SR_TEXT("Points of bamboo and the hungry panda are taken unasked",
                                  "Очки за бамбук и голодную панду берутся без вопроса")},
};
