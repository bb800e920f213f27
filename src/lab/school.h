/* Games that are played to learn from: a few positions of each are noted, all equally likely. */
#ifndef SR_SCHOOL_H
#define SR_SCHOOL_H

#include "lab/crew.h"
#include "lab/sim.h"

struct sr_school {
    const struct sr_game *game;
    const struct sr_setup *setup; /* seats and options; seed of the series */
    const struct sr_bot *bot;     /* they change seats from game to game */
    int bots;
    uint32_t games;
    int per_game; /* positions, at most */
    int threads;
    void (*progress)(void *context, uint64_t done, uint64_t games); /* may be NULL */
    void *context;
    /* A position, which takes the place of what was noted there before; and the end, with how many
     * places were used. Called from several threads at once, each game from one of them. */
    void (*note)(void *notes, uint64_t game, int place, const void *state);
    void (*end)(void *notes, uint64_t game, int count, const void *state);
    void *notes;
    /* The notes of one game, as pieces of memory that stand for themselves in any process. */
    struct sr_notes_piece {
        void *at;
        size_t bytes;
    } (*piece)(void *notes, uint64_t game, int piece); /* SR_SCHOOL_PIECES of them */
    const struct sr_fleet *fleet;                      /* may be NULL, as below */
    const struct sr_journal *journal;
};
enum { SR_SCHOOL_PIECES = 2 };

/* Memory for the notes of all games; NULL: there is none, or there are more games than anybody
 * should note at once, and `error` says how many fit. The caller frees it. */
void *sr_school_notes(uint32_t games, size_t bytes_per_game, struct sr_error *error);

/* The same series gives the same notes with any number of threads and processes. */
bool sr_school_play(const struct sr_school *school, struct sr_error *error);

#endif
