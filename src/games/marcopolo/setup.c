/* The Voyages of Marco Polo: setting up. The board, the mats, the characters (given or drafted),
 * the goals (dealt or chosen). */
#include "state.h"

#include <string.h>

/* ---- the board ---- */

static void count_up(uint8_t *items, int from, int count) {
    for (int i = 0; i < count; i++)
        items[i] = (uint8_t)(from + i);
}

static void lay_map(struct marcopolo *t, struct sr_stream *chance) {
    uint8_t tokens[TOKENS], cards[CITY_CARDS];
    count_up(t->bonus, 0, PROVINCES);
    if (sr_has_option(t, option_random_provinces))
        sr_shuffle(chance, t->bonus, PROVINCES);
    count_up(tokens, 0, TOKENS);
    sr_shuffle(chance, tokens, TOKENS);
    memcpy(t->token, tokens, sizeof t->token);
    count_up(cards, 0, CITY_CARDS);
    sr_shuffle(chance, cards, CITY_CARDS);
    memcpy(t->card, cards, sizeof t->card);
    memset(t->beijing, SR_NONE, sizeof t->beijing);
}

/* Five piles of six, of which one goes to the row; eight are the special pile. */
static void lay_contracts(struct marcopolo *t, struct sr_stream *chance) {
    uint8_t contracts[REGULAR_CONTRACTS];
    count_up(contracts, STARTING_CONTRACTS, REGULAR_CONTRACTS);
    sr_shuffle(chance, contracts, REGULAR_CONTRACTS);
    memcpy(t->row, contracts, ROW);
    t->row_size = ROW;
    memcpy(t->pile, contracts + ROW, PILE * PILES);
    t->pile_size = PILE * PILES;
    memcpy(t->special, contracts + ROW + PILE * PILES, SPECIAL);
    t->special_size = SPECIAL;
    memset(t->completed_by, SR_NONE, sizeof t->completed_by);
}

static void lay_mats(struct marcopolo *t, struct sr_stream *chance) {
    uint8_t starting[STARTING_CONTRACTS];
    count_up(starting, 0, STARTING_CONTRACTS);
    sr_shuffle(chance, starting, STARTING_CONTRACTS);
    for (int seat = 0; seat < t->head.seats; seat++) {
        t->active[seat][0] = starting[seat];
        t->active[seat][1] = SR_NONE;
        t->stock[seat][resource_coins] = (uint16_t)(START_COINS + seat);
        t->stock[seat][resource_camels] = START_CAMELS;
        t->figure[seat][0] = at_venezia;
        t->figure[seat][1] = SR_NONE;
        t->character[seat] = SR_NONE;
    }
}

/* ---- characters ---- */

static void assign(struct marcopolo *t, int seat, int character) {
    t->character[seat] = (uint8_t)character;
    if (character == the_kubilai) {
        t->figure[seat][0] = at_beijing;
        t->posts[seat] = 1 << at_beijing;
        t->beijing[0] = (uint8_t)seat;
    } else if (character == the_niccolo) {
        t->figure[seat][1] = at_venezia;
    } else if (character == the_matteo) {
        marcopolo_add_die(t, seat, die_code(0, die_white));
    }
}

static void open_draft(struct marcopolo *t, struct sr_stream *chance) {
    uint8_t characters[CHARACTERS];
    count_up(characters, 0, CHARACTERS);
    sr_shuffle(chance, characters, CHARACTERS);
    t->draft_size = (uint8_t)(t->head.seats + 1);
    memcpy(t->draft, characters, t->draft_size);
    for (int seat = 0; seat < t->head.seats; seat++) /* the last one chooses first */
        sr_push_bare(t, phase_draft, seat);
}

void marcopolo_list_draft(const void *state, struct sr_moves *moves) {
    const struct marcopolo *t = state;
    for (int i = 0; i < t->draft_size; i++)
        sr_add_1(moves, verb_draft, t->draft[i]);
}

/* ---- goals ---- */

static void deal_goals(struct marcopolo *t, struct sr_stream *chance, struct sr_turn *turn) {
    uint8_t goals[GOALS];
    int each = sr_has_option(t, option_goal_choice) ? GOALS_DEALT : GOALS_KEPT, next = 0;
    count_up(goals, 0, GOALS);
    sr_shuffle(chance, goals, GOALS);
    for (int seat = 0; seat < t->head.seats; seat++) {
        for (int i = 0; i < each; i++)
            t->goal[seat][i] = goals[next++];
        t->goal_size[seat] = (uint8_t)each;
    }
    turn->shown = true;
    if (sr_has_option(t, option_goal_choice))
        for (int seat = t->head.seats - 1; seat >= 0; seat--)
            sr_push_bare(t, phase_goals, seat);
}

/* After the draft. */
void marcopolo_deal_goals(struct marcopolo *t, struct sr_turn *turn) {
    struct sr_stream chance = sr_stream_open(&t->head.rng);
    deal_goals(t, &chance, turn);
}

void marcopolo_play_draft(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    int seat = turn->taken.seat, character = move.arg[0], at = 0;
    sr_tell(turn, event_drafted, seat, character);
    assign(t, seat, character);
    while (at < t->draft_size - 1 && t->draft[at] != character)
        at++;
    t->draft_size--;
    memmove(t->draft + at, t->draft + at + 1, (size_t)(t->draft_size - at));
    t->draft[t->draft_size] = 0;
    if (!seat) { /* the last choice: the one that is left leaves the game */
        t->draft[0] = 0;
        t->draft_size = 0;
    }
}

/* By their numbers in the hand, so that the choice says nothing to others. */
void marcopolo_list_goals(const void *state, struct sr_moves *moves) {
    (void)state;
    for (int first = 0; first < GOALS_DEALT; first++)
        for (int second = first + 1; second < GOALS_DEALT; second++)
            sr_add_2(moves, verb_keep, first, second);
}

void marcopolo_play_goals(void *state, struct sr_move move, struct sr_turn *turn) {
    struct marcopolo *t = state;
    int seat = turn->taken.seat, kept = 0, gone = 0;
    uint8_t *goal = t->goal[seat];
    for (int i = 0; i < GOALS_DEALT; i++) {
        if (i == move.arg[0] || i == move.arg[1])
            goal[kept++] = goal[i];
        else
            t->rejected[seat][gone++] = goal[i];
    }
    memset(goal + kept, 0, (size_t)(GOALS_DEALT - kept));
    t->goal_size[seat] = (uint8_t)kept;
    t->rejected_size[seat] = (uint8_t)gone;
    sr_tell(turn, event_kept, seat, goal[0], goal[1]);
}

/* ---- all of it ---- */

void marcopolo_deal(void *state, struct sr_turn *turn) {
    static const uint8_t first_game[SEATS] = {the_raschid, the_matteo, the_berke, the_mercator};
    struct marcopolo *t = state;
    struct sr_stream chance = sr_stream_open(&t->head.rng);

    lay_map(t, &chance);
    lay_contracts(t, &chance);
    lay_mats(t, &chance);
    marcopolo_return_dice(t);
    t->last_traveller = SR_NONE;
    sr_tell(turn, event_first, t->start_seat);
    if (sr_has_option(t, option_character_draft)) {
        open_draft(t, &chance);
        return;
    }
    for (int seat = 0; seat < t->head.seats; seat++) {
        sr_tell(turn, event_drafted, seat, first_game[seat]);
        assign(t, seat, first_game[seat]);
    }
    deal_goals(t, &chance, turn);
}

/* ---- edited positions: what lies nowhere goes to its hidden pool ---- */

static int keep_unused(uint8_t *list, int size, uint8_t used[CONTRACTS]) {
    int kept = 0;
    for (int i = 0; i < size; i++)
        if (!used[list[i]]) {
            used[list[i]] = 1;
            list[kept++] = list[i];
        }
    memset(list + kept, 0, (size_t)(size - kept));
    return kept;
}

static void fill_contracts(struct marcopolo *t) {
    uint8_t used[CONTRACTS] = {0};
    int wanted = PILE * (ROUNDS - 1 - t->round);
    for (int slot = 0; slot < t->row_size; slot++)
        used[t->row[slot]] = 1;
    for (int seat = 0; seat < t->head.seats; seat++)
        for (int slot = 0; slot < ACTIVE; slot++)
            if (t->active[seat][slot] < CONTRACTS)
                used[t->active[seat][slot]] = 1;
    for (int contract = 0; contract < CONTRACTS; contract++)
        if (t->completed_by[contract] != SR_NONE)
            used[contract] = 1;
    for (int i = 0; i < t->head.pending; i++)
        if (contract_waiting(t, i) < CONTRACTS)
            used[contract_waiting(t, i)] = 1;
    t->returned_size = (uint8_t)keep_unused(t->returned, t->returned_size, used);
    t->special_size = (uint8_t)keep_unused(t->special, t->special_size, used);
    t->pile_size = (uint8_t)keep_unused(t->pile, t->pile_size, used);
    while (t->pile_size > wanted) {
        used[t->pile[--t->pile_size]] = 0;
        t->pile[t->pile_size] = 0;
    }
    for (int contract = STARTING_CONTRACTS; contract < CONTRACTS; contract++) {
        if (used[contract])
            continue;
        if (t->pile_size < wanted)
            t->pile[t->pile_size++] = (uint8_t)contract;
        else if (t->special_size < SPECIAL)
            t->special[t->special_size++] = (uint8_t)contract;
        else
            t->returned[t->returned_size++] = (uint8_t)contract;
    }
    while (t->pile_size < wanted && t->special_size) { /* from the bottom of the special pile */
        t->pile[t->pile_size++] = t->special[0];
        t->special_size--;
        memmove(t->special, t->special + 1, t->special_size);
        t->special[t->special_size] = 0;
    }
}

/* Goals that nobody has go to whoever has too few. */
static void fill_goals(struct marcopolo *t) {
    int next = 0;
    unsigned used = 0;
    for (int seat = 0; seat < t->head.seats; seat++) {
        for (int i = 0; i < t->goal_size[seat]; i++)
            used |= 1u << t->goal[seat][i];
        for (int i = 0; i < t->rejected_size[seat]; i++)
            used |= 1u << t->rejected[seat][i];
    }
    for (int seat = 0; seat < t->head.seats; seat++)
        while (t->stage != stage_setup && t->goal_size[seat] < GOALS_KEPT && next < GOALS) {
            if (!(used >> next & 1))
                t->goal[seat][t->goal_size[seat]++] = (uint8_t)next;
            next++;
        }
}

void marcopolo_fill(void *state) {
    struct marcopolo *t = state;
    fill_contracts(t);
    fill_goals(t);
}
