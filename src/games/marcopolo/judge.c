/* The Voyages of Marco Polo: how good a position is for each seat, cheaply.
 *
 * Everything is put into points: what lies on the mat, what contracts may still bring, what posts
 * earn in the rounds to come, and, in the middle of an action, what it is about to give. */
#include "state.h"

/* First estimates in points, for coins, camels, pepper, silk, gold, points. */
static const float early_worth[AMOUNTS] = {0.22f, 0.45f, 0.7f, 1.05f, 1.6f, 1.0f};
static const float contract_done_worth = 0.9f, card_worth = 0.35f, post_worth = 0.8f,
                   goal_share = 0.25f;

/* What an effect that still waits is worth, each. */
static const float effect_worth[EFFECTS] = {
    [effect_good] = 1.5f,     [effect_pair] = 2.4f,       [effect_black] = 1.4f,
    [effect_contract] = 0.7f, [effect_move] = 0.9f,       [effect_copy] = 2.4f,
    [effect_bonus] = 1.8f,    [effect_place] = 1.8f,      [effect_post] = 2.0f,
    [effect_due] = 3.0f,      [effect_slot_bonus] = 0.4f, [effect_provinces] = 1.8f,
    [effect_barter] = -0.7f,  [effect_camels] = 0.45f,    [effect_again] = 0.3f,
};

struct worth {
    float of[AMOUNTS];
    float rounds; /* still to come, this one in part */
};

/* Late in the game goods that will not be used are worth little. */
static struct worth price_list(const struct marcopolo *t) {
    struct worth worth;
    int dice = 0;
    for (int seat = 0; seat < t->head.seats; seat++)
        dice += t->dice_size[seat];
    worth.rounds = (float)(ROUNDS - 1 - t->round) + (float)dice / (float)(OWN_DICE * t->head.seats);
    float fresh = worth.rounds > 2.0f ? 1.0f : 0.3f + 0.35f * worth.rounds;
    for (int i = 0; i < AMOUNTS; i++)
        worth.of[i] = early_worth[i] * (i == points ? 1.0f : fresh);
    return worth;
}

static float sum_up(const struct worth *worth, const struct amounts *amounts) {
    float sum = 0;
    for (int i = 0; i < AMOUNTS; i++)
        sum += worth->of[i] * (float)amounts->of[i];
    return sum;
}

static float reward_worth(const struct worth *worth, const struct reward *reward) {
    return sum_up(worth, &reward->gain) + effect_worth[reward->effect[0]] +
           effect_worth[reward->effect[1]];
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
                      worth->of[coins] * (float)(road->coins + base) -
                      worth->of[camels] * (float)road->camels;
        if (there > best)
            best = there;
    }
    return best;
}

static float journey_worth(const struct marcopolo *t, const struct worth *worth, int seat,
                           int steps_done, int steps_left, int price) {
    int purse = t->stock[seat][coins] - price;
    int depth = steps_left < 3 ? steps_left : 3;
    float best = 0;
    for (int figure = 0; figure < FIGURES && t->figure[seat][figure] < PLACES; figure++) {
        float way = way_worth(t, worth, seat, t->figure[seat][figure], depth, purse,
                              t->stock[seat][camels], steps_done);
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
        return (each + effect_worth[effect_good]) *
               (float)marcopolo_card_times(t, seat, card, value);
    case card_provinces:
        return (each + effect_worth[effect_bonus]) *
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

static float action_worth(const struct marcopolo *t, const struct worth *worth, int seat, int doing,
                          int value, int price) {
    float best = 0;
    switch (doing) {
    case space_take5:
        return worth->of[coins] * (float)TAKE5_COINS;
    case space_camel:
    case space_pepper:
    case space_silk:
    case space_gold:
        for (int column = 0; column < value; column++) {
            float here = reward_worth(worth, &marcopolo_bazaar[doing - space_camel][column]);
            if (here > best)
                best = here;
        }
        return best;
    case space_khan:
        return effect_worth[effect_good] + worth->of[camels] * (float)KHAN_CAMELS;
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
        return worth->of[coins] * (float)PURSE_COINS;
    default:
        return doing >= space_card && doing < SPACES
                   ? card_use_worth(t, worth, seat, t->card[doing - space_card], value)
                   : 0.3f;
    }
}

static float die_worth(const struct worth *worth, int die) {
    int value = die_value(die) ? die_value(die) : FACES;
    return (0.7f + 0.17f * (float)value) * (worth->rounds > 1.0f ? 1.0f : 0.7f);
}

/* Which dice would serve the space best, and what is left of its gain when they are gone? */
static float dice_choice_worth(const struct marcopolo *t, const struct worth *worth, int seat) {
    int size = t->dice_size[seat], left = t->dice_left;
    float best = -1.0f;
    if (t->doing >= SPACES)
        return 0.5f;
    for (int i = 0; i + left <= size; i++) {
        int value = t->value ? t->value : die_value(t->dice[seat][i]);
        if (!value)
            value = FACES;
        int price = t->value ? 0 : marcopolo_price_of_space(t, seat, t->doing, value);
        float gain =
            action_worth(t, worth, seat, t->doing, value, price) - worth->of[coins] * (float)price;
        for (int k = 0; k < left; k++)
            gain -= die_worth(worth, t->dice[seat][i + k]);
        if (price <= t->stock[seat][coins] && gain > best)
            best = gain;
    }
    return best;
}

static float pending_worth(const struct marcopolo *t, const struct worth *worth, int seat) {
    float sum = 0;
    for (int i = 0; i < t->effect_size; i++) {
        int each = t->effect[i] == effect_good || t->effect[i] == effect_slot_bonus ||
                           t->effect[i] == effect_provinces || t->effect[i] == effect_barter ||
                           t->effect[i] == effect_camels || t->effect[i] == effect_again
                       ? t->effect_arg[i]
                       : 1;
        if (t->effect[i] == effect_room || t->effect[i] == effect_offer)
            sum += 0.5f * contract_worth(t, worth, seat, t->effect_arg[i]);
        else
            sum += effect_worth[t->effect[i]] * (float)each;
    }
    switch (t->head.phase) {
    case phase_die:
        return sum + dice_choice_worth(t, worth, seat);
    case phase_column:
    case phase_take:
    case phase_times:
    case phase_exchange:
        return sum + action_worth(t, worth, seat, t->doing, t->value, 0);
    case phase_journey:
        return sum + journey_worth(t, worth, seat, t->doing == space_travel ? t->steps : FACES,
                                   t->steps_left, 0);
    case phase_adjust:
        return sum + 0.6f;
    default:
        return sum;
    }
}

/* ---- all of it ---- */

static float seat_worth(const struct marcopolo *t, const struct worth *worth, int seat) {
    float sum = 0;
    for (int i = 0; i < RESOURCES; i++) {
        int count = t->stock[seat][i], plenty = i == coins ? 20 : i == camels ? 8 : 6;
        int useful = count < plenty ? count : plenty;
        sum += worth->of[i] * ((float)useful + 0.3f * (float)(count - useful));
    }
    for (int slot = 0; slot < ACTIVE; slot++)
        if (t->active[seat][slot] < CONTRACTS && slot != t->completing)
            sum += contract_worth(t, worth, seat, t->active[seat][slot]);
    sum += contract_done_worth * (float)t->completed[seat];
    for (int i = 0; i < t->dice_size[seat]; i++)
        sum += die_worth(worth, t->dice[seat][i]);
    for (int left = t->posts[seat]; left; left &= left - 1) {
        int place = __builtin_ctz((unsigned)left);
        sum += post_worth;
        if (is_province(place))
            sum += reward_worth(worth, &marcopolo_bonus[t->bonus[place - FIRST_PROVINCE]]) *
                   (float)(ROUNDS - 1 - t->round);
        else if (place < CITIES)
            sum += card_worth * worth->rounds;
        if (is_goal_place(t, seat, place))
            sum += goal_share * 4.0f;
    }
    return sum;
}

void marcopolo_judge(const void *state, float value[]) {
    const struct marcopolo *t = state;
    struct worth worth = price_list(t);
    struct sr_sheet sheet;

    sheet.count = 0;
    for (int seat = 0; seat < SR_MAX_SEATS; seat++)
        sheet.total[seat] = 0;
    marcopolo_score(t, &sheet);
    for (int seat = 0; seat < t->head.seats; seat++) {
        value[seat] = (float)sheet.total[seat];
        if (!t->head.over)
            value[seat] += seat_worth(t, &worth, seat);
        else if (sheet.winners >> seat & 1)
            value[seat] += 20.0f;
    }
    if (!t->head.over && t->stage != stage_setup)
        value[t->turn_seat] += pending_worth(t, &worth, t->turn_seat);
}
