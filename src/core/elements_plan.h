/* Between the compiler of element lists and their reader: the ways in which values are read. */
#ifndef SR_ELEMENTS_PLAN_H
#define SR_ELEMENTS_PLAN_H

enum how {
    READ_SIGNED = 1, /* a byte with its sign: SR_NONE becomes SR_ELEMENT_NONE by itself */
    READ_UNSIGNED,   /* a byte */
    READ_PAIR,       /* two bytes with their sign */
    READ_TABLE,      /* a byte, translated */
    READ_BITS,       /* a set: an element for each bit */
    READ_SEATS,      /* a set of seats: the same, turned */
    READ_WIDE,       /* anything else, cut to what an element can hold */
    READ_BLOCKS,     /* as READ_SIGNED, in whole blocks, and nothing else to look at */
    READ_GATHER,     /* as READ_SIGNED, byte by byte from a list of offsets: for many short runs */
    READ_TURNED      /* as READ_SIGNED, then turned: what belongs to seats, in whole blocks */
};

/* What decides in each state whether a value is to be seen, or there. */
enum guard { GUARD_LIST = 1, GUARD_SEEN = 2, GUARD_DECIDER = 4, GUARD_MEMORY = 8 };

/* Values that are read, and elements that are written, at once. */
enum { BLOCK = 8 };

#endif
