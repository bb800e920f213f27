/* Going on alone: a new table against bots from a position of a finished game, or of one's own game
 * against bots. */
#include "api/table.h"
#include "api/problems.h"
#include "bots/problems.h"
#include "core/world.h"
#include "host/problems.h"
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool sr_house_bot(const char *name, struct sr_bot *bot, struct sr_error *error) {
    char offer[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, offer, sizeof offer);
    for (int i = 0; sr_bot_kind_at(i); i++) {
        const struct sr_bot_kind *kind = sr_bot_kind_at(i);
        if (kind->takes_budget)
            continue;
        if (strcmp(kind->name, name) == 0) {
            *bot = sr_bot_of(kind);
            return true;
        }
        sr_put(&out, out.len ? ", " : "");
        sr_put(&out, kind->name);
    }
    return sr_fail(error, SR_PROBLEM_UNKNOWN_BOT, name, offer, NULL);
}

bool sr_chair_set_bot(struct sr_chair *chair, int seat, const char *name, struct sr_error *error) {
    struct sr_bot bot;
    if (!sr_house_bot(name, &bot, error))
        return false;
    snprintf(chair->bot, sizeof chair->bot, "%s", name);
    snprintf(chair->name, sizeof chair->name, "%.16s bot %d", name, seat + 1);
    return true;
}

/* A game under way may be forked by whoever plays it alone: nobody else's secrets are in it. */
static bool may_fork(const struct sr_host *host, int64_t person, struct sr_error *error) {
    const struct sr_table_row *row = &host->row;
    if (!host->table)
        return sr_fail(error, SR_PROBLEM_NOT_PLAYING, NULL);
    if (row->status == SR_TABLE_FINISHED)
        return true;
    bool alone = sr_host_seat(host, person) >= 0;
    for (int seat = 0; seat < row->seats; seat++)
        alone = alone && (!row->chair[seat].person || row->chair[seat].person == person);
    if (row->status == SR_TABLE_PLAYING && alone)
        return true;
    return sr_fail(error, SR_PROBLEM_NOT_FINISHED, NULL);
}

/* The position after `ply` moves, with whatever `seat` did not know then dealt anew and a fresh
 * generator: what comes cannot be looked up in the finished game. */
static char *position_after(const struct sr_table *table, uint32_t ply, int seat,
                            const uint8_t chance[SR_SEED_BYTES], struct sr_error *error) {
    struct sr_table *past = sr_table_at(table, ply, error);
    if (!past)
        return NULL;
    if (sr_head(past->state)->over) {
        sr_table_free(past);
        sr_fail(error, SR_PROBLEM_GAME_OVER, NULL);
        return NULL;
    }
    struct sr_rng rng;
    sr_rng_seed(&rng, chance);
    struct sr_stream stream = sr_stream_open(&rng);
    sr_guess(past->game, past->state, seat, &stream);
    char *text = sr_position_text(past->game, past->state, false);
    sr_table_free(past);
    if (!text)
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    return text;
}

/* The same game, for one person against bots. */
static bool copy_alone(const struct sr_host *host, int seat, const char *bot,
                       struct sr_table_row *row, struct sr_error *error) {
    const struct sr_table_row *from = &host->row;
    const struct sr_person *person = &host->asker.guest.person;
    *row = (struct sr_table_row){.rules = from->rules,
                                 .seats = from->seats,
                                 .host = person->id,
                                 .network = person->network,
                                 .made = host->date,
                                 .hints = true,
                                 .clock = "none"};
    memcpy(row->game, from->game, sizeof row->game);
    memcpy(row->options, from->options, sizeof row->options);
    for (int i = 0; i < row->seats; i++)
        if (i == seat) {
            row->chair[i].person = person->id;
            snprintf(row->chair[i].name, sizeof row->chair[i].name, "%s", person->name);
        } else if (!sr_chair_set_bot(&row->chair[i], i, *bot ? bot : "fair", error)) {
            return false;
        }
    return true;
}

bool sr_host_fork(struct sr_host *host, const struct sr_message *message,
                  const uint8_t chance[SR_SEED_BYTES], struct sr_error *error) {
    int64_t person = host->asker.guest.person.id;
    int own = sr_host_seat(host, person);
    if (!may_fork(host, person, error))
        return false;
    int64_t ply = message->ply < 0 ? host->table->plies : message->ply;
    int64_t seat = message->seat >= 0 ? message->seat : own < 0 ? 1 : own + 1;
    if (!sr_host_check_number("ply", ply, 0, host->table->plies, error) ||
        !sr_host_check_number("seat", seat, 1, host->row.seats, error))
        return false;
    /* another seat's cards are still secret */
    if (host->row.status == SR_TABLE_PLAYING && host->row.chair[seat - 1].person != person)
        seat = own + 1;
    struct sr_table_row alone;
    if (!copy_alone(host, (int)seat - 1, message->bot, &alone, error))
        return false;
    char *position = position_after(host->table, (uint32_t)ply, (int)seat - 1, chance, error);
    struct sr_table_row *row = position ? sr_host_alloc(host, sizeof *row) : NULL;
    if (!row) {
        free(position);
        return position ? sr_fail(error, SR_PROBLEM_MEMORY, NULL) : false;
    }
    *row = alone;
    row->position = position;
    sr_host_wait(host, SR_EFFECT_ADD_TABLE, SR_WAITING_FORK)->add_table.row = row;
    return true;
}

void sr_host_forked(struct sr_host *host, enum sr_store_answer answer, const char *id) {
    struct sr_error error = {0};
    sr_host_resume(host);
    if (answer == SR_STORE_DONE && id) {
        sr_host_refer(host, id);
        return;
    }
    sr_fail(&error, SR_PROBLEM_STORE_BROKEN, NULL);
    sr_host_refuse(host, &error);
}
