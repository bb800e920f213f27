/* The Voyages of Marco Polo: the map. Journeys step by step, posts, and what a post earns.
 *
 * A step is offered only if it can be paid now, and no gain comes in before the journey has ended,
 * so paying as one walks is the same as paying all of it first. */
#include "state.h"

/* ---- prices ---- */

static bool travelling(const struct marcopolo *t) {
    return t->head.phase == phase_journey && t->doing == space_travel;
}

/* What the next step costs besides the road. */
static void price_of_walking(const struct marcopolo *t, int *coins_needed, int *camels_needed) {
    *coins_needed = 0;
    *camels_needed = 0;
    if (t->head.phase != phase_journey)
        return;
    if (travelling(t)) {
        *coins_needed = marcopolo_steps_price[t->steps + 1] - marcopolo_steps_price[t->steps];
    } else {
        const struct amounts *pay = &marcopolo_card[t->card[t->doing - space_card]].pay;
        *coins_needed = pay->of[coins];
        *camels_needed = pay->of[camels];
    }
}

/* A card that asks for two different goods a step. */
static bool walks_on_goods(const struct marcopolo *t) {
    return t->head.phase == phase_journey && t->doing >= space_card &&
           t->card[t->doing - space_card] == card_t10;
}

/* Johannes goes from any oasis to any other at no cost. */
static bool may_hop(const struct marcopolo *t, int seat) {
    return is_character(t, seat, the_johannes) &&
           (travelling(t) || has_option(t, option_johannes_hop_on_every_move));
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
            if (road->camels <= t->stock[seat][camels] && road->coins < cheapest)
                cheapest = road->coins;
        }
    }
    *coins_needed = cheapest;
    return cheapest <= MAX_STOCK;
}

void marcopolo_step_price(const struct marcopolo *t, int place, int figure, int *coins_needed,
                          int *camels_needed) {
    int seat = t->turn_seat, from = t->figure[seat][figure == SR_NONE ? 0 : figure];
    struct step steps[MAX_STEPS];
    price_of_walking(t, coins_needed, camels_needed);
    if (from >= PLACES)
        return;
    int count = steps_from(from, may_hop(t, seat), steps);
    for (int i = 0; i < count; i++)
        if (steps[i].to == place) {
            *coins_needed += steps[i].coins;
            *camels_needed += steps[i].camels;
            return;
        }
}

/* ---- walking ---- */

void marcopolo_start_journey(struct marcopolo *t, int steps) {
    t->steps = 0;
    t->steps_left = (uint8_t)steps;
    t->moved = 0;
    t->built = 0;
}

static void add_step(struct sr_moves *moves, int place, int pair, int figure) {
    sr_add_move(moves,
                (struct sr_move){verb_step, {(uint8_t)place, (uint8_t)pair, (uint8_t)figure}});
}

static void list_steps(const struct marcopolo *t, struct sr_moves *moves) {
    int seat = t->turn_seat, walking_coins, walking_camels;
    bool hops = may_hop(t, seat);
    bool two = t->figure[seat][1] != SR_NONE, on_goods = walks_on_goods(t);
    struct step steps[MAX_STEPS];

    price_of_walking(t, &walking_coins, &walking_camels);
    for (int figure = 0; figure < 1 + two; figure++) {
        int count = steps_from(t->figure[seat][figure], hops, steps);
        int named = two ? figure : SR_NONE;
        for (int i = 0; i < count; i++) {
            if (t->stock[seat][coins] < walking_coins + steps[i].coins ||
                t->stock[seat][camels] < walking_camels + steps[i].camels)
                continue;
            if (!on_goods) {
                add_step(moves, steps[i].to, SR_NONE, named);
                continue;
            }
            for (int pair = 0; pair < PAIRS; pair++)
                if (t->stock[seat][marcopolo_pair[pair][0]] &&
                    t->stock[seat][marcopolo_pair[pair][1]])
                    add_step(moves, steps[i].to, pair, named);
        }
    }
}

bool marcopolo_can_step(const struct marcopolo *t) {
    struct sr_moves moves;
    moves.count = 0;
    list_steps(t, &moves);
    return moves.count > 0;
}

/* The journey has ended: posts where figures stopped, then what they earn. */
static void arrive(struct marcopolo *t, int source, struct sr_turn *turn) {
    int seat = t->turn_seat;
    marcopolo_push(t, effect_collect, 0, source);
    for (int figure = FIGURES - 1; figure >= 0; figure--) {
        int place = t->figure[seat][figure];
        if ((t->moved >> figure & 1) && place < POST_PLACES && !has_post(t, seat, place))
            marcopolo_push(t, effect_post, place, source);
    }
    t->steps_left = 0;
    marcopolo_go_on(t, turn);
}

static void walk(struct marcopolo *t, struct sr_move move, struct sr_turn *turn) {
    int seat = t->turn_seat, place = move.arg[0], figure = move.arg[2] == 1, price, beasts;
    struct amounts spent = {{0}};

    marcopolo_step_price(t, place, figure, &price, &beasts);
    spent.of[coins] = (uint8_t)price;
    spent.of[camels] = (uint8_t)beasts;
    if (move.arg[1] < PAIRS) {
        spent.of[marcopolo_pair[move.arg[1]][0]] = 1;
        spent.of[marcopolo_pair[move.arg[1]][1]] = 1;
    }
    sr_tell(turn, event_stepped, seat, t->figure[seat][figure], place);
    marcopolo_pay(t, seat, &spent, 1, t->source, turn);
    t->figure[seat][figure] = (uint8_t)place;
    t->moved = (uint8_t)(t->moved | 1 << figure);
    t->steps++;
    t->steps_left--;
    /* Wilhelm leaves a post wherever he passes, as long as his mat has any. */
    if (place < POST_PLACES && is_character(t, seat, the_wilhelm) && !has_post(t, seat, place) &&
        (travelling(t) || has_option(t, option_wilhelm_builds_on_every_move)))
        marcopolo_build_post(t, seat, place, turn);
}

void marcopolo_list_journey(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    if (t->steps)
        add_move(moves, verb_stop, 0);
    if (t->steps_left)
        list_steps(t, moves);
}

void marcopolo_play_journey(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    if (move.verb == verb_step)
        walk(t, move, turn);
    if (move.verb == verb_stop || !t->steps_left)
        arrive(t, t->source, turn);
}

/* A single step that was gained: it may be declined, since the road may cost too much. */
void marcopolo_list_move(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    list_steps(t, moves);
    if (has_option(t, option_rewards_may_be_declined))
        add_move(moves, verb_decline, 0);
}

void marcopolo_play_move(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    marcopolo_pop(t);
    if (move.verb == verb_step) {
        walk(t, move, turn);
        arrive(t, t->source, turn);
    } else {
        sr_tell(turn, event_declined, t->turn_seat, t->source);
        marcopolo_go_on(t, turn);
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
    if (!has_option(t, option_beijing_slide_up_on_vacate))
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
bool marcopolo_build_post(struct marcopolo *t, int seat, int place, struct sr_turn *turn) {
    if (count_posts(t, seat) >= posts_in_all(t, seat))
        return false;
    put_post(t, seat, place);
    sr_tell(turn, event_built, seat, place);
    int number = count_posts(t, seat);
    int scored = post_points(number);
    if (scored)
        marcopolo_gain_one(t, seat, points, scored, source_posts, turn);
    return true;
}

/* Posts that may be moved: not those that this very movement has built. */
int marcopolo_relocatable(const struct marcopolo *t) {
    return t->posts[t->turn_seat] & ~t->built;
}

void marcopolo_list_relocate(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    for (int left = marcopolo_relocatable(t); left; left &= left - 1)
        add_move(moves, verb_relocate, __builtin_ctz((unsigned)left));
    if (!has_option(t, option_relocation_mandatory))
        add_move(moves, verb_decline, 0);
}

void marcopolo_play_relocate(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    int seat = t->turn_seat, from = move.arg[0], to = t->target;
    marcopolo_pop(t);
    t->target = SR_NONE;
    if (move.verb == verb_relocate) {
        t->posts[seat] = (uint16_t)(t->posts[seat] & ~(1 << from));
        t->fresh = (uint16_t)(t->fresh & ~(1 << from));
        if (from == at_beijing)
            leave_beijing(t, seat, turn);
        put_post(t, seat, to);
        sr_tell(turn, event_relocated, seat, from, to);
    } else {
        sr_tell(turn, event_declined, seat, t->source);
    }
    marcopolo_go_on(t, turn);
}

/* ---- what a new post earns ---- */

bool marcopolo_place_gives(const struct marcopolo *t, int place) {
    return is_province(place) || (place < CITIES && t->token[place] != SR_NONE);
}

void marcopolo_take_place(struct marcopolo *t, int place, struct sr_turn *turn) {
    if (is_province(place)) {
        int bonus = t->bonus[place - FIRST_PROVINCE];
        marcopolo_reward(t, &marcopolo_bonus[bonus], source_bonus + bonus, turn);
    } else if (place < CITIES && t->token[place] != SR_NONE) {
        int token = t->token[place];
        t->token[place] = SR_NONE;
        marcopolo_reward(t, &marcopolo_token[token], source_token + token, turn);
    }
}
