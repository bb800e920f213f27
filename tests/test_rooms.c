/* Rooms: while somebody in one waits for a commit, nobody who wants to come in keeps a worker from
 * those who want to go elsewhere; and what nobody needs any more is closed while the server runs.
 */
#include "games/games.h"
#include "server/crowd.h"
#include "server/room.h"
#include "support/store_house.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <time.h>

enum { VISITORS = 20 };

struct visit {
    struct sr_waiting waiting; /* the first member */
    struct sr_server *server;
    const char *table;
    atomic_int *done;
};

static void go_there(struct sr_waiting *waiting) {
    struct visit *visit = (struct visit *)(void *)waiting;
    struct sr_error error = {0};
    if (sr_room_put_off(visit->server, visit->table, waiting))
        return;
    struct sr_room *room = sr_room_enter(visit->server, visit->table, &error);
    assert_non_null(room);
    sr_room_leave(room);
    atomic_fetch_add(visit->done, 1);
}

static void wait_until(atomic_int *done, int count) {
    while (atomic_load(done) < count)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
}

static void add_waiting_table(struct house *house, const char *id, const struct sr_person *host,
                              int64_t made) {
    struct sr_table_row row = row_of(id, host);
    row.status = SR_TABLE_WAITING;
    row.made = made;
    snprintf(row.game, sizeof row.game, "%s", sr_game_at(0)->name);
    row.rules = sr_game_at(0)->rules;
    assert_int_equal(sr_store_add_table(house->store, &row), SR_STORE_DONE);
}

/* With one worker for all. */
static void a_commit_holds_up_nobody_elsewhere(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_person(house, "Ada", 1);
    struct sr_server server = {.store = house->store};
    struct sr_error error = {0};
    struct visit visit[VISITORS + 1];
    atomic_int here = 0, elsewhere = 0;
    add_waiting_table(house, "one", &ada, 1);
    add_waiting_table(house, "two", &ada, 1);
    server.rooms = sr_rooms_open(&server);
    struct sr_workers *workers =
        sr_workers_open(&(struct sr_crew){.threads = 1, .run = go_there}, &error);
    struct sr_room *room = sr_room_enter(&server, "one", &error);
    assert_non_null(room);
    atomic_store(&room->storing, true); /* as it is during a commit */
    for (int i = 0; i <= VISITORS; i++) {
        bool last = i == VISITORS;
        visit[i] = (struct visit){
            .server = &server, .table = last ? "two" : "one", .done = last ? &elsewhere : &here};
        assert_true(sr_workers_add(workers, &visit[i].waiting));
    }
    wait_until(&elsewhere, 1);
    assert_int_equal(atomic_load(&here), 0);
    atomic_store(&room->storing, false);
    sr_room_leave(room);
    sr_workers_close(workers); /* nothing that was put off is forgotten */
    assert_int_equal(atomic_load(&here), VISITORS);
    sr_rooms_close(server.rooms);
}

static enum sr_table_status status_of(struct sr_server *server, const char *id) {
    struct sr_error error = {0};
    struct sr_room *room = sr_room_enter(server, id, &error);
    assert_non_null(room);
    enum sr_table_status status = sr_host_row(room->host)->status;
    sr_room_leave(room);
    return status;
}

/* A table that waits for more than a week is closed, in memory too; not one where somebody is. */
static void abandoned_tables_are_closed(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_person(house, "Ada", 1);
    struct sr_server server = {.store = house->store, .crowd = sr_crowd_open()};
    struct sr_error error = {0};
    int64_t now = (int64_t)time(NULL);
    add_waiting_table(house, "old", &ada, now - 8 * 86400);
    add_waiting_table(house, "watched", &ada, now - 8 * 86400);
    add_waiting_table(house, "new", &ada, now);
    server.rooms = sr_rooms_open(&server);
    assert_int_equal(status_of(&server, "old"), SR_TABLE_WAITING);
    assert_true(sr_crowd_enter(server.crowd, &ada, "watched", &error));
    sr_tidy(&server);
    assert_int_equal(status_of(&server, "old"), SR_TABLE_CLOSED);
    assert_int_equal(status_of(&server, "watched"), SR_TABLE_WAITING);
    assert_int_equal(status_of(&server, "new"), SR_TABLE_WAITING);
    sr_crowd_leave(server.crowd, &ada, "watched");
    sr_tidy(&server);
    assert_int_equal(status_of(&server, "watched"), SR_TABLE_CLOSED);
    sr_rooms_close(server.rooms);
    sr_crowd_close(server.crowd);
}

int main(void) {
    const struct CMUnitTest tests[] = {IN_A_HOUSE(a_commit_holds_up_nobody_elsewhere),
                                       IN_A_HOUSE(abandoned_tables_are_closed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
