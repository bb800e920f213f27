/* The Voyages of Marco Polo: the state of a table, and what the files of this folder share.
 *
 * Each round every player rolls five dice and puts them, turn by turn, on the action spaces of the
 * board: goods at the bazaar, contracts that want those goods, journeys from Venice to Beijing, and
 * the city cards where a post was built. Five rounds, then points.
 *
 * Dice are codes: value * 3 + class, where the value 0 is a die that shows nothing (before the
 * roll, and always for Raschid). A mat keeps its dice sorted, so equal dice lie side by side and
 * the lowest comes first. `placed` remembers every die on the board in the order of placing.
 *
 * The turn waits on the agenda beneath what it set off. Whatever a gain triggers is put on top, so
 * it is finished before what was pending. A journey is walked and paid step by step; posts and
 * their bonuses follow when it has ended.
 *
 * Hidden: goals, the piles of contracts and the special pile. What is put under the special pile is
 * seen by all, so it lies in a list of its own, `returned`, that is drawn from when the pile is
 * empty. Goals, cards and tokens that are out of the game are what lies nowhere. */
#ifndef MARCOPOLO_STATE_H
#define MARCOPOLO_STATE_H

#include "core/game.h"

/* ---- the box ---- */

enum place {
#define PLACE(id, kind, en, ru) at_##id,
#include "components.def"
    PLACES
};
enum {
    CITIES = 7,
    PROVINCES = 6,
    ALL_CITIES = (1 << CITIES) - 1,
    FIRST_PROVINCE = CITIES,
    POST_PLACES = CITIES + PROVINCES + 1, /* and Beijing */
    FIRST_OASIS = at_oasis1,
    MAX_ROADS = 4 /* that meet in one place */
};

enum resource {
    resource_coins,
    resource_camels,
    resource_pepper,
    resource_silk,
    resource_gold,
    RESOURCES,
    resource_points = RESOURCES,
    AMOUNTS
};
enum { GOODS = 3, FIRST_GOOD = resource_pepper };

enum contract {
#define CONTRACT(id, price, reward, effect1, effect2, en, ru) contract_##id,
#include "components.def"
    CONTRACTS
};
enum { STARTING_CONTRACTS = contract_c01, REGULAR_CONTRACTS = CONTRACTS - STARTING_CONTRACTS };

enum city_card {
#define CITY_CARD(id, kind, pay, get, from, en, ru) card_##id,
#include "components.def"
    CITY_CARDS
};
enum card_kind {
    card_repeat,    /* pay, get, as often as the die says */
    card_goods,     /* pay, then goods of choice */
    card_walk,      /* pay for each step */
    card_provinces, /* bonuses of different own provinces */
    card_one_way,   /* exchange, in one direction only */
    card_two_way,   /* exchange in both */
    card_barter,    /* goods for camels, camels for goods */
    card_contracts, /* for contracts completed */
    card_posts,     /* for posts on the map */
    card_pips,      /* for each pip */
    card_by_die     /* one, or three from a certain die on */
};

enum card_space {
#define CARD_SPACE(id, city, en, ru) card_in_##id,
#include "components.def"
    CARD_SPACES
};

enum goal {
#define GOAL(id, city, province, points_, en, ru) goal_##id,
#include "components.def"
    GOALS
};
enum token {
#define TOKEN(id, gain, effect, en, ru) token_##id,
#include "components.def"
    TOKENS
};
enum bonus {
#define BONUS(letter, gain, effect, en, ru) bonus_##letter,
#include "components.def"
    BONUSES
};
enum character {
#define CHARACTER(id, gain, en, ru) the_##id,
#include "components.def"
    CHARACTERS
};

enum space {
#define SPACE(id, dice, shared, en, ru) space_##id,
#include "components.def"
    space_card,
    SPACES = space_card + CARD_SPACES
};

enum die_class { die_own, die_black, die_white, DIE_CLASSES };
enum { FACES = 6, DIE_CODES = (FACES + 1) * DIE_CLASSES };

enum {
    SEATS = 4,
    ROUNDS = 5,
    ROW = 6,
    PILE = 6,
    PILES = 4, /* beside the one in the row */
    SPECIAL = REGULAR_CONTRACTS - PILE * (PILES + 1),
    ACTIVE = 2,
    GOALS_KEPT = 2,
    GOALS_DEALT = 4, /* with the choice of goals */
    OWN_DICE = 5,
    BLACK_DICE = 5,
    MAT_DICE = OWN_DICE + BLACK_DICE + 1,
    NEUTRAL_DICE = 3,
    PLACED = SEATS * OWN_DICE + BLACK_DICE + 1 + NEUTRAL_DICE,
    KHAN_CELLS = 4,
    BEIJING_SPACES = 4,
    FIGURES = 2,
    POSTS = 9,
    WILHELMS_POSTS = 11,
    AGENDA = 14,
    MAX_STOCK = 9999,
    START_CAMELS = 2,
    START_COINS = 7, /* and one more for each seat */
    FAIR_ROLL = 15,  /* a lower sum is compensated */
    TAKE5_COINS = 5,
    PURSE_COINS = 3,
    KHAN_CAMELS = 2,
    REROLL_PRICE = 1,
    ADJUST_PRICE = 2,
    BLACK_DIE_PRICE = 3,
    COINS_PER_POINT = 10,
    GOODS_PER_POINT = 2,
    MOST_CONTRACTS = 7
};

enum option {
    option_random_provinces,
    option_character_draft,
    option_goal_choice,
    option_city_card_from_next_turn,
    option_city_card_pay_all_then_receive,
    option_vp_may_go_negative,
    option_completed_contract_frees_slot_before_reward,
    option_white_die_counts_for_compensation,
    option_relocation_mandatory,
    option_beijing_slide_up_on_vacate,
    option_rewards_may_be_declined,
    option_johannes_hop_on_every_move,
    option_wilhelm_builds_on_every_move,
    option_most_contracts_awarded_at_zero,
    option_one_black_die_a_turn,
    OPTIONS
};

/* ---- the course of play ---- */

enum stage { stage_setup, stage_bonuses, stage_compensation, stage_turns, STAGES };

enum phase {
    phase_draft,
    phase_goals,
    phase_receive, /* bonuses at the start of a round */
    phase_compensate,
    phase_turn,
    phase_die,    /* which die goes to the space chosen */
    phase_reroll, /* which die is rolled again */
    phase_adjust, /* which die, up or down */
    phase_column, /* of the bazaar */
    phase_take,   /* contracts from the row */
    phase_room,   /* for a contract, when both slots are full */
    phase_slot_bonus,
    phase_free_slot, /* of the contract just completed */
    phase_journey,
    phase_step, /* one was gained: is there a road? */
    phase_move, /* along which */
    phase_post, /* is due in a place */
    phase_relocate,
    phase_collect, /* what the posts of a movement earn */
    phase_settle,  /* several bonuses at once: which first? */
    phase_times,
    phase_exchange,
    phase_again, /* the same, one by one */
    phase_barter,
    phase_province,
    phase_bonus, /* of a province */
    phase_copy,
    phase_good,
    phase_goods,
    phase_black_die,
    phase_draw, /* a contract from the special pile */
    PHASES
};

/* What components print beside fixed gains, and what each sets off. */
enum effect {
    effect_nothing,
    effect_good = phase_good,
    effect_pair = phase_goods,
    effect_black = phase_black_die,
    effect_contract = phase_draw,
    effect_move = phase_step,
    effect_copy = phase_copy
};

/* ---- what the items of the agenda carry ---- */

struct placing {                     /* die */
    uint8_t space, value, dice_left; /* the value is that of the first die; 0: none yet */
};
struct bazaar { /* column */
    uint8_t space, value;
};
struct taking { /* take */
    uint8_t value;
};
struct room {
    uint8_t contract, gained, source; /* one that was gained may be refused */
};
struct slot_bonus {
    uint8_t count, source;
};
struct free_slot {
    uint8_t slot;
};
struct journey {
    uint8_t steps, steps_left, moved, source; /* moved: bit per figure */
};
struct post { /* post, relocate */
    uint8_t place, source;
};
struct settle { /* bit per place */
    uint8_t cities, provinces, source;
};
struct card_use { /* times, exchange */
    uint8_t card, value;
};
struct again { /* how many are left, and done; provinces that are left */
    uint8_t card, left, done, provinces;
};
struct barter { /* goods to hand in, camels for them */
    uint8_t card, count, camels;
};
struct own_bonuses { /* province: how many, and of which */
    uint8_t card, count, provinces;
};
struct one_bonus { /* bonus */
    uint8_t bonus;
};
struct good {
    uint8_t count, source;
};
struct gained { /* step, move, collect, copy, goods, black_die, draw */
    uint8_t source;
};

enum pair { pair_pepper_silk, pair_pepper_gold, pair_silk_gold, PAIRS };

/* Where a choice or a gain comes from. */
enum source {
    source_space,
    source_contract = source_space + SPACES,
    source_card = source_contract + CONTRACTS,
    source_token = source_card + CITY_CARDS,
    source_bonus = source_token + TOKENS,
    source_character = source_bonus + BONUSES,
    source_compensation = source_character + CHARACTERS,
    source_posts,
    SOURCES
};

struct marcopolo {
    struct sr_head head;

    int16_t points[SEATS];
    uint16_t stock[SEATS][RESOURCES];
    uint16_t posts[SEATS];           /* a bit for each place */
    uint16_t fresh;                  /* posts that the seat on turn has built this turn */
    uint16_t built;                  /* by the movement under way */
    uint8_t beijing[BEIJING_SPACES]; /* seats, best space first */
    uint8_t figure[SEATS][FIGURES];  /* where they stand; SR_NONE: no second figure */

    uint8_t character[SEATS]; /* SR_NONE before the draft */
    uint8_t draft[SEATS + 1], draft_size;
    uint8_t bonus[PROVINCES];
    uint8_t token[CITIES]; /* SR_NONE when taken */
    uint8_t card[CARD_SPACES];

    uint8_t row[ROW], row_size;
    uint8_t pile[PILE * PILES], pile_size;              /* the next round's six come last */
    uint8_t special[SPECIAL], special_size;             /* the top comes last */
    uint8_t returned[REGULAR_CONTRACTS], returned_size; /* the first to be drawn comes first */
    uint8_t active[SEATS][ACTIVE];
    uint8_t completed_by[CONTRACTS];
    uint8_t completed[SEATS]; /* counted */

    uint8_t goal[SEATS][GOALS_DEALT], goal_size[SEATS];
    uint8_t rejected[SEATS][GOALS_DEALT - GOALS_KEPT], rejected_size[SEATS];

    uint8_t dice[SEATS][MAT_DICE], dice_size[SEATS]; /* on the mat, sorted */
    uint8_t black_dice;                              /* on the board */
    uint8_t placed_on[PLACED], placed_by[PLACED], placed_die[PLACED], placed_size;
    uint8_t laid[SPACES];     /* counted: dice on the space */
    uint8_t coloured[SPACES]; /* counted: seats with a die of their colour there */
    uint8_t khan_die;         /* counted: the value that the next die for the Khan must reach */

    uint8_t stage, round;
    uint8_t start_seat, last_traveller;
    uint8_t turn_seat; /* whose turn it is, or who receives at the start of a round */
    uint8_t owed[SEATS];

    uint8_t main_done, bought_black; /* of this turn */
    struct sr_item agenda[AGENDA];
    uint8_t options[OPTIONS];
};

/* ---- the tables printed on components, from components.def (tables.c) ---- */

struct amounts {
    uint8_t of[AMOUNTS];
};
struct reward {
    struct amounts gain;
    uint8_t effect[2];
};
struct contract_info {
    struct amounts price;
    struct reward reward;
};
struct card_info {
    uint8_t kind, from;
    struct amounts pay, get;
};
struct exchange {
    struct amounts pay, get;
};
struct road {
    uint8_t there, to, camels, coins;
};
struct goal_info {
    uint8_t city, province, points;
};
struct space_info {
    uint8_t dice, shared;
};

extern const struct contract_info marcopolo_contract[CONTRACTS];
extern const struct card_info marcopolo_card[CITY_CARDS];
extern const struct exchange marcopolo_card_back[CITY_CARDS];
extern const struct reward marcopolo_token[TOKENS], marcopolo_bonus[BONUSES];
extern const struct amounts marcopolo_character_gain[CHARACTERS];
extern const struct reward marcopolo_bazaar[GOODS + 1][FACES];
extern const struct goal_info marcopolo_goal[GOALS];
extern const struct space_info marcopolo_space[SPACES];
extern const uint8_t marcopolo_card_city[CARD_SPACES];
extern const struct road marcopolo_road[PLACES][MAX_ROADS];
extern const uint8_t marcopolo_roads_between[POST_PLACES][PLACES];
extern const uint8_t marcopolo_steps_price[FACES + 1];
extern const uint8_t marcopolo_pair[PAIRS][2];
extern const uint8_t marcopolo_beijing_points[BEIJING_SPACES];
extern const uint8_t marcopolo_goal_ladder[2 * GOALS_KEPT + 1];

/* ---- small questions ---- */

static inline bool is_character(const struct marcopolo *t, int seat, enum character character) {
    return t->character[seat] == character;
}
static inline int die_value(int die) {
    return die / DIE_CLASSES;
}
static inline int die_class(int die) {
    return die % DIE_CLASSES;
}
static inline bool shows_value(int die) {
    return die >= DIE_CLASSES;
}
static inline bool is_own_die(int die) { /* asked often: without division */
    enum { OWN_DICE_CODES = 1 << 0 | 1 << 3 | 1 << 6 | 1 << 9 | 1 << 12 | 1 << 15 | 1 << 18 };
    return OWN_DICE_CODES >> die & 1;
}
static inline int die_code(int value, int class) {
    return value * DIE_CLASSES + class;
}
static inline bool has_post(const struct marcopolo *t, int seat, int place) {
    return t->posts[seat] >> place & 1;
}
static inline int count_posts(const struct marcopolo *t, int seat) {
    return __builtin_popcount(t->posts[seat]);
}
static inline int posts_in_all(const struct marcopolo *t, int seat) {
    return is_character(t, seat, the_wilhelm) ? WILHELMS_POSTS : POSTS;
}
/* What a post is worth in points: the last of the nine that everybody has, the one before it, and
 * the last of Wilhelm's. */
static inline int post_points(int number) {
    return number == POSTS - 1 ? 5 : number == POSTS || number == WILHELMS_POSTS ? 10 : 0;
}
static inline bool is_province(int place) {
    return place >= FIRST_PROVINCE && place < FIRST_PROVINCE + PROVINCES;
}
static inline int own_provinces(const struct marcopolo *t, int seat) {
    return t->posts[seat] >> FIRST_PROVINCE & ((1 << PROVINCES) - 1);
}
static inline int neutral_dice(const struct marcopolo *t) {
    return t->head.seats == 2 ? 3 : t->head.seats == 3 ? 1 : 0;
}
/* The dearest first: it is what lacks most often. */
static inline bool can_pay(const struct marcopolo *t, int seat, const struct amounts *price,
                           int times) {
    for (int resource = RESOURCES - 1; resource >= 0; resource--)
        if (t->stock[seat][resource] < price->of[resource] * times)
            return false;
    return true;
}
/* An occupied space costs the lowest die; not for Berke, and only where spaces are shared. */
static inline int price_of_space(const struct marcopolo *t, int seat, int space, int value) {
    bool free =
        !marcopolo_space[space].shared || !t->laid[space] || is_character(t, seat, the_berke);
    return free ? 0 : value;
}
static inline bool is_first_die(const struct placing *placing) {
    return placing->dice_left == marcopolo_space[placing->space].dice;
}
/* The contract that an item of the agenda seeks room for, or SR_NONE. */
static inline int contract_waiting(const struct marcopolo *t, int at) {
    const struct sr_item *item = &t->agenda[at];
    return item->phase == phase_room ? sr_args(item, room)->contract : SR_NONE;
}

/* ---- what the files share ---- */

/* A decision is listed and played, a chore is run, in the file of its topic. */
#define DECISION(id)                                                                               \
    void marcopolo_list_##id(const void *state, struct sr_moves *moves);                           \
    void marcopolo_play_##id(void *state, struct sr_move move, struct sr_turn *turn)
#define CHORE(id) void marcopolo_run_##id(void *state, struct sr_turn *turn)

/* setup.c */
void marcopolo_deal(void *state, struct sr_turn *turn);
void marcopolo_deal_goals(struct marcopolo *t, struct sr_turn *turn);
void marcopolo_fill(void *state);
DECISION(draft);
DECISION(goals);

/* rewards.c: gains, and what they set off */
void marcopolo_pay(struct marcopolo *t, int seat, const struct amounts *price, int times,
                   int source, struct sr_turn *turn);
void marcopolo_pay_one(struct marcopolo *t, int seat, enum resource resource, int count, int source,
                       struct sr_turn *turn);
void marcopolo_gain(struct marcopolo *t, int seat, const struct amounts *gain, int times,
                    int source, struct sr_turn *turn);
void marcopolo_gain_one(struct marcopolo *t, int seat, int resource, int count, int source,
                        struct sr_turn *turn);
void marcopolo_reward(struct marcopolo *t, const struct reward *reward, int source,
                      struct sr_turn *turn);
void marcopolo_give_bonus(struct marcopolo *t, int bonus, struct sr_turn *turn);
CHORE(bonus);
CHORE(black_die);
DECISION(good);
DECISION(goods);
DECISION(copy);

/* contracts.c */
DECISION(slot_bonus);
void marcopolo_refill_row(struct marcopolo *t, int count, struct sr_turn *turn);
void marcopolo_deal_row(struct marcopolo *t, struct sr_turn *turn);
void marcopolo_clear_row(struct marcopolo *t, struct sr_turn *turn);
void marcopolo_complete(struct marcopolo *t, int slot, struct sr_turn *turn);
/* The slot of the contract whose reward is being given, or SR_NONE. */
int marcopolo_completing(const struct marcopolo *t);
CHORE(free_slot);
CHORE(draw);
DECISION(take);
DECISION(room);

/* journey.c */
bool marcopolo_cheapest_step(const struct marcopolo *t, int seat, int *coins_needed);
void marcopolo_start_journey(struct marcopolo *t, int steps, int source);
bool marcopolo_can_step(const struct marcopolo *t, int source);
/* The journey that is asked about; of a step that was gained, one of one step. */
struct journey marcopolo_under_way(const struct marcopolo *t);
void marcopolo_step_price(const struct marcopolo *t, const struct journey *journey, int place,
                          int figure, int *coins_needed, int *camels_needed);
CHORE(step);
CHORE(post);
CHORE(collect);
DECISION(settle);
DECISION(journey);
DECISION(move);
DECISION(relocate);

/* cards.c: city cards */
bool marcopolo_card_useful(const struct marcopolo *t, int seat, int card);
int marcopolo_card_times(const struct marcopolo *t, int seat, int card, int value);
void marcopolo_use_card(struct marcopolo *t, int card, int value, struct sr_turn *turn);
bool marcopolo_asks_barter(const void *state);
bool marcopolo_asks_province(const void *state);
bool marcopolo_asks_again(const void *state);
DECISION(times);
DECISION(exchange);
DECISION(again);
DECISION(barter);
DECISION(province);

/* dice.c: the mat, the board, and what is done with dice */
void marcopolo_add_die(struct marcopolo *t, int seat, int die);
void marcopolo_gain_black_die(struct marcopolo *t, int seat, struct sr_turn *turn);
void marcopolo_lay_die(struct marcopolo *t, int space, int seat, int die);
void marcopolo_count_placed(struct marcopolo *t);
void marcopolo_list_actions(const struct marcopolo *t, struct sr_moves *moves);
DECISION(die);
DECISION(reroll);
DECISION(adjust);
DECISION(column);

/* round.c */
void marcopolo_return_dice(struct marcopolo *t);
void marcopolo_next(void *state, struct sr_turn *turn);
CHORE(receive);
bool marcopolo_asks_compensate(const void *state);
DECISION(compensate);

/* turn.c: the phases */
DECISION(turn);
int marcopolo_space_of(struct sr_move move);
extern const struct sr_phase marcopolo_phases[PHASES];
#undef DECISION
#undef CHORE

/* secrets.c, score.c, check.c, judge.c, screen.c */
void marcopolo_guess(void *state, int seat, struct sr_stream *stream);
void marcopolo_score(const void *state, struct sr_sheet *sheet);
bool marcopolo_check(const void *state, struct sr_breach *breach);
void marcopolo_recount(void *state);
void marcopolo_label(const void *state, struct sr_move move, int16_t values[SR_LABEL_ARGS]);
void marcopolo_measure(const void *state, float values[]);
void marcopolo_draw(const struct sr_look *look, struct sr_canvas *canvas);
extern const struct sr_signs marcopolo_signs;

/* words.c: moves, events and reasons, in the order of the tables there */
enum verb {
    verb_draft,
    verb_keep,
    verb_compensate,
    verb_take5,
    verb_bazaar,
    verb_khan,
    verb_contracts,
    verb_travel,
    verb_card,
    verb_complete,
    verb_purse,
    verb_reroll,
    verb_adjust,
    verb_black,
    verb_finish,
    verb_die,
    verb_up,
    verb_down,
    verb_column,
    verb_take,
    verb_discard,
    verb_refuse,
    verb_bonus,
    verb_step,
    verb_stop,
    verb_decline,
    verb_relocate,
    verb_settle,
    verb_times,
    verb_exchange,
    verb_pay,
    verb_province,
    verb_copy,
    verb_good,
    verb_goods,
    VERBS
};
enum event {
    event_drafted,
    event_kept,
    event_round,
    event_start_player,
    event_rolled,
    event_gained,
    event_paid,
    event_placed,
    event_die,
    event_adjusted,
    event_black,
    event_no_black,
    event_black_had,
    event_took,
    event_drew,
    event_discarded,
    event_refused,
    event_completed,
    event_row,
    event_row_cleared,
    event_first,
    event_no_contract,
    event_stepped,
    event_built,
    event_relocated,
    event_declined,
    event_lost,
    event_slid,
    event_ended,
    event_scored,
    EVENTS
};
enum reason {
    reason_points,
    reason_goal,
    reason_places,
    reason_coins,
    reason_beijing,
    reason_goods,
    reason_contracts,
    reason_tie,
    REASONS
};
enum feature {
    feature_points,
    feature_goals,
    feature_beijing,
    feature_most_contracts,
    feature_contracts_done,
    feature_contracts,
    feature_coins, /* and the other resources, in their order */
    feature_camels,
    feature_pepper,
    feature_silk,
    feature_gold,
    feature_plenty,
    feature_dice,
    feature_pips,
    feature_posts,
    feature_provinces,
    feature_cities,
    feature_goal_places,
    feature_near_goals,
    feature_near_beijing,
    feature_under_way,
    feature_to_act,
    feature_character, /* one for each */
    FEATURES = feature_character + CHARACTERS
};

extern const struct sr_domain marcopolo_a_place, marcopolo_a_post_place, marcopolo_a_contract,
    marcopolo_a_contract_or_none, marcopolo_a_card, marcopolo_a_goal, marcopolo_a_token,
    marcopolo_a_token_or_none, marcopolo_a_bonus, marcopolo_a_character,
    marcopolo_a_character_or_none, marcopolo_a_space, marcopolo_a_die, marcopolo_a_source,
    marcopolo_a_card_space, marcopolo_a_good, marcopolo_a_resource, marcopolo_a_pair_or_none,
    marcopolo_a_slot, marcopolo_a_slot_or_none, marcopolo_an_active_slot, marcopolo_a_value,
    marcopolo_a_count, marcopolo_a_number, marcopolo_some_dice_left, marcopolo_some_cities,
    marcopolo_some_provinces, marcopolo_some_figures;
extern const struct sr_fields marcopolo_fields;
extern const struct sr_option marcopolo_options[OPTIONS];
extern const struct sr_chapters marcopolo_chapters;
extern const struct sr_verb marcopolo_verbs[VERBS];
extern const struct sr_event_kind marcopolo_events[EVENTS];
extern const struct sr_reason marcopolo_reasons[REASONS];
float marcopolo_rounds_left(const struct marcopolo *t); /* this one in part */
int marcopolo_beijing_prize(const struct marcopolo *t);

/* hunch.c: what comes to mind */
enum habit {
#define HABIT(id, value) habit_##id,
#include "habits.def"
#undef HABIT
    HABITS
};
extern const float marcopolo_habits[HABITS];
extern const char *const marcopolo_habit_names[HABITS];
void marcopolo_rate(const void *state, const float habits[], const struct sr_moves *moves,
                    float rating[]);
uint32_t marcopolo_hunch(const void *state, const float habits[], const struct sr_moves *moves,
                         struct sr_stream *stream);

/* judge.c, tally.c */
extern const struct sr_mind marcopolo_mind;
extern const struct sr_laboratory marcopolo_laboratory;

#endif
