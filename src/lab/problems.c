/* The texts of what can be wrong about the laboratory. */
#include "lab/problems.h"

#define PROBLEM SR_DEFINE_PROBLEM
#include "problems.def"
#undef PROBLEM
