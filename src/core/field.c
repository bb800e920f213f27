/* Walking the fields table: reading and writing elements, who may see them, and whether a state
 * and its table are sound. */
#include "field.h"

#include "game.h"

#include <string.h>

enum { AXES = 3 };

/* ---- shapes ---- */

static const struct sr_text *find_text(const struct sr_fields *fields, const char *name,
                                       size_t length) {
    for (int i = 0; i < fields->text_count; i++)
        if (strncmp(fields->texts[i].id, name, length) == 0 && !fields->texts[i].id[length])
            return &fields->texts[i].text;
    return NULL;
}

const struct sr_text *sr_field_text(const struct sr_fields *fields, const char *name) {
    return find_text(fields, name, strlen(name));
}

bool sr_error_about_field(struct sr_error *error, const struct sr_fields *fields) {
    if (error && error->problem)
        error->about = find_text(fields, error->arg[0], strcspn(error->arg[0], ".["));
    return false;
}

int sr_field_axes(const struct sr_field *field) {
    int axes = 0;
    while (axes < AXES && field->axis[axes].kind)
        axes++;
    return axes;
}

size_t sr_field_elements(const struct sr_field *field) {
    size_t elements = 1;
    for (int axis = 0; axis < sr_field_axes(field); axis++)
        elements *= field->axis[axis].count;
    return elements;
}

size_t sr_field_width(const struct sr_field *field) {
    size_t elements = sr_field_elements(field);
    return elements ? field->size / elements : 0;
}

/* The row-major number of an index along the first `axes` axes. */
static size_t row_of(const struct sr_field *field, struct sr_index index, int axes) {
    size_t number = 0;
    for (int axis = 0; axis < axes; axis++)
        number = number * field->axis[axis].count + index.at[axis];
    return number;
}

size_t sr_field_element(const struct sr_field *field, struct sr_index index) {
    return row_of(field, index, sr_field_axes(field));
}

/* The other way round: where element number so-and-so lies. */
static struct sr_index index_of(const struct sr_field *field, size_t element) {
    struct sr_index index = {{0}};
    for (int axis = sr_field_axes(field) - 1; axis >= 0; axis--) {
        index.at[axis] = (uint16_t)(element % field->axis[axis].count);
        element /= field->axis[axis].count;
    }
    return index;
}

static bool is_list(const struct sr_field *field) {
    int axes = sr_field_axes(field);
    return axes && field->axis[axes - 1].kind == SR_LIST;
}

/* ---- elements ---- */

static int64_t read_element(const struct sr_field *field, const void *state, size_t element) {
    size_t width = sr_field_width(field);
    const unsigned char *at = (const unsigned char *)state + field->offset + element * width;
    bool is_signed = field->of->min < 0;
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    switch (width) {
    case 1:
        return is_signed ? (int64_t)(int8_t)*at : (int64_t)*at;
    case 2:
        memcpy(&two, at, sizeof two);
        return is_signed ? (int64_t)(int16_t)two : (int64_t)two;
    case 4:
        memcpy(&four, at, sizeof four);
        return is_signed ? (int64_t)(int32_t)four : (int64_t)four;
    case 8:
        memcpy(&eight, at, sizeof eight);
        return (int64_t)eight;
    default:
        return 0;
    }
}

int64_t sr_field_get(const struct sr_field *field, const void *state, struct sr_index index) {
    return read_element(field, state, sr_field_element(field, index));
}

void sr_field_set(const struct sr_field *field, void *state, struct sr_index index, int64_t value) {
    size_t width = sr_field_width(field);
    unsigned char *at =
        (unsigned char *)state + field->offset + sr_field_element(field, index) * width;
    uint16_t two = (uint16_t)value;
    uint32_t four = (uint32_t)value;
    switch (width) {
    case 1:
        *at = (uint8_t)value;
        break;
    case 2:
        memcpy(at, &two, sizeof two);
        break;
    case 4:
        memcpy(at, &four, sizeof four);
        break;
    case 8:
        memcpy(at, &value, sizeof value);
        break;
    default:
        break;
    }
}

static unsigned char *length_of(const struct sr_field *field, const void *state,
                                struct sr_index index) {
    return (unsigned char *)state + field->length_at +
           row_of(field, index, sr_field_axes(field) - 1);
}

int sr_field_count(const struct sr_game *game, const struct sr_field *field, const void *state,
                   struct sr_index index, int axis) {
    (void)game;
    int room = field->axis[axis].count;
    int count = room;
    if (field->axis[axis].kind == SR_BY_SEAT)
        count = sr_head(state)->seats;
    else if (field->axis[axis].kind == SR_LIST)
        count = *length_of(field, state, index);
    return count < room ? count : room;
}

void sr_field_set_length(const struct sr_field *field, void *state, struct sr_index index,
                         int length) {
    *length_of(field, state, index) = (uint8_t)length;
}

/* ---- who sees what ---- */

bool sr_field_seen(const struct sr_game *game, const struct sr_field *field, const void *state,
                   struct sr_index index, int viewer) {
    const struct sr_head *head = sr_head(state);
    if (viewer == SR_REFEREE)
        return true;
    const unsigned char *options = (const unsigned char *)state + game->options_at;
    if (field->shown_by && !options[field->shown_by - 1])
        return false;
    if ((field->see & SR_AT_END) && head->over)
        return true;
    bool seated = viewer >= 0 && viewer < head->seats;
    switch (sr_field_see(field)) {
    case SR_ALL:
        return true;
    case SR_OWNER:
        return seated && index.at[0] == viewer;
    case SR_DECIDER:
        return seated && !head->over && head->decider == viewer;
    case SR_SEEN_BY: {
        const unsigned char *masks = (const unsigned char *)state + field->seen_by_at;
        return seated && (masks[sr_field_element(field, index)] >> viewer & 1);
    }
    default:
        return false;
    }
}

void sr_fields_mask(const struct sr_game *game, const void *state, int viewer, void *masked) {
    memcpy(masked, state, game->size);
    memset(&((struct sr_head *)masked)->rng, 0, sizeof(struct sr_rng));
    sr_agenda_mask(game, state, viewer, masked);
    for (int i = 0; i < game->fields->count; i++) {
        const struct sr_field *field = &game->fields->list[i];
        /* Lengths are declared public; padding is zero already. */
        if (field->role == SR_LENGTH || field->role == SR_PADDING ||
            (sr_field_see(field) == SR_ALL && !field->shown_by))
            continue;
        size_t width = sr_field_width(field);
        size_t elements = sr_field_elements(field);
        unsigned char *at = (unsigned char *)masked + field->offset;
        for (size_t element = 0; element < elements; element++)
            if (!sr_field_seen(game, field, state, index_of(field, element), viewer))
                memset(at + element * width, 0, width);
    }
}

/* ---- is a state sound? ---- */

/* Where an element is, as a person would point at it in the JSON: hand.2.tea, market[3]. */
static void put_path(struct sr_out *out, const struct sr_field *field, struct sr_index index,
                     int axes) {
    sr_put(out, field->name);
    for (int axis = 0; axis < axes; axis++) {
        const struct sr_axis *along = &field->axis[axis];
        if (along->kind == SR_BY_SEAT || along->kind == SR_BY_NAME) {
            sr_put_char(out, '.');
            if (along->kind == SR_BY_SEAT)
                sr_put_number(out, index.at[axis] + 1);
            else
                sr_domain_write(out, along->names, along->names->min + index.at[axis]);
        } else {
            sr_put_char(out, '[');
            sr_put_number(out, index.at[axis]);
            sr_put_char(out, ']');
        }
    }
}

static bool fail_unused(const struct sr_field *field, struct sr_index index,
                        struct sr_error *error) {
    char path[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, path, sizeof path);
    put_path(&out, field, index, sr_field_axes(field));
    return sr_fail(error, SR_PROBLEM_FIELD_UNUSED, path, NULL);
}

static bool fail_range(const char *path, const struct sr_domain *of, int64_t value, int seats,
                       struct sr_error *error) {
    char number[32], offer[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, number, sizeof number);
    if (of->kind == SR_SEAT && value == SR_NONE)
        sr_put(&out, "none");
    else
        sr_put_number(&out, value + (of->kind == SR_SEAT ? 1 : of->base));
    sr_out_open(&out, offer, sizeof offer);
    sr_domain_offer(&out, of, seats);
    return sr_fail(error, SR_PROBLEM_FIELD_RANGE, path, number, offer, NULL);
}

static bool in_use(const struct sr_game *game, const struct sr_field *field, const void *state,
                   struct sr_index index) {
    for (int axis = 0; axis < sr_field_axes(field); axis++)
        if (index.at[axis] >= sr_field_count(game, field, state, index, axis))
            return false;
    return true;
}

static bool check_length(const struct sr_field *field, const void *state, struct sr_index index,
                         struct sr_error *error) {
    int axis = sr_field_axes(field) - 1;
    if (index.at[axis] || *length_of(field, state, index) <= field->axis[axis].count)
        return true;
    char path[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, path, sizeof path);
    put_path(&out, field, index, axis);
    sr_put(&out, ".length");
    const struct sr_domain length = SR_DOMAIN_NUMBER("length", 0, field->axis[axis].count);
    return fail_range(path, &length, *length_of(field, state, index), 0, error);
}

static bool check_field(const struct sr_game *game, const struct sr_field *field, const void *state,
                        struct sr_error *error) {
    int seats = sr_head(state)->seats;
    size_t elements = sr_field_elements(field);
    for (size_t element = 0; element < elements; element++) {
        struct sr_index index = index_of(field, element);
        int64_t value = read_element(field, state, element);
        if (is_list(field) && !check_length(field, state, index, error))
            return false;
        if (field->role == SR_PADDING || !in_use(game, field, state, index)) {
            if (value)
                return fail_unused(field, index, error);
        } else if (!sr_domain_holds(field->of, value, seats)) {
            char path[SR_ERROR_ARG_BYTES];
            struct sr_out out;
            sr_out_open(&out, path, sizeof path);
            put_path(&out, field, index, sr_field_axes(field));
            return fail_range(path, field->of, value, seats, error);
        }
    }
    return true;
}

static bool check_head(const struct sr_game *game, const struct sr_head *head,
                       struct sr_error *error) {
    const struct sr_domain seats = SR_DOMAIN_NUMBER("seats", game->seats_min, game->seats_max);
    const struct sr_domain phases = SR_DOMAIN_NUMBER("phase", 0, game->phase_count - 1);
    if (!sr_domain_holds(&seats, head->seats, 0))
        return fail_range("seats", &seats, head->seats, 0, error);
    if (!sr_domain_holds(&phases, head->phase, 0))
        return fail_range("phase", &phases, head->phase, 0, error);
    if (head->over > 1)
        return fail_range("over", &sr_a_flag, head->over, 0, error);
    if (head->over && head->decider != SR_NONE)
        return sr_fail(error, SR_PROBLEM_FIELD_COUNT, "decider", NULL);
    if (!head->over && head->decider >= head->seats)
        return fail_range("decider", &sr_a_seat, head->decider, head->seats, error);
    const struct sr_domain versions = SR_DOMAIN_NUMBER("rules", 1, game->rules);
    if (!sr_domain_holds(&versions, head->rules, 0))
        return fail_range("rules", &versions, head->rules, 0, error);
    if (head->spare[0] || head->spare[1])
        return sr_fail(error, SR_PROBLEM_FIELD_UNUSED, "head", NULL);
    return true;
}

static bool check_options(const struct sr_game *game, const void *state, struct sr_error *error) {
    const unsigned char *options = (const unsigned char *)state + game->options_at;
    int seats = sr_head(state)->seats;
    for (int i = 0; i < game->option_count; i++)
        if (!sr_domain_holds(game->options[i].of, options[i], seats))
            return fail_range(game->options[i].name, game->options[i].of, options[i], seats, error);
    return true;
}

/* Counts are made anew on a copy from which they are gone, so a recount that forgets one is found
 * as well. */
static bool check_counts(const struct sr_game *game, const void *state, struct sr_error *error) {
    _Alignas(8) unsigned char copy[SR_MAX_STATE];
    if (!game->recount)
        return true;
    memcpy(copy, state, game->size);
    for (int i = 0; i < game->fields->count; i++)
        if (game->fields->list[i].role == SR_COUNTED)
            memset(copy + game->fields->list[i].offset, 0, game->fields->list[i].size);
    game->recount(copy);
    for (int i = 0; i < game->fields->count; i++) {
        const struct sr_field *field = &game->fields->list[i];
        if (field->role == SR_COUNTED &&
            memcmp(copy + field->offset, (const unsigned char *)state + field->offset,
                   field->size) != 0)
            return sr_fail(error, SR_PROBLEM_FIELD_COUNT, field->name, NULL);
    }
    return true;
}

bool sr_fields_check(const struct sr_game *game, const void *state, struct sr_error *error) {
    if (!check_head(game, sr_head(state), error) || !check_options(game, state, error) ||
        !sr_agenda_check(game, state, error))
        return false;
    for (int i = 0; i < game->fields->count; i++)
        if (!check_field(game, &game->fields->list[i], state, error))
            return sr_error_about_field(error, game->fields);
    /* Last, so that recount() meets only values in range. */
    return check_counts(game, state, error) || sr_error_about_field(error, game->fields);
}

/* ---- is a table sound? ---- */

static bool fail_table(struct sr_error *error, size_t byte, const char *name, const char *english,
                       const char *russian) {
    char number[32], en[SR_ERROR_ARG_BYTES], ru[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, number, sizeof number);
    sr_put_number(&out, (int64_t)byte);
    sr_out_open(&out, en, sizeof en);
    sr_put(&out, name);
    sr_put(&out, english);
    sr_out_open(&out, ru, sizeof ru);
    sr_put(&out, name);
    sr_put(&out, russian);
    return sr_fail(error, SR_PROBLEM_FIELD_TABLE, number, en, ru, NULL);
}

/* Can the width hold every value of the domain, none included, the way it is read back? */
static bool width_holds(const struct sr_domain *of, size_t width) {
    if (width != 1 && width != 2 && width != 4 && width != 8)
        return false;
    int64_t max = of->max;
    if (of->kind == SR_SEAT)
        max = SR_MAX_SEATS - 1;
    if (of->may_be_none && max < SR_NONE)
        max = SR_NONE;
    if (width == 8)
        return true;
    int bits = (int)width * 8;
    if (of->min < 0)
        return of->min >= -((int64_t)1 << (bits - 1)) && max < (int64_t)1 << (bits - 1);
    return max < (int64_t)1 << bits;
}

/* Is [at, at + size) inside one field of bytes? */
static const struct sr_field *bytes_at(const struct sr_game *game, size_t at, size_t size) {
    for (int i = 0; i < game->fields->count; i++) {
        const struct sr_field *field = &game->fields->list[i];
        if (at >= field->offset && at + size <= (size_t)field->offset + field->size)
            return sr_field_width(field) == 1 ? field : NULL;
    }
    return NULL;
}

static bool check_axes(const struct sr_game *game, const struct sr_field *field,
                       struct sr_error *error) {
    int axes = sr_field_axes(field);
    for (int axis = 0; axis < axes; axis++) {
        const struct sr_axis *along = &field->axis[axis];
        if (along->kind == SR_LIST && axis != axes - 1)
            return fail_table(error, field->offset, field->name, ": a list must be the last axis",
                              ": список должен быть последней осью");
        if (along->kind == SR_BY_SEAT && along->count < game->seats_max)
            return fail_table(error, field->offset, field->name, ": too few seats",
                              ": слишком мало мест");
        if (along->kind == SR_BY_NAME &&
            (!along->names || along->count > along->names->max - along->names->min + 1))
            return fail_table(error, field->offset, field->name, ": more elements than names",
                              ": элементов больше, чем имён");
    }
    return true;
}

static bool check_entry(const struct sr_game *game, const struct sr_field *field,
                        struct sr_error *error) {
    size_t elements = sr_field_elements(field);
    enum sr_see see = sr_field_see(field);
    if (!field->of || !elements || elements * sr_field_width(field) != field->size ||
        !width_holds(field->of, sr_field_width(field)))
        return fail_table(error, field->offset, field->name, ": its size does not fit its shape",
                          ": размер не подходит к форме");
    if (!check_axes(game, field, error))
        return false;
    if (is_list(field)) {
        size_t rows = elements / field->axis[sr_field_axes(field) - 1].count;
        const struct sr_field *length = bytes_at(game, field->length_at, rows);
        if (!length || length->role != SR_LENGTH)
            return fail_table(error, field->offset, field->name, ": its length is not a field",
                              ": для длины нет поля");
    }
    if (see < SR_ALL || see > SR_NOBODY)
        return fail_table(error, field->offset, field->name, ": nobody said who may see it",
                          ": не сказано, кто его видит");
    if (see == SR_SEEN_BY && !bytes_at(game, field->seen_by_at, elements))
        return fail_table(error, field->offset, field->name, ": its masks are not a field",
                          ": для масок нет поля");
    if (see == SR_OWNER && field->axis[0].kind != SR_BY_SEAT)
        return fail_table(error, field->offset, field->name, ": owned, but not by seat",
                          ": есть владелец, но нет оси мест");
    if (field->role == SR_COUNTED && !game->recount)
        return fail_table(error, field->offset, field->name, ": counted, but there is no recount",
                          ": счётное поле без пересчёта");
    return true;
}

static bool cover_bytes(bool *covered, size_t total, size_t at, size_t size, const char *name,
                        struct sr_error *error) {
    for (size_t byte = at; byte < at + size; byte++) {
        if (byte >= total)
            return fail_table(error, byte, name, " goes past the end", " выходит за конец");
        if (covered[byte])
            return fail_table(error, byte, name, " overlaps another", " налегает на другое");
        covered[byte] = true;
    }
    return true;
}

bool sr_fields_cover(const struct sr_game *game, struct sr_error *error) {
    bool covered[SR_MAX_STATE] = {false};
    if (game->size > SR_MAX_STATE)
        return fail_table(error, SR_MAX_STATE, game->name, ": the state is too large",
                          ": состояние слишком велико");
    if (!cover_bytes(covered, game->size, 0, sizeof(struct sr_head), "head", error) ||
        !cover_bytes(covered, game->size, game->options_at, game->option_count, "options", error) ||
        !cover_bytes(covered, game->size, game->agenda_at,
                     game->agenda_room * sizeof(struct sr_item), "agenda", error))
        return false;
    for (int i = 0; i < game->fields->count; i++) {
        const struct sr_field *field = &game->fields->list[i];
        if (!check_entry(game, field, error) ||
            !cover_bytes(covered, game->size, field->offset, field->size, field->name, error))
            return false;
    }
    for (size_t byte = 0; byte < game->size; byte++)
        if (!covered[byte])
            return fail_table(error, byte, "", "no field has this byte",
                              "этот байт не входит ни в одно поле");
    return true;
}
