/* Learns a net from notes (lab/lesson.h): sparse Adagrad over shuffled notes, in one thread and in
 * a fixed order, so that the same notes give the same weights; and rounds it to whole numbers. */
#ifndef SR_TRAIN_H
#define SR_TRAIN_H

#include "bots/net.h"

#include <stddef.h>

struct sr_notes {
    const unsigned char *notes;
    size_t count;
};

struct sr_training {
    const struct sr_game *game;
    int seats;
    const struct sr_notes *part; /* of the generations that are learnt from, the oldest first */
    int parts;
    int epochs;
    const struct sr_net_weights *begin; /* what it knows already; NULL: nothing */
    uint8_t seed[SR_SEED_BYTES];
    void (*progress)(void *context, uint64_t done, uint64_t all); /* in notes; may be NULL */
    void *context;
};

/* What came of it. Surprise is in nats, on games that nothing was learnt from: knowing nothing, by
 * the linear judge and by the net; the least that is possible is what
 * the aims themselves leave open. */
struct sr_training_result {
    uint64_t notes, games; /* that were learnt from, forks are games */
    uint16_t inputs;
    float rescale; /* how much surer the search could have been of what it said */
    double blind, linear, net, least;
    /* What logits were multiplied with in the end: a net aims at points too, which makes it modest,
     * and its shares are to be chances of winning. */
    float surer;
    void *file; /* the net file, which the caller frees */
    size_t size;
};

/* False: `error` says why. */
bool sr_train(const struct sr_training *training, struct sr_training_result *result,
              struct sr_error *error);

#endif
