/* A decision has its budget in two halves. A search of the whole list finds what is worth
 * comparing; then the best of it and the move played are weighed beside each other in worlds that
 * are the same for both, so that the difference is surer than either chance. What the search chose
 * is weighed in worlds that had no part in choosing it. */
#include "coach/verdict.h"

#include "core/glimpse.h"

#include <math.h>

/* What must be lost beyond the threshold for a mistake to be called one: so many standard errors,
 * for the worlds that were guessed, and so much for how far the search sees at all, which no number
 * of worlds makes up for. docs/coach.md has what that brings. */
static const double sure = 1.65, short_sight = 0.02;
/* So many standard errors make a move better at all: the best of several looks better than it is,
 * and what many decisions seem to lose by accident would add up. */
static const double clear = 2.5;

enum { COMPARED = 3 };
/* What looks like a mistake is looked at again, in other worlds, so many times as long; and where
 * the turn goes on after it, once more: what a half of a turn is worth depends on the other half,
 * which only a long look finds. */
enum { SECOND_LOOK = 4, THIRD_LOOK = 10 };

/* What is weighed, and how. */
struct question {
    const struct sr_table *table;
    struct sr_glimpse glimpse;
    uint32_t budget;
    uint64_t series;
};

struct sr_stream sr_coach_stream(const struct sr_table *table, int seat, uint64_t series,
                                 enum sr_purpose purpose, struct sr_rng *rng) {
    uint8_t seed[SR_SEED_BYTES];
    uint64_t number = series * UINT32_MAX + table->plies;
    sr_seed_number((number * SR_MAX_SEATS + (uint64_t)seat) * SR_PURPOSES + (uint64_t)purpose,
                   seed);
    sr_rng_seed(rng, seed);
    return sr_stream_open(rng);
}

static struct sr_stream stream_of(const struct question *question, enum sr_purpose purpose,
                                  struct sr_rng *rng) {
    return sr_coach_stream(question->table, question->glimpse.seat, question->series, purpose, rng);
}

static struct sr_search_plan plan_of(const struct question *question, uint32_t iterations) {
    struct sr_search_plan plan =
        sr_search_plan_to_tell(question->table->game, question->table->state);
    plan.iterations = iterations;
    return plan;
}

static bool explain_better(const struct question *question, struct sr_verdict *verdict) {
    struct sr_hint pair[2] = {verdict->better, {.move = verdict->played}};
    struct sr_rng rng;
    struct sr_stream stream = stream_of(question, SR_TO_EXPLAIN, &rng);
    bool explained = sr_hints_explain(&question->glimpse, &stream, pair, 2);
    verdict->better = pair[0];
    return explained;
}

static void order_alternatives(struct sr_verdict *verdict) {
    for (int i = 1; i < verdict->alternatives; i++) {
        struct sr_hint moved = verdict->alternative[i];
        int at = i;
        for (; at > 0 && moved.chance > verdict->alternative[at - 1].chance; at--)
            verdict->alternative[at] = verdict->alternative[at - 1];
        verdict->alternative[at] = moved;
    }
}

/* A mistake is a question to come back to: what else there was, with chances and reasons. What was
 * compared already keeps the chances that it has; the others have theirs beside these, since the
 * worlds in which they are weighed may be luckier ones. Nothing that was passed over looks better
 * than the best. */
static bool weigh_alternatives(const struct question *question,
                               const struct sr_search_result *found, struct sr_verdict *verdict) {
    struct sr_move move[SR_ALTERNATIVES];
    struct sr_weighing weighing;
    struct sr_rng rng;
    struct sr_stream stream = stream_of(question, SR_TO_ANSWER, &rng);
    struct sr_search_plan plan = plan_of(question, question->budget);
    int count = 0;
    move[count++] = verdict->better.move;
    move[count++] = verdict->played;
    for (uint32_t i = 0; i < found->count && count < SR_ALTERNATIVES; i++)
        if (!sr_same_move(found->move[i].move, move[0]) &&
            !sr_same_move(found->move[i].move, move[1]))
            move[count++] = found->move[i].move;
    if (!sr_search_weigh(&question->glimpse, &stream, &plan, move, count, &weighing))
        return false;
    double luckier = (weighing.move[0].chance - verdict->before) / 2 +
                     (weighing.move[1].chance - verdict->after) / 2;
    for (int i = 0; i < count; i++) {
        double chance = i == 0   ? verdict->before
                        : i == 1 ? verdict->after
                                 : fmin(weighing.move[i].chance - luckier, verdict->before);
        verdict->alternative[i] = (struct sr_hint){.move = move[i],
                                                   .chance = (float)fmax(0, chance),
                                                   .error = (float)weighing.error[i][0]};
    }
    verdict->alternative[0].error = 0;
    verdict->alternatives = count;
    if (!sr_hints_explain(&question->glimpse, &stream, verdict->alternative, count))
        return false;
    order_alternatives(verdict);
    return true;
}

/* What the search found worth comparing, and what was played. */
static int choose_compared(const struct sr_search_result *found, struct sr_move played,
                           struct sr_move move[COMPARED]) {
    int count = 0;
    move[count++] = played;
    for (uint32_t i = 0; i < found->count && count < COMPARED && i < COMPARED - 1; i++)
        if (!sr_same_move(found->move[i].move, played))
            move[count++] = found->move[i].move;
    return count;
}

/* The chance of a seat that decides, as the search saw it on its way. */
static double mean_of(const struct sr_search_result *found) {
    double sum = 0, visits = 0;
    for (uint32_t i = 0; i < found->count; i++) {
        sum += (double)found->move[i].value * found->move[i].visits;
        visits += found->move[i].visits;
    }
    return visits > 0 ? sum / visits : 0;
}

static struct question ask(const struct sr_table *table, uint32_t budget, uint64_t series) {
    struct question question = {.table = table, .budget = budget, .series = series};
    sr_table_glimpse(table, &question.glimpse);
    return question;
}

static double surely_lost(const struct sr_verdict *verdict) {
    return verdict->before - verdict->after - sure * verdict->error;
}

static bool search_and_compare(const struct question *question, struct sr_move played,
                               struct sr_search_result *found, struct sr_verdict *verdict) {
    struct sr_search_plan plan = plan_of(question, question->budget / 2);
    struct sr_weighing weighing;
    struct sr_move move[COMPARED];
    struct sr_rng rng;
    struct sr_stream stream = stream_of(question, SR_TO_SEARCH, &rng);
    if (!sr_search(&question->glimpse, &stream, &plan, found))
        return false;
    int count = choose_compared(found, played, move), best = 0;
    stream = stream_of(question, SR_TO_COMPARE, &rng);
    if (!sr_search_weigh(&question->glimpse, &stream, &plan, move, count, &weighing))
        return false;
    for (int i = 1; i < count; i++)
        if (weighing.move[i].chance > weighing.move[best].chance)
            best = i;
    if (weighing.move[best].chance - weighing.move[0].chance <= clear * weighing.error[best][0])
        best = 0;
    *verdict = (struct sr_verdict){
        .ply = question->table->plies + 1,
        .choices = (int)question->table->moves.count,
        .played = played,
        .before = weighing.move[best].chance,
        .after = weighing.move[0].chance,
        .error = best ? weighing.error[best][0] : 0,
        .better = {.move = move[best], .chance = (float)weighing.move[best].chance},
    };
    verdict->mistake = surely_lost(verdict) >= SR_MISTAKE;
    return true;
}

bool sr_verdict_look(const struct sr_table *table, struct sr_move played, uint32_t budget,
                     uint64_t series, struct sr_verdict *verdict) {
    struct question question = ask(table, budget, series);
    struct sr_search_result found;
    return search_and_compare(&question, played, &found, verdict);
}

/* So many times as long, in worlds of its own: is it a mistake still? */
static bool look_again(const struct question *question, int times, struct sr_search_result *found,
                       struct sr_verdict *verdict) {
    struct question again = ask(question->table, (uint32_t)times * question->budget,
                                question->series + (uint64_t)times);
    if (!search_and_compare(&again, verdict->played, found, verdict))
        return false;
    verdict->mistake = surely_lost(verdict) >= SR_MISTAKE + short_sight;
    return true;
}

/* Does the seat go on deciding after the move? In a world that it may guess: whether it does may
 * depend on what it cannot know. */
static bool turn_goes_on(const struct question *question, struct sr_move move) {
    struct sr_rng rng;
    struct sr_stream stream = stream_of(question, SR_TO_FOLLOW, &rng);
    struct sr_world world;
    struct sr_moves moves;
    sr_glimpse_guess(&question->glimpse, &stream, &world);
    sr_world_play(&world, move, &moves);
    return moves.count > 0 && sr_world_decider(&world) == question->glimpse.seat;
}

bool sr_verdict_find(const struct sr_table *table, struct sr_move played, uint32_t budget,
                     uint64_t series, struct sr_verdict *verdict, double *chance) {
    struct question question = ask(table, budget, series);
    struct sr_search_result found;
    if (!search_and_compare(&question, played, &found, verdict))
        return false;
    if (chance)
        *chance = mean_of(&found);
    if (verdict->mistake && !look_again(&question, SECOND_LOOK, &found, verdict))
        return false;
    if (verdict->mistake &&
        (turn_goes_on(&question, played) || turn_goes_on(&question, verdict->better.move)) &&
        !look_again(&question, THIRD_LOOK, &found, verdict))
        return false;
    if (verdict->before - verdict->after >= SR_WORTH_A_REASON &&
        !explain_better(&question, verdict))
        return false;
    return !verdict->mistake || weigh_alternatives(&question, &found, verdict);
}
