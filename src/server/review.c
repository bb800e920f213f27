/* The coach at work for a house: reviews of finished games, which are kept with them, and the
 * puzzle of the day for each game, which is worked out anew by every server that is asked for it.
 */
#include "room.h"

#include "coach/puzzle.h"
#include "coach/review.h"
#include "games/games.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SLICE = 40, /* milliseconds, then others have their turn */
    SECONDS_A_DAY = 24 * 60 * 60,
    MOST_GAMES = 16
};

/* ---- reviews ---- */

struct sr_study {
    char id[SR_TABLE_ID_BYTES]; /* of the table; of a puzzle, the name of the game */
    struct sr_review *review;   /* or */
    struct sr_puzzle *puzzle;
    atomic_uint done, all;
};

struct sr_study *sr_study_review(const char *id, const struct sr_table *table) {
    struct sr_study *study = calloc(1, sizeof *study);
    if (!study)
        return NULL;
    memcpy(study->id, id, strnlen(id, sizeof study->id - 1));
    study->review = sr_review_new(table, SR_REVIEW_ALL, SR_REVIEW_BUDGET, NULL);
    if (study->review)
        return study;
    sr_study_free(study);
    return NULL;
}

struct sr_study *sr_study_puzzle(const struct sr_game *game, uint32_t day) {
    struct sr_study *study = calloc(1, sizeof *study);
    if (!study)
        return NULL;
    memcpy(study->id, game->name, strnlen(game->name, sizeof study->id - 1));
    study->puzzle = sr_puzzle_new(game, day);
    if (study->puzzle)
        return study;
    sr_study_free(study);
    return NULL;
}

void sr_study_free(struct sr_study *study) {
    if (!study)
        return;
    sr_review_free(study->review);
    sr_puzzle_free(study->puzzle);
    free(study);
}

void sr_study_progress(const struct sr_study *study, uint32_t *done, uint32_t *all) {
    *done = atomic_load(&study->done);
    *all = atomic_load(&study->all);
}

static void write_review(struct sr_out *out, const void *context) {
    sr_review_json(out, context);
}

static void keep_review(const struct sr_study *study, struct sr_server *server) {
    const struct sr_table *table = sr_review_table(study->review);
    char by[SR_REVIEWER_BYTES];
    char *text = sr_review_whole(study->review) ? sr_write_all(write_review, study->review) : NULL;
    sr_reviewer_name(table->game, sr_head(table->state)->seats, SR_REVIEW_BUDGET, by);
    if (!text || sr_store_set_review(server->store, study->id, by, text) != SR_STORE_DONE)
        sr_log("error", "a review could not be kept", "table", study->id, NULL);
    free(text);
}

/* ---- puzzles ---- */

/* The last puzzle of each game. */
struct sr_puzzles {
    pthread_mutex_t lock;
    struct sr_puzzle *of[MOST_GAMES];
};

struct sr_puzzles *sr_puzzles_open(void) {
    struct sr_puzzles *puzzles = calloc(1, sizeof *puzzles);
    if (puzzles)
        pthread_mutex_init(&puzzles->lock, NULL);
    return puzzles;
}

void sr_puzzles_close(struct sr_puzzles *puzzles) {
    if (!puzzles)
        return;
    for (int i = 0; i < MOST_GAMES; i++)
        sr_puzzle_free(puzzles->of[i]);
    pthread_mutex_destroy(&puzzles->lock);
    free(puzzles);
}

uint32_t sr_puzzle_today(void) {
    return (uint32_t)(time(NULL) / SECONDS_A_DAY);
}

static int place_of(const struct sr_game *game) {
    int place = 0;
    while (place < MOST_GAMES && sr_game_at(place) && sr_game_at(place) != game)
        place++;
    return place < MOST_GAMES && sr_game_at(place) ? place : -1;
}

static void keep_puzzle(struct sr_study *study, struct sr_server *server) {
    struct sr_puzzles *puzzles = server->puzzles;
    int place = place_of(sr_game_find(study->id));
    if (place < 0 || !sr_puzzle_found(study->puzzle))
        return;
    pthread_mutex_lock(&puzzles->lock);
    struct sr_puzzle *before = puzzles->of[place];
    puzzles->of[place] = study->puzzle;
    pthread_mutex_unlock(&puzzles->lock);
    study->puzzle = before;
}

bool sr_puzzles_tell(struct sr_puzzles *puzzles, const struct sr_game *game, uint32_t day,
                     void (*tell)(void *context, const struct sr_puzzle *puzzle), void *context) {
    int place = place_of(game);
    if (place < 0)
        return false;
    pthread_mutex_lock(&puzzles->lock);
    const struct sr_puzzle *puzzle = puzzles->of[place];
    bool fresh = puzzle && sr_puzzle_day(puzzle) == day;
    if (fresh)
        tell(context, puzzle);
    pthread_mutex_unlock(&puzzles->lock);
    return fresh;
}

/* ---- going on ---- */

static bool go_on(struct sr_study *study) {
    uint32_t done, all;
    if (study->puzzle)
        return sr_puzzle_step(study->puzzle);
    bool more = sr_review_step(study->review);
    sr_review_progress(study->review, &done, &all);
    atomic_store(&study->done, done);
    atomic_store(&study->all, all);
    return more;
}

bool sr_study_go_on(struct sr_study *study, struct sr_server *server) {
    int64_t until = sr_milliseconds() + SLICE;
    while (go_on(study))
        if (sr_milliseconds() >= until)
            return true;
    if (study->puzzle)
        keep_puzzle(study, server);
    else
        keep_review(study, server);
    return false;
}
