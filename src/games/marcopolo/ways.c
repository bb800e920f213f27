/* The Voyages of Marco Polo: what the map is worth to a mind. Places of goals and Beijing draw
 * figures, posts bring something, ways there cost coins and camels. */
#include "mind.h"

enum { FARTHEST = 4, FARTHEST_PULL = 5 }; /* steps that somebody thinks of at once, and dreams of */

/* ---- the map ---- */

/* Returns the places that are still without a post. */
static unsigned think_of_goals(const struct mind *mind) {
    const struct marcopolo *t = mind->t;
    unsigned all = 0, posts = t->posts[mind->seat];
    for (int place = 0; place < POST_PLACES; place++)
        mind->map->goal[place] = 0;
    for (int i = 0; i < t->goal_size[mind->seat] && i < GOALS_KEPT; i++) {
        const struct goal_info *goal = &marcopolo_goal[t->goal[mind->seat][i]];
        float both = mind->habits[habit_goal_points] * (float)goal->points;
        float half = mind->price[habit_half_goal] * (float)goal->points;
        mind->map->goal[goal->city] += posts >> goal->province & 1 ? both : half;
        mind->map->goal[goal->province] += posts >> goal->city & 1 ? both : half;
        all |= 1u << goal->city | 1u << goal->province;
    }
    int places = __builtin_popcount(all & posts);
    for (unsigned left = all & ~posts; left; left &= left - 1)
        mind->map->goal[__builtin_ctz(left)] +=
            mind->price[habit_goal_ladder] *
            (float)(marcopolo_goal_ladder[places + 1] - marcopolo_goal_ladder[places]);
    return all & ~posts;
}

/* A place draws figures the more the nearer they are. */
float marcopolo_pull_to(const struct mind *mind, int place) {
    const struct map *map = mind->map;
    float sum = 0;
    for (int i = 0; i < map->draws; i++) {
        int steps = map->draw[i].roads[place];
        if (steps && steps <= FARTHEST_PULL)
            sum += map->draw[i].strength / (float)(steps + 1);
    }
    return sum;
}

static void draw_to(const struct mind *mind, int place, float strength) {
    int at = mind->map->draws++;
    mind->map->draw[at].roads = marcopolo_roads_between[place];
    mind->map->draw[at].strength = strength;
}

void marcopolo_think_of_map(const struct mind *mind) {
    if (mind->map->known)
        return;
    unsigned goals = think_of_goals(mind);
    mind->map->known = true;
    mind->map->asked = 0;
    mind->map->draws = 0;
    float left = mind->rounds < 2 ? 0.5f * mind->rounds : 1;
    for (; goals; goals &= goals - 1) {
        int place = __builtin_ctz(goals);
        if (mind->map->goal[place] > 0)
            draw_to(mind, place, left * mind->price[habit_near_goal] * mind->map->goal[place]);
    }
    if (!has_post(mind->t, mind->seat, at_beijing))
        draw_to(mind, at_beijing,
                left * mind->price[habit_near_beijing] * (float)marcopolo_beijing_prize(mind->t));
}

/* What a new post in a place would bring. */
static float post_in(const struct mind *mind, int place) {
    const struct marcopolo *t = mind->t;
    int number = count_posts(t, mind->seat) + 1;
    float sum = mind->price[habit_post] + mind->map->goal[place];
    sum += (float)post_points(number);
    if (is_province(place))
        return sum + reward_of(mind, &marcopolo_bonus[t->bonus[place - FIRST_PROVINCE]]) *
                         (1 + mind->price[habit_province] * (float)(ROUNDS - 1 - t->round));
    if (place < CITIES) {
        if (t->token[place] != SR_NONE)
            sum += reward_of(mind, &marcopolo_token[t->token[place]]);
        return sum + mind->price[habit_city] * mind->rounds * (place == at_sumatra ? 2.0f : 1.0f);
    }
    return sum + mind->price[habit_beijing] + (float)marcopolo_beijing_prize(t);
}

/* Many ways lead to one place: it is looked at once. */
float marcopolo_stop_in(const struct mind *mind, int place) {
    struct map *map = mind->map;
    if (!(map->asked >> place & 1)) {
        map->asked |= UINT64_C(1) << place;
        map->stop[place] = marcopolo_pull_to(mind, place);
        if (place < POST_PLACES && !has_post(mind->t, mind->seat, place))
            map->stop[place] += post_in(mind, place);
    }
    return map->stop[place];
}

static int price_of_step(const struct pack *pack) {
    return pack->travels && pack->steps < FACES
               ? marcopolo_steps_price[pack->steps + 1] - marcopolo_steps_price[pack->steps]
               : 0;
}

/* The values of dice, bit per value, that allow a step more than have been walked. */
static unsigned going_on(unsigned values, const struct pack *pack) {
    return pack->walked < FARTHEST ? values & ~0u << (pack->walked + 1) : 0;
}

/* Those that can be paid for. */
static unsigned within(unsigned values, const struct pack *pack) {
    return !pack->pays || pack->purse >= FACES ? values : values & ((2u << pack->purse) - 1);
}

/* The best place on the way from here for each of some values, prices taken off: they have most of
 * the way in common, so it is walked once for all of them. Oasis hops are left out. */
static void ways_from(const struct mind *mind, int place, int came_from, const struct pack *pack,
                      unsigned values, float best[FACES + 1]) {
    float stop = marcopolo_stop_in(mind, place);
    for (unsigned left = values; left; left &= left - 1)
        best[__builtin_ctz(left)] = stop;
    values = going_on(values, pack);
    if (!values)
        return;
    int base = price_of_step(pack);
    for (int i = 0; i < MAX_ROADS && marcopolo_road[place][i].there; i++) {
        const struct road *road = &marcopolo_road[place][i];
        int price = road->coins + base;
        if (road->to == came_from || price > pack->purse || road->camels > pack->herd)
            continue;
        struct pack next = {pack->purse - price, pack->herd - road->camels,
                            pack->steps + 1,     pack->walked + 1,
                            pack->travels,       pack->pays};
        unsigned reaching = within(values, &next);
        if (!reaching)
            continue;
        float there[FACES + 1];
        ways_from(mind, road->to, place, &next, reaching, there);
        for (unsigned left = reaching; left; left &= left - 1) {
            int value = __builtin_ctz(left);
            float here = there[value] - mind->worth[resource_coins] * (float)price -
                         mind->worth[resource_camels] * (float)road->camels;
            best[value] = here > best[value] ? here : best[value];
        }
    }
}

/* What journeys with dice of some values bring. */
void marcopolo_rate_journeys(const struct mind *mind, struct pack pack, unsigned values,
                             float of[FACES + 1]) {
    for (int value = 0; value <= FACES; value++)
        of[value] = 0;
    values = within(values, &pack);
    marcopolo_think_of_map(mind);
    for (int figure = 0; figure < FIGURES && mind->t->figure[mind->seat][figure] < PLACES;
         figure++) {
        int place = mind->t->figure[mind->seat][figure];
        float way[FACES + 1], pull = marcopolo_pull_to(mind, place);
        ways_from(mind, place, SR_NONE, &pack, values, way);
        for (unsigned left = values; left; left &= left - 1) {
            int value = __builtin_ctz(left);
            float here = way[value] - pull;
            of[value] = here > of[value] ? here : of[value];
        }
    }
}

/* A step that is listed, and what may follow it. */
float marcopolo_step_of(const struct mind *mind, struct sr_move move) {
    const struct marcopolo *t = mind->t;
    int place = move.arg[0], figure = move.arg[2] == 1, price, beasts;
    const struct journey journey = marcopolo_under_way(t);
    int left = journey.steps_left - 1;
    marcopolo_step_price(t, &journey, place, figure, &price, &beasts);
    struct pack pack = {.purse = mind->stock[resource_coins] - price,
                        .herd = mind->stock[resource_camels] - beasts,
                        .steps = journey.steps + 1,
                        .travels = journey.source == source_space + space_travel};
    float way[FACES + 1];
    ways_from(mind, place, t->figure[mind->seat][figure], &pack, 1u << left, way);
    float sum = way[left] - mind->worth[resource_coins] * (float)price -
                mind->worth[resource_camels] * (float)beasts;
    if (move.arg[1] < PAIRS)
        sum -= cost_of(mind, marcopolo_pair[move.arg[1]][0], 1) +
               cost_of(mind, marcopolo_pair[move.arg[1]][1], 1);
    return sum;
}

/* The journey ends here, for all figures that moved. */
float marcopolo_rate_stop(const struct mind *mind) {
    float sum = 0;
    for (int figure = 0; figure < FIGURES; figure++)
        if (sr_top(mind->t, journey)->moved >> figure & 1)
            sum += marcopolo_stop_in(mind, mind->t->figure[mind->seat][figure]);
    return sum;
}
