/* What wins: the share of victories by the order of seats and by whatever the game tallies, with
 * intervals, and with chances that are corrected for the number of comparisons. */
#ifndef SR_BALANCE_H
#define SR_BALANCE_H

#include "core/tally.h"
#include "lab/series.h"
#include "lab/stats.h"

enum { SR_FACTOR_VALUES = 48, SR_FACTOR_RANGES = 10, SR_BALANCE_FACTORS = 33 };

/* Seats for which the factor had this value, or one from `low` to `high`. */
struct sr_factor_value {
    int32_t low, high;     /* for a factor of bits, the number of the bit, twice */
    struct sr_sample wins; /* of the seats that were counted, by deals */
    struct sr_estimate share;
    double errors;    /* standard errors away from what all seats have on average */
    double chance;    /* of being so far away by luck alone */
    double corrected; /* the same, corrected for all comparisons of the report */
};

struct sr_factor {
    const struct sr_tally *tally; /* NULL: the order of seats */
    int count;
    struct sr_factor_value value[SR_FACTOR_VALUES];
};

struct sr_balance {
    uint64_t games;    /* that were counted */
    uint64_t left_out; /* cut short by a bot that failed: who won there says nothing of what wins */
    double expected;   /* share of wins of a seat about which nothing is known */
    int count, comparisons;
    struct sr_factor factor[SR_BALANCE_FACTORS];
};

void sr_balance_make(struct sr_balance *balance, const struct sr_series *series,
                     const struct sr_results *results);

/* The value in words: "tea", "3", "4–6". */
void sr_factor_value_say(struct sr_out *out, enum sr_lang lang, const struct sr_factor *factor,
                         const struct sr_factor_value *value);
/* And as a short identifier. */
void sr_factor_value_write(struct sr_out *out, const struct sr_factor *factor,
                           const struct sr_factor_value *value);

#endif
