/* Seats as one of them counts: itself first, then on around the table. What rows of elements and
 * numbers of moves have in common. */
#ifndef SR_RELATIVE_H
#define SR_RELATIVE_H

#include "domain.h"

/* The least and the largest value of a domain at a table with so many seats, none aside. */
int64_t sr_relative_least(const struct sr_domain *of);
int64_t sr_relative_most(const struct sr_domain *of, int seats);
/* How many of its first values belong to each seat; 0: it has nothing to do with seats. */
static inline int sr_each_seat(const struct sr_domain *of) {
    return of->kind == SR_SEAT ? 1 : of->each_seat;
}
bool sr_is_set_of_seats(const struct sr_domain *of);

/* A value as `observer` counts, and back. Values that belong to no seat stay as they are. */
int sr_relative(const struct sr_domain *of, int value, int seats, int observer);
int sr_absolute(const struct sr_domain *of, int value, int seats, int observer);

/* "me", "+1": a seat so many places on. */
void sr_put_relative_seat(struct sr_out *out, int seat);
/* A value as an observer counts, in notation. What belongs to seats says to which, and, where each
 * has several, which of them: "+1[3]"; sets of seats are "me,+2". */
void sr_relative_write(struct sr_out *out, const struct sr_domain *of, int value, int seats);

#endif
