/* Playing at a table: moves, taking back, bots' turns, chat. An entry is tried, stored, and told
 * only when it is durable. */
#include "api/problems.h"
#include "host/problems.h"
#include "machine.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_LINE_TRIES = 8,      /* until whoever chats is told that all talk at once */
    BOT_AGAIN_AFTER = 1000,   /* milliseconds, after its move could not be stored */
    LIVE_MILLISECONDS = 60000 /* whoever was here within this time waits for the bots */
};

bool sr_host_fail_moved_on(const struct sr_host *host, int64_t after, struct sr_error *error) {
    char last[24], given[24];
    snprintf(last, sizeof last, "%lld", (long long)host->number);
    snprintf(given, sizeof given, "%lld", (long long)after);
    return sr_fail(error, SR_PROBLEM_MOVED_ON, last, given, NULL);
}

bool sr_host_may_act(const struct sr_host *host, int seat, int64_t after, struct sr_error *error) {
    if (seat < 0)
        return sr_fail(error, SR_PROBLEM_NO_SEAT, NULL);
    if (host->row.status == SR_TABLE_FINISHED)
        return sr_fail(error, SR_PROBLEM_GAME_OVER, NULL);
    if (host->row.status != SR_TABLE_PLAYING)
        return sr_fail(error, SR_PROBLEM_NOT_PLAYING, NULL);
    if (after >= 0 && after != host->number)
        return sr_host_fail_moved_on(host, after, error);
    return true;
}

/* ---- how long a history may grow ---- */

void sr_host_count_entry(struct sr_host *host, const struct sr_deed *deed) {
    if (deed->kind == SR_ENTRY_UNDO || deed->kind == SR_ENTRY_RETURN)
        host->take_backs[deed->seat]++;
    if (deed->kind == SR_ENTRY_MOVE)
        host->touched |= 1u << deed->seat;
}

/* Moves alone come to an end, since games do: only what is taken back makes histories grow. */
bool sr_host_may_take_back(const struct sr_host *host, int seat, struct sr_error *error) {
    char count[24], most[24];
    int64_t person = host->row.chair[seat].person, own = 0;
    for (int i = 0; i < host->row.seats; i++)
        if (i == seat || (person && host->row.chair[i].person == person))
            own += host->take_backs[i];
    bool longer = host->number >= SR_LONG_HISTORY;
    if (!longer && own < SR_TAKE_BACKS_EACH)
        return true;
    snprintf(count, sizeof count, "%lld", (long long)(longer ? host->number : own));
    snprintf(most, sizeof most, "%d", longer ? SR_LONG_HISTORY : SR_TAKE_BACKS_EACH);
    return sr_fail(error, longer ? SR_PROBLEM_LONG_HISTORY : SR_PROBLEM_MANY_TAKE_BACKS, count,
                   most, NULL);
}

/* ---- an entry ---- */

void sr_attempt_free(struct sr_attempt *attempt) {
    if (attempt)
        sr_table_free(attempt->after);
    free(attempt);
}

static struct sr_attempt *begin_attempt(struct sr_host *host, enum sr_entry_kind kind, int seat) {
    struct sr_attempt *attempt = sr_host_alloc(host, sizeof *attempt);
    if (!attempt)
        return NULL;
    attempt->entry = (struct sr_entry){.number = host->number + 1,
                                       .kind = kind,
                                       .seat = seat,
                                       .made = host->date,
                                       .spent = sr_host_spent(host)};
    attempt->deed = (struct sr_deed){.kind = (uint8_t)kind, .seat = (uint8_t)seat};
    attempt->decider = sr_host_decider(host);
    memcpy(attempt->before, host->table->state, sizeof attempt->before);
    return attempt;
}

void sr_score_result(const struct sr_table *table, struct sr_result *result) {
    struct sr_sheet sheet = {0};
    sr_score(table->game, table->state, &sheet);
    *result = (struct sr_result){.seats = sr_head(table->state)->seats};
    for (int seat = 0; seat < result->seats; seat++) {
        result->points[seat] = sheet.total[seat];
        result->rank[seat] = sheet.rank[seat];
        result->won[seat] = sheet.winners >> seat & 1;
    }
}

/* A game that somebody never played at all says nothing about anybody's strength. */
static bool all_touched(const struct sr_host *host, const struct sr_attempt *last) {
    uint32_t touched = host->touched;
    if (last->deed.kind == SR_ENTRY_MOVE)
        touched |= 1u << last->deed.seat;
    for (int seat = 0; seat < host->row.seats; seat++)
        if (host->row.chair[seat].person && !(touched & 1u << seat))
            return false;
    return true;
}

static void store_attempt(struct sr_host *host, struct sr_attempt *attempt) {
    struct sr_effect *effect = sr_host_wait(host, SR_EFFECT_APPEND, SR_WAITING_ENTRY);
    host->pending.attempt = attempt;
    effect->append.entry = attempt->entry;
    effect->append.by_bot = attempt->by_bot;
    const struct sr_table *after = attempt->after ? attempt->after : host->table;
    bool moved = attempt->deed.kind == SR_ENTRY_MOVE || attempt->deed.kind == SR_ENTRY_STAND_IN;
    if (moved && sr_head(after->state)->over) {
        effect->append.finishes = true;
        sr_score_result(after, &effect->append.result);
        effect->append.result.unrated = !all_touched(host, attempt);
    }
}

void sr_host_entry_made(struct sr_host *host, const struct sr_attempt *made) {
    const struct sr_entry *entry = &made->entry;
    bool by_person = entry->kind != SR_ENTRY_STAND_IN && !*host->row.chair[entry->seat].bot;
    if (!sr_host_add_deed(host, made->deed))
        return;
    sr_host_count_entry(host, &made->deed);
    bool over = sr_head(host->table->state)->over;
    if (over) {
        host->row.status = SR_TABLE_FINISHED;
        host->row.ended = entry->made;
    }
    sr_host_charge(host, made->decider, entry->kind, entry->spent);
    sr_host_set_clock(host);
    bool asked = host->petition.kind != SR_PETITION_NONE || entry->kind == SR_ENTRY_RETURN;
    sr_host_drop_petition(host);
    sr_host_drop_advice(host);
    sr_host_changed(host);
    sr_host_checkpoint(host, entry->made);
    if (by_person)
        host->seen[entry->seat] = host->now;
    const struct sr_scene scene = {host->table, made->before, &made->events,
                                   entry->kind, entry->seat,  host->number};
    sr_host_tell_scene(host, &scene);
    sr_host_tell_clock(host);
    if (over || asked)
        sr_host_tell_table(host); /* nothing is asked any more */
    if (over)
        sr_host_effect(host, SR_EFFECT_CLOSE);
    host->bot_number = -1;
    host->bot_again = 0;
    sr_host_ask_bot(host);
}

/* The board as it was before it was tried. */
static void withdraw(struct sr_host *host, const struct sr_attempt *attempt) {
    if (attempt->deed.kind == SR_ENTRY_MOVE || attempt->deed.kind == SR_ENTRY_STAND_IN)
        sr_table_undo(host->table, SR_REFEREE, NULL);
}

static bool apply(struct sr_host *host, struct sr_attempt *attempt) {
    if (attempt->deed.kind == SR_ENTRY_UNDO)
        return sr_table_undo(host->table, attempt->deed.seat, NULL);
    if (attempt->deed.kind == SR_ENTRY_RETURN) {
        sr_table_free(host->table);
        host->table = attempt->after;
        attempt->after = NULL;
    }
    return true;
}

void sr_host_entry_stored(struct sr_host *host, enum sr_store_answer answer) {
    struct sr_error error = {0};
    struct sr_attempt *attempt = host->pending.attempt;
    if (answer == SR_STORE_CONFLICT) { /* somebody else was there first */
        sr_host_fail_moved_on(host, host->number, &error);
        sr_host_read_again(host, &error);
        return;
    }
    sr_host_resume(host);
    if (answer != SR_STORE_DONE) {
        withdraw(host, attempt);
        sr_fail(&error, SR_PROBLEM_STORE_BROKEN, NULL);
        sr_host_refuse(host, &error);
        if (attempt->by_bot)
            host->bot_again = host->now + BOT_AGAIN_AFTER;
    } else if (apply(host, attempt)) {
        sr_host_entry_made(host, attempt);
        sr_host_done(host);
    } else {
        host->broken = true; /* it is stored: whoever loads the table anew has it */
    }
    sr_attempt_free(attempt);
}

/* ---- moves and taking back ---- */

static bool try_move(struct sr_host *host, int seat, const char *move, bool by_bot,
                     struct sr_error *error) {
    bool stands_in = by_bot && host->row.chair[seat].person;
    struct sr_table *table = host->table;
    struct sr_attempt *attempt =
        begin_attempt(host, stands_in ? SR_ENTRY_STAND_IN : SR_ENTRY_MOVE, seat);
    if (!attempt)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    if (!sr_table_play_text(table, seat, move, strlen(move), &attempt->events, error)) {
        sr_attempt_free(attempt);
        return false;
    }
    struct sr_out out;
    attempt->by_bot = by_bot;
    attempt->deed.move = table->ply[table->plies - 1].move;
    sr_out_open(&out, attempt->entry.move, sizeof attempt->entry.move);
    sr_move_write(&out, table->game, attempt->deed.move);
    store_attempt(host, attempt);
    return true;
}

bool sr_host_move(struct sr_host *host, int seat, const char *move, int64_t after,
                  struct sr_error *error) {
    return sr_host_may_act(host, seat, after, error) && try_move(host, seat, move, false, error);
}

bool sr_host_undo(struct sr_host *host, int seat, int64_t after, struct sr_error *error) {
    if (!sr_host_may_act(host, seat, after, error))
        return false;
    if (sr_table_undoable(host->table, seat) == 0)
        return sr_fail(error, SR_PROBLEM_NOTHING_TO_UNDO, NULL);
    if (!sr_host_may_take_back(host, seat, error))
        return false;
    struct sr_attempt *attempt = begin_attempt(host, SR_ENTRY_UNDO, seat);
    if (!attempt)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    store_attempt(host, attempt);
    return true;
}

bool sr_host_return(struct sr_host *host, int seat, uint32_t ply, struct sr_error *error) {
    struct sr_attempt *attempt = begin_attempt(host, SR_ENTRY_RETURN, seat);
    if (!attempt)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    attempt->after = sr_table_at(host->table, ply, error);
    if (!attempt->after) {
        sr_attempt_free(attempt);
        return false;
    }
    attempt->deed.ply = ply;
    snprintf(attempt->entry.move, sizeof attempt->entry.move, "%u", (unsigned)ply);
    store_attempt(host, attempt);
    return true;
}

/* ---- bots ---- */

static bool somebody_waits(const struct sr_host *host) {
    for (int seat = 0; seat < host->row.seats; seat++)
        if (host->row.chair[seat].person &&
            (host->here[seat] > 0 || host->now - host->seen[seat] < LIVE_MILLISECONDS))
            return true;
    return false;
}

void sr_host_ask_bot(struct sr_host *host) {
    int decider = sr_host_decider(host);
    if (!host->acts || host->row.status != SR_TABLE_PLAYING || host->bot_number == host->number ||
        decider < 0 || !*host->row.chair[decider].bot)
        return;
    host->bot_number = host->number;
    host->bot_again = host->now + SR_BOT_PATIENCE;
    struct sr_effect *effect = sr_host_effect(host, SR_EFFECT_BOT);
    effect->bot.number = host->number;
    effect->bot.seat = decider;
    effect->bot.live = somebody_waits(host);
}

/* It counts only if the table is still where it was. */
void sr_host_bot_moved(struct sr_host *host, const struct sr_input *input) {
    int seat = input->bot_moved.seat;
    struct sr_error error = {0};
    if (!host->loaded || host->bot_number != input->bot_moved.number ||
        host->number != input->bot_moved.number)
        return;
    bool still = host->row.status == SR_TABLE_PLAYING && seat == sr_host_decider(host) &&
                 *host->row.chair[seat].bot;
    if (!still)
        host->bot_number = -1;
    else if (!input->bot_moved.move || !try_move(host, seat, input->bot_moved.move, true, &error))
        host->bot_again = host->now + BOT_AGAIN_AFTER;
}

/* ---- chat ---- */

/* Where others host the table too a line has the number after the last one known, like an entry, so
 * that none is ever stored twice. */
static void store_line(struct sr_host *host, struct sr_chat *chat) {
    chat->number = host->shared ? sr_host_line(host) + 1 : 0;
    sr_host_wait(host, SR_EFFECT_ADD_CHAT, SR_WAITING_CHAT)->add_chat.chat = *chat;
    host->pending.chat = chat;
}

bool sr_host_chat(struct sr_host *host, const char *text, struct sr_error *error) {
    const struct sr_person *person = &host->asker.guest.person;
    if (sr_host_seat(host, person->id) < 0)
        return sr_fail(error, SR_PROBLEM_NO_SEAT, NULL);
    if (person->muted)
        return sr_fail(error, SR_PROBLEM_MUTED, NULL);
    struct sr_chat *chat = sr_host_alloc(host, sizeof *chat);
    if (!chat)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    chat->person = person->id;
    chat->made = host->date;
    snprintf(chat->name, sizeof chat->name, "%s", person->name);
    snprintf(chat->text, sizeof chat->text, "%s", text);
    store_line(host, chat);
    return true;
}

bool sr_host_has_line(const struct sr_host *host, const struct sr_chat *chat) {
    for (int i = 0; i < host->chats; i++)
        if (host->chat[i].number >= chat->number && host->chat[i].person == chat->person &&
            host->chat[i].made == chat->made && strcmp(host->chat[i].text, chat->text) == 0)
            return true;
    return false;
}

void sr_host_chat_again(struct sr_host *host, struct sr_pending *pending) {
    struct sr_error error = {0};
    if (pending->tries < MOST_LINE_TRIES) {
        store_line(host, pending->chat);
        host->pending.tries = pending->tries + 1;
        pending->chat = NULL;
        return;
    }
    sr_fail(&error, SR_PROBLEM_TOO_FAST, NULL);
    sr_host_refuse(host, &error);
}

/* The last lines are kept, for those who come. */
bool sr_host_keep_chat(struct sr_host *host, const struct sr_chat *chat) {
    void *list = host->chat;
    if (host->chats == SR_CHAT_LINES)
        memmove(host->chat, host->chat + 1, (size_t)--host->chats * sizeof *host->chat);
    if (!sr_host_grow(host, &list, &host->chats_room, (size_t)host->chats, sizeof *host->chat))
        return false;
    host->chat = list;
    host->chat[host->chats++] = *chat;
    return true;
}

void sr_host_chat_stored(struct sr_host *host, enum sr_store_answer answer, int64_t line) {
    struct sr_error error = {0};
    if (answer == SR_STORE_CONFLICT) { /* others have said something: that comes first */
        sr_host_fail_moved_on(host, host->number, &error);
        sr_host_read_again(host, &error);
        return;
    }
    if (answer == SR_STORE_DONE && line != sr_host_line(host) + 1) {
        sr_host_read_again(host, NULL); /* one before it was given up, and stored after all */
        return;
    }
    struct sr_pending pending = sr_host_resume(host);
    if (answer == SR_STORE_DONE) {
        pending.chat->number = line;
        sr_host_keep_chat(host, pending.chat);
        sr_host_tell_chat(host, pending.chat);
        sr_host_done(host);
    } else {
        sr_fail(&error, SR_PROBLEM_STORE_BROKEN, NULL);
        sr_host_refuse(host, &error);
    }
    free(pending.chat);
}
