/* The file: a line of JSON that says what is learnt, then one record for each job, in the order in
 * which they were done. Crews come in order too, so those of one crew stand together. Bytes are as
 * this machine has them: a file goes on where it was begun. */
#include "lessons.h"

#include "lab/problems.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_BYTES = 4096 };
static const char sign[] = "{\"serai\":\"lessons\",";

struct record {
    uint32_t crew, length;
    uint64_t number, checksum; /* of all the rest */
};

struct sr_lesson {
    uint64_t number;
    const char *bytes;
    uint32_t length;
};

static uint64_t add_bytes(uint64_t sum, const void *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
    return sum;
}

static uint64_t checksum(const struct record *record, const void *bytes) {
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    sum = add_bytes(sum, &record->crew, sizeof record->crew);
    sum = add_bytes(sum, &record->number, sizeof record->number);
    return add_bytes(sum, bytes, record->length);
}

/* The record at `at`, if a whole one is there. */
static bool read_record(const struct sr_lessons *lessons, size_t at, struct record *record,
                        const char **bytes) {
    if (lessons->length - at < sizeof *record)
        return false;
    memcpy(record, lessons->text + at, sizeof *record);
    *bytes = lessons->text + at + sizeof *record;
    return record->length <= lessons->length - at - sizeof *record &&
           record->checksum == checksum(record, *bytes);
}

/* ---- the journal ---- */

static int by_number(const void *a, const void *b) {
    const struct sr_lesson *one = a, *other = b;
    return (one->number > other->number) - (one->number < other->number);
}

static void begin(void *keeper) {
    struct sr_lessons *lessons = keeper;
    struct record record;
    const char *bytes;
    lessons->crew++;
    lessons->count = 0;
    while (read_record(lessons, lessons->at, &record, &bytes) && record.crew == lessons->crew) {
        if (lessons->count == lessons->room) {
            lessons->room = lessons->room ? 2 * lessons->room : 64;
            lessons->known = sr_need(lessons->known, lessons->room * sizeof *lessons->known);
        }
        lessons->known[lessons->count++] = (struct sr_lesson){record.number, bytes, record.length};
        lessons->at += sizeof record + record.length;
    }
    if (lessons->count > 0)
        qsort(lessons->known, lessons->count, sizeof *lessons->known, by_number);
}

static size_t recall(void *keeper, uint64_t number, void *bytes, size_t room) {
    const struct sr_lessons *lessons = keeper;
    struct sr_lesson wanted = {.number = number};
    const struct sr_lesson *found =
        lessons->count > 0
            ? bsearch(&wanted, lessons->known, lessons->count, sizeof wanted, by_number)
            : NULL;
    if (!found || found->length > room)
        return 0;
    memcpy(bytes, found->bytes, found->length);
    return found->length;
}

static bool note(void *keeper, uint64_t number, const void *bytes, size_t length) {
    struct sr_lessons *lessons = keeper;
    struct record record = {lessons->crew, (uint32_t)length, number, 0};
    record.checksum = checksum(&record, bytes);
    return sr_keeper_write(&lessons->keeper, &record, sizeof record) &&
           sr_keeper_write(&lessons->keeper, bytes, length);
}

/* ---- the file ---- */

static size_t head_length(const char *text, size_t length) {
    const char *end = memchr(text, '\n', length < HEAD_BYTES ? length : HEAD_BYTES);
    return end ? (size_t)(end - text) + 1 : 0;
}

/* The first member in which the run that is kept differs from the one that is asked for. */
static bool compare_heads(const char *kept_text, size_t length, const char *asked_text,
                          struct sr_error *error) {
    json_t *kept = json_loadb(kept_text, length, JSON_REJECT_DUPLICATES, NULL);
    json_t *asked = json_loads(asked_text, 0, NULL);
    const char *name;
    json_t *value;
    bool same = kept && asked;
    if (!same)
        sr_fail(error, SR_PROBLEM_LESSONS_OTHER, NULL);
    json_object_foreach(asked, name, value) {
        const json_t *other = same ? json_object_get(kept, name) : NULL;
        if (!same || (other && json_equal(value, other)))
            continue;
        char *is = other ? json_dumps(other, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
        char *should = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
        same = sr_fail(error, SR_PROBLEM_KEEP_DIFFERS, name, is ? is : "-", should ? should : "-",
                       NULL);
        free(is);
        free(should);
    }
    json_decref(kept);
    json_decref(asked);
    return same;
}

/* Where the last whole record ends. */
static size_t whole_length(const struct sr_lessons *lessons) {
    struct record record;
    const char *bytes;
    size_t at = lessons->at;
    while (read_record(lessons, at, &record, &bytes))
        at += sizeof record + record.length;
    return at;
}

static bool take_over(struct sr_lessons *lessons, const char *head, struct sr_error *error) {
    if (!sr_keeper_read(&lessons->keeper, &lessons->text, &lessons->length, error))
        return false;
    size_t begun = lessons->length < sizeof sign - 1 ? lessons->length : sizeof sign - 1;
    if (memcmp(lessons->text, sign, begun) != 0)
        return sr_fail(error, SR_PROBLEM_LESSONS_OTHER, NULL);
    lessons->at = head_length(lessons->text, lessons->length);
    if (lessons->at > 0 && !compare_heads(lessons->text, lessons->at, head, error))
        return false;
    size_t whole = whole_length(lessons);
    if (lessons->at == 0)
        whole = 0;
    if (whole < lessons->length && !sr_keeper_cut(&lessons->keeper, whole, error))
        return false;
    lessons->length = whole;
    return lessons->at > 0 || sr_keeper_write(&lessons->keeper, head, strlen(head)) ||
           sr_keeper_sync(&lessons->keeper, error);
}

bool sr_lessons_open(struct sr_lessons *lessons, const char *path, const char *head,
                     struct sr_error *error) {
    *lessons = (struct sr_lessons){.keeper = {.path = path, .file = -1},
                                   .journal = {.begin = begin, .recall = recall, .note = note}};
    lessons->journal.keeper = lessons;
    return sr_keeper_open(&lessons->keeper, error) && take_over(lessons, head, error);
}

bool sr_lessons_seed(const char *path, char *seed, size_t room) {
    char text[HEAD_BYTES];
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(text, 1, sizeof text, file) : 0;
    if (file)
        fclose(file);
    json_t *head = json_loadb(text, head_length(text, length), 0, NULL);
    const char *value = json_string_value(json_object_get(head, "seed"));
    bool fits = value && strlen(value) < room;
    if (fits)
        memcpy(seed, value, strlen(value) + 1);
    json_decref(head);
    return fits;
}

bool sr_lessons_close(struct sr_lessons *lessons, struct sr_error *error) {
    bool kept = !lessons->keeper.path || sr_keeper_sync(&lessons->keeper, error);
    sr_keeper_close(&lessons->keeper);
    free(lessons->text);
    free(lessons->known);
    return kept;
}
