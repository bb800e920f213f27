/* Ratings of people, one game after the other: the model of Plackett and Luce with the update rule
 * of Weng and Lin ("A Bayesian approximation method for online ranking", 2011, algorithm 4).
 *
 * Chosen because a game has up to six seats and ends in a ranking with ties: this takes the whole
 * ranking at once, in closed form, and says how much is still in doubt. Glicko-2 knows only duels
 * and wants games collected in periods. The laboratory's batch fit is better where all games are at
 * hand, but it would have to be run again over everything after every game. */
#ifndef SR_SKILL_H
#define SR_SKILL_H

#include <stdbool.h>

/* On the scale of Elo: between two who are well known, 400 points are about ten to one. */
struct sr_skill {
    double skill; /* 1500 at first */
    double doubt; /* a standard deviation, 350 at first */
};

struct sr_skill sr_skill_new(void);
/* A game of `count` people, with their ranks (1 is best, equal ones are shared). */
void sr_skill_update(struct sr_skill *skill, const int *rank, int count);

#endif
