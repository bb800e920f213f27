/* What a bot plays by, as one number: so that games of a bot that has changed since, under the same
 * name, are not taken for games of the bot there is now. */
#include "bots/bots.h"
#include "bots/nets.h"

#include <string.h>

static uint64_t mix_reals(uint64_t sum, const float *number, int count) {
    for (int i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &number[i], sizeof bits);
        sum = sr_mix(sum, bits);
    }
    return sum;
}

static uint64_t mix_plan(uint64_t sum, const struct sr_search_plan *plan) {
    const float reals[] = {plan->judge_points, plan->explore, plan->explore_alone,
                           plan->look,         plan->width,   plan->others_width};
    const uint64_t whole[] = {plan->iterations,        plan->milliseconds, (uint64_t)plan->threads,
                              (uint64_t)plan->playout, plan->hunches,      plan->heedless};
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
        sum = sr_mix(sum, whole[i]);
    if (plan->net)
        sum = sr_mix(sum, sr_net_checksum(plan->net));
    return mix_reals(sum, reals, sizeof reals / sizeof reals[0]);
}

/* Of weights that differ by the number of seats, those of this number. */
static uint64_t mix_weights(uint64_t sum, const struct sr_game *game, int seats) {
    const struct sr_mind *mind = sr_mind_of(game);
    int row = sr_weights_row(game, seats);
    if (mind->feature_count)
        sum = mix_reals(sum, mind->weights + row, mind->feature_count);
    if (mind->late_weights && sr_weights_change(game, seats))
        sum = mix_reals(sum, mind->late_weights + row, mind->feature_count);
    return sum;
}

static uint64_t mix_clues(uint64_t sum, const struct sr_game *game, int seats) {
    const struct sr_clues *clues = sr_mind_of(game)->clues;
    const int32_t *weight = clues->weights;
    int count = sr_secrets(clues) * clues->count;
    if (!clues->secrets)
        weight += (seats - game->seats_min) * clues->count;
    for (int i = 0; i < count; i++)
        sum = sr_mix(sum, (uint64_t)weight[i]);
    return sum;
}

uint64_t sr_bot_checksum(const struct sr_bot *bot, const struct sr_game *game, int seats) {
    const struct sr_game *by = bot->judged ? bot->judged : game;
    const struct sr_mind *mind = sr_mind_of(by);
    uint64_t sum = SR_MIX_NOTHING;
    if (bot->kind == &sr_random_bot || bot->kind->is_program)
        return sum;
    if (bot->kind->takes_budget || bot->kind->iterations) {
        struct sr_search_plan plan = sr_bot_plan(bot, by, seats);
        sum = mix_plan(mix_reals(sum, &bot->slips, 1), &plan);
    }
    if (bot->kind == &sr_greedy_bot && sr_net_of(by, seats))
        sum = sr_mix(sum, sr_net_checksum(sr_net_of(by, seats)));
    sum = mix_weights(sum, by, seats);
    sum = mix_reals(sum, mind->habits, mind->habit_count);
    return mind->clues ? mix_clues(sum, by, seats) : sum;
}
