/* One decision weighed: what was chosen, what would have been better, and by how much, as far as
 * the seat that decided could know. */
#ifndef SR_VERDICT_H
#define SR_VERDICT_H

#include "api/table.h"
#include "bots/hint.h"

enum {
    SR_REVIEW_BUDGET = 4000, /* iterations for a decision, if nobody says otherwise */
    SR_REVIEW_LEAST_BUDGET = 100,
    SR_REVIEW_MOST_BUDGET = 10000000,
    SR_ALTERNATIVES = 10
};

/* So much of a chance must be lost for a move to be called a mistake, beyond what may be error. */
#define SR_MISTAKE 0.05
/* From so much on it is worth saying what would have been better, and why. */
#define SR_WORTH_A_REASON 0.02

struct sr_verdict {
    uint32_t ply;  /* the number of the move, from 1 */
    int choices;   /* how many legal moves there were */
    bool mistake;  /* it cost SR_MISTAKE or more, and that is no accident of the worlds guessed */
    double before; /* the chance with the best move that was found: one that is surely better, or
                      the move that was played */
    double after;  /* with the move that was played */
    double error;  /* the standard error of their difference */
    struct sr_move played;
    struct sr_hint better; /* that best move, and what sets it apart from the one played */
    /* Of mistakes: what else might have been done, best first. */
    int alternatives;
    struct sr_hint alternative[SR_ALTERNATIVES];
};

/* Weighs a move of whoever decides at the table. The same table, budget and series give the same
 * verdict; another series looks at other worlds. `chance` is what the search thought of the
 * position on its way; it may be NULL. False: out of memory. */
bool sr_verdict_find(const struct sr_table *table, struct sr_move played, uint32_t budget,
                     uint64_t series, struct sr_verdict *verdict, double *chance);

/* As JSON; `at` is the table at which it was weighed. docs/coach.md describes it. */
void sr_verdict_json(struct sr_out *out, const struct sr_table *at,
                     const struct sr_verdict *verdict);

/* The same by one look alone: what looks like a mistake is not looked at again, and nothing is
 * explained. */
bool sr_verdict_look(const struct sr_table *table, struct sr_move played, uint32_t budget,
                     uint64_t series, struct sr_verdict *verdict);

/* What numbers are drawn for: each purpose has a stream of its own, which depends on nothing but
 * the number of the move, the seat and the series, so that a review of one seat is part of that of
 * all.
 */
enum sr_purpose {
    SR_TO_SEARCH,
    SR_TO_COMPARE,
    SR_TO_EXPLAIN,
    SR_TO_VALUE,
    SR_TO_EXPECT,
    SR_TO_ANSWER,
    SR_TO_FOLLOW,
    SR_PURPOSES
};
struct sr_stream sr_coach_stream(const struct sr_table *table, int seat, uint64_t series,
                                 enum sr_purpose purpose, struct sr_rng *rng);

#endif
