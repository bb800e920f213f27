/* The Voyages of Marco Polo: the round. Bonuses, the roll and its compensation, turn after turn,
 * the contracts of the next round; and how one thing follows the other. */
#include "state.h"

#include <string.h>

/* ---- bonuses at the start of a round ---- */

static int seat_from_start(const struct marcopolo *t, int steps) {
    return (t->start_seat + steps) % t->head.seats;
}

static void start_round(struct marcopolo *t, struct sr_turn *turn) {
    sr_tell(turn, event_round, t->round);
    t->stage = stage_bonuses;
    for (int step = t->head.seats - 1; step >= 0; step--)
        sr_push_bare(t, phase_receive, seat_from_start(t, step));
}

/* What the character gives at once, then the provinces; Matteo's contract, which may need a choice,
 * comes last. */
void marcopolo_run_receive(void *state, struct sr_turn *turn) {
    struct marcopolo *t = state;
    int seat = turn->taken.seat, character = t->character[seat], own = own_provinces(t, seat);
    t->turn_seat = (uint8_t)seat;
    if (character < CHARACTERS)
        marcopolo_gain(t, seat, &marcopolo_character_gain[character], 1,
                       source_character + character, turn);
    if (character == the_matteo)
        sr_push(t, phase_draw, seat, gained, .source = source_character + the_matteo);
    for (int province = PROVINCES - 1; province >= 0; province--)
        if (own >> province & 1)
            sr_push(t, phase_bonus, seat, one_bonus, .bonus = t->bonus[province]);
}

/* ---- the roll ---- */

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
        t->dice_size[seat] = OWN_DICE; /* that show nothing yet, which is code 0 */
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
        if (sr_has_option(t, option_white_die_counts_for_compensation))
            sum += white;
    }
    sr_tell(turn, event_rolled, seat, values[0], values[1], values[2], values[3], values[4], white);
    t->owed[seat] = (uint8_t)(sum < FAIR_ROLL ? FAIR_ROLL - sum : 0);
}

static void roll_all(struct marcopolo *t, struct sr_turn *turn) {
    struct sr_stream chance = sr_stream_open(&t->head.rng);
    marcopolo_return_dice(t);
    for (int seat = 0; seat < t->head.seats; seat++)
        if (!is_character(t, seat, the_raschid))
            roll_for(t, seat, &chance, turn);
}

/* ---- compensation for a poor roll ---- */

static void compensate_all(struct marcopolo *t) {
    t->stage = stage_compensation;
    t->turn_seat = t->start_seat;
    for (int step = t->head.seats - 1; step >= 0; step--)
        if (t->owed[seat_from_start(t, step)])
            sr_push_bare(t, phase_compensate, seat_from_start(t, step));
}

bool marcopolo_asks_compensate(const void *state) {
    const struct marcopolo *t = state;
    return t->owed[t->agenda[t->head.pending - 1].seat] > 0;
}

void marcopolo_list_compensate(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    int owed = t->owed[t->head.decider];
    for (int beasts = 0; beasts <= owed; beasts++)
        sr_add_2(moves, verb_compensate, owed - beasts, beasts);
}

void marcopolo_play_compensate(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    int seat = turn->taken.seat;
    struct amounts gain = {{0}};
    gain.of[resource_coins] = (uint8_t)move.arg[0];
    gain.of[resource_camels] = (uint8_t)move.arg[1];
    marcopolo_gain(t, seat, &gain, 1, source_compensation, turn);
    t->owed[seat] = 0;
}

/* ---- turn after turn ---- */

static void forget_turn(struct marcopolo *t) {
    t->main_done = 0;
    t->bought_black = 0;
    t->fresh = 0;
}

static void begin_turn(struct marcopolo *t, int seat, struct sr_turn *turn) {
    t->stage = stage_turns;
    t->turn_seat = (uint8_t)seat;
    forget_turn(t);
    if (!t->row_size)
        marcopolo_refill_row(t, 2, turn);
    sr_push_bare(t, phase_turn, seat);
}

/* ---- the end of a round ---- */

static void end_game(struct marcopolo *t, struct sr_turn *turn) {
    t->head.over = 1;
    t->head.decider = SR_NONE;
    turn->shown = true; /* the goals are laid open */
    sr_tell(turn, event_scored, t->start_seat);
}

static void end_round(struct marcopolo *t, struct sr_turn *turn) {
    marcopolo_clear_row(t, turn);
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
    forget_turn(t);
    start_round(t, turn);
}

/* The next seat that has dice; nobody: the round is over. */
static void next_turn(struct marcopolo *t, struct sr_turn *turn) {
    int seat = t->turn_seat;
    for (int step = 0; step < t->head.seats; step++) {
        seat = sr_next_seat(t, seat);
        if (t->dice_size[seat]) {
            begin_turn(t, seat, turn);
            return;
        }
    }
    end_round(t, turn);
}

/* ---- the course of a game: nothing is pending, what comes next? ---- */

void marcopolo_next(void *state, struct sr_turn *turn) {
    struct marcopolo *t = state;
    switch ((enum stage)t->stage) {
    case stage_setup:
        if (!t->goal_size[0])
            marcopolo_deal_goals(t, turn);
        else
            start_round(t, turn);
        break;
    case stage_bonuses:
        roll_all(t, turn);
        compensate_all(t);
        break;
    case stage_compensation:
        begin_turn(t, t->start_seat, turn);
        break;
    case stage_turns:
    default:
        next_turn(t, turn);
        break;
    }
}
