/* `serai tune`: learns a game's weights from play, and prints them as its weights.def. */
#include "cli.h"

#include "lab/duel.h"

#include <stdio.h>
#include <string.h>

static void show_progress(void *context, uint64_t done, uint64_t games) {
    sr_progress(context, done, games);
}

static void print_weights(const char *when, const struct sr_tune *tune, const double *weight) {
    printf("%s(%d", when, tune->setup.seats);
    for (int i = 0; i < tune->game->feature_count; i++)
        printf(", /* %s */ %.4ff", tune->game->features[i].name, weight[i]);
    printf(")\n");
}

/* A row of the table: what produced it, then the weights. */
static void print_row(const struct sr_call *call, const struct sr_tune *tune,
                      const struct sr_tune_result *result, const char *seed) {
    const char *options = call->value[SR_FLAG_OPTIONS];
    const struct sr_game *game = tune->game;
    printf("/* serai tune %s --seats %d --games %llu --seed %s --bots %s%s%s", game->name,
           tune->setup.seats, (unsigned long long)result->games, seed, tune->bot.name,
           options ? " --options " : "", options ? options : "");
    if (call->value[SR_FLAG_DUELS])
        printf(" --duels%s%s */\n", call->value[SR_FLAG_MARGIN] ? " --margin " : "",
               call->value[SR_FLAG_MARGIN] ? call->value[SR_FLAG_MARGIN] : "");
    else
        printf(
            ": %llu positions,\n"
            " * surprise %.4f nats knowing nothing, %.4f by the weights before, %.4f by these */\n",
            (unsigned long long)result->positions, result->loss_blind, result->loss_before,
            result->loss_after);
    print_weights("WEIGHTS", tune, result->weight);
    if (game->progress)
        print_weights("LATE", tune, result->weight + game->feature_count);
}

static bool tune_seats(const struct sr_call *call, struct sr_tune *tune, const char *seed,
                       int64_t margin, struct sr_error *error) {
    struct sr_tune_result result;
    struct sr_bot bots[SR_MAX_SEATS];
    char title[160];
    if (!sr_wish_bots(call, SR_BOTS_IN_LABORATORY, "search:100", 1, -1, bots, error) ||
        !sr_wish_weights(call, tune->game, &bots[0], error))
        return false;
    if (bots[0].kind->place != SR_BOTS_AT_TABLES) /* who plays all seats plays like people */
        return sr_bot_read(&bots[0], bots[0].name, strlen(bots[0].name), error);
    tune->bot = bots[0];
    snprintf(title, sizeof title, "%s, %d", tune->game->title.in[call->lang], tune->setup.seats);
    tune->progress = show_progress;
    tune->context = title;
    bool done = call->value[SR_FLAG_DUELS] ? sr_duels_run(tune, (double)margin, &result, error)
                                           : sr_tune_run(tune, &result, error);
    sr_progress_end();
    if (done)
        print_row(call, tune, &result, seed);
    return done;
}

enum sr_exit sr_run_tune(const struct sr_call *call) {
    struct sr_error error = {0};
    struct sr_wish wish;
    struct sr_tune tune = {0};
    int64_t games, threads, margin;
    tune.game = sr_wish_game(call->argument[0], &error);
    if (!tune.game || !sr_wish_read(call, tune.game, tune.game->seats_max, &wish, &error) ||
        !sr_flag_number(call, SR_FLAG_GAMES, 1, 1000000, 2000, &games, &error) ||
        !sr_flag_number(call, SR_FLAG_MARGIN, 1, 1000, 0, &margin, &error) ||
        !sr_flag_number(call, SR_FLAG_THREADS, 1, SR_MOST_THREADS, sr_processors(), &threads,
                        &error))
        return sr_report(call->lang, NULL, &error);
    tune.setup = wish.setup;
    tune.games = (uint32_t)games;
    tune.threads = (int)threads;
    bool all = !call->value[SR_FLAG_SEATS];
    for (int seats = tune.game->seats_min; seats <= tune.game->seats_max; seats++) {
        if (!all && seats != wish.setup.seats)
            continue;
        tune.setup.seats = (uint8_t)seats;
        if (!tune_seats(call, &tune, wish.seed, margin, &error))
            return sr_report(call->lang, NULL, &error);
    }
    return sr_finish(call->lang);
}
