#include "bots/outlook.h"

#include "bots/nets.h"

#include <math.h>

enum { FURTHER_CHOICES = 4 };

float sr_outlook_lead(const float value[SR_MAX_SEATS], int seats, int seat) {
    float best = -1e30f, sum = 0;
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

static float lead_of(const struct sr_world *world, int seat) {
    float value[SR_MAX_SEATS] = {0};
    int seats = sr_world_seats(world);
    const struct sr_net *net = sr_net_of(world->game, seats);
    if (net && !sr_world_over(world))
        sr_net_judge(net, NULL, world->state, seat, value);
    else
        sr_world_judge(world, value);
    return sr_outlook_lead(value, seats, seat);
}

float sr_outlook_finish(struct sr_outlook *outlook, int seat, const struct sr_world **end) {
    struct sr_place *at = &outlook->at[0], *best = &outlook->at[1], *trial = &outlook->at[2], *was;
    float lead = 0;
    int further = 0;
    for (; further < FURTHER_CHOICES; further++) {
        if (sr_world_decider(&at->world) != seat || !at->moves.count)
            break;
        lead = -INFINITY;
        for (uint32_t i = 0; i < at->moves.count; i++) {
            sr_world_copy(&trial->world, &at->world);
            sr_world_play(&trial->world, at->moves.list[i], &trial->moves);
            float found = lead_of(&trial->world, seat);
            if (found > lead || i == 0) {
                lead = found;
                was = best, best = trial, trial = was;
            }
        }
        was = at, at = best, best = was;
    }
    *end = &at->world;
    return further ? lead : lead_of(&at->world, seat);
}
