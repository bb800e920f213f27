/* The command as one of several processes that MPI started (mpirun -n N serai arena ...). */
#ifndef SR_CLI_FLEET_H
#define SR_CLI_FLEET_H

#include "core/error.h"
#include "lab/fleet.h"

/* Joins the others, if this process was started as one of several; `*fleet` is NULL if not. Fails
 * where there are others and this program was built without MPI. */
bool sr_fleet_join(const struct sr_fleet **fleet, struct sr_error *error);
/* The end: who failed takes the others along, so that nobody waits for it. */
void sr_fleet_leave(const struct sr_fleet *fleet, int code);

#endif
