/* Environments measured: random legal play at many tables, observations and masks written, on one
 * core and on several. One line a case, or, for counting instructions, one game and nothing timed.
 *   envs GAME SEATS TABLES STEPS THREADS */
#include "serai.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { WARM_UP = 32 };

static double seconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void *room(size_t bytes) {
    void *memory = calloc(1, bytes);
    if (!memory) {
        fputs("envs: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

static void play(serai_envs *envs, const serai_batch *batch, int32_t *action, int steps,
                 int threads, uint64_t seed) {
    serai_error error = {0};
    for (int step = 0; step < steps; step++)
        if (!serai_envs_sample(envs, seed + (uint64_t)step, action, &error) ||
            !serai_envs_step(envs, action, batch, threads, &error)) {
            fprintf(stderr, "envs: %s\n", error.message);
            exit(1);
        }
}

int main(int count, char **words) {
    if (count != 6) {
        fputs("usage: envs GAME SEATS TABLES STEPS THREADS\n", stderr);
        return 2;
    }
    serai_error error = {0};
    serai_space space;
    int tables = atoi(words[3]), steps = atoi(words[4]), threads = atoi(words[5]);
    serai_envs *envs = serai_envs_new(words[1], atoi(words[2]), NULL, tables, 1, &error);
    if (!envs || !serai_envs_space(envs, &space, &error)) {
        fprintf(stderr, "envs: %s\n", error.message);
        return 1;
    }
    size_t n = (size_t)tables;
    serai_batch batch = {
        .observation = room(n * (size_t)space.observation * sizeof(int16_t)),
        .mask = room(n * (size_t)space.actions),
        .decider = room(n),
        .reward = room(n * (size_t)space.seats * sizeof(float)),
        .done = room(n),
    };
    int32_t *action = room(n * sizeof *action);
    serai_envs_hold(envs, batch.mask, &error);
    play(envs, &batch, action, WARM_UP, threads, 0);
    double wall = seconds(CLOCK_MONOTONIC), own = seconds(CLOCK_PROCESS_CPUTIME_ID);
    play(envs, &batch, action, steps, threads, WARM_UP);
    wall = seconds(CLOCK_MONOTONIC) - wall;
    own = seconds(CLOCK_PROCESS_CPUTIME_ID) - own;
    double decisions = (double)tables * steps;
    printf("%s %s %d %d %.0f %.0f\n", words[1], words[2], space.observation, space.actions,
           decisions / wall, decisions / own);
    free(batch.observation);
    free(batch.mask);
    free(batch.decider);
    free(batch.reward);
    free(batch.done);
    free(action);
    serai_envs_free(envs);
    return 0;
}
