/* Reading a net file: for the loader, and for who learns on from one. */
#ifndef SR_NET_FILE_H
#define SR_NET_FILE_H

#include "bots/net.h"

/* For how many seats a net file says that it is; 0: it is none. */
int sr_net_file_seats(const void *bytes, size_t size);
/* False: `error` says what is wrong. The rows are freed by the caller. */
bool sr_net_read(struct sr_net_weights *weights, const struct sr_inputs *inputs, const char *path,
                 const void *bytes, size_t size, struct sr_error *error);

#endif
