/* The Voyages of Marco Polo: what a position is judged by: points as they stand, what lies on the
 * mat, what contracts may still bring, what posts earn in the rounds to come, how near goals and
 * Beijing are, and, in the middle of an action, what it is about to give.
 *
 * What rewards are worth beside each other is estimated here, in points; what each feature says
 * about winning is learnt from play: see weights.def. */
#include "state.h"

#include "core/mind.h"

#include <string.h>

static const struct sr_feature features[FEATURES] = {
    [feature_points] = {"points", SR_TEXT("points", "очки"), SR_MORE},
    [feature_goals] = {"goals", SR_TEXT("points of goals", "очки целей"), SR_MORE},
    [feature_beijing] = {"beijing", SR_TEXT("points in Beijing", "очки в Пекине"), SR_MORE},
    [feature_most_contracts] = {"most_contracts",
                                SR_TEXT("the most contracts", "больше всех контрактов"), SR_MORE},
    [feature_contracts_done] = {"contracts_done",
                                SR_TEXT("contracts completed", "выполненные контракты"), SR_MORE},
    [feature_contracts] = {"contracts", SR_TEXT("contracts at hand", "контракты на руках"),
                           SR_MORE},
    [feature_coins] = {"coins", SR_TEXT("coins", "монеты"), SR_MORE},
    [feature_camels] = {"camels", SR_TEXT("camels", "верблюды"), SR_MORE},
    [feature_pepper] = {"pepper", SR_TEXT("pepper", "специи"), SR_MORE},
    [feature_silk] = {"silk", SR_TEXT("silk", "шёлк"), SR_MORE},
    [feature_gold] = {"gold", SR_TEXT("gold", "золото"), SR_MORE},
    [feature_plenty] = {"plenty", SR_TEXT("things beyond use", "лишнее"), SR_LESS},
    [feature_dice] = {"dice", SR_TEXT("dice on the mat", "кубики на планшете"), SR_MORE},
    [feature_pips] = {"pips", SR_TEXT("pips of the dice", "очки на кубиках"), SR_MORE},
    [feature_posts] = {"posts", SR_TEXT("trading posts", "фактории"), SR_MORE},
    [feature_provinces] = {"provinces", SR_TEXT("income of provinces", "доход провинций"), SR_MORE},
    [feature_cities] = {"cities", SR_TEXT("cities to work in", "города с действиями"), SR_MORE},
    [feature_goal_places] = {"goal_places",
                             SR_TEXT("places of goals reached", "достигнутые места целей"),
                             SR_MORE},
    [feature_near_goals] = {"near_goals", SR_TEXT("nearness of the goals", "близость целей"),
                            SR_MORE},
    [feature_near_beijing] = {"near_beijing", SR_TEXT("nearness of Beijing", "близость Пекина"),
                              SR_MORE},
    [feature_under_way] = {"under_way",
                           SR_TEXT("what the action will give", "что даст начатое действие"),
                           SR_MORE},
    [feature_to_act] = {"to_act",
                        SR_TEXT("the turn's action still to come", "действие хода ещё впереди")},
#define CHARACTER(id, gain, en, ru) [feature_character + the_##id] = {#id, SR_TEXT(en, ru)},
#include "components.def"
};

/* WEIGHTS(seats, one weight for each feature in the order above), LATE(the same at the end) */
static const float weights[2][SEATS - 1][FEATURES] = {
#define WEIGHTS(seats, ...) [0][(seats)-2] = {__VA_ARGS__},
#define LATE(seats, ...) [1][(seats)-2] = {__VA_ARGS__},
#include "weights.def"
};

/* Estimates in points, for coins, camels, pepper, silk, gold, points. */
static const float early_worth[AMOUNTS] = {0.22f, 0.45f, 0.7f, 1.05f, 1.6f, 1.0f};
static const float contract_done_worth = 0.9f, card_worth = 0.35f, post_worth = 0.8f;

/* What waits on the agenda is worth, each. */
static const float pending_worth[PHASES] = {
    [phase_good] = 1.5f,     [phase_goods] = 2.4f,   [phase_black_die] = 1.4f,
    [phase_draw] = 0.7f,     [phase_step] = 0.9f,    [phase_move] = 0.9f,
    [phase_copy] = 2.4f,     [phase_bonus] = 1.8f,   [phase_post] = 2.0f,
    [phase_relocate] = 2.0f, [phase_settle] = 3.0f,  [phase_slot_bonus] = 0.4f,
    [phase_province] = 1.8f, [phase_barter] = -0.7f, [phase_again] = 0.3f,
};
static const float camel_worth = 0.45f; /* to come, at a barter */

struct worth {
    float of[AMOUNTS];
    float rounds; /* still to come, this one in part */
};

/* Still to come, this one in part. */
float marcopolo_rounds_left(const struct marcopolo *t) {
    int dice = 0;
    for (int seat = 0; seat < t->head.seats; seat++)
        dice += t->dice_size[seat];
    float part = (float)dice / (float)(OWN_DICE * t->head.seats);
    return (float)(ROUNDS - 1 - t->round) + (part < 1.0f ? part : 1.0f);
}

static float progress(const void *state) {
    return 1.0f - marcopolo_rounds_left(state) / (float)ROUNDS;
}

/* Late in the game goods that will not be used are worth little. */
static struct worth price_list(const struct marcopolo *t) {
    struct worth worth = {.rounds = marcopolo_rounds_left(t)};
    float fresh = worth.rounds > 2.0f ? 1.0f : 0.3f + 0.35f * worth.rounds;
    for (int i = 0; i < AMOUNTS; i++)
        worth.of[i] = early_worth[i] * (i == resource_points ? 1.0f : fresh);
    return worth;
}

static float sum_up(const struct worth *worth, const struct amounts *amounts) {
    float sum = 0;
    for (int i = 0; i < AMOUNTS; i++)
        sum += worth->of[i] * (float)amounts->of[i];
    return sum;
}

static float reward_worth(const struct worth *worth, const struct reward *reward) {
    return sum_up(worth, &reward->gain) + pending_worth[reward->effect[0]] +
           pending_worth[reward->effect[1]];
}

/* ---- contracts ---- */

static float contract_worth(const struct marcopolo *t, const struct worth *worth, int seat,
                            int contract) {
    const struct contract_info *info = &marcopolo_contract[contract];
    float gain =
        reward_worth(worth, &info->reward) + contract_done_worth - sum_up(worth, &info->price);
    float missing = 0;
    for (int i = 0; i < RESOURCES; i++)
        if (info->price.of[i] > t->stock[seat][i])
            missing += early_worth[i] * (float)(info->price.of[i] - t->stock[seat][i]);
    if (gain < 0.3f)
        gain = 0.3f;
    return 0.75f * gain * worth->rounds / (worth->rounds + 0.3f) / (1.0f + 0.35f * missing);
}

/* ---- the map ---- */

static bool is_goal_place(const struct marcopolo *t, int seat, int place) {
    for (int i = 0; i < t->goal_size[seat] && i < GOALS_KEPT; i++) {
        const struct goal_info *goal = &marcopolo_goal[t->goal[seat][i]];
        if (goal->city == place || goal->province == place)
            return true;
    }
    return false;
}

/* What a new post in a place would earn, beyond the points of the goals as they stand. */
static float place_worth(const struct marcopolo *t, const struct worth *worth, int seat,
                         int place) {
    float sum = post_worth + (is_goal_place(t, seat, place) ? 3.0f : 0.0f);
    if (is_province(place)) {
        int bonus = t->bonus[place - FIRST_PROVINCE];
        sum += reward_worth(worth, &marcopolo_bonus[bonus]) * (float)(ROUNDS - t->round);
    } else if (place < CITIES) {
        sum += card_worth * worth->rounds * (place == at_sumatra ? 2.0f : 1.0f);
        if (t->token[place] != SR_NONE)
            sum += reward_worth(worth, &marcopolo_token[t->token[place]]);
    } else {
        for (int space = 0; space < BEIJING_SPACES; space++)
            if (t->beijing[space] == SR_NONE) {
                sum += (float)marcopolo_beijing_points[space] + 1.0f;
                break;
            }
    }
    return sum;
}

static float stop_worth(const struct marcopolo *t, const struct worth *worth, int seat, int place) {
    return place < POST_PLACES && !has_post(t, seat, place) ? place_worth(t, worth, seat, place)
                                                            : 0.0f;
}

/* The best place within so many steps, prices taken off. Oasis hops are left out. */
static float way_worth(const struct marcopolo *t, const struct worth *worth, int seat, int place,
                       int depth, int purse, int herd, int steps) {
    float best = stop_worth(t, worth, seat, place);
    for (int i = 0; i < MAX_ROADS && depth; i++) {
        const struct road *road = &marcopolo_road[place][i];
        int base =
            steps < FACES ? marcopolo_steps_price[steps + 1] - marcopolo_steps_price[steps] : 0;
        if (!road->there)
            break;
        if (road->coins + base > purse || road->camels > herd)
            continue;
        float there = way_worth(t, worth, seat, road->to, depth - 1, purse - road->coins - base,
                                herd - road->camels, steps + 1) -
                      worth->of[resource_coins] * (float)(road->coins + base) -
                      worth->of[resource_camels] * (float)road->camels;
        if (there > best)
            best = there;
    }
    return best;
}

static float journey_worth(const struct marcopolo *t, const struct worth *worth, int seat,
                           int steps_done, int steps_left, int price) {
    int purse = t->stock[seat][resource_coins] - price;
    int depth = steps_left < 3 ? steps_left : 3;
    float best = 0;
    for (int figure = 0; figure < FIGURES && t->figure[seat][figure] < PLACES; figure++) {
        float way = way_worth(t, worth, seat, t->figure[seat][figure], depth, purse,
                              t->stock[seat][resource_camels], steps_done);
        if (way > best)
            best = way;
    }
    return best;
}

/* ---- an action that is under way ---- */

static float card_use_worth(const struct marcopolo *t, const struct worth *worth, int seat,
                            int card, int value) {
    const struct card_info *info = &marcopolo_card[card];
    float each = sum_up(worth, &info->get) - sum_up(worth, &info->pay);
    switch ((enum card_kind)info->kind) {
    case card_repeat:
        return each * (float)marcopolo_card_times(t, seat, card, value);
    case card_goods:
        return (each + pending_worth[phase_good]) *
               (float)marcopolo_card_times(t, seat, card, value);
    case card_provinces:
        return (each + pending_worth[phase_bonus]) *
               (float)marcopolo_card_times(t, seat, card, value);
    case card_walk:
        return journey_worth(t, worth, seat, FACES, value < 2 ? value : 2, 0) - 1.0f;
    case card_contracts:
        return each * (float)(value < t->completed[seat] ? value : t->completed[seat]);
    case card_posts:
        return each * (float)(value < count_posts(t, seat) ? value : count_posts(t, seat));
    case card_pips:
        return each * (float)value;
    case card_by_die:
        return each * (value >= info->from ? 3.0f : 1.0f);
    case card_one_way:
    case card_two_way:
    case card_barter:
    default:
        return 0.8f;
    }
}

static float action_worth(const struct marcopolo *t, const struct worth *worth, int seat, int space,
                          int value, int price) {
    float best = 0;
    switch (space) {
    case space_take5:
        return worth->of[resource_coins] * (float)TAKE5_COINS;
    case space_camel:
    case space_pepper:
    case space_silk:
    case space_gold:
        for (int column = 0; column < value; column++) {
            float here = reward_worth(worth, &marcopolo_bazaar[space - space_camel][column]);
            if (here > best)
                best = here;
        }
        return best;
    case space_khan:
        return pending_worth[phase_good] + worth->of[resource_camels] * (float)KHAN_CAMELS;
    case space_contracts:
        for (int slot = 0; slot < t->row_size && slot < value; slot++) {
            float here = contract_worth(t, worth, seat, t->row[slot]);
            if (here > best)
                best = here;
        }
        return t->active[seat][0] == SR_NONE || t->active[seat][1] == SR_NONE ? 1.3f * best
                                                                              : 0.3f * best;
    case space_travel:
        return journey_worth(t, worth, seat, 0, value, price);
    case space_purse:
        return worth->of[resource_coins] * (float)PURSE_COINS;
    default:
        return space >= space_card && space < SPACES
                   ? card_use_worth(t, worth, seat, t->card[space - space_card], value)
                   : 0.3f;
    }
}

static float die_worth(const struct worth *worth, int die) {
    int value = die_value(die) ? die_value(die) : FACES;
    return (0.7f + 0.17f * (float)value) * (worth->rounds > 1.0f ? 1.0f : 0.7f);
}

/* Which dice would serve the space best, and what is left of its gain when they are gone? */
static float dice_choice_worth(const struct marcopolo *t, const struct worth *worth, int seat,
                               const struct placing *placing) {
    int size = t->dice_size[seat], left = placing->dice_left, space = placing->space;
    float best = -1.0f;
    for (int i = 0; i + left <= size; i++) {
        int value = placing->value ? placing->value : die_value(t->dice[seat][i]);
        if (!value)
            value = FACES;
        int price = placing->value ? 0 : price_of_space(t, seat, space, value);
        float gain = action_worth(t, worth, seat, space, value, price) -
                     worth->of[resource_coins] * (float)price;
        for (int k = 0; k < left; k++)
            gain -= die_worth(worth, t->dice[seat][i + k]);
        if (price <= t->stock[seat][resource_coins] && gain > best)
            best = gain;
    }
    return best;
}

/* How often an item will be asked. */
static int times_asked(const struct sr_item *item) {
    switch (item->phase) {
    case phase_good:
        return sr_args(item, good)->count;
    case phase_slot_bonus:
        return sr_args(item, slot_bonus)->count;
    case phase_province:
        return sr_args(item, own_bonuses)->count;
    case phase_barter:
        return sr_args(item, barter)->count;
    case phase_again:
        return sr_args(item, again)->left;
    default:
        return 1;
    }
}

static float agenda_worth(const struct marcopolo *t, const struct worth *worth, int seat) {
    float sum = 0;
    for (int i = 0; i < t->head.pending; i++) {
        const struct sr_item *item = &t->agenda[i];
        if (item->phase == phase_room)
            sum += 0.5f * contract_worth(t, worth, seat, sr_args(item, room)->contract);
        if (item->phase == phase_barter)
            sum += camel_worth * (float)sr_args(item, barter)->camels;
        sum += pending_worth[item->phase] * (float)times_asked(item);
    }
    const struct journey *journey;
    switch (t->head.phase) {
    case phase_die:
        return sum + dice_choice_worth(t, worth, seat, sr_top(t, placing));
    case phase_reroll:
        return sum + 0.5f;
    case phase_adjust:
        return sum + 0.6f;
    case phase_column:
        return sum +
               action_worth(t, worth, seat, sr_top(t, bazaar)->space, sr_top(t, bazaar)->value, 0);
    case phase_take:
        return sum + action_worth(t, worth, seat, space_contracts, sr_top(t, taking)->value, 0);
    case phase_times:
    case phase_exchange:
        return sum + card_use_worth(t, worth, seat, sr_top(t, card_use)->card,
                                    sr_top(t, card_use)->value);
    case phase_journey:
        journey = sr_top(t, journey);
        return sum + journey_worth(t, worth, seat,
                                   journey->source == source_space + space_travel ? journey->steps
                                                                                  : FACES,
                                   journey->steps_left, 0);
    default:
        return sum;
    }
}

/* ---- what is there ---- */

/* The end is near: what cannot be used any more is worth little. */
static void measure_stock(const struct marcopolo *t, const struct worth *worth, int seat,
                          float *value) {
    static const uint8_t useful[RESOURCES] = {20, 8, 6, 6, 6};
    for (int i = 0; i < RESOURCES; i++) {
        int count = t->stock[seat][i];
        if (count > useful[i]) {
            value[feature_plenty] += worth->of[i] * (float)(count - useful[i]);
            count = useful[i];
        }
        value[feature_coins + i] = worth->of[i] * (float)count;
    }
}

static void measure_contracts(const struct marcopolo *t, const struct worth *worth, int seat,
                              int most, float *value) {
    int completing = marcopolo_completing(t);
    for (int slot = 0; slot < ACTIVE; slot++)
        if (t->active[seat][slot] < CONTRACTS && slot != completing)
            value[feature_contracts] += contract_worth(t, worth, seat, t->active[seat][slot]);
    value[feature_contracts_done] = t->completed[seat];
    value[feature_most_contracts] = most && t->completed[seat] == most ? 1.0f : 0.0f;
}

static void measure_dice(const struct marcopolo *t, int seat, float *value) {
    int pips = 0;
    for (int i = 0; i < t->dice_size[seat]; i++) {
        int shows = die_value(t->dice[seat][i]);
        pips += shows ? shows : FACES;
    }
    value[feature_dice] = t->dice_size[seat];
    value[feature_pips] = (float)pips;
}

static void measure_posts(const struct marcopolo *t, const struct worth *worth, int seat,
                          float *value) {
    value[feature_posts] = (float)count_posts(t, seat);
    for (unsigned left = t->posts[seat]; left; left &= left - 1) {
        int place = __builtin_ctz(left);
        if (is_province(place))
            value[feature_provinces] +=
                reward_worth(worth, &marcopolo_bonus[t->bonus[place - FIRST_PROVINCE]]) *
                (float)(ROUNDS - 1 - t->round);
        else if (place < CITIES)
            value[feature_cities] += worth->rounds;
    }
}

/* ---- goals, and the way there ---- */

/* Points of the goals as they stand; returns the places that are still without a post. */
static unsigned measure_goals(const struct marcopolo *t, int seat, float *value) {
    unsigned wanted = 0, posts = t->posts[seat];
    int sum = 0;
    for (int i = 0; i < t->goal_size[seat] && i < GOALS_KEPT; i++) {
        const struct goal_info *goal = &marcopolo_goal[t->goal[seat][i]];
        unsigned both = 1u << goal->city | 1u << goal->province;
        if ((posts & both) == both)
            sum += goal->points;
        wanted |= both;
    }
    int places = __builtin_popcount(wanted & posts);
    value[feature_goals] = (float)(sum + marcopolo_goal_ladder[places]);
    value[feature_goal_places] = (float)places;
    return wanted & ~posts;
}

static void measure_beijing(const struct marcopolo *t, int seat, float *value) {
    int goods = t->stock[seat][resource_pepper] + t->stock[seat][resource_silk] +
                t->stock[seat][resource_gold];
    int scored = goods / GOODS_PER_POINT;
    for (int space = 0; space < BEIJING_SPACES; space++)
        if (t->beijing[space] == seat)
            value[feature_beijing] = (float)(marcopolo_beijing_points[space] + scored);
}

/* What the next to come to Beijing would have. */
int marcopolo_beijing_prize(const struct marcopolo *t) {
    for (int space = 0; space < BEIJING_SPACES; space++)
        if (t->beijing[space] == SR_NONE)
            return marcopolo_beijing_points[space];
    return 0;
}

/* How many steps the nearest figure is away from a place; 0: one stands there. */
static int steps_to(const struct marcopolo *t, int seat, int place) {
    int fewest = PLACES;
    for (int i = 0; i < FIGURES; i++)
        if (t->figure[seat][i] < PLACES) {
            int steps = marcopolo_roads_between[place][t->figure[seat][i]];
            fewest = steps < fewest ? steps : fewest;
        }
    return fewest;
}

/* Rings of places around the figures, one step wider each time. A place that is k steps away counts
 * one in k + 1, as long as there are rounds left to go there. */
static void measure_ways(const struct marcopolo *t, const struct worth *worth, int seat,
                         unsigned wanted, float *value) {
    enum { FARTHEST = 6 };
    static const float nearness[FARTHEST + 1] = {0,        1.0f / 2, 1.0f / 3, 1.0f / 4,
                                                 1.0f / 5, 1.0f / 6, 1.0f / 7};
    int goals[FARTHEST + 1] = {0}; /* how many places of goals are so far away */
    float left = worth->rounds < 2.0f ? 0.5f * worth->rounds : 1.0f;
    for (; wanted; wanted &= wanted - 1) {
        int steps = steps_to(t, seat, __builtin_ctz(wanted));
        if (steps <= FARTHEST)
            goals[steps]++;
    }
    for (int steps = 1; steps <= FARTHEST; steps++)
        if (goals[steps])
            value[feature_near_goals] += left * nearness[steps] * (float)goals[steps];
    if (has_post(t, seat, at_beijing))
        return;
    int steps = steps_to(t, seat, at_beijing);
    if (steps <= FARTHEST)
        value[feature_near_beijing] =
            left * nearness[steps] * 0.1f * (float)marcopolo_beijing_prize(t);
}

/* ---- all of it ---- */

void marcopolo_measure(const void *state, float values[]) {
    const struct marcopolo *t = state;
    struct worth worth = price_list(t);
    int most = 0;
    memset(values, 0, sizeof *values * FEATURES * t->head.seats);
    for (int seat = 0; seat < t->head.seats; seat++)
        if (t->completed[seat] > most)
            most = t->completed[seat];
    for (int seat = 0; seat < t->head.seats; seat++) {
        float *value = &values[seat * FEATURES];
        value[feature_points] = t->points[seat];
        if (t->character[seat] < CHARACTERS)
            value[feature_character + t->character[seat]] = 1.0f;
        measure_stock(t, &worth, seat, value);
        measure_contracts(t, &worth, seat, most, value);
        measure_dice(t, seat, value);
        measure_posts(t, &worth, seat, value);
        measure_ways(t, &worth, seat, measure_goals(t, seat, value), value);
        measure_beijing(t, seat, value);
    }
    if (t->stage == stage_setup || t->head.over || t->turn_seat >= t->head.seats)
        return;
    float *value = &values[t->turn_seat * FEATURES];
    value[feature_under_way] = agenda_worth(t, &worth, t->turn_seat);
    value[feature_to_act] = t->stage == stage_turns && !t->main_done ? 1.0f : 0.0f;
}

static uint8_t stage(const void *state) {
    const struct marcopolo *t = state;
    return t->round < ROUNDS ? t->round : ROUNDS - 1;
}

/* Characters say much about who wins, and in the first round of three or four the judge makes too
 * much of them: docs/coach.md has what it says of them, and how often they win. */
static float doubt(const void *state) {
    static const float at_first = 1.3f;
    const struct marcopolo *t = state;
    if (t->head.seats < 3 || t->round > 0)
        return 1.0f;
    float left = t->stage == stage_turns ? marcopolo_rounds_left(t) - (float)(ROUNDS - 1) : 1.0f;
    return 1.0f + (at_first - 1.0f) * left;
}

const struct sr_mind marcopolo_mind = {
    .features = features,
    .feature_count = FEATURES,
    .weights = weights[0][0],
    .late_weights = weights[1][0],
    .progress = progress,
    .measure = marcopolo_measure,
    .stage = stage,
    .stages = ROUNDS,
    .habits = marcopolo_habits,
    .habit_names = marcopolo_habit_names,
    .habit_count = HABITS,
    .hunch = marcopolo_hunch,
    .rate = marcopolo_rate,
    .playout = 40,
    .judge_points = 1.0f,
    .doubt = doubt,
    .explore = 0.4f,
    .look = 1.0f,
    .net_playout = 15,
    .net_by_thinker = true,
    .strong_iterations = 1000,
};
