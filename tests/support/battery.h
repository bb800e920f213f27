/* The common battery: what every game must keep, tried over random games.
 *
 * battery_game() plays `plan->games` games with random moves and looks, at every position or at a
 * sample of them, for a breach of the properties below. It does not abort: it says which property
 * broke first and where, so that the broken doubles of a game can be shown to fail for the right
 * reason. The same plan always does the same. */
#ifndef BATTERY_H
#define BATTERY_H

#include "core/game.h"

/* PROPERTY(ID, what every game promises). */
#define BATTERY_PROPERTIES(PROPERTY)                                                               \
    PROPERTY(TABLES, "the tables are complete: fields cover the state, all is in both languages")  \
    PROPERTY(CHECK, "every position reached keeps the invariants")                                 \
    PROPERTY(LEGAL,                                                                                \
             "what is listed is accepted and leads on; all else is refused, changing nothing")     \
    PROPERTY(LISTS, "lists are short, without repetition, and empty only at the end")              \
    PROPERTY(COPIES, "playing on a copy leaves the original alone")                                \
    PROPERTY(DETERMINISM, "the same position and move always give the same")                       \
    PROPERTY(RECORDS, "records replay to the same bytes")                                          \
    PROPERTY(POSITIONS, "positions come back from JSON to the same bytes and the same list")       \
    PROPERTY(NOTATION, "notation reads back, and is unique in its list")                           \
    PROPERTY(WORDS, "labels, prompts, log lines and reasons are complete in both languages")       \
    PROPERTY(FITS, "moves, events, what is pending and lines of the sheet have room")              \
    PROPERTY(EVENTS, "the arguments of events are what they say")                                  \
    PROPERTY(VIEWS, "what a viewer is sent does not depend on what it cannot know")                \
    PROPERTY(TOLD, "what an event tells a seat, its view keeps")                                   \
    PROPERTY(SHOWN, "a move that showed something, or used chance, says so")                       \
    PROPERTY(SKIPPED, "a question is skipped only where everybody knows that it has one answer")   \
    PROPERTY(KNOWN, "a guess changes nothing that its seat sees, and keeps the invariants")        \
    PROPERTY(FRESH, "guesses differ in all that is hidden, and in their generator")                \
    PROPERTY(REACH, "guesses reach every world that is possible, the true one included")           \
    PROPERTY(BLIND, "a guess depends on nothing but what its seat knows")                          \
    PROPERTY(MEMORY, "a guess contradicts nothing that its seat was shown by the last move")       \
    PROPERTY(HUNCHES, "a hunch is a place in the list, and having one changes nothing")            \
    PROPERTY(UNDO, "taking back restores the bytes, and goes no further than it may")              \
    PROPERTY(ENDS, "a game ends within its bound of decisions")                                    \
    PROPERTY(SCORES, "the sheet adds up, ranks agree, and a finished game has a winner")

enum battery_property {
    BATTERY_FINE,
#define PROPERTY(id, promise) BATTERY_##id,
    BATTERY_PROPERTIES(PROPERTY)
#undef PROPERTY
        BATTERY_PROPERTY_COUNT
};

const char *battery_name(enum battery_property property);
const char *battery_promise(enum battery_property property);

/* What to play, and how closely to look. "one in n": 1 is always, 0 is never. */
struct battery_plan {
    struct sr_setup setup; /* seats and options; the seed is drawn from `seed` for each game */
    uint64_t seed;
    int games;
    int refusals_one_in;  /* positions at which wrong moves are tried */
    int files_one_in;     /* positions that are written and read back */
    int words_one_in;     /* positions of which every text is read */
    int secrets_one_in;   /* positions that are compared with guessed worlds */
    int worlds;           /* guessed worlds for each viewer there */
    int undo_one_in;      /* positions at which moves are taken back */
    int small_cases;      /* hidden arrangements counted out, at most, in the whole plan */
    uint32_t small_draws; /* guesses drawn for one of these, at most */
};

struct battery_report {
    enum battery_property property; /* BATTERY_FINE: all kept */
    uint32_t game, ply;             /* where it broke: the game counted from 1 */
    char detail[2000];
    /* What was done, so that a battery that tries nothing is noticed. */
    uint64_t decisions, refusals, worlds, skips, silent_moves, small_cases, memories, undone;
    uint64_t late_cases; /* of the small ones, those near the end of a game */
};

/* True: every property held. False: `report` says what broke. */
bool battery_game(const struct sr_game *game, const struct battery_plan *plan,
                  struct battery_report *report);

/* A move of a position that scenarios set up: for every viewer for whom few arrangements are
 * possible they are counted out, before the move and after it. */
bool battery_step(const struct sr_game *game, const void *state, struct sr_move move,
                  struct battery_report *report);

/* The plan of this run, chosen by the environment: SERAI_BATTERY=small (for sanitizers), normal or
 * deep. `weight` 1 is the full plan; larger numbers share one among that many option sets. */
struct battery_plan battery_plan(int weight);

/* Writes the report's failure with what is needed to find it again. */
void battery_say(const struct battery_report *report, const struct sr_game *game,
                 const struct battery_plan *plan, char *text, size_t size);

#endif
