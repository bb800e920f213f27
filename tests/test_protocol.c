/* The protocol is described once: the files that tell it to programs are what its tables say, and
 * the description of the requests has the members that its reader reads.
 *   test_protocol --write   writes the files anew */
#include "host/protocol.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *path; /* from the top of the project */
    void (*write)(struct sr_buffer *out);
} pages[] = {
    {"web/src/lib/messages.ts", sr_protocol_typescript},
    {"docs/asyncapi.json", sr_protocol_asyncapi},
};
enum { PAGES = sizeof pages / sizeof pages[0] };

static int write_pages(void) {
    for (int i = 0; i < PAGES; i++) {
        struct sr_buffer text = {0};
        FILE *file = fopen(pages[i].path, "w");
        pages[i].write(&text);
        if (!file || text.broken || fwrite(text.text, 1, text.length, file) != text.length ||
            fclose(file) != 0) {
            fprintf(stderr, "%s cannot be written\n", pages[i].path);
            return 1;
        }
        sr_buffer_free(&text);
    }
    return 0;
}

static void the_files_are_what_the_tables_say(void **state) {
    (void)state;
    for (int i = 0; i < PAGES; i++) {
        struct sr_buffer text = {0};
        char there[1 << 16];
        FILE *file = fopen(pages[i].path, "r");
        if (!file)
            fail_msg("%s is not there; run this from the top of the project", pages[i].path);
        size_t length = fread(there, 1, sizeof there, file);
        fclose(file);
        pages[i].write(&text);
        assert_true(length < sizeof there);
        if (length != text.length || memcmp(there, text.text, length) != 0)
            fail_msg("%s is not what the tables say: make protocol", pages[i].path);
        sr_buffer_free(&text);
    }
}

static void every_word_is_in_both_languages(void **state) {
    (void)state;
    for (int said = 0; said < 2; said++)
        for (int i = 0; said ? sr_said_kind(i) : sr_told_kind(i); i++) {
            const struct sr_message_kind *kind = said ? sr_said_kind(i) : sr_told_kind(i);
            for (int lang = 0; lang < SR_LANGS; lang++) {
                assert_true(kind->what.in[lang] && *kind->what.in[lang]);
                for (const struct sr_member *member = kind->member; member->name; member++)
                    assert_true(member->what.in[lang] && *member->what.in[lang]);
            }
        }
}

/* ---- requests ---- */

static const struct {
    enum sr_say say;
    const char *path;
} requests[] = {
    {SR_MESSAGE_MOVE, "/api/v1/tables/{id}/moves"},
    {SR_MESSAGE_UNDO, "/api/v1/tables/{id}/undo"},
    {SR_MESSAGE_HINT, "/api/v1/tables/{id}/hint"},
    {SR_MESSAGE_ASK, "/api/v1/tables/{id}/petition"},
    {SR_MESSAGE_ANSWER, "/api/v1/tables/{id}/petition/answer"},
    {SR_MESSAGE_CHAT, "/api/v1/tables/{id}/chat"},
    {SR_MESSAGE_JOIN, "/api/v1/tables/{id}/join"},
    {SR_MESSAGE_START, "/api/v1/tables/{id}/start"},
    {SR_MESSAGE_LEAVE, "/api/v1/tables/{id}/leave"},
    {SR_MESSAGE_SHARE, "/api/v1/tables/{id}/share"},
    {SR_MESSAGE_REMATCH, "/api/v1/tables/{id}/rematch"},
};

static json_t *resolve(json_t *document, json_t *schema) {
    static const char local[] = "#/components/schemas/";
    const char *reference = json_string_value(json_object_get(schema, "$ref"));
    if (!reference)
        return schema;
    assert_int_equal(strncmp(reference, local, sizeof local - 1), 0);
    json_t *schemas = json_object_get(json_object_get(document, "components"), "schemas");
    return json_object_get(schemas, reference + sizeof local - 1);
}

static json_t *body_of(json_t *document, const char *path) {
    json_t *route = json_object_get(json_object_get(document, "paths"), path);
    json_t *post = json_object_get(route, "post");
    if (!post)
        fail_msg("%s is not described", path);
    json_t *content = json_object_get(json_object_get(post, "requestBody"), "content");
    json_t *schema = json_object_get(json_object_get(content, "application/json"), "schema");
    return resolve(document, schema);
}

static void requests_are_described_with_the_members_that_are_read(void **state) {
    (void)state;
    json_t *document = json_load_file("docs/openapi.json", JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(document);
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        const struct sr_member *member = sr_said_kind((int)requests[i].say)->member;
        json_t *properties = json_object_get(body_of(document, requests[i].path), "properties");
        size_t count = 0;
        for (; member[count].name; count++)
            if (!json_object_get(properties, member[count].name))
                fail_msg("%s: \"%s\" is read but not described", requests[i].path,
                         member[count].name);
        if (json_object_size(properties) != count)
            fail_msg("%s: something is described that is not read", requests[i].path);
    }
    json_decref(document);
}

int main(int count, char **argument) {
    if (count == 2 && strcmp(argument[1], "--write") == 0)
        return write_pages();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_files_are_what_the_tables_say),
        cmocka_unit_test(every_word_is_in_both_languages),
        cmocka_unit_test(requests_are_described_with_the_members_that_are_read),
    };
    return cmocka_run_group_tests_name("protocol", tests, NULL, NULL);
}
