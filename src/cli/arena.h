/* An arena and what is told about it: tables for text and page, and the page itself. */
#ifndef SR_ARENA_H
#define SR_ARENA_H

#include "lab.h"

struct sr_arena {
    struct sr_lab lab;
    struct sr_standing standing;
    struct sr_grid *grid; /* a sheet to write tables on, one after the other */
};

void sr_arena_standing(const struct sr_arena *arena, struct sr_grid *grid);
void sr_arena_focal(const struct sr_arena *arena, struct sr_grid *grid);
void sr_arena_seats(const struct sr_arena *arena, struct sr_grid *grid);
/* What follows "search:" in the name of a bot: its budget, and whatever else it was given. */
const char *sr_arena_budget(const struct sr_arena *arena, int bot);
void sr_arena_doublings(const struct sr_arena *arena, struct sr_grid *grid);
/* The share of wins that everyone would have if all were equal. */
void sr_arena_even_say(const struct sr_arena *arena, struct sr_out *out);

/* The page of --report; the context is a struct sr_arena. */
void sr_arena_report(struct sr_out *out, const void *context);

#endif
