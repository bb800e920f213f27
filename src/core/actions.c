/* Counts the moves of a verbs table. */
#include "actions.h"

#include "elements.h"
#include "relative.h"

#include <string.h>

/* ---- the numbers of values ---- */

static int64_t values_of(const struct sr_domain *of, int seats) {
    return sr_relative_most(of, seats) - sr_relative_least(of) + 1;
}

static int table_of(struct sr_actions *actions, const struct sr_domain *of) {
    for (int i = 0; i < actions->tables; i++)
        if (actions->table_of[i] == of)
            return i;
    if (actions->tables == SR_MAX_ACTION_TABLES)
        return -1;
    int seats = actions->seats, at = actions->tables++;
    int64_t low = sr_relative_least(of), count = values_of(of, seats);
    actions->table_of[at] = of;
    for (int decider = 0; decider < seats; decider++)
        for (int64_t value = low; value < low + count && value < 256; value++)
            actions->table[decider][at][value] =
                (uint16_t)(sr_relative(of, (int)value, seats, decider) - low);
    if (of->may_be_none)
        for (int decider = 0; decider < seats; decider++)
            actions->table[decider][at][SR_NONE] = (uint16_t)count;
    return at;
}

/* ---- the numbers of moves ---- */

static bool count_verb(struct sr_actions *actions, const struct sr_verb *from,
                       struct sr_action_verb *verb) {
    verb->base = actions->count;
    verb->args = (uint8_t)sr_verb_args(from);
    uint64_t moves = 1;
    for (int i = verb->args - 1; i >= 0; i--) {
        const struct sr_domain *of = from->args[i].of;
        int table = table_of(actions, of);
        int64_t size = values_of(of, actions->seats) + of->may_be_none;
        if (table < 0 || size > 256)
            return false;
        verb->arg[i] = (struct sr_action_arg){
            .of = of, .stride = (uint16_t)moves, .size = (uint16_t)size, .table = (uint8_t)table};
        moves *= (uint64_t)size;
        if (moves + actions->count > SR_MAX_ACTIONS)
            return false;
    }
    actions->count += (uint32_t)moves;
    return true;
}

static uint64_t meaning(const struct sr_actions *actions) {
    uint64_t sum = sr_mix_text(SR_MIX_NOTHING, actions->game->name);
    sum = sr_mix(sum, actions->seats);
    for (uint32_t id = 0; id < actions->count; id++) {
        char name[SR_MOVE_TEXT_BYTES];
        struct sr_out out;
        sr_out_open(&out, name, sizeof name);
        sr_action_name(&out, actions, id);
        sum = sr_mix_text(sum, name);
    }
    return sum;
}

bool sr_actions_of(struct sr_actions *actions, const struct sr_game *game, int seats) {
    memset(actions, 0, sizeof *actions);
    actions->game = game;
    actions->seats = (uint8_t)seats;
    for (int i = 0; i < game->verb_count; i++)
        if (!count_verb(actions, &game->verbs[i], &actions->verb[i]))
            return false;
    actions->hash = meaning(actions);
    return true;
}

/* ---- back ---- */

static const struct sr_action_verb *verb_of(const struct sr_actions *actions, uint32_t id) {
    int at = actions->game->verb_count - 1;
    while (at > 0 && actions->verb[at].base > id)
        at--;
    return &actions->verb[at];
}

/* The value of an argument as the decider counts; SR_NONE for none. */
static int relative_value(const struct sr_action_arg *arg, uint32_t rest, int seats) {
    int64_t number = rest / arg->stride % arg->size;
    return number == values_of(arg->of, seats) ? SR_NONE
                                               : (int)(sr_relative_least(arg->of) + number);
}

bool sr_action_move(const struct sr_actions *actions, int decider, uint32_t id,
                    struct sr_move *move) {
    if (id >= actions->count || decider < 0 || decider >= actions->seats)
        return false;
    const struct sr_action_verb *verb = verb_of(actions, id);
    *move = (struct sr_move){.verb = (uint8_t)(verb - actions->verb)};
    for (int i = 0; i < verb->args; i++) {
        int value = relative_value(&verb->arg[i], id - verb->base, actions->seats);
        bool none = verb->arg[i].of->may_be_none && value == SR_NONE;
        move->arg[i] =
            (uint8_t)(none ? value : sr_absolute(verb->arg[i].of, value, actions->seats, decider));
    }
    return true;
}

void sr_action_name(struct sr_out *out, const struct sr_actions *actions, uint32_t id) {
    const struct sr_action_verb *verb = verb_of(actions, id);
    sr_put(out, actions->game->verbs[verb - actions->verb].name);
    for (int i = 0; i < verb->args; i++) {
        sr_put_char(out, ' ');
        sr_relative_write(out, verb->arg[i].of,
                          relative_value(&verb->arg[i], id - verb->base, actions->seats),
                          actions->seats);
    }
}
