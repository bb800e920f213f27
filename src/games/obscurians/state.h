/* Obscurians: the state of a table, and what the files of this folder share.
 *
 * Every seat deals in goods of its own colour and has a secret mission that says which collection
 * pays. In a turn it may lay suspicion tokens on other boards, then rolls five minion dice, chooses
 * one kind of action and carries it out as often as it was rolled. Equal goods cannot be told
 * apart, so collections are counts: `open` may be touched by others, `stash` may not.
 *
 * The decider is always the seat whose turn it is.
 *
 * Hidden: missions, the order of the events still to come, and which tokens were burnt for
 * re-rolls. Every token was seen by all when it was laid down, so `stack` holds the full history
 * and everybody's view has it: bots may use all of it. At the table nobody may leaf through a
 * stack, so the screen shows people only the top and the height, unless the option ui_hide_stack is
 * off; with stacks_to_memory views and log do not list them either. */
#ifndef OBSCURIANS_STATE_H
#define OBSCURIANS_STATE_H

#include "core/game.h"

#include <string.h>

/* Goods: one kind for each colour, which is that of the seat with the same number, and two
 * treasures without a colour. */
enum kind {
#define COLOUR(id, en, ru, good_en, good_ru) kind_##id,
#include "components.def"
    COLOURS,
    kinds_before_treasures = COLOURS - 1,
#define TREASURE(id, points, en, ru) kind_##id,
#include "components.def"
    KINDS
};

enum mission {
#define MISSION(id, en, ru) mission_##id,
#include "components.def"
    MISSIONS
};

enum face {
#define FACE(id, en, ru) face_##id,
#include "components.def"
    FACES,
    face_none = SR_NONE
};

enum happening {
#define EVENT(id, doubled, banned, en, ru) happening_##id,
#include "components.def"
    HAPPENINGS
};

enum {
    SEATS = COLOURS,
    SEATS_MIN = 4,
    GOODS_EACH = 10,
    DICE = 5,
    TOKENS = SEATS * MISSIONS,
    STACK = (SEATS - 1) * MISSIONS, /* no token lies on its owner's board */
    EVERY_MISSION = (1 << MISSIONS) - 1,
    TRIPLE = 3, /* missions that keep the aims in balance with four seats */
    TRIPLES = MISSIONS / TRIPLE,

    EVENT_CARDS = happening_sandstorm, /* all but the storm, which is the last in the list */
    STORM_CARDS = 3,                   /* the last cards of the deck; the storm is one of them */
    DECK = 7,
    ROUNDS = DECK - 1,

    EXTRA_SMUGGLES = 2,
    GOODS_HIDDEN = 2, /* by one Protect */
    EMBARGO_FROM = 4, /* Protects */
    MAX_REPEATS = 2 * DICE
};

/* What things are worth at the end. */
enum {
#define TREASURE(id, points, en, ru) points_##id = (points),
#include "components.def"
    FIRST_CORRECT = 10,
    SECOND_CORRECT = 5,
    THIRD_CORRECT = 2,
    MASTER = 8, /* of exposure, of disguise */
    KEEP_EACH = 7,
    TAKE_MOST = 5, /* goods of a colour that count, squared */
    GIVE_START = 70,
    GIVE_EACH = -5,
    CHOOSE_SINGLE = 15,
    CHOOSE_SINGLES = 4, /* that pay */
    CHOOSE_PAIR = 5,
    LOSE_START = 75,
    LOSE_EACH = -20,
    LOSE_GOODS_MIN = 4,
    LOSE_GOODS_MAX = 6,
    LOSE_COLOURS = 2,
    SET_LEAST = 3,
    SET_MOST = 5
};

enum option {
    option_first,
    option_lose_tie_wins,
    option_allow_empty_action,
    option_null_swap,
    option_virtual_smuggle_embargo,
    option_collect_optimal,
    option_ui_hide_stack,
    option_eitheror_zero_place,
    option_stacks_to_memory,
    OPTIONS
};

/* The turn, in the order of play. */
enum phase {
    phase_mode, /* event: suspect or roll? */
    phase_suspect,
    phase_suspect_whom,
    phase_reroll,
    phase_burn, /* the token that pays for a re-roll */
    phase_dice, /* which dice are rolled again */
    phase_flip, /* event: turn dice over */
    phase_act,
    phase_smuggle, /* how many Smuggles are used */
    phase_steal_from,
    phase_steal,
    phase_give,
    phase_give_to,
    phase_swap,
    phase_swap_with,
    phase_swap_for,
    phase_protect,
    phase_move_from,
    phase_move,
    phase_move_to,
    phase_die,    /* event: which die comes next */
    phase_symbol, /* event: what a Smuggle die stands for */
    PHASES
};

/* What a seat has done by its own choice, seen by all: goods of its own colour and others that it
 * stole, gave, swapped away or hid; and how often it could have done what it did not choose. */
enum deed {
#define DEED(id, en, ru) deed_##id,
#include "components.def"
    DEEDS
};

struct obscurians {
    struct sr_head head;
    uint8_t options[OPTIONS];

    uint8_t open[SEATS][KINDS], stash[SEATS][KINDS];
    uint8_t embargo[SEATS];
    uint8_t mission[SEATS];

    uint8_t stack[SEATS]
                 [STACK]; /* tokens on each board, oldest first: owner * MISSIONS + mission */
    uint8_t stack_size[SEATS];
    uint8_t burnt[SEATS];  /* sets of missions: tokens discarded for re-rolls */
    uint8_t placed[SEATS]; /* counted from here on: tokens on other boards */
    uint8_t supply[SEATS]; /* tokens not used yet */
    uint8_t burnt_size[SEATS], supply_size[SEATS];

    uint8_t deeds[SEATS][DEEDS];

    uint8_t event; /* of this round */
    uint8_t past[ROUNDS], past_size;
    uint8_t deck[DECK], deck_size; /* the next card is the last */
    uint8_t card_holder;           /* who has the lamp card: the first player of this round */

    /* The turn under way. */
    uint8_t dice[DICE];  /* faces; none before the roll */
    uint8_t set_aside;   /* event: set of dice that have been used */
    uint8_t only_places; /* event: this seat chose suspicions and will not roll */
    uint8_t has_laid;    /* a token, in this turn */
    uint8_t free_used;   /* event: the free re-roll */
    uint8_t token;       /* to be laid down, or none */
    uint8_t action;      /* a face, or none */
    uint8_t repeats;     /* still to be carried out; for Protect: goods still to be hidden */
    uint8_t partner;     /* whom the action under way touches, or none */
    uint8_t good;        /* which kind it touches, or none */
    uint8_t protects;    /* event: Protects carried out in this turn */
    uint8_t padding[1];
};

/* The set of all boards but the own one. */
static inline int every_other(const struct obscurians *t, int seat) {
    return ((1 << t->head.seats) - 1) & ~(1 << seat);
}
static inline int token_owner(int token) {
    return token / MISSIONS;
}
static inline int token_mission(int token) {
    return token % MISSIONS;
}

static inline void note_deed(struct obscurians *t, enum deed deed, int times) {
    uint8_t *count = &t->deeds[t->head.decider][deed];
    *count = (uint8_t)(*count + times < UINT8_MAX ? *count + times : UINT8_MAX);
}
/* With the own colour or another; treasures have none. What everybody must do says nothing. */
static inline void note_good(struct obscurians *t, enum deed with_own, int kind) {
    if (kind < COLOURS && t->event != happening_all_five)
        note_deed(t, (enum deed)(with_own + (kind != t->head.decider)), 1);
}

/* A row of counts is eight bytes, looked at all at once, the first kind in the lowest. */
_Static_assert(KINDS == 8, "a row of goods is one word");
static inline uint64_t goods_row(const uint8_t goods[KINDS]) {
    uint64_t row;
    memcpy(&row, goods, sizeof row);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    row = __builtin_bswap64(row);
#endif
    return row;
}
static inline void set_goods_row(uint8_t goods[KINDS], uint64_t row) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    row = __builtin_bswap64(row);
#endif
    memcpy(goods, &row, sizeof row);
}
static inline bool any_goods(const uint8_t goods[KINDS]) {
    return goods_row(goods) != 0;
}
static inline int count_goods(const uint8_t goods[KINDS]) {
    return (int)(goods_row(goods) * UINT64_C(0x0101010101010101) >> 56);
}
/* The kinds there are, one after the other:
 * for (uint64_t left = kinds_in(row); left; left = other_kinds(left)) first_kind(left) ... */
static inline uint64_t kinds_in(uint64_t row) {
    /* no count comes near 128, so each byte but zero reaches its own highest bit, no further */
    return (row + UINT64_C(0x7f7f7f7f7f7f7f7f)) & UINT64_C(0x8080808080808080);
}
static inline int first_kind(uint64_t kinds) {
    return __builtin_ctzll(kinds) / 8;
}
static inline uint64_t other_kinds(uint64_t kinds) {
    return kinds & (kinds - 1);
}
static inline int collection(const struct obscurians *t, int seat, int kind) {
    return t->open[seat][kind] + t->stash[seat][kind];
}

/* setup.c */
void obscurians_deal(void *state, struct sr_turn *turn);
void obscurians_fill(void *state);
const struct sr_text *obscurians_refuse(const struct sr_setup *setup);

/* turn.c: the phases; rounds, suspicions, dice */
extern const struct sr_phase obscurians_phases[PHASES];
void obscurians_start_round(struct obscurians *t, struct sr_turn *turn);
void obscurians_clear_turn(struct obscurians *t);
void obscurians_end_turn(struct obscurians *t, struct sr_turn *turn);

/* action.c: what the minions do */
void obscurians_start_acting(struct obscurians *t); /* the dice are final */
void obscurians_list_act(const void *state, struct sr_moves *moves);
void obscurians_play_act(void *state, struct sr_move move, struct sr_turn *turn);
void obscurians_list_smuggle(const void *state, struct sr_moves *moves);
void obscurians_play_smuggle(void *state, struct sr_move move, struct sr_turn *turn);
void obscurians_list_die(const void *state, struct sr_moves *moves);
void obscurians_play_die(void *state, struct sr_move move, struct sr_turn *turn);
void obscurians_list_symbol(const void *state, struct sr_moves *moves);
void obscurians_play_symbol(void *state, struct sr_move move, struct sr_turn *turn);
/* The dice, four bits for each face, and the set of faces that could be carried out once. */
struct obscurians_chances {
    unsigned symbols, possible;
};
struct obscurians_chances obscurians_chances(const struct obscurians *t);
/* What the dice allow for an action: `least` to `most` Smuggles may be added to its symbols. */
struct obscurians_rolled {
    int symbols, factor;
    int least, most;
};
struct obscurians_rolled obscurians_rolled(const struct obscurians *t,
                                           const struct obscurians_chances *chances, int face);
static inline int repetitions(const struct obscurians_rolled *rolled, int smuggles) {
    return (rolled->symbols + smuggles) * rolled->factor;
}
bool obscurians_embargoes(const struct obscurians *t, const struct obscurians_chances *chances,
                          int smuggles);

/* step.c: one good at a time */
unsigned obscurians_possible(const struct obscurians *t);
void obscurians_next_step(struct obscurians *t, struct sr_turn *turn);
void obscurians_end_action(struct obscurians *t, struct sr_turn *turn); /* in action.c */
void obscurians_list_steal_from(const void *state, struct sr_moves *moves);
void obscurians_play_steal_from(void *state, struct sr_move move, struct sr_turn *turn);
void obscurians_list_steal(const void *state, struct sr_moves *moves);
void obscurians_play_steal(void *state, struct sr_move move, struct sr_turn *turn);
void obscurians_list_give(const void *state, struct sr_moves *moves);
void obscurians_play_give(void *state, struct sr_move move, struct sr_turn *turn);
void obscurians_list_give_to(const void *state, struct sr_moves *moves);
void obscurians_play_give_to(void *state, struct sr_move move, struct sr_turn *turn);
void obscurians_list_swap(const void *state, struct sr_moves *moves);
void obscurians_play_swap(void *state, struct sr_move move, struct sr_turn *turn);
void obscurians_list_swap_with(const void *state, struct sr_moves *moves);
void obscurians_play_swap_with(void *state, struct sr_move move, struct sr_turn *turn);
void obscurians_list_swap_for(const void *state, struct sr_moves *moves);
void obscurians_play_swap_for(void *state, struct sr_move move, struct sr_turn *turn);
void obscurians_list_protect(const void *state, struct sr_moves *moves);
void obscurians_play_protect(void *state, struct sr_move move, struct sr_turn *turn);
void obscurians_list_move_from(const void *state, struct sr_moves *moves);
void obscurians_play_move_from(void *state, struct sr_move move, struct sr_turn *turn);
void obscurians_list_move(const void *state, struct sr_moves *moves);
void obscurians_play_move(void *state, struct sr_move move, struct sr_turn *turn);
void obscurians_list_move_to(const void *state, struct sr_moves *moves);
void obscurians_play_move_to(void *state, struct sr_move move, struct sr_turn *turn);

/* secrets.c */
void obscurians_guess(void *state, int seat, struct sr_stream *stream);
struct sr_insight;
void obscurians_ponder(const void *state, int seat, struct sr_insight *insight);
void obscurians_guess_by(void *state, int seat, const struct sr_insight *insight,
                         struct sr_stream *stream);

extern const struct sr_clues obscurians_clues;

/* mission.c: what a collection is worth to the clients */
/* Sets of different colours, and how many of each size: sets[5], sets[4], sets[3]. */
int obscurians_collect(const uint8_t counts[COLOURS], bool optimal, int sets[SET_MOST + 1]);
struct obscurians_hand {
    uint8_t counts[COLOURS]; /* goods of each colour */
    int goods, colours, singles, pairs;
};
struct obscurians_hand obscurians_hand(const struct obscurians *t, int seat);
int obscurians_take(const struct obscurians_hand *hand, int own);
int obscurians_choose(const struct obscurians_hand *hand);
/* What a collection pays by a mission; nothing for Lose, which goes by other things. */
int obscurians_collection_points(const struct obscurians *t, int seat, int mission,
                                 const struct obscurians_hand *hand);

/* hunch.c */
enum habit {
#define HABIT(id, value) habit_##id,
#include "habits.def"
#undef HABIT
    HABITS
};
extern const float obscurians_habits[HABITS];
extern const char *const obscurians_habit_names[HABITS];
uint32_t obscurians_hunch(const void *state, const float habits[], const struct sr_moves *moves,
                          struct sr_stream *stream);

/* score.c, check.c, judge.c, screen.c */
/* Which seats' missions a seat has named: place[owner][board] counts from 1, the first to be right
 * on that board; 0: not right. */
struct obscurians_suspicions {
    uint8_t place[SEATS][SEATS];
    uint8_t boards[SEATS]; /* owner: set of boards with a token of his */
    uint8_t right[SEATS];  /* owner: set of boards with a correct token of his */
    uint8_t exposed;       /* set of seats with a correct token on their board */
};
void obscurians_read_stacks(const struct obscurians *t, struct obscurians_suspicions *read);
static inline int obscurians_correct_points(int place) {
    static const uint8_t points[] = {0, FIRST_CORRECT, SECOND_CORRECT, THIRD_CORRECT};
    return place < (int)sizeof points ? points[place] : 0;
}
void obscurians_score(const void *state, struct sr_sheet *sheet);
bool obscurians_check(const void *state, struct sr_breach *breach);
void obscurians_recount(void *state);
void obscurians_measure(const void *state, float values[]);
void obscurians_draw(const struct sr_look *look, struct sr_canvas *canvas);
extern const struct sr_signs obscurians_signs;

extern const struct sr_game sr_game_obscurians; /* game.c */

/* judge.c: the first six in the order of the missions, the next five too, from the second on */
enum feature {
    feature_keep,
    feature_take,
    feature_collect,
    feature_give,
    feature_choose,
    feature_lose,
    feature_has_take,
    feature_has_collect,
    feature_has_give,
    feature_has_choose,
    feature_has_lose,
    feature_colours,
    feature_surplus,
    feature_margin,
    feature_far_goods,
    feature_far_colours,
    feature_wrong_boards,
    feature_suspicions,
    feature_disguise,
    feature_treasures,
    feature_tokens,
    feature_stash,
    feature_embargo,
    feature_to_move,
    FEATURES
};

/* words.c: moves, events and reasons, in the order of the tables there */
enum verb {
    verb_mode,
    verb_suspect,
    verb_done,
    verb_whom,
    verb_stand,
    verb_reroll,
    verb_burn,
    verb_dice,
    verb_flip,
    verb_act,
    verb_smuggle,
    verb_from,
    verb_steal,
    verb_give,
    verb_to,
    verb_offer,
    verb_with,
    verb_for,
    verb_protect,
    verb_carry,
    verb_die,
    verb_symbol,
    VERBS
};
enum event {
    event_round,
    event_lamp_card,
    event_cursed,
    event_storm,
    event_unpacked,
    event_chose,
    event_suspected,
    event_suspected_unwritten,
    event_rolled,
    event_free_reroll,
    event_burnt,
    event_rerolled,
    event_flipped,
    event_acts,
    event_uses_die,
    event_uses_smuggle,
    event_stole,
    event_gave,
    event_swapped,
    event_hid,
    event_embargo,
    event_moved,
    event_lapsed,
    event_idle,
    event_no_effect,
    EVENTS
};
enum mode { mode_place, mode_roll };
enum payment { pay_nothing, pay_token };
enum reason {
    reason_keep,
    reason_take,
    reason_collect,
    reason_give,
    reason_choose,
    reason_lose,
    reason_lose_goods,
    reason_lose_colours,
    reason_lose_wrong,
    reason_lose_won,
    reason_lose_missed,
    reason_suspicion,
    reason_exposure,
    reason_disguise,
    reason_lamp,
    reason_curse,
    REASONS
};
void obscurians_label(const void *state, struct sr_move move, int16_t values[SR_LABEL_ARGS]);

extern const struct sr_domain obscurians_kind, obscurians_kind_or_none, obscurians_mission,
    obscurians_mission_or_none, obscurians_missions, obscurians_face, obscurians_face_or_none,
    obscurians_happening, obscurians_dice, obscurians_token;
extern const uint8_t obscurians_doubled[HAPPENINGS], obscurians_banned[HAPPENINGS];
extern const struct sr_fields obscurians_fields;
extern const struct sr_option obscurians_options[OPTIONS];
extern const struct sr_chapters obscurians_chapters;
extern const struct sr_verb obscurians_verbs[VERBS];
extern const struct sr_event_kind obscurians_events[EVENTS];
extern const struct sr_reason obscurians_reasons[REASONS];

/* judge.c, tally.c */
extern const struct sr_mind obscurians_mind;
extern const struct sr_laboratory obscurians_laboratory;

#endif
