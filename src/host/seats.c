/* Who sits where: sitting down, leaving, bots that play on, starting, playing again. Nobody is
 * seated or started without having said yes: who is asked to play again holds a seat at the new
 * table with a bot in it, and sits down by joining. */
#include "api/problems.h"
#include "host/problems.h"
#include "machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char substitute[] = "fair"; /* who plays on for those who leave or are late */

static bool is_free(const struct sr_chair *chair) {
    return !chair->person && !*chair->bot;
}

bool sr_chair_invited(const struct sr_table_row *row, int seat) {
    const struct sr_chair *chair = &row->chair[seat];
    return row->status == SR_TABLE_WAITING && chair->person && *chair->bot;
}

bool sr_row_may_rate(const struct sr_table_row *row) {
    int64_t first = 0;
    bool several = false;
    for (int seat = 0; seat < row->seats; seat++) {
        int64_t person = row->chair[seat].person;
        several = several || (person && first && person != first);
        first = first ? first : person;
    }
    return several && !row->hints && !row->position && !row->imported;
}

/* ---- errands: changing chairs until all are as they should be ---- */

static bool bot_chair(struct sr_chair *chair, int seat) {
    *chair = (struct sr_chair){0};
    snprintf(chair->bot, sizeof chair->bot, "%s", substitute);
    snprintf(chair->name, sizeof chair->name, "%s bot %d", substitute, seat + 1);
    return true;
}

/* What becomes of a chair; false: it stays as it is. */
static bool chair_after(const struct sr_host *host, enum sr_errand errand, int seat,
                        struct sr_chair *chair) {
    bool theirs = sr_host_is_theirs(host, host->asker.guest.person.id, seat);
    *chair = host->row.chair[seat];
    switch (errand) {
    case SR_ERRAND_COME_BACK:
        if (!theirs || !*chair->bot)
            return false;
        chair->bot[0] = '\0';
        return true;
    case SR_ERRAND_LEAVE:
        if (!theirs || (host->row.status == SR_TABLE_PLAYING && *chair->bot))
            return false;
        if (host->row.status == SR_TABLE_WAITING)
            *chair = (struct sr_chair){0};
        else
            snprintf(chair->bot, sizeof chair->bot, "%s", substitute);
        return true;
    case SR_ERRAND_FILL:
        return sr_chair_invited(&host->row, seat) && bot_chair(chair, seat);
    case SR_ERRAND_SIT:
    case SR_ERRAND_SEAT_BOT:
        break;
    }
    return false;
}

static void set_chair(struct sr_host *host, enum sr_errand errand, int seat,
                      const struct sr_chair *after) {
    struct sr_effect *effect = sr_host_wait(host, SR_EFFECT_SET_CHAIR, SR_WAITING_CHAIR);
    effect->set_chair.seat = seat;
    effect->set_chair.before = host->row.chair[seat];
    effect->set_chair.after = *after;
    host->pending.errand = errand;
    host->pending.seat = seat;
    host->pending.after = *after;
}

/* The next chair of an errand; false: there is none. */
static bool go_on(struct sr_host *host, enum sr_errand errand) {
    struct sr_chair after;
    for (int seat = 0; seat < host->row.seats; seat++)
        if (chair_after(host, errand, seat, &after)) {
            set_chair(host, errand, seat, &after);
            return true;
        }
    return false;
}

static void set_status(struct sr_host *host, enum sr_table_status after) {
    struct sr_effect *effect = sr_host_wait(host, SR_EFFECT_SET_STATUS, SR_WAITING_STATUS);
    effect->set_status.before = host->row.status;
    effect->set_status.after = after;
    host->pending.status = after;
}

void sr_host_chair_stored(struct sr_host *host, enum sr_store_answer answer) {
    struct sr_error error = {0};
    if (answer == SR_STORE_CONFLICT) {
        sr_fail(&error, SR_PROBLEM_NO_FREE_SEAT, NULL);
        sr_host_read_again(host, &error);
        return;
    }
    struct sr_pending pending = sr_host_resume(host);
    if (answer != SR_STORE_DONE) {
        sr_fail(&error, SR_PROBLEM_STORE_BROKEN, NULL);
        sr_host_refuse(host, &error);
        sr_host_ask_bot(host); /* of several chairs some may have been changed already */
        return;
    }
    host->row.chair[pending.seat] = pending.after;
    host->row.chair[pending.seat].at = 0; /* just now */
    host->sat_down[pending.seat] = host->now;
    if (pending.seat == sr_host_decider(host)) {
        host->bot_number = -1;
        host->bot_again = 0;
    }
    if (pending.errand == SR_ERRAND_COME_BACK || pending.errand == SR_ERRAND_SIT)
        host->seen[pending.seat] = host->now;
    sr_host_count_here(host);
    sr_host_set_clock(host);
    sr_host_let_go(host);
    sr_host_tell_table(host);
    sr_host_chair_is_so(host, &pending);
}

void sr_host_chair_is_so(struct sr_host *host, const struct sr_pending *pending) {
    if (go_on(host, pending->errand))
        return;
    if (pending->errand == SR_ERRAND_FILL && host->row.status == SR_TABLE_WAITING) {
        set_status(host, SR_TABLE_PLAYING);
        return;
    }
    /* read again meanwhile: somebody else has begun it, which is as well, or closed it */
    if (pending->errand == SR_ERRAND_FILL && host->row.status == SR_TABLE_CLOSED) {
        struct sr_error error = {0};
        sr_fail(&error, SR_PROBLEM_NOT_WAITING, NULL);
        sr_host_refuse(host, &error);
        return;
    }
    sr_host_ask_bot(host);
    sr_host_done(host);
}

bool sr_chair_is(const struct sr_chair *one, const struct sr_chair *other) {
    return one->person == other->person && strcmp(one->bot, other->bot) == 0 &&
           strcmp(one->name, other->name) == 0;
}

/* ---- sitting down, leaving ---- */

bool sr_host_sit(struct sr_host *host, const struct sr_message *message, struct sr_error *error) {
    const struct sr_person *person = &host->asker.guest.person;
    int seat = message->seat < 0 ? -1 : (int)message->seat - 1;
    if (message->seat >= 0 &&
        !sr_host_check_number("seat", message->seat, 1, host->row.seats, error))
        return false;
    if (!person->id)
        return sr_fail(error, SR_PROBLEM_SIGN_IN, NULL);
    if (sr_host_seat(host, person->id) >= 0) {
        go_on(host, SR_ERRAND_COME_BACK);
        return true;
    }
    if (host->row.status != SR_TABLE_WAITING)
        return sr_fail(error, SR_PROBLEM_NOT_WAITING, NULL);
    if (seat >= 0 && !is_free(&host->row.chair[seat]))
        return sr_fail(error, SR_PROBLEM_NO_FREE_SEAT, NULL);
    for (int i = 0; seat < 0 && i < host->row.seats; i++)
        if (is_free(&host->row.chair[i]))
            seat = i;
    if (seat < 0)
        return sr_fail(error, SR_PROBLEM_NO_FREE_SEAT, NULL);
    struct sr_chair after = {.person = person->id};
    snprintf(after.name, sizeof after.name, "%s", person->name);
    set_chair(host, SR_ERRAND_SIT, seat, &after);
    return true;
}

void sr_host_seat_bot(struct sr_host *host, int seat) {
    struct sr_chair after = host->row.chair[seat];
    snprintf(after.bot, sizeof after.bot, "%s", substitute);
    set_chair(host, SR_ERRAND_SEAT_BOT, seat, &after);
}

bool sr_host_leave(struct sr_host *host, struct sr_error *error) {
    int64_t person = host->asker.guest.person.id;
    if (host->row.status == SR_TABLE_WAITING && person && host->row.host == person) {
        set_status(host, SR_TABLE_CLOSED);
        return true;
    }
    if (sr_host_seat(host, person) < 0)
        return sr_fail(error, SR_PROBLEM_NO_SEAT, NULL);
    if (host->row.status != SR_TABLE_WAITING && host->row.status != SR_TABLE_PLAYING)
        return sr_fail(error, SR_PROBLEM_GAME_OVER, NULL);
    go_on(host, SR_ERRAND_LEAVE);
    return true;
}

/* ---- starting ---- */

static bool fail_invited(const struct sr_host *host, int seat, struct sr_error *error) {
    char number[16];
    snprintf(number, sizeof number, "%d", seat + 1);
    return sr_fail(error, SR_PROBLEM_NOT_ACCEPTED, number, host->row.chair[seat].name, NULL);
}

bool sr_host_start(struct sr_host *host, bool without, struct sr_error *error) {
    int64_t person = host->asker.guest.person.id;
    if (!person || host->row.host != person)
        return sr_fail(error, SR_PROBLEM_NOT_HOST, NULL);
    if (host->row.status != SR_TABLE_WAITING)
        return sr_fail(error, SR_PROBLEM_NOT_WAITING, NULL);
    for (int seat = 0; seat < host->row.seats; seat++) {
        if (is_free(&host->row.chair[seat]))
            return sr_fail(error, SR_PROBLEM_SEATS_EMPTY, NULL);
        if (!without && sr_chair_invited(&host->row, seat))
            return fail_invited(host, seat, error);
    }
    struct sr_table *table = sr_row_deal(&host->row, error); /* can it be dealt at all? */
    if (!table)
        return false;
    sr_table_free(table);
    if (!go_on(host, SR_ERRAND_FILL))
        set_status(host, SR_TABLE_PLAYING);
    return true;
}

void sr_host_status_stored(struct sr_host *host, enum sr_store_answer answer) {
    struct sr_error error = {0};
    if (answer == SR_STORE_CONFLICT) {
        sr_fail(&error, SR_PROBLEM_NOT_WAITING, NULL);
        sr_host_read_again(host, &error);
        return;
    }
    /* Who sits where is settled only now: chairs that changed elsewhere were not known here, and
     * nobody may look from a seat that is another's. */
    if (answer == SR_STORE_DONE && host->pending.status == SR_TABLE_PLAYING) {
        sr_host_read_again(host, NULL);
        return;
    }
    struct sr_pending pending = sr_host_resume(host);
    if (answer != SR_STORE_DONE) {
        sr_fail(&error, SR_PROBLEM_STORE_BROKEN, NULL);
        sr_host_refuse(host, &error);
        return;
    }
    host->row.status = pending.status;
    sr_host_tell_table(host);
    sr_host_effect(host, SR_EFFECT_CLOSE);
    sr_host_done(host);
}

/* ---- sharing, playing again ---- */

bool sr_host_share(struct sr_host *host, bool shared, struct sr_error *error) {
    int64_t person = host->asker.guest.person.id;
    if (host->row.status != SR_TABLE_FINISHED)
        return sr_fail(error, SR_PROBLEM_NOT_FINISHED, NULL);
    if (sr_host_seat(host, person) < 0 && (!person || host->row.host != person))
        return sr_fail(error, SR_PROBLEM_NO_SEAT, NULL);
    sr_host_wait(host, SR_EFFECT_SET_SHARED, SR_WAITING_SHARED)->set_shared.shared = shared;
    host->pending.shared = shared;
    return true;
}

void sr_host_shared_stored(struct sr_host *host, enum sr_store_answer answer) {
    struct sr_error error = {0};
    struct sr_pending pending = sr_host_resume(host);
    if (answer != SR_STORE_DONE) {
        sr_fail(&error, SR_PROBLEM_STORE_BROKEN, NULL);
        sr_host_refuse(host, &error);
        return;
    }
    host->row.shared = pending.shared;
    sr_host_let_go(host);
    sr_host_done(host);
}

/* The same game with the same bots; the other people are invited. */
static void copy_wish(const struct sr_host *host, struct sr_table_row *to) {
    int64_t asker = host->asker.guest.person.id;
    *to = host->row;
    to->position = NULL;
    to->status = SR_TABLE_WAITING;
    to->rules = host->game->rules;
    to->host = asker;
    to->made = host->date;
    to->rematch[0] = '\0';
    to->shared = to->imported = false;
    to->base = to->ended = 0;
    for (int seat = 0; seat < to->seats; seat++) {
        struct sr_chair *chair = &to->chair[seat];
        if (chair->person)
            snprintf(chair->bot, sizeof chair->bot, "%s", chair->person == asker ? "" : substitute);
        chair->points = chair->rank = 0;
        chair->won = false;
    }
}

bool sr_host_rematch(struct sr_host *host, struct sr_error *error) {
    if (sr_host_seat(host, host->asker.guest.person.id) < 0)
        return sr_fail(error, SR_PROBLEM_NO_SEAT, NULL);
    if (host->row.status != SR_TABLE_FINISHED)
        return sr_fail(error, SR_PROBLEM_NOT_FINISHED, NULL);
    if (*host->row.rematch) {
        sr_host_refer(host, host->row.rematch);
        return true;
    }
    struct sr_table_row *row = sr_host_alloc(host, sizeof *row);
    if (!row)
        return sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    copy_wish(host, row);
    sr_host_wait(host, SR_EFFECT_ADD_TABLE, SR_WAITING_NEW_TABLE)->add_table.row = row;
    return true;
}

void sr_host_table_added(struct sr_host *host, enum sr_store_answer answer, const char *id) {
    struct sr_error error = {0};
    if (answer != SR_STORE_DONE || !id) {
        sr_host_resume(host);
        sr_fail(&error, SR_PROBLEM_STORE_BROKEN, NULL);
        sr_host_refuse(host, &error);
        return;
    }
    struct sr_effect *effect = sr_host_wait(host, SR_EFFECT_SET_REMATCH, SR_WAITING_REMATCH);
    snprintf(host->pending.rematch, sizeof host->pending.rematch, "%s", id);
    memcpy(effect->set_rematch.id, host->pending.rematch, sizeof effect->set_rematch.id);
}

/* If somebody was faster, theirs is the rematch: the table that is read again names it. */
void sr_host_rematch_stored(struct sr_host *host, enum sr_store_answer answer) {
    struct sr_error error = {0};
    if (answer == SR_STORE_CONFLICT) {
        sr_host_read_again(host, NULL);
        return;
    }
    struct sr_pending pending = sr_host_resume(host);
    if (answer != SR_STORE_DONE) {
        sr_fail(&error, SR_PROBLEM_STORE_BROKEN, NULL);
        sr_host_refuse(host, &error);
        return;
    }
    memcpy(host->row.rematch, pending.rematch, sizeof host->row.rematch);
    sr_host_tell_table(host);
    sr_host_refer(host, pending.rematch);
}
