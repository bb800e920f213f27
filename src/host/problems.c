/* The texts of what can be wrong at a table between people. */
#include "host/problems.h"

#define PROBLEM SR_DEFINE_PROBLEM
#include "problems.def"
#undef PROBLEM
