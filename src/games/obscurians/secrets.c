/* Obscurians: redealing what a seat cannot know. Missions of others, the kinds of tokens that
 * others have burnt, and the events to come. All that was ever public is still in the state, so a
 * guess contradicts nothing that was seen. */
#include "state.h"

/* Any missions that the set-up could have dealt beside the seat's own, each as likely as the other:
 * with four seats two of each triple are in play, with five one of all six is not.
 *
 * How the others have acted says more than that. To weigh it, deal here several times over and
 * choose among these deals by how well each explains collections and suspicions: everything that
 * such a weight may look at is public. */
static void guess_missions(struct obscurians *t, int seat, struct sr_stream *stream) {
    int own = seat >= 0 ? t->mission[seat] : SR_NONE;
    uint8_t dealt[MISSIONS];
    int count = 0;
    for (int triple = 0; triple < TRIPLES; triple++) {
        uint8_t cards[TRIPLE];
        int size = 0;
        for (int mission = triple * TRIPLE; mission < (triple + 1) * TRIPLE; mission++)
            if (mission != own)
                cards[size++] = (uint8_t)mission;
        if (t->head.seats == SEATS_MIN) {
            sr_shuffle(stream, cards, (size_t)size);
            size--; /* one of the triple is in the box */
        }
        memcpy(&dealt[count], cards, (size_t)size);
        count += size;
    }
    sr_shuffle(stream, dealt, (size_t)count);
    for (int other = 0, next = 0; other < t->head.seats; other++)
        if (other != seat)
            t->mission[other] = dealt[next++];
}

/* Any of the tokens that are on no board may be the ones that were burnt, but not the one that is
 * being laid down. */
static void guess_burnt(struct obscurians *t, int whose, struct sr_stream *stream) {
    int in_hand = t->head.decider == whose && t->token != SR_NONE ? 1 << t->token : 0;
    uint8_t unseen[MISSIONS];
    int count = 0;
    for (int mission = 0; mission < MISSIONS; mission++)
        if (!((t->placed[whose] | in_hand) >> mission & 1))
            unseen[count++] = (uint8_t)mission;
    sr_shuffle(stream, unseen, (size_t)count);
    t->burnt[whose] = 0;
    t->supply[whose] = (uint8_t)in_hand;
    for (int i = 0; i < count; i++) {
        uint8_t *where = i < t->burnt_size[whose] ? &t->burnt[whose] : &t->supply[whose];
        *where = (uint8_t)(*where | 1 << unseen[i]);
    }
}

/* Events that have not come yet, and the storm among the last three cards. */
static void guess_deck(struct obscurians *t, struct sr_stream *stream) {
    uint8_t unseen[EVENT_CARDS];
    unsigned seen = 1u << t->event;
    int count = 0, size = t->deck_size;
    for (int i = 0; i < t->past_size; i++)
        seen |= 1u << t->past[i];
    for (int card = 0; card < EVENT_CARDS; card++)
        if (!(seen >> card & 1))
            unseen[count++] = (uint8_t)card;
    sr_shuffle(stream, unseen, (size_t)count);
    for (int i = 0; i < size && i < count; i++)
        t->deck[i] = unseen[i];
    if (t->event != happening_sandstorm && size > 0) {
        int last = size < STORM_CARDS ? size : STORM_CARDS;
        t->deck[sr_draw(stream, (uint32_t)last)] = happening_sandstorm;
    }
}

void obscurians_guess(void *state, int seat, struct sr_stream *stream) {
    struct obscurians *t = state;
    if (!t->head.over) /* at the end the missions are laid open */
        guess_missions(t, seat, stream);
    for (int other = 0; other < t->head.seats; other++)
        if (other != seat && t->burnt_size[other])
            guess_burnt(t, other, stream);
    guess_deck(t, stream);
}
