/* What a net has learnt, for a school that goes on from there: a net of the same game, of as many
 * seats or of others. */
#ifndef SR_INHERIT_H
#define SR_INHERIT_H

#include "bots/net.h"

/* Weights for so many seats by a net file of the game for any number of seats. Inputs go by their
 * names; what was learnt about another seat is shared out among those there are now, and what had
 * no name before says nothing. The rows are freed by the caller. False: `error` says why; `path` is
 * what the file is called. */
bool sr_inherit(const struct sr_game *game, int seats, const char *path, const void *bytes,
                size_t size, struct sr_net_weights *weights, struct sr_error *error);

#endif
