/* A store for tests: see store_house.h. */
#include "store_house.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void file_of(const struct house *house, const char *name, char path[2 * PATH_BYTES]) {
    snprintf(path, 2 * PATH_BYTES, "%s/%s", house->directory, name);
}

int open_house(void **state) {
    struct house *house = calloc(1, sizeof *house);
    struct sr_error error = {0};
    const char *place = getenv("TMPDIR");
    snprintf(house->directory, sizeof house->directory, "%s/serai-store-XXXXXX",
             place && *place ? place : "/tmp");
    *state = house;
    if (!mkdtemp(house->directory))
        return -1;
    snprintf(house->place, sizeof house->place, "%s", house->directory);
    house->store = sr_store_open(house->place, &error);
    return house->store ? 0 : -1;
}

int close_house(void **state) {
    static const char *const files[] = {"serai.sqlite", "serai.sqlite-wal", "serai.sqlite-shm",
                                        "serai.lock"};
    struct house *house = *state;
    sr_store_close(house->store);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[2 * PATH_BYTES];
        file_of(house, files[i], path);
        unlink(path);
    }
    int left = rmdir(house->directory);
    free(house);
    return left;
}

void reopen(struct house *house) {
    struct sr_error error = {0};
    sr_store_close(house->store);
    house->store = sr_store_open(house->place, &error);
    assert_non_null(house->store);
}

/* ---- PostgreSQL ---- */

/* The tests' own words only, and a shell to start a database by is what is wanted. */
static int run_command(const char *command) {
    return system(command); /* NOLINT(cert-env33-c) */
}

bool order_database(const char *place, const char *order) {
    char command[6 * PATH_BYTES];
    snprintf(command, sizeof command, "psql -qX '%s' -c \"%s\"", place, order);
    return run_command(command) == 0;
}

static char database[PATH_BYTES]; /* its directory; "": none was started */

const char *database_place(void) {
    static char place[2 * PATH_BYTES];
    char command[3 * PATH_BYTES];
    const char *parent = getenv("TMPDIR");
    if (*place)
        return place;
    snprintf(database, sizeof database, "%s/serai-pg-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!mkdtemp(database))
        return "";
    /* what was answered must be there after a restart, not after a power cut */
    snprintf(command, sizeof command, "tests/support/postgres start %s fsync=off >%s.said",
             database, database);
    int failed = run_command(command);
    snprintf(command, sizeof command, "%s.said", database);
    unlink(command);
    if (!failed)
        snprintf(place, sizeof place, "postgres://serai@/postgres?host=%s", database);
    return place;
}

int remove_database(void **state) {
    char command[2 * PATH_BYTES];
    (void)state;
    snprintf(command, sizeof command, "tests/support/postgres remove %s", database);
    return *database ? run_command(command) : 0;
}

int open_shared_house(void **state) {
    static int houses;
    struct sr_error error = {0};
    const char *place = database_place();
    char command[PATH_BYTES];
    struct house *house = calloc(1, sizeof *house);
    *state = house;
    if (!house || !*place)
        return -1;
    houses++;
    snprintf(command, sizeof command, "CREATE SCHEMA house%d", houses);
    if (!order_database(place, command))
        return -1;
    snprintf(house->place, sizeof house->place, "%s&options=-csearch_path%%3Dhouse%d", place,
             houses);
    house->store = sr_store_open(house->place, &error);
    return house->store ? 0 : -1;
}

int close_shared_house(void **state) {
    struct house *house = *state;
    sr_store_close(house->store);
    free(house);
    return 0;
}

struct sr_person add_person(struct house *house, const char *name, uint8_t byte) {
    uint8_t hash[SR_TOKEN_HASH_BYTES];
    struct sr_person person = {0};
    memset(hash, byte, sizeof hash);
    assert_int_equal(sr_store_add_person(house->store, name, hash, &person), SR_STORE_DONE);
    return person;
}

struct sr_person add_claimed(struct house *house, const char *name, uint8_t byte) {
    struct sr_person person = add_person(house, name, byte);
    assert_int_equal(sr_store_claim(house->store, person.id, "hash", NULL), SR_STORE_DONE);
    person.claimed = true;
    return person;
}

struct sr_table_row row_of(const char *id, const struct sr_person *host) {
    struct sr_table_row row = {.rules = 3, .seats = 2, .open = true, .host = host->id, .made = 7};
    snprintf(row.id, sizeof row.id, "%s", id);
    snprintf(row.code, sizeof row.code, "code-%s", id);
    snprintf(row.game, sizeof row.game, "pebbles");
    snprintf(row.options, sizeof row.options, "size=3,deep=yes");
    snprintf(row.clock, sizeof row.clock, "none");
    memset(row.seed, 0xa5, sizeof row.seed);
    row.chair[0].person = host->id;
    snprintf(row.chair[0].name, sizeof row.chair[0].name, "%s", host->name);
    snprintf(row.chair[1].bot, sizeof row.chair[1].bot, "greedy");
    return row;
}

void add_table(struct house *house, const char *id, const struct sr_person *host) {
    struct sr_table_row row = row_of(id, host);
    assert_int_equal(sr_store_add_table(house->store, &row), SR_STORE_DONE);
    assert_int_equal(sr_store_set_status(house->store, id, SR_TABLE_WAITING, SR_TABLE_PLAYING),
                     SR_STORE_DONE);
}

struct sr_entry entry_of(int64_t number, const char *move) {
    struct sr_entry entry = {.number = number, .kind = SR_ENTRY_MOVE, .seat = 1, .made = 9};
    snprintf(entry.move, sizeof entry.move, "%s", move);
    return entry;
}

void begin_game(struct house *house, struct sr_table_row row, int64_t one, int64_t two) {
    row.chair[0].person = one;
    row.chair[1].person = two;
    row.chair[1].bot[0] = '\0';
    assert_int_equal(sr_store_add_table(house->store, &row), SR_STORE_DONE);
    assert_int_equal(sr_store_set_status(house->store, row.id, SR_TABLE_WAITING, SR_TABLE_PLAYING),
                     SR_STORE_DONE);
}

enum sr_store_answer end_game(struct sr_store *store, const char *id) {
    struct sr_result result = {.seats = 2, .points = {9, 5}, .rank = {1, 2}, .won = {true, false}};
    struct sr_entry last = entry_of(1, "take 3");
    return sr_store_add_entry(store, id, &last, &result);
}

void finish_game(struct house *house, struct sr_table_row row, int64_t one, int64_t two) {
    begin_game(house, row, one, two);
    assert_int_equal(end_game(house->store, row.id), SR_STORE_DONE);
}

enum sr_store_answer add(struct house *house, const char *id, int64_t number, const char *move) {
    struct sr_entry entry = entry_of(number, move);
    return sr_store_add_entry(house->store, id, &entry, NULL);
}
