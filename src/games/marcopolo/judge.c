/* The Voyages of Marco Polo: how good a position is for each seat, cheaply. */
#include "state.h"

void marcopolo_judge(const void *state, float value[]) {
    const struct marcopolo *t = state;
    for (int seat = 0; seat < t->head.seats; seat++)
        value[seat] = (float)t->points[seat];
}
