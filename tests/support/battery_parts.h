/* What the files of the battery share: battery.c plays the games, battery_words.c reads the texts,
 * battery_secrets.c compares worlds, battery_small.c counts them out. */
#ifndef BATTERY_PARTS_H
#define BATTERY_PARTS_H

#include "battery.h"

#include "api/table.h"

enum { BATTERY_TEXT_BYTES = 1 << 17, BATTERY_LIST_MAX = 200, BATTERY_POOL = 512 };

/* What has been seen of a hidden field by the guesses of one viewer. */
struct battery_hidden {
    uint64_t looked;  /* guesses made while something of it was hidden and not zero */
    uint64_t changed; /* guesses that differed from the truth in it */
};

struct battery_worlds;

struct battery {
    const struct sr_game *game;
    const struct battery_plan *plan;
    struct battery_report *report;
    struct sr_rng rng;
    struct sr_stream dice;
    struct sr_table *table;
    struct sr_setup setup;             /* of the game under way */
    unsigned char *history;            /* the state after each ply, game->size bytes each */
    struct sr_move pool[BATTERY_POOL]; /* moves that were legal somewhere */
    uint32_t pool_size;
    struct battery_hidden hidden[SR_MAX_SEATS + 1][256];
    char text[2][BATTERY_TEXT_BYTES];
    uint32_t last_length; /* plies of the game before this one; 0: it is the first */
    struct battery_worlds *before, *after, *others; /* battery_small.c */
    int small_viewer; /* for whom `before` was counted out at this position; SR_REFEREE: nobody */
};

/* A state of any game, on the stack. */
struct battery_state {
    _Alignas(8) unsigned char bytes[SR_MAX_STATE];
};

/* A move that was played, and what it led to. */
struct battery_step {
    int decider;
    struct sr_move move;
    unsigned did;
    struct battery_state before, after;
    struct sr_events events;
};

/* Records the first failure; always returns false. */
bool battery_fail(struct battery *b, enum battery_property property, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool battery_one_in(struct battery *b, int n);
uint32_t battery_draw(struct battery *b, uint32_t bound);
const char *battery_viewer(int viewer); /* "seat 2", "a spectator" */
/* A move in notation, in one of a few buffers. */
const char *battery_move(const struct battery *b, struct sr_move move);
bool battery_same(const struct battery *b, const void *one, const void *other);
void battery_guess(struct battery *b, const void *state, int viewer, struct battery_state *world);

/* battery_words.c */
bool battery_tables(struct battery *b);
bool battery_words_of_position(struct battery *b);
bool battery_words_of_events(struct battery *b, const struct sr_events *events);
bool battery_words_of_sheet(struct battery *b);
bool battery_notation(struct battery *b);

/* battery_secrets.c */
bool battery_secrets_of_position(struct battery *b);
bool battery_secrets_of_step(struct battery *b, const struct battery_step *step);
bool battery_skips(struct battery *b, const struct battery_step *step);
bool battery_all_fresh(struct battery *b);
/* After these two steps, is `viewer` sent the same? */
bool battery_sent_same(struct battery *b, int viewer, const struct battery_state *one,
                       const struct sr_events *one_events, const struct battery_state *other,
                       const struct sr_events *other_events);

/* battery_small.c */
/* A sum over all but the generator and the notes on who knows what. */
uint64_t battery_arrangement(const struct battery *b, const void *state);
bool battery_small_open(struct battery *b);
void battery_small_close(struct battery *b);
bool battery_small_before(struct battery *b);
bool battery_small_after(struct battery *b, const struct battery_step *step);

#endif
