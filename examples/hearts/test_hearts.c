/* Hearts: what the common battery cannot know. Its rules for legal cards, said a second time in the
 * words of the rulebook; what a seat remembers of the cards it passed on; and broken copies of the
 * game, each of which the scenarios or the battery must catch. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "state.h"
#include "support/battery.h"
#include "support/scenario.h"

#include <stdio.h>
#include <string.h>

extern const struct sr_game sr_game_hearts;

enum { GAMES = 60 };

static void begin(struct hearts *t, uint64_t seed, struct sr_moves *moves) {
    struct sr_setup setup;
    sr_setup_init(&sr_game_hearts, &setup);
    setup.seats = SEATS;
    setup.options[option_queen_breaks] = seed % 2;
    sr_seed_number(seed, setup.seed);
    sr_deal(&sr_game_hearts, t, &setup, NULL, moves);
}

static struct sr_stream dice_of(struct sr_rng *rng, uint64_t seed) {
    uint8_t bytes[SR_SEED_BYTES];
    sr_seed_number(seed, bytes);
    sr_rng_seed(rng, bytes);
    return sr_stream_open(rng);
}

/* ---- legal cards, card by card ---- */

static bool is_point(int card) {
    return suit_of(card) == suit_hearts || card == suit_spades * RANKS + rank_queen;
}

static bool holds(const struct hearts *t, int seat, int card) {
    return t->hand[seat][suit_of(card)] & bit_of(card);
}

/* Does the hand have a card that is, or is not, of the kind? */
static bool has_other_than(const struct hearts *t, int seat, bool (*kind)(int card)) {
    for (int card = 0; card < CARDS; card++)
        if (holds(t, seat, card) && !kind(card))
            return true;
    return false;
}

static bool is_heart(int card) {
    return suit_of(card) == suit_hearts;
}

static bool may_play(const struct hearts *t, int seat, int card) {
    bool leads = t->trick[t->lead] == SR_NONE, first = t->tricks == 0;
    if (!holds(t, seat, card))
        return false;
    if (leads && first)
        return card == suit_clubs * RANKS + rank_two;
    if (leads)
        return !is_heart(card) || t->broken || !has_other_than(t, seat, is_heart);
    int led = suit_of(t->trick[t->lead]);
    if (t->hand[seat][led])
        return suit_of(card) == led;
    return !first || !is_point(card) || !has_other_than(t, seat, is_point);
}

static void lists_what_the_rules_say(void **unused) {
    (void)unused;
    int bare_leads = 0, bare_firsts = 0;
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        struct hearts t;
        struct sr_moves moves;
        struct sr_rng rng;
        struct sr_stream dice = dice_of(&rng, seed);
        for (begin(&t, seed, &moves); !t.head.over;) {
            int seat = t.head.decider, legal = 0;
            bool leads = t.trick[t.lead] == SR_NONE;
            for (int card = 0; card < CARDS && t.head.phase == phase_play; card++) {
                struct sr_move move = {verb_play, {(uint8_t)card}};
                assert_int_equal(sr_listed(&moves, move), may_play(&t, seat, card));
                legal += may_play(&t, seat, card);
            }
            if (t.head.phase == phase_play)
                assert_int_equal(moves.count, legal);
            bare_leads += t.head.phase == phase_play && leads && !t.broken;
            bare_firsts += t.head.phase == phase_play && !leads && t.tricks == 0;
            struct sr_move move = moves.list[sr_draw(&dice, moves.count)];
            sr_play(&sr_game_hearts, &t, move, NULL, &moves);
        }
    }
    assert_true(bare_leads > GAMES && bare_firsts > GAMES); /* both rules were met */
}

/* ---- what is remembered ---- */

/* Cards passed on stay with whoever received them, in every guess, until they are played; and who
 * has shown a void holds nothing of the suit. */
static void guesses_remember(void **unused) {
    (void)unused;
    int remembered = 0, voids = 0;
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        struct hearts t, world;
        struct sr_moves moves;
        struct sr_rng rng;
        struct sr_stream dice = dice_of(&rng, seed);
        for (begin(&t, seed, &moves); t.deals == 0 && !t.head.over;) {
            int seat = t.head.decider, receiver = left_of(seat, hearts_passes(&t));
            world = t;
            sr_guess(&sr_game_hearts, &world, seat, &dice);
            for (int suit = 0; suit < SUITS; suit++) {
                assert_int_equal(t.given[seat][suit] & ~world.hand[receiver][suit], 0);
                remembered += sr_count_bits(t.given[seat][suit]);
                for (int other = 0; other < SEATS; other++) {
                    voids += other != seat && t.lacks[other] >> suit & 1;
                    if (t.lacks[other] >> suit & 1)
                        assert_int_equal(world.hand[other][suit], 0);
                }
            }
            sr_play(&sr_game_hearts, &t, moves.list[sr_draw(&dice, moves.count)], NULL, &moves);
        }
    }
    assert_true(remembered > GAMES && voids > GAMES);
}

/* ---- broken copies ---- */

/* Hearts may be led at any time. */
static void list_hearts_always(const void *state, struct sr_moves *moves) {
    struct hearts t = *(const struct hearts *)state;
    t.broken = 1;
    hearts_list_play(&t, moves);
}

/* Points may be given to the first trick. */
static void list_points_always(const void *state, struct sr_moves *moves) {
    struct hearts t = *(const struct hearts *)state;
    if (t.head.decider != t.lead)
        t.tricks = t.tricks ? t.tricks : 1;
    hearts_list_play(&t, moves);
}

/* Any card on any trick. */
static void list_all(const void *state, struct sr_moves *moves) {
    const struct hearts *t = state;
    moves->secret = t->hand_size[t->head.decider] > 1;
    for (int card = 0; card < CARDS; card++)
        if (holds(t, t->head.decider, card))
            sr_add_move(moves, (struct sr_move){verb_play, {(uint8_t)card}});
}

/* The most points win. */
static void score_upside_down(const void *state, struct sr_sheet *sheet) {
    int64_t key[SEATS];
    hearts_score(state, sheet);
    for (int seat = 0; seat < SEATS; seat++)
        key[seat] = sheet->total[seat];
    sr_score_rank(sheet, SEATS, key);
}

/* A guess that has forgotten who lacks what. */
static void guess_forgetfully(void *state, int seat, struct sr_stream *stream) {
    struct hearts *t = state;
    uint8_t lacks[SEATS];
    memcpy(lacks, t->lacks, sizeof lacks);
    memset(t->lacks, 0, sizeof lacks);
    hearts_guess(t, seat, stream);
    memcpy(t->lacks, lacks, sizeof lacks);
}

/* A guess that leaves the hand to the left as it is. */
static void guess_peeking(void *state, int seat, struct sr_stream *stream) {
    struct hearts *t = state, truth = *t;
    hearts_guess(t, seat, stream);
    if (seat >= 0 && t->head.phase == phase_play && t->tricks >= HAND - 3)
        memcpy(t->hand, truth.hand, sizeof t->hand);
}

struct broken {
    const char *lie;
    void (*list)(const void *state, struct sr_moves *moves);
    void (*score)(const void *state, struct sr_sheet *sheet);
    void (*guess)(void *state, int seat, struct sr_stream *stream);
    const char *file; /* scenarios that catch it; NULL: the battery does */
};

static const struct broken copies[] = {
    {"hearts are led before they are broken", list_hearts_always, NULL, NULL, "2-tricks.txt"},
    {"points are given to the first trick", list_points_always, NULL, NULL, "2-tricks.txt"},
    {"suit need not be followed", list_all, NULL, NULL, "2-tricks.txt"},
    {"the most points win", NULL, score_upside_down, NULL, "3-counting.txt"},
    {"guesses forget who lacks what", NULL, NULL, guess_forgetfully, NULL},
    {"guesses peek at the last cards", NULL, NULL, guess_peeking, NULL},
};

static bool scenarios_hold(const struct sr_game *game, const char *file) {
    static struct scenario_report report;
    char path[200];
    memset(&report, 0, sizeof report);
    snprintf(path, sizeof path, "examples/hearts/scenarios/%s", file);
    bool hold = scenario_run_file(game, path, &report);
    assert_true(report.scenarios > 0);
    return hold;
}

static bool battery_holds(const struct sr_game *game) {
    struct battery_plan plan = battery_plan(1);
    struct battery_report report;
    sr_setup_init(game, &plan.setup);
    plan.setup.seats = SEATS;
    plan.seed = 3;
    return battery_game(game, &plan, &report);
}

static void copy_is_caught(void **state) {
    const struct broken *broken = *state;
    struct sr_phase phases[PHASES];
    struct sr_game game = sr_game_hearts;
    memcpy(phases, hearts_phases, sizeof phases);
    phases[phase_play].list = broken->list ? broken->list : phases[phase_play].list;
    game.phases = phases;
    game.score = broken->score ? broken->score : game.score;
    game.guess = broken->guess ? broken->guess : game.guess;
    if (broken->file)
        assert_true(scenarios_hold(&sr_game_hearts, broken->file));
    if (broken->file ? scenarios_hold(&game, broken->file) : battery_holds(&game))
        fail_msg("not caught: %s", broken->lie);
}

int main(void) {
    enum { COPIES = sizeof copies / sizeof copies[0] };
    struct CMUnitTest tests[COPIES + 2] = {
        cmocka_unit_test(lists_what_the_rules_say),
        cmocka_unit_test(guesses_remember),
    };
    for (int i = 0; i < COPIES; i++)
        tests[i + 2] =
            (struct CMUnitTest){copies[i].lie, copy_is_caught, NULL, NULL, (void *)&copies[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
