/* Obscurians: what a player does without thinking long, for playing guessed worlds on.
 *
 * Everybody wants goods by the mission, and what leads to points counts as well as points: how
 * much, habits.def says. Whom an action hits is a matter of the others' missions, which players
 * only half know: they count, but for less. */
#include "state.h"

enum habit {
#define HABIT(id, value) habit_##id,
#include "habits.def"
#undef HABIT
    habits_end
};
_Static_assert((int)habits_end == (int)HABITS, "one for each line of habits.def");
const float obscurians_habits[HABITS] = {
#define HABIT(id, value) (value),
#include "habits.def"
#undef HABIT
};
const char *const obscurians_habit_names[HABITS] = {
#define HABIT(id, value) #id,
#include "habits.def"
#undef HABIT
};

/* Which habit says what the next good of a colour is worth, by the mission, for the own colour and
 * for others, to whoever has none, one, two ... of it. */
#define ALL(habit)                                                                                 \
    { habit, habit, habit, habit, habit, habit, habit, habit, habit, habit, habit }
#define COLLECTED                                                                                  \
    {                                                                                              \
        habit_collect_1, habit_collect_2, habit_collect_3, habit_collect_4, habit_collect_5,       \
            habit_collect_6, habit_collect_more, habit_collect_more, habit_collect_more,           \
            habit_collect_more, habit_collect_more                                                 \
    }
static const uint8_t next_good[MISSIONS][2][GOODS_EACH + 1] = {
    [mission_keep] = {ALL(habit_keep_own), ALL(habit_keep_foreign)},
    [mission_take] = {ALL(habit_take_own),
                      {habit_take_1, habit_take_2, habit_take_3, habit_take_4, habit_take_5,
                       habit_take_more, habit_take_more, habit_take_more, habit_take_more,
                       habit_take_more, habit_take_more}},
    [mission_collect] = {COLLECTED, COLLECTED},
    [mission_give] = {ALL(habit_give_own), ALL(habit_give_foreign)},
    [mission_choose] = {{habit_choose_own_1, habit_choose_own_2, habit_choose_own_3,
                         habit_choose_own_4, habit_choose_own_5, habit_choose_own_6,
                         habit_choose_own_7, habit_choose_own_8, habit_choose_own_9,
                         habit_choose_own_9, habit_choose_own_9},
                        {habit_choose_1, habit_choose_2, habit_choose_3, habit_choose_more,
                         habit_choose_more, habit_choose_more, habit_choose_more, habit_choose_more,
                         habit_choose_more, habit_choose_more, habit_choose_more}},
    [mission_lose] = {ALL(habit_lose_own),
                      {habit_lose_colour, habit_lose_foreign, habit_lose_foreign,
                       habit_lose_foreign, habit_lose_foreign, habit_lose_foreign,
                       habit_lose_foreign, habit_lose_foreign, habit_lose_foreign,
                       habit_lose_foreign, habit_lose_foreign}},
};

/* The collection of a seat. */
struct stock {
    const float *habits;
    const uint8_t (*next)[GOODS_EACH + 1];
    uint8_t count[KINDS];
    uint8_t mission, seat;
    int16_t goods;
};

static struct stock stock_of(const struct obscurians *t, const float *habits, int seat) {
    struct stock stock = {.habits = habits,
                          .next = next_good[t->mission[seat]],
                          .seat = (uint8_t)seat,
                          .mission = t->mission[seat]};
    uint64_t row = goods_row(t->open[seat]) + goods_row(t->stash[seat]);
    memcpy(stock.count, &row, sizeof row);
    stock.goods = (int16_t)count_goods(stock.count);
    return stock;
}

/* What one good more than `goods` is worth, whatever it is: only Lose and Give away count them. */
static float one_more(const struct stock *stock, int goods) {
    if (stock->mission == mission_lose)
        return stock->habits[goods < LOSE_GOODS_MIN    ? habit_lose_too_few
                             : goods >= LOSE_GOODS_MAX ? habit_lose_too_many
                                                       : habit_lose_enough];
    return 0;
}

/* What the next good of a kind is worth to whoever has `count` of it. */
static float worth_of(const struct stock *stock, int kind, int count) {
    if (kind < COLOURS)
        return stock->habits[stock->next[kind != stock->seat][count]];
    float points = kind == kind_lamp ? points_lamp : points_curse;
    return stock->mission == mission_lose   ? -points
           : stock->mission == mission_give ? points + GIVE_EACH
                                            : points;
}

static float gain_of(const struct stock *stock, int kind) {
    return worth_of(stock, kind, stock->count[kind]) + one_more(stock, stock->goods);
}

static float loss_of(const struct stock *stock, int kind) {
    return worth_of(stock, kind, stock->count[kind] - 1) + one_more(stock, stock->goods - 1);
}

/* ---- what an action brings ---- */

/* Before an action: the seat's stock, what lies open there, and what lies open with others; and
 * what one good more or less of each kind is worth, but for that goods count whatever they are. */
struct outlook {
    struct stock stock;
    uint8_t open[KINDS], loot[KINDS];
    float gain[KINDS], loss[KINDS];
};

static void value_kind(struct outlook *out, int kind) {
    int count = out->stock.count[kind];
    out->gain[kind] = out->loot[kind] ? worth_of(&out->stock, kind, count) : 0;
    out->loss[kind] = count ? worth_of(&out->stock, kind, count - 1) : 0;
}

static struct outlook look_out(const struct obscurians *t, const struct stock *stock) {
    struct outlook out = {.stock = *stock};
    uint64_t loot = 0;
    memcpy(out.open, t->open[stock->seat], sizeof out.open);
    for (int seat = 0; seat < t->head.seats; seat++)
        if (seat != stock->seat && !t->embargo[seat])
            loot += goods_row(t->open[seat]);
    memcpy(out.loot, &loot, sizeof loot);
    for (int kind = 0; kind < KINDS; kind++)
        value_kind(&out, kind);
    return out;
}

static struct outlook my_outlook(const struct obscurians *t, const float *habits) {
    struct stock stock = stock_of(t, habits, t->head.decider);
    return look_out(t, &stock);
}

static void add(struct outlook *out, int kind, int by) {
    out->stock.count[kind] = (uint8_t)(out->stock.count[kind] + by);
    out->stock.goods = (int16_t)(out->stock.goods + by);
    value_kind(out, kind);
}

/* The kind of those there that is worth most; -1: there is none. */
static int best_kind(const uint8_t there[KINDS], const float worth[KINDS], int besides) {
    float most = -1e6f;
    int best = -1;
    for (int kind = 0; kind < KINDS; kind++)
        if (there[kind] && worth[kind] > most && kind != besides) {
            most = worth[kind];
            best = kind;
        }
    return best;
}

/* The kind that the seat misses least. */
static int worst_kind(const uint8_t there[KINDS], const float worth[KINDS]) {
    float least = 1e6f;
    int worst = -1;
    for (int kind = 0; kind < KINDS; kind++)
        if (there[kind] && worth[kind] < least) {
            least = worth[kind];
            worst = kind;
        }
    return worst;
}

static float steal_one(struct outlook *out, int besides) {
    int kind = best_kind(out->loot, out->gain, besides);
    if (kind < 0)
        return 0;
    float gain = out->gain[kind] + one_more(&out->stock, out->stock.goods);
    out->loot[kind]--;
    add(out, kind, 1);
    return gain;
}

static float give_one(struct outlook *out, int *kind) {
    *kind = worst_kind(out->stock.count, out->loss);
    if (*kind < 0)
        return 0;
    float costs = out->loss[*kind] + one_more(&out->stock, out->stock.goods - 1);
    add(out, *kind, -1);
    return -costs;
}

static float hide_one(struct outlook *out) {
    int kind = best_kind(out->open, out->loss, -1);
    float costs = kind >= 0 ? out->loss[kind] + one_more(&out->stock, out->stock.goods - 1) : 0;
    if (costs <= 0)
        return 0;
    out->open[kind]--;
    return costs * out->stock.habits[habit_risk_keep + out->stock.mission];
}

/* How much one repetition brings; goods change hands in the outlook. */
static float carry_out(struct outlook *out, int face) {
    float gain = 0;
    int kind;
    switch (face) {
    case face_steal:
        return steal_one(out, -1);
    case face_give:
        return give_one(out, &kind);
    case face_swap:
        gain = give_one(out, &kind);
        return gain + steal_one(out, kind);
    case face_protect:
        for (int hidden = 0; hidden < GOODS_HIDDEN; hidden++)
            gain += hide_one(out);
        return gain;
    default:
        return out->stock.habits[habit_move_keep + out->stock.mission];
    }
}

/* What an action brings with the best number of Smuggles, which is in `smuggles`. */
static float prospect(const struct obscurians *t, const struct outlook *before, int face,
                      int *smuggles) {
    struct outlook out = *before;
    struct obscurians_rolled rolled = obscurians_rolled(t, face);
    int times = 0;
    float sum = 0, best = 0;
    *smuggles = -1;
    for (int count = rolled.least; count <= rolled.most; count++) {
        for (int wanted = repetitions(&rolled, count); times < wanted; times++)
            sum += carry_out(&out, face);
        float brings = sum;
        if (face == face_protect && obscurians_embargoes(t, count))
            brings += out.stock.habits[habit_embargo_keep + out.stock.mission];
        if (*smuggles < 0 || brings > best) {
            *smuggles = count;
            best = brings;
        }
    }
    return best;
}

/* ---- rating moves ---- */

/* What it is worth to the decider that a rival has this good less, or more. */
static float takes(const struct stock *rival, int kind) {
    return loss_of(rival, kind) * rival->habits[habit_spite_keep + rival->mission];
}
static float gives(const struct stock *rival, int kind) {
    return -gain_of(rival, kind) * rival->habits[habit_spite_keep + rival->mission];
}

/* The best that can be had of a seat: for whoever takes it, and for whom it is taken from. */
static float best_loot(const struct obscurians *t, const struct stock *taker,
                       const struct stock *victim, int besides) {
    float best = -1e6f;
    for (int kind = 0; kind < KINDS; kind++) {
        if (!t->open[victim->seat][kind] || kind == besides)
            continue;
        float brings = (taker ? gain_of(taker, kind) : 0) + takes(victim, kind);
        if (brings > best)
            best = brings;
    }
    return best;
}

static float rate_action(const struct obscurians *t, const struct outlook *before,
                         struct sr_move move) {
    int smuggles;
    struct outlook out;
    if (move.verb == verb_act)
        return prospect(t, before, move.arg[0], &smuggles);
    out = *before;
    return move.arg[0] == face_smuggle ? 0 : carry_out(&out, move.arg[0]);
}

/* `partner`: whomever the action under way touches, if it touches anybody. */
static float rate_step(const struct obscurians *t, const struct stock *mine,
                       const struct stock *partner, struct sr_move move) {
    int arg = move.arg[0];
    struct stock rival;
    switch ((enum verb)move.verb) {
    case verb_from:
        rival = stock_of(t, mine->habits, arg);
        return best_loot(t, t->action == face_steal ? mine : NULL, &rival, -1);
    case verb_steal:
        return gain_of(mine, arg) + takes(partner, arg);
    case verb_give:
    case verb_offer:
        return -loss_of(mine, arg);
    case verb_to:
        rival = stock_of(t, mine->habits, arg);
        return gives(&rival, t->good);
    case verb_with:
        rival = stock_of(t, mine->habits, arg);
        return best_loot(t, mine, &rival, t->good) + gives(&rival, t->good);
    case verb_for:
        return arg == t->good ? 0 : gain_of(mine, arg) + takes(partner, arg);
    case verb_protect:
        return loss_of(mine, arg);
    case verb_carry:
        return takes(partner, arg);
    default:
        return 0;
    }
}

/* The best of all ratings, and a little luck. */
struct choice {
    float best, luck;
    uint32_t bits;
    int chosen;
};

static void weigh(struct choice *choice, uint32_t i, float rating) {
    rating += choice->luck * (float)(choice->bits >> (i * 5) % 28 & 15);
    if (!i || rating > choice->best) {
        choice->best = rating;
        choice->chosen = (int)i;
    }
}

static int by_rating(const struct obscurians *t, const float *habits, const struct sr_moves *moves,
                     uint32_t bits) {
    struct choice choice = {.luck = habits[habit_luck] / 16, .bits = bits};
    struct stock mine = stock_of(t, habits, t->head.decider), partner = mine;
    if (t->action == face_none || t->action == face_smuggle) {
        struct outlook out = look_out(t, &mine);
        for (uint32_t i = 0; i < moves->count; i++)
            weigh(&choice, i, rate_action(t, &out, moves->list[i]));
        return choice.chosen;
    }
    if (t->partner != SR_NONE)
        partner = stock_of(t, habits, t->partner);
    for (uint32_t i = 0; i < moves->count; i++)
        weigh(&choice, i, rate_step(t, &mine, &partner, moves->list[i]));
    return choice.chosen;
}

static int find(const struct sr_moves *moves, int verb, int arg) {
    for (uint32_t i = 0; i < moves->count; i++)
        if (moves->list[i].verb == verb && moves->list[i].arg[0] == arg)
            return (int)i;
    return -1;
}

/* ---- dice ---- */

/* The face that brings the seat what it wants. */
static int wanted_face(const struct obscurians *t) {
    enum { KEPT_WELL = 8 };
    static const uint8_t wanted[MISSIONS][2] = {
        [mission_keep] = {face_protect, face_steal}, [mission_take] = {face_steal, face_swap},
        [mission_collect] = {face_steal, face_swap}, [mission_give] = {face_give, face_give},
        [mission_choose] = {face_swap, face_give},   [mission_lose] = {face_give, face_protect},
    };
    int seat = t->head.decider, count[2] = {0};
    const uint8_t *two = wanted[t->mission[seat]];
    if (t->mission[seat] == mission_keep && collection(t, seat, seat) < KEPT_WELL)
        return face_steal;
    for (int die = 0; die < DICE; die++)
        for (int i = 0; i < 2; i++)
            count[i] += t->dice[die] == two[i];
    int which = count[1] > count[0];
    if (obscurians_banned[t->event] == two[which])
        which = !which;
    return two[which];
}

/* The dice that show neither the wanted face nor a Smuggle. */
static int useless_dice(const struct obscurians *t) {
    int face = wanted_face(t), set = 0;
    for (int die = 0; die < DICE; die++)
        if (t->dice[die] != face && t->dice[die] != face_smuggle)
            set |= 1 << die;
    return set;
}

/* The dice with one of the two on their other side. */
static int turned_dice(const struct obscurians *t) {
    int face = wanted_face(t), set = 0;
    for (int die = 0; die < DICE; die++)
        if (t->dice[die] == (face ^ 1) || t->dice[die] == face_move)
            set |= 1 << die;
    return set;
}

/* ---- suspicions ---- */

/* The boards on which the seat has no token yet. */
static int untouched(const struct obscurians *t, int seat) {
    int boards = every_other(t, seat);
    for (int board = 0; board < t->head.seats; board++)
        for (int i = 0; i < t->stack_size[board]; i++)
            if (token_owner(t->stack[board][i]) == seat)
                boards &= ~(1 << board);
    return boards;
}

static int any_of(int set, uint32_t bits) {
    int nth = (int)(bits % (uint32_t)__builtin_popcount((unsigned)set));
    while (nth--)
        set &= set - 1;
    return __builtin_ctz((unsigned)set);
}

/* Players know more and more about each other: of sixteen, so many do. */
static bool knows(const struct obscurians *t, uint32_t bits) {
    static const uint8_t share[ROUNDS + 1] = {4, 6, 8, 10, 11, 12, 12};
    return (bits & 15) < share[t->past_size];
}

/* Nobody is in a hurry before the storm may come; then there is a token for every board. */
enum { LAST_CALM = 3 };

static int suspect(const struct obscurians *t, const float *habits, const struct sr_moves *moves,
                   uint32_t bits) {
    int seat = t->head.decider, boards = untouched(t, seat), done = find(moves, verb_done, 0);
    bool hurry = t->past_size >= LAST_CALM || (float)(bits >> 8 & 63) < 64 * habits[habit_early];
    if (done >= 0 && (!boards || !hurry))
        return done;
    if (boards && knows(t, bits) && t->mission[seat] != mission_lose) {
        int right = find(moves, verb_suspect, t->mission[any_of(boards, bits >> 12)]);
        if (right >= 0)
            return right;
    }
    return (int)((bits >> 16) % (moves->count - (done >= 0)));
}

static int suspect_whom(const struct obscurians *t, const struct sr_moves *moves, uint32_t bits) {
    int seat = t->head.decider, boards = untouched(t, seat), culprit = -1;
    for (int other = 0; other < t->head.seats; other++)
        if (t->mission[other] == t->token && boards >> other & 1)
            culprit = other;
    if (culprit >= 0 && knows(t, bits)) {
        if (t->mission[seat] != mission_lose)
            return find(moves, verb_whom, culprit);
        if (boards & ~(1 << culprit))
            boards &= ~(1 << culprit);
    }
    return boards ? find(moves, verb_whom, any_of(boards, bits >> 12)) : -1;
}

static bool shows(const struct obscurians *t, int face) {
    for (int die = 0; die < DICE; die++)
        if (t->dice[die] == face)
            return true;
    return false;
}

static int reroll(const struct obscurians *t, const float *habits, const struct sr_moves *moves) {
    int seat = t->head.decider, boards = __builtin_popcount((unsigned)untouched(t, seat));
    int stand = find(moves, verb_stand, 0), nothing = find(moves, verb_reroll, pay_nothing);
    float enough = habits[habit_poor_keep + t->mission[seat]];
    struct outlook out;
    if (!useless_dice(t))
        return stand;
    if (nothing >= 0)
        return nothing;
    if ((float)t->supply_size[seat] <= habits[habit_reserve] * (float)boards)
        return stand;
    out = my_outlook(t, habits);
    for (int face = 0; face < face_smuggle; face++)
        if (obscurians_banned[t->event] != face && shows(t, face) && obscurians_can_step(t, face)) {
            int smuggles;
            if (prospect(t, &out, face, &smuggles) >= enough)
                return stand;
        }
    return enough > 0 ? find(moves, verb_reroll, pay_token) : stand;
}

/* ---- the choice ---- */

static int choose(const struct obscurians *t, const float *habits, const struct sr_moves *moves,
                  uint32_t bits) {
    int seat = t->head.decider, smuggles;
    struct outlook out;
    switch ((enum phase)t->head.phase) {
    case phase_mode:
        return find(moves, verb_mode,
                    t->past_size >= LAST_CALM && t->supply_size[seat] && untouched(t, seat)
                        ? mode_place
                        : mode_roll);
    case phase_suspect:
        return suspect(t, habits, moves, bits);
    case phase_suspect_whom:
        return suspect_whom(t, moves, bits);
    case phase_reroll:
        return reroll(t, habits, moves);
    case phase_burn: /* nobody else has that mission */
        return find(moves, verb_burn, t->mission[seat]);
    case phase_dice:
        return find(moves, verb_dice, useless_dice(t));
    case phase_flip:
        return find(moves, verb_flip, turned_dice(t));
    case phase_smuggle:
        out = my_outlook(t, habits);
        prospect(t, &out, t->action, &smuggles);
        return find(moves, verb_smuggle, smuggles);
    default:
        return by_rating(t, habits, moves, bits);
    }
}

uint32_t obscurians_hunch(const void *state, const float *habits, const struct sr_moves *moves,
                          struct sr_stream *stream) {
    if (moves->count <= 1)
        return 0;
    uint32_t bits = sr_word(stream);
    int chosen = choose(state, habits, moves, bits);
    return chosen >= 0 ? (uint32_t)chosen : bits % moves->count;
}
