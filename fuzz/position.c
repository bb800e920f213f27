/* Any bytes as a position, strict and loose, and as a change to a deal of every game. */
#include "games/games.h"
#include "target.h"

static void use(struct sr_table *table, struct sr_stream *dice) {
    struct sr_error error = {0};
    if (!table->loose)
        fuzz_promise(sr_check(table->game, table->state, &error),
                     "a position that was accepted is sound");
    fuzz_round_trip(table);
    fuzz_look(table, dice);
    fuzz_play(table, dice);
    fuzz_look(table, dice);
    fuzz_round_trip(table);
}

static void read_as_position(const char *text, size_t size, bool loose, struct sr_stream *dice) {
    struct sr_error error = {0};
    struct sr_table *table = sr_position_read(text, size, loose, &error);
    if (table)
        use(table, dice);
    else
        fuzz_error_speaks(&error);
    sr_table_free(table);
}

static void merge_into_deal(const struct sr_game *game, const char *text, size_t size, bool loose,
                            struct sr_stream *dice) {
    struct sr_error error = {0};
    struct sr_setup setup;
    sr_setup_init(game, &setup);
    setup.seats = (uint8_t)(game->seats_min +
                            sr_draw(dice, (uint32_t)(game->seats_max - game->seats_min + 1)));
    sr_seed_number(sr_draw(dice, 8), setup.seed);
    struct sr_table *table = sr_table_new(game, &setup, &error);
    fuzz_promise(table != NULL, "a deal succeeds");
    static struct sr_table before;
    memcpy(&before, table, sizeof before);
    if (sr_position_merge(table, text, size, loose, sr_draw(dice, 2) != 0, &error)) {
        use(table, dice);
    } else {
        fuzz_error_speaks(&error);
        fuzz_promise(memcmp(&before, table, sizeof before) == 0,
                     "a change that is refused changes nothing");
    }
    sr_table_free(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct sr_rng rng;
    struct sr_stream dice = fuzz_dice(&rng, data, size);
    const char *text = (const char *)data;
    read_as_position(text, size, false, &dice);
    read_as_position(text, size, true, &dice);
    for (int i = 0; sr_game_at(i); i++)
        merge_into_deal(sr_game_at(i), text, size, sr_draw(&dice, 2) != 0, &dice);
    return 0;
}
