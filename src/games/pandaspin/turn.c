/* Panda Spin: the turn, and how tricks, rounds and the game end. */
#include "state.h"

#include <string.h>

/* ---- the turn: bid, play an element, drop elements, pass ---- */

/* Whether a player can bid at all is a secret, so whoever holds a card is asked. */
static void list_turn(const void *state, struct sr_moves *moves) {
    const struct pandaspin *t = state;
    int seat = t->head.decider;
    bool leads = t->bid.type == bid_nothing;
    if (t->hand_size[seat] == 0) {
        sr_add_move(moves, (struct sr_move){verb_pass, {0}});
        return;
    }
    moves->secret = true;
    if (!leads)
        sr_add_move(moves, (struct sr_move){verb_pass, {0}});
    if (t->wanted.type != bid_nothing) {
        pandaspin_list_cards(t, moves);
        return;
    }
    if (holds_element(t, seat))
        pandaspin_list_elements(t, moves);
    pandaspin_list_bids(t, moves);
}

int pandaspin_laid_in_order(const struct pandaspin *t, int half[CARDS]) {
    int count = 0;
    for (int value = 0; value < RANKS; value++)
        for (int suit = 0; suit < SUITS; suit++)
            for (unsigned left = t->laid_white[suit] | (unsigned)t->laid_blue[suit]; left;
                 left &= left - 1) {
                int rank = lowest_bit(left), side = t->laid_blue[suit] >> rank & 1;
                if (pandaspin_face[side][suit][rank].rank == value)
                    half[count++] = half_of(suit, rank, side);
            }
    return count;
}

/* One line of the log takes seven cards. */
static void tell_cards(const struct pandaspin *t, int seat, struct sr_turn *turn) {
    enum { IN_A_LINE = SR_EVENT_ARGS - 1 };
    int half[CARDS + IN_A_LINE];
    if (!turn->events)
        return;
    int count = pandaspin_laid_in_order(t, half);
    for (int i = 0; i < IN_A_LINE; i++)
        half[count + i] = SR_NONE;
    for (const int *at = half; at < half + count; at += IN_A_LINE)
        sr_tell(turn, event_laid, seat, at[0], at[1], at[2], at[3], at[4], at[5], at[6]);
}

/* How often each symbol is on the cards, a byte for each, that of none too. */
_Static_assert(SYMBOLS <= 8, "a count of each symbol is a byte of a word");
static inline uint64_t symbols_of(const uint16_t cards[SUITS], enum side side) {
    uint64_t counts = 0;
    for (int part = 0; part < PARTS; part++)
        for (uint64_t left = part_of(cards, part); left; left &= left - 1) {
            int card = part_card(part, left);
            counts +=
                UINT64_C(1) << 8 * pandaspin_face[side][card / PART_BITS][card % PART_BITS].symbol;
        }
    return counts;
}

static void count_symbols(struct pandaspin *t, int seat) {
    uint64_t white = symbols_of(t->laid_white, white_side);
    uint64_t blue = symbols_of(t->laid_blue, blue_side), both = white + blue;
    if (white)
        add_seat(&t->played_white, seat);
    if (blue)
        add_seat(&t->played_blue, seat);
    if ((uint8_t)(both >> 8 * symbol_panda)) {
        add_seat(&t->panda_down, seat);
        t->panda_played = 1;
    }
    if (t->bid.type == bid_bomb)
        return; /* symbols in a bomb have no effect */
    t->bamboos_left = (uint8_t)(both >> 8 * symbol_bamboo);
    t->pandas_left = (uint8_t)(both >> 8 * symbol_panda);
    t->fires_left = (uint8_t)(both >> 8 * symbol_fire);
}

/* The last card is chosen: all of them lie on the table, and the bid is the highest. */
static void make_bid(struct pandaspin *t, struct sr_turn *turn) {
    int seat = t->head.decider;
    if (!turn->heedless)
        pandaspin_note_bid(t, seat);
    t->beaten = t->bid.type == bid_nothing ? SR_NONE : t->owner;
    t->bid = t->wanted;
    t->owner = (uint8_t)seat;
    if (t->bid.type == bid_bomb)
        add_seat(&t->bombed, seat);
    sr_tell(turn, (uint8_t)(event_single + t->bid.type - bid_single), seat, t->bid.copies,
            t->bid.length, t->bid.top);
    tell_cards(t, seat, turn);
    count_symbols(t, seat);
    memcpy(t->last_white, t->laid_white, sizeof t->last_white);
    memcpy(t->last_blue, t->laid_blue, sizeof t->last_blue);
    pandaspin_lay_down(t, seat);
    pandaspin_forget_choice(t);
    if (t->bamboos_left | t->pandas_left | t->fires_left)
        pandaspin_ask_symbols(t, turn);
    else
        pandaspin_next_turn(t, turn);
}

/* A player passes. White cards come back blue, all of them; with a blue one among them, or after a
 * bomb, all are gone. */
void pandaspin_settle(struct pandaspin *t, int seat, struct sr_turn *turn) {
    add_seat(&t->passed, seat);
    sr_tell(turn, event_passed, seat);
    bool white = t->played_white >> seat & 1, blue = t->played_blue >> seat & 1;
    if (blue || (white && (t->bombed >> seat & 1))) {
        sr_tell(turn, event_gone, seat,
                count_cards(t->table_white[seat]) + count_cards(t->table_blue[seat]));
        pandaspin_discard_table(t, seat);
    } else if (white) {
        sr_tell(turn, event_returned, seat, count_cards(t->table_white[seat]));
        pandaspin_take_back(t, seat);
    }
}

static void play_turn(void *state, struct sr_move move, struct sr_turn *turn) {
    struct pandaspin *t = state;
    if (move.verb != verb_pass)
        turn->shown = true; /* that a bid is being made, too, tells that one can be made */
    switch ((enum verb)move.verb) {
    case verb_pass: /* possible until the last card is chosen: nobody has seen any yet */
        if (t->wanted.type != bid_nothing)
            pandaspin_forget_choice(t);
        if (!turn->heedless)
            pandaspin_note_pass(t, t->head.decider);
        pandaspin_settle(t, t->head.decider, turn);
        pandaspin_next_turn(t, turn);
        break;
    case verb_drop:
        pandaspin_drop(t, move.arg[0], turn);
        break;
    case verb_element:
        pandaspin_play_element(t, move.arg[0], turn);
        break;
    case verb_lay:
    case verb_enough:
        if (pandaspin_choose(t, move))
            make_bid(t, turn);
        break;
    default:
        if (pandaspin_want(t, move_bid(move)))
            make_bid(t, turn);
        break;
    }
}

/* ---- from turn to turn, trick to trick, round to round ---- */

void pandaspin_next_turn(struct pandaspin *t, struct sr_turn *turn) {
    unsigned active = active_seats(t);
    if (!(active & (active - 1))) {
        pandaspin_end_trick(t, active ? lowest_bit(active) : t->head.decider, turn);
        return;
    }
    t->head.decider = (uint8_t)next_of(active, t->head.decider);
    t->head.phase = phase_turn;
}

/* Who is not there holds nothing. */
static inline unsigned seats_with_cards(const struct pandaspin *t) {
    unsigned seats = 0;
    for (int seat = SEATS - 1; seat >= 0; seat--)
        seats = seats << 1 | (t->hand_size[seat] > 0);
    return seats;
}

static inline void begin_trick(struct pandaspin *t, int leader, unsigned holding) {
    t->playing = (uint8_t)holding;
    t->passed = t->bombed = t->played_white = t->played_blue = t->panda_played = t->forced = 0;
    t->bid = (struct bid){bid_nothing, 0, 0, SR_NONE};
    t->owner = t->beaten = t->element = SR_NONE;
    if (t->trick < 255)
        t->trick++;
    t->head.decider = (uint8_t)leader;
    t->head.phase = phase_turn;
}

void pandaspin_begin_trick(struct pandaspin *t, int leader) {
    begin_trick(t, leader, seats_with_cards(t));
}

static int largest_hand(const struct pandaspin *t) {
    int most = 0;
    for (int seat = 0; seat < t->head.seats; seat++)
        if (t->hand_size[seat] > most)
            most = t->hand_size[seat];
    return most;
}

/* Whoever has no card left goes out, for as many points as the largest hand has cards. */
static void score_going_out(struct pandaspin *t, unsigned out, struct sr_turn *turn) {
    int most = largest_hand(t);
    int points = most < OUT_POINTS ? most : OUT_POINTS;
    for (; out; out &= out - 1) {
        int seat = lowest_bit(out);
        if (points)
            sr_tell(turn, event_out, seat, points);
        else
            sr_tell(turn, event_out_empty, seat);
        pandaspin_add_points(t, seat, points, t->from_going_out);
    }
}

static bool target_reached(const struct pandaspin *t) {
    for (int seat = 0; seat < t->head.seats; seat++)
        if (t->points[seat] >= t->options[option_target])
            return true;
    return false;
}

/* The next round is led by whoever has the fewest points; on a tie, whose hand was empty first. */
static int first_of_next_round(const struct pandaspin *t) {
    int first = 0, best = 1 << 20;
    for (int seat = 0; seat < t->head.seats; seat++) {
        int order = t->emptied[seat] ? t->emptied[seat] : SEATS + 1;
        int key = t->points[seat] * (SEATS + 2) + order;
        if (key < best) {
            best = key;
            first = seat;
        }
    }
    return first;
}

static bool fewest_points_shared(const struct pandaspin *t) {
    for (int seat = 0; seat < t->head.seats; seat++)
        if (seat != t->first && t->points[seat] == t->points[t->first])
            return true;
    return false;
}

static void end_game(struct pandaspin *t, struct sr_turn *turn) {
    sr_tell(turn, event_end, t->round);
    t->head.over = 1;
    t->head.decider = SR_NONE;
}

/* The winner leads the next trick; if out, the largest hand, the next one clockwise on a tie. */
static int next_leader(const struct pandaspin *t, int winner) {
    if (t->hand_size[winner])
        return winner;
    int most = largest_hand(t), seat = sr_next_seat(t, winner);
    while (t->hand_size[seat] != most)
        seat = sr_next_seat(t, seat);
    return seat;
}

void pandaspin_end_trick(struct pandaspin *t, int winner, struct sr_turn *turn) {
    pandaspin_discard_table(t, winner);
    sr_tell(turn, event_won_trick, winner);
    unsigned holding = seats_with_cards(t), out = t->playing & ~holding;
    bool goes_on = holding & (holding - 1),
         any_time = !sr_has_option(t, option_check_15_only_at_round_end);
    if (out)
        score_going_out(t, out, turn);
    if ((!goes_on || any_time) && target_reached(t)) {
        end_game(t, turn);
        return;
    }
    if (goes_on) {
        begin_trick(t, next_leader(t, winner), holding);
        return;
    }
    t->first = (uint8_t)first_of_next_round(t);
    int why = fewest_points_shared(t) ? lead_by_hand : lead_by_points;
    pandaspin_deal_round(t);
    turn->shown = true;
    sr_tell(turn, event_round, t->round, t->first, why);
}

/* ---- the table of phases ---- */

/* What can answer a bid; who leads may do anything. */
static const struct sr_text *word_answers(const struct pandaspin *t) {
    enum { BIDS = 4, ELEMENTS = 2, DROPS = 1 };
    static const struct sr_text answers[] = {
        SR_TEXT("Nothing in your hand beats the bid: pass.", "Перебить ставку вам нечем: пасуйте."),
        [DROPS] =
            SR_TEXT("Nothing in your hand beats the bid: pass; elements may be dropped first.",
                    "Перебить ставку вам нечем: пасуйте; сперва можно сбросить элементы."),
        [ELEMENTS | DROPS] = SR_TEXT(
            "No animals of yours beat the bid, but an element does: play it, drop elements, "
            "or pass.",
            "Животными ставку не перебить, но элементом можно: сыграйте его, сбросьте "
            "элементы или пасуйте."),
        [BIDS] = SR_TEXT("Beat the bid, or pass.", "Перебейте ставку или пасуйте."),
        [BIDS | DROPS] = SR_TEXT("Beat the bid, or pass; elements may be dropped first.",
                                 "Перебейте ставку или пасуйте; сперва можно сбросить элементы."),
    };
    struct sr_moves moves = {0};
    unsigned can = 0;
    list_turn(t, &moves);
    for (uint32_t i = 0; i < moves.count; i++)
        can |= moves.list[i].verb == verb_element ? ELEMENTS
               : moves.list[i].verb == verb_drop  ? DROPS
               : moves.list[i].verb == verb_pass  ? 0
                                                  : BIDS;
    return can < SR_COUNT(answers) && answers[can].in[SR_EN] ? &answers[can] : NULL;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): what the contract asks for */
static const struct sr_text *word_turn(const void *state, int16_t values[SR_LABEL_ARGS]) {
    static const struct sr_text leads =
        SR_TEXT("You lead: bid any combination, or drop elements first. A leader may not pass.",
                "Вы начинаете кон: сделайте любую ставку или сперва сбросьте элементы. Пасовать "
                "начинающему нельзя.");
    static const struct sr_text leads_animals =
        SR_TEXT("You lead: bid any combination. A leader may not pass.",
                "Вы начинаете кон: сделайте любую ставку. Пасовать начинающему нельзя.");
    static const struct sr_text chooses =
        SR_TEXT("Different cards can make your bid: choose them one after the other.",
                "Вашу ставку можно сложить из разных карт: выберите их одну за другой.");
    static const struct sr_text chooses_or_passes =
        SR_TEXT("Different cards can make your bid: choose them one after the other, or pass.",
                "Вашу ставку можно сложить из разных карт: выберите их одну за другой или "
                "пасуйте.");
    static const struct sr_text empty =
        SR_TEXT("Your hand is empty: you pass.", "У вас нет карт: вы пасуете.");
    const struct pandaspin *t = state;
    bool first = t->bid.type == bid_nothing;
    (void)values;
    if (t->head.decider < t->head.seats && !t->hand_size[t->head.decider])
        return &empty;
    if (t->wanted.type != bid_nothing)
        return first ? &chooses : &chooses_or_passes;
    if (!first)
        return word_answers(t);
    return t->head.decider < t->head.seats && !holds_element(t, t->head.decider) ? &leads_animals
                                                                                 : &leads;
}

const struct sr_phase pandaspin_phases[PHASES] = {
    [phase_turn] = {"turn", SR_TEXT("Bid or pass", "Ставка или пас"),
                    SR_TEXT(
                        "Beat the bid, play an element whose condition holds, drop elements, or "
                        "pass.",
                        "Перебейте ставку, сыграйте элемент, если выполнено его условие, "
                        "сбросьте элементы или пасуйте."),
                    list_turn, play_turn, .wording = word_turn},
    [phase_bamboo] = {"bamboo", SR_TEXT("Bamboo", "Бамбук"),
                      SR_TEXT("A bamboo symbol (left: {bamboos_left}): take 1 point from the "
                              "supply?",
                              "Символ бамбука (осталось: {bamboos_left}): взять 1 очко из запаса?"),
                      pandaspin_list_bonus, pandaspin_play_bamboo},
    [phase_hungry] = {"hungry", SR_TEXT("Hungry panda", "Голодная панда"),
                      SR_TEXT("A hungry panda (left: {pandas_left}): take 1 point from {beaten}, "
                              "whose bid you beat?",
                              "Голодная панда (осталось: {pandas_left}): забрать 1 очко у "
                              "{beaten.g}, чью ставку вы перебили?"),
                      pandaspin_list_bonus, pandaspin_play_hungry},
    [phase_spin] = {"spin", SR_TEXT("Panda spin", "Пандоворот"),
                    SR_TEXT("A panda (left: {pandas_left}): turn a white card of your hand to its "
                            "blue side, unseen by the others?",
                            "Панда (осталось: {pandas_left}): повернуть белую карту в руке синей "
                            "стороной, не показывая другим?"),
                    pandaspin_list_spin, pandaspin_play_spin},
    [phase_fire] = {"fire", SR_TEXT("Fire", "Огонь"),
                    SR_TEXT("A fire symbol (left: {fires_left}): discard a card from your hand?",
                            "Символ огня (осталось: {fires_left}): сбросить карту из руки?"),
                    pandaspin_list_fire, pandaspin_play_fire},
    [phase_forced] = {"forced", SR_TEXT("An element wins", "Элемент выигрывает"),
                      SR_TEXT("{owner} wins the trick with the element of {element}: you must "
                              "pass, and may first drop elements.",
                              "{owner} выигрывает кон элементом {element.g}: вам остаётся "
                              "пасовать, но сперва можно сбросить элементы."),
                      pandaspin_list_forced, pandaspin_play_forced},
};
