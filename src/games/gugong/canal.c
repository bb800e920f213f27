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
            gugong_add(moves, verb_load, t->ship_at[side][ship], piece, 0);
    if (gugong_free_ship(t, side) == SR_NONE)
        return;
    for (int route = 0; route < routes(t); route++) {
        int harbour = gugong_first_harbour(t, route);
        if (harbour != SR_NONE)
            gugong_add(moves, verb_launch, harbour, piece, 0);
    }
}

void gugong_list_load(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    struct frame frame = top_frame(t);
    int side = frame.side;
    bool from_supply = frame.second == load_from_supply;
    if (from_supply ? t->supply[side] : t->pool[side])
        list_piece(t, side, piece_servant, moves);
    if (pair_is(t, side, from_supply ? pair_supply : pair_pool))
        list_piece(t, side, piece_pair, moves);
    if (frame.second == load_then_sail && gugong_can_sail(t, side))
        gugong_add(moves, verb_stay, 0, 0, 0);
    if (frame.second == load_one_more)
        gugong_add(moves, verb_stop, 0, 0, 0);
    if (from_supply)
        gugong_add(moves, verb_skip, 0, 0, 0);
    gugong_list_exchanges(t, side, moves);
}

static int ship_in(const struct gugong *t, int side, int harbour) {
    int ship = 0;
    while (ship < SHIPS - 1 && t->ship_at[side][ship] != harbour)
        ship++;
    return ship;
}

/* What comes after a piece is loaded: the second one, or a move. */
static void push_rest(struct gugong *t, struct frame frame, int piece) {
    if (frame.second == load_then_sail)
        gugong_push(t, phase_sail, frame.side, 1, 0, frame.source);
    else if (frame.second == load_two && frame.first > 1)
        gugong_push(t, phase_load, frame.side, frame.first - 1,
                    piece == piece_pair ? load_one_more : load_two, frame.source);
}

void gugong_play_load(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    if (gugong_play_exchange(t, move, turn))
        return;
    struct frame frame = gugong_pop(t);
    int side = frame.side, harbour = move.arg[0], piece = move.arg[1];
    if (move.verb == verb_stay)
        gugong_push(t, phase_sail, side, 0, 0, frame.source);
    if (move.verb != verb_load && move.verb != verb_launch) {
        gugong_run(t, turn);
        return;
    }
    int ship = move.verb == verb_launch ? gugong_free_ship(t, side) : ship_in(t, side, harbour);
    int cells = piece == piece_pair ? 2 : 1;
    if (move.verb == verb_launch) {
        t->ship_at[side][ship] = (uint8_t)harbour;
        gugong_tell(turn, side, launches, harbour, cells);
    } else {
        gugong_tell(turn, side, loads, harbour, cells);
    }
    if (piece == piece_pair) {
        t->pair_at[side] = (uint8_t)(pair_ship + ship);
    } else {
        uint8_t *from = frame.second == load_from_supply ? &t->supply[side] : &t->pool[side];
        --*from;
        t->ship_load[side][ship]++;
    }
    push_rest(t, frame, piece);
    if (ship_cells(t, side, ship) == SHIP_CELLS)
        gugong_push(t, phase_claim, side, ship, 0, frame.source);
    gugong_run(t, turn);
}

/* ---- sailing ---- */

void gugong_list_sail(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    struct frame frame = top_frame(t);
    for (int ship = 0; ship < SHIPS; ship++) {
        int harbour = t->ship_at[frame.side][ship];
        if (harbour != SR_NONE && gugong_next_harbour(t, harbour) != SR_NONE)
            gugong_add(moves, verb_sail, harbour, 0, 0);
    }
    if (frame.first)
        gugong_add(moves, verb_stay, 0, 0, 0);
    gugong_list_exchanges(t, frame.side, moves);
}

void gugong_play_sail(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    if (gugong_play_exchange(t, move, turn))
        return;
    struct frame frame = gugong_pop(t);
    if (move.verb == verb_sail) {
        int ship = ship_in(t, frame.side, move.arg[0]);
        int harbour = gugong_next_harbour(t, move.arg[0]);
        t->ship_at[frame.side][ship] = (uint8_t)harbour;
        sr_tell(turn, event_sails, frame.side, move.arg[0], harbour);
        if (ship_cells(t, frame.side, ship) == SHIP_CELLS)
            gugong_push(t, phase_claim, frame.side, ship, 0, frame.source);
    }
    gugong_run(t, turn);
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

void gugong_list_claim(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    struct frame frame = top_frame(t);
    unsigned rewards = gugong_claimable(t, frame.side, frame.first);
    for (int reward = 0; reward < REWARDS; reward++)
        if (rewards >> reward & 1)
            gugong_add(moves, verb_claim, reward, 0, 0);
    gugong_add(moves, verb_skip, 0, 0, 0);
    gugong_list_exchanges(t, frame.side, moves);
}

static void draw_gift(struct gugong *t, int seat, struct sr_turn *turn) {
    int gift = t->deck[--t->deck_size];
    t->deck[t->deck_size] = 0;
    gugong_hand_add(t, seat, gift);
    turn->shown = true;
    sr_tell(turn, event_draws, seat, gift);
}

void gugong_play_claim(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    if (gugong_play_exchange(t, move, turn))
        return;
    struct frame frame = gugong_pop(t);
    int seat = frame.side, ship = frame.first, reward = move.arg[0];
    if (move.verb == verb_claim) {
        gugong_tell(turn, seat, rewarded, t->ship_at[seat][ship], reward);
        t->cells[seat][reward]++;
        t->supply[seat] = (uint8_t)(t->supply[seat] + t->ship_load[seat][ship] - 1);
        t->ship_load[seat][ship] = 0;
        t->ship_at[seat][ship] = SR_NONE;
        if (pair_is(t, seat, (enum pair_place)(pair_ship + ship)))
            t->pair_at[seat] = pair_supply;
        if (reward == reward_points)
            gugong_add_points(t, seat, HARBOUR_POINTS, turn);
        else if (reward == reward_card)
            draw_gift(t, seat, turn);
        else
            t->pair_at[seat] = pair_pool;
    }
    gugong_run(t, turn);
}

/* ---- at night all ships move ---- */

static void sink(struct gugong *t, int side, int ship, struct sr_turn *turn) {
    gugong_tell(turn, side, sinks, t->ship_at[side][ship]);
    t->supply[side] = (uint8_t)(t->supply[side] + t->ship_load[side][ship]);
    t->ship_load[side][ship] = 0;
    t->ship_at[side][ship] = SR_NONE;
    if (pair_is(t, side, (enum pair_place)(pair_ship + ship)))
        t->pair_at[side] = pair_supply;
}

/* Claims are asked in turn order, own ships furthest first, route A before B; so the last of these
 * goes on the stack first. */
static void push_claims(struct gugong *t, int seat) {
    for (int harbour = 1; harbour < HARBOURS; harbour++)
        for (int route = routes(t) - 1; route >= 0; route--)
            for (int ship = 0; ship < SHIPS; ship++)
                if (t->ship_at[seat][ship] == route * HARBOURS + harbour &&
                    gugong_claimable(t, seat, ship))
                    gugong_push(t, phase_claim, seat, ship, 0, source_night);
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
            if (harbour % HARBOURS == HARBOURS - 1)
                sink(t, side, ship, turn);
            else
                t->ship_at[side][ship]++;
        }
    }
    for (int step = t->head.seats - 1; step >= 0; step--) {
        int first = t->start == MENG ? 0 : t->start;
        push_claims(t, (first + step) % t->head.seats);
    }
}
