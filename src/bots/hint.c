/* Advice. The search says which moves are best; the game's features, measured after each of them in
 * the same guessed worlds, say what sets one apart from the rest. */
#include "bots/hint.h"

#include "core/view.h"

#include <string.h>

enum { WORLDS = 24 };

/* What the features after each move are worth to the seat, against the mean of the other seats, and
 * what one of each is worth. */
static void measure_moves(const struct sr_glimpse *glimpse, struct sr_stream *stream,
                          const struct sr_search_result *found,
                          float worth[SR_MAX_MOVES][SR_MAX_FEATURES],
                          float weight[SR_MAX_FEATURES]) {
    const struct sr_game *game = sr_glimpse_game(glimpse);
    struct sr_world guess, world;
    struct sr_moves moves;
    float value[SR_MAX_SEATS * SR_MAX_FEATURES];
    int seat = sr_glimpse_seat(glimpse), features = game->feature_count;

    memset(worth, 0, sizeof(float) * SR_MAX_MOVES * SR_MAX_FEATURES);
    for (int n = 0; n < WORLDS; n++) {
        sr_glimpse_guess(glimpse, stream, &guess);
        int seats = sr_world_seats(&guess);
        for (uint32_t m = 0; m < found->count; m++) {
            sr_world_copy(&world, &guess);
            sr_world_play(&world, found->move[m].move, &moves);
            game->measure(world.state, value);
            sr_weights(game, world.state, weight);
            for (int i = 0; i < features; i++) {
                float others = 0;
                for (int other = 0; other < seats; other++)
                    others += other == seat ? 0 : value[other * features + i];
                others = seats > 1 ? others / (float)(seats - 1) : 0;
                worth[m][i] += weight[i] * (value[seat * features + i] - others) / WORLDS;
            }
        }
    }
}

/* The features in which a move is better than the average move. With a weight below zero it is
 * having less of it that is good. */
static void explain(const struct sr_game *game, const float *weight, uint32_t move, uint32_t count,
                    float worth[SR_MAX_MOVES][SR_MAX_FEATURES], struct sr_hint *hint) {
    static const float too_small = 0.02f; /* in nats: nobody would speak of it */
    float better[SR_MAX_FEATURES] = {0};
    for (int i = 0; i < game->feature_count; i++) {
        better[i] = worth[move][i];
        for (uint32_t m = 0; m < count; m++)
            better[i] -= worth[m][i] / (float)count;
    }
    for (hint->likes = 0; hint->likes < SR_LIKES; hint->likes++) {
        int best = 0;
        for (int i = 1; i < game->feature_count; i++)
            if (better[i] > better[best])
                best = i;
        if (better[best] < too_small)
            return;
        hint->feature[hint->likes] = (uint8_t)best;
        hint->more[hint->likes] = weight[best] > 0;
        better[best] = 0;
    }
}

bool sr_hints_find(const struct sr_glimpse *glimpse, struct sr_stream *stream,
                   const struct sr_bot *bot, struct sr_hints *hints) {
    const struct sr_game *game = sr_glimpse_game(glimpse);
    struct sr_search_result found;
    float worth[SR_MAX_MOVES][SR_MAX_FEATURES], weight[SR_MAX_FEATURES];

    struct sr_search_plan plan = sr_search_plan_for(game);
    plan.iterations = bot->iterations;
    plan.milliseconds = bot->milliseconds;
    plan.threads = bot->threads;
    memset(hints, 0, sizeof *hints);
    if (!sr_search(glimpse, stream, &plan, &found))
        return false;
    if (game->measure)
        measure_moves(glimpse, stream, &found, worth, weight);
    hints->iterations = found.iterations;
    hints->count = found.count < SR_HINTS ? (int)found.count : SR_HINTS;
    for (int i = 0; i < hints->count; i++) {
        struct sr_hint *hint = &hints->hint[i];
        hint->move = found.move[i].move;
        hint->chance = found.move[i].value;
        hint->visits = found.move[i].visits;
        if (game->measure)
            explain(game, weight, (uint32_t)i, found.count, worth, hint);
    }
    return true;
}

void sr_hint_say(struct sr_out *out, enum sr_lang lang, const struct sr_game *game,
                 const struct sr_hint *hint) {
    static const struct sr_text more = SR_TEXT("more: ", "больше: ");
    static const struct sr_text less = SR_TEXT("less: ", "меньше: ");
    for (int i = 0; i < hint->likes; i++) {
        bool same = i > 0 && hint->more[i] == hint->more[i - 1];
        sr_put(out, i == 0 ? "" : same ? ", " : "; ");
        if (!same)
            sr_put(out, (hint->more[i] ? more : less).in[lang]);
        sr_put(out, game->features[hint->feature[i]].text.in[lang]);
    }
}

void sr_hints_json(struct sr_out *out, const struct sr_reader *reader, const struct sr_game *game,
                   const void *state, const struct sr_hints *hints) {
    char text[512];
    struct sr_out words;
    sr_put_char(out, '[');
    for (int i = 0; i < hints->count; i++) {
        const struct sr_hint *hint = &hints->hint[i];
        sr_put(out, i ? "," : "");
        sr_put(out, "{\"move\":\"");
        sr_move_write(out, game, hint->move);
        sr_put(out, "\",\"text\":");
        sr_out_open(&words, text, sizeof text);
        sr_move_say(&words, reader, game, state, hint->move);
        sr_json_string(out, text);
        sr_put(out, ",\"chance\":0.");
        int thousandths = (int)(999.0f * hint->chance + 0.5f);
        sr_put(out, thousandths < 10 ? "00" : thousandths < 100 ? "0" : "");
        sr_put_number(out, thousandths);
        sr_put(out, ",\"visits\":");
        sr_put_number(out, hint->visits);
        sr_put(out, ",\"likes\":[");
        for (int k = 0; k < hint->likes; k++) {
            sr_put(out, k ? ",{\"feature\":" : "{\"feature\":");
            sr_json_string(out, game->features[hint->feature[k]].name);
            sr_put(out, ",\"more\":");
            sr_put(out, hint->more[k] ? "true}" : "false}");
        }
        sr_put(out, "],\"because\":");
        sr_out_open(&words, text, sizeof text);
        sr_hint_say(&words, reader->lang, game, hint);
        sr_json_string(out, text);
        sr_put_char(out, '}');
    }
    sr_put_char(out, ']');
}
