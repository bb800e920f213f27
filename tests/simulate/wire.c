/* The network between people and nodes. A socket keeps the order of what it carries, and may stall
 * or break at any time, with what was on its way; either end may learn of that long after the
 * other. Requests come in any order, more than once, or never. */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- letters and queues ---- */

struct letter *letter_new(const char *text, size_t length) {
    struct letter *letter = malloc(sizeof *letter + length + 1);
    if (!letter)
        abort();
    letter->uses = 1;
    letter->length = length;
    memcpy(letter->text, text, length);
    letter->text[length] = '\0';
    return letter;
}

void letter_drop(struct letter *letter) {
    if (letter && --letter->uses == 0)
        free(letter);
}

bool letter_is(const struct letter *letter, const char *type) {
    static const char begin[] = "{\"type\":\"";
    const size_t before = sizeof begin - 1, length = strlen(type);
    return letter->length > before + length && memcmp(letter->text, begin, before) == 0 &&
           memcmp(letter->text + before, type, length) == 0 && letter->text[before + length] == '"';
}

int64_t letter_number(const struct letter *letter, const char *name, int64_t otherwise) {
    const char *at = strstr(letter->text, name);
    return at ? strtoll(at + strlen(name), NULL, 10) : otherwise;
}

void queue_add(struct queue *queue, enum post_kind kind, struct letter *letter) {
    if (queue->count == QUEUE_LETTERS)
        return;
    queue->list[(queue->first + queue->count++) % QUEUE_LETTERS] = (struct post){kind, letter};
    if (letter)
        letter->uses++;
}

bool queue_take(struct queue *queue, struct post *post) {
    if (queue->count == 0)
        return false;
    *post = queue->list[queue->first];
    queue->first = (queue->first + 1) % QUEUE_LETTERS;
    queue->count--;
    return true;
}

/* Only the first `kept` arrive. */
static void queue_cut(struct queue *queue, int kept) {
    while (queue->count > kept) {
        queue->count--;
        letter_drop(queue->list[(queue->first + queue->count) % QUEUE_LETTERS].letter);
    }
}

void queue_clear(struct queue *queue) {
    queue_cut(queue, 0);
}

/* ---- opening and closing ---- */

/* The node that the balancer sends somebody to; -1: none is up. */
static int choose_node(struct world *world, int table, uint64_t number) {
    int nodes = world->plan.nodes;
    int first = world->plan.spread ? (int)(number % (uint64_t)nodes) : world->table[table].home;
    for (int i = 0; i < nodes; i++) {
        int node = (first + i) % nodes;
        if (!world->node[node].up)
            continue;
        if (!world->plan.spread)
            world->table[table].home = node;
        return node;
    }
    return -1;
}

int wire_connect(struct world *world, int tab) {
    struct tab *window = &world->tab[tab];
    int index = FREE(world->socket);
    uint64_t number = world_number(world);
    int node = choose_node(world, window->table, number);
    if (index < 0 || node < 0)
        return -1;
    const struct person *person = &world->person[window->person];
    struct socket *socket = &world->socket[index];
    if (window->asked >= 0 && window->asked != window->seat)
        window->seen = -1; /* what was seen from another seat does not go on from here */
    *socket = (struct socket){.used = true,
                              .tab = tab,
                              .person = window->person,
                              .table = window->table,
                              .node = node,
                              .life = world->node[node].life,
                              .viewer = number,
                              .guest = {.person = person->who, .lang = person->lang},
                              .asked = window->asked,
                              .asked_seats = window->asked >= 0 ? 1u << window->asked : 0,
                              .after = window->seen,
                              .told = window->seen,
                              .told_seat = SR_REFEREE};
    window->socket = index;
    queue_add(&socket->up, POST_ARRIVE, NULL);
    client_connected(world, window);
    return index;
}

static void free_socket(struct socket *socket) {
    queue_clear(&socket->up);
    queue_clear(&socket->down);
    socket->used = false;
}

/* The person goes; the node hears of it when it hears of it. */
void wire_leave(struct world *world, int index) {
    struct socket *socket = &world->socket[index];
    if (world->tab[socket->tab].socket == index)
        world->tab[socket->tab].socket = -1;
    socket->client_gone = true;
    queue_clear(&socket->down);
    if (socket->node_gone) {
        free_socket(socket);
        return;
    }
    queue_cut(&socket->up, QUEUE_LETTERS - 1);
    queue_add(&socket->up, POST_CLOSE, NULL);
}

static void node_closes(struct world *world, int index) {
    struct socket *socket = &world->socket[index];
    socket->node_gone = true;
    queue_clear(&socket->up);
    if (socket->client_gone) {
        free_socket(socket);
        return;
    }
    queue_cut(&socket->down, QUEUE_LETTERS - 1);
    queue_add(&socket->down, POST_CLOSE, NULL);
    (void)world;
}

void wire_hang_up(struct world *world, int node, uint64_t viewer) {
    int index = wire_find(world, node, viewer);
    if (index < 0)
        return;
    const struct socket *socket = &world->socket[index];
    const struct table *table = &world->table[socket->table];
    if (socket->let_in && fault_strikes(world, FAULT_LET_BACK_IN, 1)) {
        struct sr_input input = {.kind = SR_INPUT_ARRIVES,
                                 .arrives = {.viewer = viewer, .seat = SR_SPECTATOR, .after = -1}};
        input.arrives.guest.person.id = table->row.host;
        node_take(world, node, socket->table, &input);
        return;
    }
    node_closes(world, index);
}

/* Some of what was on its way when the node died still arrives. */
void wire_node_lost(struct world *world, int node) {
    for (int i = 0; i < MAX_SOCKETS; i++) {
        struct socket *socket = &world->socket[i];
        if (!socket->used || socket->node != node || socket->node_gone)
            continue;
        queue_cut(&socket->down, (int)(socket->viewer % (uint64_t)(socket->down.count + 1)));
        node_closes(world, i);
    }
    for (int i = 0; i < MAX_CALLS; i++)
        if (world->call[i].used && world->call[i].node == node)
            world->call[i].used = false;
}

void wire_cut(struct world *world, uint32_t subject, uint64_t number) {
    int index = NEAR(world->socket, subject);
    if (index < 0)
        return;
    struct socket *socket = &world->socket[index];
    struct dice dice = {number};
    if (dice_in(&dice, 1, 2)) {
        socket->stalled = !socket->stalled;
        return;
    }
    queue_cut(&socket->up, (int)dice_below(&dice, (uint32_t)socket->up.count + 1));
    if (!socket->arrived && socket->up.count == 0)
        socket->node_gone = true; /* it never got there */
    if (!socket->client_gone)
        wire_leave(world, index);
    else if (socket->node_gone)
        free_socket(socket);
    else if (socket->up.count == 0)
        queue_add(&socket->up, POST_CLOSE, NULL);
}

int wire_find(const struct world *world, int node, uint64_t viewer) {
    for (int i = 0; i < MAX_SOCKETS; i++) {
        const struct socket *socket = &world->socket[i];
        if (socket->used && socket->viewer == viewer && socket->node == node && !socket->node_gone)
            return i;
    }
    return -1;
}

/* ---- to the node ---- */

void wire_send(struct world *world, int index, const char *text, size_t length) {
    struct letter *letter = letter_new(text, length);
    queue_add(&world->socket[index].up, POST_TEXT, letter);
    letter_drop(letter);
}

static void arrive(struct world *world, struct socket *socket) {
    const struct table *table = &world->table[socket->table];
    struct sr_input input = {.kind = SR_INPUT_ARRIVES,
                             .arrives = {.viewer = socket->viewer,
                                         .guest = socket->guest,
                                         .seat = socket->asked,
                                         .after = socket->after}};
    socket->arrived = true;
    socket->since = world->events;
    /* a node that is not the only one looks first whether it knows all that they have seen */
    if (world->plan.nodes > 1)
        store_look_again(world, socket->node, socket->table);
    if (!world->node[socket->node].up)
        return;
    if (fault_strikes(world, FAULT_WRONG_SEAT, 10))
        input.arrives.guest.person.id = table->row.chair[table->row.seats - 1].person;
    if (socket->after >= 0 && fault_strikes(world, FAULT_RESUME_SKIPS, 2))
        input.arrives.after++;
    node_take(world, socket->node, socket->table, &input);
}

static void note_heard(struct world *world, struct socket *socket,
                       const struct sr_message *message) {
    const struct tab *tab = &world->tab[socket->tab];
    struct heard *heard = &socket->heard[socket->heard_at++ % HEARD];
    *heard = (struct heard){
        .id = message->named ? message->id : -1, .after = message->after, .say = message->say};
    if (message->say == SR_MESSAGE_MOVE)
        snprintf(heard->move, sizeof heard->move, "%s", message->move);
    heard->listed = message->named && tab->socket >= 0 && &world->socket[tab->socket] == socket &&
                    tab->listed_id == message->id;
    if (message->say == SR_MESSAGE_SEAT && message->seat > 0 && message->seat <= SR_MAX_SEATS)
        socket->asked_seats |= 1u << (message->seat - 1);
}

/* Rubbish never reaches a host. */
static void hear(struct world *world, struct socket *socket, const struct letter *letter) {
    static struct sr_message message; /* large; one at a time */
    struct sr_error error = {0};
    if (!sr_message_read(&message, letter->text, letter->length, &error)) {
        world->counts->refusals++;
        if (error.problem == SR_FINE)
            world_fail(world, "reader", "a message is refused without a reason: %s", letter->text);
        return;
    }
    note_heard(world, socket, &message);
    consent_heard(world, socket->node, socket->table, socket->guest.person.id, &message, false);
    struct sr_input input = {.kind = SR_INPUT_SAYS,
                             .says = {.viewer = socket->viewer, .message = &message}};
    if (message.say == SR_MESSAGE_MOVE && fault_strikes(world, FAULT_FORGED_MOVE, 10)) {
        const struct sr_host *host = world->node[socket->node].room[socket->table].host;
        int decider = host ? sr_host_decider(host) : SR_SPECTATOR;
        if (decider >= 0) { /* for whoever decides, as if they had asked for it */
            input.says.viewer = 0;
            input.says.caller = world_number(world);
            input.says.guest.person.id = world->table[socket->table].row.chair[decider].person;
            message.after = -1;
            message.seat = -1;
        }
    }
    int node = socket->node, table = socket->table;
    enum sr_say say = message.say;
    node_take(world, node, table, &input);
    fault_after_message(world, node, table, say);
}

void wire_up(struct world *world, uint32_t subject) {
    int index = NEAR(world->socket, subject);
    struct post post;
    if (index < 0)
        return;
    struct socket *socket = &world->socket[index];
    if (!node_works(world, socket->node, socket->life) || !queue_take(&socket->up, &post))
        return;
    uint64_t viewer = socket->viewer;
    if (post.kind == POST_ARRIVE) {
        arrive(world, socket);
    } else if (post.kind == POST_TEXT && socket->arrived) {
        hear(world, socket, post.letter);
    } else if (post.kind == POST_CLOSE) {
        struct sr_input input = {.kind = SR_INPUT_DEPARTS, .departs = {.viewer = viewer}};
        bool arrived = socket->arrived;
        int node = socket->node, table = socket->table;
        free_socket(socket);
        if (arrived)
            node_take(world, node, table, &input);
    }
    letter_drop(post.letter);
}

/* ---- to people ---- */

static void hand_over(struct world *world, int index, struct letter *letter) {
    struct socket *socket = &world->socket[index];
    struct letter *other = fault_letter(world, socket, letter);
    check_told(world, socket, other ? other : letter);
    if (socket->down.count >= QUEUE_LETTERS - 1) { /* whoever does not read is let go */
        if (!socket->client_gone)
            wire_leave(world, index);
    } else if (!socket->client_gone) {
        queue_add(&socket->down, POST_TEXT, other ? other : letter);
    }
    letter_drop(other);
}

void wire_tell(struct world *world, int node, int table, const struct sr_effect *effect) {
    struct letter *letter =
        letter_new(effect->tell.text.text ? effect->tell.text.text : "", effect->tell.text.length);
    for (int i = 0; i < effect->tell.viewers; i++) {
        int index = wire_find(world, node, effect->tell.viewer[i]);
        if (index < 0)
            continue; /* gone before this was told */
        world->counts->told++;
        world->told++;
        if (fault_strikes(world, FAULT_CROSSED_SOCKETS, 50))
            for (int j = 0; j < MAX_SOCKETS; j++)
                if (world->socket[j].used && world->socket[j].table == table &&
                    !world->socket[j].node_gone && world->socket[j].arrived)
                    index = j;
        if (letter_is(letter, "event") && fault_strikes(world, FAULT_EVENT_SKIPPED, 50))
            continue;
        hand_over(world, index, letter);
        if (letter_is(letter, "event") && fault_strikes(world, FAULT_TOLD_TWICE, 50))
            hand_over(world, index, letter);
    }
    letter_drop(letter);
}

void wire_down(struct world *world, uint32_t subject) {
    int index = NEAR(world->socket, subject);
    struct post post;
    if (index < 0)
        return;
    struct socket *socket = &world->socket[index];
    if (socket->stalled || socket->client_gone || !queue_take(&socket->down, &post))
        return;
    if (post.kind == POST_CLOSE) {
        if (world->tab[socket->tab].socket == index)
            world->tab[socket->tab].socket = -1;
        free_socket(socket);
    } else {
        client_read(world, &world->tab[socket->tab], post.letter);
    }
    letter_drop(post.letter);
}

/* ---- requests ---- */

void wire_call(struct world *world, int person, int table, enum sr_say say, const char *body) {
    int index = FREE(world->call);
    uint64_t number = world_number(world);
    int node = choose_node(world, table, number);
    if (index < 0 || node < 0)
        return;
    struct call *call = &world->call[index];
    *call = (struct call){.used = true,
                          .person = person,
                          .table = table,
                          .node = node,
                          .life = world->node[node].life,
                          .caller = number,
                          .say = say,
                          .invited = say == SR_MESSAGE_JOIN};
    snprintf(call->body, sizeof call->body, "%s", body);
}

void wire_step_call(struct world *world, uint32_t subject, uint64_t number) {
    static struct sr_message message;
    int index = NEAR(world->call, subject);
    struct dice dice = {number};
    if (index < 0)
        return;
    struct call *call = &world->call[index];
    const struct person *person = &world->person[call->person];
    if (world->node[call->node].up && world->node[call->node].asleep)
        return;
    bool lost = !world->calm && dice_in(&dice, world->plan.calls_lost, 1000);
    if (lost || call->delivered || !node_works(world, call->node, call->life) ||
        !sr_message_read_as(&message, call->say, call->body, strlen(call->body), NULL)) {
        call->used = false;
        return;
    }
    /* One that was delivered stays for its answer, until it is looked at once more. */
    call->delivered = world->calm || !dice_in(&dice, world->plan.calls_repeated, 1000);
    consent_heard(world, call->node, call->table, person->who.id, &message, true);
    struct sr_input input = {.kind = SR_INPUT_SAYS,
                             .says = {.caller = call->caller,
                                      .guest = {.person = person->who, .lang = person->lang},
                                      .invited = call->invited,
                                      .message = &message}};
    node_take(world, call->node, call->table, &input);
}

void wire_answer(struct world *world, int node, int table, const struct sr_effect *effect) {
    for (int i = 0; i < MAX_CALLS; i++) {
        struct call *call = &world->call[i];
        if (!call->used || call->caller != effect->answer.caller || call->node != node)
            continue;
        check_answer(world, call, effect);
        if (call->table != table)
            world_fail(world, "leak", "the answer of table %d goes to who asked table %d", table,
                       call->table);
        return;
    }
}
