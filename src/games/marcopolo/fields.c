/* The Voyages of Marco Polo: every member of the state, who may see it, and the options of a table.
 */
#include "state.h"

/* ---- names ---- */

static const struct sr_name place_names[] = {
#define PLACE(id, kind, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
const struct sr_domain marcopolo_a_place = SR_DOMAIN_NAMED("place", place_names);
static const struct sr_domain a_place_or_none = SR_DOMAIN_NAMED_OR_NONE("place", place_names);
const struct sr_domain marcopolo_a_post_place = {.id = "place",
                                                 .kind = SR_NAMED,
                                                 .min = 0,
                                                 .max = POST_PLACES - 1,
                                                 .names = place_names,
                                                 .may_be_none = true};
static const struct sr_domain some_places = {
    .id = "places", .kind = SR_BITS, .min = 0, .max = (1 << POST_PLACES) - 1, .names = place_names};
static const struct sr_domain a_city = {
    .id = "city", .kind = SR_NAMED, .min = 0, .max = CITIES - 1, .names = place_names};
static const struct sr_domain a_province = {.id = "province",
                                            .kind = SR_NAMED,
                                            .min = 0,
                                            .max = PROVINCES - 1,
                                            .names = place_names + FIRST_PROVINCE};
const struct sr_domain marcopolo_some_cities = {
    .id = "cities", .kind = SR_BITS, .min = 0, .max = ALL_CITIES, .names = place_names};
const struct sr_domain marcopolo_some_provinces = {.id = "provinces",
                                                   .kind = SR_BITS,
                                                   .min = 0,
                                                   .max = (1 << PROVINCES) - 1,
                                                   .names = place_names + FIRST_PROVINCE};

static const struct sr_name contract_names[] = {
#define CONTRACT(id, price, reward, effect1, effect2, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
const struct sr_domain marcopolo_a_contract = SR_DOMAIN_NAMED("contract", contract_names);
const struct sr_domain marcopolo_a_contract_or_none =
    SR_DOMAIN_NAMED_OR_NONE("contract", contract_names);

static const struct sr_name card_names[] = {
#define CITY_CARD(id, kind, pay, get, from, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
const struct sr_domain marcopolo_a_card = SR_DOMAIN_NAMED("card", card_names);

static const struct sr_name card_space_names[] = {
#define CARD_SPACE(id, city, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
const struct sr_domain marcopolo_a_card_space = SR_DOMAIN_NAMED("card space", card_space_names);

static const struct sr_name goal_names[] = {
#define GOAL(id, city, province, points_, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
const struct sr_domain marcopolo_a_goal = SR_DOMAIN_NAMED("goal", goal_names);

static const struct sr_name token_names[] = {
#define TOKEN(id, gain, effect, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
const struct sr_domain marcopolo_a_token = SR_DOMAIN_NAMED("token", token_names);
const struct sr_domain marcopolo_a_token_or_none = SR_DOMAIN_NAMED_OR_NONE("token", token_names);

static const struct sr_name bonus_names[] = {
#define BONUS(letter, gain, effect, en, ru) {#letter, SR_TEXT(en, ru)},
#include "components.def"
};
const struct sr_domain marcopolo_a_bonus = SR_DOMAIN_NAMED("bonus", bonus_names);

static const struct sr_name character_names[] = {
#define CHARACTER(id, gain, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
const struct sr_domain marcopolo_a_character = SR_DOMAIN_NAMED("character", character_names);
const struct sr_domain marcopolo_a_character_or_none =
    SR_DOMAIN_NAMED_OR_NONE("character", character_names);

static const struct sr_name space_names[] = {
#define SPACE(id, dice, shared, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
#define CARD_SPACE(id, city, en, ru)                                                               \
    {"card_" #id, SR_TEXT("the city card in " en, "карта города, " ru)},
#include "components.def"
};
const struct sr_domain marcopolo_a_space = SR_DOMAIN_NAMED("space", space_names);

#define FACE(value)                                                                                \
    {#value, SR_TEXT(#value, #value)},                                                             \
        {"black" #value, SR_TEXT("black " #value, "чёрный " #value)},                              \
        {"white" #value, SR_TEXT("white " #value, "белый " #value)},
static const struct sr_name die_names[] = {{"own", SR_TEXT("own die", "без числа")},
                                           {"black", SR_TEXT("black die", "чёрный кубик")},
                                           {"white", SR_TEXT("white die", "белый кубик")},
                                           FACE(1) FACE(2) FACE(3) FACE(4) FACE(5) FACE(6)};
const struct sr_domain marcopolo_a_die = SR_DOMAIN_NAMED("die", die_names);

static const struct sr_name resource_names[] = {
    {"coins", SR_TEXT("coins", "монеты|монет|монеты|монетам|монетами")},
    {"camels", SR_TEXT("camels", "верблюды|верблюдов|верблюдов|верблюдам|верблюдами")},
    {"pepper", SR_TEXT("pepper", "специи|специй|специи|специям|специями")},
    {"silk", SR_TEXT("silk", "шёлк|шёлка|шёлк|шёлку|шёлком")},
    {"gold", SR_TEXT("gold", "золото|золота|золото|золоту|золотом")},
};
const struct sr_domain marcopolo_a_resource = SR_DOMAIN_NAMED("resource", resource_names);
const struct sr_domain marcopolo_a_good = {.id = "good",
                                           .kind = SR_NAMED,
                                           .min = 0,
                                           .max = GOODS - 1,
                                           .names = resource_names + FIRST_GOOD};

static const struct sr_name pair_names[] = {
    {"pepper_silk", SR_TEXT("pepper and silk", "специи и шёлк")},
    {"pepper_gold", SR_TEXT("pepper and gold", "специи и золото")},
    {"silk_gold", SR_TEXT("silk and gold", "шёлк и золото")},
};
const struct sr_domain marcopolo_a_pair_or_none = SR_DOMAIN_NAMED_OR_NONE("goods", pair_names);

/* Where something comes from, in the words of prompts and the log. */
static const struct sr_name source_names[] = {
#define SPACE(id, dice, shared, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
#define CARD_SPACE(id, city, en, ru)                                                               \
    {"card_" #id, SR_TEXT("the city card in " en, "карта города, " ru)},
#include "components.def"
#define CONTRACT(id, price, reward, effect1, effect2, en, ru)                                      \
    {#id, SR_TEXT("contract (" en ")", "контракт (" ru ")")},
#include "components.def"
#define CITY_CARD(id, kind, pay, get, from, en, ru)                                                \
    {#id, SR_TEXT("city card (" en ")", "карта города (" ru ")")},
#include "components.def"
#define TOKEN(id, gain, effect, en, ru)                                                            \
    {#id, SR_TEXT("city bonus token (" en ")", "жетон бонуса города (" ru ")")},
#include "components.def"
#define BONUS(letter, gain, effect, en, ru)                                                        \
    {"bonus_" #letter, SR_TEXT("province bonus (" en ")", "бонус провинции (" ru ")")},
#include "components.def"
#define CHARACTER(id, gain, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
    {"compensation", SR_TEXT("compensation", "компенсация")},
    {"posts", SR_TEXT("posts built", "построенные фактории")},
};
const struct sr_domain marcopolo_a_source = SR_DOMAIN_NAMED_OR_NONE("source", source_names);
_Static_assert(sizeof source_names / sizeof source_names[0] == SOURCES, "a name for each source");

static const struct sr_name stage_names[] = {
    {"setup", SR_TEXT("setting up", "подготовка")},
    {"bonuses", SR_TEXT("bonuses", "бонусы")},
    {"compensation", SR_TEXT("compensation", "компенсация")},
    {"turns", SR_TEXT("turns", "ходы")},
};
static const struct sr_domain a_stage = SR_DOMAIN_NAMED("stage", stage_names);

static const struct sr_name figure_names[] = {
    {"first", SR_TEXT("first", "первая")},
    {"second", SR_TEXT("second", "вторая")},
};
const struct sr_domain marcopolo_some_figures = SR_DOMAIN_BITS("figures", figure_names);

const struct sr_domain marcopolo_a_slot = SR_DOMAIN_PLACE("slot", ROW);
const struct sr_domain marcopolo_a_slot_or_none = {
    .id = "slot", .kind = SR_NUMBER, .min = 0, .max = ROW - 1, .base = 1, .may_be_none = true};
const struct sr_domain marcopolo_an_active_slot = SR_DOMAIN_PLACE("slot", ACTIVE);
static const struct sr_domain some_points = SR_DOMAIN_NUMBER("points", -MAX_STOCK, MAX_STOCK);
static const struct sr_domain some_stock = SR_DOMAIN_NUMBER("count", 0, MAX_STOCK);
static const struct sr_domain a_round = SR_DOMAIN_PLACE("round", ROUNDS);
static const struct sr_domain a_least_value = SR_DOMAIN_NUMBER("value", 0, FACES);
const struct sr_domain marcopolo_a_value = SR_DOMAIN_NUMBER("value", 1, FACES);
const struct sr_domain marcopolo_a_count = SR_DOMAIN_NUMBER("count", 1, 2 * FACES);
const struct sr_domain marcopolo_a_number = SR_DOMAIN_NUMBER("number", 0, FACES);
const struct sr_domain marcopolo_some_dice_left = SR_DOMAIN_NUMBER("dice", 1, 3);
static const struct sr_domain owed = SR_DOMAIN_NUMBER("owed", 0, FAIR_ROLL);
static const struct sr_domain some_dice = SR_DOMAIN_NUMBER("dice", 0, PLACED);
static const struct sr_domain some_black_dice = SR_DOMAIN_NUMBER("dice", 0, BLACK_DICE);
static const struct sr_domain some_cards = SR_DOMAIN_NUMBER("cards", 0, CONTRACTS);

/* ---- fields ---- */

#define SCALAR(member, of) SR_SCALAR_FIELD(struct marcopolo, member, SR_ALL, of)
#define ARRAY(member, of, ...) SR_ARRAY_FIELD(struct marcopolo, member, SR_ALL, of, __VA_ARGS__)
#define LIST(member, length, see, of, ...)                                                         \
    SR_LIST_FIELD(struct marcopolo, member, length, see, of, __VA_ARGS__)
#define LENGTH(member, of) SR_LENGTH_SCALAR_FIELD(struct marcopolo, member, of)
#define LENGTHS(member, of) SR_LENGTH_FIELD(struct marcopolo, member, of, EACH_SEAT)
#define COUNTED(member, of, ...) SR_COUNTED_FIELD(struct marcopolo, member, SR_ALL, of, __VA_ARGS__)
#define EACH_SEAT SR_SEATS(SEATS)
#define EACH_SPACE SR_NAMES(&marcopolo_a_space, SPACES)

static const struct sr_field fields[] = {
    ARRAY(points, &some_points, EACH_SEAT),
    ARRAY(stock, &some_stock, EACH_SEAT, SR_NAMES(&marcopolo_a_resource, RESOURCES)),
    ARRAY(posts, &some_places, EACH_SEAT),
    SCALAR(fresh, &some_places),
    SCALAR(built, &some_places),
    ARRAY(beijing, &sr_a_seat_or_none, SR_PLACES(BEIJING_SPACES)),
    ARRAY(figure, &a_place_or_none, EACH_SEAT, SR_PLACES(FIGURES)),
    ARRAY(character, &marcopolo_a_character_or_none, EACH_SEAT),
    LIST(draft, draft_size, SR_ALL, &marcopolo_a_character, SR_LISTED(SEATS + 1)),
    LENGTH(draft_size, &some_cards),
    ARRAY(bonus, &marcopolo_a_bonus, SR_NAMES(&a_province, PROVINCES)),
    ARRAY(token, &marcopolo_a_token_or_none, SR_NAMES(&a_city, CITIES)),
    ARRAY(card, &marcopolo_a_card, SR_NAMES(&marcopolo_a_card_space, CARD_SPACES)),
    LIST(row, row_size, SR_ALL, &marcopolo_a_contract, SR_LISTED(ROW)),
    LENGTH(row_size, &some_cards),
    LIST(pile, pile_size, SR_NOBODY, &marcopolo_a_contract, SR_LISTED(PILE *PILES)),
    LENGTH(pile_size, &some_cards),
    LIST(special, special_size, SR_NOBODY, &marcopolo_a_contract, SR_LISTED(SPECIAL)),
    LENGTH(special_size, &some_cards),
    LIST(returned, returned_size, SR_ALL, &marcopolo_a_contract, SR_LISTED(REGULAR_CONTRACTS)),
    LENGTH(returned_size, &some_cards),
    ARRAY(active, &marcopolo_a_contract_or_none, EACH_SEAT, SR_PLACES(ACTIVE)),
    ARRAY(completed_by, &sr_a_seat_or_none, SR_NAMES(&marcopolo_a_contract, CONTRACTS)),
    COUNTED(completed, &some_cards, EACH_SEAT),
    LIST(goal, goal_size, SR_OWNER | SR_AT_END, &marcopolo_a_goal, EACH_SEAT,
         SR_LISTED(GOALS_DEALT)),
    LENGTHS(goal_size, &some_cards),
    LIST(rejected, rejected_size, SR_OWNER, &marcopolo_a_goal, EACH_SEAT,
         SR_LISTED(GOALS_DEALT - GOALS_KEPT)),
    LENGTHS(rejected_size, &some_cards),
    LIST(dice, dice_size, SR_ALL, &marcopolo_a_die, EACH_SEAT, SR_LISTED(MAT_DICE)),
    LENGTHS(dice_size, &some_dice),
    SCALAR(black_dice, &some_black_dice),
    LIST(placed_on, placed_size, SR_ALL, &marcopolo_a_space, SR_LISTED(PLACED)),
    LIST(placed_by, placed_size, SR_ALL, &sr_a_seat_or_none, SR_LISTED(PLACED)),
    LIST(placed_die, placed_size, SR_ALL, &marcopolo_a_die, SR_LISTED(PLACED)),
    LENGTH(placed_size, &some_dice),
    COUNTED(laid, &some_dice, EACH_SPACE),
    COUNTED(coloured, &sr_a_set_of_seats, EACH_SPACE),
    SR_COUNTED_SCALAR_FIELD(struct marcopolo, khan_die, SR_ALL, &a_least_value),
    SCALAR(stage, &a_stage),
    SCALAR(round, &a_round),
    SCALAR(start_seat, &sr_a_seat),
    SCALAR(last_traveller, &sr_a_seat_or_none),
    SCALAR(turn_seat, &sr_a_seat),
    ARRAY(owed, &owed, EACH_SEAT),
    SCALAR(main_done, &sr_a_flag),
    SCALAR(bought_black, &sr_a_flag),
};
static const struct sr_name members[] = {
#define MEMBER(id, en, ru) {#id, SR_TEXT(en, ru)},
#include "members.def"
};
const struct sr_fields marcopolo_fields = SR_TOLD_FIELDS(fields, members);

/* ---- options ---- */

const struct sr_option marcopolo_options[OPTIONS] = {
    [option_random_provinces] = {"random_provinces", &sr_a_switch, 0,
                                 SR_TEXT("Province bonuses are laid out at random",
                                         "Бонусы провинций раскладываются случайно")},
    [option_character_draft] = {"character_draft", &sr_a_switch, 1,
                                SR_TEXT("Characters are chosen, the last player first",
                                        "Персонажей выбирают, начиная с последнего игрока"),
                                .changed = true, .unsaid = 0},
    [option_goal_choice] = {"goal_choice", &sr_a_switch, 0,
                            SR_TEXT("Four goals are dealt, two are kept",
                                    "Раздаются четыре цели, две остаются")},
    [option_city_card_from_next_turn] = {"city_card_from_next_turn", &sr_a_switch, 1,
                                         SR_TEXT(
                                             "A post opens its city card from the next turn on",
                                             "Фактория открывает карту города со следующего хода")},
    [option_city_card_pay_all_then_receive] =
        {"city_card_pay_all_then_receive", &sr_a_switch, 1,
         SR_TEXT("City cards: pay everything first, then receive everything",
                 "Карты городов: сначала вся плата, затем вся награда")},
    [option_vp_may_go_negative] = {"vp_may_go_negative", &sr_a_switch, 1,
                                   SR_TEXT("Points may be sold below zero",
                                           "Очки можно отдавать и ниже нуля")},
    [option_completed_contract_frees_slot_before_reward] =
        {"completed_contract_frees_slot_before_reward", &sr_a_switch, 1,
         SR_TEXT("A completed contract frees its slot before its reward",
                 "Выполненный контракт освобождает клетку до награды")},
    [option_white_die_counts_for_compensation] = {"white_die_counts_for_compensation", &sr_a_switch,
                                                  1,
                                                  SR_TEXT(
                                                      "The white die counts for the compensation",
                                                      "Белый кубик учитывается при компенсации")},
    [option_relocation_mandatory] = {"relocation_mandatory", &sr_a_switch, 1,
                                     SR_TEXT(
                                         "With all posts built, one must be moved",
                                         "Когда построены все фактории, одну нужно переносить")},
    [option_beijing_slide_up_on_vacate] =
        {"beijing_slide_up_on_vacate", &sr_a_switch, 1,
         SR_TEXT("A post that leaves Beijing lets the lower ones move up",
                 "Когда фактория покидает Пекин, нижние поднимаются")},
    [option_rewards_may_be_declined] = {"rewards_may_be_declined", &sr_a_switch, 1,
                                        SR_TEXT("Steps and contracts gained may be declined",
                                                "От шага и контракта в награду можно отказаться")},
    [option_johannes_hop_on_every_move] =
        {"johannes_hop_on_every_move", &sr_a_switch, 1,
         SR_TEXT("Johannes goes from oasis to oasis on every movement",
                 "Карпини переходит между оазисами при любом перемещении")},
    [option_wilhelm_builds_on_every_move] = {"wilhelm_builds_on_every_move", &sr_a_switch, 1,
                                             SR_TEXT(
                                                 "Wilhelm builds in passing on every movement",
                                                 "Рубрук строит по пути при любом перемещении")},
    [option_most_contracts_awarded_at_zero] =
        {"most_contracts_awarded_at_zero", &sr_a_switch, 1,
         SR_TEXT("7 points for the most contracts even if nobody has any",
                 "7 очков за большинство контрактов, даже если их ни у кого нет")},
    [option_one_black_die_a_turn] = {"one_black_die_a_turn", &sr_a_switch, 0,
                                     SR_TEXT("One black die a turn in all: those of rewards count",
                                             "Всего один чёрный кубик за ход, считая и награды")},
};
