/* What needs the consent of others: going back further than one may alone, and a bot for somebody
 * who is away. A petition lives in memory, as long as the table stays as it is; after a restart it
 * is simply asked again. Where several programs host the table it is stored beside it, so that
 * all of them know it. */
#include "api/problems.h"
#include "host/problems.h"
#include "machine.h"

#include <stdio.h>
#include <string.h>

void sr_host_drop_petition(struct sr_host *host) {
    host->petition = (struct sr_petition){.refused = -1};
}

/* People who must agree. Bots agree to everything. So do those for whom a bot plays, unless the
 * game may count for ratings: what happened there belongs to them, whoever sits in their place.
 * Whether somebody is away is decided by those who are there; of a shared table also by those who
 * were there where it was asked, whom another program does not see. */
static bool has_a_say(const struct sr_host *host, int seat) {
    const struct sr_petition *petition = &host->petition;
    const struct sr_chair *chair = &host->row.chair[seat];
    if (!chair->person)
        return false;
    if (petition->kind == SR_PETITION_REPLACE)
        return !*chair->bot && chair->person != host->row.chair[petition->seat].person &&
               (host->here[seat] > 0 || (host->shared && petition->asked >> seat & 1u));
    return !*chair->bot || sr_row_may_rate(&host->row);
}

static bool all_agree(const struct sr_host *host) {
    for (int seat = 0; seat < host->row.seats; seat++)
        if (has_a_say(host, seat) && !(host->petition.agreed & 1u << seat))
            return false;
    return true;
}

/* A person with several seats speaks for all of them. */
static void agree(struct sr_host *host, int seat) {
    for (int i = 0; i < host->row.seats; i++)
        if (i == seat || host->row.chair[i].person == host->row.chair[seat].person)
            host->petition.agreed |= 1u << i;
}

/* ---- for others who host the table ---- */

static void write_petition(const struct sr_host *host, char text[SR_ASKED_BYTES]) {
    const struct sr_petition *petition = &host->petition;
    snprintf(text, SR_ASKED_BYTES, "%lld %d %d %u %d %u %d %u", (long long)host->number,
             (int)petition->kind, petition->by, (unsigned)petition->ply, petition->seat,
             (unsigned)petition->agreed, petition->refused, (unsigned)petition->asked);
}

/* Somebody sits there and plays: whom a bot may play for. */
static bool is_replaceable(const struct sr_host *host, int seat) {
    return seat >= 0 && host->row.chair[seat].person && !*host->row.chair[seat].bot;
}

/* It counts only for the table as it was then: also not if it was granted. Earlier programs do not
 * say who was asked. */
void sr_host_load_petition(struct sr_host *host, const struct sr_asked *asked) {
    long long number;
    int kind, by, seat, refused;
    unsigned ply, agreed, there = 0;
    if (!asked)
        return;
    host->petition_version = asked->version;
    if (sscanf(asked->text, "%lld %d %d %u %d %u %d %u", &number, &kind, &by, &ply, &seat, &agreed,
               &refused, &there) < 7 ||
        number != host->number || host->row.status != SR_TABLE_PLAYING ||
        (kind != SR_PETITION_UNDO && kind != SR_PETITION_REPLACE) || by < 0 ||
        by >= host->row.seats || seat < -1 || seat >= host->row.seats ||
        (kind == SR_PETITION_REPLACE && !is_replaceable(host, seat)))
        return;
    host->petition = (struct sr_petition){.kind = (enum sr_petition_kind)kind,
                                          .by = by,
                                          .ply = ply,
                                          .seat = seat,
                                          .agreed = agreed,
                                          .asked = there,
                                          .refused = refused};
}

/* Tells everybody what is asked now; where others host the table too, when they can know it. */
static void keep(struct sr_host *host) {
    if (!host->shared) {
        sr_host_tell_table(host);
        return;
    }
    struct sr_effect *effect = sr_host_wait(host, SR_EFFECT_SET_PETITION, SR_WAITING_PETITION);
    effect->petition.version = host->petition_version;
    write_petition(host, effect->petition.text);
    host->pending.asked = effect->petition;
}

void sr_host_petition_stored(struct sr_host *host, enum sr_store_answer answer) {
    struct sr_error error = {0};
    if (answer != SR_STORE_DONE) { /* another was asked, or answered, elsewhere */
        if (answer == SR_STORE_CONFLICT)
            sr_host_fail_moved_on(host, host->number, &error);
        else
            sr_fail(&error, SR_PROBLEM_STORE_BROKEN, NULL);
        sr_host_read_again(host, &error);
        return;
    }
    sr_host_resume(host);
    host->petition_version++;
    sr_host_tell_table(host);
    sr_host_done(host);
}

/* ---- asking and answering ---- */

/* Grants it if nobody is left to be asked; otherwise tells everybody. */
static bool settle(struct sr_host *host, struct sr_error *error) {
    struct sr_petition petition = host->petition;
    if (!all_agree(host)) {
        keep(host);
        return true;
    }
    sr_host_drop_petition(host);
    if (petition.kind == SR_PETITION_UNDO)
        return sr_host_return(host, petition.by, petition.ply, error);
    sr_host_seat_bot(host, petition.seat);
    return true;
}

/* Who asks for the same again asks those who are there now: somebody who was asked may have left.
 */
static bool is_same(const struct sr_petition *a, const struct sr_petition *b) {
    return a->kind == SR_PETITION_REPLACE && b->kind == a->kind && a->by == b->by &&
           a->seat == b->seat;
}

static bool begin(struct sr_host *host, struct sr_petition petition, struct sr_error *error) {
    if (host->petition.kind != SR_PETITION_NONE && host->petition.refused < 0 &&
        !is_same(&host->petition, &petition))
        return sr_fail(error, SR_PROBLEM_PETITION_BUSY, NULL);
    petition.refused = -1;
    for (int seat = 0; seat < host->row.seats; seat++)
        petition.asked |= host->here[seat] > 0 ? 1u << seat : 0;
    host->petition = petition;
    agree(host, petition.by);
    return settle(host, error);
}

/* Back to after `ply` moves; -1: to before the seat's own last move. */
static bool ask_undo(struct sr_host *host, int seat, int64_t ply, int64_t after,
                     struct sr_error *error) {
    if (!sr_host_may_act(host, seat, after, error))
        return false;
    const struct sr_table *table = host->table;
    int64_t target = ply;
    if (ply < 0)
        for (target = (int64_t)table->plies - 1; target >= 0; target--)
            if (table->ply[target].seat == seat)
                break;
    if (target < 0 || target >= table->plies)
        return sr_fail(error, SR_PROBLEM_NOTHING_TO_UNDO, NULL);
    if (!sr_host_may_take_back(host, seat, error))
        return false;
    return begin(host,
                 (struct sr_petition){
                     .kind = SR_PETITION_UNDO, .by = seat, .ply = (uint32_t)target, .seat = -1},
                 error);
}

static bool fail_grace(int seat, int64_t left, struct sr_error *error) {
    char number[16], seconds[24];
    snprintf(number, sizeof number, "%d", seat + 1);
    snprintf(seconds, sizeof seconds, "%lld", (long long)((left + 999) / 1000));
    return sr_fail(error, SR_PROBLEM_STILL_GRACE, number, seconds, NULL);
}

/* A bot plays on for who has been away, and decides, longer than the grace. */
static bool ask_replace(struct sr_host *host, int seat, int absent, struct sr_error *error) {
    if (!sr_host_may_act(host, seat, -1, error))
        return false;
    if (!is_replaceable(host, absent) ||
        host->row.chair[absent].person == host->row.chair[seat].person)
        return sr_fail(error, SR_PROBLEM_NOBODY_AWAY, NULL);
    int64_t since = host->seen[absent] > host->turn_began ? host->seen[absent] : host->turn_began;
    if (host->here[absent] > 0 || sr_host_decider(host) != absent)
        return sr_fail(error, SR_PROBLEM_NOBODY_AWAY, NULL);
    if (host->now - since < host->grace)
        return fail_grace(absent, host->grace - (host->now - since), error);
    return begin(
        host, (struct sr_petition){.kind = SR_PETITION_REPLACE, .by = seat, .seat = absent}, error);
}

bool sr_host_ask(struct sr_host *host, int asked, const struct sr_message *message,
                 struct sr_error *error) {
    int seat = sr_host_actor(host, host->asker.guest.person.id, asked);
    if (strcmp(message->kind, "undo") == 0)
        return (message->after >= 0 ? true : sr_message_fail(SR_MESSAGE_ASK, "after", error)) &&
               ask_undo(host, seat, message->ply, message->after, error);
    if (message->seat < 1)
        return sr_message_fail(SR_MESSAGE_ASK, "seat", error);
    return sr_host_check_number("seat", message->seat, 1, host->row.seats, error) &&
           ask_replace(host, seat, (int)message->seat - 1, error);
}

bool sr_host_answer_petition(struct sr_host *host, int seat, bool agrees, struct sr_error *error) {
    if (!sr_host_may_act(host, seat, -1, error))
        return false;
    struct sr_petition *petition = &host->petition;
    if (petition->kind == SR_PETITION_NONE || petition->refused >= 0 || !has_a_say(host, seat))
        return sr_fail(error, SR_PROBLEM_NO_PETITION, NULL);
    if (agrees) {
        agree(host, seat);
        return settle(host, error);
    }
    petition->refused = seat;
    keep(host);
    return true;
}
