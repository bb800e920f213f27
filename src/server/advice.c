/* Hints: advice for the decider, where the table allows it. The bots' threads think; here it is
 * asked for, kept until the table moves on, and told to those who look from that seat. */
#include "room.h"

#include <stdio.h>

/* One at a time a person, and not many. */
static bool may_ask(struct sr_room *room, const struct sr_person *person, struct sr_error *error) {
    if (sr_bots_advising(room->server->bots, person->id) ||
        !sr_limits_allow_person(room->server->limits, person->id, SR_RATE_HINT))
        return sr_fail(error, SR_PROBLEM_TOO_FAST, NULL);
    return true;
}

bool sr_room_ask_hint(struct sr_room *room, const struct sr_person *person, int seat,
                      struct sr_error *error) {
    if (!sr_room_may_act(room, seat, -1, error))
        return false;
    if (!room->row.hints)
        return sr_fail(error, SR_PROBLEM_NO_HINTS, NULL);
    if (sr_room_decider(room) != seat) {
        char given[16], decider[16];
        snprintf(given, sizeof given, "%d", seat + 1);
        snprintf(decider, sizeof decider, "%d", sr_room_decider(room) + 1);
        return sr_fail(error, SR_PROBLEM_WRONG_SEAT, given, decider, NULL);
    }
    struct sr_advice *advice = &room->advice;
    bool current = advice->number == room->number && advice->seat == seat;
    if (current && advice->state != SR_ADVICE_NONE)
        return true;
    if (!may_ask(room, person, error))
        return false;
    if (!sr_bots_advise(room->server->bots, room->id, person))
        return sr_fail(error, SR_PROBLEM_OVERLOADED, NULL);
    advice->state = SR_ADVICE_THINKING;
    advice->number = room->number;
    advice->seat = seat;
    return true;
}

struct hinting {
    const struct sr_table *table;
    const struct sr_hints *hints;
    enum sr_lang lang;
};

static void write_hints(struct sr_out *out, const void *context) {
    const struct hinting *hinting = context;
    const char *names[SR_MAX_SEATS];
    sr_table_names(hinting->table, names);
    const struct sr_reader reader = {hinting->lang, names};
    sr_hints_json(out, &reader, hinting->table->game, hinting->table->state, hinting->hints);
}

void sr_wire_hint(struct sr_buffer *out, const struct sr_room *room, enum sr_lang lang) {
    const struct sr_advice *advice = &room->advice;
    const struct hinting hinting = {room->table, &advice->hints, lang};
    sr_buffer_add(out, "{\"type\":\"hint\",\"number\":");
    sr_buffer_add_number(out, advice->number);
    sr_buffer_add(out, ",\"seat\":");
    sr_buffer_add_number(out, advice->seat + 1);
    if (advice->state == SR_ADVICE_READY) {
        sr_buffer_add(out, ",\"thinking\":false,\"hints\":");
        sr_buffer_write_json(out, write_hints, &hinting);
        sr_buffer_add(out, "}");
    } else {
        sr_buffer_add(out, ",\"thinking\":true,\"hints\":[]}");
    }
}

void sr_room_take_hints(struct sr_room *room, int64_t number, int seat,
                        const struct sr_hints *hints) {
    struct sr_advice *advice = &room->advice;
    if (advice->state != SR_ADVICE_THINKING || advice->number != number || advice->seat != seat)
        return;
    if (!hints || !room->table || room->number != number) {
        advice->state = SR_ADVICE_NONE;
        return;
    }
    advice->hints = *hints;
    advice->state = SR_ADVICE_READY;
    sr_count(SR_COUNT_HINTS, 1);
    for (int i = 0; i < room->watchers; i++) {
        const struct sr_visitor *visitor = sr_socket_visitor(room->watcher[i].socket);
        struct sr_buffer message = {0};
        if (sr_room_viewer(room, visitor->person.id, room->watcher[i].seat) != seat)
            continue;
        sr_wire_hint(&message, room, visitor->lang);
        sr_room_send(room->watcher[i].socket, &message);
    }
}
