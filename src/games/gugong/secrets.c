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

/* ---- gifts that are alike ---- */

/* Of equal gifts the one is named whose place the table knows, so that playing it shows nothing. */
static int prominence(const struct gugong *t, int gift) {
    return (t->known_place[gift] == known_hand || t->known_place[gift] == known_discard ? GIFTS
                                                                                        : 0) -
           gift;
}

bool gugong_is_spare(const struct gugong *t, const uint8_t *list, int size, int at, int except) {
    int gift = list[at];
    for (int i = 0; i < size; i++) {
        int other = list[i];
        if (gugong_gifts[other].value == gugong_gifts[gift].value &&
            gugong_gifts[other].action == gugong_gifts[gift].action && other != gift &&
            other != except && prominence(t, other) > prominence(t, gift))
            return true;
    }
    return false;
}

/* ---- swapping a gift with the board ---- */

static void list_swaps(const struct gugong *t, const uint8_t *list, int size,
                       struct sr_moves *moves) {
    for (int i = 0; i < size; i++)
        if (!gugong_is_spare(t, list, size, i, SR_NONE))
            for (int area = 0; area < AREAS; area++)
                sr_add_3(moves, verb_swap, list[i], area, 0);
}

bool gugong_asks_swap(const void *state) {
    const struct gugong *t = state;
    int seat = top_seat(t);
    return t->hand_size[seat] + (sr_top(t, swap)->hand_only ? 0 : t->discard_size[seat]) > 0;
}

void gugong_list_swap(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    int seat = t->head.decider;
    list_swaps(t, t->hand[seat], t->hand_size[seat], moves);
    if (!sr_top(t, swap)->hand_only)
        list_swaps(t, t->discard[seat], t->discard_size[seat], moves);
    sr_add_3(moves, verb_skip, 0, 0, 0);
}

void gugong_play_swap(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    if (move.verb == verb_skip)
        return;
    int seat = t->head.decider, gift = move.arg[0], area = move.arg[1], taken = t->board[area];
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

/* ---- guessing ---- */

/* Places whose gifts are collected, mixed and dealt again. */
enum { MOST_PLACES = GIFTS + 2 * SIDES * MENG_GIFTS };
struct places {
    uint8_t *at[MOST_PLACES];
    uint8_t gift[MOST_PLACES];
    int count;
};

static void collect(struct places *places, uint8_t *at) {
    if (places->count >= MOST_PLACES)
        return;
    places->gift[places->count] = *at;
    places->at[places->count++] = at;
}

static void deal_again(struct places *places, struct sr_stream *stream) {
    sr_shuffle(stream, places->gift, (size_t)places->count);
    for (int i = 0; i < places->count; i++)
        *places->at[i] = places->gift[i];
}

/* Gifts that nobody but their owner knows. */
static void collect_unknown(const struct gugong *t, int side, uint8_t *list, int size,
                            struct places *unknown) {
    for (int i = 0; i < size; i++)
        if (t->known_owner[list[i]] != side)
            collect(unknown, &list[i]);
}

/* Gifts of which it is not known whether they are in hand or in the discard. An unknown gift may
 * take the place of one that is known to be the owner's, so these are mixed together. */
static void mix_places(struct gugong *t, int seat, struct sr_stream *stream) {
    struct places unsure = {.count = 0};
    for (int i = 0; i < t->hand_size[seat]; i++)
        if (!gugong_is_known(t, t->hand[seat][i], seat, known_hand))
            collect(&unsure, &t->hand[seat][i]);
    for (int i = 0; i < t->discard_size[seat]; i++)
        if (!gugong_is_known(t, t->discard[seat][i], seat, known_discard))
            collect(&unsure, &t->discard[seat][i]);
    deal_again(&unsure, stream);
    sr_shuffle(stream, t->hand[seat], t->hand_size[seat]);
    sr_shuffle(stream, t->discard[seat], t->discard_size[seat]);
}

void gugong_guess(void *state, int seat, struct sr_stream *stream) {
    struct gugong *t = state;
    struct places unknown = {.count = 0};
    sr_shuffle(stream, t->pile, t->pile_size);
    sr_shuffle(stream, t->automa_deck, t->automa_deck_size);

    for (int i = 0; i < t->deck_size; i++)
        collect(&unknown, &t->deck[i]);
    collect_unknown(t, MENG, t->meng_gifts, t->meng_gifts_size, &unknown);
    for (int other = 0; other < t->head.seats && !t->head.over; other++)
        if (other != seat) {
            collect_unknown(t, other, t->hand[other], t->hand_size[other], &unknown);
            collect_unknown(t, other, t->discard[other], t->discard_size[other], &unknown);
        }
    deal_again(&unknown, stream);

    sr_shuffle(stream, t->meng_gifts, t->meng_gifts_size);
    for (int other = 0; other < t->head.seats && !t->head.over; other++)
        if (other != seat)
            mix_places(t, other, stream);
}
