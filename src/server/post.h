/* Letters that wait, first come first served: what came over a socket, and what is to go out. Their
 * texts are shared: what thousands are told alike is kept once. */
#ifndef SR_POST_H
#define SR_POST_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whoever keeps one has a use of it. */
struct sr_saying {
    atomic_int uses;
    atomic_llong *kept; /* where its bytes are counted as long as it is there; NULL: nowhere */
    size_t length;
    char bytes[]; /* and a zero */
};

/* With one use; NULL: out of memory. */
struct sr_saying *sr_saying_new(const char *bytes, size_t length, atomic_llong *kept);
void sr_saying_free(struct sr_saying *text); /* one use less */

struct sr_letter {
    struct sr_letter *next;
    uint64_t at;    /* when it was posted, of sr_latency_now() */
    uint64_t asked; /* when that came which it answers; 0: it answers nothing */
    bool crowd;     /* a crowd is told it */
    struct sr_saying *text;
};

struct sr_post {
    struct sr_letter *first, **last;
    size_t bytes;
    int count;
};

/* A letter with this text, which has one use more then. NULL: out of memory. */
struct sr_letter *sr_post_add(struct sr_post *post, struct sr_saying *text);
/* NULL: there is none. */
struct sr_letter *sr_post_take(struct sr_post *post);
void sr_letter_free(struct sr_letter *letter);
void sr_post_clear(struct sr_post *post);

#endif
