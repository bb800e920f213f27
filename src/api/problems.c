/* The texts of what can be wrong about tables, records and positions. */
#include "api/problems.h"

#define PROBLEM SR_DEFINE_PROBLEM
#include "problems.def"
#undef PROBLEM
