/* Gugong: every member of the state, who may see it, and the options of a table. */
#include "state.h"

/* ---- what the numbers mean ---- */

static const struct sr_name area_names[] = {
#define AREA(id, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
const struct sr_domain gugong_area = SR_DOMAIN_NAMED("area", area_names);
const struct sr_domain gugong_area_or_none = SR_DOMAIN_NAMED_OR_NONE("area", area_names);

/* "3 weiqi stones (2 servants)": the value first, since it is what counts. */
#define MOTIFS
#include "components.def"
#define IN_ENGLISH(en, ru) en
#define IN_RUSSIAN(en, ru) ru
#define DOES_nothing(en_or_ru) ""
#define DOES_servant(en_or_ru) en_or_ru(" (1 servant)", " (1 слуга)")
#define DOES_servants2(en_or_ru) en_or_ru(" (2 servants)", " (2 слуги)")
#define DOES_swap(en_or_ru) en_or_ru(" (swap)", " (обмен)")
#define DOES_wall(en_or_ru) en_or_ru(" (wall)", " (стена)")
#define DOES_intrigue(en_or_ru) en_or_ru(" (intrigue)", " (интриги)")
#define DOES_palace(en_or_ru) en_or_ru(" (palace)", " (дворец)")
#define DOES_decrees(en_or_ru) en_or_ru(" (decrees)", " (указы)")
#define DOES_canal(en_or_ru) en_or_ru(" (canal)", " (канал)")
static const struct sr_name gift_names[] = {
#define GIFT(id, set, value, action)                                                               \
    {#id, SR_TEXT(#value " " MOTIF_##value(IN_ENGLISH) DOES_##action(IN_ENGLISH),                  \
                  #value " " MOTIF_##value(IN_RUSSIAN) DOES_##action(IN_RUSSIAN))},
#include "components.def"
};
const struct sr_domain gugong_gift = SR_DOMAIN_NAMED("gift", gift_names);

static const struct sr_name token_names[] = {
#define TOKEN(id, copies, fewer, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
const struct sr_domain gugong_token = SR_DOMAIN_NAMED("token", token_names);
const struct sr_domain gugong_token_or_none = SR_DOMAIN_NAMED_OR_NONE("token", token_names);

static const struct sr_name city_names[] = {
#define CITY(id, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
const struct sr_domain gugong_city = SR_DOMAIN_NAMED("city", city_names);
static const struct sr_domain a_city_or_none = SR_DOMAIN_NAMED_OR_NONE("city", city_names);

static const struct sr_name decree_names[] = {
#define DECREE(id, level, cost, points, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
const struct sr_domain gugong_decree_names = SR_DOMAIN_NAMED("decree", decree_names);

static const struct sr_name slot_names[] = {
    {"upper1", SR_TEXT("upper of level 1", "верхний 1-го уровня")},
    {"lower1", SR_TEXT("lower of level 1", "нижний 1-го уровня")},
    {"upper2", SR_TEXT("upper of level 2", "верхний 2-го уровня")},
    {"lower2", SR_TEXT("lower of level 2", "нижний 2-го уровня")},
    {"upper3", SR_TEXT("upper of level 3", "верхний 3-го уровня")},
    {"lower3", SR_TEXT("lower of level 3", "нижний 3-го уровня")},
};
static const struct sr_domain a_slot = SR_DOMAIN_NAMED("slot", slot_names);
const struct sr_domain gugong_slots = SR_DOMAIN_BITS("slots", slot_names);

static const struct sr_name harbour_names[] = {
    {"a1", SR_TEXT("A1", "А1")}, {"a2", SR_TEXT("A2", "А2")}, {"a3", SR_TEXT("A3", "А3")},
    {"a4", SR_TEXT("A4", "А4")}, {"a5", SR_TEXT("A5", "А5")}, {"b1", SR_TEXT("B1", "Б1")},
    {"b2", SR_TEXT("B2", "Б2")}, {"b3", SR_TEXT("B3", "Б3")}, {"b4", SR_TEXT("B4", "Б4")},
    {"b5", SR_TEXT("B5", "Б5")},
};
const struct sr_domain gugong_harbour = SR_DOMAIN_NAMED("harbour", harbour_names);
static const struct sr_domain a_harbour_or_none = SR_DOMAIN_NAMED_OR_NONE("harbour", harbour_names);

static const struct sr_name reward_names[] = {
    {"points", SR_TEXT("4 points", "4 очка")},
    {"card", SR_TEXT("another gift", "карта подарка")},
    {"pair", SR_TEXT("the pair of servants", "пара слуг")},
};
const struct sr_domain gugong_reward = SR_DOMAIN_NAMED("reward", reward_names);

static const struct sr_name automa_names[] = {
#define AUTOMA(id, copies, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
const struct sr_domain gugong_automa = SR_DOMAIN_NAMED("automa", automa_names);

#define SIDE(id, en, ru)                                                                           \
    { id, SR_TEXT(en, ru) }
static const struct sr_name side_names[] = {
    SIDE("seat1", "seat 1", "место 1"), SIDE("seat2", "seat 2", "место 2"),
    SIDE("seat3", "seat 3", "место 3"), SIDE("seat4", "seat 4", "место 4"),
    SIDE("seat5", "seat 5", "место 5"), SIDE("meng", "Meng", "Мэн"),
};
#define A_SIDE .id = "side", .kind = SR_NAMED, .max = SIDES - 1, .names = side_names, .each_seat = 1
static const struct sr_domain a_side = {A_SIDE};
const struct sr_domain gugong_side_or_none = {A_SIDE, .may_be_none = true};

static const struct sr_name source_names[] = {
    {"gift", SR_TEXT("your gift's action", "действие вашего подарка")},
    {"area", SR_TEXT("the official's action", "действие чиновника")},
    {"follow", SR_TEXT("your token follows another player", "ваш жетон: вслед за соперником")},
    {"token", SR_TEXT("your travel token", "ваш жетон путешествия")},
    {"decree", SR_TEXT("your decree", "ваш указ")},
    {"wall", SR_TEXT("your influence after the wall", "ваш бонус интриг за стену")},
    {"income", SR_TEXT("the new day", "новый день")},
    {"matches", SR_TEXT("gifts that match the dice", "совпадения с кубиками")},
};
const struct sr_domain gugong_source = SR_DOMAIN_NAMED("source", source_names);

static const struct sr_name need_names[] = {
    {"nothing", SR_TEXT("nothing", "ничего")},
    {"piece", SR_TEXT("a servant to place", "слуга, которого можно поставить")},
    {"two_to_load", SR_TEXT("two servants to load", "двое слуг для джонок")},
};
const struct sr_domain gugong_need = SR_DOMAIN_NAMED("need", need_names);

static const struct sr_name loading_names[] = {
    {"then_sail", SR_TEXT("before a ship moves", "перед движением джонки")},
    {"two", SR_TEXT("two servants", "двое слуг")},
    {"one_more", SR_TEXT("one more beside the pair", "ещё один кроме пары")},
    {"from_supply", SR_TEXT("from the supply", "из запаса")},
};
const struct sr_domain gugong_loading = SR_DOMAIN_NAMED("how", loading_names);

const struct sr_domain gugong_one_or_two = SR_DOMAIN_NUMBER("amount", 1, 2);
const struct sr_domain gugong_ship = SR_DOMAIN_PLACE("ship", SHIPS);

static const struct sr_name step_names[] = {
    {"day", SR_TEXT("day", "день")},
    {"close", SR_TEXT("end of the day", "конец дня")},
    {"dusk", SR_TEXT("dusk", "сумерки")},
    {"night", SR_TEXT("night", "ночь")},
    {"ships", SR_TEXT("ships at night", "джонки ночью")},
    {"morning", SR_TEXT("morning", "утро")},
    {"income", SR_TEXT("new servants", "новые слуги")},
    {"last", SR_TEXT("before the final scoring", "перед подсчётом")},
};
static const struct sr_domain a_step = SR_DOMAIN_NAMED("step", step_names);

static const struct sr_name pair_names[] = {
    {"locked", SR_TEXT("not yet won", "не получена")},
    {"pool", SR_TEXT("in the pool", "в штате")},
    {"supply", SR_TEXT("in the supply", "в запасе")},
    {"wall", SR_TEXT("on the wall", "на стене")},
    {"ship1", SR_TEXT("on the first ship", "на первой джонке")},
    {"ship2", SR_TEXT("on the second ship", "на второй джонке")},
    {"ship3", SR_TEXT("on the third ship", "на третьей джонке")},
    {"parked", SR_TEXT("with a special token", "у особого жетона")},
};
static const struct sr_domain a_pair_place = SR_DOMAIN_NAMED("pair", pair_names);

static const struct sr_name known_names[] = {
    {"nothing", SR_TEXT("nothing is known", "ничего не известно")},
    {"hand", SR_TEXT("in hand", "в руке")},
    {"discard", SR_TEXT("in the discard", "в сбросе")},
    {"either", SR_TEXT("in hand or discard", "в руке или в сбросе")},
};
static const struct sr_domain a_known_place = SR_DOMAIN_NAMED("place", known_names);

static const struct sr_domain a_round = SR_DOMAIN_PLACE("round", ROUNDS);
static const struct sr_domain a_die = SR_DOMAIN_NUMBER("die", 0, HIGHEST);
const struct sr_domain gugong_some_servants = SR_DOMAIN_NUMBER("servants", 0, 16);
static const struct sr_domain some_points = SR_DOMAIN_NUMBER("points", 0, MAX_POINTS);
static const struct sr_domain some_jade = SR_DOMAIN_NUMBER("jade", 0, 255);
static const struct sr_domain a_palace_cell = SR_DOMAIN_NUMBER("cell", 0, PALACE);
static const struct sr_domain a_track_cell = SR_DOMAIN_NUMBER("cell", 0, LAST_CELL);
static const struct sr_domain a_height = SR_DOMAIN_NUMBER("height", 0, SIDES - 1);
static const struct sr_domain an_arrival = {
    .id = "arrival", .kind = SR_NUMBER, .min = 0, .max = SEATS - 1, .base = 1, .may_be_none = true};
const struct sr_domain gugong_some_matches = SR_DOMAIN_NUMBER("matches", 0, MAX_HAND *DICE);
static const struct sr_domain some_cells = SR_DOMAIN_NUMBER("servants", 0, 3);
static const struct sr_domain some_tokens = SR_DOMAIN_NUMBER("tokens", 0, MAT);
static const struct sr_domain pile_length = SR_DOMAIN_NUMBER("tokens", 0, ALL_TOKENS);
static const struct sr_domain token_copies = SR_DOMAIN_NUMBER("tokens", 0, MAX_COPIES);
static const struct sr_domain deck_length = SR_DOMAIN_NUMBER("gifts", 0, GIFTS);
static const struct sr_domain hand_length = SR_DOMAIN_NUMBER("gifts", 0, MAX_HAND);
static const struct sr_domain meng_length = SR_DOMAIN_NUMBER("gifts", 0, MENG_GIFTS);
static const struct sr_domain automa_length = SR_DOMAIN_NUMBER("cards", 0, AUTOMA_CARDS);
static const struct sr_domain parked_length = SR_DOMAIN_NUMBER("tokens", 0, SPECIAL_TOKENS);

/* ---- the table ---- */

#define AT(member) offsetof(struct gugong, member)
#define SIZE(member) (sizeof(((struct gugong *)0)->member))
#define SCALAR(member, see, of) SR_SCALAR_FIELD(struct gugong, member, see, of)
#define ARRAY(member, see, of, ...) SR_ARRAY_FIELD(struct gugong, member, see, of, __VA_ARGS__)
#define LIST(member, length, see, of, count)                                                       \
    SR_LIST_FIELD(struct gugong, member, length, see, of, SR_LISTED(count))
#define LENGTH(member, of) SR_LENGTH_SCALAR_FIELD(struct gugong, member, of)

/* What the table knows of each gift, at tables that show it. */
#define KNOWN(member, of_)                                                                         \
    {                                                                                              \
        SR_FIELD_(struct gugong, member, SR_STORED, SR_ALL | SR_NOTE, of_),                        \
            .shown_by = option_known_hands + 1, .axis = {                                          \
                SR_NAMES(&gugong_gift, GIFTS)                                                      \
            }                                                                                      \
    }

/* Members counted by sides: the rows of the seats, and Meng's row as a field of its own. */
#define ROW(member) (SIZE(member) / SIDES)
#define OF_SEATS(member, role_, of_)                                                               \
    .name = #member, .offset = AT(member), .size = (uint16_t)(SEATS * ROW(member)),                \
    .role = (role_), .see = SR_ALL, .of = (of_)
#define OF_MENG(member, role_, of_)                                                                \
    .name = "meng_" #member, .offset = (uint16_t)(AT(member) + SEATS * ROW(member)),               \
    .size = (uint16_t)ROW(member), .role = (role_), .see = SR_ALL, .of = (of_)
#define SIDED(member, of)                                                                          \
    {OF_SEATS(member, SR_STORED, of), .axis = {SR_SEATS(SEATS)}}, {                                \
        OF_MENG(member, SR_STORED, of)                                                             \
    }
#define SIDED_ARRAY(member, of, ...)                                                               \
    {OF_SEATS(member, SR_STORED, of), .axis = {SR_SEATS(SEATS), __VA_ARGS__}}, {                   \
        OF_MENG(member, SR_STORED, of), .axis = { __VA_ARGS__ }                                    \
    }

static const struct sr_field fields[] = {
    SCALAR(round, SR_ALL, &a_round),
    SCALAR(step, SR_ALL, &a_step),
    SCALAR(start, SR_ALL, &a_side),
    SCALAR(turn_side, SR_ALL, &a_side),
    SCALAR(medal, SR_ALL, &gugong_side_or_none),
    ARRAY(dice, SR_ALL, &a_die, SR_PLACES(DICE)),
    ARRAY(board, SR_ALL, &gugong_gift, SR_NAMES(&gugong_area, AREAS)),
    LIST(deck, deck_size, SR_NOBODY, &gugong_gift, GIFTS),
    LENGTH(deck_size, &deck_length),
    ARRAY(decree, SR_ALL, &gugong_decree_names, SR_NAMES(&a_slot, SLOTS)),
    ARRAY(house, SR_ALL, &sr_a_flag, SR_PLACES(HOUSES)),
    ARRAY(city_token, SR_ALL, &gugong_token_or_none, SR_NAMES(&gugong_city, CITIES)),
    LIST(pile, pile_size, SR_NOBODY, &gugong_token, ALL_TOKENS),
    LENGTH(pile_size, &pile_length),
    ARRAY(token_discard, SR_ALL, &token_copies, SR_NAMES(&gugong_token, TOKENS)),
    SIDED(pool, &gugong_some_servants),
    SIDED(supply, &gugong_some_servants),
    SIDED(wall, &gugong_some_servants),
    SIDED(on_decrees, &gugong_slots),
    SIDED(points, &some_points),
    SIDED(jade, &some_jade),
    SIDED(palace, &a_palace_cell),
    SIDED(arrival, &an_arrival),
    SIDED(traveller, &a_city_or_none),
    SIDED(intrigue, &a_track_cell),
    SIDED(height, &a_height),
    SIDED(matches, &gugong_some_matches),
    SIDED_ARRAY(cells, &some_cells, SR_NAMES(&gugong_reward, REWARDS)),
    SIDED_ARRAY(ship_at, &a_harbour_or_none, SR_PLACES(SHIPS)),
    SIDED_ARRAY(ship_load, &some_cells, SR_PLACES(SHIPS)),
    {OF_SEATS(tokens, SR_STORED, &gugong_token), .length_at = AT(token_count),
     .axis = {SR_SEATS(SEATS), SR_LISTED(MAT)}},
    {OF_MENG(tokens, SR_STORED, &gugong_token), .length_at = AT(token_count) + SEATS,
     .axis = {SR_LISTED(MAT)}},
    {OF_SEATS(token_count, SR_LENGTH, &some_tokens), .axis = {SR_SEATS(SEATS)}},
    {OF_MENG(token_count, SR_LENGTH, &some_tokens)},
    ARRAY(pair_at, SR_ALL, &a_pair_place, SR_SEATS(SEATS)),
    SR_LIST_FIELD(struct gugong, hand, hand_size, SR_OWNER | SR_AT_END, &gugong_gift,
                  SR_SEATS(SEATS), SR_LISTED(MAX_HAND)),
    SR_LENGTH_FIELD(struct gugong, hand_size, &hand_length, SR_SEATS(SEATS)),
    SR_LIST_FIELD(struct gugong, discard, discard_size, SR_OWNER | SR_AT_END, &gugong_gift,
                  SR_SEATS(SEATS), SR_LISTED(MAX_HAND)),
    SR_LENGTH_FIELD(struct gugong, discard_size, &hand_length, SR_SEATS(SEATS)),
    LIST(parked, parked_size, SR_ALL, &gugong_token, SPECIAL_TOKENS),
    LIST(parked_seat, parked_size, SR_ALL, &sr_a_seat, SPECIAL_TOKENS),
    LIST(parked_area, parked_size, SR_ALL, &gugong_area_or_none, SPECIAL_TOKENS),
    LENGTH(parked_size, &parked_length),
    LIST(meng_gifts, meng_gifts_size, SR_NOBODY, &gugong_gift, MENG_GIFTS),
    LENGTH(meng_gifts_size, &meng_length),
    LIST(meng_discard, meng_discard_size, SR_ALL, &gugong_gift, MENG_GIFTS),
    LENGTH(meng_discard_size, &meng_length),
    LIST(automa_deck, automa_deck_size, SR_NOBODY, &gugong_automa, AUTOMA_CARDS),
    LENGTH(automa_deck_size, &automa_length),
    LIST(automa_today, automa_today_size, SR_ALL, &gugong_automa, AUTOMA_CARDS),
    LENGTH(automa_today_size, &automa_length),
    LIST(automa_used, automa_used_size, SR_ALL, &gugong_automa, AUTOMA_CARDS),
    LENGTH(automa_used_size, &automa_length),
    SCALAR(focus, SR_ALL, &gugong_area),
    SCALAR(meng_loop, SR_ALL, &a_city_or_none),
    SCALAR(dusk_at, SR_ALL, &automa_length),
    KNOWN(known_owner, &gugong_side_or_none),
    KNOWN(known_place, &a_known_place),
    SR_PADDING_FIELD(struct gugong, padding),
};
static const struct sr_name members[] = {
#define MEMBER(id, en, ru) {#id, SR_TEXT(en, ru)},
#include "members.def"
};
const struct sr_fields gugong_fields = SR_TOLD_FIELDS(fields, members);

/* ---- options ---- */

static const struct sr_name variant_names[] = {
    {"standard", SR_TEXT("standard", "обычная")},
    {"first_game", SR_TEXT("first game: no special tokens", "первая партия: без особых жетонов")},
    {"expert", SR_TEXT("expert: all gifts are shuffled", "для опытных: все подарки в колоде")},
};
static const struct sr_domain a_variant = SR_DOMAIN_NAMED("variant", variant_names);

static const struct sr_name token_count_names[] = {
    {"32_and_6", SR_TEXT("32 and the special ones", "32 и особые")},
    {"26_and_6", SR_TEXT("26 and the special ones", "26 и особые")},
};
static const struct sr_domain a_token_count = SR_DOMAIN_NAMED("tokens", token_count_names);

static const struct sr_name dice_names[] = {
    {"six_faces", SR_TEXT("three different dice with six faces", "три разных шестигранных кубика")},
    {"even", SR_TEXT("any number from 1 to 9", "любое число от 1 до 9")},
};
static const struct sr_domain a_dice_kind = SR_DOMAIN_NAMED("dice", dice_names);

static const struct sr_name first_names[] = {
    {"seat1", SR_TEXT("seat 1", "место 1")},
    {"random", SR_TEXT("random", "случайно")},
};
static const struct sr_domain a_first = SR_DOMAIN_NAMED("first", first_names);

static const struct sr_name sets_names[] = {
    {"1_2", SR_TEXT("you 1, Meng 2", "вы 1, Мэн 2")},
    {"2_3", SR_TEXT("you 2, Meng 3", "вы 2, Мэн 3")},
    {"4_5", SR_TEXT("you 4, Meng 5", "вы 4, Мэн 5")},
};
static const struct sr_domain some_sets = SR_DOMAIN_NAMED("sets", sets_names);

static const struct sr_name difficulty_names[] = {
    {"easy", SR_TEXT("easy", "низкая")},
    {"normal", SR_TEXT("normal", "средняя")},
    {"hard", SR_TEXT("hard", "высокая")},
};
static const struct sr_domain a_difficulty = SR_DOMAIN_NAMED("difficulty", difficulty_names);

static const struct sr_name focus_names[] = {
    {"random", SR_TEXT("random", "случайно")},
#define AREA(id, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
static const struct sr_domain a_focus = SR_DOMAIN_NAMED("focus", focus_names);

const struct sr_option gugong_options[OPTIONS] = {
    [option_variant] = {"variant", &a_variant, variant_standard,
                        SR_TEXT("Which gifts and tokens are used", "Состав подарков и жетонов")},
    [option_specials] = {"specials", &sr_a_switch, 1,
                         SR_TEXT("Six special travel tokens (never in the game for one)",
                                 "Шесть особых жетонов (не для одиночной игры)")},
    [option_tokens] = {"tokens", &a_token_count, tokens_32_and_6,
                       SR_TEXT("Travel tokens in the box",
                               "Сколько в коробке жетонов путешествий")},
    [option_dice] = {"dice", &a_dice_kind, dice_six_faces,
                     SR_TEXT("Dice of destiny", "Кубики судьбы")},
    [option_first] = {"first", &a_first, 0, SR_TEXT("Who begins", "Кто начинает")},
    [option_sets] = {"sets", &some_sets, sets_1_2,
                     SR_TEXT("Start gifts in the game for one",
                             "Наборы подарков в одиночной игре")},
    [option_difficulty] = {"difficulty", &a_difficulty, difficulty_normal,
                           SR_TEXT("How strong Meng is", "Сила Мэна")},
    [option_focus] = {"focus", &a_focus, focus_random,
                      SR_TEXT("The area Meng concentrates on", "Область, важная для Мэна")},
    [option_pair_parks] = {"pair_parks", &sr_a_switch, 1,
                           SR_TEXT("The pair may go to work with a special token",
                                   "Пару слуг можно оставить у особого жетона")},
    [option_known_hands] = {"known_hands", &sr_a_switch, 1,
                            SR_TEXT("What everybody could know of hands is shown",
                                    "Показывать то, что всем известно о руках")},
};
