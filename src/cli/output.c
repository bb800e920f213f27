/* Output: errors, colours, the board as lines of text, progress. Nothing is printed before all of
 * it is known to be right, so that whoever reads standard output never reads half an answer. */
#include "api/problems.h"
#include "cli.h"
#include "screen.h"
#include "store/problems.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ---- errors ---- */

enum sr_exit sr_exit_of(const struct sr_error *error) {
    /* a file that is too large is a broken file, not a broken machine */
    if (error->problem == SR_PROBLEM_TOO_BIG)
        return SR_EXIT_FAILED;
    switch (sr_error_code(error)) {
    case SR_CODE_OK:
        return SR_EXIT_FINE;
    case SR_CODE_USAGE:
        return SR_EXIT_USAGE;
    case SR_CODE_ILLEGAL:
    case SR_CODE_RECORD:
    case SR_CODE_POSITION:
        return SR_EXIT_FAILED;
    case SR_CODE_SYSTEM:
        break;
    }
    return SR_EXIT_SYSTEM;
}

enum sr_exit sr_report(enum sr_lang lang, const char *where, const struct sr_error *error) {
    char text[2048];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    if (where) {
        sr_put(&out, strcmp(where, "-") == 0 ? sr_phrase(lang, SR_SAY_STANDARD_INPUT) : where);
        sr_put(&out, ": ");
    }
    sr_error_say(&out, lang, error);
    fflush(stdout);
    fprintf(stderr, "serai: %s\n", text);
    /* an unknown game in a file is no mistake on the command line: the file is broken */
    enum sr_exit code = sr_exit_of(error);
    return where && code == SR_EXIT_USAGE ? SR_EXIT_FAILED : code;
}

enum sr_exit sr_report_file(enum sr_lang lang, const char *path, const struct sr_error *error) {
    bool unread = error->problem == SR_PROBLEM_READ || error->problem == SR_PROBLEM_TOO_BIG;
    return sr_report(lang, unread ? NULL : path, error);
}

void *sr_need(void *old, size_t bytes) {
    void *memory = realloc(old, bytes);
    if (memory)
        return memory;
    sr_screen_close();
    fputs("serai: out of memory\n", stderr);
    exit(SR_EXIT_SYSTEM);
}

/* ---- standard output ---- */

enum sr_exit sr_finish(enum sr_lang lang) {
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return SR_EXIT_FINE;
    if (errno == EPIPE) /* the reader has seen enough */
        return SR_EXIT_FINE;
    struct sr_error error;
    sr_fail_system(&error, SR_PROBLEM_WRITE, sr_phrase(lang, SR_SAY_STANDARD_OUTPUT),
                   errno ? errno : EIO);
    return sr_report(lang, NULL, &error);
}

enum sr_exit sr_print(const struct sr_call *call, sr_writer *writer, const void *context) {
    char *text = sr_write_all(writer, context);
    if (!text) {
        struct sr_error error;
        sr_fail(&error, SR_PROBLEM_MEMORY, NULL);
        return sr_report(call->lang, NULL, &error);
    }
    fputs(text, stdout);
    free(text);
    return sr_finish(call->lang);
}

bool sr_colourful(FILE *stream) {
    const char *refused = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    return isatty(fileno(stream)) && !(refused && *refused) && terminal &&
           strcmp(terminal, "dumb") != 0;
}

int sr_output_columns(void) {
    struct winsize size;
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40)
        return size.ws_col;
    return 80;
}

/* ---- styles ---- */

static const char *const colours[SR_STYLES] = {
    [SR_PLAIN] = "",
    [SR_QUIET] = "\033[2m",
    [SR_STRONG] = "\033[1m",
    [SR_GOLD] = "\033[33m",
    [SR_RED] = "\033[31m",
    [SR_JADE] = "\033[32m",
    [SR_SEAT_STYLE] = "\033[36m",
    [SR_SEAT_STYLE + 1] = "\033[35m",
    [SR_SEAT_STYLE + 2] = "\033[94m",
    [SR_SEAT_STYLE + 3] = "\033[91m",
    [SR_SEAT_STYLE + 4] = "\033[92m",
    [SR_SEAT_STYLE + 5] = "\033[93m",
};

static bool is_coloured(bool colour, int style) {
    return colour && style > SR_PLAIN && style < SR_STYLES;
}

void sr_print_styled(FILE *stream, bool colour, enum sr_style style, const char *text) {
    if (is_coloured(colour, (int)style))
        fprintf(stream, "%s%s\033[0m", colours[style], text);
    else
        fputs(text, stream);
}

static int put_utf8(char *to, uint32_t code) {
    if (code < 0x80) {
        to[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        to[0] = (char)(0xC0 | code >> 6);
        to[1] = (char)(0x80 | (code & 63));
        return 2;
    }
    if (code < 0x10000) {
        to[0] = (char)(0xE0 | code >> 12);
        to[1] = (char)(0x80 | (code >> 6 & 63));
        to[2] = (char)(0x80 | (code & 63));
        return 3;
    }
    to[0] = (char)(0xF0 | code >> 18);
    to[1] = (char)(0x80 | (code >> 12 & 63));
    to[2] = (char)(0x80 | (code >> 6 & 63));
    to[3] = (char)(0x80 | (code & 63));
    return 4;
}

void sr_print_canvas(FILE *stream, bool colour, const struct sr_canvas *canvas) {
    for (int row = 0; row < canvas->used_rows; row++) {
        int end = canvas->columns;
        while (end > 0 && canvas->cell[row][end - 1].code == ' ')
            end--;
        /* cells of one style are printed together */
        for (int column = 0; column < end;) {
            char text[4 * SR_CANVAS_COLUMNS + 1];
            int length = 0;
            uint8_t style = canvas->cell[row][column].style;
            for (; column < end && canvas->cell[row][column].style == style; column++)
                if (canvas->cell[row][column].code)
                    length += put_utf8(text + length, canvas->cell[row][column].code);
            text[length] = '\0';
            sr_print_styled(stream, colour, style, text);
        }
        fputc('\n', stream);
    }
}

/* ---- progress ---- */

void sr_progress(const char *what, uint64_t done, uint64_t all) {
    sr_progress_after(what, done, all, "");
}

void sr_progress_after(const char *what, uint64_t done, uint64_t all, const char *after) {
    enum { CELLS = 30 };
    if (!isatty(STDERR_FILENO) || all == 0)
        return;
    char bar[4 * CELLS];
    int length = 0;
    int filled = (int)(done * CELLS / all);
    for (int i = 0; i < CELLS; i++)
        length += put_utf8(bar + length, i < filled ? 0x2588 : 0x2591);
    fprintf(stderr, "\r%s %.*s %3d%% %s\033[K", what, length, bar, (int)(done * 100 / all), after);
    fflush(stderr);
}

void sr_progress_end(void) {
    if (!isatty(STDERR_FILENO))
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
}
