/* A hosted table without a server. */
#include "hosted.h"
#include "api/problems.h"
#include "games/games.h"
#include "host/problems.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct sr_person hosted_person(int64_t id) {
    static const char *const names[] = {"", "Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"};
    struct sr_person person = {.id = id};
    if (id > 0)
        snprintf(person.name, sizeof person.name, "%s", id <= 6 ? names[id] : "Gast");
    return person;
}

/* ---- the store ---- */

static void keep_entry(struct hosted *hosted, const struct sr_effect *effect) {
    if (hosted->entries == hosted->entries_room) {
        hosted->entries_room = hosted->entries_room ? 2 * hosted->entries_room : 64;
        hosted->entry =
            realloc(hosted->entry, (size_t)hosted->entries_room * sizeof *hosted->entry);
    }
    hosted->entry[hosted->entries++] = effect->append.entry;
    if (effect->append.finishes) {
        hosted->finished = true;
        hosted->result = effect->append.result;
        hosted->row.status = SR_TABLE_FINISHED;
    }
}

/* Does what an effect wants kept, as a store would. */
static enum sr_store_answer keep(struct hosted *hosted, const struct sr_effect *effect) {
    if (hosted->answers != SR_STORE_DONE)
        return hosted->answers;
    switch (effect->kind) {
    case SR_EFFECT_APPEND:
        if (effect->append.entry.number != hosted->entries + 1 ||
            hosted->row.status != SR_TABLE_PLAYING)
            return SR_STORE_CONFLICT;
        keep_entry(hosted, effect);
        break;
    case SR_EFFECT_SET_CHAIR: {
        struct sr_chair *chair = &hosted->row.chair[effect->set_chair.seat];
        if (chair->person != effect->set_chair.before.person ||
            strcmp(chair->bot, effect->set_chair.before.bot) != 0)
            return SR_STORE_CONFLICT;
        *chair = effect->set_chair.after;
        break;
    }
    case SR_EFFECT_SET_STATUS:
        if (hosted->row.status != effect->set_status.before)
            return SR_STORE_CONFLICT;
        hosted->row.status = effect->set_status.after;
        break;
    case SR_EFFECT_SET_SHARED:
        hosted->row.shared = effect->set_shared.shared;
        break;
    case SR_EFFECT_SET_REMATCH:
        if (*hosted->row.rematch)
            return SR_STORE_CONFLICT;
        memcpy(hosted->row.rematch, effect->set_rematch.id, sizeof hosted->row.rematch);
        break;
    case SR_EFFECT_ADD_TABLE:
        assert_true(hosted->mades < HOSTED_MADE);
        hosted->made[hosted->mades] = *effect->add_table.row;
        if (effect->add_table.row->position)
            hosted->made[hosted->mades].position = strdup(effect->add_table.row->position);
        snprintf(hosted->made[hosted->mades].id, SR_TABLE_ID_BYTES, "again%d", hosted->mades);
        hosted->mades++;
        break;
    default:
        break;
    }
    return SR_STORE_DONE;
}

static struct sr_input input_of(const struct hosted *hosted, enum sr_input_kind kind) {
    return (struct sr_input){.kind = kind, .now = hosted->now, .date = hosted->date};
}

static void answer_store(struct hosted *hosted, const struct sr_effect *effect,
                         enum sr_store_answer answer) {
    struct sr_input input = input_of(hosted, SR_INPUT_STORED);
    input.ticket = effect->ticket;
    input.stored.answer = answer;
    if (effect->kind == SR_EFFECT_ADD_CHAT)
        input.stored.line = ++hosted->lines;
    if (effect->kind == SR_EFFECT_ADD_TABLE && hosted->mades > 0)
        input.stored.id = hosted->made[hosted->mades - 1].id;
    hosted_take(hosted, input);
}

static void load(struct hosted *hosted, uint64_t ticket) {
    static const uint8_t commitment[SR_COMMITMENT_BYTES] = {1};
    struct sr_input input = input_of(hosted, SR_INPUT_LOADED);
    input.ticket = ticket;
    input.loaded.answer = hosted->answers == SR_STORE_BROKEN ? SR_STORE_BROKEN : SR_STORE_DONE;
    input.loaded.row = &hosted->row;
    input.loaded.entry = hosted->entry;
    input.loaded.entries = hosted->entries;
    input.loaded.saved = hosted->saved.position ? &hosted->saved : NULL;
    input.loaded.commitment = commitment;
    hosted_take(hosted, input);
}

/* ---- effects ---- */

static void tell(struct hosted *hosted, const struct sr_effect *effect) {
    hosted->texts++;
    for (int i = 0; i < effect->tell.viewers; i++) {
        uint64_t viewer = effect->tell.viewer[i];
        if (viewer >= HOSTED_VIEWERS)
            continue; /* one of a crowd */
        struct inbox *inbox = &hosted->inbox[viewer];
        assert_true(inbox->count < HOSTED_TOLD);
        inbox->text[inbox->count++] = strdup(effect->tell.text.text);
    }
}

static void take_answer(struct hosted *hosted, const struct sr_effect *effect) {
    hosted->refused = effect->answer.error;
    hosted->later = effect->answer.later;
    memcpy(hosted->refer, effect->answer.refer, sizeof hosted->refer);
    free(hosted->answer);
    hosted->answer = effect->answer.text.text ? strdup(effect->answer.text.text) : NULL;
}

static void save(struct hosted *hosted, const struct sr_effect *effect) {
    free(hosted->saved.position);
    hosted->saved = (struct sr_saved){.number = effect->position.number,
                                      .rules = effect->position.rules,
                                      .position = strdup(effect->position.position)};
}

static void carry_out(struct hosted *hosted, struct sr_effect *effect) {
    switch (effect->kind) {
    case SR_EFFECT_APPEND:
    case SR_EFFECT_SET_CHAIR:
    case SR_EFFECT_SET_STATUS:
    case SR_EFFECT_SET_SHARED:
    case SR_EFFECT_SET_REMATCH:
    case SR_EFFECT_ADD_TABLE:
    case SR_EFFECT_ADD_CHAT:
        if (hosted->loses)
            keep(hosted, effect);
        else if (hosted->holds)
            hosted->held = *effect;
        else if (hosted->doubts && keep(hosted, effect) == SR_STORE_DONE)
            answer_store(hosted, effect, SR_STORE_UNSURE);
        else
            answer_store(hosted, effect, keep(hosted, effect));
        hosted->holding = hosted->holding || hosted->holds;
        break;
    case SR_EFFECT_READ:
        load(hosted, effect->ticket);
        break;
    case SR_EFFECT_SAVE:
        save(hosted, effect);
        break;
    case SR_EFFECT_TELL:
        tell(hosted, effect);
        break;
    case SR_EFFECT_ANSWER:
        take_answer(hosted, effect);
        break;
    case SR_EFFECT_HANG_UP:
        if (effect->hang_up.viewer < HOSTED_VIEWERS)
            hosted->inbox[effect->hang_up.viewer].hung_up = true;
        break;
    case SR_EFFECT_BOT:
        hosted->bots_asked++;
        hosted->bot_seat = effect->bot.seat;
        hosted->bot_number = effect->bot.number;
        break;
    case SR_EFFECT_ADVICE: {
        struct sr_input input = input_of(hosted, SR_INPUT_ADVISER);
        input.ticket = effect->ticket;
        input.adviser.taken = !hosted->adviser_busy;
        hosted->advice_asked++;
        hosted_take(hosted, input);
        break;
    }
    case SR_EFFECT_REBASE:
        hosted->rebases++;
        break;
    case SR_EFFECT_WAKE:
        hosted->wake = effect->wake.at;
        break;
    case SR_EFFECT_CHECKPOINT:
    case SR_EFFECT_SET_PETITION:
    case SR_EFFECT_CLOSE:
    case SR_EFFECT_SET_ASIDE:
    case SR_EFFECT_NOTE:
        break;
    }
}

/* The effects of an answer come after those that were there before it. */
void hosted_take(struct hosted *hosted, struct sr_input input) {
    bool outermost = !hosted->effects.list;
    assert_true(sr_host_take(hosted->host, &input, &hosted->effects));
    for (int i = 0; outermost && i < hosted->effects.count; i++) {
        struct sr_effect effect = hosted->effects.list[i]; /* the list may move */
        carry_out(hosted, &effect);
    }
    if (outermost)
        sr_effects_clear(&hosted->effects);
}

void hosted_release(struct hosted *hosted, enum sr_store_answer answer) {
    assert_true(hosted->holding);
    struct sr_effect held = hosted->held;
    hosted->holding = hosted->holds = false;
    answer_store(hosted, &held, answer == SR_STORE_DONE ? keep(hosted, &held) : answer);
}

void hosted_wait(struct hosted *hosted, int64_t milliseconds) {
    hosted->now += milliseconds;
    hosted->date += milliseconds / 1000;
    hosted_take(hosted, input_of(hosted, SR_INPUT_TICK));
}

/* ---- the table ---- */

void hosted_plan(struct hosted *hosted, int seats) {
    const struct sr_game *game = sr_game_at(0);
    *hosted = (struct hosted){.now = 1000, .date = 1700000000};
    struct sr_table_row *row = &hosted->row;
    row->seats = seats;
    row->rules = game->rules;
    row->host = 1;
    row->made = hosted->date;
    memset(row->seed, 7, sizeof row->seed);
    snprintf(row->id, sizeof row->id, "table1");
    snprintf(row->code, sizeof row->code, "code1");
    snprintf(row->game, sizeof row->game, "%s", game->name);
    snprintf(row->clock, sizeof row->clock, "none");
    for (int seat = 0; seat < seats; seat++) {
        struct sr_person person = hosted_person(seat + 1);
        row->chair[seat].person = person.id;
        memcpy(row->chair[seat].name, person.name, sizeof person.name);
    }
}

void hosted_open(struct hosted *hosted) {
    sr_host_free(hosted->host);
    hosted->host =
        sr_host_new(&(struct sr_host_plan){.id = hosted->row.id, .shared = hosted->shares});
    assert_non_null(hosted->host);
    load(hosted, 0);
}

void hosted_close(struct hosted *hosted) {
    hosted_forget(hosted);
    sr_host_free(hosted->host);
    sr_table_row_clear(&hosted->row);
    free(hosted->saved.position);
    free(hosted->entry);
    free(hosted->answer);
    hosted->host = NULL;
}

/* ---- people ---- */

void hosted_arrive(struct hosted *hosted, uint64_t viewer, int64_t person, int64_t after) {
    struct sr_input input = input_of(hosted, SR_INPUT_ARRIVES);
    input.arrives.viewer = viewer;
    input.arrives.guest.person = hosted_person(person);
    input.arrives.seat = SR_SPECTATOR;
    input.arrives.after = after;
    hosted_take(hosted, input);
}

void hosted_depart(struct hosted *hosted, uint64_t viewer) {
    struct sr_input input = input_of(hosted, SR_INPUT_DEPARTS);
    input.departs.viewer = viewer;
    hosted_take(hosted, input);
}

bool hosted_say(struct hosted *hosted, uint64_t viewer, const char *json) {
    struct sr_message message;
    struct sr_error error = {0};
    int errors = hosted_told(hosted, viewer, "error");
    if (!sr_message_read(&message, json, strlen(json), &error))
        return false;
    struct sr_input input = input_of(hosted, SR_INPUT_SAYS);
    input.says.viewer = viewer;
    input.says.message = &message;
    hosted_take(hosted, input);
    return hosted_told(hosted, viewer, "error") == errors;
}

bool hosted_ask(struct hosted *hosted, int64_t person, enum sr_say say, const char *json) {
    struct sr_message message;
    memset(&hosted->refused, 0, sizeof hosted->refused);
    if (!sr_message_read_as(&message, say, json, strlen(json), &hosted->refused))
        return false;
    struct sr_input input = input_of(hosted, SR_INPUT_SAYS);
    input.says.caller = 1;
    input.says.guest.person = hosted_person(person);
    input.says.message = &message;
    hosted_take(hosted, input);
    return hosted->refused.problem == SR_FINE;
}

void hosted_start(struct hosted *hosted) {
    assert_true(hosted_ask(hosted, hosted->row.host, SR_MESSAGE_START, ""));
}

/* The first legal move, or the last when something was played long enough: games end. */
static void choose(const struct hosted *hosted, char text[SR_MOVE_TEXT_BYTES]) {
    const struct sr_table *table = sr_host_table(hosted->host);
    struct sr_out out;
    uint32_t which = (uint32_t)(sr_host_number(hosted->host) * 7) % table->moves.count;
    sr_out_open(&out, text, SR_MOVE_TEXT_BYTES);
    sr_move_write(&out, table->game, table->moves.list[which]);
}

bool hosted_move(struct hosted *hosted) {
    char move[SR_MOVE_TEXT_BYTES], json[SR_MOVE_TEXT_BYTES + 64];
    choose(hosted, move);
    snprintf(json, sizeof json, "{\"move\":\"%s\",\"after\":%lld}", move,
             (long long)sr_host_number(hosted->host));
    int64_t person = hosted->row.chair[sr_host_decider(hosted->host)].person;
    return hosted_ask(hosted, person, SR_MESSAGE_MOVE, json);
}

void hosted_bot_moves(struct hosted *hosted) {
    char move[SR_MOVE_TEXT_BYTES];
    struct sr_input input = input_of(hosted, SR_INPUT_BOT_MOVED);
    choose(hosted, move);
    input.bot_moved.number = hosted->bot_number;
    input.bot_moved.seat = hosted->bot_seat;
    input.bot_moved.move = move;
    hosted_take(hosted, input);
}

void hosted_forget(struct hosted *hosted) {
    for (int i = 0; i < HOSTED_VIEWERS; i++) {
        for (int j = 0; j < hosted->inbox[i].count; j++)
            free(hosted->inbox[i].text[j]);
        hosted->inbox[i].count = 0;
    }
    hosted->texts = 0;
}

static bool is_of_type(const char *text, const char *type) {
    char begin[40];
    snprintf(begin, sizeof begin, "{\"type\":\"%s\"", type);
    return strncmp(text, begin, strlen(begin)) == 0;
}

int hosted_told(const struct hosted *hosted, uint64_t viewer, const char *type) {
    int count = 0;
    for (int i = 0; i < hosted->inbox[viewer].count; i++)
        count += is_of_type(hosted->inbox[viewer].text[i], type);
    return count;
}

const char *hosted_last(const struct hosted *hosted, uint64_t viewer, const char *type) {
    for (int i = hosted->inbox[viewer].count - 1; i >= 0; i--)
        if (is_of_type(hosted->inbox[viewer].text[i], type))
            return hosted->inbox[viewer].text[i];
    return NULL;
}

int hosted_set_up(void **state) {
    struct hosted *hosted = calloc(1, sizeof *hosted);
    hosted_plan(hosted, 2);
    *state = hosted;
    return hosted ? 0 : -1;
}

int hosted_tear_down(void **state) {
    hosted_close(*state);
    free(*state);
    return 0;
}
