/* The common battery for every game in the house: each seat count with the default options, with
 * the same under every earlier version of the rules, with each option alone at each of its other
 * values, and with some options and versions thrown together. */
#include "games/games.h"
#include "support/battery.h"
#include "support/words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RANDOM_SETS = 4, SETS_MAX = 256, CASES_MAX = 64 };

struct battery_case {
    const struct sr_game *game;
    int seats;
    char name[64];
};

/* ---- option sets ---- */

static int value_count(const struct sr_option *option, int seats) {
    return option->of->kind == SR_SEAT   ? seats
           : option->of->kind == SR_FLAG ? 2
                                         : option->of->max - option->of->min + 1;
}

static uint8_t value_at(const struct sr_option *option, uint32_t index) {
    int low = option->of->kind == SR_NUMBER || option->of->kind == SR_NAMED ? option->of->min : 0;
    return (uint8_t)((uint32_t)low + index);
}

static int gather_sets(const struct sr_game *game, int seats, struct sr_setup sets[SETS_MAX]) {
    struct sr_setup plain;
    struct sr_error error;
    struct sr_rng rng;
    uint8_t seed[SR_SEED_BYTES];
    int count = 0;
    sr_setup_init(game, &plain);
    plain.seats = (uint8_t)seats;
    sets[count++] = plain;
    for (int version = 1; version < game->rules && count < SETS_MAX; version++) {
        sets[count] = plain;
        sets[count++].rules = (uint8_t)version;
    }
    for (int i = 0; i < game->option_count; i++)
        for (int k = 0; k < value_count(&game->options[i], seats); k++) {
            struct sr_setup one = plain;
            one.options[i] = value_at(&game->options[i], (uint32_t)k);
            bool other = one.options[i] != plain.options[i];
            if (other && count < SETS_MAX && sr_setup_check(game, &one, &error))
                sets[count++] = one;
        }
    sr_seed_number((uint64_t)seats, seed);
    sr_rng_seed(&rng, seed);
    struct sr_stream dice = sr_stream_open(&rng);
    for (int tries = 0, found = 0; tries < 100 && found < RANDOM_SETS && game->option_count;
         tries++) {
        struct sr_setup mixed = plain;
        if (game->rules > 1)
            mixed.rules = (uint8_t)(1 + sr_draw(&dice, game->rules));
        for (int i = 0; i < game->option_count; i++)
            mixed.options[i] = value_at(
                &game->options[i], sr_draw(&dice, (uint32_t)value_count(&game->options[i], seats)));
        if (count < SETS_MAX && sr_setup_check(game, &mixed, &error)) {
            sets[count++] = mixed;
            found++;
        }
    }
    return count;
}

/* ---- one case: a game at one number of seats ---- */

static void add_up(struct battery_report *sum, const struct battery_report *one) {
    sum->decisions += one->decisions;
    sum->refusals += one->refusals;
    sum->worlds += one->worlds;
    sum->skips += one->skips;
    sum->silent_moves += one->silent_moves;
    sum->small_cases += one->small_cases;
    sum->memories += one->memories;
    sum->late_cases += one->late_cases;
    sum->undone += one->undone;
}

static void game_passes(void **state) {
    const struct battery_case *each = *state;
    if (words_english_alone(each->game))
        print_message("warning: %s has no Russian: who reads Russian gets English\n",
                      each->game->name);
    static struct sr_setup sets[SETS_MAX];
    int count = gather_sets(each->game, each->seats, sets);
    struct battery_report sum = {0};
    for (int i = 0; i < count; i++) {
        struct battery_plan plan = battery_plan(i ? count : 1);
        struct battery_report report;
        plan.setup = sets[i];
        plan.seed = (uint64_t)i + 1;
        if (!battery_game(each->game, &plan, &report)) {
            char text[3000];
            battery_say(&report, each->game, &plan, text, sizeof text);
            fail_msg("%s", text);
        }
        add_up(&sum, &report);
    }
    printf("             %d option sets: %llu decisions, %llu refusals, %llu worlds, %llu silent "
           "moves, %llu skipped, %llu taken back, %llu small cases, %llu late ones, "
           "%llu followed by a move\n",
           count, (unsigned long long)sum.decisions, (unsigned long long)sum.refusals,
           (unsigned long long)sum.worlds, (unsigned long long)sum.silent_moves,
           (unsigned long long)sum.skips, (unsigned long long)sum.undone,
           (unsigned long long)sum.small_cases, (unsigned long long)sum.late_cases,
           (unsigned long long)sum.memories);
    /* A battery that tried nothing would pass too. */
    assert_true(sum.decisions > 0 && sum.refusals > 0 && sum.worlds > 0);
}

/* One game alone: test_battery GAME. */
int main(int argc, char **argv) {
    static struct battery_case cases[CASES_MAX];
    static struct CMUnitTest tests[CASES_MAX];
    int count = 0;
    for (int i = 0; sr_game_at(i); i++) {
        const struct sr_game *game = sr_game_at(i);
        if (argc > 1 && strcmp(argv[1], game->name) != 0)
            continue;
        for (int seats = game->seats_min; seats <= game->seats_max && count < CASES_MAX; seats++) {
            struct battery_case *each = &cases[count];
            each->game = game;
            each->seats = seats;
            snprintf(each->name, sizeof each->name, "%.40s with %d seats", game->name, seats);
            tests[count++] = (struct CMUnitTest){each->name, game_passes, NULL, NULL, each};
        }
    }
    if (!count) {
        fprintf(stderr, "there is no such game\n");
        return 1;
    }
    return _cmocka_run_group_tests("battery", tests, (size_t)count, NULL, NULL);
}
