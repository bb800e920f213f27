/* simulate: worlds full of faults, one after the other, until something does not hold. */
#include "world.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORLD_EVENTS = 10000, /* of chance, before a world comes to its end */
    PROGRESS_WORLDS = 20, /* between lines */
    OFTEN = 200000,       /* in so short runs everything that is told is compared */
    SAMPLE = 8            /* in longer ones, one in so many */
};

static const char usage[] =
    "simulate: tables, people, bots, a store, a network and clocks in one process, full of faults\n"
    "\n"
    "usage: simulate [--seed S] [--events N] [--nodes K] [--fault NAME] [--shrink] [--progress]\n"
    "       simulate --script FILE [--shrink]\n"
    "       simulate --faults\n"
    "\n"
    "  --seed S       of the first world (1); the next ones have the numbers after it\n"
    "  --events N     how many, in as many worlds as it takes (100000)\n"
    "  --nodes K      in every world, 1 to 4; if not given, as its seed says\n"
    "  --check N      compare one in N told texts with the truth (1; 8 in runs above 200000)\n"
    "  --fault NAME   plants a fault, which should be found\n"
    "  --shrink       if something does not hold, makes the shortest script of it that it can "
    "find\n"
    "  --script FILE  does the steps of a script; fails if what it expects does not happen\n"
    "  --output FILE  where --shrink writes (failure.txt)\n"
    "  --trace        says everything that happens\n"
    "  --progress     says now and then how far it is\n"
    "  --faults       lists the faults that can be planted\n"
    "\n"
    "Exit codes: 0 everything held, 1 something did not, 2 the command line is wrong\n";

struct wish {
    uint64_t seed, events, checked;
    int nodes;
    enum fault fault;
    bool shrink, progress, trace;
    const char *script, *output;
};

static bool read_number(const char *text, uint64_t low, uint64_t high, uint64_t *number) {
    char *end;
    errno = 0;
    unsigned long long value = text ? strtoull(text, &end, 10) : 0;
    if (!text || !*text || *text == '-' || *end || errno || value < low || value > high)
        return false;
    *number = value;
    return true;
}

static int complain(const char *flag, const char *wanted) {
    fprintf(stderr, "simulate: %s: write %s; see simulate --help\n", flag, wanted);
    return 2;
}

static int list_faults(void) {
    for (int i = 1; i < FAULTS; i++)
        printf("%-18s %s\n", fault_names[i], fault_texts[i]);
    return 0;
}

/* -1: go on; otherwise the code to end with. */
static int read_arguments(int count, char **argument, struct wish *wish) {
    *wish = (struct wish){.seed = 1, .events = 100000, .output = "failure.txt"};
    for (int i = 1; i < count; i++) {
        const char *flag = argument[i], *value = i + 1 < count ? argument[i + 1] : NULL;
        uint64_t number = 0;
        if (strcmp(flag, "--help") == 0) {
            fputs(usage, stdout);
            return 0;
        }
        if (strcmp(flag, "--faults") == 0)
            return list_faults();
        if (strcmp(flag, "--shrink") == 0) {
            wish->shrink = true;
            continue;
        }
        if (strcmp(flag, "--trace") == 0) {
            wish->trace = true;
            continue;
        }
        if (strcmp(flag, "--progress") == 0) {
            wish->progress = true;
            continue;
        }
        i++;
        if (strcmp(flag, "--seed") == 0) {
            if (!read_number(value, 0, UINT64_MAX, &wish->seed))
                return complain(flag, "a number");
        } else if (strcmp(flag, "--events") == 0) {
            if (!read_number(value, 1, UINT64_MAX, &wish->events))
                return complain(flag, "a number from 1");
        } else if (strcmp(flag, "--check") == 0) {
            if (!read_number(value, 1, UINT32_MAX, &wish->checked))
                return complain(flag, "a number from 1");
        } else if (strcmp(flag, "--nodes") == 0) {
            if (!read_number(value, 1, MAX_NODES, &number))
                return complain(flag, "a number from 1 to 4");
            wish->nodes = (int)number;
        } else if (strcmp(flag, "--fault") == 0) {
            wish->fault = value ? fault_find(value) : FAULTS;
            if (wish->fault == FAULTS)
                return complain(flag, "one of those that simulate --faults lists");
        } else if (strcmp(flag, "--script") == 0 && value) {
            wish->script = value;
        } else if (strcmp(flag, "--output") == 0 && value) {
            wish->output = value;
        } else {
            return complain(flag, "a flag with what it takes");
        }
    }
    if (wish->checked == 0)
        wish->checked = wish->events > OFTEN ? SAMPLE : 1;
    return -1;
}

/* ---- worlds ---- */

/* With `script`, every step is kept. */
static void run_world(uint64_t seed, const struct wish *wish, uint64_t events,
                      struct script *script, struct failure *failure, struct counts *counts) {
    struct world *world =
        world_new(seed, wish->nodes, wish->fault, (uint32_t)wish->checked, counts);
    struct dice dice = {seed + UINT64_C(0x7374657073)};
    *failure = (struct failure){0};
    if (!world)
        return;
    world->trace = wish->trace;
    for (uint64_t i = 0; i < events && !world->failure.found; i++) {
        struct step step = chance_step(world, &dice);
        if (script && !script_add(script, &step))
            break;
        world_do(world, &step);
    }
    if (!world->failure.found)
        world_end(world);
    *failure = world->failure;
    counts->worlds++;
    world_free(world);
}

static uint64_t sum_steps(const struct counts *counts) {
    uint64_t sum = 0;
    for (int kind = 0; kind < STEP_KINDS; kind++)
        sum += counts->steps[kind];
    return sum;
}

static void print_counts(const struct counts *counts) {
    printf("%" PRIu64 " events in %" PRIu64 " worlds: %" PRIu64 " inputs, %" PRIu64
           " effects, %" PRIu64 " texts told, %" PRIu64 " compared with the truth, %" PRIu64
           " views put together\n",
           sum_steps(counts), counts->worlds, counts->inputs, counts->effects, counts->told,
           counts->compared, counts->mirrored);
    printf("%" PRIu64 " games begun, %" PRIu64 " finished, %" PRIu64 " entries, %" PRIu64
           " returns by consent, %" PRIu64 " people replaced by bots, %" PRIu64 " rematches\n",
           counts->started, counts->finished, counts->entries, counts->returns, counts->replaced,
           counts->rematches);
    printf("%" PRIu64 " crashes, %" PRIu64 " conflicts, %" PRIu64
           " answers that never came, %" PRIu64 " that came too late, %" PRIu64
           " messages refused as rubbish\n",
           counts->crashes, counts->conflicts, counts->unknown_outcomes, counts->late_answers,
           counts->refusals);
    printf("%" PRIu64 " changes of the rules, %" PRIu64
           " tables that went on under new ones, %" PRIu64 " hosts out of memory\n",
           counts->upgrades, counts->rebased, counts->given_up);
    printf("%" PRIu64 " answers of unsure, %" PRIu64 " petitions that nodes shared\n",
           counts->unsure, counts->petitions);
}

static void print_failure(uint64_t seed, const struct wish *wish, const struct failure *failure) {
    printf("FAILED: seed %" PRIu64 ", event %" PRIu64 ", check \"%s\"\n%s\n", seed, failure->event,
           failure->check, failure->what);
    printf("again: simulate --seed %" PRIu64 " --events 1%s%s", seed,
           wish->fault ? " --fault " : "", wish->fault ? fault_names[wish->fault] : "");
    if (wish->nodes)
        printf(" --nodes %d", wish->nodes);
    printf("\n");
}

static void shrink(struct script *script, const struct wish *wish) {
    struct counts counts = {0};
    struct failure failure;
    size_t before = script->count;
    script_run(script, true, false, &failure, &counts);
    if (!failure.found) {
        printf("not made shorter: the steps alone do not fail\n");
        return;
    }
    script_shrink(script, &failure);
    script_run(script, true, false, &failure, &counts);
    if (script_write(script, wish->output, &failure))
        printf("%zu of %zu steps are enough: %s\n%s\n", script->count, before, wish->output,
               failure.what);
    else
        printf("cannot write %s\n", wish->output);
}

static int run_worlds(const struct wish *wish) {
    struct counts counts = {0};
    struct failure failure = {0};
    uint64_t seed = wish->seed;
    for (; sum_steps(&counts) < wish->events; seed++) {
        run_world(seed, wish, WORLD_EVENTS, NULL, &failure, &counts);
        if (failure.found)
            break;
        if (wish->progress && counts.worlds % PROGRESS_WORLDS == 0) {
            printf("%" PRIu64 " events, %" PRIu64 " worlds, %" PRIu64 " games finished\n",
                   sum_steps(&counts), counts.worlds, counts.finished);
            fflush(stdout);
        }
    }
    print_counts(&counts);
    if (!failure.found) {
        printf("everything held: seeds %" PRIu64 " to %" PRIu64 "\n", wish->seed, seed - 1);
        return 0;
    }
    print_failure(seed, wish, &failure);
    if (wish->shrink) {
        struct script script = {.seed = seed, .nodes = wish->nodes, .fault = wish->fault};
        run_world(seed, wish, WORLD_EVENTS, &script, &failure, &counts);
        shrink(&script, wish);
        script_free(&script);
    }
    return 1;
}

/* As it expects with its fault; and without it nothing is found. */
static int run_script(const struct wish *wish) {
    struct script script;
    struct counts counts = {0};
    struct failure failure;
    int code = 0;
    if (!script_read(&script, wish->script))
        return 2;
    script_run(&script, true, wish->trace, &failure, &counts);
    bool expected =
        script.fault != FAULT_NONE && failure.found && strcmp(failure.check, script.check) == 0;
    if (script.fault != FAULT_NONE && expected) {
        script.fault = FAULT_NONE;
        script_run(&script, true, wish->trace, &failure, &counts);
    } else if (script.fault != FAULT_NONE) {
        printf("FAILED: %s: \"%s\" was expected with the fault %s\n", wish->script, script.check,
               fault_names[script.fault]);
        code = 1;
    }
    if (failure.found) {
        printf("FAILED: %s: event %" PRIu64 ", check \"%s\"\n%s\n", wish->script, failure.event,
               failure.check, failure.what);
        code = 1;
        if (wish->shrink)
            shrink(&script, wish);
    }
    if (code == 0)
        printf("%s: %zu steps, as expected\n", wish->script, script.count);
    script_free(&script);
    return code;
}

int main(int count, char **argument) {
    struct wish wish;
    int code = read_arguments(count, argument, &wish);
    if (code >= 0)
        return code;
    return wish.script ? run_script(&wish) : run_worlds(&wish);
}
