/* How sure we are: intervals for shares and means, and chances corrected for many comparisons. */
#ifndef SR_STATS_H
#define SR_STATS_H

#include <stdint.h>

/* An estimate and the limits between which the truth lies in 95 of 100 cases. */
struct sr_estimate {
    double value, low, high;
};

/* Standard errors that make 95 %. */
extern const double sr_sure;

/* Wilson's interval for a share; `wins` may be broken, as shared victories are. */
struct sr_estimate sr_share(double wins, double tries);

/* Numbers of which the mean is wanted. Those of a round are about the same deal and go together or
 * against each other: close a round when all its numbers are in. Where no round is ever closed,
 * every number is taken to stand for itself. */
struct sr_sample {
    double count, sum, squares;
    /* Of the closed rounds: how many, how much is in them, and their counts and sums multiplied. */
    double rounds, closed_count, closed_sum;
    double count_count, count_sum, sum_sum;
};
static inline void sr_sample_add(struct sr_sample *sample, double number) {
    sample->count += 1;
    sample->sum += number;
    sample->squares += number * number;
}
void sr_sample_close(struct sr_sample *sample);
double sr_sample_variance(const struct sr_sample *sample);
struct sr_estimate sr_mean(const struct sr_sample *sample);
/* Of numbers from 0 to 1: Wilson's interval for as many tries on deals of their own as say as much
 * as these. */
struct sr_estimate sr_mean_share(const struct sr_sample *sample);
/* How far the share is from an expected one, measured by the same tries. */
struct sr_surprise {
    double errors; /* standard errors */
    double chance; /* of so much or more by luck alone: see sr_chance() */
};
struct sr_surprise sr_mean_surprise(const struct sr_sample *sample, double expected);

/* The chance of so many wins or an even stranger number, to either side, if the true share is the
 * expected one: exact for few tries, by the normal curve for many. */
double sr_chance(double wins, double tries, double expected);
/* Benjamini and Hochberg: for each chance the share of false alarms among all that are at least as
 * striking. At most SR_COMPARISONS at once. */
enum { SR_COMPARISONS = 2048 };
void sr_false_alarms(const double *chance, double *corrected, int count);

#endif
