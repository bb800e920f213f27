/* Merchants of Dunhuang: setting up. Circle, deck, market, three cards each, coins. */
#include "state.h"

#include <string.h>

const uint8_t dunhuang_value[GOODS] = {
#define GOOD(id, value, en, ru) value,
#include "components.def"
};

const struct dunhuang_table *dunhuang_table(int seats) {
    static const struct dunhuang_table tables[] = {
#define TABLE_OF(seats_, lowest, highest, coins, majorities)                                       \
    [seats_] = {good_##lowest, good_##highest, coins, majorities},
#include "components.def"
    };
    return &tables[seats];
}

static const struct sr_text tile_twice =
    SR_TEXT("space1 .. space8: one tile is chosen for two spaces",
            "space1 .. space8: один жетон выбран для двух мест");

const struct sr_text *dunhuang_refuse(const struct sr_setup *setup) {
    unsigned chosen = 0;
    for (int space = 0; space < SPACES; space++) {
        unsigned tile = 1u << setup->options[option_space + space];
        if (tile > 1 && chosen & tile)
            return &tile_twice;
        chosen |= tile;
    }
    return NULL;
}

/* Tiles that the host chose for a space lie there; the others, at random or in the order of the
 * box, on the spaces that are left. Each with the side that the host chose, or a random one. */
static void lay_circle(struct dunhuang *t, struct sr_stream *chance) {
    const uint8_t *choice = &t->options[option_space]; /* 0: none; tiles count from 1 */
    uint8_t tile[SPACES];
    unsigned chosen = 0;
    int next = 0;
    for (int i = 0; i < SPACES; i++) {
        tile[i] = (uint8_t)i;
        chosen |= 1u << choice[i] >> 1;
    }
    if (!sr_has_option(t, option_order))
        sr_shuffle(chance, tile, SPACES);
    for (int space = 0; space < SPACES; space++) {
        while (!choice[space] && chosen >> tile[next] & 1)
            next++;
        int lies = choice[space] ? choice[space] - 1 : tile[next++];
        uint8_t side = t->options[option_tile + lies];
        uint32_t back = side == tile_random ? sr_draw(chance, 2) : side == tile_back;
        t->circle[space] = (uint8_t)(2 * lies + (int)back);
    }
}

static void build_deck(struct dunhuang *t, struct sr_stream *chance) {
    for (int good = 0; good < GOODS; good++)
        if (dunhuang_in_play(t->head.seats, good))
            for (int copy = 0; copy < dunhuang_value[good]; copy++)
                t->deck[t->deck_size++] = (uint8_t)good;
    sr_shuffle(chance, t->deck, t->deck_size);
}

void dunhuang_deal(void *state, struct sr_turn *turn) {
    struct dunhuang *t = state;
    struct sr_stream chance = sr_stream_open(&t->head.rng);
    const struct dunhuang_table *table = dunhuang_table(t->head.seats);

    lay_circle(t, &chance);
    build_deck(t, &chance);
    for (int space = 0; space < SPACES; space++)
        t->market[space] = (uint8_t)dunhuang_deck_draw_seen(t);
    for (int seat = 0; seat < t->head.seats; seat++) {
        for (int card = 0; card < DEALT; card++)
            t->dealt[seat][card] = (uint8_t)dunhuang_deck_draw_hidden(t, seat, false);
        t->dealt_size[seat] = DEALT;
        t->coins[seat] = table->coins;
    }
    if (!sr_has_option(t, option_unlimited_coins))
        t->coin_supply = (uint8_t)(COINS - table->coins * t->head.seats);
    if (!sr_has_option(t, option_unlimited_prestige))
        t->prestige_supply = PRESTIGE;
    memset(t->token_owner, SR_NONE, sizeof t->token_owner);
    t->camel = SR_NONE;
    t->partner = SR_NONE;
    t->at_stake = SR_NONE;
    /* Drawn last, so that the cards of a seed are the same whoever begins. */
    if (t->options[option_first] == first_random)
        t->first = (uint8_t)sr_draw(&chance, t->head.seats);
    t->turn_seat = t->first;
    t->head.phase = phase_keep;
    t->head.decider = t->first;
    sr_tell(turn, event_first, t->first, t->options[option_first] == first_random ? 0 : SR_NONE);
}

/* For edited positions: the deck becomes what lies nowhere else. */
void dunhuang_fill(void *state) {
    struct dunhuang *t = state;
    int left[GOODS];
    for (int good = 0; good < GOODS; good++) {
        left[good] = dunhuang_in_play(t->head.seats, good) ? dunhuang_value[good] : 0;
        left[good] -= t->discard[good] + t->drawn[good];
        for (int seat = 0; seat < t->head.seats; seat++)
            left[good] -= t->hand[seat][good] + t->shop[seat][good];
    }
    for (int space = 0; space < SPACES; space++)
        if (t->market[space] < GOODS)
            left[t->market[space]]--;
    for (int seat = 0; seat < t->head.seats; seat++)
        for (int card = 0; card < t->dealt_size[seat]; card++)
            left[t->dealt[seat][card]]--;

    memset(t->deck_seen, 0, sizeof t->deck_seen);
    t->deck_size = (uint8_t)sr_fill_deck(t->deck, t->deck_size, CARDS, left, GOODS);
}
