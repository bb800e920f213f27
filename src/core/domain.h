/* What a number in a state, a move or an event means: a plain number, a named thing, a seat, a
 * flag, a set of bits. Notation, JSON, prompts and validation all read it from here. */
#ifndef SR_DOMAIN_H
#define SR_DOMAIN_H

#include "text.h"

enum { SR_NONE = 255, SR_MAX_SEATS = 6 };

/* A table and how long it is, for a struct that begins with these two. */
#define SR_COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define SR_TABLE(array)                                                                            \
    { (array), SR_COUNT(array) }

struct sr_name {
    const char *id; /* in notation and JSON: lower case, digits, underscores */
    struct sr_text text;
};

enum sr_domain_kind { SR_NUMBER = 1, SR_NAMED, SR_SEAT, SR_FLAG, SR_BITS };

struct sr_domain {
    const char *id;
    enum sr_domain_kind kind;
    int32_t min, max;            /* stored values allowed; SR_SEAT takes its range from the table */
    int32_t base;                /* what people read is the stored number plus this */
    const struct sr_name *names; /* SR_NAMED: of value min, min+1 ...; SR_BITS: of bit 0, 1 ... */
    bool may_be_none;            /* SR_NONE is allowed and means "nothing" */
};

/* The usual ones. Name tables: SR_DOMAIN_NAMED(id, table) counts for itself. */
#define SR_DOMAIN_NUMBER(label, low, high)                                                         \
    { .id = (label), .kind = SR_NUMBER, .min = (low), .max = (high) }
#define SR_DOMAIN_PLACE(label, count) /* stored 0-based, read 1-based */                           \
    { .id = (label), .kind = SR_NUMBER, .min = 0, .max = (count)-1, .base = 1 }
#define SR_DOMAIN_NAMED(label, table)                                                              \
    {                                                                                              \
        .id = (label), .kind = SR_NAMED, .min = 0, .max = (int32_t)SR_COUNT(table) - 1,            \
        .names = (table)                                                                           \
    }
#define SR_DOMAIN_NAMED_OR_NONE(label, table)                                                      \
    {                                                                                              \
        .id = (label), .kind = SR_NAMED, .min = 0, .max = (int32_t)SR_COUNT(table) - 1,            \
        .names = (table), .may_be_none = true                                                      \
    }
/* A set of bits with a name each: written "a+b", the empty set "-". */
#define SR_DOMAIN_BITS(label, table)                                                               \
    {                                                                                              \
        .id = (label), .kind = SR_BITS, .min = 0, .max = (1 << SR_COUNT(table)) - 1,               \
        .names = (table)                                                                           \
    }

extern const struct sr_domain sr_a_seat; /* 0-based, read 1-based */
extern const struct sr_domain sr_a_seat_or_none;
extern const struct sr_domain sr_a_flag;
extern const struct sr_domain sr_a_byte;
extern const struct sr_domain sr_a_switch;       /* off, on: for options */
extern const struct sr_domain sr_a_set_of_seats; /* bit per seat */

/* Who reads a text: the language, and what the seats are called (NULL: "seat 2"). */
struct sr_reader {
    enum sr_lang lang;
    const char *const *names;
};

/* Is the stored value allowed at a table with this many seats? */
bool sr_domain_holds(const struct sr_domain *domain, int64_t value, int seats);
/* Is it none or zero, so that an optional [section] of a text goes without it? */
bool sr_domain_nothing(const struct sr_domain *domain, int64_t value);

/* Notation: "tea", "3", "none", "1+4". */
void sr_domain_write(struct sr_out *out, const struct sr_domain *domain, int64_t value);
bool sr_domain_read(const struct sr_domain *domain, const char *text, size_t length, int seats,
                    int64_t *value);
/* What would be right, for error messages: "1..4", "gold, silver, jewels ...". */
void sr_domain_offer(struct sr_out *out, const struct sr_domain *domain, int seats);

/* In words, in a Russian case (0 nominative .. 4 instrumental). */
void sr_domain_say(struct sr_out *out, const struct sr_reader *reader,
                   const struct sr_domain *domain, int64_t value, int grammatical_case);

#endif
