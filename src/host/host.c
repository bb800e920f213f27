/* Taking inputs: which part of the host they are for, what must wait meanwhile, and how those who
 * asked are answered. */
#include "host/problems.h"
#include "machine.h"
#include "wire.h"

#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

bool sr_host_grow(struct sr_host *host, void **list, size_t *room, size_t count, size_t each) {
    if (count < *room)
        return true;
    size_t wanted = *room ? 2 * *room : 4;
    void *grown = realloc(*list, wanted * each);
    if (!grown) {
        host->broken = true;
        return false;
    }
    *list = grown;
    *room = wanted;
    return true;
}

void *sr_host_alloc(struct sr_host *host, size_t size) {
    void *memory = calloc(1, size);
    if (!memory)
        host->broken = true;
    return memory;
}

/* ---- effects ---- */

static void effect_clear(struct sr_effect *effect) {
    switch (effect->kind) {
    case SR_EFFECT_ADD_TABLE:
        if (effect->add_table.row)
            sr_table_row_clear(effect->add_table.row);
        free(effect->add_table.row);
        break;
    case SR_EFFECT_REBASE:
    case SR_EFFECT_SAVE:
        free(effect->position.position);
        break;
    case SR_EFFECT_CHECKPOINT:
        free(effect->checkpoint.text);
        break;
    case SR_EFFECT_TELL:
        free(effect->tell.viewer);
        sr_buffer_free(&effect->tell.text);
        break;
    case SR_EFFECT_ANSWER:
        sr_buffer_free(&effect->answer.text);
        break;
    default:
        break;
    }
    memset(effect, 0, sizeof *effect);
    effect->kind = SR_EFFECT_NOTE;
}

void sr_effects_clear(struct sr_effects *effects) {
    for (int i = 0; i < effects->count; i++)
        effect_clear(&effects->list[i]);
    free(effects->list);
    *effects = (struct sr_effects){0};
}

struct sr_effect *sr_host_effect(struct sr_host *host, enum sr_effect_kind kind) {
    struct sr_effects *effects = host->effects;
    size_t room = (size_t)effects->room;
    void *list = effects->list;
    struct sr_effect *effect = &host->spare;
    effect_clear(effect);
    /* without memory something is missing already: nothing more follows it */
    if (!host->broken &&
        sr_host_grow(host, &list, &room, (size_t)effects->count, sizeof *effects->list)) {
        effects->list = list;
        effects->room = (int)room;
        effect = &effects->list[effects->count++];
    }
    memset(effect, 0, sizeof *effect);
    effect->kind = kind;
    effect->own = !host->asker.viewer && !host->asker.caller;
    return effect;
}

struct sr_effect *sr_host_wait(struct sr_host *host, enum sr_effect_kind kind,
                               enum sr_awaited waiting) {
    host->pending.waiting = waiting;
    host->pending.ticket = ++host->tickets;
    host->pending.since = host->now;
    struct sr_effect *effect = sr_host_effect(host, kind);
    effect->ticket = host->pending.ticket;
    return effect;
}

struct sr_pending sr_host_resume(struct sr_host *host) {
    struct sr_pending pending = host->pending;
    host->pending = (struct sr_pending){0};
    return pending;
}

void sr_host_note(struct sr_host *host, const char *level, const char *what) {
    struct sr_effect *effect = sr_host_effect(host, SR_EFFECT_NOTE);
    effect->note.level = level;
    effect->note.what = what;
}

void sr_host_read(struct sr_host *host, bool with_saved) {
    host->pending.with_saved = with_saved;
    sr_host_wait(host, SR_EFFECT_READ, SR_WAITING_READ)->read.with_saved = with_saved;
}

void sr_host_read_again(struct sr_host *host, const struct sr_error *error) {
    if (error)
        host->pending.error = *error;
    sr_host_read(host, false);
}

/* ---- answering ---- */

void sr_host_answer(struct sr_host *host, struct sr_buffer *text, bool later) {
    struct sr_asker asker = host->asker;
    host->asker = (struct sr_asker){0};
    host->broken = host->broken || text->broken;
    if (asker.viewer) {
        sr_host_tell_one(host, asker.viewer, text);
    } else if (asker.caller) {
        struct sr_effect *effect = sr_host_effect(host, SR_EFFECT_ANSWER);
        effect->answer.caller = asker.caller;
        effect->answer.later = later;
        effect->answer.text = *text;
        *text = (struct sr_buffer){0};
    }
    sr_buffer_free(text);
}

void sr_host_refer(struct sr_host *host, const char *id) {
    struct sr_asker asker = host->asker;
    host->asker = (struct sr_asker){0};
    if (!asker.caller)
        return;
    struct sr_effect *effect = sr_host_effect(host, SR_EFFECT_ANSWER);
    effect->answer.caller = asker.caller;
    memcpy(effect->answer.refer, id, sizeof effect->answer.refer);
}

bool sr_host_refuse(struct sr_host *host, const struct sr_error *error) {
    struct sr_asker asker = host->asker;
    host->asker = (struct sr_asker){0};
    if (asker.viewer) {
        struct sr_buffer text = {0};
        sr_wire_refusal(&text, asker.named, asker.id, error, asker.guest.lang);
        sr_host_tell_one(host, asker.viewer, &text)->tell.problem = error->problem;
    } else if (asker.caller) {
        struct sr_effect *effect = sr_host_effect(host, SR_EFFECT_ANSWER);
        effect->answer.caller = asker.caller;
        effect->answer.error = *error;
    }
    return false;
}

static void tell_done(struct sr_host *host) {
    const struct sr_asker *asker = &host->asker;
    struct sr_buffer text = {0};
    if (asker->say == SR_MESSAGE_PING)
        sr_wire_pong(&text, asker->named, asker->id);
    else
        sr_wire_done(&text, asker->named, asker->id, host->number);
    sr_host_answer(host, &text, false);
}

/* Callers of requests get what they would have to ask for next. */
static void answer_caller(struct sr_host *host) {
    const struct sr_asker *asker = &host->asker;
    struct sr_buffer text = {0};
    switch (asker->say) {
    case SR_MESSAGE_MOVE:
    case SR_MESSAGE_UNDO:
    case SR_MESSAGE_CHAT:
    case SR_MESSAGE_ANSWER:
        sr_wire_progress(&text, host->number, host->table ? host->table->plies : 0);
        sr_host_answer(host, &text, false);
        return;
    case SR_MESSAGE_HINT:
        sr_wire_hint(&text, host, asker->guest.lang);
        sr_host_answer(host, &text, host->advice.state != SR_ADVICE_READY);
        return;
    default:
        sr_wire_table(&text, &host->row, host->commitment, host, asker->guest.person.id,
                      asker->guest.lang);
        sr_host_answer(host, &text, false);
    }
}

void sr_host_done(struct sr_host *host) {
    if (host->asker.viewer)
        tell_done(host);
    else if (host->asker.caller)
        answer_caller(host);
}

/* ---- what somebody says ---- */

bool sr_host_check_number(const char *name, int64_t given, int64_t low, int64_t high,
                          struct sr_error *error) {
    return given >= low && given <= high ? true : sr_message_fail_range(name, low, high, error);
}

bool sr_host_read_seat(const struct sr_host *host, const struct sr_message *message, int asked,
                       int *seat, struct sr_error *error) {
    int64_t given = message->seat < 0 ? asked + 1 : message->seat;
    if (message->seat >= 0 && !sr_host_check_number("seat", given, 1, host->row.seats, error))
        return false;
    *seat = sr_host_actor(host, host->asker.guest.person.id, (int)given - 1);
    return *seat >= 0 ? true : sr_fail(error, SR_PROBLEM_NO_SEAT, NULL);
}

static bool act_for_seat(struct sr_host *host, int seat, const struct sr_message *message,
                         struct sr_error *error) {
    switch (message->say) {
    case SR_MESSAGE_MOVE:
        return sr_host_move(host, seat, message->move, message->after, error);
    case SR_MESSAGE_UNDO:
        return sr_host_undo(host, seat, message->after, error);
    case SR_MESSAGE_PREVIEW:
        return sr_host_say_preview(host, seat, message, error);
    case SR_MESSAGE_HINT:
        return sr_host_ask_hint(host, seat, error);
    default:
        return sr_host_answer_petition(host, seat, message->agree, error);
    }
}

/* True: it is done, or begun and something is waited for. */
static bool hear(struct sr_host *host, int asked, const struct sr_input *input,
                 struct sr_error *error) {
    const struct sr_message *message = input->says.message;
    int seat;
    switch (message->say) {
    case SR_MESSAGE_MOVE:
    case SR_MESSAGE_UNDO:
    case SR_MESSAGE_PREVIEW:
    case SR_MESSAGE_HINT:
    case SR_MESSAGE_ANSWER:
        return sr_host_read_seat(host, message, asked, &seat, error) &&
               act_for_seat(host, seat, message, error);
    case SR_MESSAGE_SEAT:
        return sr_host_turn_to(host, message, error);
    case SR_MESSAGE_ASK:
        return sr_host_ask(host, asked, message, error);
    case SR_MESSAGE_CHAT:
        return sr_host_chat(host, message->text, error);
    case SR_MESSAGE_JOIN:
        return sr_host_sit(host, message, error);
    case SR_MESSAGE_START:
        return sr_host_start(host, message->without, error);
    case SR_MESSAGE_LEAVE:
        return sr_host_leave(host, error);
    case SR_MESSAGE_SHARE:
        return sr_host_share(host, message->shared, error);
    case SR_MESSAGE_REMATCH:
        return sr_host_rematch(host, error);
    case SR_MESSAGE_FORK:
        return sr_host_fork(host, message, input->says.chance, error);
    case SR_MESSAGE_VIEW:
        return sr_host_say_view(host, message, error);
    case SR_MESSAGE_EVENTS:
        return sr_host_say_events(host, message, error);
    case SR_MESSAGE_SCORE:
        return sr_host_say_score(host, message, error);
    case SR_MESSAGE_PING:
    case SR_MESSAGE_TABLE:
    case SR_MESSAGES:
        break;
    }
    return true;
}

static void serve_message(struct sr_host *host, const struct sr_input *input) {
    const struct sr_message *message = input->says.message;
    const struct sr_viewer *viewer = sr_host_find(host, input->says.viewer);
    struct sr_error error = {0};
    if (input->says.viewer && !viewer && host->loaded)
        return; /* gone meanwhile */
    host->asker = (struct sr_asker){.viewer = input->says.viewer,
                                    .caller = input->says.caller,
                                    .guest = viewer ? viewer->guest : input->says.guest,
                                    .say = message->say,
                                    .named = message->named,
                                    .id = message->id};
    bool hidden =
        !viewer && !input->says.invited && !sr_host_may_see(host, host->asker.guest.person.id);
    bool fine = host->loaded;
    if (!fine)
        error = host->trouble;
    else if (hidden)
        fine = sr_fail(&error, SR_PROBLEM_PRIVATE_TABLE, NULL);
    fine = fine && hear(host, viewer ? viewer->seat : SR_SPECTATOR, input, &error);
    if (!fine)
        sr_host_refuse(host, &error);
    else if (host->pending.waiting == SR_WAITING_NOT)
        sr_host_done(host);
}

/* ---- one input ---- */

static void serve(struct sr_host *host, const struct sr_input *input) {
    host->asker = (struct sr_asker){0};
    switch (input->kind) {
    case SR_INPUT_SAYS:
        serve_message(host, input);
        break;
    case SR_INPUT_ARRIVES:
        sr_host_arrive(host, input);
        break;
    case SR_INPUT_DEPARTS:
        sr_host_depart(host, input->departs.viewer);
        break;
    case SR_INPUT_ENTRIES:
        sr_host_take_entries(host, input);
        break;
    case SR_INPUT_CHANGED:
        sr_host_read_again(host, NULL);
        break;
    case SR_INPUT_OWNED:
        sr_host_own(host, input->owned.owns);
        break;
    case SR_INPUT_OTHERS:
        sr_host_take_others(host, input->others.person, input->others.count);
        break;
    case SR_INPUT_BOT_MOVED:
        sr_host_bot_moved(host, input);
        break;
    case SR_INPUT_ADVISED:
        sr_host_take_hints(host, input->advised.number, input->advised.seat, input->advised.hints);
        break;
    case SR_INPUT_STOPPING:
        sr_host_save(host);
        break;
    default:
        break;
    }
}

/* ---- what waits ---- */

/* Everything that the input points to is copied. */
static bool copy_input(struct sr_host *host, struct sr_waiter *waiter,
                       const struct sr_input *input) {
    waiter->input = *input;
    if (input->kind == SR_INPUT_SAYS) {
        sr_message_copy(&waiter->message, input->says.message);
        waiter->input.says.message = &waiter->message;
    } else if (input->kind == SR_INPUT_ENTRIES && input->entries.entries > 0) {
        size_t size = (size_t)input->entries.entries * sizeof *waiter->entry;
        waiter->entry = sr_host_alloc(host, size);
        if (!waiter->entry)
            return false;
        memcpy(waiter->entry, input->entries.entry, size);
        waiter->input.entries.entry = waiter->entry;
    } else if (input->kind == SR_INPUT_OTHERS && input->others.count > 0) {
        size_t size = (size_t)input->others.count * sizeof *waiter->person;
        waiter->person = sr_host_alloc(host, size);
        if (!waiter->person)
            return false;
        memcpy(waiter->person, input->others.person, size);
        waiter->input.others.person = waiter->person;
    } else if (input->kind == SR_INPUT_BOT_MOVED && input->bot_moved.move) {
        struct sr_out out;
        sr_out_open(&out, waiter->move, sizeof waiter->move);
        sr_put(&out, input->bot_moved.move);
        waiter->input.bot_moved.move = waiter->move;
    } else if (input->kind == SR_INPUT_ADVISED && input->advised.hints) {
        waiter->hints = *input->advised.hints;
        waiter->input.advised.hints = &waiter->hints;
    }
    return true;
}

static void waiter_free(struct sr_waiter *waiter) {
    free(waiter->entry);
    free(waiter->person);
    free(waiter);
}

/* A message that cannot even wait is refused; those who come or go, and what bots found, always
 * may: there are only so many of them. */
static void hold_back(struct sr_host *host, const struct sr_input *input) {
    if (host->waiters >= SR_HOST_QUEUE && input->kind == SR_INPUT_SAYS) {
        const struct sr_viewer *viewer = sr_host_find(host, input->says.viewer);
        struct sr_asker served = host->asker;
        struct sr_error error = {0};
        sr_fail(&error, SR_PROBLEM_TOO_FAST, NULL);
        host->asker = (struct sr_asker){.viewer = input->says.viewer,
                                        .caller = input->says.caller,
                                        .guest = viewer ? viewer->guest : input->says.guest,
                                        .named = input->says.message->named,
                                        .id = input->says.message->id};
        sr_host_refuse(host, &error);
        host->asker = served;
        return;
    }
    struct sr_waiter *waiter = sr_host_alloc(host, sizeof *waiter);
    if (!waiter)
        return;
    if (!copy_input(host, waiter, input)) {
        waiter_free(waiter);
        return;
    }
    if (!host->first)
        host->last = &host->first;
    *host->last = waiter;
    host->last = &waiter->next;
    host->waiters++;
}

static void serve_waiters(struct sr_host *host) {
    while (host->first && host->pending.waiting == SR_WAITING_NOT && !host->broken) {
        struct sr_waiter *waiter = host->first;
        host->first = waiter->next;
        host->waiters--;
        serve(host, &waiter->input);
        waiter_free(waiter);
    }
}

/* ---- answers ---- */

/* Nobody knows whether it was done: what is stored tells. */
static void read_what_is_stored(struct sr_host *host) {
    struct sr_error error = {0};
    sr_fail(&error, SR_PROBLEM_STORE_BROKEN, NULL);
    sr_host_drop_advice(host);
    if (host->pending.waiting != SR_WAITING_READ)
        host->pending.doubted = host->pending.waiting;
    sr_host_read_again(host, &error);
}

static void take_stored(struct sr_host *host, const struct sr_input *input) {
    enum sr_store_answer answer = input->stored.answer;
    if (answer == SR_STORE_UNSURE) {
        read_what_is_stored(host);
        return;
    }
    switch (host->pending.waiting) {
    case SR_WAITING_ENTRY:
        sr_host_entry_stored(host, answer);
        break;
    case SR_WAITING_CHAIR:
        sr_host_chair_stored(host, answer);
        break;
    case SR_WAITING_STATUS:
        sr_host_status_stored(host, answer);
        break;
    case SR_WAITING_SHARED:
        sr_host_shared_stored(host, answer);
        break;
    case SR_WAITING_NEW_TABLE:
        sr_host_table_added(host, answer, input->stored.id);
        break;
    case SR_WAITING_REMATCH:
        sr_host_rematch_stored(host, answer);
        break;
    case SR_WAITING_FORK:
        sr_host_forked(host, answer, input->stored.id);
        break;
    case SR_WAITING_CHAT:
        sr_host_chat_stored(host, answer, input->stored.line);
        break;
    case SR_WAITING_REBASE:
        sr_host_rebased(host, answer);
        break;
    case SR_WAITING_PETITION:
        sr_host_petition_stored(host, answer);
        break;
    case SR_WAITING_NOT:
    case SR_WAITING_READ:
    case SR_WAITING_ADVISER:
        break;
    }
}

static void lose_patience(struct sr_host *host) {
    if (host->pending.waiting == SR_WAITING_NOT ||
        host->now - host->pending.since < SR_HOST_PATIENCE)
        return;
    sr_host_note(host, "warning", "no answer came; reading again");
    read_what_is_stored(host);
}

static void take_answer(struct sr_host *host, const struct sr_input *input) {
    bool expected =
        host->pending.waiting != SR_WAITING_NOT && input->ticket == host->pending.ticket;
    bool reads = host->pending.waiting == SR_WAITING_READ;
    bool advises = host->pending.waiting == SR_WAITING_ADVISER;
    if (input->kind == SR_INPUT_LOADED) {
        /* nobody's answer: what the host asked for, and gave up, may be older than what was told */
        bool anew = !host->loaded && host->pending.waiting == SR_WAITING_NOT && input->ticket == 0;
        if (anew || (reads && expected))
            sr_host_load(host, input);
    } else if (input->kind == SR_INPUT_ADVISER) {
        if (advises && expected)
            sr_host_adviser_said(host, input->adviser.taken);
    } else if (input->kind == SR_INPUT_SAVED) {
        if (input->saved.answer != SR_STORE_DONE)
            sr_host_changed(host);
    } else if (expected && !reads && !advises) {
        take_stored(host, input);
    } else if (!expected && input->stored.answer == SR_STORE_DONE) {
        /* given up, and done after all: what is stored is not what is known here */
        const struct sr_input changed = {.kind = SR_INPUT_CHANGED};
        if (host->pending.waiting != SR_WAITING_NOT)
            hold_back(host, &changed);
        else
            serve(host, &changed);
    }
}

static bool is_answer(enum sr_input_kind kind) {
    return kind == SR_INPUT_LOADED || kind == SR_INPUT_STORED || kind == SR_INPUT_ADVISER ||
           kind == SR_INPUT_SAVED;
}

bool sr_host_take(struct sr_host *host, const struct sr_input *input, struct sr_effects *effects) {
    host->effects = effects;
    host->now = input->now > host->now ? input->now : host->now;
    host->moment = host->now;
    host->date = input->date;
    if (host->pending.waiting != SR_WAITING_NOT && !host->pending.since)
        host->pending.since = host->now; /* of the very first reading */
    if (is_answer(input->kind))
        take_answer(host, input);
    else if (input->kind == SR_INPUT_TICK)
        lose_patience(host);
    else if (host->pending.waiting != SR_WAITING_NOT)
        hold_back(host, input);
    else
        serve(host, input);
    serve_waiters(host);
    if (host->pending.waiting == SR_WAITING_NOT && !host->broken)
        sr_host_tick(host);
    sr_host_set_wake(host);
    effect_clear(&host->spare);
    host->effects = NULL;
    return !host->broken;
}

/* ---- making and freeing ---- */

struct sr_host *sr_host_new(const struct sr_host_plan *plan) {
    struct sr_host *host = calloc(1, sizeof *host);
    if (!host)
        return NULL;
    struct sr_out out;
    sr_out_open(&out, host->id, sizeof host->id);
    sr_put(&out, plan->id);
    host->grace = 1000 * (plan->grace ? plan->grace : SR_HOST_GRACE);
    host->shared = plan->shared;
    host->acts = !plan->follows;
    host->spare.kind = SR_EFFECT_NOTE;
    host->pending.waiting = SR_WAITING_READ; /* with ticket 0 */
    sr_host_unload(host);
    return host;
}

void sr_host_free(struct sr_host *host) {
    if (!host)
        return;
    sr_host_unload(host);
    sr_attempt_free(host->pending.attempt);
    free(host->pending.chat);
    while (host->first) {
        struct sr_waiter *waiter = host->first;
        host->first = waiter->next;
        waiter_free(waiter);
    }
    free(host->viewer);
    free(host->others);
    free(host);
}

/* ---- looking ---- */

bool sr_host_rests(const struct sr_host *host) {
    return host->loaded && host->pending.waiting == SR_WAITING_NOT;
}

bool sr_host_is_whole(const struct sr_host *host, struct sr_error *error) {
    if (!host->loaded && error)
        *error = host->trouble;
    return host->loaded;
}

const struct sr_table_row *sr_host_row(const struct sr_host *host) {
    return &host->row;
}

const struct sr_table *sr_host_table(const struct sr_host *host) {
    return host->table;
}

int64_t sr_host_number(const struct sr_host *host) {
    return host->number;
}

int sr_host_viewers(const struct sr_host *host) {
    return host->viewers;
}

uint64_t sr_host_viewer_at(const struct sr_host *host, int index) {
    return host->viewer[index].viewer;
}

int sr_host_watches(const struct sr_host *host, int64_t person) {
    int count = 0;
    for (int i = 0; person && i < host->viewers; i++)
        count += host->viewer[i].guest.person.id == person;
    return count;
}

int64_t sr_host_line(const struct sr_host *host) {
    return host->chats ? host->chat[host->chats - 1].number : 0;
}

bool sr_host_is_watched_by(const struct sr_host *host, uint64_t viewer) {
    return sr_host_find(host, viewer) != NULL;
}

bool sr_host_bot_asked(const struct sr_host *host, int *seat, int64_t *number) {
    *seat = sr_host_decider(host);
    *number = host->number;
    return host->bot_number == host->number && *seat >= 0 &&
           host->pending.waiting == SR_WAITING_NOT;
}

bool sr_host_advice_asked(const struct sr_host *host, int *seat, int64_t *number) {
    *seat = host->advice.seat;
    *number = host->advice.number;
    return host->advice.state == SR_ADVICE_THINKING && host->number == *number &&
           sr_host_decider(host) == *seat;
}
