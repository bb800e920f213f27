/* What one may have: so much for a person, wherever they are and under however many names a network
 * comes, so much for a network, and so much in all; whoever is beyond it is told so, and nobody
 * else notices. The figures are those of docs/server.md. */
#include "games/games.h"
#include "server/crowd.h"
#include "server/problems.h"
#include "server/routes.h"
#include "server/shelf.h"
#include "server/workers.h"
#include "support/store_house.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

/* ---- rates ---- */

/* At once, and a second; 0: it is not limited so. */
static const struct allowance {
    enum sr_rate rate;
    double network, network_rate, person, person_rate;
} allowances[] = {
    {SR_RATE_REQUEST, 1000, 100, 0, 0}, {SR_RATE_SIGN_IN, 100, 1, 0, 0},
    {SR_RATE_PASSWORD, 10, 0.2, 0, 0},  {SR_RATE_TABLE, 200, 2, 200, 2},
    {SR_RATE_SOCKET, 500, 20, 500, 20}, {SR_RATE_HINT, 0, 0, 12, 0.2},
    {SR_RATE_EXPORT, 10, 0.1, 10, 0.1}, {SR_RATE_IMPORT, 50, 0.1, 50, 0.1},
    {SR_RATE_CHART, 100, 1, 50, 0.5},   {SR_RATE_MESSAGE, 8000, 400, 800, 40},
    {SR_RATE_CHAT, 400, 10, 60, 1},
};
enum { ALLOWANCES = sizeof allowances / sizeof *allowances, STRANGERS = 20000 };

static bool asks(struct sr_limits *limits, bool person, int who, enum sr_rate rate) {
    char network[SR_ADDRESS_BYTES];
    if (person)
        return sr_limits_allow_person(limits, who, rate);
    snprintf(network, sizeof network, "10.0.%d.%d", who >> 8, who & 255);
    return sr_limits_allow(limits, network, rate);
}

/* As many as may be had at once, and no more than came back meanwhile. */
static void assert_allowance(struct sr_limits *limits, bool person, enum sr_rate rate, double most,
                             double a_second) {
    int64_t began = sr_milliseconds();
    double had = 0;
    while (most > 0 && had <= STRANGERS && asks(limits, person, 1, rate))
        had++;
    double seconds = (double)(sr_milliseconds() - began) / 1000;
    assert_true(had >= most && had <= most + a_second * seconds + 1);
    assert_true(asks(limits, person, 2, rate));
}

static void each_has_so_much_at_once(void **state) {
    (void)state;
    struct sr_limits *limits = sr_limits_open();
    assert_non_null(limits);
    assert_int_equal(ALLOWANCES, SR_RATES - 1); /* guesses are counted otherwise */
    for (int i = 0; i < ALLOWANCES; i++) {
        const struct allowance *one = &allowances[i];
        assert_allowance(limits, false, one->rate, one->network, one->network_rate);
        assert_allowance(limits, true, one->rate, one->person, one->person_rate);
    }
    sr_limits_close(limits);
}

/* Only wrong passwords count, and only for the account that they were tried for. */
static void an_account_is_guessed_at_ten_times(void **state) {
    (void)state;
    struct sr_limits *limits = sr_limits_open();
    for (int i = 0; i < 100; i++)
        assert_true(sr_limits_may_guess(limits, 1));
    for (int i = 0; i < 10; i++) {
        assert_true(sr_limits_may_guess(limits, 1));
        sr_limits_count_guess(limits, 1);
    }
    assert_false(sr_limits_may_guess(limits, 1));
    assert_true(sr_limits_may_guess(limits, 2));
    sr_limits_close(limits);
}

static struct sr_request request_of(struct sr_server *server, int64_t person, const char *address) {
    struct sr_request request = {.server = server, .person.id = person};
    sr_network_name(address, request.network);
    return request;
}

/* Asks, each time as somebody else or from elsewhere, until it is too much: how often it was not.
 */
static int count_allowed(struct sr_server *server, enum sr_rate rate, bool as_others,
                         const char *form) {
    struct sr_error error = {0};
    for (int i = 0; i < STRANGERS; i++) {
        char address[SR_ADDRESS_BYTES];
        snprintf(address, sizeof address, form, i % 250, i % 251);
        struct sr_request request = request_of(server, as_others ? 1000 + i : 1, address);
        if (!sr_route_allows(&request, rate, &error)) {
            assert_int_equal(error.problem, SR_PROBLEM_TOO_FAST);
            return i;
        }
    }
    return STRANGERS;
}

/* Neither another address nor another name brings new rights: a person takes theirs along, a /64 is
 * one network. */
static void shares_are_not_had_twice(void **state) {
    static const enum sr_rate shared[] = {SR_RATE_TABLE, SR_RATE_SOCKET, SR_RATE_EXPORT,
                                          SR_RATE_IMPORT, SR_RATE_CHART};
    (void)state;
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) {
        struct sr_server server = {.limits = sr_limits_open()};
        assert_in_range(count_allowed(&server, shared[i], false, "2001:db8:%x:%x::1"), 1,
                        STRANGERS - 1);
        assert_in_range(count_allowed(&server, shared[i], true, "2001:db8:ff:ff:%x::%x"), 1,
                        STRANGERS - 1);
        struct sr_request other = request_of(&server, 2, "2001:db8:ff:fe::1");
        struct sr_error error = {0};
        assert_true(sr_route_allows(&other, shared[i], &error));
        sr_limits_close(server.limits);
    }
}

/* So many lines of chat, over whatever sockets and requests they come. */
static int count_lines(struct sr_server *server, bool as_others) {
    struct sr_error error = {0};
    for (int i = 0; i < STRANGERS; i++) {
        struct sr_person person = {.id = as_others ? 1000 + i : 1};
        char network[SR_ADDRESS_BYTES];
        snprintf(network, sizeof network, as_others ? "10.1.1.1" : "10.2.%d.1", i % 250);
        if (!sr_may_chat(server, &person, network, &error)) {
            assert_int_equal(error.problem, SR_PROBLEM_TOO_FAST);
            return i;
        }
    }
    return STRANGERS;
}

static void chat_is_shared_out(void **state) {
    (void)state;
    struct sr_server server = {.limits = sr_limits_open()};
    struct sr_person muted = {.id = 5, .muted = true}, other = {.id = 6};
    struct sr_error error = {0};
    assert_in_range(count_lines(&server, false), 60, STRANGERS - 1);
    assert_in_range(count_lines(&server, true), 400, STRANGERS - 1);
    assert_true(sr_may_chat(&server, &other, "10.3.0.1", &error));
    assert_false(sr_may_chat(&server, &muted, "10.3.0.1", &error));
    assert_int_equal(error.problem, SR_PROBLEM_MUTED);
    sr_limits_close(server.limits);
}

/* ---- sockets ---- */

static int fill(struct sr_crowd *crowd, int64_t person, uint64_t network, int most,
                const struct sr_problem *problem) {
    struct sr_error error = {0};
    for (int i = 0; i < most; i++) {
        struct sr_person one = {.id = person < 0 ? 1000000 + i : person, .network = network};
        if (!sr_crowd_enter(crowd, &one, "table", &error)) {
            assert_int_equal(error.problem, problem);
            return i;
        }
    }
    return most;
}

static void sockets_are_shared_out(void **state) {
    (void)state;
    struct sr_crowd *crowd = sr_crowd_open();
    struct sr_person ada = {.id = 1, .network = 1}, nobody = {.network = 2};
    struct sr_error error = {0};
    int64_t shed = sr_counted(SR_COUNT_SHED);
    assert_int_equal(fill(crowd, 1, 1, 100, SR_PROBLEM_MANY_SOCKETS), 64);
    ada.network = 9; /* from elsewhere: it is the same person */
    assert_false(sr_crowd_enter(crowd, &ada, "table", &error));
    ada.network = 1;
    sr_crowd_leave(crowd, &ada, "table");
    assert_true(sr_crowd_enter(crowd, &ada, "table", &error));
    assert_int_equal(fill(crowd, -1, 1, 1000, SR_PROBLEM_MANY_SOCKETS), 512 - 64);
    assert_int_equal(fill(crowd, 0, 2, 1000, SR_PROBLEM_MANY_SOCKETS), 512); /* nobody we know */
    assert_int_equal(sr_counted(SR_COUNT_SHED), shed); /* all that was their own doing */
    int all = 1024;
    for (uint64_t network = 3; all < 16000; network++)
        all += fill(crowd, 0, network, 16000 - all < 512 ? 16000 - all : 512, NULL);
    nobody.network = 9999;
    assert_false(sr_crowd_enter(crowd, &nobody, "table", &error));
    assert_int_equal(error.problem, SR_PROBLEM_OVERLOADED);
    assert_int_equal(sr_counted(SR_COUNT_SHED), shed + 1);
    sr_crowd_leave(crowd, &ada, "table");
    assert_true(sr_crowd_enter(crowd, &nobody, "table", &error));
    sr_crowd_close(crowd);
}

/* ---- bots ---- */

static void wait_until_they_keep_up(struct sr_bots *bots) {
    while (!sr_bots_keep_up(bots))
        nanosleep(&(struct timespec){0, 1000000}, NULL);
}

/* While no turn is done, since somebody is at the table: a network has so many hints waiting, and
 * when too many turns wait no tables are made. */
static void what_bots_cannot_carry_is_refused(void **state) {
    enum { HINTS_A_NETWORK = 32, TURNS = 4096, THREADS = 1 };
    struct house *house = *state;
    struct sr_person ada = add_person(house, "Ada", 1);
    struct sr_server server = {
        .store = house->store, .limits = sr_limits_open(), .crowd = sr_crowd_open()};
    struct sr_error error = {0};
    struct sr_table_row row = row_of("one", &ada);
    row.status = SR_TABLE_WAITING;
    snprintf(row.game, sizeof row.game, "%s", sr_game_at(0)->name);
    row.rules = sr_game_at(0)->rules;
    assert_int_equal(sr_store_add_table(house->store, &row), SR_STORE_DONE);
    server.rooms = sr_rooms_open(&server);
    assert_non_null(sr_bots_open(&server, THREADS, &error));
    struct sr_room *room = sr_room_enter(&server, "one", &error);
    assert_non_null(room);
    int hints = 0;
    struct sr_person asker = {.id = 1, .network = 1};
    while (hints < 1000 && sr_bots_advise(server.bots, "one", &asker)) {
        hints++;
        asker.id++;
    }
    /* beside those that wait, some may be with a thread that waits for the table */
    assert_in_range(hints, HINTS_A_NETWORK, HINTS_A_NETWORK + 16);
    asker.network = 2;
    assert_true(sr_bots_advise(server.bots, "one", &asker));
    struct sr_request request = {.server = &server, .person = ada, .network = "10.0.0.1"};
    assert_true(sr_route_may_make(&request, &error));
    for (int i = 0; i < TURNS + 64; i++) {
        row.host = i;
        row.network = (uint64_t)i;
        sr_bots_add(server.bots, &row, true);
    }
    assert_false(sr_bots_keep_up(server.bots));
    assert_false(sr_route_may_make(&request, &error));
    assert_int_equal(error.problem, SR_PROBLEM_OVERLOADED);
    sr_room_leave(room);
    wait_until_they_keep_up(server.bots);
    assert_true(sr_route_may_make(&request, &error));
    sr_bots_close(server.bots);
    sr_rooms_close(server.rooms);
    sr_crowd_close(server.crowd);
    sr_limits_close(server.limits);
}

/* ---- threads that yield ---- */

static void *yield(void *context) {
    int *nice = context;
    sr_yield_by(2);
    *nice = getpriority(PRIO_PROCESS, 0);
    return NULL;
}

static void who_thinks_yields_to_who_answers(void **state) {
    int nice = getpriority(PRIO_PROCESS, 0), other = 0;
    pthread_t thread;
    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, yield, &other), 0);
    pthread_join(thread, NULL);
    assert_int_equal(other, nice + 2 > 19 ? 19 : nice + 2);
    assert_int_equal(getpriority(PRIO_PROCESS, 0), nice); /* of that thread alone */
}

/* ---- texts that are the same for all ---- */

static struct sr_reply answer_with(struct sr_shelf *shelf, const struct sr_request *request,
                                   const char *text, bool packs) {
    struct sr_reply reply = {.status = 200, .type = "application/json", .packs = packs};
    sr_buffer_add(&reply.text, text);
    sr_shelf_keep(shelf, request, &reply);
    return reply;
}

static void long_texts_are_written_and_packed_once(void **state) {
    struct sr_shelf *shelf = sr_shelf_open();
    struct sr_request request = {.method = "GET", .path = "/games", .accept_encoding = "gzip"};
    char text[2000];
    (void)state;
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    struct sr_reply found = {.status = 200};
    assert_false(sr_shelf_find(shelf, &request, &found));
    struct sr_reply first = answer_with(shelf, &request, text, true);
    assert_true(first.gzip && first.file_size < sizeof text / 10 && !first.text.text);
    assert_true(sr_shelf_find(shelf, &request, &found));
    assert_ptr_equal(found.file, first.file); /* the same bytes, not others like them */
    request.accept_encoding = NULL;
    assert_true(sr_shelf_find(shelf, &request, &found));
    assert_true(!found.gzip && found.packs);
    assert_int_equal(found.file_size, strlen(text));
    assert_memory_equal(found.file, text, strlen(text));
    assert_string_equal(found.type, "application/json");
    /* whoever was quicker wrote it */
    struct sr_reply second = answer_with(shelf, &request, text, true);
    assert_ptr_equal(second.file, found.file);
    request.lang = SR_RU;
    assert_false(sr_shelf_find(shelf, &request, &found));
    request.lang = SR_EN;
    request.method = "POST";
    assert_false(sr_shelf_find(shelf, &request, &found));
    request.method = "GET";
    request.path = "/own"; /* what is one's own is not kept */
    struct sr_reply own = answer_with(shelf, &request, text, false);
    assert_true(own.text.text && !own.file);
    sr_buffer_free(&own.text);
    assert_false(sr_shelf_find(shelf, &request, &found));
    sr_shelf_close(shelf);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_has_so_much_at_once),
        cmocka_unit_test(an_account_is_guessed_at_ten_times),
        cmocka_unit_test(shares_are_not_had_twice),
        cmocka_unit_test(chat_is_shared_out),
        cmocka_unit_test(sockets_are_shared_out),
        IN_A_HOUSE(what_bots_cannot_carry_is_refused),
        cmocka_unit_test(who_thinks_yields_to_who_answers),
        cmocka_unit_test(long_texts_are_written_and_packed_once),
    };
    return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
