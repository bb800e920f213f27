/* Errors that a person reads: what is wrong, where, and what would be right, in both languages.
 * A problem keeps its arguments so that it can be told in either language.
 *
 * Each layer of the house has a list of its own, problems.def in its folder. */
#ifndef SR_ERROR_H
#define SR_ERROR_H

#include "text.h"

#include <string.h>

/* Classes of problems, as the public API and the exit codes know them. */
enum sr_error_code {
    SR_CODE_OK,
    SR_CODE_USAGE,    /* unknown game, option, seat, flag ... */
    SR_CODE_ILLEGAL,  /* a move that may not be made */
    SR_CODE_RECORD,   /* a record that is broken */
    SR_CODE_POSITION, /* a position that is broken */
    SR_CODE_SYSTEM    /* memory, files */
};

/* A kind of problem. A problem is known by its address: SR_PROBLEM_SEATS is an array of one, so
 * that its name alone is that address, also in tables. */
struct sr_problem {
    const char *id; /* as in its list; programs know it in lower case */
    enum sr_error_code code;
    struct sr_text text; /* {0} .. {3} are the arguments, {4} what the field is */
};
#define SR_DECLARE_PROBLEM(id_, code_, en, ru) extern const struct sr_problem SR_PROBLEM_##id_[1];
#define SR_DEFINE_PROBLEM(id_, code_, en, ru)                                                      \
    const struct sr_problem SR_PROBLEM_##id_[1] = {{#id_, SR_CODE_##code_, SR_TEXT(en, ru)}};
#define SR_FINE ((const struct sr_problem *)NULL)

#define PROBLEM SR_DECLARE_PROBLEM
#include "problems.def"
#undef PROBLEM

enum { SR_ERROR_ARGS = 4, SR_ERROR_ARG_BYTES = 160 };

struct sr_error {
    const struct sr_problem *problem; /* SR_FINE: none */
    int line;                         /* of a record or a position, 1-based; 0 when it has none */
    char arg[SR_ERROR_ARGS][SR_ERROR_ARG_BYTES];
    /* What an argument says in the reader's words, where that is known; what it holds is then a
     * detail, as a library told it, or nothing. */
    const struct sr_text *words[SR_ERROR_ARGS];
    const struct sr_text *about; /* what the field that it is about is, in words; may be NULL */
};

/* Always returns false, so that `return sr_fail(...)` reads well. Arguments beyond the ones given
 * are NULL; they are cut to a readable length and cleaned of bytes that are not printable UTF-8. */
bool sr_fail(struct sr_error *error, const struct sr_problem *problem, ...)
    __attribute__((sentinel));
/* The same with an argument in bytes, of which `length` count (quoted input). */
void sr_error_set_arg(struct sr_error *error, int index, const char *bytes, size_t length);

/* Why the system refused: in words, by its number (errno); NULL: there are none. */
const struct sr_text *sr_cause(int number);
/* A problem with `what` ({0}), and its cause ({1}) in words, with a detail; either may be NULL. */
bool sr_fail_because(struct sr_error *error, const struct sr_problem *problem, const char *what,
                     const struct sr_text *cause, const char *detail);
/* The same where the system refused; here, since whoever calls this has one. */
static inline bool sr_fail_system(struct sr_error *error, const struct sr_problem *problem,
                                  const char *what, int number) {
    const struct sr_text *cause = sr_cause(number);
    return sr_fail_because(error, problem, what, cause, cause ? NULL : strerror(number));
}

enum sr_error_code sr_error_code(const struct sr_error *error);
void sr_error_say(struct sr_out *out, enum sr_lang lang, const struct sr_error *error);

#endif
