/* Reads a state into a row of elements by a plan. The hottest loop of every environment: runs of
 * values are widened block by block, in the order of their elements, so that what a block writes
 * too much is written over by the next; what may be hidden or missing is put right after its run.
 */
#include "elements.h"

#include "elements_plan.h"

#include <string.h>

#if defined(__x86_64__)
#include <tmmintrin.h>
#endif

/* ---- sets ---- */

/* The bits of a byte as elements. */
#define BITS1(x)                                                                                   \
    {                                                                                              \
        (x) & 1, (x) >> 1 & 1, (x) >> 2 & 1, (x) >> 3 & 1, (x) >> 4 & 1, (x) >> 5 & 1,             \
            (x) >> 6 & 1, (x) >> 7 & 1                                                             \
    }
#define BITS4(x) BITS1(x), BITS1((x) + 1), BITS1((x) + 2), BITS1((x) + 3)
#define BITS16(x) BITS4(x), BITS4((x) + 4), BITS4((x) + 8), BITS4((x) + 12)
#define BITS64(x) BITS16(x), BITS16((x) + 16), BITS16((x) + 32), BITS16((x) + 48)
static const int16_t bits_of_byte[256][8] = {BITS64(0), BITS64(64), BITS64(128), BITS64(192)};

static void spread(uint64_t set, int bits, int16_t *out) {
    for (; bits > 0; bits -= BLOCK, out += BLOCK, set >>= BLOCK)
        memcpy(out, bits_of_byte[set & 0xff], (size_t)(bits < BLOCK ? bits : BLOCK) * sizeof *out);
}

/* The same in whole blocks, for sets of up to 16. */
static inline void spread_pair(unsigned set, int16_t *out) {
    memcpy(out, bits_of_byte[set & 0xff], sizeof bits_of_byte[0]);
    memcpy(out + BLOCK, bits_of_byte[set >> BLOCK & 0xff], sizeof bits_of_byte[0]);
}

/* ---- wide values ---- */

static uint64_t raw_value(const unsigned char *at, int width) {
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    switch (width) {
    case 2:
        memcpy(&two, at, sizeof two);
        return two;
    case 4:
        memcpy(&four, at, sizeof four);
        return four;
    case 8:
        memcpy(&eight, at, sizeof eight);
        return eight;
    default:
        return *at;
    }
}

static int16_t wide_value(const struct sr_segment *segment, const unsigned char *at) {
    int64_t value = (int64_t)raw_value(at, segment->width);
    int unused = 64 - 8 * segment->width;
    if (segment->is_signed && unused)
        value = (int64_t)((uint64_t)value << unused) >> unused;
    if (segment->may_be_none && value == SR_NONE)
        return SR_ELEMENT_NONE;
    if (value > INT16_MAX)
        return INT16_MAX;
    return value < INT16_MIN ? INT16_MIN : (int16_t)value;
}

/* ---- runs ---- */

typedef int8_t bytes __attribute__((vector_size(2 * BLOCK)));
typedef int16_t block __attribute__((vector_size(2 * BLOCK)));
typedef uint16_t plain_block __attribute__((vector_size(2 * BLOCK)));

/* Each byte twice, side by side: shifted down, the upper one is left with its sign, or without. */
static inline block doubled(const unsigned char *from) {
    bytes eight = {0};
    memcpy(&eight, from, BLOCK);
    return (block)__builtin_shufflevector(eight, eight, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7,
                                          7);
}

static inline int16_t with_sign(unsigned char byte) {
    return (int16_t)((byte ^ 0x80) - 0x80);
}

static inline void widen_signed(const unsigned char *from, int count, int16_t *out) {
    for (; count > 0; count -= BLOCK, from += BLOCK, out += BLOCK) {
        block wide = doubled(from) >> BLOCK;
        memcpy(out, &wide, sizeof wide);
    }
}

static inline void gather(const unsigned char *state, const uint16_t *offset, int count,
                          int16_t *out) {
    int i = 0;
    for (; i + 4 <= count; i += 4) {
        out[i] = with_sign(state[offset[i]]);
        out[i + 1] = with_sign(state[offset[i + 1]]);
        out[i + 2] = with_sign(state[offset[i + 2]]);
        out[i + 3] = with_sign(state[offset[i + 3]]);
    }
    for (; i < count; i++)
        out[i] = with_sign(state[offset[i]]);
}

/* The same a block at a time. A plan has strands only where the processor can do this. */
#if defined(__x86_64__)
__attribute__((target("ssse3"))) static void
weave(const unsigned char *state, const struct sr_strand *strand, int count, int16_t *row) {
    __m128i whole = _mm_setzero_si128();
    for (const struct sr_strand *last = strand + count; strand < last; strand++) {
        __m128i from = _mm_loadu_si128((const __m128i *)(const void *)(state + strand->at));
        __m128i where = _mm_loadu_si128((const __m128i *)(const void *)strand->shuffle);
        whole = _mm_or_si128(whole, _mm_shuffle_epi8(from, where));
        if (!strand->out)
            continue;
        _mm_storeu_si128((__m128i *)(void *)(row + strand->out), _mm_srai_epi16(whole, BLOCK));
        whole = _mm_setzero_si128();
    }
}
#else
static void weave(const unsigned char *state, const struct sr_strand *strand, int count,
                  int16_t *row) {
    (void)state, (void)strand, (void)count, (void)row;
}
#endif

static inline block eight_of(int value) {
    int16_t v = (int16_t)value;
    return (block){v, v, v, v, v, v, v, v};
}

/* What belongs to seats, as the observer counts; none is below them, others are above. */
static inline block turned(block value, const struct sr_segment *segment) {
    block nobodys = (value < 0) | (value >= eight_of(segment->round));
    block to = value - eight_of(segment->turn);
    to += (to < 0) & eight_of(segment->round);
    return (value & nobodys) | (to & ~nobodys);
}

static inline void widen_turned(const struct sr_segment *segment, const unsigned char *from,
                                int count, int16_t *out) {
    for (; count > 0; count -= BLOCK, from += BLOCK, out += BLOCK) {
        block wide = turned(doubled(from) >> BLOCK, segment);
        memcpy(out, &wide, sizeof wide);
    }
}

/* A list: past its end every bit is set, which is SR_ELEMENT_NONE. Lists are mostly short. */
static inline void widen_list(const struct sr_segment *segment, const unsigned char *from,
                              int length, int16_t *out) {
    const block none = eight_of(SR_ELEMENT_NONE);
    const int16_t *last = out + segment->count;
    if (segment->how == READ_TURNED)
        widen_turned(segment, from, length, out);
    else
        widen_signed(from, length, out);
    out += length;
    memcpy(out, &none, sizeof none);
    for (out += BLOCK; out < last; out += BLOCK)
        memcpy(out, &none, sizeof none);
}

static inline void widen_unsigned(const unsigned char *from, int count, int16_t *out) {
    for (; count > 0; count -= BLOCK, from += BLOCK, out += BLOCK) {
        plain_block wide = (plain_block)doubled(from) >> BLOCK;
        memcpy(out, &wide, sizeof wide);
    }
}

static void read_sets(const struct sr_segment *segment, const unsigned char *from, int count,
                      int16_t *out) {
    int bits = segment->bits;
    if (segment->roomy && segment->width == 2) {
        for (int i = 0; i < count; i++, out += bits)
            spread_pair(from[2 * i] | (unsigned)from[2 * i + 1] << 8, out);
    } else if (segment->roomy && segment->width == 1) {
        for (int i = 0; i < count; i++, out += bits)
            memcpy(out, bits_of_byte[from[i]], sizeof bits_of_byte[0]);
    } else {
        for (int i = 0; i < count; i++, out += bits)
            spread(raw_value(from + i * segment->width, segment->width), bits, out);
    }
}

static void read_seat_sets(const struct sr_plan *plan, const struct sr_segment *segment,
                           const unsigned char *from, int count, int16_t *out) {
    int seats = segment->bits;
    if (segment->roomy && segment->width == 1) {
        for (int i = 0; i < count; i++, out += seats)
            memcpy(out, bits_of_byte[plan->turned_set[from[i] & (SR_SETS_OF_SEATS - 1)]],
                   sizeof bits_of_byte[0]);
        return;
    }
    for (int i = 0; i < count; i++, out += seats) {
        uint64_t set = raw_value(from + i * segment->width, segment->width);
        spread(plan->turned_set[set & (SR_SETS_OF_SEATS - 1)], seats, out);
    }
}

static inline void read_values(const struct sr_plan *plan, const struct sr_segment *segment,
                               const unsigned char *from, int count, int16_t *out) {
    const int16_t *table = plan->table[segment->table];
    switch ((enum how)segment->how) {
    case READ_GATHER: /* these two the loop reads itself */
    case READ_BLOCKS:
    case READ_SIGNED:
        if (segment->roomy)
            widen_signed(from, count, out);
        else
            for (int i = 0; i < count; i++)
                out[i] = with_sign(from[i]);
        return;
    case READ_UNSIGNED:
        if (segment->roomy)
            widen_unsigned(from, count, out);
        else
            for (int i = 0; i < count; i++)
                out[i] = from[i];
        return;
    case READ_PAIR:
        memcpy(out, from, (size_t)count * sizeof *out);
        return;
    case READ_TABLE:
        for (int i = 0; i < count; i++)
            out[i] = table[from[i]];
        return;
    case READ_BITS:
        read_sets(segment, from, count, out);
        return;
    case READ_SEATS:
        read_seat_sets(plan, segment, from, count, out);
        return;
    case READ_TURNED:
        widen_turned(segment, from, count, out);
        return;
    case READ_WIDE:
        for (int i = 0; i < count; i++)
            out[i] = wide_value(segment, from + i * segment->width);
        return;
    }
}

/* ---- what each state decides anew ---- */

static inline void fill(int16_t *out, int count, int16_t value) {
    for (int i = 0; i < count; i++)
        out[i] = value;
}

/* The part of a list past its end. */
static inline void fill_none(int16_t *out, int count, bool roomy) {
    if (!roomy) {
        fill(out, count, SR_ELEMENT_NONE);
        return;
    }
    const block none = {-1, -1, -1, -1, -1, -1, -1, -1};
    for (; count > 0; count -= BLOCK, out += BLOCK)
        memcpy(out, &none, sizeof none);
}

static void hide_unseen(const unsigned char *masks, int count, int bits, int observer,
                        int16_t *out) {
    if (bits > 1) {
        for (int i = 0; i < count; i++)
            if (!(masks[i] >> observer & 1))
                fill(out + i * bits, bits, SR_ELEMENT_HIDDEN);
        return;
    }
    for (int i = 0; i < count; i++)
        out[i] = masks[i] >> observer & 1 ? out[i] : (int16_t)SR_ELEMENT_HIDDEN;
}

static inline void read_guarded(const struct sr_plan *plan, const struct sr_segment *segment,
                                const unsigned char *state, int observer, int16_t *out) {
    unsigned guards = segment->guards;
    int bits = segment->bits, count = segment->count, length = count;
    if ((guards & GUARD_LIST) && state[segment->length_at] < count)
        length = state[segment->length_at];
    bool is_plain = (guards & GUARD_LIST) && segment->roomy &&
                    (segment->how == READ_SIGNED || segment->how == READ_TURNED);
    if (is_plain)
        widen_list(segment, state + segment->at, length, out);
    else
        read_values(plan, segment, state + segment->at, length, out);
    if (guards != GUARD_LIST) {
        if ((guards & GUARD_DECIDER) && sr_head(state)->decider != observer)
            fill(out, length * bits, SR_ELEMENT_HIDDEN);
        if (guards & GUARD_SEEN)
            hide_unseen(state + segment->masks_at, length, bits, observer, out);
        if ((guards & GUARD_MEMORY) && state[segment->memory_at] && !sr_head(state)->over)
            fill(out, (guards & GUARD_LIST ? length - 1 : count) * bits, SR_ELEMENT_HIDDEN);
    }
    if (!is_plain)
        fill_none(out + length * bits, (count - length) * bits, segment->roomy);
}

/* ---- the agenda ---- */

static int16_t item_arg(const struct sr_elements *elements, const struct sr_item *item, int byte,
                        int observer) {
    int see = elements->arg_see[item->phase][byte];
    if (!see)
        return SR_ELEMENT_NONE; /* the phase has no such argument */
    if (elements->scope == SR_SCOPE_SEAT && see != SR_ALL &&
        !(see == SR_OWNER && item->seat == observer))
        return SR_ELEMENT_HIDDEN;
    int table = elements->arg_table[item->phase][byte];
    return elements->plan[observer].table[table][item->arg[byte]];
}

static void read_agenda(const struct sr_elements *elements, const void *state, int observer,
                        int16_t *out) {
    const struct sr_game *game = elements->game;
    const struct sr_item *agenda = sr_agenda(game, state);
    const int16_t *seat_of = elements->plan[observer].table[0];
    int pending = sr_head(state)->pending, width = 2 + elements->item_bytes;
    if (pending > game->agenda_room)
        pending = game->agenda_room;
    out[elements->agenda_out] = (int16_t)pending;
    int16_t *at = &out[elements->top_out];
    int rest = elements->items_out - elements->top_out + (game->agenda_room - 1) * width;
    memset(at, 0xff, (size_t)rest * sizeof *at); /* SR_ELEMENT_NONE */
    if (pending) {
        const struct sr_item *top = &agenda[pending - 1];
        const struct sr_phase *phase = &game->phases[top->phase];
        at = &out[elements->top_of[top->phase]];
        for (int arg = 0; arg < SR_ITEM_ARGS && phase->args[arg].name; arg++)
            at[arg] = item_arg(elements, top, phase->args[arg].at, observer);
    }
    at = &out[elements->items_out];
    for (int i = pending - 2; i >= 0; i--, at += width) {
        at[0] = agenda[i].phase;
        at[1] = seat_of[agenda[i].seat];
        for (int byte = 0; byte < elements->item_bytes; byte++)
            at[2 + byte] = item_arg(elements, &agenda[i], byte, observer);
    }
}

void sr_elements_read(const struct sr_elements *elements, const void *state, int observer,
                      int16_t *out) {
    const struct sr_plan *plan = &elements->plan[observer];
    const struct sr_head *head = state;
    int16_t *next = out;
    *next++ = (int16_t)observer;
    *next++ = head->phase;
    *next++ = plan->table[0][head->decider];
    *next = head->over;
    if (elements->game->agenda_room)
        read_agenda(elements, state, observer, out);
    const struct sr_segment *last = &plan->segment[plan->segments];
    for (const struct sr_segment *segment = plan->segment; segment < last; segment++) {
        const unsigned char *from = (const unsigned char *)state + segment->at;
        if (segment->how == READ_BLOCKS)
            widen_signed(from, segment->count, out + segment->out);
        else if (segment->strands)
            weave(state, &plan->strand[segment->strand], segment->strands, out);
        else if (segment->how == READ_GATHER)
            gather(state, &plan->offset[segment->at], segment->count, out + segment->out);
        else if (segment->guards)
            read_guarded(plan, segment, state, observer, out + segment->out);
        else
            read_values(plan, segment, from, segment->count, out + segment->out);
    }
}
