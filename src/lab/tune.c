/* The model is a conditional logit: the chance that a seat wins is exponential in the weighed sum
 * of its features, as the searching bots take it. The best weights are found by Newton's method,
 * with a slight pull so that features that never vary do no harm: towards zero or, where only some
 * features are learnt beside others that stay, towards the weights in use. */
#include "lab/tune.h"

#include "lab/newton.h"
#include "lab/problems.h"
#include "lab/school.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PER_GAME = 12, NEWTON_STEPS = 12 };
static const double pull = 1.0; /* prior weight of "no influence", in positions */
_Static_assert(SR_MAX_FEATURES <= 32, "a bit for each of `only`");

/* Weights, and what each seat is worth as such. */
enum { COLUMNS = SR_MAX_WEIGHTS + SR_MAX_SEATS };

/* One position: what each seat has, and its share of the victory in the end. With worths that
 * change on the way, what it has counts as had at the beginning and at the end, in parts. */
struct sample {
    float feature[SR_MAX_SEATS][COLUMNS];
    float share[SR_MAX_SEATS];
};

struct lessons {
    const struct sr_tune *tune;
    struct sample *sample; /* PER_GAME for each game, `count` of them used */
    uint8_t *count;
};

/* ---- positions ---- */

static void note_position(void *notes, uint64_t index, int place, const void *state) {
    struct lessons *lessons = notes;
    const struct sr_game *game = lessons->tune->game;
    const struct sr_mind *mind = sr_mind_of(game);
    struct sample *sample = &lessons->sample[index * PER_GAME + (uint64_t)place];
    float value[SR_MAX_SEATS * SR_MAX_FEATURES];
    int features = mind->feature_count, seats = sr_head(state)->seats;
    bool change = sr_weights_change(game, seats);
    float progress = change ? mind->progress(state) : 0;
    mind->measure(state, value);
    for (int seat = 0; seat < seats; seat++)
        for (int i = 0; i < features; i++) {
            float had = value[seat * features + i];
            sample->feature[seat][i] = (1 - progress) * had;
            if (change)
                sample->feature[seat][features + i] = progress * had;
        }
    for (int seat = 0; seat < seats; seat++)
        sample->feature[seat][sr_tune_weights(game, seats) + seat] = 1 - progress;
}

int sr_tune_weights(const struct sr_game *game, int seats) {
    return sr_mind_of(game)->feature_count * (sr_weights_change(game, seats) ? 2 : 1);
}

float sr_tune_weight(const struct sr_game *game, int seats, int index) {
    const struct sr_mind *mind = sr_mind_of(game);
    int features = mind->feature_count, row = sr_weights_row(game, seats);
    return index < features ? mind->weights[row + index]
                            : mind->late_weights[row + index - features];
}

/* Who won, for all positions of a game. */
static void note_end(void *notes, uint64_t index, int count, const void *state) {
    struct lessons *lessons = notes;
    struct sample *sample = &lessons->sample[index * PER_GAME];
    struct sr_sheet sheet;
    int seats = sr_head(state)->seats;
    sr_score(lessons->tune->game, state, &sheet);
    if (seats > 1 && !sheet.winners) /* all lost: that says nothing about who is ahead */
        return;
    lessons->count[index] = (uint8_t)count;
    for (int i = 0; i < count; i++) {
        for (int seat = 0; seat < seats; seat++)
            sample[i].share[seat] =
                sheet.winners & 1u << seat ? 1.0f / (float)__builtin_popcount(sheet.winners) : 0.0f;
        if (seats == 1) /* the rival is defeat */
            sample[i].share[1] = 1.0f - sample[i].share[0];
    }
}

static struct sr_notes_piece piece_of(void *notes, uint64_t game, int piece) {
    const struct lessons *lessons = notes;
    struct sample *sample = &lessons->sample[game * PER_GAME];
    if (piece == 0)
        return (struct sr_notes_piece){&lessons->count[game], sizeof lessons->count[game]};
    return (struct sr_notes_piece){sample, PER_GAME * sizeof *sample};
}

static bool play_all(struct lessons *lessons, struct sr_error *error) {
    const struct sr_tune *tune = lessons->tune;
    return sr_school_play(&(struct sr_school){.game = tune->game,
                                              .setup = &tune->setup,
                                              .bot = &tune->bot,
                                              .bots = 1,
                                              .games = tune->games,
                                              .per_game = PER_GAME,
                                              .threads = tune->threads,
                                              .progress = tune->progress,
                                              .context = tune->context,
                                              .note = note_position,
                                              .end = note_end,
                                              .notes = lessons,
                                              .piece = piece_of,
                                              .fleet = tune->fleet,
                                              .journal = tune->journal},
                          error);
}

/* ---- regression ---- */

/* Who plays alone has one rival, defeat, whose features are all zero. */
static int rivals(const struct sr_tune *tune) {
    return tune->setup.seats > 1 ? tune->setup.seats : 2;
}

struct sums {
    double gradient[COLUMNS];
    double curvature[COLUMNS][COLUMNS];
    double loss;
    uint64_t positions;
};

/* Adds one position: chances by the weights, then slope and curvature of the surprise. */
static void add_sample(struct sums *sums, const struct sample *sample, int seats, int features,
                       const double *weight) {
    double chance[SR_MAX_SEATS], mean[COLUMNS] = {0}, most = -1e300, total = 0;
    for (int seat = 0; seat < seats; seat++) {
        chance[seat] = 0;
        for (int i = 0; i < features; i++)
            chance[seat] += weight[i] * (double)sample->feature[seat][i];
        most = fmax(most, chance[seat]);
    }
    for (int seat = 0; seat < seats; seat++)
        total += chance[seat] = exp(chance[seat] - most);
    for (int seat = 0; seat < seats; seat++) {
        chance[seat] /= total;
        sums->loss -= (double)sample->share[seat] * log(fmax(chance[seat], 1e-300));
        for (int i = 0; i < features; i++)
            mean[i] += chance[seat] * (double)sample->feature[seat][i];
    }
    for (int seat = 0; seat < seats; seat++) {
        double surplus = (double)sample->share[seat] - chance[seat];
        for (int i = 0; i < features; i++) {
            double off = (double)sample->feature[seat][i] - mean[i];
            sums->gradient[i] += surplus * (double)sample->feature[seat][i];
            for (int j = 0; j <= i; j++)
                sums->curvature[i][j] +=
                    chance[seat] * off * ((double)sample->feature[seat][j] - mean[j]);
        }
    }
    sums->positions++;
}

/* Where only some features are to be learnt, all others keep the weights in use. What a seat is
 * worth is learnt beside them and then forgotten: whoever chooses first would have its worth added
 * to what is best to choose. */
static int count_columns(const struct sr_tune *tune) {
    return sr_tune_weights(tune->game, tune->setup.seats) + (tune->only ? tune->setup.seats : 0);
}

static bool is_learnt(const struct sr_tune *tune, int index) {
    return !tune->only || index >= sr_tune_weights(tune->game, tune->setup.seats) ||
           tune->only >> index % sr_mind_of(tune->game)->feature_count & 1;
}

/* The weights that the bot plays by, as the model has them. */
static void take_used(const struct sr_tune *tune, double *weight) {
    const struct sr_game *game = tune->bot.judged ? tune->bot.judged : tune->game;
    float set = sr_mind_of(game)->judge_points;
    double points = set > 0 ? (double)set : 1.0;
    for (int i = 0; i < sr_tune_weights(game, tune->setup.seats); i++)
        weight[i] = (double)sr_tune_weight(game, tune->setup.seats, i) / points;
}

/* Weights begin with `start` and are pulled back to it. */
static void add_all(struct sums *sums, const struct lessons *lessons, const double *start,
                    const double *weight) {
    const struct sr_tune *tune = lessons->tune;
    int seats = rivals(tune), features = count_columns(tune);
    memset(sums, 0, sizeof *sums);
    for (uint64_t game = 0; game < tune->games; game++)
        for (int i = 0; i < lessons->count[game]; i++)
            add_sample(sums, &lessons->sample[game * PER_GAME + (uint64_t)i], seats, features,
                       weight);
    for (int i = 0; i < features; i++) {
        sums->gradient[i] -= pull * (weight[i] - start[i]);
        sums->curvature[i][i] += pull;
        for (int j = 0; j < i; j++)
            sums->curvature[j][i] = sums->curvature[i][j];
    }
    for (int i = 0; i < features; i++) {
        if (is_learnt(tune, i))
            continue;
        sums->gradient[i] = 0;
        for (int j = 0; j < features; j++)
            sums->curvature[i][j] = sums->curvature[j][i] = i == j;
    }
}

static void fit(const struct lessons *lessons, struct sr_tune_result *result) {
    const struct sr_tune *tune = lessons->tune;
    int columns = count_columns(tune), weights = sr_tune_weights(tune->game, tune->setup.seats);
    struct sums sums;
    double nothing[COLUMNS] = {0}, used[COLUMNS] = {0}, weight[COLUMNS];
    take_used(tune, used);
    const double *start = tune->only ? used : nothing;

    add_all(&sums, lessons, start, nothing);
    result->positions = sums.positions;
    result->loss_blind = sums.loss / (double)sums.positions;
    add_all(&sums, lessons, start, used);
    result->loss_before = sums.loss / (double)sums.positions;
    memcpy(weight, start, sizeof weight);
    for (int step = 0; step < NEWTON_STEPS; step++) {
        add_all(&sums, lessons, start, weight);
        sr_newton_factor(sums.curvature[0], COLUMNS, columns);
        sr_newton_solve(sums.curvature[0], COLUMNS, columns, sums.gradient);
        for (int i = 0; i < columns; i++)
            weight[i] += sums.gradient[i];
    }
    add_all(&sums, lessons, start, weight);
    result->loss_after = sums.loss / (double)sums.positions;
    sr_newton_factor(sums.curvature[0], COLUMNS, columns);
    for (int i = 0; i < weights; i++) {
        double unit[COLUMNS] = {0};
        unit[i] = is_learnt(tune, i);
        sr_newton_solve(sums.curvature[0], COLUMNS, columns, unit);
        result->weight[i] = weight[i];
        result->error[i] = sqrt(unit[i]);
    }
}

bool sr_tune_run(const struct sr_tune *tune, struct sr_tune_result *result,
                 struct sr_error *error) {
    struct lessons lessons = {.tune = tune};
    memset(result, 0, sizeof *result);
    if (!sr_setup_check(tune->game, &tune->setup, error))
        return false;
    if (!sr_mind_of(tune->game)->measure)
        return sr_fail(error, SR_PROBLEM_NO_FEATURES, tune->game->name, NULL);
    lessons.sample = sr_school_notes(tune->games, PER_GAME * sizeof *lessons.sample, error);
    if (lessons.sample)
        lessons.count = sr_school_notes(tune->games, sizeof *lessons.count, error);
    bool ready = lessons.sample && lessons.count;
    ready = ready && play_all(&lessons, error);
    if (ready) {
        fit(&lessons, result);
        result->games = tune->games;
    }
    free(lessons.sample);
    free(lessons.count);
    return ready;
}
