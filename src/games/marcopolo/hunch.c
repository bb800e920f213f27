/* The Voyages of Marco Polo: what a player does without thinking long, for playing guessed worlds
 * on.
 *
 * Whatever can be had has a price in points: coins, camels and goods (goods that a contract at hand
 * still lacks have a higher one), new contracts, posts. A space is worth what it gives less the
 * dice that it takes. What things are worth, habits.def says. */
#include "mind.h"

#include <string.h>

const float marcopolo_habits[HABITS] = {
#define HABIT(id, value) (value),
#include "habits.def"
#undef HABIT
};
const char *const marcopolo_habit_names[HABITS] = {
#define HABIT(id, value) #id,
#include "habits.def"
#undef HABIT
};

static const float never = -1e6f, always = 1e3f;
/* Tastes differ: what luck adds to the choice of a character. */
static const float draft_luck = 2.0f;

/* ---- making up one's mind ---- */

static void count_lacking(struct mind *mind) {
    for (int i = 0; i < RESOURCES; i++)
        mind->lacking[i] = -mind->stock[i];
    int completing = marcopolo_completing(mind->t);
    for (int slot = 0; slot < ACTIVE; slot++) {
        int contract = mind->t->active[mind->seat][slot];
        if (contract < CONTRACTS && slot != completing)
            for (int i = resource_camels; i < RESOURCES; i++)
                mind->lacking[i] += marcopolo_contract[contract].price.of[i];
    }
}

static void make_up(struct mind *mind, const struct marcopolo *t, const float *habits, int seat) {
    mind->t = t;
    mind->habits = habits;
    mind->stock = t->stock[seat];
    mind->seat = seat;
    mind->rounds = marcopolo_rounds_left(t);
    float early = mind->rounds / (float)ROUNDS, sum = 0;
    for (int i = 0; i < CHANGING; i++)
        mind->price[i] = early * habits[i] + (1 - early) * habits[CHANGING + i];
    for (int i = 0; i < RESOURCES; i++)
        mind->worth[i] = mind->price[habit_coins + i];
    mind->worth[resource_points] = 1;
    if (has_post(t, seat, at_beijing))
        for (int good = 0; good < GOODS; good++)
            mind->worth[FIRST_GOOD + good] += (1 - early) * habits[habit_in_beijing];
    count_lacking(mind);
    for (int i = 0; i < RESOURCES; i++)
        mind->lacking_worth[i] = mind->price[habit_lacking] * mind->worth[i];
    mind->best_good = mind->worst_good = gain_of(mind, FIRST_GOOD, 1);
    for (int good = 0; good < GOODS; good++) {
        float gain = gain_of(mind, FIRST_GOOD + good, 1);
        sum += gain;
        mind->best_good = gain > mind->best_good ? gain : mind->best_good;
        mind->worst_good = gain < mind->worst_good ? gain : mind->worst_good;
    }
    mind->a_pair = sum - mind->worst_good;
}

/* ---- contracts ---- */

static const float least_gain = 0.3f;    /* of any contract, in points */
static const float half_a_chance = 0.3f; /* to complete one in so many rounds */
static const float slot_bonus = 0.3f;    /* what the last slots of the row add, in points */

static float contract_of(const struct mind *mind, int contract) {
    const struct contract_info *info = &marcopolo_contract[contract];
    float gain = reward_of(mind, &info->reward) + mind->price[habit_done], missing = 0;
    for (int i = resource_camels; i < RESOURCES; i++) {
        int price = info->price.of[i];
        gain -= mind->worth[i] * (float)price;
        if (price > mind->stock[i])
            missing += mind->worth[i] * (float)(price - mind->stock[i]);
    }
    if (gain < least_gain)
        gain = least_gain;
    return mind->price[habit_taken] * gain * mind->rounds / (mind->rounds + half_a_chance) /
           (1 + mind->price[habit_missing] * missing);
}

static float slot_of(const struct mind *mind, int slot) {
    int contract = mind->t->active[mind->seat][slot];
    return contract < CONTRACTS ? contract_of(mind, contract) : 0;
}

/* All that can be taken, and what might have to go for it. */
static void think_of_contracts(struct mind *mind) {
    const struct marcopolo *t = mind->t;
    for (int slot = 0; slot < sr_top(t, taking)->value && slot < t->row_size; slot++)
        mind->row[slot] = contract_of(mind, t->row[slot]);
    for (int slot = 0; slot < ACTIVE; slot++)
        mind->active[slot] = slot_of(mind, slot);
}

/* One of the row, or two: two new ones drive out all old ones. */
static float take_of(const struct mind *mind, int slot, int second) {
    const struct marcopolo *t = mind->t;
    float sum = mind->row[slot], first = mind->active[0], other = mind->active[1];
    bool full = t->active[mind->seat][0] != SR_NONE && t->active[mind->seat][1] != SR_NONE;
    float extra = mind->worth[resource_camels] > mind->worth[resource_coins]
                      ? mind->worth[resource_camels]
                      : mind->worth[resource_coins];
    if (slot >= ROW - 2)
        sum += extra * (float)(slot - (ROW - 3));
    if (second == SR_NONE)
        return full ? sum - (first < other ? first : other) : sum;
    if (second >= ROW - 2)
        sum += extra * (float)(second - (ROW - 3));
    return sum + mind->row[second] - first - other;
}

/* With a die of each value on the mat: the best of the row, and the next best if there is room. */
static void rate_row(const struct mind *mind, float of[FACES + 1]) {
    const struct marcopolo *t = mind->t;
    int room = (t->active[mind->seat][0] == SR_NONE) + (t->active[mind->seat][1] == SR_NONE);
    float best = 0, next = 0, lost = 0;
    if (!room) {
        float first = slot_of(mind, 0), other = slot_of(mind, 1);
        lost = first < other ? first : other;
    }
    for (int value = 1; value <= FACES; value++) {
        int slot = value - 1;
        if (slot < t->row_size && mind->values >> value) {
            float here = contract_of(mind, t->row[slot]) + (slot >= ROW - 2 ? slot_bonus : 0);
            if (here > best) {
                next = best;
                best = here;
            } else if (here > next) {
                next = here;
            }
        }
        of[value] = best - lost + (room == ACTIVE ? next : 0);
    }
}

/* ---- city cards ---- */

static float exchange_of(const struct mind *mind, int card, int there, int here) {
    const struct card_info *info = &marcopolo_card[card];
    const struct exchange *back = &marcopolo_card_back[card];
    float sum = gains(mind, &info->get, there) + gains(mind, &back->get, here) -
                costs(mind, &info->pay, there) - costs(mind, &back->pay, here);
    if (info->kind == card_barter)
        sum += mind->best_good * (float)here - mind->worst_good * (float)there;
    return sum;
}

static float times_of(const struct mind *mind, int card, int times) {
    const struct card_info *info = &marcopolo_card[card];
    float sum = gains(mind, &info->get, times) - costs(mind, &info->pay, times);
    if (info->kind == card_goods)
        sum += mind->best_good * (float)times;
    else if (info->kind == card_provinces)
        sum += mind->price[habit_copy] * (float)times;
    return sum;
}

/* How often a card is used with a die of this value. */
static int uses_of(const struct mind *mind, int card, int value) {
    const struct marcopolo *t = mind->t;
    const struct card_info *info = &marcopolo_card[card];
    int most;
    switch ((enum card_kind)info->kind) {
    case card_pips:
        return value;
    case card_by_die:
        return value >= info->from ? 3 : 1;
    case card_contracts:
        most = t->completed[mind->seat];
        break;
    case card_posts:
        most = count_posts(t, mind->seat);
        break;
    default:
        return marcopolo_card_times(t, mind->seat, card, value);
    }
    return value < most ? value : most;
}

/* With a die of each value on the mat; walks and exchanges are the same with any. */
static void rate_card(const struct mind *mind, int card, float of[FACES + 1]) {
    const struct pack walker = {.purse = mind->stock[resource_coins],
                                .herd = mind->stock[resource_camels] - 2};
    float all, back;
    switch ((enum card_kind)marcopolo_card[card].kind) {
    case card_walk:
        marcopolo_rate_journeys(mind, walker, 1u << 1, of);
        all = of[1] - 1;
        break;
    case card_one_way:
    case card_two_way:
    case card_barter:
        all = exchange_of(mind, card, 1, 0);
        back = exchange_of(mind, card, 0, 1);
        all = back > all ? back : all;
        break;
    default:
        for (int value = 1; value <= FACES; value++)
            of[value] =
                mind->values >> value & 1 ? times_of(mind, card, uses_of(mind, card, value)) : 0;
        return;
    }
    for (int value = 1; value <= FACES; value++)
        of[value] = all;
}

/* ---- the bazaar ---- */

/* The rows of the bazaar once more, column beside column, so that four of them are rated at once;
 * gcc and clang make single instructions of that. */
typedef float four __attribute__((vector_size(16)));
typedef int32_t four_bits __attribute__((vector_size(16)));
enum { FOURS = 2, COLUMNS = 4 * FOURS };
_Static_assert((int)COLUMNS >= (int)FACES, "a column for each value");
static const float bazaar_gives[GOODS + 1][RESOURCES][COLUMNS] = {
#define COLUMN(row, column, coins_, camels_, pepper_, silk_, gold_, points_)                       \
    [row][resource_coins][column] = (coins_), [row][resource_camels][column] = (camels_),          \
    [row][resource_pepper][column] = (pepper_), [row][resource_silk][column] = (silk_),            \
    [row][resource_gold][column] = (gold_),
#define OPENED(...) __VA_ARGS__
#define COLUMN_OF(...) COLUMN(__VA_ARGS__)
#define BAZAAR(row, column, gain, effect, en, ru)                                                  \
    COLUMN_OF(space_##row - space_camel, (column)-1, OPENED gain)
#include "components.def"
#undef COLUMN_OF
#undef OPENED
#undef COLUMN
};

/* What a row gives beside its own good, bit per resource. */
enum {
    beside_camel = 0,
    beside_pepper = 1 << resource_coins,
    beside_silk = 1 << resource_coins | 1 << resource_camels,
    beside_gold = 1 << resource_camels
};
static const uint8_t bazaar_beside[GOODS + 1] = {beside_camel, beside_pepper, beside_silk,
                                                 beside_gold};
#define BITS(a, b, c, d, e, f)                                                                     \
    (!!(a) << resource_coins | !!(b) << resource_camels | !!(c) << resource_pepper |               \
     !!(d) << resource_silk | !!(e) << resource_gold | !!(f) << resource_points)
#define BAZAAR(row, column, gain, effect, en, ru)                                                  \
    _Static_assert(                                                                                \
        !(BITS gain & ~(1 << (resource_camels + space_##row - space_camel) | beside_##row)), en);
#include "components.def"
#undef BITS

static four lower(four a, four b) {
    four_bits less = a < b;
    return (four)(((four_bits)a & less) | ((four_bits)b & ~less));
}

/* With a die of each value: the best column up to it. */
static void rate_bazaar(const struct mind *mind, int row, float of[FACES + 1]) {
    four sums[FOURS] = {0}, gives[FOURS];
    float sum[COLUMNS], best = 0;
    unsigned given = 1u << (resource_camels + row) | bazaar_beside[row];
    for (; given; given &= given - 1) {
        int what = __builtin_ctz(given);
        float lacking = mind->lacking[what] > 0 ? (float)mind->lacking[what] : 0;
        four most_used = {lacking, lacking, lacking, lacking};
        memcpy(gives, bazaar_gives[row][what], sizeof gives);
        for (int i = 0; i < FOURS; i++)
            sums[i] += mind->worth[what] * gives[i] +
                       mind->lacking_worth[what] * lower(gives[i], most_used);
    }
    memcpy(sum, sums, sizeof sum);
    for (int value = 1; value <= FACES; value++) {
        int effect = marcopolo_bazaar[row][value - 1].effect[0];
        float here =
            effect == effect_nothing ? sum[value - 1] : sum[value - 1] + effect_of(mind, effect);
        best = here > best ? here : best;
        of[value] = best;
    }
}

/* ---- dice ---- */

static void think_of_dice(struct mind *mind) {
    const struct marcopolo *t = mind->t;
    const uint8_t *dice = t->dice[mind->seat];
    mind->values = 0;
    mind->choices = 0;
    for (int i = 0; i < t->dice_size[mind->seat]; i++) {
        int value = die_value(dice[i]);
        if (!i || dice[i] != dice[i - 1])
            mind->choice[mind->choices++] =
                (struct choice){(uint8_t)i, (uint8_t)value, die_class(dice[i]) == die_own};
        mind->die[i] =
            mind->price[habit_die] + mind->price[habit_pip] * (float)(value ? value : FACES);
        mind->values |= value ? 1u << value : (1u << (FACES + 1)) - 1;
    }
    for (int i = 0; i < MOST_DICE - 1; i++)
        mind->die[t->dice_size[mind->seat] + i] = 0;
}

/* What a space brings with each value that its lowest die may have. */
struct offer {
    int dice, least, most; /* how many it takes, which values, and those that can be paid for */
    float pip;           /* what each costs, or brings: it will cost when others have been there */
    float of[FACES + 1]; /* before that */
};

static void offer_of(const struct mind *mind, int space, struct offer *offer) {
    const struct marcopolo *t = mind->t;
    bool paid = price_of_space(t, mind->seat, space, 1) > 0;
    bool haste = marcopolo_space[space].shared && !t->laid[space];
    float all = 0;
    offer->dice = marcopolo_space[space].dice;
    offer->least = space == space_khan ? t->khan_die : 1;
    offer->most = paid && space != space_khan ? mind->stock[resource_coins] : FACES;
    offer->pip = paid ? -mind->worth[resource_coins] : haste ? mind->price[habit_haste] : 0;
    switch (space) {
    case space_take5:
        all = gain_of(mind, resource_coins, TAKE5_COINS);
        break;
    case space_purse:
        all = gain_of(mind, resource_coins, PURSE_COINS);
        break;
    case space_khan:
        all = mind->best_good + gain_of(mind, resource_camels, KHAN_CAMELS);
        break;
    case space_camel:
    case space_pepper:
    case space_silk:
    case space_gold:
        rate_bazaar(mind, space - space_camel, offer->of);
        return;
    case space_contracts:
        rate_row(mind, offer->of);
        return;
    case space_travel:
        marcopolo_rate_journeys(mind,
                                (struct pack){.purse = mind->stock[resource_coins],
                                              .herd = mind->stock[resource_camels],
                                              .travels = true,
                                              .pays = paid},
                                mind->values, offer->of);
        return;
    default:
        rate_card(mind, t->card[space - space_card], offer->of);
        return;
    }
    for (int value = 1; value <= FACES; value++)
        offer->of[value] = all;
}

/* What a space brings when its lowest die has this value. */
static float value_of(const struct offer *offer, int value) {
    return value < offer->least || value > offer->most
               ? never
               : offer->of[value] + offer->pip * (float)value;
}

/* And when it may be given any. */
static float best_value_of(const struct offer *offer) {
    float best = value_of(offer, 1);
    for (int value = 2; value <= FACES; value++) {
        float here = value_of(offer, value);
        best = here > best ? here : best;
    }
    return best;
}

/* What is left of a gain without this die and those that follow it on the mat. */
static float less_dice(const struct mind *mind, const struct offer *offer, int at, float gain) {
    static const float none[MAT_DICE];
    const float *second = offer->dice > 1 ? mind->die + 1 : none;
    const float *third = offer->dice > 2 ? mind->die + 2 : none;
    return gain - mind->die[at] - second[at] - third[at];
}

/* The best that dice on the mat can make of a space. */
static float space_of(const struct mind *mind, int space) {
    const struct marcopolo *t = mind->t;
    bool own = space == space_purse || !(t->coloured[space] >> mind->seat & 1);
    float best = never;
    struct offer offer;
    offer_of(mind, space, &offer);
    int spare = t->dice_size[mind->seat] - offer.dice;
    for (int i = 0; i < mind->choices && mind->choice[i].at <= spare; i++) {
        struct choice choice = mind->choice[i];
        if (choice.own && !own)
            continue;
        float gain = choice.value ? value_of(&offer, choice.value) : best_value_of(&offer);
        float here = less_dice(mind, &offer, choice.at, gain);
        best = here > best ? here : best;
    }
    return best;
}

/* ---- rating moves ---- */

static float rate_turn(const struct mind *mind, struct sr_move move) {
    switch ((enum verb)move.verb) {
    case verb_complete:
        return always;
    case verb_purse: /* first what the dice are for */
        return mind->t->main_done ? space_of(mind, space_purse) : never / 2;
    case verb_black:
        return mind->price[habit_black] - cost_of(mind, resource_camels, BLACK_DIE_PRICE);
    case verb_reroll:
    case verb_adjust:
        return never;
    case verb_finish:
        return 0;
    default:
        return space_of(mind, marcopolo_space_of(move));
    }
}

static float rate_room(const struct mind *mind, struct sr_move move) {
    return move.verb == verb_refuse ? -contract_of(mind, sr_top(mind->t, room)->contract)
                                    : -slot_of(mind, move.arg[0]);
}

static float rate_relocation(const struct mind *mind, struct sr_move move) {
    if (move.verb == verb_decline)
        return 0;
    int from = move.arg[0];
    float loses = is_province(from) ? mind->price[habit_copy] * (float)(ROUNDS - 1 - mind->t->round)
                  : from < CITIES   ? mind->price[habit_city] * mind->rounds
                                    : (float)marcopolo_beijing_points[0];
    return marcopolo_stop_in(mind, sr_top(mind->t, post)->place) - mind->price[habit_post] - loses;
}

/* Which die goes to the space in use: the offer is the same for all of them. */
static float rate_die(const struct mind *mind, struct sr_move move, const struct offer *offer) {
    const struct marcopolo *t = mind->t;
    int die = move.arg[0], at = 0;
    if (sr_top(t, placing)->value)
        return -(float)die_value(die);
    bool raschid = is_character(t, mind->seat, the_raschid);
    int on_mat = raschid ? die_code(0, die_class(die)) : die;
    while (at + 1 < t->dice_size[mind->seat] && t->dice[mind->seat][at] != on_mat)
        at++;
    float gain = value_of(offer, die_value(die) ? die_value(die) : FACES);
    return less_dice(mind, offer, at, gain);
}

static float rate_province(const struct mind *mind, int place) {
    return reward_of(mind, &marcopolo_bonus[mind->t->bonus[place - FIRST_PROVINCE]]);
}

/* All but those of a turn. */
static float rate(const struct mind *mind, struct sr_move move, const struct offer *offer) {
    const struct marcopolo *t = mind->t;
    switch ((enum phase)t->head.phase) {
    case phase_draft:
        return mind->habits[habit_raschid + move.arg[0]];
    case phase_compensate:
        return gain_of(mind, resource_coins, move.arg[0]) +
               gain_of(mind, resource_camels, move.arg[1]);
    case phase_die:
        return rate_die(mind, move, offer);
    case phase_reroll:
        return -(float)die_value(move.arg[0]);
    case phase_adjust:
        return move.verb == verb_up ? (float)die_value(move.arg[0]) : never;
    case phase_column:
        return reward_of(
            mind, &marcopolo_bazaar[sr_top(t, bazaar)->space - space_camel][move.arg[0] - 1]);
    case phase_take:
        return take_of(mind, move.arg[0], move.arg[1]);
    case phase_room:
        return rate_room(mind, move);
    case phase_slot_bonus:
        return mind->worth[move.arg[0]];
    case phase_journey:
    case phase_move:
        return move.verb == verb_step   ? marcopolo_step_of(mind, move)
               : move.verb == verb_stop ? marcopolo_rate_stop(mind)
                                        : marcopolo_pull_to(mind, t->figure[mind->seat][0]);
    case phase_relocate:
        return rate_relocation(mind, move);
    case phase_times:
        return times_of(mind, sr_top(t, card_use)->card, move.arg[0]);
    case phase_exchange:
        return exchange_of(mind, sr_top(t, card_use)->card, move.arg[0], move.arg[1]);
    case phase_again:
        return move.verb == verb_exchange
                   ? exchange_of(mind, sr_top(t, again)->card, move.arg[0], move.arg[1])
               : move.verb == verb_province ? rate_province(mind, move.arg[0])
                                            : 0;
    case phase_barter:
        return -gain_of(mind, FIRST_GOOD + move.arg[0], 1);
    case phase_province:
        return rate_province(mind, move.arg[0]);
    case phase_copy:
        return reward_of(mind, &marcopolo_bonus[move.arg[0]]);
    case phase_good:
        return gain_of(mind, FIRST_GOOD + move.arg[0], 1);
    case phase_goods:
        return gain_of(mind, marcopolo_pair[move.arg[0]][0], 1) +
               gain_of(mind, marcopolo_pair[move.arg[0]][1], 1);
    default:
        return 0;
    }
}

void marcopolo_rate(const void *state, const float habits[], const struct sr_moves *moves,
                    float rating[]) {
    const struct marcopolo *t = state;
    struct mind mind;
    struct map map;
    struct offer offer = {0};
    int phase = t->head.phase;
    map.known = false;
    mind.map = &map;
    make_up(&mind, t, habits, t->head.decider);
    if (phase == phase_turn || phase == phase_die)
        think_of_dice(&mind);
    if (phase == phase_take)
        think_of_contracts(&mind);
    if (phase == phase_journey || phase == phase_move || phase == phase_relocate)
        marcopolo_think_of_map(&mind);
    if (phase == phase_die && !sr_top(t, placing)->value)
        offer_of(&mind, sr_top(t, placing)->space, &offer);
    /* a turn has the most moves by far: for them the phase is asked once */
    for (uint32_t i = 0; i < moves->count; i++)
        rating[i] = phase == phase_turn ? rate_turn(&mind, moves->list[i])
                                        : rate(&mind, moves->list[i], &offer);
}

/* Whoever can complete a contract does: then nothing else need be thought of. */
static bool rate_completing(const struct marcopolo *t, const struct sr_moves *moves,
                            float rating[]) {
    uint32_t first = 0;
    if (t->head.phase != phase_turn)
        return false;
    while (first < moves->count && moves->list[first].verb != verb_complete)
        first++;
    if (first == moves->count)
        return false;
    for (uint32_t i = 0; i < moves->count; i++)
        rating[i] = moves->list[i].verb == verb_complete ? always : never;
    return true;
}

/* The move that is rated best, with a little luck. */
uint32_t marcopolo_hunch(const void *state, const float habits[], const struct sr_moves *moves,
                         struct sr_stream *stream) {
    float rating[SR_MAX_MOVES], most = 2 * never;
    uint32_t best = 0;
    if (moves->count <= 1)
        return 0;
    uint32_t bits = sr_word(stream);
    float luck = (sr_head(state)->phase == phase_draft ? draft_luck : habits[habit_luck]) / 65536;
    if (!rate_completing(state, moves, rating))
        marcopolo_rate(state, habits, moves, rating);
    for (uint32_t i = 0; i < moves->count; i++) {
        float lucky = rating[i] + luck * (float)(bits >> 16);
        bits = bits * 1664525u + 1013904223u;
        if (lucky > most) {
            most = lucky;
            best = i;
        }
    }
    return best;
}
