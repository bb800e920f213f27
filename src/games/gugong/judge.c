/* Gugong: what a position is judged by: points as they stand and are sure to come, and what
 * servants, gifts, ships and influence are worth while there are days left to use them. The weights
 * are in points: see weights.def. */
#include "state.h"

const struct sr_feature gugong_features[FEATURES] = {
    [feature_points] = {"points", SR_TEXT("points", "очки")},
    [feature_jade] = {"jade", SR_TEXT("points for jade", "очки за нефриты")},
    [feature_next_jade] = {"next_jade", SR_TEXT("number of jade", "число нефритов")},
    [feature_steps] = {"steps", SR_TEXT("steps of the envoy", "шаги просителя")},
    [feature_missing] = {"missing", SR_TEXT("steps missing, and little time",
                                            "недостающие шаги, а времени мало")},
    [feature_arrived] = {"arrived", SR_TEXT("being in the palace", "проситель во дворце")},
    [feature_arrival] = {"arrival", SR_TEXT("points for arriving", "очки за прибытие")},
    [feature_end_decrees] = {"end_decrees",
                             SR_TEXT("points of final decrees", "очки указов в конце")},
    [feature_decrees] = {"decrees",
                         SR_TEXT("other decrees, days left", "прочие указы, дней впереди")},
    [feature_pool] = {"pool", SR_TEXT("servants in the pool", "слуги в штате")},
    [feature_supply] = {"supply", SR_TEXT("servants in the supply", "слуги в запасе")},
    [feature_tokens] = {"tokens", SR_TEXT("travel tokens", "жетоны путешествий")},
    [feature_intrigue] = {"intrigue", SR_TEXT("intrigue", "интриги")},
    [feature_wall] = {"wall", SR_TEXT("servants on the wall", "слуги на стене")},
    [feature_cargo] = {"cargo", SR_TEXT("servants on ships", "слуги на джонках")},
    [feature_harbours] = {"harbours", SR_TEXT("harbours reached", "пройденные гавани")},
    [feature_gifts] = {"gifts", SR_TEXT("worth of the gifts", "ценность подарков")},
    [feature_matches] = {"matches", SR_TEXT("gifts that match the dice", "совпадения с кубиками")},
    [feature_cards] = {"cards", SR_TEXT("gifts beyond four", "подарки сверх четырёх")},
    [feature_pair] = {"pair", SR_TEXT("the pair", "пара слуг")},
    [feature_medal] = {"medal", SR_TEXT("the medal", "жетон первого игрока")},
    [feature_parked] = {"parked", SR_TEXT("special tokens at work", "особые жетоны в деле")},
    [feature_meng] = {"meng", SR_TEXT("Meng's points", "очки Мэна")},
};

/* WEIGHTS(seats, one weight for each feature in the order above) */
const float gugong_weights[SEATS][FEATURES] = {
#define WEIGHTS(seats, ...) [(seats)-1] = {__VA_ARGS__},
#include "weights.def"
};

static int at_most_ten(int points) {
    return points < 10 ? points : 10;
}

static void measure_decrees(const struct gugong *t, int side, int days, float *value) {
    const uint8_t *cells = t->cells[side];
    int rewards = cells[reward_points] + cells[reward_card] + cells[reward_pair];
    for (int slot = 0; slot < SLOTS; slot++) {
        if (!(t->on_decrees[side] >> slot & 1))
            continue;
        switch (t->decree[slot]) {
        case decree_end_third: /* some points are still to come */
            value[feature_end_decrees] += (float)at_most_ten(t->points[side] / 3 + 3);
            break;
        case decree_end_eight:
            value[feature_end_decrees] += 8.0f;
            break;
        case decree_end_jade:
            value[feature_end_decrees] += (float)at_most_ten(2 * t->jade[side]);
            break;
        case decree_end_decrees:
            value[feature_end_decrees] += 2.0f * (float)__builtin_popcount(t->on_decrees[side]);
            break;
        case decree_end_harbour:
            value[feature_end_decrees] += 2.0f * (float)rewards;
            break;
        default:
            value[feature_decrees] += (float)days;
            break;
        }
    }
}

static void measure_gifts(const struct gugong *t, const uint8_t *list, int size, float *value) {
    for (int i = 0; i < size; i++) {
        int worth = gugong_gifts[list[i]].value;
        value[feature_gifts] += (float)worth;
        for (int die = 0; die < DICE; die++)
            value[feature_matches] += t->dice[die] == worth ? 1.0f : 0.0f;
    }
}

/* Everything is lost without an audience: the fewer days are left, the more each missing step
 * weighs. */
static void measure_palace(const struct gugong *t, int side, int days, float *value) {
    value[feature_steps] = t->palace[side];
    if (t->arrival[side] != SR_NONE) {
        value[feature_arrived] = 1.0f;
        value[feature_arrival] = gugong_arrival[t->arrival[side]];
    } else {
        value[feature_missing] = (float)(PALACE - t->palace[side]) / (float)(2 * days + 1);
    }
}

static void measure_side(const struct gugong *t, int side, int days, float *value) {
    float left = (float)days / ROUNDS, some_left = 0.3f + left;
    value[feature_points] = t->points[side];
    value[feature_jade] = (float)gugong_jade_points(t->jade[side]);
    value[feature_next_jade] = t->jade[side];
    measure_palace(t, side, days, value);
    measure_decrees(t, side, days, value);
    value[feature_pool] = some_left * (float)t->pool[side];
    value[feature_supply] = some_left * (float)t->supply[side];
    value[feature_tokens] = (float)token_worth(t, side);
    value[feature_intrigue] = some_left * (float)t->intrigue[side];
    value[feature_wall] = (float)on_wall(t, side);
    for (int ship = 0; ship < SHIPS; ship++)
        if (t->ship_at[side][ship] != SR_NONE) {
            value[feature_cargo] += left * (float)ship_cells(t, side, ship);
            value[feature_harbours] += left * (float)(t->ship_at[side][ship] % HARBOURS);
        }
    value[feature_medal] = t->medal == side ? left : 0.0f;
    value[feature_cards] = left * (float)t->cells[side][reward_card];
}

void gugong_measure(const void *state, float values[]) {
    const struct gugong *t = state;
    int days = ROUNDS - t->round;
    for (int seat = 0; seat < t->head.seats; seat++) {
        float *value = &values[seat * FEATURES];
        for (int i = 0; i < FEATURES; i++)
            value[i] = 0;
        measure_side(t, seat, days, value);
        if (t->pair_at[seat] != pair_locked)
            value[feature_pair] = 0.2f + (float)days / ROUNDS;
        measure_gifts(t, t->hand[seat], t->hand_size[seat], value);
        measure_gifts(t, t->discard[seat], t->discard_size[seat], value);
        for (int i = 0; i < t->parked_size; i++)
            value[feature_parked] += t->parked_seat[i] == seat ? 1.0f : 0.0f;
        if (is_solo(t))
            value[feature_meng] = (float)(t->points[MENG] + gugong_jade_points(t->jade[MENG]));
    }
}
