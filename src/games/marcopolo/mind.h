/* The Voyages of Marco Polo: a mind, made up for every move that is made by hunch, and what things
 * are worth to it. It is most of what a search does, so the small questions are inlined. */
#ifndef MARCOPOLO_MIND_H
#define MARCOPOLO_MIND_H

#include "state.h"

/* The first of them change in the course of a game. */
enum { CHANGING = habit_late_coins };
_Static_assert((int)habit_goal_points == 2 * (int)CHANGING, "each at the beginning and at the end");

/* What somebody thinks of the map, once a journey is thought of. */
struct map {
    bool known;
    float goal[POST_PLACES]; /* what a first post is worth as the place of a goal */
    struct {
        const uint8_t *roads; /* that lie between it and each place */
        float strength;
    } draw[2 * GOALS_KEPT + 1]; /* places that figures are drawn to */
    int draws;
    uint64_t asked;     /* about which places, bit per place */
    float stop[PLACES]; /* what stopping there is worth */
};
_Static_assert(PLACES <= 64, "a bit for each place");

/* No space takes more dice than these. */
enum { MOST_DICE = 3 };
#define SPACE(id, dice, shared, en, ru) _Static_assert((dice) <= MOST_DICE, #id);
#include "components.def"

/* A seat and what things are worth to it. It is made up for every move that is made by hunch: what
 * only dice, contracts or journeys ask for is filled in only for them. */
struct mind {
    const struct marcopolo *t;
    const float *habits;
    const uint16_t *stock;
    int seat;
    float rounds;          /* still to come, this one in part */
    float price[CHANGING]; /* what is worth less or more at the end */
    float worth[AMOUNTS];
    int lacking[RESOURCES];              /* for the contracts at hand */
    float lacking_worth[RESOURCES];      /* what it adds to the worth of one that it is lacking */
    float best_good, worst_good, a_pair; /* what a good of choice is worth, and two different */
    float row[ROW], active[ACTIVE];      /* what contracts are worth, for who takes some */
    struct map *map;
    float die[MAT_DICE + MOST_DICE - 1]; /* what each on the mat is kept for; none beyond it */
    struct choice {
        uint8_t at, value; /* where on the mat; 0: any value */
        bool own;
    } choice[MAT_DICE]; /* the first die of each kind */
    int choices;
    unsigned values; /* that dice there have, bit per value */
};

/* ---- what is had and paid ---- */

static inline float gain_of(const struct mind *mind, int what, int count) {
    if (!count)
        return 0;
    float sum = mind->worth[what] * (float)count;
    if (what < RESOURCES && mind->lacking[what] > 0) {
        int used = count < mind->lacking[what] ? count : mind->lacking[what];
        sum += mind->lacking_worth[what] * (float)used;
    }
    return sum;
}

/* What is paid may be missed where a contract wants it. */
static inline float cost_of(const struct mind *mind, int what, int count) {
    if (!count)
        return 0;
    int missed = mind->lacking[what] + count;
    missed = missed < 0 ? 0 : missed < count ? missed : count;
    return mind->worth[what] * ((float)count + mind->price[habit_lacking] * (float)missed);
}

static inline float gains(const struct mind *mind, const struct amounts *amounts, int times) {
    float sum = 0;
    for (int i = 0; i < AMOUNTS; i++)
        if (amounts->of[i])
            sum += gain_of(mind, i, amounts->of[i] * times);
    return sum;
}

static inline float costs(const struct mind *mind, const struct amounts *amounts, int times) {
    float sum = 0;
    for (int i = 0; i < RESOURCES; i++)
        if (amounts->of[i])
            sum += cost_of(mind, i, amounts->of[i] * times);
    return sum + mind->worth[resource_points] * (float)(amounts->of[resource_points] * times);
}

static inline float effect_of(const struct mind *mind, int effect) {
    switch ((enum effect)effect) {
    case effect_good:
        return mind->best_good;
    case effect_pair:
        return mind->a_pair;
    case effect_black:
        return mind->t->black_dice ? mind->price[habit_black] : 0;
    case effect_contract:
        return mind->price[habit_contract];
    case effect_move:
        return mind->price[habit_move];
    case effect_copy:
        return mind->price[habit_copy];
    default:
        return 0;
    }
}

static inline float reward_of(const struct mind *mind, const struct reward *reward) {
    float sum = gains(mind, &reward->gain, 1);
    for (int i = 0; i < 2 && reward->effect[i] != effect_nothing; i++)
        sum += effect_of(mind, reward->effect[i]);
    return sum;
}

/* ---- ways.c: the map ---- */

/* A traveller: what is left, and how far the journey has come. */
struct pack {
    int purse, herd; /* before the space is paid for */
    int steps;       /* in all, those of a journey under way as well */
    int walked;      /* since somebody began to think */
    bool travels;    /* pays for walking as such */
    bool pays;       /* for the space, the value of the die */
};

void marcopolo_think_of_map(const struct mind *mind);
/* A place draws figures the more the nearer they are. */
float marcopolo_pull_to(const struct mind *mind, int place);
/* What stopping in a place is worth. */
float marcopolo_stop_in(const struct mind *mind, int place);
/* What journeys with dice of some values, bit per value, bring. */
void marcopolo_rate_journeys(const struct mind *mind, struct pack pack, unsigned values,
                             float of[FACES + 1]);
/* A step that is listed, and what may follow it; and stopping. */
float marcopolo_step_of(const struct mind *mind, struct sr_move move);
float marcopolo_rate_stop(const struct mind *mind);

#endif
