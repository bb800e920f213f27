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

/* All cards whose place `seat` does not know are collected, shuffled and dealt to the same places
 * again. SR_SPECTATOR knows nothing beyond what lies open. */
struct redeal {
    uint8_t card[CARDS];
    int count;
};

static int known_to(const struct dunhuang *t, int seat, int whose, int good) {
    if (t->head.over) /* hands lie open */
        return t->hand[whose][good];
    return seat >= 0 ? t->known[seat][whose][good] : 0;
}

static void collect_counts(struct redeal *pool, uint8_t counts[GOODS]) {
    for (int good = 0; good < GOODS; good++)
        for (; counts[good]; counts[good]--)
            if (pool->count < CARDS)
                pool->card[pool->count++] = (uint8_t)good;
}

/* The order inside a run that the seat itself put under the deck is unknown to it, the rest is
 * not. */
static void shuffle_runs(struct dunhuang *t, int run, struct sr_stream *stream) {
    for (int from = 0; from < t->deck_size;) {
        int to = from;
        while (to < t->deck_size && (t->deck_seen[to] & run))
            to++;
        if (to - from > 1)
            sr_shuffle(stream, &t->deck[from], (size_t)(to - from));
        from = to + 1;
    }
}

void dunhuang_guess(void *state, int seat, struct sr_stream *stream) {
    struct dunhuang *t = state;
    int seats = t->head.seats;
    int mine = seat >= 0 ? 1 << seat | 1 << (seat + RUN_SHIFT) : 0;
    struct redeal pool = {.count = 0};
    int unknown[SEATS] = {0}, drawn = 0;

    for (int other = 0; other < seats; other++) {
        if (other == seat)
            continue;
        for (int good = 0; good < GOODS; good++) {
            int known = known_to(t, seat, other, good);
            for (; t->hand[other][good] > known && pool.count < CARDS; t->hand[other][good]--) {
                pool.card[pool.count++] = (uint8_t)good;
                unknown[other]++;
            }
        }
        for (int card = 0; card < t->dealt_size[other] && pool.count < CARDS; card++)
            pool.card[pool.count++] = t->dealt[other][card];
    }
    if (t->turn_seat != seat) {
        int before = pool.count;
        collect_counts(&pool, t->drawn);
        drawn = pool.count - before;
    }
    for (int i = 0; i < t->deck_size; i++)
        if (!(t->deck_seen[i] & mine) && pool.count < CARDS)
            pool.card[pool.count++] = t->deck[i];

    sr_shuffle(stream, pool.card, (size_t)pool.count);

    int next = 0;
    for (int other = 0; other < seats; other++) {
        if (other == seat)
            continue;
        for (int card = 0; card < unknown[other]; card++)
            t->hand[other][pool.card[next++]]++;
        for (int card = 0; card < t->dealt_size[other] && next < pool.count; card++)
            t->dealt[other][card] = pool.card[next++];
    }
    for (; drawn > 0; drawn--)
        t->drawn[pool.card[next++]]++;
    for (int i = 0; i < t->deck_size && next < pool.count; i++)
        if (!(t->deck_seen[i] & mine))
            t->deck[i] = pool.card[next++];
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
