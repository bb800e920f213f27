/* Merchants of Dunhuang: the majority tokens. Who adds a card to a shop and then has no shop above
 * him takes the token, from the supply or from its owner; who removes one may lose it. */
#include "state.h"

int dunhuang_majorities(const struct dunhuang *t, int seat) {
    int count = 0;
    for (int good = 0; good < GOODS; good++)
        count += t->token_owner[good] == seat;
    return count;
}

int dunhuang_kinds_in_hand(const struct dunhuang *t, int seat) {
    int count = 0;
    for (int good = 0; good < GOODS; good++)
        count += t->hand[seat][good] > 0;
    return count;
}

static bool in_circle(const struct dunhuang *t, enum character character) {
    for (int space = 0; space < SPACES; space++)
        if (t->circle[space] == character)
            return true;
    return false;
}

static bool somebody_has_more(const struct dunhuang *t, int seat, int good) {
    for (int other = 0; other < t->head.seats; other++)
        if (t->shop[other][good] > t->shop[seat][good])
            return true;
    return false;
}

/* Any change of owner turns the token to its number. */
static void give_token(struct dunhuang *t, int good, int owner) {
    t->token_owner[good] = (uint8_t)owner;
    t->token_side[good] = side_number;
}

bool dunhuang_add_to_shop(struct dunhuang *t, int seat, int good, struct sr_turn *turn) {
    t->shop[seat][good]++;
    if (somebody_has_more(t, seat, good))
        return false;
    int owner = t->token_owner[good];
    if (owner == seat)
        return false;
    if (owner == SR_NONE) {
        give_token(t, good, seat);
        sr_tell(turn, event_token_gained, (int16_t)seat, (int16_t)good);
        return false;
    }
    bool tied = t->shop[owner][good] == t->shop[seat][good];
    if (!tied || t->token_side[good] == side_number) {
        give_token(t, good, seat);
        sr_tell(turn, event_token_taken, (int16_t)seat, (int16_t)owner, (int16_t)good);
        return false;
    }
    /* A tie with a protected token: what the protection is worth depends on who stands in the
     * circle. The two are sides of one tile, so never both. */
    if (in_circle(t, the_manichaean)) {
        t->token_side[good] = side_number;
        sr_tell(turn, event_token_held, (int16_t)owner, (int16_t)good);
        return false;
    }
    if (t->coins[seat] < BUDDHIST_PRICE)
        return false;
    t->at_stake = (uint8_t)good;
    return true;
}

void dunhuang_pay_for_token(struct dunhuang *t, struct sr_turn *turn) {
    int seat = t->turn_seat, good = t->at_stake, owner = t->token_owner[good];
    t->coins[seat] = (uint8_t)(t->coins[seat] - BUDDHIST_PRICE);
    if (owner != SR_NONE)
        t->coins[owner] = (uint8_t)(t->coins[owner] + BUDDHIST_PRICE);
    give_token(t, good, seat);
    sr_tell(turn, event_token_paid, (int16_t)seat, (int16_t)owner, (int16_t)good, BUDDHIST_PRICE);
}

/* The token goes to the supply, not to whoever leads now: only adding a card takes it. */
void dunhuang_remove_from_shop(struct dunhuang *t, int seat, int good, struct sr_turn *turn) {
    t->shop[seat][good]--;
    if (t->token_owner[good] != seat)
        return;
    bool bare = t->shop[seat][good] == 0 && sr_has_option(t, option_token_needs_card);
    if (bare || somebody_has_more(t, seat, good)) {
        give_token(t, good, SR_NONE);
        sr_tell(turn, event_token_returned, (int16_t)seat, (int16_t)good);
    }
}
