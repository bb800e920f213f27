/* Broken doubles: copies of Pebbles that lie about one thing each. The battery must catch every one
 * of them, and for the right reason. */
#ifndef BROKEN_H
#define BROKEN_H

#include "../support/battery.h"
#include "core/mind.h"
#include "pebbles.h"

/* Tables of the game that a double may change, each a copy of the honest one. */
struct broken_tables {
    struct sr_field fields[32];
    struct sr_fields all_fields;
    struct sr_phase phases[PEBBLE_PHASES];
    struct sr_verb verbs[PEBBLE_VERBS];
    struct sr_event_kind events[PEBBLE_EVENTS];
    struct sr_mind mind; /* Pebbles has none */
};

struct broken_double {
    const char *lie;
    enum battery_property caught_by;
    void (*spoil)(struct sr_game *game, struct broken_tables *tables);
};

extern const struct broken_double broken_doubles[];
extern const int broken_double_count;

/* Makes `game` the honest one with its tables in `tables`, then spoils it. */
void broken_make(const struct broken_double *broken, struct sr_game *game,
                 struct broken_tables *tables);

#endif
