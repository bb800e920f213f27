/* A conditional logit, as in tune.c: the chance of a secret is exponential in the weighed sum of
 * the clues that speak for it. Every secret has weights of its own for all clues; deals share them,
 * and say how much likelier than by chance alone a deal is. */
#include "lab/clues.h"

#include "lab/newton.h"
#include "lab/problems.h"
#include "lab/school.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PER_GAME = 16,
    NEWTON_STEPS = 10,
    DEALS = SR_MAX_SECRETS, /* that stand side by side, the real one first */
    MAX_SIZE = SR_MAX_SECRETS * SR_MAX_CLUES
};
static const double pull = 1.0; /* prior weight of "no influence", in seats looked at */

/* What speaks for each secret of a seat, and which it has. */
struct look {
    int16_t clue[SR_MAX_SECRETS][SR_MAX_CLUES];
    int secret;
};

struct lessons {
    const struct sr_clues_study *study;
    struct look *look; /* PER_GAME positions for each game, all seats of each */
    uint8_t *count;    /* positions of each game */
};

/* ---- positions ---- */

static struct look *looks_of(const struct lessons *lessons, uint64_t game, int place) {
    return &lessons->look[(game * PER_GAME + (uint64_t)place) * lessons->study->setup.seats];
}

/* What speaks for the real deal, and for others that the seat might guess. The games of the series
 * have the lower numbers. */
static void note_deals(const struct lessons *lessons, uint64_t index, int place,
                       const void *state) {
    const struct sr_clues_study *study = lessons->study;
    const struct sr_clues *clues = sr_mind_of(study->game)->clues;
    struct look *look = looks_of(lessons, index, place);
    uint8_t seed[SR_SEED_BYTES];
    struct sr_rng rng;
    sr_series_seed(study->setup.seed, UINT64_MAX - (index * PER_GAME + (uint64_t)place), seed);
    sr_rng_seed(&rng, seed);
    struct sr_stream stream = sr_stream_open(&rng);
    for (int seat = 0; seat < sr_head(state)->seats; seat++) {
        look[seat].secret = 0;
        clues->read(state, seat, 0, look[seat].clue[0]);
        for (int deal = 1; deal < DEALS; deal++) {
            _Alignas(8) unsigned char world[SR_MAX_STATE];
            memcpy(world, state, study->game->size);
            clues->redeal(world, seat, &stream);
            clues->read(world, seat, 0, look[seat].clue[deal]);
        }
    }
}

static void note_position(void *notes, uint64_t index, int place, const void *state) {
    struct lessons *lessons = notes;
    const struct sr_clues *clues = sr_mind_of(lessons->study->game)->clues;
    struct look *look = looks_of(lessons, index, place);
    if (!clues->secrets) {
        note_deals(lessons, index, place, state);
        return;
    }
    for (int seat = 0; seat < sr_head(state)->seats; seat++) {
        look[seat].secret = clues->secret_of(state, seat);
        for (int secret = 0; secret < sr_secrets(clues); secret++)
            clues->read(state, seat, secret, look[seat].clue[secret]);
    }
}

static void note_end(void *notes, uint64_t index, int count, const void *state) {
    struct lessons *lessons = notes;
    (void)state;
    lessons->count[index] = (uint8_t)count;
}

static struct sr_notes_piece piece_of(void *notes, uint64_t game, int piece) {
    const struct lessons *lessons = notes;
    struct look *look = looks_of(lessons, game, 0);
    if (piece == 0)
        return (struct sr_notes_piece){&lessons->count[game], sizeof lessons->count[game]};
    return (struct sr_notes_piece){look, PER_GAME * lessons->study->setup.seats * sizeof *look};
}

static bool play_all(struct lessons *lessons, struct sr_error *error) {
    const struct sr_clues_study *study = lessons->study;
    return sr_school_play(&(struct sr_school){.game = study->game,
                                              .setup = &study->setup,
                                              .bot = study->bot,
                                              .bots = study->setup.seats,
                                              .games = study->games,
                                              .per_game = PER_GAME,
                                              .threads = study->threads,
                                              .progress = study->progress,
                                              .context = study->context,
                                              .note = note_position,
                                              .end = note_end,
                                              .notes = lessons,
                                              .piece = piece_of,
                                              .fleet = study->fleet,
                                              .journal = study->journal},
                          error);
}

/* ---- regression ---- */

struct sums {
    double loss, gradient[MAX_SIZE], *curvature; /* a square of `size` */
    int secrets, clues, size;
    bool shared; /* the weights, by all secrets */
    uint64_t looks;
};

static void add_look(struct sums *sums, const struct look *look, const double *weight) {
    double chance[SR_MAX_SECRETS] = {0}, most = -1e300, total = 0;
    int clues = sums->clues, own = sums->shared ? 0 : clues; /* from weights to weights */
    for (int secret = 0; secret < sums->secrets; secret++) {
        for (int i = 0; i < clues; i++)
            chance[secret] += weight[secret * own + i] * look->clue[secret][i];
        most = fmax(most, chance[secret]);
    }
    for (int secret = 0; secret < sums->secrets; secret++)
        total += chance[secret] = exp(chance[secret] - most);
    for (int secret = 0; secret < sums->secrets; secret++)
        chance[secret] /= total;
    sums->loss -= log(fmax(chance[look->secret], 1e-300));
    for (int a = 0; a < sums->secrets; a++) {
        double surplus = (a == look->secret) - chance[a];
        for (int i = 0; i < clues; i++) {
            double clue = look->clue[a][i];
            if (clue == 0)
                continue;
            sums->gradient[a * own + i] += surplus * clue;
            for (int b = 0; b <= (sums->shared ? sums->secrets - 1 : a); b++) {
                double common = clue * chance[a] * ((a == b) - chance[b]);
                double *row = &sums->curvature[(a * own + i) * sums->size + b * own];
                for (int j = 0; j < clues; j++)
                    row[j] += common * look->clue[b][j];
            }
        }
    }
    sums->looks++;
}

static void add_all(struct sums *sums, const struct lessons *lessons, const double *weight) {
    int seats = lessons->study->setup.seats;
    memset(sums->gradient, 0, sizeof sums->gradient);
    memset(sums->curvature, 0, sizeof(double) * (size_t)(sums->size * sums->size));
    sums->loss = 0;
    sums->looks = 0;
    for (uint64_t game = 0; game < lessons->study->games; game++)
        for (int place = 0; place < lessons->count[game]; place++)
            for (int seat = 0; seat < seats; seat++)
                add_look(sums, &looks_of(lessons, game, place)[seat], weight);
    for (int i = 0; i < sums->size; i++) {
        sums->gradient[i] -= pull * weight[i];
        sums->curvature[i * sums->size + i] += pull;
    }
}

static void fit(const struct lessons *lessons, struct sums *sums, struct sr_clues_result *result) {
    const struct sr_clues *clues = sr_mind_of(lessons->study->game)->clues;
    double weight[MAX_SIZE] = {0};
    add_all(sums, lessons, weight);
    result->looks = sums->looks;
    result->loss_blind = sums->loss / (double)sums->looks;
    int row = sums->shared ? lessons->study->setup.seats - lessons->study->game->seats_min : 0;
    for (int i = 0; i < sums->size; i++)
        weight[i] = clues->weights[row * sums->size + i] / SR_CLUE_UNIT;
    add_all(sums, lessons, weight);
    result->loss_before = sums->loss / (double)sums->looks;
    memset(weight, 0, sizeof weight);
    for (int step = 0; step < NEWTON_STEPS; step++) {
        add_all(sums, lessons, weight);
        sr_newton_factor(sums->curvature, sums->size, sums->size);
        sr_newton_solve(sums->curvature, sums->size, sums->size, sums->gradient);
        for (int i = 0; i < sums->size; i++)
            weight[i] += sums->gradient[i];
    }
    add_all(sums, lessons, weight);
    result->loss_after = sums->loss / (double)sums->looks;
    for (int secret = 0; secret < sr_secrets(clues); secret++)
        for (int i = 0; i < sums->clues; i++)
            result->weight[secret][i] = weight[secret * sums->clues + i];
}

bool sr_clues_learn(const struct sr_clues_study *study, struct sr_clues_result *result,
                    struct sr_error *error) {
    struct lessons lessons = {.study = study};
    memset(result, 0, sizeof *result);
    if (!sr_setup_check(study->game, &study->setup, error))
        return false;
    if (!sr_mind_of(study->game)->clues)
        return sr_fail(error, SR_PROBLEM_NO_CLUES, study->game->name, NULL);
    const struct sr_clues *clues = sr_mind_of(study->game)->clues;
    struct sums sums = {.secrets = clues->secrets ? sr_secrets(clues) : DEALS,
                        .clues = clues->count,
                        .shared = !clues->secrets};
    sums.size = sr_secrets(clues) * sums.clues;
    size_t looks = (size_t)PER_GAME * study->setup.seats;
    sums.curvature = calloc((size_t)(sums.size * sums.size), sizeof *sums.curvature);
    if (!sums.curvature)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    lessons.look = sr_school_notes(study->games, looks * sizeof *lessons.look, error);
    if (lessons.look)
        lessons.count = sr_school_notes(study->games, sizeof *lessons.count, error);
    bool ready = lessons.look && lessons.count;
    ready = ready && play_all(&lessons, error);
    if (ready) {
        fit(&lessons, &sums, result);
        result->games = study->games;
    }
    free(sums.curvature);
    free(lessons.look);
    free(lessons.count);
    return ready;
}
