/* Many tables of one game: dealing, numbering their moves, playing on. */
#include "api/envs.h"

#include "api/problems.h"
#include "serai.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* ---- making ---- */

static bool lay_out(struct sr_envs *envs, const struct sr_game *game, struct sr_error *error) {
    bool fits = sr_actions_of(&envs->actions, game, envs->setup.seats) &&
                sr_elements_of(&envs->seat, game, &envs->setup, SR_SCOPE_SEAT) &&
                sr_elements_of(&envs->world, game, &envs->setup, SR_SCOPE_WORLD);
    return fits || sr_fail(error, SR_PROBLEM_SPACE, game->name, NULL);
}

struct sr_envs *sr_envs_space(const struct sr_game *game, const struct sr_setup *setup,
                              struct sr_error *error) {
    if (!sr_setup_check(game, setup, error))
        return NULL;
    struct sr_envs *envs = calloc(1, sizeof *envs);
    if (!envs) {
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        return NULL;
    }
    envs->setup = *setup;
    if (!envs->setup.rules)
        envs->setup.rules = (uint8_t)game->rules;
    if (lay_out(envs, game, error))
        return envs;
    sr_envs_free(envs);
    return NULL;
}

/* A seed that follows from another, and from two numbers. */
static void follow(const uint8_t seed[SR_SEED_BYTES], uint64_t number, uint64_t what,
                   uint8_t to[SR_SEED_BYTES]) {
    struct sr_rng rng;
    uint32_t words[SR_BLOCK_WORDS];
    sr_rng_seed(&rng, seed);
    sr_chacha(words, rng.key, number, what, 20);
    for (int i = 0; i < SR_SEED_BYTES; i++)
        to[i] = (uint8_t)(words[i / 4] >> (8 * (i % 4)));
}

enum { OF_A_TABLE = 1, OF_A_GAME }; /* what seeds are drawn for */

static bool set_tables(struct sr_envs *envs, const struct sr_game *game, uint32_t count) {
    enum { LINE = 64 };
    envs->count = count;
    envs->stride = (sizeof(struct sr_env) + game->size + LINE - 1) / LINE * LINE;
    envs->tables = calloc(count, envs->stride);
    envs->legal = calloc(count, sizeof *envs->legal);
    envs->id = calloc(count, sizeof *envs->id);
    envs->chosen = calloc(count, sizeof *envs->chosen);
    return envs->tables && envs->legal && envs->id && envs->chosen;
}

struct sr_envs *sr_envs_new(const struct sr_game *game, const struct sr_setup *setup,
                            uint32_t count, struct sr_error *error) {
    struct sr_envs *envs = sr_envs_space(game, setup, error);
    if (!envs)
        return NULL;
    if (!set_tables(envs, game, count)) {
        sr_envs_free(envs);
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        follow(setup->seed, i, OF_A_TABLE, sr_env_at(envs, i)->seed);
        sr_env_deal(envs, i, 0);
    }
    return envs;
}

void sr_envs_free(struct sr_envs *envs) {
    if (!envs)
        return;
    sr_gang_free(envs->gang);
    free(envs->tables);
    free(envs->legal);
    free(envs->id);
    free(envs->chosen);
    free(envs->set);
    free(envs);
}

/* ---- one table ---- */

void sr_env_number(struct sr_envs *envs, uint32_t i) {
    const struct sr_env *env = sr_env_at(envs, i);
    const struct sr_moves *moves = &env->moves;
    int decider = sr_head(env->state)->decider;
    envs->legal[i] = (uint16_t)moves->count;
    for (uint32_t at = 0; at < moves->count; at++)
        envs->id[i][at] = (uint16_t)sr_action_id(&envs->actions, decider, moves->list[at]);
}

void sr_env_list(struct sr_envs *envs, uint32_t i) {
    struct sr_env *env = sr_env_at(envs, i);
    sr_list(envs->actions.game, env->state, &env->moves);
    sr_env_number(envs, i);
}

/* The first game is the one that the seed itself gives, as at any table. */
void sr_env_deal(struct sr_envs *envs, uint32_t i, uint64_t game) {
    struct sr_env *env = sr_env_at(envs, i);
    struct sr_setup setup = envs->setup;
    env->game = game;
    if (game)
        follow(env->seed, game, OF_A_GAME, setup.seed);
    else
        memcpy(setup.seed, env->seed, sizeof setup.seed);
    sr_deal(envs->actions.game, env->state, &setup, NULL, &env->moves);
    sr_env_number(envs, i);
}

/* ---- masks ---- */

bool sr_envs_hold(struct sr_envs *envs, const uint8_t *mask, struct sr_error *error) {
    if (mask && !envs->set)
        envs->set = calloc(envs->count, sizeof *envs->set);
    if (mask && !envs->set)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    envs->held = mask;
    for (uint32_t i = 0; mask && i < envs->count; i++)
        envs->set[i].known = false;
    return true;
}

void sr_env_mask(const struct sr_envs *envs, uint32_t i, uint8_t *mask) {
    uint8_t *row = mask + (size_t)i * envs->actions.count;
    const uint16_t *id = envs->id[i];
    int legal = envs->legal[i];
    struct sr_set_row *set = mask == envs->held ? &envs->set[i] : NULL;
    if (set && set->known)
        for (int at = 0; at < set->count; at++)
            row[set->id[at]] = 0;
    else
        memset(row, 0, envs->actions.count);
    for (int at = 0; at < legal; at++)
        row[id[at]] = 1;
    if (set) {
        set->known = true;
        set->count = (uint16_t)legal;
        memcpy(set->id, id, (size_t)legal * sizeof *id);
    }
}

/* ---- choosing ---- */

static bool refuse(const struct sr_envs *envs, uint32_t i, int32_t action, struct sr_error *error) {
    char offer[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, offer, sizeof offer);
    for (int at = 0; at < envs->legal[i]; at++) {
        sr_put(&out, at ? ", " : "");
        sr_put_number(&out, envs->id[i][at]);
    }
    return sr_fail(error, SR_PROBLEM_ACTION, sr_digits(i).text, sr_digits(action).text, offer,
                   NULL);
}

static int place_of(const struct sr_envs *envs, uint32_t i, int32_t action) {
    const uint16_t *id = envs->id[i];
    int legal = envs->legal[i], at = 0;
    while (at < legal && id[at] != action)
        at++;
    return at < legal ? at : -1;
}

struct choice {
    struct sr_envs *envs;
    const int32_t *action;
    atomic_bool refused;
};

static void choose_some(void *context, uint32_t first, uint32_t last) {
    struct choice *choice = context;
    for (uint32_t i = first; i < last; i++) {
        int at = SR_NOTHING_CHOSEN;
        if (choice->action[i] != SERAI_WAIT)
            at = place_of(choice->envs, i, choice->action[i]);
        if (at < 0)
            atomic_store(&choice->refused, true);
        choice->envs->chosen[i] = (uint16_t)at;
    }
}

bool sr_envs_choose(struct sr_envs *envs, const int32_t *action, int threads,
                    struct sr_error *error) {
    struct choice choice = {.envs = envs, .action = action};
    sr_gang_work(&envs->gang, threads, envs->count, choose_some, &choice);
    for (uint32_t i = 0; atomic_load(&choice.refused) && i < envs->count; i++)
        if (action[i] != SERAI_WAIT && place_of(envs, i, action[i]) < 0)
            return refuse(envs, i, action[i], error); /* the first, whoever found one */
    return true;
}
