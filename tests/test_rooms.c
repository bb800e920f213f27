/* Rooms: while somebody is in one, nobody who wants to come in keeps a worker from those who want
 * to go elsewhere; nor does whoever waits for a commit; and what nobody needs any more is closed
 * while the server runs.
 */
#include "games/games.h"
#include "host/machine.h"
#include "server/crowd.h"
#include "server/room.h"
#include "store/kind.h"
#include "support/store_house.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { VISITORS = 20, MOVERS = 40 };

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
static void who_is_in_a_room_holds_up_nobody_elsewhere(void **state) {
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
    for (int i = 0; i <= VISITORS; i++) {
        bool last = i == VISITORS;
        visit[i] = (struct visit){
            .server = &server, .table = last ? "two" : "one", .done = last ? &elsewhere : &here};
        assert_true(sr_workers_add(workers, &visit[i].waiting));
    }
    wait_until(&elsewhere, 1);
    assert_int_equal(atomic_load(&here), 0);
    sr_room_leave(room);
    sr_workers_close(workers); /* nothing that was put off is forgotten */
    assert_int_equal(atomic_load(&here), VISITORS);
    sr_rooms_close(server.rooms);
}

/* ---- commits ---- */

/* Somebody who moves, or chats, at a table of their own. */
struct mover {
    struct sr_waiting waiting; /* the first member */
    struct sr_server *server;
    char table[SR_TABLE_ID_BYTES];
    struct sr_person person;
    atomic_int *begun, *done;
    bool chats;
};

static void is_done(void *context) {
    const struct mover *mover = context;
    atomic_fetch_add(mover->done, 1);
}

static void read_move(struct sr_message *message, const struct sr_host *host) {
    char text[SR_MOVE_TEXT_BYTES], body[SR_MOVE_TEXT_BYTES + 64];
    const struct sr_table *table = sr_host_table(host);
    struct sr_error error = {0};
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_move_write(&out, table->game, table->moves.list[0]);
    snprintf(body, sizeof body, "{\"after\":0,\"move\":\"%s\"}", text);
    assert_true(sr_message_read_as(message, SR_MESSAGE_MOVE, body, strlen(body), &error));
}

static void move_there(struct sr_waiting *waiting) {
    struct mover *mover = (struct mover *)(void *)waiting;
    static const char chat[] = "{\"text\":\"well\"}";
    struct sr_error error = {0};
    struct sr_message message;
    struct sr_room *room;
    if (!sr_room_claim(mover->server, mover->table, waiting, &room))
        return;
    assert_non_null(room);
    assert_true(sr_room_load(room, &error));
    if (mover->chats)
        assert_true(sr_message_read_as(&message, SR_MESSAGE_CHAT, chat, sizeof chat - 1, &error));
    else
        read_move(&message, room->host);
    struct sr_input input = {.kind = SR_INPUT_SAYS};
    input.says.caller = 1;
    input.says.guest.person = mover->person;
    input.says.message = &message;
    atomic_int *begun = mover->begun;
    sr_room_give(room, &input,
                 &(struct sr_sequel){.after = is_done, .context = mover, .waiting = waiting});
    atomic_fetch_add(begun, 1);
}

/* Keeps the thread of the store that writes. */
static enum sr_store_answer hold_writer(struct sr_link *link, void *context) {
    sem_t **both = context;
    (void)link;
    sem_post(both[0]);
    while (sem_wait(both[1]) != 0)
        continue;
    return SR_STORE_DONE;
}

static void add_table_in_play(struct house *house, const struct mover *mover) {
    struct sr_table_row row = row_of(mover->table, &mover->person);
    snprintf(row.game, sizeof row.game, "%s", sr_game_at(0)->name);
    row.rules = sr_game_at(0)->rules;
    row.options[0] = '\0';
    row.chair[1] = row.chair[0];
    assert_int_equal(sr_store_add_table(house->store, &row), SR_STORE_DONE);
    assert_int_equal(sr_store_set_status(house->store, row.id, SR_TABLE_WAITING, SR_TABLE_PLAYING),
                     SR_STORE_DONE);
}

static bool count_one(void *context, const struct sr_entry *entry) {
    (void)entry;
    ++*(int *)context;
    return true;
}

/* One worker begins everything that all of them want stored while nothing can be, and nobody is
 * told before it is. */
static void tables_that_commit_hold_no_worker(void **state) {
    struct house *house = *state;
    struct sr_server server = {.store = house->store};
    struct sr_error error = {0};
    static struct mover mover[MOVERS];
    atomic_int begun = 0, done = 0;
    sem_t held, go;
    sem_t *both[] = {&held, &go};
    sem_init(&held, 0, 0);
    sem_init(&go, 0, 0);
    struct sr_person ada = add_person(house, "Ada", 1);
    server.rooms = sr_rooms_open(&server);
    server.scribes = sr_scribes_open(&error);
    struct sr_workers *workers =
        sr_workers_open(&(struct sr_crew){.threads = 1, .run = move_there}, &error);
    for (int i = 0; i < MOVERS; i++) {
        mover[i] = (struct mover){
            .server = &server, .person = ada, .begun = &begun, .done = &done, .chats = i % 4 == 0};
        snprintf(mover[i].table, sizeof mover[i].table, "table%02u", (unsigned)i % 100);
        add_table_in_play(house, &mover[i]);
    }
    assert_true(sr_store_write_later(house->store, hold_writer, (const void *)both, sizeof both));
    while (sem_wait(&held) != 0)
        continue;
    for (int i = 0; i < MOVERS; i++)
        assert_true(sr_workers_add(workers, &mover[i].waiting));
    wait_until(&begun, MOVERS);
    assert_int_equal(atomic_load(&done), 0);
    sem_post(&go);
    sr_workers_close(workers); /* nothing that was handed over is forgotten */
    assert_int_equal(atomic_load(&done), MOVERS);
    for (int i = 0; i < MOVERS; i++) {
        int entries = 0;
        assert_int_equal(
            sr_store_list_entries(house->store, mover[i].table, 0, count_one, &entries),
            SR_STORE_DONE);
        assert_int_equal(entries, mover[i].chats ? 0 : 1);
    }
    sr_workers_close(server.scribes);
    sr_rooms_close(server.rooms);
    sem_destroy(&held);
    sem_destroy(&go);
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

static bool count_line(void *context, const struct sr_chat *chat) {
    (void)chat;
    ++*(int *)context;
    return true;
}

/* A guest whom nobody has seen for long, and chat at a table that is over, go with the same round.
 */
static void what_nobody_needs_is_thrown_away(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_person(house, "Ada", 1), ben = add_person(house, "Ben", 2), found;
    struct sr_server server = {.store = house->store, .crowd = sr_crowd_open()};
    struct sr_chat chat = {.person = ada.id, .name = "Ada", .text = "hello", .made = 1};
    uint8_t hash[SR_TOKEN_HASH_BYTES];
    int lines = 0;
    memset(hash, 2, sizeof hash);
    add_waiting_table(house, "old", &ada, (int64_t)time(NULL) - 8 * 86400);
    assert_int_equal(sr_store_add_chat(house->store, "old", &chat), SR_STORE_DONE);
    sr_store_note_seen(house->store, ben.id, 0, 1);
    server.rooms = sr_rooms_open(&server);
    sr_tidy(&server); /* closes the table; what it had is thrown away after that */
    sr_tidy(&server);
    assert_int_equal(sr_store_find_person(house->store, hash, &found), SR_STORE_MISSING);
    memset(hash, 1, sizeof hash);
    assert_int_equal(sr_store_find_person(house->store, hash, &found), SR_STORE_DONE);
    assert_int_equal(sr_store_list_chat(house->store, "old", 0, 10, count_line, &lines),
                     SR_STORE_DONE);
    assert_int_equal(lines, 0);
    sr_rooms_close(server.rooms);
    sr_crowd_close(server.crowd);
}

int main(void) {
    const struct CMUnitTest tests[] = {IN_A_HOUSE(who_is_in_a_room_holds_up_nobody_elsewhere),
                                       IN_A_HOUSE(tables_that_commit_hold_no_worker),
                                       IN_A_HOUSE(abandoned_tables_are_closed),
                                       IN_A_HOUSE(what_nobody_needs_is_thrown_away)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
