/* Series of a few bots, set up and played. */
#include "series.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

const char *const six_bots[6] = {"random",   "greedy",   "search:1",
                                 "search:2", "search:3", "search:4"};

struct sr_series series_of(const struct sr_game *game, const char *const *bots, int count,
                           int seats, uint64_t games) {
    struct sr_series series = {.game = game, .bots = count, .games = games, .threads = 1};
    struct sr_error error;
    sr_setup_init(game, &series.setup);
    series.setup.seats = (uint8_t)seats;
    sr_seed_number(7, series.setup.seed);
    for (int i = 0; i < count; i++)
        assert_true(sr_bot_read(&series.bot[i], bots[i], strlen(bots[i]), &error));
    return series;
}
void series_play(const struct sr_series *series, struct sr_results *results) {
    struct sr_error error;
    assert_true(sr_results_open(results, series, &error));
    assert_true(sr_series_run(series, results, &error));
}
