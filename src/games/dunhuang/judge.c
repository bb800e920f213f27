/* Merchants of Dunhuang: what a position is judged by. Both endings count: points as they stand,
 * and how near the instant win is. The weights are learnt from play: see weights.def. */
#include "state.h"

#include "core/mind.h"

static const struct sr_feature features[FEATURES] = {
    [feature_majorities] = {"majorities", SR_TEXT("majorities", "преимущества"), SR_MORE},
    [feature_prestige] = {"prestige", SR_TEXT("prestige", "престиж"), SR_MORE},
    [feature_coins] = {"coins", SR_TEXT("coins", "монеты"), SR_MORE},
    [feature_hand_leads] = {"hand_leads",
                            SR_TEXT("goods of which no rival holds as many",
                                    "товары, которых ни у кого столько нет"),
                            SR_MORE},
    [feature_hand_ties] = {"hand_ties",
                           SR_TEXT("goods of which a rival holds as many",
                                   "товары, которых у соперника столько же"),
                           SR_MORE},
    [feature_hand_behind] = {"hand_behind",
                             SR_TEXT("goods of which a rival holds more",
                                     "товары, которых у соперника больше"),
                             SR_LESS},
    [feature_hand_cards] = {"hand_cards", SR_TEXT("cards in hand", "карты в руке"), SR_MORE},
    [feature_shop_cards] = {"shop_cards", SR_TEXT("cards in the shop", "карты в лавке"), SR_MORE},
    [feature_kinds] = {"kinds", SR_TEXT("kinds in hand", "виды в руке"), SR_MORE},
    [feature_near_win] = {"near_win",
                          SR_TEXT("nearness of the instant win", "близость немедленной победы"),
                          SR_MORE},
    [feature_safe_majorities] = {"safe_majorities",
                                 SR_TEXT("majorities that no tie can take",
                                         "преимущества без угрозы ничьей"),
                                 SR_MORE},
    [feature_protected] = {"protected", SR_TEXT("protected majorities", "преимущества под защитой"),
                           SR_MORE},
    [feature_to_move] = {"to_move", SR_TEXT("being in turn", "очередь хода")},
};

/* WEIGHTS(seats, one weight for each feature in the order above) */
static const float weights[SEATS - 1][FEATURES] = {
#define WEIGHTS(seats, ...) [(seats)-2] = {__VA_ARGS__},
#include "weights.def"
};

/* Leads, ties and the rest in points, in tens: only as many goods count as there are majorities,
 * and one more that may yet come. */
static void measure_hand(const struct dunhuang *t, int seat, int tokens, float *value) {
    int room = tokens + 1;
    for (int good = GOODS - 1; good >= 0; good--) {
        int own = t->hand[seat][good], most = 0;
        if (!own)
            continue;
        value[feature_kinds] += 1.0f;
        value[feature_hand_cards] += (float)own;
        if (room <= 0)
            continue;
        for (int other = 0; other < t->head.seats; other++)
            if (other != seat && t->hand[other][good] > most)
                most = t->hand[other][good];
        int standing = own > most    ? feature_hand_leads
                       : own == most ? feature_hand_ties
                                     : feature_hand_behind;
        value[standing] += 0.1f * (float)dunhuang_value[good];
        room--;
    }
}

static void measure_shop(const struct dunhuang *t, int seat, float *value) {
    for (int good = 0; good < GOODS; good++) {
        value[feature_shop_cards] += (float)t->shop[seat][good];
        if (t->token_owner[good] != seat)
            continue;
        int most = 0;
        for (int other = 0; other < t->head.seats; other++)
            if (other != seat && t->shop[other][good] > most)
                most = t->shop[other][good];
        value[feature_majorities] += 1.0f;
        value[feature_safe_majorities] += t->shop[seat][good] > most + 1 ? 1.0f : 0.0f;
        value[feature_protected] += t->token_side[good] == side_shang ? 1.0f : 0.0f;
    }
}

void dunhuang_measure(const void *state, float values[]) {
    const struct dunhuang *t = state;
    int need = dunhuang_table(t->head.seats)->majorities;

    for (int seat = 0; seat < t->head.seats; seat++) {
        float *value = &values[seat * FEATURES];
        for (int i = 0; i < FEATURES; i++)
            value[i] = 0;
        measure_shop(t, seat, value);
        int tokens = (int)value[feature_majorities];
        measure_hand(t, seat, tokens, value);
        int kinds = (int)value[feature_kinds];
        int steps = (tokens < need ? tokens : need) + (kinds < KINDS_TO_WIN ? kinds : KINDS_TO_WIN);
        value[feature_near_win] = (float)(steps * steps) / (float)(need + KINDS_TO_WIN);
        value[feature_prestige] = t->prestige[seat];
        value[feature_coins] = t->coins[seat] < 10 ? t->coins[seat] : 10;
        value[feature_to_move] = t->turn_seat == seat ? 1.0f : 0.0f;
    }
}

/* ---- for a learnt judge ---- */

/* What lies ahead of the camel matters, not where on the table it lies; and of each good, who has
 * more of it. */
enum { EVEN = 6, MOST_LEAD = 2 * EVEN };
static const struct sr_relation relations[] = {
    {"circle_ahead", SPACES, CHARACTERS - 1},
    {"market_ahead", SPACES, GOODS},
    {"shop_lead", GOODS, MOST_LEAD},
    {"hand_lead", GOODS, MOST_LEAD},
};

/* How far ahead of the best of the others, from far behind to far ahead. */
static void measure_leads(const uint8_t count[SEATS][GOODS], int seats, int seat,
                          uint8_t lead_in[GOODS]) {
    uint8_t most[GOODS] = {0};
    for (int other = 0; other < seats; other++)
        for (int good = 0; good < GOODS && other != seat; good++)
            most[good] = count[other][good] > most[good] ? count[other][good] : most[good];
    for (int good = 0; good < GOODS; good++) {
        int lead = EVEN + count[seat][good] - most[good];
        lead_in[good] = (uint8_t)(lead < 0 ? 0 : lead > MOST_LEAD ? MOST_LEAD : lead);
    }
}

static void relate(const void *state, int seat, uint8_t number[]) {
    const struct dunhuang *t = state;
    for (int step = 0, space = t->camel % SPACES; step < SPACES; step++, space++) {
        space = space < SPACES ? space : 0;
        number[step] = t->circle[space];
        number[SPACES + step] = t->market[space] == SR_NONE ? GOODS : t->market[space];
    }
    measure_leads(t->shop, t->head.seats, seat, number + 2 * SPACES);
    measure_leads(t->hand, t->head.seats, seat, number + 2 * SPACES + GOODS);
}

/* Thirds of the deck, and the last round. */
enum { DECK_PARTS = 3, STAGES = DECK_PARTS + 1 };
static uint8_t stage(const void *state) {
    const struct dunhuang *t = state;
    return (uint8_t)(t->final_round ? DECK_PARTS
                                    : DECK_PARTS - 1 - t->deck_size * DECK_PARTS / (CARDS + 1));
}

const struct sr_mind dunhuang_mind = {
    .features = features,
    .feature_count = FEATURES,
    .weights = weights[0],
    .measure = dunhuang_measure,
    .relations = relations,
    .relation_count = SR_COUNT(relations),
    .relate = relate,
    .stage = stage,
    .stages = STAGES,
    .playout = 4,
    .judge_points = 1.0f,
    .net_explore = 0.2f,
    .net_look = 40.0f,
};
