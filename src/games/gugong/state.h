/* Gugong: the state of a table, and what the files of this folder share.
 *
 * Four days long players offer gifts to seven officials. A gift that is worth more than the one
 * that lies there buys the action of the card and of the area. Actions nest: a journey brings a
 * token, the token a servant on the wall, the wall a scoring, the scoring choices of other players.
 * So what is still to be done waits on the agenda; when it is empty gugong_next() looks at `step`
 * and puts down the next part of the day.
 *
 * Sides are the seats and, in the game for one, Meng, who has the last row of the arrays counted by
 * sides. The fields table gives that row a name of its own (meng_pool beside pool).
 *
 * Hidden: hands, discards, the decks. Nearly everything about hands can be worked out, since
 * exchanges are public: `known_owner` and `known_place` hold what the whole table knows of each
 * gift, and guess() redeals the rest. */
#ifndef GUGONG_STATE_H
#define GUGONG_STATE_H

#include "core/game.h"

enum area {
#define AREA(id, en, ru) area_##id,
#include "components.def"
    AREAS
};

enum gift {
#define GIFT(id, set, value, action) gift_##id,
#include "components.def"
    GIFTS
};

enum gift_set {
    set_player1,
    set_player2,
    set_player3,
    set_player4,
    set_player5,
    set_board,
    set_deck
};

/* What a gift does besides being worth something; areas first, by their own numbers. */
enum gift_action {
    action_travel, /* on no card */
    action_wall,
    action_jade, /* on no card */
    action_intrigue,
    action_palace,
    action_decrees,
    action_canal,
    action_nothing,
    action_servant,
    action_servants2,
    action_swap
};

enum token {
#define TOKEN(id, copies, fewer, en, ru) token_##id,
#include "components.def"
    TOKENS,
    FIRST_SPECIAL = token_plus
};

enum city {
#define CITY(id, en, ru) city_##id,
#include "components.def"
    CITIES
};

enum decree {
#define DECREE(id, level, cost, points, en, ru) decree_##id,
#include "components.def"
    DECREES
};

enum automa {
#define AUTOMA(id, copies, en, ru) automa_##id,
#include "components.def"
    AUTOMA_KINDS
};

enum {
    SEATS = 5,
    MENG = SEATS, /* his row */
    SIDES = SEATS + 1,
    ROUNDS = 4,
    SERVANTS = 12,
    FIRST_SERVANTS = 6,
    START_HAND = 4,
    MAX_HAND = 6,
    DICE = 3,
    FACES = 6,
    LOWEST = 1,
    HIGHEST = 9,
    SLOTS = 6, /* of decrees: an upper and a lower one for each level */
    HOUSES = 6,
    SQUARE_PRICE = 5,
    MAT = 6,        /* places for travel tokens, RECONSTRUCTED */
    MAX_COPIES = 3, /* travel tokens of a kind */
    ALL_TOKENS = 38,
    SPECIAL_TOKENS = 6,
    SHIPS = 3,
    SHIP_CELLS = 3,
    HARBOURS = 5, /* of a route */
    ALL_HARBOURS = 2 * HARBOURS,
    LAST_CELL = 14, /* of the intrigue track */
    PALACE = 8,     /* the ninth cell */
    AUTOMA_CARDS = 11,
    MENG_GIFTS = 8,
    AGENDA = 24, /* items that may wait; a game has some ten of them at most */
    MAX_POINTS = 250,
    WIN_POINTS = 3, /* for the wall, and for the most matches */
    EXCHANGE_PRICE = 2,
    TRAVEL_PRICE = 2,
    PALACE_PRICE = 2,
    SMALL_PRICE = 1, /* of the second option on wall, canal and intrigue */
    HARBOUR_POINTS = 4,
    JADE_GIFT = 7, /* least value of a gift that a token turns into jade */
    JADE_SERVANTS = 3
};

/* What moving the intrigue marker back buys after the wall. */
enum { back_for_servant = 1, back_for_servants = 3, back_for_die = 5, back_for_jade = 7 };

enum reward { reward_points, reward_card, reward_pair, REWARDS };

/* Where the pair of servants is. */
enum pair_place {
    pair_locked,
    pair_pool,
    pair_supply,
    pair_wall,
    pair_ship,
    pair_parked = pair_ship + SHIPS /* with a special token */
};

enum option {
    option_variant,
    option_specials,
    option_tokens,
    option_dice,
    option_first,
    option_sets,
    option_difficulty,
    option_focus,
    option_pair_parks,
    option_known_hands,
    OPTIONS
};
enum variant { variant_standard, variant_first_game, variant_expert };
enum token_count { tokens_32_and_6, tokens_26_and_6 };
enum dice_kind { dice_six_faces, dice_even };
enum solo_sets { sets_1_2, sets_2_3, sets_4_5 };
enum difficulty { difficulty_easy, difficulty_normal, difficulty_hard };
enum focus { focus_random /* then the areas */ };

/* The round, in the order of play. Nothing is asked between steps. */
enum step {
    step_day,
    step_close,   /* special tokens come back */
    step_dusk,    /* Meng's servants finish his work */
    step_night,   /* gifts return to hands and are compared with the dice */
    step_ships,   /* the award, then all ships move */
    step_morning, /* first player, tokens, dice; then the decrees */
    step_income,
    step_last, /* last exchanges of tokens */
    STEPS
};

/* The kinds of items on the agenda, decisions first. */
enum phase {
    phase_offer,    /* a gift for a gift */
    phase_settle,   /* ... that is not worth enough */
    phase_pay,      /* with which pieces */
    phase_action,   /* of an area */
    phase_servants, /* from the supply */
    phase_swap,     /* a gift with the board */
    phase_travel,
    phase_benefit, /* of a travel token */
    phase_full,    /* the mat has no room for it */
    phase_wall,
    phase_wall_extra, /* the decree's servant */
    phase_intrigue,   /* what influence buys after a wall scoring */
    phase_load,
    phase_sail,
    phase_claim,
    phase_morning,
    phase_last,
    /* These need no answer. */
    phase_store, /* a travel token goes to the mat */
    phase_after, /* tax and follow */
    phase_wall_check,
    phase_meng_action,
    phase_meng_travel,
    phase_meng_servants,
    phase_meng_intrigue,
    phase_meng_morning,
    PHASES
};

/* What must be left in the pool after paying, so that the action can be done. */
enum need { need_nothing, need_piece, need_two_to_load };
enum loading { load_then_sail, load_two, load_one_more, load_from_supply };

/* Where a choice comes from, for prompts. */
enum source {
    source_gift,
    source_area,
    source_follow,
    source_token,
    source_decree,
    source_wall,
    source_income,
    source_matches
};

/* What the items carry. */
struct settle {
    uint8_t gift, area;
};
struct pay {
    uint8_t amount, need;
};
struct action {
    uint8_t area, source;
};
struct servants {
    uint8_t amount, no_fewer, source;
};
struct swap {
    uint8_t hand_only, source;
};
struct travel {
    uint8_t moves, source;
};
struct found { /* benefit, full, store */
    uint8_t token;
};
struct wall {
    uint8_t left, placed, source;
};
struct load {
    uint8_t left, how, source;
};
struct sail {
    uint8_t loaded, source; /* who has loaded need not sail */
};
struct claim {
    uint8_t ship;
};
struct morning {
    uint8_t used; /* decrees, bit per slot */
};
struct after {
    uint8_t area, following; /* whoever follows is not followed */
};
struct meng_action {
    uint8_t area, special;
};
struct meng_travel {
    uint8_t moves;
};
struct meng_servants {
    uint8_t amount;
};

enum known_place { known_nothing, known_hand, known_discard, known_either };

struct gugong {
    struct sr_head head;
    uint8_t options[OPTIONS];

    uint8_t round, step;
    uint8_t start, turn_side; /* sides */
    uint8_t medal;            /* a side, or SR_NONE: still beside the intrigues */
    uint8_t dice[DICE];

    uint8_t board[AREAS]; /* gifts */
    uint8_t deck[GIFTS];  /* bottom first */
    uint8_t deck_size;
    uint8_t decree[SLOTS];
    uint8_t house[HOUSES]; /* does its jade still lie there? */

    uint8_t city_token[CITIES];
    uint8_t pile[ALL_TOKENS]; /* both face-down piles, last one first to be drawn */
    uint8_t pile_size;
    uint8_t token_discard[TOKENS];

    uint8_t pool[SIDES], supply[SIDES], wall[SIDES]; /* single servants */
    uint8_t on_decrees[SIDES];                       /* bit per slot */
    uint8_t points[SIDES], jade[SIDES];
    uint8_t palace[SIDES], arrival[SIDES];
    uint8_t traveller[SIDES];
    uint8_t intrigue[SIDES], height[SIDES]; /* cell, and place in the stack there */
    uint8_t matches[SIDES];                 /* of this night */
    uint8_t cells[SIDES][REWARDS];
    uint8_t ship_at[SIDES][SHIPS], ship_load[SIDES][SHIPS];
    uint8_t tokens[SIDES][MAT]; /* in the order taken */
    uint8_t token_count[SIDES];

    uint8_t pair_at[SEATS];
    uint8_t hand[SEATS][MAX_HAND], hand_size[SEATS];
    uint8_t discard[SEATS][MAX_HAND], discard_size[SEATS];

    /* Special tokens at work, each with a servant. */
    uint8_t parked[SPECIAL_TOKENS], parked_seat[SPECIAL_TOKENS], parked_area[SPECIAL_TOKENS];
    uint8_t parked_size;

    uint8_t meng_gifts[MENG_GIFTS], meng_gifts_size;     /* face down, last one on top */
    uint8_t meng_discard[MENG_GIFTS], meng_discard_size; /* last one on top */
    uint8_t automa_deck[AUTOMA_CARDS], automa_deck_size; /* last one on top */
    uint8_t automa_today[AUTOMA_CARDS], automa_today_size;
    uint8_t automa_used[AUTOMA_CARDS], automa_used_size;
    uint8_t focus;     /* area */
    uint8_t meng_loop; /* the city of the loop that Meng goes on from, or SR_NONE */
    uint8_t dusk_at;   /* cards of the day already resolved at dusk */

    uint8_t known_owner[GIFTS], known_place[GIFTS];

    uint8_t padding[2];
    struct sr_item agenda[AGENDA];
};

/* ---- facts, from components.def ---- */

struct gugong_gift {
    uint8_t set, value, action;
};
struct gugong_decree {
    uint8_t level, cost, points;
};
extern const struct gugong_gift gugong_gifts[GIFTS];
extern const struct gugong_decree gugong_decrees[DECREES];
extern const uint8_t gugong_faces[DICE][FACES];
extern const uint8_t gugong_copies[2][TOKENS];
extern const uint8_t gugong_automa_copies[AUTOMA_KINDS];
extern const uint8_t gugong_price[2][HOUSES];  /* 0: no such house */
extern const uint16_t gugong_roads[2][CITIES]; /* bit per city */
extern const uint8_t gugong_arrival[SEATS];
extern const uint8_t gugong_wall_complete[SEATS + 1];
extern const uint8_t gugong_income[ROUNDS];
extern const uint8_t gugong_harbour_rewards[HARBOURS]; /* bits by enum reward */
extern const uint8_t gugong_reward_cells[REWARDS];     /* places on the mat */

/* ---- small questions ---- */

static inline bool is_solo(const struct gugong *t) {
    return t->head.seats == 1;
}
static inline int sides(const struct gugong *t) {
    return is_solo(t) ? 2 : t->head.seats;
}
/* The sides in play, numbered without a gap. */
static inline int side_at(const struct gugong *t, int index) {
    return is_solo(t) && index ? MENG : index;
}
static inline int next_side(const struct gugong *t, int side) {
    if (is_solo(t))
        return side == MENG ? 0 : MENG;
    return side + 1 < t->head.seats ? side + 1 : 0;
}
static inline bool in_play(const struct gugong *t, int side) {
    return side < t->head.seats || (side == MENG && is_solo(t));
}
static inline int board_side(const struct gugong *t) {
    return t->head.seats > 3;
}
static inline int routes(const struct gugong *t) {
    return t->head.seats > 3 ? 2 : 1;
}
static inline int hand_count(const struct gugong *t, int side) {
    return side == MENG ? t->meng_gifts_size : t->hand_size[side];
}
static inline bool pair_is(const struct gugong *t, int side, enum pair_place place) {
    return side != MENG && t->pair_at[side] == place;
}
/* What the servants in the pool can pay: the pair stands for two. */
static inline int funds(const struct gugong *t, int side) {
    return t->pool[side] + (pair_is(t, side, pair_pool) ? 2 : 0);
}
static inline int on_wall(const struct gugong *t, int side) {
    return t->wall[side] + (pair_is(t, side, pair_wall) ? 2 : 0);
}
static inline int ship_cells(const struct gugong *t, int side, int ship) {
    return t->ship_load[side][ship] +
           (pair_is(t, side, (enum pair_place)(pair_ship + ship)) ? 2 : 0);
}
static inline bool owns_decree(const struct gugong *t, int side, int decree) {
    int level = gugong_decrees[decree].level;
    for (int slot = 2 * level - 2; slot < 2 * level; slot++)
        if (t->decree[slot] == decree)
            return t->on_decrees[side] >> slot & 1;
    return false;
}
/* Every tie in the game goes to the marker that is ahead. */
static inline int standing(const struct gugong *t, int side) {
    return t->intrigue[side] * SIDES + t->height[side];
}
/* What version 1 of these rules got wrong and goes on getting wrong at tables that began with it.
 */
static inline bool is_mended(const struct gugong *t) {
    return t->head.rules >= 2;
}
static inline bool pair_may_park(const struct gugong *t) {
    return is_mended(t) && t->options[option_pair_parks];
}
static inline bool specials_in_play(int seats, const uint8_t options[OPTIONS]) {
    return seats > 1 && options[option_specials] && options[option_variant] != variant_first_game;
}

/* The last of a list, which is its top. */
static inline uint8_t take_last(uint8_t *list, uint8_t *size) {
    uint8_t last = list[--*size];
    list[*size] = 0;
    return last;
}

/* Tells an event of a seat, or its twin about Meng. */
#define gugong_tell(turn, who, id, ...)                                                            \
    do {                                                                                           \
        if ((who) == MENG)                                                                         \
            sr_tell(turn, event_meng_##id, __VA_ARGS__);                                           \
        else                                                                                       \
            sr_tell(turn, event_##id, who, __VA_ARGS__);                                           \
    } while (0)

/* ---- setup.c ---- */
void gugong_deal(void *state, struct sr_turn *turn);
void gugong_fill(void *state);
bool gugong_gift_in_play(const struct gugong *t, int gift);
int gugong_token_copies(const struct gugong *t, int token);

/* The seat of the item on top, which may not yet be asked. */
static inline int top_seat(const struct gugong *t) {
    return t->agenda[t->head.pending - 1].seat;
}

/* A token that was found and is not yet stored lies in its item. */
static inline bool holds_token(const struct sr_item *item) {
    return item->phase == phase_store || item->phase == phase_full;
}
static inline int token_of(const struct sr_item *item) {
    return ((const struct found *)(const void *)item->arg)->token;
}

/* A decision: what may be chosen, and what the choice does. That tokens may be exchanged instead is
 * added to all of them, in turn.c. */
#define DECISION(id)                                                                               \
    void gugong_list_##id(const void *state, struct sr_moves *moves);                              \
    void gugong_play_##id(void *state, struct sr_move move, struct sr_turn *turn)

/* ---- turn.c: the round, the offering, the phases ---- */
extern const struct sr_phase gugong_phases[PHASES];
void gugong_next(void *state, struct sr_turn *turn);
/* Fills in the sides, the first player first, and returns how many there are. */
int gugong_turn_order(const struct gugong *t, int order[SIDES]);
bool gugong_is_free(const struct gugong *t, int seat, int gift, int taken);

/* ---- servants.c: gaining, paying ---- */
DECISION(servants);
DECISION(pay);
bool gugong_asks_servants(const void *state);
/* Pays at once if there is one way to do it, else asks. */
void gugong_pay(struct gugong *t, int seat, int amount, enum need need, struct sr_turn *turn);
void gugong_push_servants(struct gugong *t, int side, int amount, int source);
/* The same, if there is anything to take. */
void gugong_offer_servants(struct gugong *t, int side, int amount, int source);
void gugong_gain(struct gugong *t, int side, int servants, bool pair, struct sr_turn *turn);
bool gugong_supply_left(const struct gugong *t, int side);
/* By how much the funds would grow if tokens were exchanged for servants; 0 in version 1. */
int gugong_could_raise(const struct gugong *t, int seat);

/* ---- areas.c: the actions of the areas ---- */
enum { option_a = 1, option_b = 2 };
unsigned gugong_area_options(const struct gugong *t, int side, int area);
int gugong_decree_cost(const struct gugong *t, int side, int slot);
int gugong_jade_price(const struct gugong *t, int side, int price);
int gugong_travel_price(const struct gugong *t, int side);
/* Who has most of something; a tie goes to the marker that is ahead. SR_NONE: nobody has any. */
int gugong_leader(const struct gugong *t, const uint8_t count[SIDES]);
DECISION(action);
void gugong_run_after(void *state, struct sr_turn *turn);
void gugong_add_points(struct gugong *t, int side, int points, struct sr_turn *turn);
void gugong_add_jade(struct gugong *t, int side, struct sr_turn *turn);
void gugong_step_envoy(struct gugong *t, int side, int steps, struct sr_turn *turn);
void gugong_move_intrigue(struct gugong *t, int side, int steps, struct sr_turn *turn);
void gugong_take_medal(struct gugong *t, int side, struct sr_turn *turn);
void gugong_enact(struct gugong *t, int side, int slot, struct sr_turn *turn);

/* ---- travel.c: journeys, tokens, exchanges ---- */
uint16_t gugong_tokens_on_map(const struct gugong *t);
uint16_t gugong_destinations(const struct gugong *t, int side);
int gugong_take_token(struct gugong *t, int side, int city, struct sr_turn *turn);
DECISION(travel);
bool gugong_asks_travel(const void *state);
DECISION(benefit);
bool gugong_asks_benefit(const void *state);
void gugong_run_store(void *state, struct sr_turn *turn);
DECISION(full);
void gugong_store(struct gugong *t, int side, int token);
int gugong_doubles(const struct gugong *t, int side);
static inline int token_worth(const struct gugong *t, int side) {
    return t->token_count[side] + gugong_doubles(t, side);
}
void gugong_spend_tokens(struct gugong *t, int side, int plain, int doubles);
void gugong_list_exchanges(const struct gugong *t, int seat, struct sr_moves *moves);
void gugong_exchange(struct gugong *t, int seat, struct sr_move move, struct sr_turn *turn);
void gugong_refill(struct gugong *t, struct sr_turn *turn);

/* ---- wall.c ---- */
int gugong_wall_winner(const struct gugong *t);
/* The piece, from the pool or the supply, onto the wall. */
void gugong_build(struct gugong *t, int seat, uint8_t *singles, int piece, struct sr_turn *turn);
void gugong_list_pieces(const struct gugong *t, int seat, int singles, enum pair_place pair,
                        struct sr_moves *moves);
DECISION(wall);
bool gugong_asks_wall(const void *state);
DECISION(wall_extra);
void gugong_run_wall_check(void *state, struct sr_turn *turn);
DECISION(intrigue);
bool gugong_asks_intrigue(const void *state);

/* ---- canal.c ---- */
unsigned gugong_taken_harbours(const struct gugong *t);
/* The harbour where a new ship of the route comes in, or SR_NONE. */
int gugong_first_harbour(const struct gugong *t, int route);
int gugong_free_ship(const struct gugong *t, int side);
bool gugong_fits(const struct gugong *t, int side, int cells);
bool gugong_can_sail(const struct gugong *t, int side);
int gugong_next_harbour(const struct gugong *t, int harbour);
void gugong_unload(struct gugong *t, int side, int ship);
unsigned gugong_claimable(const struct gugong *t, int seat, int ship);
/* Can the seat load a piece from its supply? From its pool, if need be after an exchange? */
bool gugong_can_load_supply(const struct gugong *t, int seat);
bool gugong_can_load_pool(const struct gugong *t, int seat);
DECISION(load);
bool gugong_asks_load(const void *state);
DECISION(sail);
bool gugong_asks_sail(const void *state);
DECISION(claim);
bool gugong_asks_claim(const void *state);
void gugong_move_ships(struct gugong *t, struct sr_turn *turn);

/* ---- night.c: night and morning ---- */
void gugong_night(struct gugong *t, struct sr_turn *turn);
void gugong_award(struct gugong *t, struct sr_turn *turn);
void gugong_dawn(struct gugong *t, struct sr_turn *turn);
DECISION(morning);
bool gugong_asks_morning(const void *state);
uint8_t gugong_roll(const struct gugong *t, int die, struct sr_stream *chance);

/* ---- meng.c ---- */
void gugong_meng_turn(struct gugong *t, struct sr_turn *turn);
void gugong_run_meng_action(void *state, struct sr_turn *turn);
void gugong_run_meng_travel(void *state, struct sr_turn *turn);
void gugong_run_meng_servants(void *state, struct sr_turn *turn);
void gugong_run_meng_intrigue(void *state, struct sr_turn *turn);
void gugong_run_meng_morning(void *state, struct sr_turn *turn);
bool gugong_meng_dusk(struct gugong *t, struct sr_turn *turn); /* false: nothing is left to do */
void gugong_meng_night(struct gugong *t, struct sr_stream *chance);

/* ---- secrets.c: hands and discards, and what the table knows of them ---- */
void gugong_hand_add(struct gugong *t, int seat, int gift);
void gugong_hand_remove(struct gugong *t, int seat, int gift);
void gugong_discard_add(struct gugong *t, int seat, int gift);
void gugong_discard_remove(struct gugong *t, int seat, int gift);
void gugong_know(struct gugong *t, int gift, int side, enum known_place place);
void gugong_forget(struct gugong *t, int gift); /* it lies open on the board */
/* A gift of at least this value went from one place to the other, unseen. */
void gugong_blur(struct gugong *t, int side, enum known_place from, int least);
void gugong_sharpen(struct gugong *t, int side); /* an empty hand hides nothing */
bool gugong_is_known(const struct gugong *t, int gift, int side, enum known_place place);
/* Is there an equal gift in the list to choose instead? Lists name each kind once. */
bool gugong_is_spare(const struct gugong *t, const uint8_t *list, int size, int at, int except);
DECISION(swap);
bool gugong_asks_swap(const void *state);
void gugong_guess(void *state, int seat, struct sr_stream *stream);

/* ---- score.c, check.c, judge.c, screen.c ---- */
int gugong_jade_points(int jade);
void gugong_score(const void *state, struct sr_sheet *sheet);
bool gugong_check(const void *state, struct sr_breach *breach);
void gugong_label(const void *state, struct sr_move move, int16_t values[SR_LABEL_ARGS]);
void gugong_draw(const struct sr_look *look, struct sr_canvas *canvas);
extern const struct sr_signs gugong_signs;
void gugong_facts(struct sr_out *out);

/* ---- words.c: moves, events and reasons, in the order of the tables there ---- */
enum verb {
    verb_offer,
    verb_return, /* two servants, so that the gift will do */
    verb_discard,
    verb_forgo,
    verb_with,
    verb_skip,
    verb_a,
    verb_b,
    verb_buy,
    verb_enact,
    verb_take,
    verb_swap,
    verb_go,
    verb_use,
    verb_hand_in,
    verb_recover,
    verb_park,
    verb_place,
    verb_stop,
    verb_step_back,
    verb_turn,
    verb_load,
    verb_launch,
    verb_stay,
    verb_sail,
    verb_claim,
    verb_advantage,
    verb_done,
    verb_exchange,
    VERBS
};
enum pay_with { with_servants, with_pair, with_pair_as_one };
/* Why somebody begins a day. */
enum why_first { first_by_order, first_by_lot, first_by_medal, first_still };
enum piece { piece_servant, piece_pair };
enum exchange { exchange_servant, exchange_points, exchange_jade, GOODS };
extern const uint8_t gugong_exchange_worth[GOODS]; /* in tokens */

/* Events of a side come in pairs: of a seat, and of Meng. */
#define GUGONG_SIDED_EVENTS(EVENT)                                                                 \
    EVENT(offers)                                                                                  \
    EVENT(servants)                                                                                \
    EVENT(pays)                                                                                    \
    EVENT(points)                                                                                  \
    EVENT(jade)                                                                                    \
    EVENT(buys)                                                                                    \
    EVENT(envoy)                                                                                   \
    EVENT(arrives)                                                                                 \
    EVENT(intrigue)                                                                                \
    EVENT(medal)                                                                                   \
    EVENT(enacts)                                                                                  \
    EVENT(goes)                                                                                    \
    EVENT(exchanges)                                                                               \
    EVENT(wall)                                                                                    \
    EVENT(wall_won)                                                                                \
    EVENT(loads)                                                                                   \
    EVENT(launches)                                                                                \
    EVENT(rewarded)                                                                                \
    EVENT(sinks)                                                                                   \
    EVENT(matches)                                                                                 \
    EVENT(award)                                                                                   \
    EVENT(starts)
enum event {
#define EVENT(id) event_##id, event_meng_##id,
    GUGONG_SIDED_EVENTS(EVENT)
#undef EVENT
        event_returns,
    event_discards,
    event_forgoes,
    event_skips,
    event_swaps,
    event_hands_in,
    event_recovers,
    event_parks,
    event_unparked,
    event_taxed,
    event_follows,
    event_die,
    event_sails,
    event_draws,
    event_advantage,
    event_shows,
    event_day,
    event_dusk,
    event_night,
    event_dice,
    event_refill,
    event_reshuffle,
    event_ships,
    event_over,
    event_automa,
    event_dusk_card,
    event_automa_reshuffle,
    event_focus,
    event_meng_cannot,
    event_meng_gift,
    event_meng_drops,
    event_meng_recovers,
    EVENTS
};
enum reason {
    reason_track,
    reason_wall,
    reason_third,
    reason_eight,
    reason_end_jade,
    reason_end_decrees,
    reason_end_harbour,
    reason_arrival,
    reason_jade,
    /* the same for Meng, in the same order */
    reason_meng_track,
    reason_meng_wall,
    reason_meng_third,
    reason_meng_eight,
    reason_meng_end_jade,
    reason_meng_end_decrees,
    reason_meng_end_harbour,
    reason_meng_arrival,
    reason_meng_jade,
    reason_missed,
    reason_meng,
    reason_tie,
    REASONS
};

/* ---- judge.c ---- */
enum feature {
    feature_points,
    feature_jade,
    feature_steps,
    feature_risk,
    feature_arrived,
    feature_arrival,
    feature_end_decrees,
    feature_decrees,
    feature_mornings,
    feature_pool,
    feature_supply,
    feature_tokens,
    feature_intrigue,
    feature_wall,
    feature_wall_lead,
    feature_last_wall,
    feature_cargo,
    feature_harbours,
    feature_gifts,
    feature_matches,
    feature_match_lead,
    feature_cards,
    feature_pair,
    feature_medal,
    feature_parked,
    feature_turns,
    feature_to_do,
    feature_meng,
    FEATURES
};
void gugong_measure(const void *state, float values[]);

extern const struct sr_domain gugong_area, gugong_area_or_none, gugong_gift, gugong_token,
    gugong_token_or_none, gugong_city, gugong_decree_names, gugong_harbour, gugong_automa,
    gugong_side_or_none, gugong_reward, gugong_slots, gugong_source, gugong_need, gugong_loading,
    gugong_ship, gugong_some_servants, gugong_some_matches, gugong_one_or_two;
extern const struct sr_fields gugong_fields;
extern const struct sr_option gugong_options[OPTIONS];
extern const struct sr_chapters gugong_chapters;
extern const struct sr_verb gugong_verbs[VERBS];
extern const struct sr_event_kind gugong_events[EVENTS];
extern const struct sr_reason gugong_reasons[REASONS];

/* judge.c, tally.c */
extern const struct sr_mind gugong_mind;
extern const struct sr_laboratory gugong_laboratory;

#endif
