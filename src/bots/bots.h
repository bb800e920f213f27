/* The kinds of bots there are, one file each. */
#ifndef SR_BOTS_H
#define SR_BOTS_H

#include "bots/search.h"

extern const struct sr_bot_kind sr_random_bot, sr_greedy_bot, sr_search_bot, sr_novice_bot,
    sr_fair_bot, sr_strong_bot, sr_master_bot, sr_command_bot, sr_hunch_bot, sr_peek_bot;

/* How a bot that searches goes about a game for so many: by the game, its kind and its settings. */
struct sr_search_plan sr_bot_plan(const struct sr_bot *bot, const struct sr_game *game, int seats);

#endif
