/* Tables for the tests of the API. */
#include "tables.h"
#include "games/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct sr_table *tables_deal(int seats, uint64_t seed) {
    const struct sr_game *game = sr_game_at(0);
    struct sr_setup setup;
    struct sr_error error = {0};
    sr_setup_unsaid(game, &setup); /* as records that say nothing of options */
    setup.seats = (uint8_t)seats;
    sr_seed_number(seed, setup.seed);
    struct sr_table *table = sr_table_new(game, &setup, &error);
    assert_non_null(table);
    return table;
}

void tables_move(struct sr_table *table, struct sr_stream *dice, struct sr_events *events) {
    struct sr_error error = {0};
    struct sr_move move = table->moves.list[sr_draw(dice, table->moves.count)];
    if (!sr_table_play(table, SR_REFEREE, move, events, &error))
        fail_msg("a listed move was refused: %s", tables_say(&error, SR_EN));
}

struct sr_table *tables_play(int seats, uint64_t seed, uint32_t plies) {
    struct sr_table *table = tables_deal(seats, seed);
    struct sr_rng rng;
    uint8_t bytes[SR_SEED_BYTES];
    sr_seed_number(seed + 1, bytes);
    sr_rng_seed(&rng, bytes);
    struct sr_stream dice = sr_stream_open(&rng);
    while (table->plies < plies && !sr_head(table->state)->over)
        tables_move(table, &dice, NULL);
    return table;
}

char *tables_record(const struct sr_table *table) {
    char *text = sr_record_text(table);
    assert_non_null(text);
    return text;
}

char *tables_position(const struct sr_table *table) {
    char *text = sr_position_text(table->game, table->state, table->loose);
    assert_non_null(text);
    return text;
}

struct viewing {
    const struct sr_table *table;
    int viewer;
};

static void write_view(struct sr_out *out, const void *context) {
    const struct viewing *viewing = context;
    sr_table_view(out, viewing->table, viewing->viewer, SR_EN);
}

char *tables_view(const struct sr_table *table, int viewer) {
    struct viewing viewing = {table, viewer};
    char *text = sr_write_all(write_view, &viewing);
    assert_non_null(text);
    return text;
}

char *tables_replace(const char *text, const char *old, const char *fresh) {
    const char *at = strstr(text, old);
    if (!at)
        fail_msg("\"%s\" is not in the text", old);
    size_t before = (size_t)(at - text);
    char *made = malloc(strlen(text) + strlen(fresh) + 1);
    assert_non_null(made);
    memcpy(made, text, before);
    strcpy(made + before, fresh);
    strcat(made + before, at + strlen(old));
    return made;
}

bool tables_same(const struct sr_table *one, const struct sr_table *other) {
    return one->game == other->game && one->plies == other->plies &&
           one->from_position == other->from_position && one->loose == other->loose &&
           memcmp(&one->setup, &other->setup, sizeof one->setup) == 0 &&
           memcmp(one->name, other->name, sizeof one->name) == 0 &&
           memcmp(one->state, other->state, sizeof one->state) == 0 &&
           memcmp(one->start, other->start, sizeof one->start) == 0 &&
           one->moves.count == other->moves.count &&
           memcmp(one->moves.list, other->moves.list,
                  one->moves.count * sizeof one->moves.list[0]) == 0;
}

const char *tables_say(const struct sr_error *error, enum sr_lang lang) {
    static char said[2048];
    struct sr_out out;
    sr_out_open(&out, said, sizeof said);
    sr_error_say(&out, lang, error);
    return said;
}
