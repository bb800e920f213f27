/* JSON trees: see include/jansson.h. Texts are read strictly: UTF-8, no member twice where that is
 * asked for, nesting bounded, numbers within 64 bits. */
#include <jansson.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 512, DIGITS = 20 };

struct member {
    char *key; /* NULL in arrays */
    json_t *value;
    struct member *next;
};

struct list { /* objects and arrays */
    json_t head;
    size_t count, room;
    struct member *first, *last;
    json_t **index; /* arrays: by place */
};

struct string {
    json_t head;
    size_t length;
    char text[];
};

struct integer {
    json_t head;
    json_int_t value;
};

static json_t word_true = {JSON_TRUE, 1}, word_false = {JSON_FALSE, 1}, word_null = {JSON_NULL, 1};

/* ---- making and freeing ---- */

static json_t *new_list(json_type type) {
    struct list *list = calloc(1, sizeof *list);
    if (!list)
        return NULL;
    list->head = (json_t){type, 1};
    return &list->head;
}

static json_t *new_string(const char *text, size_t length) {
    struct string *string = malloc(sizeof *string + length + 1);
    if (!string)
        return NULL;
    string->head = (json_t){JSON_STRING, 1};
    string->length = length;
    memcpy(string->text, text, length);
    string->text[length] = '\0';
    return &string->head;
}

json_t *json_string(const char *text) {
    return new_string(text, strlen(text));
}

json_t *json_integer(json_int_t value) {
    struct integer *integer = malloc(sizeof *integer);
    if (!integer)
        return NULL;
    *integer = (struct integer){{JSON_INTEGER, 1}, value};
    return &integer->head;
}

static struct list *list_of(const json_t *json) {
    return (struct list *)(void *)json;
}

void json_delete(json_t *json) {
    if (json == &word_true || json == &word_false || json == &word_null) {
        json->refcount = 1;
        return;
    }
    if (json->type == JSON_OBJECT || json->type == JSON_ARRAY) {
        struct list *list = list_of(json);
        while (list->first) {
            struct member *member = list->first;
            list->first = member->next;
            json_decref(member->value);
            free(member->key);
            free(member);
        }
        free(list->index);
    }
    free(json);
}

static bool add_member(json_t *json, char *key, json_t *value) {
    struct list *list = list_of(json);
    struct member *member = calloc(1, sizeof *member);
    if (json->type == JSON_ARRAY && list->count == list->room) {
        size_t wanted = list->room ? 2 * list->room : 8;
        json_t **grown = realloc(list->index, wanted * sizeof(json_t *));
        if (grown) {
            list->index = grown;
            list->room = wanted;
        }
    }
    if (!member || (json->type == JSON_ARRAY && list->count == list->room)) {
        free(member);
        free(key);
        json_decref(value);
        return false;
    }
    *member = (struct member){key, value, NULL};
    *(list->last ? &list->last->next : &list->first) = member;
    list->last = member;
    if (json->type == JSON_ARRAY)
        list->index[list->count] = value;
    list->count++;
    return true;
}

/* ---- looking ---- */

json_int_t json_integer_value(const json_t *json) {
    return json_is_integer(json) ? ((const struct integer *)(const void *)json)->value : 0;
}

const char *json_string_value(const json_t *json) {
    return json_is_string(json) ? ((const struct string *)(const void *)json)->text : NULL;
}

size_t json_string_length(const json_t *json) {
    return json_is_string(json) ? ((const struct string *)(const void *)json)->length : 0;
}

size_t json_array_size(const json_t *json) {
    return json_is_array(json) ? list_of(json)->count : 0;
}

json_t *json_array_get(const json_t *json, size_t index) {
    return index < json_array_size(json) ? list_of(json)->index[index] : NULL;
}

size_t json_object_size(const json_t *json) {
    return json_is_object(json) ? list_of(json)->count : 0;
}

static struct member *find(const json_t *json, const char *key) {
    if (!json_is_object(json))
        return NULL;
    struct member *member = list_of(json)->first;
    while (member && strcmp(member->key, key) != 0)
        member = member->next;
    return member;
}

json_t *json_object_get(const json_t *json, const char *key) {
    const struct member *member = find(json, key);
    return member ? member->value : NULL;
}

int json_object_set_new(json_t *json, const char *key, json_t *value) {
    struct member *member = find(json, key);
    if (!json_is_object(json) || !value) {
        json_decref(value);
        return -1;
    }
    if (member) {
        json_decref(member->value);
        member->value = value;
        return 0;
    }
    char *copy = strdup(key);
    if (copy)
        return add_member(json, copy, value) ? 0 : -1;
    json_decref(value);
    return -1;
}

int json_object_set(json_t *json, const char *key, json_t *value) {
    return json_object_set_new(json, key, json_incref(value));
}

void *json_object_iter(json_t *json) {
    return json_is_object(json) ? list_of(json)->first : NULL;
}

void *json_object_iter_next(json_t *json, void *at) {
    (void)json;
    return ((struct member *)at)->next;
}

const char *json_object_iter_key(void *at) {
    return ((struct member *)at)->key;
}

json_t *json_object_iter_value(void *at) {
    return ((struct member *)at)->value;
}

/* ---- reading ---- */

struct reading {
    const char *text, *at, *end;
    size_t flags;
    int depth;
    enum json_error_code code; /* of the first thing that was wrong */
    const char *why;
};

static json_t *fail(struct reading *reading, enum json_error_code code, const char *why) {
    if (!reading->why) {
        reading->code = code;
        reading->why = why;
    }
    return NULL;
}

static json_t *fail_here(struct reading *reading, const char *why) {
    if (reading->at >= reading->end)
        return fail(reading, json_error_premature_end_of_input, "the text ends too early");
    return fail(reading, json_error_invalid_syntax, why);
}

static int peek(struct reading *reading) {
    while (reading->at < reading->end && strchr(" \t\r\n", *reading->at) && *reading->at)
        reading->at++;
    return reading->at < reading->end ? (unsigned char)*reading->at : -1;
}

/* The length of the UTF-8 sequence here; 0: it is none. */
static int sequence(const struct reading *reading) {
    const unsigned char *byte = (const unsigned char *)reading->at;
    size_t left = (size_t)(reading->end - reading->at);
    static const struct {
        unsigned char low, high, least, most; /* of the first byte; of the second */
        int length;
    } kinds[] = {
        {0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (byte[0] < kinds[i].low || byte[0] > kinds[i].high)
            continue;
        if (left < (size_t)kinds[i].length)
            return 0;
        if (kinds[i].length > 1 && (byte[1] < kinds[i].least || byte[1] > kinds[i].most))
            return 0;
        for (int n = 2; n < kinds[i].length; n++)
            if ((byte[n] & 0xc0) != 0x80)
                return 0;
        return kinds[i].length;
    }
    return 0;
}

static int hex_digit(int letter) {
    return letter >= '0' && letter <= '9'   ? letter - '0'
           : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10
           : letter >= 'A' && letter <= 'F' ? letter - 'A' + 10
                                            : -1;
}

/* Four digits after \u; -1: they are none. */
static long read_unit(struct reading *reading) {
    long unit = 0;
    for (int i = 0; i < 4; i++, reading->at++) {
        int digit = reading->at < reading->end ? hex_digit(*reading->at) : -1;
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

static char *put_letter(char *to, unsigned long letter) {
    if (letter < 0x80) {
        *to++ = (char)letter;
    } else if (letter < 0x800) {
        *to++ = (char)(0xc0 | letter >> 6);
        *to++ = (char)(0x80 | (letter & 0x3f));
    } else if (letter < 0x10000) {
        *to++ = (char)(0xe0 | letter >> 12);
        *to++ = (char)(0x80 | (letter >> 6 & 0x3f));
        *to++ = (char)(0x80 | (letter & 0x3f));
    } else {
        *to++ = (char)(0xf0 | letter >> 18);
        *to++ = (char)(0x80 | (letter >> 12 & 0x3f));
        *to++ = (char)(0x80 | (letter >> 6 & 0x3f));
        *to++ = (char)(0x80 | (letter & 0x3f));
    }
    return to;
}

/* What follows \u, of which two may stand for one letter. No letter is 0: texts end with it. */
static char *read_escaped_unit(struct reading *reading, char *to) {
    long unit = read_unit(reading);
    if (unit >= 0xd800 && unit <= 0xdbff && reading->end - reading->at >= 2 &&
        reading->at[0] == '\\' && reading->at[1] == 'u') {
        reading->at += 2;
        long low = read_unit(reading);
        if (low >= 0xdc00 && low <= 0xdfff)
            return put_letter(to, 0x10000ul + (((unsigned long)unit - 0xd800) << 10) +
                                      ((unsigned long)low - 0xdc00));
        unit = -1;
    }
    if (unit <= 0 || (unit >= 0xd800 && unit <= 0xdfff))
        return NULL;
    return put_letter(to, (unsigned long)unit);
}

static char *read_escape(struct reading *reading, char *to) {
    static const char escapes[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    int letter = reading->at < reading->end ? *reading->at++ : 0;
    const char *known = letter ? strchr(escapes, letter) : NULL;
    if (letter == 'u')
        return read_escaped_unit(reading, to);
    if (!known)
        return NULL;
    *to++ = meant[known - escapes];
    return to;
}

/* What was read never takes more bytes than it was written with. */
static char *read_text(struct reading *reading, size_t *length) {
    const char *close = ++reading->at;
    while (close < reading->end && *close != '"')
        close += *close == '\\' && close + 1 < reading->end ? 2 : 1;
    char *text = malloc((size_t)(close - reading->at) + 1), *to = text;
    if (!text)
        fail(reading, json_error_out_of_memory, "out of memory");
    while (to && reading->at < reading->end && *reading->at != '"') {
        int bytes = sequence(reading);
        if (bytes == 0 || (unsigned char)*reading->at < 0x20) {
            fail(reading, json_error_invalid_syntax, "a byte that no text has");
            to = NULL;
        } else if (*reading->at == '\\') {
            reading->at++;
            to = read_escape(reading, to);
            if (!to)
                fail_here(reading, "an escape that there is not");
        } else {
            memcpy(to, reading->at, (size_t)bytes);
            reading->at += bytes;
            to += bytes;
        }
    }
    if (to && reading->at >= reading->end) {
        fail_here(reading, "");
        to = NULL;
    }
    if (!to) {
        free(text);
        return NULL;
    }
    reading->at++;
    *length = (size_t)(to - text);
    *to = '\0';
    return text;
}

static json_t *read_string(struct reading *reading) {
    size_t length;
    char *text = read_text(reading, &length);
    json_t *string = text ? new_string(text, length) : NULL;
    free(text);
    return string || reading->why ? string
                                  : fail(reading, json_error_out_of_memory, "out of memory");
}

static void skip_digits(struct reading *reading) {
    while (reading->at < reading->end && *reading->at >= '0' && *reading->at <= '9')
        reading->at++;
}

/* A fraction or an exponent makes it a number that nobody here takes: it is kept as it was written.
 */
static bool skip_fraction(struct reading *reading) {
    const char *begin = reading->at;
    if (reading->at < reading->end && *reading->at == '.') {
        const char *point = reading->at++;
        skip_digits(reading);
        if (reading->at == point + 1)
            fail_here(reading, "digits must follow the point");
    }
    if (reading->at < reading->end && (*reading->at == 'e' || *reading->at == 'E')) {
        reading->at++;
        if (reading->at < reading->end && (*reading->at == '+' || *reading->at == '-'))
            reading->at++;
        const char *digits = reading->at;
        skip_digits(reading);
        if (reading->at == digits)
            fail_here(reading, "an exponent has digits");
    }
    return reading->at != begin;
}

static json_t *read_number(struct reading *reading) {
    bool negative = *reading->at == '-';
    const char *digit = reading->at += negative;
    unsigned long long value = 0;
    skip_digits(reading);
    if (reading->at == digit || (*digit == '0' && reading->at > digit + 1))
        return fail_here(reading, "this is no number");
    const char *last = reading->at;
    if (skip_fraction(reading)) {
        const char *begin = digit - negative;
        json_t *real = reading->why ? NULL : new_string(begin, (size_t)(reading->at - begin));
        if (real)
            real->type = JSON_REAL;
        return real;
    }
    bool large = last - digit >= DIGITS;
    for (; digit < last && !large; digit++)
        value = value * 10 + (unsigned long long)(*digit - '0');
    if (large || value > (unsigned long long)INT64_MAX + negative)
        return fail(reading, json_error_invalid_syntax, "the number is too large");
    return json_integer((json_int_t)(negative ? 0 - value : value));
}

static json_t *read_value(struct reading *reading);

static char *read_key(struct reading *reading, const json_t *object) {
    size_t length;
    if (peek(reading) != '"') {
        fail_here(reading, "a member's name must stand here");
        return NULL;
    }
    char *key = read_text(reading, &length);
    if (key && reading->flags & JSON_REJECT_DUPLICATES && find(object, key)) {
        fail(reading, json_error_duplicate_key, "a member twice");
        free(key);
        return NULL;
    }
    if (key && peek(reading) != ':') {
        fail_here(reading, "a colon must stand here");
        free(key);
        return NULL;
    }
    if (key)
        reading->at++;
    return key;
}

static bool read_member(struct reading *reading, json_t *list) {
    char *key = NULL;
    if (list->type == JSON_OBJECT && !(key = read_key(reading, list)))
        return false;
    json_t *value = read_value(reading);
    if (!value) {
        free(key);
        return false;
    }
    struct member *known = key ? find(list, key) : NULL;
    if (known) {
        free(key);
        json_decref(known->value);
        known->value = value;
        return true;
    }
    if (add_member(list, key, value))
        return true;
    fail(reading, json_error_out_of_memory, "out of memory");
    return false;
}

static json_t *read_list(struct reading *reading, json_type type) {
    int close = type == JSON_OBJECT ? '}' : ']';
    json_t *list = new_list(type);
    if (!list)
        return fail(reading, json_error_out_of_memory, "out of memory");
    if (++reading->depth > DEEPEST)
        fail(reading, json_error_invalid_syntax, "this is nested too deeply");
    reading->at++;
    bool more = !reading->why && peek(reading) != close;
    while (more && read_member(reading, list)) {
        more = peek(reading) == ',';
        reading->at += more;
    }
    if (!reading->why && peek(reading) != close)
        fail_here(reading, "a comma or the end must stand here");
    if (reading->why) {
        json_decref(list);
        return NULL;
    }
    reading->at++;
    reading->depth--;
    return list;
}

static json_t *read_word(struct reading *reading, const char *word, json_t *value) {
    size_t length = strlen(word);
    if ((size_t)(reading->end - reading->at) < length || memcmp(reading->at, word, length) != 0)
        return fail_here(reading, "this is no value");
    reading->at += length;
    return json_incref(value);
}

static json_t *read_value(struct reading *reading) {
    int letter = peek(reading);
    switch (letter) {
    case '{':
        return read_list(reading, JSON_OBJECT);
    case '[':
        return read_list(reading, JSON_ARRAY);
    case '"':
        return read_string(reading);
    case 't':
        return read_word(reading, "true", &word_true);
    case 'f':
        return read_word(reading, "false", &word_false);
    case 'n':
        return read_word(reading, "null", &word_null);
    default:
        if (letter == '-' || (letter >= '0' && letter <= '9'))
            return read_number(reading);
        return fail_here(reading, "a value must stand here");
    }
}

static void explain(const struct reading *reading, json_error_t *error) {
    *error = (json_error_t){.line = 1, .column = 0, .code = reading->code};
    error->position = (int)(reading->at - reading->text);
    for (const char *at = reading->text; at < reading->at; at++) {
        error->column = *at == '\n' ? 0 : error->column + 1;
        error->line += *at == '\n';
    }
    snprintf(error->text, sizeof error->text, "%s", reading->why);
}

json_t *json_loadb(const char *text, size_t length, size_t flags, json_error_t *error) {
    struct reading reading = {.text = text, .at = text, .end = text + length, .flags = flags};
    int first = peek(&reading);
    json_t *root = first == '{' || first == '[' ? read_value(&reading)
                                                : fail_here(&reading, "'{' or '[' must stand here");
    if (root && peek(&reading) >= 0) {
        fail(&reading, json_error_invalid_syntax, "something follows the end");
        json_decref(root);
        root = NULL;
    }
    if (!root && error)
        explain(&reading, error);
    return root;
}

json_t *json_loads(const char *text, size_t flags, json_error_t *error) {
    return json_loadb(text, strlen(text), flags, error);
}

/* ---- writing ---- */

struct writing {
    char *text;
    size_t length, room;
    bool broken;
};

static void put_bytes(struct writing *writing, const char *bytes, size_t count) {
    if (writing->length + count + 1 > writing->room) {
        size_t room = 2 * (writing->length + count) + 64;
        char *grown = realloc(writing->text, room);
        writing->broken = writing->broken || !grown;
        if (!grown)
            return;
        writing->text = grown;
        writing->room = room;
    }
    memcpy(writing->text + writing->length, bytes, count);
    writing->length += count;
    writing->text[writing->length] = '\0';
}

static void put(struct writing *writing, const char *text) {
    put_bytes(writing, text, strlen(text));
}

static void put_string(struct writing *writing, const char *text, size_t length) {
    put(writing, "\"");
    for (size_t i = 0; i < length; i++) {
        char escaped[8];
        if ((unsigned char)text[i] < 0x20)
            snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)text[i]);
        else
            snprintf(escaped, sizeof escaped, text[i] == '"' || text[i] == '\\' ? "\\%c" : "%c",
                     text[i]);
        put(writing, escaped);
    }
    put(writing, "\"");
}

static void put_value(struct writing *writing, const json_t *json) {
    char number[24];
    switch (json->type) {
    case JSON_OBJECT:
    case JSON_ARRAY:
        put(writing, json->type == JSON_OBJECT ? "{" : "[");
        for (const struct member *member = list_of(json)->first; member; member = member->next) {
            if (member->key) {
                put_string(writing, member->key, strlen(member->key));
                put(writing, ":");
            }
            put_value(writing, member->value);
            put(writing, member->next ? "," : "");
        }
        put(writing, json->type == JSON_OBJECT ? "}" : "]");
        break;
    case JSON_STRING:
        put_string(writing, json_string_value(json), json_string_length(json));
        break;
    case JSON_INTEGER:
        snprintf(number, sizeof number, "%lld", json_integer_value(json));
        put(writing, number);
        break;
    case JSON_REAL:
        put(writing, ((const struct string *)(const void *)json)->text);
        break;
    default:
        put(writing, json->type == JSON_TRUE    ? "true"
                     : json->type == JSON_FALSE ? "false"
                                                : "null");
    }
}

char *json_dumps(const json_t *json, size_t flags) {
    struct writing writing = {0};
    (void)flags;
    if (json)
        put_value(&writing, json);
    if (!writing.broken)
        return writing.text;
    free(writing.text);
    return NULL;
}
