/* Gugong: the facts of the box as tables, and setting up. */
#include "state.h"

#include <string.h>

/* ---- facts ---- */

const struct gugong_gift gugong_gifts[GIFTS] = {
#define GIFT(id, set, value, action) {set_##set, value, action_##action},
#include "components.def"
};

const struct gugong_decree gugong_decrees[DECREES] = {
#define DECREE(id, level, cost, points, en, ru) {level, cost, points},
#include "components.def"
};

const uint8_t gugong_faces[DICE][FACES] = {
#define DIE(...) {__VA_ARGS__},
#include "components.def"
};

const uint8_t gugong_copies[2][TOKENS] = {
    {
#define TOKEN(id, copies, fewer, en, ru) copies,
#include "components.def"
    },
    {
#define TOKEN(id, copies, fewer, en, ru) fewer,
#include "components.def"
    },
};

const uint8_t gugong_automa_copies[AUTOMA_KINDS] = {
#define AUTOMA(id, copies, en, ru) copies,
#include "components.def"
};

/* Which side of the board: the rows of one side are kept, those of the other fall out. */
#define ON_a(...) __VA_ARGS__
#define ON_b(...)
#define HOUSE(side, price) ON_##side(price, )
const uint8_t gugong_price[2][HOUSES] = {
    {
#include "components.def"
    },
#undef ON_a
#undef ON_b
#define ON_a(...)
#define ON_b(...) __VA_ARGS__
#define HOUSE(side, price) ON_##side(price, )
    {
#include "components.def"
    },
};
#undef ON_a
#undef ON_b

enum { on_a, on_b };
#define TO(id) | 1 << city_##id
const uint16_t gugong_roads[2][CITIES] = {
#define NEIGHBOURS(side, city, ...) [on_##side][city_##city] = 0 __VA_ARGS__,
#include "components.def"
};
#undef TO

const uint8_t gugong_arrival[SEATS] = {7, 5, 3, 2, 1}; /* RECONSTRUCTED: the last two */
const uint8_t gugong_wall_complete[SEATS + 1] = {0, 4, 4, 5, 6, 7};
const uint8_t gugong_income[ROUNDS] = {6, 4, 4, 4};
const uint8_t gugong_harbour_rewards[HARBOURS] = {0, 1u << reward_points, 1u << reward_card,
                                                  1u << reward_pair, (1u << REWARDS) - 1};
const uint8_t gugong_exchange_worth[GOODS] = {
    [exchange_servant] = 2, [exchange_points] = 4, [exchange_jade] = 6};
const uint8_t gugong_reward_cells[REWARDS] = {
    [reward_points] = 3, [reward_card] = 2, [reward_pair] = 1};

int gugong_token_copies(const struct gugong *t, int token) {
    if (token >= FIRST_SPECIAL && !specials_in_play(t->head.seats, t->options))
        return 0;
    return gugong_copies[t->options[option_tokens]][token];
}

/* The start set of a side, counted from the first player. */
static int first_set(const struct gugong *t) {
    static const uint8_t of_human[] = {
        [sets_1_2] = set_player1, [sets_2_3] = set_player2, [sets_4_5] = set_player4};
    return is_solo(t) ? of_human[t->options[option_sets]] : set_player1;
}

/* Sets that nobody plays leave the game, except that experts shuffle them into the deck. */
bool gugong_gift_in_play(const struct gugong *t, int gift) {
    int set = gugong_gifts[gift].set;
    if (set >= set_board || t->options[option_variant] == variant_expert)
        return true;
    return set >= first_set(t) && set < first_set(t) + sides(t);
}

/* ---- setting up ---- */

static void deal_gifts(struct gugong *t, struct sr_stream *chance) {
    bool expert = t->options[option_variant] == variant_expert;
    uint8_t board[GIFTS];
    int count = 0, first = first_set(t);
    memset(t->known_owner, SR_NONE, sizeof t->known_owner);

    for (int gift = 0; gift < GIFTS; gift++) {
        int set = gugong_gifts[gift].set;
        if (!gugong_gift_in_play(t, gift))
            continue;
        if (set >= first && set < first + sides(t)) {
            int side = side_at(t, (t->start + set - first) % sides(t));
            if (side == MENG)
                t->meng_gifts[t->meng_gifts_size++] = (uint8_t)gift;
            else
                gugong_hand_add(t, side, gift);
            gugong_know(t, gift, side, known_hand);
        } else if (set == set_board && !expert) {
            board[count++] = (uint8_t)gift;
        } else {
            t->deck[t->deck_size++] = (uint8_t)gift;
        }
    }
    sr_shuffle(chance, t->deck, t->deck_size);
    for (; count < AREAS; count++)
        board[count] = t->deck[--t->deck_size];
    memset(t->deck + t->deck_size, 0, sizeof t->deck - t->deck_size);
    sr_shuffle(chance, board, AREAS);
    memcpy(t->board, board, AREAS);
}

static void lay_tokens(struct gugong *t, struct sr_stream *chance) {
    for (int token = 0; token < TOKENS; token++)
        for (int copy = 0; copy < gugong_token_copies(t, token); copy++)
            t->pile[t->pile_size++] = (uint8_t)token;
    sr_shuffle(chance, t->pile, t->pile_size);
    for (int city = 0; city < CITIES; city++) {
        t->city_token[city] = SR_NONE;
        if (gugong_roads[board_side(t)][city])
            t->city_token[city] = take_last(t->pile, &t->pile_size);
    }
}

static void lay_decrees(struct gugong *t, struct sr_stream *chance) {
    uint8_t of_level[DECREES];
    for (int level = 1, slot = 0; level <= SLOTS / 2; level++) {
        size_t count = 0;
        for (int decree = 0; decree < DECREES; decree++)
            if (gugong_decrees[decree].level == level)
                of_level[count++] = (uint8_t)decree;
        sr_shuffle(chance, of_level, count);
        t->decree[slot++] = of_level[0];
        t->decree[slot++] = of_level[1];
    }
}

static void set_up_meng(struct gugong *t, struct sr_stream *chance) {
    for (int kind = 0; kind < AUTOMA_KINDS; kind++) {
        int copies = gugong_automa_copies[kind];
        if (kind == automa_special && t->options[option_difficulty] == difficulty_easy)
            copies--;
        for (; copies > 0 && t->automa_deck_size < AUTOMA_CARDS; copies--)
            t->automa_deck[t->automa_deck_size++] = (uint8_t)kind;
    }
    sr_shuffle(chance, t->automa_deck, t->automa_deck_size);
    if (t->options[option_difficulty] == difficulty_hard) {
        t->meng_gifts[t->meng_gifts_size++] = take_last(t->deck, &t->deck_size);
        t->cells[MENG][reward_card] = 1;
    }
    sr_shuffle(chance, t->meng_gifts, t->meng_gifts_size);
    int focus = t->options[option_focus];
    t->focus = (uint8_t)(focus == focus_random ? sr_draw(chance, AREAS) : (uint32_t)focus - 1);
}

void gugong_deal(void *state, struct sr_turn *turn) {
    struct gugong *t = state;
    struct sr_stream chance = sr_stream_open(&t->head.rng);

    if (t->options[option_first] && !is_solo(t))
        t->start = (uint8_t)sr_draw(&chance, t->head.seats);
    deal_gifts(t, &chance);
    lay_tokens(t, &chance);
    lay_decrees(t, &chance);
    for (int house = 0; house < HOUSES; house++)
        t->house[house] = gugong_price[board_side(t)][house] > 0;
    for (int die = 0; die < DICE; die++)
        t->dice[die] = gugong_roll(t, die, &chance);
    t->medal = SR_NONE;
    t->meng_loop = SR_NONE;
    for (int i = 0; i < sides(t); i++) {
        int side = side_at(t, i);
        t->pool[side] = FIRST_SERVANTS;
        t->supply[side] = SERVANTS - FIRST_SERVANTS;
        t->arrival[side] = SR_NONE;
        t->traveller[side] = SR_NONE;
        memset(t->ship_at[side], SR_NONE, SHIPS);
        /* The first player's marker is at the bottom of the stack. */
        t->height[side] = (uint8_t)((i + sides(t) - t->start) % sides(t));
    }
    if (!is_solo(t)) {
        t->arrival[MENG] = SR_NONE;
        t->traveller[MENG] = SR_NONE;
        memset(t->ship_at[MENG], SR_NONE, SHIPS);
    } else {
        set_up_meng(t, &chance);
    }
    t->step = step_income; /* after which the day begins */
    gugong_tell(turn, t->start, starts, 0,
                is_solo(t)                 ? SR_NONE
                : t->options[option_first] ? first_by_lot
                                           : first_by_order);
    sr_tell(turn, event_dice, t->dice[0], t->dice[1], t->dice[2]);
    if (is_solo(t))
        sr_tell(turn, event_focus, t->focus);
}

/* For edited positions: gifts and travel tokens that lie nowhere go to the deck and to the pile.
 * What may stay there keeps its order. */
static void fill_deck(struct gugong *t) {
    bool lies[GIFTS] = {false};
    uint8_t deck[GIFTS];
    int size = 0;
    for (int area = 0; area < AREAS; area++)
        if (t->board[area] < GIFTS)
            lies[t->board[area]] = true;
    for (int seat = 0; seat < t->head.seats; seat++) {
        for (int i = 0; i < t->hand_size[seat]; i++)
            lies[t->hand[seat][i]] = true;
        for (int i = 0; i < t->discard_size[seat]; i++)
            lies[t->discard[seat][i]] = true;
    }
    for (int i = 0; i < t->meng_gifts_size; i++)
        lies[t->meng_gifts[i]] = true;
    for (int i = 0; i < t->meng_discard_size; i++)
        lies[t->meng_discard[i]] = true;

    for (int i = 0; i < t->deck_size; i++) {
        int gift = t->deck[i];
        if (!lies[gift] && gugong_gift_in_play(t, gift))
            deck[size++] = (uint8_t)gift;
        lies[gift] = true;
    }
    memset(t->deck, 0, sizeof t->deck);
    t->deck_size = 0;
    for (int gift = 0; gift < GIFTS; gift++) /* what is missing goes to the bottom */
        if (!lies[gift] && gugong_gift_in_play(t, gift))
            t->deck[t->deck_size++] = (uint8_t)gift;
    for (int i = 0; i < size; i++)
        t->deck[t->deck_size++] = deck[i];
    /* What the table is said to know of gifts that lie elsewhere is forgotten. */
    for (int gift = 0; gift < GIFTS; gift++) {
        int side = t->known_owner[gift];
        if (side == SR_NONE)
            continue;
        const uint8_t *hand = side == MENG ? t->meng_gifts : t->hand[side];
        const uint8_t *discard = side == MENG ? t->meng_discard : t->discard[side];
        int held = side == MENG ? t->meng_gifts_size : t->hand_size[side];
        int put_down = side == MENG ? t->meng_discard_size : t->discard_size[side];
        bool in_hand = false, in_discard = false;
        for (int i = 0; i < held; i++)
            in_hand |= hand[i] == gift;
        for (int i = 0; i < put_down; i++)
            in_discard |= discard[i] == gift;
        if (!in_hand && !in_discard)
            gugong_forget(t, gift);
        else
            t->known_place[gift] = in_hand ? known_hand : known_discard;
    }
}

static void fill_pile(struct gugong *t) {
    int left[TOKENS];
    uint8_t pile[ALL_TOKENS];
    int size = 0;
    for (int token = 0; token < TOKENS; token++)
        left[token] = gugong_token_copies(t, token) - t->token_discard[token];
    for (int city = 0; city < CITIES; city++)
        if (t->city_token[city] < TOKENS)
            left[t->city_token[city]]--;
    for (int side = 0; side < SIDES; side++)
        for (int i = 0; in_play(t, side) && i < t->token_count[side]; i++)
            left[t->tokens[side][i]]--;
    for (int i = 0; i < t->parked_size; i++)
        left[t->parked[i]]--;
    for (int i = 0; i < t->head.pending; i++)
        if (holds_token(&t->agenda[i]))
            left[token_of(&t->agenda[i])]--;
    for (int i = t->pile_size - 1; i >= 0; i--)
        if (left[t->pile[i]] > 0) {
            left[t->pile[i]]--;
            pile[size++] = t->pile[i];
        }
    for (int token = 0; token < TOKENS; token++)
        for (; left[token] > 0 && size < ALL_TOKENS; left[token]--)
            pile[size++] = (uint8_t)token;
    memset(t->pile, 0, sizeof t->pile);
    t->pile_size = (uint8_t)size;
    for (int i = 0; i < size; i++)
        t->pile[size - 1 - i] = pile[i];
}

void gugong_fill(void *state) {
    struct gugong *t = state;
    fill_deck(t);
    fill_pile(t);
}
