/* Variants of Pebbles that are honest games, for what Pebbles itself has no need of. */
#ifndef VARIANTS_H
#define VARIANTS_H

#include "pebbles.h"

/* Who has fewest points wins. */
struct sr_game pebbles_fewest_wins(void);

/* Two versions of the rules: by the second nobody begins with a coin. With it `peeking` is off when
 * nobody says otherwise; records of before, which do not name it, mean that it is on. There are
 * presets, "few" and "many". */
struct sr_game pebbles_of_two_versions(void);

#endif
