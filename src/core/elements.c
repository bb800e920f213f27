/* Compiles the fields table of a game into its list of elements and into plans to read them. */
#include "elements.h"

#include "elements_plan.h"
#include "relative.h"

#include <string.h>

/* The list and one seat's plan in the making. The list comes out the same for every seat: it is
 * written with the plan of the first. */
struct maker {
    struct sr_elements *to;
    struct sr_plan *plan;
    const struct sr_setup *setup;
    int observer;
    uint32_t count;
    bool full;
};

/* ---- numbers ---- */

static int16_t narrow(int64_t value) {
    if (value < INT16_MIN)
        return INT16_MIN;
    return value > INT16_MAX ? INT16_MAX : (int16_t)value;
}

static int bits_of(const struct sr_domain *of, int seats) {
    int bits = 0;
    while (sr_relative_most(of, seats) >> bits)
        bits++;
    return bits;
}

/* ---- translations ---- */

enum { KEY_SET = 0x100, KEY_NONE = 0x200, KEY_MADE = 0x400 };

static int translation(struct maker *maker, const struct sr_domain *of) {
    struct sr_plan *plan = maker->plan;
    int seats = maker->to->seats, each = sr_each_seat(of);
    bool is_set = sr_is_set_of_seats(of);
    int key = KEY_MADE | (is_set ? KEY_SET : each) | (of->may_be_none ? KEY_NONE : 0);
    for (int i = 0; i < plan->tables; i++)
        if (plan->table_key[i] == key)
            return i;
    if (plan->tables == SR_MAX_ELEMENT_TABLES) {
        maker->full = true;
        return 0;
    }
    int16_t *table = plan->table[plan->tables];
    for (int value = 0; value < 256; value++)
        if (of->may_be_none && value == SR_NONE)
            table[value] = SR_ELEMENT_NONE;
        else
            table[value] = (int16_t)sr_relative(of, value, seats, maker->observer);
    plan->table_key[plan->tables] = (uint16_t)key;
    return plan->tables++;
}

/* ---- the list ---- */

static struct sr_element *add(struct maker *maker, enum sr_element_part part,
                              enum sr_element_kind kind, const struct sr_domain *of) {
    if (maker->count == SR_MAX_ELEMENTS) {
        maker->full = true;
        maker->count = 0; /* whatever follows has somewhere to go */
    }
    struct sr_element *element = &maker->to->list[maker->count++];
    *element = (struct sr_element){.part = (uint8_t)part, .kind = (uint8_t)kind, .of = of};
    if (of && kind != SR_ELEMENT_BIT) {
        element->low = of->may_be_none ? SR_ELEMENT_NONE : narrow(sr_relative_least(of));
        element->high = narrow(sr_relative_most(of, maker->to->seats));
    } else {
        element->high = 1;
    }
    return element;
}

static struct sr_element *add_number(struct maker *maker, enum sr_element_part part,
                                     enum sr_element_kind kind, int low, int high) {
    struct sr_element *element = add(maker, part, kind, NULL);
    element->low = (int16_t)low;
    element->high = (int16_t)high;
    return element;
}

static enum sr_element_kind kind_of(const struct sr_domain *of) {
    switch (of->kind) {
    case SR_FLAG:
    case SR_BITS:
        return SR_ELEMENT_BIT;
    case SR_NAMED:
    case SR_SEAT:
        return SR_ELEMENT_CHOICE;
    case SR_NUMBER:
        break;
    }
    return SR_ELEMENT_NUMBER;
}

/* ---- fields ---- */

static enum how how_of(const struct sr_field *field) {
    const struct sr_domain *of = field->of;
    size_t width = sr_field_width(field);
    if (sr_is_set_of_seats(of))
        return READ_SEATS;
    if (of->kind == SR_BITS)
        return READ_BITS;
    if (width == 1) {
        if (sr_each_seat(of) && of->max <= INT8_MAX)
            return READ_TURNED;
        if (sr_each_seat(of) || (of->may_be_none && of->max > INT8_MAX))
            return READ_TABLE;
        return of->max > INT8_MAX ? READ_UNSIGNED : READ_SIGNED;
    }
    return width == 2 && !of->may_be_none && of->max <= INT16_MAX ? READ_PAIR : READ_WIDE;
}

static bool is_listed(const struct sr_field *field) {
    int axes = sr_field_axes(field);
    return axes && field->axis[axes - 1].kind == SR_LIST;
}

static unsigned guards_of(const struct maker *maker, const struct sr_field *field) {
    unsigned guards = is_listed(field) ? (unsigned)GUARD_LIST : 0U;
    if (maker->to->scope == SR_SCOPE_WORLD)
        return guards;
    if (sr_field_see(field) == SR_SEEN_BY)
        guards |= GUARD_SEEN;
    if (sr_field_see(field) == SR_DECIDER)
        guards |= GUARD_DECIDER;
    if (field->memory_at)
        guards |= GUARD_MEMORY;
    return guards;
}

/* Does a value go on where the last segment ends? */
static bool goes_on(const struct sr_segment *last, const struct sr_segment *next) {
    return last->how == next->how && last->guards == next->guards && last->table == next->table &&
           last->bits == next->bits && last->width == next->width &&
           last->is_signed == next->is_signed && last->may_be_none == next->may_be_none &&
           last->length_at == next->length_at && last->memory_at == next->memory_at &&
           last->turn == next->turn && last->round == next->round &&
           last->at + last->count * last->width == next->at &&
           last->out + last->count * last->bits == next->out &&
           (!(next->guards & GUARD_SEEN) || last->masks_at + last->count == next->masks_at);
}

static void add_to_plan(struct maker *maker, const struct sr_segment *value) {
    struct sr_plan *plan = maker->plan;
    if (plan->segments && goes_on(&plan->segment[plan->segments - 1], value)) {
        plan->segment[plan->segments - 1].count++;
        return;
    }
    if (plan->segments == SR_MAX_SEGMENTS) {
        maker->full = true;
        plan->segments = 0;
    }
    plan->segment[plan->segments++] = *value;
}

/* Blocks may go past the end of a segment, never past the end of the state or of the row. */
static bool has_room(const struct maker *maker, const struct sr_segment *segment) {
    return segment->at + segment->count * segment->width + BLOCK <= (int)maker->to->game->size &&
           segment->out + segment->count * segment->bits + 2 * BLOCK <= (int)maker->count;
}

/* Of a segment at the end of the state or of the row, the front has room; the rest is cut off. */
static void cut_at_the_end(struct maker *maker, int i) {
    struct sr_plan *plan = maker->plan;
    struct sr_segment *front = &plan->segment[i];
    if (has_room(maker, front) || front->guards || plan->segments == SR_MAX_SEGMENTS)
        return;
    struct sr_segment rest = *front;
    while (front->count && !has_room(maker, front))
        front->count--;
    if (!front->count || front->count == rest.count) {
        front->count = rest.count;
        return;
    }
    rest.count = (uint16_t)(rest.count - front->count);
    rest.at = (uint16_t)(rest.at + front->count * front->width);
    rest.out = (uint16_t)(rest.out + front->count * front->bits);
    memmove(front + 2, front + 1, (size_t)(plan->segments - i - 1) * sizeof *front);
    front[1] = rest;
    plan->segments++;
}

static void find_room(struct maker *maker) {
    struct sr_plan *plan = maker->plan;
    for (int i = 0; i < plan->segments; i++) {
        cut_at_the_end(maker, i);
        struct sr_segment *segment = &plan->segment[i];
        segment->roomy = has_room(maker, segment);
        if (segment->roomy && segment->how == READ_SIGNED && !segment->guards)
            segment->how = READ_BLOCKS;
        if (!segment->roomy && segment->how == READ_TURNED)
            segment->how = READ_TABLE;
    }
}

/* A run costs as much as some ten single values: shorter ones that follow each other are read value
 * by value instead. */
static bool is_short(const struct sr_segment *segment) {
    return (segment->how == READ_BLOCKS || segment->how == READ_SIGNED) && !segment->guards &&
           segment->count <= BLOCK;
}

static void gather_short_runs(struct sr_plan *plan) {
    uint16_t kept = 0;
    for (int i = 0; i < plan->segments; i++) {
        struct sr_segment run = plan->segment[i];
        struct sr_segment *last = kept ? &plan->segment[kept - 1] : NULL;
        bool more = i + 1 < plan->segments && is_short(&plan->segment[i + 1]);
        bool joins = last && last->how == READ_GATHER && last->out + last->count == run.out;
        if (!is_short(&run) || (!joins && !more)) {
            plan->segment[kept++] = run;
            continue;
        }
        if (!joins) {
            last = &plan->segment[kept++];
            *last = (struct sr_segment){
                .how = READ_GATHER, .bits = 1, .width = 1, .out = run.out, .at = plan->offsets};
        }
        for (int value = 0; value < run.count; value++)
            plan->offset[plan->offsets++] = (uint16_t)(run.at + value);
        last->count = (uint16_t)(last->count + run.count);
    }
    plan->segments = kept;
}

/* ---- strands ---- */

static bool can_shuffle(void) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("ssse3");
#else
    return false;
#endif
}

enum { NOTHING_HERE = 0x80 }; /* shuffled in, it is zero */

/* The strands of the block of elements from `out` on, whose values are at `offset`. A byte goes
 * into the upper half of its element, from where it is shifted down with its sign. */
static void twist(struct sr_plan *plan, const uint16_t *offset, int count, int out, int size) {
    bool taken[BLOCK] = {false};
    for (int left = count; left;) {
        int lowest = size;
        for (int i = 0; i < count; i++)
            if (!taken[i] && offset[i] < lowest)
                lowest = offset[i];
        struct sr_strand *strand = &plan->strand[plan->strands++];
        strand->at = (uint16_t)(lowest > size - SR_STRAND ? size - SR_STRAND : lowest);
        memset(strand->shuffle, NOTHING_HERE, sizeof strand->shuffle);
        for (int i = 0; i < count; i++) {
            if (taken[i] || offset[i] < strand->at || offset[i] >= strand->at + SR_STRAND)
                continue;
            strand->shuffle[2 * i + 1] = (uint8_t)(offset[i] - strand->at);
            taken[i] = true;
            left--;
        }
        strand->out = (uint16_t)(left ? 0 : out);
    }
}

/* The last block of a segment begins so that it ends with it: what it writes twice is the same. */
static void spin(struct sr_plan *plan, int size) {
    if (!can_shuffle() || size < SR_STRAND)
        return;
    for (int i = 0; i < plan->segments; i++) {
        struct sr_segment *segment = &plan->segment[i];
        if (segment->how != READ_GATHER || segment->count < BLOCK ||
            plan->strands + segment->count + BLOCK > SR_MAX_STRANDS)
            continue;
        segment->strand = plan->strands;
        for (int first = 0; first < segment->count; first += BLOCK) {
            int from = first + BLOCK > segment->count ? segment->count - BLOCK : first;
            twist(plan, &plan->offset[segment->at + from], BLOCK, segment->out + from, size);
        }
        segment->strands = (uint16_t)(plan->strands - segment->strand);
    }
}

static void lay_value(struct maker *maker, const struct sr_field *field, struct sr_index index,
                      uint16_t out, int bits) {
    size_t element = sr_field_element(field, index), width = sr_field_width(field);
    enum how how = how_of(field);
    struct sr_segment value = {.how = (uint8_t)how,
                               .guards = (uint8_t)guards_of(maker, field),
                               .at = (uint16_t)(field->offset + element * width),
                               .out = out,
                               .count = 1,
                               .bits = (uint8_t)bits,
                               .width = (uint8_t)width};
    if (how == READ_TABLE || how == READ_TURNED)
        value.table = (uint8_t)translation(maker, field->of);
    if (how == READ_TURNED) {
        value.turn = (int16_t)(maker->observer * sr_each_seat(field->of));
        value.round = (int16_t)(maker->to->seats * sr_each_seat(field->of));
    }
    if (how == READ_WIDE) {
        value.is_signed = field->of->min < 0;
        value.may_be_none = field->of->may_be_none;
    }
    if (value.guards & GUARD_LIST)
        value.length_at =
            (uint16_t)(field->length_at + element / field->axis[sr_field_axes(field) - 1].count);
    if (value.guards & GUARD_SEEN)
        value.masks_at = (uint16_t)(field->seen_by_at + element);
    if (value.guards & GUARD_MEMORY)
        value.memory_at = field->memory_at;
    add_to_plan(maker, &value);
}

static void add_value(struct maker *maker, const struct sr_field *field, struct sr_index index) {
    enum sr_element_kind kind = kind_of(field->of);
    if (field->role == SR_LENGTH)
        kind = SR_ELEMENT_COUNT;
    else if (is_listed(field) && kind != SR_ELEMENT_BIT)
        kind = SR_ELEMENT_ENTRY;
    struct sr_element *element = add(maker, SR_OF_FIELD, kind, field->of);
    element->field = field;
    element->index = index;
    unsigned guards = guards_of(maker, field);
    if ((guards & GUARD_LIST) && element->low > SR_ELEMENT_NONE)
        element->low = SR_ELEMENT_NONE;
    if (guards & (GUARD_SEEN | GUARD_DECIDER | GUARD_MEMORY) && element->low > SR_ELEMENT_HIDDEN)
        element->low = SR_ELEMENT_HIDDEN;
}

/* One value of a field: its elements, and how they are read. `seen` has the indexes as the observer
 * counts, `true_index` as the state does. */
static void lay(struct maker *maker, const struct sr_field *field, struct sr_index seen,
                struct sr_index true_index) {
    bool is_set = field->of->kind == SR_BITS;
    int bits = is_set ? bits_of(field->of, maker->to->seats) : 1;
    uint16_t out = (uint16_t)maker->count;
    for (int bit = 0; bit < bits; bit++) {
        add_value(maker, field, seen);
        maker->to->list[maker->count - 1].bit = (uint8_t)bit;
    }
    lay_value(maker, field, true_index, out, bits);
}

/* What the observer counts as number `at` along an axis. */
static int true_place(const struct maker *maker, const struct sr_axis *axis, int at) {
    int seats = maker->to->seats;
    if (axis->kind == SR_BY_SEAT)
        return (at + maker->observer) % seats;
    if (axis->kind == SR_BY_NAME && axis->names->each_seat)
        return sr_absolute(axis->names, at, seats, maker->observer);
    return at;
}

static void walk(struct maker *maker, const struct sr_field *field, struct sr_index seen,
                 struct sr_index true_index, int axis) {
    if (axis >= SR_MAX_AXES || axis == sr_field_axes(field)) {
        lay(maker, field, seen, true_index);
        return;
    }
    const struct sr_axis *along = &field->axis[axis];
    int count = along->kind == SR_BY_SEAT ? maker->to->seats : along->count;
    bool own_alone =
        axis == 0 && maker->to->scope == SR_SCOPE_SEAT && sr_field_see(field) == SR_OWNER;
    if (own_alone)
        count = 1;
    for (int at = 0; at < count; at++) {
        seen.at[axis] = (uint16_t)at;
        true_index.at[axis] = (uint16_t)true_place(maker, along, at);
        walk(maker, field, seen, true_index, axis + 1);
    }
}

static bool has_elements(const struct maker *maker, const struct sr_field *field) {
    if (field->role == SR_PADDING)
        return false;
    if (maker->to->scope == SR_SCOPE_WORLD)
        return true;
    return sr_field_see(field) != SR_NOBODY &&
           (!field->shown_by || maker->setup->options[field->shown_by - 1]);
}

/* ---- head and agenda ---- */

static void add_head(struct maker *maker) {
    const struct sr_game *game = maker->to->game;
    add_number(maker, SR_OF_OBSERVER, SR_ELEMENT_CHOICE, 0, maker->to->seats - 1);
    add_number(maker, SR_OF_PHASE, SR_ELEMENT_CHOICE, 0, game->phase_count - 1);
    add(maker, SR_OF_DECIDER, SR_ELEMENT_CHOICE, &sr_a_seat_or_none);
    add(maker, SR_OF_OVER, SR_ELEMENT_BIT, &sr_a_flag);
}

/* An argument may be hidden while the item lies there; and none where none lies there. */
static void add_top(struct maker *maker, int phase) {
    const struct sr_game *game = maker->to->game;
    maker->to->top_of[phase] = (uint16_t)maker->count;
    for (int arg = 0; arg < sr_phase_args(game, phase); arg++) {
        const struct sr_phase_arg *of = &game->phases[phase].args[arg];
        enum sr_element_kind kind = kind_of(of->of);
        if (kind == SR_ELEMENT_BIT)
            kind = SR_ELEMENT_NUMBER;
        struct sr_element *element = add(maker, SR_OF_TOP, kind, of->of);
        element->phase = (uint8_t)phase;
        element->arg = (uint8_t)arg;
        element->low = of->see == SR_ALL || maker->to->scope == SR_SCOPE_WORLD ? SR_ELEMENT_NONE
                                                                               : SR_ELEMENT_HIDDEN;
    }
}

static void add_items(struct maker *maker) {
    const struct sr_game *game = maker->to->game;
    for (int depth = 1; depth < game->agenda_room; depth++) {
        add_number(maker, SR_OF_ITEM_PHASE, SR_ELEMENT_CHOICE, SR_ELEMENT_NONE,
                   game->phase_count - 1)
            ->depth = (uint8_t)depth;
        add(maker, SR_OF_ITEM_SEAT, SR_ELEMENT_CHOICE, &sr_a_seat_or_none)->depth = (uint8_t)depth;
        for (int byte = 0; byte < maker->to->item_bytes; byte++) {
            struct sr_element *element =
                add_number(maker, SR_OF_ITEM_ARG, SR_ELEMENT_NUMBER, SR_ELEMENT_HIDDEN, UINT8_MAX);
            element->depth = (uint8_t)depth;
            element->arg = (uint8_t)byte;
        }
    }
}

static void add_agenda(struct maker *maker) {
    struct sr_elements *to = maker->to;
    const struct sr_game *game = to->game;
    for (int phase = 0; phase < game->phase_count; phase++)
        for (int arg = 0; arg < sr_phase_args(game, phase); arg++) {
            const struct sr_phase_arg *of = &game->phases[phase].args[arg];
            to->arg_table[phase][of->at] = (uint8_t)translation(maker, of->of);
            to->arg_see[phase][of->at] = of->see;
            if (of->at >= to->item_bytes)
                to->item_bytes = (uint16_t)(of->at + 1);
        }
    to->agenda_out = (uint16_t)maker->count;
    add_number(maker, SR_OF_AGENDA, SR_ELEMENT_COUNT, 0, game->agenda_room);
    to->top_out = (uint16_t)maker->count;
    for (int phase = 0; phase < game->phase_count; phase++)
        add_top(maker, phase);
    to->items_out = (uint16_t)maker->count;
    add_items(maker);
}

/* ---- the whole ---- */

uint64_t sr_mix_text(uint64_t sum, const char *text) {
    for (; *text; text++)
        sum = sr_mix(sum, (unsigned char)*text);
    return sr_mix(sum, 0);
}

static uint64_t mix_meaning(uint64_t sum, const struct sr_elements *elements, int at) {
    const struct sr_element *element = &elements->list[at];
    char name[256];
    struct sr_out out;
    sr_out_open(&out, name, sizeof name);
    sr_element_name(&out, elements, at);
    sum = sr_mix_text(sum, name);
    sum = sr_mix(sum, element->kind);
    sum = sr_mix(sum, (uint64_t)element->low);
    sum = sr_mix(sum, (uint64_t)element->high);
    if (!element->of || element->kind == SR_ELEMENT_BIT || !sr_domain_has_names(element->of))
        return sum;
    for (int64_t value = element->of->min; value <= element->of->max; value++) {
        char put_together[SR_ID_BYTES];
        const char *id = sr_domain_id(element->of, value, put_together);
        sum = sr_mix_text(sum, id ? id : "");
    }
    return sum;
}

static uint64_t meaning(const struct sr_elements *elements) {
    const struct sr_game *game = elements->game;
    uint64_t sum = sr_mix_text(SR_MIX_NOTHING, game->name);
    sum = sr_mix(sum, elements->seats);
    sum = sr_mix(sum, elements->scope);
    for (int phase = 0; phase < game->phase_count; phase++)
        sum = sr_mix_text(sum, game->phases[phase].name);
    for (int at = 0; at < elements->count; at++)
        sum = mix_meaning(sum, elements, at);
    return sum;
}

bool sr_elements_of(struct sr_elements *elements, const struct sr_game *game,
                    const struct sr_setup *setup, enum sr_scope scope) {
    memset(elements, 0, sizeof *elements);
    elements->game = game;
    elements->scope = scope;
    elements->seats = setup->seats;
    for (int observer = 0; observer < setup->seats; observer++) {
        struct maker maker = {.to = elements,
                              .plan = &elements->plan[observer],
                              .setup = setup,
                              .observer = observer};
        /* The first translation is of seats: head and agenda count on it. */
        translation(&maker, &sr_a_seat_or_none);
        for (int set = 0; set < 1 << setup->seats; set++)
            maker.plan->turned_set[set] =
                (uint8_t)((set >> observer | set << (setup->seats - observer)) &
                          ((1 << setup->seats) - 1));
        add_head(&maker);
        if (game->agenda_room)
            add_agenda(&maker);
        for (int i = 0; i < game->fields->count; i++)
            if (has_elements(&maker, &game->fields->list[i]))
                walk(&maker, &game->fields->list[i], (struct sr_index){{0}}, (struct sr_index){{0}},
                     0);
        if (maker.full)
            return false;
        find_room(&maker);
        gather_short_runs(maker.plan);
        spin(maker.plan, (int)game->size);
        elements->count = (uint16_t)maker.count;
    }
    elements->hash = meaning(elements);
    return true;
}

/* ---- names ---- */

static void put_place(struct sr_out *out, int at) {
    sr_put_char(out, '[');
    sr_put_number(out, at);
    sr_put_char(out, ']');
}

static void put_path(struct sr_out *out, const struct sr_elements *elements,
                     const struct sr_element *element) {
    const struct sr_field *field = element->field;
    sr_put(out, field->name);
    for (int axis = 0; axis < sr_field_axes(field); axis++) {
        const struct sr_axis *along = &field->axis[axis];
        int at = element->index.at[axis];
        if (along->kind == SR_BY_SEAT) {
            sr_put_char(out, '.');
            sr_put_relative_seat(out, at);
        } else if (along->kind == SR_BY_NAME) {
            sr_put_char(out, '.');
            sr_relative_write(out, along->names, along->names->min + at, elements->seats);
        } else {
            put_place(out, at);
        }
    }
    if (field->of->kind != SR_BITS)
        return;
    sr_put_char(out, ':');
    if (sr_is_set_of_seats(field->of))
        sr_put_relative_seat(out, element->bit);
    else
        sr_put(out, field->of->names[element->bit].id);
}

void sr_element_name(struct sr_out *out, const struct sr_elements *elements, int at) {
    const struct sr_element *element = &elements->list[at];
    const struct sr_game *game = elements->game;
    switch ((enum sr_element_part)element->part) {
    case SR_OF_FIELD:
        put_path(out, elements, element);
        return;
    case SR_OF_OBSERVER:
        sr_put(out, "seat");
        return;
    case SR_OF_PHASE:
        sr_put(out, "phase");
        return;
    case SR_OF_DECIDER:
        sr_put(out, "decider");
        return;
    case SR_OF_OVER:
        sr_put(out, "over");
        return;
    case SR_OF_AGENDA:
        sr_put(out, "agenda.length");
        return;
    case SR_OF_TOP:
        sr_put(out, "agenda[0].");
        sr_put(out, game->phases[element->phase].name);
        sr_put_char(out, '.');
        sr_put(out, game->phases[element->phase].args[element->arg].name);
        return;
    case SR_OF_ITEM_PHASE:
    case SR_OF_ITEM_SEAT:
    case SR_OF_ITEM_ARG:
        break;
    }
    sr_put(out, "agenda");
    put_place(out, element->depth);
    if (element->part == SR_OF_ITEM_ARG) {
        sr_put(out, ".arg");
        put_place(out, element->arg);
    } else {
        sr_put(out, element->part == SR_OF_ITEM_PHASE ? ".phase" : ".seat");
    }
}
