/* What people do. Honest ones play; clumsy ones click twice, act on what is past, and reconnect in
 * the middle; hostile ones say anything, for anybody, as often as they can. */
#include "world.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_BYTES = 1024 };

/* ---- where somebody belongs ---- */

static bool sits(const struct table *table, int64_t person) {
    for (int seat = 0; seat < table->row.seats; seat++)
        if (table->row.chair[seat].person == person)
            return true;
    return false;
}

static int find_tab(const struct world *world, int person, int table) {
    for (int i = 0; i < MAX_TABS; i++)
        if (world->tab[i].used && world->tab[i].person == person && world->tab[i].table == table)
            return i;
    return -1;
}

int person_tab(struct world *world, int person, int table, int asked) {
    int index = FREE(world->tab);
    if (index < 0)
        return -1;
    world->tab[index] = (struct tab){.used = true,
                                     .person = person,
                                     .table = table,
                                     .asked = asked,
                                     .socket = -1,
                                     .seen = -1,
                                     .mirrored = -1,
                                     .tried = -1,
                                     .id = FIRST_ID,
                                     .seat = SR_SPECTATOR,
                                     .listed_id = -1};
    /* which ones does not depend on anything else, so that nothing depends on how many there are */
    uint32_t one_in = world->plan.checked > 1 ? world->plan.checked : 1;
    world->tab[index].careful = world->events % one_in == 0;
    return index;
}

void person_close_tab(struct world *world, int index) {
    struct tab *tab = &world->tab[index];
    if (tab->socket >= 0)
        wire_leave(world, tab->socket);
    client_clear(tab);
    tab->used = false;
}

/* ---- saying ---- */

static void send_text(struct world *world, struct tab *tab, const char *text) {
    if (tab->socket >= 0)
        wire_send(world, tab->socket, text, strlen(text));
}

static int64_t next_id(struct tab *tab) {
    return ++tab->id;
}

static bool send_move(struct world *world, struct tab *tab, struct dice *dice, int64_t after) {
    char text[TEXT_BYTES], move[SR_MOVE_TEXT_BYTES], seat[32] = "";
    if (!client_move(tab, dice_below(dice, 65536), move, sizeof move))
        return false;
    if (tab->seat >= 0 && (tab->asked >= 0 || dice_in(dice, 1, 2)))
        snprintf(seat, sizeof seat, ",\"seat\":%d", tab->seat + 1);
    int64_t id = next_id(tab);
    if (after == tab->seen)
        tab->listed_id = id;
    snprintf(text, sizeof text, "{\"type\":\"move\",\"id\":%lld,\"move\":\"%s\",\"after\":%lld%s}",
             (long long)id, move, (long long)after, seat);
    send_text(world, tab, text);
    return true;
}

static void send_plain(struct world *world, struct tab *tab, const char *type,
                       const char *members) {
    char text[TEXT_BYTES];
    snprintf(text, sizeof text, "{\"type\":\"%s\",\"id\":%lld%s}", type, (long long)next_id(tab),
             members);
    send_text(world, tab, text);
}

static void send_undo(struct world *world, struct tab *tab) {
    char members[64];
    snprintf(members, sizeof members, ",\"after\":%lld", (long long)tab->seen);
    send_plain(world, tab, "undo", members);
}

static void send_ask(struct world *world, struct tab *tab, struct dice *dice) {
    char members[128];
    const struct table *table = &world->table[tab->table];
    if (dice_in(dice, 1, 3))
        snprintf(members, sizeof members, ",\"kind\":\"replace\",\"seat\":%u",
                 1 + dice_below(dice, (uint32_t)table->row.seats));
    else if (dice_in(dice, 1, 2))
        snprintf(members, sizeof members, ",\"kind\":\"undo\",\"after\":%lld",
                 (long long)tab->seen);
    else /* not far, or no game would ever end */
        snprintf(members, sizeof members, ",\"kind\":\"undo\",\"after\":%lld,\"ply\":%u",
                 (long long)tab->seen,
                 table->now ? table->now->plies - dice_below(dice, 6) % (table->now->plies + 1)
                            : 0);
    send_plain(world, tab, "ask", members);
}

static void send_chat(struct world *world, struct tab *tab) {
    char members[96];
    snprintf(members, sizeof members, ",\"text\":\"line %llu: \\\"diff\\\" \\u043f\"",
             (unsigned long long)world_number(world));
    send_plain(world, tab, "chat", members);
}

/* Somebody who plays several seats looks from one after the other. */
static bool turn_round(struct world *world, struct tab *tab) {
    const struct table *table = &world->table[tab->table];
    int64_t person = world->person[tab->person].who.id;
    char members[32];
    int own = 0, next = -1;
    for (int seat = 0; seat < table->row.seats; seat++)
        own += table->row.chair[seat].person == person;
    for (int i = 1; i <= table->row.seats && next < 0; i++) {
        int seat = (tab->seat + i + table->row.seats) % table->row.seats;
        if (table->row.chair[seat].person == person)
            next = seat;
    }
    if (own < 2 || next < 0)
        return false;
    tab->asked = next;
    snprintf(members, sizeof members, ",\"seat\":%d", next + 1);
    send_plain(world, tab, "seat", members);
    return true;
}

/* ---- playing ---- */

static void play(struct world *world, struct tab *tab, struct dice *dice) {
    bool clumsy = world->person[tab->person].character != HONEST;
    uint32_t luck = dice_below(dice, 100);
    if (tab->petition && luck < 30) {
        send_plain(world, tab, "answer",
                   dice_in(dice, 3, 4) ? ",\"agree\":true" : ",\"agree\":false");
    } else if (tab->last && luck < 82) {
        struct dice again = *dice;
        send_move(world, tab, dice, clumsy && dice_in(dice, 1, 8) ? tab->seen - 1 : tab->seen);
        if (clumsy && dice_in(dice, 1, 5))
            send_move(world, tab, &again, tab->seen); /* a double click */
        if (clumsy && dice_in(dice, 1, 12) && tab->socket >= 0)
            wire_leave(world, tab->socket); /* and gone, before anything was answered */
    } else if (luck < 83) {
        send_undo(world, tab);
    } else if (luck < 86) {
        send_ask(world, tab, dice);
    } else if (luck < 87) {
        send_chat(world, tab);
    } else if (luck < 88) {
        send_plain(world, tab, "hint", "");
    } else if (luck < 89 && tab->last) {
        char members[SR_MOVE_TEXT_BYTES + 16], move[SR_MOVE_TEXT_BYTES];
        if (client_move(tab, dice_below(dice, 65536), move, sizeof move)) {
            snprintf(members, sizeof members, ",\"move\":\"%s\"", move);
            send_plain(world, tab, "preview", members);
        }
    } else if (luck < 90) {
        send_plain(world, tab, "ping", "");
    } else if (luck < 91 && dice_in(dice, 1, 4)) {
        wire_call(world, tab->person, tab->table, SR_MESSAGE_LEAVE, "");
    } else if (luck < 93 && tab->away) {
        wire_call(world, tab->person, tab->table, SR_MESSAGE_JOIN, "");
    } else {
        turn_round(world, tab);
    }
}

/* By requests instead of the socket: the same, but in any order, repeated or lost. */
static void request(struct world *world, struct tab *tab, struct dice *dice) {
    char body[CALL_BYTES], move[SR_MOVE_TEXT_BYTES];
    static const enum sr_say looks[] = {SR_MESSAGE_TABLE, SR_MESSAGE_VIEW, SR_MESSAGE_EVENTS,
                                        SR_MESSAGE_SCORE, SR_MESSAGE_HINT};
    if (dice_in(dice, 1, 3) && client_move(tab, dice_below(dice, 65536), move, sizeof move)) {
        snprintf(body, sizeof body, "{\"move\":\"%s\",\"after\":%lld}", move, (long long)tab->seen);
        wire_call(world, tab->person, tab->table, SR_MESSAGE_MOVE, body);
        return;
    }
    enum sr_say say = looks[dice_below(dice, sizeof looks / sizeof looks[0])];
    snprintf(body, sizeof body, "{\"after\":%lld}", (long long)(tab->seen < 0 ? 0 : tab->seen));
    wire_call(world, tab->person, tab->table, say, say == SR_MESSAGE_EVENTS ? body : "");
}

static void wait_for_others(struct world *world, struct tab *tab, struct dice *dice) {
    const struct table *table = &world->table[tab->table];
    int64_t person = world->person[tab->person].who.id;
    uint32_t luck = dice_below(dice, 100);
    if (luck < 1 || (luck < 3 && table->row.host != person))
        wire_call(world, tab->person, tab->table, SR_MESSAGE_LEAVE, "");
    else if (luck < 5)
        send_chat(world, tab);
    else if (table->row.host == person && luck < 60)
        wire_call(world, tab->person, tab->table, SR_MESSAGE_START,
                  tab->invites && luck < 20 ? "{\"without\":true}" : "");
    else
        wire_call(world, tab->person, tab->table, SR_MESSAGE_JOIN, "");
}

static void look_back(struct world *world, int index, struct dice *dice) {
    struct tab *tab = &world->tab[index];
    uint32_t luck = dice_below(dice, 100);
    if (luck < 20)
        wire_call(world, tab->person, tab->table, SR_MESSAGE_REMATCH, "");
    else if (luck < 30)
        wire_call(world, tab->person, tab->table, SR_MESSAGE_SHARE,
                  dice_in(dice, 1, 2) ? "{\"shared\":true}" : "{\"shared\":false}");
    else if (luck < 40)
        send_move(world, tab, dice, tab->seen);
    else if (luck < 50)
        request(world, tab, dice);
    else
        person_close_tab(world, index);
}

/* ---- making trouble ---- */

/* A message of the protocol with members that it has or has not, in and out of their bounds. */
static void write_rubbish(char *text, size_t size, struct dice *dice) {
    static const char *const words[] = {"undo", "replace", "walk 2", "\\u0000", "", "null"};
    const struct sr_message_kind *kind = sr_said_kind((int)dice_below(dice, SR_MESSAGES));
    size_t at =
        (size_t)snprintf(text, size, "{\"type\":\"%s\",\"id\":%u", kind->name, dice_below(dice, 9));
    for (const struct sr_member *member = kind->member; member->name && at + 96 < size; member++) {
        if (dice_in(dice, 1, 6))
            continue;
        at += (size_t)snprintf(text + at, size - at, ",\"%s\":", member->name);
        if (member->kind == SR_MEMBER_NUMBER)
            at += (size_t)snprintf(text + at, size - at, "%d", (int)dice_below(dice, 40) - 4);
        else if (member->kind == SR_MEMBER_FLAG)
            at += (size_t)snprintf(text + at, size - at, dice_in(dice, 1, 2) ? "true" : "false");
        else
            at += (size_t)snprintf(text + at, size - at, "\"%s\"",
                                   words[dice_below(dice, sizeof words / sizeof words[0])]);
    }
    snprintf(text + at, size - at, "}");
}

static void spoil(char *text, struct dice *dice) {
    size_t length = strlen(text);
    for (uint32_t i = dice_below(dice, 4); i > 0 && length > 0; i--)
        text[dice_below(dice, (uint32_t)length)] = (char)(1 + dice_below(dice, 255));
}

static void make_trouble(struct world *world, struct tab *tab, struct dice *dice) {
    char text[TEXT_BYTES];
    uint32_t luck = dice_below(dice, 10);
    uint32_t times = luck == 0 ? 40 : 1;
    for (uint32_t i = 0; i < times && tab->socket >= 0; i++) {
        write_rubbish(text, sizeof text, dice);
        if (luck < 4)
            spoil(text, dice);
        send_text(world, tab, text);
    }
    if (luck == 9) { /* what is another's, by the move that somebody was told */
        const struct table *table = &world->table[tab->table];
        if (table->now && table->now->moves.count > 0) {
            char move[SR_MOVE_TEXT_BYTES];
            struct sr_out out;
            sr_out_open(&out, move, sizeof move);
            sr_move_write(&out, table->game,
                          table->now->moves.list[dice_below(dice, table->now->moves.count)]);
            snprintf(text, sizeof text,
                     "{\"type\":\"move\",\"id\":1,\"move\":\"%s\",\"after\":%lld,\"seat\":%u}",
                     move, (long long)table->entries,
                     1 + dice_below(dice, (uint32_t)table->row.seats));
            send_text(world, tab, text);
        }
    }
}

/* ---- a step ---- */

/* Where they sit, or wherever there is a place or something to see. */
static int choose_table(const struct world *world, int person, struct dice *dice) {
    int64_t id = world->person[person].who.id;
    for (int tries = 0; tries < 4; tries++) {
        int table = (int)dice_below(dice, (uint32_t)world->tables);
        const struct sr_table_row *row = &world->table[table].row;
        if (sits(&world->table[table], id) || row->host == id)
            return table;
        if (row->status == SR_TABLE_WAITING || (row->open && dice_in(dice, 1, 3)) ||
            world->person[person].character == HOSTILE)
            return table;
    }
    return -1;
}

static void act(struct world *world, int index, struct dice *dice) {
    struct tab *tab = &world->tab[index];
    enum character character = world->person[tab->person].character;
    if (tab->socket < 0) {
        if (character == CLUMSY && dice_in(dice, 1, 10))
            tab->seen = -1; /* a new window */
        uint32_t luck = dice_below(dice, tab->refused ? 4 : 1);
        if (luck == 3) /* somebody gave them the code */
            wire_call(world, tab->person, tab->table, SR_MESSAGE_JOIN, "");
        else if (luck > 0)
            person_close_tab(world, index);
        else
            wire_connect(world, index);
        return;
    }
    if (character == HOSTILE && dice_in(dice, 1, 3)) {
        make_trouble(world, tab, dice);
        return;
    }
    if (dice_in(dice, 1, character == HONEST ? 200 : 40)) {
        wire_leave(world, tab->socket);
        return;
    }
    if (dice_in(dice, 1, 20)) {
        request(world, tab, dice);
        return;
    }
    if (tab->status == 'w')
        wait_for_others(world, tab, dice);
    else if (tab->status == 'p')
        play(world, tab, dice);
    else if (tab->status)
        look_back(world, index, dice);
}

void person_step(struct world *world, uint32_t subject, uint64_t number) {
    struct dice dice = {number};
    int person = (int)(subject % (uint32_t)world->people);
    int table = choose_table(world, person, &dice);
    if (table < 0)
        return;
    int tab = find_tab(world, person, table);
    bool another = world->person[person].character == CLUMSY && dice_in(&dice, 1, 60);
    if (tab < 0 || another) {
        tab = person_tab(world, person, table, SR_SPECTATOR);
        if (tab < 0 && PICK(world->tab, 0) >= 0)
            person_close_tab(world, PICK(world->tab, dice_below(&dice, 65536)));
    }
    if (tab >= 0)
        act(world, tab, &dice);
}

/* Nobody asks for the same again before there was time to answer. */
bool person_go_on(struct world *world, int index, struct dice *dice) {
    enum { PATIENCE = 5000 };
    struct tab *tab = &world->tab[index];
    if (tab->socket < 0 && tab->refused &&
        !check_may_see(&world->table[tab->table], world->person[tab->person].who.id)) {
        person_close_tab(world, index); /* it is not theirs to see, and will not be */
        return false;
    }
    if (tab->socket < 0)
        return wire_connect(world, index) >= 0;
    if (tab->tried == tab->seen && world->time - tab->tried_at < PATIENCE)
        return false;
    tab->tried = tab->seen;
    tab->tried_at = world->time;
    return tab->last ? send_move(world, tab, dice, tab->seen) : turn_round(world, tab);
}
