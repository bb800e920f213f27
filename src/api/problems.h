/* What can be wrong about tables, records and positions: the list is problems.def. */
#ifndef SR_API_PROBLEMS_H
#define SR_API_PROBLEMS_H

#include "core/error.h"

#define PROBLEM SR_DECLARE_PROBLEM
#include "problems.def"
#undef PROBLEM

#endif
