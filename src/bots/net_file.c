/* Net files: their bytes in and out, and the proof that no sum of a net can overflow. */
#include "bots/net.h"

#include "bots/net_file.h"
#include "bots/problems.h"

#include <stdlib.h>
#include <string.h>

static const unsigned char magic[8] = {'S', 'R', 'N', 'E', 'T', '0', '2', '\n'};

/* ---- bytes ---- */

/* A place in a file that is written (`out`) or read. */
struct tape {
    unsigned char *out;
    const unsigned char *in;
    size_t at, size;
    bool short_of; /* it ended too soon, or says what cannot be */
};

static void pass(struct tape *tape, uint64_t *number, int bytes) {
    if (tape->at + (size_t)bytes > tape->size) {
        tape->short_of = true;
        return;
    }
    uint64_t read = 0;
    for (int i = 0; i < bytes; i++) {
        if (tape->out)
            tape->out[tape->at++] = (unsigned char)(*number >> 8 * i);
        else
            read |= (uint64_t)tape->in[tape->at++] << 8 * i;
    }
    if (!tape->out)
        *number = read;
}

static void pass_u8(struct tape *tape, uint8_t *number) {
    uint64_t wide = *number;
    pass(tape, &wide, 1);
    *number = (uint8_t)wide;
}

static void pass_u16(struct tape *tape, uint16_t *number) {
    uint64_t wide = *number;
    pass(tape, &wide, 2);
    *number = (uint16_t)wide;
}

static void pass_shorts(struct tape *tape, int16_t *number, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t wide = (uint16_t)number[i];
        pass(tape, &wide, 2);
        number[i] = (int16_t)wide;
    }
}

static void pass_longs(struct tape *tape, int32_t *number, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t wide = (uint32_t)number[i];
        pass(tape, &wide, 4);
        number[i] = (int32_t)wide;
    }
}

static void pass_reals(struct tape *tape, float *number, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &number[i], sizeof bits);
        uint64_t wide = bits;
        pass(tape, &wide, 4);
        bits = (uint32_t)wide;
        memcpy(&number[i], &bits, sizeof bits);
    }
}

/* How many bytes each number of a row has: most are small, and what never learnt is nothing. */
static int bytes_of(const int16_t row[SR_NET_UNITS]) {
    int bytes = 0;
    for (int unit = 0; unit < SR_NET_UNITS; unit++)
        if (row[unit])
            bytes = row[unit] < INT8_MIN || row[unit] > INT8_MAX ? 2 : bytes ? bytes : 1;
    return bytes;
}

static void pass_row(struct tape *tape, int16_t row[SR_NET_UNITS]) {
    uint8_t bytes = tape->out ? (uint8_t)bytes_of(row) : 0;
    pass_u8(tape, &bytes);
    if (bytes == 2)
        pass_shorts(tape, row, SR_NET_UNITS);
    else if (bytes > 2)
        tape->short_of = true; /* damaged */
    for (int unit = 0; bytes == 1 && unit < SR_NET_UNITS; unit++) {
        uint8_t number = (uint8_t)row[unit];
        pass_u8(tape, &number);
        row[unit] = (int8_t)number;
    }
}

static void pass_head(struct tape *tape, struct sr_net_weights *weights) {
    pass(tape, &weights->input_hash, 8);
    pass_u8(tape, &weights->seats);
    pass_u8(tape, &weights->stages);
    pass_u8(tape, &weights->features);
    pass_u8(tape, &weights->row_shift);
    pass_u8(tape, &weights->out_shift);
    pass_u16(tape, &weights->inputs);
}

static void pass_body(struct tape *tape, struct sr_net_weights *weights) {
    pass_reals(tape, weights->slope, weights->stages);
    pass_reals(tape, weights->feature_unit, weights->features);
    for (int stage = 0; stage < weights->stages; stage++) {
        pass_longs(tape, weights->out_bias[stage], weights->seats);
        for (int seat = 0; seat < weights->seats; seat++)
            pass_shorts(tape, weights->out[stage][seat], SR_NET_UNITS);
    }
    pass_shorts(tape, weights->bias, SR_NET_UNITS);
    for (int i = 0; i < weights->seats * weights->features; i++)
        pass_row(tape, weights->feature_row[i]);
    for (size_t i = 0; i < weights->inputs; i++)
        pass_row(tape, weights->row + i * SR_NET_UNITS);
}

static uint64_t checksum(const unsigned char *bytes, size_t size) {
    uint64_t sum = SR_MIX_NOTHING;
    for (size_t i = 0; i < size; i++)
        sum = sr_mix(sum, bytes[i]);
    return sum;
}

enum { CHECKSUM_BYTES = 8 };

void *sr_net_write(const struct sr_net_weights *weights, size_t *size) {
    struct sr_net_weights copy = *weights;
    size_t rows = (size_t)weights->inputs + (size_t)(weights->seats * weights->features);
    size_t room = sizeof *weights + rows * (1 + SR_NET_UNITS * sizeof(int16_t)) + sizeof magic +
                  CHECKSUM_BYTES;
    unsigned char *bytes = malloc(room);
    if (!bytes)
        return NULL;
    struct tape tape = {.out = bytes, .size = room, .at = sizeof magic};
    memcpy(bytes, magic, sizeof magic);
    pass_head(&tape, &copy);
    pass_body(&tape, &copy);
    uint64_t sum = checksum(bytes, tape.at);
    pass(&tape, &sum, CHECKSUM_BYTES);
    *size = tape.at;
    return bytes;
}

static bool is_sound(const struct sr_net_weights *weights) {
    return weights->stages >= 1 && weights->stages <= SR_NET_STAGES && weights->seats >= 1 &&
           weights->seats <= SR_MAX_SEATS && weights->features <= SR_MAX_FEATURES &&
           weights->row_shift <= 14 && weights->out_shift <= 14;
}

static bool are_finite(const float *number, int count) {
    for (int i = 0; i < count; i++)
        if (!(number[i] >= -1e9f && number[i] <= 1e9f))
            return false;
    return true;
}

bool sr_net_begins(const void *bytes, size_t size) {
    return size >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

int sr_net_file_seats(const void *bytes, size_t size) {
    struct sr_net_weights head = {0};
    struct tape tape = {.in = bytes, .size = size, .at = sizeof magic};
    if (!sr_net_begins(bytes, size))
        return 0;
    pass_head(&tape, &head);
    return tape.short_of ? 0 : head.seats;
}

bool sr_net_read(struct sr_net_weights *weights, const struct sr_inputs *inputs, const char *path,
                 const void *bytes, size_t size, struct sr_error *error) {
    const struct sr_mind *mind = sr_mind_of(inputs->game);
    struct tape tape = {.in = bytes, .size = size, .at = sizeof magic};
    uint64_t sum = 0;
    memset(weights, 0, sizeof *weights);
    if (!sr_net_begins(bytes, size))
        return sr_fail(error, SR_PROBLEM_NET_OTHER, path, NULL);
    pass_head(&tape, weights);
    if (tape.short_of || !is_sound(weights))
        return sr_fail(error, SR_PROBLEM_NET_DAMAGED, path, NULL);
    if (weights->seats != inputs->seats)
        return sr_fail(error, SR_PROBLEM_NET_SEATS, path, sr_digits(weights->seats).text,
                       sr_digits(inputs->seats).text, NULL);
    if (weights->input_hash != inputs->hash || weights->inputs != inputs->count ||
        weights->features != mind->feature_count ||
        weights->stages != (mind->stages ? mind->stages : 1))
        return sr_fail(error, SR_PROBLEM_NET_INPUTS, path, inputs->game->name, NULL);
    weights->row = calloc((size_t)weights->inputs * SR_NET_UNITS, sizeof *weights->row);
    if (!weights->row)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    pass_body(&tape, weights);
    size_t end = tape.at;
    pass(&tape, &sum, CHECKSUM_BYTES);
    bool whole = !tape.short_of && tape.at == size && sum == checksum(bytes, end) &&
                 are_finite(weights->slope, weights->stages) &&
                 are_finite(weights->feature_unit, weights->features);
    if (whole && sr_net_fits(inputs, weights))
        return true;
    free(weights->row);
    weights->row = NULL;
    return sr_fail(error, whole ? SR_PROBLEM_NET_OVERFLOW : SR_PROBLEM_NET_DAMAGED, path, NULL);
}

/* ---- no sum overflows ---- */

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t size_of(int64_t number) {
    return number < 0 ? -number : number;
}

/* The most that a group can add to or take from a unit: its largest row, or of sets all that add
 * and all that take, each by themselves. */
static int64_t most_of_group(const struct sr_input_group *group,
                             const struct sr_net_weights *weights, int unit) {
    int64_t largest = 0, up = 0, down = 0;
    for (int i = 0; i < group->count; i++) {
        int64_t weight = weights->row[(group->first + i) * SR_NET_UNITS + unit];
        largest = larger(largest, size_of(weight));
        up += weight > 0 ? weight : 0;
        down += weight < 0 ? -weight : 0;
    }
    return group->set ? larger(up, down) : largest;
}

/* The most that all rows together can come to. Whatever is added first, no sum on the way is
 * larger. */
static int64_t most_of_rows(const struct sr_inputs *inputs, const struct sr_net_weights *weights,
                            int unit) {
    const struct sr_input_view *view = &inputs->view[0]; /* those of other seats are as many */
    int64_t most =
        size_of(weights->bias[unit]) + most_of_group(&inputs->group[inputs->now], weights, unit);
    for (int i = 0; i < view->readings; i++)
        most += most_of_group(&inputs->group[view->reading[i].group], weights, unit);
    for (int i = 0; i < view->lists; i++)
        most +=
            view->list[i].most * most_of_group(&inputs->group[view->list[i].group], weights, unit);
    if (inputs->game->agenda_room) { /* items below the top, and the arguments of the top */
        int64_t args = 0;
        most += inputs->game->agenda_room *
                most_of_group(&inputs->group[view->agenda.items], weights, unit);
        for (int phase = 0; phase < inputs->game->phase_count; phase++) {
            int64_t of_phase = 0;
            for (int i = 0; i < view->agenda.arg_count[phase]; i++)
                of_phase +=
                    most_of_group(&inputs->group[view->agenda.args[phase] + i], weights, unit);
            args = larger(args, of_phase);
        }
        most += args;
    }
    return most;
}

bool sr_net_fits(const struct sr_inputs *inputs, const struct sr_net_weights *weights) {
    int64_t out[SR_NET_STAGES][SR_MAX_SEATS] = {{0}};
    for (int unit = 0; unit < SR_NET_UNITS; unit++) {
        int64_t most = most_of_rows(inputs, weights, unit);
        if (most > INT16_MAX)
            return false;
        most *= SR_NET_FEATURE_UNIT;
        for (int i = 0; i < weights->seats * weights->features; i++)
            most += SR_NET_FEATURE_MOST * size_of(weights->feature_row[i][unit]);
        if (most > INT32_MAX)
            return false;
        most = most / SR_NET_FEATURE_UNIT + 1;
        most = most < INT16_MAX ? most : INT16_MAX; /* as the activation cuts it */
        for (int stage = 0; stage < weights->stages; stage++)
            for (int seat = 0; seat < weights->seats; seat++)
                out[stage][seat] += most * size_of(weights->out[stage][seat][unit]);
    }
    for (int stage = 0; stage < weights->stages; stage++)
        for (int seat = 0; seat < weights->seats; seat++)
            if (out[stage][seat] + size_of(weights->out_bias[stage][seat]) > INT32_MAX)
                return false;
    return true;
}
