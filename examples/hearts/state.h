/* Hearts: the state of a table, and what the files of this folder share.
 *
 * Four players follow suit in thirteen tricks. Each heart taken is a point, the queen of spades is
 * thirteen, and points are bad; but whoever takes all of them gives 26 to everybody else. Before
 * the play three cards are passed to a neighbour.
 *
 * Cards are counted as sets: for each seat and suit the ranks held, a bit for each. So following
 * suit is one look at one number.
 *
 * Hidden: hands, and the cards set aside for passing. What everybody has seen of them is kept in
 * `lacks`, what a seat alone knows (the cards it has passed on) in `given`. Rules look at neither;
 * guesses do. */
#ifndef HEARTS_STATE_H
#define HEARTS_STATE_H

#include "core/cards.h"
#include "core/game.h"

enum suit {
#define SUIT(id, letter, sign, en, ru) suit_##id,
#include "components.def"
    SUITS
};
enum rank {
#define RANK(id, notation, en, ru) rank_##id,
#include "components.def"
    RANKS
};
enum direction {
#define DIRECTION(id, further, en, ru) pass_##id,
#include "components.def"
    DIRECTIONS
};
enum length {
#define LENGTH(id, points, en, ru) length_##id,
#include "components.def"
    LENGTHS
};

enum {
    SEATS = 4,
    CARDS = SUITS * RANKS,
    HAND = CARDS / SEATS,
    PASSED = 3, /* cards that each passes */
    WHOLE_SUIT = (1 << RANKS) - 1,
    QUEEN = 1 << rank_queen, /* of spades */
    QUEEN_POINTS = 13,
    ALL_POINTS = RANKS + QUEEN_POINTS,
    /* Each deal brings 26 points at least, and nobody has a hundred before the last one. */
    MAX_DEALS = (SEATS * 99) / ALL_POINTS + 1,
    MAX_TOTAL = 99 + ALL_POINTS
};

enum option { option_length, option_passing, option_queen_breaks, OPTIONS };

enum phase { phase_pass, phase_play, PHASES };

/* What a seat is known not to hold, by what it did: whole suits, and all spades but the queen. */
enum lack { lack_small_spades = SUITS, LACKS };

struct hearts {
    struct sr_head head;
    uint8_t options[OPTIONS];
    uint8_t deals; /* finished */

    uint8_t lead;         /* who leads or led the trick */
    uint8_t trick[SEATS]; /* the card of each seat on the table, or SR_NONE */
    uint8_t last[SEATS];  /* the trick before, for whoever looked away; SR_NONE before the first */
    uint8_t tricks;       /* counted: taken in this deal */
    uint8_t broken;       /* counted: hearts may be led */
    uint8_t hand_size[SEATS], points[SEATS]; /* counted: of this deal */
    uint8_t total[SEATS];                    /* of the deals that are finished */
    uint8_t lacks[SEATS];
    uint8_t padding[1];

    uint16_t hand[SEATS][SUITS];
    uint16_t chosen[SEATS][SUITS]; /* set aside for passing */
    uint16_t taken[SEATS][SUITS];
    uint16_t given[SEATS][SUITS]; /* what the seat passed on and has not seen since */
};

static inline int suit_of(int card) {
    return card / RANKS;
}
static inline unsigned bit_of(int card) {
    return 1U << card % RANKS;
}
static inline int left_of(int seat, int further) {
    return (seat + further) % SEATS;
}
/* How many seats to the left passed cards go in this deal; 0: none are passed. */
static inline int hearts_passes(const struct hearts *t) {
    static const uint8_t further[DIRECTIONS] = {
#define DIRECTION(id, further_, en, ru) further_,
#include "components.def"
    };
    return sr_has_option(t, option_passing) ? 0 : further[t->deals % DIRECTIONS];
}
static inline int hearts_cards(const uint16_t suits[SUITS]) {
    int count = 0;
    for (int suit = 0; suit < SUITS; suit++)
        count += sr_count_bits(suits[suit]);
    return count;
}
static inline int hearts_points(const uint16_t suits[SUITS]) {
    return sr_count_bits(suits[suit_hearts]) + (suits[suit_spades] & QUEEN ? QUEEN_POINTS : 0);
}
/* Only hearts and the queen of spades. */
static inline bool hearts_only_points(const uint16_t hand[SUITS]) {
    return !(hand[suit_clubs] | hand[suit_diamonds] | (hand[suit_spades] & ~(unsigned)QUEEN));
}

/* setup.c */
void hearts_deal(void *state, struct sr_turn *turn);
void hearts_deal_cards(struct hearts *t, struct sr_turn *turn);
void hearts_begin_play(struct hearts *t, struct sr_turn *turn);
void hearts_fill(void *state);

/* turn.c: the phases */
extern const struct sr_phase hearts_phases[PHASES];
void hearts_list_play(const void *state, struct sr_moves *moves);

/* secrets.c: what is known of hands, and guesses */
void hearts_learn(struct hearts *t, int seat, int card);
unsigned hearts_could_hold(const struct hearts *t, int seat, int suit);
void hearts_guess(void *state, int seat, struct sr_stream *stream);

/* score.c, check.c, screen.c */
int hearts_target(const struct hearts *t); /* points that end the game; 0: the first deal does */
void hearts_end_deal(struct hearts *t, struct sr_turn *turn);
void hearts_score(const void *state, struct sr_sheet *sheet);
bool hearts_check(const void *state, struct sr_breach *breach);
void hearts_recount(void *state);
void hearts_draw(const struct sr_look *look, struct sr_canvas *canvas);
extern const struct sr_signs hearts_signs;

/* words.c: moves, events and reasons, in the order of the tables there */
enum verb { verb_pass, verb_play, VERBS };
enum event {
    event_dealt,
    event_set_aside,
    event_received,
    event_played,
    event_broken,
    event_took,
    event_moon,
    event_counted,
    EVENTS
};
enum reason { reason_deals, reason_hearts, reason_queen, REASONS };

extern const struct sr_domain hearts_card, hearts_suit, hearts_direction;
extern const struct sr_fields hearts_fields;
extern const struct sr_option hearts_options[OPTIONS];
extern const struct sr_chapters hearts_chapters;
extern const struct sr_verb hearts_verbs[VERBS];
extern const struct sr_event_kind hearts_events[EVENTS];
extern const struct sr_reason hearts_reasons[REASONS];

/* judge.c, tally.c */
extern const struct sr_mind hearts_mind;
extern const struct sr_laboratory hearts_laboratory;

#endif
