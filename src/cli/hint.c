/* `serai hint`: the best moves of a position or record, with chances and reasons. */
#include "cli.h"

#include "api/problems.h"
#include "api/table.h"
#include "bots/bots.h"
#include "bots/hint.h"
#include "core/glimpse.h"
#include "page.h"
#include "server/problems.h"

#include <stdio.h>

struct advice {
    const struct sr_table *table;
    struct sr_reader reader;
    struct sr_hints hints;
};

static void write_json(struct sr_out *out, const void *context) {
    const struct advice *advice = context;
    sr_hints_json(out, &advice->reader, advice->table->game, advice->table->state, &advice->hints);
}

/* " 61 %  ", or where words say that all is lost or won, " <1 %  " or ">99 %  ". */
static void put_chance(struct sr_out *out, float chance, bool decided) {
    int percent = (int)(100.0f * chance + 0.5f);
    if (decided) {
        sr_put(out, percent ? ">99" : " <1");
    } else {
        sr_put(out, percent < 10 ? "  " : percent < 100 ? " " : "");
        sr_put_number(out, percent);
    }
    sr_put(out, " %  ");
}

static void add_quiet(struct sr_page *page, const char *text) {
    char line[1024];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_put(&out, "       ");
    sr_put(&out, text);
    sr_page_add(page, SR_QUIET, line);
}

/* "61 %  walk 2   Princess · silk 10   (more: majorities)" */
static void print_text(const struct sr_call *call, const struct advice *advice) {
    struct sr_page page = {0};
    char line[1024];
    struct sr_out out;
    sr_out_open(&out, line, sizeof line);
    sr_prompt_say(&out, &advice->reader, advice->table->game, advice->table->state);
    sr_page_add(&page, SR_QUIET, line);
    for (int i = 0; i < advice->hints.count; i++) {
        const struct sr_hint *hint = &advice->hints.hint[i];
        char outlook[256];
        sr_out_open(&out, outlook, sizeof outlook);
        sr_hint_outlook_say(&out, call->lang, &advice->hints, hint);
        sr_out_open(&out, line, sizeof line);
        put_chance(&out, hint->chance, outlook[0] != '\0');
        sr_move_say(&out, &advice->reader, advice->table->game, advice->table->state, hint->move);
        sr_put(&out, "  [");
        sr_move_write(&out, advice->table->game, hint->move);
        sr_put(&out, "]");
        sr_page_add(&page, i == 0 ? SR_STRONG : SR_PLAIN, line);
        if (outlook[0])
            add_quiet(&page, outlook);
        sr_out_open(&out, line, sizeof line);
        sr_hint_reason_say(&out, call->lang, advice->table->game, &advice->hints, hint);
        if (line[0])
            add_quiet(&page, line);
    }
    sr_page_print(&page, stdout, sr_colourful(stdout));
    sr_page_free(&page);
}

enum sr_exit sr_run_hint(const struct sr_call *call) {
    struct sr_error error = {0};
    enum sr_exit code;
    struct advice advice = {.reader = {.lang = call->lang}};
    const char *names[SR_MAX_SEATS];
    struct sr_table *table = sr_open_table(call, &code);
    if (!table)
        return code;
    struct sr_bot bots[SR_MAX_SEATS];
    struct sr_glimpse glimpse;
    struct sr_rng rng = {.key = {1}};
    struct sr_stream stream = sr_stream_open(&rng);
    bool found = false;

    sr_table_names(table, names);
    sr_table_glimpse(table, &glimpse);
    advice.reader.names = names;
    advice.table = table;
    if (table->moves.count == 0) {
        sr_fail(&error, SR_PROBLEM_GAME_OVER, NULL);
    } else if (sr_wish_bots(call, SR_BOTS_AT_TABLES, "strong", 1, -1, bots, &error)) {
        if (!bots[0].iterations && !bots[0].milliseconds)
            sr_fail(&error, SR_PROBLEM_FLAG_VALUE, "--bots", bots[0].name,
                    "strong, master, search:1000, search:500ms", NULL);
        else
            found = sr_hints_find(&glimpse, &stream, &bots[0], &advice.hints) ||
                    sr_fail(&error, SR_PROBLEM_MEMORY, NULL);
    }
    if (!found)
        code = sr_report(call->lang, NULL, &error);
    else if (call->value[SR_FLAG_JSON])
        code = sr_print(call, write_json, &advice);
    else {
        print_text(call, &advice);
        code = sr_finish(call->lang);
    }
    sr_table_free(table);
    return code;
}
