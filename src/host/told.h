/* What people are told, described once: every message of a table's socket, the objects in them, and
 * the writer that goes by these tables. Whoever tells something fills in values; which members
 * there are, in which order and under which names, only the tables say. The pages for programs and
 * the types of the browser client are written from them too (describe.c). */
#ifndef SR_TOLD_H
#define SR_TOLD_H

#include "host/protocol.h"

/* Values of members. One that is zeroed, or a text that is NULL, is not told. */
struct sr_told_number {
    bool told;
    int64_t is;
};
struct sr_told_flag {
    bool told, is;
};
/* A list or an object, which something else writes. */
struct sr_told_part {
    void (*write)(struct sr_buffer *out, const void *context);
    const void *context;
};

static inline struct sr_told_number sr_number_of(int64_t number) {
    return (struct sr_told_number){true, number};
}
static inline struct sr_told_number sr_number_if(bool told, int64_t number) {
    return (struct sr_told_number){told, number};
}
static inline struct sr_told_flag sr_flag_of(bool flag) {
    return (struct sr_told_flag){true, flag};
}
/* Told where it is true only. */
static inline struct sr_told_flag sr_flag_if(bool flag) {
    return (struct sr_told_flag){flag, true};
}

/* ---- messages ---- */

enum sr_tell {
    SR_TELL_TABLE,
    SR_TELL_VIEW,
    SR_TELL_EVENT,
    SR_TELL_CLOCK,
    SR_TELL_HINT,
    SR_TELL_CHAT,
    SR_TELL_DONE,
    SR_TELL_ERROR,
    SR_TELL_PREVIEW,
    SR_TELL_PONG,
    SR_TOLD_MESSAGES
};

/* The members of all of them. */
struct sr_told_message {
    struct sr_told_number id, number, by, ply, undo, decider, seat, line, made;
    struct sr_told_flag thinking;
    const char *kind, *prompt, *name, *text, *problem, *message;
    struct sr_told_part table, view, events, log, diff, moves, seconds, hints, preview;
};
void sr_told_write(struct sr_buffer *out, enum sr_tell tell, const struct sr_told_message *told);

/* ---- objects ---- */

enum sr_object {
    SR_OBJECT_SEAT,
    SR_OBJECT_PETITION,
    SR_OBJECT_CLOCK,
    SR_OBJECT_TABLE,
    SR_OBJECT_NUMBER,
    SR_OBJECT_PROBLEM,
    SR_OBJECTS
};

struct sr_told_seat {
    struct sr_told_number seat, seconds, points, rank;
    struct sr_told_flag free, invited, away, here, won, you;
    const char *name, *bot;
};
struct sr_told_petition {
    const char *kind;
    struct sr_told_number by, ply, seat, refused;
    struct sr_told_part agreed;
};
struct sr_told_clock {
    const char *kind;
    struct sr_told_number days, seconds, increment;
};
struct sr_told_table {
    const char *id, *game, *status, *code, *commitment, *rematch, *seed;
    struct sr_told_number rules, made, ended, number, turn_seconds, seconds_left;
    struct sr_told_flag open, hints, shared, imported, host;
    struct sr_told_part options, seats, clock, petition, scores;
};
/* What a request gets that changed something: how far the table is. */
struct sr_told_progress {
    struct sr_told_number number, ply;
};
struct sr_told_problem {
    const char *problem, *message;
};
/* `values` is the struct above that belongs to the object. */
void sr_told_object(struct sr_buffer *out, enum sr_object object, const void *values);

/* ---- the tables ---- */

/* What they are told; NULL beyond the last. */
const struct sr_message_kind *sr_told_kind(int index);

struct sr_object_kind {
    const char *name; /* in docs/openapi.json */
    const char *type; /* in TypeScript, and where members name it */
    struct sr_text what;
    const struct sr_member *member; /* up to the first without a name */
};
const struct sr_object_kind *sr_object_kind(int index); /* NULL beyond the last */
/* By its name in TypeScript; NULL: it is none of these. */
const struct sr_object_kind *sr_object_of_type(const char *type);

#endif
