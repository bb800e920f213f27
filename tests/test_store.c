/* The store: what was answered is there after a restart, a number is given away once, and files
 * that are damaged, newer or in use are refused with a reason. */
#include "store/problems.h"
#include "store/skill.h"
#include "support/store_house.h"

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

enum { CLIMBERS = 8, STEPS = 60 };

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
    assert_int_equal(sr_store_claim(house->store, ada.id, "hash", NULL), SR_STORE_DONE);
    assert_int_equal(sr_store_claim(house->store, ada.id, "other", NULL), SR_STORE_CONFLICT);
    assert_int_equal(sr_store_claim(house->store, twin.id, "other", NULL), SR_STORE_CONFLICT);
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
    found.now = 0; /* when it was read */
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

static bool count_listed(void *context, const struct sr_lobby_row *row) {
    assert_string_equal(row->id, "shown");
    ++*(int *)context;
    return true;
}

static void lists_show_what_they_should(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_person(house, "Ada", 1), ben = add_person(house, "Ben", 2);
    struct sr_table_row row = row_of("hidden", &ada);
    int open = 0, own = 0, none = 0, playing = 0, unfinished = 0, of_network = 0;
    row.open = false;
    row.network = 7;
    assert_int_equal(sr_store_add_table(house->store, &row), SR_STORE_DONE);
    add_table(house, "shown", &ada);
    sr_store_list_lobby(house->store, count_listed, &open);
    sr_store_list_of(house->store, ada.id, 0, 10, count_table, &own);
    sr_store_list_of(house->store, ben.id, 0, 10, count_table, &none);
    sr_store_list_playing(house->store, count_table, &playing);
    sr_store_count_unfinished(house->store, ada.id, 7, &unfinished, &of_network);
    assert_int_equal(of_network, 1);
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
        chat.number = i % 2 ? 0 : i; /* any, or just this one */
        assert_int_equal(sr_store_add_chat(house->store, "one", &chat), SR_STORE_DONE);
        assert_int_equal(chat.number, i);
    }
    chat.number = 5;
    assert_int_equal(sr_store_add_chat(house->store, "one", &chat), SR_STORE_CONFLICT);
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

/* It cannot be opened, and both languages say why. */
static void assert_refused(const struct sr_error *error, const char *en, const char *ru) {
    const char *const why[] = {[SR_EN] = en, [SR_RU] = ru};
    char text[1024];
    assert_int_equal(error->problem, SR_PROBLEM_STORE_OPEN);
    for (int lang = SR_EN; lang <= SR_RU; lang++) {
        struct sr_out out;
        sr_out_open(&out, text, sizeof text);
        sr_error_say(&out, (enum sr_lang)lang, error);
        if (!strstr(text, why[lang]))
            fail_msg("\"%s\" does not say \"%s\"", text, why[lang]);
    }
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
    assert_refused(&error, "it is not an SQLite database (", "это не база данных SQLite (");
}

static void a_place_that_cannot_be_made_is_refused(void **state) {
    struct house *house = *state;
    struct sr_error error = {0};
    char path[2 * PATH_BYTES], within[3 * PATH_BYTES];
    assert_null(sr_store_open("/proc/serai/nowhere", &error));
    assert_refused(&error, "no such file or directory", "нет такого файла или каталога");
    file_of(house, "serai.sqlite", path);
    snprintf(within, sizeof within, "%s/nowhere", path);
    assert_null(sr_store_open(within, &error));
    assert_refused(&error, "a part of the path is not a directory", "часть пути — не каталог");
}

#ifdef SR_POSTGRES
/* Where it refuses, both languages say why, and the database's own words stand beside. */
static void a_database_that_refuses_says_why(void **state) {
    (void)state;
    static const char *const orders[] = {
        "CREATE ROLE guarded LOGIN PASSWORD 'right'",
        "CREATE ROLE barred LOGIN",
        "CREATE ROLE reader LOGIN",
        "CREATE SCHEMA closed",
        "GRANT USAGE ON SCHEMA closed TO reader",
        ("COPY (VALUES ('local all guarded scram-sha-256'), ('local all barred reject'))"
         " TO PROGRAM 'cat - pg_hba.conf >fresh && mv fresh pg_hba.conf'"),
        "SELECT pg_reload_conf()",
    };
    static const struct {
        const char *who, *rest, *en, *ru;
    } cases[] = {
        {"guarded:wrong", "", "wrong password (", "неверный пароль ("},
        {"guarded", "", "it wants a password (", "нужен пароль ("},
        {"barred", "", "it does not let this user in (", "этого пользователя она не впускает ("},
        {"stranger", "", "it does not let this user in (", "этого пользователя она не впускает ("},
        {"serai", "&dbname=nowhere", "there is no such database (", "такой базы данных нет ("},
        {"reader", "&options=-csearch_path%3Dclosed", "this user may not do that there (",
         "у этого пользователя нет на это прав ("},
        {"serai", "/nowhere", "no database answers there (",
         "там не отвечает ни одна база данных ("},
        {"serai", "&colour=red", "this is no address of a database (",
         "это не адрес базы данных ("},
    };
    const char *base = database_place(), *host = strchr(base, '@');
    assert_non_null(host);
    for (size_t i = 0; i < SR_COUNT(orders); i++)
        assert_true(order_database(base, orders[i]));
    for (size_t i = 0; i < SR_COUNT(cases); i++) {
        struct sr_error error = {0};
        char place[4 * PATH_BYTES];
        snprintf(place, sizeof place, "postgres://%s%s%s", cases[i].who, host, cases[i].rest);
        assert_null(sr_store_open(place, &error));
        assert_refused(&error, cases[i].en, cases[i].ru);
    }
}
#endif

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

/* ---- passwords, statistics, ratings ---- */

static void a_new_password_ends_other_tokens(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_claimed(house, "Ada", 1), found;
    struct sr_person guest = add_person(house, "Guest", 9);
    uint8_t one[SR_TOKEN_HASH_BYTES], two[SR_TOKEN_HASH_BYTES];
    char password[SR_PASSWORD_BYTES];
    memset(one, 1, sizeof one);
    memset(two, 2, sizeof two);
    assert_int_equal(sr_store_add_token(house->store, ada.id, two), SR_STORE_DONE);
    assert_int_equal(sr_store_set_password(house->store, ada.id, "other", two), SR_STORE_DONE);
    assert_int_equal(sr_store_find_person(house->store, one, &found), SR_STORE_MISSING);
    assert_int_equal(sr_store_find_person(house->store, two, &found), SR_STORE_DONE);
    assert_int_equal(sr_store_find_claimed(house->store, "Ada", &found, password), SR_STORE_DONE);
    assert_string_equal(password, "other");
    assert_int_equal(sr_store_set_password(house->store, ada.id, "third", NULL), SR_STORE_DONE);
    assert_int_equal(sr_store_find_person(house->store, two, &found), SR_STORE_MISSING);
    assert_int_equal(sr_store_set_password(house->store, guest.id, "x", NULL), SR_STORE_CONFLICT);
}

static void wishes_that_come_late_leave_no_chair_empty(void **state) {
    struct house *house = *state;
    struct sr_person ann = add_person(house, "Ann", 1), ben = add_person(house, "Ben", 2);
    struct sr_table_row row = row_of("late", &ann);
    const struct sr_chair empty = {0}, invited = {.person = ben.id, .bot = "fair"},
                          seated = {.person = ben.id};
    row.chair[1] = invited;
    assert_int_equal(sr_store_add_table(house->store, &row), SR_STORE_DONE);
    /* who was only asked, or is gone, keeps it from starting */
    assert_int_equal(sr_store_set_status(house->store, "late", SR_TABLE_WAITING, SR_TABLE_PLAYING),
                     SR_STORE_CONFLICT);
    assert_int_equal(sr_store_set_chair(house->store, "late", 1, &invited, &empty), SR_STORE_DONE);
    assert_int_equal(sr_store_set_status(house->store, "late", SR_TABLE_WAITING, SR_TABLE_PLAYING),
                     SR_STORE_CONFLICT);
    assert_int_equal(sr_store_set_chair(house->store, "late", 1, &empty, &seated), SR_STORE_DONE);
    assert_int_equal(sr_store_set_status(house->store, "late", SR_TABLE_WAITING, SR_TABLE_PLAYING),
                     SR_STORE_DONE);
    /* a chair that was to be left before the start */
    assert_int_equal(sr_store_set_chair(house->store, "late", 1, &seated, &empty),
                     SR_STORE_CONFLICT);
    assert_int_equal(sr_store_set_chair(house->store, "late", 1, &seated, &invited), SR_STORE_DONE);
}

static bool take_statistic(void *context, const struct sr_statistic *one) {
    *(struct sr_statistic *)context = *one;
    return true;
}

struct board {
    int count;
    struct sr_rating rating[8];
};

static bool take_rating(void *context, const struct sr_rating *one) {
    struct board *board = context;
    board->rating[board->count++] = *one;
    return true;
}

static void only_fair_games_among_claimed_names_are_rated(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_claimed(house, "Ada", 1), ben = add_claimed(house, "Ben", 2);
    struct sr_person guest = add_person(house, "Guest", 3);
    struct sr_table_row row;
    char position[] = "{}";
    row = row_of("guest", &ada);
    finish_game(house, row, ada.id, guest.id);
    row = row_of("hints", &ada);
    row.hints = true;
    finish_game(house, row, ada.id, ben.id);
    row = row_of("forked", &ada);
    row.position = position;
    finish_game(house, row, ada.id, ben.id);
    row = row_of("alone", &ada);
    finish_game(house, row, ada.id, ada.id);
    struct board board = {0};
    assert_int_equal(sr_store_list_ratings(house->store, "pebbles", 8, take_rating, &board),
                     SR_STORE_DONE);
    assert_int_equal(board.count, 0);
    row = row_of("rated", &ada);
    finish_game(house, row, ada.id, ben.id);
    reopen(house);
    sr_store_list_ratings(house->store, "pebbles", 8, take_rating, &board);
    assert_int_equal(board.count, 2);
    assert_string_equal(board.rating[0].name, "Ada");
    assert_true(board.rating[0].skill > 1500 && board.rating[1].skill < 1500);
    assert_int_equal(board.rating[0].games, 1);
    struct sr_statistic told = {0};
    assert_int_equal(sr_store_list_statistics(house->store, ada.id, take_statistic, &told),
                     SR_STORE_DONE);
    assert_string_equal(told.game, "pebbles");
    assert_int_equal(told.games, 4); /* not the one with both seats hers */
    assert_int_equal(told.wins, 4);
    assert_int_equal(told.rated, 1);
    assert_int_equal(told.most, 9);
    assert_int_equal(told.least, 9);
    row = row_of("lost", &ben);
    finish_game(house, row, ben.id, ada.id);
    sr_store_list_statistics(house->store, ada.id, take_statistic, &told);
    assert_int_equal(told.most, 9);
    assert_int_equal(told.least, 5);
}

static void skills_follow_rankings(void **state) {
    (void)state;
    struct sr_skill skill[4], same[2];
    for (int i = 0; i < 4; i++)
        skill[i] = sr_skill_new();
    const int rank[4] = {2, 1, 3, 3};
    sr_skill_update(skill, rank, 4);
    assert_true(skill[1].skill > skill[0].skill && skill[0].skill > skill[2].skill);
    assert_true(skill[2].skill > skill[3].skill - 1e-9 && skill[2].skill < skill[3].skill + 1e-9);
    for (int i = 0; i < 4; i++)
        assert_true(skill[i].doubt < 350 && skill[i].doubt > 100);
    /* who is well known learns little from a game, and never nothing */
    same[0] = (struct sr_skill){1500, 40};
    same[1] = (struct sr_skill){1500, 300};
    sr_skill_update(same, (const int[]){2, 1}, 2);
    assert_true(1500 - same[0].skill < (same[1].skill - 1500) / 10);
    assert_true(same[0].skill < 1499);
    /* a draw between equals changes nobody */
    same[0] = same[1] = sr_skill_new();
    sr_skill_update(same, (const int[]){1, 1}, 2);
    assert_true(same[0].skill > 1499.999 && same[0].skill < 1500.001);
    /* 400 points are about ten to one: over many such games the ratings stay near there */
    struct sr_skill strong = {1700, 30}, weak = {1300, 30};
    for (int n = 0; n < 1100; n++) {
        struct sr_skill two[2] = {strong, weak};
        sr_skill_update(two, n % 11 ? (const int[]){1, 2} : (const int[]){2, 1}, 2);
        strong = two[0];
        weak = two[1];
    }
    assert_true(strong.skill - weak.skill > 340 && strong.skill - weak.skill < 500);
}

/* ---- games from elsewhere, positions, charts ---- */

static void an_import_is_whole_or_not_there(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_person(house, "Ada", 1);
    struct sr_table_row row = row_of("record", &ada), found;
    struct sr_entry entry[3] = {entry_of(1, "take 1"), entry_of(2, "take 2"),
                                entry_of(2, "take 3")};
    struct sr_result result = {.seats = 2, .rank = {1, 2}};
    row.status = SR_TABLE_FINISHED;
    row.imported = true;
    assert_int_equal(sr_store_import(house->store, &row, entry, 3, &result), SR_STORE_CONFLICT);
    assert_int_equal(sr_store_get_table(house->store, "record", &found), SR_STORE_MISSING);
    entry[2].number = 3;
    assert_int_equal(sr_store_import(house->store, &row, entry, 3, &result), SR_STORE_DONE);
    reopen(house);
    assert_int_equal(sr_store_get_table(house->store, "record", &found), SR_STORE_DONE);
    assert_true(found.imported);
    struct remembered remembered = {0};
    sr_store_list_entries(house->store, "record", 0, remember, &remembered);
    assert_int_equal(remembered.count, 3);
    assert_int_equal(sr_store_set_shared(house->store, "record", true), SR_STORE_DONE);
    assert_int_equal(sr_store_set_shared(house->store, "nothing", true), SR_STORE_CONFLICT);
    sr_store_get_table(house->store, "record", &found);
    assert_true(found.shared);
}

static bool count_id(void *context, const char *id) {
    assert_string_equal(id, "one");
    ++*(int *)context;
    return true;
}

/* Together with one of a table that is not there, which does no harm. */
static void save(struct house *house, const char *id, int64_t number, char *position) {
    struct sr_saved saved[] = {{.id = "nowhere", .position = position},
                               {.number = number, .rules = 3, .position = position}};
    snprintf(saved[1].id, sizeof saved[1].id, "%s", id);
    assert_int_equal(sr_store_save_positions(house->store, saved, 2), SR_STORE_DONE);
}

static void positions_are_saved_and_gone_on_from(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_person(house, "Ada", 1);
    struct sr_table_row found;
    char *position;
    int64_t number;
    int unsaved = 0;
    add_table(house, "one", &ada);
    assert_int_equal(add(house, "one", 1, "take 1"), SR_STORE_DONE);
    assert_int_equal(sr_store_saved_position(house->store, "one", &number, &position),
                     SR_STORE_MISSING);
    sr_store_list_unsaved(house->store, count_id, &unsaved);
    assert_int_equal(unsaved, 1);
    save(house, "one", 1, "{}");
    sr_store_list_unsaved(house->store, count_id, &unsaved);
    assert_int_equal(unsaved, 1);
    assert_int_equal(add(house, "one", 2, "take 2"), SR_STORE_DONE);
    sr_store_list_unsaved(house->store, count_id, &unsaved);
    assert_int_equal(unsaved, 2);
    /* the position is not that of the last entry */
    assert_int_equal(sr_store_rebase(house->store, "one", 1, 4, "{}"), SR_STORE_CONFLICT);
    save(house, "one", 2, "{\"a\":1}");
    assert_int_equal(sr_store_rebase(house->store, "one", 2, 4, "{\"a\":1}"), SR_STORE_DONE);
    reopen(house);
    assert_int_equal(sr_store_saved_position(house->store, "one", &number, &position),
                     SR_STORE_DONE);
    assert_int_equal(number, 2);
    assert_string_equal(position, "{\"a\":1}");
    free(position);
    assert_int_equal(sr_store_get_table(house->store, "one", &found), SR_STORE_DONE);
    assert_int_equal(found.rules, 4);
    assert_int_equal(found.base, 2);
    assert_string_equal(found.position, "{\"a\":1}");
    sr_table_row_clear(&found);
    assert_int_equal(add(house, "one", 3, "take 3"), SR_STORE_DONE);
    char *chances;
    assert_int_equal(sr_store_get_chances(house->store, "one", &chances), SR_STORE_MISSING);
    assert_int_equal(sr_store_set_chances(house->store, "one", "[1]"), SR_STORE_DONE);
    assert_int_equal(sr_store_get_chances(house->store, "one", &chances), SR_STORE_DONE);
    assert_string_equal(chances, "[1]");
    free(chances);
    char *review;
    assert_int_equal(sr_store_get_review(house->store, "one", "1/a", &review), SR_STORE_MISSING);
    assert_int_equal(sr_store_set_review(house->store, "one", "1/a", "{}"), SR_STORE_DONE);
    assert_int_equal(sr_store_get_review(house->store, "one", "1/b", &review), SR_STORE_MISSING);
    assert_int_equal(sr_store_get_review(house->store, "one", "1/a", &review), SR_STORE_DONE);
    assert_string_equal(review, "{}");
    free(review);
    /* a newer one takes its place */
    assert_int_equal(sr_store_set_review(house->store, "one", "1/b", "[]"), SR_STORE_DONE);
    assert_int_equal(sr_store_get_review(house->store, "one", "1/a", &review), SR_STORE_MISSING);
}

/* ---- looking after it ---- */

static void change_file(const char *path, const char *command) {
    sqlite3 *database;
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, command, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

static void an_older_store_is_brought_up_to_date(void **state) {
    struct house *house = *state;
    struct sr_error error = {0};
    struct sr_person ada = add_person(house, "Ada", 1);
    char path[2 * PATH_BYTES];
    struct sr_table_row found;
    add_table(house, "one", &ada);
    assert_int_equal(add(house, "one", 1, "take 1"), SR_STORE_DONE);
    sr_store_close(house->store);
    file_of(house, "serai.sqlite", path);
    change_file(path,
                "ALTER TABLE tables DROP COLUMN hints; ALTER TABLE tables DROP COLUMN shared;"
                "ALTER TABLE tables DROP COLUMN imported; ALTER TABLE tables DROP COLUMN base;"
                "ALTER TABLE tables DROP COLUMN ended; ALTER TABLE moves DROP COLUMN spent;"
                "ALTER TABLE results DROP COLUMN skill; DROP TABLE positions;"
                "DROP TABLE chances; DROP TABLE reviews; DROP TABLE ratings;"
                "DROP INDEX people_by_skeleton; DROP INDEX people_by_name;"
                "DROP INDEX guests_by_skeleton; DROP INDEX tokens_by_person;"
                "DROP INDEX chat_by_person; DROP INDEX tables_by_network; DROP TABLE checkpoints; "
                "DROP TABLE audit;"
                "DROP TABLE secrets; DROP TABLE pulse;"
                "ALTER TABLE people DROP COLUMN skeleton; ALTER TABLE people DROP COLUMN network;"
                "ALTER TABLE people DROP COLUMN seen; ALTER TABLE people DROP COLUMN banned;"
                "ALTER TABLE people DROP COLUMN muted; ALTER TABLE tables DROP COLUMN network;"
                "ALTER TABLE tables DROP COLUMN quarantine;"
                "CREATE UNIQUE INDEX people_claimed ON people(name) WHERE password IS NOT NULL;"
                "INSERT INTO people (name, password, made) VALUES ('Ben', 'x', 1), ('BEN', 'y', 1);"
                "INSERT INTO people (name, made) VALUES ('ben', 1);"
                "PRAGMA user_version=1");
    house->store = sr_store_open_beside(house->directory, &error);
    assert_null(house->store);
    assert_int_equal(error.problem, SR_PROBLEM_STORE_OLDER);
    house->store = sr_store_open(house->directory, &error);
    assert_non_null(house->store);
    assert_int_equal(sr_store_get_table(house->store, "one", &found), SR_STORE_DONE);
    assert_int_equal(found.base, 0);
    assert_int_equal(add(house, "one", 2, "take 2"), SR_STORE_DONE);
    /* names that looked alike: both owners come in, the guest has another name */
    char password[SR_PASSWORD_BYTES];
    struct sr_person ben;
    assert_int_equal(sr_store_find_claimed(house->store, "Ben", &ben, password), SR_STORE_DONE);
    assert_string_equal(password, "x");
    assert_int_equal(sr_store_find_claimed(house->store, "BEN", &ben, password), SR_STORE_DONE);
    assert_string_equal(password, "y");
    assert_int_equal(sr_store_find_somebody(house->store, "4", &ben), SR_STORE_DONE);
    assert_string_equal(ben.name, "ben~4");
}

static void a_copy_is_made_beside_and_put_back(void **state) {
    struct house *house = *state;
    struct sr_error error = {0};
    struct sr_person ada = add_person(house, "Ada", 1);
    char copy[2 * PATH_BYTES], kept[2 * PATH_BYTES];
    file_of(house, "copy", copy);
    file_of(house, "serai.sqlite.before", kept);
    add_table(house, "one", &ada);
    assert_int_equal(add(house, "one", 1, "take 1"), SR_STORE_DONE);
    struct sr_store *beside = sr_store_open_beside(house->directory, &error);
    assert_non_null(beside);
    assert_true(sr_store_backup(beside, copy, &error));
    assert_false(sr_store_backup(beside, copy, &error));
    sr_store_close(beside);
    assert_int_equal(add(house, "one", 2, "take 2"), SR_STORE_DONE);
    assert_false(sr_store_restore(house->directory, copy, &error));
    assert_int_equal(error.problem, SR_PROBLEM_STORE_TAKEN);
    sr_store_close(house->store);
    assert_true(sr_store_restore(house->directory, copy, &error));
    house->store = sr_store_open(house->directory, &error);
    assert_non_null(house->store);
    struct remembered remembered = {0};
    sr_store_list_entries(house->store, "one", 0, remember, &remembered);
    assert_int_equal(remembered.count, 1);
    assert_int_equal(access(kept, F_OK), 0);
    unlink(copy);
    unlink(kept);
}

/* ---- copies between kinds ---- */

static void count_copied(void *context, const char *table, int64_t rows) {
    (void)table;
    *(int64_t *)context += rows;
}

static int64_t copy_all(struct sr_store *from, struct sr_store *to) {
    struct sr_error error = {0};
    int64_t copied = 0;
    if (!sr_store_copy(from, to, count_copied, &copied, &error)) {
        print_error("%s %s\n", error.arg[0], error.arg[1]);
        fail();
    }
    return copied;
}

/* Over, once more when something was added and something revoked, and back. */
static void a_house_is_copied_over_and_back(void **state) {
    struct house *house = *state, *back = NULL;
    void *context = NULL;
    struct sr_person ada, found;
    struct sr_table_row row, copied;
    uint8_t hash[SR_TOKEN_HASH_BYTES] = {7}, gone[SR_TOKEN_HASH_BYTES];
    assert_int_equal(open_house(&context), 0);
    back = context;
    ada = add_person(back, "Ada", 1);
    memset(gone, 1, sizeof gone);
    assert_int_equal(sr_store_claim(back->store, ada.id, "hash", NULL), SR_STORE_DONE);
    assert_int_equal(sr_store_add_token(back->store, ada.id, hash), SR_STORE_DONE);
    add_table(back, "one", &ada);
    assert_int_equal(add(back, "one", 1, "a"), SR_STORE_DONE);
    assert_int_equal(add(back, "one", 2, "b"), SR_STORE_DONE);
    copy_all(back->store, house->store);
    assert_int_equal(sr_store_find_person(house->store, gone, &found), SR_STORE_DONE);
    /* meanwhile, in the old house */
    assert_int_equal(add(back, "one", 3, "c"), SR_STORE_DONE);
    assert_int_equal(sr_store_drop_token(back->store, gone), SR_STORE_DONE);
    copy_all(back->store, house->store);
    copy_all(back->store, house->store); /* whatever interrupted it */
    assert_int_equal(sr_store_find_person(house->store, gone, &found), SR_STORE_MISSING);
    assert_int_equal(sr_store_find_person(house->store, hash, &found), SR_STORE_DONE);
    assert_true(found.id == ada.id && found.claimed);
    assert_int_equal(add(house, "one", 3, "d"), SR_STORE_CONFLICT);
    assert_int_equal(add(house, "one", 4, "d"), SR_STORE_DONE);
    assert_true(add_person(house, "Ben", 9).id > ada.id);
    /* and back, into the house that was left */
    copy_all(house->store, back->store);
    assert_int_equal(add(back, "one", 4, "e"), SR_STORE_CONFLICT);
    assert_int_equal(add(back, "one", 5, "e"), SR_STORE_DONE);
    assert_int_equal(sr_store_get_table(back->store, "one", &row), SR_STORE_DONE);
    assert_int_equal(sr_store_get_table(house->store, "one", &copied), SR_STORE_DONE);
    copied.revision = row.revision; /* of that store alone, as are its times */
    copied.now = row.now;
    copied.started = row.started;
    assert_memory_equal(&row, &copied, sizeof row);
    assert_int_equal(close_house(&context), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_BOTH_HOUSES(people_are_found_by_their_token_alone),
        IN_BOTH_HOUSES(a_name_is_claimed_once),
        IN_BOTH_HOUSES(a_table_comes_back_as_it_was_made),
        IN_BOTH_HOUSES(a_chair_is_given_once),
        IN_BOTH_HOUSES(lists_show_what_they_should),
        IN_BOTH_HOUSES(a_number_is_given_once_and_without_gaps),
        IN_BOTH_HOUSES(the_last_entry_finishes_the_table_in_one_change),
        IN_BOTH_HOUSES(of_many_who_want_a_number_one_gets_it),
        IN_BOTH_HOUSES(chat_is_numbered_and_the_last_lines_come),
        IN_A_HOUSE(a_directory_has_one_server),
        IN_A_HOUSE(a_newer_store_is_refused),
        IN_A_HOUSE(a_damaged_store_is_refused),
        IN_A_HOUSE(a_place_that_cannot_be_made_is_refused),
#ifdef SR_POSTGRES
        cmocka_unit_test(a_database_that_refuses_says_why),
#endif
        IN_A_HOUSE(a_store_that_cannot_write_says_so_and_changes_nothing),
        IN_BOTH_HOUSES(a_new_password_ends_other_tokens),
        IN_BOTH_HOUSES(wishes_that_come_late_leave_no_chair_empty),
        IN_BOTH_HOUSES(only_fair_games_among_claimed_names_are_rated),
        cmocka_unit_test(skills_follow_rankings),
        IN_BOTH_HOUSES(an_import_is_whole_or_not_there),
        IN_BOTH_HOUSES(positions_are_saved_and_gone_on_from),
        IN_A_HOUSE(an_older_store_is_brought_up_to_date),
        IN_A_HOUSE(a_copy_is_made_beside_and_put_back),
        IN_BOTH_HOUSES(a_house_is_copied_over_and_back),
    };
    return cmocka_run_group_tests_name("store", tests, NULL, remove_database);
}
