/* The contract: a game is one constant of type struct sr_game. Everything else in the house knows
 * games only through it.
 *
 * A state is one flat struct, no pointers, that begins with a struct sr_head. Two states are equal
 * if their bytes are equal; so every byte belongs to a field, and what is not in use is zero. */
#ifndef SR_GAME_H
#define SR_GAME_H

#include "agenda.h"
#include "error.h"
#include "field.h"
#include "rng.h"
#include "verb.h"

enum { SR_MAX_STATE = 2048, SR_MAX_OPTIONS = 32, SR_MAX_SHEET = 192, SR_SCORE_ARGS = 4 };

/* A variant that a host may choose. Values are stored as one byte: index into `values` (named) or
 * the number itself. */
struct sr_option {
    const char *name;
    const struct sr_domain *of;
    uint8_t preset;
    struct sr_text text; /* what it is, in a line */
};

/* How a table is set. */
struct sr_setup {
    uint8_t rules; /* the version; 0: the newest */
    uint8_t seats;
    uint8_t options[SR_MAX_OPTIONS];
    uint8_t seed[SR_SEED_BYTES];
};

/* What a phase's play() and run() get and report to: the item of the agenda that was taken off for
 * them, events for those who watch (NULL when nobody does), and whether anybody was shown anything
 * new. */
struct sr_turn {
    struct sr_events *events;
    struct sr_item taken;
    bool shown;
    bool lost; /* an item found no room on the agenda */
};

/* A phase: a kind of decision. The table of phases, top to bottom, reads like the rulebook.
 *
 * `prompt` speaks to the decider, but the whole table may read it. {name} in it is, in this order,
 * what wording() works out, an argument of the agenda's item, or a field: the value of a scalar
 * one, or of the decider's element of one counted by seats. Unless everyone may see it, it prints
 * as "?".
 *
 * With an agenda a phase is met as an item of it. A decision whose `asks` says no when its turn
 * comes lapses. What needs no answer has `run` instead of `list` and `play`. */
struct sr_phase {
    const char *name;
    struct sr_text title, prompt;
    void (*list)(const void *state, struct sr_moves *moves);
    void (*play)(void *state, struct sr_move move, struct sr_turn *turn);
    struct sr_phase_arg args[SR_ITEM_ARGS]; /* that an item carries */
    bool (*asks)(const void *state);        /* NULL: always */
    void (*run)(void *state, struct sr_turn *turn);
    /* Optional: the prompt where it depends on the situation (NULL: `prompt`), and the values of
     * `words`, which only this function knows. */
    const struct sr_text *(*wording)(const void *state, int16_t values[SR_LABEL_ARGS]);
    struct sr_arg words[SR_LABEL_ARGS];
};

/* A reason on the score sheet: "{tokens} majorities". */
struct sr_reason {
    const char *name;
    struct sr_arg args[SR_SCORE_ARGS];
    struct sr_text text;
};

struct sr_score_line {
    uint8_t seat, reason;
    int16_t points;
    int16_t arg[SR_SCORE_ARGS];
};

/* No total is further from nothing: so many lines, each with as many points as it can have. */
enum { SR_MAX_TOTAL = SR_MAX_SHEET * INT16_MAX };

struct sr_sheet {
    uint32_t count;
    struct sr_score_line line[SR_MAX_SHEET];
    int32_t total[SR_MAX_SEATS];
    uint8_t rank[SR_MAX_SEATS]; /* 1 is best; equal ranks share a place */
    uint8_t winners;            /* bit per seat */
    int32_t rival;              /* alone: points of the one who plays without a seat */
};

/* What is wrong with a position: the broken invariant, in words, with up to four numbers. A
 * structural one would make the engine stumble, not only the rules: it is looked for first, and a
 * loose position is refused for it too. */
struct sr_breach {
    bool structural;
    const struct sr_text *text; /* template over {0} {1} {2} {3} */
    int64_t number[4];
};

/* What a player would call better about a feature. Weights that say otherwise are an accident of
 * what goes along with winning; nobody is told of them. */
enum sr_better {
    SR_UNTOLD, /* nothing that a person could do something with */
    SR_MORE,
    SR_LESS,
};

/* Something that a player would look at to say who is ahead: "majorities", "coins". */
struct sr_feature {
    const char *name;
    struct sr_text text;
    enum sr_better better;
};
enum { SR_MAX_FEATURES = 32, SR_MAX_HABITS = 96, SR_AT_ONCE = UINT16_MAX };

struct sr_chapter {
    struct sr_text heading, body;
};

/* Something that may decide games: which mission a seat had, which card it began with, how many
 * decrees it took ... For a laboratory that asks what wins and sees all hands. Of SR_BITS each bit
 * counts by itself; large numbers are put together in ranges.
 *
 * A state forgets much of how a game began, so there are three moments: the end, the first decision
 * after the deal, and the first choice of a seat that says anything. Where there is but one move
 * nobody chooses. */
struct sr_tally {
    const char *name;    /* lower case, as in JSON */
    struct sr_text text; /* what it is, in a few words */
    const struct sr_domain *of;
    int (*of_seat)(const void *state, int seat); /* -1: nothing to count */
    bool at_deal;                                /* of_seat reads the deal, not the end */
    /* Instead of of_seat: what the decider's move says, before it is played. -1: nothing. */
    int (*of_move)(const void *state, struct sr_move move);
};

/* What everybody has seen of a seat that says something about its secret, such as a mission, where
 * guesses weigh secrets by that. The weights are learnt: `serai tune GAME --clues`. Where the
 * secret is what all others hold, there is no list of secrets, and a deal is weighed beside others.
 */
struct sr_clues {
    const struct sr_domain *secrets; /* which there are; NULL: deals */
    const char *const *names;        /* of the clues */
    uint8_t count;                   /* of the clues */
    /* A row for each secret, in SR_CLUE_UNITs of a nat. Of deals: for each number of seats, from
     * seats_min on. */
    const int32_t *weights;
    int (*secret_of)(const void *state, int seat); /* NULL for deals */
    /* What speaks for this secret, by public deeds alone. Of deals: for that of this state, as the
     * seat might guess it. */
    void (*read)(const void *state, int seat, int secret, int16_t clue[]);
    /* Of deals: redeals what the seat cannot know, and heeds no clues. */
    void (*redeal)(void *state, int seat, struct sr_stream *stream);
};
#define SR_CLUE_UNIT 10000.0
/* One guess in so many heeds no clues: who plays unlike others is not misjudged for ever. */
enum { SR_OPEN_MINDED = 8 };
static inline int sr_secrets(const struct sr_clues *clues) {
    return clues->secrets ? clues->secrets->max + 1 : 1;
}

/* What a seat makes of all it can know, for guessing many times: the game alone knows what is in
 * it.
 */
enum { SR_INSIGHT_BYTES = 1280 };
struct sr_insight {
    _Alignas(8) unsigned char bytes[SR_INSIGHT_BYTES];
};

struct sr_look;
struct sr_canvas;

struct sr_game {
    const char *name;
    struct sr_text title, blurb;
    uint16_t rules; /* version: changes whenever a record would replay differently */
    uint8_t seats_min, seats_max;
    uint16_t size;       /* of the state */
    uint16_t bound;      /* no game has more decisions than this */
    uint16_t options_at; /* offset of the option bytes in the state */
    uint16_t agenda_at;  /* offset of the agenda, and for how many items; 0: it has none */
    uint8_t agenda_room;

    const struct sr_option *options;
    const struct sr_field *fields;
    const struct sr_phase *phases;
    const struct sr_verb *verbs;
    const struct sr_event_kind *events;
    const struct sr_reason *reasons;
    const struct sr_chapter *chapters; /* how to play, in our own words */
    uint8_t option_count, field_count, phase_count, verb_count, event_count, reason_count,
        chapter_count;

    /* Sets the table. Head, seats, options and generator are there; the rest is zero. Leaves the
     * state at the first decision. */
    void (*deal)(void *state, struct sr_turn *turn);
    /* Games with an agenda: nothing is pending. Puts down what comes next, or ends the game. */
    void (*next)(void *state, struct sr_turn *turn);
    /* Redeals whatever `seat` cannot know, consistent with all that it does know; for SR_SPECTATOR,
     * who knows nothing, whatever is hidden. The core reseeds the generator afterwards. */
    void (*guess)(void *state, int seat, struct sr_stream *stream);
    /* Adds lines with sr_score_add(), which keeps the totals, then sets ranks and winners. Works at
     * any time: "if it ended now". */
    void (*score)(const void *state, struct sr_sheet *sheet);
    /* Every invariant. False: `breach` says which one is broken. */
    bool (*check)(const void *state, struct sr_breach *breach);

    /* Optional, NULL if the game has no need. */
    const struct sr_text *(*refuse)(
        const struct sr_setup *setup); /* options that do not go together */
    void (*recount)(void *state);      /* makes the SR_COUNTED fields from the others */
    void (*fill)(void *state);         /* puts every piece that lies nowhere into its hidden pool */
    /* Where much of a guess is the same every time: the part that is, worked out once, and the
     * rest, by that. Both together do what guess() does. */
    void (*ponder)(const void *state, int seat, struct sr_insight *insight);
    void (*guess_by)(void *state, int seat, const struct sr_insight *insight,
                     struct sr_stream *stream);
    void (*label)(const void *state, struct sr_move move, int16_t values[SR_LABEL_ARGS]);
    /* Fills value[seat * feature_count + feature] for every seat: what the position is judged by.
     * The judgement itself is the sum of these, weighed: `serai tune` learns the weights. */
    void (*measure)(const void *state, float value[]);
    /* For games without features: how good the position is for each seat; more is better. */
    void (*judge)(const void *state, float value[]);
    /* What somebody would do without thinking long, for playing a guessed world on: the place of a
     * move in the list. It may look at the whole world; what a seat cannot know is a guess.
     */
    uint32_t (*hunch)(const void *state, const float habits[], const struct sr_moves *moves,
                      struct sr_stream *stream);
    /* How good each of the moves seems at that, in the game's points: the higher, the more a search
     * tries it. Where a game has hunches but this is NULL, it asks how often a move comes to mind.
     */
    void (*rate)(const void *state, const float habits[], const struct sr_moves *moves,
                 float rating[]);
    void (*draw)(const struct sr_look *look, struct sr_canvas *canvas);
    /* Writes one JSON object: what is printed on the components and no view repeats (values of
     * cards, prices, roads), for clients that draw them. The same in every language. */
    void (*facts)(struct sr_out *out);

    /* What searching bots should know: after how many decisions, by hunch or at random, the judge
     * is asked (0: never, games are played to the end; SR_AT_ONCE: after none), and how many of the
     * judge's points ahead make a seat e times as likely to win. */
    uint16_t playout;
    float judge_points;
    /* How much a search wonders about moves that it tried little: less where a position is mostly
     * even and small differences decide. 0: as usual, 1. And when it plays alone, where nobody
     * answers; 0: as much as at a table with others. */
    float explore, explore_alone;
    /* What a first look at a move is worth, by the judge one step ahead: a move that looks better
     * by a hundredth of a victory is tried e^(look/100) times as much. 0: nobody looks, in games
     * where that costs more than it brings. Where moves are rated, the same for a point. */
    float look;
    /* Of how many moves a search that looks first thinks at all, the best-looking ones: at a node
     * that was visited n times one and `width` times the root of n; `others_width` where others
     * decide. 0: of all. */
    float width, others_width;
    /* How many iterations a move the level `strong` has, where more are hardly noticed at a table
     * and the next level would be no clear step. 0: as many as in other games. */
    uint16_t strong_iterations;

    const struct sr_feature *features;
    const float *weights; /* a row of feature_count for each number of seats, from seats_min on */
    /* The same at the end of the game, where what things are worth changes on the way; NULL where
     * it does not. `progress` says how far a game has come: 0 at its beginning, 1 at its end. */
    const float *late_weights;
    float (*progress)(const void *state);
    uint8_t late_seats_max; /* it changes at tables for at most so many; 0: at all */

    const struct sr_clues *clues; /* NULL: guesses weigh nothing */

    /* The numbers that hunches go by, and what they are called. */
    const float *habits;
    const char *const *habit_names;

    /* What a laboratory counts beside the order of seats; may be NULL. */
    const struct sr_tally *tallies;
    uint8_t feature_count, habit_count, tally_count;
};

/* Does what things are worth change in the course of a game for so many? */
static inline bool sr_weights_change(const struct sr_game *game, int seats) {
    return game->progress && (!game->late_seats_max || seats <= game->late_seats_max);
}
/* What the features are worth in a position. */
void sr_weights(const struct sr_game *game, const void *state, float weight[SR_MAX_FEATURES]);

/* ---- for the games ---- */

/* Reports an event: sr_tell(turn, EVENT_WALK, seat, steps). */
void sr_tell_(struct sr_turn *turn, uint8_t kind, const int *args, size_t count);
#define sr_tell(turn, kind, ...)                                                                   \
    do {                                                                                           \
        if ((turn)->events) {                                                                      \
            const int tell_args[] = {__VA_ARGS__};                                                 \
            sr_tell_((turn), (kind), tell_args, sizeof tell_args / sizeof tell_args[0]);           \
        }                                                                                          \
    } while (0)

/* Says what is broken, with up to four numbers for its text, and returns false:
 * return sr_broken(breach, true, &camel_missing, seat + 1). */
bool sr_broken_(struct sr_breach *breach, bool structural, const struct sr_text *text,
                const int64_t number[4]);
#define sr_broken(breach, structural, text, ...)                                                   \
    sr_broken_((breach), (structural), (text), (const int64_t[4]){__VA_ARGS__})

/* How likely something is for which clues say so many units less than for what has the likelihood
 * `certain`: never 0. In whole numbers, so that a guess is the same on every machine. */
uint32_t sr_likeness(int32_t units, uint32_t certain);

void sr_score_add(struct sr_sheet *sheet, int seat, int reason, int points, int a, int b, int c,
                  int d);
/* Ranks by `key`, larger first, and names the best as winners. For games without special endings.
 */
void sr_score_rank(struct sr_sheet *sheet, int seats, const int64_t key[]);

/* ---- for everybody else ---- */

/* What playing a move did, as bits. SR_OVERFLOW: moves, events or items of the agenda did not
 * fit: a fault of the game, which the battery reports. */
enum { SR_CHANCE = 1, SR_SHOWN = 2, SR_OVERFLOW = 4 };

static inline const struct sr_head *sr_head(const void *state) {
    return state;
}
/* The items of the agenda, the one on top last. */
static inline const struct sr_item *sr_agenda(const struct sr_game *game, const void *state) {
    return (const void *)((const unsigned char *)state + game->agenda_at);
}

const struct sr_game *sr_game_find(const char *name);
const struct sr_game *sr_game_at(int index); /* NULL past the last */
/* The same for names that people write: NULL with an error that lists the games. With `only`, that
 * game alone is known (it need not be in the list). */
const struct sr_game *sr_game_named(const char *name, size_t length, const struct sr_game *only,
                                    struct sr_error *error);

/* Defaults for every option; seat count and seed are the caller's. */
void sr_setup_init(const struct sr_game *game, struct sr_setup *setup);
bool sr_setup_option(const struct sr_game *game, struct sr_setup *setup, const char *name,
                     size_t name_length, const char *value, size_t value_length,
                     struct sr_error *error);
/* "name=value,name=value", each name once. */
bool sr_setup_options(const struct sr_game *game, struct sr_setup *setup, const char *text,
                      struct sr_error *error);
bool sr_setup_check(const struct sr_game *game, const struct sr_setup *setup,
                    struct sr_error *error);

/* Deals and plays on to the first decision that must be asked, whose list goes to `moves`. Here and
 * in sr_play(), `events` may be NULL; what it held before is gone. Returns SR_OVERFLOW or 0. */
unsigned sr_deal(const struct sr_game *game, void *state, const struct sr_setup *setup,
                 struct sr_events *events, struct sr_moves *moves);
/* The legal moves; none when the game is over. */
void sr_list(const struct sr_game *game, const void *state, struct sr_moves *moves);
/* Plays a listed move on to the next decision that must be asked, whose list goes to `moves`.
 * Returns SR_CHANCE, SR_SHOWN and SR_OVERFLOW as they apply. */
unsigned sr_play(const struct sr_game *game, void *state, struct sr_move move,
                 struct sr_events *events, struct sr_moves *moves);
/* One step of that: plays the move and does not go on. For those who look between. */
void sr_answer(const struct sr_game *game, void *state, struct sr_move move, struct sr_turn *turn);
bool sr_listed(const struct sr_moves *moves, struct sr_move move);

/* Redeals what `seat` (or SR_SPECTATOR) cannot know, and reseeds the generator. */
void sr_guess(const struct sr_game *game, void *state, int seat, struct sr_stream *stream);
void sr_score(const struct sr_game *game, const void *state, struct sr_sheet *sheet);
/* Fields in range and every invariant of the game. */
bool sr_check(const struct sr_game *game, const void *state, struct sr_error *error);
/* For loose positions: fields in range and structural invariants only. */
bool sr_check_loose(const struct sr_game *game, const void *state, struct sr_error *error);
/* A checksum, the same on every machine, goes on with one more value: FNV-1a over eight
 * little-endian bytes. It begins with nothing. */
#define SR_MIX_NOTHING UINT64_C(0xcbf29ce484222325)
uint64_t sr_mix(uint64_t sum, uint64_t value);
/* The checksum over the values of all fields. */
uint64_t sr_checksum(const struct sr_game *game, const void *state);

void sr_prompt_say(struct sr_out *out, const struct sr_reader *reader, const struct sr_game *game,
                   const void *state);
void sr_reason_say(struct sr_out *out, const struct sr_reader *reader, const struct sr_game *game,
                   const struct sr_score_line *line);

#endif
