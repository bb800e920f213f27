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

/* White cards of each value, added up in bits, all values at once. */
struct whites {
    unsigned ones, twos, fours;
};

struct holding {
    unsigned exactly[MAX_VALUES + 1]; /* values of which so many can be had without a joker */
    unsigned most;                    /* the largest sum of one value; beyond it nothing is set */
    unsigned wet;                     /* values with water on some card */
    unsigned water;                   /* symbols in the whole hand */
    uint8_t waters[RANKS];            /* symbols on cards of a wet value */
    uint32_t reach[RANKS][MAX_WATERS + 1];
    uint32_t joking[RANKS]; /* sums of a wet value with one joker or more from its own cards */
};

/* White halves show one value, the card's own, and no water, so they need not be looked at one by
 * one: the suits are added up. */
enum {
    WHITE_WATERS = 0
#define CARD(suit, rank, symbol, count, blue_rank, blue_symbol, source)                            \
    +(symbol_##symbol == symbol_water)
#include "components.def"
};
_Static_assert(WHITE_WATERS == 0, "water on a white half: look at white cards one by one");
_Static_assert(SUITS == 5, "as many white cards of a value as suits");

static inline struct whites add_up_white(const uint16_t white[SUITS]) {
    uint64_t four = part_of(white, 0) & ANIMAL_BITS * ONE_OF_EACH_SUIT;
    /* of two and two suits, side by side: those of one card, and of two */
    uint32_t ones = (uint32_t)four ^ (uint32_t)(four >> 2 * PART_BITS);
    uint32_t twos = (uint32_t)four & (uint32_t)(four >> 2 * PART_BITS);
    uint32_t one = ones ^ ones >> PART_BITS, last = white[SUITS_A_PART] & one;
    uint32_t two = ((ones & ones >> PART_BITS) | (twos ^ twos >> PART_BITS)) & ANIMAL_BITS;
    return (struct whites){(one ^ white[SUITS_A_PART]) & ANIMAL_BITS, (two ^ last) & ANIMAL_BITS,
                           ((twos & twos >> PART_BITS) | (two & last)) & ANIMAL_BITS};
}

/* The values of which there are so many white cards or more, up to three. */
static inline unsigned at_least(struct whites w, unsigned cards) {
    return cards == 1   ? w.ones | w.twos | w.fours
           : cards == 2 ? w.twos | w.fours
                        : (w.twos & w.ones) | w.fours;
}

/* What a blue half shows, to be put together with others: its value, the same again if it shows it
 * once, water; and how often, in four bits for each value. */
struct mark {
    uint64_t values;
    uint32_t shown;
};
enum { ONCE = 13, WATER_MARK = 1 << 30 };
#define MORE_THAN_ONE UINT64_C(0xeeeeeeeeeeeeeeee) /* of any value */
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

static inline struct mark add_up_marks(const struct pandaspin *t, int seat) {
    struct mark blue = {0, 0};
    for (int part = 0; part < PARTS; part++)
        for (uint64_t left = blue_part(t, seat, part); left; left &= left - 1) {
            const struct mark *mark = &blue_mark[part_card(part, left)];
            blue.values += mark->values;
            blue.shown |= mark->shown;
        }
    return blue;
}

/* ---- a hand without water, and nothing but one card after the other ---- */

/* Does some blue card show a value of which there are so many or more in all? At most three of them
 * are white. */
static bool any_mixed(struct whites w, struct mark blue, unsigned least) {
    unsigned mixed = blue.shown & ANIMAL_BITS;
    if (!mixed)
        return false;
    if (!(blue.values & MORE_THAN_ONE))
        return mixed & at_least(w, least - 1);
    for (; mixed; mixed &= mixed - 1) {
        int rank = lowest_bit(mixed);
        unsigned white = (w.ones >> rank & 1) + (w.twos >> rank & 1) * 2;
        if (white + (blue.values >> 4 * rank & 15) >= least)
            return true;
    }
    return false;
}

/* Blue cards that all show different values, once each and no water, are like one white card more.
 */
static inline bool are_like_white(struct mark blue) {
    return !(blue.values & MORE_THAN_ONE) && !(blue.shown & WATER_MARK);
}

/* Is there no way to beat the bid but with white cards and what each blue one shows by itself? As
 * it is most often. */
static inline bool is_plain(struct whites w, struct mark blue, struct bid bid) {
    unsigned least = BOMB_VALUES;
    switch ((enum bid_type)bid.type) {
    case bid_single:
    case bid_bomb:
        break;
    case bid_set:
        if (are_like_white(blue))
            break;
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
    return !w.fours && !any_mixed(w, blue, least);
}

/* ---- any other hand ---- */

/* `dry` are the sums of the value's cards so far. */
static void add_water(struct holding *h, int rank, int count, uint32_t dry) {
    uint32_t *reach = h->reach[rank];
    if (!(h->wet >> rank & 1)) {
        h->wet |= 1U << rank;
        h->waters[rank] = 0;
        reach[0] = dry;
    }
    h->water++;
    reach[++h->waters[rank]] = 0;
    for (int water = h->waters[rank]; water > 0; water--)
        reach[water] |= reach[water - 1] << count;
}

/* `sums` has a bit for each sum that the cards of the value can make. */
static inline void add_blue(struct holding *h, struct face face, uint32_t *sums) {
    bool wet = h->wet >> face.rank & 1;
    if (face.symbol == symbol_water && (!wet || h->waters[face.rank] < MAX_WATERS))
        add_water(h, face.rank, face.count, *sums);
    else if (wet)
        for (int water = 0; water <= h->waters[face.rank]; water++)
            h->reach[face.rank][water] |= h->reach[face.rank][water] << face.count;
    *sums |= *sums << face.count;
}

/* The sums of a wet value with at least one joker, taken from its own cards. */
static uint32_t joker_sums(const struct holding *h, int rank) {
    uint32_t sums = 0;
    for (int water = 1; water <= h->waters[rank]; water++)
        for (int jokers = 1; jokers <= water; jokers++)
            sums |= h->reach[rank][water] << jokers;
    return sums;
}

/* All blue cards, whatever they show: the sums of each value, then which values have a sum. */
static void look_at_blue(struct holding *h, const struct pandaspin *t, struct whites w,
                         unsigned shown) {
    uint32_t sums[RANKS];
    for (unsigned left = shown; left; left &= left - 1) {
        int rank = lowest_bit(left);
        unsigned white =
            (w.ones >> rank & 1) | (w.twos >> rank & 1) << 1 | (w.fours >> rank & 1) << 2;
        sums[rank] = (UINT32_C(2) << white) - 1;
    }
    for (int part = 0; part < PARTS; part++)
        for (uint64_t left = blue_part(t, t->head.decider, part); left; left &= left - 1) {
            int card = part_card(part, left);
            struct face face = pandaspin_face[blue_side][card / PART_BITS][card % PART_BITS];
            add_blue(h, face, &sums[face.rank]);
        }
    for (; shown; shown &= shown - 1) {
        int rank = lowest_bit(shown);
        unsigned largest = 31U - (unsigned)__builtin_clz(sums[rank]);
        while (h->most < largest)
            h->exactly[++h->most] = 0;
        for (uint32_t left = sums[rank] & ~UINT32_C(1); left; left &= left - 1)
            h->exactly[lowest_bit(left)] |= 1U << rank;
    }
    for (unsigned left = h->wet; left; left &= left - 1)
        h->joking[lowest_bit(left)] = joker_sums(h, lowest_bit(left));
}

static void look_at_hand(struct holding *h, const struct pandaspin *t, struct whites w,
                         struct mark blue) {
    unsigned like_white = are_like_white(blue) ? blue.shown & ANIMAL_BITS : 0;
    unsigned one = at_least(w, 1), two = at_least(w, 2), three = at_least(w, 3);
    unsigned five = w.fours & w.ones;
    h->exactly[1] = one | like_white;
    h->exactly[2] = two | (one & like_white);
    h->exactly[3] = three | (two & like_white);
    h->exactly[4] = w.fours | (three & like_white);
    h->exactly[5] = five | (w.fours & like_white);
    h->exactly[6] = five & like_white;
    h->wet = h->water = 0;
    h->most = 1;
    while (h->most <= SUITS && h->exactly[h->most + 1])
        h->most++;
    if (!like_white && blue.shown)
        look_at_blue(h, t, w, blue.shown & ANIMAL_BITS);
}

/* The values of which there can be exactly so many without a joker. */
static inline unsigned exactly(const struct holding *h, unsigned copies) {
    return copies <= h->most ? h->exactly[copies] : 0;
}

/* Values and water symbols that cards of a wet value can bring to a rectangle of so many copies. */
static inline int best_of_wet(const struct holding *h, int rank, int copies) {
    uint32_t allowed = (UINT32_C(2) << copies) - 1;
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

/* Does a bid beat the highest one? Only the type, the number of values and the top value count. */
bool pandaspin_beats(const struct pandaspin *t, struct bid bid) {
    struct bid highest = t->bid;
    int values = bid.copies * bid.length, beaten = highest.copies * highest.length;
    if (highest.type == bid_nothing)
        return bid.type != bid_bomb || sr_has_option(t, option_bomb_may_lead);
    if (highest.type == bid_bomb)
        return bid.type == bid_bomb &&
               (values > beaten || (values == beaten && bid.top > highest.top));
    if (bid.type == bid_bomb)
        return true;
    if (sr_has_option(t, option_formation_shape_strict) && bid.copies != highest.copies)
        return false;
    return bid.type == highest.type && values == beaten && bid.top > highest.top;
}

/* ---- lists ---- */

struct listing {
    const struct pandaspin *t;
    struct sr_moves *moves;
    struct holding hand;
};

static inline void add_rectangle(struct sr_moves *moves, int copies, int length, int top) {
    sr_add_move(moves, copies == 1 ? sr_move_of(verb_run, (unsigned)length, (unsigned)top, 0)
                                   : sr_move_of(verb_formation, (unsigned)copies, (unsigned)length,
                                                (unsigned)top));
}

/* Runs and formations of so many copies whose every value is among `whole`, tops from `above`. */
static void list_whole(struct sr_moves *moves, unsigned whole, int copies, int shortest,
                       int longest, int above) {
    unsigned starts = whole;
    for (int length = RUN_LEAST; length <= longest && starts; length++) {
        starts &= whole >> (length - 1);
        if (length < shortest)
            continue;
        int lowest = above - length + 2; /* the top must lie above */
        unsigned left = lowest > 0 ? starts >> lowest << lowest : starts;
        for (; left; left &= left - 1)
            add_rectangle(moves, copies, length, lowest_bit(left) + length - 1);
    }
}

/* With water: jokers fill holes anywhere in the rectangle, or, by the other reading of the rule,
 * only beside the value of their own card. Without water inside, there must be no hole. */
static void list_with_water(struct listing *l, int copies, int shortest, int longest, int above) {
    const struct holding *hand = &l->hand;
    uint8_t best[RUN_RANKS] = {0}, sum[RUN_RANKS + 1];
    unsigned whole = exactly(hand, (unsigned)copies) & ~hand->wet & RUN_BITS;
    for (int values = 1; values <= copies; values++)
        for (unsigned left = exactly(hand, (unsigned)values) & RUN_BITS; left; left &= left - 1)
            best[lowest_bit(left)] = (uint8_t)values;
    for (unsigned left = hand->wet & RUN_BITS; left; left &= left - 1) {
        int rank = lowest_bit(left), brought = best_of_wet(hand, rank, copies);
        best[rank] = (uint8_t)brought;
        whole |= (unsigned)(brought >= copies) << rank;
    }
    sum[0] = 0;
    for (int rank = 0; rank < RUN_RANKS; rank++)
        sum[rank + 1] = (uint8_t)(sum[rank] + best[rank]);
    if (sum[RUN_RANKS] < shortest * copies)
        return;
    if (!sr_has_option(l->t, option_joker_free_value)) {
        list_whole(l->moves, whole, copies, shortest, longest, above);
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
                add_rectangle(l->moves, copies, length, from + length - 1);
        }
    }
}

static inline void list_rectangles(struct listing *l, int copies, int shortest, int longest,
                                   int above) {
    unsigned whole = exactly(&l->hand, (unsigned)copies) & RUN_BITS;
    if (l->hand.wet & RUN_BITS)
        list_with_water(l, copies, shortest, longest, above);
    else if (whole & whole >> 1)
        list_whole(l->moves, whole, copies, shortest, longest, above);
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
    bool strict = sr_has_option(l->t, option_formation_shape_strict);
    for (int length = RUN_LEAST; length <= RUN_MOST; length++) {
        int copies = values / length;
        if (copies * length != values || copies < 2 || (strict && length != bid.length))
            continue;
        list_rectangles(l, copies, length, length, bid.top);
    }
}

static inline void add_sets(struct sr_moves *moves, unsigned ranks, unsigned copies, int lowest) {
    ranks = ranks >> lowest << lowest;
    if (copies == 1)
        for (; ranks; ranks &= ranks - 1)
            sr_add_move(moves, sr_move_of(verb_single, (unsigned)lowest_bit(ranks), 0, 0));
    else
        for (; ranks; ranks &= ranks - 1)
            sr_add_move(moves, sr_move_of(verb_set, copies, (unsigned)lowest_bit(ranks), 0));
}

/* Singles and sets of so many values. From four on, only with a joker: else it is a bomb, but where
 * both names are allowed. */
static void list_sets(struct listing *l, unsigned copies, int lowest) {
    const struct holding *hand = &l->hand;
    bool natural =
        copies < BOMB_VALUES || sr_has_option(l->t, option_natural_set_of_4_plus_allowed);
    unsigned ranks = natural ? exactly(hand, copies) : 0;
    if (copies < BOMB_VALUES || sr_has_option(l->t, option_joker_set_of_4_plus_allowed))
        for (unsigned left = hand->wet; left; left &= left - 1) {
            int rank = lowest_bit(left);
            ranks |= (hand->joking[rank] >> copies & 1U) << rank;
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

static void list_any(const struct pandaspin *t, struct whites white, struct mark blue,
                     struct sr_moves *moves) {
    struct listing l;
    l.t = t;
    l.moves = moves;
    look_at_hand(&l.hand, t, white, blue);
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
                list_sets(&l, copies, 0);
        list_all_rectangles(&l);
        break;
    }
    list_bombs(&l);
}

void pandaspin_list_bids(const struct pandaspin *t, struct sr_moves *moves) {
    int seat = t->head.decider;
    struct bid bid = t->bid;
    struct whites white = add_up_white(t->white[seat]);
    struct mark blue = add_up_marks(t, seat);
    if (!is_plain(white, blue, bid)) {
        list_any(t, white, blue, moves);
        return;
    }
    unsigned ranks = at_least(white, 1) | (blue.shown >> ONCE & ANIMAL_BITS);
    if (bid.type == bid_set)
        ranks = at_least(white, bid.copies) | (at_least(white, bid.copies - 1U) & blue.shown);
    if (bid.type == bid_run)
        list_whole(moves, ranks & RUN_BITS, 1, bid.length, bid.length, bid.top);
    else if (bid.copies < BOMB_VALUES) /* a set of four has a joker, or is a bomb */
        add_sets(moves, ranks, bid.copies, bid.top + 1);
}
