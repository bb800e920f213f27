/* What needs the consent of others: going back further than one may alone, and a bot for somebody
 * who is away. A petition lives in memory, as long as the table stays as it is; after a restart of
 * the server it is simply asked again. */
#include "api/problems.h"
#include "room.h"
#include "server/problems.h"

#include <stdio.h>

void sr_room_drop_petition(struct sr_room *room) {
    room->petition = (struct sr_petition){.refused = -1};
}

/* People who play, and who must agree. Bots, and those for whom a bot plays, agree to everything;
 * whether somebody is away is decided by those who are there. */
static bool has_a_say(const struct sr_room *room, int seat) {
    const struct sr_petition *petition = &room->petition;
    const struct sr_chair *chair = &room->row.chair[seat];
    if (!chair->person || *chair->bot)
        return false;
    if (petition->kind == SR_PETITION_REPLACE)
        return chair->person != room->row.chair[petition->seat].person &&
               sr_room_is_here(room, seat, 0);
    return true;
}

static bool all_agree(const struct sr_room *room) {
    for (int seat = 0; seat < room->row.seats; seat++)
        if (has_a_say(room, seat) && !(room->petition.agreed & 1u << seat))
            return false;
    return true;
}

/* A person with several seats speaks for all of them. */
static void agree(struct sr_room *room, int seat) {
    for (int i = 0; i < room->row.seats; i++)
        if (i == seat || room->row.chair[i].person == room->row.chair[seat].person)
            room->petition.agreed |= 1u << i;
}

/* Grants it if nobody is left to be asked; otherwise tells everybody. */
static bool settle(struct sr_room *room, struct sr_error *error) {
    struct sr_petition petition = room->petition;
    if (!all_agree(room)) {
        sr_room_tell_table(room);
        return true;
    }
    sr_room_drop_petition(room);
    if (petition.kind == SR_PETITION_REPLACE)
        return sr_room_seat_bot(room, petition.seat, error);
    return sr_room_return(room, petition.by, petition.ply, error);
}

static bool begin(struct sr_room *room, struct sr_petition petition, struct sr_error *error) {
    if (room->petition.kind != SR_PETITION_NONE && room->petition.refused < 0)
        return sr_fail(error, SR_PROBLEM_PETITION_BUSY, NULL);
    petition.refused = -1;
    room->petition = petition;
    agree(room, petition.by);
    return settle(room, error);
}

bool sr_room_ask_undo(struct sr_room *room, int seat, int64_t ply, int64_t after,
                      struct sr_error *error) {
    if (!sr_room_may_act(room, seat, after, error))
        return false;
    const struct sr_table *table = room->table;
    int64_t target = ply;
    if (ply < 0)
        for (target = (int64_t)table->plies - 1; target >= 0; target--)
            if (table->ply[target].seat == seat)
                break;
    if (target < 0 || target >= table->plies)
        return sr_fail(error, SR_PROBLEM_NOTHING_TO_UNDO, NULL);
    return begin(room,
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

bool sr_room_ask_replace(struct sr_room *room, int seat, int absent, struct sr_error *error) {
    if (!sr_room_may_act(room, seat, -1, error))
        return false;
    const struct sr_chair *chair = &room->row.chair[absent];
    if (!chair->person || *chair->bot || chair->person == room->row.chair[seat].person)
        return sr_fail(error, SR_PROBLEM_NOBODY_AWAY, NULL);
    int64_t grace = 1000 * room->server->grace, now = sr_milliseconds();
    int64_t since = room->seen[absent] > room->turn_began ? room->seen[absent] : room->turn_began;
    if (sr_room_is_here(room, absent, 0) || sr_room_decider(room) != absent)
        return sr_fail(error, SR_PROBLEM_NOBODY_AWAY, NULL);
    if (now - since < grace)
        return fail_grace(absent, grace - (now - since), error);
    return begin(
        room, (struct sr_petition){.kind = SR_PETITION_REPLACE, .by = seat, .seat = absent}, error);
}

bool sr_room_answer_petition(struct sr_room *room, int seat, bool agrees, struct sr_error *error) {
    if (!sr_room_may_act(room, seat, -1, error))
        return false;
    struct sr_petition *petition = &room->petition;
    if (petition->kind == SR_PETITION_NONE || petition->refused >= 0 || !has_a_say(room, seat))
        return sr_fail(error, SR_PROBLEM_NO_PETITION, NULL);
    if (agrees) {
        agree(room, seat);
        return settle(room, error);
    }
    petition->refused = seat;
    sr_room_tell_table(room);
    return true;
}
