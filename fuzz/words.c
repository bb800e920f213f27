/* Any bytes as a message to a table. What our strict reader takes, another reader of JSON takes
 * too, and they agree on what it says. */
#include "target.h"

#include "host/protocol.h"

#include <jansson.h>
#include <string.h>

static void agree_on_text(const json_t *object, const char *name, const char *text) {
    const json_t *member = json_object_get(object, name);
    if (json_is_string(member))
        fuzz_promise(strcmp(json_string_value(member), text) == 0, "texts are read alike");
    else
        fuzz_promise(*text == '\0', "what is not there is empty");
}

static void agree_on_number(const json_t *object, const char *name, int64_t number) {
    const json_t *member = json_object_get(object, name);
    if (json_is_integer(member))
        fuzz_promise(json_integer_value(member) == number, "numbers are read alike");
    else
        fuzz_promise(number == -1, "what is not there has its preset");
}

static void compare(const struct sr_message *message, const char *text, size_t size) {
    json_t *object = json_loadb(text, size, 0, NULL);
    fuzz_promise(json_is_object(object), "what we take is an object");
    if (message->say == SR_MESSAGE_MOVE || message->say == SR_MESSAGE_PREVIEW)
        agree_on_text(object, "move", message->move);
    if (message->say == SR_MESSAGE_CHAT)
        agree_on_text(object, "text", message->text);
    if (message->say == SR_MESSAGE_UNDO || message->say == SR_MESSAGE_ASK)
        agree_on_number(object, "after", message->after);
    if (message->named)
        fuzz_promise(json_integer_value(json_object_get(object, "id")) == message->id,
                     "ids are read alike");
    json_decref(object);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = (const char *)data;
    struct sr_message message;
    struct sr_error error = {0};
    if (sr_message_read(&message, text, size, &error))
        compare(&message, text, size);
    else
        fuzz_error_speaks(&error);
    for (int say = 0; say < SR_MESSAGES; say++) {
        struct sr_error refused = {0};
        if (!sr_message_read_as(&message, (enum sr_say)say, text, size, &refused))
            fuzz_error_speaks(&refused);
    }
    return 0;
}
