/* Texts that are long and the same for everybody: written, and compressed, when somebody first asks
 * for one, and kept until the server stops. */
#ifndef SR_SHELF_H
#define SR_SHELF_H

#include <stdbool.h>

struct sr_shelf;
struct sr_request;
struct sr_reply;

struct sr_shelf *sr_shelf_open(void);
/* Whoever is answered with what stands there must have gone. */
void sr_shelf_close(struct sr_shelf *shelf);
/* Answers with what stands there; false: nothing does, or it was not asked for. */
bool sr_shelf_find(struct sr_shelf *shelf, const struct sr_request *request,
                   struct sr_reply *reply);
/* Takes the text of a reply that says it may be kept and compressed, and answers with it. Only what
 * is the same for everybody: the length of a compressed secret says something about it. */
void sr_shelf_keep(struct sr_shelf *shelf, const struct sr_request *request,
                   struct sr_reply *reply);

#endif
