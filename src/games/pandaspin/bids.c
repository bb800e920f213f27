/* Panda Spin: combinations, and which of them a hand can make. A combination counts values, not
 * cards: it is a rectangle, so many copies of so many values in a row. All values of its cards must
 * be used; water symbols on its cards may stand in for values that are missing.
 *
 * So the cards that show one value decide for themselves what they can contribute. For each value
 * and each number of water symbols on the cards taken, `reach` has the sums that some of the cards
 * can make: bit s is set if s values can be had. A rectangle can be filled if the best
 * contributions to its values, water counted, add up to its size. */
#include "state.h"

struct holding {
    unsigned held;         /* values shown by some card */
    unsigned water;        /* symbols in the whole hand */
    uint8_t waters[RANKS]; /* of them on cards of this value */
    uint32_t reach[RANKS][MAX_WATERS + 1];
};

static inline void add_card(struct holding *h, struct face face) {
    int rank = face.rank, count = face.count;
    if (!(h->held >> rank & 1)) {
        h->held |= 1U << rank;
        h->waters[rank] = 0;
        h->reach[rank][0] = 1;
    }
    uint32_t *reach = h->reach[rank];
    if (face.symbol == symbol_water && h->waters[rank] < MAX_WATERS) {
        h->water++;
        reach[++h->waters[rank]] = 0;
        for (int water = h->waters[rank]; water > 0; water--)
            reach[water] |= reach[water - 1] << count;
        return;
    }
    for (int water = 0; water <= h->waters[rank]; water++)
        reach[water] |= reach[water] << count;
}

static void look_at_hand(struct holding *h, const struct pandaspin *t, int seat) {
    h->held = 0;
    h->water = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        for (unsigned left = t->white[seat][suit] & ANIMAL_BITS; left; left &= left - 1)
            add_card(h, pandaspin_face[white_side][suit][lowest_bit(left)]);
        for (unsigned left = blue_in_hand(t, seat, suit); left; left &= left - 1)
            add_card(h, pandaspin_face[blue_side][suit][lowest_bit(left)]);
    }
}

/* The sums of some of the cards of a value, without jokers. */
static inline uint32_t natural_sums(const struct holding *h, int rank) {
    uint32_t sums = h->reach[rank][0];
    for (int water = 1; water <= h->waters[rank]; water++)
        sums |= h->reach[rank][water];
    return sums;
}

/* The same with at least one joker, taken from these very cards. */
static inline uint32_t joker_sums(const struct holding *h, int rank) {
    uint32_t sums = 0;
    for (int water = 1; water <= h->waters[rank]; water++)
        for (int jokers = 1; jokers <= water; jokers++)
            sums |= h->reach[rank][water] << jokers;
    return sums;
}

/* Values and water symbols that cards of this value can bring to a rectangle of so many copies. */
static inline int best_contribution(const struct holding *h, int rank, int copies) {
    int best = 0;
    if (!(h->held >> rank & 1))
        return 0;
    uint32_t allowed = (UINT32_C(2) << copies) - 1;
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

/* The values of which exactly so many can be had. */
static unsigned whole_values(const struct listing *l, int copies) {
    unsigned whole = 0;
    for (unsigned left = l->hand.held & ((1U << RUN_RANKS) - 1); left; left &= left - 1) {
        int rank = lowest_bit(left);
        whole |= (natural_sums(&l->hand, rank) >> copies & 1U) << rank;
    }
    return whole;
}

/* With water: jokers fill holes anywhere in the rectangle, or, by the other reading of the rule,
 * only beside the value of their own card. */
static void list_with_water(struct listing *l, int copies, int shortest, int longest, int above) {
    uint8_t sum[RUN_RANKS + 1];
    unsigned whole = 0;
    sum[0] = 0;
    for (int rank = 0; rank < RUN_RANKS; rank++) {
        int best = best_contribution(&l->hand, rank, copies);
        sum[rank + 1] = (uint8_t)(sum[rank] + best);
        whole |= (unsigned)(best >= copies) << rank;
    }
    if (!has_option(l->t, option_joker_free_value)) {
        list_whole(l, whole, copies, shortest, longest, above);
        return;
    }
    for (int length = shortest; length <= longest; length++) {
        int lowest = above - length + 2;
        for (int from = lowest > 0 ? lowest : 0; from + length <= RUN_RANKS; from++)
            if (sum[from + length] - sum[from] >= length * copies)
                add_rectangle(l, copies, length, from + length - 1);
    }
}

static void list_rectangles(struct listing *l, int copies, int shortest, int longest, int above) {
    if (l->hand.water)
        list_with_water(l, copies, shortest, longest, above);
    else
        list_whole(l, whole_values(l, copies), copies, shortest, longest, above);
}

static void list_all_rectangles(struct listing *l) {
    uint32_t sums = 0;
    for (unsigned left = l->hand.held; left; left &= left - 1)
        sums |= natural_sums(&l->hand, lowest_bit(left));
    int most = 31 - __builtin_clz(sums | 1);
    /* More copies than natural values leave a hole in each value of the row, for a joker each. */
    most += (int)l->hand.water / RUN_LEAST;
    for (int copies = 1; copies <= most && copies <= MAX_VALUES; copies++)
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

/* Singles and sets of one value, as bits of how many values. From four on, only with a joker: else
 * it is a bomb. */
static inline uint32_t sets_of(const struct listing *l, int rank) {
    const uint32_t below_bomb = (1U << BOMB_VALUES) - 2;
    uint32_t sets = natural_sums(&l->hand, rank) & below_bomb;
    if (l->hand.waters[rank]) {
        uint32_t jokers = joker_sums(&l->hand, rank);
        sets |= has_option(l->t, option_joker_set_of_4_plus_allowed) ? jokers
                                                                      : jokers & below_bomb;
    }
    return sets;
}

static void list_sets(struct listing *l, uint32_t allowed, int lowest) {
    for (unsigned left = l->hand.held >> lowest << lowest; left; left &= left - 1) {
        int rank = lowest_bit(left);
        for (uint32_t sets = sets_of(l, rank) & allowed; sets; sets &= sets - 1) {
            int copies = lowest_bit(sets);
            sr_add_move(l->moves,
                        pandaspin_bid_move((struct bid){copies == 1 ? bid_single : bid_set,
                                                        (uint8_t)copies, 1, (uint8_t)rank}));
        }
    }
}

static void list_bombs(struct listing *l) {
    for (unsigned left = l->hand.held; left; left &= left - 1) {
        int rank = lowest_bit(left);
        uint32_t bombs = natural_sums(&l->hand, rank) >> BOMB_VALUES << BOMB_VALUES;
        for (; bombs; bombs &= bombs - 1) {
            struct bid bomb = {bid_bomb, (uint8_t)lowest_bit(bombs), 1, (uint8_t)rank};
            if (pandaspin_beats(l->t, bomb))
                sr_add_move(l->moves, pandaspin_bid_move(bomb));
        }
    }
}

void pandaspin_list_bids(const struct pandaspin *t, struct sr_moves *moves) {
    struct listing l;
    l.t = t;
    l.moves = moves;
    look_at_hand(&l.hand, t, t->head.decider);
    switch ((enum bid_type)t->bid.type) {
    case bid_single:
    case bid_set:
        list_sets(&l, UINT32_C(1) << t->bid.copies, t->bid.top + 1);
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
        list_sets(&l, UINT32_MAX, 0);
        list_all_rectangles(&l);
        break;
    }
    list_bombs(&l);
}
