/* What is told to whom, as JSON. Everything here takes a viewer, and shows what the engine's views
 * and events show that viewer, and nothing else of the state. */
#include "wire.h"
#include "host/problems.h"

#include "machine.h"

#include "core/estimate.h"

#include <stdio.h>
#include <string.h>

/* ---- writers for the engine's JSON ---- */

struct telling {
    const struct sr_table *table;
    const struct sr_reader *reader;
    const void *before;
    const struct sr_event *event;
    struct sr_move move;
    int viewer;
    enum sr_lang lang;
};

static void write_view(struct sr_out *out, const void *context) {
    const struct telling *telling = context;
    sr_table_view(out, telling->table, telling->viewer, telling->lang);
}

static void write_diff(struct sr_out *out, const void *context) {
    const struct telling *telling = context;
    sr_view_diff(out, telling->table->game, telling->before, telling->table->state,
                 telling->viewer);
}

static void write_event(struct sr_out *out, const void *context) {
    const struct telling *telling = context;
    sr_event_json(out, telling->table->game, telling->event, telling->viewer);
}

static void write_move(struct sr_out *out, const void *context) {
    const struct telling *telling = context;
    sr_move_json(out, telling->reader, telling->table->game, telling->table->state, telling->move);
}

static void write_sheet(struct sr_out *out, const void *context) {
    const struct telling *telling = context;
    sr_sheet_json(out, telling->reader, telling->table->game, telling->table->state);
}

static void add_event_text(struct sr_buffer *out, const struct telling *telling) {
    char text[1024];
    struct sr_out said;
    sr_out_open(&said, text, sizeof text);
    sr_event_say(&said, telling->reader, telling->table->game, telling->event, telling->viewer);
    sr_buffer_add_string(out, text);
}

static void add_prompt(struct sr_buffer *out, const struct telling *telling) {
    char text[1024];
    struct sr_out said;
    sr_out_open(&said, text, sizeof text);
    sr_table_prompt(&said, telling->table, telling->viewer, telling->lang);
    sr_buffer_add_string(out, text);
}

/* ---- events and views ---- */

void sr_wire_open(struct sr_buffer *out, const char *type, bool named, int64_t id) {
    sr_buffer_add(out, "{\"type\":");
    sr_buffer_add_string(out, type);
    if (named)
        sr_wire_number(out, ",\"id\":", id);
}

void sr_wire_number(struct sr_buffer *out, const char *name, int64_t number) {
    sr_buffer_add(out, name);
    sr_buffer_add_number(out, number);
}

static struct telling telling_of(const struct sr_table *table, const struct sr_reader *reader,
                                 int viewer) {
    return (struct telling){
        .table = table, .reader = reader, .viewer = viewer, .lang = reader->lang};
}

void sr_wire_events(struct sr_buffer *out, const struct sr_table *table,
                    const struct sr_events *events, int viewer) {
    const struct sr_reader nobody = {SR_EN, NULL};
    struct telling telling = telling_of(table, &nobody, viewer);
    sr_buffer_add(out, "[");
    for (uint32_t i = 0; i < events->count; i++) {
        telling.event = &events->list[i];
        sr_buffer_add(out, i ? "," : "");
        sr_buffer_write_json(out, write_event, &telling);
    }
    sr_buffer_add(out, "]");
}

void sr_wire_log(struct sr_buffer *out, const struct sr_table *table,
                 const struct sr_events *events, int viewer, enum sr_lang lang) {
    const char *names[SR_MAX_SEATS];
    sr_table_names(table, names);
    const struct sr_reader reader = {lang, names};
    struct telling telling = telling_of(table, &reader, viewer);
    sr_buffer_add(out, "[");
    for (uint32_t i = 0; i < events->count; i++) {
        telling.event = &events->list[i];
        sr_buffer_add(out, i ? "," : "");
        add_event_text(out, &telling);
    }
    sr_buffer_add(out, "]");
}

void sr_wire_event(struct sr_buffer *out, const struct sr_scene *scene, int viewer,
                   enum sr_lang lang) {
    const struct sr_table *table = scene->table;
    const char *names[SR_MAX_SEATS];
    sr_table_names(table, names);
    const struct sr_reader reader = {lang, names};
    struct telling telling = telling_of(table, &reader, viewer);
    telling.before = scene->before;
    sr_wire_number(out, "{\"type\":\"event\",\"number\":", scene->number);
    bool back = scene->kind == SR_ENTRY_UNDO || scene->kind == SR_ENTRY_RETURN;
    sr_buffer_add(out, back ? ",\"kind\":\"undo\"" : ",\"kind\":\"move\"");
    sr_wire_number(out, ",\"by\":", scene->seat + 1);
    sr_wire_number(out, ",\"ply\":", table->plies);
    sr_buffer_add(out, ",\"events\":");
    sr_wire_events(out, table, scene->events, viewer);
    sr_buffer_add(out, ",\"log\":");
    sr_wire_log(out, table, scene->events, viewer, lang);
    sr_buffer_add(out, ",\"diff\":");
    sr_buffer_write_json(out, write_diff, &telling);
    sr_buffer_add(out, ",\"prompt\":");
    add_prompt(out, &telling);
    const struct sr_head *head = sr_head(table->state);
    if (!head->over && viewer == head->decider) {
        sr_buffer_add(out, ",\"moves\":[");
        for (uint32_t i = 0; i < table->moves.count; i++) {
            telling.move = table->moves.list[i];
            sr_buffer_add(out, i ? "," : "");
            sr_buffer_write_json(out, write_move, &telling);
        }
        sr_buffer_add(out, "]");
    }
    sr_wire_number(out, ",\"undo\":", sr_table_undoable(table, viewer));
    sr_buffer_add(out, "}");
}

void sr_wire_board(struct sr_buffer *out, const struct sr_table *table, int viewer,
                   enum sr_lang lang) {
    const struct telling telling = {.table = table, .viewer = viewer, .lang = lang};
    sr_buffer_add(out, ",\"view\":");
    sr_buffer_write_json(out, write_view, &telling);
}

void sr_wire_view(struct sr_buffer *out, const struct sr_table *table, int64_t number, int viewer,
                  enum sr_lang lang) {
    sr_wire_number(out, "{\"type\":\"view\",\"number\":", number);
    sr_wire_board(out, table, viewer, lang);
    sr_buffer_add(out, "}");
}

void sr_wire_sheet(struct sr_buffer *out, const struct sr_table *table, enum sr_lang lang) {
    const char *names[SR_MAX_SEATS];
    sr_table_names(table, names);
    const struct sr_reader reader = {lang, names};
    const struct telling telling = {.table = table, .reader = &reader};
    sr_buffer_add(out, ",\"scores\":");
    sr_buffer_write_json(out, write_sheet, &telling);
}

/* ---- tables ---- */

static const char *const status_names[] = {[SR_TABLE_WAITING] = "waiting",
                                           [SR_TABLE_PLAYING] = "playing",
                                           [SR_TABLE_FINISHED] = "finished",
                                           [SR_TABLE_CLOSED] = "closed"};

/* "name=value,..." as an object. */
static void add_options(struct sr_buffer *out, const char *options) {
    sr_buffer_add(out, ",\"options\":{");
    for (const char *at = options; *at;) {
        char part[SR_OPTIONS_BYTES];
        size_t length = strcspn(at, ",");
        snprintf(part, sizeof part, "%.*s", (int)length, at);
        char *value = strchr(part, '=');
        if (value) {
            *value++ = '\0';
            sr_buffer_add(out, at == options ? "" : ",");
            sr_buffer_add_string(out, part);
            sr_buffer_add(out, ":");
            sr_buffer_add_string(out, value);
        }
        at += length + (at[length] == ',');
    }
    sr_buffer_add(out, "}");
}

static void add_chair(struct sr_buffer *out, int seat, const struct sr_table_row *row,
                      const struct sr_host *host, int64_t person) {
    const struct sr_chair *chair = &row->chair[seat];
    int64_t left = host ? sr_host_time_left(host, seat) : -1;
    sr_wire_number(out, seat ? ",{\"seat\":" : "{\"seat\":", seat + 1);
    if (*chair->name) {
        sr_buffer_add(out, ",\"name\":");
        sr_buffer_add_string(out, chair->name);
    }
    if (*chair->bot && !sr_chair_invited(row, seat)) {
        sr_buffer_add(out, ",\"bot\":");
        sr_buffer_add_string(out, chair->bot);
    }
    bool free = !chair->person && !*chair->bot && !row->imported;
    sr_buffer_add(out, free ? ",\"free\":true" : "");
    if (sr_chair_invited(row, seat))
        sr_buffer_add(out, ",\"invited\":true");
    else
        sr_buffer_add(out, chair->person && *chair->bot ? ",\"away\":true" : "");
    if (host && chair->person)
        sr_buffer_add(out, host->here[seat] > 0 ? ",\"here\":true" : ",\"here\":false");
    if (left >= 0)
        sr_wire_number(out, ",\"seconds\":", left);
    if (!host && row->status == SR_TABLE_FINISHED && chair->rank > 0) {
        sr_wire_number(out, ",\"points\":", chair->points);
        sr_wire_number(out, ",\"rank\":", chair->rank);
        sr_buffer_add(out, chair->won ? ",\"won\":true" : ",\"won\":false");
    }
    sr_buffer_add(out, person && chair->person == person ? ",\"you\":true}" : "}");
}

static void add_clock(struct sr_buffer *out, const char *text) {
    static const char *const kinds[] = {[SR_CLOCK_NONE] = "none",
                                        [SR_CLOCK_TURN] = "turn",
                                        [SR_CLOCK_DAYS] = "days",
                                        [SR_CLOCK_GAME] = "game"};
    struct sr_clock clock = sr_clock_read(text);
    sr_buffer_add(out, ",\"clock\":{\"kind\":");
    sr_buffer_add_string(out, kinds[clock.kind]);
    if (clock.kind == SR_CLOCK_DAYS)
        sr_wire_number(out, ",\"days\":", clock.seconds / 86400);
    else if (clock.kind != SR_CLOCK_NONE)
        sr_wire_number(out, ",\"seconds\":", clock.seconds);
    if (clock.kind == SR_CLOCK_GAME)
        sr_wire_number(out, ",\"increment\":", clock.increment);
    sr_buffer_add(out, "}");
    if (clock.kind == SR_CLOCK_TURN || clock.kind == SR_CLOCK_DAYS)
        sr_wire_number(out, ",\"turn_seconds\":", clock.seconds);
}

void sr_wire_clock(struct sr_buffer *out, const struct sr_host *host) {
    sr_wire_number(out, "{\"type\":\"clock\",\"number\":", host->number);
    sr_wire_number(out, ",\"decider\":", sr_host_decider(host) + 1);
    sr_buffer_add(out, ",\"seconds\":[");
    for (int seat = 0; seat < host->row.seats; seat++) {
        int64_t left = sr_host_time_left(host, seat);
        sr_buffer_add(out, seat ? "," : "");
        if (left < 0)
            sr_buffer_add(out, "null");
        else
            sr_buffer_add_number(out, left);
    }
    sr_buffer_add(out, "]}");
}

static void add_petition(struct sr_buffer *out, const struct sr_host *host) {
    const struct sr_petition *petition = &host->petition;
    if (petition->kind == SR_PETITION_NONE)
        return;
    sr_buffer_add(out, petition->kind == SR_PETITION_UNDO ? ",\"petition\":{\"kind\":\"undo\""
                                                          : ",\"petition\":{\"kind\":\"replace\"");
    sr_wire_number(out, ",\"by\":", petition->by + 1);
    if (petition->kind == SR_PETITION_UNDO)
        sr_wire_number(out, ",\"ply\":", petition->ply);
    else
        sr_wire_number(out, ",\"seat\":", petition->seat + 1);
    sr_buffer_add(out, ",\"agreed\":[");
    bool first = true;
    for (int seat = 0; seat < host->row.seats; seat++)
        if (petition->agreed & 1u << seat) {
            sr_wire_number(out, first ? "" : ",", seat + 1);
            first = false;
        }
    sr_buffer_add(out, "]");
    if (petition->refused >= 0)
        sr_wire_number(out, ",\"refused\":", petition->refused + 1);
    sr_buffer_add(out, "}");
}

static bool sits(const struct sr_table_row *row, int64_t person) {
    for (int seat = 0; person && seat < row->seats; seat++)
        if (row->chair[seat].person == person)
            return true;
    return person && row->host == person;
}

/* Once the game is over: the score sheet, and the seed that the commitment was about. */
static void add_ending(struct sr_buffer *out, const struct sr_table_row *row,
                       const struct sr_table *table, enum sr_lang lang) {
    sr_wire_sheet(out, table, lang);
    if (!row->position) {
        sr_buffer_add(out, ",\"seed\":\"");
        sr_buffer_add_hex(out, row->seed, sizeof row->seed);
        sr_buffer_add(out, "\"");
    }
}

static void add_commitment(struct sr_buffer *out, const uint8_t *commitment) {
    sr_buffer_add(out, ",\"commitment\":\"");
    sr_buffer_add_hex(out, commitment, SR_COMMITMENT_BYTES);
    sr_buffer_add(out, "\"");
}

static void add_flag(struct sr_buffer *out, const char *name, bool flag) {
    sr_buffer_add(out, name);
    sr_buffer_add(out, flag ? "true" : "false");
}

void sr_wire_table(struct sr_buffer *out, const struct sr_table_row *row,
                   const uint8_t commitment[SR_COMMITMENT_BYTES], const struct sr_host *host,
                   int64_t person, enum sr_lang lang) {
    sr_buffer_add(out, "{\"id\":");
    sr_buffer_add_string(out, row->id);
    sr_buffer_add(out, ",\"game\":");
    sr_buffer_add_string(out, row->game);
    sr_wire_number(out, ",\"rules\":", row->rules);
    add_options(out, row->options);
    sr_buffer_add(out, ",\"status\":");
    sr_buffer_add_string(out, status_names[row->status]);
    add_flag(out, ",\"open\":", row->open);
    add_flag(out, ",\"hints\":", row->hints);
    add_flag(out, ",\"shared\":", row->shared);
    add_flag(out, ",\"imported\":", row->imported);
    sr_wire_number(out, ",\"made\":", row->made);
    if (row->ended)
        sr_wire_number(out, ",\"ended\":", row->ended);
    sr_wire_number(out, ",\"number\":", host ? host->number : 0);
    add_flag(out, ",\"host\":", person && row->host == person);
    sr_buffer_add(out, ",\"seats\":[");
    for (int seat = 0; seat < row->seats; seat++)
        add_chair(out, seat, row, host, person);
    sr_buffer_add(out, "]");
    if (row->status == SR_TABLE_WAITING && sits(row, person)) {
        sr_buffer_add(out, ",\"code\":");
        sr_buffer_add_string(out, row->code);
    }
    if (!row->position && !row->imported)
        add_commitment(out, commitment);
    add_clock(out, row->clock);
    if (host && host->deadline != 0)
        sr_wire_number(out, ",\"seconds_left\":", sr_host_time_left(host, host->clock_seat));
    if (host)
        add_petition(out, host);
    if (*row->rematch) {
        sr_buffer_add(out, ",\"rematch\":");
        sr_buffer_add_string(out, row->rematch);
    }
    if (row->status == SR_TABLE_FINISHED && host && host->table)
        add_ending(out, row, host->table, lang);
    sr_buffer_add(out, "}");
}

void sr_wire_chat(struct sr_buffer *out, const struct sr_chat *chat) {
    sr_wire_number(out, "{\"type\":\"chat\",\"line\":", chat->number);
    sr_buffer_add(out, ",\"name\":");
    sr_buffer_add_string(out, chat->name);
    sr_buffer_add(out, ",\"text\":");
    sr_buffer_add_string(out, chat->text);
    sr_wire_number(out, ",\"made\":", chat->made);
    sr_buffer_add(out, "}");
}

/* ---- errors ---- */

void sr_problem_name(const struct sr_problem *problem, char name[SR_PROBLEM_NAME_BYTES]) {
    const char *from = problem ? problem->id : "FINE";
    size_t length = 0;
    for (; from[length] && length + 1 < SR_PROBLEM_NAME_BYTES; length++)
        name[length] = (char)(from[length] == '_' ? '_' : from[length] | 0x20);
    name[length] = '\0';
}

void sr_wire_error(struct sr_buffer *out, const struct sr_error *error, enum sr_lang lang) {
    char name[SR_PROBLEM_NAME_BYTES], message[1024];
    sr_problem_name(error->problem, name);
    struct sr_out said;
    sr_out_open(&said, message, sizeof message);
    sr_error_say(&said, lang, error);
    sr_buffer_add(out, "\"problem\":");
    sr_buffer_add_string(out, name);
    sr_buffer_add(out, ",\"message\":");
    sr_buffer_add_string(out, message);
}

void sr_wire_refusal(struct sr_buffer *out, bool named, int64_t id, const struct sr_error *error,
                     enum sr_lang lang) {
    sr_wire_open(out, "error", named, id);
    sr_buffer_add(out, ",");
    sr_wire_error(out, error, lang);
    sr_buffer_add(out, "}");
}

/* ---- hints and previews ---- */

struct hinting {
    const struct sr_table *table;
    const struct sr_hints *hints;
    enum sr_lang lang;
};

static void write_hints(struct sr_out *out, const void *context) {
    const struct hinting *hinting = context;
    const char *names[SR_MAX_SEATS];
    sr_table_names(hinting->table, names);
    const struct sr_reader reader = {hinting->lang, names};
    sr_hints_json(out, &reader, hinting->table->game, hinting->table->state, hinting->hints);
}

void sr_wire_hint(struct sr_buffer *out, const struct sr_host *host, enum sr_lang lang) {
    const struct sr_advice *advice = &host->advice;
    const struct hinting hinting = {host->table, advice->hints, lang};
    sr_wire_open(out, "hint", false, 0);
    sr_wire_number(out, ",\"number\":", advice->number);
    sr_wire_number(out, ",\"seat\":", advice->seat + 1);
    if (advice->state == SR_ADVICE_READY) {
        sr_buffer_add(out, ",\"thinking\":false,\"hints\":");
        sr_buffer_write_json(out, write_hints, &hinting);
        sr_buffer_add(out, "}");
    } else {
        sr_buffer_add(out, ",\"thinking\":true,\"hints\":[]}");
    }
}

struct previewing {
    const struct sr_table *table;
    const struct sr_preview *preview;
    enum sr_lang lang;
};

static void write_preview(struct sr_out *out, const void *context) {
    const struct previewing *previewing = context;
    sr_preview_write(out, previewing->table, previewing->preview, previewing->lang);
}

void sr_wire_preview(struct sr_buffer *out, const struct sr_table *table,
                     const struct sr_preview *preview, enum sr_lang lang) {
    const struct previewing previewing = {table, preview, lang};
    sr_buffer_write_json(out, write_preview, &previewing);
}

/* ---- the score ---- */

struct score {
    const struct sr_table *table;
    const struct sr_reader *reader;
    const struct sr_estimate *estimate;
};

static void write_score(struct sr_out *out, const void *context) {
    const struct score *score = context;
    sr_estimate_json(out, score->reader, score->table->game, score->table->state, score->estimate);
}

void sr_wire_score(struct sr_buffer *out, const struct sr_table *table, int viewer,
                   enum sr_lang lang) {
    const char *names[SR_MAX_SEATS];
    sr_table_names(table, names);
    const struct sr_reader reader = {lang, names};
    struct sr_estimate estimate;
    sr_estimate_of(&estimate, table->game, table->state, viewer, table->plies);
    sr_buffer_write_json(out, write_score,
                         &(struct score){.table = table, .reader = &reader, .estimate = &estimate});
}
