/* One game between bots. */
#include "lab/match.h"

#include "core/glimpse.h"
#include "core/tally.h"

#include <string.h>

/* What the deal says, or the end. */
static void read_seats(const struct sr_game *game, const void *state, bool at_deal,
                       int32_t *tally) {
    int seats = sr_head(state)->seats;
    for (int i = 0; i < sr_tally_count(game); i++)
        for (int seat = 0; seat < seats; seat++)
            if (!game->laboratory->tallies[i].of_move &&
                game->laboratory->tallies[i].at_deal == at_deal)
                tally[i * seats + seat] = game->laboratory->tallies[i].of_seat(state, seat);
}

/* What the decider's choice says, where its choices have said nothing yet. */
static void read_move(const struct sr_game *game, const void *state, struct sr_move move,
                      int32_t *tally) {
    const struct sr_head *head = sr_head(state);
    for (int i = 0; i < sr_tally_count(game); i++) {
        int32_t *choice = &tally[i * head->seats + head->decider];
        if (game->laboratory->tallies[i].of_move && *choice < 0)
            *choice = game->laboratory->tallies[i].of_move(state, move);
    }
}

/* The score sheet stands as it is, but who failed is last and all others are first. */
static void forfeit(struct sr_outcome *outcome, int seat, int seats) {
    outcome->forfeit = (uint8_t)(seat + 1);
    outcome->winners = 0;
    for (int other = 0; other < seats; other++) {
        outcome->rank[other] = (uint8_t)(other == seat ? seats : 1);
        if (other != seat)
            outcome->winners = (uint8_t)(outcome->winners | 1U << other);
    }
}

void sr_match_play(const struct sr_match *match, struct sr_outcome *outcome,
                   struct sr_error *error) {
    const struct sr_game *game = match->game;
    const struct sr_setup *setup = match->setup;
    const struct sr_bot *const *bot = match->bot;
    int32_t *tally = match->tally;
    _Alignas(8) unsigned char state[SR_MAX_STATE];
    struct sr_player player[SR_MAX_SEATS];
    struct sr_glimpse glimpse[SR_MAX_SEATS];
    struct sr_moves moves;
    struct sr_sheet sheet;
    struct sr_rng rng;
    int failed = SR_NONE;
    bool heedless = !match->witness; /* nobody remembers anything of this game */
    sr_rng_seed(&rng, match->bot_seed);
    struct sr_stream stream = sr_stream_open(&rng);

    memset(outcome, 0, sizeof *outcome);
    for (int seat = 0; seat < setup->seats; seat++) {
        const struct sr_game *judged = bot[seat]->judged ? bot[seat]->judged : game;
        player[seat] = sr_player_sit(bot[seat], match->company);
        glimpse[seat] = (struct sr_glimpse){judged, state, seat, &moves, bot[seat]->kind->peeks};
        heedless = heedless && bot[seat]->kind->heedless;
    }
    sr_deal(game, state, setup, NULL, &moves);
    for (int i = 0; tally && i < sr_tally_count(game) * setup->seats; i++)
        tally[i] = -1;
    if (tally)
        read_seats(game, state, true, tally);
    while (!sr_head(state)->over) {
        int seat = sr_head(state)->decider;
        struct sr_move move;
        if (!sr_player_choose(&player[seat], &glimpse[seat], &stream, &move, error)) {
            failed = seat;
            break;
        }
        outcome->decisions++;
        if (tally)
            read_move(game, state, move, tally);
        if (heedless) {
            sr_play_heedless(game, state, move, &moves);
            continue;
        }
        if (match->witness)
            match->witness(match->context, state, &moves, move);
        sr_play(game, state, move, NULL, &moves);
    }
    for (int seat = 0; seat < setup->seats; seat++)
        sr_player_leave(&player[seat]);
    sr_score(game, state, &sheet);
    outcome->winners = sheet.winners;
    outcome->rival = sheet.rival;
    for (int seat = 0; seat < setup->seats; seat++) {
        outcome->rank[seat] = sheet.rank[seat];
        outcome->score[seat] = sheet.total[seat];
    }
    if (failed != SR_NONE)
        forfeit(outcome, failed, setup->seats);
    if (tally)
        read_seats(game, state, false, tally);
}
