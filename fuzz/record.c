/* Any bytes as a record. Those that are refused for a checksum are played all the same, so that the
 * fuzzer gets past it: the header sets a table, and each line is tried as a move. */
#include "api/problems.h"
#include "target.h"

static const char *find_moves(const char *text, size_t size) {
    static const char mark[] = "\nmoves\n";
    for (size_t i = 0; i + sizeof mark - 1 <= size; i++)
        if (memcmp(text + i, mark, sizeof mark - 1) == 0)
            return text + i + sizeof mark - 1;
    return NULL;
}

/* The header alone, as a game without moves. Its checksum is learnt from the error that a wrong one
 * gives. */
static struct sr_table *set_table(const char *text, const char *moves) {
    enum { END_BYTES = 64 };
    size_t length = (size_t)(moves - text);
    char *head = malloc(length + END_BYTES);
    struct sr_table *table = NULL;
    struct sr_error error = {.arg = {"", "0"}};
    for (int tries = 0; head && !table && tries < 2; tries++) {
        memcpy(head, text, length);
        int end = snprintf(head + length, END_BYTES, "end 0 %.40s\n", error.arg[1]);
        table = sr_record_read(head, length + (size_t)end, &error);
        if (error.problem != SR_PROBLEM_RECORD_CHECKSUM)
            break;
    }
    free(head);
    return table;
}

static void try_lines(struct sr_table *table, const char *at, const char *end) {
    static struct sr_events events;
    for (int line = 0; line < 400 && at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        struct sr_error error = {0};
        if (!sr_table_play_text(table, SR_REFEREE, at, length, &events, &error))
            fuzz_error_speaks(&error);
        at += length + 1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct sr_error error = {0};
    struct sr_rng rng;
    struct sr_stream dice = fuzz_dice(&rng, data, size);
    const char *text = (const char *)data;
    struct sr_table *table = sr_record_read(text, size, &error);
    if (!table) {
        fuzz_error_speaks(&error);
        const char *moves = find_moves(text, size);
        table = moves ? set_table(text, moves) : NULL;
        if (table)
            try_lines(table, moves, text + size);
    }
    if (!table)
        return 0;
    fuzz_look(table, &dice);
    fuzz_play(table, &dice);
    while (sr_draw(&dice, 4) && sr_table_undo(table, SR_REFEREE, &error))
        continue;
    fuzz_round_trip(table);
    sr_table_free(table);
    return 0;
}
