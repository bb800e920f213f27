/* Bots: legal, repeatable, and blind to what their seat cannot know. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "bots/hint.h"
#include "bots/problems.h"
#include "bots/search.h"
#include "core/glimpse.h"
#include "games/games.h"
#include "lab/sim.h"
#include "support/places.h"

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
    static const struct {
        const char *name;
        const struct sr_problem *problem;
    } wrong[] = {
        {"", SR_PROBLEM_UNKNOWN_BOT},
        {"meander", SR_PROBLEM_UNKNOWN_BOT},
        {"peek:10", SR_PROBLEM_UNKNOWN_BOT},
        {"strong@2", SR_PROBLEM_NEAR_BOT},
        {"strong/look=1", SR_PROBLEM_UNKNOWN_BOT},
        {"randam", SR_PROBLEM_NEAR_BOT},
        {"Search:10", SR_PROBLEM_NEAR_BOT},
        {" random", SR_PROBLEM_NEAR_BOT},
        {"random:5", SR_PROBLEM_BOT_TAKES_NOTHING},
        {"greedy:10", SR_PROBLEM_BOT_TAKES_NOTHING},
        {"novice:1", SR_PROBLEM_BOT_TAKES_NOTHING},
        {"search", SR_PROBLEM_BOT_BUDGET},
        {"search:", SR_PROBLEM_BOT_BUDGET},
        {"search:0", SR_PROBLEM_BOT_BUDGET},
        {"search:-1", SR_PROBLEM_BOT_BUDGET},
        {"search:ms", SR_PROBLEM_BOT_BUDGET},
        {"search:1s", SR_PROBLEM_BOT_BUDGET},
        {"search:1 ", SR_PROBLEM_BOT_BUDGET},
        {"search:1.0", SR_PROBLEM_BOT_BUDGET},
        {"search:0ms", SR_PROBLEM_BOT_BUDGET},
        {"search:1e3", SR_PROBLEM_BOT_BUDGET},
        {"search:500m", SR_PROBLEM_BOT_BUDGET},
        {"search:@2", SR_PROBLEM_BOT_BUDGET},
        {"search:1000000000", SR_PROBLEM_BOT_BUDGET},
        {"search:111111111111111111111111111111111111111111111111111", SR_PROBLEM_BOT_BUDGET},
        {"search:10@", SR_PROBLEM_BOT_THREADS},
        {"search:10@0", SR_PROBLEM_BOT_THREADS},
        {"search:10@65", SR_PROBLEM_BOT_THREADS},
        {"search:10@2@2", SR_PROBLEM_BOT_THREADS},
        {"search:10@2ms", SR_PROBLEM_BOT_THREADS},
        {"search:10/look=1", SR_PROBLEM_BOT_NO_SETTINGS},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct sr_bot bot;
        struct sr_error error = {0};
        assert_false(sr_bot_read(&bot, wrong[i].name, strlen(wrong[i].name), &error));
        if (error.problem != wrong[i].problem)
            fail_msg("%s: %s", wrong[i].name, error.problem ? error.problem->id : "fine");
    }
    assert_int_equal(bot_named("search:999999999@64").iterations, 999999999);
    assert_int_equal(bot_named("search:1000").iterations, 1000);
    assert_int_equal(bot_named("search:1000").milliseconds, 0);
    assert_int_equal(bot_named("search:250ms").milliseconds, 250);
    assert_int_equal(bot_named("search:250ms").iterations, 0);
    assert_int_equal(bot_named("search:250ms").threads, 1);
    assert_int_equal(bot_named("search:250ms@4").threads, 4);
    assert_int_equal(bot_named("search:250ms@4").milliseconds, 250);
    assert_int_equal(bot_named("search:1000@2").iterations, 1000);
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
/* What is told about the moves of some games: how many of the best moves have a reason. */
struct reasons {
    int asked, given;
};

static void look_at_reasons(const struct sr_game *game, const struct sr_hints *hints,
                            struct reasons *reasons) {
    reasons->asked++;
    reasons->given += hints->hint[0].likes > 0;
    for (int i = 0; i < hints->count; i++)
        for (int k = 0; k < hints->hint[i].likes; k++) {
            struct sr_like like = hints->hint[i].like[k];
            enum sr_better better = game->mind->features[like.feature].better;
            assert_true(better != SR_UNTOLD);
            assert_int_equal(like.more, (better == SR_MORE) != like.others);
        }
}

/* A reason is what a player would call one, and in the games that ship most moves have one, also in
 * the middle of a turn. */
static void hints_have_reasons(void **unused) {
    (void)unused;
    enum { PLIES = 60 };
    struct sr_bot bot = bot_named("search:60");
    const struct sr_game *game;
    for (int index = 0; (game = sr_game_at(index)); index++) {
        _Alignas(8) unsigned char state[SR_MAX_STATE];
        struct reasons reasons = {0};
        struct sr_setup setup;
        struct sr_moves moves;
        struct sr_rng rng;
        sr_setup_init(game, &setup);
        setup.seats = game->seats_max < 4 ? game->seats_max : 4;
        sr_seed_number(5, setup.seed);
        sr_rng_seed(&rng, setup.seed);
        struct sr_stream stream = sr_stream_open(&rng);
        sr_deal(game, state, &setup, NULL, &moves);
        for (int ply = 0; !sr_head(state)->over && ply < PLIES; ply++) {
            struct sr_glimpse glimpse = {game, state, sr_head(state)->decider, &moves};
            struct sr_hints hints;
            assert_true(sr_hints_find(&glimpse, &stream, &bot, &hints));
            look_at_reasons(game, &hints, &reasons);
            sr_play(game, state, hints.hint[0].move, NULL, &moves);
        }
        print_message("%s: %d of %d best moves have a reason\n", game->name, reasons.given,
                      reasons.asked);
        if (ships(game->name))
            assert_true(2 * reasons.given > reasons.asked);
    }
}

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

/* Searches at the first decision of a game; the legal moves go to `moves`. */
static void search_deal_for(const struct sr_game *game, int seats,
                            const struct sr_search_plan *plan, struct sr_moves *moves,
                            struct sr_search_result *result) {
    _Alignas(8) unsigned char state[SR_MAX_STATE];
    struct sr_setup setup;
    sr_setup_unsaid(game, &setup);
    setup.seats = (uint8_t)seats;
    sr_deal(game, state, &setup, NULL, moves);
    struct sr_glimpse glimpse = {game, state, sr_head(state)->decider, moves};
    struct sr_rng rng = {{1}, 0};
    struct sr_stream stream = sr_stream_open(&rng);
    assert_true(sr_search(&glimpse, &stream, plan, result));
}

static void search_deal(const struct sr_game *game, const struct sr_search_plan *plan,
                        struct sr_moves *moves, struct sr_search_result *result) {
    search_deal_for(game, 4, plan, moves, result);
}

static void search_reports_every_legal_move(void **unused) {
    const struct sr_game *game = sr_game_find("dunhuang");
    struct sr_moves moves;
    struct sr_search_result result;
    (void)unused;
    struct sr_search_plan plan = sr_search_plan_for(game, 4);
    plan.iterations = 500;
    plan.look = 0;
    search_deal(game, &plan, &moves, &result);
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

static uint32_t moves_tried(const struct sr_search_result *result) {
    uint32_t tried = 0;
    for (uint32_t i = 0; i < result->count; i++)
        tried += result->move[i].visits > 0;
    return tried;
}

/* One and the width times the root of the visits, of those that look best; and the one that was
 * tried before anybody looked. Moves that look alike are thought of together. */
static void search_thinks_of_few_moves_first(void **unused) {
    const struct sr_game *game = sr_game_find("marcopolo");
    struct sr_search_plan plan = sr_search_plan_for(game, 4);
    struct sr_search_result result;
    struct sr_moves moves;
    (void)unused;
    plan.iterations = 400;
    plan.width = 0.01f;
    search_deal(game, &plan, &moves, &result);
    assert_true(moves.count > 6);
    assert_true(moves_tried(&result) <= 2);
    assert_true(result.move[0].visits >= 399);
    plan.width = 0.2f;
    search_deal(game, &plan, &moves, &result);
    assert_in_range(moves_tried(&result), 3, 6);
    plan.width = 0;
    search_deal(game, &plan, &moves, &result);
    assert_int_equal(moves_tried(&result), moves.count);
}

/* Who explores less comes back to the best move more often. With others at the table it is another
 * number that counts. */
static void search_explores_otherwise_alone(void **unused) {
    const struct sr_game *game = sr_game_find("gugong");
    struct sr_search_plan little = sr_search_plan_without_net(game), much = little;
    static struct sr_search_result result[2];
    struct sr_moves moves;
    (void)unused;
    little.iterations = much.iterations = 400;
    little.explore_alone = 0.05f;
    much.explore_alone = 5;
    search_deal_for(game, 1, &little, &moves, &result[0]);
    search_deal_for(game, 1, &much, &moves, &result[1]);
    assert_true(result[0].move[0].visits > 2 * result[1].move[0].visits);
    search_deal_for(game, 2, &little, &moves, &result[0]);
    search_deal_for(game, 2, &much, &moves, &result[1]);
    assert_memory_equal(&result[0], &result[1], sizeof result[0]);
}

/* Threads share nothing, and what they found is added up: the same every time. */
static void search_repeats_itself_on_threads(void **unused) {
    const struct sr_game *game;
    (void)unused;
    for (int g = 0; (game = sr_game_at(g)); g++)
        for (int threads = 2; threads <= 3; threads++) {
            struct sr_search_plan plan = sr_search_plan_for(game, 4);
            static struct sr_search_result first, second;
            struct sr_moves moves;
            plan.iterations = 100;
            plan.threads = threads;
            search_deal(game, &plan, &moves, &first);
            search_deal(game, &plan, &moves, &second);
            assert_memory_equal(&first, &second, sizeof first);
            assert_int_equal(first.iterations, 100);
            uint64_t visits = 0;
            for (uint32_t i = 0; i < first.count; i++)
                visits += first.move[i].visits;
            assert_int_equal(visits, 100);
        }
}

/* A clock that goes on by so much whenever somebody looks at it. */
struct test_clock {
    uint64_t time, step, looks;
};

static uint64_t look_at_clock(void *context) {
    struct test_clock *clock = context;
    clock->looks++;
    return clock->time += clock->step;
}

/* It looks before every iteration, and stops the first time it sees that the time is over. */
static void search_keeps_to_the_clock(void **unused) {
    static const struct {
        uint32_t milliseconds;
        uint64_t step, iterations; /* microseconds for each; so many fit */
    } cases[] = {{100, 1000, 99}, {1, 100, 9}, {20, 7000, 2}, {10, 10000, 0}, {5, 60000, 0}};
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct test_clock clock = {.time = 12345, .step = cases[i].step};
        struct sr_search_plan plan = sr_search_plan_for(sr_game_find("gugong"), 4);
        struct sr_search_result result;
        struct sr_moves moves;
        plan.milliseconds = cases[i].milliseconds;
        plan.now = look_at_clock;
        plan.context = &clock;
        search_deal(sr_game_find("gugong"), &plan, &moves, &result);
        assert_int_equal(result.iterations, cases[i].iterations);
        /* to set the alarm, before each iteration, and once to see that it is over */
        assert_int_equal(clock.looks, result.iterations + 2);
        assert_true(sr_listed(&moves, result.move[0].move));
    }
}

static void search_stays_small(void **unused) {
    static const uint64_t budgets[] = {
        0, 1, 100, 1000000, 999999999, 4000000000, UINT64_MAX / 2, UINT64_MAX};
    (void)unused;
    for (int threads = -1; threads <= 200; threads++)
        for (size_t i = 0; i < sizeof budgets / sizeof budgets[0]; i++)
            for (int look = 0; look < 2; look++) {
                struct sr_search_plan plan = {
                    .iterations = budgets[i], .threads = threads, .look = (float)look};
                assert_true(sr_search_bytes(&plan) < (size_t)200 << 20);
            }
}

/* A tree that is full goes on being searched. */
static void search_survives_a_full_tree(void **unused) {
    struct sr_search_plan plan = sr_search_plan_for(sr_game_find("dunhuang"), 4);
    struct sr_search_result result;
    struct sr_moves moves;
    (void)unused;
    for (int way = 0; way < 3; way++) {
        plan.iterations = 3000;
        plan.most_nodes = 40;
        plan.look = way > 0 ? 20 : 0;
        plan.width = plan.others_width = way > 1 ? 0.5f : 0;
        search_deal(sr_game_find("dunhuang"), &plan, &moves, &result);
        assert_int_equal(result.iterations, 3000);
        assert_true(result.nodes <= 40);
        assert_true(sr_listed(&moves, result.move[0].move));
    }
}

static void deal_to_two(const struct sr_game *game, uint64_t seed, void *state,
                        struct sr_moves *moves) {
    struct sr_setup setup;
    sr_setup_init(game, &setup);
    setup.seats = 2;
    sr_seed_number(seed, setup.seed);
    sr_deal(game, state, &setup, NULL, moves);
}

static void expect_reason(const struct sr_hint *hint, enum sr_lang lang, const char *expected) {
    char text[256];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_hint_say(&out, lang, sr_game_find("dunhuang"), hint);
    assert_string_equal(text, expected);
}

/* Given that a seat gains of what the others lose, when the reason is told, then it is told once.
 */
static void reasons_are_said_once(void **unused) {
    (void)unused;
    enum { PRESTIGE = 1, COINS = 2 }; /* as in dunhuang/judge.c */
    struct sr_hint hint = {
        .likes = 3, .like = {{COINS, false, true}, {PRESTIGE, true, true}, {COINS, true, false}}};
    expect_reason(&hint, SR_EN, "gives you at others' cost: coins; leaves others more: prestige");
    expect_reason(&hint, SR_RU,
                  "даёт вам за счёт соперников: монеты; оставляет соперникам больше: престиж");
    hint.likes = 2;
    expect_reason(&hint, SR_EN, "gives you: coins; leaves others more: prestige");
}

/* Hints stand in the order of what they recommend: by the chances shown while something is open, by
 * place and points, with words for it, where all is lost or won. */
static void hints_are_in_order(void **unused) {
    (void)unused;
    int decided = 0;
    const struct sr_game *game = sr_game_find("pandaspin");
    for (uint64_t seed = 1; seed <= 6; seed++) {
        _Alignas(8) unsigned char state[SR_MAX_STATE];
        struct sr_moves moves;
        struct sr_rng rng = {.key = {(uint32_t)seed}};
        struct sr_stream stream = sr_stream_open(&rng);
        struct sr_bot bot = sr_bot_of(&sr_search_bot);
        bot.iterations = 200;
        deal_to_two(game, seed, state, &moves);
        while (moves.count) {
            struct sr_glimpse glimpse = {game, state, sr_head(state)->decider, &moves, false};
            struct sr_hints hints;
            char text[256];
            struct sr_out out;
            assert_true(sr_hints_find(&glimpse, &stream, &bot, &hints));
            for (int i = 0; i < hints.count; i++) {
                const struct sr_hint *hint = &hints.hint[i], *before = hint - 1;
                sr_out_open(&out, text, sizeof text);
                sr_hint_outlook_say(&out, SR_EN, &hints, hint);
                bool worded = hints.outlook == SR_ALL_BUT_LOST ||
                              (hints.outlook == SR_ALL_BUT_WON && hint->chance > 0.99f);
                assert_int_equal(out.len > 0, worded);
                if (i > 0 && !worded)
                    assert_true(hint->chance <= before->chance);
                else if (i > 0)
                    assert_true(hint->place > before->place || before->lead <= 0 ||
                                (hint->place == before->place && hint->lead <= before->lead));
            }
            decided += hints.outlook != SR_OPEN && hints.count > 1;
            sr_play(game, state, moves.list[sr_draw(&stream, moves.count)], NULL, &moves);
        }
    }
    assert_true(decided > 0);
}

/* Given a move that wins at once without being ahead, when hints are asked for, then nobody counts
 * points: a special rule has decided. */
static void a_victory_by_rule_comes_first(void **unused) {
    (void)unused;
    const struct sr_game *game = sr_game_find("dunhuang");
    int found = 0;
    for (uint64_t seed = 1; seed < 300 && found < 3; seed++) {
        _Alignas(8) unsigned char state[SR_MAX_STATE];
        struct sr_moves moves;
        struct sr_rng rng = {.key = {(uint32_t)seed}};
        struct sr_stream stream = sr_stream_open(&rng);
        struct sr_bot bot = sr_bot_of(&sr_search_bot);
        bot.iterations = 1000;
        deal_to_two(game, seed, state, &moves);
        while (moves.count) {
            struct sr_move chosen = moves.list[sr_draw(&stream, moves.count)];
            _Alignas(8) unsigned char after[SR_MAX_STATE];
            struct sr_moves next;
            struct sr_sheet sheet;
            int seat = sr_head(state)->decider;
            memcpy(after, state, sizeof after);
            sr_play(game, after, chosen, NULL, &next);
            sr_score(game, after, &sheet);
            bool by_rule = sr_head(after)->over && sheet.winners == 1U << seat &&
                           sheet.total[seat] <= sheet.total[1 - seat];
            if (by_rule && moves.count > 1) {
                struct sr_glimpse glimpse = {game, state, seat, &moves, false};
                struct sr_hints hints;
                char text[256];
                struct sr_out out;
                assert_true(sr_hints_find(&glimpse, &stream, &bot, &hints));
                sr_out_open(&out, text, sizeof text);
                sr_hint_outlook_say(&out, SR_EN, &hints, &hints.hint[0]);
                if (hints.outlook == SR_ALL_BUT_WON && hints.hint[0].lead <= 0) {
                    assert_string_equal(text, "all but won: by a special rule, not by points");
                    found++;
                }
            }
            memcpy(state, after, sizeof state);
            moves = next;
        }
    }
    assert_true(found >= 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(are_read_strictly),
        cmocka_unit_test(choose_legal_moves_and_repeat_them),
        cmocka_unit_test(see_nothing_that_is_hidden),
        cmocka_unit_test(hints_have_reasons),
        cmocka_unit_test(reasons_are_said_once),
        cmocka_unit_test(hints_are_in_order),
        cmocka_unit_test(a_victory_by_rule_comes_first),
        cmocka_unit_test(are_in_the_right_order),
        cmocka_unit_test(do_not_depend_on_the_number_of_threads),
        cmocka_unit_test(search_reports_every_legal_move),
        cmocka_unit_test(search_thinks_of_few_moves_first),
        cmocka_unit_test(search_repeats_itself_on_threads),
        cmocka_unit_test(search_explores_otherwise_alone),
        cmocka_unit_test(search_keeps_to_the_clock),
        cmocka_unit_test(search_stays_small),
        cmocka_unit_test(search_survives_a_full_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
