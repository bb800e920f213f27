/* Planted faults, to show that what should be found is found. */
#include "world.h"

#include <stdlib.h>
#include <string.h>

const char *const fault_names[FAULTS] = {
    [FAULT_NONE] = "none",
#define FAULT(id, name, what) [FAULT_##id] = (name),
#include "faults.def"
#undef FAULT
};

const char *const fault_texts[FAULTS] = {
    [FAULT_NONE] = "the machine as it is",
#define FAULT(id, name, what) [FAULT_##id] = (what),
#include "faults.def"
#undef FAULT
};

enum fault fault_find(const char *name) {
    for (int i = 0; i < FAULTS; i++)
        if (strcmp(fault_names[i], name) == 0)
            return (enum fault)i;
    return FAULTS;
}

bool fault_strikes(struct world *world, enum fault fault, uint32_t one_in) {
    return world->plan.fault == fault && dice_in(&world->tamper, 1, one_in);
}

/* ---- texts that are told ---- */

struct difference {
    const struct table *table;
    int64_t from, to;
    int viewer;
};

static void write_difference(struct sr_out *out, const void *context) {
    const struct difference *one = context;
    sr_view_diff(out, one->table->game, truth_state(one->table, one->from),
                 truth_state(one->table, one->to), one->viewer);
}

static struct letter *letter_of(struct sr_buffer *text) {
    struct letter *letter = text->broken ? NULL : letter_new(text->text, text->length);
    sr_buffer_free(text);
    return letter;
}

/* The difference since the entry before the last. */
static struct letter *with_wrong_base(const struct table *table, int viewer,
                                      const struct letter *letter) {
    const char *diff = strstr(letter->text, ",\"diff\":"),
               *rest = strstr(letter->text, ",\"prompt\":");
    int64_t to = letter_number(letter, "\"number\":", 0);
    if (!diff || !rest || to < 2 || to > table->entries)
        return NULL;
    const struct difference one = {.table = table, .from = to - 2, .to = to, .viewer = viewer};
    struct sr_buffer text = {0};
    sr_buffer_add_bytes(&text, letter->text, (size_t)(diff - letter->text));
    sr_buffer_add(&text, ",\"diff\":");
    sr_buffer_write_json(&text, write_difference, &one);
    sr_buffer_add(&text, rest);
    return letter_of(&text);
}

static struct letter *with_seed(const struct table *table, const struct letter *letter) {
    struct sr_buffer text = {0};
    sr_buffer_add_bytes(&text, letter->text, letter->length - 1);
    sr_buffer_add(&text, ",\"seed\":\"");
    sr_buffer_add_hex(&text, table->row.seed, sizeof table->row.seed);
    sr_buffer_add(&text, "\"}");
    return letter_of(&text);
}

struct letter *fault_letter(struct world *world, struct socket *socket,
                            const struct letter *letter) {
    const struct table *table = &world->table[socket->table];
    if (letter_is(letter, "event") && socket->told_seat != SR_REFEREE &&
        fault_strikes(world, FAULT_WRONG_BASE, 20))
        return with_wrong_base(table, socket->told_seat, letter);
    if (letter_is(letter, "table") && fault_strikes(world, FAULT_SEED_TOLD, 50))
        return with_seed(table, letter);
    return NULL;
}

/* ---- messages that nobody sent ---- */

static void say_for(struct world *world, int node, int place, int seat, enum sr_say say) {
    static struct sr_message message;
    const struct sr_chair *chair = &world->table[place].row.chair[seat];
    if (!chair->person || !world->node[node].up)
        return;
    sr_message_init(&message, say);
    message.agree = true;
    struct sr_input input = {.kind = SR_INPUT_SAYS,
                             .says = {.caller = world_number(world), .message = &message}};
    input.says.guest.person.id = chair->person;
    node_take(world, node, place, &input);
}

void fault_after_message(struct world *world, int node, int place, enum sr_say say) {
    const struct table *table = &world->table[place];
    if (say == SR_MESSAGE_ASK && fault_strikes(world, FAULT_NO_CONSENT, 1))
        for (int seat = 0; seat < table->row.seats; seat++)
            say_for(world, node, place, seat, SR_MESSAGE_ANSWER);
    if (table->row.status == SR_TABLE_PLAYING && fault_strikes(world, FAULT_LEFT_ALONE, 50))
        say_for(world, node, place, (int)dice_below(&world->tamper, (uint32_t)table->row.seats),
                SR_MESSAGE_LEAVE);
}
