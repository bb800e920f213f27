/* The Voyages of Marco Polo: the map. Journeys step by step, posts, and what a post earns.
 *
 * A step is offered only if it can be paid now, and no gain comes in before the journey has ended,
 * so paying as one walks is the same as paying all of it first. */
#include "state.h"

/* ---- prices ---- */

/* How a movement is paid, beside the roads. What it comes from says all: a journey from Travel or
 * from a city card, or a single step that was gained. */
struct terms {
    int coins, camels; /* for the next step */
    bool on_goods;     /* and two different goods */
    bool hops;         /* Johannes: from any oasis to any other at no cost */
};

static bool is_travel(int source) {
    return source == source_space + space_travel;
}

static struct terms terms_of(const struct marcopolo *t, int source, int steps) {
    struct terms terms = {0};
    if (is_travel(source)) {
        terms.coins = marcopolo_steps_price[steps + 1] - marcopolo_steps_price[steps];
    } else if (source >= source_card && source < source_card + CITY_CARDS) {
        const struct amounts *pay = &marcopolo_card[source - source_card].pay;
        terms.coins = pay->of[resource_coins];
        terms.camels = pay->of[resource_camels];
        terms.on_goods = source == source_card + card_t10;
    }
    terms.hops = is_character(t, t->turn_seat, the_johannes) &&
                 (is_travel(source) || sr_has_option(t, option_johannes_hop_on_every_move));
    return terms;
}

struct step {
    uint8_t to, camels, coins;
};
enum { MAX_STEPS = MAX_ROADS + PLACES - FIRST_OASIS };

/* Where a figure can go from a place, whatever it costs. */
static int steps_from(int place, bool hops, struct step steps[MAX_STEPS]) {
    int count = 0;
    hops = hops && place >= FIRST_OASIS;
    for (int i = 0; i < MAX_ROADS; i++) {
        const struct road *road = &marcopolo_road[place][i];
        if (!road->there)
            break;
        if (hops && road->to >= FIRST_OASIS)
            continue;
        steps[count++] = (struct step){road->to, road->camels, road->coins};
    }
    if (hops)
        for (int oasis = FIRST_OASIS; oasis < PLACES; oasis++)
            if (oasis != place)
                steps[count++] = (struct step){(uint8_t)oasis, 0, 0};
    return count;
}

/* For the Travel action: the fewest coins that the roads of a first step may cost. */
bool marcopolo_cheapest_step(const struct marcopolo *t, int seat, int *coins_needed) {
    int cheapest = MAX_STOCK + 1;
    for (int figure = 0; figure < FIGURES; figure++) {
        int place = t->figure[seat][figure];
        if (place >= PLACES)
            break;
        if (place >= FIRST_OASIS && is_character(t, seat, the_johannes))
            cheapest = 0;
        for (int i = 0; i < MAX_ROADS && cheapest; i++) {
            const struct road *road = &marcopolo_road[place][i];
            if (!road->there)
                break;
            if (road->camels <= t->stock[seat][resource_camels] && road->coins < cheapest)
                cheapest = road->coins;
        }
    }
    *coins_needed = cheapest;
    return cheapest <= MAX_STOCK;
}

struct journey marcopolo_under_way(const struct marcopolo *t) {
    if (t->head.phase == phase_journey)
        return *sr_top(t, journey);
    return (struct journey){.steps_left = 1, .source = sr_top(t, gained)->source};
}

void marcopolo_step_price(const struct marcopolo *t, const struct journey *journey, int place,
                          int figure, int *coins_needed, int *camels_needed) {
    const struct terms terms = terms_of(t, journey->source, journey->steps);
    struct step steps[MAX_STEPS];
    int count = steps_from(t->figure[t->turn_seat][figure], terms.hops, steps);
    *coins_needed = terms.coins;
    *camels_needed = terms.camels;
    for (int i = 0; i < count; i++)
        if (steps[i].to == place) {
            *coins_needed += steps[i].coins;
            *camels_needed += steps[i].camels;
            return;
        }
}

/* ---- posts ---- */

static void enter_beijing(struct marcopolo *t, int seat) {
    for (int space = 0; space < BEIJING_SPACES; space++)
        if (t->beijing[space] == SR_NONE) {
            t->beijing[space] = (uint8_t)seat;
            return;
        }
}

static void leave_beijing(struct marcopolo *t, int seat, struct sr_turn *turn) {
    int space = 0;
    while (space < BEIJING_SPACES && t->beijing[space] != seat)
        space++;
    if (space == BEIJING_SPACES)
        return;
    t->beijing[space] = SR_NONE;
    if (!sr_has_option(t, option_beijing_slide_up_on_vacate))
        return;
    for (; space + 1 < BEIJING_SPACES && t->beijing[space + 1] != SR_NONE; space++) {
        t->beijing[space] = t->beijing[space + 1];
        t->beijing[space + 1] = SR_NONE;
        sr_tell(turn, event_slid, t->beijing[space], marcopolo_beijing_points[space]);
    }
}

static void put_post(struct marcopolo *t, int seat, int place) {
    int bit = 1 << place;
    t->posts[seat] = (uint16_t)(t->posts[seat] | bit);
    t->fresh = (uint16_t)(t->fresh | bit);
    t->built = (uint16_t)(t->built | bit);
    if (place == at_beijing)
        enter_beijing(t, seat);
}

/* From the mat; false if it is empty. The last posts of a mat score at once. */
static bool build_post(struct marcopolo *t, int seat, int place, struct sr_turn *turn) {
    if (count_posts(t, seat) >= posts_in_all(t, seat))
        return false;
    put_post(t, seat, place);
    sr_tell(turn, event_built, seat, place);
    int number = count_posts(t, seat);
    int scored = post_points(number);
    if (scored)
        marcopolo_gain_one(t, seat, resource_points, scored, source_posts, turn);
    return true;
}

/* ---- walking ---- */

static void add_step(struct sr_moves *moves, int place, int pair, int figure) {
    sr_add_move(moves,
                (struct sr_move){verb_step, {(uint8_t)place, (uint8_t)pair, (uint8_t)figure}});
}

static void list_steps(const struct marcopolo *t, const struct journey *journey,
                       struct sr_moves *moves) {
    const struct terms terms = terms_of(t, journey->source, journey->steps);
    const uint16_t *stock = t->stock[t->turn_seat];
    const uint8_t *stands = t->figure[t->turn_seat];
    bool two = stands[1] != SR_NONE;
    struct step steps[MAX_STEPS];

    for (int figure = 0; figure < 1 + two; figure++) {
        int count = steps_from(stands[figure], terms.hops, steps);
        int named = two ? figure : SR_NONE;
        for (int i = 0; i < count; i++) {
            if (stock[resource_coins] < terms.coins + steps[i].coins ||
                stock[resource_camels] < terms.camels + steps[i].camels)
                continue;
            if (!terms.on_goods) {
                add_step(moves, steps[i].to, SR_NONE, named);
                continue;
            }
            for (int pair = 0; pair < PAIRS; pair++)
                if (stock[marcopolo_pair[pair][0]] && stock[marcopolo_pair[pair][1]])
                    add_step(moves, steps[i].to, pair, named);
        }
    }
}

bool marcopolo_can_step(const struct marcopolo *t, int source) {
    const struct journey journey = {.source = (uint8_t)source};
    struct sr_moves moves;
    moves.count = 0;
    list_steps(t, &journey, &moves);
    return moves.count > 0;
}

void marcopolo_start_journey(struct marcopolo *t, int steps, int source) {
    sr_push(t, phase_journey, t->turn_seat, journey, .steps_left = (uint8_t)steps,
            .source = (uint8_t)source);
}

/* The journey has ended: posts where figures stopped, then what they earn. */
static void arrive(struct marcopolo *t, const struct journey *journey) {
    int seat = t->turn_seat;
    sr_push(t, phase_collect, seat, gained, .source = journey->source);
    for (int figure = FIGURES - 1; figure >= 0; figure--) {
        int place = t->figure[seat][figure];
        if ((journey->moved >> figure & 1) && place < POST_PLACES && !has_post(t, seat, place))
            sr_push(t, phase_post, seat, post, .place = (uint8_t)place, .source = journey->source);
    }
}

static void walk(struct marcopolo *t, struct journey *journey, struct sr_move move,
                 struct sr_turn *turn) {
    int seat = t->turn_seat, place = move.arg[0], figure = move.arg[2] == 1, price, beasts;
    struct amounts spent = {{0}};

    marcopolo_step_price(t, journey, place, figure, &price, &beasts);
    spent.of[resource_coins] = (uint8_t)price;
    spent.of[resource_camels] = (uint8_t)beasts;
    if (move.arg[1] < PAIRS) {
        spent.of[marcopolo_pair[move.arg[1]][0]] = 1;
        spent.of[marcopolo_pair[move.arg[1]][1]] = 1;
    }
    sr_tell(turn, event_stepped, seat, t->figure[seat][figure], place);
    marcopolo_pay(t, seat, &spent, 1, journey->source, turn);
    t->figure[seat][figure] = (uint8_t)place;
    journey->moved = (uint8_t)(journey->moved | 1 << figure);
    journey->steps++;
    journey->steps_left--;
    /* Wilhelm leaves a post wherever he passes, as long as his mat has any. */
    if (place < POST_PLACES && is_character(t, seat, the_wilhelm) && !has_post(t, seat, place) &&
        (is_travel(journey->source) || sr_has_option(t, option_wilhelm_builds_on_every_move)))
        build_post(t, seat, place, turn);
}

void marcopolo_list_journey(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    const struct journey *journey = sr_top(t, journey);
    if (journey->steps)
        sr_add_1(moves, verb_stop, 0);
    if (journey->steps_left)
        list_steps(t, journey, moves);
}

void marcopolo_play_journey(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    struct journey journey = *sr_taken(turn, journey);
    if (move.verb == verb_step)
        walk(t, &journey, move, turn);
    if (move.verb == verb_step && journey.steps_left)
        sr_push(t, phase_journey, t->turn_seat, journey, .steps = journey.steps,
                .steps_left = journey.steps_left, .moved = journey.moved, .source = journey.source);
    else
        arrive(t, &journey);
}

/* ---- a single step that was gained ---- */

void marcopolo_run_step(void *state, struct sr_turn *turn) {
    struct marcopolo *t = state;
    int source = sr_taken(turn, gained)->source;
    if (marcopolo_can_step(t, source))
        sr_push(t, phase_move, t->turn_seat, gained, .source = (uint8_t)source);
    else
        sr_tell(turn, event_lost, t->turn_seat, source);
}

/* It may be declined, since the road may cost too much. */
void marcopolo_list_move(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    const struct journey journey = marcopolo_under_way(t);
    list_steps(t, &journey, moves);
    if (sr_has_option(t, option_rewards_may_be_declined))
        sr_add_1(moves, verb_decline, 0);
}

void marcopolo_play_move(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    struct journey journey = {.steps_left = 1, .source = sr_taken(turn, gained)->source};
    if (move.verb == verb_step) {
        walk(t, &journey, move, turn);
        arrive(t, &journey);
    } else {
        sr_tell(turn, event_declined, t->turn_seat, journey.source);
    }
}

/* ---- posts where the figures stopped ---- */

/* Posts that may be moved: not those that this very movement has built. */
static int relocatable(const struct marcopolo *t) {
    return t->posts[t->turn_seat] & ~t->built;
}

void marcopolo_run_post(void *state, struct sr_turn *turn) {
    struct marcopolo *t = state;
    struct post post = *sr_taken(turn, post);
    int seat = t->turn_seat;
    if (!has_post(t, seat, post.place) && !build_post(t, seat, post.place, turn) && relocatable(t))
        sr_push(t, phase_relocate, seat, post, .place = post.place, .source = post.source);
}

void marcopolo_list_relocate(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    for (int left = relocatable(t); left; left &= left - 1)
        sr_add_1(moves, verb_relocate, __builtin_ctz((unsigned)left));
    if (!sr_has_option(t, option_relocation_mandatory))
        sr_add_1(moves, verb_decline, 0);
}

void marcopolo_play_relocate(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    const struct post *post = sr_taken(turn, post);
    int seat = t->turn_seat, from = move.arg[0];
    if (move.verb == verb_decline) {
        sr_tell(turn, event_declined, seat, post->source);
        return;
    }
    t->posts[seat] = (uint16_t)(t->posts[seat] & ~(1 << from));
    t->fresh = (uint16_t)(t->fresh & ~(1 << from));
    sr_tell(turn, event_relocated, seat, from, post->place);
    if (from == at_beijing)
        leave_beijing(t, seat, turn);
    put_post(t, seat, post->place);
}

/* ---- what new posts earn ---- */

static void take_bonus_of(struct marcopolo *t, int place, struct sr_turn *turn) {
    if (is_province(place)) {
        marcopolo_give_bonus(t, t->bonus[place - FIRST_PROVINCE], turn);
    } else if (place < CITIES && t->token[place] != SR_NONE) {
        int token = t->token[place];
        t->token[place] = SR_NONE;
        marcopolo_reward(t, &marcopolo_token[token], source_token + token, turn);
    }
}

/* Several bonuses are taken in the order the player likes. */
void marcopolo_run_collect(void *state, struct sr_turn *turn) {
    struct marcopolo *t = state;
    int due = 0;
    for (int left = t->built & ~(1 << at_beijing); left; left &= left - 1) {
        int place = __builtin_ctz((unsigned)left);
        if (is_province(place) || t->token[place] != SR_NONE)
            due |= 1 << place;
    }
    t->built = 0;
    if (due & (due - 1))
        sr_push(t, phase_settle, t->turn_seat, settle, .cities = (uint8_t)(due & ALL_CITIES),
                .provinces = (uint8_t)(due >> FIRST_PROVINCE),
                .source = sr_taken(turn, gained)->source);
    else if (due)
        take_bonus_of(t, __builtin_ctz((unsigned)due), turn);
}

void marcopolo_list_settle(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    const struct settle *settle = sr_top(t, settle);
    for (int left = settle->cities | settle->provinces << FIRST_PROVINCE; left; left &= left - 1)
        sr_add_1(moves, verb_settle, __builtin_ctz((unsigned)left));
}

void marcopolo_play_settle(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    const struct settle *settle = sr_taken(turn, settle);
    int left = (settle->cities | settle->provinces << FIRST_PROVINCE) & ~(1 << move.arg[0]);
    if (left)
        sr_push(t, phase_settle, t->turn_seat, settle, .cities = (uint8_t)(left & ALL_CITIES),
                .provinces = (uint8_t)(left >> FIRST_PROVINCE), .source = settle->source);
    take_bonus_of(t, move.arg[0], turn);
}
