/* What watches over the store: names that look alike, who may come in, what is kept how long, long
 * histories, several readers at once, and files for nobody else. */
#include "store/name.h"
#include "support/store_house.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- names ---- */

static void a_name_is_what_can_be_seen(void **state) {
    static const char *const no_names[] = {"",
                                           " x",
                                           "x ",
                                           "a  b",
                                           "a\nb",
                                           "so\u00adft",
                                           "ze\u200bro",
                                           "\u2800",
                                           "\u3164",
                                           "\u202eevil",
                                           "a\u0301\u0301\u0301\u0301",
                                           "\u0301a",
                                           "a~1",
                                           "\ufeffa",
                                           "\U000e0041",
                                           "a\u2028b"};
    static const char *const names[][2] = {{"Ada", "Ada"},        {"Ада Л.", "Ада Л."},
                                           {"\uff21da", "Ada"},   {"A\u00a0B", "A B"},
                                           {"e\u0301", "\u00e9"}, {"王小明", "王小明"}};
    char name[SR_NAME_BYTES];
    (void)state;
    for (size_t i = 0; i < sizeof no_names / sizeof *no_names; i++)
        assert_false(sr_name_read(no_names[i], name));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_true(sr_name_read(names[i][0], name));
        assert_string_equal(name, names[i][1]);
    }
}

static void names_that_look_alike_are_one(void **state) {
    static const char *const alike[][2] = {
        {"Ada", "ADA"}, {"Ada", "\u0410d\u0430"}, {"Ben", "\u0412EN"}, {"Paypal", "PaypaI"},
        {"Adi", "ADI"}, {"Bob", "B0b"},           {"Tom", "Torn"},     {"Will", "W1ll"}};
    static const char *const apart[][2] = {{"Ada", "Ida"}, {"Ben", "Bep"}, {"Ада", "Ода"}};
    char one[SR_SKELETON_BYTES], other[SR_SKELETON_BYTES];
    (void)state;
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
        assert_true(sr_name_skeleton(alike[i][0], one) && sr_name_skeleton(alike[i][1], other));
        assert_string_equal(one, other);
    }
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++) {
        assert_true(sr_name_skeleton(apart[i][0], one) && sr_name_skeleton(apart[i][1], other));
        assert_string_not_equal(one, other);
    }
}

static void a_claimed_name_has_no_doubles(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_person(house, "Ada", 1), early = add_person(house, "ADA", 2), found;
    struct sr_renamed renamed;
    uint8_t hash[SR_TOKEN_HASH_BYTES] = {7};
    char who[24], password[SR_PASSWORD_BYTES];
    assert_int_equal(sr_store_claim(house->store, ada.id, "hash", &renamed), SR_STORE_DONE);
    assert_int_equal(renamed.count, 1);
    assert_int_equal(renamed.person[0], early.id);
    snprintf(who, sizeof who, "%lld", (long long)early.id);
    assert_int_equal(sr_store_find_somebody(house->store, who, &found), SR_STORE_DONE);
    assert_string_equal(found.name, "ADA~2");
    assert_int_equal(sr_store_claim(house->store, early.id, "other", NULL), SR_STORE_CONFLICT);
    assert_int_equal(sr_store_add_person(house->store, "\u0410da", hash, &found),
                     SR_STORE_CONFLICT);
    assert_int_equal(sr_store_find_claimed(house->store, "aDa", &found, password), SR_STORE_DONE);
    assert_int_equal(found.id, ada.id);
}

/* ---- watching over it ---- */

static void a_banned_person_has_no_token_left(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_person(house, "Ada", 1), found;
    uint8_t hash[SR_TOKEN_HASH_BYTES];
    memset(hash, 1, sizeof hash);
    assert_int_equal(sr_store_set_muted(house->store, ada.id, true), SR_STORE_DONE);
    assert_int_equal(sr_store_find_person(house->store, hash, &found), SR_STORE_DONE);
    assert_true(found.muted && !found.banned);
    assert_int_equal(sr_store_set_banned(house->store, ada.id, true), SR_STORE_DONE);
    assert_int_equal(sr_store_find_person(house->store, hash, &found), SR_STORE_MISSING);
    assert_int_equal(sr_store_set_banned(house->store, 99, true), SR_STORE_CONFLICT);
}

static bool count_audit(void *context, const struct sr_audit *line) {
    assert_string_equal(line->name, "Ada");
    assert_string_equal(line->address, "10.0.0.1");
    ++*(int *)context;
    return true;
}

static void an_audit_keeps_its_lines_for_a_while(void **state) {
    struct house *house = *state;
    struct sr_expired expired;
    int count = 0;
    for (int i = 0; i < 3; i++) {
        struct sr_audit line = {
            .at = i * 100 * 86400, .what = "sign_in", .name = "Ada", .address = "10.0.0.1"};
        sr_store_audit(house->store, &line);
    }
    reopen(house); /* all is written by then */
    assert_int_equal(sr_store_list_audit(house->store, 2, count_audit, &count), SR_STORE_DONE);
    assert_int_equal(count, 2);
    assert_int_equal(sr_store_expire(house->store, 250 * 86400, &expired), SR_STORE_DONE);
    assert_int_equal(expired.audit, 2);
}

static bool count_id(void *context, const char *id) {
    (void)id;
    ++*(int *)context;
    return true;
}

static int abandoned(struct house *house, int64_t days) {
    int count = 0;
    assert_int_equal(
        sr_store_list_abandoned(house->store, (int64_t)time(NULL) + 86400 * days, count_id, &count),
        SR_STORE_DONE);
    return count;
}

static void what_nobody_needs_expires(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_person(house, "Ada", 1), ben = add_person(house, "Ben", 2), found;
    struct sr_expired expired;
    struct sr_chat chat = {.person = ada.id, .name = "Ada", .text = "hello", .made = 1};
    struct sr_table_row row = row_of("two", &ada);
    uint8_t hash[SR_TOKEN_HASH_BYTES];
    int64_t now = (int64_t)time(NULL);
    memset(hash, 2, sizeof hash);
    add_table(house, "one", &ada); /* it is in play, and Ada sits there */
    row.made = now;
    strcpy(row.clock, "none");
    row.status = SR_TABLE_WAITING;
    assert_int_equal(sr_store_add_table(house->store, &row), SR_STORE_DONE);
    assert_int_equal(sr_store_add_chat(house->store, "one", &chat), SR_STORE_DONE);
    assert_int_equal(abandoned(house, 0), 1); /* "one" was made in 1970 and never moved */
    assert_int_equal(abandoned(house, 3), 2);
    assert_int_equal(sr_store_expire(house->store, now + 80 * 86400, &expired), SR_STORE_DONE);
    assert_int_equal(expired.guests + expired.chat, 0);
    assert_int_equal(sr_store_find_person(house->store, hash, &found), SR_STORE_DONE);
    assert_int_equal(sr_store_expire(house->store, now + 100 * 86400, &expired), SR_STORE_DONE);
    assert_int_equal(expired.guests, 1); /* Ben; Ada has seats */
    assert_int_equal(sr_store_find_person(house->store, hash, &found), SR_STORE_MISSING);
    assert_int_equal(expired.chat, 0);
    assert_int_equal(sr_store_set_status(house->store, "one", SR_TABLE_PLAYING, SR_TABLE_CLOSED),
                     SR_STORE_DONE);
    assert_int_equal(sr_store_expire(house->store, now, &expired), SR_STORE_DONE);
    assert_int_equal(expired.chat, 1);
    (void)ben;
}

static void checkpoints_are_found_and_the_last_are_kept(void **state) {
    struct house *house = *state;
    struct sr_person ada = add_person(house, "Ada", 1);
    struct sr_checkpoint found;
    char text[24];
    add_table(house, "one", &ada);
    for (int i = 1; i <= 8; i++) {
        struct sr_checkpoint one = {.number = 100 * i, .rules = 3, .text = text};
        snprintf(text, sizeof text, "line %d", i);
        sr_store_add_checkpoint(house->store, "one", &one);
    }
    reopen(house); /* all is written by then */
    assert_int_equal(sr_store_find_checkpoint(house->store, "one", 499, &found), SR_STORE_DONE);
    assert_int_equal(found.number, 400);
    assert_int_equal(found.rules, 3);
    assert_string_equal(found.text, "line 4");
    free(found.text);
    assert_int_equal(sr_store_find_checkpoint(house->store, "one", 299, &found), SR_STORE_MISSING);
    assert_int_equal(sr_store_find_checkpoint(house->store, "two", 999, &found), SR_STORE_MISSING);
}

struct long_read {
    struct house *house;
    bool inside;
};

/* While one reads a list, others read too. */
static bool read_inside(void *context, const struct sr_person *person, int64_t made, int tables) {
    struct long_read *read = context;
    struct sr_table_row row;
    (void)person;
    (void)made;
    (void)tables;
    assert_int_equal(sr_store_get_table(read->house->store, "none", &row), SR_STORE_MISSING);
    read->inside = true;
    return true;
}

static void readers_do_not_wait_for_each_other(void **state) {
    struct long_read read = {*state, false};
    add_person(read.house, "Ada", 1);
    assert_int_equal(sr_store_list_people(read.house->store, read_inside, &read), SR_STORE_DONE);
    assert_true(read.inside);
}

static void files_are_for_their_owner_alone(void **state) {
    struct house *house = *state;
    struct sr_error error = {0};
    struct stat found;
    char path[2 * PATH_BYTES];
    file_of(house, "serai.sqlite", path);
    assert_int_equal(stat(path, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
    assert_int_equal(chmod(path, 0644), 0); /* as older programs left it */
    reopen(house);
    assert_int_equal(stat(path, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
    file_of(house, "copy", path);
    assert_true(sr_store_backup(house->store, path, &error));
    assert_int_equal(stat(path, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_what_can_be_seen),
        cmocka_unit_test(names_that_look_alike_are_one),
        IN_BOTH_HOUSES(a_claimed_name_has_no_doubles),
        IN_BOTH_HOUSES(a_banned_person_has_no_token_left),
        IN_BOTH_HOUSES(an_audit_keeps_its_lines_for_a_while),
        IN_BOTH_HOUSES(what_nobody_needs_expires),
        IN_BOTH_HOUSES(checkpoints_are_found_and_the_last_are_kept),
        IN_BOTH_HOUSES(readers_do_not_wait_for_each_other),
        IN_A_HOUSE(files_are_for_their_owner_alone),
    };
    return cmocka_run_group_tests_name("watch", tests, NULL, remove_database);
}
