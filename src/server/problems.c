/* The texts of what can be wrong about the server, its requests and its settings. */
#include "server/problems.h"

#define PROBLEM SR_DEFINE_PROBLEM
#include "problems.def"
#undef PROBLEM
