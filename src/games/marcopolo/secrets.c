/* The Voyages of Marco Polo: guessing what a seat cannot know. Goals of others and the contracts in
 * the piles; everything else lies open. */
#include "state.h"

#include <string.h>

/* The special pile and the piles of the rounds to come are one pool of unknown contracts. */
static void guess_contracts(struct marcopolo *t, struct sr_stream *stream) {
    uint8_t pool[SPECIAL + PILE * PILES];
    int special = t->special_size, pile = t->pile_size;
    memcpy(pool, t->special, (size_t)special);
    memcpy(pool + special, t->pile, (size_t)pile);
    sr_shuffle(stream, pool, (size_t)(special + pile));
    memcpy(t->special, pool, (size_t)special);
    memcpy(t->pile, pool + special, (size_t)pile);
}

/* A seat knows its own goals, those it rejected included, and at the end what all have kept. The
 * others hold any of the rest. */
static void guess_goals(struct marcopolo *t, int seat, struct sr_stream *stream) {
    uint8_t pool[GOALS];
    unsigned known = 0;
    int count = 0, next = 0;
    for (int who = 0; who < t->head.seats; who++) {
        for (int i = 0; i < t->goal_size[who] && (who == seat || t->head.over); i++)
            known |= 1u << t->goal[who][i];
        for (int i = 0; i < t->rejected_size[who] && who == seat; i++)
            known |= 1u << t->rejected[who][i];
    }
    for (int goal = 0; goal < GOALS; goal++)
        if (!(known >> goal & 1))
            pool[count++] = (uint8_t)goal;
    sr_shuffle(stream, pool, (size_t)count);
    for (int other = 0; other < t->head.seats; other++) {
        if (other == seat)
            continue;
        for (int i = 0; i < t->goal_size[other] && next < count && !t->head.over; i++)
            t->goal[other][i] = pool[next++];
        for (int i = 0; i < t->rejected_size[other] && next < count; i++)
            t->rejected[other][i] = pool[next++];
    }
}

void marcopolo_guess(void *state, int seat, struct sr_stream *stream) {
    struct marcopolo *t = state;
    guess_contracts(t, stream);
    guess_goals(t, seat, stream);
}
