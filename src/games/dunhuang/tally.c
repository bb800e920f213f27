/* Merchants of Dunhuang: what a laboratory counts to learn what wins: how a seat began, and what it
 * has at the end. */
#include "state.h"

#include "core/tally.h"

static const struct sr_name good_names[] = {
#define GOOD(id, value, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
static const struct sr_domain some_goods = SR_DOMAIN_BITS("goods", good_names);
static const struct sr_domain a_place = SR_DOMAIN_PLACE("place", SEATS);
static const struct sr_domain a_count = SR_DOMAIN_NUMBER("count", 0, GOODS);
static const struct sr_domain some_prestige = SR_DOMAIN_NUMBER("prestige", 0, MAX_PRESTIGE);
static const struct sr_domain some_coins = SR_DOMAIN_NUMBER("coins", 0, MAX_COINS);

/* ---- the beginning ---- */

/* Where seat 1 begins, the order of seats says it already. */
static int place_at_first(const void *state, int seat) {
    const struct dunhuang *t = state;
    return t->options[option_first] == first_random
               ? (seat + t->head.seats - t->first) % t->head.seats
               : -1;
}

static int goods_dealt(const void *state, int seat) {
    const struct dunhuang *t = state;
    int goods = 0;
    for (int card = 0; card < t->dealt_size[seat]; card++)
        goods |= 1 << t->dealt[seat][card];
    return goods;
}

static int good_kept(const void *state, struct sr_move move) {
    const struct dunhuang *t = state;
    return t->head.phase == phase_keep ? move.arg[0] : -1;
}

static int character_reached(const void *state, struct sr_move move) {
    const struct dunhuang *t = state;
    return move.verb == verb_walk ? t->circle[next_space(t->camel, move.arg[0])] : -1;
}

static int good_taken(const void *state, struct sr_move move) {
    const struct dunhuang *t = state;
    return move.verb == verb_take ? t->market[t->camel] : -1;
}

/* Whoever takes coins uses nobody. */
static int character_used(const void *state, struct sr_move move) {
    const struct dunhuang *t = state;
    return t->head.phase == phase_bonus && move.verb != verb_coins ? t->circle[t->camel] : -1;
}

/* ---- the end ---- */

static int count_majorities(const void *state, int seat) {
    return dunhuang_majorities(state, seat);
}

static int goods_of_tokens(const void *state, int seat) {
    const struct dunhuang *t = state;
    int goods = 0;
    for (int good = 0; good < GOODS; good++)
        if (t->token_owner[good] == seat)
            goods |= 1 << good;
    return goods;
}

static int count_kinds(const void *state, int seat) {
    return dunhuang_kinds_in_hand(state, seat);
}

static int count_prestige(const void *state, int seat) {
    const struct dunhuang *t = state;
    return t->prestige[seat];
}

static int count_coins(const void *state, int seat) {
    const struct dunhuang *t = state;
    return t->coins[seat];
}

static const struct sr_tally tallies[] = {
    {"order", SR_TEXT("Place in the first round", "Очередь хода в первом раунде"), &a_place,
     place_at_first, .at_deal = true},
    {"dealt", SR_TEXT("Dealt at the beginning", "Сдано в начале"), &some_goods, goods_dealt,
     .at_deal = true},
    {"kept", SR_TEXT("Kept at the beginning", "Оставлено в начале"), &dunhuang_good,
     .of_move = good_kept},
    {"reached", SR_TEXT("First character reached", "Первый персонаж на пути"), &dunhuang_character,
     .of_move = character_reached},
    {"taken", SR_TEXT("First good taken", "Первый взятый товар"), &dunhuang_good,
     .of_move = good_taken},
    {"used", SR_TEXT("First character used", "Первый использованный персонаж"), &dunhuang_character,
     .of_move = character_used},
    {"majorities", SR_TEXT("Majorities held", "Число преимуществ"), &a_count, count_majorities},
    {"tokens", SR_TEXT("Majority in this good", "Преимущество по товару"), &some_goods,
     goods_of_tokens},
    {"kinds", SR_TEXT("Kinds of goods in hand", "Видов товара в руке"), &a_count, count_kinds},
    {"prestige", SR_TEXT("Prestige", "Престиж"), &some_prestige, count_prestige},
    {"coins", SR_TEXT("Coins left", "Осталось монет"), &some_coins, count_coins},
};

const struct sr_laboratory dunhuang_laboratory = SR_TABLE(tallies);
