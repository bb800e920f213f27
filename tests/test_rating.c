/* Numbers that say how sure they are: shares, means, corrected chances, and ratings that find known
 * strengths. All draws come from fixed seeds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "lab/rating.h"

#include <math.h>
#include <string.h>

static struct sr_stream stream_of(struct sr_rng *rng, uint64_t number) {
    uint8_t seed[SR_SEED_BYTES];
    sr_seed_number(number, seed);
    sr_rng_seed(rng, seed);
    return sr_stream_open(rng);
}

static double uniform(struct sr_stream *stream) {
    return (sr_word(stream) + 0.5) / 4294967296.0;
}

static void near(double value, double wanted, double tolerance) {
    if (!(fabs(value - wanted) <= tolerance))
        fail_msg("%g is not within %g of %g", value, tolerance, wanted);
}

/* ---- numbers ---- */

static void wilson_is_right(void **state) {
    (void)state;
    struct sr_estimate share = sr_share(8, 10);
    near(share.value, 0.8, 1e-12);
    near(share.low, 0.4902, 1e-4);
    near(share.high, 0.9433, 1e-4);
    share = sr_share(0, 10);
    near(share.low, 0, 0);
    near(share.high, 0.2775, 1e-4);
    share = sr_share(10, 10);
    near(share.low, 0.7225, 1e-4);
    near(share.high, 1, 0);
    share = sr_share(0, 0);
    near(share.low, 0, 0);
    near(share.high, 1, 0);
}

static void wilson_covers(void **state) {
    (void)state;
    struct sr_rng rng;
    struct sr_stream stream = stream_of(&rng, 1);
    int covered = 0;
    for (int run = 0; run < 4000; run++) {
        int wins = 0;
        for (int i = 0; i < 60; i++)
            wins += uniform(&stream) < 0.25;
        struct sr_estimate share = sr_share(wins, 60);
        covered += share.low <= 0.25 && share.high >= 0.25;
    }
    near(covered / 4000.0, 0.95, 0.02);
}

static void means_are_right(void **state) {
    (void)state;
    struct sr_sample sample = {0};
    for (int i = 1; i <= 5; i++)
        sr_sample_add(&sample, i);
    struct sr_estimate mean = sr_mean(&sample);
    near(mean.value, 3, 1e-12);
    near(mean.high - mean.value, 1.959964 * sqrt(2.5 / 5), 1e-6);
    near(mean.value - mean.low, mean.high - mean.value, 1e-12);
    struct sr_sample one = {0};
    sr_sample_add(&one, 4);
    near(sr_mean(&one).high, 4, 0);
}

/* Four rounds of two: sums 1, 1, 2 and 0 of zeros and ones. The mean is 1/2 with a variance of 1/4
 * a number; rounds differ from it by 0, 0, 1 and -1, so the ratio is (2 / 8 * 4 / 3) / (1 / 4) =
 * 4/3, and with ten rounds of 1 before them (4 * 4/3 + 10) / 14. */
static void rounds_count_as_one(void **state) {
    (void)state;
    static const double number[8] = {0, 1, 1, 0, 1, 1, 0, 0};
    struct sr_sample sample = {0};
    for (int i = 0; i < 8; i++) {
        sr_sample_add(&sample, number[i]);
        if (i % 2)
            sr_sample_close(&sample);
    }
    sr_sample_close(&sample); /* an empty round is none */
    near(sample.rounds, 4, 0);
    double tries = 8 / ((4 * 4.0 / 3 + 10) / 14);
    struct sr_estimate share = sr_mean_share(&sample), wanted = sr_share(tries / 2, tries);
    near(share.value, 0.5, 1e-12);
    near(share.low, wanted.low, 1e-9);
    near(share.high, wanted.high, 1e-9);
}

static void without_rounds_numbers_stand_alone(void **state) {
    (void)state;
    struct sr_sample sample = {0}, all = {0};
    for (int i = 0; i < 10; i++)
        sr_sample_add(&sample, i < 8);
    near(sr_mean_share(&sample).low, sr_share(8, 10).low, 1e-12);
    near(sr_mean_share(&sample).high, sr_share(8, 10).high, 1e-12);
    for (int i = 0; i < 10; i++) {
        sr_sample_add(&all, 1);
        sr_sample_close(&all);
    }
    near(sr_mean_share(&all).low, sr_share(10, 10).low, 1e-12);
    near(sr_mean_share(&(struct sr_sample){0}).high, 1, 0);
}

/* Sixty rounds of two that go together or against each other as often as not: a share of 0.6. */
static void check_rounds(bool together, double width_of_alone) {
    struct sr_rng rng;
    struct sr_stream stream = stream_of(&rng, 2);
    int covered = 0;
    double width = 0;
    for (int run = 0; run < 3000; run++) {
        struct sr_sample sample = {0};
        for (int round = 0; round < 60; round++) {
            double first = uniform(&stream), second = uniform(&stream);
            if (uniform(&stream) < 0.5)
                second = together ? first : 1 - first;
            sr_sample_add(&sample, first < 0.6);
            sr_sample_add(&sample, second < 0.6);
            sr_sample_close(&sample);
        }
        struct sr_estimate share = sr_mean_share(&sample);
        covered += share.low <= 0.6 && share.high >= 0.6;
        width += (share.high - share.low) / 3000;
    }
    struct sr_estimate alone = sr_share(72, 120);
    near(covered / 3000.0, 0.95, 0.02);
    near(width / (alone.high - alone.low), width_of_alone, 0.04);
}

/* The variance of a pair's sum is 1 + c times that of two that stand alone: c is a half of 1, or of
 * (0.2 - 0.36) / 0.24. */
static void rounds_cover(void **state) {
    (void)state;
    check_rounds(true, 1.19);
    check_rounds(false, 0.84);
}

static void chances_are_right(void **state) {
    (void)state;
    near(sr_chance(5, 5, 0.5), 2.0 / 32, 1e-12);
    near(sr_chance(0, 5, 0.5), 2.0 / 32, 1e-12);
    near(sr_chance(1, 1, 0.25), 0.5, 1e-12);
    near(sr_chance(540, 1000, 0.5), 0.01141, 1e-4);
    near(sr_chance(460, 1000, 0.5), 0.01141, 1e-4);
    near(sr_chance(0, 0, 0.5), 1, 0);
    near(sr_chance(3, 3, 1), 1, 0);
    double corrected[5];
    sr_false_alarms((const double[]){0.04, 0.01, 0.03, 0.05, 0.02}, corrected, 5);
    for (int i = 0; i < 5; i++)
        near(corrected[i], 0.05, 1e-12);
    sr_false_alarms((const double[]){0.001, 0.8, 0.03}, corrected, 3);
    near(corrected[0], 0.003, 1e-12);
    near(corrected[1], 0.8, 1e-12);
    near(corrected[2], 0.045, 1e-12);
}

/* ---- ratings ---- */

enum { PLAYERS = 5 };
static const double known_ratings[PLAYERS] = {1750, 1600, 1500, 1400, 1250}; /* mean 1500 */

/* A ranking as the model draws it: one after the other, in proportion to strength. */
static void draw_ranking(struct sr_stream *stream, int seats, uint8_t *bot, uint8_t *rank) {
    uint8_t everyone[PLAYERS] = {0, 1, 2, 3, 4};
    bool gone[SR_MAX_SEATS] = {false};
    sr_shuffle(stream, everyone, PLAYERS);
    memcpy(bot, everyone, (size_t)seats);
    for (int place = 1; place <= seats; place++) {
        double total = 0;
        for (int i = 0; i < seats; i++)
            total += gone[i] ? 0 : pow(10, known_ratings[bot[i]] / 400);
        double at = uniform(stream) * total;
        int chosen = 0;
        for (int i = 0; i < seats; i++) {
            if (gone[i])
                continue;
            chosen = i;
            at -= pow(10, known_ratings[bot[i]] / 400);
            if (at < 0)
                break;
        }
        gone[chosen] = true;
        rank[chosen] = (uint8_t)place;
    }
}

/* What is seen of a ranking: the places from `first` to `last` look the same. */
struct blur {
    uint8_t first, last;
};
static const struct blur clear_sight = {1, 1};

static void rate_drawn(struct sr_stream *stream, int seats, int games, struct blur blur,
                       struct sr_ratings *ratings) {
    struct sr_choices choices;
    sr_choices_open(&choices, PLAYERS);
    for (int i = 0; i < games; i++) {
        uint8_t bot[SR_MAX_SEATS], rank[SR_MAX_SEATS];
        draw_ranking(stream, seats, bot, rank);
        for (int seat = 0; seat < seats; seat++)
            if (rank[seat] >= blur.first && rank[seat] <= blur.last)
                rank[seat] = blur.first;
        assert_true(sr_choices_add(&choices, bot, rank, seats, false));
    }
    sr_rate(&choices, ratings);
    sr_choices_free(&choices);
}

static void ratings_find_known_strengths(void **state) {
    (void)state;
    struct sr_rng rng;
    struct sr_stream stream = stream_of(&rng, 2);
    for (int seats = 2; seats <= PLAYERS; seats++) {
        struct sr_ratings ratings;
        rate_drawn(&stream, seats, 20000, clear_sight, &ratings);
        assert_true(ratings.steps < 2000); /* it has arrived, not given up */
        for (int i = 0; i < PLAYERS; i++)
            near(ratings.bot[i].value, known_ratings[i], 12);
    }
}

static void check_cover(struct sr_stream *stream, int seats, struct blur blur) {
    enum { RUNS = 300 };
    int covered = 0, gaps = 0;
    for (int run = 0; run < RUNS; run++) {
        struct sr_ratings ratings;
        rate_drawn(stream, seats, 200, blur, &ratings);
        for (int i = 0; i < PLAYERS; i++)
            covered +=
                ratings.bot[i].low <= known_ratings[i] && ratings.bot[i].high >= known_ratings[i];
        struct sr_estimate gap = sr_rating_gap(&ratings, 1, 3);
        gaps += gap.low <= 200 && gap.high >= 200;
    }
    near(covered / (double)(RUNS * PLAYERS), 0.95, 0.03);
    near(gaps / (double)RUNS, 0.95, 0.04);
}

static void rating_intervals_cover(void **state) {
    (void)state;
    struct sr_rng rng;
    struct sr_stream stream = stream_of(&rng, 3);
    check_cover(&stream, 2, clear_sight);
    check_cover(&stream, 4, clear_sight);
}

/* Only the winner is known; the winner and the last; the last alone; the first two. */
static const struct {
    int seats;
    struct blur blur;
} blurred[] = {{4, {2, 4}}, {5, {2, 5}}, {4, {2, 3}}, {5, {2, 4}}, {4, {1, 3}}, {5, {3, 5}}};

static void places_that_are_shared_mislead_nobody(void **state) {
    (void)state;
    struct sr_rng rng;
    struct sr_stream stream = stream_of(&rng, 4);
    for (size_t i = 0; i < sizeof blurred / sizeof blurred[0]; i++) {
        struct sr_ratings ratings;
        rate_drawn(&stream, blurred[i].seats, 20000, blurred[i].blur, &ratings);
        assert_true(ratings.steps < 2000);
        for (int bot = 0; bot < PLAYERS; bot++)
            near(ratings.bot[bot].value, known_ratings[bot], 12);
    }
}

static void intervals_cover_where_places_are_shared(void **state) {
    (void)state;
    struct sr_rng rng;
    struct sr_stream stream = stream_of(&rng, 5);
    for (size_t i = 0; i < sizeof blurred / sizeof blurred[0]; i++)
        check_cover(&stream, blurred[i].seats, blurred[i].blur);
}

/* One wins, all others are last: who is behind is as unsure as if they had not been looked at, and
 * the information is that of one choice for each game. */
static void the_last_place_says_nothing_more(void **state) {
    (void)state;
    const uint8_t table[4] = {0, 1, 2, 3};
    struct sr_choices choices;
    struct sr_ratings ratings;
    sr_choices_open(&choices, 4);
    for (int i = 0; i < 4000; i++) {
        uint8_t rank[4] = {2, 2, 2, 2};
        rank[i % 8 < 5 ? 0 : i % 8 - 4] = 1; /* five, one, one and one of eight */
        assert_true(sr_choices_add(&choices, table, rank, 4, true));
    }
    assert_int_equal(choices.count, 1);
    sr_rate(&choices, &ratings);
    sr_choices_free(&choices);
    struct sr_estimate gap = sr_rating_gap(&ratings, 0, 3);
    near(gap.value, 400 * log10(5), 0.5);
    /* the variance of the logarithm of a ratio of counts */
    near(gap.high - gap.value, 1.959964 * 400 / log(10) * sqrt(1 / 2500.0 + 1 / 500.0), 0.3);
}

/* At two seats it is Bradley and Terry: three wins of four are 400 log10(3) apart, but for the
 * ghost's two games. */
static void two_seats_are_bradley_and_terry(void **state) {
    (void)state;
    struct sr_choices choices;
    struct sr_ratings ratings;
    sr_choices_open(&choices, 2);
    for (int i = 0; i < 4000; i++)
        assert_true(sr_choices_add(&choices, (const uint8_t[]){0, 1},
                                   i % 4 ? (const uint8_t[]){1, 2} : (const uint8_t[]){2, 1}, 2,
                                   true));
    sr_rate(&choices, &ratings);
    sr_choices_free(&choices);
    struct sr_estimate gap = sr_rating_gap(&ratings, 0, 1);
    near(gap.value, 400 * log10(3), 0.5);
    /* the information of a logit: n p (1 - p) */
    near(gap.high - gap.value, 1.959964 * 400 / log(10) / sqrt(4000 * 0.25 * 0.75), 0.1);
    near(ratings.bot[0].value + ratings.bot[1].value, 3000, 1e-6);
}

/* Draws at two seats are half a win each: as many as one has won. */
static void draws_are_half_a_win_each(void **state) {
    (void)state;
    const uint8_t table[2] = {0, 1};
    struct sr_choices drawn, won;
    struct sr_ratings by_draws, by_wins;
    sr_choices_open(&drawn, 2);
    sr_choices_open(&won, 2);
    for (int i = 0; i < 100; i++) {
        assert_true(sr_choices_add(&drawn, table, (const uint8_t[]){1, 2}, 2, true));
        assert_true(sr_choices_add(&won, table, (const uint8_t[]){1, 2}, 2, true));
        assert_true(sr_choices_add(&drawn, table, (const uint8_t[]){1, 1}, 2, true));
        assert_true(sr_choices_add(
            &won, table, i % 2 ? (const uint8_t[]){1, 2} : (const uint8_t[]){2, 1}, 2, true));
    }
    sr_rate(&drawn, &by_draws);
    sr_rate(&won, &by_wins);
    sr_choices_free(&drawn);
    sr_choices_free(&won);
    near(by_draws.bot[0].value, by_wins.bot[0].value, 1e-6);
    near(by_draws.bot[0].high, by_wins.bot[0].high, 1e-6);
}

/* Sharing a victory is the same as every order of those who share it. */
static void shared_victories_are_every_order(void **state) {
    (void)state;
    static const uint8_t orders[6][3] = {{1, 2, 3}, {1, 3, 2}, {2, 1, 3},
                                         {2, 3, 1}, {3, 1, 2}, {3, 2, 1}};
    const uint8_t table[4] = {0, 1, 2, 3};
    struct sr_choices tied, ordered;
    struct sr_ratings by_ties, by_orders;
    sr_choices_open(&tied, 4);
    sr_choices_open(&ordered, 4);
    for (int i = 0; i < 6; i++) {
        const uint8_t place[4] = {4, orders[i][0], orders[i][1], orders[i][2]};
        assert_true(sr_choices_add(&tied, table, (const uint8_t[]){4, 1, 1, 1}, 4, true));
        assert_true(sr_choices_add(&ordered, table, place, 4, true));
        assert_true(sr_choices_add(&tied, table, (const uint8_t[]){2, 1, 3, 4}, 4, true));
        assert_true(sr_choices_add(&ordered, table, (const uint8_t[]){2, 1, 3, 4}, 4, true));
    }
    sr_rate(&tied, &by_ties);
    sr_rate(&ordered, &by_orders);
    sr_choices_free(&tied);
    sr_choices_free(&ordered);
    for (int i = 0; i < 4; i++) {
        near(by_ties.bot[i].value, by_orders.bot[i].value, 1e-6);
        near(by_ties.bot[i].high, by_orders.bot[i].high, 1e-6);
    }
    assert_true(by_ties.bot[1].value > by_ties.bot[2].value);
}

static void who_never_lost_is_finite(void **state) {
    (void)state;
    struct sr_choices choices;
    struct sr_ratings ratings;
    sr_choices_open(&choices, 2);
    for (int i = 0; i < 1000; i++)
        assert_true(
            sr_choices_add(&choices, (const uint8_t[]){0, 1}, (const uint8_t[]){1, 2}, 2, true));
    sr_rate(&choices, &ratings);
    sr_choices_free(&choices);
    struct sr_estimate gap = sr_rating_gap(&ratings, 0, 1);
    assert_true(gap.value > 700 && gap.value < 3000 && gap.high - gap.low > 400);
    /* and without any game everyone is in the middle */
    sr_choices_open(&choices, 3);
    sr_rate(&choices, &ratings);
    for (int i = 0; i < 3; i++)
        near(ratings.bot[i].value, 1500, 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson_is_right),
        cmocka_unit_test(wilson_covers),
        cmocka_unit_test(means_are_right),
        cmocka_unit_test(rounds_count_as_one),
        cmocka_unit_test(without_rounds_numbers_stand_alone),
        cmocka_unit_test(rounds_cover),
        cmocka_unit_test(chances_are_right),
        cmocka_unit_test(ratings_find_known_strengths),
        cmocka_unit_test(rating_intervals_cover),
        cmocka_unit_test(two_seats_are_bradley_and_terry),
        cmocka_unit_test(draws_are_half_a_win_each),
        cmocka_unit_test(shared_victories_are_every_order),
        cmocka_unit_test(places_that_are_shared_mislead_nobody),
        cmocka_unit_test(intervals_cover_where_places_are_shared),
        cmocka_unit_test(the_last_place_says_nothing_more),
        cmocka_unit_test(who_never_lost_is_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
