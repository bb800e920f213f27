/* The contract: a game is one constant of type struct sr_game, its rules and its words. Everything
 * else in the house knows games only through it. What only bots read is a constant of its own
 * (mind.h), and so is what a laboratory counts (tally.h); a game may do without either.
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
 * the number itself. The members stand as a line of the table is read, which costs a few bytes. */
struct sr_option { /* NOLINT(clang-analyzer-optin.performance.Padding) */
    const char *name;
    const struct sr_domain *of;
    uint8_t standard;    /* what it is when nobody says otherwise: what a fair evening needs */
    struct sr_text text; /* what it is, in a line */
    /* Where the option came later than records of the game, or what is usual has changed: what it
     * is in a record that does not name it. Such records mean for ever what they meant. */
    bool changed;
    uint8_t unsaid;
};

/* A set-up that people ask for: a first game, as the book advises, for experts ... */
struct sr_preset {
    const char *name;
    struct sr_text text;
    const char *options; /* "name=value,name=value"; all others are as usual */
};
struct sr_presets {
    const struct sr_preset *list;
    uint8_t count;
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
    /* Nobody will guess from here on: what only guesses look at need not be kept in mind. */
    bool heedless;
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
    uint32_t dropped; /* lines that did not fit, or had too large a number: a fault of the game */
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

struct sr_chapter {
    struct sr_text heading, body;
};
struct sr_chapters {
    const struct sr_chapter *list;
    uint8_t count;
};

struct sr_look;
struct sr_canvas;
struct sr_signs;
struct sr_mind;
struct sr_laboratory;

struct sr_game {
    const char *name;
    struct sr_text title, blurb;
    /* The newest version, up to 255: it changes whenever a record would replay differently. All
     * from 1 on stay playable: where a ruling was mended, the code asks for head.rules. */
    uint16_t rules;
    uint8_t seats_min, seats_max;
    bool fewest_wins;    /* of points; otherwise who has more is better */
    bool all_may_lose;   /* there are games that nobody wins */
    uint16_t size;       /* of the state */
    uint16_t bound;      /* no game has more decisions than this */
    uint16_t options_at; /* offset of the option bytes in the state */
    uint16_t agenda_at;  /* offset of the agenda, and for how many items; 0: it has none */
    uint8_t agenda_room;

    const struct sr_fields *fields;
    const struct sr_chapters *chapters; /* how to play, in our own words; may be NULL */
    const struct sr_presets *presets;   /* may be NULL */

    /* Tables with a row for each value of an enumeration: SR_ROWS() sets them. */
    const struct sr_option *options;
    const struct sr_phase *phases;
    const struct sr_verb *verbs;
    const struct sr_event_kind *events;
    const struct sr_reason *reasons;
    uint8_t option_count, phase_count, verb_count, event_count, reason_count;

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
    void (*label)(const void *state, struct sr_move move, int16_t values[SR_LABEL_ARGS]);
    void (*draw)(const struct sr_look *look, struct sr_canvas *canvas);
    const struct sr_signs *signs; /* canvas.h: what the signs that it draws stand for */
    /* Writes one JSON object: what is printed on the components and no view repeats (values of
     * cards, prices, roads), for clients that draw them. The same in every language. */
    void (*facts)(struct sr_out *out);

    const struct sr_mind *mind;             /* mind.h: what bots know about it */
    const struct sr_laboratory *laboratory; /* tally.h: what is counted to learn what wins */
};

/* ---- for the games ---- */

/* A table of the game and how long it is: SR_ROWS(verb, dunhuang_verbs). */
#define SR_ROWS(what, table) .what##s = (table), .what##_count = SR_COUNT(table)

/* Clockwise from seat to seat. */
static inline int sr_next_seat(const void *state, int seat) {
    const struct sr_head *head = state;
    return seat + 1 < head->seats ? seat + 1 : 0;
}
/* Is a flag among the option bytes set, or a named value not the first? */
#define sr_has_option(t, option) ((t)->options[option] != 0)

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

void sr_score_add(struct sr_sheet *sheet, int seat, int reason, int points, int a, int b, int c,
                  int d);
/* Ranks by `key`, larger first, and names the best as winners. For games without special endings.
 */
void sr_score_rank(struct sr_sheet *sheet, int seats, const int64_t key[]);
/* After ranking: where somebody with as many points as the winner did not win, a line without
 * points says what decided, with the winner's `value` of it. */
void sr_score_tie(struct sr_sheet *sheet, int seats, int reason, const uint16_t value[]);

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
/* Points as everybody wants them: more of these is better, whichever way the game counts. */
static inline int32_t sr_gain(const struct sr_game *game, int32_t points) {
    return game->fewest_wins ? -points : points;
}
static inline int sr_preset_count(const struct sr_game *game) {
    return game->presets ? game->presets->count : 0;
}
static inline int sr_chapter_count(const struct sr_game *game) {
    return game->chapters ? game->chapters->count : 0;
}

/* Defaults for every option, the newest rules; seat count and seed are the caller's. */
void sr_setup_init(const struct sr_game *game, struct sr_setup *setup);
/* The same for what was written down: what is not named is as it was when that was written. */
void sr_setup_unsaid(const struct sr_game *game, struct sr_setup *setup);
uint8_t sr_option_unsaid(const struct sr_option *option);
bool sr_setup_option(const struct sr_game *game, struct sr_setup *setup, const char *name,
                     size_t name_length, const char *value, size_t value_length,
                     struct sr_error *error);
/* A version that is known, from 1 to the newest; and a preset by its name. */
bool sr_setup_rules(const struct sr_game *game, struct sr_setup *setup, int64_t rules,
                    struct sr_error *error);
bool sr_setup_preset(const struct sr_game *game, struct sr_setup *setup, const char *name,
                     size_t length, struct sr_error *error);
/* "name=value,name=value", each name once. "preset=name" may come first, "rules=version" anywhere.
 */
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
/* The same for whoever will not guess from here on, as in a world that is a guess already: nobody
 * asks what the move did, and what only guesses look at (SR_REMEMBERED_FIELD) need not be kept up.
 */
void sr_play_heedless(const struct sr_game *game, void *state, struct sr_move move,
                      struct sr_moves *moves);
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
