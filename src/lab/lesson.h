/* Games that a net learns from. A bot plays itself; of every decision a guessed world is noted, as
 * the seat that decided might guess it, with what its search said of it. From some decisions a game
 * is forked: a world is guessed, a few moves are made at random, and the game is played to its end
 * from there, so that positions that good players never reach are known too. And some guessed
 * worlds after a few random moves, leaves, are noted with what a search says of them alone.
 *
 * Or it plays another bot, as one at the table, in each seat in turn: then its own decisions are
 * noted, and how the games end.
 *
 * The true state of a game is never noted: what a seat cannot know is a guess. */
#ifndef SR_LESSON_H
#define SR_LESSON_H

#include "bots/bot.h"

struct sr_lesson {
    const struct sr_game *game;
    struct sr_setup setup; /* seats and options; its seed is that of all lessons of a generation */
    struct sr_bot bot;     /* that searches */
    const struct sr_bot *against; /* who has all seats but one; NULL: the bot plays itself */
    uint64_t first, games;        /* which games of the series: forks belong to their game */
    int forks;                    /* of a game */
    int leaves;                   /* for each hundred decisions */
    int threads;
    void (*progress)(void *context, uint64_t done, uint64_t games); /* may be NULL */
    void *context;
};

/* What a note is: a decision within a game, a leaf, or the end of the game that all decisions since
 * the last end belong to. The game that was dealt comes first, then its forks. */
enum sr_note_kind { SR_NOTE_DECISION = 1, SR_NOTE_LEAF, SR_NOTE_END, SR_NOTE_FORK_END };

/* A note: its kind, the state and a share for each seat: what the search said, or how it ended. In
 * memory and in files alike, sr_note_bytes() each. */
size_t sr_note_bytes(const struct sr_game *game, int seats);
enum sr_note_kind sr_note_kind(const unsigned char *note);
void sr_note_state(const struct sr_game *game, const unsigned char *note, void *state);
void sr_note_shares(const struct sr_game *game, const unsigned char *note, int seats,
                    float share[SR_MAX_SEATS]);

/* How a game that is over counts: half who has won, half by how much. */
void sr_lesson_outcome(const struct sr_game *game, const void *state, float share[SR_MAX_SEATS]);

/* What a seat has of the victory, by the shares of an end. */
float sr_note_won(const float share[SR_MAX_SEATS], int seats, int seat);

/* All notes in the order of the games, the same for any number of threads; the caller frees them.
 * NULL: `error` says why, or how the other bot failed. */
unsigned char *sr_lesson_play(const struct sr_lesson *lesson, size_t *notes,
                              struct sr_error *error);

#endif
