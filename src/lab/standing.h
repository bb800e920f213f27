/* Where everybody stands after a series: shares, means and ratings, each with its interval. */
#ifndef SR_STANDING_H
#define SR_STANDING_H

#include "lab/rating.h"

enum { SR_BINS = 24 };

struct sr_standing_bot {
    uint64_t games; /* seats taken: a bot may sit at a table more than once */
    double wins;    /* shared victories count in parts */
    uint64_t forfeits;
    struct sr_estimate share, rank, score;
    double score_spread; /* standard deviation */
    uint64_t bin[SR_BINS];
};

/* How one bot did at tables with another: who was ahead, ties as half, and by how many points,
 * which are fewer where fewest win. */
struct sr_duel {
    uint64_t games;
    struct sr_estimate ahead, lead;
};

/* One step up the budget: what doubling brought between two searches that differ in nothing else.
 * The steps of one curve follow each other, each from where the last one led. */
struct sr_doubling {
    int from, to;            /* bots */
    struct sr_estimate gain; /* points of rating for each doubling */
};

struct sr_standing {
    int bots, seats;
    uint64_t games, decisions;
    struct sr_standing_bot bot[SR_SERIES_BOTS];
    struct sr_duel duel[SR_SERIES_BOTS][SR_SERIES_BOTS];
    struct sr_estimate seat[SR_MAX_SEATS]; /* win shares */
    /* Of a focal series: the first bot's share of wins against tables of each other. */
    struct sr_estimate focal[SR_SERIES_BOTS];
    uint64_t focal_games[SR_SERIES_BOTS];
    bool rated; /* alone at a table there is nobody to be better than */
    struct sr_ratings ratings;
    int order[SR_SERIES_BOTS]; /* best first */
    int doublings;
    struct sr_doubling doubling[SR_SERIES_BOTS];
    int64_t bin_low, bin_width; /* of the scores: bin i begins at low + i * width */
    int bin_count;
    uint64_t finer; /* games in all after which intervals are half as wide */
};

bool sr_standing_make(struct sr_standing *standing, const struct sr_series *series,
                      const struct sr_results *results, struct sr_error *error);

/* Iterations a move of a bot that has a budget of them; else 0. */
uint64_t sr_budget(const struct sr_bot *bot);

#endif
