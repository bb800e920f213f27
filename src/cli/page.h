/* A page: lines of text with a style each, wrapped to a width. Help, rules, score sheets and logs
 * are pages, printed to a stream or scrolled on the screen. */
#ifndef SR_PAGE_H
#define SR_PAGE_H

#include "core/canvas.h"

#include <stdio.h>

struct sr_page_line {
    enum sr_style style;
    char *text;
};

struct sr_page {
    struct sr_page_line *line;
    int count, capacity;
};

/* Adds lines as they are; a newline in the text begins another. */
void sr_page_add(struct sr_page *page, enum sr_style style, const char *text);
/* Adds a paragraph, broken between words; lines after the first are indented. */
void sr_page_wrap(struct sr_page *page, enum sr_style style, int columns, int indent,
                  const char *text);
/* Adds a text, wrapped if need be, with `right` at the right edge of its last line. */
void sr_page_add_pair(struct sr_page *page, enum sr_style style, int columns, const char *left,
                      const char *right);
void sr_page_print(const struct sr_page *page, FILE *stream, bool colour);
void sr_page_free(struct sr_page *page);

/* Copies as much of a text as fits into so many columns, with "…" if something is left out. */
void sr_cut(struct sr_out *out, int columns, const char *text);

#endif
