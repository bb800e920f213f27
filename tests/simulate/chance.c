/* Which step comes next, and what kind of world it is: each has other faults, and more or fewer of
 * them, so that what only goes wrong where others do not interfere is found too. */
#include "world.h"

/* How often a step is taken, beside the others of those that are possible. */
static const uint32_t usual[STEP_KINDS] = {
    [STEP_TIME] = 40,   [STEP_PERSON] = 160, [STEP_UP] = 240,  [STEP_DOWN] = 300, [STEP_CALL] = 80,
    [STEP_STORE] = 300, [STEP_REPLY] = 300,  [STEP_BOT] = 160, [STEP_FEED] = 100, [STEP_DROP] = 1,
};
/* The same of faults, in the worlds that have them. */
static const uint32_t faulty[STEP_KINDS] = {
    [STEP_CUT] = 6,   [STEP_CRASH] = 3, [STEP_SLEEP] = 2,  [STEP_JUMP] = 2,
    [STEP_GO_TO] = 2, [STEP_RULES] = 1, [STEP_MEMORY] = 3,
};

void chance_plan(struct plan *plan, struct dice *dice) {
    *plan = (struct plan){0};
    plan->nodes = 1 + (int)dice_below(dice, 3);
    plan->spread = dice_in(dice, 1, 2);
    plan->people = 2 + (int)dice_below(dice, 6);
    plan->tables = 1 + (int)dice_below(dice, 4);
    plan->hostile = dice_in(dice, 1, 3) ? dice_below(dice, 40) : 0;
    plan->clumsy = dice_below(dice, 60);
    for (int kind = 0; kind < STEP_KINDS; kind++) {
        plan->weight[kind] = usual[kind];
        if (faulty[kind] && dice_in(dice, 1, 2))
            plan->weight[kind] = 1 + dice_below(dice, 2 * faulty[kind]);
    }
    plan->weight[STEP_RISE] = 20;
    plan->store_refuses = dice_in(dice, 1, 2) ? dice_below(dice, 100) : 0;
    plan->store_conflicts = dice_in(dice, 1, 3) ? dice_below(dice, 60) : 0;
    plan->store_is_mute = dice_in(dice, 1, 2) ? dice_below(dice, 60) : 0;
    plan->bots_fail = dice_in(dice, 1, 2) ? dice_below(dice, 300) : 0;
    plan->calls_lost = dice_in(dice, 1, 2) ? dice_below(dice, 300) : 0;
    plan->calls_repeated = dice_in(dice, 1, 2) ? dice_below(dice, 300) : 0;
    plan->feed_lost = dice_in(dice, 1, 2) ? dice_below(dice, 500) : 0;
}

/* Sockets on which something waits to be delivered, one way or the other. */
static int pick_socket(const struct world *world, bool up, uint32_t n) {
    int there[MAX_SOCKETS], count = 0;
    for (int i = 0; i < MAX_SOCKETS; i++) {
        const struct socket *socket = &world->socket[i];
        bool waits = up ? socket->up.count > 0 && node_works(world, socket->node, socket->life)
                        : socket->down.count > 0 && !socket->stalled;
        if (socket->used && waits)
            there[count++] = i;
    }
    return count ? there[n % (uint32_t)count] : -1;
}

static int pick_reply(const struct world *world, uint32_t n) {
    int there[MAX_REPLIES], count = 0;
    for (int i = 0; i < MAX_REPLIES; i++)
        if (world->reply[i].used &&
            !(world->node[world->reply[i].node].asleep && world->node[world->reply[i].node].up))
            there[count++] = i;
    return count ? there[n % (uint32_t)count] : -1;
}

/* Which one it is about; -1: there is nothing it could be about. */
static int pick_subject(const struct world *world, enum step_kind kind, struct dice *dice) {
    uint32_t n = (uint32_t)dice_roll(dice);
    int index;
    switch (kind) {
    case STEP_UP:
        return pick_socket(world, true, n);
    case STEP_DOWN:
        return pick_socket(world, false, n);
    case STEP_REPLY:
        return pick_reply(world, n);
    case STEP_CALL:
        return PICK(world->call, n);
    case STEP_STORE:
        return PICK(world->demand, n);
    case STEP_BOT:
        return PICK(world->job, n);
    case STEP_FEED:
        return PICK(world->notice, n);
    case STEP_CUT:
        return PICK(world->socket, n);
    case STEP_RISE:
        index = (int)(n % (uint32_t)world->plan.nodes);
        return world->node[index].up && !world->node[index].asleep ? -1 : index;
    default:
        return (int)(n % 4096);
    }
}

struct step chance_step(struct world *world, struct dice *dice) {
    uint32_t sum = 0;
    for (int kind = 0; kind < STEP_KINDS; kind++)
        sum += world->plan.weight[kind];
    for (;;) {
        int at = (int)dice_below(dice, sum), kind = 0;
        while (at >= (int)world->plan.weight[kind])
            at -= (int)world->plan.weight[kind++];
        int subject = pick_subject(world, (enum step_kind)kind, dice);
        if (subject >= 0)
            return (struct step){
                .kind = (uint8_t)kind, .subject = (uint32_t)subject, .number = dice_roll(dice)};
    }
}
