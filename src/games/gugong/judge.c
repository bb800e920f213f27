/* Gugong: what a position is judged by: points as they stand and are sure to come, and what
 * servants, gifts, ships and influence are worth while there are days left to use them. The weights
 * are in points: see weights.def. */
#include "state.h"

#include "core/mind.h"

#include <string.h>

static const struct sr_feature features[FEATURES] = {
    [feature_points] = {"points", SR_TEXT("points", "очки"), SR_MORE},
    [feature_jade] = {"jade", SR_TEXT("points for jade", "очки за нефриты"), SR_MORE},
    [feature_steps] = {"steps", SR_TEXT("steps of the envoy", "шаги просителя"), SR_MORE},
    [feature_risk] = {"risk",
                      SR_TEXT("points that a missed audience would cost",
                              "потери при пропуске аудиенции"),
                      SR_LESS},
    [feature_arrived] = {"arrived", SR_TEXT("being in the palace", "проситель во дворце"), SR_MORE},
    [feature_arrival] = {"arrival", SR_TEXT("points for arriving", "очки за прибытие"), SR_MORE},
    [feature_end_decrees] = {"end_decrees",
                             SR_TEXT("points of final decrees", "очки указов в конце"), SR_MORE},
    [feature_decrees] = {"decrees", SR_TEXT("days of other decrees", "дни прочих указов"), SR_MORE},
    [feature_mornings] = {"mornings",
                          SR_TEXT("mornings that decrees will help in",
                                  "утра, в которые помогут указы"),
                          SR_MORE},
    [feature_pool] = {"pool", SR_TEXT("servants in the pool", "слуги в штате"), SR_MORE},
    [feature_supply] = {"supply", SR_TEXT("servants in the supply", "слуги в запасе")},
    [feature_tokens] = {"tokens", SR_TEXT("travel tokens", "жетоны путешествий"), SR_MORE},
    [feature_intrigue] = {"intrigue", SR_TEXT("intrigue", "интриги"), SR_MORE},
    [feature_wall] = {"wall", SR_TEXT("servants on the wall", "слуги на стене"), SR_MORE},
    [feature_wall_lead] = {"wall_lead",
                           SR_TEXT("the lead on a wall nearly built",
                                   "лидерство на почти готовой стене"),
                           SR_MORE},
    [feature_last_wall] = {"last_wall",
                           SR_TEXT("the lead on the wall on the last day",
                                   "лидерство на стене в последний день"),
                           SR_MORE},
    [feature_cargo] = {"cargo", SR_TEXT("servants on ships", "слуги на джонках"), SR_MORE},
    [feature_harbours] = {"harbours", SR_TEXT("harbours reached", "пройденные гавани"), SR_MORE},
    [feature_gifts] = {"gifts", SR_TEXT("worth of the gifts", "ценность подарков"), SR_MORE},
    [feature_matches] = {"matches", SR_TEXT("gifts that match the dice", "совпадения с кубиками"),
                         SR_MORE},
    [feature_match_lead] = {"match_lead", SR_TEXT("the most matches", "больше всех совпадений"),
                            SR_MORE},
    [feature_cards] = {"cards", SR_TEXT("gifts beyond four", "подарки сверх четырёх"), SR_MORE},
    [feature_pair] = {"pair", SR_TEXT("the pair", "пара слуг"), SR_MORE},
    [feature_medal] = {"medal", SR_TEXT("the medal", "жетон первого игрока"), SR_MORE},
    [feature_parked] = {"parked", SR_TEXT("special tokens at work", "особые жетоны в деле"),
                        SR_MORE},
    [feature_turns] = {"turns", SR_TEXT("turns still to come", "ходы впереди"), SR_MORE},
    [feature_to_do] = {"to_do", SR_TEXT("actions under way", "начатые действия"), SR_MORE},
    [feature_meng] = {"meng", SR_TEXT("Meng's turns still to come", "ходы Мэна впереди"), SR_LESS},
};

/* WEIGHTS(seats, one weight for each feature in the order above), LATE(the same at the end): for
 * one only. */
static const float weights[2][SEATS][FEATURES] = {
#define WEIGHTS(seats, ...) [0][(seats)-1] = {__VA_ARGS__},
#define LATE(seats, ...) [1][(seats)-1] = {__VA_ARGS__},
#include "weights.def"
};

static int at_most_ten(int points) {
    return points < 10 ? points : 10;
}

/* What is the same for all sides, found once. */
struct common {
    int days;
    float built;                  /* how much of the wall stands, 0 to 1 */
    int wall_winner;              /* as it stands */
    uint8_t dice_of[HIGHEST + 1]; /* dice that show a value */
};

static struct common look_around(const struct gugong *t) {
    struct common common = {.days = ROUNDS - t->round, .wall_winner = gugong_wall_winner(t)};
    int pieces = 0;
    for (int i = 0; i < sides(t); i++)
        pieces += on_wall(t, side_at(t, i));
    common.built = (float)pieces / (float)gugong_wall_complete[sides(t)];
    for (int die = 0; die < DICE; die++)
        common.dice_of[t->dice[die]]++;
    return common;
}

static int turns_to_come(const struct gugong *t, int seat) {
    return t->hand_size[seat] + (ROUNDS - t->round - 1) * START_HAND;
}

/* So many turns, beside those of a whole game. */
static float part_of_game(int turns) {
    return (float)turns / (float)(ROUNDS * START_HAND);
}

static int points_of_decree(const struct gugong *t, int side, int decree) {
    const uint8_t *cells = t->cells[side];
    switch (decree) {
    case decree_end_third: /* some points are still to come */
        return at_most_ten(t->points[side] / 3 + 3);
    case decree_end_eight:
        return 8;
    case decree_end_jade:
        return at_most_ten(2 * t->jade[side]);
    case decree_end_decrees:
        return 2 * __builtin_popcount(t->on_decrees[side]);
    case decree_end_harbour:
        return 2 * (cells[reward_points] + cells[reward_card] + cells[reward_pair]);
    default:
        return 0;
    }
}

/* Decrees of the first two levels help day by day, those of the third bring points in the end. */
static void measure_decrees(const struct gugong *t, const struct common *common, int side,
                            float left, float *value) {
    int points = 0, others = 0, mornings = 0;
    for (unsigned slots = t->on_decrees[side]; slots; slots &= slots - 1) {
        int decree = t->decree[__builtin_ctz(slots)];
        int level = gugong_decrees[decree].level;
        if (level == 3)
            points += points_of_decree(t, side, decree);
        else
            others++;
        mornings += level == 1;
    }
    value[feature_end_decrees] = (float)points;
    value[feature_decrees] = left * (float)others;
    value[feature_mornings] = (float)(mornings * (common->days - 1));
}

static int measure_gifts(const struct gugong *t, const struct common *common, int seat,
                         float *value) {
    int worth = 0, matches = 0;
    for (int i = 0; i < t->hand_size[seat]; i++) {
        worth += gugong_gifts[t->hand[seat][i]].value;
        matches += common->dice_of[gugong_gifts[t->hand[seat][i]].value];
    }
    for (int i = 0; i < t->discard_size[seat]; i++) {
        worth += gugong_gifts[t->discard[seat][i]].value;
        matches += common->dice_of[gugong_gifts[t->discard[seat][i]].value];
    }
    value[feature_gifts] = (float)worth;
    value[feature_matches] = (float)matches;
    return matches;
}

/* Everything is lost without an audience: the fewer turns are left, the more each missing step
 * weighs, and the more there is to lose. Called when the points are measured. */
static void measure_palace(const struct gugong *t, int side, int turns, float *value) {
    value[feature_steps] = t->palace[side];
    if (t->arrival[side] != SR_NONE) {
        value[feature_arrived] = 1.0f;
        value[feature_arrival] = gugong_arrival[t->arrival[side]];
        return;
    }
    float missing = (float)(PALACE - t->palace[side]) / (float)(turns + 1);
    float risk = missing < 1.0f ? missing * missing : 1.0f;
    value[feature_risk] =
        0.1f * risk * (value[feature_points] + value[feature_jade] + value[feature_end_decrees]);
}

static void measure_ships(const struct gugong *t, int side, float left, float *value) {
    int cargo = 0, harbours = 0;
    for (int ship = 0; ship < SHIPS; ship++)
        if (t->ship_at[side][ship] != SR_NONE) {
            cargo += ship_cells(t, side, ship);
            harbours += t->ship_at[side][ship] % HARBOURS;
        }
    value[feature_cargo] = left * (float)cargo;
    value[feature_harbours] = left * (float)harbours;
}

static void measure_side(const struct gugong *t, const struct common *common, int side, int turns,
                         float *value) {
    float left = part_of_game(turns), some_left = 0.3f + left;
    value[feature_points] = t->points[side];
    value[feature_jade] = (float)gugong_jade_points(t->jade[side]);
    measure_decrees(t, common, side, left, value);
    measure_palace(t, side, turns, value);
    measure_ships(t, side, left, value);
    value[feature_pool] = some_left * (float)t->pool[side];
    value[feature_supply] = some_left * (float)t->supply[side];
    value[feature_tokens] = (float)token_worth(t, side);
    value[feature_intrigue] = some_left * (float)t->intrigue[side];
    value[feature_wall] = (float)on_wall(t, side);
    if (common->wall_winner == side) { /* in the end it counts as it stands */
        value[feature_wall_lead] = common->built;
        value[feature_last_wall] = common->days == 1 ? 1.0f : 0.0f;
    }
    value[feature_medal] = t->medal == side ? left : 0.0f;
    value[feature_cards] = left * (float)t->cells[side][reward_card];
    value[feature_turns] = (float)turns;
}

/* Who has most matches will have the award of the night; a tie goes to the marker ahead. */
static void measure_award(const struct gugong *t, const int *matches, float *values) {
    int best = 0;
    for (int seat = 1; seat < t->head.seats; seat++)
        if (matches[seat] > matches[best] ||
            (matches[seat] == matches[best] && standing(t, seat) > standing(t, best)))
            best = seat;
    if (matches[best] && (!is_solo(t) || matches[best] > t->round))
        values[best * FEATURES + feature_match_lead] = 1.0f;
}

/* Alone, what counts is how far one is ahead of Meng in what brings points. What he needs for that
 * is not looked at: his servants and gifts hardly limit him, since he pays for little, and he needs
 * no audience. */
static void compare_with_meng(const struct gugong *t, const struct common *common, float *value) {
    static const uint8_t compared[] = {feature_points,    feature_jade,    feature_steps,
                                       feature_arrived,   feature_arrival, feature_end_decrees,
                                       feature_tokens,    feature_wall,    feature_wall_lead,
                                       feature_last_wall, feature_cargo};
    float his[FEATURES] = {0};
    int turns =
        t->meng_gifts_size + (common->days - 1) * (t->meng_gifts_size + t->meng_discard_size);
    measure_side(t, common, MENG, turns, his);
    for (size_t i = 0; i < sizeof compared; i++)
        value[compared[i]] -= his[compared[i]];
    value[feature_meng] = (float)turns;
}

void gugong_measure(const void *state, float values[]) {
    const struct gugong *t = state;
    struct common common = look_around(t);
    int matches[SEATS] = {0};
    memset(values, 0, sizeof *values * FEATURES * t->head.seats);
    for (int seat = 0; seat < t->head.seats; seat++) {
        float *value = &values[seat * FEATURES];
        int turns = turns_to_come(t, seat);
        measure_side(t, &common, seat, turns, value);
        if (t->pair_at[seat] != pair_locked)
            value[feature_pair] = 0.2f + part_of_game(turns);
        matches[seat] = measure_gifts(t, &common, seat, value);
    }
    measure_award(t, matches, values);
    for (int i = 0; i < t->parked_size; i++)
        values[t->parked_seat[i] * FEATURES + feature_parked] += 1.0f;
    for (int i = 0; i < t->head.pending; i++)
        if (t->agenda[i].seat < t->head.seats)
            values[t->agenda[i].seat * FEATURES + feature_to_do] += 1.0f;
    if (is_solo(t))
        compare_with_meng(t, &common, values);
}

/* Turns gone by of whoever plays alone. */
static float progress(const void *state) {
    const struct gugong *t = state;
    float left = part_of_game(turns_to_come(t, 0)); /* more than all with gifts beyond four */
    return left < 1.0f ? 1.0f - left : 0.0f;
}

/* ---- for a learnt judge ---- */

/* What a decree is worth depends on which one it is and on whose it is. */
enum { decree_absent, decree_free, decree_mine, decree_others, decree_shared };
static const struct sr_relation relations[] = {{"decree_owner", DECREES, decree_shared}};

static void relate(const void *state, int seat, uint8_t number[]) {
    const struct gugong *t = state;
    memset(number, decree_absent, DECREES);
    for (int slot = 0; slot < SLOTS; slot++) {
        bool mine = t->on_decrees[seat] >> slot & 1, others = false;
        for (int side = 0; side < SIDES; side++)
            others = others || (side != seat && t->on_decrees[side] >> slot & 1);
        number[t->decree[slot]] = mine && others ? decree_shared
                                  : mine         ? decree_mine
                                  : others       ? decree_others
                                                 : decree_free;
    }
}

static uint8_t stage(const void *state) {
    const struct gugong *t = state;
    return t->round < ROUNDS ? t->round : ROUNDS - 1;
}

const struct sr_mind gugong_mind = {
    .features = features,
    .feature_count = FEATURES,
    .weights = weights[0][0],
    .late_weights = weights[1][0],
    .progress = progress,
    .late_seats_max = 1,
    .measure = gugong_measure,
    .relations = relations,
    .relation_count = SR_COUNT(relations),
    .relate = relate,
    .stage = stage,
    .stages = ROUNDS,
    .playout = 4,
    .judge_points = 1.0f,
    .explore_alone = 0.3f,
    .look = 20.0f,
    .net_explore = 0.3f,
    .net_look = 40.0f,
    .net_explore_alone = 0.15f,
    .net_look_alone = 80.0f,
    .net_by_thinker = true,
};
