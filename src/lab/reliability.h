/* How far what searches said of chances came true: of all decisions at which a seat was said to
 * have so much of the victory, the part that it had in the end. */
#ifndef SR_RELIABILITY_H
#define SR_RELIABILITY_H

#include "lab/train.h"

enum { SR_RELIABILITY_BINS = 10 };

struct sr_reliability {
    uint64_t count[SR_RELIABILITY_BINS]; /* said 0 to 10 %, 10 to 20 % ... of the first seat */
    double said[SR_RELIABILITY_BINS], won[SR_RELIABILITY_BINS]; /* on average */
    double error; /* expected calibration error: how far both are apart, over all decisions */
};

void sr_reliability_of(const struct sr_game *game, int seats, const struct sr_notes *notes,
                       struct sr_reliability *found);

#endif
