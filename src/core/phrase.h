/* Phrases with texts as arguments: {0} is the first, {0#one|few|many} the form of a word that fits
 * the number in it. For sentences that are put together; what a game says of itself is filled by
 * sr_fill(). */
#ifndef SR_PHRASE_H
#define SR_PHRASE_H

#include "text.h"

#include <stdarg.h>

enum { SR_PHRASE_ARGS = 6 };
void sr_phrase_fill(struct sr_out *out, enum sr_lang lang, const char *pattern, va_list args);
/* The arguments are strings, ended by NULL. */
void sr_text_say(struct sr_out *out, enum sr_lang lang, const struct sr_text *text, ...)
    __attribute__((sentinel));

#endif
