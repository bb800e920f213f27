/* Obscurians: which action the minions carry out, and how often. One kind a turn, as often as it
 * was rolled; Smuggles may be added to all but Move. The event All Five takes the dice one by one
 * instead. */
#include "state.h"

/* ---- reading the dice ---- */

/* How many dice show each face, four bits for each; dice set aside no longer count. */
static unsigned symbols(const struct obscurians *t) {
    unsigned counts = 0;
    for (int die = 0; die < DICE; die++)
        counts += (~(unsigned)t->set_aside >> die & 1) << 4 * t->dice[die];
    return counts;
}

static int symbols_of(unsigned counts, int face) {
    return (int)(counts >> 4 * face & 15);
}

static int smuggles_rolled(const struct obscurians *t, unsigned counts) {
    int extra = t->event == happening_more_smuggle ? EXTRA_SMUGGLES : 0;
    return symbols_of(counts, face_smuggle) + extra;
}

static int factor(const struct obscurians *t, int face) {
    return obscurians_doubled[t->event] == face ? 2 : 1;
}

/* All that decides which actions there are. */
struct obscurians_chances obscurians_chances(const struct obscurians *t) {
    return (struct obscurians_chances){.symbols = symbols(t), .possible = obscurians_possible(t)};
}

static bool possible(const struct obscurians_chances *chances, int face) {
    return chances->possible >> face & 1;
}

/* Would Protect with that many Smuggles be an embargo? What counts is Protects, not dice: a doubled
 * pair is enough. */
static bool embargoes(const struct obscurians *t, unsigned counts, int smuggles) {
    int rolled = symbols_of(counts, face_smuggle);
    if (!sr_has_option(t, option_virtual_smuggle_embargo) && smuggles > rolled)
        smuggles = rolled;
    return (symbols_of(counts, face_protect) + smuggles) * factor(t, face_protect) >= EMBARGO_FROM;
}

bool obscurians_embargoes(const struct obscurians *t, const struct obscurians_chances *chances,
                          int smuggles) {
    return embargoes(t, chances->symbols, smuggles);
}

/* ---- choosing: an action must be possible at least once ---- */

static bool is_legal(const struct obscurians *t, const struct obscurians_chances *chances, int face,
                     int smuggles) {
    return possible(chances, face) || sr_has_option(t, option_allow_empty_action) ||
           (face == face_protect && embargoes(t, chances->symbols, smuggles));
}

static int most_smuggles(const struct obscurians *t, unsigned counts, int face) {
    return face == face_move ? 0 : smuggles_rolled(t, counts);
}

static bool may_choose(const struct obscurians *t, const struct obscurians_chances *chances,
                       int face) {
    int most = most_smuggles(t, chances->symbols, face);
    return obscurians_banned[t->event] != face && symbols_of(chances->symbols, face) + most > 0 &&
           is_legal(t, chances, face, most);
}

struct obscurians_rolled obscurians_rolled(const struct obscurians *t,
                                           const struct obscurians_chances *chances, int face) {
    struct obscurians_rolled rolled = {
        .symbols = symbols_of(chances->symbols, face),
        .factor = factor(t, face),
        .most = most_smuggles(t, chances->symbols, face),
    };
    rolled.least = rolled.symbols ? 0 : 1;
    while (rolled.least < rolled.most && !is_legal(t, chances, face, rolled.least))
        rolled.least++;
    return rolled;
}

void obscurians_list_act(const void *state, struct sr_moves *moves) {
    const struct obscurians *t = state;
    struct obscurians_chances chances = obscurians_chances(t);
    for (int face = 0; face < face_smuggle; face++)
        if (may_choose(t, &chances, face))
            sr_add_1(moves, verb_act, face);
    if (!moves->count) /* nothing that the dice allow can be done, and nobody is asked */
        sr_add_1(moves, verb_done, 0);
}

/* ---- carrying it out ---- */

static void start_action(struct obscurians *t, unsigned counts, int face, int smuggles,
                         struct sr_turn *turn) {
    int seat = t->head.decider, times = (symbols_of(counts, face) + smuggles) * factor(t, face);
    t->action = (uint8_t)face;
    sr_tell(turn, event_acts, seat, face, times);
    if (face == face_protect && embargoes(t, counts, smuggles)) {
        t->embargo[seat] = 1;
        note_deed(t, deed_embargoed, 1);
        sr_tell(turn, event_embargo, seat);
        obscurians_end_turn(t, turn);
        return;
    }
    t->repeats = (uint8_t)(face == face_protect ? GOODS_HIDDEN * times : times);
    obscurians_next_step(t, turn);
}

static void end_idle(struct obscurians *t, struct sr_turn *turn) {
    sr_tell(turn, event_idle, t->head.decider);
    obscurians_end_turn(t, turn);
}

/* Everybody sees what the dice would have allowed. */
static void note_choice(struct obscurians *t, const struct obscurians_chances *chances,
                        int chosen) {
    unsigned counts = chances->symbols;
    for (int face = 0; face < face_smuggle; face++)
        if (face != chosen && may_choose(t, chances, face))
            note_deed(t, (enum deed)(deed_left_steal + face),
                      (symbols_of(counts, face) + most_smuggles(t, counts, face)) *
                          factor(t, face));
}

void obscurians_play_act(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    if (move.verb == verb_done) {
        end_idle(t, turn);
        return;
    }
    struct obscurians_chances chances = obscurians_chances(t);
    struct obscurians_rolled rolled = obscurians_rolled(t, &chances, move.arg[0]);
    note_choice(t, &chances, move.arg[0]);
    if (rolled.least >= rolled.most) {
        start_action(t, chances.symbols, move.arg[0], rolled.most, turn);
        return;
    }
    t->action = move.arg[0];
    t->head.phase = phase_smuggle;
}

/* Once enough is enough for Protect, more is: the legal numbers are a range. */
void obscurians_list_smuggle(const void *state, struct sr_moves *moves) {
    const struct obscurians *t = state;
    struct obscurians_chances chances = obscurians_chances(t);
    struct obscurians_rolled rolled = obscurians_rolled(t, &chances, t->action);
    for (int smuggles = rolled.least; smuggles <= rolled.most; smuggles++)
        sr_add_1(moves, verb_smuggle, smuggles);
}

void obscurians_play_smuggle(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    start_action(t, symbols(t), t->action, move.arg[0], turn);
}

/* ---- the event All Five: one die after the other, as long as one can be carried out ---- */

/* Without open goods a Protect is worth carrying out only if a fourth, the embargo, can still be
 * reached. */
static bool can_use(const struct obscurians *t, const struct obscurians_chances *chances,
                    int face) {
    unsigned counts = chances->symbols;
    if (possible(chances, face))
        return true;
    int reach = t->protects + symbols_of(counts, face_protect) + symbols_of(counts, face_smuggle);
    return face == face_protect && reach >= EMBARGO_FROM;
}

static bool can_use_die(const struct obscurians *t, const struct obscurians_chances *chances,
                        int face) {
    if (!symbols_of(chances->symbols, face))
        return false;
    if (face != face_smuggle)
        return can_use(t, chances, face);
    for (int symbol = face_steal; symbol < face_move; symbol++)
        if (can_use(t, chances, symbol))
            return true;
    return false;
}

void obscurians_list_die(const void *state, struct sr_moves *moves) {
    const struct obscurians *t = state;
    struct obscurians_chances chances = obscurians_chances(t);
    for (int face = 0; face < FACES; face++)
        if (can_use_die(t, &chances, face))
            sr_add_1(moves, verb_die, face);
    if (!moves->count) /* no die is left, or none that can be carried out */
        sr_add_1(moves, verb_done, 0);
}

static void next_die(struct obscurians *t) {
    t->action = face_none;
    t->repeats = 0;
    t->head.phase = phase_die;
}

static void set_die_aside(struct obscurians *t, int face) {
    for (int die = 0; die < DICE; die++)
        if (t->dice[die] == face && !(t->set_aside >> die & 1)) {
            t->set_aside = (uint8_t)(t->set_aside | 1 << die);
            return;
        }
}

/* The fourth Protect of the turn is the embargo; a fifth changes nothing. */
static void use_protect(struct obscurians *t, struct sr_turn *turn) {
    int seat = t->head.decider;
    if (t->protects < DICE)
        t->protects++;
    if (t->protects < EMBARGO_FROM) {
        t->repeats = GOODS_HIDDEN;
        obscurians_next_step(t, turn);
        return;
    }
    if (t->protects == EMBARGO_FROM) {
        t->embargo[seat] = 1;
        sr_tell(turn, event_embargo, seat);
    } else {
        sr_tell(turn, event_no_effect, seat);
    }
    next_die(t);
}

static void use_symbol(struct obscurians *t, int face, struct sr_turn *turn) {
    t->action = (uint8_t)face;
    if (face == face_protect) {
        use_protect(t, turn);
        return;
    }
    t->repeats = 1;
    obscurians_next_step(t, turn);
}

void obscurians_play_die(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    int face = move.arg[0];
    if (move.verb == verb_done) {
        if (symbols(t))
            end_idle(t, turn);
        else
            obscurians_end_turn(t, turn);
        return;
    }
    if (face == face_smuggle) {
        t->action = face_smuggle;
        t->head.phase = phase_symbol;
        return;
    }
    sr_tell(turn, event_uses_die, t->head.decider, face);
    set_die_aside(t, face);
    use_symbol(t, face, turn);
}

void obscurians_list_symbol(const void *state, struct sr_moves *moves) {
    const struct obscurians *t = state;
    struct obscurians_chances chances = obscurians_chances(t);
    for (int face = face_steal; face < face_move; face++)
        if (can_use(t, &chances, face))
            sr_add_1(moves, verb_symbol, face);
}

void obscurians_play_symbol(void *state, struct sr_move move, struct sr_turn *turn) {
    struct obscurians *t = state;
    sr_tell(turn, event_uses_smuggle, t->head.decider, move.arg[0]);
    set_die_aside(t, face_smuggle);
    use_symbol(t, move.arg[0], turn);
}

/* ---- from the dice to the action, and out of it ---- */

void obscurians_start_acting(struct obscurians *t) {
    if (t->event == happening_all_five)
        next_die(t);
    else
        t->head.phase = phase_act;
}

void obscurians_end_action(struct obscurians *t, struct sr_turn *turn) {
    if (t->event == happening_all_five)
        next_die(t);
    else
        obscurians_end_turn(t, turn);
}
