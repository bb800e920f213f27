/* Memory for trees: all searches of a process together stay within it, nobody waits for ever, and
 * who waits comes to the same result as alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "bots/forest.h"
#include "bots/search.h"
#include "core/glimpse.h"
#include "core/sanitized.h"
#include "games/games.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/resource.h>

enum { CROWD = 8, MEGABYTE = 1 << 20, STEP = 4 * MEGABYTE };

/* ---- plots ---- */

static atomic_size_t in_use, most_in_use;

/* Uses a plot to the last byte, whatever others do. */
static void *use_all(void *bytes) {
    struct sr_plot plot;
    if (!sr_plot_open(&plot, *(size_t *)bytes, true))
        return NULL;
    for (size_t used = 0; used < plot.bytes; used += STEP) {
        sr_plot_grow(&plot, STEP);
        size_t now = atomic_fetch_add(&in_use, STEP) + STEP, most = atomic_load(&most_in_use);
        while (now > most && !atomic_compare_exchange_weak(&most_in_use, &most, now))
            ;
        memset((char *)plot.ground + used, 1, STEP);
    }
    atomic_fetch_sub(&in_use, plot.bytes);
    sr_plot_close(&plot);
    return bytes;
}

static void patient_ones_take_turns(void **unused) {
    pthread_t thread[CROWD];
    size_t bytes[CROWD];
    (void)unused;
    for (int i = 0; i < CROWD; i++) {
        bytes[i] = i % 2 ? SR_FOREST_BYTES : 60 * MEGABYTE;
        assert_int_equal(pthread_create(&thread[i], NULL, use_all, &bytes[i]), 0);
    }
    for (int i = 0; i < CROWD; i++) {
        void *done;
        pthread_join(thread[i], &done);
        assert_ptr_equal(done, &bytes[i]);
    }
    assert_int_equal(in_use, 0);
    assert_in_range(most_in_use, SR_FOREST_BYTES, SR_FOREST_BYTES);
#ifndef SR_SANITIZED
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    assert_in_range(usage.ru_maxrss, SR_FOREST_BYTES >> 10, 250000); /* in kB */
#endif
}

/* Those that grow side by side come to equal parts; whoever is alone has most of it. */
static void impatient_ones_share(void **unused) {
    (void)unused;
    for (int count = 1; count <= CROWD; count++) {
        struct sr_plot plot[CROWD];
        size_t all = 0;
        for (int i = 0; i < count; i++)
            assert_true(sr_plot_open(&plot[i], SR_FOREST_BYTES, false));
        for (bool grew = true; grew;) {
            grew = false;
            for (int i = 0; i < count; i++)
                grew |= sr_plot_grow(&plot[i], MEGABYTE);
        }
        for (int i = 0; i < count; i++) {
            all += plot[i].paid;
            assert_true(plot[i].paid + MEGABYTE >= plot[0].paid);
        }
        assert_in_range(all, SR_FOREST_BYTES / 3 * 2, SR_FOREST_BYTES);
        for (int i = 0; i < count; i++)
            sr_plot_close(&plot[i]);
    }
}

/* ---- searches ---- */

struct thinker {
    struct sr_search_plan plan;
    struct sr_search_result result;
    pthread_t thread;
};

static void *think(void *context) {
    struct thinker *thinker = context;
    const struct sr_game *game = sr_game_find("gugong");
    _Alignas(8) unsigned char state[SR_MAX_STATE];
    struct sr_setup setup;
    struct sr_moves moves;
    sr_setup_init(game, &setup);
    setup.seats = 2;
    sr_deal(game, state, &setup, NULL, &moves);
    struct sr_glimpse glimpse = {game, state, sr_head(state)->decider, &moves};
    struct sr_rng rng = {{1}, 0};
    struct sr_stream stream = sr_stream_open(&rng);
    sr_search(&glimpse, &stream, &thinker->plan, &thinker->result);
    return NULL;
}

static struct sr_search_plan plan_of(uint64_t iterations) {
    struct sr_search_plan plan = sr_search_plan_for(sr_game_find("gugong"), 2);
    plan.iterations = iterations;
    return plan;
}

/* Somebody who may need all memory has most of it: large searches wait until it is given back,
 * small ones do not. */
static void searches_wait_and_find_the_same(void **unused) {
    static struct thinker alone, crowd[CROWD], small;
    struct sr_plot holder;
    (void)unused;
    alone.plan = plan_of(6000);
    think(&alone);
    assert_true(alone.result.nodes > 10000);
    assert_true(sr_plot_open(&holder, SR_FOREST_BYTES, true));
    sr_plot_grow(&holder, SR_FOREST_BYTES / 4 * 3);
    for (int i = 0; i < CROWD; i++) {
        crowd[i].plan = alone.plan;
        assert_int_equal(pthread_create(&crowd[i].thread, NULL, think, &crowd[i]), 0);
    }
    small.plan = plan_of(300);
    think(&small);
    assert_int_equal(small.result.iterations, 300);
    sr_plot_close(&holder);
    for (int i = 0; i < CROWD; i++) {
        pthread_join(crowd[i].thread, NULL);
        assert_memory_equal(&crowd[i].result, &alone.result, sizeof alone.result);
    }
}

static uint64_t tick(void *context) {
    return ++*(uint64_t *)context;
}

/* Who has a clock does with what is left. */
static void searches_with_a_clock_never_wait(void **unused) {
    static struct thinker timed;
    struct sr_plot holder;
    uint64_t clock = 1;
    (void)unused;
    timed.plan = plan_of(0);
    timed.plan.milliseconds = 6;
    timed.plan.now = tick;
    timed.plan.context = &clock;
    struct sr_search_plan one_node = {.most_nodes = 1000};
    size_t node_bytes = sr_search_bytes(&one_node) / one_node.most_nodes;
    assert_true(sr_plot_open(&holder, SR_FOREST_BYTES, true));
    sr_plot_grow(&holder, SR_FOREST_BYTES);
    think(&timed);
    sr_plot_close(&holder);
    assert_true(timed.result.iterations > 5000);
    assert_in_range(timed.result.nodes * node_bytes, SR_PLOT_GIFT / 2, SR_PLOT_GIFT);
    clock = 1;
    think(&timed);
    assert_true(timed.result.nodes * node_bytes > SR_PLOT_GIFT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patient_ones_take_turns),
        cmocka_unit_test(impatient_ones_share),
        cmocka_unit_test(searches_wait_and_find_the_same),
        cmocka_unit_test(searches_with_a_clock_never_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
