/* Results as lines of text, so that a run which was stopped can go on: a first line that says what
 * is played, and then one line for each game as it is finished, in any order. Every line is a JSON
 * object. Reading and writing of files is left to others. */
#ifndef SR_KEEP_H
#define SR_KEEP_H

#include "lab/series.h"

/* The first line, and the one of a finished game, with their ends. `seed` as it was given. */
void sr_keep_head_write(struct sr_out *out, const struct sr_series *series, const char *seed);
void sr_keep_game_write(struct sr_out *out, const struct sr_series *series,
                        const struct sr_results *results, uint64_t number);

/* Does a text begin as kept results do? So many bytes are enough to see it. */
enum { SR_KEEP_SIGN_BYTES = 19 };
bool sr_keep_begins(const char *text, size_t length);

/* The seed in the first line; false if there is none that could be one. */
bool sr_keep_seed(const char *text, size_t length, char *seed, size_t room);

/* Takes over the games that are kept in a text. It must be of the same series, but may have more
 * games or fewer. What follows the last end of a line is the beginning of a line that was never
 * finished: `whole` is the length without it. */
bool sr_keep_read(const char *text, size_t length, const struct sr_series *series, const char *seed,
                  struct sr_results *results, size_t *whole, struct sr_error *error);

#endif
