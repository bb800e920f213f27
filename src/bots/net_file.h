/* Reading a net file: for the loader alone. */
#ifndef SR_NET_FILE_H
#define SR_NET_FILE_H

#include "bots/net.h"

/* False: `error` says what is wrong. The rows are freed by the caller. */
bool sr_net_read(struct sr_net_weights *weights, const struct sr_inputs *inputs, const char *path,
                 const void *bytes, size_t size, struct sr_error *error);

#endif
