/* Standings: results added up in the order of their numbers, so that sums do not depend on who
 * finished first. */
#include "lab/standing.h"

#include <math.h>
#include <string.h>

struct sums {
    struct sr_sample wins[SR_SERIES_BOTS], rank[SR_SERIES_BOTS], score[SR_SERIES_BOTS];
    struct sr_sample ahead[SR_SERIES_BOTS][SR_SERIES_BOTS], lead[SR_SERIES_BOTS][SR_SERIES_BOTS];
    struct sr_sample seat_wins[SR_MAX_SEATS];
    struct sr_sample focal_wins[SR_SERIES_BOTS];
    int64_t lowest, highest;
};

uint64_t sr_budget(const struct sr_bot *bot) {
    bool counts = bot->kind && bot->kind->takes_budget && !bot->kind->peeks;
    return counts && !bot->milliseconds ? bot->iterations : 0;
}

/* The place of a seat, the mean of the places that it shares. */
static double middle_rank(const struct sr_outcome *outcome, int seat, int seats) {
    int equal = 0;
    for (int other = 0; other < seats; other++)
        equal += outcome->rank[other] == outcome->rank[seat];
    return outcome->rank[seat] + (equal - 1) / 2.0;
}

static void add_duels(const struct sr_standing *standing, const struct sr_game *game,
                      struct sums *sums, const struct sr_result *result) {
    for (int a = 0; a < standing->seats; a++)
        for (int b = 0; b < standing->seats; b++) {
            int first = result->bot[a], second = result->bot[b];
            int gap = result->outcome.rank[b] - result->outcome.rank[a];
            if (first == second)
                continue;
            sr_sample_add(&sums->ahead[first][second], gap > 0 ? 1 : gap == 0 ? 0.5 : 0);
            sr_sample_add(&sums->lead[first][second], sr_gain(game, result->outcome.score[a]) -
                                                          sr_gain(game, result->outcome.score[b]));
        }
}

static void add_result(struct sr_standing *standing, const struct sr_game *game, struct sums *sums,
                       const struct sr_result *result) {
    const struct sr_outcome *outcome = &result->outcome;
    standing->games++;
    standing->decisions += outcome->decisions;
    for (int seat = 0; seat < standing->seats; seat++) {
        int bot = result->bot[seat];
        double part = sr_won(outcome, seat);
        standing->bot[bot].forfeits += outcome->forfeit == seat + 1;
        sr_sample_add(&sums->wins[bot], part);
        sr_sample_add(&sums->seat_wins[seat], part);
        sr_sample_add(&sums->rank[bot], middle_rank(outcome, seat, standing->seats));
        sr_sample_add(&sums->score[bot], outcome->score[seat]);
        if (outcome->score[seat] < sums->lowest)
            sums->lowest = outcome->score[seat];
        if (outcome->score[seat] > sums->highest)
            sums->highest = outcome->score[seat];
    }
    add_duels(standing, game, sums, result);
}

/* The first bot sits once at a focal table; who sits beside it says which table it is. */
static void add_focal(const struct sr_standing *standing, struct sums *sums,
                      const struct sr_result *result) {
    int other = 0, mine = 0;
    for (int seat = 0; seat < standing->seats; seat++) {
        if (result->bot[seat])
            other = result->bot[seat];
        else
            mine = seat;
    }
    sr_sample_add(&sums->focal_wins[other], sr_won(&result->outcome, mine));
}

static void close_round(const struct sr_standing *standing, struct sums *sums) {
    for (int i = 0; i < standing->bots; i++) {
        sr_sample_close(&sums->wins[i]);
        sr_sample_close(&sums->rank[i]);
        sr_sample_close(&sums->score[i]);
        sr_sample_close(&sums->focal_wins[i]);
        for (int k = 0; k < standing->bots; k++) {
            sr_sample_close(&sums->ahead[i][k]);
            sr_sample_close(&sums->lead[i][k]);
        }
    }
    for (int seat = 0; seat < standing->seats; seat++)
        sr_sample_close(&sums->seat_wins[seat]);
}

static void fill_bins(struct sr_standing *standing, const struct sums *sums,
                      const struct sr_results *results) {
    if (standing->games == 0)
        return;
    int64_t range = sums->highest - sums->lowest + 1;
    standing->bin_width = (range + SR_BINS - 1) / SR_BINS;
    standing->bin_low = sums->lowest;
    standing->bin_count = (int)((range + standing->bin_width - 1) / standing->bin_width);
    for (uint64_t i = 0; i < results->games; i++) {
        const struct sr_result *result = &results->result[i];
        for (int seat = 0; result->done && seat < standing->seats; seat++) {
            int64_t above = result->outcome.score[seat] - standing->bin_low;
            standing->bot[result->bot[seat]].bin[above / standing->bin_width]++;
        }
    }
}

/* Best first: by rating, or alone at the table by score. */
static void put_in_order(struct sr_standing *standing) {
    for (int i = 0; i < standing->bots; i++) {
        int at = i;
        double mine =
            standing->rated ? standing->ratings.bot[i].value : standing->bot[i].score.value;
        for (; at > 0; at--) {
            int before = standing->order[at - 1];
            double theirs = standing->rated ? standing->ratings.bot[before].value
                                            : standing->bot[before].score.value;
            if (theirs >= mine)
                break;
            standing->order[at] = before;
        }
        standing->order[at] = i;
    }
}

/* Do two searches differ in nothing but the budget? */
static bool on_one_curve(const struct sr_bot *a, const struct sr_bot *b) {
    const char *weights = a->name + a->weights_at, *others = b->name + b->weights_at;
    return sr_budget(a) && sr_budget(b) && a->kind == b->kind && a->threads == b->threads &&
           memcmp(&a->settings, &b->settings, sizeof a->settings) == 0 &&
           !a->weights_at == !b->weights_at && (!a->weights_at || strcmp(weights, others) == 0);
}

/* Steps up the curve on which the bot `first` is; those before it are on others. */
static void add_curve(struct sr_standing *standing, const struct sr_series *series, int first) {
    int by_budget[SR_SERIES_BOTS], count = 0;
    for (int i = first; i < series->bots; i++) {
        if (!on_one_curve(&series->bot[first], &series->bot[i]))
            continue;
        uint64_t budget = sr_budget(&series->bot[i]);
        int at = count++;
        for (; at > 0 && sr_budget(&series->bot[by_budget[at - 1]]) > budget; at--)
            by_budget[at] = by_budget[at - 1];
        by_budget[at] = i;
    }
    for (int i = 1; i < count; i++) {
        int from = by_budget[i - 1], to = by_budget[i];
        double doublings =
            log2((double)sr_budget(&series->bot[to]) / (double)sr_budget(&series->bot[from]));
        if (doublings <= 0)
            continue;
        struct sr_estimate gap = sr_rating_gap(&standing->ratings, to, from);
        standing->doubling[standing->doublings++] = (struct sr_doubling){
            from, to, {gap.value / doublings, gap.low / doublings, gap.high / doublings}};
    }
}

static void find_doublings(struct sr_standing *standing, const struct sr_series *series) {
    for (int i = 0; standing->rated && i < series->bots; i++) {
        bool seen = false;
        for (int before = 0; before < i; before++)
            seen = seen || on_one_curve(&series->bot[before], &series->bot[i]);
        if (!seen)
            add_curve(standing, series, i);
    }
}

static void estimate(struct sr_standing *standing, const struct sums *sums) {
    for (int i = 0; i < standing->bots; i++) {
        struct sr_standing_bot *bot = &standing->bot[i];
        bot->games = (uint64_t)sums->wins[i].count;
        bot->wins = sums->wins[i].sum;
        bot->share = sr_mean_share(&sums->wins[i]);
        bot->rank = sr_mean(&sums->rank[i]);
        bot->score = sr_mean(&sums->score[i]);
        bot->score_spread = sqrt(sr_sample_variance(&sums->score[i]));
        standing->focal_games[i] = (uint64_t)sums->focal_wins[i].count;
        standing->focal[i] = sr_mean_share(&sums->focal_wins[i]);
        for (int k = 0; k < standing->bots; k++)
            standing->duel[i][k] =
                (struct sr_duel){(uint64_t)sums->ahead[i][k].count,
                                 sr_mean_share(&sums->ahead[i][k]), sr_mean(&sums->lead[i][k])};
    }
    for (int seat = 0; seat < standing->seats; seat++)
        standing->seat[seat] = sr_mean_share(&sums->seat_wins[seat]);
}

bool sr_standing_make(struct sr_standing *standing, const struct sr_series *series,
                      const struct sr_results *results, struct sr_error *error) {
    struct sums sums = {.lowest = INT64_MAX, .highest = INT64_MIN};
    struct sr_choices choices;
    uint64_t round = sr_series_round(series);
    bool fits = true;
    memset(standing, 0, sizeof *standing);
    standing->bots = series->bots;
    standing->seats = series->setup.seats;
    sr_choices_open(&choices, series->bots);
    for (uint64_t i = 0; i < results->games && fits; i++) {
        const struct sr_result *result = &results->result[i];
        if (i % round == 0)
            close_round(standing, &sums);
        if (!result->done)
            continue;
        add_result(standing, series->game, &sums, result);
        if (series->focal)
            add_focal(standing, &sums, result);
        /* those whom another's failure put first, or who are first without a victory, did not
         * measure up to each other */
        bool drawn = result->outcome.winners && !result->outcome.forfeit;
        fits = sr_choices_add(&choices, result->bot, result->outcome.rank, standing->seats, drawn);
    }
    if (fits) {
        close_round(standing, &sums);
        estimate(standing, &sums);
        fill_bins(standing, &sums, results);
        standing->rated = standing->seats > 1 && standing->bots > 1;
        if (standing->rated)
            sr_rate(&choices, &standing->ratings);
        put_in_order(standing);
        find_doublings(standing, series);
        /* intervals shrink with the root of the number of games */
        standing->finer = 4 * standing->games;
    }
    sr_choices_free(&choices);
    return fits || sr_fail(error, SR_PROBLEM_MEMORY, NULL);
}
