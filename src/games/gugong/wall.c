/* Gugong: building the Great Wall, scoring it, and what influence at court then buys. */
#include "state.h"

/* ---- placing ---- */

void gugong_list_pieces(const struct gugong *t, int seat, int singles, enum pair_place pair,
                        struct sr_moves *moves) {
    if (singles)
        sr_add_3(moves, verb_place, piece_servant, 0, 0);
    if (pair_is(t, seat, pair))
        sr_add_3(moves, verb_place, piece_pair, 0, 0);
}

void gugong_build(struct gugong *t, int seat, uint8_t *singles, int piece, struct sr_turn *turn) {
    if (piece == piece_pair) {
        t->pair_at[seat] = pair_wall;
    } else {
        --*singles;
        t->wall[seat]++;
    }
    gugong_tell(turn, seat, wall, piece == piece_pair ? 2 : 1, on_wall(t, seat));
}

static bool has_piece(const struct gugong *t, int seat) {
    return t->pool[seat] || pair_is(t, seat, pair_pool);
}

bool gugong_asks_wall(const void *state) {
    const struct gugong *t = state;
    return has_piece(t, top_seat(t)) || sr_top(t, wall)->placed;
}

void gugong_list_wall(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    int seat = t->head.decider;
    gugong_list_pieces(t, seat, t->pool[seat], pair_pool, moves);
    if (sr_top(t, wall)->placed)
        sr_add_3(moves, verb_stop, 0, 0, 0);
}

/* The wall is looked at once, when everything is placed: the decree's servant too. */
void gugong_play_wall(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    const struct wall *wall = sr_taken(turn, wall);
    int seat = t->head.decider;
    if (move.verb == verb_place)
        gugong_build(t, seat, &t->pool[seat], move.arg[0], turn);
    if (move.verb == verb_place && wall->left > 1 &&
        (has_piece(t, seat) || gugong_could_raise(t, seat))) {
        sr_push(t, phase_wall, seat, wall, .left = (uint8_t)(wall->left - 1), .placed = true,
                .source = wall->source);
        return;
    }
    sr_push_bare(t, phase_wall_check, seat);
    if (owns_decree(t, seat, decree_more_wall))
        sr_push_bare(t, phase_wall_extra, seat);
}

void gugong_list_wall_extra(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    int seat = t->head.decider;
    gugong_list_pieces(t, seat, t->supply[seat], pair_supply, moves);
    sr_add_3(moves, verb_skip, 0, 0, 0);
}

void gugong_play_wall_extra(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    int seat = t->head.decider;
    if (move.verb == verb_place)
        gugong_build(t, seat, &t->supply[seat], move.arg[0], turn);
}

/* ---- scoring ---- */

int gugong_wall_winner(const struct gugong *t) {
    uint8_t count[SIDES];
    for (int i = 0; i < sides(t); i++)
        count[side_at(t, i)] = (uint8_t)on_wall(t, side_at(t, i));
    return gugong_leader(t, count);
}

void gugong_run_wall_check(void *state, struct sr_turn *turn) {
    struct gugong *t = state;
    int total = 0;
    for (int i = 0; i < sides(t); i++)
        total += on_wall(t, side_at(t, i));
    if (total < gugong_wall_complete[t->head.seats])
        return;

    /* Who is furthest behind chooses first: so the one ahead is put down first. */
    unsigned left = 0;
    for (int i = 0; i < sides(t); i++)
        left |= (unsigned)(on_wall(t, side_at(t, i)) > 0) << side_at(t, i);
    while (left) {
        int ahead = __builtin_ctz(left);
        for (unsigned rest = left; rest; rest &= rest - 1)
            if (standing(t, __builtin_ctz(rest)) > standing(t, ahead))
                ahead = __builtin_ctz(rest);
        if (ahead == MENG)
            sr_push_bare(t, phase_meng_intrigue, SR_NONE);
        else
            sr_push_bare(t, phase_intrigue, ahead);
        left &= ~(1u << ahead);
    }

    int winner = gugong_wall_winner(t);
    if (winner == SR_NONE)
        return;
    int tie = SR_NONE;
    for (int i = 0; i < sides(t); i++)
        if (side_at(t, i) != winner && on_wall(t, side_at(t, i)) == on_wall(t, winner))
            tie = 0;
    gugong_tell(turn, winner, wall_won, on_wall(t, winner), tie);
    t->supply[winner] = (uint8_t)(t->supply[winner] + t->wall[winner]);
    t->wall[winner] = 0;
    if (pair_is(t, winner, pair_wall))
        t->pair_at[winner] = pair_supply;
    gugong_add_points(t, winner, WIN_POINTS, turn);
    gugong_step_envoy(t, winner, 1, turn);
}

/* ---- what influence buys ---- */

static void list_die_faces(const struct gugong *t, int die, struct sr_moves *moves) {
    bool even = t->options[option_dice] == dice_even;
    int faces = even ? HIGHEST : FACES;
    for (int i = 0; i < faces; i++) {
        int face = even ? i + LOWEST : gugong_faces[die][i];
        if (face != t->dice[die])
            sr_add_3(moves, verb_turn, die, face, 0);
    }
}

bool gugong_asks_intrigue(const void *state) {
    const struct gugong *t = state;
    return t->intrigue[top_seat(t)] > 0;
}

void gugong_list_intrigue(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    int seat = t->head.decider, cell = t->intrigue[seat];
    if (cell >= back_for_servant && gugong_supply_left(t, seat))
        sr_add_3(moves, verb_step_back, back_for_servant, 0, 0);
    if (cell >= back_for_servants && gugong_supply_left(t, seat))
        sr_add_3(moves, verb_step_back, back_for_servants, 0, 0);
    if (cell >= back_for_jade)
        sr_add_3(moves, verb_step_back, back_for_jade, 0, 0);
    for (int die = 0; cell >= back_for_die && die < DICE; die++)
        list_die_faces(t, die, moves);
    sr_add_3(moves, verb_skip, 0, 0, 0);
}

void gugong_play_intrigue(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    int seat = t->head.decider;
    if (move.verb == verb_turn) {
        gugong_move_intrigue(t, seat, -back_for_die, turn);
        t->dice[move.arg[0]] = move.arg[1];
        sr_tell(turn, event_die, seat, move.arg[0], move.arg[1]);
    } else if (move.verb == verb_step_back) {
        gugong_move_intrigue(t, seat, -move.arg[0], turn);
        if (move.arg[0] == back_for_jade)
            gugong_add_jade(t, seat, turn);
        else
            gugong_offer_servants(t, seat, move.arg[0] == back_for_servant ? 1 : 2, source_wall);
    }
}
