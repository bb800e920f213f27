/* Loading: a table is what its history replays to. When the rules of its game have changed under a
 * table in play, it goes on from the position that was saved last. */
#include "games/games.h"
#include "host/problems.h"
#include "machine.h"
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)SR_CHAIR_BOT_BYTES >= (int)SR_BOT_NAME_BYTES,
               "every bot finds room on a chair");

enum {
    READ_AGAIN_AFTER = 1000, /* milliseconds, after the store could not be read */
    MOST_READS_APART = 3     /* of a row that does not fit its entries */
};

void sr_host_unload(struct sr_host *host) {
    sr_table_free(host->table);
    sr_table_free(host->past);
    free(host->deed);
    free(host->chat);
    sr_table_row_clear(&host->row);
    sr_host_drop_advice(host);
    sr_host_drop_petition(host);
    host->row = (struct sr_table_row){0};
    host->table = host->past = NULL;
    host->deed = NULL;
    host->chat = NULL;
    host->number = host->began = 0;
    host->deeds_room = host->chats_room = 0;
    host->chats = 0;
    host->loaded = false;
    host->touched = 0;
    memset(host->take_backs, 0, sizeof host->take_backs);
    host->clock_seat = SR_SPECTATOR;
    host->deadline = host->unsaved = host->bot_again = host->read_again = 0;
    host->bot_number = -1;
}

/* ---- the beginning ---- */

static bool read_setup(const struct sr_game *game, const struct sr_table_row *row,
                       struct sr_setup *setup, struct sr_error *error) {
    memset(setup, 0, sizeof *setup);
    sr_setup_unsaid(game, setup);
    setup->rules = (uint8_t)row->rules;
    setup->seats = (uint8_t)row->seats;
    memcpy(setup->seed, row->seed, sizeof setup->seed);
    for (const char *at = row->options; *at;) {
        size_t length = strcspn(at, ","), name = strcspn(at, "=");
        if (name >= length)
            return sr_fail(error, SR_PROBLEM_OPTION_FORM, at, NULL);
        if (!sr_setup_option(game, setup, at, name, at + name + 1, length - name - 1, error))
            return false;
        at += length + (at[length] == ',');
    }
    return sr_setup_check(game, setup, error);
}

/* Versions that are known go on as they began, to the end. */
static bool knows_rules(const struct sr_game *game, const struct sr_table_row *row) {
    return row->rules >= 1 && row->rules <= game->rules;
}

static bool fail_rules(const struct sr_table_row *row, int known, struct sr_error *error) {
    char played[16], knows[16];
    snprintf(played, sizeof played, "%d", row->rules);
    snprintf(knows, sizeof knows, "%d", known);
    if (row->rules > known)
        return sr_fail(error, SR_PROBLEM_NEWER_RULES, played, row->game, NULL);
    return sr_fail(error, SR_PROBLEM_OTHER_RULES, played, row->game, knows, NULL);
}

struct sr_table *sr_row_deal(const struct sr_table_row *row, struct sr_error *error) {
    const struct sr_game *game = sr_game_find(row->game);
    if (!game || !knows_rules(game, row)) {
        fail_rules(row, game ? game->rules : 0, error);
        return NULL;
    }
    struct sr_setup setup;
    struct sr_table *table = NULL;
    if (row->position)
        table = sr_position_read(row->position, strlen(row->position), false, error);
    else if (read_setup(game, row, &setup, error))
        table = sr_table_new(game, &setup, error);
    for (int seat = 0; table && seat < row->seats; seat++) {
        const char *name = row->chair[seat].name;
        if (*name)
            sr_table_set_name(table, seat, name, strlen(name), NULL);
    }
    return table;
}

/* ---- entries ---- */

bool sr_replay_deed(struct sr_table **table, const struct sr_deed *deed, struct sr_events *events,
                    struct sr_error *error) {
    switch ((enum sr_entry_kind)deed->kind) {
    case SR_ENTRY_MOVE:
    case SR_ENTRY_STAND_IN:
        return sr_table_play(*table, deed->seat, deed->move, events, error);
    case SR_ENTRY_UNDO:
        return sr_table_undo(*table, deed->seat, error);
    case SR_ENTRY_RETURN:
        break;
    }
    struct sr_table *past = sr_table_at(*table, deed->ply, error);
    if (!past)
        return false;
    sr_table_free(*table);
    *table = past;
    return true;
}

/* What is kept of an entry, as it is replayed. */
static bool read_deed(const struct sr_game *game, int seats, const struct sr_entry *entry,
                      struct sr_deed *deed, struct sr_error *error) {
    *deed = (struct sr_deed){.kind = (uint8_t)entry->kind, .seat = (uint8_t)entry->seat};
    if (entry->seat < 0 || entry->seat >= seats)
        return sr_fail(error, SR_PROBLEM_TABLE_DAMAGED, NULL);
    switch (entry->kind) {
    case SR_ENTRY_MOVE:
    case SR_ENTRY_STAND_IN:
        return sr_move_read(game, entry->move, strlen(entry->move), seats, &deed->move, error);
    case SR_ENTRY_UNDO:
        return true;
    case SR_ENTRY_RETURN:
        deed->ply = (uint32_t)strtoul(entry->move, NULL, 10);
        return true;
    }
    return sr_fail(error, SR_PROBLEM_TABLE_DAMAGED, NULL);
}

bool sr_host_add_deed(struct sr_host *host, struct sr_deed deed) {
    void *list = host->deed;
    size_t count = (size_t)(host->number - host->began);
    if (!sr_host_grow(host, &list, &host->deeds_room, count, sizeof *host->deed))
        return false;
    host->deed = list;
    host->deed[count] = deed;
    host->number++;
    return true;
}

/* Histories were checked when they were made; that they replay is checked all the same. */
static bool replay_entry(struct sr_host *host, struct sr_trail *trail, const struct sr_entry *entry,
                         struct sr_error *error) {
    struct sr_deed deed;
    int decider = sr_host_decider(host);
    bool fine = entry->number == host->number + 1 &&
                read_deed(host->game, host->row.seats, entry, &deed, error) &&
                sr_trail_replay(trail, &host->table, &deed, NULL, error);
    if (!fine) /* without memory nothing is known of the history */
        return error->problem == SR_PROBLEM_MEMORY ? false
                                                   : sr_fail(error, SR_PROBLEM_TABLE_DAMAGED, NULL);
    host->moment = sr_host_moment(host->now, host->row.now, entry->at);
    sr_host_charge(host, decider, entry->kind, entry->spent);
    if (entry->at)
        sr_host_set_clock(host);
    sr_host_count_entry(host, &deed);
    if (!sr_host_add_deed(host, deed))
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    if (host->began == host->row.base) /* otherwise it has them already */
        sr_host_checkpoint(host, entry->made);
    return true;
}

/* The table before the entries that are replayed. A checkpoint that does not fit was given with too
 * few entries: all of them are asked for again. */
static bool begin_history(struct sr_host *host, const struct sr_input *input, int64_t *last_made,
                          struct sr_error *error) {
    const struct sr_checkpoint *checkpoint = input->loaded.checkpoint;
    if (checkpoint) {
        if (!sr_host_begin_at(host, checkpoint, last_made))
            return false;
        sr_host_keep_past(host, host->table, host->number);
        return true;
    }
    host->table = sr_row_deal(&host->row, error);
    host->number = host->began = host->row.base;
    if (host->table)
        sr_host_fill_banks(host);
    return host->table != NULL;
}

/* Whose time runs first, and since when; false: it is not known when things happened. */
static bool set_first_clock(struct sr_host *host, const struct sr_input *input) {
    int64_t entries = input->loaded.entries;
    int64_t first = host->number > host->row.base && entries > 0 ? input->loaded.entry[0].at
                                                                 : host->row.started;
    bool timed = host->row.now && first && (entries == 0 || input->loaded.entry[entries - 1].at);
    if (!timed)
        return false;
    host->moment = sr_host_moment(host->now, host->row.now, first);
    sr_host_set_clock(host);
    return true;
}

static bool replay_history(struct sr_host *host, const struct sr_input *input,
                           struct sr_error *error) {
    int64_t last_made = 0;
    if (!begin_history(host, input, &last_made, error))
        return false;
    bool timed = set_first_clock(host, input);
    struct sr_trail trail = {0};
    bool fine = true;
    for (int64_t i = 0; fine && i < input->loaded.entries; i++) {
        if (i == input->loaded.entries - SR_RESUME_EVENTS)
            sr_host_keep_past(host, host->table, host->number);
        fine = replay_entry(host, &trail, &input->loaded.entry[i], error);
    }
    sr_trail_free(&trail);
    host->moment = host->now;
    if (!fine) {
        if (error->problem == SR_PROBLEM_TABLE_DAMAGED)
            sr_host_effect(host, SR_EFFECT_SET_ASIDE);
        return false;
    }
    bool some = input->loaded.entries > 0;
    if (some)
        last_made = input->loaded.entry[input->loaded.entries - 1].made;
    sr_host_resume_clock(host, last_made, timed);
    return true;
}

/* ---- when the rules have changed ---- */

/* How many moves stand after an entry, if so many stood before it. */
static uint32_t count_plies(const struct sr_entry *entry, uint32_t plies) {
    switch (entry->kind) {
    case SR_ENTRY_MOVE:
    case SR_ENTRY_STAND_IN:
        return plies + 1;
    case SR_ENTRY_UNDO:
        return plies - 1;
    case SR_ENTRY_RETURN:
        break;
    }
    return (uint32_t)strtoul(entry->move, NULL, 10);
}

/* Where it starts from: the position saved last, or the one that the table itself began with. */
static struct sr_table *begin_renewal(const struct sr_host *host, const struct sr_saved *saved,
                                      int64_t *number, struct sr_error *error) {
    bool older = !saved || saved->number < host->row.base;
    const char *from = older ? host->row.position : saved->position;
    *number = older ? host->row.base : saved->number;
    return from ? sr_position_renew(host->game, from, strlen(from), error) : NULL;
}

/* Entries up to the saved position only count; those after it must be possible under the rules of
 * today as well. NULL: it cannot be done. */
static struct sr_table *renew(const struct sr_host *host, const struct sr_input *input,
                              int64_t *number, struct sr_error *error) {
    struct sr_table *table = begin_renewal(host, input->loaded.saved, number, error);
    uint32_t plies = 0;
    bool fine = table != NULL;
    for (int64_t i = 0; fine && i < input->loaded.entries; i++) {
        const struct sr_entry *entry = &input->loaded.entry[i];
        struct sr_deed deed;
        if (entry->number <= *number) {
            plies = count_plies(entry, plies);
            continue;
        }
        fine = read_deed(host->game, host->row.seats, entry, &deed, error);
        if (fine && deed.kind == SR_ENTRY_RETURN) {
            fine = deed.ply >= plies;
            deed.ply -= plies;
        }
        fine = fine && sr_replay_deed(&table, &deed, NULL, error);
        *number = entry->number;
    }
    if (fine && !sr_head(table->state)->over)
        return table;
    sr_table_free(table);
    return NULL;
}

/* True: it is under way. */
static bool rebase(struct sr_host *host, const struct sr_input *input, struct sr_error *error) {
    int64_t number;
    struct sr_table *table = renew(host, input, &number, error);
    char *position = table ? sr_position_text(table->game, table->state, false) : NULL;
    if (table && !position)
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    sr_table_free(table);
    if (!position && error->problem == SR_PROBLEM_MEMORY)
        return false;
    if (!position)
        return fail_rules(&host->row, host->game->rules, error);
    struct sr_effect *effect = sr_host_wait(host, SR_EFFECT_REBASE, SR_WAITING_REBASE);
    effect->position.number = number;
    effect->position.rules = host->game->rules;
    effect->position.position = position;
    return true;
}

void sr_host_rebased(struct sr_host *host, enum sr_store_answer answer) {
    if (answer == SR_STORE_DONE || answer == SR_STORE_CONFLICT) {
        sr_host_note(host, "info", "table goes on under new rules");
        sr_host_read(host, false);
        return;
    }
    fail_rules(&host->row, host->game->rules, &host->trouble);
    sr_host_resume(host);
    sr_host_unload(host);
    host->read_again = host->now + READ_AGAIN_AFTER;
    sr_host_refuse(host, &host->trouble);
}

/* ---- loading ---- */

static bool copy_chat(struct sr_host *host, const struct sr_input *input) {
    for (int i = 0; i < input->loaded.chats; i++)
        if (!sr_host_keep_chat(host, &input->loaded.chat[i]))
            return false;
    return true;
}

/* Everything but the history. */
static bool copy_row(struct sr_host *host, const struct sr_input *input, struct sr_error *error) {
    if (!sr_table_row_copy(&host->row, input->loaded.row) || !copy_chat(host, input))
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    if (input->loaded.commitment)
        memcpy(host->commitment, input->loaded.commitment, sizeof host->commitment);
    host->game = sr_game_find(host->row.game);
    if (!host->game)
        return fail_rules(&host->row, 0, error);
    for (int seat = 0; seat < SR_MAX_SEATS; seat++)
        if (!host->seen[seat])
            host->seen[seat] = host->now;
    return true;
}

/* True: it is loaded, or something more is waited for. */
static bool load(struct sr_host *host, const struct sr_input *input, bool with_saved,
                 struct sr_error *error) {
    if (input->loaded.answer == SR_STORE_MISSING)
        return sr_fail(error, SR_PROBLEM_NO_TABLE, NULL);
    if (input->loaded.answer != SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    if (!copy_row(host, input, error))
        return false;
    if (host->row.quarantine != SR_QUARANTINE_NONE)
        return sr_fail(error,
                       host->row.quarantine == SR_QUARANTINE_DAMAGED ? SR_PROBLEM_TABLE_DAMAGED
                                                                     : SR_PROBLEM_QUARANTINED,
                       NULL);
    bool playing = host->row.status == SR_TABLE_PLAYING;
    /* A newer program, which stands beside this one, began it, and plays on. */
    if (playing && host->shared && host->row.rules > host->game->rules)
        return fail_rules(&host->row, host->game->rules, error);
    if (playing && !knows_rules(host->game, &host->row)) {
        if (with_saved)
            return rebase(host, input, error);
        sr_host_read(host, true);
        return true;
    }
    if ((playing || host->row.status == SR_TABLE_FINISHED) && !replay_history(host, input, error)) {
        if (!input->loaded.checkpoint || error->problem)
            return false;
        sr_host_unload(host);
        sr_host_read(host, true); /* the checkpoint does not fit: everything, then */
        return true;
    }
    /* The row was read before the entries, and the game ended between the two: both once more. */
    if (playing && sr_head(host->table->state)->over && host->ended_between++ < MOST_READS_APART) {
        sr_host_unload(host);
        sr_host_read(host, false);
        return true;
    }
    host->ended_between = 0;
    host->loaded = true;
    return true;
}

/* Was an entry, of which nobody knew whether it was stored, stored all the same? */
static bool is_stored(const struct sr_host *host, const struct sr_attempt *attempt) {
    int64_t number = attempt->entry.number;
    if (!host->loaded || number <= host->began || number > host->number)
        return false;
    const struct sr_deed *deed = &host->deed[number - 1 - host->began];
    return deed->kind == attempt->deed.kind && deed->seat == attempt->deed.seat &&
           deed->ply == attempt->deed.ply &&
           memcmp(&deed->move, &attempt->deed.move, sizeof deed->move) == 0;
}

/* Is there what was to be stored, of which nobody knew whether it was? */
static bool is_there(const struct sr_host *host, const struct sr_pending *pending,
                     const struct sr_asked *asked) {
    switch (pending->doubted) {
    case SR_WAITING_ENTRY:
        return is_stored(host, pending->attempt);
    case SR_WAITING_CHAIR:
        return sr_chair_is(&host->row.chair[pending->seat], &pending->after);
    case SR_WAITING_STATUS:
        return host->row.status == pending->status;
    case SR_WAITING_SHARED:
        return host->row.shared == pending->shared;
    case SR_WAITING_REMATCH:
        return *host->row.rematch != '\0';
    case SR_WAITING_CHAT:
        return sr_host_has_line(host, pending->chat);
    case SR_WAITING_PETITION:
        return asked && asked->version == pending->asked.version + 1 &&
               strcmp(asked->text, pending->asked.text) == 0;
    default:
        return false;
    }
}

/* Whoever said this over a socket has left a private table meanwhile, elsewhere: what is there now,
 * and be it a number, is not theirs to know any more. */
static bool is_let_go(const struct sr_host *host) {
    return host->loaded && host->asker.viewer &&
           !sr_host_may_see(host, host->asker.guest.person.id);
}

/* Those who waited for this while it was read again. */
static void settle(struct sr_host *host, struct sr_pending *pending, const struct sr_asked *asked) {
    struct sr_error error = pending->error;
    bool refused = error.problem == SR_PROBLEM_MOVED_ON; /* by the store itself */
    bool stored = host->loaded && is_there(host, pending, asked);
    if (pending->attempt && host->loaded && refused)
        sr_host_fail_moved_on(host, pending->attempt->entry.number - 1, &error);
    if (!host->loaded)
        error = host->trouble;
    bool gone = is_let_go(host);
    if (gone)
        sr_fail(&error, SR_PROBLEM_PRIVATE_TABLE, NULL);
    if (stored && pending->doubted == SR_WAITING_CHAIR)
        sr_host_chair_is_so(host, pending);
    else if (!gone && (stored || error.problem == SR_FINE))
        sr_host_done(host);
    else if (!gone && host->loaded && refused && pending->chat)
        sr_host_chat_again(host, pending);
    else
        sr_host_refuse(host, &error);
    sr_attempt_free(pending->attempt);
    free(pending->chat);
}

/* What those who watch have been told of the table before it is read again. */
struct told {
    int64_t number, base, line; /* number -1: nothing */
    int64_t revision;
};

static struct told what_was_told(const struct sr_host *host) {
    bool begun = host->loaded && host->table;
    return (struct told){.number = begun ? host->number : -1,
                         .base = host->row.base,
                         .revision = host->row.revision,
                         .line = host->chats    ? host->chat[host->chats - 1].number
                                 : host->loaded ? 0
                                                : host->line_told};
}

/* Every event once and in order, also those that somebody else stored meanwhile. */
static void tell_on(struct sr_host *host, const struct told *told) {
    sr_host_tell_table(host);
    bool same = told->number == host->number && told->revision == host->row.revision;
    if (same && host->row.revision > 0)
        ; /* only something was said */
    else if (host->table && told->number >= 0 && told->base == host->row.base)
        sr_host_tell_since(host, told->number);
    else if (host->table)
        sr_host_tell_views(host);
    for (int i = 0; i < host->chats; i++)
        if (host->chat[i].number > told->line)
            sr_host_tell_chat(host, &host->chat[i]);
}

void sr_host_load(struct sr_host *host, const struct sr_input *input) {
    struct sr_pending pending = sr_host_resume(host);
    struct sr_error error = {0};
    struct told told = what_was_told(host);
    host->line_told = told.line; /* also if it cannot be loaded now, and is later */
    sr_host_unload(host);
    bool fine = load(host, input, pending.with_saved, &error);
    if (host->pending.waiting != SR_WAITING_NOT) { /* what is waited for now, for the same wish */
        pending.waiting = host->pending.waiting;
        pending.ticket = host->pending.ticket;
        pending.since = host->pending.since;
        pending.with_saved = host->pending.with_saved;
        host->pending = pending;
        return;
    }
    host->trouble = error;
    if (!fine) {
        host->broken = host->broken || error.problem == SR_PROBLEM_MEMORY;
        sr_host_unload(host);
        host->read_again =
            input->loaded.answer == SR_STORE_BROKEN ? host->now + READ_AGAIN_AFTER : 0;
    }
    sr_host_count_here(host);
    if (fine)
        sr_host_load_petition(host, input->loaded.asked);
    settle(host, &pending, input->loaded.asked);
    if (!fine)
        return;
    sr_host_let_go(host);
    tell_on(host, &told);
    if (host->number == host->row.base)
        sr_host_changed(host); /* it has only begun: nothing may be saved yet */
    sr_host_ask_bot(host);
}

/* ---- entries that somebody else made ---- */

static bool follow(struct sr_host *host, const struct sr_entry *entry) {
    struct sr_attempt *made = sr_host_alloc(host, sizeof *made);
    bool fine = made && read_deed(host->game, host->row.seats, entry, &made->deed, NULL);
    if (fine) {
        made->entry = *entry;
        made->decider = sr_host_decider(host);
        memcpy(made->before, host->table->state, sizeof made->before);
        fine = sr_replay_deed(&host->table, &made->deed, &made->events, NULL);
    }
    if (fine)
        sr_host_entry_made(host, made);
    sr_attempt_free(made);
    return fine;
}

void sr_host_take_entries(struct sr_host *host, const struct sr_input *input) {
    const struct sr_entry *entry = input->entries.entry;
    bool fine = host->loaded;
    for (int64_t i = 0; fine && i < input->entries.entries; i++) {
        if (entry[i].number <= host->number)
            continue;
        host->moment = sr_host_moment(input->now, input->entries.read, entry[i].at);
        fine = host->row.status == SR_TABLE_PLAYING && entry[i].number == host->number + 1 &&
               follow(host, &entry[i]);
    }
    host->moment = host->now;
    sr_host_allow_who_sat_down(host);
    if (!fine && !host->broken)
        sr_host_read_again(host, NULL);
}
