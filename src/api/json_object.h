/* Reading JSON that somebody else wrote. */
#ifndef SR_JSON_OBJECT_H
#define SR_JSON_OBJECT_H

#include "core/error.h"

#include <jansson.h>
#include <stddef.h>

/* One object, no member twice, of at most SR_FILE_BYTES; NULL with `error`. Freed with
 * json_decref().
 */
json_t *sr_json_object(const char *text, size_t length, struct sr_error *error);

#endif
