/* Charts: what each seat's chances looked like after every move of a finished game. As the referee
 * sees it: with the true cards, but dice and draws to come unknown. Each position is played on at
 * random a number of times and judged, as the searching bots do at their leaves. */
#include "room.h"

#include "bots/search.h"

#include <stdlib.h>
#include <string.h>

enum {
    SAMPLES = 48,   /* for each position */
    SLICE = 40,     /* milliseconds, then others have their turn */
    THOUSAND = 1000 /* chances are told in thousandths */
};

struct sr_chart {
    char id[SR_TABLE_ID_BYTES];
    struct sr_table *game;  /* finished */
    struct sr_table *table; /* replayed so far */
    struct sr_rng rng;
    struct sr_stream stream;
    struct sr_buffer text; /* so far, as JSON */
};

struct sr_chart *sr_chart_new(const char *id, const struct sr_table *table) {
    struct sr_chart *chart = calloc(1, sizeof *chart);
    uint8_t seed[SR_SEED_BYTES];
    if (!chart)
        return NULL;
    memcpy(chart->id, id, strnlen(id, sizeof chart->id - 1));
    chart->game = sr_table_copy(table, NULL);
    chart->table = sr_table_at(table, 0, NULL);
    sr_random_bytes(seed, sizeof seed);
    sr_rng_seed(&chart->rng, seed);
    chart->stream = sr_stream_open(&chart->rng);
    sr_buffer_add(&chart->text, "[");
    if (chart->game && chart->table && !chart->text.broken)
        return chart;
    sr_chart_free(chart);
    return NULL;
}

void sr_chart_free(struct sr_chart *chart) {
    if (!chart)
        return;
    sr_table_free(chart->game);
    sr_table_free(chart->table);
    sr_buffer_free(&chart->text);
    free(chart);
}

static void estimate(struct sr_chart *chart, float sum[SR_MAX_SEATS]) {
    const struct sr_table *table = chart->table;
    const struct sr_search_plan plan = sr_search_plan_to_tell(table->game, table->state);
    bool over = sr_head(table->state)->over;
    int samples = over ? 1 : SAMPLES;
    memset(sum, 0, SR_MAX_SEATS * sizeof *sum);
    for (int n = 0; n < samples; n++) {
        struct sr_world world = {.game = table->game};
        struct sr_moves moves = table->moves;
        float value[SR_MAX_SEATS] = {0};
        uint8_t seed[SR_SEED_BYTES];
        memcpy(world.state, table->state, sizeof world.state);
        if (!over) {
            sr_random_bytes(seed, sizeof seed);
            sr_rng_seed(&((struct sr_head *)(void *)world.state)->rng, seed);
        }
        sr_search_value(&plan, &chart->stream, &world, &moves, value);
        for (int seat = 0; seat < SR_MAX_SEATS; seat++)
            sum[seat] += value[seat] / (float)samples;
    }
}

/* [512,301,187] for three seats. */
static void add_position(struct sr_chart *chart) {
    float chance[SR_MAX_SEATS];
    estimate(chart, chance);
    sr_buffer_add(&chart->text, chart->text.length > 1 ? ",[" : "[");
    for (int seat = 0; seat < sr_head(chart->table->state)->seats; seat++) {
        sr_buffer_add(&chart->text, seat ? "," : "");
        sr_buffer_add_number(&chart->text, (int64_t)(THOUSAND * chance[seat] + 0.5f));
    }
    sr_buffer_add(&chart->text, "]");
}

bool sr_chart_go_on(struct sr_chart *chart, struct sr_server *server) {
    int64_t until = sr_milliseconds() + SLICE;
    while (sr_milliseconds() < until) {
        add_position(chart);
        uint32_t ply = chart->table->plies;
        if (ply == chart->game->plies) {
            sr_buffer_add(&chart->text, "]");
            if (!chart->text.broken)
                sr_store_set_chances(server->store, chart->id, chart->text.text);
            return false;
        }
        if (!sr_table_play(chart->table, SR_REFEREE, chart->game->ply[ply].move, NULL, NULL))
            return false;
    }
    return !chart->text.broken;
}
