/* Nets ready to judge. Loading folds the inputs of a group into one row for each value it may have,
 * and leaves out groups that say nothing: what is left is a table of rows to be added up. */
#include "bots/net.h"

#include "bots/net_file.h"
#include "core/exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64, NAMED = 192 };

/* Rows of inputs that say what a feature is about: those of the field of its name. */
struct named {
    uint16_t row, end;
    uint8_t seat, feature; /* seats counted from the one that looks */
};

struct sr_net {
    struct sr_inputs inputs;
    struct sr_net_weights weights; /* `row` is the folded table */
    const struct sr_net_sums *sums;
    uint64_t checksum;
    float out_unit; /* what one of the output's numbers is worth */
    struct sr_net_rows rows;
    int nameds;
    struct named named[NAMED];
    /* rows of features, two by two; of an odd number the last stands beside nothing */
    _Alignas(ALIGNMENT) int16_t pair[SR_MAX_SEATS * SR_MAX_FEATURES * SR_NET_UNITS];
};

/* ---- loading ---- */

static void fold_group(const struct sr_input_group *group, const int16_t *input, int16_t *row) {
    for (int value = 0; value < group->values; value++, row += SR_NET_UNITS) {
        const int16_t *first = input + group->first * SR_NET_UNITS;
        if (!group->set)
            memcpy(row, first + value * SR_NET_UNITS, SR_NET_UNITS * sizeof *row);
        for (int bit = 0; group->set && bit < group->count; bit++)
            for (int unit = 0; (value >> bit & 1) && unit < SR_NET_UNITS; unit++)
                row[unit] = (int16_t)(row[unit] + first[bit * SR_NET_UNITS + unit]);
    }
}

static bool is_empty(const struct sr_input_group *group, const int16_t *input) {
    const int16_t *first = input + group->first * SR_NET_UNITS;
    for (int i = 0; i < group->count * SR_NET_UNITS; i++)
        if (first[i])
            return false;
    return true;
}

static void pair_features(struct sr_net *net) {
    const struct sr_net_weights *weights = &net->weights;
    for (int i = 0; i < weights->seats * weights->features; i++)
        for (int unit = 0; unit < SR_NET_UNITS; unit++)
            net->pair[(i / 2 * SR_NET_UNITS + unit) * 2 + i % 2] = weights->feature_row[i][unit];
}

/* The folded table takes the place of the rows that were read. */
static bool fold(struct sr_net *net, struct sr_error *error) {
    const struct sr_inputs *inputs = &net->inputs;
    uint16_t *row_of = net->rows.row_of;
    uint32_t rows = 0;
    for (int i = 0; i < inputs->groups; i++) {
        bool empty = is_empty(&inputs->group[i], net->weights.row);
        row_of[i] = (uint16_t)(empty ? (uint32_t)SR_NO_ROW : rows);
        rows += empty ? 0 : inputs->group[i].values;
        if (rows >= SR_NO_ROW)
            return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    }
    size_t size = ((size_t)rows + 1) * SR_NET_UNITS * sizeof *net->weights.row;
    int16_t *table = aligned_alloc(ALIGNMENT, size);
    if (!table)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    memset(table, 0, size);
    for (int i = 0; i < inputs->groups; i++)
        if (row_of[i] != SR_NO_ROW)
            fold_group(&inputs->group[i], net->weights.row, table + row_of[i] * SR_NET_UNITS);
    free(net->weights.row);
    net->weights.row = table;
    net->rows.nothing = (uint16_t)rows; /* the last of the table */
    return sr_net_rows_open(&net->rows, inputs) || sr_fail(error, SR_PROBLEM_MEMORY, NULL);
}

/* -1: none is called so. */
static int feature_named(const struct sr_mind *mind, const char *name) {
    for (int i = 0; i < mind->feature_count; i++)
        if (strcmp(mind->features[i].name, name) == 0)
            return i;
    return -1;
}

/* Of groups that there is no room for, nothing is told. */
static void name_rows(struct sr_net *net, const struct sr_elements *elements) {
    const struct sr_inputs *inputs = &net->inputs;
    for (int i = 0; i < inputs->groups && net->nameds < NAMED; i++) {
        const struct sr_input_group *group = &inputs->group[i];
        uint16_t row = net->rows.row_of[i];
        if (row == SR_NO_ROW || group->element == SR_INPUT_RELATION)
            continue;
        const struct sr_element *element = &elements->list[group->element];
        if (element->part != SR_OF_FIELD || element->field->axis[0].kind != SR_BY_SEAT)
            continue;
        int feature = feature_named(sr_mind_of(inputs->game), element->field->name);
        if (feature >= 0)
            net->named[net->nameds++] =
                (struct named){row, (uint16_t)(row + group->values), (uint8_t)element->index.at[0],
                               (uint8_t)feature};
    }
}

struct sr_net *sr_net_open(const struct sr_game *game, int seats, const char *path,
                           const void *bytes, size_t size, struct sr_error *error) {
    size_t room = (sizeof(struct sr_net) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    struct sr_net *net = aligned_alloc(ALIGNMENT, room);
    if (!net) {
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        return NULL;
    }
    memset(net, 0, room);
    struct sr_elements *elements = malloc(sizeof *elements);
    bool compiled = elements && sr_inputs_compile(&net->inputs, elements, game, seats);
    if (!compiled)
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    if (!compiled || !sr_net_read(&net->weights, &net->inputs, path, bytes, size, error) ||
        !fold(net, error)) {
        free(elements);
        sr_net_free(net);
        return NULL;
    }
    name_rows(net, elements);
    free(elements);
    memcpy(&net->checksum, (const char *)bytes + size - sizeof net->checksum, sizeof net->checksum);
    pair_features(net);
    net->sums = sr_net_sums_best();
    net->out_unit = 1.0f / (float)(1 << (net->weights.row_shift + net->weights.out_shift));
    return net;
}

void sr_net_free(struct sr_net *net) {
    if (!net)
        return;
    sr_net_rows_close(&net->rows);
    free(net->weights.row);
    free(net);
}

int sr_net_seats(const struct sr_net *net) {
    return net->inputs.seats;
}

uint64_t sr_net_checksum(const struct sr_net *net) {
    return net->checksum;
}

/* ---- judging ---- */

/* What the rows come to: all of them, or what is new since the seat looked last. `fresh` has room
 * for it where nobody looked. */
static const int16_t *sum_rows(const struct sr_net *net, const struct sr_net_sums *sums,
                               struct sr_net_past *past, const void *state, int seat,
                               int16_t fresh[SR_NET_UNITS]) {
    const int16_t *table = net->weights.row;
    struct sr_net_sight *sight = past ? &past->of[seat] : NULL;
    int16_t *sum = sight ? sight->sum : fresh;
    if (sight && sight->known) {
        struct sr_net_change change;
        sr_net_rows_change(&net->rows, sums, sight, state, seat, &change);
        sums->exchange_rows(sum, table, change.out, change.in, change.count);
    } else {
        uint16_t row[SR_INPUT_ACTIVE];
        memcpy(sum, net->weights.bias, sizeof net->weights.bias);
        sums->add_rows(sum, table, row, sr_net_rows_list(&net->rows, state, seat, row));
        if (sight)
            sr_net_rows_look(&net->rows, sight, state, seat);
    }
    return sum;
}

/* Room for a few features more than there are: see round_features(). */
enum { ROOM = SR_MAX_SEATS * SR_MAX_FEATURES + SR_NET_SOME };

/* Features in whole numbers, from the seat that is asked on. Behind the last of a seat there may be
 * more than features, which those of the next take the place of. */
static void round_features(const struct sr_net *net, const struct sr_net_sums *sums,
                           const float *measured, int seat, int16_t times[ROOM]) {
    int seats = net->inputs.seats, features = net->weights.features;
    for (int other = 0; other < seats; other++, times += features) {
        int who = seat + other < seats ? seat + other : seat + other - seats;
        sums->round_features(times, measured + who * features, net->weights.feature_unit, features);
    }
    *times = 0; /* beside the last, if it has none */
}
_Static_assert(SR_MAX_FEATURES % SR_NET_SOME == 0, "features are measured a few at once");

/* From which seat a position is seen. */
static int looker_of(const struct sr_net *net, const void *state, int thinker) {
    bool from_thinker = sr_mind_of(net->inputs.game)->net_by_thinker && thinker != SR_SPECTATOR;
    return from_thinker ? thinker : sr_head(state)->decider;
}

static int stage_of(const struct sr_net *net, const void *state) {
    const struct sr_mind *mind = sr_mind_of(net->inputs.game);
    return mind->stage ? mind->stage(state) : 0;
}

void sr_net_judge_by(const struct sr_net *net, const struct sr_net_sums *sums,
                     struct sr_net_past *past, const void *state, int thinker,
                     float logit[SR_MAX_SEATS]) {
    const struct sr_net_weights *weights = &net->weights;
    const struct sr_mind *mind = sr_mind_of(net->inputs.game);
    int seats = net->inputs.seats, seat = looker_of(net, state, thinker);
    int stage = stage_of(net, state), features = seats * weights->features;
    float measured[ROOM], linear[SR_MAX_SEATS] = {0};
    int16_t times[ROOM], fresh[SR_NET_UNITS];
    int32_t total[SR_MAX_SEATS];

    const int16_t *sum = sum_rows(net, sums, past, state, seat, fresh);
    if (mind->measure) {
        sr_judge_features(net->inputs.game, state, measured, linear);
        memset(measured + features, 0, SR_NET_SOME * sizeof *measured);
        round_features(net, sums, measured, seat, times);
    }
    sums->answer(sum, net->pair, times, mind->measure ? (features + 1) / 2 : 0, weights->out[stage],
                 seats, total);
    for (int other = 0; other < seats; other++) {
        int who = seat + other < seats ? seat + other : seat + other - seats;
        logit[who] = weights->slope[stage] * linear[who] +
                     (float)(weights->out_bias[stage][other] + total[other]) * net->out_unit;
    }
}

void sr_net_judge(const struct sr_net *net, struct sr_net_past *past, const void *state,
                  int thinker, float logit[SR_MAX_SEATS]) {
    sr_net_judge_by(net, net->sums, past, state, thinker, logit);
}

/* ---- reasons ---- */

static void add_units(float to[SR_NET_UNITS], const int16_t *row, float times) {
    for (int unit = 0; unit < SR_NET_UNITS; unit++)
        to[unit] += times * row[unit];
}

static void take_rows_apart(const struct sr_net *net, const void *state, int seat,
                            struct sr_net_parts *parts) {
    int seats = net->inputs.seats, own = (seat + seats - parts->looker) % seats;
    uint16_t row[SR_INPUT_ACTIVE];
    int count = sr_net_rows_list(&net->rows, state, parts->looker, row);
    for (int i = 0; i < count; i++) {
        const int16_t *weights = net->weights.row + row[i] * SR_NET_UNITS;
        add_units(parts->all, weights, 1);
        for (const struct named *named = net->named; named < net->named + net->nameds; named++)
            if (row[i] >= named->row && row[i] < named->end)
                add_units(parts->of[named->seat != own][named->feature], weights, 1);
    }
}

static void take_features_apart(const struct sr_net *net, const void *state, int seat,
                                struct sr_net_parts *parts) {
    int seats = net->inputs.seats, features = net->weights.features;
    float measured[ROOM], linear[SR_MAX_SEATS];
    int16_t times[ROOM];
    sr_judge_features(net->inputs.game, state, measured, linear);
    memset(measured + seats * features, 0, SR_NET_SOME * sizeof *measured);
    round_features(net, net->sums, measured, parts->looker, times);
    for (int i = 0; i < seats * features; i++) {
        const int16_t *weights = net->weights.feature_row[i];
        float by = (float)times[i] / SR_NET_FEATURE_UNIT;
        bool others = (parts->looker + i / features) % seats != seat;
        add_units(parts->all, weights, by);
        add_units(parts->of[others][i % features], weights, by);
    }
}

void sr_net_take_apart(const struct sr_net *net, const void *state, int seat,
                       struct sr_net_parts *parts) {
    memset(parts, 0, sizeof *parts);
    parts->looker = looker_of(net, state, seat);
    add_units(parts->all, net->weights.bias, 1);
    take_rows_apart(net, state, seat, parts);
    if (sr_mind_of(net->inputs.game)->measure)
        take_features_apart(net, state, seat, parts);
}

void sr_net_answer(const struct sr_net *net, const void *now, int looker,
                   const float unit[SR_NET_UNITS], const float linear[SR_MAX_SEATS],
                   float logit[SR_MAX_SEATS]) {
    const struct sr_net_weights *weights = &net->weights;
    int seats = net->inputs.seats, stage = stage_of(net, now);
    for (int other = 0; other < seats; other++) {
        int who = (looker + other) % seats;
        int32_t total = weights->out_bias[stage][other];
        for (int i = 0; i < SR_NET_UNITS; i++) {
            int32_t whole = (int32_t)floorf(unit[i]); /* as sums in whole numbers are */
            total +=
                weights->out[stage][other][i] * (whole < 0 ? whole >> SR_NET_LEAK_SHIFT : whole);
        }
        logit[who] = weights->slope[stage] * linear[who] + (float)total * net->out_unit;
    }
}

void sr_net_shares(float logit[SR_MAX_SEATS], int seats) {
    float most = seats == 1 && logit[0] < 0 ? 0 : logit[0], sum = 0;
    for (int seat = 1; seat < seats; seat++)
        most = logit[seat] > most ? logit[seat] : most;
    if (seats == 1)
        sum = sr_exp(-most);
    for (int seat = 0; seat < seats; seat++) {
        logit[seat] = logit[seat] < most ? sr_exp(logit[seat] - most) : 1.0f; /* e^0 is 1 */
        sum += logit[seat];
    }
    for (int seat = 0; seat < seats; seat++)
        logit[seat] /= sum;
}
