/* `serai tune`: learns a game's weights from play, and prints them as its weights.def. */
#include "cli.h"

#include "bots/bots.h"
#include "cli/problems.h"
#include "lab/clues.h"
#include "lab/crew.h"
#include "lab/duel.h"
#include "lab/fleet.h"
#include "lessons.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What was asked for. */
struct plan {
    const struct sr_call *call;
    const struct sr_wish *wish;
    struct sr_tune *tune;
};

static void show_progress(void *context, uint64_t done, uint64_t games) {
    sr_progress(context, done, games);
}

static void print_weights(const char *when, const struct sr_tune *tune, const double *weight) {
    printf("%s(%d", when, tune->setup.seats);
    const struct sr_mind *mind = sr_mind_of(tune->game);
    for (int i = 0; i < mind->feature_count; i++)
        printf(", /* %s */ %.4ff", mind->features[i].name, weight[i]);
    printf(")\n");
}

static void print_habits(const struct sr_tune *tune, const double *habit) {
    const struct sr_mind *mind = sr_mind_of(tune->game);
    for (int i = 0; i < mind->habit_count; i++)
        printf("HABIT(%s, %.3ff)\n", mind->habit_names[i], habit[i]);
}

/* The command that gives the same again, as the beginning of a comment. */
static void print_command(const struct sr_call *call, const struct sr_tune *tune, const char *seed,
                          const char *bots) {
    static const int valued[] = {SR_FLAG_OPTIONS, SR_FLAG_ONLY, SR_FLAG_MARGIN};
    static const int bare[] = {SR_FLAG_CLUES, SR_FLAG_DUELS, SR_FLAG_HABITS};
    printf("/* serai tune %s --seats %d --games %u --seed %s --bots %s", tune->game->name,
           tune->setup.seats, tune->games, seed, bots);
    for (size_t i = 0; i < sizeof valued / sizeof valued[0]; i++)
        if (call->value[valued[i]])
            printf(" %s %s", sr_flag_kinds[valued[i]].name, call->value[valued[i]]);
    for (size_t i = 0; i < sizeof bare / sizeof bare[0]; i++)
        if (call->value[bare[i]])
            printf(" %s", sr_flag_kinds[bare[i]].name);
}

static void print_surprise(uint64_t looks, const char *of, const char *by, double blind,
                           double before, double after) {
    printf(": %llu %s,\n"
           " * surprise %.4f nats knowing nothing, %.4f by the %s before, %.4f by these */\n",
           (unsigned long long)looks, of, blind, before, by, after);
}

/* A row of the table: what produced it, then the weights. */
static void print_row(const struct sr_call *call, const struct sr_tune *tune,
                      const struct sr_tune_result *result, const char *seed) {
    const struct sr_game *game = tune->game;
    print_command(call, tune, seed, tune->bot.name);
    if (call->value[SR_FLAG_DUELS])
        printf(" */\n");
    else
        print_surprise(result->positions, "positions", "weights", result->loss_blind,
                       result->loss_before, result->loss_after);
    if (tune->habits) {
        print_habits(tune, result->habit);
        return;
    }
    print_weights("WEIGHTS", tune, result->weight);
    if (sr_weights_change(game, tune->setup.seats))
        print_weights("LATE", tune, result->weight + sr_mind_of(game)->feature_count);
}

/* Whoever is learnt from plays like people do, or by hunch. */
static bool read_learner(const struct sr_call *call, const struct sr_game *game, int seats,
                         struct sr_bot *bot, struct sr_error *error) {
    if (bot->kind->place != SR_BOTS_AT_TABLES && bot->kind != &sr_hunch_bot)
        return sr_bot_read(bot, bot->name, strlen(bot->name), error);
    return sr_wish_weights(call, game, seats, bot, error);
}

/* clues.def: what produced it, then a row for each secret, or the one of this number of seats. */
static void print_clues(const struct sr_call *call, const struct sr_tune *tune,
                        const struct sr_clues_study *study, const struct sr_clues_result *result,
                        const char *seed) {
    const struct sr_clues *clues = sr_mind_of(study->game)->clues;
    const char *bots = call->value[SR_FLAG_BOTS];
    print_command(call, tune, seed, bots ? bots : study->bot[0].name);
    print_surprise(result->looks, "seats", "clues", result->loss_blind, result->loss_before,
                   result->loss_after);
    for (int secret = 0; secret < sr_secrets(clues); secret++) {
        if (clues->secrets)
            printf("CLUES_OF(%s", clues->secrets->names[secret].id);
        else
            printf("CLUES_OF(%d", study->setup.seats);
        for (int i = 0; i < clues->count; i++)
            printf(", /* %s */ %.0f", clues->names[i], SR_CLUE_UNIT * result->weight[secret][i]);
        printf(")\n");
    }
}

static bool learn_clues(const struct sr_call *call, const struct sr_tune *tune, const char *seed,
                        struct sr_error *error) {
    struct sr_clues_study study = {.game = tune->game,
                                   .setup = tune->setup,
                                   .games = tune->games,
                                   .threads = tune->threads,
                                   .fleet = tune->fleet,
                                   .journal = tune->journal,
                                   .progress = show_progress};
    struct sr_clues_result result;
    char title[160];
    if (!sr_wish_bots(call, SR_BOTS_IN_LABORATORY, "greedy", study.setup.seats, -1, study.bot,
                      error))
        return false;
    for (int seat = 0; seat < study.setup.seats; seat++)
        if (!read_learner(call, study.game, study.setup.seats, &study.bot[seat], error))
            return false;
    snprintf(title, sizeof title, "%s, %d", tune->game->title.in[call->lang], tune->setup.seats);
    study.context = title;
    bool done = sr_clues_learn(&study, &result, error);
    sr_progress_end();
    if (done)
        print_clues(call, tune, &study, &result, seed);
    return done;
}

static bool tune_seats(const struct sr_call *call, struct sr_tune *tune, const char *seed,
                       int64_t margin, struct sr_error *error) {
    struct sr_tune_result result;
    struct sr_bot bots[SR_MAX_SEATS];
    char title[160];
    if (!sr_wish_bots(call, SR_BOTS_IN_LABORATORY, "search:100", 1, -1, bots, error) ||
        !read_learner(call, tune->game, tune->setup.seats, &bots[0], error))
        return false;
    tune->bot = bots[0];
    bool duels = call->value[SR_FLAG_DUELS];
    tune->habits = duels && (call->value[SR_FLAG_HABITS] || tune->bot.kind == &sr_hunch_bot);
    snprintf(title, sizeof title, "%s, %d", tune->game->title.in[call->lang], tune->setup.seats);
    tune->progress = show_progress;
    tune->context = title;
    bool done = duels ? sr_duels_run(tune, (double)margin, &result, error)
                      : sr_tune_run(tune, &result, error);
    sr_progress_end();
    if (done)
        print_row(call, tune, &result, seed);
    return done;
}

static bool fail_feature(const struct sr_game *game, const char *name, struct sr_error *error) {
    struct sr_suggestion suggestion = {.given = name};
    const struct sr_mind *mind = sr_mind_of(game);
    for (int i = 0; i < mind->feature_count; i++)
        sr_suggest(&suggestion, mind->features[i].name);
    return sr_fail(error, SR_PROBLEM_UNKNOWN_FEATURE, game->name, name,
                   suggestion.nearest ? suggestion.nearest : "-", NULL);
}

/* "silk,gold": a bit for each. */
static bool read_only(const struct sr_call *call, struct sr_tune *tune, struct sr_error *error) {
    const struct sr_mind *mind = sr_mind_of(tune->game);
    const char *at = call->value[SR_FLAG_ONLY];
    while (at) {
        size_t length = strcspn(at, ",");
        int found = 0;
        while (found < mind->feature_count && (strlen(mind->features[found].name) != length ||
                                               strncmp(mind->features[found].name, at, length)))
            found++;
        if (found == mind->feature_count) {
            char name[SR_ERROR_ARG_BYTES];
            snprintf(name, sizeof name, "%.*s", (int)length, at);
            return fail_feature(tune->game, name, error);
        }
        tune->only |= 1u << found;
        at = at[length] ? at + length + 1 : NULL;
    }
    return true;
}

/* What is said about duels means nothing without them; some things are not learnt together. */
static bool check_flags(const struct sr_call *call, struct sr_error *error) {
    static const int apart[][2] = {{SR_FLAG_DUELS, SR_FLAG_CLUES},
                                   {SR_FLAG_ONLY, SR_FLAG_CLUES},
                                   {SR_FLAG_ONLY, SR_FLAG_DUELS}};
    for (size_t i = 0; i < sizeof apart / sizeof apart[0]; i++)
        if (call->value[apart[i][0]] && call->value[apart[i][1]])
            return sr_fail(error, SR_PROBLEM_FLAGS_APART, sr_flag_kinds[apart[i][0]].name,
                           sr_flag_kinds[apart[i][1]].name, NULL);
    static const int about_duels[] = {SR_FLAG_HABITS, SR_FLAG_MARGIN};
    for (size_t i = 0; i < sizeof about_duels / sizeof about_duels[0]; i++)
        if (call->value[about_duels[i]] && !call->value[SR_FLAG_DUELS])
            return sr_fail(error, SR_PROBLEM_FLAG_ALONE, sr_flag_kinds[about_duels[i]].name,
                           sr_flag_kinds[SR_FLAG_DUELS].name, NULL);
    return true;
}

/* ---- what is kept ---- */

/* What the bots play by changes from one version of the program to the next, and with files of
 * weights. */
static uint64_t learner_checksum(const struct plan *plan) {
    const struct sr_call *call = plan->call;
    const struct sr_game *game = plan->tune->game;
    struct sr_bot bots[SR_MAX_SEATS];
    struct sr_error error;
    bool clues = call->value[SR_FLAG_CLUES];
    uint64_t sum = 0;
    int count = clues ? plan->wish->setup.seats : 1;
    if (!sr_wish_bots(call, SR_BOTS_IN_LABORATORY, clues ? "greedy" : "search:100", count, -1, bots,
                      &error))
        return 0; /* it will be told when they are to play */
    int at_table = plan->wish->setup.seats;
    for (int i = 0; i < count && read_learner(call, game, at_table, &bots[i], &error); i++)
        for (int seats = game->seats_min; seats <= game->seats_max; seats++)
            sum = 31 * sum + sr_bot_checksum(&bots[i], game, seats);
    return sum;
}

/* What is learnt from what, and what the bot plays by: a line of JSON. */
static void write_head(struct sr_out *out, const void *context) {
    const struct plan *plan = context;
    const struct sr_call *call = plan->call;
    const struct sr_game *game = plan->tune->game;
    static const int flags[] = {SR_FLAG_SEATS, SR_FLAG_BOTS,   SR_FLAG_ONLY, SR_FLAG_MARGIN,
                                SR_FLAG_DUELS, SR_FLAG_HABITS, SR_FLAG_CLUES};
    sr_put(out, "{\"serai\":\"lessons\",\"format\":1,\"version\":");
    sr_json_string(out, SERAI_VERSION);
    sr_put(out, ",\"game\":");
    sr_json_string(out, game->name);
    sr_put(out, ",\"rules\":");
    sr_put_number(out, plan->wish->setup.rules);
    sr_put(out, ",\"options\":{");
    for (int i = 0; i < game->option_count; i++) {
        sr_put(out, i ? "," : "");
        sr_json_string(out, game->options[i].name);
        sr_put(out, ":");
        sr_json_value(out, game->options[i].of, plan->wish->setup.options[i]);
    }
    sr_put(out, "},\"games\":");
    sr_put_number(out, plan->tune->games);
    sr_put(out, ",\"seed\":");
    sr_json_string(out, plan->wish->seed);
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        const char *value = call->value[flags[i]];
        sr_put(out, ",");
        sr_json_string(out, sr_flag_kinds[flags[i]].name);
        sr_put(out, ":");
        sr_json_string(out, !value ? "no" : *value ? value : "yes");
    }
    sr_put(out, ",\"checksum\":\"");
    sr_put_number(out, (int64_t)(learner_checksum(plan) >> 1));
    sr_put(out, "\"}\n");
}

/* Who goes on with a run need not remember its seed. */
static void take_seed(const struct plan *plan, struct sr_wish *wish) {
    char seed[SR_SEED_TEXT_BYTES];
    const char *path = plan->call->value[SR_FLAG_KEEP];
    if (wish->drawn && sr_lessons_seed(path, seed, sizeof seed) &&
        sr_seed_parse(seed, strlen(seed), wish->setup.seed))
        memcpy(wish->seed, seed, sizeof seed);
}

static bool open_lessons(const struct plan *plan, struct sr_wish *wish, struct sr_lessons *lessons,
                         struct sr_error *error) {
    const struct sr_call *call = plan->call;
    if (!call->value[SR_FLAG_KEEP] || !sr_leads(call->fleet))
        return true;
    take_seed(plan, wish);
    char *head = sr_write_all(write_head, plan);
    bool good = head ? sr_lessons_open(lessons, call->value[SR_FLAG_KEEP], head, error)
                     : sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    free(head);
    plan->tune->journal = &lessons->journal;
    return good;
}

static bool tune_all(const struct plan *plan, int64_t margin, struct sr_error *error) {
    const struct sr_call *call = plan->call;
    struct sr_tune *tune = plan->tune;
    for (int seats = tune->game->seats_min; seats <= tune->game->seats_max; seats++) {
        if (call->value[SR_FLAG_SEATS] && seats != plan->wish->setup.seats)
            continue;
        tune->setup.seats = (uint8_t)seats;
        if (!(call->value[SR_FLAG_CLUES] ? learn_clues(call, tune, plan->wish->seed, error)
                                         : tune_seats(call, tune, plan->wish->seed, margin, error)))
            return false;
    }
    return true;
}

enum sr_exit sr_run_tune(const struct sr_call *call) {
    struct sr_error error = {0};
    struct sr_wish wish;
    struct sr_tune tune = {0};
    int64_t games, threads, margin;
    tune.game = sr_wish_game(call->argument[0], &error);
    if (!tune.game || !check_flags(call, &error) || !read_only(call, &tune, &error) ||
        !sr_wish_read(call, tune.game, tune.game->seats_max, &wish, &error) ||
        !sr_flag_number(call, SR_FLAG_GAMES, 1, 10000000, 2000, &games, &error) ||
        !sr_flag_number(call, SR_FLAG_MARGIN, 1, 1000, 0, &margin, &error) ||
        !sr_flag_number(call, SR_FLAG_THREADS, 1, SR_CREW_MOST, sr_processors(), &threads, &error))
        return sr_report(call->lang, NULL, &error);
    tune.games = (uint32_t)games;
    tune.threads = (int)threads;
    tune.fleet = call->fleet;
    struct plan plan = {call, &wish, &tune};
    struct sr_lessons lessons = {.keeper = {.file = -1}};
    bool opened = open_lessons(&plan, &wish, &lessons, &error), good = opened;
    sr_fleet_share(call->fleet, &good, sizeof good);
    sr_fleet_share(call->fleet, wish.setup.seed, sizeof wish.setup.seed);
    tune.setup = wish.setup;
    good = good && tune_all(&plan, margin, &error);
    good = sr_lessons_close(&lessons, &error) && good;
    if (good)
        return sr_finish(call->lang);
    bool in_file = !opened && sr_error_code(&error) == SR_CODE_RECORD;
    return sr_report(call->lang, in_file ? call->value[SR_FLAG_KEEP] : NULL, &error);
}
