/* What can be wrong at a table between people, and about what they say there: the list is
 * problems.def. */
#ifndef SR_HOST_PROBLEMS_H
#define SR_HOST_PROBLEMS_H

#include "core/error.h"

#define PROBLEM SR_DECLARE_PROBLEM
#include "problems.def"
#undef PROBLEM

#endif
