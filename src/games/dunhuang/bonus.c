/* Merchants of Dunhuang: the bonus. Three coins, or the character where the camel stands; an
 * ability that could change nothing is not offered. */
#include "state.h"

/* ---- supplies: what is left is given ---- */

static int from_supply(uint8_t *supply, bool unlimited, int wanted) {
    if (unlimited)
        return wanted;
    int given = wanted < *supply ? wanted : *supply;
    *supply = (uint8_t)(*supply - given);
    return given;
}

static void take_prestige(struct dunhuang *t, int seat, int wanted, struct sr_turn *turn) {
    bool unlimited = sr_has_option(t, option_unlimited_prestige);
    int given = from_supply(&t->prestige_supply, unlimited, wanted);
    t->prestige[seat] = (uint8_t)(t->prestige[seat] + given);
    sr_tell(turn, event_prestige, (int16_t)seat, (int16_t)given);
}

static void take_coins(struct dunhuang *t, int seat, struct sr_turn *turn) {
    bool unlimited = sr_has_option(t, option_unlimited_coins);
    int given = from_supply(&t->coin_supply, unlimited, BONUS_COINS);
    t->coins[seat] = (uint8_t)(t->coins[seat] + given);
    sr_tell(turn, event_coins, (int16_t)seat, (int16_t)given);
}

static bool prestige_left(const struct dunhuang *t) {
    return sr_has_option(t, option_unlimited_prestige) || t->prestige_supply > 0;
}

/* ---- what is offered ---- */

static void list_goods(const uint8_t counts[GOODS], int verb, struct sr_moves *moves) {
    for (int good = 0; good < GOODS; good++)
        if (counts[good])
            sr_add_2(moves, verb, good, 0);
}

/* A card of the hand or shop for a card of the market, which is named by its character. */
static void list_market_swaps(const struct dunhuang *t, const uint8_t counts[GOODS], int verb,
                              bool equal_too, struct sr_moves *moves) {
    for (int good = 0; good < GOODS; good++)
        if (counts[good])
            for (int space = 0; space < SPACES; space++)
                if (t->market[space] != SR_NONE && (equal_too || t->market[space] != good))
                    sr_add_2(moves, verb, good, t->circle[space]);
}

static void list_partners(const struct dunhuang *t, int seat, int verb, bool empty_handed_too,
                          struct sr_moves *moves) {
    for (int step = 1; step < t->head.seats; step++) {
        int other = (seat + step) % t->head.seats;
        if (t->hand_size[other] > 0 || empty_handed_too)
            sr_add_2(moves, verb, other, 0);
    }
}

static void list_handmaid(const struct dunhuang *t, int seat, struct sr_moves *moves) {
    for (int shop = 0; shop < GOODS; shop++)
        if (t->shop[seat][shop])
            for (int hand = 0; hand < GOODS; hand++)
                if (t->hand[seat][hand] && hand != shop)
                    sr_add_2(moves, verb_handmaid, shop, hand);
}

static void list_servant(const struct dunhuang *t, int seat, struct sr_moves *moves) {
    for (int good = 0; good < GOODS; good++) {
        if (t->shop[seat][good])
            sr_add_2(moves, verb_servant, to_hand, good);
        if (t->hand[seat][good])
            sr_add_2(moves, verb_servant, to_shop, good);
    }
}

static void list_space(const struct dunhuang *t, int verb, int space, struct sr_moves *moves) {
    if (t->market[space] != SR_NONE)
        sr_add_2(moves, verb, t->circle[space], 0);
}

static void list_peasant(const struct dunhuang *t, struct sr_moves *moves) {
    for (int step = 1; step <= t->steps && step < SPACES; step++)
        list_space(t, verb_peasant, next_space(t->camel, step), moves);
}

static void list_flips(const struct dunhuang *t, int seat, int verb, struct sr_moves *moves) {
    for (int good = 0; good < GOODS; good++)
        if (t->token_owner[good] == seat && t->token_side[good] == side_number)
            sr_add_2(moves, verb, good, 0);
}

static bool has_any(const uint8_t counts[GOODS]) {
    for (int good = 0; good < GOODS; good++)
        if (counts[good])
            return true;
    return false;
}

static bool market_has_any(const struct dunhuang *t) {
    for (int space = 0; space < SPACES; space++)
        if (t->market[space] != SR_NONE)
            return true;
    return false;
}

/* `secret` only where the hand's contents, not its size, decide whether there is a choice. */
void dunhuang_list_bonus(const void *state, struct sr_moves *moves) {
    const struct dunhuang *t = state;
    int seat = t->turn_seat;
    const uint8_t *hand = t->hand[seat], *shop = t->shop[seat];

    sr_add_2(moves, verb_coins, 0, 0);
    switch (t->circle[t->camel]) {
    case the_artist:
        list_goods(hand, verb_artist, moves);
        break;
    case the_musician:
        list_goods(shop, verb_musician, moves);
        break;
    case the_princess:
        if (prestige_left(t) && dunhuang_majorities(t, seat) > 0)
            sr_add_2(moves, verb_princess, 0, 0);
        break;
    case the_dancer:
        if (prestige_left(t))
            sr_add_2(moves, verb_dancer, 0, 0);
        break;
    case the_translator:
        if (t->deck_size > 0)
            sr_add_2(moves, verb_translator, 0, 0);
        break;
    case the_ambassador:
        if (t->deck_size > 0)
            sr_add_2(moves, verb_ambassador, 0, 0);
        break;
    case the_soldier:
        /* Equal goods too: the card comes back into the shop and may take a tied token. */
        list_market_swaps(t, shop, verb_soldier, true, moves);
        break;
    case the_general:
        moves->secret = t->hand_size[seat] > 0 && market_has_any(t);
        list_market_swaps(t, hand, verb_general, false, moves);
        break;
    case the_chinese:
        list_partners(t, seat, verb_chinese, false, moves);
        break;
    case the_sogdian:
        list_partners(t, seat, verb_sogdian, prestige_left(t), moves);
        break;
    case the_handmaid:
        moves->secret = t->hand_size[seat] > 0 && has_any(shop);
        list_handmaid(t, seat, moves);
        break;
    case the_servant:
        list_servant(t, seat, moves);
        break;
    case the_shepherd:
        list_space(t, verb_shepherd, next_space(t->camel, 1), moves);
        list_space(t, verb_shepherd, next_space(t->camel, SPACES - 1), moves);
        break;
    case the_peasant:
        list_peasant(t, moves);
        break;
    case the_manichaean:
        list_flips(t, seat, verb_manichaean, moves);
        break;
    case the_buddhist:
        list_flips(t, seat, verb_buddhist, moves);
        break;
    default:
        break;
    }
}

/* ---- what is done ---- */

static void discard(struct dunhuang *t, int seat, int good, enum place from, struct sr_turn *turn) {
    t->discard[good]++;
    sr_tell(turn, event_discarded, (int16_t)seat, (int16_t)good, (int16_t)from);
}

/* After a card came into the shop by the bonus: maybe a payment, then the turn ends. */
static void end_with_card_in_shop(struct dunhuang *t, int seat, int good, struct sr_turn *turn) {
    if (dunhuang_add_to_shop(t, seat, good, turn))
        t->head.phase = phase_pay_for_swapped;
    else
        dunhuang_end_bonus(t, turn);
}

static void draw_cards(struct dunhuang *t, int seat, int wanted, struct sr_turn *turn) {
    int count = wanted < t->deck_size ? wanted : t->deck_size;
    for (int card = 0; card < count; card++) {
        int good = dunhuang_deck_draw_hidden(t, seat, count == 1);
        t->drawn[good]++;
    }
    turn->shown = true;
    sr_tell(turn, event_drew, (int16_t)seat, (int16_t)count);
    t->head.phase = phase_keep_drawn;
}

/* How many cards change hands, and from whom: two, or what the partner has. */
static int begin_exchange(struct dunhuang *t, int seat, int partner, struct sr_turn *turn) {
    int size = t->hand_size[partner];
    t->partner = (uint8_t)partner;
    t->exchanged = (uint8_t)(size < 2 ? size : 2);
    sr_tell(turn, event_partner, (int16_t)seat, (int16_t)partner, t->circle[t->camel]);
    return t->exchanged;
}

static void receive(struct dunhuang *t, int good, struct sr_turn *turn) {
    dunhuang_hand_pass(t, t->partner, t->turn_seat, good);
    turn->shown = true;
    sr_tell(turn, event_received, t->turn_seat, t->partner, (int16_t)good);
}

static void take_at_random(struct dunhuang *t, struct sr_turn *turn) {
    struct sr_stream chance = sr_stream_open(&t->head.rng);
    dunhuang_forget_passed(t, t->partner, t->turn_seat, t->exchanged);
    for (int card = 0; card < t->exchanged; card++) {
        uint32_t pick = sr_draw(&chance, t->hand_size[t->partner]);
        int good = 0;
        while (good < GOODS - 1 && pick >= t->hand[t->partner][good])
            pick -= t->hand[t->partner][good++];
        receive(t, good, turn);
    }
    t->head.phase = phase_give_back;
}

static void swap_with_market(struct dunhuang *t, int seat, int good, int space, enum place from,
                             struct sr_turn *turn) {
    int other = t->market[space];
    t->market[space] = (uint8_t)good;
    sr_tell(turn, event_swapped, (int16_t)seat, (int16_t)good, (int16_t)other, (int16_t)from,
            t->circle[space]);
    if (from == to_hand) {
        dunhuang_hand_remove_seen(t, seat, good);
        turn->shown = true;
        dunhuang_hand_add_seen(t, seat, other);
        dunhuang_end_bonus(t, turn);
    } else {
        dunhuang_remove_from_shop(t, seat, good, turn);
        end_with_card_in_shop(t, seat, other, turn);
    }
}

static void take_along(struct dunhuang *t, int seat, int space, struct sr_turn *turn) {
    int good = t->market[space];
    t->market[space] = SR_NONE;
    dunhuang_hand_add_seen(t, seat, good);
    sr_tell(turn, event_taken_along, (int16_t)seat, (int16_t)good, t->circle[space]);
    dunhuang_end_bonus(t, turn);
}

static void move_shop_to_hand(struct dunhuang *t, int seat, int good, struct sr_turn *turn) {
    sr_tell(turn, event_moved, (int16_t)seat, (int16_t)good, to_hand);
    dunhuang_remove_from_shop(t, seat, good, turn);
    dunhuang_hand_add_seen(t, seat, good);
}

static void move_hand_to_shop(struct dunhuang *t, int seat, int good, struct sr_turn *turn) {
    sr_tell(turn, event_moved, (int16_t)seat, (int16_t)good, to_shop);
    dunhuang_hand_remove_seen(t, seat, good);
    turn->shown = true;
    end_with_card_in_shop(t, seat, good, turn);
}

void dunhuang_play_bonus(void *state, struct sr_move move, struct sr_turn *turn) {
    struct dunhuang *t = state;
    int seat = t->turn_seat, first = move.arg[0], second = move.arg[1];

    switch ((enum verb)move.verb) {
    case verb_artist:
        dunhuang_hand_remove_seen(t, seat, first);
        turn->shown = true;
        discard(t, seat, first, to_hand, turn);
        take_prestige(t, seat, 3, turn);
        break;
    case verb_musician:
        discard(t, seat, first, to_shop, turn);
        dunhuang_remove_from_shop(t, seat, first, turn);
        take_prestige(t, seat, 3, turn);
        break;
    case verb_princess:
        take_prestige(t, seat, dunhuang_majorities(t, seat), turn);
        break;
    case verb_dancer:
        take_prestige(t, seat, 2, turn);
        break;
    case verb_translator:
        draw_cards(t, seat, t->steps, turn);
        return;
    case verb_ambassador:
        draw_cards(t, seat, 2, turn);
        return;
    case verb_soldier:
        swap_with_market(t, seat, first, space_of(t, second), to_shop, turn);
        return;
    case verb_general:
        swap_with_market(t, seat, first, space_of(t, second), to_hand, turn);
        return;
    case verb_chinese:
        if (begin_exchange(t, seat, first, turn) > 0) {
            take_at_random(t, turn);
            return;
        }
        break;
    case verb_sogdian:
        if (begin_exchange(t, seat, first, turn) > 0) {
            t->head.phase = phase_hand_over;
            t->head.decider = (uint8_t)first;
            return;
        }
        take_prestige(t, seat, 1, turn);
        break;
    case verb_handmaid:
        move_shop_to_hand(t, seat, first, turn);
        move_hand_to_shop(t, seat, second, turn);
        return;
    case verb_servant:
        if (first == to_shop) {
            move_hand_to_shop(t, seat, second, turn);
            return;
        }
        move_shop_to_hand(t, seat, second, turn);
        break;
    case verb_shepherd:
    case verb_peasant:
        take_along(t, seat, space_of(t, first), turn);
        return;
    case verb_manichaean:
    case verb_buddhist:
        t->token_side[first] = side_shang;
        sr_tell(turn, event_token_flipped, (int16_t)seat, (int16_t)first);
        break;
    default:
        take_coins(t, seat, turn);
        break;
    }
    dunhuang_end_bonus(t, turn);
}

/* ---- Translator and Ambassador: one of the cards drawn ---- */

void dunhuang_list_keep_drawn(const void *state, struct sr_moves *moves) {
    const struct dunhuang *t = state;
    int count = 0;
    for (int good = 0; good < GOODS; good++)
        count += t->drawn[good];
    moves->secret = count > 1;
    list_goods(t->drawn, verb_keep, moves);
}

void dunhuang_play_keep_drawn(void *state, struct sr_move move, struct sr_turn *turn) {
    struct dunhuang *t = state;
    int seat = t->turn_seat, kept = move.arg[0], count = 0;
    uint8_t rest[CARDS];

    t->drawn[kept]--;
    dunhuang_hand_add_hidden(t, seat, kept);
    sr_tell(turn, event_kept_drawn, (int16_t)seat, (int16_t)kept);
    for (int good = 0; good < GOODS; good++)
        for (; t->drawn[good]; t->drawn[good]--)
            if (count + t->deck_size < CARDS)
                rest[count++] = (uint8_t)good;
    if (count > 1) {
        struct sr_stream chance = sr_stream_open(&t->head.rng);
        sr_shuffle(&chance, rest, (size_t)count);
    }
    if (count > 0) {
        dunhuang_deck_put_under(t, seat, rest, count);
        sr_tell(turn, event_returned, (int16_t)seat, (int16_t)count);
    }
    dunhuang_end_bonus(t, turn);
}

/* ---- merchants: cards for as many cards ---- */

static void list_gifts(const struct dunhuang *t, int seat, struct sr_moves *moves) {
    const uint8_t *hand = t->hand[seat];
    moves->secret = t->hand_size[seat] > t->exchanged;
    for (int a = 0; a < GOODS; a++) {
        if (!hand[a])
            continue;
        if (t->exchanged == 1) {
            sr_add_2(moves, verb_give, a, SR_NONE);
            continue;
        }
        for (int b = a; b < GOODS; b++)
            if (hand[b] > (a == b))
                sr_add_2(moves, verb_give, a, b);
    }
}

void dunhuang_list_hand_over(const void *state, struct sr_moves *moves) {
    const struct dunhuang *t = state;
    list_gifts(t, t->head.decider, moves);
}

void dunhuang_play_hand_over(void *state, struct sr_move move, struct sr_turn *turn) {
    struct dunhuang *t = state;
    dunhuang_forget_passed(t, t->partner, t->turn_seat, t->exchanged);
    for (int card = 0; card < t->exchanged; card++)
        receive(t, move.arg[card], turn);
    t->head.decider = t->turn_seat;
    t->head.phase = phase_give_back;
}

void dunhuang_list_give_back(const void *state, struct sr_moves *moves) {
    const struct dunhuang *t = state;
    list_gifts(t, t->turn_seat, moves);
}

void dunhuang_play_give_back(void *state, struct sr_move move, struct sr_turn *turn) {
    struct dunhuang *t = state;
    int seat = t->turn_seat, partner = t->partner;
    dunhuang_forget_passed(t, seat, partner, t->exchanged);
    for (int card = 0; card < t->exchanged; card++) {
        dunhuang_hand_pass(t, seat, partner, move.arg[card]);
        sr_tell(turn, event_gave_back, (int16_t)seat, (int16_t)partner, move.arg[card]);
    }
    turn->shown = true;
    if (t->circle[t->camel] == the_sogdian)
        take_prestige(t, seat, 1, turn);
    dunhuang_end_bonus(t, turn);
}
