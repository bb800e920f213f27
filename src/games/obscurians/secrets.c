/* Obscurians: redealing what a seat cannot know. Missions of others, the kinds of tokens that
 * others have burnt, and the events to come. All that was ever public is still in the state, so a
 * guess contradicts nothing that was seen. Missions are weighed by how the others have acted: by
 * their collections, the tokens they have laid and those they were given, all of it public. */
#include "state.h"

#include "core/mind.h"

/* ---- missions ---- */

/* What is seen of a seat: rounds gone by; what the collection would bring by the mission, beyond
 * what it brings at the start, and that times the rounds; colours beyond those that Lose allows,
 * and that times the rounds; whether it has laid that mission's own token; how many tokens on its
 * board name the mission; how many it has laid; and all its deeds. */
#define SIGNS(SIGN)                                                                                \
    SIGN(rounds)                                                                                   \
    SIGN(payoff)                                                                                   \
    SIGN(payoff_rounds) SIGN(spread) SIGN(spread_rounds) SIGN(named) SIGN(accused) SIGN(laid)
enum clue {
#define SIGN(id) clue_##id,
    SIGNS(SIGN)
#undef SIGN
        clue_deeds,
    CLUES = clue_deeds + DEEDS
};

/* CLUES_OF(mission, one for each clue), in ten-thousandths of a nat. */
static const int32_t clue_weights[MISSIONS][CLUES] = {
#define CLUES_OF(mission, ...) [mission_##mission] = {__VA_ARGS__},
#include "clues.def"
#undef CLUES_OF
};

/* What a seat has at the start says nothing. */
enum { FAR_EACH = 4 };
static const int16_t payoff_at_start[MISSIONS] = {
    [mission_keep] = KEEP_EACH * GOODS_EACH,
    [mission_give] = GIVE_START + GIVE_EACH * GOODS_EACH,
    [mission_lose] = FAR_EACH * (LOSE_GOODS_MAX - GOODS_EACH),
};

/* No mission is ever ruled out, however unlikely. */
enum { CERTAIN = 255 };

/* What the collection would bring by the mission; for Lose, four points for each good too many or
 * too few. */
static int payoff(const struct obscurians *t, int seat, int mission,
                  const struct obscurians_hand *hand) {
    if (mission != mission_lose)
        return obscurians_collection_points(t, seat, mission, hand);
    return hand->goods < LOSE_GOODS_MIN   ? FAR_EACH * (hand->goods - LOSE_GOODS_MIN)
           : hand->goods > LOSE_GOODS_MAX ? FAR_EACH * (LOSE_GOODS_MAX - hand->goods)
                                          : 0;
}

struct sight {
    struct obscurians_hand hand;
    int round, laid, spread, accused[MISSIONS];
};

static struct sight look_at(const struct obscurians *t, int seat) {
    struct sight sight = {.hand = obscurians_hand(t, seat), .round = t->past_size};
    struct obscurians_hand *hand = &sight.hand;
    hand->goods -= collection(t, seat, kind_lamp) + collection(t, seat, kind_curse); /* mere luck */
    sight.laid = __builtin_popcount(t->placed[seat]);
    sight.spread = hand->colours > LOSE_COLOURS ? hand->colours - LOSE_COLOURS : 0;
    for (int i = 0; i < t->stack_size[seat]; i++)
        sight.accused[token_mission(t->stack[seat][i])]++;
    return sight;
}

/* All but the deeds, which are what they are by any mission. */
static void read_signs(const struct obscurians *t, int seat, const struct sight *sight, int mission,
                       int16_t clue[clue_deeds]) {
    int gained = payoff(t, seat, mission, &sight->hand) - payoff_at_start[mission];
    clue[clue_rounds] = (int16_t)sight->round;
    clue[clue_payoff] = (int16_t)gained;
    clue[clue_payoff_rounds] = (int16_t)(gained * sight->round);
    clue[clue_spread] = (int16_t)sight->spread;
    clue[clue_spread_rounds] = (int16_t)(sight->spread * sight->round);
    clue[clue_named] = t->placed[seat] >> mission & 1;
    clue[clue_accused] = (int16_t)sight->accused[mission];
    clue[clue_laid] = (int16_t)sight->laid;
}

/* How likely each mission is for a seat, by what everybody has seen it do: 1 to 255. */
static void weigh_missions(const struct obscurians *t, int seat, uint8_t weight[MISSIONS]) {
    struct sight sight = look_at(t, seat);
    int32_t sum[MISSIONS], best = 0;
    for (int mission = 0; mission < MISSIONS; mission++) {
        int16_t clue[clue_deeds];
        read_signs(t, seat, &sight, mission, clue);
        sum[mission] = 0;
        for (int i = 0; i < clue_deeds; i++)
            sum[mission] += clue_weights[mission][i] * clue[i];
    }
    for (int deed = 0; deed < DEEDS; deed++) /* most have never been done */
        if (t->deeds[seat][deed])
            for (int mission = 0; mission < MISSIONS; mission++)
                sum[mission] += clue_weights[mission][clue_deeds + deed] * t->deeds[seat][deed];
    for (int mission = 0; mission < MISSIONS; mission++)
        if (!mission || sum[mission] > best)
            best = sum[mission];
    for (int mission = 0; mission < MISSIONS; mission++)
        weight[mission] = (uint8_t)sr_likeness(best - sum[mission], CERTAIN);
}

static int secret_of(const void *state, int seat) {
    const struct obscurians *t = state;
    return t->mission[seat];
}

static void read_secret(const void *state, int seat, int secret, int16_t clue[]) {
    const struct obscurians *t = state;
    struct sight sight = look_at(t, seat);
    read_signs(t, seat, &sight, secret, clue);
    for (int deed = 0; deed < DEEDS; deed++)
        clue[clue_deeds + deed] = t->deeds[seat][deed];
}

static const char *const clue_names[CLUES] = {
#define SIGN(id) #id,
    SIGNS(SIGN)
#undef SIGN
#define DEED(id, en, ru) #id,
#include "components.def"
};

const struct sr_clues obscurians_clues = {
    .secrets = &obscurians_mission,
    .names = clue_names,
    .count = CLUES,
    .weights = clue_weights[0],
    .secret_of = secret_of,
    .read = read_secret,
};

/* How many missions each set has. */
#define FOUR_SETS(n) (n), (n) + 1, (n) + 1, (n) + 2
#define SIXTEEN_SETS(n) FOUR_SETS(n), FOUR_SETS((n) + 1), FOUR_SETS((n) + 1), FOUR_SETS((n) + 2)
static const uint8_t set_size[1 << MISSIONS] = {SIXTEEN_SETS(0), SIXTEEN_SETS(1), SIXTEEN_SETS(1),
                                                SIXTEEN_SETS(2)};

/* With four seats two missions of each triple are in play. */
static bool may_be_dealt(const struct obscurians *t, unsigned missions) {
    enum { FIRST_TRIPLE = (1 << TRIPLE) - 1 };
    return t->head.seats > SEATS_MIN || set_size[missions & FIRST_TRIPLE] == SEATS_MIN / TRIPLES;
}

/* An unbiased number below `bound`, which may need more than 32 bits. */
static uint64_t draw_far(struct sr_stream *stream, uint64_t bound) {
    uint64_t number, end = UINT64_MAX - UINT64_MAX % bound;
    do
        number = (uint64_t)sr_word(stream) << 32 | sr_word(stream);
    while (number >= end);
    return number % bound;
}

/* The ways to deal missions to the other seats: for each set of them the weights of all ways to
 * deal it to as many seats, the first ones, added up; `total` of all sets that the set-up could
 * have dealt beside the seat's own. */
struct deals {
    uint64_t ways[1 << MISSIONS], total;
    uint8_t weight[SEATS][MISSIONS];
};

/* What a seat makes of the others: all deals alike, and weighed by how well they explain what
 * everybody has seen. */
struct insight {
    struct deals any, weighed;
};
_Static_assert(sizeof(struct insight) <= SR_INSIGHT_BYTES, "an insight must fit");

static void add_up(const struct obscurians *t, unsigned own, int count, struct deals *deals) {
    memset(deals->ways, 0, sizeof deals->ways);
    deals->ways[0] = 1;
    deals->total = 0;
    for (unsigned dealt = 0; dealt < 1u << MISSIONS; dealt++) {
        if (dealt & own || set_size[dealt] > count)
            continue;
        const uint8_t *weight = deals->weight[set_size[dealt]];
        if (set_size[dealt] < count)
            for (unsigned left = EVERY_MISSION & ~(dealt | own); left; left &= left - 1)
                deals->ways[dealt | (left & -left)] +=
                    deals->ways[dealt] * weight[__builtin_ctz(left)];
        else if (may_be_dealt(t, dealt | own))
            deals->total += deals->ways[dealt];
    }
}

static unsigned own_mission(const struct obscurians *t, int seat) {
    return seat >= 0 ? 1u << t->mission[seat] : 0;
}

void obscurians_ponder(const void *state, int seat, struct sr_insight *insight) {
    const struct obscurians *t = state;
    struct insight *mind = (struct insight *)(void *)insight->bytes;
    int count = 0;
    for (int other = 0; other < t->head.seats; other++)
        if (other != seat) {
            memset(mind->any.weight[count], 1, sizeof mind->any.weight[count]);
            weigh_missions(t, other, mind->weighed.weight[count]);
            count++;
        }
    add_up(t, own_mission(t, seat), count, &mind->any);
    add_up(t, own_mission(t, seat), count, &mind->weighed);
}

/* One set that may be dealt, each by all its ways. */
static unsigned draw_set(const struct obscurians *t, unsigned own, int count,
                         const struct deals *deals, struct sr_stream *stream) {
    unsigned missions = 0;
    uint64_t ticket = draw_far(stream, deals->total);
    for (unsigned dealt = 0; dealt < 1u << MISSIONS; dealt++)
        if (set_size[dealt] == count && !(dealt & own) && may_be_dealt(t, dealt | own)) {
            missions = dealt;
            if (ticket < deals->ways[dealt])
                break;
            ticket -= deals->ways[dealt];
        }
    return missions;
}

/* Any missions that the set-up could have dealt beside the seat's own, weighed by how well they
 * explain what each other seat has done. One guess in eight heeds none of that: people bluff, and
 * no world may become so unlikely that it is never thought of. A set of missions is drawn first,
 * then one way to deal it, from the last seat to the first. */
static void guess_missions(struct obscurians *t, int seat, const struct insight *mind,
                           struct sr_stream *stream) {
    const struct deals *deals = sr_draw(stream, SR_OPEN_MINDED) ? &mind->weighed : &mind->any;
    int count = t->head.seats - (seat >= 0);
    unsigned missions = draw_set(t, own_mission(t, seat), count, deals, stream);
    for (int other = t->head.seats - 1; other >= 0; other--) {
        int mission = 0;
        if (other == seat)
            continue;
        uint64_t ticket = draw_far(stream, deals->ways[missions]);
        const uint8_t *weight = deals->weight[--count];
        for (unsigned left = missions; left; left &= left - 1) {
            mission = __builtin_ctz(left);
            uint64_t share = deals->ways[missions & ~(1u << mission)] * weight[mission];
            if (ticket < share)
                break;
            ticket -= share;
        }
        t->mission[other] = (uint8_t)mission;
        missions &= ~(1u << mission);
    }
}

/* ---- tokens and events ---- */

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

void obscurians_guess_by(void *state, int seat, const struct sr_insight *insight,
                         struct sr_stream *stream) {
    struct obscurians *t = state;
    if (!t->head.over) /* at the end the missions are laid open */
        guess_missions(t, seat, (const struct insight *)(const void *)insight->bytes, stream);
    for (int other = 0; other < t->head.seats; other++)
        if (other != seat && t->burnt_size[other])
            guess_burnt(t, other, stream);
    guess_deck(t, stream);
}

void obscurians_guess(void *state, int seat, struct sr_stream *stream) {
    struct sr_insight insight = {{0}};
    obscurians_ponder(state, seat, &insight);
    obscurians_guess_by(state, seat, &insight, stream);
}
