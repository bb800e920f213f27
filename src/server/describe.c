/* The requests told to programs, as an OpenAPI document: the routes of routes.def, with the members
 * of the protocol's messages, and the shapes that a file of the project gives. */
#include "host/told.h"
#include "routes.h"

#include <stdio.h>
#include <string.h>

enum { NO_MESSAGE = -1, WORD_BYTES = 64 };

#define CHANGES "400 401 403 404 409 413 429 503"
#define ROUTE(method, path, run, lane, what, answers, refusals, query, body, say)                  \
    {method, path, what, answers, refusals, query, body, say},
static const struct description {
    const char *method, *path, *what, *answers, *refusals, *query, *body;
    int say;
} routes[] = {
#include "routes.def"
};
#undef ROUTE
enum { ROUTES = sizeof routes / sizeof routes[0] };

/* What may stand behind the question mark; a name that means two things has two rows. */
static const struct query {
    const char *name, *member, *type, *what;
} queries[] = {
    {"after", "after", "integer", "the last event seen"},
    {"after_tables", "after", "integer", "skip so many tables, newest first"},
    {"cursor", "cursor", "string", "`next` of the page before"},
    {"lang", "lang", "string", "en or ru"},
    {"ply", "ply", "integer", "after so many moves; the end if not given"},
    {"seat", "seat", "integer", "which of my seats; 0 is nobody's view"},
    {"seat_from", "seat", "integer", "from which seat; 0 is nobody's, the referee's if not given"},
};

/* The next word of a list, up to a comma or blank; false: there is none. */
static bool next_word(const char **list, char word[WORD_BYTES]) {
    if (!*list)
        return false;
    *list += strspn(*list, ", ");
    size_t length = strcspn(*list, ", ");
    snprintf(word, WORD_BYTES, "%.*s", (int)length, *list);
    *list += length;
    return length > 0;
}

/* ---- shapes ---- */

/* A shape by its name, or a kind of text, which has a stroke. */
static json_t *content_of(const char *name) {
    bool text = strchr(name, '/') != NULL;
    return json_pack(
        "{s:{s:o}}", text ? name : "application/json", "schema",
        text ? json_pack("{s:s}", "type", "string")
             : json_pack("{s:o}", "$ref", json_sprintf("#/components/schemas/%s", name)));
}

/* What a list has, or an object is: one of the tables', one that the file describes, or whatever
 * the engine writes. */
static json_t *shape_of_type(const char *type) {
    static const struct {
        const char *type, *shape;
    } described[] = {{"Hint", "Advice"}, {"Sheet", "Sheet"}};
    const struct sr_object_kind *object = sr_object_of_type(type);
    const char *shape = object ? object->name : NULL;
    for (size_t i = 0; i < sizeof described / sizeof described[0]; i++)
        if (strcmp(described[i].type, type) == 0)
            shape = described[i].shape;
    if (shape)
        return json_pack("{s:o}", "$ref", json_sprintf("#/components/schemas/%s", shape));
    if (strcmp(type, "number | null") == 0)
        return json_pack("{s:[s,s]}", "type", "integer", "null");
    bool plain = strcmp(type, "string") == 0;
    return json_pack("{s:s}", "type",
                     plain                         ? "string"
                     : strcmp(type, "number") == 0 ? "integer"
                                                   : "object");
}

static json_t *shape_of_member(const struct sr_member *member) {
    static const char *const types[] = {
        [SR_MEMBER_NUMBER] = "integer", [SR_MEMBER_FLAG] = "boolean",
        [SR_MEMBER_TEXT] = "string",    [SR_MEMBER_WORD] = "string",
        [SR_MEMBER_LIST] = "array",     [SR_MEMBER_OBJECT] = "object"};
    json_t *shape = member->kind == SR_MEMBER_OBJECT
                        ? shape_of_type(member->of)
                        : json_pack("{s:s}", "type", types[member->kind]);
    if (member->kind == SR_MEMBER_LIST)
        json_object_set_new(shape, "items", shape_of_type(member->of));
    if (member->kind == SR_MEMBER_WORD) {
        json_t *words = json_array();
        const char *list = member->of;
        for (char word[WORD_BYTES]; next_word(&list, word);)
            json_array_append_new(words, json_string(word));
        json_object_set_new(shape, "enum", words);
    }
    json_object_set_new(shape, "description", json_string(member->what.in[SR_EN]));
    return shape;
}

/* `type`: of a message that is told; NULL: it has none. */
static json_t *shape_of_members(const char *type, const struct sr_member *member) {
    json_t *members = json_object(), *needed = json_array();
    if (type) {
        json_object_set_new(members, "type",
                            json_pack("{s:s,s:[s]}", "type", "string", "enum", type));
        json_array_append_new(needed, json_string("type"));
    }
    for (; member->name; member++) {
        json_object_set_new(members, member->name, shape_of_member(member));
        if (member->needed)
            json_array_append_new(needed, json_string(member->name));
    }
    return json_pack("{s:s,s:o,s:o,s:b}", "type", "object", "properties", members, "required",
                     needed, "additionalProperties", false);
}

static json_t *body_of_message(enum sr_say say) {
    return json_pack("{s:{s:o}}", "application/json", "schema",
                     shape_of_members(NULL, sr_said_kind((int)say)->member));
}

/* Adds what the protocol's tables tell to the shapes that the file has. */
static void add_told(json_t *shapes) {
    static const struct {
        const char *name;
        enum sr_tell tell;
    } messages[] = {{"View", SR_TELL_VIEW}, {"Event", SR_TELL_EVENT}, {"Hint", SR_TELL_HINT}};
    for (size_t i = 0; i < sizeof messages / sizeof messages[0]; i++) {
        const struct sr_message_kind *kind = sr_told_kind((int)messages[i].tell);
        json_object_set_new(shapes, messages[i].name, shape_of_members(kind->name, kind->member));
    }
    for (int i = 0; sr_object_kind(i); i++)
        json_object_set_new(shapes, sr_object_kind(i)->name,
                            shape_of_members(NULL, sr_object_kind(i)->member));
}

/* ---- one route ---- */

/* "200 Hint, 202 Hint", and the codes of refusals. */
static json_t *answers_of(const struct description *route) {
    static const struct {
        const char *code, *what;
    } words[] = {{"101", "the connection is a WebSocket from here on"}, {"202", "still thinking"}};
    json_t *answers = json_object();
    char code[WORD_BYTES], shape[WORD_BYTES];
    for (const char *list = route->answers; next_word(&list, code);) {
        const char *what = "done";
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            if (strcmp(words[i].code, code) == 0)
                what = words[i].what;
        json_t *answer = json_pack("{s:s}", "description", what);
        if (next_word(&list, shape))
            json_object_set_new(answer, "content", content_of(shape));
        json_object_set_new(answers, code, answer);
    }
    for (const char *list = route->refusals; next_word(&list, code);)
        json_object_set_new(
            answers, code,
            json_pack("{s:s,s:o}", "description", "refused", "content", content_of("Error")));
    return answers;
}

static json_t *parameter(const char *name, const char *in, bool needed, const char *type,
                         const char *what) {
    json_t *parameter = json_pack("{s:s,s:s,s:b,s:{s:s}}", "name", name, "in", in, "required",
                                  needed, "schema", "type", type);
    if (what)
        json_object_set_new(parameter, "description", json_string(what));
    return parameter;
}

static json_t *parameters_of(const struct description *route) {
    json_t *list = json_array();
    const char *open = strchr(route->path, '{'), *names = route->query;
    char name[WORD_BYTES];
    if (open) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(open + 1, "}"), open + 1);
        json_array_append_new(list, parameter(name, "path", true, "string", NULL));
    }
    while (next_word(&names, name))
        for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++)
            if (strcmp(queries[i].name, name) == 0)
                json_array_append_new(list, parameter(queries[i].member, "query", false,
                                                      queries[i].type, queries[i].what));
    return list;
}

static json_t *describe(const struct description *route) {
    json_t *operation = json_pack("{s:s}", "summary", route->what);
    json_t *parameters = parameters_of(route);
    if (json_array_size(parameters) > 0)
        json_object_set(operation, "parameters", parameters);
    json_decref(parameters);
    if (route->body || route->say != NO_MESSAGE)
        json_object_set_new(operation, "requestBody",
                            json_pack("{s:o}", "content",
                                      route->body ? content_of(route->body)
                                                  : body_of_message((enum sr_say)route->say)));
    json_object_set_new(operation, "responses", answers_of(route));
    return operation;
}

/* ---- the document ---- */

json_t *sr_routes_openapi(const json_t *shapes) {
    static const char *const methods[][2] = {
        {"GET", "get"}, {"POST", "post"}, {"DELETE", "delete"}};
    json_t *document = json_object(), *paths = json_object();
    for (int i = 0; i < ROUTES; i++) {
        json_t *path = json_object_get(paths, routes[i].path);
        if (!path) {
            path = json_object();
            json_object_set_new(paths, routes[i].path, path);
        }
        for (size_t j = 0; j < sizeof methods / sizeof methods[0]; j++)
            if (strcmp(methods[j][0], routes[i].method) == 0)
                json_object_set_new(path, methods[j][1], describe(&routes[i]));
    }
    json_object_update(document, (json_t *)shapes);
    json_t *components = json_deep_copy(json_object_get(shapes, "components"));
    add_told(json_object_get(components, "schemas"));
    json_object_set_new(document, "components", components);
    json_object_set_new(document, "paths", paths);
    return document;
}
