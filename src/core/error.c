/* Errors: kept as a problem with its arguments, told in the reader's language when asked. */
#include "error.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#define PROBLEM SR_DEFINE_PROBLEM
#include "problems.def"
#undef PROBLEM

static const char ellipsis[] = "…";

/* Characters that would move the cursor, break the line or turn the direction of the text. */
static bool is_printable(uint32_t code) {
    bool control = code < 0x20 || (code >= 0x7F && code <= 0x9F);
    bool separator = code == 0x2028 || code == 0x2029;
    bool turns = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    return !control && !separator && !turns;
}

void sr_error_set_arg(struct sr_error *error, int index, const char *bytes, size_t length) {
    if (!error || index < 0 || index >= SR_ERROR_ARGS)
        return;
    char *arg = error->arg[index];
    const size_t room = SR_ERROR_ARG_BYTES - 1;
    const size_t mark = sizeof ellipsis - 1;
    size_t used = 0;
    size_t cut = 0; /* the longest beginning that leaves room for the ellipsis */
    while (length > 0) {
        uint32_t code;
        int step = sr_utf8_next(bytes, length, &code);
        bool good = step > 0 && is_printable(code);
        size_t wide = good ? (size_t)step : 1;
        if (used + wide > room) {
            memcpy(arg + cut, ellipsis, mark);
            used = cut + mark;
            break;
        }
        memcpy(arg + used, good ? bytes : "?", wide);
        used += wide;
        if (used + mark <= room)
            cut = used;
        size_t eaten = step > 0 ? (size_t)step : 1;
        bytes += eaten;
        length -= eaten;
    }
    arg[used] = '\0';
}

bool sr_fail(struct sr_error *error, const struct sr_problem *problem, ...) {
    if (!error)
        return false;
    /* an argument may be one of the error's own: so the new error is made beside the old one */
    struct sr_error fresh = {.problem = problem};
    va_list args;
    va_start(args, problem);
    for (int i = 0; i < SR_ERROR_ARGS; i++) {
        const char *arg = va_arg(args, const char *);
        if (!arg)
            break;
        sr_error_set_arg(&fresh, i, arg, strlen(arg));
    }
    va_end(args);
    *error = fresh;
    return false;
}

const struct sr_text *sr_cause(int number) {
    static const struct {
        int number;
        struct sr_text text;
    } causes[] = {
#define CAUSE(number, en, ru) {number, SR_TEXT(en, ru)},
#include "causes.def"
#undef CAUSE
    };
    for (size_t i = 0; i < sizeof causes / sizeof causes[0]; i++)
        if (causes[i].number == number)
            return &causes[i].text;
    return NULL;
}

bool sr_fail_because(struct sr_error *error, const struct sr_problem *problem, const char *what,
                     const struct sr_text *cause, const char *detail) {
    sr_fail(error, problem, what, detail ? detail : "", NULL);
    if (error)
        error->words[1] = cause;
    return false;
}

enum sr_error_code sr_error_code(const struct sr_error *error) {
    return error->problem ? error->problem->code : SR_CODE_OK;
}

/* A path such as "pool.1" is for programs: people read what lies there. */
static void put_about(struct sr_out *out, enum sr_lang lang, const struct sr_text *about) {
    if (!about)
        return;
    sr_put(out, " (");
    sr_put(out, about->in[lang]);
    sr_put_char(out, ')');
}

static void put_argument(struct sr_out *out, enum sr_lang lang, const struct sr_error *error,
                         int index) {
    const struct sr_text *words = error->words[index];
    const char *detail = error->arg[index];
    if (words)
        sr_put(out, words->in[lang]);
    if (words && *detail)
        sr_put(out, " (");
    sr_put(out, detail);
    if (words && *detail)
        sr_put_char(out, ')');
}

void sr_error_say(struct sr_out *out, enum sr_lang lang, const struct sr_error *error) {
    if (error->line > 0) {
        sr_put(out, lang == SR_RU ? "строка " : "line ");
        sr_put_number(out, error->line);
        sr_put(out, ": ");
    }
    static const struct sr_text fine = SR_TEXT("no error", "ошибки нет");
    const struct sr_text *text = error->problem ? &error->problem->text : &fine;
    for (const char *at = text->in[lang]; *at; at++) {
        int index = at[0] == '{' && at[1] ? at[1] - '0' : -1;
        if (index >= 0 && index <= SR_ERROR_ARGS && at[2] == '}') {
            if (index < SR_ERROR_ARGS)
                put_argument(out, lang, error, index);
            else
                put_about(out, lang, error->about);
            at += 2;
        } else {
            sr_put_char(out, *at);
        }
    }
}
