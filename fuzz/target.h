/* What the fuzz targets share. A target abort()s where a promise is broken; the sanitizers stop it
 * for everything else. */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include "api/table.h"
#include "core/canvas.h"
#include "core/mind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FUZZ_MOVES = 40, FUZZ_TEXT_BYTES = 1 << 17 };

static char fuzz_text[FUZZ_TEXT_BYTES];

static inline void fuzz_promise(bool kept, const char *promise) {
    if (kept)
        return;
    fprintf(stderr, "broken promise: %s\n", promise);
    abort();
}

/* An error must always say something, in both languages. */
static inline void fuzz_error_speaks(const struct sr_error *error) {
    fuzz_promise(error->problem != SR_FINE, "an input is refused with a reason");
    for (int lang = 0; lang < SR_LANGS; lang++) {
        struct sr_out out;
        sr_out_open(&out, fuzz_text, sizeof fuzz_text);
        sr_error_say(&out, (enum sr_lang)lang, error);
        fuzz_promise(out.len > 0 && sr_out_fits(&out) && sr_utf8_valid(fuzz_text, out.len),
                     "an error is readable text");
    }
}

/* Dice that depend on the input alone. */
static inline struct sr_stream fuzz_dice(struct sr_rng *rng, const uint8_t *data, size_t size) {
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    uint8_t seed[SR_SEED_BYTES];
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ data[i]) * UINT64_C(0x100000001b3);
    sr_seed_number(sum, seed);
    sr_rng_seed(rng, seed);
    return sr_stream_open(rng);
}

/* Looks at the table from every chair, scores it, guesses: nothing of that may stumble. */
static inline void fuzz_look(const struct sr_table *table, struct sr_stream *dice) {
    static struct sr_canvas canvas;
    _Alignas(8) unsigned char world[SR_MAX_STATE];
    struct sr_out out;
    for (int viewer = SR_REFEREE; viewer < sr_head(table->state)->seats; viewer++) {
        enum sr_lang lang = sr_draw(dice, 2) ? SR_RU : SR_EN;
        const struct sr_reader reader = {.lang = lang};
        sr_out_open(&out, fuzz_text, sizeof fuzz_text);
        sr_table_view(&out, table, viewer, lang);
        sr_canvas_clear(&canvas, 80, 24);
        sr_canvas_draw(table->game, table->state, viewer, &reader, &canvas);
        if (viewer == SR_REFEREE)
            continue;
        memcpy(world, table->state, table->game->size);
        sr_guess(table->game, world, viewer, dice);
    }
    const struct sr_reader reader = {.lang = SR_EN};
    sr_out_open(&out, fuzz_text, sizeof fuzz_text);
    sr_sheet_json(&out, &reader, table->game, table->state);
    const struct sr_mind *mind = sr_mind_of(table->game);
    if (mind->measure) {
        float value[SR_MAX_SEATS * SR_MAX_FEATURES];
        mind->measure(table->state, value);
    }
}

/* Random moves. A table that was strict stays sound; a loose one only stays within its memory. */
static inline void fuzz_play(struct sr_table *table, struct sr_stream *dice) {
    static struct sr_events events;
    for (int i = 0; i < FUZZ_MOVES && table->moves.count; i++) {
        struct sr_error error = {0};
        struct sr_move move = table->moves.list[sr_draw(dice, table->moves.count)];
        fuzz_promise(sr_table_play(table, SR_REFEREE, move, &events, &error),
                     "a listed move is accepted");
        /* The check is the slow part: now and then, and where it ends. */
        bool last = i + 1 == FUZZ_MOVES || !table->moves.count;
        if (table->loose || (i % 4 && !last))
            continue;
        if (!sr_check(table->game, table->state, &error))
            fuzz_error_speaks(&error);
        fuzz_promise(error.problem == SR_FINE, "a sound position stays sound");
        fuzz_promise((table->moves.count == 0) == sr_head(table->state)->over,
                     "there are moves until the game is over");
    }
}

/* What was read, written and read again, is the same. */
static inline void fuzz_round_trip(const struct sr_table *table) {
    struct sr_error error = {0};
    char *record = sr_record_text(table);
    struct sr_table *again = record ? sr_record_read(record, strlen(record), &error) : NULL;
    fuzz_promise(again && again->plies == table->plies &&
                     memcmp(again->state, table->state, table->game->size) == 0,
                 "a record that was written is read back");
    sr_table_free(again);
    free(record);
    char *position = sr_position_text(table->game, table->state, table->loose);
    again = position ? sr_position_read(position, strlen(position), false, &error) : NULL;
    fuzz_promise(again && memcmp(again->state, table->state, table->game->size) == 0,
                 "a position that was written is read back");
    sr_table_free(again);
    free(position);
}

#endif
