/* The battery counts small cases out: where few arrangements of the hidden are possible, guesses
 * are drawn until all of them have come up. Then it is known which worlds a guess can deal, and
 * whether they are the right ones. */
#include "battery_parts.h"

#include <stdlib.h>
#include <string.h>

enum {
    FEW = 200,        /* more arrangements than this are not a small case */
    DRAWS_EACH = 100, /* guesses for each arrangement found so far, before it is said to be all */
    OPENING = 3,      /* seldom worth a try before this many decisions */
    STEP_DRAWS = 4000 /* guesses for a position of a scenario */
};

/* The arrangements found, and how often each was drawn. */
struct battery_worlds {
    int count;
    bool many; /* more than FEW */
    uint64_t drawn;
    uint64_t sum[FEW];
    uint32_t times[FEW];
    struct battery_state world[FEW];
};

bool battery_small_open(struct battery *b) {
    b->before = calloc(1, sizeof *b->before);
    b->after = calloc(1, sizeof *b->after);
    b->others = calloc(1, sizeof *b->others);
    return b->before && b->after && b->others;
}

void battery_small_close(struct battery *b) {
    free(b->before);
    free(b->after);
    free(b->others);
}

/* ---- sets of worlds ---- */

static uint64_t mix(uint64_t sum, const unsigned char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}

uint64_t battery_arrangement(const struct battery *b, const void *state) {
    struct battery_state bare;
    memcpy(bare.bytes, state, b->game->size);
    for (int i = 0; i < b->game->fields->count; i++) {
        const struct sr_field *field = &b->game->fields->list[i];
        if ((field->see & SR_NOTE) || field->remembered)
            memset(bare.bytes + field->offset, 0, field->size);
    }
    size_t skip = sizeof(struct sr_rng);
    return mix(UINT64_C(0xcbf29ce484222325), bare.bytes + skip, b->game->size - skip);
}

static int find(const struct battery_worlds *worlds, uint64_t sum) {
    for (int i = 0; i < worlds->count; i++)
        if (worlds->sum[i] == sum)
            return i;
    return -1;
}

static void add(const struct battery *b, struct battery_worlds *worlds, const void *state) {
    uint64_t sum = battery_arrangement(b, state);
    int at = find(worlds, sum);
    if (at < 0 && worlds->count == FEW) {
        worlds->many = true;
        return;
    }
    if (at < 0) {
        at = worlds->count++;
        worlds->sum[at] = sum;
        worlds->times[at] = 0;
        memcpy(worlds->world[at].bytes, state, b->game->size);
    }
    worlds->times[at]++;
}

static void clear(struct battery_worlds *worlds) {
    worlds->count = 0;
    worlds->many = false;
    worlds->drawn = 0;
}

static void draw_more(struct battery *b, struct battery_worlds *worlds, const void *state,
                      int viewer, uint64_t draws) {
    for (; draws > 0 && !worlds->many; draws--) {
        struct battery_state world;
        battery_guess(b, state, viewer, &world);
        add(b, worlds, world.bytes);
        worlds->drawn++;
    }
}

/* Draws until nothing new can be expected. False: there are too many. */
static bool count_out(struct battery *b, struct battery_worlds *worlds, const void *state,
                      int viewer) {
    clear(worlds);
    do {
        draw_more(b, worlds, state, viewer, 200);
        if (worlds->many || worlds->drawn > b->plan->small_draws)
            return false;
    } while (worlds->drawn < (uint64_t)worlds->count * DRAWS_EACH);
    return true;
}

/* Is the world among those that are drawn? Rare ones get a long second chance. */
static bool comes_up(struct battery *b, struct battery_worlds *worlds, const void *state,
                     int viewer, uint64_t sum) {
    for (int chance = 0; chance < 4 && find(worlds, sum) < 0 && !worlds->many; chance++)
        draw_more(b, worlds, state, viewer, worlds->drawn);
    return worlds->many || find(worlds, sum) >= 0;
}

/* ---- one position ---- */

static bool reaches_truth(struct battery *b, const void *truth, int viewer) {
    return comes_up(b, b->before, truth, viewer, battery_arrangement(b, truth)) ||
           battery_fail(b, BATTERY_REACH,
                        "%llu guesses for %s found %d arrangements, but never "
                        "the true one",
                        (unsigned long long)b->before->drawn, battery_viewer(viewer),
                        b->before->count);
}

/* The difference of two counts that should be alike, against what chance allows. */
static bool unlikely(uint32_t one, uint32_t other) {
    int64_t difference = (int64_t)one - other, sum = (int64_t)one + other;
    return difference * difference > 49 * (sum + 1);
}

/* From a world that was guessed, the same worlds must come as from the true one, and the true one
 * as often: a guess that peeks at the truth gives itself away. */
static bool is_blind(struct battery *b, const void *truth, int viewer) {
    struct battery_worlds *from_truth = b->before, *from_guess = b->others;
    const struct battery_state start =
        from_truth->world[battery_draw(b, (uint32_t)from_truth->count)];
    clear(from_guess);
    draw_more(b, from_guess, start.bytes, viewer, from_truth->drawn);
    for (int i = 0; i < from_truth->count; i++)
        if (!comes_up(b, from_guess, start.bytes, viewer, from_truth->sum[i]))
            return battery_fail(b, BATTERY_BLIND,
                                "a guess for %s deals a world that a guess from "
                                "another world of the same looks never deals",
                                battery_viewer(viewer));
    for (int i = 0; i < from_guess->count; i++)
        if (!comes_up(b, from_truth, truth, viewer, from_guess->sum[i]))
            return battery_fail(b, BATTERY_BLIND,
                                "a guess for %s never deals a world that a guess "
                                "from another world of the same looks deals",
                                battery_viewer(viewer));
    if (from_truth->many || from_guess->many || from_truth->drawn != from_guess->drawn)
        return true; /* one of them was drawn on: their counts do not compare */
    uint64_t true_sum = battery_arrangement(b, truth),
             start_sum = battery_arrangement(b, start.bytes);
    const uint64_t suspects[] = {true_sum, start_sum};
    for (int i = 0; i < 2; i++) {
        uint32_t one = from_truth->times[find(from_truth, suspects[i])];
        uint32_t other = from_guess->times[find(from_guess, suspects[i])];
        if (unlikely(one, other))
            return battery_fail(b, BATTERY_BLIND,
                                "of %llu guesses for %s, one world comes %u times "
                                "when it is true and %u times when it is not",
                                (unsigned long long)from_truth->drawn, battery_viewer(viewer),
                                i ? other : one, i ? one : other);
    }
    return true;
}

/* In the last third, if the game is as long as the one before. Inferences that are rare in the
 * first rounds are made there, so half of the cases are kept for it. */
static bool is_late(const struct battery *b) {
    return b->last_length && b->table->plies * UINT64_C(3) > b->last_length * UINT64_C(2);
}

static bool is_wanted(const struct battery *b) {
    uint64_t late = b->report->late_cases, early = b->report->small_cases - late;
    uint64_t most = (uint64_t)b->plan->small_cases;
    if (is_late(b))
        return early + late < most;
    return b->table->plies >= OPENING && early < (b->plan->games > 1 ? (most + 1) / 2 : most);
}

bool battery_small_before(struct battery *b) {
    const void *truth = b->table->state;
    if (!is_wanted(b))
        return true;
    int viewer = (int)battery_draw(b, b->setup.seats + 1U) - 1;
    if (!count_out(b, b->before, truth, viewer))
        return true;
    if (b->before->count < 2 && !battery_one_in(b, 8))
        return true; /* nothing hidden: nothing to find */
    b->report->small_cases++;
    b->report->late_cases += is_late(b);
    b->small_viewer = viewer;
    return reaches_truth(b, truth, viewer) && is_blind(b, truth, viewer);
}

/* ---- one move ---- */

static bool may_forget(const struct battery *b, int viewer, struct sr_move move) {
    /* a spectator knows nothing but what lies open: so the contract says */
    return viewer == SR_SPECTATOR || b->game->verbs[move.verb].forgetful;
}

/* Every world that was possible before the move, every choice that was open in it, if the viewer
 * would have been sent just what it was sent: these worlds, and no others, are possible now. */
static void follow(struct battery *b, const struct battery_step *step, int viewer,
                   struct battery_worlds *possible) {
    static struct sr_events events;
    clear(possible);
    for (int i = 0; i < b->before->count; i++) {
        struct sr_moves moves, next;
        sr_list(b->game, b->before->world[i].bytes, &moves);
        for (uint32_t k = 0; k < moves.count; k++) {
            if (viewer == step->decider && !sr_same_move(moves.list[k], step->move))
                continue;
            struct battery_state world = b->before->world[i];
            unsigned did = sr_play(b->game, world.bytes, moves.list[k], &events, &next);
            if (!(did & SR_CHANCE) &&
                battery_sent_same(b, viewer, &step->after, &step->events, &world, &events))
                add(b, possible, world.bytes);
        }
    }
}

/* `before` has the worlds that a guess dealt before the move. */
bool battery_small_after(struct battery *b, const struct battery_step *step) {
    int viewer = b->small_viewer;
    if (viewer == SR_REFEREE || (step->did & SR_CHANCE))
        return true;
    struct battery_worlds *possible = b->others, *guessed = b->after;
    const void *truth = step->after.bytes;
    follow(b, step, viewer, possible);
    if (possible->many || !count_out(b, guessed, truth, viewer))
        return true;
    b->report->memories++;
    for (int i = 0; i < possible->count; i++)
        if (!comes_up(b, guessed, truth, viewer, possible->sum[i]))
            return battery_fail(b, BATTERY_REACH,
                                "after %s, a guess for %s never deals a world "
                                "that is possible",
                                battery_move(b, step->move), battery_viewer(viewer));
    if (may_forget(b, viewer, step->move) || guessed->many)
        return true;
    for (int i = 0; i < guessed->count; i++)
        if (find(possible, guessed->sum[i]) < 0) {
            /* A world that was rare before may be missing from the count: count on. */
            int found = b->before->count;
            draw_more(b, b->before, step->before.bytes, viewer, 9 * b->before->drawn);
            if (b->before->many)
                return true;
            follow(b, step, viewer, possible);
            if (find(possible, guessed->sum[i]) >= 0)
                continue;
            const struct sr_field *field = NULL;
            for (int k = 0; k < b->game->fields->count && !field; k++)
                if (memcmp(guessed->world[i].bytes + b->game->fields->list[k].offset,
                           step->after.bytes + b->game->fields->list[k].offset,
                           b->game->fields->list[k].size) != 0)
                    field = &b->game->fields->list[k];
            return battery_fail(b, BATTERY_MEMORY,
                                "after %s, a guess for %s deals a world that the "
                                "move has ruled out (%d worlds before, %d possible now, %d guessed;"
                                " it differs in %s)",
                                battery_move(b, step->move), battery_viewer(viewer), found,
                                possible->count, guessed->count, field ? field->name : "nothing");
        }
    return true;
}

/* ---- one move of a position that somebody else has set up ---- */

static bool count_out_step(struct battery *b, const struct battery_step *step) {
    for (int viewer = SR_SPECTATOR; viewer < b->setup.seats; viewer++) {
        if (!count_out(b, b->before, step->before.bytes, viewer) || b->before->count < 2)
            continue;
        b->report->small_cases++;
        b->small_viewer = viewer;
        if (!reaches_truth(b, step->before.bytes, viewer) ||
            !is_blind(b, step->before.bytes, viewer) || !battery_small_after(b, step))
            return false;
    }
    return true;
}

bool battery_step(const struct sr_game *game, const void *state, struct sr_move move,
                  struct battery_report *report) {
    const struct battery_plan plan = {.small_draws = STEP_DRAWS};
    struct battery *b = calloc(1, sizeof *b);
    struct battery_step *step = calloc(1, sizeof *step);
    struct sr_moves moves;
    memset(report, 0, sizeof *report);
    bool good = b && step && battery_small_open(b);
    if (good) {
        b->game = game;
        b->plan = &plan;
        b->report = report;
        b->setup.seats = sr_head(state)->seats;
        sr_rng_seed(&b->rng, b->setup.seed);
        b->dice = sr_stream_open(&b->rng);
        step->decider = sr_head(state)->decider;
        step->move = move;
        memcpy(step->before.bytes, state, game->size);
        memcpy(step->after.bytes, state, game->size);
        step->did = sr_play(game, step->after.bytes, move, &step->events, &moves);
        good = count_out_step(b, step);
    }
    if (b)
        battery_small_close(b);
    free(step);
    free(b);
    return good;
}
