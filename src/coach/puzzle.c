#include "coach/puzzle.h"

#include "bots/bots.h"
#include "core/glimpse.h"

#include <stdlib.h>

enum { FEWEST_CHOICES = 3, MOST_CHOICES = 30, OPENING = 8 };
/* What is worth somebody's morning: it costs much, and the game is neither won nor lost yet. */
static const double least_loss = 0.08, least_chance = 0.25, most_chance = 0.97;

struct sr_puzzle {
    const struct sr_game *game;
    uint32_t day;
    uint32_t tries; /* games that were begun */
    bool found, broken;
    struct sr_table *table; /* NULL: the next game is to be begun */
    struct sr_rng rng;
    struct sr_stream stream;
    struct sr_verdict verdict;
};

struct sr_puzzle *sr_puzzle_new(const struct sr_game *game, uint32_t day) {
    struct sr_puzzle *puzzle = calloc(1, sizeof *puzzle);
    if (puzzle) {
        puzzle->game = game;
        puzzle->day = day;
    }
    return puzzle;
}

void sr_puzzle_free(struct sr_puzzle *puzzle) {
    if (!puzzle)
        return;
    sr_table_free(puzzle->table);
    free(puzzle);
}

bool sr_puzzle_found(const struct sr_puzzle *puzzle) {
    return puzzle->found;
}
uint32_t sr_puzzle_day(const struct sr_puzzle *puzzle) {
    return puzzle->day;
}
const struct sr_table *sr_puzzle_table(const struct sr_puzzle *puzzle) {
    return puzzle->table;
}
const struct sr_verdict *sr_puzzle_verdict(const struct sr_puzzle *puzzle) {
    return &puzzle->verdict;
}

/* Tables of all sizes, in turn. Nobody plays alone: a puzzle is about others too. */
static int seats_of(const struct sr_puzzle *puzzle) {
    int least = puzzle->game->seats_min > 2 ? puzzle->game->seats_min : 2;
    int sizes = puzzle->game->seats_max - least + 1;
    return sizes > 0 ? least + (int)((puzzle->day + puzzle->tries) % (uint32_t)sizes)
                     : puzzle->game->seats_max;
}

static bool begin_game(struct sr_puzzle *puzzle) {
    struct sr_setup setup;
    uint8_t seed[SR_SEED_BYTES];
    uint64_t number = ((uint64_t)puzzle->day << 32) + puzzle->tries;
    sr_setup_init(puzzle->game, &setup);
    setup.seats = (uint8_t)seats_of(puzzle);
    sr_seed_number(2 * number, setup.seed);
    sr_seed_number(2 * number + 1, seed);
    sr_rng_seed(&puzzle->rng, seed);
    puzzle->stream = sr_stream_open(&puzzle->rng);
    puzzle->table = sr_table_new(puzzle->game, &setup, NULL);
    puzzle->tries++;
    return puzzle->table != NULL;
}

static bool is_worth_it(const struct sr_verdict *verdict) {
    return verdict->mistake && verdict->better.likes > 0 && verdict->alternatives > 2 &&
           verdict->before - verdict->after >= least_loss && verdict->before >= least_chance &&
           verdict->before <= most_chance;
}

static bool play_on(struct sr_puzzle *puzzle) {
    struct sr_table *table = puzzle->table;
    struct sr_bot bot = sr_bot_of(&sr_novice_bot);
    struct sr_glimpse glimpse;
    bot.milliseconds = 0; /* iterations alone: the same on every machine */
    sr_table_glimpse(table, &glimpse);
    struct sr_move move = sr_bot_choose(&bot, &glimpse, &puzzle->stream);
    uint32_t choices = table->moves.count;
    if (table->plies >= OPENING && choices >= FEWEST_CHOICES && choices <= MOST_CHOICES) {
        if (!sr_verdict_find(table, move, SR_REVIEW_BUDGET, 0, &puzzle->verdict, NULL))
            return false;
        puzzle->found = is_worth_it(&puzzle->verdict);
    }
    return puzzle->found || sr_table_play(table, SR_REFEREE, move, NULL, NULL);
}

bool sr_puzzle_step(struct sr_puzzle *puzzle) {
    if (puzzle->found || puzzle->broken)
        return false;
    if (puzzle->table && !puzzle->table->moves.count) {
        sr_table_free(puzzle->table);
        puzzle->table = NULL;
    }
    puzzle->broken = puzzle->table ? !play_on(puzzle) : !begin_game(puzzle);
    return !puzzle->found && !puzzle->broken;
}
