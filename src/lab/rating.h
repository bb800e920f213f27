/* Ratings from whole rankings: the model of Plackett and Luce, which at two seats is that of
 * Bradley and Terry.
 *
 * A ranking is a run of choices: the best is chosen from all at the table, the second from those
 * that are left, and so on; each bot is chosen in proportion to its strength. Two kinds of places
 * are shared:
 *   - The first, by those who share the victory. That is a draw, which says that they are close: it
 *     counts as every order of them, in equal parts, so that at two seats it is half a win each.
 *   - All others, such as the last by everyone whom an instant win left behind. There nobody looked
 *     who was better, so they say nothing about the order of those who share them, only that these
 *     were behind the ones before and ahead of the ones after. The chance of that is the sum of the
 *     chances of all orders. Of the last place this sum is one: it says nothing more at all.
 * Each bot has also drawn one game against a ghost of middling strength: so who never lost has a
 * finite rating, with a wide interval. */
#ifndef SR_RATING_H
#define SR_RATING_H

#include "lab/series.h"
#include "lab/stats.h"

/* The choices seen so far, equal ones together. */
struct sr_choice {
    uint64_t from; /* how many of each bot, four bits each; 0: an empty slot */
    /* 0: one was chosen. Else these were, the same way, one after the other in an unknown order. */
    uint64_t tied;
    double total;                  /* how often */
    double chosen[SR_SERIES_BOTS]; /* and which */
};
struct sr_choices {
    int bots;
    uint32_t count, slots;
    struct sr_choice *slot;
};

void sr_choices_open(struct sr_choices *choices, int bots);
void sr_choices_free(struct sr_choices *choices);
/* A game: who sat there, their ranks, and whether those who share the first place, if some do,
 * share a victory. False: no memory. */
bool sr_choices_add(struct sr_choices *choices, const uint8_t *bot, const uint8_t *rank, int seats,
                    bool drawn);

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
