/* The tables of the protocol told to programs: as types of TypeScript, and as an AsyncAPI document.
 * Both are files of the project; a test sees to it that they are what is written here. */
#include "told.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void add_lines(struct sr_buffer *out, const char *const *line) {
    for (; *line; line++) {
        sr_buffer_add(out, *line);
        sr_buffer_add(out, "\n");
    }
}

/* ---- TypeScript ---- */

/* "move" is MoveMessage when told, SayMove when said. */
static void add_type_name(struct sr_buffer *out, const struct sr_message_kind *kind, bool said) {
    const char first[2] = {(char)toupper((unsigned char)kind->name[0]), '\0'};
    sr_buffer_add(out, said ? "Say" : "");
    sr_buffer_add(out, first);
    sr_buffer_add(out, kind->name + 1);
    sr_buffer_add(out, said ? "" : "Message");
}

/* "undo, replace" is 'undo' | 'replace'. */
static void add_words(struct sr_buffer *out, const char *words, const char *between,
                      const char *quote) {
    for (const char *at = words; *at;) {
        size_t length = strcspn(at, ",");
        sr_buffer_add(out, at == words ? "" : between);
        sr_buffer_add(out, quote);
        sr_buffer_add_bytes(out, at, length);
        sr_buffer_add(out, quote);
        at += length + strspn(at + length, ", ");
    }
}

static void add_type(struct sr_buffer *out, const struct sr_member *member) {
    switch (member->kind) {
    case SR_MEMBER_NUMBER:
        sr_buffer_add(out, "number");
        break;
    case SR_MEMBER_FLAG:
        sr_buffer_add(out, "boolean");
        break;
    case SR_MEMBER_TEXT:
        sr_buffer_add(out, "string");
        break;
    case SR_MEMBER_WORD:
        add_words(out, member->of, " | ", "'");
        break;
    case SR_MEMBER_LIST:
        sr_buffer_add(out, strchr(member->of, ' ') ? "(" : "");
        sr_buffer_add(out, member->of);
        sr_buffer_add(out, strchr(member->of, ' ') ? ")[]" : "[]");
        break;
    case SR_MEMBER_OBJECT:
        sr_buffer_add(out, member->of);
        break;
    }
}

static void add_members(struct sr_buffer *out, const struct sr_member *member) {
    for (; member->name; member++) {
        sr_buffer_add(out, "  /** ");
        sr_buffer_add(out, member->what.in[SR_EN]);
        sr_buffer_add(out, " */\n  ");
        sr_buffer_add(out, member->name);
        sr_buffer_add(out, member->needed ? ": " : "?: ");
        add_type(out, member);
        sr_buffer_add(out, ";\n");
    }
    sr_buffer_add(out, "}\n");
}

static void begin_interface(struct sr_buffer *out, const struct sr_text *what) {
    sr_buffer_add(out, "\n/** ");
    sr_buffer_add(out, what->in[SR_EN]);
    sr_buffer_add(out, " */\nexport interface ");
}

static void add_interface(struct sr_buffer *out, const struct sr_message_kind *kind, bool said) {
    begin_interface(out, &kind->what);
    add_type_name(out, kind, said);
    sr_buffer_add(out, " {\n  type: '");
    sr_buffer_add(out, kind->name);
    sr_buffer_add(out, "';\n");
    sr_buffer_add(out, said ? "  id?: number;\n" : "");
    add_members(out, kind->member);
}

static void add_object(struct sr_buffer *out, const struct sr_object_kind *object) {
    begin_interface(out, &object->what);
    sr_buffer_add(out, object->type);
    sr_buffer_add(out, " {\n");
    add_members(out, object->member);
}

/* Messages that come over a socket; NULL beyond the last. */
static const struct sr_message_kind *socket_kind(int index, bool said) {
    if (said)
        return index < SR_SOCKET_MESSAGES ? sr_said_kind(index) : NULL;
    return sr_told_kind(index);
}

static void add_union(struct sr_buffer *out, const char *name, bool said) {
    sr_buffer_add(out, "\nexport type ");
    sr_buffer_add(out, name);
    sr_buffer_add(out, " =");
    for (int i = 0; socket_kind(i, said); i++) {
        sr_buffer_add(out, "\n  | ");
        add_type_name(out, socket_kind(i, said), said);
    }
    sr_buffer_add(out, ";\n");
}

void sr_protocol_typescript(struct sr_buffer *out) {
    static const char *const head[] = {"// The messages of a table's socket. Written by the tables "
                                       "of src/host/protocol.c and told.c; do not edit:",
                                       "// make protocol writes it anew.", "",
                                       "import type { GameEvent, Hint, Members, Move, Preview, "
                                       "Sheet, View } from './protocol';",
                                       NULL};
    add_lines(out, head);
    for (int i = 0; sr_object_kind(i); i++)
        add_object(out, sr_object_kind(i));
    for (int said = 0; said < 2; said++)
        for (int i = 0; socket_kind(i, said); i++)
            add_interface(out, socket_kind(i, said), said);
    add_union(out, "Told", false);
    add_union(out, "Said", true);
}

/* ---- AsyncAPI ---- */

static void add_schema(struct sr_buffer *out, const struct sr_member *member) {
    sr_buffer_add(out, "{ \"description\": ");
    sr_buffer_add_string(out, member->what.in[SR_EN]);
    switch (member->kind) {
    case SR_MEMBER_NUMBER:
        sr_buffer_add(out, ", \"type\": \"integer\"");
        if (member->low > INT64_MIN) {
            sr_buffer_add(out, ", \"minimum\": ");
            sr_buffer_add_number(out, member->low);
        }
        if (member->high < INT64_MAX) {
            sr_buffer_add(out, ", \"maximum\": ");
            sr_buffer_add_number(out, member->high);
        }
        break;
    case SR_MEMBER_FLAG:
        sr_buffer_add(out, ", \"type\": \"boolean\"");
        break;
    case SR_MEMBER_TEXT:
        sr_buffer_add(out, ", \"type\": \"string\"");
        if (member->high > 0) {
            sr_buffer_add(out, ", \"minLength\": 1, \"maxLength\": ");
            sr_buffer_add_number(out, member->high);
        }
        break;
    case SR_MEMBER_WORD:
        sr_buffer_add(out, ", \"type\": \"string\", \"enum\": [");
        add_words(out, member->of, ", ", "\"");
        sr_buffer_add(out, "]");
        break;
    case SR_MEMBER_LIST:
        sr_buffer_add(out, ", \"type\": \"array\"");
        break;
    case SR_MEMBER_OBJECT:
        sr_buffer_add(out, ", \"type\": \"object\"");
        break;
    }
    sr_buffer_add(out, " }");
}

static void add_message(struct sr_buffer *out, const struct sr_message_kind *kind, bool said) {
    static const char *const by[] = {[SR_BY_ANYONE] = "anyone who watches",
                                     [SR_BY_SEATED] = "who sits there",
                                     [SR_BY_HOST] = "the host of the table"};
    sr_buffer_add(out, "      \"");
    add_type_name(out, kind, said);
    sr_buffer_add(out, "\": {\n        \"name\": ");
    sr_buffer_add_string(out, kind->name);
    sr_buffer_add(out, ",\n        \"summary\": ");
    sr_buffer_add_string(out, kind->what.in[SR_EN]);
    if (said) {
        sr_buffer_add(out, ",\n        \"description\": \"by ");
        sr_buffer_add(out, by[kind->by]);
        sr_buffer_add(out, "\"");
    }
    sr_buffer_add(out, ",\n        \"payload\": {\n          \"type\": \"object\",\n"
                       "          \"required\": [\"type\"");
    for (const struct sr_member *member = kind->member; member->name; member++)
        if (member->needed) {
            sr_buffer_add(out, ", ");
            sr_buffer_add_string(out, member->name);
        }
    sr_buffer_add(out, "],\n          \"properties\": {\n            \"type\": { \"const\": ");
    sr_buffer_add_string(out, kind->name);
    sr_buffer_add(out, " }");
    if (said)
        sr_buffer_add(out,
                      ",\n            \"id\": { \"description\": \"comes back in the answer\", "
                      "\"type\": \"integer\" }");
    for (const struct sr_member *member = kind->member; member->name; member++) {
        sr_buffer_add(out, ",\n            ");
        sr_buffer_add_string(out, member->name);
        sr_buffer_add(out, ": ");
        add_schema(out, member);
    }
    sr_buffer_add(out, "\n          }\n        }\n      }");
}

static void add_references(struct sr_buffer *out, const char *where, bool said) {
    for (int i = 0; socket_kind(i, said); i++) {
        sr_buffer_add(out, i ? ",\n        { \"$ref\": \"" : "\n        { \"$ref\": \"");
        sr_buffer_add(out, where);
        add_type_name(out, socket_kind(i, said), said);
        sr_buffer_add(out, "\" }");
    }
}

static void add_channel_messages(struct sr_buffer *out) {
    bool first = true;
    for (int said = 0; said < 2; said++)
        for (int i = 0; socket_kind(i, said); i++, first = false) {
            sr_buffer_add(out, first ? "\n        \"" : ",\n        \"");
            add_type_name(out, socket_kind(i, said), said);
            sr_buffer_add(out, "\": { \"$ref\": \"#/components/messages/");
            add_type_name(out, socket_kind(i, said), said);
            sr_buffer_add(out, "\" }");
        }
}

static void add_operation(struct sr_buffer *out, const char *name, const char *action, bool said) {
    sr_buffer_add(out, "    \"");
    sr_buffer_add(out, name);
    sr_buffer_add(out, "\": {\n      \"action\": \"");
    sr_buffer_add(out, action);
    sr_buffer_add(out, "\",\n      \"channel\": { \"$ref\": \"#/channels/table\" },\n"
                       "      \"messages\": [");
    add_references(out, "#/channels/table/messages/", said);
    sr_buffer_add(out, "\n      ]\n    }");
}

void sr_protocol_asyncapi(struct sr_buffer *out) {
    static const char *const head[] = {
        "{",
        "  \"asyncapi\": \"3.0.0\",",
        "  \"info\": {",
        "    \"title\": \"Caravanserai, the socket of a table\",",
        "    \"version\": \"1\",",
        "    \"description\": \"Messages are JSON objects with a type. Objects and lists that are "
        "told are "
        "described in openapi.json. Written by the tables of src/host/protocol.c and told.c; make "
        "protocol writes it anew.\"",
        "  },",
        "  \"channels\": {",
        "    \"table\": {",
        "      \"address\": \"/api/v1/tables/{id}/socket\",",
        "      \"parameters\": { \"id\": { \"description\": \"of the table\" } },",
        "      \"messages\": {",
        NULL};
    add_lines(out, head);
    out->length -= out->length > 0 && !out->broken; /* the line goes on */
    add_channel_messages(out);
    sr_buffer_add(out, "\n      }\n    }\n  },\n  \"operations\": {\n");
    add_operation(out, "told", "send", false);
    sr_buffer_add(out, ",\n");
    add_operation(out, "said", "receive", true);
    sr_buffer_add(out, "\n  },\n  \"components\": {\n    \"messages\": {\n");
    bool first = true;
    for (int said = 0; said < 2; said++)
        for (int i = 0; socket_kind(i, said); i++, first = false) {
            sr_buffer_add(out, first ? "" : ",\n");
            add_message(out, socket_kind(i, said), said);
        }
    sr_buffer_add(out, "\n    }\n  }\n}\n");
}
