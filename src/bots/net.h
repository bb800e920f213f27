/* A learnt judge: a small net over the inputs of a game (core/inputs.h) for one number of seats.
 *
 *   logit of a seat = slope[stage] x what the linear judge says of it
 *                   + the seat's row of the stage x leaky(sum of the rows of all inputs that are on
 *                                                          + features x their rows)
 *
 * Seats are counted from the one that looks: who thinks or who decides, as the mind says; shares of
 * victory are the softmax of the logits. Everything behind the features is in whole numbers:
 * weights of 16 bits, sums that the loader has shown not to overflow whatever the position. So the
 * same position is worth the same, to the last bit, on every machine. */
#ifndef SR_NET_H
#define SR_NET_H

#include "bots/net_rows.h"
#include "bots/net_sum.h"
#include "core/inputs.h"

enum { SR_NET_STAGES = 8 };

struct sr_net;

/* Net files: a magic, what they are for, and the weights, little-endian. The game and the number of
 * seats must be those of the file, and the inputs those that it was learnt with. NULL: `error` says
 * what is wrong with it; `path` is what the file is called. The caller frees it. */
struct sr_net *sr_net_open(const struct sr_game *game, int seats, const char *path,
                           const void *bytes, size_t size, struct sr_error *error);
/* Does a file begin as nets do? */
bool sr_net_begins(const void *bytes, size_t size);
void sr_net_free(struct sr_net *net);
int sr_net_seats(const struct sr_net *net);
uint64_t sr_net_checksum(const struct sr_net *net);

/* What a net was asked last, from each seat: what comes next is mostly alike, and then only what
 * differs is added up anew. Of one net and one thread; all zeros at first. */
struct sr_net_past {
    struct sr_net_sight of[SR_MAX_SEATS];
};

/* How good a position that is not over is for each seat: the larger, the better. There is room for
 * SR_MAX_STATE bytes where it stands. `past`: of whoever
 * asks many times, or NULL; what comes out is the same. `thinker`: who thinks about it, or
 * SR_SPECTATOR. */
void sr_net_judge(const struct sr_net *net, struct sr_net_past *past, const void *state,
                  int thinker, float logit[SR_MAX_SEATS]);
/* The same by other sums than the best ones: for tests. */
void sr_net_judge_by(const struct sr_net *net, const struct sr_net_sums *sums,
                     struct sr_net_past *past, const void *state, int thinker,
                     float logit[SR_MAX_SEATS]);

/* A position as a net takes it in, for reasons: what all of it adds to the units, and what each
 * feature does, of the seat that is explained to and of all others together, by itself and by the
 * inputs of the field that has its name. The rest has no words. */
enum sr_net_side { SR_NET_ITSELF, SR_NET_OTHERS, SR_NET_SIDES };
struct sr_net_parts {
    int looker; /* who looks: what comes out is told from there */
    float all[SR_NET_UNITS];
    float of[SR_NET_SIDES][SR_MAX_FEATURES][SR_NET_UNITS];
};
void sr_net_take_apart(const struct sr_net *net, const void *state, int seat,
                       struct sr_net_parts *parts);
/* What comes out of units with so much in them, and of what the linear judge says, at the stage of
 * the game that a position is in. Of a position's own parts it is what the net says of it. */
void sr_net_answer(const struct sr_net *net, const void *now, int looker,
                   const float unit[SR_NET_UNITS], const float linear[SR_MAX_SEATS],
                   float logit[SR_MAX_SEATS]);

/* Shares of victory of logits, in their place. Who plays alone plays against losing. */
void sr_net_shares(float logit[SR_MAX_SEATS], int seats);

/* ---- what a net file holds, for those who write one ---- */

struct sr_net_weights {
    uint64_t input_hash;
    uint8_t seats, stages, features; /* at least one stage */
    uint8_t row_shift, out_shift;    /* a weight of 1 is 1 << shift */
    uint16_t inputs;
    float slope[SR_NET_STAGES];
    float feature_unit[SR_MAX_FEATURES]; /* a feature times this is in SR_NET_FEATURE_UNITs */
    int32_t out_bias[SR_NET_STAGES][SR_MAX_SEATS];
    int16_t out[SR_NET_STAGES][SR_MAX_SEATS][SR_NET_UNITS];
    int16_t bias[SR_NET_UNITS];
    _Alignas(64) int16_t
        feature_row[SR_MAX_SEATS * SR_MAX_FEATURES][SR_NET_UNITS]; /* by seat, then feature */
    int16_t *row;                                                  /* inputs x SR_NET_UNITS */
};

/* The bytes of the file, which the caller frees; NULL without memory. */
void *sr_net_write(const struct sr_net_weights *weights, size_t *size);
/* Could a sum overflow? With larger shifts it sooner does. */
bool sr_net_fits(const struct sr_inputs *inputs, const struct sr_net_weights *weights);

#endif
