/* What the files of routes share: the answers that several of them give. */
#ifndef SR_ROUTES_H
#define SR_ROUTES_H

#include "server/room.h"

/* A route: what a method does at an address. `id` is the part that stands for * in its path. It
 * fills `reply`, or returns false with `error`. */
typedef bool sr_route_run(const struct sr_request *request, const char *id, struct sr_reply *reply,
                          struct sr_error *error);

/* The room of a table that the person may see, locked. */
struct sr_room *sr_route_room(const struct sr_request *request, const char *id,
                              struct sr_error *error);
bool sr_route_signed_in(const struct sr_request *request, struct sr_error *error);
/* The body as an object; an empty body is an empty object. */
json_t *sr_route_body(const struct sr_request *request, struct sr_error *error);
void sr_reply_table(struct sr_reply *reply, const struct sr_room *room,
                    const struct sr_request *request);

/* Making tables (routes_make.c). */
sr_route_run sr_route_make_table, sr_route_rematch, sr_route_fork;

#endif
