/* Whose time runs. A turn is all that a seat decides in a row, moves taken back included. With a
 * clock for the turn its time begins when the seat comes to decide; with one for the game what is
 * left is a bank, from which every entry takes what it took, and into which every turn that is over
 * puts the increment. What an entry took is stored with it, so banks are replayed like the rest. */
#include "room.h"

#include <time.h>

enum {
    LEAST_TURN = 10000,   /* who came back without any time left has this much for each turn */
    RESTART_GRACE = 60000 /* nobody could move while the server was down */
};

void sr_room_fill_banks(struct sr_room *room) {
    struct sr_clock clock = sr_clock_read(room->row.clock);
    for (int seat = 0; seat < SR_MAX_SEATS; seat++)
        room->bank[seat] = 1000 * clock.seconds;
}

int64_t sr_room_spent(const struct sr_room *room) {
    int seat = room->clock_seat;
    int64_t spent = sr_milliseconds() - room->ticking;
    bool runs = sr_clock_read(room->row.clock).kind != SR_CLOCK_NONE && seat >= 0 &&
                room->row.chair[seat].person != 0;
    return runs && spent > 0 ? spent : 0;
}

void sr_room_charge(struct sr_room *room, int decider, enum sr_entry_kind kind, int64_t spent) {
    struct sr_clock clock = sr_clock_read(room->row.clock);
    room->ticking = sr_milliseconds();
    if (clock.kind != SR_CLOCK_GAME || decider < 0 || decider >= SR_MAX_SEATS)
        return;
    int64_t *bank = &room->bank[decider];
    *bank = *bank > spent ? *bank - spent : 0;
    if (kind == SR_ENTRY_MOVE && sr_room_decider(room) != decider)
        *bank += 1000 * clock.increment;
}

/* Coming back to a seat does not set its clock back. */
static int64_t time_for_turn(const struct sr_room *room, int seat, int64_t now) {
    struct sr_clock clock = sr_clock_read(room->row.clock);
    int64_t all = 1000 * clock.seconds;
    int64_t left = clock.kind == SR_CLOCK_GAME ? room->bank[seat] - (now - room->ticking)
                                               : all - (now - room->turn_began);
    int64_t least = all < LEAST_TURN ? all : LEAST_TURN;
    return left > least ? left : least;
}

void sr_room_tick(struct sr_room *room) {
    int64_t now = sr_milliseconds();
    int decider = room->row.status == SR_TABLE_PLAYING ? sr_room_decider(room) : SR_SPECTATOR;
    bool bot = decider >= 0 && *room->row.chair[decider].bot;
    bool same = decider == room->clock_seat;
    if (!same)
        room->turn_began = room->ticking = now;
    room->clock_seat = decider;
    if (decider < 0 || bot || sr_clock_read(room->row.clock).kind == SR_CLOCK_NONE)
        atomic_store(&room->deadline, 0);
    else if (!same || atomic_load(&room->deadline) == 0)
        atomic_store(&room->deadline, now + time_for_turn(room, decider, now));
}

/* What was spent before counts, but a minute is always left. */
void sr_room_resume_clock(struct sr_room *room, int64_t last_made) {
    room->clock_seat = SR_SPECTATOR;
    atomic_store(&room->deadline, 0);
    sr_room_tick(room);
    if (atomic_load(&room->deadline) == 0)
        return;
    int64_t all = time_for_turn(room, room->clock_seat, sr_milliseconds());
    int64_t most = all > RESTART_GRACE ? all - RESTART_GRACE : 0;
    int64_t spent = last_made ? 1000 * ((int64_t)time(NULL) - last_made) : 0;
    spent = spent < 0 ? 0 : spent > most ? most : spent;
    room->ticking -= spent;
    room->turn_began -= spent;
    atomic_store(&room->deadline, sr_milliseconds() + all - spent);
}

int64_t sr_room_time_left(const struct sr_room *room, int seat) {
    int64_t deadline = atomic_load(&room->deadline), left = -1;
    if (deadline != 0 && seat == room->clock_seat)
        left = deadline > sr_milliseconds() ? deadline - sr_milliseconds() : 0;
    else if (room->table && sr_clock_read(room->row.clock).kind == SR_CLOCK_GAME)
        left = room->bank[seat];
    return left < 0 ? -1 : left / 1000;
}
