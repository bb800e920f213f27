/* Who sits where: sitting down, leaving, bots that play on, starting. */
#include "api/problems.h"
#include "room.h"
#include "server/problems.h"

#include <stdio.h>

static const char substitute[] = "fair"; /* who plays on for those who leave or are late */

static bool change_chair(struct sr_room *room, int seat, const struct sr_chair *after,
                         struct sr_error *error) {
    enum sr_store_answer answer =
        sr_store_set_chair(room->server->store, room->id, seat, &room->row.chair[seat], after);
    if (answer == SR_STORE_CONFLICT)
        return sr_fail(error, SR_PROBLEM_NO_FREE_SEAT, NULL);
    if (answer != SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    room->row.chair[seat] = *after;
    sr_room_tick(room);
    sr_room_tell_table(room);
    return true;
}

static bool is_free(const struct sr_chair *chair) {
    return !chair->person && !*chair->bot;
}

/* Takes all of one's seats back from the bots. */
static bool come_back(struct sr_room *room, const struct sr_person *person,
                      struct sr_error *error) {
    for (int seat = 0; seat < room->row.seats; seat++) {
        struct sr_chair after = room->row.chair[seat];
        if (after.person != person->id || !*after.bot)
            continue;
        after.bot[0] = '\0';
        if (!change_chair(room, seat, &after, error))
            return false;
        room->seen[seat] = sr_milliseconds();
    }
    return true;
}

bool sr_room_sit(struct sr_room *room, const struct sr_person *person, int seat,
                 struct sr_error *error) {
    if (sr_room_seat(room, person->id) >= 0)
        return come_back(room, person, error);
    if (room->row.status != SR_TABLE_WAITING)
        return sr_fail(error, SR_PROBLEM_NOT_WAITING, NULL);
    if (seat >= room->row.seats || (seat >= 0 && !is_free(&room->row.chair[seat])))
        return sr_fail(error, SR_PROBLEM_NO_FREE_SEAT, NULL);
    for (int i = 0; seat < 0 && i < room->row.seats; i++)
        if (is_free(&room->row.chair[i]))
            seat = i;
    if (seat < 0)
        return sr_fail(error, SR_PROBLEM_NO_FREE_SEAT, NULL);
    struct sr_chair after = {.person = person->id};
    snprintf(after.name, sizeof after.name, "%s", person->name);
    return change_chair(room, seat, &after, error);
}

static bool close_table(struct sr_room *room, struct sr_error *error) {
    if (sr_store_set_status(room->server->store, room->id, SR_TABLE_WAITING, SR_TABLE_CLOSED) !=
        SR_STORE_DONE)
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    room->row.status = SR_TABLE_CLOSED;
    sr_room_tell_table(room);
    return true;
}

bool sr_room_seat_bot(struct sr_room *room, int seat, struct sr_error *error) {
    struct sr_chair after = room->row.chair[seat];
    snprintf(after.bot, sizeof after.bot, "%s", substitute);
    if (!change_chair(room, seat, &after, error))
        return false;
    sr_room_call_bot(room);
    return true;
}

bool sr_room_stand_up(struct sr_room *room, const struct sr_person *person,
                      struct sr_error *error) {
    if (room->row.status == SR_TABLE_WAITING && room->row.host == person->id)
        return close_table(room, error);
    if (sr_room_seat(room, person->id) < 0)
        return sr_fail(error, SR_PROBLEM_NO_SEAT, NULL);
    if (room->row.status != SR_TABLE_WAITING && room->row.status != SR_TABLE_PLAYING)
        return sr_fail(error, SR_PROBLEM_GAME_OVER, NULL);
    bool waiting = room->row.status == SR_TABLE_WAITING;
    for (int seat = 0; seat < room->row.seats; seat++) {
        if (room->row.chair[seat].person != person->id)
            continue;
        if (!(waiting ? change_chair(room, seat, &(struct sr_chair){0}, error)
                      : sr_room_seat_bot(room, seat, error)))
            return false;
    }
    return true;
}

void sr_room_time_up(struct sr_room *room) {
    int64_t deadline = atomic_load(&room->deadline);
    struct sr_error error;
    if (deadline == 0 || deadline > sr_milliseconds())
        return;
    sr_log("info", "time is up", "table", room->id, NULL);
    if (!sr_room_seat_bot(room, room->clock_seat, &error)) /* tried again in a while */
        atomic_store(&room->deadline, sr_milliseconds() + 5000);
}

bool sr_room_start(struct sr_room *room, const struct sr_person *person, struct sr_error *error) {
    if (room->row.host != person->id)
        return sr_fail(error, SR_PROBLEM_NOT_HOST, NULL);
    if (room->row.status != SR_TABLE_WAITING)
        return sr_fail(error, SR_PROBLEM_NOT_WAITING, NULL);
    for (int seat = 0; seat < room->row.seats; seat++)
        if (is_free(&room->row.chair[seat]))
            return sr_fail(error, SR_PROBLEM_SEATS_EMPTY, NULL);
    struct sr_table *table = sr_room_begin(&room->row, error);
    if (!table)
        return false;
    if (sr_store_set_status(room->server->store, room->id, SR_TABLE_WAITING, SR_TABLE_PLAYING) !=
        SR_STORE_DONE) {
        sr_table_free(table);
        return sr_fail(error, SR_PROBLEM_STORE_BROKEN, NULL);
    }
    room->row.status = SR_TABLE_PLAYING;
    room->table = table;
    sr_room_fill_banks(room);
    room->clock_seat = SR_SPECTATOR;
    sr_room_tick(room);
    sr_room_changed(room);
    sr_room_tell_table(room);
    sr_room_tell_views(room);
    sr_room_call_bot(room);
    return true;
}
