/* Names of people. Two names that look alike are one name: written in other letters, in capitals,
 * in another form of Unicode or with something invisible in it, somebody else's name stays somebody
 * else's. What looks like what is in the tables of Unicode, which ICU has (UTS 39). */
#ifndef SR_NAME_H
#define SR_NAME_H

#include "api/table.h"

enum { SR_SKELETON_BYTES = 400 }; /* of a name, with its end */

/* The mark of a name that was taken away; nobody can choose a name with it. */
#define SR_NAME_MARK "~"

/* The name as it is kept: in the form NFKC, of letters that can be seen, with single spaces inside.
 * False: it is no name. */
bool sr_name_read(const char *text, char name[SR_NAME_BYTES]);
/* What all names that look like this one have in common. False: out of memory. */
bool sr_name_skeleton(const char *name, char skeleton[SR_SKELETON_BYTES]);

#endif
