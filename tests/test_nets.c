/* Nets: what they look at is what the elements say, their sums come out alike however they are
 * added, files that are not what they should be are refused, and nothing hidden is seen. */
#include "bots/bots.h"
#include "bots/hint.h"
#include "bots/net_file.h"
#include "bots/nets.h"
#include "bots/problems.h"
#include "core/exact.h"
#include "core/glimpse.h"
#include "games/games.h"
#include "support/nets.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Calls `look` at positions of random games, at every decision. */
typedef void looker(const void *state, void *context);
static void play_at_random(const struct sr_game *game, int seats, int games, looker *look,
                           void *context) {
    _Alignas(8) unsigned char state[SR_MAX_STATE];
    struct sr_moves moves;
    struct sr_setup setup;
    struct sr_rng rng;
    for (int number = 0; number < games; number++) {
        sr_setup_init(game, &setup);
        setup.seats = (uint8_t)seats;
        sr_seed_number((uint64_t)number + 70, setup.seed);
        sr_rng_seed(&rng, setup.seed);
        struct sr_stream stream = sr_stream_open(&rng);
        sr_deal(game, state, &setup, NULL, &moves);
        while (!sr_head(state)->over) {
            look(state, context);
            sr_play(game, state, moves.list[sr_draw(&stream, moves.count)], NULL, &moves);
        }
    }
}

#define EACH_GAME_AND_SEATS(game, seats)                                                           \
    for (int g_ = 0; (game = sr_game_at(g_)); g_++)                                                \
        for (int seats = game->seats_min; seats <= game->seats_max; seats++)

/* ---- inputs ---- */

struct desk {
    struct sr_inputs inputs;
    struct sr_elements elements;
    int16_t row[SR_MAX_ELEMENTS];
    uint16_t on[SR_INPUT_ACTIVE];
};

static int times_on(const struct desk *desk, int count, int input) {
    int times = 0;
    for (int i = 0; i < count; i++)
        times += desk->on[i] == input;
    return times;
}

/* How often an input should be on, by the row of elements: of the entries of a list, all; else 0 or
 * 1. Numbers with many values are counted in steps that double. */
static int times_by_elements(const struct desk *desk, const struct sr_input_group *group,
                             int place) {
    const struct sr_element *element = &desk->elements.list[group->element];
    const int16_t *row = &desk->row[group->element];
    int range = element->high - element->low, step = 1;
    if (group->set)
        return row[place] == 1;
    if (group->listed) {
        int times = 0, axes = sr_field_axes(element->field);
        for (int i = 0; i < element->field->axis[axes - 1].count; i++)
            times += row[i] - element->low == place && row[i] != SR_ELEMENT_NONE;
        return times;
    }
    while (range / step >= group->count)
        step *= 2;
    return (row[0] - element->low) / step == place;
}

static void compare_inputs(const void *state, void *context) {
    struct desk *desk = context;
    for (int seat = 0; seat < desk->inputs.seats; seat++) {
        int count = sr_inputs_read(&desk->inputs, state, seat, desk->on);
        assert_in_range(count, 1, SR_INPUT_ACTIVE - 1);
        sr_elements_read(&desk->elements, state, seat, desk->row);
        for (int g = 0; g < desk->inputs.groups; g++) {
            const struct sr_input_group *group = &desk->inputs.group[g];
            if (group->element == SR_INPUT_RELATION ||
                desk->elements.list[group->element].part != SR_OF_FIELD)
                continue;
            /* nothing, as an entry, looks in the row like the end of the list */
            for (int i = group->listed; i < group->count; i++)
                if (times_on(desk, count, group->first + i) != times_by_elements(desk, group, i)) {
                    char name[256];
                    struct sr_out out;
                    sr_out_open(&out, name, sizeof name);
                    sr_input_say(&out, &desk->inputs, &desk->elements, group->first + i);
                    fail_msg("%s, seat %d: %s", desk->inputs.game->name, seat, name);
                }
        }
    }
}

static int thinned;
static void compare_some_inputs(const void *state, void *context) {
    if (thinned++ % 16 == 0)
        compare_inputs(state, context);
}

static void inputs_are_what_the_elements_say(void **unused) {
    const struct sr_game *game;
    struct desk *desk = malloc(sizeof *desk);
    (void)unused;
    assert_non_null(desk);
    EACH_GAME_AND_SEATS(game, seats) {
        assert_true(sr_inputs_compile(&desk->inputs, &desk->elements, game, seats));
        play_at_random(game, seats, 1, compare_some_inputs, desk);
    }
    free(desk);
}

/* What nobody sees and what only notes who knows what is no input. */
static void no_input_is_hidden_from_all(void **unused) {
    const struct sr_game *game;
    struct desk *desk = malloc(sizeof *desk);
    (void)unused;
    assert_non_null(desk);
    EACH_GAME_AND_SEATS(game, seats) {
        assert_true(sr_inputs_compile(&desk->inputs, &desk->elements, game, seats));
        for (int g = 0; g < desk->inputs.groups; g++) {
            int number = desk->inputs.group[g].element;
            const struct sr_field *field =
                number == SR_INPUT_RELATION ? NULL : desk->elements.list[number].field;
            if (!field)
                continue;
            assert_true(sr_field_see(field) != SR_NOBODY);
            assert_false(field->see & SR_NOTE);
            assert_false(field->remembered);
        }
    }
    free(desk);
}

/* ---- sums ---- */

/* Two positions of so many blocks, of which a few are looked at; most bytes are alike. */
static void expect_differences(const struct sr_net_sums *way, struct sr_stream *stream) {
    enum { BLOCKS = 12, LISTED = 7, BYTES = BLOCKS * SR_NET_BLOCK };
    unsigned char before[BYTES], now[BYTES], mask[BYTES];
    uint16_t block[LISTED];
    struct sr_net_difference found[LISTED];
    int met = 0;
    for (int i = 0; i < BYTES; i++) {
        before[i] = (unsigned char)sr_draw(stream, 256);
        now[i] = sr_draw(stream, 8) ? before[i] : (unsigned char)sr_draw(stream, 256);
        mask[i] = sr_draw(stream, 4) ? UINT8_MAX : 0;
    }
    for (int i = 0; i < LISTED; i++)
        block[i] = (uint16_t)(i + (i > 2) * (BLOCKS - LISTED));
    int count = way->compare(before, now, mask, block, LISTED, found);
    for (int b = 0; b < LISTED; b++)
        for (int i = 0; i < SR_NET_BLOCK; i++) {
            int at = block[b] * SR_NET_BLOCK + i;
            bool differs = before[at] != now[at] && mask[at];
            bool listed = false;
            for (int f = 0; f < count; f++)
                listed = listed || (found[f].block == block[b] && (found[f].bytes >> i & 1));
            assert_int_equal(listed, differs);
            met += differs;
        }
    assert_true(met > 0 && count > 0 && count <= LISTED);
}

/* Features as large as may be and beyond, and just beside what is rounded up. */
static void expect_rounding(const struct sr_net_sums *way) {
    static const float measured[] = {0,      -0.0f,  0.49f,  0.5f,    -0.5f,   -0.51f,
                                     511.4f, 511.6f, 600.0f, -600.0f, -511.5f, 1e30f,
                                     -1e30f, 3,      -3,     1.5f};
    enum { COUNT = sizeof measured / sizeof measured[0] };
    static const int16_t whole[COUNT] = {0,   0,    0,    1,   -1,   -1, 511, 512,
                                         512, -512, -512, 512, -512, 3,  -3,  2};
    float unit[COUNT];
    int16_t times[COUNT];
    for (int i = 0; i < COUNT; i++)
        unit[i] = 1;
    way->round_features(times, measured, unit, COUNT);
    assert_memory_equal(times, whole, sizeof whole);
}

static void sums_are_the_same_in_every_way(void **unused) {
    enum { ROWS = 300, ADDED = 97, PAIRS = ADDED / 2, SEATS = 5, TRIED = 200 };
    static _Alignas(64) int16_t table[ROWS][SR_NET_UNITS];
    static int16_t weight[SEATS][SR_NET_UNITS];
    uint16_t row[ADDED], out[ADDED];
    int16_t times[ADDED];
    struct sr_rng rng;
    uint8_t seed[SR_SEED_BYTES];
    (void)unused;
    sr_seed_number(5, seed);
    sr_rng_seed(&rng, seed);
    struct sr_stream stream = sr_stream_open(&rng);
    for (int i = 0; i < ROWS * SR_NET_UNITS; i++)
        table[i / SR_NET_UNITS][i % SR_NET_UNITS] = (int16_t)((int)sr_draw(&stream, 601) - 300);
    for (int i = 0; i < SEATS * SR_NET_UNITS; i++)
        weight[i / SR_NET_UNITS][i % SR_NET_UNITS] = (int16_t)((int)sr_draw(&stream, 601) - 300);
    for (int i = 0; i < ADDED; i++) {
        row[i] = (uint16_t)sr_draw(&stream, ROWS);
        out[i] = (uint16_t)sr_draw(&stream, ROWS);
        times[i] = (int16_t)((int)sr_draw(&stream, 1025) - 512);
    }
    _Alignas(64) int16_t narrow[SR_NET_UNITS], other[SR_NET_UNITS];
    int ways = 0;
    for (const struct sr_net_sums *way; (way = sr_net_sums_at(ways)); ways++) {
        if (!way->available())
            continue;
        memset(narrow, 0, sizeof narrow);
        way->add_rows(narrow, table[0], row, ADDED);
        memset(other, 0, sizeof other);
        way->exchange_rows(other, table[0], out, row, ADDED);
        for (int unit = 0; unit < SR_NET_UNITS; unit++) {
            int64_t sum = 0, exchanged = 0;
            for (int i = 0; i < ADDED; i++) {
                sum += table[row[i]][unit];
                exchanged += table[row[i]][unit] - table[out[i]][unit];
            }
            assert_int_equal(narrow[unit], sum);
            assert_int_equal(other[unit], exchanged);
        }
        expect_rounding(way);
        for (int i = 0; i < TRIED; i++)
            expect_differences(way, &stream);
        /* few features and many, and sums of either sign that the activation cuts */
        for (int pairs = 0; pairs <= PAIRS; pairs += 6)
            for (int most = 1; most <= INT16_MAX; most = most * 2 + 1) {
                int32_t total[SEATS], plain[SEATS];
                for (int unit = 0; unit < SR_NET_UNITS; unit++)
                    narrow[unit] =
                        (int16_t)((int)sr_draw(&stream, (uint32_t)(2 * most + 1)) - most);
                way->answer(narrow, table[0], times, pairs, (const void *)weight, SEATS, total);
                sr_net_sums_at(0)->answer(narrow, table[0], times, pairs, (const void *)weight,
                                          SEATS, plain);
                assert_memory_equal(total, plain, sizeof plain);
            }
    }
    assert_true(ways >= 2);
}

static void compare_ways(const void *state, void *context) {
    const struct netted_game *netted = context;
    float plain[SR_MAX_SEATS] = {0}, other[SR_MAX_SEATS];
    sr_net_judge_by(netted->net, sr_net_sums_at(0), NULL, state, sr_head(state)->decider, plain);
    for (int i = 1; sr_net_sums_at(i); i++) {
        if (!sr_net_sums_at(i)->available())
            continue;
        memset(other, 0, sizeof other);
        sr_net_judge_by(netted->net, sr_net_sums_at(i), NULL, state, sr_head(state)->decider,
                        other);
        assert_memory_equal(plain, other, sizeof plain);
    }
}

static void positions_are_judged_the_same_in_every_way(void **unused) {
    const struct sr_game *game;
    (void)unused;
    EACH_GAME_AND_SEATS(game, seats) {
        struct netted_game *netted = malloc(sizeof *netted);
        assert_non_null(netted);
        open_netted_game(netted, game, seats, 3);
        play_at_random(game, seats, 1, compare_ways, netted);
        close_netted_game(netted);
        free(netted);
    }
}

/* What was asked before changes nothing, whoever looked and however much has happened since: here
 * positions of a game, guesses of them, and now and then another game. */
struct remembering {
    const struct netted_game *netted;
    struct sr_net_past *past;
    struct sr_stream *stream;
};

static void compare_with_past(const struct remembering *by, const void *state, int thinker) {
    float anew[SR_MAX_SEATS] = {0}, since[SR_MAX_SEATS] = {0};
    sr_net_judge(by->netted->net, NULL, state, thinker, anew);
    sr_net_judge(by->netted->net, by->past, state, thinker, since);
    if (memcmp(anew, since, sizeof anew) != 0)
        fail_msg("%s, %d seats: judged otherwise", by->netted->game.name, sr_head(state)->seats);
}

static void compare_here(const void *state, void *context) {
    const struct remembering *by = context;
    _Alignas(8) unsigned char guess[SR_MAX_STATE];
    int seats = sr_head(state)->seats;
    compare_with_past(by, state, sr_head(state)->decider);
    memcpy(guess, state, by->netted->game.size);
    sr_guess(&by->netted->game, guess, sr_head(state)->decider, by->stream);
    compare_with_past(by, guess, (int)sr_draw(by->stream, (uint32_t)seats));
}

static void what_was_asked_before_changes_nothing(void **unused) {
    const struct sr_game *game;
    struct sr_rng rng;
    uint8_t seed[SR_SEED_BYTES];
    (void)unused;
    sr_seed_number(6, seed);
    sr_rng_seed(&rng, seed);
    struct sr_stream stream = sr_stream_open(&rng);
    EACH_GAME_AND_SEATS(game, seats) {
        struct netted_game *netted = malloc(sizeof *netted);
        struct sr_net_past *past = calloc(1, sizeof *past);
        assert_true(netted && past);
        open_netted_game(netted, game, seats, 5);
        play_at_random(game, seats, 2, compare_here, &(struct remembering){netted, past, &stream});
        close_netted_game(netted);
        free(netted);
        free(past);
    }
}

/* The same by the inputs that are on, one by one and in wide numbers: what loading folds and leaves
 * out changes nothing. */
struct plainly {
    struct netted_game netted;
    struct sr_inputs inputs;
    struct sr_elements elements;
    struct sr_net_weights weights;
};

static int64_t unit_plainly(const struct plainly *plainly, const uint16_t *on, int count,
                            const float *measured, int seat, int unit) {
    const struct sr_net_weights *weights = &plainly->weights;
    int seats = weights->seats, features = weights->features;
    int64_t sum = weights->bias[unit];
    for (int i = 0; i < count; i++)
        sum += weights->row[on[i] * SR_NET_UNITS + unit];
    sum *= SR_NET_FEATURE_UNIT;
    for (int i = 0; i < seats * features; i++) {
        float units = measured[(seat + i / features) % seats * features + i % features] *
                      weights->feature_unit[i % features];
        units = fminf(SR_NET_FEATURE_MOST, fmaxf(-SR_NET_FEATURE_MOST, units));
        sum += (int64_t)truncf(units + (units < 0 ? -0.5f : 0.5f)) * weights->feature_row[i][unit];
    }
    double whole = floor((double)sum / SR_NET_FEATURE_UNIT);
    whole = whole < 0 ? floor(whole / (1 << SR_NET_LEAK_SHIFT)) : whole;
    return (int64_t)fmax(-INT16_MAX, fmin(INT16_MAX, whole));
}

static void compare_plainly(const void *state, void *context) {
    const struct plainly *plainly = context;
    const struct sr_net_weights *weights = &plainly->weights;
    const struct sr_mind *mind = sr_mind_of(plainly->inputs.game);
    int stage = mind->stage ? mind->stage(state) : 0;
    if (thinned++ % 8)
        return;
    int seat = sr_head(state)->decider;
    float logit[SR_MAX_SEATS] = {0}, measured[SR_MAX_SEATS * SR_MAX_FEATURES] = {0};
    float linear[SR_MAX_SEATS] = {0};
    uint16_t on[SR_INPUT_ACTIVE];
    int64_t unit[SR_NET_UNITS];
    int count = sr_inputs_read(&plainly->inputs, state, seat, on);
    if (mind->measure)
        sr_judge_features(plainly->inputs.game, state, measured, linear);
    for (int i = 0; i < SR_NET_UNITS; i++)
        unit[i] = unit_plainly(plainly, on, count, measured, seat, i);
    sr_net_judge(plainly->netted.net, NULL, state, seat, logit);
    for (int other = 0; other < weights->seats; other++) {
        int who = (seat + other) % weights->seats;
        int64_t total = weights->out_bias[stage][other];
        for (int i = 0; i < SR_NET_UNITS; i++)
            total += weights->out[stage][other][i] * unit[i];
        float expected = weights->slope[stage] * linear[who] +
                         (float)total / (float)(1 << (weights->row_shift + weights->out_shift));
        assert_true(fabsf(expected - logit[who]) <= 1e-5f * (1 + fabsf(expected)));
    }
}

static void nets_judge_by_their_inputs_alone(void **unused) {
    const struct sr_game *game;
    (void)unused;
    EACH_GAME_AND_SEATS(game, seats) {
        struct plainly *plainly = aligned_alloc(64, (sizeof *plainly + 63) / 64 * 64);
        struct sr_error error = {0};
        size_t size;
        assert_non_null(plainly);
        open_netted_game(&plainly->netted, game, seats, 8);
        void *file = made_up_net(game, seats, 8, &size);
        assert_true(sr_inputs_compile(&plainly->inputs, &plainly->elements, game, seats));
        assert_true(
            sr_net_read(&plainly->weights, &plainly->inputs, "made up", file, size, &error));
        play_at_random(game, seats, 1, compare_plainly, plainly);
        free(plainly->weights.row);
        free(file);
        close_netted_game(&plainly->netted);
        free(plainly);
    }
}

/* ---- reasons ---- */

/* Taken apart and put together a position is worth the same, and what features add is among all. */
static void compare_parts(const void *state, void *context) {
    const struct netted_game *netted = context;
    int seats = sr_head(state)->seats;
    for (int seat = 0; seat < seats; seat++) {
        float logit[SR_MAX_SEATS] = {0}, again[SR_MAX_SEATS] = {0}, linear[SR_MAX_SEATS] = {0};
        float measured[SR_MAX_SEATS * SR_MAX_FEATURES + SR_NET_SOME];
        static struct sr_net_parts parts;
        sr_net_judge(netted->net, NULL, state, seat, logit);
        if (netted->mind.measure)
            sr_judge_features(&netted->game, state, measured, linear);
        sr_net_take_apart(netted->net, state, seat, &parts);
        sr_net_answer(netted->net, state, parts.looker, parts.all, linear, again);
        assert_memory_equal(logit, again, sizeof logit);
    }
}

static void positions_are_taken_apart(void **unused) {
    const struct sr_game *game;
    (void)unused;
    EACH_GAME_AND_SEATS(game, seats) {
        struct netted_game *netted = malloc(sizeof *netted);
        assert_non_null(netted);
        open_netted_game(netted, game, seats, 11);
        play_at_random(game, seats, 1, compare_parts, netted);
        close_netted_game(netted);
        free(netted);
    }
}

/* How often reasons speak of one feature of the seat itself, and of others; nothing else is told.
 */
struct spoken {
    int feature, asked, of_itself, of_others;
};

static void ask_for_reasons(const struct sr_game *game, int seats, int plies,
                            struct spoken *spoken) {
    _Alignas(8) unsigned char state[SR_MAX_STATE];
    struct sr_setup setup;
    struct sr_moves moves;
    struct sr_rng rng;
    sr_setup_init(game, &setup);
    setup.seats = (uint8_t)seats;
    sr_seed_number(15, setup.seed);
    sr_rng_seed(&rng, setup.seed);
    struct sr_stream stream = sr_stream_open(&rng);
    sr_deal(game, state, &setup, NULL, &moves);
    for (int ply = 0; !sr_head(state)->over && ply < plies; ply++) {
        struct sr_glimpse glimpse = {game, state, sr_head(state)->decider, &moves};
        struct sr_hint hint[SR_HINTS];
        memset(hint, 0, sizeof hint);
        int count = moves.count < SR_HINTS ? (int)moves.count : SR_HINTS;
        for (int i = 0; i < count; i++)
            hint[i].move = moves.list[i];
        assert_true(sr_hints_explain(&glimpse, &stream, hint, count));
        for (int i = 0; i < count; i++)
            for (int k = 0; k < hint[i].likes; k++) {
                assert_int_equal(hint[i].like[k].feature, spoken->feature);
                assert_int_equal(hint[i].like[k].more, !hint[i].like[k].others);
                spoken->of_itself += !hint[i].like[k].others;
                spoken->of_others += hint[i].like[k].others;
            }
        spoken->asked += count;
        sr_play(game, state, moves.list[sr_draw(&stream, moves.count)], NULL, &moves);
    }
}

/* A net that knows of nothing but coins has no other reasons, whatever features are worth to the
 * linear judge; and one that dislikes them has none, since no player would call less of them
 * better. */
static void reasons_are_what_the_net_makes_of_features(void **unused) {
    const struct sr_game *game = sr_game_find("dunhuang");
    struct netted_game *netted = malloc(sizeof *netted);
    int coins = 0;
    (void)unused;
    assert_non_null(netted);
    while (strcmp(sr_mind_of(game)->features[coins].name, "coins") != 0)
        coins++;
    for (int likes = 0; likes < 2; likes++)
        for (int seats = 2; seats <= 3; seats++) {
            struct spoken spoken = {.feature = coins};
            size_t size;
            void *file = net_of_one_feature(game, seats, coins, likes, &size);
            open_game_with(netted, game, seats, file, size);
            ask_for_reasons(&netted->game, seats, 60, &spoken);
            assert_true(spoken.asked > 100);
            assert_int_equal(spoken.of_itself > 5, likes);
            assert_int_equal(spoken.of_itself + spoken.of_others > 0, likes);
            close_netted_game(netted);
        }
    free(netted);
}

/* ---- files ---- */

static void expect_refusal(const struct sr_game *game, int seats, const void *file, size_t size,
                           const struct sr_problem *problem) {
    struct sr_error error = {0};
    assert_null(sr_net_open(game, seats, "net", file, size, &error));
    assert_ptr_equal(error.problem, problem);
}

static void nets_of_something_else_are_refused(void **unused) {
    const struct sr_game *game = sr_game_find("dunhuang");
    size_t size;
    unsigned char *file = made_up_net(game, 3, 1, &size), *other = malloc(size);
    (void)unused;
    assert_non_null(other);
    expect_refusal(game, 2, file, size, SR_PROBLEM_NET_SEATS);
    expect_refusal(sr_game_find("gugong"), 3, file, size, SR_PROBLEM_NET_INPUTS);
    expect_refusal(game, 3, "WEIGHTS(2)", 10, SR_PROBLEM_NET_OTHER);
    expect_refusal(game, 3, file, 0, SR_PROBLEM_NET_OTHER);
    for (size_t cut = 9; cut < size; cut += 401)
        expect_refusal(game, 3, file, cut, SR_PROBLEM_NET_DAMAGED);
    memcpy(other, file, size);
    other[size / 2] ^= 1;
    expect_refusal(game, 3, other, size, SR_PROBLEM_NET_DAMAGED);
    free(other);
    free(file);
}

/* Another meaning of the features is another net: the names belong to the hash. */
static void a_change_of_what_is_looked_at_is_seen(void **unused) {
    struct sr_game game = *sr_game_find("dunhuang");
    struct sr_mind mind = *game.mind;
    struct sr_feature features[SR_MAX_FEATURES];
    size_t size;
    void *file = made_up_net(&game, 2, 1, &size);
    (void)unused;
    memcpy(features, mind.features, sizeof *features * mind.feature_count);
    features[0].name = "another";
    mind.features = features;
    game.mind = &mind;
    expect_refusal(&game, 2, file, size, SR_PROBLEM_NET_INPUTS);
    free(file);
}

static void weights_that_could_overflow_are_refused(void **unused) {
    const struct sr_game *game = sr_game_find("dunhuang");
    struct sr_inputs *inputs = malloc(sizeof *inputs);
    struct sr_elements *elements = malloc(sizeof *elements);
    struct sr_net_weights *weights = aligned_alloc(64, sizeof *weights);
    (void)unused;
    assert_true(inputs && elements && weights);
    assert_true(sr_inputs_compile(inputs, elements, game, 2));
    memset(weights, 0, sizeof *weights);
    *weights = (struct sr_net_weights){.input_hash = inputs->hash,
                                       .seats = 2,
                                       .stages = 1,
                                       .features = sr_mind_of(game)->feature_count,
                                       .inputs = inputs->count};
    weights->stages = sr_mind_of(game)->stages ? sr_mind_of(game)->stages : 1;
    weights->row = calloc((size_t)inputs->count * SR_NET_UNITS, sizeof *weights->row);
    assert_non_null(weights->row);
    assert_true(sr_net_fits(inputs, weights));
    /* two inputs of different groups that are too much together */
    weights->row[inputs->group[0].first * SR_NET_UNITS] = INT16_MAX;
    assert_true(sr_net_fits(inputs, weights));
    weights->row[inputs->group[1].first * SR_NET_UNITS] = -1;
    assert_false(sr_net_fits(inputs, weights));
    size_t size;
    void *file = sr_net_write(weights, &size);
    expect_refusal(game, 2, file, size, SR_PROBLEM_NET_OVERFLOW);
    free(file);
    weights->row[inputs->group[1].first * SR_NET_UNITS] = 0;
    weights->out[0][1][0] = INT16_MAX;
    weights->out_bias[0][1] = INT32_MAX;
    assert_false(sr_net_fits(inputs, weights));
    free(weights->row);
    free(weights);
    free(elements);
    free(inputs);
}

/* Every net that is shipped fits the game as it is. */
static void nets_that_come_with_games_fit(void **unused) {
    (void)unused;
    for (int i = 0; sr_net_files[i].game; i++) {
        const struct sr_game *game = sr_game_find(sr_net_files[i].game);
        assert_non_null(game);
        if (!sr_net_of(game, sr_net_files[i].seats))
            fail_msg("%s, %d seats: learn the net again", game->name, sr_net_files[i].seats);
    }
}

/* ---- what bots make of it ---- */

static struct sr_move ask(const struct sr_bot *bot, const struct sr_game *game, const void *state,
                          const struct sr_moves *moves, uint64_t seed) {
    struct sr_glimpse glimpse = {game, state, sr_head(state)->decider, moves};
    struct sr_rng rng;
    uint8_t bytes[SR_SEED_BYTES];
    sr_seed_number(seed, bytes);
    sr_rng_seed(&rng, bytes);
    struct sr_stream stream = sr_stream_open(&rng);
    return sr_bot_choose(bot, &glimpse, &stream);
}

/* What hints say, all of it. */
static void advise(const struct sr_game *game, const void *state, const struct sr_moves *moves,
                   uint64_t seed, char text[4096]) {
    struct sr_glimpse glimpse = {game, state, sr_head(state)->decider, moves};
    struct sr_bot bot;
    struct sr_hints hints;
    struct sr_error error = {0};
    struct sr_rng rng;
    uint8_t bytes[SR_SEED_BYTES];
    struct sr_out out;
    sr_seed_number(seed, bytes);
    sr_rng_seed(&rng, bytes);
    struct sr_stream stream = sr_stream_open(&rng);
    assert_true(sr_bot_read(&bot, "search:40", strlen("search:40"), &error));
    assert_true(sr_hints_find(&glimpse, &stream, &bot, &hints));
    sr_out_open(&out, text, 4096);
    for (int i = 0; i < hints.count; i++) {
        sr_move_write(&out, game, hints.hint[i].move);
        sr_put(&out, ": ");
        sr_hint_reason_say(&out, SR_EN, game, &hints, &hints.hint[i]);
        sr_put(&out, "\n");
    }
}

/* Two worlds that the seat cannot tell apart: the same choice and the same advice, though a net
 * looks at hands. Guesses of Dunhuang depend on the seat's knowledge and the stream alone. */
static void a_net_sees_nothing_that_is_hidden(void **unused) {
    static const char *const names[] = {"greedy", "search:60"};
    struct netted_game *netted = malloc(sizeof *netted);
    (void)unused;
    assert_non_null(netted);
    open_netted_game(netted, sr_game_find("dunhuang"), 3, 9);
    for (size_t b = 0; b < sizeof names / sizeof names[0]; b++) {
        _Alignas(8) unsigned char state[SR_MAX_STATE], other[SR_MAX_STATE];
        struct sr_setup setup;
        struct sr_moves moves, other_moves;
        struct sr_bot bot;
        struct sr_error error = {0};
        struct sr_rng rng;
        int differed = 0, reasons = 0;
        char said[4096], said_there[4096];
        assert_true(sr_bot_read(&bot, names[b], strlen(names[b]), &error));
        sr_setup_init(&netted->game, &setup);
        setup.seats = 3;
        sr_seed_number(12, setup.seed);
        sr_rng_seed(&rng, setup.seed);
        struct sr_stream stream = sr_stream_open(&rng);
        sr_deal(&netted->game, state, &setup, NULL, &moves);
        for (uint64_t ply = 0; !sr_head(state)->over && ply < 40; ply++) {
            float here[SR_MAX_SEATS] = {0}, there[SR_MAX_SEATS] = {0};
            struct sr_move move = ask(&bot, &netted->game, state, &moves, ply);
            memcpy(other, state, netted->game.size);
            sr_guess(&netted->game, other, sr_head(state)->decider, &stream);
            sr_list(&netted->game, other, &other_moves);
            sr_net_judge(netted->net, NULL, state, SR_SPECTATOR, here);
            sr_net_judge(netted->net, NULL, other, SR_SPECTATOR, there);
            differed += memcmp(here, there, sizeof here) != 0;
            assert_true(sr_same_move(move, ask(&bot, &netted->game, other, &other_moves, ply)));
            advise(&netted->game, state, &moves, ply, said);
            advise(&netted->game, other, &other_moves, ply, said_there);
            assert_string_equal(said, said_there);
            reasons += strstr(said, "gives you") != NULL;
            sr_play(&netted->game, state, move, NULL, &moves);
        }
        assert_true(reasons > 5);
        assert_true(differed > 5); /* the net itself would tell these worlds apart */
    }
    close_netted_game(netted);
    free(netted);
}

static void a_search_may_do_without_its_net(void **unused) {
    struct netted_game *netted = malloc(sizeof *netted);
    struct sr_bot with, without;
    struct sr_error error = {0};
    (void)unused;
    assert_non_null(netted);
    open_netted_game(netted, sr_game_find("gugong"), 2, 4);
    assert_true(sr_bot_read_at(SR_BOTS_IN_LABORATORY, &with, "search:50", 9, &error));
    assert_true(sr_bot_read_at(SR_BOTS_IN_LABORATORY, &without, "search:50/net=0", 15, &error));
    assert_ptr_equal(sr_bot_plan(&with, &netted->game, 2).net, netted->net);
    assert_null(sr_bot_plan(&without, &netted->game, 2).net);
    assert_true(sr_bot_plan(&with, &netted->game, 1).net != netted->net); /* it is for two */
    assert_true(sr_bot_checksum(&with, &netted->game, 2) !=
                sr_bot_checksum(&without, &netted->game, 2));
    close_netted_game(netted);
    free(netted);
}

/* ---- numbers ---- */

static void powers_are_exact_enough_and_the_same_everywhere(void **unused) {
    uint64_t sum = SR_MIX_NOTHING;
    float before = 0;
    (void)unused;
    for (float x = -86.5f; x < 87.5f; x += 0.0625f) {
        float found = sr_exp(x);
        double expected = exp((double)x);
        uint32_t bits;
        assert_true(fabs((double)found - expected) <= 3e-7 * expected);
        assert_true(found > before);
        before = found;
        memcpy(&bits, &found, sizeof bits);
        sum = sr_mix(sum, bits);
    }
    assert_true(sr_exp(-1000) == 0 && sr_exp(0) == 1 && isfinite(sr_exp(1000)));
    if (sum != UINT64_C(0x54fc4d8c3b79d419))
        fail_msg("checksum %llx", (unsigned long long)sum);
}

static void shares_are_shares(void **unused) {
    float logit[SR_MAX_SEATS] = {2, -1, 0.5f, 2}, sum = 0, alone[SR_MAX_SEATS] = {0};
    (void)unused;
    sr_net_shares(logit, 4);
    for (int seat = 0; seat < 4; seat++)
        sum += logit[seat];
    assert_true(fabsf(sum - 1) < 1e-6f && logit[0] == logit[3] && logit[0] > logit[2]);
    sr_net_shares(alone, 1);
    assert_true(alone[0] == 0.5f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_are_what_the_elements_say),
        cmocka_unit_test(no_input_is_hidden_from_all),
        cmocka_unit_test(sums_are_the_same_in_every_way),
        cmocka_unit_test(positions_are_judged_the_same_in_every_way),
        cmocka_unit_test(what_was_asked_before_changes_nothing),
        cmocka_unit_test(nets_judge_by_their_inputs_alone),
        cmocka_unit_test(positions_are_taken_apart),
        cmocka_unit_test(reasons_are_what_the_net_makes_of_features),
        cmocka_unit_test(nets_of_something_else_are_refused),
        cmocka_unit_test(a_change_of_what_is_looked_at_is_seen),
        cmocka_unit_test(weights_that_could_overflow_are_refused),
        cmocka_unit_test(nets_that_come_with_games_fit),
        cmocka_unit_test(a_net_sees_nothing_that_is_hidden),
        cmocka_unit_test(a_search_may_do_without_its_net),
        cmocka_unit_test(powers_are_exact_enough_and_the_same_everywhere),
        cmocka_unit_test(shares_are_shares),
    };
    return cmocka_run_group_tests_name("nets", tests, NULL, NULL);
}
