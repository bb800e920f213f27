#include "variants.h"

/* ---- fewest points win ---- */

static void score_fewest(const void *state, struct sr_sheet *sheet) {
    int seats = sr_head(state)->seats;
    int64_t key[SR_MAX_SEATS];
    pebbles_score(state, sheet);
    for (int seat = 0; seat < seats; seat++)
        key[seat] = -sheet->total[seat];
    sr_score_rank(sheet, seats, key);
}

struct sr_game pebbles_fewest_wins(void) {
    struct sr_game game = pebbles_game;
    game.score = score_fewest;
    game.fewest_wins = true;
    return game;
}
