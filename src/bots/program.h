/* A program that is asked questions: one line to its standard input, one line back. */
#ifndef SR_PROGRAM_H
#define SR_PROGRAM_H

#include "core/error.h"

enum { SR_PROGRAM_WORDS = 160 };

struct sr_program;

/* Starts a command of the shell in a process group of its own, with no descriptors but the standard
 * ones and so much memory. NULL: the system refused, and `error` says so for the bot `name`. */
struct sr_program *sr_program_start(const char *command, uint32_t megabytes, const char *name,
                                    struct sr_error *error);

enum sr_reply {
    SR_REPLY_LINE,   /* `line` is what it answered, without the end of the line */
    SR_REPLY_LATE,   /* nothing came in time */
    SR_REPLY_GONE,   /* it ended; `line` says how, as "exit 1" or "signal 9" */
    SR_REPLY_CLOSED, /* it closed its output and stayed; now it is killed */
    SR_REPLY_LONG,   /* more than a line may have */
    SR_REPLY_EARLY   /* it spoke before it was asked: `line` is what it said */
};

/* Asks, and waits for at most so long. The line is good until the next question. In a command of
 * several parts a shell stays: it holds the output of its programs open, and where one of them ends
 * by a signal it ends itself by exit 128 and the signal's number. */
enum sr_reply sr_program_ask(struct sr_program *program, const char *question, size_t length,
                             uint64_t milliseconds, const char **line);

/* The last that it wrote to standard error, on one line; "-" if nothing. */
void sr_program_last_words(struct sr_program *program, char words[SR_PROGRAM_WORDS]);

/* Closes its input and gives it a moment to end by itself; then it is killed, and whatever it has
 * started in its process group. */
void sr_program_end(struct sr_program *program);

#endif
