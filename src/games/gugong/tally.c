/* Gugong: what a laboratory counts to learn what wins: how a seat began, and what it has at the
 * end.
 */
#include "state.h"

#include "core/tally.h"

static const struct sr_name decree_names[] = {
#define DECREE(id, level, cost, points, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
static const struct sr_domain some_decrees = SR_DOMAIN_BITS("decrees", decree_names);
static const struct sr_domain a_place = SR_DOMAIN_PLACE("place", SEATS);
static const struct sr_domain a_value = SR_DOMAIN_NUMBER("value", LOWEST, HIGHEST);
static const struct sr_domain a_count = SR_DOMAIN_NUMBER("count", 0, UINT8_MAX);

/* ---- the beginning ---- */

/* The gifts that a seat starts with go by this order too. Where seat 1 begins, the order of seats
 * says it already. */
static int place_at_first(const void *state, int seat) {
    const struct gugong *t = state;
    return t->options[option_first] ? (seat + t->head.seats - t->start) % t->head.seats : -1;
}

static int value_offered(const void *state, struct sr_move move) {
    (void)state;
    return move.verb == verb_offer ? gugong_gifts[move.arg[0]].value : -1;
}

static int area_offered(const void *state, struct sr_move move) {
    (void)state;
    return move.verb == verb_offer ? move.arg[1] : -1;
}

static int decree_enacted(const void *state, struct sr_move move) {
    (void)state;
    return move.verb == verb_enact ? move.arg[0] : -1;
}

/* ---- the end ---- */

static int decrees_of(const void *state, int seat) {
    const struct gugong *t = state;
    int decrees = 0;
    for (int slot = 0; slot < SLOTS; slot++)
        if (t->on_decrees[seat] >> slot & 1)
            decrees |= 1 << t->decree[slot];
    return decrees;
}

/* Whoever did not reach the palace came in at no place. */
static int place_in_palace(const void *state, int seat) {
    const struct gugong *t = state;
    return t->arrival[seat] == SR_NONE ? -1 : t->arrival[seat];
}

static int is_home(const void *state, int seat) {
    const struct gugong *t = state;
    return t->arrival[seat] != SR_NONE;
}

static int count_jade(const void *state, int seat) {
    const struct gugong *t = state;
    return t->jade[seat];
}

static int count_rewards(const void *state, int seat) {
    const struct gugong *t = state;
    const uint8_t *cells = t->cells[seat];
    return cells[reward_points] + cells[reward_card] + cells[reward_pair];
}

static int has_pair(const void *state, int seat) {
    const struct gugong *t = state;
    return t->pair_at[seat] != pair_locked;
}

static int count_intrigue(const void *state, int seat) {
    const struct gugong *t = state;
    return t->intrigue[seat];
}

static int count_track(const void *state, int seat) {
    const struct gugong *t = state;
    return t->points[seat];
}

static const struct sr_tally tallies[] = {
    {"order", SR_TEXT("Place in the first round", "Очередь хода в первом раунде"), &a_place,
     place_at_first, .at_deal = true},
    {"gift", SR_TEXT("Value of the first gift", "Ценность первого подарка"), &a_value,
     .of_move = value_offered},
    {"area", SR_TEXT("Area of the first gift", "Область первого подарка"), &gugong_area,
     .of_move = area_offered},
    {"first_decree", SR_TEXT("First decree", "Первый указ"), &gugong_decree_names,
     .of_move = decree_enacted},
    {"home", SR_TEXT("Envoy in the palace", "Проситель во дворце"), &sr_a_flag, is_home},
    {"arrival", SR_TEXT("Order of arrival", "Порядок прибытия"), &a_place, place_in_palace},
    {"decrees", SR_TEXT("Decree", "Указ"), &some_decrees, decrees_of},
    {"jade", SR_TEXT("Jade", "Нефриты"), &a_count, count_jade},
    {"rewards", SR_TEXT("Rewards of harbours", "Награды гаваней"), &a_count, count_rewards},
    {"pair", SR_TEXT("The pair in play", "Пара слуг в игре"), &sr_a_flag, has_pair},
    {"intrigue", SR_TEXT("Intrigue at the end", "Интриги в конце"), &a_count, count_intrigue},
    {"track", SR_TEXT("Points before the end", "Очки до подсчёта"), &a_count, count_track},
};

const struct sr_laboratory gugong_laboratory = {
    .tallies = tallies, .count = SR_COUNT(tallies), .rival = SR_TEXT("Meng", "Мэн")};
