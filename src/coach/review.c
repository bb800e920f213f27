/* Weighs the decisions of a game one after the other.
 *
 * Luck is what changes a chance while one does nothing oneself. A chance is estimated before and
 * after in the same way: what a move leads to on average, before dice have
 * fallen and hidden cards been turned, and what they made of it. */
#include "coach/review.h"
#include "coach/verdict.h"

#include "api/problems.h"
#include "bots/bots.h"
#include "core/glimpse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SERIES = 0,
    LUCK_PART = 4 /* of the budget, for each estimate of what luck did */
};

/* Where the chance of a seat was last estimated, and what has happened since. */
struct standing {
    double chance, variance;
    bool moved; /* something has happened since, by `cause` */
    enum sr_cause cause;
};

struct sr_review {
    struct sr_table *game;  /* the whole of it */
    struct sr_table *table; /* as far as it was looked at, for the present player */
    uint32_t budget;
    int players, at; /* seats that are reviewed; which of them now */
    bool broken;     /* no memory */
    struct standing standing;
    struct sr_player_review player[SR_MAX_SEATS];
};

/* ---- beginning and ending ---- */

struct sr_review *sr_review_new(const struct sr_table *table, int seat, uint32_t budget,
                                struct sr_error *error) {
    int seats = sr_head(table->state)->seats;
    struct sr_review *review = calloc(1, sizeof *review);
    if (!review) {
        sr_fail(error, SR_PROBLEM_MEMORY, NULL);
        return NULL;
    }
    review->budget = budget < SR_REVIEW_LEAST_BUDGET ? SR_REVIEW_LEAST_BUDGET : budget;
    review->players = seat == SR_REVIEW_ALL ? seats : 1;
    for (int i = 0; i < review->players; i++)
        review->player[i].seat = seat == SR_REVIEW_ALL ? i : seat;
    review->game = sr_table_copy(table, error);
    review->table = review->game ? sr_table_at(table, 0, error) : NULL;
    if (review->table)
        return review;
    sr_review_free(review);
    return NULL;
}

void sr_review_free(struct sr_review *review) {
    if (!review)
        return;
    for (int i = 0; i < review->players; i++) {
        free(review->player[i].verdict);
        free(review->player[i].swing);
        free(review->player[i].point);
    }
    sr_table_free(review->game);
    sr_table_free(review->table);
    free(review);
}

bool sr_review_whole(const struct sr_review *review) {
    return review->at == review->players && !review->broken;
}

/* For each seat the beginning, every move, and the end. */
static uint32_t steps_a_player(const struct sr_review *review) {
    return review->game->plies + 1;
}

void sr_review_progress(const struct sr_review *review, uint32_t *done, uint32_t *all) {
    *all = steps_a_player(review) * (uint32_t)review->players;
    *done = steps_a_player(review) * (uint32_t)review->at +
            (review->at < review->players ? review->table->plies : 0);
}

int sr_review_players(const struct sr_review *review) {
    return review->players;
}
const struct sr_player_review *sr_review_player(const struct sr_review *review, int index) {
    return &review->player[index];
}
const struct sr_table *sr_review_table(const struct sr_review *review) {
    return review->game;
}
uint32_t sr_review_budget(const struct sr_review *review) {
    return review->budget;
}

void sr_reviewer_name(const struct sr_game *game, int seats, uint32_t budget,
                      char name[SR_REVIEWER_BYTES]) {
    struct sr_bot judge = sr_bot_of(&sr_search_bot);
    snprintf(name, SR_REVIEWER_BYTES, "%s/%d/%016llx/%u", SERAI_VERSION, SR_REVIEW_FORMAT,
             (unsigned long long)sr_bot_checksum(&judge, game, seats), budget);
}

/* ---- what is kept ---- */

/* Room for one more in a list that doubles; NULL: no memory. */
static void *one_more(struct sr_review *review, void **list, uint32_t *count, size_t size) {
    uint32_t had = *count;
    if ((had & (had - 1)) == 0) {
        void *larger = realloc(*list, (had ? 2 * (size_t)had : 1) * size);
        if (!larger) {
            review->broken = true;
            return NULL;
        }
        *list = larger;
    }
    ++*count;
    void *fresh = (unsigned char *)*list + had * size;
    memset(fresh, 0, size);
    return fresh;
}

static struct sr_player_review *present_player(struct sr_review *review) {
    return &review->player[review->at];
}

static void add_point(struct sr_review *review, double chance) {
    struct sr_player_review *player = present_player(review);
    struct sr_curve_point *point =
        one_more(review, (void **)&player->point, &player->points, sizeof *player->point);
    if (point)
        *point = (struct sr_curve_point){review->table->plies, chance};
}

static void add_swing(struct sr_review *review, uint32_t ply, enum sr_cause cause, double change,
                      double variance) {
    struct sr_player_review *player = present_player(review);
    struct sr_swing *swing =
        one_more(review, (void **)&player->swing, &player->swings, sizeof *player->swing);
    if (swing)
        *swing = (struct sr_swing){ply, cause, change};
    player->luck[cause] += change;
    player->variance[cause] += variance;
}

/* ---- estimates ---- */

/* What the position, or a move in it, is worth to the present player. */
static bool estimate(struct sr_review *review, const struct sr_move *move, double *chance,
                     double *variance) {
    int seat = present_player(review)->seat;
    struct sr_rng rng;
    struct sr_stream stream =
        sr_coach_stream(review->table, seat, SERIES, move ? SR_TO_EXPECT : SR_TO_VALUE, &rng);
    struct sr_search_plan plan = sr_search_plan_to_tell(review->game->game, review->table->state);
    struct sr_glimpse glimpse;
    sr_table_glimpse(review->table, &glimpse);
    glimpse.seat = seat; /* whoever decides */
    plan.iterations = review->budget / LUCK_PART;
    struct sr_weighing weighing;
    if (!sr_search_weigh(&glimpse, &stream, &plan, move, move ? 1 : 0, &weighing))
        return false;
    *chance = weighing.move[0].chance;
    *variance = weighing.error[0][0] * weighing.error[0][0];
    return true;
}

static double share_at_end(const struct sr_review *review, int seat) {
    struct sr_sheet sheet;
    sr_score(review->game->game, review->table->state, &sheet);
    return sheet.winners & 1U << seat ? 1.0 / __builtin_popcount(sheet.winners) : 0.0;
}

/* ---- luck ---- */

/* The chance is known anew: what has changed it since is told. */
static void settle(struct sr_review *review, double chance, double variance) {
    struct standing *standing = &review->standing;
    if (standing->moved)
        add_swing(review, review->table->plies, standing->cause, chance - standing->chance,
                  variance + standing->variance);
    *standing = (struct standing){.chance = chance, .variance = variance};
}

static void settle_here(struct sr_review *review) {
    double chance, variance = 0;
    if (sr_head(review->table->state)->over)
        chance = share_at_end(review, present_player(review)->seat);
    else if (!estimate(review, NULL, &chance, &variance))
        return;
    settle(review, chance, variance);
}

/* Another moves. What the move is worth before dice have fallen and cards been turned is that
 * player's doing, what they bring to light is chance. */
static void follow_other(struct sr_review *review, const struct sr_ply *ply) {
    struct standing *standing = &review->standing;
    double chance, variance;
    bool by_chance = standing->moved && standing->cause == SR_BY_CHANCE;
    if (by_chance)
        settle_here(review);
    if (!ply->did) {
        standing->moved = true;
        standing->cause = SR_BY_OTHERS;
        return;
    }
    /* Where no guess allows the move, all that it changes counts as chance. */
    if (estimate(review, &ply->move, &chance, &variance)) {
        standing->moved = true;
        standing->cause = SR_BY_OTHERS;
        settle(review, chance, variance);
    }
    standing->moved = true;
    standing->cause = SR_BY_CHANCE;
}

/* The player itself has moved: what follows is luck again, unless it goes on deciding and has
 * learnt nothing. */
static void follow_own(struct sr_review *review, const struct sr_ply *ply, bool goes_on) {
    double chance, variance;
    if (goes_on && !ply->did)
        return;
    if (!estimate(review, &ply->move, &chance, &variance))
        return;
    if (review->standing.moved) /* there was nothing to decide: so much others or luck did before */
        settle(review, chance, variance);
    review->standing = (struct standing){
        .chance = chance, .variance = variance, .moved = ply->did != 0, .cause = SR_BY_CHANCE};
}

/* ---- decisions ---- */

static bool weigh_decision(struct sr_review *review, const struct sr_ply *ply) {
    struct sr_player_review *player = present_player(review);
    struct sr_verdict *verdict =
        one_more(review, (void **)&player->verdict, &player->verdicts, sizeof *verdict);
    double chance;
    if (!verdict ||
        !sr_verdict_find(review->table, ply->move, review->budget, SERIES, verdict, &chance))
        return false;
    settle(review, chance, review->standing.variance);
    player->lost += verdict->before - verdict->after;
    player->mistakes += verdict->mistake;
    add_point(review, verdict->before);
    return true;
}

/* ---- step by step ---- */

static bool begin_player(struct sr_review *review) {
    struct sr_player_review *player = present_player(review);
    double variance = 0;
    if (sr_head(review->table->state)->over)
        player->start = share_at_end(review, player->seat);
    else if (!estimate(review, NULL, &player->start, &variance))
        return false;
    review->standing = (struct standing){.chance = player->start, .variance = variance};
    add_point(review, player->start);
    return true;
}

static bool end_player(struct sr_review *review) {
    struct sr_player_review *player = present_player(review);
    if (!review->standing.moved) { /* the end brings to light what was hidden */
        review->standing.moved = true;
        review->standing.cause = SR_BY_CHANCE;
    }
    settle_here(review);
    player->end = review->standing.chance;
    add_point(review, player->end);
    if (++review->at == review->players)
        return true;
    sr_table_free(review->table);
    review->table = sr_table_at(review->game, 0, NULL);
    return review->table != NULL;
}

static bool look_at_move(struct sr_review *review) {
    const struct sr_table *table = review->table;
    const struct sr_ply *ply = &review->game->ply[table->plies];
    bool last = table->plies + 1 == review->game->plies;
    int seat = present_player(review)->seat;
    if (ply->seat != seat) {
        follow_other(review, ply);
    } else {
        if (table->moves.count > 1 && !weigh_decision(review, ply))
            return false;
        follow_own(review, ply, !last && ply[1].seat == seat);
    }
    return sr_table_play(review->table, SR_REFEREE, ply->move, NULL, NULL);
}

bool sr_review_step(struct sr_review *review) {
    if (review->broken || review->at == review->players)
        return false;
    bool fine = true;
    if (!present_player(review)->points)
        fine = begin_player(review);
    fine = fine &&
           (review->table->plies < review->game->plies ? look_at_move(review) : end_player(review));
    review->broken = review->broken || !fine;
    return fine && !review->broken && review->at < review->players;
}
