/* Games written down as they are played, for whoever learns from them: as records, one after the
 * other, or as columns, a row of fixed size for each decision. Games come in the order of their
 * numbers, so that the same seed writes the same bytes with any number of threads.
 *
 * Columns begin with a line of JSON that says what a row holds: name, type (as numpy writes types),
 * shape and place of every column. docs/research.md has them. */
#ifndef SR_LEDGER_H
#define SR_LEDGER_H

#include "lab/match.h"

#include <stdio.h>

enum sr_ledger_kind { SR_LEDGER_RECORDS, SR_LEDGER_COLUMNS };

struct sr_ledger;
struct sr_scribe;
struct sr_sim;

/* Writes to `to`, which stays the caller's. NULL: `error` says why. */
struct sr_ledger *sr_ledger_open(enum sr_ledger_kind kind, const struct sr_sim *sim,
                                 const char *seed, FILE *to, struct sr_error *error);
void sr_ledger_free(struct sr_ledger *ledger);
/* What kept it from being written, as errno has it; 0: nothing did. */
int sr_ledger_trouble(const struct sr_ledger *ledger);

/* Whoever writes down one game after the other: one for each thread. NULL: no memory. */
struct sr_scribe *sr_scribe_new(struct sr_ledger *ledger);
void sr_scribe_free(struct sr_scribe *scribe);
void sr_scribe_begin(struct sr_scribe *scribe, uint64_t game, const struct sr_setup *setup);
/* A decision and its move: a witness of struct sr_match, whose context is the scribe. */
void sr_scribe_note(void *scribe, const void *state, const struct sr_moves *moves,
                    struct sr_move move);
void sr_scribe_end(struct sr_scribe *scribe, const struct sr_outcome *outcome);

/* Takes the game that the scribe has ended, never two at once. False: it cannot be written. */
bool sr_ledger_take(struct sr_ledger *ledger, uint64_t game, struct sr_scribe *scribe);

#endif
