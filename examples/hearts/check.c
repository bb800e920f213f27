/* Hearts: every invariant of a position, in the words of the game. */
#include "state.h"

void hearts_recount(void *state) {
    struct hearts *t = state;
    int cards = 0;
    unsigned hearts = 0, spades = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        t->hand_size[seat] = (uint8_t)hearts_cards(t->hand[seat]);
        t->points[seat] = (uint8_t)hearts_points(t->taken[seat]);
        cards += hearts_cards(t->taken[seat]);
        hearts |= t->taken[seat][suit_hearts];
        spades |= t->taken[seat][suit_spades];
        if (t->trick[seat] < CARDS && suit_of(t->trick[seat]) == suit_hearts)
            hearts |= bit_of(t->trick[seat]);
        if (t->trick[seat] < CARDS && suit_of(t->trick[seat]) == suit_spades)
            spades |= bit_of(t->trick[seat]);
    }
    t->tricks = (uint8_t)(cards / SEATS);
    t->broken = hearts || (sr_has_option(t, option_queen_breaks) && spades & QUEEN);
}

static const struct sr_text hand_wrong =
    SR_TEXT("seat {0} has {1} cards in hand, {2} are right after {3} tricks",
            "у места {0} на руке карт: {1}, а после взяток ({3}) должно быть {2}");
static const struct sr_text pile_wrong =
    SR_TEXT("seat {0} has taken {1} cards: tricks have four each",
            "место {0} взяло карт: {1}, а во взятке их четыре");
static const struct sr_text chosen_wrong =
    SR_TEXT("seat {0} has set aside {1} cards, {2} are right while seat {3} decides",
            "место {0} отложило карт: {1}, а пока решает место {3}, должно быть {2}");
static const struct sr_text no_passing =
    SR_TEXT("nothing is passed in deal {0}", "в сдаче {0} карты не передают");
static const struct sr_text trick_wrong =
    SR_TEXT("the trick was led by seat {0} and seat {1} decides, but seat {2} does not fit that",
            "первым ходило место {0}, решает место {1}, но карта места {2} тому не соответствует");
static const struct sr_text two_of_clubs = SR_TEXT("seat {0} leads first without the two of clubs",
                                                   "место {0} ходит первым без двойки треф");
static const struct sr_text card_wrong =
    SR_TEXT("card {0} of suit {1} lies in {2} places, one is right",
            "карта {0} масти {1} лежит в местах числом {2}, а должна в одном");
static const struct sr_text total_wrong =
    SR_TEXT("all totals make {0} points: {1} deals bring {2} to {3}, in steps of 26",
            "всего очков {0}, а сдачи ({1}) дают от {2} до {3}, по 26");
static const struct sr_text over_wrong =
    SR_TEXT("seat {0} has {1} points: the game goes on below {2}, and ends with them",
            "у места {0} очков {1}: до {2} игра идёт, а с ними кончается");
static const struct sr_text lack_wrong =
    SR_TEXT("seat {0} holds cards that it is known to lack",
            "место {0} держит карты, которых у него заведомо нет");
static const struct sr_text given_wrong =
    SR_TEXT("seat {0} is said to have passed on what seat {1} does not hold",
            "место {0} будто бы передало то, чего нет у места {1}");

static bool check_passing(const struct hearts *t, struct sr_breach *breach) {
    bool passing = !t->head.over && t->head.phase == phase_pass;
    if (passing && !hearts_passes(t))
        return sr_broken(breach, true, &no_passing, t->deals + 1);
    for (int seat = 0; seat < SEATS; seat++) {
        int chosen = hearts_cards(t->chosen[seat]), decider = t->head.decider;
        bool right = !passing          ? chosen == 0
                     : seat == decider ? chosen < PASSED
                                       : chosen == (seat < decider ? PASSED : 0);
        if (!right)
            return sr_broken(breach, true, &chosen_wrong, seat + 1, chosen,
                             passing && seat < decider ? PASSED : 0, decider + 1);
    }
    return true;
}

/* Played have those from the leader on, up to the one who decides. */
static bool has_played(const struct hearts *t, int seat) {
    int since_lead = (seat - t->lead + SEATS) % SEATS;
    int deciding = (t->head.decider - t->lead + SEATS) % SEATS;
    return !t->head.over && t->head.phase == phase_play && since_lead < deciding;
}

static bool check_hands(const struct hearts *t, struct sr_breach *breach) {
    for (int seat = 0; seat < SEATS; seat++) {
        int pile = hearts_cards(t->taken[seat]);
        if (pile % SEATS)
            return sr_broken(breach, true, &pile_wrong, seat + 1, pile);
        bool played = has_played(t, seat);
        if (played != (t->trick[seat] != SR_NONE))
            return sr_broken(breach, true, &trick_wrong, t->lead + 1, t->head.decider + 1,
                             seat + 1);
        int right = HAND - t->tricks - played - hearts_cards(t->chosen[seat]);
        if (t->hand_size[seat] != right)
            return sr_broken(breach, true, &hand_wrong, seat + 1, t->hand_size[seat], right,
                             t->tricks);
    }
    bool leads_first = t->head.phase == phase_play && t->tricks == 0 && t->lead == t->head.decider;
    if (leads_first && !(t->hand[t->lead][suit_clubs] & 1U << rank_two))
        return sr_broken(breach, true, &two_of_clubs, t->lead + 1);
    return true;
}

static bool check_cards(const struct hearts *t, struct sr_breach *breach) {
    int places[CARDS] = {0};
    for (int seat = 0; seat < SEATS; seat++) {
        if (t->trick[seat] != SR_NONE)
            places[t->trick[seat]]++;
        for (int card = 0; card < CARDS; card++) {
            int suit = suit_of(card);
            places[card] += (t->hand[seat][suit] & bit_of(card)) != 0;
            places[card] += (t->chosen[seat][suit] & bit_of(card)) != 0;
            places[card] += (t->taken[seat][suit] & bit_of(card)) != 0;
        }
    }
    for (int card = 0; card < CARDS; card++)
        if (places[card] != 1)
            return sr_broken(breach, false, &card_wrong, card % RANKS + 2, suit_of(card) + 1,
                             places[card]);
    return true;
}

static bool check_totals(const struct hearts *t, struct sr_breach *breach) {
    int sum = 0, target = hearts_target(t), most = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        sum += t->total[seat];
        most = t->total[seat] > t->total[most] ? seat : most;
    }
    int least = t->deals * ALL_POINTS;
    if (sum % ALL_POINTS || sum < least || sum > (SEATS - 1) * least)
        return sr_broken(breach, false, &total_wrong, sum, t->deals, least, (SEATS - 1) * least);
    bool ended = t->deals > 0 && t->total[most] >= target;
    if (ended != (t->head.over != 0))
        return sr_broken(breach, false, &over_wrong, most + 1, t->total[most], target);
    return true;
}

static bool check_knowledge(const struct hearts *t, struct sr_breach *breach) {
    for (int seat = 0; seat < SEATS; seat++) {
        int receiver = left_of(seat, hearts_passes(t));
        for (int suit = 0; suit < SUITS; suit++) {
            if (t->hand[seat][suit] & ~hearts_could_hold(t, seat, suit))
                return sr_broken(breach, false, &lack_wrong, seat + 1);
            unsigned held = receiver == seat ? 0U : t->hand[receiver][suit];
            if (t->given[seat][suit] & ~held)
                return sr_broken(breach, false, &given_wrong, seat + 1, receiver + 1);
        }
    }
    return true;
}

bool hearts_check(const void *state, struct sr_breach *breach) {
    const struct hearts *t = state;
    return check_passing(t, breach) && check_hands(t, breach) && check_cards(t, breach) &&
           check_totals(t, breach) && check_knowledge(t, breach);
}
