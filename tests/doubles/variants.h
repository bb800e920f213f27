/* Variants of Pebbles that are honest games, for what Pebbles itself has no need of. */
#ifndef VARIANTS_H
#define VARIANTS_H

#include "pebbles.h"

/* Who has fewest points wins. */
struct sr_game pebbles_fewest_wins(void);

#endif
