/* Commands on positions: deal, moves, apply, show, score. */
#include "api/problems.h"
#include "cli.h"
#include "store/problems.h"
#include "tell.h"

#include <stdlib.h>
#include <string.h>

static enum sr_exit report_and_free(const struct sr_call *call, const char *where,
                                    struct sr_table *table, const struct sr_error *error) {
    sr_table_free(table);
    return sr_report(call->lang, where, error);
}

static void write_position(struct sr_out *out, const void *context) {
    const struct sr_table *table = context;
    sr_position_write(out, table->game, table->state, table->loose);
    sr_put_char(out, '\n');
}

static enum sr_exit print_and_free(const struct sr_call *call, sr_writer *writer,
                                   struct sr_table *table) {
    enum sr_exit code = sr_print(call, writer, table);
    sr_table_free(table);
    return code;
}

/* A seed that nobody gave is told, so that the deal can be had again. */
static void tell_seed(const struct sr_call *call, const struct sr_wish *wish) {
    if (!wish->drawn)
        return;
    char line[128];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_phrase_say(&out, call->lang, SR_SAY_SEED, wish->seed, NULL);
    fprintf(stderr, "%s\n", line);
}

/* --set: changes the dealt position. */
static bool merge(const struct sr_call *call, struct sr_table *table, struct sr_error *error) {
    char *text = NULL;
    size_t length = 0;
    if (!sr_file_read(call->lang, call->value[SR_FLAG_SET], &text, &length, error))
        return false;
    bool merged = sr_position_merge(table, text, length, call->value[SR_FLAG_LOOSE] != NULL,
                                    call->value[SR_FLAG_FILL] != NULL, error);
    free(text);
    return merged;
}

enum sr_exit sr_run_deal(const struct sr_call *call) {
    struct sr_error error = {0};
    struct sr_wish wish;
    const struct sr_game *game = sr_wish_game(call->argument[0], &error);
    if (!game || !sr_wish_read(call, game, game->seats_max, &wish, &error))
        return sr_report(call->lang, NULL, &error);
    struct sr_table *table = sr_table_new(game, &wish.setup, &error);
    if (!table)
        return sr_report(call->lang, NULL, &error);
    const char *set = call->value[SR_FLAG_SET];
    if (set && !merge(call, table, &error)) {
        bool unread = error.problem == SR_PROBLEM_READ || error.problem == SR_PROBLEM_TOO_BIG;
        return report_and_free(call, unread ? NULL : set, table, &error);
    }
    tell_seed(call, &wish);
    return print_and_free(call, write_position, table);
}

struct sr_table *sr_open_table(const struct sr_call *call, enum sr_exit *code) {
    struct sr_error error = {0};
    const char *path = call->argument[0];
    struct sr_table *table = sr_file_table(call, path, &error);
    if (table)
        return table;
    *code = sr_report_file(call->lang, path, &error);
    return NULL;
}

static void write_moves(struct sr_out *out, const void *context) {
    const struct sr_table *table = context;
    for (uint32_t i = 0; i < table->moves.count; i++) {
        sr_move_write(out, table->game, table->moves.list[i]);
        sr_put_char(out, '\n');
    }
}

enum sr_exit sr_run_moves(const struct sr_call *call) {
    enum sr_exit code;
    struct sr_table *table = sr_open_table(call, &code);
    return table ? print_and_free(call, write_moves, table) : code;
}

enum sr_exit sr_run_apply(const struct sr_call *call) {
    enum sr_exit code;
    struct sr_table *table = sr_open_table(call, &code);
    if (!table)
        return code;
    for (int i = 1; i < call->count; i++) {
        struct sr_error error = {0};
        const char *move = call->argument[i];
        if (sr_table_play_text(table, SR_REFEREE, move, strlen(move), NULL, &error))
            continue;
        char where[64];
        struct sr_out out;
        sr_out_open(&out, where, sizeof where);
        sr_phrase_say(&out, call->lang, SR_SAY_MOVE_NUMBER, sr_digits(i).text, NULL);
        return report_and_free(call, call->count > 2 ? where : NULL, table, &error);
    }
    return print_and_free(call, write_position, table);
}

/* ---- show ---- */

static bool read_viewer(const struct sr_call *call, const struct sr_table *table, int *viewer,
                        struct sr_error *error) {
    const char *text = call->value[SR_FLAG_SEAT];
    int seats = sr_head(table->state)->seats;
    *viewer = SR_REFEREE;
    if (!text || strcmp(text, "all") == 0)
        return true;
    if (strcmp(text, "none") == 0) {
        *viewer = SR_SPECTATOR;
        return true;
    }
    if (text[0] >= '1' && text[0] < '1' + seats && !text[1]) {
        *viewer = text[0] - '1';
        return true;
    }
    char offer[64];
    struct sr_out out;
    sr_out_open(&out, offer, sizeof offer);
    sr_put(&out, "1..");
    sr_put_number(&out, seats);
    sr_put(&out, ", none, all");
    return sr_fail(error, SR_PROBLEM_SEAT, text, offer, NULL);
}

/* --at: the table as it was after so many moves. Takes the table it is given. */
static struct sr_table *table_at(const struct sr_call *call, struct sr_table *table,
                                 struct sr_error *error) {
    if (!call->value[SR_FLAG_AT])
        return table;
    int64_t ply;
    struct sr_table *then = NULL;
    if (sr_flag_number(call, SR_FLAG_AT, 0, UINT32_MAX, 0, &ply, error))
        then = sr_table_at(table, (uint32_t)ply, error);
    sr_table_free(table);
    return then;
}

struct looking {
    const struct sr_table *table;
    int viewer;
    enum sr_lang lang;
};

static void write_view(struct sr_out *out, const void *context) {
    const struct looking *looking = context;
    sr_table_view(out, looking->table, looking->viewer, looking->lang);
    sr_put_char(out, '\n');
}

static void print_board(const struct looking *looking) {
    const struct sr_table *table = looking->table;
    const char *names[SR_MAX_SEATS];
    sr_table_names(table, names);
    struct sr_reader reader = {looking->lang, names};
    static struct sr_canvas canvas;
    sr_canvas_clear(&canvas, sr_output_columns(), SR_CANVAS_ROWS);
    sr_canvas_draw(table->game, table->state, looking->viewer, &reader, &canvas);
    sr_print_canvas(stdout, sr_colourful(stdout), &canvas);
    char line[1024];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_turn_say(&out, table, looking->lang);
    printf("\n%s\n", line);
    const struct sr_head *head = sr_head(table->state);
    if (head->over || (looking->viewer != SR_REFEREE && looking->viewer != head->decider))
        return;
    sr_out_open(&out, line, sizeof line);
    sr_prompt_say(&out, &reader, table->game, table->state);
    printf("%s\n", line);
}

enum sr_exit sr_run_show(const struct sr_call *call) {
    enum sr_exit code;
    struct sr_table *table = sr_open_table(call, &code);
    if (!table)
        return code;
    struct sr_error error = {0};
    struct looking looking = {.lang = call->lang};
    table = table_at(call, table, &error);
    if (!table || !read_viewer(call, table, &looking.viewer, &error))
        return report_and_free(call, NULL, table, &error);
    looking.table = table;
    if (call->value[SR_FLAG_JSON]) {
        code = sr_print(call, write_view, &looking);
    } else {
        print_board(&looking);
        code = sr_finish(call->lang);
    }
    sr_table_free(table);
    return code;
}

/* ---- score ---- */

static void write_sheet(struct sr_out *out, const void *context) {
    const struct looking *looking = context;
    const char *names[SR_MAX_SEATS];
    sr_table_names(looking->table, names);
    struct sr_reader reader = {looking->lang, names};
    sr_sheet_json(out, &reader, looking->table->game, looking->table->state);
    sr_put_char(out, '\n');
}

enum sr_exit sr_run_score(const struct sr_call *call) {
    enum { SHEET_COLUMNS = 60 };
    enum sr_exit code;
    struct sr_table *table = sr_open_table(call, &code);
    if (!table)
        return code;
    struct looking looking = {table, SR_REFEREE, call->lang};
    if (call->value[SR_FLAG_JSON]) {
        code = sr_print(call, write_sheet, &looking);
    } else {
        struct sr_page page = {0};
        sr_sheet_page(&page, table, call->lang, SHEET_COLUMNS);
        sr_page_print(&page, stdout, sr_colourful(stdout));
        sr_page_free(&page);
        code = sr_finish(call->lang);
    }
    sr_table_free(table);
    return code;
}
