/* Obscurians: one good at a time. Steal, Give, Swap, Protect and Move, step by step; every step
 * lists only what can still be completed.
 *
 * Nobody may touch the stash of another, nor anything of a seat under an embargo, nor give such a
 * seat anything. Neither binds the owner: under the event All Five it may use what it has just
 * hidden, open goods first. */
#include "state.h"

/* ---- whom an action may touch ---- */

static bool reachable(const struct obscurians *t, int seat) {
    return seat != t->head.decider && !t->embargo[seat];
}

static bool has_loot(const struct obscurians *t, int seat) {
    return reachable(t, seat) && any_goods(t->open[seat]);
}

static int count_reachable(const struct obscurians *t) {
    int count = 0;
    for (int seat = 0; seat < t->head.seats; seat++)
        count += reachable(t, seat);
    return count;
}

static bool anyone_has_loot(const struct obscurians *t) {
    for (int seat = 0; seat < t->head.seats; seat++)
        if (has_loot(t, seat))
            return true;
    return false;
}

static bool has_own_goods(const struct obscurians *t) {
    int seat = t->head.decider;
    return any_goods(t->open[seat]) || any_goods(t->stash[seat]);
}

/* May the seat be swapped with for this good? Without null_swap it must have another kind. */
static bool can_swap_with(const struct obscurians *t, int seat, int kind) {
    if (!has_loot(t, seat))
        return false;
    if (sr_has_option(t, option_null_swap))
        return true;
    uint8_t besides[KINDS];
    memcpy(besides, t->open[seat], sizeof besides);
    besides[kind] = 0;
    return any_goods(besides);
}

static bool can_swap(const struct obscurians *t, int kind) {
    if (!collection(t, t->head.decider, kind))
        return false;
    for (int seat = 0; seat < t->head.seats; seat++)
        if (can_swap_with(t, seat, kind))
            return true;
    return false;
}

static bool can_swap_anything(const struct obscurians *t) {
    if (sr_has_option(t, option_null_swap))
        return has_own_goods(t) && anyone_has_loot(t);
    for (int kind = 0; kind < KINDS; kind++)
        if (can_swap(t, kind))
            return true;
    return false;
}

/* Could the action be carried out once more? */
static bool can_step(const struct obscurians *t, int face) {
    switch (face) {
    case face_steal:
        return anyone_has_loot(t);
    case face_give:
        return has_own_goods(t) && count_reachable(t) > 0;
    case face_swap:
        return can_swap_anything(t);
    case face_protect:
        return any_goods(t->open[t->head.decider]);
    case face_move:
        return count_reachable(t) >= 2 && anyone_has_loot(t);
    default:
        return false;
    }
}

/* The same for all faces, in one look around the table; two others who can be reached, and loot at
 * one of them, are enough to know. */
unsigned obscurians_possible(const struct obscurians *t) {
    int reach = 0, seat = t->head.decider;
    uint64_t loot = 0, open = goods_row(t->open[seat]), own = open | goods_row(t->stash[seat]);
    for (int other = 0; other < t->head.seats && (reach < 2 || !loot); other++)
        if (reachable(t, other)) {
            reach++;
            loot |= goods_row(t->open[other]);
        }
    unsigned faces = open ? 1u << face_protect : 0;
    if (loot)
        faces |= reach >= 2 ? 1u << face_steal | 1u << face_move : 1u << face_steal;
    if (own && reach)
        faces |= 1u << face_give;
    if (sr_has_option(t, option_null_swap) ? own && loot : can_swap_anything(t))
        faces |= 1u << face_swap;
    return faces;
}

/* ---- from one repetition to the next ---- */

static void hide(struct obscurians *t, int kind, int count, struct sr_turn *turn) {
    int seat = t->head.decider;
    t->open[seat][kind] = (uint8_t)(t->open[seat][kind] - count);
    t->stash[seat][kind] = (uint8_t)(t->stash[seat][kind] + count);
    for (int good = 0; good < count; good++)
        note_good(t, deed_hid_own, kind);
    sr_tell(turn, event_hid, seat, kind, count);
}

/* When all that is left may be hidden, there is nothing to ask. */
static void hide_all(struct obscurians *t, struct sr_turn *turn) {
    int seat = t->head.decider;
    for (int kind = 0; kind < KINDS; kind++)
        if (t->open[seat][kind])
            hide(t, kind, t->open[seat][kind], turn);
}

void obscurians_next_step(struct obscurians *t, struct sr_turn *turn) {
    static const uint8_t first_phase[FACES] = {
        [face_steal] = phase_steal_from, [face_give] = phase_give,      [face_swap] = phase_swap,
        [face_protect] = phase_protect,  [face_move] = phase_move_from,
    };
    t->partner = SR_NONE;
    t->good = SR_NONE;
    if (t->repeats == 0) {
        obscurians_end_action(t, turn);
    } else if (!can_step(t, t->action)) {
        if (t->action != face_protect)
            sr_tell(turn, event_lapsed, t->head.decider, t->repeats);
        obscurians_end_action(t, turn);
    } else if (t->action == face_protect && count_goods(t->open[t->head.decider]) <= t->repeats) {
        hide_all(t, turn);
        obscurians_end_action(t, turn);
    } else {
        t->head.phase = first_phase[t->action];
    }
}

static void step_done(struct obscurians *t, struct sr_turn *turn) {
    t->repeats--;
    obscurians_next_step(t, turn);
}

/* ---- what the steps have in common ---- */

static void take_from(struct obscurians *t, int seat, int kind) {
    t->open[seat][kind]--;
}

static void take_own(struct obscurians *t, int kind) {
    int seat = t->head.decider;
    if (t->open[seat][kind])
        t->open[seat][kind]--;
    else
        t->stash[seat][kind]--;
}

static void list_kinds(struct sr_moves *moves, int verb, uint64_t row) {
    for (uint64_t left = kinds_in(row); left; left = other_kinds(left))
        sr_add_1(moves, verb, first_kind(left));
}

static uint64_t own_row(const struct obscurians *t) {
    return goods_row(t->open[t->head.decider]) + goods_row(t->stash[t->head.decider]);
}

static void list_loot(const struct obscurians *t, struct sr_moves *moves, int verb) {
    list_kinds(moves, verb, goods_row(t->open[t->partner]));
}

static void list_loot_owners(const struct obscurians *t, struct sr_moves *moves) {
    for (int seat = 0; seat < t->head.seats; seat++)
        if (has_loot(t, seat))
            sr_add_1(moves, verb_from, seat);
}

static void list_receivers(const struct obscurians *t, struct sr_moves *moves, int except) {
    for (int seat = 0; seat < t->head.seats; seat++)
        if (seat != except && reachable(t, seat))
            sr_add_1(moves, verb_to, seat);
}

/* ---- Steal: from whom, what ---- */

void obscurians_list_steal_from(const void *state, struct sr_moves *moves) {
    list_loot_owners(state, moves);
}

void obscurians_play_steal_from(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    (void)turn;
    t->partner = move.arg[0];
    t->head.phase = phase_steal;
}

void obscurians_list_steal(const void *state, struct sr_moves *moves) {
    list_loot(state, moves, verb_steal);
}

void obscurians_play_steal(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    int seat = t->head.decider, kind = move.arg[0];
    take_from(t, t->partner, kind);
    t->open[seat][kind]++;
    note_good(t, deed_stole_own, kind);
    sr_tell(turn, event_stole, seat, t->partner, kind);
    step_done(t, turn);
}

/* ---- Give: what, to whom ---- */

void obscurians_list_give(const void *state, struct sr_moves *moves) {
    const struct obscurians *t = state;
    list_kinds(moves, verb_give, own_row(t));
}

void obscurians_play_give(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    (void)turn;
    t->good = move.arg[0];
    t->head.phase = phase_give_to;
}

void obscurians_list_give_to(const void *state, struct sr_moves *moves) {
    list_receivers(state, moves, SR_NONE);
}

void obscurians_play_give_to(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    int to = move.arg[0];
    take_own(t, t->good);
    t->open[to][t->good]++;
    note_good(t, deed_gave_own, t->good);
    sr_tell(turn, event_gave, t->head.decider, to, t->good);
    step_done(t, turn);
}

/* ---- Swap: what, with whom, for what ---- */

void obscurians_list_swap(const void *state, struct sr_moves *moves) {
    const struct obscurians *t = state;
    if (sr_has_option(t, option_null_swap)) {
        if (anyone_has_loot(t))
            list_kinds(moves, verb_offer, own_row(t));
        return;
    }
    for (int kind = 0; kind < KINDS; kind++)
        if (can_swap(t, kind))
            sr_add_1(moves, verb_offer, kind);
}

void obscurians_play_swap(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    (void)turn;
    t->good = move.arg[0];
    t->head.phase = phase_swap_with;
}

void obscurians_list_swap_with(const void *state, struct sr_moves *moves) {
    const struct obscurians *t = state;
    for (int seat = 0; seat < t->head.seats; seat++)
        if (can_swap_with(t, seat, t->good))
            sr_add_1(moves, verb_with, seat);
}

void obscurians_play_swap_with(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    (void)turn;
    t->partner = move.arg[0];
    t->head.phase = phase_swap_for;
}

void obscurians_list_swap_for(const void *state, struct sr_moves *moves) {
    const struct obscurians *t = state;
    bool same_too = sr_has_option(t, option_null_swap);
    for (uint64_t left = kinds_in(goods_row(t->open[t->partner])); left; left = other_kinds(left))
        if (same_too || first_kind(left) != t->good)
            sr_add_1(moves, verb_for, first_kind(left));
}

void obscurians_play_swap_for(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    int seat = t->head.decider, kind = move.arg[0];
    take_own(t, t->good);
    take_from(t, t->partner, kind);
    t->open[seat][kind]++;
    t->open[t->partner][t->good]++;
    note_good(t, deed_swapped_own, t->good);
    sr_tell(turn, event_swapped, seat, t->partner, t->good, kind);
    step_done(t, turn);
}

/* ---- Protect: goods go into the stash ---- */

void obscurians_list_protect(const void *state, struct sr_moves *moves) {
    const struct obscurians *t = state;
    list_kinds(moves, verb_protect, goods_row(t->open[t->head.decider]));
}

void obscurians_play_protect(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    hide(t, move.arg[0], 1, turn);
    step_done(t, turn);
}

/* ---- Move: from whom, what, to whom ---- */

void obscurians_list_move_from(const void *state, struct sr_moves *moves) {
    list_loot_owners(state, moves);
}

void obscurians_play_move_from(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    (void)turn;
    t->partner = move.arg[0];
    t->head.phase = phase_move;
}

void obscurians_list_move(const void *state, struct sr_moves *moves) {
    list_loot(state, moves, verb_carry);
}

void obscurians_play_move(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    (void)turn;
    t->good = move.arg[0];
    t->head.phase = phase_move_to;
}

void obscurians_list_move_to(const void *state, struct sr_moves *moves) {
    const struct obscurians *t = state;
    list_receivers(t, moves, t->partner);
}

void obscurians_play_move_to(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    int to = move.arg[0];
    take_from(t, t->partner, t->good);
    t->open[to][t->good]++;
    if (t->event != happening_all_five)
        note_deed(t, deed_moved, 1);
    sr_tell(turn, event_moved, t->head.decider, t->partner, t->good, to);
    step_done(t, turn);
}
