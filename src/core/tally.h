/* What a laboratory counts to learn what wins, beside the order of seats: a constant of its own in
 * each game that has something to say. */
#ifndef SR_TALLY_H
#define SR_TALLY_H

#include "game.h"

/* Something that may decide games: which mission a seat had, which card it began with, how many
 * decrees it took ... For a laboratory that asks what wins and sees all hands. Of SR_BITS each bit
 * counts by itself; large numbers are put together in ranges.
 *
 * A state forgets much of how a game began, so there are three moments: the end, the first decision
 * after the deal, and the first choice of a seat that says anything. Where there is but one move
 * nobody chooses. */
struct sr_tally {
    const char *name;    /* lower case, as in JSON */
    struct sr_text text; /* what it is, in a few words */
    const struct sr_domain *of;
    int (*of_seat)(const void *state, int seat); /* -1: nothing to count */
    bool at_deal;                                /* of_seat reads the deal, not the end */
    /* Instead of of_seat: what the decider's move says, before it is played. -1: nothing. */
    int (*of_move)(const void *state, struct sr_move move);
};

struct sr_laboratory {
    const struct sr_tally *tallies;
    uint8_t count;
    struct sr_text rival; /* who plays against one alone, without a seat; may be nobody */
};

static inline int sr_tally_count(const struct sr_game *game) {
    return game->laboratory ? game->laboratory->count : 0;
}

#endif
