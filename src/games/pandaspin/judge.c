/* Panda Spin: how good a position is for each seat, cheaply: points, and how near the hand is to
 * being empty compared with the others. */
#include "state.h"

/* The weights are first estimates, in points. */
static const float point_worth = 1.0f, card_worth = 0.28f, group_worth = 0.42f, high_worth = 0.10f,
                   extra_value_worth = 0.10f, symbol_worth = 0.22f, element_worth = 0.1f,
                   out_worth = 1.5f, lead_worth = 0.7f, won_worth = 100.0f;

struct hand_look {
    int cards, groups, elements;
    float strength;
};

static void look_at_half(struct hand_look *look, unsigned *ranks, struct face face) {
    look->cards++;
    *ranks |= 1U << face.rank;
    look->strength += high_worth * (float)(face.rank - RANKS / 2) / 3.0f +
                      extra_value_worth * (float)(face.count - 1) +
                      (face.symbol != symbol_no ? symbol_worth : 0);
}

/* The hand, with the white cards on the table that will come back. */
static struct hand_look look_at(const struct pandaspin *t, int seat) {
    struct hand_look look = {0, 0, 0, 0};
    unsigned ranks = 0;
    bool leads_trick = t->bid.type != bid_nothing && t->owner == seat;
    bool come_back = !leads_trick && !(t->bombed >> seat & 1) && !t->head.over &&
                     count_cards(t->table_blue[seat]) == 0;
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned white = t->white[seat][suit], blue = blue_in_hand(t, seat, suit);
        if (come_back)
            blue |= t->table_white[seat][suit];
        if (white >> ELEMENT_BIT & 1)
            look.elements++;
        for (unsigned left = white & ANIMAL_BITS; left; left &= left - 1)
            look_at_half(&look, &ranks, pandaspin_face[white_side][suit][lowest_bit(left)]);
        for (unsigned left = blue; left; left &= left - 1)
            look_at_half(&look, &ranks, pandaspin_face[blue_side][suit][lowest_bit(left)]);
    }
    /* Values in a row go together: each row of three saves about two plays. */
    unsigned middle = ranks & ranks >> 1 & ranks >> 2 & ((1U << (RUN_RANKS - 2)) - 1);
    look.groups = count_bits(ranks) - count_bits(middle);
    return look;
}

void pandaspin_judge(const void *state, float value[]) {
    const struct pandaspin *t = state;
    for (int seat = 0; seat < t->head.seats; seat++) {
        float worth = point_worth * (float)t->points[seat];
        if (!t->head.over) {
            struct hand_look look = look_at(t, seat);
            if (t->playing >> seat & 1) {
                worth -= card_worth * (float)(look.cards + look.elements) +
                         group_worth * (float)look.groups;
                worth += look.strength + element_worth * (float)look.elements;
                if (look.cards + look.elements == 0)
                    worth += out_worth;
                if (t->bid.type != bid_nothing ? t->owner == seat : t->head.decider == seat)
                    worth += lead_worth;
            }
        }
        value[seat] = worth;
    }
    if (t->head.over) {
        struct sr_sheet sheet;
        sheet.count = 0;
        for (int seat = 0; seat < SR_MAX_SEATS; seat++)
            sheet.total[seat] = 0;
        pandaspin_score(t, &sheet);
        for (int seat = 0; seat < t->head.seats; seat++)
            if (sheet.winners >> seat & 1)
                value[seat] += won_worth;
    }
}
