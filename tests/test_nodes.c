/* Many programs on one store: of those who want to act for a table one does, whoever slept can do
 * no harm any more, and everybody hears of what others changed. All of it on PostgreSQL. */
#include "store/skill.h"
#include "support/store_house.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef SR_POSTGRES

/* A second program on the same store. */
static struct sr_store *open_other(const struct house *house) {
    struct sr_error error = {0};
    struct sr_store *store = sr_store_open(house->place, &error);
    assert_non_null(store);
    return store;
}

/* However slow the machine is, none of them is given up meanwhile. */
static void let_nodes_live(const struct house *house) {
    assert_true(order_database(house->place, "UPDATE nodes SET until = now() + interval '1 day'"));
}

static int64_t add_node(const struct house *house, struct sr_store *store) {
    int64_t node = 0;
    assert_int_equal(sr_store_add_node(store, "1", &node), SR_STORE_DONE);
    assert_true(node > 0);
    let_nodes_live(house);
    return node;
}

/* As if the last sign of life of a node had been long ago. */
static void let_sleep(const struct house *house, int64_t node) {
    char order[PATH_BYTES];
    snprintf(order, sizeof order,
             "UPDATE nodes SET until = now() - interval '1 second' WHERE id = %lld",
             (long long)node);
    assert_true(order_database(house->place, order));
}

static struct sr_person a_table_in_play(struct house *house, const char *id) {
    struct sr_person ada = add_person(house, "Ada", 1);
    add_table(house, id, &ada);
    return ada;
}

/* ---- leases ---- */

static void one_node_acts_for_a_table(void **state) {
    struct house *house = *state;
    struct sr_store *other = open_other(house);
    int64_t one = add_node(house, house->store), two = add_node(house, other), fence = 0, again = 0,
            none = 0;
    a_table_in_play(house, "one");
    assert_int_equal(sr_store_take_lease(house->store, "one", one, &fence), SR_STORE_DONE);
    assert_true(fence > 0);
    assert_int_equal(sr_store_take_lease(other, "one", two, &none), SR_STORE_CONFLICT);
    /* who has it keeps its fence */
    assert_int_equal(sr_store_take_lease(house->store, "one", one, &again), SR_STORE_DONE);
    assert_int_equal(again, fence);
    /* given back, it is anybody's, by another fence */
    assert_int_equal(sr_store_drop_leases(house->store, one), SR_STORE_DONE);
    assert_int_equal(sr_store_take_lease(other, "one", two, &again), SR_STORE_DONE);
    assert_true(again > fence);
    /* or one by one, by whoever has it */
    assert_int_equal(sr_store_drop_lease(house->store, "one", one), SR_STORE_DONE);
    assert_int_equal(sr_store_take_lease(house->store, "one", one, &none), SR_STORE_CONFLICT);
    assert_int_equal(sr_store_drop_lease(other, "one", two), SR_STORE_DONE);
    assert_int_equal(sr_store_take_lease(house->store, "one", one, &none), SR_STORE_DONE);
    assert_true(none > again);
    assert_int_equal(sr_store_take_lease(other, "none", two, &none), SR_STORE_CONFLICT);
    sr_store_close(other);
}

static void who_slept_can_do_no_harm(void **state) {
    struct house *house = *state;
    struct sr_store *other = open_other(house);
    int64_t sleeper = add_node(house, house->store), waking = add_node(house, other), old = 0,
            new = 0, none = 0;
    struct sr_person ada = a_table_in_play(house, "one");
    struct sr_entry first = entry_of(1, "a"), second = entry_of(2, "b");
    struct sr_chair before = {.person = ada.id}, after = {.person = ada.id};
    char position[] = "{}", *kept = NULL;
    struct sr_saved saved = {.id = "one", .number = 1, .rules = 3, .position = position};
    snprintf(before.name, sizeof before.name, "Ada");
    snprintf(after.name, sizeof after.name, "Ada");
    snprintf(after.bot, sizeof after.bot, "fair");
    assert_int_equal(sr_store_take_lease(house->store, "one", sleeper, &old), SR_STORE_DONE);
    assert_int_equal(sr_store_add_entry_as(house->store, "one", old, &first, NULL), SR_STORE_DONE);
    let_sleep(house, sleeper);
    assert_int_equal(sr_store_take_lease(other, "one", waking, &new), SR_STORE_DONE);
    assert_true(new > old);
    /* the sleeper wakes, and believes that it still acts for the table */
    assert_int_equal(sr_store_add_entry_as(house->store, "one", old, &second, NULL),
                     SR_STORE_CONFLICT);
    assert_int_equal(sr_store_set_chair_as(house->store, "one", old, 0, &before, &after),
                     SR_STORE_CONFLICT);
    saved.fence = old;
    sr_store_save_positions(house->store, &saved, 1);
    assert_int_equal(sr_store_saved_position(house->store, "one", &none, &kept), SR_STORE_MISSING);
    /* whoever acts for it now does all of these; and what people do needs no fence */
    assert_int_equal(sr_store_add_entry_as(other, "one", new, &second, NULL), SR_STORE_DONE);
    assert_int_equal(sr_store_set_chair_as(other, "one", new, 0, &before, &after), SR_STORE_DONE);
    saved.fence = new;
    assert_int_equal(sr_store_save_positions(other, &saved, 1), SR_STORE_DONE);
    assert_int_equal(sr_store_saved_position(other, "one", &none, &kept), SR_STORE_DONE);
    free(kept);
    assert_int_equal(add(house, "one", 3, "c"), SR_STORE_DONE);
    /* a node that is not alive itself takes nothing */
    let_sleep(house, waking);
    assert_int_equal(sr_store_take_lease(house->store, "one", sleeper, &none), SR_STORE_CONFLICT);
    assert_int_equal(sr_store_renew_node(house->store, sleeper), SR_STORE_DONE);
    assert_int_equal(sr_store_take_lease(house->store, "one", sleeper, &none), SR_STORE_DONE);
    sr_store_close(other);
}

static bool count_one(void *context, const char *id) {
    assert_string_equal(id, "one");
    ++*(int *)context;
    return true;
}

static void tables_that_nobody_acts_for_are_found(void **state) {
    struct house *house = *state;
    int64_t node = add_node(house, house->store), fence = 0;
    int count = 0;
    bool first = false;
    a_table_in_play(house, "one");
    assert_int_equal(sr_store_list_orphans(house->store, 9, count_one, &count), SR_STORE_DONE);
    assert_int_equal(count, 1);
    assert_int_equal(sr_store_take_lease(house->store, "one", node, &fence), SR_STORE_DONE);
    assert_int_equal(sr_store_list_orphans(house->store, 9, count_one, &count), SR_STORE_DONE);
    assert_int_equal(count, 1);
    let_sleep(house, node);
    assert_int_equal(sr_store_list_orphans(house->store, 9, count_one, &count), SR_STORE_DONE);
    assert_int_equal(count, 2);
    assert_int_equal(sr_store_renew_node(house->store, node), SR_STORE_DONE);
    assert_int_equal(sr_store_is_first_node(house->store, node, &first), SR_STORE_DONE);
    assert_true(first);
    assert_int_equal(sr_store_drop_node(house->store, node), SR_STORE_DONE);
    assert_int_equal(sr_store_renew_node(house->store, node), SR_STORE_MISSING);
}

/* ---- of many who want a table one gets it ---- */

enum { CLAIMERS = 8 };

struct claimer {
    struct sr_store *store;
    int64_t node, fence;
    pthread_t thread;
    enum sr_store_answer answer;
};

static void *claim(void *context) {
    struct claimer *claimer = context;
    claimer->answer = sr_store_take_lease(claimer->store, "one", claimer->node, &claimer->fence);
    return NULL;
}

static void of_many_who_want_a_table_one_gets_it(void **state) {
    struct house *house = *state;
    struct claimer claimer[CLAIMERS];
    int won = 0;
    a_table_in_play(house, "one");
    for (int i = 0; i < CLAIMERS; i++) {
        claimer[i] = (struct claimer){.store = open_other(house), .answer = SR_STORE_BROKEN};
        claimer[i].node = add_node(house, claimer[i].store);
    }
    for (int i = 0; i < CLAIMERS; i++)
        assert_int_equal(pthread_create(&claimer[i].thread, NULL, claim, &claimer[i]), 0);
    for (int i = 0; i < CLAIMERS; i++) {
        pthread_join(claimer[i].thread, NULL);
        sr_store_close(claimer[i].store);
        assert_int_not_equal(claimer[i].answer, SR_STORE_BROKEN);
        won += claimer[i].answer == SR_STORE_DONE;
    }
    assert_int_equal(won, 1);
}

/* ---- news ---- */

struct heard {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int tables, people, any;
};

static void hear(void *context, enum sr_news news, const char *id) {
    struct heard *heard = context;
    pthread_mutex_lock(&heard->lock);
    heard->tables += news == SR_NEWS_TABLE && strcmp(id, "one") == 0;
    heard->people += news == SR_NEWS_PERSON;
    heard->any += news == SR_NEWS_ANY;
    pthread_cond_broadcast(&heard->changed);
    pthread_mutex_unlock(&heard->lock);
}

/* Waits for it: that it comes matters, not when. */
static void wait_for(struct heard *heard, const int *count, int least) {
    pthread_mutex_lock(&heard->lock);
    while (*count < least)
        pthread_cond_wait(&heard->changed, &heard->lock);
    pthread_mutex_unlock(&heard->lock);
}

static void others_hear_of_what_was_changed(void **state) {
    struct house *house = *state;
    struct sr_store *other = open_other(house);
    struct heard here = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0},
                 there = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0};
    assert_true(sr_store_listen(house->store, hear, &here));
    assert_true(sr_store_listen(other, hear, &there));
    wait_for(&here, &here.any, 1); /* whoever begins to listen may have missed anything */
    wait_for(&there, &there.any, 1);
    struct sr_person ada = a_table_in_play(house, "one");
    assert_int_equal(add(house, "one", 1, "a"), SR_STORE_DONE);
    wait_for(&there, &there.tables, 2); /* that it began, and the move */
    assert_int_equal(sr_store_set_banned(other, ada.id, true), SR_STORE_DONE);
    wait_for(&here, &here.people, 1);
    assert_int_equal(here.tables, 0); /* own news are not heard */
    sr_store_listen(house->store, NULL, NULL);
    sr_store_close(other);
}

/* ---- what nodes must know of each other ---- */

static void a_petition_has_one_history(void **state) {
    struct house *house = *state;
    struct sr_store *other = open_other(house);
    struct sr_asked asked = {.version = 0, .text = "one"}, found;
    a_table_in_play(house, "one");
    assert_int_equal(sr_store_set_petition(house->store, "one", &asked), SR_STORE_DONE);
    assert_int_equal(sr_store_set_petition(other, "one", &asked), SR_STORE_CONFLICT);
    assert_int_equal(sr_store_get_petition(other, "one", &found), SR_STORE_DONE);
    assert_int_equal(found.version, 1);
    assert_string_equal(found.text, "one");
    sr_store_close(other);
}

static bool add_up(void *context, int64_t number) {
    *(int64_t *)context += number;
    return true;
}

static bool count_crowded(void *context, const struct sr_lobby_row *row) {
    *(int *)context += row->crowded;
    return true;
}

static void people_are_present_while_their_node_is(void **state) {
    struct house *house = *state;
    int crowded = 0;
    int64_t one = add_node(house, house->store), two = add_node(house, house->store), sum = 0;
    struct sr_person ada = a_table_in_play(house, "one");
    assert_int_equal(sr_store_list_lobby(house->store, count_crowded, &crowded), SR_STORE_DONE);
    assert_int_equal(crowded, 0);
    sr_store_note_presence(house->store, "one", ada.id, one, true);
    reopen(house); /* nobody waits for it, but it is written by then */
    assert_int_equal(sr_store_list_present(house->store, "one", two, add_up, &sum), SR_STORE_DONE);
    assert_int_equal(sum, ada.id);
    assert_int_equal(sr_store_list_present(house->store, "one", one, add_up, &sum), SR_STORE_DONE);
    assert_int_equal(sum, ada.id); /* not those at the node that asks */
    assert_int_equal(sr_store_list_lobby(house->store, count_crowded, &crowded), SR_STORE_DONE);
    assert_int_equal(crowded, 1);
    let_sleep(house, one);
    assert_int_equal(sr_store_list_lobby(house->store, count_crowded, &crowded), SR_STORE_DONE);
    assert_int_equal(crowded, 1);
    assert_int_equal(sr_store_list_present(house->store, "one", two, add_up, &sum), SR_STORE_DONE);
    assert_int_equal(sum, ada.id);
}

/* Whatever node they were said at, and by the clock of the database. */
static void lines_are_counted_over_all_nodes(void **state) {
    struct house *house = *state;
    struct sr_store *other = open_other(house);
    struct sr_person ada = a_table_in_play(house, "one");
    struct sr_chat chat = {.person = ada.id, .name = "Ada", .text = "hello", .made = 5};
    int64_t lines = 0;
    assert_int_equal(sr_store_add_chat(house->store, "one", &chat), SR_STORE_DONE);
    chat.number = 0;
    assert_int_equal(sr_store_add_chat(other, "one", &chat), SR_STORE_DONE);
    assert_true(order_database(house->place, "UPDATE chat SET at = at + 1000000"));
    assert_int_equal(sr_store_count_lines(other, ada.id, &lines), SR_STORE_DONE);
    assert_int_equal(lines, 2);
    assert_true(order_database(house->place, "UPDATE chat SET at = at - 2000000"));
    assert_int_equal(sr_store_count_lines(other, ada.id, &lines), SR_STORE_DONE);
    assert_int_equal(lines, 0);
    sr_store_close(other);
}

/* ---- ratings ---- */

enum { FINISHERS = 6, GAMES_EACH = 5, GAMES = FINISHERS * GAMES_EACH };

struct finisher {
    struct sr_store *store;
    int number, ended;
    pthread_t thread;
};

static void name_game(char *id, int finisher, int game) {
    snprintf(id, SR_TABLE_ID_BYTES, "game%d", finisher * GAMES_EACH + game);
}

static void *end_games(void *context) {
    struct finisher *finisher = context;
    char id[SR_TABLE_ID_BYTES];
    for (int i = 0; i < GAMES_EACH; i++) {
        name_game(id, finisher->number, i);
        finisher->ended += end_game(finisher->store, id) == SR_STORE_DONE;
    }
    return NULL;
}

static bool take_rating(void *context, const struct sr_rating *one) {
    struct sr_rating **next = context;
    *(*next)++ = *one;
    return true;
}

/* Each by one more than what the one before it left: else one that was read too soon is lost. */
static void games_that_end_at_many_nodes_at_once_are_all_rated(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_claimed(house, "Ada", 1), ben = add_claimed(house, "Ben", 2);
    struct finisher finisher[FINISHERS];
    char id[SR_TABLE_ID_BYTES];
    for (int i = 0; i < FINISHERS; i++) {
        finisher[i] = (struct finisher){.store = open_other(house), .number = i};
        for (int game = 0; game < GAMES_EACH; game++) {
            name_game(id, i, game);
            begin_game(house, row_of(id, &ada), ada.id, ben.id);
        }
    }
    for (int i = 0; i < FINISHERS; i++)
        assert_int_equal(pthread_create(&finisher[i].thread, NULL, end_games, &finisher[i]), 0);
    for (int i = 0; i < FINISHERS; i++) {
        pthread_join(finisher[i].thread, NULL);
        sr_store_close(finisher[i].store);
        assert_int_equal(finisher[i].ended, GAMES_EACH);
    }
    struct sr_skill skill[2] = {sr_skill_new(), sr_skill_new()};
    for (int i = 0; i < GAMES; i++)
        sr_skill_update(skill, (const int[]){1, 2}, 2);
    struct sr_rating rating[2], *next = rating;
    assert_int_equal(sr_store_list_ratings(house->store, "pebbles", 2, take_rating, &next),
                     SR_STORE_DONE);
    assert_int_equal(next - rating, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(rating[i].games, GAMES);
        assert_true(fabs(rating[i].skill - skill[i].skill) < 1e-6);
    }
}

#define IN_A_SHARED_HOUSE(test)                                                                    \
    cmocka_unit_test_setup_teardown(test, open_shared_house, close_shared_house)

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_A_SHARED_HOUSE(one_node_acts_for_a_table),
        IN_A_SHARED_HOUSE(who_slept_can_do_no_harm),
        IN_A_SHARED_HOUSE(tables_that_nobody_acts_for_are_found),
        IN_A_SHARED_HOUSE(of_many_who_want_a_table_one_gets_it),
        IN_A_SHARED_HOUSE(others_hear_of_what_was_changed),
        IN_A_SHARED_HOUSE(a_petition_has_one_history),
        IN_A_SHARED_HOUSE(people_are_present_while_their_node_is),
        IN_A_SHARED_HOUSE(lines_are_counted_over_all_nodes),
        IN_A_SHARED_HOUSE(games_that_end_at_many_nodes_at_once_are_all_rated),
    };
    return cmocka_run_group_tests_name("nodes", tests, NULL, remove_database);
}

#else

/* Without PostgreSQL there is one node. */
static void nodes_need_a_shared_store(void **state) {
    struct house *house = *state;
    int64_t node = 0;
    assert_int_equal(sr_store_add_node(house->store, "1", &node), SR_STORE_MISSING);
}

int main(void) {
    const struct CMUnitTest tests[] = {IN_A_HOUSE(nodes_need_a_shared_store)};
    return cmocka_run_group_tests_name("nodes", tests, NULL, NULL);
}

#endif
