/* Memory is granted as trees grow. Two kinds of searches share it.
 *
 * A search with a clock cannot wait, and what it finds is never quite the same twice: when it is
 * granted no more, its trees stay as they are. It may hold HELD_FOR_LEFT times what it leaves to
 * others, so that several that run at once come to about equal parts, and whoever begins while
 * others think finds something left.
 *
 * A search with a budget in iterations must come to the same result whatever runs beside it, so it
 * waits. Those that hold memory and wait for more must not all wait for each other: nobody is
 * granted anything that might keep an older one from getting all it may ever need once those older
 * still are done (the banker's algorithm, with age for the order). So the oldest can always go on,
 * and the others go on beside it as far as the memory reaches. */
#include "bots/forest.h"

#include "bots/system.h"

#include <pthread.h>
#include <stdlib.h>

enum { HELD_FOR_LEFT = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t given_back = PTHREAD_COND_INITIALIZER;
static struct sr_plot *oldest;
static size_t left = SR_FOREST_BYTES;
static int waiting;

/* A plot of some size is mapped on its own, so that all of it goes back to the system when it is
 * closed (an allocator may keep it), and in small pages: a large one would be used as a whole
 * before it was granted. */
static void *take_ground(size_t bytes) {
    if (bytes <= SR_PLOT_GIFT)
        return calloc(1, bytes);
    return sr_system_map(bytes);
}

static void leave_ground(void *ground, size_t bytes) {
    if (bytes <= SR_PLOT_GIFT)
        free(ground);
    else
        sr_system_unmap(ground, bytes);
}

bool sr_plot_open(struct sr_plot *plot, size_t bytes, bool patient) {
    *plot = (struct sr_plot){take_ground(bytes), bytes, 0, patient, NULL};
    if (!plot->ground)
        return false;
    pthread_mutex_lock(&lock);
    struct sr_plot **last = &oldest;
    while (*last)
        last = &(*last)->younger;
    *last = plot;
    pthread_mutex_unlock(&lock);
    return true;
}

/* Could all that wait still get all they may need, one after the other, the oldest first? */
static bool is_safe(const struct sr_plot *asking, size_t more) {
    if (more > left)
        return false;
    size_t then_left = left - more;
    for (const struct sr_plot *plot = oldest; plot; plot = plot->younger)
        if (!plot->patient)
            then_left += plot->paid; /* they end without waiting for anybody */
    for (const struct sr_plot *plot = oldest; plot; plot = plot->younger) {
        if (!plot->patient)
            continue;
        size_t paid = plot->paid + (plot == asking ? more : 0);
        if (plot->bytes - paid > then_left)
            return false;
        then_left += paid;
    }
    return true;
}

static bool is_fair(const struct sr_plot *asking, size_t more) {
    return !waiting && more <= left && asking->paid + more <= HELD_FOR_LEFT * (left - more);
}

bool sr_plot_grow(struct sr_plot *plot, size_t more) {
    pthread_mutex_lock(&lock);
    if (plot->patient && !is_safe(plot, more)) {
        waiting++;
        do
            pthread_cond_wait(&given_back, &lock);
        while (!is_safe(plot, more));
        waiting--;
    }
    bool granted = plot->patient || is_fair(plot, more);
    if (granted) {
        left -= more;
        plot->paid += more;
    }
    pthread_mutex_unlock(&lock);
    return granted;
}

void sr_plot_close(struct sr_plot *plot) {
    leave_ground(plot->ground, plot->bytes);
    pthread_mutex_lock(&lock);
    struct sr_plot **at = &oldest;
    while (*at != plot)
        at = &(*at)->younger;
    *at = plot->younger;
    left += plot->paid;
    pthread_cond_broadcast(&given_back);
    pthread_mutex_unlock(&lock);
}
