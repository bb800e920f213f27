/* Obscurians: setting up. Goods, missions, the deck of events, the first player. */
#include "state.h"

static const struct sr_text nobody_sits_there =
    SR_TEXT("the option first names a seat that is not in play",
            "в настройке first названо место, которого нет в игре");

const struct sr_text *obscurians_refuse(const struct sr_setup *setup) {
    return setup->options[option_first] > setup->seats ? &nobody_sits_there : NULL;
}

/* With four seats one mission of each triple stays in the box, to keep the aims in balance; with
 * five, any one. */
static void deal_missions(struct obscurians *t, struct sr_stream *chance) {
    uint8_t cards[MISSIONS];
    int count = 0;
    uint32_t left_out[TRIPLES] = {TRIPLE, TRIPLE};
    if (t->head.seats == SEATS_MIN)
        for (int triple = 0; triple < TRIPLES; triple++)
            left_out[triple] = sr_draw(chance, TRIPLE);
    for (uint32_t mission = 0; mission < MISSIONS; mission++)
        if (mission % TRIPLE != left_out[mission / TRIPLE])
            cards[count++] = (uint8_t)mission;
    sr_shuffle(chance, cards, (size_t)count);
    for (int seat = 0; seat < t->head.seats; seat++)
        t->mission[seat] = cards[seat];
}

/* Four events, then two more and the storm in any order; seven go back unseen. */
static void build_deck(struct obscurians *t, struct sr_stream *chance) {
    uint8_t cards[EVENT_CARDS];
    for (int card = 0; card < EVENT_CARDS; card++)
        cards[card] = (uint8_t)card;
    sr_shuffle(chance, cards, EVENT_CARDS);
    t->deck[0] = happening_sandstorm;
    memcpy(&t->deck[1], cards, DECK - 1);
    sr_shuffle(chance, t->deck, STORM_CARDS);
    t->deck_size = DECK;
}

void obscurians_deal(void *state, struct sr_turn *turn) {
    struct obscurians *t = state;
    struct sr_stream chance = sr_stream_open(&t->head.rng);
    int seats = t->head.seats, first = t->options[option_first];

    deal_missions(t, &chance);
    build_deck(t, &chance);
    for (int seat = 0; seat < seats; seat++) {
        t->open[seat][seat] = GOODS_EACH;
        t->supply[seat] = EVERY_MISSION;
        t->supply_size[seat] = MISSIONS;
    }
    first = first ? first - 1 : (int)sr_draw(&chance, (uint32_t)seats);
    t->card_holder = (uint8_t)first;
    t->open[first][kind_lamp] = 1;
    obscurians_clear_turn(t);
    sr_tell(turn, event_lamp_card, first);
    obscurians_start_round(t, turn);
}

/* For edited positions: the deck becomes what is still to come. Cards that may stay do; what is
 * missing goes on top, and the storm among the last three. */
void obscurians_fill(void *state) {
    struct obscurians *t = state;
    int size = t->head.over ? t->deck_size : DECK - 1 - t->past_size;
    int last_block = size < STORM_CARDS ? size : STORM_CARDS, storm = -1;
    unsigned seen = 1u << t->event | 1u << happening_sandstorm;
    uint8_t deck[DECK];
    int count = 0;
    for (int i = 0; i < t->past_size; i++)
        seen |= 1u << t->past[i];

    /* From the bottom, so that the storm keeps its place. */
    for (int i = 0; i < t->deck_size; i++) {
        int card = t->deck[i];
        bool is_storm =
            card == happening_sandstorm && !t->head.over && storm < 0 && count < last_block;
        if (count >= size || (seen & 1u << card && !is_storm))
            continue;
        if (is_storm)
            storm = count;
        seen |= 1u << card;
        deck[count++] = (uint8_t)card;
    }
    for (int card = 0; card < EVENT_CARDS && count < size; card++)
        if (!(seen & 1u << card))
            deck[count++] = (uint8_t)card;
    if (!t->head.over && storm < 0 && count > 0)
        deck[0] = happening_sandstorm;
    memset(t->deck, 0, sizeof t->deck);
    memcpy(t->deck, deck, (size_t)count);
    t->deck_size = (uint8_t)count;
}
