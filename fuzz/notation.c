/* Any bytes as a move of every game: read, written and read again, and played where it is legal. */
#include "games/games.h"
#include "target.h"

static void read_move(const struct sr_game *game, int seats, const char *text, size_t size) {
    struct sr_error error = {0};
    struct sr_move move, again;
    if (!sr_move_read(game, text, size, seats, &move, &error)) {
        fuzz_error_speaks(&error);
        return;
    }
    char written[SR_MOVE_TEXT_BYTES];
    struct sr_out out;
    sr_out_open(&out, written, sizeof written);
    sr_move_write(&out, game, move);
    fuzz_promise(sr_out_fits(&out), "a move that was read is not too long to write");
    fuzz_promise(sr_move_read(game, written, out.len, seats, &again, &error) &&
                     sr_same_move(move, again),
                 "a move that was written is read back");
}

/* At a position somewhere in a game: legal or not, the table must cope. */
static void play_move(const struct sr_game *game, int seats, const char *text, size_t size,
                      struct sr_stream *dice) {
    struct sr_error error = {0};
    struct sr_setup setup;
    sr_setup_init(game, &setup);
    setup.seats = (uint8_t)seats;
    sr_seed_number(sr_draw(dice, 4), setup.seed);
    struct sr_table *table = sr_table_new(game, &setup, &error);
    fuzz_promise(table != NULL, "a deal succeeds");
    for (uint32_t i = sr_draw(dice, 24); i > 0 && table->moves.count; i--)
        sr_table_play(table, SR_REFEREE, table->moves.list[sr_draw(dice, table->moves.count)], NULL,
                      &error);
    uint32_t plies = table->plies;
    if (sr_table_play_text(table, SR_REFEREE, text, size, NULL, &error))
        fuzz_promise(table->plies == plies + 1 && sr_check(game, table->state, &error),
                     "a move that was accepted leads to a sound position");
    else
        fuzz_promise(table->plies == plies, "a move that was refused changes nothing");
    sr_table_free(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct sr_rng rng;
    struct sr_stream dice = fuzz_dice(&rng, data, size);
    const char *text = (const char *)data;
    for (int i = 0; sr_game_at(i); i++) {
        const struct sr_game *game = sr_game_at(i);
        for (int seats = game->seats_min; seats <= game->seats_max; seats++)
            read_move(game, seats, text, size);
        int seats = game->seats_min +
                    (int)sr_draw(&dice, (uint32_t)(game->seats_max - game->seats_min + 1));
        play_move(game, seats, text, size, &dice);
    }
    return 0;
}
