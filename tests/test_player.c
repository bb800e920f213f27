/* Programs as bots: they play, their limits hold, and however one fails there is a clear answer and
 * nothing is left of it. The programs are lines of shell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "bots/problems.h"
#include "core/glimpse.h"
#include "games/games.h"
#include "lab/match.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A busy machine must not be taken for a slow bot. */
#define PATIENT "cmd:30000ms:"
#define FIRST_BY_NUMBER "while read -r q; do echo '{\"move\":0}'; done"
#define FIRST_BY_NOTATION "sed -u 's/.*\"moves\":\\[\"\\([^\"]*\\)\".*/{\"move\":\"\\1\"}/'"

static struct sr_bot bot_named(const char *name) {
    struct sr_bot bot;
    struct sr_error error;
    assert_true(sr_bot_read_at(SR_BOTS_IN_LABORATORY, &bot, name, strlen(name), &error));
    return bot;
}

static void set_table(const struct sr_game *game, int seats, struct sr_setup *setup) {
    sr_setup_init(game, setup);
    setup->seats = (uint8_t)seats;
    sr_seed_number(3, setup->seed);
}

/* Asks for the first two decisions of a game of Dunhuang. How far did it come? */
static int ask_twice(const char *name, struct sr_error *error) {
    const struct sr_game *game = sr_game_find("dunhuang");
    _Alignas(8) unsigned char state[SR_MAX_STATE];
    struct sr_setup setup;
    struct sr_moves moves;
    struct sr_bot bot = bot_named(name);
    struct sr_player player = sr_player_sit(&bot, NULL);
    struct sr_move move;
    int answers = 0;
    set_table(game, 2, &setup);
    sr_deal(game, state, &setup, NULL, &moves);
    *error = (struct sr_error){0};
    while (answers < 2) {
        struct sr_glimpse glimpse = {game, state, sr_head(state)->decider, &moves};
        if (!sr_player_choose(&player, &glimpse, NULL, &move, error))
            break;
        assert_true(sr_listed(&moves, move));
        answers++;
    }
    sr_player_leave(&player);
    return answers;
}

/* ---- playing ---- */

static void play_whole_games(void **unused) {
    const struct sr_game *game;
    struct sr_bot by_number = bot_named(PATIENT FIRST_BY_NUMBER);
    struct sr_bot by_notation = bot_named(PATIENT FIRST_BY_NOTATION);
    (void)unused;
    for (int i = 0; (game = sr_game_at(i)); i++) {
        const struct sr_bot *bot[SR_MAX_SEATS];
        struct sr_outcome outcome[2];
        struct sr_error error = {0};
        struct sr_setup setup;
        set_table(game, game->seats_max, &setup);
        for (int way = 0; way < 2; way++) { /* the same moves, said in two ways */
            for (int seat = 0; seat < SR_MAX_SEATS; seat++)
                bot[seat] = seat == 1 && way ? &by_notation : &by_number;
            sr_match_play(
                &(struct sr_match){
                    .game = game, .setup = &setup, .bot = bot, .bot_seed = setup.seed},
                &outcome[way], &error);
            assert_int_equal(error.problem, SR_FINE);
            assert_int_equal(outcome[way].forfeit, 0);
            assert_true(outcome[way].decisions > 0);
        }
        assert_memory_equal(&outcome[0], &outcome[1], sizeof outcome[0]);
    }
}

/* One process for a seat and a game: it knows what it was asked before. */
static void remember_the_game(void **unused) {
    struct sr_error error;
    (void)unused;
    assert_int_equal(
        ask_twice(PATIENT "read -r q; echo '{\"move\":0}'; read -r q; echo '{\"move\":1}'", &error),
        2);
}

/* ---- failing ---- */

static void fail_clearly(void **unused) {
    static const struct {
        const char *bot;
        int answers;
        const struct sr_problem *problem;
        const char *named; /* what the message must speak of */
    } cases[] = {
        {"cmd:exit 3", 0, SR_PROBLEM_BOT_GONE, "exit 3"},
        {"cmd:./no-such-program", 0, SR_PROBLEM_BOT_GONE, "no-such-program"},
        {"cmd:echo out of ideas 1>&2; exit 1", 0, SR_PROBLEM_BOT_GONE, "out of ideas"},
        {"cmd:kill -9 $$", 0, SR_PROBLEM_BOT_GONE, "signal 9"},
        {PATIENT "read -r q; echo '{\"move\":0}'", 1, SR_PROBLEM_BOT_GONE, "question 2"},
        {PATIENT "sh -c 'kill -6 $$; exit 0'", 0, SR_PROBLEM_BOT_GONE, "signal 6"},
        {PATIENT " /bin/sh -c \"read -r q; kill -9 \\$\\$; exit\"", 0, SR_PROBLEM_BOT_GONE,
         "signal 9"},
        {PATIENT "true; sh -c 'kill -6 $$; exit 0'; exit $?", 0, SR_PROBLEM_BOT_GONE, "exit 134"},
        {PATIENT "exec 1>&-; read -r q; read -r q", 0, SR_PROBLEM_BOT_CLOSED, "question 1"},
        {PATIENT "sh -c 'exec 1>&-; sleep 1000'", 0, SR_PROBLEM_BOT_CLOSED, "question 1"},
        {PATIENT "sh -c 'exec 1>&-; exit 3'", 0, SR_PROBLEM_BOT_GONE, "exit 3"},
        {PATIENT "cd /; exec sh -c 'exec 1>&-; sleep 1000'", 0, SR_PROBLEM_BOT_CLOSED,
         "question 1"},
        {PATIENT "exit '3", 0, SR_PROBLEM_BOT_GONE, "nterminated"},
        {"cmd:read -r q; echo hello", 0, SR_PROBLEM_BOT_ANSWER, "hello"},
        {"cmd:read -r q; echo", 0, SR_PROBLEM_BOT_ANSWER, "question 1"},
        {"cmd:read -r q; echo '[0]'", 0, SR_PROBLEM_BOT_ANSWER, "[0]"},
        {"cmd:read -r q; echo '{\"move\":null}'", 0, SR_PROBLEM_BOT_ANSWER, "null"},
        {"cmd:read -r q; yes | tr -d '\\n'", 0, SR_PROBLEM_BOT_ANSWER, "question 1"},
        {"cmd:read -r q; echo '{\"move\":999}'", 0, SR_PROBLEM_BOT_MOVE, "999"},
        {"cmd:read -r q; echo '{\"move\":-1}'", 0, SR_PROBLEM_BOT_MOVE, "-1"},
        {"cmd:read -r q; echo '{\"move\":\"fly 3\"}'", 0, SR_PROBLEM_BOT_MOVE, "fly 3"},
        {"cmd:read -r q; echo '{\"move\":\"walk 1\"}'", 0, SR_PROBLEM_BOT_MOVE, "keep"},
        {PATIENT "read -r q; printf '{\"move\":0}\\nagain\\n'; read -r q", 1, SR_PROBLEM_BOT_EARLY,
         "again"},
        {"cmd:50ms:read -r q; echo '{\"move\":0}'; sleep 1000", 1, SR_PROBLEM_BOT_LATE, "50 ms"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sr_error error;
        char text[2048];
        struct sr_out out;
        assert_int_equal(ask_twice(cases[i].bot, &error), cases[i].answers);
        sr_out_open(&out, text, sizeof text);
        sr_error_say(&out, SR_EN, &error);
        if (error.problem != cases[i].problem || !strstr(text, cases[i].named) ||
            !strstr(text, "the bot cmd:"))
            fail_msg("%s: %s", cases[i].bot, text);
    }
}

/* The game is lost for the seat that failed, whatever the score; the others share the victory. */
static void lose_the_game(void **unused) {
    const struct sr_game *game = sr_game_find("dunhuang");
    struct sr_bot good = bot_named("random"), bad = bot_named("cmd:exit 1");
    const struct sr_bot *bot[SR_MAX_SEATS] = {&good, &good, &bad};
    struct sr_setup setup;
    struct sr_outcome outcome;
    struct sr_error error = {0};
    (void)unused;
    set_table(game, 3, &setup);
    sr_match_play(
        &(struct sr_match){.game = game, .setup = &setup, .bot = bot, .bot_seed = setup.seed},
        &outcome, &error);
    assert_int_equal(error.problem, SR_PROBLEM_BOT_GONE);
    assert_int_equal(outcome.forfeit, 3);
    assert_int_equal(outcome.winners, 3);
    assert_int_equal(outcome.rank[0], 1);
    assert_int_equal(outcome.rank[1], 1);
    assert_int_equal(outcome.rank[2], 3);
}

/* ---- limits ---- */

static void inherit_nothing(void **unused) {
    struct sr_error error;
    (void)unused;
    int secret = open("/dev/null", O_RDONLY);
    assert_int_equal(dup2(secret, 50), 50);
    int answers = ask_twice(
        PATIENT "while read -r q; do test -e /proc/$$/fd/50 || echo '{\"move\":0}'; done", &error);
    close(50);
    close(secret);
    assert_int_equal(answers, 2);
}

static void have_so_much_memory(void **unused) {
    struct sr_error error;
    (void)unused;
    assert_int_equal(ask_twice(PATIENT "64mb:while read -r q; do test \"$(ulimit -v)\" = 65536 && "
                                       "echo '{\"move\":0}'; done",
                               &error),
                     2);
}

/* Is there such a process, and is it more than a zombie? */
static bool is_alive(long process) {
    char path[64], text[4] = "";
    snprintf(path, sizeof path, "/proc/%ld/cmdline", process);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    return length > 0;
}

/* What a program has started goes with it. */
static void leave_nothing_behind(void **unused) {
    char file[] = "/tmp/serai-test-XXXXXX", command[160], text[64] = "";
    struct sr_error error;
    (void)unused;
    int descriptor = mkstemp(file);
    assert_true(descriptor >= 0);
    snprintf(command, sizeof command,
             "cmd:50ms:sleep 1000 & echo $! $$ > %s; read -r q; "
             "echo '{\"move\":0}'; sleep 1000",
             file);
    assert_int_equal(ask_twice(command, &error), 1);
    assert_true(read(descriptor, text, sizeof text - 1) > 0);
    close(descriptor);
    unlink(file);
    char *rest;
    long child = strtol(text, &rest, 10), itself = strtol(rest, NULL, 10);
    assert_true(child > 1 && itself > 1);
    /* the signal is sent; when the system delivers it is not ours to say */
    for (int tries = 0; tries < 10000 && is_alive(child); tries++)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    assert_false(is_alive(child));
    assert_false(is_alive(itself));
}

/* ---- names ---- */

static bool is_known(enum sr_bots_place place, const char *name) {
    struct sr_bot bot;
    struct sr_error error;
    return sr_bot_read_at(place, &bot, name, strlen(name), &error);
}

static void are_named_with_their_limits(void **unused) {
    (void)unused;
    struct sr_bot bot = bot_named("cmd:250ms:64mb:./mybot --fast 3");
    assert_int_equal(bot.milliseconds, 250);
    assert_int_equal(bot.megabytes, 64);
    assert_string_equal(bot.name + bot.command_at, "./mybot --fast 3");
    bot = bot_named("cmd:./mybot:5");
    assert_int_equal(bot.milliseconds, 1000);
    assert_int_equal(bot.megabytes, 1024);
    assert_string_equal(bot.name + bot.command_at, "./mybot:5");
    static const char *const wrong[] = {"cmd", "cmd:", "cmd: ", "cmd:5ms:", "cmd:5ms:5mb: "};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(is_known(SR_BOTS_IN_LABORATORY, wrong[i]));
}

/* People's tables have neither programs nor bots that see everything. */
static void stay_where_they_belong(void **unused) {
    struct sr_bot bot;
    (void)unused;
    assert_false(sr_bot_read(&bot, "cmd:./mybot", 11, NULL));
    assert_false(sr_bot_read(&bot, "peek:10", 7, NULL));
    assert_true(is_known(SR_BOTS_AT_HOME, "cmd:./mybot"));
    assert_false(is_known(SR_BOTS_AT_HOME, "peek:10"));
    assert_true(is_known(SR_BOTS_IN_LABORATORY, "cmd:./mybot"));
    assert_true(is_known(SR_BOTS_IN_LABORATORY, "peek:10"));
    for (int i = 0; sr_bot_kind_at(i); i++)
        assert_true(!sr_bot_kind_at(i)->is_program && !sr_bot_kind_at(i)->peeks);
}

static void are_named_with_their_settings(void **unused) {
    (void)unused;
    struct sr_bot bot = bot_named(
        "search:500ms@2/look=20/explore=0.25/width=0.5/others=0/heedless=1/weights=a/b=c.def");
    assert_int_equal(bot.milliseconds, 500);
    assert_int_equal(bot.threads, 2);
    assert_true(bot.settings.look == 20.0f && bot.settings.explore == 0.25f);
    assert_true(bot.settings.width == 0.5f && bot.settings.others == 0.0f);
    assert_true(bot.settings.heedless == 1.0f);
    assert_true(bot.settings.playout < 0 && bot.settings.points < 0);
    assert_string_equal(bot.name + bot.weights_at, "a/b=c.def");
    assert_false(is_known(SR_BOTS_AT_HOME, "search:10/look=20"));
    assert_false(is_known(SR_BOTS_IN_LABORATORY, "strong/look=20"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(play_whole_games),       cmocka_unit_test(remember_the_game),
        cmocka_unit_test(fail_clearly),           cmocka_unit_test(lose_the_game),
        cmocka_unit_test(inherit_nothing),        cmocka_unit_test(have_so_much_memory),
        cmocka_unit_test(leave_nothing_behind),   cmocka_unit_test(are_named_with_their_limits),
        cmocka_unit_test(stay_where_they_belong), cmocka_unit_test(are_named_with_their_settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
