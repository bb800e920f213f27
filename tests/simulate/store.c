/* The store, which all nodes share. It does one thing after the other, in any order, and some of
 * them never; it may answer late, or not at all, or only when whoever asked is gone. What it has
 * done it has done: it never forgets, and of two who want the same number one is refused. */
#include "world.h"

#include "games/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int store_find(const struct world *world, const char *id) {
    for (int i = 0; i < world->tables; i++)
        if (strcmp(world->table[i].row.id, id) == 0)
            return i;
    return -1;
}

int store_add_table(struct world *world, const struct sr_table_row *row, struct dice *dice) {
    if (world->tables == MAX_TABLES)
        return -1;
    int index = world->tables++;
    struct table *table = &world->table[index];
    *table = (struct table){.row = *row};
    snprintf(table->row.id, sizeof table->row.id, "table%d", index);
    snprintf(table->row.code, sizeof table->row.code, "code%08x", (unsigned)dice_roll(dice));
    for (size_t i = 0; i < sizeof table->row.seed; i++)
        table->row.seed[i] = (uint8_t)dice_roll(dice);
    for (size_t i = 0; i < sizeof table->commitment; i++)
        table->commitment[i] = (uint8_t)dice_roll(dice);
    table->row.status = SR_TABLE_WAITING;
    table->row.position = NULL;
    table->game = sr_game_find(table->row.game);
    table->knows = 1u << row->host;
    for (int seat = 0; seat < row->seats; seat++)
        table->knows |= 1u << row->chair[seat].person;
    table->home = (int)dice_below(dice, (uint32_t)world->plan.nodes);
    return index;
}

/* ---- asking ---- */

static struct demand *add_demand(struct world *world, int node, int table) {
    int index = FREE(world->demand);
    if (index < 0)
        return NULL; /* nobody will ever hear of it */
    struct demand *demand = &world->demand[index];
    *demand = (struct demand){.used = true,
                              .table = table,
                              .node = node,
                              .life = world->node[node].life,
                              .host_life = world->node[node].room[table].life};
    demand->effect.list = calloc(1, sizeof *demand->effect.list);
    if (!demand->effect.list) {
        demand->used = false;
        world_fail(world, "memory", "no memory for a demand");
        return NULL;
    }
    demand->effect.count = demand->effect.room = 1;
    return demand;
}

static void free_demand(struct demand *demand) {
    sr_effects_clear(&demand->effect);
    demand->used = false;
}

static struct reply *add_reply(struct world *world, const struct demand *demand,
                               enum sr_input_kind kind, enum sr_store_answer answer) {
    int index = FREE(world->reply);
    if (index < 0)
        return NULL;
    struct reply *reply = &world->reply[index];
    *reply = (struct reply){.used = true,
                            .table = demand->table,
                            .node = demand->node,
                            .life = demand->life,
                            .host_life = demand->host_life,
                            .input = {.kind = kind, .ticket = demand->effect.list[0].ticket}};
    if (kind == SR_INPUT_LOADED)
        reply->input.loaded.answer = answer;
    else if (kind == SR_INPUT_STORED)
        reply->input.stored.answer = answer;
    else
        reply->input.saved.answer = answer;
    return reply;
}

/* The effect is taken over, with what it holds. */
void store_ask(struct world *world, int node, int table, struct sr_effect *effect) {
    struct demand *demand = add_demand(world, node, table);
    if (!demand)
        return;
    demand->effect.list[0] = *effect;
    demand->fence = world->node[node].room[table].fence;
    effect->kind = SR_EFFECT_NOTE;
    struct sr_effect *asked = &demand->effect.list[0];
    if (asked->kind == SR_EFFECT_SET_CHAIR)
        demand->time_was_up = consent_time_is_up(world, table, asked->set_chair.seat, node);
    if (asked->kind != SR_EFFECT_APPEND)
        return;
    if (fault_strikes(world, FAULT_EARLY_DONE, 20))
        add_reply(world, demand, SR_INPUT_STORED, SR_STORE_DONE);
    if (fault_strikes(world, FAULT_CLOCK_UNSAVED, 2))
        asked->append.entry.spent = 0;
    if (asked->append.finishes && fault_strikes(world, FAULT_UNTOUCHED_RATED, 1))
        asked->append.result.unrated = false;
}

void store_read(struct world *world, int node, int table, uint64_t ticket, bool with_saved) {
    struct demand *demand = add_demand(world, node, table);
    if (!demand)
        return;
    demand->effect.list[0] = (struct sr_effect){
        .kind = SR_EFFECT_READ, .ticket = ticket, .read = {.with_saved = with_saved}};
}

/* Not the store's, but answered in the same way. */
void store_adviser(struct world *world, int node, int table, uint64_t ticket, bool taken) {
    int index = FREE(world->reply);
    if (index < 0)
        return;
    world->reply[index] = (struct reply){
        .used = true,
        .table = table,
        .node = node,
        .life = world->node[node].life,
        .host_life = world->node[node].room[table].life,
        .input = {.kind = SR_INPUT_ADVISER, .ticket = ticket, .adviser = {.taken = taken}}};
}

void reply_clear(struct reply *reply) {
    sr_table_row_clear(&reply->row);
    free(reply->saved.position);
    reply->saved.position = NULL;
}

void store_node_lost(struct world *world, int node) {
    for (int i = 0; i < MAX_REPLIES; i++)
        if (world->reply[i].used && world->reply[i].node == node) {
            reply_clear(&world->reply[i]);
            world->reply[i].used = false;
        }
    if (!fault_strikes(world, FAULT_FORGETFUL_STORE, 2))
        return;
    for (int i = 0; i < world->tables; i++)
        if (world->table[i].entries > 0 && world->table[i].row.base == 0 &&
            world->table[i].row.status == SR_TABLE_PLAYING)
            truth_forget(world, &world->table[i]);
}

bool store_owes(const struct world *world, int node, int table) {
    uint32_t life = world->node[node].room[table].life;
    for (int i = 0; i < MAX_DEMANDS; i++)
        if (world->demand[i].used && world->demand[i].node == node &&
            world->demand[i].table == table && world->demand[i].host_life == life)
            return true;
    for (int i = 0; i < MAX_REPLIES; i++)
        if (world->reply[i].used && world->reply[i].node == node &&
            world->reply[i].table == table && world->reply[i].host_life == life)
            return true;
    return false;
}

/* ---- doing ---- */

void store_notify(struct world *world, int node, int table, bool row) {
    int index = FREE(world->notice);
    if (index >= 0)
        world->notice[index] = (struct notice){
            .used = true, .row = row, .table = table, .node = node, .life = world->node[node].life};
}

/* The other nodes that have this table are to hear of it. */
static void notify(struct world *world, int node, int table, bool row) {
    world->table[table].row.revision += row;
    for (int i = 0; i < world->plan.nodes; i++)
        if (i != node && world->node[i].room[table].host)
            store_notify(world, i, table, row);
}

int64_t store_now(const struct world *world) {
    return world_has_leases(world) ? 1 + world->time : 0;
}

/* Something of a table but its history is not what it was: the other nodes are to hear of it. */
static void touch(struct world *world, const struct demand *demand) {
    world->table[demand->table].row.revision += world_has_leases(world);
    notify(world, demand->node, demand->table, true);
}

static enum sr_store_answer append(struct world *world, struct demand *demand) {
    struct table *table = &world->table[demand->table];
    struct sr_effect *effect = &demand->effect.list[0];
    const struct sr_entry *entry = &effect->append.entry;
    effect->append.entry.at = store_now(world);
    if (table->row.status != SR_TABLE_PLAYING || entry->number != table->entries + 1)
        return SR_STORE_CONFLICT;
    if (fault_strikes(world, FAULT_LOST_ENTRY, 20))
        return SR_STORE_DONE;
    consent_entry(world, demand->table, demand->node, entry, effect->append.by_bot);
    int decider = sr_head(table->now->state)->decider;
    if (!truth_follow(world, table, entry))
        return SR_STORE_CONFLICT;
    if (sr_head(table->now->state)->decider != decider)
        table->turn_since = world->time;
    table->by_bot[table->entries - 1] = effect->append.by_bot;
    world->counts->entries++;
    world->counts->returns += entry->kind == SR_ENTRY_RETURN;
    if (effect->append.finishes) {
        table->row.status = SR_TABLE_FINISHED;
        table->row.ended = entry->made;
        table->has_result = true;
        table->result = effect->append.result;
        consent_result(world, demand->table, &effect->append.result);
        world->counts->finished++;
    } else if (sr_head(table->now->state)->over) {
        world_fail(world, "result", "entry %lld ends table %d, but no result came with it",
                   (long long)entry->number, demand->table);
    }
    notify(world, demand->node, demand->table, false);
    if (!effect->append.finishes && fault_strikes(world, FAULT_APPEND_TWICE, 20)) {
        struct sr_entry twice = *entry;
        twice.number++;
        consent_entry(world, demand->table, demand->node, &twice, effect->append.by_bot);
        if (truth_follow(world, table, &twice))
            table->by_bot[table->entries - 1] = effect->append.by_bot;
    }
    return SR_STORE_DONE;
}

static bool same_chair(const struct sr_chair *one, const struct sr_chair *other) {
    return one->person == other->person && strcmp(one->bot, other->bot) == 0 &&
           strcmp(one->name, other->name) == 0;
}

static enum sr_store_answer set_chair(struct world *world, const struct demand *demand) {
    struct table *table = &world->table[demand->table];
    const struct sr_effect *effect = &demand->effect.list[0];
    int seat = effect->set_chair.seat;
    /* whose a chair is changes only before the game, however late the wish arrives */
    bool keeps = effect->set_chair.before.person == effect->set_chair.after.person;
    bool may = table->row.status == SR_TABLE_WAITING ||
               (table->row.status == SR_TABLE_PLAYING &&
                (keeps || fault_strikes(world, FAULT_LATE_LEAVE, 1)));
    if (!may || seat < 0 || seat >= table->row.seats ||
        !same_chair(&table->row.chair[seat], &effect->set_chair.before))
        return SR_STORE_CONFLICT;
    consent_chair(world, demand);
    table->row.chair[seat] = effect->set_chair.after;
    table->row.chair[seat].at = store_now(world);
    table->knows |= 1u << effect->set_chair.after.person;
    if (!*effect->set_chair.after.bot && table->now && sr_head(table->now->state)->decider == seat)
        table->turn_since = world->time;
    touch(world, demand);
    return SR_STORE_DONE;
}

static enum sr_store_answer set_status(struct world *world, const struct demand *demand) {
    struct table *table = &world->table[demand->table];
    const struct sr_effect *effect = &demand->effect.list[0];
    if (table->row.status != effect->set_status.before)
        return SR_STORE_CONFLICT;
    for (int seat = 0; seat < table->row.seats; seat++) { /* all are taken, none only invited */
        const struct sr_chair *chair = &table->row.chair[seat];
        if (effect->set_status.after == SR_TABLE_PLAYING && !chair->person == !*chair->bot)
            return SR_STORE_CONFLICT;
    }
    consent_status(world, demand->table, effect->set_status.after);
    table->row.status = effect->set_status.after;
    if (table->row.status == SR_TABLE_PLAYING) {
        truth_begin(world, table);
        table->turn_since = world->time;
        table->row.started = store_now(world);
        world->counts->started++;
    }
    touch(world, demand);
    return SR_STORE_DONE;
}

static enum sr_store_answer add_chat(struct world *world, const struct demand *demand,
                                     int64_t *line) {
    struct table *table = &world->table[demand->table];
    int64_t wanted = demand->effect.list[0].add_chat.chat.number;
    if (wanted && wanted != table->chats + 1)
        return SR_STORE_CONFLICT;
    int copies = fault_strikes(world, FAULT_CHAT_TWICE, 10) ? 2 : 1;
    for (int i = 0; i < copies; i++) {
        if (table->chats == table->chats_room) {
            int room = table->chats_room ? 2 * table->chats_room : 16;
            struct sr_chat *chat = realloc(table->chat, (size_t)room * sizeof *chat);
            if (!chat)
                return SR_STORE_BROKEN;
            table->chat = chat;
            table->chats_room = room;
        }
        table->chat[table->chats] = demand->effect.list[0].add_chat.chat;
        table->chat[table->chats].number = table->chats + 1;
        table->chats++;
    }
    *line = table->chats;
    if (world_has_leases(world))
        notify(world, demand->node, demand->table, true);
    if ((uint64_t)table->chats > table->chats_heard)
        world_fail(world, "doubled", "table %d has %d lines of chat, but only %llu were said",
                   demand->table, table->chats, (unsigned long long)table->chats_heard);
    return SR_STORE_DONE;
}

static enum sr_store_answer keep_position(struct world *world, struct demand *demand) {
    struct table *table = &world->table[demand->table];
    struct sr_effect *effect = &demand->effect.list[0];
    if (effect->position.number > table->entries) {
        world_fail(world, "durable", "table %d: a position after entry %lld, but %lld are stored",
                   demand->table, (long long)effect->position.number, (long long)table->entries);
        return SR_STORE_CONFLICT;
    }
    free(table->saved);
    table->saved = effect->position.position;
    table->saved_number = effect->position.number;
    effect->position.position = NULL;
    return SR_STORE_DONE;
}

static enum sr_store_answer add_table(struct world *world, const struct demand *demand,
                                      struct dice *dice, char id[SR_TABLE_ID_BYTES]) {
    const struct sr_table_row *row = demand->effect.list[0].add_table.row;
    int index = store_add_table(world, row, dice);
    if (index < 0)
        return SR_STORE_BROKEN; /* the house is full */
    struct table *table = &world->table[index];
    for (int seat = 0; seat < row->seats; seat++) {
        struct sr_chair *chair = &table->row.chair[seat];
        table->agreed[seat] = chair->person == row->host;
        if (chair->person && fault_strikes(world, FAULT_NOT_ASKED, 1))
            chair->bot[0] = '\0';
    }
    world->counts->rematches++;
    memcpy(id, table->row.id, SR_TABLE_ID_BYTES);
    return SR_STORE_DONE;
}

static enum sr_store_answer set_rematch(struct world *world, const struct demand *demand) {
    struct table *table = &world->table[demand->table];
    if (*table->row.rematch)
        return SR_STORE_CONFLICT;
    memcpy(table->row.rematch, demand->effect.list[0].set_rematch.id, sizeof table->row.rematch);
    if (world_has_leases(world))
        touch(world, demand);
    return SR_STORE_DONE;
}

static enum sr_store_answer set_petition(struct world *world, const struct demand *demand) {
    struct table *table = &world->table[demand->table];
    const struct sr_asked *asked = &demand->effect.list[0].petition;
    if (table->row.status != SR_TABLE_PLAYING || asked->version != table->asked.version)
        return SR_STORE_CONFLICT;
    table->asked = *asked;
    table->asked.version++;
    world->counts->petitions++;
    touch(world, demand);
    return SR_STORE_DONE;
}

/* Of several nodes only the one that acts for a table writes what nobody asked for. */
static bool is_fenced_off(struct world *world, const struct demand *demand) {
    const struct sr_effect *effect = &demand->effect.list[0];
    bool owners =
        effect->kind == SR_EFFECT_SAVE ||
        (effect->own && (effect->kind == SR_EFFECT_APPEND || effect->kind == SR_EFFECT_SET_CHAIR));
    if (!world_has_leases(world) || !owners || demand->fence == world->table[demand->table].fence)
        return false;
    if (!fault_strikes(world, FAULT_NO_FENCE, 1))
        return true;
    world_fail(world, "fence", "table %d: node %d writes by fence %lld, but %lld was given",
               demand->table, demand->node, (long long)demand->fence,
               (long long)world->table[demand->table].fence);
    return false;
}

static enum sr_store_answer rebase(struct world *world, struct demand *demand) {
    struct table *table = &world->table[demand->table];
    struct sr_effect *effect = &demand->effect.list[0];
    if (table->row.status != SR_TABLE_PLAYING || effect->position.number != table->entries)
        return SR_STORE_CONFLICT;
    if (fault_strikes(world, FAULT_STALE_POSITION, 1) && table->saved) {
        free(effect->position.position);
        effect->position.position = table->saved;
        table->saved = NULL;
    }
    free(table->row.position);
    table->row.position = effect->position.position;
    table->row.rules = effect->position.rules;
    table->row.base = effect->position.number;
    effect->position.position = NULL;
    truth_rebase(world, table, table->row.position);
    world->counts->rebased++;
    touch(world, demand);
    return SR_STORE_DONE;
}

/* What is saved must lead to the end of the history by moves alone: a return beyond it is refused,
 * and such a table waits for the old program. */
static bool is_renewable(const struct table *table) {
    bool saved = table->saved && table->saved_number >= table->row.base;
    if (table->row.status != SR_TABLE_PLAYING || (!saved && !table->row.position))
        return false;
    for (int64_t i = saved ? table->saved_number : table->row.base; i < table->entries; i++)
        if (table->entry[i].kind != SR_ENTRY_MOVE && table->entry[i].kind != SR_ENTRY_STAND_IN)
            return false;
    return true;
}

/* What the old program had asked for is gone with it; its rules are none that the new one has. */
void store_upgrade(struct world *world) {
    for (int i = 0; i < MAX_DEMANDS; i++)
        if (world->demand[i].used)
            free_demand(&world->demand[i]);
    for (int i = 0; i < world->tables; i++)
        if (is_renewable(&world->table[i]))
            world->table[i].row.rules = 0;
    world->counts->upgrades++;
}

/* Does it, whoever may hear of it. */
static enum sr_store_answer perform(struct world *world, struct demand *demand, struct dice *dice,
                                    int64_t *line, char id[SR_TABLE_ID_BYTES]) {
    const struct sr_effect *effect = &demand->effect.list[0];
    if (is_fenced_off(world, demand))
        return SR_STORE_CONFLICT;
    switch (effect->kind) {
    case SR_EFFECT_APPEND:
        return append(world, demand);
    case SR_EFFECT_SET_CHAIR:
        return set_chair(world, demand);
    case SR_EFFECT_SET_STATUS:
        return set_status(world, demand);
    case SR_EFFECT_SET_SHARED:
        world->table[demand->table].row.shared = effect->set_shared.shared;
        return SR_STORE_DONE;
    case SR_EFFECT_SET_REMATCH:
        return set_rematch(world, demand);
    case SR_EFFECT_ADD_TABLE:
        return add_table(world, demand, dice, id);
    case SR_EFFECT_ADD_CHAT:
        return add_chat(world, demand, line);
    case SR_EFFECT_SET_PETITION:
        return set_petition(world, demand);
    case SR_EFFECT_SAVE:
        return keep_position(world, demand);
    case SR_EFFECT_REBASE:
        return rebase(world, demand);
    default:
        return SR_STORE_DONE; /* reading */
    }
}

/* ---- answering ---- */

static bool is_conditional(enum sr_effect_kind kind) {
    return kind == SR_EFFECT_APPEND || kind == SR_EFFECT_SET_CHAIR ||
           kind == SR_EFFECT_SET_STATUS || kind == SR_EFFECT_SET_REMATCH ||
           kind == SR_EFFECT_REBASE || kind == SR_EFFECT_SET_PETITION;
}

/* What there is now; the history only grows, so how much of it there was is enough. */
static void fill_read(struct world *world, struct reply *reply, bool with_saved) {
    const struct table *table = &world->table[reply->table];
    if (!sr_table_row_copy(&reply->row, &table->row))
        world_fail(world, "memory", "no memory for a row");
    reply->input.loaded.entries = table->entries - table->row.base;
    reply->input.loaded.chats = table->chats;
    reply->asked = table->asked;
    if (with_saved && table->saved) {
        reply->saved =
            (struct sr_saved){.number = table->saved_number, .position = strdup(table->saved)};
    }
}

static void answer(struct world *world, struct demand *demand, enum sr_store_answer given,
                   int64_t line, const char *id) {
    enum sr_effect_kind kind = demand->effect.list[0].kind;
    bool reads = kind == SR_EFFECT_READ;
    struct reply *reply = add_reply(world, demand,
                                    reads                    ? SR_INPUT_LOADED
                                    : kind == SR_EFFECT_SAVE ? SR_INPUT_SAVED
                                                             : SR_INPUT_STORED,
                                    given);
    if (!reply)
        return;
    if (reads && given == SR_STORE_DONE)
        fill_read(world, reply, demand->effect.list[0].read.with_saved);
    if (kind == SR_EFFECT_ADD_CHAT)
        reply->input.stored.line = line;
    if (kind == SR_EFFECT_ADD_TABLE)
        memcpy(reply->id, id, sizeof reply->id);
}

/* Whoever asked was told that nobody knows. */
static void finish_unsure(struct world *world, struct demand *demand, uint64_t number) {
    struct dice dice = {number};
    int64_t line = 0;
    char id[SR_TABLE_ID_BYTES] = "";
    enum sr_store_answer given = perform(world, demand, &dice, &line, id);
    trace_store(world, demand, given, true);
    free_demand(demand);
}

/* The connection breaks under it: it was done, it never will be, or it is on its way still. */
static void answer_unsure(struct world *world, struct demand *demand, struct dice *dice) {
    uint32_t outcome = dice_below(dice, 3);
    uint64_t number = dice_roll(dice);
    world->counts->unsure++;
    bool trusted = demand->effect.list[0].kind == SR_EFFECT_APPEND &&
                   fault_strikes(world, FAULT_UNSURE_DONE, 1);
    const char nowhere[SR_TABLE_ID_BYTES] = "";
    answer(world, demand, trusted ? SR_STORE_DONE : SR_STORE_UNSURE, 0, nowhere);
    demand->answered = true;
    if (outcome == 0)
        finish_unsure(world, demand, number);
    else if (outcome == 1)
        free_demand(demand);
}

static bool may_be_unsure(enum sr_effect_kind kind) {
    return kind != SR_EFFECT_READ && kind != SR_EFFECT_SAVE;
}

void store_step(struct world *world, uint32_t subject, uint64_t number) {
    int index = NEAR(world->demand, subject);
    if (index < 0)
        return;
    struct demand *demand = &world->demand[index];
    const struct plan *plan = &world->plan;
    if (demand->answered) {
        finish_unsure(world, demand, number);
        return;
    }
    struct dice dice = {number};
    enum sr_effect_kind kind = demand->effect.list[0].kind;
    bool alive = world->node[demand->node].up && world->node[demand->node].life == demand->life;
    uint32_t luck = world->calm ? 1000 : dice_below(&dice, 1000);
    enum sr_store_answer given = SR_STORE_DONE;
    int64_t line = 0;
    char id[SR_TABLE_ID_BYTES] = "";
    bool mute = !alive || luck < plan->store_is_mute;
    if (!mute)
        luck -= luck < 1000 ? plan->store_is_mute : 0;
    if (mute && dice_in(&dice, 1, 2)) { /* it never got there */
        world->counts->unknown_outcomes++;
        free_demand(demand);
        return;
    }
    uint32_t unsure_from = plan->store_refuses + plan->store_conflicts;
    if (!mute && luck >= unsure_from && luck < unsure_from + plan->store_is_unsure &&
        may_be_unsure(kind)) {
        answer_unsure(world, demand, &dice);
        return;
    }
    if (!mute && luck < plan->store_refuses)
        given = SR_STORE_BROKEN;
    else if (!mute && luck < plan->store_refuses + plan->store_conflicts && is_conditional(kind))
        given = SR_STORE_CONFLICT;
    else
        given = perform(world, demand, &dice, &line, id);
    world->counts->conflicts += given == SR_STORE_CONFLICT;
    trace_store(world, demand, given, mute);
    if (given == SR_STORE_CONFLICT && fault_strikes(world, FAULT_CONFLICT_IGNORED, 2))
        given = SR_STORE_DONE;
    if (mute)
        world->counts->unknown_outcomes++;
    else
        answer(world, demand, given, line, id);
    free_demand(demand);
}

void store_reply(struct world *world, uint32_t subject) {
    int index = NEAR(world->reply, subject);
    if (index < 0)
        return;
    struct reply *reply = &world->reply[index];
    int node = reply->node, place = reply->table;
    const struct table *table = &world->table[place];
    const struct room *room = &world->node[node].room[place];
    if (world->node[node].up && world->node[node].asleep)
        return;
    bool wanted =
        node_works(world, node, reply->life) && room->host && room->life == reply->host_life;
    struct sr_input input = reply->input;
    struct sr_table_row row = reply->row;
    struct sr_saved saved = reply->saved;
    struct sr_asked asked = reply->asked;
    char id[SR_TABLE_ID_BYTES];
    memcpy(id, reply->id, sizeof id);
    reply->row.position = reply->saved.position = NULL;
    reply->used = false;
    if (input.kind == SR_INPUT_LOADED) {
        int chats = input.loaded.chats < SR_CHAT_LINES ? input.loaded.chats : SR_CHAT_LINES;
        input.loaded.row = &row;
        input.loaded.entry = table->entry ? table->entry + row.base : NULL;
        input.loaded.saved = saved.position ? &saved : NULL;
        input.loaded.chat = table->chats ? table->chat + input.loaded.chats - chats : NULL;
        input.loaded.chats = chats;
        input.loaded.commitment = table->commitment;
        input.loaded.asked = world_has_leases(world) ? &asked : NULL;
        row.now = store_now(world);
        row.open_since = world_has_leases(world) ? world->open_since : 0;
    } else if (input.kind == SR_INPUT_STORED && *id) {
        input.stored.id = id;
    }
    if (wanted && input.ticket && input.ticket != room->ticket) {
        world->counts->late_answers++;
        if (input.kind == SR_INPUT_STORED && fault_strikes(world, FAULT_OTHERS_ANSWER, 1))
            input.ticket = room->ticket;
    }
    if (wanted)
        node_take(world, node, place, &input);
    sr_table_row_clear(&row);
    free(saved.position);
}

/* ---- the feed ---- */

void store_catch_up(struct world *world, int node, int place) {
    const struct table *table = &world->table[place];
    const struct sr_host *host = world->node[node].room[place].host;
    int64_t known = host ? sr_host_number(host) : 0;
    if (known >= table->entries)
        return;
    struct sr_input input = {.kind = SR_INPUT_ENTRIES,
                             .entries = {.entry = table->entry + known,
                                         .entries = table->entries - known,
                                         .read = store_now(world)}};
    node_take(world, node, place, &input);
}

/* The row itself may have changed too: its revision says so. */
void store_look_again(struct world *world, int node, int place) {
    const struct room *room = &world->node[node].room[place];
    store_catch_up(world, node, place);
    if (world->node[node].up && room->host && sr_host_is_whole(room->host, NULL) &&
        sr_host_row(room->host)->revision != world->table[place].row.revision)
        node_take(world, node, place, &(struct sr_input){.kind = SR_INPUT_CHANGED});
}

void store_feed(struct world *world, uint32_t subject, uint64_t number) {
    int index = NEAR(world->notice, subject);
    if (index < 0)
        return;
    struct notice notice = world->notice[index];
    const struct room *room = &world->node[notice.node].room[notice.table];
    struct dice dice = {number};
    if (world->node[notice.node].up && world->node[notice.node].asleep)
        return;
    bool repeated = !world->calm && dice_in(&dice, 1, 10);
    world->notice[index].used = repeated;
    bool lost = !world->calm && dice_in(&dice, world->plan.feed_lost, 1000);
    if (lost || !node_works(world, notice.node, notice.life) || !room->host)
        return;
    if (notice.row)
        node_take(world, notice.node, notice.table, &(struct sr_input){.kind = SR_INPUT_CHANGED});
    else
        store_catch_up(world, notice.node, notice.table);
}
