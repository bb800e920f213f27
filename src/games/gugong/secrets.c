/* Gugong: hands and discards, what the whole table knows of them, swapping gifts with the board,
 * and guessing what a seat cannot know.
 *
 * Start sets and exchanges are public, so most gifts can be followed. What is not: gifts drawn from
 * the deck, and which gift went unseen from hand to discard or back. Knowledge is a lower bound and
 * never says more than the table could have worked out. */
#include "state.h"

#include <string.h>

/* ---- lists of gifts ---- */

static void add_to(uint8_t *list, uint8_t *size, int most, int gift) {
    if (*size < most)
        list[(*size)++] = (uint8_t)gift;
}

static void remove_from(uint8_t *list, uint8_t *size, int gift) {
    int at = 0;
    while (at < *size && list[at] != gift)
        at++;
    if (at == *size)
        return;
    for (--*size; at < *size; at++)
        list[at] = list[at + 1];
    list[*size] = 0;
}

void gugong_hand_add(struct gugong *t, int seat, int gift) {
    add_to(t->hand[seat], &t->hand_size[seat], MAX_HAND, gift);
}

void gugong_hand_remove(struct gugong *t, int seat, int gift) {
    remove_from(t->hand[seat], &t->hand_size[seat], gift);
}

void gugong_discard_add(struct gugong *t, int seat, int gift) {
    add_to(t->discard[seat], &t->discard_size[seat], MAX_HAND, gift);
}

void gugong_discard_remove(struct gugong *t, int seat, int gift) {
    remove_from(t->discard[seat], &t->discard_size[seat], gift);
}

/* ---- what is known ---- */

void gugong_know(struct gugong *t, int gift, int side, enum known_place place) {
    t->known_owner[gift] = (uint8_t)side;
    t->known_place[gift] = (uint8_t)place;
}

void gugong_forget(struct gugong *t, int gift) {
    t->known_owner[gift] = SR_NONE;
    t->known_place[gift] = known_nothing;
}

bool gugong_is_known(const struct gugong *t, int gift, int side, enum known_place place) {
    return t->known_owner[gift] == side && t->known_place[gift] == place;
}

void gugong_blur(struct gugong *t, int side, enum known_place from, int least) {
    for (int gift = 0; gift < GIFTS; gift++)
        if (gugong_is_known(t, gift, side, from) && gugong_gifts[gift].value >= least)
            t->known_place[gift] = known_either;
}

void gugong_sharpen(struct gugong *t, int side) {
    if (t->hand_size[side])
        return;
    for (int gift = 0; gift < GIFTS; gift++)
        if (t->known_owner[gift] == side)
            t->known_place[gift] = known_discard;
}

/* ---- swapping a gift with the board ---- */

void gugong_list_swap(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    struct frame frame = top_frame(t);
    int seat = frame.side;
    for (int i = 0; i < t->hand_size[seat]; i++)
        for (int area = 0; area < AREAS; area++)
            gugong_add(moves, verb_swap, t->hand[seat][i], area, 0);
    for (int i = 0; !frame.first && i < t->discard_size[seat]; i++)
        for (int area = 0; area < AREAS; area++)
            gugong_add(moves, verb_swap, t->discard[seat][i], area, 0);
    gugong_add(moves, verb_skip, 0, 0, 0);
    gugong_list_exchanges(t, seat, moves);
}

void gugong_play_swap(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    if (gugong_play_exchange(t, move, turn))
        return;
    struct frame frame = gugong_pop(t);
    if (move.verb == verb_swap) {
        int seat = frame.side, gift = move.arg[0], area = move.arg[1], taken = t->board[area];
        bool from_hand = memchr(t->hand[seat], gift, t->hand_size[seat]) != NULL;
        enum known_place place = from_hand ? known_hand : known_discard;
        if (!gugong_is_known(t, gift, seat, place))
            turn->shown = true;
        if (from_hand) {
            gugong_hand_remove(t, seat, gift);
            gugong_hand_add(t, seat, taken);
        } else {
            gugong_discard_remove(t, seat, gift);
            gugong_discard_add(t, seat, taken);
        }
        t->board[area] = (uint8_t)gift;
        gugong_forget(t, gift);
        gugong_know(t, taken, seat, place);
        sr_tell(turn, event_swaps, seat, gift, area, taken, !from_hand);
    }
    gugong_run(t, turn);
}

/* ---- guessing ---- */

/* Gifts that the seat knows nothing about are collected, shuffled, and dealt again. */
enum { MOST_HIDDEN = GIFTS + 2 * SIDES * MENG_GIFTS };
struct hidden {
    uint8_t gift[MOST_HIDDEN];
    int count;
};

static void hide(struct hidden *hidden, int gift) {
    if (hidden->count < MOST_HIDDEN)
        hidden->gift[hidden->count++] = (uint8_t)gift;
}

/* Of one side: gifts known to be in one place stay, those known to be in either and those not known
 * at all are mixed. */
struct holding {
    uint8_t gift[2 * MENG_GIFTS]; /* to be mixed: known ones first, then places for unknown ones */
    int count, unknown;
};

static void collect(const struct gugong *t, int side, uint8_t *list, uint8_t *size,
                    enum known_place place, struct holding *held, struct hidden *hidden) {
    int kept = 0, count = *size;
    for (int i = 0; i < count; i++) {
        int gift = list[i];
        if (gugong_is_known(t, gift, side, place)) {
            list[kept++] = (uint8_t)gift;
        } else if (t->known_owner[gift] == side) {
            held->gift[held->count++] = (uint8_t)gift;
        } else {
            held->unknown++;
            hide(hidden, gift);
        }
    }
    for (int i = kept; i < count; i++)
        list[i] = 0;
    *size = (uint8_t)kept;
}

struct lists {
    uint8_t *hand, *hand_size, *discard, *discard_size;
};

static struct lists lists_of(struct gugong *t, int side) {
    if (side == MENG)
        return (struct lists){t->meng_gifts, &t->meng_gifts_size, t->meng_discard,
                              &t->meng_discard_size};
    return (struct lists){t->hand[side], &t->hand_size[side], t->discard[side],
                          &t->discard_size[side]};
}

void gugong_guess(void *state, int seat, struct sr_stream *stream) {
    struct gugong *t = state;
    struct hidden hidden = {.count = 0};
    struct holding held[SIDES];
    uint8_t hand_size[SIDES], discard_size[SIDES];
    memset(held, 0, sizeof held);

    sr_shuffle(stream, t->pile, t->pile_size);
    sr_shuffle(stream, t->automa_deck, t->automa_deck_size);
    for (int i = 0; i < t->deck_size; i++)
        hide(&hidden, t->deck[i]);
    for (int i = 0; i < sides(t); i++) {
        int side = side_at(t, i);
        struct lists of = lists_of(t, side);
        hand_size[side] = *of.hand_size;
        discard_size[side] = *of.discard_size;
        if (side == seat || (t->head.over && side != MENG))
            continue;
        collect(t, side, of.hand, of.hand_size, known_hand, &held[side], &hidden);
        collect(t, side, of.discard, of.discard_size, known_discard, &held[side], &hidden);
    }
    sr_shuffle(stream, hidden.gift, (size_t)hidden.count);

    int next = 0;
    for (int i = 0; i < sides(t); i++) {
        int side = side_at(t, i);
        struct lists of = lists_of(t, side);
        struct holding *mixed = &held[side];
        for (; mixed->unknown > 0 && next < hidden.count; mixed->unknown--)
            mixed->gift[mixed->count++] = hidden.gift[next++];
        sr_shuffle(stream, mixed->gift, (size_t)mixed->count);
        for (int j = 0; j < mixed->count; j++) {
            if (*of.hand_size < hand_size[side])
                of.hand[(*of.hand_size)++] = mixed->gift[j];
            else if (*of.discard_size < discard_size[side])
                of.discard[(*of.discard_size)++] = mixed->gift[j];
        }
        if (side == MENG)
            sr_shuffle(stream, of.hand, *of.hand_size);
    }
    for (int i = 0; i < t->deck_size && next < hidden.count; i++)
        t->deck[i] = hidden.gift[next++];
}
