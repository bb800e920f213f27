/* The sums of a net, in whole numbers: where time is spent. Each machine has its own way to add
 * many at once, and they all come to the same sums, since whole numbers do. */
#ifndef SR_NET_SUM_H
#define SR_NET_SUM_H

#include <stdbool.h>
#include <stdint.h>

enum { SR_NET_UNITS = 32 };

struct sr_net_sums {
    const char *name;
    bool (*available)(void);
    /* Adds the rows with these numbers to the sums. */
    void (*add_rows)(int16_t sum[SR_NET_UNITS], const int16_t *table, const uint16_t *row,
                     int count);
    /* Puts rows in the place of others that were added before. On the way a sum may leave its
     * range, and comes back. */
    void (*exchange_rows)(int16_t sum[SR_NET_UNITS], const int16_t *table, const uint16_t *out,
                          const uint16_t *in, int count);
    /* Adds rows, each so many times. Two rows stand together, number beside number; there are as
     * many times as rows. */
    void (*add_pairs)(int32_t sum[SR_NET_UNITS], const int16_t *pairs, const int16_t *times,
                      int count);
};

/* All ways there are in this program, the plain one first; NULL past the last. */
const struct sr_net_sums *sr_net_sums_at(int index);
/* The best one on this machine. */
const struct sr_net_sums *sr_net_sums_best(void);

#endif
