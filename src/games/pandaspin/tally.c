/* Panda Spin: what a laboratory counts at the end of a game to learn what wins. Hands are dealt
 * anew each round and forgotten; what is left to count is where the points came from, and how the
 * last round went. */
#include "state.h"

static const struct sr_domain some_points = SR_DOMAIN_NUMBER("points", 0, MAX_POINTS);
static const struct sr_domain a_place = SR_DOMAIN_PLACE("place", SEATS);

static int points_of_going_out(const void *state, int seat) {
    const struct pandaspin *t = state;
    return t->from_going_out[seat];
}

static int points_of_bamboo(const void *state, int seat) {
    const struct pandaspin *t = state;
    return t->from_bamboo[seat];
}

static int points_stolen(const void *state, int seat) {
    const struct pandaspin *t = state;
    return t->stolen[seat];
}

static int points_lost(const void *state, int seat) {
    const struct pandaspin *t = state;
    return t->lost[seat];
}

/* Whoever still holds cards is at no place. */
static int place_of_hand(const void *state, int seat) {
    const struct pandaspin *t = state;
    return t->emptied[seat] ? t->emptied[seat] - 1 : -1;
}

static int led_last_round(const void *state, int seat) {
    const struct pandaspin *t = state;
    return t->first == seat;
}

const struct sr_tally pandaspin_tallies[TALLIES] = {
    [tally_out] = {"out", SR_TEXT("Points for going out", "Очки за опустевшую руку"), &some_points,
                   points_of_going_out},
    [tally_bamboo] = {"bamboo", SR_TEXT("Points of bamboo", "Очки за бамбук"), &some_points,
                      points_of_bamboo},
    [tally_stolen] = {"stolen", SR_TEXT("Points stolen", "Украдено очков"), &some_points,
                      points_stolen},
    [tally_lost] = {"lost", SR_TEXT("Points lost to thieves", "Очков украдено у игрока"),
                    &some_points, points_lost},
    [tally_emptied] = {"emptied",
                       SR_TEXT("Hand empty in the last round", "Рука опустела в последнем раунде"),
                       &a_place, place_of_hand},
    [tally_first] = {"first", SR_TEXT("Led the last round", "Ходил первым в последнем раунде"),
                     &sr_a_flag, led_last_round},
};
