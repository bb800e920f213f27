/* A table that several programs host: whoever loads it, wherever and whenever, has the same clock;
 * and what nobody knew whether it was stored is found out by reading. */
#include "host/host.h"
#include "host/problems.h"
#include "support/hosted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

/* ---- clocks ---- */

enum {
    STORE = 900000000, /* when the game started, by the clock of the store */
    HERE = 5000000,    /* when it is loaded, by the clock of the program that loads it */
    MINUTE = 60000
};

/* A program that loads what another has played. */
struct program {
    struct sr_host *host;
    struct sr_table_row row;
    struct sr_effects effects;
    int64_t now;
    bool wakes;         /* wants to be woken */
    int chairs_changed; /* how often it wanted to */
};

static void give(struct program *program, struct sr_input input) {
    input.now = program->now;
    assert_true(sr_host_take(program->host, &input, &program->effects));
    for (int i = 0; i < program->effects.count; i++) {
        if (program->effects.list[i].kind == SR_EFFECT_WAKE)
            program->wakes = program->effects.list[i].wake.at != 0;
        program->chairs_changed += program->effects.list[i].kind == SR_EFFECT_SET_CHAIR;
    }
    sr_effects_clear(&program->effects);
}

/* The first `entries` of them, `later` than the game started. */
static void load(struct program *program, const struct hosted *played, int64_t entries,
                 int64_t later) {
    struct sr_input input = {.kind = SR_INPUT_LOADED};
    *program = (struct program){.now = HERE, .row = played->row};
    program->row.now = STORE + later;
    program->row.started = STORE;
    program->host =
        sr_host_new(&(struct sr_host_plan){.id = played->row.id, .shared = true, .follows = true});
    assert_non_null(program->host);
    input.loaded.answer = SR_STORE_DONE;
    input.loaded.row = &program->row;
    input.loaded.entry = played->entry;
    input.loaded.entries = entries;
    give(program, input);
    assert_true(sr_host_is_whole(program->host, NULL));
}

static void own(struct program *program) {
    struct sr_input input = {.kind = SR_INPUT_OWNED};
    input.owned.owns = true;
    give(program, input);
}

/* A bot is seated then, and not a moment before. */
static void assert_due(struct program *program, int64_t at) {
    own(program);
    program->now = at - 1;
    give(program, (struct sr_input){.kind = SR_INPUT_TICK});
    assert_int_equal(program->chairs_changed, 0);
    program->now = at;
    give(program, (struct sr_input){.kind = SR_INPUT_TICK});
    assert_int_equal(program->chairs_changed, 1);
}

static void leave(struct program *program) {
    sr_host_free(program->host);
    sr_effects_clear(&program->effects);
}

/* A game with so many entries, one every ten seconds, each of another decider than the one before:
 * the last of them ends a turn. Returns how many there are. */
static int64_t play(struct hosted *played, const char *clock) {
    int decider = 0;
    hosted_plan(played, 2);
    snprintf(played->row.clock, sizeof played->row.clock, "%s", clock);
    hosted_open(played);
    hosted_start(played);
    do {
        decider = sr_host_decider(played->host);
        played->now += 10000;
        assert_true(hosted_move(played));
        played->entry[played->entries - 1].at = STORE + 10000 * played->entries;
    } while (played->entries < 4 || sr_host_decider(played->host) == decider);
    return played->entries;
}

static void a_turn_goes_on_wherever_it_is_loaded(void **state) {
    struct hosted played;
    struct program one, other;
    int64_t count = play(&played, "turn 60");
    (void)state;
    load(&one, &played, count, 10000 * count + 25000);
    assert_false(one.wakes); /* who does not act for a table need not watch its clock */
    assert_due(&one, HERE + MINUTE - 25000);
    /* half a minute later, at another */
    load(&other, &played, count, 10000 * count + 55000);
    assert_due(&other, HERE + MINUTE - 55000);
    leave(&one);
    leave(&other);
    hosted_close(&played);
}

static void who_is_late_is_late_at_once(void **state) {
    struct hosted played;
    struct program program;
    int64_t count = play(&played, "turn 60");
    (void)state;
    load(&program, &played, count, 10000 * count + 2 * MINUTE);
    assert_int_equal(program.chairs_changed, 0);
    own(&program);
    assert_int_equal(program.chairs_changed, 1);
    leave(&program);
    hosted_close(&played);
}

/* The last entry reaches a program that has the others, late. */
static void a_turn_begins_when_it_was_stored(void **state) {
    struct hosted played;
    struct program program;
    struct sr_input input = {.kind = SR_INPUT_ENTRIES};
    int64_t count = play(&played, "turn 60");
    (void)state;
    load(&program, &played, count - 1, 10000 * (count - 1) + 2000);
    own(&program);
    program.now += 8000 + 7000; /* it was made after 8 s, and is heard of 7 s after that */
    input.entries.entry = &played.entry[count - 1];
    input.entries.entries = 1;
    input.entries.read = STORE + 10000 * count + 7000;
    give(&program, input);
    assert_due(&program, program.now + MINUTE - 7000);
    leave(&program);
    hosted_close(&played);
}

static void a_bank_goes_on_wherever_it_is_loaded(void **state) {
    struct hosted played;
    struct program program;
    int64_t count = play(&played, "game 600 5");
    int64_t bank = 600000;
    (void)state;
    load(&program, &played, count, 10000 * count + 25000);
    int decider = sr_host_decider(program.host);
    for (int64_t i = 0; i < count; i++)
        if (played.entry[i].seat == decider) {
            bank -= played.entry[i].spent;
            if (i + 1 < count && played.entry[i + 1].seat != decider)
                bank += 5000;
        }
    assert_true(bank < 600000 + 5000 * count);
    assert_due(&program, HERE + bank - 25000);
    leave(&program);
    hosted_close(&played);
}

/* Nobody could move while no program was there: a minute from its opening is left. */
static void a_house_that_was_closed_gives_time(void **state) {
    struct hosted played;
    struct program one, other;
    int64_t count = play(&played, "turn 300");
    (void)state;
    played.row.open_since = STORE + 10000 * count + 100 * MINUTE;
    load(&one, &played, count, 10000 * count + 100 * MINUTE + 20000);
    assert_due(&one, HERE + 40000);
    played.row.open_since = STORE; /* it never was */
    load(&other, &played, count, 10000 * count + 4 * MINUTE);
    assert_due(&other, HERE + MINUTE);
    leave(&one);
    leave(&other);
    hosted_close(&played);
}

/* Who sat down again without any time left has ten seconds from then, not from each loading. */
static void who_came_back_has_a_little_time_once(void **state) {
    struct hosted played;
    struct program program;
    int64_t count = play(&played, "turn 60");
    (void)state;
    int decider = sr_host_decider(played.host);
    played.row.chair[decider].at = STORE + 10000 * count + 3 * MINUTE;
    load(&program, &played, count, 10000 * count + 3 * MINUTE + 4000);
    assert_due(&program, HERE + 6000);
    leave(&program);
    hosted_close(&played);
}

/* ---- what is read in parts ---- */

/* The row says that it is played, but its last entry, which was stored a moment later, ends it. */
static void an_end_between_two_looks_is_noticed(void **state) {
    struct hosted played;
    struct program program = {.now = HERE};
    struct sr_input input = {.kind = SR_INPUT_LOADED};
    struct sr_effects effects = {0};
    (void)state;
    hosted_plan(&played, 2);
    hosted_open(&played);
    hosted_start(&played);
    while (!played.finished)
        assert_true(hosted_move(&played));
    program.row = played.row;
    program.row.status = SR_TABLE_PLAYING;
    program.host = sr_host_new(&(struct sr_host_plan){.id = played.row.id, .shared = true});
    input.now = HERE;
    input.loaded.row = &program.row;
    input.loaded.entry = played.entry;
    input.loaded.entries = played.entries;
    assert_true(sr_host_take(program.host, &input, &effects));
    assert_false(sr_host_is_whole(program.host, NULL));
    for (int i = 0; i < effects.count; i++)
        if (effects.list[i].kind == SR_EFFECT_READ)
            input.ticket = effects.list[i].ticket;
    assert_true(input.ticket != 0);
    program.row.status = SR_TABLE_FINISHED;
    assert_true(sr_host_take(program.host, &input, &effects));
    assert_true(sr_host_is_whole(program.host, NULL));
    assert_int_equal(sr_host_row(program.host)->status, SR_TABLE_FINISHED);
    sr_effects_clear(&effects);
    leave(&program);
    hosted_close(&played);
}

/* ---- what nobody knew ---- */

static void what_was_done_is_acknowledged(void **state) {
    struct hosted hosted;
    (void)state;
    hosted_plan(&hosted, 3);
    hosted.row.open = true;
    hosted.row.chair[1] = hosted.row.chair[2] = (struct sr_chair){0};
    hosted_open(&hosted);
    hosted.doubts = true;
    assert_true(hosted_ask(&hosted, 2, SR_MESSAGE_JOIN, ""));
    assert_true(hosted_ask(&hosted, 3, SR_MESSAGE_JOIN, ""));
    assert_true(hosted_ask(&hosted, 3, SR_MESSAGE_LEAVE, ""));
    assert_int_equal(sr_host_seat(hosted.host, 3), SR_SPECTATOR);
    assert_true(hosted_ask(&hosted, 3, SR_MESSAGE_JOIN, ""));
    assert_true(hosted_ask(&hosted, 1, SR_MESSAGE_START, ""));
    assert_int_equal(hosted.row.status, SR_TABLE_PLAYING);
    for (int i = 0; i < 20; i++)
        assert_true(hosted_move(&hosted));
    assert_int_equal(hosted.entries, 20);
    hosted_close(&hosted);
}

static void what_was_not_done_is_refused(void **state) {
    struct hosted hosted;
    (void)state;
    hosted_plan(&hosted, 2);
    hosted.row.open = true;
    hosted.row.chair[1] = (struct sr_chair){0};
    hosted_open(&hosted);
    hosted.answers = SR_STORE_UNSURE;
    assert_false(hosted_ask(&hosted, 2, SR_MESSAGE_JOIN, ""));
    hosted.answers = SR_STORE_DONE;
    assert_true(hosted_ask(&hosted, 2, SR_MESSAGE_JOIN, ""));
    hosted_start(&hosted);
    hosted.answers = SR_STORE_UNSURE;
    assert_false(hosted_move(&hosted));
    hosted.answers = SR_STORE_DONE;
    assert_true(hosted_move(&hosted));
    assert_int_equal(hosted.entries, 1);
    hosted_close(&hosted);
}

/* The effect of a kind, of the last that were asked for; NULL: there is none. */
static const struct sr_effect *effect_of(const struct sr_effects *effects,
                                         enum sr_effect_kind kind) {
    const struct sr_effect *found = NULL;
    for (int i = 0; i < effects->count; i++)
        if (effects->list[i].kind == kind)
            found = &effects->list[i];
    return found;
}

/* A host who begins without the one who was invited, and hears nothing until long after; meanwhile
 * the chair is a bot's, and the table is what `status` says. What is asked of the store then? */
static const struct sr_effect *start_meanwhile(enum sr_table_status status,
                                               struct sr_effects *effects) {
    struct hosted planned;
    struct sr_message start;
    struct sr_error error = {0};
    hosted_plan(&planned, 2);
    struct sr_table_row row = planned.row;
    row.status = SR_TABLE_WAITING;
    strcpy(row.chair[1].bot, "fair"); /* who is invited holds a seat with a bot in it */
    struct sr_host *host = sr_host_new(&(struct sr_host_plan){.id = row.id, .shared = true});
    struct sr_input input = {.kind = SR_INPUT_LOADED, .now = HERE};
    input.loaded.row = &row;
    assert_true(sr_host_take(host, &input, effects));
    assert_true(sr_message_read_as(&start, SR_MESSAGE_START, "{\"without\":true}", 16, &error));
    input = (struct sr_input){.kind = SR_INPUT_SAYS, .now = HERE};
    input.says.caller = 7;
    input.says.guest.person.id = 1;
    input.says.message = &start;
    assert_true(sr_host_take(host, &input, effects));
    const struct sr_effect *chair = effect_of(effects, SR_EFFECT_SET_CHAIR);
    assert_non_null(chair);
    row.chair[1] = chair->set_chair.after;
    input = (struct sr_input){.kind = SR_INPUT_TICK, .now = HERE + SR_HOST_PATIENCE};
    assert_true(sr_host_take(host, &input, effects));
    input = (struct sr_input){.kind = SR_INPUT_LOADED, .now = HERE + SR_HOST_PATIENCE};
    input.ticket = effect_of(effects, SR_EFFECT_READ)->ticket;
    input.loaded.row = &row;
    row.status = status;
    assert_true(sr_host_take(host, &input, effects));
    sr_host_free(host);
    return effect_of(effects, SR_EFFECT_SET_STATUS);
}

/* It begins if it still waits, and not again, nor once it was closed; whoever asked is told. */
static void a_start_half_way_begins_nothing_twice(void **state) {
    struct sr_effects effects = {0};
    (void)state;
    const struct sr_effect *begun = start_meanwhile(SR_TABLE_WAITING, &effects);
    assert_non_null(begun);
    assert_int_equal(begun->set_status.before, SR_TABLE_WAITING);
    sr_effects_clear(&effects);
    assert_null(start_meanwhile(SR_TABLE_PLAYING, &effects));
    assert_int_equal(effect_of(&effects, SR_EFFECT_ANSWER)->answer.error.problem, SR_FINE);
    sr_effects_clear(&effects);
    assert_null(start_meanwhile(SR_TABLE_CLOSED, &effects));
    assert_int_equal(effect_of(&effects, SR_EFFECT_ANSWER)->answer.error.problem,
                     SR_PROBLEM_NOT_WAITING);
    sr_effects_clear(&effects);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turn_goes_on_wherever_it_is_loaded),
        cmocka_unit_test(who_is_late_is_late_at_once),
        cmocka_unit_test(a_turn_begins_when_it_was_stored),
        cmocka_unit_test(a_bank_goes_on_wherever_it_is_loaded),
        cmocka_unit_test(a_house_that_was_closed_gives_time),
        cmocka_unit_test(who_came_back_has_a_little_time_once),
        cmocka_unit_test(an_end_between_two_looks_is_noticed),
        cmocka_unit_test(what_was_done_is_acknowledged),
        cmocka_unit_test(what_was_not_done_is_refused),
        cmocka_unit_test(a_start_half_way_begins_nothing_twice),
    };
    return cmocka_run_group_tests_name("takeover", tests, NULL, NULL);
}
