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

/* How many roads lie between a place for posts and any place; a test counts them. */
const uint8_t marcopolo_roads_between[POST_PLACES][PLACES] = {
    [at_moscow] = {0, 2, 4, 5, 3, 6, 7, 1, 5, 6, 6, 5, 6, 5, 2, 1, 3, 4, 4, 5, 3, 4, 4, 7, 6},
    [at_karakorum] = {2, 0, 6, 3, 5, 6, 5, 1, 7, 4, 4, 7, 6, 3, 4, 3, 5, 6, 6, 5, 1, 2, 2, 5, 4},
    [at_samarcanda] = {4, 6, 0, 3, 3, 4, 7, 5, 3, 2, 6, 5, 6, 5, 2, 3, 1, 2, 4, 1, 5, 6, 4, 5, 6},
    [at_lanzhou] = {5, 3, 3, 0, 6, 5, 4, 4, 6, 1, 3, 6, 5, 2, 5, 6, 4, 5, 7, 2, 2, 3, 1, 4, 3},
    [at_alexandria] = {3, 5, 3, 6, 0, 3, 4, 4, 2, 5, 5, 2, 3, 6, 1, 2, 2, 1, 1, 4, 6, 7, 7, 4, 5},
    [at_karachi] = {6, 6, 4, 5, 3, 0, 3, 7, 1, 6, 2, 3, 2, 3, 4, 5, 3, 2, 4, 5, 5, 4, 4, 1, 4},
    [at_sumatra] = {7, 5, 7, 4, 4, 3, 0, 6, 4, 5, 3, 2, 1, 2, 5, 6, 6, 5, 3, 6, 4, 3, 3, 2, 1},
    [at_anxi] = {1, 1, 5, 4, 4, 7, 6, 0, 6, 5, 5, 6, 7, 4, 3, 2, 4, 5, 5, 6, 2, 3, 3, 6, 5},
    [at_ormuz] = {5, 7, 3, 6, 2, 1, 4, 6, 0, 5, 3, 4, 3, 4, 3, 4, 2, 1, 3, 4, 6, 5, 5, 2, 5},
    [at_kashgar] = {6, 4, 2, 1, 5, 6, 5, 5, 5, 0, 4, 7, 6, 3, 4, 5, 3, 4, 6, 1, 3, 4, 2, 5, 4},
    [at_xian] = {6, 4, 6, 3, 5, 2, 3, 5, 3, 4, 0, 3, 2, 1, 6, 7, 5, 4, 4, 5, 3, 2, 2, 1, 2},
    [at_adana] = {5, 7, 5, 6, 2, 3, 2, 6, 4, 7, 3, 0, 1, 4, 3, 4, 4, 3, 1, 6, 6, 5, 5, 2, 3},
    [at_kochi] = {6, 6, 6, 5, 3, 2, 1, 7, 3, 6, 2, 1, 0, 3, 4, 5, 5, 4, 2, 7, 5, 4, 4, 1, 2},
    [at_beijing] = {5, 3, 5, 2, 6, 3, 2, 4, 4, 3, 1, 4, 3, 0, 7, 6, 6, 5, 5, 4, 2, 1, 1, 2, 1},
};

const uint8_t marcopolo_steps_price[FACES + 1] = {
#define STEPS(steps, price) [steps] = (price),
#include "components.def"
};

const uint8_t marcopolo_pair[PAIRS][2] = {
    [pair_pepper_silk] = {resource_pepper, resource_silk},
    [pair_pepper_gold] = {resource_pepper, resource_gold},
    [pair_silk_gold] = {resource_silk, resource_gold},
};

const uint8_t marcopolo_beijing_points[BEIJING_SPACES] = {10, 7, 4, 1};
const uint8_t marcopolo_goal_ladder[2 * GOALS_KEPT + 1] = {0, 1, 3, 6, 10};

/* A component lost or written twice does not compile. */
_Static_assert(CONTRACTS == 44 && STARTING_CONTRACTS == 6 && SPECIAL == 8, "contracts");
_Static_assert(CITY_CARDS == 31 && GOALS == 18 && TOKENS == 10 && BONUSES == 6 && CHARACTERS == 8,
               "cards, goals, tokens, bonuses, characters");
_Static_assert(PLACES == 25, "places");
