/* The fields table: every member of a game's state, its shape, its range, and who may see it.
 *
 * Views, positions, differences, validation and masks are all made by walking this table, so a
 * member that is not in it fails a test, and a member without a visibility does not compile. */
#ifndef SR_FIELD_H
#define SR_FIELD_H

#include "domain.h"

#include <stddef.h>

/* Who may see a field. SR_AT_END is added to what the end of the game reveals. */
enum sr_see {
    SR_ALL = 1, /* everyone, spectators included */
    SR_OWNER,   /* the seat that the first axis counts */
    SR_DECIDER, /* whoever decides now */
    SR_SEEN_BY, /* each element by the seats in a parallel member of bit masks (bit = seat) */
    SR_NOBODY,  /* the referee alone */
    SR_AT_END = 0x40,
    /* Added where a field only notes who knows what: two states that differ in nothing else are the
     * same arrangement of the pieces. */
    SR_NOTE = 0x80
};

/* What the indexes of an array count. */
enum sr_axis_kind { SR_BY_SEAT = 1, SR_BY_NAME, SR_BY_PLACE, SR_LIST };
struct sr_axis {
    enum sr_axis_kind kind;
    uint16_t count;
    const struct sr_domain *names; /* SR_BY_NAME: the keys */
};
#define SR_SEATS(count_)                                                                           \
    { SR_BY_SEAT, (count_), NULL }
#define SR_NAMES(domain_, count_)                                                                  \
    { SR_BY_NAME, (count_), (domain_) }
#define SR_PLACES(count_)                                                                          \
    { SR_BY_PLACE, (count_), NULL }
/* A list is the last axis; its length is in a member of its own, declared with SR_LENGTH_FIELD. */
#define SR_LISTED(count_)                                                                          \
    { SR_LIST, (count_), NULL }

enum sr_role {
    SR_STORED,  /* part of a position */
    SR_COUNTED, /* follows from the rest: shown in views, made anew by the game's recount() */
    SR_LENGTH,  /* the length of a list: implied by it */
    SR_PADDING  /* always zero */
};

enum { SR_MAX_AXES = 3 };

struct sr_field {
    const char *name;
    uint16_t offset, size;
    uint8_t role, see;
    uint8_t shown_by;   /* 1 and the option without which only the referee sees it; 0: none */
    bool remembered;    /* for guesses alone: no rule, mind or checksum looks at it */
    uint16_t length_at; /* SR_LIST: offset of the length, a byte for each index before the last */
    /* What everybody saw and, while this byte of the state is set, keeps to memory: views show the
     * last element of a list alone, and nothing of other fields. Bots have a memory. 0: no such. */
    uint16_t memory_at;
    uint16_t seen_by_at; /* SR_SEEN_BY: offset of the masks, a byte for each element */
    const struct sr_domain *of;
    struct sr_axis axis[SR_MAX_AXES];
};

/* Every field of a game: SR_TABLE() counts them. What each is, in a few words, may be told: then
 * SR_TOLD_FIELDS(fields, texts) counts both. */
struct sr_fields {
    const struct sr_field *list;
    uint8_t count, text_count;
    const struct sr_name *texts; /* by the names of the fields */
};
#define SR_TOLD_FIELDS(fields, texts)                                                              \
    { (fields), SR_COUNT(fields), SR_COUNT(texts), (texts) }

#define SR_FIELD_(type, member, role_, see_, of_)                                                  \
    .name = #member, .offset = offsetof(type, member), .size = sizeof(((type *)0)->member),        \
    .role = (role_), .see = (see_), .of = (of_)

#define SR_SCALAR_FIELD(type, member, see, of)                                                     \
    { SR_FIELD_(type, member, SR_STORED, see, of) }
#define SR_ARRAY_FIELD(type, member, see, of, ...)                                                 \
    {                                                                                              \
        SR_FIELD_(type, member, SR_STORED, see, of), .axis = { __VA_ARGS__ }                       \
    }
#define SR_LIST_FIELD(type, member, length, see, of, ...)                                          \
    {                                                                                              \
        SR_FIELD_(type, member, SR_STORED, see, of), .length_at = offsetof(type, length),          \
                                                     .axis = {                                     \
                                                         __VA_ARGS__                               \
                                                     }                                             \
    }
#define SR_SEEN_FIELD(type, member, masks, of, ...)                                                \
    {                                                                                              \
        SR_FIELD_(type, member, SR_STORED, SR_SEEN_BY, of), .seen_by_at = offsetof(type, masks),   \
                                                            .axis = {                              \
                                                                __VA_ARGS__                        \
                                                            }                                      \
    }
#define SR_SEEN_LIST_FIELD(type, member, length, masks, of, ...)                                   \
    {                                                                                              \
        SR_FIELD_(type, member, SR_STORED, SR_SEEN_BY, of),                                        \
            .length_at = offsetof(type, length), .seen_by_at = offsetof(type, masks), .axis = {    \
                __VA_ARGS__                                                                        \
            }                                                                                      \
    }
#define SR_REMEMBERED_FIELD(type, member, see, of, ...)                                            \
    {                                                                                              \
        SR_FIELD_(type, member, SR_STORED, see, of), .remembered = true, .axis = { __VA_ARGS__ }   \
    }
#define SR_COUNTED_FIELD(type, member, see, of, ...)                                               \
    {                                                                                              \
        SR_FIELD_(type, member, SR_COUNTED, see, of), .axis = { __VA_ARGS__ }                      \
    }
#define SR_COUNTED_SCALAR_FIELD(type, member, see, of)                                             \
    { SR_FIELD_(type, member, SR_COUNTED, see, of) }
#define SR_LENGTH_FIELD(type, member, of, ...)                                                     \
    {                                                                                              \
        SR_FIELD_(type, member, SR_LENGTH, SR_ALL, of), .axis = { __VA_ARGS__ }                    \
    }
#define SR_LENGTH_SCALAR_FIELD(type, member, of)                                                   \
    { SR_FIELD_(type, member, SR_LENGTH, SR_ALL, of) }
#define SR_PADDING_FIELD(type, member)                                                             \
    {                                                                                              \
        SR_FIELD_(type, member, SR_PADDING, SR_NOBODY, &sr_a_byte), .axis = {                      \
            SR_PLACES(sizeof(((type *)0)->member))                                                 \
        }                                                                                          \
    }

struct sr_game;
struct sr_error;

/* What the field is, in words; NULL: nobody says. */
const struct sr_text *sr_field_text(const struct sr_fields *fields, const char *name);
/* The same for an error whose first argument is a path such as "hand.2.tea" or "market[3]". Returns
 * false, as sr_fail() does. */
bool sr_error_about_field(struct sr_error *error, const struct sr_fields *fields);

/* Where an element lies: its indexes along the axes (unused ones 0). */
struct sr_index {
    uint16_t at[SR_MAX_AXES];
};

static inline enum sr_see sr_field_see(const struct sr_field *field) {
    return (enum sr_see)(field->see & ~(SR_AT_END | SR_NOTE));
}
int sr_field_axes(const struct sr_field *field);
size_t sr_field_elements(const struct sr_field *field);
size_t sr_field_width(const struct sr_field *field);
size_t sr_field_element(const struct sr_field *field, struct sr_index index); /* its number */
int64_t sr_field_get(const struct sr_field *field, const void *state, struct sr_index index);
void sr_field_set(const struct sr_field *field, void *state, struct sr_index index, int64_t value);
/* How many elements the axis has in this state: seats in play, the length of a list ... */
int sr_field_count(const struct sr_game *game, const struct sr_field *field, const void *state,
                   struct sr_index index, int axis);
void sr_field_set_length(const struct sr_field *field, void *state, struct sr_index index,
                         int length);

/* Who looks. A seat, or one of these. */
enum { SR_SPECTATOR = -1, SR_REFEREE = -2 };

/* May `viewer` see this element? For SR_OWNER and the like the last indexes do not matter. */
bool sr_field_seen(const struct sr_game *game, const struct sr_field *field, const void *state,
                   struct sr_index index, int viewer);

/* Every value in range, every unused seat, list tail and padding zero, every count as recount()
 * makes it. False: `error` says which field. */
bool sr_fields_check(const struct sr_game *game, const void *state, struct sr_error *error);

/* A copy with everything zeroed that `viewer` may not see, the generator included. */
void sr_fields_mask(const struct sr_game *game, const void *state, int viewer, void *masked);

/* Do the fields cover every byte of the state exactly once? False: `error` names the gap. */
bool sr_fields_cover(const struct sr_game *game, struct sr_error *error);

#endif
