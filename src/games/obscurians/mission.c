/* Obscurians: what a collection is worth to each client. The two treasures have no colour; they
 * count as goods only where goods as such are counted. */
#include "state.h"

struct obscurians_hand obscurians_hand(const struct obscurians *t, int seat) {
    struct obscurians_hand hand = {.goods = 0};
    uint8_t counts[KINDS];
    set_goods_row(counts, goods_row(t->open[seat]) + goods_row(t->stash[seat]));
    hand.goods = count_goods(counts);
    memcpy(hand.counts, counts, sizeof hand.counts);
    for (int colour = 0; colour < COLOURS; colour++) {
        hand.colours += counts[colour] > 0;
        hand.singles += counts[colour] == 1;
        hand.pairs += counts[colour] == 2;
    }
    return hand;
}

int obscurians_take(const struct obscurians_hand *hand, int own) {
    int points = 0;
    for (int colour = 0; colour < COLOURS; colour++) {
        int count = hand->counts[colour] < TAKE_MOST ? hand->counts[colour] : TAKE_MOST;
        if (colour != own)
            points += count * count;
    }
    return points;
}

int obscurians_choose(const struct obscurians_hand *hand) {
    int singles = hand->singles < CHOOSE_SINGLES ? hand->singles : CHOOSE_SINGLES;
    return CHOOSE_SINGLE * singles + CHOOSE_PAIR * hand->pairs;
}

/* ---- Collect ---- */

enum { SETS = COLOURS * GOODS_EACH * 2 / SET_LEAST };

static const uint8_t set_points[SET_MOST + 1] = {[3] = 8, [4] = 14, [5] = 22};

/* Row by row: the first set has one good of every colour there is, the second of every colour of
 * which there are two ... */
static int collect_rows(const uint8_t counts[COLOURS], int sets[SET_MOST + 1]) {
    int points = 0;
    for (int row = 1;; row++) {
        int size = 0;
        for (int colour = 0; colour < COLOURS; colour++)
            size += counts[colour] >= row;
        size = size < SET_MOST ? size : SET_MOST;
        if (size < SET_LEAST)
            return points;
        points += set_points[size];
        sets[size]++;
    }
}

/* The best split. Sets of given sizes can be formed if any k of them, the largest, have no more
 * members than k goods of each colour allow: sum over colours of min(count, k). That bound bends
 * downwards as k grows, so it is enough to look where the size changes. */
static int collect_best(const uint8_t counts[COLOURS], int sets[SET_MOST + 1]) {
    int room[SETS + 2] = {0};
    int most = 0, best = 0; /* no more than `most` sets, even of three */
    for (int k = 1; k <= SETS + 1; k++) {
        room[k] = room[k - 1];
        for (int colour = 0; colour < COLOURS; colour++)
            room[k] += counts[colour] >= k;
        if (SET_LEAST * k > room[k])
            break;
        most = k;
    }
    for (int fives = 0; fives <= most && 5 * fives <= room[fives]; fives++)
        for (int fours = 0; fives + fours <= most && 5 * fives + 4 * fours <= room[fives + fours];
             fours++) {
            int threes = 0;
            while (fives + fours + threes < most &&
                   5 * fives + 4 * fours + 3 * (threes + 1) <= room[fives + fours + threes + 1])
                threes++;
            int points = set_points[5] * fives + set_points[4] * fours + set_points[3] * threes;
            if (points > best) {
                best = points;
                sets[5] = fives;
                sets[4] = fours;
                sets[3] = threes;
            }
        }
    return best;
}

int obscurians_collect(const uint8_t counts[COLOURS], bool optimal, int sets[SET_MOST + 1]) {
    for (int size = 0; size <= SET_MOST; size++)
        sets[size] = 0;
    return optimal ? collect_best(counts, sets) : collect_rows(counts, sets);
}
