/* The battery looks for leaks: whatever a viewer cannot know is changed, by guessing, and what the
 * viewer is sent must not change with it. */
#include "battery_parts.h"

#include "core/canvas.h"
#include "core/glimpse.h"

#include <string.h>

/* Guesses before a hidden field that never changes is suspicious; but in few games it may just have
 * been plain to everybody all the time. */
enum { ENOUGH_LOOKS = 60, ENOUGH_GAMES = 6 };

void battery_guess(struct battery *b, const void *state, int viewer, struct battery_state *world) {
    memcpy(world->bytes, state, b->game->size);
    sr_guess(b->game, world->bytes, viewer, &b->dice);
    b->report->worlds++;
}

static const char *check_text(struct battery *b, const void *state) {
    struct sr_error error = {0};
    if (sr_check(b->game, state, &error))
        return NULL;
    struct sr_out out;
    sr_out_open(&out, b->text[0], sizeof b->text[0]);
    sr_error_say(&out, SR_EN, &error);
    return b->text[0];
}

/* ---- is the guess a guess? ---- */

static const struct sr_field *first_difference(const struct battery *b, const void *one,
                                               const void *other) {
    for (int i = 0; i < b->game->fields->count; i++) {
        const struct sr_field *field = &b->game->fields->list[i];
        if (memcmp((const char *)one + field->offset, (const char *)other + field->offset,
                   field->size) != 0)
            return field;
    }
    return NULL;
}

static bool looks_the_same(struct battery *b, int viewer, const void *truth, const void *world) {
    struct battery_state seen, guessed;
    sr_fields_mask(b->game, truth, viewer, seen.bytes);
    sr_fields_mask(b->game, world, viewer, guessed.bytes);
    if (!battery_same(b, seen.bytes, guessed.bytes)) {
        const struct sr_field *field = first_difference(b, seen.bytes, guessed.bytes);
        return battery_fail(b, BATTERY_KNOWN, "a guess for %s changes %s, which it sees",
                            battery_viewer(viewer), field ? field->name : "the head");
    }
    const char *broken = check_text(b, world);
    return !broken ||
           battery_fail(b, BATTERY_KNOWN, "a guess for %s: %.400s", battery_viewer(viewer), broken);
}

static struct sr_index index_of(const struct sr_field *field, size_t element) {
    struct sr_index index = {{0}};
    for (int axis = sr_field_axes(field) - 1; axis >= 0; axis--) {
        index.at[axis] = (uint16_t)(element % field->axis[axis].count);
        element /= field->axis[axis].count;
    }
    return index;
}

/* Was something of the field hidden from the viewer, and did the guess change it? */
static void note_hidden(struct battery *b, int viewer, const struct sr_field *field,
                        const void *truth, const void *world) {
    struct battery_hidden *hidden = &b->hidden[viewer + 1][field - b->game->fields->list];
    bool looked = false, changed = false;
    for (size_t element = 0; element < sr_field_elements(field); element++) {
        struct sr_index index = index_of(field, element);
        if (sr_field_seen(b->game, field, truth, index, viewer))
            continue;
        int64_t value = sr_field_get(field, truth, index);
        looked |= value != 0 && !(field->of->may_be_none && value == SR_NONE);
        changed |= value != sr_field_get(field, world, index);
    }
    hidden->looked += looked;
    hidden->changed += changed;
}

static bool is_fresh(struct battery *b, int viewer, const void *truth, const void *world) {
    const struct sr_rng *own = &sr_head(truth)->rng, *guessed = &sr_head(world)->rng;
    if (memcmp(own->key, guessed->key, sizeof own->key) == 0)
        return battery_fail(b, BATTERY_FRESH, "a guess for %s keeps the generator",
                            battery_viewer(viewer));
    for (int i = 0; i < b->game->fields->count; i++)
        if (b->game->fields->list[i].role == SR_STORED && !(b->game->fields->list[i].see & SR_NOTE))
            note_hidden(b, viewer, &b->game->fields->list[i], truth, world);
    return true;
}

bool battery_all_fresh(struct battery *b) {
    if (b->plan->games < ENOUGH_GAMES)
        return true;
    for (int viewer = SR_SPECTATOR; viewer < b->plan->setup.seats; viewer++)
        for (int i = 0; i < b->game->fields->count; i++) {
            const struct battery_hidden *hidden = &b->hidden[viewer + 1][i];
            if (hidden->looked >= ENOUGH_LOOKS && !hidden->changed)
                return battery_fail(b, BATTERY_FRESH,
                                    "%llu guesses for %s never changed %s, which it cannot see",
                                    (unsigned long long)hidden->looked, battery_viewer(viewer),
                                    b->game->fields->list[i].name);
        }
    return true;
}

/* ---- everything that is sent to a viewer at a position ---- */

struct sending {
    struct battery *b;
    struct sr_table *table; /* the true one, or the same with a guessed state */
    int viewer;
};

static void send_view(struct sr_out *out, const struct sending *sending) {
    sr_view_write(out, sending->b->game, sending->table->state, sending->viewer);
}

static void send_table_in_english(struct sr_out *out, const struct sending *sending) {
    sr_table_view(out, sending->table, sending->viewer, SR_EN);
}

static void send_table_in_russian(struct sr_out *out, const struct sending *sending) {
    sr_table_view(out, sending->table, sending->viewer, SR_RU);
}

static void send_difference(struct sr_out *out, const struct sending *sending) {
    const struct battery *b = sending->b;
    if (b->table->plies) {
        const unsigned char *before = b->history + (size_t)(b->table->plies - 1) * b->game->size;
        sr_view_diff(out, b->game, before, sending->table->state, sending->viewer);
    }
}

static void send_list(struct sr_out *out, const struct sending *sending) {
    if (sending->viewer != sr_head(sending->table->state)->decider)
        return;
    for (uint32_t i = 0; i < sending->table->moves.count; i++) {
        sr_move_write(out, sending->b->game, sending->table->moves.list[i]);
        sr_put_char(out, '\n');
    }
}

/* What a bot in this seat would be given. */
static void send_glimpse(struct sr_out *out, const struct sending *sending) {
    struct sr_glimpse glimpse;
    struct battery_state masked;
    if (sending->viewer != sr_head(sending->table->state)->decider)
        return;
    sr_table_glimpse(sending->table, &glimpse);
    sr_glimpse_view(&glimpse, out);
    sr_glimpse_mask(&glimpse, masked.bytes);
    sr_put_hex(out, masked.bytes, sending->b->game->size);
}

static void put_refusal(struct sr_out *out, const struct sending *sending, const char *text) {
    struct sr_error error = {0};
    sr_table_play_text(sending->table, sending->viewer, text, strlen(text), NULL, &error);
    for (int lang = 0; lang < SR_LANGS; lang++) {
        sr_error_say(out, (enum sr_lang)lang, &error);
        sr_put_char(out, '\n');
    }
}

/* None of these can be accepted: no table changes here. */
static void send_errors(struct sr_out *out, const struct sending *sending) {
    const struct battery *b = sending->b;
    put_refusal(out, sending, "");
    put_refusal(out, sending, "no such move");
    char past_all[SR_MOVE_TEXT_BYTES];
    struct sr_out text;
    sr_out_open(&text, past_all, sizeof past_all);
    sr_put(&text, b->game->verbs[b->table->plies % b->game->verb_count].name);
    sr_put(&text, " 77777 1 1 1 1 1 1 1 1");
    put_refusal(out, sending, past_all);
    struct sr_error error = {0};
    if (sending->viewer != sr_head(sending->table->state)->decider && b->table->moves.count) {
        sr_table_play(sending->table, sending->viewer, b->table->moves.list[0], NULL, &error);
        sr_error_say(out, SR_EN, &error);
    }
    sr_table_undoable(sending->table, sending->viewer);
}

static void send_result(struct sr_out *out, const struct sending *sending) {
    const struct sr_reader reader = {.lang = SR_EN};
    if (sr_head(sending->table->state)->over)
        sr_sheet_json(out, &reader, sending->b->game, sending->table->state);
}

static void send_screen(struct sr_out *out, const struct sending *sending) {
    static struct sr_canvas canvas;
    const struct sr_reader reader = {.lang = SR_RU};
    sr_canvas_clear(&canvas, SR_CANVAS_COLUMNS, SR_CANVAS_ROWS);
    sr_canvas_draw(sending->b->game, sending->table->state, sending->viewer, &reader, &canvas);
    for (int row = 0; row < canvas.used_rows; row++)
        for (int column = 0; column < canvas.columns; column++) {
            const struct sr_cell *cell = &canvas.cell[row][column];
            const uint8_t bytes[4] = {(uint8_t)cell->code, (uint8_t)(cell->code >> 8),
                                      (uint8_t)(cell->code >> 16), cell->style};
            sr_put_bytes(out, (const char *)bytes, sizeof bytes);
        }
}

static const struct {
    const char *what;
    void (*send)(struct sr_out *out, const struct sending *sending);
} sendings[] = {
    {"the list of moves", send_list},
    {"the view", send_view},
    {"the table in English", send_table_in_english},
    {"the table in Russian", send_table_in_russian},
    {"the difference from the last view", send_difference},
    {"what a bot is given", send_glimpse},
    {"an error", send_errors},
    {"the result", send_result},
    {"the screen", send_screen},
};

static size_t common_length(const char *one, const char *other, size_t length) {
    size_t at = 0;
    while (at < length && one[at] == other[at])
        at++;
    return at;
}

static bool is_sent_the_same(struct battery *b, int viewer, const struct battery_state *world) {
    static struct sr_table other;
    memcpy(&other, b->table, sizeof other);
    memcpy(other.state, world->bytes, b->game->size);
    sr_list(b->game, other.state, &other.moves);
    for (size_t i = 0; i < sizeof sendings / sizeof sendings[0]; i++) {
        struct sr_out out[2];
        for (int k = 0; k < 2; k++) {
            struct sending sending = {b, k ? &other : b->table, viewer};
            sr_out_open(&out[k], b->text[k], sizeof b->text[k]);
            sendings[i].send(&out[k], &sending);
        }
        size_t length = out[0].len < sizeof b->text[0] ? out[0].len : sizeof b->text[0] - 1;
        if (out[0].len != out[1].len || memcmp(b->text[0], b->text[1], length) != 0) {
            size_t at = common_length(b->text[0], b->text[1], length);
            at = at > 40 ? at - 40 : 0;
            return battery_fail(b, BATTERY_VIEWS,
                                "%s of %s depends on what it cannot know: ...%.160s... but in "
                                "another world ...%.160s...",
                                sendings[i].what, battery_viewer(viewer), b->text[0] + at,
                                b->text[1] + at);
        }
    }
    return true;
}

bool battery_secrets_of_position(struct battery *b) {
    const void *truth = b->table->state;
    for (int viewer = SR_SPECTATOR; viewer < b->setup.seats; viewer++) {
        struct battery_state world, last;
        for (int i = 0; i < b->plan->worlds; i++) {
            battery_guess(b, truth, viewer, &world);
            if (!looks_the_same(b, viewer, truth, world.bytes) ||
                !is_fresh(b, viewer, truth, world.bytes) || !is_sent_the_same(b, viewer, &world))
                return false;
            if (i && memcmp(&sr_head(world.bytes)->rng, &sr_head(last.bytes)->rng,
                            sizeof(struct sr_rng)) == 0)
                return battery_fail(b, BATTERY_FRESH, "two guesses share a generator");
            last = world;
        }
    }
    return true;
}

/* ---- everything that is sent after a move ---- */

static void put_event(struct sr_out *out, const struct battery *b, const struct sr_event *event,
                      int viewer) {
    sr_event_json(out, b->game, event, viewer);
    for (int lang = 0; lang < SR_LANGS; lang++) {
        const struct sr_reader reader = {.lang = (enum sr_lang)lang};
        sr_event_say(out, &reader, b->game, event, viewer);
    }
}

static bool told_the_same(struct battery *b, int viewer, const struct sr_events *one,
                          const struct sr_events *other) {
    if (one->count != other->count)
        return false;
    for (uint32_t i = 0; i < one->count; i++) {
        struct sr_out out[2];
        for (int k = 0; k < 2; k++) {
            sr_out_open(&out[k], b->text[k], sizeof b->text[k]);
            put_event(&out[k], b, k ? &other->list[i] : &one->list[i], viewer);
        }
        if (strcmp(b->text[0], b->text[1]) != 0)
            return false;
    }
    return true;
}

static bool sees_the_same(struct battery *b, int viewer, const struct battery_state *one,
                          const struct battery_state *other) {
    struct battery_state seen, guessed;
    sr_fields_mask(b->game, one->bytes, viewer, seen.bytes);
    sr_fields_mask(b->game, other->bytes, viewer, guessed.bytes);
    return battery_same(b, seen.bytes, guessed.bytes);
}

bool battery_sent_same(struct battery *b, int viewer, const struct battery_state *one,
                       const struct sr_events *one_events, const struct battery_state *other,
                       const struct sr_events *other_events) {
    return sees_the_same(b, viewer, one, other) &&
           told_the_same(b, viewer, one_events, other_events);
}

/* Could the viewer, in this world, be sent just what it was sent by this move? */
static bool explains(struct battery *b, int viewer, const struct battery_state *world,
                     struct sr_move move, const struct battery_step *step) {
    static struct sr_events events;
    struct battery_state next = *world;
    struct sr_moves moves;
    unsigned did = sr_play(b->game, next.bytes, move, &events, &moves);
    return !(did & SR_CHANCE) && (viewer != step->decider || did == step->did) &&
           battery_sent_same(b, viewer, &step->after, &step->events, &next, &events);
}

/* Nothing was shown, they say: then in every world that the viewer thought possible the same could
 * have been sent to it. Its own move is the same move; another's secret choice may be any. */
static bool check_silent(struct battery *b, int viewer, const struct battery_step *step) {
    struct battery_state world;
    struct sr_moves moves;
    battery_guess(b, step->before.bytes, viewer, &world);
    sr_list(b->game, world.bytes, &moves);
    if (sr_listed(&moves, step->move) && explains(b, viewer, &world, step->move, step))
        return true;
    for (uint32_t i = 0; viewer != step->decider && i < moves.count; i++)
        if (explains(b, viewer, &world, moves.list[i], step))
            return true;
    return battery_fail(b, BATTERY_SHOWN,
                        "%s says that it showed nothing, but %s can tell worlds "
                        "apart by it",
                        battery_move(b, step->move), battery_viewer(viewer));
}

/* Something was shown. If a viewer is told one thing here and another thing in a guessed world, and
 * its view afterwards is the same in both, then it was told what it may not know, or what the state
 * has forgotten. Chance falls the same way in both. */
static bool check_told(struct battery *b, int viewer, const struct battery_step *step) {
    static struct sr_events events;
    struct battery_state world;
    struct sr_moves moves;
    battery_guess(b, step->before.bytes, viewer, &world);
    ((struct sr_head *)(void *)world.bytes)->rng = sr_head(step->before.bytes)->rng;
    sr_list(b->game, world.bytes, &moves);
    if (!sr_listed(&moves, step->move))
        return true;
    sr_play(b->game, world.bytes, step->move, &events, &moves);
    if (sees_the_same(b, viewer, &step->after, &world) &&
        !told_the_same(b, viewer, &step->events, &events))
        return battery_fail(b, BATTERY_TOLD,
                            "%s: an event tells %s what its view does not keep: "
                            "%.160s, or in another world %.160s",
                            battery_move(b, step->move), battery_viewer(viewer), b->text[0],
                            b->text[1]);
    return true;
}

bool battery_secrets_of_step(struct battery *b, const struct battery_step *step) {
    b->report->silent_moves += !step->did;
    for (int viewer = SR_SPECTATOR; viewer < b->setup.seats; viewer++)
        for (int i = 0; i < b->plan->worlds; i++)
            if (!(step->did ? check_told(b, viewer, step) : check_silent(b, viewer, step)))
                return false;
    return true;
}

/* ---- questions that are not asked ---- */

static bool is_skipped(const struct sr_moves *moves) {
    return moves->count == 1 && !moves->secret;
}

/* Goes through the move phase by phase, where sr_play() goes through at once. */
bool battery_skips(struct battery *b, const struct battery_step *step) {
    struct battery_state now = step->before;
    const struct sr_head *head = sr_head(now.bytes);
    struct sr_turn turn = {.events = NULL};
    struct sr_move move = step->move;
    for (int left = b->game->bound; left > 0; left--) {
        struct sr_moves moves, guessed;
        sr_answer(b->game, now.bytes, move, &turn);
        sr_list(b->game, now.bytes, &moves);
        if (head->over)
            break;
        for (int viewer = SR_SPECTATOR; viewer < b->setup.seats; viewer++) {
            struct battery_state world;
            if (viewer == head->decider)
                continue;
            battery_guess(b, now.bytes, viewer, &world);
            sr_list(b->game, world.bytes, &guessed);
            if (is_skipped(&guessed) != is_skipped(&moves))
                return battery_fail(b, BATTERY_SKIPPED,
                                    "after %s, whether %s is asked (%s) depends on what %s cannot "
                                    "know",
                                    battery_move(b, step->move), battery_viewer(head->decider),
                                    b->game->phases[head->phase].name, battery_viewer(viewer));
        }
        if (!is_skipped(&moves))
            break;
        b->report->skips++;
        move = moves.list[0];
    }
    return battery_same(b, now.bytes, step->after.bytes) ||
           battery_fail(b, BATTERY_DETERMINISM, "%s went differently phase by phase",
                        battery_move(b, step->move));
}
