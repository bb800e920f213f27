/* The Voyages of Marco Polo: contracts. The row, the special pile, the two slots of a mat, taking
 * and completing. */
#include "state.h"

#include <string.h>

/* ---- piles ---- */

/* The top of the special pile; when that is used up, what was put under it, in that order. */
static int draw_contract(struct marcopolo *t, struct sr_turn *turn) {
    int contract;
    if (t->special_size) {
        contract = t->special[--t->special_size];
        t->special[t->special_size] = 0;
        turn->shown = true;
    } else if (t->returned_size) {
        contract = t->returned[0];
        t->returned_size--;
        memmove(t->returned, t->returned + 1, t->returned_size);
        t->returned[t->returned_size] = 0;
    } else {
        contract = SR_NONE;
    }
    return contract;
}

/* Under the special pile; a starting contract leaves the game. */
static void return_contract(struct marcopolo *t, int contract) {
    if (contract >= STARTING_CONTRACTS && t->returned_size < REGULAR_CONTRACTS)
        t->returned[t->returned_size++] = (uint8_t)contract;
}

static void lay_in_row(struct marcopolo *t, int contract, struct sr_turn *turn) {
    if (contract == SR_NONE || t->row_size >= ROW)
        return;
    t->row[t->row_size++] = (uint8_t)contract;
    sr_tell(turn, event_row, t->row_size - 1, contract);
}

/* A row that was emptied in mid-round gets two, or what is left. */
void marcopolo_refill_row(struct marcopolo *t, int count, struct sr_turn *turn) {
    while (count-- > 0)
        lay_in_row(t, draw_contract(t, turn), turn);
}

void marcopolo_deal_row(struct marcopolo *t, struct sr_turn *turn) {
    for (int slot = 0; slot < ROW && t->pile_size; slot++) {
        int contract = t->pile[--t->pile_size];
        t->pile[t->pile_size] = 0;
        turn->shown = true;
        lay_in_row(t, contract, turn);
    }
}

/* At the end of a round, slot 1 first. */
void marcopolo_clear_row(struct marcopolo *t, struct sr_turn *turn) {
    if (t->row_size && t->round + 1 < ROUNDS)
        sr_tell(turn, event_row_cleared, t->row_size);
    for (int slot = 0; slot < t->row_size; slot++)
        return_contract(t, t->row[slot]);
    memset(t->row, 0, sizeof t->row);
    t->row_size = 0;
}

static int take_from_row(struct marcopolo *t, int slot) {
    int contract = t->row[slot];
    t->row_size--;
    memmove(t->row + slot, t->row + slot + 1, (size_t)(t->row_size - slot));
    t->row[t->row_size] = 0;
    return contract;
}

/* ---- the mat ---- */

static bool place_contract(struct marcopolo *t, int seat, int contract, struct sr_turn *turn) {
    for (int slot = 0; slot < ACTIVE; slot++)
        if (t->active[seat][slot] == SR_NONE) {
            t->active[seat][slot] = (uint8_t)contract;
            sr_tell(turn, event_took, seat, contract);
            return true;
        }
    return false;
}

static void discard(struct marcopolo *t, int seat, int slot, struct sr_turn *turn) {
    int contract = t->active[seat][slot];
    if (contract == SR_NONE)
        return;
    t->active[seat][slot] = SR_NONE;
    sr_tell(turn, event_discarded, seat, contract);
    return_contract(t, contract);
}

/* ---- the action: one or two from the row ---- */

void marcopolo_list_take(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    int value = sr_top(t, taking)->value, reach = value < t->row_size ? value : t->row_size;
    for (int slot = 0; slot < reach; slot++) {
        sr_add_2(moves, verb_take, slot, SR_NONE);
        for (int second = slot + 1; second < reach; second++)
            sr_add_2(moves, verb_take, slot, second);
    }
}

/* Slots 5 and 6 give something on top. */
static void push_slot_bonus(struct marcopolo *t, int slot) {
    if (slot >= ROW - 2 && slot < ROW)
        sr_push(t, phase_slot_bonus, t->turn_seat, slot_bonus, .count = (uint8_t)(slot - (ROW - 3)),
                .source = source_space + space_contracts);
}

/* Positions count before the row slides. Two new ones drive out all old ones; for a single one the
 * player chooses which goes. */
void marcopolo_play_take(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    int seat = t->turn_seat, slot = move.arg[0], second = move.arg[1];
    push_slot_bonus(t, second);
    push_slot_bonus(t, slot);
    if (second != SR_NONE) {
        int later = take_from_row(t, second), sooner = take_from_row(t, slot);
        if (t->active[seat][0] != SR_NONE || t->active[seat][1] != SR_NONE)
            for (int old = 0; old < ACTIVE; old++)
                discard(t, seat, old, turn);
        place_contract(t, seat, sooner, turn);
        place_contract(t, seat, later, turn);
    } else {
        int contract = take_from_row(t, slot);
        if (!place_contract(t, seat, contract, turn))
            sr_push(t, phase_room, seat, room, .contract = (uint8_t)contract,
                    .source = source_space + space_contracts);
    }
}

/* Coins or camels for a contract from slot 5 or 6. */
void marcopolo_list_slot_bonus(const void *state, struct sr_moves *moves) {
    (void)state;
    sr_add_1(moves, verb_bonus, resource_coins);
    sr_add_1(moves, verb_bonus, resource_camels);
}

void marcopolo_play_slot_bonus(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    const struct slot_bonus *bonus = sr_taken(turn, slot_bonus);
    marcopolo_gain_one(t, t->turn_seat, move.arg[0], bonus->count, bonus->source, turn);
}

/* ---- a contract as a reward: the top of the special pile ---- */

void marcopolo_run_draw(void *state, struct sr_turn *turn) {
    struct marcopolo *t = state;
    int seat = t->turn_seat, source = sr_taken(turn, gained)->source;
    int contract = draw_contract(t, turn);
    if (contract == SR_NONE) {
        sr_tell(turn, event_no_contract, seat);
        return;
    }
    sr_tell(turn, event_drew, seat, contract, source);
    if (!place_contract(t, seat, contract, turn))
        sr_push(t, phase_room, seat, room, .contract = (uint8_t)contract, .gained = 1,
                .source = (uint8_t)source);
}

/* ---- both slots are full ---- */

/* A contract that was gained may be refused, one taken from the row may not. */
void marcopolo_list_room(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    int completing = marcopolo_completing(t);
    for (int slot = 0; slot < ACTIVE; slot++)
        if (slot != completing)
            sr_add_1(moves, verb_discard, slot);
    if (sr_top(t, room)->gained && sr_has_option(t, option_rewards_may_be_declined))
        sr_add_1(moves, verb_refuse, 0);
}

void marcopolo_play_room(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    int seat = t->turn_seat, contract = sr_taken(turn, room)->contract;
    if (move.verb == verb_refuse) {
        sr_tell(turn, event_refused, seat, contract);
        return_contract(t, contract);
    } else {
        discard(t, seat, move.arg[0], turn);
        place_contract(t, seat, contract, turn);
    }
}

/* ---- completing ---- */

void marcopolo_complete(struct marcopolo *t, int slot, struct sr_turn *turn) {
    int seat = t->turn_seat, contract = t->active[seat][slot];
    const struct contract_info *info = &marcopolo_contract[contract];
    sr_tell(turn, event_completed, seat, contract);
    marcopolo_pay(t, seat, &info->price, 1, source_contract + contract, turn);
    t->completed_by[contract] = (uint8_t)seat;
    t->completed[seat]++;
    if (sr_has_option(t, option_completed_contract_frees_slot_before_reward))
        t->active[seat][slot] = SR_NONE;
    else
        sr_push(t, phase_free_slot, seat, free_slot, .slot = (uint8_t)slot);
    marcopolo_reward(t, &info->reward, source_contract + contract, turn);
}

void marcopolo_run_free_slot(void *state, struct sr_turn *turn) {
    struct marcopolo *t = state;
    t->active[t->turn_seat][sr_taken(turn, free_slot)->slot] = SR_NONE;
}

int marcopolo_completing(const struct marcopolo *t) {
    if (!sr_has_option(t, option_completed_contract_frees_slot_before_reward))
        for (int i = 0; i < t->head.pending; i++)
            if (t->agenda[i].phase == phase_free_slot)
                return sr_args(&t->agenda[i], free_slot)->slot;
    return SR_NONE;
}
