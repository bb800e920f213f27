/* A state as a row of small numbers: what learning programs and nets take in.
 *
 * The fields table says what there is; this compiles it, for a game and a number of seats, into a
 * flat list of elements and, for each seat that may look, a plan by which a state is read into
 * int16_t[] without looking at the table again. Seats are counted from the one that looks, which
 * comes first, wherever the tables say that a number is a seat, or that so many of them belong to
 * each seat.
 *
 * A number is the stored value itself. SR_ELEMENT_NONE is "nothing" of a domain and the part of a
 * list past its end; SR_ELEMENT_HIDDEN is what the seat may not see just now. What a seat never
 * sees while a game goes on has no element at all. */
#ifndef SR_ELEMENTS_H
#define SR_ELEMENTS_H

#include "game.h"

enum { SR_ELEMENT_NONE = -1, SR_ELEMENT_HIDDEN = -2 };

/* What the number of an element is. */
enum sr_element_kind {
    SR_ELEMENT_NUMBER = 1, /* an amount */
    SR_ELEMENT_CHOICE,     /* one of the values of its domain */
    SR_ELEMENT_BIT,        /* 0 or 1: a flag, or one bit of a set */
    SR_ELEMENT_ENTRY,      /* of a list: a value of its domain */
    SR_ELEMENT_COUNT       /* how long a list is */
};

/* Where it comes from. */
enum sr_element_part {
    SR_OF_FIELD = 1,
    SR_OF_OBSERVER,   /* which seat looks, as the table counts them */
    SR_OF_PHASE,      /* of the decision at hand */
    SR_OF_DECIDER,    /* counted from the observer */
    SR_OF_OVER,       /* whether the game is */
    SR_OF_AGENDA,     /* how many items there are */
    SR_OF_TOP,        /* an argument of the decision at hand; none where it has no such */
    SR_OF_ITEM_PHASE, /* of what waits below it */
    SR_OF_ITEM_SEAT,
    SR_OF_ITEM_ARG /* a byte of it, which means what its phase says */
};

struct sr_element {
    const struct sr_field *field; /* SR_OF_FIELD */
    const struct sr_domain *of;   /* what its values mean; NULL: a number, or a phase */
    struct sr_index index;        /* in the field; seats as the observer counts them */
    int16_t low, high;            /* what may be read, none and hidden included */
    uint8_t kind, part;
    uint8_t bit;   /* SR_ELEMENT_BIT of a set: which, seats as the observer counts them */
    uint8_t depth; /* of an item: 0 is asked now */
    uint8_t phase; /* SR_OF_TOP: the phase that has the argument */
    uint8_t arg;   /* SR_OF_TOP: which argument; SR_OF_ITEM_ARG: which byte */
};

/* Whose list it is: of a seat, or of whoever may see everything - critics, and bots, which only
 * ever see worlds that they have guessed. The generator is in neither. */
enum sr_scope { SR_SCOPE_SEAT = 1, SR_SCOPE_WORLD };

enum {
    SR_MAX_ELEMENTS = 4096,
    SR_MAX_SEGMENTS = 512,
    SR_MAX_ELEMENT_TABLES = 6,
    SR_MAX_STRANDS = 512,
    SR_STRAND = 16, /* bytes of a state that a strand is taken from */
    SR_SETS_OF_SEATS = 1 << SR_MAX_SEATS
};

/* A run of values that lie side by side and are read in the same way. */
struct sr_segment {
    uint8_t how, guards;
    uint8_t table;               /* that translates the values */
    uint8_t bits;                /* elements that a value makes */
    uint8_t width;               /* bytes of a value */
    bool is_signed, may_be_none; /* wide values */
    bool roomy;                  /* whole blocks may be read and written: others come after it */
    uint16_t at, out;            /* the first byte, or offset; the first element */
    uint16_t count;              /* values */
    uint16_t length_at, masks_at, memory_at;
    uint16_t strand, strands; /* that gather the same values; none: one by one */
    int16_t turn, round;      /* READ_TURNED: how far, and how many values there are to go round */
};

/* Up to eight values from one place of a state, put where they belong in a block of elements. Where
 * a processor shuffles bytes, this gathers scattered values a block at a time. */
struct sr_strand {
    uint16_t at;
    uint16_t out; /* where the block goes when it is whole; 0: more strands follow */
    uint8_t shuffle[SR_STRAND];
};

/* How one seat reads a state: segments in the order of their elements. */
struct sr_plan {
    uint16_t segments, tables, offsets, strands;
    struct sr_segment segment[SR_MAX_SEGMENTS];
    struct sr_strand strand[SR_MAX_STRANDS];
    uint16_t offset[SR_MAX_ELEMENTS]; /* of values that lie in too many places for runs */
    uint16_t table_key[SR_MAX_ELEMENT_TABLES];
    int16_t table[SR_MAX_ELEMENT_TABLES][256];
    uint8_t turned_set[SR_SETS_OF_SEATS]; /* sets of seats as the observer counts */
};

struct sr_elements {
    const struct sr_game *game;
    enum sr_scope scope;
    uint8_t seats;
    uint16_t count;
    uint64_t hash; /* of what every element means */
    uint16_t agenda_out, top_out, items_out, item_bytes;
    /* Of each phase's arguments, by their byte in an item: the table that translates it, and who
     * sees it; and the first of its elements among those of the top. */
    uint8_t arg_table[256][SR_ITEM_ARGS], arg_see[256][SR_ITEM_ARGS];
    uint16_t top_of[256];
    struct sr_element list[SR_MAX_ELEMENTS];
    struct sr_plan plan[SR_MAX_SEATS];
};

/* Compiles the list: `setup` says seats and options, its seed does not matter. False: the game has
 * more than fits, which the tests would have found. The struct is large; nothing in it points into
 * it. */
bool sr_elements_of(struct sr_elements *elements, const struct sr_game *game,
                    const struct sr_setup *setup, enum sr_scope scope);

/* Reads a state as `observer` sees it: elements->count numbers. */
void sr_elements_read(const struct sr_elements *elements, const void *state, int observer,
                      int16_t *out);

/* "hand.me.tea", "coins.+1", "agenda[1].seat". */
void sr_element_name(struct sr_out *out, const struct sr_elements *elements, int at);

/* Goes on with a checksum over a text, its end included. */
uint64_t sr_mix_text(uint64_t sum, const char *text);

#endif
