/* Intervals and corrected chances. */
#include "lab/stats.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

const double sr_sure = 1.959963984540054;

struct sr_estimate sr_share(double wins, double tries) {
    if (tries <= 0)
        return (struct sr_estimate){0, 0, 1};
    double share = wins / tries, z2 = sr_sure * sr_sure;
    double middle = (share + z2 / (2 * tries)) / (1 + z2 / tries);
    double spread = share * (1 - share) / tries + z2 / (4 * tries * tries);
    double half = sr_sure * sqrt(spread > 0 ? spread : 0) / (1 + z2 / tries);
    /* rounding must not push the limits past the share itself, at none or all */
    return (struct sr_estimate){share, fmax(0, fmin(share, middle - half)),
                                fmin(1, fmax(share, middle + half))};
}

double sr_sample_variance(const struct sr_sample *sample) {
    if (sample->count < 2)
        return 0;
    double variance =
        (sample->squares - sample->sum * sample->sum / sample->count) / (sample->count - 1);
    return variance > 0 ? variance : 0;
}

void sr_sample_close(struct sr_sample *sample) {
    double count = sample->count - sample->closed_count, sum = sample->sum - sample->closed_sum;
    if (count <= 0)
        return;
    sample->rounds += 1;
    sample->closed_count = sample->count;
    sample->closed_sum = sample->sum;
    sample->count_count += count * count;
    sample->count_sum += count * sum;
    sample->sum_sum += sum * sum;
}

/* How much less sure the mean is than if every number stood for itself, which has this variance:
 * what rounds differ by, against that. Few rounds say little about it: it is as if there had been
 * ten more of numbers that stand for themselves. */
static double by_rounds(const struct sr_sample *sample, double variance) {
    const double before = 10;
    double rounds = sample->rounds, mean = sample->sum / sample->count;
    if (rounds < 2 || variance <= 0)
        return 1;
    double squares =
        sample->sum_sum - 2 * mean * sample->count_sum + mean * mean * sample->count_count;
    double ratio = fmax(0, squares) / sample->closed_count * rounds / (rounds - 1) / variance;
    return (rounds * ratio + before) / (rounds + before);
}

struct sr_estimate sr_mean(const struct sr_sample *sample) {
    if (sample->count <= 0)
        return (struct sr_estimate){0, 0, 0};
    double mean = sample->sum / sample->count, variance = sr_sample_variance(sample);
    double half = sr_sure * sqrt(by_rounds(sample, variance) * variance / sample->count);
    return (struct sr_estimate){mean, mean - half, mean + half};
}

/* As many tries on deals of their own say as much about a share as these. */
static double tries_alone(const struct sr_sample *sample) {
    double share = sample->sum / sample->count;
    return sample->count / by_rounds(sample, share * (1 - share));
}

struct sr_estimate sr_mean_share(const struct sr_sample *sample) {
    if (sample->count <= 0)
        return sr_share(0, 0);
    double tries = tries_alone(sample);
    return sr_share(sample->sum / sample->count * tries, tries);
}

/* The chance of exactly so many wins. */
static double chance_of(double wins, double tries, double expected) {
    return exp(lgamma(tries + 1) - lgamma(wins + 1) - lgamma(tries - wins + 1) +
               wins * log(expected) + (tries - wins) * log1p(-expected));
}

double sr_chance(double wins, double tries, double expected) {
    const double few = 500;
    if (tries <= 0 || expected <= 0 || expected >= 1)
        return 1;
    double mean = tries * expected;
    if (tries > few)
        return erfc(fabs(wins - mean) / sqrt(2 * mean * (1 - expected)));
    /* parts of wins are rounded towards what was expected, which claims less */
    bool more = wins > mean;
    int first = more ? (int)floor(wins) : 0, last = (int)(more ? tries : ceil(wins));
    double tail = 0;
    for (int i = first; i <= last; i++)
        tail += chance_of(i, tries, expected);
    return fmin(1, 2 * tail);
}

struct sr_surprise sr_mean_surprise(const struct sr_sample *sample, double expected) {
    if (sample->count <= 0)
        return (struct sr_surprise){0, 1};
    double share = sample->sum / sample->count, variance = expected * (1 - expected);
    double tries = tries_alone(sample), whole = fmax(1, round(tries));
    return (struct sr_surprise){variance > 0 ? (share - expected) / sqrt(variance / tries) : 0,
                                sr_chance(share * whole, whole, expected)};
}

struct ordered {
    double chance;
    int at;
};

static int compare(const void *a, const void *b) {
    const struct ordered *x = a, *y = b;
    return x->chance != y->chance ? (x->chance > y->chance) - (x->chance < y->chance)
                                  : x->at - y->at;
}

void sr_false_alarms(const double *chance, double *corrected, int count) {
    struct ordered order[SR_COMPARISONS];
    if (count > SR_COMPARISONS)
        count = SR_COMPARISONS;
    for (int i = 0; i < count; i++)
        order[i] = (struct ordered){chance[i], i};
    qsort(order, (size_t)count, sizeof order[0], compare);
    double least = 1;
    for (int i = count - 1; i >= 0; i--) {
        least = fmin(least, order[i].chance * count / (i + 1));
        corrected[order[i].at] = least;
    }
}
