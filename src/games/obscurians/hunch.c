/* Obscurians: what a player does without thinking long, for playing guessed worlds on.
 *
 * Everybody wants goods by the mission, and what leads to points counts as well as points: how
 * much, habits.def says. Whom an action hits is a matter of the others' missions, which players
 * only half know: they count, but for less. */
#include "state.h"

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

/* What a treasure is worth: Lose wants the opposite of all others, and to Give away it is a good
 * too many. */
#define TREASURES(lamp, curse) [kind_lamp - COLOURS] = (lamp), [kind_curse - COLOURS] = (curse)
static const float treasures[MISSIONS][KINDS - COLOURS] = {
    [mission_keep] = {TREASURES(points_lamp, points_curse)},
    [mission_take] = {TREASURES(points_lamp, points_curse)},
    [mission_collect] = {TREASURES(points_lamp, points_curse)},
    [mission_give] = {TREASURES(points_lamp + GIVE_EACH, points_curse + GIVE_EACH)},
    [mission_choose] = {TREASURES(points_lamp, points_curse)},
    [mission_lose] = {TREASURES(-points_lamp, -points_curse)},
};

/* The collection of a seat. */
struct stock {
    const float *habits;
    const uint8_t (*next)[GOODS_EACH + 1];
    uint8_t count[KINDS];
    uint8_t mission, seat;
    int16_t goods;
};

static inline struct stock stock_of(const struct obscurians *t, const float *habits, int seat) {
    struct stock stock;
    stock.habits = habits;
    stock.mission = t->mission[seat];
    stock.next = next_good[stock.mission];
    stock.seat = (uint8_t)seat;
    stock.goods = 0;
    set_goods_row(stock.count, goods_row(t->open[seat]) + goods_row(t->stash[seat]));
    if (stock.mission == mission_lose)
        stock.goods = (int16_t)count_goods(stock.count);
    return stock;
}

/* What one good more than `goods` is worth, whatever it is: only Lose counts them. */
static inline float one_more(const struct stock *stock, int goods) {
    if (stock->mission == mission_lose)
        return stock->habits[goods < LOSE_GOODS_MIN    ? habit_lose_too_few
                             : goods >= LOSE_GOODS_MAX ? habit_lose_too_many
                                                       : habit_lose_enough];
    return 0;
}

/* What the next good of a kind is worth to whoever has `count` of it. */
static inline float worth_of(const struct stock *stock, int kind, int count) {
    if (kind < COLOURS)
        return stock->habits[stock->next[kind != stock->seat][count]];
    return treasures[stock->mission][kind - COLOURS];
}

static inline float gain_of(const struct stock *stock, int kind) {
    return worth_of(stock, kind, stock->count[kind]) + one_more(stock, stock->goods);
}

static inline float loss_of(const struct stock *stock, int kind) {
    return worth_of(stock, kind, stock->count[kind] - 1) + one_more(stock, stock->goods - 1);
}

/* ---- what an action brings ---- */

/* Before an action: the seat's stock, what lies open there, and what lies open with others; and
 * what one good more or less of each kind is worth, where there is one, but for that goods count
 * whatever they are. */
struct outlook {
    struct stock stock;
    uint8_t open[KINDS], loot[KINDS];
    float gain[KINDS], loss[KINDS];
};

static inline struct outlook look_out(const struct obscurians *t, const struct stock *stock) {
    struct outlook out;
    uint64_t loot = 0;
    out.stock = *stock;
    memcpy(out.open, t->open[stock->seat], sizeof out.open);
    for (int seat = 0; seat < t->head.seats; seat++)
        if (seat != stock->seat && !t->embargo[seat])
            loot += goods_row(t->open[seat]);
    set_goods_row(out.loot, loot);
    for (uint64_t left = kinds_in(loot); left; left = other_kinds(left)) {
        int kind = first_kind(left);
        out.gain[kind] = worth_of(stock, kind, stock->count[kind]);
    }
    for (uint64_t left = kinds_in(goods_row(stock->count)); left; left = other_kinds(left)) {
        int kind = first_kind(left);
        out.loss[kind] = worth_of(stock, kind, stock->count[kind] - 1);
    }
    return out;
}

static struct outlook my_outlook(const struct obscurians *t, const float *habits) {
    struct stock stock = stock_of(t, habits, t->head.decider);
    return look_out(t, &stock);
}

static inline void add(struct outlook *out, int kind, int by) {
    int count = out->stock.count[kind] + by;
    out->stock.count[kind] = (uint8_t)count;
    out->stock.goods = (int16_t)(out->stock.goods + by);
    if (out->loot[kind])
        out->gain[kind] = worth_of(&out->stock, kind, count);
    if (count)
        out->loss[kind] = worth_of(&out->stock, kind, count - 1);
}

/* The kind of those there that is worth most; -1: there is none. */
static inline int best_kind(const uint8_t there[KINDS], const float worth[KINDS], int besides) {
    float most = -1e6f;
    int best = -1;
    for (uint64_t left = kinds_in(goods_row(there)); left; left = other_kinds(left)) {
        int kind = first_kind(left);
        if (kind != besides && worth[kind] > most) {
            most = worth[kind];
            best = kind;
        }
    }
    return best;
}

/* The kind that the seat misses least. */
static inline int worst_kind(const uint8_t there[KINDS], const float worth[KINDS]) {
    float least = 1e6f;
    int worst = -1;
    for (uint64_t left = kinds_in(goods_row(there)); left; left = other_kinds(left)) {
        int kind = first_kind(left);
        if (worth[kind] < least) {
            least = worth[kind];
            worst = kind;
        }
    }
    return worst;
}

static inline float steal_one(struct outlook *out, int besides) {
    int kind = best_kind(out->loot, out->gain, besides);
    if (kind < 0)
        return 0;
    float gain = out->gain[kind] + one_more(&out->stock, out->stock.goods);
    out->loot[kind]--;
    add(out, kind, 1);
    return gain;
}

static inline float give_one(struct outlook *out, int *kind) {
    *kind = worst_kind(out->stock.count, out->loss);
    if (*kind < 0)
        return 0;
    float costs = out->loss[*kind] + one_more(&out->stock, out->stock.goods - 1);
    add(out, *kind, -1);
    return -costs;
}

static inline float hide_one(struct outlook *out) {
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
static float prospect(const struct obscurians *t, const struct obscurians_chances *chances,
                      const struct outlook *before, int face, int *smuggles) {
    struct outlook out = *before;
    struct obscurians_rolled rolled = obscurians_rolled(t, chances, face);
    int times = 0;
    float sum = 0, best = 0;
    *smuggles = -1;
    for (int count = rolled.least; count <= rolled.most; count++) {
        for (int wanted = repetitions(&rolled, count); times < wanted; times++)
            sum += carry_out(&out, face);
        float brings = sum;
        if (face == face_protect && obscurians_embargoes(t, chances, count))
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
static inline float takes(const struct stock *rival, int kind) {
    return loss_of(rival, kind) * rival->habits[habit_spite_keep + rival->mission];
}
static inline float gives(const struct stock *rival, int kind) {
    return -gain_of(rival, kind) * rival->habits[habit_spite_keep + rival->mission];
}

/* What each kind is worth to whoever takes it: nothing, if that is not yet known. */
struct gains {
    float of[KINDS];
};

static inline struct gains gains_of(const struct stock *taker) {
    struct gains gains;
    for (int kind = 0; kind < KINDS; kind++)
        gains.of[kind] = gain_of(taker, kind);
    return gains;
}

/* The best that can be had of a seat: for whoever takes it, and for whom it is taken from. */
static inline float best_loot(const struct obscurians *t, const struct gains *taker,
                              const struct stock *victim, int besides) {
    float best = -1e6f, any = one_more(victim, victim->goods - 1);
    float spite = victim->habits[habit_spite_keep + victim->mission];
    for (uint64_t left = kinds_in(goods_row(t->open[victim->seat])); left;
         left = other_kinds(left)) {
        int kind = first_kind(left);
        float lost = worth_of(victim, kind, victim->count[kind] - 1) + any;
        float brings = taker->of[kind] + lost * spite;
        if (brings > best && kind != besides)
            best = brings;
    }
    return best;
}

/* The best of all ratings, and a little luck: four bits of `bits` for each move, from other places
 * each time. */
struct choice {
    float best, luck;
    uint32_t bits, from;
    int chosen;
};
enum { LUCK_STEP = 5, LUCK_END = 28 };

static inline void weigh(struct choice *choice, uint32_t i, float rating) {
    rating += choice->luck * (float)(int)(choice->bits >> choice->from & 15);
    choice->from += LUCK_STEP;
    if (choice->from >= LUCK_END)
        choice->from -= LUCK_END;
    if (!i || rating > choice->best) {
        choice->best = rating;
        choice->chosen = (int)i;
    }
}

static void rate_actions(const struct obscurians *t, const float *habits,
                         const struct sr_moves *moves, struct choice *choice) {
    struct obscurians_chances chances = obscurians_chances(t);
    struct outlook before = my_outlook(t, habits);
    int smuggles;
    for (uint32_t i = 0; i < moves->count; i++)
        weigh(choice, i, prospect(t, &chances, &before, moves->list[i].arg[0], &smuggles));
}

/* All Five: one die at a time. */
static void rate_dice(const struct obscurians *t, const float *habits, const struct sr_moves *moves,
                      struct choice *choice) {
    struct outlook before = my_outlook(t, habits), out;
    for (uint32_t i = 0; i < moves->count; i++) {
        int face = moves->list[i].arg[0];
        out = before;
        weigh(choice, i, face == face_smuggle ? 0 : carry_out(&out, face));
    }
}

static void rate_victims(const struct obscurians *t, const float *habits, const struct gains *taker,
                         const struct sr_moves *moves, struct choice *choice) {
    for (uint32_t i = 0; i < moves->count; i++) {
        struct stock rival = stock_of(t, habits, moves->list[i].arg[0]);
        weigh(choice, i, best_loot(t, taker, &rival, -1));
    }
}

static void rate_receivers(const struct obscurians *t, const float *habits,
                           const struct sr_moves *moves, struct choice *choice) {
    for (uint32_t i = 0; i < moves->count; i++) {
        struct stock rival = stock_of(t, habits, moves->list[i].arg[0]);
        weigh(choice, i, gives(&rival, t->good));
    }
}

static void rate_partners(const struct obscurians *t, const struct stock *mine,
                          const struct sr_moves *moves, struct choice *choice) {
    struct gains gains = gains_of(mine);
    for (uint32_t i = 0; i < moves->count; i++) {
        struct stock rival = stock_of(t, mine->habits, moves->list[i].arg[0]);
        weigh(choice, i, best_loot(t, &gains, &rival, t->good) + gives(&rival, t->good));
    }
}

/* What is taken of the partner, for oneself or to be carried away: `besides` is worth nothing. */
static void rate_loot(const struct obscurians *t, const float *habits, const struct stock *taker,
                      const struct sr_moves *moves, int besides, struct choice *choice) {
    struct stock partner = stock_of(t, habits, t->partner);
    for (uint32_t i = 0; i < moves->count; i++) {
        int kind = moves->list[i].arg[0];
        float brings = (taker ? gain_of(taker, kind) : 0) + takes(&partner, kind);
        weigh(choice, i, kind == besides ? 0 : brings);
    }
}

/* What the seat parts with (sign -1) or hides (1). */
static void rate_own(const struct stock *mine, const struct sr_moves *moves, float sign,
                     struct choice *choice) {
    for (uint32_t i = 0; i < moves->count; i++)
        weigh(choice, i, sign * loss_of(mine, moves->list[i].arg[0]));
}

static int by_rating(const struct obscurians *t, const float *habits, const struct sr_moves *moves,
                     uint32_t bits) {
    struct choice choice = {.luck = habits[habit_luck] / 16, .bits = bits, .chosen = -1};
    struct stock mine = stock_of(t, habits, t->head.decider);
    struct gains gains = {{0}};
    switch ((enum phase)t->head.phase) {
    case phase_act:
        rate_actions(t, habits, moves, &choice);
        break;
    case phase_die:
    case phase_symbol:
        rate_dice(t, habits, moves, &choice);
        break;
    case phase_steal_from:
        gains = gains_of(&mine);
        rate_victims(t, habits, &gains, moves, &choice);
        break;
    case phase_move_from:
        rate_victims(t, habits, &gains, moves, &choice);
        break;
    case phase_steal:
        rate_loot(t, habits, &mine, moves, -1, &choice);
        break;
    case phase_move:
        rate_loot(t, habits, NULL, moves, -1, &choice);
        break;
    case phase_swap_for:
        rate_loot(t, habits, &mine, moves, t->good, &choice);
        break;
    case phase_give:
    case phase_swap:
        rate_own(&mine, moves, -1, &choice);
        break;
    case phase_protect:
        rate_own(&mine, moves, 1, &choice);
        break;
    case phase_give_to:
    case phase_move_to:
        rate_receivers(t, habits, moves, &choice);
        break;
    case phase_swap_with:
        rate_partners(t, &mine, moves, &choice);
        break;
    default:
        break;
    }
    return choice.chosen;
}

static int find(const struct sr_moves *moves, int verb, int arg) {
    for (uint32_t i = 0; i < moves->count; i++)
        if (moves->list[i].verb == verb && moves->list[i].arg[0] == arg)
            return (int)i;
    return -1;
}

/* The last move of the list, if that is what it is. */
static int find_last(const struct sr_moves *moves, int verb) {
    return moves->list[moves->count - 1].verb == verb ? (int)moves->count - 1 : -1;
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
    if (!t->placed[seat])
        return boards;
    for (int board = 0; board < t->head.seats; board++)
        for (int i = 0; i < t->stack_size[board]; i++)
            if (token_owner(t->stack[board][i]) == seat) {
                boards &= ~(1 << board);
                break;
            }
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
    int seat = t->head.decider, done = find_last(moves, verb_done);
    bool hurry = t->past_size >= LAST_CALM || (float)(bits >> 8 & 63) < 64 * habits[habit_early];
    if (done >= 0 && !hurry)
        return done;
    int boards = untouched(t, seat);
    if (done >= 0 && !boards)
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

/* Does any action that was rolled bring so much? What was rolled most often is looked at first. */
static bool brings(const struct obscurians *t, const float *habits, float enough) {
    struct obscurians_chances chances = obscurians_chances(t);
    struct outlook out = my_outlook(t, habits);
    int smuggles;
    for (unsigned times = DICE; times; times--)
        for (int face = 0; face < face_smuggle; face++)
            if ((chances.symbols >> 4 * face & 15) == times && chances.possible >> face & 1 &&
                obscurians_banned[t->event] != face &&
                prospect(t, &chances, &out, face, &smuggles) >= enough)
                return true;
    return false;
}

static int reroll(const struct obscurians *t, const float *habits, const struct sr_moves *moves) {
    int seat = t->head.decider;
    int stand = find(moves, verb_stand, 0), nothing = find(moves, verb_reroll, pay_nothing);
    float enough = habits[habit_poor_keep + t->mission[seat]];
    if (!useless_dice(t))
        return stand;
    if (nothing >= 0)
        return nothing;
    int boards = __builtin_popcount((unsigned)untouched(t, seat));
    if ((float)t->supply_size[seat] <= habits[habit_reserve] * (float)boards || enough <= 0)
        return stand;
    return brings(t, habits, enough) ? stand : find(moves, verb_reroll, pay_token);
}

/* ---- the choice ---- */

static int choose(const struct obscurians *t, const float *habits, const struct sr_moves *moves,
                  uint32_t bits) {
    int seat = t->head.decider, smuggles;
    struct outlook out;
    struct obscurians_chances chances;
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
        chances = obscurians_chances(t);
        out = my_outlook(t, habits);
        prospect(t, &chances, &out, t->action, &smuggles);
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
