/* From notes to exercises: inputs, features in units, and what the net should say.
 *
 * The aim of a decision is half what came after it, and half what the search said. What came after
 * is the return with lambda: what was said next, and more and more how it ended. A search is too
 * modest, since it also tries bad moves, or too sure, if its judge is; by how much is found from
 * the ends. */
#include "lab/train_data.h"

#include "lab/lesson.h"
#include "lab/problems.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float lambda = 0.8f;
static const float half = 0.5f;
static const float least_share = 1e-4f;

/* ---- shares ---- */

/* Shares to the power of `sharp`, so that they are again shares. Alone, against losing. */
static void sharpen(float share[SR_MAX_SEATS], int seats, float sharp) {
    float sum = seats == 1 ? powf(fmaxf(1.0f - share[0], least_share), sharp) : 0;
    for (int seat = 0; seat < seats; seat++) {
        share[seat] = powf(fmaxf(share[seat], least_share), sharp);
        sum += share[seat];
    }
    for (int seat = 0; seat < seats; seat++)
        share[seat] /= sum;
}

static double surprise(const float *aim, const float *share, int seats) {
    double sum = 0, rest = 1, left = 1;
    for (int seat = 0; seat < seats; seat++) {
        sum -= (double)aim[seat] * log((double)fmaxf(share[seat], least_share));
        rest -= (double)aim[seat];
        left -= (double)share[seat];
    }
    return seats == 1 ? sum - rest * log(fmax(left, (double)least_share)) : sum;
}

/* ---- how much surer the search could be ---- */

static const unsigned char *note_at(const struct sr_training *training, int part, size_t i) {
    return training->part[part].notes + i * sr_note_bytes(training->game, training->seats);
}

/* How surprising the ends are for a search that is so much surer. */
static double surprise_by(const struct sr_training *training, float sharp) {
    double sum = 0;
    float end[SR_MAX_SEATS] = {0}, said[SR_MAX_SEATS];
    for (int part = 0; part < training->parts; part++)
        for (size_t i = training->part[part].count; i-- > 0;) {
            const unsigned char *note = note_at(training, part, i);
            if (sr_note_kind(note) >= SR_NOTE_END)
                sr_note_shares(training->game, note, training->seats, end);
            if (sr_note_kind(note) != SR_NOTE_DECISION)
                continue;
            sr_note_shares(training->game, note, training->seats, said);
            sharpen(said, training->seats, sharp);
            sum += surprise(end, said, training->seats);
        }
    return sum;
}

/* Among these; a finer answer would not be a better one. */
static float find_rescale(const struct sr_training *training) {
    static const float tried[] = {0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f, 0.85f,
                                  1.0f, 1.2f, 1.4f, 1.7f, 2.0f, 2.5f, 3.0f};
    float best = 1;
    double least = 1e300;
    for (size_t i = 0; i < sizeof tried / sizeof tried[0]; i++) {
        double found = surprise_by(training, tried[i]);
        if (found < least) {
            least = found;
            best = tried[i];
        }
    }
    return best;
}

/* ---- exercises ---- */

static int stages_of(const struct sr_game *game) {
    int stages = sr_mind_of(game)->stages;
    return stages ? stages : 1;
}

static void turn(const float *from, int seats, int seat, float *to) {
    for (int other = 0; other < seats; other++)
        to[other] = from[(seat + other) % seats];
}

/* Inputs, features as they are, and what the linear judge says. */
static void look_at(struct sr_exercises *to, const void *state, int seat, size_t *inputs_used) {
    const struct sr_game *game = to->inputs->game;
    const struct sr_mind *mind = sr_mind_of(game);
    struct sr_exercise *exercise = &to->exercise[to->count];
    float measured[SR_MAX_SEATS * SR_MAX_FEATURES] = {0}, linear[SR_MAX_SEATS] = {0};
    exercise->seat = (uint8_t)seat;
    exercise->stage = mind->stage ? mind->stage(state) : 0;
    exercise->first = (uint32_t)*inputs_used;
    exercise->count = (uint16_t)sr_inputs_read(to->inputs, state, seat, to->on + *inputs_used);
    *inputs_used += exercise->count;
    if (mind->measure)
        sr_judge_features(game, state, measured, linear);
    turn(linear, to->seats, seat, exercise->linear);
    for (int other = 0; other < to->seats; other++)
        memcpy(to->feature + (to->count * (size_t)to->seats + (size_t)other) * (size_t)to->features,
               measured + (seat + other) % to->seats * to->features,
               sizeof *measured * (size_t)to->features);
}

/* Who thinks may be any seat: then a position is seen from two of them. */
static int views_of(const struct sr_training *training) {
    return sr_mind_of(training->game)->net_by_thinker && training->seats > 1 ? 2 : 1;
}

/* The notes of a part, from its last to its first: so what comes after is known. */
static bool add_part(struct sr_exercises *to, const struct sr_training *training, int part,
                     size_t *inputs_used, size_t *room) {
    _Alignas(8) unsigned char state[SR_MAX_STATE];
    float after[SR_MAX_SEATS] = {0}, said[SR_MAX_SEATS], aim[SR_MAX_SEATS], won[SR_MAX_SEATS] = {0};
    int seats = to->seats, deals = 0;
    bool whole_deal = false; /* what is dealt comes first, and so is read after its forks */
    for (size_t i = training->part[part].count; i-- > 0;) {
        const unsigned char *note = note_at(training, part, i);
        enum sr_note_kind kind = sr_note_kind(note);
        sr_note_shares(training->game, note, seats, said);
        if (kind >= SR_NOTE_END) {
            memcpy(after, said, sizeof after);
            for (int seat = 0; seat < seats; seat++)
                won[seat] = sr_note_won(said, seats, seat);
            to->games++;
            deals += whole_deal;
            whole_deal = kind == SR_NOTE_END;
            continue;
        }
        if (*inputs_used + (size_t)views_of(training) * SR_INPUT_ACTIVE > *room) {
            *room = 2 * *room + (size_t)views_of(training) * SR_INPUT_ACTIVE;
            uint16_t *more = realloc(to->on, *room * sizeof *more);
            if (!more)
                return false;
            to->on = more;
        }
        sharpen(said, seats, to->rescale);
        for (int seat = 0; seat < seats; seat++) {
            aim[seat] = kind == SR_NOTE_LEAF ? said[seat] : half * said[seat] + half * after[seat];
            if (kind == SR_NOTE_DECISION)
                after[seat] = (1 - lambda) * said[seat] + lambda * after[seat];
        }
        sr_note_state(training->game, note, state);
        for (int view = 0; view < views_of(training); view++) {
            bool turned = sr_mind_of(training->game)->net_by_thinker;
            int seat = turned ? (int)((i + (size_t)view) % (size_t)seats) : sr_head(state)->decider;
            look_at(to, state, seat, inputs_used);
            struct sr_exercise *exercise = &to->exercise[to->count++];
            turn(aim, seats, exercise->seat, exercise->aim);
            exercise->kept_back = deals % SR_ONE_KEPT_BACK_IN == 0;
            exercise->decision = kind == SR_NOTE_DECISION;
            turn(won, seats, exercise->seat, exercise->won);
        }
    }
    return true;
}

/* A feature's unit is its usual size; it is cut where a net in whole numbers cuts it. */
static void scale_features(struct sr_exercises *to) {
    size_t rows = to->count * (size_t)to->seats;
    const float most = (float)SR_NET_FEATURE_MOST / SR_NET_FEATURE_UNIT;
    for (int i = 0; i < to->features; i++) {
        double squares = 0;
        for (size_t row = 0; row < rows; row++) {
            double value = (double)to->feature[row * (size_t)to->features + (size_t)i];
            squares += value * value;
        }
        float usual = (float)sqrt(squares / (double)(rows ? rows : 1));
        to->feature_unit[i] = usual > 1e-6f ? 1.0f / usual : 0;
        for (size_t row = 0; row < rows; row++) {
            float *value = &to->feature[row * (size_t)to->features + (size_t)i];
            *value = fmaxf(-most, fminf(most, *value * to->feature_unit[i]));
        }
    }
}

bool sr_exercises_make(struct sr_exercises *exercises, const struct sr_training *training,
                       struct sr_error *error) {
    size_t notes = 0, inputs_used = 0, room = 0;
    *exercises = (struct sr_exercises){.seats = training->seats,
                                       .views = views_of(training),
                                       .features = sr_mind_of(training->game)->feature_count,
                                       .stages = stages_of(training->game)};
    for (int part = 0; part < training->parts; part++)
        notes += training->part[part].count * (size_t)views_of(training);
    exercises->inputs = malloc(sizeof *exercises->inputs);
    exercises->exercise = calloc(notes + 1, sizeof *exercises->exercise);
    exercises->feature =
        calloc(notes * (size_t)(training->seats * exercises->features) + 1, sizeof(float));
    if (!exercises->inputs || !exercises->exercise || !exercises->feature)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    struct sr_elements *elements = malloc(sizeof *elements);
    bool compiled =
        elements && sr_inputs_compile(exercises->inputs, elements, training->game, training->seats);
    free(elements);
    if (!compiled)
        return sr_fail(error, SR_PROBLEM_TOO_MANY_INPUTS, training->game->name, NULL);
    exercises->rescale = find_rescale(training);
    for (int part = 0; part < training->parts; part++)
        if (!add_part(exercises, training, part, &inputs_used, &room))
            return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    scale_features(exercises);
    return true;
}

void sr_exercises_free(struct sr_exercises *exercises) {
    free(exercises->inputs);
    free(exercises->exercise);
    free(exercises->feature);
    free(exercises->on);
}
