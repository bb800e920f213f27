/* Panda Spin: combinations, and which of them a hand can make. A combination counts values, not
 * cards: it is a rectangle, so many copies of so many values in a row. All values of its cards must
 * be used; water symbols on its cards may stand in for values that are missing.
 *
 * So the cards that show one value decide for themselves what they can contribute: the sums that
 * some of them can make. `exactly` says of which values so many can be had without a joker. Where
 * there is water, `reach` has the sums of a value, as bits, apart for each number of water symbols
 * on the cards taken. A rectangle can be filled if the best contributions to its values, water
 * counted, add up to its size. */
#include "state.h"

#include <string.h>

struct holding {
    unsigned ones, twos, fours;       /* white cards of each value, added up in bits */
    unsigned exactly[MAX_VALUES + 1]; /* values of which so many can be had without a joker */
    unsigned mixed;                   /* values that blue cards show */
    unsigned wet;                     /* values with water on some card */
    unsigned water;                   /* symbols in the whole hand */
    unsigned most;                    /* the largest sum of one value */
    uint32_t natural[RANKS];          /* sums of a mixed value, as bits */
    uint8_t waters[RANKS];            /* symbols on cards of a mixed value */
    uint32_t reach[RANKS][MAX_WATERS + 1];
};

static inline uint32_t white_sums(const struct holding *h, int rank) {
    unsigned cards =
        (h->ones >> rank & 1) | (h->twos >> rank & 1) << 1 | (h->fours >> rank & 1) << 2;
    return (UINT32_C(2) << cards) - 1;
}

static void add_water(struct holding *h, int rank, int count) {
    uint32_t *reach = h->reach[rank];
    if (!h->waters[rank])
        reach[0] = h->natural[rank];
    h->wet |= 1U << rank;
    h->water++;
    reach[++h->waters[rank]] = 0;
    for (int water = h->waters[rank]; water > 0; water--)
        reach[water] |= reach[water - 1] << count;
}

static inline void add_blue(struct holding *h, struct face face) {
    int rank = face.rank, count = face.count;
    if (face.symbol == symbol_water && h->waters[rank] < MAX_WATERS) {
        add_water(h, rank, count);
    } else if (h->waters[rank]) {
        for (int water = 0; water <= h->waters[rank]; water++)
            h->reach[rank][water] |= h->reach[rank][water] << count;
    }
    h->natural[rank] |= h->natural[rank] << count;
}

/* White halves show one value, the card's own, and no water, so they need not be looked at one by
 * one: the suits are added up, all values at once. */
enum {
    WHITE_WATERS = 0
#define CARD(suit, rank, symbol, count, blue_rank, blue_symbol, source)                            \
    +(symbol_##symbol == symbol_water)
#include "components.def"
};
_Static_assert(WHITE_WATERS == 0, "water on a white half: look at white cards one by one");
_Static_assert(SUITS == 5, "as many white cards of a value as suits");

/* What a blue half shows, to be put together with others: its value, the same again if it shows it
 * once, water; and how often, in four bits for each value. */
struct mark {
    uint64_t values;
    uint32_t shown;
};
enum { ONCE = 13, WATER_MARK = 1 << 30 };
_Static_assert((int)RANKS <= ONCE && 2 * ONCE < 30 && 4 * RANKS <= 64,
               "marks of all values side by side");
static const struct mark blue_mark[SUITS * PART_BITS] = {
#define CARD(suit, rank, symbol, count, blue_rank, blue_symbol, source)                            \
    [suit_##suit * PART_BITS + rank_##                                                             \
        rank] = {(uint64_t)(count) << 4 * rank_##blue_rank,                                        \
                 1U << rank_##blue_rank | (uint32_t)((count) == 1) << (ONCE + rank_##blue_rank) |  \
                     (symbol_##blue_symbol == symbol_water ? WATER_MARK : 0)},
#include "components.def"
};

static void add_up_blue(struct holding *h, const struct pandaspin *t, int seat) {
    h->wet = h->water = 0;
    h->most = h->fours ? (h->exactly[5] ? 5 : 4) : h->exactly[3] ? 3 : h->exactly[2] ? 2 : 1;
    for (unsigned left = h->mixed; left; left &= left - 1) {
        int rank = lowest_bit(left);
        h->natural[rank] = white_sums(h, rank);
        h->waters[rank] = 0;
    }
    for (int suit = 0; suit < SUITS && h->mixed; suit++)
        for (unsigned left = blue_in_hand(t, seat, suit); left; left &= left - 1)
            add_blue(h, pandaspin_face[blue_side][suit][lowest_bit(left)]);
    unsigned known = SUITS;
    for (unsigned left = h->mixed; left; left &= left - 1) {
        int rank = lowest_bit(left);
        unsigned most = 31 - (unsigned)__builtin_clz(h->natural[rank]);
        for (; known < most; known++)
            h->exactly[known + 1] = 0;
        if (most > h->most)
            h->most = most;
        for (uint32_t sums = h->natural[rank] & ~UINT32_C(1); sums; sums &= sums - 1)
            h->exactly[lowest_bit(sums)] |= 1U << rank;
    }
}

/* Does some blue card show a value of which there are so many or more in all? */
static bool any_mixed(const struct holding *h, uint64_t values, unsigned least) {
    for (unsigned left = h->mixed; left; left &= left - 1) {
        int rank = lowest_bit(left);
        unsigned white = (h->ones >> rank & 1) + (h->twos >> rank & 1) * 2;
        if (white + (values >> 4 * rank & 15) >= least)
            return true;
    }
    return false;
}

/* Is there no way to beat the bid but with white cards and what each blue one shows by itself? */
static bool is_plain(const struct holding *h, struct mark blue, struct bid bid) {
    unsigned least = BOMB_VALUES;
    switch ((enum bid_type)bid.type) {
    case bid_single:
    case bid_bomb:
        break;
    case bid_set:
        if (bid.copies < least)
            least = bid.copies;
        /* fall through */
    case bid_run:
        if (blue.shown & WATER_MARK)
            return false;
        break;
    default:
        return false;
    }
    return !h->fours && !any_mixed(h, blue.values, least);
}

/* Five words added up in bits, all values at once. */
static inline void add_up_white(struct holding *h, const uint16_t white[SUITS]) {
    unsigned half = white[0] ^ white[1], one = half ^ white[2], other = white[3] ^ white[4];
    unsigned two = (white[0] & white[1]) | (half & white[2]);
    unsigned carry = (white[3] & white[4]) | (one & other);
    h->ones = (one ^ other) & ANIMAL_BITS;
    h->twos = (two ^ carry) & ANIMAL_BITS;
    h->fours = two & carry & ANIMAL_BITS;
    h->exactly[1] = h->ones | h->twos | h->fours;
    h->exactly[2] = h->twos | h->fours;
    h->exactly[3] = (h->twos & h->ones) | h->fours;
    h->exactly[4] = h->fours;
    h->exactly[5] = h->fours & h->ones;
}

/* True: the plain way is the only one to beat the bid, as it is most often. */
static bool look_at_hand(struct holding *h, const struct pandaspin *t, int seat) {
    struct mark blue = {0, 0};
    add_up_white(h, t->white[seat]);
    for (int part = 0; part < PARTS; part++)
        for (uint64_t left = blue_part(t, seat, part); left; left &= left - 1) {
            const struct mark *mark = &blue_mark[part_card(part, left)];
            blue.values += mark->values;
            blue.shown |= mark->shown;
        }
    h->mixed = blue.shown & ANIMAL_BITS;
    if (!is_plain(h, blue, t->bid)) {
        add_up_blue(h, t, seat);
        return false;
    }
    h->exactly[1] |= blue.shown >> ONCE & ANIMAL_BITS;
    return true;
}

/* The values of which there can be exactly so many without a joker. */
static inline unsigned exactly(const struct holding *h, unsigned copies) {
    return copies <= h->most ? h->exactly[copies] : 0;
}

/* The sums of a wet value with at least one joker, taken from its own cards. */
static uint32_t joker_sums(const struct holding *h, int rank) {
    uint32_t sums = 0;
    for (int water = 1; water <= h->waters[rank]; water++)
        for (int jokers = 1; jokers <= water; jokers++)
            sums |= h->reach[rank][water] << jokers;
    return sums;
}

/* Values and water symbols that cards of this value can bring to a rectangle of so many copies. */
static inline int best_contribution(const struct holding *h, int rank, int copies) {
    uint32_t allowed = (UINT32_C(2) << copies) - 1;
    if (!(h->wet >> rank & 1)) {
        uint32_t sums = h->mixed >> rank & 1 ? h->natural[rank] : white_sums(h, rank);
        return 31 - __builtin_clz(sums & allowed);
    }
    int best = 0;
    for (int water = 0; water <= h->waters[rank]; water++) {
        uint32_t sums = h->reach[rank][water] & allowed;
        if (!sums)
            continue;
        int brought = 31 - __builtin_clz(sums) + water;
        if (brought > best)
            best = brought;
    }
    return best;
}

/* ---- moves and bids ---- */

struct sr_move pandaspin_bid_move(struct bid bid) {
    switch ((enum bid_type)bid.type) {
    case bid_set:
        return (struct sr_move){verb_set, {bid.copies, bid.top}};
    case bid_run:
        return (struct sr_move){verb_run, {bid.length, bid.top}};
    case bid_formation:
        return (struct sr_move){verb_formation, {bid.copies, bid.length, bid.top}};
    case bid_bomb:
        return (struct sr_move){verb_bomb, {bid.copies, bid.top}};
    default:
        return (struct sr_move){verb_single, {bid.top}};
    }
}

struct bid pandaspin_move_bid(struct sr_move move) {
    switch ((enum verb)move.verb) {
    case verb_set:
        return (struct bid){bid_set, move.arg[0], 1, move.arg[1]};
    case verb_run:
        return (struct bid){bid_run, 1, move.arg[0], move.arg[1]};
    case verb_formation:
        return (struct bid){bid_formation, move.arg[0], move.arg[1], move.arg[2]};
    case verb_bomb:
        return (struct bid){bid_bomb, move.arg[0], 1, move.arg[1]};
    default:
        return (struct bid){bid_single, 1, 1, move.arg[0]};
    }
}

/* Does a bid beat the highest one? Only the type, the number of values and the top value count. */
bool pandaspin_beats(const struct pandaspin *t, struct bid bid) {
    struct bid highest = t->bid;
    int values = bid.copies * bid.length, beaten = highest.copies * highest.length;
    if (highest.type == bid_nothing)
        return bid.type != bid_bomb || has_option(t, option_bomb_may_lead);
    if (highest.type == bid_bomb)
        return bid.type == bid_bomb &&
               (values > beaten || (values == beaten && bid.top > highest.top));
    if (bid.type == bid_bomb)
        return true;
    if (has_option(t, option_formation_shape_strict) && bid.copies != highest.copies)
        return false;
    return bid.type == highest.type && values == beaten && bid.top > highest.top;
}

/* ---- lists ---- */

struct listing {
    const struct pandaspin *t;
    struct sr_moves *moves;
    struct holding hand;
};

static void add_rectangle(struct listing *l, int copies, int length, int top) {
    int type = copies == 1 ? bid_run : bid_formation;
    sr_add_move(l->moves, pandaspin_bid_move((struct bid){(uint8_t)type, (uint8_t)copies,
                                                          (uint8_t)length, (uint8_t)top}));
}

/* Runs and formations of so many copies whose every value is among `whole`, tops from `above`. */
static void list_whole(struct listing *l, unsigned whole, int copies, int shortest, int longest,
                       int above) {
    unsigned starts = whole;
    for (int length = RUN_LEAST; length <= longest && starts; length++) {
        starts &= whole >> (length - 1);
        if (length < shortest)
            continue;
        int lowest = above - length + 2; /* the top must lie above */
        unsigned left = lowest > 0 ? starts >> lowest << lowest : starts;
        for (; left; left &= left - 1)
            add_rectangle(l, copies, length, lowest_bit(left) + length - 1);
    }
}

/* With water: jokers fill holes anywhere in the rectangle, or, by the other reading of the rule,
 * only beside the value of their own card. Without water inside, there must be no hole. */
static void list_with_water(struct listing *l, int copies, int shortest, int longest, int above) {
    const struct holding *hand = &l->hand;
    uint8_t sum[RUN_RANKS + 1];
    unsigned whole = 0, any = hand->exactly[1] | hand->mixed;
    sum[0] = 0;
    for (int rank = 0; rank < RUN_RANKS; rank++) {
        int best = any >> rank & 1 ? best_contribution(hand, rank, copies) : 0;
        sum[rank + 1] = (uint8_t)(sum[rank] + best);
        whole |= (unsigned)(best >= copies) << rank;
    }
    if (!has_option(l->t, option_joker_free_value)) {
        list_whole(l, whole, copies, shortest, longest, above);
        return;
    }
    unsigned starts = whole, wet = hand->wet & RUN_BITS;
    for (int length = RUN_LEAST; length <= longest; length++) {
        int lowest = above - length + 2;
        starts &= whole >> (length - 1);
        wet |= wet >> 1;
        if (length < shortest)
            continue;
        unsigned left = (starts | wet) & RUN_BITS >> (length - 1);
        for (left = lowest > 0 ? left >> lowest << lowest : left; left; left &= left - 1) {
            int from = lowest_bit(left);
            if (sum[from + length] - sum[from] >= length * copies)
                add_rectangle(l, copies, length, from + length - 1);
        }
    }
}

static inline void list_rectangles(struct listing *l, int copies, int shortest, int longest,
                                   int above) {
    unsigned whole = exactly(&l->hand, (unsigned)copies) & RUN_BITS;
    if (l->hand.wet & RUN_BITS)
        list_with_water(l, copies, shortest, longest, above);
    else if (whole & whole >> 1)
        list_whole(l, whole, copies, shortest, longest, above);
}

static void list_all_rectangles(struct listing *l) {
    /* More copies than natural values leave a hole in each value of the row, for a joker each. */
    unsigned most = l->hand.most + l->hand.water / RUN_LEAST;
    for (int copies = 1; copies <= (int)most && copies <= MAX_VALUES; copies++)
        list_rectangles(l, copies, RUN_LEAST, RUN_MOST, -1);
}

/* A formation is beaten by one of as many values, in whatever shape, unless the shape is strict. */
static void list_formations(struct listing *l, struct bid bid) {
    int values = bid.copies * bid.length;
    bool strict = has_option(l->t, option_formation_shape_strict);
    for (int length = RUN_LEAST; length <= RUN_MOST; length++) {
        int copies = values / length;
        if (copies * length != values || copies < 2 || (strict && length != bid.length))
            continue;
        list_rectangles(l, copies, length, length, bid.top);
    }
}

static inline void add_sets(struct sr_moves *moves, unsigned ranks, int copies, int lowest) {
    struct sr_move move = {copies == 1 ? verb_single : verb_set, {(uint8_t)copies}};
    for (ranks = ranks >> lowest << lowest; ranks; ranks &= ranks - 1) {
        move.arg[copies > 1] = (uint8_t)lowest_bit(ranks);
        sr_add_move(moves, move);
    }
}

/* Singles and sets of so many values. From four on, only with a joker: else it is a bomb, but where
 * both names are allowed. */
static void list_sets(struct listing *l, int copies, int lowest) {
    const struct holding *hand = &l->hand;
    bool natural = copies < BOMB_VALUES || has_option(l->t, option_natural_set_of_4_plus_allowed);
    unsigned ranks = natural ? exactly(hand, (unsigned)copies) : 0;
    if (copies < BOMB_VALUES || has_option(l->t, option_joker_set_of_4_plus_allowed))
        for (unsigned left = hand->wet; left; left &= left - 1) {
            int rank = lowest_bit(left);
            ranks |= (joker_sums(hand, rank) >> copies & 1U) << rank;
        }
    add_sets(l->moves, ranks, copies, lowest);
}

static void list_bombs(struct listing *l) {
    for (unsigned copies = BOMB_VALUES; copies <= l->hand.most; copies++)
        for (unsigned left = exactly(&l->hand, copies); left; left &= left - 1) {
            struct bid bomb = {bid_bomb, (uint8_t)copies, 1, (uint8_t)lowest_bit(left)};
            if (pandaspin_beats(l->t, bomb))
                sr_add_move(l->moves, pandaspin_bid_move(bomb));
        }
}

static void list_plain(struct listing *l, struct bid bid) {
    if (bid.type == bid_run)
        list_whole(l, l->hand.exactly[1] & RUN_BITS, 1, bid.length, bid.length, bid.top);
    else if (bid.copies < BOMB_VALUES) /* a set of four has a joker, or is a bomb */
        add_sets(l->moves, l->hand.exactly[bid.copies], bid.copies, bid.top + 1);
}

void pandaspin_list_bids(const struct pandaspin *t, struct sr_moves *moves) {
    struct listing l;
    l.t = t;
    l.moves = moves;
    if (look_at_hand(&l.hand, t, t->head.decider)) {
        list_plain(&l, t->bid);
        return;
    }
    switch ((enum bid_type)t->bid.type) {
    case bid_single:
    case bid_set:
        list_sets(&l, t->bid.copies, t->bid.top + 1);
        break;
    case bid_run:
        list_rectangles(&l, 1, t->bid.length, t->bid.length, t->bid.top);
        break;
    case bid_formation:
        list_formations(&l, t->bid);
        break;
    case bid_bomb:
        break;
    default:
        for (unsigned copies = 1; copies <= l.hand.most + l.hand.water; copies++)
            if (copies <= MAX_VALUES)
                list_sets(&l, (int)copies, 0);
        list_all_rectangles(&l);
        break;
    }
    list_bombs(&l);
}
