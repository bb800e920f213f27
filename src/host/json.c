/* A strict reader of JSON objects. */
#include "json.h"
#include "host/problems.h"

#include <string.h>

/* ---- what is wrong, and where ---- */

/* The number of the byte, and what stands there. */
static bool fail_here(const struct sr_json_reader *json, struct sr_error *error) {
    enum { EXCERPT = 24, NUMBER = 24 };
    char what[NUMBER + EXCERPT];
    struct sr_out out;
    size_t left = json->length - json->at, count = left < EXCERPT ? left : EXCERPT;
    sr_out_open(&out, what, NUMBER);
    sr_put_number(&out, (int64_t)json->at + 1);
    sr_put(&out, ": ");
    memcpy(what + out.len, json->text + json->at, count);
    sr_fail(error, SR_PROBLEM_NOT_JSON, "", NULL);
    if (error)
        sr_error_set_arg(error, 0, what, out.len + count);
    return false;
}

/* ---- letters ---- */

static void skip_blanks(struct sr_json_reader *json) {
    while (json->at < json->length && strchr(" \t\r\n", json->text[json->at]) &&
           json->text[json->at])
        json->at++;
}

static bool takes(struct sr_json_reader *json, char letter) {
    if (json->at >= json->length || json->text[json->at] != letter)
        return false;
    json->at++;
    return true;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* Four digits of \uXXXX; -1: they are none. */
static int32_t read_unit(const char *text, size_t length) {
    int32_t unit = 0;
    if (length < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(text[i]);
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

/* An escape behind its backslash: how many bytes it takes, and what it means. 0: it is none. */
static size_t read_escape(const char *text, size_t length, uint32_t *code) {
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    const char *simple = length > 0 && text[0] ? strchr(letters, text[0]) : NULL;
    if (simple) {
        *code = (uint8_t)meanings[simple - letters];
        return 1;
    }
    int32_t unit = length > 0 && text[0] == 'u' ? read_unit(text + 1, length - 1) : -1;
    if (unit <= 0 || (unit >= 0xdc00 && unit <= 0xdfff))
        return 0;
    *code = (uint32_t)unit;
    if (unit < 0xd800 || unit > 0xdbff)
        return 5;
    bool pair = length >= 11 && text[5] == '\\' && text[6] == 'u';
    int32_t low = pair ? read_unit(text + 7, length - 7) : -1;
    if (low < 0xdc00 || low > 0xdfff)
        return 0;
    *code = 0x10000 + (((uint32_t)unit - 0xd800) << 10) + ((uint32_t)low - 0xdc00);
    return 11;
}

/* A text, from behind its first quote to behind its last. */
static bool read_text(struct sr_json_reader *json, const char **text, size_t *length) {
    size_t from = json->at;
    while (json->at < json->length) {
        char letter = json->text[json->at];
        uint32_t code = 0;
        if (letter == '"') {
            *text = json->text + from;
            *length = json->at++ - from;
            return true;
        }
        if (letter == '\\') {
            size_t bytes =
                read_escape(json->text + json->at + 1, json->length - json->at - 1, &code);
            if (bytes == 0)
                return false;
            json->at += 1 + bytes;
            continue;
        }
        int bytes = sr_utf8_next(json->text + json->at, json->length - json->at, &code);
        if (bytes <= 0 || code < 0x20)
            return false;
        json->at += (size_t)bytes;
    }
    return false;
}

static char *put_utf8(char *to, uint32_t code) {
    if (code < 0x80) {
        *to++ = (char)code;
        return to;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const uint8_t lead[] = {0, 0xc0, 0xe0, 0xf0};
    *to++ = (char)(lead[more] | code >> 6 * more);
    while (more-- > 0)
        *to++ = (char)(0x80 | (code >> 6 * more & 0x3f));
    return to;
}

char *sr_json_decode(const struct sr_json_member *member, char *to) {
    for (size_t at = 0; at < member->length;) {
        uint32_t code;
        if (member->text[at] != '\\') {
            *to++ = member->text[at++];
            continue;
        }
        at += 1 + read_escape(member->text + at + 1, member->length - at - 1, &code);
        to = put_utf8(to, code);
    }
    *to++ = '\0';
    return to;
}

bool sr_json_is(const char *text, size_t length, const char *word) {
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

/* ---- values ---- */

static bool digits(struct sr_json_reader *json) {
    size_t from = json->at;
    while (json->at < json->length && json->text[json->at] >= '0' && json->text[json->at] <= '9')
        json->at++;
    return json->at > from;
}

static bool read_number(struct sr_json_reader *json, struct sr_json_member *member) {
    bool negative = takes(json, '-');
    size_t first = json->at;
    if (!digits(json) || (json->text[first] == '0' && json->at > first + 1))
        return false;
    size_t last = json->at;
    member->kind = SR_JSON_NUMBER;
    if (takes(json, '.')) {
        member->kind = SR_JSON_OTHER_NUMBER;
        if (!digits(json))
            return false;
    }
    if (takes(json, 'e') || takes(json, 'E')) {
        member->kind = SR_JSON_OTHER_NUMBER;
        if (!takes(json, '+'))
            takes(json, '-');
        if (!digits(json))
            return false;
    }
    if (last - first > 18) /* surely within 64 bits up to here */
        member->kind = SR_JSON_OTHER_NUMBER;
    int64_t number = 0;
    for (size_t i = first; i < last && member->kind == SR_JSON_NUMBER; i++)
        number = number * 10 + (json->text[i] - '0');
    member->number = negative ? -number : number;
    return true;
}

static bool read_word(struct sr_json_reader *json, const char *word) {
    size_t length = strlen(word);
    if (json->length - json->at < length || memcmp(json->text + json->at, word, length) != 0)
        return false;
    json->at += length;
    return true;
}

/* A value that is no list or object. */
static bool read_plain(struct sr_json_reader *json, struct sr_json_member *member) {
    if (takes(json, '"')) {
        member->kind = SR_JSON_TEXT;
        return read_text(json, &member->text, &member->length);
    }
    if (read_word(json, "null")) {
        member->kind = SR_JSON_NULL;
        return true;
    }
    member->kind = SR_JSON_FLAG;
    if (read_word(json, "true")) {
        member->flag = true;
        return true;
    }
    return read_word(json, "false") || read_number(json, member);
}

/* The name of a member and its colon. */
static bool read_name(struct sr_json_reader *json, const char **name, size_t *length) {
    skip_blanks(json);
    if (!takes(json, '"') || !read_text(json, name, length))
        return false;
    skip_blanks(json);
    return takes(json, ':');
}

/* What lies in a list or object that nobody asked for: only its form is checked. Instead of calls
 * within calls it remembers, in a bit for each level, whether that is an object. */
static bool skip_nested(struct sr_json_reader *json, bool object) {
    uint32_t objects = object;
    int depth = 1;
    bool fresh = true;
    while (depth > 0) {
        struct sr_json_member ignored;
        bool inside = objects & 1;
        skip_blanks(json);
        if (takes(json, inside ? '}' : ']')) {
            objects >>= 1;
            depth--;
            fresh = false;
            continue;
        }
        if (!fresh && !takes(json, ','))
            return false;
        if (inside && !read_name(json, &ignored.name, &ignored.name_length))
            return false;
        skip_blanks(json);
        bool opens =
            json->at < json->length && (json->text[json->at] == '{' || json->text[json->at] == '[');
        if (opens) {
            if (json->depth + ++depth > json->most_depth)
                return false;
            objects = objects << 1 | (json->text[json->at++] == '{');
            fresh = true;
            continue;
        }
        fresh = false;
        if (!read_plain(json, &ignored))
            return false;
    }
    return true;
}

static bool read_value(struct sr_json_reader *json, struct sr_json_member *member) {
    bool object = json->at < json->length && json->text[json->at] == '{';
    bool list = json->at < json->length && json->text[json->at] == '[';
    if (!object && !list)
        return read_plain(json, member);
    member->kind = object ? SR_JSON_OBJECT : SR_JSON_LIST;
    json->at++;
    return json->depth + 1 <= json->most_depth && skip_nested(json, object);
}

/* ---- objects ---- */

bool sr_json_open(struct sr_json_reader *json, const char *text, size_t length, int most_depth,
                  struct sr_error *error) {
    *json = (struct sr_json_reader){
        .text = text, .length = length, .most_depth = most_depth, .depth = 1};
    skip_blanks(json);
    return takes(json, '{') ? true : fail_here(json, error);
}

/* Nothing but blanks may follow. */
static bool close_object(struct sr_json_reader *json, struct sr_error *error) {
    skip_blanks(json);
    if (json->at < json->length)
        fail_here(json, error);
    return false;
}

bool sr_json_next(struct sr_json_reader *json, struct sr_json_member *member,
                  struct sr_error *error) {
    *member = (struct sr_json_member){0};
    skip_blanks(json);
    if (takes(json, '}'))
        return close_object(json, error);
    if (json->members > 0 && !takes(json, ','))
        return fail_here(json, error);
    if (++json->members > SR_JSON_MEMBERS || !read_name(json, &member->name, &member->name_length))
        return fail_here(json, error);
    skip_blanks(json);
    return read_value(json, member) ? true : fail_here(json, error);
}
