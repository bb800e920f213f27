/* The common battery: plays random games and watches over what every game promises. */
#include "battery_parts.h"

#include "core/mind.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what broke, and where ---- */

static const struct {
    const char *name, *promise;
} properties[BATTERY_PROPERTY_COUNT] = {{"fine", "everything"},
#define PROPERTY(id, promise) {#id, promise},
                                        BATTERY_PROPERTIES(PROPERTY)
#undef PROPERTY
};

const char *battery_name(enum battery_property property) {
    return properties[property].name;
}

const char *battery_promise(enum battery_property property) {
    return properties[property].promise;
}

bool battery_fail(struct battery *b, enum battery_property property, const char *format, ...) {
    if (b->report->property != BATTERY_FINE)
        return false; /* the first one counts */
    b->report->property = property;
    b->report->ply = b->table ? b->table->plies : 0;
    va_list args;
    va_start(args, format);
    vsnprintf(b->report->detail, sizeof b->report->detail, format, args);
    va_end(args);
    return false;
}

void battery_say(const struct battery_report *report, const struct sr_game *game,
                 const struct battery_plan *plan, char *text, size_t size) {
    int length = snprintf(text, size,
                          "%s breaks %s (%s): %s\n  in game %u of seed %llu, after %u moves,"
                          " %d seats",
                          game->name, battery_name(report->property),
                          battery_promise(report->property), report->detail, report->game,
                          (unsigned long long)plan->seed, report->ply, plan->setup.seats);
    for (int i = 0; i < game->option_count && length > 0 && (size_t)length < size; i++)
        if (plan->setup.options[i] != game->options[i].standard) {
            char value[64];
            struct sr_out out;
            sr_out_open(&out, value, sizeof value);
            sr_domain_write(&out, game->options[i].of, plan->setup.options[i]);
            length += snprintf(text + length, size - (size_t)length, ", %s=%s",
                               game->options[i].name, value);
        }
}

const char *battery_viewer(int viewer) {
    static const char *const seats[SR_MAX_SEATS] = {"seat 1", "seat 2", "seat 3",
                                                    "seat 4", "seat 5", "seat 6"};
    if (viewer >= SR_MAX_SEATS || viewer < SR_REFEREE)
        return "somebody without a seat";
    return viewer == SR_SPECTATOR ? "a spectator"
           : viewer == SR_REFEREE ? "the referee"
                                  : seats[viewer];
}

const char *battery_move(const struct battery *b, struct sr_move move) {
    static char text[4][SR_MOVE_TEXT_BYTES];
    static unsigned turn;
    struct sr_out out;
    char *at = text[turn++ % 4];
    sr_out_open(&out, at, sizeof text[0]);
    sr_move_write(&out, b->game, move);
    return at;
}

/* ---- small help ---- */

uint32_t battery_draw(struct battery *b, uint32_t bound) {
    return sr_draw(&b->dice, bound);
}

bool battery_one_in(struct battery *b, int n) {
    return n > 0 && battery_draw(b, (uint32_t)n) == 0;
}

bool battery_same(const struct battery *b, const void *one, const void *other) {
    return memcmp(one, other, b->game->size) == 0;
}

static bool same_lists(const struct sr_moves *one, const struct sr_moves *other) {
    return one->count == other->count && one->secret == other->secret &&
           memcmp(one->list, other->list, one->count * sizeof one->list[0]) == 0;
}

static bool same_events(const struct sr_events *one, const struct sr_events *other) {
    if (one->count != other->count || one->dropped != other->dropped)
        return false;
    for (uint32_t i = 0; i < one->count; i++)
        if (one->list[i].kind != other->list[i].kind ||
            memcmp(one->list[i].arg, other->list[i].arg, sizeof one->list[i].arg) != 0)
            return false;
    return true;
}

static const char *error_text(const struct sr_error *error) {
    static char text[2048];
    struct sr_out out;
    sr_out_open(&out, text, sizeof text);
    sr_error_say(&out, SR_EN, error);
    return text;
}

/* ---- the position ---- */

static bool check_invariants(struct battery *b, const void *state, const char *how) {
    struct sr_error error = {0};
    if (sr_check(b->game, state, &error))
        return true;
    return battery_fail(b, BATTERY_CHECK, "%s: %s", how, error_text(&error));
}

static bool check_list(struct battery *b) {
    const void *state = b->table->state;
    struct sr_moves again;
    sr_list(b->game, state, &again);
    if (!same_lists(&again, &b->table->moves))
        return battery_fail(b, BATTERY_DETERMINISM, "the same position listed %u moves, then %u",
                            b->table->moves.count, again.count);
    if (sr_head(state)->over)
        return again.count == 0 ||
               battery_fail(b, BATTERY_LISTS, "the game is over, yet lists moves");
    if (again.count == 0 || again.count > BATTERY_LIST_MAX)
        return battery_fail(b, BATTERY_LISTS, "%u moves listed in phase %s", again.count,
                            b->game->phases[sr_head(state)->phase].name);
    if (again.count == 1 && !again.secret)
        return battery_fail(b, BATTERY_SKIPPED, "asked, though there is one answer: %s",
                            battery_move(b, again.list[0]));
    for (uint32_t i = 0; i < again.count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (sr_same_move(again.list[i], again.list[k]))
                return battery_fail(b, BATTERY_LISTS, "listed twice: %s",
                                    battery_move(b, again.list[i]));
    return true;
}

static void remember_moves(struct battery *b) {
    const struct sr_moves *moves = &b->table->moves;
    for (uint32_t i = 0; i < moves->count; i++) {
        uint32_t at = b->pool_size < BATTERY_POOL ? b->pool_size++ : battery_draw(b, BATTERY_POOL);
        b->pool[at] = moves->list[i];
    }
}

/* ---- refusals ---- */

/* The table must refuse the move and be, to the last byte, what it was. */
static bool refused(struct battery *b, int seat, struct sr_move move) {
    static struct sr_table before;
    memcpy(&before, b->table, sizeof before);
    struct sr_error error = {0};
    b->report->refusals++;
    if (sr_table_play(b->table, seat, move, NULL, &error))
        return battery_fail(b, BATTERY_LEGAL, "%s was not listed for %s, but accepted",
                            battery_move(b, move), battery_viewer(seat));
    if (error.problem == SR_FINE)
        return battery_fail(b, BATTERY_LEGAL, "%s was refused without a reason",
                            battery_move(b, move));
    if (memcmp(&before, b->table, sizeof before) != 0)
        return battery_fail(b, BATTERY_LEGAL, "%s was refused, but changed the table",
                            battery_move(b, move));
    return true;
}

static bool refused_unless_listed(struct battery *b, struct sr_move move) {
    int decider = sr_head(b->table->state)->decider;
    if (sr_listed(&b->table->moves, move))
        return true;
    return refused(b, decider == SR_NONE ? SR_REFEREE : decider, move);
}

static bool refused_text(struct battery *b, const char *text) {
    static struct sr_table before;
    memcpy(&before, b->table, sizeof before);
    struct sr_error error = {0};
    if (sr_table_play_text(b->table, SR_REFEREE, text, strlen(text), NULL, &error) ||
        error.problem == SR_FINE || memcmp(&before, b->table, sizeof before) != 0)
        return battery_fail(b, BATTERY_LEGAL, "\"%s\" is no move, but was not refused cleanly",
                            text);
    return true;
}

static bool check_refusals(struct battery *b) {
    const struct sr_moves *moves = &b->table->moves;
    int seats = sr_head(b->table->state)->seats, decider = sr_head(b->table->state)->decider;
    for (int i = 0; i < 24 && b->pool_size; i++)
        if (!refused_unless_listed(b, b->pool[battery_draw(b, b->pool_size)]))
            return false;
    for (int i = 0; i < 24 && moves->count; i++) {
        struct sr_move move = moves->list[battery_draw(b, moves->count)];
        uint8_t *arg = &move.arg[battery_draw(b, SR_MOVE_ARGS)];
        uint32_t how = battery_draw(b, 4);
        *arg = (uint8_t)(how == 0   ? *arg + 1U
                         : how == 1 ? *arg - 1U
                         : how == 2 ? (unsigned)SR_NONE
                                    : battery_draw(b, 256));
        if (!refused_unless_listed(b, move))
            return false;
    }
    for (int i = 0; i < 12; i++) {
        struct sr_move move = {.verb = (uint8_t)battery_draw(b, i % 2 ? 256 : b->game->verb_count)};
        for (int arg = 0; arg < SR_MOVE_ARGS; arg++)
            move.arg[arg] = (uint8_t)battery_draw(b, i % 3 ? 4 : 256);
        if (!refused_unless_listed(b, move))
            return false;
    }
    for (int seat = 0; seat < seats && moves->count; seat++)
        if (seat != decider && !refused(b, seat, moves->list[battery_draw(b, moves->count)]))
            return false;
    struct sr_move any = {0};
    if (moves->count)
        any = moves->list[0];
    return refused(b, seats, any) && refused(b, SR_SPECTATOR, any) && refused(b, -77, any) &&
           refused_text(b, "") && refused_text(b, "no such move") && refused_text(b, "\xff\xfe 1");
}

/* Every listed move, not only the one that is played, must be accepted and lead on. */
static bool check_all_listed(struct battery *b) {
    const struct sr_moves *moves = &b->table->moves;
    for (uint32_t i = 0; i < moves->count; i++) {
        struct battery_state copy;
        struct sr_moves next;
        memcpy(copy.bytes, b->table->state, b->game->size);
        sr_play(b->game, copy.bytes, moves->list[i], NULL, &next);
        if (!check_invariants(b, copy.bytes, battery_move(b, moves->list[i])))
            return false;
        if ((next.count == 0) != sr_head(copy.bytes)->over)
            return battery_fail(b, BATTERY_LISTS,
                                "after %s nobody may move, or the game is over "
                                "and goes on",
                                battery_move(b, moves->list[i]));
    }
    return true;
}

/* ---- records and positions ---- */

/* From the setup and the moves in notation alone. */
static bool check_replay(struct battery *b) {
    struct battery_state state;
    struct sr_moves moves;
    sr_deal(b->game, state.bytes, &b->setup, NULL, &moves);
    for (uint32_t i = 0; i < b->table->plies; i++) {
        const char *text = battery_move(b, b->table->ply[i].move);
        struct sr_move move;
        struct sr_error error = {0};
        if (!sr_move_read(b->game, text, strlen(text), b->setup.seats, &move, &error))
            return battery_fail(b, BATTERY_RECORDS, "move %u: %s", i + 1, error_text(&error));
        if (!sr_listed(&moves, move))
            return battery_fail(b, BATTERY_RECORDS, "move %u, %s, is not legal in the replay",
                                i + 1, text);
        sr_play(b->game, state.bytes, move, NULL, &moves);
    }
    if (!battery_same(b, state.bytes, b->table->state))
        return battery_fail(b, BATTERY_RECORDS, "setup and moves lead to another position");
    if (sr_checksum(b->game, state.bytes) != sr_checksum(b->game, b->table->state))
        return battery_fail(b, BATTERY_RECORDS, "equal positions with different checksums");
    return true;
}

static bool check_record(struct battery *b) {
    if (!check_replay(b))
        return false;
    char *text = sr_record_text(b->table);
    if (!text)
        return battery_fail(b, BATTERY_RECORDS, "a record could not be written");
    struct sr_error error = {0};
    struct sr_table *read = sr_record_read_of(b->game, text, strlen(text), &error);
    bool same =
        read && read->plies == b->table->plies && battery_same(b, read->state, b->table->state) &&
        battery_same(b, read->start, b->table->start) && same_lists(&read->moves, &b->table->moves);
    char *again = read ? sr_record_text(read) : NULL;
    if (!read)
        battery_fail(b, BATTERY_RECORDS, "line %d: %s", error.line, error_text(&error));
    else if (!same)
        battery_fail(b, BATTERY_RECORDS, "a record was read back as something else");
    else if (!again || strcmp(text, again) != 0)
        battery_fail(b, BATTERY_RECORDS, "a record that was read is written differently");
    free(again);
    free(text);
    sr_table_free(read);
    return b->report->property == BATTERY_FINE;
}

static bool check_fill(struct battery *b) {
    if (!b->game->fill)
        return true;
    struct battery_state copy;
    memcpy(copy.bytes, b->table->state, b->game->size);
    b->game->fill(copy.bytes);
    return battery_arrangement(b, copy.bytes) == battery_arrangement(b, b->table->state) ||
           battery_fail(b, BATTERY_POSITIONS,
                        "fill() changes a position in which nothing is missing");
}

static bool check_position(struct battery *b) {
    struct sr_out out;
    sr_out_open(&out, b->text[0], sizeof b->text[0]);
    sr_position_write(&out, b->game, b->table->state, false);
    if (!sr_out_fits(&out))
        return battery_fail(b, BATTERY_POSITIONS, "a position of %zu bytes", out.len);
    struct sr_error error = {0};
    struct sr_table *read = sr_position_read_of(b->game, b->text[0], out.len, false, &error);
    if (!read)
        return battery_fail(b, BATTERY_POSITIONS, "%s", error_text(&error));
    if (!battery_same(b, read->state, b->table->state))
        battery_fail(b, BATTERY_POSITIONS, "a position was read back as another");
    else if (!same_lists(&read->moves, &b->table->moves))
        battery_fail(b, BATTERY_POSITIONS, "a position was read back with other legal moves");
    sr_table_free(read);
    return b->report->property == BATTERY_FINE && check_fill(b);
}

/* ---- taking back ---- */

/* How far a seat may go back, by the moves alone: its own last ones that showed nothing. */
static int expect_undoable(const struct sr_table *table, int seat) {
    int count = 0;
    for (uint32_t i = table->plies; i > 0; i--, count++)
        if (table->ply[i - 1].seat != seat || table->ply[i - 1].did)
            break;
    return count;
}

static bool check_undo_of(struct battery *b, struct sr_table *table, int seat) {
    struct sr_error error = {0};
    int expected = expect_undoable(table, seat), reported = sr_table_undoable(table, seat);
    if (reported != expected)
        return battery_fail(b, BATTERY_UNDO, "%s may take back %d moves, not %d",
                            battery_viewer(seat), expected, reported);
    for (int i = 0; i < expected; i++) {
        if (!sr_table_undo(table, seat, &error))
            return battery_fail(b, BATTERY_UNDO, "%s", error_text(&error));
        b->report->undone++;
        if (!battery_same(b, table->state, b->history + (size_t)table->plies * b->game->size))
            return battery_fail(b, BATTERY_UNDO, "going back to move %u did not restore the bytes",
                                table->plies);
        struct sr_moves moves;
        sr_list(b->game, table->state, &moves);
        if (!same_lists(&moves, &table->moves))
            return battery_fail(b, BATTERY_UNDO, "going back did not restore the legal moves");
    }
    struct battery_state before;
    memcpy(before.bytes, table->state, b->game->size);
    uint32_t plies = table->plies;
    if (sr_table_undo(table, seat, &error) || plies != table->plies ||
        !battery_same(b, before.bytes, table->state))
        return battery_fail(b, BATTERY_UNDO, "%s went back too far", battery_viewer(seat));
    return true;
}

static bool check_undo(struct battery *b) {
    for (int seat = 0; seat < b->setup.seats; seat++) {
        struct sr_error error = {0};
        struct sr_table *copy = sr_table_copy(b->table, &error);
        if (!copy)
            return battery_fail(b, BATTERY_UNDO, "%s", error_text(&error));
        bool good = check_undo_of(b, copy, seat);
        sr_table_free(copy);
        if (!good)
            return false;
    }
    return true;
}

/* ---- one move ---- */

static struct sr_move choose_move(struct battery *b) {
    const struct sr_moves *moves = &b->table->moves;
    struct sr_move move = moves->list[battery_draw(b, moves->count)];
    if (battery_one_in(b, 2))
        return move;
    /* By verb first, so that what is rarely listed is played too. */
    uint8_t verbs[256], seen[256] = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < moves->count; i++)
        if (!seen[moves->list[i].verb]++)
            verbs[count++] = moves->list[i].verb;
    uint8_t verb = verbs[battery_draw(b, count)];
    uint32_t which = battery_draw(b, seen[verb]);
    for (uint32_t i = 0; i < moves->count; i++)
        if (moves->list[i].verb == verb && which-- == 0)
            return moves->list[i];
    return move;
}

static bool have_ratings(struct battery *b, const void *state, const struct sr_moves *moves) {
    float rating[SR_MAX_MOVES];
    const struct sr_mind *mind = sr_mind_of(b->game);
    if (!mind->rate)
        return true;
    mind->rate(state, mind->habits, moves, rating);
    for (uint32_t i = 0; i < moves->count; i++)
        if (!isfinite(rating[i]))
            return battery_fail(b, BATTERY_HUNCHES, "move %u of %u has no rating", i, moves->count);
    return true;
}

static bool have_hunches(struct battery *b, const void *state, const struct sr_moves *moves) {
    enum { A_FEW = 3 };
    struct battery_state before;
    const struct sr_mind *mind = sr_mind_of(b->game);
    if (!mind->hunch)
        return true;
    memcpy(before.bytes, state, b->game->size);
    for (int i = 0; i < A_FEW; i++) {
        uint32_t hunch = mind->hunch(state, mind->habits, moves, &b->dice);
        if (hunch >= moves->count)
            return battery_fail(b, BATTERY_HUNCHES, "a hunch is move %u of %u", hunch,
                                moves->count);
    }
    if (!have_ratings(b, state, moves))
        return false;
    return battery_same(b, state, before.bytes) ||
           battery_fail(b, BATTERY_HUNCHES, "a hunch changes the position");
}

/* What did not fit of what a deal or a move set off. */
static bool has_fit(struct battery *b, unsigned did, const struct sr_moves *moves,
                    const struct sr_events *events, const char *what) {
    if (!(did & SR_OVERFLOW))
        return true;
    if (moves->dropped)
        return battery_fail(b, BATTERY_FITS, "%s: %u moves did not fit", what, moves->dropped);
    if (events->dropped)
        return battery_fail(b, BATTERY_FITS, "%s: %u events did not fit", what, events->dropped);
    return battery_fail(b, BATTERY_FITS, "%s: the agenda has no room", what);
}

/* Who will not guess need not remember, and all else goes the same. */
static bool plays_heedless(struct battery *b, const struct battery_step *step,
                           const struct sr_moves *moves) {
    struct battery_state again = step->before;
    struct sr_moves moves_again;
    sr_play_heedless(b->game, again.bytes, step->move, &moves_again);
    for (int i = 0; i < b->game->fields->count; i++) {
        const struct sr_field *field = &b->game->fields->list[i];
        if (field->remembered)
            memcpy(again.bytes + field->offset, step->after.bytes + field->offset, field->size);
    }
    if (same_lists(moves, &moves_again) && battery_same(b, again.bytes, step->after.bytes))
        return true;
    return battery_fail(b, BATTERY_DETERMINISM, "%s goes differently for who remembers nothing",
                        battery_move(b, step->move));
}

/* Played on two copies: the same both times, and the original stays. */
static bool rehearse(struct battery *b, struct battery_step *step) {
    struct battery_state again;
    static struct sr_events events_again;
    struct sr_moves moves, moves_again;
    unsigned char *state = b->table->state;
    struct sr_moves listed;
    step->decider = sr_head(state)->decider;
    step->move = choose_move(b);
    memcpy(step->before.bytes, state, b->game->size);
    memcpy(step->after.bytes, state, b->game->size);
    memcpy(again.bytes, state, b->game->size);
    sr_list(b->game, state, &listed);
    if (!have_hunches(b, state, &listed))
        return false;
    step->did = sr_play(b->game, step->after.bytes, step->move, &step->events, &moves);
    if (!has_fit(b, step->did, &moves, &step->events, battery_move(b, step->move)))
        return false;
    if (!battery_same(b, state, step->before.bytes))
        return battery_fail(b, BATTERY_COPIES, "%s on a copy changed the original",
                            battery_move(b, step->move));
    unsigned did = sr_play(b->game, again.bytes, step->move, &events_again, &moves_again);
    if (did != step->did || !battery_same(b, again.bytes, step->after.bytes) ||
        !same_lists(&moves, &moves_again) || !same_events(&step->events, &events_again))
        return battery_fail(b, BATTERY_DETERMINISM, "%s did one thing, then another",
                            battery_move(b, step->move));
    memcpy(again.bytes, step->before.bytes, b->game->size);
    did = sr_play(b->game, again.bytes, step->move, NULL, &moves_again);
    /* events that nobody hears cannot overflow */
    if ((did & ~(unsigned)SR_OVERFLOW) != (step->did & ~(unsigned)SR_OVERFLOW) ||
        !battery_same(b, again.bytes, step->after.bytes))
        return battery_fail(b, BATTERY_DETERMINISM, "%s goes differently when nobody listens",
                            battery_move(b, step->move));
    return plays_heedless(b, step, &moves);
}

static bool play_for_real(struct battery *b, const struct battery_step *step) {
    static struct sr_events events;
    struct sr_error error = {0};
    if (!sr_table_play(b->table, step->decider, step->move, &events, &error))
        return battery_fail(b, BATTERY_LEGAL, "%s is listed, but: %s", battery_move(b, step->move),
                            error_text(&error));
    if (!battery_same(b, b->table->state, step->after.bytes) ||
        !same_events(&events, &step->events) || b->table->ply[b->table->plies - 1].did != step->did)
        return battery_fail(b, BATTERY_DETERMINISM, "%s went differently at the table",
                            battery_move(b, step->move));
    memcpy(b->history + (size_t)b->table->plies * b->game->size, b->table->state, b->game->size);
    b->report->decisions++;
    return check_invariants(b, b->table->state, battery_move(b, step->move));
}

/* ---- scores ---- */

static bool check_sheet(struct battery *b) {
    struct sr_sheet sheet;
    const void *state = b->table->state;
    int seats = b->setup.seats;
    int32_t sum[SR_MAX_SEATS] = {0};
    sr_score(b->game, state, &sheet);
    if (sheet.dropped)
        return battery_fail(b, BATTERY_FITS, "%u lines of the sheet did not fit", sheet.dropped);
    for (uint32_t i = 0; i < sheet.count; i++) {
        const struct sr_score_line *line = &sheet.line[i];
        if (line->seat >= seats || line->reason >= b->game->reason_count)
            return battery_fail(b, BATTERY_SCORES, "line %u: seat %d, reason %d", i + 1,
                                line->seat + 1, line->reason);
        sum[line->seat] += line->points;
    }
    int winners = 0;
    for (int seat = 0; seat < SR_MAX_SEATS; seat++) {
        bool plays = seat < seats, wins = sheet.winners >> seat & 1;
        int better = 0;
        winners += wins;
        for (int other = 0; other < seats; other++)
            better += sheet.rank[other] < sheet.rank[seat];
        if (sum[seat] != sheet.total[seat])
            return battery_fail(b, BATTERY_SCORES, "%s: lines add up to %d, the total is %d",
                                battery_viewer(seat), sum[seat], sheet.total[seat]);
        if (sheet.rank[seat] != (plays ? better + 1 : 0))
            return battery_fail(b, BATTERY_SCORES, "%s has rank %d, but %d are better",
                                battery_viewer(seat), sheet.rank[seat], better);
        if (wins && sheet.rank[seat] != 1)
            return battery_fail(b, BATTERY_SCORES, "%s wins with rank %d", battery_viewer(seat),
                                sheet.rank[seat]);
    }
    if (sr_head(state)->over && !winners && !b->game->all_may_lose)
        return battery_fail(b, BATTERY_SCORES, "the game is over, and nobody has won");
    return true;
}

/* ---- one game ---- */

static bool look_around(struct battery *b) {
    const struct battery_plan *plan = b->plan;
    if (!check_list(b) || !battery_notation(b) || !check_sheet(b))
        return false;
    remember_moves(b);
    b->small_viewer = SR_REFEREE;
    return (!battery_one_in(b, plan->refusals_one_in) ||
            (check_refusals(b) && check_all_listed(b))) &&
           (!battery_one_in(b, plan->files_one_in) || (check_record(b) && check_position(b))) &&
           (!battery_one_in(b, plan->words_one_in) ||
            (battery_words_of_position(b) && battery_words_of_sheet(b))) &&
           (!battery_one_in(b, plan->undo_one_in) || check_undo(b)) &&
           (!battery_one_in(b, plan->secrets_one_in) || battery_secrets_of_position(b)) &&
           battery_small_before(b);
}

static bool move_on(struct battery *b) {
    static struct battery_step step;
    if (!rehearse(b, &step) || !play_for_real(b, &step) ||
        !battery_words_of_events(b, &step.events))
        return false;
    if (battery_one_in(b, b->plan->secrets_one_in) &&
        (!battery_secrets_of_step(b, &step) || !battery_skips(b, &step)))
        return false;
    return battery_small_after(b, &step);
}

static bool set_table(struct battery *b) {
    struct sr_error error = {0};
    struct battery_state once;
    struct sr_moves moves;
    static struct sr_events events;
    b->setup = b->plan->setup;
    for (int i = 0; i < SR_SEED_BYTES; i++)
        b->setup.seed[i] = (uint8_t)battery_draw(b, 256);
    unsigned did = sr_deal(b->game, once.bytes, &b->setup, &events, &moves);
    if (!has_fit(b, did, &moves, &events, "the deal"))
        return false;
    b->table = sr_table_new(b->game, &b->setup, &error);
    if (!b->table)
        return battery_fail(b, BATTERY_LEGAL, "no table: %s", error_text(&error));
    if (!battery_same(b, once.bytes, b->table->state))
        return battery_fail(b, BATTERY_DETERMINISM, "the same seed was dealt differently");
    memcpy(b->history, b->table->state, b->game->size);
    return check_invariants(b, b->table->state, "the deal") && battery_words_of_events(b, &events);
}

static bool play_one(struct battery *b) {
    if (!set_table(b))
        return false;
    while (!sr_head(b->table->state)->over) {
        if (b->table->plies >= b->game->bound)
            return battery_fail(b, BATTERY_ENDS, "still going after %u decisions", b->table->plies);
        if (!look_around(b) || !move_on(b))
            return false;
    }
    return check_list(b) && check_sheet(b) && check_refusals(b) && check_record(b) &&
           check_position(b) && check_undo(b) && battery_words_of_sheet(b) &&
           battery_secrets_of_position(b);
}

static bool play_all(struct battery *b) {
    if (!battery_tables(b))
        return false;
    for (int game = 0; game < b->plan->games; game++) {
        b->report->game = (uint32_t)game + 1;
        bool good = play_one(b) && battery_all_fresh(b);
        b->last_length = b->table ? b->table->plies : 0;
        sr_table_free(b->table);
        b->table = NULL;
        if (!good)
            return false;
    }
    return true;
}

bool battery_game(const struct sr_game *game, const struct battery_plan *plan,
                  struct battery_report *report) {
    struct battery *b = calloc(1, sizeof *b);
    uint8_t seed[SR_SEED_BYTES];
    memset(report, 0, sizeof *report);
    if (!b)
        return false;
    b->game = game;
    b->plan = plan;
    b->report = report;
    sr_seed_number(plan->seed, seed);
    sr_rng_seed(&b->rng, seed);
    b->dice = sr_stream_open(&b->rng);
    b->history = calloc((size_t)game->bound + 1, game->size);
    bool good = b->history && battery_small_open(b) && play_all(b);
    battery_small_close(b);
    free(b->history);
    free(b);
    return good;
}

struct battery_plan battery_plan(int weight) {
    const char *size = getenv("SERAI_BATTERY");
    bool small = size && strcmp(size, "small") == 0, deep = size && strcmp(size, "deep") == 0;
    struct battery_plan plan = {
        .seed = 1,
        .games = small  ? 2
                 : deep ? 400
                        : 12,
        .refusals_one_in = small ? 16 : 4,
        .files_one_in = small ? 24 : 8,
        .words_one_in = small ? 12 : 3,
        .secrets_one_in = small ? 10 : 3,
        .worlds = small ? 1 : 2,
        .undo_one_in = small ? 12 : 4,
        .small_cases = small  ? 2
                       : deep ? 200
                              : 12,
        .small_draws = small ? 4000 : 20000,
    };
    if (weight > 1) {
        plan.games = plan.games / weight ? plan.games / weight : 1;
        plan.small_cases /= weight;
    }
    return plan;
}
