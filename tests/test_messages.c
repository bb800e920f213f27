/* What a hosted table is told and tells: the messages of the protocol against the tables that
 * describe them, and rubbish against the reader. */
#include "games/games.h"
#include "host/problems.h"
#include "host/told.h"
#include "support/hosted.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void check_object(const json_t *given, const char *what, const struct sr_member *members);

/* A value is of the kind that the table says; objects of the tables' own are looked into. */
static void check_value(const json_t *value, const char *what, const struct sr_member *member) {
    bool fits = member->kind == SR_MEMBER_NUMBER   ? json_is_integer(value)
                : member->kind == SR_MEMBER_FLAG   ? json_is_boolean(value)
                : member->kind == SR_MEMBER_LIST   ? json_is_array(value)
                : member->kind == SR_MEMBER_OBJECT ? json_is_object(value)
                                                   : json_is_string(value);
    if (!fits)
        fail_msg("\"%s\" of a %s is of another kind", member->name, what);
    if (member->kind == SR_MEMBER_WORD && !strstr(member->of, json_string_value(value)))
        fail_msg("\"%s\" of a %s is not one of %s", member->name, what, member->of);
    const struct sr_object_kind *object = member->of ? sr_object_of_type(member->of) : NULL;
    if (object && member->kind == SR_MEMBER_OBJECT)
        check_object(value, object->name, object->member);
    for (size_t i = 0; object && i < json_array_size(value); i++)
        check_object(json_array_get(value, i), object->name, object->member);
}

static void check_object(const json_t *given, const char *what, const struct sr_member *members) {
    const char *name;
    const json_t *value;
    json_object_foreach((json_t *)given, name, value) {
        bool known = false;
        for (const struct sr_member *member = members; member->name; member++)
            known = known || strcmp(member->name, name) == 0;
        if (!known && strcmp(name, "type") != 0)
            fail_msg("\"%s\" of a %s is not in the table", name, what);
    }
    for (const struct sr_member *member = members; member->name; member++) {
        value = json_object_get(given, member->name);
        if (member->needed && !value)
            fail_msg("\"%s\" is missing in a %s", member->name, what);
        if (value)
            check_value(value, what, member);
    }
}

/* Everything that is told in a game is what the table of the protocol says, and nothing else. */
static void what_is_told_is_what_the_protocol_says(void **state) {
    struct hosted *hosted = *state;
    bool seen[32] = {false};
    hosted->row.hints = true;
    snprintf(hosted->row.clock, sizeof hosted->row.clock, "turn 60");
    hosted_open(hosted);
    hosted_arrive(hosted, 1, 1, -1);
    hosted_arrive(hosted, 2, 2, -1);
    hosted_start(hosted);
    uint64_t decider = (uint64_t)sr_host_decider(hosted->host) + 1;
    char preview[SR_MOVE_TEXT_BYTES + 64], move[SR_MOVE_TEXT_BYTES];
    struct sr_out out;
    sr_out_open(&out, move, sizeof move);
    sr_move_write(&out, sr_game_at(0), sr_host_table(hosted->host)->moves.list[0]);
    snprintf(preview, sizeof preview, "{\"type\":\"preview\",\"move\":\"%s\",\"id\":3}", move);
    assert_true(hosted_say(hosted, decider, preview));
    assert_true(hosted_say(hosted, decider, "{\"type\":\"hint\"}"));
    struct sr_hints hints = {.count = 1};
    hints.hint[0].move = sr_host_table(hosted->host)->moves.list[0];
    struct sr_input advised = {.kind = SR_INPUT_ADVISED, .now = hosted->now};
    advised.advised.seat = (int)decider - 1;
    advised.advised.hints = &hints;
    hosted_take(hosted, advised);
    assert_true(hosted_say(hosted, 1, "{\"type\":\"chat\",\"text\":\"hello\",\"id\":4}"));
    assert_true(hosted_say(hosted, 1, "{\"type\":\"ping\",\"id\":4}"));
    assert_false(hosted_say(hosted, 3 - decider, "{\"type\":\"move\",\"move\":\"\",\"after\":0}"));
    for (int i = 0; i < 5; i++)
        assert_true(hosted_move(hosted));
    for (int viewer = 1; viewer <= 2; viewer++)
        for (int i = 0; i < hosted->inbox[viewer].count; i++) {
            json_t *message =
                json_loads(hosted->inbox[viewer].text[i], JSON_REJECT_DUPLICATES, NULL);
            assert_non_null(message);
            const char *type = json_string_value(json_object_get(message, "type"));
            int kind = 0;
            while (sr_told_kind(kind) && strcmp(sr_told_kind(kind)->name, type) != 0)
                kind++;
            assert_non_null(sr_told_kind(kind));
            check_object(message, type, sr_told_kind(kind)->member);
            seen[kind] = true;
            json_decref(message);
        }
    for (int kind = 0; sr_told_kind(kind); kind++)
        if (!seen[kind])
            fail_msg("no %s was told", sr_told_kind(kind)->name);
}

static void rubbish_is_refused_with_what_would_be_right(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const struct sr_problem *problem;
        const char *names; /* part of what is said */
    } rubbish[] = {
        {"", SR_PROBLEM_NOT_JSON, ""},
        {"[]", SR_PROBLEM_NOT_JSON, "1: []"},
        {"{", SR_PROBLEM_NOT_JSON, "2: "},
        {"{}x", SR_PROBLEM_NOT_JSON, "3: x"},
        {"{\"type\":\"ping\",}", SR_PROBLEM_NOT_JSON, ""},
        {"{\"type\":\"ping\" \"id\":1}", SR_PROBLEM_NOT_JSON, ""},
        {"{\"type\":\"pi\\u0000ng\"}", SR_PROBLEM_NOT_JSON, ""},
        {"{\"type\":\"\\ud800\"}", SR_PROBLEM_NOT_JSON, ""},
        {"{\"type\":\"ping\",\"id\":01}", SR_PROBLEM_NOT_JSON, ""},
        {"{\"type\":\"ping\",\"x\":[[[[[[[[[]]]]]]]]]}", SR_PROBLEM_NOT_JSON, ""},
        {"{\"type\":\"ping\",\"x\":[1,]}", SR_PROBLEM_NOT_JSON, ""},
        {"{\"type\":\"ping\",\"x\":{\"a\" 1}}", SR_PROBLEM_NOT_JSON, ""},
        {"{\"type\":\"pi\xff\"}", SR_PROBLEM_NOT_JSON, ""},
        {"{}", SR_PROBLEM_MEMBER, "ping"},
        {"{\"type\":\"dance\"}", SR_PROBLEM_MEMBER, "move, undo"},
        {"{\"type\":\"join\"}", SR_PROBLEM_MEMBER, "move, undo"},
        {"{\"type\":\"move\",\"move\":\"x\"}", SR_PROBLEM_MEMBER, "after"},
        {"{\"type\":\"move\",\"move\":5,\"after\":0}", SR_PROBLEM_MEMBER, "move"},
        {"{\"type\":\"undo\",\"after\":-1}", SR_PROBLEM_MEMBER, "after"},
        {"{\"type\":\"undo\",\"after\":1.5}", SR_PROBLEM_MEMBER, "after"},
        {"{\"type\":\"undo\",\"after\":1,\"after\":2}", SR_PROBLEM_MEMBER, "once"},
        {"{\"type\":\"undo\",\"after\":99999999999999999999}", SR_PROBLEM_MEMBER, "after"},
        {"{\"type\":\"answer\",\"agree\":1}", SR_PROBLEM_MEMBER, "true or false"},
        {"{\"type\":\"ask\",\"kind\":\"money\"}", SR_PROBLEM_MEMBER, "undo or replace"},
        {"{\"type\":\"chat\",\"text\":\"\\n\"}", SR_PROBLEM_MEMBER, "printable"},
        {"{\"type\":\"chat\"}", SR_PROBLEM_MEMBER, "printable"},
        {"{\"type\":\"undo\",\"afer\":1}", SR_PROBLEM_UNKNOWN_MEMBER, "id, after, seat"},
        {"{\"type\":\"ping\",\"more\":[{\"a\":1}]}", SR_PROBLEM_UNKNOWN_MEMBER, "more"},
    };
    for (size_t i = 0; i < sizeof rubbish / sizeof rubbish[0]; i++) {
        struct sr_message message;
        struct sr_error error = {0};
        char said[1024];
        struct sr_out out;
        if (sr_message_read(&message, rubbish[i].text, strlen(rubbish[i].text), &error))
            fail_msg("taken: %s", rubbish[i].text);
        sr_out_open(&out, said, sizeof said);
        sr_error_say(&out, SR_EN, &error);
        if (error.problem != rubbish[i].problem || !strstr(said, rubbish[i].names))
            fail_msg("%s: %s", rubbish[i].text, said);
    }
}

static void messages_are_read_whole(void **state) {
    (void)state;
    struct sr_message message, copy;
    struct sr_error error = {0};
    const char text[] =
        " { \"after\" : 12 , \"id\":-7,"
        "\"move\":\"t\\u0061ke \\\"\\u044f\\ud83d\\ude00\\\"\",\"type\":\"move\",\"seat\":null}\n";
    assert_true(sr_message_read(&message, text, sizeof text - 1, &error));
    sr_message_copy(&copy, &message);
    memset(&message, 0, sizeof message);
    assert_int_equal(copy.say, SR_MESSAGE_MOVE);
    assert_int_equal(copy.after, 12);
    assert_true(copy.named && copy.id == -7);
    assert_int_equal(copy.seat, -1);
    assert_string_equal(copy.move, "take \"я😀\"");
    /* the id is known even if the rest is wrong */
    const char wrong[] = "{\"type\":\"undo\",\"id\":9}";
    assert_false(sr_message_read(&message, wrong, sizeof wrong - 1, &error));
    assert_true(message.named && message.id == 9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_told_is_what_the_protocol_says, hosted_set_up,
                                        hosted_tear_down),
        cmocka_unit_test(rubbish_is_refused_with_what_would_be_right),
        cmocka_unit_test(messages_are_read_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
