/* What the stored history of a table replays to, entry by entry, and what anybody should be told of
 * it. This is made from the store alone, by the engine: no host has a part in it. */
#include "world.h"

#include <stdlib.h>
#include <string.h>

static bool make_setup(const struct table *table, struct sr_setup *setup) {
    memset(setup, 0, sizeof *setup);
    sr_setup_unsaid(table->game, setup);
    setup->seats = (uint8_t)table->row.seats;
    memcpy(setup->seed, table->row.seed, sizeof setup->seed);
    return sr_setup_options(table->game, setup, table->row.options, NULL);
}

/* Makes room for `count` of them; false: no memory, and the list is as it was. */
static bool resize(void **list, size_t count, size_t each) {
    void *grown = realloc(*list, count * each);
    if (grown)
        *list = grown;
    return grown != NULL;
}

static bool grow(struct table *table) {
    if (table->entries + 1 < table->room)
        return true;
    int64_t room = table->room ? 2 * table->room : 256;
    size_t count = (size_t)room + 1;
    void *entry = table->entry, *by_bot = table->by_bot, *state = table->state;
    void *bank = table->bank, *ply = table->ply;
    bool fine = resize(&entry, count, sizeof *table->entry);
    fine = resize(&by_bot, count, sizeof *table->by_bot) && fine;
    fine = resize(&state, count, table->game->size) && fine;
    fine = resize(&bank, count, sizeof *table->bank) && fine;
    fine = resize(&ply, count, sizeof *table->ply) && fine;
    table->entry = entry;
    table->by_bot = by_bot;
    table->state = state;
    table->bank = bank;
    table->ply = ply;
    table->room = fine ? room : table->room;
    return fine;
}

static void keep_state(struct table *table) {
    size_t size = table->game->size;
    memcpy(table->state + (size_t)table->entries * size, table->now->state, size);
    table->ply[table->entries] = table->now->plies;
}

bool truth_begin(struct world *world, struct table *table) {
    struct sr_setup setup;
    if (make_setup(table, &setup))
        table->now = sr_table_new(table->game, &setup, NULL);
    if (!table->now || !grow(table)) {
        world_fail(world, "replay", "table %s cannot be dealt", table->row.id);
        return false;
    }
    for (int seat = 0; seat < table->row.seats; seat++) {
        const char *name = table->row.chair[seat].name;
        if (*name)
            sr_table_set_name(table->now, seat, name, strlen(name), NULL);
    }
    for (int seat = 0; seat < SR_MAX_SEATS; seat++)
        table->bank[0][seat] = 1000 * sr_clock_read(table->row.clock).seconds;
    keep_state(table);
    return true;
}

void truth_free(struct table *table) {
    sr_table_free(table->now);
    free(table->entry);
    free(table->by_bot);
    free(table->state);
    free(table->bank);
    free(table->ply);
    free(table->chat);
    free(table->saved);
    sr_table_row_clear(&table->row);
}

const void *truth_state(const struct table *table, int64_t number) {
    return table->state + (size_t)number * table->game->size;
}

/* ---- following ---- */

static bool is_move(const struct sr_entry *entry) {
    return entry->kind == SR_ENTRY_MOVE || entry->kind == SR_ENTRY_STAND_IN;
}

static bool replay(struct table *table, const struct sr_entry *entry, struct sr_error *error) {
    if (is_move(entry))
        return sr_table_play_text(table->now, entry->seat, entry->move, strlen(entry->move), NULL,
                                  error);
    if (entry->kind == SR_ENTRY_UNDO)
        return sr_table_undo(table->now, entry->seat, error);
    struct sr_table *past =
        sr_table_at(table->now, (uint32_t)strtoul(entry->move, NULL, 10), error);
    if (!past)
        return false;
    sr_table_free(table->now);
    table->now = past;
    return true;
}

/* Every entry takes what it took from whoever decided; a turn that is over gives something back. */
static void charge(struct table *table, int decider, const struct sr_entry *entry) {
    struct sr_clock clock = sr_clock_read(table->row.clock);
    int64_t *bank = table->bank[table->entries];
    const struct sr_head *head = sr_head(table->now->state);
    memcpy(bank, table->bank[table->entries - 1], sizeof *table->bank);
    if (clock.kind != SR_CLOCK_GAME || decider >= table->row.seats)
        return;
    bank[decider] = bank[decider] > entry->spent ? bank[decider] - entry->spent : 0;
    if (is_move(entry) && (head->over || head->decider != decider))
        bank[decider] += 1000 * clock.increment;
}

bool truth_follow(struct world *world, struct table *table, const struct sr_entry *entry) {
    struct sr_error error = {0};
    int decider = sr_head(table->now->state)->decider;
    if (!grow(table) || !replay(table, entry, &error)) {
        world_fail(world, "replay", "entry %lld of table %s, %s by seat %d, does not replay: %s",
                   (long long)entry->number, table->row.id, entry->move, entry->seat + 1,
                   error.problem ? error.problem->text.in[SR_EN] : "");
        return false;
    }
    table->entry[table->entries++] = *entry;
    keep_state(table);
    charge(table, decider, entry);
    if (entry->kind == SR_ENTRY_MOVE)
        table->touched |= 1u << entry->seat;
    return true;
}

bool truth_rebase(struct world *world, struct table *table, const char *position) {
    char *wanted = sr_position_text(table->game, table->now->state, false);
    bool same = wanted && strcmp(wanted, position) == 0;
    free(wanted);
    struct sr_table *now = same ? sr_row_deal(&table->row, NULL) : NULL;
    if (!now) {
        world_fail(world, "rules",
                   "table %s goes on after entry %lld from another position: %.300s", table->row.id,
                   (long long)table->entries, position);
        return false;
    }
    sr_table_free(table->now);
    table->now = now;
    keep_state(table);
    for (int seat = 0; seat < SR_MAX_SEATS; seat++)
        table->bank[table->entries][seat] = 1000 * sr_clock_read(table->row.clock).seconds;
    return true;
}

void truth_forget(struct world *world, struct table *table) {
    int64_t kept = table->entries - 1;
    sr_table_free(table->now);
    table->now = NULL;
    table->entries = 0;
    truth_begin(world, table);
    for (int64_t i = 0; i < kept && !world->failure.found; i++)
        truth_follow(world, table, &table->entry[i]);
}

/* ---- what is told ---- */

struct telling {
    const struct table *table;
    const struct sr_reader *reader;
    const void *before, *after;
    const struct sr_event *event;
    struct sr_move move;
    int viewer;
    enum sr_lang lang;
};

static void write_diff(struct sr_out *out, const void *context) {
    const struct telling *telling = context;
    sr_view_diff(out, telling->table->game, telling->before, telling->after, telling->viewer);
}

static void write_event(struct sr_out *out, const void *context) {
    const struct telling *telling = context;
    sr_event_json(out, telling->table->game, telling->event, telling->viewer);
}

static void write_move(struct sr_out *out, const void *context) {
    const struct telling *telling = context;
    sr_move_json(out, telling->reader, telling->table->game, telling->after, telling->move);
}

static void write_whole_view(struct sr_out *out, const void *context) {
    const struct telling *telling = context;
    sr_table_view(out, telling->table->now, telling->viewer, telling->lang);
}

static void write_past_view(struct sr_out *out, const void *context) {
    const struct telling *telling = context;
    sr_view_write(out, telling->table->game, telling->after, telling->viewer);
}

static void add_number(struct sr_buffer *out, const char *name, int64_t number) {
    sr_buffer_add(out, name);
    sr_buffer_add_number(out, number);
}

static void add_events(struct sr_buffer *out, struct telling *telling,
                       const struct sr_events *events) {
    sr_buffer_add(out, ",\"events\":[");
    for (uint32_t i = 0; i < events->count; i++) {
        telling->event = &events->list[i];
        sr_buffer_add(out, i ? "," : "");
        sr_buffer_write_json(out, write_event, telling);
    }
    sr_buffer_add(out, "],\"log\":[");
    for (uint32_t i = 0; i < events->count; i++) {
        char text[1024];
        struct sr_out said;
        sr_out_open(&said, text, sizeof text);
        sr_event_say(&said, telling->reader, telling->table->game, &events->list[i],
                     telling->viewer);
        sr_buffer_add(out, i ? "," : "");
        sr_buffer_add_string(out, text);
    }
    sr_buffer_add(out, "]");
}

/* What only the last entry is followed by: what is asked now, and of whom. */
static void add_present(struct sr_buffer *out, struct telling *telling) {
    const struct sr_table *now = telling->table->now;
    const struct sr_head *head = sr_head(now->state);
    char prompt[1024];
    struct sr_out said;
    sr_out_open(&said, prompt, sizeof prompt);
    sr_table_prompt(&said, now, telling->viewer, telling->lang);
    sr_buffer_add(out, ",\"prompt\":");
    sr_buffer_add_string(out, prompt);
    if (!head->over && telling->viewer == head->decider) {
        sr_buffer_add(out, ",\"moves\":[");
        for (uint32_t i = 0; i < now->moves.count; i++) {
            telling->move = now->moves.list[i];
            sr_buffer_add(out, i ? "," : "");
            sr_buffer_write_json(out, write_move, telling);
        }
        sr_buffer_add(out, "]");
    }
    add_number(out, ",\"undo\":", sr_table_undoable(now, telling->viewer));
    sr_buffer_add(out, "}");
}

/* The same move on the same state does the same again, so what it did need not be kept. */
static bool redo(const struct table *table, int64_t number, struct sr_events *events) {
    const struct sr_entry *entry = &table->entry[number - 1];
    _Alignas(8) unsigned char state[SR_MAX_STATE] = {0};
    struct sr_moves moves;
    struct sr_move move;
    events->count = 0;
    if (!is_move(entry))
        return true;
    memcpy(state, truth_state(table, number - 1), table->game->size);
    if (!sr_move_read(table->game, entry->move, strlen(entry->move), table->row.seats, &move, NULL))
        return false;
    sr_play(table->game, state, move, events, &moves);
    return true;
}

bool truth_event(const struct table *table, int64_t number, int viewer, enum sr_lang lang,
                 struct sr_buffer *out) {
    if (number < 1 || number > table->entries)
        return false;
    const struct sr_entry *entry = &table->entry[number - 1];
    const char *names[SR_MAX_SEATS];
    struct sr_events events;
    sr_table_names(table->now, names);
    const struct sr_reader reader = {lang, names};
    struct telling telling = {.table = table,
                              .reader = &reader,
                              .before = truth_state(table, number - 1),
                              .after = truth_state(table, number),
                              .viewer = viewer,
                              .lang = lang};
    if (!redo(table, number, &events))
        return false;
    add_number(out, "{\"type\":\"event\",\"number\":", number);
    sr_buffer_add(out, is_move(entry) ? ",\"kind\":\"move\"" : ",\"kind\":\"undo\"");
    add_number(out, ",\"by\":", entry->seat + 1);
    add_number(out, ",\"ply\":", table->ply[number]);
    add_events(out, &telling, &events);
    sr_buffer_add(out, ",\"diff\":");
    sr_buffer_write_json(out, write_diff, &telling);
    if (number == table->entries)
        add_present(out, &telling);
    return !out->broken;
}

bool truth_view(const struct table *table, int64_t number, int viewer, enum sr_lang lang,
                struct sr_buffer *out) {
    if (!table->now || number < 0 || number > table->entries)
        return false;
    const struct telling telling = {
        .table = table, .after = truth_state(table, number), .viewer = viewer, .lang = lang};
    bool last = number == table->entries;
    add_number(out, "{\"type\":\"view\",\"number\":", number);
    sr_buffer_add(out, ",\"view\":");
    sr_buffer_write_json(out, last ? write_whole_view : write_past_view, &telling);
    if (last)
        sr_buffer_add(out, "}");
    else if (out->length > 0)
        out->length--; /* more follows there, of which only the last entry can tell */
    return !out->broken;
}
