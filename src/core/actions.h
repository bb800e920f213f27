/* Moves as numbers: every move that the verbs table of a game can write, counted. What learning
 * programs choose from, and what masks are laid over.
 *
 * The number of a move follows from its verb and its arguments alone, so it means the same at every
 * decision of every table with as many seats. Seats, and what belongs to seats, are counted from
 * the one that decides, as in the rows of elements. */
#ifndef SR_ACTIONS_H
#define SR_ACTIONS_H

#include "game.h"

enum { SR_MAX_VERBS = 256, SR_MAX_ACTIONS = 65535, SR_MAX_ACTION_TABLES = 24 };

/* One argument of a verb: its number is table[value] times `stride`. */
struct sr_action_arg {
    const struct sr_domain *of;
    uint16_t stride, size; /* of `size` numbers; none is the last */
    uint8_t table;
};

struct sr_action_verb {
    uint32_t base; /* the number of its first move */
    uint8_t args;
    struct sr_action_arg arg[SR_MOVE_ARGS];
};

struct sr_actions {
    const struct sr_game *game;
    uint8_t seats, tables;
    uint32_t count;
    uint64_t hash; /* of what every number means */
    struct sr_action_verb verb[SR_MAX_VERBS];
    /* Of each domain and each seat that decides: the number of a value. */
    const struct sr_domain *table_of[SR_MAX_ACTION_TABLES];
    uint16_t table[SR_MAX_SEATS][SR_MAX_ACTION_TABLES][256];
};

/* False: the game has more moves or domains than fit. The struct is large, and has no pointers into
 * itself. */
bool sr_actions_of(struct sr_actions *actions, const struct sr_game *game, int seats);

/* The number of a move of `decider`; the move must be one that the tables allow. */
static inline uint32_t sr_action_id(const struct sr_actions *actions, int decider,
                                    struct sr_move move) {
    const struct sr_action_verb *verb = &actions->verb[move.verb];
    uint32_t id = verb->base;
    for (int i = 0; i < verb->args; i++)
        id += (uint32_t)verb->arg[i].stride *
              actions->table[decider][verb->arg[i].table][move.arg[i]];
    return id;
}

/* The other way round. False: there is no such number. */
bool sr_action_move(const struct sr_actions *actions, int decider, uint32_t id,
                    struct sr_move *move);

/* "walk 2", "trade +1 tea": as notation, but with seats as the decider counts them. */
void sr_action_name(struct sr_out *out, const struct sr_actions *actions, uint32_t id);

#endif
