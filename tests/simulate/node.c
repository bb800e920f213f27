/* Nodes: each runs hosts, gives them what comes in, and carries out their effects. A node may die
 * before any of its effects: those before it were carried out, those after it never are. */
#include "world.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIRST_DATE = 1700000000, /* when all worlds begin */
    LEASE = 6000             /* milliseconds after the last sign of life */
};

int64_t node_now(const struct world *world, int node) {
    return world->time + world->node[node].clock + world->node[node].drifted;
}

bool node_works(const struct world *world, int node, uint32_t life) {
    const struct node *one = &world->node[node];
    return one->up && !one->asleep && one->life == life;
}

/* ---- leases ---- */

bool world_has_leases(const struct world *world) {
    return world->plan.nodes > 1;
}

static bool has_lease(const struct world *world, int node, int table) {
    const struct table *one = &world->table[table];
    return one->fence > 0 && one->owner == node && one->owner_life == world->node[node].life;
}

static void own(struct world *world, int node, int table, int64_t fence) {
    struct room *room = &world->node[node].room[table];
    struct sr_input input = {.kind = SR_INPUT_OWNED};
    room->fence = fence;
    input.owned.owns = fence != 0;
    node_take(world, node, table, &input);
}

/* A node that is cut off from its leases by sleep finds out here, or when a write is refused. */
void node_beat(struct world *world, int node) {
    for (int table = 0; table < world->tables && node_works(world, node, world->node[node].life);
         table++) {
        struct table *one = &world->table[table];
        const struct room *room = &world->node[node].room[table];
        bool held = one->fence > 0 && world->time - one->owner_seen <= LEASE;
        if (one->row.status != SR_TABLE_PLAYING)
            continue;
        if (!has_lease(world, node, table) && !held) {
            one->owner = node;
            one->owner_life = world->node[node].life;
            one->fence++;
        }
        if (has_lease(world, node, table)) {
            one->owner_seen = world->time;
            if (room->fence != one->fence)
                own(world, node, table, one->fence);
        } else if (room->host && room->fence) {
            own(world, node, table, 0);
        }
    }
}

/* ---- opening and dying ---- */

bool node_open(struct world *world, int node, int table) {
    struct room *room = &world->node[node].room[table];
    bool acts = !world_has_leases(world) || has_lease(world, node, table);
    const struct sr_host_plan plan = {
        .id = world->table[table].row.id, .shared = world_has_leases(world), .follows = !acts};
    if (room->host)
        return true;
    *room = (struct room){.host = sr_host_new(&plan),
                          .life = (uint32_t)world_number(world),
                          .fence = acts ? world->table[table].fence : 0};
    if (!room->host) {
        world_fail(world, "memory", "no memory for a host");
        return false;
    }
    store_read(world, node, table, 0, false);
    return true;
}

void node_drop(struct world *world, int node, int table) {
    struct room *room = &world->node[node].room[table];
    sr_host_free(room->host);
    *room = (struct room){0};
}

void node_crash(struct world *world, int node) {
    struct node *one = &world->node[node];
    if (!one->up)
        return;
    world->counts->crashes++;
    for (int table = 0; table < MAX_TABLES; table++)
        node_drop(world, node, table);
    one->up = one->asleep = false;
    one->crash_in = -1;
    wire_node_lost(world, node);
    store_node_lost(world, node);
}

void node_rise(struct world *world, int node) {
    struct node *one = &world->node[node];
    bool closed = true;
    one->asleep = false;
    if (one->up)
        return;
    for (int i = 0; i < world->plan.nodes; i++)
        closed = closed && !world->node[i].up;
    if (closed)
        world->open_since = store_now(world);
    one->up = true;
    one->crash_in = -1;
    one->life = (uint32_t)world_number(world);
    /* what is in play is taken up again: bots and clocks do not wait for visitors */
    for (int table = 0; table < world->tables; table++)
        if (world->table[table].row.status == SR_TABLE_PLAYING && !world_has_leases(world))
            node_open(world, node, table);
}

/* ---- effects ---- */

static void carry_out(struct world *world, int node, int table, struct sr_effect *effect) {
    struct room *room = &world->node[node].room[table];
    switch (effect->kind) {
    case SR_EFFECT_APPEND:
    case SR_EFFECT_SET_CHAIR:
    case SR_EFFECT_SET_STATUS:
    case SR_EFFECT_SET_SHARED:
    case SR_EFFECT_SET_REMATCH:
    case SR_EFFECT_ADD_TABLE:
    case SR_EFFECT_ADD_CHAT:
    case SR_EFFECT_SET_PETITION:
    case SR_EFFECT_REBASE:
    case SR_EFFECT_SAVE:
    case SR_EFFECT_READ:
        if (effect->ticket)
            room->ticket = effect->ticket;
        store_ask(world, node, table, effect);
        break;
    case SR_EFFECT_TELL:
        wire_tell(world, node, table, effect);
        break;
    case SR_EFFECT_ANSWER:
        wire_answer(world, node, table, effect);
        break;
    case SR_EFFECT_HANG_UP:
        wire_hang_up(world, node, effect->hang_up.viewer);
        break;
    case SR_EFFECT_BOT:
        if (room->asked == effect->bot.number + 1 && fault_strikes(world, FAULT_BOT_ASKED_ONCE, 1))
            break;
        room->asked = effect->bot.number + 1;
        bots_ask(world, node, table, effect);
        break;
    case SR_EFFECT_ADVICE:
        bots_ask(world, node, table, effect);
        break;
    case SR_EFFECT_WAKE:
        room->wake = fault_strikes(world, FAULT_LOST_WAKE, 20) ? 0 : effect->wake.at;
        break;
    case SR_EFFECT_CLOSE:
        room->closed = true;
        break;
    case SR_EFFECT_SET_ASIDE:
        world_fail(world, "aside", "table %d is set aside, but nothing damaged it", table);
        break;
    case SR_EFFECT_CHECKPOINT: /* a cache; these hosts replay everything */
    case SR_EFFECT_NOTE:
        break;
    }
}

/* Out of memory: the table is what is stored, and whoever looks at it, or was about to, must come
 * again. */
static void give_up(struct world *world, int node, int table) {
    world->counts->given_up++;
    for (int i = 0; i < MAX_SOCKETS; i++) {
        const struct socket *socket = &world->socket[i];
        if (socket->used && socket->node == node && socket->table == table && socket->arrived &&
            !socket->node_gone)
            wire_hang_up(world, node, socket->viewer);
    }
    node_drop(world, node, table);
    if (world->table[table].row.status == SR_TABLE_PLAYING)
        node_open(world, node, table);
}

void node_take(struct world *world, int node, int table, struct sr_input *input) {
    struct node *one = &world->node[node];
    struct sr_effects effects = {0};
    if (!node_open(world, node, table))
        return;
    input->now = node_now(world, node);
    input->date = FIRST_DATE + (world->time + one->calendar) / 1000;
    world->counts->inputs++;
    trace_input(world, node, table, input);
    memory_fails_in(one->memory_in);
    bool whole = sr_host_take(one->room[table].host, input, &effects);
    bool failed = memory_is_back();
    one->memory_in = failed ? -1 : one->memory_in;
    if (!whole && !failed)
        world_fail(world, "memory", "a host gave up on table %d", table);
    for (int i = 0; i < effects.count && one->up; i++) {
        if (one->crash_in >= 0 && one->crash_in-- == 0) {
            node_crash(world, node);
            break;
        }
        world->counts->effects++;
        trace_effect(world, &effects.list[i]);
        carry_out(world, node, table, &effects.list[i]);
    }
    sr_effects_clear(&effects);
    if (one->up && !whole && !fault_strikes(world, FAULT_GIVEN_UP_KEPT, 1))
        give_up(world, node, table);
    if (one->up)
        check_room(world, node, table);
}

/* A timer rings once: what is to ring again is asked for again. */
void node_tick(struct world *world, int node) {
    struct node *one = &world->node[node];
    for (int table = 0; table < world->tables; table++) {
        struct room *room = &one->room[table];
        if (!one->up || one->asleep)
            return;
        if (!room->host || room->wake == 0 || room->wake > node_now(world, node))
            continue;
        room->wake = 0;
        node_take(world, node, table, &(struct sr_input){.kind = SR_INPUT_TICK});
    }
}
