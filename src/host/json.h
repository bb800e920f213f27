/* A strict reader of JSON objects, for what strangers send: nothing is allocated, nothing recurses
 * deeper than it may, and every text is UTF-8 without NUL. */
#ifndef SR_JSON_H
#define SR_JSON_H

#include "core/error.h"

enum sr_json_kind {
    SR_JSON_NULL,
    SR_JSON_FLAG,
    SR_JSON_NUMBER, /* whole, and within 64 bits */
    SR_JSON_OTHER_NUMBER,
    SR_JSON_TEXT,
    SR_JSON_LIST,
    SR_JSON_OBJECT
};

/* A member of an object. */
struct sr_json_member {
    const char *name; /* as it stands there, escapes and all, without an end */
    size_t name_length;
    enum sr_json_kind kind;
    bool flag;
    int64_t number;
    const char *text; /* of a text: as it stands there, without its quotes */
    size_t length;
};

struct sr_json_reader {
    const char *text;
    size_t length, at;
    int most_depth, depth;
    int members; /* so far */
};

enum { SR_JSON_MEMBERS = 64 }; /* of one object */

/* Opens the one object that the text is; false: it is none. Whether the rest is well-formed shows
 * only while its members are taken. */
bool sr_json_open(struct sr_json_reader *json, const char *text, size_t length, int most_depth,
                  struct sr_error *error);
/* The next member. False: there is none; then `error` says whether the object was whole. */
bool sr_json_next(struct sr_json_reader *json, struct sr_json_member *member,
                  struct sr_error *error);
/* A text without its escapes, ended by NUL; `to` has room for its length and the end. Returns what
 * follows it in `to`. */
char *sr_json_decode(const struct sr_json_member *member, char *to);
bool sr_json_is(const char *text, size_t length, const char *word);

#endif
