/* What can be wrong about bots: the list is problems.def. */
#ifndef SR_BOTS_PROBLEMS_H
#define SR_BOTS_PROBLEMS_H

#include "core/error.h"

#define PROBLEM SR_DECLARE_PROBLEM
#include "problems.def"
#undef PROBLEM

#endif
