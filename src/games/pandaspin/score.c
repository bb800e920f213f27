/* Panda Spin: points and their sources, and who wins. */
#include "state.h"

void pandaspin_add_points(struct pandaspin *t, int seat, int points, uint8_t source[SEATS]) {
    int all = t->points[seat] + points, part = source[seat] + points;
    t->points[seat] = (uint8_t)(all < MAX_POINTS ? all : MAX_POINTS);
    source[seat] = (uint8_t)(part < MAX_POINTS ? part : MAX_POINTS);
}

/* Most points; on a tie, whose hand was empty first in the last round. Players who still hold cards
 * share. */
void pandaspin_score(const void *state, struct sr_sheet *sheet) {
    const struct pandaspin *t = state;
    int64_t key[SEATS];
    uint16_t emptied[SEATS];
    for (int seat = 0; seat < t->head.seats; seat++) {
        int out = t->from_going_out[seat], bamboo = t->from_bamboo[seat];
        int stolen = t->stolen[seat], lost = t->lost[seat];
        sr_score_add(sheet, seat, reason_start, t->points[seat] - out - bamboo - stolen + lost, 0,
                     0, 0, 0);
        sr_score_add(sheet, seat, reason_out, out, 0, 0, 0, 0);
        if (bamboo)
            sr_score_add(sheet, seat, reason_bamboo, bamboo, 0, 0, 0, 0);
        if (stolen)
            sr_score_add(sheet, seat, reason_stolen, stolen, 0, 0, 0, 0);
        if (lost)
            sr_score_add(sheet, seat, reason_lost, -lost, 0, 0, 0, 0);
        key[seat] =
            t->points[seat] * (SEATS + 1) + (t->emptied[seat] ? SEATS + 1 - t->emptied[seat] : 0);
        emptied[seat] = t->emptied[seat];
    }
    sr_score_rank(sheet, t->head.seats, key);
    sr_score_tie(sheet, t->head.seats, reason_tie, emptied);
}
