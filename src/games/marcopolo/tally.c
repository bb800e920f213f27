/* The Voyages of Marco Polo: what a laboratory counts to learn what wins: how a seat began, and
 * what it has at the end. */
#include "state.h"

#include "core/tally.h"

static const struct sr_name goal_names[] = {
#define GOAL(id, city, province, points_, en, ru) {#id, SR_TEXT(en, ru)},
#include "components.def"
};
static const struct sr_domain some_goals = SR_DOMAIN_BITS("goals", goal_names);
static const struct sr_domain a_count = SR_DOMAIN_NUMBER("count", 0, CONTRACTS);
static const struct sr_domain a_space = SR_DOMAIN_PLACE("space", BEIJING_SPACES);
static const struct sr_domain some_coins = SR_DOMAIN_NUMBER("coins", 0, MAX_STOCK);

static int character_of(const void *state, int seat) {
    const struct marcopolo *t = state;
    return t->character[seat] < CHARACTERS ? t->character[seat] : -1;
}

static int contract_dealt(const void *state, int seat) {
    const struct marcopolo *t = state;
    return t->active[seat][0];
}

static int goals_of(const void *state, int seat) {
    const struct marcopolo *t = state;
    int goals = 0;
    for (int i = 0; i < t->goal_size[seat] && i < GOALS_KEPT; i++)
        goals |= 1 << t->goal[seat][i];
    return goals;
}

static int count_goals(const void *state, int seat) {
    const struct marcopolo *t = state;
    int reached = 0;
    for (int i = 0; i < t->goal_size[seat] && i < GOALS_KEPT; i++) {
        const struct goal_info *goal = &marcopolo_goal[t->goal[seat][i]];
        reached += has_post(t, seat, goal->city) && has_post(t, seat, goal->province);
    }
    return reached;
}

static int count_contracts(const void *state, int seat) {
    const struct marcopolo *t = state;
    return t->completed[seat];
}

static int count_all_posts(const void *state, int seat) {
    return count_posts(state, seat);
}

static int count_provinces(const void *state, int seat) {
    return __builtin_popcount((unsigned)own_provinces(state, seat));
}

/* Whoever did not get there has no space. */
static int space_in_beijing(const void *state, int seat) {
    const struct marcopolo *t = state;
    for (int space = 0; space < BEIJING_SPACES; space++)
        if (t->beijing[space] == seat)
            return space;
    return -1;
}

static int is_in_beijing(const void *state, int seat) {
    return has_post(state, seat, at_beijing);
}

static int count_coins(const void *state, int seat) {
    const struct marcopolo *t = state;
    return t->stock[seat][resource_coins];
}

static const struct sr_tally tallies[] = {
    {"character", SR_TEXT("Character", "Персонаж"), &marcopolo_a_character, character_of},
    {"contract", SR_TEXT("Starting contract", "Начальный контракт"), &marcopolo_a_contract,
     contract_dealt, .at_deal = true},
    {"goal_cards", SR_TEXT("Goal held", "Цель на руках"), &some_goals, goals_of},
    {"goals", SR_TEXT("Goals reached", "Достигнуто целей"), &a_count, count_goals},
    {"contracts", SR_TEXT("Contracts completed", "Выполнено контрактов"), &a_count,
     count_contracts},
    {"posts", SR_TEXT("Trading posts", "Факторий"), &a_count, count_all_posts},
    {"provinces", SR_TEXT("Posts in provinces", "Факторий в провинциях"), &a_count,
     count_provinces},
    {"in_beijing", SR_TEXT("A post in Beijing", "Фактория в Пекине"), &sr_a_flag, is_in_beijing},
    {"beijing", SR_TEXT("Space in Beijing", "Место в Пекине"), &a_space, space_in_beijing},
    {"coins", SR_TEXT("Coins left", "Осталось монет"), &some_coins, count_coins},
};

const struct sr_laboratory marcopolo_laboratory = SR_TABLE(tallies);
