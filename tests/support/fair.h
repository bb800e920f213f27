/* The fair: a made-up game that has a field of every shape and every visibility, and a phase for
 * everything that playing on may meet. It tests what all games share. */
#ifndef SR_FAIR_H
#define SR_FAIR_H

#include "core/game.h"

enum { SEATS = 3, GOODS = 2, STALLS = 3, DECK = 4, BAG = 2, OPTIONS = 3, FIELDS = 24 };
enum { TEA, SILK };

struct fair {
    struct sr_head head;
    uint8_t options[OPTIONS];
    uint8_t pad;
    uint64_t stars;
    uint32_t crowd;
    int16_t luck;
    uint16_t dust;
    uint8_t open;
    uint8_t guests;
    uint8_t stall[STALLS];
    uint8_t coins[SEATS];
    uint8_t total;
    uint8_t hand[SEATS][GOODS];
    uint8_t age[SEATS];
    uint8_t bag[SEATS][BAG];
    uint8_t bag_length[SEATS];
    uint8_t look[GOODS];
    uint8_t drawn[BAG];
    uint8_t drawn_length;
    uint8_t deck[DECK];
    uint8_t deck_seen[DECK];
    uint8_t deck_length;
    uint8_t thief;
    uint8_t vault[GOODS];
    uint8_t steps;
    uint8_t rest[3];
};

enum { ASK, WALK, SECRET, CIRCLE, STUCK, DRAW };
enum {
    VERB_ROLL,
    VERB_SHOW,
    VERB_WALK,
    VERB_STEP,
    VERB_HIDE,
    VERB_PEEK,
    VERB_CIRCLE,
    VERB_TRAP,
    VERB_GAMBLE,
    VERB_LEAVE
};
enum { EVENT_STEP };

extern const struct sr_game sr_fair;

/* Two of three seats are taken, and seat 2 decides. Nothing that a seat may not see is zero. */
struct fair sr_fair_sample(void);
/* The same, when it is over. */
struct fair sr_fair_ended(void);

#endif
