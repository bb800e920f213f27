/* The texts of the command itself, in both languages. Everything about a game comes from the
 * game's own tables. */
#include "cli.h"

#include "core/phrase.h"

#include <math.h>
#include <string.h>

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

void sr_phrase_say(struct sr_out *out, enum sr_lang lang, enum sr_phrase phrase, ...) {
    va_list list;
    va_start(list, phrase);
    sr_phrase_fill(out, lang, sr_phrase(lang, phrase), list);
    va_end(list);
}
