/* Merchants of Dunhuang: the end. The instant win, and the scoring of hands. */
#include "state.h"

bool dunhuang_has_won_at_once(const struct dunhuang *t, int seat) {
    return dunhuang_majorities(t, seat) >= dunhuang_table(t->head.seats)->majorities &&
           dunhuang_kinds_in_hand(t, seat) >= KINDS_TO_WIN;
}

static bool leads(const struct dunhuang *t, int seat, int good) {
    if (t->hand[seat][good] == 0)
        return false;
    for (int other = 0; other < t->head.seats; other++)
        if (t->hand[other][good] > t->hand[seat][good])
            return false;
    return true;
}

/* One card of each good that the seat leads stays, but no more cards than majorities; the dearest
 * are the ones to keep, so that is not asked. */
static void score_seat(const struct dunhuang *t, int seat, struct sr_sheet *sheet) {
    int tokens = dunhuang_majorities(t, seat), kept = 0;
    sr_score_add(sheet, seat, reason_majorities, 2 * tokens, tokens, 0, 0, 0);
    sr_score_add(sheet, seat, reason_prestige, t->prestige[seat], t->prestige[seat], 0, 0, 0);
    for (int good = GOODS - 1; good >= 0; good--) {
        if (!leads(t, seat, good))
            continue;
        bool keeps = kept < tokens;
        kept += keeps;
        sr_score_add(sheet, seat, keeps ? reason_good : reason_capped,
                     keeps ? dunhuang_value[good] : 0, good, t->hand[seat][good], 0, 0);
    }
}

void dunhuang_score(const void *state, struct sr_sheet *sheet) {
    const struct dunhuang *t = state;
    int64_t key[SEATS];
    uint16_t coins[SEATS];
    int seats = t->head.seats, winner = t->turn_seat;

    if (t->head.over && dunhuang_has_won_at_once(t, winner)) {
        sr_score_add(sheet, winner, reason_won, 0, dunhuang_majorities(t, winner),
                     dunhuang_kinds_in_hand(t, winner), 0, 0);
        for (int seat = 0; seat < seats; seat++)
            key[seat] = seat == winner;
        sr_score_rank(sheet, seats, key);
        return;
    }
    for (int seat = 0; seat < seats; seat++) {
        score_seat(t, seat, sheet);
        coins[seat] = t->coins[seat]; /* they break ties */
        key[seat] = ((int64_t)sheet->total[seat] << 8) + coins[seat];
    }
    sr_score_rank(sheet, seats, key);
    sr_score_tie(sheet, seats, reason_tie, coins);
}
