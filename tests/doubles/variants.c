#include "variants.h"

#include <string.h>

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

/* ---- two versions ---- */

static const struct sr_preset presets[] = {
    {"few", SR_TEXT("two pebbles of each colour", "по два камешка каждого цвета"), "copies=2"},
    {"many", SR_TEXT("many pebbles, and peeking", "много камешков, и можно подсматривать"),
     "copies=3,peeking=yes"},
};
static const struct sr_presets all_presets = SR_TABLE(presets);

struct sr_game pebbles_of_two_versions(void) {
    static struct sr_option options[PEBBLE_OPTIONS];
    struct sr_game game = pebbles_game;
    memcpy(options, game.options, sizeof options);
    options[option_peeking].standard = 0;
    options[option_peeking].changed = true;
    options[option_peeking].unsaid = 1;
    game.options = options;
    game.rules = 2;
    game.presets = &all_presets;
    return game;
}
