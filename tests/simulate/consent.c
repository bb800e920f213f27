/* Who said what, and whether what was done at a table had been asked for and agreed to by those
 * whose it is. What people and bots say is noted when it reaches a host; whatever is then stored
 * must have been said by somebody who may. */
#include "world.h"

#include <stdio.h>
#include <string.h>

/* ---- noting ---- */

static bool is_noted(enum sr_say say) {
    switch (say) {
    case SR_MESSAGE_MOVE:
    case SR_MESSAGE_UNDO:
    case SR_MESSAGE_ASK:
    case SR_MESSAGE_ANSWER:
    case SR_MESSAGE_JOIN:
    case SR_MESSAGE_START:
    case SR_MESSAGE_LEAVE:
        return true;
    default:
        return false;
    }
}

void consent_heard(struct world *world, int node, int place, int64_t person,
                   const struct sr_message *message, bool with_call) {
    struct table *table = &world->table[place];
    if (message->say == SR_MESSAGE_CHAT)
        table->chats_heard++;
    if (!is_noted(message->say))
        return;
    struct said *said = &table->said[table->said_count++ % MAX_SAID];
    *said = (struct said){.order = table->said_count,
                          .event = world->events,
                          .person = person,
                          .after = message->after,
                          .ply = message->ply,
                          .seat = message->seat,
                          .say = message->say,
                          .agree = message->agree,
                          .with_call = with_call,
                          .node = node,
                          .number = table->entries};
    if (message->say == SR_MESSAGE_MOVE)
        snprintf(said->move, sizeof said->move, "%s", message->move);
    if (message->say == SR_MESSAGE_ASK)
        snprintf(said->kind, sizeof said->kind, "%s", message->kind);
}

void consent_bot_heard(struct world *world, int place, int64_t number, int seat, const char *move) {
    struct table *table = &world->table[place];
    struct bot_said *said = &table->bot_said[table->bot_said_count++ % 32];
    *said = (struct bot_said){.number = number, .seat = seat};
    snprintf(said->move, sizeof said->move, "%s", move);
}

/* What was said, last first; NULL: no more. */
static struct said *look_back(struct table *table, uint64_t n) {
    if (n >= table->said_count || n >= MAX_SAID)
        return NULL;
    return &table->said[(table->said_count - 1 - n) % MAX_SAID];
}

/* ---- entries ---- */

/* Notation may be written with more blanks than it is kept with. */
static bool same_move(const struct table *table, const char *said, const char *kept) {
    struct sr_move one, other;
    int seats = table->row.seats;
    return sr_move_read(table->game, said, strlen(said), seats, &one, NULL) &&
           sr_move_read(table->game, kept, strlen(kept), seats, &other, NULL) &&
           sr_same_move(one, other);
}

static bool was_said(struct table *table, const struct sr_entry *entry, enum sr_say say) {
    int64_t person = table->row.chair[entry->seat].person;
    struct said *said;
    for (uint64_t i = 0; (said = look_back(table, i)); i++) {
        if (said->say != say || said->person != person || said->used ||
            said->after != entry->number - 1)
            continue;
        if (say == SR_MESSAGE_MOVE && !same_move(table, said->move, entry->move))
            continue;
        said->used = true;
        return true;
    }
    return false;
}

static bool bot_said(const struct table *table, const struct sr_entry *entry) {
    for (uint64_t i = 0; i < 32 && i < table->bot_said_count; i++) {
        const struct bot_said *said = &table->bot_said[i];
        if (said->number == entry->number - 1 && said->seat == entry->seat &&
            strcmp(said->move, entry->move) == 0)
            return true;
    }
    return false;
}

/* Two different people, nothing that keeps it from being rated: then those for whom bots play are
 * asked too. */
static bool may_rate(const struct sr_table_row *row) {
    int64_t first = 0;
    for (int seat = 0; seat < row->seats; seat++) {
        int64_t person = row->chair[seat].person;
        if (person && first && person != first)
            return !row->hints && !row->position && !row->imported;
        first = first ? first : person;
    }
    return false;
}

/* Since `ask`, has this person agreed, at whatever node? */
static bool agreed_since(struct table *table, const struct said *ask, int64_t person) {
    struct said *said;
    bool yes = false;
    for (uint64_t i = 0; (said = look_back(table, i)) && said->order > ask->order; i++) {
        if (said->say == SR_MESSAGE_ANSWER && said->person == person)
            yes = yes || said->agree;
    }
    return yes;
}

/* A node that has not heard that somebody is back from the bot does not know that they have a say:
 * that is not held against the one that grants it. */
static bool has_say(const struct world *world, int place, int node, const struct said *ask,
                    int seat) {
    const struct table *table = &world->table[place];
    const struct sr_chair *chair = &table->row.chair[seat];
    const struct sr_host *host = world->node[node].room[place].host;
    if (!chair->person || chair->person == ask->person)
        return false;
    if (may_rate(&table->row))
        return true;
    return !*chair->bot && !(host && *sr_host_row(host)->chair[seat].bot);
}

static bool all_agreed(const struct world *world, struct table *table, int place, int node,
                       const struct said *ask) {
    for (int seat = 0; seat < table->row.seats; seat++)
        if (has_say(world, place, node, ask, seat) &&
            !agreed_since(table, ask, table->row.chair[seat].person))
            return false;
    return true;
}

static bool return_agreed(const struct world *world, struct table *table, int place, int node,
                          const struct sr_entry *entry) {
    int64_t person = table->row.chair[entry->seat].person;
    struct said *said;
    for (uint64_t i = 0; (said = look_back(table, i)); i++)
        if (said->say == SR_MESSAGE_ASK && said->person == person &&
            strcmp(said->kind, "undo") == 0 && said->after == entry->number - 1 &&
            all_agreed(world, table, place, node, said))
            return true;
    return false;
}

void consent_entry(struct world *world, int place, int node, const struct sr_entry *entry,
                   bool by_bot) {
    struct table *table = &world->table[place];
    const struct sr_chair *chair = &table->row.chair[entry->seat];
    bool stands_in = entry->kind == SR_ENTRY_STAND_IN;
    bool fine;
    if (entry->seat < 0 || entry->seat >= table->row.seats)
        fine = false;
    else if (by_bot)
        fine = bot_said(table, entry) && stands_in == (chair->person != 0) &&
               (stands_in || entry->kind == SR_ENTRY_MOVE);
    else if (entry->kind == SR_ENTRY_MOVE)
        fine = was_said(table, entry, SR_MESSAGE_MOVE);
    else if (entry->kind == SR_ENTRY_UNDO)
        fine = was_said(table, entry, SR_MESSAGE_UNDO);
    else
        fine = entry->kind == SR_ENTRY_RETURN && return_agreed(world, table, place, node, entry);
    if (fine)
        return;
    world_fail(world, entry->kind == SR_ENTRY_RETURN ? "consent" : "warrant",
               "entry %lld of table %d, \"%s\" by %s of seat %d, was %s", (long long)entry->number,
               place, entry->kind == SR_ENTRY_UNDO ? "undo" : entry->move,
               by_bot ? "the bot" : "the person", entry->seat + 1,
               entry->kind == SR_ENTRY_RETURN ? "not agreed to by all who must"
                                              : "never said for this position");
}

/* ---- chairs ---- */

static bool person_said(struct table *table, int64_t person, enum sr_say say) {
    struct said *said;
    for (uint64_t i = 0; (said = look_back(table, i)); i++)
        if (said->say == say && said->person == person)
            return true;
    return false;
}

/* Does somebody watch on the node where it was asked, and has since it was? */
static bool is_here(const struct world *world, int place, const struct said *ask, int64_t person) {
    for (int i = 0; i < MAX_SOCKETS; i++) {
        const struct socket *socket = &world->socket[i];
        if (socket->used && socket->table == place && socket->node == ask->node &&
            !socket->node_gone && socket->arrived && socket->since < ask->event &&
            socket->guest.person.id == person)
            return true;
    }
    return false;
}

/* Somebody else at the table asked for it, and of those who are there nobody was passed over. */
static bool replace_asked(const struct world *world, struct table *table, int place, int seat) {
    struct said *said;
    for (uint64_t i = 0; (said = look_back(table, i)); i++) {
        if (said->say != SR_MESSAGE_ASK || strcmp(said->kind, "replace") != 0 ||
            said->seat != seat + 1 || said->person == table->row.chair[seat].person)
            continue;
        bool fine = true;
        for (int other = 0; other < table->row.seats && fine; other++) {
            const struct sr_chair *chair = &table->row.chair[other];
            bool asked = chair->person && !*chair->bot && chair->person != said->person &&
                         chair->person != table->row.chair[seat].person &&
                         is_here(world, place, said, chair->person);
            fine = !asked || agreed_since(table, said, chair->person);
        }
        if (fine)
            return true;
    }
    return false;
}

/* Nobody is late sooner than after the least time there is for a turn; clocks may drift a little. A
 * node that has not heard of the last entries may be mistaken about whose time runs, be it that
 * another one made them, or that the store did what this one had given up: that is not held against
 * it. */
bool consent_time_is_up(const struct world *world, int place, int seat, int node) {
    enum { LEAST_TURN = 10000 };
    const struct table *table = &world->table[place];
    const struct sr_head *head = table->now ? sr_head(table->now->state) : NULL;
    const struct sr_host *host = world->node[node].room[place].host;
    struct sr_clock clock = sr_clock_read(table->row.clock);
    if (clock.kind == SR_CLOCK_NONE || !head)
        return false;
    if (!host || sr_host_number(host) != table->entries)
        return true;
    int64_t least = 1000 * clock.seconds < LEAST_TURN ? 1000 * clock.seconds : LEAST_TURN;
    return head->decider == seat && world->time - table->turn_since >= least * 97 / 100;
}

void consent_chair(struct world *world, const struct demand *demand) {
    const struct sr_effect *effect = &demand->effect.list[0];
    const struct sr_chair *before = &effect->set_chair.before, *after = &effect->set_chair.after;
    int place = demand->table, seat = effect->set_chair.seat;
    struct table *table = &world->table[place];
    bool waiting = table->row.status == SR_TABLE_WAITING, fine = true;
    const char *what = "";
    if (after->person && !*after->bot) { /* sits down, comes back, or accepts */
        what = "is seated";
        fine = person_said(table, after->person, SR_MESSAGE_JOIN) &&
               (!before->person || before->person == after->person);
        table->agreed[seat] = table->agreed[seat] || fine;
    } else if (after->person && !*before->bot) {
        what = "is replaced by a bot";
        world->counts->replaced++;
        fine = before->person == after->person && !waiting &&
               (person_said(table, before->person, SR_MESSAGE_LEAVE) || demand->time_was_up ||
                consent_time_is_up(world, place, seat, demand->node) ||
                replace_asked(world, table, place, seat));
    } else if (before->person) {
        what = "loses the seat";
        fine = waiting && (person_said(table, before->person, SR_MESSAGE_LEAVE) ||
                           (*before->bot && person_said(table, table->row.host, SR_MESSAGE_START)));
        table->agreed[seat] = false;
    }
    if (!fine)
        world_fail(world, "consent",
                   "table %d: person %lld %s at seat %d, and nobody who may said so", place,
                   (long long)(after->person ? after->person : before->person), what, seat + 1);
}

/* ---- starting, rating ---- */

void consent_status(struct world *world, int place, enum sr_table_status after) {
    struct table *table = &world->table[place];
    enum sr_say say = after == SR_TABLE_PLAYING ? SR_MESSAGE_START : SR_MESSAGE_LEAVE;
    if (!person_said(table, table->row.host, say))
        world_fail(world, "consent", "table %d is %s, but its host never said so", place,
                   after == SR_TABLE_PLAYING ? "started" : "closed");
    for (int seat = 0; after == SR_TABLE_PLAYING && seat < table->row.seats; seat++) {
        const struct sr_chair *chair = &table->row.chair[seat];
        if (!chair->person && !*chair->bot)
            world_fail(world, "stuck", "table %d starts without anybody at seat %d", place,
                       seat + 1);
        if (chair->person && !table->agreed[seat])
            world_fail(world, "consent", "table %d starts with person %lld, who never said yes",
                       place, (long long)chair->person);
    }
}

void consent_result(struct world *world, int place, const struct sr_result *result) {
    const struct table *table = &world->table[place];
    struct sr_sheet sheet = {0};
    sr_score(table->game, table->now->state, &sheet);
    for (int seat = 0; seat < table->row.seats; seat++) {
        if (table->row.chair[seat].person && !(table->touched & 1u << seat) && !result->unrated)
            world_fail(world, "consent", "table %d is rated, but seat %d never moved", place,
                       seat + 1);
        if (result->points[seat] != sheet.total[seat] || result->rank[seat] != sheet.rank[seat])
            world_fail(world, "result", "table %d: seat %d has %d points, the result says %d",
                       place, seat + 1, sheet.total[seat], result->points[seat]);
    }
}
