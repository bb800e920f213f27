/* Advice. The search says which moves are best; the game's features, measured at the end of the
 * turn that each of them begins, in the same guessed worlds, say what sets one apart from the rest.
 */
#include "bots/hint.h"

#include "bots/outlook.h"
#include "core/view.h"

#include <math.h>
#include <string.h>

/* So many of the moves thought of most are compared, in so many worlds. */
enum { WORLDS = 24, COMPARED = 16 };
/* No turn that is played on by hunch goes further. */
enum { FURTHER_HUNCHES = 16 };

/* What a position has of each feature: the seat itself, and the others on average. */
enum { ITSELF, OTHERS, SIDES };
struct measures {
    float of[SIDES][SR_MAX_FEATURES];
};

/* By how much a move leads to more than the average of the moves in the same world: the mean of the
 * worlds, and of the squares. */
struct comparison {
    struct measures more, square;
};

static void measure_sides(const struct sr_world *world, int seat, struct measures *measures) {
    float value[SR_MAX_SEATS * SR_MAX_FEATURES];
    int seats = sr_world_seats(world), features = sr_mind_of(world->game)->feature_count;
    memset(measures, 0, sizeof *measures);
    sr_mind_of(world->game)->measure(world->state, value);
    for (int who = 0; who < seats; who++)
        for (int i = 0; i < features; i++) {
            float had = value[who * features + i];
            if (who == seat)
                measures->of[ITSELF][i] = had;
            else
                measures->of[OTHERS][i] += had / (float)(seats - 1);
        }
}

static void compare(const struct measures after[COMPARED], uint32_t count, int features,
                    struct comparison comparison[COMPARED]) {
    for (int side = 0; side < SIDES; side++)
        for (int i = 0; i < features; i++) {
            float mean = 0;
            for (uint32_t m = 0; m < count; m++)
                mean += after[m].of[side][i] / (float)count;
            for (uint32_t m = 0; m < count; m++) {
                float more = after[m].of[side][i] - mean;
                comparison[m].more.of[side][i] += more / WORLDS;
                comparison[m].square.of[side][i] += more * more / WORLDS;
            }
        }
}

/* Half a turn has brought nothing yet: the rest of it is played by hunch or, where there are no
 * hunches, a move at a time. */
static const struct sr_world *play_turn_on(struct sr_outlook *outlook, int seat,
                                           struct sr_stream *stream) {
    struct sr_place *at = &outlook->at[0];
    const struct sr_world *end = &at->world;
    if (!sr_mind_of(at->world.game)->hunch) {
        sr_outlook_finish(outlook, seat, &end);
        return end;
    }
    for (int further = 0; further < FURTHER_HUNCHES; further++) {
        if (sr_world_decider(&at->world) != seat || !at->moves.count)
            break;
        uint32_t chosen = sr_world_hunch(&at->world, &at->moves, stream);
        sr_world_play(&at->world, at->moves.list[chosen], &at->moves);
    }
    return end;
}

/* Compares the first of the moves found; `weight` is what features are worth. */
static void compare_moves(const struct sr_glimpse *glimpse, struct sr_stream *stream,
                          const struct sr_search_result *found, uint32_t count,
                          struct comparison comparison[COMPARED], float weight[SR_MAX_FEATURES]) {
    struct measures after[COMPARED];
    struct sr_world guess;
    struct sr_outlook outlook;
    int seat = sr_glimpse_seat(glimpse);
    memset(comparison, 0, sizeof *comparison * COMPARED);
    for (int n = 0; n < WORLDS; n++) {
        sr_glimpse_guess(glimpse, stream, &guess);
        for (uint32_t m = 0; m < count; m++) {
            sr_world_copy(&outlook.at[0].world, &guess);
            sr_world_play(&outlook.at[0].world, found->move[m].move, &outlook.at[0].moves);
            measure_sides(play_turn_on(&outlook, seat, stream), seat, &after[m]);
        }
        compare(after, count, sr_mind_of(guess.game)->feature_count, comparison);
    }
    /* What things are worth now, whatever a move leads to: else one that ends a round would be
     * praised for what nobody can change. */
    sr_weights(guess.game, guess.state, weight);
}

/* In nats, how much better a move is than the average by what one side has of a feature; nothing,
 * if no player would call that better, or if it may well be chance. */
static float praise_of(const struct sr_mind *mind, const float *weight,
                       const struct comparison *comparison, int side, int i) {
    enum sr_better better = weight[i] > 0 ? SR_MORE : SR_LESS;
    float more = comparison->more.of[side][i];
    float error = sqrtf((comparison->square.of[side][i] - more * more) / (WORLDS - 1));
    if (mind->features[i].better != better || fabsf(more) < 2 * error)
        return 0;
    return weight[i] * (side == ITSELF ? more : -more);
}

static void explain(const struct sr_mind *mind, const float *weight,
                    const struct comparison *comparison, struct sr_hint *hint) {
    static const float too_small = 0.02f; /* nobody would speak of it */
    float praise[SIDES * SR_MAX_FEATURES] = {0};
    int features = mind->feature_count;
    for (int k = 0; k < SIDES * features; k++)
        praise[k] = praise_of(mind, weight, comparison, k / features, k % features);
    for (hint->likes = 0; hint->likes < SR_LIKES; hint->likes++) {
        int best = 0;
        for (int k = 1; k < SIDES * features; k++)
            if (praise[k] > praise[best])
                best = k;
        if (praise[best] < too_small)
            return;
        bool others = best / features == OTHERS;
        bool more = mind->features[best % features].better == SR_MORE;
        hint->like[hint->likes] = (struct sr_like){
            .feature = (uint8_t)(best % features), .others = others, .more = more != others};
        praise[best] = 0;
    }
}

bool sr_hints_find(const struct sr_glimpse *glimpse, struct sr_stream *stream,
                   const struct sr_bot *bot, struct sr_hints *hints) {
    const struct sr_game *game = sr_glimpse_game(glimpse);
    const struct sr_mind *mind = sr_mind_of(game);
    struct sr_search_result found;
    struct comparison comparison[COMPARED];
    float weight[SR_MAX_FEATURES];

    struct sr_search_plan plan = sr_search_plan_for(game);
    plan.iterations = bot->iterations;
    plan.milliseconds = bot->milliseconds;
    plan.threads = bot->threads;
    plan.now = bot->now;
    plan.context = bot->now_context;
    memset(hints, 0, sizeof *hints);
    if (!sr_search(glimpse, stream, &plan, &found))
        return false;
    uint32_t compared = found.count < COMPARED ? found.count : COMPARED;
    if (mind->measure)
        compare_moves(glimpse, stream, &found, compared, comparison, weight);
    hints->iterations = found.iterations;
    hints->count = found.count < SR_HINTS ? (int)found.count : SR_HINTS;
    for (int i = 0; i < hints->count; i++) {
        struct sr_hint *hint = &hints->hint[i];
        hint->move = found.move[i].move;
        hint->chance = found.move[i].value;
        hint->visits = found.move[i].visits;
        if (mind->measure)
            explain(mind, weight, &comparison[i], hint);
    }
    return true;
}

void sr_hint_say(struct sr_out *out, enum sr_lang lang, const struct sr_game *game,
                 const struct sr_hint *hint) {
    static const struct {
        bool others, more;
        struct sr_text text;
    } groups[] = {
        {false, true, SR_TEXT("more: ", "больше: ")},
        {false, false, SR_TEXT("less: ", "меньше: ")},
        {true, false, SR_TEXT("others have less: ", "у других меньше: ")},
        {true, true, SR_TEXT("others have more: ", "у других больше: ")},
    };
    int said = 0;
    for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) {
        int in_group = 0;
        for (int i = 0; i < hint->likes; i++) {
            const struct sr_like *like = &hint->like[i];
            if (like->others != groups[g].others || like->more != groups[g].more)
                continue;
            sr_put(out, in_group ? ", " : said ? "; " : "");
            if (!in_group)
                sr_put(out, groups[g].text.in[lang]);
            sr_put(out, sr_mind_of(game)->features[like->feature].text.in[lang]);
            in_group++;
            said++;
        }
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
            sr_json_string(out, sr_mind_of(game)->features[hint->like[k].feature].name);
            sr_put(out, hint->like[k].more ? ",\"more\":true" : ",\"more\":false");
            sr_put(out, hint->like[k].others ? ",\"others\":true}" : ",\"others\":false}");
        }
        sr_put(out, "],\"because\":");
        sr_out_open(&words, text, sizeof text);
        sr_hint_say(&words, reader->lang, game, hint);
        sr_json_string(out, text);
        sr_put_char(out, '}');
    }
    sr_put_char(out, ']');
}
