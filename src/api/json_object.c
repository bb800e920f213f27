/* Reading JSON that somebody else wrote: one object, or an error that says where it stopped. */
#include "json_object.h"

#include "api/problems.h"
#include "table.h"

#include <string.h>

/* Where the parser stopped, and on what: "3:17 `}`". */
static bool fail_json(const char *text, size_t length, const json_error_t *stopped,
                      struct sr_error *error) {
    char place[80];
    struct sr_out out;
    sr_out_open(&out, place, sizeof place);
    sr_put_number(&out, stopped->line);
    sr_put_char(&out, ':');
    sr_put_number(&out, stopped->column);
    size_t end = stopped->position > 0 ? (size_t)stopped->position : 0;
    end = end < length ? end : length;
    size_t begin = end > 24 ? end - 24 : 0;
    for (size_t at = begin; at < end; at++)
        if (text[at] == '\n')
            begin = at + 1;
    while (begin < end && ((unsigned char)text[begin] & 0xc0) == 0x80)
        begin++;
    sr_put(&out, begin ? " …" : " ");
    sr_put_bytes(&out, text + begin, end - begin);
    enum json_error_code code = json_error_code(stopped);
    /* Where no place is named, the parser ran out of memory. */
    if (code == json_error_out_of_memory || stopped->line < 0)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    if (code == json_error_premature_end_of_input) {
        sr_fail(error, SR_PROBLEM_JSON_CUT, NULL);
        if (error)
            error->line = stopped->line;
        return false;
    }
    bool twice = code == json_error_duplicate_key;
    sr_fail(error, twice ? SR_PROBLEM_FIELD_TWICE : SR_PROBLEM_JSON, place, NULL);
    if (error)
        error->line = stopped->line;
    return false;
}

json_t *sr_json_object(const char *text, size_t length, struct sr_error *error) {
    if (!sr_fits_file(length, "JSON", error))
        return NULL;
    /* The parser takes a zero byte for the end of the text. */
    if (memchr(text, '\0', length)) {
        sr_fail(error, SR_PROBLEM_JSON, "\\0", NULL);
        return NULL;
    }
    json_error_t stopped;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &stopped);
    if (!root) {
        fail_json(text, length, &stopped, error);
        return NULL;
    }
    if (!json_is_object(root)) {
        json_decref(root);
        sr_fail(error, SR_PROBLEM_NOT_A_POSITION, NULL);
        return NULL;
    }
    return root;
}
