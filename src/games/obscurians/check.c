/* Obscurians: every invariant of a position, in the words of the game. */
#include "state.h"

void obscurians_recount(void *state) {
    struct obscurians *t = state;
    for (int seat = 0; seat < t->head.seats; seat++)
        t->placed[seat] = 0;
    for (int board = 0; board < t->head.seats; board++)
        for (int i = 0; i < t->stack_size[board] && i < STACK; i++) {
            int owner = token_owner(t->stack[board][i]);
            if (owner < t->head.seats)
                t->placed[owner] =
                    (uint8_t)(t->placed[owner] | 1 << token_mission(t->stack[board][i]));
        }
    for (int seat = 0; seat < t->head.seats; seat++) {
        t->supply[seat] = (uint8_t)(EVERY_MISSION & ~(t->placed[seat] | t->burnt[seat]));
        t->burnt_size[seat] = (uint8_t)__builtin_popcount(t->burnt[seat]);
        t->supply_size[seat] = (uint8_t)__builtin_popcount(t->supply[seat]);
    }
}

static const struct sr_text phase_wrong =
    SR_TEXT("the phase does not fit what is under way in the turn of seat {0}",
            "фаза не соответствует происходящему в ходе места {0}");
static const struct sr_text dice_wrong =
    SR_TEXT("all five dice must lie there after the roll, and none before",
            "после броска на столе должны быть все пять кубиков, до него — ни одного");
static const struct sr_text lamp_wrong =
    SR_TEXT("there must be one magic lamp, not {0}", "волшебная лампа должна быть одна, а их {0}");
static const struct sr_text curse_wrong =
    SR_TEXT("the cursed artifact: {0} on the table; before its event there is none, after it one",
            "проклятый артефакт: на столе {0}; до его события его нет, после — он один");
static const struct sr_text too_many_goods =
    SR_TEXT("goods of colour {0}: {1} are on the table, there are {2} in the box",
            "товары цвета {0}: на столе {1}, а в коробке их {2}");
static const struct sr_text goods_lost =
    SR_TEXT("goods of colour {0}: {1} are on the table, {2} belong to the game",
            "товары цвета {0}: на столе {1}, а в игре их {2}");
static const struct sr_text token_of_nobody =
    SR_TEXT("the board of seat {0} has a token of a colour that is not in play",
            "на планшете места {0} жетон цвета, которого нет в игре");
static const struct sr_text token_at_home =
    SR_TEXT("the board of seat {0} has a token of its own", "на планшете места {0} его же жетон");
static const struct sr_text token_twice =
    SR_TEXT("a token of seat {0} lies on two boards, or lies on one and is burnt",
            "жетон места {0} лежит дважды или и лежит, и сброшен");
static const struct sr_text deck_length_wrong =
    SR_TEXT("{0} events to come and {1} past ones: with the one of this round there must be {2}",
            "впереди событий {0}, позади {1}: вместе с текущим их должно быть {2}");
static const struct sr_text storm_wrong =
    SR_TEXT("the storm must be among the last three cards of the deck, or end the game",
            "песчаная буря должна быть среди трёх последних карт колоды или завершать игру");
static const struct sr_text event_twice =
    SR_TEXT("an event is there twice: card {0} of the deck or of the past",
            "событие встречается дважды: карта {0} в колоде или среди прошедших");
static const struct sr_text mission_twice =
    SR_TEXT("seats {0} and {1} have the same mission", "у мест {0} и {1} одна и та же миссия");
static const struct sr_text mission_balance =
    SR_TEXT("with four seats two of Keep, Take, Collect must be in play, not {0}",
            "вчетвером в игре должны быть две миссии из Сохранить, Взять, Собрать, а не {0}");
static const struct sr_text own_protection =
    SR_TEXT("seat {0} has goods in the stash or an embargo at a point of its own turn where it "
            "cannot",
            "у места {0} посреди своего хода тайник или эмбарго, чего быть не может");
static const struct sr_text leftovers =
    SR_TEXT("something of a turn is left that does not belong to the phase",
            "осталось что-то от хода, что не относится к фазе");

/* ---- what play could stumble over ---- */

static int total_of(const struct obscurians *t, int kind) {
    int total = 0;
    for (int seat = 0; seat < t->head.seats; seat++)
        total += collection(t, seat, kind);
    return total;
}

static bool check_piles(const struct obscurians *t, struct sr_breach *breach) {
    int curses = total_of(t, kind_curse), lamps = total_of(t, kind_lamp);
    if (lamps != 1)
        return sr_broken(breach, true, &lamp_wrong, lamps, 0, 0);
    if (curses > 1)
        return sr_broken(breach, true, &curse_wrong, curses, 0, 0);
    for (int colour = 0; colour < COLOURS; colour++)
        if (total_of(t, colour) > GOODS_EACH)
            return sr_broken(breach, true, &too_many_goods, colour + 1, total_of(t, colour),
                             GOODS_EACH);
    return true;
}

static bool check_tokens(const struct obscurians *t, struct sr_breach *breach) {
    unsigned used[SEATS];
    for (int seat = 0; seat < SEATS; seat++)
        used[seat] = t->burnt[seat];
    for (int board = 0; board < t->head.seats; board++)
        for (int i = 0; i < t->stack_size[board]; i++) {
            int owner = token_owner(t->stack[board][i]);
            unsigned mission = 1u << token_mission(t->stack[board][i]);
            if (owner >= t->head.seats)
                return sr_broken(breach, true, &token_of_nobody, board + 1, 0, 0);
            if (owner == board)
                return sr_broken(breach, true, &token_at_home, board + 1, 0, 0);
            if (used[owner] & mission)
                return sr_broken(breach, true, &token_twice, owner + 1, 0, 0);
            used[owner] |= mission;
        }
    return true;
}

/* The storm is what ends the game, so it must come, once, and before the deck runs out. */
static bool check_deck(const struct obscurians *t, struct sr_breach *breach) {
    int storms = 0, place = 0;
    if (t->past_size + 1 + t->deck_size != DECK)
        return sr_broken(breach, true, &deck_length_wrong, t->deck_size, t->past_size, DECK);
    for (int i = 0; i < t->deck_size; i++)
        if (t->deck[i] == happening_sandstorm) {
            storms++;
            place = i;
        }
    for (int i = 0; i < t->past_size; i++)
        if (t->past[i] == happening_sandstorm)
            return sr_broken(breach, true, &storm_wrong, 0, 0, 0);
    bool has_come = t->event == happening_sandstorm;
    if (has_come != (t->head.over != 0) || storms + has_come != 1 || place >= STORM_CARDS)
        return sr_broken(breach, true, &storm_wrong, 0, 0, 0);
    if (has_come && t->past_size < DECK - STORM_CARDS)
        return sr_broken(breach, true, &storm_wrong, 0, 0, 0);
    return true;
}

static bool is_partner(const struct obscurians *t, int seat) {
    return seat != SR_NONE && seat != t->head.decider && !t->embargo[seat];
}

/* Does the phase have what it needs? */
static bool phase_fits(const struct obscurians *t) {
    int seat = t->head.decider;
    bool all_five = t->event == happening_all_five;
    bool has_good = t->good != SR_NONE, has_partner = is_partner(t, t->partner);
    bool going = t->repeats > 0;
    switch ((enum phase)t->head.phase) {
    case phase_mode:
        return t->event == happening_either_or;
    case phase_suspect:
        return true;
    case phase_suspect_whom:
        return t->token != SR_NONE && (t->supply[seat] >> t->token & 1);
    case phase_reroll:
    case phase_burn:
    case phase_dice:
        return true;
    case phase_flip:
        return t->event == happening_flip;
    case phase_act:
        return !all_five;
    case phase_smuggle:
        return !all_five && t->action < face_move;
    case phase_steal_from:
        return going && t->action == face_steal;
    case phase_steal:
        return going && t->action == face_steal && has_partner;
    case phase_give:
        return going && t->action == face_give;
    case phase_give_to:
        return going && t->action == face_give && has_good && collection(t, seat, t->good);
    case phase_swap:
        return going && t->action == face_swap;
    case phase_swap_with:
        return going && t->action == face_swap && has_good && collection(t, seat, t->good);
    case phase_swap_for:
        return going && t->action == face_swap && has_good && has_partner &&
               collection(t, seat, t->good);
    case phase_protect:
        return going && t->action == face_protect;
    case phase_move_from:
        return going && t->action == face_move;
    case phase_move:
        return going && t->action == face_move && has_partner;
    case phase_move_to:
        return going && t->action == face_move && has_partner && has_good &&
               t->open[t->partner][t->good];
    case phase_die:
        return all_five;
    case phase_symbol:
        return all_five && t->action == face_smuggle;
    default:
        return false;
    }
}

static bool check_dice(const struct obscurians *t, struct sr_breach *breach) {
    bool rolled = !t->head.over && t->head.phase >= phase_reroll;
    for (int die = 0; die < DICE; die++)
        if ((t->dice[die] != SR_NONE) != rolled)
            return sr_broken(breach, true, &dice_wrong, 0, 0, 0);
    return true;
}

static bool check_structure(const struct obscurians *t, struct sr_breach *breach) {
    if (!check_piles(t, breach) || !check_tokens(t, breach) || !check_deck(t, breach) ||
        !check_dice(t, breach))
        return false;
    return t->head.over || phase_fits(t) ||
           sr_broken(breach, true, &phase_wrong, t->head.decider + 1, 0, 0);
}

/* ---- what the rules demand ---- */

static bool check_goods(const struct obscurians *t, struct sr_breach *breach) {
    bool curse_came = t->event == happening_cursed_artifact;
    for (int i = 0; i < t->past_size; i++)
        curse_came |= t->past[i] == happening_cursed_artifact;
    if (total_of(t, kind_curse) != curse_came)
        return sr_broken(breach, false, &curse_wrong, total_of(t, kind_curse), 0, 0);
    for (int colour = 0; colour < COLOURS; colour++) {
        int right = colour < t->head.seats ? GOODS_EACH : 0, total = total_of(t, colour);
        if (total != right)
            return sr_broken(breach, false, &goods_lost, colour + 1, total, right);
    }
    return true;
}

static bool check_events(const struct obscurians *t, struct sr_breach *breach) {
    unsigned seen = 1u << t->event;
    for (int i = 0; i < t->past_size + t->deck_size; i++) {
        int card = i < t->past_size ? t->past[i] : t->deck[i - t->past_size];
        if (seen >> card & 1)
            return sr_broken(breach, false, &event_twice, i + 1, 0, 0);
        seen |= 1u << card;
    }
    return true;
}

static bool check_missions(const struct obscurians *t, struct sr_breach *breach) {
    int of_first_triple = 0;
    for (int seat = 0; seat < t->head.seats; seat++) {
        of_first_triple += t->mission[seat] <= mission_collect;
        for (int other = 0; other < seat; other++)
            if (t->mission[seat] == t->mission[other])
                return sr_broken(breach, false, &mission_twice, other + 1, seat + 1, 0);
    }
    if (t->head.seats == SEATS_MIN && of_first_triple != 2)
        return sr_broken(breach, false, &mission_balance, of_first_triple, 0, 0);
    return true;
}

/* Registers of a turn are empty outside the phases that use them. */
static bool turn_is_tidy(const struct obscurians *t) {
    int phase = t->head.phase;
    bool over = t->head.over, all_five = t->event == happening_all_five;
    bool acting = !over && phase >= phase_steal_from && phase <= phase_move_to;
    bool has_partner = phase == phase_steal || phase == phase_swap_for || phase == phase_move ||
                       phase == phase_move_to;
    bool has_good = phase == phase_give_to || phase == phase_swap_with || phase == phase_swap_for ||
                    phase == phase_move_to;
    bool chosen = acting || phase == phase_smuggle || phase == phase_symbol;
    return (t->token != SR_NONE) == (!over && phase == phase_suspect_whom) &&
           (t->partner != SR_NONE) == (acting && has_partner) &&
           (t->good != SR_NONE) == (acting && has_good) && (t->repeats > 0) == acting &&
           (t->action != SR_NONE) == (!over && chosen) && (all_five || !t->set_aside) &&
           (all_five || !t->protects) &&
           (!t->free_used || (t->event == happening_free_reroll && phase >= phase_reroll)) &&
           (!t->only_places || (t->event == happening_either_or && phase <= phase_suspect_whom));
}

/* The stash is unpacked when the own turn begins; goods are in it again only in the midst of a
 * Protect, or under the event All Five. */
static bool protection_fits(const struct obscurians *t) {
    int seat = t->head.decider;
    if (t->head.over)
        return true;
    bool all_five = t->event == happening_all_five && t->head.phase >= phase_steal_from;
    bool hiding = t->head.phase == phase_protect;
    return (!t->embargo[seat] || all_five) && (!any_goods(t->stash[seat]) || all_five || hiding);
}

bool obscurians_check(const void *state, struct sr_breach *breach) {
    const struct obscurians *t = state;
    if (!check_structure(t, breach) || !check_goods(t, breach) || !check_events(t, breach) ||
        !check_missions(t, breach))
        return false;
    if (!turn_is_tidy(t))
        return sr_broken(breach, false, &leftovers, 0, 0, 0);
    if (!protection_fits(t))
        return sr_broken(breach, false, &own_protection, t->head.decider + 1, 0, 0);
    return true;
}
