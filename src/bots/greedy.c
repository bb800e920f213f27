/* A bot that tries each move in a few guessed worlds and plays the one after which it looks best,
 * by the game's own judge: its value against the best of the others. While the same seat goes on
 * deciding, the rest of its turn is played out greedily too, so that the first half of a turn is
 * not judged without its second. */
#include "bots/bots.h"

enum { WORLDS = 6, FURTHER_CHOICES = 4 };

/* How far ahead of the others (of the best of them, and of all a little) the seat is. */
static float lead_of(const struct sr_world *world, int seat) {
    float value[SR_MAX_SEATS] = {0}, best = -1e30f, sum = 0;
    int seats = sr_world_seats(world);
    sr_world_judge(world, value);
    for (int other = 0; other < seats; other++) {
        if (other == seat)
            continue;
        sum += value[other];
        if (value[other] > best)
            best = value[other];
    }
    if (seats == 1)
        return value[seat];
    return value[seat] - 0.5f * best - 0.5f * sum / (float)(seats - 1);
}

/* The best that the seat can still make of its turn: one move at a time, each the best by itself.
 */
static float finish_turn(struct sr_world *world, int seat, struct sr_moves *moves) {
    struct sr_world trial, best_world;
    struct sr_moves trial_moves;
    for (int further = 0; further < FURTHER_CHOICES; further++) {
        if (sr_world_over(world) || sr_world_decider(world) != seat)
            break;
        float best = -1e30f;
        for (uint32_t i = 0; i < moves->count; i++) {
            sr_world_copy(&trial, world);
            sr_world_play(&trial, moves->list[i], &trial_moves);
            float lead = lead_of(&trial, seat);
            if (lead > best) {
                best = lead;
                sr_world_copy(&best_world, &trial);
            }
        }
        sr_world_copy(world, &best_world);
        sr_world_list(world, moves);
    }
    return lead_of(world, seat);
}

static struct sr_move choose(const struct sr_bot *bot, const struct sr_glimpse *glimpse,
                             struct sr_stream *stream) {
    (void)bot;
    const struct sr_moves *moves = sr_glimpse_moves(glimpse);
    int seat = sr_glimpse_seat(glimpse);
    float sum[SR_MAX_MOVES] = {0};
    struct sr_world guess, world;
    struct sr_moves next;

    if (moves->count == 1)
        return moves->list[0];
    for (int n = 0; n < WORLDS; n++) {
        sr_glimpse_guess(glimpse, stream, &guess);
        for (uint32_t i = 0; i < moves->count; i++) {
            sr_world_copy(&world, &guess);
            sr_world_play(&world, moves->list[i], &next);
            sum[i] += finish_turn(&world, seat, &next);
        }
    }
    uint32_t best = sr_draw(stream, moves->count); /* ties fall by chance */
    for (uint32_t i = 0; i < moves->count; i++)
        if (sum[i] > sum[best])
            best = i;
    return moves->list[best];
}

const struct sr_bot_kind sr_greedy_bot = {
    .name = "greedy",
    .title = SR_TEXT("plays the move after which it looks best",
                     "делает ход, после которого выглядит лучше всего"),
    .choose = choose,
};
