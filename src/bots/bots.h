/* The kinds of bots there are, one file each. */
#ifndef SR_BOTS_H
#define SR_BOTS_H

#include "bots/bot.h"

extern const struct sr_bot_kind sr_random_bot, sr_greedy_bot, sr_search_bot, sr_novice_bot,
    sr_fair_bot, sr_strong_bot, sr_master_bot, sr_command_bot, sr_hunch_bot, sr_peek_bot;

#endif
