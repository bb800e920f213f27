/* Hearts: a deal, from the cards passed on to the last trick. */
#include "state.h"

#include <string.h>

static void add_cards(struct sr_moves *moves, int verb, int suit, unsigned ranks) {
    for (; ranks; ranks &= ranks - 1) {
        int card = suit * RANKS + __builtin_ctz(ranks);
        sr_add_move(moves, (struct sr_move){(uint8_t)verb, {(uint8_t)card}});
    }
}

/* ---- passing: three cards each, unseen by the others ---- */

static void list_pass(const void *state, struct sr_moves *moves) {
    const struct hearts *t = state;
    for (int suit = 0; suit < SUITS; suit++)
        add_cards(moves, verb_pass, suit, t->hand[t->head.decider][suit]);
}

static void tell_received(const struct hearts *t, int giver, int receiver, struct sr_turn *turn) {
    int cards[PASSED] = {0}, count = 0;
    for (int suit = 0; suit < SUITS; suit++)
        for (unsigned ranks = t->given[giver][suit]; ranks && count < PASSED; ranks &= ranks - 1)
            cards[count++] = suit * RANKS + __builtin_ctz(ranks);
    sr_tell(turn, event_received, receiver, giver, cards[0], cards[1], cards[2]);
}

/* All at once: nobody passes on what he was passed. */
static void hand_over(struct hearts *t, struct sr_turn *turn) {
    int further = hearts_passes(t);
    for (int giver = 0; giver < SEATS; giver++) {
        int receiver = left_of(giver, further);
        for (int suit = 0; suit < SUITS; suit++) {
            t->hand[receiver][suit] |= t->chosen[giver][suit];
            t->given[giver][suit] = t->chosen[giver][suit];
        }
        t->hand_size[receiver] = HAND;
        tell_received(t, giver, receiver, turn);
    }
    memset(t->chosen, 0, sizeof t->chosen);
    hearts_begin_play(t, turn);
}

static void play_pass(void *state, struct sr_move move, struct sr_turn *turn) {
    struct hearts *t = state;
    int seat = t->head.decider, card = move.arg[0], suit = suit_of(card);
    t->hand[seat][suit] &= (uint16_t)~bit_of(card);
    t->chosen[seat][suit] |= (uint16_t)bit_of(card);
    t->hand_size[seat]--;
    sr_tell(turn, event_set_aside, seat, card);
    if (t->hand_size[seat] > HAND - PASSED)
        return;
    if (seat < SEATS - 1)
        t->head.decider++;
    else
        hand_over(t, turn);
}

/* ---- the play ---- */

/* Hearts are not led before they are broken, unless there is nothing else. */
static void list_lead(const struct hearts *t, const uint16_t hand[SUITS], struct sr_moves *moves) {
    for (int suit = 0; suit < suit_hearts; suit++)
        add_cards(moves, verb_play, suit, hand[suit]);
    if (t->broken || !moves->count)
        add_cards(moves, verb_play, suit_hearts, hand[suit_hearts]);
}

/* Who cannot follow suit may play anything; but no points in the first trick, unless there is
 * nothing else. */
static void list_discard(const struct hearts *t, const uint16_t hand[SUITS],
                         struct sr_moves *moves) {
    bool all = t->tricks > 0 || hearts_only_points(hand);
    add_cards(moves, verb_play, suit_clubs, hand[suit_clubs]);
    add_cards(moves, verb_play, suit_diamonds, hand[suit_diamonds]);
    add_cards(moves, verb_play, suit_spades, hand[suit_spades] & (all ? ~0U : ~(unsigned)QUEEN));
    if (all)
        add_cards(moves, verb_play, suit_hearts, hand[suit_hearts]);
}

/* Everybody knows that the two of clubs is led first, and that a last card is the only one. */
void hearts_list_play(const void *state, struct sr_moves *moves) {
    const struct hearts *t = state;
    int seat = t->head.decider;
    const uint16_t *hand = t->hand[seat];
    moves->secret = t->hand_size[seat] > 1;
    if (seat != t->lead) {
        int led = suit_of(t->trick[t->lead]);
        if (hand[led])
            add_cards(moves, verb_play, led, hand[led]);
        else
            list_discard(t, hand, moves);
    } else if (t->tricks == 0) {
        moves->secret = false;
        add_cards(moves, verb_play, suit_clubs, 1U << rank_two);
    } else {
        list_lead(t, hand, moves);
    }
}

static int winner_of(const struct hearts *t) {
    int winner = t->lead;
    for (int seat = 0; seat < SEATS; seat++)
        if (t->trick[seat] > t->trick[winner] &&
            suit_of(t->trick[seat]) == suit_of(t->trick[winner]))
            winner = seat;
    return winner;
}

static void end_trick(struct hearts *t, struct sr_turn *turn) {
    int winner = winner_of(t), points = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        int card = t->trick[seat], suit = suit_of(card);
        t->taken[winner][suit] |= (uint16_t)bit_of(card);
        points += suit == suit_hearts;
        points += card == suit_spades * RANKS + rank_queen ? QUEEN_POINTS : 0;
        t->last[seat] = (uint8_t)card;
        t->trick[seat] = SR_NONE;
    }
    t->points[winner] = (uint8_t)(t->points[winner] + points);
    t->tricks++;
    t->lead = (uint8_t)winner;
    t->head.decider = (uint8_t)winner;
    sr_tell(turn, event_took, winner, points);
    if (t->tricks == HAND)
        hearts_end_deal(t, turn);
}

static void play_play(void *state, struct sr_move move, struct sr_turn *turn) {
    struct hearts *t = state;
    int seat = t->head.decider, card = move.arg[0], suit = suit_of(card);
    hearts_learn(t, seat, card);
    t->hand[seat][suit] &= (uint16_t)~bit_of(card);
    t->hand_size[seat]--;
    t->trick[seat] = (uint8_t)card;
    turn->shown = true;
    sr_tell(turn, event_played, seat, card);
    bool breaks = suit == suit_hearts || (sr_has_option(t, option_queen_breaks) &&
                                          card == suit_spades * RANKS + rank_queen);
    if (breaks && !t->broken) {
        t->broken = 1;
        sr_tell(turn, event_broken, seat);
    }
    int next = left_of(seat, 1);
    if (next == t->lead)
        end_trick(t, turn);
    else
        t->head.decider = (uint8_t)next;
}

/* ---- what the prompts say ---- */

enum { word_first, word_second };

static const struct sr_text *word_pass(const void *state, int16_t values[SR_LABEL_ARGS]) {
    const struct hearts *t = state;
    int seat = t->head.decider;
    values[word_first] = (int16_t)left_of(seat, hearts_passes(t));
    values[word_second] = (int16_t)(t->hand_size[seat] - (HAND - PASSED));
    return NULL;
}

static const struct sr_text *word_play(const void *state, int16_t values[SR_LABEL_ARGS]) {
    static const struct sr_text leads =
        SR_TEXT("You lead: any card will do.", "Вы ходите первым: годится любая карта.");
    static const struct sr_text leads_no_hearts =
        SR_TEXT("You lead: any card but hearts, which are not broken yet.",
                "Вы ходите первым: любой картой, кроме червей, они ещё не открыты.");
    static const struct sr_text first_trick =
        SR_TEXT("{suit} is led: follow suit if you can. No points in the first trick.",
                "Пошли с {suit}: ходите в масть, если можете. В первую взятку очков не кладут.");
    const struct hearts *t = state;
    if (t->head.decider == t->lead)
        return t->broken ? &leads : &leads_no_hearts;
    values[word_first] = (int16_t)suit_of(t->trick[t->lead]);
    return t->tricks ? NULL : &first_trick;
}

const struct sr_phase hearts_phases[PHASES] = {
    [phase_pass] = {.name = "pass",
                    .title = SR_TEXT("Passing", "Передача карт"),
                    .prompt = SR_TEXT("Choose a card for {to}: {cards} to go.",
                                      "Выберите карту для {to.g}: осталось {cards}."),
                    .list = list_pass,
                    .play = play_pass,
                    .wording = word_pass,
                    .words = {{"to", &sr_a_seat}, {"cards", &sr_a_byte}}},
    [phase_play] = {.name = "play",
                    .title = SR_TEXT("Playing", "Розыгрыш"),
                    .prompt = SR_TEXT("{suit} is led: follow suit if you can.",
                                      "Пошли с {suit}: ходите в масть, если можете."),
                    .list = hearts_list_play,
                    .play = play_play,
                    .wording = word_play,
                    .words = {{"suit", &hearts_suit}}},
};
