/* The laboratory: fair schedules, results that do not depend on threads or on being stopped, kept
 * results that are believed only if they are right, and crews that share the work. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "bots/nets.h"
#include "bots/problems.h"
#include "core/tally.h"
#include "doubles/pebbles.h"
#include "games/games.h"
#include "lab/crew.h"
#include "lab/keep.h"
#include "lab/problems.h"
#include "lab/series.h"
#include "support/series.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
        series_play(&series, &one);
        series.threads = 8;
        series_play(&series, &eight);
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
    series_play(&series, &one);
    sr_seed_number(8, series.setup.seed);
    series_play(&series, &other);
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
    series_play(&series, &results);
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
        series_play(&series, &one);
        series.threads = 2;
        series_play(&series, &two);
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
        series_play(&series, &all);
        series.threads = threads;
        begin_file(&file, &series, 11);
        series.finished = append;
        series.context = &file;
        series_play(&series, &part);
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
    series_play(&series, &results);
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
    series_play(&series, &results);
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
        uint64_t few[3];
        for (int k = 0; k < 3; k++) {
            sum[k] = sr_bot_checksum(&series.bot[k], &other, game->seats_max);
            few[k] = sr_bot_checksum(&series.bot[k], &other, game->seats_min);
        }
        assert_true(sum[0] != sum[1] && sum[1] != sum[2]);
        /* a game that was given weights of its own goes without the net that is shipped */
        if (!sr_net_of(game, game->seats_max)) {
            for (int k = 0; k < 3; k++)
                assert_int_equal(sr_bot_checksum(&series.bot[k], game, game->seats_max), sum[k]);
        }
        weights[rows * features - 1] += 1; /* of the largest table */
        for (int k = 0; k < 3; k++) {
            bool same = sr_bot_checksum(&series.bot[k], &other, game->seats_max) == sum[k];
            assert_int_equal(same, k == 0); /* random knows no weights */
            series.bot[k].judged = &other;
            same = sr_bot_checksum(&series.bot[k], game, game->seats_max) == sum[k];
            assert_int_equal(same, k == 0);
            series.bot[k].judged = NULL;
            if (rows > 1)
                assert_int_equal(sr_bot_checksum(&series.bot[k], &other, game->seats_min), few[k]);
        }
        memcpy(weights, game->mind->weights, sizeof(float) * (size_t)(rows * features));
        mind.explore += 2; /* 0 is as usual: 1 */
        assert_true(sr_bot_checksum(&series.bot[2], &other, game->seats_max) != sum[2]);
        assert_int_equal(sr_bot_checksum(&series.bot[1], &other, game->seats_max), sum[1]);
        mind.explore = game->mind->explore;
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
