/* Many nodes on one store. This node says that it is there, takes leases of tables that nobody acts
 * for, and follows what other nodes store: it is told which table changed, and reads what it lacks
 * by number, so that news that are lost do no harm.
 *
 * Leases are by node, not by table: one sign of life renews all of them. Who slept longer than a
 * lease, and wakes, finds its writes refused (store.h says how), and begins anew. */
#ifndef SR_CLUSTER_H
#define SR_CLUSTER_H

#include "server/problems.h"
#include "server/server.h"

struct sr_room;

/* NULL with SR_FINE: the store is not shared, and this is the only node. */
struct sr_cluster *sr_cluster_open(struct sr_server *server, struct sr_error *error);
/* Begins to follow the others, and to act: when everything else of the server is there. */
bool sr_cluster_start(struct sr_cluster *cluster, struct sr_error *error);
/* Gives all leases back: others go on at once. No room may be in use any more. */
void sr_cluster_close(struct sr_cluster *cluster);
/* Follows nobody any more; before rooms go. */
void sr_cluster_stop(struct sr_cluster *cluster);

/* All of these may be asked with NULL: there is one node. */
int64_t sr_cluster_node(const struct sr_cluster *cluster);
/* The fence by which this node acts for a table; 0: it does not. */
int64_t sr_cluster_fence(struct sr_cluster *cluster, const char *id);
/* A game begins here: this node would like to act for it. */
void sr_cluster_want(struct sr_cluster *cluster, const char *id);
/* A write was refused that only whoever acts for the table makes: it may be another by now. The
 * room is locked, and does not act until that is known. */
void sr_cluster_doubt(struct sr_cluster *cluster, struct sr_room *room);
/* Is this the node that does what only one should do? */
bool sr_cluster_is_first(struct sr_cluster *cluster);
/* Lets go of everything and takes no more: others take over while this node still serves. */
void sr_cluster_drain(struct sr_cluster *cluster, bool drains);

#endif
