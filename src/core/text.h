/* Words for people: two languages, templates with arguments, Russian plurals and cases, and the
 * output buffer that everything printable is written into. No allocation, no I/O. */
#ifndef SR_TEXT_H
#define SR_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sr_lang { SR_EN, SR_RU, SR_LANGS };

/* One text in every language. A name may carry its Russian cases, separated by '|' in the order
 * nominative | genitive | accusative | dative | instrumental; a missing case repeats the
 * nominative. */
struct sr_text {
    const char *in[SR_LANGS];
};
#define SR_TEXT(en, ru)                                                                            \
    {                                                                                              \
        { en, ru }                                                                                 \
    }

/* For a game that has no Russian yet: who reads Russian gets the English. Such a game plays, and
 * its tests warn; a game that ships has both. */
#define SR_ENGLISH(en) SR_TEXT(en, en)

/* An output buffer owned by the caller. `len` counts what was written even past `cap`, so that a
 * first pass with cap 0 measures and a second one writes. The text is always terminated. */
struct sr_out {
    char *at;
    size_t cap;
    size_t len;
};

void sr_out_open(struct sr_out *out, char *at, size_t cap);
void sr_put(struct sr_out *out, const char *text);
void sr_put_bytes(struct sr_out *out, const char *bytes, size_t count);
void sr_put_char(struct sr_out *out, char c);
void sr_put_number(struct sr_out *out, int64_t number);
void sr_put_hex(struct sr_out *out, const uint8_t *bytes, size_t count);
static inline bool sr_out_fits(const struct sr_out *out) {
    return out->len < out->cap;
}

/* A number as an argument of a text. */
struct sr_digits {
    char text[32];
};
struct sr_digits sr_digits(int64_t number);

/* Which of the words that there are somebody may have meant: `nearest` of those suggested. */
struct sr_suggestion {
    const char *given, *nearest;
    int distance;
};
void sr_suggest(struct sr_suggestion *suggestion, const char *word);

/* Which of the plural forms "one|few|many" (Russian) or "one|many" (English) fits a number. */
int sr_plural(enum sr_lang lang, int64_t number);

/* Writes the `index`-th form of "a|b|c"; past the end, the last form if `last`, else the first. */
void sr_put_form(struct sr_out *out, const char *forms, int index, bool last);

/* What a template asks its owner for: the value behind a {name}. */
struct sr_value {
    bool known;   /* false: hidden from this reader */
    bool nothing; /* none, or zero: an optional [section] that contains it is left out */
    int64_t number;
    const void *of; /* struct sr_domain, or NULL for a plain number */
};
typedef bool sr_value_of(const void *context, const char *name, size_t length,
                         struct sr_value *value);

struct sr_reader;

/* Fills a template:
 *   {steps}             the value in words of its domain
 *   {good.g}            the name in the genitive (n g a d i)
 *   {steps#step|steps}  the plural form that fits the number; prints the word only
 *   [ for {cost}]       left out when a value inside is none or zero
 *   [{cost} coins|free] what stands after the bar instead, where the first part is left out
 *   [+{cost} coins]     one of a list of such sections: a comma before it unless it is the first
 * Unknown values print as "?". Returns false if a placeholder has no value at all (a bug in a
 * table: the tests look for it). */
bool sr_fill(struct sr_out *out, const struct sr_reader *reader, const char *pattern,
             sr_value_of *value_of, const void *context);
/* The same for what stands alone, a choice, a prompt, a line of the log: it begins with a capital,
 * whatever is filled in there. People's names are written as they write them. */
bool sr_fill_line(struct sr_out *out, const struct sr_reader *reader, const char *pattern,
                  sr_value_of *value_of, const void *context);

/* UTF-8: length in bytes of the valid character at `at` (0 if invalid or end), its code point. */
int sr_utf8_next(const char *at, size_t left, uint32_t *code);
bool sr_utf8_valid(const char *at, size_t length);

#endif
