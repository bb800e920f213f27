/* Panda Spin: setting up. The cards, the suits in play, the mood, and the deal of each round. */
#include "state.h"

#include <string.h>

const struct face pandaspin_face[SIDES][SUITS][RANKS] = {
    [white_side] =
        {
#define CARD(suit, rank, symbol, count, blue_rank, blue_symbol, source)                            \
    [suit_##suit][rank_##rank] = {rank_##rank, 1, symbol_##symbol},
#include "components.def"
        },
    [blue_side] =
        {
#define CARD(suit, rank, symbol, count, blue_rank, blue_symbol, source)                            \
    [suit_##suit][rank_##rank] = {rank_##blue_rank, count, symbol_##blue_symbol},
#include "components.def"
        },
};

const uint8_t pandaspin_number[SUITS] = {
#define SUIT(id, letter, number, en, ru, if_en, if_ru) number,
#include "components.def"
};

int pandaspin_suits_for(int seats) {
    static const uint8_t suits[] = {
#define TABLE_OF(seats_, suits_) [seats_] = (suits_),
#include "components.def"
    };
    return suits[seats];
}

static const struct sr_text wrong_suits =
    SR_TEXT("suits: choose 3 for two or three players, 4 for four, 5 for five, or - to draw them",
            "suits: нужно 3 масти для двух или трёх игроков, 4 для четырёх, 5 для пяти или - для "
            "случайных");

const struct sr_text *pandaspin_refuse(const struct sr_setup *setup) {
    uint8_t chosen = setup->options[option_suits];
    if (!chosen || sr_count_bits(chosen) == pandaspin_suits_for(setup->seats))
        return NULL;
    return &wrong_suits;
}

/* Each seat draws an element card, two players one more between them: these suits are in play, and
 * the highest number begins. Who chooses the suits instead lets chance choose the first player. */
static void pick_suits(struct pandaspin *t, struct sr_stream *chance, struct sr_turn *turn) {
    uint8_t suit[SUITS];
    for (int i = 0; i < SUITS; i++)
        suit[i] = (uint8_t)i;
    sr_shuffle(chance, suit, SUITS);
    for (int i = 0; i < pandaspin_suits_for(t->head.seats); i++)
        t->suits = (uint8_t)(t->suits | 1U << suit[i]);
    for (int seat = 1; seat < t->head.seats; seat++)
        if (pandaspin_number[suit[seat]] > pandaspin_number[suit[t->first]])
            t->first = (uint8_t)seat;
    if (t->options[option_suits]) {
        t->suits = t->options[option_suits];
        t->first = (uint8_t)sr_draw(chance, t->head.seats);
    }
    sr_tell(turn, event_suits, t->suits);
    for (int seat = 0; seat < t->head.seats && !t->options[option_suits]; seat++)
        sr_tell(turn, event_drew_lot, seat, suit[seat], pandaspin_number[suit[seat]]);
}

static int cards_in_play(const struct pandaspin *t, uint8_t cards[CARDS]) {
    int count = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        if (!in_play(t, suit))
            continue;
        for (int rank = 0; rank < RANKS; rank++)
            cards[count++] = (uint8_t)(suit * RANKS + rank);
        if (sr_has_option(t, option_use_element_cards))
            cards[count++] = (uint8_t)(ANIMALS + suit);
    }
    return count;
}

static void clear_cards(struct pandaspin *t) {
    memset(t->white, 0, sizeof t->white);
    memset(t->blue, 0, sizeof t->blue);
    memset(t->turned, 0, sizeof t->turned);
    memset(t->table_white, 0, sizeof t->table_white);
    memset(t->table_blue, 0, sizeof t->table_blue);
    memset(t->discard, 0, sizeof t->discard);
    memset(t->deck, 0, sizeof t->deck);
    memset(t->hand_size, 0, sizeof t->hand_size);
    memset(t->spun, 0, sizeof t->spun);
    memset(t->emptied, 0, sizeof t->emptied);
    for (int seat = 0; seat < SEATS; seat++)
        pandaspin_forget_deeds(t, seat);
}

void pandaspin_deal_round(struct pandaspin *t) {
    struct sr_stream chance = sr_stream_open(&t->head.rng);
    clear_cards(t);
    t->deck_size = (uint8_t)cards_in_play(t, t->deck);
    sr_shuffle(&chance, t->deck, t->deck_size);
    for (int seat = 0; seat < t->head.seats; seat++)
        for (int card = 0; card < FIRST_HAND; card++)
            pandaspin_draw_card(t, seat);
    if (t->round < 255)
        t->round++;
    t->trick = 0;
    pandaspin_begin_trick(t, t->first);
}

void pandaspin_deal(void *state, struct sr_turn *turn) {
    struct pandaspin *t = state;
    struct sr_stream chance = sr_stream_open(&t->head.rng);
    pick_suits(t, &chance, turn);
    t->mood = t->options[option_mood] == mood_random        ? (uint8_t)sr_draw(&chance, 2)
              : t->options[option_mood] == mood_chosen_spin ? mood_spin
                                                            : mood_hungry;
    for (int seat = 0; seat < t->head.seats; seat++)
        t->points[seat] = START_POINTS;
    pandaspin_forget_choice(t);
    pandaspin_deal_round(t);
    sr_tell(turn, event_mood, t->mood);
    sr_tell(turn, event_round, t->round, t->first,
            t->options[option_suits] ? lead_by_lot : lead_by_number);
}

/* For edited positions: the deck becomes what lies nowhere else. */
void pandaspin_fill(void *state) {
    struct pandaspin *t = state;
    int left[CARDS];
    for (int card = 0; card < CARDS; card++) {
        int suit = card_suit(card), bit = card_bit(card);
        unsigned lying = t->discard[suit];
        for (int seat = 0; seat < t->head.seats; seat++)
            lying |= t->white[seat][suit] | blue_in_hand(t, seat, suit) |
                     t->table_white[seat][suit] | t->table_blue[seat][suit];
        bool belongs = bit != ELEMENT_BIT || sr_has_option(t, option_use_element_cards);
        left[card] = in_play(t, suit) && belongs && !(lying >> bit & 1);
    }
    t->deck_size = (uint8_t)sr_fill_deck(t->deck, t->deck_size, CARDS, left, CARDS);
}
