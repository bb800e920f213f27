/* What can be wrong about the laboratory: the list is problems.def. */
#ifndef SR_LAB_PROBLEMS_H
#define SR_LAB_PROBLEMS_H

#include "core/error.h"

#define PROBLEM SR_DECLARE_PROBLEM
#include "problems.def"
#undef PROBLEM

#endif
