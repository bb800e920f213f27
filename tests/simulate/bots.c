/* Bots and the adviser: whoever is asked answers with any legal move, soon, late, twice, about what
 * is long past, with rubbish, or never. */
#include "world.h"

#include <stdio.h>
#include <string.h>

void bots_ask(struct world *world, int node, int table, const struct sr_effect *effect) {
    int index = FREE(world->job);
    bool advice = effect->kind == SR_EFFECT_ADVICE;
    if (advice)
        store_adviser(world, node, table, effect->ticket, index >= 0);
    if (index < 0)
        return;
    world->job[index] = (struct job){.used = true,
                                     .advice = advice,
                                     .table = table,
                                     .node = node,
                                     .life = world->node[node].life,
                                     .host_life = world->node[node].room[table].life,
                                     .seat = advice ? effect->advice.seat : effect->bot.seat,
                                     .number = advice ? effect->advice.number : effect->bot.number};
}

/* Any move that was legal after that entry. */
static bool choose_move(const struct table *table, int64_t number, struct dice *dice,
                        struct sr_move *move) {
    struct sr_moves moves;
    if (!table->now || number > table->entries)
        return false;
    _Alignas(8) unsigned char state[SR_MAX_STATE] = {0};
    memcpy(state, truth_state(table, number), table->game->size);
    if (sr_head(state)->over)
        return false;
    sr_list(table->game, state, &moves);
    if (moves.count == 0)
        return false;
    *move = moves.list[dice_below(dice, moves.count)];
    return true;
}

static void give_advice(struct world *world, const struct job *job, struct dice *dice) {
    struct sr_hints hints = {.count = 1, .iterations = 1};
    struct sr_input input = {.kind = SR_INPUT_ADVISED,
                             .advised = {.number = job->number, .seat = job->seat}};
    hints.hint[0].visits = 1;
    hints.hint[0].chance = 0.5F;
    if (choose_move(&world->table[job->table], job->number, dice, &hints.hint[0].move) &&
        !dice_in(dice, world->plan.bots_fail, 1000))
        input.advised.hints = &hints;
    node_take(world, job->node, job->table, &input);
}

static void give_move(struct world *world, const struct job *job, struct dice *dice) {
    const struct table *table = &world->table[job->table];
    char text[SR_MOVE_TEXT_BYTES] = "nonsense 7";
    struct sr_move move;
    struct sr_input input = {.kind = SR_INPUT_BOT_MOVED,
                             .bot_moved = {.number = job->number, .seat = job->seat}};
    bool fails = !world->calm && dice_in(dice, world->plan.bots_fail, 1000);
    if (!fails && choose_move(table, job->number, dice, &move)) {
        struct sr_out out;
        sr_out_open(&out, text, sizeof text);
        sr_move_write(&out, table->game, move);
    }
    input.bot_moved.move = fails && dice_in(dice, 1, 2) ? NULL : text;
    if (fails && dice_in(dice, 1, 4))
        input.bot_moved.number += (int64_t)dice_below(dice, 5) - 2;
    if (input.bot_moved.move)
        consent_bot_heard(world, job->table, input.bot_moved.number, job->seat, text);
    if (fault_strikes(world, FAULT_STALE_BOT, 1))
        input.bot_moved.number = sr_host_number(world->node[job->node].room[job->table].host);
    node_take(world, job->node, job->table, &input);
}

void bots_step(struct world *world, uint32_t subject, uint64_t number) {
    int index = NEAR(world->job, subject);
    struct dice dice = {number};
    if (index < 0)
        return;
    struct job job = world->job[index];
    const struct room *room = &world->node[job.node].room[job.table];
    if (world->node[job.node].up && world->node[job.node].asleep)
        return;
    bool wanted =
        node_works(world, job.node, job.life) && room->host && room->life == job.host_life;
    bool again = !world->calm && dice_in(&dice, world->plan.bots_fail, 2000);
    bool never = !world->calm && dice_in(&dice, world->plan.bots_fail, 4000);
    world->job[index].used = wanted && again;
    if (!wanted || never)
        return;
    if (job.advice)
        give_advice(world, &job, &dice);
    else
        give_move(world, &job, &dice);
}
