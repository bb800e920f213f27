/* JSON out of the tables: views, positions, differences, events, moves, score sheets, games.
 *
 * One walk decides what a viewer may see, and both the view and the difference are made by it: so
 * a difference cannot show more than the view does. */
#include "view.h"

#include <string.h>

enum { SAID_BYTES = 2048 };

/* ---- strings and values ---- */

void sr_json_string(struct sr_out *out, const char *text) {
    static const char digits[] = "0123456789abcdef";
    size_t left = strlen(text);
    sr_put_char(out, '"');
    while (left) {
        uint32_t code;
        int length = sr_utf8_next(text, left, &code);
        if (!length) {
            sr_put(out, "\\ufffd");
            length = 1;
        } else if (code == '"' || code == '\\') {
            sr_put_char(out, '\\');
            sr_put_char(out, (char)code);
        } else if (code == '\n') {
            sr_put(out, "\\n");
        } else if (code < 0x20 || code == 0x7f) {
            sr_put(out, "\\u00");
            sr_put_char(out, digits[code >> 4]);
            sr_put_char(out, digits[code & 15]);
        } else {
            sr_put_bytes(out, text, (size_t)length);
        }
        text += length;
        left -= (size_t)length;
    }
    sr_put_char(out, '"');
}

static void put_key(struct sr_out *out, const char *name) {
    sr_json_string(out, name);
    sr_put_char(out, ':');
}

static void put_comma(struct sr_out *out, bool *first) {
    if (!*first)
        sr_put_char(out, ',');
    *first = false;
}

static void put_bool(struct sr_out *out, bool flag) {
    sr_put(out, flag ? "true" : "false");
}

/* The set bits, as names or, where bits have none, as 1-based numbers of seats. */
static void put_bits(struct sr_out *out, const struct sr_domain *domain, int64_t value) {
    bool first = true;
    sr_put_char(out, '[');
    for (int bit = 0; bit < 31; bit++) {
        if (!(value >> bit & 1))
            continue;
        put_comma(out, &first);
        if (domain->names && domain->max >> bit)
            sr_json_string(out, domain->names[bit].id);
        else
            sr_put_number(out, bit + 1);
    }
    sr_put_char(out, ']');
}

void sr_json_value(struct sr_out *out, const struct sr_domain *domain, int64_t value) {
    if (domain && domain->may_be_none && value == SR_NONE) {
        sr_put(out, "null");
        return;
    }
    char put_together[SR_ID_BYTES];
    const char *id;
    switch (domain ? domain->kind : SR_NUMBER) {
    case SR_NAMED:
        /* A value without a name is a bug elsewhere; its number at least says which. */
        id = sr_domain_id(domain, value, put_together);
        if (id)
            sr_json_string(out, id);
        else
            sr_put_number(out, value);
        break;
    case SR_SEAT:
        sr_put_number(out, value + 1);
        break;
    case SR_FLAG:
        put_bool(out, value != 0);
        break;
    case SR_BITS:
        put_bits(out, domain, value);
        break;
    case SR_NUMBER:
    default:
        sr_put_number(out, value + (domain ? domain->base : 0));
        break;
    }
}

/* ---- the walk ---- */

/* A state and who looks at it. */
struct glance {
    const struct sr_game *game;
    const void *state;
    int viewer;
};

/* SR_NOBODY fields, and those of an option, are left out where they are hidden; counts are for
 * views, lengths for none. */
static bool in_view(const struct glance *glance, const struct sr_field *field) {
    const struct sr_index start = {{0}};
    if (field->role == SR_LENGTH || field->role == SR_PADDING)
        return false;
    return (sr_field_see(field) != SR_NOBODY && !field->shown_by) ||
           sr_field_seen(glance->game, field, glance->state, start, glance->viewer);
}

/* Is it kept to memory? The last element of a list lies on top, for all to see. */
static bool is_covered(const struct glance *glance, const struct sr_field *field,
                       struct sr_index index) {
    int last = sr_field_axes(field) - 1;
    const unsigned char *state = glance->state;
    if (!field->memory_at || !state[field->memory_at] || glance->viewer == SR_REFEREE ||
        sr_head(state)->over)
        return false;
    return field->axis[last].kind != SR_LIST ||
           index.at[last] + 1 < sr_field_count(glance->game, field, state, index, last);
}

/* Is the part of a field that lies at the first `axis` indexes shown as null? Lists stay lists of
 * nulls, since their lengths are public. */
static bool is_veiled(const struct glance *glance, const struct sr_field *field,
                      struct sr_index index, int axis) {
    int axes = sr_field_axes(field);
    enum sr_see see = sr_field_see(field);
    if (axis < SR_MAX_AXES && axis < axes &&
        (field->axis[axes - 1].kind == SR_LIST || see == SR_SEEN_BY ||
         (see == SR_OWNER && axis == 0)))
        return false;
    return (axis == axes && is_covered(glance, field, index)) ||
           !sr_field_seen(glance->game, field, glance->state, index, glance->viewer);
}

static bool is_object(const struct sr_axis *axis) {
    return axis->kind == SR_BY_SEAT || axis->kind == SR_BY_NAME;
}

/* "tea" and the like: ids need no escapes. */
static void put_axis_key(struct sr_out *out, const struct sr_axis *axis, int at) {
    sr_put_char(out, '"');
    if (axis->kind == SR_BY_SEAT)
        sr_put_number(out, at + 1);
    else
        sr_domain_write(out, axis->names, axis->names->min + at);
    sr_put(out, "\":");
}

static void put_part(struct sr_out *out, const struct glance *glance, const struct sr_field *field,
                     struct sr_index index, int axis) {
    if (is_veiled(glance, field, index, axis)) {
        sr_put(out, "null");
        return;
    }
    if (axis >= SR_MAX_AXES || axis == sr_field_axes(field)) {
        sr_json_value(out, field->of, sr_field_get(field, glance->state, index));
        return;
    }
    const struct sr_axis *along = &field->axis[axis];
    int count = sr_field_count(glance->game, field, glance->state, index, axis);
    sr_put_char(out, is_object(along) ? '{' : '[');
    for (int at = 0; at < count; at++) {
        if (at)
            sr_put_char(out, ',');
        if (is_object(along))
            put_axis_key(out, along, at);
        index.at[axis] = (uint16_t)at;
        put_part(out, glance, field, index, axis + 1);
    }
    sr_put_char(out, is_object(along) ? '}' : ']');
}

static bool same_part(const struct glance *before, const struct glance *after,
                      const struct sr_field *field, struct sr_index index, int axis) {
    bool veiled = is_veiled(after, field, index, axis);
    if (veiled != is_veiled(before, field, index, axis))
        return false;
    if (veiled)
        return true;
    if (axis >= SR_MAX_AXES || axis == sr_field_axes(field))
        return sr_field_get(field, before->state, index) ==
               sr_field_get(field, after->state, index);
    int count = sr_field_count(after->game, field, after->state, index, axis);
    if (count != sr_field_count(before->game, field, before->state, index, axis))
        return false;
    for (int at = 0; at < count; at++) {
        index.at[axis] = (uint16_t)at;
        if (!same_part(before, after, field, index, axis + 1))
            return false;
    }
    return true;
}

/* Two parts that differ: objects member by member, everything else whole. */
static void put_change(struct sr_out *out, const struct glance *before, const struct glance *after,
                       const struct sr_field *field, struct sr_index index, int axis) {
    if (axis == sr_field_axes(field) || !is_object(&field->axis[axis]) ||
        is_veiled(before, field, index, axis) || is_veiled(after, field, index, axis)) {
        put_part(out, after, field, index, axis);
        return;
    }
    bool first = true;
    int count = sr_field_count(after->game, field, after->state, index, axis);
    sr_put_char(out, '{');
    for (int at = 0; at < count; at++) {
        index.at[axis] = (uint16_t)at;
        if (same_part(before, after, field, index, axis + 1))
            continue;
        put_comma(out, &first);
        put_axis_key(out, &field->axis[axis], at);
        put_change(out, before, after, field, index, axis + 1);
    }
    sr_put_char(out, '}');
}

/* ---- views, positions, differences ---- */

/* Views and positions have a line for each member at the top. */
static void put_member(struct sr_out *out, const char *name) {
    sr_put(out, ",\n  ");
    put_key(out, name);
}

static void put_phase(struct sr_out *out, const struct sr_game *game, const struct sr_head *head) {
    if (head->phase < game->phase_count)
        sr_json_string(out, game->phases[head->phase].name);
    else
        sr_put(out, "null");
}

static void put_decider(struct sr_out *out, const struct sr_head *head) {
    if (head->over)
        sr_put(out, "null");
    else
        sr_json_value(out, &sr_a_seat_or_none, head->decider);
}

/* The items of the agenda, the one that is asked now first. */
static void put_agenda(struct sr_out *out, const struct sr_game *game, const void *state,
                       int viewer) {
    const struct sr_item *agenda = sr_agenda(game, state);
    sr_put_char(out, '[');
    for (int i = sr_head(state)->pending - 1; i >= 0; i--) {
        const struct sr_phase *phase = &game->phases[agenda[i].phase];
        int args = sr_phase_args(game, agenda[i].phase);
        sr_put(out, i + 1 < sr_head(state)->pending ? ",{\"phase\":" : "{\"phase\":");
        sr_json_string(out, phase->name);
        sr_put(out, ",\"seat\":");
        sr_json_value(out, &sr_a_seat_or_none, agenda[i].seat);
        for (int arg = 0; arg < args; arg++) {
            sr_put_char(out, ',');
            put_key(out, phase->args[arg].name);
            if (sr_item_seen(game, &agenda[i], arg, viewer))
                sr_json_value(out, phase->args[arg].of, agenda[i].arg[phase->args[arg].at]);
            else
                sr_put(out, "null");
        }
        sr_put_char(out, '}');
    }
    sr_put_char(out, ']');
}

/* Does it look the same to the viewer before and after? */
static bool same_agenda(const struct sr_game *game, const void *before, const void *after,
                        int viewer) {
    const struct sr_item *was = sr_agenda(game, before), *is = sr_agenda(game, after);
    int count = sr_head(after)->pending;
    if (sr_head(before)->pending != count)
        return false;
    for (int i = 0; i < count; i++) {
        if (was[i].phase != is[i].phase || was[i].seat != is[i].seat)
            return false;
        int args = sr_phase_args(game, is[i].phase);
        for (int arg = 0; arg < args; arg++) {
            int at = game->phases[is[i].phase].args[arg].at;
            if (was[i].arg[at] != is[i].arg[at] && sr_item_seen(game, &is[i], arg, viewer))
                return false;
        }
    }
    return true;
}

static void put_opening(struct sr_out *out, const struct sr_game *game, const void *state,
                        const char *what) {
    sr_put(out, "{\n  \"serai\":");
    sr_json_string(out, what);
    put_member(out, "game");
    sr_json_string(out, game->name);
    put_member(out, "rules");
    sr_put_number(out, sr_head(state)->rules);
}

static void put_setup(struct sr_out *out, const struct sr_game *game, const void *state) {
    const unsigned char *options = (const unsigned char *)state + game->options_at;
    bool first = true;
    put_member(out, "seats");
    sr_put_number(out, sr_head(state)->seats);
    put_member(out, "options");
    sr_put_char(out, '{');
    for (int i = 0; i < game->option_count; i++) {
        put_comma(out, &first);
        put_key(out, game->options[i].name);
        sr_json_value(out, game->options[i].of, options[i]);
    }
    sr_put_char(out, '}');
}

static void put_progress(struct sr_out *out, const struct sr_game *game, const void *state,
                         int viewer) {
    const struct sr_head *head = state;
    put_member(out, "phase");
    put_phase(out, game, head);
    put_member(out, "decider");
    put_decider(out, head);
    put_member(out, "over");
    put_bool(out, head->over);
    if (game->agenda_room) {
        put_member(out, "agenda");
        put_agenda(out, game, state, viewer);
    }
}

/* The key as the seed it came from: words in little-endian order. */
static void put_generator(struct sr_out *out, const struct sr_rng *rng) {
    uint8_t key[SR_SEED_BYTES];
    for (int i = 0; i < SR_SEED_BYTES; i++)
        key[i] = (uint8_t)(rng->key[i / 4] >> (8 * (i % 4)));
    put_member(out, "rng");
    sr_put(out, "{\"key\":\"");
    sr_put_hex(out, key, sizeof key);
    sr_put(out, "\",\"block\":");
    sr_put_number(out, rng->block);
    sr_put_char(out, '}');
}

static void put_field(struct sr_out *out, const struct glance *glance,
                      const struct sr_field *field) {
    const struct sr_index start = {{0}};
    put_member(out, field->name);
    put_part(out, glance, field, start, 0);
}

void sr_position_write(struct sr_out *out, const struct sr_game *game, const void *state,
                       bool loose) {
    const struct glance referee = {game, state, SR_REFEREE};
    put_opening(out, game, state, "position");
    if (loose) {
        put_member(out, "loose");
        put_bool(out, true);
    }
    put_setup(out, game, state);
    put_generator(out, &sr_head(state)->rng);
    put_progress(out, game, state, SR_REFEREE);
    for (int i = 0; i < game->fields->count; i++)
        if (game->fields->list[i].role == SR_STORED)
            put_field(out, &referee, &game->fields->list[i]);
    sr_put(out, "\n}");
}

void sr_view_write(struct sr_out *out, const struct sr_game *game, const void *state, int viewer) {
    const struct glance glance = {game, state, viewer};
    put_opening(out, game, state, "view");
    put_member(out, "seat");
    if (viewer == SR_REFEREE)
        sr_put(out, "\"referee\"");
    else if (viewer == SR_SPECTATOR)
        sr_put(out, "null");
    else
        sr_put_number(out, viewer + 1);
    put_setup(out, game, state);
    put_progress(out, game, state, viewer);
    for (int i = 0; i < game->fields->count; i++)
        if (in_view(&glance, &game->fields->list[i]))
            put_field(out, &glance, &game->fields->list[i]);
    sr_put(out, "\n}");
}

static void put_head_changes(struct sr_out *out, const struct sr_game *game,
                             const struct sr_head *before, const struct sr_head *after,
                             bool *first) {
    if (before->phase != after->phase) {
        put_comma(out, first);
        put_key(out, "phase");
        put_phase(out, game, after);
    }
    if (before->decider != after->decider) {
        put_comma(out, first);
        put_key(out, "decider");
        put_decider(out, after);
    }
    if (before->over != after->over) {
        put_comma(out, first);
        put_key(out, "over");
        put_bool(out, after->over);
    }
}

void sr_view_diff(struct sr_out *out, const struct sr_game *game, const void *before,
                  const void *after, int viewer) {
    const struct glance was = {game, before, viewer}, is = {game, after, viewer};
    const struct sr_index start = {{0}};
    bool first = true;
    sr_put_char(out, '{');
    put_head_changes(out, game, sr_head(before), sr_head(after), &first);
    if (game->agenda_room && !same_agenda(game, before, after, viewer)) {
        put_comma(out, &first);
        put_key(out, "agenda");
        put_agenda(out, game, after, viewer);
    }
    for (int i = 0; i < game->fields->count; i++) {
        const struct sr_field *field = &game->fields->list[i];
        bool was_there = in_view(&was, field), is_there = in_view(&is, field);
        if (was_there ? is_there && same_part(&was, &is, field, start, 0) : !is_there)
            continue;
        put_comma(out, &first);
        put_key(out, field->name);
        if (!is_there)
            sr_put(out, "null");
        else if (!was_there)
            put_part(out, &is, field, start, 0);
        else
            put_change(out, &was, &is, field, start, 0);
    }
    sr_put_char(out, '}');
}

/* ---- events, moves, scores ---- */

static void put_argument(struct sr_out *out, const char *name, const struct sr_domain *of,
                         int64_t value) {
    sr_put_char(out, ',');
    put_key(out, name);
    sr_json_value(out, of, value);
}

void sr_event_json(struct sr_out *out, const struct sr_game *game, const struct sr_event *event,
                   int viewer) {
    const struct sr_event_kind *kind = &game->events[event->kind];
    int args = sr_event_args(kind);
    sr_put(out, "{\"event\":");
    sr_json_string(out, kind->name);
    for (int i = 0; i < args; i++) {
        if (sr_event_seen(game, event, i, viewer)) {
            put_argument(out, kind->args[i].name, kind->args[i].of, event->arg[i]);
        } else {
            sr_put_char(out, ',');
            put_key(out, kind->args[i].name);
            sr_put(out, "null");
        }
    }
    sr_put_char(out, '}');
}

void sr_move_json(struct sr_out *out, const struct sr_reader *reader, const struct sr_game *game,
                  const void *state, struct sr_move move) {
    const struct sr_verb *verb = &game->verbs[move.verb];
    char said[SAID_BYTES];
    struct sr_out text;
    sr_out_open(&text, said, sizeof said);
    sr_move_write(&text, game, move);
    sr_put(out, "{\"move\":");
    sr_json_string(out, said);
    sr_put(out, ",\"verb\":");
    sr_json_string(out, verb->name);
    int args = sr_verb_args(verb);
    for (int i = 0; i < args; i++)
        put_argument(out, verb->args[i].name, verb->args[i].of, move.arg[i]);
    if (game->label && verb->label[0].name) {
        int16_t values[SR_LABEL_ARGS] = {0};
        game->label(state, move, values);
        for (int i = 0; i < SR_LABEL_ARGS && verb->label[i].name; i++)
            put_argument(out, verb->label[i].name, verb->label[i].of, values[i]);
    }
    sr_out_open(&text, said, sizeof said);
    sr_move_say(&text, reader, game, state, move);
    sr_put(out, ",\"text\":");
    sr_json_string(out, said);
    sr_put_char(out, '}');
}

static void put_score_line(struct sr_out *out, const struct sr_reader *reader,
                           const struct sr_game *game, const struct sr_score_line *line) {
    const struct sr_reason *reason = &game->reasons[line->reason];
    char said[SAID_BYTES];
    struct sr_out text;
    sr_out_open(&text, said, sizeof said);
    sr_reason_say(&text, reader, game, line);
    sr_put(out, "{\"seat\":");
    sr_put_number(out, line->seat + 1);
    sr_put(out, ",\"reason\":");
    sr_json_string(out, reason->name);
    sr_put(out, ",\"points\":");
    sr_put_number(out, line->points);
    for (int i = 0; i < SR_SCORE_ARGS && reason->args[i].name; i++)
        put_argument(out, reason->args[i].name, reason->args[i].of, line->arg[i]);
    sr_put(out, ",\"text\":");
    sr_json_string(out, said);
    sr_put_char(out, '}');
}

void sr_sheet_json(struct sr_out *out, const struct sr_reader *reader, const struct sr_game *game,
                   const void *state) {
    const struct sr_axis by_seat = SR_SEATS(SR_MAX_SEATS);
    int seats = sr_head(state)->seats;
    struct sr_sheet sheet;
    sr_score(game, state, &sheet);
    sr_put(out, "{\"lines\":[");
    for (uint32_t i = 0; i < sheet.count; i++) {
        if (i)
            sr_put_char(out, ',');
        put_score_line(out, reader, game, &sheet.line[i]);
    }
    sr_put(out, "],\"totals\":{");
    for (int seat = 0; seat < seats; seat++) {
        if (seat)
            sr_put_char(out, ',');
        put_axis_key(out, &by_seat, seat);
        sr_put_number(out, sheet.total[seat]);
    }
    sr_put(out, "},\"ranks\":{");
    for (int seat = 0; seat < seats; seat++) {
        if (seat)
            sr_put_char(out, ',');
        put_axis_key(out, &by_seat, seat);
        sr_put_number(out, sheet.rank[seat]);
    }
    sr_put(out, "},\"winners\":");
    sr_json_value(out, &sr_a_set_of_seats, sheet.winners);
    sr_put(out, ",\"over\":");
    put_bool(out, sr_head(state)->over);
    sr_put_char(out, '}');
}

/* ---- games ---- */

static void put_text(struct sr_out *out, const char *name, const struct sr_text *text) {
    put_key(out, name);
    sr_put(out, "{\"en\":");
    sr_json_string(out, text->in[SR_EN]);
    sr_put(out, ",\"ru\":");
    sr_json_string(out, text->in[SR_RU]);
    sr_put_char(out, '}');
}

static void put_bounds(struct sr_out *out, int64_t min, int64_t max) {
    sr_put(out, "{\"min\":");
    sr_put_number(out, min);
    sr_put(out, ",\"max\":");
    sr_put_number(out, max);
    sr_put_char(out, '}');
}

/* What may be chosen: a list of values (of a set: of its members), or the bounds of a number. */
static void put_choices(struct sr_out *out, const struct sr_game *game,
                        const struct sr_domain *of) {
    if (of->kind == SR_NUMBER) {
        put_bounds(out, of->min + of->base, of->max + of->base);
        return;
    }
    if (of->kind == SR_SEAT) {
        put_bounds(out, 1, game->seats_max);
        return;
    }
    if (of->kind == SR_BITS) {
        put_bits(out, of, of->max);
        return;
    }
    bool first = true;
    sr_put_char(out, '[');
    for (int32_t value = of->min; value <= of->max; value++) {
        put_comma(out, &first);
        sr_json_value(out, of, value);
    }
    if (of->may_be_none) {
        put_comma(out, &first);
        sr_put(out, "null");
    }
    sr_put_char(out, ']');
}

void sr_preset_json(struct sr_out *out, const struct sr_game *game,
                    const struct sr_preset *preset) {
    struct sr_setup usual, setup;
    bool first = true;
    sr_setup_init(game, &usual);
    setup = usual;
    sr_setup_options(game, &setup, preset->options, NULL);
    sr_put_char(out, '{');
    for (int i = 0; i < game->option_count; i++) {
        if (setup.options[i] == usual.options[i])
            continue;
        sr_put(out, first ? "" : ",");
        first = false;
        sr_json_string(out, game->options[i].name);
        sr_put_char(out, ':');
        sr_json_value(out, game->options[i].of, setup.options[i]);
    }
    sr_put_char(out, '}');
}

void sr_game_json(struct sr_out *out, const struct sr_game *game) {
    sr_put(out, "{\"name\":");
    sr_json_string(out, game->name);
    sr_put_char(out, ',');
    put_text(out, "title", &game->title);
    sr_put_char(out, ',');
    put_text(out, "blurb", &game->blurb);
    sr_put(out, ",\"seats\":");
    put_bounds(out, game->seats_min, game->seats_max);
    sr_put(out, ",\"rules\":");
    sr_put_number(out, game->rules);
    sr_put(out, ",\"state_bytes\":");
    sr_put_number(out, game->size);
    sr_put(out, ",\"bound\":");
    sr_put_number(out, game->bound);
    sr_put(out, ",\"options\":[");
    for (int i = 0; i < game->option_count; i++) {
        const struct sr_option *option = &game->options[i];
        sr_put(out, i ? ",{\"name\":" : "{\"name\":");
        sr_json_string(out, option->name);
        sr_put_char(out, ',');
        put_text(out, "text", &option->text);
        sr_put(out, ",\"values\":");
        put_choices(out, game, option->of);
        sr_put(out, ",\"default\":");
        sr_json_value(out, option->of, option->standard);
        sr_put_char(out, '}');
    }
    sr_put(out, "],\"presets\":[");
    for (int i = 0; i < sr_preset_count(game); i++) {
        const struct sr_preset *preset = &game->presets->list[i];
        sr_put(out, i ? ",{\"name\":" : "{\"name\":");
        sr_json_string(out, preset->name);
        sr_put_char(out, ',');
        put_text(out, "text", &preset->text);
        sr_put(out, ",\"options\":");
        sr_preset_json(out, game, preset);
        sr_put_char(out, '}');
    }
    sr_put(out, game->fewest_wins ? "],\"fewest_wins\":true}" : "],\"fewest_wins\":false}");
}
