/* Who waits for what: while nothing can be stored, those who want something stored wait, and nobody
 * else does. The threads that read and write connections wait for nothing, whoever asks for what.
 */
#include "games/games.h"
#include "server/server.h"
#include "store/kind.h"
#include "support/peer.h"
#include "support/store_house.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    WRITERS = 60,  /* more than there are threads of any kind */
    CHANGING = 16, /* of them may be with somebody, the others wait for those */
    PATIENCE = 300 /* seconds, then it counts as never */
};

static struct {
    struct sr_server *server;
    char directory[64];
    int port;
    atomic_int answered, fine;
    sem_t held, go;
} place;

/* Keeps the thread of the store that writes. */
static enum sr_store_answer hold_writer(struct sr_link *link, void *context) {
    (void)link;
    (void)context;
    sem_post(&place.held);
    while (sem_wait(&place.go) != 0)
        continue;
    return SR_STORE_DONE;
}

/* Somebody new, each from an address of their own. */
static void *come(void *context) {
    struct line line;
    struct person person;
    uint32_t number = *(const uint32_t *)context;
    if (!line_open(&line, place.port))
        return NULL;
    bool fine = line_sign_in(&line, &person, number);
    line_close(&line);
    atomic_fetch_add(&place.fine, fine);
    atomic_fetch_add(&place.answered, 1);
    return NULL;
}

static void ask(struct line *line, const struct person *person, const char *path) {
    assert_true(line_ask(line, person, "GET", path, NULL));
    assert_int_equal(line->status, 200);
}

/* Until a message with these words has come. */
static void hear(struct peer *peer, const char *words) {
    for (;;) {
        bool closed = false;
        const char *text;
        while ((text = peer_next(peer, &closed)))
            if (strstr(text, words))
                return;
        assert_false(closed);
        struct pollfd waiting = {.fd = peer->fd, .events = POLLIN};
        poll(&waiting, 1, 1000);
        assert_true(peer_read(peer));
    }
}

static void say(struct peer *peer, const char *text) {
    assert_true(peer_send(peer, text, strlen(text)));
}

/* False: it is refused. */
static bool make_table(struct line *line, const struct person *host, const char *seats) {
    char body[200];
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"seats\":%s,\"open\":true}", sr_game_at(0)->name,
             seats);
    return line_ask(line, host, "POST", "/api/v1/tables", body);
}

static void add_table_for(struct line *line, const struct person *host, const char *seats,
                          char id[TABLE_BYTES]) {
    assert_true(make_table(line, host, seats));
    assert_true(line_find(line, "\"id\":\"", id, TABLE_BYTES));
}

static void open_table(struct line *line, const struct person *ada, char id[TABLE_BYTES]) {
    char path[64];
    add_table_for(line, ada, "[\"me\",\"me\"]", id);
    snprintf(path, sizeof path, "/api/v1/tables/%s/start", id);
    assert_true(line_ask(line, ada, "POST", path, NULL));
}

static void who_wants_nothing_stored_does_not_wait(void **state) {
    static uint32_t number[WRITERS];
    static struct line line;
    struct person ada;
    struct peer peer = {0};
    pthread_t thread[WRITERS];
    char id[TABLE_BYTES], path[64];
    (void)state;
    assert_true(line_open(&line, place.port));
    assert_true(line_sign_in(&line, &ada, 1));
    open_table(&line, &ada, id);
    assert_true(peer_open(&peer, place.port, &ada, id, ""));
    assert_true(sr_store_write_later(place.server->store, hold_writer, "", 1));
    while (sem_wait(&place.held) != 0)
        continue;
    for (uint32_t i = 0; i < WRITERS; i++) {
        number[i] = 100 + i;
        assert_int_equal(pthread_create(&thread[i], NULL, come, &number[i]), 0);
    }
    while (sr_http_waiting(place.server->http, SR_LANE_CHANGES) < WRITERS - CHANGING)
        poll(NULL, 0, 1);
    for (int round = 0; round < 20; round++) {
        ask(&line, NULL, "/api/v1/games");
        ask(&line, &ada, "/api/v1/tables");
        ask(&line, &ada, "/api/v1/people/me");
        snprintf(path, sizeof path, "/api/v1/tables/%s/view?seat=1", id);
        ask(&line, &ada, path);
        say(&peer, "{\"type\":\"ping\"}");
        hear(&peer, "\"pong\"");
    }
    assert_int_equal(atomic_load(&place.answered), 0); /* it was held all the time */
    sem_post(&place.go);
    for (int i = 0; i < WRITERS; i++)
        pthread_join(thread[i], NULL);
    assert_int_equal(atomic_load(&place.fine), WRITERS);
    peer_close(&peer);
    line_close(&line);
}

/* A network may not have more tables open than its share, under however many names. */
static void a_network_has_so_many_tables(void **state) {
    enum { MOST = 500, EACH = 40 };
    static struct line line;
    struct person ada = {0};
    struct sr_person known[MOST / EACH + 1];
    char id[TABLE_BYTES];
    (void)state;
    assert_true(line_open(&line, place.port));
    assert_true(line_sign_in(&line, &ada, 7));
    open_table(&line, &ada, id);
    struct sr_table_row made;
    assert_int_equal(sr_store_get_table(place.server->store, id, &made), SR_STORE_DONE);
    for (int i = 0; i < MOST - 1; i++) {
        if (i % EACH == 0) {
            uint8_t hash[SR_TOKEN_HASH_BYTES] = {1, (uint8_t)(i / EACH)};
            assert_int_equal(
                sr_store_add_person(place.server->store, "Many", hash, &known[i / EACH]),
                SR_STORE_DONE);
        }
        struct sr_table_row row = row_of("", &known[i / EACH]);
        snprintf(row.id, sizeof row.id, "many%03u", (unsigned)i % 1000);
        snprintf(row.code, sizeof row.code, "many%03u", (unsigned)i % 1000);
        row.status = SR_TABLE_WAITING;
        row.network = made.network;
        assert_int_equal(sr_store_add_table(place.server->store, &row), SR_STORE_DONE);
    }
    assert_false(make_table(&line, &ada, "[\"me\",\"free\"]"));
    assert_int_equal(line.status, 409);
    assert_non_null(strstr(line.body, "\"many_tables\""));
    struct person ben = {0};
    assert_true(line_sign_in(&line, &ben, 8)); /* from elsewhere */
    assert_true(make_table(&line, &ben, "[\"me\",\"free\"]"));
    sr_table_row_clear(&made);
    line_close(&line);
}

/* However much there is to think about, a stop waits for none of it: of what thirty masters are
 * about to do, no more is done than what was begun. */
static void a_stop_waits_for_no_thought(void **state) {
    enum { TABLES = 30, BEGUN = 15 };
    static struct line line;
    struct person ada = {0};
    char path[64], id[TABLE_BYTES];
    (void)state;
    assert_true(line_open(&line, place.port));
    assert_true(line_sign_in(&line, &ada, 9));
    for (int i = 0; i < TABLES; i++) {
        add_table_for(&line, &ada, "[\"me\",\"master\"]", id);
        snprintf(path, sizeof path, "/api/v1/tables/%s/start", id);
        assert_true(line_ask(&line, &ada, "POST", path, NULL));
        snprintf(path, sizeof path, "/api/v1/tables/%s/leave", id);
        assert_true(line_ask(&line, &ada, "POST", path, NULL));
    }
    line_close(&line);
    int64_t before = sr_counted(SR_COUNT_BOT_MOVES);
    sr_server_stop(place.server);
    place.server = NULL;
    assert_in_range(sr_counted(SR_COUNT_BOT_MOVES) - before, 0, BEGUN);
}

static int open_server(void **state) {
    struct sr_error error = {0};
    char address[300];
    (void)state;
    alarm(PATIENCE);
    sem_init(&place.held, 0, 0);
    sem_init(&place.go, 0, 0);
    snprintf(place.directory, sizeof place.directory, "/tmp/serai-waits-XXXXXX");
    if (!mkdtemp(place.directory))
        return -1;
    struct sr_server_plan plan = {.address = "127.0.0.1:0", .directory = place.directory};
    place.server = sr_server_start(&plan, address, sizeof address, &error);
    if (!place.server)
        return -1;
    place.port = atoi(strrchr(address, ':') + 1);
    return 0;
}

static int close_server(void **state) {
    static const char *const files[] = {"serai.sqlite", "serai.sqlite-wal", "serai.sqlite-shm",
                                        "serai.lock", "serai.socket"};
    char path[128];
    (void)state;
    if (place.server)
        sr_server_stop(place.server);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", place.directory, files[i]);
        unlink(path);
    }
    sem_destroy(&place.held);
    sem_destroy(&place.go);
    alarm(0);
    return rmdir(place.directory);
}

#define AT_A_SERVER(test) cmocka_unit_test_setup_teardown(test, open_server, close_server)

int main(void) {
    const struct CMUnitTest tests[] = {AT_A_SERVER(who_wants_nothing_stored_does_not_wait),
                                       AT_A_SERVER(a_network_has_so_many_tables),
                                       AT_A_SERVER(a_stop_waits_for_no_thought)};
    return cmocka_run_group_tests_name("waits", tests, NULL, NULL);
}
