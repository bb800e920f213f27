/* Obscurians: what a position is judged by. What the client would pay now and how near more is,
 * what suspicions have brought, what is safe; for the mission Lose, how far below the others it is.
 * The weights are learnt from play: see weights.def. */
#include "state.h"

#include "core/mind.h"

/* A feature of a client counts only for the seat that has that mission. */
static const struct sr_feature features[FEATURES] = {
    [feature_keep] = {"keep", SR_TEXT("points of Keep", "очки миссии «Сохранить»"), SR_MORE},
    [feature_take] = {"take", SR_TEXT("points of Take", "очки миссии «Взять»"), SR_MORE},
    [feature_collect] = {"collect", SR_TEXT("points of Collect", "очки миссии «Собрать»"), SR_MORE},
    [feature_give] = {"give", SR_TEXT("points of Give away", "очки миссии «Отдать»"), SR_MORE},
    [feature_choose] = {"choose", SR_TEXT("points of Choose", "очки миссии «Выбрать»"), SR_MORE},
    [feature_lose] = {"lose", SR_TEXT("own points (Lose)", "собственные очки («Проиграть»)"),
                      SR_LESS},
    [feature_has_take] = {"has_take", SR_TEXT("the mission Take", "миссия «Взять»")},
    [feature_has_collect] = {"has_collect", SR_TEXT("the mission Collect", "миссия «Собрать»")},
    [feature_has_give] = {"has_give", SR_TEXT("the mission Give away", "миссия «Отдать»")},
    [feature_has_choose] = {"has_choose", SR_TEXT("the mission Choose", "миссия «Выбрать»")},
    [feature_has_lose] = {"has_lose", SR_TEXT("the mission Lose", "миссия «Проиграть»")},
    [feature_colours] = {"colours",
                         SR_TEXT("colours (Take, Collect)", "цвета («Взять», «Собрать»)"), SR_MORE},
    [feature_surplus] = {"surplus",
                         SR_TEXT("goods beyond two of a colour (Choose)",
                                 "товары сверх двух одного цвета («Выбрать»)"),
                         SR_LESS},
    [feature_margin] = {"margin",
                        SR_TEXT("points below everybody else (Lose)",
                                "очки ниже всех остальных («Проиграть»)"),
                        SR_MORE},
    [feature_far_goods] = {"far_goods",
                           SR_TEXT("goods away from 4 to 6 (Lose)", "товары до 4–6 («Проиграть»)"),
                           SR_LESS},
    [feature_far_colours] = {"far_colours",
                             SR_TEXT("colours beyond two (Lose)", "цвета сверх двух («Проиграть»)"),
                             SR_LESS},
    [feature_wrong_boards] = {"wrong_boards",
                              SR_TEXT("boards with wrong tokens only (Lose)",
                                      "планшеты только с ошибочными жетонами («Проиграть»)"),
                              SR_MORE},
    [feature_suspicions] = {"suspicions", SR_TEXT("points of suspicions", "очки за подозрения"),
                            SR_MORE},
    [feature_disguise] = {"disguise",
                          SR_TEXT("a mission that nobody has named", "нераскрытая миссия"),
                          SR_MORE},
    [feature_treasures] = {"treasures", SR_TEXT("lamp and artifact", "лампа и артефакт"), SR_MORE},
    [feature_tokens] = {"tokens", SR_TEXT("unused tokens", "неиспользованные жетоны"), SR_MORE},
    [feature_stash] = {"stash", SR_TEXT("goods in the stash", "товары в тайнике"), SR_MORE},
    [feature_embargo] = {"embargo", SR_TEXT("embargo", "эмбарго"), SR_MORE},
    [feature_to_move] = {"to_move", SR_TEXT("being in turn", "очередь хода")},
};

/* WEIGHTS(seats, one weight for each feature in the order above), LATE(the same at the end) */
static const float weights[2][SEATS - SEATS_MIN + 1][FEATURES] = {
#define WEIGHTS(seats, ...) [0][(seats)-SEATS_MIN] = {__VA_ARGS__},
#define LATE(seats, ...) [1][(seats)-SEATS_MIN] = {__VA_ARGS__},
#include "weights.def"
};

/* ---- points as they stand ---- */

static int lose_points(const struct obscurians *t, int seat, const struct obscurians_hand *hand,
                       const struct obscurians_suspicions *read) {
    bool few = hand->goods >= LOSE_GOODS_MIN && hand->goods <= LOSE_GOODS_MAX;
    bool plain = hand->colours <= LOSE_COLOURS;
    bool wrong = read->boards[seat] == every_other(t, seat) && !read->right[seat];
    return LOSE_START + LOSE_EACH * (few + plain + wrong);
}

int obscurians_collection_points(const struct obscurians *t, int seat, int mission,
                                 const struct obscurians_hand *hand) {
    int sets[SET_MOST + 1];
    switch ((enum mission)mission) {
    case mission_keep:
        return KEEP_EACH * hand->counts[seat];
    case mission_take:
        return obscurians_take(hand, seat);
    case mission_collect:
        return obscurians_collect(hand->counts, sr_has_option(t, option_collect_optimal), sets);
    case mission_give:
        return GIVE_START + GIVE_EACH * hand->goods;
    case mission_choose:
        return obscurians_choose(hand);
    default:
        return 0;
    }
}

static int client_points(const struct obscurians *t, int seat, const struct obscurians_hand *hand,
                         const struct obscurians_suspicions *read) {
    int mission = t->mission[seat];
    return mission == mission_lose ? lose_points(t, seat, hand, read)
                                   : obscurians_collection_points(t, seat, mission, hand);
}

static int suspicion_points(const struct obscurians *t, int seat,
                            const struct obscurians_suspicions *read) {
    int points = read->right[seat] == every_other(t, seat) ? MASTER : 0;
    for (int board = 0; board < t->head.seats; board++)
        points += obscurians_correct_points(read->place[seat][board]);
    return points;
}

static int treasure_points(const struct obscurians *t, int seat) {
    return points_lamp * collection(t, seat, kind_lamp) +
           points_curse * collection(t, seat, kind_curse);
}

/* ---- features, points in tens ---- */

static float tens(int points) {
    return 0.1f * (float)points;
}

static int surplus(const struct obscurians_hand *hand) {
    int goods = 0;
    for (int colour = 0; colour < COLOURS; colour++)
        if (hand->counts[colour] > 2)
            goods += hand->counts[colour] - 2;
    return goods;
}

static int away_from_few(int goods) {
    return goods < LOSE_GOODS_MIN   ? LOSE_GOODS_MIN - goods
           : goods > LOSE_GOODS_MAX ? goods - LOSE_GOODS_MAX
                                    : 0;
}

/* The mission Lose wants what all others do not: only its own features count for it. */
static void measure_lose(const struct obscurians *t, int seat, const struct obscurians_hand *hand,
                         const struct obscurians_suspicions *read, const int total[SEATS],
                         float *value) {
    enum { FAR = 40 };
    int margin = FAR;
    for (int other = 0; other < t->head.seats; other++)
        if (other != seat && total[other] - total[seat] < margin)
            margin = total[other] - total[seat];
    value[feature_has_lose] = 1.0f;
    value[feature_lose] = tens(total[seat]);
    value[feature_margin] = tens(margin > -FAR ? margin : -FAR);
    value[feature_far_goods] = (float)away_from_few(hand->goods);
    value[feature_far_colours] =
        hand->colours > LOSE_COLOURS ? (float)(hand->colours - LOSE_COLOURS) : 0.0f;
    value[feature_wrong_boards] =
        read->right[seat] ? 0.0f : (float)__builtin_popcount(read->boards[seat]);
}

static void measure_others(const struct obscurians *t, int seat, const struct obscurians_hand *hand,
                           const struct obscurians_suspicions *read, int client, float *value) {
    int mission = t->mission[seat], treasures = treasure_points(t, seat);
    int suspicions = suspicion_points(t, seat, read);
    value[feature_keep + mission] = tens(client);
    if (mission != mission_keep)
        value[feature_has_take + mission - mission_take] = 1.0f;
    if (mission == mission_take || mission == mission_collect)
        value[feature_colours] = (float)hand->colours;
    if (mission == mission_choose)
        value[feature_surplus] = (float)surplus(hand);
    value[feature_suspicions] = tens(suspicions);
    value[feature_disguise] = read->exposed >> seat & 1 ? 0.0f : 1.0f;
    value[feature_treasures] = tens(treasures);
    if (mission != mission_give)
        value[feature_stash] = (float)count_goods(t->stash[seat]);
}

void obscurians_measure(const void *state, float values[]) {
    const struct obscurians *t = state;
    struct obscurians_suspicions read;
    struct obscurians_hand hand[SEATS];
    int client[SEATS], total[SEATS];
    obscurians_read_stacks(t, &read);
    for (int seat = 0; seat < t->head.seats; seat++) {
        hand[seat] = obscurians_hand(t, seat);
        client[seat] = client_points(t, seat, &hand[seat], &read);
        total[seat] = client[seat] + suspicion_points(t, seat, &read) + treasure_points(t, seat) +
                      (read.exposed >> seat & 1 ? 0 : MASTER);
    }
    for (int seat = 0; seat < t->head.seats; seat++) {
        float *value = &values[seat * FEATURES];
        for (int i = 0; i < FEATURES; i++)
            value[i] = 0;
        if (t->mission[seat] == mission_lose)
            measure_lose(t, seat, &hand[seat], &read, total, value);
        else
            measure_others(t, seat, &hand[seat], &read, client[seat], value);
        value[feature_tokens] = t->supply_size[seat];
        value[feature_embargo] = t->embargo[seat];
        value[feature_to_move] = t->head.decider == seat ? 1.0f : 0.0f;
    }
}

/* Rounds gone by; the storm comes after four to six. */
static float progress(const void *state) {
    const struct obscurians *t = state;
    return (float)t->past_size / (float)ROUNDS;
}

/* Rounds by pairs. */
enum { STAGES = (ROUNDS + 1) / 2 };
static uint8_t stage(const void *state) {
    const struct obscurians *t = state;
    return (uint8_t)(t->past_size / 2 < STAGES ? t->past_size / 2 : STAGES - 1);
}

const struct sr_mind obscurians_mind = {
    .features = features,
    .feature_count = FEATURES,
    .weights = weights[0][0],
    .late_weights = weights[1][0],
    .progress = progress,
    .measure = obscurians_measure,
    .stage = stage,
    .stages = STAGES,
    .habits = obscurians_habits,
    .habit_names = obscurians_habit_names,
    .habit_count = HABITS,
    .hunch = obscurians_hunch,
    .clues = &obscurians_clues,
    .ponder = obscurians_ponder,
    .guess_by = obscurians_guess_by,
    .playout = 15,
    .judge_points = 1.0f,
    .net_playout = 2,
    .net_by_thinker = true,
    .strong_iterations = 1000,
};
