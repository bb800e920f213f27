/* The list of inputs, made from the list of elements; and the reading of a state by it. */
#include "inputs.h"

#include "elements_plan.h"

#include <string.h>

enum { MOST_VALUES = 32, BYTE_VALUES = 256 }; /* numbers with more values are counted in steps */

/* ---- making groups ---- */

struct maker {
    struct sr_inputs *to;
    const struct sr_elements *from;
    bool full;
};

static int add_map(struct maker *maker, const uint8_t map[BYTE_VALUES]) {
    struct sr_inputs *to = maker->to;
    for (int i = 0; i < to->maps; i++)
        if (memcmp(to->map[i], map, BYTE_VALUES) == 0)
            return i;
    if (to->maps == SR_INPUT_MAPS) {
        maker->full = true;
        return 0;
    }
    memcpy(to->map[to->maps], map, BYTE_VALUES);
    return to->maps++;
}

/* A group; says which. */
static int add_group(struct maker *maker, int element, int count, bool set, bool listed) {
    struct sr_inputs *to = maker->to;
    if (to->groups == SR_INPUT_GROUPS || to->count + count > UINT16_MAX) {
        maker->full = true;
        return 0;
    }
    to->group[to->groups] = (struct sr_input_group){.first = to->count,
                                                    .count = (uint16_t)count,
                                                    .values = (uint16_t)(set ? 1 << count : count),
                                                    .element = (uint16_t)element,
                                                    .set = set,
                                                    .listed = listed};
    to->count = (uint16_t)(to->count + count);
    to->hash = sr_mix(sr_mix(to->hash, (uint64_t)element), (uint64_t)count);
    to->hash = sr_mix(to->hash, (uint64_t)set << 1 | listed);
    return to->groups++;
}

static void add_reading(struct maker *maker, int seat, struct sr_input_reading reading) {
    struct sr_input_view *view = &maker->to->view[seat];
    if (view->readings == SR_INPUT_READINGS)
        maker->full = true;
    else
        view->reading[view->readings++] = reading;
}

/* ---- values of fields ---- */

/* A value of a field: its first element. */
struct value {
    int element;
    const struct sr_element *is;
};

/* The segment of a seat's plan that reads an element, and where in the state its value stands. */
static const struct sr_segment *segment_of(const struct sr_plan *plan, int element, uint16_t *at) {
    const struct sr_segment *segment = plan->segment;
    while (element >= segment->out + segment->count * segment->bits)
        segment++;
    int place = (element - segment->out) / segment->bits;
    *at = segment->how == READ_GATHER ? plan->offset[segment->at + place]
                                      : (uint16_t)(segment->at + place * segment->width);
    return segment;
}

static bool is_translated(const struct sr_segment *segment) {
    return segment->how == READ_TABLE || segment->how == READ_TURNED;
}

static bool is_signed(const struct sr_segment *segment) {
    return segment->how == READ_SIGNED || segment->how == READ_BLOCKS ||
           segment->how == READ_GATHER;
}

/* Steps so large that there are not too many of them. */
static int shift_for(const struct sr_element *element) {
    int shift = 0;
    while ((element->high - element->low) >> shift >= MOST_VALUES &&
           (element->kind == SR_ELEMENT_NUMBER || element->kind == SR_ELEMENT_COUNT))
        shift++;
    return shift;
}

/* What each byte is as a value of a group, by the segment that reads it. */
static int map_number(struct maker *maker, const struct sr_plan *plan,
                      const struct sr_segment *segment, const struct sr_element *element) {
    int shift = shift_for(element), last = (element->high - element->low) >> shift;
    uint8_t map[BYTE_VALUES];
    for (int byte = 0; byte < BYTE_VALUES; byte++) {
        int read = is_signed(segment)       ? (int8_t)byte
                   : is_translated(segment) ? plan->table[segment->table][byte]
                                            : byte;
        int value = segment->width > 1 ? byte : (read - element->low) >> shift;
        map[byte] = (uint8_t)(value < 0 ? 0 : value > last ? last : value);
    }
    return add_map(maker, map);
}

static void add_number(struct maker *maker, const struct value *value) {
    const struct sr_element *element = value->is;
    int shift = shift_for(element), count = ((element->high - element->low) >> shift) + 1;
    int group = add_group(maker, value->element, count, false, false);
    for (int seat = 0; seat < maker->to->seats; seat++) {
        const struct sr_plan *plan = &maker->from->plan[seat];
        uint16_t at;
        const struct sr_segment *segment = segment_of(plan, value->element, &at);
        add_reading(maker, seat,
                    (struct sr_input_reading){
                        .at = at,
                        .group = (uint16_t)group,
                        .map = (uint8_t)map_number(maker, plan, segment, element),
                        .width = segment->width,
                        .shift = (uint8_t)(segment->width > 1 ? shift : 0),
                        .least = element->low,
                    });
    }
}

/* Some bits of a byte, turned if they are seats. */
static int map_set(struct maker *maker, bool seats_set, int seat, int down, int bits) {
    uint8_t map[BYTE_VALUES];
    int seats = maker->to->seats, mask = (1 << seats) - 1;
    for (int byte = 0; byte < BYTE_VALUES; byte++) {
        int set = seats_set ? ((byte & mask) >> seat | (byte & mask) << (seats - seat)) & mask
                            : byte >> down;
        map[byte] = (uint8_t)(set & ((1 << bits) - 1));
    }
    return add_map(maker, map);
}

/* Small tables stay in the cache: sets that do not fit in a byte go by halves of it. */
static void add_set(struct maker *maker, const struct value *value) {
    uint16_t unused;
    int all = segment_of(&maker->from->plan[0], value->element, &unused)->bits;
    int most = all > SR_SET_BITS ? SR_SET_BITS / 2 : SR_SET_BITS;
    for (int first = 0; first < all; first += most) {
        int bits = all - first < most ? all - first : most;
        int group = add_group(maker, value->element + first, bits, true, false);
        for (int seat = 0; seat < maker->to->seats; seat++) {
            const struct sr_plan *plan = &maker->from->plan[seat];
            uint16_t at;
            const struct sr_segment *segment = segment_of(plan, value->element, &at);
            bool wide = segment->width > 1;
            int map = map_set(maker, segment->how == READ_SEATS, seat, wide ? 0 : first, bits);
            add_reading(maker, seat,
                        (struct sr_input_reading){.at = at,
                                                  .group = (uint16_t)group,
                                                  .map = (uint8_t)map,
                                                  .width = segment->width,
                                                  .shift = (uint8_t)(wide ? first : 0),
                                                  .part = true});
        }
    }
}

/* The first entry of a list speaks for all of them. */
static void add_list(struct maker *maker, const struct value *value) {
    const struct sr_element *element = value->is;
    int axes = sr_field_axes(element->field);
    int group = add_group(maker, value->element, element->high - element->low + 1, false, true);
    for (int seat = 0; seat < maker->to->seats; seat++) {
        const struct sr_plan *plan = &maker->from->plan[seat];
        uint16_t at;
        const struct sr_segment *segment = segment_of(plan, value->element, &at);
        struct sr_input_view *view = &maker->to->view[seat];
        if (view->lists == SR_INPUT_LISTS) {
            maker->full = true;
            return;
        }
        view->list[view->lists++] =
            (struct sr_input_list){.at = at,
                                   .length_at = segment->length_at,
                                   .most = element->field->axis[axes - 1].count,
                                   .group = (uint16_t)group,
                                   .map = (uint8_t)map_number(maker, plan, segment, element)};
    }
}

/* Hidden from all, a note, or for guesses alone: nothing to look at. */
static bool is_input(const struct sr_field *field) {
    return !field->remembered && !(field->see & SR_NOTE) && sr_field_see(field) != SR_NOBODY &&
           sr_field_width(field) <= 4;
}

static void add_value(struct maker *maker, const struct value *value) {
    const struct sr_field *field = value->is->field;
    int axes = sr_field_axes(field);
    bool listed = axes && field->axis[axes - 1].kind == SR_LIST;
    if (!is_input(field))
        return;
    if (listed && (value->is->kind != SR_ELEMENT_ENTRY || sr_field_width(field) > 1 ||
                   sr_field_see(field) == SR_SEEN_BY || value->is->index.at[axes - 1]))
        return; /* a deck, parts of which somebody saw, is mostly order; others are told once */
    if (listed)
        add_list(maker, value);
    else if (field->of->kind == SR_BITS)
        add_set(maker, value);
    else
        add_number(maker, value);
}

static void add_fields(struct maker *maker) {
    struct value value = {0};
    for (int i = 0; i < maker->from->count; i++) {
        const struct sr_element *element = &maker->from->list[i];
        if (element->part != SR_OF_FIELD || element->bit)
            continue;
        value.element = i;
        value.is = element;
        add_value(maker, &value);
    }
}

/* ---- beside the fields ---- */

static void add_plain(struct maker *maker, int element, int values, size_t at, int width) {
    uint8_t table[BYTE_VALUES];
    for (int byte = 0; byte < BYTE_VALUES; byte++)
        table[byte] = (uint8_t)(byte < values ? byte : values - 1);
    int map = add_map(maker, table), group = add_group(maker, element, values, false, false);
    for (int seat = 0; seat < maker->to->seats; seat++)
        add_reading(maker, seat,
                    (struct sr_input_reading){.at = (uint16_t)at,
                                              .group = (uint16_t)group,
                                              .map = (uint8_t)map,
                                              .width = (uint8_t)width});
}

static void add_relations(struct maker *maker) {
    const struct sr_mind *mind = sr_mind_of(maker->to->game);
    size_t at = 0;
    for (int i = 0; i < mind->relation_count; i++) {
        const struct sr_relation *relation = &mind->relations[i];
        maker->to->hash = sr_mix_text(maker->to->hash, relation->name);
        for (int number = 0; number < relation->count; number++)
            add_plain(maker, SR_INPUT_RELATION, relation->most + 1, at++, 0);
    }
    if (at > SR_MAX_RELATIONS)
        maker->full = true;
}

/* An argument of the decision at hand, none included. */
static void add_arg(struct maker *maker, int element_number) {
    const struct sr_element *element = &maker->from->list[element_number];
    int phase = element->phase, last = element->high - element->low;
    int at = maker->to->game->phases[phase].args[element->arg].at;
    int group = add_group(maker, element_number, last + 1, false, false);
    for (int seat = 0; seat < maker->to->seats; seat++) {
        struct sr_input_agenda *agenda = &maker->to->view[seat].agenda;
        const int16_t *table = maker->from->plan[seat].table[maker->from->arg_table[phase][at]];
        uint8_t map[BYTE_VALUES];
        for (int byte = 0; byte < BYTE_VALUES; byte++) {
            int value = table[byte] - element->low;
            map[byte] = (uint8_t)(value < 0 ? 0 : value > last ? last : value);
        }
        int count = agenda->arg_count[phase]++;
        if (!count)
            agenda->args[phase] = (uint16_t)group;
        agenda->map[phase][count] = (uint8_t)add_map(maker, map);
        agenda->at[phase][count] = (uint8_t)at;
    }
}

static void add_agenda(struct maker *maker) {
    const struct sr_game *game = maker->to->game;
    if (!game->agenda_room)
        return;
    if (game->phase_count > SR_INPUT_PHASES) {
        maker->full = true;
        return;
    }
    int items = add_group(maker, maker->from->items_out, 2 * game->phase_count, false, true);
    for (int seat = 0; seat < maker->to->seats; seat++)
        maker->to->view[seat].agenda.items = (uint16_t)items;
    for (int i = 0; i < maker->from->count; i++) {
        const struct sr_element *element = &maker->from->list[i];
        if (element->part == SR_OF_TOP && element->high - element->low < BYTE_VALUES)
            add_arg(maker, i);
    }
}

enum { PHASE_ELEMENT = 1 };

/* One decision is another thing for who takes it and for who waits. */
static void add_now(struct maker *maker) {
    int values = maker->to->game->phase_count * maker->to->seats;
    if (values > BYTE_VALUES)
        maker->full = true;
    else
        maker->to->now = (uint16_t)add_group(maker, PHASE_ELEMENT, values, false, false);
}

bool sr_inputs_compile(struct sr_inputs *inputs, struct sr_elements *elements,
                       const struct sr_game *game, int seats) {
    const struct sr_mind *mind = sr_mind_of(game);
    struct sr_setup setup;
    struct maker maker = {.to = inputs, .from = elements};
    sr_setup_init(game, &setup);
    setup.seats = (uint8_t)seats;
    memset(inputs, 0, sizeof *inputs);
    inputs->game = game;
    inputs->seats = seats;
    if (!sr_elements_of(elements, game, &setup, SR_SCOPE_WORLD))
        return false;
    inputs->hash = elements->hash;
    add_now(&maker);
    add_fields(&maker);
    add_agenda(&maker);
    add_relations(&maker);
    for (int i = 0; i < mind->feature_count; i++)
        inputs->hash = sr_mix_text(inputs->hash, mind->features[i].name);
    inputs->hash = sr_mix(inputs->hash, mind->stages);
    return !maker.full;
}

/* ---- reading ---- */

int sr_inputs_pending(const struct sr_inputs *inputs, const void *state, int seat,
                      struct sr_input_pending found[SR_INPUT_PENDING]) {
    const struct sr_input_agenda *view = &inputs->view[seat].agenda;
    const struct sr_head *head = sr_head(state);
    int pending = head->pending, count = 0;
    int away = (head->decider + inputs->seats - seat) % inputs->seats;
    found[count++] = (struct sr_input_pending){
        inputs->now, (uint8_t)(away * inputs->game->phase_count + head->phase)};
    if (!inputs->game->agenda_room || !pending)
        return count;
    if (pending > inputs->game->agenda_room)
        pending = inputs->game->agenda_room;
    const struct sr_item *agenda = sr_agenda(inputs->game, state), *top = &agenda[pending - 1];
    for (int i = 0; i < view->arg_count[top->phase]; i++)
        found[count++] = (struct sr_input_pending){
            (uint16_t)(view->args[top->phase] + i),
            inputs->map[view->map[top->phase][i]][top->arg[view->at[top->phase][i]]]};
    for (int i = 0; i < pending - 1 && count < SR_INPUT_PENDING; i++)
        found[count++] = (struct sr_input_pending){
            view->items, (uint8_t)(2 * agenda[i].phase + (agenda[i].seat != seat))};
    return count;
}

int sr_inputs_read(const struct sr_inputs *inputs, const void *state, int seat,
                   uint16_t on[SR_INPUT_ACTIVE]) {
    const struct sr_input_view *view = &inputs->view[seat];
    const struct sr_mind *mind = sr_mind_of(inputs->game);
    const unsigned char *bytes = state;
    uint8_t relations[SR_MAX_RELATIONS];
    struct sr_input_pending pending[SR_INPUT_PENDING];
    int count = 0;
    if (mind->relate)
        mind->relate(state, seat, relations);
    for (int i = 0; i < view->readings; i++) {
        const struct sr_input_reading *reading = &view->reading[i];
        const struct sr_input_group *group = &inputs->group[reading->group];
        unsigned value = sr_input_value(inputs, reading, bytes, relations);
        if (!group->set && count < SR_INPUT_ACTIVE)
            on[count++] = (uint16_t)(group->first + value);
        for (int bit = 0; group->set && bit < group->count; bit++)
            if ((value >> bit & 1) && count < SR_INPUT_ACTIVE)
                on[count++] = (uint16_t)(group->first + bit);
    }
    for (int i = 0; i < view->lists; i++) {
        const struct sr_input_list *list = &view->list[i];
        int length = bytes[list->length_at] < list->most ? bytes[list->length_at] : list->most;
        for (int n = 0; n < length && count < SR_INPUT_ACTIVE; n++)
            on[count++] = (uint16_t)(inputs->group[list->group].first +
                                     inputs->map[list->map][bytes[list->at + n]]);
    }
    int waiting = sr_inputs_pending(inputs, state, seat, pending);
    for (int i = 0; i < waiting && count < SR_INPUT_ACTIVE; i++)
        on[count++] = (uint16_t)(inputs->group[pending[i].group].first + pending[i].value);
    return count;
}

void sr_input_say(struct sr_out *out, const struct sr_inputs *inputs,
                  const struct sr_elements *elements, int input) {
    int number = 0, relation = 0;
    while (number + 1 < inputs->groups && inputs->group[number + 1].first <= input)
        relation += inputs->group[number++].element == SR_INPUT_RELATION;
    const struct sr_input_group *group = &inputs->group[number];
    const struct sr_mind *mind = sr_mind_of(inputs->game);
    if (group->element != SR_INPUT_RELATION) {
        sr_element_name(out, elements, group->element);
    } else {
        const struct sr_relation *of = mind->relations;
        for (; relation >= of->count; of++)
            relation -= of->count;
        sr_put(out, of->name);
        sr_put_char(out, '[');
        sr_put_number(out, relation);
        sr_put_char(out, ']');
    }
    sr_put_char(out, ' ');
    sr_put_number(out, input - group->first);
}
