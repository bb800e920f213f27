/* What bots are given. A glimpse is a table as one seat knows it: its view, its legal moves, and
 * any number of guessed worlds. The true state is behind an incomplete type, so a bot that looks at
 * it does not compile. */
#ifndef SR_WORLD_H
#define SR_WORLD_H

#include "mind.h"

struct sr_glimpse; /* opaque: made by the table, in glimpse.h, which bots do not include */

/* A guessed world: a whole state, of which only what the seat knows is true. */
struct sr_world {
    const struct sr_game *game;
    _Alignas(8) unsigned char state[SR_MAX_STATE];
};

const struct sr_game *sr_glimpse_game(const struct sr_glimpse *glimpse);
int sr_glimpse_seat(const struct sr_glimpse *glimpse);
int sr_glimpse_seats(const struct sr_glimpse *glimpse); /* how many there are */
const struct sr_moves *sr_glimpse_moves(const struct sr_glimpse *glimpse);
/* The fields as the seat sees them, all else zero. */
void sr_glimpse_mask(const struct sr_glimpse *glimpse, void *masked);
/* The view as JSON. */
void sr_glimpse_view(const struct sr_glimpse *glimpse, struct sr_out *out);
/* A fresh guess of the whole world. */
void sr_glimpse_guess(const struct sr_glimpse *glimpse, struct sr_stream *stream,
                      struct sr_world *world);
/* For many guesses: what they have in common once, then each by that. The same guesses. */
void sr_glimpse_ponder(const struct sr_glimpse *glimpse, struct sr_insight *insight);
void sr_glimpse_guess_by(const struct sr_glimpse *glimpse, const struct sr_insight *insight,
                         struct sr_stream *stream, struct sr_world *world);

void sr_world_copy(struct sr_world *to, const struct sr_world *from);
static inline bool sr_world_over(const struct sr_world *world) {
    return sr_head(world->state)->over;
}
static inline int sr_world_decider(const struct sr_world *world) {
    return sr_head(world->state)->decider;
}
static inline int sr_world_seats(const struct sr_world *world) {
    return sr_head(world->state)->seats;
}
void sr_world_list(const struct sr_world *world, struct sr_moves *moves);
/* Nobody guesses from a guess: what only guesses look at is not kept up. */
void sr_world_play(struct sr_world *world, struct sr_move move, struct sr_moves *moves);
/* The place in the list of a move that somebody might make without thinking long; any move where
 * the game has no hunches. */
uint32_t sr_world_hunch(const struct sr_world *world, const struct sr_moves *moves,
                        struct sr_stream *stream);
/* How good each move seems without thinking long; false where the game does not say. */
bool sr_world_rate(const struct sr_world *world, const struct sr_moves *moves,
                   float rating[SR_MAX_MOVES]);
/* How good the world is for each seat: the game's features weighed, or the score sheet if it
 * has none; at the end, who has won. */
void sr_world_judge(const struct sr_world *world, float value[SR_MAX_SEATS]);

#endif
