/* Letters that wait, first come first served: what came over a socket, and what is to go out. */
#ifndef SR_POST_H
#define SR_POST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sr_letter {
    struct sr_letter *next;
    uint64_t at; /* when it was posted, of sr_latency_now() */
    size_t length;
    char text[];
};

struct sr_post {
    struct sr_letter *first, **last;
    size_t bytes;
    int count;
};

/* False: out of memory. */
bool sr_post_add(struct sr_post *post, const char *text, size_t length);
/* Freed with free(); NULL: there is none. */
struct sr_letter *sr_post_take(struct sr_post *post);
void sr_post_clear(struct sr_post *post);

#endif
