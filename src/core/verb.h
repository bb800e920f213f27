/* Verbs: every kind of move and every kind of event, with its arguments. The text notation and its
 * parser, the JSON of moves, the labels of choices and the lines of the log come from here. */
#ifndef SR_VERB_H
#define SR_VERB_H

#include "domain.h"

enum { SR_MOVE_ARGS = 7, SR_LABEL_ARGS = 4, SR_EVENT_ARGS = 8 };
enum { SR_MOVE_TEXT_BYTES = 256 }; /* the longest move in notation, with its end */

/* A move is eight bytes: compared as a whole, meaningful only at the decision that listed it. */
struct sr_move {
    uint8_t verb;
    uint8_t arg[SR_MOVE_ARGS];
};

struct sr_arg {
    const char *name;
    const struct sr_domain *of;
};

/* A kind of move. `text` is the choice as a person reads it; besides the arguments it may use the
 * `label` values that the game's label() works out from the position (a price, the card that lies
 * there ...). Trailing arguments that are none are left out of the notation. */
struct sr_verb {
    const char *name;
    struct sr_arg args[SR_MOVE_ARGS];
    struct sr_text text;
    struct sr_arg label[SR_LABEL_ARGS];
    /* To do nothing, or no more: never what is played when somebody presses a key too often. */
    bool passes;
    /* Guesses may forget some of what such a move shows: what they know is less than could be. */
    bool forgetful;
};

/* Who may see an argument of an event. The seats are the event's own first arguments. */
enum sr_told { SR_TOLD_ALL = 1, SR_TOLD_FIRST, SR_TOLD_BOTH, SR_TOLD_NOBODY };

struct sr_event_arg {
    const char *name;
    const struct sr_domain *of;
    enum sr_told told;
};

/* A kind of event. Readers from whom an argument is hidden get `veiled` instead of `text`. */
struct sr_event_kind {
    const char *name;
    struct sr_event_arg args[SR_EVENT_ARGS];
    struct sr_text text, veiled;
};

struct sr_event {
    uint8_t kind;
    int16_t arg[SR_EVENT_ARGS];
};

enum { SR_MAX_MOVES = 256, SR_MAX_EVENTS = 256 };

/* The legal moves of a decision. `secret` is set by a lister whose list depends on what only the
 * decider knows: a list with one entry is then asked all the same. */
struct sr_moves {
    uint32_t count;
    uint32_t dropped; /* moves that did not fit: a bug, and the battery says so */
    bool secret;
    struct sr_move list[SR_MAX_MOVES];
};

struct sr_events {
    uint32_t count;
    uint32_t dropped; /* events that did not fit: a bug, and the battery says so */
    struct sr_event list[SR_MAX_EVENTS];
};

struct sr_game;
struct sr_error;

static inline bool sr_same_move(struct sr_move a, struct sr_move b) {
    uint64_t x, y;
    __builtin_memcpy(&x, &a, sizeof x);
    __builtin_memcpy(&y, &b, sizeof y);
    return x == y;
}

/* A move whose arguments from the fourth on are zero, put together in a register: listers that
 * write many moves are quicker by it. */
static inline struct sr_move sr_move_of(unsigned verb, unsigned a, unsigned b, unsigned c) {
    struct sr_move move;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t bytes = verb | a << 8 | b << 16 | (uint64_t)c << 24;
    __builtin_memcpy(&move, &bytes, sizeof move);
#else
    move = (struct sr_move){(uint8_t)verb, {(uint8_t)a, (uint8_t)b, (uint8_t)c}};
#endif
    return move;
}

static inline void sr_add_move(struct sr_moves *moves, struct sr_move move) {
    if (moves->count < SR_MAX_MOVES)
        moves->list[moves->count++] = move;
    else
        moves->dropped++;
}

/* The same for one, two or three arguments that are at hand as numbers. */
static inline void sr_add_3(struct sr_moves *moves, int verb, int a, int b, int c) {
    sr_add_move(moves, sr_move_of((uint8_t)verb, (uint8_t)a, (uint8_t)b, (uint8_t)c));
}
static inline void sr_add_2(struct sr_moves *moves, int verb, int a, int b) {
    sr_add_3(moves, verb, a, b, 0);
}
static inline void sr_add_1(struct sr_moves *moves, int verb, int a) {
    sr_add_3(moves, verb, a, 0, 0);
}

int sr_verb_args(const struct sr_verb *verb);
int sr_event_args(const struct sr_event_kind *kind);

/* Notation: "walk 2". The parser accepts any amount of blanks between words, nothing else. */
void sr_move_write(struct sr_out *out, const struct sr_game *game, struct sr_move move);
bool sr_move_read(const struct sr_game *game, const char *text, size_t length, int seats,
                  struct sr_move *move, struct sr_error *error);

/* The choice in words. */
void sr_move_say(struct sr_out *out, const struct sr_reader *reader, const struct sr_game *game,
                 const void *state, struct sr_move move);

/* May `viewer` see the argument? */
bool sr_event_seen(const struct sr_game *game, const struct sr_event *event, int arg, int viewer);
/* A line of the log as `viewer` may read it. */
void sr_event_say(struct sr_out *out, const struct sr_reader *reader, const struct sr_game *game,
                  const struct sr_event *event, int viewer);

#endif
