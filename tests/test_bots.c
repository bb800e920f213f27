/* Bots: legal, repeatable, and blind to what their seat cannot know. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "bots/search.h"
#include "core/glimpse.h"
#include "lab/sim.h"

#include <string.h>

static const char *const quick_bots[] = {"random", "greedy", "search:40", "novice"};
enum { QUICK_BOTS = sizeof quick_bots / sizeof quick_bots[0] };

static struct sr_bot bot_named(const char *name) {
    struct sr_bot bot;
    struct sr_error error;
    assert_true(sr_bot_read(&bot, name, strlen(name), &error));
    return bot;
}

static struct sr_move ask(const struct sr_bot *bot, const struct sr_game *game, const void *state,
                          const struct sr_moves *moves, uint64_t seed) {
    struct sr_glimpse glimpse = {game, state, sr_head(state)->decider, moves};
    struct sr_rng rng;
    uint8_t bytes[SR_SEED_BYTES];
    sr_seed_number(seed, bytes);
    sr_rng_seed(&rng, bytes);
    struct sr_stream stream = sr_stream_open(&rng);
    return sr_bot_choose(bot, &glimpse, &stream);
}

/* Plays a game with a bot in all seats, and at each decision asks it again, in the same world and
 * in another one that the seat cannot tell apart. */
static void play_and_ask(const struct sr_game *game, int seats, const struct sr_bot *bot,
                         bool in_other_worlds) {
    _Alignas(8) unsigned char state[SR_MAX_STATE], other[SR_MAX_STATE];
    struct sr_setup setup;
    struct sr_moves moves, other_moves;
    struct sr_rng rng;
    sr_setup_init(game, &setup);
    setup.seats = (uint8_t)seats;
    sr_seed_number(11, setup.seed);
    sr_rng_seed(&rng, setup.seed);
    struct sr_stream stream = sr_stream_open(&rng);

    sr_deal(game, state, &setup, NULL, &moves);
    for (uint64_t ply = 0; !sr_head(state)->over && ply < 60; ply++) {
        struct sr_move move = ask(bot, game, state, &moves, ply);
        assert_true(sr_listed(&moves, move));
        assert_true(sr_same_move(move, ask(bot, game, state, &moves, ply)));
        if (in_other_worlds) {
            memcpy(other, state, game->size);
            sr_guess(game, other, sr_head(state)->decider, &stream);
            sr_list(game, other, &other_moves);
            assert_true(sr_same_move(move, ask(bot, game, other, &other_moves, ply)));
        }
        sr_play(game, state, move, NULL, &moves);
    }
}

static void choose_legal_moves_and_repeat_them(void **unused) {
    const struct sr_game *game;
    (void)unused;
    for (int g = 0; (game = sr_game_at(g)); g++)
        for (int seats = game->seats_min; seats <= game->seats_max; seats++)
            for (int i = 0; i < QUICK_BOTS; i++) {
                struct sr_bot bot = bot_named(quick_bots[i]);
                bot.milliseconds = 0; /* iterations alone can be repeated */
                play_and_ask(game, seats, &bot, false);
            }
}

/* Guesses of Dunhuang depend on the seat's knowledge and the stream alone, so there a bot that
 * guesses must choose the same in all worlds that its seat cannot tell apart. */
static void see_nothing_that_is_hidden(void **unused) {
    (void)unused;
    for (int i = 0; i < QUICK_BOTS; i++) {
        struct sr_bot bot = bot_named(quick_bots[i]);
        bot.milliseconds = 0;
        play_and_ask(sr_game_find("dunhuang"), 3, &bot, true);
    }
}

static void are_read_strictly(void **unused) {
    static const char *const wrong[] = {
        "",
        "randam",
        "random:5",
        "search",
        "search:",
        "search:0",
        "search:-1",
        "search:ms",
        "search:1s",
        "search:1 ",
        "search:0ms",
        "search:1e3",
        "search:500m",
        "greedy:10",
        "novice:1",
        "search:9999999999",
        "Search:10",
        " random",
        "search:111111111111111111111111111111111111111111111111111",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct sr_bot bot;
        struct sr_error error = {0};
        assert_false(sr_bot_read(&bot, wrong[i], strlen(wrong[i]), &error));
        assert_int_equal(error.problem, SR_PROBLEM_UNKNOWN_BOT);
    }
    assert_int_equal(bot_named("search:1000").iterations, 1000);
    assert_int_equal(bot_named("search:1000").milliseconds, 0);
    assert_int_equal(bot_named("search:250ms").milliseconds, 250);
    assert_int_equal(bot_named("search:250ms").iterations, 0);
}

static double share_of(const char *first, const char *others, int seats, uint64_t games) {
    const struct sr_game *game = sr_game_find("dunhuang");
    struct sr_sim sim = {.game = game, .games = games, .threads = 2};
    struct sr_sim_result result;
    struct sr_error error;
    sr_setup_init(game, &sim.setup);
    sim.setup.seats = (uint8_t)seats;
    sr_seed_number(1, sim.setup.seed);
    for (int seat = 0; seat < seats; seat++) {
        sim.bot[seat] = bot_named(seat ? others : first);
        sim.bot[seat].milliseconds = 0;
    }
    assert_true(sr_sim_run(&sim, &result, &error));
    return result.wins[0] / (double)result.games;
}

/* Far from the measured strength, so that the test speaks only when something is broken. */
static void are_in_the_right_order(void **unused) {
    (void)unused;
    assert_true(share_of("greedy", "random", 2, 60) > 0.75);
    assert_true(share_of("search:200", "random", 2, 40) > 0.85);
    assert_true(share_of("search:400", "novice", 2, 40) > 0.6);
}

static void do_not_depend_on_the_number_of_threads(void **unused) {
    const struct sr_game *game = sr_game_find("dunhuang");
    struct sr_sim_result result[3];
    struct sr_error error;
    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct sr_sim sim = {.game = game, .games = 50, .threads = 1 + 3 * i};
        sr_setup_init(game, &sim.setup);
        sim.setup.seats = 3;
        sim.bot[0] = bot_named("greedy");
        sim.bot[1] = bot_named("search:30");
        sim.bot[2] = bot_named("random");
        assert_true(sr_sim_run(&sim, &result[i], &error));
        result[i].seconds = 0;
        assert_memory_equal(&result[i], &result[0], sizeof result[0]);
    }
}

static void search_reports_every_legal_move(void **unused) {
    const struct sr_game *game = sr_game_find("dunhuang");
    _Alignas(8) unsigned char state[SR_MAX_STATE];
    struct sr_setup setup;
    struct sr_moves moves;
    struct sr_search_result result;
    (void)unused;
    sr_setup_init(game, &setup);
    setup.seats = 4;
    sr_deal(game, state, &setup, NULL, &moves);
    struct sr_glimpse glimpse = {game, state, sr_head(state)->decider, &moves};
    struct sr_search_plan plan = sr_search_plan_for(game);
    plan.iterations = 500;
    struct sr_rng rng = {{1}, 0};
    struct sr_stream stream = sr_stream_open(&rng);
    assert_true(sr_search(&glimpse, &stream, &plan, &result));
    assert_int_equal(result.iterations, 500);
    assert_int_equal(result.count, moves.count);
    uint64_t visits = 0;
    for (uint32_t i = 0; i < result.count; i++) {
        assert_true(sr_listed(&moves, result.move[i].move));
        assert_true(result.move[i].value >= 0 && result.move[i].value <= 1);
        assert_true(i == 0 || result.move[i].visits <= result.move[i - 1].visits);
        visits += result.move[i].visits;
    }
    assert_int_equal(visits, 500);
    assert_true(result.nodes <= 502);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(are_read_strictly),
        cmocka_unit_test(choose_legal_moves_and_repeat_them),
        cmocka_unit_test(see_nothing_that_is_hidden),
        cmocka_unit_test(are_in_the_right_order),
        cmocka_unit_test(do_not_depend_on_the_number_of_threads),
        cmocka_unit_test(search_reports_every_legal_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
