/* The sums of a net, in whole numbers, and what is done to many numbers alike around them: where
 * time is spent. Each machine has its own way to do many at once, and they all come to the same,
 * since whole numbers do and what is left of others is done to each alone. */
#ifndef SR_NET_SUM_H
#define SR_NET_SUM_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SR_NET_UNITS = 32,
    SR_NET_BLOCK = 32,         /* bytes of a position that are compared at once */
    SR_NET_SOME = 8,           /* features that are rounded at once */
    SR_NET_FEATURE_UNIT = 64,  /* a feature as large as is usual */
    SR_NET_FEATURE_MOST = 512, /* larger ones count as this */
    SR_NET_LEAK_SHIFT = 3,     /* below nothing a unit counts for an eighth */
};

/* A block in which two positions differ, and a bit for each byte that does, the lowest first. */
struct sr_net_difference {
    uint16_t block;
    uint32_t bytes;
};

struct sr_net_sums {
    const char *name;
    bool (*available)(void);
    /* Finds the listed blocks that differ in bytes under the mask; says how many. */
    int (*compare)(const unsigned char *before, const unsigned char *now, const unsigned char *mask,
                   const uint16_t *block, int blocks, struct sr_net_difference *found);
    /* Adds the rows with these numbers to the sums. */
    void (*add_rows)(int16_t sum[SR_NET_UNITS], const int16_t *table, const uint16_t *row,
                     int count);
    /* Puts rows in the place of others that were added before. On the way a sum may leave its
     * range, and comes back. */
    void (*exchange_rows)(int16_t sum[SR_NET_UNITS], const int16_t *table, const uint16_t *out,
                          const uint16_t *in, int count);
    /* Measured features, times what makes them SR_NET_FEATURE_UNITs, in whole numbers of at most
     * SR_NET_FEATURE_MOST. Reads and writes up to the next multiple of SR_NET_SOME. */
    void (*round_features)(int16_t times[], const float measured[], const float unit[], int count);
    /* What comes out for each seat, without its bias: the sums and the features, each so many times
     * its row, activated and weighed by the seat's row of `out`. Rows of features stand in pairs,
     * number beside number; there are as many times as rows. */
    void (*answer)(const int16_t sum[SR_NET_UNITS], const int16_t *pair, const int16_t *times,
                   int pairs, const int16_t (*out)[SR_NET_UNITS], int seats, int32_t total[]);
};

/* All ways there are in this program, the plain one first; NULL past the last. */
const struct sr_net_sums *sr_net_sums_at(int index);
/* The best one on this machine. */
const struct sr_net_sums *sr_net_sums_best(void);

#endif
