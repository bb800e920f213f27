/* The store: what was answered is there after a restart, a number is given away once, and files
 * that are damaged, newer or in use are refused with a reason. */
#include "store/store.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 256, CLIMBERS = 8, STEPS = 60 };

struct house {
    char directory[PATH_BYTES];
    struct sr_store *store;
};

static void file_of(const struct house *house, const char *name, char path[2 * PATH_BYTES]) {
    snprintf(path, 2 * PATH_BYTES, "%s/%s", house->directory, name);
}

static int open_house(void **state) {
    struct house *house = calloc(1, sizeof *house);
    struct sr_error error = {0};
    const char *place = getenv("TMPDIR");
    snprintf(house->directory, sizeof house->directory, "%s/serai-store-XXXXXX",
             place && *place ? place : "/tmp");
    *state = house;
    if (!mkdtemp(house->directory))
        return -1;
    house->store = sr_store_open(house->directory, &error);
    return house->store ? 0 : -1;
}

static int close_house(void **state) {
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

static void reopen(struct house *house) {
    struct sr_error error = {0};
    sr_store_close(house->store);
    house->store = sr_store_open(house->directory, &error);
    assert_non_null(house->store);
}

static struct sr_person add_person(struct house *house, const char *name, uint8_t byte) {
    uint8_t hash[SR_TOKEN_HASH_BYTES];
    struct sr_person person = {0};
    memset(hash, byte, sizeof hash);
    assert_int_equal(sr_store_add_person(house->store, name, hash, &person), SR_STORE_DONE);
    return person;
}

static struct sr_table_row row_of(const char *id, const struct sr_person *host) {
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

static void add_table(struct house *house, const char *id, const struct sr_person *host) {
    struct sr_table_row row = row_of(id, host);
    assert_int_equal(sr_store_add_table(house->store, &row), SR_STORE_DONE);
    assert_int_equal(sr_store_set_status(house->store, id, SR_TABLE_WAITING, SR_TABLE_PLAYING),
                     SR_STORE_DONE);
}

static struct sr_entry entry_of(int64_t number, const char *move) {
    struct sr_entry entry = {.number = number, .kind = SR_ENTRY_MOVE, .seat = 1, .made = 9};
    snprintf(entry.move, sizeof entry.move, "%s", move);
    return entry;
}

static enum sr_store_answer add(struct house *house, const char *id, int64_t number,
                                const char *move) {
    struct sr_entry entry = entry_of(number, move);
    return sr_store_add_entry(house->store, id, &entry, NULL);
}

/* ---- people and tables ---- */

static void people_are_found_by_their_token_alone(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_person(house, "Ада", 1), found;
    uint8_t hash[SR_TOKEN_HASH_BYTES];
    memset(hash, 1, sizeof hash);
    reopen(house);
    assert_int_equal(sr_store_find_person(house->store, hash, &found), SR_STORE_DONE);
    assert_int_equal(found.id, ada.id);
    assert_string_equal(found.name, "Ада");
    hash[31] ^= 1;
    assert_int_equal(sr_store_find_person(house->store, hash, &found), SR_STORE_MISSING);
    memset(hash, 1, sizeof hash);
    assert_int_equal(sr_store_add_person(house->store, "thief", hash, &found), SR_STORE_CONFLICT);
}

static void a_name_is_claimed_once(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_person(house, "Ada", 1), twin = add_person(house, "Ada", 2), found;
    char password[SR_PASSWORD_BYTES];
    uint8_t hash[SR_TOKEN_HASH_BYTES] = {9};
    assert_int_equal(sr_store_find_claimed(house->store, "Ada", &found, password),
                     SR_STORE_MISSING);
    assert_int_equal(sr_store_claim(house->store, ada.id, "hash"), SR_STORE_DONE);
    assert_int_equal(sr_store_claim(house->store, ada.id, "other"), SR_STORE_CONFLICT);
    assert_int_equal(sr_store_claim(house->store, twin.id, "other"), SR_STORE_CONFLICT);
    assert_int_equal(sr_store_find_claimed(house->store, "Ada", &found, password), SR_STORE_DONE);
    assert_int_equal(found.id, ada.id);
    assert_string_equal(password, "hash");
    assert_int_equal(sr_store_add_token(house->store, ada.id, hash), SR_STORE_DONE);
    assert_int_equal(sr_store_find_person(house->store, hash, &found), SR_STORE_DONE);
    assert_true(found.id == ada.id && found.claimed);
    assert_int_equal(sr_store_drop_token(house->store, hash), SR_STORE_DONE);
    assert_int_equal(sr_store_find_person(house->store, hash, &found), SR_STORE_MISSING);
}

static void a_table_comes_back_as_it_was_made(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_person(house, "Ada", 1);
    struct sr_table_row row = row_of("one", &ada), found;
    char position[] = "{\"a\":1}", id[SR_TABLE_ID_BYTES];
    row.position = position;
    assert_int_equal(sr_store_add_table(house->store, &row), SR_STORE_DONE);
    assert_int_equal(sr_store_add_table(house->store, &row), SR_STORE_CONFLICT);
    reopen(house);
    assert_int_equal(sr_store_get_table(house->store, "one", &found), SR_STORE_DONE);
    assert_string_equal(found.position, position);
    sr_table_row_clear(&found);
    row.position = NULL;
    assert_memory_equal(&found, &row, sizeof row);
    assert_int_equal(sr_store_get_table(house->store, "two", &found), SR_STORE_MISSING);
    assert_int_equal(sr_store_find_code(house->store, "code-one", id), SR_STORE_DONE);
    assert_string_equal(id, "one");
    assert_int_equal(sr_store_find_code(house->store, "code-two", id), SR_STORE_MISSING);
}

static void a_chair_is_given_once(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_person(house, "Ada", 1), ben = add_person(house, "Ben", 2);
    struct sr_table_row row = row_of("one", &ada), found;
    row.chair[1] = (struct sr_chair){0};
    assert_int_equal(sr_store_add_table(house->store, &row), SR_STORE_DONE);
    struct sr_chair nobody = {0}, taken = {.person = ben.id, .name = "Ben"};
    assert_int_equal(sr_store_set_chair(house->store, "one", 1, &nobody, &taken), SR_STORE_DONE);
    struct sr_chair thief = {.person = ada.id, .name = "Ada"};
    assert_int_equal(sr_store_set_chair(house->store, "one", 1, &nobody, &thief),
                     SR_STORE_CONFLICT);
    assert_int_equal(sr_store_get_table(house->store, "one", &found), SR_STORE_DONE);
    assert_int_equal(found.chair[1].person, ben.id);
    assert_string_equal(found.chair[1].name, "Ben");
}

static bool count_table(void *context, const struct sr_table_row *row) {
    (void)row;
    ++*(int *)context;
    return true;
}

static void lists_show_what_they_should(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_person(house, "Ada", 1), ben = add_person(house, "Ben", 2);
    struct sr_table_row row = row_of("hidden", &ada);
    int open = 0, own = 0, none = 0, playing = 0, unfinished = 0;
    row.open = false;
    assert_int_equal(sr_store_add_table(house->store, &row), SR_STORE_DONE);
    add_table(house, "shown", &ada);
    sr_store_list_open(house->store, 10, count_table, &open);
    sr_store_list_of(house->store, ada.id, 10, count_table, &own);
    sr_store_list_of(house->store, ben.id, 10, count_table, &none);
    sr_store_list_playing(house->store, count_table, &playing);
    sr_store_count_unfinished(house->store, ada.id, &unfinished);
    assert_int_equal(open, 1);
    assert_int_equal(own, 2);
    assert_int_equal(none, 0);
    assert_int_equal(playing, 1);
    assert_int_equal(unfinished, 2);
}

/* ---- histories ---- */

static void a_number_is_given_once_and_without_gaps(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_person(house, "Ada", 1);
    struct sr_table_row row = row_of("early", &ada);
    add_table(house, "one", &ada);
    assert_int_equal(add(house, "one", 1, "take 1"), SR_STORE_DONE);
    assert_int_equal(add(house, "one", 1, "take 2"), SR_STORE_CONFLICT);
    assert_int_equal(add(house, "one", 3, "take 2"), SR_STORE_CONFLICT);
    assert_int_equal(add(house, "one", 2, "take 2"), SR_STORE_DONE);
    assert_int_equal(add(house, "nowhere", 1, "take 2"), SR_STORE_CONFLICT);
    assert_int_equal(sr_store_add_table(house->store, &row), SR_STORE_DONE);
    assert_int_equal(add(house, "early", 1, "take 2"), SR_STORE_CONFLICT);
}

struct remembered {
    int count;
    struct sr_entry last;
};

static bool remember(void *context, const struct sr_entry *entry) {
    struct remembered *remembered = context;
    assert_int_equal(entry->number, remembered->last.number + 1);
    remembered->last = *entry;
    remembered->count++;
    return true;
}

static void the_last_entry_finishes_the_table_in_one_change(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_person(house, "Ada", 1);
    struct sr_table_row found;
    struct sr_result result = {
        .seats = 2, .points = {-3, 40}, .rank = {2, 1}, .won = {false, true}};
    struct sr_result stored;
    add_table(house, "one", &ada);
    assert_int_equal(add(house, "one", 1, "take 1"), SR_STORE_DONE);
    struct sr_entry late = entry_of(3, "take 9"), last = entry_of(2, "take 3");
    assert_int_equal(sr_store_add_entry(house->store, "one", &late, &result), SR_STORE_CONFLICT);
    assert_int_equal(sr_store_get_result(house->store, "one", &stored), SR_STORE_MISSING);
    assert_int_equal(sr_store_add_entry(house->store, "one", &last, &result), SR_STORE_DONE);
    reopen(house);
    assert_int_equal(sr_store_get_table(house->store, "one", &found), SR_STORE_DONE);
    assert_int_equal(found.status, SR_TABLE_FINISHED);
    assert_int_equal(sr_store_get_result(house->store, "one", &stored), SR_STORE_DONE);
    assert_memory_equal(&stored, &result, sizeof result);
    assert_int_equal(add(house, "one", 3, "take 1"), SR_STORE_CONFLICT);
    struct remembered remembered = {0};
    sr_store_list_entries(house->store, "one", 0, remember, &remembered);
    assert_int_equal(remembered.count, 2);
    assert_string_equal(remembered.last.move, "take 3");
    assert_int_equal(remembered.last.seat, 1);
}

/* Several threads want every number; each number has one winner. */
struct climber {
    struct house *house;
    int won;
};

static void *climb(void *context) {
    struct climber *climber = context;
    for (int64_t number = 1; number <= STEPS; number++)
        climber->won += add(climber->house, "one", number, "take 1") == SR_STORE_DONE;
    return NULL;
}

static void of_many_who_want_a_number_one_gets_it(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_person(house, "Ada", 1);
    struct climber climber[CLIMBERS];
    pthread_t thread[CLIMBERS];
    uint64_t commits, changes;
    int won = 0;
    add_table(house, "one", &ada);
    for (int i = 0; i < CLIMBERS; i++) {
        climber[i] = (struct climber){house, 0};
        assert_int_equal(pthread_create(&thread[i], NULL, climb, &climber[i]), 0);
    }
    for (int i = 0; i < CLIMBERS; i++) {
        pthread_join(thread[i], NULL);
        won += climber[i].won;
    }
    assert_int_equal(won, STEPS);
    struct remembered remembered = {0};
    sr_store_list_entries(house->store, "one", 0, remember, &remembered);
    assert_int_equal(remembered.count, STEPS);
    sr_store_counts(house->store, &commits, &changes);
    assert_int_equal(changes, STEPS + 3); /* a person, a table, its status */
}

/* ---- chat ---- */

static bool keep_chat(void *context, const struct sr_chat *chat) {
    *(struct sr_chat *)context = *chat;
    return true;
}

static void chat_is_numbered_and_the_last_lines_come(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_person(house, "Ada", 1);
    struct sr_chat chat = {.person = ada.id, .name = "Ada", .made = 5}, found = {0};
    add_table(house, "one", &ada);
    for (int i = 1; i <= 5; i++) {
        snprintf(chat.text, sizeof chat.text, "слово %d", i);
        assert_int_equal(sr_store_add_chat(house->store, "one", &chat), SR_STORE_DONE);
        assert_int_equal(chat.number, i);
    }
    sr_store_list_chat(house->store, "one", 3, 50, keep_chat, &found);
    assert_int_equal(found.number, 5);
    assert_string_equal(found.text, "слово 5");
    found.number = 0;
    sr_store_list_chat(house->store, "one", 5, 50, keep_chat, &found);
    assert_int_equal(found.number, 0);
}

/* ---- files that cannot be used ---- */

static void a_directory_has_one_server(void **state) {
    struct house *house = *state;
    struct sr_error error = {0};
    assert_null(sr_store_open(house->directory, &error));
    assert_int_equal(error.problem, SR_PROBLEM_STORE_TAKEN);
}

static void a_newer_store_is_refused(void **state) {
    struct house *house = *state;
    struct sr_error error = {0};
    char path[2 * PATH_BYTES];
    sqlite3 *database;
    sr_store_close(house->store);
    file_of(house, "serai.sqlite", path);
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, "PRAGMA user_version=999", NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(database);
    house->store = sr_store_open(house->directory, &error);
    assert_null(house->store);
    assert_int_equal(error.problem, SR_PROBLEM_STORE_NEWER);
}

static void a_damaged_store_is_refused(void **state) {
    struct house *house = *state;
    struct sr_error error = {0};
    char path[2 * PATH_BYTES];
    sr_store_close(house->store);
    file_of(house, "serai.sqlite", path);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (int i = 0; i < 4096; i++)
        fputc('x', file);
    fclose(file);
    house->store = sr_store_open(house->directory, &error);
    assert_null(house->store);
    assert_int_equal(error.problem, SR_PROBLEM_STORE_OPEN);
}

static void a_place_that_cannot_be_made_is_refused(void **state) {
    (void)state;
    struct sr_error error = {0};
    assert_null(sr_store_open("/proc/serai/nowhere", &error));
    assert_int_equal(error.problem, SR_PROBLEM_STORE_OPEN);
}

/* A database that is broken under our feet: the answer is no, nothing changes. */
static void a_store_that_cannot_write_says_so_and_changes_nothing(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_person(house, "Ada", 1);
    char path[2 * PATH_BYTES], why[200];
    sqlite3 *other;
    add_table(house, "one", &ada);
    file_of(house, "serai.sqlite", path);
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "DROP TABLE results; ALTER TABLE moves RENAME TO gone",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(add(house, "one", 1, "take 1"), SR_STORE_BROKEN);
    sr_store_complaint(house->store, why, sizeof why);
    assert_true(strlen(why) > 0);
    assert_int_equal(sqlite3_exec(other, "ALTER TABLE gone RENAME TO moves", NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(other);
    assert_int_equal(add(house, "one", 1, "take 1"), SR_STORE_DONE);
}

#define IN_A_HOUSE(test) cmocka_unit_test_setup_teardown(test, open_house, close_house)

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_A_HOUSE(people_are_found_by_their_token_alone),
        IN_A_HOUSE(a_name_is_claimed_once),
        IN_A_HOUSE(a_table_comes_back_as_it_was_made),
        IN_A_HOUSE(a_chair_is_given_once),
        IN_A_HOUSE(lists_show_what_they_should),
        IN_A_HOUSE(a_number_is_given_once_and_without_gaps),
        IN_A_HOUSE(the_last_entry_finishes_the_table_in_one_change),
        IN_A_HOUSE(of_many_who_want_a_number_one_gets_it),
        IN_A_HOUSE(chat_is_numbered_and_the_last_lines_come),
        IN_A_HOUSE(a_directory_has_one_server),
        IN_A_HOUSE(a_newer_store_is_refused),
        IN_A_HOUSE(a_damaged_store_is_refused),
        IN_A_HOUSE(a_place_that_cannot_be_made_is_refused),
        IN_A_HOUSE(a_store_that_cannot_write_says_so_and_changes_nothing),
    };
    return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
