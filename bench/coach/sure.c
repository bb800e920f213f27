/* Is the judge as sure as it may be? Searches play games from random set-ups, and at the first turn
 * of each stage the judge says each seat's share of the victory. The power of these shares that
 * would have foretold the ends best is printed for each stage: 1 where the judge is right, less
 * where it is too sure of itself.
 *
 *   sure GAME SEATS ITERATIONS GAMES
 *
 * Set-ups are random in that the first SEATS decisions are: in Marco Polo, who gets which
 * character. Everything is drawn from the number of the game. */
#include "api/table.h"
#include "bots/bots.h"
#include "core/glimpse.h"
#include "core/mind.h"
#include "games/games.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { STAGES = 16, MOST_GAMES = 4000, STEPS = 40 };

/* What was said of the seats at a stage of a game, in logarithms, and what each had in the end. */
struct saying {
    double said[SR_MAX_SEATS], had[SR_MAX_SEATS];
};
static struct saying sayings[STAGES][MOST_GAMES];
static int counts[STAGES];

static void say(const struct sr_table *table, struct saying *saying) {
    float measured[SR_MAX_SEATS * SR_MAX_FEATURES], value[SR_MAX_SEATS];
    double points = (double)sr_search_plan_without_net(table->game).judge_points;
    sr_judge_features(table->game, table->state, measured, value);
    for (int seat = 0; seat < sr_head(table->state)->seats; seat++)
        saying->said[seat] = (double)value[seat] / points;
}

static void play_game(const struct sr_game *game, int seats, struct sr_bot *bot, int number) {
    struct sr_setup setup;
    struct sr_rng rng;
    struct sr_sheet sheet;
    int next = 0;
    sr_setup_init(game, &setup);
    setup.seats = (uint8_t)seats;
    sr_seed_number((uint64_t)number, setup.seed);
    sr_rng_seed(&rng, setup.seed);
    rng.block = UINT32_MAX / 2; /* far from what the game itself draws */
    struct sr_stream stream = sr_stream_open(&rng);
    struct sr_table *table = sr_table_new(game, &setup, NULL);
    if (!table)
        exit(EXIT_FAILURE);
    while (table->moves.count) {
        struct sr_glimpse glimpse;
        int stage = sr_mind_of(game)->stage(table->state);
        sr_table_glimpse(table, &glimpse);
        if (table->plies > (uint32_t)seats && stage >= next && stage < STAGES) {
            say(table, &sayings[stage][number]);
            counts[stage] = number + 1;
            next = stage + 1;
        }
        struct sr_move move = table->plies < (uint32_t)seats
                                  ? table->moves.list[sr_draw(&stream, table->moves.count)]
                                  : sr_bot_choose(bot, &glimpse, &stream);
        if (!sr_table_play(table, SR_REFEREE, move, NULL, NULL))
            exit(EXIT_FAILURE);
    }
    sr_score(game, table->state, &sheet);
    for (int stage = 0; stage < STAGES; stage++)
        for (int seat = 0; seat < seats && sheet.winners; seat++)
            sayings[stage][number].had[seat] =
                sheet.winners >> seat & 1 ? 1.0 / __builtin_popcount(sheet.winners) : 0;
    sr_table_free(table);
}

/* In nats, how much the ends surprise whoever believes this power of what was said. */
static double surprise(int stage, int seats, double power) {
    double sum = 0;
    for (int n = 0; n < counts[stage]; n++) {
        double all = 0;
        for (int seat = 0; seat < seats; seat++)
            all += exp(power * sayings[stage][n].said[seat]);
        for (int seat = 0; seat < seats; seat++)
            sum -= sayings[stage][n].had[seat] * (power * sayings[stage][n].said[seat] - log(all));
    }
    return sum / counts[stage];
}

int main(int count, char **argument) {
    const struct sr_game *game = count > 4 ? sr_game_find(argument[1]) : NULL;
    int games = count > 4 ? atoi(argument[4]) : 0;
    if (!game || !sr_mind_of(game)->stage || games < 1 || games > MOST_GAMES) {
        fputs("usage: sure GAME SEATS ITERATIONS GAMES, of a game that has stages\n", stderr);
        return EXIT_FAILURE;
    }
    int seats = atoi(argument[2]);
    struct sr_bot bot = sr_bot_of(&sr_search_bot);
    bot.iterations = strtoul(argument[3], NULL, 10);
    for (int number = 0; number < games; number++)
        play_game(game, seats, &bot, number);
    for (int stage = 0; stage < STAGES && counts[stage]; stage++) {
        double best = 1;
        for (int step = 1; step <= STEPS; step++)
            if (surprise(stage, seats, step * 0.05) < surprise(stage, seats, best))
                best = step * 0.05;
        printf("stage %d: power %.2f, surprise %.3f nats as said, %.3f so\n", stage, best,
               surprise(stage, seats, 1), surprise(stage, seats, best));
    }
    return EXIT_SUCCESS;
}
