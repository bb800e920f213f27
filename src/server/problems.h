/* What can be wrong about the server, its requests and its settings: the list is problems.def. */
#ifndef SR_SERVER_PROBLEMS_H
#define SR_SERVER_PROBLEMS_H

#include "host/problems.h"

#define PROBLEM SR_DECLARE_PROBLEM
#include "problems.def"
#undef PROBLEM

#endif
