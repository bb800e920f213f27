/* Saved positions, in a server without people: when they are saved, and how tables go on from them
 * when the rules of their game are another version than those they were played by. The other
 * version is a number in the store. */
#include "games/games.h"
#include "host/machine.h"
#include "server/problems.h"
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

static struct sr_room *enter(struct house *house) {
    struct sr_error error = {0};
    struct sr_room *room = sr_room_enter(house->server, id, &error);
    assert_non_null(room);
    return room;
}

/* Somebody asks something at the table, as a request would. */
static void ask(struct house *house, struct sr_person person, enum sr_say say, const char *body) {
    const struct sr_guest guest = {.person = person};
    struct sr_message message;
    struct sr_answer answer;
    struct sr_room *room = enter(house);
    assert_true(sr_message_read_as(&message, say, body, strlen(body), &answer.error));
    assert_true(sr_room_ask(room, &guest, false, &message, &answer));
    sr_room_leave(room);
    sr_buffer_free(&answer.text);
}

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
    *state = house;
    ask(house, person[0], SR_MESSAGE_START, "");
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

/* A person who sits there. */
static struct sr_person person_at(struct house *house, int seat) {
    struct sr_room *room = enter(house);
    struct sr_person person = {.id = sr_host_row(room->host)->chair[seat].person};
    sr_room_leave(room);
    return person;
}

static int64_t last_number(struct house *house) {
    struct sr_room *room = enter(house);
    int64_t number = sr_host_number(room->host);
    sr_room_leave(room);
    return number;
}

/* Whose turn it is, and the first move there is; -1: the game is over. */
static int next_move(struct house *house, char text[SR_MOVE_TEXT_BYTES]) {
    struct sr_room *room = enter(house);
    const struct sr_table *table = sr_host_table(room->host);
    int decider = sr_host_decider(room->host);
    struct sr_out out;
    sr_out_open(&out, text, SR_MOVE_TEXT_BYTES);
    if (decider >= 0)
        sr_move_write(&out, table->game, table->moves.list[0]);
    sr_room_leave(room);
    return decider;
}

/* The first move there is, again and again; false: the game is over. */
static bool play(struct house *house, int moves) {
    char text[SR_MOVE_TEXT_BYTES], body[SR_MOVE_TEXT_BYTES + 64];
    for (int i = 0; i < moves; i++) {
        int decider = next_move(house, text);
        if (decider < 0)
            return false;
        snprintf(body, sizeof body, "{\"move\":\"%s\",\"after\":%lld}", text,
                 (long long)last_number(house));
        ask(house, person_at(house, decider), SR_MESSAGE_MOVE, body);
    }
    return next_move(house, text) >= 0;
}

static void go_back(struct house *house, uint32_t ply) {
    char body[80];
    snprintf(body, sizeof body, "{\"kind\":\"undo\",\"ply\":%u,\"after\":%lld}", (unsigned)ply,
             (long long)last_number(house));
    ask(house, person_at(house, 0), SR_MESSAGE_ASK, body);
    ask(house, person_at(house, 1), SR_MESSAGE_ANSWER, "{\"agree\":true}");
}

/* Says when the table changed. */
static void date_change(struct house *house) {
    struct sr_room *room = enter(house);
    house->moment = sr_milliseconds() + LATER;
    assert_true(room->host->unsaved != 0);
    room->host->unsaved = house->moment;
    atomic_store(&room->wake, house->moment + SR_SAVE_AFTER);
    sr_room_leave(room);
}

/* The server's own clock has not come that far. */
static void turn_back(struct house *house) {
    struct sr_room *room = enter(house);
    room->host->now = sr_milliseconds();
    sr_room_leave(room);
}

static void save(struct house *house) {
    date_change(house);
    sr_rooms_tick(house->server, house->moment + SR_SAVE_AFTER);
    turn_back(house);
}

static bool is_saved(struct house *house) {
    struct sr_room *room = enter(house);
    bool saved = room->host->unsaved == 0;
    sr_room_leave(room);
    return saved;
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
    sr_host_free(room->host);
    room->host = NULL;
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
    const struct sr_table *table = sr_host_table(room->host);
    assert_int_equal(sr_host_number(room->host), number);
    assert_int_equal(sr_host_row(room->host)->base, number);
    assert_int_equal(sr_host_row(room->host)->rules, table->game->rules);
    assert_memory_equal(table->state, state, table->game->size);
    sr_room_leave(room);
    assert_true(play(house, 1));
}

/* The position now; returns the number of the last entry. */
static int64_t note_state(struct house *house, void *state) {
    struct sr_room *room = enter(house);
    memcpy(state, sr_host_table(room->host)->state, SR_MAX_STATE);
    sr_room_leave(room);
    return last_number(house);
}

/* ---- the tests ---- */

static void positions_are_saved_some_time_after_a_move(void **state) {
    struct house *house = *state;
    save(house);
    assert_int_equal(saved_after(house), 0); /* the deal */
    assert_true(play(house, 3));
    date_change(house);
    assert_true(play(house, 2)); /* what comes after the first change does not put it off */
    sr_rooms_tick(house->server, house->moment + SR_SAVE_AFTER - 1);
    assert_int_equal(saved_after(house), 0);
    sr_rooms_tick(house->server, house->moment + SR_SAVE_AFTER);
    assert_int_equal(saved_after(house), 5);
    assert_true(is_saved(house));
}

static void finished_games_leave_no_position(void **state) {
    struct house *house = *state;
    assert_true(play(house, 1));
    save(house);
    assert_int_equal(saved_after(house), 1);
    while (play(house, 100))
        ;
    assert_int_equal(saved_after(house), -1);
    assert_true(is_saved(house));
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
