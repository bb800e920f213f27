/* What the laboratory makes of results: standings that add up, and what wins. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "doubles/pebbles.h"
#include "games/games.h"
#include "lab/balance.h"
#include "lab/series.h"
#include "lab/standing.h"
#include "support/series.h"
#include "support/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sr_stream stream_of(struct sr_rng *rng, uint64_t number) {
    uint8_t seed[SR_SEED_BYTES];
    sr_seed_number(number, seed);
    sr_rng_seed(rng, seed);
    return sr_stream_open(rng);
}

static void near(double value, double wanted, double tolerance) {
    if (!(fabs(value - wanted) <= tolerance))
        fail_msg("%g is not within %g of %g", value, tolerance, wanted);
}

/* ---- standings ---- */

static void standings_add_up(void **state) {
    (void)state;
    struct sr_series series = series_of(sr_game_at(0), six_bots, 3, 2, 60);
    struct sr_results results;
    static struct sr_standing standing;
    struct sr_error error;
    series_play(&series, &results);
    assert_true(sr_standing_make(&standing, &series, &results, &error));
    double wins = 0, ranks = 0;
    for (int i = 0; i < 3; i++) {
        uint64_t binned = 0;
        wins += standing.bot[i].wins;
        ranks += standing.bot[i].rank.value * (double)standing.bot[i].games;
        for (int k = 0; k < SR_BINS; k++)
            binned += standing.bot[i].bin[k];
        assert_int_equal(binned, standing.bot[i].games);
        assert_int_equal(standing.bot[i].games, 40);
        for (int k = 0; k < 3; k++) {
            assert_int_equal(standing.duel[i][k].games, i == k ? 0 : 20);
            if (i != k)
                near(standing.duel[i][k].ahead.value + standing.duel[k][i].ahead.value, 1, 1e-9);
            near(standing.duel[i][k].lead.value + standing.duel[k][i].lead.value, 0, 1e-9);
        }
    }
    near(wins, 60, 1e-9);
    near(ranks, 60 * 3, 1e-9); /* the places of a table of two are three, however they share them */
    near(standing.seat[0].value + standing.seat[1].value, 1, 1e-9);
    assert_int_equal(standing.finer, 240);
    for (int i = 1; i < 3; i++) /* best first */
        assert_true(standing.ratings.bot[standing.order[i - 1]].value >=
                    standing.ratings.bot[standing.order[i]].value);
    assert_int_equal(standing.doublings, 0);
    sr_results_free(&results);
}

/* Results made up: the deal decides. The same seat wins both games of a round, so that the bots are
 * even beyond doubt, and the seats no surer than so many rounds. */
static void intervals_go_by_deals(void **state) {
    (void)state;
    enum { ROUND = 2, ROUNDS = 60, GAMES = ROUND * ROUNDS };
    struct sr_series series = series_of(sr_game_at(0), six_bots, 2, 2, GAMES);
    struct sr_results results;
    static struct sr_standing standing;
    struct sr_error error;
    assert_int_equal(sr_series_round(&series), ROUND);
    assert_true(sr_results_open(&results, &series, &error));
    for (int i = 0; i < GAMES; i++) {
        int winner = i / ROUND % 2;
        results.result[i] =
            (struct sr_result){.done = true,
                               .bot = {(uint8_t)(i % 2), (uint8_t)(1 - i % 2)},
                               .outcome = {.decisions = 5,
                                           .winners = (uint8_t)(1 << winner),
                                           .score = {30 - 10 * winner + 3 * (i % 2 == 0),
                                                     20 + 10 * winner + 3 * (i % 2)},
                                           .rank = {(uint8_t)(1 + winner), (uint8_t)(2 - winner)}}};
    }
    results.done = GAMES;
    assert_true(sr_standing_make(&standing, &series, &results, &error));
    /* of 10 points to either side, which the deal decides, nothing is left but the 3 */
    near(standing.duel[0][1].lead.value, 3, 1e-12);
    assert_true(standing.duel[0][1].lead.low > 2);
    near(standing.duel[1][0].lead.high, -standing.duel[0][1].lead.low, 1e-12);
    struct sr_estimate alone = sr_share(GAMES / 2.0, GAMES);
    struct sr_estimate few = sr_share(ROUNDS / 2.0, ROUNDS);
    for (int i = 0; i < 2; i++) {
        near(standing.bot[i].share.value, 0.5, 1e-12);
        assert_true(standing.bot[i].share.low > alone.low + 0.03);
        assert_true(standing.duel[i][1 - i].ahead.low > alone.low + 0.03);
        near(standing.seat[i].low, few.low, 0.01);
        near(standing.seat[i].high, few.high, 0.01);
    }
    sr_results_free(&results);
}

/* Results made up: the winner of each game shares its place now and then. */
static void shared_victories_are_split(void **state) {
    (void)state;
    struct sr_series series = series_of(sr_game_at(0), six_bots, 2, 2, 4);
    struct sr_results results;
    static struct sr_standing standing;
    struct sr_error error;
    assert_true(sr_results_open(&results, &series, &error));
    for (int i = 0; i < 4; i++)
        results.result[i] = (struct sr_result){
            .done = true,
            .bot = {(uint8_t)(i % 2), (uint8_t)(1 - i % 2)},
            .outcome = {.decisions = 5, .winners = 3, .rank = {1, 1}, .score = {-4, 9}}};
    results.done = 4;
    assert_true(sr_standing_make(&standing, &series, &results, &error));
    for (int i = 0; i < 2; i++) {
        near(standing.bot[i].wins, 2, 1e-12);
        near(standing.bot[i].rank.value, 1.5, 1e-12);
        near(standing.bot[i].score.value, 2.5, 1e-12);
        near(standing.ratings.bot[i].value, 1500, 1e-6);
    }
    assert_int_equal(standing.bin_low, -4);
    /* nothing done: nothing to divide by */
    for (int i = 0; i < 4; i++)
        results.result[i].done = false;
    results.done = 0;
    assert_true(sr_standing_make(&standing, &series, &results, &error));
    assert_int_equal(standing.games, 0);
    near(standing.bot[0].share.high, 1, 0);
    sr_results_free(&results);
}

/* At one seat bots are compared by score, and nobody is rated. */
static void alone_there_is_no_rating(void **state) {
    (void)state;
    struct sr_series series = series_of(sr_game_at(0), six_bots, 3, 2, 6);
    struct sr_results results;
    static struct sr_standing standing;
    struct sr_error error;
    series.setup.seats = 1;
    assert_int_equal(sr_series_round(&series), 3);
    assert_true(sr_results_open(&results, &series, &error));
    for (uint64_t i = 0; i < 6; i++) {
        struct sr_pairing pairing;
        sr_series_pairing(&series, i, &pairing);
        results.result[i] = (struct sr_result){
            .done = true,
            .bot = {pairing.bot[0]},
            .outcome = {.winners = pairing.bot[0] == 1, .rank = {1}, .score = {pairing.bot[0]}}};
    }
    results.done = 6;
    assert_true(sr_standing_make(&standing, &series, &results, &error));
    assert_false(standing.rated);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(standing.order[i], 2 - i);
        assert_int_equal(standing.bot[i].games, 2);
        near(standing.bot[i].share.value, i == 1, 0);
    }
    sr_results_free(&results);
}

static void doublings_go_up_the_budget(void **state) {
    (void)state;
    static const char *const bots[] = {"search:8", "random", "search:2", "search:5ms"};
    struct sr_series series = series_of(sr_game_at(0), bots, 4, 2, 1);
    struct sr_results results;
    static struct sr_standing standing;
    struct sr_error error;
    assert_true(sr_results_open(&results, &series, &error));
    /* search:8 beats search:2: two doublings */
    results.result[0] =
        (struct sr_result){.done = true, .bot = {0, 2}, .outcome = {.winners = 1, .rank = {1, 2}}};
    results.done = 1;
    assert_true(sr_standing_make(&standing, &series, &results, &error));
    assert_int_equal(standing.doublings, 1);
    assert_int_equal(standing.doubling[0].from, 2);
    assert_int_equal(standing.doubling[0].to, 0);
    near(standing.doubling[0].gain.value, sr_rating_gap(&standing.ratings, 0, 2).value / 2, 1e-9);
    sr_results_free(&results);
}

/* Searches that differ in more than the budget are on curves of their own. */
static void only_the_budget_differs_on_a_curve(void **state) {
    (void)state;
    static const char *const bots[] = {"search:20/explore=5",
                                       "search:40/playout=30",
                                       "search:80/hunch=0",
                                       "search:30@2",
                                       "peek:20",
                                       "search:40/explore=5",
                                       "search:20",
                                       "search:20/weights=a",
                                       "search:40/weights=b",
                                       "search:80/explore=5",
                                       "search:60@2",
                                       "search:40ms",
                                       "search:160/weights=a",
                                       "search:10/explore=5.5",
                                       "strong",
                                       "search:10"};
    enum { BOTS = sizeof bots / sizeof bots[0] };
    static const int steps[][2] = {{0, 5}, {5, 9}, {3, 10}, {15, 6}, {7, 12}};
    struct sr_series series = {.game = sr_game_at(0), .bots = BOTS, .games = 1, .threads = 1};
    struct sr_results results;
    static struct sr_standing standing;
    struct sr_error error;
    series.setup.seats = 2;
    for (int i = 0; i < BOTS; i++)
        assert_true(sr_bot_read_at(SR_BOTS_IN_LABORATORY, &series.bot[i], bots[i], strlen(bots[i]),
                                   &error));
    assert_true(sr_results_open(&results, &series, &error));
    assert_true(sr_standing_make(&standing, &series, &results, &error));
    assert_int_equal(standing.doublings, sizeof steps / sizeof steps[0]);
    for (int i = 0; i < standing.doublings; i++) {
        assert_int_equal(standing.doubling[i].from, steps[i][0]);
        assert_int_equal(standing.doubling[i].to, steps[i][1]);
    }
    sr_results_free(&results);
}

/* ---- balance ---- */

static int nothing_of_seat(const void *state, int seat) {
    (void)state;
    return seat;
}

static const struct sr_name mark_names[] = {{"sun", SR_TEXT("sun", "солнце")},
                                            {"moon", SR_TEXT("moon", "луна")}};
static const struct sr_domain some_marks = SR_DOMAIN_BITS("marks", mark_names);
static const struct sr_domain a_number = SR_DOMAIN_NUMBER("number", 0, 1000);
static const struct sr_tally made_up[] = {
    {"marks", SR_TEXT("Marks", "Знаки"), &some_marks, nothing_of_seat},
    {"number", SR_TEXT("Number", "Число"), &a_number, nothing_of_seat},
};

/* Games made up, in which the sun always wins, the moon and the numbers mean nothing. */
static void balance_finds_what_wins(void **state) {
    (void)state;
    struct sr_game game = pebbles_game;
    game.laboratory = &(const struct sr_laboratory)SR_TABLE(made_up);
    struct sr_series series = series_of(&game, six_bots, 1, 2, 2000);
    struct sr_results results;
    struct sr_error error;
    struct sr_rng rng;
    struct sr_stream stream = stream_of(&rng, 5);
    static struct sr_balance balance;
    assert_true(sr_results_open(&results, &series, &error));
    for (uint64_t i = 0; i < 2000; i++) {
        int winner = (int)sr_draw(&stream, 2);
        results.result[i].done = true;
        results.result[i].outcome.winners = (uint8_t)(1 << winner);
        for (int seat = 0; seat < 2; seat++) {
            *sr_results_tally(&results, i, 0, seat) =
                (seat == winner) | (int32_t)(2 * sr_draw(&stream, 2));
            *sr_results_tally(&results, i, 1, seat) = i < 10 ? -1 : (int32_t)sr_draw(&stream, 1000);
        }
    }
    results.done = 2000;
    sr_balance_make(&balance, &series, &results);
    near(balance.expected, 0.5, 1e-12);
    assert_int_equal(balance.count, 3);
    assert_int_equal(balance.factor[0].count, 2); /* seats */
    assert_int_equal(balance.factor[1].count, 2); /* sun and moon */
    assert_int_equal(balance.factor[2].count, SR_FACTOR_RANGES);
    assert_int_equal(balance.comparisons, 4 + SR_FACTOR_RANGES);
    const struct sr_factor_value *sun = &balance.factor[1].value[0];
    near(sun->share.value, 1, 0);
    near(sun->wins.count, 2000, 0);
    assert_true(sun->corrected < 1e-9);
    assert_true(balance.factor[1].value[1].corrected > 0.05);
    uint64_t counted = 0;
    for (int i = 0; i < SR_FACTOR_RANGES; i++) {
        counted += (uint64_t)balance.factor[2].value[i].wins.count;
        assert_true(balance.factor[2].value[i].corrected > 0.05);
    }
    assert_int_equal(counted, 2 * 1990); /* -1 is not counted */
    char text[64];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_factor_value_say(&out, SR_RU, &balance.factor[1], sun);
    assert_string_equal(text, "солнце");
    sr_out_open(&out, text, sizeof text);
    sr_factor_value_write(&out, &balance.factor[1], sun);
    assert_string_equal(text, "sun");
    sr_results_free(&results);
}

/* Results made up: in every round of two games one seat wins both, in 38 rounds of 60 the first. As
 * 120 games that would be hardly luck; as 60 deals it may well be. */
static void balance_goes_by_deals(void **state) {
    (void)state;
    enum { ROUND = 2, ROUNDS = 60, FIRST = 38, GAMES = ROUND * ROUNDS };
    struct sr_series series = series_of(&pebbles_game, six_bots, 2, 2, GAMES);
    struct sr_results results;
    struct sr_error error;
    static struct sr_balance balance, alone;
    assert_int_equal(sr_series_round(&series), ROUND);
    assert_true(sr_results_open(&results, &series, &error));
    for (int i = 0; i < GAMES; i++) {
        results.result[i].done = true;
        results.result[i].outcome.winners = i / ROUND * 7 % ROUNDS < FIRST ? 1 : 2;
    }
    results.done = GAMES;
    sr_balance_make(&balance, &series, &results);
    struct sr_estimate few = sr_share(FIRST, ROUNDS);
    const struct sr_factor_value *first = &balance.factor[0].value[0];
    near(first->share.value, few.value, 1e-12);
    near(first->share.low, few.low, 0.01);
    near(first->share.high, few.high, 0.01);
    near(first->chance, sr_chance(FIRST, ROUNDS, 0.5), 0.02);
    near(first->errors, (few.value - 0.5) / sqrt(0.25 / ROUNDS), 0.2);
    /* one bot alone has a deal for each game, and every game stands for itself */
    series.bots = 1;
    sr_balance_make(&alone, &series, &results);
    struct sr_estimate many = sr_share(ROUND * FIRST, GAMES);
    near(alone.factor[0].value[0].share.low, many.low, 1e-12);
    near(alone.factor[0].value[0].chance, sr_chance(ROUND * FIRST, GAMES, 0.5), 1e-12);
    near(alone.factor[0].value[0].errors, (many.value - 0.5) / sqrt(0.25 / GAMES), 1e-9);
    assert_true(alone.factor[0].value[0].chance < 0.05 && first->chance > 0.05);
    sr_results_free(&results);
}

/* A bot that fails hands the victory to whoever sits beside it: that is not what wins. */
static void balance_leaves_forfeits_out(void **state) {
    (void)state;
    enum { GAMES = 40 };
    struct sr_series series = series_of(&pebbles_game, six_bots, 1, 2, GAMES);
    struct sr_results results;
    struct sr_error error;
    static struct sr_balance balance;
    assert_true(sr_results_open(&results, &series, &error));
    for (int i = 0; i < GAMES; i++) {
        bool fails = i % 4 == 0; /* at the second seat; else the seats win in turn */
        results.result[i].done = true;
        results.result[i].outcome.winners = (uint8_t)(fails ? 1 : 1 << i / 4 % 2);
        results.result[i].outcome.forfeit = fails ? 2 : 0;
    }
    results.done = GAMES;
    sr_balance_make(&balance, &series, &results);
    assert_int_equal(balance.games, 30);
    assert_int_equal(balance.left_out, 10);
    near(balance.expected, 0.5, 1e-12);
    for (int seat = 0; seat < 2; seat++) {
        near(balance.factor[0].value[seat].wins.count, 30, 0);
        near(balance.factor[0].value[seat].wins.sum, 15, 1e-12);
    }
    sr_results_free(&results);
}

static int coins_of(const void *state, int seat) {
    const struct pebbles *t = state;
    return t->coins[seat];
}

static int turn_of_act(const void *state, struct sr_move move) {
    const struct pebbles *t = state;
    (void)move;
    return t->head.phase == phase_act ? t->turn : -1;
}

static int nothing_of_move(const void *state, struct sr_move move) {
    (void)state;
    (void)move;
    return -1;
}

/* The deal, the first choice that says anything, the end. */
static void tallies_are_read_at_their_moments(void **state) {
    (void)state;
    static const struct sr_domain any = SR_DOMAIN_NUMBER("any", 0, INT32_MAX);
    static const struct sr_tally moments[] = {
        {"purse", SR_TEXT("Purse", "Кошелёк"), &any, coins_of, .at_deal = true},
        {"first_turn", SR_TEXT("First turn", "Первый ход"), &any, .of_move = turn_of_act},
        {"nothing", SR_TEXT("Nothing", "Ничего"), &any, .of_move = nothing_of_move},
        {"coins", SR_TEXT("Coins", "Монеты"), &any, coins_of},
    };
    struct sr_game game = pebbles_game;
    game.laboratory = &(const struct sr_laboratory)SR_TABLE(moments);
    struct sr_series series = series_of(&game, six_bots, 2, PEBBLE_SEATS, 30);
    struct sr_results results;
    int richer = 0;
    series_play(&series, &results);
    for (uint64_t number = 0; number < 30; number++)
        for (int seat = 0; seat < PEBBLE_SEATS; seat++) {
            assert_int_equal(*sr_results_tally(&results, number, 0, seat), START_COINS);
            assert_int_equal(*sr_results_tally(&results, number, 1, seat), seat);
            assert_int_equal(*sr_results_tally(&results, number, 2, seat), -1);
            richer += *sr_results_tally(&results, number, 3, seat) > START_COINS;
        }
    assert_true(richer > 0);
    sr_results_free(&results);
}

/* A game as a golden record has it, played again by somebody who reads it out. */
struct reading {
    const struct sr_game *game;
    int seats;
    char seed[40];
    FILE *file;
};
static struct reading reading;

static struct sr_move read_out(const struct sr_bot *bot, const struct sr_glimpse *glimpse,
                               struct sr_stream *stream) {
    struct sr_move move = {0};
    struct sr_error error;
    char line[80];
    (void)bot;
    (void)glimpse;
    (void)stream;
    do
        assert_non_null(fgets(line, sizeof line, reading.file));
    while (strncmp(line, "check ", 6) == 0);
    assert_true(
        sr_move_read(reading.game, line, strcspn(line, "\n"), reading.seats, &move, &error));
    return move;
}

static void open_record(const char *name) {
    const char *root = getenv("SERAI_GOLDEN");
    char path[512], game[40];
    snprintf(path, sizeof path, "%s/%s.record", root ? root : "tests/golden", name);
    reading.file = fopen(path, "r");
    assert_non_null(reading.file);
    assert_int_equal(fscanf(reading.file,
                            "serai-record 1 game %39s rules 1 seats %d seed %39s moves ", game,
                            &reading.seats, reading.seed),
                     3);
    reading.game = sr_game_find(game);
}

static void replay_record(const char *name, int32_t *tally) {
    static const struct sr_bot_kind reader = {.name = "reader", .choose = read_out};
    const struct sr_bot bot = {.kind = &reader};
    const struct sr_bot *bots[SR_MAX_SEATS];
    struct sr_setup setup;
    struct sr_outcome outcome;
    struct sr_error error;
    open_record(name);
    for (int seat = 0; seat < SR_MAX_SEATS; seat++)
        bots[seat] = &bot;
    sr_setup_unsaid(reading.game, &setup);
    setup.seats = (uint8_t)reading.seats;
    assert_true(sr_seed_parse(reading.seed, strlen(reading.seed), setup.seed));
    sr_match_play(&(struct sr_match){.game = reading.game,
                                     .setup = &setup,
                                     .bot = bots,
                                     .bot_seed = setup.seed,
                                     .tally = tally},
                  &outcome, &error);
    fclose(reading.file);
}

/* Worked out by hand from the deal and from what `serai replay` tells. */
static void beginnings_are_counted_as_they_were(void **state) {
    (void)state;
    static const struct {
        const char *record, *tally;
        const char *of_seat[SR_MAX_SEATS]; /* NULL: nothing to count */
    } known[] = {
        {"dunhuang/1-2-3", "order", {NULL}}, /* seat 1 begins there too */
        {"dunhuang/1-2-3", "dealt", {"paper+tea+spice", "glass+paper+bamboo"}},
        {"dunhuang/1-2-3", "kept", {"tea", "paper"}},
        {"dunhuang/1-2-3", "reached", {"musician", "buddhist"}},
        {"dunhuang/1-2-3", "taken", {"spice", "glass"}},
        {"dunhuang/1-2-3", "used", {"general", "ambassador"}},
        {"gugong/1-3-1", "order", {NULL}}, /* seat 1 begins by the rules of the table */
        {"gugong/1-3-1", "gift", {"5", "5", "2"}},
        {"gugong/1-3-1", "area", {"intrigue", "wall", "wall"}},
        {"gugong/1-3-1", "first_decree", {"morning_swap", "end_harbour", "morning_swap"}},
        {"marcopolo/1-2-3", "contract", {"s03", "s02"}},
        {"obscurians/1-4-1", "order", {"4", "1", "2", "3"}},
        {"pandaspin/1-3-1", "began", {"yes", "no", "no"}},
        {"pandaspin/1-3-1", "elements", {"-", "metal", "fire+wood"}},
        {"pandaspin/1-3-1", "high", {"3", "2", "0"}},
        {"pandaspin/1-3-1", "values", {"8", "9", "6"}},
        {"pandaspin/1-3-1", "bid", {"set", "single", "set"}},
        {"pandaspin/1-3-1", "element", {"wood"}},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        int32_t tally[UINT8_MAX * SR_MAX_SEATS];
        int at = 0;
        replay_record(known[i].record, tally);
        const struct sr_game *game = reading.game;
        while (at < sr_tally_count(game) &&
               strcmp(game->laboratory->tallies[at].name, known[i].tally) != 0)
            at++;
        assert_in_range(at, 0, sr_tally_count(game) - 1);
        for (int seat = 0; seat < reading.seats; seat++) {
            char text[80];
            struct sr_out out;
            int32_t value = tally[at * reading.seats + seat];
            sr_out_open(&out, text, sizeof text);
            if (value >= 0)
                sr_domain_write(&out, game->laboratory->tallies[at].of, value);
            const char *wanted = known[i].of_seat[seat] ? known[i].of_seat[seat] : "";
            if (strcmp(text, wanted) != 0)
                fail_msg("%s: %s of seat %d is \"%s\", not \"%s\"", known[i].record, known[i].tally,
                         seat + 1, text, wanted);
        }
    }
}

/* What the games declare: words in both languages, values that their domains allow. */
static void tallies_of_games_are_sound(void **state) {
    (void)state;
    for (int i = 0; sr_game_at(i); i++) {
        const struct sr_game *game = sr_game_at(i);
        for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
            struct sr_series series = series_of(game, six_bots, 1, seats, 10);
            struct sr_results results;
            series_play(&series, &results);
            for (int k = 0; k < sr_tally_count(game); k++) {
                const struct sr_tally *tally = &game->laboratory->tallies[k];
                struct words_problem problem;
                if (!words_of_text(tally->name, &tally->text, false, &problem))
                    fail_msg("%s: %s", game->name, problem.text);
                for (int at = 0; at < 10 * seats; at++) {
                    int value = *sr_results_tally(&results, (uint64_t)(at / seats), k, at % seats);
                    if (value != -1 && !sr_domain_holds(tally->of, value, seats))
                        fail_msg("%s: %s is %d", game->name, tally->name, value);
                }
            }
            sr_results_free(&results);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standings_add_up),
        cmocka_unit_test(intervals_go_by_deals),
        cmocka_unit_test(shared_victories_are_split),
        cmocka_unit_test(alone_there_is_no_rating),
        cmocka_unit_test(doublings_go_up_the_budget),
        cmocka_unit_test(only_the_budget_differs_on_a_curve),
        cmocka_unit_test(balance_finds_what_wins),
        cmocka_unit_test(balance_goes_by_deals),
        cmocka_unit_test(balance_leaves_forfeits_out),
        cmocka_unit_test(tallies_are_read_at_their_moments),
        cmocka_unit_test(beginnings_are_counted_as_they_were),
        cmocka_unit_test(tallies_of_games_are_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
