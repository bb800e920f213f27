#include "nets.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Rows of a net file are of nothing, of bytes or of more. */
enum { SPREAD = 24, WIDE_SPREAD = 400, OUT_SPREAD = 200, ONE_OF_NOTHING_IN = 7 };

static int16_t draw_weight(struct sr_stream *stream, int most) {
    return (int16_t)((int)sr_draw(stream, (uint32_t)(2 * most + 1)) - most);
}

/* A net that says nothing. */
static struct sr_net_weights *begin_net(const struct sr_game *game, int seats) {
    struct sr_inputs *inputs = malloc(sizeof *inputs);
    struct sr_elements *elements = malloc(sizeof *elements);
    struct sr_net_weights *weights = aligned_alloc(64, sizeof *weights);
    const struct sr_mind *mind = sr_mind_of(game);
    assert_true(inputs && elements && weights);
    assert_true(sr_inputs_compile(inputs, elements, game, seats));
    memset(weights, 0, sizeof *weights);
    weights->input_hash = inputs->hash;
    weights->seats = (uint8_t)seats;
    weights->stages = mind->stages ? mind->stages : 1;
    weights->features = mind->feature_count;
    weights->inputs = inputs->count;
    weights->row_shift = 7;
    weights->out_shift = 8;
    weights->row = calloc((size_t)inputs->count * SR_NET_UNITS, sizeof *weights->row);
    assert_non_null(weights->row);
    free(elements);
    free(inputs);
    return weights;
}

static void *end_net(struct sr_net_weights *weights, size_t *size) {
    void *file = sr_net_write(weights, size);
    free(weights->row);
    free(weights);
    assert_non_null(file);
    return file;
}

void *made_up_net(const struct sr_game *game, int seats, uint64_t seed, size_t *size) {
    struct sr_net_weights *weights = begin_net(game, seats);
    struct sr_rng rng;
    uint8_t bytes[SR_SEED_BYTES];
    sr_seed_number(seed, bytes);
    sr_rng_seed(&rng, bytes);
    struct sr_stream stream = sr_stream_open(&rng);
    for (size_t i = 0; i < (size_t)weights->inputs * SR_NET_UNITS; i++)
        weights->row[i] = i / SR_NET_UNITS % ONE_OF_NOTHING_IN ? draw_weight(&stream, SPREAD) : 0;
    for (int i = 0; i < weights->features; i++)
        weights->feature_unit[i] = 40.0f;
    for (int i = 0; i < seats * weights->features; i++)
        for (int unit = 0; unit < SR_NET_UNITS; unit++)
            weights->feature_row[i][unit] = draw_weight(&stream, i ? SPREAD : WIDE_SPREAD);
    for (int stage = 0; stage < weights->stages; stage++) {
        weights->slope[stage] = 0.25f;
        for (int seat = 0; seat < seats; seat++) {
            weights->out_bias[stage][seat] = draw_weight(&stream, OUT_SPREAD);
            for (int unit = 0; unit < SR_NET_UNITS; unit++)
                weights->out[stage][seat][unit] = draw_weight(&stream, OUT_SPREAD);
        }
    }
    return end_net(weights, size);
}

void *net_of_one_feature(const struct sr_game *game, int seats, int feature, bool likes,
                         size_t *size) {
    enum { FEATURE_WEIGHT = 64, OUT_WEIGHT = 256 };
    struct sr_net_weights *weights = begin_net(game, seats);
    weights->feature_unit[feature] = SR_NET_FEATURE_UNIT;
    for (int seat = 0; seat < seats; seat++)
        weights->feature_row[seat * weights->features + feature][seat] = FEATURE_WEIGHT;
    for (int stage = 0; stage < weights->stages; stage++)
        for (int seat = 0; seat < seats; seat++)
            weights->out[stage][seat][seat] = likes ? OUT_WEIGHT : -OUT_WEIGHT;
    return end_net(weights, size);
}

void open_game_with(struct netted_game *netted, const struct sr_game *game, int seats, void *file,
                    size_t size) {
    struct sr_error error = {0};
    netted->game = *game;
    netted->mind = *sr_mind_of(game);
    netted->net = sr_net_open(game, seats, "made up", file, size, &error);
    free(file);
    assert_non_null(netted->net);
    netted->mind.net = netted->net;
    netted->game.mind = &netted->mind;
}

void open_netted_game(struct netted_game *netted, const struct sr_game *game, int seats,
                      uint64_t seed) {
    size_t size;
    void *file = made_up_net(game, seats, seed, &size);
    open_game_with(netted, game, seats, file, size);
}

void close_netted_game(struct netted_game *netted) {
    sr_net_free(netted->net);
}
