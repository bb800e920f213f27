/* Files in and out. "-" is standard input everywhere. */
#include "api/problems.h"
#include "cli.h"
#include "cli/problems.h"
#include "store/problems.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *name_of(enum sr_lang lang, const char *path) {
    return strcmp(path, "-") == 0 ? sr_phrase(lang, SR_SAY_STANDARD_INPUT) : path;
}

/* Everything up to one byte more than is allowed, so that too much can be told. */
static bool read_stream(FILE *stream, char **text, size_t *length) {
    const size_t most = (size_t)SR_FILE_BYTES + 1;
    size_t room = 16384;
    *text = sr_need(NULL, room + 1);
    *length = 0;
    for (size_t got = 1; got > 0 && *length < most; *length += got) {
        if (*length == room) {
            room = room * 2 < most ? room * 2 : most;
            *text = sr_need(*text, room + 1);
        }
        got = fread(*text + *length, 1, room - *length, stream);
    }
    (*text)[*length] = '\0';
    return !ferror(stream);
}

bool sr_file_read(enum sr_lang lang, const char *path, char **text, size_t *length,
                  struct sr_error *error) {
    bool standard = strcmp(path, "-") == 0;
    errno = 0;
    FILE *stream = standard ? stdin : fopen(path, "rb");
    if (!stream)
        return sr_fail_system(error, SR_PROBLEM_READ, name_of(lang, path), errno);
    bool good = read_stream(stream, text, length);
    int number = errno;
    if (!standard)
        fclose(stream);
    if (good && *length <= SR_FILE_BYTES)
        return true;
    free(*text);
    *text = NULL;
    if (!good)
        return sr_fail_system(error, SR_PROBLEM_READ, name_of(lang, path), number);
    return sr_fits_file(*length, name_of(lang, path), error);
}

bool sr_file_write(const char *path, const char *text, struct sr_error *error) {
    FILE *stream = fopen(path, "wb");
    if (!stream)
        return sr_fail_system(error, SR_PROBLEM_WRITE, path, errno);
    bool good = fputs(text, stream) != EOF;
    int number = errno;
    if (fclose(stream) != 0 && good) {
        good = false;
        number = errno;
    }
    return good || sr_fail_system(error, SR_PROBLEM_WRITE, path, number);
}

bool sr_file_spare(const char *path, bool force, struct sr_error *error) {
    struct stat about;
    /* what is not there, holds nothing or is no plain file has nothing to lose */
    bool spared = force || stat(path, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size == 0;
    return spared || sr_fail(error, SR_PROBLEM_FILE_THERE, path, NULL);
}

bool sr_file_can_write(const char *path, struct sr_error *error) {
    struct stat about;
    bool there = stat(path, &about) == 0;
    /* whoever reads from the other end of a pipe would take it for the end */
    if (there && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode))
        return access(path, W_OK) == 0 || sr_fail_system(error, SR_PROBLEM_WRITE, path, errno);
    FILE *stream = fopen(path, "ab");
    if (!stream)
        return sr_fail_system(error, SR_PROBLEM_WRITE, path, errno);
    fclose(stream);
    if (!there)
        remove(path); /* until there is something to write */
    return true;
}

bool sr_is_position(const char *text, size_t length) {
    size_t at = 0;
    while (at < length && strchr(" \t\r\n", text[at]) && text[at])
        at++;
    return at < length && text[at] == '{';
}

struct sr_table *sr_file_table(const struct sr_call *call, const char *path,
                               struct sr_error *error) {
    char *text = NULL;
    size_t length = 0;
    if (!sr_file_read(call->lang, path, &text, &length, error))
        return NULL;
    struct sr_table *table = sr_table_read(text, length, call->value[SR_FLAG_LOOSE] != NULL, error);
    free(text);
    return table;
}
