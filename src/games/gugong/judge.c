/* Gugong: how good a position is for each seat, cheaply: points as they stand and are sure to come,
 * and what servants, gifts, ships and influence are worth while there are days left to use them. */
#include "state.h"

/* The weights are first estimates in points. */
static const float servant_worth = 0.55f, supply_worth = 0.05f, token_worth_each = 0.45f,
                   intrigue_worth = 0.45f, wall_worth = 0.45f, pair_worth = 1.6f,
                   cargo_worth = 0.9f, harbour_worth = 0.35f, gift_worth = 0.12f,
                   match_worth = 0.8f, card_worth = 2.0f, step_worth = 1.3f, home_worth = 3.0f,
                   medal_worth = 0.4f, far_penalty = 2.2f, won_worth = 60.0f, parked_worth = 0.8f;

/* What a decree brings in the mornings or actions that are left, in points a day. */
static const float decree_a_day[DECREES] = {
    [decree_morning_intrigue] = 0.9f, [decree_morning_ship] = 1.2f, [decree_morning_servant] = 0.7f,
    [decree_morning_envoy] = 1.2f,    [decree_morning_swap] = 0.8f, [decree_cheap_travel] = 0.4f,
    [decree_cheap_jade] = 0.5f,       [decree_more_wall] = 0.5f,    [decree_equal_gifts] = 0.6f,
    [decree_cheap_decrees] = 0.5f,
};

static float decrees_worth(const struct gugong *t, int side, int days) {
    float worth = 0;
    const uint8_t *cells = t->cells[side];
    int rewards = cells[reward_points] + cells[reward_card] + cells[reward_pair];
    for (int slot = 0; slot < SLOTS; slot++) {
        if (!(t->on_decrees[side] >> slot & 1))
            continue;
        int jade = 2 * t->jade[side], third = t->points[side] / 3 + 3;
        switch (t->decree[slot]) {
        case decree_end_third:
            worth += (float)(third < 10 ? third : 10);
            break;
        case decree_end_eight:
            worth += 8.0f;
            break;
        case decree_end_jade:
            worth += (float)(jade < 10 ? jade : 10);
            break;
        case decree_end_decrees:
            worth += 2.0f * (float)__builtin_popcount(t->on_decrees[side]);
            break;
        case decree_end_harbour:
            worth += 2.0f * (float)rewards;
            break;
        default:
            worth += decree_a_day[t->decree[slot]] * (float)days;
            break;
        }
    }
    return worth;
}

static float gifts_worth(const struct gugong *t, const uint8_t *list, int size) {
    float worth = 0;
    for (int i = 0; i < size; i++) {
        int value = gugong_gifts[list[i]].value;
        worth += gift_worth * (float)value;
        for (int die = 0; die < DICE; die++)
            if (t->dice[die] == value)
                worth += match_worth;
    }
    return worth;
}

/* Everything is lost without an audience: the fewer days are left, the more each missing step
 * weighs. */
static float palace_worth(const struct gugong *t, int side, int days) {
    if (t->arrival[side] != SR_NONE)
        return home_worth + gugong_arrival[t->arrival[side]] + step_worth * PALACE;
    float missing = (float)(PALACE - t->palace[side]);
    return step_worth * (float)t->palace[side] - far_penalty * missing / (float)(2 * days + 1);
}

static float side_worth(const struct gugong *t, int side, int days) {
    float left = (float)days / ROUNDS;
    float worth = t->points[side] + (float)gugong_jade_points(t->jade[side]) + 0.8f * t->jade[side];
    worth += palace_worth(t, side, days) + decrees_worth(t, side, days);
    worth += (servant_worth * (float)t->pool[side] + supply_worth * (float)t->supply[side]) *
             (0.3f + left);
    worth += token_worth_each * (float)token_worth(t, side);
    worth += intrigue_worth * (float)t->intrigue[side] * (0.3f + left);
    worth += wall_worth * (float)on_wall(t, side);
    for (int ship = 0; ship < SHIPS; ship++)
        if (t->ship_at[side][ship] != SR_NONE)
            worth += (cargo_worth * (float)ship_cells(t, side, ship) +
                      harbour_worth * (float)(t->ship_at[side][ship] % HARBOURS)) *
                     left;
    if (t->medal == side)
        worth += medal_worth * left;
    worth += card_worth * (float)t->cells[side][reward_card] * left;
    if (side == MENG)
        return worth;
    if (t->pair_at[side] != pair_locked)
        worth += pair_worth * (0.2f + left);
    worth += gifts_worth(t, t->hand[side], t->hand_size[side]);
    worth += gifts_worth(t, t->discard[side], t->discard_size[side]);
    for (int i = 0; i < t->parked_size; i++)
        if (t->parked_seat[i] == side)
            worth += parked_worth;
    return worth;
}

void gugong_judge(const void *state, float value[]) {
    const struct gugong *t = state;
    if (t->head.over) {
        struct sr_sheet sheet = {0};
        gugong_score(t, &sheet);
        for (int seat = 0; seat < t->head.seats; seat++)
            value[seat] = (float)sheet.total[seat] + (sheet.winners >> seat & 1 ? won_worth : 0.0f);
        return;
    }
    int days = ROUNDS - t->round;
    for (int seat = 0; seat < t->head.seats; seat++)
        value[seat] = side_worth(t, seat, days);
    if (is_solo(t))
        value[0] -= 0.5f * side_worth(t, MENG, days);
}
