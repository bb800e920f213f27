/* The Voyages of Marco Polo: the round. Bonuses, the roll and its compensation, turn after turn,
 * and the contracts of the next round. */
#include "state.h"

#include <string.h>

/* ---- the start of a round ---- */

/* Provinces first, then the character; only Matteo's contract may need a choice. */
static void push_bonuses(struct marcopolo *t, int seat, struct sr_turn *turn) {
    int character = t->character[seat];
    if (character < CHARACTERS) {
        marcopolo_gain(t, seat, &marcopolo_character_gain[character], 1,
                       source_character + character, turn);
        if (character == the_matteo)
            marcopolo_push(t, effect_contract, 1, source_character + character);
    }
    int own = own_provinces(t, seat);
    for (int province = PROVINCES - 1; province >= 0; province--)
        if (own >> province & 1)
            marcopolo_push(t, effect_bonus, t->bonus[province], source_bonus + t->bonus[province]);
}

void marcopolo_start_round(struct marcopolo *t, struct sr_turn *turn) {
    sr_tell(turn, event_round, t->round);
    t->stage = stage_bonuses;
    t->turn_seat = t->start_seat;
    push_bonuses(t, t->turn_seat, turn);
    marcopolo_go_on(t, turn);
}

static void lay_neutral_dice(struct marcopolo *t) {
    int die = die_code(1, die_own);
    if (t->head.seats < SEATS)
        marcopolo_lay_die(t, space_khan, SR_NONE, die);
    if (t->head.seats == 2) {
        marcopolo_lay_die(t, space_khan, SR_NONE, die);
        marcopolo_lay_die(t, space_take5, SR_NONE, die);
    }
}

/* All dice come back; those of colours nobody plays stay where they are. */
void marcopolo_return_dice(struct marcopolo *t) {
    memset(t->placed_on, 0, sizeof t->placed_on);
    memset(t->placed_by, 0, sizeof t->placed_by);
    memset(t->placed_die, 0, sizeof t->placed_die);
    t->placed_size = 0;
    marcopolo_count_placed(t);
    lay_neutral_dice(t);
    memset(t->dice, 0, sizeof t->dice);
    for (int seat = 0; seat < t->head.seats; seat++) {
        t->dice_size[seat] = 0;
        for (int die = 0; die < OWN_DICE; die++)
            marcopolo_add_die(t, seat, die_code(0, die_own));
        if (is_character(t, seat, the_matteo))
            marcopolo_add_die(t, seat, die_code(0, die_white));
    }
    t->black_dice = (uint8_t)(t->head.seats + 1);
}

static void roll_for(struct marcopolo *t, int seat, struct sr_stream *chance,
                     struct sr_turn *turn) {
    int sum = 0, white = 0, values[OWN_DICE];
    memset(t->dice[seat], 0, sizeof t->dice[seat]);
    t->dice_size[seat] = 0;
    for (int i = 0; i < OWN_DICE; i++) {
        values[i] = 1 + (int)sr_draw(chance, FACES);
        sum += values[i];
        marcopolo_add_die(t, seat, die_code(values[i], die_own));
    }
    if (is_character(t, seat, the_matteo)) {
        white = 1 + (int)sr_draw(chance, FACES);
        marcopolo_add_die(t, seat, die_code(white, die_white));
        if (has_option(t, option_white_die_counts_for_compensation))
            sum += white;
    }
    sr_tell(turn, event_rolled, seat, values[0], values[1], values[2], values[3], values[4], white);
    t->owed[seat] = (uint8_t)(sum < FAIR_ROLL ? FAIR_ROLL - sum : 0);
}

static void roll_all(struct marcopolo *t, struct sr_turn *turn) {
    struct sr_stream chance = sr_stream_open(&t->head.rng);
    for (int seat = 0; seat < t->head.seats; seat++)
        if (!is_character(t, seat, the_raschid))
            roll_for(t, seat, &chance, turn);
}

/* ---- compensation for a poor roll ---- */

void marcopolo_list_compensate(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    int owed = t->owed[t->turn_seat];
    for (int beasts = 0; beasts <= owed; beasts++)
        add_move2(moves, verb_compensate, owed - beasts, beasts);
}

void marcopolo_play_compensate(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    struct amounts gain = {{0}};
    gain.of[coins] = (uint8_t)move.arg[0];
    gain.of[camels] = (uint8_t)move.arg[1];
    marcopolo_gain(t, t->turn_seat, &gain, 1, source_compensation, turn);
    t->owed[t->turn_seat] = 0;
    marcopolo_go_on(t, turn);
}

/* ---- turn after turn ---- */

static void begin_turn(struct marcopolo *t, int seat, struct sr_turn *turn) {
    t->turn_seat = (uint8_t)seat;
    t->main_done = 0;
    t->bought_black = 0;
    t->fresh = 0;
    if (!t->row_size)
        marcopolo_refill_row(t, 2, turn);
}

/* Between actions nothing is left over from the last one. */
static bool next_action(struct marcopolo *t) {
    t->doing = SR_NONE;
    t->value = 0;
    t->dice_left = 0;
    t->steps = 0;
    t->steps_left = 0;
    t->moved = 0;
    t->built = 0;
    t->provinces = 0;
    return marcopolo_ask(t, phase_turn, 0, SR_NONE);
}

/* Nothing is pending: who is next? True: a decision. */
bool marcopolo_next_stage(struct marcopolo *t, struct sr_turn *turn) {
    int next = next_seat(t, t->turn_seat);
    switch ((enum stage)t->stage) {
    case stage_bonuses:
        if (next != t->start_seat) {
            t->turn_seat = (uint8_t)next;
            push_bonuses(t, next, turn);
            return false;
        }
        marcopolo_return_dice(t);
        roll_all(t, turn);
        t->stage = stage_compensation;
        t->turn_seat = t->start_seat;
        return false;
    case stage_compensation:
        if (t->owed[t->turn_seat])
            return marcopolo_ask(t, phase_compensate, t->owed[t->turn_seat], source_compensation);
        if (next != t->start_seat) {
            t->turn_seat = (uint8_t)next;
            return false;
        }
        t->stage = stage_turns;
        begin_turn(t, t->start_seat, turn);
        return false;
    case stage_turns:
    default:
        return next_action(t);
    }
}

/* ---- the end of a round ---- */

static void end_game(struct marcopolo *t, struct sr_turn *turn) {
    next_action(t);
    t->head.over = 1;
    t->head.decider = SR_NONE;
    turn->shown = true; /* the goals are laid open */
    sr_tell(turn, event_scored, t->start_seat);
}

static void end_round(struct marcopolo *t, struct sr_turn *turn) {
    marcopolo_clear_row(t);
    if (t->round + 1 >= ROUNDS) {
        end_game(t, turn);
        return;
    }
    t->round++;
    marcopolo_deal_row(t, turn);
    if (t->last_traveller != SR_NONE) {
        t->start_seat = t->last_traveller;
        sr_tell(turn, event_start_player, t->start_seat);
    }
    t->last_traveller = SR_NONE;
    t->main_done = 0;
    t->bought_black = 0;
    t->fresh = 0;
    next_action(t);
    marcopolo_start_round(t, turn);
}

/* The next seat that has dice; nobody: the round is over. */
void marcopolo_end_turn(struct marcopolo *t, struct sr_turn *turn) {
    int seat = t->turn_seat;
    sr_tell(turn, event_ended, seat);
    for (int step = 0; step < t->head.seats; step++) {
        seat = next_seat(t, seat);
        if (t->dice_size[seat]) {
            begin_turn(t, seat, turn);
            marcopolo_go_on(t, turn);
            return;
        }
    }
    end_round(t, turn);
}
