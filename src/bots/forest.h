/* Memory for the trees of all searches in this process together, however many run at once: never
 * more than SR_FOREST_BYTES, and SR_PLOT_GIFT for each search beside that. */
#ifndef SR_FOREST_H
#define SR_FOREST_H

#include <stdbool.h>
#include <stddef.h>

#ifndef SR_FOREST_MEGABYTES /* a build for small machines has less */
#define SR_FOREST_MEGABYTES 160
#endif
enum { SR_FOREST_BYTES = SR_FOREST_MEGABYTES << 20, SR_PLOT_GIFT = 160 << 10 };

/* The ground for the trees of one search. */
struct sr_plot {
    void *ground; /* zeroed */
    size_t bytes; /* as large as it may get, at most SR_FOREST_BYTES */
    size_t paid;  /* so much of it was asked for and granted */
    bool patient; /* waits for what is not there */
    struct sr_plot *younger;
};

/* Takes a plot, of which the first SR_PLOT_GIFT bytes may be used at once: who needs no more than
 * that never waits. Patient is who must come to the same result whatever else runs, impatient who
 * has a clock. False: out of memory. */
bool sr_plot_open(struct sr_plot *plot, size_t bytes, bool patient);
/* Asks for more of the plot. A patient one waits until it is granted. False: the plot has to do
 * with what it has. Threads that share a plot may ask at the same time. */
bool sr_plot_grow(struct sr_plot *plot, size_t more);
void sr_plot_close(struct sr_plot *plot);

#endif
