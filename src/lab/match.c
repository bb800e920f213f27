/* One game between bots. */
#include "lab/match.h"

#include "core/glimpse.h"

#include <string.h>

static void read_tallies(const struct sr_game *game, const void *state, int seats, int32_t *tally) {
    for (int i = 0; i < game->tally_count; i++)
        for (int seat = 0; seat < seats; seat++)
            *tally++ = game->tallies[i].of_seat(state, seat);
}

void sr_match_play(const struct sr_game *game, const struct sr_setup *setup,
                   const struct sr_bot *const bot[SR_MAX_SEATS],
                   const uint8_t bot_seed[SR_SEED_BYTES], struct sr_outcome *outcome,
                   int32_t *tally) {
    _Alignas(8) unsigned char state[SR_MAX_STATE];
    struct sr_moves moves;
    struct sr_sheet sheet;
    struct sr_rng rng;
    sr_rng_seed(&rng, bot_seed);
    struct sr_stream stream = sr_stream_open(&rng);

    memset(outcome, 0, sizeof *outcome);
    sr_deal(game, state, setup, NULL, &moves);
    while (!sr_head(state)->over) {
        int seat = sr_head(state)->decider;
        struct sr_glimpse glimpse = {game, state, seat, &moves};
        struct sr_move move = sr_bot_choose(bot[seat], &glimpse, &stream);
        sr_play(game, state, move, NULL, &moves);
        outcome->decisions++;
    }
    sr_score(game, state, &sheet);
    outcome->winners = sheet.winners;
    for (int seat = 0; seat < setup->seats; seat++) {
        outcome->rank[seat] = sheet.rank[seat];
        outcome->score[seat] = sheet.total[seat];
    }
    if (tally)
        read_tallies(game, state, setup->seats, tally);
}
