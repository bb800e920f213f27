/* Text that grows: what is told to people is written here. Running out of memory makes the buffer
 * `broken`, which is asked for once, at the end. */
#ifndef SR_BUFFER_H
#define SR_BUFFER_H

#include "core/text.h"

struct sr_buffer {
    char *text; /* ended with a NUL when not NULL */
    size_t length, room;
    bool broken;
};

void sr_buffer_free(struct sr_buffer *buffer);
void sr_buffer_add(struct sr_buffer *buffer, const char *text);
void sr_buffer_add_bytes(struct sr_buffer *buffer, const char *bytes, size_t count);
void sr_buffer_add_number(struct sr_buffer *buffer, int64_t number);
void sr_buffer_add_string(struct sr_buffer *buffer, const char *text); /* as JSON */
void sr_buffer_add_hex(struct sr_buffer *buffer, const uint8_t *bytes, size_t count);
/* What a writer writes, called again with more room if it does not fit. */
typedef void sr_buffer_writer(struct sr_out *out, const void *context);
void sr_buffer_write(struct sr_buffer *buffer, sr_buffer_writer *writer, const void *context);
/* JSON from a writer, without the blanks and line ends between its parts. */
void sr_buffer_write_json(struct sr_buffer *buffer, sr_buffer_writer *writer, const void *context);

#endif
