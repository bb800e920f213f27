/* Previews: what a move would bring, told without playing it.
 *
 * The move is played in many worlds that the decider might be in. What happens in all of them is
 * certain; from the first thing on that differs, chance or secrets decide, and nothing is told. The
 * true state is never played on, so a preview cannot tell what the decider may not know. */
#include "api/problems.h"
#include "table.h"

#include <string.h>

/* So many that a card that comes up in nearly every world is seen not to come up in all. */
enum { WORLDS = 256, LINE_BYTES = 1024 };

static bool same_to(const struct sr_game *game, const struct sr_event *a, const struct sr_event *b,
                    int viewer) {
    if (a->kind != b->kind)
        return false;
    int args = sr_event_args(&game->events[a->kind]);
    for (int i = 0; i < args; i++) {
        bool seen = sr_event_seen(game, a, i, viewer);
        if (seen != sr_event_seen(game, b, i, viewer) || (seen && a->arg[i] != b->arg[i]))
            return false;
    }
    return true;
}

static bool looks_same(const struct sr_game *game, const void *a, const void *b, int viewer) {
    _Alignas(8) unsigned char masked_a[SR_MAX_STATE], masked_b[SR_MAX_STATE];
    sr_fields_mask(game, a, viewer, masked_a);
    sr_fields_mask(game, b, viewer, masked_b);
    return memcmp(masked_a, masked_b, game->size) == 0;
}

/* Plays the move in one more world, and keeps of the preview what still holds. */
static void try_world(const struct sr_table *table, struct sr_stream *stream, bool first,
                      struct sr_preview *preview) {
    const struct sr_game *game = table->game;
    int seat = sr_head(table->state)->decider;
    _Alignas(8) unsigned char world[SR_MAX_STATE], before[SR_MAX_STATE];
    struct sr_events events;
    struct sr_moves moves;
    memcpy(world, table->state, sizeof world);
    sr_guess(game, world, seat, stream);
    memcpy(before, world, sizeof before);
    sr_list(game, world, &moves);
    if (!sr_listed(&moves, preview->move)) {
        preview->uncertain = true;
        return;
    }
    if (sr_play(game, world, preview->move, &events, &moves))
        preview->uncertain = true;
    if (first) {
        preview->events = events;
        memcpy(preview->before, before, sizeof before);
        memcpy(preview->after, world, sizeof world);
        return;
    }
    uint32_t same = 0;
    while (same < preview->events.count && same < events.count &&
           same_to(game, &preview->events.list[same], &events.list[same], seat))
        same++;
    if (same < preview->events.count || same < events.count ||
        !looks_same(game, preview->after, world, seat))
        preview->uncertain = true;
    preview->events.count = same;
}

bool sr_table_preview(const struct sr_table *table, struct sr_move move, struct sr_preview *preview,
                      struct sr_error *error) {
    if (sr_head(table->state)->over)
        return sr_fail(error, SR_PROBLEM_GAME_OVER, NULL);
    if (!sr_listed(&table->moves, move))
        return sr_table_refuse(table, move, error);
    memset(preview, 0, sizeof *preview);
    preview->move = move;
    /* Guesses owe nothing to the true generator: the same ones for every table at this ply. */
    struct sr_rng rng;
    uint8_t seed[SR_SEED_BYTES];
    sr_seed_number(table->plies, seed);
    sr_rng_seed(&rng, seed);
    struct sr_stream stream = sr_stream_open(&rng);
    for (int i = 0; i < WORLDS; i++)
        try_world(table, &stream, i == 0, preview);
    return true;
}

void sr_preview_write(struct sr_out *out, const struct sr_table *table,
                      const struct sr_preview *preview, enum sr_lang lang) {
    const char *names[SR_MAX_SEATS];
    sr_table_names(table, names);
    const struct sr_reader reader = {lang, names};
    int seat = sr_head(table->state)->decider;
    char text[LINE_BYTES];
    struct sr_out line;

    sr_put(out, "{\"move\":");
    sr_out_open(&line, text, sizeof text);
    sr_move_write(&line, table->game, preview->move);
    sr_json_string(out, text);
    sr_put(out, ",\"uncertain\":");
    sr_put(out, preview->uncertain ? "true" : "false");
    sr_put(out, ",\"events\":[");
    for (uint32_t i = 0; i < preview->events.count; i++) {
        sr_put(out, i ? "," : "");
        sr_event_json(out, table->game, &preview->events.list[i], seat);
    }
    sr_put(out, "],\"lines\":[");
    for (uint32_t i = 0; i < preview->events.count; i++) {
        sr_put(out, i ? "," : "");
        sr_out_open(&line, text, sizeof text);
        sr_event_say(&line, &reader, table->game, &preview->events.list[i], seat);
        sr_json_string(out, text);
    }
    sr_put_char(out, ']');
    if (!preview->uncertain) {
        sr_put(out, ",\"changes\":");
        sr_view_diff(out, table->game, preview->before, preview->after, seat);
    }
    sr_put_char(out, '}');
}
