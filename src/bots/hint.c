/* Advice. The search says which moves are best; the game's features, measured at the end of the
 * turn that each of them begins, in the same guessed worlds, say what sets one apart from the rest.
 *
 * What counts is what the judge makes of that. The linear judge weighs each feature. A net takes it
 * in at two places, as a feature and as the field of the same name, and what it makes of it depends
 * on all else: there, a feature is worth what the net says less what it would say if that were as
 * it is after the other moves on average, and everything else as it is. What the net sees beside
 * features has no words, so nothing is told of it.
 */
#include "bots/hint.h"

#include "bots/nets.h"
#include "bots/outlook.h"
#include "core/phrase.h"
#include "core/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* So many of the moves thought of most are compared, in so many worlds. */
enum { WORLDS = 24, COMPARED = 16 };
/* No turn that is played on by hunch goes further. */
enum { FURTHER_HUNCHES = 16 };

/* What a position has of each feature: the seat itself, and the others on average. */
enum { ITSELF = SR_NET_ITSELF, OTHERS = SR_NET_OTHERS, SIDES = SR_NET_SIDES };
struct measures {
    float of[SIDES][SR_MAX_FEATURES];
};

/* By how much a move leads to more than the average of the moves in the same world, and what a net
 * makes of that: the mean of the worlds, and of the squares. */
struct comparison {
    struct measures more, square, effect, effect_square;
};

/* A position after a move, as a net takes it in. */
struct taken {
    bool over; /* then a net has nothing to say */
    float linear[SR_MAX_SEATS];
    struct sr_net_parts parts;
};

/* All that the moves lead to in one guessed world. */
struct results {
    uint32_t count;
    int seat;
    const struct sr_net *net;      /* NULL: the linear judge alone */
    const struct sr_world *now;    /* before the moves */
    float weight[SR_MAX_FEATURES]; /* of features, now */
    struct measures after[COMPARED];
    struct taken taken[COMPARED]; /* with a net */
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

static void note(struct measures *mean, struct measures *square, int side, int i, float found) {
    mean->of[side][i] += found / WORLDS;
    square->of[side][i] += found * found / WORLDS;
}

static void compare(const struct results *results, int features,
                    struct comparison comparison[COMPARED]) {
    uint32_t count = results->count;
    for (int side = 0; side < SIDES; side++)
        for (int i = 0; i < features; i++) {
            float mean = 0;
            for (uint32_t m = 0; m < count; m++)
                mean += results->after[m].of[side][i] / (float)count;
            for (uint32_t m = 0; m < count; m++)
                note(&comparison[m].more, &comparison[m].square, side, i,
                     results->after[m].of[side][i] - mean);
        }
}

/* ---- what a net makes of it ---- */

static void take(const struct results *results, const struct sr_world *end, struct taken *taken) {
    float measured[SR_MAX_SEATS * SR_MAX_FEATURES];
    taken->over = sr_world_over(end);
    if (taken->over)
        return;
    sr_judge_features(end->game, end->state, measured, taken->linear);
    sr_net_take_apart(results->net, end->state, results->seat, &taken->parts);
}

/* Moves after which the same seat looks are compared with each other: what units mean is told from
 * there. */
static bool are_alike(const struct taken *one, const struct taken *other) {
    return !one->over && !other->over && one->parts.looker == other->parts.looker;
}

static float lead_by_net(const struct results *results, const struct taken *taken,
                         const float unit[SR_NET_UNITS], const float linear[SR_MAX_SEATS]) {
    float logit[SR_MAX_SEATS] = {0};
    int seats = sr_world_seats(results->now);
    sr_net_answer(results->net, results->now->state, taken->parts.looker, unit, linear, logit);
    return sr_outlook_lead(logit, seats, results->seat);
}

/* What it is worth, all else equal, that one side has of a feature what it has after a move, and
 * not what it has after moves like it on average. */
static float effect_of(const struct results *results, uint32_t move, int side, int i, float lead) {
    const struct taken *taken = &results->taken[move];
    float unit[SR_NET_UNITS], linear[SR_MAX_SEATS], usual[SR_NET_UNITS] = {0}, usually = 0;
    int seats = sr_world_seats(results->now), alike = 0;
    for (uint32_t other = 0; other < results->count; other++) {
        if (!are_alike(taken, &results->taken[other]))
            continue;
        alike++;
        usually += results->after[other].of[side][i];
        for (int u = 0; u < SR_NET_UNITS; u++)
            usual[u] += results->taken[other].parts.of[side][i][u];
    }
    float more = results->after[move].of[side][i] - usually / (float)alike;
    if (more == 0)
        return 0; /* that of which nothing has changed says nothing */
    for (int u = 0; u < SR_NET_UNITS; u++)
        unit[u] = taken->parts.all[u] - taken->parts.of[side][i][u] + usual[u] / (float)alike;
    for (int who = 0; who < seats; who++) {
        bool meant = (who == results->seat) == (side == ITSELF);
        linear[who] = taken->linear[who] - (meant ? results->weight[i] * more : 0);
    }
    return lead - lead_by_net(results, taken, unit, linear);
}

static void compare_by_net(const struct results *results, int features,
                           struct comparison comparison[COMPARED]) {
    for (uint32_t m = 0; m < results->count; m++) {
        const struct taken *taken = &results->taken[m];
        if (taken->over)
            continue;
        float lead = lead_by_net(results, taken, taken->parts.all, taken->linear);
        for (int side = 0; side < SIDES; side++)
            for (int i = 0; i < features; i++)
                note(&comparison[m].effect, &comparison[m].effect_square, side, i,
                     effect_of(results, m, side, i, lead));
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

static void compare_moves(const struct sr_glimpse *glimpse, struct sr_stream *stream,
                          const struct sr_move move[], struct results *results,
                          struct comparison comparison[COMPARED]) {
    struct sr_world guess;
    struct sr_outlook outlook;
    int features = sr_mind_of(sr_glimpse_game(glimpse))->feature_count;
    results->now = &guess;
    memset(comparison, 0, sizeof *comparison * COMPARED);
    for (int n = 0; n < WORLDS; n++) {
        sr_glimpse_guess(glimpse, stream, &guess);
        for (uint32_t m = 0; m < results->count; m++) {
            sr_world_copy(&outlook.at[0].world, &guess);
            sr_world_play(&outlook.at[0].world, move[m], &outlook.at[0].moves);
            const struct sr_world *end = play_turn_on(&outlook, results->seat, stream);
            measure_sides(end, results->seat, &results->after[m]);
            if (results->net)
                take(results, end, &results->taken[m]);
        }
        /* What things are worth now, whatever a move leads to: else one that ends a round would be
         * praised for what nobody can change. */
        sr_weights(guess.game, guess.state, results->weight);
        compare(results, features, comparison);
        if (results->net)
            compare_by_net(results, features, comparison);
    }
    results->now = NULL;
}

/* May the mean over the worlds well be chance? */
static bool is_unsure(float mean, float square) {
    return fabsf(mean) < 2 * sqrtf(fmaxf(0, square - mean * mean) / (WORLDS - 1));
}

/* In nats, how much better a move is than the average by what one side has of a feature; nothing,
 * if no player would call that better, or if it may well be chance. */
static float praise_of(const struct sr_mind *mind, const struct results *results,
                       const struct comparison *comparison, int side, int i) {
    float more = comparison->more.of[side][i], effect = comparison->effect.of[side][i];
    bool ahead = side == ITSELF ? more > 0 : more < 0;
    if (!results->net)
        effect = results->weight[i] * (side == ITSELF ? more : -more);
    else if (is_unsure(effect, comparison->effect_square.of[side][i]))
        return 0;
    enum sr_better better = (effect > 0) == ahead ? SR_MORE : SR_LESS;
    bool told = mind->features[i].better == better;
    return told && !is_unsure(more, comparison->square.of[side][i]) ? effect : 0;
}

static void explain(const struct sr_mind *mind, const struct results *results,
                    const struct comparison *comparison, struct sr_hint *hint) {
    static const float too_small = 0.02f; /* nobody would speak of it */
    float praise[SIDES * SR_MAX_FEATURES] = {0};
    int features = mind->feature_count;
    for (int k = 0; k < SIDES * features; k++)
        praise[k] = praise_of(mind, results, comparison, k / features, k % features);
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

bool sr_hints_explain(const struct sr_glimpse *glimpse, struct sr_stream *stream,
                      struct sr_hint hint[], int count) {
    const struct sr_mind *mind = sr_mind_of(sr_glimpse_game(glimpse));
    struct comparison comparison[COMPARED];
    struct sr_move move[COMPARED];
    if (!mind->measure)
        return true;
    struct results *results = malloc(sizeof *results);
    if (!results)
        return false;
    count = count < COMPARED ? count : COMPARED;
    results->count = (uint32_t)count;
    results->seat = sr_glimpse_seat(glimpse);
    results->net = sr_net_of(sr_glimpse_game(glimpse), sr_glimpse_seats(glimpse));
    for (int i = 0; i < count; i++)
        move[i] = hint[i].move;
    compare_moves(glimpse, stream, move, results, comparison);
    for (int i = 0; i < count; i++)
        explain(mind, results, &comparison[i], &hint[i]);
    free(results);
    return true;
}

static struct sr_search_plan plan_of(const struct sr_glimpse *glimpse) {
    struct sr_rng rng = {.key = {1}};
    struct sr_stream stream = sr_stream_open(&rng);
    struct sr_world guess;
    sr_glimpse_guess(glimpse, &stream, &guess);
    return sr_search_plan_to_tell(guess.game, guess.state);
}

/* Of what a bot may think, the last quarter is for the moves that are told, beside each other. */
static void split_budget(const struct sr_bot *bot, struct sr_search_plan *search,
                         struct sr_search_plan *weigh) {
    enum { PARTS = 4 };
    search->threads = bot->threads;
    search->now = bot->now;
    search->context = bot->now_context;
    *weigh = *search;
    weigh->iterations = bot->iterations / PARTS;
    weigh->milliseconds = bot->milliseconds / PARTS;
    search->iterations = bot->iterations - weigh->iterations;
    search->milliseconds = bot->milliseconds - weigh->milliseconds;
}

static enum sr_outlook_kind outlook_of(const struct sr_hint *hint) {
    static const float beyond_hope = 0.01f;
    return hint->chance < beyond_hope       ? SR_ALL_BUT_LOST
           : hint->chance > 1 - beyond_hope ? SR_ALL_BUT_WON
                                            : SR_OPEN;
}

/* Does the outlook hold with this move too? */
static bool is_decided(const struct sr_hints *hints, const struct sr_hint *hint) {
    return hints->outlook != SR_OPEN && outlook_of(hint) == hints->outlook;
}

/* Who wins without being ahead wins by a special rule, and at once. */
static bool wins_by_rule(const struct sr_hints *hints, const struct sr_hint *hint) {
    return hints->outlook == SR_ALL_BUT_WON && hint->lead <= 0 && !hints->alone;
}

/* By the chance, as long as there is something to be decided; then by place and points, and what
 * would open the game again comes last. */
static bool comes_before(const struct sr_hints *hints, const struct sr_hint *a,
                         const struct sr_hint *b) {
    if (!is_decided(hints, a) || !is_decided(hints, b))
        return a->chance > b->chance;
    if (wins_by_rule(hints, a) != wins_by_rule(hints, b))
        return wins_by_rule(hints, a);
    if (a->place != b->place)
        return a->place < b->place;
    if (a->lead != b->lead)
        return a->lead > b->lead;
    return a->chance > b->chance;
}

static void put_in_order(struct sr_hints *hints) {
    const struct sr_hint *best = &hints->hint[0];
    for (int i = 1; i < hints->count; i++)
        if (hints->hint[i].chance > best->chance)
            best = &hints->hint[i];
    hints->outlook = outlook_of(best);
    for (int i = 1; i < hints->count; i++) {
        struct sr_hint moved = hints->hint[i];
        int at = i;
        for (; at > 0 && comes_before(hints, &moved, &hints->hint[at - 1]); at--)
            hints->hint[at] = hints->hint[at - 1];
        hints->hint[at] = moved;
    }
}

/* What the moves are worth beside each other, in the same worlds: a tree tells little about those
 * that it seldom tried. */
static bool weigh_hints(const struct sr_glimpse *glimpse, struct sr_stream *stream,
                        const struct sr_search_plan *plan, struct sr_hints *hints) {
    struct sr_move move[SR_HINTS];
    struct sr_weighing weighing;
    for (int i = 0; i < hints->count; i++)
        move[i] = hints->hint[i].move;
    if (!sr_search_weigh(glimpse, stream, plan, move, hints->count, &weighing))
        return false;
    for (int i = 0; i < hints->count; i++) {
        hints->hint[i].chance = (float)weighing.move[i].chance;
        hints->hint[i].place = (int)lround(weighing.move[i].place);
        hints->hint[i].lead = (int)lround(weighing.move[i].lead);
    }
    hints->iterations += weighing.worlds * (uint64_t)hints->count;
    return true;
}

bool sr_hints_find(const struct sr_glimpse *glimpse, struct sr_stream *stream,
                   const struct sr_bot *bot, struct sr_hints *hints) {
    struct sr_search_result found;
    struct sr_hint compared[COMPARED] = {0};
    struct sr_search_plan weigh, search = plan_of(glimpse);
    split_budget(bot, &search, &weigh);
    memset(hints, 0, sizeof *hints);
    if (!sr_search(glimpse, stream, &search, &found))
        return false;
    int count = found.count < COMPARED ? (int)found.count : COMPARED;
    for (int i = 0; i < count; i++) {
        compared[i].move = found.move[i].move;
        compared[i].visits = found.move[i].visits;
    }
    if (!sr_hints_explain(glimpse, stream, compared, count))
        return false;
    hints->iterations = found.iterations;
    hints->alone = sr_glimpse_seats(glimpse) == 1;
    hints->count = count < SR_HINTS ? count : SR_HINTS;
    memcpy(hints->hint, compared, (size_t)hints->count * sizeof *compared);
    if (!weigh_hints(glimpse, stream, &weigh, hints))
        return false;
    put_in_order(hints);
    return true;
}

void sr_hint_outlook_say(struct sr_out *out, enum sr_lang lang, const struct sr_hints *hints,
                         const struct sr_hint *hint) {
    static const struct sr_text verdicts[] = {
        [SR_ALL_BUT_LOST] = SR_TEXT("hardly to be won any more: ", "победа почти исключена: "),
        [SR_ALL_BUT_WON] = SR_TEXT("all but won: ", "победа почти обеспечена: "),
    };
    static const struct sr_text place = SR_TEXT("place {0}, ", "{0}-е место, ");
    static const struct sr_text by_rule =
        SR_TEXT("by a special rule, not by points", "не по очкам, а по особому правилу");
    static const struct sr_text leads[] = {
        SR_TEXT("level on points", "очков поровну"),
        SR_TEXT("{0} {0#point|points} ahead", "впереди на {0} {0#очко|очка|очков}"),
        SR_TEXT("{0} {0#point|points} behind", "позади на {0} {0#очко|очка|очков}"),
    };
    if (!is_decided(hints, hint))
        return;
    sr_put(out, verdicts[hints->outlook].in[lang]);
    if (wins_by_rule(hints, hint)) {
        sr_put(out, by_rule.in[lang]);
        return;
    }
    if (hints->outlook == SR_ALL_BUT_LOST && !hints->alone)
        sr_text_say(out, lang, &place, sr_digits(hint->place).text, NULL);
    sr_text_say(out, lang,
                &leads[hint->lead > 0   ? 1
                       : hint->lead < 0 ? 2
                                        : 0],
                sr_digits(abs(hint->lead)).text, NULL);
}

/* What a seat gains and the others lose by the same move is said once. */
enum change { AT_THEIR_COST, TO_OWN, FROM_OWN, FROM_OTHERS, TO_OTHERS, CHANGES };

static enum change change_of(const struct sr_hint *hint, const struct sr_like *like) {
    for (int i = 0; i < hint->likes; i++)
        if (hint->like[i].feature == like->feature && hint->like[i].others != like->others &&
            like->more != like->others && hint->like[i].more != like->more)
            return like->others ? CHANGES : AT_THEIR_COST;
    return like->others ? like->more ? TO_OTHERS : FROM_OTHERS : like->more ? TO_OWN : FROM_OWN;
}

void sr_hint_say(struct sr_out *out, enum sr_lang lang, const struct sr_game *game,
                 const struct sr_hint *hint) {
    static const struct sr_text changes[] = {
        [AT_THEIR_COST] = SR_TEXT("gives you at others' cost: ", "даёт вам за счёт соперников: "),
        [TO_OWN] = SR_TEXT("gives you: ", "даёт вам: "),
        [FROM_OWN] = SR_TEXT("lets you shed: ", "убавляет у вас: "),
        [FROM_OTHERS] = SR_TEXT("leaves others less: ", "оставляет соперникам меньше: "),
        [TO_OTHERS] = SR_TEXT("leaves others more: ", "оставляет соперникам больше: "),
    };
    int said = 0;
    for (enum change change = 0; change < CHANGES; change++) {
        int in_group = 0;
        for (int i = 0; i < hint->likes; i++) {
            const struct sr_like *like = &hint->like[i];
            if (change_of(hint, like) != change)
                continue;
            sr_put(out, in_group ? ", " : said ? "; " : "");
            if (!in_group)
                sr_put(out, changes[change].in[lang]);
            sr_put(out, sr_mind_of(game)->features[like->feature].text.in[lang]);
            in_group++;
            said++;
        }
    }
}

void sr_hint_later_say(struct sr_out *out, enum sr_lang lang) {
    static const struct sr_text later =
        SR_TEXT("what it gains shows only in later turns", "выгода видна лишь в следующих ходах");
    sr_put(out, later.in[lang]);
}

void sr_hint_reason_say(struct sr_out *out, enum sr_lang lang, const struct sr_game *game,
                        const struct sr_hints *hints, const struct sr_hint *hint) {
    static const float much = 0.02f;
    static const struct sr_text even =
        SR_TEXT("about as good as the next move", "почти так же хорош, как и следующий ход");
    sr_hint_say(out, lang, game, hint);
    if (hint->likes || hint != hints->hint || hints->count == 1)
        return;
    if (hint->chance - hints->hint[1].chance < much)
        sr_put(out, even.in[lang]);
    else
        sr_hint_later_say(out, lang);
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
        sr_put(out, "],\"place\":");
        sr_put_number(out, hint->place);
        sr_put(out, ",\"lead\":");
        sr_put_number(out, hint->lead);
        sr_put(out, ",\"outlook\":");
        sr_out_open(&words, text, sizeof text);
        sr_hint_outlook_say(&words, reader->lang, hints, hint);
        sr_json_string(out, text);
        sr_put(out, ",\"because\":");
        sr_out_open(&words, text, sizeof text);
        sr_hint_reason_say(&words, reader->lang, game, hints, hint);
        sr_json_string(out, text);
        sr_put_char(out, '}');
    }
    sr_put_char(out, ']');
}
