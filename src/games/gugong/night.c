/* Gugong: the night, when gifts are compared with the dice of destiny, and the morning. */
#include "state.h"

uint8_t gugong_roll(const struct gugong *t, int die, struct sr_stream *chance) {
    if (t->options[option_dice] == dice_even)
        return (uint8_t)(LOWEST + sr_draw(chance, HIGHEST));
    return gugong_faces[die][sr_draw(chance, FACES)];
}

/* ---- night ---- */

static void return_gifts(struct gugong *t, int seat) {
    for (int i = 0; i < t->discard_size[seat]; i++) {
        gugong_hand_add(t, seat, t->discard[seat][i]);
        t->discard[seat][i] = 0;
    }
    t->discard_size[seat] = 0;
}

/* Pairs of a gift and a die that show the same number. Gifts that match are shown. */
static int count_matches(struct gugong *t, int seat, struct sr_turn *turn) {
    int matches = 0;
    for (int i = 0; i < t->hand_size[seat]; i++) {
        int gift = t->hand[seat][i], found = 0;
        for (int die = 0; die < DICE; die++)
            found += gugong_gifts[gift].value == t->dice[die];
        matches += found;
        if (gugong_is_known(t, gift, seat, known_hand))
            continue;
        turn->shown = true; /* that it matches, or that it does not */
        if (found) {
            gugong_know(t, gift, seat, known_hand);
            sr_tell(turn, event_shows, seat, gift);
        }
    }
    return matches;
}

void gugong_night(struct gugong *t, struct sr_turn *turn) {
    sr_tell(turn, event_night, t->round);
    for (int gift = 0; gift < GIFTS; gift++)
        if (t->known_owner[gift] != SR_NONE)
            t->known_place[gift] = known_hand;
    for (int seat = 0; seat < t->head.seats; seat++) {
        return_gifts(t, seat);
        t->matches[seat] = (uint8_t)count_matches(t, seat, turn);
    }
    if (is_solo(t)) {
        struct sr_stream chance = sr_stream_open(&t->head.rng);
        gugong_meng_night(t, &chance);
        t->matches[MENG] = (uint8_t)(t->round + 1); /* his gifts are not compared */
    }
    int order[SIDES], count = gugong_turn_order(t, order);
    for (int i = 0; i < count; i++)
        gugong_tell(turn, order[i], matches, t->matches[order[i]]);
    if (is_mended(t) && t->round == ROUNDS - 1)
        return; /* nobody will need servants any more */
    for (int i = count - 1; i >= 0; i--)
        gugong_offer_servants(t, order[i], t->matches[order[i]], source_matches);
}

/* For most matches; nobody has it, if nobody has any. */
void gugong_award(struct gugong *t, struct sr_turn *turn) {
    int winner = gugong_leader(t, t->matches), best = winner == SR_NONE ? 0 : t->matches[winner];
    int tie = SR_NONE;
    for (int i = 0; i < sides(t); i++) {
        int side = side_at(t, i);
        if (side != winner && t->matches[side] == best)
            tie = 0;
        t->matches[side] = 0;
    }
    if (winner == SR_NONE)
        return;
    gugong_tell(turn, winner, award, best, tie);
    gugong_add_points(t, winner, WIN_POINTS, turn);
    gugong_step_envoy(t, winner, 1, turn);
}

/* ---- morning ---- */

/* The first player, the roads, the dice. */
void gugong_dawn(struct gugong *t, struct sr_turn *turn) {
    bool taken = t->medal != SR_NONE;
    if (taken) {
        t->start = t->medal;
        t->medal = SR_NONE;
    }
    gugong_tell(turn, t->start, starts, t->round + 1, taken ? first_by_medal : first_still);
    gugong_refill(t, turn);
    struct sr_stream chance = sr_stream_open(&t->head.rng);
    for (int die = 0; die < DICE; die++)
        t->dice[die] = gugong_roll(t, die, &chance);
    sr_tell(turn, event_dice, t->dice[0], t->dice[1], t->dice[2]);
}

static bool advantage_helps(const struct gugong *t, int seat, int decree) {
    switch (decree) {
    case decree_morning_intrigue:
        return t->intrigue[seat] < LAST_CELL;
    case decree_morning_ship:
        return gugong_can_load_supply(t, seat);
    case decree_morning_servant:
        return gugong_supply_left(t, seat);
    default:
        return true;
    }
}

bool gugong_asks_morning(const void *state) {
    const struct gugong *t = state;
    return (t->on_decrees[top_seat(t)] & 3 & ~sr_top(t, morning)->used) != 0;
}

void gugong_list_morning(const void *state, struct sr_moves *moves) {
    const struct gugong *t = state;
    int seat = t->head.decider, used = sr_top(t, morning)->used;
    for (int slot = 0; slot < 2; slot++)
        if (t->on_decrees[seat] >> slot & 1 && !(used >> slot & 1) &&
            advantage_helps(t, seat, t->decree[slot]))
            sr_add_3(moves, verb_advantage, t->decree[slot], 0, 0);
    sr_add_3(moves, verb_done, 0, 0, 0);
}

void gugong_play_morning(void *state, struct sr_move move, struct sr_turn *turn) {
    struct gugong *t = state;
    int seat = t->head.decider, decree = move.arg[0];
    if (move.verb == verb_done)
        return;
    int slot = t->decree[0] == decree ? 0 : 1;
    sr_push(t, phase_morning, seat, morning,
            .used = (uint8_t)(sr_taken(turn, morning)->used | 1 << slot));
    sr_tell(turn, event_advantage, seat, decree);
    switch (decree) {
    case decree_morning_intrigue:
        gugong_move_intrigue(t, seat, 2, turn);
        break;
    case decree_morning_ship:
        sr_push(t, phase_load, seat, load, .left = 1, .how = load_from_supply,
                .source = source_decree);
        break;
    case decree_morning_servant:
        gugong_offer_servants(t, seat, 1, source_decree);
        break;
    case decree_morning_envoy:
        gugong_step_envoy(t, seat, 1, turn);
        break;
    default:
        sr_push(t, phase_swap, seat, swap, .hand_only = true, .source = source_decree);
        break;
    }
}
