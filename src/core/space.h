/* What rows of elements and numbers of moves mean, as JSON, for whoever learns from them. */
#ifndef SR_SPACE_H
#define SR_SPACE_H

#include "actions.h"
#include "elements.h"

/* {"serai":"space","game":...,"rules":...,"seats":...,"hash":"...","domains":[...],
 *  "observation":{"count":...,"hash":"...","elements":[...]},"world":{...},
 *  "actions":{"count":...,"hash":"...","verbs":[...]}}
 * A domain has an id and, where its values have names, these; elements and arguments name theirs by
 * its place in the list. `hash` is of both spaces that a seat has. */
void sr_space_json(struct sr_out *out, const struct sr_elements *seat,
                   const struct sr_elements *world, const struct sr_actions *actions, int rules);

/* Of what a seat's rows and moves mean, together. */
uint64_t sr_space_hash(const struct sr_elements *seat, const struct sr_actions *actions);

#endif
