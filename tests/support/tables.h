/* Tables for the tests of the API: dealt, played on by chance, written out. */
#ifndef TEST_TABLES_H
#define TEST_TABLES_H

#include "api/table.h"

/* A table of the first game; its seed is the number. */
struct sr_table *tables_deal(int seats, uint64_t seed);
/* The same after so many random moves, or at the end if that comes first. */
struct sr_table *tables_play(int seats, uint64_t seed, uint32_t plies);
/* One random move; `dice` says which. */
void tables_move(struct sr_table *table, struct sr_stream *dice, struct sr_events *events);

char *tables_record(const struct sr_table *table);
char *tables_position(const struct sr_table *table);
char *tables_view(const struct sr_table *table, int viewer);

/* A copy of `text` in which the first `old` is `fresh` instead; fails the test if there is none. */
char *tables_replace(const char *text, const char *old, const char *fresh);

/* Everything but the moves' storage is the same. */
bool tables_same(const struct sr_table *one, const struct sr_table *other);

/* The error in words, in one static buffer. */
const char *tables_say(const struct sr_error *error, enum sr_lang lang);

#endif
