/* Runs every scenario of every game, a test for each file, and tries the runner itself. One game
 * alone: test_scenarios GAME. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "games/games.h"
#include "support/places.h"
#include "support/scenario.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILES = 256 };

struct file {
    const struct sr_game *game;
    char path[512];
};

static void runs(void **state) {
    const struct file *file = *state;
    static struct scenario_report report;
    memset(&report, 0, sizeof report);
    if (!scenario_run_file(file->game, file->path, &report))
        fail_msg("%d of %d scenarios failed:\n%s", report.failed, report.scenarios, report.text);
    assert_int_not_equal(report.scenarios, 0);
    print_message("    %s: %d scenarios; %llu small cases, %llu followed by a move\n", file->path,
                  report.scenarios, (unsigned long long)report.small_cases,
                  (unsigned long long)report.memories);
}

static int by_path(const void *a, const void *b) {
    return strcmp(((const struct file *)a)->path, ((const struct file *)b)->path);
}

static int find_files(const char *only, struct file files[MAX_FILES]) {
    int count = 0;
    const struct sr_game *game;
    for (int i = 0; (game = sr_game_at(i)); i++) {
        char folder[400];
        if (only && strcmp(only, game->name) != 0)
            continue;
        place_of(folder, sizeof folder, getenv("SERAI_SCENARIOS"), "scenarios", game->name);
        DIR *directory = opendir(folder);
        int before = count;
        for (struct dirent *entry; directory && (entry = readdir(directory));) {
            size_t length = strlen(entry->d_name);
            if (length < 4 || strcmp(entry->d_name + length - 4, ".txt") || count == MAX_FILES)
                continue;
            files[count].game = game;
            snprintf(files[count++].path, sizeof files[0].path, "%s/%.100s", folder, entry->d_name);
        }
        if (directory)
            closedir(directory);
        if (count == before) { /* a game without scenarios: a file that cannot be read */
            files[count].game = game;
            snprintf(files[count++].path, sizeof files[0].path, "%s/(none)", folder);
        }
    }
    qsort(files, (size_t)count, sizeof files[0], by_path);
    return count;
}

/* ---- the runner itself: what is wrong must be said ---- */

static const char good_text[] = "scenario Walk\n"
                                "  deal 2 seats, seed 1\n"
                                "  then\n"
                                "    phase = keep\n"
                                "    decider = 1\n"
                                "    coins.1 = 5\n"
                                "    count market = 8\n";

static void says_what_holds(void **state) {
    (void)state;
    struct scenario_report report = {0};
    assert_true(scenario_run_text(sr_game_find("dunhuang"), "good", good_text, &report));
    assert_int_equal(report.scenarios, 1);
}

static void says_what_does_not(void **state) {
    static const char *const wrong[] = {
        "scenario x\n  deal 2 seats, seed 1\n  then\n    coins.1 = 6\n",
        "scenario x\n  deal 2 seats, seed 1\n  then\n    coins.7 = 5\n",
        "scenario x\n  deal 2 seats, seed 1\n  then\n    legal: walk 1\n",
        "scenario x\n  deal 2 seats, seed 1\n  then\n    offered: walk 1\n",
        "scenario x\n  deal 2 seats, seed 1\n  then\n    count deck = 20\n",
        "scenario x\n  deal 2 seats, seed 1\n  then\n    sum coins = 9\n",
        "scenario x\n  deal 2 seats, seed 1\n  then\n    event: walked\n",
        "scenario x\n  deal 2 seats, seed 1\n  then\n    score 1 = 4\n",
        "scenario x\n  deal 2 seats, seed 1\n  then\n    view 2: coins.1 = 4\n",
        "scenario x\n  deal 2 seats, seed 1\n  then\n    nowhere: tea\n",
        "scenario x\n  deal 2 seats, seed 1\n  then\n    impossible: coins.1 = 5\n",
        "scenario x\n  deal 2 seats, seed 1\n  when\n    walk 1\n",
        "scenario x\n  deal 2 seats, seed 1\n  when\n    2: keep tea\n",
        ("scenario x\n  deal 2 seats, seed 1\n  given\n    prestige.1 = 6\n"
         "  then\n    decider = 1\n"),
        "scenario x\n  deal 2 seats, seed 1\n  given\n    prestige.1 = 6\n",
        "scenario x\n  deal 2 seats, seed 1\n  given\n    no_such = 6\n  then\n    decider = 1\n",
        "scenario x\n  deal 9 seats, seed 1\n  then\n    decider = 1\n",
        "scenario x\n  on nothing\n  then\n    decider = 1\n",
        "scenario x\n  deal 2 seats, seed 1\n  nonsense\n",
        "nonsense\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct scenario_report report = {0};
        if (scenario_run_text(sr_game_find("dunhuang"), "wrong", wrong[i], &report))
            fail_msg("this was found right:\n%s", wrong[i]);
        assert_non_null(strstr(report.text, "wrong:"));
    }
}

static void knows_refusals(void **state) {
    struct scenario_report report = {0};
    (void)state;
    /* A legal move is not refused. */
    assert_false(scenario_run_text(sr_game_find("dunhuang"), "refusal",
                                   "scenario x\n  deal 2 seats, seed 1\n  given\n    dealt.1 = "
                                   "[\"tea\",\"tea\",\"tea\"]\n    loose\n"
                                   "  then\n    refused: keep tea\n",
                                   &report));
}

int main(int argc, char **argv) {
    static struct file files[MAX_FILES];
    static struct CMUnitTest tests[MAX_FILES + 3];
    int count = find_files(argc > 1 ? argv[1] : NULL, files), used = 0;
    if (!count) {
        fprintf(stderr, "there is no such game\n");
        return 1;
    }
    for (int i = 0; i < count; i++)
        tests[used++] = (struct CMUnitTest){files[i].path, runs, NULL, NULL, &files[i]};
    tests[used++] = (struct CMUnitTest)cmocka_unit_test(says_what_holds);
    tests[used++] = (struct CMUnitTest)cmocka_unit_test(says_what_does_not);
    tests[used++] = (struct CMUnitTest)cmocka_unit_test(knows_refusals);
    return _cmocka_run_group_tests("scenarios", tests, (size_t)used, NULL, NULL);
}
