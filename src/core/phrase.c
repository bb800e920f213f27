#include "phrase.h"

#include <stdlib.h>
#include <string.h>

/* "{0}" or "{0#form|form}" at `at`; returns what follows it. */
static const char *put_argument(struct sr_out *out, enum sr_lang lang, const char *at,
                                const char *const args[SR_PHRASE_ARGS]) {
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

void sr_phrase_fill(struct sr_out *out, enum sr_lang lang, const char *pattern, va_list list) {
    const char *args[SR_PHRASE_ARGS] = {"", "", "", "", "", ""};
    for (int i = 0; i < SR_PHRASE_ARGS; i++) {
        const char *arg = va_arg(list, const char *);
        if (!arg)
            break;
        args[i] = arg;
    }
    for (const char *at = pattern; *at;) {
        if (at[0] == '{' && at[1] >= '0' && at[1] < '0' + SR_PHRASE_ARGS && strchr(at, '}'))
            at = put_argument(out, lang, at, args);
        else
            sr_put_char(out, *at++);
    }
}

void sr_text_say(struct sr_out *out, enum sr_lang lang, const struct sr_text *text, ...) {
    va_list list;
    va_start(list, text);
    sr_phrase_fill(out, lang, text->in[lang], list);
    va_end(list);
}
