/* Nets ready to judge. Loading folds the inputs of a group into one row for each value it may have,
 * and leaves out groups that say nothing: what is left is a table of rows to be added up. */
#include "bots/net.h"

#include "bots/net_file.h"
#include "core/exact.h"

#include <stdlib.h>
#include <string.h>

enum { NO_ROW = UINT16_MAX, ALIGNMENT = 64 };

/* Where a row begins: the first of the group's, and the byte that says which of them it is. */
struct place {
    uint16_t at, row;
    uint8_t map;
};

/* A few bits of two bytes. Where none is set there is nothing to add. */
struct set_place {
    uint16_t at, row;
    uint8_t shift, mask;
};

/* Another wider number or a relation: read as the inputs say. */
struct odd_place {
    uint16_t row;
    struct sr_input_reading reading;
};

struct list_place {
    uint16_t at, length_at, most, row;
    uint8_t map;
};

/* What there is to add up for a seat. */
struct view {
    int places, set_places, odd_places, lists;
    struct place place[SR_INPUT_READINGS];
    struct set_place set[SR_INPUT_READINGS];
    struct odd_place odd[SR_INPUT_READINGS];
    struct list_place list[SR_INPUT_LISTS];
};

struct sr_net {
    struct sr_inputs inputs;
    struct sr_net_weights weights; /* `row` is the folded table */
    const struct sr_net_sums *sums;
    uint64_t checksum;
    float out_unit; /* what one of the output's numbers is worth */
    struct view view[SR_MAX_SEATS];
    uint16_t row_of[SR_INPUT_GROUPS]; /* the first of a group; NO_ROW: it says nothing */
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

static void fill_view(struct view *view, const struct sr_inputs *inputs, int seat,
                      const uint16_t *row_of) {
    const struct sr_input_view *from = &inputs->view[seat];
    for (int i = 0; i < from->readings; i++) {
        const struct sr_input_reading *reading = &from->reading[i];
        uint16_t row = row_of[reading->group];
        if (row == NO_ROW)
            continue;
        if (reading->width == 1)
            view->place[view->places++] = (struct place){reading->at, row, reading->map};
        else if (reading->width == 2 && reading->part)
            view->set[view->set_places++] =
                (struct set_place){reading->at, row, reading->shift,
                                   (uint8_t)(inputs->group[reading->group].values - 1)};
        else
            view->odd[view->odd_places++] = (struct odd_place){row, *reading};
    }
    for (int i = 0; i < from->lists; i++) {
        const struct sr_input_list *list = &from->list[i];
        if (row_of[list->group] != NO_ROW)
            view->list[view->lists++] = (struct list_place){list->at, list->length_at, list->most,
                                                            row_of[list->group], list->map};
    }
}

/* The folded table takes the place of the rows that were read. */
static bool fold(struct sr_net *net, struct sr_error *error) {
    const struct sr_inputs *inputs = &net->inputs;
    uint16_t *row_of = net->row_of;
    uint32_t rows = 0;
    for (int i = 0; i < inputs->groups; i++) {
        bool empty = is_empty(&inputs->group[i], net->weights.row);
        row_of[i] = (uint16_t)(empty ? (uint32_t)NO_ROW : rows);
        rows += empty ? 0 : inputs->group[i].values;
        if (rows >= NO_ROW)
            return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    }
    size_t size = ((size_t)rows + 1) * SR_NET_UNITS * sizeof *net->weights.row;
    int16_t *table = aligned_alloc(ALIGNMENT, size);
    if (!table)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    memset(table, 0, size);
    for (int i = 0; i < inputs->groups; i++)
        if (row_of[i] != NO_ROW)
            fold_group(&inputs->group[i], net->weights.row, table + row_of[i] * SR_NET_UNITS);
    free(net->weights.row);
    net->weights.row = table;
    for (int seat = 0; seat < inputs->seats; seat++)
        fill_view(&net->view[seat], inputs, seat, row_of);
    return true;
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
    free(elements);
    if (!compiled)
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    if (!compiled || !sr_net_read(&net->weights, &net->inputs, path, bytes, size, error) ||
        !fold(net, error)) {
        sr_net_free(net);
        return NULL;
    }
    memcpy(&net->checksum, (const char *)bytes + size - sizeof net->checksum, sizeof net->checksum);
    net->sums = sr_net_sums_best();
    net->out_unit = 1.0f / (float)(1 << (net->weights.row_shift + net->weights.out_shift));
    return net;
}

void sr_net_free(struct sr_net *net) {
    if (net)
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

static int list_rows(const struct sr_net *net, const unsigned char *state, int seat,
                     uint16_t row[SR_INPUT_ACTIVE]) {
    const struct view *view = &net->view[seat];
    const struct sr_mind *mind = sr_mind_of(net->inputs.game);
    uint8_t relations[SR_MAX_RELATIONS];
    int count = 0;
    for (; count < view->places; count++) {
        const struct place *place = &view->place[count];
        row[count] = (uint16_t)(place->row + net->inputs.map[place->map][state[place->at]]);
    }
    for (int i = 0; i < view->set_places; i++) {
        const struct set_place *place = &view->set[i];
        uint16_t two;
        memcpy(&two, state + place->at, sizeof two);
        unsigned bits = (unsigned)two >> place->shift & place->mask;
        row[count] = (uint16_t)(place->row + bits);
        count += bits != 0;
    }
    if (mind->relate)
        mind->relate(state, seat, relations);
    for (int i = 0; i < view->odd_places; i++)
        row[count++] =
            (uint16_t)(view->odd[i].row +
                       sr_input_value(&net->inputs, &view->odd[i].reading, state, relations));
    for (int i = 0; i < view->lists; i++) {
        const struct list_place *list = &view->list[i];
        int length = state[list->length_at] < list->most ? state[list->length_at] : list->most;
        for (int n = 0; n < length && count < SR_INPUT_ACTIVE; n++)
            row[count++] = (uint16_t)(list->row + net->inputs.map[list->map][state[list->at + n]]);
    }
    struct sr_input_pending pending[SR_INPUT_PENDING];
    int waiting = sr_inputs_pending(&net->inputs, state, seat, pending);
    for (int i = 0; i < waiting && count < SR_INPUT_ACTIVE; i++)
        if (net->row_of[pending[i].group] != NO_ROW)
            row[count++] = (uint16_t)(net->row_of[pending[i].group] + pending[i].value);
    return count;
}

/* Features in whole numbers, from the seat that is asked on. */
static void round_features(const struct sr_net *net, const float *measured, int seat,
                           int16_t times[]) {
    int seats = net->inputs.seats, features = net->weights.features;
    const float most = SR_NET_FEATURE_MOST, *unit = net->weights.feature_unit;
    for (int other = 0; other < seats; other++, times += features) {
        const float *value = measured + (seat + other) % seats * features;
        for (int i = 0; i < features; i++) {
            float units = value[i] * unit[i];
            units = units > most ? most : units;
            units = units < -most ? -most : units;
            times[i] = (int16_t)(units + (units < 0 ? -0.5f : 0.5f));
        }
    }
}

static int16_t activate(int32_t sum) {
    int32_t unit = sum >> 6; /* by SR_NET_FEATURE_UNIT, rounded down */
    unit = unit < 0 ? unit >> SR_NET_LEAK_SHIFT : unit;
    unit = unit > INT16_MAX ? INT16_MAX : unit;
    return (int16_t)(unit < -INT16_MAX ? -INT16_MAX : unit);
}
_Static_assert(SR_NET_FEATURE_UNIT == 1 << 6, "activate() shifts");

void sr_net_judge_by(const struct sr_net *net, const struct sr_net_sums *sums, const void *state,
                     int thinker, float logit[SR_MAX_SEATS]) {
    const struct sr_net_weights *weights = &net->weights;
    const struct sr_mind *mind = sr_mind_of(net->inputs.game);
    bool from_thinker = mind->net_by_thinker && thinker != SR_SPECTATOR;
    int seats = net->inputs.seats, seat = from_thinker ? thinker : sr_head(state)->decider;
    int stage = mind->stage ? mind->stage(state) : 0;
    float measured[SR_MAX_SEATS * SR_MAX_FEATURES], linear[SR_MAX_SEATS] = {0};
    uint16_t row[SR_INPUT_ACTIVE];
    int16_t times[SR_MAX_SEATS * SR_MAX_FEATURES];
    _Alignas(ALIGNMENT) int16_t unit[SR_NET_UNITS];
    _Alignas(ALIGNMENT) int32_t sum[SR_NET_UNITS];

    memcpy(unit, weights->bias, sizeof unit);
    sums->add_rows(unit, weights->row, row, list_rows(net, state, seat, row));
    for (int i = 0; i < SR_NET_UNITS; i++)
        sum[i] = unit[i] * SR_NET_FEATURE_UNIT;
    if (mind->measure) {
        sr_judge_features(net->inputs.game, state, measured, linear);
        round_features(net, measured, seat, times);
        sums->add_times(sum, weights->feature_row[0], times, seats * weights->features);
    }
    for (int i = 0; i < SR_NET_UNITS; i++)
        unit[i] = activate(sum[i]);
    for (int other = 0; other < seats; other++) {
        const int16_t *out = weights->out[stage][other];
        int32_t total = weights->out_bias[stage][other];
        for (int i = 0; i < SR_NET_UNITS; i++)
            total += out[i] * unit[i];
        int who = (seat + other) % seats;
        logit[who] = weights->slope[stage] * linear[who] + (float)total * net->out_unit;
    }
}

void sr_net_judge(const struct sr_net *net, const void *state, int thinker,
                  float logit[SR_MAX_SEATS]) {
    sr_net_judge_by(net, net->sums, state, thinker, logit);
}

void sr_net_shares(float logit[SR_MAX_SEATS], int seats) {
    float most = seats == 1 && logit[0] < 0 ? 0 : logit[0], sum = 0;
    for (int seat = 1; seat < seats; seat++)
        most = logit[seat] > most ? logit[seat] : most;
    if (seats == 1)
        sum = sr_exp(-most);
    for (int seat = 0; seat < seats; seat++) {
        logit[seat] = sr_exp(logit[seat] - most);
        sum += logit[seat];
    }
    for (int seat = 0; seat < seats; seat++)
        logit[seat] /= sum;
}
