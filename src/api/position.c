/* Positions: a whole state as JSON, read with the fields table. Every value is held against its
 * domain, and an error names the place by its path ("hand.2.tea",
 * "market[3]") and what would be right there. */
#include "api/problems.h"
#include "games/games.h"
#include "json_object.h"
#include "table.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 128, KEY_BYTES = 64 };

/* The members that do not come from the fields table. */
static const char *const head_members[] = {"serai", "game",  "rules",   "loose", "seats", "options",
                                           "rng",   "phase", "decider", "over",  "agenda"};
enum { HEAD_MEMBERS = sizeof head_members / sizeof head_members[0] };

struct reading {
    const struct sr_game *game;
    int seats;
    unsigned char *state;
    char path[PATH_BYTES]; /* where in the JSON we are */
    bool lists_follow;     /* lists that were not given take the length of those that were */
    bool length_set[SR_MAX_STATE]; /* by the offset of the length */
    struct sr_error *error;
};

/* ---- where we are ---- */

/* Goes into a member; returns the length to go back to. */
static size_t enter(struct reading *reading, const char *member) {
    size_t length = strlen(reading->path);
    struct sr_out out;
    sr_out_open(&out, reading->path + length, sizeof reading->path - length);
    if (length)
        sr_put_char(&out, '.');
    sr_put(&out, member);
    return length;
}

static size_t enter_place(struct reading *reading, size_t place) {
    size_t length = strlen(reading->path);
    struct sr_out out;
    sr_out_open(&out, reading->path + length, sizeof reading->path - length);
    sr_put_char(&out, '[');
    sr_put_number(&out, (int64_t)place);
    sr_put_char(&out, ']');
    return length;
}

static void leave(struct reading *reading, size_t length) {
    reading->path[length] = '\0';
}

/* ---- what is wrong ---- */

static bool fail_shape(struct reading *reading, const char *shape) {
    return sr_fail(reading->error, SR_PROBLEM_FIELD_SHAPE, reading->path, shape, NULL);
}

static bool fail_lacks(struct reading *reading, const char *member) {
    size_t back = enter(reading, member);
    sr_fail(reading->error, SR_PROBLEM_FIELD_LACKS, reading->path, NULL);
    leave(reading, back);
    return false;
}

/* The value as it stands in the file, and what the offer says would be right. */
static bool fail_value(struct reading *reading, const json_t *value, const char *offer) {
    char *given = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
    sr_fail(reading->error, SR_PROBLEM_FIELD_VALUE, reading->path, given ? given : "?", offer,
            NULL);
    free(given);
    return false;
}

static bool fail_key(struct reading *reading, const char *key, const char *offer) {
    json_t *quoted = json_string(key);
    fail_value(reading, quoted, offer);
    json_decref(quoted);
    return false;
}

/* As sr_domain_offer(), but as JSON writes it. */
static void offer_values(struct sr_out *out, const struct sr_domain *domain, int seats) {
    struct sr_domain plain = *domain;
    plain.may_be_none = false;
    if (domain->kind == SR_FLAG)
        sr_put(out, "true, false");
    else
        sr_domain_offer(out, &plain, seats);
    if (domain->may_be_none)
        sr_put(out, ", null");
}

static bool fail_unknown(struct reading *reading, const char *name) {
    struct sr_suggestion suggestion = {.given = name};
    for (int i = 0; i < HEAD_MEMBERS; i++)
        sr_suggest(&suggestion, head_members[i]);
    for (int i = 0; i < reading->game->fields->count; i++)
        if (reading->game->fields->list[i].role == SR_STORED)
            sr_suggest(&suggestion, reading->game->fields->list[i].name);
    return sr_fail(reading->error, SR_PROBLEM_UNKNOWN_FIELD, reading->game->name, name,
                   suggestion.nearest, NULL);
}

/* ---- values ---- */

/* A set of bits is a list of its members. */
static bool read_set(const struct sr_domain *domain, const json_t *json, int seats,
                     int64_t *value) {
    if (!json_is_array(json))
        return false;
    int64_t set = 0;
    for (size_t i = 0; i < json_array_size(json); i++) {
        const json_t *member = json_array_get(json, i);
        char text[80];
        struct sr_out out;
        sr_out_open(&out, text, sizeof text);
        if (json_is_integer(member) && !domain->names)
            sr_put_number(&out, json_integer_value(member));
        else if (json_is_string(member) && domain->names)
            sr_put(&out, json_string_value(member));
        int64_t bit;
        if (!sr_out_fits(&out) || !sr_domain_read(domain, text, out.len, seats, &bit) || bit == 0 ||
            (set & bit) || strchr(text, '+'))
            return false;
        set |= bit;
    }
    *value = set;
    return true;
}

static bool read_plain_value(const struct sr_domain *domain, const json_t *json, int seats,
                             int64_t *value) {
    switch (domain->kind) {
    case SR_FLAG:
        *value = json_is_true(json);
        return json_is_boolean(json);
    case SR_NAMED:
        return json_is_string(json) && strcmp(json_string_value(json), "none") != 0 &&
               sr_domain_read(domain, json_string_value(json), json_string_length(json), seats,
                              value);
    case SR_BITS:
        return read_set(domain, json, seats, value);
    case SR_NUMBER:
    case SR_SEAT:
        break;
    }
    if (!json_is_integer(json))
        return false;
    json_int_t number = json_integer_value(json);
    if (number < INT32_MIN || number > UINT32_MAX)
        return false;
    *value = number - domain->base;
    /* 255 is no way to write "none" */
    return !(domain->may_be_none && *value == SR_NONE) && sr_domain_holds(domain, *value, seats);
}

static bool read_value(struct reading *reading, const struct sr_domain *domain, const json_t *json,
                       int64_t *value) {
    if (json_is_null(json) && domain->may_be_none) {
        *value = SR_NONE;
        return true;
    }
    if (read_plain_value(domain, json, reading->seats, value))
        return true;
    char offer[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, offer, sizeof offer);
    offer_values(&out, domain, reading->seats);
    return fail_value(reading, json, offer);
}

/* ---- fields ---- */

static bool read_part(struct reading *reading, const struct sr_field *field, const json_t *json,
                      struct sr_index index, int axis);

/* What the index number `at` of an axis is called as a key. */
static void write_key(char key[KEY_BYTES], const struct sr_axis *axis, int at) {
    struct sr_out out;
    sr_out_open(&out, key, KEY_BYTES);
    if (axis->kind == SR_BY_NAME)
        sr_domain_write(&out, axis->names, at + axis->names->min);
    else
        sr_put_number(&out, at + 1);
}

/* "gold, silver ...". */
static void offer_keys(char offer[SR_ERROR_ARG_BYTES], const struct sr_axis *axis, int count) {
    struct sr_out out;
    sr_out_open(&out, offer, SR_ERROR_ARG_BYTES);
    for (int at = 0; at < count; at++) {
        char key[KEY_BYTES];
        write_key(key, axis, at);
        if (out.len + strlen(key) + sizeof "\"\",  ..." > SR_ERROR_ARG_BYTES) {
            sr_put(&out, " ...");
            return;
        }
        sr_put(&out, at ? ", \"" : "\"");
        sr_put(&out, key);
        sr_put_char(&out, '"');
    }
}

/* By seat or by name: an object with exactly these keys. */
static bool read_keyed(struct reading *reading, const struct sr_field *field, const json_t *json,
                       struct sr_index index, int axis) {
    const struct sr_axis *keys = &field->axis[axis];
    int count = keys->kind == SR_BY_SEAT ? reading->seats : keys->count;
    char offer[SR_ERROR_ARG_BYTES], key[KEY_BYTES];
    offer_keys(offer, keys, count);
    if (!json_is_object(json))
        return fail_shape(reading, offer);
    for (int at = 0; at < count; at++) {
        write_key(key, keys, at);
        const json_t *part = json_object_get(json, key);
        if (!part)
            return fail_lacks(reading, key);
        size_t back = enter(reading, key);
        index.at[axis] = (uint16_t)at;
        if (!read_part(reading, field, part, index, axis + 1))
            return false;
        leave(reading, back);
    }
    if (json_object_size(json) == (size_t)count)
        return true;
    for (void *at = json_object_iter((json_t *)json); at;
         at = json_object_iter_next((json_t *)json, at)) {
        bool known = false;
        for (int i = 0; i < count && !known; i++) {
            write_key(key, keys, i);
            known = strcmp(key, json_object_iter_key(at)) == 0;
        }
        if (!known)
            return fail_key(reading, json_object_iter_key(at), offer);
    }
    return true;
}

static bool fail_size(struct reading *reading, const struct sr_axis *places) {
    char size[32];
    struct sr_out out;
    sr_out_open(&out, size, sizeof size);
    sr_put(&out, places->kind == SR_LIST ? "0.." : "");
    sr_put_number(&out, places->count);
    return sr_fail(reading->error, SR_PROBLEM_FIELD_LIST, reading->path, size, NULL);
}

/* Sets the length of a list, or agrees with the one that a sister list has set. In a merge, a list
 * that was not given follows its sister: it is cut, or zeros are added. */
static bool set_length(struct reading *reading, const struct sr_field *field, struct sr_index index,
                       size_t *size) {
    size_t at = field->length_at, row = 0;
    for (int axis = 0; axis < sr_field_axes(field) - 1; axis++)
        row = row * field->axis[axis].count + index.at[axis];
    at += row;
    size_t length = reading->state[at];
    if (!reading->length_set[at]) {
        reading->length_set[at] = true;
        sr_field_set_length(field, reading->state, index, (int)*size);
    } else if (reading->lists_follow) {
        *size = *size < length ? *size : length;
    } else if (*size != length) {
        return sr_fail(reading->error, SR_PROBLEM_FIELD_COUNT, reading->path, NULL);
    }
    return true;
}

/* By place, or a list: an array, all of it or as long as it is. */
static bool read_array(struct reading *reading, const struct sr_field *field, const json_t *json,
                       struct sr_index index, int axis) {
    const struct sr_axis *places = &field->axis[axis];
    size_t size = json_array_size(json);
    if (!json_is_array(json) || size > places->count)
        return fail_size(reading, places);
    if (places->kind == SR_LIST) {
        if (!set_length(reading, field, index, &size))
            return false;
    } else if (size < places->count) {
        return fail_size(reading, places);
    }
    for (size_t at = 0; at < size; at++) {
        size_t back = enter_place(reading, at);
        index.at[axis] = (uint16_t)at;
        if (!read_part(reading, field, json_array_get(json, at), index, axis + 1))
            return false;
        leave(reading, back);
    }
    return true;
}

static bool read_part(struct reading *reading, const struct sr_field *field, const json_t *json,
                      struct sr_index index, int axis) {
    if (axis == sr_field_axes(field)) {
        int64_t value;
        if (!read_value(reading, field->of, json, &value))
            return false;
        sr_field_set(field, reading->state, index, value);
        return true;
    }
    if (field->axis[axis].kind == SR_BY_SEAT || field->axis[axis].kind == SR_BY_NAME)
        return read_keyed(reading, field, json, index, axis);
    return read_array(reading, field, json, index, axis);
}

static const struct sr_field *find_field(const struct sr_game *game, const char *name) {
    for (int i = 0; i < game->fields->count; i++)
        if (strcmp(game->fields->list[i].name, name) == 0)
            return &game->fields->list[i];
    return NULL;
}

/* Reads the stored fields that are (or are not) members of `chosen`. */
static bool read_fields(struct reading *reading, const json_t *root, const json_t *chosen,
                        bool given) {
    for (int i = 0; i < reading->game->fields->count; i++) {
        const struct sr_field *field = &reading->game->fields->list[i];
        if (field->role != SR_STORED || !!json_object_get(chosen, field->name) != given)
            continue;
        const json_t *json = json_object_get(root, field->name);
        if (!json)
            return fail_lacks(reading, field->name);
        size_t back = enter(reading, field->name);
        if (!read_part(reading, field, json, (struct sr_index){{0}}, 0))
            return false;
        leave(reading, back);
    }
    return true;
}

/* ---- the head ---- */

static const json_t *need(struct reading *reading, const json_t *object, const char *member) {
    const json_t *json = json_object_get(object, member);
    if (!json)
        fail_lacks(reading, member);
    return json;
}

/* One member with a domain of its own. */
static bool read_member(struct reading *reading, const json_t *object, const char *member,
                        const struct sr_domain *domain, int64_t *value) {
    const json_t *json = need(reading, object, member);
    if (!json)
        return false;
    size_t back = enter(reading, member);
    if (!read_value(reading, domain, json, value))
        return false;
    leave(reading, back);
    return true;
}

static bool read_options(struct reading *reading, const json_t *root, struct sr_setup *setup) {
    const struct sr_game *game = reading->game;
    const json_t *options = need(reading, root, "options");
    if (!options)
        return false;
    size_t back = enter(reading, "options");
    char names[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, names, sizeof names);
    for (int i = 0; i < game->option_count; i++) {
        sr_put(&out, i ? ", " : "");
        sr_put(&out, game->options[i].name);
    }
    if (!json_is_object(options))
        return fail_shape(reading, names);
    for (void *at = json_object_iter((json_t *)options); at;
         at = json_object_iter_next((json_t *)options, at)) {
        bool known = false;
        for (int i = 0; i < game->option_count; i++)
            known |= strcmp(json_object_iter_key(at), game->options[i].name) == 0;
        if (!known)
            return sr_fail(reading->error, SR_PROBLEM_UNKNOWN_OPTION, game->name,
                           json_object_iter_key(at), names, NULL);
    }
    for (int i = 0; i < game->option_count; i++) {
        int64_t value;
        if (!read_member(reading, options, game->options[i].name, game->options[i].of, &value))
            return false;
        setup->options[i] = (uint8_t)value;
    }
    leave(reading, back);
    return sr_setup_check(game, setup, reading->error);
}

/* A phase by its name; with `chores`, also those that ask nobody. */
static bool read_phase(struct reading *reading, const json_t *object, bool chores, uint8_t *phase) {
    const json_t *json = need(reading, object, "phase");
    if (!json)
        return false;
    char names[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    sr_out_open(&out, names, sizeof names);
    for (int i = 0; i < reading->game->phase_count; i++) {
        const char *name = reading->game->phases[i].name;
        if (reading->game->phases[i].run && !chores)
            continue;
        if (json_is_string(json) && strcmp(json_string_value(json), name) == 0) {
            *phase = (uint8_t)i;
            return true;
        }
        sr_put(&out, out.len ? ", " : "");
        sr_put(&out, name);
    }
    enter(reading, "phase");
    return fail_value(reading, json, names);
}

/* ---- the agenda ---- */

static bool read_item(struct reading *reading, const json_t *json, struct sr_item *item) {
    char names[SR_ERROR_ARG_BYTES];
    struct sr_out out;
    if (!json_is_object(json))
        return fail_shape(reading, "\"phase\", \"seat\"");
    if (!read_phase(reading, json, true, &item->phase))
        return false;
    const struct sr_phase *phase = &reading->game->phases[item->phase];
    int64_t value;
    if (!read_member(reading, json, "seat", phase->run ? &sr_a_seat_or_none : &sr_a_seat, &value))
        return false;
    item->seat = (uint8_t)value;
    int args = sr_phase_args(reading->game, item->phase);
    sr_out_open(&out, names, sizeof names);
    sr_put(&out, "\"phase\", \"seat\"");
    for (int i = 0; i < args; i++) {
        if (!read_member(reading, json, phase->args[i].name, phase->args[i].of, &value))
            return false;
        item->arg[phase->args[i].at] = (uint8_t)value;
        sr_put(&out, ", \"");
        sr_put(&out, phase->args[i].name);
        sr_put_char(&out, '"');
    }
    return json_object_size(json) == (size_t)args + 2 || fail_shape(reading, names);
}

/* The item that is asked now comes first. */
static bool read_agenda(struct reading *reading, const json_t *root, struct sr_head *head,
                        struct sr_item *agenda) {
    const json_t *list = need(reading, root, "agenda");
    if (!list)
        return false;
    const struct sr_axis room = SR_LISTED(reading->game->agenda_room);
    size_t back = enter(reading, "agenda"), size = json_array_size(list);
    if (!json_is_array(list) || size > room.count)
        return fail_size(reading, &room);
    head->pending = (uint8_t)size;
    for (size_t at = 0; at < size; at++) {
        size_t here = enter_place(reading, at);
        if (!read_item(reading, json_array_get(list, at), &agenda[size - 1 - at]))
            return false;
        leave(reading, here);
    }
    leave(reading, back);
    return true;
}

/* Phase and decider are those of the agenda's first item. A merge that names one of the two sides
 * only means the other to follow: the agenda is what was given, or one decision that needs no
 * arguments. */
static bool agree_agenda(struct reading *reading, const json_t *patch, struct sr_head *head,
                         struct sr_item *agenda) {
    if (head->over)
        return true;
    struct sr_item *top = head->pending ? &agenda[head->pending - 1] : NULL;
    bool moved = json_object_get(patch, "phase") || json_object_get(patch, "decider");
    if (patch && moved && !json_object_get(patch, "agenda")) {
        if (top && top->phase == head->phase) {
            top->seat = head->decider;
        } else if (!sr_phase_args(reading->game, head->phase)) {
            memset(agenda, 0, reading->game->agenda_room * sizeof *agenda);
            agenda[0] = (struct sr_item){.phase = head->phase, .seat = head->decider};
            head->pending = 1;
        } else {
            return fail_lacks(reading, "agenda");
        }
    } else if (patch && top && !moved) {
        head->phase = top->phase;
        head->decider = top->seat;
    }
    return true; /* sr_agenda_check() looks whether they agree */
}

/* Whoever has the generator can foresee the dice; so it is in positions and in no view. */
static bool read_rng(struct reading *reading, const json_t *root, struct sr_rng *rng) {
    const json_t *json = need(reading, root, "rng");
    if (!json)
        return false;
    size_t back = enter(reading, "rng");
    if (!json_is_object(json) || json_object_size(json) > 2)
        return fail_shape(reading, "\"key\", \"block\"");
    const json_t *key = need(reading, json, "key");
    const json_t *block = key ? need(reading, json, "block") : NULL;
    if (!block)
        return false;
    json_int_t blocks = json_integer_value(block);
    size_t here = enter(reading, "block");
    if (!json_is_integer(block) || blocks < 0 || blocks > UINT32_MAX)
        return fail_value(reading, block, "0..4294967295");
    leave(reading, here);
    uint8_t seed[SR_SEED_BYTES];
    size_t length = json_string_length(key);
    enter(reading, "key");
    if (length != 2 * SR_SEED_BYTES || !sr_seed_parse(json_string_value(key), length, seed))
        return fail_value(reading, key, "\"0123456789abcdef...\" (64)");
    leave(reading, back);
    sr_rng_seed(rng, seed);
    rng->block = (uint32_t)blocks;
    return true;
}

/* Game, rules version and seats: what all else depends on. */
static bool read_box(struct reading *reading, const json_t *root, struct sr_setup *setup) {
    const json_t *name = json_object_get(root, "game");
    const json_t *rules = json_object_get(root, "rules");
    const json_t *seats = json_object_get(root, "seats");
    const json_t *what = json_object_get(root, "serai");
    bool other = what && (!json_is_string(what) || strcmp(json_string_value(what), "position"));
    if (other || !json_is_string(name) || !json_is_integer(rules) || !json_is_integer(seats))
        return sr_fail(reading->error, SR_PROBLEM_NOT_A_POSITION, NULL);
    reading->game = sr_game_named(json_string_value(name), json_string_length(name), reading->game,
                                  reading->error);
    if (!reading->game)
        return false;
    if (json_integer_value(rules) < 1 || json_integer_value(rules) > reading->game->rules) {
        return sr_fail(reading->error, SR_PROBLEM_POSITION_RULES,
                       sr_digits(json_integer_value(rules)).text, reading->game->name,
                       sr_digits(reading->game->rules).text, NULL);
    }
    sr_setup_init(reading->game, setup);
    setup->rules = (uint8_t)json_integer_value(rules);
    json_int_t count = json_integer_value(seats);
    setup->seats = count < 0 || count > UINT8_MAX ? UINT8_MAX : (uint8_t)count;
    reading->seats = setup->seats;
    return sr_setup_check(reading->game, setup, reading->error);
}

static bool read_head(struct reading *reading, const json_t *root, const json_t *patch,
                      struct sr_setup *setup) {
    struct sr_head head = {.rules = setup->rules, .seats = setup->seats};
    int64_t decider, over;
    if (!read_options(reading, root, setup) || !read_phase(reading, root, false, &head.phase) ||
        !read_member(reading, root, "over", &sr_a_flag, &over) ||
        !read_rng(reading, root, &head.rng))
        return false;
    head.over = (uint8_t)over;
    if (!read_member(reading, root, "decider", head.over ? &sr_a_seat_or_none : &sr_a_seat,
                     &decider))
        return false;
    head.decider = (uint8_t)decider;
    if (head.over && head.decider != SR_NONE) {
        enter(reading, "decider");
        return fail_value(reading, json_object_get(root, "decider"), "null");
    }
    struct sr_item *agenda = (void *)(reading->state + reading->game->agenda_at);
    if (reading->game->agenda_room && (!read_agenda(reading, root, &head, agenda) ||
                                       !agree_agenda(reading, patch, &head, agenda)))
        return false;
    memcpy(reading->state, &head, sizeof head);
    memcpy(reading->state + reading->game->options_at, setup->options, reading->game->option_count);
    return true;
}

/* ---- the whole ---- */

static bool is_head_member(const char *name) {
    for (int i = 0; i < HEAD_MEMBERS; i++)
        if (strcmp(name, head_members[i]) == 0)
            return true;
    return false;
}

/* No members that there are not, or that follow from the others. */
static bool check_members(struct reading *reading, const json_t *object) {
    for (void *at = json_object_iter((json_t *)object); at;
         at = json_object_iter_next((json_t *)object, at)) {
        const char *name = json_object_iter_key(at);
        if (is_head_member(name))
            continue;
        const struct sr_field *field = find_field(reading->game, name);
        if (!field || field->role == SR_PADDING)
            return fail_unknown(reading, name);
        if (field->role != SR_STORED)
            return sr_fail(reading->error, SR_PROBLEM_FIELD_COUNTED, name, NULL) ||
                   sr_error_about_field(reading->error, reading->game->fields);
    }
    return true;
}

/* Makes what follows from the rest, and looks at the whole. */
static bool finish(struct reading *reading, bool loose, bool fill, struct sr_moves *moves) {
    const struct sr_game *game = reading->game;
    if (game->recount)
        game->recount(reading->state);
    if (fill && game->fill) {
        /* fill() may rely on every value being in range */
        if (!sr_fields_check(game, reading->state, reading->error))
            return false;
        game->fill(reading->state);
        if (game->recount)
            game->recount(reading->state);
    }
    if (!(loose ? sr_check_loose : sr_check)(game, reading->state, reading->error))
        return false;
    sr_list(game, reading->state, moves);
    const struct sr_head *head = sr_head(reading->state);
    if (head->over || moves->count > 0)
        return true;
    char seat[8];
    struct sr_out out;
    sr_out_open(&out, seat, sizeof seat);
    sr_put_number(&out, head->decider + 1);
    return sr_fail(reading->error, SR_PROBLEM_POSITION_PHASE, game->phases[head->phase].name, seat,
                   NULL);
}

/* Reads a complete position into `table`, whose game is the one it must be of, or NULL. `patch`:
 * the members that were given by a merge. */
static bool read_state(struct sr_table *table, const json_t *root, const json_t *patch, bool loose,
                       bool fill, struct sr_error *error) {
    struct reading reading = {.game = table->game, .state = table->state, .error = error};
    if (!read_box(&reading, root, &table->setup))
        return false;
    table->game = reading.game;
    if (!check_members(&reading, root) || !read_head(&reading, root, patch, &table->setup))
        return false;
    const json_t *mark = json_object_get(root, "loose");
    if (mark && !json_is_boolean(mark)) {
        enter(&reading, "loose");
        return fail_value(&reading, mark, "true, false");
    }
    table->loose = loose || json_is_true(mark);
    if (!read_fields(&reading, root, patch, patch != NULL))
        return sr_error_about_field(error, reading.game->fields);
    reading.lists_follow = true;
    if (patch && !read_fields(&reading, root, patch, false))
        return sr_error_about_field(error, reading.game->fields);
    if (!finish(&reading, table->loose, fill, &table->moves))
        return false;
    table->from_position = true;
    memcpy(table->start, table->state, sizeof table->start);
    return true;
}

/* ---- reading ---- */

struct sr_table *sr_position_read(const char *text, size_t length, bool loose,
                                  struct sr_error *error) {
    return sr_position_read_of(NULL, text, length, loose, error);
}

static struct sr_table *read_root(const struct sr_game *game, const json_t *root, bool loose,
                                  struct sr_error *error) {
    struct sr_table *table = calloc(1, sizeof *table);
    if (!table) {
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        return NULL;
    }
    table->game = game;
    if (read_state(table, root, NULL, loose, false, error))
        return table;
    sr_table_free(table);
    return NULL;
}

struct sr_table *sr_position_read_of(const struct sr_game *game, const char *text, size_t length,
                                     bool loose, struct sr_error *error) {
    json_t *root = sr_json_object(text, length, error);
    struct sr_table *table = root ? read_root(game, root, loose, error) : NULL;
    json_decref(root);
    return table;
}

struct sr_table *sr_position_renew(const struct sr_game *game, const char *text, size_t length,
                                   struct sr_error *error) {
    json_t *root = sr_json_object(text, length, error);
    struct sr_table *table = NULL;
    if (root && json_object_set_new(root, "rules", json_integer(game->rules)) != 0)
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    else if (root)
        table = read_root(game, root, false, error);
    json_decref(root);
    return table;
}

/* ---- merging ---- */

/* Objects merge, everything else replaces. Null is a value like others here: "none". False: no
 * memory. */
static bool merge(json_t *target, const json_t *patch) {
    for (void *at = json_object_iter((json_t *)patch); at;
         at = json_object_iter_next((json_t *)patch, at)) {
        const char *key = json_object_iter_key(at);
        json_t *value = json_object_iter_value(at);
        json_t *old = json_object_get(target, key);
        bool good = json_is_object(old) && json_is_object(value)
                        ? merge(old, value)
                        : json_object_set(target, key, value) == 0;
        if (!good)
            return false;
    }
    return true;
}

struct placing {
    const struct sr_game *game;
    const void *state;
    bool loose;
};

static void write_position(struct sr_out *out, const void *context) {
    const struct placing *placing = context;
    sr_position_write(out, placing->game, placing->state, placing->loose);
}

char *sr_position_text(const struct sr_game *game, const void *state, bool loose) {
    return sr_write_all(write_position, &(struct placing){game, state, loose});
}

/* What a merge may not touch. */
static bool check_patch(const struct sr_table *table, const json_t *patch, struct sr_error *error) {
    static const char *const fixed[] = {"serai", "game", "rules", "seats", "options", "loose"};
    if (table->plies > 0)
        return sr_fail(error, SR_PROBLEM_FIELD_FIXED, "moves", NULL);
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        if (json_object_get(patch, fixed[i]))
            return sr_fail(error, SR_PROBLEM_FIELD_FIXED, fixed[i], NULL);
    struct reading reading = {.game = table->game, .error = error};
    return check_members(&reading, patch);
}

static bool merge_into(struct sr_table *table, const json_t *patch, bool loose, bool fill,
                       struct sr_error *error) {
    if (!check_patch(table, patch, error))
        return false;
    char *before = sr_position_text(table->game, table->state, table->loose);
    json_t *root = before ? json_loads(before, 0, NULL) : NULL;
    free(before);
    struct sr_table *merged = calloc(1, sizeof *merged);
    if (merged)
        merged->game = table->game;
    bool good = root && merged && merge(root, patch);
    if (!good)
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
    else
        good = read_state(merged, root, patch, loose || table->loose, fill, error);
    /* A merge that changes nothing leaves a deal a deal, with its seed. */
    if (good && memcmp(merged->state, table->state, sizeof table->state) != 0) {
        memcpy(merged->name, table->name, sizeof merged->name);
        merged->ply = table->ply;
        merged->capacity = table->capacity;
        *table = *merged;
    }
    free(merged);
    json_decref(root);
    return good;
}

bool sr_position_merge(struct sr_table *table, const char *text, size_t length, bool loose,
                       bool fill, struct sr_error *error) {
    json_t *patch = sr_json_object(text, length, error);
    if (!patch)
        return false;
    bool good = merge_into(table, patch, loose, fill, error);
    json_decref(patch);
    return good;
}
