/* Making a world out of a seed, doing a step in it, and the passing of time. */
#include "world.h"

#include "games/games.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ALLOCATIONS = 64 }; /* until one fails */

const char *const step_names[STEP_KINDS] = {
    [STEP_TIME] = "time",   [STEP_PERSON] = "person", [STEP_UP] = "up",       [STEP_DOWN] = "down",
    [STEP_CALL] = "call",   [STEP_STORE] = "store",   [STEP_REPLY] = "reply", [STEP_BOT] = "bot",
    [STEP_FEED] = "feed",   [STEP_CUT] = "cut",       [STEP_CRASH] = "crash", [STEP_RISE] = "rise",
    [STEP_SLEEP] = "sleep", [STEP_JUMP] = "jump",     [STEP_GO_TO] = "go-to", [STEP_DROP] = "drop",
    [STEP_RULES] = "rules", [STEP_MEMORY] = "memory"};

/* ---- chance ---- */

/* Steele, Lea and Flood's SplitMix: every state is good, so any number may be one. */
uint64_t dice_roll(struct dice *dice) {
    uint64_t z = dice->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

uint32_t dice_below(struct dice *dice, uint32_t bound) {
    return (uint32_t)((dice_roll(dice) >> 32) * bound >> 32);
}

bool dice_in(struct dice *dice, uint32_t one, uint32_t in) {
    return dice_below(dice, in) < one;
}

/* ---- lists ---- */

static bool is_used(const bool *used, size_t stride, size_t index) {
    return *(const bool *)((const char *)used + stride * index);
}

int pick(const bool *used, size_t stride, size_t count, uint32_t n) {
    uint32_t there = 0;
    for (size_t i = 0; i < count; i++)
        there += is_used(used, stride, i);
    if (there == 0)
        return -1;
    n %= there;
    for (size_t i = 0; i < count; i++)
        if (is_used(used, stride, i) && n-- == 0)
            return (int)i;
    return -1;
}

int find_near(const bool *used, size_t stride, size_t count, uint32_t n) {
    for (size_t i = 0; i < count; i++)
        if (is_used(used, stride, (n + i) % count))
            return (int)((n + i) % count);
    return -1;
}

int find_free(const bool *used, size_t stride, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!is_used(used, stride, i))
            return (int)i;
    return -1;
}

uint64_t world_number(struct world *world) {
    return ++world->numbers;
}

void world_fail(struct world *world, const char *check, const char *format, ...) {
    struct failure *failure = &world->failure;
    va_list args;
    if (failure->found)
        return;
    failure->found = true;
    failure->check = check;
    failure->event = world->events;
    va_start(args, format);
    vsnprintf(failure->what, sizeof failure->what, format, args);
    va_end(args);
}

/* ---- making ---- */

static void make_person(struct world *world, int index, struct dice *dice) {
    struct person *person = &world->person[index];
    uint32_t luck = dice_below(dice, 100);
    person->who.id = index + 1;
    snprintf(person->who.name, sizeof person->who.name, "Person %d", index + 1);
    person->who.claimed = dice_in(dice, 2, 3);
    person->lang = dice_in(dice, 1, 4) ? SR_RU : SR_EN;
    person->character = luck < world->plan.hostile                        ? HOSTILE
                        : luck < world->plan.hostile + world->plan.clumsy ? CLUMSY
                                                                          : HONEST;
}

/* Mostly the games that are quick to play. */
static const struct {
    const char *game;
    int weight, seats_min, seats_max;
} mix[] = {{"pandaspin", 6, 2, 3},
           {"dunhuang", 8, 2, 3},
           {"obscurians", 2, 4, 4},
           {"gugong", 1, 2, 2},
           {"marcopolo", 1, 2, 2}};

static void choose_game(struct sr_table_row *row, struct dice *dice) {
    int sum = 0;
    for (size_t i = 0; i < sizeof mix / sizeof mix[0]; i++)
        sum += mix[i].weight;
    int at = (int)dice_below(dice, (uint32_t)sum);
    size_t chosen = 0;
    while (at >= mix[chosen].weight)
        at -= mix[chosen++].weight;
    snprintf(row->game, sizeof row->game, "%s", mix[chosen].game);
    row->seats =
        mix[chosen].seats_min +
        (int)dice_below(dice, (uint32_t)(mix[chosen].seats_max - mix[chosen].seats_min + 1));
    row->rules = sr_game_find(row->game)->rules;
}

static void seat_people(struct sr_table_row *row, const struct world *world, struct dice *dice) {
    const struct person *host = &world->person[dice_below(dice, (uint32_t)world->people)];
    row->host = host->who.id;
    for (int seat = 0; seat < row->seats; seat++) {
        struct sr_chair *chair = &row->chair[seat];
        uint32_t luck = dice_below(dice, 100);
        if (seat == 0 || luck < 6) { /* sometimes several at one screen */
            chair->person = host->who.id;
            snprintf(chair->name, sizeof chair->name, "%s", host->who.name);
        } else if (luck < 35) {
            snprintf(chair->bot, sizeof chair->bot, "fair");
            snprintf(chair->name, sizeof chair->name, "fair bot %d", seat + 1);
        }
    }
}

static void make_table(struct world *world, struct dice *dice) {
    static const char *const clocks[] = {"none",      "none",       "turn 5", "turn 60",
                                         "game 30 2", "game 600 5", "days 1"};
    struct sr_table_row row = {0};
    choose_game(&row, dice);
    seat_people(&row, world, dice);
    snprintf(row.clock, sizeof row.clock, "%s",
             clocks[dice_below(dice, sizeof clocks / sizeof clocks[0])]);
    row.open = dice_in(dice, 1, 2);
    row.hints = dice_in(dice, 1, 4);
    int index = store_add_table(world, &row, dice);
    struct table *table = &world->table[index];
    for (int seat = 0; seat < row.seats; seat++)
        table->agreed[seat] = row.chair[seat].person == row.host;
}

/* Somebody has brought the record of a game that was played elsewhere. */
static void import_game(struct world *world, struct dice *dice) {
    struct sr_table_row row = {.seats = 2, .imported = true};
    snprintf(row.game, sizeof row.game, "dunhuang");
    snprintf(row.clock, sizeof row.clock, "none");
    row.rules = sr_game_find(row.game)->rules;
    row.host = world->person[dice_below(dice, (uint32_t)world->people)].who.id;
    for (int seat = 0; seat < row.seats; seat++)
        snprintf(row.chair[seat].name, sizeof row.chair[seat].name, "Elsewhere %d", seat + 1);
    int index = store_add_table(world, &row, dice);
    struct table *table = &world->table[index];
    struct sr_sheet sheet = {0};
    truth_begin(world, table);
    while (!world->failure.found && !sr_head(table->now->state)->over) {
        const struct sr_moves *moves = &table->now->moves;
        struct sr_entry entry = {.number = table->entries + 1,
                                 .seat = sr_head(table->now->state)->decider};
        struct sr_out out;
        sr_out_open(&out, entry.move, sizeof entry.move);
        sr_move_write(&out, table->game, moves->list[dice_below(dice, moves->count)]);
        truth_follow(world, table, &entry);
    }
    sr_score(table->game, table->now->state, &sheet);
    for (int seat = 0; seat < row.seats; seat++) {
        table->row.chair[seat].points = sheet.total[seat];
        table->row.chair[seat].rank = sheet.rank[seat];
    }
    table->row.status = SR_TABLE_FINISHED;
    table->row.ended = 1;
}

struct world *world_new(uint64_t seed, int nodes, enum fault fault, uint32_t checked,
                        struct counts *counts) {
    struct world *world = calloc(1, sizeof *world);
    struct dice dice = {seed};
    if (!world)
        return NULL;
    world->seed = seed;
    world->counts = counts;
    world->tamper = (struct dice){~seed};
    chance_plan(&world->plan, &dice);
    struct dice unsure = {seed ^ UINT64_C(0x756e73757265)}; /* so that the rest is as it was */
    world->plan.store_is_unsure = dice_in(&unsure, 1, 2) ? dice_below(&unsure, 60) : 0;
    if (nodes)
        world->plan.nodes = nodes;
    world->plan.spread = world->plan.spread && world->plan.nodes > 1;
    world->plan.checked = checked;
    world->plan.fault = fault;
    world->people = world->plan.people;
    for (int i = 0; i < world->people; i++)
        make_person(world, i, &dice);
    for (int i = 0; i < world->plan.nodes; i++) {
        world->node[i].clock = 1000 + dice_below(&dice, 100000000);
        world->node[i].calendar = dice_in(&dice, 1, 3) ? dice_below(&dice, 100000) - 50000 : 0;
        world->node[i].memory_in = -1;
        node_rise(world, i);
    }
    for (int i = 0; i < world->plan.tables; i++)
        make_table(world, &dice);
    if (dice_in(&dice, 1, 4))
        import_game(world, &dice);
    return world;
}

void world_free(struct world *world) {
    if (!world)
        return;
    for (int i = 0; i < MAX_SOCKETS; i++) {
        queue_clear(&world->socket[i].up);
        queue_clear(&world->socket[i].down);
    }
    for (int i = 0; i < MAX_TABS; i++)
        client_clear(&world->tab[i]);
    for (int i = 0; i < MAX_NODES; i++)
        for (int j = 0; j < MAX_TABLES; j++)
            sr_host_free(world->node[i].room[j].host);
    for (int i = 0; i < MAX_DEMANDS; i++)
        sr_effects_clear(&world->demand[i].effect);
    for (int i = 0; i < MAX_REPLIES; i++)
        reply_clear(&world->reply[i]);
    for (int i = 0; i < world->tables; i++)
        truth_free(&world->table[i]);
    free(world);
}

/* ---- time ---- */

void world_pass(struct world *world, int64_t milliseconds) {
    world->time += milliseconds;
    for (int i = 0; i < world->plan.nodes; i++)
        world->node[i].drifted += milliseconds * world->node[i].drift / 1000000;
    for (int i = 0; i < world->plan.nodes && !world->failure.found; i++) {
        if (world_has_leases(world))
            node_beat(world, i);
        node_tick(world, i);
    }
}

/* Mostly moments, now and then as long as it takes until somebody loses patience, or a day. */
static void pass_time(struct world *world, uint64_t number) {
    static const uint32_t most[] = {20, 20, 200, 200, 2000, 2000, 20000, 60000, 200000, 5000000};
    struct dice dice = {number};
    uint32_t kinds = sizeof most / sizeof most[0];
    uint32_t kind = dice_below(&dice, kinds);
    if (kind + 1 == kinds && !dice_in(&dice, 1, 20))
        kind = 0;
    world_pass(world, 1 + dice_below(&dice, most[kind]));
}

static void jump(struct world *world, uint32_t subject, uint64_t number) {
    struct node *node = &world->node[subject % (uint32_t)world->plan.nodes];
    struct dice dice = {number};
    int64_t by = (int64_t)dice_below(&dice, 400000) - 200000;
    if (dice_in(&dice, 1, 10))
        by *= 10000; /* years */
    node->calendar += by;
    node->drift = (int32_t)dice_below(&dice, 20000) - 10000;
}

/* ---- steps ---- */

static void go_to(struct world *world, uint32_t subject, uint64_t number) {
    struct table *table = &world->table[subject % (uint32_t)world->tables];
    table->home = (int)(number % (uint64_t)world->plan.nodes);
}

static void drop_room(struct world *world, uint32_t subject, uint64_t number) {
    int node = (int)(subject % (uint32_t)world->plan.nodes);
    int table = (int)(number % (uint64_t)world->tables);
    const struct room *room = &world->node[node].room[table];
    if (room->host && world->node[node].up && !world->node[node].asleep &&
        sr_host_rests(room->host) && sr_host_viewers(room->host) == 0)
        node_drop(world, node, table);
}

static void upgrade(struct world *world) {
    for (int i = 0; i < world->plan.nodes; i++)
        node_crash(world, i);
    store_upgrade(world);
}

void world_do(struct world *world, const struct step *step) {
    uint32_t subject = step->subject;
    int node = (int)(subject % (uint32_t)world->plan.nodes);
    world->events++;
    world->counts->steps[step->kind]++;
    trace_step(world, step);
    switch ((enum step_kind)step->kind) {
    case STEP_TIME:
        pass_time(world, step->number);
        break;
    case STEP_PERSON:
        person_step(world, subject, step->number);
        break;
    case STEP_UP:
        wire_up(world, subject);
        break;
    case STEP_DOWN:
        wire_down(world, subject);
        break;
    case STEP_CALL:
        wire_step_call(world, subject, step->number);
        break;
    case STEP_STORE:
        store_step(world, subject, step->number);
        break;
    case STEP_REPLY:
        store_reply(world, subject);
        break;
    case STEP_BOT:
        bots_step(world, subject, step->number);
        break;
    case STEP_FEED:
        store_feed(world, subject, step->number);
        break;
    case STEP_CUT:
        wire_cut(world, subject, step->number);
        break;
    case STEP_CRASH:
        if (step->number % 3 == 0)
            node_crash(world, node);
        else
            world->node[node].crash_in = (int)(step->number / 3 % 24);
        break;
    case STEP_RISE:
        node_rise(world, node);
        break;
    case STEP_SLEEP:
        world->node[node].asleep = true;
        break;
    case STEP_JUMP:
        jump(world, subject, step->number);
        break;
    case STEP_GO_TO:
        go_to(world, subject, step->number);
        break;
    case STEP_DROP:
        drop_room(world, subject, step->number);
        break;
    case STEP_RULES:
        upgrade(world);
        break;
    case STEP_MEMORY:
        world->node[node].memory_in = (int)(step->number % MOST_ALLOCATIONS);
        break;
    case STEP_KINDS:
        break;
    }
}
