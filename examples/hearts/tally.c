/* Hearts: what a laboratory counts to learn what wins: how a seat began, and what it took. */
#include "state.h"

#include "core/tally.h"

static const struct sr_domain a_count = SR_DOMAIN_NUMBER("count", 0, HAND);
static const struct sr_domain points = SR_DOMAIN_NUMBER("points", 0, MAX_TOTAL);

static int queen_dealt(const void *state, int seat) {
    const struct hearts *t = state;
    return (t->hand[seat][suit_spades] & QUEEN) != 0;
}

static int hearts_dealt(const void *state, int seat) {
    const struct hearts *t = state;
    return sr_count_bits(t->hand[seat][suit_hearts]);
}

static int shortest_dealt(const void *state, int seat) {
    const struct hearts *t = state;
    int least = HAND;
    for (int suit = 0; suit < SUITS; suit++) {
        int count = sr_count_bits(t->hand[seat][suit]);
        least = count < least ? count : least;
    }
    return least;
}

static int card_passed(const void *state, struct sr_move move) {
    (void)state;
    return move.verb == verb_pass ? move.arg[0] : -1;
}

static int suit_led(const void *state, struct sr_move move) {
    const struct hearts *t = state;
    bool leads = move.verb == verb_play && t->lead == t->head.decider && t->tricks > 0;
    return leads ? suit_of(move.arg[0]) : -1;
}

static int points_in_all(const void *state, int seat) {
    const struct hearts *t = state;
    return t->total[seat];
}

static int queen_taken(const void *state, int seat) {
    const struct hearts *t = state;
    return (t->taken[seat][suit_spades] & QUEEN) != 0;
}

static const struct sr_tally tallies[] = {
    {"queen_dealt", SR_TEXT("Dealt the queen of spades", "Сдана дама пик"), &sr_a_flag, queen_dealt,
     .at_deal = true},
    {"hearts_dealt", SR_TEXT("Hearts dealt", "Сдано червей"), &a_count, hearts_dealt,
     .at_deal = true},
    {"shortest", SR_TEXT("Shortest suit dealt", "Самая короткая масть"), &a_count, shortest_dealt,
     .at_deal = true},
    {"passed", SR_TEXT("First card passed", "Первая переданная карта"), &hearts_card,
     .of_move = card_passed},
    {"led", SR_TEXT("First suit led", "Первый ход в масть"), &hearts_suit, .of_move = suit_led},
    {"queen_taken", SR_TEXT("Took the queen in the last deal", "Дама пик в последней сдаче"),
     &sr_a_flag, queen_taken},
    {"points", SR_TEXT("Points at the end", "Очки в конце"), &points, points_in_all},
};

const struct sr_laboratory hearts_laboratory = SR_TABLE(tallies);
