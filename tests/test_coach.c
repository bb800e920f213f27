/* The coach: a review is the same every time, adds up, finds what is plainly a mistake, and speaks
 * in whole sentences. */
#include "bots/bots.h"
#include "coach/review.h"
#include "core/glimpse.h"
#include "games/games.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BUDGET = 120 };

/* A game between random bots, from a seed. */
static struct sr_table *random_game(const struct sr_game *game, int seats, uint64_t seed) {
    struct sr_setup setup;
    struct sr_rng rng;
    sr_setup_init(game, &setup);
    setup.seats = (uint8_t)seats;
    sr_seed_number(seed, setup.seed);
    sr_rng_seed(&rng, setup.seed);
    struct sr_stream stream = sr_stream_open(&rng);
    struct sr_table *table = sr_table_new(game, &setup, NULL);
    assert_non_null(table);
    while (table->moves.count)
        assert_true(sr_table_play(table, SR_REFEREE,
                                  table->moves.list[sr_draw(&stream, table->moves.count)], NULL,
                                  NULL));
    return table;
}

static struct sr_review *review_of(const struct sr_table *table, int seat) {
    struct sr_error error = {0};
    struct sr_review *review = sr_review_new(table, seat, BUDGET, &error);
    uint32_t before = 0, done, all;
    assert_non_null(review);
    while (sr_review_step(review)) {
        sr_review_progress(review, &done, &all);
        assert_true(done > before && done < all);
        before = done;
    }
    assert_true(sr_review_whole(review));
    sr_review_progress(review, &done, &all);
    assert_int_equal(done, all);
    return review;
}

static void write_json(struct sr_out *out, const void *review) {
    sr_review_json(out, review);
}

static void the_same_game_has_the_same_review(void **unused) {
    (void)unused;
    struct sr_table *table = random_game(sr_game_find("dunhuang"), 2, 3);
    struct sr_review *first = review_of(table, SR_REVIEW_ALL);
    struct sr_review *second = review_of(table, SR_REVIEW_ALL);
    char *one = sr_write_all(write_json, first), *two = sr_write_all(write_json, second);
    assert_string_equal(one, two);
    free(two);
    sr_review_free(second);
    /* of one seat: what the whole says of it */
    second = review_of(table, 1);
    two = sr_write_all(write_json, second);
    const char *part = strstr(two, "{\"seat\":2");
    assert_non_null(part);
    assert_non_null(strstr(one, part));
    free(one);
    free(two);
    sr_review_free(first);
    sr_review_free(second);
    sr_table_free(table);
}

static void check_player(const struct sr_table *table, const struct sr_player_review *player) {
    double luck[SR_CAUSES] = {0}, lost = 0;
    int mistakes = 0;
    for (uint32_t i = 0; i < player->verdicts; i++) {
        const struct sr_verdict *verdict = &player->verdict[i];
        assert_int_equal(table->ply[verdict->ply - 1].seat, player->seat);
        assert_true(sr_same_move(table->ply[verdict->ply - 1].move, verdict->played));
        assert_true(verdict->before >= verdict->after && verdict->before <= 1);
        assert_true(!verdict->mistake || verdict->before - verdict->after >= SR_MISTAKE);
        assert_int_equal(verdict->alternatives > 0, verdict->mistake);
        for (int k = 1; k < verdict->alternatives; k++)
            assert_true(verdict->alternative[k].chance <= verdict->alternative[k - 1].chance);
        lost += verdict->before - verdict->after;
        mistakes += verdict->mistake;
    }
    for (uint32_t i = 0; i < player->swings; i++)
        luck[player->swing[i].cause] += player->swing[i].change;
    for (int cause = 0; cause < SR_CAUSES; cause++)
        assert_true(fabs(luck[cause] - player->luck[cause]) < 1e-9);
    assert_true(fabs(lost - player->lost) < 1e-9);
    assert_int_equal(mistakes, player->mistakes);
    assert_int_equal(player->point[player->points - 1].ply, table->plies);
}

/* A sentence of people: a capital first, a full stop last, nothing left to be filled in. */
static void check_sentence(const char *text) {
    size_t length = strlen(text);
    assert_true(length > 10 && text[length - 1] == '.');
    assert_false(text[0] >= 'a' && text[0] <= 'z');
    assert_null(strpbrk(text, "{}|#"));
    assert_null(strstr(text, "  "));
    assert_null(strstr(text, " %")); /* a number and its sign stay in one line */
}

static void every_game_is_reviewed(void **unused) {
    (void)unused;
    for (int i = 0; sr_game_at(i); i++) {
        const struct sr_game *game = sr_game_at(i);
        struct sr_table *table = random_game(game, game->seats_min, 1);
        struct sr_review *review = review_of(table, SR_REVIEW_ALL);
        struct sr_sheet sheet;
        sr_score(game, table->state, &sheet);
        for (int n = 0; n < sr_review_players(review); n++) {
            const struct sr_player_review *player = sr_review_player(review, n);
            bool won = sheet.winners >> player->seat & 1;
            check_player(table, player);
            assert_true(won ? player->end > 0 : player->end == 0);
            for (int lang = 0; lang < SR_LANGS; lang++)
                for (int k = 0; k < SR_SUMMARY_SENTENCES; k++) {
                    char text[512];
                    struct sr_out out;
                    sr_out_open(&out, text, sizeof text);
                    sr_summary_say(&out, (enum sr_lang)lang, review, player, k);
                    assert_true(sr_out_fits(&out));
                    check_sentence(text);
                    if (!player->mistakes) /* nothing "adds up to 0 %" */
                        assert_null(strstr(text, " 0\u00a0%"));
                }
        }
        sr_review_free(review);
        sr_table_free(table);
    }
}

/* Given two bots of one strength, when moves at their table are told, then nobody is mistaken for
 * the other. */
static void players_of_one_name_are_told_apart(void **unused) {
    (void)unused;
    static const char *const given[] = {"fair", "novice", "fair", "random"};
    struct sr_table *table = random_game(sr_game_find("obscurians"), 4, 1);
    const char *names[SR_MAX_SEATS];
    for (int seat = 0; seat < 4; seat++)
        assert_true(sr_table_set_name(table, seat, given[seat], strlen(given[seat]), NULL));
    sr_table_plain_names(table, names);
    assert_null(names[0]);
    assert_string_equal(names[1], "novice");
    assert_null(names[2]);
    assert_string_equal(names[3], "random");
    sr_table_free(table);
}

/* Does the move win the game on the spot? */
static bool wins_at_once(const struct sr_table *table, struct sr_move move) {
    _Alignas(8) unsigned char state[SR_MAX_STATE];
    struct sr_moves moves;
    struct sr_sheet sheet;
    int seat = sr_head(table->state)->decider;
    memcpy(state, table->state, sizeof state);
    sr_play(table->game, state, move, NULL, &moves);
    if (!sr_head(state)->over)
        return false;
    sr_score(table->game, state, &sheet);
    return sheet.winners == 1U << seat;
}

/* Given a decision at which a move wins at once, when the coach weighs each other move, then it
 * names the winning one, and calls whatever leaves the victory open a mistake. */
static void a_missed_victory_is_found(void **unused) {
    (void)unused;
    const struct sr_game *game = sr_game_find("dunhuang");
    int found = 0;
    for (uint64_t seed = 1; seed < 400 && found < 3; seed++) {
        struct sr_table *whole = random_game(game, 2, seed);
        struct sr_table *table = sr_table_at(whole, whole->plies - 1, NULL);
        struct sr_move last = whole->ply[whole->plies - 1].move;
        if (table->moves.count > 1 && wins_at_once(table, last)) {
            for (uint32_t i = 0; i < table->moves.count; i++) {
                struct sr_verdict verdict;
                assert_true(sr_verdict_find(table, table->moves.list[i], 2000, 0, &verdict, NULL));
                if (verdict.before < 0.98)
                    continue; /* only as the cards happened to lie */
                if (verdict.after < 0.8) {
                    assert_true(verdict.mistake);
                    assert_true(wins_at_once(table, verdict.better.move));
                    found++;
                }
            }
        }
        sr_table_free(table);
        sr_table_free(whole);
    }
    assert_true(found >= 3);
}

/* A move that is the only one, or as good as any, is no mistake: at the end all is decided. */
static void what_changes_nothing_is_no_mistake(void **unused) {
    (void)unused;
    struct sr_table *whole = random_game(sr_game_find("dunhuang"), 2, 5);
    for (uint32_t ply = 0; ply < whole->plies; ply += 7) {
        struct sr_table *table = sr_table_at(whole, ply, NULL);
        struct sr_verdict verdict;
        struct sr_search_result result;
        struct sr_search_plan plan = sr_search_plan_for(table->game, 2);
        struct sr_glimpse glimpse;
        struct sr_rng rng = {.key = {7}};
        struct sr_stream stream = sr_stream_open(&rng);
        plan.iterations = 8000;
        sr_table_glimpse(table, &glimpse);
        assert_true(sr_search(&glimpse, &stream, &plan, &result));
        assert_true(sr_verdict_find(table, result.move[0].move, 2000, 0, &verdict, NULL));
        assert_false(verdict.mistake);
        sr_table_free(table);
    }
    sr_table_free(whole);
}

/* In the first round of Marco Polo for four the judge makes too much of the characters: who is told
 * a chance is told one by so much more even. For two, and later, it may say what it thinks. */
static void first_picks_are_judged_with_doubt(void **unused) {
    (void)unused;
    const struct sr_game *game = sr_game_find("marcopolo");
    const double usual = (double)sr_search_plan_without_net(game).judge_points;
    for (int seats = 2; seats <= 4; seats++) {
        struct sr_table *whole = random_game(game, seats, 9);
        double least = 10, before = 10;
        for (uint32_t ply = 0; ply <= whole->plies; ply++) {
            struct sr_table *table = ply % 10 ? NULL : sr_table_at(whole, ply, NULL);
            if (!table)
                continue;
            double points = (double)sr_search_plan_to_tell(game, table->state).judge_points;
            assert_true(points <= before); /* less and less */
            if (!ply)
                assert_true(seats > 2 ? points > 1.2 * usual : points == usual);
            before = points;
            least = fmin(least, points);
            sr_table_free(table);
        }
        assert_true(least == usual);
        sr_table_free(whole);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_game_has_the_same_review),
        cmocka_unit_test(every_game_is_reviewed),
        cmocka_unit_test(players_of_one_name_are_told_apart),
        cmocka_unit_test(a_missed_victory_is_found),
        cmocka_unit_test(what_changes_nothing_is_no_mistake),
        cmocka_unit_test(first_picks_are_judged_with_doubt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
