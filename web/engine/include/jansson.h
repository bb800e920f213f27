/* The part of jansson's interface that the sources name, for where that library is not: the
 * browser. Written anew (json.c); what it accepts and refuses is the same, its words for errors are
 * not. */
#ifndef SR_ENGINE_JANSSON_H
#define SR_ENGINE_JANSSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_INTEGER,
    JSON_REAL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL
} json_type;

typedef long long json_int_t;

typedef struct json_t {
    json_type type;
    size_t refcount;
} json_t;

enum { JSON_REJECT_DUPLICATES = 1, JSON_ENCODE_ANY = 2, JSON_COMPACT = 4 };
enum { JSON_ERROR_TEXT_LENGTH = 160 };

enum json_error_code {
    json_error_unknown,
    json_error_out_of_memory,
    json_error_premature_end_of_input,
    json_error_duplicate_key,
    json_error_invalid_syntax
};

typedef struct json_error_t {
    int line, column, position;
    enum json_error_code code;
    char text[JSON_ERROR_TEXT_LENGTH];
} json_error_t;

static inline enum json_error_code json_error_code(const json_error_t *error) {
    return error->code;
}

static inline bool json_is(const json_t *json, json_type type) {
    return json && json->type == type;
}
#define json_is_object(json) json_is(json, JSON_OBJECT)
#define json_is_array(json) json_is(json, JSON_ARRAY)
#define json_is_string(json) json_is(json, JSON_STRING)
#define json_is_integer(json) json_is(json, JSON_INTEGER)
#define json_is_true(json) json_is(json, JSON_TRUE)
#define json_is_null(json) json_is(json, JSON_NULL)
#define json_is_boolean(json) (json_is(json, JSON_TRUE) || json_is(json, JSON_FALSE))

json_t *json_loadb(const char *text, size_t length, size_t flags, json_error_t *error);
json_t *json_loads(const char *text, size_t flags, json_error_t *error);
char *json_dumps(const json_t *json, size_t flags);
void json_delete(json_t *json);

static inline json_t *json_incref(json_t *json) {
    if (json)
        json->refcount++;
    return json;
}
static inline void json_decref(json_t *json) {
    if (json && --json->refcount == 0)
        json_delete(json);
}

json_t *json_integer(json_int_t value);
json_t *json_string(const char *text);
json_int_t json_integer_value(const json_t *json);
const char *json_string_value(const json_t *json);
size_t json_string_length(const json_t *json);

size_t json_array_size(const json_t *json);
json_t *json_array_get(const json_t *json, size_t index);

/* Members keep the order in which they came. */
size_t json_object_size(const json_t *json);
json_t *json_object_get(const json_t *json, const char *key);
int json_object_set_new(json_t *json, const char *key, json_t *value);
int json_object_set(json_t *json, const char *key, json_t *value);
void *json_object_iter(json_t *json);
void *json_object_iter_next(json_t *json, void *at);
const char *json_object_iter_key(void *at);
json_t *json_object_iter_value(void *at);

#define json_object_foreach(object, key, value)                                                    \
    for (void *at_ = json_object_iter(object);                                                     \
         at_ && ((key) = json_object_iter_key(at_), (value) = json_object_iter_value(at_), true);  \
         at_ = json_object_iter_next(object, at_))

#endif
