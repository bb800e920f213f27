/* The texts of what can be wrong about the store and other files. */
#include "store/problems.h"

#define PROBLEM SR_DEFINE_PROBLEM
#include "problems.def"
#undef PROBLEM
