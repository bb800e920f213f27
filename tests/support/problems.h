/* Every problem of every layer, to look at their words. */
#ifndef PROBLEMS_H
#define PROBLEMS_H

#include "core/error.h"

static const struct sr_problem all_problems[] = {
#define PROBLEM(id, code, en, ru) {#id, SR_CODE_##code, SR_TEXT(en, ru)},
#include "api/problems.def"
#include "bots/problems.def"
#include "cli/problems.def"
#include "core/problems.def"
#include "lab/problems.def"
#include "server/problems.def"
#include "store/problems.def"
#undef PROBLEM
};

#endif
