/* Merchants of Dunhuang: every invariant of a position, in the words of the game. */
#include "state.h"

#include <string.h>

void dunhuang_recount(void *state) {
    struct dunhuang *t = state;
    for (int seat = 0; seat < t->head.seats; seat++) {
        int size = 0;
        for (int good = 0; good < GOODS; good++)
            size += t->hand[seat][good];
        t->hand_size[seat] = (uint8_t)size;
    }
}

static const struct sr_text camel_missing =
    SR_TEXT("the camel must stand on a space after the set-up, and on none before",
            "верблюд должен стоять в круге после подготовки и нигде до неё");
static const struct sr_text circle_twice =
    SR_TEXT("space {0}: both sides of a tile, or one character twice, are in the circle",
            "место {0}: в круге две стороны одного жетона или персонаж дважды");
static const struct sr_text decision_missing =
    SR_TEXT("the phase does not fit what is under way: decider {0}, turn of seat {1}",
            "фаза не соответствует происходящему: решает место {0}, ход места {1}");
static const struct sr_text cards_lost =
    SR_TEXT("cards of value {0}: {1} are on the table, {2} belong to the game",
            "карты с числом {0}: на столе {1}, а в игре их {2}");
static const struct sr_text coins_lost = SR_TEXT(
    "coins: {0} are on the table, {1} belong to the game", "монеты: на столе {0}, а в игре их {1}");
static const struct sr_text prestige_lost =
    SR_TEXT("prestige: {0} are on the table, {1} belong to the game",
            "престиж: на столе {0}, а в игре его {1}");
static const struct sr_text supply_with_unlimited =
    SR_TEXT("a supply that has no limit must be 0", "запас без предела должен быть 0");
static const struct sr_text token_not_earned =
    SR_TEXT("the token of value {0} belongs to seat {1}, but seat {2} has more in the shop",
            "жетон с числом {0} у места {1}, но в лавке места {2} карт больше");
static const struct sr_text token_bare =
    SR_TEXT("the token of value {0} belongs to seat {1}, whose shop has none of it",
            "жетон с числом {0} у места {1}, но такой карты в лавке нет");
static const struct sr_text token_side_up =
    SR_TEXT("the token of value {0} is protected, but nobody owns it",
            "жетон с числом {0} под защитой, но ничей");
static const struct sr_text token_absent =
    SR_TEXT("the token of value {0} is not in play at this number of seats",
            "жетон с числом {0} не участвует в игре при таком числе мест");
static const struct sr_text market_gap =
    SR_TEXT("space {0} of the market is empty before the last round",
            "место {0} на рынке пусто до последнего круга");
static const struct sr_text known_too_much = SR_TEXT(
    "seat {0} is said to know {2} cards of value {3} in the hand of seat {1}, which has fewer",
    "место {0} будто бы знает {2} карт с числом {3} в руке места {1}, а их там меньше");
static const struct sr_text dealt_wrong =
    SR_TEXT("seat {0} has {1} cards put aside, {2} are right in this phase",
            "у места {0} отложено карт: {1}, а должно быть {2}");

static int drawn_count(const struct dunhuang *t) {
    int count = 0;
    for (int good = 0; good < GOODS; good++)
        count += t->drawn[good];
    return count;
}

/* Does the phase have what it needs? Without this no move could be made safely. */
static bool phase_fits(const struct dunhuang *t) {
    int decider = t->head.decider, seat = t->turn_seat;
    bool own_turn = decider == seat;
    bool partner_fits = t->partner != SR_NONE && t->partner != seat;
    switch ((enum phase)t->head.phase) {
    case phase_keep:
        return t->dealt_size[decider] == DEALT;
    case phase_camel:
        return decider == last_seat(t);
    case phase_walk:
        return own_turn;
    case phase_take:
        return own_turn && t->market[t->camel] != SR_NONE;
    case phase_bonus:
        return own_turn;
    case phase_pay_for_taken:
    case phase_pay_for_swapped:
        return own_turn && t->at_stake != SR_NONE && t->coins[seat] >= BUDDHIST_PRICE &&
               t->token_owner[t->at_stake] != SR_NONE && t->token_owner[t->at_stake] != seat;
    case phase_keep_drawn:
        return own_turn && drawn_count(t) > 0;
    case phase_hand_over:
        return partner_fits && decider == t->partner && t->exchanged >= 1 &&
               t->exchanged <= t->hand_size[decider];
    case phase_give_back:
        return partner_fits && own_turn && t->exchanged >= 1 && t->exchanged <= t->hand_size[seat];
    default:
        return false;
    }
}

static bool check_structure(const struct dunhuang *t, struct sr_breach *breach) {
    unsigned tiles = 0;
    for (int space = 0; space < SPACES; space++) {
        unsigned tile = 1u << (t->circle[space] / 2);
        if (tiles & tile)
            return sr_broken(breach, true, &circle_twice, space + 1, 0, 0, 0);
        tiles |= tile;
    }
    if (t->head.over)
        return true;
    bool setting_up = t->head.phase == phase_keep || t->head.phase == phase_camel;
    if (setting_up != (t->camel == SR_NONE))
        return sr_broken(breach, true, &camel_missing, 0, 0, 0, 0);
    if (!phase_fits(t))
        return sr_broken(breach, true, &decision_missing, t->head.decider + 1, t->turn_seat + 1, 0,
                         0);
    return true;
}

/* Every card, coin and prestige token is somewhere, once. */
static bool check_conservation(const struct dunhuang *t, struct sr_breach *breach) {
    int cards[GOODS] = {0}, coins = t->coin_supply, prestige = t->prestige_supply;
    for (int i = 0; i < t->deck_size; i++)
        cards[t->deck[i]]++;
    for (int space = 0; space < SPACES; space++)
        if (t->market[space] != SR_NONE)
            cards[t->market[space]]++;
    for (int seat = 0; seat < t->head.seats; seat++) {
        coins += t->coins[seat];
        prestige += t->prestige[seat];
        for (int card = 0; card < t->dealt_size[seat]; card++)
            cards[t->dealt[seat][card]]++;
    }
    for (int good = 0; good < GOODS; good++) {
        for (int seat = 0; seat < t->head.seats; seat++)
            cards[good] += t->hand[seat][good] + t->shop[seat][good];
        cards[good] += t->discard[good] + t->drawn[good];
        int right = dunhuang_in_play(t->head.seats, good) ? dunhuang_value[good] : 0;
        if (cards[good] != right)
            return sr_broken(breach, false, &cards_lost, dunhuang_value[good], cards[good], right,
                             0);
    }
    bool any_coins = sr_has_option(t, option_unlimited_coins);
    bool any_prestige = sr_has_option(t, option_unlimited_prestige);
    if ((any_coins && t->coin_supply) || (any_prestige && t->prestige_supply))
        return sr_broken(breach, false, &supply_with_unlimited, 0, 0, 0, 0);
    if (!any_coins && coins != COINS)
        return sr_broken(breach, false, &coins_lost, coins, COINS, 0, 0);
    if (!any_prestige && prestige != PRESTIGE)
        return sr_broken(breach, false, &prestige_lost, prestige, PRESTIGE, 0, 0);
    return true;
}

static bool check_tokens(const struct dunhuang *t, struct sr_breach *breach) {
    for (int good = 0; good < GOODS; good++) {
        int owner = t->token_owner[good], value = dunhuang_value[good];
        if (owner == SR_NONE) {
            if (t->token_side[good] != side_number)
                return sr_broken(breach, false, &token_side_up, value, 0, 0, 0);
            continue;
        }
        if (!dunhuang_in_play(t->head.seats, good))
            return sr_broken(breach, false, &token_absent, value, 0, 0, 0);
        if (sr_has_option(t, option_token_needs_card) && t->shop[owner][good] == 0)
            return sr_broken(breach, false, &token_bare, value, owner + 1, 0, 0);
        for (int seat = 0; seat < t->head.seats; seat++)
            if (t->shop[seat][good] > t->shop[owner][good])
                return sr_broken(breach, false, &token_not_earned, value, owner + 1, seat + 1, 0);
    }
    return true;
}

static bool check_knowledge(const struct dunhuang *t, struct sr_breach *breach) {
    for (int who = 0; who < t->head.seats; who++)
        for (int whose = 0; whose < t->head.seats; whose++)
            for (int good = 0; good < GOODS; good++) {
                int most = who == whose ? 0 : t->hand[whose][good];
                if (t->known[who][whose][good] > most)
                    return sr_broken(breach, false, &known_too_much, who + 1, whose + 1,
                                     t->known[who][whose][good], dunhuang_value[good]);
            }
    return true;
}

static int turns_from_first(const struct dunhuang *t, int seat) {
    return (seat + t->head.seats - t->first) % t->head.seats;
}

bool dunhuang_check(const void *state, struct sr_breach *breach) {
    const struct dunhuang *t = state;
    if (!check_structure(t, breach) || !check_conservation(t, breach) || !check_tokens(t, breach) ||
        !check_knowledge(t, breach))
        return false;
    for (int seat = 0; seat < t->head.seats; seat++) {
        bool yet_to_keep = t->head.phase == phase_keep && !t->head.over &&
                           turns_from_first(t, seat) >= turns_from_first(t, t->head.decider);
        int right = yet_to_keep ? DEALT : DEALT - 1;
        if (t->dealt_size[seat] != right)
            return sr_broken(breach, false, &dealt_wrong, seat + 1, t->dealt_size[seat], right, 0);
    }
    if (t->head.phase == phase_walk && !t->final_round)
        for (int space = 0; space < SPACES; space++)
            if (t->market[space] == SR_NONE)
                return sr_broken(breach, false, &market_gap, space + 1, 0, 0, 0);
    return true;
}
