/* Faults stop: nodes are up, the store and the network do what they should, people want nothing but
 * to play on. Then every game that has begun must come to its end, and all must agree on it. */
#include "world.h"

enum {
    ROUNDS = 60000,    /* more than the longest games take */
    ROUNDS_A_POLL = 64 /* until nodes look by themselves whether they missed something */
};

static void do_step(struct world *world, enum step_kind kind, int subject, struct dice *dice) {
    const struct step step = {
        .kind = (uint8_t)kind, .subject = (uint32_t)subject, .number = dice_roll(dice)};
    world_do(world, &step);
}

static void calm_down(struct world *world) {
    world->calm = true;
    for (int i = 0; i < world->plan.nodes; i++) {
        world->node[i].crash_in = world->node[i].memory_in = -1;
        node_rise(world, i);
        world->node[i].drift = 0;
    }
    for (int i = 0; i < MAX_SOCKETS; i++)
        world->socket[i].stalled = false;
}

/* Whatever is on its way arrives. Returns how much it was. */
static int deliver(struct world *world, struct dice *dice) {
    int count = 0;
    for (int i = 0; i < MAX_SOCKETS && !world->failure.found; i++) {
        if (world->socket[i].used && world->socket[i].up.count > 0 && ++count)
            do_step(world, STEP_UP, i, dice);
        while (world->socket[i].used && world->socket[i].down.count > 0 && !world->failure.found &&
               ++count)
            do_step(world, STEP_DOWN, i, dice);
    }
    for (int i = 0; i < MAX_CALLS && !world->failure.found; i++)
        if (world->call[i].used && ++count)
            do_step(world, STEP_CALL, i, dice);
    for (int i = 0; i < MAX_DEMANDS && !world->failure.found; i++)
        if (world->demand[i].used && ++count)
            do_step(world, STEP_STORE, i, dice);
    for (int i = 0; i < MAX_REPLIES && !world->failure.found; i++)
        if (world->reply[i].used && ++count)
            do_step(world, STEP_REPLY, i, dice);
    for (int i = 0; i < MAX_JOBS && !world->failure.found; i++)
        if (world->job[i].used && ++count)
            do_step(world, STEP_BOT, i, dice);
    for (int i = 0; i < MAX_NOTICES && !world->failure.found; i++)
        if (world->notice[i].used && ++count)
            do_step(world, STEP_FEED, i, dice);
    return count;
}

static bool has_tab(const struct world *world, int person, int table) {
    for (int i = 0; i < MAX_TABS; i++)
        if (world->tab[i].used && world->tab[i].person == person && world->tab[i].table == table)
            return true;
    return false;
}

static bool plays_at(const struct world *world, int person, int table) {
    const struct sr_table_row *row = &world->table[table].row;
    for (int seat = 0; row->status == SR_TABLE_PLAYING && seat < row->seats; seat++)
        if (row->chair[seat].person == person + 1)
            return true;
    return false;
}

/* There are so many windows and no more: who only looks on makes room for who plays. */
static void come(struct world *world, int person, int table) {
    for (int i = 0; i < MAX_TABS && person_tab(world, person, table, SR_SPECTATOR) < 0; i++)
        if (!plays_at(world, world->tab[i].person, world->tab[i].table))
            person_close_tab(world, i);
}

/* Whoever sits at a game in play comes and looks. */
static void open_tabs(struct world *world) {
    for (int table = 0; table < world->tables; table++) {
        const struct sr_table_row *row = &world->table[table].row;
        for (int seat = 0; row->status == SR_TABLE_PLAYING && seat < row->seats; seat++) {
            int person = (int)row->chair[seat].person - 1;
            if (person >= 0 && !has_tab(world, person, table))
                come(world, person, table);
        }
    }
}

static bool is_in_play(const struct world *world, int table) {
    return world->table[table].row.status == SR_TABLE_PLAYING;
}

static bool any_in_play(const struct world *world) {
    for (int table = 0; table < world->tables; table++)
        if (is_in_play(world, table))
            return true;
    return false;
}

static bool play_on(struct world *world, struct dice *dice) {
    bool some = false;
    for (int i = 0; i < MAX_TABS; i++)
        if (world->tab[i].used && is_in_play(world, world->tab[i].table))
            some = person_go_on(world, i, dice) || some;
    return some;
}

/* What no notice told of is found all the same by those who look now and then. */
static void poll(struct world *world) {
    for (int node = 0; node < world->plan.nodes; node++)
        for (int table = 0; table < world->tables; table++)
            if (world->node[node].room[table].host) {
                store_notify(world, node, table, false);
                if (sr_host_rests(world->node[node].room[table].host) &&
                    sr_host_row(world->node[node].room[table].host)->status !=
                        world->table[table].row.status)
                    store_notify(world, node, table, true);
            }
}

static void check_end(struct world *world) {
    for (int table = 0; table < world->tables && !world->failure.found; table++) {
        const struct table *one = &world->table[table];
        if (is_in_play(world, table)) {
            world->counts->unfinished++;
            world_fail(world, "ending",
                       "faults have stopped, but table %d (%s, seat %d decides after entry %lld) "
                       "does not come to its end",
                       table, one->row.game, sr_head(one->now->state)->decider + 1,
                       (long long)one->entries);
        }
        for (int node = 0; node < world->plan.nodes; node++) {
            const struct sr_host *host = world->node[node].room[table].host;
            bool apart = host && sr_host_rests(host) &&
                         (sr_host_number(host) != one->entries ||
                          sr_host_row(host)->status != one->row.status);
            if (apart)
                world_fail(world, "apart", "node %d has table %d after entry %lld, the store %lld",
                           node, table, (long long)sr_host_number(host), (long long)one->entries);
        }
    }
    for (int i = 0; i < MAX_TABS && !world->failure.found; i++) {
        const struct tab *tab = &world->tab[i];
        if (tab->used && tab->socket >= 0 && tab->seen >= 0 && world->socket[tab->socket].arrived &&
            tab->seen != world->table[tab->table].entries)
            world_fail(world, "ending", "person %d saw table %d up to event %lld of %lld",
                       tab->person + 1, tab->table, (long long)tab->seen,
                       (long long)world->table[tab->table].entries);
    }
}

/* Until no game is in play and nothing is on its way, or nothing has happened for minutes. */
static void play_out(struct world *world, struct dice *dice) {
    int quiet = 0;
    for (int round = 0; round < ROUNDS && !world->failure.found; round++) {
        if (round % ROUNDS_A_POLL == 0)
            poll(world);
        open_tabs(world);
        bool busy = deliver(world, dice) > 0;
        busy = play_on(world, dice) || busy;
        quiet = busy ? 0 : quiet + 1;
        if (quiet > (any_in_play(world) ? 2 * ROUNDS_A_POLL : 0))
            break;
        world_pass(world, busy ? 20 : 2000);
    }
}

/* Whatever hosts still wait for is given up, and they read what there is. */
static void settle(struct world *world, struct dice *dice) {
    poll(world);
    for (int i = 0; i < ROUNDS_A_POLL && !world->failure.found; i++)
        if (deliver(world, dice) == 0)
            world_pass(world, SR_HOST_PATIENCE / 16);
}

/* A wish that was held back may start one more game while all settles. */
void world_end(struct world *world) {
    enum { TIMES = 4 };
    struct dice dice = {world->seed ^ UINT64_C(0x656e64)};
    calm_down(world);
    for (int i = 0; i < TIMES && (i == 0 || any_in_play(world)); i++) {
        play_out(world, &dice);
        settle(world, &dice);
    }
    if (!world->failure.found)
        check_end(world);
}
