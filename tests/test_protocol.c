/* The protocol is described once: the files that tell it to programs are what its tables say, and
 * so are those that tell the requests, by the table that the router goes by.
 *   test_protocol --write   writes the files anew */
#include "host/told.h"
#include "server/routes.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void write_openapi(struct sr_buffer *out) {
    json_t *shapes = json_load_file("docs/openapi-shapes.json", JSON_REJECT_DUPLICATES, NULL);
    json_t *document = shapes ? sr_routes_openapi(shapes) : NULL;
    char *text = document ? json_dumps(document, JSON_INDENT(1)) : NULL;
    out->broken = out->broken || !text;
    sr_buffer_add(out, text ? text : "");
    sr_buffer_add(out, "\n");
    free(text);
    json_decref(document);
    json_decref(shapes);
}

static const struct {
    const char *path; /* from the top of the project */
    void (*write)(struct sr_buffer *out);
} pages[] = {
    {"web/src/lib/messages.ts", sr_protocol_typescript},
    {"docs/asyncapi.json", sr_protocol_asyncapi},
    {"docs/openapi.json", write_openapi},
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
        static char there[1 << 18];
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

/* Every shape that something refers to is there. */
static void look_for_shapes(const json_t *shapes, json_t *value) {
    static const char local[] = "#/components/schemas/";
    const char *reference = json_string_value(json_object_get(value, "$ref"));
    const char *name;
    json_t *part;
    size_t index;
    if (reference && (strncmp(reference, local, sizeof local - 1) != 0 ||
                      !json_object_get(shapes, reference + sizeof local - 1)))
        fail_msg("docs/openapi-shapes.json has no %s", reference);
    json_object_foreach(value, name, part) look_for_shapes(shapes, part);
    json_array_foreach(value, index, part) look_for_shapes(shapes, part);
}

static void requests_have_the_shapes_they_name(void **state) {
    (void)state;
    json_t *document = json_load_file("docs/openapi.json", JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(document);
    look_for_shapes(json_object_get(json_object_get(document, "components"), "schemas"), document);
    json_decref(document);
}

int main(int count, char **argument) {
    if (count == 2 && strcmp(argument[1], "--write") == 0)
        return write_pages();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_files_are_what_the_tables_say),
        cmocka_unit_test(every_word_is_in_both_languages),
        cmocka_unit_test(requests_have_the_shapes_they_name),
    };
    return cmocka_run_group_tests_name("protocol", tests, NULL, NULL);
}
