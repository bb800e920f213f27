/* Obscurians: how good a position is for each seat, cheaply. Points as they stand for the seat's
 * own mission, how near the next ones are, what tokens and hiding places may still bring. */
#include "state.h"

/* The weights are first estimates in points. */
static const float stash_worth = 0.3f, embargo_worth = 2.0f, token_worth = 2.4f,
                   spread_worth = 0.6f, surplus_worth = -1.2f, far_goods_worth = -1.5f,
                   far_colour_worth = -3.0f, wrong_board_worth = 2.5f, lowest_worth = 0.5f,
                   won_worth = 100.0f;
static const int last_certain_round = DECK - STORM_CARDS;

/* ---- the client, with a slope towards the next points ---- */

static float surplus(const struct obscurians_hand *hand, int wanted) {
    int goods = 0;
    for (int colour = 0; colour < COLOURS; colour++)
        if (hand->counts[colour] > wanted)
            goods += hand->counts[colour] - wanted;
    return (float)goods;
}

/* Points that the mission Lose has, before it has lost them. */
static float lose_points(const struct obscurians *t, int seat, const struct obscurians_hand *hand,
                         const struct obscurians_suspicions *read) {
    float points = LOSE_START;
    if (hand->goods < LOSE_GOODS_MIN)
        points -= far_goods_worth * (float)(LOSE_GOODS_MIN - hand->goods);
    else if (hand->goods > LOSE_GOODS_MAX)
        points -= far_goods_worth * (float)(hand->goods - LOSE_GOODS_MAX);
    else
        points += LOSE_EACH;
    if (hand->colours <= LOSE_COLOURS)
        points += LOSE_EACH;
    else
        points -= far_colour_worth * (float)(hand->colours - LOSE_COLOURS);
    if (read->boards[seat] == every_other(t, seat) && !read->right[seat])
        points += LOSE_EACH;
    else if (!read->right[seat])
        points -= wrong_board_worth * (float)__builtin_popcount(read->boards[seat]);
    return points;
}

static float client_worth(const struct obscurians *t, int seat,
                          const struct obscurians_suspicions *read) {
    struct obscurians_hand hand = obscurians_hand(t, seat);
    int sets[SET_MOST + 1];
    switch ((enum mission)t->mission[seat]) {
    case mission_keep:
        return (float)(KEEP_EACH * hand.counts[seat]);
    case mission_take:
        return (float)obscurians_take(&hand, seat) - surplus_worth * (float)hand.colours;
    case mission_collect:
        return (float)obscurians_collect(hand.counts, has_option(t, option_collect_optimal), sets) +
               spread_worth * (float)(4 * hand.colours + hand.goods);
    case mission_give:
        return (float)(GIVE_START + GIVE_EACH * hand.goods);
    case mission_choose:
        return (float)obscurians_choose(&hand) + surplus_worth * surplus(&hand, 2);
    case mission_lose:
        return lose_points(t, seat, &hand, read);
    default:
        return 0;
    }
}

/* ---- suspicions ---- */

static float suspicion_points(const struct obscurians *t, int seat,
                              const struct obscurians_suspicions *read) {
    int points = 0;
    for (int board = 0; board < t->head.seats; board++)
        points += obscurians_correct_points(read->place[seat][board]);
    if (read->right[seat] == every_other(t, seat))
        points += MASTER;
    if (!(read->exposed >> seat & 1))
        points += MASTER;
    return (float)points;
}

/* Unused tokens are worth less the nearer the storm is. */
static float token_worth_now(const struct obscurians *t) {
    int round = t->past_size + 1;
    if (round <= last_certain_round)
        return token_worth;
    return token_worth / (float)(2 * (round - last_certain_round));
}

/* ---- all of it ---- */

static float points_of(const struct obscurians *t, int seat,
                       const struct obscurians_suspicions *read) {
    int treasures = points_lamp * collection(t, seat, kind_lamp) +
                    points_curse * collection(t, seat, kind_curse);
    return client_worth(t, seat, read) + suspicion_points(t, seat, read) + (float)treasures;
}

void obscurians_judge(const void *state, float value[]) {
    const struct obscurians *t = state;
    struct obscurians_suspicions read;
    float points[SEATS];
    int seats = t->head.seats;
    obscurians_read_stacks(t, &read);
    for (int seat = 0; seat < seats; seat++)
        points[seat] = points_of(t, seat, &read);
    for (int seat = 0; seat < seats; seat++) {
        bool hoards = t->mission[seat] != mission_give && t->mission[seat] != mission_lose;
        value[seat] = points[seat] + token_worth_now(t) * (float)t->supply_size[seat];
        if (hoards)
            value[seat] += stash_worth * (float)count_goods(t->stash[seat]);
        if (t->embargo[seat])
            value[seat] += embargo_worth;
        if (t->mission[seat] != mission_lose)
            continue;
        /* Fewest points is what this one wants: the lowest of the others is the mark. */
        float lowest = 1e9f;
        for (int other = 0; other < seats; other++)
            if (other != seat && points[other] < lowest)
                lowest = points[other];
        value[seat] += LOSE_START - 2 * points[seat] + lowest_worth * (lowest - points[seat]);
    }
    if (t->head.over) {
        struct sr_sheet sheet;
        sr_score(&sr_game_obscurians, t, &sheet);
        for (int seat = 0; seat < seats; seat++)
            if (sheet.winners >> seat & 1)
                value[seat] += won_worth;
    }
}
