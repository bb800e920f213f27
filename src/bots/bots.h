/* The bots there are, one file each. */
#ifndef SR_BOTS_H
#define SR_BOTS_H

#include "bots/bot.h"

extern const struct sr_bot sr_bot_random, sr_bot_greedy;

#endif
