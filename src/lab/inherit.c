#include "lab/inherit.h"

#include "bots/net_file.h"
#include "bots/problems.h"

#include <stdlib.h>
#include <string.h>

/* The inputs of a game for a number of seats, and what they are called. */
struct sight {
    struct sr_inputs inputs;
    struct sr_elements elements;
    char name[UINT16_MAX + 1][SR_INPUT_NAME_BYTES];
    uint16_t sorted[UINT16_MAX + 1]; /* by name */
};

static struct sight *open_sight(const struct sr_game *game, int seats) {
    struct sight *sight = calloc(1, sizeof *sight);
    if (!sight || !sr_inputs_compile(&sight->inputs, &sight->elements, game, seats)) {
        free(sight);
        return NULL;
    }
    for (int i = 0; i < sight->inputs.count; i++) {
        struct sr_out out;
        sr_out_open(&out, sight->name[i], SR_INPUT_NAME_BYTES);
        sr_input_say(&out, &sight->inputs, &sight->elements, i);
        sight->sorted[i] = (uint16_t)i;
    }
    return sight;
}

/* ---- by name ---- */

static void sort_names(struct sight *sight, uint16_t *spare, int first, int count) {
    int half = count / 2, one = first, other = first + half;
    if (count < 2)
        return;
    sort_names(sight, spare, first, half);
    sort_names(sight, spare, first + half, count - half);
    for (int i = 0; i < count; i++) {
        bool next = other == first + count ||
                    (one < first + half && strcmp(sight->name[sight->sorted[one]],
                                                  sight->name[sight->sorted[other]]) <= 0);
        spare[i] = sight->sorted[next ? one++ : other++];
    }
    memcpy(sight->sorted + first, spare, (size_t)count * sizeof *spare);
}

/* -1: there is none of this name. */
static int find_name(const struct sight *sight, const char *name) {
    int first = 0, last = sight->inputs.count - 1;
    while (first <= last) {
        int middle = (first + last) / 2, found = sight->sorted[middle];
        int order = strcmp(name, sight->name[found]);
        if (order == 0)
            return found;
        if (order < 0)
            last = middle - 1;
        else
            first = middle + 1;
    }
    return -1;
}

/* "hand.+3[0] 2" of four seats is "hand.+1[0] 2" of two: the digit behind the plus, or NULL. A seat
 * is called by one digit. */
static char *other_seat_in(char *name) {
    char *plus = strstr(name, ".+");
    return plus && plus[2] >= '1' && plus[2] <= '9' ? plus + 2 : NULL;
}

/* The phases of what is decided stand by the seat that decides, and have numbers for names. */
static int input_now(const struct sight *from, const struct sight *to, int input) {
    int phases = to->inputs.game->phase_count;
    int place = input - to->inputs.group[to->inputs.now].first, away = place / phases;
    int others = from->inputs.seats - 1;
    away = away && others ? 1 + (away - 1) % others : away;
    return away && !others
               ? -1
               : from->inputs.group[from->inputs.now].first + away * phases + place % phases;
}

/* The input that had the part of this one, and whether it is about another seat. */
static int input_before(const struct sight *from, const struct sight *to, int input,
                        bool *of_others) {
    const struct sr_input_group *now = &to->inputs.group[to->inputs.now];
    char name[SR_INPUT_NAME_BYTES];
    *of_others = false;
    if (input >= now->first && input < now->first + now->count)
        return input_now(from, to, input);
    memcpy(name, to->name[input], sizeof name);
    char *seat = other_seat_in(name);
    if (seat) {
        int others = from->inputs.seats - 1;
        if (!others)
            return -1;
        *of_others = true;
        *seat = (char)('1' + (*seat - '1') % others);
    }
    return find_name(from, name);
}

/* ---- rows ---- */

/* So many others were there, so many are there: what all of them say together stays as much. */
static void share_row(const int16_t *row, int before, int now, int16_t *to) {
    for (int unit = 0; unit < SR_NET_UNITS; unit++)
        to[unit] = (int16_t)(row[unit] * before / now);
}

static void inherit_rows(const struct sight *from, const struct sr_net_weights *old,
                         const struct sight *to, struct sr_net_weights *weights) {
    int others = from->inputs.seats - 1, others_now = to->inputs.seats - 1;
    for (int i = 0; i < to->inputs.count; i++) {
        bool of_others;
        int before = input_before(from, to, i, &of_others);
        if (before < 0)
            continue;
        bool shared = of_others && others_now > others;
        share_row(old->row + before * SR_NET_UNITS, shared ? others : 1, shared ? others_now : 1,
                  weights->row + i * SR_NET_UNITS);
    }
    for (int seat = 0; seat < weights->seats; seat++)
        for (int i = 0; i < weights->features; i++) {
            bool shared = seat && others_now > others;
            int before = seat && others ? 1 + (seat - 1) % others : seat;
            if (before < from->inputs.seats)
                share_row(old->feature_row[before * old->features + i], shared ? others : 1,
                          shared ? others_now : 1,
                          weights->feature_row[seat * weights->features + i]);
        }
}

/* All others have what one of them had. */
static void inherit_outs(const struct sr_net_weights *old, struct sr_net_weights *weights) {
    for (int stage = 0; stage < weights->stages; stage++)
        for (int seat = 0; seat < weights->seats; seat++) {
            int before = seat && old->seats > 1 ? 1 + (seat - 1) % (old->seats - 1) : seat;
            if (before >= old->seats)
                continue;
            memcpy(weights->out[stage][seat], old->out[stage][before],
                   sizeof weights->out[stage][seat]);
            weights->out_bias[stage][seat] = old->out_bias[stage][before];
        }
}

static bool inherit(const struct sight *from, const struct sr_net_weights *old,
                    const struct sight *to, struct sr_net_weights *weights,
                    struct sr_error *error) {
    *weights = *old;
    weights->input_hash = to->inputs.hash;
    weights->seats = (uint8_t)to->inputs.seats;
    weights->inputs = to->inputs.count;
    memset(weights->out, 0, sizeof weights->out);
    memset(weights->out_bias, 0, sizeof weights->out_bias);
    memset(weights->feature_row, 0, sizeof weights->feature_row);
    weights->row = calloc((size_t)weights->inputs * SR_NET_UNITS + 1, sizeof *weights->row);
    if (!weights->row)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    inherit_rows(from, old, to, weights);
    inherit_outs(old, weights);
    return true;
}

bool sr_inherit(const struct sr_game *game, int seats, const char *path, const void *bytes,
                size_t size, struct sr_net_weights *weights, struct sr_error *error) {
    int seats_before = sr_net_file_seats(bytes, size);
    if (!seats_before || seats_before < game->seats_min || seats_before > game->seats_max)
        return sr_fail(error, SR_PROBLEM_NET_OTHER, path, NULL);
    struct sr_net_weights *old = aligned_alloc(64, (sizeof *old + 63) / 64 * 64);
    struct sight *from = open_sight(game, seats_before), *to = open_sight(game, seats);
    uint16_t *spare = from ? malloc(sizeof *spare * ((size_t)from->inputs.count + 1)) : NULL;
    bool fine = false;
    if (!old || !from || !to || !spare)
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    else if (sr_net_read(old, &from->inputs, path, bytes, size, error)) {
        sort_names(from, spare, 0, from->inputs.count);
        fine = inherit(from, old, to, weights, error);
        free(old->row);
    }
    free(old);
    free(from);
    free(to);
    free(spare);
    return fine;
}
