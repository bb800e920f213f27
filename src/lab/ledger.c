/* Records and columns of many games. */
#include "lab/ledger.h"

#include "api/buffer.h"
#include "api/table.h"
#include "core/space.h"
#include "lab/problems.h"
#include "lab/sim.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A game that is there before its turn. */
struct early {
    struct early *next;
    uint64_t game;
    struct sr_buffer text;
};

struct sr_ledger {
    enum sr_ledger_kind kind;
    const struct sr_sim *sim;
    FILE *to;
    int trouble;  /* as errno has it */
    uint64_t due; /* the game that is written next */
    struct early *early;
    size_t row; /* bytes */
    struct sr_elements elements;
    struct sr_actions actions;
};

/* The columns before observation and mask, in the order of a row. */
struct row_head {
    int64_t game;
    int32_t ply, action;
    float value, points;
    int8_t seat, bot;
};
enum { ROW_HEAD_BYTES = 26 }; /* without what a compiler puts behind it */

struct sr_scribe {
    const struct sr_ledger *ledger;
    uint64_t game;
    int32_t ply;
    struct sr_setup setup;
    struct sr_table *table; /* records: the game so far */
    struct sr_buffer text;  /* what comes of it */
    unsigned char *row;     /* columns: the one in the making */
    bool broken;            /* no memory */
};

/* ---- the first line of columns ---- */

static size_t mask_bytes(const struct sr_ledger *ledger) {
    return (ledger->actions.count + 7) / 8;
}

static void put_column(struct sr_buffer *text, const char *name, const char *type, size_t at,
                       size_t values) {
    sr_buffer_add(text, at ? ",{\"name\":\"" : "{\"name\":\"");
    sr_buffer_add(text, name);
    sr_buffer_add(text, "\",\"type\":\"");
    sr_buffer_add(text, type);
    sr_buffer_add(text, "\",\"at\":");
    sr_buffer_add_number(text, (int64_t)at);
    if (values) {
        sr_buffer_add(text, ",\"values\":");
        sr_buffer_add_number(text, (int64_t)values);
    }
    sr_buffer_add(text, "}");
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define ORDER "<"
#else
#define ORDER ">"
#endif

static void put_columns(struct sr_buffer *text, const struct sr_ledger *ledger) {
    put_column(text, "game", ORDER "i8", offsetof(struct row_head, game), 0);
    put_column(text, "ply", ORDER "i4", offsetof(struct row_head, ply), 0);
    put_column(text, "action", ORDER "i4", offsetof(struct row_head, action), 0);
    put_column(text, "value", ORDER "f4", offsetof(struct row_head, value), 0);
    put_column(text, "points", ORDER "f4", offsetof(struct row_head, points), 0);
    put_column(text, "seat", "i1", offsetof(struct row_head, seat), 0);
    put_column(text, "bot", "i1", offsetof(struct row_head, bot), 0);
    put_column(text, "observation", ORDER "i2", ROW_HEAD_BYTES, ledger->elements.count);
    put_column(text, "mask", "u1", ROW_HEAD_BYTES + ledger->elements.count * sizeof(int16_t),
               mask_bytes(ledger));
}

static void put_options(struct sr_buffer *text, const struct sr_sim *sim) {
    for (int i = 0; i < sim->game->option_count; i++) {
        char value[SR_ID_BYTES * 2];
        struct sr_out out;
        sr_out_open(&out, value, sizeof value);
        sr_domain_write(&out, sim->game->options[i].of, sim->setup.options[i]);
        sr_buffer_add(text, i ? "," : "");
        sr_buffer_add_string(text, sim->game->options[i].name);
        sr_buffer_add(text, ":");
        sr_buffer_add_string(text, value);
    }
}

static void put_first_line(struct sr_buffer *text, const struct sr_ledger *ledger,
                           const char *seed) {
    const struct sr_sim *sim = ledger->sim;
    uint64_t hash = sr_space_hash(&ledger->elements, &ledger->actions);
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(hash >> (56 - 8 * i));
    sr_buffer_add(text, "{\"serai\":\"columns\",\"version\":1,\"game\":");
    sr_buffer_add_string(text, sim->game->name);
    sr_buffer_add(text, ",\"seats\":");
    sr_buffer_add_number(text, sim->setup.seats);
    sr_buffer_add(text, ",\"rules\":");
    sr_buffer_add_number(text, sim->setup.rules ? sim->setup.rules : sim->game->rules);
    sr_buffer_add(text, ",\"options\":{");
    put_options(text, sim);
    sr_buffer_add(text, "},\"seed\":");
    sr_buffer_add_string(text, seed);
    sr_buffer_add(text, ",\"games\":");
    sr_buffer_add_number(text, (int64_t)sim->games);
    sr_buffer_add(text, ",\"bots\":[");
    for (int seat = 0; seat < sim->setup.seats; seat++) {
        sr_buffer_add(text, seat ? "," : "");
        sr_buffer_add_string(text, sim->bot[seat].name);
    }
    sr_buffer_add(text, "],\"hash\":\"");
    sr_buffer_add_hex(text, bytes, sizeof bytes);
    sr_buffer_add(text, "\",\"actions\":");
    sr_buffer_add_number(text, ledger->actions.count);
    sr_buffer_add(text, ",\"row\":");
    sr_buffer_add_number(text, (int64_t)ledger->row);
    sr_buffer_add(text, ",\"columns\":[");
    put_columns(text, ledger);
    sr_buffer_add(text, "]}\n");
}

/* ---- opening ---- */

static void put_out(struct sr_ledger *ledger, const struct sr_buffer *text) {
    if (ledger->trouble)
        return;
    if (text->broken)
        ledger->trouble = ENOMEM;
    else if (fwrite(text->text ? text->text : "", 1, text->length, ledger->to) != text->length)
        ledger->trouble = errno;
}

static bool open_columns(struct sr_ledger *ledger, const char *seed, struct sr_error *error) {
    const struct sr_sim *sim = ledger->sim;
    if (!sr_setup_check(sim->game, &sim->setup, error))
        return false;
    if (!sr_actions_of(&ledger->actions, sim->game, sim->setup.seats) ||
        !sr_elements_of(&ledger->elements, sim->game, &sim->setup, SR_SCOPE_SEAT))
        return sr_fail(error, SR_PROBLEM_TOO_MANY_INPUTS, sim->game->name, NULL);
    ledger->row = ROW_HEAD_BYTES + ledger->elements.count * sizeof(int16_t) + mask_bytes(ledger);
    struct sr_buffer text = {0};
    put_first_line(&text, ledger, seed);
    put_out(ledger, &text);
    sr_buffer_free(&text);
    return true;
}

struct sr_ledger *sr_ledger_open(enum sr_ledger_kind kind, const struct sr_sim *sim,
                                 const char *seed, FILE *to, struct sr_error *error) {
    struct sr_ledger *ledger = calloc(1, sizeof *ledger);
    if (!ledger) {
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        return NULL;
    }
    ledger->kind = kind;
    ledger->sim = sim;
    ledger->to = to;
    if (kind == SR_LEDGER_RECORDS || open_columns(ledger, seed, error))
        return ledger;
    free(ledger);
    return NULL;
}

void sr_ledger_free(struct sr_ledger *ledger) {
    if (!ledger)
        return;
    while (ledger->early) {
        struct early *gone = ledger->early;
        ledger->early = gone->next;
        sr_buffer_free(&gone->text);
        free(gone);
    }
    free(ledger);
}

int sr_ledger_trouble(const struct sr_ledger *ledger) {
    return ledger->trouble;
}

/* ---- one game ---- */

struct sr_scribe *sr_scribe_new(struct sr_ledger *ledger) {
    struct sr_scribe *scribe = calloc(1, sizeof *scribe);
    if (!scribe)
        return NULL;
    scribe->ledger = ledger;
    if (ledger->kind == SR_LEDGER_COLUMNS) {
        scribe->row = malloc(ledger->row);
        if (!scribe->row) {
            free(scribe);
            return NULL;
        }
    }
    return scribe;
}

void sr_scribe_free(struct sr_scribe *scribe) {
    if (!scribe)
        return;
    sr_table_free(scribe->table);
    sr_buffer_free(&scribe->text);
    free(scribe->row);
    free(scribe);
}

static void set_names(struct sr_table *table, const struct sr_sim *sim) {
    for (int seat = 0; seat < sim->setup.seats; seat++) {
        const char *name = sim->bot[seat].name; /* a command is too long for a name: then none */
        sr_table_set_name(table, seat, name, strlen(name), NULL);
    }
}

void sr_scribe_begin(struct sr_scribe *scribe, uint64_t game, const struct sr_setup *setup) {
    sr_buffer_free(&scribe->text);
    scribe->text = (struct sr_buffer){0};
    scribe->game = game;
    scribe->ply = 0;
    scribe->setup = *setup;
    if (scribe->ledger->kind == SR_LEDGER_RECORDS) {
        sr_table_free(scribe->table);
        scribe->table = sr_table_new(scribe->ledger->sim->game, setup, NULL);
        if (scribe->table)
            set_names(scribe->table, scribe->ledger->sim);
        scribe->broken |= !scribe->table;
    }
}

/* Bits as numpy packs them: the first action is the highest bit of the first byte. */
static void pack_mask(const struct sr_ledger *ledger, int decider, const struct sr_moves *moves,
                      unsigned char *bits) {
    memset(bits, 0, mask_bytes(ledger));
    for (uint32_t i = 0; i < moves->count; i++) {
        uint32_t id = sr_action_id(&ledger->actions, decider, moves->list[i]);
        bits[id / 8] = (unsigned char)(bits[id / 8] | 0x80U >> id % 8);
    }
}

static void note_row(struct sr_scribe *scribe, const void *state, const struct sr_moves *moves,
                     struct sr_move move) {
    const struct sr_ledger *ledger = scribe->ledger;
    int seat = sr_head(state)->decider;
    struct row_head head = {.game = (int64_t)scribe->game,
                            .ply = scribe->ply++,
                            .action = (int32_t)sr_action_id(&ledger->actions, seat, move),
                            .seat = (int8_t)seat,
                            .bot = (int8_t)seat};
    int16_t observation[SR_MAX_ELEMENTS];
    size_t bytes = ledger->elements.count * sizeof observation[0];
    sr_elements_read(&ledger->elements, state, seat, observation);
    memcpy(scribe->row, &head, ROW_HEAD_BYTES);
    memcpy(scribe->row + ROW_HEAD_BYTES, observation, bytes);
    pack_mask(ledger, seat, moves, scribe->row + ROW_HEAD_BYTES + bytes);
    sr_buffer_add_bytes(&scribe->text, (const char *)scribe->row, ledger->row);
}

void sr_scribe_note(void *context, const void *state, const struct sr_moves *moves,
                    struct sr_move move) {
    struct sr_scribe *scribe = context;
    if (scribe->ledger->kind == SR_LEDGER_COLUMNS)
        note_row(scribe, state, moves, move);
    else if (scribe->table && !sr_table_play(scribe->table, SR_REFEREE, move, NULL, NULL))
        scribe->broken = true;
}

/* Only now it is known what each decision came to. */
static void fill_in(struct sr_scribe *scribe, const struct sr_outcome *outcome) {
    for (int32_t ply = 0; !scribe->text.broken && ply < scribe->ply; ply++) {
        char *row = scribe->text.text + (size_t)ply * scribe->ledger->row;
        struct row_head head;
        memcpy(&head, row, ROW_HEAD_BYTES);
        head.value = (float)sr_won(outcome, head.seat);
        head.points = (float)outcome->score[head.seat];
        memcpy(row, &head, ROW_HEAD_BYTES);
    }
}

static void write_record(struct sr_out *out, const void *context) {
    sr_record_write(out, context);
}

void sr_scribe_end(struct sr_scribe *scribe, const struct sr_outcome *outcome) {
    if (scribe->ledger->kind == SR_LEDGER_COLUMNS)
        fill_in(scribe, outcome);
    else if (scribe->table)
        sr_buffer_write(&scribe->text, write_record, scribe->table);
}

/* ---- in their order ---- */

static bool put_aside(struct sr_ledger *ledger, uint64_t game, struct sr_scribe *scribe) {
    struct early *early = calloc(1, sizeof *early);
    if (!early)
        return false;
    early->game = game;
    early->text = scribe->text;
    scribe->text = (struct sr_buffer){0};
    early->next = ledger->early;
    ledger->early = early;
    return true;
}

/* Those that are due now that the one before them is written. */
static void catch_up(struct sr_ledger *ledger) {
    struct early **at = &ledger->early;
    while (*at) {
        struct early *early = *at;
        if (early->game != ledger->due) {
            at = &early->next;
            continue;
        }
        put_out(ledger, &early->text);
        ledger->due++;
        *at = early->next;
        sr_buffer_free(&early->text);
        free(early);
        at = &ledger->early;
    }
}

bool sr_ledger_take(struct sr_ledger *ledger, uint64_t game, struct sr_scribe *scribe) {
    if (scribe->broken || scribe->text.broken ||
        (game != ledger->due && !put_aside(ledger, game, scribe))) {
        ledger->trouble = ENOMEM;
    } else if (game == ledger->due) {
        put_out(ledger, &scribe->text);
        ledger->due++;
        catch_up(ledger);
    }
    return !ledger->trouble;
}
