/* Small series of games for the tests of the laboratory. Whatever fails fails the test. */
#ifndef SUPPORT_SERIES_H
#define SUPPORT_SERIES_H

#include "lab/series.h"

extern const char *const six_bots[6];

struct sr_series series_of(const struct sr_game *game, const char *const *bots, int count,
                           int seats, uint64_t games);
void series_play(const struct sr_series *series, struct sr_results *results);

#endif
