/* Gugong: the end. Wall, decrees of the third level, the order of arrival, jade. */
#include "state.h"

#include <string.h>

int gugong_jade_points(int jade) {
    static const uint8_t points[] = {0, 1, 3, 6, 10, 15};
    return jade <= 5 ? points[jade] : 15 + 2 * (jade - 5);
}

/* The final scoring, as far as it changes envoys: on a copy of what it needs. */
struct ending {
    int palace[SIDES], arrival[SIDES], total[SIDES];
};

/* The sheet knows seats only: what Meng has, whoever plays against him reads without points. */
static void add(struct ending *end, struct sr_sheet *sheet, int side, int reason, int points,
                int number) {
    end->total[side] += points;
    if (side == MENG)
        sr_score_add(sheet, 0, reason - reason_track + reason_meng_track, 0, points, number, 0, 0);
    else
        sr_score_add(sheet, side, reason, points, number, 0, 0, 0);
}

/* A last wall scoring without benefits; it may still bring an envoy home. */
static void score_wall(const struct gugong *t, struct ending *end, struct sr_sheet *sheet) {
    int winner = gugong_wall_winner(t);
    if (winner == SR_NONE)
        return;
    int points = WIN_POINTS;
    if (end->palace[winner] >= PALACE) {
        points++;
    } else if (++end->palace[winner] == PALACE) {
        int place = 0;
        for (int i = 0; i < sides(t); i++)
            place += end->arrival[side_at(t, i)] != SR_NONE;
        end->arrival[winner] = place < SEATS ? place : SEATS - 1;
    }
    add(end, sheet, winner, reason_wall, points, on_wall(t, winner));
}

static int at_most_ten(int points) {
    return points < 10 ? points : 10;
}

static void score_decrees(const struct gugong *t, int side, struct ending *end,
                          struct sr_sheet *sheet) {
    int total = end->total[side];
    const uint8_t *cells = t->cells[side];
    int rewards = cells[reward_points] + cells[reward_card] + cells[reward_pair];
    int decrees = __builtin_popcount(t->on_decrees[side]);
    if (owns_decree(t, side, decree_end_third))
        add(end, sheet, side, reason_third, at_most_ten(total / 3), total);
    if (owns_decree(t, side, decree_end_eight))
        add(end, sheet, side, reason_eight, 8, 0);
    if (owns_decree(t, side, decree_end_jade))
        add(end, sheet, side, reason_end_jade, at_most_ten(2 * t->jade[side]), t->jade[side]);
    if (owns_decree(t, side, decree_end_decrees))
        add(end, sheet, side, reason_end_decrees, 2 * decrees, decrees);
    if (owns_decree(t, side, decree_end_harbour))
        add(end, sheet, side, reason_end_harbour, 2 * rewards, rewards);
}

/* Nobody wins who did not reach the palace, except Meng. Without a winner the order is that of the
 * intrigues. */
static void rank(const struct gugong *t, const struct ending *end, struct sr_sheet *sheet) {
    int64_t key[SIDES];
    bool stays[SIDES];
    for (int i = 0; i < sides(t); i++) {
        int side = side_at(t, i);
        stays[i] = end->arrival[side] != SR_NONE || side == MENG;
        key[i] = standing(t, side) + (stays[i] ? (int64_t)(end->total[side] + 1) << 16 : 0);
    }
    sr_score_rank(sheet, sides(t), key);
    for (int i = 0; i < sides(t); i++)
        if (!stays[i] || side_at(t, i) == MENG)
            sheet->winners = (uint8_t)(sheet->winners & ~(1u << i));
    if (is_solo(t)) { /* one seat is always the first of the seats */
        sheet->rank[0] = 1;
        sheet->rank[1] = 0;
        return;
    }
    uint16_t cell[SEATS];
    for (int seat = 0; seat < t->head.seats; seat++)
        cell[seat] = t->intrigue[seat];
    sr_score_tie(sheet, t->head.seats, reason_tie, cell);
}

void gugong_score(const void *state, struct sr_sheet *sheet) {
    const struct gugong *t = state;
    struct ending end;
    memset(&end, 0, sizeof end);
    for (int i = 0; i < sides(t); i++) {
        int side = side_at(t, i);
        end.palace[side] = t->palace[side];
        end.arrival[side] = t->arrival[side];
        add(&end, sheet, side, reason_track, t->points[side], 0);
    }
    score_wall(t, &end, sheet);
    for (int i = 0; i < sides(t); i++) {
        int side = side_at(t, i);
        bool home = end.arrival[side] != SR_NONE;
        if (!home && side != MENG) {
            add(&end, sheet, side, reason_missed, -end.total[side], end.palace[side]);
            continue;
        }
        score_decrees(t, side, &end, sheet);
        if (home)
            add(&end, sheet, side, reason_arrival, gugong_arrival[end.arrival[side]],
                end.arrival[side] + 1);
        if (t->jade[side])
            add(&end, sheet, side, reason_jade, gugong_jade_points(t->jade[side]), t->jade[side]);
    }
    if (is_solo(t)) {
        sheet->rival = end.total[MENG];
        sr_score_add(sheet, 0, reason_meng, 0, end.total[MENG], 0, 0, 0);
    }
    rank(t, &end, sheet);
}
