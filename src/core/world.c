/* Glimpses and guessed worlds: the only way from a table to a bot. */
#include "world.h"

#include "glimpse.h"
#include "view.h"

#include <string.h>

const struct sr_game *sr_glimpse_game(const struct sr_glimpse *glimpse) {
    return glimpse->game;
}

int sr_glimpse_seat(const struct sr_glimpse *glimpse) {
    return glimpse->seat;
}

int sr_glimpse_seats(const struct sr_glimpse *glimpse) {
    return sr_head(glimpse->state)->seats;
}

const struct sr_moves *sr_glimpse_moves(const struct sr_glimpse *glimpse) {
    return glimpse->moves;
}

void sr_glimpse_mask(const struct sr_glimpse *glimpse, void *masked) {
    sr_fields_mask(glimpse->game, glimpse->state, glimpse->seat, masked);
}

void sr_glimpse_view(const struct sr_glimpse *glimpse, struct sr_out *out) {
    sr_view_write(out, glimpse->game, glimpse->state, glimpse->seat);
}

void sr_glimpse_guess(const struct sr_glimpse *glimpse, struct sr_stream *stream,
                      struct sr_world *world) {
    world->game = glimpse->game;
    memcpy(world->state, glimpse->state, glimpse->game->size);
    if (glimpse->open)
        sr_rng_reseed(&((struct sr_head *)(void *)world->state)->rng, stream);
    else
        sr_guess(world->game, world->state, glimpse->seat, stream);
}

void sr_glimpse_ponder(const struct sr_glimpse *glimpse, struct sr_insight *insight) {
    const struct sr_mind *mind = sr_mind_of(glimpse->game);
    if (mind->ponder)
        mind->ponder(glimpse->state, glimpse->seat, insight);
}

void sr_glimpse_guess_by(const struct sr_glimpse *glimpse, const struct sr_insight *insight,
                         struct sr_stream *stream, struct sr_world *world) {
    const struct sr_mind *mind = sr_mind_of(glimpse->game);
    if (glimpse->open || !mind->guess_by) {
        sr_glimpse_guess(glimpse, stream, world);
        return;
    }
    world->game = glimpse->game;
    memcpy(world->state, glimpse->state, glimpse->game->size);
    mind->guess_by(world->state, glimpse->seat, insight, stream);
    sr_rng_reseed(&((struct sr_head *)(void *)world->state)->rng, stream);
}

void sr_world_copy(struct sr_world *to, const struct sr_world *from) {
    to->game = from->game;
    memcpy(to->state, from->state, from->game->size);
}

void sr_world_list(const struct sr_world *world, struct sr_moves *moves) {
    sr_list(world->game, world->state, moves);
}

void sr_world_play(struct sr_world *world, struct sr_move move, struct sr_moves *moves) {
    sr_play_heedless(world->game, world->state, move, moves);
}

uint32_t sr_world_hunch(const struct sr_world *world, const struct sr_moves *moves,
                        struct sr_stream *stream) {
    const struct sr_mind *mind = sr_mind_of(world->game);
    return mind->hunch ? mind->hunch(world->state, mind->habits, moves, stream)
                       : sr_draw(stream, moves->count);
}

bool sr_world_rate(const struct sr_world *world, const struct sr_moves *moves,
                   float rating[SR_MAX_MOVES]) {
    const struct sr_mind *mind = sr_mind_of(world->game);
    if (!mind->rate)
        return false;
    mind->rate(world->state, mind->habits, moves, rating);
    return true;
}

/* The end of a game is not a matter of opinion. */
static void judge_end(const struct sr_world *world, float value[SR_MAX_SEATS]) {
    enum { BEYOND_DOUBT = 1000 };
    struct sr_sheet sheet;
    sr_score(world->game, world->state, &sheet);
    for (int seat = 0; seat < sr_world_seats(world); seat++)
        if (sheet.winners & 1U << seat)
            value[seat] = BEYOND_DOUBT / (float)__builtin_popcount(sheet.winners);
}

void sr_world_judge(const struct sr_world *world, float value[SR_MAX_SEATS]) {
    for (int seat = 0; seat < SR_MAX_SEATS; seat++)
        value[seat] = 0;
    if (sr_world_over(world)) {
        judge_end(world, value);
    } else if (sr_mind_of(world->game)->measure) {
        float measured[SR_MAX_SEATS * SR_MAX_FEATURES];
        sr_judge_features(world->game, world->state, measured, value);
    } else {
        struct sr_sheet sheet;
        sr_score(world->game, world->state, &sheet);
        for (int seat = 0; seat < sr_world_seats(world); seat++)
            value[seat] = (float)sr_gain(world->game, sheet.total[seat]);
    }
}
