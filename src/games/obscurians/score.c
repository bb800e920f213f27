/* Obscurians: the end. Suspicions are read from the bottom of each stack, clients pay for
 * collections, and the mission Lose has its own way to win. */
#include "state.h"

#include <limits.h>

/* Oldest first. Wrong tokens pay nothing and take no place from later ones. */
void obscurians_read_stacks(const struct obscurians *t, struct obscurians_suspicions *read) {
    memset(read, 0, sizeof *read);
    for (int board = 0; board < t->head.seats; board++) {
        int correct = 0;
        for (int i = 0; i < t->stack_size[board]; i++) {
            int owner = token_owner(t->stack[board][i]);
            read->boards[owner] = (uint8_t)(read->boards[owner] | 1 << board);
            if (token_mission(t->stack[board][i]) != t->mission[board])
                continue;
            read->place[owner][board] = (uint8_t)++correct;
            read->right[owner] = (uint8_t)(read->right[owner] | 1 << board);
            read->exposed = (uint8_t)(read->exposed | 1 << board);
        }
    }
}

/* ---- clients ---- */

static void score_take(const struct obscurians_hand *hand, int seat, struct sr_sheet *sheet) {
    for (int colour = 0; colour < COLOURS; colour++) {
        int count = hand->counts[colour];
        int counting = count < TAKE_MOST ? count : TAKE_MOST;
        if (colour != seat && count)
            sr_score_add(sheet, seat, reason_take, counting * counting, colour, count, 0, 0);
    }
}

static void score_lose(const struct obscurians *t, const struct obscurians_hand *hand, int seat,
                       const struct obscurians_suspicions *read, struct sr_sheet *sheet) {
    sr_score_add(sheet, seat, reason_lose, LOSE_START, 0, 0, 0, 0);
    if (hand->goods >= LOSE_GOODS_MIN && hand->goods <= LOSE_GOODS_MAX)
        sr_score_add(sheet, seat, reason_lose_goods, LOSE_EACH, hand->goods, 0, 0, 0);
    if (hand->colours <= LOSE_COLOURS)
        sr_score_add(sheet, seat, reason_lose_colours, LOSE_EACH, hand->colours, 0, 0, 0);
    if (read->boards[seat] == every_other(t, seat) && !read->right[seat])
        sr_score_add(sheet, seat, reason_lose_wrong, LOSE_EACH, 0, 0, 0, 0);
}

static void score_client(const struct obscurians *t, int seat,
                         const struct obscurians_suspicions *read, struct sr_sheet *sheet) {
    struct obscurians_hand hand = obscurians_hand(t, seat);
    int sets[SET_MOST + 1], points;
    switch ((enum mission)t->mission[seat]) {
    case mission_keep:
        sr_score_add(sheet, seat, reason_keep, KEEP_EACH * hand.counts[seat], hand.counts[seat], 0,
                     0, 0);
        break;
    case mission_take:
        score_take(&hand, seat, sheet);
        break;
    case mission_collect:
        points = obscurians_collect(hand.counts, sr_has_option(t, option_collect_optimal), sets);
        sr_score_add(sheet, seat, reason_collect, points, sets[5], sets[4], sets[3], 0);
        break;
    case mission_give:
        sr_score_add(sheet, seat, reason_give, GIVE_START + GIVE_EACH * hand.goods, hand.goods, 0,
                     0, 0);
        break;
    case mission_choose:
        sr_score_add(sheet, seat, reason_choose, obscurians_choose(&hand), hand.singles, hand.pairs,
                     0, 0);
        break;
    case mission_lose:
        score_lose(t, &hand, seat, read, sheet);
        break;
    default:
        break;
    }
}

/* ---- suspicions ---- */

static void score_suspicions(const struct obscurians *t, int seat,
                             const struct obscurians_suspicions *read, struct sr_sheet *sheet) {
    for (int board = 0; board < t->head.seats; board++) {
        int place = read->place[seat][board];
        if (place)
            sr_score_add(sheet, seat, reason_suspicion, obscurians_correct_points(place), board,
                         t->mission[board], place, 0);
    }
    if (read->right[seat] == every_other(t, seat))
        sr_score_add(sheet, seat, reason_exposure, MASTER, 0, 0, 0, 0);
    if (!(read->exposed >> seat & 1))
        sr_score_add(sheet, seat, reason_disguise, MASTER, 0, 0, 0, 0);
}

static void score_treasures(const struct obscurians *t, int seat, struct sr_sheet *sheet) {
    if (collection(t, seat, kind_lamp))
        sr_score_add(sheet, seat, reason_lamp, points_lamp, 0, 0, 0, 0);
    if (collection(t, seat, kind_curse))
        sr_score_add(sheet, seat, reason_curse, points_curse, 0, 0, 0, 0);
}

/* ---- who wins ---- */

/* The mission Lose wins, alone, with the fewest points, and else not at all. */
static int64_t key_of_lose(const struct obscurians *t, int seat, const struct sr_sheet *sheet) {
    for (int other = 0; other < t->head.seats; other++) {
        bool beaten = sheet->total[other] < sheet->total[seat];
        bool tied =
            sheet->total[other] == sheet->total[seat] && !sr_has_option(t, option_lose_tie_wins);
        if (other != seat && (beaten || tied))
            return INT_MIN;
    }
    return INT_MAX;
}

void obscurians_score(const void *state, struct sr_sheet *sheet) {
    const struct obscurians *t = state;
    struct obscurians_suspicions read;
    int64_t key[SEATS];
    obscurians_read_stacks(t, &read);
    for (int seat = 0; seat < t->head.seats; seat++) {
        score_client(t, seat, &read, sheet);
        score_suspicions(t, seat, &read, sheet);
        score_treasures(t, seat, sheet);
    }
    for (int seat = 0; seat < t->head.seats; seat++)
        key[seat] = t->mission[seat] == mission_lose ? key_of_lose(t, seat, sheet)
                                                     : (int64_t)sheet->total[seat];
    sr_score_rank(sheet, t->head.seats, key);
    for (int seat = 0; seat < t->head.seats; seat++)
        if (t->mission[seat] == mission_lose)
            sr_score_add(sheet, seat,
                         sheet->winners >> seat & 1 ? reason_lose_won : reason_lose_missed, 0, 0, 0,
                         0, 0);
}
