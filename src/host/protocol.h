/* The protocol of a table, described once: every message that people send, its members, what they
 * may be, and who may send it; what they are told is in told.h. The reader that refuses rubbish,
 * the writer, the pages for programs (docs/asyncapi.json, docs/openapi.json) and the types of the
 * browser client come from these tables. */
#ifndef SR_PROTOCOL_H
#define SR_PROTOCOL_H

#include "api/buffer.h"
#include "core/error.h"
#include "host/ledger.h"

enum {
    SR_MESSAGE_BYTES = 8192, /* the longest message, and body of a request */
    SR_MESSAGE_DEPTH = 8     /* how deep it may nest */
};

/* What people say. The first ones come over a socket, and most of them as requests too; the others
 * are requests only. */
enum sr_say {
    SR_MESSAGE_MOVE,
    SR_MESSAGE_UNDO,
    SR_MESSAGE_PREVIEW,
    SR_MESSAGE_HINT,
    SR_MESSAGE_SEAT,
    SR_MESSAGE_ASK,
    SR_MESSAGE_ANSWER,
    SR_MESSAGE_CHAT,
    SR_MESSAGE_PING,
    SR_SOCKET_MESSAGES,
    SR_MESSAGE_JOIN = SR_SOCKET_MESSAGES,
    SR_MESSAGE_START,
    SR_MESSAGE_LEAVE,
    SR_MESSAGE_SHARE,
    SR_MESSAGE_REMATCH,
    SR_MESSAGE_FORK,
    SR_MESSAGE_TABLE,
    SR_MESSAGE_VIEW,
    SR_MESSAGE_EVENTS,
    SR_MESSAGE_SCORE,
    SR_MESSAGES
};

/* One message as it was read. Members that it does not have are at their presets: numbers -1,
 * texts empty. Texts point into `letters`: a message is copied with sr_message_copy(). */
struct sr_message {
    enum sr_say say;
    bool named; /* it has an id, which comes back in the answer */
    int64_t id;
    int64_t seat; /* from 1; 0 is nobody's */
    int64_t after, ply;
    bool agree, shared, without;
    const char *move, *kind, *text, *bot;
    char letters[SR_MESSAGE_BYTES + 1];
};

/* A message of this kind with nothing in it. */
void sr_message_init(struct sr_message *message, enum sr_say say);
void sr_message_copy(struct sr_message *to, const struct sr_message *from);
/* Reads what came over a socket, where "type" says what it is. Even if it fails, `named` and `id`
 * are right if the text was an object at all. */
bool sr_message_read(struct sr_message *message, const char *text, size_t length,
                     struct sr_error *error);
/* Reads the body of a request, whose address says what it is. An empty body has no members. */
bool sr_message_read_as(struct sr_message *message, enum sr_say say, const char *text,
                        size_t length, struct sr_error *error);

/* `name` of such a message is not what it must be; returns false. */
bool sr_message_fail(enum sr_say say, const char *name, struct sr_error *error);
bool sr_message_fail_range(const char *name, int64_t low, int64_t high, struct sr_error *error);
/* Text without control characters and the like, 1 to size - 1 bytes. */
bool sr_clean_text(const char *text, size_t length, size_t size);

/* ---- the tables ---- */

enum sr_member_kind {
    SR_MEMBER_NUMBER, /* low to high */
    SR_MEMBER_FLAG,
    SR_MEMBER_TEXT,  /* up to `high` bytes; 0: as long as the message may be */
    SR_MEMBER_WORD,  /* one of `of`: "undo, replace" */
    SR_MEMBER_LIST,  /* of what `of` names in TypeScript; told only, like the next */
    SR_MEMBER_OBJECT /* of the type that `of` names */
};

struct sr_member {
    const char *name;
    enum sr_member_kind kind;
    bool needed;
    int64_t low, high;
    const char *of;
    struct sr_text what; /* what it must be, for errors and pages */
    size_t offset;       /* in struct sr_message, or in what is told */
};

/* Who may say it. */
enum sr_speaker { SR_BY_ANYONE, SR_BY_SEATED, SR_BY_HOST };

enum { SR_MEMBERS = 12 };

struct sr_message_kind {
    const char *name;
    struct sr_text what;
    enum sr_speaker by;
    struct sr_member member[SR_MEMBERS]; /* up to the first without a name */
};

/* What people say, by enum sr_say; NULL beyond the last. */
const struct sr_message_kind *sr_said_kind(int index);

/* The same for programs: a TypeScript file, and an AsyncAPI document. */
void sr_protocol_typescript(struct sr_buffer *out);
void sr_protocol_asyncapi(struct sr_buffer *out);

#endif
