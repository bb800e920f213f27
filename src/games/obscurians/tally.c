/* Obscurians: what a laboratory counts to learn what wins: how a seat began, and what it has at the
 * end. */
#include "state.h"

#include "core/tally.h"

static const struct sr_domain a_count = SR_DOMAIN_NUMBER("count", 0, SEATS);
static const struct sr_domain a_place = SR_DOMAIN_PLACE("place", SEATS);
static const struct sr_domain some_goods =
    SR_DOMAIN_NUMBER("goods", 0, SEATS *GOODS_EACH + KINDS - COLOURS);

static int mission_of(const void *state, int seat) {
    const struct obscurians *t = state;
    return t->mission[seat];
}

/* The first one has a lamp. */
static int place_at_first(const void *state, int seat) {
    const struct obscurians *t = state;
    return (seat + t->head.seats - t->card_holder) % t->head.seats;
}

static int count_exposed(const void *state, int seat) {
    struct obscurians_suspicions read;
    obscurians_read_stacks(state, &read);
    return __builtin_popcount(read.right[seat]);
}

static int is_exposed(const void *state, int seat) {
    struct obscurians_suspicions read;
    obscurians_read_stacks(state, &read);
    return read.exposed >> seat & 1;
}

static int count_collection(const void *state, int seat) {
    const struct obscurians *t = state;
    return count_goods(t->open[seat]) + count_goods(t->stash[seat]);
}

static const struct sr_tally tallies[] = {
    {"mission", SR_TEXT("Mission", "Миссия"), &obscurians_mission, mission_of},
    {"order", SR_TEXT("Place in the first round", "Очередь хода в первом раунде"), &a_place,
     place_at_first, .at_deal = true},
    {"right", SR_TEXT("Others seen through", "Разгадано чужих миссий"), &a_count, count_exposed},
    {"exposed", SR_TEXT("Seen through by others", "Миссия разгадана другими"), &sr_a_flag,
     is_exposed},
    {"goods", SR_TEXT("Goods at the end", "Товаров в конце"), &some_goods, count_collection},
};

const struct sr_laboratory obscurians_laboratory = SR_TABLE(tallies);
