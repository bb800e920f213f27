/* A table: the moves so far and the present state, played forward, taken back by replaying, and
 * shown to each viewer. */
#include "table.h"

#include "api/problems.h"
#include "core/glimpse.h"

#include <stdlib.h>
#include <string.h>

enum {
    PROMPT_BYTES = 1024,
    OFFER_BYTES = SR_ERROR_ARG_BYTES, /* legal moves listed in an error */
    OFFER_MOVES = 10
};

/* ---- making and freeing ---- */

static struct sr_table *table_alloc(struct sr_error *error) {
    struct sr_table *table = calloc(1, sizeof *table);
    if (!table)
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    return table;
}

struct sr_table *sr_table_new(const struct sr_game *game, const struct sr_setup *setup,
                              struct sr_error *error) {
    if (!sr_setup_check(game, setup, error))
        return NULL;
    struct sr_table *table = table_alloc(error);
    if (!table)
        return NULL;
    table->game = game;
    table->setup = *setup;
    sr_deal(game, table->state, setup, NULL, &table->moves);
    table->setup.rules = sr_head(table->state)->rules;
    memcpy(table->start, table->state, sizeof table->start);
    return table;
}

struct sr_table *sr_table_copy(const struct sr_table *table, struct sr_error *error) {
    return sr_table_at(table, table->plies, error);
}

void sr_table_free(struct sr_table *table) {
    if (!table)
        return;
    free(table->ply);
    free(table);
}

/* ---- names ---- */

/* Letters, digits, signs and inner blanks; nothing that moves the cursor, turns the direction of
 * writing or cannot be seen. */
static bool is_printable(uint32_t code) {
    if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0xad)
        return false;
    if ((code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e))
        return false;
    if ((code >= 0x2060 && code <= 0x206f) || code == 0xfeff)
        return false;
    if ((code >= 0xe000 && code <= 0xf8ff) || (code >= 0xfdd0 && code <= 0xfdef))
        return false;
    return code < 0xe0000 && (code & 0xfffe) != 0xfffe;
}

static bool is_name(const char *name, size_t length) {
    if (length == 0 || length >= SR_NAME_BYTES)
        return false;
    if (name[0] == ' ' || name[length - 1] == ' ')
        return false;
    for (size_t at = 0; at < length;) {
        uint32_t code = 0;
        int bytes = sr_utf8_next(name + at, length - at, &code);
        if (bytes <= 0 || !is_printable(code))
            return false;
        at += (size_t)bytes;
    }
    return true;
}

static bool fail_seat(const struct sr_table *table, int seat, struct sr_error *error) {
    char given[16], offer[16];
    struct sr_out out;
    sr_out_open(&out, given, sizeof given);
    sr_put_number(&out, (int64_t)seat + 1);
    sr_out_open(&out, offer, sizeof offer);
    sr_put(&out, "1..");
    sr_put_number(&out, sr_head(table->state)->seats);
    return sr_fail(error, SR_PROBLEM_SEAT, given, offer, NULL);
}

static bool is_seat(const struct sr_table *table, int seat) {
    return seat >= 0 && seat < sr_head(table->state)->seats;
}

bool sr_table_set_name(struct sr_table *table, int seat, const char *name, size_t length,
                       struct sr_error *error) {
    if (!is_seat(table, seat))
        return fail_seat(table, seat, error);
    if (!name) {
        memset(table->name[seat], 0, sizeof table->name[seat]);
        return true;
    }
    if (!is_name(name, length)) {
        sr_fail(error, SR_PROBLEM_NAME, "", NULL);
        sr_error_set_arg(error, 0, name, length);
        return false;
    }
    memset(table->name[seat], 0, sizeof table->name[seat]);
    memcpy(table->name[seat], name, length);
    return true;
}

void sr_table_names(const struct sr_table *table, const char *names[SR_MAX_SEATS]) {
    for (int seat = 0; seat < SR_MAX_SEATS; seat++)
        names[seat] = table->name[seat][0] ? table->name[seat] : NULL;
}

void sr_table_plain_names(const struct sr_table *table, const char *names[SR_MAX_SEATS]) {
    sr_table_names(table, names);
    for (int seat = 0; seat < SR_MAX_SEATS; seat++)
        for (int other = 0; other < SR_MAX_SEATS; other++)
            if (other != seat && strcmp(table->name[seat], table->name[other]) == 0)
                names[seat] = NULL;
}

/* ---- playing ---- */

/* May `seat` move now? Comes before anything that looks at the legal moves: who does not decide
 * must not learn from an error what the decider could do. */
static bool may_move(const struct sr_table *table, int seat, struct sr_error *error) {
    const struct sr_head *head = sr_head(table->state);
    if (seat != SR_REFEREE && !is_seat(table, seat))
        return fail_seat(table, seat, error);
    if (head->over)
        return sr_fail(error, SR_PROBLEM_GAME_OVER, NULL);
    if (seat != SR_REFEREE && seat != head->decider) {
        char given[16], decider[16];
        struct sr_out out;
        sr_out_open(&out, given, sizeof given);
        sr_put_number(&out, seat + 1);
        sr_out_open(&out, decider, sizeof decider);
        sr_put_number(&out, head->decider + 1);
        return sr_fail(error, SR_PROBLEM_WRONG_SEAT, given, decider, NULL);
    }
    return true;
}

/* "walk 1, walk 2 ...": as many legal moves as fit into an error. */
static void offer_moves(const struct sr_table *table, char offer[OFFER_BYTES]) {
    struct sr_out out;
    sr_out_open(&out, offer, OFFER_BYTES);
    for (uint32_t i = 0; i < table->moves.count; i++) {
        char move[SR_MOVE_TEXT_BYTES];
        struct sr_out one;
        sr_out_open(&one, move, sizeof move);
        sr_move_write(&one, table->game, table->moves.list[i]);
        if (i == OFFER_MOVES || out.len + one.len + sizeof ",  ..." > OFFER_BYTES) {
            sr_put(&out, " ...");
            return;
        }
        if (i)
            sr_put(&out, ", ");
        sr_put(&out, move);
    }
}

bool sr_table_refuse(const struct sr_table *table, struct sr_move move, struct sr_error *error) {
    char text[SR_MOVE_TEXT_BYTES], offer[OFFER_BYTES];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    if (move.verb < table->game->verb_count)
        sr_move_write(&out, table->game, move);
    else
        sr_put_number(&out, move.verb);
    offer_moves(table, offer);
    return sr_fail(error, SR_PROBLEM_ILLEGAL_MOVE, text, offer, NULL);
}

static bool reserve_ply(struct sr_table *table, struct sr_error *error) {
    if (table->plies < table->capacity)
        return true;
    uint32_t capacity = table->capacity ? table->capacity * 2 : 64;
    struct sr_ply *ply = NULL;
    if (capacity > table->capacity)
        ply = realloc(table->ply, capacity * sizeof *ply);
    if (!ply)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    table->ply = ply;
    table->capacity = capacity;
    return true;
}

bool sr_table_play(struct sr_table *table, int seat, struct sr_move move, struct sr_events *events,
                   struct sr_error *error) {
    if (!may_move(table, seat, error))
        return false;
    if (!sr_listed(&table->moves, move))
        return sr_table_refuse(table, move, error);
    if (!reserve_ply(table, error))
        return false;
    struct sr_ply *ply = &table->ply[table->plies];
    ply->move = move;
    ply->seat = sr_head(table->state)->decider;
    ply->did = (uint8_t)sr_play(table->game, table->state, move, events, &table->moves);
    table->plies++;
    return true;
}

bool sr_table_play_text(struct sr_table *table, int seat, const char *text, size_t length,
                        struct sr_events *events, struct sr_error *error) {
    if (!may_move(table, seat, error))
        return false;
    if (length >= SR_MOVE_TEXT_BYTES) {
        char given[24], most[24];
        struct sr_out out;
        sr_out_open(&out, given, sizeof given);
        sr_put_number(&out, (int64_t)length);
        sr_out_open(&out, most, sizeof most);
        sr_put_number(&out, SR_MOVE_TEXT_BYTES - 1);
        return sr_fail(error, SR_PROBLEM_MOVE_TOO_LONG, given, most, NULL);
    }
    size_t blanks = 0;
    while (blanks < length && (text[blanks] == ' ' || text[blanks] == '\t'))
        blanks++;
    if (blanks == length) {
        char offer[OFFER_BYTES];
        offer_moves(table, offer);
        return sr_fail(error, SR_PROBLEM_NO_MOVE, offer, NULL);
    }
    struct sr_move move;
    int seats = sr_head(table->state)->seats;
    if (!sr_move_read(table->game, text, length, seats, &move, error))
        return false;
    return sr_table_play(table, seat, move, events, error);
}

/* ---- taking back, looking back ---- */

/* Sets the state to what it was after the first `plies` moves. */
static void rewind_to(struct sr_table *table, uint32_t plies, struct sr_events *events) {
    memcpy(table->state, table->start, sizeof table->state);
    sr_list(table->game, table->state, &table->moves);
    for (uint32_t i = 0; i < plies; i++) {
        struct sr_events *told = i + 1 == plies ? events : NULL;
        sr_play(table->game, table->state, table->ply[i].move, told, &table->moves);
    }
    table->plies = plies;
}

int sr_table_undoable(const struct sr_table *table, int seat) {
    /* The referee sees everything, so a move back hides nothing from it. */
    if (seat == SR_REFEREE)
        return (int)table->plies;
    int count = 0;
    for (uint32_t i = table->plies; i-- > 0;) {
        if (table->ply[i].seat != seat || table->ply[i].did)
            break;
        count++;
    }
    return count;
}

bool sr_table_undo(struct sr_table *table, int seat, struct sr_error *error) {
    if (seat != SR_REFEREE && !is_seat(table, seat))
        return fail_seat(table, seat, error);
    if (sr_table_undoable(table, seat) == 0)
        return sr_fail(error, SR_PROBLEM_NOTHING_TO_UNDO, NULL);
    rewind_to(table, table->plies - 1, NULL);
    return true;
}

static bool has_ply(const struct sr_table *table, uint32_t ply, struct sr_error *error) {
    if (ply <= table->plies)
        return true;
    char given[16], last[16];
    struct sr_out out;
    sr_out_open(&out, given, sizeof given);
    sr_put_number(&out, ply);
    sr_out_open(&out, last, sizeof last);
    sr_put_number(&out, table->plies);
    return sr_fail(error, SR_PROBLEM_PLY, given, last, NULL);
}

struct sr_table *sr_table_at(const struct sr_table *table, uint32_t ply, struct sr_error *error) {
    if (!has_ply(table, ply, error))
        return NULL;
    struct sr_table *copy = table_alloc(error);
    if (!copy)
        return NULL;
    *copy = *table;
    copy->ply = NULL;
    copy->capacity = ply;
    if (ply > 0) {
        copy->ply = malloc(ply * sizeof *copy->ply);
        if (!copy->ply) {
            free(copy);
            sr_fail(error, SR_PROBLEM_MEMORY, NULL);
            return NULL;
        }
        memcpy(copy->ply, table->ply, ply * sizeof *copy->ply);
    }
    if (ply != table->plies)
        rewind_to(copy, ply, NULL);
    return copy;
}

bool sr_table_events(const struct sr_table *table, uint32_t ply, struct sr_events *events,
                     struct sr_error *error) {
    events->count = 0;
    events->dropped = 0;
    if (!has_ply(table, ply, error))
        return false;
    if (ply == 0) {
        if (table->from_position)
            return true;
        _Alignas(8) unsigned char state[SR_MAX_STATE] = {0};
        struct sr_moves moves;
        sr_deal(table->game, state, &table->setup, events, &moves);
        return true;
    }
    struct sr_table *past = sr_table_at(table, ply, error);
    if (!past)
        return false;
    rewind_to(past, ply, events);
    sr_table_free(past);
    return true;
}

/* ---- what is seen ---- */

void sr_table_glimpse(const struct sr_table *table, struct sr_glimpse *glimpse) {
    *glimpse = (struct sr_glimpse){.game = table->game,
                                   .state = table->state,
                                   .seat = sr_head(table->state)->decider,
                                   .moves = &table->moves};
}

static const struct sr_text game_over = SR_TEXT("The game is over.", "Партия окончена.");
static const struct sr_text waiting =
    SR_TEXT("Waiting for {seat}: {phase}.", "Решает {seat}: {phase}.");

/* Only what everybody sees: who decides, and what about. */
struct waiting_for {
    struct sr_domain phase;
    struct sr_name title;
    int seat;
};

static bool waiting_value(const void *context, const char *name, size_t length,
                          struct sr_value *value) {
    const struct waiting_for *wait = context;
    *value = (struct sr_value){.known = true};
    if (length == 4 && memcmp(name, "seat", 4) == 0) {
        value->number = wait->seat;
        value->of = &sr_a_seat;
        return true;
    }
    value->of = &wait->phase;
    return length == 5 && memcmp(name, "phase", 5) == 0;
}

void sr_table_prompt(struct sr_out *out, const struct sr_table *table, int viewer,
                     enum sr_lang lang) {
    const char *names[SR_MAX_SEATS];
    sr_table_names(table, names);
    const struct sr_reader reader = {lang, names};
    const struct sr_head *head = sr_head(table->state);
    if (head->over) {
        sr_put(out, game_over.in[lang]);
    } else if (viewer == head->decider || viewer == SR_REFEREE) {
        sr_prompt_say(out, &reader, table->game, table->state);
    } else {
        struct waiting_for wait = {.seat = head->decider};
        wait.title.id = table->game->phases[head->phase].name;
        wait.title.text = table->game->phases[head->phase].title;
        wait.phase = (struct sr_domain){.id = "phase", .kind = SR_NAMED, .names = &wait.title};
        sr_fill(out, &reader, waiting.in[lang], waiting_value, &wait);
    }
}

void sr_table_view(struct sr_out *out, const struct sr_table *table, int viewer,
                   enum sr_lang lang) {
    const char *names[SR_MAX_SEATS];
    sr_table_names(table, names);
    const struct sr_reader reader = {lang, names};
    const struct sr_head *head = sr_head(table->state);

    sr_view_write(out, table->game, table->state, viewer);
    out->len -= strlen("\n}"); /* goes on inside the object, over its closing brace */
    sr_put(out, ",\n  \"ply\":");
    sr_put_number(out, table->plies);

    sr_put(out, ",\n  \"names\":{");
    bool first = true;
    for (int seat = 0; seat < head->seats; seat++) {
        if (!names[seat])
            continue;
        sr_put(out, first ? "\"" : ",\"");
        sr_put_number(out, seat + 1);
        sr_put(out, "\":");
        sr_json_string(out, names[seat]);
        first = false;
    }

    char prompt[PROMPT_BYTES];
    struct sr_out said;
    sr_out_open(&said, prompt, sizeof prompt);
    sr_table_prompt(&said, table, viewer, lang);
    sr_put(out, "},\n  \"prompt\":");
    sr_json_string(out, prompt);

    if (!head->over && (viewer == head->decider || viewer == SR_REFEREE)) {
        sr_put(out, ",\n  \"moves\":[");
        for (uint32_t i = 0; i < table->moves.count; i++) {
            sr_put(out, i ? ",\n    " : "\n    ");
            sr_move_json(out, &reader, table->game, table->state, table->moves.list[i]);
        }
        sr_put_char(out, ']');
    }
    sr_put(out, ",\n  \"undo\":");
    sr_put_number(out, sr_table_undoable(table, viewer));
    sr_put(out, "\n}");
}

/* ---- in and out ---- */

struct sr_table *sr_table_read(const char *text, size_t length, bool loose,
                               struct sr_error *error) {
    size_t at = 0;
    while (at < length && strchr(" \t\r\n", text[at]) && text[at])
        at++;
    if (at < length && text[at] == '{')
        return sr_position_read(text, length, loose, error);
    return sr_record_read(text, length, error);
}

char *sr_write_all(sr_writer *writer, const void *context) {
    struct sr_out out;
    sr_out_open(&out, NULL, 0);
    writer(&out, context);
    size_t cap = out.len + 1;
    char *text = malloc(cap);
    if (!text)
        return NULL;
    sr_out_open(&out, text, cap);
    writer(&out, context);
    return text;
}
