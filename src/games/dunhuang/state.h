/* Merchants of Dunhuang: the state of a table, and what the files of this folder share.
 *
 * A camel walks a circle of eight characters. Where it stops, the player takes the goods card that
 * lies there, into the hand (points and kinds) or into the shop (majorities), and then uses the
 * character or takes coins. Equal goods cannot be told apart, so hands and shops are counts.
 *
 * Hidden: hands, the deck, the cards put aside at the beginning. What a seat has seen of them is
 * kept beside them: `known` counts the cards that a seat knows to be in another's hand, and
 * `deck_seen` marks the cards that it has put under the deck. Only guess() needs these, and views
 * show a seat its own part as an aid to memory. */
#ifndef DUNHUANG_STATE_H
#define DUNHUANG_STATE_H

#include "core/cards.h"
#include "core/game.h"

enum good {
#define GOOD(id, value, en, ru) good_##id,
#include "components.def"
    GOODS
};

enum character {
#define CHARACTER(id, en, ru) the_##id,
#include "components.def"
    CHARACTERS
};

enum {
    SEATS = 4,
    SPACES = 8,
    CARDS = GOODS * (GOODS + 1) / 2,
    DEALT = 3, /* cards each sees at the beginning, of which one is kept */
    COINS = 44,
    PRESTIGE = 28,
    BONUS_COINS = 3,
    KINDS_TO_WIN = 4,
    BUDDHIST_PRICE = 2,
    MAX_COINS = 160, /* more than the 44 of the box where coins have no limit */
    MAX_PRESTIGE = 120,
    MAX_STEPS = MAX_COINS + 1
};

enum token_side { side_number, side_shang };
enum place { to_hand, to_shop };

enum option {
    option_token_needs_card,
    option_unlimited_coins,
    option_unlimited_prestige,
    option_first,                                /* player */
    option_order,                                /* of the tiles in the circle */
    option_tile,                                 /* + tile: which side */
    option_space = option_tile + CHARACTERS / 2, /* + space: which tile */
    OPTIONS = option_space + SPACES
};
enum first_player { first_random, first_seat1 };
enum tile_side { tile_random, tile_front, tile_back };

/* The turn, in the order of play. */
enum phase {
    phase_keep,  /* set-up: which of the three cards dealt stays in hand */
    phase_camel, /* set-up: the last seat puts the camel down */
    phase_walk,
    phase_take,
    phase_pay_for_taken, /* a Buddhist's token is tied: pay for it? */
    phase_bonus,
    phase_pay_for_swapped, /* the same, after a card came into the shop by the bonus */
    phase_keep_drawn,
    phase_hand_over, /* the Sogdian Merchant's partner chooses */
    phase_give_back,
    PHASES
};

struct dunhuang {
    struct sr_head head;
    uint8_t options[OPTIONS];

    uint8_t circle[SPACES]; /* characters, clockwise */
    uint8_t market[SPACES]; /* the good beside each, or SR_NONE */
    uint8_t camel;          /* the space it stands on, or SR_NONE before it is put down */

    uint8_t deck[CARDS]; /* bottom first */
    uint8_t deck_size;
    /* Low four bits: seats that know this very card. High four: seats that put it there among
     * others in random order, so that they know the run it lies in but not its place. */
    uint8_t deck_seen[CARDS];

    uint8_t hand[SEATS][GOODS];
    uint8_t hand_size[SEATS]; /* counted */
    uint8_t shop[SEATS][GOODS];
    uint8_t coins[SEATS], prestige[SEATS];
    uint8_t coin_supply, prestige_supply; /* 0 and of no meaning where there is no limit */
    uint8_t token_owner[GOODS];           /* a seat, or SR_NONE: in the supply or not in play */
    uint8_t token_side[GOODS];

    uint8_t dealt[SEATS][DEALT]; /* the cards dealt; once one is kept, the two put aside */
    uint8_t dealt_size[SEATS];
    uint8_t discard[GOODS]; /* face up */

    uint8_t first;        /* player; the last one sits to the right */
    uint8_t turn_seat;    /* whose turn it is; the decider may be another */
    uint8_t steps;        /* walked this turn */
    uint8_t final_round;  /* the market could not be refilled */
    uint8_t drawn[GOODS]; /* looked at: Translator, Ambassador */
    uint8_t partner;      /* of a merchant, or SR_NONE */
    uint8_t exchanged;    /* cards that change hands */
    uint8_t at_stake;     /* the good of the token that may be paid for, or SR_NONE */

    uint8_t known[SEATS][SEATS][GOODS]; /* [who knows][whose hand][good] */
    uint8_t padding[2];
};

extern const uint8_t dunhuang_value[GOODS];

/* The goods in play, what each seat starts with, what the instant win takes. */
struct dunhuang_table {
    uint8_t lowest, highest, coins, majorities;
};
const struct dunhuang_table *dunhuang_table(int seats);
static inline bool dunhuang_in_play(int seats, int good) {
    const struct dunhuang_table *table = dunhuang_table(seats);
    return good >= table->lowest && good <= table->highest;
}

static inline int next_space(int space, int steps) {
    return (space + steps) % SPACES;
}
static inline int last_seat(const struct dunhuang *t) {
    return (t->first ? t->first : t->head.seats) - 1;
}
/* The space of a character that is in the circle. */
static inline int space_of(const struct dunhuang *t, int character) {
    int space = 0;
    while (space < SPACES - 1 && t->circle[space] != character)
        space++;
    return space;
}

/* setup.c */
void dunhuang_deal(void *state, struct sr_turn *turn);
void dunhuang_fill(void *state);
const struct sr_text *dunhuang_refuse(const struct sr_setup *setup);

/* turn.c: the phases */
extern const struct sr_phase dunhuang_phases[PHASES];
void dunhuang_end_bonus(struct dunhuang *t, struct sr_turn *turn); /* the turn goes on to its end */

/* bonus.c: what the characters do */
void dunhuang_list_bonus(const void *state, struct sr_moves *moves);
void dunhuang_play_bonus(void *state, struct sr_move move, struct sr_turn *turn);
void dunhuang_list_keep_drawn(const void *state, struct sr_moves *moves);
void dunhuang_play_keep_drawn(void *state, struct sr_move move, struct sr_turn *turn);
void dunhuang_list_hand_over(const void *state, struct sr_moves *moves);
void dunhuang_play_hand_over(void *state, struct sr_move move, struct sr_turn *turn);
void dunhuang_list_give_back(const void *state, struct sr_moves *moves);
void dunhuang_play_give_back(void *state, struct sr_move move, struct sr_turn *turn);

/* majority.c */
/* A card came into a shop (true: the seat must be asked to pay), or left it. */
bool dunhuang_add_to_shop(struct dunhuang *t, int seat, int good, struct sr_turn *turn);
void dunhuang_remove_from_shop(struct dunhuang *t, int seat, int good, struct sr_turn *turn);
void dunhuang_pay_for_token(struct dunhuang *t, struct sr_turn *turn);
int dunhuang_majorities(const struct dunhuang *t, int seat);
int dunhuang_kinds_in_hand(const struct dunhuang *t, int seat);

/* secrets.c: hands, and what others know of them */
void dunhuang_hand_add_seen(struct dunhuang *t, int seat, int good); /* everybody saw it */
void dunhuang_hand_remove_seen(struct dunhuang *t, int seat, int good);
void dunhuang_hand_add_hidden(struct dunhuang *t, int seat, int good);
/* A card goes from one hand to another; the two know it, the others only that cards moved. */
void dunhuang_hand_pass(struct dunhuang *t, int from, int to, int good);
void dunhuang_forget_passed(struct dunhuang *t, int from, int to, int count);
int dunhuang_deck_draw_seen(struct dunhuang *t);
int dunhuang_deck_draw_hidden(struct dunhuang *t, int seat, bool alone);
void dunhuang_deck_put_under(struct dunhuang *t, int seat, const uint8_t *cards, int count);
void dunhuang_guess(void *state, int seat, struct sr_stream *stream);

/* score.c, check.c, judge.c, screen.c */
bool dunhuang_has_won_at_once(const struct dunhuang *t, int seat);
void dunhuang_score(const void *state, struct sr_sheet *sheet);
bool dunhuang_check(const void *state, struct sr_breach *breach);
void dunhuang_recount(void *state);
void dunhuang_label(const void *state, struct sr_move move, int16_t values[SR_LABEL_ARGS]);
void dunhuang_measure(const void *state, float value[]);
void dunhuang_draw(const struct sr_look *look, struct sr_canvas *canvas);
extern const struct sr_signs dunhuang_signs;

/* words.c: moves, events and reasons, in the order of the tables there */
enum verb {
    verb_keep,
    verb_camel,
    verb_walk,
    verb_take,
    verb_pay,
    verb_decline,
    verb_coins,
    verb_artist,
    verb_musician,
    verb_princess,
    verb_dancer,
    verb_translator,
    verb_ambassador,
    verb_soldier,
    verb_general,
    verb_chinese,
    verb_sogdian,
    verb_handmaid,
    verb_servant,
    verb_shepherd,
    verb_peasant,
    verb_manichaean,
    verb_buddhist,
    verb_give,
    VERBS
};
enum event {
    event_first,
    event_kept,
    event_camel,
    event_walked,
    event_took,
    event_nothing_there,
    event_token_gained,
    event_token_taken,
    event_token_held,
    event_token_paid,
    event_token_declined,
    event_token_returned,
    event_token_flipped,
    event_coins,
    event_discarded,
    event_prestige,
    event_drew,
    event_kept_drawn,
    event_returned,
    event_swapped,
    event_partner,
    event_received,
    event_gave_back,
    event_moved,
    event_taken_along,
    event_refilled,
    event_final_round,
    event_won,
    event_scored,
    EVENTS
};
enum reason {
    reason_majorities,
    reason_prestige,
    reason_good,
    reason_capped,
    reason_won,
    reason_tie,
    REASONS
};

extern const struct sr_domain dunhuang_good, dunhuang_good_or_none, dunhuang_character;
extern const struct sr_fields dunhuang_fields;
extern const struct sr_option dunhuang_options[OPTIONS];
extern const struct sr_chapters dunhuang_chapters;
extern const struct sr_verb dunhuang_verbs[VERBS];
extern const struct sr_event_kind dunhuang_events[EVENTS];
extern const struct sr_reason dunhuang_reasons[REASONS];

/* judge.c */
enum feature {
    feature_majorities,
    feature_prestige,
    feature_coins,
    feature_hand_leads,
    feature_hand_ties,
    feature_hand_behind,
    feature_hand_cards,
    feature_shop_cards,
    feature_kinds,
    feature_near_win,
    feature_safe_majorities,
    feature_protected,
    feature_to_move,
    FEATURES
};

/* judge.c, tally.c */
extern const struct sr_mind dunhuang_mind;
extern const struct sr_laboratory dunhuang_laboratory;

#endif
