#include "lab/reliability.h"

#include "lab/lesson.h"

#include <math.h>

void sr_reliability_of(const struct sr_game *game, int seats, const struct sr_notes *notes,
                       struct sr_reliability *found) {
    size_t bytes = sr_note_bytes(game, seats);
    float share[SR_MAX_SEATS] = {0};
    double won = 0, all = 0;
    *found = (struct sr_reliability){.error = 0};
    for (size_t i = notes->count; i-- > 0;) { /* an end stands behind its decisions */
        const unsigned char *note = notes->notes + i * bytes;
        sr_note_shares(game, note, seats, share);
        if (sr_note_kind(note) >= SR_NOTE_END)
            won = sr_note_won(share, seats, 0);
        if (sr_note_kind(note) != SR_NOTE_DECISION)
            continue;
        int bin = (int)(share[0] * SR_RELIABILITY_BINS);
        bin = bin < SR_RELIABILITY_BINS ? bin : SR_RELIABILITY_BINS - 1;
        found->count[bin]++;
        found->said[bin] += (double)share[0];
        found->won[bin] += won;
        all++;
    }
    for (int bin = 0; bin < SR_RELIABILITY_BINS; bin++) {
        double count = (double)found->count[bin];
        if (!found->count[bin])
            continue;
        found->error += fabs(found->said[bin] - found->won[bin]) / all;
        found->said[bin] /= count;
        found->won[bin] /= count;
    }
}
