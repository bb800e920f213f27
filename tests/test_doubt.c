/* Changes whose connection breaks under them: the question is lost, or the answer to what was done.
 * Whoever asked is told what holds, and it holds once. All of it on PostgreSQL. */
#include "support/doubt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef SR_POSTGRES

static const enum loss losses[] = {LOSE_ANSWER, LOSE_QUESTION};

struct scene {
    struct house *house;
    struct doubt *doubt;
    struct sr_person ada;
};

static int open_scene(void **state) {
    static struct scene scene;
    if (open_shared_house(state) != 0)
        return 1;
    scene.house = *state;
    scene.doubt = doubt_open(scene.house);
    scene.ada = add_person(scene.house, "Ada", 1);
    add_table(scene.house, "one", &scene.ada);
    *state = &scene;
    return 0;
}

static int close_scene(void **state) {
    struct scene *scene = *state;
    void *house = scene->house;
    int failed = close_shared_house(&house);
    doubt_close(scene->doubt);
    return failed;
}

/* The next change breaks so; `whole`: a change of several statements, when it is committed. */
static void lose(struct scene *scene, enum loss loss, bool whole) {
    doubt_arm(scene->doubt, loss, whole ? "COMMIT" : "");
}

static int count_rows(const struct scene *scene, const char *rows) {
    char order[4 * PATH_BYTES], text[32] = "";
    snprintf(order, sizeof order, "psql -qXAt '%s' -c \"SELECT count(*) FROM %s\"",
             scene->house->place, rows);
    FILE *pipe = popen(order, "r");
    assert_non_null(pipe);
    assert_non_null(fgets(text, sizeof text, pipe));
    assert_int_equal(pclose(pipe), 0);
    return atoi(text);
}

/* ---- what people do ---- */

static void moves_are_made_once(void **state) {
    struct scene *scene = *state;
    struct house *house = scene->house;
    const struct sr_result result = {.seats = 2, .rank = {1, 2}, .won = {true, false}};
    struct sr_entry entry;
    for (int i = 0; i < 2; i++) {
        lose(scene, losses[i], false);
        assert_int_equal(add(house, "one", 1 + i, "a"), SR_STORE_DONE);
        assert_int_equal(doubt_losses(scene->doubt), 1 + i);
    }
    /* of another's nobody says that it was ours */
    entry = entry_of(2, "b");
    assert_int_equal(sr_store_add_entry(house->store, "one", &entry, NULL), SR_STORE_CONFLICT);
    lose(scene, LOSE_QUESTION, false);
    assert_int_equal(sr_store_add_entry(house->store, "one", &entry, NULL), SR_STORE_CONFLICT);
    /* the last one, with all that the end of a game means */
    entry = entry_of(3, "c");
    lose(scene, LOSE_ANSWER, true);
    assert_int_equal(sr_store_add_entry(house->store, "one", &entry, &result), SR_STORE_DONE);
    assert_int_equal(doubt_losses(scene->doubt), 4);
    assert_int_equal(count_rows(scene, "moves"), 3);
    assert_int_equal(count_rows(scene, "results"), 2);
}

static void lines_are_said_once(void **state) {
    struct scene *scene = *state;
    struct sr_chat chat = {.person = scene->ada.id, .name = "Ada", .text = "hello", .made = 5};
    for (int i = 0; i < 2; i++) {
        chat.number = 1 + i;
        lose(scene, losses[i], true);
        assert_int_equal(sr_store_add_chat(scene->house->store, "one", &chat), SR_STORE_DONE);
        assert_int_equal(chat.number, 1 + i);
    }
    assert_int_equal(doubt_losses(scene->doubt), 2);
    assert_int_equal(count_rows(scene, "chat"), 2);
}

static void chairs_and_states_change_once(void **state) {
    struct scene *scene = *state;
    struct sr_store *store = scene->house->store;
    struct sr_table_row row;
    for (int i = 0; i < 2; i++) {
        const char *id = i ? "three" : "two";
        row = row_of(id, &scene->ada);
        row.chair[1] = (struct sr_chair){0};
        const struct sr_chair free_one = row.chair[1];
        struct sr_chair taken = {.person = scene->ada.id, .name = "Ada"};
        lose(scene, losses[i], true);
        assert_int_equal(sr_store_add_table(store, &row), SR_STORE_DONE);
        lose(scene, losses[i], true);
        assert_int_equal(sr_store_set_chair(store, id, 1, &free_one, &taken), SR_STORE_DONE);
        lose(scene, losses[i], true);
        assert_int_equal(sr_store_set_status(store, id, SR_TABLE_WAITING, SR_TABLE_PLAYING),
                         SR_STORE_DONE);
        lose(scene, losses[i], false);
        assert_int_equal(sr_store_set_rematch(store, id, "again"), SR_STORE_DONE);
        assert_int_equal(sr_store_get_table(store, id, &row), SR_STORE_DONE);
        assert_true(row.status == SR_TABLE_PLAYING && row.chair[1].person == scene->ada.id);
        assert_string_equal(row.rematch, "again");
        assert_true(row.started > 0 && row.chair[1].at > 0 && row.now >= row.started);
    }
    assert_int_equal(doubt_losses(scene->doubt), 8);
    assert_int_equal(count_rows(scene, "tables"), 3);
}

static void petitions_change_once(void **state) {
    struct scene *scene = *state;
    struct sr_asked asked = {.text = "something"}, found;
    for (int i = 0; i < 2; i++) {
        asked.version = i;
        lose(scene, losses[i], false);
        assert_int_equal(sr_store_set_petition(scene->house->store, "one", &asked), SR_STORE_DONE);
    }
    assert_int_equal(doubt_losses(scene->doubt), 2);
    assert_int_equal(sr_store_get_petition(scene->house->store, "one", &found), SR_STORE_DONE);
    assert_int_equal(found.version, 2);
}

/* ---- people, nodes ---- */

static void people_come_once(void **state) {
    struct scene *scene = *state;
    struct sr_store *store = scene->house->store;
    uint8_t hash[SR_TOKEN_HASH_BYTES] = {7};
    struct sr_person one, found;
    for (int i = 0; i < 2; i++) {
        hash[0] = (uint8_t)(7 + i);
        lose(scene, losses[i], true);
        assert_int_equal(sr_store_add_person(store, i ? "Cleo" : "Ben", hash, &one), SR_STORE_DONE);
        assert_int_equal(sr_store_find_person(store, hash, &found), SR_STORE_DONE);
        assert_true(found.id == one.id);
        lose(scene, losses[i], true);
        assert_int_equal(sr_store_claim(store, one.id, "salted", NULL), SR_STORE_DONE);
        hash[0] = (uint8_t)(17 + i);
        lose(scene, losses[i], false);
        assert_int_equal(sr_store_add_token(store, one.id, hash), SR_STORE_DONE);
    }
    assert_int_equal(doubt_losses(scene->doubt), 6);
    assert_int_equal(count_rows(scene, "people"), 3);
    assert_int_equal(count_rows(scene, "tokens"), 5);
}

static void a_lease_is_taken_once(void **state) {
    struct scene *scene = *state;
    struct sr_store *store = scene->house->store;
    int64_t node = 0, fence = 0, again = 0;
    assert_int_equal(sr_store_add_node(store, "1", &node), SR_STORE_DONE);
    assert_true(order_database(scene->house->place, "UPDATE nodes SET until = now() + '1 day'"));
    lose(scene, LOSE_ANSWER, false);
    assert_int_equal(sr_store_take_lease(store, "one", node, &fence), SR_STORE_DONE);
    assert_int_equal(doubt_losses(scene->doubt), 1);
    assert_int_equal(sr_store_take_lease(store, "one", node, &again), SR_STORE_DONE);
    assert_int_equal(again, fence);
}

#define IN_DOUBT(test) cmocka_unit_test_setup_teardown(test, open_scene, close_scene)

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_DOUBT(moves_are_made_once),   IN_DOUBT(lines_are_said_once),
        IN_DOUBT(petitions_change_once), IN_DOUBT(chairs_and_states_change_once),
        IN_DOUBT(people_come_once),      IN_DOUBT(a_lease_is_taken_once),
    };
    return cmocka_run_group_tests_name("doubt", tests, NULL, remove_database);
}

#else

int main(void) {
    return 0;
}

#endif
