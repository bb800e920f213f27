/* Shares: whoever asks for much gets no more than others, and what people wait for comes first. */
#include "server/server.h"
#include "server/share.h"
#include "server/thinkers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Until something that other threads do has happened. */
static void breathe(void) {
    nanosleep(&(struct timespec){0, 1000000}, NULL);
}

/* ---- the queue ---- */

enum { GREEDY_TASKS = 100 };

static struct sr_waiting *waiting_of(uint64_t network, int64_t person, int rank) {
    struct sr_waiting *waiting = calloc(1, sizeof *waiting);
    *waiting = (struct sr_waiting){.share = {network, person, 0}, .rank = rank};
    return waiting;
}

static uint64_t take_network(struct sr_fair *fair, uint64_t cost) {
    struct sr_waiting *waiting = sr_fair_take(fair, NULL, NULL);
    assert_non_null(waiting);
    uint64_t network = waiting->share.network;
    sr_fair_charge(fair, waiting->share, cost);
    free(waiting);
    return network;
}

static void a_hundred_tasks_do_not_go_before_one(void **state) {
    (void)state;
    struct sr_fair *fair = sr_fair_open();
    for (int i = 0; i < GREEDY_TASKS; i++)
        sr_fair_add(fair, waiting_of(1, i, 0));
    assert_int_equal(take_network(fair, 1000), 1);
    sr_fair_add(fair, waiting_of(2, 1, 0));
    sr_fair_add(fair, waiting_of(2, 1, 0));
    int wait = 0;
    while (take_network(fair, 1000) != 2)
        wait++;
    assert_true(wait <= 1);
    wait = 0;
    while (take_network(fair, 1000) != 2)
        wait++;
    assert_true(wait <= 2);
    while (sr_fair_count(fair, 0) > 0)
        take_network(fair, 1000);
    sr_fair_close(fair);
}

/* Among those who have used as much, the order is that of arrival, however many they are: networks,
 * and people of one network. */
static void of_equals_who_came_first_goes_first(void **state) {
    (void)state;
    enum { MANY = 50 };
    struct sr_fair *fair = sr_fair_open();
    for (int round = 0; round < 3; round++) {
        for (uint64_t i = 1; i <= MANY; i++)
            sr_fair_add(fair, waiting_of(i, 1, 0));
        for (uint64_t i = 1; i <= MANY; i++)
            assert_int_equal(take_network(fair, 1000), i);
    }
    for (int i = 1; i <= MANY; i++)
        sr_fair_add(fair, waiting_of(1, i, 0));
    for (int i = 2; i <= MANY + 1; i++) { /* the first has been served before, and comes last */
        struct sr_waiting *waiting = sr_fair_take(fair, NULL, NULL);
        assert_int_equal(waiting->share.person, i <= MANY ? i : 1);
        sr_fair_charge(fair, waiting->share, 1000);
        free(waiting);
    }
    sr_fair_close(fair);
}

static void what_was_used_is_remembered(void **state) {
    (void)state;
    struct sr_fair *fair = sr_fair_open();
    sr_fair_add(fair, waiting_of(1, 1, 0));
    sr_fair_add(fair, waiting_of(2, 1, 0));
    sr_fair_add(fair, waiting_of(2, 1, 0));
    sr_fair_add(fair, waiting_of(2, 1, 0));
    /* the first has all it wanted, and much of it, and comes again at once under another name */
    while (take_network(fair, 1) != 1)
        continue;
    sr_fair_charge(fair, (struct sr_share){1, 1, 0}, 5000);
    sr_fair_add(fair, waiting_of(1, 2, 0));
    while (sr_fair_count(fair, 0) > 1)
        assert_int_equal(take_network(fair, 1000), 2);
    assert_int_equal(take_network(fair, 1), 1);
    sr_fair_close(fair);
}

static void nothing_is_saved_up(void **state) {
    (void)state;
    struct sr_fair *fair = sr_fair_open();
    /* a long time in which only the first asks */
    for (int i = 0; i < 1000; i++) {
        sr_fair_add(fair, waiting_of(1, 1, 0));
        take_network(fair, 1000);
    }
    for (int i = 0; i < 10; i++) {
        sr_fair_add(fair, waiting_of(1, 1, 0));
        sr_fair_add(fair, waiting_of(2, 1, 0));
    }
    int first = 0;
    for (int i = 0; i < 10; i++)
        first += take_network(fair, 1000) == 1;
    assert_true(first >= 4 && first <= 6);
    while (sr_fair_count(fair, 0) > 0)
        take_network(fair, 1000);
    sr_fair_close(fair);
}

/* Who has weight 4 is served four times as often as who has 1, in a network and between networks.
 */
static void weights_are_shares(void **state) {
    (void)state;
    for (int networks = 1; networks <= 2; networks++) {
        struct sr_fair *fair = sr_fair_open();
        int served[2] = {0};
        for (int i = 0; i < 100; i++)
            for (int person = 0; person < 2; person++) {
                struct sr_waiting *waiting = waiting_of((uint64_t)(person % networks), person, 0);
                waiting->share.weight = person ? 4 : 1;
                sr_fair_add(fair, waiting);
            }
        for (int i = 0; i < 100; i++) {
            struct sr_waiting *waiting = sr_fair_take(fair, NULL, NULL);
            served[waiting->share.person]++;
            sr_fair_charge(fair, waiting->share, 1000);
            free(waiting);
        }
        assert_in_range(served[1], 79, 81);
        while (sr_fair_count(fair, 0) > 0)
            take_network(fair, 1000);
        sr_fair_close(fair);
    }
}

/* With many networks, whatever each has used, the one that has used least is next. */
static void the_least_served_of_many_is_next(void **state) {
    (void)state;
    enum { NETWORKS = 300, ROUNDS = 3000, EACH = 60 };
    struct sr_fair *fair = sr_fair_open();
    uint64_t used[NETWORKS] = {0}, chance = 1;
    for (int i = 0; i < NETWORKS; i++)
        for (int j = 0; j < EACH; j++)
            sr_fair_add(fair, waiting_of((uint64_t)i, 1, 0));
    for (int round = 0; round < ROUNDS; round++) {
        struct sr_waiting *waiting = sr_fair_take(fair, NULL, NULL);
        uint64_t network = waiting->share.network;
        for (int i = 0; i < NETWORKS; i++)
            assert_true(used[network] <= used[i]);
        chance = chance * UINT64_C(6364136223846793005) + 1;
        uint64_t cost = 1 + (chance >> 54);
        used[network] += cost;
        sr_fair_charge(fair, waiting->share, cost);
        free(waiting);
    }
    struct sr_waiting *waiting;
    while ((waiting = sr_fair_take(fair, NULL, NULL)))
        free(waiting);
    sr_fair_close(fair);
}

static void ranks_go_first(void **state) {
    (void)state;
    struct sr_fair *fair = sr_fair_open();
    sr_fair_charge(fair, (struct sr_share){1, 1, 0}, 1000000);
    sr_fair_add(fair, waiting_of(2, 1, 3));
    sr_fair_add(fair, waiting_of(1, 1, 0));
    struct sr_waiting doing = {{2, 2}, 3, NULL};
    assert_true(sr_fair_precedes(fair, &doing));
    doing.rank = 0;
    assert_false(sr_fair_precedes(fair, &doing));
    assert_int_equal(take_network(fair, 1), 1);
    assert_int_equal(take_network(fair, 1), 2);
    assert_null(sr_fair_take(fair, NULL, NULL));
    sr_fair_close(fair);
}

/* ---- the threads ---- */

enum { LONG_TIME = 300000, SHORT_TIME = 1000 }; /* microseconds of thinking */

struct job {
    struct sr_thought thought;
    uint64_t time;
    struct order *order;
    int number;
};

struct order {
    pthread_mutex_t lock;
    int begun, count, ended[64];
    int dropped;
};

static enum sr_thought_end think(void *context, struct sr_thought *thought) {
    struct job *job = (struct job *)(void *)thought;
    struct order *order = job->order;
    (void)context;
    pthread_mutex_lock(&order->lock);
    order->begun++;
    pthread_mutex_unlock(&order->lock);
    uint64_t end = sr_thought_time(thought) + job->time;
    while (sr_thought_time(thought) < end)
        continue;
    pthread_mutex_lock(&order->lock);
    order->ended[order->count++] = job->number;
    pthread_mutex_unlock(&order->lock);
    return SR_THOUGHT_DONE;
}

static void drop(struct sr_thought *thought) {
    struct job *job = (struct job *)(void *)thought;
    pthread_mutex_lock(&job->order->lock);
    job->order->dropped++;
    pthread_mutex_unlock(&job->order->lock);
    free(job);
}

static void add_job(struct sr_thinkers *thinkers, struct order *order, int number, uint64_t network,
                    int rank, uint64_t time) {
    struct job *job = calloc(1, sizeof *job);
    job->thought.waiting = (struct sr_waiting){{network, number}, rank, NULL};
    job->time = time;
    job->order = order;
    job->number = number;
    assert_true(sr_thinkers_add(thinkers, &job->thought));
}

static void wait_for(struct order *order, const int *what, int count) {
    for (bool enough = false; !enough; breathe()) {
        pthread_mutex_lock(&order->lock);
        enough = *what >= count;
        pthread_mutex_unlock(&order->lock);
    }
}

/* Long thoughts that were begun are put off for a short one, of the same rank or a higher. */
static void a_short_thought_does_not_wait_for_long_ones(void **state) {
    (void)state;
    struct sr_error error = {0};
    struct order order = {.lock = PTHREAD_MUTEX_INITIALIZER};
    struct sr_thinkers *thinkers =
        sr_thinkers_open(1, (struct sr_thinking){think, drop, NULL}, &error);
    assert_non_null(thinkers);
    add_job(thinkers, &order, 1, 1, SR_THOUGHT_AMONG_US, LONG_TIME);
    wait_for(&order, &order.begun, 1);
    add_job(thinkers, &order, 2, 1, SR_THOUGHT_LIVE, LONG_TIME);
    add_job(thinkers, &order, 3, 1, SR_THOUGHT_LIVE, LONG_TIME);
    wait_for(&order, &order.begun, 3); /* they take turns */
    add_job(thinkers, &order, 4, 2, SR_THOUGHT_LIVE, SHORT_TIME);
    wait_for(&order, &order.dropped, 4);
    assert_int_equal(order.ended[0], 4);
    assert_int_equal(order.ended[3], 1);
    sr_thinkers_close(thinkers);
}

static void closing_ends_all_thoughts(void **state) {
    (void)state;
    struct sr_error error = {0};
    struct order order = {.lock = PTHREAD_MUTEX_INITIALIZER};
    struct sr_thinkers *thinkers =
        sr_thinkers_open(2, (struct sr_thinking){think, drop, NULL}, &error);
    for (int i = 0; i < 40; i++)
        add_job(thinkers, &order, i, (uint64_t)i, i % SR_THOUGHT_RANKS, 3600000000u);
    wait_for(&order, &order.begun, 4);
    sr_thinkers_close(thinkers);
    assert_int_equal(order.dropped, 40);
}

static enum sr_thought_end try_later(void *context, struct sr_thought *thought) {
    atomic_int *tries = context;
    thought->due = 1000;
    return ++*tries < 3 ? SR_THOUGHT_LATER : SR_THOUGHT_DONE;
}

/* What must wait for a time holds up nobody meanwhile. */
static void what_is_due_later_waits_for_its_time(void **state) {
    (void)state;
    struct sr_error error = {0};
    atomic_int tries = 0;
    struct order order = {.lock = PTHREAD_MUTEX_INITIALIZER};
    struct sr_thinkers *thinkers =
        sr_thinkers_open(1, (struct sr_thinking){try_later, drop, &tries}, &error);
    add_job(thinkers, &order, 1, 1, SR_THOUGHT_LIVE, 0);
    while (tries < 1)
        breathe();
    for (int i = 0; i < 20; i++) {
        sr_thinkers_wake(thinkers, 999); /* not yet */
        breathe();
    }
    assert_int_equal(tries, 1);
    for (bool done = false; !done; breathe()) {
        sr_thinkers_wake(thinkers, 1000);
        pthread_mutex_lock(&order.lock);
        done = order.dropped == 1;
        pthread_mutex_unlock(&order.lock);
    }
    assert_int_equal(tries, 3);
    sr_thinkers_close(thinkers);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hundred_tasks_do_not_go_before_one),
        cmocka_unit_test(of_equals_who_came_first_goes_first),
        cmocka_unit_test(what_was_used_is_remembered),
        cmocka_unit_test(nothing_is_saved_up),
        cmocka_unit_test(ranks_go_first),
        cmocka_unit_test(weights_are_shares),
        cmocka_unit_test(the_least_served_of_many_is_next),
        cmocka_unit_test(a_short_thought_does_not_wait_for_long_ones),
        cmocka_unit_test(closing_ends_all_thoughts),
        cmocka_unit_test(what_is_due_later_waits_for_its_time),
    };
    return cmocka_run_group_tests_name("shares", tests, NULL, NULL);
}
