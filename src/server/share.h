/* Who is next: weighted start-time fair queueing. What waits has a rank, and belongs to a person in
 * a network. Lower ranks go first; within a rank networks have equal shares of what is used,
 * whatever each of them asks for, within a network people have, and what one person asks for is
 * done in its order. What has a weight counts for that much less: with weight 4 one gets four times
 * as much. A share that is not used is not saved up, and what was used is remembered as
 * long as it counts, so going away and coming back changes nothing.
 *
 * Nothing here is locked: whoever has a queue has a lock for it. */
#ifndef SR_SHARE_H
#define SR_SHARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sr_share {
    uint64_t network; /* 0: not known */
    int64_t person;   /* 0: nobody in particular */
    uint32_t weight;  /* of what is asked for; 0 is 1 */
};

enum { SR_MOST_RANKS = 6 };

/* A part of whatever waits. */
struct sr_waiting {
    struct sr_share share;
    int rank;
    struct sr_waiting *next;
    struct sr_workers *workers; /* who do it, if it is theirs: see workers.h */
};

struct sr_fair; /* opaque */

struct sr_fair *sr_fair_open(void);
/* Nothing may wait any more. */
void sr_fair_close(struct sr_fair *fair);

/* False: out of memory. */
bool sr_fair_add(struct sr_fair *fair, struct sr_waiting *waiting);
/* Before all that the same person has waiting in this rank: for what was begun and put off. */
bool sr_fair_add_first(struct sr_fair *fair, struct sr_waiting *waiting);
/* The next one that `may` go (NULL: all may); NULL: none. */
typedef bool sr_fair_may(void *context, const struct sr_waiting *waiting);
struct sr_waiting *sr_fair_take(struct sr_fair *fair, sr_fair_may *may, void *context);
/* Somebody used so much of what is shared. */
void sr_fair_charge(struct sr_fair *fair, struct sr_share share, uint64_t cost);
/* Should something that waits go on in the place of this, which is being done? */
bool sr_fair_precedes(const struct sr_fair *fair, const struct sr_waiting *doing);
int sr_fair_count(const struct sr_fair *fair, int rank);
/* What a network has waiting in a rank. */
int sr_fair_count_of(const struct sr_fair *fair, int rank, uint64_t network);
/* Calls `each` for everything that waits, in no order. */
void sr_fair_each(const struct sr_fair *fair,
                  void (*each)(void *context, struct sr_waiting *waiting), void *context);

#endif
