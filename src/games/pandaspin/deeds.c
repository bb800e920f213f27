/* Panda Spin: what is remembered of the seats' deeds, and how likely it makes the cards that nobody
 * has seen. Whoever passes on a single 7 hardly holds an 8; whoever beats it with a king hardly
 * holds anything between; who lays a 9 by itself had no pair of them.
 *
 * A deal is as likely as the sum of all that speaks for it, in nats, says: `serai tune pandaspin
 * --clues` learns what each thing says from real deals beside dealt ones. */
#include "state.h"

#include "core/mind.h"

#include <string.h>

/* ---- deeds ---- */

static int kind_of(struct bid bid) {
    switch ((enum bid_type)bid.type) {
    case bid_single:
        return kind_single;
    case bid_set:
        return bid.copies == 2 ? kind_pair : bid.copies == 3 ? kind_three : KINDS;
    case bid_run:
        return kind_run_2 + bid.length - RUN_LEAST;
    default:
        return KINDS;
    }
}

static void note_declined(struct pandaspin *t, int seat, int kind, unsigned ranks) {
    uint16_t *declined = t->declined[seat];
    if (kind >= kind_run_2)
        ranks &= RUN_BITS;
    if (kind == kind_single)
        declined[kind_again] = (uint16_t)(declined[kind_again] | (declined[kind_single] & ranks));
    declined[kind] = (uint16_t)(declined[kind] | ranks);
}

static void note_kept(struct pandaspin *t, int seat) {
    t->kept[seat] = (uint8_t)(t->kept[seat] | (pandaspin_winning_elements(t, seat) & t->suits));
}

static unsigned ranks_above(int rank) {
    return ANIMAL_BITS & ~((2U << rank) - 1);
}

/* With an empty hand there is nothing to decline. */
void pandaspin_note_pass(struct pandaspin *t, int seat) {
    int kind = kind_of(t->bid);
    if (!t->hand_size[seat] || t->bid.type == bid_nothing)
        return;
    note_kept(t, seat);
    if (kind < KINDS)
        note_declined(t, seat, kind, ranks_above(t->bid.top));
}

void pandaspin_note_bid(struct pandaspin *t, int seat) {
    struct bid bid = t->wanted;
    int kind = kind_of(bid);
    if (kind < KINDS && kind == kind_of(t->bid))
        note_declined(t, seat, kind, ranks_above(t->bid.top) & ((1U << bid.top) - 1));
    if (t->bid.type != bid_nothing)
        note_kept(t, seat);
    if (bid.length == 1)
        for (int suit = 0; suit < SUITS; suit++)
            t->spent[seat] = (uint16_t)(t->spent[seat] | t->laid_white[suit]);
}

void pandaspin_forget_deeds(struct pandaspin *t, int seat) {
    memset(t->declined[seat], 0, sizeof t->declined[seat]);
    t->spent[seat] = 0;
    t->kept[seat] = 0;
}

/* ---- what speaks for a hand ---- */

/* Values that are alike to a player. */
enum group { group_low, group_mid, group_tall, group_k, group_a, group_2, GROUPS };
static const uint8_t group_of[RANKS] = {
    [rank_7] = group_mid,   [rank_8] = group_mid,  [rank_9] = group_mid,
    [rank_10] = group_tall, [rank_j] = group_tall, [rank_q] = group_tall,
    [rank_k] = group_k,     [rank_a] = group_a,    [rank_2] = group_2,
};
enum {
    TO_NINE = (1 << rank_10) - 1, /* ranks */
    TO_QUEEN = (1 << rank_k) - 1
};

/* A hand of so many unseen cards or more is a late, middle or early one. */
enum stage { stage_late, stage_middle, stage_early, STAGES };
enum { MIDDLE_HAND = 5, EARLY_HAND = 9 };

/* What is held, by itself: cards of the groups but the lowest, elements, pairs, threes, values that
 * begin a row of three. Then what is held although it was declined: cards by group; whether there
 * is any such card up to the queen; pairs up to 9, up to Q, above; threes; runs. Then cards of a
 * value of which some were laid, up to 9 and above, and elements that were kept. */
#define EACH_STAGE(CLUE, what) CLUE(late_##what) CLUE(middle_##what) CLUE(early_##what)
#define CLUE_NAMES(CLUE)                                                                           \
    EACH_STAGE(CLUE, mid)                                                                          \
    EACH_STAGE(CLUE, tall)                                                                         \
    EACH_STAGE(CLUE, k)                                                                            \
    EACH_STAGE(CLUE, a)                                                                            \
    EACH_STAGE(CLUE, 2)                                                                            \
    EACH_STAGE(CLUE, element)                                                                      \
    EACH_STAGE(CLUE, pairs)                                                                        \
    EACH_STAGE(CLUE, threes)                                                                       \
    EACH_STAGE(CLUE, rows)                                                                         \
    CLUE(declined_low)                                                                             \
    CLUE(declined_mid)                                                                             \
    CLUE(declined_tall)                                                                            \
    CLUE(declined_k)                                                                               \
    CLUE(declined_a)                                                                               \
    CLUE(declined_2)                                                                               \
    CLUE(again_low)                                                                                \
    CLUE(again_mid)                                                                                \
    CLUE(again_tall)                                                                               \
    CLUE(again_k)                                                                                  \
    CLUE(again_a)                                                                                  \
    CLUE(again_2)                                                                                  \
    CLUE(declined_any)                                                                             \
    CLUE(again_any)                                                                                \
    CLUE(declined_pairs_low)                                                                       \
    CLUE(declined_pairs_tall)                                                                      \
    CLUE(declined_pairs_high)                                                                      \
    CLUE(declined_threes)                                                                          \
    CLUE(declined_runs_2)                                                                          \
    CLUE(declined_runs_3)                                                                          \
    CLUE(declined_runs_4) CLUE(declined_runs_5) CLUE(spent_low) CLUE(spent_high) CLUE(kept)
enum clue {
#define CLUE(id) clue_##id,
    CLUE_NAMES(CLUE)
#undef CLUE
        CLUES
};
static const char *const clue_names[CLUES] = {
#define CLUE(id) #id,
    CLUE_NAMES(CLUE)
#undef CLUE
};

/* CLUES_OF(seats, one for each clue), in ten-thousandths of a nat. */
static const int32_t clue_weights[SEATS - 1][CLUES] = {
#define CLUES_OF(seats, ...) [(seats)-2] = {__VA_ARGS__},
#include "clues.def"
#undef CLUES_OF
};

/* White animals of a hand, counted by value: sums in bits, all values at once. */
struct counts {
    unsigned ones, twos, fours;
};

static inline void count_one(struct counts *c, unsigned rank_bit) {
    unsigned two = c->ones & rank_bit, four = c->twos & two;
    c->ones ^= rank_bit;
    c->twos ^= two;
    c->fours ^= four;
}

static inline void uncount_one(struct counts *c, unsigned rank_bit) {
    unsigned two = ~c->ones & rank_bit, four = ~c->twos & two;
    c->ones ^= rank_bit;
    c->twos ^= two;
    c->fours ^= four;
}

static int stage_of(int cards) {
    return cards >= EARLY_HAND ? stage_early : cards >= MIDDLE_HAND ? stage_middle : stage_late;
}

/* The values at which runs of so many end. */
static inline unsigned tops_of_runs(unsigned any, int length) {
    unsigned tops = any & RUN_BITS;
    for (int i = 1; i < length; i++)
        tops &= any << i;
    return tops;
}

/* One thing that speaks for a hand or against it, and how often. */
struct sign {
    uint8_t clue, times;
};
enum { CARD_SIGNS = 4, SET_SIGNS = 13 };

static inline int add_sign(struct sign *sign, int count, int clue, int times) {
    sign[count] = (struct sign){(uint8_t)clue, (uint8_t)times};
    return count + (times > 0);
}

static int signs_of_card(const struct pandaspin *t, int seat, int stage, int card,
                         struct sign sign[CARD_SIGNS]) {
    int rank = card_bit(card), count = 0;
    if (rank == ELEMENT_BIT) {
        count = add_sign(sign, count, clue_late_element + stage, 1);
        return add_sign(sign, count, clue_kept, t->kept[seat] >> card_suit(card) & 1);
    }
    const uint16_t *declined = t->declined[seat];
    int group = group_of[rank];
    if (group != group_low)
        count = add_sign(sign, count, clue_late_mid + (group - group_mid) * STAGES + stage, 1);
    count = add_sign(sign, count, clue_declined_low + group, declined[kind_single] >> rank & 1);
    count = add_sign(sign, count, clue_again_low + group, declined[kind_again] >> rank & 1);
    return add_sign(sign, count, rank < rank_10 ? clue_spent_low : clue_spent_high,
                    t->spent[seat] >> rank & 1);
}

static int signs_of_sets(const uint16_t declined[KINDS], int stage, struct counts c,
                         struct sign sign[SET_SIGNS]) {
    unsigned any = c.ones | c.twos | c.fours, pairs = c.twos | c.fours;
    unsigned threes = (c.ones & c.twos) | c.fours, rows = tops_of_runs(any, 3);
    unsigned pairs_declined = declined[kind_pair] & pairs;
    int count = add_sign(sign, 0, clue_late_pairs + stage, count_bits(pairs));
    count = add_sign(sign, count, clue_late_rows + stage, count_bits(rows));
    count = add_sign(sign, count, clue_declined_any, (declined[kind_single] & any & TO_QUEEN) != 0);
    count = add_sign(sign, count, clue_again_any, (declined[kind_again] & any & TO_QUEEN) != 0);
    if (threes) {
        count = add_sign(sign, count, clue_late_threes + stage, count_bits(threes));
        count =
            add_sign(sign, count, clue_declined_threes, count_bits(declined[kind_three] & threes));
    }
    if (pairs_declined) {
        count =
            add_sign(sign, count, clue_declined_pairs_low, count_bits(pairs_declined & TO_NINE));
        count = add_sign(sign, count, clue_declined_pairs_tall,
                         count_bits(pairs_declined & TO_QUEEN & ~(unsigned)TO_NINE));
        count = add_sign(sign, count, clue_declined_pairs_high,
                         count_bits(pairs_declined & ~(unsigned)TO_QUEEN));
    }
    for (int length = RUN_LEAST; length <= RUN_MOST; length++) {
        int kind = kind_run_2 + length - RUN_LEAST;
        if (declined[kind])
            count = add_sign(sign, count, clue_declined_runs_2 + length - RUN_LEAST,
                             count_bits(declined[kind] & tops_of_runs(any, length)));
    }
    return count;
}

/* ---- learning ---- */

static void add_signs(const struct sign *sign, int count, int16_t clue[]) {
    for (int i = 0; i < count; i++)
        clue[sign[i].clue] = (int16_t)(clue[sign[i].clue] + sign[i].times);
}

/* All hands that the seat does not see. */
static void read_deal(const void *state, int seat, int unused, int16_t clue[]) {
    const struct pandaspin *t = state;
    (void)unused;
    memset(clue, 0, CLUES * sizeof clue[0]);
    for (int other = 0; other < t->head.seats; other++) {
        struct counts counts = {0};
        struct sign sign[SET_SIGNS];
        int stage = stage_of(count_cards(t->white[other]));
        if (other == seat)
            continue;
        for (int suit = 0; suit < SUITS; suit++)
            for (unsigned left = t->white[other][suit]; left; left &= left - 1) {
                int card = card_of(suit, lowest_bit(left));
                add_signs(sign, signs_of_card(t, other, stage, card, sign), clue);
                if (card < ANIMALS)
                    count_one(&counts, 1U << card_bit(card));
            }
        add_signs(sign, signs_of_sets(t->declined[other], stage, counts, sign), clue);
    }
}

const struct sr_clues pandaspin_clues = {
    .names = clue_names,
    .count = CLUES,
    .weights = clue_weights[0],
    .read = read_deal,
    .redeal = pandaspin_redeal,
};

/* ---- deals that fit the deeds ---- */

/* What speaks for a hand of a guess. What a card says depends on its value alone, elements apart,
 * and is looked up. */
struct leaning {
    const int32_t *weight;
    const uint16_t *declined;
    int stage;
    int32_t rank[RANKS], element[SUITS];
    struct counts counts;
    int32_t sets;
};

/* No deal is ever ruled out, however unlikely. */
enum { CERTAIN = 256, SWEEPS = 2 };

static inline int32_t weigh(const struct leaning *l, const struct sign *sign, int count) {
    int32_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += l->weight[sign[i].clue] * sign[i].times;
    return sum;
}

static inline int32_t weigh_sets(const struct leaning *l, struct counts counts) {
    struct sign sign[SET_SIGNS];
    return weigh(l, sign, signs_of_sets(l->declined, l->stage, counts, sign));
}

static inline int32_t weigh_card(const struct leaning *l, int card) {
    return card < ANIMALS ? l->rank[card_bit(card)] : l->element[card_suit(card)];
}

static void lean(struct leaning *l, const struct pandaspin *t, int seat, int cards) {
    struct sign sign[CARD_SIGNS];
    l->weight = clue_weights[t->head.seats - 2];
    l->declined = t->declined[seat];
    l->stage = stage_of(cards);
    l->counts = (struct counts){0};
    for (int rank = 0; rank < RANKS; rank++)
        l->rank[rank] = weigh(l, sign, signs_of_card(t, seat, l->stage, rank, sign));
    for (int suit = 0; suit < SUITS; suit++)
        l->element[suit] = weigh(l, sign, signs_of_card(t, seat, l->stage, ANIMALS + suit, sign));
}

/* A hand after a swap, and by how much that is likelier. */
struct swap {
    struct counts counts;
    int32_t sets, gain;
};

static inline struct swap swap_card(const struct leaning *l, int out, int in) {
    struct swap swap = {.counts = l->counts};
    if (out < ANIMALS)
        uncount_one(&swap.counts, 1U << card_bit(out));
    if (in < ANIMALS)
        count_one(&swap.counts, 1U << card_bit(in));
    swap.sets = weigh_sets(l, swap.counts);
    swap.gain = swap.sets - l->sets + weigh_card(l, in) - weigh_card(l, out);
    return swap;
}

static inline void take_swap(struct leaning *l, const struct swap *swap) {
    l->counts = swap->counts;
    l->sets = swap->sets;
}

/* Two cards change places if that makes the deal likelier; if not, still with the chance that is
 * left to it (the rule of Metropolis). */
static void offer_swap(struct leaning leaning[SEATS], struct slots *slots, int a, int b,
                       struct sr_stream *stream) {
    int mine = slots->owner[a], other = slots->owner[b];
    uint8_t card = slots->card[a];
    struct swap here = swap_card(&leaning[mine], card, slots->card[b]), there = {.gain = 0};
    if (other != SR_NONE)
        there = swap_card(&leaning[other], slots->card[b], card);
    uint32_t chance = sr_likeness(-(here.gain + there.gain), CERTAIN);
    if (chance < CERTAIN && sr_draw(stream, CERTAIN) >= chance)
        return;
    take_swap(&leaning[mine], &here);
    if (other != SR_NONE)
        take_swap(&leaning[other], &there);
    slots->card[a] = slots->card[b];
    slots->card[b] = card;
}

/* Any slot of somebody else, or of the deck. Those of one owner lie side by side. */
static int other_slot(const struct slots *slots, int from, int cards, struct sr_stream *stream) {
    int slot = (int)sr_draw(stream, (uint32_t)(slots->all - cards));
    return slot < from ? slot : slot + cards;
}

/* Begun with any deal, each unseen card of a hand is offered another in its place, in turn. */
void pandaspin_heed_deeds(const struct pandaspin *t, struct slots *slots,
                          struct sr_stream *stream) {
    struct leaning leaning[SEATS];
    int from[SEATS + 1] = {0};
    for (int seat = 0, slot = 0; seat < t->head.seats; seat++) {
        struct leaning *l = &leaning[seat];
        while (slot < slots->held && slots->owner[slot] == seat)
            slot++;
        from[seat + 1] = slot;
        if (slot == from[seat])
            continue;
        lean(l, t, seat, slot - from[seat]);
        for (int i = from[seat]; i < slot; i++)
            if (slots->card[i] < ANIMALS)
                count_one(&l->counts, 1U << card_bit(slots->card[i]));
        l->sets = weigh_sets(l, l->counts);
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int slot = 0; slot < slots->held; slot++) {
            int first = from[slots->owner[slot]], cards = from[slots->owner[slot] + 1] - first;
            if (cards < slots->all)
                offer_swap(leaning, slots, slot, other_slot(slots, first, cards, stream), stream);
        }
}
