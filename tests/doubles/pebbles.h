/* Pebbles: a game of a few minutes that uses every part of the contract. It exists so that the
 * common battery can be tried on something honest, and on broken copies of it (broken.h).
 *
 * Each player has a hand of pebbles, seen by its owner alone. A turn is one of: draw a pebble from
 * the bag and tuck one, secretly, under one's cup; show a pebble; peek at the die; roll the die for
 * coins; bid coins. After a bid the next player may match it. A die is thrown as soon as the last
 * one was read, and lies hidden until then. Pebbles shown and tucked score, the highest bid too. */
#ifndef PEBBLES_H
#define PEBBLES_H

#include "core/game.h"

enum {
    PEBBLE_SEATS = 3,
    COLOURS = 3,
    COPIES_MAX = 3,
    PEBBLES = COLOURS * COPIES_MAX,
    TURNS_EACH = 4,
    PIPS = 3,
    BID_MAX = 3,
    START_COINS = 1,
    COINS_MAX = START_COINS + TURNS_EACH * PIPS
};

enum { option_copies, option_peeking, PEBBLE_OPTIONS };

enum pebble_phase {
    phase_act,
    phase_tuck,
    phase_match,
    phase_finish, /* asks nobody: a turn is over */
    PEBBLE_PHASES
};

/* What a decision to tuck is about. */
struct tuck {
    uint8_t drawn; /* seen by its owner alone */
};

enum pebble_verb {
    verb_draw,
    verb_tuck,
    verb_show,
    verb_peek,
    verb_roll,
    verb_bid,
    verb_match,
    PEBBLE_VERBS
};

enum pebble_event {
    event_drew,
    event_tucked,
    event_showed,
    event_peeked,
    event_rolled,
    event_bid,
    event_matched,
    PEBBLE_EVENTS
};

enum pebble_reason { reason_row, reason_cup, reason_stake, PEBBLE_REASONS };

struct pebbles {
    struct sr_head head;
    uint8_t options[PEBBLE_OPTIONS];
    uint8_t turn; /* turns finished */
    uint8_t hand[PEBBLE_SEATS][COLOURS];
    uint8_t hand_size[PEBBLE_SEATS]; /* counted: how many a seat holds is open */
    uint8_t cup[PEBBLE_SEATS][COLOURS];
    uint8_t row[PEBBLE_SEATS][COLOURS];
    uint8_t coins[PEBBLE_SEATS], stake[PEBBLE_SEATS];
    uint8_t bag[PEBBLES]; /* drawn from the end */
    uint8_t bag_size;
    uint8_t latest; /* the colour shown last, or SR_NONE */
    uint8_t die[1], die_seen[1];
    struct sr_item agenda[2];
    uint8_t padding[4];
};

extern const struct sr_game pebbles_game;
extern const struct sr_domain a_colour, a_colour_or_none;

/* What the broken doubles change only in part. */
extern const struct sr_phase pebbles_phases[PEBBLE_PHASES];
/* The pebble that was drawn and not yet tucked, or SR_NONE. */
int pebbles_drawn(const struct pebbles *t);
void pebbles_deal(void *state, struct sr_turn *turn);
void pebbles_guess(void *state, int seat, struct sr_stream *stream);
void pebbles_score(const void *state, struct sr_sheet *sheet);
void pebbles_recount(void *state);

#endif
