/* Merchants of Dunhuang: every member of the state, who may see it, and the options of a table. */
#include "state.h"

static const struct sr_name good_names[] = {
#define GOOD(id, value, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
const struct sr_domain dunhuang_good = SR_DOMAIN_NAMED("good", good_names);
const struct sr_domain dunhuang_good_or_none = SR_DOMAIN_NAMED_OR_NONE("good", good_names);

static const struct sr_name character_names[] = {
#define CHARACTER(id, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
const struct sr_domain dunhuang_character = SR_DOMAIN_NAMED("character", character_names);

static const struct sr_name side_names[] = {
    {"number", SR_TEXT("number", "число")},
    {"shang", SR_TEXT("shang (protected)", "шан (под защитой)")},
};
static const struct sr_domain a_side = SR_DOMAIN_NAMED("side", side_names);

static const struct sr_domain a_space = {
    .id = "space", .kind = SR_NUMBER, .min = 0, .max = SPACES - 1, .base = 1, .may_be_none = true};
static const struct sr_domain a_count = SR_DOMAIN_NUMBER("count", 0, GOODS);
static const struct sr_domain a_hand_size = SR_DOMAIN_NUMBER("cards", 0, GOODS *GOODS);
static const struct sr_domain some_coins = SR_DOMAIN_NUMBER("coins", 0, MAX_COINS);
static const struct sr_domain some_prestige = SR_DOMAIN_NUMBER("prestige", 0, MAX_PRESTIGE);
static const struct sr_domain coin_supply = SR_DOMAIN_NUMBER("coins", 0, COINS);
static const struct sr_domain prestige_supply = SR_DOMAIN_NUMBER("prestige", 0, PRESTIGE);
static const struct sr_domain some_steps = SR_DOMAIN_NUMBER("steps", 0, MAX_STEPS);
static const struct sr_domain deck_length = SR_DOMAIN_NUMBER("cards", 0, CARDS);
static const struct sr_domain dealt_length = SR_DOMAIN_NUMBER("cards", 0, DEALT);
static const struct sr_domain exchange = SR_DOMAIN_NUMBER("cards", 0, 2);

#define SCALAR(member, see, of) SR_SCALAR_FIELD(struct dunhuang, member, see, of)
#define ARRAY(member, see, of, ...) SR_ARRAY_FIELD(struct dunhuang, member, see, of, __VA_ARGS__)
#define EACH_SEAT SR_SEATS(SEATS)
#define EACH_GOOD SR_NAMES(&dunhuang_good, GOODS)

static const struct sr_field fields[] = {
    ARRAY(circle, SR_ALL, &dunhuang_character, SR_PLACES(SPACES)),
    ARRAY(market, SR_ALL, &dunhuang_good_or_none, SR_PLACES(SPACES)),
    SCALAR(camel, SR_ALL, &a_space),
    SR_SEEN_LIST_FIELD(struct dunhuang, deck, deck_size, deck_seen, &dunhuang_good,
                       SR_LISTED(CARDS)),
    SR_LENGTH_SCALAR_FIELD(struct dunhuang, deck_size, &deck_length),
    SR_LIST_FIELD(struct dunhuang, deck_seen, deck_size, SR_NOBODY | SR_NOTE, &sr_a_byte,
                  SR_LISTED(CARDS)),
    ARRAY(hand, SR_OWNER | SR_AT_END, &a_count, EACH_SEAT, EACH_GOOD),
    SR_COUNTED_FIELD(struct dunhuang, hand_size, SR_ALL, &a_hand_size, EACH_SEAT),
    ARRAY(shop, SR_ALL, &a_count, EACH_SEAT, EACH_GOOD),
    ARRAY(coins, SR_ALL, &some_coins, EACH_SEAT),
    ARRAY(prestige, SR_ALL, &some_prestige, EACH_SEAT),
    SCALAR(coin_supply, SR_ALL, &coin_supply),
    SCALAR(prestige_supply, SR_ALL, &prestige_supply),
    ARRAY(token_owner, SR_ALL, &sr_a_seat_or_none, EACH_GOOD),
    ARRAY(token_side, SR_ALL, &a_side, EACH_GOOD),
    /* The cards put aside at the beginning are not shown even at the end. */
    SR_LIST_FIELD(struct dunhuang, dealt, dealt_size, SR_OWNER, &dunhuang_good, EACH_SEAT,
                  SR_LISTED(DEALT)),
    SR_LENGTH_FIELD(struct dunhuang, dealt_size, &dealt_length, EACH_SEAT),
    ARRAY(discard, SR_ALL, &a_count, EACH_GOOD),
    SCALAR(first, SR_ALL, &sr_a_seat),
    SCALAR(turn_seat, SR_ALL, &sr_a_seat),
    SCALAR(steps, SR_ALL, &some_steps),
    SCALAR(final_round, SR_ALL, &sr_a_flag),
    ARRAY(drawn, SR_DECIDER, &a_count, EACH_GOOD),
    SCALAR(partner, SR_ALL, &sr_a_seat_or_none),
    SCALAR(exchanged, SR_ALL, &exchange),
    SCALAR(at_stake, SR_ALL, &dunhuang_good_or_none),
    ARRAY(known, SR_OWNER | SR_NOTE, &a_count, EACH_SEAT, EACH_SEAT, EACH_GOOD),
    SR_PADDING_FIELD(struct dunhuang, padding),
};
static const struct sr_name members[] = {
#define MEMBER(id, en, ru) {#id, SR_TEXT(en, ru)},
#include "members.def"
};
const struct sr_fields dunhuang_fields = SR_TOLD_FIELDS(fields, members);

/* ---- options ---- */

static const struct sr_name order_names[] = {
    {"random", SR_TEXT("random", "случайный")},
    {"fixed", SR_TEXT("as listed", "по списку")},
};
static const struct sr_domain an_order = SR_DOMAIN_NAMED("order", order_names);

#define TILE_SIDES(number, front, front_en, front_ru, back, back_en, back_ru)                      \
    static const struct sr_name tile##number##_names[] = {                                         \
        {"random", SR_TEXT("random", "случайно")},                                                 \
        {front, SR_TEXT(front_en, front_ru)},                                                      \
        {back, SR_TEXT(back_en, back_ru)},                                                         \
    };                                                                                             \
    static const struct sr_domain tile##number =                                                   \
        SR_DOMAIN_NAMED("tile" #number, tile##number##_names);
TILE_SIDES(1, "artist", "Artist", "Художник", "musician", "Musician", "Музыкант")
TILE_SIDES(2, "princess", "Princess", "Принцесса", "dancer", "Dancer", "Танцовщица")
TILE_SIDES(3, "translator", "Translator", "Переводчик", "ambassador", "Ambassador", "Посол")
TILE_SIDES(4, "soldier", "Soldier", "Солдат", "general", "General", "Генерал")
TILE_SIDES(5, "chinese", "Chinese Merchant", "Китайский купец", "sogdian", "Sogdian Merchant",
           "Согдийский купец")
TILE_SIDES(6, "handmaid", "Handmaid", "Прислужница", "servant", "Servant", "Слуга")
TILE_SIDES(7, "shepherd", "Shepherd", "Пастух", "peasant", "Peasant", "Крестьянин")
TILE_SIDES(8, "manichaean", "Manichaean", "Манихей", "buddhist", "Buddhist", "Буддист")

#define TILE(number)                                                                               \
    [option_tile + (number)-1] = {"tile" #number, &tile##number, tile_random,                      \
                                  SR_TEXT("Side of tile " #number, "Сторона жетона " #number)}

static const struct sr_name space_names[] = {
    {"random", SR_TEXT("any", "любой")},
#define ON_SPACE(number)                                                                           \
    { "tile" #number, SR_TEXT("tile " #number, "жетон " #number) }
    ON_SPACE(1),
    ON_SPACE(2),
    ON_SPACE(3),
    ON_SPACE(4),
    ON_SPACE(5),
    ON_SPACE(6),
    ON_SPACE(7),
    ON_SPACE(8),
};
static const struct sr_domain a_tile = SR_DOMAIN_NAMED("tile", space_names);
#define SPACE(number)                                                                              \
    [option_space + (number)-1] = {                                                                \
        "space" #number, &a_tile, 0,                                                               \
        SR_TEXT("Tile on space " #number " of the circle", "Жетон на месте " #number " в круге")}

static const struct sr_name first_names[] = {
    {"random", SR_TEXT("drawn", "по жребию")},
    {"seat1", SR_TEXT("seat 1", "место 1")},
};
static const struct sr_domain a_first = SR_DOMAIN_NAMED("first", first_names);

const struct sr_option dunhuang_options[OPTIONS] = {
    [option_token_needs_card] =
        {"token_needs_card", &sr_a_switch, 0,
         SR_TEXT("A majority is lost with the last card of its good in the shop",
                 "Преимущество теряется с последней картой товара в лавке")},
    [option_unlimited_coins] = {"unlimited_coins", &sr_a_switch, 1,
                                SR_TEXT("Coins never run out; off: 44 in all",
                                        "Монеты не кончаются; нет: всего их 44"),
                                .changed = true, .unsaid = 0},
    [option_unlimited_prestige] = {"unlimited_prestige", &sr_a_switch, 0,
                                   SR_TEXT("Prestige never runs out; off: 28 in all",
                                           "Престиж не кончается; нет: всего его 28")},
    [option_first] = {"first", &a_first, first_random, SR_TEXT("Who begins", "Кто начинает"),
                      .changed = true, .unsaid = first_seat1},
    [option_order] = {"order", &an_order, 0,
                      SR_TEXT("Order of the characters in the circle",
                              "Порядок персонажей в круге")},
    TILE(1),
    TILE(2),
    TILE(3),
    TILE(4),
    TILE(5),
    TILE(6),
    TILE(7),
    TILE(8),
    SPACE(1),
    SPACE(2),
    SPACE(3),
    SPACE(4),
    SPACE(5),
    SPACE(6),
    SPACE(7),
    SPACE(8),
};
