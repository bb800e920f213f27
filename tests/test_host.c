/* The hosted table as a machine: what is stored before it is told, what needs whose consent, whose
 * time runs, and what becomes of it all when the store fails. */
#include "api/problems.h"
#include "bots/problems.h"
#include "games/games.h"
#include "host/problems.h"
#include "support/hosted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct hosted *given(void **state) {
    return *state;
}

static struct hosted *playing(void **state) {
    struct hosted *hosted = given(state);
    hosted_open(hosted);
    hosted_arrive(hosted, 1, 1, -1);
    hosted_arrive(hosted, 2, 2, -1);
    hosted_start(hosted);
    hosted_forget(hosted);
    return hosted;
}

static void play_to_the_end(struct hosted *hosted) {
    for (int i = 0; i < 5000 && !hosted->finished; i++) {
        hosted_forget(hosted);
        if (*hosted->row.chair[sr_host_decider(hosted->host)].bot)
            hosted_bot_moves(hosted);
        else
            assert_true(hosted_move(hosted));
    }
    assert_true(hosted->finished);
}

static bool says(const char *text, const char *part) {
    return text && strstr(text, part);
}

/* ---- playing ---- */

static void a_game_is_played_to_its_end_and_replays(void **state) {
    struct hosted *hosted = playing(state);
    play_to_the_end(hosted);
    assert_int_equal(sr_host_row(hosted->host)->status, SR_TABLE_FINISHED);
    assert_int_equal(sr_host_number(hosted->host), hosted->entries);
    assert_true(says(hosted_last(hosted, 1, "table"), "\"status\":\"finished\""));
    const struct sr_table *before = sr_host_table(hosted->host);
    unsigned char end[SR_MAX_STATE];
    memcpy(end, before->state, sizeof end);
    hosted_open(hosted);
    assert_memory_equal(sr_host_table(hosted->host)->state, end, sizeof end);
}

static void nobody_hears_of_a_move_before_it_is_stored(void **state) {
    struct hosted *hosted = playing(state);
    hosted->holds = true;
    hosted_move(hosted);
    assert_true(hosted->holding);
    assert_int_equal(hosted->texts, 0);
    hosted_arrive(hosted, 3, 1, -1); /* who comes now waits as well */
    assert_int_equal(hosted->inbox[3].count, 0);
    hosted_release(hosted, SR_STORE_DONE);
    assert_int_equal(hosted_told(hosted, 1, "event"), 1);
    assert_int_equal(hosted_told(hosted, 2, "event"), 1);
    assert_true(says(hosted_last(hosted, 3, "view"), "\"number\":1,"));
}

static void a_move_that_was_not_stored_was_not_made(void **state) {
    struct hosted *hosted = playing(state);
    unsigned char before[SR_MAX_STATE];
    memcpy(before, sr_host_table(hosted->host)->state, sizeof before);
    hosted->answers = SR_STORE_BROKEN;
    assert_false(hosted_move(hosted));
    assert_int_equal(hosted->refused.problem, SR_PROBLEM_STORE_BROKEN);
    assert_int_equal(hosted->texts, 0);
    assert_memory_equal(sr_host_table(hosted->host)->state, before, sizeof before);
    hosted->answers = SR_STORE_DONE;
    assert_true(hosted_move(hosted));
}

/* Another program plays at the same table, on the same store. */
static void a_conflict_is_read_again(void **state) {
    struct hosted *hosted = playing(state);
    struct hosted other = *hosted;
    other.host = NULL;
    memset(other.inbox, 0, sizeof other.inbox);
    other.answer = NULL;
    other.entry = NULL;
    other.entries_room = 0;
    hosted_open(&other);
    assert_true(hosted_move(&other));
    hosted->entry = realloc(hosted->entry, sizeof *hosted->entry);
    hosted->entry[0] = other.entry[0];
    hosted->entries = hosted->entries_room = 1;
    assert_false(hosted_move(hosted));
    assert_int_equal(hosted->refused.problem, SR_PROBLEM_MOVED_ON);
    assert_int_equal(sr_host_number(hosted->host), 1);
    assert_true(says(hosted_last(hosted, 2, "event"), "\"number\":1,"));
    assert_true(hosted_move(hosted));
    /* told of the other's next one, it follows without reading */
    other.entry = realloc(other.entry, 2 * sizeof *other.entry);
    other.entry[1] = hosted->entry[1];
    struct sr_input input = {.kind = SR_INPUT_ENTRIES, .now = other.now, .date = other.date};
    input.entries.entry = other.entry;
    input.entries.entries = 2;
    hosted_take(&other, input);
    assert_int_equal(sr_host_number(other.host), 2);
    assert_memory_equal(sr_host_table(other.host)->state, sr_host_table(hosted->host)->state,
                        SR_MAX_STATE);
    other.row.position = NULL;
    hosted_close(&other);
}

static void an_answer_that_is_lost_is_found_in_the_store(void **state) {
    struct hosted *hosted = playing(state);
    hosted->loses = true;
    free(hosted->answer);
    hosted->answer = NULL;
    hosted_move(hosted);
    assert_null(hosted->answer);
    hosted->loses = false;
    assert_int_equal(hosted->wake, hosted->now + SR_HOST_PATIENCE);
    hosted_wait(hosted, SR_HOST_PATIENCE);
    assert_true(says(hosted->answer, "\"number\":1"));
    assert_int_equal(hosted->refused.problem, SR_FINE);
    assert_int_equal(hosted_told(hosted, 2, "event"), 1);
    assert_int_equal(hosted->entries, 1);
}

/* Whoever comes before the table is loaded waits for it, and a tick is nothing to it. */
static void a_table_may_be_asked_before_it_is_loaded(void **state) {
    struct hosted *hosted = given(state);
    hosted->host = sr_host_new(&(struct sr_host_plan){.id = hosted->row.id});
    hosted->now = 10 * SR_HOST_PATIENCE;
    hosted_arrive(hosted, 1, 1, -1);
    hosted_wait(hosted, SR_HOST_PATIENCE - 1);
    assert_int_equal(hosted->texts, 0);
    hosted_wait(hosted, 1); /* it reads by itself then */
    assert_true(sr_host_rests(hosted->host));
    assert_int_equal(hosted_told(hosted, 1, "table"), 1);
}

static void what_comes_while_the_store_is_asked_keeps_its_order(void **state) {
    struct hosted *hosted = playing(state);
    hosted->holds = true;
    hosted_move(hosted);
    hosted_say(hosted, 1, "{\"type\":\"chat\",\"text\":\"one\"}");
    hosted_say(hosted, 2, "{\"type\":\"ping\",\"id\":5}");
    assert_int_equal(hosted->texts, 0);
    hosted_release(hosted, SR_STORE_DONE);
    assert_true(says(hosted_last(hosted, 2, "chat"), "\"text\":\"one\""));
    assert_string_equal(hosted_last(hosted, 2, "pong"), "{\"type\":\"pong\",\"id\":5}");
}

static void who_comes_back_is_told_what_was_missed(void **state) {
    struct hosted *hosted = playing(state);
    for (int i = 0; i < 9; i++)
        assert_true(hosted_move(hosted));
    hosted_forget(hosted);
    hosted_depart(hosted, 2);
    hosted_arrive(hosted, 2, 2, 4);
    assert_int_equal(hosted_told(hosted, 2, "event"), 5);
    assert_int_equal(hosted_told(hosted, 2, "view"), 0);
    hosted_arrive(hosted, 3, 2, 99);
    assert_int_equal(hosted_told(hosted, 3, "view"), 1);
}

/* ---- bots ---- */

static void a_bot_is_asked_once_and_again_when_it_could_not_move(void **state) {
    struct hosted *hosted = given(state);
    hosted->row.chair[1] = (struct sr_chair){.bot = "greedy", .name = "greedy bot 2"};
    hosted_open(hosted);
    hosted_start(hosted);
    while (sr_host_decider(hosted->host) == 0)
        assert_true(hosted_move(hosted));
    int asked = hosted->bots_asked;
    assert_true(asked >= 1);
    hosted_wait(hosted, 100);
    assert_int_equal(hosted->bots_asked, asked);
    hosted->answers = SR_STORE_BROKEN;
    hosted_bot_moves(hosted);
    hosted->answers = SR_STORE_DONE;
    assert_true(hosted->wake > hosted->now);
    hosted_wait(hosted, hosted->wake - hosted->now);
    assert_int_equal(hosted->bots_asked, asked + 1);
    int64_t number = sr_host_number(hosted->host);
    hosted_bot_moves(hosted);
    assert_int_equal(sr_host_number(hosted->host), number + 1);
    /* one that never answers is asked again, and what comes twice counts once */
    while (sr_host_decider(hosted->host) != 1)
        assert_true(hosted_move(hosted));
    asked = hosted->bots_asked;
    hosted_wait(hosted, SR_BOT_PATIENCE);
    assert_int_equal(hosted->bots_asked, asked + 1);
    number = sr_host_number(hosted->host);
    hosted_bot_moves(hosted);
    assert_int_equal(sr_host_number(hosted->host), number + 1);
    /* what it says about the past does not count */
    struct sr_input stale = {.kind = SR_INPUT_BOT_MOVED, .now = hosted->now};
    stale.bot_moved.number = number;
    stale.bot_moved.seat = 1;
    stale.bot_moved.move = hosted->entry[number].move;
    hosted_take(hosted, stale);
    assert_int_equal(sr_host_number(hosted->host), number + 1);
}

/* ---- clocks ---- */

static void time_that_is_up_seats_a_bot_and_coming_back_unseats_it(void **state) {
    struct hosted *hosted = given(state);
    snprintf(hosted->row.clock, sizeof hosted->row.clock, "turn 60");
    playing(state);
    int late = sr_host_decider(hosted->host);
    assert_true(hosted->wake > hosted->now);
    hosted_wait(hosted, 59000);
    assert_string_equal(hosted->row.chair[late].bot, "");
    hosted_wait(hosted, 1000);
    assert_string_equal(hosted->row.chair[late].bot, "fair");
    assert_true(says(hosted_last(hosted, 1, "table"), "\"away\":true"));
    assert_int_equal(hosted->bot_seat, late);
    hosted_bot_moves(hosted);
    assert_int_equal(hosted->entry[hosted->entries - 1].kind, SR_ENTRY_STAND_IN);
    assert_true(hosted_ask(hosted, late + 1, SR_MESSAGE_JOIN, ""));
    assert_string_equal(hosted->row.chair[late].bot, "");
}

static void positions_are_saved_a_while_after_they_changed(void **state) {
    struct hosted *hosted = playing(state);
    hosted_move(hosted);
    hosted_wait(hosted, SR_SAVE_AFTER - 1);
    assert_null(hosted->saved.position);
    hosted_wait(hosted, 1);
    assert_int_equal(hosted->saved.number, 1);
    struct sr_input failed = {.kind = SR_INPUT_SAVED, .now = hosted->now};
    failed.saved.answer = SR_STORE_BROKEN;
    hosted_take(hosted, failed);
    hosted->saved.number = 0;
    hosted_wait(hosted, SR_SAVE_AFTER);
    assert_int_equal(hosted->saved.number, 1);
}

/* A program of before that stands beside the one that began it must not carry it over to older
 * rules, although there is a position to go on from; one that is alone with it may. */
static void what_a_newer_program_began_is_left_to_it(void **state) {
    struct hosted *hosted = playing(state);
    struct sr_error error = {0};
    hosted_move(hosted);
    hosted_wait(hosted, SR_SAVE_AFTER);
    assert_non_null(hosted->saved.position);
    hosted->row.rules += 90;
    hosted->shares = true;
    hosted_open(hosted);
    assert_false(sr_host_is_whole(hosted->host, &error));
    assert_ptr_equal(error.problem, SR_PROBLEM_NEWER_RULES);
    assert_int_equal(hosted->rebases, 0);
    hosted->row.rules -= 90;
    hosted_open(hosted);
    assert_true(sr_host_is_whole(hosted->host, NULL));
    hosted->shares = false;
    hosted->row.rules += 90;
    hosted_open(hosted);
    assert_int_equal(hosted->rebases, 1);
}

/* ---- fairness ---- */

/* Alone against bots, from what the seat knew; the rest is dealt anew by the chance handed in. */
static void a_fork_goes_on_alone_from_a_position(void **state) {
    struct hosted *hosted = playing(state);
    assert_true(hosted_move(hosted));
    assert_false(hosted_ask(hosted, 1, SR_MESSAGE_FORK, "")); /* others' secrets are in it */
    assert_int_equal(hosted->refused.problem, SR_PROBLEM_NOT_FINISHED);
    play_to_the_end(hosted);
    assert_false(hosted_ask(hosted, 1, SR_MESSAGE_FORK, "{\"ply\":999999}"));
    assert_int_equal(hosted->refused.problem, SR_PROBLEM_MEMBER);
    assert_false(hosted_ask(hosted, 1, SR_MESSAGE_FORK, "{\"ply\":3,\"bot\":\"zork\"}"));
    assert_int_equal(hosted->refused.problem, SR_PROBLEM_UNKNOWN_BOT);
    assert_false(hosted_ask(hosted, 1, SR_MESSAGE_FORK, "")); /* nothing is left to play */
    assert_int_equal(hosted->refused.problem, SR_PROBLEM_GAME_OVER);
    assert_int_equal(hosted->mades, 0);

    assert_true(hosted_ask(hosted, 2, SR_MESSAGE_FORK, "{\"ply\":3,\"bot\":\"random\"}"));
    assert_string_equal(hosted->refer, "again0");
    struct sr_table_row *row = &hosted->made[0];
    assert_int_equal(row->host, 2);
    assert_int_equal(row->chair[1].person, 2);
    assert_string_equal(row->chair[0].bot, "random");
    assert_string_equal(hosted->row.rematch, ""); /* a fork is nobody else's business */
    assert_true(row->hints && !row->open);
    struct hosted alone = {.now = hosted->now, .date = hosted->date, .row = *row};
    hosted_open(&alone);
    assert_true(hosted_ask(&alone, 2, SR_MESSAGE_START, ""));
    assert_int_equal(sr_host_table(alone.host)->plies, 0);
    assert_int_equal(sr_head(sr_host_table(alone.host)->state)->seats, row->seats);
    hosted_close(&alone); /* the row was given to it */
}

/* What the store does not take is not there, and the table goes on. */
static void a_fork_that_is_not_stored_is_refused(void **state) {
    struct hosted *hosted = playing(state);
    play_to_the_end(hosted);
    hosted->answers = SR_STORE_BROKEN;
    assert_false(hosted_ask(hosted, 1, SR_MESSAGE_FORK, "{\"ply\":3}"));
    assert_int_equal(hosted->refused.problem, SR_PROBLEM_STORE_BROKEN);
    assert_true(hosted_ask(hosted, 1, SR_MESSAGE_TABLE, ""));
}

static void a_rematch_invites_and_starts_only_with_those_who_said_yes(void **state) {
    struct hosted *hosted = playing(state);
    play_to_the_end(hosted);
    assert_true(hosted_ask(hosted, 1, SR_MESSAGE_REMATCH, ""));
    assert_string_equal(hosted->refer, "again0");
    assert_true(hosted_ask(hosted, 2, SR_MESSAGE_REMATCH, "")); /* the same one */
    assert_int_equal(hosted->mades, 1);

    struct hosted again = {.now = hosted->now, .date = hosted->date, .row = hosted->made[0]};
    hosted_open(&again);
    assert_true(hosted_ask(&again, 2, SR_MESSAGE_TABLE, ""));
    assert_true(says(again.answer, "\"invited\":true"));
    assert_false(hosted_ask(&again, 1, SR_MESSAGE_START, ""));
    assert_int_equal(again.refused.problem, SR_PROBLEM_NOT_ACCEPTED);
    assert_true(hosted_ask(&again, 2, SR_MESSAGE_JOIN, ""));
    assert_false(says(again.answer, "\"invited\":true"));
    hosted_start(&again);
    assert_int_equal(again.row.chair[1].person, 2);
    hosted_close(&again);
}

static void a_rematch_may_start_with_bots_for_those_who_did_not_answer(void **state) {
    struct hosted *hosted = playing(state);
    play_to_the_end(hosted);
    assert_true(hosted_ask(hosted, 1, SR_MESSAGE_REMATCH, ""));
    struct hosted again = {.now = hosted->now, .date = hosted->date, .row = hosted->made[0]};
    hosted_open(&again);
    assert_true(hosted_ask(&again, 1, SR_MESSAGE_START, "{\"without\":true}"));
    assert_int_equal(again.row.status, SR_TABLE_PLAYING);
    assert_int_equal(again.row.chair[1].person, 0);
    assert_string_equal(again.row.chair[1].bot, "fair");
    hosted_close(&again);
}

static void who_is_invited_may_say_no(void **state) {
    struct hosted *hosted = playing(state);
    play_to_the_end(hosted);
    assert_true(hosted_ask(hosted, 1, SR_MESSAGE_REMATCH, ""));
    struct hosted again = {.now = hosted->now, .date = hosted->date, .row = hosted->made[0]};
    hosted_open(&again);
    assert_true(hosted_ask(&again, 2, SR_MESSAGE_LEAVE, ""));
    assert_int_equal(again.row.chair[1].person, 0);
    assert_string_equal(again.row.chair[1].bot, "");
    hosted_close(&again);
}

/* A table for two whose host, 1, has asked 2 to play again, and both look on; 3 cannot. */
static void open_again(struct hosted *hosted, struct hosted *again) {
    play_to_the_end(hosted);
    assert_true(hosted_ask(hosted, 1, SR_MESSAGE_REMATCH, ""));
    *again = (struct hosted){.now = hosted->now, .date = hosted->date, .row = hosted->made[0]};
    hosted_open(again);
    hosted_arrive(again, 1, 1, -1);
    hosted_arrive(again, 2, 2, -1);
    hosted_forget(again);
}

static void who_was_not_waited_for_looks_on_no_more(void **state) {
    struct hosted again;
    open_again(playing(state), &again);
    assert_true(hosted_ask(&again, 1, SR_MESSAGE_START, "{\"without\":true}"));
    assert_true(again.inbox[2].hung_up);
    assert_int_equal(again.inbox[2].count, 1); /* why, and nothing of the game */
    assert_true(says(hosted_last(&again, 2, "error"), "\"private_table\""));
    assert_int_equal(hosted_told(&again, 1, "view"), 1);
    assert_false(sr_host_is_watched_by(again.host, 2));
    hosted_depart(&again, 2); /* as whoever runs it says when the socket is gone */
    assert_int_equal(sr_host_viewers(again.host), 1);
    hosted_close(&again);
}

static void who_leaves_a_private_table_looks_on_no_more(void **state) {
    struct hosted again;
    open_again(playing(state), &again);
    assert_true(hosted_ask(&again, 2, SR_MESSAGE_LEAVE, ""));
    assert_true(again.inbox[2].hung_up);
    assert_false(again.inbox[1].hung_up);
    hosted_close(&again);
}

static void who_looks_on_at_an_open_table_stays(void **state) {
    struct hosted *hosted = *state;
    hosted->row.open = true;
    hosted_open(hosted);
    hosted_arrive(hosted, 2, 2, -1);
    hosted_arrive(hosted, 3, 3, -1);
    assert_true(hosted_ask(hosted, 2, SR_MESSAGE_LEAVE, ""));
    assert_false(hosted->inbox[2].hung_up);
    assert_false(hosted->inbox[3].hung_up);
}

static void what_is_not_shared_any_more_is_not_seen_any_more(void **state) {
    struct hosted *hosted = playing(state);
    play_to_the_end(hosted);
    assert_true(hosted_ask(hosted, 1, SR_MESSAGE_SHARE, "{\"shared\":true}"));
    hosted_arrive(hosted, 3, 3, -1);
    assert_int_equal(hosted_told(hosted, 3, "view"), 1);
    assert_true(hosted_ask(hosted, 1, SR_MESSAGE_SHARE, "{\"shared\":false}"));
    assert_true(hosted->inbox[3].hung_up);
}

/* Somebody who plays both seats leaves; the store takes one chair, and not the other. */
static void a_bot_that_got_one_chair_of_two_plays(void **state) {
    struct hosted *hosted = *state;
    hosted->row.chair[1] = hosted->row.chair[0];
    hosted_open(hosted);
    hosted_start(hosted);
    while (sr_host_decider(hosted->host) != 0)
        assert_true(hosted_move(hosted));
    hosted->holds = true;
    hosted_ask(hosted, 1, SR_MESSAGE_LEAVE, "");
    hosted->row.chair[0] = hosted->held.set_chair.after;
    struct sr_input stored = {
        .kind = SR_INPUT_STORED, .now = hosted->now, .ticket = hosted->held.ticket};
    stored.stored.answer = SR_STORE_DONE;
    hosted_take(hosted, stored);
    assert_int_equal(hosted->held.set_chair.seat, 1);
    hosted_release(hosted, SR_STORE_BROKEN);
    assert_int_equal(hosted->bots_asked, 1);
    assert_int_equal(hosted->bot_seat, 0);
}

/* The store does it after it was given up, and says so: what it has is read again. */
static void an_answer_that_comes_too_late_is_looked_into(void **state) {
    struct hosted *hosted = playing(state);
    hosted->holds = true;
    hosted_move(hosted);
    struct sr_effect late = hosted->held;
    hosted->holding = hosted->holds = false;
    hosted_wait(hosted, SR_HOST_PATIENCE);
    assert_int_equal(sr_host_number(hosted->host), 0);
    hosted->held = late;
    hosted->holding = true;
    hosted_release(hosted, SR_STORE_DONE);
    assert_int_equal(sr_host_number(hosted->host), 1);
}

/* It was given up, the next one broke, and only then it is there: older than what was told. */
static void a_reading_that_comes_too_late_takes_nobody_back(void **state) {
    static const uint8_t commitment[SR_COMMITMENT_BYTES] = {1};
    struct hosted *hosted = playing(state);
    for (int i = 0; i < 3; i++)
        assert_true(hosted_move(hosted));
    hosted_arrive(hosted, 1, 1, -1);
    assert_int_equal(hosted_told(hosted, 1, "view"), 1);
    hosted->answers = SR_STORE_BROKEN;
    hosted_take(hosted, (struct sr_input){.kind = SR_INPUT_CHANGED, .now = hosted->now});
    hosted_forget(hosted);
    struct sr_input late = {.kind = SR_INPUT_LOADED, .now = hosted->now, .ticket = 1};
    late.loaded.answer = SR_STORE_DONE;
    late.loaded.row = &hosted->row;
    late.loaded.entry = hosted->entry;
    late.loaded.entries = hosted->entries - 1;
    late.loaded.commitment = commitment;
    hosted_take(hosted, late);
    assert_int_equal(hosted_told(hosted, 1, "view"), 0);
    hosted->answers = SR_STORE_DONE;
    hosted_wait(hosted, 2000);
    assert_int_equal(sr_host_number(hosted->host), hosted->entries);
}

static void petition(struct hosted *hosted, int64_t person) {
    char json[80];
    snprintf(json, sizeof json, "{\"kind\":\"undo\",\"ply\":0,\"after\":%lld}",
             (long long)sr_host_number(hosted->host));
    assert_true(hosted_ask(hosted, person, SR_MESSAGE_ASK, json));
}

static void a_rated_game_is_not_rewound_behind_the_back_of_who_left(void **state) {
    struct hosted *hosted = playing(state);
    for (int i = 0; i < 6; i++)
        assert_true(hosted_move(hosted));
    assert_true(hosted_ask(hosted, 2, SR_MESSAGE_LEAVE, ""));
    int64_t entries = hosted->entries;
    petition(hosted, 1);
    assert_int_equal(hosted->entries, entries);
    assert_true(hosted_ask(hosted, 2, SR_MESSAGE_ANSWER, "{\"agree\":true}"));
    assert_int_equal(hosted->entries, entries + 1);
    assert_int_equal(hosted->entry[entries].kind, SR_ENTRY_RETURN);
}

static void an_unrated_game_is_rewound_as_those_who_are_there_like(void **state) {
    struct hosted *hosted = given(state);
    hosted->row.hints = true;
    playing(state);
    for (int i = 0; i < 6; i++)
        assert_true(hosted_move(hosted));
    assert_true(hosted_ask(hosted, 2, SR_MESSAGE_LEAVE, ""));
    int64_t entries = hosted->entries;
    petition(hosted, 1);
    assert_int_equal(hosted->entries, entries + 1);
}

/* One of them leaves before the first move, and never comes back. */
static void a_game_that_somebody_never_touched_is_not_rated(void **state) {
    struct hosted *hosted = playing(state);
    assert_true(hosted_ask(hosted, 2, SR_MESSAGE_LEAVE, ""));
    play_to_the_end(hosted);
    assert_true(hosted->result.unrated);
}

static void who_touched_a_game_is_known_after_a_restart(void **state) {
    struct hosted *hosted = playing(state);
    for (int i = 0; i < 30; i++)
        assert_true(hosted_move(hosted));
    assert_true(hosted_ask(hosted, 2, SR_MESSAGE_LEAVE, ""));
    hosted_open(hosted);
    play_to_the_end(hosted);
    assert_false(hosted->result.unrated);
}

static void one_person_takes_back_only_so_often(void **state) {
    struct hosted *hosted = given(state);
    hosted->row.chair[1] = (struct sr_chair){.bot = "greedy", .name = "greedy bot 2"};
    playing(state);
    assert_true(sr_host_decider(hosted->host) == 0 || hosted->bots_asked);
    while (sr_host_decider(hosted->host) != 0)
        hosted_bot_moves(hosted);
    for (int i = 0; i < SR_TAKE_BACKS_EACH; i++) {
        hosted_forget(hosted);
        assert_true(hosted_move(hosted));
        petition(hosted, 1);
        while (sr_host_decider(hosted->host) != 0)
            hosted_bot_moves(hosted);
    }
    assert_true(hosted_move(hosted));
    char json[80];
    snprintf(json, sizeof json, "{\"kind\":\"undo\",\"ply\":0,\"after\":%lld}",
             (long long)sr_host_number(hosted->host));
    assert_false(hosted_ask(hosted, 1, SR_MESSAGE_ASK, json));
    assert_int_equal(hosted->refused.problem, SR_PROBLEM_MANY_TAKE_BACKS);
    hosted_open(hosted); /* and it is not forgotten */
    assert_false(hosted_ask(hosted, 1, SR_MESSAGE_ASK, json));
    assert_int_equal(hosted->refused.problem, SR_PROBLEM_MANY_TAKE_BACKS);
    play_to_the_end(hosted);
}

static bool take_back(struct hosted *hosted, int64_t person) {
    char json[64];
    snprintf(json, sizeof json, "{\"after\":%lld}", (long long)sr_host_number(hosted->host));
    return hosted_ask(hosted, person, SR_MESSAGE_UNDO, json);
}

/* Whatever was taken back on the way, what is loaded is what was played. */
static void a_history_that_goes_to_and_fro_replays(void **state) {
    struct hosted *hosted = given(state);
    hosted->row.hints = true;
    playing(state);
    assert_true(hosted_ask(hosted, 2, SR_MESSAGE_LEAVE, ""));
    for (int round = 0; round < 60 && !hosted->finished; round++) {
        for (int i = 0; i < 17 && !hosted->finished; i++) {
            hosted_forget(hosted);
            bool own = sr_host_decider(hosted->host) == 0;
            if (own && i % 5 == 4)
                take_back(hosted, 1);
            else if (own)
                assert_true(hosted_move(hosted));
            else
                hosted_bot_moves(hosted);
        }
        if (!hosted->finished) {
            char json[80];
            snprintf(json, sizeof json, "{\"kind\":\"undo\",\"ply\":%u,\"after\":%lld}",
                     (unsigned)(sr_host_table(hosted->host)->plies * (1 + (uint32_t)round % 2) / 3),
                     (long long)sr_host_number(hosted->host));
            assert_true(hosted_ask(hosted, 1, SR_MESSAGE_ASK, json));
        }
    }
    assert_true(hosted->entries > 200);
    unsigned char played[SR_MAX_STATE];
    memcpy(played, sr_host_table(hosted->host)->state, sizeof played);
    uint32_t plies = sr_host_table(hosted->host)->plies;
    hosted_open(hosted);
    assert_memory_equal(sr_host_table(hosted->host)->state, played, sizeof played);
    assert_int_equal(sr_host_table(hosted->host)->plies, plies);
    /* and who comes back is told it all, by way of what is remembered or not */
    for (int64_t after = hosted->entries - 150; after < hosted->entries; after += 49) {
        hosted_forget(hosted);
        hosted_arrive(hosted, 3, 1, after);
        assert_int_equal(hosted_told(hosted, 3, "event"), hosted->entries - after);
        hosted_depart(hosted, 3);
    }
}

/* Beyond so many entries nothing is taken back, but the game goes to its end. */
static void a_long_history_only_goes_forward(void **state) {
    struct hosted *hosted = given(state);
    hosted->row.hints = true;
    playing(state);
    for (int i = 0; hosted->entries < SR_LONG_HISTORY; i++) {
        hosted_forget(hosted);
        for (int move = 0; move < 12; move++)
            assert_true(hosted_move(hosted));
        if (hosted->entries >= SR_LONG_HISTORY)
            break;
        petition(hosted, 1 + i % 2);
        assert_true(hosted_ask(hosted, 2 - i % 2, SR_MESSAGE_ANSWER, "{\"agree\":true}"));
    }
    char json[80];
    snprintf(json, sizeof json, "{\"kind\":\"undo\",\"ply\":0,\"after\":%lld}",
             (long long)sr_host_number(hosted->host));
    assert_false(hosted_ask(hosted, 1, SR_MESSAGE_ASK, json));
    assert_int_equal(hosted->refused.problem, SR_PROBLEM_LONG_HISTORY);
    play_to_the_end(hosted);
}

static void a_crowd_is_told_with_one_text(void **state) {
    struct hosted *hosted = given(state);
    hosted->row.open = true;
    playing(state);
    for (uint64_t i = 0; i < 1000; i++)
        hosted_arrive(hosted, 100 + i, 0, -1);
    hosted_forget(hosted);
    assert_true(hosted_move(hosted));
    assert_int_equal(hosted->texts, 3); /* two seats, and all others alike */
    hosted_forget(hosted);
    hosted_depart(hosted, 2);
    assert_int_equal(hosted->texts, 2); /* the one who is left, and all others alike */
}

/* ---- advice ---- */

static void advice_is_asked_for_and_told_to_its_seat(void **state) {
    struct hosted *hosted = given(state);
    hosted->row.hints = true;
    playing(state);
    uint64_t asker = (uint64_t)sr_host_decider(hosted->host) + 1, other = 3 - asker;
    hosted->adviser_busy = true;
    assert_false(hosted_say(hosted, asker, "{\"type\":\"hint\"}"));
    hosted->adviser_busy = false;
    assert_true(hosted_say(hosted, asker, "{\"type\":\"hint\"}"));
    assert_true(hosted_say(hosted, asker, "{\"type\":\"hint\"}"));
    assert_int_equal(hosted->advice_asked, 2);
    struct sr_hints hints = {.count = 1};
    hints.hint[0].move = sr_host_table(hosted->host)->moves.list[0];
    struct sr_input input = {.kind = SR_INPUT_ADVISED, .now = hosted->now};
    input.advised.seat = (int)asker - 1;
    input.advised.hints = &hints;
    hosted_take(hosted, input);
    assert_int_equal(hosted_told(hosted, asker, "hint"), 1);
    assert_int_equal(hosted_told(hosted, other, "hint"), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, hosted_set_up, hosted_tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_game_is_played_to_its_end_and_replays),
        TEST(nobody_hears_of_a_move_before_it_is_stored),
        TEST(a_move_that_was_not_stored_was_not_made),
        TEST(a_conflict_is_read_again),
        TEST(an_answer_that_is_lost_is_found_in_the_store),
        TEST(a_table_may_be_asked_before_it_is_loaded),
        TEST(what_comes_while_the_store_is_asked_keeps_its_order),
        TEST(who_comes_back_is_told_what_was_missed),
        TEST(a_bot_is_asked_once_and_again_when_it_could_not_move),
        TEST(time_that_is_up_seats_a_bot_and_coming_back_unseats_it),
        TEST(what_a_newer_program_began_is_left_to_it),
        TEST(positions_are_saved_a_while_after_they_changed),
        TEST(a_fork_goes_on_alone_from_a_position),
        TEST(a_fork_that_is_not_stored_is_refused),
        TEST(a_rematch_invites_and_starts_only_with_those_who_said_yes),
        TEST(a_rematch_may_start_with_bots_for_those_who_did_not_answer),
        TEST(who_is_invited_may_say_no),
        TEST(who_was_not_waited_for_looks_on_no_more),
        TEST(who_leaves_a_private_table_looks_on_no_more),
        TEST(who_looks_on_at_an_open_table_stays),
        TEST(what_is_not_shared_any_more_is_not_seen_any_more),
        TEST(an_answer_that_comes_too_late_is_looked_into),
        TEST(a_reading_that_comes_too_late_takes_nobody_back),
        TEST(a_bot_that_got_one_chair_of_two_plays),
        TEST(a_rated_game_is_not_rewound_behind_the_back_of_who_left),
        TEST(an_unrated_game_is_rewound_as_those_who_are_there_like),
        TEST(a_game_that_somebody_never_touched_is_not_rated),
        TEST(who_touched_a_game_is_known_after_a_restart),
        TEST(one_person_takes_back_only_so_often),
        TEST(a_history_that_goes_to_and_fro_replays),
        TEST(a_long_history_only_goes_forward),
        TEST(a_crowd_is_told_with_one_text),
        TEST(advice_is_asked_for_and_told_to_its_seat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
