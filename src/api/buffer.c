/* Text that grows. */
#include "buffer.h"

#include "core/view.h"

#include <stdlib.h>
#include <string.h>

void sr_buffer_free(struct sr_buffer *buffer) {
    free(buffer->text);
    *buffer = (struct sr_buffer){0};
}

/* Room for `count` more bytes and the end. */
static bool reserve(struct sr_buffer *buffer, size_t count) {
    size_t wanted = buffer->length + count + 1;
    if (buffer->broken)
        return false;
    if (wanted <= buffer->room)
        return true;
    size_t room = buffer->room ? buffer->room : 512;
    while (room < wanted)
        room *= 2;
    char *text = realloc(buffer->text, room);
    if (!text) {
        buffer->broken = true;
        return false;
    }
    buffer->text = text;
    buffer->room = room;
    return true;
}

void sr_buffer_add_bytes(struct sr_buffer *buffer, const char *bytes, size_t count) {
    if (!reserve(buffer, count))
        return;
    if (count)
        memcpy(buffer->text + buffer->length, bytes, count);
    buffer->length += count;
    buffer->text[buffer->length] = '\0';
}

void sr_buffer_add(struct sr_buffer *buffer, const char *text) {
    sr_buffer_add_bytes(buffer, text, strlen(text));
}

void sr_buffer_write(struct sr_buffer *buffer, sr_buffer_writer *writer, const void *context) {
    size_t wanted = 1024;
    for (;;) {
        if (!reserve(buffer, wanted))
            return;
        struct sr_out out;
        size_t room = buffer->room - buffer->length;
        sr_out_open(&out, buffer->text + buffer->length, room);
        writer(&out, context);
        if (sr_out_fits(&out)) {
            buffer->length += out.len;
            return;
        }
        wanted = out.len + 1;
    }
}

void sr_buffer_write_json(struct sr_buffer *buffer, sr_buffer_writer *writer, const void *context) {
    size_t from = buffer->length;
    sr_buffer_write(buffer, writer, context);
    if (buffer->broken)
        return;
    bool quoted = false;
    size_t to = from;
    for (size_t at = from; at < buffer->length; at++) {
        char c = buffer->text[at];
        if (!quoted && (c == ' ' || c == '\n'))
            continue;
        buffer->text[to++] = c;
        if (quoted && c == '\\')
            buffer->text[to++] = buffer->text[++at];
        else if (c == '"')
            quoted = !quoted;
    }
    buffer->length = to;
    buffer->text[to] = '\0';
}

static void write_number(struct sr_out *out, const void *context) {
    sr_put_number(out, *(const int64_t *)context);
}

void sr_buffer_add_number(struct sr_buffer *buffer, int64_t number) {
    sr_buffer_write(buffer, write_number, &number);
}

static void write_string(struct sr_out *out, const void *context) {
    sr_json_string(out, context);
}

void sr_buffer_add_string(struct sr_buffer *buffer, const char *text) {
    sr_buffer_write(buffer, write_string, text);
}

void sr_buffer_add_hex(struct sr_buffer *buffer, const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const char digits[2] = {"0123456789abcdef"[bytes[i] >> 4],
                                "0123456789abcdef"[bytes[i] & 15]};
        sr_buffer_add_bytes(buffer, digits, 2);
    }
}
