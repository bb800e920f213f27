/* The school of a net: generation after generation plays, learns from what was played last, and
 * must beat the one before at the table. What foretells better often plays worse, so nothing but
 * games decides. Everything is kept in a directory as it comes, so that a run which was stopped
 * goes on where it was, and the same seed gives the same nets with any number of threads.
 *
 * A school may go on from a net that there is: its first generation plays by it and must beat it,
 * and what learns begins with the weights of the best so far in the place of nothing, which takes
 * far fewer games.
 *
 * Or it learns against a bot that stays as it is, to find out what that bot cannot do: the net has
 * one seat and the bot all others, in lessons and at the gate. There every generation plays the
 * same deals, and so does, as generation 0, what it began with: who wins more of them than the best
 * before it is kept.
 *
 *   DIR/plan.json               what is learnt; another plan in the same place is refused
 *   DIR/G/notes-K               of the games of generation G, so many in each file
 *   DIR/G/net.bin, gate         what it has learnt, and its games at the gate
 *   DIR/G/result.json           how it stood at the table
 *   DIR/net-SEATS.bin           the best so far, at first the one to go on from, if there is one */
#ifndef SR_LEARN_H
#define SR_LEARN_H

#include "bots/bot.h"
#include "lab/reliability.h"
#include "lab/train.h"

enum { SR_GENERATIONS = 99 };

/* How a generation did. */
struct sr_generation {
    int number; /* from 1 */
    uint64_t notes, games;
    double blind, linear, net, least; /* surprise: see struct sr_training_result */
    double wins, gate_games;          /* against the best before it, or the bot */
    double surer;                     /* than it had learnt to be: see there, too */
    struct sr_reliability said;       /* of its games, in which the best before it searched */
    bool passed;
};

enum sr_learn_step { SR_LEARN_PLAYS, SR_LEARN_LEARNS, SR_LEARN_GATE, SR_LEARN_STEPS };

struct sr_learn {
    const struct sr_game *game;
    struct sr_setup setup;        /* seats, options; the seed is that of everything */
    const char *seed;             /* as it was given */
    struct sr_bot player;         /* a search: who plays the games that are learnt from */
    struct sr_bot guard;          /* a search: how games at the gate are played */
    const struct sr_bot *against; /* who is to be beaten; NULL: the best before it */
    int generations;              /* 0: a net to go on from is only fitted to so many seats */
    uint32_t games, gate_games;
    int threads;
    const char *directory; /* is there */
    const char *from; /* a net file to go on from, of any number of seats; NULL: from nothing */
    void (*progress)(void *context, int generation, enum sr_learn_step step, uint64_t done,
                     uint64_t all);
    /* Hears of each generation; against a bot of number 0, too. */
    void (*finished)(void *context, const struct sr_generation *generation);
    void *context;
};

/* False: `error` says why; what was done stays. `generation` has room for SR_GENERATIONS. */
bool sr_learn_run(const struct sr_learn *learn, struct sr_generation *generation,
                  struct sr_error *error);

/* Does so much at the gate let a net through? One standard error above even, or more. */
bool sr_learn_passes(double wins, double games);
/* Plays the gate: how many games the net in `file` wins against the other (NULL: the linear judge).
 * More than half is better, however many seats there are. Where there is a bot to be beaten that is
 * the other, and the net alone against so many of it. */
bool sr_learn_gate(const struct sr_learn *learn, int generation, const void *file, size_t size,
                   const void *other, size_t other_size, double *wins, struct sr_error *error);

#endif
