/* Notes as a net takes them in, for training. */
#ifndef SR_TRAIN_DATA_H
#define SR_TRAIN_DATA_H

#include "core/inputs.h"
#include "lab/train.h"

/* One deal in so many, with all its forks, is kept back to measure by. */
enum { SR_ONE_KEPT_BACK_IN = 20 };

/* One position. Shares and logits are counted from the seat that is asked. */
struct sr_exercise {
    uint32_t first; /* of its inputs, in the long list of all */
    uint16_t count; /* of inputs that are on */
    uint8_t stage, seat;
    bool kept_back; /* to measure by, not to learn from */
    bool decision;  /* of a game that was won as `won` says */
    float linear[SR_MAX_SEATS];
    float aim[SR_MAX_SEATS];
    float won[SR_MAX_SEATS];
};

struct sr_exercises {
    struct sr_inputs *inputs;
    int seats, features, stages;
    int views; /* of each note, from different seats */
    size_t count, games;
    struct sr_exercise *exercise;
    uint16_t *on;                        /* the inputs of all, one after the other */
    float *feature;                      /* seats x features of each, in units */
    float feature_unit[SR_MAX_FEATURES]; /* 1 / what is usual */
    float rescale;
};

/* False: no memory, or the game has too many inputs. */
bool sr_exercises_make(struct sr_exercises *exercises, const struct sr_training *training,
                       struct sr_error *error);
void sr_exercises_free(struct sr_exercises *exercises);

#endif
