/* Errors that a person reads: what is wrong, where, and what would be right, in both languages.
 * The list of problems is problems.def; a problem keeps its arguments so that it can be told in
 * either language. */
#ifndef SR_ERROR_H
#define SR_ERROR_H

#include "text.h"

enum sr_problem {
    SR_FINE,
#define PROBLEM(id, code, en, ru) SR_PROBLEM_##id,
#include "problems.def"
#undef PROBLEM
    SR_PROBLEMS
};

/* Classes of problems, as the public API and the exit codes know them. */
enum sr_error_code {
    SR_CODE_OK,
    SR_CODE_USAGE,    /* unknown game, option, seat, flag ... */
    SR_CODE_ILLEGAL,  /* a move that may not be made */
    SR_CODE_RECORD,   /* a record that is broken */
    SR_CODE_POSITION, /* a position that is broken */
    SR_CODE_SYSTEM    /* memory, files */
};

enum { SR_ERROR_ARGS = 4, SR_ERROR_ARG_BYTES = 160 };

struct sr_error {
    enum sr_problem problem;
    int line; /* of a record or a position, 1-based; 0 when it has none */
    char arg[SR_ERROR_ARGS][SR_ERROR_ARG_BYTES];
};

/* Always returns false, so that `return sr_fail(...)` reads well. Arguments beyond the ones given
 * are NULL; they are cut to a readable length and cleaned of bytes that are not printable UTF-8. */
bool sr_fail(struct sr_error *error, enum sr_problem problem, ...) __attribute__((sentinel));
/* The same with an argument in bytes, of which `length` count (quoted input). */
void sr_error_set_arg(struct sr_error *error, int index, const char *bytes, size_t length);

enum sr_error_code sr_error_code(const struct sr_error *error);
void sr_error_say(struct sr_out *out, enum sr_lang lang, const struct sr_error *error);
const char *sr_problem_text(enum sr_problem problem, enum sr_lang lang); /* for the tests */

#endif
