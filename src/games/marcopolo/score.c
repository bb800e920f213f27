/* The Voyages of Marco Polo: the final scoring. */
#include "state.h"

static void score_goals(const struct marcopolo *t, int seat, struct sr_sheet *sheet) {
    int reached = 0;
    for (int i = 0; i < t->goal_size[seat] && i < GOALS_KEPT; i++) {
        const struct goal_info *goal = &marcopolo_goal[t->goal[seat][i]];
        int both = 1 << goal->city | 1 << goal->province;
        reached |= t->posts[seat] & both;
        if ((t->posts[seat] & both) == both)
            sr_score_add(sheet, seat, reason_goal, goal->points, t->goal[seat][i], 0, 0, 0);
    }
    int places = __builtin_popcount((unsigned)reached);
    if (places)
        sr_score_add(sheet, seat, reason_places, marcopolo_goal_ladder[places], places, 0, 0, 0);
}

static void score_beijing(const struct marcopolo *t, int seat, struct sr_sheet *sheet) {
    int goods = t->stock[seat][resource_pepper] + t->stock[seat][resource_silk] +
                t->stock[seat][resource_gold];
    for (int space = 0; space < BEIJING_SPACES; space++)
        if (t->beijing[space] == seat) {
            sr_score_add(sheet, seat, reason_beijing, marcopolo_beijing_points[space], space, 0, 0,
                         0);
            if (goods / GOODS_PER_POINT)
                sr_score_add(sheet, seat, reason_goods, goods / GOODS_PER_POINT, goods, 0, 0, 0);
            return;
        }
}

void marcopolo_score(const void *state, struct sr_sheet *sheet) {
    const struct marcopolo *t = state;
    int seats = t->head.seats, most = 0;
    int64_t key[SEATS];
    uint16_t beasts[SEATS];

    for (int seat = 0; seat < seats; seat++)
        if (t->completed[seat] > most)
            most = t->completed[seat];
    for (int seat = 0; seat < seats; seat++) {
        sr_score_add(sheet, seat, reason_points, t->points[seat], 0, 0, 0, 0);
        score_goals(t, seat, sheet);
        int rich = t->stock[seat][resource_coins] / COINS_PER_POINT;
        if (rich)
            sr_score_add(sheet, seat, reason_coins, rich, t->stock[seat][resource_coins], 0, 0, 0);
        score_beijing(t, seat, sheet);
        if (t->completed[seat] == most &&
            (most || sr_has_option(t, option_most_contracts_awarded_at_zero)))
            sr_score_add(sheet, seat, reason_contracts, MOST_CONTRACTS, most, 0, 0, 0);
    }
    for (int seat = 0; seat < seats; seat++) { /* camels break ties */
        beasts[seat] = (uint16_t)t->stock[seat][resource_camels];
        key[seat] = (int64_t)sheet->total[seat] * 65536 + beasts[seat];
    }
    sr_score_rank(sheet, seats, key);
    sr_score_tie(sheet, seats, reason_tie, beasts);
}
