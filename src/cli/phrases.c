/* The texts of the command itself, in both languages. Everything about a game comes from the
 * game's own tables. */
#include "cli.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { PHRASE_ARGS = 6 };

static const struct sr_text phrases[SR_PHRASES] = {
#define PHRASE(id, en, ru) [SR_SAY_##id] = SR_TEXT(en, ru),
#include "phrases.def"
#undef PHRASE
};

const char *sr_phrase(enum sr_lang lang, enum sr_phrase phrase) {
    return phrases[phrase].in[lang];
}

/* As it is printed, with a point. */
struct real {
    char text[64];
};

static struct real print_real(double number, int digits) {
    struct real real;
    snprintf(real.text, sizeof real.text, "%.*f", digits, isfinite(number) ? number : 0);
    /* "-0.0" is nothing but zero */
    size_t length = strlen(real.text);
    if (real.text[0] == '-' && strspn(real.text + 1, "0.") == length - 1)
        memmove(real.text, real.text + 1, length);
    return real;
}

void sr_put_real(struct sr_out *out, double number, int digits) {
    sr_put(out, print_real(number, digits).text);
}

void sr_real_say(struct sr_out *out, enum sr_lang lang, double number, int digits) {
    struct real real = print_real(number, digits);
    char *point = strchr(real.text, '.');
    if (point && lang == SR_RU)
        *point = ',';
    sr_put(out, real.text);
}

struct sr_digits sr_decimal(enum sr_lang lang, double number, int digits) {
    struct sr_digits decimal;
    struct sr_out out;
    sr_out_open(&out, decimal.text, sizeof decimal.text);
    sr_real_say(&out, lang, number, digits);
    return decimal;
}

/* "{0}" or "{0#form|form}" at `at`; returns what follows it. */
static const char *put_argument(struct sr_out *out, enum sr_lang lang, const char *at,
                                const char *const args[PHRASE_ARGS]) {
    const char *value = args[at[1] - '0'];
    const char *end = strchr(at, '}');
    if (at[2] != '#') {
        sr_put(out, value);
        return end + 1;
    }
    char forms[160];
    size_t length = (size_t)(end - at) - 3;
    if (length >= sizeof forms)
        length = sizeof forms - 1;
    memcpy(forms, at + 3, length);
    forms[length] = '\0';
    sr_put_form(out, forms, sr_plural(lang, strtoll(value, NULL, 10)), true);
    return end + 1;
}

void sr_phrase_say(struct sr_out *out, enum sr_lang lang, enum sr_phrase phrase, ...) {
    const char *args[PHRASE_ARGS] = {"", "", "", "", "", ""};
    va_list list;
    va_start(list, phrase);
    for (int i = 0; i < PHRASE_ARGS; i++) {
        const char *arg = va_arg(list, const char *);
        if (!arg)
            break;
        args[i] = arg;
    }
    va_end(list);
    for (const char *at = sr_phrase(lang, phrase); *at;) {
        if (at[0] == '{' && at[1] >= '0' && at[1] < '0' + PHRASE_ARGS && strchr(at, '}'))
            at = put_argument(out, lang, at, args);
        else
            sr_put_char(out, *at++);
    }
}
