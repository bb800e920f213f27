/* Errands: what the host of a room wants done is carried out, one effect after the other, and the
 * host told how it went. */
#include "cluster.h"
#include "room_parts.h"
#include "routes.h"
#include "server/problems.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct sr_input sr_input_of(enum sr_input_kind kind, uint64_t ticket) {
    return (struct sr_input){
        .kind = kind, .now = sr_milliseconds(), .date = (int64_t)time(NULL), .ticket = ticket};
}

static void take(struct sr_errand *errand, const struct sr_input *input) {
    errand->whole = errand->whole && sr_host_take(errand->room->host, input, &errand->effects);
}

static void load(struct sr_errand *errand, uint64_t ticket, bool with_saved) {
    struct sr_reading *reading = calloc(1, sizeof *reading);
    struct sr_input input = sr_input_of(SR_INPUT_LOADED, ticket);
    input.loaded.answer =
        reading ? sr_reading_table(errand->room, reading, with_saved) : SR_STORE_BROKEN;
    if (reading) {
        input.loaded.row = &reading->row;
        input.loaded.entry = reading->entry;
        input.loaded.entries = reading->entries;
        input.loaded.checkpoint = reading->checkpoint.text ? &reading->checkpoint : NULL;
        input.loaded.saved = reading->saved.position ? &reading->saved : NULL;
        input.loaded.chat = reading->chat;
        input.loaded.chats = reading->chats;
        input.loaded.commitment = reading->commitment;
        input.loaded.asked = &reading->asked;
    }
    take(errand, &input);
    sr_reading_free(reading);
}

/* May this be written, and with which fence? Of many nodes only the one that acts for the table
 * writes what nobody asked for. */
static bool has_fence(const struct sr_room *room, bool own, int64_t *fence) {
    *fence = own ? room->fence : 0;
    return !own || !room->server->cluster || room->fence != 0;
}

bool sr_errand_may_append(const struct sr_errand *errand, int64_t *fence) {
    return has_fence(errand->room, errand->effects.list[errand->at].own, fence);
}

static void count_entry(const struct sr_room *room, const struct sr_effect *effect,
                        enum sr_store_answer answer) {
    enum sr_entry_kind kind = effect->append.entry.kind;
    bool back = kind == SR_ENTRY_UNDO || kind == SR_ENTRY_RETURN;
    if (answer == SR_STORE_DONE) {
        sr_count(back ? SR_COUNT_UNDOS : SR_COUNT_MOVES, 1);
        sr_count(SR_COUNT_BOT_MOVES, effect->append.by_bot);
    } else if (answer != SR_STORE_CONFLICT) {
        char complaint[200];
        sr_store_complaint(room->server->store, complaint, sizeof complaint);
        sr_log("error", "store cannot write", "table", room->id, "why", complaint, NULL);
    }
}

/* The store may have been asked already, by whoever handed this over. */
static enum sr_store_answer append(const struct sr_errand *errand, const struct sr_effect *effect) {
    const struct sr_room *room = errand->room;
    int64_t fence;
    if (!has_fence(room, effect->own, &fence))
        return SR_STORE_CONFLICT;
    enum sr_store_answer answer =
        errand->is_stored
            ? errand->stored
            : sr_store_add_entry_as(room->server->store, room->id, fence, &effect->append.entry,
                                    effect->append.finishes ? &effect->append.result : NULL);
    count_entry(room, effect, answer);
    return answer;
}

static enum sr_store_answer add_table(struct sr_errand *errand, struct sr_table_row *row) {
    sr_route_draw_secrets(row);
    enum sr_store_answer answer = sr_store_add_table(errand->room->server->store, row);
    if (answer != SR_STORE_DONE)
        return answer;
    sr_log("info", "table made", "table", row->id, "game", row->game, NULL);
    if (errand->answer)
        errand->answer->made = true;
    return answer;
}

/* Changes what is kept, and tells the host how that went. */
static void keep(struct sr_errand *errand, struct sr_effect *effect) {
    struct sr_room *room = errand->room;
    struct sr_store *store = room->server->store;
    enum sr_store_answer answer = SR_STORE_BROKEN;
    int64_t line = 0, fence;
    const char *id = NULL;
    switch (effect->kind) {
    case SR_EFFECT_APPEND:
        answer = append(errand, effect);
        break;
    case SR_EFFECT_SET_CHAIR:
        answer = has_fence(room, effect->own, &fence)
                     ? sr_store_set_chair_as(store, room->id, fence, effect->set_chair.seat,
                                             &effect->set_chair.before, &effect->set_chair.after)
                     : SR_STORE_CONFLICT;
        break;
    case SR_EFFECT_SET_STATUS:
        answer = sr_store_set_status(store, room->id, effect->set_status.before,
                                     effect->set_status.after);
        if (answer == SR_STORE_DONE && effect->set_status.after == SR_TABLE_PLAYING)
            sr_cluster_want(room->server->cluster, room->id);
        break;
    case SR_EFFECT_SET_SHARED:
        answer = sr_store_set_shared(store, room->id, effect->set_shared.shared);
        break;
    case SR_EFFECT_SET_REMATCH:
        answer = sr_store_set_rematch(store, room->id, effect->set_rematch.id);
        break;
    case SR_EFFECT_ADD_TABLE:
        answer = add_table(errand, effect->add_table.row);
        id = effect->add_table.row->id;
        break;
    case SR_EFFECT_ADD_CHAT:
        answer = sr_store_add_chat(store, room->id, &effect->add_chat.chat);
        line = effect->add_chat.chat.number;
        sr_count(SR_COUNT_CHAT, answer == SR_STORE_DONE);
        break;
    case SR_EFFECT_SET_PETITION:
        answer = sr_store_set_petition(store, room->id, &effect->petition);
        break;
    case SR_EFFECT_REBASE:
        answer = sr_store_rebase(store, room->id, effect->position.number, effect->position.rules,
                                 effect->position.position);
        break;
    default:
        break;
    }
    errand->lost = errand->lost || (effect->own && answer == SR_STORE_CONFLICT);
    errand->is_stored = false;
    struct sr_input input = sr_input_of(SR_INPUT_STORED, effect->ticket);
    input.stored.answer = answer;
    input.stored.line = line;
    input.stored.id = id;
    take(errand, &input);
}

static void save(struct sr_errand *errand, struct sr_effect *effect) {
    struct sr_saved saved = {.number = effect->position.number,
                             .rules = effect->position.rules,
                             .position = effect->position.position};
    if (!has_fence(errand->room, true, &saved.fence))
        return;
    memcpy(saved.id, errand->room->id, sizeof saved.id);
    if (errand->batch && errand->batch->count < SR_BATCH) {
        errand->batch->saved[errand->batch->count++] = saved;
        effect->position.position = NULL; /* the batch has it */
        return;
    }
    struct sr_input input = sr_input_of(SR_INPUT_SAVED, effect->ticket);
    input.saved.answer = sr_store_save_positions(errand->room->server->store, &saved, 1);
    take(errand, &input);
}

union handle {
    uint64_t viewer;
    struct sr_socket *socket;
};

struct sr_socket *sr_socket_of(uint64_t viewer) {
    return (union handle){.viewer = viewer}.socket;
}

uint64_t sr_viewer_of(struct sr_socket *socket) {
    union handle handle = {.viewer = 0};
    handle.socket = socket;
    return handle.viewer;
}

static void tell(const struct sr_effect *effect) {
    const struct sr_buffer *text = &effect->tell.text;
    if (!text->text)
        return;
    for (int i = 0; i < effect->tell.viewers && effect->tell.problem != SR_FINE; i++) {
        char why[SR_PROBLEM_NAME_BYTES];
        sr_problem_name(effect->tell.problem, why);
        sr_log_refusal(sr_socket_visitor(sr_socket_of(effect->tell.viewer[i]))->address, why);
    }
    sr_sockets_tell(effect->tell.viewer, effect->tell.viewers, text->text, text->length);
}

static void answer(struct sr_errand *errand, struct sr_effect *effect) {
    if (!errand->answer)
        return;
    errand->answer->error = effect->answer.error;
    errand->answer->later = effect->answer.later;
    memcpy(errand->answer->refer, effect->answer.refer, sizeof errand->answer->refer);
    errand->answer->text = effect->answer.text;
    effect->answer.text = (struct sr_buffer){0};
}

/* One at a time a person, and not many. */
static void advise(struct sr_errand *errand, const struct sr_effect *effect) {
    struct sr_server *server = errand->room->server;
    const struct sr_person *person = &effect->advice.person;
    struct sr_input input = sr_input_of(SR_INPUT_ADVISER, effect->ticket);
    input.adviser.taken = !sr_bots_advising(server->bots, person->id) &&
                          sr_limits_allow_person(server->limits, person->id, SR_RATE_HINT) &&
                          sr_bots_advise(server->bots, errand->room->id, person);
    take(errand, &input);
}

/* Its history does not replay: nobody comes in any more, and no bot tries, until it is given back.
 * If that cannot be stored now, whoever comes next finds it out again. */
static void set_aside(struct sr_room *room) {
    sr_log("error", "history does not replay; the table is set aside", "table", room->id, NULL);
    sr_count(SR_COUNT_QUARANTINED, 1);
    sr_store_set_quarantine(room->server->store, room->id, SR_QUARANTINE_DAMAGED);
}

static void carry_out(struct sr_errand *errand, struct sr_effect *effect) {
    struct sr_room *room = errand->room;
    switch (effect->kind) {
    case SR_EFFECT_READ:
        load(errand, effect->ticket, effect->read.with_saved);
        break;
    case SR_EFFECT_SAVE:
        save(errand, effect);
        break;
    case SR_EFFECT_CHECKPOINT:
        sr_store_add_checkpoint(room->server->store, room->id, &effect->checkpoint);
        break;
    case SR_EFFECT_TELL:
        tell(effect);
        break;
    case SR_EFFECT_ANSWER:
        answer(errand, effect);
        break;
    case SR_EFFECT_HANG_UP:
        sr_socket_hang_up(sr_socket_of(effect->hang_up.viewer));
        break;
    case SR_EFFECT_BOT:
        if (room->server->bots)
            sr_bots_add(room->server->bots, sr_host_row(room->host), effect->bot.live);
        break;
    case SR_EFFECT_ADVICE:
        advise(errand, effect);
        break;
    case SR_EFFECT_WAKE:
        atomic_store(&room->wake, effect->wake.at);
        break;
    case SR_EFFECT_SET_ASIDE:
        set_aside(room);
        break;
    case SR_EFFECT_NOTE:
        if (effect->note.what)
            sr_log(effect->note.level, effect->note.what, "table", room->id, NULL);
        break;
    case SR_EFFECT_CLOSE:
        break;
    default:
        keep(errand, effect);
    }
}

/* Out of memory: the table is what is stored, and whoever looks at it must come again. */
static void give_up(struct sr_room *room) {
    sr_log("error", "out of memory: a table is loaded anew", "table", room->id, NULL);
    for (int i = 0; i < sr_host_viewers(room->host); i++)
        sr_socket_hang_up(sr_socket_of(sr_host_viewer_at(room->host, i)));
    sr_room_forget(room);
}

void sr_room_forget(struct sr_room *room) {
    sr_host_free(room->host);
    room->host = NULL;
    atomic_store(&room->wake, 0);
}

/* Is the store asked to change something, so that there is a commit to be waited for? */
static bool is_kept(const struct sr_errand *errand, enum sr_effect_kind kind) {
    return kind <= SR_EFFECT_REBASE || kind == SR_EFFECT_SET_ASIDE ||
           (kind == SR_EFFECT_SAVE && !errand->batch);
}

bool sr_errand_go_on(struct sr_errand *errand, bool waits) {
    struct sr_effects *effects = &errand->effects;
    for (; errand->at < effects->count; errand->at++) {
        if (!waits && is_kept(errand, effects->list[errand->at].kind) &&
            sr_errand_hand_over(errand))
            return false;
        struct sr_effect effect = effects->list[errand->at]; /* the list may move */
        carry_out(errand, &effect);
        effects->list[errand->at] = effect;
    }
    sr_effects_clear(effects);
    errand->at = 0;
    if (!errand->whole)
        give_up(errand->room);
    else if (errand->lost && errand->room->fence)
        sr_cluster_doubt(errand->room->server->cluster, errand->room);
    return true;
}

/* Effects of answers come after those that were there before. */
static void begin(struct sr_errand *errand, const struct sr_input *input) {
    errand->whole = true;
    if (input)
        take(errand, input);
    else
        load(errand, 0, false);
}

void sr_errand_run(struct sr_errand *errand, const struct sr_input *input) {
    begin(errand, input);
    sr_errand_go_on(errand, true);
}

void sr_room_take(struct sr_room *room, struct sr_input *input) {
    struct sr_errand errand = {.room = room};
    if (!room->host)
        return;
    input->now = sr_milliseconds();
    input->date = (int64_t)time(NULL);
    sr_errand_run(&errand, input);
}

void sr_errand_end(const struct sr_errand *errand) {
    const struct sr_sequel *sequel = &errand->sequel;
    if (sequel->then)
        sequel->then(errand->room, sequel->context);
    sr_room_leave(errand->room);
    if (sequel->after)
        sequel->after(sequel->context);
}

void sr_room_give(struct sr_room *room, struct sr_input *input, const struct sr_sequel *sequel) {
    struct sr_errand errand = {.room = room, .sequel = *sequel};
    bool done = true;
    input->now = sr_milliseconds();
    input->date = (int64_t)time(NULL);
    if (room->host) {
        begin(&errand, input);
        done = sr_errand_go_on(&errand, false);
    }
    if (done)
        sr_errand_end(&errand);
}
