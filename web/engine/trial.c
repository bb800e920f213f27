/* Trials: see trial.h. */
#include "trial.h"

#include "api/table.h"
#include "bots/bot.h"
#include "core/glimpse.h"
#include "games/games.h"

#include <stdlib.h>
#include <string.h>

static bool complain(struct sr_buffer *out, const struct sr_error *error) {
    char text[512];
    struct sr_out said;
    sr_out_open(&said, text, sizeof text);
    sr_error_say(&said, SR_EN, error);
    sr_buffer_add(out, text);
    return false;
}

static const char *text_of(const json_t *wish, const char *name) {
    const char *text = json_string_value(json_object_get(wish, name));
    return text ? text : "";
}

static int64_t number_of(const json_t *wish, const char *name) {
    return json_integer_value(json_object_get(wish, name));
}

static const struct sr_game *read_setup(const json_t *wish, struct sr_setup *setup,
                                        struct sr_error *error) {
    const char *name = text_of(wish, "game");
    const struct sr_game *game = sr_game_named(name, strlen(name), NULL, error);
    if (!game)
        return NULL;
    sr_setup_init(game, setup);
    setup->seats = (uint8_t)number_of(wish, "seats");
    sr_seed_number((uint64_t)number_of(wish, "seed"), setup->seed);
    return sr_setup_check(game, setup, error) ? game : NULL;
}

static void add_checksum(struct sr_buffer *out, const struct sr_game *game, const void *state) {
    uint64_t checksum = sr_checksum(game, state);
    uint8_t bytes[sizeof checksum];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(checksum >> (56 - 8 * i));
    sr_buffer_add_hex(out, bytes, sizeof bytes);
    sr_buffer_add(out, "\n");
}

static void add_move(struct sr_buffer *out, const struct sr_game *game, struct sr_move move) {
    char text[SR_MOVE_TEXT_BYTES];
    struct sr_out said;
    sr_out_open(&said, text, sizeof text);
    sr_move_write(&said, game, move);
    sr_buffer_add(out, text);
    sr_buffer_add(out, "\n");
}

bool sr_trial_play(struct sr_buffer *out, const json_t *wish) {
    struct sr_error error = {0};
    struct sr_setup setup;
    struct sr_bot bot;
    struct sr_rng rng;
    const struct sr_game *game = read_setup(wish, &setup, &error);
    const char *name = text_of(wish, "bot");
    if (!game || !sr_bot_read(&bot, name, strlen(name), &error))
        return complain(out, &error);
    struct sr_table *table = sr_table_new(game, &setup, &error);
    if (!table)
        return complain(out, &error);
    sr_rng_seed(&rng, setup.seed);
    struct sr_stream stream = sr_stream_open(&rng);
    bool fine = true;
    for (int64_t left = number_of(wish, "most"); fine && left > 0 && !sr_head(table->state)->over;
         left--) {
        struct sr_glimpse glimpse;
        sr_table_glimpse(table, &glimpse);
        struct sr_move move = sr_bot_choose(&bot, &glimpse, &stream);
        add_move(out, game, move);
        fine = sr_table_play(table, SR_REFEREE, move, NULL, &error);
    }
    add_checksum(out, game, table->state);
    sr_table_free(table);
    return fine || complain(out, &error);
}

bool sr_trial_replay(struct sr_buffer *out, const char *text, size_t length) {
    struct sr_error error = {0};
    struct sr_table *table = sr_record_read(text, length, &error);
    if (!table)
        return complain(out, &error);
    char *again = sr_record_text(table);
    sr_buffer_add_number(out, table->plies);
    sr_buffer_add(out, "\n");
    add_checksum(out, table->game, table->state);
    sr_buffer_add(out, again ? again : "out of memory");
    free(again);
    sr_table_free(table);
    return true;
}

bool sr_trial_random(struct sr_buffer *out, const json_t *wish) {
    struct sr_error error = {0};
    struct sr_setup setup;
    struct sr_rng rng;
    static struct sr_moves moves;
    _Alignas(64) static unsigned char state[SR_MAX_STATE];
    const struct sr_game *game = read_setup(wish, &setup, &error);
    uint64_t decisions = 0, ends = 0;
    if (!game)
        return complain(out, &error);
    sr_rng_seed(&rng, setup.seed);
    struct sr_stream stream = sr_stream_open(&rng);
    uint64_t seed = (uint64_t)number_of(wish, "seed");
    for (int64_t left = number_of(wish, "games"); left > 0; left--) {
        sr_seed_number(++seed, setup.seed);
        sr_deal(game, state, &setup, NULL, &moves);
        for (; !sr_head(state)->over; decisions++)
            sr_play(game, state, moves.list[sr_draw(&stream, moves.count)], NULL, &moves);
        ends = ends * 31 + sr_checksum(game, state);
    }
    sr_buffer_add_number(out, (int64_t)decisions);
    sr_buffer_add(out, "\n");
    sr_buffer_add_number(out, (int64_t)(ends >> 1));
    sr_buffer_add(out, "\n");
    return true;
}
