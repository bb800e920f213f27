/* The coach: where a finished game was won and lost. Every decision of a seat is weighed by a
 * search in worlds that this seat could guess at the time, never in the true one; what chance and
 * the others did to it is told apart from what it did itself.
 *
 * No I/O, no thread, no clock: whoever wants a review calls sr_review_step() until it is whole, in
 * slices of their own. The same game, budget and version give the same review, byte for byte. */
#ifndef SR_REVIEW_H
#define SR_REVIEW_H

#include "coach/verdict.h"

enum {
    SR_REVIEW_FORMAT = 3,
    SR_REVIEW_ALL = -1 /* of every seat */
};

/* What changes a chance, beside one's own decisions. */
/* Chance is all that dice, and cards that lay hidden, bring to light. */
enum sr_cause { SR_BY_CHANCE, SR_BY_OTHERS, SR_CAUSES };

struct sr_swing {
    uint32_t ply; /* the last move that had a part in it */
    enum sr_cause cause;
    double change;
};

/* The curve: the chance before move `ply + 1`, at the end that of who has won. */
struct sr_curve_point {
    uint32_t ply;
    double chance;
};

struct sr_player_review {
    int seat;
    double start, end;          /* the chance at the first decision; the share of the victory */
    double lost;                /* by all decisions together, beside the best ones */
    double luck[SR_CAUSES];     /* what each cause brought or took */
    double variance[SR_CAUSES]; /* of that, by what was guessed */
    int mistakes;
    uint32_t verdicts, swings, points; /* how many there are */
    struct sr_verdict *verdict;
    struct sr_swing *swing;
    struct sr_curve_point *point;
};

struct sr_review;

/* The game may be unfinished; its table is copied. `seat`: one, or SR_REVIEW_ALL. NULL: `error`. */
struct sr_review *sr_review_new(const struct sr_table *table, int seat, uint32_t budget,
                                struct sr_error *error);
void sr_review_free(struct sr_review *review);

/* Goes on by one move of the game. False: the review is whole, or there was no memory for it. */
bool sr_review_step(struct sr_review *review);
bool sr_review_whole(const struct sr_review *review);
/* Steps made, of so many. */
void sr_review_progress(const struct sr_review *review, uint32_t *done, uint32_t *all);

/* What was found, for each seat that was asked for. */
int sr_review_players(const struct sr_review *review);
const struct sr_player_review *sr_review_player(const struct sr_review *review, int index);
const struct sr_table *sr_review_table(const struct sr_review *review);
uint32_t sr_review_budget(const struct sr_review *review);

/* Which program, judge and budget a review is by, as one word: a review that was kept holds as long
 * as this stays the same. */
enum { SR_REVIEWER_BYTES = 64 };
void sr_reviewer_name(const struct sr_game *game, int seats, uint32_t budget,
                      char name[SR_REVIEWER_BYTES]);

/* The whole review as JSON, texts in both languages; docs/coach.md describes it. */
void sr_review_json(struct sr_out *out, const struct sr_review *review);

/* ---- words (review_words.c) ---- */

enum { SR_SUMMARY_SENTENCES = 3 };
/* Why a move is better than the one played: something is said in any case. */
void sr_better_say(struct sr_out *out, enum sr_lang lang, const struct sr_game *game,
                   const struct sr_hint *better);
/* One of three sentences about a player: how it ended, how it was played, what luck did. */
void sr_summary_say(struct sr_out *out, enum sr_lang lang, const struct sr_review *review,
                    const struct sr_player_review *player, int sentence);

#endif
