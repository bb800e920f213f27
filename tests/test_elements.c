/* States as rows of numbers: what the compiled plans read is what the fields table says, nothing
 * that a seat may not see is in its row, and everything that it may see is. */
#include "core/elements.h"
#include "core/view.h"
#include "games/games.h"
#include "support/fair.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES_EACH = 3, FLIPS_ONE_IN = 97, GUESSES_ONE_IN = 7 };

struct bytes {
    _Alignas(8) unsigned char at[SR_MAX_STATE];
};

/* A game with its lists, and one state of it. */
struct desk {
    const struct sr_game *game;
    struct sr_setup setup;
    struct sr_elements seat, world;
    struct bytes state;
    struct sr_moves moves;
    struct sr_rng source;
    struct sr_stream dice;
};

static struct desk *desk_of(const struct sr_game *game, int seats) {
    struct desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    desk->game = game;
    sr_setup_init(game, &desk->setup);
    desk->setup.seats = (uint8_t)seats;
    sr_seed_number((uint64_t)seats, desk->setup.seed);
    sr_rng_seed(&desk->source, desk->setup.seed);
    desk->dice = sr_stream_open(&desk->source);
    assert_true(sr_elements_of(&desk->seat, game, &desk->setup, SR_SCOPE_SEAT));
    assert_true(sr_elements_of(&desk->world, game, &desk->setup, SR_SCOPE_WORLD));
    return desk;
}

/* ---- the plain way to read an element ---- */

static int turned(int value, int each, int seats, int by) {
    if (!each || value >= each * seats)
        return value;
    return (value / each + by + seats) % seats * each + value % each;
}

static int64_t plain_value(const struct sr_domain *of, int64_t value, int seats, int observer,
                           int bit) {
    if (of->may_be_none && value == SR_NONE)
        return SR_ELEMENT_NONE;
    if (of->kind == SR_BITS && !of->names)
        return value >> (bit + observer) % seats & 1;
    if (of->kind == SR_BITS)
        return value >> bit & 1;
    int each = of->kind == SR_SEAT ? 1 : of->each_seat;
    if (each)
        return turned((int)value, each, seats, -observer);
    if (value > INT16_MAX)
        return INT16_MAX;
    return value < INT16_MIN ? INT16_MIN : value;
}

static int64_t plain_field(const struct sr_elements *elements, const struct sr_element *element,
                           const void *state, int observer) {
    const struct sr_field *field = element->field;
    const unsigned char *bytes = state;
    int seats = elements->seats, axes = sr_field_axes(field);
    struct sr_index index = element->index;
    for (int axis = 0; axis < axes; axis++) {
        const struct sr_axis *along = &field->axis[axis];
        if (along->kind == SR_BY_SEAT)
            index.at[axis] = (uint16_t)turned(index.at[axis], 1, seats, observer);
        else if (along->kind == SR_BY_NAME)
            index.at[axis] =
                (uint16_t)turned(index.at[axis], along->names->each_seat, seats, observer);
    }
    bool listed = axes && field->axis[axes - 1].kind == SR_LIST;
    int count = listed ? sr_field_count(elements->game, field, state, index, axes - 1) : 0;
    if (listed && index.at[axes - 1] >= count)
        return SR_ELEMENT_NONE;
    if (elements->scope == SR_SCOPE_SEAT) {
        bool top = listed && index.at[axes - 1] == count - 1;
        if (field->memory_at && bytes[field->memory_at] && !sr_head(state)->over && !top)
            return SR_ELEMENT_HIDDEN;
        if (!sr_field_seen(elements->game, field, state, index, observer))
            return SR_ELEMENT_HIDDEN;
    }
    return plain_value(field->of, sr_field_get(field, state, index), seats, observer, element->bit);
}

static int64_t plain_arg(const struct sr_elements *elements, const struct sr_item *item, int arg,
                         int observer) {
    const struct sr_phase_arg *of = &elements->game->phases[item->phase].args[arg];
    int value = item->arg[of->at];
    if (elements->scope == SR_SCOPE_SEAT && !sr_item_seen(elements->game, item, arg, observer))
        return SR_ELEMENT_HIDDEN;
    if (of->of->kind == SR_BITS)
        return value;
    return plain_value(of->of, value, elements->seats, observer, 0);
}

static int64_t plain_item(const struct sr_elements *elements, const struct sr_element *element,
                          const void *state, int observer) {
    const struct sr_item *agenda = sr_agenda(elements->game, state);
    int at = sr_head(state)->pending - 1 - element->depth;
    if (element->part == SR_OF_TOP) {
        if (at < 0 || agenda[at].phase != element->phase)
            return SR_ELEMENT_NONE;
        return plain_arg(elements, &agenda[at], element->arg, observer);
    }
    if (at < 0)
        return SR_ELEMENT_NONE;
    if (element->part == SR_OF_ITEM_PHASE)
        return agenda[at].phase;
    if (element->part == SR_OF_ITEM_SEAT)
        return plain_value(&sr_a_seat_or_none, agenda[at].seat, elements->seats, observer, 0);
    for (int arg = 0; arg < sr_phase_args(elements->game, agenda[at].phase); arg++)
        if (elements->game->phases[agenda[at].phase].args[arg].at == element->arg)
            return plain_arg(elements, &agenda[at], arg, observer);
    return SR_ELEMENT_NONE;
}

static int64_t plain(const struct sr_elements *elements, int at, const void *state, int observer) {
    const struct sr_element *element = &elements->list[at];
    const struct sr_head *head = state;
    switch ((enum sr_element_part)element->part) {
    case SR_OF_FIELD:
        return plain_field(elements, element, state, observer);
    case SR_OF_OBSERVER:
        return observer;
    case SR_OF_PHASE:
        return head->phase;
    case SR_OF_DECIDER:
        return plain_value(&sr_a_seat_or_none, head->decider, elements->seats, observer, 0);
    case SR_OF_OVER:
        return head->over;
    case SR_OF_AGENDA:
        return head->pending;
    default:
        return plain_item(elements, element, state, observer);
    }
}

/* At the end of a game views show more than rows do: rows are for while it goes on. */
static void expect_plain(const struct sr_elements *elements, const void *state) {
    int16_t row[SR_MAX_ELEMENTS + 8];
    for (int observer = 0; observer < elements->seats; observer++) {
        for (int i = 0; i < 8; i++)
            row[elements->count + i] = 12345;
        sr_elements_read(elements, state, observer, row);
        for (int at = 0; at < elements->count; at++) {
            int64_t expected = plain(elements, at, state, observer);
            const struct sr_element *element = &elements->list[at];
            bool fine = row[at] == expected && row[at] >= element->low && row[at] <= element->high;
            if (!fine) {
                char name[256];
                struct sr_out out;
                sr_out_open(&out, name, sizeof name);
                sr_element_name(&out, elements, at);
                fail_msg("%s, %d seats, seat %d: %s is %d, not %d (%d..%d)", elements->game->name,
                         elements->seats, observer, name, row[at], (int)expected, element->low,
                         element->high);
            }
        }
        for (int i = 0; i < 8; i++)
            assert_int_equal(row[elements->count + i], 12345);
    }
}

/* ---- secrets ---- */

/* Whether the observer sees an element says the observer's own bit of its mask: it knows that. */
static bool is_own_note(const struct desk *desk, size_t at, int bit, int observer) {
    for (int i = 0; i < desk->game->fields->count; i++) {
        const struct sr_field *field = &desk->game->fields->list[i];
        if (sr_field_see(field) == SR_SEEN_BY && at >= field->seen_by_at &&
            at < field->seen_by_at + sr_field_elements(field))
            return bit == observer;
    }
    return false;
}

/* Everybody sees what an item on the agenda is, and with another bit there it would be none. */
static bool is_phase(const struct sr_game *game, size_t at) {
    size_t into = at - game->agenda_at;
    return at >= game->agenda_at && into < game->agenda_room * sizeof(struct sr_item) &&
           into % sizeof(struct sr_item) == offsetof(struct sr_item, phase);
}

/* A byte may change as it likes: as long as the seat's own copy of the state, with everything
 * hidden masked, stays the same, its row does. */
static void expect_no_hidden_byte(const struct desk *desk, int observer) {
    int16_t row[SR_MAX_ELEMENTS], other[SR_MAX_ELEMENTS];
    struct bytes mask, changed, changed_mask;
    sr_elements_read(&desk->seat, desk->state.at, observer, row);
    sr_fields_mask(desk->game, desk->state.at, observer, mask.at);
    changed = desk->state;
    for (size_t at = 0; at < desk->game->size; at++) {
        if (is_phase(desk->game, at))
            continue;
        for (int bit = 0; bit < 8; bit++) {
            if (is_own_note(desk, at, bit, observer))
                continue;
            changed.at[at] = (unsigned char)(desk->state.at[at] ^ 1 << bit);
            sr_fields_mask(desk->game, changed.at, observer, changed_mask.at);
            if (memcmp(mask.at, changed_mask.at, desk->game->size) != 0)
                continue;
            sr_elements_read(&desk->seat, changed.at, observer, other);
            if (memcmp(row, other, desk->seat.count * sizeof row[0]) != 0)
                fail_msg("%s, seat %d: byte %zu is hidden and in its row", desk->game->name,
                         observer, at);
        }
        changed.at[at] = desk->state.at[at];
    }
}

static void expect_guess_alike(struct desk *desk, int observer) {
    int16_t row[SR_MAX_ELEMENTS], other[SR_MAX_ELEMENTS];
    struct bytes world = desk->state;
    sr_guess(desk->game, world.at, observer, &desk->dice);
    sr_elements_read(&desk->seat, desk->state.at, observer, row);
    sr_elements_read(&desk->seat, world.at, observer, other);
    assert_memory_equal(row, other, desk->seat.count * sizeof row[0]);
}

/* ---- completeness ---- */

static char *view_text(const struct desk *desk, const void *state, int viewer) {
    struct sr_out out;
    sr_out_open(&out, NULL, 0);
    sr_view_write(&out, desk->game, state, viewer);
    char *text = malloc(out.len + 1);
    assert_non_null(text);
    sr_out_open(&out, text, out.len + 1);
    sr_view_write(&out, desk->game, state, viewer);
    return text;
}

/* What changes the view changes the row. */
static void expect_change_seen(const struct desk *desk, const struct bytes *before, int observer) {
    int16_t row[SR_MAX_ELEMENTS], other[SR_MAX_ELEMENTS];
    char *was = view_text(desk, before->at, observer);
    char *is = view_text(desk, desk->state.at, observer);
    sr_elements_read(&desk->seat, before->at, observer, row);
    sr_elements_read(&desk->seat, desk->state.at, observer, other);
    bool same_view = strcmp(was, is) == 0;
    bool same_row = memcmp(row, other, desk->seat.count * sizeof row[0]) == 0;
    if (same_view != same_row)
        fail_msg("%s, seat %d: the %s changed, the %s did not", desk->game->name, observer,
                 same_view ? "row" : "view", same_view ? "view" : "row");
    free(was);
    free(is);
}

/* ---- games ---- */

static void play_and_look(struct desk *desk) {
    int seats = desk->setup.seats, ply = 0;
    for (int game = 0; game < GAMES_EACH; game++) {
        sr_seed_number((uint64_t)game, desk->setup.seed);
        sr_deal(desk->game, desk->state.at, &desk->setup, NULL, &desk->moves);
        while (!sr_head(desk->state.at)->over) {
            struct bytes before = desk->state;
            int observer = ply++ % seats;
            expect_plain(&desk->seat, desk->state.at);
            expect_plain(&desk->world, desk->state.at);
            if (ply % FLIPS_ONE_IN == 0)
                expect_no_hidden_byte(desk, observer);
            if (ply % GUESSES_ONE_IN == 0)
                expect_guess_alike(desk, observer);
            struct sr_move move = desk->moves.list[sr_draw(&desk->dice, desk->moves.count)];
            sr_play(desk->game, desk->state.at, move, NULL, &desk->moves);
            if (!sr_head(desk->state.at)->over)
                expect_change_seen(desk, &before, observer);
        }
    }
}

static void rows_are_what_the_tables_say(void **state) {
    (void)state;
    for (int i = 0; sr_game_at(i); i++) {
        const struct sr_game *game = sr_game_at(i);
        for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
            struct desk *desk = desk_of(game, seats);
            play_and_look(desk);
            free(desk);
        }
    }
}

/* Options change who sees what: known hands are shown, stacks are kept to memory. */
static void options_change_what_is_seen(void **state) {
    (void)state;
    static const struct {
        const char *game, *options;
        int more; /* elements than usual: -1 fewer, 0 as many */
    } with[] = {{"gugong", "known_hands=off", -1}, {"obscurians", "stacks_to_memory=on", 0}};
    for (size_t i = 0; i < SR_COUNT(with); i++) {
        struct desk *usual = desk_of(sr_game_find(with[i].game), 4);
        struct desk *desk = desk_of(sr_game_find(with[i].game), 4);
        struct sr_error error;
        assert_true(sr_setup_options(desk->game, &desk->setup, with[i].options, &error));
        assert_true(sr_elements_of(&desk->seat, desk->game, &desk->setup, SR_SCOPE_SEAT));
        int more = desk->seat.count - usual->seat.count;
        assert_int_equal((more > 0) - (more < 0), with[i].more);
        play_and_look(desk);
        free(usual);
        free(desk);
    }
}

/* Every shape and every visibility: the fair has them all. */
static void every_shape_is_read(void **state) {
    (void)state;
    struct desk *desk = desk_of(&sr_fair, 2);
    struct fair fair = sr_fair_sample();
    expect_plain(&desk->seat, &fair);
    expect_plain(&desk->world, &fair);
    memcpy(desk->state.at, &fair, sizeof fair);
    for (int observer = 0; observer < 2; observer++)
        expect_no_hidden_byte(desk, observer);
    free(desk);
}

/* ---- meaning ---- */

static void names_are_unique(void **state) {
    (void)state;
    for (int i = 0; sr_game_at(i); i++) {
        struct desk *desk = desk_of(sr_game_at(i), sr_game_at(i)->seats_max);
        static char name[SR_MAX_ELEMENTS][128];
        for (int at = 0; at < desk->world.count; at++) {
            struct sr_out out;
            sr_out_open(&out, name[at], sizeof name[at]);
            sr_element_name(&out, &desk->world, at);
            assert_true(sr_out_fits(&out) && out.len);
        }
        qsort(name, desk->world.count, sizeof name[0], (int (*)(const void *, const void *))strcmp);
        for (int at = 1; at < desk->world.count; at++)
            assert_string_not_equal(name[at - 1], name[at]);
        free(desk);
    }
}

/* Another number of seats, scope, range or name is another hash; the same list is the same. */
static void the_hash_is_of_the_meaning(void **state) {
    (void)state;
    const struct sr_game *game = sr_game_find("dunhuang");
    struct desk *two = desk_of(game, 2), *again = desk_of(game, 2), *three = desk_of(game, 3);
    assert_true(two->seat.hash == again->seat.hash);
    assert_true(two->seat.hash != three->seat.hash);
    assert_true(two->seat.hash != two->world.hash);

    struct sr_field fields[256];
    memcpy(fields, game->fields->list, game->fields->count * sizeof fields[0]);
    struct sr_fields table = {.list = fields, .count = game->fields->count};
    struct sr_game other = *game;
    other.fields = &table;
    assert_true(sr_elements_of(&again->seat, &other, &again->setup, SR_SCOPE_SEAT));
    assert_true(again->seat.hash == two->seat.hash);
    struct sr_domain wider = *fields[0].of;
    wider.max--;
    fields[0].of = &wider;
    assert_true(sr_elements_of(&again->seat, &other, &again->setup, SR_SCOPE_SEAT));
    assert_true(again->seat.hash != two->seat.hash);
    fields[0].of = game->fields->list[0].of;
    fields[0].name = "ring";
    assert_true(sr_elements_of(&again->seat, &other, &again->setup, SR_SCOPE_SEAT));
    assert_true(again->seat.hash != two->seat.hash);
    free(two);
    free(again);
    free(three);
}

/* Processors that cannot shuffle bytes read the same. */
static void strands_change_nothing(void **unused) {
    (void)unused;
    struct sr_elements *woven = malloc(sizeof *woven), *plainly = malloc(sizeof *plainly);
    assert_non_null(woven);
    assert_non_null(plainly);
    for (int i = 0; sr_game_at(i); i++) {
        const struct sr_game *game = sr_game_at(i);
        struct sr_setup setup;
        struct sr_moves moves;
        struct bytes state;
        int16_t row[SR_MAX_ELEMENTS], other[SR_MAX_ELEMENTS];
        sr_setup_init(game, &setup);
        setup.seats = game->seats_max;
        sr_deal(game, state.at, &setup, NULL, &moves);
        assert_true(sr_elements_of(woven, game, &setup, SR_SCOPE_SEAT));
        *plainly = *woven;
        for (int observer = 0; observer < setup.seats; observer++) {
            for (int at = 0; at < plainly->plan[observer].segments; at++)
                plainly->plan[observer].segment[at].strands = 0;
            sr_elements_read(woven, state.at, observer, row);
            sr_elements_read(plainly, state.at, observer, other);
            assert_memory_equal(row, other, woven->count * sizeof row[0]);
        }
    }
    free(woven);
    free(plainly);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_what_the_tables_say), cmocka_unit_test(every_shape_is_read),
        cmocka_unit_test(options_change_what_is_seen),  cmocka_unit_test(names_are_unique),
        cmocka_unit_test(the_hash_is_of_the_meaning),   cmocka_unit_test(strands_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
