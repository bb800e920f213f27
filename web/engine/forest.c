/* Memory for the trees of a search, where one search runs at a time: see bots/forest.h. The ground
 * stays, as large as any search has wanted, since memory of WebAssembly is never given back; what
 * was used of it is cleared for the next. */
#include "bots/forest.h"

#include <stdlib.h>
#include <string.h>

static void *ground;
static size_t room;

bool sr_plot_open(struct sr_plot *plot, size_t bytes, bool patient) {
    if (bytes > room) {
        free(ground);
        ground = calloc(1, bytes);
        room = ground ? bytes : 0;
    }
    *plot = (struct sr_plot){ground, bytes, 0, patient, NULL};
    return ground != NULL;
}

bool sr_plot_grow(struct sr_plot *plot, size_t more) {
    plot->paid += more;
    return true;
}

void sr_plot_close(struct sr_plot *plot) {
    size_t used = plot->paid + SR_PLOT_GIFT;
    memset(plot->ground, 0, used < plot->bytes ? used : plot->bytes);
}
