/* The texts of what can be wrong about bots. */
#include "bots/problems.h"

#define PROBLEM SR_DEFINE_PROBLEM
#include "problems.def"
#undef PROBLEM
