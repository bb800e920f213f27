/* Saved positions, in a server without people: when they are saved, and how tables go on from them
 * when the rules of their game are another version than those they were played by. The other
 * version is a number in the store. */
#include "server/room.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char id[] = "savedtable01", game_name[] = "dunhuang";
enum { LATER = 3600000 }; /* milliseconds: the server's own clock does not come that far */

struct house {
    struct sr_server *server;
    char directory[64];
    int64_t moment; /* at which the last change is said to have been made */
};

/* ---- the house ---- */

static int open_house(void **state) {
    struct house *house = calloc(1, sizeof *house);
    struct sr_error error = {0};
    char address[300];
    snprintf(house->directory, sizeof house->directory, "/tmp/serai-saved-XXXXXX");
    assert_non_null(mkdtemp(house->directory));
    struct sr_server_plan plan = {.address = "127.0.0.1:0", .directory = house->directory};
    house->server = sr_server_start(&plan, address, sizeof address, &error);
    assert_non_null(house->server);
    struct sr_person person[2];
    for (int i = 0; i < 2; i++) {
        uint8_t hash[SR_TOKEN_HASH_BYTES] = {(uint8_t)(i + 1)};
        assert_int_equal(
            sr_store_add_person(house->server->store, i ? "Ben" : "Ada", hash, &person[i]),
            SR_STORE_DONE);
    }
    struct sr_table_row row = {.rules = sr_game_find(game_name)->rules, .seats = 2};
    row.status = SR_TABLE_WAITING;
    row.host = person[0].id;
    memset(row.seed, 9, sizeof row.seed);
    memcpy(row.id, id, sizeof id);
    memcpy(row.code, id, sizeof id);
    snprintf(row.game, sizeof row.game, "%s", game_name);
    snprintf(row.clock, sizeof row.clock, "none");
    for (int i = 0; i < 2; i++) {
        row.chair[i].person = person[i].id;
        snprintf(row.chair[i].name, sizeof row.chair[i].name, "%s", person[i].name);
    }
    assert_int_equal(sr_store_add_table(house->server->store, &row), SR_STORE_DONE);
    struct sr_room *room = sr_room_enter(house->server, id, &error);
    assert_non_null(room);
    assert_true(sr_room_start(room, &person[0], &error));
    sr_room_leave(room);
    *state = house;
    return 0;
}

static int close_house(void **state) {
    static const char *const files[] = {"serai.sqlite", "serai.sqlite-wal", "serai.sqlite-shm",
                                        "serai.lock", "serai.socket"};
    struct house *house = *state;
    char path[128];
    sr_server_stop(house->server);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", house->directory, files[i]);
        unlink(path);
    }
    rmdir(house->directory);
    free(house);
    return 0;
}

static struct sr_room *enter(struct house *house) {
    struct sr_error error = {0};
    struct sr_room *room = sr_room_enter(house->server, id, &error);
    assert_non_null(room);
    return room;
}

/* The first move there is, again and again; false: the game is over. */
static bool play(struct house *house, int moves) {
    struct sr_room *room = enter(house);
    bool over = false;
    for (int i = 0; i < moves && !over; i++) {
        char text[SR_MOVE_TEXT_BYTES];
        struct sr_error error = {0};
        struct sr_out out;
        sr_out_open(&out, text, sizeof text);
        sr_move_write(&out, room->game, room->table->moves.list[0]);
        assert_true(sr_room_move(room, sr_room_decider(room), text, room->number, &error));
        over = sr_head(room->table->state)->over;
    }
    sr_room_leave(room);
    return !over;
}

static void go_back(struct house *house, uint32_t ply) {
    struct sr_error error = {0};
    struct sr_room *room = enter(house);
    assert_true(sr_room_return(room, 0, ply, &error));
    sr_room_leave(room);
}

/* Says when the table changed. */
static void date_change(struct house *house) {
    struct sr_room *room = enter(house);
    house->moment = sr_milliseconds() + LATER;
    assert_true(atomic_load(&room->unsaved) != 0);
    atomic_store(&room->unsaved, house->moment);
    sr_room_leave(room);
}

static void save(struct house *house) {
    date_change(house);
    sr_rooms_save_due(house->server, house->moment + SR_SAVE_AFTER);
}

/* After which entry the saved position stands; -1: there is none. */
static int64_t saved_after(struct house *house) {
    char *position = NULL;
    int64_t number;
    bool found =
        sr_store_saved_position(house->server->store, id, &number, &position) == SR_STORE_DONE;
    free(position);
    return found ? number : -1;
}

/* As after a kill and an upgrade: the room is gone, and the rules of the table are older ones. */
static void change_store(struct house *house, const char *change) {
    char path[128];
    sqlite3 *database;
    snprintf(path, sizeof path, "%s/serai.sqlite", house->directory);
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    sqlite3_busy_timeout(database, 20000);
    assert_int_equal(sqlite3_exec(database, change, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
    struct sr_room *room = enter(house);
    sr_room_unload(room);
    sr_room_leave(room);
}

static const char other_rules[] = "UPDATE tables SET rules = 0";

static void expect_refused(struct house *house) {
    struct sr_error error = {0};
    assert_null(sr_room_enter(house->server, id, &error));
    assert_int_equal(error.problem, SR_PROBLEM_OTHER_RULES);
}

/* All entries are there, and the position is the one that they lead to. */
static void expect_continued(struct house *house, const void *state, int64_t number) {
    struct sr_room *room = enter(house);
    assert_int_equal(room->number, number);
    assert_int_equal(room->row.base, number);
    assert_int_equal(room->row.rules, room->game->rules);
    assert_memory_equal(room->table->state, state, room->game->size);
    sr_room_leave(room);
    assert_true(play(house, 1));
}

/* The position now; returns the number of the last entry. */
static int64_t note_state(struct house *house, void *state) {
    struct sr_room *room = enter(house);
    memcpy(state, room->table->state, SR_MAX_STATE);
    int64_t number = room->number;
    sr_room_leave(room);
    return number;
}

/* ---- the tests ---- */

static void positions_are_saved_some_time_after_a_move(void **state) {
    struct house *house = *state;
    date_change(house);
    sr_rooms_save_due(house->server, house->moment + SR_SAVE_AFTER);
    assert_int_equal(saved_after(house), 0); /* the deal */
    assert_true(play(house, 3));
    date_change(house);
    assert_true(play(house, 2)); /* what comes after the first change does not put it off */
    sr_rooms_save_due(house->server, house->moment + SR_SAVE_AFTER - 1);
    assert_int_equal(saved_after(house), 0);
    sr_rooms_save_due(house->server, house->moment + SR_SAVE_AFTER);
    assert_int_equal(saved_after(house), 5);
    struct sr_room *room = enter(house);
    assert_int_equal(atomic_load(&room->unsaved), 0);
    sr_room_leave(room);
}

static void finished_games_leave_no_position(void **state) {
    struct house *house = *state;
    assert_true(play(house, 1));
    save(house);
    assert_int_equal(saved_after(house), 1);
    while (play(house, 100))
        ;
    assert_int_equal(saved_after(house), -1);
    struct sr_room *room = enter(house);
    assert_int_equal(atomic_load(&room->unsaved), 0);
    sr_room_leave(room);
}

static void tables_go_on_from_a_position_and_what_came_after(void **state) {
    struct house *house = *state;
    _Alignas(8) unsigned char before[SR_MAX_STATE];
    assert_true(play(house, 6));
    go_back(house, 4);
    save(house);
    assert_true(play(house, 5));
    go_back(house, 7); /* of the nine moves that stand */
    assert_true(play(house, 1));
    int64_t number = note_state(house, before);
    assert_int_equal(saved_after(house), 7);
    change_store(house, other_rules);
    expect_continued(house, before, number);
    /* and once more, from the position under which it goes on now */
    assert_true(play(house, 3));
    number = note_state(house, before);
    change_store(house, other_rules);
    expect_continued(house, before, number);
}

static void without_a_position_a_table_waits_for_its_rules(void **state) {
    struct house *house = *state;
    assert_true(play(house, 6));
    change_store(house, other_rules);
    expect_refused(house);
}

static void who_went_back_beyond_the_position_waits_too(void **state) {
    struct house *house = *state;
    assert_true(play(house, 6));
    save(house);
    go_back(house, 2);
    change_store(house, other_rules);
    expect_refused(house);
}

static void moves_that_are_none_any_more_are_not_passed_over(void **state) {
    struct house *house = *state;
    assert_true(play(house, 6));
    save(house);
    assert_true(play(house, 3));
    change_store(house, "UPDATE tables SET rules = 0;"
                        " UPDATE moves SET move = 'walk 99' WHERE number = 8");
    expect_refused(house);
    expect_refused(house); /* it stays as it is */
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_house, close_house)
    const struct CMUnitTest tests[] = {
        TEST(positions_are_saved_some_time_after_a_move),
        TEST(finished_games_leave_no_position),
        TEST(tables_go_on_from_a_position_and_what_came_after),
        TEST(without_a_position_a_table_waits_for_its_rules),
        TEST(who_went_back_beyond_the_position_waits_too),
        TEST(moves_that_are_none_any_more_are_not_passed_over),
    };
#undef TEST
    return cmocka_run_group_tests_name("saved", tests, NULL, NULL);
}
