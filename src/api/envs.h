/* Environments: many tables of one game, stepped together. What programs that learn play in. */
#ifndef SR_ENVS_H
#define SR_ENVS_H

#include "core/space.h"
#include "gang.h"

enum { SR_MOST_ENVS = 1 << 20 };

/* A table among many. Its legal moves and their numbers go together. */
struct sr_env {
    uint8_t seed[SR_SEED_BYTES]; /* of its first game; the next ones follow from it */
    uint64_t game;               /* which game of that seed is played */
    struct sr_moves moves;
    _Alignas(8) unsigned char state[]; /* of the game's size */
};

enum { SR_NOTHING_CHOSEN = UINT16_MAX };

/* What stands in the row of masks of a table. */
struct sr_set_row {
    bool known; /* all else in the row is zero */
    uint16_t count;
    uint16_t id[SR_MAX_MOVES];
};

struct sr_envs {
    struct sr_setup setup; /* its seed is nobody's */
    uint32_t count;
    size_t stride;                /* bytes of a table */
    unsigned char *tables;        /* `count` of struct sr_env */
    uint16_t *legal;              /* [count]: how many moves are */
    uint16_t (*id)[SR_MAX_MOVES]; /* [count]: the numbers of the legal moves */
    uint16_t *chosen;             /* [count]: the place in the list that is played next */
    const uint8_t *held;          /* the masks that nobody else writes into */
    struct sr_set_row *set;       /* [count]: what is set in them; NULL: none were ever held */
    struct sr_gang *gang;
    struct sr_actions actions;
    struct sr_elements seat, world;
};

static inline struct sr_env *sr_env_at(const struct sr_envs *envs, uint32_t i) {
    return (struct sr_env *)(void *)(envs->tables + i * envs->stride);
}

/* The spaces of a setup, without tables. NULL: `error` says why. Freed with sr_envs_free(). */
struct sr_envs *sr_envs_space(const struct sr_game *game, const struct sr_setup *setup,
                              struct sr_error *error);
/* `count` tables, dealt. */
struct sr_envs *sr_envs_new(const struct sr_game *game, const struct sr_setup *setup,
                            uint32_t count, struct sr_error *error);
void sr_envs_free(struct sr_envs *envs);

/* Numbers the listed moves. */
void sr_env_number(struct sr_envs *envs, uint32_t i);
/* The state was changed: lists the moves anew, and numbers them. */
void sr_env_list(struct sr_envs *envs, uint32_t i);
/* Deals game number `game` of the table's seed. */
void sr_env_deal(struct sr_envs *envs, uint32_t i, uint64_t game);

/* Holds an array of masks, or none. False: no memory. */
bool sr_envs_hold(struct sr_envs *envs, const uint8_t *mask, struct sr_error *error);
/* Writes the mask of table i into the row of `mask` that belongs to it. */
void sr_env_mask(const struct sr_envs *envs, uint32_t i, uint8_t *mask);

/* Finds the actions among the legal moves. False: one is not there, and nothing is chosen. */
bool sr_envs_choose(struct sr_envs *envs, const int32_t *action, int threads,
                    struct sr_error *error);

#endif
