/* What is told to whom, as JSON. Everything here takes a viewer, and shows what the engine's views
 * and events show that viewer, and nothing else of the state. */
#ifndef SR_WIRE_H
#define SR_WIRE_H

#include "host/host.h"

/* One thing that happened at a table. */
struct sr_scene {
    const struct sr_table *table; /* after it */
    const void *before;           /* the state before it */
    const struct sr_events *events;
    enum sr_entry_kind kind;
    int seat;
    int64_t number;
};

void sr_wire_event(struct sr_buffer *out, const struct sr_scene *scene, int viewer,
                   enum sr_lang lang);
void sr_wire_view(struct sr_buffer *out, const struct sr_table *table, int64_t number, int viewer,
                  enum sr_lang lang);
/* Of an object that is begun: ,"view":... and the true ,"scores":... */
void sr_wire_board(struct sr_buffer *out, const struct sr_table *table, int viewer,
                   enum sr_lang lang);
void sr_wire_sheet(struct sr_buffer *out, const struct sr_table *table, enum sr_lang lang);
/* The lines of a log, as a list of texts. */
void sr_wire_log(struct sr_buffer *out, const struct sr_table *table,
                 const struct sr_events *events, int viewer, enum sr_lang lang);
/* The same as data, for animation. */
void sr_wire_events(struct sr_buffer *out, const struct sr_table *table,
                    const struct sr_events *events, int viewer);
/* A table as `person` may know it. In lists there is no host: NULL. */
void sr_wire_table(struct sr_buffer *out, const struct sr_table_row *row,
                   const uint8_t commitment[SR_COMMITMENT_BYTES], const struct sr_host *host,
                   int64_t person, enum sr_lang lang);
/* The same as a message. */
void sr_wire_table_message(struct sr_buffer *out, const struct sr_host *host, int64_t person,
                           enum sr_lang lang);
/* How much time each seat has left. */
void sr_wire_clock(struct sr_buffer *out, const struct sr_host *host);
/* The advice for the decider, if it is there. */
void sr_wire_hint(struct sr_buffer *out, const struct sr_host *host, enum sr_lang lang);
/* What a move would bring, as far as the decider can know. */
void sr_wire_preview(struct sr_buffer *out, bool named, int64_t id, const struct sr_table *table,
                     const struct sr_preview *preview, enum sr_lang lang);
/* The score sheet as `viewer` can know it. */
void sr_wire_score(struct sr_buffer *out, const struct sr_table *table, int viewer,
                   enum sr_lang lang);
void sr_wire_chat(struct sr_buffer *out, const struct sr_chat *chat);
/* What was asked for is done: over a socket, and for a request. */
void sr_wire_done(struct sr_buffer *out, bool named, int64_t id, int64_t number);
void sr_wire_pong(struct sr_buffer *out, bool named, int64_t id);
void sr_wire_progress(struct sr_buffer *out, int64_t number, int64_t ply);
/* The fixed word that programs know a problem by. */
enum { SR_PROBLEM_NAME_BYTES = 40 };
void sr_problem_name(const struct sr_problem *problem, char name[SR_PROBLEM_NAME_BYTES]);
/* {"problem":...,"message":...} */
void sr_wire_error(struct sr_buffer *out, const struct sr_error *error, enum sr_lang lang);
/* The whole message. */
void sr_wire_refusal(struct sr_buffer *out, bool named, int64_t id, const struct sr_error *error,
                     enum sr_lang lang);

#endif
