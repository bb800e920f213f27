/* Reading what we are sent: JSON objects and their members, with errors that say what would be
 * right. */
#include "server.h"

#include <stdio.h>
#include <string.h>

/* Nesting is counted before anything is parsed, so that nothing recurses deeply. */
static bool is_shallow(const char *text, size_t length) {
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '{' || c == '[') && ++depth > SR_MESSAGE_DEPTH)
            return false;
        else if (!quoted && (c == '}' || c == ']'))
            depth--;
    }
    return true;
}

json_t *sr_read_object(const char *text, size_t length, struct sr_error *error) {
    if (length > SR_BODY_BYTES) {
        char most[16];
        snprintf(most, sizeof most, "%d", SR_BODY_BYTES);
        sr_fail(error, SR_PROBLEM_TOO_MUCH, "JSON", most, NULL);
        return NULL;
    }
    if (!is_shallow(text, length)) {
        sr_fail(error, SR_PROBLEM_NOT_JSON, "[[[[...]]]]", NULL);
        return NULL;
    }
    json_error_t fault;
    json_t *object = json_loadb(text, length, JSON_REJECT_DUPLICATES, &fault);
    if (!object) {
        sr_fail(error, SR_PROBLEM_NOT_JSON, fault.text, NULL);
        return NULL;
    }
    if (!json_is_object(object)) {
        json_decref(object);
        sr_fail(error, SR_PROBLEM_NOT_JSON, "{...}", NULL);
        return NULL;
    }
    return object;
}

bool sr_member_text(const json_t *object, const char *name, const char **text,
                    struct sr_error *error) {
    const json_t *member = json_object_get(object, name);
    *text = "";
    if (!member || json_is_null(member))
        return true;
    if (!json_is_string(member))
        return sr_fail(error, SR_PROBLEM_MEMBER, name, "a text", "текст", NULL);
    *text = json_string_value(member);
    return true;
}

bool sr_member_number(const json_t *object, const char *name, int64_t low, int64_t high,
                      int64_t preset, int64_t *number, struct sr_error *error) {
    const json_t *member = json_object_get(object, name);
    *number = preset;
    if (!member || json_is_null(member))
        return true;
    if (json_is_integer(member) && json_integer_value(member) >= low &&
        json_integer_value(member) <= high) {
        *number = json_integer_value(member);
        return true;
    }
    char english[80], russian[80];
    snprintf(english, sizeof english, "a number from %lld to %lld", (long long)low,
             (long long)high);
    snprintf(russian, sizeof russian, "число от %lld до %lld", (long long)low, (long long)high);
    return sr_fail(error, SR_PROBLEM_MEMBER, name, english, russian, NULL);
}

bool sr_member_flag(const json_t *object, const char *name, bool needed, bool *flag,
                    struct sr_error *error) {
    const json_t *member = json_object_get(object, name);
    if (json_is_boolean(member)) {
        *flag = json_is_true(member);
        return true;
    }
    if (!needed && (!member || json_is_null(member)))
        return true;
    return sr_fail(error, SR_PROBLEM_MEMBER, name, "true or false", "true или false", NULL);
}
