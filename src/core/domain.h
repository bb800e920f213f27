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

/* Names that are made of two parts, as cards are of suits and ranks: ids side by side ("hearts" and
 * "q": "heartsq"), texts by a pattern. Values count the second part within the first; a domain may
 * have further names, which come after them all. */
struct sr_parts {
    const struct sr_domain *first, *second; /* SR_NAMED, both */
    /* "{second} of {first}", with cases as {first.g}; NULL: the text of the second part is it. */
    struct sr_text text;
    /* What some of them have besides, as {detail} of the pattern: a number for each value, 0 where
     * there is nothing to say. Both NULL for most. */
    const struct sr_domain *detail;
    const uint8_t *detail_of;
};

struct sr_domain {
    const char *id;
    enum sr_domain_kind kind;
    int32_t min, max;            /* stored values allowed; SR_SEAT takes its range from the table */
    int32_t base;                /* what people read is the stored number plus this */
    const struct sr_name *names; /* SR_NAMED: of value min, min+1 ...; SR_BITS: of bit 0, 1 ... */
    const struct sr_parts *parts; /* SR_NAMED: of the first values; `names` has those after them */
    bool may_be_none;             /* SR_NONE is allowed and means "nothing" */
    bool is_change;               /* people read it with its sign: +2, −3 */
    /* SR_NAMED: the first values belong to the seats in their order, so many to each: tokens of
     * the seats' colours. What counts seats from its own turns these as well. 0: none do. */
    uint8_t each_seat;
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
/* Of so many first parts and so many second ones. */
#define SR_DOMAIN_PARTS(label, parts_, firsts, seconds)                                            \
    { .id = (label), .kind = SR_NAMED, .min = 0, .max = (firsts) * (seconds)-1, .parts = (parts_) }
/* The same, and further names after them. */
#define SR_DOMAIN_PARTS_AND(label, parts_, firsts, seconds, table)                                 \
    {                                                                                              \
        .id = (label), .kind = SR_NAMED, .min = 0,                                                 \
        .max = (firsts) * (seconds) + (int32_t)(sizeof(table) / sizeof((table)[0])) - 1,           \
        .names = (table), .parts = (parts_)                                                        \
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

/* Who reads a text: the language, and what the seats are called (NULL: "Player 2"). */
struct sr_reader {
    enum sr_lang lang;
    const char *const *names;
};

/* Is the stored value allowed at a table with this many seats? */
bool sr_domain_holds(const struct sr_domain *domain, int64_t value, int seats);
/* Do its values, or the bits of its sets, have names rather than numbers? */
static inline bool sr_domain_has_names(const struct sr_domain *domain) {
    return domain->names || domain->parts;
}
/* The name of a value in notation, or NULL; one that is put together stands in `put_together`. */
enum { SR_ID_BYTES = 48 };
const char *sr_domain_id(const struct sr_domain *domain, int64_t value,
                         char put_together[SR_ID_BYTES]);
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
