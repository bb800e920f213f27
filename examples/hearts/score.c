/* Hearts: counting a deal, the end, and the sheet. */
#include "state.h"

int hearts_target(const struct hearts *t) {
    static const uint8_t points[LENGTHS] = {
#define LENGTH(id, points_, en, ru) points_,
#include "components.def"
    };
    return points[t->options[option_length]];
}

/* Who has every point of the deal, or SR_NONE. */
static int shot_the_moon(const struct hearts *t) {
    for (int seat = 0; seat < SEATS; seat++)
        if (t->points[seat] == ALL_POINTS)
            return seat;
    return SR_NONE;
}

void hearts_end_deal(struct hearts *t, struct sr_turn *turn) {
    int shooter = shot_the_moon(t), most = 0;
    if (shooter != SR_NONE)
        sr_tell(turn, event_moon, shooter);
    for (int seat = 0; seat < SEATS; seat++) {
        int points = shooter == SR_NONE ? t->points[seat] : seat == shooter ? 0 : ALL_POINTS;
        t->total[seat] = (uint8_t)(t->total[seat] + points);
        most = t->total[seat] > most ? t->total[seat] : most;
        sr_tell(turn, event_counted, seat, points, t->total[seat]);
    }
    for (int seat = 0; seat < SEATS; seat++)
        for (int suit = 0; suit < SUITS; suit++)
            t->given[seat][suit] = 0;
    t->deals++;
    if (most < hearts_target(t)) {
        hearts_deal_cards(t, turn);
        return;
    }
    t->head.over = 1;
    t->head.decider = SR_NONE;
}

void hearts_score(const void *state, struct sr_sheet *sheet) {
    const struct hearts *t = state;
    int64_t key[SEATS];
    for (int seat = 0; seat < SEATS; seat++) {
        int hearts = sr_count_bits(t->taken[seat][suit_hearts]);
        sr_score_add(sheet, seat, reason_deals, t->total[seat], t->deals, 0, 0, 0);
        if (!t->head.over && hearts)
            sr_score_add(sheet, seat, reason_hearts, hearts, hearts, 0, 0, 0);
        if (!t->head.over && t->taken[seat][suit_spades] & QUEEN)
            sr_score_add(sheet, seat, reason_queen, QUEEN_POINTS, 0, 0, 0, 0);
        key[seat] = -sheet->total[seat]; /* fewest win */
    }
    sr_score_rank(sheet, SEATS, key);
}
