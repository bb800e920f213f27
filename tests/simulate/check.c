/* What must hold of everything that is told: it is stored, it comes in order and once, it is what
 * the viewer's seat may see and nothing else, and it adds up to the truth. And of every host: that
 * it can go on. */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- whose view ---- */

static int seats_of(const struct table *table, int64_t person, int *only) {
    int count = 0;
    for (int seat = 0; person && seat < table->row.seats; seat++)
        if (table->row.chair[seat].person == person) {
            *only = seat;
            count++;
        }
    return count;
}

/* May what is told on this socket be what this seat sees? */
static bool may_be_of(const struct world *world, const struct socket *socket, int seat) {
    const struct table *table = &world->table[socket->table];
    int only = SR_SPECTATOR;
    int own = seats_of(table, socket->guest.person.id, &only);
    if (own <= 1)
        return seat == only;
    return seat == SR_SPECTATOR || (table->row.chair[seat].person == socket->guest.person.id &&
                                    socket->asked_seats & 1u << seat);
}

typedef bool truth_of(const struct table *table, int64_t number, int viewer, enum sr_lang lang,
                      struct sr_buffer *out);

/* Up to where both say something: of what is past the truth has only the beginning. */
static bool agrees(const struct table *table, truth_of *truth, int64_t number, int viewer,
                   const struct socket *socket, const struct letter *letter) {
    struct sr_buffer wanted = {0};
    bool fine = truth(table, number, viewer, socket->guest.lang, &wanted);
    bool whole = number == table->entries;
    fine = fine && (whole ? wanted.length == letter->length : wanted.length <= letter->length) &&
           memcmp(wanted.text, letter->text, wanted.length) == 0;
    sr_buffer_free(&wanted);
    return fine;
}

/* Of `seat`, which the viewer may look from, or of somebody else's? */
static void compare(struct world *world, const struct socket *socket, truth_of *truth,
                    int64_t number, int seat, const struct letter *letter) {
    const struct table *table = &world->table[socket->table];
    world->counts->compared++;
    if (agrees(table, truth, number, seat, socket, letter))
        return;
    for (int other = SR_REFEREE; other < table->row.seats; other++)
        if (other != seat && agrees(table, truth, number, other, socket, letter)) {
            world_fail(world, "leak",
                       "person %d looks at table %d from seat %d and was told what seat %d sees: "
                       "%.300s",
                       socket->person + 1, socket->table, seat + 1, other + 1, letter->text);
            return;
        }
    struct sr_buffer wanted = {0};
    truth(table, number, seat, socket->guest.lang, &wanted);
    size_t at = 0;
    while (at < wanted.length && at < letter->length && wanted.text[at] == letter->text[at])
        at++;
    size_t from = at > 60 ? at - 60 : 0;
    world_fail(world, "truth",
               "seat %d of table %d was told, from byte %zu: ...%.300s; the truth is: ...%.300s",
               seat + 1, socket->table, from, letter->text + from,
               wanted.text && from <= wanted.length ? wanted.text + from : "");
    sr_buffer_free(&wanted);
}

static bool chosen(const struct world *world) {
    return world->plan.checked <= 1 || world->told % world->plan.checked == 0;
}

bool check_may_see(const struct table *table, int64_t person) {
    const struct sr_table_row *row = &table->row;
    bool sits = row->host == person;
    for (int seat = 0; seat < row->seats; seat++)
        sits = sits || row->chair[seat].person == person;
    return sits || row->open || (row->shared && row->status == SR_TABLE_FINISHED);
}

/* As the store has it, or as this host read it last: it may not have heard yet that they left. */
static bool may_be_told(const struct world *world, const struct socket *socket) {
    int64_t person = socket->guest.person.id;
    const struct sr_host *host = world->node[socket->node].room[socket->table].host;
    return check_may_see(&world->table[socket->table], person) ||
           (host && sr_host_may_see(host, person));
}

/* ---- events and views ---- */

static bool check_stored(struct world *world, const struct socket *socket, const char *what,
                         int64_t number) {
    const struct table *table = &world->table[socket->table];
    if (number <= table->entries && table->now)
        return true;
    world_fail(world, "durable", "person %d was told %s %lld of table %d, of which %lld are stored",
               socket->person + 1, what, (long long)number, socket->table,
               (long long)table->entries);
    return false;
}

static void check_event(struct world *world, struct socket *socket, const struct letter *letter) {
    const struct table *table = &world->table[socket->table];
    int64_t number = letter_number(letter, "\"number\":", -1);
    if (!check_stored(world, socket, "event", number))
        return;
    if (socket->told < 0 || number != socket->told + 1) {
        world_fail(world, "numbers", "person %d at table %d was told event %lld after %lld",
                   socket->person + 1, socket->table, (long long)number, (long long)socket->told);
        return;
    }
    socket->told = number;
    if (!chosen(world))
        return;
    int seat = socket->told_seat;
    if (seat == SR_REFEREE) { /* they came back, and were told no whole view */
        seat = SR_SPECTATOR;
        if (seats_of(table, socket->guest.person.id, &seat) > 1)
            seat = socket->asked;
    }
    compare(world, socket, truth_event, number, seat, letter);
}

static void check_view(struct world *world, struct socket *socket, const struct letter *letter) {
    int64_t number = letter_number(letter, "\"number\":", -1);
    int64_t seat = letter_number(letter, "\"seat\":", 0); /* null: nobody's */
    if (!check_stored(world, socket, "a view after entry", number))
        return;
    if (number < socket->told) {
        world_fail(world, "numbers", "person %d at table %d saw entry %lld, and now %lld",
                   socket->person + 1, socket->table, (long long)socket->told, (long long)number);
        return;
    }
    if (!may_be_of(world, socket, (int)seat - 1)) {
        world_fail(world, "leak", "person %d at table %d was given the view of seat %lld",
                   socket->person + 1, socket->table, (long long)seat);
        return;
    }
    socket->told = number;
    socket->told_seat = (int)seat - 1;
    if (chosen(world))
        compare(world, socket, truth_view, number, (int)seat - 1, letter);
}

/* Members of a view that are not there are the same as those that are null. */
static bool same(const json_t *one, const json_t *other) {
    const char *name;
    json_t *value;
    if (!one || !other)
        return (!one || json_is_null(one)) && (!other || json_is_null(other));
    if (!json_is_object(one) || !json_is_object(other))
        return json_equal(one, other);
    json_object_foreach((json_t *)one, name, value) {
        if (!same(value, json_object_get(other, name)))
            return false;
    }
    json_object_foreach((json_t *)other, name, value) {
        if (!json_object_get(one, name) && !json_is_null(value))
            return false;
    }
    return true;
}

/* What is put together has more than the fields of the view: what was asked when it was fresh. */
void check_mirror(struct world *world, struct tab *tab) {
    static const char begin[] = ",\"view\":";
    const struct table *table = &world->table[tab->table];
    struct sr_buffer wanted = {0};
    const char *name;
    json_t *value, *truth = NULL;
    if (world->failure.found || !truth_view(table, tab->mirrored, tab->seat, SR_EN, &wanted))
        return;
    world->counts->mirrored++;
    if (tab->mirrored < table->entries)
        sr_buffer_add(&wanted, "}}"); /* it was left open */
    const char *at = strstr(wanted.text, begin);
    truth = at ? json_loads(at + sizeof begin - 1, JSON_DISABLE_EOF_CHECK, NULL) : NULL;
    json_object_foreach(truth, name, value) {
        bool beside = strcmp(name, "prompt") == 0 || strcmp(name, "moves") == 0 ||
                      strcmp(name, "undo") == 0 || strcmp(name, "ply") == 0 ||
                      strcmp(name, "names") == 0;
        if (beside || same(value, json_object_get(tab->mirror, name)))
            continue;
        char *got = json_dumps(json_object_get(tab->mirror, name), JSON_COMPACT | JSON_ENCODE_ANY);
        char *is = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
        world_fail(
            world, "mirror",
            "seat %d of table %d after event %lld: \"%s\" was put together as %.300s, and is "
            "%.300s",
            tab->seat + 1, tab->table, (long long)tab->mirrored, name, got ? got : "nothing",
            is ? is : "nothing");
        free(got);
        free(is);
        break;
    }
    json_decref(truth);
    sr_buffer_free(&wanted);
}

/* ---- acknowledgements ---- */

static const struct heard *find_heard(const struct socket *socket, const struct letter *letter) {
    int64_t id = letter_number(letter, "\"id\":", -1);
    if (id < FIRST_ID)
        return NULL;
    for (int i = 1; i <= HEARD && i <= socket->heard_at; i++)
        if (socket->heard[(socket->heard_at - i) % HEARD].id == id)
            return &socket->heard[(socket->heard_at - i) % HEARD];
    return NULL;
}

/* What somebody was told to be done must be the entry after the one that they had seen. */
static void check_done(struct world *world, int place, int64_t person, enum sr_say say,
                       int64_t after, const char *move) {
    struct table *table = &world->table[place];
    if (say == SR_MESSAGE_CHAT && ++table->chats_done > (uint64_t)table->chats)
        world_fail(world, "lost", "table %d: %llu lines of chat acknowledged, %d stored", place,
                   (unsigned long long)table->chats_done, table->chats);
    if (say != SR_MESSAGE_MOVE && say != SR_MESSAGE_UNDO)
        return;
    const struct sr_entry *entry =
        after >= 0 && after < table->entries ? &table->entry[after] : NULL;
    bool fine = entry && table->row.chair[entry->seat].person == person;
    if (say == SR_MESSAGE_MOVE)
        fine = fine && entry->kind == SR_ENTRY_MOVE && strcmp(entry->move, move) == 0;
    else
        fine = fine && entry->kind == SR_ENTRY_UNDO;
    if (!fine)
        world_fail(world, "lost",
                   "person %lld at table %d was told that \"%s\" after entry %lld is done; stored "
                   "there: %s",
                   (long long)person, place, say == SR_MESSAGE_MOVE ? move : "undo",
                   (long long)after, entry ? entry->move : "nothing");
}

/* A move that was told as possible, for the position as it is, must not be called impossible. */
static void check_refusal(struct world *world, const struct socket *socket,
                          const struct letter *letter) {
    static const char *const excuses[] = {"moved_on", "store_broken",  "too_fast",
                                          "no_table", "private_table", "memory"};
    static const char begin[] = "\"problem\":\"";
    const struct heard *heard = find_heard(socket, letter);
    const struct table *table = &world->table[socket->table];
    if (!heard || !heard->listed || heard->say != SR_MESSAGE_MOVE ||
        heard->after != table->entries || table->row.status != SR_TABLE_PLAYING)
        return;
    const char *problem = strstr(letter->text, begin);
    for (size_t i = 0; problem && i < sizeof excuses / sizeof excuses[0]; i++)
        if (strncmp(problem + sizeof begin - 1, excuses[i], strlen(excuses[i])) == 0)
            return;
    world_fail(world, "refused", "person %d at table %d may play \"%s\", but: %.300s",
               socket->person + 1, socket->table, heard->move, letter->text);
}

/* ---- the rest of what is told ---- */

static void check_seed(struct world *world, const struct socket *socket,
                       const struct letter *letter) {
    const struct table *table = &world->table[socket->table];
    char hex[2 * SR_SEED_BYTES + 1];
    struct sr_out out;
    if (table->row.status == SR_TABLE_FINISHED)
        return;
    sr_out_open(&out, hex, sizeof hex);
    sr_put_hex(&out, table->row.seed, sizeof table->row.seed);
    if (strstr(letter->text, hex))
        world_fail(world, "leak", "person %d was told the seed of table %d", socket->person + 1,
                   socket->table);
    bool knows = table->knows & 1u << socket->guest.person.id;
    if (!knows && table->row.status == SR_TABLE_WAITING && strstr(letter->text, table->row.code))
        world_fail(world, "leak", "person %d was told the code of table %d", socket->person + 1,
                   socket->table);
}

static void check_chat(struct world *world, struct socket *socket, const struct letter *letter) {
    const struct table *table = &world->table[socket->table];
    int64_t line = letter_number(letter, "\"line\":", 0);
    if (line < 1 || line > table->chats)
        world_fail(world, "durable", "person %d was told line %lld of table %d, which has %d",
                   socket->person + 1, (long long)line, socket->table, table->chats);
    else if (line <= socket->told_line)
        world_fail(world, "numbers", "person %d was told line %lld of table %d after line %lld",
                   socket->person + 1, (long long)line, socket->table,
                   (long long)socket->told_line);
    else if (socket->told_line > 0 && line > socket->told_line + 1 &&
             table->chats - socket->told_line <= SR_CHAT_LINES) /* older ones are not read */
        world_fail(world, "numbers", "person %d was told line %lld of table %d, and not line %lld",
                   socket->person + 1, (long long)line, socket->table,
                   (long long)socket->told_line + 1);
    socket->told_line = line;
}

/* What a seat that does not decide has left is what the stored history leaves it; the decider has
 * at most that, or the little that is always left. A node that heard of a turn from another one
 * counts it from when it heard. */
static void check_clock(struct world *world, const struct socket *socket,
                        const struct letter *letter) {
    enum { LEAST_SECONDS = 60 };
    const struct table *table = &world->table[socket->table];
    const char *at = strstr(letter->text, "\"seconds\":[");
    int64_t number = letter_number(letter, "\"number\":", -1);
    int64_t decider = letter_number(letter, "\"decider\":", 0);
    if (!at || !check_stored(world, socket, "the clock after entry", number) ||
        sr_clock_read(table->row.clock).kind != SR_CLOCK_GAME)
        return;
    at += strlen("\"seconds\":[");
    for (int seat = 0; seat < table->row.seats; seat++) {
        char *end;
        int64_t told = strtoll(at, &end, 10), left = table->bank[number][seat] / 1000;
        bool fine = told == left;
        if (seat + 1 == decider)
            fine = world->plan.nodes > 1 || told <= (left > LEAST_SECONDS ? left : LEAST_SECONDS);
        if (end != at && !fine)
            world_fail(world, "clock",
                       "table %d after entry %lld: seat %d is told to have %lld s, the history "
                       "leaves %lld",
                       socket->table, (long long)number, seat + 1, (long long)told,
                       (long long)left);
        at += strcspn(at, ",");
        at += *at == ',';
    }
}

static void check_hint(struct world *world, const struct socket *socket,
                       const struct letter *letter) {
    const struct table *table = &world->table[socket->table];
    int64_t number = letter_number(letter, "\"number\":", -1);
    if (!check_stored(world, socket, "a hint after entry", number))
        return;
    int decider = sr_head(truth_state(table, number))->decider;
    if (decider >= table->row.seats || table->row.chair[decider].person != socket->guest.person.id)
        world_fail(world, "leak", "person %d was told a hint for seat %d of table %d",
                   socket->person + 1, decider + 1, socket->table);
}

void check_told(struct world *world, struct socket *socket, const struct letter *letter) {
    if (letter_is(letter, "error")) {
        check_refusal(world, socket, letter);
        return;
    }
    if (!may_be_told(world, socket)) {
        world_fail(world, "leak", "person %d may not see table %d, but was told: %.300s",
                   socket->person + 1, socket->table, letter->text);
        return;
    }
    if (letter_is(letter, "event")) {
        check_event(world, socket, letter);
    } else if (letter_is(letter, "view")) {
        check_view(world, socket, letter);
    } else if (letter_is(letter, "table")) {
        socket->let_in = true;
        check_seed(world, socket, letter);
    } else if (letter_is(letter, "clock")) {
        check_clock(world, socket, letter);
    } else if (letter_is(letter, "chat")) {
        check_chat(world, socket, letter);
    } else if (letter_is(letter, "hint")) {
        check_hint(world, socket, letter);
    } else if (letter_is(letter, "done")) {
        const struct heard *heard = find_heard(socket, letter);
        if (heard)
            check_done(world, socket->table, socket->guest.person.id, heard->say, heard->after,
                       heard->move);
    }
}

void check_answer(struct world *world, const struct call *call, const struct sr_effect *effect) {
    static struct sr_message message;
    if (effect->answer.error.problem != SR_FINE || effect->answer.later ||
        !sr_message_read_as(&message, call->say, call->body, strlen(call->body), NULL))
        return;
    check_done(world, call->table, world->person[call->person].who.id, call->say, message.after,
               message.move);
}

/* ---- hosts ---- */

static bool is_thinking(const struct world *world, int node, int table, int64_t number) {
    uint32_t life = world->node[node].room[table].life;
    for (int i = 0; i < MAX_JOBS; i++)
        if (world->job[i].used && !world->job[i].advice && world->job[i].node == node &&
            world->job[i].table == table && world->job[i].host_life == life &&
            world->job[i].number == number)
            return true;
    return false;
}

/* Whatever a host waits for may never come, so it must want to be woken; a bot that decides must
 * have been asked; and time that runs must end. */
void check_room(struct world *world, int node, int table) {
    const struct room *room = &world->node[node].room[table];
    if (!room->host || world->failure.found)
        return;
    if (!sr_host_rests(room->host)) {
        if (room->wake == 0 && !store_owes(world, node, table) &&
            world->table[table].row.status != SR_TABLE_CLOSED)
            world_fail(world, "stuck",
                       "the host of table %d on node %d waits, is owed nothing and wants no waking",
                       table, node);
        return;
    }
    const struct sr_table_row *row = sr_host_row(room->host);
    int decider = sr_host_decider(room->host);
    int64_t number = sr_host_number(room->host);
    if (row->status != SR_TABLE_PLAYING)
        return;
    if (decider < 0) {
        world_fail(world, "stuck", "nobody decides at table %d, and it is not over", table);
    } else if (*row->chair[decider].bot) {
        bool acts = !world_has_leases(world) || room->fence != 0;
        if (acts && !is_thinking(world, node, table, number) && room->wake == 0)
            world_fail(world, "stuck",
                       "a bot decides at table %d on node %d after entry %lld, but none thinks",
                       table, node, (long long)number);
    } else if (sr_clock_read(row->clock).kind != SR_CLOCK_NONE && room->wake == 0 &&
               (!world_has_leases(world) || room->fence != 0)) {
        world_fail(world, "stuck", "time runs for seat %d of table %d, and nothing will end it",
                   decider + 1, table);
    }
}
