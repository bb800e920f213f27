/* Panda Spin: which cards make a bid. They are chosen one by one in a fixed order, value by value
 * and within a value by suit, so that every set of cards is reached in exactly one way. A card is
 * offered only if the bid can still be completed with it; where one way is left it is taken without
 * a question. */
#include "state.h"

#include <string.h>

struct item {
    uint8_t suit, rank, side; /* the card */
    uint8_t count, water;
    uint8_t place; /* its value, counted from the lowest of the bid */
    uint8_t padding[2];
};

/* All cards, side by side as in a part; those of a place are copied from here. */
static const struct item item_of[SIDES][SUITS * PART_BITS] = {
#define CARD(suit, rank, symbol, count, blue_rank, blue_symbol, source)                            \
    [white_side][suit_##suit * PART_BITS + rank_##rank] = {suit_##suit, rank_##rank, white_side,   \
                                                           1, symbol_##symbol == symbol_water},    \
                                           [blue_side][suit_##suit * PART_BITS + rank_##rank] = {  \
                                               suit_##suit, rank_##rank, blue_side, (count),       \
                                               symbol_##blue_symbol == symbol_water},
#include "components.def"
};

/* Everything that could be part of the wanted bid. */
struct picking {
    int length, copies; /* of the bid */
    int room;           /* most natural values of one kind */
    int need;           /* values of the whole bid */
    bool own_jokers;    /* each value must be complete by its own cards */
    bool may_joke;      /* bombs have no jokers */
    int waters;         /* the most symbols of one place */
    int waters_here;    /* symbols of the last place */
    bool even;          /* every item shows one value and no water */
    int items;
    struct item item[MAX_HAND];
    int after[RUN_MOST + 1];     /* index of the first item of each place */
    int best_from[RUN_MOST + 1]; /* the most that this place and the later ones can bring */
    bool whole_from[RUN_MOST + 1];
    /* What the items from here to the end of their place can sum up to, by water symbols. */
    uint32_t reach[MAX_HAND + 1][MAX_WATERS + 1];
};

static inline void add_item(struct picking *p, int side, int card, int place) {
    if (p->items == MAX_HAND)
        return;
    struct item *item = &p->item[p->items++];
    *item = item_of[side][card];
    item->place = (uint8_t)place;
    p->even = p->even && item->count == 1;
    if (!item->water)
        return;
    item->water = p->may_joke && p->waters_here < MAX_WATERS;
    p->even = p->even && !item->water;
    p->waters_here += item->water;
    if (p->waters_here > p->waters)
        p->waters = p->waters_here;
}

/* Place by place: the white cards by suit, then the blue ones. */
static void gather(struct picking *p, const struct pandaspin *t, int seat) {
    int lowest = t->wanted.top - p->length + 1;
    uint64_t blue[PARTS][RUN_MOST] = {{0}};
    for (int part = 0; part < PARTS; part++)
        for (uint64_t left = blue_part(t, seat, part); left; left &= left - 1) {
            int card = part_card(part, left);
            int rank = pandaspin_face[blue_side][card / PART_BITS][card % PART_BITS].rank;
            if (rank >= lowest && rank <= t->wanted.top)
                blue[part][rank - lowest] |= left & -left;
        }
    p->items = 0;
    p->waters = 0;
    p->even = p->room == p->copies;
    for (int place = 0; place < p->length; place++) {
        p->after[place] = p->items;
        p->waters_here = 0;
        uint64_t white = ONE_OF_EACH_SUIT << (lowest + place); /* these show their own value */
        for (int part = 0; part < PARTS; part++)
            for (uint64_t left = part_of(t->white[seat], part) & white; left; left &= left - 1)
                add_item(p, white_side, part_card(part, left), place);
        for (int part = 0; part < PARTS; part++)
            for (uint64_t left = blue[part][place]; left; left &= left - 1)
                add_item(p, blue_side, part_card(part, left), place);
        p->even = p->even && p->items - p->after[place] >= p->copies;
    }
    p->after[p->length] = p->items;
}

/* The most that the items from `index` on, to the end of their place, can bring into `room`. */
static inline int best_into(const struct picking *p, int index, int room) {
    int best = 0;
    if (room < 0)
        return 0;
    uint32_t allowed = (UINT32_C(2) << room) - 1;
    for (int water = 0; water <= p->waters; water++) {
        uint32_t sums = p->reach[index][water] & allowed;
        if (sums && 31 - __builtin_clz(sums) + water > best)
            best = 31 - __builtin_clz(sums) + water;
    }
    return best;
}

static const uint32_t nothing_taken[MAX_WATERS + 1] = {1};

static void look_ahead(struct picking *p) {
    p->best_from[p->length] = 0;
    p->whole_from[p->length] = true;
    for (int place = p->length - 1; place >= 0; place--) {
        int end = p->after[place + 1];
        for (int i = end - 1; i >= p->after[place]; i--) {
            const uint32_t *later = i + 1 < end ? p->reach[i + 1] : nothing_taken;
            uint32_t *reach = p->reach[i];
            int water = p->item[i].water, count = p->item[i].count;
            reach[0] = later[0] | (water ? 0 : later[0] << count);
            for (int k = 1; k <= p->waters; k++)
                reach[k] = later[k] | later[k - water] << count;
        }
        int best = p->after[place] < end ? best_into(p, p->after[place], p->room) : 0;
        p->best_from[place] = best + p->best_from[place + 1];
        p->whole_from[place] = best >= p->copies && p->whole_from[place + 1];
    }
}

static void open_picking(struct picking *p, const struct pandaspin *t) {
    struct bid bid = t->wanted;
    p->length = bid.length;
    p->copies = bid.copies;
    /* Four or more equal values are a set, not a bomb, only if one of them is a joker (option). */
    bool joker = bid.type == bid_set && bid.copies >= BOMB_VALUES &&
                 !sr_has_option(t, option_natural_set_of_4_plus_allowed);
    p->room = bid.copies - joker;
    p->need = bid.copies * bid.length;
    p->own_jokers = !sr_has_option(t, option_joker_free_value);
    p->may_joke = bid.type != bid_bomb;
    gather(p, t, t->head.decider);
    if (!p->even)
        look_ahead(p);
}

/* What has been chosen so far. */
struct chosen {
    int next;      /* first item that may still be chosen */
    int place;     /* of the last one */
    int natural;   /* values of that place */
    int brought;   /* values and water of that place */
    int all;       /* values and water of all places */
    bool complete; /* with own jokers: are the earlier places? */
};

static void take(struct chosen *c, const struct picking *p, int index) {
    const struct item *item = &p->item[index];
    if (item->place != c->place) {
        c->complete = c->complete && c->brought >= p->copies && item->place == c->place + 1;
        c->place = item->place;
        c->natural = c->brought = 0;
    }
    c->natural += item->count;
    c->brought += item->count + item->water;
    c->all += item->count + item->water;
    c->next = index + 1;
}

static struct chosen look_at_chosen(const struct picking *p, const struct pandaspin *t) {
    struct chosen c = {.complete = true};
    for (int i = 0; i < p->items; i++) {
        const struct item *item = &p->item[i];
        const uint16_t *laid = item->side == blue_side ? t->laid_blue : t->laid_white;
        if (laid[item->suit] >> item->rank & 1)
            take(&c, p, i);
    }
    return c;
}

static bool is_complete(const struct picking *p, const struct chosen *c) {
    if (p->own_jokers)
        return c->complete && c->brought >= p->copies && c->place == p->length - 1;
    return c->all >= p->need;
}

/* Can the bid still be completed if this item is the next one? */
static bool may_be_next(const struct picking *p, const struct chosen *c, int index) {
    const struct item *item = &p->item[index];
    int place = item->place, later = 0;
    bool same = place == c->place;
    int natural = (same ? c->natural : 0) + item->count;
    if (natural > p->room)
        return false;
    if (index + 1 < p->after[place + 1])
        later = best_into(p, index + 1, p->room - natural);
    if (!p->own_jokers)
        return c->all + item->count + item->water + later + p->best_from[place + 1] >= p->need;
    int brought = (same ? c->brought : 0) + item->count + item->water;
    bool earlier = same || (c->brought >= p->copies && place == c->place + 1);
    return c->complete && earlier && brought + later >= p->copies && p->whole_from[place + 1];
}

enum { ENOUGH = MAX_HAND }; /* an index that means: no more cards */

/* Without water each place takes as many cards as there are copies, if each shows one value: those
 * behind which enough are left. */
static int even_ways(const struct picking *p, const struct chosen *c, uint8_t ways[MAX_HAND + 1]) {
    bool full = c->natural >= p->copies;
    int place = c->place + full, missing = p->copies - (full ? 0 : c->natural), count = 0;
    if (place == p->length) {
        ways[0] = ENOUGH;
        return 1;
    }
    for (int i = full ? p->after[place] : c->next; i <= p->after[place + 1] - missing; i++)
        ways[count++] = (uint8_t)i;
    return count;
}

/* The ways to go on; at most MAX_HAND + 1. */
static int ways_on(const struct picking *p, const struct chosen *c, uint8_t ways[MAX_HAND + 1]) {
    int count = 0;
    if (p->even)
        return even_ways(p, c, ways);
    for (int i = c->next; i < p->items; i++)
        if (may_be_next(p, c, i))
            ways[count++] = (uint8_t)i;
    if (is_complete(p, c))
        ways[count++] = ENOUGH;
    return count;
}

static void lay(struct pandaspin *t, const struct item *item) {
    uint16_t *laid = item->side == blue_side ? t->laid_blue : t->laid_white;
    laid[item->suit] = (uint16_t)(laid[item->suit] | 1U << item->rank);
}

/* Takes what leaves no choice. True: the bid is complete. */
static bool go_on(struct pandaspin *t, const struct picking *p, struct chosen *c) {
    uint8_t ways[MAX_HAND + 1];
    while (ways_on(p, c, ways) == 1) {
        if (ways[0] == ENOUGH)
            return true;
        lay(t, &p->item[ways[0]]);
        take(c, p, ways[0]);
    }
    return false;
}

/* ---- where there is nothing to choose ---- */

/* Without a joker a bid has as many values as its cards show: if all cards that could be part of it
 * show just as many, all of them are. False, and nothing laid: there may be a choice. */
static bool lay_all(struct pandaspin *t, struct bid bid) {
    int seat = t->head.decider, lowest = bid.top + 1 - bid.length, values = 0;
    unsigned ranks = ((1U << bid.length) - 1) << lowest;
    uint16_t blue[SUITS] = {0};
    for (int part = 0; part < PARTS; part++)
        for (uint64_t left = blue_part(t, seat, part); left; left &= left - 1) {
            int card = part_card(part, left), suit = card / PART_BITS, rank = card % PART_BITS;
            struct face face = pandaspin_face[blue_side][suit][rank];
            if (!(ranks >> face.rank & 1))
                continue;
            if (face.symbol == symbol_water)
                return false;
            values += face.count;
            blue[suit] = (uint16_t)(blue[suit] | 1U << rank);
        }
    uint64_t white = 0; /* the cards of each suit in a row: at most five */
    for (int suit = 0; suit < SUITS; suit++)
        white = white << RUN_MOST | (t->white[seat][suit] & ranks) >> lowest;
    for (; white; white &= white - 1)
        values++;
    if (values != bid.copies * bid.length)
        return false;
    for (int suit = 0; suit < SUITS; suit++)
        t->laid_white[suit] = (uint16_t)(t->white[seat][suit] & ranks);
    memcpy(t->laid_blue, blue, sizeof blue);
    return true;
}

static void list_card(struct sr_moves *moves, int suit, int rank, int side) {
    sr_add_move(moves, (struct sr_move){verb_lay, {(uint8_t)half_of(suit, rank, side)}});
}

/* ---- singles: one card that shows one value, so there is nothing to look ahead to ---- */

struct singles {
    uint64_t white, blue;
};

static inline struct singles singles_of(const struct pandaspin *t, int part) {
    int seat = t->head.decider, value = t->wanted.top;
    struct singles s = {part_of(t->white[seat], part) & ONE_OF_EACH_SUIT << value, 0};
    for (uint64_t left = blue_part(t, seat, part); left; left &= left - 1) {
        int card = part_card(part, left);
        struct face face = pandaspin_face[blue_side][card / PART_BITS][card % PART_BITS];
        if (face.rank == value && face.count == 1)
            s.blue |= left & -left;
    }
    return s;
}

/* False, and nothing laid: there is a choice. */
static bool lay_single(struct pandaspin *t) {
    struct singles first = singles_of(t, 0), last = singles_of(t, 1);
    uint64_t four = first.white | first.blue, one = last.white | last.blue;
    if ((four && one) || ((four | one) & ((four | one) - 1)))
        return false;
    set_part(t->laid_white, 0, first.white);
    set_part(t->laid_blue, 0, first.blue);
    set_part(t->laid_white, 1, last.white);
    set_part(t->laid_blue, 1, last.blue);
    return true;
}

static void list_singles(const struct pandaspin *t, struct sr_moves *moves) {
    struct singles of[PARTS] = {singles_of(t, 0), singles_of(t, 1)};
    for (int suit = 0; suit < SUITS; suit++) {
        const struct singles *s = &of[suit / SUITS_A_PART];
        int shift = PART_BITS * (suit % SUITS_A_PART), value = t->wanted.top;
        if (s->white >> shift >> value & 1)
            list_card(moves, suit, value, white_side);
        for (unsigned left = s->blue >> shift & SUIT_BITS; left; left &= left - 1)
            list_card(moves, suit, lowest_bit(left), blue_side);
    }
}

static void lay_half(struct pandaspin *t, int half) {
    uint16_t *laid = half % 2 ? t->laid_blue : t->laid_white;
    laid[half / 2 / RANKS] = (uint16_t)(laid[half / 2 / RANKS] | 1U << half / 2 % RANKS);
}

/* ---- what the turn needs ---- */

bool pandaspin_want(struct pandaspin *t, struct bid bid) {
    struct picking p;
    struct chosen c = {.complete = true};
    t->wanted = bid;
    if (bid.type == bid_single)
        return lay_single(t);
    if (lay_all(t, bid))
        return true;
    open_picking(&p, t);
    return go_on(t, &p, &c);
}

bool pandaspin_choose(struct pandaspin *t, struct sr_move move) {
    struct picking p;
    if (move.verb == verb_enough)
        return true;
    lay_half(t, move.arg[0]);
    if (t->wanted.type == bid_single)
        return true;
    open_picking(&p, t);
    struct chosen c = look_at_chosen(&p, t);
    return go_on(t, &p, &c);
}

void pandaspin_list_cards(const struct pandaspin *t, struct sr_moves *moves) {
    struct picking p;
    uint8_t ways[MAX_HAND + 1];
    if (t->wanted.type == bid_single) {
        list_singles(t, moves);
        return;
    }
    open_picking(&p, t);
    struct chosen c = look_at_chosen(&p, t);
    int count = ways_on(&p, &c, ways);
    for (int i = 0; i < count; i++) {
        const struct item *item = &p.item[ways[i] == ENOUGH ? 0 : ways[i]];
        if (ways[i] == ENOUGH)
            sr_add_move(moves, (struct sr_move){verb_enough, {0}});
        else
            list_card(moves, item->suit, item->rank, item->side);
    }
}

void pandaspin_forget_choice(struct pandaspin *t) {
    t->wanted = (struct bid){bid_nothing, 0, 0, SR_NONE};
    memset(t->laid_white, 0, sizeof t->laid_white);
    memset(t->laid_blue, 0, sizeof t->laid_blue);
}
