/* How many sockets there are: of each person, of each network, at each table. */
#ifndef SR_CROWD_H
#define SR_CROWD_H

#include "server.h"

enum {
    SR_SOCKETS_A_PERSON = 64,
    SR_SOCKETS_A_NETWORK = 512,
    SR_SOCKETS = 16000 /* in all */
};

struct sr_crowd;
struct sr_crowd *sr_crowd_open(void);
void sr_crowd_close(struct sr_crowd *crowd);
/* One more; false: there are too many, and nothing was counted. Each that came in must leave. */
bool sr_crowd_enter(struct sr_crowd *crowd, const struct sr_person *person, const char *table,
                    struct sr_error *error);
void sr_crowd_leave(struct sr_crowd *crowd, const struct sr_person *person, const char *table);
/* Is somebody at this table who is signed in? */
bool sr_crowd_is_at(struct sr_crowd *crowd, const char *table);

#endif
