/* Environments behind the public interface: the step, and what else may be done to a table. Nothing
 * in a step allocates. */
#include "api/envs.h"
#include "api/problems.h"
#include "api/report.h"
#include "api/table.h"
#include "games/games.h"

#include <stdlib.h>
#include <string.h>

static struct sr_envs *inside(serai_envs *envs) {
    return (struct sr_envs *)envs;
}
static const struct sr_envs *look_inside(const serai_envs *envs) {
    return (const struct sr_envs *)envs;
}

static bool need(const void *thing, const char *name, struct sr_error *problem) {
    if (thing)
        return true;
    sr_fail(problem, SR_PROBLEM_MISSING, name, NULL);
    return false;
}

static bool is_there(const serai_envs *envs, int i, struct sr_error *problem) {
    if (!need(envs, "envs", problem))
        return false;
    if (i >= 0 && (uint32_t)i < look_inside(envs)->count)
        return true;
    return sr_fail(problem, SR_PROBLEM_ENV_INDEX, sr_digits(i).text,
                   sr_digits(look_inside(envs)->count).text, NULL);
}

static bool is_seat(const struct sr_envs *envs, int seat, struct sr_error *problem) {
    if (seat >= 0 && seat < envs->setup.seats)
        return true;
    char offer[16];
    struct sr_out out;
    sr_out_open(&out, offer, sizeof offer);
    sr_put(&out, "1..");
    sr_put_number(&out, envs->setup.seats);
    return sr_fail(problem, SR_PROBLEM_SEAT, sr_digits((int64_t)seat + 1).text, offer, NULL);
}

/* ---- making ---- */

static const struct sr_game *read_setup(const char *game, int seats, const char *options,
                                        struct sr_setup *setup, struct sr_error *problem) {
    const struct sr_game *found =
        need(game, "game", problem) ? sr_game_named(game, strlen(game), NULL, problem) : NULL;
    if (!found)
        return NULL;
    sr_setup_init(found, setup);
    setup->seats = (uint8_t)(seats < 0 || seats > UINT8_MAX ? UINT8_MAX : seats);
    if (options && !sr_setup_options(found, setup, options, problem))
        return NULL;
    return found;
}

static struct sr_envs *open_space(const char *game, int seats, const char *options,
                                  struct sr_error *problem) {
    struct sr_setup setup;
    const struct sr_game *found = read_setup(game, seats, options, &setup, problem);
    return found ? sr_envs_space(found, &setup, problem) : NULL;
}

static void tell_space(const struct sr_envs *envs, serai_space *space) {
    *space = (serai_space){.seats = envs->setup.seats,
                           .observation = envs->seat.count,
                           .world = envs->world.count,
                           .actions = (int)envs->actions.count,
                           .hash = sr_space_hash(&envs->seat, &envs->actions)};
}

bool serai_space_of(const char *game, int seats, const char *options, serai_space *space,
                    serai_error *error) {
    struct sr_error problem = {0};
    struct sr_envs *envs =
        need(space, "space", &problem) ? open_space(game, seats, options, &problem) : NULL;
    if (envs)
        tell_space(envs, space);
    sr_envs_free(envs);
    return sr_report(error, &problem);
}

static void write_space(struct sr_out *out, const void *context) {
    const struct sr_envs *envs = context;
    sr_space_json(out, &envs->seat, &envs->world, &envs->actions, envs->setup.rules);
}

char *serai_space_json(const char *game, int seats, const char *options, serai_error *error) {
    struct sr_error problem = {0};
    struct sr_envs *envs = open_space(game, seats, options, &problem);
    char *text = envs ? sr_write_all(write_space, envs) : NULL;
    if (envs && !text)
        sr_fail(&problem, SR_PROBLEM_MEMORY, NULL);
    sr_envs_free(envs);
    sr_report(error, &problem);
    return text;
}

serai_envs *serai_envs_new(const char *game, int seats, const char *options, int n, uint64_t seed,
                           serai_error *error) {
    struct sr_error problem = {0};
    struct sr_setup setup;
    struct sr_envs *envs = NULL;
    const struct sr_game *found = read_setup(game, seats, options, &setup, &problem);
    if (found && (n < 1 || n > SR_MOST_ENVS)) {
        sr_fail(&problem, SR_PROBLEM_ENVS, sr_digits(n).text, sr_digits(SR_MOST_ENVS).text, NULL);
    } else if (found) {
        sr_seed_number(seed, setup.seed);
        envs = sr_envs_new(found, &setup, (uint32_t)n, &problem);
    }
    sr_report(error, &problem);
    return (serai_envs *)envs;
}

void serai_envs_free(serai_envs *envs) {
    sr_envs_free(inside(envs));
}

int serai_envs_count(const serai_envs *envs) {
    return envs ? (int)look_inside(envs)->count : 0;
}

bool serai_envs_space(const serai_envs *envs, serai_space *space, serai_error *error) {
    struct sr_error problem = {0};
    if (need(envs, "envs", &problem) && need(space, "space", &problem))
        tell_space(look_inside(envs), space);
    return sr_report(error, &problem);
}

/* ---- stepping ---- */

struct step {
    struct sr_envs *envs;
    const serai_batch *batch;
    bool plays;
};

/* What a game brings to each seat as it stands. */
static void reward(const struct sr_envs *envs, const void *state, float *share, float *points) {
    struct sr_sheet sheet;
    int seats = envs->setup.seats, winners = 0;
    sr_score(envs->actions.game, state, &sheet);
    for (int seat = 0; seat < seats; seat++)
        winners += sheet.winners >> seat & 1;
    for (int seat = 0; seat < seats; seat++) {
        if (share)
            share[seat] = sheet.winners >> seat & 1 ? 1.0f / (float)winners : 0.0f;
        if (points)
            points[seat] = (float)sheet.total[seat];
    }
}

static void play_one(const struct step *step, uint32_t i) {
    struct sr_envs *envs = step->envs;
    const struct sr_game *game = envs->actions.game;
    const serai_batch *batch = step->batch;
    struct sr_env *env = sr_env_at(envs, i);
    size_t row = (size_t)i * envs->setup.seats;
    float *share = batch->reward ? batch->reward + row : NULL;
    float *points = batch->points ? batch->points + row : NULL;
    bool over = false;
    if (step->plays && envs->chosen[i] != SR_NOTHING_CHOSEN) {
        sr_play(game, env->state, env->moves.list[envs->chosen[i]], NULL, &env->moves);
        over = sr_head(env->state)->over;
        if (!over)
            sr_env_number(envs, i);
    }
    if (over) {
        reward(envs, env->state, share, points);
        sr_env_deal(envs, i, env->game + 1);
    } else {
        if (share)
            memset(share, 0, envs->setup.seats * sizeof *share);
        if (points)
            memset(points, 0, envs->setup.seats * sizeof *points);
    }
    if (batch->done)
        batch->done[i] = over;
}

static void write_one(const struct step *step, uint32_t i) {
    const struct sr_envs *envs = step->envs;
    const serai_batch *batch = step->batch;
    const struct sr_env *env = sr_env_at(envs, i);
    int decider = sr_head(env->state)->decider;
    if (batch->decider)
        batch->decider[i] = (int8_t)decider;
    if (batch->observation)
        sr_elements_read(&envs->seat, env->state, decider,
                         batch->observation + (size_t)i * envs->seat.count);
    if (batch->mask)
        sr_env_mask(envs, i, batch->mask);
}

static void step_some(void *context, uint32_t first, uint32_t last) {
    const struct step *step = context;
    for (uint32_t i = first; i < last; i++) {
        play_one(step, i);
        write_one(step, i);
    }
}

bool serai_envs_step(serai_envs *envs, const int32_t *action, const serai_batch *batch, int threads,
                     serai_error *error) {
    struct sr_error problem = {0};
    if (need(envs, "envs", &problem) && need(batch, "batch", &problem) &&
        (!action || sr_envs_choose(inside(envs), action, threads, &problem))) {
        struct step step = {inside(envs), batch, action != NULL};
        sr_gang_work(&step.envs->gang, threads, step.envs->count, step_some, &step);
    }
    return sr_report(error, &problem);
}

bool serai_envs_hold(serai_envs *envs, const uint8_t *mask, serai_error *error) {
    struct sr_error problem = {0};
    if (need(envs, "envs", &problem))
        sr_envs_hold(inside(envs), mask, &problem);
    return sr_report(error, &problem);
}

/* A few rounds of multiplication are enough to choose at random by, not to hide anything. */
static uint64_t scramble(uint64_t x) {
    x ^= x >> 30;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    x ^= x >> 27;
    x *= UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

bool serai_envs_sample(const serai_envs *envs, uint64_t seed, int32_t *action, serai_error *error) {
    struct sr_error problem = {0};
    if (need(envs, "envs", &problem) && need(action, "action", &problem)) {
        const struct sr_envs *all = look_inside(envs);
        uint64_t base = scramble(seed);
        for (uint32_t i = 0; i < all->count; i++) {
            uint64_t draw = scramble(base + (i + 1) * UINT64_C(0x9e3779b97f4a7c15));
            action[i] = all->id[i][(draw >> 32) * all->legal[i] >> 32];
        }
    }
    return sr_report(error, &problem);
}

bool serai_envs_reset(serai_envs *envs, int i, const char *seed, serai_error *error) {
    struct sr_error problem = {0};
    uint8_t bytes[SR_SEED_BYTES];
    if (is_there(envs, i, &problem) && need(seed, "seed", &problem)) {
        if (sr_seed_parse(seed, strlen(seed), bytes)) {
            memcpy(sr_env_at(inside(envs), (uint32_t)i)->seed, bytes, sizeof bytes);
            sr_env_deal(inside(envs), (uint32_t)i, 0);
        } else {
            sr_fail(&problem, SR_PROBLEM_SEED, seed, NULL);
        }
    }
    return sr_report(error, &problem);
}

/* ---- looking ---- */

bool serai_envs_observe(const serai_envs *envs, int i, int seat, int16_t *observation,
                        serai_error *error) {
    struct sr_error problem = {0};
    if (is_there(envs, i, &problem) && is_seat(look_inside(envs), seat, &problem) &&
        need(observation, "observation", &problem)) {
        const struct sr_envs *all = look_inside(envs);
        sr_elements_read(&all->seat, sr_env_at(all, (uint32_t)i)->state, seat, observation);
    }
    return sr_report(error, &problem);
}

struct gaze {
    const struct sr_envs *envs;
    int16_t *world;
};

static void look_at_some(void *context, uint32_t first, uint32_t last) {
    const struct gaze *gaze = context;
    for (uint32_t i = first; i < last; i++) {
        const void *state = sr_env_at(gaze->envs, i)->state;
        sr_elements_read(&gaze->envs->world, state, sr_head(state)->decider,
                         gaze->world + (size_t)i * gaze->envs->world.count);
    }
}

bool serai_envs_world(serai_envs *envs, int16_t *world, int threads, serai_error *error) {
    struct sr_error problem = {0};
    if (need(envs, "envs", &problem) && need(world, "world", &problem)) {
        struct gaze gaze = {inside(envs), world};
        sr_gang_work(&inside(envs)->gang, threads, gaze.envs->count, look_at_some, &gaze);
    }
    return sr_report(error, &problem);
}

struct standing {
    const struct sr_envs *envs;
    float *points;
};

static void count_some(void *context, uint32_t first, uint32_t last) {
    const struct standing *standing = context;
    int seats = standing->envs->setup.seats;
    for (uint32_t i = first; i < last; i++)
        reward(standing->envs, sr_env_at(standing->envs, i)->state, NULL,
               standing->points + (size_t)i * (size_t)seats);
}

bool serai_envs_standing(serai_envs *envs, float *points, int threads, serai_error *error) {
    struct sr_error problem = {0};
    if (need(envs, "envs", &problem) && need(points, "points", &problem)) {
        struct standing standing = {inside(envs), points};
        sr_gang_work(&inside(envs)->gang, threads, standing.envs->count, count_some, &standing);
    }
    return sr_report(error, &problem);
}

/* ---- keeping ---- */

static const char saved_mark[8] = "serai-e";

struct saved {
    char mark[8];
    uint64_t hash;
    uint8_t seed[SR_SEED_BYTES];
    uint64_t game;
};

size_t serai_envs_save_size(const serai_envs *envs) {
    return envs ? sizeof(struct saved) + look_inside(envs)->actions.game->size : 0;
}

static bool fits(const serai_envs *envs, const void *bytes, size_t size, struct sr_error *problem) {
    return need(bytes, "bytes", problem) &&
           (size == serai_envs_save_size(envs) ||
            sr_fail(problem, SR_PROBLEM_SAVED_SIZE,
                    sr_digits((int64_t)serai_envs_save_size(envs)).text,
                    sr_digits((int64_t)size).text, NULL));
}

bool serai_envs_save(const serai_envs *envs, int i, void *bytes, size_t size, serai_error *error) {
    struct sr_error problem = {0};
    if (is_there(envs, i, &problem) && fits(envs, bytes, size, &problem)) {
        const struct sr_envs *all = look_inside(envs);
        const struct sr_env *env = sr_env_at(all, (uint32_t)i);
        struct saved saved = {.hash = sr_space_hash(&all->seat, &all->actions), .game = env->game};
        memcpy(saved.mark, saved_mark, sizeof saved.mark);
        memcpy(saved.seed, env->seed, sizeof saved.seed);
        memcpy(bytes, &saved, sizeof saved);
        memcpy((unsigned char *)bytes + sizeof saved, env->state, all->actions.game->size);
    }
    return sr_report(error, &problem);
}

/* Is the state one of a game under way here: sound, with these seats, options and rules? */
static bool belongs(const struct sr_envs *envs, const void *state, struct sr_error *problem) {
    const struct sr_game *game = envs->actions.game;
    const struct sr_head *head = state;
    if (head->seats != envs->setup.seats || head->rules != envs->setup.rules || head->over ||
        memcmp((const unsigned char *)state + game->options_at, envs->setup.options,
               game->option_count) != 0)
        return sr_fail(problem, SR_PROBLEM_OTHER_TABLE, NULL);
    struct sr_moves moves;
    if (!sr_check(game, state, problem))
        return false;
    sr_list(game, state, &moves);
    return moves.count || sr_fail(problem, SR_PROBLEM_SAVED_STUCK, NULL);
}

static void settle(struct sr_envs *envs, uint32_t i, const void *state) {
    memcpy(sr_env_at(envs, i)->state, state, envs->actions.game->size);
    sr_env_list(envs, i);
}

bool serai_envs_load(serai_envs *envs, int i, const void *bytes, size_t size, serai_error *error) {
    struct sr_error problem = {0};
    if (is_there(envs, i, &problem) && fits(envs, bytes, size, &problem)) {
        struct sr_envs *all = inside(envs);
        struct saved saved;
        _Alignas(8) unsigned char state[SR_MAX_STATE];
        memcpy(&saved, bytes, sizeof saved);
        memcpy(state, (const unsigned char *)bytes + sizeof saved, all->actions.game->size);
        if (memcmp(saved.mark, saved_mark, sizeof saved.mark) != 0 ||
            saved.hash != sr_space_hash(&all->seat, &all->actions)) {
            sr_fail(&problem, SR_PROBLEM_SAVED_MARK, NULL);
        } else if (belongs(all, state, &problem)) {
            struct sr_env *env = sr_env_at(all, (uint32_t)i);
            memcpy(env->seed, saved.seed, sizeof env->seed);
            env->game = saved.game;
            settle(all, (uint32_t)i, state);
        }
    }
    return sr_report(error, &problem);
}

bool serai_envs_clone(serai_envs *envs, int from, int to, serai_error *error) {
    struct sr_error problem = {0};
    if (is_there(envs, from, &problem) && is_there(envs, to, &problem) && from != to) {
        struct sr_envs *all = inside(envs);
        const struct sr_env *source = sr_env_at(all, (uint32_t)from);
        struct sr_env *target = sr_env_at(all, (uint32_t)to);
        size_t listed =
            offsetof(struct sr_moves, list) + source->moves.count * sizeof source->moves.list[0];
        memcpy(target->seed, source->seed, sizeof target->seed);
        target->game = source->game;
        memcpy(&target->moves, &source->moves, listed);
        memcpy(target->state, source->state, all->actions.game->size);
        all->legal[to] = all->legal[from];
        memcpy(all->id[to], all->id[from], all->legal[from] * sizeof all->id[0][0]);
    }
    return sr_report(error, &problem);
}

bool serai_envs_guess(serai_envs *envs, int i, int seat, uint64_t seed, serai_error *error) {
    struct sr_error problem = {0};
    if (is_there(envs, i, &problem) && is_seat(look_inside(envs), seat, &problem)) {
        struct sr_envs *all = inside(envs);
        uint8_t bytes[SR_SEED_BYTES];
        struct sr_rng source;
        sr_seed_number(seed, bytes);
        sr_rng_seed(&source, bytes);
        struct sr_stream stream = sr_stream_open(&source);
        sr_guess(all->actions.game, sr_env_at(all, (uint32_t)i)->state, seat, &stream);
        sr_env_list(all, (uint32_t)i);
    }
    return sr_report(error, &problem);
}

/* ---- tables and moves ---- */

serai_table *serai_envs_table(const serai_envs *envs, int i, serai_error *error) {
    struct sr_error problem = {0};
    struct sr_table *table = NULL;
    if (is_there(envs, i, &problem)) {
        const struct sr_envs *all = look_inside(envs);
        const struct sr_env *env = sr_env_at(all, (uint32_t)i);
        table = sr_table_new(all->actions.game, &all->setup, &problem);
        if (table) {
            table->from_position = true;
            memcpy(table->state, env->state, all->actions.game->size);
            memcpy(table->start, env->state, all->actions.game->size);
            table->moves = env->moves;
        }
    }
    sr_report(error, &problem);
    return (serai_table *)table;
}

bool serai_envs_put(serai_envs *envs, int i, const serai_table *table, serai_error *error) {
    struct sr_error problem = {0};
    if (is_there(envs, i, &problem) && need(table, "table", &problem)) {
        const struct sr_table *from = (const struct sr_table *)table;
        if (from->game != inside(envs)->actions.game)
            sr_fail(&problem, SR_PROBLEM_OTHER_TABLE, NULL);
        else if (belongs(inside(envs), from->state, &problem))
            settle(inside(envs), (uint32_t)i, from->state);
    }
    return sr_report(error, &problem);
}

struct worded {
    const struct sr_game *game;
    struct sr_move move;
};

static void write_move(struct sr_out *out, const void *context) {
    const struct worded *worded = context;
    sr_move_write(out, worded->game, worded->move);
}

char *serai_envs_move(const serai_envs *envs, int i, int32_t action, serai_error *error) {
    struct sr_error problem = {0};
    char *text = NULL;
    if (is_there(envs, i, &problem)) {
        const struct sr_envs *all = look_inside(envs);
        int decider = sr_head(sr_env_at(all, (uint32_t)i)->state)->decider;
        struct worded worded = {.game = all->actions.game};
        if (action < 0 || !sr_action_move(&all->actions, decider, (uint32_t)action, &worded.move)) {
            sr_fail(&problem, SR_PROBLEM_ACTION, sr_digits(i).text, sr_digits(action).text,
                    sr_digits(all->actions.count - 1).text, NULL);
        } else {
            text = sr_write_all(write_move, &worded);
            if (!text)
                sr_fail(&problem, SR_PROBLEM_MEMORY, NULL);
        }
    }
    sr_report(error, &problem);
    return text;
}

int32_t serai_envs_action(const serai_envs *envs, int i, const char *move, serai_error *error) {
    struct sr_error problem = {0};
    int32_t action = -1;
    if (is_there(envs, i, &problem) && need(move, "move", &problem)) {
        const struct sr_envs *all = look_inside(envs);
        int decider = sr_head(sr_env_at(all, (uint32_t)i)->state)->decider;
        struct sr_move read;
        if (sr_move_read(all->actions.game, move, strlen(move), all->setup.seats, &read, &problem))
            action = (int32_t)sr_action_id(&all->actions, decider, read);
    }
    sr_report(error, &problem);
    return action;
}
