/* Stepping through a record in full screen. */
#ifndef SR_REPLAY_H
#define SR_REPLAY_H

#include "cli.h"

/* False: there is no screen to do it on, and nothing has happened. */
bool sr_replay_screen(const struct sr_call *call, const struct sr_table *table, enum sr_exit *code);

#endif
