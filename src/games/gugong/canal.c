/* Gugong: ships on the Grand Canal. Harbours of route A are 0 to 4, of route B 5 to 9. */
#include "state.h"

unsigned gugong_taken_harbours(const struct gugong *t) {
    unsigned taken = 0;
    for (int i = 0; i < sides(t); i++) {
        const uint8_t *at = t->ship_at[side_at(t, i)];
        for (int ship = 0; ship < SHIPS; ship++)
            if (at[ship] != SR_NONE)
                taken |= 1u << at[ship];
    }
    return taken;
}

int gugong_first_harbour(const struct gugong *t, int route) {
    unsigned taken = gugong_taken_harbours(t) >> (route * HARBOURS);
    for (int harbour = 0; harbour < HARBOURS; harbour++)
        if (!(taken >> harbour & 1))
            return route * HARBOURS + harbour;
    return SR_NONE;
}

int gugong_next_harbour(const struct gugong *t, int harbour) {
    unsigned taken = gugong_taken_harbours(t);
    for (int next = harbour + 1; next % HARBOURS; next++)
        if (!(taken >> next & 1))
            return next;
    return SR_NONE;
}

int gugong_free_ship(const struct gugong *t, int side) {
    for (int ship = 0; ship < SHIPS; ship++)
        if (t->ship_at[side][ship] == SR_NONE)
            return ship;
    return SR_NONE;
}

static bool can_launch(const struct gugong *t, int side) {
    if (gugong_free_ship(t, side) == SR_NONE)
        return false;
    for (int route = 0; route < routes(t); route++)
        if (gugong_first_harbour(t, route) != SR_NONE)
            return true;
    return false;
}

static bool has_room(const struct gugong *t, int side, int ship, int cells) {
    return t->ship_at[side][ship] != SR_NONE && ship_cells(t, side, ship) + cells <= SHIP_CELLS;
}

bool gugong_fits(const struct gugong *t, int side, int cells) {
    for (int ship = 0; ship < SHIPS; ship++)
        if (has_room(t, side, ship, cells))
            return true;
    return can_launch(t, side);
}

bool gugong_can_sail(const struct gugong *t, int side) {
    for (int ship = 0; ship < SHIPS; ship++)
        if (t->ship_at[side][ship] != SR_NONE &&
            gugong_next_harbour(t, t->ship_at[side][ship]) != SR_NONE)
            return true;
    return false;
}

/* ---- loading ---- */

static void list_piece(const struct gugong *t, int side, int piece, struct sr_moves *moves) {
    int cells = piece == piece_pair ? 2 : 1;
    for (int ship = 0; ship < SHIPS; ship++)
        if (has_room(t, side, ship, cells))
            sr_add_3(moves, verb_load, t->ship_at[side][ship], piece, 0);
    if (gugong_free_ship(t, side) == SR_NONE)
        return;
    for (int route = 0; route < routes(t); route++) {
        int harbour = gugong_first_harbour(t, route);
        if (harbour != SR_NONE)
            sr_add_3(moves, verb_launch, harbour, piece, 0);
    }
}

bool gugong_can_load_supply(const struct gugong *t, int seat) {
    return (t->supply[seat] && gugong_fits(t, seat, 1)) ||
           (pair_is(t, seat, pair_supply) && gugong_fits(t, seat, 2));
}

bool gugong_can_load_pool(const struct gugong *t, int seat) {
    return (t->pool[seat] && gugong_fits(t, seat, 1)) ||
           (pair_is(t, seat, pair_pool) && gugong_fits(t, seat, 2)) ||
           (gugong_could_raise(t, seat) && gugong_can_load_supply(t, seat));
}

/* Whoever exchanged tokens for something else may still have a ship to move. */
bool gugong_asks_load(const void *state) {
    const struct gugong *t = state;
    int seat = top_seat(t), how = sr_top(t, load)->how;
    if (how == load_from_supply)
        return gugong_can_load_supply(t, seat);
    return gugong_can_load_pool(t, seat) || (how == load_then_sail && gugong_can_sail(t, seat));
}

void gugong_list_load(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    int seat = t->head.decider, how = sr_top(t, load)->how;
    bool from_supply = how == load_from_supply;
    if (from_supply ? t->supply[seat] : t->pool[seat])
        list_piece(t, seat, piece_servant, moves);
    if (pair_is(t, seat, from_supply ? pair_supply : pair_pool))
        list_piece(t, seat, piece_pair, moves);
    if (how == load_then_sail && gugong_can_sail(t, seat))
        sr_add_3(moves, verb_stay, 0, 0, 0);
    if (how == load_one_more)
        sr_add_3(moves, verb_stop, 0, 0, 0);
    if (from_supply)
        sr_add_3(moves, verb_skip, 0, 0, 0);
}

static int ship_in(const struct gugong *t, int side, int harbour) {
    int ship = 0;
    while (ship < SHIPS - 1 && t->ship_at[side][ship] != harbour)
        ship++;
    return ship;
}

static void put_aboard(struct gugong *t, int seat, int ship, int piece, bool from_supply) {
    if (piece == piece_pair) {
        t->pair_at[seat] = (uint8_t)(pair_ship + ship);
    } else {
        --*(from_supply ? &t->supply[seat] : &t->pool[seat]);
        t->ship_load[seat][ship]++;
    }
}

static void push_claim_if_full(struct gugong *t, int seat, int ship) {
    if (ship_cells(t, seat, ship) == SHIP_CELLS)
        sr_push(t, phase_claim, seat, claim, .ship = (uint8_t)ship);
}

void gugong_play_load(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    const struct load *load = sr_taken(turn, load);
    int seat = t->head.decider, harbour = move.arg[0], piece = move.arg[1], ship;
    int cells = piece == piece_pair ? 2 : 1;
    switch (move.verb) {
    case verb_launch:
        ship = gugong_free_ship(t, seat);
        t->ship_at[seat][ship] = (uint8_t)harbour;
        gugong_tell(turn, seat, launches, harbour, cells);
        break;
    case verb_load:
        ship = ship_in(t, seat, harbour);
        gugong_tell(turn, seat, loads, harbour, cells);
        break;
    case verb_stay:
        sr_push(t, phase_sail, seat, sail, .source = load->source);
        return;
    default:
        return;
    }
    put_aboard(t, seat, ship, piece, load->how == load_from_supply);
    if (load->how == load_then_sail)
        sr_push(t, phase_sail, seat, sail, .loaded = true, .source = load->source);
    else if (load->how == load_two && load->left > 1)
        sr_push(t, phase_load, seat, load, .left = (uint8_t)(load->left - 1),
                .how = piece == piece_pair ? load_one_more : load_two, .source = load->source);
    push_claim_if_full(t, seat, ship);
}

/* ---- sailing ---- */

bool gugong_asks_sail(const void *state) {
    const struct gugong *t = state;
    return gugong_can_sail(t, top_seat(t));
}

void gugong_list_sail(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    for (int ship = 0; ship < SHIPS; ship++) {
        int harbour = t->ship_at[t->head.decider][ship];
        if (harbour != SR_NONE && gugong_next_harbour(t, harbour) != SR_NONE)
            sr_add_3(moves, verb_sail, harbour, 0, 0);
    }
    if (sr_top(t, sail)->loaded)
        sr_add_3(moves, verb_stay, 0, 0, 0);
}

void gugong_play_sail(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    if (move.verb == verb_stay)
        return;
    int seat = t->head.decider, ship = ship_in(t, seat, move.arg[0]);
    int harbour = gugong_next_harbour(t, move.arg[0]);
    t->ship_at[seat][ship] = (uint8_t)harbour;
    sr_tell(turn, event_sails, seat, move.arg[0], harbour);
    push_claim_if_full(t, seat, ship);
}

/* ---- harbour rewards ---- */

/* As bits by enum reward: those of the harbour that still have a free cell on the mat. */
unsigned gugong_claimable(const struct gugong *t, int seat, int ship) {
    if (t->ship_at[seat][ship] == SR_NONE || ship_cells(t, seat, ship) != SHIP_CELLS ||
        !t->ship_load[seat][ship])
        return 0;
    unsigned rewards = gugong_harbour_rewards[t->ship_at[seat][ship] % HARBOURS];
    const uint8_t *cells = t->cells[seat];
    if (cells[reward_points] >= gugong_reward_cells[reward_points])
        rewards &= ~(1u << reward_points);
    if (cells[reward_card] >= gugong_reward_cells[reward_card] || !t->deck_size ||
        t->hand_size[seat] + t->discard_size[seat] >= MAX_HAND)
        rewards &= ~(1u << reward_card);
    if (cells[reward_pair] >= gugong_reward_cells[reward_pair] || t->pair_at[seat] != pair_locked)
        rewards &= ~(1u << reward_pair);
    return rewards;
}

bool gugong_asks_claim(const void *state) {
    const struct gugong *t = state;
    return gugong_claimable(t, top_seat(t), sr_top(t, claim)->ship) != 0;
}

void gugong_list_claim(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    unsigned rewards = gugong_claimable(t, t->head.decider, sr_top(t, claim)->ship);
    for (int reward = 0; reward < REWARDS; reward++)
        if (rewards >> reward & 1)
            sr_add_3(moves, verb_claim, reward, 0, 0);
    sr_add_3(moves, verb_skip, 0, 0, 0);
}

static void draw_gift(struct gugong *t, int seat, struct sr_turn *turn) {
    int gift = take_last(t->deck, &t->deck_size);
    gugong_hand_add(t, seat, gift);
    turn->shown = true;
    sr_tell(turn, event_draws, seat, gift);
}

/* The ship comes home with all that it carries. */
void gugong_unload(struct gugong *t, int side, int ship) {
    t->supply[side] = (uint8_t)(t->supply[side] + t->ship_load[side][ship]);
    t->ship_load[side][ship] = 0;
    t->ship_at[side][ship] = SR_NONE;
    if (pair_is(t, side, (enum pair_place)(pair_ship + ship)))
        t->pair_at[side] = pair_supply;
}

void gugong_play_claim(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    int seat = t->head.decider, ship = sr_taken(turn, claim)->ship, reward = move.arg[0];
    if (move.verb == verb_skip)
        return;
    gugong_tell(turn, seat, rewarded, t->ship_at[seat][ship], reward);
    gugong_unload(t, seat, ship);
    t->supply[seat]--; /* one stays with the reward */
    t->cells[seat][reward]++;
    if (reward == reward_points)
        gugong_add_points(t, seat, HARBOUR_POINTS, turn);
    else if (reward == reward_card)
        draw_gift(t, seat, turn);
    else
        t->pair_at[seat] = pair_pool;
}

/* ---- at night all ships move ---- */

/* Claims are asked in turn order, own ships furthest first, route A before B; so the last of these
 * is put down first. */
static void push_claims(struct gugong *t, int seat) {
    for (int harbour = 1; harbour < HARBOURS; harbour++)
        for (int route = routes(t) - 1; route >= 0; route--)
            for (int ship = 0; ship < SHIPS; ship++)
                if (t->ship_at[seat][ship] == route * HARBOURS + harbour &&
                    gugong_claimable(t, seat, ship))
                    sr_push(t, phase_claim, seat, claim, .ship = (uint8_t)ship);
}

void gugong_move_ships(struct gugong *t, struct sr_turn *turn) {
    if (gugong_taken_harbours(t))
        sr_tell(turn, event_ships, t->round);
    for (int i = 0; i < sides(t); i++) {
        int side = side_at(t, i);
        for (int ship = 0; ship < SHIPS; ship++) {
            int harbour = t->ship_at[side][ship];
            if (harbour == SR_NONE)
                continue;
            if (harbour % HARBOURS < HARBOURS - 1) {
                t->ship_at[side][ship]++;
                continue;
            }
            gugong_tell(turn, side, sinks, harbour);
            gugong_unload(t, side, ship);
        }
    }
    for (int step = t->head.seats - 1; step >= 0; step--) {
        int first = t->start == MENG ? 0 : t->start;
        push_claims(t, (first + step) % t->head.seats);
    }
}
