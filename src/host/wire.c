/* What is told to whom, as JSON. Everything here takes a viewer, and shows what the engine's views
 * and events show that viewer, and nothing else of the state. */
#include "wire.h"
#include "host/problems.h"

#include "machine.h"
#include "told.h"

#include "core/estimate.h"

#include <stdio.h>
#include <string.h>

/* ---- writers for the engine's JSON ---- */

struct telling {
    const struct sr_table *table;
    const struct sr_reader *reader;
    const void *before;
    const struct sr_events *events;
    const struct sr_event *event; /* one of them */
    struct sr_move move;
    int viewer;
    enum sr_lang lang;
};

static struct telling telling_of(const struct sr_table *table, const struct sr_reader *reader,
                                 int viewer) {
    return (struct telling){
        .table = table, .reader = reader, .viewer = viewer, .lang = reader->lang};
}

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

/* ---- the same as parts of what is told ---- */

static void add_view(struct sr_buffer *out, const void *context) {
    sr_buffer_write_json(out, write_view, context);
}

static void add_diff(struct sr_buffer *out, const void *context) {
    sr_buffer_write_json(out, write_diff, context);
}

static void add_sheet(struct sr_buffer *out, const void *context) {
    sr_buffer_write_json(out, write_sheet, context);
}

static void add_events(struct sr_buffer *out, const void *context) {
    struct telling telling = *(const struct telling *)context;
    sr_buffer_add(out, "[");
    for (uint32_t i = 0; i < telling.events->count; i++) {
        telling.event = &telling.events->list[i];
        sr_buffer_add(out, i ? "," : "");
        sr_buffer_write_json(out, write_event, &telling);
    }
    sr_buffer_add(out, "]");
}

static void add_log(struct sr_buffer *out, const void *context) {
    const struct telling *telling = context;
    char text[1024];
    struct sr_out said;
    sr_buffer_add(out, "[");
    for (uint32_t i = 0; i < telling->events->count; i++) {
        sr_out_open(&said, text, sizeof text);
        sr_event_say(&said, telling->reader, telling->table->game, &telling->events->list[i],
                     telling->viewer);
        sr_buffer_add(out, i ? "," : "");
        sr_buffer_add_string(out, text);
    }
    sr_buffer_add(out, "]");
}

static void add_moves(struct sr_buffer *out, const void *context) {
    struct telling telling = *(const struct telling *)context;
    sr_buffer_add(out, "[");
    for (uint32_t i = 0; i < telling.table->moves.count; i++) {
        telling.move = telling.table->moves.list[i];
        sr_buffer_add(out, i ? "," : "");
        sr_buffer_write_json(out, write_move, &telling);
    }
    sr_buffer_add(out, "]");
}

/* ---- events and views ---- */

void sr_wire_events(struct sr_buffer *out, const struct sr_table *table,
                    const struct sr_events *events, int viewer) {
    add_events(out, &(struct telling){.table = table, .events = events, .viewer = viewer});
}

void sr_wire_log(struct sr_buffer *out, const struct sr_table *table,
                 const struct sr_events *events, int viewer, enum sr_lang lang) {
    const char *names[SR_MAX_SEATS];
    sr_table_names(table, names);
    const struct sr_reader reader = {lang, names};
    struct telling telling = telling_of(table, &reader, viewer);
    telling.events = events;
    add_log(out, &telling);
}

void sr_wire_event(struct sr_buffer *out, const struct sr_scene *scene, int viewer,
                   enum sr_lang lang) {
    const struct sr_table *table = scene->table;
    const struct sr_head *head = sr_head(table->state);
    const char *names[SR_MAX_SEATS];
    char prompt[1024];
    struct sr_out said;
    sr_table_names(table, names);
    const struct sr_reader reader = {lang, names};
    struct telling telling = telling_of(table, &reader, viewer);
    telling.before = scene->before;
    telling.events = scene->events;
    sr_out_open(&said, prompt, sizeof prompt);
    sr_table_prompt(&said, table, viewer, lang);
    bool back = scene->kind == SR_ENTRY_UNDO || scene->kind == SR_ENTRY_RETURN;
    struct sr_told_message told = {.number = sr_number_of(scene->number),
                                   .kind = back ? "undo" : "move",
                                   .by = sr_number_of(scene->seat + 1),
                                   .ply = sr_number_of(table->plies),
                                   .events = {add_events, &telling},
                                   .log = {add_log, &telling},
                                   .diff = {add_diff, &telling},
                                   .prompt = prompt,
                                   .undo = sr_number_of(sr_table_undoable(table, viewer))};
    if (!head->over && viewer == head->decider)
        told.moves = (struct sr_told_part){add_moves, &telling};
    sr_told_write(out, SR_TELL_EVENT, &told);
}

void sr_wire_board(struct sr_buffer *out, const struct sr_table *table, int viewer,
                   enum sr_lang lang) {
    sr_buffer_add(out, ",\"view\":");
    add_view(out, &(struct telling){.table = table, .viewer = viewer, .lang = lang});
}

void sr_wire_view(struct sr_buffer *out, const struct sr_table *table, int64_t number, int viewer,
                  enum sr_lang lang) {
    const struct telling telling = {.table = table, .viewer = viewer, .lang = lang};
    sr_told_write(
        out, SR_TELL_VIEW,
        &(struct sr_told_message){.number = sr_number_of(number), .view = {add_view, &telling}});
}

void sr_wire_sheet(struct sr_buffer *out, const struct sr_table *table, enum sr_lang lang) {
    const char *names[SR_MAX_SEATS];
    sr_table_names(table, names);
    const struct sr_reader reader = {lang, names};
    sr_buffer_add(out, ",\"scores\":");
    add_sheet(out, &(struct telling){.table = table, .reader = &reader});
}

/* ---- tables ---- */

static const char *const status_names[] = {[SR_TABLE_WAITING] = "waiting",
                                           [SR_TABLE_PLAYING] = "playing",
                                           [SR_TABLE_FINISHED] = "finished",
                                           [SR_TABLE_CLOSED] = "closed"};

/* A table as somebody may know it, for the parts of what is told of it. */
struct showing {
    const struct sr_table_row *row;
    const struct sr_host *host; /* NULL in lists */
    int64_t person;
};

/* "name=value,..." as an object. */
static void add_options(struct sr_buffer *out, const void *context) {
    const struct showing *showing = context;
    const char *options = showing->row->options;
    sr_buffer_add(out, "{");
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

static void add_seat(struct sr_buffer *out, int seat, const struct showing *showing) {
    const struct sr_table_row *row = showing->row;
    const struct sr_host *host = showing->host;
    const struct sr_chair *chair = &row->chair[seat];
    bool invited = sr_chair_invited(row, seat);
    bool listed = !host && row->status == SR_TABLE_FINISHED && chair->rank > 0;
    int64_t left = host ? sr_host_time_left(host, seat) : -1;
    const struct sr_told_seat told = {
        .seat = sr_number_of(seat + 1),
        .name = *chair->name ? chair->name : NULL,
        .bot = *chair->bot && !invited ? chair->bot : NULL,
        .free = sr_flag_if(!chair->person && !*chair->bot && !row->imported),
        .invited = sr_flag_if(invited),
        .away = sr_flag_if(!invited && chair->person && *chair->bot),
        .here = {host && chair->person, host && host->here[seat] > 0},
        .seconds = sr_number_if(left >= 0, left),
        .points = sr_number_if(listed, chair->points),
        .rank = sr_number_if(listed, chair->rank),
        .won = {listed, chair->won},
        .you = sr_flag_if(showing->person && chair->person == showing->person),
    };
    sr_told_object(out, SR_OBJECT_SEAT, &told);
}

static void add_seats(struct sr_buffer *out, const void *context) {
    const struct showing *showing = context;
    sr_buffer_add(out, "[");
    for (int seat = 0; seat < showing->row->seats; seat++) {
        sr_buffer_add(out, seat ? "," : "");
        add_seat(out, seat, showing);
    }
    sr_buffer_add(out, "]");
}

static void add_clock(struct sr_buffer *out, const void *context) {
    static const char *const kinds[] = {[SR_CLOCK_NONE] = "none",
                                        [SR_CLOCK_TURN] = "turn",
                                        [SR_CLOCK_DAYS] = "days",
                                        [SR_CLOCK_GAME] = "game"};
    const struct sr_clock *clock = context;
    bool days = clock->kind == SR_CLOCK_DAYS, game = clock->kind == SR_CLOCK_GAME;
    const struct sr_told_clock told = {
        .kind = kinds[clock->kind],
        .days = sr_number_if(days, clock->seconds / 86400),
        .seconds = sr_number_if(game || clock->kind == SR_CLOCK_TURN, clock->seconds),
        .increment = sr_number_if(game, clock->increment),
    };
    sr_told_object(out, SR_OBJECT_CLOCK, &told);
}

static void add_seconds(struct sr_buffer *out, const void *context) {
    const struct sr_host *host = context;
    sr_buffer_add(out, "[");
    for (int seat = 0; seat < host->row.seats; seat++) {
        int64_t left = sr_host_time_left(host, seat);
        sr_buffer_add(out, seat ? "," : "");
        if (left < 0)
            sr_buffer_add(out, "null");
        else
            sr_buffer_add_number(out, left);
    }
    sr_buffer_add(out, "]");
}

void sr_wire_clock(struct sr_buffer *out, const struct sr_host *host) {
    sr_told_write(out, SR_TELL_CLOCK,
                  &(struct sr_told_message){.number = sr_number_of(host->number),
                                            .decider = sr_number_of(sr_host_decider(host) + 1),
                                            .seconds = {add_seconds, host}});
}

static void add_agreed(struct sr_buffer *out, const void *context) {
    const struct sr_petition *petition = context;
    bool first = true;
    sr_buffer_add(out, "[");
    for (int seat = 0; seat < SR_MAX_SEATS; seat++)
        if (petition->agreed & 1u << seat) {
            sr_buffer_add(out, first ? "" : ",");
            sr_buffer_add_number(out, seat + 1);
            first = false;
        }
    sr_buffer_add(out, "]");
}

static void add_petition(struct sr_buffer *out, const void *context) {
    const struct sr_petition *petition = context;
    bool undo = petition->kind == SR_PETITION_UNDO;
    const struct sr_told_petition told = {
        .kind = undo ? "undo" : "replace",
        .by = sr_number_of(petition->by + 1),
        .ply = sr_number_if(undo, petition->ply),
        .seat = sr_number_if(!undo, petition->seat + 1),
        .agreed = {add_agreed, petition},
        .refused = sr_number_if(petition->refused >= 0, petition->refused + 1),
    };
    sr_told_object(out, SR_OBJECT_PETITION, &told);
}

static bool sits(const struct sr_table_row *row, int64_t person) {
    for (int seat = 0; person && seat < row->seats; seat++)
        if (row->chair[seat].person == person)
            return true;
    return person && row->host == person;
}

/* `letters` has room for twice the bytes and a NUL. */
static const char *hex_of(const uint8_t *bytes, size_t count, char *letters) {
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        letters[2 * i] = digits[bytes[i] >> 4];
        letters[2 * i + 1] = digits[bytes[i] & 15];
    }
    letters[2 * count] = '\0';
    return letters;
}

void sr_wire_table(struct sr_buffer *out, const struct sr_table_row *row,
                   const uint8_t commitment[SR_COMMITMENT_BYTES], const struct sr_host *host,
                   int64_t person, enum sr_lang lang) {
    char committed[2 * SR_COMMITMENT_BYTES + 1], seed[2 * sizeof row->seed + 1];
    const char *names[SR_MAX_SEATS];
    const struct showing showing = {.row = row, .host = host, .person = person};
    const struct sr_clock clock = sr_clock_read(row->clock);
    const struct sr_reader reader = {lang, names};
    const struct telling ending = {.table = host ? host->table : NULL, .reader = &reader};
    /* Once the game is over: the score sheet, and the seed that the commitment was about. */
    bool over = row->status == SR_TABLE_FINISHED && ending.table;
    bool by_turns = clock.kind == SR_CLOCK_TURN || clock.kind == SR_CLOCK_DAYS;
    struct sr_told_table told = {
        .id = row->id,
        .game = row->game,
        .rules = sr_number_of(row->rules),
        .options = {add_options, &showing},
        .status = status_names[row->status],
        .open = sr_flag_of(row->open),
        .hints = sr_flag_of(row->hints),
        .shared = sr_flag_of(row->shared),
        .imported = sr_flag_of(row->imported),
        .made = sr_number_of(row->made),
        .ended = sr_number_if(row->ended, row->ended),
        .number = sr_number_of(host ? host->number : 0),
        .host = sr_flag_of(person && row->host == person),
        .seats = {add_seats, &showing},
        .code = row->status == SR_TABLE_WAITING && sits(row, person) ? row->code : NULL,
        .clock = {add_clock, &clock},
        .turn_seconds = sr_number_if(by_turns, clock.seconds),
        .rematch = *row->rematch ? row->rematch : NULL,
    };
    if (!row->position && !row->imported)
        told.commitment = hex_of(commitment, SR_COMMITMENT_BYTES, committed);
    if (host && host->deadline != 0)
        told.seconds_left = sr_number_of(sr_host_time_left(host, host->clock_seat));
    if (host && host->petition.kind != SR_PETITION_NONE)
        told.petition = (struct sr_told_part){add_petition, &host->petition};
    if (over) {
        sr_table_names(ending.table, names);
        told.scores = (struct sr_told_part){add_sheet, &ending};
        told.seed = row->position ? NULL : hex_of(row->seed, sizeof row->seed, seed);
    }
    sr_told_object(out, SR_OBJECT_TABLE, &told);
}

/* What a message with a table in it needs. */
struct table_message {
    const struct sr_host *host;
    int64_t person;
    enum sr_lang lang;
};

static void add_table(struct sr_buffer *out, const void *context) {
    const struct table_message *message = context;
    const struct sr_host *host = message->host;
    sr_wire_table(out, &host->row, host->commitment, host, message->person, message->lang);
}

void sr_wire_table_message(struct sr_buffer *out, const struct sr_host *host, int64_t person,
                           enum sr_lang lang) {
    const struct table_message message = {host, person, lang};
    sr_told_write(out, SR_TELL_TABLE, &(struct sr_told_message){.table = {add_table, &message}});
}

void sr_wire_chat(struct sr_buffer *out, const struct sr_chat *chat) {
    sr_told_write(out, SR_TELL_CHAT,
                  &(struct sr_told_message){.line = sr_number_of(chat->number),
                                            .name = chat->name,
                                            .text = chat->text,
                                            .made = sr_number_of(chat->made)});
}

/* ---- answers ---- */

void sr_wire_done(struct sr_buffer *out, bool named, int64_t id, int64_t number) {
    sr_told_write(
        out, SR_TELL_DONE,
        &(struct sr_told_message){.id = sr_number_if(named, id), .number = sr_number_of(number)});
}

void sr_wire_pong(struct sr_buffer *out, bool named, int64_t id) {
    sr_told_write(out, SR_TELL_PONG, &(struct sr_told_message){.id = sr_number_if(named, id)});
}

void sr_wire_progress(struct sr_buffer *out, int64_t number, int64_t ply) {
    sr_told_object(out, SR_OBJECT_NUMBER,
                   &(struct sr_told_progress){sr_number_of(number), sr_number_of(ply)});
}

/* ---- errors ---- */

void sr_problem_name(const struct sr_problem *problem, char name[SR_PROBLEM_NAME_BYTES]) {
    const char *from = problem ? problem->id : "FINE";
    size_t length = 0;
    for (; from[length] && length + 1 < SR_PROBLEM_NAME_BYTES; length++)
        name[length] = (char)(from[length] == '_' ? '_' : from[length] | 0x20);
    name[length] = '\0';
}

/* Who refuses says why in the reader's language. */
struct refusing {
    char name[SR_PROBLEM_NAME_BYTES], message[1024];
};

static void say_why(struct refusing *refusing, const struct sr_error *error, enum sr_lang lang) {
    struct sr_out said;
    sr_problem_name(error->problem, refusing->name);
    sr_out_open(&said, refusing->message, sizeof refusing->message);
    sr_error_say(&said, lang, error);
}

void sr_wire_error(struct sr_buffer *out, const struct sr_error *error, enum sr_lang lang) {
    struct refusing refusing;
    say_why(&refusing, error, lang);
    sr_told_object(out, SR_OBJECT_PROBLEM,
                   &(struct sr_told_problem){refusing.name, refusing.message});
}

void sr_wire_refusal(struct sr_buffer *out, bool named, int64_t id, const struct sr_error *error,
                     enum sr_lang lang) {
    struct refusing refusing;
    say_why(&refusing, error, lang);
    sr_told_write(out, SR_TELL_ERROR,
                  &(struct sr_told_message){.id = sr_number_if(named, id),
                                            .problem = refusing.name,
                                            .message = refusing.message});
}

/* ---- hints and previews ---- */

struct hinting {
    const struct sr_table *table;
    const struct sr_hints *hints; /* NULL: not yet */
    enum sr_lang lang;
};

static void write_hints(struct sr_out *out, const void *context) {
    const struct hinting *hinting = context;
    const char *names[SR_MAX_SEATS];
    sr_table_names(hinting->table, names);
    const struct sr_reader reader = {hinting->lang, names};
    sr_hints_json(out, &reader, hinting->table->game, hinting->table->state, hinting->hints);
}

static void add_hints(struct sr_buffer *out, const void *context) {
    const struct hinting *hinting = context;
    if (hinting->hints)
        sr_buffer_write_json(out, write_hints, hinting);
    else
        sr_buffer_add(out, "[]");
}

void sr_wire_hint(struct sr_buffer *out, const struct sr_host *host, enum sr_lang lang) {
    const struct sr_advice *advice = &host->advice;
    bool ready = advice->state == SR_ADVICE_READY;
    const struct hinting hinting = {host->table, ready ? advice->hints : NULL, lang};
    sr_told_write(out, SR_TELL_HINT,
                  &(struct sr_told_message){.number = sr_number_of(advice->number),
                                            .seat = sr_number_of(advice->seat + 1),
                                            .thinking = sr_flag_of(!ready),
                                            .hints = {add_hints, &hinting}});
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

static void add_preview(struct sr_buffer *out, const void *context) {
    sr_buffer_write_json(out, write_preview, context);
}

void sr_wire_preview(struct sr_buffer *out, bool named, int64_t id, const struct sr_table *table,
                     const struct sr_preview *preview, enum sr_lang lang) {
    const struct previewing previewing = {table, preview, lang};
    sr_told_write(out, SR_TELL_PREVIEW,
                  &(struct sr_told_message){.id = sr_number_if(named, id),
                                            .preview = {add_preview, &previewing}});
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
