/* Commands on records: check, and replay, which steps through one on the screen or prints it. */
#include "cli.h"
#include "cli/problems.h"
#include "replay.h"
#include "tell.h"

#include <stdlib.h>
#include <string.h>

/* Opens a record; NULL: the error has been told. */
static struct sr_table *open_record(const struct sr_call *call, enum sr_exit *code) {
    struct sr_error error = {0};
    const char *path = call->argument[0];
    char *text = NULL;
    size_t length = 0;
    if (!sr_file_read(call->lang, path, &text, &length, &error)) {
        *code = sr_report(call->lang, NULL, &error);
        return NULL;
    }
    struct sr_table *table = NULL;
    if (sr_is_position(text, length)) {
        sr_fail(&error, SR_PROBLEM_NOT_A_RECORD, call->command->name, path, NULL);
        path = NULL;
    } else {
        table = sr_record_read(text, length, &error);
    }
    free(text);
    if (!table)
        *code = sr_report(call->lang, path, &error);
    return table;
}

/* ---- check ---- */

/* The reader has tried every move and every checksum; what is left are the positions on the way. */
static bool check_positions(const struct sr_table *table, uint32_t *ply, struct sr_error *error) {
    _Alignas(8) unsigned char state[SR_MAX_STATE];
    struct sr_moves moves;
    memcpy(state, table->start, sizeof state);
    for (*ply = 0;; ++*ply) {
        if (!table->loose && !sr_check(table->game, state, error))
            return false;
        if (*ply == table->plies)
            return true;
        sr_play(table->game, state, table->ply[*ply].move, NULL, &moves);
    }
}

enum sr_exit sr_run_check(const struct sr_call *call) {
    enum sr_exit code;
    struct sr_table *table = open_record(call, &code);
    if (!table)
        return code;
    struct sr_error error = {0};
    uint32_t ply;
    char line[512];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    if (check_positions(table, &ply, &error)) {
        sr_phrase_say(&out, call->lang, SR_SAY_RECORD_FINE, table->game->title.in[call->lang],
                      sr_digits(sr_head(table->state)->seats).text, sr_digits(table->plies).text,
                      NULL);
        sr_put(&out, " ");
        if (sr_head(table->state)->over)
            sr_winners_say(&out, table, call->lang);
        else
            sr_put(&out, sr_phrase(call->lang, SR_SAY_NOT_FINISHED));
        puts(line);
        code = sr_finish(call->lang);
    } else {
        sr_phrase_say(&out, call->lang, SR_SAY_AFTER_MOVE, sr_digits(ply).text, NULL);
        code = sr_report(call->lang, line, &error);
    }
    sr_table_free(table);
    return code;
}

/* ---- replay by lines ---- */

static bool print_ply(const struct sr_table *table, enum sr_lang lang, uint32_t ply,
                      struct sr_error *error) {
    const char *names[SR_MAX_SEATS];
    sr_table_names(table, names);
    struct sr_reader reader = {lang, names};
    struct sr_events events;
    if (!sr_table_events(table, ply, &events, error))
        return false;
    char line[1024];
    struct sr_out out;
    if (ply > 0) {
        sr_out_open(&out, line, sizeof line);
        sr_ply_say(&out, table, lang, ply);
        puts(line);
    }
    for (uint32_t i = 0; i < events.count; i++) {
        sr_out_open(&out, line, sizeof line);
        sr_event_say(&out, &reader, table->game, &events.list[i], SR_REFEREE);
        printf("    %s\n", line);
    }
    return true;
}

static enum sr_exit print_replay(const struct sr_call *call, const struct sr_table *table) {
    char line[512];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_phrase_say(&out, call->lang, SR_SAY_RECORD_HEAD, table->game->title.in[call->lang],
                  sr_digits(sr_head(table->state)->seats).text, sr_digits(table->plies).text, NULL);
    puts(line);
    for (uint32_t ply = 0; ply <= table->plies; ply++) {
        struct sr_error error = {0};
        if (!print_ply(table, call->lang, ply, &error))
            return sr_report(call->lang, NULL, &error);
    }
    sr_out_open(&out, line, sizeof line);
    sr_turn_say(&out, table, call->lang);
    printf("\n%s\n", line);
    return sr_finish(call->lang);
}

enum sr_exit sr_run_replay(const struct sr_call *call) {
    enum sr_exit code;
    struct sr_table *table = open_record(call, &code);
    if (!table)
        return code;
    if (!sr_replay_screen(call, table, &code))
        code = print_replay(call, table);
    sr_table_free(table);
    return code;
}
