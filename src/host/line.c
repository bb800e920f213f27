/* Long histories. Whatever was played and taken back, what a table is follows from the moves that
 * stand: every so many entries they are kept as a checkpoint, and whoever loads the table replays
 * the moves of one and the entries after it, not the whole history. Nothing is lost by that: the
 * line goes back to the deal, so that moves can be taken back beyond a checkpoint, and records and
 * promises are as they would be.
 *
 * A checkpoint is a text. Its first line has when the last entry was made, who has touched the game
 * and, for each seat, the time left and how often it went back; then a line for each move, with its
 * seat. */
#include "machine.h"

#include <stdlib.h>
#include <string.h>

enum { CHECKPOINT_EVERY = 64 }; /* entries */

static void add_number(struct sr_buffer *text, const char *before, int64_t number) {
    sr_buffer_add(text, before);
    sr_buffer_add_number(text, number);
}

void sr_host_checkpoint(struct sr_host *host, int64_t last_made) {
    const struct sr_table *table = host->table;
    struct sr_buffer text = {0};
    if ((host->number - host->row.base) % CHECKPOINT_EVERY != 0)
        return;
    add_number(&text, "", last_made);
    add_number(&text, " ", host->touched);
    for (int seat = 0; seat < host->row.seats; seat++) {
        add_number(&text, " ", host->bank[seat]);
        add_number(&text, " ", host->take_backs[seat]);
    }
    for (uint32_t i = 0; i < table->plies; i++) {
        char move[SR_MOVE_TEXT_BYTES];
        struct sr_out out;
        sr_out_open(&out, move, sizeof move);
        sr_move_write(&out, table->game, table->ply[i].move);
        add_number(&text, "\n", table->ply[i].seat);
        sr_buffer_add(&text, " ");
        sr_buffer_add(&text, move);
    }
    if (text.broken) { /* it is only a cache */
        sr_buffer_free(&text);
        return;
    }
    struct sr_effect *effect = sr_host_effect(host, SR_EFFECT_CHECKPOINT);
    effect->checkpoint = (struct sr_checkpoint){host->number, host->row.rules, text.text};
}

/* ---- reading ---- */

static bool read_number(const char **at, int64_t *number) {
    char *end;
    *number = strtoll(*at, &end, 10);
    bool fine = end != *at && (*end == ' ' || *end == '\n' || *end == '\0');
    *at = end + (*end == ' ');
    return fine;
}

static bool read_first_line(struct sr_host *host, const char **at, int64_t *last_made) {
    int64_t touched;
    bool fine = read_number(at, last_made) && read_number(at, &touched);
    host->touched = fine ? (uint32_t)touched : 0;
    for (int seat = 0; fine && seat < host->row.seats; seat++)
        fine = read_number(at, &host->bank[seat]) && read_number(at, &host->take_backs[seat]);
    return fine;
}

static bool play_line(const struct sr_host *host, const char *at, struct sr_table *table) {
    while (*at == '\n') {
        char *move;
        long seat = strtol(at + 1, &move, 10);
        if (*move != ' ' || seat < 0 || seat >= host->row.seats)
            return false;
        size_t length = strcspn(++move, "\n");
        if (!sr_table_play_text(table, (int)seat, move, length, NULL, NULL))
            return false;
        at = move + length;
    }
    return *at == '\0';
}

bool sr_host_begin_at(struct sr_host *host, const struct sr_checkpoint *checkpoint,
                      int64_t *last_made) {
    const char *at = checkpoint->text;
    if (checkpoint->rules != host->row.rules || checkpoint->number <= host->row.base)
        return false;
    struct sr_table *table = sr_row_deal(&host->row, NULL);
    if (table && read_first_line(host, &at, last_made) && play_line(host, at, table)) {
        host->table = table;
        host->began = host->number = checkpoint->number;
        return true;
    }
    sr_table_free(table);
    host->touched = 0;
    memset(host->take_backs, 0, sizeof host->take_backs);
    return false;
}
