/* Lines of text with a style, wrapped by the columns that characters take. */
#include "page.h"

#include "cli.h"

#include <stdlib.h>
#include <string.h>

static void add_bytes(struct sr_page *page, enum sr_style style, int indent, const char *bytes,
                      size_t length) {
    if (page->count == page->capacity) {
        page->capacity = page->capacity ? page->capacity * 2 : 32;
        page->line = sr_need(page->line, (size_t)page->capacity * sizeof *page->line);
    }
    size_t blanks = (size_t)indent;
    char *text = sr_need(NULL, blanks + length + 1);
    memset(text, ' ', blanks);
    memcpy(text + blanks, bytes, length);
    text[blanks + length] = '\0';
    page->line[page->count++] = (struct sr_page_line){style, text};
}

void sr_page_add(struct sr_page *page, enum sr_style style, const char *text) {
    for (;;) {
        size_t length = strcspn(text, "\n");
        add_bytes(page, style, 0, text, length);
        if (!text[length])
            return;
        text += length + 1;
    }
}

/* The columns and bytes of the character at `at`. */
static int character(const char *at, size_t left, int *bytes) {
    uint32_t code;
    int length = sr_utf8_next(at, left, &code);
    *bytes = length > 0 ? length : 1;
    char one[8] = "";
    memcpy(one, at, (size_t)*bytes);
    return sr_text_width(one);
}

/* How many bytes of a paragraph go on a line of so many columns: up to the last blank that fits,
 * or, when there is none, as many characters as fit. */
static size_t line_length(const char *text, size_t length, int columns) {
    size_t at = 0, blank = 0;
    int width = 0;
    while (at < length) {
        int bytes;
        int wide = character(text + at, length - at, &bytes);
        if (text[at] == ' ')
            blank = at;
        if (width + wide > columns && at > 0) {
            size_t leading = strspn(text, " ");
            return blank > leading ? blank : at;
        }
        width += wide;
        at += (size_t)bytes;
    }
    return length;
}

static void wrap_paragraph(struct sr_page *page, enum sr_style style, int columns, int indent,
                           const char *text, size_t length) {
    int before = 0;
    do {
        size_t taken = line_length(text, length, columns - before);
        add_bytes(page, style, before, text, taken);
        text += taken;
        length -= taken;
        while (length > 0 && *text == ' ') {
            text++;
            length--;
        }
        before = indent;
    } while (length > 0);
}

void sr_page_wrap(struct sr_page *page, enum sr_style style, int columns, int indent,
                  const char *text) {
    if (columns < indent + 8)
        columns = indent + 8;
    for (;;) {
        size_t length = strcspn(text, "\n");
        wrap_paragraph(page, style, columns, indent, text, length);
        if (!text[length])
            return;
        text += length + 1;
    }
}

void sr_page_add_pair(struct sr_page *page, enum sr_style style, int columns, const char *left,
                      const char *right) {
    int room = columns - sr_text_width(right);
    sr_page_wrap(page, style, room - 1, (int)strspn(left, " ") + 2, left);
    struct sr_page_line *last = &page->line[page->count - 1];
    size_t length = strlen(last->text);
    int width = sr_text_width(last->text);
    size_t blanks = width < room ? (size_t)(room - width) : 1;
    last->text = sr_need(last->text, length + blanks + strlen(right) + 1);
    memset(last->text + length, ' ', blanks);
    strcpy(last->text + length + blanks, right);
}

void sr_page_print(const struct sr_page *page, FILE *stream, bool colour) {
    for (int i = 0; i < page->count; i++) {
        sr_print_styled(stream, colour && *page->line[i].text, page->line[i].style,
                        page->line[i].text);
        fputc('\n', stream);
    }
}

void sr_page_free(struct sr_page *page) {
    for (int i = 0; i < page->count; i++)
        free(page->line[i].text);
    free(page->line);
    *page = (struct sr_page){0};
}

void sr_cut(struct sr_out *out, int columns, const char *text) {
    bool whole = sr_text_width(text) <= columns;
    int room = whole ? columns : columns - 1;
    size_t left = strlen(text);
    while (left > 0) {
        int bytes;
        int wide = character(text, left, &bytes);
        if (wide > room)
            break;
        sr_put_bytes(out, text, (size_t)bytes);
        room -= wide;
        text += bytes;
        left -= (size_t)bytes;
    }
    if (!whole && columns > 0)
        sr_put(out, "…");
}
