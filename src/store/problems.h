/* What can be wrong about the store and other files: the list is problems.def. */
#ifndef SR_STORE_PROBLEMS_H
#define SR_STORE_PROBLEMS_H

#include "core/error.h"

#define PROBLEM SR_DECLARE_PROBLEM
#include "problems.def"
#undef PROBLEM

#endif
