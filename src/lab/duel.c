#include "lab/duel.h"

#include "lab/crew.h"
#include "lab/match.h"
#include "lab/problems.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Duels of a batch are played from the same weights. A duel that is won as clearly as can be moves
 * a weight by this part of its step, less and less towards the end. */
enum { BATCH = 32 };
static const double first_pace = 0.02, last_pace = 0.002;
/* Of more duels than these each counts for less, lest weights that hardly matter stray far. */
static const double many_duels = 6000;
/* Steps to both sides: this part of the weight, but never less than so much. */
static const double step_part = 0.2, step_least = 0.02;

struct row {
    double weight[SR_MAX_HABITS];
};
_Static_assert((int)SR_MAX_HABITS >= (int)SR_MAX_WEIGHTS, "a row holds either");

struct duels {
    const struct sr_tune *tune;
    double margin;
    int count; /* weights */
    struct row centre, step, move[BATCH];
    uint64_t first; /* duel of the batch */
    int size;
};

/* A game with weights of its own for the seats that play, or with habits of its own. */
struct variant {
    struct sr_game game;
    struct sr_mind mind;
    float *weights, *late;
    float habits[SR_MAX_HABITS];
};

static void free_variant(struct variant *variant) {
    free(variant->weights);
    free(variant->late);
}

/* What the duels begin with: the game, or what the bot was given in its place. */
static const struct sr_game *before(const struct sr_tune *tune) {
    return tune->bot.judged ? tune->bot.judged : tune->game;
}

/* The mind is the variant's own: a variant stays where it was begun. */
static void begin_variant(const struct sr_tune *tune, struct variant *variant) {
    const struct sr_game *game = before(tune);
    *variant = (struct variant){.game = *game, .mind = *sr_mind_of(game)};
    variant->game.mind = &variant->mind;
}

static void make_habits(const struct sr_tune *tune, const double *habit, struct variant *variant) {
    begin_variant(tune, variant);
    for (int i = 0; i < variant->mind.habit_count; i++)
        variant->habits[i] = (float)habit[i];
    variant->mind.habits = variant->habits;
}

static bool make_variant(const struct sr_tune *tune, const double *weight,
                         struct variant *variant) {
    const struct sr_game *game = tune->game;
    if (tune->habits) {
        make_habits(tune, weight, variant);
        return true;
    }
    int features = sr_mind_of(game)->feature_count, seats = game->seats_max - game->seats_min + 1;
    size_t at = (size_t)sr_weights_row(game, tune->setup.seats);
    begin_variant(tune, variant);
    variant->weights = calloc((size_t)(seats * features), sizeof(float));
    variant->late = calloc((size_t)(seats * features), sizeof(float));
    if (!variant->weights || !variant->late) {
        free_variant(variant);
        return false;
    }
    for (int i = 0; i < features; i++) {
        variant->weights[at + (size_t)i] = (float)weight[i];
        if (sr_weights_change(game, tune->setup.seats))
            variant->late[at + (size_t)i] = (float)weight[features + i];
    }
    variant->mind.weights = variant->weights;
    variant->mind.late_weights = variant->late;
    return true;
}

/* How much more the first of two bots has of a game: of the victory, and points a seat. */
struct lead {
    double won, points;
};

static void add_lead(const struct sr_game *game, const struct sr_outcome *outcome, int seats,
                     unsigned firsts, struct lead *lead) {
    int count = __builtin_popcount(firsts);
    for (int seat = 0; seat < seats; seat++) {
        bool first = firsts >> seat & 1;
        double part = first ? 1.0 / count : -1.0 / (seats - count);
        lead->won += (first ? 1 : -1) * sr_won(outcome, seat);
        lead->points += part * (double)sr_gain(game, outcome->score[seat] - outcome->rival);
    }
}

/* Every other seat has the first bot; in the second game the others have. Who plays alone plays one
 * game with each. Twice as good as can be, for victories and for points, is 2. */
static double play_duel(const struct duels *duels, uint64_t index, const struct sr_bot bot[2]) {
    const struct sr_tune *tune = duels->tune;
    struct sr_setup setup = tune->setup;
    struct lead lead = {0};
    uint8_t seed[SR_SEED_BYTES];
    sr_series_seed(tune->setup.seed, 3 * index, setup.seed);
    sr_series_seed(tune->setup.seed, 3 * index + 1, seed);
    for (int game = 0; game < 2; game++) {
        const struct sr_bot *at[SR_MAX_SEATS];
        struct sr_outcome outcome;
        struct sr_error error;
        unsigned firsts = 0;
        for (int seat = 0; seat < setup.seats; seat++) {
            int which = (seat + game) % 2;
            at[seat] = &bot[which];
            firsts |= (unsigned)!which << seat;
        }
        sr_match_play(
            &(struct sr_match){.game = tune->game, .setup = &setup, .bot = at, .bot_seed = seed},
            &outcome, &error);
        add_lead(tune->game, &outcome, setup.seats, firsts, &lead);
    }
    double points = duels->margin > 0 ? lead.points / duels->margin : 0;
    return lead.won + fmax(-2, fmin(2, points));
}

/* Each weight goes to one side for the first bot and to the other for the second. */
static bool duel(void *context, int worker, uint64_t place) {
    struct duels *duels = context;
    uint64_t index = duels->first + place;
    (void)worker;
    struct row sign = {{0}}, side[2] = {{{0}}};
    struct variant variant[2];
    struct sr_bot bot[2] = {duels->tune->bot, duels->tune->bot};
    struct sr_rng rng;
    uint8_t seed[SR_SEED_BYTES];
    sr_series_seed(duels->tune->setup.seed, 3 * index + 2, seed);
    sr_rng_seed(&rng, seed);
    struct sr_stream stream = sr_stream_open(&rng);
    for (int i = 0; i < duels->count; i++) {
        sign.weight[i] = sr_draw(&stream, 2) ? 1 : -1;
        double away = sign.weight[i] * duels->step.weight[i];
        side[0].weight[i] = duels->centre.weight[i] + away;
        side[1].weight[i] = duels->centre.weight[i] - away;
    }
    memset(&duels->move[place], 0, sizeof duels->move[place]);
    if (!make_variant(duels->tune, side[0].weight, &variant[0]))
        return true;
    if (make_variant(duels->tune, side[1].weight, &variant[1])) {
        bot[0].judged = &variant[0].game;
        bot[1].judged = &variant[1].game;
        double won = play_duel(duels, index, bot);
        for (int i = 0; i < duels->count; i++)
            duels->move[place].weight[i] = won * sign.weight[i] * duels->step.weight[i];
        free_variant(&variant[1]);
    }
    free_variant(&variant[0]);
    return true;
}

static size_t pack(void *context, int worker, uint64_t place, void *bytes) {
    const struct duels *duels = context;
    (void)worker;
    memcpy(bytes, &duels->move[place], sizeof duels->move[place]);
    return sizeof duels->move[place];
}

static bool unpack(void *context, int worker, uint64_t place, const void *bytes, size_t length) {
    struct duels *duels = context;
    (void)worker;
    if (length != sizeof duels->move[place])
        return false;
    memcpy(&duels->move[place], bytes, length);
    return true;
}

static void begin(struct duels *duels) {
    const struct sr_game *game = duels->tune->game;
    const struct sr_game *from = before(duels->tune);
    bool habits = duels->tune->habits;
    int seats = duels->tune->setup.seats;
    duels->count = habits ? sr_mind_of(game)->habit_count : sr_tune_weights(game, seats);
    for (int i = 0; i < duels->count; i++) {
        double weight =
            habits ? (double)sr_mind_of(from)->habits[i] : (double)sr_tune_weight(from, seats, i);
        duels->centre.weight[i] = weight;
        duels->step.weight[i] = fmax(step_least, step_part * fabs(weight));
    }
}

bool sr_duels_run(const struct sr_tune *tune, double margin, struct sr_tune_result *result,
                  struct sr_error *error) {
    struct duels duels = {.tune = tune, .margin = margin};
    memset(result, 0, sizeof *result);
    if (!sr_setup_check(tune->game, &tune->setup, error))
        return false;
    if (tune->habits && !sr_mind_of(tune->game)->hunch)
        return sr_fail(error, SR_PROBLEM_NO_HUNCHES, tune->game->name, NULL);
    if (!tune->habits && !sr_mind_of(tune->game)->measure)
        return sr_fail(error, SR_PROBLEM_NO_FEATURES, tune->game->name, NULL);
    begin(&duels);
    double calm = fmin(1, sqrt(many_duels / (double)tune->games));
    for (uint64_t done = 0; done < tune->games; done += (uint64_t)duels.size) {
        uint64_t left = tune->games - done;
        double part = (double)done / (double)tune->games;
        double pace = calm * (first_pace + part * (last_pace - first_pace));
        duels.first = done;
        duels.size = left < BATCH ? (int)left : BATCH;
        if (!sr_crew_work(&(struct sr_crew){.jobs = (uint64_t)duels.size,
                                            .threads = tune->threads,
                                            .job = duel,
                                            .context = &duels,
                                            .bundle = sizeof duels.move[0],
                                            .pack = pack,
                                            .unpack = unpack,
                                            .fleet = tune->fleet,
                                            .journal = tune->journal}))
            return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        for (int place = 0; place < duels.size; place++)
            for (int i = 0; i < duels.count; i++)
                duels.centre.weight[i] += pace * duels.move[place].weight[i];
        if (tune->progress)
            tune->progress(tune->context, done + (uint64_t)duels.size, tune->games);
    }
    for (int i = 0; i < duels.count; i++)
        (tune->habits ? result->habit : result->weight)[i] = duels.centre.weight[i];
    result->games = tune->games;
    return true;
}
