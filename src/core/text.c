/* Output buffers, plural forms, templates and UTF-8: how words for people are put together. */
#include "text.h"

#include "domain.h"

#include <string.h>

void sr_out_open(struct sr_out *out, char *at, size_t cap) {
    out->at = at;
    out->cap = cap;
    out->len = 0;
    if (cap > 0)
        at[0] = '\0';
}

static bool continues_character(char byte) {
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* Ends a text that does not fit; `next` is the first byte left out, and no character is halved. */
static void cut_off(struct sr_out *out, char next) {
    size_t end = out->cap - 1;
    if (continues_character(next)) {
        while (end > 0 && continues_character(out->at[end - 1]))
            end--;
        if (end > 0)
            end--;
    }
    out->at[end] = '\0';
}

void sr_put_bytes(struct sr_out *out, const char *bytes, size_t count) {
    if (out->len < out->cap && count > 0) {
        size_t room = out->cap - 1 - out->len;
        if (count <= room) {
            memcpy(out->at + out->len, bytes, count);
            out->at[out->len + count] = '\0';
        } else {
            memcpy(out->at + out->len, bytes, room);
            cut_off(out, bytes[room]);
        }
    }
    out->len += count;
}

void sr_put(struct sr_out *out, const char *text) {
    if (text)
        sr_put_bytes(out, text, strlen(text));
}

void sr_put_char(struct sr_out *out, char c) {
    sr_put_bytes(out, &c, 1);
}

void sr_put_number(struct sr_out *out, int64_t number) {
    char digits[20];
    size_t at = sizeof digits;
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (number < 0)
        sr_put_char(out, '-');
    sr_put_bytes(out, digits + at, sizeof digits - at);
}

struct sr_digits sr_digits(int64_t number) {
    struct sr_digits digits;
    struct sr_out out;
    sr_out_open(&out, digits.text, sizeof digits.text);
    sr_put_number(&out, number);
    return digits;
}

void sr_put_hex(struct sr_out *out, const uint8_t *bytes, size_t count) {
    static const char digit[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        sr_put_char(out, digit[bytes[i] >> 4]);
        sr_put_char(out, digit[bytes[i] & 15]);
    }
}

int sr_plural(enum sr_lang lang, int64_t number) {
    uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    if (lang != SR_RU)
        return size == 1 ? 0 : 1;
    uint64_t ones = size % 10, hundreds = size % 100;
    if (hundreds >= 11 && hundreds <= 14)
        return 2;
    if (ones == 1)
        return 0;
    return ones >= 2 && ones <= 4 ? 1 : 2;
}

/* The `index`-th of the forms between `at` and `end`. */
static void put_form(struct sr_out *out, const char *at, const char *end, int index, bool last) {
    const char *form = at;
    for (int i = 0;; i++) {
        const char *bar = memchr(form, '|', (size_t)(end - form));
        if (i == index || (!bar && last)) {
            sr_put_bytes(out, form, (size_t)((bar ? bar : end) - form));
            return;
        }
        if (!bar)
            break;
        form = bar + 1;
    }
    put_form(out, at, end, 0, last);
}

void sr_put_form(struct sr_out *out, const char *forms, int index, bool last) {
    if (forms)
        put_form(out, forms, forms + strlen(forms), index < 0 ? 0 : index, last);
}

/* ---- templates ---- */

/* What all steps of filling one template share. */
struct filling {
    struct sr_out *out;
    const struct sr_reader *reader;
    sr_value_of *value_of;
    const void *context;
    bool sound;  /* every placeholder so far had a value, every bracket its partner */
    bool listed; /* the section before was one of a list, and was not left out */
};

/* A placeholder taken apart: {name}, {name.case} or {name#forms}. */
struct placeholder {
    const char *name;
    size_t name_length;
    int grammatical_case;
    const char *forms, *forms_end; /* NULL without plural forms */
    bool sound;
};

static struct placeholder take_apart(const char *at, const char *end) {
    static const char cases[] = "ngadi";
    struct placeholder placeholder = {.name = at, .sound = true};
    const char *stop = at;
    while (stop < end && *stop != '.' && *stop != '#')
        stop++;
    placeholder.name_length = (size_t)(stop - at);
    if (stop < end && *stop == '#') {
        placeholder.forms = stop + 1;
        placeholder.forms_end = end;
    } else if (stop < end) {
        const char *letter = end - stop == 2 ? memchr(cases, stop[1], sizeof cases - 1) : NULL;
        placeholder.sound = letter != NULL;
        placeholder.grammatical_case = letter ? (int)(letter - cases) : 0;
    }
    return placeholder;
}

static int64_t number_as_read(const struct sr_value *value) {
    const struct sr_domain *domain = value->of;
    if (domain && domain->may_be_none && value->number == SR_NONE)
        return 0;
    return value->number + (domain ? domain->base : 0);
}

static void put_placeholder(struct filling *filling, const char *at, const char *end) {
    struct placeholder placeholder = take_apart(at, end);
    struct sr_value value = {0};
    if (!placeholder.sound ||
        !filling->value_of(filling->context, placeholder.name, placeholder.name_length, &value)) {
        filling->sound = false;
        sr_put_char(filling->out, '?');
    } else if (placeholder.forms) {
        /* a number that is hidden reads as many */
        int form = sr_plural(filling->reader->lang, value.known ? number_as_read(&value) : 0);
        put_form(filling->out, placeholder.forms, placeholder.forms_end, form, true);
    } else if (!value.known) {
        sr_put_char(filling->out, '?');
    } else if (value.of) {
        sr_domain_say(filling->out, filling->reader, value.of, value.number,
                      placeholder.grammatical_case);
    } else {
        sr_put_number(filling->out, value.number);
    }
}

/* The bracket that closes the section whose inside begins at `at`; NULL if there is none. */
static const char *section_end(const char *at, const char *end) {
    int depth = 1;
    for (; at < end; at++) {
        if (*at == '[')
            depth++;
        else if (*at == ']' && --depth == 0)
            return at;
    }
    return NULL;
}

/* The bar before what stands instead of the section, or its end. */
static const char *section_bar(const char *at, const char *end) {
    int braces = 0, brackets = 0;
    for (; at < end; at++) {
        braces += (*at == '{') - (*at == '}');
        brackets += (*at == '[') - (*at == ']');
        if (*at == '|' && !braces && !brackets)
            return at;
    }
    return end;
}

/* Is a value of this section itself, not of a section inside it, none or zero? */
static bool section_empty(const struct filling *filling, const char *at, const char *end) {
    int depth = 0;
    for (; at < end; at++) {
        if (*at == '[')
            depth++;
        else if (*at == ']')
            depth--;
        if (*at != '{' || depth > 0)
            continue;
        const char *close = memchr(at, '}', (size_t)(end - at));
        if (!close)
            return false;
        struct placeholder placeholder = take_apart(at + 1, close);
        struct sr_value value = {0};
        if (filling->value_of(filling->context, placeholder.name, placeholder.name_length,
                              &value) &&
            value.known && value.nothing)
            return true;
        at = close;
    }
    return false;
}

static void fill_span(struct filling *filling, const char *at, const char *end);

static void fill_section(struct filling *filling, const char *at, const char *end) {
    bool of_list = at < end && *at == '+';
    if (of_list)
        sr_put(filling->out, filling->listed ? ", " : " ");
    fill_span(filling, at + of_list, end);
    filling->listed = of_list;
}

static void fill_span(struct filling *filling, const char *at, const char *end) {
    while (at < end) {
        const char *plain = at;
        while (at < end && !strchr("{[]", *at))
            at++;
        sr_put_bytes(filling->out, plain, (size_t)(at - plain));
        filling->listed &= at == plain;
        if (at == end)
            return;
        const char *close = NULL;
        if (*at == '{')
            close = memchr(at, '}', (size_t)(end - at));
        else if (*at == '[')
            close = section_end(at + 1, end);
        if (!close) {
            filling->sound = false;
            sr_put_char(filling->out, *at++);
            continue;
        }
        if (*at == '{') {
            put_placeholder(filling, at + 1, close);
        } else {
            const char *bar = section_bar(at + 1, close);
            if (!section_empty(filling, at + 1, bar))
                fill_section(filling, at + 1, bar);
            else if (bar < close)
                fill_span(filling, bar + 1, close);
        }
        at = close + 1;
    }
}

bool sr_fill(struct sr_out *out, const struct sr_reader *reader, const char *pattern,
             sr_value_of *value_of, const void *context) {
    struct filling filling = {out, reader, value_of, context, pattern != NULL, false};
    if (pattern)
        fill_span(&filling, pattern, pattern + strlen(pattern));
    return filling.sound;
}

/* Latin and Cyrillic letters become capitals in place: both forms have as many bytes. */
static void capitalise(char *at) {
    unsigned char *byte = (unsigned char *)at;
    if (byte[0] >= 'a' && byte[0] <= 'z') {
        byte[0] = (unsigned char)(byte[0] - 'a' + 'A');
    } else if (byte[0] == 0xD0 && byte[1] >= 0xB0 && byte[1] <= 0xBF) { /* а .. п */
        byte[1] = (unsigned char)(byte[1] - 0x20);
    } else if (byte[0] == 0xD1 && byte[1] >= 0x80 && byte[1] <= 0x8F) { /* р .. я */
        byte[0] = 0xD0;
        byte[1] = (unsigned char)(byte[1] + 0x20);
    } else if (byte[0] == 0xD1 && byte[1] == 0x91) { /* ё */
        byte[0] = 0xD0;
        byte[1] = 0x81;
    }
}

/* Does the text begin with a seat, and so perhaps with somebody's name? */
static bool begins_with_seat(const struct filling *filling, const char *pattern) {
    const char *close = pattern[0] == '{' ? strchr(pattern, '}') : NULL;
    if (!close)
        return false;
    struct placeholder placeholder = take_apart(pattern + 1, close);
    struct sr_value value = {0};
    if (!filling->value_of(filling->context, placeholder.name, placeholder.name_length, &value))
        return false;
    const struct sr_domain *domain = value.of;
    return domain && (domain->kind == SR_SEAT || domain == &sr_a_set_of_seats);
}

bool sr_fill_line(struct sr_out *out, const struct sr_reader *reader, const char *pattern,
                  sr_value_of *value_of, const void *context) {
    struct filling filling = {out, reader, value_of, context, pattern != NULL, false};
    size_t start = out->len;
    bool sound = sr_fill(out, reader, pattern, value_of, context);
    if (pattern && start + 1 < out->cap && !begins_with_seat(&filling, pattern))
        capitalise(out->at + start);
    return sound;
}

/* ---- UTF-8 ---- */

int sr_utf8_next(const char *at, size_t left, uint32_t *code) {
    if (left == 0)
        return 0;
    const unsigned char *byte = (const unsigned char *)at;
    if (byte[0] < 0x80) {
        *code = byte[0];
        return 1;
    }
    int length;
    uint32_t value, least; /* a smaller code in this many bytes is overlong */
    if (byte[0] >= 0xC2 && byte[0] <= 0xDF) {
        length = 2, value = byte[0] & 0x1F, least = 0x80;
    } else if ((byte[0] & 0xF0) == 0xE0) {
        length = 3, value = byte[0] & 0x0F, least = 0x800;
    } else if (byte[0] >= 0xF0 && byte[0] <= 0xF4) {
        length = 4, value = byte[0] & 0x07, least = 0x10000;
    } else {
        return 0;
    }
    if (left < (size_t)length)
        return 0;
    for (int i = 1; i < length; i++) {
        if (!continues_character(at[i]))
            return 0;
        value = value << 6 | (byte[i] & 0x3F);
    }
    bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < least || value > 0x10FFFF || surrogate)
        return 0;
    *code = value;
    return length;
}

bool sr_utf8_valid(const char *at, size_t length) {
    while (length > 0) {
        uint32_t code;
        int step = sr_utf8_next(at, length, &code);
        if (step == 0)
            return false;
        at += step;
        length -= (size_t)step;
    }
    return true;
}

/* ---- suggestions ---- */

/* Letters to add, drop, change or swap to make one word of the other. */
static int distance(const char *a, const char *b) {
    enum { LONGEST = 64 };
    size_t m = strlen(a), n = strlen(b);
    if (m > LONGEST || n > LONGEST)
        return LONGEST + 1;
    int row[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= m; i++) {
        for (size_t j = 0; j <= n; j++) {
            if (i == 0 || j == 0) {
                row[i][j] = (int)(i + j);
                continue;
            }
            int best = row[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (row[i - 1][j] + 1 < best)
                best = row[i - 1][j] + 1;
            if (row[i][j - 1] + 1 < best)
                best = row[i][j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                row[i - 2][j - 2] + 1 < best)
                best = row[i - 2][j - 2] + 1;
            row[i][j] = best;
        }
    }
    return row[m][n];
}

void sr_suggest(struct sr_suggestion *suggestion, const char *word) {
    int far = distance(suggestion->given, word);
    if (suggestion->nearest && far >= suggestion->distance)
        return;
    suggestion->nearest = word;
    suggestion->distance = far;
}
