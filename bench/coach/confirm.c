/* Does the coach say what it means? Bots play games, the coach weighs their decisions, and whatever
 * it calls a mistake is weighed again with ten times the budget and in other worlds.
 *
 *   confirm GAME SEATS MISTAKES [BUDGET [FROM]]     so many mistakes, from game number FROM on
 *
 * Each game is a line of JSON on standard output, as soon as it is over: bench/coach/run adds them
 * up, and goes on where they end. Everything is drawn from the number of the game: the same call
 * gives the same answer. */
#include "bots/bots.h"
#include "coach/review.h"
#include "core/glimpse.h"
#include "games/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMES = 10, OTHER_WORLDS = 1, MOST_GAMES = 400, ONE_IN = 3 };

struct tally {
    int decisions, claims; /* claims: of a loss of the threshold or more, sure or not */
    /* Of the mistakes: by the threshold again, beside the best move that the long look finds;
     * beside the move that the coach named; worse at all. */
    int called, confirmed, named, worse;
    int missed, looked; /* of some that were not called: lost the threshold all the same */
    double lost, lost_again;
};

static struct sr_bot bot_of(const struct sr_bot_kind *kind) {
    struct sr_bot bot = sr_bot_of(kind);
    bot.milliseconds = 0; /* iterations alone: the same on every machine */
    return bot;
}

/* A mistake that the long look does not confirm, for whoever wants to know why. */
static void tell_doubted(const struct sr_table *table, struct sr_move move,
                         const struct sr_verdict *verdict, const struct sr_verdict *again) {
    char played[256], better[256];
    const struct sr_reader reader = {.lang = SR_EN, .names = NULL};
    struct sr_out out;
    sr_out_open(&out, played, sizeof played);
    sr_move_say(&out, &reader, table->game, table->state, move);
    sr_out_open(&out, better, sizeof better);
    sr_move_say(&out, &reader, table->game, table->state, verdict->better.move);
    fprintf(stderr, "move %u, %s (%s for %s): %.3f of %.3f lost, again %.3f of %.3f\n",
            (unsigned)verdict->ply, table->game->phases[sr_head(table->state)->phase].name, better,
            played, verdict->before - verdict->after, verdict->before, again->before - again->after,
            again->before);
}

/* By how much the move that the coach named is better, weighed with ten times the budget beside the
 * one played. */
static double lost_beside_named(const struct sr_table *table, const struct sr_verdict *verdict,
                                uint32_t budget) {
    struct sr_search_plan plan = sr_search_plan_to_tell(table->game, table->state);
    struct sr_move move[] = {verdict->played, verdict->better.move};
    struct sr_weighing weighing;
    struct sr_glimpse glimpse;
    struct sr_rng rng;
    sr_table_glimpse(table, &glimpse);
    struct sr_stream stream =
        sr_coach_stream(table, glimpse.seat, OTHER_WORLDS, SR_TO_ANSWER, &rng);
    plan.iterations = TIMES * budget;
    if (!sr_search_weigh(&glimpse, &stream, &plan, move, 2, &weighing))
        exit(EXIT_FAILURE);
    return weighing.move[1].chance - weighing.move[0].chance;
}

/* Weighs the decision again, if the coach calls it a mistake; of the others, one in 24, another one
 * in each game. */
static void try_decision(const struct sr_table *table, struct sr_move move, uint32_t budget,
                         int number, struct tally *tally) {
    enum { OF_OTHERS = 24 };
    struct sr_verdict verdict, again;
    if (!sr_verdict_find(table, move, budget, 0, &verdict, NULL))
        exit(EXIT_FAILURE);
    double loss = verdict.before - verdict.after;
    tally->decisions++;
    tally->claims += loss >= SR_MISTAKE;
    if (!verdict.mistake && (tally->decisions + number) % OF_OTHERS)
        return;
    if (!sr_verdict_look(table, move, TIMES * budget, OTHER_WORLDS, &again))
        exit(EXIT_FAILURE);
    double loss_again = again.before - again.after;
    if (verdict.mistake && loss_again < SR_MISTAKE)
        tell_doubted(table, move, &verdict, &again);
    if (verdict.mistake) {
        tally->called++;
        tally->confirmed += loss_again >= SR_MISTAKE;
        tally->named += lost_beside_named(table, &verdict, budget) >= SR_MISTAKE;
        tally->worse += loss_again > 0;
        tally->lost += loss;
        tally->lost_again += loss_again;
    } else {
        tally->looked++;
        tally->missed += loss_again >= SR_MISTAKE;
    }
}

/* Two kinds of bots by turns; of their decisions one in three is looked at, by lot. */
static void try_game(const struct sr_game *game, int seats, uint32_t budget, int number,
                     int mistakes, struct tally *tally) {
    struct sr_bot bots[] = {bot_of(&sr_novice_bot), bot_of(&sr_fair_bot)};
    struct sr_setup setup;
    struct sr_rng rng;
    struct sr_glimpse glimpse;
    sr_setup_init(game, &setup);
    setup.seats = (uint8_t)seats;
    sr_seed_number((uint64_t)number, setup.seed);
    sr_rng_seed(&rng, setup.seed);
    rng.block = UINT32_MAX / 2; /* far from what the game itself draws */
    struct sr_stream stream = sr_stream_open(&rng);
    struct sr_table *table = sr_table_new(game, &setup, NULL);
    if (!table)
        exit(EXIT_FAILURE);
    while (table->moves.count && tally->called < mistakes) {
        int seat = sr_head(table->state)->decider;
        sr_table_glimpse(table, &glimpse);
        struct sr_move move = sr_bot_choose(&bots[(seat + number + 1) % 2], &glimpse, &stream);
        bool chosen = sr_draw(&stream, ONE_IN) == 0;
        if (table->moves.count > 1 && chosen)
            try_decision(table, move, budget, number, tally);
        if (!sr_table_play(table, SR_REFEREE, move, NULL, NULL))
            exit(EXIT_FAILURE);
    }
    sr_table_free(table);
}

int main(int count, char **argument) {
    const struct sr_game *game = count > 3 ? sr_game_find(argument[1]) : NULL;
    if (!game) {
        fputs("usage: confirm GAME SEATS MISTAKES [BUDGET [FROM]]\n", stderr);
        return EXIT_FAILURE;
    }
    int seats = atoi(argument[2]), mistakes = atoi(argument[3]);
    uint32_t budget = count > 4 ? (uint32_t)strtoul(argument[4], NULL, 10) : SR_REVIEW_BUDGET;
    for (int number = count > 5 ? atoi(argument[5]) : 0; mistakes > 0 && number < MOST_GAMES;
         number++) {
        struct tally tally = {0};
        try_game(game, seats, budget, number, mistakes, &tally);
        mistakes -= tally.called;
        printf(
            "{\"game\":\"%s\",\"seats\":%d,\"budget\":%u,\"number\":%d,\"decisions\":%d,"
            "\"claims\":%d,\"called\":%d,\"confirmed\":%d,\"named\":%d,\"worse\":%d,\"missed\":%d,"
            "\"looked\":%d,\"lost\":%.4f,\"lost_again\":%.4f}\n",
            game->name, seats, budget, number, tally.decisions, tally.claims, tally.called,
            tally.confirmed, tally.named, tally.worse, tally.missed, tally.looked, tally.lost,
            tally.lost_again);
        fflush(stdout);
    }
    return EXIT_SUCCESS;
}
