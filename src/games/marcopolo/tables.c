/* The Voyages of Marco Polo: what is printed on components, as tables. */
#include "state.h"

#define NIL (0, 0, 0, 0, 0, 0)
#define OF(a, b, c, d, e, f)                                                                       \
    {                                                                                              \
        { a, b, c, d, e, f }                                                                       \
    }

const struct contract_info marcopolo_contract[CONTRACTS] = {
#define CONTRACT(id, price, reward, effect1, effect2, en, ru)                                      \
    {OF price, {OF reward, {effect_##effect1, effect_##effect2}}},
#include "components.def"
};

const struct card_info marcopolo_card[CITY_CARDS] = {
#define CITY_CARD(id, kind, pay, get, from, en, ru) {card_##kind, from, OF pay, OF get},
#include "components.def"
};

const struct exchange marcopolo_card_back[CITY_CARDS] = {
#define BACK(id, pay, get) [card_##id] = {OF pay, OF get},
#include "components.def"
};

const struct reward marcopolo_token[TOKENS] = {
#define TOKEN(id, gain, effect, en, ru) {OF gain, {effect_##effect, effect_nothing}},
#include "components.def"
};

const struct reward marcopolo_bonus[BONUSES] = {
#define BONUS(letter, gain, effect, en, ru) {OF gain, {effect_##effect, effect_nothing}},
#include "components.def"
};

const struct amounts marcopolo_character_gain[CHARACTERS] = {
#define CHARACTER(id, gain, en, ru) OF gain,
#include "components.def"
};

const struct reward marcopolo_bazaar[GOODS + 1][FACES] = {
#define BAZAAR(row, column, gain, effect, en, ru)                                                  \
    [space_##row - space_camel][(column)-1] = {OF gain, {effect_##effect, effect_nothing}},
#include "components.def"
};

const struct goal_info marcopolo_goal[GOALS] = {
#define GOAL(id, city, province, points_, en, ru) {at_##city, at_##province, points_},
#include "components.def"
};

const struct space_info marcopolo_space[SPACES] = {
#define SPACE(id, dice, shared, en, ru) {dice, shared},
#include "components.def"
#define CARD_SPACE(id, city, en, ru) {1, 0},
#include "components.def"
};

const uint8_t marcopolo_card_city[CARD_SPACES] = {
#define CARD_SPACE(id, city, en, ru) at_##city,
#include "components.def"
};

const struct road marcopolo_road[PLACES][MAX_ROADS] = {
#define ROAD(from, i, to, j, camels_, coins_)                                                      \
    [at_##from][i] = {1, at_##to, camels_, coins_}, [at_##to][j] = {1, at_##from, camels_, coins_},
#include "components.def"
};

const uint8_t marcopolo_steps_price[FACES + 1] = {
#define STEPS(steps, price) [steps] = price,
#include "components.def"
};

const uint8_t marcopolo_pair[PAIRS][2] = {
    [pair_pepper_silk] = {pepper, silk},
    [pair_pepper_gold] = {pepper, gold},
    [pair_silk_gold] = {silk, gold},
};

const uint8_t marcopolo_beijing_points[BEIJING_SPACES] = {10, 7, 4, 1};
const uint8_t marcopolo_goal_ladder[2 * GOALS_KEPT + 1] = {0, 1, 3, 6, 10};

/* ---- checksums of the box: a slip of the pen in components.def does not compile ---- */

#define CAMELS_OF(a, b, c, d, e, f) +(b)
#define PEPPER_OF(a, b, c, d, e, f) +(c)
#define SILK_OF(a, b, c, d, e, f) +(d)
#define GOLD_OF(a, b, c, d, e, f) +(e)
#define POINTS_OF(a, b, c, d, e, f) +(f)

enum {
    CONTRACT_CAMELS = 0
#define CONTRACT(id, price, reward, effect1, effect2, en, ru) CAMELS_OF price
#include "components.def"
    ,
    CONTRACT_PEPPER = 0
#define CONTRACT(id, price, reward, effect1, effect2, en, ru) PEPPER_OF price
#include "components.def"
    ,
    CONTRACT_SILK = 0
#define CONTRACT(id, price, reward, effect1, effect2, en, ru) SILK_OF price
#include "components.def"
    ,
    CONTRACT_GOLD = 0
#define CONTRACT(id, price, reward, effect1, effect2, en, ru) GOLD_OF price
#include "components.def"
    ,
    CONTRACT_POINTS = 0
#define CONTRACT(id, price, reward, effect1, effect2, en, ru) POINTS_OF reward
#include "components.def"
    ,
    GOAL_POINTS = 0
#define GOAL(id, city, province, points_, en, ru) +(points_)
#include "components.def"
    ,
    ROADS = 0
#define ROAD(from, i, to, j, camels_, coins_) +1
#include "components.def"
    ,
    ROAD_CAMELS = 0
#define ROAD(from, i, to, j, camels_, coins_) +(camels_)
#include "components.def"
    ,
    ROAD_COINS = 0
#define ROAD(from, i, to, j, camels_, coins_) +(coins_)
#include "components.def"
};

_Static_assert(CONTRACTS == 44 && STARTING_CONTRACTS == 6 && SPECIAL == 8, "contracts");
_Static_assert(CONTRACT_CAMELS == 87 && CONTRACT_PEPPER == 49 && CONTRACT_SILK == 50 &&
                   CONTRACT_GOLD == 58 && CONTRACT_POINTS == 234,
               "prices and points of the contracts");
_Static_assert(GOALS == 18 && GOAL_POINTS == 98, "goals");
_Static_assert(CITY_CARDS == 31 && TOKENS == 10 && BONUSES == 6 && CHARACTERS == 8,
               "cards, tokens, bonuses, characters");
_Static_assert(PLACES == 25 && ROADS == 30 && ROAD_CAMELS == 35 && ROAD_COINS == 37, "the map");
