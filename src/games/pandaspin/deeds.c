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

/* By type, and by copies and length together. */
enum { LARGEST_KIND = 1 + RUN_MOST };
static const uint8_t kind_by_size[BID_TYPES][LARGEST_KIND + 1] = {
    [bid_nothing] = {KINDS, KINDS, KINDS, KINDS, KINDS, KINDS, KINDS},
    [bid_single] = {KINDS, KINDS, kind_single, KINDS, KINDS, KINDS, KINDS},
    [bid_set] = {KINDS, KINDS, KINDS, kind_pair, kind_three, KINDS, KINDS},
    [bid_run] = {KINDS, KINDS, KINDS, kind_run_2, kind_run_3, kind_run_4, kind_run_5},
    [bid_formation] = {KINDS, KINDS, KINDS, KINDS, KINDS, KINDS, KINDS},
    [bid_bomb] = {KINDS, KINDS, KINDS, KINDS, KINDS, KINDS, KINDS},
};

static inline int kind_of(struct bid bid) {
    int size = bid.copies + bid.length;
    return size <= LARGEST_KIND ? kind_by_size[bid.type][size] : KINDS;
}

static inline void note_declined(struct pandaspin *t, int seat, int kind, unsigned ranks) {
    uint16_t *declined = t->declined[seat];
    if (kind == kind_single)
        declined[kind_again] = (uint16_t)(declined[kind_again] | (declined[kind_single] & ranks));
    else if (kind >= kind_run_2)
        ranks &= RUN_BITS;
    declined[kind] = (uint16_t)(declined[kind] | ranks);
}

static inline void note_kept(struct pandaspin *t, int seat) {
    t->kept[seat] = (uint8_t)(t->kept[seat] | (winning_elements(t, seat) & t->suits));
}

static inline unsigned ranks_above(int rank) {
    return ANIMAL_BITS & ~1U << rank;
}

/* With an empty hand there is nothing to decline. */
void pandaspin_note_pass(struct pandaspin *t, int seat) {
    struct bid bid = t->bid;
    int kind = kind_of(bid);
    if (!t->hand_size[seat] || bid.type == bid_nothing)
        return;
    note_kept(t, seat);
    if (kind < KINDS)
        note_declined(t, seat, kind, ranks_above(bid.top));
}

void pandaspin_note_bid(struct pandaspin *t, int seat) {
    struct bid bid = t->wanted, beaten = t->bid;
    int kind = kind_of(beaten);
    unsigned laid = 0;
    if (bid.length == 1) {
        for (int suit = 0; suit < SUITS; suit++)
            laid |= t->laid_white[suit];
        t->spent[seat] = (uint16_t)(t->spent[seat] | laid);
    }
    if (beaten.type == bid_nothing)
        return;
    note_kept(t, seat);
    if (kind < KINDS && kind == kind_of(bid))
        note_declined(t, seat, kind, ranks_above(beaten.top) & ((1U << bid.top) - 1));
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

/* Who is told of each thing that speaks for a hand or against it, and how often. Inlined, so that
 * learning and guessing go through the same signs. */
struct signs {
    const int32_t *weight; /* summed up here ... */
    int32_t sum;
    int16_t *count; /* ... or counted here */
};

static inline void add_sign(struct signs *signs, int clue, int times) {
    if (signs->count)
        signs->count[clue] = (int16_t)(signs->count[clue] + times);
    else
        signs->sum += signs->weight[clue] * times;
}

static inline void add_signs_of_card(struct signs *signs, const struct pandaspin *t, int seat,
                                     int stage, int card) {
    int rank = card_bit(card);
    if (rank == ELEMENT_BIT) {
        add_sign(signs, clue_late_element + stage, 1);
        add_sign(signs, clue_kept, t->kept[seat] >> card_suit(card) & 1);
        return;
    }
    const uint16_t *declined = t->declined[seat];
    int group = group_of[rank];
    if (group != group_low)
        add_sign(signs, clue_late_mid + (group - group_mid) * STAGES + stage, 1);
    add_sign(signs, clue_declined_low + group, declined[kind_single] >> rank & 1);
    add_sign(signs, clue_again_low + group, declined[kind_again] >> rank & 1);
    add_sign(signs, rank < rank_10 ? clue_spent_low : clue_spent_high, t->spent[seat] >> rank & 1);
}

/* Four sets of values counted at once, sixteen bits for each. */
static inline uint64_t count_four(unsigned a, unsigned b, unsigned c, unsigned d) {
    uint64_t word = a | (uint64_t)b << 16 | (uint64_t)c << 32 | (uint64_t)d << 48;
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (word + (word >> 8)) & UINT64_C(0x001f001f001f001f);
}
static inline int count_at(uint64_t four, int which) {
    return (int)(four >> 16 * which & 31);
}

static inline void add_signs_of_sets(struct signs *signs, const uint16_t declined[KINDS], int stage,
                                     struct counts c) {
    unsigned any = c.ones | c.twos | c.fours, pairs = c.twos | c.fours;
    unsigned threes = (c.ones & c.twos) | c.fours, rows = tops_of_runs(any, 3);
    unsigned pairs_declined = declined[kind_pair] & pairs;
    uint64_t held = count_four(pairs, rows, threes, declined[kind_three] & threes);
    add_sign(signs, clue_late_pairs + stage, count_at(held, 0));
    add_sign(signs, clue_late_rows + stage, count_at(held, 1));
    add_sign(signs, clue_late_threes + stage, count_at(held, 2));
    add_sign(signs, clue_declined_threes, count_at(held, 3));
    add_sign(signs, clue_declined_any, (declined[kind_single] & any & TO_QUEEN) != 0);
    add_sign(signs, clue_again_any, (declined[kind_again] & any & TO_QUEEN) != 0);
    if (pairs_declined) {
        unsigned low = pairs_declined & TO_NINE, high = pairs_declined & ~(unsigned)TO_QUEEN;
        uint64_t kept = count_four(low, pairs_declined & ~(low | high), high, 0);
        add_sign(signs, clue_declined_pairs_low, count_at(kept, 0));
        add_sign(signs, clue_declined_pairs_tall, count_at(kept, 1));
        add_sign(signs, clue_declined_pairs_high, count_at(kept, 2));
    }
    for (int length = RUN_LEAST; length <= RUN_MOST; length++) {
        int kind = kind_run_2 + length - RUN_LEAST;
        if (declined[kind])
            add_sign(signs, clue_declined_runs_2 + length - RUN_LEAST,
                     sr_count_bits(declined[kind] & tops_of_runs(any, length)));
    }
}

/* ---- learning ---- */

/* All hands that the seat does not see. */
static void read_deal(const void *state, int seat, int unused, int16_t clue[]) {
    const struct pandaspin *t = state;
    struct signs signs = {.count = clue};
    (void)unused;
    memset(clue, 0, CLUES * sizeof clue[0]);
    for (int other = 0; other < t->head.seats; other++) {
        struct counts counts = {0};
        int stage = stage_of(count_cards(t->white[other]));
        if (other == seat)
            continue;
        for (int suit = 0; suit < SUITS; suit++)
            for (unsigned left = t->white[other][suit]; left; left &= left - 1) {
                int card = card_of(suit, lowest_bit(left));
                add_signs_of_card(&signs, t, other, stage, card);
                if (card < ANIMALS)
                    count_one(&counts, 1U << card_bit(card));
            }
        add_signs_of_sets(&signs, t->declined[other], stage, counts);
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

/* What a card says depends on its value, or on its suit if it is an element: both are called its
 * value here, the elements behind the animals. */
enum { VALUES = RANKS + SUITS };
static const uint8_t value_of[CARDS] = {
#define CARD(suit, rank, symbol, count, blue_rank, blue_symbol, source)                            \
    [suit_##suit * RANKS + rank_##rank] = rank_##rank,
#define SUIT(id, letter, number, en, ru, if_en, if_ru) [ANIMALS + suit_##id] = RANKS + suit_##id,
#include "components.def"
};

/* What speaks for a hand of a guess: all that add_sign() would be told of it, looked up. */
struct leaning {
    const int32_t *weight;
    const uint16_t *declined;
    int32_t rows;                    /* for each value that begins a row of three */
    unsigned singles, singles_again; /* declined, up to the queen */
    int run_kinds;                   /* no longer runs than the first so many were declined */
    /* What one card more of a value says: the second one makes a pair, the third one a three. */
    int32_t more[3][VALUES];
    uint8_t count[VALUES]; /* in the hand */
    unsigned any;          /* values of which there are any */
    int32_t held;          /* what these say together */
};

/* No deal is ever ruled out, however unlikely. */
enum { CERTAIN = 256, SWEEPS = 2 };

/* With so many already. */
static inline int32_t weigh_more(const struct leaning *l, int value, int count) {
    static const uint8_t row[SUITS] = {0, 1, 2};
    return l->more[row[count]][value];
}

/* Rows of three, declined runs of each length, and whether any single that was declined is held. */
static inline int32_t weigh_values(const struct leaning *l, unsigned any) {
    unsigned tops = any & RUN_BITS & any << 1;
    int32_t sum = l->rows * sr_count_bits(tops & any << 2);
    sum += l->singles & any ? l->weight[clue_declined_any] : 0;
    sum += l->singles_again & any ? l->weight[clue_again_any] : 0;
    for (int i = 0; i < l->run_kinds; i++, tops &= any << (i + 1)) {
        unsigned held = l->declined[kind_run_2 + i] & tops;
        if (held)
            sum += l->weight[clue_declined_runs_2 + i] * sr_count_bits(held);
    }
    return sum;
}

/* As add_signs_of_card() would be told, for all cards at once. */
static inline void weigh_cards(struct leaning *l, const struct pandaspin *t, int seat, int stage) {
    const int32_t *weight = l->weight;
    int32_t *alone = l->more[0];
    const int32_t by_group[GROUPS] = {0,
                                      weight[clue_late_mid + stage],
                                      weight[clue_late_tall + stage],
                                      weight[clue_late_k + stage],
                                      weight[clue_late_a + stage],
                                      weight[clue_late_2 + stage]};
    for (int rank = 0; rank < RANKS; rank++)
        alone[rank] = by_group[group_of[rank]];
    for (unsigned left = l->declined[kind_single]; left; left &= left - 1)
        alone[lowest_bit(left)] += weight[clue_declined_low + group_of[lowest_bit(left)]];
    for (unsigned left = l->declined[kind_again]; left; left &= left - 1)
        alone[lowest_bit(left)] += weight[clue_again_low + group_of[lowest_bit(left)]];
    for (unsigned left = t->spent[seat]; left; left &= left - 1)
        alone[lowest_bit(left)] +=
            weight[lowest_bit(left) < rank_10 ? clue_spent_low : clue_spent_high];
    for (int suit = 0; suit < SUITS; suit++)
        alone[RANKS + suit] =
            weight[clue_late_element + stage] + (t->kept[seat] >> suit & 1 ? weight[clue_kept] : 0);
}

static void lean(struct leaning *l, const struct pandaspin *t, int seat, int cards) {
    const int32_t *weight = l->weight = clue_weights[t->head.seats - 2];
    const uint16_t *declined = l->declined = t->declined[seat];
    int stage = stage_of(cards);
    int32_t pair = weight[clue_late_pairs + stage], three = weight[clue_late_threes + stage];
    l->rows = weight[clue_late_rows + stage];
    l->singles = declined[kind_single] & TO_QUEEN;
    l->singles_again = declined[kind_again] & TO_QUEEN;
    for (l->run_kinds = RUN_MOST - RUN_LEAST + 1; l->run_kinds > 0; l->run_kinds--)
        if (declined[kind_run_2 + l->run_kinds - 1])
            break;
    weigh_cards(l, t, seat, stage);
    for (int value = 0; value < VALUES; value++) {
        l->more[1][value] = l->more[0][value] + pair;
        l->more[2][value] = l->more[0][value] + three;
    }
    for (unsigned left = declined[kind_pair]; left; left &= left - 1) {
        int rank = lowest_bit(left);
        l->more[1][rank] += weight[rank < rank_10  ? clue_declined_pairs_low
                                   : rank < rank_k ? clue_declined_pairs_tall
                                                   : clue_declined_pairs_high];
    }
    for (unsigned left = declined[kind_three]; left; left &= left - 1)
        l->more[2][lowest_bit(left)] += weight[clue_declined_threes];
}

static void count_hand(struct leaning *l, const uint8_t card[], int cards) {
    memset(l->count, 0, sizeof l->count);
    l->any = 0;
    for (int i = 0; i < cards; i++) {
        int value = value_of[card[i]];
        l->count[value]++;
        l->any |= 1U << value;
    }
    l->held = weigh_values(l, l->any);
}

/* A hand after a swap of two cards that differ, and by how much that is likelier. */
struct swap {
    unsigned any;
    int32_t held, gain;
};

static inline struct swap swap_card(const struct leaning *l, int out, int in) {
    int left = l->count[out] - 1;
    struct swap swap = {(l->any & ~((unsigned)(left == 0) << out)) | 1U << in, l->held, 0};
    if (swap.any != l->any)
        swap.held = weigh_values(l, swap.any);
    swap.gain = swap.held - l->held + weigh_more(l, in, l->count[in]) - weigh_more(l, out, left);
    return swap;
}

static inline void take_swap(struct leaning *l, const struct swap *swap, int out, int in) {
    l->any = swap->any;
    l->held = swap->held;
    l->count[out]--;
    l->count[in]++;
}

/* Two cards change places if that makes the deal likelier; if not, still with the chance that is
 * left to it (the rule of Metropolis). */
static inline bool takes_swap(struct leaning *mine, struct leaning *other, int own, int offered,
                              struct sr_stream *stream) {
    if (own == offered)
        return true;
    struct swap here = swap_card(mine, own, offered), there = {.gain = 0};
    if (other)
        there = swap_card(other, offered, own);
    int32_t gain = here.gain + there.gain;
    if (gain < 0) {
        uint32_t chance = sr_likeness(-gain, CERTAIN);
        if (chance < CERTAIN && sr_draw(stream, CERTAIN) >= chance)
            return false;
    }
    take_swap(mine, &here, own, offered);
    if (other)
        take_swap(other, &there, offered, own);
    return true;
}

/* Each of the cards from `first` to `end`, all of one hand, is offered another in its place: that
 * of any slot of somebody else, or of the deck. */
static void offer_swaps(struct leaning leaning[SEATS], struct slots *slots, int first, int end,
                        struct sr_stream *stream) {
    int others = slots->all - (end - first);
    for (int slot = first; slot < end && others > 0; slot++) {
        int at = (int)sr_draw(stream, (uint32_t)others), owner;
        at += at < first ? 0 : end - first;
        owner = slots->owner[at];
        uint8_t own = slots->card[slot], offered = slots->card[at];
        if (takes_swap(&leaning[slots->owner[first]], owner == SR_NONE ? NULL : &leaning[owner],
                       value_of[own], value_of[offered], stream)) {
            slots->card[slot] = offered;
            slots->card[at] = own;
        }
    }
}

/* Begun with any deal, hand by hand. The slots of one owner lie side by side. */
void pandaspin_heed_deeds(const struct pandaspin *t, struct slots *slots,
                          struct sr_stream *stream) {
    struct leaning leaning[SEATS];
    int from[SEATS + 1] = {0};
    for (int seat = 0, slot = 0; seat < t->head.seats; seat++) {
        while (slot < slots->held && slots->owner[slot] == seat)
            slot++;
        from[seat + 1] = slot;
        if (slot == from[seat])
            continue;
        lean(&leaning[seat], t, seat, slot - from[seat]);
        count_hand(&leaning[seat], slots->card + from[seat], slot - from[seat]);
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int seat = 0; seat < t->head.seats; seat++)
            if (from[seat] < from[seat + 1])
                offer_swaps(leaning, slots, from[seat], from[seat + 1], stream);
}
