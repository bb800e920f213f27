/* A world's steps as text, and making a list of them shorter that still goes wrong. A script names
 * the seed that the world is made of, then one step a line: what, about which, and the number that
 * its own choices are drawn from. When it is over, faults stop and everything comes to its end. */
#include "world.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TRIES = 3000 }; /* to make a script shorter */

void script_free(struct script *script) {
    free(script->list);
    script->list = NULL;
    script->count = script->room = 0;
}

bool script_add(struct script *script, const struct step *step) {
    if (script->count == script->room) {
        size_t room = script->room ? 2 * script->room : 1024;
        struct step *list = realloc(script->list, room * sizeof *list);
        if (!list)
            return false;
        script->list = list;
        script->room = room;
    }
    script->list[script->count++] = *step;
    return true;
}

/* ---- as text ---- */

static bool read_step(struct script *script, const char *line) {
    char name[16];
    struct step step = {0};
    if (sscanf(line, "%15s %" SCNu32 " %" SCNx64, name, &step.subject, &step.number) != 3)
        return false;
    for (int kind = 0; kind < STEP_KINDS; kind++)
        if (strcmp(step_names[kind], name) == 0) {
            step.kind = (uint8_t)kind;
            return script_add(script, &step);
        }
    return false;
}

static bool read_line(struct script *script, const char *line) {
    char word[32];
    if (*line == '#' || *line == '\n' || *line == '\0')
        return true;
    if (sscanf(line, "seed %" SCNu64, &script->seed) == 1 ||
        sscanf(line, "nodes %d", &script->nodes) == 1 ||
        sscanf(line, "expect %31s", script->check) == 1)
        return script->nodes >= 0 && script->nodes <= MAX_NODES;
    if (sscanf(line, "fault %31s", word) == 1) {
        script->fault = fault_find(word);
        return script->fault < FAULTS;
    }
    return read_step(script, line);
}

bool script_read(struct script *script, const char *path) {
    char line[256];
    FILE *file = fopen(path, "r");
    int number = 0;
    bool fine = file != NULL;
    *script = (struct script){0};
    if (!file)
        fprintf(stderr, "simulate: cannot read %s\n", path);
    while (fine && fgets(line, sizeof line, file)) {
        number++;
        fine = read_line(script, line);
        if (!fine)
            fprintf(stderr,
                    "simulate: %s: line %d: write seed N, nodes N, fault NAME, expect CHECK, or a "
                    "step: NAME SUBJECT NUMBER\n",
                    path, number);
    }
    if (file)
        fclose(file);
    return fine;
}

bool script_write(const struct script *script, const char *path, const struct failure *failure) {
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    for (const char *at = failure->what; *at;) {
        size_t length = strcspn(at, "\n");
        fprintf(file, "# %.*s\n", (int)length, at);
        at += length + (at[length] == '\n');
    }
    fprintf(file, "seed %" PRIu64 "\nnodes %d\n", script->seed, script->nodes);
    if (script->fault != FAULT_NONE)
        fprintf(file, "fault %s\n", fault_names[script->fault]);
    fprintf(file, "expect %s\n", failure->check);
    for (size_t i = 0; i < script->count; i++)
        fprintf(file, "%s %" PRIu32 " %" PRIx64 "\n", step_names[script->list[i].kind],
                script->list[i].subject, script->list[i].number);
    return fclose(file) == 0;
}

/* ---- running ---- */

void script_run(const struct script *script, bool ends, bool trace, struct failure *failure,
                struct counts *counts) {
    struct world *world = world_new(script->seed, script->nodes, script->fault, 1, counts);
    *failure = (struct failure){0};
    if (!world)
        return;
    world->trace = trace;
    for (size_t i = 0; i < script->count && !world->failure.found; i++)
        world_do(world, &script->list[i]);
    if (!world->failure.found && ends)
        world_end(world);
    *failure = world->failure;
    world_free(world);
}

/* ---- making it shorter ---- */

static bool fails_alike(const struct script *script, bool ends, const char *check) {
    struct counts counts = {0};
    struct failure failure;
    script_run(script, ends, false, &failure, &counts);
    return failure.found && strcmp(failure.check, check) == 0;
}

/* Leaves `length` steps out from `from` on, if it fails all the same. */
static bool leave_out(struct script *script, size_t from, size_t length, bool ends,
                      const char *check) {
    struct script shorter = *script;
    shorter.list = malloc((script->count + 1) * sizeof *shorter.list);
    if (!shorter.list)
        return false;
    memcpy(shorter.list, script->list, from * sizeof *shorter.list);
    memcpy(shorter.list + from, script->list + from + length,
           (script->count - from - length) * sizeof *shorter.list);
    shorter.count = script->count - length;
    bool fine = fails_alike(&shorter, ends, check);
    if (fine) {
        memcpy(script->list, shorter.list, shorter.count * sizeof *script->list);
        script->count = shorter.count;
    }
    free(shorter.list);
    return fine;
}

void script_shrink(struct script *script, const struct failure *failure) {
    int tries = 0;
    bool ends = failure->event > script->count; /* it went wrong only then */
    if (!ends)
        script->count = (size_t)failure->event;
    for (size_t length = (script->count + 1) / 2; length > 0 && tries < MOST_TRIES;) {
        bool some = false;
        for (size_t end = script->count; end >= length && end > 0 && tries < MOST_TRIES;) {
            size_t from = end - length;
            tries++;
            bool gone = leave_out(script, from, length, ends, failure->check);
            some = some || gone;
            end = gone ? (from < script->count ? from : script->count) : from;
        }
        if (length > script->count)
            length = script->count;
        else if (!some || length > 1)
            length = length == 1 && some ? 1 : length / 2;
    }
}
