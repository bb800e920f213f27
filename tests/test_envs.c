/* Environments: they play what tables play, whatever the threads; observations hold nothing that a
 * seat may not see; bad input is refused and changes nothing. */
#include "core/sanitized.h"
#include "serai.h"

#include <limits.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { TABLES = 48, STEPS = 400 };

/* Environments and the arrays that they write into. */
struct room {
    serai_envs *envs;
    serai_space space;
    int n;
    serai_batch batch;
    int32_t *action;
};

static void *some(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    assert_non_null(memory);
    return memory;
}

static struct room room_of(const char *game, int seats, int n, uint64_t seed) {
    serai_error error = {0};
    struct room room = {.envs = serai_envs_new(game, seats, NULL, n, seed, &error), .n = n};
    if (!room.envs)
        fail_msg("%s", error.message);
    assert_true(serai_envs_space(room.envs, &room.space, &error));
    size_t rows = (size_t)n;
    room.batch = (serai_batch){
        .observation = some(rows * (size_t)room.space.observation, sizeof(int16_t)),
        .mask = some(rows * (size_t)room.space.actions, 1),
        .decider = some(rows, 1),
        .reward = some(rows * (size_t)seats, sizeof(float)),
        .points = some(rows * (size_t)seats, sizeof(float)),
        .done = some(rows, 1),
    };
    room.action = some(rows, sizeof *room.action);
    assert_true(serai_envs_step(room.envs, NULL, &room.batch, 1, &error));
    return room;
}

static void leave(struct room *room) {
    serai_envs_free(room->envs);
    free(room->batch.observation);
    free(room->batch.mask);
    free(room->batch.decider);
    free(room->batch.reward);
    free(room->batch.points);
    free(room->batch.done);
    free(room->action);
}

static void step(struct room *room, uint64_t seed, int threads) {
    serai_error error = {0};
    assert_true(serai_envs_sample(room->envs, seed, room->action, &error));
    if (!serai_envs_step(room->envs, room->action, &room->batch, threads, &error))
        fail_msg("%s", error.message);
}

static const int16_t *row(const struct room *room, int i) {
    return room->batch.observation + (size_t)i * (size_t)room->space.observation;
}

static size_t row_bytes(const struct room *room) {
    return (size_t)room->space.observation * sizeof(int16_t);
}

/* ---- memory ---- */

#if defined(__GLIBC__) && !defined(SR_SANITIZED)
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
static atomic_int asked_for_memory;

void *malloc(size_t size) {
    atomic_fetch_add(&asked_for_memory, 1);
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    atomic_fetch_add(&asked_for_memory, 1);
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    atomic_fetch_add(&asked_for_memory, 1);
    return __libc_realloc(memory, size);
}

/* The first step that wants threads hires them; none after it asks for memory, whatever ends. */
static void a_step_allocates_nothing(void **state) {
    (void)state;
    for (int game = 0; game < serai_game_count(); game++) {
        int seats = serai_game_seats_max(game), ended = 0;
        struct room room = room_of(serai_game_name(game), seats, TABLES, 41);
        assert_true(serai_envs_hold(room.envs, room.batch.mask, NULL));
        step(&room, 0, 2);
        int before = atomic_load(&asked_for_memory);
        for (uint64_t at = 1; at < 2 * STEPS; at++) {
            step(&room, at, 1 + (int)at % 2);
            for (int i = 0; i < TABLES; i++)
                ended += room.batch.done[i];
        }
        assert_int_equal(atomic_load(&asked_for_memory), before);
        assert_true(ended > 0 && before > 0);
        leave(&room);
    }
}
#else
static void a_step_allocates_nothing(void **state) {
    (void)state;
    skip(); /* a sanitizer has an allocator of its own */
}
#endif

/* ---- the same as tables ---- */

static void expect_mask_is_the_list(const struct room *room, const serai_table *table) {
    const uint8_t *mask = room->batch.mask;
    int legal = 0;
    for (int action = 0; action < room->space.actions; action++)
        legal += mask[action];
    assert_int_equal(legal, serai_move_count(table));
    for (int i = 0; i < legal; i++) {
        char *move = serai_move(table, i, NULL);
        int action = serai_envs_action(room->envs, 0, move, NULL);
        assert_true(action >= 0 && action < room->space.actions && mask[action]);
        char *back = serai_envs_move(room->envs, 0, action, NULL);
        assert_string_equal(back, move);
        serai_free(back);
        serai_free(move);
    }
}

/* One game from a seed, here and at a table. */
static void a_game_is_the_one_that_its_seed_gives(void **state) {
    (void)state;
    for (int game = 0; game < serai_game_count(); game++) {
        const char *name = serai_game_name(game);
        int seats = serai_game_seats_max(game);
        struct room room = room_of(name, seats, 1, 7);
        serai_table *table = serai_table_new(name, seats, "42", NULL, NULL);
        assert_true(serai_envs_reset(room.envs, 0, "42", NULL));
        assert_true(serai_envs_step(room.envs, NULL, &room.batch, 1, NULL));
        for (uint64_t ply = 0; !serai_over(table); ply++) {
            assert_int_equal(room.batch.done[0], 0);
            assert_int_equal(room.batch.decider[0], serai_decider(table));
            if (ply % 5 == 0)
                expect_mask_is_the_list(&room, table);
            serai_table *same = serai_envs_table(room.envs, 0, NULL);
            assert_true(serai_checksum(same) == serai_checksum(table));
            serai_table_free(same);
            assert_true(serai_envs_sample(room.envs, ply, room.action, NULL));
            char *move = serai_envs_move(room.envs, 0, room.action[0], NULL);
            assert_true(serai_play(table, serai_decider(table), move, NULL));
            assert_true(serai_envs_step(room.envs, room.action, &room.batch, 1, NULL));
            serai_free(move);
        }
        assert_int_equal(room.batch.done[0], 1);
        serai_table_free(table);
        leave(&room);
    }
}

/* A finished game brings one win to share, if there is a winner; nothing else brings anything. */
static void rewards_share_the_win(void **state) {
    (void)state;
    for (int game = 0; game < serai_game_count(); game++) {
        int seats = serai_game_seats_max(game), ended = 0, won = 0;
        struct room room = room_of(serai_game_name(game), seats, TABLES, 3);
        for (uint64_t at = 0; at < 2 * STEPS; at++) {
            step(&room, at, 1);
            for (int i = 0; i < TABLES; i++) {
                float share = 0, points = 0;
                for (int seat = 0; seat < seats; seat++) {
                    share += room.batch.reward[i * seats + seat];
                    points += room.batch.points[i * seats + seat];
                }
                ended += room.batch.done[i];
                won += share > 0;
                assert_true(share == 0 || (room.batch.done[i] && share > 0.99f && share < 1.01f));
                assert_true(room.batch.done[i] || points == 0);
            }
        }
        /* in Gugong all lose who are not received in the palace */
        if (!ended || !won || won > ended)
            fail_msg("%s: %d games ended, %d were won", serai_game_name(game), ended, won);
        leave(&room);
    }
}

/* ---- threads ---- */

static void expect_same_batch(const struct room *one, const struct room *many) {
    assert_memory_equal(one->batch.observation, many->batch.observation,
                        (size_t)one->n * row_bytes(one));
    assert_memory_equal(one->batch.mask, many->batch.mask,
                        (size_t)one->n * (size_t)one->space.actions);
    assert_memory_equal(one->batch.decider, many->batch.decider, (size_t)one->n);
    assert_memory_equal(one->batch.done, many->batch.done, (size_t)one->n);
}

static void threads_do_not_matter(void **state) {
    (void)state;
    for (int game = 0; game < serai_game_count(); game++) {
        const char *name = serai_game_name(game);
        struct room one = room_of(name, serai_game_seats_max(game), TABLES, 11);
        struct room many = room_of(name, serai_game_seats_max(game), TABLES, 11);
        for (uint64_t at = 0; at < STEPS; at++) {
            step(&one, at, 1);
            step(&many, at, 2 + (int)at % 3);
            expect_same_batch(&one, &many);
        }
        leave(&one);
        leave(&many);
    }
}

static void any_number_of_threads_will_do(void **state) {
    (void)state;
    static const int threads[] = {INT_MAX, INT_MIN, -1, 0, 1, 65, 2, 3};
    struct room one = room_of("dunhuang", 2, 200, 3), many = room_of("dunhuang", 2, 200, 3);
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        step(&one, i, 1);
        step(&many, i, threads[i]);
        expect_same_batch(&one, &many);
    }
    leave(&one);
    leave(&many);
}

/* ---- many at once ---- */

static uint64_t mixed(uint64_t sum, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
    return sum;
}

struct life {
    const char *game;
    int seats, threads;
    uint64_t seed, seen; /* all that was seen, in one number */
    bool failed;
};

/* All that may be done to tables between steps; only what comes of it is told, since whoever is not
 * the main thread may not fail a test. */
static void live(struct life *life, serai_envs *envs, const serai_batch *batch, int32_t *action,
                 void *saved, int16_t *world) {
    serai_space space;
    size_t size = serai_envs_save_size(envs), rows = TABLES;
    bool well = serai_envs_space(envs, &space, NULL) && serai_envs_hold(envs, batch->mask, NULL);
    for (uint64_t at = 0; well && at < 40; at++) {
        int from = (int)(at % TABLES), to = (int)(at * 7 % TABLES), threads = life->threads;
        threads -= threads > 1 && at % 5 == 0; /* some are let wait */
        well = serai_envs_sample(envs, life->seed + at, action, NULL) &&
               serai_envs_step(envs, action, batch, threads, NULL) &&
               serai_envs_clone(envs, from, to, NULL) &&
               serai_envs_save(envs, to, saved, size, NULL) &&
               serai_envs_load(envs, (to + 1) % TABLES, saved, size, NULL) &&
               serai_envs_guess(envs, from, (int)at % life->seats, at, NULL) &&
               (at % 9 || serai_envs_reset(envs, from, "77", NULL)) &&
               serai_envs_world(envs, world, threads, NULL) &&
               serai_envs_step(envs, NULL, batch, threads, NULL);
        life->seen = mixed(life->seen, world, rows * (size_t)space.world * sizeof *world);
        life->seen = mixed(life->seen, batch->observation,
                           rows * (size_t)space.observation * sizeof *batch->observation);
        life->seen = mixed(life->seen, batch->mask, rows * (size_t)space.actions);
        life->seen = mixed(life->seen, batch->points, rows * (size_t)life->seats * sizeof(float));
        well = well && serai_envs_standing(envs, batch->points, threads, NULL);
        life->seen = mixed(life->seen, batch->points, rows * (size_t)life->seats * sizeof(float));
    }
    life->failed = !well;
}

static void *live_one(void *context) {
    struct life *life = context;
    serai_envs *envs = serai_envs_new(life->game, life->seats, NULL, TABLES, life->seed, NULL);
    serai_space space = {0};
    serai_envs_space(envs, &space, NULL);
    serai_batch batch = {
        .observation = calloc((size_t)space.observation + 1, TABLES * sizeof(int16_t)),
        .mask = calloc((size_t)space.actions + 1, TABLES),
        .decider = calloc(TABLES, 1),
        .points = calloc((size_t)life->seats, TABLES * sizeof(float)),
    };
    int32_t *action = calloc(TABLES, sizeof *action);
    int16_t *world = calloc((size_t)space.world + 1, TABLES * sizeof *world);
    void *saved = malloc(serai_envs_save_size(envs) + 1);
    life->failed = true;
    life->seen = 0;
    if (envs && batch.observation && batch.mask && batch.decider && batch.points && action &&
        world && saved)
        live(life, envs, &batch, action, saved, world);
    serai_envs_free(envs);
    free(batch.observation);
    free(batch.mask);
    free(batch.decider);
    free(batch.points);
    free(action);
    free(world);
    free(saved);
    return NULL;
}

/* Some that are made, played and closed while others work, each with threads of its own. */
static void many_at_once_do_not_matter_to_each_other(void **state) {
    (void)state;
    enum { LIVES = 4 };
    for (int game = 0; game < serai_game_count(); game++) {
        struct life alone[LIVES], beside[LIVES];
        pthread_t thread[LIVES];
        for (int i = 0; i < LIVES; i++) {
            alone[i] = (struct life){.game = serai_game_name(game),
                                     .seats = serai_game_seats_max(game),
                                     .threads = 1,
                                     .seed = (uint64_t)i + 1};
            beside[i] = alone[i];
            beside[i].threads = 2 + i % 3;
            live_one(&alone[i]);
            assert_false(alone[i].failed);
        }
        for (int i = 0; i < LIVES; i++)
            assert_int_equal(pthread_create(&thread[i], NULL, live_one, &beside[i]), 0);
        for (int i = 0; i < LIVES; i++) {
            pthread_join(thread[i], NULL);
            assert_false(beside[i].failed);
            assert_true(alone[i].seen == beside[i].seen);
        }
    }
}

static void *step_some(void *context) {
    struct room *room = context;
    for (uint64_t at = 0; at < 5; at++)
        if (!serai_envs_sample(room->envs, at, room->action, NULL) ||
            !serai_envs_step(room->envs, room->action, &room->batch, 3, NULL))
            return NULL;
    return room;
}

/* From one thread to the next; the last of them is not the one that made it. */
static void one_is_handed_on(void **state) {
    (void)state;
    struct room alone = room_of("gugong", 3, TABLES, 9), room = room_of("gugong", 3, TABLES, 9);
    for (int turn = 0; turn < 8; turn++) {
        pthread_t thread;
        void *well = NULL;
        assert_int_equal(pthread_create(&thread, NULL, step_some, &room), 0);
        pthread_join(thread, &well);
        assert_non_null(well);
        assert_non_null(step_some(&alone));
        expect_same_batch(&alone, &room);
    }
    leave(&alone);
    leave(&room);
}

/* ---- forks ---- */

/* A process that was forked has no threads of its parent, and goes on all the same. */
static void a_fork_goes_on(void **state) {
    (void)state;
#ifdef __SANITIZE_THREAD__
    skip(); /* that sanitizer knows of no threads in a process that was forked beside others */
#endif
    struct room room = room_of("dunhuang", 2, TABLES, 5);
    for (uint64_t at = 0; at < 10; at++)
        step(&room, at, 3);
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        for (uint64_t at = 0; at < 10; at++)
            step(&room, at, 3);
        int decider = room.batch.decider[0];
        leave(&room); /* with the threads that are its own; its parent's are not waited for */
        _exit(decider >= 0 ? 0 : 1);
    }
    int status = -1;
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    step(&room, 11, 3);
    leave(&room);
}

/* ---- held masks ---- */

static void expect_same_masks(const struct room *held, const struct room *whole) {
    assert_memory_equal(held->batch.mask, whole->batch.mask,
                        (size_t)held->n * (size_t)held->space.actions);
}

static void held_masks_are_whole_masks(void **state) {
    (void)state;
    for (int game = 0; game < serai_game_count(); game++) {
        const char *name = serai_game_name(game);
        int seats = serai_game_seats_min(game);
        struct room held = room_of(name, seats, 20, 3), whole = room_of(name, seats, 20, 3);
        memset(held.batch.mask, 7, 20 * (size_t)held.space.actions);
        assert_true(serai_envs_hold(held.envs, held.batch.mask, NULL));
        for (uint64_t at = 0; at < 60; at++) {
            step(&held, at, 2);
            step(&whole, at, 2);
            expect_same_masks(&held, &whole);
            if (at % 7 == 0) { /* whatever else changes a table leaves nothing behind */
                assert_true(serai_envs_clone(held.envs, 0, 1, NULL));
                assert_true(serai_envs_clone(whole.envs, 0, 1, NULL));
                assert_true(serai_envs_reset(held.envs, 2, "5", NULL));
                assert_true(serai_envs_reset(whole.envs, 2, "5", NULL));
            }
            if (at == 30) { /* an array that is not held, then the held one again */
                uint8_t *kept = held.batch.mask;
                held.batch.mask = some(20 * (size_t)held.space.actions, 1);
                step(&held, at, 1);
                step(&whole, at, 1);
                expect_same_masks(&held, &whole);
                free(held.batch.mask);
                held.batch.mask = kept;
            }
        }
        leave(&held);
        leave(&whole);
    }
    assert_false(serai_envs_hold(NULL, NULL, NULL));
}

/* ---- secrets ---- */

/* Two worlds that a seat cannot tell apart give it the same row, byte for byte, and the decider the
 * same mask. */
static void guessed_worlds_look_the_same(void **state) {
    (void)state;
    for (int game = 0; game < serai_game_count(); game++) {
        int seats = serai_game_seats_max(game), changed = 0;
        struct room room = room_of(serai_game_name(game), seats, 2, 13);
        int16_t *before = some(row_bytes(&room), 1), *after = some(row_bytes(&room), 1);
        for (uint64_t at = 0; at < STEPS; at++) {
            step(&room, at, 1);
            int seat = (int)at % seats;
            assert_true(serai_envs_clone(room.envs, 0, 1, NULL));
            assert_true(serai_envs_guess(room.envs, 1, seat, at, NULL));
            assert_true(serai_envs_observe(room.envs, 0, seat, before, NULL));
            assert_true(serai_envs_observe(room.envs, 1, seat, after, NULL));
            assert_memory_equal(before, after, row_bytes(&room));
            serai_table *truth = serai_envs_table(room.envs, 0, NULL);
            serai_table *guess = serai_envs_table(room.envs, 1, NULL);
            changed += serai_checksum(truth) != serai_checksum(guess);
            serai_table_free(truth);
            serai_table_free(guess);
            assert_true(serai_envs_step(room.envs, NULL, &room.batch, 1, NULL));
            if (room.batch.decider[0] == seat)
                assert_memory_equal(room.batch.mask, room.batch.mask + room.space.actions,
                                    (size_t)room.space.actions);
        }
        assert_true(changed > STEPS / 4);
        free(before);
        free(after);
        leave(&room);
    }
}

/* Rows of everything do tell them apart: they are for critics alone. */
static void the_world_shows_what_is_hidden(void **state) {
    (void)state;
    struct room room = room_of("dunhuang", 3, 2, 17);
    size_t width = (size_t)room.space.world;
    int16_t *world = some(2 * width, sizeof *world);
    assert_true(room.space.world > room.space.observation);
    assert_true(serai_envs_clone(room.envs, 0, 1, NULL));
    assert_true(serai_envs_guess(room.envs, 1, room.batch.decider[0], 1, NULL));
    assert_true(serai_envs_world(room.envs, world, 1, NULL));
    assert_memory_not_equal(world, world + width, width * sizeof *world);
    free(world);
    leave(&room);
}

/* ---- keeping ---- */

static void a_saved_table_goes_on_alike(void **state) {
    (void)state;
    for (int game = 0; game < serai_game_count(); game++) {
        struct room room = room_of(serai_game_name(game), serai_game_seats_max(game), 3, 19);
        size_t size = serai_envs_save_size(room.envs);
        unsigned char *bytes = some(size, 1);
        for (uint64_t at = 0; at < 30; at++)
            step(&room, at, 1);
        assert_true(serai_envs_save(room.envs, 0, bytes, size, NULL));
        assert_true(serai_envs_load(room.envs, 1, bytes, size, NULL));
        assert_true(serai_envs_clone(room.envs, 0, 2, NULL));
        for (uint64_t at = 0; at < STEPS; at++) {
            assert_true(serai_envs_sample(room.envs, at, room.action, NULL));
            room.action[1] = room.action[2] = room.action[0];
            assert_true(serai_envs_step(room.envs, room.action, &room.batch, 1, NULL));
            assert_memory_equal(row(&room, 0), row(&room, 1), row_bytes(&room));
            assert_memory_equal(row(&room, 0), row(&room, 2), row_bytes(&room));
        }
        free(bytes);
        leave(&room);
    }
}

/* Damaged bytes are refused, or are a sound table; either way play goes on. */
static void damaged_bytes_do_no_harm(void **state) {
    (void)state;
    for (int game = 0; game < serai_game_count(); game++) {
        struct room room = room_of(serai_game_name(game), serai_game_seats_max(game), 2, 23);
        size_t size = serai_envs_save_size(room.envs);
        unsigned char *bytes = some(size, 1), *damaged = some(size, 1);
        assert_true(serai_envs_save(room.envs, 0, bytes, size, NULL));
        int refused = 0;
        for (size_t at = 0; at < size; at++) {
            serai_error error = {0};
            memcpy(damaged, bytes, size);
            damaged[at] ^= 0x15;
            if (serai_envs_load(room.envs, 1, damaged, size, &error)) {
                step(&room, at, 1);
                assert_true(serai_envs_load(room.envs, 0, bytes, size, NULL));
            } else {
                refused++;
                assert_true(error.code != SERAI_OK && error.message[0]);
            }
        }
        assert_true(refused > (int)size / 4);
        assert_false(serai_envs_load(room.envs, 0, bytes, size - 1, NULL));
        free(bytes);
        free(damaged);
        leave(&room);
    }
}

/* ---- bad input ---- */

static void illegal_actions_change_nothing(void **state) {
    (void)state;
    struct room room = room_of("gugong", 3, TABLES, 29);
    size_t size = (size_t)TABLES * row_bytes(&room);
    int16_t *before = some(size, 1);
    memcpy(before, room.batch.observation, size);
    static const int32_t wrong[] = {INT32_MAX, INT32_MIN, -2, 65536 + 3};
    for (size_t i = 0; i <= sizeof wrong / sizeof wrong[0]; i++) {
        serai_error error = {0};
        assert_true(serai_envs_sample(room.envs, 1, room.action, NULL));
        int32_t action = 0;
        if (i < sizeof wrong / sizeof wrong[0])
            action = wrong[i];
        else /* one that there is, but not now */
            while (room.batch.mask[(TABLES - 1) * room.space.actions + action])
                action++;
        room.action[TABLES - 1] = action;
        assert_false(serai_envs_step(room.envs, room.action, &room.batch, 2, &error));
        assert_int_equal(error.code, SERAI_ILLEGAL);
        assert_non_null(strstr(error.message, "table 47"));
        room.action[3] = -2; /* two, found by two threads: the first is told */
        assert_false(serai_envs_step(room.envs, room.action, &room.batch, 3, &error));
        assert_non_null(strstr(error.message, "table 3:"));
        assert_true(serai_envs_step(room.envs, NULL, &room.batch, 1, NULL));
        assert_memory_equal(before, room.batch.observation, size);
    }
    for (int i = 0; i < TABLES; i++)
        room.action[i] = SERAI_WAIT;
    assert_true(serai_envs_step(room.envs, room.action, &room.batch, 1, NULL));
    assert_memory_equal(before, room.batch.observation, size);
    free(before);
    leave(&room);
}

static void bad_input_is_refused(void **state) {
    (void)state;
    serai_error error = {0};
    serai_space space;
    int16_t cell[4096];
    int32_t action[1];
    float points = 0;
    unsigned char bytes[4096];
    const serai_batch none = {0};
    assert_null(serai_envs_new(NULL, 2, NULL, 1, 1, &error));
    assert_null(serai_envs_new("chess", 2, NULL, 1, 1, &error));
    assert_int_equal(error.code, SERAI_USAGE);
    assert_null(serai_envs_new("dunhuang", 9, NULL, 1, 1, NULL));
    assert_null(serai_envs_new("dunhuang", -3, NULL, 1, 1, NULL));
    assert_null(serai_envs_new("dunhuang", 300, NULL, 1, 1, NULL));
    assert_null(serai_envs_new("dunhuang", 2, "colour=red", 1, 1, NULL));
    assert_null(serai_envs_new("dunhuang", 2, NULL, 0, 1, NULL));
    assert_null(serai_envs_new("dunhuang", 2, NULL, -1, 1, NULL));
    assert_false(serai_space_of("dunhuang", 1, NULL, &space, NULL));
    assert_false(serai_space_of("dunhuang", 2, NULL, NULL, NULL));
    assert_null(serai_space_json("dunhuang", 1, NULL, NULL));
    assert_false(serai_envs_step(NULL, NULL, &none, 1, NULL));
    assert_false(serai_envs_sample(NULL, 1, action, NULL));
    assert_false(serai_envs_clone(NULL, 0, 0, NULL));
    assert_false(serai_envs_standing(NULL, &points, 1, NULL));
    assert_int_equal(serai_envs_count(NULL), 0);
    assert_int_equal(serai_envs_save_size(NULL), 0);
    serai_envs_free(NULL);

    struct room room = room_of("dunhuang", 2, 2, 1);
    assert_true(serai_envs_step(room.envs, NULL, &none, 1, NULL)); /* nothing is wanted */
    assert_false(serai_envs_step(room.envs, NULL, NULL, 1, NULL));
    assert_false(serai_envs_observe(room.envs, 2, 0, cell, NULL));
    assert_false(serai_envs_observe(room.envs, -1, 0, cell, NULL));
    assert_false(serai_envs_observe(room.envs, 0, 2, cell, NULL));
    assert_false(serai_envs_observe(room.envs, 0, SERAI_REFEREE, cell, NULL));
    assert_false(serai_envs_observe(room.envs, 0, 0, NULL, NULL));
    assert_false(serai_envs_standing(room.envs, NULL, 1, NULL));
    assert_false(serai_envs_guess(room.envs, 0, 7, 1, NULL));
    assert_false(serai_envs_reset(room.envs, 0, "yes", NULL));
    assert_false(serai_envs_reset(room.envs, 0, NULL, NULL));
    assert_false(serai_envs_load(room.envs, 0, bytes, sizeof bytes, NULL));
    assert_false(serai_envs_load(room.envs, 0, NULL, 0, NULL));
    assert_null(serai_envs_table(room.envs, 5, NULL));
    assert_null(serai_envs_move(room.envs, 0, -1, NULL));
    assert_null(serai_envs_move(room.envs, 0, 1 << 20, NULL));
    assert_int_equal(serai_envs_action(room.envs, 0, "fly", NULL), -1);
    serai_table *other = serai_table_new("gugong", 2, "1", NULL, NULL);
    serai_table *three = serai_table_new("dunhuang", 3, "1", NULL, NULL);
    serai_table *two = serai_table_new("dunhuang", 2, "1", NULL, NULL);
    assert_false(serai_envs_put(room.envs, 0, other, NULL));
    assert_false(serai_envs_put(room.envs, 0, three, NULL));
    assert_false(serai_envs_put(room.envs, 0, NULL, NULL));
    assert_true(serai_envs_put(room.envs, 0, two, NULL));
    serai_table_free(other);
    serai_table_free(three);
    serai_table_free(two);
    leave(&room);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_the_one_that_its_seed_gives),
        cmocka_unit_test(a_step_allocates_nothing),
        cmocka_unit_test(rewards_share_the_win),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(any_number_of_threads_will_do),
        cmocka_unit_test(many_at_once_do_not_matter_to_each_other),
        cmocka_unit_test(one_is_handed_on),
        cmocka_unit_test(held_masks_are_whole_masks),
        cmocka_unit_test(a_fork_goes_on),
        cmocka_unit_test(guessed_worlds_look_the_same),
        cmocka_unit_test(the_world_shows_what_is_hidden),
        cmocka_unit_test(a_saved_table_goes_on_alike),
        cmocka_unit_test(damaged_bytes_do_no_harm),
        cmocka_unit_test(illegal_actions_change_nothing),
        cmocka_unit_test(bad_input_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
