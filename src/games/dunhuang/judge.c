/* Merchants of Dunhuang: how good a position is for each seat, cheaply. Both endings count: points
 * as they stand, and how near the instant win is. */
#include "state.h"

/* The weights are first estimates in points. */
static const float token_worth = 3.0f, coin_worth = 0.35f, prestige_worth = 1.0f,
                   lead_worth = 0.65f, tie_worth = 0.45f, behind_worth = 0.12f,
                   shop_card_worth = 0.25f, near_win_worth = 1.1f, won_worth = 100.0f;

/* What the hand may bring: the best goods, as many as there are majorities. */
static float hand_worth(const struct dunhuang *t, int seat, int tokens) {
    float best = 0;
    int room = tokens + 1; /* one more majority is usually still to come */
    for (int good = GOODS - 1; good >= 0 && room > 0; good--) {
        int own = t->hand[seat][good], most = 0;
        if (!own)
            continue;
        for (int other = 0; other < t->head.seats; other++)
            if (other != seat && t->hand[other][good] > most)
                most = t->hand[other][good];
        float chance = own > most ? lead_worth : own == most ? tie_worth : behind_worth;
        if (own >= 2)
            chance += 0.15f;
        best += chance * (float)dunhuang_value[good];
        room--;
    }
    return best;
}

void dunhuang_judge(const void *state, float value[]) {
    const struct dunhuang *t = state;
    int need = dunhuang_table(t->head.seats)->majorities;

    for (int seat = 0; seat < t->head.seats; seat++) {
        int tokens = dunhuang_majorities(t, seat), kinds = dunhuang_kinds_in_hand(t, seat);
        int steps = (tokens < need ? tokens : need) + (kinds < KINDS_TO_WIN ? kinds : KINDS_TO_WIN);
        float worth = token_worth * (float)tokens + prestige_worth * (float)t->prestige[seat] +
                      coin_worth * (float)(t->coins[seat] < 8 ? t->coins[seat] : 8) +
                      hand_worth(t, seat, tokens);
        for (int good = 0; good < GOODS; good++)
            worth += shop_card_worth * (float)t->shop[seat][good];
        worth += near_win_worth * (float)(steps * steps) / (float)(need + KINDS_TO_WIN);
        value[seat] = worth;
    }
    if (t->head.over) {
        struct sr_sheet sheet;
        sheet.count = 0;
        dunhuang_score(t, &sheet);
        for (int seat = 0; seat < t->head.seats; seat++)
            if (sheet.winners & 1u << seat)
                value[seat] += won_worth;
    }
}
