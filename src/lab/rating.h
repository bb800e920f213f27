/* Ratings from whole rankings: the model of Plackett and Luce, which at two seats is that of
 * Bradley and Terry.
 *
 * A ranking is a run of choices: the best is chosen from all at the table, the second from those
 * that are left, and so on; each bot is chosen in proportion to its strength. Who share a place
 * count as every order of them, in equal parts. Each bot has also drawn one game against a ghost
 * of middling strength: so who never lost has a finite rating, with a wide interval. */
#ifndef SR_RATING_H
#define SR_RATING_H

#include "lab/series.h"
#include "lab/stats.h"

/* The choices seen so far, equal ones together. */
struct sr_choice {
    uint64_t from;                 /* how many of each bot, four bits each; 0: an empty slot */
    double total;                  /* how often one was chosen from these */
    double chosen[SR_SERIES_BOTS]; /* and which */
};
struct sr_choices {
    int bots;
    uint32_t count, slots;
    struct sr_choice *slot;
};

void sr_choices_open(struct sr_choices *choices, int bots);
void sr_choices_free(struct sr_choices *choices);
/* A game: who sat there, and their ranks. False: no memory. */
bool sr_choices_add(struct sr_choices *choices, const uint8_t *bot, const uint8_t *rank, int seats);

/* On the scale of Elo: 400 points are ten to one. The mean of all is 1500. */
struct sr_ratings {
    int bots;
    struct sr_estimate bot[SR_SERIES_BOTS];
    double covariance[SR_SERIES_BOTS][SR_SERIES_BOTS];
    int steps; /* that the algorithm took */
};
void sr_rate(const struct sr_choices *choices, struct sr_ratings *ratings);
/* How much better one is than the other. */
struct sr_estimate sr_rating_gap(const struct sr_ratings *ratings, int better, int worse);

#endif
