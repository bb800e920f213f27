/* What a learnt judge looks at: inputs, made from the elements of a game (core/elements.h) and from
 * what its mind adds by name, for one number of seats. Everything is seen from the seat that is
 * asked, the others in the order of play after it.
 *
 * A net is asked about guessed worlds only. There all that a seat cannot know is a guess, so inputs
 * may be hidden fields too: a hand that was guessed is an input, the true one never is. What nobody
 * ever sees (the order of a deck), what only notes who knows what, and what is remembered for
 * guesses are left out.
 *
 * Inputs come in groups. A group is a number of the state that has one of a few values (each an
 * input of its own, of which one is on), a set (each member is an input), or a list (each thing in
 * it is on as often as it is there). Numbers with many values are counted in steps. */
#ifndef SR_INPUTS_H
#define SR_INPUTS_H

#include "elements.h"
#include "mind.h"

enum {
    SR_INPUT_GROUPS = 1024,
    SR_INPUT_READINGS = 1024, /* for one seat */
    SR_INPUT_LISTS = 64,
    SR_INPUT_PHASES = 96,
    SR_INPUT_MAPS = 192,
    SR_INPUT_ACTIVE = 1536, /* at once */
    SR_INPUT_NAME_BYTES = 64,
    SR_SET_BITS = 8, /* larger sets are several groups */
};

struct sr_input_group {
    uint16_t first;   /* of its inputs */
    uint16_t count;   /* of inputs */
    uint16_t values;  /* it may have, after mapping: as many as inputs, or of sets 2^count */
    uint16_t element; /* that it is made of, the first of them; or SR_INPUT_RELATION */
    bool set;
    bool listed; /* things of a list: an input may be on several times */
};
enum { SR_INPUT_RELATION = UINT16_MAX };

/* Where the value of a group stands for the seat that is asked. */
struct sr_input_reading {
    uint16_t at; /* offset in the state, or in the relations */
    uint16_t group;
    uint8_t map;   /* which table makes a value of the byte */
    uint8_t width; /* bytes: 1, 2, 4; 0: it stands in the relations */
    uint8_t shift; /* of wider numbers, to make them a byte */
    bool part;     /* of a set: the other bits go; else the largest number stands for larger ones */
    int16_t least; /* of wider numbers */
};

/* A list: things of one byte each, as many as the byte at `length_at` says. */
struct sr_input_list {
    uint16_t at, length_at, most, group;
    uint8_t map;
};

/* What waits on the agenda is a list of its own kind: each item below the top by its phase, and by
 * whether the seat that is asked decides it; and the arguments of the top, by its phase. */
struct sr_input_agenda {
    uint16_t items;                 /* the group of the items below the top */
    uint16_t args[SR_INPUT_PHASES]; /* the first group of a phase's arguments */
    uint8_t arg_count[SR_INPUT_PHASES];
    uint8_t map[SR_INPUT_PHASES][SR_ITEM_ARGS], at[SR_INPUT_PHASES][SR_ITEM_ARGS];
};

/* What a seat looks at. */
struct sr_input_view {
    uint16_t readings, lists;
    struct sr_input_reading reading[SR_INPUT_READINGS];
    struct sr_input_list list[SR_INPUT_LISTS];
    struct sr_input_agenda agenda;
};

struct sr_inputs {
    const struct sr_game *game;
    int seats;
    uint16_t count, groups, maps; /* count: of inputs */
    uint16_t now;                 /* the group of what is decided, by whom */
    uint64_t hash;                /* of everything that gives inputs their meaning */
    struct sr_input_group group[SR_INPUT_GROUPS];
    uint8_t map[SR_INPUT_MAPS][256];
    struct sr_input_view view[SR_MAX_SEATS];
};

/* False: the game has too much to look at. It is large: the caller's, and not on a stack. So is
 * `elements`, which is written by the way and says what the groups are about. */
bool sr_inputs_compile(struct sr_inputs *inputs, struct sr_elements *elements,
                       const struct sr_game *game, int seats);

/* The inputs that are on for a seat, at most SR_INPUT_ACTIVE; says how many. */
int sr_inputs_read(const struct sr_inputs *inputs, const void *state, int seat,
                   uint16_t on[SR_INPUT_ACTIVE]);

/* "hand.me.tea 3", for people. */
void sr_input_say(struct sr_out *out, const struct sr_inputs *inputs,
                  const struct sr_elements *elements, int input);

/* What is decided and by whom, and what else the agenda has for a seat: values, each with the group
 * it belongs to; says how many, at most SR_INPUT_PENDING. */
enum { SR_INPUT_PENDING = 64 };
struct sr_input_pending {
    uint16_t group;
    uint8_t value;
};
int sr_inputs_pending(const struct sr_inputs *inputs, const void *state, int seat,
                      struct sr_input_pending found[SR_INPUT_PENDING]);

/* The number that a reading makes of a state: a value of its group. */
static inline unsigned sr_input_value(const struct sr_inputs *inputs,
                                      const struct sr_input_reading *reading,
                                      const unsigned char *state, const uint8_t *relations) {
    const uint8_t *map = inputs->map[reading->map];
    uint16_t two;
    int32_t wide;
    if (reading->width == 1)
        return map[state[reading->at]];
    if (reading->width == 0)
        return map[relations[reading->at]];
    if (reading->width == 2) {
        __builtin_memcpy(&two, state + reading->at, sizeof two);
        wide = reading->least < 0 ? (int16_t)two : two;
    } else {
        __builtin_memcpy(&wide, state + reading->at, sizeof wide);
    }
    wide = (wide - reading->least) >> reading->shift;
    if (!reading->part)
        wide = wide < 0 ? 0 : wide > UINT8_MAX ? UINT8_MAX : wide;
    return map[(uint32_t)wide & UINT8_MAX];
}

#endif
