/* Merchants of Dunhuang: what a laboratory counts at the end of a game to learn what wins. */
#include "state.h"

static const struct sr_name good_names[] = {
#define GOOD(id, value, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
static const struct sr_domain some_goods = SR_DOMAIN_BITS("goods", good_names);
static const struct sr_domain a_count = SR_DOMAIN_NUMBER("count", 0, GOODS);
static const struct sr_domain some_prestige = SR_DOMAIN_NUMBER("prestige", 0, MAX_PRESTIGE);
static const struct sr_domain some_coins = SR_DOMAIN_NUMBER("coins", 0, MAX_COINS);

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

const struct sr_tally dunhuang_tallies[TALLIES] = {
    [tally_majorities] = {"majorities", SR_TEXT("Majorities held", "Число преимуществ"), &a_count,
                          count_majorities},
    [tally_tokens] = {"tokens", SR_TEXT("Majority in this good", "Преимущество по товару"),
                      &some_goods, goods_of_tokens},
    [tally_kinds] = {"kinds", SR_TEXT("Kinds of goods in hand", "Видов товара на руке"), &a_count,
                     count_kinds},
    [tally_prestige] = {"prestige", SR_TEXT("Prestige", "Престиж"), &some_prestige, count_prestige},
    [tally_coins] = {"coins", SR_TEXT("Coins left", "Осталось монет"), &some_coins, count_coins},
};
