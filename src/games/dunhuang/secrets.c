/* Merchants of Dunhuang: hands and deck, what each seat has seen of them, and the redealing of what
 * it has not. Knowledge is a lower bound: "seat 2 holds at least two teas". It never claims more
 * than was seen, so a guess never excludes the truth. */
#include "state.h"

/* ---- hands ---- */

void dunhuang_hand_add_hidden(struct dunhuang *t, int seat, int good) {
    t->hand[seat][good]++;
    t->hand_size[seat]++;
}

void dunhuang_hand_add_seen(struct dunhuang *t, int seat, int good) {
    dunhuang_hand_add_hidden(t, seat, good);
    for (int other = 0; other < t->head.seats; other++)
        if (other != seat)
            t->known[other][seat][good]++;
}

static void know_one_less(struct dunhuang *t, int who, int whose, int good) {
    if (t->known[who][whose][good])
        t->known[who][whose][good]--;
}

void dunhuang_hand_remove_seen(struct dunhuang *t, int seat, int good) {
    t->hand[seat][good]--;
    t->hand_size[seat]--;
    for (int other = 0; other < t->head.seats; other++)
        know_one_less(t, other, seat, good);
}

void dunhuang_hand_pass(struct dunhuang *t, int from, int to, int good) {
    t->hand[from][good]--;
    t->hand_size[from]--;
    dunhuang_hand_add_hidden(t, to, good);
    know_one_less(t, to, from, good);
    t->known[from][to][good]++;
}

/* Whoever is not a partner knows only that `count` cards left `from`: any of those it knew there
 * may be among them. */
void dunhuang_forget_passed(struct dunhuang *t, int from, int to, int count) {
    for (int other = 0; other < t->head.seats; other++) {
        if (other == from || other == to)
            continue;
        for (int good = 0; good < GOODS; good++) {
            int known = t->known[other][from][good] - count;
            t->known[other][from][good] = (uint8_t)(known > 0 ? known : 0);
        }
    }
}

/* ---- the deck ---- */

enum { RUN_SHIFT = 4 }; /* deck_seen: bit of the seat, shifted, marks a card of a run */

int dunhuang_deck_draw_seen(struct dunhuang *t) {
    int top = --t->deck_size;
    int good = t->deck[top];
    t->deck[top] = 0;
    t->deck_seen[top] = 0;
    return good;
}

/* A card that only `seat` sees. Others who knew where it lay no longer know it, or what is left of
 * the run it lay in, unless it was drawn alone: then they know that the seat has it. */
int dunhuang_deck_draw_hidden(struct dunhuang *t, int seat, bool alone) {
    int seen = t->deck_seen[t->deck_size - 1];
    int good = dunhuang_deck_draw_seen(t);
    if (!seen)
        return good;
    for (int other = 0; other < t->head.seats; other++) {
        if (other == seat)
            continue;
        if (alone && (seen & 1 << other))
            t->known[other][seat][good]++;
        int run = 1 << (other + RUN_SHIFT);
        if (seen & run)
            for (int i = t->deck_size - 1; i >= 0 && (t->deck_seen[i] & run); i--)
                t->deck_seen[i] = (uint8_t)(t->deck_seen[i] & ~run);
    }
    return good;
}

void dunhuang_deck_put_under(struct dunhuang *t, int seat, const uint8_t *cards, int count) {
    for (int i = t->deck_size - 1; i >= 0; i--) {
        t->deck[i + count] = t->deck[i];
        t->deck_seen[i + count] = t->deck_seen[i];
    }
    int mark = count == 1 ? 1 << seat : 1 << (seat + RUN_SHIFT);
    for (int i = 0; i < count; i++) {
        t->deck[i] = cards[i];
        t->deck_seen[i] = (uint8_t)mark;
    }
    t->deck_size = (uint8_t)(t->deck_size + count);
}

/* ---- guessing ---- */

/* All cards whose place `seat` does not know are counted, laid out in order, shuffled and dealt to
 * the same places again: so a guess depends on what the seat knows and on the stream, and on
 * nothing else. SR_SPECTATOR knows nothing beyond what lies open. */
struct pool {
    int count[GOODS];
    int cards;
};

static void collect(struct pool *pool, int good) {
    pool->count[good]++;
    pool->cards++;
}

static int known_to(const struct dunhuang *t, int seat, int whose, int good) {
    if (t->head.over) /* hands lie open */
        return t->hand[whose][good];
    return seat >= 0 ? t->known[seat][whose][good] : 0;
}

/* The order inside a run that the seat itself put under the deck is unknown to it, the rest is
 * not. */
static void shuffle_runs(struct dunhuang *t, int run, struct sr_stream *stream) {
    for (int from = 0; from < t->deck_size;) {
        struct pool pool = {.cards = 0};
        int to = from;
        for (; to < t->deck_size && (t->deck_seen[to] & run); to++)
            collect(&pool, t->deck[to]);
        if (pool.cards > 1) {
            sr_lay_out(pool.count, GOODS, &t->deck[from], pool.cards);
            sr_shuffle(stream, &t->deck[from], (size_t)pool.cards);
        }
        from = to + 1;
    }
}

void dunhuang_guess(void *state, int seat, struct sr_stream *stream) {
    struct dunhuang *t = state;
    int seats = t->head.seats;
    int mine = seat >= 0 ? 1 << seat | 1 << (seat + RUN_SHIFT) : 0;
    bool looks_on = t->turn_seat != seat; /* others' drawn cards are hidden */
    struct pool pool = {.cards = 0};
    uint8_t card[CARDS];
    int unknown[SEATS] = {0}, drawn = 0;

    for (int other = 0; other < seats; other++) {
        if (other == seat)
            continue;
        for (int good = 0; good < GOODS; good++)
            for (int known = known_to(t, seat, other, good); t->hand[other][good] > known;
                 t->hand[other][good]--, unknown[other]++)
                collect(&pool, good);
        for (int i = 0; i < t->dealt_size[other]; i++)
            collect(&pool, t->dealt[other][i]);
    }
    for (int good = 0; looks_on && good < GOODS; good++)
        for (; t->drawn[good]; t->drawn[good]--, drawn++)
            collect(&pool, good);
    for (int i = 0; i < t->deck_size; i++)
        if (!(t->deck_seen[i] & mine))
            collect(&pool, t->deck[i]);

    int left = sr_lay_out(pool.count, GOODS, card, CARDS);
    sr_shuffle(stream, card, (size_t)left);

    for (int other = 0; other < seats; other++) {
        if (other == seat)
            continue;
        for (; unknown[other] && left; unknown[other]--)
            t->hand[other][card[--left]]++;
        for (int i = 0; i < t->dealt_size[other] && left; i++)
            t->dealt[other][i] = card[--left];
    }
    for (; drawn && left; drawn--)
        t->drawn[card[--left]]++;
    for (int i = 0; i < t->deck_size && left; i++)
        if (!(t->deck_seen[i] & mine))
            t->deck[i] = card[--left];
    if (seat >= 0)
        shuffle_runs(t, 1 << (seat + RUN_SHIFT), stream);

    /* What others know of each other's hands is hidden too: they are taken to know what this seat
     * knows. What they know of its own hand it can work out, so that stays. */
    for (int who = 0; who < seats; who++)
        for (int whose = 0; whose < seats; whose++)
            if (who != seat && whose != seat && who != whose)
                for (int good = 0; good < GOODS; good++)
                    t->known[who][whose][good] = (uint8_t)known_to(t, seat, whose, good);
}
