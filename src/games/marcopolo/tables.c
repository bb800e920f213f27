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
#define STEPS(steps, price) [steps] = (price),
#include "components.def"
};

const uint8_t marcopolo_pair[PAIRS][2] = {
    [pair_pepper_silk] = {pepper, silk},
    [pair_pepper_gold] = {pepper, gold},
    [pair_silk_gold] = {silk, gold},
};

const uint8_t marcopolo_beijing_points[BEIJING_SPACES] = {10, 7, 4, 1};
const uint8_t marcopolo_goal_ladder[2 * GOALS_KEPT + 1] = {0, 1, 3, 6, 10};

/* A component lost or written twice does not compile. */
_Static_assert(CONTRACTS == 44 && STARTING_CONTRACTS == 6 && SPECIAL == 8, "contracts");
_Static_assert(CITY_CARDS == 31 && GOALS == 18 && TOKENS == 10 && BONUSES == 6 && CHARACTERS == 8,
               "cards, goals, tokens, bonuses, characters");
_Static_assert(PLACES == 25, "places");
