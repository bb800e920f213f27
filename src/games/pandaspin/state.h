/* Panda Spin: the state of a table, and what the files of this folder share.
 *
 * A climbing game: a trick goes round until all but one have passed. Every animal card has a white
 * and a blue half; white cards that lose come back to the hand blue side up, blue ones are gone.
 *
 * Cards lie in sets: for each suit one word, with a bit for each white value and one more for the
 * suit's element card. Hidden: the deck, and what is `white` or `turned` in the hands. Of a hand
 * everybody knows its size, the cards that came back to it from the table (`blue`), and how many
 * were turned in it unseen (`spun`). Nobody ever learns more of another's hand, so this is the
 * exact memory of all seats. What they did says more than that, but not for certain: which bids
 * they could have beaten and did not (`declined`), for instance. No rule looks at it, guesses do.
 *
 * A play is two choices or more: the bid first (`single 7`, `run 3 q`), then its cards one by one,
 * but only where different cards would do. Until the last card is chosen all of this is the
 * decider's secret (`wanted_...` and `laid_...`): that there was anything to choose would tell the
 * others something about the hand. */
#ifndef PANDASPIN_STATE_H
#define PANDASPIN_STATE_H

#include "core/cards.h"
#include "core/game.h"

#include <string.h>

enum rank {
#define RANK(id, text) rank_##id,
#include "components.def"
    RANKS
};

enum suit {
#define SUIT(id, letter, number, en, ru, if_en, if_ru) suit_##id,
#include "components.def"
    SUITS
};

enum symbol {
#define SYMBOL(id, en, ru) symbol_##id,
#include "components.def"
    SYMBOLS
};

enum kind {
#define KIND(id, en, ru) kind_##id,
#include "components.def"
    KINDS
};

enum side { white_side, blue_side, SIDES };

enum {
    SEATS = 5,
    ANIMALS = SUITS * RANKS,
    CARDS = ANIMALS + SUITS, /* the element cards come last */
    HALVES = SIDES * ANIMALS,
    ELEMENT_BIT = RANKS, /* in a word of cards */
    ANIMAL_BITS = (1 << RANKS) - 1,
    SUIT_BITS = 1 << ELEMENT_BIT | ANIMAL_BITS,

    FIRST_HAND = 12,
    START_POINTS = 1,
    ELEMENT_DRAW = 2,
    FIRE_HAND = 7,    /* most cards in hand for the element of fire */
    WATER_VALUES = 3, /* fewest values of a bid for the element of water */
    OUT_POINTS = 7,   /* most points for going out */
    BOMB_VALUES = 4,  /* fewest values of a bomb */
    RUN_LEAST = 2,
    RUN_MOST = 5,
    RUN_RANKS = rank_2, /* ranks below this one may be in a run */
    RUN_BITS = (1 << RUN_RANKS) - 1,

    MAX_HAND = 24, /* 17 is the proven most: 12, and one more for each element played */
    MAX_POINTS = 250,
    MAX_VALUES = 31, /* of one bid */
    MAX_WATERS = 4   /* water symbols on cards that show the same value */
};

enum mood { mood_hungry, mood_spin };

enum option {
    option_mood,
    option_suits,
    option_use_element_cards,
    option_target,
    option_bomb_may_lead,
    option_element_may_lead,
    option_joker_free_value,
    option_joker_set_of_4_plus_allowed,
    option_natural_set_of_4_plus_allowed,
    option_formation_shape_strict,
    option_element_conditions_use_table_only,
    option_fire_discards_animals_only,
    option_forced_pass_may_drop_elements,
    option_check_15_only_at_round_end,
    option_auto_take,
    OPTIONS
};
enum mood_option { mood_random, mood_chosen_hungry, mood_chosen_spin };

/* The turn, in the order of play. */
enum phase {
    phase_turn,
    phase_bamboo, /* symbols of the bid just made, one question each */
    phase_hungry,
    phase_spin,
    phase_fire,
    phase_forced, /* an element has won the trick: the others pass, and may drop elements */
    PHASES
};

enum bid_type { bid_nothing, bid_single, bid_set, bid_run, bid_formation, bid_bomb, BID_TYPES };

/* `copies` of each of `length` values in a row that end with `top`. */
struct bid {
    uint8_t type, copies, length, top; /* top is SR_NONE when there is no bid */
};

struct pandaspin {
    struct sr_head head;
    uint8_t options[OPTIONS];

    uint8_t suits; /* in play: bit per suit */
    uint8_t mood;
    uint8_t round, trick;
    uint8_t first; /* led the round */
    uint8_t deck_size;

    uint8_t points[SEATS];
    /* Where they came from, for the score sheet. */
    uint8_t from_going_out[SEATS], from_bamboo[SEATS], stolen[SEATS], lost[SEATS];

    uint16_t white[SEATS][SUITS];  /* in hand, white side up; element cards too */
    uint16_t blue[SEATS][SUITS];   /* in hand, blue side up: everybody saw them go there */
    uint16_t turned[SEATS][SUITS]; /* in hand, blue side up: turned there, unseen */
    uint16_t table_white[SEATS][SUITS], table_blue[SEATS][SUITS]; /* played in this trick */
    uint16_t discard[SUITS];
    uint16_t laid_white[SUITS], laid_blue[SUITS]; /* in hand, chosen for the bid under way */
    /* The cards of the last bid, also after a trick or round has ended with it: a reminder. */
    uint16_t last_white[SUITS], last_blue[SUITS];
    uint8_t hand_size[SEATS]; /* counted */
    uint8_t spun[SEATS];      /* counted: how many were turned there unseen */

    uint8_t deck[CARDS];    /* bottom first */
    uint8_t emptied[SEATS]; /* whose hand is empty: 1 was first, 2 next ...; 0 holds cards */

    /* Sets of seats, all but the first about this trick. */
    uint8_t playing; /* had cards when the trick began */
    uint8_t passed, bombed, played_white, played_blue;
    uint8_t panda_down;   /* counted: have a panda symbol on the table */
    uint8_t panda_played; /* a panda symbol was played in this trick */

    struct bid bid;  /* the highest so far */
    uint8_t owner;   /* who made it, or played the element that won */
    uint8_t beaten;  /* whose bid it beat, or SR_NONE */
    uint8_t element; /* the suit of the element that won the trick, or SR_NONE */
    uint8_t forced;  /* set of seats that still have to pass because of it */
    uint8_t bamboos_left, pandas_left, fires_left; /* symbols of the last bid, not yet used */

    struct bid wanted; /* the bid under way; its cards are being chosen */

    /* What everybody has seen a seat do in this round. Cards drawn since were not there then, so
     * whoever draws begins anew. */
    uint8_t kept[SEATS];             /* elements that would have won, but were not played: suits */
    uint16_t declined[SEATS][KINDS]; /* values that would have been enough, but were not bid */
    uint16_t spent[SEATS];           /* values of which it has laid white cards, not in a row */
    uint8_t padding[4];
};

/* ---- cards ---- */

struct face {
    uint8_t rank, count, symbol;
};
extern const struct face pandaspin_face[SIDES][SUITS][RANKS];
extern const uint8_t pandaspin_number[SUITS]; /* on the element cards */
int pandaspin_suits_for(int seats);

static inline int half_of(int suit, int rank, int side) {
    return 2 * (suit * RANKS + rank) + side;
}
static inline int lowest_bit(unsigned word) {
    return __builtin_ctz(word);
}
static inline int count_cards(const uint16_t cards[SUITS]) {
    int count = 0;
    for (int suit = 0; suit < SUITS; suit++)
        if (cards[suit])
            count += sr_count_bits(cards[suit]);
    return count;
}
static inline int card_of(int suit, int bit) {
    return bit == ELEMENT_BIT ? ANIMALS + suit : suit * RANKS + bit;
}
static inline int card_suit(int card) {
    return card < ANIMALS ? card / RANKS : card - ANIMALS;
}
static inline int card_bit(int card) {
    return card < ANIMALS ? card % RANKS : ELEMENT_BIT;
}
static inline bool in_play(const struct pandaspin *t, int suit) {
    return t->suits >> suit & 1;
}
static inline unsigned blue_in_hand(const struct pandaspin *t, int seat, int suit) {
    return (unsigned)t->blue[seat][suit] | t->turned[seat][suit];
}
/* A set of cards in two parts: all suits but the last at once, sixteen bits for each, then the
 * last. They are gone through bit by bit: for (part ...) for (left = part_of(cards, part); left;
 * left &= left - 1) ... part_card(part, left). */
enum { PARTS = 2, SUITS_A_PART = 4, PART_BITS = 16 };
_Static_assert(SUITS == SUITS_A_PART + 1, "the last suit is a part of its own");
#define ONE_OF_EACH_SUIT UINT64_C(0x0001000100010001)
static inline uint64_t part_of(const uint16_t cards[SUITS], int part) {
    if (part)
        return cards[SUITS_A_PART];
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t four;
    memcpy(&four, cards, sizeof four);
    return four;
#else
    return cards[0] | (uint64_t)cards[1] << 16 | (uint64_t)cards[2] << 32 |
           (uint64_t)cards[3] << 48;
#endif
}
static inline void set_part(uint16_t cards[SUITS], int part, uint64_t to) {
    if (part) {
        cards[SUITS_A_PART] = (uint16_t)to;
        return;
    }
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(cards, &to, sizeof to);
#else
    for (int suit = 0; suit < SUITS_A_PART; suit++)
        cards[suit] = (uint16_t)(to >> PART_BITS * suit);
#endif
}
static inline uint64_t blue_part(const struct pandaspin *t, int seat, int part) {
    return part_of(t->blue[seat], part) | part_of(t->turned[seat], part);
}
static inline int part_card(int part, uint64_t left) {
    return SUITS_A_PART * PART_BITS * part + __builtin_ctzll(left);
}
static inline unsigned active_seats(const struct pandaspin *t) {
    return t->playing & ~(unsigned)t->passed;
}
/* The first seat of a set clockwise after `seat`; `seat` itself if there is no other. */
static inline int next_of(unsigned seats, int seat) {
    unsigned others = seats & ~(1U << seat), after = others & ~0U << seat;
    return others ? lowest_bit(after ? after : others) : seat;
}
static inline void add_seat(uint8_t *seats, int seat) {
    *seats = (uint8_t)(*seats | 1U << seat);
}
static inline void remove_seat(uint8_t *seats, int seat) {
    *seats = (uint8_t)(*seats & ~(1U << seat));
}

/* setup.c */
void pandaspin_deal(void *state, struct sr_turn *turn);
void pandaspin_deal_round(struct pandaspin *t);
void pandaspin_fill(void *state);
const struct sr_text *pandaspin_refuse(const struct sr_setup *setup);

/* turn.c: the phases, and what comes after a play */
extern const struct sr_phase pandaspin_phases[PHASES];
void pandaspin_begin_trick(struct pandaspin *t, int leader);
void pandaspin_next_turn(struct pandaspin *t, struct sr_turn *turn);
void pandaspin_end_trick(struct pandaspin *t, int winner, struct sr_turn *turn);
/* A player passes: the cards on the table come back blue, or are gone. */
void pandaspin_settle(struct pandaspin *t, int seat, struct sr_turn *turn);

/* bids.c: which bids a hand can make */
void pandaspin_list_bids(const struct pandaspin *t, struct sr_moves *moves);
struct sr_move pandaspin_bid_move(struct bid bid);
bool pandaspin_beats(const struct pandaspin *t, struct bid bid);

/* cards.c: with which cards. Both return true when the last card is chosen. */
bool pandaspin_want(struct pandaspin *t, struct bid bid);
bool pandaspin_choose(struct pandaspin *t, struct sr_move move);
void pandaspin_list_cards(const struct pandaspin *t, struct sr_moves *moves);
void pandaspin_forget_choice(struct pandaspin *t);

/* symbols.c: bamboo, panda, fire */
void pandaspin_ask_symbols(struct pandaspin *t, struct sr_turn *turn);
void pandaspin_list_bonus(const void *state, struct sr_moves *moves);
void pandaspin_play_bamboo(void *state, struct sr_move move, struct sr_turn *turn);
void pandaspin_play_hungry(void *state, struct sr_move move, struct sr_turn *turn);
void pandaspin_list_spin(const void *state, struct sr_moves *moves);
void pandaspin_play_spin(void *state, struct sr_move move, struct sr_turn *turn);
void pandaspin_list_fire(const void *state, struct sr_moves *moves);
void pandaspin_play_fire(void *state, struct sr_move move, struct sr_turn *turn);

/* elements.c */
/* The elements that would win for the seat, if it had them: a set of suits. */
static inline unsigned winning_elements(const struct pandaspin *t, int seat) {
    struct bid bid = t->bid;
    bool leads = bid.type == bid_nothing;
    if (bid.type == bid_bomb || (leads && !sr_has_option(t, option_element_may_lead)))
        return 0;
    bool few_cards = t->hand_size[seat] <= FIRE_HAND;
    /* one and the same player, who may have passed since */
    bool both_sides = t->played_white & t->played_blue;
    bool many_values = bid.copies * bid.length >= WATER_VALUES;
    bool table_only = sr_has_option(t, option_element_conditions_use_table_only);
    bool panda = table_only ? t->panda_down : t->panda_played;
    /* tops only rise, and an A or a 2 is always the top of its bid */
    bool high = !leads && bid.top >= rank_a;
    return (unsigned)few_cards << suit_fire | (unsigned)both_sides << suit_metal |
           (unsigned)many_values << suit_water | (unsigned)panda << suit_earth |
           (unsigned)high << suit_wood;
}
static inline bool holds_element(const struct pandaspin *t, int seat) {
    const uint64_t elements = ONE_OF_EACH_SUIT << ELEMENT_BIT;
    return ((part_of(t->white[seat], 0) | part_of(t->white[seat], 1)) & elements) != 0;
}
void pandaspin_list_elements(const struct pandaspin *t, struct sr_moves *moves); /* and drops */
void pandaspin_drop(struct pandaspin *t, int suit, struct sr_turn *turn);
void pandaspin_play_element(struct pandaspin *t, int suit, struct sr_turn *turn);
void pandaspin_list_forced(const void *state, struct sr_moves *moves);
void pandaspin_play_forced(void *state, struct sr_move move, struct sr_turn *turn);

/* Cards whose place nobody knows, and where they lie in a guess. */
struct slots {
    uint8_t card[CARDS];
    uint8_t owner[CARDS]; /* SR_NONE: the deck, which comes last */
    int held, all;        /* in hands; in all */
};

/* deeds.c: what is remembered of the seats' deeds, and how likely it makes their cards */
void pandaspin_note_pass(struct pandaspin *t, int seat);
void pandaspin_note_bid(struct pandaspin *t, int seat); /* the wanted one, before it is made */
void pandaspin_forget_deeds(struct pandaspin *t, int seat);
void pandaspin_heed_deeds(const struct pandaspin *t, struct slots *slots, struct sr_stream *stream);
extern const struct sr_clues pandaspin_clues;

/* secrets.c: hands, what everybody knows of them, and guessing the rest */
void pandaspin_lay_down(struct pandaspin *t, int seat); /* the chosen cards, onto the table */
void pandaspin_discard_from_hand(struct pandaspin *t, int seat, int suit, int bit);
void pandaspin_take_back(struct pandaspin *t, int seat); /* from the table, turned */
void pandaspin_discard_table(struct pandaspin *t, int seat);
/* False: there is none. */
static inline bool pandaspin_draw_card(struct pandaspin *t, int seat) {
    if (t->deck_size == 0)
        return false; /* edited positions only: two cards for each element are left in a game */
    int card = t->deck[--t->deck_size];
    int suit = card_suit(card), bit = card_bit(card);
    t->deck[t->deck_size] = 0;
    t->white[seat][suit] = (uint16_t)(t->white[seat][suit] | 1U << bit);
    t->hand_size[seat]++;
    return true;
}
void pandaspin_note_size(struct pandaspin *t, int seat); /* empty, or not any more */
static inline int unseen_white(const struct pandaspin *t, int seat) {
    return t->hand_size[seat] - t->spun[seat] - count_cards(t->blue[seat]);
}
void pandaspin_guess(void *state, int seat, struct sr_stream *stream);
void pandaspin_redeal(void *state, int seat, struct sr_stream *stream); /* whatever was done */

/* score.c, check.c, judge.c, screen.c, words.c */
void pandaspin_add_points(struct pandaspin *t, int seat, int points, uint8_t source[SEATS]);
void pandaspin_score(const void *state, struct sr_sheet *sheet);
bool pandaspin_check(const void *state, struct sr_breach *breach);
void pandaspin_recount(void *state);
/* The halves that are laid for a bid, low values first; how many. */
int pandaspin_laid_in_order(const struct pandaspin *t, int half[CARDS]);
void pandaspin_label(const void *state, struct sr_move move, int16_t values[SR_LABEL_ARGS]);
void pandaspin_measure(const void *state, float values[]);
void pandaspin_draw(const struct sr_look *look, struct sr_canvas *canvas);
extern const struct sr_signs pandaspin_signs;
void pandaspin_facts(struct sr_out *out);

/* words.c: moves, events and reasons, in the order of the tables there */
enum verb {
    verb_single,
    verb_set,
    verb_run,
    verb_formation,
    verb_bomb,
    verb_lay,
    verb_enough,
    verb_element,
    verb_drop,
    verb_pass,
    verb_take,
    verb_turn,
    verb_discard,
    verb_decline,
    VERBS
};
/* Why somebody leads a round. */
enum lead { lead_by_number, lead_by_lot, lead_by_points, lead_by_hand };
enum event {
    event_suits,
    event_drew_lot,
    event_mood,
    event_round,
    event_single, /* the bids, in the order of their types */
    event_set,
    event_run,
    event_formation,
    event_bomb,
    event_laid,
    event_passed,
    event_returned,
    event_gone,
    event_dropped,
    event_element,
    event_drew,
    event_bamboo,
    event_stole,
    event_turned,
    event_burnt,
    event_declined,
    event_won_trick,
    event_out,
    event_out_empty,
    event_end,
    EVENTS
};
enum feature {
    feature_points,
    feature_cards,
    feature_groups,
    feature_high,
    feature_low,
    feature_extra,
    feature_bamboo,
    feature_symbols,
    feature_elements,
    feature_at_risk,
    feature_empty,
    feature_highest,
    feature_plays,
    feature_white,
    feature_controls,
    feature_near,
    feature_prize,
    feature_sure,
    feature_bombs,
    feature_rounds,
    feature_leads,
    feature_to_move,
    FEATURES
};
enum reason {
    reason_start,
    reason_out,
    reason_bamboo,
    reason_stolen,
    reason_lost,
    reason_tie,
    REASONS
};

extern const struct sr_domain pandaspin_rank, pandaspin_suit, pandaspin_half,
    pandaspin_half_or_none, pandaspin_card, pandaspin_card_or_none, pandaspin_bid_type,
    pandaspin_mood, pandaspin_symbol, pandaspin_suits;
extern const struct sr_fields pandaspin_fields;
extern const struct sr_option pandaspin_options[OPTIONS];
extern const struct sr_chapters pandaspin_chapters;
extern const struct sr_verb pandaspin_verbs[VERBS];
extern const struct sr_event_kind pandaspin_events[EVENTS];
extern const struct sr_reason pandaspin_reasons[REASONS];

static inline struct bid move_bid(struct sr_move move) {
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

/* judge.c, tally.c */
extern const struct sr_mind pandaspin_mind;
extern const struct sr_laboratory pandaspin_laboratory;

#endif
