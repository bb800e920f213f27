/* The laboratory: fair schedules, results that do not depend on threads or on being stopped, kept
 * results that are believed only if they are right, standings that add up, and what wins. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "bots/problems.h"
#include "doubles/pebbles.h"
#include "games/games.h"
#include "lab/balance.h"
#include "lab/crew.h"
#include "lab/keep.h"
#include "lab/problems.h"
#include "lab/series.h"
#include "lab/standing.h"
#include "support/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sr_series series_of(const struct sr_game *game, const char *const *bots, int count,
                                  int seats, uint64_t games) {
    struct sr_series series = {.game = game, .bots = count, .games = games, .threads = 1};
    struct sr_error error;
    sr_setup_init(game, &series.setup);
    series.setup.seats = (uint8_t)seats;
    sr_seed_number(7, series.setup.seed);
    for (int i = 0; i < count; i++)
        assert_true(sr_bot_read(&series.bot[i], bots[i], strlen(bots[i]), &error));
    return series;
}

static const char *const six_bots[] = {"random",   "greedy",   "search:1",
                                       "search:2", "search:3", "search:4"};

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

/* ---- the schedule ---- */

/* In a round everyone sits equally often in every seat, on one deal. */
static void check_round(const struct sr_series *series) {
    uint64_t round = sr_series_round(series), times[SR_SERIES_BOTS][SR_MAX_SEATS] = {{0}};
    for (uint64_t number = 2 * round; number < 3 * round; number++) {
        struct sr_pairing pairing;
        sr_series_pairing(series, number, &pairing);
        assert_int_equal(pairing.round, 2);
        for (int seat = 0; seat < series->setup.seats; seat++) {
            assert_in_range(pairing.bot[seat], 0, (unsigned)series->bots - 1);
            times[pairing.bot[seat]][seat]++;
        }
    }
    int first = series->focal ? 1 : 0; /* the focal one sits down more often than the others */
    for (int bot = 0; bot < series->bots; bot++)
        for (int seat = 0; seat < series->setup.seats; seat++)
            assert_int_equal(times[bot][seat], times[bot ? first : 0][0]);
}

static void every_bot_has_every_seat(void **state) {
    (void)state;
    for (int bots = 2; bots <= 6; bots++)
        for (int seats = 1; seats <= 6; seats++)
            for (int focal = 0; focal < (seats > 1 ? 2 : 1); focal++) {
                struct sr_series series = series_of(sr_game_at(0), six_bots, bots, 2, 1);
                series.setup.seats = (uint8_t)seats;
                series.focal = focal;
                check_round(&series);
            }
}

/* Every table of different bots meets once in each rotation, none is left out. */
static void every_table_meets(void **state) {
    (void)state;
    struct sr_series series = series_of(sr_game_at(0), six_bots, 6, 2, 1);
    series.setup.seats = 4;
    assert_int_equal(sr_series_round(&series), 15 * 4);
    int met[64] = {0};
    for (uint64_t number = 0; number < 60; number++) {
        struct sr_pairing pairing;
        unsigned set = 0;
        sr_series_pairing(&series, number, &pairing);
        for (int seat = 0; seat < 4; seat++)
            set |= 1u << pairing.bot[seat];
        assert_int_equal(__builtin_popcount(set), 4);
        met[set]++;
    }
    for (unsigned set = 0; set < 64; set++)
        assert_int_equal(met[set], __builtin_popcount(set) == 4 ? 4 : 0);
}

static void focal_tables_have_one_stranger(void **state) {
    (void)state;
    struct sr_series series = series_of(sr_game_at(0), six_bots, 3, 2, 1);
    series.setup.seats = 4;
    series.focal = true;
    assert_int_equal(sr_series_round(&series), 2 * 4);
    for (uint64_t number = 0; number < 40; number++) {
        struct sr_pairing pairing;
        int focal = 0, others = 0;
        sr_series_pairing(&series, number, &pairing);
        for (int seat = 0; seat < 4; seat++) {
            focal += pairing.bot[seat] == 0;
            others |= pairing.bot[seat];
        }
        assert_int_equal(focal, 1);
        assert_true(others == 1 || others == 2);
    }
}

/* ---- playing ---- */

static void play(const struct sr_series *series, struct sr_results *results) {
    struct sr_error error;
    assert_true(sr_results_open(results, series, &error));
    assert_true(sr_series_run(series, results, &error));
}

static void same_results(const struct sr_results *a, const struct sr_results *b) {
    assert_int_equal(a->done, b->done);
    for (uint64_t i = 0; i < a->games; i++) {
        const struct sr_result *x = &a->result[i], *y = &b->result[i];
        assert_int_equal(x->done, y->done);
        assert_memory_equal(x->bot, y->bot, sizeof x->bot);
        assert_int_equal(x->outcome.decisions, y->outcome.decisions);
        assert_int_equal(x->outcome.winners, y->outcome.winners);
        assert_memory_equal(x->outcome.rank, y->outcome.rank, sizeof x->outcome.rank);
        assert_memory_equal(x->outcome.score, y->outcome.score, sizeof x->outcome.score);
        for (int k = 0; k < a->tallies * a->seats; k++)
            assert_int_equal(*sr_results_tally(a, i, k / a->seats, k % a->seats),
                             *sr_results_tally(b, i, k / a->seats, k % a->seats));
    }
}

static void threads_change_nothing(void **state) {
    (void)state;
    static const char *const bots[] = {"random", "greedy", "search:3"};
    for (int i = 0; sr_game_at(i); i++) {
        const struct sr_game *game = sr_game_at(i);
        struct sr_series series = series_of(game, bots, 3, game->seats_max, 12);
        struct sr_results one, eight;
        play(&series, &one);
        series.threads = 8;
        play(&series, &eight);
        same_results(&one, &eight);
        assert_int_equal(one.done, 12);
        sr_results_free(&one);
        sr_results_free(&eight);
    }
}

static void another_seed_is_another_series(void **state) {
    (void)state;
    struct sr_series series = series_of(sr_game_at(0), six_bots, 2, 2, 20);
    struct sr_results one, other;
    play(&series, &one);
    sr_seed_number(8, series.setup.seed);
    play(&series, &other);
    int differ = 0;
    for (int i = 0; i < 20; i++)
        differ += one.result[i].outcome.decisions != other.result[i].outcome.decisions;
    assert_true(differ > 5);
    sr_results_free(&one);
    sr_results_free(&other);
}

/* The key of the generator is that of the deal. */
static int key_of_deal(const void *state, int seat) {
    (void)seat;
    return (int)(sr_head(state)->rng.key[0] & 0x7fffffff);
}

static void games_of_a_round_share_the_deal(void **state) {
    (void)state;
    static const struct sr_domain any = SR_DOMAIN_NUMBER("key", 0, INT32_MAX);
    static const struct sr_tally key = {"key", SR_TEXT("Key", "Ключ"), &any, key_of_deal};
    struct sr_game game = pebbles_game;
    game.laboratory = &(const struct sr_laboratory){&key, 1};
    struct sr_series series = series_of(&game, six_bots, 3, 2, 18);
    struct sr_results results;
    play(&series, &results);
    assert_int_equal(sr_series_round(&series), 6);
    for (uint64_t number = 1; number < 18; number++) {
        bool same = *sr_results_tally(&results, number, 0, 0) ==
                    *sr_results_tally(&results, number - 1, 0, 0);
        assert_int_equal(same, number % 6 != 0);
    }
    sr_results_free(&results);
}

static void refuses_too_many_seats(void **state) {
    (void)state;
    const struct sr_game *game = sr_game_at(0);
    struct sr_series series = series_of(game, six_bots, 2, 2, 1);
    struct sr_results results;
    struct sr_error error;
    assert_true(sr_results_open(&results, &series, &error));
    series.setup.seats = (uint8_t)(game->seats_max + 1);
    assert_false(sr_series_run(&series, &results, &error));
    assert_int_equal(error.problem, SR_PROBLEM_SEATS);
    assert_int_equal(results.done, 0);
    sr_results_free(&results);
}

/* Two programs fail, one at once and one after a while: whichever begins the first game, it is that
 * game's failure that is told, also by threads that play the games side by side. */
static void the_first_failure_is_that_of_the_lowest_number(void **state) {
    (void)state;
    static const char *const names[] = {"cmd:30000ms:exit 3", "cmd:30000ms:sleep 0.4; exit 3"};
    for (int slow = 0; slow < 2; slow++) {
        struct sr_series series = series_of(sr_game_at(0), six_bots, 2, 2, 2);
        struct sr_results one, two;
        struct sr_error error;
        for (int i = 0; i < 2; i++) {
            const char *name = names[i == slow];
            assert_true(
                sr_bot_read_at(SR_BOTS_IN_LABORATORY, &series.bot[i], name, strlen(name), &error));
        }
        play(&series, &one);
        series.threads = 2;
        play(&series, &two);
        assert_int_equal(one.failure.problem, SR_PROBLEM_BOT_GONE);
        assert_string_equal(one.failure.arg[0], two.failure.arg[0]);
        assert_int_equal(two.failed_game, 0);
        sr_results_free(&one);
        sr_results_free(&two);
    }
}

/* ---- keeping ---- */

/* A file in memory: lines as they are appended. */
struct file {
    char text[1 << 16];
    size_t length;
    const struct sr_series *series;
    uint64_t most; /* games after which the run is stopped */
};

static void begin_file(struct file *file, const struct sr_series *series, uint64_t most) {
    struct sr_out out;
    sr_out_open(&out, file->text, sizeof file->text);
    sr_keep_head_write(&out, series, "7");
    file->length = out.len;
    file->series = series;
    file->most = most;
}

static bool append(void *context, const struct sr_results *results, uint64_t number) {
    struct file *file = context;
    struct sr_out out;
    sr_out_open(&out, file->text + file->length, sizeof file->text - file->length);
    sr_keep_game_write(&out, file->series, results, number);
    assert_true(sr_out_fits(&out));
    file->length += out.len;
    return results->done < file->most;
}

static bool read_back(const struct sr_series *series, const char *text, size_t length,
                      const char *seed, struct sr_results *results, size_t *whole,
                      struct sr_error *error) {
    assert_true(sr_results_open(results, series, error));
    *error = (struct sr_error){0};
    return sr_keep_read(text, length, series, seed, results, whole, error);
}

static void a_stopped_run_goes_on(void **state) {
    (void)state;
    static struct file file;
    struct sr_error error;
    size_t whole;
    for (int threads = 1; threads <= 4; threads += 3) {
        struct sr_series series = series_of(sr_game_at(0), six_bots, 3, 3, 30);
        struct sr_results all, part, rest;
        play(&series, &all);
        series.threads = threads;
        begin_file(&file, &series, 11);
        series.finished = append;
        series.context = &file;
        play(&series, &part);
        assert_in_range(part.done, 11, 11 + (unsigned)threads);
        uint64_t kept = part.done;
        sr_results_free(&part);
        /* a line that was cut off in the middle is played again, the others are not */
        size_t length = file.length - 9;
        assert_true(read_back(&series, file.text, length, "7", &rest, &whole, &error));
        assert_int_equal(rest.done, kept - 1);
        assert_true(whole < length && file.text[whole - 1] == '\n');
        file.length = whole;
        file.most = 30;
        assert_true(sr_series_run(&series, &rest, &error));
        same_results(&all, &rest);
        sr_results_free(&rest);
        /* and what is kept in the end is the whole */
        assert_true(read_back(&series, file.text, file.length, "7", &rest, &whole, &error));
        same_results(&all, &rest);
        assert_int_equal(whole, file.length);
        sr_results_free(&rest);
        sr_results_free(&all);
    }
}

static void a_longer_run_goes_on_from_a_shorter(void **state) {
    (void)state;
    static struct file file;
    struct sr_series series = series_of(sr_game_at(0), six_bots, 2, 2, 10);
    struct sr_results results;
    struct sr_error error;
    size_t whole;
    begin_file(&file, &series, 10);
    series.finished = append;
    series.context = &file;
    play(&series, &results);
    sr_results_free(&results);
    series.games = 25;
    assert_true(read_back(&series, file.text, file.length, "7", &results, &whole, &error));
    assert_int_equal(results.done, 10);
    sr_results_free(&results);
    series.games = 4;
    assert_true(read_back(&series, file.text, file.length, "7", &results, &whole, &error));
    assert_int_equal(results.done, 4);
    assert_int_equal(whole, file.length);
    sr_results_free(&results);
}

static void refused(const struct sr_series *series, const char *text, const char *seed,
                    const struct sr_problem *problem, int line, const char *arg) {
    struct sr_results results;
    struct sr_error error;
    size_t whole;
    if (read_back(series, text, strlen(text), seed, &results, &whole, &error))
        fail_msg("believed: %s", text);
    assert_int_equal(error.problem, problem);
    assert_int_equal(error.line, line);
    assert_string_equal(error.arg[0], arg);
    sr_results_free(&results);
}

/* The text with the first `from` in it replaced. */
static const char *edited(const char *text, const char *from, const char *to) {
    static char made[1 << 16];
    const char *at = strstr(text, from);
    assert_non_null(at);
    snprintf(made, sizeof made, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return made;
}

static void kept_results_of_another_run_are_refused(void **state) {
    (void)state;
    static struct file file;
    struct sr_series series = series_of(sr_game_at(0), six_bots, 2, 2, 3), other;
    struct sr_results results;
    begin_file(&file, &series, 3);
    series.finished = append;
    series.context = &file;
    play(&series, &results);
    sr_results_free(&results);
    const char *text = file.text;

    refused(&series, text, "8", SR_PROBLEM_KEEP_DIFFERS, 0, "seed");
    other = series_of(sr_game_at(0), six_bots, 3, 2, 3);
    refused(&other, text, "7", SR_PROBLEM_KEEP_DIFFERS, 0, "bots");
    other = series_of(sr_game_at(0), six_bots, 2, 3, 3);
    refused(&other, text, "7", SR_PROBLEM_KEEP_DIFFERS, 0, "seats");
    other = series_of(&pebbles_game, six_bots, 2, 2, 3);
    refused(&other, text, "7", SR_PROBLEM_KEEP_DIFFERS, 0, "game");
    other = series;
    other.focal = true;
    refused(&other, text, "7", SR_PROBLEM_KEEP_DIFFERS, 0, "focal");
    refused(&series, edited(text, "\"rules\":", "\"rules\":9"), "7", SR_PROBLEM_KEEP_DIFFERS, 0,
            "rules");
    if (series.game->option_count) {
        other = series;
        other.setup.options[0] = 1;
        refused(&other, text, "7", SR_PROBLEM_KEEP_DIFFERS, 0, "options");
    }

    /* the second bot has changed; files from before there were checksums are believed */
    static char changed[sizeof file.text];
    strcpy(changed, text);
    char *sums = strstr(changed, "\"checksums\":[\"");
    assert_non_null(sums);
    char *second_sum = strchr(sums, ',') + 2;
    *second_sum = *second_sum == '0' ? '1' : '0';
    refused(&series, changed, "7", SR_PROBLEM_KEEP_BOT, 0, six_bots[1]);
    memmove(sums, strstr(sums, "\"focal\""), strlen(strstr(sums, "\"focal\"")) + 1);
    struct sr_error error;
    size_t whole;
    assert_true(read_back(&series, changed, strlen(changed), "7", &results, &whole, &error));
    assert_int_equal(results.done, 3);
    sr_results_free(&results);

    refused(&series, "hello\n", "7", SR_PROBLEM_KEEP_OTHER, 0, "");
    refused(&series, "my only line", "7", SR_PROBLEM_KEEP_OTHER, 0, "");
    refused(&series, "{\"serai\":\"results\",\n", "7", SR_PROBLEM_KEEP_OTHER, 0, "");
    refused(&series, "[]\n", "7", SR_PROBLEM_KEEP_OTHER, 0, "");

    refused(&series, edited(text, "\n{\"number\":1,", "\n{\"number\":-1,"), "7",
            SR_PROBLEM_KEEP_LINE, 2, "number");
    refused(&series, edited(text, "\"number\":2,", "\"number\":1,"), "7", SR_PROBLEM_KEEP_LINE, 3,
            "bots");
    refused(&series, edited(text, "\"ranks\":[", "\"ranks\":[1,"), "7", SR_PROBLEM_KEEP_LINE, 2,
            "ranks");
    static char second[sizeof file.text]; /* nobody is first */
    strcpy(second, text);
    char *ranks = strstr(second, "\"ranks\":[") + strlen("\"ranks\":[");
    ranks[0] = ranks[2] = '2';
    refused(&series, second, "7", SR_PROBLEM_KEEP_LINE, 2, "ranks");
    refused(&series, edited(text, "\"winners\":[", "\"winners\":[3,"), "7", SR_PROBLEM_KEEP_LINE, 2,
            "winners");
    refused(&series, edited(text, "\"scores\":[", "\"scores\":[0.5,"), "7", SR_PROBLEM_KEEP_LINE, 2,
            "scores");
    refused(&series, edited(text, "\"decisions\":", "\"decisions\":-"), "7", SR_PROBLEM_KEEP_LINE,
            2, "decisions");
    refused(&series, edited(text, "\n{\"number\"", "\n\n{\"number\""), "7", SR_PROBLEM_KEEP_LINE, 2,
            "JSON");
    static char twice[2 * sizeof file.text];
    strcpy(twice, text);
    strcat(twice, strstr(text, "{\"number\":3"));
    refused(&series, twice, "7", SR_PROBLEM_KEEP_LINE, 5, "number");
}

/* A kept game with these ranks, and so on. */
static const char *line_of(const struct sr_series *series, const char *ranks, const char *winners,
                           const char *scores, const char *forfeit) {
    static char text[4096];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_keep_head_write(&out, series, "7");
    struct sr_pairing pairing;
    sr_series_pairing(series, 0, &pairing);
    sr_put(&out, "{\"number\":1,\"bots\":[");
    for (int seat = 0; seat < series->setup.seats; seat++) {
        sr_put(&out, seat ? ",\"" : "\"");
        sr_put(&out, series->bot[pairing.bot[seat]].name);
        sr_put(&out, "\"");
    }
    const char *const parts[] = {"],\"ranks\":[",     ranks,  "],\"winners\":[",   winners,
                                 "],\"scores\":[",    scores, "],\"decisions\":9", forfeit,
                                 ",\"tallies\":[]}\n"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        sr_put(&out, parts[i]);
    return text;
}

static void kept_lines_must_not_contradict_themselves(void **state) {
    (void)state;
    static const struct {
        const char *ranks, *winners, *scores, *forfeit;
        const char *wrong; /* NULL: believed */
    } lines[] = {
        {"1,2,3", "1", "5,4,3", "", NULL},
        {"1,1,3", "1,2", "5,5,3", "", NULL},
        {"1,2,3", "1", "0,-4,90", "", NULL}, /* points need not decide */
        {"1,2,3", "", "5,4,3", "", NULL},    /* nobody wins */
        {"3,1,1", "2,3", "5,4,3", ",\"forfeit\":1", NULL},
        {"1,1,3", "1", "5,5,3", "", "winners"},
        {"1,2,3", "1,2", "5,4,3", "", "winners"},
        {"1,2,3", "2", "5,4,3", "", "winners"},
        {"3,1,1", "2", "5,4,3", ",\"forfeit\":1", "winners"},
        {"3,1,1", "", "5,4,3", ",\"forfeit\":1", "winners"},
        {"3,1,1", "1,2,3", "5,4,3", ",\"forfeit\":1", "winners"},
        {"1,2,2", "2,3", "5,4,3", ",\"forfeit\":1", "winners"},
        {"1,2,3", "1", "2147483647,4,3", "", "scores"},
        {"1,2,3", "1", "5,4,-2147483648", "", "scores"},
    };
    struct sr_series series = series_of(&pebbles_game, six_bots, 2, 3, 1);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const char *text =
            line_of(&series, lines[i].ranks, lines[i].winners, lines[i].scores, lines[i].forfeit);
        struct sr_results results;
        struct sr_error error;
        size_t whole;
        if (lines[i].wrong) {
            refused(&series, text, "7", SR_PROBLEM_KEEP_LINE, 2, lines[i].wrong);
            continue;
        }
        if (!read_back(&series, text, strlen(text), "7", &results, &whole, &error))
            fail_msg("refused for its %s: %s", error.arg[0], text);
        sr_results_free(&results);
    }
}

/* Whatever a bot plays by changes its checksum, and nothing else does. */
static void checksums_are_of_what_bots_play_by(void **state) {
    (void)state;
    for (int i = 0; sr_game_at(i); i++) {
        const struct sr_game *game = sr_game_at(i);
        if (!sr_mind_of(game)->weights)
            continue; /* there is nothing to change */
        struct sr_series series = series_of(game, six_bots, 3, game->seats_max, 1);
        struct sr_mind mind = *game->mind;
        struct sr_game other = *game;
        uint64_t sum[3];
        float weights[SR_MAX_SEATS * SR_MAX_FEATURES], habits[SR_MAX_HABITS];
        int rows = game->seats_max - game->seats_min + 1, features = mind.feature_count;
        memcpy(weights, mind.weights, sizeof(float) * (size_t)(rows * features));
        mind.weights = weights;
        other.mind = &mind;
        for (int k = 0; k < 3; k++)
            sum[k] = sr_bot_checksum(&series.bot[k], game, game->seats_max);
        assert_true(sum[0] != sum[1] && sum[1] != sum[2]);
        for (int k = 0; k < 3; k++)
            assert_int_equal(sr_bot_checksum(&series.bot[k], &other, game->seats_max), sum[k]);
        weights[rows * features - 1] += 1; /* of the largest table */
        for (int k = 0; k < 3; k++) {
            bool same = sr_bot_checksum(&series.bot[k], &other, game->seats_max) == sum[k];
            assert_int_equal(same, k == 0); /* random knows no weights */
            series.bot[k].judged = &other;
            same = sr_bot_checksum(&series.bot[k], game, game->seats_max) == sum[k];
            assert_int_equal(same, k == 0);
            series.bot[k].judged = NULL;
            if (rows > 1)
                assert_int_equal(sr_bot_checksum(&series.bot[k], &other, game->seats_min),
                                 sr_bot_checksum(&series.bot[k], game, game->seats_min));
        }
        mind = *game->mind;
        mind.explore += 2; /* 0 is as usual: 1 */
        assert_true(sr_bot_checksum(&series.bot[2], &other, game->seats_max) != sum[2]);
        assert_int_equal(sr_bot_checksum(&series.bot[1], &other, game->seats_max), sum[1]);
        mind = *game->mind;
        if (!mind.habit_count)
            continue;
        memcpy(habits, mind.habits, sizeof(float) * mind.habit_count);
        habits[mind.habit_count - 1] += 1;
        mind.habits = habits;
        assert_true(sr_bot_checksum(&series.bot[2], &other, game->seats_max) != sum[2]);
    }
}

static void an_unfinished_first_line_is_nothing(void **state) {
    (void)state;
    struct sr_series series = series_of(sr_game_at(0), six_bots, 2, 2, 3);
    static const char *const begun[] = {"", "{", "{\"serai\":\"results\",\"format\":1,\"ga"};
    for (int i = 0; i < 3; i++) {
        struct sr_results results;
        struct sr_error error;
        size_t whole = 99;
        assert_true(read_back(&series, begun[i], strlen(begun[i]), "7", &results, &whole, &error));
        assert_int_equal(whole, 0);
        sr_results_free(&results);
    }
    char seed[8];
    const char *text = "{\"serai\":\"results\",\"seed\":\"42\"}\n";
    assert_true(sr_keep_seed(text, strlen(text), seed, sizeof seed));
    assert_string_equal(seed, "42");
    assert_false(sr_keep_seed(text, strlen(text), seed, 2));
    assert_false(sr_keep_seed("{}", 2, seed, sizeof seed));
    assert_false(sr_keep_seed("", 0, seed, sizeof seed));
}

/* ---- standings ---- */

static void standings_add_up(void **state) {
    (void)state;
    struct sr_series series = series_of(sr_game_at(0), six_bots, 3, 2, 60);
    struct sr_results results;
    static struct sr_standing standing;
    struct sr_error error;
    play(&series, &results);
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
    play(&series, &results);
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
    sr_match_play(reading.game, &setup, bots, setup.seed, &outcome, tally, &error);
    fclose(reading.file);
}

/* Worked out by hand from the deal and from what `serai replay` tells. */
static void beginnings_are_counted_as_they_were(void **state) {
    (void)state;
    static const struct {
        const char *record, *tally;
        const char *of_seat[SR_MAX_SEATS]; /* NULL: nothing to count */
    } known[] = {
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
            play(&series, &results);
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

/* ---- crews ---- */

enum { JOBS = 500 };

struct errands {
    atomic_int done[JOBS];
    atomic_int outside; /* jobs or workers that nobody asked for */
    int threads;
    uint64_t refused; /* this job says no */
    uint64_t told;    /* by progress */
};

static bool run_errand(void *context, int worker, uint64_t number) {
    struct errands *errands = context;
    if (number >= JOBS || worker < 0 || worker >= errands->threads) {
        atomic_fetch_add(&errands->outside, 1);
        return false;
    }
    atomic_fetch_add(&errands->done[number], 1);
    return number != errands->refused;
}

static void hear_progress(void *listener, uint64_t done, uint64_t jobs) {
    struct errands *errands = listener;
    assert_true(done > errands->told && done <= jobs);
    errands->told = done;
}

static void send_crew(struct errands *errands) {
    sr_crew_work(&(struct sr_crew){.jobs = JOBS,
                                   .threads = errands->threads,
                                   .job = run_errand,
                                   .context = errands,
                                   .progress = hear_progress,
                                   .listener = errands});
    assert_int_equal(errands->outside, 0);
}

static void a_crew_does_every_job_once(void **unused) {
    (void)unused;
    for (int threads = 1; threads <= 8; threads += 7) {
        struct errands errands = {.threads = threads, .refused = JOBS};
        send_crew(&errands);
        for (int i = 0; i < JOBS; i++)
            assert_int_equal(errands.done[i], 1);
        if (threads == 1)
            assert_int_equal(errands.told, JOBS);
    }
}

static void a_crew_stops_when_a_job_says_no(void **unused) {
    (void)unused;
    struct errands errands = {.threads = 1, .refused = 20};
    send_crew(&errands);
    for (int i = 0; i < JOBS; i++)
        assert_int_equal(errands.done[i], i <= 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crew_does_every_job_once),
        cmocka_unit_test(a_crew_stops_when_a_job_says_no),
        cmocka_unit_test(every_bot_has_every_seat),
        cmocka_unit_test(every_table_meets),
        cmocka_unit_test(focal_tables_have_one_stranger),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(another_seed_is_another_series),
        cmocka_unit_test(games_of_a_round_share_the_deal),
        cmocka_unit_test(refuses_too_many_seats),
        cmocka_unit_test(the_first_failure_is_that_of_the_lowest_number),
        cmocka_unit_test(a_stopped_run_goes_on),
        cmocka_unit_test(a_longer_run_goes_on_from_a_shorter),
        cmocka_unit_test(kept_results_of_another_run_are_refused),
        cmocka_unit_test(kept_lines_must_not_contradict_themselves),
        cmocka_unit_test(checksums_are_of_what_bots_play_by),
        cmocka_unit_test(an_unfinished_first_line_is_nothing),
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
